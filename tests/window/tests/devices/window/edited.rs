//! Editing data files while another window has the keyboard, in the ways that programs and people change them.
//!
//! Our decision: saved data appear at once; errors and missing files are reported and the last good ones stay; and no
//! change of the folder, pipe or half-written file ends that.

use super::rasher;
use super::screen::{Folder, Player, Screen, Shot};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// The rows of the window above any message.
const CLEAR: usize = 360;

/// A data folder with the cart's own files.
fn data() -> Folder {
    let folder = Folder::new("edited-data");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (sub, endings) in [("sprites", &["png", "map", "flags"][..]), ("sfx", &["sfx", "music"])] {
        std::fs::create_dir(folder.0.join(sub)).expect("the test's own folder");
        for ending in endings {
            let file = format!("{sub}/porklike.{ending}");
            std::fs::copy(root.join(&file), folder.0.join(&file)).expect("the cart's own file");
        }
    }
    folder
}

/// A sheet of one colour.
fn sheet(color: u8) -> Vec<u8> {
    format::write_sheet(&[color * 0x11; 0x2000])
}

/// How often that colour appears outside messages.
fn seen(shot: &Shot, rgb: u32) -> usize {
    (0..CLEAR).flat_map(|y| (0..512).map(move |x| (x, y))).filter(|(x, y)| shot.at(*x, *y) == rgb).count()
}

/// Whether there is a message in a red frame at the lower edge.
fn is_red(shot: &Shot) -> bool {
    (CLEAR..512).any(|y| (4..508).all(|x| shot.at(x, y) == 0xff004d))
}

/// Green and pink, of which the scene has little.
const GREEN: (u8, u32) = (11, 0x00_e436);
const PINK: (u8, u32) = (14, 0xff_77a8);

/// The brightest colour, which the title has only after its fade-in: 1,168 points from frame 11 on, none before.
const LIGHT: u32 = 0x00ff_f1e8;

/// Whether the picture is mostly a sheet of that colour.
fn waits_for_sheet(window: &mut Player<'_>, what: &str, (_, rgb): (u8, u32), least: usize) {
    window.waits_for(what, |shot| seen(shot, rgb) > least);
}

fn edited(args: &[&str]) {
    let (screen, home, data) = (Screen::start(), Folder::new("edited"), data());
    let path = |name: &str| data.0.join(name);
    let png = path("sprites/porklike.png");
    let folder = data.0.to_str().expect("a plain path");
    let common = ["porklike", "--seed", "7", "--renderer", "soft", "--data", folder];
    let mut window = screen.play(&rasher(), &home.0, &[args, &common[..]].concat());
    // The cart starts with a fade-in, during which a sheet's own colours do not show.
    let is_light = |shot: &Shot| args == ["view"] || seen(shot, LIGHT) > 800;
    let first =
        window.waits_for("a picture", |shot| (0..512).any(|x| shot.at(x, 256) != 0) && is_light(shot));
    let few = |rgb| seen(&first, rgb) + 1000;
    // Another window has the keyboard: here the screen itself.
    let root = screen.xdotool(&["search", "--maxdepth", "0", ""]);
    screen.xdotool(&["windowfocus", &root]);

    let beside = path("sprites/beside.tmp");
    std::fs::write(&beside, sheet(GREEN.0)).expect("written");
    std::fs::rename(&beside, &png).expect("renamed over it");
    waits_for_sheet(&mut window, "renamed over it", GREEN, few(GREEN.1));
    // As slow programs write: nothing, half of it, all.
    let (bytes, begun) = (sheet(PINK.0), Instant::now());
    for part in [0, bytes.len() / 2, bytes.len()] {
        std::fs::write(&png, &bytes[..part]).expect("written");
        std::thread::sleep(Duration::from_millis(80));
    }
    // A machine that stopped between the parts has left a truncated file, which must be reported.
    let at_once = begun.elapsed() < Duration::from_millis(300);
    window.waits_for("written slowly", |shot| {
        assert!(!at_once || !is_red(shot), "a false alarm: {}", shot.keep("false alarm").display());
        seen(shot, PINK.1) > few(PINK.1)
    });

    std::fs::remove_file(&png).expect("removed");
    let gone = window.waits_for("the file is gone, which is said", is_red);
    assert!(seen(&gone, PINK.1) > few(PINK.1), "the last good one stays");
    let made = Command::new("mkfifo").arg(&png).status().expect("a system with pipes");
    assert!(made.success());
    std::thread::sleep(Duration::from_millis(500));
    std::fs::remove_file(&png).expect("removed");
    std::fs::write(&png, sheet(GREEN.0)).expect("written");
    waits_for_sheet(&mut window, "after a pipe", GREEN, few(GREEN.1));
    window.waits_for("the message is gone with its cause", |shot| !is_red(shot));

    // mv sprites old; cp -r old sprites
    std::fs::rename(path("sprites"), path("old")).expect("moved");
    window.waits_for("the folder is gone, which is said", is_red);
    std::fs::create_dir(path("sprites")).expect("made anew");
    for file in ["porklike.png", "porklike.map", "porklike.flags"] {
        std::fs::copy(path("old").join(file), path("sprites").join(file)).expect("copied");
    }
    window.waits_for("all is there again", |shot| !is_red(shot));
    std::fs::write(&png, sheet(PINK.0)).expect("written");
    waits_for_sheet(&mut window, "saved in the new folder", PINK, few(PINK.1));

    screen.xdotool(&["search", "--name", "^Rasher - ", "windowfocus", "--sync"]);
    let said = window.quits();
    for line in [
        "rasher: porklike.png is missing: the last good version stays in use\n",
        "rasher: porklike.png: cannot read: found a pipe, a device or a socket, expected a regular file\n",
        "rasher: the folder sprites is missing: its last data stay in use\n",
        "rasher: sprites was replaced: its new files are followed\n",
        "rasher: all file errors are fixed\n",
    ] {
        assert!(said.contains(line), "{line:?} is not in {said:?}");
    }
    assert!(!at_once || !said.contains("too early"), "no false alarm: {said}");
}

#[test]
fn what_is_edited_elsewhere_is_seen_while_the_game_waits_for_the_keyboard() {
    edited(&["run"]);
}

#[test]
fn a_view_follows_what_is_edited_elsewhere() {
    edited(&["view"]);
}
