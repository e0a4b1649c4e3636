//! Carts in Rust as modules, which a page runs in the browser's own engine: dropped pictures, pages of pictures, and carts that fail.
//!
//! The expectation is what the interpreter does with the same module. Modules are built here, which takes half a minute
//! of processor time each; `RASHER_ALL` uses all carts of the shelf, as `.ci/release` does.

use super::exact::{in_page, natively};
use super::ways::drop_file;
use super::{Folder, open, player, rasher, root, show};
use serde_json::json;
use std::path::{Path, PathBuf};
use window_tests::browser::Browser;

/// The picture of a cart of the shelf.
fn picture(folder: &Folder, name: &str) -> PathBuf {
    let path = folder.0.join(format!("{name}.p8.png"));
    rasher(&["pack", name, "-o", path.to_str().expect("Unicode")]);
    path
}

/// A run of a module, with the buttons of the shelf's own recording: each of its digests is checked in the page, too.
fn recorded(folder: &Folder, name: &str, picture: &Path) -> PathBuf {
    let [out, input] =
        [folder.0.join(format!("{name}.rec")), root().join(format!("tests/replays/{name}.rec"))];
    let [picture, out_text, input] = [picture, &out, &input].map(|path| path.to_str().expect("Unicode"));
    rasher(&["run", picture, "--headless", "--frames", "1200", "--input", input, "--record", out_text]);
    out
}

#[test]
fn a_module_plays_in_the_browser_as_in_the_interpreter() {
    let folder = Folder::new("modules");
    let browser = open(&folder, player());
    let all = ["porklike", "ghosts", "kasidin", "picorogue", "goblin"];
    for name in &all[..if std::env::var_os("RASHER_ALL").is_some() { 5 } else { 1 }] {
        let path = recorded(&folder, name, &picture(&folder, name));
        let (here, there) = (natively(&path), in_page(&browser, &path));
        assert_eq!(here.told, there.told, "{name}");
        assert!(here.picture == there.picture, "{name}: another picture");
        println!("{name}: {:.0} ms in the interpreter, {:.0} ms in the page", here.millis, there.millis);
    }
}

#[test]
fn a_picture_is_played_where_it_is_dropped_and_as_a_page_of_its_own() {
    let folder = Folder::new("picture");
    let path = picture(&folder, "porklike");
    let browser = open(&folder, player());
    drop_file(&browser, "game.p8.png", &path);
    plays(&browser);
    // Its page: a player of any module, and this one.
    let page = folder.0.join("game.html");
    rasher(&["export", path.to_str().expect("Unicode"), "-o", page.to_str().expect("Unicode")]);
    let text = std::fs::read_to_string(&page).expect("the page");
    // The design's limit.
    assert!(text.len() < 1_450_000, "{} bytes", text.len());
    show(&browser, &page);
    plays(&browser);
    browser.wait("rasher.page.store.pending === 0 && rasher.page.store.pieces > 0");
    let before = browser.run("return rasher.page.log.frames;", &[]).as_u64().expect("frames");
    browser.reload();
    browser.wait("globalThis.rasher && rasher.page.screen.drawn > 5");
    browser.wait(&format!("rasher.page.screen.shown.frame >= {}", before.saturating_sub(90)));
}

/// The module draws, and takes keys.
fn plays(browser: &Browser) {
    browser.wait("rasher.page.cart.title === 'Smokehouse' && rasher.page.log.frames > 20");
    browser.press(&[('x', 60), ('\u{e014}', 60)]);
    browser.wait("rasher.page.log.frames > 90 && rasher.page.screen.shown.playing");
}

/// A cart whose hooks do what no cart should.
const BAD: &str = r#"
#![no_std]
extern crate alloc;
use alloc::vec::Vec;
use rasher::{Cart, Machine};

#[derive(Clone, Default, serde::Serialize, serde::Deserialize)]
pub struct Game { pub frame: i32, pub list: Vec<i32> }

fn deep(n: i32, p8: &mut Machine) -> i32 {
    if n == i32::MIN { return 0 }
    let below = deep(n.wrapping_add(1), p8);
    p8.pget(below, n).into()
}

impl Cart for Game {
    fn _update(&mut self, p8: &mut Machine) {
        self.frame += 1;
        if p8.btn(0) { self.list[self.frame as usize] = 1 }
        if p8.btn(1) { while p8.btn(1) {} }
        if p8.btn(2) { self.frame = deep(0, p8) }
        if p8.btn(3) { loop { self.list.push(self.frame) } }
    }
    fn _draw(&self, p8: &mut Machine) { p8.cls(self.frame) }
}
"#;

#[test]
fn a_cart_that_fails_in_a_page_says_why_and_the_page_goes_on() {
    let folder = Folder::new("bad");
    let at = folder.0.join("bad");
    let console = root().join("console/machine");
    let manifest = format!(
        "[package]\nname = \"bad\"\nversion = \"1.0.0\"\nedition = \"2024\"\n\n[dependencies]\nrasher = {{ path = {console:?} }}\n\
         serde = {{ version = \"1\", default-features = false, features = [\"alloc\", \"derive\"] }}\n\n[workspace]\n"
    );
    std::fs::create_dir_all(at.join("src")).expect("a folder");
    std::fs::write(at.join("Cargo.toml"), manifest).expect("the manifest");
    std::fs::write(at.join("src/lib.rs"), BAD).expect("the source");
    std::fs::copy(root().join("Cargo.lock"), at.join("Cargo.lock")).expect("the lock file");
    let package: &'static str = Box::leak(at.display().to_string().into_boxed_str());
    let entry = shelf::Entry {
        package: Some(package),
        state: "Game",
        ..shelf::Entry::bare("bad", shelf::ALL[0].make)
    };
    let built = tool::build_cart_module(&entry).unwrap_or_else(|error| panic!("{error}"));
    let cartridge = format::Cartridge::new(rasher::Rom::empty("bad")).with_module(built, "a line");
    let path = folder.0.join("bad.p8.png");
    std::fs::write(&path, format::write_p8png(&cartridge).expect("a picture")).expect("the file");
    let browser = open(&folder, player());
    // Left, up, down: index, recursion, memory.
    for (key, says) in [('\u{e012}', "index out of"), ('\u{e013}', ""), ('\u{e015}', "out of memory")] {
        drop_file(&browser, "bad.p8.png", &path);
        browser.wait("rasher.page.cart.name === 'bad' && rasher.page.log.frames > 20");
        browser.press(&[(key, 100)]);
        browser.wait("!rasher.page.screen.shown.playing");
        let text = browser.run("return document.getElementById('spoken').textContent;", &[]);
        println!("{text}");
        assert!(text.as_str().is_some_and(|text| text.contains(says)), "{text}");
        let shown = browser.run("return document.getElementById('bar').hidden;", &[]);
        assert_eq!(shown, json!(true), "the console is still there");
        show(&browser, player());
    }
    // Right: an endless loop.
    drop_file(&browser, "bad.p8.png", &path);
    browser.wait("rasher.page.cart.name === 'bad' && rasher.page.log.frames > 20");
    browser.press(&[('\u{e014}', 100)]);
    browser.wait("rasher.page.stuck");
    browser.run("[...document.querySelectorAll('#actions button')].find((it) => it.textContent === 'step back').click(); return 0;", &[]);
    browser.wait("!rasher.page.stuck && rasher.page.screen.shown && !rasher.page.screen.shown.playing");
}
