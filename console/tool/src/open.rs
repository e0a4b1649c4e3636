//! Opens a cart by its name on the command line.

use crate::error::ToolError;
use crate::options::CartOptions;
use loader::{Loaded, Loader};
use shelf::Entry;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use store::{DiskSource, data_places, is_cartridge};

/// Loads a cart with the data files in `data`, else in their usual places. If it cannot run, [`Loaded::error`] is set.
pub(crate) fn open(carts: &'static [Entry], name: &Path, data: Option<&Path>) -> Result<Loaded, ToolError> {
    open_in(carts, name, data, None)
}

/// [`open`], with the user's copies of data from another home.
pub(crate) fn open_in(
    carts: &'static [Entry],
    name: &Path,
    data: Option<&Path>,
    home: Option<&Path>,
) -> Result<Loaded, ToolError> {
    let places = data_places(data.map(Path::to_path_buf), home);
    Ok(Loader::new(DiskSource::default()).open(carts, name, &places)?)
}

/// [`open`], without searching for data files.
pub(crate) fn open_embedded(carts: &'static [Entry], name: &Path) -> Result<Loaded, ToolError> {
    Ok(Loader::new(DiskSource::default()).open(carts, name, &loader::DataPlaces::default())?)
}

/// The default output file for a cart: its name with another ending. A name that is not UTF-8 is kept.
pub(crate) fn beside_name(cart: &Path, name: &str, end: &str) -> PathBuf {
    let own = || {
        let stem = Path::new(cart.file_stem()?);
        let is_double = stem.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("p8"));
        if is_double { stem.file_stem() } else { Some(stem.as_os_str()) }
    };
    let raw = own().filter(|stem| is_cartridge(cart) && stem.to_str().is_none());
    let mut file = raw.map_or_else(|| name.into(), OsStr::to_os_string);
    file.push(end);
    file.into()
}

impl CartOptions {
    pub fn open(&self, carts: &'static [Entry]) -> Result<Loaded, ToolError> {
        open(carts, self.path(), self.data.as_deref())
    }
}
