//! The pause menu: pages of rows, a cursor, and choices handed out as values.
//!
//! ```text
//! paused                    settings                keys                    window keys
//! > continue                > volume   ######..     > left     left         (a list to read)
//!   (the cart's items)        picture  whole          o        z c n
//!   settings                  ...                     ...     press a key
//!   keys  pad  window keys
//!   reset cart  quit
//! ```
//!
//! Up and down move, O, X and pause choose, left and right change a value. It holds a copy of the settings; after
//! [`Choice::Changed`] the window takes it over at once. It knows neither window nor pad: keys come by name.

mod page;
mod view;

pub use page::{Page, Row, WINDOW_KEYS};

use crate::settings::{Settings, VOLUME_MAX};
use rasher::{MenuItem, button};

/// What the menu asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Go on with the cart.
    Continue,
    /// The cart's item was chosen (0x70) or left (1) or right (2) pressed on it.
    Custom {
        /// 1 to 5.
        index: u8,
        /// As `menuitem`'s callback gets them.
        buttons: u8,
    },
    /// Begin the cart again.
    Reset,
    /// Leave the console.
    Quit,
    /// Settings changed: take [`PauseMenu::settings`] over.
    Changed,
}

/// What the next key or pad button press shall be bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capture {
    /// A key, for a player's button.
    Key {
        /// 0 or 1.
        player: usize,
        /// 0 to 6.
        button: usize,
    },
    /// A pad button.
    Pad {
        /// 0 to 6.
        button: usize,
    },
}

/// The menu while it is open.
#[derive(Clone, Debug)]
pub struct PauseMenu {
    page: Page,
    cursor: usize,
    came_from: Vec<(Page, usize)>,
    capture: Option<Capture>,
    settings: Settings,
    custom: [Option<MenuItem>; 5],
    frame: u32,
}

impl PauseMenu {
    /// The menu at its first page.
    pub fn new(settings: Settings, custom: [Option<MenuItem>; 5]) -> Self {
        PauseMenu {
            page: Page::Main,
            cursor: 0,
            came_from: Vec::new(),
            capture: None,
            settings,
            custom,
            frame: 0,
        }
    }

    /// The settings as the player has them now.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Takes settings that changed elsewhere, by a key of the window's.
    pub fn set_settings(&mut self, settings: Settings) {
        self.settings = settings;
    }

    /// The cart's items after a callback changed them.
    pub fn set_custom(&mut self, custom: [Option<MenuItem>; 5]) {
        self.custom = custom;
        self.cursor = self.cursor.min(self.rows().len().saturating_sub(1));
    }

    /// Does the menu wait for a key or pad button to bind? Then the next goes to [`PauseMenu::bind`], and Escape to
    /// [`PauseMenu::cancel`].
    pub fn capture(&self) -> Option<Capture> {
        self.capture
    }

    /// Binds the key or pad button that was waited for.
    pub fn bind(&mut self, name: &str) -> Option<Choice> {
        match self.capture.take()? {
            Capture::Key { player, button } => {
                Settings::bind(&mut self.settings.keys[player], button, name);
                // A key presses one button of one player.
                for names in &mut self.settings.keys[1 - player] {
                    names.retain(|n| n != name);
                }
            }
            Capture::Pad { button } => Settings::bind(&mut self.settings.pad, button, name),
        }
        Some(Choice::Changed)
    }

    /// Gives up waiting for a key.
    pub fn cancel(&mut self) {
        self.capture = None;
    }

    /// The rows of the page that is shown.
    pub fn rows(&self) -> Vec<Row> {
        page::rows(self.page, &self.custom)
    }

    /// Takes the buttons newly pressed in this frame (of any player, repeats included).
    pub fn press(&mut self, pressed: u8) -> Option<Choice> {
        self.frame = self.frame.wrapping_add(1);
        if self.capture.is_some() || pressed == 0 {
            return None;
        }
        let rows = self.rows();
        let n = rows.len();
        if pressed & button::UP != 0 {
            self.cursor = (self.cursor + n - 1) % n;
        }
        if pressed & button::DOWN != 0 {
            self.cursor = (self.cursor + 1) % n;
        }
        let row = rows[self.cursor];
        if pressed & (button::LEFT | button::RIGHT) != 0 {
            let right = pressed & button::RIGHT != 0;
            return self.change(row, right);
        }
        // Pause closes the menu from wherever it is; O and X choose.
        if pressed & button::PAUSE != 0 && row == Row::Continue {
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

    fn open(&mut self, page: Page) -> Option<Choice> {
        self.came_from.push((self.page, self.cursor));
        (self.page, self.cursor) = (page, 0);
        None
    }

    fn choose(&mut self, row: Row) -> Option<Choice> {
        match row {
            Row::Continue => Some(Choice::Continue),
            Row::Custom(index) => Some(Choice::Custom { index, buttons: 0x70 }),
            Row::Open(page) => self.open(page),
            Row::Reset => Some(Choice::Reset),
            Row::Quit => Some(Choice::Quit),
            Row::Back => self.back(),
            Row::Key { player, button } => {
                self.capture = Some(Capture::Key { player, button });
                None
            }
            Row::Pad { button } => {
                self.capture = Some(Capture::Pad { button });
                None
            }
            Row::Defaults => {
                let fresh = Settings::default();
                (self.settings.keys, self.settings.pad) = (fresh.keys, fresh.pad);
                Some(Choice::Changed)
            }
            Row::Volume => {
                self.settings.mute = !self.settings.mute;
                Some(Choice::Changed)
            }
            Row::Toggle(toggle) => {
                toggle.flip(&mut self.settings);
                Some(Choice::Changed)
            }
            Row::Text(..) => None,
        }
    }

    fn change(&mut self, row: Row, right: bool) -> Option<Choice> {
        match row {
            Row::Custom(index) => Some(Choice::Custom { index, buttons: if right { 2 } else { 1 } }),
            Row::Volume => {
                let volume = self.settings.volume;
                self.settings.volume =
                    if right { (volume + 1).min(VOLUME_MAX) } else { volume.saturating_sub(1) };
                self.settings.mute = false;
                Some(Choice::Changed)
            }
            Row::Toggle(_) => self.choose(row),
            _ => None,
        }
    }
}
