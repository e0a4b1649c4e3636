//! The page's player: the console with its carts as a module of WebAssembly, built by cargo from the checkout.
//!
//! ```text
//! CHECKOUT/target/web/          Cargo.toml, src/lib.rs: rasher_web::page!(rasher_shelf::CARTS)
//!                     example/  the same with one example
//! CART/target/web/              the same with the one cart of an author, by the name of its state
//!    └── cargo build --release --target wasm32-unknown-unknown ──> module.wasm ── LZMA ──> module.lzma, while the module is that one
//! rasher-player.lzma, beside the program   in a package, for whoever has no Rust: the shelf's
//! ```
//!
//! A crate of its own, since what a module exports needs an attribute that counts as unsafe, which no crate of the workspace may have.

use crate::build::cargo;
use crate::error::ToolError;
use crate::link::{checkout, toml_text};
use lzma_rust2::{LzmaOptions, LzmaReader, LzmaWriter};
use shelf::Entry;
use std::ffi::OsString;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use timeline::Build;

const TARGET: &str = "wasm32-unknown-unknown";
/// A module that a package has beside its program.
const BESIDE: &str = "rasher-player.lzma";
/// What most of a frame runs in is built for speed, the rest for size, the carts of the shelf among it.
const FAST: [&str; 4] = ["rasher", "rasher-num", "rasher-lua", "rasher-script"];
/// Crates and carts that wait for a person most of the time, and readers of files, which run once a file: as small as can be, so that
/// a page is.
const SMALL: [&str; 18] = [
    "rasher-studio",
    "rasher-debugger",
    "rasher-editors",
    "rasher-loader",
    "rasher-player",
    "rasher-timeline",
    "rasher-format",
    "rasher-budget",
    "rasher-web",
    "rasher-shelf",
    "rasher-examples",
    "goblin",
    "kasidin",
    "serde_json",
    "toml",
    "image",
    "zune-jpeg",
    "moxcms",
];

pub struct CartModule {
    /// What tells it from another build's.
    pub bytes: Vec<u8>,
    pub packed: Vec<u8>,
}

