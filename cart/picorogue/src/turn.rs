//! A turn: an action is chosen, it is resolved, then the clocks advance and the others move.
//!
//! ```text
//! act ── turn + 1, also when the action fails ── move | climb | look
//!                                                   └── hunger, clock, heat and cold and water, fuses, ghost, beasts ── sight
//! ```
//!
//! | mode | what kills | what helps |
//! |---|---|---|
//! | ghost | it rises at the entrance on the 6th turn, announced on the 3rd, and takes two steps in three turns | leave |
//! | none | nothing | a ladder `H` leads up two floors in 12 turns: it may save turns, or cost some |
//! | hunger | each turn eats one of 40 | `%` gives 25 |
//! | fog | nothing: only seen cells are known | |
//! | clock | 60 turns, and 25 for each floor, the first too; and fog | |
//! | beasts | 1 a blow, from floor 5 on up to 2; 12 hit points, two come back a floor | `/` `]` `+` |
//! | traps | a plate is hidden; stepped on, it burns 3 turns; the blast takes 12 hearts there, 9 a step away, 6 at two | look, run, `+` |
//! | weather | two a turn in heat, cold or water, 14 kill; one a turn goes elsewhere | `&` `=` halve it |
//!
//! Of several modes each is milder, by [`Game::slack`]: the ghost rises 4 turns later for each other mode, food is 4 more and `%` 3, a floor
//! gives 3 turns more, a fuse burns one longer, heat, cold and water kill 3 later.
//!
//! Move, climb and the counting of turns are the notes'; the modes' rules and numbers are our decision.

use crate::floor::{BLOCKED, CLEAR, RUNGS, SIZE, Thing, XMAX, roll, step};
use crate::{CLOCK, End, GHOST, Game, HUNGER, SFX_BLAST, SFX_BUMP, SFX_CLIMB, SFX_HIT, SFX_LOOK};
use crate::{FLOORS, FOG, GLOW, SFX_PLATE, SFX_STEP, SFX_TAKE, TOWERS, WEATHER};
use alloc::format;
use alloc::vec::Vec;
use core::mem::take;
use kit::chance::stream;
use serde::{Deserialize, Serialize};

/// What a player can choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Action {
    /// One tile: 0 west, 1 east, 2 north, 3 south, as the buttons.
    Move(i32),
    Climb,
    /// Names nearby things and finds plates within two steps.
    Look,
}

/// The turn of a floor on which the ghost rises.
pub const RISES: i32 = 6;
/// Heat, cold or water that kills where no other mode is on.
pub const DEADLY: i32 = 14;
/// The most hit points, and how full one can be.
pub const HP: i32 = 12;
/// The most food.
pub const FULL: i32 = 60;

/// Letters that can be looked at and what they are called.
pub const NAMES: [(u8, &str); 11] = [
    (b'H', "a ladder: two floors up"),
    (b'G', "the ghost"),
    (b'b', "a beast"),
    (b'*', "a burning fuse"),
    (b'^', "a fire trap"),
    (b'%', "food"),
    (b'+', "a herb"),
    (b'/', "a sword"),
    (b']', "chain mail"),
    (b'&', "a cloak against heat and cold"),
    (b'=', "a reed to breathe through"),
];
/// The names of special tiles.
const GROUND: [&str; 3] = ["hot coals", "ice", "deep water"];

impl Game {
    /// Is the mode on?
    pub fn on(&self, mode: u8) -> bool {
        self.modes & mode != 0
    }

    /// A new game with the modes and the seed that are set.
    pub fn begin(&mut self) {
        *self = Game {
            modes: self.modes,
            tower: self.tower,
            kept: self.kept,
            seed: self.seed,
            alarm: true,
            row: self.row,
            best: self.best,
            medals: take(&mut self.medals),
            ..Game::default()
        };
        (self.floor, self.hp, self.food, self.clock) = (1, HP, 40 + 4 * self.slack(), 60);
        self.enter();
        if let Some((_, name)) = TOWERS.get((self.tower - 1) as usize) {
            self.said = format!("tower {}: now with {name}", self.tower);
        }
    }

    pub fn act(&mut self, action: Action) {
        if self.end.is_some() {
            return;
        }
        self.turn = self.turn.saturating_add(1);
        self.since = self.since.saturating_add(1);
        self.said.clear();
        let before = (self.floor, self.hp, self.foes());
        match action {
            Action::Move(dir) => self.walk(dir),
            Action::Climb => self.climb(),
            Action::Look => self.look(),
        }
        self.clocks();
        self.fuses();
        self.ghost();
        self.beasts();
        self.see();
        // A held key must not run into anything new.
        let (floor, hp, foes) = before;
        self.alarm = self.floor != floor
            || self.hp < hp
            || self.foes() > foes
            || [SFX_HIT, SFX_BUMP].contains(&self.sound);
    }

    /// Ghost and fuses that can be seen, and beasts that see the player.
    fn foes(&self) -> usize {
        let seen = |at: i32| self.lit(at) && self.sees(at, self.pc, 7);
        let near = |it: &&Thing| if it.glyph == b'b' { seen(it.at) } else { self.lit(it.at) };
        self.things.iter().filter(|it| b"Gb*".contains(&it.glyph)).filter(near).count()
    }

