//! The careful bot: items, doors, cover, and the first blow.
//!
//! ```text
//! dress ─ eat ─ strike ─ cornered: throw, eat, shove ─ hunted: stairs, throw, cover, wait at 2
//! ─ loot ─ climb
//! ```
//!
//! | rule | why |
//! |---|---|
//! | let a creature come: wait at distance 2, at most three turns | we strike first |
//! | in herbs or smoke: wait longer | a creature that arrives has lost us, and attacks on it count double |
//! | a terrine: strike, step back | it acts every other turn |
//! | 200 turns on a floor: no more waiting | a mussel waits forever |
//! | 400: no more shoving | two hunters can be kept away forever |
//!
//! It remembers only turns on this floor, waits in a row and its last attack. This policy is frozen: if the balance
//! is wrong, the game's numbers change, not the bot.

use super::screen::{Beast, Eyes, Held, Screen, Tile};
use super::way::{self, Ways};
use super::{Trail, eat, equip, throw, trash};
use crate::floors::tile;
use num::Rng;
use porklike::data::{self, Beast as Kind, Class, Part, Stat, Thing};
use porklike::dir::{Cell, Dir};
use porklike::rules::Action;

/// How it deviates from the careful policy: by one rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Manner {
    #[default]
    Plain,
    /// Goes to the nearest doorway or hallway before each fight, and waits there.
    Doorway,
    /// Refuses fights: strikes only hunters next to it, and climbs while others are on their way.
    Avoid,
}

#[derive(Clone, Debug, Default)]
pub struct Careful {
    manner: Manner,
    floor: u8,
    turns: u32,
    waits: u32,
    struck: bool,
    shoved: bool,
}

/// Turns on a floor after which it no longer shoves: two hunters on two sides could be kept away forever.
const BOLD: u32 = 400;

/// Its ranking of weapons and armour, worst first.
const WORTH: [Thing; 12] = [
    Thing::Whisk,
    Thing::Grater,
    Thing::Pin,
    Thing::Skewer,
    Thing::Ladle,
    Thing::Blade,
    Thing::Towel,
    Thing::Cling,
    Thing::Mitt,
    Thing::Colander,
    Thing::Lid,
    Thing::Crackling,
];

/// Rank of a worn or spare item; nothing ranks lowest.
fn worth(held: Held) -> usize {
    let Held::Known(item) = held else { return 0 };
    WORTH.iter().position(|thing| *thing as u8 == item).map_or(0, |rank| rank + 1)
}

impl Careful {
    pub fn new(manner: Manner) -> Careful {
        Careful { manner, ..Careful::default() }
    }

    pub fn choose(&mut self, screen: &Screen, trail: &Trail, rng: &mut Rng) -> Action {
        if screen.floor != self.floor {
            *self = Careful { floor: screen.floor, ..Careful::new(self.manner) };
        }
        self.turns += 1;
        let action =
            self.think(screen, trail).unwrap_or_else(|| Action::Step(Dir::ALL[rng.index(4) as usize]));
        self.waits = if action == Action::Wait { self.waits + 1 } else { 0 };
        self.struck =
            matches!(action, Action::Step(dir) if screen.beasts.iter().any(|b| b.reach == Some(dir)));
        action
    }

    fn think(&mut self, screen: &Screen, trail: &Trail) -> Option<Action> {
        let red: Vec<&Beast> = screen.beasts.iter().filter(|beast| beast.eyes == Eyes::Red).collect();
        let near: Vec<&&Beast> = red.iter().filter(|beast| beast.at.dist(screen.hero) == 1).collect();
        let fear = |at: Cell| {
            let asleep = |b: &&Beast| b.eyes == Eyes::Black && b.at.dist(at) < 3;
            3 * screen.beasts.iter().filter(asleep).count() as i32 + trail.at(screen.side, at) / 2
        };
        let ways = Ways::from(screen, screen.hero, fear);
        dress(screen)
            .or_else(|| meal(screen, &red))
            .or_else(|| self.fight(screen, &near))
            .or_else(|| self.deviates(screen, &red, &ways))
            .or_else(|| self.hunted(screen, &red, &ways))
            .or_else(|| loot(screen, &ways, &red))
            .or_else(|| way::upwards(screen, &ways).map(Action::Step))
    }

