//! What files held before they were saved over for the first time: data that come back bring them back, byte for byte.
//!
//! ```text
//! first ── edit, save ──> last ── the same data as at first, save ──> first, if nobody else has written since
//! none                                                                none: the file is removed
//! ```
//!
//! An edit leaves marks that no reader of the data knows of: a row that a map had left out, columns of a word, how a picture is packed.
//! It is known as long as this value lives, and is written nowhere.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, Default)]
pub struct FirstFiles {
    files: BTreeMap<PathBuf, Kept>,
}

#[derive(Clone, Debug)]
struct Kept {
    /// None: the file did not exist.
    first: Option<Vec<u8>>,
    last: Vec<u8>,
}

impl FirstFiles {
    /// The first content of a file, or none if it did not exist, as long as the file holds what was saved last.
    pub(crate) fn of(&self, path: &Path, now: Option<&[u8]>) -> Option<Option<&[u8]>> {
        let kept = self.files.get(path)?;
        (now == Some(&kept.last[..])).then_some(kept.first.as_deref())
    }

    pub(crate) fn written(&mut self, path: &Path, before: Option<&[u8]>, new: Vec<u8>) {
        let first = self.of(path, before).unwrap_or(before).map(<[u8]>::to_vec);
        self.files.insert(path.to_path_buf(), Kept { first, last: new });
    }

    pub(crate) fn removed(&mut self, path: &Path) {
        self.files.remove(path);
    }
}
