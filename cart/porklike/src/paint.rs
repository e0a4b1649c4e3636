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

use rasher::Machine;

/// Pairs of colours: what the sheet has, and what it is drawn as, in hexadecimal digits.
pub type Recolor = &'static str;

/// All but black and the floor turns white: something was hit.
pub const WHITE: Recolor = "2737475767768797a7b7c7d7e7f7";
/// One step lighter: the same, for who wishes fewer flashes.
pub const LIGHTER: Recolor = "2e49566796a7de";
/// What was seen once and is out of sight: a step darker, and fires are out.
pub const FOG: Recolor = "2131455565768295a4b3c5d1e2f4";

/// What the colours 1, 2, 3 and 13 are shown as on the floors, in letters: `A` is 128, the console's first extended
/// colour. Five places of four.
const PLACES: &[u8; 20] = b"B\x01D\x0dBDL\x03CE\x03GAFGIAEL\x09";

/// Steps after which any colour is black.
pub const DARK: i32 = 6;

/// The next darker of each of the 32 colours, in digits of base 32.
const DARKER: &[u8; 32] = b"0hijkld6o49rsttm00ghig59i4r31lom";

/// Draws with some colours recoloured, and sets them back.
pub fn recolored(p8: &mut Machine, colors: Recolor, draw: impl FnOnce(&mut Machine)) {
    let digit = |byte: u8| i32::from(digit(byte));
    colors.as_bytes().chunks_exact(2).for_each(|pair| _ = p8.pal(digit(pair[0]), digit(pair[1])));
    draw(p8);
    colors.as_bytes().chunks_exact(2).for_each(|pair| _ = p8.pal(digit(pair[0]), digit(pair[0])));
}

/// The value of a digit in base 32; of any other byte something.
fn digit(byte: u8) -> u8 {
    char::from(byte).to_digit(32).unwrap_or_default() as u8
}

/// Draws with colour 1 see-through and black as black: how creatures and letterings stand in the sheet.
pub fn cut_out(p8: &mut Machine, draw: impl FnOnce(&mut Machine)) {
    p8.palt_bits(0x4000);
    draw(p8);
    p8.palt_reset();
}

/// Text with a black line around each letter.
pub fn print_outlined(p8: &mut Machine, text: &str, x: i32, y: i32, color: i32) {
    p8.print_at(alloc::format!("\x06o0ff{text}").as_str(), x, y, color);
}

/// The byte of the screen palette that is `steps` darker.
fn darker(byte: u8, steps: i32) -> u8 {
    let color =
        (0..steps).fold(rasher::palette::index(byte), |color, _| digit(DARKER[usize::from(color & 31)]));
    color & 15 | (color & 16) << 3
}

/// Which of the five places a floor belongs to.
pub fn place(floor: u8) -> usize {
    usize::from(floor.min(9).div_ceil(3) + u8::from(floor > 8))
}

/// Sets the display palette: the floor's colours, some steps towards black.
pub fn light(p8: &mut Machine, floor: u8, steps: i32) {
    for color in 0..16_u8 {
        let own = [1, 2, 3, 13].iter().position(|of| *of == color);
        let shown = own.map_or(color, |i| PLACES[place(floor) * 4 + i]);
        let shown = if shown > 15 { shown + 63 } else { shown };
        p8.pal_ext(i32::from(color), i32::from(darker(shown, steps)), 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rasher::palette::{RGB, index};

    /// Green counts most, blue least, as the eye has it (rounded weights of Rec. 709).
    fn brightness(byte: u8) -> u32 {
        let [r, g, b] = RGB[usize::from(index(byte))].map(u32::from);
        2 * r + 7 * g + b
    }

    #[test]
    fn each_step_is_darker_and_the_last_is_black() {
        for color in (0..16).chain(128..144) {
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
