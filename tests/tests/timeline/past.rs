//! Any frame of a run can be reached, and equals the frame that was run.
//!
//! The reference is a list of digests, taken when the frames first ran.

use rasher::{Boot, Cart, Console, Edit, Input, Machine, button};
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicU64, Ordering};
use tests::carts::{self, CARTS, TestCart};
use tests::random::{Dice, RandomPlayer};
use timeline::{BRANCHES, GAP, Recording, Run};

/// A run by a random player and the digest of each of its moments, from frame 0.
fn played(cart: &TestCart, seed: u64, frames: u64, room: Option<usize>) -> (Run, Vec<u64>) {
    let mut run = Run::start_within((cart.make)(), cart.boot(seed), room).expect("the cart starts");
    let mut digests = vec![run.console().digest()];
    let mut player = RandomPlayer::new(seed);
    for _ in 0..frames {
        run.frame(&player.input()).expect("the frame is run");
        digests.push(run.console().digest());
    }
    (run, digests)
}

fn calm() -> impl Iterator<Item = &'static TestCart> {
    CARTS.iter().filter(|cart| cart.name != "crasher")
}

#[test]
fn a_console_put_aside_wakes_as_it_was() {
    for cart in calm() {
        let mut console = Console::boot((cart.make)(), cart.boot(3));
        let mut player = RandomPlayer::new(3);
        let mut before = None;
        for frame in 0..200 {
            console.frame(&player.input());
            let snapshot = console.snapshot(before.as_ref());
            let mut restored = snapshot.restore();
            assert_eq!(restored.digest(), console.digest(), "{}, frame {frame}", cart.name);
            assert_eq!(restored.machine().samples(), console.machine().samples(), "{}", cart.name);
            assert_eq!(snapshot.frame(), frame + 1);
            // State outside the digest must continue the same way too.
            let mut copy = console.clone();
            let input = player.clone().input();
            restored.frame(&input);
            copy.frame(&input);
            assert_eq!(restored.digest(), copy.digest(), "{}: the frame after {frame}", cart.name);
            before = Some(snapshot);
        }
    }
}

#[test]
fn pages_that_did_not_change_are_shared() {
    let mut console = Console::boot(rasher::program(carts::Ball::default()), carts::find("ball").boot(1));
    console.frame(&Input::default());
    let first = console.snapshot(None);
    console.frame(&Input::default());
    let second = console.snapshot(Some(&first));
    let (alone, beside) = (second.memory_size(None), second.memory_size(Some(&first)));
    assert!(alone >= 65_536, "{alone} bytes for 64 KiB");
    // Our own figure: the ball moves on an 8 KiB screen, and the registers are one page of 1 KiB; sound and
    // fields are the rest.
    assert!(beside < 24_000, "{beside} bytes, though hardly anything changed");
}

#[test]
fn every_frame_can_be_gone_to_in_any_order() {
    for cart in calm() {
        let (mut run, digests) = played(cart, 7, 700, None);
        let mut dice = Dice::new(7);
        let at_random = (0..60).map(|_| dice.below(digests.len()) as u64).collect::<Vec<_>>();
        let back = (560..=700).rev();
        for frame in at_random.into_iter().chain(back).chain([0, 700]) {
            run.goto(frame).expect("a frame that was run");
            assert_eq!(run.now(), frame);
            assert_eq!(run.console().digest(), digests[frame as usize], "{}, frame {frame}", cart.name);
        }
        assert!(run.is_at_head());
        run.goto(10_000).expect("the end");
        assert_eq!(run.now(), 700, "beyond the head there is nothing to go to");
    }
}

#[test]
fn steps_lead_to_the_frames_around() {
    let (mut run, digests) = played(carts::find("ball60"), 2, 400, None);
    run.goto(200).unwrap();
    for (by, at) in [
        (1, 201),
        (1, 202),
        (-1, 201),
        (-10, 191),
        (60, 251),
        (-60, 191),
        (-1000, 0),
        (-1, 0),
        (1, 1),
        (1000, 400),
        (1, 400),
    ] {
        run.step(by).unwrap();
        assert_eq!((run.now(), run.console().digest()), (at, digests[at as usize]), "step {by}");
    }
}

