//! Runs on disk while they are played, and resuming them.

use crate::run;
use rasher::memory::ROM_SIZE;
use rasher::{Boot, Console, Effect, Event, Input, Machine, Rom, button};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tests::carts::{self, CARTS};
use tests::random::{Dice, RandomPlayer};
use timeline::{Crash, FileError, Journal, JournalCursor, KeptRun, Recording, Resume, ResumeReport, Run};

/// A journal with a part after each of these frames, and where each of its blocks ends.
fn journal(run: &Run, rom: &[u8; ROM_SIZE], ends: &[u64]) -> (Vec<u8>, Vec<usize>) {
    let whole = run.branch().past.recording();
    let (mut writer, mut bytes) = Journal::begin(&whole.start, rom);
    let (mut mark, mut blocks, mut growing) =
        (JournalCursor::default(), vec![bytes.len()], Recording::new(whole.start.clone()));
    let mut inputs = whole.inputs();
    for end in ends {
        while growing.frames() < *end {
            assert!(growing.push(&inputs.next().expect("the run is that long")));
        }
        bytes.extend(writer.part(&growing.part(&mut mark, *end)));
        assert_eq!(mark.frame(), *end);
        blocks.push(bytes.len());
    }
    (bytes, blocks)
}

fn inputs(recording: &Recording) -> Vec<Input> {
    recording.inputs().collect()
}

/// A reader gets the whole played run, however it was cut into parts.
#[test]
fn parts_add_up_to_the_run() {
    let rom = std::array::from_fn(|i| i as u8);
    for cart in CARTS.iter().filter(|cart| cart.name != "crasher") {
        let run = run(cart, 5, 400);
        let whole = run.branch().past.recording();
        for ends in [&[400][..], &[1, 2, 3, 399, 400], &[30, 60, 90, 120, 150, 400]] {
            let (bytes, _) = journal(&run, &rom, ends);
            let kept = KeptRun::from_bytes(&bytes).unwrap_or_else(|e| panic!("{}: {e}", cart.name));
            assert_eq!((*kept.rom, kept.torn), (rom, 0), "{}", cart.name);
            assert_eq!(kept.recording.start, whole.start);
            assert_eq!(inputs(&kept.recording), inputs(whole), "{}, {ends:?}", cart.name);
            let told: Vec<_> =
                kept.recording.checks().iter().map(|check| (check.frame, check.digest)).collect();
            let want: Vec<_> = ends.iter().map(|end| (*end, *end)).collect();
            assert_eq!(told, want, "each part is closed with the digest it was given");
        }
    }
}

/// The promise to the player: power may fail at any byte, and only the part being written is lost.
#[test]
fn a_torn_end_loses_its_own_part_alone() {
    let run = run(carts::find("ball"), 8, 300);
    let all = inputs(run.branch().past.recording());
    let ends = [60, 61, 150, 300];
    let (bytes, blocks) = journal(&run, &[7; ROM_SIZE], &ends);
    for length in blocks[0]..=bytes.len() {
        let kept = KeptRun::from_bytes(&bytes[..length]).expect("its head is whole");
        let whole = blocks.iter().filter(|end| **end <= length).count() - 1;
        let frames = if whole == 0 { 0 } else { ends[whole - 1] };
        assert_eq!((kept.recording.frames(), kept.torn), (frames, length - blocks[whole]), "cut at {length}");
        assert_eq!(inputs(&kept.recording)[..], all[..frames as usize], "cut at {length}");
    }
    for length in 0..blocks[0] {
        assert!(KeptRun::from_bytes(&bytes[..length]).is_err(), "half a head is none: cut at {length}");
    }
    let changed = |at: usize, with: u8| {
        let mut changed = bytes.clone();
        changed[at] ^= with;
        KeptRun::from_bytes(&changed)
    };
    // A flipped bit ends the run at the block before.
    for (at, frames) in
        [(blocks[0] + 5, 0), (blocks[1] + 5, 60), (blocks[3] + 4, 150), (bytes.len() - 1, 150)]
    {
        assert_eq!(changed(at, 1).expect("its head is whole").recording.frames(), frames, "bit of byte {at}");
    }
    let kind = "run";
    let found = bytes_shown(&bytes, 2);
    assert_eq!(changed(2, 1), Err(FileError::Other { kind, newest: 5, found }));
    assert_eq!(changed(11, 4), Err(FileError::Format { kind, read: 1..=5, found: 0 }));
    assert_eq!(changed(40, 1), Err(FileError::Damaged { kind, bytes: bytes.len() }));
}

