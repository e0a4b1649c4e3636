//! A recording: how a run started, and the input of each of its frames.
//!
//! ```text
//! Start    cart, version, ROM digest, seed, date, cart data, parameter, held buttons, the bundle of carts
//! spans    (frames, players, mouse, keys) ─ (frames, ...) ─ ...      equal frames are one span
//! events   (frame, event) ...                                        rare: typed text, menu, changed data
//! checks   (frame, digest) ...                                       to see that a replay is the same run
//! ```
//!
//! A minute of play is a few hundred spans, since a held button is one.

use rasher::{Boot, Bundle, Console, Date, DigestVersion, Event, Input, Keys, Mouse, Rom, Rules};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Frames of a recording: 100 hours at 60 a second, so that no few bytes keep a replay busy for years.
pub const FRAMES_MAX: u64 = 100 * 3600 * 60;
/// Frames between two digests in a recording: ten seconds at 60 a second. One costs 4 to 12 us.
pub const CHECK_EVERY: u64 = 600;
/// Events that a file of a run may have: eleven a second for as long as that.
pub(crate) const EVENTS_MAX: usize = 4 << 20;

/// All that a run starts from, but for the ROM's bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Start {
    pub cart: String,
    /// The cart's version; a replay belongs to it.
    pub version: u32,
    pub rom: u64,
    pub seed: u64,
    pub date: Date,
    /// Cart data at the start, by id: only the id that the cart opened.
    pub saves: BTreeMap<String, Vec<u8>>,
    pub param: String,
    pub held: [u8; 8],
    /// The carts that the run may load, its own first; empty in Rust. Files have them after the rest.
    #[serde(skip)]
    pub bundle: Arc<Bundle>,
    /// The rules that the run is played by. Files have them in their format or in the version of their digests.
    #[serde(skip)]
    pub rules: Rules,
}

impl Start {
    pub fn of(boot: &Boot) -> Self {
        Start {
            cart: boot.rom.name.clone(),
            version: boot.rom.version,
            rom: boot.rom.digest(),
            seed: boot.seed,
            date: boot.date,
            saves: boot.saves.iter().map(|(id, data)| (id.clone(), data.to_vec())).collect(),
            param: boot.param.clone(),
            held: boot.held,
            bundle: boot.settled_bundle(),
            rules: boot.rules,
        }
    }

