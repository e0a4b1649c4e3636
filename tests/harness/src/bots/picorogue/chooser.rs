//! A bot for the plain tower that takes a ladder if it does not cost too much.

use picorogue::Game;
use picorogue::floor::RUNGS;
use picorogue::turn::Action;

/// Its next action, if a ladder may cost this many turns more than the stairs.
pub fn chooses(game: &Game, most: i32) -> Action {
    let far = game.steps_from(game.pc);
    let ladder = game.things.iter().find(|it| it.glyph == b'H').map(|it| it.at);
    let ladder = ladder.filter(|at| far[*at as usize] + RUNGS - far[game.stairs as usize] - 1 <= most);
    let goal = ladder.unwrap_or(game.stairs);
    if game.pc == goal {
        return Action::Climb;
    }
    super::way(game, |cell| cell == goal, |_| false).map_or(Action::Look, Action::Move)
}
