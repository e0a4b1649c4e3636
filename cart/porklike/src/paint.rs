//! Colours: a place's own, sprites recoloured by code, text with an outline, and the way to black.
//!
//! ```text
//! sheet colour ── draw palette: recolor ──> screen byte ── display palette: pal(c, n, 1) ──> screen
//!                 one sprite: flash, eyes, fog             the whole picture: place, fade
//!
//! floors   0     1 2 3    4 5 6     7 8     9        1 floor speck  2 wall  3 leaf  13 top of a wall:
//! place    yard  larder   kitchen   loft    hook     these four are each place's own
//! ```
//!
//! Colour 1 is the floor in tiles and the see-through colour of creatures; black is their eyes, and is drawn. All other
//! colours stay what they are on every floor: creatures, wood and windows use only those. The steps to darkness
//! were chosen by eye among the console's 32 colours.

use num::numbers;
use rasher::Machine;

/// A draw palette as in the console's memory: a byte per colour, plus 0x10 if it is transparent.
pub type Palette = [u8; 16];

/// Tiles that were never seen: rock that is barely there, the same everywhere. Those seen once and out of sight: darker, fires are out,
/// floor is black and walls are not. Those seen now.
pub const TILES: [&Palette; 3] = [
    b"\x10\x01\x10\x10\x10\x10\x10\x10\x10\x10\x10\x10\x10\x10\x10\x10",
    b"\x10\x00\x01\x02\x05\x05\x05\x06\x02\x05\x04\x03\x05\x02\x02\x04",
    b"\x10\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f",
];
/// Creatures and letterings: colour 1 see-through, and black as black.
pub const CUT_OUT: &Palette = b"\x00\x11\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f";
/// The same, and all is black: the line around a creature.
pub const BLACK: &Palette = b"\x00\x11\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00";
/// The same, and all but black is white: something was hit.
pub const WHITE: &Palette = b"\x00\x11\x07\x07\x07\x07\x07\x06\x07\x07\x07\x07\x07\x07\x07\x07";

/// The colours of each floor, as columns of [`DARKER`].
pub static PLACES: [[i32; 16]; 10] = numbers(include_str!("../data/places.txt"));
/// The console's 32 colours; each further row makes them a step darker, and the last is black.
pub static DARKER: [[i32; 32]; 7] = numbers(include_str!("../data/dark.txt"));

/// All is drawn in these colours from now on.
pub fn recolor(p8: &mut Machine, colors: &Palette) {
    // There the console has the draw palette.
    p8.poke_n(0x5f00, colors);
}

#[cfg(test)]
mod tests {
    use super::*;
    use rasher::palette::{RGB, index};

    /// Green counts most, blue least, as the eye has it (rounded weights of Rec. 709).
    fn brightness(shown: i32) -> u32 {
        let [r, g, b] = RGB[usize::from(index(shown as u8))].map(u32::from);
        2 * r + 7 * g + b
    }

    #[test]
    fn each_step_is_darker_and_the_last_is_black() {
        for color in 0..32 {
            let steps = DARKER.map(|row| row[color]);
            for step in steps.windows(2) {
                let [now, next] = [step[0], step[1]];
                assert!(
                    now == 0 && next == 0 || brightness(next) < brightness(now),
                    "{color}: {now} is followed by {next}, which is not darker"
                );
            }
            assert_eq!(steps[6], 0, "colour {color} is not black in the end");
        }
    }
}
