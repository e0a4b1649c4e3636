//! Save slots, saved and loaded from the pause menu.

use crate::coded::{coded, saved};
use crate::rig::{Rig, boot, rom};
use player::HostEvent;
use rasher::{Console, Input, button, program};
use std::sync::Arc;
use studio::{BEFORE, Mode};
use timeline::{Run, Slot};

/// Opens the page of slots, the row after the cart's own.
pub fn open_slots(rig: &mut Rig) {
    rig.tap("Escape", "");
    rig.ticks(1);
    for _ in 0..8 {
        rig.tap("ArrowUp", "");
        rig.ticks(2);
    }
    rig.tap("KeyZ", "z");
    rig.ticks(2);
}

/// Chooses the first slot, `presses` times O.
fn first_slot(rig: &mut Rig, presses: u32) {
    open_slots(rig);
    for _ in 0..presses {
        rig.tap("KeyZ", "z");
        rig.ticks(2);
    }
}

fn leave_menu(rig: &mut Rig) {
    while rig.player.mode() == Mode::Menu {
        rig.tap("Escape", "");
        rig.ticks(1);
    }
}

/// A player whose cart has this slot in its first place.
fn with_slot(slot: Slot) -> Rig {
    let mut start = crate::rig::start((0, 0), 1);
    start.first.slots[0] = Some(Arc::new(slot));
    let mut rig = Rig::of(start);
    rig.ticks(1);
    rig
}

#[test]
fn a_slot_of_this_run_is_gone_to_at_once_and_the_old_future_stays() {
    let mut rig = Rig::new((0, 0), 1);
    rig.key("ArrowRight", true);
    rig.ticks(200);
    rig.key("ArrowRight", false);
    first_slot(&mut rig, 1);
    let (number, slot) = rig.slot().expect("a slot");
    assert_eq!((number, &slot.caption[..], slot.fps), (0, "step 200", 60));
    assert_eq!(slot.picture[64 * 128 + 127], 1, "the picture of that moment");
    assert_eq!(rig.again(&slot.moment.recording).digest(), rig.run().console().digest());
    assert_eq!(rig.said(), ["saved to slot 1"]);
    leave_menu(&mut rig);
    rig.key("ArrowRight", true);
    rig.ticks(100);
    rig.key("ArrowRight", false);
    rig.ticks(1);
    let (later, kept) = (rig.x(), rig.run().now());
    first_slot(&mut rig, 2);
    assert_eq!((rig.player.mode(), rig.x()), (Mode::Game, 200), "play continues there");
    let (number, before) = rig.slot().expect("where one was is kept");
    assert_eq!((number, before.moment.frame), (BEFORE, kept));
    rig.ticks(50);
    assert_eq!((rig.x(), rig.run().branches().len()), (200, 2));
    let record = rig.run().console().machine().dget(0).flr();
    assert_eq!(i64::from(record), later, "a record is not rewound");
    rig.is_truthful();
}

#[test]
fn a_slot_of_another_run_takes_its_place_and_can_be_walked_back() {
    let mut other = Run::start(program(crate::rig::Walker::default()), boot(7)).expect("it starts");
    for frame in 0..701 {
        let held = if frame == 700 { button::RIGHT | button::O } else { button::RIGHT };
        other.frame(&Input::buttons(held)).expect("it runs");
    }
    let mut rig = with_slot(Slot::of(&other, ""));
    first_slot(&mut rig, 2);
    assert!(rig.slot().is_none(), "less than two seconds are not worth a slot");
    assert_eq!((rig.x(), rig.run().rom().name.as_str()), (701, "walker"));
    assert!(rig.player.is_over(), "it was over when it was saved");
    rig.key("Backspace", true);
    rig.ticks(60);
    assert!((630..=660).contains(&rig.x()), "back behind the moment of the slot: {}", rig.x());
    rig.key("Backspace", false);
    rig.ticks(60);
    rig.is_truthful();
    assert_eq!(rig.run().recording().start.seed, 7);
    let kept = timeline::KeptRun::from_bytes(rig.kept.as_deref().expect("it is kept again")).expect("a run");
    assert_eq!(kept.recording.start.seed, 7);
}

#[test]
fn a_slot_that_does_not_fit_changes_nothing() {
    let run = |day| {
        let cart = crate::rig::Walker { x: 0, day };
        let mut run = Run::start(program(cart), boot(2)).expect("it starts");
        (0..15).for_each(|_| drop(run.frame(&Input::default()).expect("it runs")));
        Slot::of(&run, "")
    };
    let good = run((0, 0));
    let mut old = good.clone();
    old.moment.rom.version = 9;
    let mut other = good.clone();
    other.moment.rom.name = "runner".to_string();
    // The same inputs with changed code are another run: here the slot's walker was built with other values.
    let diverged = run((10, 20));
    for (slot, says) in [
        (old, "the slot was saved by walker version 9, but this is walker version 1"),
        (other, "the slot was saved by runner version 1, but this is walker version 1"),
        (diverged, "the run differs from the start on"),
    ] {
        let mut rig = with_slot(slot);
        rig.ticks(30);
        let before = rig.run().now();
        first_slot(&mut rig, 2);
        let said = rig.said();
        assert!(said.iter().any(|line| line.contains(says)), "{says}: {said:?}");
        assert_eq!((rig.run().now(), rig.run().recording().start.seed), (before, 1), "{says}");
        assert_eq!(rig.player.mode(), Mode::Menu, "the menu stays");
        rig.is_truthful();
    }
}

