//! A run in a file, with its cart and data.
//!
//! ```text
//! a.rec              a recording; the cart's data are searched for                         its moment is the end
//! a.report, a.slot   a bug report or save slot: recording, data, frame                     its moment is that frame
//! a.run              a kept run: recording, data                                           its moment is the end
//! NAME               if no such file exists, the last kept run of the cart NAME
//! ```
//!
//! A cartridge may have another name than in the recording if its data are the same; the digest of frame 0 then shows other code.

use crate::error::ToolError;
use crate::options::{RunFiles, RunSource};
use loader::{Cart, LoadError, Loader};
use rasher::memory::ROM_SIZE;
use rasher::{Bundle, Console, Rom};
use shelf::Entry;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use store::{
    CartIds, DiskSource, Home, RecordedFile, is_cartridge, newest_run, newest_run_named, read_recorded,
};
use timeline::{Marked, Recording, Replay, ReplayError, Run};

#[derive(Clone)]
pub struct Recorded {
    pub path: PathBuf,
    pub cart: Cart,
    pub recording: Recording,
    pub rom: Arc<Rom>,
    pub frame: u64,
    pub marked: Marked,
}

impl RunSource {
    /// Finds the cart `name` of the recording in the file `run`; `bundle` is the recording's.
    pub fn cart_of(
        &self,
        carts: &'static [Entry],
        name: &str,
        run: &Path,
        bundle: &Bundle,
    ) -> Result<Cart, LoadError> {
        let places = store::data_places(self.data.clone(), self.home.as_deref());
        let mut loader = Loader::new(DiskSource::default());
        loader.cart_of_run(carts, name, run, self.cart.as_deref(), bundle, &places)
    }
}

impl Recorded {
    /// Reads a recording, a bug report, a kept run or a save slot, or the last kept run of a cart's name. Fails if the file belongs to
    /// another cart than the one named.
    pub fn read(carts: &'static [Entry], path: &Path, source: &RunSource) -> Result<Recorded, ToolError> {
        let path = &resolve_path(carts, path, source)?;
        let (recording, own, frame, marked) = match read_recorded(path)? {
            RecordedFile::Report(report) => {
                (report.recording, Some(report.rom.data), Some(report.frame), report.marked)
            }
            RecordedFile::Kept(kept) => (kept.recording, Some(kept.rom), None, Marked::default()),
            RecordedFile::Recording(recording) => (*recording, None, None, Marked::default()),
        };
        Recorded::of(carts, path.clone(), source, recording, own, (frame, marked))
    }

    /// A run with its cart, and its data if the file has them. `path` names it in errors.
    pub fn of(
        carts: &'static [Entry],
        path: PathBuf,
        source: &RunSource,
        recording: Recording,
        own: Option<Box<[u8; ROM_SIZE]>>,
        (frame, marked): (Option<u64>, Marked),
    ) -> Result<Recorded, ToolError> {
        let name = &recording.start.cart;
        let mut cart = source.cart_of(carts, name, &path, &recording.start.bundle)?;
        if cart.rom.name != *name {
            if cart.origin.file().is_none() || cart.rom.digest() != recording.start.rom {
                let (recorded, found) = (name.clone(), source.cart.clone().unwrap_or_default());
                return Err(ToolError::OtherCart { path, recorded, found });
            }
            Arc::make_mut(&mut cart.rom).name = name.clone();
        }
        let mut rom = Rom::clone(&cart.rom);
        rom.data = own.unwrap_or(rom.data);
        let frame = frame.unwrap_or(recording.frames());
        Ok(Recorded { path, cart, recording, rom: Arc::new(rom), frame, marked })
    }

    /// The whole run, at its moment, with the report's bookmarks and edits.
    pub fn run(&self) -> Result<Run, ToolError> {
        let mut run = self.run_until(|_, _| false)?;
        run.goto(self.frame)?;
        self.marked.bookmarks.iter().for_each(|(frame, name)| run.bookmark_at(*frame, name));
        for edit in &self.marked.edits {
            let text = self.path.display();
            run.edit(edit.clone()).map_err(|e| ToolError::argument(text, e))?;
        }
        Ok(run)
    }

    /// The run up to the first frame for which `stop` returns true; later frames are known only by their inputs.
    pub fn run_until(&self, stop: impl FnMut(u64, &Console) -> bool) -> Result<Run, ToolError> {
        let (program, _) = self.cart.clone().boot();
        Run::load_until(&self.recording, program, self.rom.clone(), stop).map_err(|e| self.wrong(e))
    }

    /// The run from its start, frame by frame. Fails if it is of another version of the cart or of other data.
    pub fn replay(&self) -> Result<Replay, ToolError> {
        let (program, _) = self.cart.clone().boot();
        Replay::new(&self.recording, program, self.rom.clone()).map_err(|e| self.wrong(e))
    }

    pub fn wrong(&self, source: ReplayError) -> ToolError {
        let path = self.path.clone();
        match (self.cart.origin.file(), &source) {
            // The digest of a state includes the code's.
            (Some(file), ReplayError::Parted { check, .. }) if check.frame == 0 => {
                ToolError::OtherCode { path, cart: file.into() }
            }
            _ => ToolError::Replay { path, source: Box::new(source) },
        }
    }
}

/// The file: the path itself, or the last kept run of the cart with that name.
fn resolve_path(carts: &[Entry], path: &Path, source: &RunSource) -> Result<PathBuf, ToolError> {
    // A cartridge without a run means its last kept run.
    let alone = source.cart.as_deref().filter(|cart| *cart == path);
    let shown = alone.map(|cart| cart.to_string_lossy());
    let stem = shown.as_deref().map(format::stem);
    let name = match stem {
        Some(name) => name.to_string(),
        None if std::fs::symlink_metadata(path).is_ok() => return Ok(path.into()),
        None => path.to_string_lossy().into_owned(),
    };
    let is_cart = stem.is_some() || carts.iter().any(|cart| cart.name == name);
    let is_name = Path::new(&name).file_name().is_some_and(|last| *last == *name) && !is_cartridge(path);
    if !is_cart && !is_name {
        return Ok(path.into());
    }
    let home = Home::find(source.home.as_deref())?;
    let kept = match alone {
        // The run of the cartridge at this path.
        Some(file) => newest_run(&home, &CartIds::read(&home)?.key(file)),
        None => Ok(None),
    };
    match kept.and_then(|run| run.map_or_else(|| newest_run_named(&home, &name), |run| Ok(Some(run)))) {
        Ok(Some(run)) => Ok(run),
        Ok(None) if is_cart => Err(ToolError::NoRun { cart: name, folder: home.runs() }),
        Err(e) if is_cart => Err(e.into()),
        // The path is a missing file.
        _ => Ok(path.into()),
    }
}

impl RunFiles {
    pub fn read(&self, carts: &'static [Entry], n: usize) -> Result<Recorded, ToolError> {
        Recorded::read(carts, self.path(n), &self.source)
    }
}
