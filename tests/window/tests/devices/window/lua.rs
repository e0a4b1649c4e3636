//! Editing a Lua cartridge while its window is open.
//!
//! Our decision: code errors appear in place of the game, and saved code is reloaded at once.

use super::screen::{Folder, Screen, Shot};
use super::{failed, rasher};
use std::path::Path;

const HEAD: &str = "pico-8 cartridge // http://www.pico-8.com\nversion 41\n__lua__\n";

/// A game whose screen has the colour `C`, plus one with each press of X; O is an error, two calls deep.
const GAME: &str = "#include lib.lua\nn=0\nfunction _update()\n if (btnp(5)) n+=1\n if (btnp(4)) fails()\nend\n\
-->8\nfunction _draw()\n cls(color_of(n))\nend\n";

fn lib(color: u8) -> String {
    format!("function color_of(n)\n return {color}+n\nend\nfunction fails()\n local t\n t.x=1\nend\n")
}

fn save(folder: &Folder, name: &str, text: &str) {
    std::fs::write(folder.0.join(name), text).expect("written");
}

/// Whether the middle of the window has that colour.
fn is(shot: &Shot, color: usize) -> bool {
    let [r, g, b] = rasher::palette::RGB[color];
    (0..512).filter(|x| shot.at(*x, 20) == u32::from_be_bytes([0, r, g, b])).count() > 400
}

#[test]
fn a_cartridge_is_edited_while_it_plays() {
    let (screen, home, folder) = (Screen::start(), Folder::new("lua"), Folder::new("lua-cart"));
    let file = folder.0.join("game.p8");
    save(&folder, "game.p8", &format!("{HEAD}{GAME}"));
    let name = file.to_str().expect("a plain path");
    let mut window = screen.play(&rasher(), &home.0, &["run", name, "--seed", "7", "--renderer", "soft"]);
    window.waits_for("a missing include is said", failed);

    save(&folder, "lib.lua", &lib(12).replace("t.x=1", "t.x="));
    // It looks like the previous message; the log at the end distinguishes the two.
    std::thread::sleep(std::time::Duration::from_millis(700));
    window.waits_for("a syntax error is said", failed);
    // The picture of a debugger with its panels next to the game.
    let debugger = |shot: &Shot| shot.at(480, 4) == 0x83769c;
    save(&folder, "lib.lua", &lib(12));
    window.waits_for("the mended file plays", |shot| is(shot, 12));
    save(&folder, "lib.lua", &(lib(14) + "function _init()\n local before=1\n fails()\nend\n"));
    window.waits_for("the new colour, with an _init that is not run", |shot| is(shot, 14));
    window.keys(&["ctrl+r"]);
    window.waits_for("an error before the first frame", failed);
    window.keys(&["F12"]);
    window.waits_for("the lines before it, in the debugger", debugger);
    window.keys(&["F12"]);
    window.waits_for("the error again, as nothing follows", failed);
    window.keys(&["F12"]);
    window.waits_for("the lines once more", debugger);
    save(&folder, "lib.lua", &lib(12));
    window.waits_for("mended, it begins", |shot| is(shot, 12));

    window.keys(&["x"]);
    window.waits_for("it plays", |shot| is(shot, 13));
    save(&folder, "lib.lua", &lib(8));
    window.waits_for("the new function, and what was pressed before", |shot| is(shot, 9));
    save(&folder, "lib.lua", "function color_of(n\n");
    window.waits_for("the old code runs on, and what is wrong is said", |shot| {
        is(shot, 9) && (360..512).any(|y| (4..508).all(|x| shot.at(x, y) == 0xff004d))
    });
    save(&folder, "lib.lua", &lib(2));
    window.waits_for("it is good again", |shot| is(shot, 3));

    window.keys(&["z"]);
    window.waits_for("an error", failed);
    window.keys(&["F12"]);
    window.waits_for("the frame before, in the debugger", debugger);
    window.keys(&["Left", "space"]);
    window.waits_for("play goes on", |shot| is(shot, 3));
    window.keys(&["z"]);
    window.waits_for("the error again", failed);
    save(&folder, "lib.lua", &lib(2).replace("local t", "local t={}"));
    window.waits_for("mended, it goes on from before the error", |shot| is(shot, 3));

    window.keys(&["ctrl+r"]);
    window.waits_for("from the start, with the newest code", |shot| is(shot, 2));

    window.keys(&["x"]);
    window.waits_for("it plays", |shot| is(shot, 3));
    window.keys(&["ctrl+shift+r"]);
    window.waits_for("what was played runs again", |shot| is(shot, 3));

    let said = window.quits();
    for line in [
        "replaying the run with the new code",
        "game.p8 tab 0:1: #include: lib.lua not found",
        "lib.lua:7: syntax error: found 'end', expected",
        "game.p8 tab 0:2: syntax error: found 'n'",
        "the cart stopped in frame 0 at lib.lua:6: ",
        "called from lib.lua:10",
        "called from game.p8 tab 0:5",
    ] {
        assert!(said.contains(line), "{line:?} is not in {said:?}");
    }
    assert!(Path::new(name).is_file());
}

/// By XDND, as a file manager does: the folder is on the shelf, where its carts are found by title; a cart plays at
/// once.
#[test]
fn a_dropped_folder_appears_on_the_shelf_and_a_dropped_cart_plays() {
    let (screen, home, folder) = (Screen::start(), Folder::new("dropped"), Folder::new("dropped-carts"));
    for (name, title, color) in [("a.p8", "green meadow", 11), ("b.p8", "pink sky", 14)] {
        save(&folder, name, &format!("{HEAD}-- {title}\nfunction _draw() cls({color}) end\n"));
    }
    let mut window = screen.play(&rasher(), &home.0, &["run", "--seed", "7", "--renderer", "soft"]);
    window.waits_for("the shelf", |shot| (0..512).any(|y| shot.at(256, y) != 0));
    window.drops(&folder.0);
    window.keys(&["slash", "p", "i", "n", "k", "space", "s"]);
    // The title appears once the file has been read, and then Enter plays it. In the cart Enter is the menu,
    // so it is pressed rarely.
    let begun = std::time::Instant::now();
    while !is(&screen.picture(), 14) {
        assert!(begun.elapsed() < super::screen::PATIENCE, "the cart that was searched for plays");
        window.keys(&["Return"]);
        let pressed = std::time::Instant::now();
        while pressed.elapsed().as_secs() < 5 && !is(&screen.picture(), 14) {
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
    }
    window.drops(&folder.0.join("a.p8"));
    window.waits_for("what is dropped plays", |shot| is(shot, 11));
    window.quits();
}