/// The recording contains the initial code and the change, so it replays, whatever the file contains now.
#[test]
fn a_slot_from_after_a_change_of_code_loads_in_a_run_that_began_with_other_code() {
    // Code 1 until the change, then 2. Now the file has that code, the first one again, or a third one; with
    // states of this build, or without.
    for (now, has_states) in [(2, true), (2, false), (1, true), (3, true), (3, false)] {
        let start = |step| {
            let mut start = crate::rig::start((0, 0), 1);
            start.first.cart = coded(step);
            start.options.build = start.options.build.filter(|_| has_states);
            start
        };
        let mut rig = Rig::of(start(1));
        rig.ticks(900);
        rig.tell(saved(2));
        rig.ticks(900);
        first_slot(&mut rig, 1);
        let (_, slot) = rig.slot().expect("a slot");
        let x = rig.x();
        assert_eq!(x, 900 + 2 * 900, "both codes have walked");
        if now == 2 {
            leave_menu(&mut rig);
            rig.control("KeyR");
            rig.ticks(30);
            assert!(rig.x() < x, "it restarts");
            loads(&mut rig, (x, now), &slot);
        }
        let mut start = start(now);
        start.first.slots[0] = Some(slot.clone());
        let mut rig = Rig::of(start);
        rig.ticks(30);
        loads(&mut rig, (x, now), &slot);
    }
}

/// Loads the first slot: that place, and play continues with that code, as in the recording.
fn loads(rig: &mut Rig, (x, now): (i64, u8), slot: &Slot) {
    rig.said();
    first_slot(rig, 2);
    rig.ticks(120);
    let said = rig.said();
    assert!(said.iter().all(|line| !line.contains("cannot")), "code {now}: {said:?}");
    assert_eq!(said.iter().any(|line| line.contains("older")), now != 2, "code {now}: {said:?}");
    assert_eq!(rig.player.mode(), Mode::Game, "code {now}: play continues");
    let since = rig.run().now() - slot.moment.frame;
    assert!(since > 100 && rig.x() == x + i64::from(now) * since as i64, "code {now}: at {}", rig.x());
    let recording = rig.run().recording();
    let begun = coded(1).program.expect("a program");
    let mut console = Console::boot(begun, recording.start.boot(rom()));
    recording.inputs().for_each(|input| drop(console.frame(&input)));
    assert_eq!(console.digest(), rig.run().console().digest(), "code {now}: the recording run again");
    // Before the slot and the change, to the first code.
    rig.key("Backspace", true);
    rig.ticks(600);
    rig.key("Backspace", false);
    assert!(rig.x() < 900, "code {now}: back to {}", rig.x());
}

#[test]
fn what_the_disk_refuses_and_what_the_cart_forbids_is_said() {
    let mut rig = Rig::new((0, 0), 1);
    rig.full = true;
    first_slot(&mut rig, 1);
    assert_eq!(rig.said(), ["the disk is full"]);
    rig.full = false;
    rig.tap("KeyZ", "z");
    rig.ticks(2);
    assert_eq!(rig.said(), ["saved to slot 1"], "it is still empty, and saved at once");
    let mut bound = Rig::new((0, 10_000), 1);
    first_slot(&mut bound, 1);
    bound.tap("KeyZ", "z");
    bound.ticks(2);
    assert_eq!(bound.said(), ["this run does not allow save slots"; 2], "each press is answered");
    assert!(bound.slot().is_none());
}

#[test]
fn another_cart_gets_no_reply_for_the_previous_one() {
    let mut rig = Rig::new((0, 0), 1);
    rig.ticks(10);
    let mut changed = rasher::Rom::clone(&rom());
    changed.data[3] = 3;
    rig.tell(HostEvent::Data(Box::new(changed)));
    rig.tell(HostEvent::StartCart(Box::new(player::CartStart::new(crate::rig::walker((0, 0)))), None));
    rig.ticks(10);
    assert_eq!(rig.run().console().machine().rom().data[3], 0);
    rig.is_truthful();
}

/// A failed save stays visible in a corner long after the notice is gone, and play continues.
#[test]
fn that_nothing_can_be_kept_stays_said_until_it_can() {
    let (mut rig, mut twin) = (Rig::new((0, 0), 3), Rig::new((0, 0), 3));
    rig.tell(HostEvent::Unsaved(Some("disk full".to_string())));
    for ticks in [1, 60, 1200] {
        rig.ticks(ticks);
        twin.ticks(ticks);
        // The corner of its frame, and the game around it unchanged.
        let (shown, plain) = (rig.screen(), twin.screen());
        assert_eq!(shown[116 * 128 + 3], 8, "after {ticks} more ticks");
        assert!((0..115 * 128).all(|i| shown[i] == plain[i]), "it covers nothing else");
        assert_eq!(rig.frames(), twin.frames(), "play continues");
    }
    rig.tell(HostEvent::Unsaved(None));
    rig.ticks(1);
    assert_eq!(rig.said(), ["saving works again"]);
    rig.ticks(400);
    twin.ticks(401);
    assert!(rig.screen() == twin.screen(), "it is gone, and the news of that too");
    rig.tell(HostEvent::Unsaved(None));
    rig.ticks(1);
    assert!(rig.said().is_empty());
}
