//! Finds words on a screen by their pixels, whichever call drew them.
//!
//! ```text
//!   text ── drawn in the console's font on an empty screen ──> ink ── at every place of the screen:
//!                                       all of the ink in one colour, and that colour nowhere else in the box?
//! ```

use crate::golden::{Screen, Shown};
use rasher::{Boot, Machine, SIDE};

/// Rows of a letter of the console's font.
const ROWS: usize = 5;

/// The position of these words: column, row and colour of the first match from the top.
///
/// # Panics
/// When the text has no ink, or is wider than the screen.
pub fn find(screen: &Screen, text: &str) -> Option<(usize, usize, u8)> {
    let mut p8 = Machine::new(Boot::default());
    // The last column is the gap to the next letter.
    let wide = p8.text_width(text) as usize - 1;
    p8.print_at(text, 0, 0, 7);
    let picture = p8.screen();
    let places = || (0..ROWS).flat_map(|y| (0..wide).map(move |x| (x, y)));
    let is_ink = |(x, y): (usize, usize)| picture[y * SIDE + x] == 7;
    let (dx, dy) = places().find(|at| is_ink(*at)).expect("a text with ink");
    let starts = (0..=SIDE - ROWS).flat_map(|y| (0..=SIDE - wide).map(move |x| (x, y)));
    starts.map(|(x, y)| (x, y, screen[(y + dy) * SIDE + x + dx])).find(|(x, y, color)| {
        places().all(|at| is_ink(at) == (screen[(y + at.1) * SIDE + x + at.0] == *color))
    })
}

/// Whether these words are on the screen.
pub fn shows(shown: &impl Shown, text: &str) -> bool {
    find(&shown.screen(), text).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_by_their_pixels() {
        let mut p8 = Machine::new(Boot::default());
        p8.cls(2);
        p8.print_at("floor 3/10  turn 87", 20, 40, 9);
        for (text, at) in [
            ("floor 3/10", Some((20, 40, 9))),
            ("turn 87", Some((68, 40, 9))),
            ("turn 88", None),
            ("loo", Some((24, 40, 9))),
        ] {
            assert_eq!(find(&p8.screen(), text), at, "{text}");
        }
        // A pixel too many, and one too few.
        p8.pset(21, 41, 9);
        assert!(!shows(&p8, "floor") && shows(&p8, "loor"));
        p8.pset(24, 40, 2);
        assert!(!shows(&p8, "loor"));
    }
}
