//! Every reader of bytes from outside, as a function of bytes: the targets of the fuzzers.
//!
//! ```text
//! corpus/NAME/*  ──> mutate.rs ──> bytes ──> target: reads; accepted input is written and read again, walked, run
//!   kept, small       a seed and a number        │      false: refused, with a message of reasonable length
//!                                                 └─ never: a panic, more memory than its limit, half a minute
//!
//! bin/cases.rs      numbered cases, the same in every run: .ci/run, as tests/readers.rs calls it
//! bin/coverage.rs   libFuzzer, guided by coverage: .ci/release
//! ```
//!
//! Targets: `data.rs` carts' data, `runs.rs` runs and states, `person.rs` a user's own files, `text.rs` typed or printed
//! text, `editors.rs` histories of edits, the clipboard and files that are written back, `lua.rs` the language. `mend.rs` repairs checksums, so that mutations get past them. `tests/README.md` explains how to run a target.
//!
//! Not covered here: fetching, watching and writing files; those have tests with real files in `console/store`.

mod data;
mod editors;
mod lua;
mod mend;
mod mutate;
mod person;
mod runs;
mod text;

pub use editors::opened;
pub use lua::state_at as lua_state_at;
pub use mutate::Mutator;
pub use runs::still;

use cap::Cap;
use std::alloc::System;
use std::fmt::Display;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// All memory of a fuzzer: a case that exceeds its target's limit ends the process, and so is found.
#[global_allocator]
static MEMORY: Cap<System> = Cap::new(System, usize::MAX);

/// A reader, and the checks for any input.
pub struct Target {
    /// The name on the command line, and of the corpus folder.
    pub name: &'static str,
    /// Reads bytes. True if they were accepted.
    pub run: fn(&[u8]) -> bool,
    /// Cases that [`Mutator`] makes of its corpus in a run of the tests.
    pub cases: u64,
    /// Memory of one case at most, in MiB.
    pub memory: usize,
    /// Words that occur in its files.
    pub words: &'static [&'static str],
}

impl Target {
    const fn new(name: &'static str, run: fn(&[u8]) -> bool, cases: u64) -> Target {
        Target { name, run, cases, memory: 16, words: &[] }
    }

    const fn memory(self, memory: usize) -> Target {
        Target { memory, ..self }
    }

    const fn words(self, words: &'static [&'static str]) -> Target {
        Target { words, ..self }
    }

    /// Reads bytes, with no more memory than the limit.
    pub fn case(&self, bytes: &[u8]) -> bool {
        // Only a limit below the memory in use fails.
        MEMORY.set_limit(MEMORY.allocated() + (self.memory << 20)).expect("it is above what is in use");
        let taken = (self.run)(bytes);
        MEMORY.set_limit(usize::MAX).expect("there is no higher one");
        taken
    }

    pub fn folder(&self) -> PathBuf {
        [env!("CARGO_MANIFEST_DIR"), "corpus", self.name].iter().collect()
    }

    /// The files of its corpus, by name. Fails if there is none, or one cannot be read.
    pub fn corpus(&self) -> Result<Vec<(String, Vec<u8>)>, String> {
        let folder = self.folder();
        let wrong = |e: std::io::Error| format!("{}: {e}", folder.display());
        let mut files = Vec::new();
        for file in fs::read_dir(&folder).map_err(wrong)? {
            let file = file.map_err(wrong)?;
            files.push((
                file.file_name().to_string_lossy().into_owned(),
                fs::read(file.path()).map_err(wrong)?,
            ));
        }
        files.sort();
        if files.is_empty() { Err(format!("{}: no file in it", folder.display())) } else { Ok(files) }
    }
}

