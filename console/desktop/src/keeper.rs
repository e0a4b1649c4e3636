//! Data that must not be lost: the run, cart data, settings, marks of the shelf. What the disk refuses stays in memory and is tried again.
//!
//! ```text
//! run        its parts, in order      ─┐
//! cart data  the newest of each id     ├─ queued ── written when no job waits ── refused? again with what comes next, each
//! stored     the newest of each file   │                                         second, and at the end
//! settings   the newest                │
//! history    entries, in order         │
//! marks      all, in order            ─┘
//! ```
//!
//! While something is refused the player shows why, and play continues. Errors of the cart itself, such as a bad name or a full quota, are
//! reported once and not tried again.

use crate::terminal;
use player::{AutosaveChunk, Saves};
use rasher::Rom;
use rasher::memory::ROM_SIZE;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::Arc;
use store::{CartData, Home, ReportedErrors, RunFile, StoreError, read_settings, update_settings};
use studio::{Settings, ShelfMark, ShelfMarks};
use timeline::{JournalPart, KeptRun};

pub struct Keeper {
    pub home: Home,
    pub autosave: Autosave,
    cart_data: CartData,
    file: SettingsFile,
    pub unsaved: Unsaved,
    /// Errors already reported about files of the running cart.
    reported: ReportedErrors,
    failing: [Option<String>; 6],
    news: Vec<String>,
}

#[derive(Default)]
pub struct Unsaved {
    pub cart_data: Saves,
    pub stored: BTreeMap<(String, String), Box<[u8; ROM_SIZE]>>,
    pub settings: Option<Settings>,
    pub marks: Vec<(String, ShelfMark)>,
    /// Entries of the histories of carts, by their keys.
    pub history: BTreeMap<String, Vec<u8>>,
}

impl Keeper {
    pub fn new(home: Home, autosave: Autosave, cart_data: CartData, file: SettingsFile) -> Keeper {
        let (unsaved, reported, failing) =
            (Unsaved::default(), ReportedErrors::default(), [const { None }; 6]);
        Keeper { home, autosave, cart_data, file, unsaved, reported, failing, news: Vec::new() }
    }

    pub fn playing(&mut self, key: &str) {
        if self.autosave.leave(key) {
            self.reported = ReportedErrors::default();
        }
        self.cart_data.playing(key);
    }

    pub fn is_news(&mut self, error: &StoreError) -> bool {
        self.reported.is_new(error)
    }

    pub fn rename(&mut self, from: &str, to: &str) {
        self.write();
        if let Err(e) = self.cart_data.rename(&self.home, from, to) {
            self.news.push(e.to_string());
        }
    }

    pub fn write(&mut self) {
        let (warning, done) = self.autosave.write(&self.home);
        self.news.extend(warning);
        self.note(0, "the run cannot be saved", done);
        let mut refused = Ok(());
        for (id, data) in std::mem::take(&mut self.unsaved.cart_data) {
            let written = self.cart_data.write(&self.home, &id, &data);
            if let Ok(Some(warning)) = &written {
                self.news.push(warning.to_string());
            }
            if let Err(error) = self.unless_carts_own(written.map(drop)) {
                self.unsaved.cart_data.insert(id, data);
                refused = Err(error);
            }
        }
        self.note(1, "cart data cannot be saved", refused);
        let mut refused = Ok(());
        for ((cart, file), data) in std::mem::take(&mut self.unsaved.stored) {
            let written = store::write_stored(&self.home, &cart, &file, &data);
            if let Err(error) = self.unless_carts_own(written) {
                self.unsaved.stored.insert((cart, file), data);
                refused = Err(error);
            }
        }
        self.note(4, "stored data cannot be saved", refused);
        let settings = self.unsaved.settings.take();
        let done = settings.as_ref().map_or(Ok(()), |settings| self.file.keep(&self.home, settings));
        self.unsaved.settings = settings.filter(|_| done.is_err());
        self.note(2, "settings cannot be saved", done);
        let mut refused = Ok(());
        for (cart, entries) in std::mem::take(&mut self.unsaved.history) {
            if let Err(error) = store::append_history(&self.home, &cart, &entries) {
                self.unsaved.history.insert(cart, entries);
                refused = Err(error);
            }
        }
        self.note(5, "the history of edits cannot be saved", refused);
        if !self.unsaved.marks.is_empty() {
            let done = store::update_settings(&self.home, &self.home.marks(), |there| {
                // Marks that another window has broken are replaced by good ones.
                let mut marks = there.and_then(|bytes| ShelfMarks::from_json(bytes).ok()).unwrap_or_default();
                self.unsaved.marks.iter().for_each(|(name, mark)| marks.set(name, *mark));
                marks.to_json()
            });
            if done.is_ok() {
                self.unsaved.marks.clear();
            }
            self.note(3, "shelf marks cannot be saved", done);
        }
    }

    /// Reports an error of the cart itself, which would fail for ever, and passes on any other.
    fn unless_carts_own(&mut self, done: Result<(), StoreError>) -> Result<(), StoreError> {
        match done {
            Err(error @ (StoreError::Quota { .. } | StoreError::Name { .. })) => {
                if self.reported.is_new(&error) {
                    self.news.push(error.to_string());
                }
                Ok(())
            }
            done => done,
        }
    }