/// The first letters of the file, one of them changed, as shown by the error.
fn bytes_shown(bytes: &[u8], changed: usize) -> String {
    let mut head = bytes[..24].to_vec();
    head[changed] ^= 1;
    String::from_utf8_lossy(&head).into_owned()
}

/// A block in the file of another run does not belong to this one, though it is valid.
#[test]
fn parts_of_another_run_are_passed_over() {
    let ends = [100, 200];
    let (mine, blocks) = journal(&run(carts::find("ball"), 1, 200), &[0; ROM_SIZE], &ends);
    let (other, others) = journal(&run(carts::find("ball"), 2, 200), &[0; ROM_SIZE], &ends);
    let mixed = [&mine[..blocks[1]], &other[others[1]..]].concat();
    let kept = KeptRun::from_bytes(&mixed).unwrap();
    assert_eq!((kept.recording.frames(), kept.torn), (100, other.len() - others[1]));
}

/// Untrusted bytes: nothing panics, and any journal that is accepted can be walked.
#[test]
fn broken_journals_are_taken_up_to_the_break_or_refused() {
    let (bytes, _) = journal(&run(carts::find("typist"), 3, 200), &[1; ROM_SIZE], &[50, 100, 200]);
    let mut dice = Dice::new(4);
    for _ in 0..10_000 {
        let mut broken = bytes.clone();
        for _ in 0..=dice.below(3) {
            let at = dice.below(broken.len());
            match dice.below(3) {
                0 => broken[at] = dice.byte(),
                1 => broken.truncate(at.max(1)),
                _ => broken.insert(at, dice.byte()),
            }
        }
        if let Ok(kept) = KeptRun::from_bytes(&broken) {
            assert_eq!(kept.recording.inputs().count() as u64, kept.recording.frames());
            assert!([0, 50, 100, 200].contains(&kept.recording.frames()));
        }
    }
}

/// Replays a recording to its end.
fn again(
    recording: &Recording,
    cart: impl rasher::Cart,
    rom: Arc<Rom>,
) -> Result<(Run, ResumeReport), Crash> {
    let mut resume = Resume::start(recording, rasher::program(cart), rom)?;
    while resume.frame()? {}
    Ok(resume.end())
}

/// The debugger shows the frame that ended a recording; play resumes before it.
#[test]
fn a_frame_that_panics_stays_for_the_debugger() {
    let start = || (rasher::program(Game { step: 1, trap: 20, x: 0 }), Rom::empty("game").into());
    let (program, rom): (_, Arc<Rom>) = start();
    let mut run = Run::start(program, Boot { rom, ..Boot::default() }).expect("it starts");
    while run.frame(&Input::default()).is_ok() {}
    let recording = run.branch().past.recording().clone();
    for keeps in [false, true] {
        let (program, rom) = start();
        let resume = Resume::start(&recording, program, rom).expect("it starts");
        let mut resume = if keeps { resume.keeping_crash() } else { resume };
        while resume.frame().expect("a frame") {}
        let (resumed, report) = resume.end();
        assert_eq!(report.crash.as_ref(), run.branch().crash());
        assert_eq!(resumed.branch().crash().is_some(), keeps);
        assert_eq!(resumed.now(), run.now());
    }
}

#[test]
fn a_run_taken_up_again_is_the_same_and_goes_on() {
    for cart in CARTS.iter().filter(|cart| cart.name != "crasher") {
        let mut run = run(cart, 6, 700);
        let whole = run.branch().past.recording().clone();
        let mut resume = Resume::start(&whole, (cart.make)(), cart.rom()).expect("it starts");
        while resume.frame().expect("the frame is run") {}
        let (mut other, told) = resume.end();
        assert_eq!(told, ResumeReport::default(), "{}: nothing to say", cart.name);
        let mut player = RandomPlayer::new(99);
        for _ in 0..100 {
            let input = player.input();
            assert_eq!(run.frame(&input), other.frame(&input), "{}: what it asks of the world", cart.name);
        }
        assert_eq!(run.console().digest(), other.console().digest(), "{}", cart.name);
        assert_eq!(run.recording(), other.recording(), "{}: and its recording is the whole run's", cart.name);
    }
}