#[test]
fn key_frames_thin_out_and_none_of_the_past_is_lost() {
    // Room for about a dozen key frames of the painter, whose screen changes everywhere.
    let (mut run, digests) = played(carts::find("painter"), 5, 40 * GAP, Some(300_000));
    let (keys, bytes) = run.branch().past.size();
    assert!((4..40).contains(&keys), "{keys} key frames for {} frames", 40 * GAP);
    assert!(bytes <= 300_000, "{bytes} bytes in a room of 300,000");
    for frame in (0..=40 * GAP).step_by(311).chain([1, GAP, 40 * GAP]) {
        run.goto(frame).unwrap();
        assert_eq!(run.console().digest(), digests[frame as usize], "frame {frame}");
    }
}

/// A run of a Lua cart, and the digest of each of its moments.
fn played_lua(code: &str, frames: u64, room: Option<usize>) -> (Run, Vec<u64>) {
    let program = script::lua_cart(code.as_bytes(), "game.p8").expect("a program");
    let mut run = Run::start_within(program, Boot::default(), room).expect("it starts");
    let mut digests = vec![run.console().digest()];
    for _ in 0..frames {
        run.frame(&Input::default()).expect("it runs");
        digests.push(run.console().digest());
    }
    (run, digests)
}

/// At most two seconds of full cycles are between two key frames; for a cart that uses few of them, two seconds plus
/// the time until its garbage is swept.
#[test]
fn key_frames_lie_closer_where_frames_are_dear() {
    let cheap = "function _update() n=(n or 0)+1 end";
    let (run, _) = played_lua(cheap, 10 * GAP, None);
    assert_eq!(run.branch().past.size().0, 11);
    // 30 frames a second, each with more than all of its cycles: those of 60 frames.
    let dear = "function _update() while stat(1)<0.97 do n=(n or 0)+1 end end";
    let (run, _) = played_lua(dear, 5 * GAP, None);
    let keys = run.branch().past.size().0;
    assert!((9..=11).contains(&keys), "{keys} key frames of {} dear frames", 5 * GAP);
}

/// Without room the cheap stretch is thinned, and every moment of both can still be reached.
#[test]
fn a_dear_stretch_keeps_its_key_frames_longer() {
    let code = "t={} function _update() f=(f or 0)+1 for i=1,40 do t[i]={rnd(),'n'..rnd(9)} end \
        while f<1200 and stat(1)<0.9 do n=(n or 0)+1 end end";
    let (mut run, digests) = played_lua(code, 2400, Some(800_000));
    let (keys, bytes) = run.branch().past.size();
    assert!(keys < 30 && bytes <= 800_000, "{keys} key frames, {bytes} bytes");
    for frame in (0..=2400).step_by(301).chain([1199, 1200, 1201, 2400]) {
        run.goto(frame).unwrap();
        assert_eq!(run.console().digest(), digests[frame as usize], "frame {frame}");
    }
    // In the smallest slices, as with slow frames, each step finishes.
    for frame in (1500..1900).rev().step_by(8) {
        let slices = (0..2400).position(|_| run.approach(0, frame, 1).unwrap());
        assert!(slices.is_some(), "no way to frame {frame}");
        run.goto(frame).unwrap();
        run.prepare(1).unwrap();
        assert_eq!(run.console().digest(), digests[frame as usize], "frame {frame}");
    }
    // Going back like a user: preparation in the background changes nothing.
    for frame in (1900..2400).rev().step_by(4) {
        run.goto(frame).unwrap();
        run.prepare(9).unwrap();
        assert_eq!(run.console().digest(), digests[frame as usize], "frame {frame}");
    }
}

#[test]
fn living_in_the_past_begins_a_branch_and_keeps_the_old_future() {
    let (mut run, digests) = played(carts::find("ball"), 4, 300, None);
    run.goto(100).unwrap();
    assert_eq!(run.branches().len(), 1, "going there alone begins nothing");
    for _ in 0..50 {
        run.frame(&Input::buttons(button::LEFT | button::O)).unwrap();
    }
    let branch = run.branch();
    assert_eq!((branch.id, branch.parent, branch.head()), (1, Some((0, 100)), 150));
    let there = run.console().digest();
    assert_ne!(there, digests[150]);
    run.goto(60).unwrap();
    assert_eq!(run.console().digest(), digests[60], "the past of a branch is that of the run it came from");
    assert!(run.switch(0).unwrap());
    run.goto(300).unwrap();
    assert_eq!(run.console().digest(), digests[300], "the old future is still there");
    assert!(run.switch(1).unwrap());
    run.goto(150).unwrap();
    assert_eq!(run.console().digest(), there);
    assert!(!run.switch(9).unwrap(), "there is no branch 9");
}

