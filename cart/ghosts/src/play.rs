//! A frame of the dungeon: she walks, takes and delivers treasures, flashes; ghosts move and touch.
//!
//! ```text
//!   light    56 pixels at best    a flash takes 16 and squishes all ghosts within 21 pixels; at the stairs it comes back
//!   .........@.........           in a third of a second, elsewhere in eight and a half
//!   speed    12/16 of a pixel a frame, 2 less for each treasure in her arms, 5 at least
//!   touch    a life less, what she carries falls, two seconds in which nothing more can happen
//!   torches  burn for a minute, or fifteen seconds while she is in their light; each delivery lights them again, with a flash
//!   night    after the three dungeons, in night.rs: 100 points for the first night, 200 for the second, and so on
//!   row      20 points for a ghost, 40, 80, 160 for those that follow within three seconds; who rose by time gives none
//!   quiet    after half a minute without a treasure taken or delivered, ghosts smell her from afar, rise sooner, are more and faster
//! ```
//!
//! Places are sixteenths of a pixel, so that slow steps add up; ghosts move by tiles. All numbers are our decision.

use crate::dungeon::{FLOOR, Place};
use crate::ghost::{Ghost, MOPE, TICK, TWIN};
use crate::{Game, SFX_FLASH, SFX_HOME, SFX_HURT, SFX_OUT, SFX_STAIRS, SFX_TAKE};
use kit::Cell;

/// The whole light, in 32nds of a pixel: seven tiles.
pub const FULL: i32 = 56 * 32;
pub const SPARK: i32 = 16 * 32;
/// The least light that can flash.
pub const LEAST: i32 = 30 * 32;
/// Frames of a flash.
pub const FLASH: i32 = 12;
/// Pixels that it reaches.
pub const BURST: i32 = 21;
/// Frames in which nothing more happens to her.
pub const HURT: i32 = 120;
/// Frames until another ghost rises: less the longer she dawdles.
pub const RISE: i32 = 600;
/// Grace period before ghosts speed up, in frames without a treasure.
const GRACE: i32 = 1800;
/// The fewest frames until another ghost rises.
const SOONEST: i32 = 180;
/// Frames that the torches at the stairs burn.
pub const OIL: i32 = 3600;
/// Torch light used up per frame while she is in it.
pub const BLAZE: i32 = 4;
/// Frames in which the next ghost belongs to the row.
pub const IN_ROW: i32 = 180;
/// Points for a ghost of the level or one that a treasure woke.
pub const WORTH: i32 = 20;
pub const LEVELS: i32 = 3;
pub const LIVES: i32 = 3;
/// From her middle to her edges, in sixteenths.
const HALF: i32 = 44;

impl Game {
    /// Begins a game with the seed that is set.
    pub fn begin(&mut self) {
        *self = Game { seed: self.seed, level: 1, lives: LIVES, reach: FULL, ..Game::default() };
        self.enter();
    }

    pub fn carried(&self) -> i32 {
        self.treasures.iter().filter(|it| **it == Place::Carried).count() as i32
    }

    /// Sixteenths of a pixel that she goes in a frame.
    pub fn speed(&self) -> i32 {
        (12 - 2 * self.carried()).max(5)
    }

    /// One frame: directions as bits, and whether she flashes.
    pub fn step(&mut self, held: u8, flashes: bool) {
        self.clock += 1;
        self.frames += 1;
        self.flash = (self.flash - 1).max(0);
        self.hurt = (self.hurt - 1).max(0);
        self.quiet += 1;
        self.in_row = (self.in_row - 1).max(0);
        let home = self.sheltered();
        self.reach = (self.reach + if home { 24 } else { self.refill() }).min(FULL);
        self.burn();
        let oil = (self.oil - if home { BLAZE } else { 1 }).max(0);
        if oil == 0 && self.oil > 0 {
            self.sound = SFX_OUT;
        }
        self.oil = oil;
        self.walk(held);
        if flashes && self.reach >= LEAST && self.flash == 0 {
            (self.flash, self.sound) = (FLASH, SFX_FLASH);
            self.reach -= self.cost();
        }
        if self.clock % TICK == 0 {
            self.tick();
        }
        // They never run out.
        self.rise -= 1;
        if self.rise <= 0 {
            self.rise = (RISE - 20 * self.late() - self.dawdled() / 6).max(SOONEST);
            let awake = self.ghosts.iter().filter(|it| !it.squished).count() as i32;
            if awake < 8 + 2 * self.level + self.late() + (self.dawdled() / 900).min(8) {
                self.haunt(self.level as u8 - 1, 0);
            }
        }
        self.meet();
        self.take();
    }

    /// Frames in which she could have taken or brought home something: after half a minute they count.
    pub fn dawdled(&self) -> i32 {
        (self.quiet - GRACE).max(0)
    }

    /// Is she in the light of burning torches? Ghosts do not notice her there, and her light refills at once.
    pub fn sheltered(&self) -> bool {
        self.oil > 0 && self.cell().dist(self.stairs) < 3
    }

