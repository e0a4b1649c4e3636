//! PNG pictures in the console's colours: screenshots, goldens, and the sheet's format.
//!
//! ```text
//! indices 0..31 ── png() ──> indexed PNG, only the colours in use, 1, 2, 4 or 8 bits a pixel
//!                <─ read_png() ── any PNG whose every pixel is exactly one of the 32 colours
//! ```
//!
//! Pixels are read by colour, never by a file's palette order, since paint programs sort palettes in any way. The size is checked
//! before anything is decoded, so a small file cannot take much memory.

use crate::error::{FilePlace, FormatError, limit};
use crate::limit::FormatLimit;
use png::{BitDepth, ColorType, Compression, Decoder, Encoder, Limits, Transformations};
use rasher::palette::RGB;
use std::io::Cursor;
use std::ops::Range;

const SIDE_MAX: usize = FormatLimit::PictureSide.most();
/// Pixels of an enlarged picture that is written, and its scale; the largest map is 1024x512 pixels.
const PIXELS_MAX: usize = 1 << 27;
const SCALE_MAX: usize = 16;
/// Bytes that the decoder may take in addition to the pixels: some rows and chunks.
const DECODER_MAX: usize = 1 << 20;

/// A picture as indices into [`rasher::palette::RGB`], row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub width: usize,
    pub height: usize,
    /// `width` times `height` indices, 0 to 31.
    pub indices: Vec<u8>,
}

/// An indexed PNG of a picture, each pixel enlarged to `scale` times `scale`. Only the lower five bits of an index count; missing ones
/// are 0. A side is cut to 1 to 2048 pixels, `scale` to 1 to 16 and to at most 2^27 pixels in all.
pub fn png(indices: &[u8], width: usize, height: usize, scale: usize) -> Vec<u8> {
    let (shown_w, shown_h) = (width.clamp(1, SIDE_MAX), height.clamp(1, SIDE_MAX));
    let scale = scale.clamp(1, SCALE_MAX.min((PIXELS_MAX / (shown_w * shown_h)).isqrt()));
    let at = |x: usize, y: usize| {
        let i = y.saturating_mul(width).saturating_add(x);
        if x < width { indices.get(i).map_or(0, |index| index & 31) } else { 0 }
    };
    let mut used = [false; 32];
    for y in 0..shown_h {
        (0..shown_w).for_each(|x| used[usize::from(at(x, y))] = true);
    }
    let colors: Vec<u8> = (0..32).filter(|c| used[usize::from(*c)]).collect();
    let mut place = [0; 32];
    for (new, old) in colors.iter().enumerate() {
        place[usize::from(*old)] = new as u8;
    }
    let pixels = enlarged(0..shown_w, 0..shown_h, scale, |x, y| place[usize::from(at(x, y))]);
    encode(&pixels, shown_w * scale, shown_h * scale, &colors)
}

/// A part of a picture, each pixel enlarged to `scale` times `scale`.
pub(crate) fn enlarged(
    columns: Range<usize>,
    rows: Range<usize>,
    scale: usize,
    at: impl Fn(usize, usize) -> u8,
) -> Vec<u8> {
    let mut pixels = Vec::with_capacity(columns.len() * rows.len() * scale * scale);
    for y in rows {
        let start = pixels.len();
        for x in columns.clone() {
            pixels.extend(std::iter::repeat_n(at(x, y), scale));
        }
        let end = pixels.len();
        (1..scale).for_each(|_| pixels.extend_from_within(start..end));
    }
    pixels
}

/// An indexed PNG: `pixels` are indices into `colors`, which are indices into the 32 colours.
pub(crate) fn encode(pixels: &[u8], width: usize, height: usize, colors: &[u8]) -> Vec<u8> {
    let (depth, bits) = match colors.len() {
        0..=2 => (BitDepth::One, 1),
        3..=4 => (BitDepth::Two, 2),
        5..=16 => (BitDepth::Four, 4),
        _ => (BitDepth::Eight, 8),
    };
    let mut packed = Vec::with_capacity(pixels.len() * bits / 8 + height);
    for row in pixels.chunks(width) {
        for group in row.chunks(8 / bits) {
            let byte = group.iter().fold(0, |byte, place| byte << (bits & 7) | place);
            packed.push(byte << (bits * (8 / bits - group.len())));
        }
    }
    write(width, height, &packed, |encoder| {
        encoder.set_color(ColorType::Indexed);
        encoder.set_depth(depth);
        encoder.set_palette(colors.iter().flat_map(|c| RGB[usize::from(*c)]).collect::<Vec<u8>>());
    })
}

pub(crate) fn encode_rgba(pixels: &[[u8; 4]], width: usize) -> Vec<u8> {
    write(width, pixels.len() / width, pixels.as_flattened(), |encoder| {
        encoder.set_color(ColorType::Rgba);
        encoder.set_depth(BitDepth::Eight);
    })
}

fn write(
    width: usize,
    height: usize,
    rows: &[u8],
    set: impl FnOnce(&mut Encoder<'_, &mut Vec<u8>>),
) -> Vec<u8> {
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, width as u32, height as u32);
    set(&mut encoder);
    encoder.set_compression(Compression::High);
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(rows));
    written.expect("a picture of known size is written to memory, which cannot fail");
    out
}

