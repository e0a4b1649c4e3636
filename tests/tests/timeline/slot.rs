//! Save slots: round trips, broken files are refused, and a run knows the moments it went through.

use crate::run;
use rasher::{Console, Digest, Input};
use tests::carts::{self, CARTS};
use tests::random::{Dice, RandomPlayer};
use timeline::{FileError, Recording, Slot};

fn calm() -> impl Iterator<Item = &'static tests::carts::TestCart> {
    CARTS.iter().filter(|cart| cart.name != "crasher")
}

#[test]
fn a_slot_comes_back_as_it_was_and_leads_to_its_moment() {
    for cart in calm() {
        let mut run = run(cart, 3, 250);
        for frame in [0, 1, 120, 200, 250] {
            run.goto(frame).expect("it was run");
            let slot = Slot::of(&run, "0.1");
            let again = Slot::from_bytes(&slot.to_bytes()).unwrap_or_else(|e| panic!("{}: {e}", cart.name));
            assert_eq!(again, slot, "{}", cart.name);
            assert_eq!((again.moment.frame, again.fps), (frame, run.console().fps()));
            let start = again.moment.recording.start.boot(cart.rom());
            let mut console = Console::boot((cart.make)(), start);
            again.moment.recording.inputs().for_each(|input| drop(console.frame(&input)));
            assert_eq!(console.digest(), run.console().digest(), "{}, frame {frame}", cart.name);
            assert_eq!(again.moment.recording.checks().last().map(|c| c.digest), Some(console.digest()));
        }
    }
}

fn slot(frames: usize) -> Slot {
    Slot::of(&run(carts::find("typist"), 5, frames), "0.1")
}

#[test]
fn ten_minutes_are_a_small_file() {
    // A random player and a mouse that never rests; our own figure, that of a bug report.
    let bytes = slot(36_000).to_bytes().len();
    assert!(bytes < 110_000, "{bytes} bytes");
}

#[test]
fn what_is_no_slot_is_refused_and_says_why() {
    let bytes = slot(150).to_bytes();
    for n in 0..bytes.len() {
        assert!(Slot::from_bytes(&bytes[..n]).is_err(), "{n} of {} bytes", bytes.len());
    }
    assert!(Slot::from_bytes(&[&bytes[..], b"\n"].concat()).is_err(), "a byte too many");
    let mut dice = Dice::new(1);
    for case in 0..5_000 {
        let mut broken = bytes.clone();
        let at = if case < bytes.len() { case } else { dice.below(bytes.len()) };
        broken[at] ^= 1 << dice.below(8);
        assert!(Slot::from_bytes(&broken).is_err(), "case {case}, byte {at}");
    }
    let mut other = bytes.clone();
    other[12] = b'7';
    assert_eq!(Slot::from_bytes(&other), Err(FileError::Format { kind: "slot", read: 1..=2, found: 7 }));
    let other = Slot::from_bytes(b"rasher report 1\n").expect_err("a report's first line");
    assert!(matches!(other, FileError::Other { kind: "slot", .. }), "{other}");
    // With a correct digest a file passes the first check; then its body must be valid.
    for case in 0..2_000 {
        let mut broken = bytes.clone();
        broken.truncate(bytes.len() - 8);
        let at = 14 + dice.below(broken.len() - 14);
        broken[at] ^= 1 << dice.below(8);
        let digest = Digest::of(&broken);
        broken.extend(digest.to_le_bytes());
        if let Ok(slot) = Slot::from_bytes(&broken) {
            let frames = slot.moment.recording.inputs().count() as u64;
            assert_eq!(frames, slot.moment.frame, "case {case}, byte {at}");
            assert!(slot.picture.iter().all(|color| *color < 32));
        }
    }
}

/// A recording begins with another one exactly if the slow comparison says so: equal starts, and equal inputs one by
/// one.
#[test]
fn a_recording_knows_what_it_begins_with() {
    let slow = |all: &Recording, some: &Recording| {
        all.start == some.start
            && some.frames() <= all.frames()
            && all.inputs().zip(some.inputs()).all(|(a, b)| a == b)
    };
    let mut dice = Dice::new(3);
    let start = timeline::Start { cart: "nobody".into(), ..timeline::Start::default() };
    let (mut yes, mut no) = (0, 0);
    for case in 0..3_000 {
        let mut recordings = [Recording::new(start.clone()), Recording::new(start.clone())];
        // Few buttons and short runs, so that equal beginnings are common.
        for recording in &mut recordings {
            for _ in 0..dice.below(5) {
                let mut input = Input::buttons(dice.below(2) as u8);
                if dice.one_in(6) {
                    input.events.push(rasher::Event::Char(b'a'));
                }
                assert!(recording.push(&input));
            }
        }
        let [a, b] = &recordings;
        assert_eq!(a.begins_with(b), slow(a, b), "case {case}: {a:?} and {b:?}");
        if a.begins_with(b) { yes += 1 } else { no += 1 }
    }
    assert!(yes > 300 && no > 300, "{yes} begin with the other, {no} do not");
}

#[test]
fn a_run_goes_back_to_a_slot_of_any_of_its_branches() {
    for cart in calm() {
        let mut run = run(cart, 4, 300);
        let mut slots = vec![Slot::of(&run, "")];
        for (back, seed) in [(100, 11), (200, 12), (50, 13)] {
            run.goto(back).expect("it was run");
            let mut player = RandomPlayer::new(seed);
            (0..150).for_each(|_| drop(run.frame(&player.input()).expect("the frame is run")));
            slots.push(Slot::of(&run, ""));
        }
        for slot in slots.iter().rev().chain(&slots) {
            let branch = run.branch_containing(&slot.moment.recording).expect("it was run");
            assert!(run.visit(branch, slot.moment.frame).expect("it was run"), "{}", cart.name);
            assert_eq!(run.now(), slot.moment.frame);
            let told = slot.moment.recording.checks().last().map(|check| check.digest);
            assert_eq!(told, Some(run.console().digest()), "{}", cart.name);
        }
        let other = crate::run(cart, 5, 300);
        assert_eq!(run.branch_containing(&other.recording()), None, "another seed");
    }
}
