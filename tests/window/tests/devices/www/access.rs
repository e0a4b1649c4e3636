//! The page of a cart with a screen reader, with zoom, and with only a keyboard.
//!
//! Contrast is WCAG 2.2's 1.4.3, the keyboard trap its 2.1.2, zoom its 1.4.4; the rest are our decisions.

use super::only::prevented;
use super::{Folder, copied, lua_page, open, page, rasher};
use rasher::Event;
use serde_json::json;
use timeline::Recording;
use window_tests::browser::Browser;

const TAB: char = '\u{e004}';
const ESCAPE: char = '\u{e00c}';
const UP: char = '\u{e013}';
const F5: char = '\u{e035}';

#[test]
fn tab_leaves_a_game_for_one_and_is_a_button_of_a_game_for_two() {
    let folder = Folder::new("tab");
    let browser = open(&folder, lua_page());
    assert_eq!(prevented(&browser, &[TAB, UP]), ["ArrowUp"]);
    browser.wait("document.activeElement !== document.body");
    drop(browser);
    let folder = Folder::new("tab-two");
    let file = folder.0.join("tag.html");
    let cart = copied(&folder.0, "cart/examples/tag").join("tag.p8");
    rasher(&["export", cart.to_str().expect("Unicode"), "-o", file.to_str().expect("Unicode")]);
    let browser = open(&folder, &file);
    assert_eq!(prevented(&browser, &[TAB, UP]), ["Tab", "ArrowUp"]);
}

#[test]
fn two_presses_of_escape_give_the_keys_to_the_browser_until_a_click() {
    let folder = Folder::new("escape-twice");
    let browser = open(&folder, page());
    browser.wait("rasher.page.screen.shown.playing");
    browser.press(&[(ESCAPE, 30), (ESCAPE, 30)]);
    browser.wait("rasher.page.input.released && !document.getElementById('bar').hidden");
    assert_eq!(prevented(&browser, &[UP, TAB]), [""; 0]);
    browser.click(450, 200);
    browser.wait("!rasher.page.input.released && document.getElementById('bar').hidden");
    assert_eq!(prevented(&browser, &[UP]), ["ArrowUp"]);
    // With the keyboard only: Tab to the button, and Enter.
    browser.press(&[(ESCAPE, 30), (ESCAPE, 30)]);
    browser.wait("rasher.page.input.released");
    browser.run("document.querySelector('#actions button').focus(); return 0;", &[]);
    browser.press(&[('\u{e007}', 40)]);
    browser.wait("!rasher.page.input.released");
    // Slow presses are the game's.
    browser.press(&[(ESCAPE, 600), (ESCAPE, 60)]);
    assert_eq!(browser.run("return rasher.page.input.released;", &[]), json!(false));
}

#[test]
fn the_browser_has_its_shortcuts() {
    let folder = Folder::new("shortcuts");
    let browser = open(&folder, lua_page());
    let script = "const prevented = []; addEventListener('keydown', (event) => { if (event.defaultPrevented) prevented.push(event.code); }); \
        for (const [code, how] of args) dispatchEvent(new KeyboardEvent('keydown', { code, cancelable: true, ...how })); return prevented;";
    let control = json!({"ctrlKey": true});
    let keys = ["KeyR", "KeyF", "KeyP", "KeyS", "Digit1", "Equal"].map(|code| json!([code, control]));
    let keys = keys
        .into_iter()
        .chain(["F1", "F3", "F5", "F6", "F7", "F12", "F11", "ArrowUp", "KeyZ"].map(|code| json!([code, {}])));
    let told = browser.run(script, &keys.collect::<Vec<_>>());
    assert_eq!(told, json!(["F11", "ArrowUp", "KeyZ"]));
    assert_eq!(prevented(&browser, &[F5]), [""; 0]);
}

/// The relative luminance of WCAG, of "rgb(r, g, b)".
const CONTRAST: &str = "const light = (colour) => { const [r, g, b] = colour.match(/[\\d.]+/g).map((n) => n / 255).map((n) => n <= 0.04045 ? n / 12.92 : ((n + 0.055) / 1.055) ** 2.4); \
    return 0.2126 * r + 0.7152 * g + 0.0722 * b; }; \
    const paper = light(getComputedStyle(document.body).backgroundColor); \
    return [...document.querySelectorAll('#about *')].filter((it) => it.textContent.trim()).map((it) => { \
        const text = light(getComputedStyle(it).color); return [it.tagName, (Math.max(text, paper) + 0.05) / (Math.min(text, paper) + 0.05)]; });";

