//! A cart's page contains only that cart.
//!
//! Its limit of 900,000 bytes, and that of 2,000,000 for the page with everything, are our decisions: a phone loads 900 KB in two
//! seconds at 4 Mbit/s.

use super::played::recording;
use super::ways::drop_file;
use super::{Folder, console, copied, lua_page, open, page, rasher, root};
use serde_json::json;
use std::path::Path;
use window_tests::browser::Browser;

const F2: char = '\u{e032}';
const F12: char = '\u{e03c}';
const ESCAPE: char = '\u{e00c}';
const DOWN: char = '\u{e015}';

fn text(page: &Path) -> String {
    std::fs::read_to_string(page).expect("the page")
}

/// The module in a page.
fn module(page: &str) -> &str {
    let rest = page.split_once("id=\"module\">").expect("a page").1;
    rest.split_once("</script>").expect("its end").0
}

#[test]
fn pages_are_small_and_those_of_lua_carts_have_the_same_player() {
    let folder = Folder::new("sizes");
    let other = folder.0.join("other.html");
    let cart = copied(&folder.0, "tests/suite/circ.p8");
    rasher(&["export", cart.to_str().expect("Unicode"), "-o", other.to_str().expect("Unicode")]);
    let whole = folder.0.join("whole.html");
    rasher(&["export", "-o", whole.to_str().expect("Unicode")]);
    for (page, most) in [
        (lua_page(), 900_000),
        (&*other, 900_000),
        (page(), 900_000),
        (&*whole, 2_000_000),
        (console(), 2_000_000),
    ] {
        let size = text(page).len();
        println!("{}: {size} bytes", page.display());
        assert!(size < most, "{} has {size} bytes", page.display());
    }
    let (lua, other) = (text(lua_page()), text(&other));
    assert!(lua != other && module(&lua) == module(&other));
    assert!(module(&text(console())) == module(&text(&whole)), "another player");
}

/// What the browser's default would have been: `keydown` in a listener that comes after the page's.
pub fn prevented(browser: &Browser, keys: &[char]) -> Vec<String> {
    browser.run(
        "if (!globalThis.prevented) addEventListener('keydown', (event) => { if (event.defaultPrevented) prevented.push(event.code); }); globalThis.prevented = []; return 0;",
        &[],
    );
    keys.iter().for_each(|key| browser.press(&[(*key, 60)]));
    let all = browser.run("return prevented;", &[]);
    all.as_array().expect("codes").iter().filter_map(|it| it.as_str().map(String::from)).collect()
}

#[test]
fn f2_and_f12_are_the_browsers_and_no_row_leaves_the_cart() {
    for page in [page(), lua_page()] {
        let folder = Folder::new("only");
        let browser = open(&folder, page);
        browser.press(&[('x', 60)]);
        assert_eq!(prevented(&browser, &[F2, F12, DOWN]), ["ArrowDown"]);
        browser.wait("rasher.page.screen.shown.playing && rasher.page.screen.shown.screen");
        // Each row of the menu, from the last one: up from the first.
        for row in 0..9 {
            browser.press(&[(ESCAPE, 60)]);
            browser.wait("!rasher.page.screen.shown.playing");
            let down: Vec<(char, u64)> = (0..row).map(|_| (DOWN, 40)).collect();
            browser.press(&down);
            browser.press(&[('x', 60)]);
            let shown = browser.run("return [rasher.page.screen.shown.screen, rasher.page.cart.shelf, document.getElementById('bar').hidden];", &[]);
            assert_eq!(shown, json!([true, false, true]), "row {row}");
            for _ in 0..3 {
                if browser.run("return rasher.page.screen.shown.playing;", &[]) == json!(true) {
                    break;
                }
                browser.press(&[(ESCAPE, 80)]);
            }
            browser.wait("rasher.page.screen.shown.playing");
        }
    }
    // With tools they are the console's.
    let folder = Folder::new("with-tools");
    let browser = open(&folder, console());
    browser.press(&[('x', 60)]);
    assert_eq!(prevented(&browser, &[F2]), ["F2"]);
    browser.wait("!rasher.page.screen.shown.screen");
}

