//! A phone: the picture with a cross and two buttons, thumbs anywhere on the halves, and the phone's keyboard.
//!
//! Our decisions; sizes are those of common phones.

use super::{Folder, console, lua_page, open, page};
use serde_json::{Value, json};
use std::path::Path;
use window_tests::browser::Browser;

const PHONES: [(u32, u32); 4] = [(390, 844), (844, 390), (360, 640), (640, 360)];

/// A page, on a touch screen.
fn phone(folder: &Folder, page: &Path) -> Browser {
    let browser = open(folder, page);
    browser.tools("Emulation.setTouchEmulationEnabled", &json!({"enabled": true, "maxTouchPoints": 5}));
    browser.run("rasher.page.touch.on(); return 0;", &[]);
    browser
}

fn turn(browser: &Browser, (width, height): (u32, u32)) {
    let phone = json!({"width": width, "height": height, "deviceScaleFactor": 3, "mobile": true});
    browser.tools("Emulation.setDeviceMetricsOverride", &phone);
    browser.run("await new Promise((done) => setTimeout(done, 200)); return 0;", &[]);
}

/// Left, top, right and bottom of a part of the page.
fn place(browser: &Browser, id: &str) -> [f64; 4] {
    let script = "const { left, top, right, bottom } = document.getElementById(args[0]).getBoundingClientRect(); return [left, top, right, bottom];";
    let told = browser.run(script, &[json!(id)]);
    std::array::from_fn(|n| told[n].as_f64().expect("a number"))
}

/// Fingers at these places; the keys that are held then, sorted.
fn touch(browser: &Browser, kind: &str, points: &[(f64, f64)]) -> String {
    let points: Vec<Value> =
        points.iter().enumerate().map(|(id, (x, y))| json!({"x": x, "y": y, "id": id})).collect();
    browser.tools("Input.dispatchTouchEvent", &json!({"type": kind, "touchPoints": points}));
    // The browser hands on moves with its next picture.
    let script = "await new Promise((done) => setTimeout(done, 60)); return [...rasher.page.input.held].sort().join(' ');";
    let told = browser.run(script, &[]);
    told.as_str().expect("a text").to_string()
}

fn tap(browser: &Browser, id: &str) {
    let [left, top, right, bottom] = place(browser, id);
    let at = [((left + right) / 2.0, (top + bottom) / 2.0)];
    touch(browser, "touchStart", &at);
    browser.run("await new Promise((done) => setTimeout(done, 60)); return 0;", &[]);
    touch(browser, "touchEnd", &[]);
}

#[test]
fn the_picture_and_all_buttons_fit_each_phone() {
    let (folder, whole) = (Folder::new("phone"), Folder::new("phone-whole"));
    for (folder, page, small) in [
        (&folder, page(), &["menu", "fullscreen"][..]),
        (&whole, console(), &["menu", "edit", "keyboard", "fullscreen"]),
    ] {
        let browser = phone(folder, page);
        for size in PHONES {
            turn(&browser, size);
            let (w, h) = (f64::from(size.0), f64::from(size.1));
            let mut before = 0.0;
            for id in ["screen", "cross", "buttons"].iter().chain(small) {
                let [left, top, right, bottom] = place(&browser, id);
                let inside = left >= 0.0 && top >= 0.0 && right <= w + 0.5 && bottom <= h + 0.5;
                assert!(inside && right > left, "{id} lies in {size:?}: {left} {top} {right} {bottom}");
                if small.contains(id) {
                    assert!(
                        left > before && right - left >= 40.0 && bottom - top >= 24.0,
                        "{id} in {size:?}: {left} to {right}"
                    );
                    before = right;
                }
            }
            let told = browser.run("return [document.documentElement.scrollWidth, document.documentElement.scrollHeight, devicePixelRatio];", &[]);
            assert!(told[0].as_f64() <= Some(w) && told[1].as_f64() <= Some(h), "nothing scrolls: {told}");
            let [left, _, right, _] = place(&browser, "screen");
            let wide = (right - left) * told[2].as_f64().expect("a number");
            assert_eq!(wide.round() as u32 % 128, 0, "whole pixels of the glass in {size:?}");
            assert!(wide >= 128.0 * 5.0, "as large as there is room in {size:?}: {wide}");
            assert!(
                place(&browser, "cross")[2] <= place(&browser, "buttons")[0],
                "the cross is left of the buttons"
            );
        }
    }
}

