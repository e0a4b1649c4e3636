//! Where a test starts: at the cart's boot, or with the recording that it names.
//!
//! ```text
//! seed 7               boot ── the test's lines
//! recording a.rec      boot ── the recording's buttons, to its end, with the test's lines between them
//! from a.slot 300      boot ── the recording's buttons, to frame 300 ── the test's lines
//! ```

use super::file::{Plays, TEST_FRAMES_MAX, TestFile, TestRecording};
use rasher::{Boot, Edit, Program};
use std::path::{Path, PathBuf};
use store::RecordedFile;
use timeline::Recording;

#[derive(Clone, Debug)]
pub struct TestedCart {
    pub program: Box<dyn Program>,
    pub boot: Boot,
    pub folder: PathBuf,
    pub bless: bool,
}

/// A recording, and the frames of it that are played; and the edits of its moment.
pub type Recorded = ((Recording, u64), Vec<Edit>);

pub fn read_recorded(path: &Path, cart: &str, line: &TestRecording) -> Result<Recorded, String> {
    let (recording, moment, edits) = match store::read_recorded(path).map_err(|e| e.to_string())? {
        RecordedFile::Recording(recording) => (*recording, None, Vec::new()),
        RecordedFile::Report(report) => (report.recording, Some(report.frame), report.marked.edits),
        RecordedFile::Kept(kept) => (kept.recording, None, Vec::new()),
    };
    let (found, frames) = (&recording.start.cart, recording.frames());
    let (played, edits) = match line.plays {
        Plays::Throughout => (frames, Vec::new()),
        Plays::UpTo(None) => (moment.unwrap_or(frames), edits),
        Plays::UpTo(Some(frame)) => (frame, if moment == Some(frame) { edits } else { Vec::new() }),
    };
    if found != cart || played > frames.min(TEST_FRAMES_MAX) {
        let found = format!("found a run of {found:?} with {frames} frames");
        let least = if line.plays == Plays::Throughout { 0 } else { played };
        let expected = format!("expected one of {cart:?} with {least} to {TEST_FRAMES_MAX}");
        return Err(format!("{}: {found}, {expected}", path.display()));
    }
    Ok(((recording, played), edits))
}

impl TestedCart {
    /// How the cart starts: as recorded, else with what the test's lines say.
    pub fn start(&self, test: &TestFile, recording: Option<&Recording>) -> Boot {
        match recording {
            // The bundle's carts are the current ones.
            Some(recording) => {
                Boot { bundle: self.boot.bundle.clone(), ..recording.start.boot(self.boot.rom.clone()) }
            }
            None => Boot {
                seed: test.seed,
                saves: test.saves.clone(),
                param: test.param.clone(),
                ..self.boot.clone()
            },
        }
    }
}
