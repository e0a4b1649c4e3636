//! A turn: what Kasidin does, then the lava flows, then the soldiers move, then the ground burns.
//!
//! ```text
//!   act ── go ── rock wall: no turn         throw ── 7 cells ── hits: 2 and a shove; over lava it is hot: 4
//!       │     ── a mob: a hit, 1, and a shove                └── lands: a rock again; in lava or a bed: floor
//!       │     ── rock, crumb, find, sluice, shaft
//!       └ wait                              eat ── 3 hit points, next to lava 6
//! ```
//!
//! That walls cost no turn is the document's; the rest is our own. What cannot be done (no rock, no hunger, no room) costs none either.

use crate::cave::{BED, EMBER, FIND, FINDS, FLOOR, LAVA, ROCK, SHAFT, SIZE, SLUICE, WALL};
use crate::mob::{BURNT, KING, KNIGHT};
use crate::{BAG, CAVES, End, Fx, Game, HP, SFX_BUMP, SFX_BURN, SFX_DOWN, SFX_EAT, SFX_HIT, SFX_SLUICE};
use crate::{SFX_STEP, SFX_TAKE, SFX_THROW};
use alloc::vec::Vec;
use kit::{Cell, Dir};
use serde::{Deserialize, Serialize};

/// What a player can choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Action {
    /// One cell, or a blow.
    Go(Dir),
    Throw(Dir),
    Eat,
    /// Nothing.
    Wait,
}

impl Game {
    /// One turn, or none if it cannot be done.
    pub fn act(&mut self, action: Action) {
        if self.end.is_some() {
            return;
        }
        self.fx.clear();
        let said = core::mem::take(&mut self.said);
        let hp = self.me().hp;
        let done = match action {
            Action::Go(dir) => self.walk(dir),
            Action::Throw(dir) => self.throw(dir),
            Action::Eat => self.eat(),
            Action::Wait => true,
        };
        if done {
            self.turn = self.turn.saturating_add(1);
            self.flow();
            if self.end.is_none() {
                self.march();
            }
            if self.tiles.get(self.me().at) == LAVA {
                self.sound = SFX_BURN;
                self.hurt(0, BURNT, 2);
            }
            if self.me().hp <= 0 {
                self.end = Some(End::Dead);
            }
            self.look();
            self.alarm |= self.me().hp < hp;
        } else if self.said.is_empty() {
            // A held arrow that has come to a wall wipes nothing away.
            self.said = said;
        }
    }

    pub(crate) fn say(&mut self, sound: i32, text: &str) {
        (self.sound, self.said) = (sound, text.into());
    }

    /// Says why not; no turn.
    fn cannot(&mut self, text: &str) -> bool {
        self.say(SFX_BUMP, text);
        false
    }

    fn walk(&mut self, dir: Dir) -> bool {
        let to = self.me().at.step(dir);
        let tile = self.tiles.get(to);
        if tile == WALL {
            return self.cannot("");
        }
        if let Some(mob) = self.mob_at(to) {
            let kind = self.mobs[mob].kind;
            self.say(SFX_HIT, "");
            self.strike(mob, 0, dir, i32::from(kind != KING), kind != KNIGHT);
            return true;
        }
        self.slide(0, dir);
        self.sound = SFX_STEP;
        match tile {
            ROCK if self.rocks < BAG => {
                self.rocks += 1;
                self.tiles.set(to, FLOOR);
                self.say(SFX_TAKE, "a rock");
            }
            ROCK => self.say(SFX_BUMP, "you can't carry more"),
            FIND => {
                let find = Game::find(to);
                let new = self.found >> find & 1 == 0;
                self.found |= 1 << find;
                self.say(if new { SFX_TAKE } else { SFX_STEP }, FINDS[find].1);
            }
            EMBER if self.me().hp < HP => {
                self.mobs[0].hp += 1;
                self.tiles.set(to, FLOOR);
                self.say(SFX_EAT, "a hot crumb: +1");
            }
            EMBER => self.say(SFX_BUMP, "a hot crumb. you are full"),
            SLUICE => self.open_sluice(),
            SHAFT if self.open == 0 => self.say(SFX_BUMP, "barred. open the sluice first"),
            SHAFT => self.descend(),
            _ => (),
        }
        true
    }

    fn open_sluice(&mut self) {
        if self.open > 0 {
            return;
        }
        if self.mobs.iter().any(|mob| mob.kind == KING) {
            return self.say(SFX_BUMP, "not while adlori lives");
        }
        self.open = 1;
        self.say(SFX_SLUICE, "lava's back! off the dry beds!");
        if self.cave == CAVES {
            self.end = Some(End::Won);
        }
        // It wakes everyone.
        self.mobs.iter_mut().for_each(|mob| mob.awake = mob.awake.max(1));
    }

    fn descend(&mut self) {
        self.cave += 1;
        self.enter();
        self.say(SFX_DOWN, crate::show::CAVE_NAMES[self.cave as usize - 1]);
    }

    fn throw(&mut self, dir: Dir) -> bool {
        let from = self.me().at;
        let (to, hit, hot) = self.fly(from, dir);
        if self.rocks == 0 {
            return self.cannot("no rock to throw");
        }
        if to == from {
            return self.cannot("no room to throw");
        }
        self.rocks -= 1;
        self.say(SFX_THROW, "");
        self.fx.push(Fx { sprite: if hot { 42 } else { 41 }, from, to, t: 8 });
        match (hit, self.tiles.get(to)) {
            (Some(mob), _) => self.strike(mob, 0, dir, if hot { 4 } else { 2 }, true),
            (_, FLOOR | EMBER | FIND) => self.tiles.set(to, ROCK),
            (_, LAVA | BED) => self.tiles.set(to, FLOOR),
            _ => (),
        }
        true
    }

    fn eat(&mut self) -> bool {
        let me = self.me();
        if self.rocks == 0 {
            return self.cannot("no rock to eat");
        }
        if me.hp == HP {
            return self.cannot("you are full");
        }
        let spicy = me.at.around().into_iter().any(|cell| self.tiles.get(cell) == LAVA);
        self.rocks -= 1;
        self.mobs[0].hp = (me.hp + if spicy { 6 } else { 3 }).min(HP);
        self.say(SFX_EAT, if spicy { "dipped in lava: spicy!" } else { "crunch" });
        true
    }

    /// From an open sluice lava wells up in the beds, two cells farther each turn.
    fn flow(&mut self) {
        if self.open == 0 {
            return;
        }
        self.open = (self.open + 1).min(100);
        let beds = (0..).zip(self.tiles.tiles()).filter(|(_, tile)| **tile == BED);
        let beds: Vec<Cell> = beds.map(|(at, _)| Cell::at(at % SIZE, at / SIZE)).collect();
        for cell in beds {
            if cell.dist(self.sluice) < self.open * 2 {
                self.tiles.set(cell, LAVA);
                if let Some(mob) = self.mob_at(cell).filter(|mob| *mob > 0) {
                    self.splash(mob);
                }
            }
        }
    }
}
