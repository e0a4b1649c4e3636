//! A page's colours from a cart's label: one of the console's colours, lighter or darker until text in it can be read.
//!
//! ```text
//! label ── uses of each colour, times how strong it is ──> accent ──> .c8 { --on-dark, --on-light }
//! ```

use rasher::PIXELS;
use rasher::palette::RGB;

/// The brightest ground of the dark theme and the darkest of the light one, as in `style.css`.
pub const DARK: [u8; 3] = [0x21, 0x1d, 0x2b];
pub const LIGHT: [u8; 3] = [0xfb, 0xf7, 0xf1];
/// WCAG 2.2, level AA, for text.
const CONTRAST: f64 = 4.5;

/// The colour, 0 to 31, of a label: strong ones count more than greys.
pub fn accent(label: &[u8; PIXELS]) -> u8 {
    let mut uses = [0u64; 32];
    label.iter().for_each(|color| uses[usize::from(color & 31)] += 1);
    let strength = |color: u8| {
        let [least, most] = [RGB[usize::from(color)].iter().min(), RGB[usize::from(color)].iter().max()];
        u64::from(most.zip(least).map_or(0, |(most, least)| most - least))
    };
    let best = (0..32).max_by_key(|color| (uses[usize::from(*color)] * strength(*color).pow(2), 32 - color));
    best.unwrap_or_default()
}

/// The colour on a ground: mixed with white or black, in 16 steps, until it has enough contrast.
pub fn readable(color: u8, ground: [u8; 3]) -> [u8; 3] {
    let toward = if luminance(ground) < 0.5 { 255 } else { 0 };
    let mixed = |step: u16| {
        RGB[usize::from(color & 31)].map(|part| ((u16::from(part) * (16 - step) + toward * step) / 16) as u8)
    };
    (0..=16).map(mixed).find(|color| contrast(*color, ground) >= CONTRAST).unwrap_or([toward as u8; 3])
}

fn luminance(color: [u8; 3]) -> f64 {
    let linear = |part: u8| match f64::from(part) / 255.0 {
        part if part <= 0.04045 => part / 12.92,
        part => ((part + 0.055) / 1.055).powf(2.4),
    };
    let [red, green, blue] = color.map(linear);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

pub fn contrast(a: [u8; 3], b: [u8; 3]) -> f64 {
    let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
    if a > b { a / b } else { b / a }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_can_be_read_on_both_grounds() {
        assert!((contrast([0; 3], [255; 3]) - 21.0).abs() < 0.001, "as WCAG defines it");
        for (color, ground) in (0..32).flat_map(|color| [DARK, LIGHT].map(|ground| (color, ground))) {
            let text = readable(color, ground);
            assert!(contrast(text, ground) >= CONTRAST, "{color}: {text:?} on {ground:?}");
        }
        assert_eq!(readable(10, DARK), RGB[10], "yellow stays on dark");
    }

    #[test]
    fn the_accent_is_a_strong_colour_of_the_label() {
        let label = |rows: &[(u8, usize)]| {
            let pixels: Vec<u8> = rows.iter().flat_map(|(color, n)| vec![*color; *n]).collect();
            <[u8; PIXELS]>::try_from(pixels).expect("as many pixels")
        };
        assert_eq!(accent(&label(&[(0, PIXELS)])), 0);
        assert_eq!(accent(&label(&[(0, 8000), (7, 7000), (8, 1384)])), 8, "red on black and white");
        assert_eq!(accent(&label(&[(12, 8000), (8, 8384)])), 8);
    }
}