/// Reads a picture of the console's 32 colours. Transparent pixels are colour 0.
pub fn read_png(bytes: &[u8], file: &str) -> Result<Picture, FormatError> {
    let picture = unpack(bytes, file, |_| None)?;
    let indices = picture.map(file, index)?;
    Ok(Picture { width: picture.width, height: picture.height, indices })
}

/// Width, height, and red, green, blue and opacity of each pixel, with 8 bits. `misfit` returns the expected size if another is wrong.
pub(crate) fn rounded_rgba(
    bytes: &[u8],
    file: &str,
    misfit: impl FnOnce((usize, usize)) -> Option<String>,
) -> Result<(usize, usize, Vec<[u8; 4]>), FormatError> {
    let picture = unpack(bytes, file, misfit)?;
    let round = |sample: u16| ((u32::from(sample) + 128) / 257) as u8;
    let pixels = picture.map(file, |pixel| Ok(pixel.map(round)))?;
    Ok((picture.width, picture.height, pixels))
}

/// Red, green, blue and opacity of each pixel of a picture of exactly `size`, to the bit. Other pixel formats are refused: their
/// original may have had other bits.
pub(crate) fn rgba(bytes: &[u8], file: &str, size: (usize, usize)) -> Result<Vec<[u8; 4]>, FormatError> {
    let misfit = |found| (found != size).then(|| format!("{}x{} pixels", size.0, size.1));
    let Unpacked { kind, data, .. } = unpack(bytes, file, misfit)?;
    if (kind.color, kind.bits) != (ColorType::Rgba, 8) {
        let found = format!("{} bits of {:?} a pixel", kind.bits * kind.color.samples(), kind.color);
        let expected = "8 bits each of red, green, blue and opacity, which hold the data";
        return Err(FormatError::whole(file, found, expected));
    }
    Ok(data.as_chunks::<4>().0.to_vec())
}

struct Unpacked {
    width: usize,
    height: usize,
    kind: PixelLayout,
    /// Rows, as `kind` packs them.
    data: Vec<u8>,
}

impl Unpacked {
    fn map<T>(
        &self,
        file: &str,
        value: impl Fn([u16; 4]) -> Result<T, PixelError>,
    ) -> Result<Vec<T>, FormatError> {
        let mut all = Vec::with_capacity(self.width * self.height);
        for (y, row) in self.data.chunks_exact(self.kind.stride(self.width)).enumerate() {
            for x in 0..self.width {
                let pixel = self.kind.pixel(row, x).and_then(&value);
                all.push(pixel.map_err(|PixelError { found, expected }| {
                    FormatError::new(file, FilePlace::Pixel { x, y }, found, expected)
                })?);
            }
        }
        Ok(all)
    }
}

/// Decompresses a PNG. `misfit` returns the expected size if another is wrong.
fn unpack(
    bytes: &[u8],
    file: &str,
    misfit: impl FnOnce((usize, usize)) -> Option<String>,
) -> Result<Unpacked, FormatError> {
    let whole = |found: String, expected: String| FormatError::whole(file, found, expected);
    let broken = |e: png::DecodingError| whole(fault(&e), "a PNG picture".into());
    limit(bytes, FormatLimit::PictureBytes, file)?;
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: DECODER_MAX });
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    // Pixels are unpacked below: png 0.18.1 panics when it expands a palette that is too short.
    decoder.set_transformations(Transformations::IDENTITY);
    let (width, height) = decoder.read_header_info().map_err(broken)?.size();
    let (width, height) = (width as usize, height as usize);
    if let Some(expected) = misfit((width, height)) {
        return Err(whole(format!("{width}x{height} pixels"), expected));
    }
    if width.max(height) > SIDE_MAX {
        let expected = format!("at most {SIDE_MAX}x{SIDE_MAX} pixels");
        return Err(whole(format!("{width}x{height} pixels"), expected).past(FormatLimit::PictureSide));
    }
    let mut reader = decoder.read_info().map_err(broken)?;
    let kind = PixelLayout::new(reader.info());
    let stride = kind.stride(width);
    // At most 2048 rows of 2048 pixels of 8 bytes.
    if reader.output_buffer_size() != Some(stride * height) {
        return Err(whole("pixels of an unexpected size".into(), "a PNG picture".into()));
    }
    let mut data = vec![0; stride * height];
    reader.next_frame(&mut data).map_err(broken)?;
    Ok(Unpacked { width, height, kind, data })
}

struct PixelError {
    found: String,
    expected: String,
}

/// How a PNG's pixels are packed, and what their samples mean.
struct PixelLayout {
    color: ColorType,
    /// Bits of a sample: 1, 2, 4, 8 or 16.
    bits: usize,
    palette: Vec<u8>,
    /// Opacity of the palette's entries, or the samples of the one transparent colour.
    transparent: Option<Vec<u16>>,
}

