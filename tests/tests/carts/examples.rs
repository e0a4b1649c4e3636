//! The examples: the same game in Rust and Lua, tested and within the limits, and usable with `rasher new`.
//!
//! Each example's `tests/play.test` has the expectations; here both versions must pass it and show the same pictures.

use loader::Loader;
use rasher::{Boot, Console, Input, PIXELS, button};
use std::path::PathBuf;
use store::DiskSource;
use tests::random::RandomPlayer;
use tests::shell::{done, folder, root};

fn lua_of(name: &str) -> PathBuf {
    root().join(format!("cart/examples/{name}/{name}.p8"))
}

/// An example in Rust and in Lua.
fn both(entry: &'static shelf::Entry, seed: u64) -> [Console; 2] {
    let loaded = Loader::new(DiskSource::default()).lua(&lua_of(entry.name), false);
    let (program, boot) = loaded.runnable().expect("a program").cart.boot();
    assert_eq!(boot.rom.data, entry.rom().expect("good data").data, "{}: their data", entry.name);
    [entry.boot(seed).expect("good data"), Console::boot(program, Boot { seed, ..boot })]
}

/// Plays both with the same inputs and compares each picture.
fn play_both(consoles: &mut [Console; 2], mut input: impl FnMut() -> Input, frames: usize, of: &str) {
    let mut pictures = [(); 2].map(|()| Box::new([0; PIXELS]));
    for frame in 0..frames {
        let input = input();
        for (console, picture) in consoles.iter_mut().zip(&mut pictures) {
            console.frame(&input);
            console.machine().picture(picture);
        }
        let [a, b] = &pictures;
        // Compared as a whole first: the search, unoptimised, took seven of ten seconds.
        if a != b {
            let at = a.iter().zip(b.iter()).position(|(a, b)| a != b).map(|at| (at % 128, at / 128));
            panic!("{of}, frame {frame}: the pixel {at:?} differs");
        }
    }
}

/// Twenty seconds of buttons, keys and clicks: every frame has the same pixels, sounds and random numbers in both
/// languages.
#[test]
fn both_languages_show_the_same_pictures() {
    for entry in shelf::EXAMPLES {
        for seed in 1..=3 {
            let mut player = RandomPlayer::new(seed + 70);
            let of = format!("{}, seed {seed}", entry.name);
            play_both(&mut both(entry, seed), || player.input(), 1200, &of);
        }
    }
}

/// Wind and rain come with the tutorial game's second and third day, which random play never reaches: both versions
/// are set to the evening before, with more honey than a heart costs.
#[test]
fn the_weather_is_the_same_in_both_languages() {
    let entry = shelf::EXAMPLES.iter().find(|entry| entry.name == "bee").expect("it stands on the shelf");
    for (day, weather) in [(1, "wind"), (2, "rain")] {
        let mut consoles = both(entry, 5);
        let mut buttons = [0, button::X, 0].into_iter();
        play_both(&mut consoles, || Input::buttons(buttons.next().unwrap_or(0)), 3, weather);
        for (field, value) in [("day", day), ("brought", 99), ("sun", 1)] {
            let [rust, lua] = &mut consoles;
            let edit = rust.state_edit(&format!("/{field}"), &value.to_string()).expect("a field");
            rust.edit(&edit).expect("a number");
            lua.run_text(&format!("{field}={value}")).expect("a variable");
        }
        let mut player = RandomPlayer::pad(day);
        play_both(&mut consoles, || player.input(), 2, weather);
        assert_eq!(consoles[0].program().inspect()["weather"], weather);
        play_both(&mut consoles, || player.input(), 900, weather);
    }
}

/// The same test file works for both, and is found for both.
#[test]
fn both_pass_their_tests() {
    // Twelve, and the game of the tutorial.
    assert_eq!(shelf::EXAMPLES.len(), 13);
    for entry in shelf::EXAMPLES {
        for cart in [lua_of(entry.name).display().to_string(), entry.name.to_string()] {
            let said = done(&format!("test {cart}"));
            assert!(said.contains("ok    play") && said.contains("1 passed"), "{cart}: {said}");
        }
    }
}

/// The README's tokens and lines are measured with `rasher budget FILE`.
#[test]
fn the_readme_states_what_they_cost() {
    let readme = std::fs::read_to_string(root().join("cart/examples/README.md")).expect("there");
    for entry in shelf::EXAMPLES {
        let measured = ["rs", "lua"].map(|ending| {
            let path = root().join(format!("cart/examples/{0}/{0}.{ending}", entry.name));
            let lines = std::fs::read_to_string(&path).expect("there").lines().count();
            // The limit of 300 lines is for the twelve; the tutorial's game has the limit of any file.
            let most = if entry.name == "bee" { 400 } else { 300 };
            assert!((10..=most).contains(&lines), "{}: {lines} lines", path.display());
            let said = done(&format!("budget {}", path.display()));
            let tokens = said.lines().find(|line| line.trim_start().starts_with("tokens")).expect("tokens");
            let tokens = tokens.split_whitespace().nth(1).expect("a number").replace(',', "");
            format!("{lines} | {tokens}")
        });
        let row = format!("| `{}` | {} | {} | {} |", entry.name, entry.about, measured[0], measured[1]);
        assert!(readme.contains(&row), "expected in cart/examples/README.md:\n{row}");
    }
}

/// A new Lua cart that starts from an example passes the example's tests, under its own name.
#[test]
fn a_new_cart_begins_with_any_of_them() {
    let home = folder("examples", "lua");
    for entry in shelf::EXAMPLES {
        let path = home.join(format!("my_{}", entry.name));
        done(&format!("new --lua --example {} {}", entry.name, path.display()));
        let cart = path.join(format!("my_{}.p8", entry.name));
        let said = done(&format!("test {}", cart.display()));
        assert!(said.contains("1 passed"), "{said}");
        let code = std::fs::read_to_string(cart.with_extension("lua")).expect("there");
        assert!(code.starts_with(&format!("-- my {}\n-- by you\n", entry.name)), "{code}");
    }
}
