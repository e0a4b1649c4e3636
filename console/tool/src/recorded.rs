//! A run in a file: a recording, a bug report, a kept run or a save slot, with the cart and the data that it needs.
//!
//! ```text
//! a.rec              recording              + the cart's data, as they are found        its moment is the end
//! a.report, a.slot   recording, data, frame                                             its moment is that frame
//! a.run              recording, data                                                    its moment is the end
//! NAME               where no file has that name: the run of the cart NAME that was kept last
//!
//! its cart: the cartridge that is named ── else ──> the one that is in the file, of a run in Lua ── else ──> the shelf's of that
//!           name ── else, of files of earlier versions ──> NAME.p8, .p8.png or .p8.rom beside the run's file or in this folder
//! ```
//!
//! A cartridge may have another name than the run says, if its data are those of the run. Whether its code is, too, is told by the
//! digest of frame 0.

use crate::data::{DataOrigin, DataSource, LoadedRom, cart, find_rom, open};
use crate::error::ToolError;
use crate::options::RunSource;
use rasher::{Bundle, BundledCart, Console, Program, Rom};
use shelf::Entry;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use store::{Home, RecordedFile, cart_key, is_cartridge, newest_run, newest_run_named, read_recorded};
use timeline::{Marked, Recording, Replay, ReplayError, Run};

/// Endings of a cartridge that is looked for beside a run, in that order.
const ENDINGS: [&str; 3] = ["p8", "p8.png", "p8.rom"];

/// A run that was read, and has not been run yet.
#[derive(Clone)]
pub struct Recorded {
    pub path: PathBuf,
    pub cart: CartOfRun,
    pub recording: Recording,
    /// The data that the run started with.
    pub rom: Arc<Rom>,
    /// The frame of its moment.
    pub frame: u64,
    /// What a bug report has of that moment beside its run.
    pub marked: Marked,
}

/// The cart of a run, of whichever language.
#[derive(Clone)]
pub struct CartOfRun {
    pub title: String,
    /// The program in its first state.
    pub program: Box<dyn Program>,
    /// Its data as they stand now, with the name that the run has for it.
    pub rom: Rom,
    /// The cartridge with its code, if it is one in Lua.
    pub file: Option<PathBuf>,
}

impl CartOfRun {
    /// The cart that a run in the file `path` calls `name`; `bundle` is that of its recording.
    ///
    /// # Errors
    /// When it is not at hand, or its data or code are wrong.
    pub fn find(
        carts: &'static [Entry],
        name: &str,
        path: &Path,
        source: &RunSource,
        bundle: &Bundle,
    ) -> Result<CartOfRun, ToolError> {
        let data = DataSource::new(source.data.clone(), source.home.as_deref());
        let shelved = cart(carts, name).ok();
        let file = match (&source.cart, bundle.first()) {
            (Some(file), _) => file.clone(),
            (None, Some(first)) => return CartOfRun::bundled(first, name, path),
            (None, None) => match shelved {
                Some(entry) => return CartOfRun::shelved(entry, find_rom(entry, &data)?.rom),
                None => beside(path, name)
                    .ok_or_else(|| ToolError::NoCartOfRun { path: path.into(), name: name.into() })?,
            },
        };
        let opened = open(carts, &file, &data)?;
        if let Some(entry) = opened.entry {
            return CartOfRun::shelved(entry, opened.found.rom);
        }
        let program = opened.program(carts)?;
        let LoadedRom { rom, origin, .. } = opened.found;
        let file = match origin {
            DataOrigin::File(file) => Some(file),
            DataOrigin::Folder(_) | DataOrigin::Own(_) | DataOrigin::Embedded => None,
        };
        Ok(CartOfRun { title: rom.name.clone(), program, rom, file })
    }

    /// The cart as it stands in the recording.
    fn bundled(first: &BundledCart, name: &str, path: &Path) -> Result<CartOfRun, ToolError> {
        let program = script::lua_cart(&first.code.text, &first.code)
            .map_err(|source| ToolError::Syntax { path: path.into(), source })?;
        let rom = Rom { data: first.data.0.clone(), ..Rom::empty(name) };
        Ok(CartOfRun { title: name.to_string(), program, rom, file: None })
    }

    fn shelved(entry: &Entry, rom: Rom) -> Result<CartOfRun, ToolError> {
        Ok(CartOfRun { title: entry.title.into(), program: (entry.make)(), rom, file: None })
    }
}

