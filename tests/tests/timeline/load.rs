//! A recording that is replayed only as far as requested.
//!
//! A wrong digest or a panic further on shows that the rest did not run.

use crate::run;
use rasher::{Input, button};
use tests::carts::{self, TestCart};
use timeline::{Becomes, Crash, GAP, Recording, ReplayError, Run, SearchResult};

fn load_to(cart: &TestCart, recording: &Recording, frame: u64) -> Result<Run, ReplayError> {
    Run::load_until(recording, (cart.make)(), cart.rom(), |at, _| at == frame)
}

/// The same inputs with a wrong digest after `frame` frames.
fn spoilt(recording: &Recording, frame: usize) -> Recording {
    let mut copy = Recording::new(recording.start.clone());
    for (i, input) in recording.inputs().enumerate() {
        if i == frame {
            copy.check(77);
        }
        copy.push(&input);
    }
    copy
}

#[test]
fn a_run_that_stops_on_the_way_is_the_whole_run_there() {
    let cart = carts::find("ball60");
    let mut whole = run(cart, 5, 900);
    let recording = spoilt(&whole.recording(), 800);
    for frame in [0, 1, GAP - 1, GAP, 500, 799] {
        let mut asked = Vec::new();
        let loaded = Run::load_until(&recording, (cart.make)(), cart.rom(), |at, console| {
            asked.push((at, console.machine().frame()));
            at == frame
        });
        let mut loaded = loaded.expect("the wrong digest comes later");
        assert_eq!(
            asked,
            (0..=frame).map(|at| (at, at)).collect::<Vec<_>>(),
            "each moment once, and no more"
        );
        whole.goto(frame).unwrap();
        assert_eq!((loaded.now(), loaded.console().digest()), (frame, whole.console().digest()));
        assert_eq!((loaded.branch().head(), loaded.recording()), (900, recording.clone()));
        // Back, forwards, and beyond what has run.
        for to in [frame / 2, frame + 1, 850, frame, 900, 3] {
            loaded.goto(to).unwrap();
            whole.goto(to).unwrap();
            assert_eq!(loaded.console().digest(), whole.console().digest(), "{to} after {frame}");
        }
    }
    let wrong = load_to(cart, &recording, 800).unwrap_err();
    assert!(matches!(wrong, ReplayError::Parted { check, .. } if check.frame == 800), "{wrong}");
}

#[test]
fn what_was_not_run_can_be_searched_and_followed() {
    let cart = carts::find("ball");
    let mut whole = run(cart, 6, 700);
    let recording = whole.recording();
    let mut loaded = load_to(cart, &recording, 100).unwrap();
    let late = Becomes(|console: &rasher::Console| console.machine().frame() == 650);
    assert_eq!(loaded.branch().past.find(100, false, &late, |_| true), SearchResult::At(650));
    // The same input again: a branch with the same future.
    let next = recording.inputs().nth(100).unwrap();
    loaded.frame(&next).unwrap();
    loaded.replay_branch(0).unwrap();
    whole.goto(700).unwrap();
    assert_eq!((loaded.now(), loaded.console().digest()), (700, whole.console().digest()));
    assert_eq!(loaded.branch().parent, Some((0, 100)));
}

#[test]
fn a_panic_is_reported_before_its_frame() {
    let cart = carts::find("crasher");
    let mut run = Run::start((cart.make)(), cart.boot(0)).unwrap();
    (0..50).for_each(|_| _ = run.frame(&Input::default()).unwrap());
    let crash: Crash = run.frame(&Input::buttons(button::X)).unwrap_err();
    let recording = run.recording();
    assert_eq!(recording.frames(), 51);
    for (frame, head, known) in
        [(0, 51, false), (49, 51, false), (50, 50, true), (51, 50, true), (9999, 50, true)]
    {
        let loaded = load_to(cart, &recording, frame).unwrap();
        assert_eq!((loaded.now(), loaded.branch().head()), (frame.min(50), head), "{frame}");
        assert_eq!(loaded.branch().crash(), known.then_some(&crash), "{frame}");
    }
    let mut early = load_to(cart, &recording, 10).unwrap();
    assert_eq!(early.goto(51).unwrap_err(), crash, "there it happens, and nothing changes");
    assert_eq!(early.now(), 10);
}
