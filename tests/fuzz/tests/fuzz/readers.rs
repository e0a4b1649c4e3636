//! Every target over its corpus and some thousand cases of it: others on each day, or those of the variable SEED.
//!
//! ```text
//! test ──> cases TARGET --progress FILE       a process of its own: its memory has a ceiling, its end is seen
//!   └── looks on: the case is another one each time that it looks, twice a second
//! ```
//!
//! A case that takes half a minute counts as a hang; the slowest takes a few milliseconds.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Twice a second for half a minute.
const LOOKS: usize = 60;

fn batter(name: &str) {
    batter_with(name, &[]);
}

/// The same with other arguments.
pub fn batter_with(name: &str, arguments: &[&str]) {
    let seed = fuzz::seed().unwrap_or_else(|e| panic!("{e}"));
    let file = format!("{name}{}.progress", arguments.len());
    let progress = Path::new(env!("CARGO_TARGET_TMPDIR")).join(file);
    let mut child = Command::new(env!("CARGO_BIN_EXE_cases"))
        .args([name, "--seed", &seed.to_string(), "--progress"])
        .arg(&progress)
        .args(arguments)
        .stdout(Stdio::inherit())
        .stderr(Stdio::piped())
        .spawn()
        .expect("cargo built it");
    let case = || match std::fs::read(&progress).ok().as_deref().and_then(<[u8]>::first_chunk::<8>) {
        Some(number) => {
            format!("{name} --seed {seed} --only {} {}", u64::from_le_bytes(*number), arguments.join(" "))
        }
        None => format!("{name}, its corpus"),
    };
    let (mut last, mut looks) = (case(), 0);
    while child.try_wait().expect("it is our child").is_none() {
        if looks == LOOKS {
            child.kill().expect("it is our child");
            break;
        }
        std::thread::sleep(Duration::from_millis(if looks == 0 { 50 } else { 500 }));
        let now = case();
        looks = if now == last { looks + 1 } else { 0 };
        last = now;
    }
    let done = child.wait_with_output().expect("it is our child");
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(
        done.status.success(),
        "{}{}\n{said}again: cargo run -p fuzz --bin cases -- {}",
        done.status,
        if looks == LOOKS { ", as it did not go on" } else { "" },
        case()
    );
}

macro_rules! readers {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            batter(stringify!($name));
        })*

        #[test]
        fn every_target_is_here() {
            let here = [$(stringify!($name)),*];
            let all: Vec<&str> = fuzz::TARGETS.iter().map(|target| target.name).collect();
            assert_eq!(here.as_slice(), all);
        }
    };
}

readers! {
    sheet picture import aseprite wav midi tiled ldtk map flags sfx music p8 p8rom p8png page code_picture code
    recording run report report_body slot slot_body state module
    settings boot_news cart_data marks catalogue results edits pasted kept
    script cart_test condition trace print dap manifest budget_rust budget_lua
    lua_source lua_state
}
