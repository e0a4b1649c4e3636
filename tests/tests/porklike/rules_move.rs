//! Walking, and what running against a tile does. Events by our decision; the effects are chapters 6, 8, 27, 35, 45, 46.

use crate::room::{D, L, R, Room, U, on, room};
use porklike::data;

#[test]
fn a_step_moves_and_a_wall_takes_no_turn() {
    let mut room = room("#####\n#@..#\n#####");
    assert_eq!(room.step(R), "@ right; |");
    room.looks("#####\n#.@.#\n#####");
    for (dir, word) in [(U, "up"), (D, "down")] {
        let turns = room.world.stats.turns;
        assert_eq!(room.step(dir), format!("@ bumps {word}"));
        assert_eq!(room.world.stats.turns, turns, "a wall takes no turn");
    }
    room.looks("#####\n#.@.#\n#####");
    assert_eq!((room.world.stats.steps, room.world.stats.turns), (1, 1));
}
