//! Carts as WebAssembly modules: each plays as its native build does, in every frame and form of its state.
//!
//! ```text
//! build_cart_module ──> picture ──> module ──> console ── random keys, bots, the shelf's recorded games ──> 60 digests
//!                                   native ──> console ──────────── the same ─────────────────────────────> 60 digests
//! ```
//!
//! | file | what |
//! |---|---|
//! | `main.rs` | digests, states, slots, history |
//! | `pictures.rs` | cartridge pictures with a module: played, damaged, newer |
//! | `swap.rs` | new code in a run |
//! | `hostile.rs` | carts that fail |
//!
//! A module takes half a minute of processor time to build, so this uses two carts; `MODULES=all` uses the shelf and the
//! examples, as `.ci/release` does. Equality is our decision: the same rules on every machine, compiled or not.

mod hostile;
mod pictures;
mod swap;

use rasher::{Boot, Console, Input, Program};
use rayon::prelude::*;
use shelf::Entry;
use std::sync::{Arc, OnceLock};
use tests::bots;
use tests::random::RandomPlayer;
use timeline::{Recording, Run};

/// The carts to build, and their modules.
fn modules() -> &'static [(&'static Entry, Vec<u8>)] {
    static BUILT: OnceLock<Vec<(&Entry, Vec<u8>)>> = OnceLock::new();
    BUILT.get_or_init(|| {
        let all = std::env::var_os("MODULES").is_some_and(|value| value == "all");
        let carts = shelf::ALL.iter().filter(|entry| all || ["porklike", "ghosts"].contains(&entry.name));
        let build = |entry: &'static Entry| {
            let module = tool::build_cart_module(entry).unwrap_or_else(|error| panic!("{error}"));
            (entry, module.module(entry.name).expect("its own module"))
        };
        carts.map(build).collect()
    })
}

fn module(name: &str) -> &'static [u8] {
    let found = modules().iter().find(|(entry, _)| entry.name == name);
    &found.unwrap_or_else(|| panic!("{name} is not built")).1
}

/// A cart's module in a console.
fn console(entry: &Entry, module: &[u8], seed: u64) -> Console {
    let cart = wasm::cart(module).unwrap_or_else(|error| panic!("{}: {error}", entry.name));
    let rom = Arc::new(entry.rom().expect("its data"));
    Console::try_boot(Box::new(cart), Boot { rom, seed, ..Boot::default() })
        .unwrap_or_else(|fault| panic!("{}: {fault}", entry.name))
}

/// Plays both builds; 60 digests over the frames.
fn play_both(entry: &Entry, module: &[u8], seed: u64, inputs: &[Input]) -> [Console; 2] {
    let (mut native, mut built) = (entry.boot(seed).expect("it boots"), console(entry, module, seed));
    let each = (inputs.len() / 60).max(1);
    for (frame, input) in inputs.iter().enumerate() {
        let effects = native.frame(input);
        let others = built.try_frame(input).unwrap_or_else(|fault| panic!("{} {frame}: {fault}", entry.name));
        assert_eq!(effects, others, "{}: effects of frame {frame}", entry.name);
        if frame % each == 0 {
            assert_eq!(native.digest(), built.digest(), "{}: frame {frame}", entry.name);
        }
    }
    [native, built]
}

#[test]
fn a_module_plays_as_its_native_build_with_random_keys() {
    modules().par_iter().for_each(|(entry, module)| {
        let mut player = RandomPlayer::new(7);
        let inputs: Vec<Input> = (0..3000).map(|_| player.input()).collect();
        play_both(entry, module, 7, &inputs);
    });
}

#[test]
fn a_module_plays_as_its_native_build_with_the_carts_bot() {
    modules().par_iter().filter(|(entry, _)| !entry.example).for_each(|(entry, module)| {
        let inputs =
            bots::inputs(entry.name, 20, 3000).unwrap_or_else(|| panic!("{} has no bot", entry.name));
        play_both(entry, module, 20, &inputs);
        // picorogue's games are the shortest: up to 1,900 frames of this seed's.
        let idle = inputs.iter().rev().take_while(|input| **input == Input::default()).count();
        assert!(idle < inputs.len() / 2, "{}: {idle} frames without a button", entry.name);
    });
}

#[test]
fn a_module_plays_the_recorded_games() {
    modules().par_iter().filter(|(entry, _)| !entry.example).for_each(|(entry, module)| {
        let file = tests::shell::root().join(format!("tests/replays/{}.rec", entry.name));
        let recording = Recording::from_bytes(&std::fs::read(&file).expect("a replay")).expect("a recording");
        let inputs: Vec<Input> = recording.inputs().take(6000).collect();
        play_both(entry, module, recording.start.seed, &inputs);
    });
}

/// A state in the middle of a game.
fn middle(entry: &Entry, module: &[u8]) -> [Console; 2] {
    let mut player = RandomPlayer::new(11);
    let inputs: Vec<Input> = (0..400).map(|_| player.input()).collect();
    play_both(entry, module, 3, &inputs)
}

