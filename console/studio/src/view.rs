//! `rasher view NAME`: a cart's sheet, map and flags.
//!
//! ```text
//! y 0    sheet map flags            the page that is shown is white
//! y 8    12 rows of 16 cells        the sheet; tiles of the map; flags as two hex digits
//! y 104  ▣▣  sprite 34  tile 2,13   the cell under mouse or cursor, three times as large
//!        ▣▣  flags 0 1 . . 4        its flag bits
//! ```
//!
//! Arrows or mouse move, O and X change the page. It is a program of the machine, so saved files are reloaded as for any cart.

use rasher::{Cart, Machine, SIDE, memory::reg};
use serde::{Deserialize, Serialize};

const COLUMNS: i32 = 16;
const ROWS: i32 = 12;
const TOP: i32 = 8;
const FOOT: i32 = 104;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Shows {
    #[default]
    Sheet,
    Map,
    Flags,
}

impl Shows {
    const ALL: [(Shows, &str); 3] = [(Shows::Sheet, "sheet"), (Shows::Map, "map"), (Shows::Flags, "flags")];

    fn size(self) -> (i32, i32) {
        match self {
            Shows::Map => (128, 64),
            Shows::Sheet | Shows::Flags => (COLUMNS, 16),
        }
    }
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct DataViewer {
    shows: Shows,
    x: i32,
    y: i32,
    left: i32,
    top: i32,
    mouse: (i32, i32),
}

impl DataViewer {
    fn move_by(&mut self, dx: i32, dy: i32) {
        let (w, h) = self.shows.size();
        (self.x, self.y) = ((self.x + dx).clamp(0, w - 1), (self.y + dy).clamp(0, h - 1));
        self.left = self.left.clamp((self.x - COLUMNS + 1).max(0), self.x);
        self.top = self.top.clamp((self.y - ROWS + 1).max(0), self.y);
    }

    fn turn(&mut self, by: i32) {
        let now = Shows::ALL.iter().position(|(s, _)| *s == self.shows).unwrap_or(0) as i32;
        self.shows = Shows::ALL[(now + by).rem_euclid(3) as usize].0;
        (self.x, self.y, self.left, self.top) = (0, 0, 0, 0);
    }

    fn sprite(&self, p8: &Machine, x: i32, y: i32) -> i32 {
        match self.shows {
            Shows::Map => i32::from(p8.mget(x, y)),
            Shows::Sheet | Shows::Flags => x + COLUMNS * y,
        }
    }
}

impl Cart for DataViewer {
    fn _init(&mut self, p8: &mut Machine) {
        p8.poke(reg::DEVKIT, 1);
    }

    fn _update60(&mut self, p8: &mut Machine) {
        let step = |p8: &mut Machine, less, more| i32::from(p8.btnp(more)) - i32::from(p8.btnp(less));
        let (dx, dy) = (step(p8, 0, 1), step(p8, 2, 3));
        self.move_by(dx, dy);
        if p8.btnp(4) {
            self.turn(-1);
        }
        if p8.btnp(5) {
            self.turn(1);
        }
        let wheel = p8.stat(36).num().flr();
        self.move_by(0, -wheel);
        // Only when it moves, so that it does not disturb the arrows.
        let mouse = (p8.stat(32).num().flr(), p8.stat(33).num().flr());
        if mouse != self.mouse {
            self.mouse = mouse;
            let inside = (0..SIDE as i32).contains(&mouse.0) && (TOP..FOOT).contains(&mouse.1);
            if inside {
                self.move_by(self.left + mouse.0 / 8 - self.x, self.top + (mouse.1 - TOP) / 8 - self.y);
            }
        }
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.cls(0);
        p8.palt_bits(0);
        for cy in 0..ROWS {
            for cx in 0..COLUMNS {
                self.draw_cell(p8, cx, cy);
            }
        }
        let (cx, cy) = ((self.x - self.left) * 8, TOP + (self.y - self.top) * 8);
        p8.rect(cx - 1, cy - 1, cx + 8, cy + 8, 7);
        self.draw_frame(p8);
        p8.palt_reset();
    }
}

impl DataViewer {
    fn draw_cell(&self, p8: &mut Machine, cx: i32, cy: i32) {
        let (x, y) = (self.left + cx, self.top + cy);
        let (w, h) = self.shows.size();
        if x >= w || y >= h {
            return;
        }
        let (px, py) = (cx * 8, TOP + cy * 8);
        let n = self.sprite(p8, x, y);
        if self.shows == Shows::Flags {
            let flags = p8.fget(n);
            let color = if flags == 0 { 1 } else { 7 + i32::from(flags.trailing_zeros() as u8) };
            p8.print_at(format!("{flags:02x}").as_str(), px, py + 1, color);
        } else {
            p8.spr(n, px, py);
        }
    }

    fn draw_frame(&self, p8: &mut Machine) {
        p8.rectfill(0, 0, 127, TOP - 2, 1);
        let mut x = 2;
        for (shows, name) in Shows::ALL {
            p8.print_at(name, x, 1, if shows == self.shows { 7 } else { 13 });
            x += 4 * name.len() as i32 + 6;
        }
        p8.rectfill(0, FOOT, 127, 127, 1);
        let n = self.sprite(p8, self.x, self.y);
        p8.sspr_ext(n % 16 * 8, n / 16 * 8, 8, 8, 0, FOOT, 24, 24, false, false);
        p8.print_at(format!("sprite {n} 0x{n:02x}").as_str(), 28, FOOT + 2, 7);
        let place = match self.shows {
            Shows::Map => format!("map {},{}", self.x, self.y),
            Shows::Sheet | Shows::Flags => format!("pixel {},{}", n % 16 * 8, n / 16 * 8),
        };
        p8.print_at(place.as_str(), 28, FOOT + 9, 6);
        let flags = p8.fget(n);
        p8.print_at("flags", 28, FOOT + 16, 6);
        for bit in 0..8 {
            let on = flags >> bit & 1 != 0;
            p8.circfill(54 + 9 * bit, FOOT + 18, 2, if on { 8 + bit } else { 0 });
        }
    }
}
