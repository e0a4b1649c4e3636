//! The user's own carts on the console's page: made, opened, saved, renamed, deleted and brought back, in one window and in two.
//!
//! What each request does is checked in `console/web`; here, what a user sees, and what the browser keeps.

use super::frames::serve;
use super::played::recording;
use super::ways::drop_file;
use super::{Folder, player, root, show, show_at};
use serde_json::{Value, json};
use std::sync::Arc;
use window_tests::browser::Browser;

const F2: char = '\u{e032}';
const TAB: char = '\u{e004}';
const ESCAPE: char = '\u{e00c}';
const CONTROL: char = '\u{e009}';
const DOWN: char = '\u{e015}';

const CART: &str =
    "pico-8 cartridge // http://www.pico-8.com\nversion 42\n__lua__\nfunction _draw() cls(3) end\n";

/// The files of own carts that the browser keeps, by their names, with the code of each.
fn kept(browser: &Browser) -> Vec<(String, String)> {
    let script = "const { store } = rasher.page; await store.work; const all = await store.ask('files', store.range('files', store.page)); \
        return all.map(([key, bytes]) => [key.slice(store.page.length + 1), bytes]).filter(([key]) => /^(own|bin)/.test(key)) \
            .map(([key, bytes]) => [key.replace(/\\/.*\\//, '/'), new TextDecoder().decode(bytes)]);";
    let found = browser.run(script, &[]);
    let text = |value: &Value| value.as_str().expect("a text").to_string();
    found.as_array().expect("a list").iter().map(|it| (text(&it[0]), text(&it[1]))).collect()
}

fn names(browser: &Browser) -> Vec<String> {
    kept(browser).into_iter().map(|(name, _)| name).collect()
}

fn waits_for_file(browser: &Browser, name: &str) {
    browser.wait(&format!(
        "[...rasher.page.own.known.keys()].some((it) => it.replace(/\\/.*\\//, '/') === '{name}')"
    ));
}

fn says(browser: &Browser, text: &str) {
    browser.wait(&format!("document.getElementById('spoken').textContent.includes('{text}')"));
}

/// Chooses a row of the pause menu.
fn chooses(browser: &Browser, row: &str) {
    browser.press(&[(ESCAPE, 60)]);
    says(browser, "continue");
    for _ in 0..20 {
        let said = browser.run("return document.getElementById('spoken').textContent;", &[]);
        if said.as_str().is_some_and(|said| said.contains(row)) {
            return browser.press(&[('z', 60)]);
        }
        browser.press(&[(DOWN, 60)]);
    }
    panic!("the menu has no row {row}");
}

fn begins(folder: &Folder) -> Browser {
    let browser = Browser::start(&folder.0, (900, 700), &[]);
    show(&browser, player());
    browser
}

#[test]
fn a_cart_is_made_saved_played_and_there_after_a_reload() {
    let folder = Folder::new("own-new");
    let browser = begins(&folder);
    browser.press(&[(TAB, 60)]);
    browser.press(&[(F2, 60)]);
    waits_for_file(&browser, "own/untitled.p8");
    browser.wait("rasher.page.cart.name === 'untitled' && !rasher.page.screen.shown.screen");
    std::thread::sleep(std::time::Duration::from_millis(500));
    browser.press(&[('x', 40), ('=', 40), ('7', 40)]);
    browser.chord(&[CONTROL, 's']);
    browser.wait("[...rasher.page.own.known.values()].some((it) => new TextDecoder().decode(it).includes('x=7-- untitled'))");
    let saved = kept(&browser);
    assert!(saved[0].1.contains("\n--cart id "), "{saved:?}");
    // Played, and kept over a reload with its run.
    browser.press(&[(F2, 60)]);
    browser.wait(
        "rasher.page.screen.shown.playing && rasher.page.log.frames > 90 && rasher.page.store.pieces > 0",
    );
    let (played, ..) = recording(&browser);
    browser.reload();
    browser.wait(
        "globalThis.rasher && rasher.page.cart.name === 'untitled' && rasher.page.screen.shown.frame > 30",
    );
    let start = recording(&browser).0.start;
    assert_eq!(
        (start.seed, start.date),
        (played.start.seed, played.start.date),
        "its run, with the newest code"
    );
    // As a picture for others.
    browser.run("document.getElementById('download').click(); document.querySelector('#actions button').click(); return 0;", &[]);
    browser.wait("rasher.page.last_download");
    let file =
        browser.run("return [rasher.page.last_download.name, [...rasher.page.last_download.bytes]];", &[]);
    let bytes: Vec<u8> =
        file[1].as_array().expect("bytes").iter().map(|it| it.as_u64().expect("a byte") as u8).collect();
    assert_eq!(file[0], json!("untitled.p8.png"));
    let cart = format::read_cartridge(&bytes, "untitled.p8.png").expect("a cartridge");
    assert!(cart.code.starts_with(b"x=7-- untitled"));
}

