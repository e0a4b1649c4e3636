//! Pixels in PICO-8's clipboard format.
//!
//! ```text
//! [gfx]1008...[/gfx]   columns and rows, two hex digits each, then a digit per pixel, row by row
//! ```
//!
//! A side is at most 255. Digits beyond the last pixel are ignored.

use crate::picture::Picture;

const OPEN: &str = "[gfx]";
const CLOSE: &str = "[/gfx]";

/// The picture as clipboard text. Only the lower four bits of an index count; columns and rows beyond 255 are cut off.
pub fn write_gfx(picture: &Picture) -> String {
    let (w, h) = (picture.width.min(255), picture.height.min(255));
    let rows = picture.indices.chunks(picture.width.max(1)).take(h);
    let digits: String =
        rows.flat_map(|row| &row[..w.min(row.len())]).map(|index| format!("{:x}", index & 15)).collect();
    format!("{OPEN}{w:02x}{h:02x}{digits}{CLOSE}")
}

pub fn read_gfx(text: &str) -> Result<Picture, &'static str> {
    let body = text.trim().strip_prefix(OPEN).and_then(|text| text.strip_suffix(CLOSE));
    let body = body.ok_or("the clipboard has no sprites: [gfx] is missing")?;
    let digits: Option<Vec<u8>> = body.chars().map(|c| c.to_digit(16).map(|d| d as u8)).collect();
    let digits = digits.ok_or("the clipboard's sprites have a character that is not a hex digit")?;
    let [w0, w1, h0, h1, indices @ ..] = &digits[..] else {
        return Err("the clipboard's sprites have no size");
    };
    let (width, height) = (usize::from(w0 << 4 | w1), usize::from(h0 << 4 | h1));
    match indices.get(..width * height) {
        Some(indices) if !indices.is_empty() => Ok(Picture { width, height, indices: indices.to_vec() }),
        _ => Err("the clipboard's sprites are incomplete"),
    }
}
