//! `rasher pack NAME`: a cart as a cartridge: FILE.p8.png, a picture; FILE.p8, text; FILE.p8.rom, bytes without a label.
//!
//! A cartridge gets its includes and the data files next to it. A Rust cart gets a stamp with its name and version as code, and plays only
//! where that cart is on the shelf. The same data and label give the same bytes.

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

/// Default frame of the label: a second of play, or two at 30 frames.
const FRAME: u64 = 60;

pub fn pack(carts: &'static [Entry], options: &PackOptions) -> Result<CommandOutput, ToolError> {
    let loaded = options.cart.open(carts)?;
    let rom = Rom::clone(&loaded.cart.rom);
    let path =
        options.output.clone().unwrap_or_else(|| beside_name(options.cart.path(), &rom.name, ".p8.png"));
    let name = path.to_string_lossy().to_ascii_lowercase();
    let kind = [".p8.png", ".p8.rom", ".p8"].into_iter().find(|ending| name.ends_with(ending));
    let kind = kind.ok_or_else(|| ToolError::CartridgeExtension { path: path.clone() })?;
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
            Ok(frame) => Some(run_for_label(&loaded, frame, &mut report)?),
            Err(_) => Some(read_label(Path::new(label))?),
        },
        None if cartridge.label.is_some() || loaded.entry.is_none() => cartridge.label,
        None => Some(run_for_label(&loaded, FRAME, &mut report)?),
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

/// The screen after some frames without input, or at a crash.
fn run_for_label(
    loaded: &Loaded,
    frame: u64,
    report: &mut CommandOutput,
) -> Result<Box<[u8; PIXELS]>, ToolError> {
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

fn read_label(path: &Path) -> Result<Box<[u8; PIXELS]>, ToolError> {
    let Picture { width, height, indices } = read_png(&store::read(path)?, &path.display().to_string())?;
    let label: Result<Box<[u8; PIXELS]>, _> = indices.into_boxed_slice().try_into();
    match label {
        Ok(label) if (width, height) == (SIDE, SIDE) => Ok(label),
        _ => Err(ToolError::LabelSize { path: path.into(), width, height }),
    }
}
