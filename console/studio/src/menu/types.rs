//! What all files of the menu name: pages, rows, runs and slots.

use super::Capture;
use crate::hands::Hands;
use rasher::Records;

pub(super) const WIDTH: i32 = 108;
/// How many slots a cart has; the last is the console's.
pub const SLOTS: usize = 6;
pub const BEFORE: usize = SLOTS - 1;

pub(super) const SHOWN: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuPage {
    /// The first.
    Main,
    /// Other runs, and what was reached.
    Runs,
    Seed,
    Saves,
    /// What can be done with a slot, by its number from 0.
    Slot(usize),
    Confirm(SlotAction, usize),
    Settings,
    Folders,
    /// What makes playing possible for more people: flashes, colours, held buttons, hands.
    Comfort,
    Hold,
    /// Keys for both hands, or for one.
    Hands,
    /// Rewind, faster, slower, and their keys.
    Time,
    Controls,
    Keys(usize),
    Pad,
    Names(Capture),
    /// What the window's own keys do, to read.
    WindowKeys,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Toggle {
    Scale,
    Fullscreen,
    Crt,
    Flash,
    Shake,
    Blur,
    PadLoss,
    /// Going back while a key is held.
    Rewind,
    Escape,
}

/// What is done with a slot that is not empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotAction {
    Save,
    Delete,
}

/// A row of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuRow {
    Continue,
    /// The cart's item 1 to 5.
    Custom(u8),
    Open(MenuPage),
    Replay,
    Run(NewRun),
    /// What was reached, by its place.
    Record(usize),
    Digits,
    /// Go on with the run from before the cart changed.
    GoBack,
    Edit,
    /// Open the list of their commands, to change keys.
    EditKeys,
    Reset,
    /// Back to the cart that loaded this one.
    Breadcrumb,
    Shelf,
    Quit,
    Back,
    Volume,
    Toggle(Toggle),
    Colors,
    /// Does that one stay held, by its place in [`HELD_NAMES`](crate::HELD_NAMES)? All of them, if there is none.
    Hold(Option<usize>),
    Hands(Hands),
    /// A button or key of time, and what presses it.
    Bound(Capture),
    Add(Capture),
    /// Takes one away, by its place.
    Remove(Capture, usize),
    /// One that stays, by its place.
    Name(Capture, usize),
    /// How many times faster, or slower.
    Speed {
        faster: bool,
    },
    /// Keys and pad as they came.
    Defaults,
    /// A slot, by its number from 0.
    Slot(usize),
    Load(usize),
    /// Asks whether that shall be done.
    Ask(SlotAction, usize),
    Confirm(SlotAction, usize),
    /// Takes a folder of carts off the shelf, by its place.
    RemoveFolder(usize),
    Text(&'static str, &'static str),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewRun {
    Random,
    /// That of the day, which is the same for everybody.
    Today,
    /// That of a seed, below [`SEEDS`].
    Seed(u64),
}

impl NewRun {
    /// What its row is called.
    pub(super) fn name(self) -> &'static str {
        match self {
            NewRun::Random => "new run",
            NewRun::Today => "run of the day",
            NewRun::Seed(_) => "a seed",
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunFacts {
    /// The cart, where it is not the one that runs.
    pub title: Option<String>,
    pub seed: u64,
    /// This day, as 20261122.
    pub today: u32,
    pub best: Records,
    /// What the newest run of the day came to.
    pub day: Records,
    pub over: bool,
    pub at_end: bool,
}
