//! The cost of a Lua game being a value: copies, key frames, digests, and an hour of stored past.
//!
//! ```text
//! cargo bench -p tests --bench value [-- CART]
//!
//! heap    a heap of 1 MB: thousands of tables with fields, texts and closures, some of which change in each frame
//! half    half of the budget of 60 frames a second
//! churn   tables and texts that exist for a frame or for half a second
//! ```
//!
//! | row | what is timed |
//! |---|---|
//! | a copy, a key frame, a digest, a state as bytes | once in each of 240 frames: the least, since other work on the computer only adds time, and the median |
//! | a frame without and with its past | alternating stretches of ten seconds, over the first ten minutes |
//! | the hour | key frames and their memory, the growth of the process, the way to 200 frames, and back over ten minutes by 4 frames a step, including what the player prepares in the background |

use rasher::{Boot, Console, Rom};
use script::lua_cart;
use std::hint::black_box;
use std::time::{Duration, Instant};
use tests::bench::{Times, millis, resident, spread, step_back};
use tests::random::{Dice, RandomPlayer};
use timeline::Run;

const HOUR: u64 = 216_000;
const TEN_MINUTES: u64 = 36_000;

const CARTS: [(&str, &str); 3] = [
    ("heap", include_str!("heap.lua")),
    ("half", include_str!("half.lua")),
    ("churn", include_str!("churn.lua")),
];

fn program(code: &str) -> Box<dyn rasher::Program> {
    lua_cart(code.as_bytes(), "bench.p8").expect("it is a program")
}

fn boot() -> Boot {
    Boot { rom: Rom::empty("bench").into(), seed: 1, ..Boot::default() }
}

fn moments(code: &str) {
    let mut console = Console::boot(program(code), boot());
    let mut player = RandomPlayer::pad(1);
    for _ in 0..600 {
        console.frame(&player.input());
    }
    let rom = console.machine().rom().clone();
    let mut before = console.snapshot(None);
    let mut times: [Vec<Duration>; 4] = Default::default();
    let mut bytes = 0;
    for n in 0..240 {
        console.frame(&player.input());
        let mut row = 0;
        let mut timed = |work: &mut dyn FnMut()| {
            let start = Instant::now();
            work();
            times[row].push(start.elapsed());
            row += 1;
        };
        timed(&mut || drop(black_box(console.clone())));
        let mut taken = None;
        timed(&mut || {
            let key = console.snapshot(Some(&before));
            black_box(key.memory_size(Some(&before)));
            taken = Some(key);
        });
        timed(&mut || _ = black_box(console.digest()));
        timed(&mut || bytes = black_box(console.save_state(&rom)).expect("between two frames").len());
        if n % 60 == 59 {
            before = taken.expect("it was taken");
        }
    }
    let usage = console.machine().usage();
    println!("  counted as               {:8.0} KB", console.memory_size() as f64 / 1024.0);
    println!(
        "  of the budget            {:8.1} %",
        usage.thousandths(usage.update + usage.draw) as f64 / 10.0
    );
    println!("  a state as bytes         {:8.0} KB", bytes as f64 / 1024.0);
    for (what, times) in ["a copy", "a key frame", "a digest", "a state as bytes"].iter().zip(&mut times) {
        let (middle, _) = spread(times);
        println!(
            "  {what:<24} {:8.1} us   the middle one {:.1}",
            millis(times[0]) * 1e3,
            millis(middle) * 1e3
        );
    }
}

/// An hour of it with its past.
fn hour(code: &str) {
    let mut bare = Console::boot(program(code), boot());
    let before = resident();
    let mut run = Run::start(program(code), boot()).expect("it starts");
    let (mut one, mut two) = (RandomPlayer::pad(1), RandomPlayer::pad(1));
    let mut times = [Duration::ZERO; 2];
    for stretch in 0..HOUR / 600 {
        if stretch < TEN_MINUTES / 600 {
            let start = Instant::now();
            (0..600).for_each(|_| drop(black_box(bare.frame(&one.input()))));
            times[0] += start.elapsed();
        }
        let start = Instant::now();
        for _ in 0..600 {
            black_box(run.frame(&two.input())).expect("the frame is run");
        }
        if stretch < TEN_MINUTES / 600 {
            times[1] += start.elapsed();
        }
    }
    let [without, with] = times.map(|time| millis(time) * 1e3 / TEN_MINUTES as f64);
    println!("  a frame without a past   {without:8.1} us");
    println!("  a frame with its past    {with:8.1} us   {:.2} % of 16.7 ms more", (with - without) / 166.67);
    let (keys, bytes) = run.branch().past.size();
    println!("  key frames of the hour   {keys:8}      {:.1} MB by their own count", bytes as f64 / 1e6);
    if let (Some(before), Some(after)) = (before, resident()) {
        println!("  the process grew by      {:8.1} MB", after.saturating_sub(before) as f64 / 1e6);
    }
    let mut dice = Dice::new(5);
    let mut gone = Times::default();
    for _ in 0..200 {
        let frame = dice.below(HOUR as usize + 1) as u64;
        gone.time(|| run.goto(frame).expect("it was run"));
    }
    gone.print("go to any frame");
    run.goto(HOUR).expect("it was run");
    step_back(&mut run, TEN_MINUTES as usize, without).print("back by 4 frames");
}

fn main() {
    if std::env::args().any(|a| a == "--list") {
        return;
    }
    let wanted = std::env::args().skip(1).find(|a| !a.starts_with('-'));
    for (name, code) in CARTS {
        if wanted.as_ref().is_none_or(|wanted| wanted == name) {
            println!("{name}");
            moments(code);
            hour(code);
        }
    }
}
