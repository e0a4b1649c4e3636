//! The whole console below its window, with everything that can go wrong around it, from one seed.
//!
//! ```text
//! seed ── programs::cart ──> a cart in Lua ──> Player ──> store on a failing disk ──> stored files
//!      └─ Steps: play, rewind, slots, the debugger, the prompt, saved code and data, restart, kill        │
//!                                                          ▲──────────── a new player resumes from them ─────┘
//! after each frame   a copy, a snapshot and the previous frame's bytes run the same input: the same digest
//! after each step    the recording, replayed from its start, has the digest of the played run; the stored run was really played
//! ```
//!
//! | variable | what it sets |
//! |---|---|
//! | `SEED` | the first case, in decimal; by default the day, such as 20261127, followed by a case number |
//! | `SIMULATION_SECONDS` | for how long new cases are started: 20 in `.ci/run`, 600 in `.ci/release`; 5 by default |
//!
//! A failure prints the command that repeats it and writes the cart to `tests/out/simulation`. Copied to `cases` as
//! `SEED.p8`, it runs every time with its own text: later changes of the generator do not affect it.

mod cuts;
mod disk;
mod steps;
mod twins;
mod world;

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use steps::Case;

/// Cases of a day: more than an hour of them.
const A_DAY: u64 = 1_000_000;

/// The day as a number, such as 20261127.
fn today() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let date = rasher::Date { unix: now.as_secs() as i64, offset: 0 };
    u64::from(date.day())
}

/// The first seed: the requested one, or the first of the day.
fn first_seed() -> u64 {
    number("SEED").unwrap_or_else(|| today() * A_DAY)
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

/// The command that runs a seed again.
fn again(seed: u64) -> String {
    format!("repeat it:  SEED={seed} SIMULATION_SECONDS=0 cargo test --workspace --test simulation")
}

/// Runs a case; returns the failure as text.
fn fails(case: &Case) -> Option<String> {
    let caught = std::panic::catch_unwind(|| case.run());
    let error = match caught {
        Ok(Ok(())) => return None,
        Ok(Err(error)) => error,
        Err(panic) => {
            let text = panic.downcast_ref::<String>().cloned();
            text.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string)).unwrap_or_default()
        }
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("out/simulation");
    let file = folder.join(format!("{}.p8", case.seed));
    let written = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&file, case.cartridge()));
    Some(format!(
        "{error}\n{}\nits cart:   {} {}",
        again(case.seed),
        file.display(),
        written.map_or_else(|e| e.to_string(), |()| String::new()),
    ))
}

#[test]
fn kept_cases_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/simulation/cases");
    let mut cases: Vec<Case> = std::fs::read_dir(folder)
        .expect("the folder of cases")
        .map(|entry| Case::read(&entry.expect("an entry").path()))
        .collect();
    cases.sort_by_key(|case| case.seed);
    assert!(!cases.is_empty());
    let failures: Vec<String> = cases.iter().filter_map(fails).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn generated_runs_are_what_their_recordings_say() {
    let first = first_seed();
    let seconds = Duration::from_secs(number("SIMULATION_SECONDS").unwrap_or(5));
    let (next, found, begun) = (AtomicU64::new(first), Mutex::new(None), Instant::now());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    // The first always runs, however short the time.
                    let over = seed > first && begun.elapsed() >= seconds;
                    if over || found.lock().expect("no thread panics with it").is_some() {
                        return;
                    }
                    if let Some(failure) = fails(&Case::generated(seed)) {
                        found.lock().expect("no thread panics with it").get_or_insert(failure);
                    }
                }
            });
        }
    });
    println!("{} cases from SEED={first}", next.into_inner() - first);
    let failure = found.into_inner().expect("no thread panics with it");
    assert!(failure.is_none(), "{}", failure.unwrap_or_default());
}