    /// The boot that starts the same run, with the ROM that the caller has found.
    pub fn boot(&self, rom: Arc<Rom>) -> Boot {
        let saves = self.saves.iter().map(|(id, data)| {
            let mut numbers = Box::new([0; 256]);
            let n = data.len().min(256);
            numbers[..n].copy_from_slice(&data[..n]);
            (id.clone(), numbers)
        });
        Boot {
            rom,
            seed: self.seed,
            date: self.date,
            saves: saves.collect(),
            param: self.param.clone(),
            held: self.held,
            bundle: self.bundle.clone(),
            rules: self.rules,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Span {
    pub frames: u32,
    pub players: [u8; 8],
    pub mouse: Mouse,
    pub keys: Keys,
}

impl Span {
    pub fn is_like(&self, other: &Span) -> bool {
        (self.players, self.mouse, self.keys) == (other.players, other.mouse, other.keys)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// Frames run; 0 is the console after `_init`.
    pub frame: u64,
    pub digest: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recording {
    pub start: Start,
    pub(crate) spans: Vec<Span>,
    pub(crate) events: Vec<(u64, Event)>,
    pub(crate) checks: Vec<Check>,
    pub(crate) frames: u64,
    /// The version of the checks, which files have before the recording.
    #[serde(skip)]
    pub(crate) digests: DigestVersion,
}

impl Recording {
    pub fn new(start: Start) -> Self {
        Recording { start, ..Recording::default() }
    }

    pub fn frames(&self) -> u64 {
        self.frames
    }

    pub fn checks(&self) -> &[Check] {
        &self.checks
    }

    pub fn digests(&self) -> DigestVersion {
        self.digests
    }

    /// Adds one frame. Returns false beyond [`FRAMES_MAX`].
    pub fn push(&mut self, input: &Input) -> bool {
        if self.frames >= FRAMES_MAX {
            return false;
        }
        self.events.extend(input.events.iter().map(|e| (self.frames, e.clone())));
        self.frames += 1;
        let new = Span { frames: 1, players: input.players, mouse: input.mouse, keys: input.keys };
        match self.spans.last_mut() {
            Some(span) if span.is_like(&new) && span.frames < u32::MAX => span.frames += 1,
            _ => self.spans.push(new),
        }
        true
    }

    /// Adds the digest after the last frame, of the recording's version.
    pub fn check(&mut self, digest: u64) {
        if self.checks.last().is_none_or(|last| last.frame < self.frames) {
            self.checks.push(Check { frame: self.frames, digest });
        }
    }

    pub(crate) fn close(&mut self, console: &Console) {
        self.check(console.digest_of(self.digests));
    }

    pub fn inputs(&self) -> Inputs<'_> {
        self.inputs_from(InputCursor::default())
    }

    /// The inputs after so many frames.
    pub fn inputs_after(&self, frame: u64) -> Inputs<'_> {
        self.inputs_from(self.place(frame))
    }

    /// The inputs from a cursor, which is of this recording or of one that is equal up to there.
    pub(crate) fn inputs_from(&self, place: InputCursor) -> Inputs<'_> {
        Inputs { recording: self, place }
    }

    /// Whether this recording starts with all of another one.
    pub fn begins_with(&self, other: &Recording) -> bool {
        // A closed recording lists only the cart data that the cart opened. Other data cannot have affected it.
        let saves =
            |all: &Start, some: &Start| some.saves.iter().all(|(id, data)| all.saves.get(id) == Some(data));
        let bare = |start: &Start| Start { saves: BTreeMap::new(), ..start.clone() };
        if other.frames > self.frames
            || bare(&self.start) != bare(&other.start)
            || !(saves(&self.start, &other.start) || saves(&other.start, &self.start))
        {
            return false;
        }
        let (Some((last, whole)), mine) = (other.spans.split_last(), &self.spans) else { return true };
        let until = |events: &[(u64, Event)]| events.partition_point(|(frame, _)| *frame < other.frames);
        // Spans are as long as they can be, so equal inputs are equal spans but for the end.
        mine.get(..whole.len()) == Some(whole)
            && mine.get(whole.len()).is_some_and(|span| span.is_like(last) && span.frames >= last.frames)
            && self.events[..until(&self.events)] == other.events
    }

    /// The cursor after so many frames, at most all.
    pub(crate) fn place(&self, frame: u64) -> InputCursor {
        let frame = frame.min(self.frames);
        let (mut before, mut place) = (0, InputCursor::default());
        for (n, span) in self.spans.iter().enumerate() {
            if before >= frame {
                break;
            }
            let used = (frame - before).min(span.frames.into());
            (place.span, place.used) = (n, used as u32);
            before += used;
        }
        let event = self.events.partition_point(|(at, _)| *at < frame);
        InputCursor { frame, event, ..place }
    }

    pub(crate) fn end(&self) -> InputCursor {
        let span = self.spans.len().saturating_sub(1);
        let used = self.spans.last().map_or(0, |s| s.frames);
        InputCursor { frame: self.frames, span, used, event: self.events.len() }
    }

    /// The recording up to a frame, with the digests of `checked`, another recording of the run.
    pub fn before(&self, frame: u64, checked: &Recording) -> Recording {
        let mut cut = self.cut(self.place(frame));
        cut.checks = checked.checks.iter().take_while(|check| check.frame <= cut.frames).copied().collect();
        cut.digests = checked.digests;
        cut
    }

    pub(crate) fn cut(&self, at: InputCursor) -> Recording {
        let mut spans: Vec<Span> = self.spans.iter().take(at.span + 1).copied().collect();
        if let Some(last) = spans.last_mut() {
            last.frames = at.used;
        }
        spans.retain(|span| span.frames > 0);
        Recording {
            start: self.start.clone(),
            spans,
            events: self.events[..at.event].to_vec(),
            checks: self.checks.iter().take_while(|check| check.frame <= at.frame).copied().collect(),
            frames: at.frame,
            digests: self.digests,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct InputCursor {
    pub frame: u64,
    /// The index of its span, and the frames of that span before it.
    pub span: usize,
    pub used: u32,
    pub event: usize,
}

#[derive(Clone, Debug)]
pub struct Inputs<'a> {
    recording: &'a Recording,
    place: InputCursor,
}

impl Inputs<'_> {
    pub(crate) fn place(&self) -> InputCursor {
        self.place
    }
}

impl Iterator for Inputs<'_> {
    type Item = Input;

    fn next(&mut self) -> Option<Input> {
        self.recording.next_input(&mut self.place)
    }
}

impl Recording {
    /// The input at a cursor, which moves past it.
    pub(crate) fn next_input(&self, at: &mut InputCursor) -> Option<Input> {
        let span = loop {
            let span = self.spans.get(at.span)?;
            if at.used < span.frames {
                break span;
            }
            if at.span + 1 >= self.spans.len() {
                return None;
            }
            (at.span, at.used) = (at.span + 1, 0);
        };
        at.used += 1;
        let events = &self.events[at.event..];
        let now = events.iter().take_while(|(frame, _)| *frame <= at.frame).count();
        at.event += now;
        at.frame += 1;
        Some(Input {
            players: span.players,
            mouse: span.mouse,
            keys: span.keys,
            events: events[..now].iter().map(|(_, event)| event.clone()).collect(),
        })
    }
}
