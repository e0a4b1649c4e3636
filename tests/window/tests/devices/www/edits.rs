//! The history of edits in a page: unsaved work is there after a reload, and two windows of one page keep each other's edits.

use super::{Folder, console, open, show};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use format::{EditLog, EditState, thinned};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use window_tests::PATIENCE;
use window_tests::browser::Browser;

const F2: char = '\u{e032}';
const DELETE: char = '\u{e017}';
const ENTER: char = '\u{e007}';
const CONTROL: char = '\u{e009}';
const SHIFT: char = '\u{e008}';

/// The stored pieces of the history, by number. A page that reads its store knows them afterwards; this does not.
fn pieces(browser: &Browser) -> Vec<(u64, Vec<u8>)> {
    let script = "const { store } = rasher.page; await store.work; const place = `${store.page}/porklike/edits`; \
        const found = await store.ask('runs', IDBKeyRange.bound([place, 0], [place, Infinity])); \
        return found.map(([key, bytes]) => { let s = ''; for (const byte of bytes) s += String.fromCharCode(byte); return [key[1], btoa(s)]; });";
    let found = browser.run(script, &[]);
    let piece = |piece: &Value| {
        let bytes = STANDARD.decode(piece[1].as_str().expect("bytes")).expect("base64");
        (piece[0].as_u64().expect("a number"), bytes)
    };
    found.as_array().expect("a list").iter().map(piece).collect()
}

fn joined<'a>(pieces: impl IntoIterator<Item = &'a (u64, Vec<u8>)>) -> Vec<u8> {
    pieces.into_iter().flat_map(|piece| piece.1.clone()).collect()
}

/// The rows of a sprite's pixels.
fn sprite(data: &[u8], n: usize) -> Vec<u8> {
    (0..8).flat_map(|row| data[row * 64 + n * 4..][..4].to_vec()).collect()
}

/// Waits until the newest state in the history has this sprite.
fn waits_for(browser: &Browser, n: usize, want: &[u8]) {
    let begun = Instant::now();
    loop {
        let log = EditLog::from_bytes(&joined(&pieces(browser)));
        let state = log.entries().next_back().and_then(|entry| log.state(entry.id));
        if state.is_some_and(|state| sprite(&state.data[..], n) == want) {
            return;
        }
        assert!(
            begun.elapsed() < PATIENCE,
            "sprite {n} is not in the history of {} entries",
            log.entries().len()
        );
        std::thread::sleep(Duration::from_millis(100));
    }
}

fn edits(browser: &Browser) {
    browser.press(&[(F2, 60)]);
    browser.wait("!rasher.page.screen.shown.playing");
    // The history is read.
    std::thread::sleep(Duration::from_millis(500));
}

#[test]
fn unsaved_work_is_there_after_a_reload_and_is_restored() {
    let folder = Folder::new("page-edits");
    let browser = open(&folder, console());
    let data = shelf::find("porklike").expect("it ships").rom().expect("its data").data;
    let first = sprite(&data[..], 1);
    assert_ne!(first, [0; 32], "there is something to clear");
    edits(&browser);
    browser.press(&[(DELETE, 60)]);
    waits_for(&browser, 1, &[0; 32]);
    browser.reload();
    browser.wait("globalThis.rasher && rasher.page.screen.drawn > 5");
    edits(&browser);
    // The newest row, its first part as it was before; a second Enter restores it.
    browser.chord(&[CONTROL, SHIFT, 'h']);
    browser.press(&[(ENTER, 60), (ENTER, 60)]);
    waits_for(&browser, 1, &first);
    // The cleared sprite comes back: it was there after the reload.
    browser.press(&[('\u{e00c}', 60), ('\u{e00c}', 60)]);
    browser.chord(&[CONTROL, 'z']);
    waits_for(&browser, 1, &[0; 32]);
}

/// Our decision: a window replaces only the pieces that it has read or written, so both may thin the history at the same moment.
#[test]
fn two_windows_of_one_page_thin_their_history_at_the_same_time() {
    let folder = Folder::new("page-windows");
    let browser = open(&folder, console());
    let first = browser.tab();
    edits(&browser);
    browser.press(&[(DELETE, 60)]);
    waits_for(&browser, 1, &[0; 32]);
    let second = browser.open_tab();
    show(&browser, console());
    edits(&browser);
    browser.press(&[('w', 60), (DELETE, 60)]);
    waits_for(&browser, 2, &[0; 32]);
    browser.switch_to(&first);
    browser.press(&[('w', 60), ('w', 60), (DELETE, 60)]);
    waits_for(&browser, 3, &[0; 32]);

    let all = pieces(&browser);
    assert!(all.len() >= 3, "{} pieces", all.len());
    let log = EditLog::from_bytes(&joined(&all));
    let states: Vec<(u64, EditState)> =
        log.entries().map(|entry| (entry.id, log.state(entry.id).expect("whole"))).collect();
    // Each window writes all that it knows as one piece.
    let known = || {
        let seen = browser.run("return Object.values(rasher.page.store.seen).flat();", &[]);
        let seen: Vec<u64> = seen.as_array().expect("a list").iter().filter_map(Value::as_u64).collect();
        let whole = joined(all.iter().filter(|piece| seen.contains(&piece.0)));
        assert!(whole.len() < joined(&all).len(), "another window has added something");
        json!(STANDARD.encode(thinned(&whole, 1 << 20)))
    };
    let listens = "globalThis.channel = new BroadcastChannel('thin'); channel.onmessage = () => { \
        globalThis.thinned = rasher.page.store.edits('porklike', true, Uint8Array.from(atob(args[0]), (c) => c.charCodeAt(0))); };";
    browser.run(listens, &[known()]);
    browser.switch_to(&second);
    let both = "const channel = new BroadcastChannel('thin'); channel.postMessage(0); \
        await rasher.page.store.edits('porklike', true, Uint8Array.from(atob(args[0]), (c) => c.charCodeAt(0)));";
    browser.run(both, &[known()]);
    browser.switch_to(&first);
    browser.wait("globalThis.thinned && (await globalThis.thinned, true)");
    let left = pieces(&browser);
    assert_eq!(left.len(), 2, "each window's piece");
    let log = EditLog::from_bytes(&joined(&left));
    assert_eq!(log.entries().len(), states.len());
    for (id, state) in &states {
        assert_eq!(log.state(*id).as_ref(), Some(state));
    }
}
