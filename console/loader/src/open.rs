//! From a name to a cart, and where its data are searched for.
//!
//! ```text
//! --data DIR ── else ──> the nearest folder at or above the current one with sprites/ and sfx/
//!                                     └── else, or without files of that name ──> the user's own copy
//!                                                                                 └── else ──> embedded in the binary
//!
//! NAME.p8, .p8.png, .p8.rom, or any other file with a cartridge or Lua code in it, instead of a name:
//!                                               its own data, for the cart that its stamp names
//! --data NAME.p8, ...:                          its data, for the named cart
//!
//! a run's cart: the cartridge that the user names ── else ──> the one in the run's file ── else ──> the shelf's of that name ── else, of
//!               files of earlier versions ──> NAME.p8, .p8.png or .p8.rom next to the run's file or in this folder
//! ```
//!
//! Files from two places are never mixed, since their author has never seen that combination.

use crate::cart::{Cart, Origin};
use crate::data::{DataRead, cartridge_max, data_files, map_remark, rom_over, sheet_remark};
use crate::entry::Entry;
use crate::error::LoadError;
use crate::lua::{Loaded, Loader, optional};
use crate::source::{Source, is_cartridge};
use format::{DataFiles, Stamp};
use rasher::{Bundle, Rom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where a cart's data are searched for. By default only the embedded ones are used.
#[derive(Clone, Debug, Default)]
pub struct DataPlaces {
    /// The folder or cartridge that the user named.
    pub data: Option<PathBuf>,
    /// Where the search upwards starts; none for no search.
    pub from: Option<PathBuf>,
    pub own_copies: Option<PathBuf>,
    /// Whether an invalid data file affects only its own part. The watcher then reports the error.
    pub lenient: bool,
}

impl DataPlaces {
    pub fn own_copy(&self, source: &impl Source, name: &str) -> Option<PathBuf> {
        self.own_copies.as_ref().map(|all| all.join(name)).filter(|own| source.is_folder(own))
    }

    /// The folder with `sprites/` and `sfx/`, if there is one. Fails if `--data` names a folder without them.
    pub fn folder(&self, source: &impl Source) -> Result<Option<PathBuf>, LoadError> {
        let has = |folder: &Path, sub: &str| source.is_folder(&folder.join(sub));
        match &self.data {
            Some(folder) if has(folder, "sprites") || has(folder, "sfx") => Ok(Some(folder.clone())),
            Some(folder) => Err(LoadError::NoData { path: folder.clone() }),
            None => Ok(self.from.as_deref().and_then(|from| {
                let holds = |dir: &&Path| has(dir, "sprites") && has(dir, "sfx");
                from.ancestors().find(holds).map(Path::to_path_buf)
            })),
        }
    }
}

/// The cart of that name. The error lists the names that there are.
pub fn entry_named(carts: &'static [Entry], name: &str) -> Result<&'static Entry, LoadError> {
    carts.iter().find(|cart| cart.name == name).ok_or_else(|| LoadError::NoCart {
        name: name.into(),
        shelf: carts.iter().map(|c| c.name).collect::<Vec<_>>().join(", "),
    })
}

impl<S: Source> Loader<S> {
    /// The cart or cartridge of that name. A cartridge's errors that can be shown in play are in [`Loaded::error`].
    pub fn open(
        &mut self,
        carts: &'static [Entry],
        name: impl AsRef<Path>,
        places: &DataPlaces,
    ) -> Result<Loaded, LoadError> {
        let path = name.as_ref();
        let is_named = carts.iter().any(|cart| Path::new(cart.name) == path);
        let may_hold = format::may_hold_cartridge(&path.to_string_lossy());
        if !may_hold && (is_named || !self.files.source.is_file(path)) {
            return self.entry(entry_named(carts, &path.to_string_lossy())?, places);
        }
        if let Some(data) = &places.data {
            return Err(LoadError::TwoSources { path: path.into(), data: data.clone() });
        }
        let cartridge = match self.cartridge(None, path) {
            Ok(cartridge) => cartridge,
            Err(error @ LoadError::Read(_)) => return Err(error),
            Err(_) => return Ok(self.lua(path, places.lenient)),
        };
        let Some(Stamp { name, version }) = cartridge.stamp() else {
            return Ok(self.lua(path, places.lenient));
        };
        let found = entry_named(carts, &name);
        let mut loaded = match &found {
            Ok(entry) => {
                let rom = Rom { version: entry.version, ..named(cartridge.rom.clone(), entry.name) };
                let mut loaded = self.of_entry(entry, rom, Origin::File(path.into()));
                loaded.remark = (entry.version != version).then(|| {
                    format!("data of {name} version {version}, but the cart is version {}", entry.version)
                });
                loaded
            }
            Err(error) => {
                let rom = cartridge.rom.clone();
                let cart = Cart::new(&rom.name.clone(), None, rom);
                let cart = Cart { origin: Origin::File(path.into()), ..cart };
                Loaded::new(cart).failed(path, error.clone())
            }
        };
        loaded.cartridge = Some(cartridge);
        Ok(loaded)
    }

    /// A cart of the shelf, with its data from the first place that has them.
    pub fn entry(&mut self, entry: &'static Entry, places: &DataPlaces) -> Result<Loaded, LoadError> {
        if let Some(path) = places.data.as_deref().filter(|path| is_cartridge(path)) {
            let rom = named(self.cartridge(None, path)?.rom, entry.name);
            return Ok(self.of_entry(entry, rom, Origin::File(path.into())));
        }
        let folder = places.folder(&self.files.source)?;
        if let Some(folder) = folder
            && let Some(rom) = self.rom_in(&folder, entry.name, places.lenient)?
        {
            let missing = if places.data.is_none() { self.missing(entry, &folder) } else { Vec::new() };
            let [_, map, ..] = data_files(&folder, entry.name);
            let remark = self.bytes_of(None, &map).and_then(|bytes| map_remark(&map, &bytes));
            let complaints = self.strays_in(None, &folder, entry.name).into_iter().collect();
            let loaded = self.of_entry(entry, rom, Origin::Folder(folder));
            return Ok(Loaded { missing, remark, complaints, ..loaded });
        }
        // A user who names a folder must not silently get other data.
        if let Some(data) = &places.data {
            return Err(LoadError::NoFiles { folder: data.clone(), name: entry.name.into() });
        }
        if let Some(own) = places.own_copy(&self.files.source, entry.name)
            && let Some(rom) = self.rom_in(&own, entry.name, places.lenient)?
        {
            let remark = Some(format!("using your own copy of its data, {}", own.display()));
            let missing = self.missing(entry, &own);
            let complaints = self.strays_in(None, &own, entry.name).into_iter().collect();
            let loaded = self.of_entry(entry, rom, Origin::OwnCopy(own));
            return Ok(Loaded { missing, remark, complaints, ..loaded });
        }
        Ok(self.of_entry(entry, entry.rom()?, Origin::Embedded))
    }

    /// The cart that the run in the file `run` calls `name`; `cart` is the cartridge that the user named.
    pub fn cart_of_run(
        &mut self,
        carts: &'static [Entry],
        name: &str,
        run: &Path,
        cart: Option<&Path>,
        bundle: &Bundle,
        places: &DataPlaces,
    ) -> Result<Cart, LoadError> {
        let file = match (cart, bundle.first()) {
            (Some(file), _) => file.to_path_buf(),
            (None, Some(_)) => {
                return Cart::from_bundle(name, "", bundle.clone(), run).runnable().map(|it| it.cart);
            }
            (None, None) => match carts.iter().find(|entry| entry.name == name) {
                Some(entry) => return Ok(self.entry(entry, places)?.cart),
                None => self
                    .cartridge_of_run(run, name)
                    .ok_or_else(|| LoadError::NoCartOfRun { path: run.into(), name: name.into() })?,
            },
        };
        Ok(self.open(carts, &file, places)?.runnable()?.cart)
    }

    /// The cartridge of that name next to a run's file, or in the current folder.
    fn cartridge_of_run(&self, run: &Path, name: &str) -> Option<PathBuf> {
        // A run's file has the name of a file, not a path.
        let is_plain = Path::new(name).file_name().is_some_and(|last| last == name);
        let folders = run.parent().map(Path::to_path_buf).into_iter().chain([PathBuf::new()]);
        let named = |folder: PathBuf| rasher::spellings(name).skip(1).map(move |file| folder.join(file));
        let files = folders.flat_map(named);
        files.filter(|_| is_plain).find(|file| self.files.source.is_file(file))
    }

    fn bytes_of(&mut self, inside: Option<&Path>, file: &Path) -> Option<Arc<[u8]>> {
        optional(self.files.read(inside, file, cartridge_max(file))).ok().flatten()
    }

    /// The stray colours of a sheet, which must be inside the folder `inside` if given.
    pub(crate) fn strays_in(&mut self, inside: Option<&Path>, folder: &Path, name: &str) -> Option<String> {
        let [sheet, ..] = data_files(folder, name);
        let bytes = self.bytes_of(inside, &sheet)?;
        sheet_remark(&sheet.display().to_string(), &bytes)
    }

    fn rom_in(&mut self, folder: &Path, name: &str, lenient: bool) -> Result<Option<Rom>, LoadError> {
        let empty = Rom::empty(name);
        let mut read = |file: &Path| optional(self.files.read(None, file, cartridge_max(file)));
        match rom_over(&empty, folder, name, |file| read(file).map_err(LoadError::from)) {
            Err(LoadError::Format(_)) if lenient => {
                Ok(Some(DataRead::new(&empty, &empty, folder, name, |_, file| read(file)).rom))
            }
            rom => rom,
        }
    }

    fn of_entry(&self, entry: &'static Entry, rom: Rom, origin: Origin) -> Loaded {
        let rom = Rom { version: entry.version, ..rom };
        let mut program = (entry.make)();
        if let Some(source) = self.files.source.rust_source(entry) {
            program.set_source(Arc::new(source));
        }
        let cart = Cart::new(entry.name, Some(program), rom);
        let title = entry.title.to_string();
        Loaded { entry: Some(entry), ..Loaded::new(Cart { title, origin, ..cart }) }
    }

    fn missing(&self, entry: &Entry, folder: &Path) -> Vec<String> {
        let DataFiles { sheet, map, flags, sfx, music } = entry.files;
        let built = [sheet, map, flags, sfx, music];
        let lacks = data_files(folder, entry.name).into_iter().zip(built);
        let lacks = lacks.filter(|(path, built)| built.is_some() && !self.files.source.is_file(path));
        lacks.map(|(path, _)| format!("{} not found: the cart starts without it", path.display())).collect()
    }
}

fn named(rom: Rom, name: &str) -> Rom {
    Rom { name: name.into(), ..rom }
}
