//! Who moves: Kasidin and the king's soldiers, and what the soldiers do in their turn.
//!
//! | kind | hit points | what it does |
//! |---|---|---|
//! | pikeman | 2 | comes and strikes for 1 |
//! | archer | 2 | takes aim along a row or column, and shoots the turn after, at any mob there, for 1 |
//! | knight | 5 | acts every other turn; strikes for 2 and shoves; fists do not shove him |
//! | herald | 2 | runs from you, and his horn wakes all around, every fourth turn |
//! | king | 12 | comes and strikes in one turn, for 1, and shoves; each fourth turn cold goes out from him in four directions, for 3, and puts out lava |
//!
//! They sleep until Kasidin is seven steps away, they are hit, or a horn is blown. None walks into lava. Fists only push the king. He
//! is hurt by rock behind him, by rocks (more by hot ones), and by lava. Below half of his strength he calls guards, once. All of
//! this is our own.

use crate::cave::{FLOOR, LAVA, WALL};
use crate::{Fx, Game, SFX_AIM, SFX_ARROW, SFX_COLD, SFX_HORN, SFX_HURT, SFX_WAKE};
use kit::grid::FAR;
use kit::{Cell, Dir, Grid};
use serde::{Deserialize, Serialize};

/// Kasidin, always the first of [`Game::mobs`].
pub const HERO: u8 = 0;
pub const PIKE: u8 = 1;
pub const BOW: u8 = 2;
pub const KNIGHT: u8 = 3;
pub const HERALD: u8 = 4;
pub const KING: u8 = 5;
/// The cause of a death without a killer.
pub const BURNT: u8 = 6;
pub const NAMES: [&str; 7] = ["kasidin", "pikeman", "archer", "knight", "herald", "king", "lava"];
/// Hit points to begin with.
const STRENGTH: [i32; 6] = [crate::HP, 2, 2, 5, 2, 12];
/// Cells that rocks and arrows fly.
pub const REACH: i32 = 7;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mob {
    pub kind: u8,
    pub at: Cell,
    pub hp: i32,
    /// Turns since it woke; 0 asleep.
    pub awake: i32,
    pub aim: Option<Dir>,
    /// Pixels from its cell, while it moves.
    pub slide: (i32, i32),
    /// Frames that it blinks, since it was hit.
    pub flash: i32,
    pub flip: bool,
}

impl Mob {
    /// One of that kind, asleep.
    pub fn new(kind: u8, at: Cell) -> Mob {
        let hp = STRENGTH[usize::from(kind)];
        Mob { kind, at, hp, awake: 0, aim: None, slide: (0, 0), flash: 0, flip: false }
    }
}

impl Game {
    pub fn mob_at(&self, at: Cell) -> Option<usize> {
        self.mobs.iter().position(|mob| mob.at == at && mob.hp > 0)
    }

    pub fn me(&self) -> Mob {
        self.mobs[0]
    }

    /// Flies until rock, a mob or the end of its range: the last cell, the mob hit, and whether it went over lava.
    pub fn fly(&self, from: Cell, dir: Dir) -> (Cell, Option<usize>, bool) {
        let (mut at, mut hot) = (from, false);
        for _ in 0..REACH {
            let next = at.step(dir);
            if self.tiles.get(next) == WALL {
                break;
            }
            at = next;
            hot |= self.tiles.get(at) == LAVA;
            if let Some(mob) = self.mob_at(at) {
                return (at, Some(mob), hot);
            }
        }
        (at, None, hot)
    }

    /// Goes one cell, which is free.
    pub(crate) fn slide(&mut self, i: usize, dir: Dir) {
        let mob = &mut self.mobs[i];
        mob.at = mob.at.step(dir);
        mob.slide = (-dir.dx() * 8, -dir.dy() * 8);
        if dir.dx() != 0 {
            mob.flip = dir.dx() < 0;
        }
    }

    /// Takes hit points; a mob without any is out at once. Notes who took Kasidin's last ones.
    pub(crate) fn hurt(&mut self, i: usize, by: u8, points: i32) {
        let mob = &mut self.mobs[i];
        mob.hp -= points;
        mob.flash = 10;
        mob.awake = mob.awake.max(1);
        if i == 0 {
            self.killer = by;
            self.say(SFX_HURT, NAMES[usize::from(by)]);
            self.said.insert_str(0, "ouch! the ");
        } else if mob.hp <= 0 {
            let name = NAMES[usize::from(mob.kind)];
            let how = if by == BURNT { "burns up" } else { "falls" };
            self.said = alloc::format!("the {name} {how}");
            let at = mob.at;
            self.fx.push(Fx { sprite: 45, from: at, to: at, t: 12 });
        }
    }

    /// A hit with a shove: rock or another mob behind costs one more hit point, lava kills a soldier.
    pub(crate) fn strike(&mut self, i: usize, by: u8, dir: Dir, points: i32, shove: bool) {
        let behind = self.mobs[i].at.step(dir);
        let mut points = points;
        if shove && self.tiles.get(behind) == WALL {
            points += 1;
        } else if let Some(other) = self.mob_at(behind).filter(|_| shove) {
            points += 1;
            self.hurt(other, by, 1);
        } else if shove {
            self.slide(i, dir);
            if i > 0 && self.tiles.get(behind) == LAVA {
                self.splash(i);
            }
        }
        if self.mobs[i].hp > 0 {
            self.hurt(i, by, points);
        }
    }

