//! The dungeon as it is seen: a window of 16 x 12 tiles on a floor of 44 x 30.
//!
//! ```text
//!   0,0 ┌────────────────┐   tiles: lit ones in the floor's colours, known ones in dark blue, the rest black
//!       │     camera     │   then things, monsters, the hero, words that rise
//!       │   on the hero  │   a pointer that was moved names what it is on
//!  0,96 ├──────────┬─────┤
//!       │ panel.rs │ map │
//!       └──────────┴─────┘
//! ```
//!
//! The sheet is white and its shadow, light grey; each creature has a colour, and the palette does the rest.

use crate::Game;
use crate::data::{ITEMS, KINDS};
use crate::dungeon::{AJAR, DOOR, DOWN, H, UP, W, WALL};
use crate::store::{Fighter, Floater, Habit, Item, Mind, Slide, Sprite};
use crate::walls::SHAPES;
use alloc::format;
use alloc::string::String;
use kit::Cell;
use rasher::Machine;

/// Rows of pixels of the window.
pub const VIEW: i32 = 96;
/// Upper left pixel of the minimap.
pub const MINIMAP: (i32, i32) = (84, 98);
/// First sprite of the walls.
const WALLS: i32 = 48;
/// What a sleeper has above its head.
const ZZ: i32 = 75;
/// The shadow's colour for each colour.
const SHADE: &[u8; 16] = b"\0\0\x01\x01\x02\x01\x05\x06\x02\x04\x09\x03\x0d\x05\x02\x04";
/// Walls of each floor, and its ground: one of the 16 colours beyond the standard ones, shown in the place of peach.
const COLORS: &[u8; 10] = b"\x04\x80\x0d\x81\x03\x80\x0e\x82\x09\x81";
/// Peach: no sprite has it.
const GROUND: u8 = 15;

/// A white sprite in a colour.
pub(crate) fn stamp(p8: &mut Machine, n: i32, x: i32, y: i32, color: u8, flip: bool) {
    stamp_ext(p8, n, (x, y), 8, color, flip, false);
}

/// The same of any size, at a point; `down` turns it upside down.
pub(crate) fn stamp_ext(
    p8: &mut Machine,
    n: i32,
    (x, y): (i32, i32),
    size: i32,
    color: u8,
    flip: bool,
    down: bool,
) {
    p8.pal(7, i32::from(color));
    p8.pal(6, i32::from(SHADE[usize::from(color) & 15]));
    p8.sspr_ext(n % 16 * 8, n / 16 * 8, 8, 8, x, y, size, size, flip, down);
    p8.pal_reset_one(0);
}

impl Game {
    /// The position of a creature in pixels of the floor. `most` 0: on a step or in a lunge; -1: but for lunges.
    fn place(&self, it: u32, most: i32) -> (i32, i32) {
        let slide = self.world.get::<Slide>(it).filter(|slide| slide.2 <= most).copied();
        let (at, slide) = (self.at(it), slide.unwrap_or(Slide(0, 0, 0)));
        (at.x * 8 + slide.0, at.y * 8 + slide.1)
    }

    /// The tile that the mouse is on, in the window or on the minimap.
    pub fn pointed(&self) -> Cell {
        let ([x, y, _], (left, top)) = (self.mouse, self.camera());
        if y < VIEW {
            Cell::at((x + left) / 8, (y + top) / 8)
        } else {
            Cell::at(x - MINIMAP.0, y - MINIMAP.1)
        }
    }

    /// The upper left pixel of the window: the hero in the middle, but not past the edge of the floor.
    pub fn camera(&self) -> (i32, i32) {
        let (x, y) = self.place(self.hero, -1);
        ((x - 60).clamp(0, W * 8 - 128), (y - 44).clamp(0, H * 8 - VIEW))
    }

