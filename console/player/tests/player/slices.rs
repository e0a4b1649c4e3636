//! No tick runs more than a slice of frames, however many are due.

use crate::rig::{Rig, start};
use player::{Key, KeyPress, StartMode};
use rasher::{Cart, Machine, program};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Counts its updates outside the console, which no cart could do, to measure work.
#[derive(Clone, Default, Serialize, Deserialize)]
struct Counted {
    n: u64,
    #[serde(skip)]
    ran: Arc<AtomicU64>,
}

impl Cart for Counted {
    fn _update60(&mut self, _: &mut Machine) {
        self.n += 1;
        self.ran.fetch_add(1, Ordering::Relaxed);
    }
}

/// A player whose frames report 250 us: eight make a slice.
fn counted() -> (Rig, Arc<AtomicU64>) {
    let cart = Counted::default();
    let ran = cart.ran.clone();
    let mut start = start((0, 0), 1);
    start.first.cart.program = Some(program(cart));
    let mut rig = Rig::of(start);
    rig.took = Some(250);
    rig.ticks(2000);
    (rig, ran)
}

/// The most updates in one tick, over everything due.
fn most(rig: &mut Rig, ran: &AtomicU64) -> u64 {
    let mut most = 0;
    for _ in 0..10_000 {
        let before = ran.load(Ordering::Relaxed);
        rig.one_tick();
        most = most.max(ran.load(Ordering::Relaxed) - before);
        if rig.player.next().is_none_or(|next| next > rig.now) {
            return most;
        }
    }
    panic!("it does not come to an end");
}

/// The extra cost of a debugger's moment: its pages look at the previous 120 frames.
const MOMENT: u64 = 400;

#[test]
fn far_ways_in_the_debugger_are_cut_into_slices() {
    let (mut rig, ran) = counted();
    // As if each of them took a whole slice.
    rig.took = Some(2_000);
    rig.tap("F12", "");
    most(&mut rig, &ran);
    for key in [Key::HOME, Key::END, Key::HOME] {
        rig.press(KeyPress::bare(key, true));
        let most = most(&mut rig, &ran);
        assert!(most < MOMENT, "{key:?}: {most} frames in one tick");
    }
    assert_eq!(rig.run().now(), 0);
}

#[test]
fn going_on_is_cut_into_slices_and_ends_where_it_was_left() {
    let (mut rig, _) = counted();
    rig.tap("Escape", "");
    rig.ticks(1);
    let (kept, left) = (rig.kept.clone().expect("kept"), rig.run().now());
    let cart = Counted::default();
    let ran = cart.ran.clone();
    let mut start = start((0, 0), 9);
    start.first.cart.program = Some(program(cart));
    start.first.kept_run = Some(Box::new(timeline::KeptRun::from_bytes(&kept).expect("a run")));
    start.first.mode = StartMode::Resume;
    let mut again = Rig::of(start);
    again.took = Some(4_000);
    let most = most(&mut again, &ran);
    assert!(most <= 80, "{most} frames in one tick");
    assert!((left..=left + 1).contains(&again.run().now()));
}

#[test]
fn a_rewind_is_cut_into_slices() {
    let (mut rig, ran) = counted();
    rig.took = Some(2_000);
    rig.key("Backspace", true);
    let mut most = 0;
    for _ in 0..600 {
        let before = ran.load(Ordering::Relaxed);
        let ticks = rig.ticks;
        rig.ticks(1);
        most = most.max((ran.load(Ordering::Relaxed) - before) / (rig.ticks - ticks));
    }
    assert!(most <= 48, "{most} frames in one tick");
    let now = rig.run().now();
    assert!(now < 1_500, "it goes back all the same: {now}");
}
