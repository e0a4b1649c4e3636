//! What a cart pays: the published prices of PICO-8's virtual machine and calls, in cycles of 2^23 a second.
//!
//! An instruction of Lua 5.2 costs two cycles and a loaded constant one (changelog 0.2.2). Instructions per line are
//! those of the Lua 5.2 compiler; only the `while` loop was checked with `luac`. A test and its jump cost two
//! together, taken or not: our interpretation, since nothing is published. A call of a native function costs two in
//! addition to its instruction; its own cost is in the last column, from published measurements.

use rasher::{Boot, Console, Input, Rom};
use rasher_script::lua_cart;

/// Cycles of a frame with this `_update`.
fn cycles(code: &str) -> u64 {
    let code: Vec<u8> = rasher::text::encode(&format!("function _update() {code} end")).collect();
    let program = lua_cart(&code, "price.p8").unwrap_or_else(|error| panic!("{error}"));
    let boot = Boot { rom: Rom::empty("price").into(), seed: 1, ..Boot::default() };
    let mut console = Console::try_boot(program, boot).unwrap_or_else(|fault| panic!("{fault}"));
    console.try_frame(&Input::default()).unwrap_or_else(|fault| panic!("{fault}"));
    console.machine().usage().update
}

/// Each line of code: its instructions without constant loads, the loads, native calls, and what those cost.
const LINES: &[(&str, u64, u64, u64, u64)] = &[
    ("local a=1", 0, 1, 0, 0),
    ("local a,b=1,2", 0, 2, 0, 0),
    ("local a=1 local b=a", 1, 1, 0, 0),
    ("local a=1 a=a+1", 1, 1, 0, 0),
    ("local a=1 a=a*3-a", 2, 1, 0, 0),
    ("local a=true", 1, 0, 0, 0),
    ("local a", 1, 0, 0, 0),
    ("x=1", 1, 0, 0, 0),
    ("local a=x", 1, 0, 0, 0),
    ("local t={} t.a=1 local b=t.a", 3, 0, 0, 0),
    ("local t={1,2,3}", 2, 3, 0, 0),
    ("local f=function() end", 1, 0, 0, 0),
    ("local f=function() end f()", 4, 0, 0, 0),
    ("for i=1,10 do end", 12, 3, 0, 0),
    ("local i=1 while i<4 do i+=1 end", 3 * 4 + 2, 1, 0, 0),
    ("if x then x=2 end", 3, 0, 0, 0),
    ("local a='' a=a..'b'..'c'", 2, 3, 0, 0),
    ("local t={} local a=#t", 2, 0, 0, 0),
    ("local a=x and y", 3, 0, 0, 0),
    ("local a=@0x8000", 1, 1, 0, 0),
    ("local a=$0x8000", 1, 1, 0, 0),
    ("cls()", 2, 0, 1, 2048),
    ("print('abcd',0,0)", 2, 3, 1, 4 + 4 * 16),
    ("spr(1,20,20)", 2, 3, 1, 64 * 2),
    // Nothing is painted off the screen.
    ("spr(1,-4,20)", 2, 3, 1, 32 * 2),
    ("sspr(0,0,8,8,0,0,16,16)", 2, 8, 1, 256 * 2),
    ("rectfill(0,0,31,31)", 2, 4, 1, 1024 / 8),
    ("rectfill(0,0,1,1)", 2, 4, 1, 2),
    ("line(0,0,127,0)", 2, 4, 1, 128 / 8),
    ("circfill(300,300,20)", 2, 3, 1, 2),
    ("map(0,0,0,0,16,16)", 2, 6, 1, 256 / 16),
    ("music(-1)", 2, 1, 1, 32),
    ("sfx(-1)", 2, 1, 1, 32),
    ("memcpy(0x8000,0,100)", 2, 3, 1, 2 + 100 * 2),
    ("memset(0x8000,0,100)", 2, 3, 1, 2 + 100 * 2),
    ("reload(0,0,100)", 2, 3, 1, 2 + 100 * 16),
    ("btn(1)", 2, 1, 1, 8),
    ("btnp(1)", 2, 1, 1, 8),
    ("rnd(1)", 2, 1, 1, 8),
    ("sqrt(2)", 2, 1, 1, 48),
    ("sqrt(0)", 2, 1, 1, 32),
    ("stat(7)", 2, 1, 1, 32),
];

#[test]
fn instructions_and_calls_cost_what_they_do_there() {
    let empty = cycles("");
    let wrong: Vec<String> = LINES
        .iter()
        .filter_map(|(code, instructions, constants, natives, price)| {
            let (found, expected) =
                (cycles(code) - empty, instructions * 2 + constants + natives * 2 + price);
            (found != expected).then(|| format!("{code}: {found}, expected {expected}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
