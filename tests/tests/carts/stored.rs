//! Carts that find results and numbers which none of them stored: the game still reaches its end and draws it.

use rasher::{Console, Records};
use std::sync::Arc;
use tests::table::here;
use timeline::Recording;

/// The recorded games, each started with other results. A game does not depend on them, so its end is the same.
#[test]
fn a_game_ends_whatever_was_reached_before() {
    for cart in shelf::CARTS {
        let path = here().join(format!("replays/{}.rec", cart.name));
        let recording =
            Recording::from_bytes(&std::fs::read(path).expect("each has one")).expect("it is one");
        for number in [i32::MIN, i32::MAX, -1] {
            let mut table = Records::of_day(20_991_399);
            for name in ["points", "seconds", "floor", "wins", "turns", "cave"] {
                table.raise(name, number);
            }
            let mut boot = recording.start.boot(Arc::new(cart.rom().expect("its own data")));
            let numbers = Box::new(std::array::from_fn(|at| number.to_le_bytes()[at % 4]));
            boot.saves =
                [(cart.name.to_string(), numbers.clone()), ("smokehouse".to_string(), numbers)].into();
            for id in [Records::best_id(cart.name), Records::day_id(cart.name)] {
                boot.saves.insert(id, table.bytes());
            }
            let mut console = Console::boot((cart.make)(), boot);
            recording.inputs().for_each(|input| _ = console.frame(&input));
            let best = console.machine().best("wins");
            assert!(best == number || best == number.saturating_add(1), "{}: {best}", cart.name);
        }
    }
}
