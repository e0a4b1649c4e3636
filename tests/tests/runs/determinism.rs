//! The same start and inputs give the same bytes in every build profile and on every platform.
//!
//! ```text
//! cart, seed ── some thousand frames of a random player ── every sample of sound,
//!                                                          state and picture of every 50th frame ──> one digest
//!                                     compared with tests/golden/runs.txt
//! ```
//!
//! One table for all: `.ci/run` runs this file in the dev profile and `.ci/release` in the release profile, and both
//! must agree with it. The painter covers all drawing calls and registers, the band all sounds. To change the table
//! run `BLESS=1 cargo test -p tests --test runs determinism`, and explain the change in the commit.

use rasher::{Boot, Console, Digest, Program};
use std::sync::Arc;
use tests::carts::CARTS;
use tests::golden::Shown;
use tests::random::RandomPlayer;
use tests::table::{Mode, Table, here};

/// Frames of a run of a test cart, and of a shelf cart.
const FRAMES: [u64; 2] = [1500, 4000];
const SEEDS: [u64; 2] = [1, 0xfedc_ba98_7654_3210];

fn table() -> Table {
    Table::new(here().join("golden/runs.txt"), Mode::from_env().expect("nothing is blessed on a server"))
}

/// The digest of a run's sound, states and pictures.
fn run(program: Box<dyn Program>, boot: Boot, mut player: RandomPlayer, frames: u64) -> String {
    let mut console = Console::boot(program, boot);
    let mut all = Digest::new();
    all.word(console.digest());
    for frame in 1..=frames {
        let input = player.input();
        // The crasher's crashes are part of its run, and leave the console unchanged.
        if let Err(crash) = timeline::guard_frame(&mut console, frame, &input) {
            assert_eq!(console.machine().rom().name, "crasher", "{crash}");
            all.bytes(crash.fault.message.as_bytes());
        }
        for sample in console.machine().samples() {
            all.word(*sample as u64);
        }
        if frame % 50 == 0 {
            all.word(console.digest());
            all.word(Digest::of(&console.screen()[..]));
        }
    }
    format!("{:016x}", all.finish())
}

fn runs() -> Vec<(String, String)> {
    let mut runs: Vec<(String, Box<dyn FnOnce() -> String + Send>)> = Vec::new();
    for seed in SEEDS {
        for cart in CARTS {
            let work = move || run((cart.make)(), cart.boot(seed), RandomPlayer::new(seed), FRAMES[0]);
            runs.push((format!("test-{}-{seed:x}", cart.name), Box::new(work)));
        }
        for cart in shelf::CARTS {
            let work = move || {
                let rom = cart.rom().expect("the cart's own files are right");
                let boot = Boot { rom: Arc::new(rom), seed, ..Boot::default() };
                run((cart.make)(), boot, RandomPlayer::pad(seed), FRAMES[1])
            };
            runs.push((format!("{}-{seed:x}", cart.name), Box::new(work)));
        }
    }
    std::thread::scope(|scope| {
        let threads: Vec<_> = runs.into_iter().map(|(name, work)| (name, scope.spawn(work))).collect();
        threads.into_iter().map(|(name, thread)| (name, thread.join().expect("a run ends"))).collect()
    })
}

#[test]
fn runs_give_the_digests_of_the_table() {
    let table = table();
    let runs = runs();
    let mut complaints: Vec<String> =
        runs.iter().filter_map(|(name, digest)| table.check(name, digest).err()).collect();
    let names: Vec<&str> = runs.iter().map(|(name, _)| name.as_str()).collect();
    complaints.extend(table.unused(&names).unwrap());
    assert!(
        complaints.is_empty(),
        "\n{}\n  if a rule was changed on purpose: BLESS=1 cargo test -p tests --test runs determinism",
        complaints.join("\n")
    );
}

/// The table would be worth little if several runs shared a digest.
#[test]
fn different_runs_have_different_digests() {
    let rows = table().rows().unwrap();
    let mut digests: Vec<&String> = rows.values().collect();
    digests.sort();
    digests.dedup();
    assert_eq!(digests.len(), rows.len());
}

/// The smallest change of the input is noticed.
#[test]
fn one_button_in_one_frame_makes_another_run() {
    let cart = tests::carts::find("ball");
    let mut digests = [false, true].map(|press| {
        let mut console = Console::boot((cart.make)(), cart.boot(1));
        let mut player = RandomPlayer::new(1);
        for frame in 0..300 {
            let mut input = player.input();
            input.players[0] ^= u8::from(press && frame == 100);
            console.frame(&input);
        }
        console.digest()
    });
    digests.sort_unstable();
    assert_ne!(digests[0], digests[1]);
}
