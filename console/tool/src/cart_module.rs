//! The module of a cart in Rust: WebAssembly with the cart alone, which any console plays.
//!
//! ```text
//! target/cart/NAME/PROFILE/Cargo.toml, src/lib.rs: rasher::module!(NAME::Game)
//!    └── cargo build --target wasm32-unknown-unknown, with --cfg rasher_module ──> NAME.wasm ── checked, without names
//!          ├── profile `release`, small ──> CartModule, to share
//!          └── profile `play`, fast to build ──> Code, which a window plays and replaces when a source is saved
//! ```
//!
//! Under that flag the crate `rasher` is a thin one: the machine stays in the console.

use crate::error::ToolError;
use crate::link::{checkout, toml_text};
use crate::module::{TARGET, cargo, has_target, lock, pack, remap_flags, run_cargo, write};
use format::{CartModule, MODULE_PACKED, ModuleHead};
use rasher::text::in_message;
use rasher::{Code, Digest, Fault, Place};
use serde_json::Value;
use shelf::Entry;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Bytes of the stack, which is below all data: one that is full ends at address 0.
const STACK: u32 = 64 << 10;

/// Builds the module of a cart of the shelf, an example, or a package's own cart, to share it in a file.
pub fn build_cart_module(entry: &Entry) -> Result<CartModule, ToolError> {
    let bytes = build(entry)?;
    let module = wasm::stripped(&bytes);
    if module.len() > ::calls::MODULE_MAX {
        let source = wasm::ModuleError::Large { bytes: module.len(), most: ::calls::MODULE_MAX };
        return Err(ToolError::Module { name: entry.name.into(), source });
    }
    let lzma = pack(&module)?;
    if lzma.len() > MODULE_PACKED {
        return Err(too_large(entry, lzma.len(), &bytes));
    }
    let head = ModuleHead {
        name: entry.name.into(),
        title: entry.title.into(),
        version: entry.version,
        state: state_of(entry),
        bytes: module.len() as u32,
        digest: Digest::of(&module),
        ..ModuleHead::default()
    };
    Ok(CartModule { head, calls: ::calls::VERSION, lzma, sources: Vec::new() })
}

/// What its code consists of, the largest crates first.
pub(crate) fn too_large(entry: &Entry, found: usize, module: &[u8]) -> ToolError {
    let crates = wasm::crate_sizes(module).into_iter().take(8);
    let crates: Vec<_> = crates.map(|(name, bytes)| format!("{name} {bytes}")).collect();
    let name = entry.name.into();
    ToolError::LargeModule { name, found, most: MODULE_PACKED, crates: crates.join(", ") }
}

/// The type of a cart's state, from outside its crate.
fn state_of(entry: &Entry) -> String {
    match (entry.package, entry.example) {
        (Some(_), _) => entry.state.to_string(),
        (None, true) => format!("rasher_examples::{}::Game", entry.name),
        (None, false) => format!("{}::Game", entry.name),
    }
}

/// What a module is built for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// A small module without a reader of names; from scratch after each change.
    Share,
    /// Its build takes a second after a change, and it takes over the state of other code.
    Play,
}

impl Use {
    const fn profile(self) -> &'static str {
        match self {
            Use::Share => "release",
            Use::Play => "play",
        }
    }
}

