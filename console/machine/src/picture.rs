//! From screen memory to the displayed picture: screen mode, raster palettes, screen palette.
//!
//! ```text
//! display pixel (x, y) ── mode 0x5f2c ──> screen pixel ── 0x5f5f: which palette ──> 0x5f10 or 0x5f60 ──> 0..31
//! ```
//!
//! While a `_draw` is unfinished at the end of a frame, the picture from before it is shown, by the manual's words on
//! `flip`; `Machine::shown` has its bytes.
//!
//! Stretch, mirror, flip and rotation follow zepto8; raster palettes apply to the transformed row. Palettes do
//! not change the screen's bytes.

use crate::Machine;
use crate::memory::{DRAW_STATE, reg};
use crate::palette;

/// Rows and columns of the screen.
pub const SIDE: usize = 128;
pub const PIXELS: usize = SIDE * SIDE;

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

/// Each byte of the screen as two display pixels, the left one first.
type DisplayPairs<T> = [[T; 2]; 256];

fn pair_up<T: Copy>(pairs: &mut DisplayPairs<T>, pal: [T; 16]) {
    for (sixteen, right) in pairs.as_chunks_mut::<16>().0.iter_mut().zip(pal) {
        for (pair, left) in sixteen.iter_mut().zip(pal) {
            *pair = [left, right];
        }
    }
}

/// Bytes of a screen that is kept: its page, and the registers from 0x5f00 on.
pub(crate) const SHOWN: usize = PIXELS / 2 + REGISTERS;
const REGISTERS: usize = 0x80;

impl Machine {
    fn screen(&self) -> &[u8; PIXELS / 2] {
        &self.mem.bytes().as_chunks().0[usize::from(self.mem.screen_base() >> 13)]
    }

    fn registers(&self) -> &[u8] {
        &self.mem.bytes()[usize::from(DRAW_STATE)..][..REGISTERS]
    }

    pub(crate) fn shown_now(&self) -> [u8; SHOWN] {
        let mut bytes = [0; SHOWN];
        bytes[..PIXELS / 2].copy_from_slice(self.screen());
        bytes[PIXELS / 2..].copy_from_slice(self.registers());
        bytes
    }

    /// Fills `out`, row by row, with indices into [`palette::RGB`] as displayed now.
    pub fn picture(&self, out: &mut [u8; PIXELS]) {
        self.show(out.as_chunks_mut().0, |index| index);
    }

    /// Fills `out` with red, green, blue, 255 for each pixel of [`Machine::picture`].
    pub fn rgba(&self, out: &mut [u8; PIXELS * 4]) {
        self.show(out.as_chunks_mut().0.as_chunks_mut().0, |index| {
            let [r, g, b] = palette::RGB[usize::from(index & 31)];
            [r, g, b, 255]
        });
    }

    /// Fills display rows with `pixel` of each index. Two at a time by a table of all bytes: 19 times as fast as
    /// singly.
    fn show<T: Copy>(&self, out: &mut [[T; SIDE]], pixel: impl Fn(u8) -> T) {
        let (page, registers) = match self.shown.as_deref().and_then(|shown| shown.split_first_chunk()) {
            Some((page, registers)) => (page, registers),
            None => (self.screen(), self.registers()),
        };
        let screen = page.as_chunks::<{ SIDE / 2 }>().0;
        let at = |register: u16| &registers[usize::from(register - DRAW_STATE)..];
        let mode = at(reg::SCREEN_MODE)[0];
        let palette = Palettes::read(at);
        let mut pal = palette.of_row(0);
        let mut pairs = [[pixel(0); 2]; 256];
        pair_up(&mut pairs, pal.map(&pixel));
        let mut expand = |y: usize, row: &mut [T; SIDE]| {
            let new = palette.of_row(y);
            if new != pal {
                pal = new;
                pair_up(&mut pairs, pal.map(&pixel));
            }
            for (two, byte) in row.as_chunks_mut().0.iter_mut().zip(&screen[y]) {
                *two = pairs[usize::from(*byte)];
            }
        };
        let mut row = [pixel(0); SIDE];
        if mode & 0xbc == 0x84 && mode & 1 != 0 {
            // A quarter turn is its own inverse apart from flips: screen row y becomes a display column.
            for sy in 0..SIDE {
                expand(sy, &mut row);
                let x = if source(mode, 0, 0).1 == 0 { sy } else { SIDE - 1 - sy };
                let flip = source(mode, 0, 0).0 != 0;
                for (sx, pixel) in row.iter().enumerate() {
                    out[if flip { SIDE - 1 - sx } else { sx }][x] = *pixel;
                }
            }
            return;
        }
        let columns: [u8; SIDE] = core::array::from_fn(|x| source(mode, x, 0).0 as u8);
        let whole = columns.iter().enumerate().all(|(x, sx)| x == usize::from(*sx));
        for (y, out) in out.iter_mut().enumerate() {
            let sy = source(mode, 0, y).1;
            if whole {
                expand(sy, out);
            } else {
                expand(sy, &mut row);
                for (pixel, sx) in out.iter_mut().zip(columns) {
                    *pixel = row[usize::from(sx) & (SIDE - 1)];
                }
            }
        }
    }
}

struct Palettes {
    raster: u8,
    lines: [u8; 16],
    first: [u8; 16],
    second: [u8; 16],
}

impl Palettes {
    fn read<'a>(from: impl Fn(u16) -> &'a [u8]) -> Palettes {
        let sixteen = |register: u16| -> [u8; 16] { core::array::from_fn(|i| from(register)[i]) };
        Palettes {
            raster: from(reg::RASTER)[0],
            lines: sixteen(reg::RASTER_LINES),
            first: sixteen(reg::SCREEN_PAL).map(palette::index),
            second: sixteen(reg::SECOND_PAL).map(palette::index),
        }
    }

    fn of_row(&self, y: usize) -> [u8; 16] {
        let bit = self.lines[y >> 3] >> (y & 7) & 1;
        match self.raster {
            0x10 if bit != 0 => self.second,
            0x30..=0x3f => {
                let mut pal = self.first;
                pal[usize::from(self.raster & 15)] = self.second[((y >> 3) + usize::from(bit)) & 15];
                pal
            }
            _ => self.first,
        }
    }
}
