//! The careful bot at the console: each of its actions as presses, once everything has been shown.
//!
//! ```text
//! step     arrow                    wait     O
//! shove    O held, then an arrow    use      X, down to the item, X, down to the action, X; a throw also: arrow, X
//! ```

use super::screen::Screen;
use super::{Bot, Player};
use porklike::dir::Dir;
use porklike::rules::{Action, Verb, World};
use rasher::{Input, button};
use serde_json::Value;
use std::collections::VecDeque;

/// The first frames of a console with this seed. After the end of a run, the next one begins.
///
/// # Panics
///
/// If the cart is not on the shelf, or its state has other fields.
pub fn inputs(seed: u32, frames: usize) -> Vec<Input> {
    let cart = shelf::find("porklike").expect("the cart is on the shelf");
    let mut console = cart.boot(seed.into()).expect("its data files are good");
    let mut player = Player::new(Bot::Careful, seed);
    let mut presses = VecDeque::new();
    let mut next = || {
        if presses.is_empty() {
            presses.extend(chosen(&console.program().inspect(), &mut player));
        }
        let input = Input::buttons(presses.pop_front().unwrap_or(0));
        console.frame(&input);
        input
    };
    (0..frames).map(|_| next()).collect()
}

/// The buttons of the next frames; none while the game shows something.
fn chosen(game: &Value, player: &mut Player) -> Vec<u8> {
    let is_dark = game["dark"] != 0 || game["leaves"] == true;
    if is_dark {
        return Vec::new();
    }
    let mut windows = game["windows"].as_array().into_iter().flatten();
    let waits = windows.rfind(|window| window["life"].as_i64() < Some(0));
    if let Some(window) = waits {
        // A chest's window takes an item; the bag stays open after an action without a turn.
        let is_bag = window["menu"] == "Bag" && game["offer"] == Value::Array(Vec::new());
        return vec![if is_bag { button::O } else { button::X }, 0];
    }
    let is_still = |actor: &Value| actor["left"] == 0;
    let is_shown = game["queue"] == Value::Array(Vec::new()) && game["stop"] == 0;
    if !is_shown || !game["actors"].as_object().into_iter().flatten().all(|(_, actor)| is_still(actor)) {
        return Vec::new();
    }
    let world: World = serde_json::from_value(game["world"].clone()).expect("the world");
    if world.end.is_some() || game["shown"]["floor"] != world.floor {
        return Vec::new();
    }
    presses(&world, player.choose(&Screen::of(&world)))
}

fn presses(world: &World, action: Action) -> Vec<u8> {
    let arrow = |dir: Dir| 1 << dir as u8;
    let (verb, slot, dir) = match action {
        Action::Step(dir) => return vec![arrow(dir), 0],
        Action::Wait => return vec![button::O, 0],
        Action::Shove(dir) => return vec![button::O, button::O | arrow(dir), 0],
        Action::Use(verb, slot, dir) => (verb, slot, dir),
    };
    let first = (2..8).find(|slot| world.bag[*slot] > 0).unwrap_or(2);
    let slots = (usize::from(slot) + world.bag.len() - first) % world.bag.len();
    let verbs = world.verbs(slot).into_iter().position(|it| it == verb).unwrap_or_default();
    let down = |count: usize| std::iter::repeat_n(button::DOWN, count);
    let mut all = vec![button::X];
    all.extend(down(slots).chain([button::X]).chain(down(verbs)).chain([button::X]));
    if verb == Verb::Throw {
        all.extend([arrow(dir), button::X]);
    }
    all.into_iter().flat_map(|button| [button, 0]).collect()
}
