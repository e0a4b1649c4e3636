//! What lies over the game: pause menu, crash, notices. Drawn by a second machine that nobody plays.
//!
//! ```text
//! game's picture ──┐
//! canvas machine ──┴─ the canvas's rows inside `Area` replace the game's ──> picture shown
//! ```

use rasher::{Boot, Machine, MenuItem, PIXELS, SIDE, button};
use timeline::Crash;

/// What the player chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Go on.
    Continue,
    /// Begin again.
    Restart,
    /// An item of the cart's.
    Item {
        /// 1 to 5.
        index: u8,
        /// 1 left, 2 right, 0x70 confirm.
        buttons: u8,
    },
    /// Close the window.
    Quit,
}

/// A rectangle of machine pixels, ends excluded.
#[derive(Clone, Copy, Debug)]
pub struct Area {
    x: (usize, usize),
    y: (usize, usize),
}

/// The canvas and what it draws.
pub struct Front {
    canvas: Machine,
    /// The open menu.
    pub menu: Option<Menu>,
    /// Why the cart stopped.
    pub crash: Option<Crash>,
    held: u8,
}

/// The pause menu.
pub struct Menu {
    rows: Vec<(String, Choice)>,
    at: usize,
}

impl Menu {
    /// A menu with the cart's items.
    pub fn new(items: &[Option<MenuItem>; 5]) -> Menu {
        let mut rows = vec![("continue".to_string(), Choice::Continue)];
        for (i, item) in items.iter().enumerate() {
            if let Some(item) = item {
                let choice = Choice::Item { index: i as u8 + 1, buttons: 0x70 };
                rows.push((rasher::text::decode(&item.label), choice));
            }
        }
        rows.push(("reset cart".to_string(), Choice::Restart));
        rows.push(("quit".to_string(), Choice::Quit));
        Menu { rows, at: 0 }
    }

    fn press(&mut self, pressed: u8) -> Option<Choice> {
        let count = self.rows.len();
        if pressed & button::UP != 0 {
            self.at = (self.at + count - 1) % count;
        }
        if pressed & button::DOWN != 0 {
            self.at = (self.at + 1) % count;
        }
        let sideways = pressed & (button::LEFT | button::RIGHT);
        match &self.rows[self.at].1 {
            choice if pressed & button::O != 0 => Some(choice.clone()),
            Choice::Item { index, .. } if sideways != 0 => {
                Some(Choice::Item { index: *index, buttons: sideways })
            }
            _ if pressed & button::X != 0 => Some(Choice::Continue),
            _ => None,
        }
    }
}

impl Front {
    /// An empty canvas.
    pub fn new() -> Front {
        Front { canvas: Machine::new(Boot::default()), menu: None, crash: None, held: 0xff }
    }

    /// Does anything lie over the game that needs to be drawn again and again?
    pub fn is_open(&self) -> bool {
        self.menu.is_some() || self.crash.is_some()
    }

    /// Opens the menu; what is held counts only after it was let go.
    pub fn open_menu(&mut self, items: &[Option<MenuItem>; 5]) {
        self.menu = Some(Menu::new(items));
        self.held = 0xff;
    }

    /// The cart's items may have changed; the choice stays where it was.
    pub fn refresh_menu(&mut self, items: &[Option<MenuItem>; 5]) {
        if let Some(menu) = &mut self.menu {
            let at = menu.at;
            *menu = Menu::new(items);
            menu.at = at.min(menu.rows.len() - 1);
        }
    }

    /// One sixtieth of a second: the buttons that are held now.
    pub fn tick(&mut self, held: u8) -> Option<Choice> {
        let pressed = held & !self.held;
        self.held = held;
        self.menu.as_mut().and_then(|menu| menu.press(pressed))
    }

    /// Draws everything over the game's picture.
    pub fn draw(&mut self, picture: &mut [u8; PIXELS], notices: &[String], stuck: bool) {
        let p8 = &mut self.canvas;
        let mut areas = Vec::new();
        p8.cls(0);
        if let Some(menu) = &self.menu {
            let height = menu.rows.len() * 8 + 8;
            let top = (SIDE - height) / 2;
            areas.push(Area { x: (24, 104), y: (top, top + height) });
            for (i, (label, _)) in menu.rows.iter().enumerate() {
                let (mark, color) = if i == menu.at { (">", 7) } else { (" ", 6) };
                p8.print_at(format!("{mark} {label}").as_str(), 28, (top + 4 + i * 8) as i32, color);
            }
        }
        if let Some(crash) = &self.crash {
            areas.push(Area { x: (0, SIDE), y: (0, SIDE) });
            p8.print_at("the cart panicked", 4, 4, 8);
            let text = format!("frame {} at {}: {}", crash.frame, crash.place, crash.message);
            let wrapped: Vec<char> = text.chars().collect();
            for (i, line) in wrapped.chunks(30).take(15).enumerate() {
                p8.print_at(line.iter().collect::<String>().as_str(), 4, 14 + i as i32 * 6, 7);
            }
            p8.print_at("ctrl+r restarts, esc quits", 4, 118, 6);
        }
        let stuck_line = ["the cart does not answer:", "ctrl+r restarts, esc quits"].map(str::to_string);
        let lines: Vec<&String> =
            if stuck { stuck_line.iter().chain(notices).collect() } else { notices.iter().collect() };
        let height = lines.len().min(10) * 7;
        if height > 0 {
            areas.push(Area { x: (0, SIDE), y: (SIDE - height - 1, SIDE) });
        }
        for (i, line) in lines.iter().take(10).enumerate() {
            p8.print_at(line.as_str(), 1, (SIDE - height + i * 7) as i32, 10);
        }
        let mut over = [0; PIXELS];
        p8.picture(&mut over);
        for area in areas {
            for y in area.y.0..area.y.1 {
                let row = y * SIDE;
                picture[row + area.x.0..row + area.x.1]
                    .copy_from_slice(&over[row + area.x.0..row + area.x.1]);
            }
        }
    }
}
