//! Other ways to play: a gamepad, a URL with a start, a run that is shown until a player takes over, dropped carts, a
//! cartridge picture, an example.
//!
//! The expectation is what the console does natively with the page's own recording.

use super::played::{RIGHT, natively, recording};
use super::{Folder, copied, open, page, rasher, root, show_at};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rasher::button;
use serde_json::json;
use std::path::Path;
use timeline::Recording;
use tool::{Recorded, RunSource};
use window_tests::browser::Browser;

const ESCAPE: char = '\u{e00c}';

/// Exports a page with these arguments, and opens it.
fn exported(folder: &Folder, words: &[&str]) -> Browser {
    let path = folder.0.join("page.html");
    rasher(&[&["export"], words, &["-o", path.to_str().expect("Unicode")]].concat());
    open(folder, &path)
}

pub fn drop_file(browser: &Browser, name: &str, path: &Path) {
    let bytes = STANDARD.encode(std::fs::read(path).expect("the file"));
    let script = "const [name, text] = args; const data = new DataTransfer(); \
        data.items.add(new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], name)); \
        document.getElementById('screen').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })); \
        return 0;";
    browser.run(script, &[json!(name), json!(bytes)]);
}

/// The page's own recording of a dropped cart replays here, with the reported number of frames.
pub fn replays_here(browser: &Browser, folder: &Folder) -> u64 {
    browser.press(&[(ESCAPE, 60)]);
    browser.wait("!rasher.page.screen.shown.playing");
    let (played, picture, _) = recording(browser);
    let path = folder.0.join("played.rec");
    std::fs::write(&path, played.to_bytes()).expect("the test's own folder");
    let recorded = Recorded::read(shelf::CARTS, &path, &RunSource::default()).expect("it has its cart in it");
    let console = recorded.replay().expect("of this version").finish().expect("every digest");
    let mut here = Box::new([0; rasher::PIXELS]);
    console.machine().picture(&mut here);
    assert!(here[..] == picture[..], "the last picture is the one of here");
    played.frames()
}

#[test]
fn a_pad_plays() {
    let folder = Folder::new("pad");
    let browser = open(&folder, page());
    // A pad with the standard layout, as browsers report it.
    let script = "const button = () => ({ pressed: false, value: 0 }); \
        globalThis.pad = { index: 0, id: 'A pad (standard)', axes: [0, 0, 0, 0], buttons: Array.from({ length: 17 }, button) }; \
        navigator.getGamepads = () => [pad, null]; \
        const came = new Event('gamepadconnected'); came.gamepad = pad; dispatchEvent(came); return 0;";
    browser.run(script, &[]);
    let hold = |down: &str, up: &str| {
        let script = format!(
            "const wait = () => new Promise((done) => setTimeout(done, 120)); {down}; await wait(); {up}; await wait(); return 0;"
        );
        browser.run(&script, &[]);
    };
    // Right and lower button, the cross, the stick to the left and down.
    for n in [1, 0, 12, 15] {
        hold(&format!("pad.buttons[{n}].pressed = true"), &format!("pad.buttons[{n}].pressed = false"));
    }
    hold("pad.axes[0] = -1", "pad.axes[0] = 0");
    hold("pad.axes[1] = 1", "pad.axes[1] = 0");
    browser.wait("rasher.page.log.frames > 30");
    // Start is the menu.
    hold("pad.buttons[9].pressed = true", "pad.buttons[9].pressed = false");
    browser.wait("!rasher.page.screen.shown.playing");
    let (played, picture, _) = recording(&browser);
    let pressed = played.inputs().fold(0, |all, input| all | input.players[0]);
    let expected = button::LEFT | button::RIGHT | button::UP | button::DOWN | button::O | button::X;
    assert_eq!(pressed & expected, expected);
    assert!(natively(&played)[..] == picture[..]);
}

#[test]
fn an_address_gives_a_run_its_seed_or_its_day() {
    let folder = Folder::new("address");
    let browser = open(&folder, page());
    for (address, seed) in [("?seed=7", 7), ("#seed=8", 8), ("?day=20260102", 20_260_102)] {
        browser.goto("about:blank");
        show_at(&browser, &format!("file://{}{address}", page().display()));
        browser.press(&[('x', 80), (RIGHT, 80)]);
        browser.wait("rasher.page.log.frames > 20");
        let (played, ..) = recording(&browser);
        assert_eq!(played.start.seed, seed, "{address}");
    }
}

