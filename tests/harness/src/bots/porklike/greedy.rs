//! The greedy bot: fights and takes what is near, and climbs. And the random one, which presses random buttons.
//!
//! ```text
//! equips into empty slots ─ eats when hurt ─ strikes a neighbour ─ chest, crock within 6 ─ goes for creatures
//! seen within 3 ─ stairs, or fog
//! ```
//!
//! These policies are frozen: if the balance is wrong, the game's numbers change, not the bots.

use super::screen::{Held, Screen, Tile};
use super::way::{self, Ways};
use super::{Trail, eat, equip, throw, trash};
use num::Rng;
use porklike::data::{self, Class, Part};
use porklike::dir::Dir;
use porklike::rules::Action;

/// One of all actions, with steps more often. Only existing slots are used.
pub fn random(_: &Screen, rng: &mut Rng) -> Action {
    let dir = Dir::ALL[rng.index(4) as usize];
    let slot = rng.index(8) as u8;
    match rng.index(40) {
        0..30 => Action::Step(dir),
        30 | 31 => Action::Wait,
        32 | 33 => Action::Shove(dir),
        34 => equip(slot),
        35 | 36 => eat(slot),
        37 => throw(slot, dir),
        38 => trash(slot),
        _ => Action::Step(Dir::ALL[dir as usize ^ 1]),
    }
}

/// Nearest first.
pub fn greedy(screen: &Screen, trail: &Trail, rng: &mut Rng) -> Action {
    for (slot, item) in screen.spares() {
        if screen.bag[data::item(item, Part::Class) as usize] == Held::Nothing {
            return equip(slot);
        }
    }
    let food = (2..8).find(|slot| match screen.bag[usize::from(*slot)] {
        Held::Known(item) => data::item(item, Part::Class) == Class::Food as i32,
        Held::Unknown(..) => true,
        Held::Nothing => false,
    });
    if let Some(slot) = food
        && screen.hp.0 <= 2
    {
        return eat(slot);
    }
    if let Some(dir) = screen.beasts.iter().find_map(|beast| beast.reach) {
        return Action::Step(dir);
    }
    let ways = Ways::from(screen, screen.hero, |at| trail.at(screen.side, at));
    let thing = ways.nearest(|at| match screen.kind(at) {
        Tile::Chest => !screen.full() || trail.at(screen.side, screen.hero) < 2,
        Tile::Vase => screen.spot(at).tile == Some(crate::floors::tile::CROCK),
        _ => false,
    });
    if let Some((cost, dir)) = thing
        && cost <= 6
    {
        return Action::Step(dir);
    }
    let prey = screen.beasts.iter().filter_map(|beast| ways.to(beast.at)).min_by_key(|way| way.0);
    if let Some((cost, dir)) = prey
        && cost <= 8
    {
        return Action::Step(dir);
    }
    Action::Step(way::upwards(screen, &ways).unwrap_or(Dir::ALL[rng.index(4) as usize]))
}
