//! A run on disk while it is played: a recording that grows at its end, so that power may fail at any moment.
//!
//! ```text
//! "rasher run 4\n"                       kind and format, readable in any program
//! block  head: the start, the ROM's bytes; in format 3 and 5 the carts (`bundled.rs`)
//! block  part: the frames since the last block, and states that are due      one or two a second
//! block  part ...                                     an incomplete or damaged one ends the run at the block before
//!
//! block = u32 length | body, by serde in postcard's form | u64 digest of body and the digest before
//! ```
//!
//! A part costs only its own frames. The head has the ROM, so that the run stays the same after the data files have changed. The digests are
//! a chain: no block of another run fits. A run is resumed near its states (`saved.rs`), or from its inputs where they do not load. Format 1
//! has no states, and digests of version one. Formats 3 and 5 are for Lua carts. Formats 1 to 3 are played by the first rules ([`Rules`]).

use crate::bundled;
use crate::envelope::{Envelope, FileError};
use crate::recording::{Check, EVENTS_MAX, FRAMES_MAX, InputCursor, Recording, Span, Start};
use crate::saved::{SavedState, add};
use rasher::memory::ROM_SIZE;
use rasher::{Digest, DigestVersion, Event, Rules};
use serde::{Deserialize, Serialize};

const FILE: Envelope = Envelope { kind: "run", formats: 1..=5 };

/// Bytes of a block: a hundred hours written at once.
const BLOCK_MAX: usize = 64 << 20;

#[derive(Serialize, Deserialize)]
struct JournalHead {
    start: Start,
    rom: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalPart {
    first: u64,
    spans: Vec<Span>,
    events: Vec<(u64, Event)>,
    pub(crate) checks: Vec<Check>,
    pub(crate) states: Vec<SavedState>,
}

type JournalPartOne = (u64, Vec<Span>, Vec<(u64, Event)>, Vec<Check>);

impl JournalPart {
    pub fn states(&self) -> &[SavedState] {
        &self.states
    }

