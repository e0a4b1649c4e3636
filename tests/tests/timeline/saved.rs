//! States next to the inputs of a run: a shortcut that changes only how long it takes.
//!
//! The reference for each run resumed from a state is the same run from its inputs only.

use rasher::{Cart, Machine, Rom, button};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tests::carts::{self, CARTS, TestCart};
use tests::random::{Dice, RandomPlayer};
use timeline::{Build, Journal, JournalCursor, KeptRun, Resume, ResumeReport, Run, SavedState, Slot};

fn build() -> Build {
    Build::of(b"this very program")
}

fn calm() -> impl Iterator<Item = &'static TestCart> {
    CARTS.iter().filter(|cart| cart.name != "crasher")
}

/// A run saved in parts of this many frames while it was played, then abandoned.
fn kept(cart: &TestCart, seed: u64, frames: usize, part: usize) -> (Run, KeptRun, Vec<u64>) {
    let mut run = Run::start((cart.make)(), cart.boot(seed)).expect("the cart starts");
    // Short runs are compared; a long one tests the length.
    let short = frames <= 5000;
    let (mut journal, mut bytes) = Journal::begin(&run.branch().past.recording().start, &cart.rom().data);
    let (mut mark, mut player) = (JournalCursor::default(), RandomPlayer::new(seed));
    let mut digests = vec![run.console().digest()];
    for frame in 1..=frames {
        run.frame(&player.input()).expect("it runs");
        if short {
            digests.push(run.console().digest());
        }
        if frame % part == 0 || frame == frames {
            bytes.extend(journal.part(&run.part(&mut mark, Some(build()), frame == frames)));
        }
    }
    let kept = KeptRun::from_bytes(&bytes).expect("as it was written");
    assert_eq!((kept.torn, kept.recording.frames()), (0, frames as u64));
    (run, kept, digests)
}

fn resume(kept: &KeptRun, states: &[SavedState], of: Build, cart: &TestCart) -> (Run, ResumeReport) {
    let resumed = Resume::start_from(&kept.recording, states, of, (cart.make)(), cart.rom());
    let mut resumed = resumed.expect("it starts");
    while resumed.frame().expect("it runs") {}
    resumed.end()
}

/// Whether these are the frames of a run's states. `expected` are those of a cart with a key frame every 120 frames.
/// One that spends several times a frame's cycles gets more of them, at its own frames.
#[track_caller]
fn lie_apart(cart: &TestCart, frames: &[u64], expected: &[u64]) {
    if cart.name != "spender" {
        assert_eq!(frames, expected, "{}", cart.name);
        return;
    }
    let (before, last) = frames.split_last_chunk::<2>().expect("the end, and the last key frame before");
    let far = std::iter::once(&0).chain(before).zip(before).all(|(a, b)| (600..720).contains(&(b - a)));
    let near = Some(&last[1]) == expected.last() && (1..120).contains(&(last[1] - last[0]));
    assert!(far && near, "{}: {frames:?}", cart.name);
}

#[test]
fn a_run_gone_on_with_from_a_state_is_the_run() {
    for cart in calm() {
        let (mut played, kept, digests) = kept(cart, 6, 2500, 30);
        let frames: Vec<u64> = kept.states.iter().map(SavedState::frame).collect();
        // Every 600 frames, the last key frame before the end (one every 120), and the end.
        lie_apart(cart, &frames, &[600, 1200, 1800, 2400, 2500]);
        let (mut run, told) = resume(&kept, &kept.states, build(), cart);
        assert_eq!(told, ResumeReport { from: 2500, ..ResumeReport::default() }, "{}", cart.name);
        assert!(run.recording() == played.recording(), "{}", cart.name);
        // Any earlier moment, in any order, is the one that was played.
        let mut dice = Dice::new(8);
        for frame in (0..12).map(|_| dice.below(2501) as u64).chain([2500, 2499, 2498, 0, 1, 2400, 2401]) {
            run.goto(frame).expect("it was played");
            assert_eq!(run.console().digest(), digests[frame as usize], "{}, frame {frame}", cart.name);
        }
        run.goto(2500).expect("it was played");
        let mut player = RandomPlayer::new(99);
        for frame in 0..200 {
            let input = player.input();
            let asked = |run: &mut Run| {
                let mut effects = run.frame(&input).expect("it runs");
                effects.retain(|effect| !matches!(effect, rasher::Effect::Limit(_)));
                effects
            };
            assert_eq!(asked(&mut played), asked(&mut run), "{}, frame {frame} after it", cart.name);
        }
        assert!(run.recording() == played.recording(), "{}: its recording is the whole run's", cart.name);
        // A branch from before the state is an ordinary branch.
        run.goto(1000).expect("it was played");
        run.frame(&player.input()).expect("it runs");
        assert_eq!(run.branch().past.recording().frames(), 1001);
    }
}

