//! Modes, owners and identity of files. The only part of this crate that asks which system it runs on.
//!
//! ```text
//! a file of the home           0600, its folders 0700                     from its creation, regardless of the umask
//! a new output                 0666 less the umask, a program 0777        its folders 0777 less the umask
//! a replaced file              keeps mode and owner                       until then the new content is 0600
//! a home of an earlier version loses permissions of others                when the console starts (`tighten`)
//! ```
//!
//! Systems other than Unix have no modes: there the user's own folder is private.

use crate::disk::Disk;
use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::path::Path;

/// A disk that creates files and folders with these modes, less the umask.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ModeDisk {
    file: u32,
    folder: u32,
}

pub(crate) const PRIVATE: ModeDisk = ModeDisk { file: 0o600, folder: 0o700 };
/// The disk of programs that the user names as an output.
pub(crate) const PROGRAMS: ModeDisk = ModeDisk { file: 0o777, folder: 0o777 };

impl Disk for ModeDisk {
    fn create_folders(&self, folder: &Path) -> io::Result<()> {
        let mut builder = std::fs::DirBuilder::new();
        set_folder_mode(&mut builder, self.folder);
        builder.recursive(true).create(folder)
    }

    fn create_new(&self, path: &Path) -> io::Result<File> {
        self.options().read(true).append(true).create_new(true).open(path)
    }

    fn open_append(&self, path: &Path) -> io::Result<File> {
        self.options().append(true).create(true).open(path)
    }
}

impl ModeDisk {
    fn options(self) -> OpenOptions {
        let mut options = File::options();
        set_mode(&mut options, self.file);
        options
    }
}

#[cfg(unix)]
mod system {
    use super::*;
    use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt, fchown};

    const OTHERS: u32 = 0o077;
    /// Only a file's owner may rename it, as in `/tmp`.
    const STICKY: u32 = 0o1000;

    pub(super) fn set_mode(options: &mut OpenOptions, mode: u32) {
        options.mode(mode);
    }

    pub(super) fn set_folder_mode(builder: &mut std::fs::DirBuilder, mode: u32) {
        builder.mode(mode);
    }

    /// Gives a new file the owner and mode of the one it replaces; false if this account may not change the owner.
    pub(crate) fn keep(file: &File, old: &Metadata) -> bool {
        let Ok(new) = file.metadata() else { return false };
        let differs = |new: u32, old: u32| (new != old).then_some(old);
        let (owner, group) = (differs(new.uid(), old.uid()), differs(new.gid(), old.gid()));
        if (owner.is_some() || group.is_some()) && fchown(file, owner, group).is_err() {
            return false;
        }
        // After the owner, since a new owner takes bits of the mode away. Some file systems know no modes.
        _ = file.set_permissions(old.permissions());
        true
    }

    /// Gives a copy its source's mode less the umask; a replaced file keeps its own, and its readers may run a program.
    pub(crate) fn copy_mode(file: &File, source: &Metadata, old: Option<&Metadata>) -> io::Result<()> {
        let mut permissions = file.metadata()?.permissions();
        permissions.set_mode(match old.map(Metadata::mode) {
            Some(old) => old & 0o777 | source.mode() & 0o111 & (old & 0o444) >> 2,
            None => permissions.mode() & source.mode() & 0o777,
        });
        file.set_permissions(permissions)
    }

    pub(super) fn identity(meta: &Metadata) -> impl PartialEq + use<> {
        (meta.dev(), meta.ino())
    }

    /// Removes group and other permissions of a file or folder of the home, unless it is a link or another user's.
    pub(crate) fn tighten(path: &Path) {
        let Ok(meta) = std::fs::symlink_metadata(path) else { return };
        let mode = meta.mode();
        if (meta.is_file() || meta.is_dir()) && mode & OTHERS != 0 && mode & STICKY == 0 {
            let mut permissions = meta.permissions();
            permissions.set_mode(mode & !OTHERS & 0o7777);
            // Only its owner may, and then it is the owner's business.
            _ = std::fs::set_permissions(path, permissions);
        }
    }
}

#[cfg(not(unix))]
mod system {
    use super::*;

    pub(super) fn set_mode(_: &mut OpenOptions, _: u32) {}
    pub(super) fn set_folder_mode(_: &mut std::fs::DirBuilder, _: u32) {}
    pub(crate) fn keep(file: &File, old: &Metadata) -> bool {
        // Where that cannot be it is a file like any new one.
        _ = file.set_permissions(old.permissions());
        true
    }

    pub(crate) fn copy_mode(file: &File, source: &Metadata, _: Option<&Metadata>) -> io::Result<()> {
        file.set_permissions(source.permissions())
    }

    /// Metadata have no number of the file here. The times are exact to 100 ns, and a stranger's cart cannot know them.
    pub(super) fn identity(meta: &Metadata) -> impl PartialEq + use<> {
        (meta.created().ok(), meta.modified().ok(), meta.len())
    }

    pub(crate) fn tighten(_: &Path) {}
}

/// Whether the open file is the one at a path, which is not opened again.
pub(crate) fn is_at(file: &File, path: &Path) -> bool {
    let (open, named) = (file.metadata(), std::fs::metadata(path));
    open.is_ok_and(|open| named.is_ok_and(|named| system::identity(&open) == system::identity(&named)))
}

pub(crate) use system::{copy_mode, keep, tighten};
use system::{set_folder_mode, set_mode};
