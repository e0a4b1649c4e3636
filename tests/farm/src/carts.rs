//! The carts of a folder, and the copy of each that all engines run.
//!
//! ```text
//! FOLDER/**/game.p8 ── Rasher's loader: any form, includes inserted ──> TEMP/game.p8     and the carts next to it
//!                                                                         srand(1);BEFORE CODE
//!                                                                         TIMELINE
//! ```
//!
//! The seed at the beginning gives all engines the same `rnd`. GENERATOR is both halves of its state, one engine has them the
//! other way round. The timeline at the end wraps `_draw` and prints the
//! sounds that play and the generator's state, if they changed: `~farm FRAME CHANNEL0 ... CHANNEL3 PATTERN GENERATOR`.

use crate::buttons;
use loader::{DataPlaces, Loader};
use rasher::Digest;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use store::DiskSource;

/// What a line of the timeline begins with.
pub const TIMELINE: &str = "~farm ";

const SEED: &[u8] = b"srand(1);";
const AFTER: &[u8] = b"
do local d,f,l=_draw,0,\"\"
if d then function _draw() d() f+=1
local s=\"\"
for i in all{46,47,48,49,54} do s..=tostr(stat(i))..\" \" end
s..=tostr(peek4(0x5f44)^^peek4(0x5f48),true)
if s~=l then l=s printh(\"~farm \"..f..\" \"..s) end
end end end
";

/// Most files next to a cart that are copied with it, and the most bytes of one.
const NEIGHBOURS: usize = 64;
const NEIGHBOUR_BYTES: u64 = 1 << 20;
/// Folders below the given one that are searched.
const DEPTH: usize = 12;

/// The cartridges below a folder, or the one that is named, in order.
pub fn find(folder: &Path) -> Result<Vec<PathBuf>, String> {
    if folder.is_file() {
        return Ok(vec![folder.into()]);
    }
    let mut found = Vec::new();
    search(folder, DEPTH, &mut found).map_err(|error| format!("{}: {error}", folder.display()))?;
    found.sort();
    Ok(found)
}

fn search(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (path, kind) = (entry.path(), entry.file_type()?);
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        if kind.is_dir() && depth > 0 && !hidden {
            // A folder that cannot be read is passed over; the carts of the others are still found.
            _ = search(&path, depth - 1, found);
        } else if kind.is_file() && format::is_cartridge(&path.to_string_lossy()) {
            found.push(path);
        }
    }
    Ok(())
}

/// The carts in the order of a draw: one of each folder in the given one in turn. Files with equal bytes are drawn once.
pub fn shuffle<'a>(folder: &Path, all: &[&'a PathBuf], seed: u64) -> Vec<&'a PathBuf> {
    let top = |path: &Path| path.strip_prefix(folder).ok()?.iter().next().map(OsStr::to_owned);
    let mut random = buttons::random(seed);
    let mut seen = BTreeSet::new();
    let new = |path: &&&PathBuf| fs::read(path).is_ok_and(|bytes| seen.insert(Digest::of(&bytes)));
    let different: Vec<&PathBuf> = all.iter().filter(new).copied().collect();
    let mut left: Vec<Vec<&PathBuf>> = different.chunk_by(|a, b| top(a) == top(b)).map(Vec::from).collect();
    let mut drawn = Vec::with_capacity(different.len());
    while !left.is_empty() {
        for part in &mut left {
            drawn.push(part.swap_remove(random(part.len() as u64) as usize));
        }
        left.retain(|part| !part.is_empty());
    }
    drawn
}

/// Writes the copy of a cart into a folder, with this code before its own. Fails with the loader's message if the cart cannot be read as a program.
pub fn copy(cart: &Path, folder: &Path, before: &str) -> Result<PathBuf, String> {
    let loaded = Loader::new(DiskSource::default()).open(&[], cart, &DataPlaces::default());
    let loaded = loaded.and_then(loader::Loaded::runnable).map_err(|error| error.to_string())?;
    let mut cartridge = loaded.cartridge.ok_or("it is no cartridge")?;
    cartridge.rom = rasher::Rom::clone(&loaded.cart.rom);
    let code = &loaded.code.text;
    // On the first line, so that the lines keep their numbers.
    let before = before.replace('\n', " ");
    cartridge.code = [SEED, &format::encode_code(&before), b" ", code, AFTER].concat();
    cartridge.version = format::Cartridge::VERSION;
    cartridge.form = format::TextForm::default();
    cartridge.extra.clear();
    neighbours(cart, folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let path = folder.join("farm_cart.p8");
    let text = format::write_p8(&cartridge).map_err(|error| error.to_string())?;
    fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(path)
}

/// Copies the cartridges next to a cart: it may load them.
fn neighbours(cart: &Path, folder: &Path) -> std::io::Result<()> {
    let Some(home) = cart.parent() else { return Ok(()) };
    let mut paths: Vec<PathBuf> = fs::read_dir(home)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    let wanted = paths.iter().filter(|path| format::is_cartridge(&path.to_string_lossy()));
    for path in wanted.take(NEIGHBOURS) {
        let small = fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() <= NEIGHBOUR_BYTES);
        if let (true, Some(name)) = (small, path.file_name()) {
            fs::copy(path, folder.join(name))?;
        }
    }
    Ok(())
}
