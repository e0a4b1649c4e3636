//! `rasher pack NAME`: a cart as a cartridge: FILE.p8.png, a picture; FILE.p8, text; FILE.p8.rom, bytes without a label. `rasher unpack
//! FILE DIR`: a cartridge as files that other programs can edit, and that play and pack again.
//!
//! ```text
//! game.p8.png ──> DIR/game.p8                label, meta, and #include lines
//!                 DIR/game_0.lua, _1 ...     a file for each tab; game.lua if there is only one
//!                 DIR/sprites/game.png .map .flags      DIR/sfx/game.sfx .music
//!                 DIR/source/game/src/lib.rs ...        of a cart in Rust, if it was packed with --source
//! ```
//!
//! A picture of a cart in Rust has its module (`cart_module.rs`), so that every console plays it. The other kinds have no room for one: there,
//! and with `--without-code`, a stamp with its name and version is the code, which plays where that cart is on the shelf.

use crate::CommandOutput;
use crate::budget::{past_limits, rust_sources};
use crate::cart_module::build_cart_module;
use crate::error::ToolError;
use crate::module;
use crate::new::is_free;
use crate::open::beside_name;
use crate::options::PackOptions;
use budget::SourceLimit;
use format::{
    CODE_BYTES, CartModule, Cartridge, MODULE_PACKED, Picture, RomParts, SharedOwner, packed_len, parts,
    read_png, write_flags, write_map, write_music, write_p8, write_p8png, write_p8rom, write_sfx,
    write_sheet,
};
use loader::{Loaded, data_files};
use rasher::{Input, PIXELS, Rom, SIDE};
use shelf::Entry;
use std::path::{Path, PathBuf};
use store::read_cartridge;
use timeline::Run;

/// Default frame of the label: a second of play, or two at 30 frames.
pub(crate) const FRAME: u64 = 60;

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
        (Some(cartridge), _) if cartridge.module.is_some() => Cartridge { rom, ..cartridge.clone() },
        (Some(cartridge), _) if loaded.is_lua() => {
            Cartridge { rom, code: loaded.code.text.to_vec(), ..cartridge.clone() }
        }
        (Some(cartridge), _) => cartridge.clone(),
        (None, Some(entry)) => Cartridge::stamped(rom, entry.title, entry.about),
        (None, None) => Cartridge::new(rom),
    };
    let frame = match &options.label {
        Some(label) => label.parse().ok(),
        None if cartridge.label.is_some() || loaded.entry.is_none() => None,
        None => Some(FRAME),
    };
    if let Some(frame) = frame {
        cartridge.label = Some(run_for_label(&loaded, frame, &mut report)?);
    } else if let Some(file) = &options.label {
        cartridge.label = Some(read_label(Path::new(file))?);
    }
    if let (None, Some(entry)) = (&loaded.cartridge, loaded.entry)
        && kind == ".p8.png"
        && !options.without_code
    {
        let module = with_sources(carts, entry, build_cart_module(entry)?, options.source, &mut report)?;
        cartridge = cartridge.with_module(module, entry.about);
    } else if options.source {
        return Err(ToolError::NoRustSource { path });
    }
    let bytes = match kind {
        ".p8.png" => write_p8png(&cartridge)?,
        ".p8.rom" => write_p8rom(&cartridge)?,
        _ => write_p8(&cartridge)?,
    };
    store::write(&path, &bytes)?;
    let (name, letters, packed) = (path.display(), cartridge.code.len(), packed_len(&cartridge.code));
    let size = match &cartridge.module {
        Some(CartModule { head, lzma, sources, .. }) => {
            let tokens = match head.tokens {
                0 => String::new(),
                tokens => format!("; {tokens} of {} tokens", SourceLimit::Tokens.most()),
            };
            let packed = lzma.len() + sources.len();
            let sources = match sources.len() {
                0 => String::new(),
                bytes => format!(" with {bytes} of sources"),
            };
            format!("module {} bytes, {packed} of {MODULE_PACKED} packed{sources}{tokens}", head.bytes)
        }
        None => format!("code {letters} characters, {packed} of {CODE_BYTES} bytes"),
    };
    report.out = format!("{name}: {} bytes; {size}\n", bytes.len());
    Ok(report)
}

