//! Golden pictures: a digest to compare and a picture to look at.
//!
//! ```text
//! tests/golden/digests.txt     NAME DIGEST           what is compared
//! tests/golden/NAME.png        indexed, 128x128 or the size of a window's canvas: what a person has looked at
//! tests/out/NAME.png           the picture of a failing test
//! tests/out/NAME-diff.png      old, new, and the new one darkened with what differs in red
//! ```
//!
//! `BLESS=1` accepts differences: the rows are merged, the pictures written, and old and new digests printed.

use crate::table::{Mode, Table, Verdict, here, out, say};
use format::{png, read_png};
use rasher::{Console, Digest, Machine, PIXELS, SIDE};
use std::fs;
use std::path::PathBuf;
use tool::difference_picture;

/// A whole screen of indices into the 32 colours.
pub type Screen = Box<[u8; PIXELS]>;

pub trait Shown {
    fn screen(&self) -> Screen;
}

impl Shown for Machine {
    fn screen(&self) -> Screen {
        let mut screen = Box::new([0; PIXELS]);
        self.picture(&mut screen);
        screen
    }
}

impl Shown for Console {
    fn screen(&self) -> Screen {
        self.machine().screen()
    }
}

impl Shown for [u8; PIXELS] {
    fn screen(&self) -> Screen {
        Box::new(*self)
    }
}

/// The folder of the goldens, and the one for pictures to look at.
#[derive(Clone, Debug)]
pub struct Goldens {
    folder: PathBuf,
    out: PathBuf,
    mode: Mode,
    table: Table,
}

/// Compares a picture with the project's golden of that name.
///
/// # Panics
/// When they differ: that is the test.
#[track_caller]
pub fn check(name: &str, shown: &impl Shown) {
    if let Err(error) = Goldens::project().and_then(|goldens| goldens.check(name, shown)) {
        panic!("{error}");
    }
}

impl Goldens {
    /// The project's own goldens.
    ///
    /// # Errors
    /// When blessing is requested on a CI server.
    pub fn project() -> Result<Self, String> {
        Ok(Goldens::new(here().join("golden"), out(), Mode::from_env()?))
    }

    /// Goldens in `folder`, with `out` for pictures that differ.
    pub fn new(folder: PathBuf, out: PathBuf, mode: Mode) -> Self {
        let table = Table::new(folder.join("digests.txt"), mode);
        Goldens { folder, out, mode, table }
    }

    /// Compares a picture, or writes it when blessing.
    ///
    /// # Errors
    /// When it differs, or files cannot be read or written.
    pub fn check(&self, name: &str, shown: &impl Shown) -> Result<Verdict, String> {
        self.check_picture(name, &shown.screen()[..], SIDE)
    }

    /// The same for a picture of any size: its indices, row by row of so many.
    ///
    /// # Errors
    /// As [`Goldens::check`].
    pub fn check_picture(&self, name: &str, screen: &[u8], width: usize) -> Result<Verdict, String> {
        let height = screen.len() / width;
        let digest = digest(screen);
        let golden = self.folder.join(format!("{name}.png"));
        let old = fs::read(&golden).ok().and_then(|bytes| read_png(&bytes, name).ok()).map(|p| p.indices);
        let same = old.as_deref() == Some(screen);
        if same && self.table.rows()?.get(name) == Some(&digest) {
            return Ok(Verdict::Equal);
        }
        let write = |path: PathBuf, bytes: &[u8]| {
            let folder = path.parent().expect("a file has a folder");
            fs::create_dir_all(folder)
                .and_then(|()| fs::write(&path, bytes))
                .map_err(|e| format!("{}: {e}", path.display()))?;
            Ok::<_, String>(path)
        };
        let difference = match &old {
            Some(old) if !same => {
                let strip = difference_picture(old, screen, width);
                let strip = png(&strip, 3 * width + 16, height, 2);
                let path = write(self.out.join(format!("{name}-diff.png")), &strip)?;
                format!("look at {} (old, new, difference in red)", path.display())
            }
            _ => String::new(),
        };
        if self.mode == Mode::Bless {
            write(golden, &png(screen, width, height, 1))?;
            if !difference.is_empty() {
                say(&difference);
            }
            return self.table.check(name, &digest);
        }
        let path = write(self.out.join(format!("{name}.png")), &png(screen, width, height, 4))?;
        let fault = match self.table.check(name, &digest) {
            Err(fault) => fault,
            // The digest is right, so the picture next to it shows something else.
            Ok(_) => {
                format!("{}: found another picture than the one of the digest {digest}", golden.display())
            }
        };
        Err(format!(
            "{fault}\n  the new picture is {}\n  {difference}\n  if it is right: BLESS=1 and the same test again (BLESS=1 cargo test -p tests --test golden for all pages)",
            path.display()
        ))
    }

