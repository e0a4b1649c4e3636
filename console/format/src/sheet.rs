//! The sprite sheet as a picture that any paint program opens: 128x128 pixels, 16 sprites a row.
//!
//! ```text
//! pixel (x, y) of the PNG = colour 0..15 = nibble x & 1 (low first) of byte y * 64 + x / 2 from 0x0000
//!
//! 128x128            read as it is
//! 256x256, 384x384 ..2048x2048, one colour in each block: reduced, and saved in that size
//! any other size     refused
//! another colour     the nearest of the 16 is used; [`Sheet::remark`] counts them, and the file stays as it is
//! ```
//!
//! It is written with 4 bits a pixel and the console's 16 colours in order. It is read from any PNG; a transparent pixel is colour 0, and
//! profiles are ignored. Samples of 16 bits are rounded to 8, which no eye sees.

use crate::error::FormatError;
use crate::import::{ReplacedColor, to_nearest};
use crate::limit::FormatLimit;
use crate::picture::{encode, enlarged, hash, rounded_rgba};
use rasher::palette::RGB;

const SIDE: usize = FormatLimit::SheetSide.most();
const SCALE_MAX: usize = FormatLimit::PictureSide.most() / SIDE;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// The memory from 0x0000.
    pub data: Box<[u8; 0x2000]>,
    /// How many times the file repeats each pixel, across and down.
    pub scale: usize,
    /// Colours of the file that the sheet cannot have, the most frequent first. Places and counts are those of the file's pixels.
    pub replaced: Vec<ReplacedColor>,
}

impl Sheet {
    /// The colours that were replaced, in a line; none if all are exact.
    pub fn remark(&self) -> Option<String> {
        let first = self.replaced.iter().map(|one| one.first).min_by_key(|(x, y)| (*y, *x))?;
        let most = self.replaced.first()?;
        let pixels: usize = self.replaced.iter().map(|one| one.pixels).sum();
        let count = |n: usize| if n == 1 { "1 pixel".to_string() } else { format!("{n} pixels") };
        let shown = format!("colour {} ({})", most.by, hash(RGB[usize::from(most.by)]));
        let (x, y) = first;
        Some(match self.replaced.len() {
            1 => format!("{} of {}, the first at {x},{y}, shown as {shown}", count(pixels), most.hex()),
            colors => format!(
                "{} of {colors} other colours, the first at {x},{y}, shown in the nearest: {} of {} as {shown}",
                count(pixels),
                count(most.pixels),
                most.hex()
            ),
        })
    }

    /// Other data as a file of the same size.
    pub fn with_data(&self, data: &[u8; 0x2000]) -> Vec<u8> {
        encoded(data, self.scale)
    }
}

pub fn read_sheet(bytes: &[u8], file: &str) -> Result<Sheet, FormatError> {
    const EXPECTED: &str = "128x128 pixels, or 2 to 16 times as many each way with one colour in each block";
    let scale_of = |width: usize, height: usize| {
        let is_square = width == height && width.is_multiple_of(SIDE);
        (is_square && (1..=SCALE_MAX).contains(&(width / SIDE))).then_some(width / SIDE)
    };
    let mut is_large = false;
    let misfit = |(width, height): (usize, usize)| {
        is_large = width.max(height) > SIDE;
        scale_of(width, height).is_none().then(|| EXPECTED.to_string())
    };
    let read = rounded_rgba(bytes, file, misfit);
    let past = |error: FormatError| match is_large && error.expected == EXPECTED {
        true => error.past(FormatLimit::SheetSide),
        false => error,
    };
    let (width, height, mut pixels) = read.map_err(past)?;
    let scale = scale_of(width, height).unwrap_or(1);
    // The colour of a transparent pixel does not show.
    pixels.iter_mut().filter(|pixel| pixel[3] == 0).for_each(|pixel| *pixel = [0; 4]);
    let corner = |at: usize| {
        let (x, y) = (at % width, at / width);
        (y - y % scale) * width + x - x % scale
    };
    if let Some(at) = (0..pixels.len()).find(|at| pixels[*at] != pixels[corner(*at)]) {
        let (x, y) = (corner(at) % width, corner(at) / width);
        let found = format!("{width}x{height} pixels with two colours in the block at {x},{y}");
        let expected = format!("one colour in each block of {scale}x{scale} pixels, or 128x128 pixels");
        return Err(FormatError::whole(file, found, expected));
    }
    let (indices, replaced) = to_nearest(pixels.into_iter(), width);
    let at = |x: usize, y: usize| indices[y * scale * width + x * scale];
    let pair = |n: usize| at(n % 64 * 2, n / 64) | at(n % 64 * 2 + 1, n / 64) << 4;
    Ok(Sheet { data: Box::new(std::array::from_fn(pair)), scale, replaced })
}

pub fn write_sheet(sheet: &[u8; 0x2000]) -> Vec<u8> {
    encoded(sheet, 1)
}

fn encoded(sheet: &[u8; 0x2000], scale: usize) -> Vec<u8> {
    let at = |x: usize, y: usize| sheet[y * 64 + x / 2] >> (x % 2 * 4) & 15;
    let pixels = enlarged(0..SIDE, 0..SIDE, scale, at);
    let colors: [u8; 16] = std::array::from_fn(|i| i as u8);
    encode(&pixels, SIDE * scale, SIDE * scale, &colors)
}
