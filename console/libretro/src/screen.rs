//! The pause menu, and the picture that the front end shows.
//!
//! ```text
//! Start, or extcmd("pause") ──> continue                     O, X: choose      left, right: to the cart's item
//!                               (the cart's menu items)
//!                               reset cart, back             an error: its text over the last picture
//! ```
//!
//! While the menu is open, no frame runs. Its row and the held buttons are part of a state, so that run-ahead and netplay work.

use rasher::{Console, Event, Input, PIXELS, palette};
use studio::{Choice, ErrorScreen, Layer, PauseMenu, Settings};
use timeline::Crash;

/// The pause menu between two frames.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pause {
    /// The row under the cursor, if the menu is open.
    row: Option<u8>,
    /// The first player's buttons: held in the menu's last frame, or since it was closed.
    held: u8,
}

impl Pause {
    /// Bytes in a state.
    pub const SIZE: usize = 2;

    pub fn bytes(self) -> [u8; Pause::SIZE] {
        [self.row.map_or(0, |row| row.saturating_add(1)), self.held]
    }

    pub fn read([row, held]: [u8; Pause::SIZE]) -> Pause {
        Pause { row: row.checked_sub(1), held }
    }

    pub fn is_open(self) -> bool {
        self.row.is_some()
    }

    pub fn open(&mut self, input: &Input) {
        *self = Pause { row: Some(0), held: input.players[0] | self.held };
    }

    fn menu(self, console: &Console) -> PauseMenu {
        let machine = console.machine();
        let mut menu = PauseMenu::new(Settings::default(), machine.menu_items().clone());
        menu.is_short = true;
        menu.breadcrumb = machine.breadcrumb().map(str::to_string);
        menu.set_cursor(self.row.unwrap_or_default().into());
        menu
    }

    /// Gives the buttons to the open menu, or to the cart except for those held since the menu. Returns the choice that closes it.
    pub fn press(&mut self, console: &Console, input: &mut Input) -> Option<Choice> {
        let now = input.players[0];
        let pressed = now & !self.held;
        let mut choice = None;
        if self.is_open() {
            let mut menu = self.menu(console);
            choice = menu.press(pressed);
            *self = Pause { row: Some(menu.cursor() as u8), held: now };
            match choice {
                Some(Choice::Custom { index, buttons }) => input.events.push(Event::Menu { index, buttons }),
                Some(Choice::Breadcrumb) => input.events.push(Event::Back),
                Some(_) => {}
                None => return None,
            }
        }
        self.held &= now;
        input.players[0] = now & !self.held;
        choice
    }

    /// Closes the menu after a choice, unless the cart keeps it open.
    pub fn settle(&mut self, keeps: bool) {
        if !keeps {
            self.row = None;
        }
    }

    pub fn draw(self, console: &Console, layer: &mut Layer) {
        self.menu(console).draw(layer);
    }
}

/// The error of a stopped cart, as a front end can show it.
pub fn draw_error(crash: &Crash, layer: &mut Layer) {
    let title = if crash.is_panic { "the cart crashed" } else { "the cart stopped" };
    let text = format!("{}\n{}", crash.fault.place, crash.fault.message);
    let hints = [("reset", "restarts it"), ("rewind", "goes back")];
    ErrorScreen::new(title, &text, hints.map(|(key, deed)| (key.into(), deed.into())).into()).draw(layer);
}

/// Colour indices as pixels: unused, red, green, blue.
pub fn pixels(picture: &[u8; PIXELS]) -> Box<[u32; PIXELS]> {
    Box::new(picture.map(|index| {
        let [red, green, blue] = palette::RGB[usize::from(index & 31)];
        u32::from_be_bytes([0, red, green, blue])
    }))
}