    /// Neighbours, and creatures that the weapon reaches.
    fn fight(&mut self, screen: &Screen, near: &[&&Beast]) -> Option<Action> {
        let sum: i32 = near.iter().map(|beast| data::beast(beast.kind, Stat::Atk)).sum();
        let threat = sum * if screen.bless < 0 { 2 } else { 1 } - screen.block;
        let all_die = near.iter().all(|beast| beast.damage >= beast.hp);
        // Cornered: the next round kills, and one attack does not end it.
        if self.turns < BOLD
            && threat >= screen.hp.0
            && (near.len() > 1 || !all_die)
            && let Some(action) = self.cornered(screen, near)
        {
            return Some(action);
        }
        // Two for one: a shove into another creature or a pot.
        for beast in near {
            let dir = screen.line(screen.hero, beast.at, 1)?;
            let behind = beast.at.step(dir);
            let soft = !beast.firm && beast.hp > beast.damage;
            if soft && (screen.kind(behind) == Tile::Vase || screen.beast(behind).is_some()) {
                return Some(Action::Shove(dir));
            }
        }
        let slab = near.iter().find(|beast| beast.kind == Kind::Terrine as u8 && beast.hp > beast.damage);
        if let Some(slab) = slab
            && self.struck
            && let Some(dir) = retreat(screen, slab.at)
        {
            return Some(Action::Step(dir));
        }
        screen
            .beasts
            .iter()
            .filter(|beast| beast.reach.is_some())
            .filter(|beast| beast.eyes == Eyes::Red || beast.at.dist(screen.hero) == 1)
            .filter(|beast| self.manner != Manner::Avoid || beast.eyes == Eyes::Red)
            .min_by_key(|beast| (beast.damage < beast.hp, -data::beast(beast.kind, Stat::Atk), beast.hp))
            .and_then(|beast| beast.reach)
            .map(Action::Step)
    }

    /// Whether the next round would kill.
    fn cornered(&mut self, screen: &Screen, near: &[&&Beast]) -> Option<Action> {
        let dir = screen.line(screen.hero, near.first()?.at, 1)?;
        let meal = screen.slot(Thing::Feast).or(screen.slot(Thing::Rise)).or(screen.slot(Thing::Bless));
        if let Some(slot) = meal {
            return Some(eat(slot));
        }
        if let Some(slot) =
            screen.slot(Thing::Stun).or(screen.slot(Thing::Coal)).or(screen.slot(Thing::Toothpick))
        {
            return Some(throw(slot, dir));
        }
        let spare = screen
            .spares()
            .into_iter()
            .find(|spare| data::item(spare.1, Part::Class) == Class::Armour as i32);
        if let Some((slot, _)) = spare {
            return Some(throw(slot, dir));
        }
        if let Some(slot) = screen.mystery() {
            return Some(eat(slot));
        }
        let heavy = near[0].firm;
        if !core::mem::replace(&mut self.shoved, true) || !heavy && screen.free(near[0].at.step(dir)) {
            return Some(Action::Shove(dir));
        }
        None
    }

    /// What the two manners do while hunters are on their way.
    fn deviates(&self, screen: &Screen, red: &[&Beast], ways: &Ways) -> Option<Action> {
        let moving = red.iter().any(|beast| beast.kind != Kind::Pod as u8);
        match self.manner {
            Manner::Doorway if moving && self.turns <= 200 && !screen.narrow(screen.hero) => {
                let (cost, dir) = ways.nearest(|at| screen.narrow(at) && screen.beast(at).is_none())?;
                (cost < 12 && screen.beast(screen.hero.step(dir)).is_none()).then_some(Action::Step(dir))
            }
            Manner::Avoid if moving => way::upwards(screen, ways)
                .filter(|dir| screen.beast(screen.hero.step(*dir)).is_none())
                .map(Action::Step),
            _ => None,
        }
    }

