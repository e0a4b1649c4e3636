//! The pause menu: pages of rows, a cursor, and choices returned as values.
//!
//! ```text
//! paused                    save slots              settings                controls: keys and pad
//! > continue                > [ ] [ ] [ ]           > volume   ######..     > left     left
//!   (the cart's items)        [ ] [ ] before          picture  whole          o        z c n
//!   save slots              slot 2                    accessibility:            z  unbind
//!   settings                > load                      colours, toggles        add a key
//!   controls  runs  editors   overwrite  delete       one-handed              shortcuts
//!   reset cart  shelf  quit     overwrite this slot?  rewind and speed      (a list to read)
//! ```
//!
//! Up and down move the cursor, O, X and pause choose, left and right change a value; the mouse does all of it, too.
//! The menu has a copy of the settings, which the player applies after each [`Choice::Changed`].

mod page;
mod runs;
mod slots;
mod view;

pub use page::WINDOW_KEYS;
pub use slots::Slots;

use crate::hint::ButtonHints;
use crate::settings::{ControlLayout, HELD_NAMES, Settings, VOLUME_MAX};
use rasher::{MenuItem, Records, button};
use runs::SeedDigits;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    Continue,
    Custom {
        /// 1 to 5.
        index: u8,
        /// The argument of `menuitem`'s callback.
        buttons: u8,
    },
    GoBack,
    Run(NewRun),
    Replay,
    Edit,
    EditKeys,
    Guide,
    Reset,
    Breadcrumb,
    Shelf,
    Quit,
    Changed,
    Save(usize),
    Load(usize),
    Delete(usize),
    /// A link to the run so far.
    Share,
    /// The clipboard has the address of a catalogue.
    PasteAddress,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capture {
    Key {
        player: usize,
        button: usize,
    },
    Pad {
        button: usize,
    },
    /// For rewind, faster or slower.
    TimeKey(usize),
    TimePad(usize),
}

#[derive(Clone, Debug, Default)]
pub struct PauseMenu {
    page: MenuPage,
    cursor: usize,
    /// With their cursors.
    came_from: Vec<(MenuPage, usize)>,
    capture: Option<Capture>,
    settings: Settings,
    custom: [Option<MenuItem>; 5],
    pub slots: Slots,
    /// Not for the only cart, nor on the shelf itself.
    pub has_shelf: bool,
    pub can_edit: bool,
    /// Only the cart plays here: no editors, debugger, folders or way to quit.
    pub is_bare: bool,
    /// Only what a cart needs: a front end has slots, settings and controls of its own.
    pub is_short: bool,
    pub breadcrumb: Option<String>,
    pub hints: ButtonHints,
    /// The length of the run that was left when the cart changed.
    pub previous_run: Option<String>,
    runs: Option<RunSummary>,
    digits: SeedDigits,
    frame: u32,
}

impl PauseMenu {
    pub fn new(settings: Settings, custom: [Option<MenuItem>; 5]) -> Self {
        PauseMenu { settings, custom, ..PauseMenu::default() }
    }

