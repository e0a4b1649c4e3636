//! Bots that try to live by one trick, to see that none of it pays, and that no run of theirs is endless.
//!
//! | bot | trick | else |
//! |---|---|---|
//! | shover | shoves whatever hunts beside it, and strikes what stands firm | goes for the stairs |
//! | diver | goes for the stairs | - |
//! | pin | with the rolling pin: hits who hunts beside it, waits for who comes | as the careful bot |
//! | skewer | with the skewer: shoves who hunts beside it, stabs who is two tiles off | as the careful bot |
//!
//! Frozen as the others are.

use super::screen::{Beast, Eyes, Held, Screen};
use super::way::{self, Ways};
use super::{Bot, Trail};
use num::Rng;
use porklike::data::{Beast as Kind, Thing};
use porklike::dir::Dir;
use porklike::rules::Action;

/// Waits in a row after which the trick is given up for a turn: somebody who cannot come is not waited for without end.
pub const PATIENCE: u32 = 8;

/// The trick, if there is occasion for it.
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

/// To the stairs, and no thought of anything else.
pub fn dive(screen: &Screen, trail: &Trail, rng: &mut Rng) -> Action {
    let ways = Ways::from(screen, screen.hero, |at| trail.at(screen.side, at));
    Action::Step(way::upwards(screen, &ways).unwrap_or(Dir::ALL[rng.index(4) as usize]))
}
