//! The module of a cart in Rust: WebAssembly with the cart alone, which any console plays.
//!
//! ```text
//! target/cart/NAME/Cargo.toml, src/lib.rs: rasher::module!(NAME::Game)
//!    └── cargo build --release --target wasm32-unknown-unknown, with --cfg rasher_module ──> NAME.wasm
//!                                              └── checked, without names ──> CartModule
//! ```
//!
//! Under that flag the crate `rasher` is a thin one: the machine stays in the console.

use crate::error::ToolError;
use crate::link::{checkout, toml_text};
use crate::module::{TARGET, cargo, has_target, lock, pack, remap_flags, run_cargo, write};
use format::{CartModule, MODULE_PACKED, ModuleHead};
use rasher::Digest;
use shelf::Entry;
use std::path::{Path, PathBuf};

/// Bytes of the stack, which is below all data: one that is full ends at address 0.
const STACK: u32 = 64 << 10;

/// Builds the module of a cart of the shelf, an example, or a package's own cart.
pub fn build_cart_module(entry: &Entry) -> Result<CartModule, ToolError> {
    let bytes = build(entry)?;
    let checked =
        wasm::cart(&bytes).map_err(|source| ToolError::Module { name: entry.name.into(), source })?;
    drop(checked);
    let module = wasm::stripped(&bytes);
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

fn build(entry: &Entry) -> Result<Vec<u8>, ToolError> {
    has_target(TARGET)?;
    let root = match entry.package {
        Some(package) => PathBuf::from(package),
        None => checkout()?,
    };
    let (package, at) = match (entry.package, entry.example) {
        (Some(_), _) => (entry.name, root.clone()),
        (None, true) => ("rasher-examples", root.join("cart/examples")),
        (None, false) => (entry.name, root.join("cart").join(entry.name)),
    };
    let all = root.join("target/cart");
    let (folder, built) = (all.join(entry.name), all.join("target"));
    let used =
        entry.package.map_or(String::new(), |_| format!("#[allow(unused_imports)]\nuse {package}::*;\n"));
    write(&folder.join("src/lib.rs"), &format!("{used}rasher::module!({});\n", state_of(entry)))?;
    let is_new = write(&folder.join("Cargo.toml"), &manifest(entry.name, package, &at)?)?;
    let is_locked = lock(&root, &folder, is_new)?;
    let mut cargo = cargo();
    cargo.args(["build", "--release", "--quiet", "--target", TARGET]).args(is_locked.then_some("--locked"));
    cargo.current_dir(&folder).env("CARGO_TARGET_DIR", &built);
    let mut flags = remap_flags(&root, &checkout().unwrap_or_else(|_| root.clone()));
    let own = [
        "--cfg".to_string(),
        "rasher_module".into(),
        // A module's calls take `&self`, so that a closure over them needs no `mut`.
        "-Aunused_mut".into(),
        format!("-Clink-arg=-zstack-size={STACK}"),
        format!("-Clink-arg=--export={}", ::calls::STACK_POINTER),
    ];
    own.iter().for_each(|flag| {
        flags.push("\x1f");
        flags.push(flag);
    });
    cargo.env("CARGO_ENCODED_RUSTFLAGS", flags);
    run_cargo(cargo, ", building the cart's module")?;
    Ok(store::read(&built.join(format!("{TARGET}/release/module_{}.wasm", entry.name)))?)
}

fn manifest(name: &str, package: &str, at: &Path) -> Result<String, ToolError> {
    let cart = toml_text(&at.display().to_string());
    // The console that the cart itself uses: the dependency of its own manifest, seen from here.
    let console = console_of(at)?;
    Ok(format!(
        "# Written by `rasher pack`.\n[package]\nname = \"module_{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n\n\
         [lib]\ncrate-type = [\"cdylib\"]\n\n[dependencies]\n{package} = {{ path = {cart} }}\nrasher = {console}\n\n[workspace]\n\n\
         [profile.release]\nopt-level = \"s\"\nlto = \"fat\"\ncodegen-units = 1\npanic = \"abort\"\noverflow-checks = true\nstrip = \"debuginfo\"\n"
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
