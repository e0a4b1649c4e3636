//! The pause menu: pages of rows, a cursor, and choices handed out as values.
//!
//! ```text
//! paused                    saves                   settings                controls: keys and pad
//! > continue                > [ ] [ ] [ ]           > volume   ######..     > left     left
//!   (the cart's items)        [ ] [ ] before          picture  whole          o        z c n
//!   saves                   slot 2                    comfort: flashes,         z  remove
//!   settings                > load                      colours, toggles,       add a key
//!   controls  runs  editors   save here  delete         one hand              window keys
//!   reset cart  shelf  quit     are you sure?         time: rewind, keys      (a list to read)
//! ```
//!
//! Up and down move, O, X and pause choose, left and right change a value; the mouse does all of it too (`mouse.rs`). It holds a copy of the settings; after
//! [`Choice::Changed`] the window takes it over at once. It knows neither window nor pad: keys come by name.

mod mouse;
mod page;
mod runs;
mod slots;
mod types;
mod view;

pub use page::WINDOW_KEYS;
pub use slots::Slots;
pub use types::{BEFORE, MenuPage, MenuRow, NewRun, RunFacts, SLOTS, SlotAction};

use crate::hint::ButtonHints;
use crate::settings::{HELD_NAMES, Settings, VOLUME_MAX};
use rasher::{MenuItem, button};
use runs::Digits;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    Continue,
    /// The cart's item was chosen (0x70) or left (1) or right (2) pressed on it.
    Custom {
        /// 1 to 5.
        index: u8,
        /// As `menuitem`'s callback gets them.
        buttons: u8,
    },
    /// Go on with the run that was left before the cart changed.
    GoBack,
    Run(NewRun),
    Replay,
    Edit,
    /// Open the list of their commands, to change keys.
    EditKeys,
    Reset,
    /// Back to the cart that loaded this one.
    Breadcrumb,
    /// To the shelf, for another cart.
    Shelf,
    Quit,
    /// Settings changed: take [`PauseMenu::settings`] over.
    Changed,
    Save(usize),
    Load(usize),
    Delete(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capture {
    /// A key, for a player's button.
    Key {
        /// 0 or 1.
        player: usize,
        /// 0 to 6.
        button: usize,
    },
    Pad {
        /// 0 to 6.
        button: usize,
    },
    /// A key of time: rewind, faster, slower.
    TimeKey(usize),
    TimePad(usize),
}

impl Capture {
    /// Is it a key, or a pad button?
    pub fn is_key(self) -> bool {
        matches!(self, Capture::Key { .. } | Capture::TimeKey(_))
    }
}

/// The menu while it is open.
#[derive(Clone, Debug)]
pub struct PauseMenu {
    page: MenuPage,
    cursor: usize,
    came_from: Vec<(MenuPage, usize)>,
    capture: Option<Capture>,
    settings: Settings,
    custom: [Option<MenuItem>; 5],
    slots: Slots,
    shelf: bool,
    edits: bool,
    /// What the item is called that leads back to the cart which loaded this one.
    breadcrumb: Option<String>,
    runs: Option<RunFacts>,
    hints: ButtonHints,
    digits: Digits,
    /// How long the run was that can be gone back to.
    left: Option<String>,
    frame: u32,
}

impl PauseMenu {
    /// The menu at its first page.
    pub fn new(settings: Settings, custom: [Option<MenuItem>; 5]) -> Self {
        PauseMenu {
            page: MenuPage::Main,
            cursor: 0,
            came_from: Vec::new(),
            capture: None,
            settings,
            custom,
            slots: Slots::default(),
            shelf: false,
            edits: false,
            breadcrumb: None,
            runs: None,
            hints: ButtonHints::default(),
            digits: Digits::default(),
            left: None,
            frame: 0,
        }
    }

    #[cfg(test)]
    pub(crate) fn on(mut self, page: MenuPage) -> PauseMenu {
        self.page = page;
        self
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Takes settings that changed elsewhere, by a key of the window's.
    pub fn set_settings(&mut self, settings: Settings) {
        self.settings = settings;
        self.cursor = self.cursor.min(self.rows().len().saturating_sub(1));
    }

    pub fn set_custom(&mut self, custom: [Option<MenuItem>; 5]) {
        self.custom = custom;
        self.cursor = self.cursor.min(self.rows().len().saturating_sub(1));
    }

    pub fn set_slots(&mut self, slots: Slots) {
        self.slots = slots;
    }

    /// Is there a shelf to go back to? Not so for the program of a single cart, and on the shelf itself.
    pub fn set_shelf(&mut self, shelf: bool) {
        self.shelf = shelf;
    }

    /// Can the cart's data be edited? Not so on the shelf.
    pub fn set_edits(&mut self, edits: bool) {
        self.edits = edits;
    }

    /// Takes what the item is called that leads back to the cart which loaded this one; none without one.
    pub fn set_breadcrumb(&mut self, label: Option<String>) {
        self.breadcrumb = label;
    }

    /// Takes what presses which button: the first page says it.
    pub fn set_hints(&mut self, hints: ButtonHints) {
        self.hints = hints;
    }

    /// There is a run from before the cart changed, which was played so long.
    pub fn set_left(&mut self, played: String) {
        self.left = Some(played);
    }

    /// Does the menu wait for a key or pad button to bind? Then the next goes to [`PauseMenu::bind`], and Escape to
    /// [`PauseMenu::cancel`].
    pub fn capture(&self) -> Option<Capture> {
        self.capture
    }

    pub fn bind(&mut self, name: &str) -> Option<Choice> {
        match self.capture.take()? {
            Capture::Key { player, button } => {
                Settings::bind(&mut self.settings.keys[player], button, name);
                // A key presses one button of one player, and does nothing else.
                let others = self.settings.keys[1 - player].iter_mut().chain(&mut self.settings.time_keys);
                others.for_each(|names| names.retain(|n| n != name));
            }
            Capture::Pad { button } => {
                Settings::bind(&mut self.settings.pad, button, name);
                self.settings.time_pad.iter_mut().for_each(|names| names.retain(|n| n != name));
            }
            Capture::TimeKey(which) => {
                Settings::bind(&mut self.settings.time_keys, which, name);
                self.settings.keys.iter_mut().flatten().for_each(|names| names.retain(|n| n != name));
            }
            Capture::TimePad(which) => {
                Settings::bind(&mut self.settings.time_pad, which, name);
                self.settings.pad.iter_mut().for_each(|names| names.retain(|n| n != name));
            }
        }
        // It has a row now: the cursor stays on the one that adds.
        let rows = self.rows();
        let adds = rows.iter().position(|row| matches!(row, MenuRow::Add(_)));
        self.cursor = adds.unwrap_or(rows.len() - 1);
        Some(Choice::Changed)
    }

    fn unbind(&mut self, of: Capture, at: usize) -> Option<Choice> {
        let names = match of {
            Capture::Key { player, button } => &mut self.settings.keys[player][button],
            Capture::Pad { button } => &mut self.settings.pad[button],
            Capture::TimeKey(which) => &mut self.settings.time_keys[which],
            Capture::TimePad(which) => &mut self.settings.time_pad[which],
        };
        if at >= names.len() {
            return None;
        }
        names.remove(at);
        Some(Choice::Changed)
    }

    pub fn cancel(&mut self) {
        self.capture = None;
    }

    /// The rows of the page that is shown.
    pub fn rows(&self) -> Vec<MenuRow> {
        let Self { custom, shelf, edits, breadcrumb, left, settings, runs, .. } = self;
        let facts = page::Facts {
            custom,
            shelf: *shelf,
            edits: *edits,
            breadcrumb: breadcrumb.is_some(),
            left: left.is_some(),
            settings,
            runs: runs.as_ref(),
        };
        page::rows(self.page, &facts)
    }

    /// The row at which the cursor stands.
    pub fn row(&self) -> MenuRow {
        self.rows()[self.cursor]
    }

    /// Takes the buttons newly pressed in this frame (of any player, repeats included).
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
        // Pause closes the menu from wherever it is; O and X choose.
        if pressed & button::PAUSE != 0 && row == MenuRow::Continue {
            return Some(Choice::Continue);
        }
        if pressed & (button::O | button::X | button::PAUSE) != 0 { self.choose(row) } else { None }
    }

    /// One page back, or out of the menu.
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
            MenuRow::Continue => Some(Choice::Continue),
            MenuRow::Custom(index) => Some(Choice::Custom { index, buttons: 0x70 }),
            MenuRow::Open(page) => self.open(page),
            MenuRow::Replay => Some(Choice::Replay),
            MenuRow::Run(run) => Some(Choice::Run(run)),
            MenuRow::GoBack => Some(Choice::GoBack),
            MenuRow::Edit => Some(Choice::Edit),
            MenuRow::EditKeys => Some(Choice::EditKeys),
            MenuRow::Reset => Some(Choice::Reset),
            MenuRow::Breadcrumb => Some(Choice::Breadcrumb),
            MenuRow::Shelf => Some(Choice::Shelf),
            MenuRow::Quit => Some(Choice::Quit),
            MenuRow::Back => self.back(),
            MenuRow::Bound(of) => self.open(MenuPage::Names(of)),
            MenuRow::Add(of) => {
                self.capture = Some(of);
                None
            }
            MenuRow::Remove(of, at) => self.unbind(of, at),
            MenuRow::Colors => {
                self.settings.colors = self.settings.colors.step(true);
                Some(Choice::Changed)
            }
            MenuRow::Hold(which) => {
                let toggle = &mut self.settings.toggle;
                match which {
                    Some(which) => toggle[which] = !toggle[which],
                    None => *toggle = [toggle.contains(&false); HELD_NAMES.len()],
                }
                Some(Choice::Changed)
            }
            MenuRow::Hands(hands) => {
                hands.set(&mut self.settings);
                Some(Choice::Changed)
            }
            MenuRow::Speed { faster } => {
                page::step(&mut self.settings, faster, true);
                Some(Choice::Changed)
            }
            MenuRow::Slot(n) if self.slots[n].is_some() => self.open(MenuPage::Slot(n)),
            // What is saved before a load comes by itself.
            MenuRow::Slot(BEFORE) => None,
            MenuRow::Slot(n) => Some(Choice::Save(n)),
            MenuRow::Load(n) => Some(Choice::Load(n)),
            MenuRow::Ask(action, n) => self.open(MenuPage::Confirm(action, n)),
            MenuRow::Confirm(action, n) => {
                while self.page != MenuPage::Saves && self.back().is_none() {}
                Some(match action {
                    SlotAction::Save => Choice::Save(n),
                    SlotAction::Delete => Choice::Delete(n),
                })
            }
            MenuRow::Defaults => {
                let (fresh, settings) = (Settings::default(), &mut self.settings);
                (settings.keys, settings.pad) = (fresh.keys, fresh.pad);
                (settings.time_keys, settings.time_pad) = (fresh.time_keys, fresh.time_pad);
                Some(Choice::Changed)
            }
            MenuRow::Volume => {
                self.settings.mute = !self.settings.mute;
                Some(Choice::Changed)
            }
            MenuRow::RemoveFolder(at) => {
                if at < self.settings.folders.len() {
                    self.settings.folders.remove(at);
                    self.cursor = self.cursor.min(self.settings.folders.len());
                }
                Some(Choice::Changed)
            }
            MenuRow::Toggle(toggle) => {
                toggle.flip(&mut self.settings);
                Some(Choice::Changed)
            }
            MenuRow::Text(..) | MenuRow::Name(..) | MenuRow::Record(_) | MenuRow::Digits => None,
        }
    }

    fn change(&mut self, row: MenuRow, right: bool) -> Option<Choice> {
        match row {
            MenuRow::Custom(index) => Some(Choice::Custom { index, buttons: if right { 2 } else { 1 } }),
            MenuRow::Volume => {
                let volume = self.settings.volume;
                self.settings.volume =
                    if right { (volume + 1).min(VOLUME_MAX) } else { volume.saturating_sub(1) };
                self.settings.mute = false;
                Some(Choice::Changed)
            }
            MenuRow::Toggle(_) | MenuRow::Hold(_) => self.choose(row),
            MenuRow::Colors => {
                self.settings.colors = self.settings.colors.step(right);
                Some(Choice::Changed)
            }
            MenuRow::Speed { faster } => {
                page::step(&mut self.settings, faster, right);
                Some(Choice::Changed)
            }
            _ => None,
        }
    }
}
