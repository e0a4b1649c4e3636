//! Small pictures of parts of a cart.
//!
//! ```text
//! sprite   its pixels                     sound      a bar a note: pitch and waveform
//! sprites  the sheet, reduced             sounds     a mark for each audible one
//! map      24 x 12 cells from the first   flags      a dot a sprite, in the colour of its lowest flag
//!          change on, 2 x 2 pixels each   pattern    its sounds, as text
//! ```
//!
//! The list has all of them eight rows high: fewer cells and notes, and of a pattern the notes of its four sounds.

use super::super::pen::{FLAG_COLORS, Pen};
use super::rows::Part;
use format::EditState;
use rasher::memory::{FLAGS, MAP, MUSIC, SFX};
use studio::Area;

/// No colour: the ground is seen.
const NONE: u8 = 0xff;

/// A pattern's notes, by channel.
const CHANNELS: [u8; 4] = [12, 11, 10, 14];

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

/// Pitch and waveform of an audible note.
fn note(state: &EditState, sound: usize, n: usize) -> Option<(usize, u8)> {
    let at = usize::from(SFX) + sound * 68 + n * 2;
    let note = u16::from_le_bytes([state.data[at], state.data[at + 1]]);
    (note >> 9 & 7 > 0).then_some((usize::from(note & 63), (note >> 6 & 7) as u8))
}

/// The sounds of a pattern, by channel.
fn sounds_of(state: &EditState, pattern: usize) -> impl Iterator<Item = (usize, usize)> {
    let at = usize::from(MUSIC) + pattern * 4;
    let channels = state.data[at..at + 4].iter().enumerate();
    channels.filter(|(_, byte)| *byte & 0x40 == 0).map(|(channel, byte)| (channel, usize::from(byte & 63)))
}

/// Cells of the map from the first one that differs, 2 x 2 pixels each.
fn cells(state: &EditState, other: &EditState, (width, height): (usize, usize)) -> Picture {
    let differs = |n: &usize| cell_at(state, n % 128, n / 128) != cell_at(other, n % 128, n / 128);
    let (mut left, mut top) = (127, 31);
    (0..128 * 32).filter(differs).for_each(|n| (left, top) = (left.min(n % 128), top.min(n / 128)));
    let (left, top) = (left.min(128 - width), top.min(32 - height));
    Picture::new(2 * width, 2 * height, 1, |x, y| {
        let id = usize::from(cell_at(state, left + x / 2, top + y / 2));
        pixel(state, id % 16 * 8 + 2 + x % 2 * 3, id / 16 * 8 + 2 + y % 2 * 3)
    })
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
            Part::Map => cells(state, other, (24, 12)),
            Part::Flags => Picture::new(16, 16, 1, |x, y| {
                let flags = state.data[usize::from(FLAGS) + y * 16 + x];
                FLAG_COLORS.get(flags.trailing_zeros() as usize).map_or(5, |color| *color as u8)
            }),
            Part::Sound(n) => Picture::new(32, 24, 1, |x, y| match note(state, n, x) {
                Some((pitch, wave)) if 24 - y <= 1 + pitch * 22 / 63 => 8 + wave,
                _ => NONE,
            }),
            Part::Sounds => Picture::new(48, 24, 1, |x, y| {
                let sounds = (0..32).any(|n| note(state, y / 3 * 8 + x / 6, n).is_some());
                if x % 6 == 5 || y % 3 == 2 { NONE } else { 5 + 7 * u8::from(sounds) }
            }),
            Part::Pattern(_) | Part::Patterns | Part::File(_) => return None,
        })
    }

    /// A part in the list, eight rows high. Code has none: its line is shown.
    pub fn small(part: &Part, state: &EditState, other: &EditState) -> Option<Picture> {
        // Two notes a column.
        let heard = |sound, x| note(state, sound, 2 * x).or_else(|| note(state, sound, 2 * x + 1));
        Some(match *part {
            Part::Sprite(_) => return Picture::of(part, state, other),
            Part::Sheet => Picture::new(16, 8, 1, |x, y| pixel(state, x * 8 + 4, y * 16 + 4)),
            Part::Map => cells(state, other, (8, 4)),
            Part::Flags => {
                let at = usize::from(FLAGS);
                let first = (at..at + 256).find(|at| state.data[*at] != other.data[*at]).unwrap_or(at);
                let top = ((first - at) / 16).min(8);
                let all = Picture::of(part, state, other)?;
                Picture { pixels: all.pixels[top * 16..][..128].to_vec(), ..all }
            }
            Part::Sound(n) => Picture::new(16, 8, 1, |x, y| match heard(n, x) {
                Some((pitch, wave)) if 7 - y <= pitch / 8 => 8 + wave,
                _ => NONE,
            }),
            Part::Sounds => Picture::new(16, 8, 1, |x, y| {
                let sounds = (0..32).any(|n| note(state, y * 8 + x / 2, n).is_some());
                5 + 7 * u8::from(sounds)
            }),
            Part::Pattern(n) => Picture::new(16, 8, 1, |x, y| {
                let is_here = |(_, sound): &(usize, usize)| {
                    heard(*sound, x).is_some_and(|(pitch, _)| 7 - y == pitch / 8)
                };
                sounds_of(state, n).find(is_here).map_or(NONE, |(channel, _)| CHANNELS[channel])
            }),
            Part::Patterns => Picture::new(16, 8, 1, |x, y| {
                5 + 7 * u8::from(sounds_of(state, y * 8 + x / 2).next().is_some())
            }),
            Part::File(_) => return None,
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