    /// Rows and pictures that no test uses, as complaints; blessing removes them.
    ///
    /// # Errors
    /// When the folder cannot be read or changed.
    pub fn unused(&self, names: &[&str]) -> Result<Vec<String>, String> {
        let mut complaints = self.table.unused(names)?;
        let wrong = |e: std::io::Error| format!("{}: {e}", self.folder.display());
        for entry in fs::read_dir(&self.folder).map_err(wrong)? {
            let path = entry.map_err(wrong)?.path();
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            if path.extension().is_none_or(|e| e != "png") || names.contains(&&*name) {
                continue;
            }
            if self.mode == Mode::Bless {
                fs::remove_file(&path).map_err(wrong)?;
                say(&format!("removed {}", path.display()));
            } else {
                complaints.push(format!("{}: no test asks for it", path.display()));
            }
        }
        Ok(complaints)
    }
}

/// The digest of a picture as in the table.
pub fn digest(screen: &[u8]) -> String {
    format!("{:016x}", Digest::of(screen))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn goldens(name: &str, mode: Mode) -> Goldens {
        let folder = out().join("golden-of-goldens").join(name);
        Goldens::new(folder.join("golden"), folder.join("out"), mode)
    }

    /// An empty folder with a blessed picture.
    fn blessed(name: &str) -> (Goldens, [u8; PIXELS]) {
        let goldens = goldens(name, Mode::Bless);
        let parent = goldens.folder.parent().unwrap();
        if parent.exists() {
            fs::remove_dir_all(parent).unwrap();
        }
        let picture = std::array::from_fn(|i| (i % 32) as u8);
        assert_eq!(goldens.check("a", &picture), Ok(Verdict::Blessed(None)));
        (
            Goldens {
                mode: Mode::Compare,
                table: Table::new(goldens.folder.join("digests.txt"), Mode::Compare),
                ..goldens
            },
            picture,
        )
    }

    #[test]
    fn one_changed_pixel_fails_and_is_shown_in_red() {
        let (goldens, mut picture) = blessed("changed");
        assert_eq!(goldens.check("a", &picture), Ok(Verdict::Equal));
        picture[300] ^= 1;
        let error = goldens.check("a", &picture).unwrap_err();
        for part in ["a: found ", "expected ", "a-diff.png", "BLESS=1"] {
            assert!(error.contains(part), "{error} does not say {part}");
        }
        let diff = read_png(&fs::read(goldens.out.join("a-diff.png")).unwrap(), "diff").unwrap();
        assert_eq!((diff.width, diff.height), (800, 256), "three screens and two gaps, twice enlarged");
        // The third screen begins at column 272; pixel 300 is (44, 2).
        let at = |x: usize, y: usize| diff.indices[2 * y * diff.width + 2 * x];
        assert_eq!(at(272 + 44, 2), 8, "the changed pixel is red");
        let reds = (0..SIDE * SIDE).filter(|i| at(272 + i % SIDE, i / SIDE) == 8).count();
        assert_eq!(reds, 1, "and no other");
    }

    #[test]
    fn a_picture_that_is_not_the_digest_s_fails() {
        let (goldens, picture) = blessed("swapped");
        fs::write(goldens.folder.join("a.png"), png(&[3; PIXELS], SIDE, SIDE, 1)).unwrap();
        let error = goldens.check("a", &picture).unwrap_err();
        assert!(error.contains("another picture than the one of the digest"), "{error}");
        fs::remove_file(goldens.folder.join("a.png")).unwrap();
        assert!(goldens.check("a", &picture).is_err(), "a missing picture fails too");
    }

    #[test]
    fn goldens_without_a_test_are_errors() {
        let (goldens, picture) = blessed("unused");
        assert_eq!(goldens.unused(&["a"]), Ok(vec![]));
        fs::write(goldens.folder.join("b.png"), png(&picture, SIDE, SIDE, 1)).unwrap();
        let complaints = goldens.unused(&["a"]).unwrap();
        assert!(complaints.len() == 1 && complaints[0].contains("b.png"), "{complaints:?}");
        assert_eq!(goldens.unused(&[]).unwrap().len(), 3, "row a, pictures a and b");
    }

    #[test]
    fn a_new_golden_must_be_blessed() {
        let (goldens, picture) = blessed("new");
        let error = goldens.check("other", &picture).unwrap_err();
        assert!(error.contains("expected a row of that name"), "{error}");
    }
}
