//! What a person must not lose: the run, cart data, settings, marks of the shelf. What the disk refuses is kept in memory and tried again.
//!
//! ```text
//! run        its parts, in order   ─┐
//! cart data  the newest of each id  ├─ taken ── written when nothing else waits ── refused? again with what comes next, each
//! settings   the newest            ─┤                                              second, and at the end
//! stored     the newest of a file  ─┤
//! marks      all, in order         ─┘
//! ```
//!
//! As long as something is refused the player is told why, and shows it; play goes on. What the cart itself is to blame for, a name that
//! leads out of its folder or a quota that is used up, is told once and not tried again.

use crate::autosave::Autosave;
use crate::settings::SettingsFile;
use crate::terminal;
use player::{AutosaveChunk, Saves};
use rasher::memory::ROM_SIZE;
use std::collections::BTreeMap;
use store::{CartData, Home, StoreError, ToldErrors};
use studio::{Mark, Marks, Settings};

/// Keeps these, in a home.
pub struct Keeper {
    pub home: Home,
    /// The run that is played.
    pub autosave: Autosave,
    cart_data: CartData,
    file: SettingsFile,
    /// Cart data that are not on the disk.
    unsaved: Saves,
    /// Data that the cart has stored and that are not, by its key and the file.
    unstored: BTreeMap<(String, String), Box<[u8; ROM_SIZE]>>,
    /// What was told of the files of the cart that runs.
    told: ToldErrors,
    /// Settings that are not.
    unset: Option<Settings>,
    /// Marks that are not.
    unmarked: Vec<(String, Mark)>,
    /// Why each of these is not on the disk: the run, cart data, settings, marks, stored data.
    failing: [Option<String>; 5],
    /// What is to be said, once.
    news: Vec<String>,
}

impl Keeper {
    /// Goes on from what was read.
    pub fn new(home: Home, autosave: Autosave, cart_data: CartData, file: SettingsFile) -> Keeper {
        let (unsaved, unset) = (Saves::default(), None);
        Keeper {
            home,
            autosave,
            cart_data,
            file,
            unsaved,
            unstored: BTreeMap::new(),
            told: ToldErrors::default(),
            unset,
            unmarked: Vec::new(),
            failing: [const { None }; 5],
            news: Vec::new(),
        }
    }

    /// The cart of that key runs: what is kept of another one's run is anybody's.
    pub fn playing(&mut self, key: &str) {
        if self.autosave.leave(key) {
            self.told = ToldErrors::default();
        }
        self.cart_data.playing(key);
    }

    /// Is it the first error of its kind about the files of the cart that runs?
    pub fn is_news(&mut self, error: &StoreError) -> bool {
        self.told.is_new(error)
    }

    /// Takes data that a cart has stored: of a file the newest are written.
    pub fn store(&mut self, cart: String, file: String, data: Box<[u8; ROM_SIZE]>) {
        self.unstored.insert((cart, file), data);
    }

    /// Takes what has come of the run of a cart.
    pub fn run(&mut self, cart: &str, page: AutosaveChunk) {
        self.autosave.take(cart, page);
    }

    /// Takes cart data: of an id the newest is written.
    pub fn save(&mut self, id: String, data: Box<[u8; 256]>) {
        self.unsaved.insert(id, data);
    }

    /// Gives what is kept under one id to another.
    pub fn rename(&mut self, from: &str, to: &str) {
        self.write();
        if let Err(e) = self.cart_data.rename(&self.home, from, to) {
            self.news.push(e.to_string());
        }
    }

    pub fn set(&mut self, settings: Settings) {
        self.unset = Some(settings);
    }

    /// Takes a mark of the shelf.
    pub fn mark(&mut self, name: String, mark: Mark) {
        self.unmarked.push((name, mark));
    }

    /// Writes what was taken, and once more what was refused.
    pub fn write(&mut self) {
        let (told, done) = self.autosave.write(&self.home);
        self.news.extend(told);
        self.came(0, "the run is not kept", done);
        let mut refused = None;
        for (id, data) in std::mem::take(&mut self.unsaved) {
            match self.cart_data.write(&self.home, &id, &data) {
                Ok(told) => self.news.extend(told.map(|told| told.to_string())),
                Err(error) if is_carts_own(&error) => self.blame(&error),
                Err(error) => {
                    self.unsaved.insert(id, data);
                    refused = Some(error);
                }
            }
        }
        self.came(1, "cart data are not kept", refused.map_or(Ok(()), Err));
        let mut refused = None;
        for ((cart, file), data) in std::mem::take(&mut self.unstored) {
            match store::write_stored(&self.home, &cart, &file, &data) {
                Ok(()) => {}
                Err(error) if is_carts_own(&error) => self.blame(&error),
                Err(error) => {
                    self.unstored.insert((cart, file), data);
                    refused = Some(error);
                }
            }
        }
        self.came(4, "stored data are not kept", refused.map_or(Ok(()), Err));
        let unset = self.unset.take();
        let done = unset.as_ref().map_or(Ok(()), |settings| self.file.keep(&self.home, settings));
        self.unset = unset.filter(|_| done.is_err());
        self.came(2, "settings are not kept", done);
        if !self.unmarked.is_empty() {
            let done = store::update_marks(&self.home, |there| {
                // What another window has broken is not read: these are good.
                let mut marks = there.and_then(|bytes| Marks::from_json(bytes).ok()).unwrap_or_default();
                self.unmarked.iter().for_each(|(name, mark)| marks.set(name, *mark));
                marks.to_json()
            });
            if done.is_ok() {
                self.unmarked.clear();
            }
            self.came(3, "marks of the shelf are not kept", done);
        }
    }

    /// Tells what the cart itself is to blame for.
    fn blame(&mut self, error: &StoreError) {
        if self.told.is_new(error) {
            self.news.push(error.to_string());
        }
    }

    /// What became of one of these.
    fn came(&mut self, which: usize, what: &str, done: Result<(), StoreError>) {
        let Err(error) = done else {
            self.failing[which] = None;
            return;
        };
        let why = error.of_disk();
        // It is said in full once, and in short as long as it lasts. The screen has no room for a path.
        if self.failing[which].replace(why.unwrap_or("see the log").to_string()).is_none() {
            terminal::log(&format!("{what}: {error}"));
            self.news.push(format!("{what}: {}", why.map_or(error.to_string(), str::to_string)));
        }
    }

    /// What is to be said since the last time.
    pub fn news(&mut self) -> Vec<String> {
        std::mem::take(&mut self.news)
    }

    /// Why something is not on the disk that should be.
    pub fn failing(&self) -> Option<&str> {
        self.failing.iter().flatten().next().map(String::as_str)
    }
}

/// Is the cart itself to blame for it? Then it would be refused for ever.
fn is_carts_own(error: &StoreError) -> bool {
    matches!(error, StoreError::Quota { .. } | StoreError::Name { .. })
}
