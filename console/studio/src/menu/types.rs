//! The vocabulary of the menu: pages, rows, runs and slots.

use super::{Capture, Choice};
use crate::hands::Hands;
use rasher::Records;

pub(super) const WIDTH: i32 = 108;
/// Save slots of a cart. The console fills the last one before a load.
pub const SLOTS: usize = 6;
pub const BEFORE: usize = SLOTS - 1;

/// Records that fit on the page of runs.
pub(super) const SHOWN: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuPage {
    Main,
    /// Other runs, and records.
    Runs,
    /// The digits of a seed.
    Seed,
    Saves,
    Slot(usize),
    /// Asks whether to do that with a slot.
    Confirm(SlotAction, usize),
    Settings,
    Folders,
    /// Flashes, colours, held buttons, one hand.
    Comfort,
    /// Which buttons stay held from one press to the next.
    Hold,
    Hands,
    /// Rewind, faster, slower, and their keys.
    Time,
    Controls,
    /// The keys of a player.
    Keys(usize),
    Pad,
    /// All keys or pad buttons of one action.
    Names(Capture),
    /// The window's own keys, to read.
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
    Rewind,
    /// Esc opens the editors.
    Escape,
}

/// What asks before it is done, in a slot that is not empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotAction {
    Save,
    Delete,
}

/// A row of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuRow {
    /// Returns this choice.
    Choose(Choice),
    /// The cart's item 1 to 5.
    Custom(u8),
    Open(MenuPage),
    /// To the previous page.
    Back,
    /// A record, by its index.
    Record(usize),
    Digits,
    Volume,
    Toggle(Toggle),
    Colors,
    /// Whether that one of [`HELD_NAMES`](crate::HELD_NAMES) stays held; `None` for all of them.
    Hold(Option<usize>),
    Hands(Hands),
    /// An action and what is bound to it.
    Bound(Capture),
    /// Waits for one more key or pad button.
    Add(Capture),
    /// Removes a key or pad button, by its index.
    Remove(Capture, usize),
    /// One that cannot be removed.
    Name(Capture, usize),
    /// How many times faster or slower.
    Speed {
        faster: bool,
    },
    /// The default keys and pad buttons.
    Defaults,
    Slot(usize),
    /// Opens the page that asks first.
    Ask(SlotAction, usize),
    Confirm(SlotAction, usize),
    /// Removes a folder of carts, by its index.
    RemoveFolder(usize),
    Text(&'static str, &'static str),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewRun {
    Random,
    /// The run of the day, the same for everybody.
    Today,
    /// Below [`rasher::SEEDS`].
    Seed(u64),
}

impl NewRun {
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
    /// The cart's title, if it is not the one that runs.
    pub title: Option<String>,
    pub seed: u64,
    /// As 20261122.
    pub today: u32,
    pub best: Records,
    /// The results of the newest run of the day.
    pub day: Records,
    /// Has the run an end that can be replayed?
    pub over: bool,
    /// Is that end on the screen?
    pub at_end: bool,
}
