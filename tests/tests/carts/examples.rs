//! The examples: in Rust and in Lua the same game, tested, affordable, and what `rasher new` makes of them plays.
//!
//! What is expected of each stands in its `tests/play.test`; here both forms must keep it, and show the same pictures.

use rasher::{Boot, Console, PIXELS};
use std::path::PathBuf;
use std::sync::Arc;
use tests::random::RandomPlayer;
use tests::shell::{done, folder, root};
use tool::LuaCart;

fn lua_of(name: &str) -> PathBuf {
    root().join(format!("cart/examples/{name}/{name}.p8"))
}

/// Each frame of twenty seconds of buttons, keys and clicks: the same pixels, sounds and random numbers in both languages.
#[test]
fn both_languages_show_the_same_pictures() {
    for entry in shelf::EXAMPLES {
        let LuaCart { rom, program, .. } = LuaCart::read(&lua_of(entry.name));
        let rom = Arc::new(rom.expect("a cartridge"));
        assert_eq!(rom.data, entry.rom().expect("good data").data, "{}: their data", entry.name);
        let program = program.expect("a program");
        for seed in 1..=3 {
            let mut rust = entry.boot(seed).expect("good data");
            let boot = Boot { rom: rom.clone(), seed, ..Boot::default() };
            let mut lua = Console::boot(program.clone(), boot);
            let mut player = RandomPlayer::new(seed + 70);
            let mut pictures = [(); 2].map(|()| Box::new([0; PIXELS]));
            for frame in 0..1200 {
                let input = player.input();
                for (console, picture) in [&mut rust, &mut lua].into_iter().zip(&mut pictures) {
                    console.frame(&input);
                    console.machine().picture(picture);
                }
                let [a, b] = &pictures;
                let at = a.iter().zip(b.iter()).position(|(a, b)| a != b).map(|at| (at % 128, at / 128));
                assert_eq!(at, None, "{}, seed {seed}, frame {frame}: a pixel differs", entry.name);
            }
        }
    }
}

/// The same file of buttons and expectations holds for both, and is found for both.
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

/// What the table of the README says of tokens and lines is measured: `rasher budget FILE`.
#[test]
fn the_readme_tells_what_they_cost() {
    let readme = std::fs::read_to_string(root().join("cart/examples/README.md")).expect("there");
    for entry in shelf::EXAMPLES {
        let measured = ["rs", "lua"].map(|ending| {
            let path = root().join(format!("cart/examples/{0}/{0}.{ending}", entry.name));
            let lines = std::fs::read_to_string(&path).expect("there").lines().count();
            assert!((10..=320).contains(&lines), "{}: {lines} lines", path.display());
            let said = done(&format!("budget {}", path.display()));
            let tokens = said.lines().find(|line| line.trim_start().starts_with("tokens")).expect("tokens");
            let tokens = tokens.split_whitespace().nth(1).expect("a number").replace(',', "");
            format!("{lines} | {tokens}")
        });
        let row = format!("| `{}` | {} | {} | {} |", entry.name, entry.about, measured[0], measured[1]);
        assert!(readme.contains(&row), "expected in cart/examples/README.md:\n{row}");
    }
}

/// A new cart in Lua that begins with an example passes the tests that come with it, under its own name.
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
