//! `print`, fonts and P8SCII.
//!
//! | file | what it checks |
//! |---|---|
//! | `rules.rs` | recorded values and the manual's rules, as tables of cases |
//! | `twin.rs` | the fast routine equals the slow one; no text panics |
//! | `pictures.rs` | the font and all attributes, for looking at |
//! | `charset.rs` | P8SCII and Unicode, the escapes of `p8!`, the default font |

mod charset;
mod pictures;
mod rules;
mod twin;

use rasher::{Boot, Machine};

fn machine() -> Machine {
    Machine::new(Boot::default())
}

/// Rows of the upper left part of the screen: a hex digit for each colour, `.` for 0.
fn picture(m: &Machine, w: i32, h: i32) -> Vec<String> {
    let digit = |c: u8| if c == 0 { '.' } else { char::from_digit(c.into(), 16).unwrap_or('?') };
    (0..h).map(|y| (0..w).map(|x| digit(m.pget(x, y))).collect()).collect()
}

/// Cursor x and y, and the home column.
fn cursor(m: &Machine) -> (u8, u8, u8) {
    (m.peek(0x5f26), m.peek(0x5f27), m.peek(0x5f24))
}
