//! Carts in Rust as modules, which a page runs in the browser's own engine: dropped pictures, pages of pictures, and carts that fail.
//!
//! The expectation is what the native build and the interpreter do. Modules are built here, which takes half a minute
//! of processor time each; `RASHER_ALL` uses all carts of the shelf, as `.ci/release` does.

use super::exact::{in_page, natively};
use super::ways::{drop_file, replays_here};
use super::{Folder, open, player, rasher, show};
use rasher::Input;
use serde_json::json;
use shelf::Entry;
use std::path::{Path, PathBuf};
use tests::random::RandomPlayer;
use timeline::Recording;
use tool::{Recorded, RunSource};
use window_tests::browser::Browser;

/// The picture of a cart of the shelf.
fn picture(folder: &Folder, name: &str) -> PathBuf {
    let path = folder.0.join(format!("{name}.p8.png"));
    rasher(&["pack", name, "-o", path.to_str().expect("Unicode")]);
    path
}

/// A run of a module with these inputs, and with 60 digests of the native build, which both replays check.
fn recorded(folder: &Folder, entry: &Entry, picture: &Path, seed: u32, inputs: &[Input]) -> PathBuf {
    let out = folder.0.join("run.rec");
    let words = ["run", picture.to_str().expect("Unicode"), "--headless", "--frames", "0", "--seed"];
    rasher(&[&words[..], &[&seed.to_string(), "--record", out.to_str().expect("Unicode")]].concat());
    let start = Recording::from_bytes(&std::fs::read(&out).expect("the file")).expect("a recording").start;
    let (mut recording, mut native) = (Recording::new(start), entry.boot(seed.into()).expect("it boots"));
    for (frame, input) in inputs.iter().enumerate() {
        native.frame(input);
        recording.push(input);
        if (frame + 1) % (inputs.len() / 60) == 0 {
            recording.check(native.digest());
        }
    }
    assert_eq!(recording.checks().len(), 60);
    std::fs::write(&out, recording.to_bytes()).expect("the file");
    out
}

