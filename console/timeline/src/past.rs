//! The past of a run: its inputs and key frames, and the way to any frame of it.
//!
//! ```text
//! inputs   ████████████████████████████████████████████      every frame since boot
//! keys     K           K           K           K             whole moments
//! states    S       S                                        as bytes, of a resumed run (`saved.rs`)
//! near                             n n n n n                 around the last visited frame
//!                                  └──> seek(f): restore the nearest before f, run the few frames between
//! ```
//!
//! Moments on the way are kept for the next step back, so that going back costs a few frames each. A long way, such as one from a state of a
//! resumed run, leaves key frames, so it runs once. `approach` and `Playback` run in slices.

use crate::guard::{Crash, attempt};
use crate::keys::{Distance, GAP, Keyframes, Passed, ROOM};
use crate::recording::{CHECK_EVERY, InputCursor, Inputs, Recording};
use crate::saved::{Build, SavedState};
use rasher::{Console, Effect, Input, LineQuery, Rom, Snapshot};
use std::sync::Arc;

/// Frames between moments that are kept on the way to a frame.
const NEAR: u64 = 8;
/// Moments near the last one: those of six gaps, 2.8 MB of Smokehouse. With 48, a gap with 1 MB of heap ran again at each step.
const NEARS: usize = 96;

/// A console on its way through a past, slice by slice.
#[derive(Clone, Debug)]
pub struct Playback {
    console: Console,
    place: InputCursor,
    from: u64,
    begun: bool,
}

impl Playback {
    /// Runs at most `most` frames, and passes requested moments in order to `each`, which may stop it. True if there are more.
    pub fn step(
        &mut self,
        past: &Past,
        most: u64,
        mut each: impl FnMut(u64, &Console) -> bool,
    ) -> Result<bool, Crash> {
        self.step_with_effects(past, most, |frame, console, _| each(frame, console))
    }

    /// [`Playback::step`] with the effects of the frame that led to each moment.
    pub fn step_with_effects(
        &mut self,
        past: &Past,
        most: u64,
        mut each: impl FnMut(u64, &Console, &[Effect]) -> bool,
    ) -> Result<bool, Crash> {
        let (from, mut more) = (self.from, true);
        if !std::mem::replace(&mut self.begun, true) && self.place.frame == from {
            more = each(from, &self.console, &[]);
        }
        let end = past.recording.frames();
        let to = self.place.frame.saturating_add(most).min(end);
        if more {
            let mut at = self.place;
            past.run(&mut self.console, self.place, to, |place, console, effects| {
                at = place;
                more = at.frame < from || each(at.frame, console, effects);
                more
            })?;
            self.place = at;
        }
        Ok(more && self.place.frame < end)
    }

    pub fn now(&self) -> u64 {
        self.place.frame
    }

    pub fn console(&self) -> &Console {
        &self.console
    }

    /// Continues from the end of the next frame, which ran on a copy.
    pub(crate) fn take_frame(&mut self, past: &Past, console: Console) {
        _ = past.recording.next_input(&mut self.place);
        self.console = console;
    }

    /// Watches the lines of the next frames.
    pub(crate) fn watch_lines(&mut self, query: Option<LineQuery>) {
        self.console.watch_lines(query);
    }
}

#[derive(Clone, Debug)]
pub struct Past {
    recording: Recording,
    keys: Keyframes,
    near: Vec<(InputCursor, Snapshot)>,
    /// Moments as bytes, by frame, of this build.
    states: Vec<SavedState>,
    /// Frames after which the run was over (true) or started again.
    turns: Vec<(u64, bool)>,
    /// The ROM after `_init`, on which states are based.
    rom: Arc<Rom>,
}

impl Past {
    /// The past of a console that has run no frame yet; the recording may have frames. `room`: bytes for key frames.
    pub fn new(recording: Recording, console: &Console, room: Option<usize>) -> Past {
        let keys = Keyframes::new(InputCursor::default(), console, room.unwrap_or(ROOM));
        let rom = console.machine().rom().clone();
        Past { recording, keys, near: Vec::new(), states: Vec::new(), turns: Vec::new(), rom }
    }

    /// The past of a console at the last of these states, in a recording that starts like `start`.
    pub(crate) fn from_saved_states(
        start: &Past,
        recording: &Recording,
        states: Vec<SavedState>,
        console: &Console,
    ) -> Past {
        let mut past = start.cut(0);
        let place = recording.place(states.last().map_or(0, SavedState::frame));
        past.recording = Recording { start: start.recording.start.clone(), ..recording.cut(place) };
        // Digests of parts and states were only for reading it.
        past.recording.checks.retain(|check| check.frame.is_multiple_of(CHECK_EVERY));
        past.turns = states.iter().map(|state| (state.frame(), state.is_over())).collect();
        past.states = states;
        past.pass(place, console);
        past
    }

    /// Adds the input of the next frame. Returns false if the recording is full.
    pub(crate) fn push(&mut self, input: &Input) -> bool {
        self.recording.push(input)
    }

