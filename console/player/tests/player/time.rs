//! Rewind, faster, slower.

use crate::rig::Rig;
use player::HostEvent;
use rasher::{Patch, ability};
use studio::SpeedIndicator;

const RIGHT: &str = "ArrowRight";
const BACK: &str = "Backspace";
const FASTER: &str = "Space";
const SLOWER: &str = "Backslash";

#[test]
fn a_held_key_goes_back_and_what_is_played_from_there_is_the_run() {
    let mut rig = Rig::new((0, 0), 1);
    rig.key(RIGHT, true);
    rig.ticks(100);
    assert_eq!((rig.frames(), rig.x(), rig.player.mark()), (100, 100, None));
    rig.key(BACK, true);
    rig.ticks(40);
    assert_eq!((rig.frames(), rig.x()), (60, 60), "a frame a tick");
    assert_eq!(rig.player.mark(), Some(SpeedIndicator::Back(40, 60)));
    assert_eq!(rig.run().branches().len(), 1, "looking at a frame makes no branch");
    // A tap during the rewind is not kept for the moment of release.
    rig.key("KeyZ", true);
    rig.key("KeyZ", false);
    rig.key(BACK, false);
    rig.key(RIGHT, false);
    rig.ticks(30);
    assert_eq!((rig.frames(), rig.x()), (90, 60), "a new future without input");
    assert_eq!((rig.run().branches().len(), rig.player.mark()), (2, None));
    assert!(!rig.player.is_over());
    rig.is_truthful();
    // Back beyond the start of the branch, to the first frame, and no further.
    rig.key(BACK, true);
    rig.ticks(86);
    assert_eq!(rig.run().now(), 0, "60 frames in a second, then two a tick");
    rig.ticks(10);
    assert_eq!(rig.player.mark(), Some(SpeedIndicator::Back(91, 60)));
    rig.key(BACK, false);
    rig.ticks(5);
    assert_eq!((rig.run().now(), rig.run().branches().len()), (5, 3));
    rig.is_truthful();
}

#[test]
fn a_record_is_not_wound_back() {
    let mut rig = Rig::new((0, 0), 1);
    let record = |rig: &Rig| rig.run().console().machine().dget(0).flr();
    rig.key(RIGHT, true);
    rig.ticks(100);
    rig.key(RIGHT, false);
    rig.key(BACK, true);
    rig.ticks(50);
    assert_eq!((rig.x(), record(&rig)), (50, 50), "the moment as it was");
    rig.key(BACK, false);
    rig.ticks(2);
    assert_eq!((rig.x(), record(&rig)), (50, 100), "continued from the kept run");
    rig.is_truthful();
}

#[test]
fn going_back_takes_the_word_back_that_the_run_is_over() {
    let mut rig = Rig::new((0, 0), 1);
    rig.ticks(50);
    rig.key("KeyZ", true);
    rig.ticks(2);
    rig.key("KeyZ", false);
    assert!(rig.player.is_over() && rig.kept.is_none());
    rig.key(BACK, true);
    rig.ticks(20);
    rig.key(BACK, false);
    rig.ticks(60);
    assert!(!rig.player.is_over() && rig.kept.is_some(), "the run can be resumed again");
    rig.is_truthful();
}

#[test]
fn data_saved_since_that_moment_stay_in_use() {
    let mut rig = Rig::new((0, 0), 1);
    rig.ticks(10);
    let mut rom = rasher::Rom::empty("walker");
    rom.data[7] = 9;
    assert_eq!(format::patches(&crate::rig::rom(), &rom), [Patch { addr: 7, bytes: vec![9].into() }]);
    rig.tell(HostEvent::Data(Box::new(rom)));
    rig.ticks(10);
    rig.key(BACK, true);
    rig.ticks(15);
    assert_eq!(rig.run().console().machine().rom().data[7], 0, "as it was then");
    rig.key(BACK, false);
    rig.ticks(1);
    assert_eq!(rig.run().console().machine().rom().data[7], 9, "and continued with later saves");
    rig.is_truthful();
}

#[test]
fn faster_and_slower_are_frames_a_tick() {
    let mut rig = Rig::new((0, 0), 1);
    rig.key(RIGHT, true);
    rig.key(FASTER, true);
    rig.ticks(10);
    assert_eq!((rig.frames(), rig.x()), (40, 40), "four a tick");
    assert_eq!(rig.player.mark(), Some(SpeedIndicator::Faster(4)));
    rig.key(FASTER, false);
    rig.key(SLOWER, true);
    rig.key(SLOWER, false);
    rig.ticks(20);
    assert_eq!((rig.frames(), rig.player.mark()), (50, Some(SpeedIndicator::Slower(2))));
    rig.key(SLOWER, true);
    rig.ticks(20);
    assert_eq!((rig.frames(), rig.player.mark()), (70, None), "pressed again: as the clock does");
    // A machine too slow for four per tick does what it can: here one and a half, so one.
    rig.key(SLOWER, false);
    rig.took = Some(11_000);
    rig.ticks(1);
    rig.key(FASTER, true);
    let before = rig.frames();
    rig.ticks(10);
    assert_eq!(rig.frames(), before + 10);
    rig.is_truthful();
    // Each frame sounds for as long as a tick: 60 ticks make a second of samples, faster or slower.
    let mut rig = Rig::new((0, 0), 1);
    for key in [FASTER, SLOWER] {
        rig.key(key, true);
        rig.ticks(2);
        let before = rig.samples;
        rig.ticks(60);
        let heard = rig.samples - before;
        assert!((22_050 - 400..=22_050 + 400).contains(&heard), "{key}: {heard} samples per second");
        rig.key(key, false);
    }
}

#[test]
fn what_the_cart_forbids_is_said_once_and_not_done() {
    let mut rig = Rig::new((50, 1000), 1);
    rig.ticks(60);
    for (key, what) in [(BACK, "rewind"), (FASTER, "fast forward"), (SLOWER, "slow motion")] {
        let before = rig.frames();
        rig.key(key, true);
        rig.ticks(20);
        rig.key(key, false);
        // Slower is a toggle: a second press ends it.
        if key == SLOWER {
            rig.key(key, true);
            rig.key(key, false);
        }
        rig.ticks(1);
        assert_eq!(rig.frames(), before + 21, "a frame a tick: {what}");
        assert_eq!((rig.said(), rig.player.mark()), (vec![format!("this run does not allow {what}")], None));
    }
    assert!(!rig.run().console().machine().allows(ability::SLOTS));
}

#[test]
fn a_run_of_the_day_cannot_be_reentered() {
    let mut rig = Rig::new((50, 80), 1);
    rig.ticks(99);
    rig.key(BACK, true);
    rig.ticks(60);
    assert_eq!(rig.run().now(), 80, "the first moment after it");
    assert_eq!(rig.said(), ["this run does not allow rewind"]);
    rig.key(BACK, false);
    rig.ticks(3);
    assert_eq!(rig.run().now(), 83);
    rig.is_truthful();
}