#[test]
fn what_was_left_by_a_power_cut_runs_the_rest() {
    let cart = carts::find("typist");
    let (_, kept, digests) = kept(cart, 2, 2500, 30);
    let (mut run, told) = resume(&kept, &kept.states[..2], build(), cart);
    assert_eq!((told.from, told.diverged), (1200, None));
    assert_eq!(run.console().digest(), digests[2500]);
    run.step(-1900).expect("it was played");
    assert_eq!(run.console().digest(), digests[600]);
}

/// A run written up to here may be left here later: then only the state is written.
#[test]
fn a_part_may_be_a_state_alone() {
    let cart = carts::find("ball");
    let played = crate::run(cart, 3, 250);
    let (mut journal, mut bytes) = Journal::begin(&played.branch().past.recording().start, &cart.rom().data);
    let mut mark = JournalCursor::default();
    for leaves in [false, true] {
        bytes.extend(journal.part(&played.part(&mut mark, Some(build()), leaves)));
        assert_eq!((mark.frame(), mark.has_state()), (250, leaves));
    }
    let kept = KeptRun::from_bytes(&bytes).expect("as it was written");
    assert_eq!((kept.torn, kept.recording.frames()), (0, 250));
    let (run, told) = resume(&kept, &kept.states, build(), cart);
    assert_eq!(told.from, 250);
    assert_eq!(run.console().digest(), played.console().digest());
}

/// A cart that loads a missing file, or a user who pauses, leaves the run in each frame.
#[test]
fn a_run_that_is_left_again_and_again_has_no_state_for_each_time() {
    let cart = carts::find("ball");
    let mut run = Run::start((cart.make)(), cart.boot(4)).expect("the cart starts");
    let (mut mark, mut states) = (JournalCursor::default(), 0);
    for _ in 0..3000 {
        run.frame(&RandomPlayer::new(4).input()).expect("it runs");
        states += run.part(&mut mark, Some(build()), true).states().len();
    }
    // 64 times this moment and the key frame before it; then one when due, every 600 frames, and again a key
    // frame.
    assert!((64..=2 * (64 + 5)).contains(&states), "{states}");
}

/// Half a megabyte that does not compress.
#[derive(Clone, Default, Serialize, Deserialize)]
struct Large(Vec<u32>);

impl Cart for Large {
    fn _init(&mut self, _: &mut Machine) {
        self.0 =
            (0..140_000u32).map(|n| n.wrapping_mul(2_654_435_761).rotate_left(n % 31) | 1 << 31).collect();
    }
}

#[test]
fn states_of_a_large_cart_lie_further_apart() {
    let boot = rasher::Boot { rom: Arc::new(Rom::empty("large")), ..rasher::Boot::default() };
    let mut run = Run::start(rasher::program(Large::default()), boot).expect("it starts");
    let (mut mark, mut frames) = (JournalCursor::default(), Vec::new());
    for frame in 1..=4300 {
        run.frame(&rasher::Input::default()).expect("it runs");
        if frame % 30 == 0 {
            let part = run.part(&mut mark, Some(build()), false);
            frames.extend(part.states().iter().map(SavedState::frame));
        }
    }
    // The first is due normally; two and a half times 256 KiB are three gaps.
    assert_eq!(frames, [600, 2400, 4200]);
}

/// If a state does not fit, the inputs are run: another build's, another run's, or one that was tampered with.
#[test]
fn states_that_do_not_fit_are_passed_over() {
    let cart = carts::find("ball");
    let (played, kept, _) = kept(cart, 4, 1500, 50);
    let (_, others, _) = self::kept(cart, 5, 1500, 50);
    let plain = ResumeReport::default();
    for (states, of, what) in [
        (&kept.states, Build::of(b"another program"), "another build"),
        (&others.states, build(), "another run"),
        (&Vec::new(), build(), "none"),
    ] {
        let (run, told) = resume(&kept, states, of, cart);
        assert_eq!((told, run.console().digest()), (plain.clone(), played.console().digest()), "{what}");
    }
    // A state is bytes from a file: of the damaged ones, only a valid copy of the moment itself is used.
    let bytes = Slot::of(&played, "").with_states(&played, build()).to_bytes();
    assert_eq!(Slot::from_bytes(&bytes).expect("as it was written").states.len(), 4);
    let mut dice = Dice::new(3);
    let mut shorter = 0;
    for _ in 0..60 {
        let mut states = kept.states.clone();
        for state in &mut states {
            *state = hurt(state, &mut dice);
        }
        let (run, told) = resume(&kept, &states, build(), cart);
        assert_eq!(run.console().digest(), played.console().digest());
        assert_eq!(told.diverged, None);
        shorter += usize::from(told.from < 1500);
    }
    assert!(shorter > 20, "{shorter} of 60 were passed over");
}

/// The same state with a byte changed, written in the file's format.
fn hurt(state: &SavedState, dice: &mut Dice) -> SavedState {
    let mut bytes = state.to_bytes();
    let at = dice.below(bytes.len());
    bytes[at] ^= 1 << dice.below(8);
    // A file with something that is not a state would have been refused.
    SavedState::from_bytes(&bytes).unwrap_or_else(|| state.clone())
}