#[test]
fn each_branch_replays_from_its_recording() {
    let cart = carts::find("ball");
    let (mut run, _) = played(cart, 6, 200, None);
    for (at, held) in [(150, button::RIGHT), (90, button::UP), (120, button::X)] {
        run.goto(at).unwrap();
        (0..40).for_each(|_| _ = run.frame(&Input::buttons(held)).unwrap());
    }
    assert_eq!(run.branches().len(), 4);
    for id in 0..4 {
        run.switch(id).unwrap();
        run.goto(u64::MAX).unwrap();
        let recording = Recording::from_bytes(&run.recording().to_bytes()).unwrap();
        assert_eq!(recording.frames(), run.now());
        let replay = timeline::Replay::new(&recording, (cart.make)(), cart.boot(6).rom).unwrap();
        assert_eq!(replay.finish().unwrap().digest(), run.console().digest(), "branch {id}");
    }
}

#[test]
fn many_branches_forget_the_oldest_and_never_the_current_one() {
    let (mut run, _) = played(carts::find("ball"), 6, 60, None);
    for n in 0..3 * BRANCHES as u64 {
        run.goto(50 - n).unwrap();
        run.bookmark("here");
        run.frame(&Input::default()).unwrap();
        assert!(run.branches().len() <= BRANCHES);
        assert_eq!(u64::from(run.branch().id), n + 1);
        assert!(run.bookmarks().iter().all(|mark| run.branches().iter().any(|b| b.id == mark.branch)));
    }
}

#[test]
fn a_run_that_crashed_can_be_gone_back_in() {
    let cart = carts::find("crasher");
    let mut run = Run::start((cart.make)(), cart.boot(0)).unwrap();
    for _ in 0..30 {
        run.frame(&Input::default()).unwrap();
    }
    // The crasher panics on O.
    let crash = run.frame(&Input::buttons(button::O)).unwrap_err();
    assert_eq!((crash.frame, run.now(), run.branch().head()), (31, 30, 30));
    run.step(-1).unwrap();
    assert_eq!(run.now(), 29);
    run.goto(u64::MAX).unwrap();
    assert_eq!(run.frame(&Input::default()).unwrap_err(), crash, "at the end it is still the same crash");
    run.goto(20).unwrap();
    for _ in 0..30 {
        run.frame(&Input::default()).expect("on a branch it never happened");
    }
    assert_eq!(run.now(), 50);
}

#[test]
fn bookmarks_name_moments() {
    let (mut run, _) = played(carts::find("ball"), 1, 50, None);
    for (frame, name) in [(40, "late"), (10, "early"), (10, "very early")] {
        run.goto(frame).unwrap();
        run.bookmark(name);
    }
    let marks: Vec<_> = run.bookmarks().iter().map(|m| (m.frame, m.name.as_str())).collect();
    assert_eq!(marks, [(10, "very early"), (40, "late")]);
    assert!(run.unmark());
    assert!(!run.unmark(), "it is gone");
    assert_eq!(run.bookmarks().len(), 1);
}

#[test]
fn memory_and_fields_are_edited_in_the_past_and_replay() {
    let cart = carts::find("ball");
    let (mut run, digests) = played(cart, 8, 200, None);
    run.goto(100).unwrap();
    let steps = run.console().program().inspect()["steps"].as_u64().unwrap();
    run.edit(Edit::State { path: "/steps".into(), value: "5000".into() }).unwrap();
    run.edit(Edit::Memory { addr: 0x4300, bytes: Box::new([1, 2, 3]) }).unwrap();
    assert_eq!(run.console().program().inspect()["steps"], 5000, "seen at once");
    assert_eq!(run.branches().len(), 1, "but nothing is run yet");
    run.replay_branch(0).unwrap();
    assert_eq!(run.now(), 200, "the old inputs with the changed past");
    assert_eq!(run.console().program().inspect()["steps"], 5000 + 200 - steps);
    assert_eq!(run.console().machine().memory().array(0x4300), [1, 2, 3]);
    let recording = Recording::from_bytes(&run.recording().to_bytes()).unwrap();
    let replay = timeline::Replay::new(&recording, (cart.make)(), cart.boot(8).rom).unwrap();
    assert_eq!(replay.finish().unwrap().digest(), run.console().digest());
    run.switch(0).unwrap();
    assert_eq!(run.console().digest(), digests[200]);
}