    fn note(&mut self, which: usize, what: &str, done: Result<(), StoreError>) {
        let Err(error) = done else {
            self.failing[which] = None;
            return;
        };
        let why = error.of_disk();
        // Said in full once, and in short as long as it lasts. The screen has no room for a path.
        if self.failing[which].replace(why.unwrap_or("see the log").to_string()).is_none() {
            terminal::log(&format!("{what}: {error}"));
            self.news.push(format!("{what}: {}", why.map_or(error.to_string(), str::to_string)));
        }
    }

    pub fn news(&mut self) -> Vec<String> {
        std::mem::take(&mut self.news)
    }

    pub fn failing(&self) -> Option<&str> {
        self.failing.iter().flatten().next().map(String::as_str)
    }
}

/// The kept run. A second window on the same cart has a run of its own.
#[derive(Default)]
pub struct Autosave {
    cart: String,
    file: Option<RunFile>,
    /// The run is over, and its file still has to be removed.
    over: bool,
    /// The run whose file still has to be created.
    begins: Option<(Box<timeline::Start>, Arc<Rom>)>,
    late: Vec<JournalPart>,
}

impl Autosave {
    /// Switches to a cart. Returns its kept run, and whether another window is playing the cart too.
    pub fn open(
        &mut self,
        home: &Home,
        cart: &str,
    ) -> Result<(Result<Option<KeptRun>, StoreError>, bool), StoreError> {
        self.leave(cart);
        let file = self.claim(home)?;
        Ok((file.read(), file.is_second()))
    }

    /// Switches to a cart, and unlocks the run of another one. Returns whether it was another one.
    pub fn leave(&mut self, cart: &str) -> bool {
        let is_other = self.cart != cart;
        if is_other {
            *self = Autosave { cart: cart.to_string(), ..Autosave::default() };
        }
        is_other
    }

    pub fn take(&mut self, cart: &str, page: AutosaveChunk) {
        self.leave(cart);
        match page {
            AutosaveChunk::Over => (self.over, self.begins, self.late) = (true, None, Vec::new()),
            AutosaveChunk::Begin { start, rom, part } => {
                (self.over, self.begins, self.late) = (false, Some((start, rom)), vec![part]);
            }
            AutosaveChunk::More(part) => self.late.push(part),
        }
    }

    /// Writes waiting parts until the first failure. Also returns a warning if the file had to be written again.
    pub fn write(&mut self, home: &Home) -> (Option<String>, Result<(), StoreError>) {
        let mut warning = None;
        let done = self.write_late(home, &mut warning);
        (warning, done)
    }

    fn write_late(&mut self, home: &Home, warning: &mut Option<String>) -> Result<(), StoreError> {
        if self.over {
            self.claim(home)?.end()?;
            self.over = false;
        }
        while !self.late.is_empty() {
            self.claim(home)?;
            let (Some(file), Some(part)) = (&mut self.file, self.late.first()) else { break };
            match &self.begins {
                Some((start, rom)) => {
                    file.begin(start, &rom.data, part)?;
                    self.begins = None;
                }
                None => *warning = file.append(part)?.map(|gone| gone.to_string()).or(warning.take()),
            }
            self.late.remove(0);
        }
        Ok(())
    }

    fn claim(&mut self, home: &Home) -> Result<&mut RunFile, StoreError> {
        let file = match self.file.take() {
            Some(file) => file,
            None => RunFile::open(home, &self.cart)?,
        };
        Ok(self.file.insert(file))
    }
}

/// The player's settings as JSON. Before the file is written it is read again: fields that this window has not changed stay as they are.
#[derive(Clone, Debug, Default)]
pub struct SettingsFile {
    known: Map<String, Value>,
}

fn fields(settings: &Settings) -> Map<String, Value> {
    match serde_json::to_value(settings) {
        Ok(Value::Object(fields)) => fields,
        // They are an object with plain names.
        _ => Map::new(),
    }
}

impl SettingsFile {
    /// Reads the settings. A broken file is set aside, with a message.
    pub fn read(home: &Home) -> (SettingsFile, Settings, Option<String>) {
        let (settings, complaint) = match read_settings(home, &home.settings(), Settings::from_json) {
            Ok(settings) => (settings.unwrap_or_default(), None),
            Err(e) => (Settings::default(), Some(e.to_string())),
        };
        (SettingsFile { known: fields(&settings) }, settings, complaint)
    }

    pub fn keep(&mut self, home: &Home, settings: &Settings) -> Result<(), StoreError> {
        let mine = fields(settings);
        update_settings(home, &home.settings(), |there| {
            // What another window has broken is not read: this one's are good.
            let there = there.and_then(|bytes| Settings::from_json(bytes).ok());
            let mut all = mine.clone();
            for (name, value) in there.as_ref().map(fields).unwrap_or_default() {
                if mine.get(&name) == self.known.get(&name) {
                    all.insert(name, value);
                }
            }
            // A map of values has a JSON form.
            (serde_json::to_string_pretty(&all).unwrap_or_default() + "\n").into_bytes()
        })?;
        self.known = mine;
        Ok(())
    }
}

#[cfg(test)]
#[path = "../tests/unit/settings.rs"]
mod tests;
