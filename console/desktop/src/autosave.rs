//! Runs on the disk while they are played: the parts that the player sends, appended and synced, in order.
//!
//! What the disk refuses waits for the next part, and is said once.

use player::AutosaveChunk;
use rasher::Rom;
use std::sync::Arc;
use store::{Home, RunFile, StoreError};
use timeline::JournalPart;

/// Writes the run that is played.
#[derive(Default)]
pub struct Autosave {
    file: Option<RunFile>,
    /// The run whose file is still to be made.
    begins: Option<(Box<timeline::Start>, Arc<Rom>)>,
    /// Parts that the disk has refused.
    late: Vec<JournalPart>,
    said: bool,
}

impl Autosave {
    /// Writes what has come of the run of a cart, and what waits, up to what the disk refuses. What is to be said about that.
    pub fn write(&mut self, home: &Home, cart: &str, page: AutosaveChunk) -> Option<String> {
        let done = match page {
            AutosaveChunk::Over => {
                (self.file, self.begins, self.late) = (None, None, Vec::new());
                return self.said(store::end_run(home, cart).err());
            }
            AutosaveChunk::Begin { start, rom, part } => {
                self.file = None;
                self.late = vec![part];
                self.begins = Some((start, rom));
                self.catch_up(home)
            }
            AutosaveChunk::More(part) => {
                self.late.push(part);
                self.catch_up(home)
            }
        };
        if let Err(StoreError::InUse { .. }) = done {
            // Another window has the file. When that is closed, its run must not be written over by this one's.
            (self.begins, self.late) = (None, Vec::new());
        }
        self.said &= done.is_err();
        self.said(done.err())
    }

    fn catch_up(&mut self, home: &Home) -> Result<(), StoreError> {
        while let Some(part) = self.late.first() {
            match (&mut self.file, &self.begins) {
                (Some(file), _) => file.append(part)?,
                (None, Some((start, rom))) => {
                    self.file = Some(RunFile::begin(home, start, &rom.data, part)?);
                    self.begins = None;
                }
                // Parts of a run that is over.
                (None, None) => {}
            }
            self.late.remove(0);
        }
        Ok(())
    }

    fn said(&mut self, error: Option<StoreError>) -> Option<String> {
        let error = error.filter(|_| !self.said)?;
        self.said = true;
        Some(format!("the run is not kept: {error}"))
    }
}
