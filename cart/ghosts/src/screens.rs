//! The screens around the dungeon: hearts and treasures, the map, title, ends.

use crate::Game;
use crate::dungeon::Place;
use crate::ghost::Ghost;
use crate::play::{LEAST, LIVES, SPARK};
use crate::show::light;
use alloc::format;
use alloc::string::String;
use rasher::Machine;

/// How to play; the button that starts comes last.
const HELP: [(&str, u8); 4] = [
    ("arrows/wasd: walk  ❎: map", 6),
    ("🅾\u{fe0f}: flash  ❎ then 🅾\u{fe0f}: candle", 6),
    ("bring treasures to the stairs", 6),
    ("🅾\u{fe0f} start", 10),
];
/// The levels, and a hint about their ghosts.
const NAMES: [(&str, &str); 3] = [
    ("the cellars", "mopes chase you when near"),
    ("the crypt", "seepers come through walls"),
    ("the vault", "howlers rush: step aside"),
];
/// The end of a lost game, by kind of ghost.
const TAKEN: [&str; 7] = [
    "caught by a mope",
    "caught by a seeper",
    "caught by a howler",
    "caught by a wisp",
    "caught by a snuffer",
    "caught by a blinker",
    "caught by a twin",
];

/// A line in the middle.
fn row(p8: &mut Machine, text: &str, y: i32, color: u8) {
    let x = 64 - p8.text_width(text) / 2;
    p8.print_at(text, x, y, color);
}

/// Minutes and seconds.
fn time(seconds: i32) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

impl Game {
    /// Hearts, flashes and treasures above, and at first the level's name below.
    pub(crate) fn draw_hud(&self, p8: &mut Machine) {
        for i in 0..LIVES {
            p8.spr(if i < self.lives { 1 } else { 2 }, 2 + i * 8, 2);
        }
        for i in 0..2 {
            p8.spr(if self.reach >= LEAST + i * SPARK { 3 } else { 4 }, 30 + i * 6, 2);
        }
        // Candles: a flame on two pixels of wax.
        for i in 0..self.wax {
            let x = 45 + i * 4;
            p8.pset(x, 4, 10);
            p8.rectfill(x, 5, x + 1, 8, 7);
        }
        for (i, it) in (0..).zip(&self.treasures) {
            let x = 119 - i * 10;
            match it {
                Place::Lies(..) => (1..16).for_each(|color| _ = p8.pal(color, 3)),
                Place::Carried => {}
                Place::Home => p8.line(x + 1, 11, x + 5, 11, 10),
            }
            // What she carries bobs.
            p8.spr(self.first() + i, x, 2 - i32::from(*it == Place::Carried && self.clock / 10 % 2 > 0));
            p8.pal_reset_one(0);
        }
        // The end screen has its own lines there.
        let plays = self.over().is_none();
        if plays && self.night > 0 {
            // Gold as soon as it beats the record.
            let color = if self.score > p8.best("points") { 10 } else { 13 };
            p8.print_at(format!("{}{}", self.night_line(), self.score).as_str(), 3, 11, color);
        }
        if plays && self.in_row > 0 {
            let times = if self.row > 1 { format!("  {} in a row", self.row) } else { String::new() };
            row(p8, &format!("+{}{times}", self.prize), 44, if self.row > 1 { 10 } else { 7 });
        }
        if plays && self.clock < 240 {
            let (name, who) = NAMES[self.level as usize - 1];
            let (name, who) = if self.night > 0 {
                (format!("night {}", self.night), self.news())
            } else {
                (name.into(), who.into())
            };
            row(p8, &name, 110, 10);
            row(p8, &who, 118, 15);
        } else if plays && self.oil <= 0 && self.cell().dist(self.stairs) < 5 {
            row(p8, "the torches are out", 110, 9);
            row(p8, "treasure relights them", 118, 15);
        }
    }

