//! Reads any picture in the console's 16 colours: each pixel becomes the nearest one, and the changes are counted.
//!
//! ```text
//! PNG, BMP, GIF, WebP, QOI, JPEG ── image ──> red, green, blue, opacity ── nearest of 16 ──> Picture
//!                                                                              └──> ReplacedColor: from, to, how often
//! 512x512, every block of 4x4 one colour ──> 128x128: a paint program's enlarged export
//! ```
//!
//! Nearest is the least sum of squared differences of red, green and blue; ties go to the lower number. A pixel less than half opaque
//! is colour 0, which sprites do not draw. Only the first frame of an animation counts. The size is checked before anything is
//! decoded, and the decoders have a memory limit, so a small file cannot take much memory.
//!
//! [`fit`] does the same with 16 given colours, for a picture of any size. Nothing is dithered, and no palette is made: the sheet has
//! the machine's colours.

use crate::error::{FormatError, limit};
use crate::limit::FormatLimit;
use crate::picture::{Picture, hash, nearest, nearest_of};
use image::{ImageError, ImageReader, Limits, Rgba, RgbaImage};
use rasher::palette::RGB;
use std::collections::BTreeMap;
use std::io::Cursor;

const COLORS: usize = 16;
/// A pixel with less opacity is transparent.
const HALF: u8 = 128;
/// Bytes that a decoder may take: the largest picture with 16 bits a channel, and as much again for its work.
const DECODER_MAX: u64 = 2 * 8 * (FormatLimit::PictureSide.most() as u64).pow(2);

/// A colour of a picture that is not one of the console's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplacedColor {
    pub rgb: [u8; 3],
    pub opacity: u8,
    /// The nearest colour, which replaced it.
    pub by: u8,
    pub pixels: usize,
    /// Column and row of its first pixel in the file.
    pub first: (usize, usize),
}

impl ReplacedColor {
    /// As it is written in hex, with the opacity if there is one.
    pub fn hex(&self) -> String {
        let opacity = if self.opacity == 255 { String::new() } else { format!("{:02x}", self.opacity) };
        hash(self.rgb) + &opacity
    }

