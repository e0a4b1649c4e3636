//! `rasher pack NAME`: a cart as a cartridge in one file.
//!
//! ```text
//! a cart of the shelf   its data as they are found, and a stamp with its name and version in the place of the code
//! a cartridge           what it holds, its code too: from one kind to another; what its code includes is in it, and data files
//!                       that lie beside it
//!
//! -o FILE.p8.png   a picture of the cartridge; FILE.p8 text; FILE.p8.rom bytes, without label
//! --label N        the N-th frame of a run without input, from seed 0   --label FILE   a picture
//! ```
//!
//! A Rust cart's code is in the binary: to play the cartridge one needs that cart on the shelf. The same data and label
//! give the same bytes.

use crate::CommandOutput;
use crate::error::ToolError;
use crate::open::beside_name;
use crate::options::PackOptions;
use format::{CODE_BYTES, Cartridge, Picture, packed_len, read_png, write_p8, write_p8png, write_p8rom};
use loader::Loaded;
use rasher::{Input, PIXELS, Rom, SIDE};
use shelf::Entry;
use std::path::Path;
use timeline::Run;

/// The frame of the label if none is named: what a cart shows after a second, or two at 30 frames.
const FRAME: u64 = 60;

pub fn pack(carts: &'static [Entry], options: &PackOptions) -> Result<CommandOutput, ToolError> {
    let loaded = options.cart.open(carts)?;
    let rom = Rom::clone(&loaded.cart.rom);
    let path =
        options.output.clone().unwrap_or_else(|| beside_name(options.cart.path(), &rom.name, ".p8.png"));
    let name = path.to_string_lossy().to_ascii_lowercase();
    let kind = [".p8.png", ".p8.rom", ".p8"].into_iter().find(|ending| name.ends_with(ending));
    let kind = kind.ok_or_else(|| ToolError::Ending { path: path.clone() })?;
    let mut report = CommandOutput::default();
    if let Some(error) = loaded.error.clone().filter(|error| !error.is_of_program()) {
        return Err(error.into());
    }
    let mut cartridge = match (&loaded.cartridge, loaded.entry) {
        (Some(cartridge), _) if loaded.is_lua() => {
            Cartridge { rom, code: loaded.code.text.to_vec(), ..cartridge.clone() }
        }
        (Some(cartridge), _) => cartridge.clone(),
        (None, Some(entry)) => Cartridge::stamped(rom, entry.title, entry.about),
        (None, None) => Cartridge::new(rom),
    };
    cartridge.label = match &options.label {
        Some(label) => match label.parse() {
            Ok(frame) => Some(shown(&loaded, frame, &mut report)?),
            Err(_) => Some(picture(Path::new(label))?),
        },
        None if cartridge.label.is_some() || loaded.entry.is_none() => cartridge.label,
        None => Some(shown(&loaded, FRAME, &mut report)?),
    };
    let bytes = match kind {
        ".p8.png" => write_p8png(&cartridge)?,
        ".p8.rom" => write_p8rom(&cartridge)?,
        _ => write_p8(&cartridge)?,
    };
    store::write(&path, &bytes)?;
    report.out = format!(
        "{}: {} bytes; code {} characters, {} of {CODE_BYTES} bytes\n",
        path.display(),
        bytes.len(),
        cartridge.code.len(),
        packed_len(&cartridge.code),
    );
    Ok(report)
}

/// What the cart shows after so many frames without input. A cart that panics before shows its last picture.
fn shown(loaded: &Loaded, frame: u64, report: &mut CommandOutput) -> Result<Box<[u8; PIXELS]>, ToolError> {
    let (program, boot) = loaded.clone().runnable()?.cart.boot();
    let mut run = Run::start(program, boot)?;
    for _ in 0..frame.min(timeline::FRAMES_MAX) {
        if let Err(crash) = run.frame(&Input::default()) {
            report.warn(&crash);
            break;
        }
    }
    let mut label = Box::new([0; PIXELS]);
    run.console().machine().picture(&mut label);
    Ok(label)
}

fn picture(path: &Path) -> Result<Box<[u8; PIXELS]>, ToolError> {
    let Picture { width, height, indices } = read_png(&store::read(path)?, &path.display().to_string())?;
    let label: Result<Box<[u8; PIXELS]>, _> = indices.into_boxed_slice().try_into();
    match label {
        Ok(label) if (width, height) == (SIDE, SIDE) => Ok(label),
        _ => Err(ToolError::Label { path: path.into(), width, height }),
    }
}