#[test]
fn an_edit_that_does_not_fit_changes_nothing() {
    let (mut run, digests) = played(carts::find("ball"), 8, 20, None);
    for (path, value) in [
        ("/nobody", "1"),
        ("/steps", "\"many\""),
        ("/steps", "-1"),
        ("/steps", "{"),
        ("steps", "1"),
        ("", "[]"),
    ] {
        let edit = Edit::State { path: path.into(), value: value.into() };
        let error = run.edit(edit).expect_err(path);
        assert!(!error.reason.is_empty());
        assert_eq!(run.console().digest(), digests[20], "{path} = {value}");
    }
    run.edit(Edit::Memory { addr: 0xffff, bytes: Box::new([7; 9]) }).unwrap();
    assert_eq!(run.console().machine().memory().get(0xffff), 7, "what passes the end is dropped");
}

#[test]
fn an_edit_is_forgotten_when_one_goes_elsewhere() {
    let (mut run, digests) = played(carts::find("ball"), 8, 50, None);
    run.edit(Edit::Memory { addr: 0x4300, bytes: Box::new([9]) }).unwrap();
    run.goto(50).unwrap();
    assert_eq!(run.console().digest(), digests[50]);
}

#[test]
fn another_input_in_the_past_changes_what_follows() {
    let cart = carts::find("ball");
    let mut run = Run::start((cart.make)(), cart.boot(1)).unwrap();
    (0..120).for_each(|_| _ = run.frame(&Input::default()).unwrap());
    run.goto(50).unwrap();
    run.frame(&Input::buttons(button::O)).unwrap();
    run.replay_branch(0).unwrap();
    run.goto(51).unwrap();
    assert_eq!((run.now(), run.branch().head()), (51, 120));
    run.goto(120).unwrap();
    let spots = |run: &Run| run.console().program().inspect()["spots"].as_array().unwrap().len();
    assert_eq!(spots(&run), 1, "one press of O, one spot");
    run.switch(0).unwrap();
    assert_eq!(spots(&run), 0);
}

/// Updates of [`Counted`] in all runs.
static UPDATES: AtomicU64 = AtomicU64::new(0);

/// A screen that changes everywhere, so that key frames are large and far apart; it counts the work of going back.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Counted(u8);

impl Cart for Counted {
    fn _update60(&mut self, p8: &mut Machine) {
        UPDATES.fetch_add(1, Ordering::Relaxed);
        self.0 = self.0.wrapping_add(1);
        (0..1024).for_each(|n| p8.poke(0x6000 + 8 * n, (self.0 ^ n as u8).into()));
    }
}

/// With wide gaps, preparing the next gap does not push out the moments of the current one: on the way back each
/// frame runs once for preparation, and in the few frames to each step. Three times the total is the bound; without
/// stored moments it is 150 times.
#[test]
fn the_way_back_through_wide_gaps_is_not_replayed_for_each_step() {
    let mut run =
        Run::start_within(rasher::program(Counted::default()), Boot::default(), Some(150_000)).unwrap();
    (0..40 * GAP).for_each(|_| drop(run.frame(&Input::default()).unwrap()));
    let keys = run.branch().past.size().0 as u64;
    assert!(40 * GAP / keys > 5 * GAP / 2, "{keys} key frames: gaps are wide");
    let before = UPDATES.load(Ordering::Relaxed);
    for _ in 0..40 * GAP / 4 {
        run.step(-4).unwrap();
        run.prepare(130).unwrap();
    }
    let ran = UPDATES.load(Ordering::Relaxed) - before;
    assert_eq!(run.now(), 0);
    assert!(ran <= 3 * 40 * GAP, "{ran} updates on the way back over {} frames", 40 * GAP);
}
