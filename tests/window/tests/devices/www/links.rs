//! Links: a cart or a run in the end of an address, and messages about links that the page cannot play.
//!
//! The text of a link is checked in `timeline`; here, what a user sees.

use super::played::recording;
use super::{Folder, console, lua_cart, lua_page, rasher, root, show_at};
use serde_json::json;
use std::path::Path;
use timeline::{LINK_MAX, Recording, link_text};
use window_tests::browser::Browser;

fn address(page: &Path, end: &str) -> String {
    format!("file://{}{end}", page.display())
}

/// The end of an address that opens a cart or a run.
fn shared(file: &Path) -> String {
    let end = rasher(&["share", file.to_str().expect("Unicode")]);
    end.trim().to_string()
}

/// Bytes as the text of a link, packed by the browser.
fn packed(browser: &Browser, bytes: &str) -> String {
    let script = format!(
        "const bytes = {bytes}; const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw')); \
         let text = ''; for (const byte of new Uint8Array(await new Response(packed).arrayBuffer())) text += String.fromCharCode(byte); \
         return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');"
    );
    browser.run(&script, &[]).as_str().expect("a text").to_string()
}

fn message(browser: &Browser) -> String {
    browser.wait("!document.getElementById('bar').hidden");
    let told = browser.run("return document.getElementById('message').textContent;", &[]);
    told.as_str().expect("a text").to_string()
}

#[test]
fn a_cart_in_a_link_plays_on_the_console_s_page_and_goes_on_after_a_reload() {
    let folder = Folder::new("link-cart");
    let tweet = folder.0.join("tweet.p8");
    std::fs::write(&tweet, "pico-8 cartridge // http://www.pico-8.com\nversion 42\n__lua__\nt=0\nfunction _draw()cls()t+=.01 for i=0,99 do circ(64+sin(t+i/9)*i,64,3,8+i%8)end end\n").expect("the test's folder");
    let end = shared(&tweet);
    assert!(end.starts_with("#cart=") && end.len() < 2000, "{} characters", end.len());
    let browser = Browser::start(&folder.0, (900, 700), &[]);
    show_at(&browser, &address(console(), &end));
    browser.wait("rasher.page.cart.name === 'tweet' && rasher.page.log.frames > 30");
    browser.press(&[('x', 60)]);
    browser.wait("rasher.page.store.pending === 0 && rasher.page.store.pieces > 0");
    let (played, ..) = recording(&browser);
    browser.reload();
    browser.wait(
        "globalThis.rasher && rasher.page.cart.name === 'tweet' && rasher.page.screen.shown.frame > 30",
    );
    let (resumed, ..) = recording(&browser);
    // A new run would have another seed.
    assert_eq!(resumed.start, played.start);
}

#[test]
fn a_run_in_a_link_is_watched_taken_over_and_shared_again() {
    let folder = Folder::new("link-run");
    let browser = Browser::start(&folder.0, (900, 700), &[]);
    show_at(&browser, &address(lua_page(), ""));
    browser.press(&[('x', 80), ('\u{e014}', 200)]);
    browser.wait("rasher.page.log.frames > 200");
    // From a disk the end of the address is copied, and the run is a file.
    browser.run(
        "globalThis.copied = ''; navigator.clipboard.writeText = async (text) => { copied = text; }; document.getElementById('share').click(); return 0;",
        &[],
    );
    let said = message(&browser);
    assert!(said.contains("end of an address was copied"), "{said}");
    let end = browser.run("return copied;", &[]);
    let end = end.as_str().expect("a text");
    assert!(end.starts_with("#run="), "{end}");
    let (played, ..) = recording(&browser);
    browser.goto("about:blank");
    show_at(&browser, &address(lua_page(), end));
    browser.wait("rasher.page.screen.shown.playback && rasher.page.screen.shown.frame > 100");
    browser.press(&[('x', 80)]);
    browser.wait("!rasher.page.screen.shown.playback && rasher.page.log.frames > 5");
    let (taken, ..) = recording(&browser);
    assert_eq!(taken.start, played.start);
    let same = taken.inputs().zip(played.inputs()).take_while(|(a, b)| a == b).count();
    assert!(same >= 100, "{same} frames of the run that was shown");
}