    #[cfg(test)]
    pub(crate) fn on(mut self, page: MenuPage) -> PauseMenu {
        self.page = page;
        self
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    pub fn set_settings(&mut self, settings: Settings) {
        self.settings = settings;
        self.cursor = self.cursor.min(self.rows().len().saturating_sub(1));
    }

    pub fn set_custom(&mut self, custom: [Option<MenuItem>; 5]) {
        self.custom = custom;
        self.cursor = self.cursor.min(self.rows().len().saturating_sub(1));
    }

    /// Whether the menu is waiting for a key or pad button. If so, the next one goes to [`PauseMenu::bind`], and Esc to
    /// [`PauseMenu::cancel`].
    pub fn capture(&self) -> Option<Capture> {
        self.capture
    }

    pub fn bind(&mut self, name: &str) -> Option<Choice> {
        let of = self.capture.take()?;
        let mut names = std::mem::take(of.names_mut(&mut self.settings));
        let Settings { keys, time_keys, pad, time_pad, .. } = &mut self.settings;
        if of.is_key() {
            keys.iter_mut().flatten().chain(time_keys).for_each(|others| others.retain(|n| n != name));
        } else {
            pad.iter_mut().chain(time_pad).for_each(|others| others.retain(|n| n != name));
        }
        if !names.iter().any(|n| n == name) {
            names.push(name.to_string());
        }
        *of.names_mut(&mut self.settings) = names;
        // It has a new row: the cursor stays on the one that adds.
        let rows = self.rows();
        let adds = rows.iter().position(|row| matches!(row, MenuRow::Add(_)));
        self.cursor = adds.unwrap_or(rows.len() - 1);
        Some(Choice::Changed)
    }

    fn unbind(&mut self, of: Capture, at: usize) -> Option<Choice> {
        let names = of.names_mut(&mut self.settings);
        if at >= names.len() {
            return None;
        }
        names.remove(at);
        Some(Choice::Changed)
    }

    pub fn cancel(&mut self) {
        self.capture = None;
    }

    pub fn row(&self) -> MenuRow {
        self.rows()[self.cursor]
    }

    pub fn cursor(&self) -> usize {
        self.cursor
    }

    pub fn set_cursor(&mut self, row: usize) {
        self.cursor = row.min(self.rows().len() - 1);
    }

    pub fn press(&mut self, pressed: u8) -> Option<Choice> {
        self.frame = self.frame.wrapping_add(1);
        if self.capture.is_some() || pressed == 0 {
            return None;
        }
        if self.page == MenuPage::Seed {
            return self.press_digits(pressed);
        }
        let rows = self.rows();
        let n = rows.len();
        if self.page == MenuPage::Saves {
            self.cursor = slots::moved(self.cursor, pressed);
        } else if pressed & button::UP != 0 {
            self.cursor = (self.cursor + n - 1) % n;
        } else if pressed & button::DOWN != 0 {
            self.cursor = (self.cursor + 1) % n;
        }
        let row = rows[self.cursor];
        if pressed & (button::LEFT | button::RIGHT) != 0 {
            let right = pressed & button::RIGHT != 0;
            return self.change(row, right);
        }
        // Pause closes the menu; O and X choose.
        if pressed & button::PAUSE != 0 && row == MenuRow::Choose(Choice::Continue) {
            return Some(Choice::Continue);
        }
        if pressed & (button::O | button::X | button::PAUSE) != 0 { self.choose(row) } else { None }
    }

    pub fn back(&mut self) -> Option<Choice> {
        let Some((page, cursor)) = self.came_from.pop() else { return Some(Choice::Continue) };
        (self.page, self.cursor) = (page, cursor);
        None
    }

    fn open(&mut self, page: MenuPage) -> Option<Choice> {
        self.came_from.push((self.page, self.cursor));
        (self.page, self.cursor) = (page, 0);
        None
    }

    fn choose(&mut self, row: MenuRow) -> Option<Choice> {
        match row {
            MenuRow::Choose(choice) => return Some(choice),
            MenuRow::Custom(index) => return Some(Choice::Custom { index, buttons: 0x70 }),
            MenuRow::Open(page) => return self.open(page),
            MenuRow::Back => return self.back(),
            MenuRow::Bound(of) => return self.open(MenuPage::Names(of)),
            MenuRow::Add(of) => {
                self.capture = Some(of);
                return None;
            }
            MenuRow::Remove(of, at) => return self.unbind(of, at),
            MenuRow::Slot(n) if self.slots[n].is_some() => return self.open(MenuPage::Slot(n)),
            // The player fills this one before a load.
            MenuRow::Slot(BEFORE) => return None,
            MenuRow::Slot(n) => return Some(Choice::Save(n)),
            MenuRow::Ask(action, n) => return self.open(MenuPage::Confirm(action, n)),
            MenuRow::Confirm(action, n) => {
                while self.page != MenuPage::Saves && self.back().is_none() {}
                return Some(match action {
                    SlotAction::Save => Choice::Save(n),
                    SlotAction::Delete => Choice::Delete(n),
                });
            }
            MenuRow::Toggle(_) | MenuRow::Colors | MenuRow::Hold(_) | MenuRow::Speed { .. } => {
                return self.change(row, true);
            }
            MenuRow::ControlLayout(hands) => hands.set(&mut self.settings),
            MenuRow::Defaults => ControlLayout::Both.set(&mut self.settings),
            MenuRow::Volume => self.settings.mute = !self.settings.mute,
            MenuRow::RemoveFolder(at) => {
                if at < self.settings.folders.len() {
                    self.settings.folders.remove(at);
                    self.cursor = self.cursor.min(self.settings.folders.len());
                }
            }
            MenuRow::Text(..) | MenuRow::Name(..) | MenuRow::Record(_) | MenuRow::SeedDigits => return None,
        }
        Some(Choice::Changed)
    }

    fn change(&mut self, row: MenuRow, right: bool) -> Option<Choice> {
        let settings = &mut self.settings;
        match row {
            MenuRow::Custom(index) => {
                return Some(Choice::Custom { index, buttons: if right { 2 } else { 1 } });
            }
            MenuRow::Volume => {
                let volume = settings.volume;
                settings.volume = if right { (volume + 1).min(VOLUME_MAX) } else { volume.saturating_sub(1) };
                settings.mute = false;
            }
            MenuRow::Toggle(toggle) => toggle.flip(settings),
            MenuRow::Hold(Some(which)) => settings.toggle[which] = !settings.toggle[which],
            MenuRow::Hold(None) => settings.toggle = [settings.toggle.contains(&false); HELD_NAMES.len()],
            MenuRow::Colors => settings.colors = settings.colors.step(right),
            MenuRow::Speed { faster } => page::step(settings, faster, right),
            _ => return None,
        }
        Some(Choice::Changed)
    }
}

const WIDTH: i32 = 108;
/// The console fills the last one before a load.
pub const SLOTS: usize = 6;
pub const BEFORE: usize = SLOTS - 1;

/// Records that fit on the page of runs.
const SHOWN: usize = 8;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MenuPage {
    #[default]
    Main,
    Runs,
    Seed,
    Saves,
    Slot(usize),
    /// Asks before it changes a slot.
    Confirm(SlotAction, usize),
    Settings,
    Folders,
    Comfort,
    Hold,
    ControlLayout,
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
    Escape,
}

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
    Bound(Capture),
    Add(Capture),
    Remove(Capture, usize),
    Name(Capture, usize),
    Speed {
        faster: bool,
    },
    Defaults,
    Slot(usize),
    Ask(SlotAction, usize),
    Confirm(SlotAction, usize),
    RemoveFolder(usize),
    Text(&'static str, &'static str),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewRun {
    Random,
    Today,
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
    pub over: bool,
    pub at_end: bool,
}
