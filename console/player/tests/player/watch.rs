//! A recording that is dropped on the window: watched from its start, continued from the frame that is shown.

use crate::rig::{Rig, rom, walker, x};
use player::{Against, HostEvent, KeyPress};
use studio::{Mode, SpeedIndicator};
use timeline::Recording;

const LENGTH: u64 = 300;

/// 300 frames to the right with another seed than the rig's.
fn recording() -> Recording {
    let mut rig = Rig::new((0, 0), 9);
    rig.key("ArrowRight", true);
    rig.ticks(LENGTH as u32 - 1);
    let recording = rig.run().recording();
    assert_eq!(recording.frames(), LENGTH);
    recording
}

fn dropped(rig: &mut Rig, recording: Recording) {
    let program = walker((0, 0)).program.expect("a cart");
    let against = Against { name: "walk.rec".to_string(), recording, program, rom: rom() };
    rig.tell(HostEvent::Against(Box::new(against)));
}

fn watching() -> Rig {
    let mut rig = Rig::new((0, 0), 5);
    rig.ticks(200);
    dropped(&mut rig, recording());
    rig.ticks(60);
    assert_eq!(rig.player.mode(), Mode::Replay);
    assert_eq!(rig.player.cart().title, "walk.rec");
    rig
}

/// The frame in the picture.
fn frame(rig: &Rig) -> u64 {
    rig.picture.as_ref().map(|picture| picture.frame).expect("a picture")
}

#[test]
fn it_plays_from_its_start_at_full_speed_with_sound() {
    let mut rig = watching();
    let (seen, heard) = (frame(&rig), rig.samples);
    assert!((30..=60).contains(&seen), "{seen}");
    assert_eq!(rig.player.mark(), Some(SpeedIndicator::Watched(seen, LENGTH, 60)));
    assert!(rig.said().iter().any(|said| said.contains("press a button to take over")));
    rig.ticks(60);
    assert_eq!(frame(&rig), seen + 60);
    assert!(rig.samples >= heard + 60 * 22_050 / 60 * 9 / 10);
}

#[test]
fn a_press_continues_from_the_frame_that_is_shown() {
    for key in ["KeyX", "ArrowRight", "Escape", "Enter"] {
        let mut rig = watching();
        let (seen, kept) = (frame(&rig), rig.kept.clone());
        rig.tap(key, "");
        rig.ticks(5);
        if rig.player.mode() == Mode::Menu {
            rig.tap("Escape", "");
            rig.ticks(5);
        }
        assert_eq!(rig.player.mode(), Mode::Game, "{key}");
        let now = rig.run().now();
        assert!((seen..seen + 20).contains(&now), "{key}: {seen}, {now}");
        assert_eq!(rig.run().recording().start, recording().start, "its seed");
        // The arrow is not held any more, and the press did not reach the game.
        let stood = rig.x();
        rig.ticks(30);
        assert_eq!(rig.x(), stood, "{key}");
        rig.key("ArrowRight", true);
        rig.ticks(10);
        assert!(rig.x() > stood, "{key}");
        assert_eq!(x(&rig.again(&rig.run().recording())), rig.x(), "{key}: its recording is the run");
        assert_eq!(rig.kept, kept, "{key}: the cart's own run stays");
    }
}

#[test]
fn its_end_is_played_on_from() {
    let mut rig = watching();
    rig.ticks(LENGTH as u32);
    assert_eq!(rig.player.mode(), Mode::Game);
    assert!(rig.run().now() > LENGTH);
    assert!(rig.said().iter().any(|said| said.contains("ends here")));
}

#[test]
fn the_debugger_opens_at_the_frame_that_is_shown() {
    let mut rig = watching();
    let seen = frame(&rig);
    rig.press(KeyPress::bare(player::Key::F12, true));
    rig.ticks(10);
    assert_eq!(rig.player.mode(), Mode::Debugger);
    assert!((seen..seen + 3).contains(&rig.run().now()), "{seen}, {}", rig.run().now());
    assert_eq!(rig.run().branch().head(), LENGTH, "the rest of the recording can be stepped through");
    rig.key("Space", true);
    rig.ticks(5);
    assert_eq!(rig.player.mode(), Mode::Game);
}

#[test]
fn with_the_debugger_open_it_is_compared_instead() {
    let mut rig = Rig::new((0, 0), 5);
    rig.ticks(200);
    rig.press(KeyPress::bare(player::Key::F12, true));
    rig.ticks(5);
    dropped(&mut rig, recording());
    rig.ticks(60);
    assert_eq!(rig.player.mode(), Mode::Debugger);
    assert_eq!(rig.player.cart().title, "Walker");
}

#[test]
fn a_recording_without_frames_is_a_new_run() {
    let mut rig = Rig::new((0, 0), 5);
    rig.ticks(20);
    let mut empty = recording();
    empty = Recording::new(empty.start);
    dropped(&mut rig, empty);
    rig.ticks(20);
    assert_eq!(rig.player.mode(), Mode::Game);
}