#[test]
fn a_slot_has_its_moment_and_some_before() {
    for cart in calm() {
        let (mut played, ..) = kept(cart, 9, 3000, 100);
        played.goto(2950).expect("it was played");
        let slot = Slot::of(&played, "0.1").with_states(&played, build());
        let read = Slot::from_bytes(&slot.to_bytes()).unwrap_or_else(|e| panic!("{}: {e}", cart.name));
        assert!(read == slot, "{}", cart.name);
        let frames: Vec<u64> = read.states.iter().map(SavedState::frame).collect();
        lie_apart(cart, &frames, &[600, 1200, 1800, 2400, 2880, 2950]);
        let rom = Arc::new(read.moment.rom.clone());
        let resumed = Resume::start_from(&read.moment.recording, &read.states, build(), (cart.make)(), rom);
        let (mut run, told) = resumed.expect("it starts").end();
        assert_eq!(told.from, 2950, "{}", cart.name);
        assert_eq!(run.console().digest(), played.console().digest(), "{}", cart.name);
        run.step(-1).expect("it was played");
        played.step(-1).expect("it was played");
        assert_eq!(run.console().digest(), played.console().digest(), "{}", cart.name);
    }
}

/// What a run writes grows with its logarithm, so that a day of play is no burden; the figures are those of
/// `saved.rs`.
#[test]
fn states_lie_further_apart_the_longer_a_run_is() {
    let cart = carts::find("ball");
    let (mut played, kept, _) = kept(cart, 1, 45_000, 30);
    let frames: Vec<u64> = kept.states.iter().map(SavedState::frame).collect();
    // 64 of 600 frames, and 64 ln(45,000 / 38,400) = 10 more.
    assert!((70..=80).contains(&frames.len()), "{} states", frames.len());
    for pair in frames[..frames.len() - 2].windows(2) {
        let apart = pair[1] - pair[0];
        assert!((600.max(pair[0] / 64)..=600.max(pair[1] / 64) + 60).contains(&apart), "{pair:?}");
    }
    // A branch is written as a whole, from key frames: its states in some parts, since each of them takes
    // time.
    played.goto(40_000).expect("it was played");
    let (mut journal, mut bytes) = Journal::begin(&kept.recording.start, &cart.rom().data);
    let mut mark = JournalCursor::default();
    for n in 0..10 {
        played.frame(&rasher::Input::buttons(button::LEFT)).expect("it runs");
        let part = played.part(&mut mark, Some(build()), false);
        assert_eq!(part.first(), if n == 0 { 0 } else { 40_000 + n });
        bytes.extend(journal.part(&part));
        let so_far = KeptRun::from_bytes(&bytes).expect("as it was written").states;
        assert!(so_far.len() <= 5 + 4 * n as usize, "part {n}: {} states", so_far.len());
        assert!(so_far.last().is_some_and(|last| last.frame() == 40_001), "the newest comes first");
    }
    let branch = KeptRun::from_bytes(&bytes).expect("as it was written");
    let frames: Vec<u64> = branch.states.iter().map(SavedState::frame).collect();
    assert!((26..=33).contains(&frames.len()), "{frames:?}");
    assert!(frames[..frames.len() - 1].windows(2).all(|pair| pair[1] - pair[0] >= 1250), "{frames:?}");
    let (run, told) = resume(&branch, &branch.states, build(), cart);
    assert_eq!((told.from, run.now()), (40_001, 40_010));
    assert_eq!(run.console().digest(), played.console().digest());
}

/// Ends when X is pressed, and restarts when O is.
#[derive(Clone, Default, Serialize, Deserialize)]
struct Over;

impl Cart for Over {
    fn _update(&mut self, p8: &mut Machine) {
        if p8.btnp(5) {
            p8.run_over();
        }
        if p8.btnp(4) {
            p8.run_begins();
        }
    }
}

#[test]
fn a_state_knows_whether_the_run_was_over() {
    let rom = Arc::new(Rom::empty("over"));
    let boot = rasher::Boot { rom: rom.clone(), ..rasher::Boot::default() };
    let mut run = Run::start(rasher::program(Over), boot).expect("it starts");
    let press = |held: u8, run: &mut Run| {
        run.frame(&rasher::Input::buttons(held)).expect("it runs");
        (0..700).for_each(|_| drop(run.frame(&rasher::Input::default()).expect("it runs")));
    };
    for (held, over) in [(button::X, true), (button::O, false), (button::X, true)] {
        press(held, &mut run);
        assert_eq!(run.is_over(), over);
        let slot = Slot::of(&run, "").with_states(&run, build());
        let resumed = Resume::start_from(
            &slot.moment.recording,
            &slot.states,
            build(),
            rasher::program(Over),
            rom.clone(),
        );
        let (again, told) = resumed.expect("it starts").end();
        assert_eq!((told.from, told.over, again.is_over()), (run.now(), over, over));
    }
    run.goto(900).expect("it was played");
    assert!(!run.is_over(), "in the second part it was not");
}