    /// Is the cell in sight? Without fog all are.
    pub fn lit(&self, cell: i32) -> bool {
        !self.on(CLOCK | FOG) || self.sees(self.pc, cell, 5)
    }

    /// The number of modes beyond the first: with more modes, each is milder.
    pub fn slack(&self) -> i32 {
        (self.modes.count_ones() as i32 - 1).max(0)
    }

    /// Heat, cold or water that kills.
    pub fn deadly(&self) -> i32 {
        DEADLY + 3 * self.slack()
    }

    /// 3 gold, 2 silver, 1 bronze: by all floors' pars, with a quarter more for each mode; gold asks for a tenth less than silver.
    pub fn medal(&self) -> i32 {
        let silver = self.par_all * (4 + self.modes.count_ones() as i32) / 4;
        1 + i32::from(self.turn <= silver) + i32::from(self.turn <= silver - self.par_all / 10)
    }

    fn say(&mut self, sound: i32, text: &'static str) {
        (self.sound, self.said) = (sound, text.into());
    }

    /// The first end counts.
    fn ends(&mut self, end: End) {
        self.end = self.end.or(Some(end));
    }

    fn walk(&mut self, dir: i32) {
        let to = step(self.pc, dir).filter(|to| self.tile(*to) != BLOCKED);
        let Some(to) = to else { return self.say(SFX_BUMP, "the way is blocked") };
        if let Some(beast) = self.thing(to, b"b") {
            self.say(SFX_HIT, "you hit the beast");
            self.things[beast].n -= 1 + i32::from(self.has(b'/'));
            if self.things[beast].n <= 0 {
                self.things.remove(beast);
                self.said = "the beast is dead".into();
            }
            return;
        }
        self.pc = to;
        self.say(SFX_STEP, "");
        if let Some(plate) = self.thing(to, b"^") {
            self.things[plate] = Thing { glyph: b'*', at: to, n: 4 + self.slack() };
            self.say(SFX_PLATE, "a click, a fuse: run!");
        }
        if let Some(found) = self.thing(to, b"%/]+&=H") {
            let glyph = self.things[found].glyph;
            if glyph != b'H' {
                self.things.remove(found);
            }
            match glyph {
                _ if glyph == b'H' || self.has(glyph) => {}
                b'%' => self.food = (self.food + 25 + 3 * self.slack()).min(FULL + 4 * self.slack()),
                b'+' => self.hp = (self.hp + 4).min(HP),
                _ => self.kit.push(glyph),
            }
            let name = NAMES.iter().find(|(it, _)| *it == glyph);
            let sound = if glyph == b'H' { SFX_LOOK } else { SFX_TAKE };
            self.say(sound, name.map_or("", |(_, name)| name));
        }
    }

    /// Is the thing worn?
    pub fn has(&self, glyph: u8) -> bool {
        self.kit.contains(&glyph)
    }

    fn climb(&mut self) {
        let ladder = self.thing(self.pc, b"H").is_some();
        if self.pc != self.stairs && !ladder {
            return self.say(SFX_BUMP, "no stairs here");
        }
        self.say(SFX_CLIMB, "");
        if self.floor == FLOORS {
            return self.ends(End::Won);
        }
        self.turn = self.turn.saturating_add(if ladder { RUNGS - 1 } else { 0 });
        // The floor that a ladder leaves out is made all the same: its par counts.
        for _ in 0..1 + i32::from(ladder) {
            self.floor += 1;
            self.hp = (self.hp + 2).min(HP);
            self.enter();
        }
    }

    /// The first of [`NAMES`] that is in sight, then the ground.
    fn look(&mut self) {
        let far = self.steps_from(self.pc);
        for thing in &mut self.things {
            if thing.glyph == b'^' && (0..3).contains(&far[thing.at as usize]) {
                thing.n = 1;
            }
        }
        let shown = |glyph: u8| {
            let mut things = self.things.iter().filter(|it| it.glyph == glyph);
            things.any(|it| (glyph != b'^' || it.n > 0) && self.sees(self.pc, it.at, 7))
        };
        let name = NAMES.iter().find(|(glyph, _)| shown(*glyph)).map(|(_, name)| *name);
        let near =
            |kind: u8| self.tiles.iter().zip(&far).any(|(it, far)| *it == kind && (0..3).contains(far));
        // The tile underfoot comes first.
        let under = Some(self.tile(self.pc)).filter(|kind| *kind > CLEAR);
        let ground =
            under.or_else(|| (2..5).find(|kind| near(*kind))).map(|kind| GROUND[usize::from(kind) - 2]);
        self.say(SFX_LOOK, name.or(ground).unwrap_or("nothing but the tower"));
    }