#[test]
fn a_run_plays_until_the_user_takes_it_over() {
    let folder = Folder::new("show");
    let path = root().join("tests/replays/porklike.rec");
    let shown = Recording::from_bytes(&std::fs::read(&path).expect("the recording")).expect("a recording");
    let browser = exported(&folder, &["porklike", "--replay", path.to_str().expect("Unicode")]);
    browser.wait("rasher.page.screen.shown.frame > 100 && rasher.page.screen.shown.playback");
    browser.press(&[('x', 80), (RIGHT, 90)]);
    browser.wait("!rasher.page.screen.shown.playback && rasher.page.log.frames > 20");
    browser.press(&[(ESCAPE, 60)]);
    browser.wait("!rasher.page.screen.shown.playing");
    let (played, picture, _) = recording(&browser);
    let frames = played.frames();
    let same = played.inputs().zip(shown.inputs()).take_while(|(a, b)| a == b).count() as u64;
    assert!(same >= 100 && same < frames, "{same} frames of the run that was shown, {frames} in all");
    assert_eq!(played.start, shown.start);
    assert!(natively(&played)[..] == picture[..]);
}

#[test]
fn what_is_dropped_on_the_player_page_plays_and_a_reload_goes_on() {
    let folder = Folder::new("dropped");
    let browser = exported(&folder, &[]);
    drop_file(&browser, "circ.p8", &root().join("tests/suite/circ.p8"));
    browser.wait("rasher.page.cart.name === 'circ' && rasher.page.log.frames > 20");
    assert!(replays_here(&browser, &folder) > 20);
    browser.wait("rasher.page.store.pending === 0 && !rasher.page.store.why");
    browser.reload();
    browser.wait("globalThis.rasher && rasher.page.cart.name === 'circ' && rasher.page.log.frames > 20");
    // A cartridge picture works like its text.
    let (text, picture) = (copied(&folder.0, "tests/suite/sspr.p8"), folder.0.join("sspr.p8.png"));
    rasher(&["pack", text.to_str().expect("Unicode"), "-o", picture.to_str().expect("Unicode")]);
    drop_file(&browser, "sspr.p8.png", &picture);
    browser.wait("rasher.page.cart.name === 'sspr' && rasher.page.log.frames > 20");
    // Plain code, and a page of ours, whose script unpacks the cart.
    let (code, page) = (folder.0.join("dot.lua"), folder.0.join("own.html"));
    std::fs::write(&code, "function _draw() cls(2) end").expect("the test's own folder");
    drop_file(&browser, "dot.lua", &code);
    browser.wait("rasher.page.cart.name === 'dot' && rasher.page.log.frames > 20");
    rasher(&["export", text.to_str().expect("Unicode"), "-o", page.to_str().expect("Unicode")]);
    drop_file(&browser, "own.html", &page);
    // It has the name of the cart in the page.
    browser.wait("rasher.page.cart.own.endsWith('/sspr.p8') && rasher.page.log.frames > 20");
}

#[test]
fn a_cartridge_in_a_picture_is_a_page() {
    let folder = Folder::new("cartridge");
    let (text, picture) = (root().join("tests/suite/sspr.p8"), folder.0.join("sspr.p8.png"));
    rasher(&["pack", text.to_str().expect("Unicode"), "-o", picture.to_str().expect("Unicode")]);
    let browser = exported(&folder, &[picture.to_str().expect("Unicode")]);
    browser.wait("rasher.page.log.frames > 20");
    assert!(replays_here(&browser, &folder) > 20);
}

/// It is in no shelf module: its page has its own.
#[test]
fn an_example_is_a_page() {
    let folder = Folder::new("example");
    let browser = exported(&folder, &["bee"]);
    browser.press(&[('x', 80), (RIGHT, 120), ('z', 80)]);
    browser.wait("rasher.page.log.frames > 30");
    browser.press(&[(ESCAPE, 60)]);
    browser.wait("!rasher.page.screen.shown.playing");
    let (played, picture, _) = recording(&browser);
    assert_eq!(played.start.cart, "bee");
    assert!(natively(&played)[..] == picture[..]);
}
