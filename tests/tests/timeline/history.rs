//! All values that a field or a byte had, and the call that wrote it.
//!
//! The reference looks at every frame of the run, and at memory before and after every call of a frame.

use rasher::Machine;
use serde_json::Value;
use tests::carts;
use timeline::{Condition, HistoryJob, HistoryStep, Run};

/// Frame and value of each change, in steps of this many frames.
fn history(run: &Run, what: &str, step: u64) -> Vec<(u64, Value)> {
    let past = &run.branch().past;
    let mut job = HistoryJob::new(past, Condition::parse(what).unwrap());
    let mut values = Vec::new();
    while job.step(past, step, |frame, value| values.push((frame, value.clone())), |_| true)
        == HistoryStep::More
    {}
    assert_eq!(job.now(), run.branch().past.recording().frames());
    values
}

#[test]
fn every_change_is_reported_and_nothing_else() {
    let mut run = crate::run(carts::find("ball60"), 3, 300);
    for what in [
        "x",
        "dx",
        "steps",
        "spots",
        "spots.len",
        "spots[0]",
        "nobody",
        "mem[0x5f4c]",
        "mem32[0x5f44]",
        "dx > 0 && x < 64",
    ] {
        let condition = Condition::parse(what).unwrap();
        let mut twin: Vec<(u64, Value)> = Vec::new();
        for frame in 0..=300 {
            run.goto(frame).unwrap();
            let value = condition.value(run.console());
            if twin.last().is_none_or(|(_, last)| *last != value) {
                twin.push((frame, value));
            }
        }
        for step in [1, 7, 120, u64::MAX] {
            assert_eq!(history(&run, what, step), twin, "{what} in steps of {step}");
        }
    }
    assert!(history(&run, "x", 50).len() > 250, "the ball rolls");
    assert_eq!(history(&run, "nobody", 50), [(0, Value::Null)]);
}

#[test]
fn a_history_can_be_stopped_and_ends_before_a_panic() {
    let run = crate::run(carts::find("ball60"), 3, 300);
    let past = &run.branch().past;
    let mut job = HistoryJob::new(past, Condition::parse("x").unwrap());
    assert_eq!(job.step(past, u64::MAX, |_, _| {}, |frame| frame < 128), HistoryStep::Stopped);
    let cart = carts::find("crasher");
    let mut run = Run::start((cart.make)(), cart.boot(0)).unwrap();
    (0..30).for_each(|_| _ = run.frame(&rasher::Input::default()).unwrap());
    run.frame(&rasher::Input::buttons(rasher::button::O)).unwrap_err();
    let past = &run.branch().past;
    let mut job = HistoryJob::new(past, Condition::parse("frame").unwrap());
    let mut last = 0;
    while job.step(past, 8, |frame, _| last = frame, |_| true) == HistoryStep::More {}
    assert_eq!(last, 30);
}

/// The reference compares all of memory before and after each call.
#[test]
fn the_calls_that_wrote_a_byte_are_those_that_changed_it() {
    for cart in ["painter", "ball60", "typist"] {
        let mut run = crate::run(carts::find(cart), 5, 60);
        let past = run.branch().past.clone();
        assert!(past.trace(0).unwrap().is_none(), "no frame led here");
        assert!(past.trace(61).unwrap().is_none(), "nothing is there yet");
        let mut written = 0;
        for frame in [1, 2, 37, 60] {
            let trace = past.trace(frame).unwrap().expect("a frame led here");
            run.goto(frame).unwrap();
            let here = run.trace().unwrap().expect("a frame led here");
            assert_eq!(trace.calls.len(), here.calls.len());
            let memory = |machine: Machine| machine.memory().bytes().to_vec();
            let moments: Vec<_> = (0..=trace.calls.len()).map(|n| memory(trace.machine_after(n))).collect();
            for addr in (0..=0xffffu16).step_by(61).chain(0x5f00..0x5f80).chain(0x6000..0x6100) {
                let at = usize::from(addr);
                for bytes in [1u8, 4] {
                    let stretch = |n: usize| {
                        (at..at + usize::from(bytes)).map(|at| moments[n][at & 0xffff]).collect::<Vec<_>>()
                    };
                    let twin: Vec<usize> =
                        (0..trace.calls.len()).filter(|n| stretch(*n) != stretch(n + 1)).collect();
                    assert_eq!(
                        trace.writers(addr, bytes).collect::<Vec<_>>(),
                        twin,
                        "{cart} {frame} {addr:04x}"
                    );
                    written += twin.len();
                }
            }
        }
        assert!(written > 100, "{cart}: {written}");
    }
}
