//! Output for the user: screenshots, films, sounds, bug reports, files that a cart prints, its label.
//!
//! ```text
//! screenshots/NAME_N.png, .gif, .wav the first free number               written as a temporary file, renamed over an empty one
//! reports/NAME-FRAME.report         replaces an older one of the same frame
//! carts/KEY/label.png               the newest one
//! carts/KEY/NAME.p8l                appended line by line, or started again
//! ```

use crate::disk::folder;
use crate::error::StoreError;
use crate::file::{make_folders, read_at_most, replace, target};
use crate::home::{Home, inside};
use crate::temporary::{create_temporary, remove_leftovers};
use format::{FormatLimit, Picture, read_png};
use rasher::{PIXELS, SIDE};
use std::io::ErrorKind;
use std::path::PathBuf;
use timeline::Report;

pub const PICTURES_MAX: u32 = 10_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken<'a> {
    pub name: &'a str,
    /// The key of the cart that asked for it, and whose quota it uses; none for the user.
    pub by: Option<&'a str>,
}

impl<'a> From<&'a str> for Taken<'a> {
    fn from(name: &'a str) -> Self {
        Taken { name, by: None }
    }
}

/// Writes a screenshot, enlarged four times and named by cart and number. Returns its path.
pub fn write_screenshot(
    home: &Home,
    taken: Taken<'_>,
    picture: &[u8; PIXELS],
) -> Result<PathBuf, StoreError> {
    write_media(home, taken, "png", &format::png(picture, SIDE, SIDE, 4))
}

/// Writes the label that a cart made of its screen, in place of an older one. Returns its path.
pub fn write_label(home: &Home, key: &str, picture: &[u8; PIXELS]) -> Result<PathBuf, StoreError> {
    let (path, png) = (home.cart(key)?.join("label.png"), format::png(picture, SIDE, SIDE, 1));
    home.take_room(key, "label.png", Some(&path), png.len() as u64, false)?;
    home.write(&path, &png)?;
    Ok(path)
}

/// The label that a cart made of its screen, if it is a picture of the right size.
pub fn read_label(home: &Home, key: &str) -> Option<Box<[u8; PIXELS]>> {
    let path = home.cart(key).ok()?.join("label.png");
    let bytes = read_at_most(&path, FormatLimit::PictureBytes.most() as u64).ok()?;
    let Picture { width, height, indices } = read_png(&bytes, "label.png").ok()?;
    indices.into_boxed_slice().try_into().ok().filter(|_| (width, height) == (SIDE, SIDE))
}

/// Writes a picture, film or sound with the first free number. Returns its path.
pub fn write_media(home: &Home, taken: Taken, ending: &str, bytes: &[u8]) -> Result<PathBuf, StoreError> {
    let disk = &**home.disk();
    let name = plain(taken.name);
    if let Some(key) = taken.by {
        home.take_room(key, &format!("{name}.{ending}"), None, bytes.len() as u64, false)?;
    }
    let numbered = |n: u32| home.screenshots().join(format!("{name}_{n}.{ending}"));
    make_folders(disk, &home.screenshots())?;
    let (beside, mut file) = create_temporary(disk, &numbered(0))?;
    let written = disk.write(&mut file, bytes).and_then(|()| disk.sync(&file));
    drop(file);
    let claim = || {
        written.map_err(StoreError::system(&numbered(0), "write"))?;
        for path in (0..PICTURES_MAX).map(numbered) {
            // Creating the file claims the number: a film and a screenshot may end at the same time.
            match disk.create_new(&path) {
                Ok(_) => {
                    return disk.rename(&beside, &path).map(|()| path.clone()).map_err(|source| {
                        _ = disk.remove(&path);
                        StoreError::system(&path, "write")(source)
                    });
                }
                Err(e) if e.kind() == ErrorKind::AlreadyExists => {}
                Err(e) => return Err(StoreError::system(&path, "write")(e)),
            }
        }
        Err(StoreError::Full { folder: home.screenshots(), most: PICTURES_MAX })
    };
    let done = claim();
    match done.is_ok() {
        true => _ = disk.sync_folder(&home.screenshots()),
        false => _ = disk.remove(&beside),
    }
    remove_leftovers(disk, &home.screenshots());
    if let (Ok(path), Some(key)) = (&done, taken.by) {
        // The picture is there; that it does not count is worth no error.
        _ = home.note_made(key, path);
    }
    done
}

/// Writes a bug report, named by cart and frame, in place of an older one. Returns its path.
pub fn write_report(home: &Home, report: &Report) -> Result<PathBuf, StoreError> {
    let path = home.reports().join(format!("{}-{}.report", plain(&report.rom.name), report.frame));
    home.write(&path, &report.to_bytes())?;
    Ok(path)
}

fn plain(cart: &str) -> String {
    cart.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect()
}

/// Appends a line that a cart printed to a file, or starts the file again. Not synced, as it may come in each frame.
pub fn print_to(home: &Home, key: &str, name: &str, line: &str, anew: bool) -> Result<(), StoreError> {
    let name = inside(name)?;
    let disk = &**home.disk();
    let path =
        home.cart(key)?.join(if name.contains('.') { name.to_string() } else { format!("{name}.p8l") });
    // One write, so that the lines of two windows do not mix.
    let line = format!("{line}\n");
    home.take_room(key, name, Some(&path), line.len() as u64, !anew)?;
    make_folders(disk, folder(&path))?;
    if anew {
        return replace(disk, &path, line.as_bytes(), false).map(drop);
    }
    let path = target(&path)?;
    let append = || {
        let mut file = disk.open_append(&path)?;
        let length = file.metadata()?.len();
        disk.write(&mut file, line.as_bytes()).inspect_err(|_| {
            // Removes half a line. If this fails too, the error reported below covers it.
            _ = disk.truncate(&file, length);
        })
    };
    append().map_err(StoreError::system(&path, "write"))
}
