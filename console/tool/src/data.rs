//! A cart's ROM: located, read and put together.
//!
//! ```text
//! --data DIR ── else ──> the nearest folder at or above the current one that holds sprites/ and sfx/
//!                                     └── else, or without files of that name ──> the person's own copy (`store::write_own`)
//!                                                                                 └── else ──> embedded in the binary
//!
//! NAME.p8, .p8.png, .p8.rom instead of a name:  its own data, for the cart that its stamp names
//! NAME.p8 in Lua: data files beside it, sprites/NAME.png and the others, in place of its own
//! --data NAME.p8, ...:                          its data, for the cart that was named
//! ```
//!
//! Files from one place are never mixed with files from another: that would make a cart that its author has never seen.

use crate::bundle::{Bundled, bundle, with_stored};
use crate::error::ToolError;
use crate::lua;
use format::{DataFiles, Stamp};
use rasher::{Bundle, Program, Rom};
use shelf::Entry;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use store::{Home, StoreError, data_files, is_cartridge, read_cartridge, rom_as_far, rom_in};

#[derive(Clone, Debug, Default)]
pub struct DataSource {
    pub data: Option<PathBuf>,
    /// The folder where the search upwards begins; none for no search.
    pub from: Option<PathBuf>,
    /// Where own copies of carts' data lie, if they count.
    pub home: Option<Home>,
    /// Does a file that is wrong cost its own part alone? Whoever follows the files says what is wrong.
    pub as_far: bool,
}

impl DataSource {
    /// As the command line says, searching from the current folder; `home` is where a person's files are, if not where the platform keeps
    /// such things.
    pub fn new(data: Option<PathBuf>, home: Option<&Path>) -> Self {
        DataSource { data, from: std::env::current_dir().ok(), home: Home::find(home).ok(), as_far: false }
    }

    /// The person's own copy of the data of the cart `name`, if there is one.
    pub fn own_copy(&self, name: &str) -> Option<PathBuf> {
        let own = self.home.as_ref()?.own_copy(name).ok()?;
        own.is_dir().then_some(own)
    }

    /// The ROM made of a folder's files of that name, if there are any.
    fn rom_in(&self, folder: &Path, name: &str) -> Result<Option<Rom>, ToolError> {
        match rom_in(folder, name) {
            Err(StoreError::Format(_)) if self.as_far => {
                let empty = Rom::empty(name);
                Ok(Some(rom_as_far(&empty, &empty, folder, name).0))
            }
            read => Ok(read?),
        }
    }

    /// The folder that holds `sprites/` and `sfx/`, if there is one.
    ///
    /// # Errors
    /// When `--data` names a folder without data.
    pub fn folder(&self) -> Result<Option<PathBuf>, ToolError> {
        match &self.data {
            Some(folder) if folder.join("sprites").is_dir() || folder.join("sfx").is_dir() => {
                Ok(Some(folder.clone()))
            }
            Some(folder) => Err(ToolError::NoData { path: folder.clone() }),
            None => Ok(self.from.as_deref().and_then(|from| {
                let holds = |dir: &&Path| dir.join("sprites").is_dir() && dir.join("sfx").is_dir();
                from.ancestors().find(holds).map(Path::to_path_buf)
            })),
        }
    }
}

/// Where a cart's data came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DataOrigin {
    /// A folder with `sprites/` and `sfx/`.
    Folder(PathBuf),
    /// A cartridge in one file.
    File(PathBuf),
    /// The person's own copy, a folder as well.
    Own(PathBuf),
    Embedded,
}

/// A ROM and where it came from.
#[derive(Clone, Debug)]
pub struct LoadedRom {
    /// The ROM, with the cart's name and version.
    pub rom: Rom,
    pub origin: DataOrigin,
    /// The files that the cart was built with and the folder that was found lacks, a line for each. Whoever names a folder knows
    /// what is in it.
    pub missing: Vec<String>,
}

/// What the folder of a cart's files lacks.
fn missing(entry: &Entry, folder: &Path) -> Vec<String> {
    let DataFiles { sheet, map, flags, sfx, music } = entry.files;
    let built = [sheet, map, flags, sfx, music];
    let lacks = data_files(folder, entry.name).into_iter().zip(built);
    let lacks = lacks.filter(|(path, built)| built.is_some() && !path.exists());
    lacks.map(|(path, _)| format!("{} is not there: the cart begins without it", path.display())).collect()
}

/// The cart's ROM from where its data are.
///
/// # Errors
/// When `--data` names a folder without data of this cart, or a file there cannot be read or is wrong.
pub fn find_rom(entry: &Entry, source: &DataSource) -> Result<LoadedRom, ToolError> {
    if let Some(path) = source.data.as_deref().filter(|path| is_cartridge(path)) {
        let rom = Rom { name: entry.name.into(), version: entry.version, ..read_cartridge(path)?.rom };
        return Ok(LoadedRom { rom, origin: DataOrigin::File(path.into()), missing: Vec::new() });
    }
    let folder = source.folder()?;
    if let Some(folder) = folder
        && let Some(rom) = source.rom_in(&folder, entry.name)?
    {
        return Ok(LoadedRom {
            rom: Rom { version: entry.version, ..rom },
            missing: if source.data.is_none() { missing(entry, &folder) } else { Vec::new() },
            origin: DataOrigin::Folder(folder),
        });
    }
    // Whoever names a folder wants what is in it, and not silently something else.
    if let Some(data) = &source.data {
        return Err(ToolError::NoFiles { folder: data.clone(), name: entry.name.into() });
    }
    if let Some(own) = source.own_copy(entry.name)
        && let Some(rom) = source.rom_in(&own, entry.name)?
    {
        let rom = Rom { version: entry.version, ..rom };
        return Ok(LoadedRom { rom, missing: missing(entry, &own), origin: DataOrigin::Own(own) });
    }
    Ok(LoadedRom { rom: entry.rom()?, origin: DataOrigin::Embedded, missing: Vec::new() })
}

