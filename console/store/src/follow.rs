//! Watches a cart's data files, and a cartridge's code files, by path, while they are edited.
//!
//! ```text
//! resting ── the five files or their folders look different, or a hint ──> changing
//! changing ── nothing new for 50 ms ──> read all ──┬── good ────────────> News, resting
//!                                                  └── a new error ─────> doubtful
//! doubtful ── 250 ms later read again ──> News, resting
//! ```
//!
//! By their paths: so a file that was renamed into place, a replaced folder and a link with another target are noticed. The system's reports
//! are hints that make it faster. A broken, empty or missing file leaves its part of the data as it was. A program that truncates a file and
//! then writes it causes no error. There is no clock or thread: the caller passes the time.

use crate::data::read_data_file;
use crate::disk_source::{DiskSource, FileLook};
use crate::error::StoreError;
use crate::file::optional;
use crate::inside::read_inside;
use format::LeftOut;
use loader::{DATA_FOLDERS, DataRead, cartridge_max, data_files, data_folders};
use rasher::Rom;
use rasher::memory::{FLAGS, MAP, MUSIC, ROM_SIZE, SFX, SHARED, SHEET};
use same_file::Handle;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// A file is read once it has not changed for this long.
const REST: Duration = Duration::from_millis(50);
/// A file that changes all the time is read this often, and used if it is correct.
const RESTLESS: Duration = Duration::from_secs(2);
/// An error is checked again after this time, before it is reported.
const DOUBT: Duration = Duration::from_millis(250);
/// Time between checks without a hint.
const LOOK: Duration = Duration::from_millis(100);

/// Sounds are the last part of a ROM.
const SFX_END: u16 = ROM_SIZE as u16;
const MAP_FILE: usize = 1;

#[derive(Clone, Debug, Default)]
pub struct News {
    pub rom: Option<Rom>,
    /// All errors, a line for each file, if they have changed. Empty: all files are correct again.
    pub wrong: Option<Vec<String>>,
    pub said: Vec<String>,
    /// A folder was replaced, so a watch on it must start again.
    pub moved: bool,
}

impl News {
    fn is_empty(&self) -> bool {
        self.rom.is_none() && self.wrong.is_none() && self.said.is_empty() && !self.moved
    }
}

#[derive(Clone, Debug)]
pub struct Follower {
    folder: PathBuf,
    name: String,
    rom: Rom,
    /// The data of a cartridge, over which the files are put.
    base: Option<Rom>,
    seen: Seen,
    hinted: bool,
    state: State,
    looked: Duration,
    told: Vec<String>,
    left_out: Option<LeftOut>,
    /// The last remark about the sheet's colours, once it was read.
    strays: Option<Option<String>>,
}

#[derive(Clone, Copy, Debug)]
enum State {
    Resting,
    Changing { since: Duration, last: Duration },
    Doubtful { since: Duration },
}

impl Follower {
    /// Follows the files of the cart `name` below `folder`, whose current data are `rom`. The first check reads all.
    pub fn new(folder: &Path, name: &str, rom: Rom) -> Follower {
        Follower {
            folder: folder.into(),
            name: name.into(),
            rom,
            base: None,
            seen: Seen::at(folder, name),
            hinted: true,
            state: State::Resting,
            looked: Duration::ZERO,
            told: Vec::new(),
            left_out: None,
            strays: None,
        }
    }

    /// Follows the files next to a cartridge whose own data are `base`.
    pub fn over(folder: &Path, base: Rom, rom: Rom) -> Follower {
        Follower { base: Some(base), ..Follower::new(folder, &rom.name.clone(), rom) }
    }

