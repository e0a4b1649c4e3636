//! What is seen: the title, a floor, how it ended.
//!
//! ```text
//!  floor 3/10  turn 87   seed 004711        y 1
//!  (heart)12 (bread)31 (clock)40 ...        y 8     what the modes count
//!  #####################                    y 16    21 x 17 letters of the console's font, 6 x 6 pixels each
//!  ###..@..#####...
//!  a ghost rises behind you                 y 120   what the turn said
//! ```
//!
//! Letters are the notes': `#` blocked, `.` clear, `@` player, `<` stairs. Coals, ice and water are a coloured `~`.

use crate::floor::{BLOCKED, CLEAR, SIZE, XMAX};
use crate::{BEASTS, CLOCK, End, FLOORS, GHOST, Game, HUNGER, TRAPS, WEATHER};
use alloc::format;
use rasher::Machine;

/// The modes: bit, name, sprite.
const MODES: [(u8, &str, i32); 6] = [
    (GHOST, "ghost", 5),
    (HUNGER, "hunger", 2),
    (CLOCK, "clock+fog", 3),
    (BEASTS, "beasts", 4),
    (TRAPS, "traps", 6),
    (WEATHER, "weather", 7),
];
/// How to play.
const HELP: [&str; 3] =
    ["arrows/hjkl move, up 10 floors", "o or < climbs where you see <", "x looks. every try is a turn"];
/// What is said at the end, by [`End`].
const ENDS: [&str; 9] = [
    "you won!",
    "the ghost has you",
    "you starved",
    "your time is up",
    "a beast ate you",
    "you blew up",
    "you burned",
    "you froze",
    "you drowned",
];
/// Colours of heat, cold and water.
const GROUND: [u8; 3] = [9, 6, 12];
/// Colours of things, by letter.
const THINGS: [(u8, u8); 10] = [
    (b'G', 7),
    (b'b', 8),
    (b'*', 10),
    (b'^', 8),
    (b'%', 15),
    (b'+', 11),
    (b'/', 6),
    (b']', 13),
    (b'&', 14),
    (b'=', 15),
];
/// Colours of the walls, floor by floor: it grows light towards the top.
const WALLS: [u8; 10] = [5, 5, 5, 4, 4, 4, 13, 13, 13, 14];

impl Game {
    /// The tower at night, and the menu.
    pub(crate) fn draw_title(&self, p8: &mut Machine) {
        p8.map();
        // Sprites with flag 0 are windows; somebody walks about with a candle.
        let lit = (p8.frame() / 40 % 97) as i32;
        for cell in 0..256 {
            let (x, y) = (cell % 16, cell / 16);
            if p8.fget_bit(i32::from(p8.mget(x, y)), 0) && (cell * 7 + lit) % 5 < 2 {
                p8.rectfill(x * 8 + 3, y * 8 + 2, x * 8 + 4, y * 8 + 5, 10);
            }
        }
        p8.print_at("\x06w\x06tpicorogue", 5, 5, 2);
        p8.print_at("\x06w\x06tpicorogue", 4, 4, 10);
        for (i, (bit, name, sprite)) in (0..).zip(MODES) {
            let on = self.on(bit);
            (1..16).filter(|_| !on).for_each(|c| _ = p8.pal(c, if c == 7 { 5 } else { 1 }));
            p8.spr(sprite, 12, 34 + i * 9);
            p8.pal_reset();
            p8.print_at(name, 23, 35 + i * 9, if on { 10 } else { 13 });
        }
        p8.print_at("climb", 12, 25, 7);
        p8.print_at(format!("seed {:06}", self.seed).as_str(), 12, 90, 6);
        let y = if self.row == 7 { 90 } else { 25 + self.row * 9 + i32::from(self.row > 0) };
        p8.print_at(">", 5, y, 10);
        if self.row == 7 {
            p8.line(32 + self.digit * 4, 96, 34 + self.digit * 4, 96, 10);
        }
        if self.best > 0 {
            p8.print_at(format!("best {}", self.best).as_str(), 36, 25, 11);
        }
        for (i, line) in (0..).zip(HELP) {
            p8.print_at(line, 4, 107 + i * 7, 6);
        }
    }

