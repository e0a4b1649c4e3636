//! A small front end: it loads the core as RetroArch does, by file and function names, and plays.
//!
//! | test | based on |
//! |---|---|
//! | 1,800 frames have the digests of `timeline::Run`, for a shelf cart and a Lua cart; pictures and samples too | the native console |
//! | a stored recording has its digests, on any processor | the recording, made on x86-64 |
//! | a state from the middle, restored later, leads to the same end | the run without it |
//! | states keep one size after loading; invalid ones are refused | the interface's documentation |
//! | saved cart data are in the front end's memory, and a new run reads them | the same |
//! | the info file for front ends names the same kinds of files | what the core reports |
//! | a heap that is nearly full by `stat(0)` fits in a state, whatever its objects | the manual's 2 MiB |
//! | memory, cheats, menu, errors, buttons' names: `extras.rs` | the native console, the interface's documentation |

mod extras;
mod front_end;

use front_end::{Core, SAVE_RAM, seen, with_held};
use loader::{DataPlaces, Loader};
use rasher::{Boot, Date, Digest, Input, Keys};
use std::ffi::CString;
use std::path::PathBuf;
use store::DiskSource;
use timeline::{Recording, Run};

/// A hash of a picture and samples.
fn of<'a>(picture: &[u32], samples: impl Iterator<Item = &'a i16>) -> u64 {
    let mut digest = Digest::new();
    picture.iter().for_each(|pixel| digest.word(u64::from(*pixel)));
    samples.for_each(|sample| digest.word(*sample as u16 as u64));
    digest.finish()
}

/// Buttons of a player who presses something every few frames.
fn held(frame: u64) -> u8 {
    let press = Digest::of(&(frame / 6).to_le_bytes()) as u8 & 0x3f;
    if frame % 6 < 3 { press } else { 0 }
}

/// The console natively, as the core starts it.
fn native(name: &str) -> Run {
    let loaded = Loader::new(DiskSource::default()).open(shelf::CARTS, name, &DataPlaces::default());
    let (program, boot) = loaded.unwrap().runnable().unwrap().cart.boot();
    Run::start(program, Boot { seed: 7, ..boot }).unwrap()
}

/// What it does with the same buttons: a hash per frame, and the last digest.
fn native_frames(name: &str, frames: u64) -> (Vec<u64>, u64) {
    let mut run = native(name);
    let mut rgba = Box::new([0; 4 * rasher::PIXELS]);
    let each = (0..frames).map(|frame| {
        let mut input = Input::buttons(held(frame));
        // A pointer off the screen counts as in the middle.
        (input.mouse.x, input.mouse.y) = (63, 63);
        run.frame(&input).unwrap();
        let machine = run.console().machine();
        machine.rgba(&mut rgba);
        let pixel = |p: &[u8; 4]| u32::from_be_bytes([0, p[0], p[1], p[2]]);
        let picture: Vec<u32> = rgba.as_chunks().0.iter().map(pixel).collect();
        of(&picture, machine.samples().iter())
    });
    (each.collect(), run.console().digest())
}

/// How much of a state's room is in use. The highest bit means that zeros are removed.
fn length_in(state: &[u8]) -> u32 {
    u32::from_le_bytes(state[..4].try_into().unwrap()) & (u32::MAX >> 1)
}

/// The machine's digest in a state: after the header, the saved data and the format's byte.
fn digest_in(state: &[u8]) -> u64 {
    u64::from_le_bytes(state[4 + rasher_libretro::SAVES_SIZE + 1..][..8].try_into().unwrap())
}

fn suite(name: &str) -> String {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests").join(name).display().to_string()
}