/// A cart of the shelf, an example, or a package's own cart, whose module is built, played and replaced while it plays.
#[derive(Clone)]
pub struct PlayModule(pub &'static Entry);

impl PlayModule {
    /// The command that builds it, with cargo's messages as JSON on the standard output.
    pub fn command(&self) -> Result<Command, ToolError> {
        let at = Places::of(self.0)?;
        if !at.wasm(self.0, Use::Play).is_file() {
            has_target(TARGET)?;
            crate::print_error(
                "rasher: building the cart's module, which takes half a minute the first time",
            );
        }
        let mut cargo = at.command(self.0, Use::Play)?;
        cargo.args(["--message-format", "json"]).stdin(Stdio::null());
        Ok(cargo)
    }

    /// What a build has made, by cargo's exit code and outputs: the module; or the first error, with its file and line.
    pub fn built(&self, success: bool, out: &[u8], err: &[u8]) -> Result<Code, Fault> {
        let wrong = |message| Fault { message, ..Fault::default() };
        let at = Places::of(self.0).map_err(|error| wrong(error.to_string()))?;
        if !success {
            return Err(first_error(out, &at.root).unwrap_or_else(|| {
                let lines = String::from_utf8_lossy(err);
                let error = lines.lines().find(|line| line.starts_with("error"));
                wrong(in_message(
                    error.or(lines.lines().last()).unwrap_or("cargo failed; the terminal shows why"),
                    300,
                ))
            }));
        }
        let bytes = store::read(&at.wasm(self.0, Use::Play)).map_err(|error| wrong(error.to_string()))?;
        // Checked before its names are removed: the error has the name of a function.
        let main = |message| Fault { message, place: Place::new(at.main(self.0), 1), ..Fault::default() };
        wasm::cart(&bytes).map_err(|error| main(error.to_string()))?;
        Ok(Code { text: wasm::stripped(&bytes).into(), pieces: Vec::new() })
    }

    /// The files that the last build depends on, and the folders of the cart's own, where new ones appear.
    pub fn files(&self) -> Vec<PathBuf> {
        let Ok(at) = Places::of(self.0) else { return Vec::new() };
        let listed = store::read(&at.wasm(self.0, Use::Play).with_extension("d")).unwrap_or_default();
        let mut files = dependencies(&String::from_utf8_lossy(&listed));
        let own = at.cart.join("src");
        files.extend([
            at.cart.join("Cargo.toml"),
            at.cart.join("build.rs"),
            own.clone(),
            at.main(self.0).into(),
        ]);
        let folders = files.iter().filter_map(|file| file.parent()).filter(|folder| folder.starts_with(&own));
        files.extend(folders.map(Path::to_path_buf).collect::<Vec<_>>());
        files.sort();
        files.dedup();
        files
    }
}

/// The files in cargo's list `TARGET: FILE FILE`, where a space in a name is `\ `.
fn dependencies(list: &str) -> Vec<PathBuf> {
    let files = list.lines().next().and_then(|line| line.split_once(": ")).map_or("", |it| it.1);
    let whole = files.replace("\\ ", "\0");
    whole.split(' ').filter(|file| !file.is_empty()).map(|file| file.replace('\0', " ").into()).collect()
}

/// The first error in the compiler's messages, as JSON lines. Its file's name begins in the folder `root`.
fn first_error(messages: &[u8], root: &Path) -> Option<Fault> {
    let fault = |error: &Value| {
        let span = error["spans"].as_array()?.iter().find(|span| span["is_primary"] == true)?;
        let label = span["label"].as_str().map_or(String::new(), |label| format!(": {label}"));
        let message = in_message(&format!("{}{label}", error["message"].as_str()?), 300);
        let file = Path::new(span["file_name"].as_str()?);
        let file = file.strip_prefix(root).unwrap_or(file).display().to_string();
        let place = Place::new(file, span["line_start"].as_u64()? as u32);
        Some(Fault { message, place, ..Fault::default() })
    };
    errors(messages).iter().find_map(fault)
}

/// The compiler's own words about errors, for the terminal, from its messages.
pub fn rendered_errors(messages: &[u8]) -> String {
    errors(messages).iter().filter_map(|error| error["rendered"].as_str()).collect()
}

/// The errors among the compiler's messages.
fn errors(messages: &[u8]) -> Vec<Value> {
    let text = String::from_utf8_lossy(messages);
    let all = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let messages = all.filter_map(|mut line| line.get_mut("message").map(Value::take));
    messages.filter(|message| message["level"] == "error").collect()
}

/// The folders of a cart: its checkout or package, its own, and those of its builds; and the name of its package.
struct Places {
    root: PathBuf,
    package: &'static str,
    cart: PathBuf,
    folder: PathBuf,
    built: PathBuf,
}

impl Places {
    fn of(entry: &Entry) -> Result<Places, ToolError> {
        let root = match entry.package {
            Some(package) => PathBuf::from(package),
            None => checkout()?,
        };
        let (package, cart) = match (entry.package, entry.example) {
            (Some(_), _) => (entry.name, root.clone()),
            (None, true) => ("rasher-examples", root.join("cart/examples")),
            (None, false) => (entry.name, root.join("cart").join(entry.name)),
        };
        let all = root.join("target/cart");
        Ok(Places { root, package, cart, folder: all.join(entry.name), built: all.join("target") })
    }

    fn wasm(&self, entry: &Entry, of: Use) -> PathBuf {
        self.built.join(format!("{TARGET}/{}/module_{}.wasm", of.profile(), entry.name))
    }

    /// The cart's own source file.
    fn main(&self, entry: &Entry) -> String {
        let file = match entry.example {
            true => self.cart.join(entry.name).join(format!("{}.rs", entry.name)),
            false => self.cart.join("src/lib.rs"),
        };
        file.display().to_string()
    }

    /// Writes the module's package and returns the command that builds it.
    fn command(&self, entry: &Entry, of: Use) -> Result<Command, ToolError> {
        let Places { root, package, cart: at, folder, built } = self;
        if entry.package.is_some() {
            check_window_dependency(root)?;
        }
        let folder = folder.join(of.profile());
        let used =
            entry.package.map_or(String::new(), |_| format!("#[allow(unused_imports)]\nuse {package}::*;\n"));
        let named = if of == Use::Play { ", named" } else { "" };
        let source = format!("{used}rasher::module!({}{named});\n", state_of(entry));
        write(&folder.join("src/lib.rs"), &source)?;
        let is_new = write(&folder.join("Cargo.toml"), &manifest(entry.name, package, at)?)?;
        let is_locked = lock(root, &folder, is_new)?;
        let mut cargo = cargo();
        cargo.args(["build", "--profile", of.profile(), "--quiet", "--target", TARGET]);
        cargo.args(is_locked.then_some("--locked")).current_dir(&folder).env("CARGO_TARGET_DIR", built);
        let own = [
            "--cfg".to_string(),
            "rasher_module".into(),
            // A module's calls take `&self`, so that a closure over them needs no `mut`.
            "-Aunused_mut".into(),
            format!("-Clink-arg=-zstack-size={STACK}"),
            format!("-Clink-arg=--export={}", ::calls::STACK_POINTER),
        ];
        let mut flags = remap_flags(root, &checkout().unwrap_or_else(|_| root.clone()));
        // Names as in the sources, by which an editor opens them. The last match counts.
        let names = format!("--remap-path-prefix={}=", root.display());
        let names = Some(names).filter(|_| of == Use::Play);
        own.iter().chain(&names).for_each(|flag| {
            flags.push("\x1f");
            flags.push(flag);
        });
        cargo.env("CARGO_ENCODED_RUSTFLAGS", flags);
        Ok(cargo)
    }
}

/// The small module of a cart, checked, with the names of its functions.
pub(crate) fn build(entry: &Entry) -> Result<Vec<u8>, ToolError> {
    has_target(TARGET)?;
    let at = Places::of(entry)?;
    run_cargo(at.command(entry, Use::Share)?, ", building the cart's module")?;
    let bytes = store::read(&at.wasm(entry, Use::Share))?;
    wasm::cart(&bytes).map_err(|source| ToolError::Module { name: entry.name.into(), source })?;
    Ok(bytes)
}

/// Checks that a package depends on its window only where there is one, so that a module can be built.
fn check_window_dependency(root: &Path) -> Result<(), ToolError> {
    let path = root.join("Cargo.toml");
    let bytes = store::read(&path)?;
    let text = String::from_utf8_lossy(&bytes);
    let mut everywhere = false;
    for line in text.lines() {
        if let Some(head) = line.trim().strip_prefix('[') {
            everywhere = head.starts_with("dependencies]");
        }
        if everywhere && line.contains("rasher-desktop") {
            return Err(ToolError::WindowDependency { path });
        }
    }
    Ok(())
}

fn manifest(name: &str, package: &str, at: &Path) -> Result<String, ToolError> {
    let cart = toml_text(&at.display().to_string());
    // The console that the cart itself uses: the dependency of its own manifest, seen from here.
    let console = console_of(at)?;
    Ok(format!(
        "# Written by `rasher pack`.\n[package]\nname = \"module_{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n\n\
         [lib]\ncrate-type = [\"cdylib\"]\n\n[dependencies]\n{package} = {{ path = {cart} }}\nrasher = {console}\n\n[workspace]\n\n\
         [profile.release]\nopt-level = \"s\"\nlto = \"fat\"\ncodegen-units = 1\npanic = \"abort\"\noverflow-checks = true\nstrip = \"debuginfo\"\n\n\
         [profile.play]\ninherits = \"release\"\nopt-level = \"s\"\nlto = false\ncodegen-units = 16\nincremental = true\n"
    ))
}

/// The source of `rasher` in a cart's manifest, with paths that hold everywhere.
fn console_of(cart: &Path) -> Result<String, ToolError> {
    let own = || {
        Ok(format!("{{ path = {} }}", toml_text(&checkout()?.join("console/machine").display().to_string())))
    };
    let path = cart.join("Cargo.toml");
    let bytes = store::read(&path)?;
    let text = String::from_utf8_lossy(&bytes);
    let line = text.lines().find_map(|line| line.trim().strip_prefix("rasher = "));
    let Some(source) = line.filter(|source| !source.contains("workspace")) else { return own() };
    let Some((before, rest)) = source.split_once("path = \"") else { return Ok(source.to_string()) };
    let (inside, after) = rest.split_once('"').unwrap_or((rest, ""));
    Ok(format!("{before}path = {}{after}", toml_text(&cart.join(inside).display().to_string())))
}
