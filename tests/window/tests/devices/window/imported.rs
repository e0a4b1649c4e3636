//! Imports in the real window: a dropped recording is saved; an unreadable file leaves unsaved changes intact, on the screen and on the
//! disk.

use super::rasher;
use super::screen::{Folder, Screen, Shot, written};
use std::fs;

/// Our decision. The map claims that its tileset has 4,294,967,295 tiles, more than any memory could index.
#[test]
fn a_file_that_cannot_be_imported_leaves_what_is_unsaved() {
    let (screen, home, folder) = (Screen::start(), Folder::new("imported"), Folder::new("imported-from"));
    let cart = folder.0.join("game.p8");
    fs::write(&cart, "pico-8 cartridge\nversion 42\n__lua__\nfunction _draw() cls(1) end\n")
        .expect("written");
    let map = "<map tilewidth=\"8\" tileheight=\"8\"><tileset firstgid=\"1\" tilecount=\"4294967295\" columns=\"16\"/>\
               <layer width=\"1\" height=\"1\"><data encoding=\"csv\">1</data></layer></map>";
    fs::write(folder.0.join("a.tmx"), map).expect("written");
    let path = cart.to_str().expect("a plain path");
    let mut window = screen.play(&rasher(), &home.0, &[path, "--renderer", "soft"]);
    window.waits_for("the game", |shot| shot.at(256, 256) == 0x1d2b53);
    let count = |shot: &Shot, rgb: u32| {
        (0..512).flat_map(|y| (0..512).map(move |x| (x, y))).filter(|(x, y)| shot.at(*x, *y) == rgb).count()
    };
    window.keys(&["F2"]);
    window.waits_for("the editors", |shot| shot.at(256, 256) == 0);
    // The sprites tab, then a pixel of the sheet's first sprites.
    window.click(70, 8);
    let before = window.waits_for("sprites", |shot| count(shot, 0x29adff) > 100);
    window.click(100, 100);
    let white = count(&before, 0xfff1e8) + 200;
    window.waits_for("a pixel", |shot| count(shot, 0xfff1e8) > white);
    window.keys(&["F10", "i", "m", "p", "o", "r", "t", "space", "a", "period", "t", "m", "x", "Return"]);
    window.waits_for("why not", |shot| count(shot, 0xff004d) > 300);
    let log = || fs::read_dir(home.0.join("history")).ok()?.flatten().next();
    let begun = std::time::Instant::now();
    while log().is_none() {
        assert!(begun.elapsed() < super::screen::PATIENCE, "no history");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    written(&log().expect("the cart's history").path());
    window.click(70, 8);
    window.waits_for("the pixel is there", |shot| count(shot, 0xfff1e8) > white);
    window.kill();
}

/// By XDND, as a file manager does: a recording is an instrument of the cart, and saved with it.
#[test]
fn a_recording_dropped_on_the_editors_is_an_instrument() {
    let (screen, home, folder) = (Screen::start(), Folder::new("recording"), Folder::new("recording-from"));
    let (cart, horn) = (folder.0.join("game.p8"), folder.0.join("horn.wav"));
    let code = "pico-8 cartridge\nversion 42\n__lua__\nfunction _draw() cls(1) end\n";
    fs::write(&cart, code).expect("written");
    // A saw of 220.5 hertz, for a second.
    let samples: Vec<i16> = (0..22_050i16).map(|n| (n % 100 - 50) * 400).collect();
    fs::write(&horn, format::wav(&samples)).expect("written");
    let path = cart.to_str().expect("a plain path");
    let mut window = screen.play(&rasher(), &home.0, &[path, "--renderer", "soft"]);
    window.waits_for("the game", |shot| shot.at(256, 256) == 0x1d2b53);
    window.keys(&["F2"]);
    window.waits_for("the editors", |shot| shot.at(256, 256) == 0);
    window.drops(&horn);
    let begun = std::time::Instant::now();
    loop {
        window.keys(&["ctrl+s"]);
        let saved = fs::read_to_string(&cart).expect("the cart");
        if saved.contains("__sfx__") && saved.starts_with(code.trim_end()) {
            break;
        }
        assert!(begun.elapsed() < super::screen::PATIENCE, "{saved:?}");
        std::thread::sleep(std::time::Duration::from_millis(500));
    }
    window.kill();
}
