//! A state's digest, and the state as bytes and back: each shelf cart in the middle of a run.
//!
//! ```text
//! cargo bench -p tests --bench state
//! ```

use rasher::{Console, DigestVersion};
use std::hint::black_box;
use std::sync::Arc;
use tests::bench::Table;
use tests::random::RandomPlayer;

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
    let mut sizes = Vec::new();
    for cart in shelf::CARTS {
        let (console, rom) = (played(cart), Arc::new(cart.rom().expect("its data are right")));
        let bytes = console.save_state(&rom).expect("it is between two frames");
        table.one(&format!("{}: to bytes", cart.name), 1.0, |_| _ = black_box(console.save_state(&rom)));
        table.one(&format!("{}: from bytes", cart.name), 1.0, |_| {
            _ = black_box(console.load_state(&bytes, &rom))
        });
        sizes.push((cart.name, bytes.len()));
    }
    table.print();
    sizes.iter().for_each(|(name, bytes)| println!("{name:<12} {bytes:>7} bytes"));
}
