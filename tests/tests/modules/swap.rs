//! New code in a run of a module: an event of the next frame, in the recording with the module's bytes.
//!
//! The state of other code by names is tested with a real change of a cart's source, in `tool/new.rs`.

use crate::{module, wasm_of};
use loader::Cart;
use rasher::{Boot, Bundle, BundledCart, CartBytes, Code, Event, Input};
use std::path::Path;
use std::sync::Arc;
use tests::random::RandomPlayer;
use timeline::{Recording, Run};

fn code(name: &str) -> Code {
    Code { text: module(name).into(), pieces: Vec::new() }
}

#[test]
fn new_code_is_an_event_and_replays_from_the_recording_alone() {
    let entry = shelf::find("porklike").expect("on the shelf");
    let mut rom = entry.rom().expect("its data");
    rom.version = rasher::Rom::empty("").version;
    let first =
        BundledCart { name: "porklike".into(), code: code("porklike"), data: CartBytes(rom.data.clone()) };
    let boot = Boot { rom: Arc::new(rom), bundle: Arc::new(Bundle::new(vec![first])), ..Boot::default() };
    let mut run = Run::start(wasm_of(entry, module("porklike")), boot).expect("it starts");
    let mut player = RandomPlayer::new(8);
    let mut digests = Vec::new();
    for frame in 0..240 {
        let mut input = player.input();
        // Another cart is the largest change that there is: both have no field in common.
        if frame == 80 {
            input.events.push(Event::Code(code("ghosts")));
        }
        run.frame(&input).expect("a frame");
        let runs = if frame < 80 { "porklike" } else { "ghosts" };
        assert_eq!(run.console().program().runs(code(runs).digest()), Some(true), "frame {frame}");
        digests.push(run.console().digest());
    }
    assert_eq!(run.now(), 240, "the clock continues");
    let recording = Recording::from_bytes(&run.recording().to_bytes()).expect("a recording");
    let cart = Cart::from_bundle("porklike", "", Bundle::clone(&recording.start.bundle), Path::new("a.rec"));
    let cart = cart.runnable().expect("its module").cart;
    let (rom, (program, _)) = (Arc::clone(&cart.rom), cart.boot());
    let mut replay = Run::start(program, recording.start.boot(rom)).expect("it starts");
    for (frame, input) in recording.inputs().enumerate() {
        replay.frame(&input).expect("a frame");
        assert_eq!(replay.console().digest(), digests[frame], "frame {frame}");
    }
    // A moment before the change has the code of that moment.
    assert!(run.visit(0, 40).expect("it was played"));
    assert_eq!(run.console().program().runs(code("porklike").digest()), Some(true));
    run.frame(&Input::default()).expect("it plays on");
}

#[test]
fn code_that_is_no_module_is_a_fault_and_changes_nothing() {
    let entry = shelf::find("porklike").expect("on the shelf");
    let mut run = Run::start(wasm_of(entry, module("porklike")), Boot::default()).expect("it starts");
    run.frame(&Input::default()).expect("a frame");
    let before = run.console().digest();
    for (text, says) in [(&b"x=1"[..], "cannot load a cart in Lua"), (b"\0asm\x01\0\0\0", "module")] {
        let code = Code { text: text.into(), pieces: Vec::new() };
        let crash = run.frame(&Input { events: vec![Event::Code(code)], ..Input::default() });
        let crash = crash.expect_err("it is refused").to_string();
        assert!(crash.contains(says), "{crash}");
        assert_eq!(run.console().digest(), before);
    }
}
