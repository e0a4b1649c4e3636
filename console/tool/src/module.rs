//! A page's player: a WebAssembly module, which cargo builds in the checkout.
//!
//! | module | contents | for | in a package, next to the program |
//! |---|---|---|---|
//! | target/web | the console with everything | the page without a NAME; a cart with `--tools` | rasher-player.lzma |
//! | target/web/lua | Lua carts, without tools | each page of a cart in Lua, with the same bytes | rasher-lua-player.lzma |
//! | target/web/modules | modules of carts in Rust, without tools | each page of a cart in Rust, with the same bytes | rasher-module-player.lzma |
//!
//! ```text
//! Cargo.toml, src/lib.rs: rasher_web::page!(CARTS, TOOLS, MODULES)
//!    └── cargo build --release --target wasm32-unknown-unknown ──> NAME.wasm ── LZMA ──> module.lzma, kept while the module is the same
//! ```
//!
//! Tools are the editors, the debugger and the shelf (`player::Tools`): half of the console's module.
//!
//! It is a crate of its own, as exports need an unsafe attribute, which no crate of the workspace may have.

use crate::error::ToolError;
use crate::link::{checkout, toml_text};
use lzma_rust2::{LzmaOptions, LzmaReader, LzmaWriter};
use std::ffi::OsString;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use timeline::Build;

pub(crate) const TARGET: &str = "wasm32-unknown-unknown";
/// Crates that run most of a frame, built for speed: level 3 would add 9 KB to the page.
const FAST: [&str; 3] = ["rasher", "rasher-num", "rasher-lua"];
/// Crates that mostly wait for the player or run once a file, built for the smallest page.
const SMALL: &str = "rasher-studio rasher-debugger rasher-editors rasher-loader rasher-player rasher-timeline \
    rasher-format rasher-budget rasher-web rasher-shelf rasher-examples goblin kasidin picorogue serde_json serde_core \
    postcard toml image png fdeflate zune-jpeg moxcms";