#[test]
fn a_module_plays_in_the_browser_as_in_the_interpreter_and_compiled() {
    let folder = Folder::new("modules");
    let browser = open(&folder, player());
    let all = std::env::var_os("RASHER_ALL").is_some();
    for entry in shelf::ALL.iter().filter(|entry| all || entry.name == "porklike") {
        let picture = picture(&folder, entry.name);
        let mut keys = RandomPlayer::new(7);
        let keys: Vec<Input> = (0..3000).map(|_| keys.input()).collect();
        let bot = tests::bots::inputs(entry.name, 20, 3000);
        for (seed, inputs) in [(7, Some(keys)), (20, bot)] {
            let Some(inputs) = inputs else { continue };
            let path = recorded(&folder, entry, &picture, seed, &inputs);
            let (here, there) = (natively(&path), in_page(&browser, &path));
            assert_eq!(here.told, there.told, "{}", entry.name);
            assert!(here.picture == there.picture, "{}: another picture", entry.name);
            let millis = [here, there].map(|ran| ran.millis as u32);
            println!("{}, seed {seed}: {millis:?} ms in the interpreter and in the page", entry.name);
        }
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

#[test]
fn a_cart_that_fails_in_a_page_says_why_and_the_page_goes_on() {
    let folder = Folder::new("bad");
    let built = tests::failing::module(&folder.0.join("bad"));
    let cartridge = format::Cartridge::new(rasher::Rom::empty("bad")).with_module(built, "a line");
    let path = folder.0.join("bad.p8.png");
    std::fs::write(&path, format::write_p8png(&cartridge).expect("a picture")).expect("the file");
    let browser = open(&folder, player());
    // Left, down, O: index, recursion, memory. The second player's left and right: recursion with a call in each level, so
    // that the engine's stack is full within the console.
    let nested = "too many nested calls";
    for (key, says) in
        [('\u{e012}', "index out of"), ('\u{e015}', ""), ('z', "out of memory"), ('s', nested), ('f', nested)]
    {
        drop_file(&browser, "bad.p8.png", &path);
        browser.wait("rasher.page.cart.name === 'bad' && rasher.page.log.frames > 20");
        browser.press(&[(key, 100)]);
        browser.wait("!rasher.page.screen.shown.playing");
        let text = browser.run("return document.getElementById('spoken').textContent;", &[]);
        println!("{text}");
        // No line of the console's own source, which says nothing about the cart.
        let is_right = |text: &str| text.contains(says) && !text.contains("browser.rs");
        assert!(text.as_str().is_some_and(is_right), "{text}");
        let shown = browser.run("return document.getElementById('bar').hidden;", &[]);
        assert_eq!(shown, json!(true), "the console is still there");
        show(&browser, player());
    }
    // Up: an endless loop.
    drop_file(&browser, "bad.p8.png", &path);
    browser.wait("rasher.page.cart.name === 'bad' && rasher.page.log.frames > 20");
    browser.press(&[('\u{e013}', 100)]);
    browser.wait("rasher.page.stuck");
    browser.run("[...document.querySelectorAll('#actions button')].find((it) => it.textContent === 'step back').click(); return 0;", &[]);
    browser.wait("!rasher.page.stuck && rasher.page.screen.shown && !rasher.page.screen.shown.playing");
}

#[test]
fn rewind_slots_and_the_debugger_work_in_a_dropped_picture() {
    let [escape, down, f12] = ['\u{e00c}', '\u{e015}', '\u{e03c}'];
    let folder = Folder::new("past");
    let path = picture(&folder, "porklike");
    let browser = open(&folder, player());
    drop_file(&browser, "game.p8.png", &path);
    plays(&browser);
    let frame = || browser.run("return rasher.page.screen.shown.frame;", &[]).as_u64().expect("a frame");
    let press = |keys: &[char]| browser.press(&keys.iter().map(|key| (*key, 60)).collect::<Vec<_>>());
    let before = frame();
    browser.press(&[('\u{e003}', 900)]);
    browser.wait(&format!("rasher.page.screen.shown.playing && rasher.page.screen.shown.frame < {before}"));
    // The menu, its page of slots, the first slot, which is empty.
    // The line is shown for a moment only, which a look at it can miss on a busy machine.
    browser.run("const it = document.getElementById('spoken'); globalThis.spoken = ''; new MutationObserver(() => { spoken += it.textContent; })\
        .observe(it, { childList: true, characterData: true, subtree: true }); return 0;", &[]);
    press(&[escape]);
    browser.wait("!rasher.page.screen.shown.playing");
    press(&[down, 'z', 'z']);
    browser.wait("spoken.includes('saved to slot 1')");
    let saved = frame();
    press(&[escape, escape, '\u{e014}', '\u{e013}']);
    browser.wait(&format!("rasher.page.screen.shown.frame > {}", saved + 90));
    let left = frame();
    press(&[escape, down, 'z', 'z', 'z']);
    browser.wait(&format!("rasher.page.screen.shown.playing && rasher.page.screen.shown.frame < {left}"));
    press(&['\u{e014}', 'z', '\u{e013}']);
    // The interpreter gets to the same picture.
    replays_here(&browser, &folder);
    let played = folder.0.join("played.rec");
    let played = Recorded::read(shelf::CARTS, &played, &RunSource::default()).expect("a run");
    let (mut replay, mut expected) = (played.replay().expect("of this version"), 0);
    while replay.frame().expect("a frame") {
        if replay.console().program().field(&["clock"]) == Some(61.into()) {
            expected = replay.console().machine().frame();
        }
    }
    assert!(expected > 0);
    press(&[escape]);
    browser.wait("rasher.page.screen.shown.playing");
    press(&[f12]);
    browser.wait("!rasher.page.screen.shown.screen");
    // Back to where a condition became true.
    browser.press(&"Uclock==61\u{e007}".chars().map(|key| (key, 20)).collect::<Vec<_>>());
    browser.wait(&format!("rasher.page.screen.shown.frame === {expected}"));
}
