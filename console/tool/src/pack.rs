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
use crate::data::{DataOrigin, OpenedCart, beside_name};
use crate::error::ToolError;
use crate::lua;
use crate::options::PackOptions;
use format::{CODE_BYTES, Cartridge, Picture, packed_len, read_png, write_p8, write_p8png, write_p8rom};
use rasher::{Boot, Input, PIXELS, SIDE};
use shelf::Entry;
use std::path::Path;
use std::sync::Arc;
use store::read_cartridge;
use timeline::Run;

/// The frame of the label if none is named: what a cart shows after a second, or two at 30 frames.
const FRAME: u64 = 60;

pub fn pack(carts: &'static [Entry], options: &PackOptions) -> Result<CommandOutput, ToolError> {
    let opened = options.cart.open(carts)?;
    let path = options
        .output
        .clone()
        .unwrap_or_else(|| beside_name(options.cart.path(), &opened.found.rom.name, ".p8.png"));
    let name = path.to_string_lossy().to_ascii_lowercase();
    let kind = [".p8.png", ".p8.rom", ".p8"].into_iter().find(|ending| name.ends_with(ending));
    let kind = kind.ok_or_else(|| ToolError::Ending { path: path.clone() })?;
    let mut report = CommandOutput::default();
    let mut cartridge = match (&opened.found.origin, opened.entry) {
        (DataOrigin::File(file), _) if opened.lua().is_some() => lua::whole(file)?,
        (DataOrigin::File(file), _) => read_cartridge(file)?,
        (_, Some(entry)) => Cartridge::stamped(opened.found.rom.clone(), entry.title, entry.about),
        (_, None) => Cartridge::new(opened.found.rom.clone()),
    };
    cartridge.label = match &options.label {
        Some(label) => match label.parse() {
            Ok(frame) => Some(shown(carts, &opened, frame, &mut report)?),
            Err(_) => Some(picture(Path::new(label))?),
        },
        None if cartridge.label.is_some() || opened.entry.is_none() => cartridge.label,
        None => Some(shown(carts, &opened, FRAME, &mut report)?),
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
fn shown(
    carts: &'static [Entry],
    opened: &OpenedCart,
    frame: u64,
    report: &mut CommandOutput,
) -> Result<Box<[u8; PIXELS]>, ToolError> {
    let bundled = opened.bundle(None)?;
    let boot = Boot { rom: Arc::new(bundled.rom), bundle: Arc::new(bundled.bundle), ..Boot::default() };
    let mut run = Run::start(opened.program(carts)?, boot)?;
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
