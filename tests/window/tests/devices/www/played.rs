//! Playing with keys; saved runs.

use super::{Folder, open, page};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rasher::{PIXELS, palette};
use serde_json::json;
use timeline::{Recording, Replay};
use window_tests::browser::Browser;

const LEFT: char = '\u{e012}';
const UP: char = '\u{e013}';
pub const RIGHT: char = '\u{e014}';

/// The recording of what was played, the current picture as indices, and the canvas at that moment as colours.
pub fn recording(browser: &Browser) -> (Recording, Vec<u8>, Vec<u8>) {
    // While the menu is open the run is paused.
    let script = "const text = (bytes) => { let s = ''; for (const byte of bytes) s += String.fromCharCode(byte); return btoa(s); }; \
        const { run, picture } = await rasher.recording(); \
        const { width, height } = rasher.page.screen.canvas; \
        return [run, picture, rasher.page.screen.context.getImageData(0, 0, width, height).data].map(text);";
    let told = browser.run(script, &[]);
    let bytes = |n: usize| STANDARD.decode(told[n].as_str().expect("bytes")).expect("base64");
    (Recording::from_bytes(&bytes(0)).expect("a recording"), bytes(1), bytes(2))
}

/// The picture after a recording was run here, with its digests compared.
pub fn natively(recording: &Recording) -> Box<[u8; PIXELS]> {
    let entry = shelf::find(&recording.start.cart).expect("it ships");
    let rom = entry.rom().expect("its data").into();
    let replay = Replay::new(recording, (entry.make)(), rom).expect("of this version");
    let console = replay.finish().expect("every digest");
    let mut picture = Box::new([0; PIXELS]);
    console.machine().picture(&mut picture);
    picture
}

#[test]
fn what_is_played_by_keys_replays_here_and_a_reload_goes_on() {
    let folder = Folder::new("played");
    let browser = open(&folder, page());
    browser.press(&[('x', 80), (RIGHT, 90), (RIGHT, 90), (UP, 90), (LEFT, 60), ('z', 40)]);
    browser.wait("rasher.page.log.frames > 120 && rasher.page.sound.context.state === 'running'");
    // A turn-based cart: animations still run behind the menu.
    browser.press(&[('\u{e00c}', 60)]);
    browser.wait("!rasher.page.screen.shown.playing");
    let (played, picture, _) = recording(&browser);
    assert!(played.frames() > 120 && played.checks().len() > 1, "{} frames", played.frames());
    let pressed = played.inputs().fold(0, |all, input| all | input.players[0]);
    assert_eq!(pressed & 0b11_0111, 0b11_0111, "left, right, up, O and X were heard");
    assert!(natively(&played)[..] == picture[..], "the last picture is the one of here");

    let asked = "performance.getEntriesByType('resource').map((it) => it.name).filter((it) => !/^(blob|data):/.test(it))";
    assert_eq!(browser.run(&format!("return {asked};"), &[]), json!([]), "nothing is asked of the network");
    let first = browser.run("return performance.getEntriesByName('first picture')[0].startTime;", &[]);
    println!("first picture after {first} ms");

    // Data reported as written is there after a reload, and resumes without a question.
    browser.wait("rasher.page.store.pending === 0 && rasher.page.store.pieces > 0 && !rasher.page.store.why");
    browser.reload();
    browser.wait("globalThis.rasher && rasher.page.screen.drawn > 5 && rasher.page.log.frames > 20");
    browser.press(&[('\u{e00c}', 60)]);
    browser.wait("!rasher.page.screen.shown.playing");
    let (again, picture, _) = recording(&browser);
    assert!(
        again.frames() > played.frames() && again.begins_with(&played),
        "it is the same run, and goes on"
    );
    assert!(natively(&again)[..] == picture[..]);
}

#[test]
fn the_canvas_shows_the_consoles_own_colours() {
    let folder = Folder::new("colours");
    let browser = open(&folder, page());
    // The page's clock stops between a picture and the questions asked about it.
    let script = "rasher.page.worker.postMessage({ asleep: true }); await new Promise((done) => setTimeout(done, 300)); \
        const data = rasher.page.screen.context.getImageData(0, 0, 128, 128).data; \
        let all = ''; for (const byte of data) all += String.fromCharCode(byte); return btoa(all);";
    let told = browser.run(script, &[]);
    let canvas = STANDARD.decode(told.as_str().expect("bytes")).expect("base64");
    let known = |pixel: &[u8]| palette::RGB.iter().any(|rgb| rgb[..] == pixel[..3]);
    assert_eq!(canvas.len(), 4 * PIXELS);
    assert!(canvas.chunks(4).all(known), "a colour that the console has not");
    assert!(canvas.chunks(4).any(|pixel| pixel[..3] != palette::RGB[0][..]), "something is shown");
}