#[test]
fn texts_have_contrast_on_the_colours_of_every_label() {
    let folder = Folder::new("contrast");
    let browser = open(&folder, page());
    // A label of each colour; the page takes its own from it.
    for colour in ["#000000", "#ffffff", "#ff004d", "#ffec27", "#00e436", "#29adff", "#83769c"] {
        let dress = "const canvas = document.createElement('canvas'); canvas.width = canvas.height = 128; const context = canvas.getContext('2d'); \
            context.fillStyle = args[0]; context.fillRect(0, 0, 128, 128); const label = new Image(); label.src = canvas.toDataURL(); \
            await rasher.page.screen.dress(label); return 0;";
        browser.run(dress, &[json!(colour)]);
        let told = browser.run(CONTRAST, &[]);
        let all = told.as_array().expect("texts");
        assert!(all.len() > 5, "{told}");
        assert!(all.iter().all(|it| it[1].as_f64() >= Some(4.5)), "{colour}: {told}");
    }
    let zoom = browser.run("return document.querySelector('meta[name=viewport]').content;", &[]);
    assert!(!zoom.as_str().expect("a text").contains("maximum-scale"), "{zoom}");
    assert_eq!(browser.run("return getComputedStyle(document.body).touchAction;", &[]), json!("pinch-zoom"));
}

/// Our decision, as in the window: outside the picture where it has 40 pixels, else a row in it; a click closes it.
#[test]
fn a_notice_is_beside_the_picture_where_there_is_room() {
    const NOTICE: &str = "document.getElementById('notice')";
    let folder = Folder::new("notice");
    let browser = Browser::start(&folder.0, (900, 400), &[]);
    super::show(&browser, lua_page());
    browser.wait("rasher.page.screen.shown.playing");
    let notify = "rasher.page.send([[{ k: 'notice', text: 'a notice', bad: true }]]); return 0;";
    browser.run(notify, &[]);
    browser.wait(&format!("!{NOTICE}.hidden"));
    let apart = "const [a, b] = ['notice', 'screen'].map((id) => document.getElementById(id).getBoundingClientRect()); \
        return [a.width > 20 && a.right <= innerWidth && a.bottom <= innerHeight, a.left >= b.right || a.top >= b.bottom, a.left, a.top];";
    let told = browser.run(apart, &[]);
    assert_eq!((&told[0], &told[1]), (&json!(true), &json!(true)), "{told}");
    let at = |n: usize| told[n].as_f64().expect("a place") as u32 + 4;
    browser.click(at(2), at(3));
    browser.wait(&format!("{NOTICE}.hidden"));
    // Without room it is in the picture, and screen readers still get it.
    let folder = Folder::new("notice-inside");
    let browser = Browser::start(&folder.0, (500, 640), &["--force-device-scale-factor=1"]);
    super::show(&browser, lua_page());
    browser.run("document.getElementById('about').hidden = true; document.getElementById('page').style.width = '400px'; \
        document.getElementById('page').style.height = '400px'; return 0;", &[]);
    browser.wait("rasher.page.screen.room === '400 400' && rasher.page.screen.shown.playing");
    browser.run(notify, &[]);
    browser.wait("document.getElementById('spoken').textContent.includes('a notice')");
    assert_eq!(browser.run(&format!("return {NOTICE}.hidden;"), &[]), json!(true));
}

fn calm(run: &Recording) -> bool {
    let is_calm = |event: &Event| matches!(event, Event::Comfort { less_flash: true, less_shake: true });
    run.inputs().any(|input| input.events.iter().any(is_calm))
}

#[test]
fn a_reader_hears_menus_and_less_motion_is_kept() {
    let folder = Folder::new("spoken");
    let browser = Browser::start(&folder.0, (900, 700), &["--force-prefers-reduced-motion"]);
    super::show(&browser, lua_page());
    browser.wait("rasher.page.screen.shown.playing");
    browser.press(&[(ESCAPE, 60)]);
    browser.wait("document.getElementById('spoken').textContent.startsWith('paused: continue')");
    browser.press(&[('\u{e015}', 60)]);
    browser.wait("!document.getElementById('spoken').textContent.includes('continue')");
    assert_eq!(
        browser.run("return document.getElementById('spoken').getAttribute('role');", &[]),
        json!("status")
    );
    let (played, ..) = super::played::recording(&browser);
    assert!(calm(&played));
    drop(browser);
    let folder = Folder::new("spoken-plain");
    let browser = open(&folder, lua_page());
    browser.press(&[('x', 60)]);
    browser.wait("rasher.page.log.frames > 5");
    let (played, ..) = super::played::recording(&browser);
    assert!(!calm(&played));
}
