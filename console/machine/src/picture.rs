//! From screen memory to what the eye sees: screen mode, raster palettes, screen palette.
//!
//! ```text
//! display pixel (x, y) ── mode 0x5f2c ──> screen pixel ── 0x5f5f: which palette ──> 0x5f10 or 0x5f60 ──> 0..31
//! ```
//!
//! Stretch, mirror, flip and rotation are zepto8's reading of the register; the raster palettes look at the
//! transformed row. Screen palettes act here and never on the screen's bytes.

use crate::machine::Machine;
use crate::memory::reg;
use crate::palette;

/// Pixels in a row and rows of the screen.
pub const SIDE: usize = 128;
/// Pixels of the screen.
pub const PIXELS: usize = SIDE * SIDE;

/// Where the display's pixel (x, y) comes from.
fn source(mode: u8, x: usize, y: usize) -> (usize, usize) {
    let last = SIDE - 1;
    if mode & 0xbc == 0x84 {
        let (x, y) = if mode & 1 != 0 { (y, x) } else { (x, y) };
        let x = if mode & 2 != 0 { last - x } else { x };
        let y = if (mode + 1) & 2 != 0 { last - y } else { y };
        return (x, y);
    }
    let axis = |mode: u8, stretch: u8, v: usize| match mode {
        m if m == stretch => v / 2,
        m if m == stretch | 4 => v.min(last - v),
        m if m == stretch | 0x80 => last - v,
        _ => v,
    };
    (axis(mode & 0xbd, 1, x), axis(mode & 0xbe, 2, y))
}

impl Machine {
    /// Fills `out`, row by row, with indices into [`palette::RGB`] as a display shows them now.
    pub fn picture(&self, out: &mut [u8; PIXELS]) {
        let base = self.mem.screen_base();
        let mode = self.mem.get(reg::SCREEN_MODE);
        let first = self.mem.array::<16>(reg::SCREEN_PAL).map(palette::index);
        let second = self.mem.array::<16>(reg::SECOND_PAL).map(palette::index);
        let raster = self.mem.get(reg::RASTER);
        let lines = self.mem.array::<16>(reg::RASTER_LINES);
        for (y, row) in out.as_chunks_mut::<SIDE>().0.iter_mut().enumerate() {
            // Rotation swaps the axes, so the palette's row is that of the pixel; all others keep rows whole.
            let turned = mode & 0xbc == 0x84 && mode & 1 != 0;
            let mut pal = line_palette(raster, &lines, &first, &second, source(mode, 0, y).1);
            for (x, pixel) in row.iter_mut().enumerate() {
                let (sx, sy) = source(mode, x, y);
                if turned && raster != 0 {
                    pal = line_palette(raster, &lines, &first, &second, sy);
                }
                let byte = self.mem.get(base + (sy * 64 + sx / 2) as u16);
                *pixel = pal[usize::from(byte >> (sx % 2 * 4) & 15)];
            }
        }
    }

    /// Fills `out` with red, green, blue, 255 for each pixel of [`Machine::picture`].
    pub fn rgba(&self, out: &mut [u8; PIXELS * 4]) {
        let mut indices = [0; PIXELS];
        self.picture(&mut indices);
        for (pixel, i) in out.as_chunks_mut::<4>().0.iter_mut().zip(indices) {
            let [r, g, b] = palette::RGB[usize::from(i)];
            *pixel = [r, g, b, 255];
        }
    }
}

/// The palette of one screen row.
fn line_palette(raster: u8, lines: &[u8; 16], first: &[u8; 16], second: &[u8; 16], y: usize) -> [u8; 16] {
    let bit = lines[y >> 3] >> (y & 7) & 1;
    match raster {
        0x10 if bit != 0 => *second,
        0x30..=0x3f => {
            let mut pal = *first;
            pal[usize::from(raster & 15)] = second[((y >> 3) + usize::from(bit)) & 15];
            pal
        }
        _ => *first,
    }
}
