//! Lines of a test about its initial state, the mouse and the player's settings.
//!
//! ```text
//! cartdata moth_1 0=12 5=-3.5     numbers of 64 saved under that id; the others are 0
//! mouse 64 32 left+middle         column, row and pressed buttons
//! wish less_flash+less_shake      accessibility options, or none
//! ```

use rasher::{Event, Mouse, number_of, parse_number};

const NUMBERS: usize = 64;

pub fn cartdata(text: &str) -> Option<(String, Box<[u8; 256]>)> {
    let mut words = text.split_whitespace();
    let id = words.next().filter(|id| !id.contains('='))?;
    let mut data = Box::new([0; 256]);
    for word in words {
        let (at, number) = word.split_once('=')?;
        let at: usize = at.parse().ok().filter(|at| *at < NUMBERS)?;
        let number = number_of(&parse_number(number)?)?;
        data[at * 4..at * 4 + 4].copy_from_slice(&number.bits().to_le_bytes());
    }
    Some((id.to_string(), data))
}

pub fn mouse(text: &str) -> Option<Mouse> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (x, y, held) = match words[..] {
        [x, y] => (x, y, "none"),
        [x, y, held] => (x, y, held),
        _ => return None,
    };
    let buttons = names(held, &["left", "right", "middle"])?;
    Some(Mouse { x: x.parse().ok()?, y: y.parse().ok()?, buttons, ..Mouse::default() })
}

pub fn wish(text: &str) -> Option<Event> {
    let wishes = names(text, &["less_flash", "less_shake"])?;
    Some(Event::Comfort { less_flash: wishes & 1 != 0, less_shake: wishes & 2 != 0 })
}

/// The bits of names joined by `+`, or of `none`.
fn names(text: &str, known: &[&str]) -> Option<u8> {
    let bit = |name| known.iter().position(|known| *known == name);
    match text {
        "none" => Some(0),
        _ => text.split('+').try_fold(0, |bits, name| Some(bits | 1 << bit(name)?)),
    }
}