    /// Walks; a step that is half blocked slides round the corner.
    fn walk(&mut self, held: u8) {
        let bit = |i: u8| i32::from(held >> i & 1);
        let (dx, dy) = (bit(1) - bit(0), bit(3) - bit(2));
        if (dx, dy) == (0, 0) {
            return;
        }
        self.steps += 1;
        self.face = if dy == 0 { usize::from(dx > 0) } else { 2 + usize::from(dy > 0) };
        // 0.7 of the speed along both axes is the speed along the diagonal.
        let speed = if dx * dy == 0 { self.speed() } else { (self.speed() * 7 + 5) / 10 };
        let from = (self.x, self.y);
        if self.fits(self.x + dx * speed, self.y) {
            self.x += dx * speed;
        }
        if self.fits(self.x, self.y + dy * speed) {
            self.y += dy * speed;
        }
        let ahead = Cell::at(self.cell().x + dx, self.cell().y + dy);
        if (self.x, self.y) == from && dx * dy == 0 && self.floor(ahead) {
            let to_middle = |at: i32| ((at & !127) + 64 - at).clamp(-speed, speed);
            if dx == 0 {
                self.x += to_middle(self.x);
            } else {
                self.y += to_middle(self.y);
            }
        }
    }

    /// Is there floor under all her corners?
    fn fits(&self, x: i32, y: i32) -> bool {
        [(-HALF, -HALF), (HALF, -HALF), (-HALF, HALF), (HALF, HALF)]
            .iter()
            .all(|(dx, dy)| self.tiles.get(Cell::at((x + dx) >> 7, (y + dy) >> 7)) == FLOOR)
    }

    /// Ghosts that a flash reaches are squished; one that touches her takes a life.
    fn meet(&mut self) {
        for i in 0..self.ghosts.len() {
            let (x, y) = self.spot(&self.ghosts[i]);
            let (dx, dy) = (x - self.x / 16, y - self.y / 16);
            if self.ghosts[i].squished {
                continue;
            }
            if self.flash > 0 && dx * dx + dy * dy <= self.burst().pow(2) {
                self.ghosts[i].squished = true;
                self.split(i);
                self.sound = crate::SFX_SQUISH;
                if self.ghosts[i].worth > 0 {
                    self.row = if self.in_row > 0 { self.row + 1 } else { 1 };
                    self.prize = self.ghosts[i].worth << (self.row - 1).min(3);
                    self.score += self.prize;
                    self.in_row = IN_ROW;
                }
            } else if dx.abs() < 5 && dy.abs() < 5 && self.hurt == 0 {
                self.lives -= 1;
                (self.hurt, self.sound) = (HURT, SFX_HURT);
                self.spill();
            }
        }
    }

    /// A twin leaves two mopes, a few steps away.
    fn split(&mut self, i: usize) {
        let Ghost { kind: TWIN, at, .. } = self.ghosts[i] else { return };
        let cells = self.tiles.flood(at, 60, |at| self.floor(at)).0;
        let her = self.cell();
        for at in cells.into_iter().filter(|it| it.dist(her) > 4).take(2) {
            let mope = Ghost { kind: MOPE, at, from: at, squished: false, ..self.ghosts[i] };
            self.ghosts.push(mope);
        }
    }

    /// What she carries falls to the nearest tiles.
    fn spill(&mut self) {
        let cells = self.tiles.flood(self.cell(), 9, |at| self.floor(at)).0;
        let mut cells = cells.iter().cycle();
        for it in &mut self.treasures {
            if *it == Place::Carried {
                *it = Place::Lies(*cells.next().unwrap_or(&self.stairs), false);
            }
        }
    }

    /// Takes the treasure here, delivers what she carries, and goes down after the last one.
    fn take(&mut self) {
        let at = self.cell();
        for i in 0..self.treasures.len() {
            match self.treasures[i] {
                Place::Lies(cell, new) if cell == at && self.hurt < HURT / 2 => {
                    self.treasures[i] = Place::Carried;
                    self.sound = SFX_TAKE;
                    if new {
                        // A ghost rises for it.
                        self.haunt(self.level as u8 - 1, WORTH);
                        self.quiet = 0;
                    }
                }
                Place::Carried if at == self.stairs => {
                    self.treasures[i] = Place::Home;
                    self.sound = SFX_HOME;
                    self.score += 100;
                    // The torches flare up and squish the ghosts that came in while they were out.
                    (self.oil, self.quiet, self.flash) = (OIL, 0, FLASH);
                }
                _ => {}
            }
        }
        if self.lives > 0 && self.treasures.iter().all(|it| *it == Place::Home) {
            self.level += 1;
            self.sound = SFX_STAIRS;
            if self.night > 0 {
                self.score += 100 * self.night;
                self.night += 1;
                self.descend();
            } else if self.level <= LEVELS {
                self.lives = (self.lives + 1).min(LIVES);
                self.enter();
            } else {
                self.score += self.lives * 200 + (900 - self.frames / 60).max(0);
            }
        }
    }

    /// Whether she won; none while the game is running.
    pub fn over(&self) -> Option<bool> {
        let won = self.level > LEVELS;
        (won || self.level > 0 && self.lives == 0).then_some(won)
    }
}
