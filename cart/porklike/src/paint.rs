//! Colours: a place's own, sprites recoloured by code, text with an outline, and the way to black.
//!
//! ```text
//! sheet colour ── draw palette: pal(c, n) ──> screen byte ── display palette: pal(c, n, 1) ──> what is seen
//!                 one sprite: flash, eyes, fog               the whole picture: place, fade
//!
//! floors   0     1 2 3    4 5 6     7 8     9        1 floor speck  2 wall  3 leaf  13 top of a wall:
//! place    yard  larder   kitchen   loft    hook     these four are each place's own
//! ```
//!
//! Colour 1 is the floor in tiles and the see-through colour of creatures; black is their eyes, and is drawn. All other
//! colours stay what they are on every floor: creatures, wood and windows use only those. The steps to darkness
//! were chosen by eye among the console's 32 colours.

use alloc::format;
use rasher::Machine;

/// The colours as they are.
pub const PLAIN: &str = "0123456789abcdef";
/// All but black and the floor turns white: something was hit.
pub const WHITE: &str = "0177777677777777";
/// What was seen once and is out of sight: a step darker, and fires are out.
pub const FOG: &str = "0111555625435124";

/// What the colours 0 to 15 are shown as in each place; `g` is 16, the first of the console's extended colours.
const PLACES: [&str; 5] =
    ["0h1j456789abcdef", "0hjr456789abc3ef", "0ik3456789abcmef", "0glm456789abcoef", "0gkr456789abc9ef"];
/// The place of each floor.
const FLOORS: &str = "0111222334";

/// Steps after which any colour is black.
pub const DARK: i32 = 6;
/// The next darker of each of the 32 colours.
const DARKER: &str = "0hijkld6o49rsttm00ghig59i4r31lom";

/// A digit in base 32.
fn digit(digits: &str, at: i32) -> i32 {
    char::from(digits.as_bytes()[at as usize]).to_digit(32).unwrap_or_default() as i32
}

/// Draws each colour as a digit of the text says from now on; black in no way but the text's.
pub fn recolor(p8: &mut Machine, colors: &str) {
    (0..16).for_each(|color| _ = p8.pal(color, digit(colors, color)));
}

/// The colours as they are, with colour 1 see-through and black as black: how creatures and letterings stand in the sheet.
pub fn cut_out(p8: &mut Machine) {
    recolor(p8, PLAIN);
    p8.palt_bits(0x4000);
}

/// Text with a black line around each letter.
pub fn print_outlined(p8: &mut Machine, text: &str, x: i32, y: i32, color: i32) {
    p8.print_at(format!("\x06o0ff{text}"), x, y, color);
}

/// The colour that is `steps` darker.
fn darker(color: i32, steps: i32) -> i32 {
    (0..steps).fold(color, |color, _| digit(DARKER, color))
}

/// Sets the display palette: the floor's colours, some steps towards black.
pub fn light(p8: &mut Machine, floor: u8, steps: i32) {
    let place = PLACES[digit(FLOORS, floor.into()) as usize];
    for color in 0..16 {
        let shown = darker(digit(place, color), steps);
        p8.pal_ext(color, shown & 15 | (shown & 16) << 3, 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rasher::palette::RGB;

    /// Green counts most, blue least, as the eye has it (rounded weights of Rec. 709).
    fn brightness(color: i32) -> u32 {
        let [r, g, b] = RGB[color as usize].map(u32::from);
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
