//! `rasher import PICTURE NAME`: any program's picture becomes the sheet of a cart.
//!
//! ```text
//! PNG, BMP, GIF, WebP, QOI, JPEG ── the nearest of 16 colours ──> DATA/sprites/NAME.png, or -o FILE
//!                                          └── what was not exact: how often, by how much, where first
//! ```
//!
//! A smaller picture stands at the left above, the rest is colour 0. A sheet that is there already is replaced only with
//! `--overwrite`; the picture itself is never written to.

use crate::data::DataSource;
use crate::error::ToolError;
use crate::new::letters;
use crate::options::ImportOptions;
use format::{FormatLimit, Import, Replaced, import as read_picture, write_sheet};
use rasher::palette::RGB;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Colours that are listed.
const LISTED: usize = 8;
/// Pixels in a row of the sheet.
const SIDE: usize = FormatLimit::SheetSide.most();

/// Writes the sheet, and tells what became of the picture.
///
/// # Errors
/// When the picture cannot be read, there is no folder for the sheet, or one is there already.
pub fn import(options: &ImportOptions) -> Result<String, ToolError> {
    letters(&options.name)?;
    let to = place(options)?;
    // What a link leads to may be missing; the link is there all the same.
    if !options.overwrite && std::fs::symlink_metadata(&to).is_ok() {
        return Err(ToolError::Kept { path: to });
    }
    let found = read_picture(&store::read(&options.picture)?, &options.picture.display().to_string())?;
    store::write(&to, &write_sheet(&sheet(&found)))?;
    Ok(told(&to, &found))
}

/// Where the sheet is written.
fn place(options: &ImportOptions) -> Result<PathBuf, ToolError> {
    if let Some(file) = &options.output {
        return Ok(file.clone());
    }
    let folder = DataSource::new(options.data.clone(), None).folder()?;
    let folder = folder.ok_or_else(|| ToolError::NoFolder { name: options.name.clone() })?;
    Ok(folder.join("sprites").join(format!("{}.png", options.name)))
}

/// The picture at the left above of an empty sheet.
fn sheet(found: &Import) -> Box<[u8; 0x2000]> {
    let mut sheet = Box::new([0; 0x2000]);
    let rows = found.picture.indices.chunks(found.picture.width.max(1));
    for (bytes, row) in sheet.chunks_mut(SIDE / 2).zip(rows) {
        for (x, color) in row.iter().enumerate() {
            bytes[x / 2] |= color << (x % 2 * 4);
        }
    }
    sheet
}

/// What was written, and what was changed for it.
fn told(to: &Path, found: &Import) -> String {
    let Import { picture, scale, pixels, replaced } = found;
    let (w, h) = (picture.width, picture.height);
    let mut out = format!("{}: {w}x{h} pixels", to.display());
    if *scale > 1 {
        _ = write!(out, ", which the picture enlarges {scale} times");
    }
    if (w, h) != (SIDE, SIDE) {
        out += ", at the left above; the rest is colour 0";
    }
    out.push('\n');
    let off: usize = replaced.iter().map(|one| one.pixels).sum();
    let Some(worst) = replaced.iter().map(Replaced::off).max() else {
        return out + "all colours are exact\n";
    };
    let colors = if replaced.len() == 1 { "1 colour".into() } else { format!("{} colours", replaced.len()) };
    _ = writeln!(
        out,
        "{off} of {pixels} pixels, in {colors}, were not exact and have the nearest one now; at most {worst} of 255 off"
    );
    for one in replaced.iter().take(LISTED) {
        let Replaced { rgb: [r, g, b], by, pixels, first: (x, y) } = one;
        let [to_r, to_g, to_b] = RGB[usize::from(*by)];
        _ = writeln!(
            out,
            "  #{r:02x}{g:02x}{b:02x} is {by:2} #{to_r:02x}{to_g:02x}{to_b:02x}, {} off, {pixels} pixels, the first at {x},{y}",
            one.off()
        );
    }
    if replaced.len() > LISTED {
        _ = writeln!(out, "  and {} more", replaced.len() - LISTED);
    }
    out
}