#[test]
fn a_run_opens_in_the_debugger_at_its_frame() {
    let folder = Folder::new("link-at");
    let run = root().join("tests/replays/porklike.rec");
    let browser = Browser::start(&folder.0, (900, 700), &[]);
    show_at(&browser, &address(console(), &format!("{}&at=120", shared(&run))));
    browser.wait("rasher.page.cart.name === 'porklike' && !rasher.page.screen.shown.screen && rasher.page.screen.shown.frame === 120");
}

#[test]
fn a_link_that_cannot_be_played_says_why_over_the_page_s_own_cart() {
    let folder = Folder::new("link-wrong");
    let (bee, run) = (lua_cart(), root().join("tests/replays/porklike.rec"));
    let (cart, run) = (shared(bee), shared(&run));
    let old =
        Recording::from_bytes(&std::fs::read(root().join("tests/replays/porklike.rec")).expect("a run"));
    let mut old = old.expect("a run");
    old.start.version = 1;
    let old = format!("#run={}", link_text(&old).expect("short"));
    let browser = Browser::start(&folder.0, (900, 700), &[]);
    show_at(&browser, &address(console(), ""));
    let newer = packed(&browser, "'rasher recording 99\\n' + 'x'.repeat(400)");
    let huge = packed(&browser, "new Uint8Array(17 << 20)");
    for (page, end, why) in [
        (console(), format!("#cart={newer}"), "made by a newer version"),
        (console(), format!("#run={huge}"), "more than 16 MiB"),
        (console(), "#cart=".to_string(), "nothing after ="),
        (console(), cart[..cart.len() / 2].to_string(), "The link is cut: only its first"),
        (console(), cart.replacen(&cart[60..64], "....", 1), "found '.' as character"),
        (console(), format!("#run={}", "A".repeat(LINK_MAX + 1)), "too long"),
        (console(), old, "a run of version 1; this page has version"),
        (lua_page(), run, "The link is of porklike; this page plays only"),
        (lua_page(), cart, "this page plays only"),
    ] {
        browser.goto("about:blank");
        show_at(&browser, &address(page, &end));
        let said = message(&browser);
        assert!(said.contains(why), "{said:?}, expected {why:?}");
        browser.run("document.querySelector('#actions button').click(); return 0;", &[]);
        assert_eq!(browser.run("return document.getElementById('bar').hidden;", &[]), json!(true));
        browser.wait("rasher.page.screen.drawn > 10");
    }
}

#[test]
fn a_run_that_is_taken_over_does_not_replace_the_saved_one() {
    let folder = Folder::new("link-saved");
    let browser = Browser::start(&folder.0, (900, 700), &[]);
    show_at(&browser, &address(lua_page(), ""));
    browser.press(&[('x', 80)]);
    browser.wait(
        "rasher.page.log.frames > 120 && rasher.page.store.pieces > 1 && rasher.page.store.pending === 0",
    );
    let (own, ..) = recording(&browser);
    let other = folder.0.join("other.rec");
    rasher(&[
        "run",
        lua_cart().to_str().expect("Unicode"),
        "--headless",
        "--frames",
        "300",
        "--seed",
        "5",
        "--record",
        other.to_str().expect("Unicode"),
    ]);
    let end = shared(&other);
    browser.goto("about:blank");
    show_at(&browser, &address(lua_page(), &end));
    browser.wait("rasher.page.screen.shown.playback && rasher.page.screen.shown.frame > 20");
    browser.press(&[('x', 80)]);
    browser.wait("!rasher.page.screen.shown.playback && rasher.page.log.frames > 120 && rasher.page.store.pending === 0");
    let (taken, ..) = recording(&browser);
    assert_eq!(taken.start.seed, 5);
    // Without the link, the page's own run is offered again, and a reload resumes it.
    browser.goto("about:blank");
    show_at(&browser, &address(lua_page(), ""));
    browser.reload();
    browser.wait("globalThis.rasher && rasher.page.screen.shown && rasher.page.screen.shown.frame > 60");
    let (resumed, ..) = recording(&browser);
    assert_eq!(resumed.start, own.start);
}