/// The module with the count of its sources' tokens, and with these, if they are wanted.
fn with_sources(
    carts: &'static [Entry],
    entry: &Entry,
    mut module: CartModule,
    wanted: bool,
    report: &mut CommandOutput,
) -> Result<CartModule, ToolError> {
    let (cost, files) = match rust_sources(carts, entry) {
        Ok(found) => found,
        Err(error) if wanted => return Err(error),
        // A source that cannot be counted, as with a computed path of an include, is no reason against the cart.
        Err(error) => {
            report.warn(&format!("its tokens are not counted: {error}"));
            return Ok(module);
        }
    };
    past_limits(&cost).for_each(|line| report.warn(&line));
    module.head.tokens = cost.used(SourceLimit::Tokens) as u32;
    if wanted {
        // Paths and bytes have a form.
        module.sources = module::pack(&postcard::to_allocvec(&files).unwrap_or_default())?;
        module.head.sources = module.sources.len() as u32;
        let (name, sizes) = (entry.name.into(), [&module.lzma, &module.sources].map(Vec::len));
        if sizes.iter().sum::<usize>() > MODULE_PACKED {
            let [module, sources] = sizes;
            return Err(ToolError::LargeSources { name, module, sources, most: MODULE_PACKED });
        }
    }
    Ok(module)
}

/// The screen after some frames without input, or at a crash.
pub(crate) fn run_for_label(
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

/// The text of a cart's data files, in the order of [`data_files`].
pub(crate) fn write_data_files(rom: &Rom) -> [Vec<u8>; 5] {
    let RomParts { sheet, map, flags, sfx, music } = parts(rom, SharedOwner::Sheet);
    [
        write_sheet(&sheet),
        write_map(&map).into_bytes(),
        write_flags(&flags).into_bytes(),
        write_sfx(&sfx).into_bytes(),
        write_music(&music).into_bytes(),
    ]
}

pub fn unpack(file: &Path, folder: &Path) -> Result<String, ToolError> {
    let cartridge = read_cartridge(file)?;
    let files = unpacked(&cartridge, &cartridge.rom.name, folder)?;
    files.iter().try_for_each(|(path, _)| is_free(path))?;
    for (path, bytes) in &files {
        store::write_with_folders(path, bytes)?;
    }
    let lines = files.iter().map(|(path, bytes)| format!("{}: {} bytes\n", path.display(), bytes.len()));
    Ok(lines.collect())
}

fn unpacked(cartridge: &Cartridge, name: &str, folder: &Path) -> Result<Vec<(PathBuf, Vec<u8>)>, ToolError> {
    let tabs = cartridge.tabs();
    let mut files = Vec::new();
    let mut includes = Vec::new();
    for (n, tab) in tabs.iter().enumerate() {
        let lua = if tabs.len() == 1 { format!("{name}.lua") } else { format!("{name}_{n}.lua") };
        files.push((folder.join(&lua), rasher::text::decode(tab).into_bytes()));
        includes.push(format!("#include {lua}"));
    }
    let code = rasher::text::encode(&includes.join("\n-->8\n")).collect();
    let head = Cartridge { rom: Rom::empty(name), code, ..cartridge.clone() };
    files.insert(0, (folder.join(format!("{name}.p8")), write_p8(&head)?));
    if let Some(module) = &cartridge.module {
        let sources = module.source_files(name)?;
        files.extend(sources.into_iter().map(|(path, bytes)| (folder.join("source").join(path), bytes)));
    }
    files.extend(data_files(folder, name).into_iter().zip(write_data_files(&cartridge.rom)));
    Ok(files)
}