/// The label covers the page until a gesture, which is not the cart's; then there is sound. A reload begins at once.
#[test]
fn a_cover_waits_for_a_key_or_a_click() {
    for key in [true, false] {
        let folder = Folder::new(if key { "cover-key" } else { "cover-click" });
        let browser = Browser::start(&folder.0, (900, 700), &[]);
        browser.goto(&format!("file://{}", lua_page().display()));
        browser.wait("globalThis.rasher && rasher.page.uncover");
        let shown = "const [play, label] = ['play', 'label'].map((id) => document.getElementById(id)); \
            return [!play.hidden, !!label, label.naturalWidth, rasher.page.screen.drawn, rasher.page.sound.context !== null, \
            document.querySelector('link[rel=icon]').href === label.src, document.documentElement.style.getPropertyValue('--ink') !== ''];";
        browser.wait("document.documentElement.style.getPropertyValue('--ink') !== ''");
        assert_eq!(browser.run(shown, &[]), json!([true, true, 128, 0, false, true, true]));
        if key {
            browser.press(&[('x', 60)])
        } else {
            browser.click(450, 200)
        }
        browser.wait("rasher.page.log.frames > 40 && rasher.page.sound.context.state === 'running'");
        assert_eq!(browser.run("return document.getElementById('play').hidden;", &[]), json!(true));
        let (played, ..) = recording(&browser);
        assert!(played.inputs().all(|input| input.players[0] == 0), "the cart got what uncovered it");
        // X flies now.
        browser.press(&[('x', 60)]);
        browser.wait("rasher.page.store.pending === 0 && rasher.page.store.pieces > 0");
        browser.reload();
        browser.wait("globalThis.rasher && rasher.page.screen.drawn > 5");
    }
}

#[test]
fn a_page_says_whose_it_is_and_an_archive_has_it() {
    let folder = Folder::new("credit");
    let cart = copied(&folder.0, "cart/examples/bee").join("bee.p8");
    let zip = folder.0.join("bee.zip");
    let words = [
        "export",
        cart.to_str().expect("Unicode"),
        "--itch",
        "--author",
        "Ada <a>",
        "--source",
        "https://example.org/?a=\"b\"",
    ];
    rasher(&[&words[..], &["-o", zip.to_str().expect("Unicode")]].concat());
    let bytes = std::fs::read(&zip).expect("the archive");
    assert!(bytes.starts_with(b"PK\x03\x04") && bytes[30..].starts_with(b"index.html<!doctype html>"));
    let end = bytes.windows(4).rposition(|it| it == b"PK\x05\x06").expect("its end");
    assert_eq!(bytes[end + 10..end + 12], [1, 0], "one file");
    // Its texts: stored, so they can be read here; control characters of the module are no HTML.
    let text = String::from_utf8_lossy(&bytes);
    for part in [
        "<h1>honey days</h1>",
        "by Ada &lt;a&gt; &middot; <a href=\"https://example.org/?a=&quot;b&quot;\"",
        "<p>bring pollen from the flowers to the hive before the sun sets;",
        "<meta property=\"og:title\" content=\"honey days\">",
    ] {
        assert!(text.contains(part), "{part}");
    }
    for wrong in ["javascript:alert(1)", "example.org"] {
        let words = ["rasher", "export", "bee", "--source", wrong].map(std::ffi::OsString::from);
        let done = tool::command(shelf::ALL, words).expect("no window is needed");
        assert!(
            done.code != 0 && done.err.contains("expected an address that starts with https://"),
            "{}",
            done.err
        );
    }
}

#[test]
fn a_cart_that_is_dropped_does_not_replace_the_pages_own() {
    let folder = Folder::new("own");
    let browser = open(&folder, lua_page());
    browser.wait("rasher.page.log.frames > 10");
    drop_file(&browser, "circ.p8", &root().join("tests/suite/circ.p8"));
    drop_file(&browser, "porklike.rec", &root().join("tests/replays/porklike.rec"));
    browser.wait("rasher.page.log.frames > 40");
    assert_eq!(browser.run("return rasher.page.cart.name;", &[]), json!("bee"));
    assert_eq!(browser.run("return rasher.page.screen.shown.playing;", &[]), json!(true));
}