    /// Whether a creature hunts and is not adjacent yet.
    fn hunted(&mut self, screen: &Screen, red: &[&Beast], ways: &Ways) -> Option<Action> {
        let moving = |beast: &&&Beast| beast.kind != Kind::Pod as u8;
        let first = red.iter().filter(moving).min_by_key(|beast| beast.at.dist(screen.hero));
        let Some(first) = first else {
            // A creature that has lost us goes to where it saw us.
            let hides = screen.cover(screen.hero) && self.waits > 0 && self.waits < 5;
            return hides.then_some(Action::Wait);
        };
        let gap = first.at.dist(screen.hero);
        let strength: i32 = red.iter().map(|beast| data::beast(beast.kind, Stat::Atk) * beast.hp).sum();
        let stairs = ways.nearest(|at| screen.spot(at).tile == Some(tile::STAIRS_UP));
        if let Some((cost, dir)) = stairs
            && (strength > 2 && cost < 12 || cost < 3)
            && screen.beast(screen.hero.step(dir)).is_none()
        {
            return Some(Action::Step(dir));
        }
        if let Some(dir) = screen.line(screen.hero, first.at, 4).filter(|_| gap > 1 && first.hp > 1) {
            let thrown = [Thing::Coal, Thing::Toothpick, Thing::Pepper, Thing::Stun, Thing::Curse];
            let able = |thing: &Thing| *thing != Thing::Pepper || gap > 2;
            if let Some(slot) = thrown.into_iter().filter(able).find_map(|thing| screen.slot(thing)) {
                return Some(throw(slot, dir));
            }
            let egg = first.kind == Kind::Egg as u8;
            let strange = screen.mystery().filter(|_| strength > 4);
            if let Some(slot) = screen.slot(Thing::Bless).filter(|_| egg).or(strange) {
                return Some(throw(slot, dir));
            }
            let spare = screen
                .spares()
                .into_iter()
                .find(|spare| data::item(spare.1, Part::Class) == Class::Weapon as i32);
            if let Some((slot, _)) = spare {
                return Some(throw(slot, dir));
            }
        }
        if self.turns > 200 {
            return None;
        }
        if screen.cover(screen.hero) {
            return (self.waits < 6).then_some(Action::Wait);
        }
        if let Some(slot) = screen.slot(Thing::Flour).filter(|_| red.len() > 1) {
            // Thrown against a wall, it lands at the thrower's feet.
            let wall = Dir::ALL.into_iter().find(|dir| !screen.free(screen.hero.step(*dir)));
            return wall.map(|dir| throw(slot, dir));
        }
        let herb = ways.nearest(|at| screen.cover(at) && screen.beast(at).is_none());
        if let Some((cost, dir)) = herb
            && cost < gap + 2
        {
            return Some(Action::Step(dir));
        }
        let patient = first.kind == Kind::Mussel as u8 && first.hp == data::beast(first.kind, Stat::Hp);
        (self.waits < 3 && !patient).then_some(Action::Wait)
    }
}

/// Equips the better item.
fn dress(screen: &Screen) -> Option<Action> {
    let better = |spare: &(u8, u8)| {
        worth(Held::Known(spare.1)) > worth(screen.bag[data::item(spare.1, Part::Class) as usize])
    };
    screen.spares().into_iter().find(better).map(|spare| equip(spare.0))
}

/// Eats when hit points are low, and tries unknown food when no creature is near.
fn meal(screen: &Screen, red: &[&Beast]) -> Option<Action> {
    let (hp, max) = screen.hp;
    let calm = screen.beasts.is_empty();
    let slot = screen.slot(Thing::Rise).filter(|_| calm);
    let slot = slot.or(screen.slot(Thing::Feast).filter(|_| max - hp >= 3 || hp <= 2));
    let slot = slot.or(screen.slot(Thing::Heal).filter(|_| hp < max && calm || hp <= 2));
    let hits = red.iter().any(|beast| data::beast(beast.kind, Stat::Atk) > 1);
    let slot = slot.or(screen.slot(Thing::Bless).filter(|_| hits && screen.bless < 1));
    slot.or(screen.mystery().filter(|_| calm && (hp < max || screen.full()))).map(eat)
}

/// A step away from a creature.
fn retreat(screen: &Screen, from: Cell) -> Option<Dir> {
    let open = |dir: &Dir| {
        let to = screen.hero.step(*dir);
        screen.free(to) && screen.beast(to).is_none() && to.dist(from) > 1
    };
    let crowd = |dir: &Dir| {
        let to = screen.hero.step(*dir);
        screen.beasts.iter().filter(|beast| beast.at.dist(to) == 1).count()
    };
    Dir::ALL.into_iter().filter(open).min_by_key(crowd)
}

/// Chests and crocks, while nothing hunts it.
fn loot(screen: &Screen, ways: &Ways, red: &[&Beast]) -> Option<Action> {
    if !red.is_empty() {
        return None;
    }
    if screen.full() {
        // Nothing is carried that is worse than the equipped item.
        if let Some(spare) = screen.spares().first() {
            return Some(trash(spare.0));
        }
    }
    let wanted = |at| match screen.kind(at) {
        Tile::Chest => !screen.full(),
        Tile::Vase => !screen.full(),
        _ => false,
    };
    let (cost, dir) = ways.nearest(wanted)?;
    (cost < 14).then_some(Action::Step(dir))
}
