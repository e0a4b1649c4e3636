//! A save slot: a moment of a run to return to, with its picture.
//!
//! ```text
//! "rasher slot 2\n"          kind and format
//! body                       deflated: picture, caption, frames a second, the moment as a bug report has it, states
//! u64 little-endian          digest of all bytes before it
//! ```
//!
//! The moment is the run up to it: its start and each input. So a slot survives an update of the console, a loaded run can be rewound to
//! its first frame, and a recording that continues from there replays. Replaying an hour takes seconds, so the moment is also there as a
//! state, with a few before it, for the build that made the slot (`saved.rs`). Format 1 has no states.

use crate::envelope::{Envelope, FileError};
use crate::report::{Marked, Report};
use crate::run::Run;
use crate::saved::{Build, SavedState, add};
use rasher::PIXELS;
use serde::{Deserialize, Serialize};

const FILE: Envelope = Envelope { kind: "slot", formats: 1..=2 };
/// Bytes of the largest inflated body, for each byte of the file and in addition: the picture is 16 KB, all else deflated.
const BODY_MAX: (usize, usize) = (4, 1 << 20);
/// Letters of the longest caption that is taken from a file.
const CAPTION_MAX: usize = 64;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    pub picture: Box<[u8; PIXELS]>,
    /// The place in the game, if the cart reports it.
    pub caption: String,
    /// Frames a second.
    pub fps: u8,
    /// The run up to it.
    pub moment: Report,
    /// Moments of that run, by frame: itself the last.
    pub states: Vec<SavedState>,
}

#[derive(Serialize, Deserialize)]
struct SlotBody {
    picture: Vec<u8>,
    caption: String,
    fps: u8,
    moment: Vec<u8>,
}

impl Slot {
    /// The current moment of a run. `version` is the console's.
    pub fn of(run: &Run, version: &str) -> Slot {
        let console = run.console();
        let mut picture = Box::new([0; PIXELS]);
        console.machine().picture(&mut picture);
        Slot {
            picture,
            caption: console.machine().captioned().to_string(),
            fps: console.fps(),
            moment: Report {
                recording: run.recording_so_far(),
                marked: Marked::default(),
                ..Report::of(run, version)
            },
            states: Vec::new(),
        }
    }

    pub fn with_states(self, run: &Run, build: Build) -> Slot {
        let mut slot = Slot { states: run.slot_states(build), ..self };
        let checks = &mut slot.moment.recording.checks;
        slot.states.iter().for_each(|state| add(checks, state.check()));
        slot
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let body = SlotBody {
            picture: self.picture.to_vec(),
            caption: self.caption.clone(),
            fps: self.fps,
            moment: self.moment.to_bytes(),
        };
        FILE.pack(2, &(body, &self.states), 6)
    }

    pub fn is_one(bytes: &[u8]) -> bool {
        FILE.is_one(bytes)
    }

    /// Reads a save slot. Fails if its data are not those that the run started with.
    pub fn from_bytes(bytes: &[u8]) -> Result<Slot, FileError> {
        let (format, body) = FILE.open(bytes)?;
        let inflated = FILE.inflate(body, BODY_MAX.0 * body.len() + BODY_MAX.1)?;
        let (read, rest): (SlotBody, _) = postcard::take_from_bytes(&inflated).map_err(|e| FILE.body(e))?;
        let states: Vec<SavedState> = match format {
            1 => Vec::new(),
            _ => postcard::from_bytes(rest).map_err(|e| FILE.body(e))?,
        };
        let wrong =
            |found: Vec<u8>| FILE.body(format!("a picture of {} pixels, expected {PIXELS}", found.len()));
        let picture: Box<[u8; PIXELS]> = read.picture.try_into().map_err(wrong)?;
        if picture.iter().any(|color| *color >= 32) {
            return Err(FILE.body("its picture has colours beyond the 32"));
        }
        if !matches!(read.fps, 30 | 60) {
            return Err(FILE.body(format!("{} frames a second, expected 30 or 60", read.fps)));
        }
        let moment = Report::from_bytes(&read.moment)?;
        let frames = moment.recording.frames();
        if moment.frame != frames {
            return Err(FILE.body(format!("frame {} of a run of {frames}", moment.frame)));
        }
        let caption = read.caption.chars().take(CAPTION_MAX).collect();
        Ok(Slot { picture, caption, fps: read.fps, moment, states })
    }
}
