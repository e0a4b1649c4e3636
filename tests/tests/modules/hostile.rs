//! Damaged modules, and carts that fail: each is refused, or ends with a fault that gives a reason, and the console is
//! as it was.

use crate::{module, modules};
use rasher::{Boot, Console, Input};
use rayon::prelude::*;
use std::time::Instant;
use tests::random::{Dice, RandomPlayer};
use tests::shell::folder;

/// Bytes that are wrong at random: changed, removed, doubled, swapped.
fn mutated(module: &[u8], random: &mut Dice) -> Vec<u8> {
    let mut bytes = module.to_vec();
    for _ in 0..1 + random.below(4) {
        let at = random.below(bytes.len());
        match random.below(6) {
            0 => bytes.truncate(at.max(8)),
            1 => _ = bytes.remove(at),
            2 => {
                let end = (at + random.below(64)).min(bytes.len());
                let part = bytes[at..end].to_vec();
                bytes.splice(at..at, part);
            }
            3 => bytes[at] ^= 1 << random.below(8),
            _ => bytes[at] = random.byte(),
        }
        if bytes.is_empty() {
            break;
        }
    }
    bytes
}

#[test]
fn a_changed_module_is_refused_or_ends_with_a_reason() {
    // 10,000 in `.ci/release`.
    let count: u64 = std::env::var("MODULE_MUTANTS").ok().and_then(|n| n.parse().ok()).unwrap_or(300);
    let (_, own) = &modules()[modules().len() - 1];
    let (played, slowest) = (0..count)
        .into_par_iter()
        .map(|seed| {
            let (mut random, mut player) = (Dice::new(seed), RandomPlayer::pad(seed));
            let bytes = mutated(own, &mut random);
            let start = Instant::now();
            let played = match wasm::cart(&bytes) {
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    false
                }
                Ok(cart) => match Console::try_boot(Box::new(cart), Boot::default()) {
                    Err(fault) => {
                        assert!(!fault.message.is_empty());
                        false
                    }
                    Ok(mut console) => {
                        for _ in 0..10 {
                            let before = console.clone();
                            if console.try_frame(&player.input()).is_err() {
                                console = before;
                            }
                            console.digest();
                            _ = console.program().save();
                        }
                        true
                    }
                },
            };
            (usize::from(played), start.elapsed())
        })
        .reduce(Default::default, |a, b| (a.0 + b.0, a.1.max(b.1)));
    println!(
        "{played} of {count} play; the slowest took {slowest:?}, with its boot, ten frames, digests and texts"
    );
    assert!(played > 0, "no mutant plays, so none was run");
}

#[test]
fn a_cart_that_fails_says_why_and_where_and_goes_on_from_before() {
    let built = tests::failing::module(&folder("modules", "bad"));
    let bytes = built.module("bad").expect("its module");
    let cart = wasm::cart(&bytes).expect("a module");
    let mut console = Console::try_boot(Box::new(cart), Boot::default()).expect("it boots");
    for frame in 0..20 {
        for (button, says, line) in [
            (0, "index out of bounds", 20),
            (1, "attempt to add with overflow", 21),
            (2, "ran too long", 22),
            (3, "", 0),
            (4, "out of memory", 0),
            (5, "out of mustard", 25),
            // The second player's: recursion with a call in each level.
            (8, "too many nested calls", 26),
            (9, "too many nested calls", 27),
        ] {
            if frame > 1 && button > 1 && button != 5 {
                continue;
            }
            let mut copy = console.clone();
            let mut input = Input::default();
            input.players[button / 8] = 1 << (button % 8);
            let fault = copy.try_frame(&input).expect_err("it fails");
            assert!(fault.message.contains(says), "button {button} says {:?}", fault.message);
            if line > 0 {
                assert_eq!(
                    (fault.place.short(), fault.place.line()),
                    (format!("lib.rs:{line}"), line),
                    "{fault}"
                );
            }
            if button == 3 {
                let full = ["too many nested calls", "the stack is full"];
                assert!(full.iter().any(|says| fault.message.contains(says)), "{}", fault.message);
            }
        }
        console.try_frame(&Input::default()).expect("the console goes on");
        assert_eq!(console.program().field(&["frame"]), Some((frame + 1).into()));
    }
}

#[test]
fn a_module_costs_little_memory_beside_its_own() {
    // Names and places grow with what a module does, up to their limits: the consoles of a module share them.
    let cart = wasm::cart(module("ghosts")).expect("a module");
    let consoles: Vec<Console> = (0..8)
        .map(|seed| {
            Console::try_boot(Box::new(cart.clone()), Boot { seed, ..Boot::default() }).expect("it boots")
        })
        .collect();
    let digests: Vec<u64> = consoles.iter().map(Console::digest).collect();
    let again: Vec<u64> = consoles.iter().map(|console| console.clone().digest()).collect();
    assert_eq!(digests, again);
}