/// The cart of that name among `carts`.
///
/// # Errors
/// When there is none; the error lists those there are.
pub fn cart(carts: &'static [Entry], name: &str) -> Result<&'static Entry, ToolError> {
    carts.iter().find(|cart| cart.name == name).ok_or_else(|| ToolError::NoCart {
        name: name.into(),
        shelf: carts.iter().map(|c| c.name).collect::<Vec<_>>().join(", "),
    })
}

/// A cart's data with the carts that it may come to.
#[derive(Clone, Debug)]
pub struct BundledRom {
    /// Its data as it finds them.
    pub rom: Rom,
    /// The carts, itself first; empty for one in Rust.
    pub bundle: Bundle,
    /// What could not be read of them, or has no room.
    pub complaints: Vec<String>,
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

/// What a name on the command line stands for.
#[derive(Clone)]
pub struct OpenedCart {
    /// The cart that these data are for; none for a cart in Lua, and for one that is not on this shelf.
    pub entry: Option<&'static Entry>,
    pub found: LoadedRom,
    /// What the cartridge's stamp says: cart and version.
    pub stamp: Option<Stamp>,
}

impl OpenedCart {
    /// The cart, to run it.
    ///
    /// # Errors
    /// When there is none: in a file of Lua code, or of a cart that is not here.
    pub fn entry(&self, carts: &'static [Entry]) -> Result<&'static Entry, ToolError> {
        match (self.entry, &self.stamp, &self.found.origin) {
            (Some(entry), ..) => Ok(entry),
            (None, Some(stamp), _) => cart(carts, &stamp.name),
            (None, None, DataOrigin::File(path)) => Err(ToolError::Lua { path: path.clone() }),
            (None, None, _) => cart(carts, &self.found.rom.name),
        }
    }

    /// Is it a cart in Lua, in a file?
    pub fn lua(&self) -> Option<&Path> {
        match (self.entry, &self.stamp, &self.found.origin) {
            (None, None, DataOrigin::File(path)) => Some(path),
            _ => None,
        }
    }

    /// The program: the cart's, or that of the code in the file.
    ///
    /// # Errors
    /// As [`OpenedCart::entry`], and when the code is no program.
    pub fn program(&self, carts: &'static [Entry]) -> Result<Box<dyn Program>, ToolError> {
        match self.lua() {
            Some(path) => lua::program(path),
            None => Ok((self.entry(carts)?.make)()),
        }
    }

    /// What its files are called: runs, slots, what it stores.
    pub fn key(&self) -> String {
        self.lua().map_or_else(|| self.found.rom.name.clone(), store::cart_key)
    }

    /// The carts that it may come to, with its data as it finds them: those that it has stored in that home in place of its file's, where
    /// it did so later. Nothing but its data for a cart of the shelf.
    ///
    /// # Errors
    /// When its code cannot be read.
    pub fn bundle(&self, home: Option<&Home>) -> Result<BundledRom, ToolError> {
        let mut rom = self.found.rom.clone();
        let Some(path) = self.lua() else {
            return Ok(BundledRom { rom, bundle: Bundle::default(), complaints: Vec::new() });
        };
        let key = self.key();
        let mut bundled = bundle(path, &lua::code(path)?, &rom.data);
        if let Some(home) = home {
            bundled = with_stored(bundled, path, home, &key);
        }
        let Bundled { bundle, complaints, .. } = bundled;
        if let Some(first) = bundle.first() {
            rom.data.clone_from(&first.data.0);
        }
        Ok(BundledRom { rom, bundle, complaints })
    }

    /// What to tell when it starts: that a file was packed for another version, or a map leaves something out.
    pub fn notice(&self) -> Option<String> {
        if let DataOrigin::Folder(folder) = &self.found.origin {
            return store::map_remark(folder, &self.found.rom.name);
        }
        if let DataOrigin::Own(folder) = &self.found.origin {
            return Some(format!("with your own copy of its data, {}", folder.display()));
        }
        let (entry, stamp) = (self.entry?, self.stamp.as_ref()?);
        let Stamp { name, version } = stamp;
        (entry.version != *version).then(|| {
            format!("the data are those of {name} version {version}, the cart is version {}", entry.version)
        })
    }
}

/// The cart of that name among `carts` with its data, or the cartridge in the file of that name.
///
/// # Errors
/// When there is none, its data are wrong, or a file is named and other data are asked for.
pub fn open(
    carts: &'static [Entry],
    name: impl AsRef<Path>,
    source: &DataSource,
) -> Result<OpenedCart, ToolError> {
    let path = name.as_ref();
    if !is_cartridge(path) {
        let entry = cart(carts, &path.to_string_lossy())?;
        return Ok(OpenedCart { entry: Some(entry), found: find_rom(entry, source)?, stamp: None });
    }
    if let Some(data) = &source.data {
        return Err(ToolError::TwoSources { path: path.into(), data: data.clone() });
    }
    let cartridge = lua::cartridge(path)?;
    let stamp = cartridge.stamp();
    let entry = stamp.as_ref().and_then(|stamp| carts.iter().find(|cart| cart.name == stamp.name));
    let mut rom = cartridge.rom;
    if let Some(entry) = entry {
        (rom.name, rom.version) = (entry.name.into(), entry.version);
    }
    let found = LoadedRom { rom, origin: DataOrigin::File(path.into()), missing: Vec::new() };
    Ok(OpenedCart { entry, found, stamp })
}
