//! Carts as modules, in the interpreter, and their native builds.
//!
//! ```text
//! cargo bench -p tests --bench modules [-- CART]
//! ```
//!
//! | row | measured |
//! |---|---|
//! | a frame | 3,000 frames of random keys with sound, in alternating stretches of 50: the least of five rounds of each stretch, and their mean |
//! | a clone | of the console |
//! | a key frame | bytes that are not shared with the one 40 frames before: the machine's, and the program's |
//! | back by 4 frames | over ten minutes of play, with what the player prepares in the background |

use rasher::{Boot, Console, Input};
use shelf::Entry;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tests::bench::{Table, step_back};
use tests::random::RandomPlayer;
use timeline::Run;

const FRAMES: usize = 3000;
const TEN_MINUTES: usize = 36_000;
/// Microseconds of a frame at 60 a second.
const FRAME: f64 = 1e6 / 60.0;

fn inputs(count: usize) -> Vec<Input> {
    let mut player = RandomPlayer::pad(7);
    (0..count).map(|_| player.input()).collect()
}

fn boot(entry: &Entry) -> Boot {
    Boot { rom: Arc::new(entry.rom().expect("its data are right")), seed: 7, ..Boot::default() }
}

/// Microseconds of a frame: the mean, and that of the slowest stretch.
fn frames(start: [&Console; 2], inputs: &[Input]) -> [(f64, f64); 2] {
    let mut least = vec![[Duration::MAX; 2]; inputs.len() / 50];
    for _ in 0..5 {
        let mut consoles = start.map(Console::clone);
        for (stretch, times) in inputs.chunks(50).zip(&mut least) {
            for (console, time) in consoles.iter_mut().zip(times) {
                let from = Instant::now();
                stretch.iter().for_each(|input| _ = black_box(console.frame(input)));
                *time = from.elapsed().min(*time);
            }
        }
        assert_eq!(consoles[0].digest(), consoles[1].digest());
    }
    let each = |time: Duration| time.as_secs_f64() * 1e6 / 50.0;
    [0, 1].map(|n| {
        let all = least.iter().map(|times| each(times[n]));
        (all.clone().sum::<f64>() / least.len() as f64, all.fold(0.0, f64::max))
    })
}

/// Bytes of the key frames of a module: the machine's and the program's, the largest and the mean.
fn key_frames(mut console: Console, inputs: &[Input]) {
    let (mut whole, mut own) = (console.snapshot(None), console.program().snapshot(None));
    let mut sizes = [Vec::new(), Vec::new()];
    for stretch in inputs.chunks(40) {
        stretch.iter().for_each(|input| _ = console.frame(input));
        let next = console.snapshot(Some(&whole));
        let next_own = console.program().snapshot(Some(&*own));
        let program = next_own.size(Some(&*own));
        sizes[0].push(next.memory_size(Some(&whole)) - program);
        sizes[1].push(program);
        (whole, own) = (next, next_own);
    }
    for (what, sizes) in ["the machine's", "the program's"].into_iter().zip(sizes) {
        let mean = sizes.iter().sum::<usize>() as f64 / sizes.len() as f64;
        let most = sizes.iter().copied().max().unwrap_or_default();
        println!("  a key frame, {what} {:6.1} KB  the largest {:.1}", mean / 1024.0, most as f64 / 1024.0);
    }
}

fn rewind(entry: &Entry, module: &[u8], frame: f64) {
    let cart = wasm::cart(module).expect("a module");
    let mut run = Run::start(Box::new(cart), boot(entry)).expect("it starts");
    inputs(TEN_MINUTES).iter().for_each(|input| _ = run.frame(input).expect("a frame"));
    let (keys, bytes) = run.branch().past.size();
    println!("  ten minutes of play      {keys:8} key frames, {:.1} MB", bytes as f64 / 1e6);
    step_back(&mut run, TEN_MINUTES, frame).print("back by 4 frames");
}

fn main() {
    if std::env::args().any(|a| a == "--list") {
        return;
    }
    let wanted = std::env::args().skip(1).find(|a| !a.starts_with('-'));
    for entry in shelf::ALL.iter().filter(|entry| match &wanted {
        None => !entry.example,
        Some(name) => entry.name == name,
    }) {
        let built = tool::build_cart_module(entry).unwrap_or_else(|e| panic!("{e}"));
        let module = built.module(entry.name).expect("its own module");
        let cart = wasm::cart(&module).expect("a module");
        let native = Console::boot((entry.make)(), boot(entry));
        let built = Console::boot(Box::new(cart), boot(entry));
        let inputs = inputs(FRAMES);
        println!("{}", entry.name);
        let times = frames([&native, &built], &inputs);
        for (what, (mean, most)) in ["native", "module"].into_iter().zip(times) {
            let share = mean / FRAME * 100.0;
            println!(
                "  a frame, {what}          {mean:8.1} us   {share:.2} % of a sixtieth; the slowest stretch {most:.0}"
            );
        }
        let [mut native, mut built] = [native, built];
        for input in &inputs {
            native.frame(input);
            built.frame(input);
        }
        let mut table = Table::new("clones");
        table.pair(
            "a clone, native",
            1.0,
            |_| drop(black_box(built.clone())),
            |_| drop(black_box(native.clone())),
        );
        for row in table.rows() {
            println!(
                "  a clone                  {:8.2} us   native {:.2}",
                row.ns / 1e3,
                row.twin_ns.unwrap_or_default() / 1e3
            );
        }
        key_frames(built, &inputs);
        rewind(entry, &module, times[1].0);
    }
}
