//! What is played: a program in its first state, its data, and the folder that they are followed in.

use rasher::{Program, Rom};
use shelf::Entry;
use std::path::PathBuf;
use std::sync::Arc;
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
    /// A cart of the shelf.
    ///
    /// # Errors
    /// When its data files are wrong.
    pub fn shelf(entry: &Entry, source: &Source) -> Result<Cartridge, String> {
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

    /// A cart maker's own program, with the data files of its name if there are any.
    ///
    /// # Errors
    /// When there are and they are wrong.
    pub fn own(name: &str, program: Box<dyn Program>, play: &Play) -> Result<Cartridge, String> {
        let words = |e: tool::ToolError| e.to_string();
        let folder = Source::new(play.source.data.clone()).folder().map_err(words)?;
        let rom =
            folder.as_deref().map(|folder| tool::rom_in(folder, name)).transpose().map_err(words)?.flatten();
        Ok(Cartridge {
            name: name.to_string(),
            title: name.to_string(),
            program,
            folder: rom.is_some().then_some(folder).flatten(),
            rom: Arc::new(rom.unwrap_or_else(|| Rom::empty(name))),
        })
    }
}

/// The cart that the command line asks for; without a name the first of the shelf.
///
/// # Errors
/// When there is none of that name, or its data files are wrong.
pub fn find(play: &Play) -> Result<Cartridge, String> {
    let source = Source::new(play.source.data.clone());
    let entry = match &play.cart {
        Some(name) => tool::cart(name).map_err(|e| e.to_string())?,
        None => shelf::CARTS.first().ok_or("the shelf is empty")?,
    };
    Cartridge::shelf(entry, &source)
}
