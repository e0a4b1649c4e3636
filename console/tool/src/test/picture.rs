//! Expected pictures: comparison, and what is shown of a difference.
//!
//! ```text
//! golden NAME.png ─┬─ equal
//! new picture ─────┴─ else ──> failed/TEST-NAME.png   the new one, four times enlarged
//!                              failed/TEST-NAME-diff.png   old | new | what differs in red
//! ```
//!
//! Nothing is written over a golden but by `--bless`.

use format::{png, read_png};
use rasher::{Console, PIXELS, SIDE};
use std::path::{Path, PathBuf};
use store::StoreError;

/// How many times the new picture is enlarged.
const SCALE: usize = 4;
/// The same of the three side by side.
const STRIP_SCALE: usize = 2;
/// Columns between two of them.
const GAP: usize = 8;

/// What became of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Compared {
    /// The picture is the expected one.
    Equal,
    /// It was accepted, and the golden is another one now.
    Blessed,
    /// It differs: why, and the files to look at.
    Differs(String, Vec<PathBuf>),
}

/// Compares a console's picture with a golden. What differs is accepted, or shown in files that begin with `shown`.
pub fn compare(console: &Console, golden: &Path, shown: &Path, bless: bool) -> Result<Compared, StoreError> {
    let mut new = [0; PIXELS];
    console.machine().picture(&mut new);
    let old = store::read_if_there(golden).and_then(|bytes| {
        Ok(bytes.map(|bytes| read_png(&bytes, &golden.display().to_string())).transpose()?)
    });
    let (old, why) = match old {
        Ok(Some(old)) if (old.width, old.height) == (SIDE, SIDE) => {
            let different = old.indices.iter().zip(&new).filter(|(a, b)| a != b).count();
            (Some(old.indices), format!("{different} of {PIXELS} pixels differ"))
        }
        Ok(Some(old)) => {
            (None, format!("found {}x{} pixels in it, expected {SIDE}x{SIDE}", old.width, old.height))
        }
        Ok(None) => (None, "is not there; --bless makes it".to_string()),
        Err(e) => (None, e.to_string()),
    };
    if old.as_deref() == Some(&new[..]) {
        return Ok(Compared::Equal);
    }
    if bless {
        store::write(golden, &png(&new, SIDE, SIDE, 1))?;
        return Ok(Compared::Blessed);
    }
    let file = |ending: &str| {
        let name = shown.file_name().unwrap_or_default().to_string_lossy();
        shown.with_file_name(format!("{name}{ending}"))
    };
    let mut files = vec![file(".png")];
    store::write_with_folders(&files[0], &png(&new, SIDE, SIDE, SCALE))?;
    if let Some(old) = old {
        let strip = difference_picture(&old, &new, SIDE);
        files.push(file("-diff.png"));
        store::write_with_folders(&files[1], &png(&strip, 3 * SIDE + 2 * GAP, SIDE, STRIP_SCALE))?;
    }
    Ok(Compared::Differs(why, files))
}

/// Two pictures of the same width, and the new one darkened with each differing pixel in red, side by side with 8 columns between
/// them.
pub fn difference_picture(old: &[u8], new: &[u8], width: usize) -> Vec<u8> {
    const RED: u8 = 8;
    let at = |picture: &[u8], i: usize| picture.get(i).copied().unwrap_or(0);
    let mut strip = Vec::new();
    for y in 0..new.len() / width.max(1) {
        let row = y * width..(y + 1) * width;
        strip.extend(row.clone().map(|i| at(old, i)));
        strip.extend([5; GAP]);
        strip.extend(row.clone().map(|i| new[i]));
        strip.extend([5; GAP]);
        // Black and dark blue keep the shape visible without competing with the red.
        strip.extend(row.map(|i| if at(old, i) != new[i] { RED } else { u8::from(new[i] != 0) }));
    }
    strip
}
