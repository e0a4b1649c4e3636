//! What is played: a program in its first state, its data, and the folder that they are followed in.

use rasher::{Program, Rom};
use shelf::Entry;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use studio::{BootScreen, Shown};
use tool::{Origin, Play, Source};

/// A cart, ready to start.
pub struct Cartridge {
    /// What its files are called.
    pub name: String,
    /// What the window is called.
    pub title: String,
    /// The program in its first state.
    pub program: Box<dyn Program>,
    /// Its data as they stand now.
    pub rom: Arc<Rom>,
    /// Where the data come from, if they come from the disk: the folder that holds `sprites` and `sfx`.
    pub folder: Option<PathBuf>,
}

impl Cartridge {
    /// A cart with its entry: from the shelf, or its maker's own.
    ///
    /// # Errors
    /// When its data files are wrong.
    pub fn of(entry: &Entry, source: &Source) -> Result<Cartridge, String> {
        let found = tool::find_rom(entry, source).map_err(|e| e.to_string())?;
        Ok(Cartridge {
            name: entry.name.to_string(),
            title: entry.title.to_string(),
            program: (entry.make)(),
            rom: Arc::new(found.rom),
            folder: match found.origin {
                Origin::Folder(folder) => Some(folder),
                Origin::Embedded => None,
            },
        })
    }

    /// Is it a cartridge as text, by its name?
    pub fn is_p8(path: &Path) -> bool {
        path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("p8"))
    }

    /// The data of a cartridge in text, to look at: its Lua code is read, not run.
    ///
    /// # Errors
    /// When the file cannot be read or is wrong.
    pub fn p8(path: &Path) -> Result<Cartridge, String> {
        let shown = path.display().to_string();
        let bytes = tool::read(path).map_err(|e| e.to_string())?;
        let rom = format::read_p8(&bytes, &shown).map_err(|e| e.to_string())?.rom;
        Ok(Cartridge {
            name: rom.name.clone(),
            title: format!("{} (data of a .p8 cart)", rom.name),
            program: rasher::program(studio::View::default()),
            rom: Arc::new(rom),
            folder: None,
        })
    }
}

/// The cart that the command line asks for; without a name the boot screen.
///
/// # Errors
/// When there is none of that name, or its data files are wrong.
pub fn find(carts: &'static [Entry], play: &Play) -> Result<Cartridge, String> {
    match &play.cart {
        Some(name) if Cartridge::is_p8(Path::new(name)) => {
            Err(format!("{name}: Lua carts cannot be run; rasher view {name} shows its data"))
        }
        Some(name) => {
            let entry = tool::cart(carts, name).map_err(|e| e.to_string())?;
            Cartridge::of(entry, &Source::new(play.source.data.clone()))
        }
        None => Ok(boot_screen(carts)),
    }
}

/// A cart's data files, or a `.p8` file's data, to look at.
///
/// # Errors
/// As [`find`], or when the file cannot be read.
pub fn view(carts: &'static [Entry], play: &Play) -> Result<Cartridge, String> {
    if let Some(path) = play.cart.as_deref().map(Path::new).filter(|path| Cartridge::is_p8(path)) {
        return Cartridge::p8(path);
    }
    let cart = find(carts, play)?;
    Ok(Cartridge {
        title: format!("{} (data files)", cart.title),
        program: rasher::program(studio::View::default()),
        ..cart
    })
}

/// The shelf, to choose from.
fn boot_screen(carts: &[Entry]) -> Cartridge {
    let shown = carts.iter().map(|cart| Shown {
        name: cart.name.to_string(),
        title: cart.title.to_string(),
        about: cart.about.to_string(),
    });
    Cartridge {
        name: "shelf".to_string(),
        title: "the shelf".to_string(),
        program: rasher::program(BootScreen::new(shown.collect())),
        rom: Arc::new(Rom::empty("shelf")),
        folder: None,
    }
}
