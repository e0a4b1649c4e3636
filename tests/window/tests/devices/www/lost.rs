//! A lost worker: it traps, or it never returns.
//!
//! No shelf cart does either, so the worker's script gets two extra orders before the page starts: one asks the
//! module for more memory than there is, which makes it panic, the other never ends.

use super::{Folder, console, show};
use serde_json::json;
use window_tests::browser::Browser;

/// Two extra orders for the worker.
const ORDERS: &str = "const heard = onmessage; onmessage = (event) => { \
    if (event.data.hang) for (;;); \
    if (event.data.trap) { try { wasm.room(-1); } catch (error) { lost(error); } return; } \
    heard(event); };";

fn start(name: &str) -> (Folder, Browser) {
    let folder = Folder::new(name);
    let browser = Browser::start(&folder.0, (900, 700), &[]);
    // The worker's text is in the page's script, which has a hash; so the orders are added where the page
    // makes a blob of it.
    browser.before(&format!(
        "const Plain = Blob; globalThis.Blob = class extends Plain {{ constructor(parts, options) {{ \
         super(options.type === 'text/javascript' ? [...parts, {}] : parts, options); }} }};",
        json!(ORDERS)
    ));
    show(&browser, console());
    browser.press(&[('x', 60), ('\u{e014}', 60)]);
    browser.wait("rasher.page.log.frames > 90");
    (folder, browser)
}

/// Frames that the page has, from the run's start. It has no run while the next worker replays it.
fn frames(browser: &Browser) -> u64 {
    browser.wait("await rasher.recording().then(({ run }) => run.length, () => 0)");
    browser.run("return rasher.page.record.frame;", &[]).as_u64().expect("a frame")
}

#[test]
fn a_trap_costs_a_worker_and_not_the_page() {
    let (_folder, browser) = start("trap");
    let before = browser.run(
        "const n = rasher.page.log.frames; rasher.page.worker.postMessage({ trap: true }); return n;",
        &[],
    );
    browser.wait("rasher.page.again_since && rasher.page.screen.shown && !rasher.page.screen.shown.playing");
    // The error screen covers the moment before the frame.
    let at = frames(&browser);
    let before = before.as_u64().expect("frames");
    assert!(
        (before.saturating_sub(2)..=before + 4).contains(&at),
        "{before} frames were told, it stands at {at}"
    );
    assert_eq!(browser.run("return document.getElementById('bar').hidden;", &[]), json!(true));
    // F12 opens the debugger there, Space plays on.
    browser.press(&[('\u{e03c}', 60)]);
    browser.wait("!rasher.page.screen.shown.screen");
    browser.press(&[(' ', 60)]);
    browser.wait("rasher.page.screen.shown.playing && rasher.page.log.frames > 20");
}

#[test]
fn a_hang_is_reported_and_can_be_stepped_back_from() {
    let (_folder, browser) = start("hang");
    browser.run("rasher.page.worker.postMessage({ hang: true }); return 0;", &[]);
    browser.wait("rasher.page.stuck");
    // The page keeps working: it reports the problem and offers choices.
    let said = browser.run("return document.getElementById('message').textContent;", &[]);
    assert!(said.as_str().is_some_and(|said| said.contains("is not responding")), "{said}");
    let before = browser.run("return rasher.page.log.frames;", &[]).as_u64().expect("frames");
    browser.run("[...document.querySelectorAll('#actions button')].find((it) => it.textContent === 'step back').click(); return 0;", &[]);
    browser.wait("!rasher.page.stuck && rasher.page.screen.shown && !rasher.page.screen.shown.playing");
    let at = frames(&browser);
    assert!(
        (before.saturating_sub(2)..=before).contains(&at),
        "{before} frames were told, it stands at {at}"
    );
    // The menu covers it, and play continues.
    browser.press(&[('\u{e00c}', 60)]);
    browser.wait("rasher.page.screen.shown.playing && rasher.page.log.frames > 20");
}
