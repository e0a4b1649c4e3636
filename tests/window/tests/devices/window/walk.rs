//! The debugger in the window: walking a run, playing on from the past, writing a report, and opening it again.
//!
//! The run's own recording, replayed without a window, gives each frame's picture. The game's place in the debugger
//! is our decision: the upper left corner of a canvas scaled by a whole number and centred.

use super::screen::picture;
use super::trouble::Trouble;
use super::{Folder, Screen, WINDOW, begun, failed, press, screen, trouble};
use rasher::{Console, Input, PIXELS, Rom, button, palette, program};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use timeline::{Recording, Report};

/// The game's picture in the debugger: the canvas's upper left corner.
fn game_at(shot: &screen::Shot, picture: &[u8; PIXELS], scale: usize, (left, top): (usize, usize)) -> bool {
    let color = |i: u8| {
        let [r, g, b] = palette::RGB[usize::from(i)];
        u32::from_be_bytes([0, r, g, b])
    };
    (0..PIXELS).all(|i| {
        let (x, y) = (left + i % 128 * scale, top + i / 128 * scale);
        shot.at(x, y) == color(picture[i]) && shot.at(x + scale - 1, y + scale - 1) == color(picture[i])
    })
}

/// The machine's picture after each frame of a recording.
fn pictures(recording: &Recording) -> Vec<Box<[u8; PIXELS]>> {
    let rom = Arc::new(Rom::empty("trouble"));
    let mut console = Console::boot(program(Trouble::default()), recording.start.boot(rom));
    let first = picture(&console);
    let rest = recording.inputs().map(|input| {
        console.frame(&input);
        picture(&console)
    });
    std::iter::once(first).chain(rest).collect()
}

/// The bug reports in the home folder.
fn reports(home: &Path) -> Vec<PathBuf> {
    let files = std::fs::read_dir(home.join("reports")).into_iter().flatten().flatten();
    files.map(|file| file.path()).filter(|path| path.extension().is_some_and(|e| e == "report")).collect()
}

/// Presses R in the debugger and reads the written bug report; returns it with its path.
fn reported(window: &screen::Player<'_>, home: &Path) -> (PathBuf, Report) {
    reports(home).iter().for_each(|old| std::fs::remove_file(old).expect("the test's own file"));
    // A question shows the report's contents; O writes the report.
    window.keys(&["r"]);
    std::thread::sleep(std::time::Duration::from_millis(300));
    window.keys(&["z"]);
    let begun = std::time::Instant::now();
    loop {
        if let [path] = &reports(home)[..] {
            let bytes = std::fs::read(path).expect("it is there whole or not at all");
            return (path.clone(), Report::from_bytes(&bytes).expect("of this version"));
        }
        assert!(begun.elapsed() < screen::PATIENCE, "no report is written");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}

#[test]
fn in_the_debugger_a_run_is_walked_and_continued_from_the_past() {
    for renderer in ["gpu", "soft"] {
        let (screen, home) = (Screen::start(), Folder::new(&format!("walk-{renderer}")));
        let record = home.0.join("run");
        let record = record.to_str().expect("a plain path");
        let args = ["--seed", "7", "--renderer", renderer, "--record", record];
        let mut window = screen.play(&trouble(), &home.0, &args);
        begun(&mut window, "before it is walked");
        // A mark that always moves: each picture of the last second has its own position.
        window.keys(&["Down"]);
        window.hold("Right", true);
        std::thread::sleep(std::time::Duration::from_millis(700));
        window.keys(&["F12"]);
        window.hold("Right", false);
        let debugger = |shot: &screen::Shot| shot.at(480, 4) == 0x83769c;
        window.waits_for("the debugger, its first panel in focus", debugger);
        let (_, report) = reported(&window, &home.0);
        let all = pictures(&report.recording);
        let now = report.frame as usize;
        assert_eq!(now as u64, report.recording.frames(), "it opens at the newest moment");
        assert!(now > 40, "most of a second");
        let at = |window: &mut screen::Player<'_>, frame: usize, what: &str| {
            window.waits_for(&format!("{renderer}: {what}"), |shot| game_at(shot, &all[frame], 2, (0, 0)));
        };
        at(&mut window, now, "where the run stood");
        window.keys(&["shift+Left"]);
        assert_ne!(all[now], all[now - 10], "the mark has moved in ten frames");
        at(&mut window, now - 10, "ten back");
        window.keys(&["Right"]);
        at(&mut window, now - 9, "one forward");
        window.keys(&["Home"]);
        at(&mut window, 0, "the first moment");
        window.keys(&["g"]);
        window.keys(
            &now.saturating_sub(20).to_string().split("").filter(|d| !d.is_empty()).collect::<Vec<_>>(),
        );
        window.keys(&["Return"]);
        at(&mut window, now - 20, "a frame by its number");
        // Every size: the game is in the upper left corner, at the same scale as the panels' letters.
        for (size, scale) in [((800, 600), 2), ((1024, 768), 2), ((300, 300), 1), (WINDOW, 2)] {
            window.window("windowsize", &[&size.0.to_string(), &size.1.to_string()]);
            window.waits_for(&format!("{renderer} at {size:?}"), |shot| {
                game_at(shot, &all[now - 20], scale, (0, 0))
            });
        }
        // Playing on from the past: the old future is now another branch.
        let (path, report) = reported(&window, &home.0);
        assert_eq!(report.frame as usize, now - 20);
        assert_eq!(path, home.0.join(format!("reports/trouble-{}.report", now - 20)));
        window.keys(&["space"]);
        let mut console = headless_at(&report.recording, report.frame);
        // Nothing is pressed: the mark stays where it was.
        console.frame(&Input::default());
        window.shows(&picture(&console), WINDOW, "it plays on");
        window.keys(&["Down"]);
        press(&mut console, &[button::DOWN]);
        let last = picture(&console);
        window.shows(&last, WINDOW, "and hears its buttons");
        window.quits();
        let recording = Recording::from_bytes(&std::fs::read(record).expect("written")).expect("a recording");
        assert_eq!(
            pictures(&recording).last(),
            Some(&last),
            "the recording is that of the branch that was run"
        );
        let kept = std::fs::read(home.0.join("runs/trouble.run")).expect("the run is kept");
        let kept = timeline::KeptRun::from_bytes(&kept).expect("a run");
        assert_eq!(pictures(&kept.recording).last(), Some(&last), "so is the run that is kept");
        assert_eq!(kept.recording.frames(), recording.frames());

        // The report opens at its frame, and leaves the kept run untouched.
        let path = path.to_str().expect("a plain path");
        let mut window = screen.play(&trouble(), &home.0, &[path, "--renderer", renderer]);
        window.waits_for("the frame of the report", |shot| game_at(shot, &all[now - 20], 2, (0, 0)));
        window.quits();
        let after = std::fs::read(home.0.join("runs/trouble.run")).expect("still kept");
        assert_eq!(timeline::KeptRun::from_bytes(&after).expect("a run"), kept);
    }
}

