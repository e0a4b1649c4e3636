//! What is played: a cart of the module, a cart in Lua, a bug report, a recording.
//!
//! ```text
//! Entry ───────────────────────────────┐
//! Bundle of an exported page ──────────┼──> Cartridge ── + files of the store: run, slots, stored ──> Insert
//! a dropped .p8, .p8.png ── budget ────┘
//! ```
//!
//! Files come by name as bytes; what cannot be read is told and passed over.

use format::{DataFile, Picture, read_png};
use player::{Best, Cartridge, GoOn, Insert, Listed};
use rasher::memory::ROM_SIZE;
use rasher::{Bundle, BundledCart, CartBytes, Code, Rom, SIDE};
use shelf::Entry;
use std::collections::BTreeMap;
use std::sync::Arc;
use studio::{Face, Label};
use timeline::{KeptRun, Recording, Slot};

/// Files of the browser's store, by name.
pub type Files = BTreeMap<String, Vec<u8>>;

/// The carts as the shelf shows them.
pub fn listed(carts: &'static [Entry]) -> Vec<Listed> {
    let listed = carts.iter().map(|entry| Listed {
        name: entry.name.to_string(),
        title: entry.title.to_string(),
        about: entry.about.to_string(),
        face: Face::Label(entry.label.and_then(label).unwrap_or_else(|| Label::plain(entry.title))),
        best: entry
            .best
            .map(|best| Best { id: best.id.to_string(), line: Arc::new(move |saved| best.line(saved)) }),
        ..Listed::default()
    });
    listed.collect()
}

fn label(file: DataFile<'_>) -> Option<Label> {
    let Picture { width, height, indices } = read_png(file.bytes, file.name).ok()?;
    let square = (width, height) == (SIDE, SIDE);
    square.then(|| indices.into_boxed_slice().try_into().ok().map(Label::new)).flatten()
}

/// A cart of the module.
///
/// # Errors
/// When its data are wrong.
pub fn shelved(entry: &Entry) -> Result<Cartridge, String> {
    Ok(Cartridge {
        name: entry.name.to_string(),
        key: None,
        title: entry.title.to_string(),
        program: Some((entry.make)()),
        rom: Arc::new(entry.rom().map_err(|e| e.to_string())?),
        bundle: Arc::default(),
        folder: None,
        keeps: true,
        views: false,
    })
}

/// A cart in Lua, by the carts that it may come to. Code that is no program stops with what is wrong.
pub fn in_lua(name: &str, title: &str, key: Option<String>, bundle: Bundle) -> Cartridge {
    let first = bundle.first();
    let rom = first
        .map_or_else(|| Rom::empty(name), |first| Rom { data: first.data.0.clone(), ..Rom::empty(name) });
    let code = first.map(|first| first.code.clone()).unwrap_or_default();
    let program = script::lua_cart(&code.text, &code);
    let keeps = program.is_ok();
    Cartridge {
        name: name.to_string(),
        key,
        title: if title.is_empty() { name } else { title }.to_string(),
        program: Some(program.unwrap_or_else(|error| script::broken(error.fault()))),
        rom: Arc::new(rom),
        bundle: Arc::new(bundle),
        folder: None,
        keeps,
        views: false,
    }
}

/// A cartridge that was dropped, alone: the name of its file and its bytes.
///
/// # Errors
/// When it cannot be read, or wants files that are not there.
pub fn dropped(file: &str, bytes: &[u8]) -> Result<(String, Bundle), String> {
    let cartridge = format::read_cartridge(bytes, file).map_err(|e| e.to_string())?;
    let read = |path: &str| (path == file).then(|| bytes.to_vec());
    let code = budget::lua_code(file, &read).map_err(|e| e.to_string())?;
    let code = Code {
        text: code.code.into(),
        pieces: code.pieces.into_iter().map(|piece| (piece.from, piece.file, piece.line)).collect(),
    };
    let data = CartBytes(cartridge.rom.data);
    let cart = BundledCart { name: file.to_string(), code, data };
    Ok((format::stem(file).to_string(), Bundle::new(vec![cart])))
}

/// A cart as it takes its place, with its run, its slots and what it has stored. What cannot be read is told.
pub fn insert(mut cart: Cartridge, files: &Files, param: String, resume: bool) -> Insert {
    let mut complaints = Vec::new();
    for (file, bytes) in files.iter().filter_map(|(name, bytes)| Some((name.strip_prefix("stored/")?, bytes)))
    {
        match <&[u8; ROM_SIZE]>::try_from(&bytes[..]) {
            Ok(data) => cart.bundle = Arc::new(cart.bundle.with_file(file, data)),
            Err(_) => {
                complaints.push(format!("{file}: {} bytes were stored, expected {ROM_SIZE}", bytes.len()))
            }
        }
    }
    if let Some(first) = cart.bundle.first().filter(|first| first.data.0 != cart.rom.data) {
        let Rom { name, version, .. } = Rom::clone(&cart.rom);
        cart.rom = Arc::new(Rom { data: first.data.0.clone(), name, version });
    }
    let left = files.get("run").filter(|_| cart.keeps).and_then(|bytes| {
        KeptRun::from_bytes(bytes).map_err(|e| complaints.push(format!("the run that was kept: {e}"))).ok()
    });
    let slots = std::array::from_fn(|n| {
        let bytes = files.get(&format!("slot/{}", n + 1)).filter(|_| cart.keeps)?;
        let slot = Slot::from_bytes(bytes).map_err(|e| complaints.push(format!("slot {}: {e}", n + 1)));
        slot.ok().map(Arc::new)
    });
    let go_on = if resume { GoOn::Now } else { GoOn::Ask };
    Insert { cart, param, left: left.map(Box::new), go_on, slots, complaints }
}

/// The cart of a run: that in the recording, of one in Lua, else a cart of the module.
///
/// # Errors
/// When it is not here, or its data are wrong.
pub fn of_run(carts: &'static [Entry], recording: &Recording) -> Result<Cartridge, String> {
    let start = &recording.start;
    if start.bundle.first().is_some() {
        return Ok(in_lua(&start.cart, "", None, Bundle::clone(&start.bundle)));
    }
    let entry = carts.iter().find(|entry| entry.name == start.cart);
    shelved(entry.ok_or_else(|| format!("it is a run of {}, which is not in this page", start.cart))?)
}
