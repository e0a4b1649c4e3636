//! What is played: a program in its first state with its data, the run of it that was left, its save slots; and the shelf.

use rasher::{Bundle, Code, Edit, Fault, Program, Records, Rom};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use studio::{BootScreen, ButtonHints, Label, Shown, Slots};
use timeline::{KeptRun, Recording};

/// A cart, ready to start.
#[derive(Clone, Debug)]
pub struct Cartridge {
    /// What it is called in its runs.
    pub name: String,
    /// What its files are called, where that is not its name: two carts may have one.
    pub key: Option<String>,
    /// What a window is called.
    pub title: String,
    /// The program in its first state; none for the shelf, which is made anew of the carts each time.
    pub program: Option<Box<dyn Program>>,
    /// Its data as they stand now.
    pub rom: Arc<Rom>,
    /// The carts that it may come to, itself first; empty for one in Rust.
    pub bundle: Arc<Bundle>,
    /// Where the data come from, if they come from the disk: a folder, or the cartridge of a cart in Lua. The player hands it back and
    /// does nothing with it.
    pub folder: Option<PathBuf>,
    /// Is a run of it something to go on with another day? Not so for what is only looked at.
    pub keeps: bool,
    /// Is it a view of the cart's data? It goes on while the keyboard is elsewhere: where they are edited.
    pub views: bool,
}

impl Cartridge {
    /// The shelf, to choose from.
    pub fn shelf() -> Cartridge {
        Cartridge {
            name: "shelf".to_string(),
            key: None,
            title: "the shelf".to_string(),
            program: None,
            rom: Arc::new(Rom::empty("shelf")),
            bundle: Arc::default(),
            folder: None,
            keeps: false,
            views: false,
        }
    }

    /// What its files are called: its runs, slots, what it writes.
    pub fn key(&self) -> &str {
        self.key.as_deref().unwrap_or(&self.name)
    }

    /// Is it the shelf?
    pub fn is_shelf(&self) -> bool {
        self.program.is_none()
    }
}

/// A cart's code as its files have it now.
#[derive(Clone, Debug)]
pub struct NewCode {
    /// The program in its first state; of code that is none a program that stops with what is wrong.
    pub program: Box<dyn Program>,
    /// What is wrong with the code.
    pub wrong: Option<Fault>,
    /// The code, for the program that runs.
    pub code: Arc<Code>,
    /// The data of the cartridge; none where it cannot be read.
    pub rom: Option<Rom>,
}

/// A cart that takes its place in the console.
#[derive(Clone, Debug)]
pub struct Insert {
    /// The cart.
    pub cart: Cartridge,
    /// What it is told by whoever asked for it.
    pub param: String,
    /// The run of it that was left.
    pub left: Option<Box<KeptRun>>,
    /// What becomes of that.
    pub go_on: GoOn,
    /// What is in its save slots.
    pub slots: Slots,
    /// What could not be read of it.
    pub complaints: Vec<String>,
}

impl Insert {
    /// A cart without a past.
    pub fn new(cart: Cartridge) -> Insert {
        Insert {
            cart,
            param: String::new(),
            left: None,
            go_on: GoOn::Ask,
            slots: Slots::default(),
            complaints: Vec::new(),
        }
    }
}

/// What becomes of the run that was left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GoOn {
    /// Whoever plays is asked, if it is worth a question.
    Ask,
    /// It is gone on with.
    Now,
    /// The cart has been changed by whoever plays: it begins anew, and the pause menu goes on with that run.
    Aside,
    /// It is a bug report's: the debugger opens at its moment.
    Look(Look),
    /// It is what was played until a frame that does not come back: it stands before that frame.
    Before(Before),
}

/// A moment that is to be looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// The frame.
    pub frame: u64,
    /// What is to be said.
    pub said: String,
    /// Moments of it that were marked: frames and names.
    pub bookmarks: Vec<(u64, String)>,
    /// What was changed in it and waits for its next frame.
    pub edits: Vec<Edit>,
}

/// What opens over a run that stands before a frame that does not come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Before {
    /// The debugger.
    Debugger,
    /// The pause menu.
    Menu,
}

/// A cart of the shelf, as it is shown there.
#[derive(Clone)]
pub struct Listed {
    /// What [`crate::Output::Load`] calls it.
    pub name: String,
    /// What it is called.
    pub title: String,
    /// A line about it.
    pub about: String,
    /// The picture on its box.
    pub label: Label,
    /// Under which name it saves what a person has reached, and that in a line of text.
    pub best: Option<Best>,
}

/// What a cart saves of the best that was reached.
#[derive(Clone)]
pub struct Best {
    /// The name of its saved data.
    pub id: String,
    /// A line about them, empty if there is nothing to say.
    pub line: BestLine,
}

/// Makes a line of text of saved cart data.
pub type BestLine = Arc<dyn Fn(&[u8; 256]) -> String + Send + Sync>;

impl std::fmt::Debug for Listed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Listed").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Saved cart data by their names.
pub type Saves = BTreeMap<String, Box<[u8; 256]>>;

/// The shelf as a program, with what was reached until now, and on that day.
pub(crate) fn shelf(carts: &[Listed], saves: &Saves, today: u32, hints: ButtonHints) -> Box<dyn Program> {
    let table = |id: String| saves.get(&id).map(|data| Records::read(data));
    let old = |best: &Best| Some((best.line)(saves.get(&best.id)?));
    let best = |cart: &Listed| match table(Records::best_id(&cart.name)) {
        Some(records) => Some(records.line()),
        None => cart.best.as_ref().and_then(old),
    };
    let day = |cart: &Listed| table(Records::day_id(&cart.name)).filter(|day| day.day() == today);
    let shown = carts.iter().map(|cart| Shown {
        name: cart.name.clone(),
        title: cart.title.clone(),
        about: cart.about.clone(),
        best: best(cart).unwrap_or_default(),
        today: day(cart).map(|day| day.first()).unwrap_or_default(),
        label: cart.label.clone(),
    });
    rasher::program(BootScreen::new(shown.collect()).with_hints(hints))
}

/// The cart's ROM with the data that a kept run started with.
pub(crate) fn with_data(rom: &Rom, kept: &KeptRun) -> Arc<Rom> {
    Arc::new(Rom { name: rom.name.clone(), version: rom.version, data: kept.rom.clone() })
}

/// The carts of a run that is gone on with: those that it began with, and of the cart itself the code as it is now. Runs of earlier versions
/// have none.
pub(crate) fn gone_on(then: &Arc<Bundle>, now: &Arc<Bundle>) -> Arc<Bundle> {
    match (then.first(), now.first()) {
        (None, _) => now.clone(),
        (Some(old), Some(new)) if old.code != new.code => Arc::new(then.with_code(&new.code)),
        _ => then.clone(),
    }
}

/// A recording that runs are held against, with its cart and the data that it began with.
#[derive(Clone, Debug)]
pub struct Against {
    /// What its file is called.
    pub name: String,
    /// The recording.
    pub recording: Recording,
    /// The program in its first state.
    pub program: Box<dyn Program>,
    /// The data.
    pub rom: Arc<Rom>,
}