    /// The whole level, two pixels a tile, all of it lit.
    pub(crate) fn draw_map(&self, p8: &mut Machine) {
        p8.cls(0);
        p8.camera(-8, -20);
        for cell in self.tiles.cells() {
            let color = [0, 6, 3][usize::from(self.tiles.get(cell)) % 3];
            p8.rectfill(cell.x * 2, cell.y * 2, cell.x * 2 + 1, cell.y * 2 + 1, color);
        }
        let you = if self.clock / 15 % 2 > 0 { 7 } else { 14 };
        // A ring on the floor around the stairs, so that it can be seen while she is on them.
        let (x, y) = (self.stairs.x * 2, self.stairs.y * 2);
        p8.rect(x - 2, y - 2, x + 3, y + 3, 12);
        let mut dot = |x: i32, y: i32, color: u8| p8.rectfill(x * 2, y * 2, x * 2 + 1, y * 2 + 1, color);
        dot(self.stairs.x, self.stairs.y, 12);
        for it in &self.treasures {
            if let Place::Lies(at, _) = it {
                dot(at.x, at.y, 9);
            }
        }
        self.candles.iter().for_each(|it| dot(it.at.x, it.at.y, 10));
        dot(self.x >> 7, self.y >> 7, you);
        p8.camera(0, 0);
        p8.rect(13, 111, 18, 116, 12);
        p8.rectfill(15, 113, 16, 114, 12);
        p8.print_at("stairs", 22, 111, 6);
        p8.rectfill(55, 113, 56, 114, 9);
        p8.print_at("treasure", 60, 111, 6);
        p8.rectfill(101, 113, 102, 114, you);
        p8.print_at("you", 106, 111, 6);
        let help = if self.wax > 0 { "  🅾\u{fe0f} candle" } else { "" };
        row(p8, &format!("seed {}  {}{help}", self.seed, time(self.frames / 60)), 120, 13);
    }

    /// The title: a hall, the princess in it, and who waits around her.
    pub(crate) fn draw_title(&self, p8: &mut Machine) {
        let t = self.clock;
        p8.poke2(0x5f54, 0x8000);
        p8.cls(0);
        p8.map_ext(0, 0, 0, 0, 16, 15, 0);
        let bob = t / 30 % 2;
        p8.spr_ext(48 + bob, 34, 56, 1, 2, false, false);
        p8.spr_ext(51 + bob, 82, 44, 1, 2, true, false);
        p8.spr_ext(54 + bob, 92, 70, 1, 2, true, false);
        p8.spr_ext(61 + bob, 60, 60, 1, 2, false, false);
        let flicker = if p8.less_flash() { 0 } else { (t / 7 * 5 % 7 - 3) / 2 };
        light(p8, 0, 66, 70, 52 + flicker);
        p8.sspr(0, 64, 128, 16, 0, 9);
        // The help is on black, below the hall.
        p8.rectfill(0, 97, 127, 127, 0);
        for (i, (line, color)) in (0..).zip(HELP) {
            row(p8, line, 99 + i * 7, color);
        }
    }

    /// Out at dawn, with all of it.
    pub(crate) fn draw_dawn(&self, p8: &mut Machine) {
        // Pairs of colours from the night down to the sun; a band is 9 rows, the checkers mix them.
        for (i, color) in (0..).zip([0x11, 0x12, 0x22, 0x2d, 0xdd, 0xde, 0xee, 0xef, 0xff, 0xfa]) {
            p8.fillp(0x5a5a);
            p8.rectfill(0, i * 9, 127, i * 9 + 8, color);
        }
        p8.fillp(0);
        let rise = 92 - (self.clock / 8).min(18);
        p8.circfill(64, rise, 15, 9);
        p8.circfill(64, rise, 13, 10);
        p8.circfill(64, rise, 9, 7);
        p8.rectfill(0, 100, 127, 127, 1);
        p8.ovalfill(-30, 84, 80, 150, 2);
        p8.ovalfill(48, 86, 170, 150, 2);
        p8.ovalfill(-20, 89, 148, 170, 1);
        p8.spr_ext(61 + self.clock / 30 % 2, 60, 76, 1, 2, false, false);
        for i in 0..12 {
            p8.spr(80 + i, 14 + i % 6 * 9 + i % 6 / 3 * 48, 88 + i / 6 * 9);
        }
    }

    /// How it ended, in words.
    pub(crate) fn draw_end(&self, p8: &mut Machine, won: bool) {
        // The last touch was that of the nearest.
        let ghosts = self.ghosts.iter().filter(|ghost| !ghost.squished);
        let far = |ghost: &&Ghost| {
            let (x, y) = self.spot(ghost);
            (x - self.x / 16).abs().max((y - self.y / 16).abs())
        };
        let last = ghosts.min_by_key(far).map_or(0, |ghost| ghost.kind);
        if !won {
            // Her light fades; until then the text is on black.
            p8.rectfill(30, 26, 96, 34, 0);
        }
        row(
            p8,
            if won { "home by dawn" } else { TAKEN[usize::from(last) % TAKEN.len()] },
            if won { 8 } else { 28 },
            if won { 10 } else { 8 },
        );
        // The record has this run's points already.
        let best = p8.best("points");
        let (best, color) =
            if self.score < best { (format!("best {best}"), 7) } else { ("the best yet!".into(), 10) };
        row(p8, &format!("score {}  {best}", self.score), 107, color);
        let night = self.night_line();
        row(p8, &format!("{night}{}  seed {}", time(self.frames / 60), self.seed), 114, 15);
        row(p8, if won { "🅾\u{fe0f} title  ❎ endless night" } else { "🅾\u{fe0f} title" }, 121, 7);
    }
}
