//! Cartridges that are loaded, new, saved as other files or exported as pages.

use crate::cartridge;
use crate::files::{FileWorker, failed};
use editors::SourceFile;
use loader::{LoadError, Loader};
use player::{CartStart, Export, HostEvent, RequestId, Response, SavedAs};
use rasher::Code;
use rasher::text::in_message;
use shelf::Entry;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use store::{CartIds, DiskSource, EditedSource, Home, StoreError};
use studio::{Piece, SoundFile};
use tool::PlayOptions;

const UNNAMED: &str = "untitled";

fn is_free(path: &Path) -> Result<(), String> {
    // Dangling links count, too.
    match path.symlink_metadata() {
        Ok(_) => Err(format!("{}: already exists; not overwritten", path.display())),
        Err(_) => Ok(()),
    }
}

pub fn load(
    worker: &mut FileWorker,
    name: &str,
    param: String,
    from: Option<&Path>,
) -> Result<Response, String> {
    worker.keep();
    let play =
        PlayOptions { cart: Some(cartridge::resolve(worker.carts, name, from)?), ..worker.play.clone() };
    let found = cartridge::find(worker.carts, &play)?;
    worker.last_reloader.set(found.reloader);
    let start = cartridge::with_kept(found.start, &worker.keeper.home, &mut worker.keeper.autosave);
    Ok(Response::Cart(Box::new(CartStart { param, ..start })))
}

pub fn code_with(path: &Path, sources: Vec<SourceFile>) -> Result<Code, LoadError> {
    let edited: Vec<_> = sources.into_iter().map(|SourceFile { name, text }| (name, text)).collect();
    Loader::new(DiskSource::default()).lua_code(path, &edited)
}

/// A file for a new cart without a name. One that was never edited is used again.
fn unnamed(home: &Home, name: &str, new: &[u8]) -> Option<PathBuf> {
    let own = home.my_carts();
    let ids = CartIds::read(home).unwrap_or_default();
    let mut paths = store::numbered(&own, name, ".p8");
    let is_unused = |path: &Path| {
        store::read(path).is_ok_and(|bytes| bytes == new) && !store::has_history(home, &ids.key(path))
    };
    paths.find(|path| is_free(path).is_ok() || is_unused(path))
}

/// Copies a cartridge, the files it needs and the other carts it loads to the user's own carts. More than one
/// file gets a folder.
fn copy_to_own(
    home: &Home,
    carts: &'static [Entry],
    play: &PlayOptions,
    from: &Path,
) -> Result<PathBuf, String> {
    let said = |e: StoreError| e.to_string();
    let own = home.my_carts();
    let play = PlayOptions { cart: Some(from.to_path_buf()), native: true, ..play.clone() };
    let cart = cartridge::find(carts, &play)?.start.cart;
    let name = from.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let Some(stem) = format::cart_name(&name) else {
        // A page, a picture or a text: its cart.
        let to = store::free_path(&own, &cart.name, ".p8").map_err(said)?;
        let code = cart.bundle.first().ok_or_else(|| format!("{}: found no code in Lua", from.display()))?;
        let all = tool::exported(&to, &cart.rom, &code.code.text, Piece::Sfx(0), &SoundFile::default());
        for (path, bytes) in all.map_err(|e| e.to_string())? {
            store::write_with_folders(&path, &bytes).map_err(said)?;
        }
        return Ok(to);
    };
    let folder = store::cart_folder(from);
    let loaded = cart.bundle.carts().iter().map(|cart| folder.join(&cart.name));
    let loaded: Vec<PathBuf> = loaded.filter(|other| other.file_name() != from.file_name()).collect();
    let needed = loaded.iter().map(PathBuf::as_path).chain([from]).flat_map(store::cart_files);
    let files: BTreeSet<PathBuf> = needed.chain(loaded.iter().cloned()).collect();
    let (to, to_folder) = match files.is_empty() {
        true => (store::free_path(&own, stem, &name[stem.len()..]).map_err(said)?, own),
        false => {
            let to_folder = store::free_path(&own, stem, "").map_err(said)?;
            (to_folder.join(&name), to_folder)
        }
    };
    for path in files.iter().filter(|path| path.is_file()) {
        let Ok(inner) = path.strip_prefix(&folder) else { continue };
        if rasher::is_inside(&inner.to_string_lossy()) {
            let copy = to_folder.join(inner);
            store::make_folder(copy.parent().unwrap_or(&to_folder)).map_err(said)?;
            store::copy(path, &copy).map_err(said)?;
        }
    }
    store::make_folder(&to_folder).map_err(said)?;
    store::copy(from, &to).map_err(said)?;
    // It is another cart from now on.
    store::add_cart_id(&to, store::random(), true).map_err(said)?;
    Ok(to)
}

