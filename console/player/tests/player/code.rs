//! Saving code while its cart plays. Our decision: the run so far is replayed, and none of it is lost if the new code
//! stops on the way.

use crate::coded::{NONE, coded, saved};
use crate::rig::{EDGE, Rig, Walker, start};
use player::{HostEvent, NewCode};
use rasher::program;
use std::sync::Arc;
use studio::Mode;
use timeline::KeptRun;

/// A walker that starts at another place.
fn code(x: i32) -> HostEvent {
    HostEvent::Code(Box::new(NewCode {
        program: program(Walker { x, day: (0, 0) }),
        wrong: None,
        code: Arc::default(),
        others: Vec::new(),
        others_wrong: Vec::new(),
    }))
}

fn frames_kept(rig: &Rig) -> u64 {
    KeptRun::from_bytes(rig.kept.as_deref().expect("it is kept")).expect("a run").recording.frames()
}

/// 600 frames to the right.
fn walked() -> Rig {
    let mut rig = Rig::new((0, 0), 5);
    rig.key("ArrowRight", true);
    rig.ticks(600);
    rig.key("ArrowRight", false);
    rig.ticks(40);
    rig
}

#[test]
fn what_was_played_is_run_again_with_new_code() {
    let mut rig = walked();
    let (x, frames) = (rig.x(), rig.frames());
    rig.tell(code(1000));
    rig.ticks(60);
    assert_eq!(rig.x(), x + 1000);
    assert!(rig.frames() > frames, "it continues");
    let said = rig.said();
    assert!(said.iter().all(|line| !line.contains("errors are fixed")), "nothing was wrong: {said:?}");
}

#[test]
fn code_that_stops_on_the_way_can_be_stepped_back_from_and_loses_nothing() {
    let mut rig = walked();
    let (x, kept) = (rig.x(), frames_kept(&rig));
    rig.tell(code(EDGE - 300));
    rig.ticks(120);
    assert_eq!((rig.player.mode(), rig.x()), (Mode::Error, i64::from(EDGE) - 1), "it is before the edge");
    assert!(frames_kept(&rig) >= kept, "the file of the run is whole");
    rig.tap("F12", "");
    rig.ticks(2);
    assert_eq!(rig.player.mode(), Mode::Debugger, "the frame before can be looked at");
    rig.tap("F12", "");
    rig.ticks(2);
    // Back over the edge: it stops again, and fixed code gets the whole run.
    rig.tell(code(EDGE - 200));
    rig.ticks(120);
    assert_eq!(rig.player.mode(), Mode::Error);
    rig.tell(code(0));
    rig.ticks(120);
    assert_eq!(rig.player.mode(), Mode::Game);
    assert!(rig.x() >= x, "{} of {x}: all of it was run again", rig.x());
}

/// Our decision: a restart by the user needs the file's code, so its error is shown and the fixed file starts. A cart
/// that restarts itself keeps its old code.
#[test]
fn restarting_with_a_broken_file_reports_the_error() {
    let mut start = start((0, 0), 5);
    start.first.cart = coded(1);
    let mut rig = Rig::of(start);
    rig.ticks(30);
    rig.tell(saved(NONE));
    rig.ticks(30);
    assert_eq!(rig.player.mode(), Mode::Game, "the code before runs on");
    rig.control("KeyR");
    rig.ticks(30);
    assert_eq!(rig.player.mode(), Mode::Error);
    assert!(rig.said().iter().any(|line| line.contains("walker.p8:7") && line.contains("found ')'")));
    rig.tell(saved(2));
    rig.ticks(30);
    assert_eq!(rig.player.mode(), Mode::Game, "the fixed file starts");
    // If the code is being edited, the error is shown there.
    rig.tell(saved(NONE));
    rig.tap("F2", "");
    rig.ticks(5);
    rig.control("KeyR");
    rig.ticks(5);
    assert_eq!(rig.player.mode(), Mode::Editor);
    assert!(rig.player.editors().unwrap().status().starts_with("not run: found ')'"));
}

/// A loop that never ends its hook does not reach replaced functions: the notice names the key that restarts.
#[test]
fn a_loop_that_goes_on_is_reported_with_the_key_that_ends_it() {
    for (step, want) in [(0, "a running loop keeps its old code: Ctrl+R restarts"), (1, "code reloaded")] {
        let mut start = start((0, 0), 5);
        start.first.cart = coded(step);
        let mut rig = Rig::of(start);
        rig.ticks(30);
        rig.tell(saved(2));
        rig.ticks(5);
        let said = rig.said();
        assert!(said.iter().any(|line| line.ends_with(want)), "{step}: {said:?}");
    }
}