    /// Hunger, time, heat, cold, water.
    fn clocks(&mut self) {
        if self.end.is_some() {
            return;
        }
        self.food -= i32::from(self.on(HUNGER));
        self.clock -= i32::from(self.on(CLOCK));
        if self.food <= 0 {
            self.ends(End::Hunger);
        }
        if self.clock <= 0 {
            self.ends(End::Time);
        }
        if self.on(WEATHER) {
            let deadly = self.deadly();
            let here = i32::from(self.tile(self.pc)) - 2;
            for (kind, end) in (0..).zip([End::Heat, End::Cold, End::Water]) {
                let helped = self.has(if kind == 2 { b'=' } else { b'&' });
                let by = if kind == here { 2 - i32::from(helped) } else { -1 };
                let ill = &mut self.ill[kind as usize];
                *ill = (*ill + by).clamp(0, deadly);
                if *ill >= deadly {
                    self.ends(end);
                }
            }
        }
    }

    /// Fuses burn down; the blast runs two steps along the tunnels.
    fn fuses(&mut self) {
        let mut spent = Vec::new();
        for it in self.things.iter_mut().filter(|it| it.glyph == b'*') {
            it.n -= 1;
            if it.n <= 0 {
                spent.push(it.at);
            }
        }
        if !spent.is_empty() {
            (self.blaze, self.glow) = (Vec::new(), GLOW);
        }
        for at in spent {
            self.say(SFX_BLAST, "boom!");
            let far = self.steps_from(at);
            let hit = |cell: i32| (0..3).contains(&far[cell as usize]);
            if hit(self.pc) {
                self.hp = (self.hp - HP + 3 * far[self.pc as usize]).max(0);
                self.said = "boom! it burns you".into();
            }
            if self.hp == 0 {
                self.ends(End::Blast);
            }
            self.blaze.extend((0..SIZE).filter(|cell| hit(*cell)));
            // Beasts go up with it.
            self.things.retain(|it| (it.glyph != b'*' || it.at != at) && (it.glyph != b'b' || !hit(it.at)));
        }
    }

    /// It follows by the shortest way.
    fn ghost(&mut self) {
        // Staying where it rises is fatal, so there is a warning; a fuse's warning comes first.
        let rises = RISES + 4 * self.slack();
        if self.on(GHOST) && self.since == rises - 3 && self.sound != SFX_PLATE {
            self.said = "it grows cold where you came in".into();
        }
        if self.on(GHOST) && self.since == rises {
            self.things.push(Thing { glyph: b'G', at: self.start, n: 0 });
            self.said = "a ghost rises behind you".into();
        }
        let Some(ghost) = self.things.iter().position(|it| it.glyph == b'G') else { return };
        if self.things[ghost].at != self.pc && self.since % 3 > 0 && self.since > rises {
            self.things[ghost].at = self.towards(self.things[ghost].at);
        }
        if self.things[ghost].at == self.pc {
            self.ends(End::Ghost);
        }
    }

    /// The next cell on a shortest way to the player.
    fn towards(&self, from: i32) -> i32 {
        let far = self.steps_from(self.pc);
        let next = (0..4).filter_map(|dir| step(from, dir)).filter(|to| far[*to as usize] >= 0);
        next.min_by_key(|to| far[*to as usize]).unwrap_or(from)
    }

    /// Luck of the i-th thing in this turn, 0 to `n` - 1: floors have their own numbers, so play does not change them.
    fn chance(&self, i: usize, n: i32) -> i32 {
        roll(&mut stream(!self.seed, self.turn.wrapping_mul(64).wrapping_add(i as i32) as u32), n)
    }

    /// Those that see the player come and bite, the others stray.
    fn beasts(&mut self) {
        for i in 0..self.things.len() {
            let Thing { glyph: b'b', at, .. } = self.things[i] else { continue };
            let awake = self.sees(at, self.pc, 7);
            let to = if awake { self.towards(at) } else { step(at, self.chance(i, 8) & 3).unwrap_or(at) };
            if to == self.pc {
                let blow = 1 + if self.floor > 4 { self.chance(i, 2) } else { 0 };
                self.hp = (self.hp - (blow - i32::from(self.has(b']'))).max(0)).max(0);
                self.say(SFX_HIT, "the beast bites");
                if self.hp == 0 {
                    self.ends(End::Beast);
                }
            } else if self.tile(to) != BLOCKED && self.thing(to, b"b").is_none() {
                self.things[i].at = to;
            }
        }
    }

    /// Is there a line without blocked tiles between two cells, at most so long? It is tried both ways: who sees is seen.
    pub fn sees(&self, a: i32, b: i32, range: i32) -> bool {
        let (dx, dy) = (b % XMAX - a % XMAX, b / XMAX - a / XMAX);
        let n = dx.abs().max(dy.abs());
        let clear = |from: i32, dx: i32, dy: i32| {
            (1..n).all(|i| {
                let along = |d: i32| (2 * d * i + n).div_euclid(2 * n);
                self.tile(from + along(dx) + along(dy) * XMAX) != BLOCKED
            })
        };
        n <= range && (clear(a, dx, dy) || clear(b, -dx, -dy))
    }

    /// Remembers the cells in sight.
    pub fn see(&mut self) {
        for cell in 0..self.tiles.len() as i32 {
            let seen = self.lit(cell);
            self.seen[cell as usize] |= seen;
        }
    }
}