    /// The floor with what stands on it, the counters, the last words.
    pub(crate) fn draw_floor(&self, p8: &mut Machine) {
        p8.print_at(format!("floor {}/{FLOORS}  turn {}", self.floor, self.turn).as_str(), 1, 1, 7);
        p8.print_at(format!("{:06}", self.seed).as_str(), 103, 1, 5);
        self.draw_counters(p8);
        for cell in (0..SIZE).filter(|cell| self.seen[*cell as usize]) {
            let lit = !self.on(CLOCK) || self.sees(self.pc, cell, 5);
            let kind = self.tile(cell);
            match kind {
                BLOCKED => letter(p8, cell, b'#', WALLS[(self.floor - 1) as usize % 10]),
                _ if cell == self.stairs => letter(p8, cell, b'<', 11),
                CLEAR => letter(p8, cell, b'.', if lit { 6 } else { 5 }),
                _ => letter(p8, cell, b'~', GROUND[usize::from(kind) - 2]),
            }
        }
        for it in &self.things {
            let lit = !self.on(CLOCK) || self.sees(self.pc, it.at, 5);
            let found = it.glyph != b'^' || it.n > 0;
            let color = THINGS.iter().find(|(glyph, _)| *glyph == it.glyph);
            if let (true, true, Some((glyph, color))) = (lit, found, color) {
                letter(p8, it.at, *glyph, *color);
            }
        }
        letter(p8, self.pc, b'@', 10);
        p8.print_at(self.said.as_str(), 1, 121, 6);
        if let Some(end) = self.end {
            self.draw_end(p8, end);
        }
    }

    /// What the modes count, from left to right.
    fn draw_counters(&self, p8: &mut Machine) {
        let mut x = 1;
        let hottest = self.ill.into_iter().max().unwrap_or_default();
        for (mode, sprite, n, low) in [
            (BEASTS, 1, self.hp, 4),
            (HUNGER, 2, self.food, 12),
            (CLOCK, 3, self.clock, 15),
            (WEATHER, 7, crate::turn::DEADLY - hottest, 6),
        ] {
            if self.on(mode) {
                p8.spr(sprite, x, 7);
                p8.print_at(format!("{n}").as_str(), x + 9, 8, if n <= low { 8 } else { 7 });
                x += 23;
            }
        }
        for glyph in &self.kit {
            let color = THINGS.iter().find(|(it, _)| it == glyph).map_or(7, |(_, color)| *color);
            x += p8.print_at(&[*glyph][..], x, 8, color) - x + 2;
        }
    }

    /// The window of the end, on a floor that can still be seen.
    fn draw_end(&self, p8: &mut Machine, end: End) {
        let won = end == End::Won;
        p8.rectfill(14, 44, 113, 86, 0);
        p8.rect(14, 44, 113, 86, if won { 11 } else { 8 });
        let mut row = |text: &str, y: i32, color: u8| {
            let x = 64 - p8.text_width(text) / 2;
            p8.print_at(text, x, y, color);
        };
        row(ENDS[end as usize], 50, if won { 11 } else { 8 });
        if won {
            row(&format!("it took {} turns", self.turn), 58, 7);
            row(&format!("best so far: {}", self.best), 66, 6);
        } else {
            row(&format!("floor {}, turn {}", self.floor, self.turn), 58, 7);
            row(&format!("seed {:06}", self.seed), 66, 6);
        }
        row("o or x: title", 77, 5);
    }
}

/// A letter in its cell.
fn letter(p8: &mut Machine, cell: i32, glyph: u8, color: u8) {
    let (x, y) = (2 + cell % XMAX * 6, 16 + cell / XMAX * 6);
    p8.rectfill(x, y, x + 4, y + 4, 0);
    p8.print_at(&[glyph][..], x, y, color);
}
