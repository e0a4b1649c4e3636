//! The cost of the past: an hour of Smokehouse at 60 frames a second.
//!
//! ```text
//! record   a frame run and recorded, compared with the same frame without a past
//! memory   key frames and inputs of the hour
//! goto     to 200 random frames of the hour, and 600 steps back
//! search   a field's change over the whole hour
//! slot     the hour as a save slot, and as a kept run, with their states
//! resume   the kept run resumed from its last state, and the steps back after that
//! again    the hour replayed, as by a restart or a slot of another run, and the steps back after that
//! ```
//!
//! Random players, so that there is always something going on. The memory of the whole process is printed where the
//! system reports it.

use rasher::{Boot, Console};
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tests::bench::resident;
use tests::random::{Dice, RandomPlayer};
use timeline::{Build, Changes, Journal, JournalCursor, KeptRun, Resume, Run, Slot};

const HOUR: u64 = 216_000;

fn boot(entry: &shelf::Entry) -> Boot {
    let rom = entry.rom().expect("the shelf's data can be read");
    Boot { rom: Arc::new(rom), seed: 1, ..Boot::default() }
}

fn main() {
    if std::env::args().any(|a| a == "--list") {
        return;
    }
    let entry = shelf::find("porklike").expect("Smokehouse is on the shelf");
    let millis = |time: Duration| time.as_secs_f64() * 1000.0;

    // The same hour twice, in alternating stretches, so that a busy computer affects both equally.
    let mut bare = Console::boot((entry.make)(), boot(entry));
    let before = resident();
    let mut run = Run::start((entry.make)(), boot(entry)).expect("it starts");
    let (mut one, mut two) = (RandomPlayer::pad(1), RandomPlayer::pad(1));
    let mut times = [Duration::ZERO; 2];
    for _ in 0..HOUR / 600 {
        let start = Instant::now();
        for _ in 0..600 {
            let input = one.input();
            black_box(timeline::guard(&mut bare, 0, |console| console.frame(&input)))
                .expect("the frame is run");
        }
        times[0] += start.elapsed();
        let start = Instant::now();
        for _ in 0..600 {
            black_box(run.frame(&two.input())).expect("the frame is run");
        }
        times[1] += start.elapsed();
    }
    assert_eq!(bare.digest(), run.console().digest(), "recording changes nothing");
    let each = |time: Duration| time.as_secs_f64() * 1e6 / HOUR as f64;
    let (without, with) = (each(times[0]), each(times[1]));
    println!("frame without a past     {without:8.2} us");
    println!("frame with its past      {with:8.2} us   {:.2} % of 16.7 ms more", (with - without) / 166.67);
    let (keys, bytes) = run.branch().past.size();
    println!("key frames               {keys:8}      {:.1} MB by their own count", bytes as f64 / 1e6);
    println!("recording as a file      {:8.1} MB", run.recording().to_bytes().len() as f64 / 1e6);
    if let (Some(before), Some(after)) = (before, resident()) {
        println!("the process grew by      {:8.1} MB", after.saturating_sub(before) as f64 / 1e6);
    }

    let mut dice = Dice::new(5);
    let mut gone = Vec::new();
    for _ in 0..200 {
        let frame = dice.below(HOUR as usize + 1) as u64;
        let start = Instant::now();
        run.goto(frame).expect("it was run");
        gone.push(start.elapsed());
    }
    gone.sort();
    println!(
        "go to any frame          {:8.2} ms   the slowest of 200; {:.2} in the middle",
        millis(gone[199]),
        millis(gone[100])
    );
    let mut steps = Vec::new();
    for _ in 0..600 {
        let start = Instant::now();
        run.step(-1).expect("it was run");
        steps.push(start.elapsed());
    }
    steps.sort();
    println!(
        "a step back              {:8.2} ms   the slowest of 600; {:.2} in the middle",
        millis(steps[599]),
        millis(steps[300])
    );
    run.goto(HOUR).expect("it was run");
    let start = Instant::now();
    let found =
        run.branch()
            .past
            .find(HOUR, true, &Changes(|c: &Console| c.machine().memory().get(0xfffe)), |_| true);
    println!("search the hour, a byte  {:8.0} ms   {found:?}", millis(start.elapsed()));
    let start = Instant::now();
    let probe = Changes(|c: &Console| c.program().field(&["nobody"]));
    let found = run.branch().past.find(0, false, &probe, |_| true);
    println!("search the hour, a field {:8.0} ms   {found:?}", millis(start.elapsed()));

    let build = Build::of(b"this bench");
    let bare = Slot::of(&run, "").to_bytes().len();
    let start = Instant::now();
    let slot = Slot::of(&run, "").with_states(&run, build);
    println!("the hour as a slot       {:8.1} ms   {} states", millis(start.elapsed()), slot.states.len());
    let start = Instant::now();
    let slot = slot.to_bytes();
    let (all, bare) = (slot.len() / 1000, bare / 1000);
    println!("and as bytes             {:8.1} ms   {all} KB, {bare} without states", millis(start.elapsed()));
    let (mut journal, head) = Journal::begin(&run.branch().past.recording().start, &run.rom().data);
    let start = Instant::now();
    let part = run.part(&mut JournalCursor::default(), Some(build), true);
    println!("the hour as one part     {:8.1} ms   as when a branch begins", millis(start.elapsed()));
    let start = Instant::now();
    let kept = [head, journal.part(&part)].concat();
    println!("the kept run             {:8.1} ms   {} KB", millis(start.elapsed()), kept.len() / 1000);
    let start = Instant::now();
    let slot = Slot::from_bytes(&slot).expect("as it was written");
    println!("the slot read            {:8.1} ms", millis(start.elapsed()));
    run.goto(1000).expect("it was run");
    let start = Instant::now();
    let branch = run.branch_containing(&slot.moment.recording).expect("it was run");
    assert!(run.visit(branch, slot.moment.frame).expect("it was run"));
    println!("gone to in its own run   {:8.1} ms", millis(start.elapsed()));
    run.goto(HOUR - 60).expect("it was run");
    let start = Instant::now();
    black_box(run.frame(&one.input())).expect("the frame is run");
    println!(
        "played on from the past  {:8.1} ms   the first frame, which begins a branch",
        millis(start.elapsed())
    );

    drop(run);
    let start = Instant::now();
    let kept = KeptRun::from_bytes(&kept).expect("as it was written");
    let resume = Resume::start_from(&kept.recording, &kept.states, build, (entry.make)(), boot(entry).rom);
    let (mut run, told) = resume.expect("it starts").end();
    println!(
        "gone on with             {:8.1} ms   {} states; {told:?}",
        millis(start.elapsed()),
        kept.states.len()
    );
    let mut back = Vec::new();
    for _ in 0..1000 {
        let start = Instant::now();
        run.step(-8).expect("it was run");
        back.push(start.elapsed());
    }
    println!("back at once after that  {:8.2} ms   the first tick", millis(back[0]));
    back.sort();
    println!(
        "rewound               {:8.2} ms   the slowest tick of 1000 by 8 frames; {:.2} in the middle",
        millis(back[999]),
        millis(back[500])
    );
    drop(run);
    let recording = slot.moment.recording;
    let start = Instant::now();
    let mut resume = Resume::start(&recording, (entry.make)(), boot(entry).rom).expect("it starts");
    while resume.frame().expect("the frame is run") {}
    let (mut run, told) = resume.end();
    println!("run again                {:8.0} ms   {told:?}", millis(start.elapsed()));
    let mut back = Vec::new();
    for stride in std::iter::repeat_n(1, 60).chain(std::iter::repeat_n(8, 600)) {
        let start = Instant::now();
        run.step(-stride).expect("it was run");
        back.push(start.elapsed());
    }
    println!("back at once after that  {:8.2} ms   the first tick", millis(back[0]));
    back.sort();
    println!(
        "rewound               {:8.2} ms   the slowest tick of 660, most of them by 8 frames; {:.2} in the middle",
        millis(back[659]),
        millis(back[330])
    );
}