    pub(crate) fn draw_floor(&self, p8: &mut Machine) {
        let (left, top) = self.camera();
        p8.clip(0, 0, 128, VIEW);
        p8.pal_ext(i32::from(GROUND), self.color(1), 1);
        p8.camera(left, top);
        for i in 0..17 * 13 {
            self.draw_tile(p8, Cell::at(left / 8 + i % 17, top / 8 + i / 17));
        }
        let beat = p8.frame() / 20;
        for (it, (sprite, at)) in self.world.query::<(&Sprite, &Cell)>() {
            let known = self.lit.get(*at) || self.world.get::<Item>(it).is_some() && self.map().seen.get(*at);
            if known && self.world.get::<Fighter>(it).is_none() {
                stamp(p8, sprite.0, at.x * 8, at.y * 8, if self.lit.get(*at) { sprite.1 } else { 1 }, false);
            }
        }
        for (it, (fighter, (sprite, at))) in self.world.query::<(&Fighter, (&Sprite, &Cell))>() {
            if self.lit.get(*at) && (fighter.hp > 0 || it == self.hero) {
                let (x, y) = self.place(it, 0);
                let asleep =
                    self.unaware(it) && self.world.get::<Mind>(it).is_some_and(|it| it.habit != Habit::Flit);
                // The loser is on its back and does not move; red colour would not do, since the ogre has it too.
                let dead = fighter.hp <= 0;
                let step = if asleep || dead { 0 } else { (beat + u64::from(it)) % 2 };
                let color = if dead { 8 } else { sprite.1 };
                stamp_ext(p8, sprite.0 + step as i32, (x, y), 8, color, sprite.2, dead);
                if asleep {
                    // Two slanted z: the font's looks like a 2.
                    stamp(p8, ZZ, x + 5, y - 6 - (beat % 2) as i32, 13, false);
                }
                if it != self.hero && fighter.hp < fighter.max {
                    p8.line(x + 1, y - 1, x + 6, y - 1, 2);
                    p8.line(x + 1, y - 1, x + 1 + fighter.hp * 5 / fighter.max, y - 1, 8);
                }
            }
        }
        // The hero sees farther than the window: an arrow at the edge points at monsters outside.
        for it in &self.watched {
            let (x, y) = self.place(*it, 0);
            let edge = y.clamp(top - 4, top + VIEW - 4);
            if edge != y {
                let (arrow, by) = if edge > y { ("^", 5) } else { ("v", -2) };
                p8.print_at(arrow, x + 2, edge + by, 8);
            }
        }
        for (_, (Floater(text, color, age, up), at)) in self.world.query::<(&Floater, &Cell)>() {
            // Two digits are as wide as a tile: with neighbours, every other number is higher.
            let high = if text.len() > 1 { (at.x & 1) * 6 } else { 0 };
            let (x, y) = (at.x * 8 + 4 - text.len() as i32 * 2, at.y * 8 - 6 - age / 5 - up - high);
            for at in Cell::at(x, y).around() {
                p8.print_at(text.as_str(), at.x, at.y, 0);
            }
            p8.print_at(text.as_str(), x, y, *color);
        }
        p8.camera(0, 0);
        self.draw_pointer(p8);
        p8.clip_reset();
    }

    /// The colour of the floor's walls, with 2, or of its ground, with 1.
    fn color(&self, of: i32) -> i32 {
        COLORS[(self.floor * 2 - of) as usize % 10].into()
    }

    /// A tile that is known.
    fn draw_tile(&self, p8: &mut Machine, cell: Cell) {
        if !self.map().seen.get(cell) {
            return;
        }
        let (x, y) = (cell.x * 8, cell.y * 8);
        let lit = self.lit.get(cell);
        let tile = self.map().tiles.get(cell);
        if lit && tile > WALL {
            p8.rectfill(x, y, x + 7, y + 7, GROUND);
        }
        // The door's sprite is for a passage from left to right; the next sprite is for up and down.
        let turned = i32::from(self.map().tiles.get(Cell::at(cell.x - 1, cell.y)) > WALL);
        let (sprite, color) = match tile {
            WALL => (WALLS + i32::from(SHAPES[usize::from(self.mask(cell))]), self.color(2) as u8),
            DOOR | AJAR => (64 + i32::from(tile) * 3 + turned, 9),
            UP | DOWN => (65 + i32::from(tile), 7),
            _ => (64 + (cell.x * 7 + cell.y * 13 + cell.x * cell.y) % 3, 5),
        };
        stamp(p8, sprite, x, y, if lit { color } else { 1 }, false);
    }

    /// Which neighbours of a cell are walls.
    fn mask(&self, cell: Cell) -> u8 {
        let around = [(0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (1, -1), (-1, 1), (1, 1)];
        let wall = |(x, y): (i32, i32)| self.map().tiles.get(Cell::at(cell.x + x, cell.y + y)) == WALL;
        around.iter().rev().fold(0, |mask, it| mask * 2 + u8::from(wall(*it)))
    }

    /// The name of a cell's content; empty if it is unexplored.
    pub fn describe(&self, cell: Cell) -> String {
        if let Some(it) = self.who(cell).filter(|_| self.lit.get(cell)) {
            let fighter = self.world.get::<Fighter>(it).copied().unwrap_or(KINDS[0].fighter);
            let mood = if self.unaware(it) { " unaware" } else { "" };
            return format!("{} {}/{}{mood}", self.name(it), fighter.hp, fighter.max);
        }
        let map = self.map();
        let mut things = self.world.query::<(&Item, &Cell)>();
        if !map.seen.get(cell) {
            return String::new();
        }
        if let Some((_, (Item(item), _))) = things.find(|(_, (_, at))| **at == cell) {
            let (name, _, _, does) = ITEMS[*item as usize];
            return format!("{name}: {does}");
        }
        let names = ["wall", "closed door", "", "open door", "stairs up", "stairs down"];
        names[usize::from(map.tiles.get(cell)) % names.len()].into()
    }

    /// The pointer and the name of what it is on.
    fn draw_pointer(&self, p8: &mut Machine) {
        let [x, y, shown] = self.mouse;
        if shown == 0 || !(0..128).contains(&x) || !(0..VIEW).contains(&y) {
            return;
        }
        let words = self.describe(self.pointed());
        if !words.is_empty() {
            let wide = words.len() as i32 * 4;
            let (at, row) = ((x - wide / 2).clamp(2, 126 - wide), if y < 20 { y + 10 } else { y - 10 });
            p8.rectfill(at - 2, row - 2, at + wide, row + 6, 0);
            p8.rect(at - 2, row - 2, at + wide, row + 6, 5);
            p8.print_at(words.as_str(), at, row, 7);
        }
        stamp(p8, 71, x, y, 7, false);
    }
}