    /// A soldier in lava: that is his end. The king puts it out, and it costs him three.
    pub(crate) fn splash(&mut self, i: usize) {
        let Mob { kind, at, .. } = self.mobs[i];
        self.fx.push(Fx { sprite: 46, from: at, to: at, t: 12 });
        if kind == KING {
            self.tiles.set(at, FLOOR);
        }
        self.hurt(i, BURNT, if kind == KING { 3 } else { 9 });
    }

    pub(crate) fn march(&mut self) {
        let tiles = &self.tiles;
        let steps = tiles.flood(self.me().at, 400, |cell| !matches!(tiles.get(cell), WALL | LAVA)).1;
        for i in 1..self.mobs.len() {
            let mob = self.mobs[i];
            if mob.hp <= 0 || mob.awake == 0 && steps.get(mob.at) > 7 {
                continue;
            }
            self.mobs[i].awake = mob.awake.saturating_add(1);
            match (mob.kind, mob.awake) {
                (_, 0) => {
                    self.sound = SFX_WAKE;
                    self.fx.push(Fx { sprite: 56, from: mob.at, to: mob.at, t: 24 });
                }
                (BOW, _) => self.shoot(i, &steps),
                (HERALD, n) if n % 4 == 1 => self.horn(mob.at),
                (HERALD, _) => self.go(i, &steps, -1),
                (KNIGHT, n) if n % 2 == 0 => (),
                (KING, _) if mob.hp < 7 && mob.aim.is_none() => self.call(i),
                (KING, n) if n % 4 == 3 => self.say(SFX_AIM, "cold gathers around his staff"),
                (KING, n) if n % 4 == 0 => self.cold(i),
                (kind, _) => {
                    let beside =
                        |it: &Game| Dir::ALL.into_iter().find(|dir| it.mobs[i].at.step(*dir) == it.me().at);
                    let mut dir = beside(self);
                    if dir.is_none() {
                        self.go(i, &steps, 1);
                        dir = beside(self).filter(|_| kind == KING);
                    }
                    if let Some(dir) = dir {
                        self.strike(0, kind, dir, 1 + i32::from(kind == KNIGHT), kind != PIKE);
                    }
                }
            }
        }
        self.mobs.retain(|mob| mob.kind == HERO || mob.hp > 0);
    }

    /// One step nearer, or away, if there is one.
    fn go(&mut self, i: usize, steps: &Grid<u16>, sign: i32) {
        let at = self.mobs[i].at;
        let score = |cell: Cell| i32::from(steps.get(cell)) * sign;
        let free = |dir: &Dir| steps.get(at.step(*dir)) < FAR && self.mob_at(at.step(*dir)).is_none();
        let best = Dir::ALL.into_iter().filter(free).min_by_key(|dir| score(at.step(*dir)));
        if let Some(dir) = best.filter(|dir| score(at.step(*dir)) < score(at)) {
            self.slide(i, dir);
        }
    }

    /// Shoots where it aimed, or aims, or comes nearer.
    fn shoot(&mut self, i: usize, steps: &Grid<u16>) {
        let at = self.mobs[i].at;
        if let Some(dir) = self.mobs[i].aim.take() {
            let (to, hit, _) = self.fly(at, dir);
            self.fx.push(Fx { sprite: if dir.dx() == 0 { 44 } else { 43 }, from: at, to, t: 8 });
            self.sound = SFX_ARROW;
            if let Some(hit) = hit {
                self.hurt(hit, BOW, 1);
            }
            return;
        }
        self.mobs[i].aim = Dir::ALL.into_iter().find(|dir| self.fly(at, *dir).1 == Some(0));
        if self.mobs[i].aim.is_some() {
            self.say(SFX_AIM, "an archer takes aim");
        } else {
            self.go(i, steps, 1);
        }
    }

    /// All within 16 cells wake.
    fn horn(&mut self, at: Cell) {
        self.say(SFX_HORN, "a herald blows his horn!");
        for mob in self.mobs.iter_mut().filter(|mob| mob.at.dist(at) < 17) {
            mob.awake = mob.awake.max(1);
        }
    }

    /// Guards on all free cells next to the king, once.
    fn call(&mut self, king: usize) {
        self.mobs[king].aim = Some(Dir::Down);
        self.say(SFX_HORN, "guards! guards!");
        for at in self.mobs[king].at.around() {
            if self.tiles.get(at) == FLOOR && self.mob_at(at).is_none() {
                self.mobs.push(Mob { awake: 1, ..Mob::new(PIKE, at) });
            }
        }
    }

    /// Cold in four directions, five cells far, until rock; it hits everyone.
    fn cold(&mut self, king: usize) {
        self.sound = SFX_COLD;
        for dir in Dir::ALL {
            let mut at = self.mobs[king].at;
            for _ in 0..5 {
                at = at.step(dir);
                if self.tiles.get(at) == WALL {
                    break;
                }
                if self.tiles.get(at) == LAVA {
                    self.tiles.set(at, FLOOR);
                }
                self.fx.push(Fx { sprite: 47, from: at, to: at, t: 14 });
                if let Some(mob) = self.mob_at(at) {
                    self.hurt(mob, KING, 3);
                }
            }
        }
    }
}