/// The cartridge of that name beside a run's file, or in the current folder.
fn beside(path: &Path, name: &str) -> Option<PathBuf> {
    // What a file says is the name of a file and no way to one.
    let plain = Path::new(name).file_name().is_some_and(|last| last == name);
    let here = || Some(PathBuf::new());
    let folders = path.parent().map(Path::to_path_buf).into_iter().chain(here());
    let files = folders.flat_map(|folder| ENDINGS.map(|ending| folder.join(format!("{name}.{ending}"))));
    files.filter(|_| plain).find(|file| file.is_file())
}

impl Recorded {
    /// Reads a recording, a bug report, a kept run or a save slot; of a cart's name the run that was kept last in the home.
    ///
    /// # Errors
    /// When the file is none of them, its cart or data are not available, or it is a run of another cart than the one named.
    pub fn read(carts: &'static [Entry], path: &Path, source: &RunSource) -> Result<Recorded, ToolError> {
        let path = &named(carts, path, source)?;
        let (recording, own, frame, marked) = match read_recorded(path)? {
            RecordedFile::Report(report) => {
                (report.recording, Some(report.rom.data), Some(report.frame), report.marked)
            }
            RecordedFile::Kept(kept) => (kept.recording, Some(kept.rom), None, Marked::default()),
            RecordedFile::Recording(recording) => (*recording, None, None, Marked::default()),
        };
        let name = &recording.start.cart;
        let mut cart = CartOfRun::find(carts, name, path, source, &recording.start.bundle)?;
        if cart.rom.name != *name {
            if cart.file.is_none() || cart.rom.digest() != recording.start.rom {
                let (recorded, found) = (name.clone(), source.cart.clone().unwrap_or_default());
                return Err(ToolError::OtherCart { path: path.into(), recorded, found });
            }
            cart.rom.name = name.clone();
        }
        let mut rom = cart.rom.clone();
        rom.data = own.unwrap_or(rom.data);
        let frame = frame.unwrap_or(recording.frames());
        Ok(Recorded { path: path.into(), cart, recording, rom: Arc::new(rom), frame, marked })
    }

    /// The run with its whole past, at the moment of the file, with what was marked and changed there.
    ///
    /// # Errors
    /// When it does not replay.
    pub fn run(&self) -> Result<Run, ToolError> {
        let mut run = self.run_until(|_, _| false)?;
        run.goto(self.frame)?;
        self.marked.bookmarks.iter().for_each(|(frame, name)| run.bookmark_at(*frame, name));
        for edit in &self.marked.edits {
            run.edit(edit.clone()).map_err(|e| ToolError::Argument {
                text: self.path.display().to_string(),
                why: e.to_string(),
            })?;
        }
        Ok(run)
    }

    /// The run as far as the first moment of which `stop` says true: frames run, and the console. It costs what the way there
    /// costs; what comes after is known by its inputs alone.
    ///
    /// # Errors
    /// When it does not replay up to there.
    pub fn run_until(&self, stop: impl FnMut(u64, &Console) -> bool) -> Result<Run, ToolError> {
        Run::load_until(&self.recording, self.cart.program.clone(), self.rom.clone(), stop)
            .map_err(|e| self.wrong(e))
    }

    /// The run from its start, frame by frame.
    ///
    /// # Errors
    /// When it is of another version of the cart or of other data, or starts otherwise.
    pub fn replay(&self) -> Result<Replay, ToolError> {
        Replay::new(&self.recording, self.cart.program.clone(), self.rom.clone()).map_err(|e| self.wrong(e))
    }

    /// The error that it does not replay.
    pub fn wrong(&self, source: ReplayError) -> ToolError {
        let path = self.path.clone();
        match (&self.cart.file, &source) {
            // A state tells the code that it is of.
            (Some(file), ReplayError::Parted { check, .. }) if check.frame == 0 => {
                ToolError::OtherCode { path, cart: file.clone() }
            }
            _ => ToolError::Replay { path, source: Box::new(source) },
        }
    }
}

/// The file that is meant: the path, or the run that was kept of the cart of that name.
fn named(carts: &[Entry], path: &Path, source: &RunSource) -> Result<PathBuf, ToolError> {
    // A cartridge without a run stands for the run of it that was kept.
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
        // That of the cartridge at this very place.
        Some(file) => newest_run(&home, &cart_key(file)),
        None => Ok(None),
    };
    match kept.and_then(|run| run.map_or_else(|| newest_run_named(&home, &name), |run| Ok(Some(run)))) {
        Ok(Some(run)) => Ok(run),
        Ok(None) if is_cart => Err(ToolError::NoRun { cart: name, folder: home.runs() }),
        Err(e) if is_cart => Err(e.into()),
        // It is a file that is not there.
        _ => Ok(path.into()),
    }
}
