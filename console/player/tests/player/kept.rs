//! Autosave, and resuming a kept run.

use crate::rig::{Rig, start};
use player::{CartStart, HostEvent, Request, StartMode};
use studio::Mode;
use timeline::{Build, KeptRun};

fn kept(rig: &Rig) -> KeptRun {
    kept_of(rig.kept.as_deref().expect("it is kept"))
}

fn kept_of(bytes: &[u8]) -> KeptRun {
    KeptRun::from_bytes(bytes).expect("a run")
}

#[test]
fn a_run_is_kept_twice_a_second_and_when_play_holds() {
    let mut rig = Rig::new((0, 0), 1);
    rig.key("ArrowRight", true);
    rig.ticks(29);
    assert!(rig.kept.is_none(), "less than half a second");
    rig.ticks(100);
    let behind = rig.run().now() - kept(&rig).recording.frames();
    assert!(behind < 31, "{behind} frames would be lost");
    rig.tap("Escape", "");
    rig.ticks(1);
    assert_eq!(kept(&rig).recording.frames(), rig.run().now(), "a pause loses nothing");
}

#[test]
fn after_a_restart_a_kept_run_goes_back_as_before() {
    let mut rig = Rig::new((0, 0), 1);
    rig.key("ArrowRight", true);
    rig.ticks(600);
    rig.key("Backspace", true);
    rig.ticks(100);
    rig.key("Backspace", false);
    rig.key("ArrowRight", false);
    rig.ticks(200);
    rig.tap("Escape", "");
    rig.ticks(1);
    let (left, x) = (rig.run().now(), rig.x());
    assert_eq!(kept(&rig).recording.frames(), left, "the branch that was played");

    let mut again = Rig::resumed(rig.kept.as_deref().expect("kept"), StartMode::Resume);
    again.ticks(1);
    assert!(
        (left..=left + 1).contains(&again.run().now()) && again.x() == x,
        "it is where the player left it"
    );
    again.is_truthful();
    let mut run = rig.run().clone();
    let after = again.run().now();
    again.key("Backspace", true);
    let mut passed = 0;
    while again.run().now() > 0 {
        again.ticks(1);
        let now = again.run().now();
        if now <= left {
            run.goto(now).expect("it was run");
            assert_eq!(again.run().console().digest(), run.console().digest(), "frame {now}");
        }
        passed += 1;
    }
    assert!(passed > 200 && passed < after, "{passed} moments on the way back");
    again.key("Backspace", false);
    again.key("ArrowRight", true);
    again.ticks(300);
    again.is_truthful();
    again.tap("Escape", "");
    again.ticks(1);
    let kept = kept(&again);
    assert_eq!(again.again(&kept.recording).digest(), again.run().console().digest());
}

/// Ticks until a kept run has reached its last frame.
fn ticks_to_stop(bytes: &[u8], build: Build) -> (u32, Rig) {
    let mut start = start((0, 0), 99);
    start.options.build = Some(build);
    start.first =
        CartStart { kept_run: Some(Box::new(kept_of(bytes))), mode: StartMode::Resume, ..start.first };
    let mut rig = Rig::of(start);
    let left = kept_of(bytes).recording.frames();
    for tick in 1..10_000 {
        rig.one_tick();
        if rig.player.run().is_some_and(|run| run.now() >= left) {
            return (tick, rig);
        }
    }
    panic!("it is never where the player left it");
}

/// With a stored state nothing is replayed; another build of the program has none and replays everything.
#[test]
fn a_long_run_is_gone_on_with_at_once_by_the_same_build() {
    let mut rig = Rig::new((0, 0), 1);
    for way in ["ArrowRight", "ArrowLeft", "ArrowRight"] {
        rig.key(way, true);
        rig.ticks(1500);
        rig.key(way, false);
    }
    rig.tap("Escape", "");
    rig.ticks(1);
    let bytes = rig.kept.as_deref().expect("kept");
    let (same, mut one) = ticks_to_stop(bytes, Build::of(b"rig"));
    let (other, two) = ticks_to_stop(bytes, Build::of(b"another program"));
    assert!(same <= 4 && other > 4 * same, "{same} ticks, and {other} of another build");
    assert_eq!(one.run().console().digest(), two.run().console().digest());
    assert_eq!(one.run().console().digest(), rig.run().console().digest());
    // Earlier frames can still be reached.
    one.key("Backspace", true);
    one.ticks(30);
    let now = one.run().now();
    assert!(now < rig.run().now());
    let mut run = rig.run().clone();
    run.goto(now).expect("it was run");
    assert_eq!(one.run().console().digest(), run.console().digest());
}

