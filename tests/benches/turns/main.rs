//! Turns of Smokehouse per second, rules only.
//!
//! ```text
//! cargo bench -p tests --bench turns       a floor of each part of the tower, one thread
//! ```
//!
//! The hero walks at random and does not die, so the number of hunting monsters grows: the slowest case, since every
//! hunter needs the distance map. The floor restarts every 300 actions. A call is a turn.

use num::{Num, Rng};
use porklike::dir::Dir;
use porklike::rules::{Action, Kit, World};
use std::hint::black_box;
use tests::bench::Table;

fn main() {
    let mut table = Table::new("turns");
    for floor in [1, 4, 8] {
        let cart = shelf::find("porklike").expect("the cart is on the shelf");
        let console = cart.boot(0).expect("its data files are good");
        let kit = Kit::read(console.machine());
        let mut begun = World::new(1, kit);
        begun.floor = floor;
        begun.arrive();
        begun.mobs[0].max = 1 << 30;
        begun.mobs[0].hp = 1 << 30;
        let mut world = begun.clone();
        let mut rng = Rng::seeded(Num::int(1));
        table.one(&format!("floor {floor}, {} monsters", begun.mobs.len() - 1), 1.0, |_| {
            if world.stats.turns >= 300 || world.floor != floor || world.end.is_some() {
                world = begun.clone();
            }
            let before = world.stats.turns;
            while world.stats.turns == before && world.floor == floor {
                black_box(world.act(Action::Step(Dir::ALL[rng.index(4) as usize])));
            }
        });
    }
    table.print();
}
