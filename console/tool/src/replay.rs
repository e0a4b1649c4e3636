//! `rasher replay FILE`: a recording played again, its digests compared.

use crate::cli::ReplayArgs;
use crate::data::{Source, cart, find_rom};
use crate::disk;
use crate::error::ToolError;
use crate::run::picture;
use shelf::Entry;
use std::sync::Arc;
use timeline::{Recording, Replay};

/// The enlargement of the picture.
const SCALE: u8 = 4;

pub fn replay(carts: &'static [Entry], options: &ReplayArgs) -> Result<String, ToolError> {
    let path = options.file.as_path();
    let recording = Recording::from_bytes(&disk::read(path)?)
        .map_err(|source| ToolError::Recording { path: path.into(), source })?;
    let entry = cart(carts, &recording.start.cart)?;
    let found = find_rom(entry, &Source::new(options.source.data.clone()))?;
    let console = Replay::new(&recording, (entry.make)(), Arc::new(found.rom))
        .and_then(Replay::finish)
        .map_err(|source| ToolError::Replay { path: path.into(), source: Box::new(source) })?;
    if let Some(out) = &options.png {
        disk::write(out, &picture(&console, SCALE))?;
    }
    Ok(format!(
        "{}: {} frames of {}, {} digests equal\nframe {} digest {:016x}\n",
        path.display(),
        recording.frames(),
        entry.name,
        recording.checks().len(),
        console.machine().frame(),
        console.digest(),
    ))
}
