//! Time and slots in the window: holding a key rewinds, a slot is saved, loaded and found again after a restart, and
//! the recording is an ordinary run.
//!
//! Our decision. The recording, replayed without a window, defines the run.

use super::{Folder, Screen, rasher, screen};
use rasher::Rom;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use timeline::{Recording, Slot};

/// Whether the rewind indicator is shown: its yellow frame is in the upper right corner.
fn marked(shot: &screen::Shot) -> bool {
    shot.at(4 * 124 + 1, 4 * 7 + 1) == 0xffec27
}

/// A box with a light grey frame whose left edge is that column of the machine's screen.
fn boxed(column: usize) -> impl Fn(&screen::Shot) -> bool {
    move |shot| shot.at(4 * column + 1, 256) == 0xc2c3c7
}

/// Opens the page of slots: the ninth row from below, however many items the cart has.
fn slots(window: &mut screen::Player<'_>) {
    window.keys(&["Return"]);
    window.waits_for("the pause menu", boxed(11));
    window.keys(&["Up", "Up", "Up", "Up", "Up", "Up", "Up", "Up", "Up", "z"]);
    window.waits_for("the page of slots", boxed(3));
}

fn hold_back(window: &mut screen::Player<'_>) {
    window.hold("BackSpace", true);
    window.waits_for("the mark of the way back", marked);
    std::thread::sleep(std::time::Duration::from_millis(700));
    window.hold("BackSpace", false);
    window.waits_for("play", |shot| !marked(shot));
}

fn recording(path: &Path) -> Recording {
    let bytes = std::fs::read(path).expect("--record writes a recording");
    let out = Command::new(rasher()).arg("replay").arg(path).output().expect("it runs");
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    Recording::from_bytes(&bytes).expect("of this version")
}

/// Opens the page of slots, and goes to the first one's moment.
fn load(window: &mut screen::Player<'_>) {
    slots(window);
    window.keys(&["z"]);
    window.waits_for("the slot's page", boxed(11));
    window.keys(&["z"]);
    window.waits_for("the slot's moment", |shot| !boxed(11)(shot));
    std::thread::sleep(std::time::Duration::from_millis(300));
}

#[test]
fn a_run_is_wound_back_saved_loaded_and_wound_back_after_a_restart() {
    let (screen, home) = (Screen::start(), Folder::new("time"));
    let record = home.0.join("run");
    let name = record.to_str().expect("a plain path");
    let args = ["porklike", "--seed", "3", "--renderer", "soft", "--record", name];
    let mut window = screen.play(&rasher(), &home.0, &args);
    window.waits_for("a picture", |shot| (0..512).any(|y| shot.at(256, y) != 0));
    window.keys(&["z"]);
    std::thread::sleep(std::time::Duration::from_secs(2));
    window.keys(&["Right", "Up", "Left", "Right"]);
    hold_back(&mut window);

    // Saved at once, since it is empty.
    slots(&mut window);
    window.keys(&["z"]);
    let file = home.0.join("slots/porklike-1.slot");
    let slot = Slot::from_bytes(&screen::written(&file)).expect("whole or not at all");
    let entry = shelf::find("porklike").expect("on the shelf");
    let rom = Arc::new(Rom { version: entry.version, ..slot.moment.rom.clone() });
    let mut console = rasher::Console::boot((entry.make)(), slot.moment.recording.start.boot(rom));
    slot.moment.recording.inputs().for_each(|input| drop(console.frame(&input)));
    assert_eq!(screen::picture(&console), slot.picture, "the picture of the slot is that of its moment");

    // Plays on, then returns to the slot: a question appears, since the slot is no longer empty.
    window.keys(&["Escape", "Escape"]);
    window.waits_for("play", |shot| !boxed(3)(shot) && !boxed(11)(shot));
    window.keys(&["Right", "Right", "Down"]);
    load(&mut window);
    assert!(home.0.join("slots/porklike-6.slot").is_file(), "where one was before the load is kept");
    window.quits();
    let played = recording(&record);
    assert!(played.begins_with(&slot.moment.recording), "what is recorded goes on from the slot");
    assert!(played.frames() > slot.moment.frame, "and some frames were run there");

    // The previous run is resumed, and its past is there.
    let args = ["porklike", "--renderer", "soft", "--resume", "--record", name];
    let mut window = screen.play(&rasher(), &home.0, &args);
    window.waits_for("a picture", |shot| (0..512).any(|y| shot.at(256, y) != 0));
    hold_back(&mut window);
    window.quits();
    let again = recording(&record);
    assert_eq!(again.start.seed, 3, "it is that run");
    assert!(!again.begins_with(&played), "rewound behind where it was left: another branch");
    // The slot is still there after a restart, even if another cart is played now.
    let mut window =
        screen.play(&rasher(), &home.0, &["porklike", "--seed", "9", "--renderer", "soft", "--record", name]);
    window.waits_for("a picture", |shot| (0..512).any(|y| shot.at(256, y) != 0));
    load(&mut window);
    window.quits();
    assert!(recording(&record).begins_with(&slot.moment.recording), "another run's slot is run again");
}

#[test]
fn a_dropped_recording_is_watched_and_taken_over() {
    let (screen, home) = (Screen::start(), Folder::new("watch"));
    let record = home.0.join("run");
    let name = record.to_str().expect("a plain path");
    let args = ["picorogue", "--renderer", "soft", "--record", name];
    let mut window = screen.play(&rasher(), &home.0, &args);
    window.waits_for("a picture", |shot| (0..512).any(|y| shot.at(256, y) != 0));
    let dropped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../replays/ghosts.rec");
    window.drops(&dropped);
    // Blue, in the upper right corner.
    let watched = |shot: &screen::Shot| shot.at(4 * 124 + 1, 4 * 7 + 1) == 0x29adff;
    let shot = window.waits_for("the mark of a recording", watched);
    shot.keep("watched");
    std::thread::sleep(std::time::Duration::from_secs(1));
    window.keys(&["z"]);
    window.waits_for("play", |shot| !watched(shot));
    std::thread::sleep(std::time::Duration::from_millis(500));
    window.quits();
    let (played, seen) = (recording(&record), recording(&dropped));
    let frames = played.frames() as usize;
    assert_eq!(played.start, seen.start);
    assert!(frames > 60, "{frames} frames");
    let same = played.inputs().zip(seen.inputs()).take_while(|(a, b)| a == b).count();
    assert!(same > 30 && same < frames, "{same} of {frames} frames are those of the recording");
}

/// Ctrl+C in the terminal is SIGINT.
#[test]
fn a_signal_ends_a_window_as_its_button_does() {
    let (screen, home) = (Screen::start(), Folder::new("signal"));
    for signal in ["-INT", "-TERM"] {
        let record = home.0.join(signal);
        let name = record.to_str().expect("a plain path");
        let args = ["picorogue", "--renderer", "soft", "--fresh", "--record", name];
        let mut window = screen.play(&rasher(), &home.0, &args);
        window.waits_for("a picture", |shot| (0..512).any(|y| shot.at(256, y) != 0));
        let pid = window.id().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().is_ok_and(|done| done.success()));
        let (code, said) = window.ends();
        assert_eq!(code, Some(0), "{signal}: {said}");
        assert!(recording(&record).frames() > 0, "{signal}");
    }
}
