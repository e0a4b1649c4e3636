//! A cart by its name on the command line, from the disk.

use crate::error::ToolError;
use loader::{Loaded, Loader};
use shelf::Entry;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use store::{DiskSource, data_places, is_cartridge};

/// Loads a cart. `data` is where its data files are, in place of the usual places; why it cannot run is in [`Loaded::error`].
pub(crate) fn open(carts: &'static [Entry], name: &Path, data: Option<&Path>) -> Result<Loaded, ToolError> {
    open_in(carts, name, data, None)
}

/// [`open`], with the user's own copies of data in another home than the platform's.
pub(crate) fn open_in(
    carts: &'static [Entry],
    name: &Path,
    data: Option<&Path>,
    home: Option<&Path>,
) -> Result<Loaded, ToolError> {
    let places = data_places(data.map(Path::to_path_buf), home);
    Ok(Loader::new(DiskSource::default()).open(carts, name, &places)?)
}

/// [`open`], without a search for data files.
pub(crate) fn open_embedded(carts: &'static [Entry], name: &Path) -> Result<Loaded, ToolError> {
    Ok(Loader::new(DiskSource::default()).open(carts, name, &loader::DataPlaces::default())?)
}

/// The file that is written of a cart where none is named: its name, with that ending. What in the name of its own file is no text stays
/// as it is.
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
