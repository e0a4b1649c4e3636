//! Drawing: title, story, cave, map, the two ends.
//!
//! ```text
//!  (heart)||||||||||||  (rock)3   2/5     (sluice)(needle)     y 0    hit points, rocks, cave, where to go
//!  ......................
//!  .........(you)........     16 x 16 cells, 8 x 8 pixels each; Kasidin is always in the middle, and past the
//!  ......................     edge of the cave there is nothing
//!  an archer takes aim                                         y 121  what the turn said
//! ```
//!
//! The sheet: 1 to 10 who moves, 16 to 31 walls by which sides are open (left 1, right 2, up 4, down 8), 32 to 47 ground and what
//! flies, 48 the king, 52 to 63 finds and a surprise, 68 to 79 lava, below the name and the volcano. Colours 3, 11 and 14 are other ones on the screen, and
//! 2, 5, 15 and 4 are the earth of each cave.

use crate::cave::{BED, EMBER, FIND, FINDS, LAVA, ROCK, SHAFT, SLUICE, WALL};
use crate::mob::{BOW, HERALD, KING, KNIGHT, NAMES};
use crate::{CAVES, End, Game, HP, Page};
use alloc::format;
use kit::{Cell, Dir};
use rasher::Machine;

/// The names of the caves.
pub(crate) const CAVE_NAMES: [&str; 5] = [
    "the quarry of sweet basalt",
    "the dry kitchens",
    "the barracks",
    "the cold forges",
    "the hall of king adlori",
];
const HELP: &str =
    "arrows: move, attack, shove\n🅾️: eat a rock  ❎: throw one\nopen each sluice, then go down";
const STORY: &str = "kasidin is a terulo. they\neat rocks, drink spicy lava\nsoup, and want no more.\n\n\
    then adlori came, the evil\nking, and shut all sluices\nin the land of volcanoes.\nno lava, no soup!\n\n\
    so down you go, five caves\ndeep, to the heart of the\nearth: open the sluices,\nbeat the king, have soup.";
/// Colours of the earth, cave by cave: ground; wall, and specks of the ground; specks of the wall; its rim. Walls are the darker ones.
const EARTH: [[i32; 4]; 5] =
    [[133, 128, 130, 4], [141, 130, 128, 134], [5, 128, 133, 134], [131, 129, 0, 13], [1, 129, 0, 140]];
/// Colours on the map, by tile: the cave's own earth, then what the lines below it name.
const MAP: [u8; 9] = [5, 2, 4, 9, 6, 13, 11, 14, 12];

impl Game {
    pub(crate) fn draw(&self, p8: &mut Machine) {
        p8.cls(0);
        p8.pal_reset();
        p8.pal_table(&[(3, 139), (11, 138), (14, 137)], 1);
        let soup = self.end == Some(End::Won) && self.busy == 0;
        // The volcano has the colours of the first cave.
        let earth = EARTH[if soup { 0 } else { (self.cave - 1).clamp(0, 4) as usize }];
        (0..).zip([2, 5, 15, 4]).for_each(|(i, slot): (usize, i32)| _ = p8.pal_ext(slot, earth[i], 1));
        match self.page {
            Page::Title => self.draw_title(p8),
            Page::Story => {
                p8.map();
                p8.print_at(STORY, 10, 14, 7);
                self.draw_last(p8, "🅾️ continue", 101, 10);
            }
            Page::Map => self.draw_map(p8),
            Page::Play if soup => self.draw_won(p8),
            Page::Play => {
                self.draw_cave(p8);
                self.draw_bars(p8);
            }
        }
    }

    /// The volcano, dead or alive.
    fn draw_scene(p8: &mut Machine, y: i32, alive: bool) {
        let glow = p8.frame() as i32 / 8;
        for (i, color) in (0..).zip([8, 14, 9, 10]) {
            p8.pal(
                color,
                if alive { [8, 14, 9, 10][((i + glow) % 4) as usize] } else { [1, 5, 1, 13][i as usize] },
            );
        }
        p8.sspr(0, 64, 128, 64, 0, y);
        p8.pal_reset_one(0);
        // Kasidin watches, three times as large.
        p8.sspr_ext(8 + glow / 4 % 2 * 8, 0, 8, 8, 96, y + 36, 24, 24, true, false);
    }

    fn draw_title(&self, p8: &mut Machine) {
        Game::draw_scene(p8, 31, false);
        p8.sspr(0, 40, 96, 24, 16, 4);
        p8.print_at(HELP, 4, 99, 6);
        self.draw_last(p8, "🅾️ start", 121, 10);
    }

    /// The picture of a cell's ground.
    fn ground(&self, cell: Cell, frame: i32) -> i32 {
        let around = cell.around();
        let mixed = (cell.x * 37) ^ (cell.y * 59) ^ (cell.x * cell.y);
        match self.tiles.get(cell) {
            WALL => {
                match (0..4).filter(|i| self.tiles.get(around[*i]) != WALL).map(|i| 1 << i).sum::<i32>() {
                    0 => [16, 16, 12, 13][(mixed & 3) as usize],
                    open => 16 + open,
                }
            }
            BED => 36,
            LAVA => 68 + frame / 12 % 4 * 3 + (cell.x + cell.y) % 3,
            SLUICE => 37 + i32::from(self.open > 0),
            SHAFT => 39 + i32::from(self.open > 0),
            _ if around.into_iter().any(|cell| self.tiles.get(cell) == LAVA) => 35,
            _ => [32, 33, 32, 34, 32, 32, 32][(mixed % 7) as usize],
        }
    }

