//! The keys of carts, which name their runs, slots, histories and files: `ids.json`, a list of `[path, id, key]`.
//!
//! ```text
//! id     of the comment in the code (`format::cart_id`), else code-DIGEST of the code that was seen last
//! key    the id that the cart was first seen with; file stem + digest of the path for carts of earlier versions, whose files stay
//!
//! known path, same id, or none so far          its key, also with other code
//! known id, and its other file is gone         moved or renamed: the other's key
//! known id in the same folder                  the other's key: one cart in two forms
//! known id elsewhere                           a copy, or a download that names a foreign id: a key of its own, with copies of
//!                                              runs and slots
//! ```
//!
//! So files stay where they are when a cart is moved, and two windows never move a file that the other has locked.

use crate::disk::folder;
use crate::error::StoreError;
use crate::file::{make_folders, read_if_there};
use crate::home::{Home, inside, is_key_of, path_key, real};
use crate::settings::{SETTINGS_MAX, read_settings, update_settings};
use crate::slots::SLOTS;
use crate::{history, runs, saves, slots};
use format::{is_cart_id, read_code};
use loader::{Cart, DIGEST_KEY};
use rasher::Records;
use std::fs;
use std::path::{Path, PathBuf};

/// Carts that are remembered: the newest.
const CARTS_MAX: usize = 4000;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CartIds(Vec<Known>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Known {
    path: String,
    id: String,
    key: String,
}

/// A path as a text. One that is no text has its digest, too, after a character that no path has.
pub(crate) fn place(path: &Path) -> String {
    let real = real(path);
    let digest = || rasher::Digest::of(real.as_os_str().as_encoded_bytes());
    real.to_str().map_or_else(|| format!("{}\0{:016x}", real.display(), digest()), str::to_string)
}

fn is_gone(place: &str) -> bool {
    !place.contains('\0') && !Path::new(place).exists()
}

fn file_name(path: &str) -> String {
    Path::new(path).file_name().unwrap_or_default().to_string_lossy().into_owned()
}

impl CartIds {
    pub fn read(home: &Home) -> Result<CartIds, StoreError> {
        Ok(read_settings(home, &home.ids(), CartIds::parse)?.unwrap_or_default())
    }

    fn parse(bytes: &[u8]) -> Result<CartIds, String> {
        let all: Vec<[String; 3]> = serde_json::from_slice(bytes).map_err(|e| e.to_string())?;
        // Keys become names of files.
        let all = all.into_iter().filter(|[_, _, key]| inside(key).is_ok());
        Ok(CartIds(all.map(|[path, id, key]| Known { path, id, key }).collect()))
    }

    fn to_json(&self) -> Vec<u8> {
        let mut newest = &self.0[self.0.len().saturating_sub(CARTS_MAX)..];
        loop {
            let all: Vec<_> = newest.iter().map(|Known { path, id, key }| [path, id, key]).collect();
            // Texts always have a JSON form.
            let json = serde_json::to_vec(&all).unwrap_or_default();
            if json.len() as u64 <= SETTINGS_MAX {
                return json;
            }
            newest = &newest[newest.len().div_ceil(2)..];
        }
    }

    /// The key of the cart at a path; that of earlier versions if it was not opened since.
    pub fn key(&self, path: &Path) -> String {
        let at = place(path);
        let known = self.0.iter().find(|known| known.path == at);
        known.map_or_else(|| path_key(path), |known| known.key.clone())
    }

    /// The keys of all carts whose file has that name without its ending.
    fn keys_named(&self, name: &str) -> Vec<&str> {
        let all = self.0.iter().filter(|known| format::stem(&known.path) == name);
        all.map(|known| &*known.key).collect()
    }

    /// Finds or adds the cart at a path. Returns whether that changed anything, its key, and the change to its files.
    fn add(&mut self, home: &Home, path: &Path, id: &str) -> Result<(String, Change), StoreError> {
        let at = place(path);
        let is_digest = |id: &str| !is_cart_id(id);
        let taken = !is_digest(id) && self.0.iter().any(|known| known.id == id);
        if let Some(known) = self.0.iter_mut().find(|known| known.path == at) {
            if known.id == id {
                return Ok((known.key.clone(), Change::None));
            }
            // Its code has changed, or its author has given it an id.
            if is_digest(id) || is_digest(&known.id) && !taken {
                known.id = id.to_string();
                return Ok((known.key.clone(), Change::Known));
            }
        }
        self.0.retain(|known| known.path != at);
        let others = || self.0.iter().enumerate().filter(|(_, known)| known.id == id);
        let moved = others().find(|(_, known)| is_gone(&known.path)).map(|(n, _)| n);
        let is_here = |known: &Known| Path::new(&known.path).parent() == Path::new(&at).parent();
        let (key, change) = if let Some(n) = moved {
            let Known { path, key, .. } = self.0.remove(n);
            (key, Change::Moved(file_name(&path)))
        } else if let Some((_, other)) = others().find(|(_, known)| !is_digest(id) && is_here(known)) {
            (other.key.clone(), Change::Known)
        } else if let Some((_, other)) = others().next_back() {
            let numbered = (2..).map(|n| format!("{id}-{n}"));
            let mut free = numbered.filter(|key| self.0.iter().all(|known| known.key != *key));
            (free.next().unwrap_or_default(), Change::Copied(other.key.clone()))
        } else {
            let old = path_key(path);
            (if has_files(home, &old) { old } else { id.to_string() }, Change::Known)
        };
        self.0.push(Known { path: at, id: id.to_string(), key: key.clone() });
        Ok((key, change))
    }
}

enum Change {
    None,
    Known,
    /// From a file of that name.
    Moved(String),
    /// From that key.
    Copied(String),
}

/// The files and folders of a key that a copy of the cart gets, too.
fn copied(home: &Home, key: &str) -> Result<Vec<PathBuf>, StoreError> {
    let mut all = Vec::new();
    for number in 1..=runs::RUNS_MAX {
        all.push(runs::paths(home, key, number)?.0);
    }
    for number in 1..=SLOTS {
        all.push(slots::path(home, key, number)?);
    }
    Ok(all)
}

/// Whether anything is kept under a key.
fn has_files(home: &Home, key: &str) -> bool {
    let results = [Records::best_id(key), Records::day_id(key)].map(|id| saves::path(home, &id));
    let files =
        copied(home, key).into_iter().flatten().chain(home.cart(key)).chain(results.into_iter().flatten());
    history::has_history(home, key) || files.into_iter().any(|path| path.exists())
}

fn change<T>(home: &Home, act: impl FnOnce(&mut CartIds) -> T) -> Result<T, StoreError> {
    let mut done = None;
    update_settings(home, &home.ids(), |bytes| {
        // One that cannot be read was set aside when the carts were listed.
        let mut ids = bytes.and_then(|bytes| CartIds::parse(bytes).ok()).unwrap_or_default();
        done = Some(act(&mut ids));
        ids.to_json()
    })?;
    done.ok_or(StoreError::NoHome)
}

/// The key of the cart at a path with an id or digest ([`loader::Cart::key`]), which is remembered.
pub fn remember_cart(home: &Home, path: &Path, id: &str) -> Result<String, StoreError> {
    // Most carts are known, and nothing is written.
    if let (key, Change::None) = CartIds::read(home)?.add(home, path, id)? {
        return Ok(key);
    }
    let (key, done) = change(home, |ids| ids.add(home, path, id))??;
    match done {
        Change::None | Change::Known => {}
        Change::Moved(name) => rename_in_history(home, &key, &name, path)?,
        Change::Copied(from) => {
            for (from, to) in copied(home, &from)?.iter().zip(copied(home, &key)?) {
                if let Some(bytes) = read_if_there(from)? {
                    make_folders(&**home.disk(), folder(&to))?;
                    home.write(&to, &bytes)?;
                }
            }
        }
    }
    Ok(key)
}

/// [`remember_cart`] for a loaded cart that has a file.
pub fn remember(cart: &mut Cart, home: &Home) -> Result<(), StoreError> {
    if let (Some(path), Some(key)) = (cart.origin.file(), &cart.key) {
        cart.key = Some(remember_cart(home, path, key)?);
    }
    Ok(())
}

/// Notes that a cart's file has another path now. Its key stays.
pub(crate) fn moved(home: &Home, from: &str, key: &str, to: &Path) -> Result<(), StoreError> {
    change(home, |ids| {
        let known = ids.0.iter().position(|known| known.path == from).map(|n| ids.0.remove(n));
        let id = known.map_or_else(|| DIGEST_KEY.to_string(), |known| known.id);
        ids.0.retain(|known| known.path != place(to));
        ids.0.push(Known { path: place(to), id, key: key.to_string() });
    })?;
    rename_in_history(home, key, &file_name(from), to)
}

/// Gives the cart's file its new name in the log of its edits.
fn rename_in_history(home: &Home, key: &str, from: &str, to: &Path) -> Result<(), StoreError> {
    let to = to.file_name().unwrap_or_default().to_string_lossy();
    if *from == *to { Ok(()) } else { history::rename_in(home, key, (from, &to)) }
}

/// The id in a cart's file.
pub fn cart_id(path: &Path) -> Result<Option<String>, StoreError> {
    let code = read_code(&crate::source::read(path)?, &path.display().to_string())?;
    Ok(format::cart_id(&code).map(str::to_string))
}

/// Writes an id to the end of a cart's code if it has none, or in place of the one that it has if `copies`. Returns the new one; none if
/// nothing was written: the file cannot be changed, or has no room.
pub fn add_cart_id(path: &Path, random: u64, copies: bool) -> Result<Option<String>, StoreError> {
    let shown = path.display().to_string();
    let bytes = crate::source::read(path)?;
    let Some((new, id)) = format::with_new_id(&bytes, random, copies, &shown)? else { return Ok(None) };
    crate::file::write(path, &new)?;
    Ok(Some(id))
}

/// The run that was written last among all carts of that name in any folder.
pub fn newest_run_named(home: &Home, name: &str) -> Result<Option<PathBuf>, StoreError> {
    let name = inside(name)?;
    let Ok(folder) = fs::read_dir(home.runs()) else { return Ok(None) };
    let ids = CartIds::read(home)?;
    let keys = ids.keys_named(name);
    let is_one = |path: &PathBuf| {
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let key = file.rsplit_once('.').filter(|(_, ending)| {
            ending.strip_prefix("run").is_some_and(|number| number.bytes().all(|b| b.is_ascii_digit()))
        });
        key.is_some_and(|(key, _)| is_key_of(key, name) || keys.contains(&key))
    };
    let paths = folder.flatten().map(|entry| entry.path()).filter(is_one);
    let written = |path: &PathBuf| fs::metadata(path).and_then(|meta| meta.modified()).ok();
    Ok(paths.max_by_key(written))
}