#[test]
fn a_run_that_was_left_is_asked_about() {
    let mut rig = Rig::new((0, 0), 1);
    rig.key("ArrowRight", true);
    rig.ticks(3_700);
    rig.control("KeyQ");
    rig.ticks(1);
    assert!(rig.requests.iter().any(|output| matches!(output, Request::Quit)));
    assert_eq!(rig.player.next(), None, "it is over");
    let (bytes, x) = (rig.kept.clone().expect("who quits loses nothing"), rig.x());

    let mut asked = Rig::resumed(&bytes, StartMode::Ask);
    asked.ticks(20);
    assert_eq!(
        (asked.player.mode(), asked.run().now()),
        (Mode::Question, 0),
        "nothing runs before the answer"
    );
    asked.tap("Enter", "\r");
    asked.ticks(3);
    assert_eq!(asked.player.mode(), Mode::Game);
    assert_eq!(asked.x(), x, "go on");
    asked.is_truthful();

    let mut fresh = Rig::resumed(&bytes, StartMode::Ask);
    fresh.ticks(2);
    fresh.tap("ArrowDown", "");
    fresh.ticks(2);
    fresh.tap("Enter", "\r");
    fresh.ticks(10);
    assert_eq!((fresh.player.mode(), fresh.x()), (Mode::Game, 0), "from the start");
    assert!(fresh.run().now() < 15);

    // A pointer that rests on the second answer when the window opens does not choose it; moving it there
    // does.
    for (places, want) in [(&[(40, 76)][..], x), (&[(40, 76), (40, 76)], x), (&[(40, 90), (40, 76)], 0)] {
        let mut pointed = Rig::resumed(&bytes, StartMode::Ask);
        pointed.ticks(2);
        places.iter().for_each(|(x, y)| pointed.tell(HostEvent::Pointer(*x, *y)));
        pointed.ticks(2);
        pointed.tap("Enter", "\r");
        pointed.ticks(3);
        assert_eq!((pointed.player.mode(), pointed.x()), (Mode::Game, want), "{places:?}");
    }

    // F2 is no answer: the editors open, and the pause menu has the run.
    let mut edited = Rig::resumed(&bytes, StartMode::Ask);
    edited.ticks(2);
    ["F2", "F2", "Escape", "ArrowDown"].iter().for_each(|key| {
        edited.tap(key, "");
        edited.ticks(3);
    });
    edited.tap("Enter", "\r");
    edited.ticks(3);
    assert_eq!((edited.player.mode(), edited.x()), (Mode::Game, x), "its second row is the last run");

    // Runs shorter than a minute are not worth a question; those from two seconds on are a row of the menu.
    for (frames, kept) in [(60, false), (300, true), (3_400, true)] {
        let mut short = Rig::new((0, 0), 1);
        short.key("ArrowRight", true);
        short.ticks(frames);
        short.tap("Escape", "");
        short.ticks(1);
        let mut unasked = Rig::resumed(short.kept.as_deref().expect("kept"), StartMode::Ask);
        unasked.ticks(2);
        assert_eq!(unasked.player.mode(), Mode::Game);
        ["Escape", "ArrowDown", "KeyZ"].iter().for_each(|key| {
            unasked.tap(key, "");
            unasked.ticks(3);
        });
        // Without the row, the cart's own is second: a jump.
        assert_eq!(unasked.x(), if kept { short.x() } else { 10 }, "{frames} frames");
    }
}

#[test]
fn a_restart_ends_the_run() {
    let mut rig = Rig::new((0, 0), 1);
    rig.ticks(100);
    rig.control("KeyR");
    rig.ticks(5);
    assert!(rig.kept.is_none() && rig.run().now() < 6, "nothing is left to ask about");
    let recorded = rig.requests.iter().filter(|output| matches!(output, Request::WriteRecording(_))).count();
    assert_eq!(recorded, 1, "its recording went out");
    rig.is_truthful();
}

#[test]
fn after_so_many_frames_the_console_ends() {
    let mut start = crate::rig::start((0, 0), 1);
    start.options.frames = Some(50);
    let mut rig = Rig::of(start);
    rig.ticks(100);
    assert_eq!(rig.run().now(), 50);
    assert!(rig.requests.iter().any(|output| matches!(output, Request::Quit)));
}

