//! Files and folders that are dropped on the window.
//!
//! ```text
//! folder with sprites/ or sfx/    becomes the cart's data folder, and is followed; not on the shelf
//! folder with cartridges          is added to the shelf
//! NAME.png .map .flags .sfx .music  replaces that data of the running cart until it is restarted
//! NAME.p8 .p8.png .p8.rom         starts the cart that it names with its data; one in Lua plays
//! NAME.lua, a .png or an exported page with a cartridge in it  likewise
//! NAME.report                     a bug report opens in the debugger, at its frame
//! a recording, kept run or slot   is watched from its start; a button continues it from there. With the debugger open it is
//!                                 compared with the run: shows the first picture that differs
//! .wav .mid                       goes to the cart, if it reads dropped files; else the open editors import it
//! any other file                  goes to the cart, if it reads dropped files (stat 120, 121 and serial)
//! anything else                   refused, with the reason
//! ```

use crate::cartridge::{FoundCart, is_report, with_kept};
use crate::keeper::Autosave;
use crate::watch::Reloader;
use loader::DataPlaces;
use player::{CartStart, HostEvent};
use shelf::Entry;
use std::path::{Path, PathBuf};
use store::{DiskSource, Home};

pub enum Dropped {
    Cart(Box<CartStart>, Option<String>, Option<Box<Reloader>>),
    Event(HostEvent),
    Folder(PathBuf),
    Recording,
}

pub fn open(
    carts: &'static [Entry],
    home: &Home,
    autosave: &mut Autosave,
    path: &Path,
    on_shelf: bool,
) -> Result<Dropped, String> {
    if path.is_dir() {
        let places = DataPlaces { data: Some(path.to_path_buf()), ..DataPlaces::default() };
        let data = places.folder(&DiskSource::default()).map_err(|e| e.to_string());
        if !on_shelf && data.is_ok() {
            return Ok(Dropped::Folder(path.to_path_buf()));
        }
        let carts = store::carts_in(path).map_err(|e| e.to_string())?.carts.len();
        if carts == 0 {
            let none = format!("{}: found no .p8 or .p8.png file", path.display());
            let more = data.err().filter(|_| !on_shelf).map_or(String::new(), |data| format!("; {data}"));
            return Err(none + &more);
        }
        let folder = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        return Ok(Dropped::Event(HostEvent::Folder(folder.display().to_string(), carts)));
    }
    if is_report(path) || store::is_cartridge(path) || store::holds_cartridge(path) {
        let (found, message) = if is_report(path) {
            // A report has a message of its own.
            (FoundCart::report(carts, path)?, None)
        } else {
            let (found, message) = FoundCart::dropped(carts, path).map_err(|e| e.to_string())?;
            (found, Some(message))
        };
        let start = with_kept(found.start, home, autosave);
        return Ok(Dropped::Cart(Box::new(start), message, found.reloader));
    }
    let bytes = store::read(path).map_err(|e| e.to_string())?;
    if store::is_recorded(&bytes) {
        return Ok(Dropped::Recording);
    }
    Ok(Dropped::Event(HostEvent::DroppedFile(path.display().to_string(), bytes)))
}

pub fn data_in(folder: &Path, name: &str) -> Result<rasher::Rom, String> {
    let rom = store::rom_in(folder, name).map_err(|e| e.to_string())?;
    rom.ok_or_else(|| format!("{}: found no sprites/{name}.png, .map or .flags", folder.display()))
}
