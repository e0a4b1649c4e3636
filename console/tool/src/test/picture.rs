//! Compares the screen with an expected picture.
//!
//! A different picture is written to `failed/TEST-NAME.png`, enlarged, and as `failed/TEST-NAME-diff.png`: expected, found, differences in
//! red. Only `--bless` writes the expected picture.

use format::{png, read_png};
use rasher::{Console, PIXELS, SIDE};
use std::path::{Path, PathBuf};
use store::StoreError;

/// Enlargement of the picture found, and of the three side by side.
const SCALE: usize = 4;
const STRIP_SCALE: usize = 2;
/// Columns between the three.
const GAP: usize = 8;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Compared {
    Equal,
    Blessed,
    /// Why, and the files written.
    Differs(String, Vec<PathBuf>),
}

/// Compares the screen with `golden`. A different one is blessed, or written to files whose names start with `shown`.
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

/// Side by side: the two pictures, then the new one darkened with differing pixels in red.
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