    fn draw_cave(&self, p8: &mut Machine) {
        let (me, frame) = (self.me(), p8.frame() as i32);
        // The ground shakes when the lava comes.
        let shake = i32::from((1..8).contains(&self.open) && frame / 2 % 2 == 0 && !p8.less_shake());
        p8.camera(me.at.x * 8 + me.slide.0 - 60 + shake, me.at.y * 8 + me.slide.1 - 60);
        for at in 0..19 * 19 {
            let cell = Cell::at(me.at.x + at % 19 - 9, me.at.y + at / 19 - 9);
            if self.tiles.index(cell).is_some() {
                let (x, y) = (cell.x * 8, cell.y * 8);
                p8.spr(self.ground(cell, frame), x, y);
                match self.tiles.get(cell) {
                    ROCK => p8.spr(41, x, y),
                    EMBER => p8.sspr_ext(80, 16, 8, 8, x + 2, y + 2, 4, 4, false, false),
                    FIND => p8.spr(FINDS[Game::find(cell)].0, x, y),
                    LAVA => self.draw_shore(p8, cell, x, y),
                    _ => (),
                }
            }
        }
        for i in (0..self.mobs.len()).rev() {
            self.draw_mob(p8, i, frame);
        }
        for fx in &self.fx {
            let along = |from: i32, to: i32| to * 8 + (from - to) * fx.t;
            p8.spr(i32::from(fx.sprite), along(fx.from.x, fx.to.x), along(fx.from.y, fx.to.y));
        }
        if self.aims {
            for cell in me.at.around() {
                p8.circ(cell.x * 8 + 3, cell.y * 8 + 3, 1 + frame / 8 % 2, 10);
            }
        }
        p8.camera(0, 0);
    }

    /// A red line where lava ends.
    fn draw_shore(&self, p8: &mut Machine, cell: Cell, x: i32, y: i32) {
        let sides = [(0, 0, 0, 7), (7, 0, 7, 7), (0, 0, 7, 0), (0, 7, 7, 7)];
        for (next, (x0, y0, x1, y1)) in cell.around().into_iter().zip(sides) {
            if self.tiles.get(next) != LAVA {
                p8.rectfill(x + x0, y + y0, x + x1, y + y1, 8);
            }
        }
    }

    /// Dots on the cells ahead, until rock.
    fn draw_aim(&self, p8: &mut Machine, from: Cell, dir: Dir, reach: i32, color: u8) {
        let mut at = from.step(dir);
        for _ in 0..reach {
            if self.tiles.get(at) == WALL {
                break;
            }
            p8.rectfill(at.x * 8 + 3, at.y * 8 + 3, at.x * 8 + 4, at.y * 8 + 4, color);
            at = at.step(dir);
        }
    }

    fn draw_mob(&self, p8: &mut Machine, i: usize, frame: i32) {
        let mob = self.mobs[i];
        let (x, y) = (mob.at.x * 8 + mob.slide.0, mob.at.y * 8 + mob.slide.1);
        // Attacks are shown a turn ahead.
        let ready = match mob.kind {
            BOW => mob.aim.is_some(),
            KNIGHT => mob.awake % 2 == 1,
            HERALD => mob.awake % 4 == 1,
            KING => mob.awake > 0 && mob.awake % 4 == 0,
            _ => frame / 16 % 2 == 0,
        };
        let raised = i32::from(ready);
        if mob.kind == BOW
            && let Some(dir) = mob.aim
        {
            self.draw_aim(p8, mob.at, dir, 7, 8);
        }
        if mob.kind == KING && ready {
            Dir::ALL.into_iter().for_each(|dir| self.draw_aim(p8, mob.at, dir, 5, 12));
        }
        if mob.flash / 2 % 2 == 1 {
            (1..16).for_each(|color| _ = p8.pal(color, 7));
        }
        if mob.kind == KING {
            p8.spr_ext(48 + raised * 2, x - 4, y - 8, 2, 2, mob.flip, false);
        } else {
            p8.spr_ext(1 + i32::from(mob.kind) * 2 + raised, x, y, 1, 1, mob.flip, mob.hp <= 0);
        }
        (1..16).for_each(|color| _ = p8.pal(color, color));
        if i > 0 && mob.awake == 0 {
            p8.spr(14, x + 4, y - 5 - frame / 30 % 2);
        } else if i > 0 {
            let y = if mob.kind == KING { y - 10 } else { y - 1 };
            p8.line(x + 4 - mob.hp, y, x + 3 + mob.hp, y, 8);
        }
    }