#[test]
fn carts_are_opened_renamed_copied_deleted_and_brought_back() {
    let folder = Folder::new("own-files");
    let browser = begins(&folder);
    let path = folder.0.join("walk.p8");
    std::fs::write(&path, CART).expect("the test's folder");
    drop_file(&browser, "walk.p8", &path);
    browser.wait("rasher.page.cart.name === 'walk' && rasher.page.log.frames > 5");
    drop_file(&browser, "walk.p8", &path);
    browser.wait("rasher.page.cart.name === 'walk' && rasher.page.log.frames > 5");
    assert_eq!(names(&browser), ["own/walk.p8"], "the same one is kept once");
    chooses(&browser, "shelf");
    says(&browser, "walk");
    // A text that is pasted on the shelf.
    let paste = "const data = new DataTransfer(); data.setData('text/plain', args[0]); dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true })); return 0;";
    browser.run(paste, &[json!(CART.replace("cls(3)", "cls(4)"))]);
    browser.wait("rasher.page.cart.name === 'pasted'");
    chooses(&browser, "shelf");
    says(&browser, "pasted");
    chooses(&browser, "rename");
    browser.press(&[('2', 40), ('\u{e007}', 60)]);
    waits_for_file(&browser, "own/pasted2.p8");
    says(&browser, "pasted2");
    chooses(&browser, "duplicate");
    waits_for_file(&browser, "own/pasted2-2.p8");
    chooses(&browser, "delete");
    browser.wait("[...rasher.page.own.known.keys()].some((it) => it.startsWith('bin/'))");
    let mut all = names(&browser);
    all.sort_unstable();
    assert_eq!(all.len(), 3, "{all:?}");
    // Also after a reload.
    browser.reload();
    browser.wait("globalThis.rasher && rasher.page.screen.drawn > 5");
    browser.press(&[(TAB, 60)]);
    chooses(&browser, "undo delete");
    browser.wait("[...rasher.page.own.known.keys()].filter((it) => it.startsWith('own/')).length === 3");
}

#[test]
fn two_windows_share_the_carts_and_neither_overwrites_the_other() {
    let folder = Folder::new("own-two");
    let browser = begins(&folder);
    let first = browser.tab();
    let path = folder.0.join("walk.p8");
    std::fs::write(&path, CART).expect("the test's folder");
    drop_file(&browser, "walk.p8", &path);
    browser.wait("rasher.page.cart.name === 'walk' && rasher.page.log.frames > 5");
    // It misses that the other window has changed something.
    browser.run("rasher.page.own.refresh = async () => {}; return 0;", &[]);
    browser.open_tab();
    show(&browser, player());
    let change = "const [name] = [...rasher.page.own.known.keys()].filter((it) => it.startsWith('own/')); \
        return rasher.page.own.write([[name, new TextEncoder().encode(args[0])]]).then(() => 'written', (error) => error.message);";
    assert_eq!(browser.run(change, &[json!(CART.replace("cls(3)", "cls(5)"))]), json!("written"));
    browser.switch_to(&first);
    let known =
        "return [...rasher.page.own.known.values()].map((it) => new TextDecoder().decode(it)).join();";
    let refused = browser.run(change, &[json!(CART.replace("cls(3)", "cls(6)"))]);
    assert!(
        refused.as_str().is_some_and(|why| why.contains("another window of this page has changed it")),
        "{refused}"
    );
    assert!(kept(&browser)[0].1.contains("cls(5)"));
    browser.run("delete rasher.page.own.refresh; await rasher.page.own.refresh(); return 0;", &[]);
    let now = browser.run(known, &[]);
    assert!(now.as_str().is_some_and(|now| now.contains("cls(5)")), "{now}");
}

/// A recording is a film that one can take over. A share has a code for a phone's camera. A seed or day that is none is said.
#[test]
fn a_recording_that_is_dropped_is_a_film_and_its_link_has_a_code() {
    let folder = Folder::new("own-film");
    let here = serve(Arc::new(std::fs::read(player()).expect("the page")));
    let browser = Browser::start(&folder.0, (900, 700), &[]);
    let address = format!("http://127.0.0.1:{here}/game.html");
    show_at(&browser, &address);
    drop_file(&browser, "porklike.rec", &root().join("tests/replays/porklike.rec"));
    browser.wait("rasher.page.screen.shown.playback && rasher.page.screen.shown.frame > 60");
    says_bar(&browser, "a recorded run of");
    browser.press(&[('x', 80)]);
    browser.wait("!rasher.page.screen.shown.playback && rasher.page.cart.name === 'porklike' && rasher.page.log.frames > 5");
    assert!(recording(&browser).0.frames() > 60);
    browser.run(
        "navigator.clipboard.writeText = async () => {}; document.getElementById('share').click(); return 0;",
        &[],
    );
    says_bar(&browser, "A link to this run was copied");
    for (end, why) in [("#seed=abc", "expected a number"), ("#day=20261399", "expected today, or a day")] {
        browser.goto("about:blank");
        show_at(&browser, &format!("{address}{end}"));
        says_bar(&browser, why);
    }
    // A short link has a code: squares in three corners.
    let script = "rasher.page.share_link('#cart=abc', 'this cart', ''); \
        for (let n = 0; n < 100 && !document.querySelector('#actions button'); n++) await new Promise((done) => setTimeout(done, 50)); \
        [...document.querySelectorAll('#actions button')].find((it) => it.textContent === 'QR code').click(); \
        const canvas = document.getElementById('code'), side = canvas.width, context = canvas.getContext('2d'); \
        const dark = (x, y) => context.getImageData(x, y, 1, 1).data[0] < 128; \
        const at = (n) => { let x = 0; while (!dark(x, n) && x < side) x++; return x; }; \
        const quiet = at(side / 2 | 0) && at(Math.round(side * 0.2)); \
        return [side > 100, dark(quiet + 1, quiet + 1), dark(side - quiet - 2, quiet + 1), dark(quiet + 1, side - quiet - 2), dark(2, 2)];";
    browser.run("navigator.clipboard.writeText = async () => {}; document.querySelector('#actions button').click(); return 0;", &[]);
    assert_eq!(browser.run(script, &[]), json!([true, true, true, true, false]));
}

fn says_bar(browser: &Browser, text: &str) {
    browser.wait(&format!("document.getElementById('message').textContent.includes('{text}')"));
}
