//! A bot that climbs picorogue's tower, and bots that fail to.
//!
//! ```text
//! climber   nearest useful item, else the stairs; runs from fuses, waits until it is cool and dry, looks for plates
//! loafer    looks forever
//! fool      walks to the nearest deadly letter or tile and stays
//! ```
//!
//! `beam.rs` has the one that wins with all six forms of death on: it knows the tower by heart.

pub mod beam;
pub mod chooser;
pub mod seeing;

use picorogue::floor::{BLOCKED, CLEAR, SIZE, step};
use picorogue::turn::{Action, RISES};
use picorogue::{BEASTS, CLOCK, GHOST, Game, HUNGER, TRAPS, WEATHER};
use rasher::{Input, button};

/// A game that has begun.
pub fn game(seed: u32, modes: u8) -> Game {
    let mut game = Game { seed, modes, ..Game::default() };
    game.begin();
    game
}

/// The first step of a shortest way to the nearest wanted cell, around cells to avoid.
pub fn way(game: &Game, wanted: impl Fn(i32) -> bool, shunned: impl Fn(i32) -> bool) -> Option<i32> {
    let mut first = vec![None; SIZE as usize];
    let mut queue = vec![game.pc];
    let mut i = 0;
    while let Some(cell) = queue.get(i).copied() {
        i += 1;
        for dir in 0..4 {
            let Some(to) = step(cell, dir) else { continue };
            let new = first[to as usize].is_none() && to != game.pc;
            if new && game.tile(to) != BLOCKED && !shunned(to) {
                first[to as usize] = Some(first[cell as usize].unwrap_or(dir));
                if wanted(to) {
                    return first[to as usize];
                }
                queue.push(to);
            }
        }
    }
    None
}

/// What the climber does next.
pub fn climb(game: &Game) -> Action {
    let far = game.steps_from(game.pc);
    let near = |cell: i32, most: i32| far[cell as usize] <= most;
    let plate = |cell: i32| game.things.iter().any(|it| it.at == cell && it.glyph == b'^' && it.n > 0);
    let go = |wanted: &dyn Fn(i32) -> bool| way(game, wanted, plate).or_else(|| way(game, wanted, |_| false));
    if let Some(fuse) = game.things.iter().find(|it| it.glyph == b'*' && near(it.at, 2)) {
        let from = game.steps_from(fuse.at);
        if let Some(dir) = go(&|cell| from[cell as usize] > 2) {
            return Action::Move(dir);
        }
    }
    if game.pc == game.stairs {
        return Action::Climb;
    }
    if let Some(beast) = game.things.iter().find(|it| it.glyph == b'b' && near(it.at, 1)) {
        return (0..4).find(|dir| step(game.pc, *dir) == Some(beast.at)).map_or(Action::Look, Action::Move);
    }
    let hunted = game.on(GHOST) && game.since > RISES - 3 || game.on(CLOCK) && game.clock < 60;
    if game.on(TRAPS) && game.since % 3 == 1 && !hunted {
        return Action::Look;
    }
    let helps = |cell: i32| {
        let food = game.on(HUNGER) && game.food < 36;
        game.things.iter().any(|it| {
            it.at == cell
                && match it.glyph {
                    b'%' => food,
                    b'+' => game.hp < 9 && near(cell, 12),
                    _ => b"/]&=".contains(&it.glyph) && near(cell, 8),
                }
        })
    };
    let helped = game.things.iter().any(|it| helps(it.at));
    let dir = helped.then(|| go(&helps)).flatten().or_else(|| go(&|cell| cell == game.stairs));
    let Some(dir) = dir else { return Action::Look };
    // A hero who comes in cool, warm and dry gets through.
    let next = step(game.pc, dir).map_or(CLEAR, |to| game.tile(to));
    let waits = game.on(WEATHER)
        && next > CLEAR
        && game.tile(game.pc) != next
        && game.ill[usize::from(next) - 2] > 0
        && !game.on(BEASTS);
    if waits { Action::Look } else { Action::Move(dir) }
}

/// Goes to the nearest wanted cell and stays.
pub fn fool(game: &Game, wanted: impl Fn(i32) -> bool) -> Action {
    if wanted(game.pc) {
        return Action::Look;
    }
    let there = way(game, &wanted, |_| false);
    let dir = there.or_else(|| way(game, |cell| cell == game.stairs, |_| false));
    dir.map_or(Action::Climb, Action::Move)
}

/// Plays to the end, for at most this many turns.
pub fn play(game: &mut Game, most: i32, mut bot: impl FnMut(&Game) -> Action) {
    while game.end.is_none() && game.turn < most {
        let action = bot(game);
        game.act(action);
    }
}

/// The button of an action.
pub fn pressed(action: Action) -> u8 {
    match action {
        Action::Move(dir) => 1 << dir,
        Action::Climb => button::O,
        Action::Look => button::X,
    }
}

/// Presses and releases each button, six frames each.
pub fn presses(buttons: impl IntoIterator<Item = u8>) -> impl Iterator<Item = Input> {
    buttons.into_iter().flat_map(|held| [held, 0, 0, 0, 0, 0]).map(Input::buttons)
}

/// The presses on the title, from its first row, to start with these modes.
pub fn begins(modes: u8) -> Vec<u8> {
    let row = |bit: u8| if modes >> bit & 1 > 0 { vec![button::DOWN, button::X] } else { vec![button::DOWN] };
    let rows: Vec<u8> = (0..6).flat_map(row).collect();
    // Past the row of the towers, and back to the first row.
    [vec![button::DOWN], rows, vec![button::DOWN, button::X]].concat()
}

/// The bot's inputs: from the title of a console with this seed through a whole game with these modes, with six
/// buttons.
pub fn inputs(seed: u32, modes: u8) -> Vec<Input> {
    let mut held = begins(modes);
    let mut game = game(seed, modes);
    play(&mut game, 2000, |game| {
        let action = climb(game);
        held.push(pressed(action));
        action
    });
    let idle = |frames| vec![Input::default(); frames];
    idle(60).into_iter().chain(presses(held)).chain(idle(120)).collect()
}