impl PixelLayout {
    fn new(info: &png::Info<'_>) -> Self {
        let bits = match info.bit_depth {
            BitDepth::One => 1,
            BitDepth::Two => 2,
            BitDepth::Four => 4,
            BitDepth::Eight => 8,
            BitDepth::Sixteen => 16,
        };
        // The decoder has cut these samples to the pixels' size.
        let samples = |bytes: &[u8]| -> Vec<u16> {
            let wide = bits == 16;
            let bytes = bytes.chunks(if wide { 2 } else { 1 });
            bytes.map(|b| b.iter().fold(0, |sample, byte| sample << 8 | u16::from(*byte))).collect()
        };
        PixelLayout {
            color: info.color_type,
            bits,
            palette: info.palette.as_deref().unwrap_or_default().to_vec(),
            transparent: info.trns.as_deref().map(samples),
        }
    }

    fn stride(&self, width: usize) -> usize {
        (width * self.color.samples() * self.bits).div_ceil(8)
    }

    fn sample(&self, row: &[u8], i: usize) -> u16 {
        match self.bits {
            16 => u16::from_be_bytes([row[i * 2], row[i * 2 + 1]]),
            8 => u16::from(row[i]),
            bits => u16::from(row[i * bits / 8]) >> (8 - bits - i * bits % 8) & ((1 << bits) - 1),
        }
    }

    /// Red, green, blue and opacity of pixel `x` of a row, 0 to 65535.
    fn pixel(&self, row: &[u8], x: usize) -> Result<[u16; 4], PixelError> {
        let count = self.color.samples();
        let samples = |i: usize| self.sample(row, x * count + i);
        if self.color == ColorType::Indexed {
            let place = usize::from(samples(0));
            let Some([r, g, b]) = self.palette.as_chunks::<3>().0.get(place) else {
                let expected = format!("one of the {} in the palette", self.palette.len() / 3);
                return Err(PixelError { found: format!("palette entry {place}"), expected });
            };
            let alpha = self.transparent.as_ref().and_then(|alphas| alphas.get(place)).unwrap_or(&255);
            return Ok([u16::from(*r), u16::from(*g), u16::from(*b), *alpha].map(|byte| byte * 257));
        }
        // A sample's whole range becomes 0 to 65535 exactly: 65535 is a multiple of 1, 3, 15 and 255.
        let full = |i: usize| samples(i) * (u16::MAX / (u16::MAX >> (16 - self.bits)));
        let key =
            self.transparent.as_ref().is_some_and(|key| (0..count).all(|i| key.get(i) == Some(&samples(i))));
        let opaque = if key { 0 } else { u16::MAX };
        Ok(match self.color {
            ColorType::Grayscale => [full(0), full(0), full(0), opaque],
            ColorType::GrayscaleAlpha => [full(0), full(0), full(0), full(1)],
            ColorType::Rgba => [full(0), full(1), full(2), full(3)],
            ColorType::Rgb | ColorType::Indexed => [full(0), full(1), full(2), opaque],
        })
    }
}

/// The index of an exact colour; 0 if it is transparent.
fn index([r, g, b, alpha]: [u16; 4]) -> Result<u8, PixelError> {
    match alpha {
        0 => return Ok(0),
        u16::MAX => {}
        _ => {
            let found = format!("opacity {} of 255", alpha >> 8);
            return Err(PixelError { found, expected: "a pixel that is opaque or transparent".into() });
        }
    }
    let near = [r, g, b].map(|channel| (channel >> 8) as u8);
    // 16 bits are exact if both bytes are those of the 8-bit colour.
    let exact = [r, g, b].iter().all(|channel| channel % 257 == 0);
    match RGB.iter().position(|color| *color == near).filter(|_| exact) {
        Some(index) => Ok(index as u8),
        None => {
            let nearest = usize::from(nearest(near, RGB.len()));
            let note = if exact { "" } else { " (in 16 bits a channel)" };
            let expected =
                format!("one of the 32 colours, the nearest is {} (colour {nearest})", hash(RGB[nearest]));
            Err(PixelError { found: hash(near) + note, expected })
        }
    }
}

pub(crate) fn hash([r, g, b]: [u8; 3]) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// The nearest of the first `colors` colours; ties go to the lower number.
pub(crate) fn nearest(color: [u8; 3], colors: usize) -> u8 {
    nearest_of(color, &RGB[..colors])
}

/// The index of the nearest of at most 256 colours; ties go to the first.
pub(crate) fn nearest_of(color: [u8; 3], colors: &[[u8; 3]]) -> u8 {
    (0..colors.len()).min_by_key(|c| distance(colors[*c], color)).unwrap_or(0) as u8
}

fn distance(a: [u8; 3], b: [u8; 3]) -> u32 {
    a.iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
}

/// The decoder's error. Its own message is shortened, since it may quote the file.
fn fault(e: &png::DecodingError) -> String {
    match e {
        png::DecodingError::IoError(e) if e.kind() == std::io::ErrorKind::UnexpectedEof => {
            "the end of the file".into()
        }
        png::DecodingError::LimitsExceeded => format!("a picture that needs more than {DECODER_MAX} bytes"),
        e => format!("an error ({e})"),
    }
}