pub const TARGETS: &[Target] = &[
    Target::new("sheet", data::sheet, 8_000),
    Target::new("picture", data::picture, 4_000),
    // 64 MiB for a decoder, 16 more for the GIF decoder with a frame of that size, and the picture twice (20).
    Target::new("import", data::imported, 6_000).memory(112),
    // A cel of 2,048x2,048 pixels takes 16 MiB.
    Target::new("aseprite", data::aseprite, 6_000).memory(64),
    Target::new("wav", data::wav, 300),
    Target::new("midi", data::midi, 3_000),
    Target::new("tiled", data::tiled, 6_000).words(data::TILED_WORDS),
    Target::new("ldtk", data::ldtk, 10_000).words(data::LDTK_WORDS),
    Target::new("map", data::map, 20_000).words(&["# ", "..", "\n"]),
    Target::new("flags", data::flags, 60_000).words(&["# ", "\n"]),
    Target::new("sfx", data::sfx, 40_000).words(data::SFX_WORDS),
    Target::new("music", data::music, 60_000).words(&["--", "start", "back", "stop", "63:", "(9)", "\n"]),
    Target::new("p8", data::p8, 40_000).words(data::P8_WORDS),
    Target::new("p8rom", data::p8rom, 4_000),
    Target::new("p8png", data::p8png, 150),
    // A page's dictionary has at most 64 MiB.
    Target::new("page", data::page, 4_000).memory(144).words(data::PAGE_WORDS),
    Target::new("code_picture", data::code_picture, 1_000).memory(112),
    Target::new("code", data::code, 60_000).words(&["\0pxa", ":c:\0"]),
    Target::new("recording", runs::recording, 12_000),
    Target::new("run", runs::run, 6_000),
    Target::new("report", runs::report, 500),
    Target::new("report_body", runs::report_body, 500),
    Target::new("slot", runs::slot, 500),
    Target::new("slot_body", runs::slot_body, 500),
    Target::new("state", runs::state, 3_000),
    // Half of it is for the machine and its copies.
    Target::new("module", runs::module, 1_000).memory(8).words(&[
        "rasher",
        "cls",
        "memory",
        "__stack_pointer",
    ]),
    Target::new("settings", person::settings, 20_000).words(person::SETTINGS_WORDS),
    Target::new("boot_news", person::boot_news, 1_500).memory(64).words(&["\0", "\u{1}", "\u{2}", "\u{7f}"]),
    Target::new("cart_data", person::cart_data, 30_000).words(&["00000000", "\n"]),
    Target::new("marks", person::marks, 20_000).words(person::SETTINGS_WORDS),
    Target::new("catalogue", text::catalogue, 20_000).words(text::CATALOGUE_WORDS),
    Target::new("results", person::results, 2_000).words(&["7fffffff", "80000000", "\n"]),
    Target::new("edits", editors::edits, 300),
    Target::new("pasted", editors::pasted, 1_000).words(editors::PASTED_WORDS),
    Target::new("kept", editors::kept, 3_000).words(data::P8_WORDS),
    Target::new("script", text::script, 30_000).words(text::SCRIPT_WORDS),
    Target::new("cart_test", text::cart_test, 30_000).words(text::TEST_WORDS),
    Target::new("condition", text::condition, 30_000).words(text::CONDITION_WORDS),
    Target::new("trace", text::trace, 30_000).words(&["rasher trace 2\n", "SHEET=", "0 ", "="]),
    Target::new("print", text::print, 10_000).words(text::PRINT_WORDS),
    Target::new("dap", text::dap, 4_000).words(text::DAP_WORDS),
    Target::new("manifest", text::manifest, 4_000).words(&[
        "[dependencies]\n",
        "path = \"../\"",
        "[lib]\n",
        "\"\"\"",
        "rand = ",
    ]),
    Target::new("budget_rust", text::budget_rust, 600).memory(64).words(text::RUST_WORDS),
    Target::new("budget_lua", text::budget_lua, 2_000).memory(64).words(text::LUA_WORDS),
    Target::new("lua_source", lua::source, 2_000).memory(96).words(lua::LUA_SOURCE_WORDS),
    Target::new("lua_state", lua::state, 2_000).memory(96),
];

/// The seed of a run: `SEED`, or the number of days since 1970. So the cases change each day and are the same on all
/// machines. Fails if `SEED` is not a number.
pub fn seed() -> Result<u64, String> {
    match std::env::var("SEED") {
        Ok(seed) => seed.trim().parse().map_err(|_| format!("SEED={seed}: expected a number")),
        Err(_) => {
            let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
            Ok(now.map_or(0, |since| since.as_secs() / 86_400))
        }
    }
}

/// Gives a panic all the memory that it needs: printing its place takes some, and a case may have used up its own.
pub fn lift_limit_on_panic() {
    let told = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        _ = MEMORY.set_limit(usize::MAX);
        told(info);
    }));
}

pub fn find(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

/// The most bytes in use at one time since the program began.
pub fn most_memory() -> usize {
    MEMORY.max_allocated()
}

/// Microseconds of the slowest step of all cases.
static SLOWEST: AtomicU64 = AtomicU64::new(0);

/// Runs a step of a case, which on an idle machine takes less than 200 ms.
fn timed<R>(step: impl FnOnce() -> R) -> R {
    let start = Instant::now();
    let result = step();
    let took = start.elapsed();
    assert!(took < Duration::from_secs(4), "a step of {took:?}");
    SLOWEST.fetch_max(took.as_micros() as u64, Ordering::Relaxed);
    result
}

/// How long the slowest step took, of a target that times them.
pub fn slowest_step() -> Duration {
    Duration::from_micros(SLOWEST.load(Ordering::Relaxed))
}

/// A reader's result: its value, or none after checking that the message fits a line.
fn taken<T, E: Display>(result: Result<T, E>) -> Option<T> {
    match result {
        Ok(value) => Some(value),
        Err(e) => {
            let message = e.to_string();
            assert!(message.len() < 600, "a message of {} bytes", message.len());
            assert!(!message.contains(char::is_control), "a control character in the message {message:?}");
            None
        }
    }
}
