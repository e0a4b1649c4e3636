//! A state's digest: each cart of the shelf in the middle of a run.
//!
//! ```text
//! cargo bench -p tests --bench state
//! ```

use rasher::{Console, DigestVersion};
use std::hint::black_box;
use tests::bench::Table;
use tests::random::RandomPlayer;

/// A console in mid-run.
fn played(cart: &shelf::Entry) -> Console {
    let mut console = cart.boot(1).expect("its data are right");
    let mut player = RandomPlayer::pad(1);
    (0..3000).for_each(|_| drop(console.frame(&player.input())));
    console
}

fn main() {
    let mut table = Table::new("states");
    for cart in shelf::CARTS {
        let console = played(cart);
        table.pair(
            &format!("{}: digest, by version 1", cart.name),
            1.0,
            |_| _ = black_box(console.digest()),
            |_| _ = black_box(console.digest_of(DigestVersion::One)),
        );
    }
    table.print();
}
