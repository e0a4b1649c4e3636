//! The content of files before they were first saved over: data that return to it restore it, byte for byte.
//!
//! ```text
//! first ── edit, save ──> last ── the first data again, save ──> first, if no other program has written since
//! none                                                           none: the file is removed
//! ```
//!
//! An edit leaves traces that are not in the data: a row that a map had left out, columns of a word, how a picture is packed.

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
    /// The first content of a file, or none if it did not exist, while the file still contains the last saved version.
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
