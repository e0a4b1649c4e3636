//! The shelf's carts: built-in ones, those in the user's folders, favourites, and their order.
//!
//! ```text
//! built-in carts ────┐                  favourites, by name
//! files in folders ──┼── Library ──>    recently played, at most RECENT
//! marks ─────────────┘                  built-in carts, files by folder and name
//! files in the own folder ─────────>    a page of their own, after "new cart"
//! examples ────────────────────────>    a page of their own
//! ```
//!
//! Files are identified by path and read when the shelf requests it ([`crate::Request::ReadCart`]).

use loader::{Best, Entry};
use rasher::{Date, Program, Records};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use studio::{BootScreen, ButtonHints, Cover, Label, NEW, ShelfCart, ShelfMarks, ShelfPage, ago};

const RECENT: usize = 8;

#[derive(Clone, Debug, Default)]
pub struct Library {
    pub carts: Vec<Listed>,
    pub examples: Vec<Listed>,
    pub page: ShelfPage,
    /// The folder of the user's own carts. None: the host has none.
    pub own_folder: Option<PathBuf>,
    /// The folder of carts downloaded from catalogues. None: the host has none.
    pub downloads: Option<PathBuf>,
    /// Deleted since the start; their names are the files in the bin.
    pub deleted: Vec<Listed>,
    pub files: Vec<Listed>,
    pub has_folders: bool,
    pub marks: ShelfMarks,
}

#[derive(Clone, Debug, Default)]
pub struct CartRead {
    pub name: String,
    /// Empty: none.
    pub title: String,
    pub about: String,
    /// Why it cannot be played; empty if it can.
    pub wrong: String,
    pub label: Option<Label>,
}

#[derive(Clone, Debug, Default)]
pub struct Listed {
    pub name: String,
    pub title: String,
    pub about: String,
    pub face: Cover,
    /// The key of its records, if it is not the name that loads it.
    pub key: Option<String>,
    /// Its folder, as shown; empty for a built-in cart.
    pub place: String,
    /// Why it cannot be played; empty if it can, or was not read yet.
    pub wrong: String,
    pub best: Option<Best>,
}

pub type Saves = BTreeMap<String, Box<[u8; 256]>>;

impl From<&Entry> for Listed {
    fn from(entry: &Entry) -> Listed {
        // A missing or invalid label must not keep the shelf from opening.
        let label = entry.label.and_then(|file| Label::from_png(file.bytes, file.name));
        Listed {
            name: entry.name.to_string(),
            title: entry.title.to_string(),
            about: entry.about.to_string(),
            face: Cover::Label(label.unwrap_or_else(|| Label::plain(entry.title))),
            best: entry.best,
            ..Listed::default()
        }
    }
}

impl Listed {
    pub(crate) fn key(&self) -> &str {
        self.key.as_deref().unwrap_or(&self.name)
    }
}

impl Library {
    pub fn of(carts: Vec<Listed>) -> Library {
        Library { carts, ..Library::default() }
    }

    pub(crate) fn find(&self, name: &str) -> Option<&Listed> {
        self.carts.iter().chain(&self.examples).chain(&self.files).find(|cart| cart.name == name)
    }

    pub(crate) fn has_choice(&self) -> bool {
        self.own_folder.is_some()
            || self.has_folders
            || self.carts.len() + self.files.len() > 1
            || !self.examples.is_empty()
    }

    /// Whether the cart of that name is one of the user's own.
    pub(crate) fn is_own(&self, name: &str) -> bool {
        self.own_folder.as_ref().is_some_and(|folder| Path::new(name).starts_with(folder))
    }

    /// Whether the cart of that name is of a catalogue: its file is replaced when the catalogue's cart changes.
    pub(crate) fn is_download(&self, name: &str) -> bool {
        self.downloads.as_ref().is_some_and(|folder| Path::new(name).starts_with(folder))
    }

    /// The page that has the cart of that name.
    pub(crate) fn page_of(&self, name: &str) -> ShelfPage {
        match self.examples.iter().any(|cart| cart.name == name) {
            true => ShelfPage::Examples,
            false if self.is_own(name) => ShelfPage::Yours,
            false => ShelfPage::Carts,
        }
    }

    fn pages(&self) -> Vec<ShelfPage> {
        let is_there = |page: &ShelfPage| match page {
            ShelfPage::Carts => true,
            ShelfPage::Yours => self.own_folder.is_some(),
            ShelfPage::Examples => !self.examples.is_empty(),
        };
        ShelfPage::ALL.into_iter().filter(is_there).collect()
    }

