//! Carts that panic: the console stays as before the frame, and the crash can be replayed.

use rasher::{Boot, Input, button};
use tests::carts::{self, Crasher};
use timeline::{Crash, Recording, Replay, Run};

fn start(boot: Boot) -> Result<Run, Crash> {
    Run::start((carts::find("crasher").make)(), boot)
}

fn boot(seed: u64) -> Boot {
    carts::find("crasher").boot(seed)
}

#[test]
fn a_panic_in_init_is_a_crash_in_frame_0() {
    let crash = start(boot(13)).unwrap_err();
    assert_eq!((crash.fault.message.as_str(), crash.frame), ("an unlucky seed", 0));
    assert!(crash.fault.place.file().ends_with("crasher.rs"), "{crash}");
    assert!(start(boot(12)).is_ok());
}

#[test]
fn a_panic_in_a_frame_leaves_the_console_of_the_frame_before() {
    let mut run = start(boot(1)).unwrap();
    for _ in 0..41 {
        run.frame(&Input::default()).unwrap();
    }
    let before = run.console().digest();
    let crash = run.frame(&Input::buttons(button::X)).unwrap_err();
    assert_eq!((crash.fault.message.as_str(), crash.frame), ("X was pressed at step 42", 42));
    let place = crash.fault.place.to_string();
    let line = place.rsplit_once("crasher.rs:").expect("file, line and column").1;
    assert!(line.split(':').all(|n| n.parse::<u32>().is_ok()), "{place}");
    let text = crash.to_string();
    assert!(
        text.starts_with("the cart panicked in frame 42 at ") && text.ends_with("X was pressed at step 42"),
        "{text}"
    );

    let machine = run.console().machine();
    assert_eq!(
        (machine.frame(), machine.peek(0x8000)),
        (41, 41),
        "memory that the frame changed is as before"
    );
    assert_eq!(run.console().digest(), before);
    let state = run.console().program().inspect();
    assert_eq!(state["count"], 41, "the cart's half changed state is gone: {state}");
}

/// Overflow is checked in every profile, so this is a crash in release too.
#[test]
fn an_overflow_in_draw_is_a_crash() {
    let mut run = start(boot(1)).unwrap();
    let crash = run.frame(&Input::buttons(button::O)).unwrap_err();
    assert_eq!(crash.fault.message, "attempt to add with overflow");
    assert_eq!(crash.frame, 1);
}

/// Neither a bot nor a player can continue past a crash: the next frame would start in a state that the cart
/// never had.
#[test]
fn a_crashed_run_stays_crashed() {
    let mut run = start(boot(1)).unwrap();
    run.frame(&Input::default()).unwrap();
    let crash = run.frame(&Input::buttons(button::X)).unwrap_err();
    let recording = run.recording();
    for _ in 0..3 {
        assert_eq!(run.frame(&Input::default()), Err(crash.clone()));
    }
    assert_eq!(run.recording(), recording, "what came after the crash is no part of the run");
}

#[test]
fn the_recording_of_a_crash_replays_to_it() {
    let cart = carts::find("crasher");
    for frames in [0, 1, 599, 600, 700] {
        let mut run = start(boot(5)).unwrap();
        for _ in 0..frames {
            run.frame(&Input::default()).unwrap();
        }
        run.frame(&Input::buttons(button::X)).unwrap_err();
        let recording = Recording::from_bytes(&run.recording().to_bytes()).unwrap();
        assert_eq!(recording.frames(), frames + 1, "the input that did it is recorded");
        let console = Replay::new(&recording, (cart.make)(), cart.rom()).and_then(Replay::finish).unwrap();
        assert_eq!(console.digest(), run.console().digest());
        assert_eq!(console.machine().frame(), frames);
    }
}

/// A cart that panics at another place than its recording is reported as a crash, not as a difference.
#[test]
fn a_crash_in_the_middle_of_a_recording_is_an_error() {
    let cart = carts::find("crasher");
    let mut recording = start(boot(5)).unwrap().recording();
    for input in [Input::default(), Input::buttons(button::X), Input::default()] {
        recording.push(&input);
    }
    let error = Replay::new(&recording, (cart.make)(), cart.rom()).and_then(Replay::finish).unwrap_err();
    assert!(error.to_string().starts_with("the cart panicked in frame 2 at "), "{error}");
}

/// Nested guards: a test or a bot that guards a run that guards its frames.
#[test]
fn guards_nest() {
    let mut run = start(boot(1)).unwrap();
    let outer = timeline::guard(&mut run, 7, |run| {
        let inner = run.frame(&Input::buttons(button::X)).unwrap_err();
        assert!(inner.frame == 2, "the outer one: {}", inner.fault.message);
    });
    let crash = outer.unwrap_err();
    assert_eq!((crash.fault.message.as_str(), crash.frame), ("the outer one: X was pressed at step 1", 7));
    assert_eq!(run.recording().frames(), 0, "the run is as it was before the outer guard");
    _ = Crasher::default();
}

/// The frame after an edit may crash; the recording then replays to that crash.
#[test]
fn an_edit_before_a_crash_replays() {
    let mut run = start(boot(1)).unwrap();
    (0..3).for_each(|_| _ = run.frame(&Input::default()).unwrap());
    let before = run.console().digest();
    run.edit(rasher::Edit::Memory { addr: 0x4300, bytes: Box::new([9]) }).unwrap();
    run.frame(&Input::buttons(button::X)).unwrap_err();
    assert_eq!(run.console().digest(), before, "the moment has lost its edits");
    let recording = Recording::from_bytes(&run.recording().to_bytes()).unwrap();
    let boot = boot(1);
    let replay = Replay::new(&recording, (carts::find("crasher").make)(), boot.rom).unwrap();
    assert_eq!(replay.finish().unwrap().digest(), before);
}
