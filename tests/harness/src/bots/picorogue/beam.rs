//! A player who knows picorogue's tower by heart and looks for a way up with all six forms of death on.
//!
//! ```text
//! floor after floor:  the best states so far ── every action, turn by turn ──> the WIDE best of each turn
//!                     those that have climbed ── the KEPT best ──> next floor
//! ```
//!
//! The same seed has the same floors, and luck depends only on seed and turn, so a player can learn a tower by heart
//! and play the moves that this search finds. `tests/replays/picorogue.rec` was found by it.

use super::{begins, game, pressed, presses};
use picorogue::turn::Action;
use picorogue::{BEASTS, CLOCK, End, Game, HUNGER};
use rasher::Input;
use std::collections::BTreeSet;

/// States that are followed at once.
const WIDE: usize = 400;
/// States that start a floor.
const KEPT: usize = 40;
/// Turns searched after the first state has climbed.
const LATE: i32 = 25;

/// The value of a state `far` steps from the stairs. Food is what runs out first.
fn value(game: &Game, far: i32) -> i32 {
    let food = if game.on(HUNGER) { 4 * game.food } else { 0 };
    let clock = if game.on(CLOCK) { game.clock.min(60) } else { 0 };
    let body = if game.on(BEASTS) { 3 * game.hp } else { 0 };
    food + clock + body - game.ill.iter().sum::<i32>() - 5 * far
}

/// The actions of a won game with these modes, if there is one.
pub fn win(seed: u32, modes: u8) -> Option<Vec<Action>> {
    let mut starts = vec![(game(seed, modes), Vec::new())];
    loop {
        let floor = starts.first()?.0.floor;
        let mut beam = std::mem::take(&mut starts);
        let far = beam[0].0.steps_from(beam[0].0.stairs);
        let mut left = 200;
        while left > 0 && !beam.is_empty() {
            left -= 1;
            let mut next = Vec::new();
            let mut seen = BTreeSet::new();
            for (game, actions) in &beam {
                let moves = (0..4).map(Action::Move).chain([Action::Look, Action::Climb]);
                // Climbing is tried only on the stairs.
                for action in moves.filter(|it| *it != Action::Climb || game.pc == game.stairs) {
                    let mut game = game.clone();
                    game.act(action);
                    let mut actions = actions.clone();
                    actions.push(action);
                    match game.end {
                        Some(End::Won) => return Some(actions),
                        Some(_) => {}
                        None if game.floor > floor => starts.push((game, actions)),
                        None => {
                            let things: Vec<_> =
                                game.things.iter().map(|it| (it.glyph, it.at, it.n)).collect();
                            if seen.insert((game.pc, game.hp, game.food, game.ill, things)) {
                                next.push((value(&game, far[game.pc as usize]), game, actions));
                            }
                        }
                    }
                }
            }
            if !starts.is_empty() {
                left = left.min(LATE);
            }
            next.sort_by_key(|it| -it.0);
            next.truncate(WIDE);
            beam = next.into_iter().map(|(_, game, actions)| (game, actions)).collect();
        }
        starts.sort_by_key(|(game, _)| -value(game, 0));
        starts.truncate(KEPT);
    }
}

/// Inputs of such a game: the title gets the tower's seed and every mode; then the actions, with six buttons.
pub fn inputs(seed: u32) -> Vec<Input> {
    let mut inputs = vec![Input::default(); 60];
    inputs.extend(presses(begins(63)));
    let actions = win(seed, 63).expect("a tower that can be climbed so");
    inputs.extend(presses(actions.into_iter().map(pressed)));
    inputs.extend(vec![Input::default(); 120]);
    inputs
}