    /// Frames before its first one: 0 in a part that starts a run.
    pub fn first(&self) -> u64 {
        self.first
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JournalCursor {
    place: InputCursor,
    /// Frame of the newest state before it, and its bytes.
    pub(crate) state: u64,
    pub(crate) state_size: usize,
    /// States written early because the run was left.
    pub(crate) leaves: u32,
    /// The range of earlier frames whose states are still to be written.
    pub(crate) before: Option<(u64, u64)>,
}

impl JournalCursor {
    pub fn frame(self) -> u64 {
        self.place.frame
    }

    /// Whether this moment has a state, so that leaving the run needs no write.
    pub fn has_state(self) -> bool {
        self.state == self.place.frame
    }
}

impl Recording {
    /// The frames after the cursor, without states, closed with the digest of this moment. Moves the cursor to the end.
    pub fn part(&self, mark: &mut JournalCursor, digest: u64) -> JournalPart {
        let (from, end) = (mark.place, self.end());
        let mut spans = self.spans.get(from.span..).unwrap_or_default().to_vec();
        if let Some(first) = spans.first_mut() {
            first.frames = first.frames.saturating_sub(from.used);
        }
        spans.retain(|span| span.frames > 0);

        // The digest of the very start belongs to the first part.
        let known = |check: &&Check| check.frame > from.frame || from == InputCursor::default();
        let late = |check: &&Check| known(check) && check.frame < end.frame;
        let mut checks: Vec<Check> =
            self.checks.iter().rev().skip_while(|c| c.frame >= end.frame).take_while(late).copied().collect();
        checks.reverse();
        checks.push(Check { frame: end.frame, digest });
        mark.place = end;
        let events = self.events.get(from.event..).unwrap_or_default().to_vec();
        JournalPart { first: from.frame, spans, events, checks, states: Vec::new() }
    }

    /// Adds a part without its states. Returns false if it does not begin where this ends, or contradicts itself.
    fn join(&mut self, part: JournalPart) -> bool {
        let frames: u64 = part.spans.iter().map(|span| u64::from(span.frames)).sum();
        let end = self.frames.saturating_add(frames);
        let good = part.first == self.frames
            && end <= FRAMES_MAX
            && self.events.len() + part.events.len() <= EVENTS_MAX
            && part.spans.iter().all(|span| span.frames > 0)
            && part.events.is_sorted_by_key(|(frame, _)| *frame)
            && part.events.iter().all(|(frame, _)| (self.frames..end).contains(frame))
            && part.checks.is_sorted_by(|a, b| a.frame < b.frame)
            && part.checks.iter().all(|check| check.frame <= end)
            && part.checks.first().is_none_or(|c| self.checks.last().is_none_or(|l| l.frame < c.frame));
        if !good {
            return false;
        }
        for span in part.spans {
            match self.spans.last_mut() {
                Some(last) if last.is_like(&span) && last.frames.checked_add(span.frames).is_some() => {
                    last.frames += span.frames;
                }
                _ => self.spans.push(span),
            }
        }
        self.events.extend(part.events);
        self.checks.extend(part.checks);
        self.frames = end;
        true
    }
}

#[derive(Clone, Debug)]
pub struct Journal {
    digest: u64,
}

impl Journal {
    pub fn begin(start: &Start, rom: &[u8; ROM_SIZE]) -> (Journal, Vec<u8>) {
        let mut journal = Journal { digest: 0 };
        let head = JournalHead { start: start.clone(), rom: rom.to_vec() };
        let format = if start.rules == Rules::One { 2 } else { 4 };
        let (format, block) = match start.bundle.carts().is_empty() {
            true => (format, journal.block(&head)),
            false => (format + 1, journal.block(&(head, bundled::pack(&start.bundle)))),
        };
        (journal, [FILE.begin(format), block].concat())
    }

    pub fn part(&mut self, part: &JournalPart) -> Vec<u8> {
        self.block(part)
    }

    fn block(&mut self, body: &impl Serialize) -> Vec<u8> {
        // Extending a Vec cannot fail, and every type of a block has a postcard form.
        let mut bytes = postcard::to_extend(body, vec![0; 4]).expect("a block has a postcard form");
        let length = (bytes.len() - 4) as u32;
        bytes[..4].copy_from_slice(&length.to_le_bytes());
        self.digest = chained(self.digest, &bytes[4..]);
        bytes.extend(self.digest.to_le_bytes());
        bytes
    }
}

fn chained(before: u64, body: &[u8]) -> u64 {
    let mut digest = Digest::new();
    digest.word(before);
    digest.bytes(body);
    digest.finish()
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptRun {
    pub recording: Recording,
    pub rom: Box<[u8; ROM_SIZE]>,
    pub states: Vec<SavedState>,
    /// Bytes of an incomplete last block, as after a power cut.
    pub torn: usize,
}

impl KeptRun {
    pub fn is_one(bytes: &[u8]) -> bool {
        FILE.is_one(bytes)
    }

    /// Reads a kept run up to its last complete block. Fails if its head is incomplete.
    pub fn from_bytes(bytes: &[u8]) -> Result<KeptRun, FileError> {
        let damaged = || FILE.damaged(bytes);
        let (format, rest) = FILE.after_line(bytes)?;
        let mut digest = 0;
        let (JournalHead { mut start, rom }, carts, mut rest) = match format {
            1 | 2 | 4 => next::<JournalHead>(rest, &mut digest).map(|(head, after)| (head, None, after)),
            _ => next::<(JournalHead, Vec<u8>)>(rest, &mut digest)
                .map(|((head, carts), after)| (head, Some(carts), after)),
        }
        .ok_or_else(damaged)?;
        let rom = Box::new(rom.as_slice().try_into().map_err(|_| damaged())?);
        if let Some(carts) = carts {
            start.bundle = bundled::unpack(&FILE, &carts)?;
        }
        if format < 4 {
            start.rules = Rules::One;
        }
        let mut recording = Recording::new(start);
        if format == 1 {
            recording.digests = DigestVersion::One;
        }
        let mut states: Vec<SavedState> = Vec::new();
        let part = |bytes, digest: &mut u64| match format {
            1 => {
                let ((first, spans, events, checks), after) = next::<JournalPartOne>(bytes, digest)?;
                Some((JournalPart { first, spans, events, checks, states: Vec::new() }, after))
            }
            _ => next::<JournalPart>(bytes, digest),
        };
        while let Some((mut part, after)) = part(rest, &mut digest) {
            let found = std::mem::take(&mut part.states);
            if !recording.join(part) {
                break;
            }
            // A part may have states of earlier frames.
            let end = recording.frames();
            for state in found.into_iter().filter(|state| (1..=end).contains(&state.frame())) {
                if let Err(at) = states.binary_search_by_key(&state.frame(), SavedState::frame) {
                    add(&mut recording.checks, state.check());
                    states.insert(at, state);
                }
            }
            rest = after;
        }
        Ok(KeptRun { recording, rom, states, torn: rest.len() })
    }
}

fn next<'a, T: Deserialize<'a>>(bytes: &'a [u8], digest: &mut u64) -> Option<(T, &'a [u8])> {
    let (length, rest) = bytes.split_first_chunk::<4>()?;
    let length = Some(u32::from_le_bytes(*length) as usize).filter(|length| *length <= BLOCK_MAX)?;
    let (body, rest) = rest.split_at_checked(length)?;
    let (told, rest) = rest.split_first_chunk::<8>()?;
    let found = chained(*digest, body);
    if found != u64::from_le_bytes(*told) {
        return None;
    }
    *digest = found;
    let (block, left) = postcard::take_from_bytes(body).ok()?;
    left.is_empty().then_some((block, rest))
}
