//! A save slot: a moment of a run to come back to, with its picture.
//!
//! ```text
//! "rasher slot 2\n"          what it is and which format
//! body                       deflated: picture, caption, frames a second, and the moment as a bug report has it
//! u64 little-endian          digest of all bytes before it
//! ```
//!
//! The moment is the run up to it: how it started and each input since. So a slot outlives an update of the console, a run that
//! is loaded can be walked back to its first frame, and a recording that goes on from there replays. What it costs is a few
//! seconds for an hour of play, where the run that is played has not lived the same frames already.

use crate::envelope::{Envelope, FileError};
use crate::report::Report;
use crate::run::Run;
use rasher::PIXELS;
use serde::{Deserialize, Serialize};

const FILE: Envelope = Envelope { kind: "slot", formats: 1..=2 };
/// Bytes of the largest body that is inflated: the moment is deflated by itself.
const BODY_MAX: usize = 256 << 20;
/// Letters of the longest caption that is taken from a file.
const CAPTION_MAX: usize = 64;

/// A moment to come back to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// What was on the screen.
    pub picture: Box<[u8; PIXELS]>,
    /// Where in the game it is, as the cart told it; empty if it did not.
    pub caption: String,
    /// Frames a second.
    pub fps: u8,
    /// The run up to it.
    pub moment: Report,
}

#[derive(Serialize, Deserialize)]
struct Body {
    picture: Vec<u8>,
    caption: String,
    fps: u8,
    moment: Vec<u8>,
}

impl Slot {
    /// The moment where a run stands. `version`: the console's.
    pub fn of(run: &Run, version: &str) -> Slot {
        let console = run.console();
        let mut picture = Box::new([0; PIXELS]);
        console.machine().picture(&mut picture);
        Slot {
            picture,
            caption: console.machine().captioned().to_string(),
            fps: console.fps(),
            moment: Report {
                version: version.to_string(),
                rom: rasher::Rom::clone(run.rom()),
                settings: String::new(),
                frame: run.now(),
                recording: run.recording_so_far(),
            },
        }
    }

    /// The slot as a file's bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let body = Body {
            picture: self.picture.to_vec(),
            caption: self.caption.clone(),
            fps: self.fps,
            moment: self.moment.to_bytes(),
        };
        FILE.pack(&body, 6)
    }

    /// Reads what [`Slot::to_bytes`] wrote.
    ///
    /// # Errors
    /// When the bytes are something else, of another format, damaged, or contradict themselves: the data must be those that
    /// the run started with.
    pub fn from_bytes(bytes: &[u8]) -> Result<Slot, FileError> {
        let read: Body = FILE.unpack(bytes, BODY_MAX)?;
        let found = read.picture.len();
        let picture: Box<[u8; PIXELS]> = read
            .picture
            .into_boxed_slice()
            .try_into()
            .map_err(|_| FILE.body(format!("a picture of {found} pixels, expected {PIXELS}")))?;
        if picture.iter().any(|color| *color >= 32) {
            return Err(FILE.body("its picture has colours beyond the 32"));
        }
        if !matches!(read.fps, 30 | 60) {
            return Err(FILE.body(format!("{} frames a second, expected 30 or 60", read.fps)));
        }
        let moment = Report::from_bytes(&read.moment)?;
        if moment.frame != moment.recording.frames() {
            return Err(FILE.body(format!(
                "frame {} of a run of {}",
                moment.frame,
                moment.recording.frames()
            )));
        }
        let caption = read.caption.chars().take(CAPTION_MAX).collect();
        Ok(Slot { picture, caption, fps: read.fps, moment })
    }
}
