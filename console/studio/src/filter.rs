//! Palettes for colour-blind players.
//!
//! ```text
//! indices 0 to 31 of a picture ── palette(filter) ──> red, green, blue on the screen
//! protanopia     no cones for long waves     reds are dark, red and green alike
//! deuteranopia   none for middle waves       red and green alike
//! tritanopia     none for short waves        blue and green, yellow and pink alike
//! ```
//!
//! The palettes are the console's, moved by annealing until each pair is as far apart for such eyes as for others, up
//! to a CIEDE2000 difference of 17 among the first 16 colours and of 8 elsewhere, by the worse of two simulations:
//! Machado 2009, and Vienot 1999 (for tritanopia Brettel 1997). Lightness changes by at most about 6, so that text
//! stays readable and shades stay in order. Black and white do not change. `console/studio/tests/studio/filter.rs`
//! measures the result.
//!
//! Only the window is filtered, not screenshots, films and cartridges.

use rasher::palette::RGB;
use serde::{Deserialize, Serialize};

pub type Palette = [[u8; 3]; 32];

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ColorFilter {
    #[default]
    None,
    Protanopia,
    Deuteranopia,
    Tritanopia,
}

const fn palette(colors: [u32; 32]) -> Palette {
    let mut palette = [[0; 3]; 32];
    let mut at = 0;
    while at < 32 {
        let [_, r, g, b] = colors[at].to_be_bytes();
        palette[at] = [r, g, b];
        at += 1;
    }
    palette
}

impl ColorFilter {
    pub const ALL: [ColorFilter; 4] =
        [ColorFilter::None, ColorFilter::Protanopia, ColorFilter::Deuteranopia, ColorFilter::Tritanopia];

    pub fn name(self) -> &'static str {
        match self {
            ColorFilter::None => "standard",
            ColorFilter::Protanopia => "protanopia",
            ColorFilter::Deuteranopia => "deuteranopia",
            ColorFilter::Tritanopia => "tritanopia",
        }
    }

    #[must_use]
    pub fn step(self, forward: bool) -> ColorFilter {
        let at = Self::ALL.iter().position(|filter| *filter == self).unwrap_or(0);
        Self::ALL[(at + if forward { 1 } else { Self::ALL.len() - 1 }) % Self::ALL.len()]
    }

    pub fn palette(self) -> &'static Palette {
        match self {
            ColorFilter::None => &RGB,
            ColorFilter::Protanopia => &PROTANOPIA,
            ColorFilter::Deuteranopia => &DEUTERANOPIA,
            ColorFilter::Tritanopia => &TRITANOPIA,
        }
    }
}

const PROTANOPIA: Palette = palette([
    0x000000, 0x0033a0, 0x7a1545, 0x2d8661, 0xb54713, 0x4e473d, 0xc8d7ec, 0xfff1e8, 0xff2a72, 0xf59a00,
    0xffff2a, 0x76e397, 0x29acff, 0x846fb7, 0xff7da8, 0xd6b5ae, 0x2d1a16, 0x071730, 0x371725, 0x325e59,
    0x722820, 0x483036, 0xa18b80, 0xf4f17e, 0xbb0851, 0xfd6d26, 0xa0df24, 0x22b65e, 0x045ab4, 0x77486e,
    0xff795e, 0xfb9d82,
]);

const DEUTERANOPIA: Palette = palette([
    0x000000, 0x0f2452, 0x7f0a39, 0x00866d, 0xa13b19, 0x464a57, 0xd4daf2, 0xfff1e8, 0xe83665, 0xdf8c00,
    0xffff00, 0x46f88c, 0x31afff, 0x756b9a, 0xe565b0, 0xcab5b1, 0x271712, 0x121f36, 0x402137, 0x005d70,
    0x782d25, 0x4d363c, 0xa0887c, 0xf6f17d, 0xbf1650, 0xdb6226, 0xa6e520, 0x34bd77, 0x085ab6, 0x7f4c68,
    0xf86b5a, 0xf59983,
]);

const TRITANOPIA: Palette = palette([
    0x000000, 0x1f2d57, 0x6d103f, 0x1c7443, 0x9c5739, 0x5e564e, 0xbcb7b6, 0xfff1e8, 0xfc0032, 0xf98f05,
    0xc3ff32, 0x00e759, 0x3094d3, 0x8179a0, 0xad81a6, 0xffcdaf, 0x251511, 0x121d34, 0x441f37, 0x005258,
    0x7f3933, 0x4c383d, 0x91857d, 0xdedc5f, 0xc10d52, 0xcc7548, 0x96e400, 0x27bd50, 0x0064e5, 0x754667,
    0xff5b48, 0xffaa92,
]);