    pub(crate) fn set_files(&mut self, files: Vec<Listed>) {
        let before = std::mem::replace(&mut self.files, files);
        let known: BTreeMap<&str, &Listed> = before.iter().map(|cart| (&*cart.name, cart)).collect();
        for cart in &mut self.files {
            if let Some(known) = known.get(&*cart.name) {
                (cart.title, cart.about) = (known.title.clone(), known.about.clone());
            }
        }
    }

    /// Returns what the shelf shows: an own cart has the name of its file, which the user can change there, and its title after that.
    pub(crate) fn note(&mut self, mut read: CartRead) -> CartRead {
        let name = format::cart_name(&read.name).filter(|_| self.is_own(&read.name));
        if let Some(name) = name {
            let title = std::mem::take(&mut read.title);
            let about = std::mem::take(&mut read.about);
            let texts = [title, about].into_iter().filter(|text| !text.is_empty() && text != name);
            read.about = texts.collect::<Vec<_>>().join(" ");
        }
        if let Some(cart) = self.files.iter_mut().find(|cart| cart.name == read.name) {
            if !read.title.is_empty() {
                cart.title.clone_from(&read.title);
            }
            (cart.about, cart.wrong) = (read.about.clone(), read.wrong.clone());
        }
        read
    }

    pub fn shown(&self, saves: &Saves, date: Date) -> Vec<ShelfCart> {
        let ShelfMarks { favourites, played } = &self.marks;
        let files = |own: bool| self.files.iter().filter(move |cart| self.is_own(&cart.name) == own);
        let all: Vec<&Listed> = match self.page {
            ShelfPage::Examples => self.examples.iter().collect(),
            ShelfPage::Yours => files(true).collect(),
            ShelfPage::Carts => self.carts.iter().chain(files(false)).collect(),
        };
        let by_time = self.has_folders || self.page == ShelfPage::Yours;
        let mut recent: Vec<(i64, &str)> = all
            .iter()
            .filter_map(|cart| Some((*played.get(&cart.name)?, &*cart.name)))
            .filter(|(_, name)| by_time && !favourites.contains(*name))
            .collect();
        recent.sort_unstable_by_key(|(when, name)| (std::cmp::Reverse(*when), *name));
        recent.truncate(RECENT);
        let recent: BTreeMap<&str, usize> =
            recent.iter().zip(0..).map(|((_, name), at)| (*name, at)).collect();
        // The sort is stable.
        let mut shown: Vec<&Listed> = all;
        shown.sort_by_key(|cart| {
            let favourite = favourites.contains(&cart.name);
            let title = favourite.then(|| cart.title.to_lowercase());
            (!favourite, title, recent.get(&*cart.name).copied().unwrap_or(RECENT))
        });
        let new = ShelfCart {
            name: NEW.to_string(),
            title: "new cart".to_string(),
            about: "blank, or a copy of an example".to_string(),
            ..ShelfCart::default()
        };
        let new = (self.page == ShelfPage::Yours).then_some(new);
        new.into_iter().chain(shown.into_iter().map(|cart| self.of_cart(cart, saves, date))).collect()
    }

    fn of_cart(&self, cart: &Listed, saves: &Saves, date: Date) -> ShelfCart {
        let table = |id: String| saves.get(&id).map(|data| Records::read(data));
        let old = |best: &Best| Some(best.line(saves.get(best.id)?));
        let best = match table(Records::best_id(cart.key())) {
            Some(records) => Some(records.line()),
            None => cart.best.as_ref().and_then(old),
        };
        let day = table(Records::day_id(cart.key())).filter(|day| day.day() == date.day());
        let played = self.marks.played.get(&cart.name);
        ShelfCart {
            name: cart.name.clone(),
            title: cart.title.clone(),
            about: cart.about.clone(),
            best: best.unwrap_or_default(),
            today: day.map(|day| day.first()).unwrap_or_default(),
            played: played.map(|then| ago(date.unix, *then)).unwrap_or_default(),
            favourite: self.marks.favourites.contains(&cart.name),
            place: cart.place.clone(),
            wrong: cart.wrong.clone(),
            face: cart.face.clone(),
        }
    }

    pub(crate) fn screen(&self, saves: &Saves, date: Date, hints: ButtonHints) -> Box<dyn Program> {
        let screen = BootScreen::new(self.shown(saves, date)).with_hints(hints);
        let screen = screen.with_folders(self.has_folders && self.page == ShelfPage::Carts);
        rasher::program(screen.with_pages(self.page, self.pages(), !self.deleted.is_empty()))
    }
}