/// The carts of a module.
#[derive(Clone, Copy)]
pub enum ModuleCarts<'a> {
    Shelf,
    /// One example, which the shelf's module has no room for.
    Example(&'a Entry),
    /// An author's, of a package of its own.
    Own(&'a Entry),
}

pub fn module(carts: ModuleCarts<'_>) -> Result<CartModule, ToolError> {
    let checkout = match checkout() {
        Ok(checkout) => checkout,
        Err(none) => {
            let packed = beside().filter(|_| matches!(carts, ModuleCarts::Shelf)).ok_or(none)?;
            return Ok(CartModule { bytes: packed.clone(), packed });
        }
    };
    let root = match carts {
        ModuleCarts::Own(entry) => entry.package.map_or(checkout.clone(), PathBuf::from),
        ModuleCarts::Shelf | ModuleCarts::Example(_) => checkout.clone(),
    };
    let web = root.join("target/web");
    // By its name cargo tells one module from the other; what they are made of is built once.
    let built = web.join("target");
    let (name, folder) = match carts {
        ModuleCarts::Example(_) => ("example", web.join("example")),
        ModuleCarts::Shelf | ModuleCarts::Own(_) => ("module", web),
    };
    let (manifest, source) = match carts {
        ModuleCarts::Shelf => {
            (manifest(name, &checkout, None), "rasher_web::page!(rasher_shelf::CARTS);\n".to_string())
        }
        ModuleCarts::Example(entry) => (manifest(name, &checkout, None), one(entry.name)),
        ModuleCarts::Own(entry) => {
            can_be_a_page(&root)?;
            (manifest(name, &checkout, Some((entry.name, &root))), source(entry, &root))
        }
    };
    has_target(TARGET)?;
    write(&folder.join("src/lib.rs"), &source)?;
    let is_new = write(&folder.join("Cargo.toml"), &manifest)?;
    let is_locked = lock(&root, &folder, is_new)?;
    let wasm = built.join(format!("{TARGET}/release/{name}.wasm"));
    if !wasm.exists() {
        crate::print_error("rasher: building the page's player, once: a minute or two");
    }
    let mut cargo = cargo();
    cargo.args(["build", "--release", "--target", TARGET]).args(is_locked.then_some("--locked"));
    cargo.current_dir(&folder);
    cargo.env("CARGO_ENCODED_RUSTFLAGS", without_places(&root, &checkout));
    cargo.env("CARGO_TARGET_DIR", &built).stdin(Stdio::null()).stdout(Stdio::null());
    let done = cargo.status();
    let done = done.map_err(|source| ToolError::Cargo { found: format!("cannot be started: {source}") })?;
    if !done.success() {
        return Err(ToolError::Cargo { found: format!("ended with {done}, building the page's player") });
    }
    let bytes = store::read(&wasm)?;
    Ok(CartModule { packed: packed(&folder, &bytes)?, bytes })
}

/// What tells the compiler to name files by their place in the cart or the checkout: where they lie on the disk of whoever builds a page is
/// nobody's business.
fn without_places(root: &Path, checkout: &Path) -> OsString {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    // The last that fits counts: a cart may lie in the checkout.
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

/// Makes the module's lock file from that of the checkout or the cart, so that each crate has the version that all else is built of. False
/// where there is none to make it from.
fn lock(root: &Path, folder: &Path, is_new: bool) -> Result<bool, ToolError> {
    let path = root.join("Cargo.lock");
    let Some(lock) = store::read_if_there(&path)? else { return Ok(false) };
    let (own, taken) = (folder.join("Cargo.lock"), folder.join("Cargo.lock.taken"));
    if !is_new && store::read_if_there(&taken)?.as_ref() == Some(&lock) {
        return Ok(true);
    }
    // What fails below is done again the next time.
    _ = std::fs::remove_file(&taken);
    store::write(&own, &lock)?;
    // This adds the module's own crate and takes out what it does not need.
    let mut cargo = cargo();
    cargo.args(["update", "--workspace", "--quiet"]).current_dir(folder).stdin(Stdio::null());
    let done = cargo.status();
    let done = done.map_err(|source| ToolError::Cargo { found: format!("cannot be started: {source}") })?;
    if !done.success() {
        return Err(ToolError::Cargo { found: format!("ended with {done}, locking the page's player") });
    }
    let made = store::read(&own)?;
    let (lock, made) = (String::from_utf8_lossy(&lock), String::from_utf8_lossy(&made));
    if let Some(other) = crates(&made).find(|other| crates(&lock).all(|it| it != *other)) {
        let other = other.lines().take(2).collect::<Vec<_>>().join(", ");
        return Err(ToolError::Cargo { found: format!("took {other}, which {} has not", path.display()) });
    }
    store::write(&taken, lock.as_bytes())?;
    Ok(true)
}

/// Crates from elsewhere that a lock file has: name, version, source and checksum.
fn crates(lock: &str) -> impl Iterator<Item = &str> {
    let all = lock.split("[[package]]\n").filter(|package| package.contains("\nsource = "));
    all.map(|package| package.split("dependencies").next().unwrap_or(package).trim_end())
}

fn beside() -> Option<Vec<u8>> {
    let file = std::env::current_exe().ok()?.with_file_name(BESIDE);
    store::read_if_there(&file).ok().flatten()
}

/// The module packed, as it was packed before if it is the same: that takes seconds.
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

/// Bytes packed by LZMA, with their size in the head.
pub fn pack(bytes: &[u8]) -> Result<Vec<u8>, ToolError> {
    let wrong = |e: std::io::Error| ToolError::Pack { why: e.to_string() };
    let mut options = LzmaOptions::with_preset(9);
    // A module's code lies at no even places, and what follows hangs on the byte before: 2 KB less of 1,152.
    (options.lc, options.pb) = (4, 0);
    let mut packer =
        LzmaWriter::new_use_header(Vec::new(), &options, Some(bytes.len() as u64)).map_err(wrong)?;
    packer.write_all(bytes).map_err(wrong)?;
    packer.finish().map_err(wrong)
}

/// What [`pack`] packed, or another program as a `.lzma` file.
pub(crate) fn unpack(bytes: &[u8]) -> Result<Vec<u8>, ToolError> {
    let wrong = |e: std::io::Error| ToolError::Pack { why: e.to_string() };
    let mut unpacked = Vec::new();
    // 64 MiB is the dictionary that no preset passes.
    let mut reader = LzmaReader::new_mem_limit(bytes, 80 << 10, None).map_err(wrong)?;
    reader.read_to_end(&mut unpacked).map_err(wrong)?;
    Ok(unpacked)
}

/// A file that is written only where it differs: cargo goes by times. Did it?
fn write(path: &Path, text: &str) -> Result<bool, ToolError> {
    let differs = store::read_if_there(path)?.as_deref() != Some(text.as_bytes());
    if differs {
        store::write_with_folders(path, text.as_bytes())?;
    }
    Ok(differs)
}

pub(crate) fn has_target(target: &'static str) -> Result<(), ToolError> {
    let rustc = std::env::var_os("RUSTC").unwrap_or("rustc".into());
    let told = Command::new(rustc).args(["--print", "target-libdir", "--target", target]).output();
    let told =
        told.map_err(|source| ToolError::Cargo { found: format!("has no rustc beside it: {source}") })?;
    match Path::new(String::from_utf8_lossy(&told.stdout).trim()).is_dir() {
        true => Ok(()),
        false => Err(ToolError::NoTarget { target }),
    }
}

/// Can an author's cart be built for a page? Its window cannot, so it must not be among what every target gets.
fn can_be_a_page(root: &Path) -> Result<(), ToolError> {
    let path = root.join("Cargo.toml");
    let bytes = store::read(&path)?;
    let text = String::from_utf8_lossy(&bytes);
    let mut everywhere = false;
    for line in text.lines() {
        if let Some(head) = line.trim().strip_prefix('[') {
            everywhere = head.starts_with("dependencies]");
        }
        if everywhere && line.contains("rasher-desktop") {
            return Err(ToolError::WindowEverywhere { path });
        }
    }
    Ok(())
}

fn manifest(name: &str, checkout: &Path, cart: Option<(&str, &Path)>) -> String {
    let at = |path: &Path| toml_text(&path.display().to_string());
    let (web, shelf) = (at(&checkout.join("console/web")), at(&checkout.join("cart/shelf")));
    let own = cart.map(|(name, root)| format!("{name} = {{ path = {} }}\n", at(root))).unwrap_or_default();
    let fast = FAST.iter().copied().chain(cart.map(|(name, _)| name));
    let fast: String = fast.map(|name| format!("{name} = {{ opt-level = 3 }}\n")).collect();
    let small = SMALL.map(|name| format!("{name} = {{ opt-level = \"z\" }}\n")).concat();
    format!(
        "# Written by `rasher export`.\n[package]\nname = {name:?}\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n\n\
         [lib]\ncrate-type = [\"cdylib\"]\n\n[dependencies]\nrasher-web = {{ path = {web} }}\n\
         rasher-shelf = {{ path = {shelf} }}\n{own}\n[workspace]\n\n\
         [profile.release]\nopt-level = \"s\"\nlto = \"fat\"\ncodegen-units = 1\noverflow-checks = true\nstrip = true\n\n[profile.release.package]\n{fast}{small}"
    )
}

fn one(name: &str) -> String {
    format!(
        "const CARTS: &[rasher_shelf::Entry] = &[match rasher_shelf::only(Some({name:?})) {{\n    Some(entry) => entry,\n    \
         None => panic!(\"the shelf has no such cart\"),\n}}];\n\nrasher_web::page!(CARTS);\n"
    )
}

fn source(entry: &Entry, root: &Path) -> String {
    let Entry { name, title, about, version, state, .. } = entry;
    let root = root.display().to_string();
    format!(
        "#[allow(unused_imports)]\nuse {name}::*;\n\nconst CARTS: &[rasher_shelf::Entry] = &[rasher_shelf::Entry {{\n    \
         name: {name:?},\n    title: {title:?},\n    about: {about:?},\n    version: {version},\n    \
         files: rasher_shelf::files!({root:?}, {name:?}),\n    label: None,\n    best: None,\n    package: None,\n    state: \"\",\n    \
         example: false,\n    make: || rasher_shelf::program(<{state} as Default>::default()),\n}}];\n\nrasher_web::page!(CARTS);\n"
    )
}
