//! A new cart, made in the window without a terminal.

use super::rasher;
use super::screen::{Folder, Screen, Shot, written};

/// Whether the game's picture is mostly of that colour.
fn is(shot: &Shot, rgb: u32) -> bool {
    (0..512).filter(|x| shot.at(*x, 300) == rgb).count() > 400
}

/// Our decision: after `rasher`, F2 opens a new file of the user's, and after `save NAME` the editors edit that file.
#[test]
fn a_cart_is_made_from_the_shelf() {
    let (screen, home, folder) = (Screen::start(), Folder::new("create"), Folder::new("create-carts"));
    let carts = folder.0.to_str().expect("a plain path");
    // A folder without carts: nothing is selected on the shelf after a search that finds nothing.
    let mut window = screen.play(&rasher(), &home.0, &[carts, "--seed", "3", "--renderer", "soft"]);
    std::thread::sleep(std::time::Duration::from_secs(1));
    window.keys(&["slash", "9", "9", "F2"]);
    let file = home.0.join("my_carts/untitled.p8");
    written(&file);
    std::thread::sleep(std::time::Duration::from_secs(1));
    // Replaces the code by a cart that fills the screen.
    window.keys(&["ctrl+a", "Delete"]);
    screen.xdotool(&["type", "--delay", "80", "function _draw() cls(11) end"]);
    window.keys(&["ctrl+s"]);
    let saved = |path: &std::path::Path, text: &str| {
        let begun = std::time::Instant::now();
        while !std::fs::read_to_string(path).is_ok_and(|code| code.contains(text)) {
            assert!(begun.elapsed() < super::screen::PATIENCE, "{} has no {text}", path.display());
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
    };
    saved(&file, "cls(11)");
    window.keys(&["F10"]);
    screen.xdotool(&["type", "--delay", "80", "save green"]);
    window.keys(&["Return"]);
    let green = home.0.join("my_carts/green.p8");
    saved(&green, "cls(11)");
    window.keys(&["ctrl+r"]);
    window.waits_for("the game", |shot| is(shot, 0x00_e436));
    window.quits();
}

#[test]
fn a_file_that_does_not_exist_is_created() {
    let (screen, home, folder) = (Screen::start(), Folder::new("fresh"), Folder::new("fresh-carts"));
    let file = folder.0.join("fresh.p8");
    let name = file.to_str().expect("a plain path");
    let window = screen.play(&rasher(), &home.0, &[name, "--renderer", "soft"]);
    std::thread::sleep(std::time::Duration::from_secs(2));
    window.keys(&["Return"]);
    let text = String::from_utf8(written(&file)).expect("a text");
    assert!(text.contains("-- fresh\n") && text.contains("function _draw()"), "{text}");
    window.quits();
}
