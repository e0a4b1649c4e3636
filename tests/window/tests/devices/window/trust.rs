//! Carts that do what a stranger's cart might: hang, print without end, fill the disk; and files that disappear while
//! a window is open.
//!
//! Our decision: the window keeps working, uses no more of the machine than before, and reports what is dropped.

use super::screen::{Folder, Screen, Shot};
use super::{rasher, trouble};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

fn cart(folder: &Folder, name: impl AsRef<Path>, code: &str) -> PathBuf {
    let path = folder.0.join(name);
    let text = format!("pico-8 cartridge // http://www.pico-8.com\nversion 41\n__lua__\n{code}\n");
    std::fs::write(&path, text).expect("written");
    path
}

/// Whether a row near the top of the window has that colour.
fn is(shot: &Shot, color: usize) -> bool {
    let [r, g, b] = ::rasher::palette::RGB[color];
    (0..512).filter(|x| shot.at(*x, 20) == u32::from_be_bytes([0, r, g, b])).count() > 400
}

/// Whether the message is shown that the cart is not responding: its frame is red, half way down; the cart has red at
/// the bottom.
fn hung(shot: &Shot) -> bool {
    (100..400).any(|y| shot.at(4 * 3 + 1, y) == 0xff004d)
}

/// Threads of a program, and its memory in KB.
fn taken(id: u32) -> (usize, usize) {
    let threads = std::fs::read_dir(format!("/proc/{id}/task")).map_or(0, Iterator::count);
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let memory = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let memory = memory.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse().ok());
    (threads, memory.unwrap_or(0))
}

/// Seen once: 16 threads and 7 GB after several times.
#[test]
fn ctrl_r_leaves_no_threads_and_no_memory_behind() {
    let (screen, home) = (Screen::start(), Folder::new("again"));
    let mut window = screen.play(&trouble(), &home.0, &["--renderer", "soft"]);
    window.waits_for("the cart", |shot| is(shot, 1));
    let (threads, memory) = taken(window.id());
    for time in 0..6 {
        window.hold("z", true);
        window.waits_for("the cart is not responding", hung);
        window.hold("z", false);
        window.keys(&["ctrl+r"]);
        // Every second time a thread is left behind, and the program restarts.
        if time % 2 == 1 {
            window.reopens();
        }
        let shot = window.waits_for("no message any more", |shot| !hung(shot) && shot.at(300, 2) != 0);
        let now = taken(window.id());
        assert!(now.0 <= threads + 1 && now.1 < 2 * memory, "{time}: {now:?}, {threads} and {memory} before");
        // If it asks whether to resume: from the start.
        if shot.at(4 * 11 + 1, 256) == 0xc2c3c7 {
            window.keys(&["Down", "Return"]);
        }
        std::thread::sleep(Duration::from_millis(300));
    }
    assert!(window.quits().contains("the cart hung again: restarting the console"));
}

/// The test reads the output only when the program has ended, so a pipe of 64 KB is full within a frame.
#[test]
fn an_unread_pipe_does_not_stop_the_window() {
    let (screen, home) = (Screen::start(), Folder::new("pipe"));
    let code = "s=\"x\" for i=1,14 do s=s..s end c=0\n\
                function _update() for i=1,30 do printh(s) extcmd(\"no\"..i) end if (btnp(5)) c+=1\nend\n\
                function _draw() cls(8+c) end";
    let name = cart(&home, "flood.p8", code);
    let mut window = screen.play(&rasher(), &home.0, &[name.to_str().expect("plain"), "--renderer", "soft"]);
    window.waits_for("its first colour", |shot| is(shot, 8));
    for color in 9..13 {
        std::thread::sleep(Duration::from_millis(500));
        window.keys(&["x"]);
        window.waits_for("it plays on", |shot| is(shot, color));
    }
    let (_, memory) = taken(window.id());
    assert!(memory < 200_000, "{memory} KB");
    // Exiting is not delayed either.
    window.quits();
}

#[test]
fn a_cart_that_fills_the_disk_is_stopped_and_reported_once() {
    let (screen, home) = (Screen::start(), Folder::new("fill"));
    let code = "s=\"x\" for i=1,15 do s=s..s end n=0\n\
                function _update60() n+=1 cls(3) for i=1,60 do printh(s,\"log\"..i) end\n\
                printh(n,\"../out\"..n) cstore(0,0,4,n..\".p8\") extcmd(\"screen\") end";
    let name = cart(&home, "fill.p8", code);
    let mut window = screen.play(&rasher(), &home.0, &[name.to_str().expect("plain"), "--renderer", "soft"]);
    window.waits_for("it plays", |shot| is(shot, 3));
    let used = || {
        let folders = ["carts", "screenshots"].map(|name| home.0.join(name));
        let below =
            |folder: &PathBuf| std::fs::read_dir(folder).into_iter().flatten().flatten().collect::<Vec<_>>();
        let inner = below(&folders[0]).iter().flat_map(|entry| below(&entry.path())).collect::<Vec<_>>();
        let files = inner.into_iter().chain(below(&folders[1]));
        files.filter_map(|entry| entry.metadata().ok()).map(|meta| meta.len()).sum::<u64>()
    };
    let begun = std::time::Instant::now();
    while used() < (60 << 20) {
        assert!(begun.elapsed() < super::screen::PATIENCE, "{} bytes", used());
        std::thread::sleep(Duration::from_millis(200));
    }
    std::thread::sleep(Duration::from_secs(3));
    assert!(used() <= store::CART_BYTES_MAX, "{} bytes", used());
    window.waits_for("it plays on", |shot| is(shot, 3));
    let said = window.quits();
    assert_eq!(said.matches("the maximum; delete files in").count(), 1, "{said}");
    assert_eq!(said.matches("without / ").count(), 1, "{said}");
    assert!(said.lines().count() < 100, "{said}");
}

#[test]
fn a_kept_run_whose_folder_goes_is_kept_again_and_that_is_said() {
    let (screen, home) = (Screen::start(), Folder::new("gone"));
    // With a name that is not text.
    let name = cart(&home, OsStr::from_bytes(b"caf\xe9.p8"), "function _draw() cls(12) end");
    let mut window =
        screen.play_named(&rasher(), &home.0, &[name.as_os_str(), "--renderer".as_ref(), "soft".as_ref()]);
    window.waits_for("it plays", |shot| is(shot, 12));
    let runs = home.0.join("runs");
    let kept = || {
        let entries = std::fs::read_dir(&runs).into_iter().flatten().flatten();
        let run = entries
            .map(|entry| entry.path())
            .find(|path| path.extension().is_some_and(|end| end == "run"))?;
        Some(timeline::KeptRun::from_bytes(&std::fs::read(run).ok()?).ok()?.recording.frames())
    };
    let waits = |frames: u64| {
        let begun = std::time::Instant::now();
        while kept().is_none_or(|kept| kept < frames) {
            assert!(begun.elapsed() < super::screen::PATIENCE, "{:?} frames", kept());
            std::thread::sleep(Duration::from_millis(100));
        }
    };
    waits(60);
    let before = kept().expect("a run");
    std::fs::remove_dir_all(&runs).expect("the test's own folder");
    waits(before + 60);
    let said = window.quits();
    assert_eq!(said.matches("the kept run was deleted while it was being played").count(), 1, "{said}");
}
