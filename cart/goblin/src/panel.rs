//! The screens around the dungeon: the panel below it, the bag, the end, the title.
//!
//! ```text
//!   ♥ ▆▆▆▆▆▆▆▆▁▁  31/40  2 │ ░░▒▒      hit points, floor │ the whole floor, a pixel a tile
//!   The rat hits: -2.      │  ░▒▒▒▒    the log, the last four lines
//!   You hit the rat.       │     ▒
//! ```

use crate::data::{DRUM, ITEMS, KINDS, LANTERN};
use crate::dungeon::{AJAR, FLOOR};
use crate::show::{MINIMAP, stamp};
use crate::store::Poison;
use crate::{End, FLOORS, Game};
use alloc::format;
use rasher::Machine;

const HELP: &str = "arrows: move / attack / open\n\
    🅾️: rest, use stairs  ❎: bag\n\
    e: explore  click: travel\n\
    bring the drum up from floor 5";

/// Colours of the minimap, by tile: wall, door, floor, open door, stairs.
const TILES: &[u8; 6] = b"\x01\x09\x05\x05\x0c\x0a";

/// A line in the middle.
pub(crate) fn middle(p8: &mut Machine, text: &str, y: i32, color: u8) {
    let x = 64 - p8.text_width(text) / 2;
    p8.print_at(text, x, y, color);
}

/// A black window with a border.
fn frame(p8: &mut Machine, top: i32, height: i32, color: u8) {
    p8.rectfill(8, top, 119, top + height, 0);
    p8.rect(8, top, 119, top + height, color);
}

impl Game {
    /// Bar, log, minimap; the bag and the end over the window.
    pub(crate) fn draw_panel(&self, p8: &mut Machine) {
        let body = self.body();
        let hp = body.hp.max(0);
        let sick = self.world.get::<Poison>(self.hero).is_some();
        let color = if sick {
            3
        } else if hp * 3 < body.max {
            8
        } else {
            11
        };
        p8.line(0, 96, 127, 96, 1);
        stamp(p8, 72, 0, 97, if sick { 3 } else { 8 }, false);
        p8.rectfill(9, 98, 9 + 31, 102, 1);
        p8.rectfill(9, 98, 9 + 31 * hp / body.max, 102, color);
        p8.print_at(format!("{hp}/{}", body.max).as_str(), 44, 98, 7);
        p8.print_at(format!("{}/{FLOORS}", self.floor).as_str(), 70, 98, 13);
        for (i, line) in (0..).zip(&self.log) {
            let old = self.turn - line.turn > 3;
            p8.print_at(line.text.as_str(), 1, 104 + i * 6, if old { 5 } else { line.color });
        }
        self.draw_minimap(p8);
        if self.row >= 0 {
            self.draw_bag(p8);
        }
        if let Some(End::Killed(kind)) = self.end.filter(|_| self.wait == 0) {
            self.draw_end(p8, kind);
        }
        if self.asks {
            frame(p8, 32, 24, 10);
            middle(p8, "abandon this run?", 38, 7);
            middle(p8, "🅾️ abandon  ❎ play on", 48, 10);
        }
    }

    /// A pixel a tile.
    fn draw_minimap(&self, p8: &mut Machine) {
        let map = self.map();
        for cell in map.seen.cells().filter(|cell| map.seen.get(*cell)) {
            let color = match map.tiles.get(cell) {
                FLOOR | AJAR if self.lit.get(cell) => 6,
                tile => TILES[usize::from(tile) % 6],
            };
            p8.pset(MINIMAP.0 + cell.x, MINIMAP.1 + cell.y, color);
        }
        let hero = (self.hero, if p8.frame() / 16 % 2 == 0 { 11 } else { 7 });
        for (it, color) in self.watched.iter().map(|it| (*it, 8)).chain([hero]) {
            let at = self.at(it);
            p8.pset(MINIMAP.0 + at.x, MINIMAP.1 + at.y, color);
        }
    }

    fn draw_bag(&self, p8: &mut Machine) {
        frame(p8, 6, 82, 13);
        for item in 0..=LANTERN {
            let (name, sprite, color, _) = ITEMS[item as usize];
            let (count, y) = (self.bag[item as usize], 11 + item * 10);
            stamp(p8, sprite, 20, y - 1, if count > 0 { color } else { 1 }, false);
            let color = if count == 0 {
                1
            } else if item == self.row {
                10
            } else {
                6
            };
            p8.print_at(format!("{count} {name}").as_str(), 32, y, color);
        }
        p8.print_at(">", 13, 11 + self.row * 10, 10);
        middle(p8, ITEMS[self.row as usize].3, 61, 12);
        let body = self.body();
        middle(p8, &format!("damage {}-{}  defence {}", body.low, body.high, body.defence), 68, 13);
        middle(p8, &format!("turn {}  seed {}", self.turn, self.seed), 75, 5);
        middle(p8, "🅾️ use  ⬅️➡️ explore", 82, 6);
        if self.has_drum() {
            stamp(p8, ITEMS[DRUM as usize].1, 108, 9, 9, false);
        }
    }

    fn draw_end(&self, p8: &mut Machine, kind: i32) {
        // Above or below the hero, on the side with fewer killers.
        let here = self.at(self.hero).y;
        let below: i32 = self.watched.iter().map(|it| (self.at(*it).y - here).signum()).sum();
        let top = if here * 8 - self.camera().1 > if below > 0 { 40 } else { 48 } { 12 } else { 65 };
        frame(p8, top, 30, 8);
        let killer = KINDS.get(kind as usize).map_or("snake's poison", |row| row.name);
        middle(p8, &format!("killed by the {killer}"), top + 4, 8);
        middle(p8, &format!("floor {}, turn {}", self.floor, self.turn), top + 12, 7);
        middle(p8, &format!("🅾️ title  seed {}", self.seed), top + 21, 6);
    }

    pub(crate) fn draw_title(&self, p8: &mut Machine) {
        p8.map();
        let beat = (p8.frame() / 8) as i32;
        for x in [7, 118] {
            p8.line(x, 47, x + (beat * 5 + x) % 7 / 3 - 1, 44, 9);
        }
        // It blinks.
        if beat % 30 == 0 {
            p8.rectfill(46, 45, 81, 54, 11);
        }
        p8.print_at(HELP, 4, 95, 6);
        middle(p8, "🅾️ start", 121, 10);
    }
}