    pub(crate) fn ran(&mut self, console: &Console) {
        self.pass(self.recording.end(), console);
    }

    pub(crate) fn pass(&mut self, place: InputCursor, console: &Console) {
        self.keys.offer(place, console);
    }

    pub(crate) fn check(&mut self, console: &Console) {
        self.recording.close(console);
    }

    pub(crate) fn turn(&mut self, effects: &[Effect]) {
        for effect in effects {
            match effect {
                Effect::RunOver => self.turns.push((self.recording.frames(), true)),
                Effect::RunBegins => self.turns.push((self.recording.frames(), false)),
                _ => {}
            }
        }
    }

    pub(crate) fn is_over(&self, frame: u64) -> bool {
        self.turns.iter().rev().find(|(at, _)| *at <= frame).is_some_and(|(_, over)| *over)
    }

    /// The start and end frames of the run that was over after `frame` frames.
    pub(crate) fn ended(&self, frame: u64) -> Option<(u64, u64)> {
        let turns = &self.turns[..self.turns.partition_point(|(at, _)| *at <= frame)];
        let begins = turns.iter().rposition(|(_, over)| !over);
        // A cart may report the end repeatedly: the first report counts.
        let (end, _) = turns[begins.map_or(0, |at| at + 1)..].first()?;
        Some((begins.map_or(0, |at| turns[at].0), *end))
    }

    pub(crate) fn rom(&self) -> &Arc<Rom> {
        &self.rom
    }

    pub(crate) fn moments(&self) -> impl Iterator<Item = u64> {
        let mut frames: Vec<u64> =
            self.keys.frames().chain(self.states.iter().map(SavedState::frame)).collect();
        frames.sort_unstable();
        frames.dedup();
        frames.into_iter()
    }

    pub(crate) fn state(&self, build: Build, frame: u64) -> Option<SavedState> {
        if let Ok(n) = self.states.binary_search_by_key(&frame, SavedState::frame) {
            return Some(self.states[n].clone());
        }
        let key = self.keys.before(frame);
        let of = |console: &Console| SavedState::of(build, frame, self.is_over(frame), console, &self.rom);
        (key.place.frame == frame).then(|| of(&key.snapshot.restore()))?
    }

    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// The number of key frames, and about how many bytes they take.
    pub fn size(&self) -> (usize, usize) {
        self.keys.size()
    }

    fn nearest(&self, frame: u64) -> (InputCursor, Console) {
        let (place, snapshot) = self.nearest_snapshot(frame);
        let between = |state: &&SavedState| place.frame < state.frame() && state.frame() <= frame;
        let mut late = self.states.iter().rev().filter(between).peekable();
        if late.peek().is_some() {
            let like = self.keys.before(0).snapshot.restore();
            // A state that does not load is skipped: an earlier one leads there too.
            let loaded = late.find_map(|state| Some((state.frame(), state.load(&like, &self.rom)?)));
            if let Some((frame, console)) = loaded {
                return (self.recording.place(frame), console);
            }
        }
        (place, snapshot.restore())
    }

    fn nearest_snapshot(&self, frame: u64) -> (InputCursor, &Snapshot) {
        let key = self.keys.before(frame);
        let near = self.near.iter().filter(|(place, _)| place.frame <= frame).max_by_key(|(p, _)| p.frame);
        match near {
            Some((place, snapshot)) if place.frame > key.place.frame => (*place, snapshot),
            _ => (key.place, &key.snapshot),
        }
    }

    /// The console before `_init`, if its program can boot again.
    pub(crate) fn unbooted(&self) -> Option<Console> {
        let program = self.keys.before(0).snapshot.restore().program().unbooted()?;
        Some(Console::unbooted(program, self.recording.start.boot(self.rom.clone())))
    }

    /// The console after `frame` frames, at most all of them.
    pub fn seek(&mut self, frame: u64) -> Result<Console, Crash> {
        self.seek_keeping(frame, None, frame)
    }

    /// [`Past::seek`] on the way to a later frame `aim`, keeping the moment too; the user goes back from frame `back`.
    fn seek_keeping(&mut self, frame: u64, aim: Option<u64>, back: u64) -> Result<Console, Crash> {
        let frame = frame.min(self.recording.frames());
        let (place, mut console) = self.nearest(frame);
        let (mut passed, mut keys) = (Vec::new(), Vec::new());
        // A way is long in a resumed run, which has few key frames, in a recording that was run in part, and in a
        // long one. Then a moment of each gap is kept, and many of the last two.
        let near = aim.unwrap_or(frame).saturating_sub(2 * GAP);
        let mut distance = Distance::from(place.frame);
        let key = self.keys.before(frame);
        let (begun, first) = self.nearest_snapshot(frame);
        // Reading a key frame as differences takes longer than making another copy.
        let first = (begun.frame > key.place.frame).then_some(first);
        self.run(&mut console, place, frame, |at, console, _| {
            if let Some(cost) = distance.pass(at.frame, console) {
                let like = keys.last().map_or(&key.snapshot, |(_, key, _): &Passed| key);
                keys.push((at, Arc::new(console.snapshot(Some(like))), cost));
            }
            let every = if at.frame >= near { NEAR } else { GAP };
            if at.frame.is_multiple_of(every) || aim.is_some() && at.frame == frame {
                let like = passed.last().map(|(_, moment)| moment).or(first);
                passed.push((at, console.snapshot(like)));
            }
            true
        })?;
        self.keys.fill(keys);
        self.near.append(&mut passed);
        self.near.sort_by_key(|(at, _)| at.frame);
        self.near.dedup_by_key(|(at, _)| at.frame);
        // Drops moments after `back` first, then the earliest: so the moment just kept stays, and each slice makes progress.
        while self.near.len() > NEARS {
            let is_behind = self.near.last().is_some_and(|(last, _)| last.frame > back);
            self.near.remove(if is_behind { self.near.len() - 1 } else { 0 });
        }
        Ok(console)
    }

