//! Small pictures of parts of a cart.
//!
//! ```text
//! sprite   its pixels                     sound      a bar a note: pitch and waveform
//! sprites  the sheet, reduced             sounds     a mark for each audible one
//! map      24 x 12 cells from the first   flags      a dot a sprite, in the colour of its lowest flag
//!          change on, 2 x 2 pixels each   pattern    its sounds, as text
//! ```

use super::super::pen::{FLAG_COLORS, Pen};
use super::rows::Part;
use format::EditState;
use rasher::memory::{FLAGS, MAP, SFX};
use studio::Area;

/// No colour: the ground is seen.
const NONE: u8 = 0xff;

/// Pixels of a part, and how large each is shown in the panel.
#[derive(Clone, Debug)]
pub(super) struct Picture {
    pub width: usize,
    pixels: Vec<u8>,
    pub scale: i32,
}

fn pixel(state: &EditState, x: usize, y: usize) -> u8 {
    let byte = state.data[y * 64 + x / 2];
    if x.is_multiple_of(2) { byte & 15 } else { byte >> 4 }
}

/// The id of a cell of the map; the lower half of the map is in the sheet.
fn cell_at(state: &EditState, x: usize, y: usize) -> u8 {
    let at = if y < 32 { usize::from(MAP) + y * 128 } else { 0x1000 + (y - 32) * 128 };
    state.data[at + x]
}

impl Picture {
    fn new(width: usize, height: usize, scale: i32, pixel: impl Fn(usize, usize) -> u8) -> Picture {
        let pixels = (0..width * height).map(|n| pixel(n % width, n / width)).collect();
        Picture { width, pixels, scale }
    }

    /// A part in one state; `other` is the state that it is compared with.
    pub fn of(part: &Part, state: &EditState, other: &EditState) -> Option<Picture> {
        Some(match *part {
            Part::Sprite(n) => Picture::new(8, 8, 3, |x, y| pixel(state, n % 16 * 8 + x, n / 16 * 8 + y)),
            Part::Sheet => Picture::new(48, 24, 1, |x, y| pixel(state, x * 128 / 48, y * 128 / 24)),
            Part::Map => {
                let cells = (0..128 * 32)
                    .filter(|n| cell_at(state, n % 128, n / 128) != cell_at(other, n % 128, n / 128));
                let (mut left, mut top) = (127, 31);
                cells.for_each(|n| (left, top) = (left.min(n % 128), top.min(n / 128)));
                let (left, top) = (left.min(128 - 24), top.min(32 - 12));
                Picture::new(48, 24, 1, |x, y| {
                    let id = usize::from(cell_at(state, left + x / 2, top + y / 2));
                    pixel(state, id % 16 * 8 + 2 + x % 2 * 3, id / 16 * 8 + 2 + y % 2 * 3)
                })
            }
            Part::Flags => Picture::new(16, 16, 1, |x, y| {
                let flags = state.data[usize::from(FLAGS) + y * 16 + x];
                FLAG_COLORS.get(flags.trailing_zeros() as usize).map_or(5, |color| *color as u8)
            }),
            Part::Sound(n) => Picture::new(32, 24, 1, |x, y| {
                let at = usize::from(SFX) + n * 68 + x * 2;
                let note = u16::from_le_bytes([state.data[at], state.data[at + 1]]);
                let (pitch, wave, volume) = (note & 63, note >> 6 & 7, note >> 9 & 7);
                let height = 1 + usize::from(pitch) * 22 / 63;
                match volume > 0 && 24 - y <= height {
                    true => 8 + wave as u8,
                    false => NONE,
                }
            }),
            Part::Sounds => Picture::new(48, 24, 1, |x, y| {
                let at = usize::from(SFX) + (y / 3 * 8 + x / 6) * 68;
                let sounds = (0..32).any(|note| state.data[at + note * 2 + 1] >> 1 & 7 > 0);
                if x % 6 == 5 || y % 3 == 2 { NONE } else { 5 + 7 * u8::from(sounds) }
            }),
            Part::Pattern(_) | Part::Patterns | Part::File(_) => return None,
        })
    }

    pub fn height(&self) -> i32 {
        (self.pixels.len() / self.width) as i32
    }

    pub fn draw(&self, pen: &mut Pen<'_>, (x, y): (i32, i32), scale: i32) {
        for (n, color) in (0..).zip(&self.pixels).filter(|(_, color)| **color != NONE) {
            let (column, row) = (n % self.width as i32, n / self.width as i32);
            let at = Area { x: x + column * scale, y: y + row * scale, w: scale, h: scale };
            pen.fill(at, i32::from(*color));
        }
    }
}
