//! Colours: a place's own, sprites recoloured by code, and the way to black.
//!
//! ```text
//! sheet colour ── draw palette: pal(c, n) ──> screen byte ── display palette: pal(c, n, 1) ──> what is seen
//!                 one sprite: flash, gold                    the whole picture: place, fade
//! ```
//!
//! Colour 1 is the floor in tiles and the see-through colour of creatures; black is their eyes, and is drawn.
//! The steps to darkness were chosen by eye among the console's 32 colours.

use crate::world::Floor;
use rasher::Machine;

/// Pairs of colours for [`Machine::pal_table`]: this is drawn as that.
pub type Recolor = &'static [(i32, i32)];

/// All but black and the floor turns white: something was hit.
pub const WHITE: Recolor = &[
    (2, 7),
    (3, 7),
    (4, 7),
    (5, 7),
    (6, 7),
    (8, 7),
    (9, 7),
    (10, 7),
    (11, 7),
    (12, 7),
    (13, 7),
    (14, 7),
    (15, 7),
];
/// One step lighter: the same, for who wishes fewer flashes.
pub const LIGHTER: Recolor = &[(2, 14), (4, 9), (5, 6), (6, 7), (9, 10), (13, 6)];
/// A raw bun turns golden.
pub const GOLDEN: Recolor = &[(7, 10), (15, 9)];

/// Draws with some colours recoloured, and sets them back.
pub fn recolored(p8: &mut Machine, colors: Recolor, draw: impl FnOnce(&mut Machine)) {
    p8.pal_table(colors, 0);
    draw(p8);
    for (from, _) in colors {
        p8.pal(*from, *from);
    }
}

/// Draws with colour 1 see-through and black as black: how creatures and letterings stand in the sheet.
pub fn cut_out(p8: &mut Machine, draw: impl FnOnce(&mut Machine)) {
    p8.palt(0, false);
    p8.palt(1, true);
    draw(p8);
    p8.palt_reset();
}

/// Steps after which any colour is black.
pub const DARK: u8 = 6;

/// The next darker of each of the 32 colours, by index 0 to 31.
const DARKER: [u8; 32] = [
    0, 17, 18, 19, 20, 21, 13, 6, 24, 4, 9, 27, 28, 29, 29, 22, //
    0, 0, 16, 17, 18, 16, 5, 9, 18, 4, 27, 3, 1, 21, 24, 22,
];

/// The colour that is `steps` darker, as index 0 to 31.
fn darker(color: u8, steps: u8) -> u8 {
    (0..steps.min(DARK)).fold(color, |c, _| DARKER[usize::from(c & 31)])
}

/// Sets the display palette: the place's own colours, some steps towards black.
pub fn light(p8: &mut Machine, floor: &Floor, steps: u8) {
    for c in 0..16u8 {
        let own = [1, 2, 3, 13].iter().position(|of| *of == c).map(|i| floor.colors[i]);
        let index = rasher::palette::index(own.unwrap_or(c));
        let shown = darker(index, steps);
        p8.pal_ext(c.into(), i32::from(shown & 15 | (shown & 16) << 3), 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rasher::palette::RGB;

    /// Green counts most, blue least, as the eye has it (rounded weights of Rec. 709).
    fn brightness(color: u8) -> u32 {
        let [r, g, b] = RGB[usize::from(color)].map(u32::from);
        2 * r + 7 * g + b
    }

    #[test]
    fn each_step_is_darker_and_the_last_is_black() {
        for color in 0..32 {
            for steps in 0..DARK {
                let (now, next) = (darker(color, steps), darker(color, steps + 1));
                assert!(
                    now == 0 && next == 0 || brightness(next) < brightness(now),
                    "{color}: step {steps} goes from {now} to {next}, which is not darker"
                );
            }
            assert_eq!(darker(color, DARK), 0, "colour {color} is not black after {DARK} steps");
        }
    }
}