    /// The bar above, the line below, the last words.
    fn draw_bars(&self, p8: &mut Machine) {
        let me = self.me();
        p8.rectfill(0, 0, 127, 8, 0);
        p8.spr(11, 1, 1);
        for n in 0..HP {
            p8.rectfill(11 + n * 3, 2, 12 + n * 3, 6, if n < me.hp { 8 } else { 1 });
        }
        p8.spr(41, 51, 0);
        p8.print_at(format!("{}", self.rocks).as_str(), 61, 2, 7);
        p8.print_at(format!("{}/{CAVES}", self.cave).as_str(), 72, 2, 13);
        // Where to go: the sluice, then the shaft; in the last cave first the king.
        let king = self.mobs.iter().find(|mob| mob.kind == KING);
        let (icon, goal) = match king {
            Some(king) => (15, king.at),
            None if self.open > 0 => (40, self.shaft),
            None => (37, self.sluice),
        };
        p8.spr(icon, 100, 0);
        // The needle of his compass.
        let (dx, dy) = (goal.x - me.at.x, goal.y - me.at.y);
        let n = dx.abs().max(dy.abs()).max(1);
        p8.circfill(118, 4, 4, 1);
        p8.line(118, 4, 118 + dx * 4 / n, 4 + dy * 4 / n, 10);
        p8.pset(118, 4, 7);
        let said = if self.aims { "arrow: throw 🅾️: wait ❎: map" } else { self.said.as_str() };
        // Above or below the killers, on the emptier side.
        if self.end.is_some() && self.busy == 0 {
            let near = self.mobs.iter().filter(|mob| mob.awake > 0 && mob.at.dist(me.at) < 8);
            let below: i32 = near.map(|mob| (mob.at.y - me.at.y).signum()).sum();
            let top = if below > 0 { 12 } else { 84 };
            p8.rectfill(14, top, 113, top + 42, 0);
            p8.rect(14, top, 113, top + 42, 8);
            self.draw_last(p8, &format!("no soup! the {} won", NAMES[usize::from(self.killer)]), top + 6, 8);
            self.draw_last(p8, &format!("cave {} of {CAVES}, turn {}", self.cave, self.turn), top + 15, 7);
            self.draw_last(p8, &format!("seed {}", self.seed), top + 23, 6);
            self.draw_last(p8, "🅾️ title", top + 33, 13);
        } else if !said.is_empty() {
            p8.rectfill(0, 119, 127, 127, 0);
            p8.print_at(said, 64 - p8.text_width(said) / 2, 121, 7);
        }
    }

    /// A line in the middle.
    fn draw_last(&self, p8: &mut Machine, text: &str, y: i32, color: u8) {
        p8.print_at(text, 64 - p8.text_width(text) / 2, y, color);
    }

    /// The cave, a pixel a cell.
    fn draw_map(&self, p8: &mut Machine) {
        p8.print_at(CAVE_NAMES[(self.cave - 1) as usize], 14, 1, 7);
        for cell in self.tiles.cells().filter(|cell| self.knows(*cell)) {
            p8.pset(14 + cell.x, 8 + cell.y, MAP[usize::from(self.tiles.get(cell)) % MAP.len()]);
        }
        // Those that have been on the screen, where they are.
        let size = 2 + (p8.frame() / 8 % 2) as i32;
        for (i, mob) in self.mobs.iter().enumerate().filter(|(_, mob)| self.knows(mob.at)) {
            let color = if i > 0 { 8 } else { 7 };
            p8.pset(14 + mob.at.x, 8 + mob.at.y, color);
            if i == 0 || mob.kind == KING {
                p8.circ(14 + mob.at.x, 8 + mob.at.y, size, color);
            }
        }
        for (at, color) in [(self.sluice, 13), (self.shaft, 11)] {
            if self.knows(at) && self.tiles.get(at) > ROCK {
                p8.circ(14 + at.x, 8 + at.y, size, color);
            }
        }
        let goal = if self.cave < CAVES { "\x0cbshaft" } else { "\x0c8king" };
        p8.print_at(format!("\x0c7you {goal} \x0cdsluice \x0c8foes\x0c6 rock\x0c9 lava").as_str(), 2, 109, 7);
        let finds =
            format!("\x0c4dry bed  \x0cecrumb  \x0ccfinds {}/{}", self.found.count_ones(), FINDS.len());
        p8.print_at(finds.as_str(), 2, 115, 7);
        p8.print_at(format!("turn {}  seed {}", self.turn, self.seed).as_str(), 2, 121, 13);
    }

    fn draw_won(&self, p8: &mut Machine) {
        Game::draw_scene(p8, 0, true);
        p8.spr_ext(92, 76, 46, 2, 2, false, false);
        self.draw_last(p8, "the lava runs again.", 76, 9);
        self.draw_last(p8, "kasidin fills a bowl: soup,", 84, 7);
        self.draw_last(p8, "as spicy as ever.", 91, 7);
        let best = format!("{} turns, best {}", self.turn, p8.best("turns").unsigned_abs());
        self.draw_last(p8, &best, 102, 10);
        self.draw_last(p8, &format!("seed {}", self.seed), 110, 6);
        self.draw_last(p8, "🅾️ title", 119, 13);
    }
}