#[test]
fn a_front_end_plays_saves_and_goes_on() {
    let core = Core::load();
    let beside = include_str!("../../rasher_libretro.info");
    assert!(beside.contains(&format!("supported_extensions = \"{}\"\n", core.extensions())), "{beside}");
    for name in ["porklike".to_string(), suite("bounce.p8")] {
        let (expected, digest) = native_frames(&name, 1800);
        assert!(core.open(Some(&name).filter(|name| name.ends_with(".p8")).map(String::as_str)), "{name}");
        let size = core.number("retro_serialize_size");
        let before = core.save();
        let first: Vec<u64> = (0..700).map(|frame| core.run(held(frame))).collect();
        let middle = core.save();
        let rest: Vec<u64> = (700..1800).map(|frame| core.run(held(frame))).collect();
        let parted = first.iter().chain(&rest).zip(&expected).position(|(a, b)| a != b);
        assert_eq!(parted, None, "{name}: the frame that looks or sounds otherwise");
        let last = core.save();
        assert_eq!(digest_in(&last), digest, "{name}");
        // Restored, also to before its first frame.
        assert!(core.load_state(&middle));
        assert_eq!(core.save(), middle, "{name}: a state comes back as it was");
        assert!((700..1800).map(|frame| core.run(held(frame))).eq(rest), "{name}: from its middle");
        assert_eq!(core.save(), last, "{name}");
        assert!(core.load_state(&before));
        assert!((0..700).map(|frame| core.run(held(frame))).eq(first), "{name}: from its beginning");
        // Invalid states change nothing.
        let stands = core.save();
        let mut bent = middle.clone();
        bent[4 + rasher_libretro::SAVES_SIZE + 2] ^= 1;
        for wrong in [&middle[..100], &[0xff; 5000], &bent] {
            assert!(!core.load_state(wrong), "{name}");
        }
        assert_eq!(core.save(), stands);
        assert_eq!(core.number("retro_serialize_size"), size);
        core.call("retro_unload_game");
    }
}

#[test]
fn a_recording_has_its_digests() {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/replays/porklike.rec");
    let recording = Recording::from_bytes(&std::fs::read(file).unwrap()).unwrap();
    let start = &recording.start;
    assert_eq!(
        (start.date, start.saves.len(), start.held),
        (Date::default(), 0, [0; 8]),
        "the core can start it"
    );
    let core = Core::load();
    with_held(|held| held.seed = CString::new(start.seed.to_string()).unwrap());
    assert!(core.open(None));
    let mut compared = 0;
    for (frame, input) in (1..).zip(recording.inputs()) {
        assert_eq!((input.keys, input.events.len()), (Keys::default(), 0), "a pad plays it");
        core.run_with(&input);
        for check in recording.checks().iter().filter(|check| check.frame == frame) {
            assert_eq!(digest_in(&core.save()), check.digest, "frame {frame}");
            compared += 1;
        }
    }
    println!("{} frames, {compared} digests", recording.frames());
    assert!(compared > 2);
}

#[test]
fn saved_numbers_are_the_front_ends() {
    let core = Core::load();
    // Saved numbers: counted up at each start, kept by the front end.
    assert!(core.open(Some(&suite("counts.p8"))));
    core.run(0);
    let kept = core.memory(SAVE_RAM);
    assert!(kept.starts_with(b"rasher_counts\0"), "{:?}", &kept[..20]);
    assert_eq!(kept[64..68], [0, 0, 1, 0], "1.0 in its first number");
    core.call("retro_unload_game");
    assert!(core.open(Some(&suite("counts.p8"))));
    core.write(SAVE_RAM, 0, &kept);
    core.run(0);
    assert_eq!(core.memory(SAVE_RAM)[64..68], [0, 0, 2, 0], "it found what was kept");
    core.call("retro_reset");
    core.run(0);
    assert_eq!(core.memory(SAVE_RAM)[64..68], [0, 0, 3, 0], "and so did the next start");
}

#[test]
fn a_full_heap_fits_in_a_state() {
    let core = Core::load();
    // A heap that is nearly full: of tables, texts and closures; of the texts that take most room; of objects
    // of many sizes in turn; of stacks; of closures that exceed the room except for zeros.
    let cases = [
        ("full.p8", 120, 1_400_000),
        ("texts.p8", 120, 3_500_000),
        ("sizes.p8", 2400, 3_500_000),
        ("coroutines.p8", 200, 5_000_000),
        ("closures.p8", 200, 1_000_000),
    ];
    for (name, frames, least) in cases {
        assert!(core.open(Some(&suite(name))));
        let mut largest = 0;
        for frame in 0..frames {
            core.run(0);
            assert_eq!(seen().messages, [""; 0], "{name}, frame {frame}");
            if frame % 20 == 19 {
                largest = length_in(&core.save()).max(largest);
            }
        }
        assert!(largest > least, "{name}: {largest} bytes are no full heap");
        let full = core.save();
        let next: Vec<u64> = (0..30).map(|_| core.run(0)).collect();
        let end = core.save();
        assert!(core.load_state(&full));
        assert_eq!(core.save(), full, "{name}: a state comes back as it was");
        assert!((0..30).map(|_| core.run(0)).eq(next), "{name}: from its middle");
        assert_eq!(core.save(), end, "{name}");
        core.call("retro_unload_game");
    }
}