#[test]
fn the_state_has_the_same_bytes_texts_and_trees() {
    for (entry, module) in modules() {
        let [native, built] = middle(entry, module);
        let (native, built) = (native.program(), built.program());
        let bytes = |program: &dyn Program| {
            let mut out = Vec::new();
            program.save_bytes(&mut out).expect("its state");
            out
        };
        assert_eq!(bytes(native), bytes(built), "{}", entry.name);
        assert_eq!(native.save(), built.save(), "{}", entry.name);
        assert_eq!(native.inspect(), built.inspect());
        assert_eq!(native.inspect_types(), built.inspect_types());
        assert_eq!(native.memory_size(), built.memory_size());
        let fields = |program: &dyn Program| {
            let mut all = Vec::new();
            program.field_digests(&mut |name, digest| all.push((name.to_string(), digest)));
            all
        };
        assert_eq!(fields(native), fields(built));
        // Both ways: bytes as in a slot, text as an edit has it.
        let (mut other, mut own) = (native.clone_box(), wasm_of(entry, module));
        other.load_bytes(&bytes(built)).expect("a slot of the module in the native build");
        own.load_bytes(&bytes(native)).expect("a slot of the native build in the module");
        assert_eq!(other.inspect(), own.inspect());
        let text = native.save().expect("text");
        let mut own = built.clone_box();
        own.load(&text).unwrap_or_else(|error| panic!("{}: {error}", entry.name));
        assert_eq!(own.save().expect("text"), text);
        // An example without fields has no bytes.
        if let Some((_, short)) = bytes(native).split_last() {
            assert!(own.load_bytes(short).is_err(), "{}: a cut state", entry.name);
        }
        assert_eq!(own.save().expect("text"), text, "a state that cannot be read changes nothing");
    }
}

fn wasm_of(entry: &Entry, module: &[u8]) -> Box<dyn Program> {
    Box::new(wasm::cart(module).unwrap_or_else(|error| panic!("{}: {error}", entry.name)))
}

#[test]
fn a_debugger_sets_a_field_by_its_name() {
    let entry = shelf::find("porklike").expect("on the shelf");
    let [_, mut built] = middle(entry, module("porklike"));
    let path = "/world/floor";
    let before = built.program().field(&["world", "floor"]).expect("the floor");
    let edit = built.state_edit(path, "3").expect("a number");
    built.edit(&edit).expect("the field takes it");
    assert_eq!(built.program().field(&["world", "floor"]), Some(3.into()), "it was {before}");
    let wrong = built.state_edit(path, "\"up\"").and_then(|edit| built.edit(&edit).map(|()| edit));
    assert!(wrong.is_err(), "a text is no floor");
    built.try_frame(&Input::default()).expect("it plays on");
}

#[test]
fn a_run_that_was_rewound_continues_as_one_that_was_not() {
    let entry = shelf::find("ghosts").expect("on the shelf");
    let mut player = RandomPlayer::new(5);
    let inputs: Vec<Input> = (0..900).map(|_| player.input()).collect();
    let mut straight = console(entry, module("ghosts"), 9);
    let (mut kept, mut sizes) = (Vec::new(), Vec::new());
    let (mut like, mut own) = (None, straight.program().snapshot(None));
    for (frame, input) in inputs.iter().enumerate() {
        if frame % 40 == 0 {
            let snapshot = straight.snapshot(like.as_ref());
            like = Some(snapshot.clone());
            kept.push((frame, snapshot, straight.digest()));
            let next = straight.program().snapshot(Some(&*own));
            sizes.push(next.size(Some(&*own)));
            own = next;
        }
        straight.try_frame(input).expect("a frame");
    }
    // Newest first, each on the instances that the one before it left.
    for (frame, snapshot, digest) in kept.iter().rev().step_by(5) {
        let mut rewound = snapshot.restore();
        assert_eq!(rewound.digest(), *digest, "at {frame}");
        inputs[*frame..].iter().for_each(|input| _ = rewound.try_frame(input).expect("a frame"));
        assert_eq!(rewound.digest(), straight.digest(), "from {frame}");
    }
    // The design's limit is 16 KB in addition to the machine's, which are 22 KB of this cart and at most 28. Its mean is
    // 12 KB, its largest 19. The first two have the whole memory, and all that the dungeon changes in it.
    let sizes = &sizes[2..];
    let mean = sizes.iter().sum::<usize>() / sizes.len();
    assert!(mean < 16 << 10, "a key frame of {mean} bytes");
    assert!(sizes.iter().all(|size| *size < 24 << 10), "{sizes:?}");
}

/// A frame in the interpreter takes twenty times as long as a native one: without shorter ways, a step back could take 40 ms.
#[test]
fn key_frames_of_a_module_are_closer() {
    let entry = shelf::find("porklike").expect("on the shelf");
    let mut player = RandomPlayer::pad(7);
    let inputs: Vec<Input> = (0..1200).map(|_| player.input()).collect();
    let [native, built] = [(entry.make)(), wasm_of(entry, module("porklike"))].map(|program| {
        let boot = Boot { rom: Arc::new(entry.rom().expect("its data")), ..Boot::default() };
        let mut run = Run::start(program, boot).expect("it starts");
        inputs.iter().for_each(|input| _ = run.frame(input).expect("a frame"));
        run.branch().past.size().0
    });
    assert_eq!(native, 11, "every 120 frames");
    assert!((24..60).contains(&built), "{built}, expected some every 40 frames");
}

#[test]
fn a_call_has_its_place_in_the_source() {
    let entry = shelf::find("porklike").expect("on the shelf");
    let mut built = console(entry, module("porklike"), 1);
    built.try_frame(&Input::default()).expect("a frame");
    let files = built.program().source_files();
    assert!(
        files.iter().any(|file| file.ends_with("porklike/src/show/mod.rs") || file.contains("porklike/src")),
        "{files:?}"
    );
    assert!(files.iter().all(|file| !file.starts_with('/')), "no place of this machine: {files:?}");
}
