//! The past of a run: its inputs and key frames, and the way to any frame of it.
//!
//! ```text
//! inputs   ████████████████████████████████████████████      every frame since boot
//! keys     K           K           K           K             whole moments
//! near                             n n n n n                 around the frame that was last gone to
//!                                  └──> seek(f): restore the nearest before f, live the few frames between
//! ```
//!
//! The frames between two key frames are lived again with the same inputs, so they are the same frames. While that is
//! done, moments on the way are kept for the next step back: to go back frame by frame costs a few frames each.

use crate::guard::{Crash, attempt};
use crate::keys::{Keys, ROOM};
use crate::recording::{Inputs, Place, Recording};
use rasher::{Console, Input, Snapshot};

/// Frames between two moments that are kept on the way to a frame.
const NEAR: u64 = 8;

/// Inputs and key frames of a run.
#[derive(Clone, Debug)]
pub struct Past {
    recording: Recording,
    keys: Keys,
    near: Vec<(Place, Snapshot)>,
}

impl Past {
    /// The past of a console that has lived no frame yet; the recording may tell more already. `room`: bytes that key
    /// frames may take, [`ROOM`] by default.
    pub fn new(recording: Recording, console: &Console, room: Option<usize>) -> Past {
        let keys = Keys::new(Place::default(), console, room.unwrap_or(ROOM));
        Past { recording, keys, near: Vec::new() }
    }

    /// Notes the input of a frame that is about to be lived. False when the recording is full.
    pub(crate) fn push(&mut self, input: &Input) -> bool {
        self.recording.push(input)
    }

    /// Notes the console after the frame that was pushed last.
    pub(crate) fn lived(&mut self, console: &Console) {
        self.pass(self.recording.end(), console);
    }

    /// Notes the console at a place of the recording, on the way through it.
    pub(crate) fn pass(&mut self, place: Place, console: &Console) {
        self.keys.offer(place, console);
    }

    /// Notes the digest after the last frame.
    pub(crate) fn check(&mut self, digest: u64) {
        self.recording.check(digest);
    }

    /// The inputs.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// How many key frames there are, and about how many bytes they take.
    pub fn size(&self) -> (usize, usize) {
        self.keys.size()
    }

    /// The nearest moment at or before a frame.
    fn nearest(&self, frame: u64) -> (Place, &Snapshot) {
        let key = self.keys.before(frame);
        let near = self.near.iter().filter(|(place, _)| place.frame <= frame).max_by_key(|(p, _)| p.frame);
        match near {
            Some((place, snapshot)) if place.frame > key.place.frame => (*place, snapshot),
            _ => (key.place, &key.snapshot),
        }
    }

    /// The console after `frame` frames, at most all of them.
    ///
    /// # Errors
    /// When that frame is one that panicked.
    pub fn seek(&mut self, frame: u64) -> Result<Console, Crash> {
        let frame = frame.min(self.recording.frames());
        let (place, snapshot) = self.nearest(frame);
        // Far from the moments that are kept, those are of no use.
        let far =
            self.near.first().is_none_or(|(first, _)| first.frame.abs_diff(frame) > 4 * crate::keys::GAP);
        let mut passed = Vec::new();
        let mut console = snapshot.restore();
        // Of a recording that was run in part only, the key frames end before its inputs do: so a way may be long.
        let near = frame.saturating_sub(2 * crate::keys::GAP);
        self.live(&mut console, place, frame, |at, console| {
            if at.frame >= near && at.frame.is_multiple_of(NEAR) {
                passed.push((at, console.snapshot(passed.last().map(|(_, p)| p))));
            }
            true
        })?;
        if far {
            self.near.clear();
        }
        self.near.append(&mut passed);
        // Two gaps of moments at most: some 900 KB.
        let most = (2 * crate::keys::GAP / NEAR) as usize;
        let over = self.near.len().saturating_sub(most);
        self.near.drain(..over);
        Ok(console)
    }

    /// Lives a console on from a place to a frame, under one guard; `each` sees every frame and may end it.
    fn live(
        &self,
        console: &mut Console,
        from: Place,
        to: u64,
        mut each: impl FnMut(Place, &Console) -> bool,
    ) -> Result<(), Crash> {
        if from.frame >= to {
            return Ok(());
        }
        let mut inputs = self.recording.inputs_from(from);
        let mut at = from;
        let lived = attempt(console, 0, |console| {
            while at.frame < to {
                let Some(input) = inputs.next() else { break };
                at.frame += 1;
                console.try_frame(&input)?;
                if !each(inputs.place(), console) {
                    break;
                }
            }
            Ok(())
        });
        lived.map_err(|crash| Crash { frame: at.frame, ..crash })
    }

    /// Shows every moment from `from` up to `to`, both included, to `each`, in order, until it says false.
    ///
    /// # Errors
    /// When a frame on the way faults or panics.
    pub fn scan(&self, from: u64, to: u64, mut each: impl FnMut(u64, &Console) -> bool) -> Result<(), Crash> {
        let (place, snapshot) = self.nearest(from);
        let mut console = snapshot.restore();
        if place.frame == from && !each(from, &console) {
            return Ok(());
        }
        self.live(&mut console, place, to.min(self.recording.frames()), |at, console| {
            at.frame < from || each(at.frame, console)
        })
    }

    /// The frame of the last key frame at or before a frame: where a stretch of a search backward begins.
    pub(crate) fn anchor(&self, frame: u64) -> u64 {
        self.keys.before(frame).place.frame
    }

    /// The inputs of the frames after `frame` frames.
    pub(crate) fn inputs_after(&self, frame: u64) -> Inputs<'_> {
        let mut inputs = self.recording.inputs_from(self.keys.before(frame).place);
        while inputs.place().frame < frame && inputs.next().is_some() {}
        inputs
    }

    /// The input of the frame after `frame` frames.
    pub fn input(&self, frame: u64) -> Option<Input> {
        self.inputs_after(frame).next()
    }

    /// The same past, ended after `frame` frames.
    pub fn cut(&self, frame: u64) -> Past {
        let recording = self.recording.cut(self.inputs_after(frame).place());
        Past { recording, keys: self.keys.cut(frame), near: Vec::new() }
    }
}
