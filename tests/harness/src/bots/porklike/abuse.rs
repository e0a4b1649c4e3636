//! Bots that rely on a single trick, to check that none of them pays and that no run is endless.
//!
//! | bot | trick | otherwise |
//! |---|---|---|
//! | shover | shoves every hunter next to it, and strikes those that cannot be shoved | goes for the stairs |
//! | diver | goes for the stairs | - |
//! | pin | with the rolling pin: hits hunters next to it, waits for those that come | as the careful bot |
//! | skewer | with the skewer: shoves hunters next to it, stabs those two tiles away | as the careful bot |
//!
//! Frozen like the others.

use super::screen::{Beast, Eyes, Held, Screen};
use super::way::{self, Ways};
use super::{Bot, Trail};
use num::Rng;
use porklike::data::{Beast as Kind, Thing};
use porklike::dir::Dir;
use porklike::rules::Action;

/// Waits in a row after which the trick is dropped for a turn: a creature that cannot come is not waited for forever.
pub const PATIENCE: u32 = 8;

/// The trick, if there is an opportunity.
pub fn trick(bot: Bot, screen: &Screen) -> Option<Action> {
    let holds = |thing: Thing| screen.bag[0] == Held::Known(thing as u8);
    let hunters =
        || screen.beasts.iter().filter(|beast| beast.eyes == Eyes::Red && beast.kind != Kind::Pod as u8);
    let beside = || hunters().find(|beast| beast.at.dist(screen.hero) == 1);
    let dir = |beast: &Beast| screen.line(screen.hero, beast.at, 1);
    match bot {
        Bot::Shover => {
            let beast = beside()?;
            let dir = dir(beast)?;
            let moves = !beast.firm
                && (screen.free(beast.at.step(dir)) || screen.beast(beast.at.step(dir)).is_some());
            Some(if moves { Action::Shove(dir) } else { Action::Step(dir) })
        }
        Bot::Pin if holds(Thing::Pin) => match beside() {
            Some(beast) => dir(beast).map(Action::Step),
            None => hunters().any(|beast| beast.at.dist(screen.hero) < 4).then_some(Action::Wait),
        },
        Bot::Skewer if holds(Thing::Skewer) => match beside() {
            Some(beast) if !beast.firm && screen.free(beast.at.step(dir(beast)?)) => {
                dir(beast).map(Action::Shove)
            }
            _ => hunters().find_map(|beast| beast.reach).map(Action::Step),
        },
        _ => None,
    }
}

/// Straight to the stairs.
pub fn dive(screen: &Screen, trail: &Trail, rng: &mut Rng) -> Action {
    let ways = Ways::from(screen, screen.hero, |at| trail.at(screen.side, at));
    Action::Step(way::upwards(screen, &ways).unwrap_or(Dir::ALL[rng.index(4) as usize]))
}