/// The misbehaving cart after some frames of a recording.
fn headless_at(recording: &Recording, frame: u64) -> Console {
    let rom = Arc::new(Rom::empty("trouble"));
    let mut console = Console::boot(program(Trouble::default()), recording.start.boot(rom));
    recording.inputs().take(frame as usize).for_each(|input| drop(console.frame(&input)));
    console
}

#[test]
fn a_held_key_walks_at_its_pace_and_the_last_seconds_are_saved_next_to_the_game() {
    let (screen, home) = (Screen::start(), Folder::new("pace"));
    let mut window = screen.play(&trouble(), &home.0, &["--seed", "7", "--renderer", "soft"]);
    begun(&mut window, "before it is walked");
    window.hold("Right", true);
    std::thread::sleep(std::time::Duration::from_millis(1500));
    window.keys(&["ctrl+9", "F12"]);
    window.hold("Right", false);
    window.waits_for("the debugger", |shot| shot.at(480, 4) == 0x83769c);
    let (_, report) = reported(&window, &home.0);
    window.hold("Left", true);
    std::thread::sleep(std::time::Duration::from_millis(1500));
    window.hold("Left", false);
    let (_, back) = reported(&window, &home.0);
    // One immediately, then ten per second after 0.4 s: 12. A busy computer lags; the keyboard's own
    // repetition would give 25 or more.
    let gone = report.frame - back.frame;
    assert!((3..=18).contains(&gone), "{gone} frames in a second and a half");
    std::thread::sleep(std::time::Duration::from_millis(500));
    let (_, rests) = reported(&window, &home.0);
    assert_eq!(rests.frame, back.frame, "it was let go");

    // The film was started while the game played; its file is complete or absent.
    let path = home.0.join("screenshots/trouble_0.gif");
    let film = screen::written(&path);
    assert!(film.starts_with(b"GIF89a") && film.ends_with(&[0x3b]), "{} bytes", film.len());
    assert_eq!(u16::from_le_bytes([film[6], film[7]]), 512, "four times the screen");
    window.quits();
}

#[test]
fn after_a_panic_the_debugger_opens_at_the_frame_before() {
    let (screen, home) = (Screen::start(), Folder::new("back"));
    let mut window = screen.play(&trouble(), &home.0, &["--seed", "7", "--renderer", "soft"]);
    let mut console = begun(&mut window, "before it panics");
    window.keys(&["Right", "x"]);
    press(&mut console, &[button::RIGHT]);
    let last = picture(&console);
    window.waits_for("the cart crashed", failed);
    window.keys(&["F12"]);
    window.waits_for("the frame before", |shot| game_at(shot, &last, 2, (0, 0)));
    // Continued from a moment before the press, the game does not panic.
    window.keys(&["Left", "space"]);
    window.shows(&last, WINDOW, "play");
    window.quits();
}
