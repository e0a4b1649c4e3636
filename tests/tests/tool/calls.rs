//! The Lua examples of calls: each does the same as its Rust version, and every call documented for Lua exists.
//!
//! The Rust example on the same machine gives the expectation: memory to the last byte, pictures, samples, and
//! requests to the host. The names available to a Lua cart are taken from the language itself.

use rasher::api::{CALLS, Call, Status};
use rasher::run_example;
use rasher::{Boot, Console, Effect, Input, PIXELS, Place};
use script::lua_cart;

/// Compared frames: as many as the manual records.
const FRAMES: usize = 105;

/// Examples that are whole carts, with the number of frames they run, as in Rust.
const CARTS: [(&str, usize); 3] = [("_init", 20), ("menuitem", 1), ("load", 1)];

fn rows() -> impl Iterator<Item = &'static Call> {
    CALLS.iter().filter(|call| call.status == Status::Rust)
}

fn boot(text: &str) -> Console {
    let code: Vec<u8> = rasher::text::encode(text).collect();
    let program = lua_cart(&code, "example").unwrap_or_else(|e| panic!("{e:?} in\n{text}"));
    let rom = run_example(|_| ()).machine().rom().clone();
    Console::boot(program, Boot { rom, ..Boot::default() })
}

/// The console of the fixture after an example in Lua.
fn after(name: &str, text: &str) -> Console {
    let mut fixture = run_example(|_| ());
    match CARTS.iter().find(|(cart, _)| *cart == name) {
        Some((_, frames)) => {
            let mut console = boot(text);
            // The requests of the last frame are checked later, with those of the following frames.
            (1..*frames).for_each(|_| _ = console.frame(&Input::default()));
            console
        }
        None => {
            let mut console = boot("");
            console.frame(&Input::default());
            *console.machine_mut() = fixture.machine().clone();
            console.run_text(text).unwrap_or_else(|e| panic!("{name}: {e}"));
            *fixture.machine_mut() = console.machine().clone();
            fixture
        }
    }
}

/// Requests to the host, without the code positions they come from.
fn asked(console: &mut Console) -> Vec<Effect> {
    let mut effects = console.frame(&Input::default());
    for effect in &mut effects {
        if let Effect::Limit(exceeded) = effect {
            exceeded.place = Place::default();
        }
    }
    effects
}

#[test]
fn each_example_does_the_same_in_both_languages() {
    let mut compared = 0;
    for call in rows() {
        let Some(text) = guide::lua_example(call) else { continue };
        let example = call.example().expect("the text is found by it");
        // In Rust a flip does nothing.
        if example.name == "flip" {
            continue;
        }
        let (mut rust, mut lua) = (run_example(example.run), after(example.name, text));
        let is_cart = CARTS.iter().any(|(cart, _)| *cart == example.name);
        if !is_cart {
            let [a, b] = [&rust, &lua].map(|console| console.machine().memory().bytes());
            let at = a.iter().zip(b).position(|(a, b)| a != b);
            assert_eq!(at, None, "{}: a byte of memory differs", example.name);
        }
        let mut pictures = [(); 2].map(|()| Box::new([0; PIXELS]));
        for frame in 0..FRAMES {
            let effects = [&mut rust, &mut lua].map(asked);
            if !is_cart || frame == 0 {
                assert_eq!(effects[0], effects[1], "{}: what the host is asked for", example.name);
                for (console, picture) in [&rust, &lua].into_iter().zip(&mut pictures) {
                    console.machine().picture(picture);
                }
                assert!(pictures[0] == pictures[1], "{}: the pictures differ", example.name);
                assert!(
                    rust.machine().samples() == lua.machine().samples(),
                    "{}: the sounds differ",
                    example.name
                );
                let labels = |console: &Console| {
                    (1..=5)
                        .map(|n| console.machine().menu_item(n).map(|item| item.label.clone()))
                        .collect::<Vec<_>>()
                };
                assert_eq!(labels(&rust), labels(&lua), "{}: the pause menu", example.name);
            }
        }
        compared += 1;
    }
    assert!(compared > 50, "only {compared} examples");
}

#[test]
fn the_example_of_flip_shows_a_picture_a_frame() {
    let flip = rows().find(|call| call.name == "flip").expect("a row");
    let mut console = boot(guide::lua_example(flip).expect("an example"));
    for frame in 0..31 {
        console.frame(&Input::default());
        let screen = console.machine_mut();
        assert_eq!((screen.pget(4 + frame * 4, 64), screen.pget(64, 20)), (10, 1), "frame {frame}");
    }
}

/// A call documented for Lua is a function there, and one documented for Rust only is not.
#[test]
fn what_is_shown_for_lua_is_there() {
    let mut console = boot("");
    console.frame(&Input::default());
    let mut kind = |name: &str| console.run_text(&format!("type({name})")).expect("an expression")[0].clone();
    for call in rows() {
        let forms = guide::lua_forms(call);
        for form in call.forms {
            let due = if forms.is_empty() { "nil" } else { "function" };
            assert_eq!(kind(form.name), due, "{}", form.name);
        }
    }
}

#[test]
fn each_call_of_both_languages_has_both_examples() {
    for call in rows().filter(|call| !guide::lua_forms(call).is_empty()) {
        let text = guide::lua_example(call).unwrap_or_else(|| panic!("{}: console/guide/calls", call.name));
        for form in guide::lua_forms(call) {
            let calls = text.contains(&format!("{}(", form.name));
            assert!(calls || form.name == "t", "its example does not call {}", form.name);
        }
        for line in text.lines() {
            assert!(line.chars().count() <= 84, "{}: a line is too long for its place:\n{line}", call.name);
        }
    }
}
