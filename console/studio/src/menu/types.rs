//! The menu's pages, rows and choices.

use super::{Capture, Choice};
use crate::control_layout::ControlLayout;
use rasher::Records;

pub(super) const WIDTH: i32 = 108;
/// The console fills the last one before a load.
pub const SLOTS: usize = 6;
pub const BEFORE: usize = SLOTS - 1;

/// Records that fit on the page of runs.
pub(super) const SHOWN: usize = 8;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MenuPage {
    #[default]
    Main,
    /// Other runs, and records.
    Runs,
    Seed,
    Saves,
    Slot(usize),
    /// Asks before it changes a slot.
    Confirm(SlotAction, usize),
    Settings,
    Folders,
    /// Flashes, colours, toggles, one hand.
    Comfort,
    /// Which buttons are toggles.
    Hold,
    ControlLayout,
    /// Rewind, faster, slower, and their keys.
    Time,
    Controls,
    Keys(usize),
    Pad,
    /// All keys or pad buttons of one action.
    Names(Capture),
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

/// Actions that ask first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotAction {
    Save,
    Delete,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuRow {
    Choose(Choice),
    /// 1 to 5.
    Custom(u8),
    Open(MenuPage),
    Back,
    Record(usize),
    SeedDigits,
    Volume,
    Toggle(Toggle),
    Colors,
    /// One of [`HELD_NAMES`](crate::HELD_NAMES); `None` for all.
    Hold(Option<usize>),
    ControlLayout(ControlLayout),
    /// An action and its bindings.
    Bound(Capture),
    /// Waits for a key or pad button.
    Add(Capture),
    Remove(Capture, usize),
    /// One that cannot be removed.
    Name(Capture, usize),
    Speed {
        faster: bool,
    },
    Defaults,
    Slot(usize),
    /// Opens the page that asks first.
    Ask(SlotAction, usize),
    Confirm(SlotAction, usize),
    RemoveFolder(usize),
    Text(&'static str, &'static str),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewRun {
    Random,
    Today,
    /// Below [`rasher::SEEDS`].
    Seed(u64),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunSummary {
    /// The cart's title, if it is not the one that runs.
    pub title: Option<String>,
    pub seed: u64,
    /// As 20261122.
    pub today: u32,
    pub best: Records,
    /// Of the newest run of the day.
    pub day: Records,
    /// It has an end for an instant replay.
    pub over: bool,
    /// That end is on the screen.
    pub at_end: bool,
}
