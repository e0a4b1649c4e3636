//! Drawing: the title, a floor, the end.
//!
//! ```text
//!  floor 3/10  turn 87         par 5/18     y 1     turns on this floor, and the fewest that it can take
//!  (heart)12 (bread)31 (clock)40 ...        y 8     what the modes count
//!  #####################                    y 16    21 x 17 letters of a font of its own, 6 x 6 pixels each
//!  ###..@..#####...
//!  a ghost rises behind you                 y 121   what the turn said
//! ```
//!
//! Letters are the notes': `#` blocked, `.` clear, `@` player, `<` stairs. Coals, ice and water are a coloured `~`.

use crate::floor::{BLOCKED, CLEAR, SIZE, Thing, XMAX};
use crate::{BEASTS, CLOCK, End, FLOORS, GHOST, Game, HUNGER, TOWERS, TRAPS, WEATHER, tower_modes};
use alloc::format;
use alloc::string::String;
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
const HELP: [(&str, u8); 3] =
    [("arrows/hjkl: move  🅾️/<: climb", 6), ("❎: look. bumps cost a turn", 6), ("🅾️ start", 10)];
/// The custom font: letters of 6x6 pixels, row by row, bit 0 left. Walls join to one calm net.
const FONT: [(u8, [u8; 6]); 16] = [
    (b'#', [0x12, 0x3f, 0x12, 0x12, 0x3f, 0x12]),
    (b'.', [0, 0, 0x04, 0, 0, 0]),
    (b'@', [0x0e, 0x15, 0x1d, 0x01, 0x0e, 0]),
    (b'<', [0x08, 0x04, 0x02, 0x04, 0x08, 0]),
    (b'G', [0x0e, 0x01, 0x1d, 0x11, 0x0e, 0]),
    (b'b', [0x01, 0x01, 0x0f, 0x11, 0x0f, 0]),
    (b'*', [0x15, 0x0e, 0x1b, 0x0e, 0x15, 0]),
    (b'^', [0, 0x04, 0x0a, 0x11, 0, 0]),
    (b'%', [0x13, 0x0b, 0x04, 0x1a, 0x19, 0]),
    (b'+', [0x04, 0x04, 0x1f, 0x04, 0x04, 0]),
    (b'/', [0x10, 0x08, 0x04, 0x02, 0x01, 0]),
    (b']', [0x0e, 0x08, 0x08, 0x08, 0x0e, 0]),
    (b'&', [0x06, 0x09, 0x16, 0x09, 0x16, 0]),
    (b'=', [0, 0x1f, 0, 0x1f, 0, 0]),
    (b'~', [0, 0x02, 0x15, 0x08, 0, 0]),
    (b'H', [0x11, 0x1f, 0x11, 0x1f, 0x11, 0]),
];
/// Colours of medals: none, bronze, silver, gold.
const MEDALS: [u8; 4] = [1, 4, 6, 10];
const MEDAL_NAMES: [&str; 4] = ["", "bronze", "silver", "gold"];
/// The last line, by [`End`].
const ENDS: [&str; 9] = [
    "you won!",
    "the ghost got you",
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
/// Fire as it burns down, from the last: behind the flame, and the flame.
const FIRE: [[u8; 2]; 4] = [[2, 8], [8, 9], [9, 10], [10, 7]];
/// Colours of things, by letter.
const THINGS: [(u8, u8); 11] = [
    (b'H', 9),
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
const WALLS: [u8; 10] = [1, 1, 1, 2, 2, 2, 5, 5, 5, 13];

impl Game {
    /// The tower at night, and the menu.
    pub(crate) fn draw_title(&self, p8: &mut Machine) {
        p8.map();
        // Sprites with flag 0 are windows; a candle moves from one to the next.
        let lit = (p8.frame() / 40 % 97) as i32;
        for cell in 0..256 {
            let (x, y) = (cell % 16, cell / 16);
            if p8.fget_bit(i32::from(p8.mget(x, y)), 0) && (cell * 7 + lit) % 5 < 2 {
                p8.rectfill(x * 8 + 3, y * 8 + 2, x * 8 + 4, y * 8 + 5, 10);
            }
        }
        p8.print_at("\x06w\x06tpicorogue", 5, 5, 2);
        p8.print_at("\x06w\x06tpicorogue", 4, 4, 10);
        // The modes that are on, or those of the tower that is chosen.
        let towers = self.row == 1;
        let modes = if towers { tower_modes(self.tower) } else { self.modes };
        for (i, (bit, name, sprite)) in (0..).zip(MODES) {
            let on = modes & bit > 0;
            (1..16).filter(|_| !on).for_each(|c| _ = p8.pal(c, if c == 7 { 5 } else { 1 }));
            p8.spr(sprite, 12, 42 + i * 9);
            p8.pal_reset();
            p8.print_at(name, 23, 43 + i * 9, if on { 10 } else { 13 });
        }
        p8.print_at("climb", 12, 23, 7);
        p8.print_at("tower by tower", 12, 32, 7);
        p8.print_at(">", 5, 23 + self.row * 9 + 2 * i32::from(self.row > 1), 10);
        if self.best > 0 && !towers {
            p8.print_at(format!("best {}", self.best).as_str(), 36, 23, 11);
        }
        // A dot for each mixture of modes, in the colour of its medal.
        p8.rectfill(102, 15, 127, 40, 0);
        p8.print_at("medals", 103, 8, 13);
        for (i, medal) in (0..).zip(&self.medals) {
            let (x, y) = (103 + i % 8 * 3, 16 + i / 8 * 3);
            p8.rectfill(x, y, x + 1, y + 1, MEDALS[*medal as usize & 3]);
            if i == i32::from(self.modes) {
                p8.rect(x - 1, y - 1, x + 2, y + 2, 7);
            }
        }
        for (i, (line, color)) in (0..).zip(HELP) {
            p8.print_at(line, 4, 107 + i * 7, color);
        }
        if towers {
            let (n, (_, name)) = (self.tower, TOWERS[(self.tower - 1).max(0) as usize % TOWERS.len()]);
            p8.rectfill(0, 97, 127, 103, 0);
            p8.print_at(format!("⬅️ {n}/{} ➡️ now with {name}", TOWERS.len()).as_str(), 4, 98, 11);
        }
    }

    /// The floor with its things, the counters, the message.
    pub(crate) fn draw_floor(&self, p8: &mut Machine) {
        p8.print_at(format!("floor {}/{FLOORS}  turn {}", self.floor, self.turn).as_str(), 1, 1, 7);
        // A turn of four digits takes the room.
        if self.turn < 1000 {
            let par = format!("par {}/{}", self.since, self.par);
            p8.print_at(
                par.as_str(),
                127 - 4 * par.len() as i32,
                1,
                if self.since > self.par { 5 } else { 11 },
            );
        }
        self.draw_counters(p8);
        for cell in 0..SIZE {
            if let Some((glyph, color)) = self.shown(cell) {
                let (x, y) = corner(cell);
                p8.print_at(&[14, glyph][..], x, y, color);
            }
        }
        self.draw_blaze(p8);
        p8.print_at(self.said.as_str(), 1, 121, 6);
        if let Some(end) = self.end.filter(|_| self.wait == 0) {
            self.draw_end(p8, end);
        }
    }

    /// The fire of a blast, on all cells that it takes and that are in sight: white, then yellow, orange, red. It flickers by cells.
    fn draw_blaze(&self, p8: &mut Machine) {
        if self.glow == 0 {
            return;
        }
        let flicker = if p8.less_flash() { 0 } else { self.glow / 4 };
        for cell in self.blaze.iter().copied().filter(|cell| self.lit(*cell)) {
            let (x, y) = corner(cell);
            let heat = (self.glow + 7 * ((cell + flicker) % 2)) / 12;
            let [under, flame] = FIRE[heat as usize % FIRE.len()];
            p8.rectfill(x, y, x + 5, y + 5, under);
            // Burning creatures are visible in it.
            let glyph = if cell == self.pc { b'@' } else { b'*' };
            p8.print_at(&[14, glyph][..], x, y, if cell == self.pc { 0 } else { flame });
        }
    }

    /// A cell on the screen, as letter and colour; none if it is not known.
    pub fn shown(&self, cell: i32) -> Option<(u8, u8)> {
        let lit = self.lit(cell);
        let seen = |it: &&Thing| it.at == cell && lit && (it.glyph != b'^' || it.n > 0);
        if cell == self.pc {
            let lost = self.end.is_some_and(|end| end != End::Won);
            return Some((b'@', if lost { 8 } else { 10 }));
        }
        if let Some(it) = self.things.iter().rev().find(seen) {
            return THINGS.iter().find(|(glyph, _)| *glyph == it.glyph).copied();
        }
        let kind = self.tile(cell);
        let letter = match kind {
            BLOCKED => (b'#', if lit { WALLS[(self.floor - 1) as usize % 10] } else { 1 }),
            _ if cell == self.stairs => (b'<', 11),
            CLEAR => (b'.', if lit { 6 } else { 5 }),
            _ => (b'~', GROUND[usize::from(kind) - 2]),
        };
        self.seen[cell as usize].then_some(letter)
    }

    /// What the modes count, from left to right.
    fn draw_counters(&self, p8: &mut Machine) {
        let mut x = 1;
        let hottest = self.ill.into_iter().max().unwrap_or_default();
        for (mode, sprite, n, low) in [
            (BEASTS | TRAPS, 1, self.hp, 4),
            (HUNGER, 2, self.food, 12),
            (CLOCK, 3, self.clock, 15),
            (WEATHER, 7, self.deadly() - hottest, 6),
        ] {
            if self.on(mode) {
                p8.spr(sprite, x, 7);
                p8.print_at(format!("{n}").as_str(), x + 9, 8, if n <= low { 8 } else { 7 });
                x += 23;
            }
        }
        for glyph in &self.kit {
            let color = THINGS.iter().find(|(it, _)| it == glyph).map_or(7, |(_, color)| *color);
            p8.print_at(&[14, *glyph][..], x, 8, color);
            x += 6;
        }
    }

    /// The window of the end, on a floor that can still be seen.
    fn draw_end(&self, p8: &mut Machine, end: End) {
        let won = end == End::Won;
        // Above or below whom it is about.
        let top = if self.pc < SIZE / 2 { 74 } else { 18 };
        p8.rectfill(14, top, 113, top + 42, 0);
        p8.rect(14, top, 113, top + 42, if won { 11 } else { 8 });
        let mut row = |text: &str, y: i32, color: u8| {
            let x = 64 - p8.text_width(text) / 2;
            p8.print_at(text, x, top + y, color);
        };
        let climbed = format!("tower {} of {} is climbed!", self.tower, TOWERS.len());
        let first = if won && self.tower > 0 { &climbed } else { ENDS[end as usize] };
        row(first, 6, if won { 11 } else { 8 });
        if won {
            row(&format!("{} turns, par {}", self.turn, self.par_all), 14, 7);
            let medal = self.medal() as usize & 3;
            let best = if self.tower > 0 { String::new() } else { format!(", best {}", self.best) };
            row(&format!("{}{best}", MEDAL_NAMES[medal]), 22, MEDALS[medal]);
        } else {
            row(&format!("floor {}, turn {}", self.floor, self.turn), 14, 7);
            row(&format!("seed {}", self.seed), 22, 6);
        }
        let next = self.next_tower().map_or("🅾️ title", |_| "🅾️ next tower");
        let last = if won { format!("{next}  seed {}", self.seed) } else { next.into() };
        row(&last, 33, 6);
    }
}

/// The position of a cell on the screen.
fn corner(cell: i32) -> (i32, i32) {
    (2 + cell % XMAX * 6, 16 + cell / XMAX * 6)
}

/// Writes the custom font: cells of 6x6.
pub(crate) fn load(p8: &mut Machine) {
    p8.poke_n(0x5600, &[6, 6, 6]);
    for (glyph, rows) in FONT {
        p8.poke_n(0x5600 + 8 * u16::from(glyph), &rows);
    }
}
