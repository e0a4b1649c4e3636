//! Data that must not be lost: the run, cart data, settings, marks of the shelf. What the disk refuses stays in memory and is tried again.
//!
//! ```text
//! run        its parts, in order      ─┐
//! cart data  the newest of each id     ├─ queued ── written when no job waits ── refused? again with what comes next, each
//! stored     the newest of each file   │                                         second, and at the end
//! settings   the newest                │
//! marks      all, in order            ─┘
//! ```
//!
//! While something is refused the player shows why, and play continues. Errors of the cart itself, such as a bad name or a full quota, are
//! reported once and not tried again.

use crate::autosave::Autosave;
use crate::settings::SettingsFile;
use crate::terminal;
use player::Saves;
use rasher::memory::ROM_SIZE;
use std::collections::BTreeMap;
use store::{CartData, Home, StoreError, ToldErrors};
use studio::{Settings, ShelfMark, ShelfMarks};

pub struct Keeper {
    pub home: Home,
    pub autosave: Autosave,
    cart_data: CartData,
    file: SettingsFile,
    pub unsaved: Unsaved,
    /// Errors already reported about files of the running cart.
    told: ToldErrors,
    /// Why each kind of data is not on the disk.
    failing: [Option<String>; 5],
    news: Vec<String>,
}

/// Data that are not on the disk yet.
#[derive(Default)]
pub struct Unsaved {
    pub cart_data: Saves,
    /// By cart and file.
    pub stored: BTreeMap<(String, String), Box<[u8; ROM_SIZE]>>,
    pub settings: Option<Settings>,
    pub marks: Vec<(String, ShelfMark)>,
}

impl Keeper {
    pub fn new(home: Home, autosave: Autosave, cart_data: CartData, file: SettingsFile) -> Keeper {
        let (unsaved, told, failing) = (Unsaved::default(), ToldErrors::default(), [const { None }; 5]);
        Keeper { home, autosave, cart_data, file, unsaved, told, failing, news: Vec::new() }
    }

    /// Another cart runs: the run of the last one is unlocked.
    pub fn playing(&mut self, key: &str) {
        if self.autosave.leave(key) {
            self.told = ToldErrors::default();
        }
        self.cart_data.playing(key);
    }

    /// Whether this is the first error of its kind about files of the running cart.
    pub fn is_news(&mut self, error: &StoreError) -> bool {
        self.told.is_new(error)
    }

    /// Moves cart data from one id to another.
    pub fn rename(&mut self, from: &str, to: &str) {
        self.write();
        if let Err(e) = self.cart_data.rename(&self.home, from, to) {
            self.news.push(e.to_string());
        }
    }

    /// Writes everything that is queued or was refused.
    pub fn write(&mut self) {
        let (told, done) = self.autosave.write(&self.home);
        self.news.extend(told);
        self.note(0, "the run cannot be saved", done);
        let mut refused = Ok(());
        for (id, data) in std::mem::take(&mut self.unsaved.cart_data) {
            let written = self.cart_data.write(&self.home, &id, &data);
            if let Ok(Some(told)) = &written {
                self.news.push(told.to_string());
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
                if self.told.is_new(&error) {
                    self.news.push(error.to_string());
                }
                Ok(())
            }
            done => done,
        }
    }

    /// Notes the result for one kind of data.
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

    /// Messages since the last call.
    pub fn news(&mut self) -> Vec<String> {
        std::mem::take(&mut self.news)
    }

    /// Why something is not on the disk.
    pub fn failing(&self) -> Option<&str> {
        self.failing.iter().flatten().next().map(String::as_str)
    }
}
