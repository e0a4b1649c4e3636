//! The behaviour of every call, one or more tests per name, by the rules that a cart's author relies on.
//!
//! ```text
//! coordinates.rs  a Num as a coordinate
//! coverage.rs  every call of the table has help, an example and a test
//! state.rs     camera clip color fillp pal palt
//! shapes.rs    cls pset pget line rect rrect circ oval and their filled forms
//! sheet.rs     sget sset mget mset fget fset
//! sprites.rs   spr sspr
//! limits.rs    notices about a cart that exceeds a limit
//! map.rs       map tline
//! meter.rs     prices, spend, strict, stat 0 to 9
//! memory.rs    peek poke memcpy memset reload cstore reset
//! buttons.rs   btn btnp
//! run.rs       seed run_over run_begins score best disturb allow
//! system.rs    hooks, random numbers, time, cart data, menu, host, debug
//! probe.rs     the cart used by the last three
//! numbers.rs   flr sin shl ...
//! text.rs      print cursor text_width
//! sound.rs     sfx music serial samples
//! ```
//!
//! A test has the name of its call, or starts with it and `_`. Each expectation names its source: "recorded" is a
//! value or picture of the real PICO-8 0.2.7, "manual" its manual, "ours" our own decision.

mod buttons;
mod coordinates;
mod coverage;
mod limits;
mod map;
mod memory;
mod meter;
mod numbers;
mod probe;
mod run;
mod shapes;
mod sheet;
mod sound;
mod sprites;
mod state;
mod system;
mod text;

use rasher::{Boot, Machine};

/// A machine at the start of a run.
fn machine() -> Machine {
    Machine::new(Boot::default())
}

/// The pixels x, y, w, h of the screen: `.` for 0, otherwise the colour's hexadecimal digit, one line per row.
fn picture(m: &Machine, x: i32, y: i32, w: i32, h: i32) -> String {
    // pget is shifted by the camera; the picture must not be.
    let (cx, cy) = (i32::from(m.peek2(0x5f28)), i32::from(m.peek2(0x5f2a)));
    let row = |y| (x..x + w).map(move |x| digit(m.pget(x + cx, y + cy))).collect::<String>();
    (y..y + h).map(row).collect::<Vec<_>>().join("\n")
}

fn digit(c: u8) -> char {
    match c {
        0 => '.',
        c => char::from_digit(c.into(), 16).unwrap_or('?'),
    }
}

/// Compares the screen's upper left corner with rows of text.
#[track_caller]
fn shows(m: &Machine, rows: &[&str]) {
    let found = picture(m, 0, 0, rows[0].len() as i32, rows.len() as i32);
    assert!(found == rows.join("\n"), "found\n{found}\nexpected\n{}", rows.join("\n"));
}

/// Pixels of the screen that are not 0.
fn lit(m: &Machine) -> usize {
    picture(m, 0, 0, 128, 128).chars().filter(|c| !matches!(c, '.' | '\n')).count()
}

/// Writes rows of hexadecimal digits (`.` for 0) to the sheet's bytes at an even column.
fn sheet(m: &mut Machine, x: u16, y: u16, rows: &[&str]) {
    for (y, row) in (y..).zip(rows) {
        let digits: Vec<i32> = row.chars().map(|c| c.to_digit(16).unwrap_or(0) as i32).collect();
        for (i, pair) in (0..).zip(digits.chunks(2)) {
            m.poke(y * 64 + x / 2 + i, pair[0] | pair.get(1).unwrap_or(&0) << 4);
        }
    }
}
