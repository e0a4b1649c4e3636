//! Recordings stored in `tests/replays`, each replayed.
//!
//! | recording of | changes |
//! |---|---|
//! | a test cart | never: the cart is frozen, so a difference is a change of the machine |
//! | a shelf cart | with the cart: its recording belongs to a version and to its data |
//!
//! `BLESS=1 cargo test -p tests --test runs replays` remakes the shelf carts' recordings that no longer replay, with
//! a random bot (for picorogue, Ghostlight, Kasidin and Goblin with one that wins), and writes those of new test
//! carts. An existing recording of a test cart is not overwritten: if the machine itself was wrong, delete the file
//! first and explain it in the commit.

use rasher::{Boot, Input, Program, Rom, button};
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use tests::bots;
use tests::carts::{CARTS, TestCart};
use tests::random::RandomPlayer;
use tests::table::{Mode, here, say};
use timeline::{FORMAT, Recording, Replay, Run};

const SEED: u64 = 20;

fn path(name: &str) -> PathBuf {
    here().join("replays").join(format!("{name}.rec"))
}

fn blesses() -> bool {
    Mode::from_env().expect("nothing is blessed on a server") == Mode::Bless
}

/// Replays the stored recording to its end.
fn replay(name: &str, program: Box<dyn Program>, rom: Arc<Rom>) -> Result<(), String> {
    let path = path(name);
    let wrong = |e: &dyn std::fmt::Display| format!("{}: {e}", path.display());
    let bytes = fs::read(&path).map_err(|e| wrong(&e))?;
    let recording = Recording::from_bytes(&bytes).map_err(|e| wrong(&e))?;
    // An older format is kept: that it can be read is a promise too.
    let newest = format!("rasher recording {FORMAT}\n");
    if bytes.starts_with(newest.as_bytes()) && recording.to_bytes() != bytes {
        return Err(wrong(&"written again it is another file"));
    }
    if recording.checks().len() < 3 || recording.frames() < 600 {
        return Err(wrong(&"too short to tell anything"));
    }
    Replay::new(&recording, program, rom).and_then(Replay::finish).map(|_| ()).map_err(|e| wrong(&e))
}

/// Runs the inputs to their end or to a crash, and keeps the recording.
fn record(name: &str, program: Box<dyn Program>, boot: Boot, inputs: impl Iterator<Item = Input>) {
    let mut run = Run::start(program, boot).expect("the cart starts");
    for input in inputs {
        if run.frame(&input).is_err() {
            break;
        }
    }
    fs::create_dir_all(here().join("replays")).unwrap();
    fs::write(path(name), run.recording().to_bytes()).unwrap();
    say(&format!(
        "recorded {name}: {} frames, digest {:016x}",
        run.recording().frames(),
        run.console().digest()
    ));
}

/// The inputs of a test cart's recording.
fn inputs_for(cart: &TestCart) -> Box<dyn Iterator<Item = Input>> {
    match cart.name {
        // Left alone for a while; its last frame is the crash.
        "crasher" => Box::new(std::iter::repeat_n(Input::default(), 700).chain([Input::buttons(button::X)])),
        _ => Box::new(frames(RandomPlayer::new(SEED), 1500)),
    }
}

fn frames(mut player: RandomPlayer, n: usize) -> impl Iterator<Item = Input> {
    (0..n).map(move |_| player.input())
}

#[test]
fn recordings_of_test_carts_replay() {
    let mut complaints = Vec::new();
    for cart in CARTS {
        if blesses() && !path(cart.name).exists() {
            record(cart.name, (cart.make)(), cart.boot(SEED), inputs_for(cart));
        }
        complaints.extend(replay(cart.name, (cart.make)(), cart.rom()).err());
    }
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

#[test]
fn recordings_of_the_shelf_replay() {
    let mut complaints = Vec::new();
    for cart in shelf::CARTS {
        let rom = || Arc::new(cart.rom().expect("its files are right"));
        let again = || replay(cart.name, (cart.make)(), rom());
        if let Err(error) = again()
            && blesses()
        {
            say(&error);
            let seed = match cart.name {
                "ghosts" => bots::ghosts::seed(SEED as u32, true).into(),
                "goblin" => bots::goblin::winner().into(),
                "kasidin" => bots::kasidin::first(kasidin::End::Won).into(),
                "picorogue" => 1,
                _ => SEED,
            };
            let boot = Boot { rom: rom(), seed, ..Boot::default() };
            let inputs: Box<dyn Iterator<Item = Input>> = match cart.name {
                "ghosts" => Box::new(bots::ghosts::inputs(seed as u32).into_iter()),
                "goblin" => Box::new(bots::goblin::inputs(seed as u32).into_iter()),
                "picorogue" => Box::new(bots::picorogue::beam::inputs(seed as u32).into_iter()),
                "kasidin" => Box::new(bots::kasidin::inputs(seed as u32).into_iter()),
                _ => Box::new(frames(RandomPlayer::pad(SEED), 3600)),
            };
            record(cart.name, (cart.make)(), boot, inputs);
        }
        complaints.extend(again().err());
    }
    assert!(
        complaints.is_empty(),
        "\n{}\n  changed rules raise the cart's version on the shelf; then: BLESS=1 cargo test -p tests --test runs replays",
        complaints.join("\n")
    );
}

#[test]
fn every_recording_belongs_to_a_cart() {
    for entry in fs::read_dir(here().join("replays")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let known =
            CARTS.iter().map(|c| c.name).chain(shelf::CARTS.iter().map(|c| c.name)).any(|n| n == name);
        assert!(known && path.extension().is_some_and(|e| e == "rec"), "{}: of no cart", path.display());
    }
}