/// A record is written at once, and the run up to a second later: a power cut in between loses the run's last moments
/// but not the record. Another window may have set the record too.
#[test]
fn a_record_that_the_kept_run_does_not_know_is_not_lost() {
    let mut rig = Rig::new((0, 0), 1);
    rig.key("ArrowRight", true);
    rig.ticks(120);
    let mut start = start((0, 0), 99);
    start.first = CartStart { kept_run: Some(Box::new(kept(&rig))), mode: StartMode::Resume, ..start.first };
    let mut saved = Box::new([0; 256]);
    saved[2..4].copy_from_slice(&700u16.to_le_bytes());
    start.saves.insert("walker".to_string(), saved);
    let mut rig = Rig::of(start);
    rig.ticks(60);
    let record = rig.run().console().machine().dget(0).flr();
    assert_eq!(record, 700, "the run continues with the player's results");
    rig.key("ArrowRight", true);
    rig.ticks(30);
    for write in &rig.writes {
        let Request::WriteCartData(_, data) = write else { continue };
        assert_eq!(data[2..4], 700u16.to_le_bytes(), "nothing below the record is written");
    }
    rig.is_truthful();
}

/// If the cart was changed, there is no question: it restarts, and the menu can resume the old run.
#[test]
fn a_changed_cart_restarts_and_the_previous_run_is_a_row_of_the_menu() {
    let mut rig = Rig::new((0, 0), 1);
    rig.key("ArrowRight", true);
    rig.ticks(300);
    rig.control("KeyQ");
    rig.ticks(1);
    let (bytes, x) = (rig.kept.clone().expect("who quits loses nothing"), rig.x());

    let mut changed = Rig::resumed(&bytes, StartMode::Fresh);
    changed.ticks(30);
    assert_eq!((changed.player.mode(), changed.x()), (Mode::Game, 0), "it runs, from the start");
    assert!(changed.run().now() > 20);
    let said = changed.said();
    assert_eq!(
        said.iter().filter(|line| line.contains("Esc resumes the last one (0:0")).count(),
        1,
        "{said:?}"
    );
    // A restart belongs to the new run; the old one still waits.
    changed.control("KeyR");
    changed.ticks(10);
    assert!(changed.said().iter().all(|line| !line.contains("this is a new run")), "it is said once");
    changed.tap("Escape", "");
    changed.ticks(3);
    changed.tap("ArrowDown", "");
    changed.ticks(3);
    changed.tap("Enter", "\r");
    changed.ticks(5);
    assert_eq!((changed.player.mode(), changed.x()), (Mode::Game, x), "where it was left");
    changed.is_truthful();
    changed.tap("Escape", "");
    changed.ticks(3);
    changed.tap("ArrowDown", "");
    changed.ticks(3);
    changed.tap("Enter", "\r");
    changed.ticks(3);
    assert_eq!(changed.x(), x + 10, "the row is gone: in its place is the cart's own, a jump");

    // Runs shorter than two seconds are not worth a notice.
    let mut short = Rig::new((0, 0), 1);
    short.ticks(60);
    short.tap("Escape", "");
    short.ticks(1);
    let mut changed = Rig::resumed(short.kept.as_deref().expect("kept"), StartMode::Fresh);
    changed.ticks(2);
    assert!(changed.said().iter().all(|line| !line.contains("new run")));
}

#[test]
fn a_run_that_diverges_is_reported_in_plain_words() {
    // The walker differs in what it allows in these frames, and therefore in its state.
    for (day, from) in [((0, 100_000), "the start"), ((240, 100_000), "about 0:0")] {
        let mut rig = Rig::new(day, 1);
        rig.ticks(700);
        rig.tap("Escape", "");
        rig.ticks(1);
        let mut start = start((0, 0), 99);
        start.options.build = Some(Build::of(b"the changed cart"));
        let left = Some(Box::new(kept(&rig)));
        start.first = CartStart { kept_run: left, mode: StartMode::Resume, ..start.first };
        let mut again = Rig::of(start);
        again.ticks(60);
        let said = again.said().join("\n");
        let want = format!("the cart has changed: the run differs from {from}");
        assert!(said.contains(&want), "{said:?} does not say {want:?}");
    }
}
