//! `.lua.png`: a picture of code, as PICO-8 exports it; nothing is hidden in it, so the characters are read from their pixels.
//!
//! ```text
//! columns of 192 pixels, each with lines of 6; a character is 4 pixels wide, or 8
//! x = 1: the first character    x = 185: the last column of a line that is cropped, after 46 characters
//! ```
//!
//! The layout is that of three published pictures: 4, 7 and 8 columns of 76, 146 and 162 lines. No two characters of the default font look
//! the same, and none of 8 pixels begins like one of 4, so each cell has one meaning.

use crate::error::{FilePlace, FormatError};
use crate::import::decoded;
use crate::p8::{Cartridge, stem};
use rasher::Rom;
use rasher::text::glyph_rows;
use std::collections::BTreeMap;

const COLUMN: u32 = 192;
const LINE: u32 = 6;
const NARROW: u32 = 4;
/// Characters of a line that are whole.
const CHARS: u32 = 46;

pub(crate) fn read_code_picture(bytes: &[u8], file: &str) -> Result<Cartridge, FormatError> {
    let pixels = decoded(bytes, file)?;
    let (width, height) = pixels.dimensions();
    if !width.is_multiple_of(COLUMN) || !height.is_multiple_of(LINE) {
        let expected = "a picture of code, as PICO-8 exports it: columns of 192 pixels, lines of 6; or a cartridge of 160x205";
        return Err(FormatError::whole(file, format!("{width}x{height} pixels"), expected));
    }
    // Of codes that look the same the last one counts: the quotation mark, not 30.
    let codes = (16..=255).filter(|code| glyph_rows(*code) != 0 || *code == b' ');
    let glyphs: BTreeMap<u64, u8> = codes.map(|code| (glyph_rows(code), code)).collect();
    let cell = |left: u32, top: u32, columns: u32| {
        // Above each character is a row of the background.
        let background = pixels.get_pixel(left / COLUMN * COLUMN, top);
        let bits = (0..LINE - 1).flat_map(|y| (0..columns).map(move |x| (x, y)));
        bits.fold(0, |rows: u64, (x, y)| {
            let is_set = left % COLUMN + x < COLUMN && pixels.get_pixel(left + x, top + 1 + y) != background;
            rows | u64::from(is_set) << (8 * y + x)
        })
    };
    let mut cart = Cartridge::new(Rom::empty(stem(file)));
    let mut lines: Vec<Vec<u8>> = Vec::new();
    let tops = |x: u32| (0..height).step_by(LINE as usize).map(move |y| (x, y));
    for (column, top) in (0..width).step_by(COLUMN as usize).flat_map(tops) {
        let (mut line, mut left, end) = (Vec::new(), column + 1, column + 1 + CHARS * NARROW);
        let mut is_cropped = cell(end, top, NARROW) != 0;
        while left < end {
            let known = [NARROW, 2 * NARROW].into_iter().find_map(|columns| {
                let code = *glyphs.get(&cell(left, top, columns))?;
                (code < 0x80 || columns > NARROW).then_some((code, columns))
            });
            // The last one may be the left half of a wide one.
            is_cropped |= known.is_none() && left + NARROW == end;
            match known {
                Some((code, columns)) => {
                    line.push(code);
                    left += columns;
                }
                None if is_cropped => break,
                None => {
                    let place = FilePlace::Pixel { x: left as usize, y: top as usize + 1 };
                    return Err(FormatError::new(file, place, "a shape", "a character of PICO-8's font"));
                }
            }
        }
        line.truncate(line.trim_ascii_end().len());
        lines.push(line);
        if is_cropped {
            let expected = format!("at most {CHARS} characters: the picture lacks the rest of the line");
            cart.warn(FormatError::in_line(file, lines.len(), "a line that is cropped", expected));
        }
    }
    let used = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
    cart.code = lines[..used].join(&b'\n');
    Ok(cart)
}