    /// The cartridge was saved with these data. Returns the data, if they have changed.
    pub fn set_base(&mut self, base: Rom) -> Option<Rom> {
        self.base = Some(base);
        let rom = self.readout().rom;
        let is_news = rom.data != self.rom.data || rom.sounds != self.rom.sounds;
        self.rom = rom;
        is_news.then(|| self.rom.clone())
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn folders(&self) -> [PathBuf; 2] {
        data_folders(&self.folder)
    }

    pub fn hint(&mut self) {
        self.hinted = true;
    }

    /// An edit has written these data into the files, so they are no change, and a file that it removed is not missed.
    pub fn saved(&mut self, data: Box<[u8; ROM_SIZE]>) {
        self.rom.data = data;
    }

    pub fn next(&self) -> Duration {
        match self.state {
            _ if self.hinted => self.looked,
            State::Resting => self.looked + LOOK,
            State::Changing { since, last } => (last + REST).min(since + RESTLESS),
            State::Doubtful { since } => since + DOUBT,
        }
    }

    /// Checks the files and reads the changed ones. `now` is the time since any fixed moment, and never decreases.
    pub fn look(&mut self, now: Duration) -> Option<News> {
        self.looked = now;
        let mut news = News::default();
        let seen = Seen::at(&self.folder, &self.name);
        for ((folder, before), after) in DATA_FOLDERS.iter().zip(&self.seen.folders).zip(&seen.folders) {
            if before != after {
                news.moved = true;
                // A missing folder is reported by its files.
                let replaced = |_| format!("{folder} was replaced: its new files are followed");
                news.said.extend(after.as_ref().map(replaced));
            }
        }
        if std::mem::take(&mut self.hinted) || seen != self.seen {
            let since = match self.state {
                State::Changing { since, .. } => since,
                _ => now,
            };
            (self.seen, self.state) = (seen, State::Changing { since, last: now });
        }
        match self.state {
            State::Changing { last, .. } if now >= last + REST => self.read(&mut news, now, true),
            State::Changing { since, .. } if now >= since + RESTLESS => {
                self.read(&mut news, now, false);
                self.state = State::Changing { since: now, last: now };
            }
            State::Doubtful { since } if now >= since + DOUBT => self.read(&mut news, now, true),
            _ => {}
        }
        (!news.is_empty()).then_some(news)
    }

    /// Reads all files. New errors are reported only on the second read, once nothing changes.
    fn read(&mut self, news: &mut News, now: Duration, rests: bool) {
        let DataRead { rom, wrong, left_out, strays } = self.readout();
        if rom.data != self.rom.data || rom.sounds != self.rom.sounds {
            self.rom = rom;
            news.rom = Some(self.rom.clone());
        }
        if let Some(left_out) = left_out {
            let before = self.left_out.replace(left_out);
            if before.is_some_and(|before| before != left_out) && left_out != LeftOut::default() {
                news.said.push(format!("{}.map: {left_out}", self.name));
            }
        }
        if self.strays.replace(strays.clone()).is_some_and(|before| before != strays) {
            news.said.extend(strays);
        }
        let doubtful = wrong.iter().any(|line| !self.told.contains(line));
        let again = matches!(self.state, State::Doubtful { .. });
        if doubtful && !(again && rests) {
            self.state = State::Doubtful { since: now };
            return;
        }
        self.state = State::Resting;
        if wrong != self.told {
            news.wrong = Some(wrong.clone());
            self.told = wrong;
        }
    }

    /// The files' data, with the data in use where a file cannot be read.
    fn readout(&self) -> DataRead {
        // Sheet, map and flags are in the first folder.
        let folder_of = |file: usize| usize::from(file > 2);
        let gone = self.seen.folders.each_ref().map(Option::is_none);
        // Of a cartridge its own data are in use then.
        let is_missed = |file: usize| self.base.is_none() && self.has(file);
        let mut wrong: Vec<String> = Vec::new();
        for (n, folder) in DATA_FOLDERS.iter().enumerate() {
            if gone[n] && (0..5).any(|file| folder_of(file) == n && is_missed(file)) {
                wrong.push(format!("the folder {folder} is missing: its last data stay in use"));
            }
        }
        let base = self.base.as_ref().unwrap_or(&self.rom);
        let mut read = DataRead::new(base, &self.rom, &self.folder, &self.name, |n, path| {
            let name = path.file_name().unwrap_or_default().display();
            let stays = |how| format!("{name} {how}: the last good version stays in use");
            // An empty file is what a program leaves that is about to write, or could not.
            let is_empty = |text: &[u8]| text.iter().all(u8::is_ascii_whitespace);
            match self.read_file(path) {
                Ok(Some(text)) if is_empty(&text) && self.has(n) => Err(stays("is empty")),
                Ok(Some(text)) if is_empty(&text) => Ok(None),
                Ok(None) if is_missed(n) && !gone[folder_of(n)] => Err(stays("is missing")),
                read => read.map_err(|e| e.to_string()),
            }
        });
        let shared = usize::from(SHARED)..usize::from(MAP);
        let is_zero = read.rom.data[shared.clone()].iter().all(|byte| *byte == 0);
        if read.left_out.is_none() && self.has(MAP_FILE) && is_zero {
            // These rows may belong to the map that cannot be read.
            read.rom.data[shared.clone()].copy_from_slice(&self.rom.data[shared]);
        }
        read.wrong.splice(0..0, wrong);
        read
    }

    /// A data file; next to a cartridge only one that is really in its folder.
    fn read_file(&self, path: &Path) -> Result<Option<Vec<u8>>, StoreError> {
        match self.base {
            Some(_) => optional(read_inside(&self.folder, path, cartridge_max(path))),
            None => read_data_file(path),
        }
    }

    fn has(&self, n: usize) -> bool {
        let (from, to) = [(SHEET, SHARED), (MAP, FLAGS), (FLAGS, MUSIC), (SFX, SFX_END), (MUSIC, SFX)][n];
        let area = usize::from(from)..usize::from(to);
        self.rom.data[area.clone()] != Rom::empty("").data[area]
    }
}

#[derive(Clone, Debug, PartialEq)]
struct Seen {
    /// Kept open, so that no other folder can be mistaken for it.
    folders: [Option<Arc<Handle>>; 2],
    files: [Result<FileLook, ErrorKind>; 5],
}

impl Seen {
    fn at(folder: &Path, name: &str) -> Seen {
        let files = data_files(folder, name).map(|path| FileLook::at(&path));
        // Opening a pipe could wait.
        let open =
            |path: PathBuf| path.is_dir().then(|| Handle::from_path(path).ok()).flatten().map(Arc::new);
        Seen { folders: data_folders(folder).map(open), files }
    }
}

/// Follows the files of a cartridge's code: reports those that differ once nothing has changed for `REST`. It reads nothing.
#[derive(Clone, Debug)]
pub struct FilesFollower {
    files: Vec<(PathBuf, Result<FileLook, ErrorKind>)>,
    changed: Vec<PathBuf>,
    /// When the changes started, and the last one.
    changing: Option<(Duration, Duration)>,
}

impl FilesFollower {
    /// Follows these files, as the loader found them.
    pub fn new(files: Vec<PathBuf>, source: &DiskSource) -> FilesFollower {
        let seen = |file: PathBuf| (file.clone(), source.look(&file));
        FilesFollower { files: files.into_iter().map(seen).collect(), changed: Vec::new(), changing: None }
    }

    pub fn wait(&self) -> Duration {
        if self.changing.is_some() { REST } else { LOOK }
    }

    /// Checks the files. Returns the changed ones, once nothing changes any more. `now` never decreases.
    pub fn look(&mut self, now: Duration) -> Vec<PathBuf> {
        for (file, seen) in &mut self.files {
            let look = FileLook::at(file);
            if look != *seen {
                *seen = look;
                self.changing = Some((self.changing.map_or(now, |(since, _)| since), now));
                if !self.changed.contains(file) {
                    self.changed.push(file.clone());
                }
            }
        }
        let Some((since, last)) = self.changing else { return Vec::new() };
        if now < last + REST && now < since + RESTLESS {
            return Vec::new();
        }
        self.changing = None;
        std::mem::take(&mut self.changed)
    }

    pub fn set(&mut self, files: Vec<PathBuf>, source: &DiskSource) {
        if !files.iter().eq(self.files.iter().map(|(file, _)| file)) {
            self.files = FilesFollower::new(files, source).files;
        }
    }
}