    /// The largest difference of red, green or blue, 1 to 255.
    pub fn off(&self) -> u8 {
        let by = RGB[usize::from(self.by)];
        self.rgb.iter().zip(by).map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// 0 to 15.
    pub picture: Picture,
    /// How many times the file enlarges each pixel, which is undone; 1 if it does not.
    pub scale: usize,
    pub pixels: usize,
    /// The most frequent first.
    pub replaced: Vec<ReplacedColor>,
}

/// Reads a picture for the sheet. One with a side of more than 128 pixels must be a smaller one enlarged by a whole number.
pub fn import(bytes: &[u8], file: &str) -> Result<Import, FormatError> {
    from_pixels(&decoded(bytes, file)?, file)
}

/// [`import`] of pixels in memory: red, green, blue and opacity of each, row by row.
pub fn import_rgba(width: usize, height: usize, rgba: &[u8], file: &str) -> Result<Import, FormatError> {
    let most = FormatLimit::PictureSide.most();
    let fits = (1..=most).contains(&width) && (1..=most).contains(&height);
    let pixels = fits.then(|| RgbaImage::from_raw(width as u32, height as u32, rgba.to_vec())).flatten();
    let pixels = pixels.filter(|_| rgba.len() == 4 * width * height).ok_or_else(|| {
        let found = format!("{width}x{height} pixels in {} bytes", rgba.len());
        FormatError::whole(file, found, "a picture of at most 2048x2048 pixels")
    })?;
    from_pixels(&pixels, file)
}

fn from_pixels(pixels: &RgbaImage, file: &str) -> Result<Import, FormatError> {
    let (width, height) = (pixels.width() as usize, pixels.height() as usize);
    // Smoothed edges are cut at half opacity.
    let cut = |pixel: &Rgba<u8>| match pixel.0 {
        [.., opacity] if opacity < HALF => [0; 4],
        [r, g, b, _] => [r, g, b, 255],
    };
    let (indices, replaced) = to_nearest(pixels.pixels().map(cut), width);
    let picture = Picture { width, height, indices };
    let side = FormatLimit::SheetSide.most();
    let scale = match width.max(height) <= side {
        true => 1,
        false => enlarged(&picture).filter(|scale| width.max(height) / scale <= side).ok_or_else(|| {
            let expected = "at most 128x128 pixels, or such a picture enlarged by a whole number";
            FormatError::whole(file, format!("{width}x{height} pixels"), expected)
                .past(FormatLimit::SheetSide)
        })?,
    };
    Ok(Import { picture: reduced(&picture, scale), scale, pixels: width * height, replaced })
}

/// The nearest of the 16 colours for each pixel, 0 for one less than half opaque; and those that are neither transparent nor exactly a
/// colour, the most frequent first.
pub(crate) fn to_nearest(
    pixels: impl Iterator<Item = [u8; 4]>,
    width: usize,
) -> (Vec<u8>, Vec<ReplacedColor>) {
    let mut known = BTreeMap::<[u8; 4], ReplacedColor>::new();
    let mut place = 0..;
    let near = |rgba: [u8; 4], at: usize| {
        let [r, g, b, opacity] = rgba;
        let (rgb, first) = ([r, g, b], (at % width, at / width));
        let by = if opacity < HALF { 0 } else { nearest(rgb, COLORS) };
        ReplacedColor { rgb, opacity, by, pixels: 0, first }
    };
    let count = |rgba: [u8; 4]| {
        let at = place.next().unwrap_or(usize::MAX);
        let color = known.entry(rgba).or_insert_with(|| near(rgba, at));
        color.pixels += 1;
        color.by
    };
    let indices = pixels.map(count).collect();
    let is_replaced = |color: &ReplacedColor| color.opacity != 0 && (color.opacity != 255 || color.off() > 0);
    let mut replaced: Vec<ReplacedColor> = known.into_values().filter(is_replaced).collect();
    replaced.sort_by_key(|one| (std::cmp::Reverse(one.pixels), one.first));
    (indices, replaced)
}

/// Reads a picture of at most 2048x2048 pixels: each pixel becomes the index of the nearest of `colors`; ties go to the first. A pixel
/// less than half opaque is 0.
pub fn fit(bytes: &[u8], file: &str, colors: &[[u8; 3]; 16]) -> Result<Picture, FormatError> {
    let pixels = decoded(bytes, file)?;
    let mut known = BTreeMap::<[u8; 3], u8>::new();
    let indices = pixels.pixels().map(|pixel| match pixel.0 {
        [.., opacity] if opacity < HALF => 0,
        [r, g, b, _] => *known.entry([r, g, b]).or_insert_with(|| nearest_of([r, g, b], colors)),
    });
    let indices = indices.collect();
    Ok(Picture { width: pixels.width() as usize, height: pixels.height() as usize, indices })
}

/// The pixels of a picture's file, 1 to 2048 a side.
pub(crate) fn decoded(bytes: &[u8], file: &str) -> Result<RgbaImage, FormatError> {
    let whole = |found: String, expected: &str| FormatError::whole(file, found, expected);
    limit(bytes, FormatLimit::PictureBytes, file)?;
    const KINDS: &str = "a picture: PNG, BMP, GIF, WebP, QOI or JPEG";
    let broken = |e: ImageError| whole(format!("an error ({e})"), KINDS);
    let reader = || {
        let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format()?;
        let mut limits = Limits::default();
        limits.max_alloc = Some(DECODER_MAX);
        reader.limits(limits);
        Ok::<_, std::io::Error>(reader)
    };
    // Reading a slice fails only at its end.
    let reader = || reader().map_err(|e| broken(e.into()));
    let (width, height) = reader()?.into_dimensions().map_err(broken)?;
    let (width, height) = (width as usize, height as usize);
    let most = FormatLimit::PictureSide.most();
    if width.max(height) > most {
        let error = whole(format!("{width}x{height} pixels"), "a picture of at most 2048x2048 pixels");
        return Err(error.past(FormatLimit::PictureSide));
    }
    if width.min(height) == 0 {
        return Err(whole(format!("{width}x{height} pixels"), "at least one pixel"));
    }
    Ok(reader()?.decode().map_err(broken)?.into_rgba8())
}

/// How many times each pixel of a picture is repeated in both directions, if more than once.
fn enlarged(picture: &Picture) -> Option<usize> {
    let Picture { width, height, indices } = picture;
    let blocks = |scale: usize| {
        let same = |(i, color): (usize, &u8)| {
            let (x, y) = (i % width, i / width);
            indices[(y - y % scale) * width + x - x % scale] == *color
        };
        width.is_multiple_of(scale) && height.is_multiple_of(scale) && indices.iter().enumerate().all(same)
    };
    (2..=*width.min(height)).rev().find(|scale| blocks(*scale))
}

fn reduced(picture: &Picture, scale: usize) -> Picture {
    let (width, height) = (picture.width / scale, picture.height / scale);
    let at = |i: usize| picture.indices[i / width * scale * picture.width + i % width * scale];
    Picture { width, height, indices: (0..width * height).map(at).collect() }
}