pub struct CartModule {
    pub bytes: Vec<u8>,
    pub packed: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ModuleCarts {
    Everything,
    Lua,
    /// Any cart in Rust, as a module of its own.
    Modules,
}

impl ModuleCarts {
    /// The name of the module, the file in a package, and the source.
    const fn parts(self) -> [&'static str; 3] {
        match self {
            ModuleCarts::Everything => [
                "module",
                "rasher-player.lzma",
                "rasher_web::page!(rasher_web::PageCarts::all(rasher_shelf::CARTS, rasher_shelf::EXAMPLES), \
                 Some(rasher_web::PageTools::ALL), true);\n",
            ],
            ModuleCarts::Lua => [
                "lua",
                "rasher-lua-player.lzma",
                "rasher_web::page!(rasher_web::PageCarts::LUA, None, false);\n",
            ],
            ModuleCarts::Modules => [
                "modules",
                "rasher-module-player.lzma",
                "rasher_web::page!(rasher_web::PageCarts::MODULES, None, true);\n",
            ],
        }
    }
}

pub fn module(carts: ModuleCarts) -> Result<CartModule, ToolError> {
    let [name, file, source] = carts.parts();
    let checkout = match checkout() {
        Ok(checkout) => checkout,
        Err(none) => {
            let packed = packaged(file).ok_or(none)?;
            return Ok(CartModule { bytes: packed.clone(), packed });
        }
    };
    let web = checkout.join("target/web");
    // Shared; the modules have different names.
    let built = web.join("target");
    let folder = if carts == ModuleCarts::Everything { web } else { web.join(name) };
    has_target(TARGET)?;
    write(&folder.join("src/lib.rs"), source)?;
    let is_new = write(&folder.join("Cargo.toml"), &manifest(name, &checkout))?;
    let is_locked = lock(&checkout, &folder, is_new)?;
    let wasm = built.join(format!("{TARGET}/release/{name}.wasm"));
    if !wasm.exists() {
        crate::print_error("rasher: building the web player, which takes a minute or two the first time");
    }
    let mut cargo = cargo();
    cargo.args(["build", "--release", "--target", TARGET]).args(is_locked.then_some("--locked"));
    cargo.current_dir(&folder).env("CARGO_TARGET_DIR", &built);
    let mut flags = remap_flags(&checkout, &checkout);
    // A cart's module imports functions of this table.
    flags.push("\x1f-Clink-arg=--export-table");
    cargo.env("CARGO_ENCODED_RUSTFLAGS", flags);
    run_cargo(cargo, ", building the page's player")?;
    let bytes = store::read(&wasm)?;
    Ok(CartModule { packed: packed(&folder, &bytes)?, bytes })
}

/// Compiler flags that replace the user's folders in file names, which a page should not reveal.
pub(crate) fn remap_flags(root: &Path, checkout: &Path) -> OsString {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    // The last match counts, because a cart may be inside the checkout.
    let places = [(home.as_deref(), "cargo"), (Some(checkout), "rasher"), (Some(root), "cart")];
    let is_own = root != checkout;
    let mut flags = OsString::new();
    for (place, name) in places {
        let Some(place) = place.filter(|_| is_own || name != "cart") else { continue };
        if !flags.is_empty() {
            flags.push("\x1f");
        }
        flags.push("--remap-path-prefix\x1f");
        flags.push(place);
        flags.push(format!("={name}"));
    }
    flags
}

/// Makes the module's lock file from the checkout's or the cart's, so that crates have the same versions; false if there is none.
pub(crate) fn lock(root: &Path, folder: &Path, is_new: bool) -> Result<bool, ToolError> {
    let path = root.join("Cargo.lock");
    let Some(lock) = store::read_if_there(&path)? else { return Ok(false) };
    let (own, copy) = (folder.join("Cargo.lock"), folder.join("Cargo.lock.taken"));
    if !is_new && store::read_if_there(&copy)?.as_ref() == Some(&lock) {
        return Ok(true);
    }
    // Removed first, so that a failure below is repeated.
    _ = std::fs::remove_file(&copy);
    store::write(&own, &lock)?;
    // Adds the module's crate and removes unused ones.
    let mut cargo = cargo();
    cargo.args(["update", "--workspace", "--quiet"]).current_dir(folder);
    run_cargo(cargo, ", locking the page's player")?;
    let made = store::read(&own)?;
    let (lock, made) = (String::from_utf8_lossy(&lock), String::from_utf8_lossy(&made));
    if let Some(other) = crates(&made).find(|other| crates(&lock).all(|it| it != *other)) {
        let other = other.lines().take(2).collect::<Vec<_>>().join(", ");
        return Err(ToolError::Cargo { found: format!("added {other}, which is not in {}", path.display()) });
    }
    store::write(&copy, lock.as_bytes())?;
    Ok(true)
}

/// The packages of a lock file that have a source: name, version, source and checksum.
fn crates(lock: &str) -> impl Iterator<Item = &str> {
    let all = lock.split("[[package]]\n").filter(|package| package.contains("\nsource = "));
    all.map(|package| package.split("dependencies").next().unwrap_or(package).trim_end())
}

fn packaged(name: &str) -> Option<Vec<u8>> {
    let file = std::env::current_exe().ok()?.with_file_name(name);
    store::read_if_there(&file).ok().flatten()
}

/// The packed module; packing takes seconds, so the result is kept.
fn packed(folder: &Path, bytes: &[u8]) -> Result<Vec<u8>, ToolError> {
    let (file, of) = (folder.join("module.lzma"), folder.join("module.of"));
    let build = format!("{:?}", Build::of(bytes)).into_bytes();
    if store::read_if_there(&of)?.as_ref() == Some(&build)
        && let Some(packed) = store::read_if_there(&file)?
    {
        return Ok(packed);
    }
    let packed = pack(bytes)?;
    store::write(&file, &packed)?;
    store::write(&of, &build)?;
    Ok(packed)
}

pub fn pack(bytes: &[u8]) -> Result<Vec<u8>, ToolError> {
    let wrong = |e: std::io::Error| ToolError::Compress { why: e.to_string() };
    let mut options = LzmaOptions::with_preset(9);
    // No larger than the file, for the memory of whoever unpacks it.
    options.dict_size = options.dict_size.min(bytes.len().next_power_of_two().max(1 << 16) as u32);
    // WebAssembly is not aligned, and depends on the byte before: saves 2 KB of 1,152.
    (options.lc, options.pb) = (4, 0);
    let mut packer =
        LzmaWriter::new_use_header(Vec::new(), &options, Some(bytes.len() as u64)).map_err(wrong)?;
    packer.write_all(bytes).map_err(wrong)?;
    packer.finish().map_err(wrong)
}

pub(crate) fn unpack(bytes: &[u8]) -> Result<Vec<u8>, ToolError> {
    let wrong = |e: std::io::Error| ToolError::Compress { why: e.to_string() };
    let mut unpacked = Vec::new();
    // No preset has a larger dictionary than 64 MiB.
    let mut reader = LzmaReader::new_mem_limit(bytes, 80 << 10, None).map_err(wrong)?;
    reader.read_to_end(&mut unpacked).map_err(wrong)?;
    Ok(unpacked)
}

/// Writes a file if it differs, as cargo compares times; returns whether it did.
pub(crate) fn write(path: &Path, text: &str) -> Result<bool, ToolError> {
    let differs = store::read_if_there(path)?.as_deref() != Some(text.as_bytes());
    if differs {
        store::write_with_folders(path, text.as_bytes())?;
    }
    Ok(differs)
}

fn manifest(name: &str, checkout: &Path) -> String {
    let at = |path: &str| toml_text(&checkout.join(path).display().to_string());
    let (web, shelf) = (at("console/web"), at("cart/shelf"));
    let fast: String = FAST.iter().map(|name| format!("{name} = {{ opt-level = 2 }}\n")).collect();
    let small: String = SMALL.split(' ').map(|name| format!("{name} = {{ opt-level = \"z\" }}\n")).collect();
    format!(
        "# Written by `rasher export`.\n[package]\nname = {name:?}\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n\n\
         [lib]\ncrate-type = [\"cdylib\"]\n\n[dependencies]\nrasher-web = {{ path = {web} }}\n\
         rasher-shelf = {{ path = {shelf} }}\n\n[workspace]\n\n\
         [profile.release]\nopt-level = \"s\"\nlto = \"fat\"\ncodegen-units = 1\noverflow-checks = true\nstrip = true\n\n[profile.release.package]\n{fast}{small}"
    )
}

fn cannot_start(source: std::io::Error) -> ToolError {
    ToolError::Cargo { found: format!("cannot start: {source}") }
}

/// The cargo that runs this program, else the one of the path.
pub fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()))
}

/// Runs cargo with its progress and errors on the terminal; returns its standard output. `doing` ends the error: `, building ...`.
pub fn run_cargo(mut cargo: Command, doing: &str) -> Result<Vec<u8>, ToolError> {
    let done = cargo.stdin(Stdio::null()).stderr(Stdio::inherit()).output().map_err(cannot_start)?;
    match done.status.success() {
        true => Ok(done.stdout),
        false => Err(ToolError::Cargo { found: format!("ended with {}{doing}", done.status) }),
    }
}

pub fn has_target(target: &'static str) -> Result<(), ToolError> {
    let rustc = std::env::var_os("RUSTC").unwrap_or("rustc".into());
    let output = Command::new(rustc).args(["--print", "target-libdir", "--target", target]).output();
    let output = output.map_err(|e| ToolError::Cargo { found: format!("cannot start rustc: {e}") })?;
    match Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir() {
        true => Ok(()),
        false => Err(ToolError::NoTarget { target }),
    }
}