#[test]
fn thumbs_press_eight_directions_and_both_buttons_anywhere_on_their_halves() {
    let folder = Folder::new("thumbs");
    let browser = phone(&folder, page());
    for size in PHONES {
        turn(&browser, size);
        let [left, top, right, bottom] = place(&browser, "cross");
        let (x, y, arm) = ((left + right) / 2.0, (top + bottom) / 2.0, (right - left) * 0.4);
        // Degrees clockwise from the right; a diagonal is 30 of them wide.
        let directions = [
            (0.0, "ArrowRight"),
            (28.0, "ArrowRight"),
            (45.0, "ArrowDown ArrowRight"),
            (62.0, "ArrowDown"),
            (135.0, "ArrowDown ArrowLeft"),
            (180.0, "ArrowLeft"),
            (225.0, "ArrowLeft ArrowUp"),
            (270.0, "ArrowUp"),
            (315.0, "ArrowRight ArrowUp"),
        ];
        touch(&browser, "touchStart", &[(x, y)]);
        for (angle, held) in directions {
            let (sin, cos) = f64::to_radians(angle).sin_cos();
            let moved = touch(&browser, "touchMove", &[(x + arm * cos, y + arm * sin)]);
            assert_eq!(moved, held, "{angle} degrees in {size:?}");
        }
        assert_eq!(touch(&browser, "touchEnd", &[]), "");

        // In a corner of the half, far from the cross, the cross comes to the finger.
        let [left, _, right, bottom] = place(&browser, "left");
        let at = (left + 30.0, bottom - 4.0);
        if (at.0 - x).hypot(at.1 - y) > 0.8 * (arm / 0.4) {
            assert_eq!(touch(&browser, "touchStart", &[at]), "", "it says no direction yet");
            assert_eq!(touch(&browser, "touchMove", &[(at.0 + 40.0, at.1)]), "ArrowRight", "{size:?}");
            assert_eq!(touch(&browser, "touchEnd", &[]), "");
        }
        assert!(right > left);

        // The other half: the nearer button, both between them, and a second finger for a direction.
        let [left, top, right, bottom] = place(&browser, "right");
        let corner = |button: [f64; 4]| ((button[0] + button[2]) / 2.0, (button[1] + button[3]) / 2.0);
        let middle = corner(place(&browser, "buttons"));
        for (at, held) in
            [((left + 3.0, bottom - 3.0), "KeyZ"), ((right - 3.0, top + 3.0), "KeyX"), (middle, "KeyX KeyZ")]
        {
            assert_eq!(touch(&browser, "touchStart", &[at]), held, "{at:?} in {size:?}");
            assert_eq!(touch(&browser, "touchEnd", &[]), "");
        }
        touch(&browser, "touchStart", &[(x, y - arm)]);
        assert_eq!(
            touch(&browser, "touchStart", &[(x, y - arm), (left + 3.0, bottom - 3.0)]),
            "ArrowUp KeyZ"
        );
        touch(&browser, "touchEnd", &[]);
    }
}

#[test]
fn a_phone_names_its_own_buttons_and_leads_out_of_each_screen() {
    let folder = Folder::new("phone-ways");
    let browser = phone(&folder, lua_page());
    turn(&browser, (390, 844));
    let state = "const { playing, screen } = rasher.page.screen.shown; return [playing, screen, document.getElementById('menu').textContent];";
    browser.wait("rasher.page.screen.shown.playing");
    tap(&browser, "menu");
    browser
        .wait("!rasher.page.screen.shown.playing && document.getElementById('menu').textContent === 'back'");
    browser.wait("document.getElementById('spoken').textContent.startsWith('paused: continue')");
    tap(&browser, "menu");
    browser.wait("rasher.page.screen.shown.playing");
    assert_eq!(browser.run(state, &[]), json!([true, true, "menu"]));
    drop(browser);

    // With the tools: into the editors and out of them; what the phone's keyboard writes arrives, and so does what it deletes.
    let folder = Folder::new("phone-editors");
    let browser = phone(&folder, console());
    turn(&browser, (390, 844));
    tap(&browser, "edit");
    browser.wait("!rasher.page.screen.shown.screen");
    tap(&browser, "menu");
    browser.wait("rasher.page.screen.shown.screen");
    browser.run(
        "globalThis.typed = []; const send = rasher.page.input.send; \
         rasher.page.input.send = (list) => { list.filter((it) => it.k === 'key' && it.down).forEach((it) => typed.push(it.text || it.name)); send(list); }; return 0;",
        &[],
    );
    tap(&browser, "keyboard");
    browser.wait("document.activeElement.id === 'typed'");
    let write = "const field = document.activeElement; for (const value of args) { field.value = value; field.dispatchEvent(new InputEvent('input')); } return typed;";
    let told = browser.run(write, &[json!(" c"), json!(" cl"), json!(" cls()"), json!(" cls("), json!("")]);
    assert_eq!(
        told,
        json!([
            "c",
            "l",
            "s",
            "(",
            ")",
            "Backspace",
            "Backspace",
            "Backspace",
            "Backspace",
            "Backspace",
            "Backspace"
        ])
    );
    tap(&browser, "keyboard");
    browser.wait("document.activeElement.id !== 'typed'");
}