/// Renames an own cart, deletes it, or restores it.
pub fn move_cart(worker: &mut FileWorker, from: &Path, name: Option<&str>) -> Result<Response, String> {
    worker.keep();
    let to = store::move_cart(&worker.keeper.home, from, name).map_err(|e| e.to_string())?;
    Ok(Response::Text(to.display().to_string()))
}

/// Writes a cartridge and loads it.
pub fn new_cart(worker: &mut FileWorker, to: Option<PathBuf>, from: &str) -> Result<Response, String> {
    let file = Path::new(from);
    if to.is_none() && file.is_absolute() {
        let copy = copy_to_own(&worker.keeper.home, worker.carts, &worker.play, file)?;
        return load(worker, &copy.display().to_string(), String::new(), None);
    }
    let stem = to.as_deref().and_then(Path::file_stem).map(|stem| stem.to_string_lossy().into_owned());
    let name = stem.unwrap_or_else(|| if from.is_empty() { UNNAMED } else { from }.to_string());
    let bytes = shelf::new_cartridge(&name, from).map_err(|e| e.to_string())?;
    let path = match to {
        Some(path) => path,
        None => unnamed(&worker.keeper.home, &name, &bytes).ok_or("there are too many new carts")?,
    };
    if store::read(&path).is_ok_and(|old| old == bytes) {
        return load(worker, &path.display().to_string(), String::new(), None);
    }
    is_free(&path)?;
    store::write_with_folders(&path, &bytes).map_err(|e| e.to_string())?;
    load(worker, &path.display().to_string(), String::new(), None)
}

/// Writes a cart's code, with its includes, and its data. A file of another kind has the includes inside.
fn write_as(home: &Home, saved: &SavedAs) -> Result<(), String> {
    let SavedAs { from, to, key, rom, unsaved } = saved;
    let said = |e: StoreError| e.to_string();
    is_free(to)?;
    let files = store::read_sources(from, loader::included_files).map_err(said)?;
    let text = |(name, base): &(String, Vec<u8>)| {
        unsaved.iter().find(|file| file.name == *name).map_or(base.clone(), |file| file.text.clone())
    };
    let is_text = to.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("p8"));
    let (code, includes) = match files.split_first() {
        Some((own, includes)) if is_text => (text(own), includes),
        _ => {
            let code = code_with(from, unsaved.clone()).map_err(|e| e.to_string())?;
            (format::without_cart_id(&code.text), &[][..])
        }
    };
    let exported = tool::exported(to, rom, &code, Piece::Sfx(0), &SoundFile::default());
    for (path, bytes) in exported.map_err(|e| e.to_string())? {
        store::write_like(&path, &bytes, Some(from), || store::read_label(home, key)).map_err(said)?;
    }
    let edited = |file: &(String, Vec<u8>)| EditedSource {
        name: file.0.clone(),
        text: text(file),
        base: file.1.clone(),
    };
    store::write_sources(to, &includes.iter().map(edited).collect::<Vec<_>>()).map_err(said)?;
    Ok(())
}

pub fn save_as(worker: &mut FileWorker, saved: &SavedAs) -> Result<Response, String> {
    write_as(&worker.keeper.home, saved)?;
    worker.add_cart_id(&saved.to);
    load(worker, &saved.to.display().to_string(), String::new(), None)
}

/// Runs `rasher export`, which may have to build the page's player.
fn page(program: &Path, export: &Export) -> Result<String, String> {
    if !export.over {
        is_free(&export.to)
            .map_err(|_| format!("{}: already exists; export -y overwrites it", export.to.display()))?;
    }
    let mut command = Command::new(program);
    command.args(["export", &export.name, "-o"]).arg(&export.to).stdin(Stdio::null());
    #[cfg(windows)]
    {
        use std::os::windows::process::CommandExt;
        // No terminal of its own.
        command.creation_flags(0x0800_0000);
    }
    let done = command.output().map_err(|e| format!("{}: {e}", program.display()))?;
    let said = in_message(
        String::from_utf8_lossy(if done.status.success() { &done.stdout } else { &done.stderr }).trim(),
        2000,
    );
    if done.status.success() { Ok(format!("wrote {said}")) } else { Err(said) }
}

impl FileWorker {
    /// Exports a page on a thread, so that nothing waits for it.
    pub fn export_page(&mut self, id: RequestId, export: Export) {
        self.keep();
        let events = self.events.clone();
        std::thread::spawn(move || {
            let program = std::env::current_exe().unwrap_or_default();
            let reply = page(&program, &export).map(Response::Text).map_err(failed);
            // A console that has ended needs no answer.
            events.map(|events| events.send(HostEvent::Reply(id, reply)));
        });
    }
}

#[cfg(test)]
#[path = "../tests/unit/create.rs"]
mod tests;
