//! Carts that fail: each ends with a fault that gives a reason, and the console is as it was. Their memory and time, and
//! damaged modules, are cases of `tests/fuzz`.

use crate::module;
use rasher::{Boot, Console, Input};
use tests::shell::folder;

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
