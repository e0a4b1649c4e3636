//! A cartridge in Lua: its code, its data, the carts that it names; and the same again after a file was saved.
//!
//! ```text
//! game.p8 ── code ── #include a.lua, b.lua ──> program, or the error
//!    └────── data ──> ROM <── sprites/game.png .map .flags, sfx/game.sfx .music next to it, in place of its own
//! "b.p8" in the code ── the same ──> bundle
//! ```
//!
//! A user saves unfinished code, so an error is a value here: the program stops with it before its first frame, and the error screen shows
//! it. After [`Loader::forget`], loading again reads only the files that changed and compiles only code that differs.

use crate::cart::{Cart, Origin};
use crate::data::{DataRead, cartridge_max, data_files, rom_over};
use crate::entry::Entry;
use crate::error::LoadError;
use crate::include::{CODE_MAX, decode, resolve_includes};
use crate::source::{FileCache, ReadError, ReadErrorKind, ReadResult, Source, is_cartridge};
use format::{CartModule, Cartridge};
use rasher::{Bundle, BundledCart, CartBytes, Code, Program, Rom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Warnings about one cartridge.
const WARNINGS: usize = 4;

/// Loads carts through a source, and caches what it has read and compiled.
#[derive(Debug)]
pub struct Loader<S> {
    pub(crate) files: FileCache<S>,
    compiled: Option<(Code, Compiled)>,
    compilations: usize,
}

type Compiled = Result<Box<dyn Program>, LoadError>;

#[derive(Clone)]
pub struct Loaded {
    pub cart: Cart,
    /// The cart of the shelf, also if a cartridge has only its data.
    pub entry: Option<&'static Entry>,
    pub cartridge: Option<Cartridge>,
    /// Its code with all includes, if it can be read.
    pub code: Code,
    /// Why it cannot run. Its program stops with that error.
    pub error: Option<LoadError>,
    /// Data files of the build that its folder lacks.
    pub missing: Vec<String>,
    pub remark: Option<String>,
    /// Errors of carts in its bundle.
    pub complaints: Vec<String>,
    /// The files of its code and bundle, and missing ones that it names.
    pub files: Vec<PathBuf>,
    /// Whether the code builds names of carts that cannot be determined.
    pub unknown_names: bool,
}

impl Loaded {
    pub(crate) fn new(cart: Cart) -> Loaded {
        Loaded {
            cart,
            entry: None,
            cartridge: None,
            code: Code::default(),
            error: None,
            missing: Vec::new(),
            remark: None,
            complaints: Vec::new(),
            files: Vec::new(),
            unknown_names: false,
        }
    }

    pub(crate) fn failed(mut self, path: &Path, error: LoadError) -> Loaded {
        self.cart.program = Some(script::broken(error.fault(path)));
        self.cart.keeps = false;
        self.error = Some(error);
        self
    }

    pub fn runnable(self) -> Result<Loaded, LoadError> {
        match self.error {
            Some(error) => Err(error),
            None => Ok(self),
        }
    }

    /// Its data, if they can be read, even if its code is wrong.
    pub fn data(&self) -> Result<&Arc<Rom>, LoadError> {
        match &self.error {
            Some(error @ (LoadError::Read(_) | LoadError::Format(_))) => Err(error.clone()),
            _ => Ok(&self.cart.rom),
        }
    }

    pub fn is_lua(&self) -> bool {
        self.entry.is_none() && self.cartridge.as_ref().is_none_or(|it| it.stamp().is_none())
    }

    /// Whether its code is the module of a cart in Rust.
    pub fn is_module(&self) -> bool {
        format::is_module(&self.code.text)
    }

    /// Fails unless a page can play the file: it has the code of its cart.
    pub fn for_page(self, path: &Path) -> Result<Loaded, LoadError> {
        if self.is_lua() { Ok(self) } else { Err(LoadError::Stamped { path: path.into() }) }
    }

    /// Messages for the maker of a page, program or cartridge with its bundle.
    pub fn bundle_remarks(&self) -> impl Iterator<Item = String> {
        let unknown = self.unknown_names.then(|| {
            let names: Vec<&str> = self.cart.bundle.carts().iter().map(|cart| &*cart.name).collect();
            format!(
                "the code makes the name of a cart that it loads while it runs: these carts are in it: {}; \
                 write the names of others as texts in the code",
                names.join(", ")
            )
        });
        self.complaints.iter().cloned().chain(unknown)
    }
}

/// The start of a key that is a digest of code.
pub const DIGEST_KEY: &str = "code";

/// The key of a cart in Lua, independent of its file's name: the id in its own code, else the digest of all its code.
pub fn code_key(own: &[u8], code: &Code) -> String {
    format::cart_id(own).map_or_else(|| format!("{DIGEST_KEY}-{:016x}", code.digest()), str::to_string)
}

/// Makes a program of a cart's code. The path is for errors.
pub type Compile = fn(&Path, &Code) -> Result<Box<dyn Program>, LoadError>;

/// The program of a cart's module. A player that compiles nothing else has no Lua in it.
pub fn compile_module(path: &Path, code: &Code) -> Result<Box<dyn Program>, LoadError> {
    let program = wasm::program(&code.text);
    program.map_err(|error| LoadError::Module { path: path.into(), why: error.to_string() })
}

/// The program of code in Lua, or of a cart's module.
pub fn compile(path: &Path, code: &Code) -> Result<Box<dyn Program>, LoadError> {
    if format::is_module(&code.text) {
        return compile_module(path, code);
    }
    script::lua_cart(&code.text, code).map_err(|source| LoadError::Code { path: path.into(), source })
}

impl Cart {
    /// A cart from its bundle, with `path`, its file. Code that does not compile becomes [`Loaded::error`].
    pub fn from_bundle(name: &str, title: &str, bundle: Bundle, path: &Path) -> Loaded {
        Cart::from_bundle_by(compile, name, title, bundle, path)
    }

    /// [`Cart::from_bundle`] with another compiler.
    pub fn from_bundle_by(compile: Compile, name: &str, title: &str, bundle: Bundle, path: &Path) -> Loaded {
        let code = bundle.first().map(|first| first.code.clone()).unwrap_or_default();
        let cart = Cart::new(name, None, Rom::empty(name)).with_bundle(bundle);
        let title = if title.is_empty() { name } else { title }.to_string();
        let mut loaded = Loaded::new(Cart { title, ..cart });
        match compile(path, &code) {
            Ok(program) => loaded.cart.program = Some(program),
            Err(error) => loaded = loaded.failed(path, error),
        }
        loaded
    }
}

impl<S: Source> Loader<S> {
    pub fn new(source: S) -> Loader<S> {
        Loader { files: FileCache::new(source), compiled: None, compilations: 0 }
    }

    pub fn source(&self) -> &S {
        &self.files.source
    }

    pub fn compilations(&self) -> usize {
        self.compilations
    }

    pub fn forget(&mut self, file: &Path) {
        self.files.forget(file);
    }

    /// Loads the cartridge in Lua at a path. If `lenient`, a broken data file costs only its own part of the data.
    pub fn lua(&mut self, path: &Path, lenient: bool) -> Loaded {
        let name = format::stem(&path.to_string_lossy()).to_string();
        let mut cart = Cart::new(&name, None, Rom::empty(&name));
        cart.origin = Origin::File(path.into());
        let mut loaded = Loaded::new(cart);
        loaded.files.push(path.into());
        let read = self.read_lua(&mut loaded, path, lenient);
        loaded.cart.key = loaded.cartridge.as_ref().map(|own| match &own.module {
            Some(module) => module.head.name.clone(),
            None => code_key(&own.code, &loaded.code),
        });
        match read {
            Ok(()) => loaded,
            Err(error) => loaded.failed(path, error),
        }
    }

    /// Adds data, code, program and bundle, up to the first error.
    fn read_lua(&mut self, loaded: &mut Loaded, path: &Path, lenient: bool) -> Result<(), LoadError> {
        let cartridge = self.cartridge(None, path)?;
        loaded.complaints.extend(warnings(&cartridge));
        loaded.cart.rom = Arc::new(cartridge.rom.clone());
        let data = self.data_over(path, &cartridge, lenient);
        if is_text(path) && cartridge.stamp().is_none() {
            let folder = self.files.source.folder_of(path);
            loaded.complaints.extend(self.strays_in(Some(&folder), &folder, &cartridge.rom.name));
        }
        let code = self.code_of(path, &cartridge, &mut loaded.files);
        if let Some(CartModule { head, .. }) = &cartridge.module {
            loaded.cart.title = head.title.clone();
        }
        let carts = cartridge.carts.clone();
        loaded.cartridge = Some(cartridge);
        loaded.cart.rom = Arc::new(data?);
        loaded.code = code?;
        loaded.cart.program = Some(self.program(path, &loaded.code)?);
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let data = CartBytes(loaded.cart.rom.data.clone());
        let folder = self.files.source.folder_of(path);
        let first = BundledCart { name, code: loaded.code.clone(), data };
        match carts.split_first() {
            Some((own, others)) => {
                let first = BundledCart { name: own.name.clone(), ..first };
                loaded.cart.bundle = Bundle::new([&[first][..], others].concat()).into();
            }
            None => self.add_bundle(loaded, &folder, first),
        }
        Ok(())
    }

    /// The code of a cartridge or `.lua` file, with `edited` text, in P8SCII, in place of some of its files.
    pub fn lua_code(&mut self, path: &Path, edited: &[(String, Vec<u8>)]) -> Result<Code, LoadError> {
        let code = match is_cartridge(path) || format::is_page(&path.to_string_lossy()) {
            true => self.cartridge(None, path)?.code,
            false => decode(path, &self.files.read(None, path, cartridge_max(path).max(CODE_MAX))?, None)?,
        };
        let own = path.file_name().unwrap_or_default().to_string_lossy();
        let code = edited.iter().find(|(name, _)| **name == *own).map_or(code, |(_, text)| text.clone());
        self.code(path, &code, edited, &mut Vec::new())
    }

    /// The code of a cartridge: Lua with its includes, or its module.
    fn code_of(
        &mut self,
        path: &Path,
        cartridge: &Cartridge,
        files: &mut Vec<PathBuf>,
    ) -> Result<Code, LoadError> {
        match &cartridge.module {
            Some(module) => {
                let text = module.module(&path.display().to_string())?.into();
                Ok(Code { text, pieces: Vec::new() })
            }
            // Of a page.
            None if format::is_module(&cartridge.code) => {
                Ok(Code { text: cartridge.code[..].into(), pieces: Vec::new() })
            }
            None => self.code(path, &cartridge.code, &[], files),
        }
    }

    /// The code with its includes. Adds the files that it is made of.
    fn code(
        &mut self,
        path: &Path,
        code: &[u8],
        edited: &[(String, Vec<u8>)],
        files: &mut Vec<PathBuf>,
    ) -> Result<Code, LoadError> {
        let folder = self.files.source.folder_of(path);
        let at = folder.join(path.file_name().unwrap_or_default());
        resolve_includes(&at, code, &mut |named| {
            // One above the cart's folder is below the current one.
            let root = if named.starts_with(&folder) { &*folder } else { Path::new("") };
            let (inside, file) = if *named == at { (None, path) } else { (Some(root), named) };
            if !files.iter().any(|known| known == file) {
                files.push(file.to_path_buf());
            }
            let most = if is_cartridge(file) { cartridge_max(file) } else { CODE_MAX };
            let bytes = self.files.read(inside, file, most)?;
            let text = edited.iter().find(|(name, _)| folder.join(name) == *named);
            // A text that does not fit the file is reported when it is saved.
            let new = text.and_then(|(name, text)| format::update_code(&bytes, text, name).ok());
            Ok(new.map_or(bytes, Arc::from))
        })
    }

    pub(crate) fn bundled_cart(
        &mut self,
        folder: &Path,
        name: &str,
        files: &mut Vec<PathBuf>,
    ) -> Result<BundledCart, LoadError> {
        let path = folder.join(name);
        files.push(path.clone());
        let cartridge = self.cartridge(Some(folder), &path)?;
        if is_text(&path) {
            files.extend(data_files(&self.files.source.folder_of(&path), &cartridge.rom.name));
        }
        let rom = self.data_over(&path, &cartridge, false)?;
        let code = self.code_of(&path, &cartridge, files)?;
        Ok(BundledCart { name: name.to_string(), code, data: CartBytes(rom.data) })
    }

    pub(crate) fn cartridge(&mut self, inside: Option<&Path>, path: &Path) -> Result<Cartridge, LoadError> {
        let bytes = self.files.read(inside, path, cartridge_max(path))?;
        Ok(format::read_cartridge(&bytes, &path.display().to_string())?)
    }

    /// The data of a cartridge in Lua, with the data files next to a text cartridge in place of its own.
    pub(crate) fn data_over(
        &mut self,
        path: &Path,
        cartridge: &Cartridge,
        lenient: bool,
    ) -> Result<Rom, LoadError> {
        let rom = &cartridge.rom;
        if !is_text(path) || cartridge.stamp().is_some() {
            return Ok(rom.clone());
        }
        let folder = self.files.source.folder_of(path);
        let mut read = |file: &Path| optional(self.files.read(Some(&folder), file, cartridge_max(file)));
        if lenient {
            return Ok(DataRead::new(rom, rom, &folder, &rom.name, |_, file| read(file)).rom);
        }
        let over = rom_over(rom, &folder, &rom.name, |file| read(file).map_err(LoadError::from))?;
        Ok(over.unwrap_or_else(|| rom.clone()))
    }

    /// Compiles code, unless it is that of the last call.
    fn program(&mut self, path: &Path, code: &Code) -> Compiled {
        if let Some((_, program)) = self.compiled.as_ref().filter(|(known, _)| known == code) {
            return program.clone();
        }
        self.compilations += 1;
        let program = compile(path, code);
        self.compiled = Some((code.clone(), program.clone()));
        program
    }
}

/// What was passed over in a cartridge, a few lines at most.
fn warnings(cartridge: &Cartridge) -> impl Iterator<Item = String> {
    let (first, rest) = cartridge.warnings.split_at(cartridge.warnings.len().min(WARNINGS));
    let more = rest.len() + cartridge.more_warnings;
    let more = (more > 0).then(|| format!("{}: {more} more parts were passed over", cartridge.rom.name));
    first.iter().map(|warning| format!("{warning}; it was passed over")).chain(more)
}

fn is_text(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("p8"))
}

pub(crate) fn optional(read: ReadResult) -> Result<Option<Arc<[u8]>>, ReadError> {
    match read {
        Err(error) if error.kind == ReadErrorKind::Missing => Ok(None),
        read => read.map(Some),
    }
}