    /// Runs at most `most` frames towards a frame. Returns true once [`Past::seek`] itself needs no more than that.
    pub fn approach(&mut self, frame: u64, most: u64) -> Result<bool, Crash> {
        self.approach_for(frame, most, frame)
    }

    fn approach_for(&mut self, frame: u64, most: u64, back: u64) -> Result<bool, Crash> {
        let frame = frame.min(self.recording.frames());
        // A state on the way would only be nearer, and must be read to know.
        if frame - self.nearest_snapshot(frame).0.frame <= most {
            return Ok(true);
        }
        let (from, _) = self.nearest(frame);
        if frame - from.frame <= most {
            return Ok(true);
        }
        self.seek_keeping(from.frame + most.max(1), Some(frame), back)?;
        Ok(false)
    }

    /// Prepares to go back from a frame, by at most `most` frames: keeps the moments before the last key frame.
    pub fn prepare(&mut self, frame: u64, most: u64) -> Result<(), Crash> {
        match self.anchor(frame).checked_sub(1) {
            Some(before) => self.approach_for(before, most, frame).map(drop),
            None => Ok(()),
        }
    }

    pub fn walk(&self, from: u64) -> Playback {
        let (place, console) = self.nearest(from);
        Playback { console, place, from, begun: false }
    }

    /// A console at a frame, or at the end of the past if that is earlier.
    pub fn walk_to(&self, frame: u64) -> Result<Playback, Crash> {
        let mut walk = self.walk(frame);
        while walk.now() < frame && walk.step(self, frame - walk.now(), |_, _| true)? {}
        Ok(walk)
    }

    /// Runs a console from a cursor to a frame, under one guard. `each` sees every frame and may stop it.
    fn run(
        &self,
        console: &mut Console,
        from: InputCursor,
        to: u64,
        mut each: impl FnMut(InputCursor, &Console, &[Effect]) -> bool,
    ) -> Result<(), Crash> {
        if from.frame >= to {
            return Ok(());
        }
        let mut inputs = self.recording.inputs_from(from);
        let mut at = from;
        let ran = attempt(console, 0, |console| {
            while at.frame < to {
                let Some(input) = inputs.next() else { break };
                at.frame += 1;
                let effects = console.try_frame(&input)?;
                if !each(inputs.place(), console, &effects) {
                    break;
                }
            }
            Ok(())
        });
        ran.map_err(|crash| Crash { frame: at.frame, ..crash })
    }

    /// Passes each moment from `from` to `to`, both included, to `each`, in order, until that returns false.
    pub fn scan(&self, from: u64, to: u64, mut each: impl FnMut(u64, &Console) -> bool) -> Result<(), Crash> {
        let (place, mut console) = self.nearest(from);
        if place.frame == from && !each(from, &console) {
            return Ok(());
        }
        self.run(&mut console, place, to.min(self.recording.frames()), |at, console, _| {
            at.frame < from || each(at.frame, console)
        })
    }

    /// The last key frame or state at or before a frame: where a stretch of a backward search starts.
    pub(crate) fn anchor(&self, frame: u64) -> u64 {
        let state = self.states.iter().rev().map(SavedState::frame).find(|at| *at <= frame);
        self.keys.before(frame).place.frame.max(state.unwrap_or(0))
    }

    pub fn inputs_after(&self, frame: u64) -> Inputs<'_> {
        self.recording.inputs_after(frame)
    }

    pub fn input(&self, frame: u64) -> Option<Input> {
        self.inputs_after(frame).next()
    }

    pub fn cut(&self, frame: u64) -> Past {
        let recording = self.recording.cut(self.recording.place(frame));
        let states = self.states.iter().take_while(|state| state.frame() <= frame).cloned().collect();
        let turns = self.turns.iter().take_while(|(at, _)| *at <= frame).copied().collect();
        let (keys, rom) = (self.keys.cut(frame), self.rom.clone());
        Past { recording, keys, near: Vec::new(), states, turns, rom }
    }
}
