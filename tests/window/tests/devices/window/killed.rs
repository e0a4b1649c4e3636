//! Kills the console repeatedly during typing in its code editor: the next one has the letters.
//!
//! ```text
//! start, F2 ── letters, in every third round Ctrl+S ── a random time ── kill -9 ── the history has the letters
//!   ^                                                                                        │
//!   └────────────────────────────────────────────────────────────────────────────────────────┘
//! ```
//!
//! Six kills show that it works; `EDIT_KILLS=50` is the long run. The editors keep edits half a second later; here a busy machine has three.

use super::rasher;
use super::screen::{Folder, PATIENCE, Screen};
use format::EditLog;
use num::{Rng, num};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

const SURE: Duration = Duration::from_secs(3);

/// The newest text in the only history of a home.
fn kept(home: &Path) -> Option<String> {
    let log = fs::read_dir(home.join("history")).ok()?.flatten().next()?;
    let log = EditLog::from_bytes(&fs::read(log.path()).ok()?);
    let state = log.state(log.tip()?.id)?;
    Some(String::from_utf8_lossy(&state.files.first()?.1).into_owned())
}

#[test]
fn a_console_that_is_killed_loses_no_letters() {
    let kills: u32 = std::env::var("EDIT_KILLS").map_or(6, |n| n.parse().expect("EDIT_KILLS is a number"));
    let (screen, home, folder) = (Screen::start(), Folder::new("killed"), Folder::new("killed-carts"));
    let cart = folder.0.join("game.p8");
    let mut known = "\nfunction _draw() cls(8) end".to_string();
    fs::write(&cart, format!("pico-8 cartridge\nversion 42\n__lua__\n{known}\n")).expect("written");
    let mut rng = Rng::seeded(num!(3));
    for kill in 0..kills {
        let path = cart.to_str().expect("a plain path");
        let mut window = screen.play(&rasher(), &home.0, &[path, "--renderer", "soft", "--fresh"]);
        window.waits_for("the game", |shot| shot.at(256, 256) == 0x00ff_004d);
        window.keys(&["F2"]);
        window.waits_for("the editors", |shot| shot.at(256, 256) != 0x00ff_004d);
        let context = format!("kill {kill}");
        if kill > 0 {
            assert_eq!(kept(&home.0).as_ref(), Some(&known), "{context}: opening changes nothing");
        }
        // The caret is at the start, so new letters come before those already found.
        let (mut typed, mut times) = (String::from("--"), Vec::new());
        window.keys(&["minus", "minus"]);
        for _ in 0..4 + rng.next_u32() % 12 {
            let digit = char::from(b'0' + (rng.next_u32() >> 8) as u8 % 10);
            window.keys(&[&digit.to_string()]);
            typed.push(digit);
            times.push(Instant::now());
            if rng.next_u32().is_multiple_of(8) {
                std::thread::sleep(Duration::from_millis(u64::from(rng.next_u32() % 1500)));
            }
        }
        if kill % 3 == 2 {
            window.keys(&["Return", "ctrl+s"]);
            typed.push('\n');
            let begun = Instant::now();
            while !fs::read_to_string(&cart).is_ok_and(|code| code.contains(&typed)) {
                assert!(begun.elapsed() < PATIENCE, "{context}: not saved");
                std::thread::sleep(Duration::from_millis(50));
            }
        }
        std::thread::sleep(Duration::from_millis(u64::from(rng.next_u32() % 700)));
        window.kill();
        let sure = times.iter().filter(|time| time.elapsed() > SURE).count();
        let sure = if sure > 0 { sure + 2 } else { 0 };
        let text = kept(&home.0).expect("a history");
        let new = text.strip_suffix(&known).unwrap_or_else(|| panic!("{context}: {text:?} after {known:?}"));
        assert!(typed.starts_with(new), "{context}: {new:?} of {typed:?}");
        assert!(
            new.len() >= sure || kill % 3 == 2 && new == typed,
            "{context}: {new:?}, sure are {sure} of {typed:?}"
        );
        known = text;
    }
}