/// A cart in several versions of its code.
#[derive(Clone, Default, Serialize, Deserialize)]
struct Game {
    /// Pixels per step: what an author changes.
    #[serde(skip)]
    step: i32,
    /// The frame in which it panics; 0 for none.
    #[serde(skip)]
    trap: u64,
    x: i32,
}

impl rasher::Cart for Game {
    fn _update60(&mut self, p8: &mut Machine) {
        if p8.btn(1) {
            self.x += self.step;
        }
        match p8.frame() {
            50 => p8.run_over(),
            90 => p8.run_begins(),
            n => assert!(n == 0 || n != self.trap, "trapped"),
        }
        p8.printh("ran");
    }
}

fn game(step: i32, trap: u64) -> Game {
    Game { step, trap, x: 0 }
}

/// This many frames to the right, with the first code. Released once, in the second after the end, in which no button
/// counts.
fn played(cart: Game, frames: u64) -> (Run, Arc<Rom>) {
    let rom = Arc::new(Rom::empty("game"));
    let boot = rasher::Boot { rom: rom.clone(), ..rasher::Boot::default() };
    let mut run = Run::start(rasher::program(cart), boot).unwrap();
    for n in 1..=frames {
        let _ = run.frame(&Input::buttons(if n == 111 { 0 } else { button::RIGHT }));
    }
    (run, rom)
}

fn x(console: &Console) -> i64 {
    console.program().inspect()["x"].as_i64().expect("the cart's field")
}

#[test]
fn changed_code_replays_the_same_inputs_and_the_divergence_is_reported() {
    let (run, rom) = played(game(1, 0), 700);
    let (same, told) = again(&run.recording(), game(1, 0), rom.clone()).unwrap();
    // All except frames 51 to 111.
    assert_eq!((x(same.console()), told.diverged), (639, None));
    let (faster, told) = again(&run.recording(), game(3, 0), rom).unwrap();
    // The digests are of frame 0, 600 and the last one.
    assert_eq!((x(faster.console()), told.diverged), (3 * 639, Some(600)));
    assert_eq!(faster.now(), 700, "it stands in the same frame");
}

#[test]
fn a_panic_of_the_last_second_is_left_out_and_an_earlier_one_stops() {
    // The run ended in a panic: it resumes before that frame, which panics again when run, and continues once
    // the code is fixed.
    let (run, rom) = played(game(1, 300), 300);
    assert_eq!(run.recording().frames(), 300, "the input that did it is the last");
    let (mut stands, told) = again(&run.recording(), game(1, 300), rom.clone()).unwrap();
    assert_eq!((stands.now(), told.crash.map(|c| c.frame)), (299, Some(300)));
    assert!(stands.is_at_head() && stands.recording().frames() == 299);
    assert!(stands.frame(&Input::default()).is_err(), "it is the same code");
    let (mended, told) = again(&run.recording(), game(1, 0), rom.clone()).unwrap();
    assert_eq!((mended.now(), told.crash), (300, None));
    let crash = again(&run.recording(), game(1, 200), rom).expect_err("100 frames are more than a second");
    assert_eq!(crash.frame, 200);
}

#[test]
fn whether_a_run_is_over_is_known_from_its_last_word() {
    for (frames, over) in [(49, false), (50, true), (89, true), (90, false), (300, false)] {
        let (run, rom) = played(game(1, 0), frames);
        let (_, told) = again(&run.recording(), game(1, 0), rom).unwrap();
        assert_eq!(told.over, over, "after {frames} frames");
    }
    let (mut run, _) = played(game(1, 0), 49);
    let effects = run.frame(&Input::default()).unwrap();
    assert_eq!(effects, [Effect::RunOver, Effect::Print("ran".into())]);
}

/// Data that changed during the run are in it; the ROM that it began with is stored next to it.
#[test]
fn changed_data_are_replayed_on_the_rom_of_the_start() {
    let (mut run, rom) = played(game(1, 0), 10);
    let patch = rasher::Patch { addr: 5, bytes: vec![9].into() };
    run.frame(&Input { events: vec![Event::Data(vec![patch])], ..Input::default() }).unwrap();
    let (bytes, _) = journal(&run, &rom.data, &[11]);
    let kept = KeptRun::from_bytes(&bytes).unwrap();
    let began = Arc::new(Rom { data: kept.rom, ..(*rom).clone() });
    let (other, _) = again(&kept.recording, game(1, 0), began).unwrap();
    assert_eq!(other.console().machine().rom().data[5], 9);
    assert_eq!(other.console().digest(), run.console().digest());
}
