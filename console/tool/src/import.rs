//! `rasher import FILE NAME`: another program's picture as a cart's sheet, its map as the map, its sounds, or all data of a cartridge.
//!
//! ```text
//! PNG, BMP, GIF, WebP, QOI, JPEG ──┬─ the nearest of 16 colours ──> DATA/sprites/NAME.png, or -o FILE
//! Aseprite's frames ───────────────┘       └── a summary of inexact colours
//! Tiled's .tmx .tmj, LDtk's .ldtk ── flattened ──> DATA/sprites/NAME.map, or -o FILE
//! .wav, .mid ── import/sounds.rs ──> added to the sounds of NAME
//! .p8, .p8.png, .p8.rom ──> all five files of NAME, or with -o FILE the one with its extension
//! ```
//!
//! A smaller picture goes to the top left, the rest is colour 0. Existing files are replaced only with `--overwrite`.

mod arrange;
mod aseprite;
mod ldtk;
mod maps;
mod midi;
mod sounds;
mod tiled;
mod wave;

pub use aseprite::frames as aseprite_frames;
pub use ldtk::ldtk as ldtk_map;
pub use maps::ImportedMap;
pub use midi::read_midi;
pub(crate) use sounds::{is_sound, with_sound};
pub use tiled::tiled as tiled_map;
pub use wave::read_wav;

use crate::error::ToolError;
use crate::new::check_name;
use crate::options::ImportOptions;
use crate::pack::write_data_files;
use format::{
    FilePlace, FormatError, FormatLimit, Import, ReplacedColor, import as read_picture, import_rgba,
    write_map, write_sheet,
};
use loader::data_files;
use rasher::Rom;
use rasher::palette::RGB;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use store::{DiskSource, data_places};

const LISTED: usize = 8;
const SIDE: usize = FormatLimit::SheetSide.most();

fn wrong(file: &str, found: impl Into<String>, expected: &str) -> ToolError {
    wrong_at(file, FilePlace::Whole, found, expected)
}

fn wrong_at(file: &str, place: FilePlace, found: impl Into<String>, expected: &str) -> ToolError {
    FormatError::new(file, place, found, expected).into()
}

/// Calls a library that may panic on malformed files.
fn guarded<T>(
    file: &str,
    expected: &str,
    read: impl FnOnce() -> Result<T, ToolError>,
) -> Result<T, ToolError> {
    timeline::guard(&mut (), 0, |()| read()).unwrap_or_else(|crash| {
        Err(wrong(file, format!("something that crashed the reader: {}", crash.fault.message), expected))
    })
}

pub fn import(options: &ImportOptions) -> Result<String, ToolError> {
    if is_sound(&options.picture) {
        return sounds::import_sound(options);
    }
    let (name, data) = resolve_cart(&options.name, options.data.clone())?;
    let options = &ImportOptions { name, data, ..options.clone() };
    let from = &options.picture;
    if store::is_cartridge(from) || store::holds_cartridge(from) {
        return cartridge(options);
    }
    if is_map(from) {
        let to = place(options, 1)?;
        let found = read_map(from)?;
        store::write(&to, write_map(&found.text()).as_bytes())?;
        return Ok(found.summary(&to));
    }
    let to = place(options, 0)?;
    let found = picture(from)?;
    let mut sheet = Box::new([0; 0x2000]);
    blit(&found, &mut *sheet);
    store::write(&to, &write_sheet(&sheet))?;
    Ok(picture_summary(&to, &found, "is colour 0"))
}

fn ending(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_lowercase()
}

pub(crate) fn is_map(path: &Path) -> bool {
    ["tmx", "tmj", "json", "ldtk"].contains(&&*ending(path))
}

pub(crate) fn read_map(path: &Path) -> Result<ImportedMap, ToolError> {
    let mut left = maps::FILE_MAX;
    let mut read = |file: &Path| -> Result<Vec<u8>, ToolError> {
        let bytes = match file == path {
            true => store::read_at_most(file, left)?,
            // A map may name any file; only those in its folder are read.
            false => store::read_inside(&store::cart_folder(path), file, left)?,
        };
        left -= bytes.len() as u64;
        Ok(bytes)
    };
    let bytes = read(path)?;
    let beside = |name: &Path| read(&path.with_file_name(name));
    match &*ending(path) {
        "ldtk" => ldtk_map(&bytes, &path.display().to_string(), beside),
        _ => tiled_map(&bytes, path),
    }
}

pub(crate) fn picture(path: &Path) -> Result<Import, ToolError> {
    let most = FormatLimit::PictureBytes.most() as u64;
    let (bytes, shown) = (store::read_at_most(path, most)?, path.display().to_string());
    if !["ase", "aseprite"].contains(&&*ending(path)) {
        return Ok(read_picture(&bytes, &shown)?);
    }
    let (w, h, pixels) = aseprite::frames(&bytes, &shown)?;
    Ok(import_rgba(w, h, &pixels, &shown)?)
}

/// The name and data folder of a cart that is named by its file, or by a folder with one cart and its data.
pub(crate) fn resolve_cart(
    cart: &str,
    data: Option<PathBuf>,
) -> Result<(String, Option<PathBuf>), ToolError> {
    let path = &*store::shown_as(cart);
    let has_data = |folder: &&Path| folder.join("sprites").is_dir() || folder.join("sfx").is_dir();
    let stem = |path: &Path| {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        file.split('.').next().unwrap_or_default().to_string()
    };
    let (name, folder) = if path.is_dir() && has_data(&path) {
        (name_in(path)?, Some(path))
    } else if store::is_cartridge(path) && path.is_file() {
        // A bare name is in the current folder.
        let folder = path.parent().map(|it| if it.as_os_str().is_empty() { Path::new(".") } else { it });
        match folder.filter(has_data) {
            Some(folder) => (stem(path), Some(folder)),
            None => (cart.to_string(), None),
        }
    } else {
        (cart.to_string(), None)
    };
    check_name(&name)?;
    Ok((name, data.or(folder.map(Path::to_path_buf))))
}

/// The name of the cart in a folder: of its only text cartridge, of the one that is called as the folder, or the folder's own.
fn name_in(folder: &Path) -> Result<String, ToolError> {
    let whole = std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
    let own = whole.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let files = store::names_in(folder)?;
    let mut names: Vec<&str> = files.iter().filter_map(|file| file.strip_suffix(".p8")).collect();
    names.sort_unstable();
    match names[..] {
        [name] => Ok(name.to_string()),
        [] => Ok(own),
        _ if names.contains(&&*own) => Ok(own),
        _ => Err(wrong(
            &folder.display().to_string(),
            format!("{} carts: {}", names.len(), names.join(", ")),
            "one of them, named by its file",
        )),
    }
}

pub(crate) fn data_folder(name: &str, data: Option<PathBuf>) -> Result<PathBuf, ToolError> {
    let folder = data_places(data, None).folder(&DiskSource::default())?;
    folder.ok_or_else(|| ToolError::NoDataFolder { name: name.into() })
}

/// The cart's file of a kind, by its index in [`data_files`]; an existing one is an error.
fn place(options: &ImportOptions, kind: usize) -> Result<PathBuf, ToolError> {
    let to = match &options.output {
        Some(file) => file.clone(),
        None => {
            let folder = data_folder(&options.name, options.data.clone())?;
            data_files(&folder, &options.name)[kind].clone()
        }
    };
    place_free(&to, options.overwrite)?;
    Ok(to)
}

fn place_free(to: &Path, over: bool) -> Result<(), ToolError> {
    // Dangling links count as files, too.
    if !over && std::fs::symlink_metadata(to).is_ok() {
        return Err(ToolError::OutputExists { path: to.to_path_buf() });
    }
    Ok(())
}

/// The data of a cartridge. A file of code, or a picture of code, has none to import.
pub(crate) fn cartridge_data(path: &Path) -> Result<Rom, ToolError> {
    let rom = store::read_cartridge(path)?.rom;
    if !store::is_cartridge(path) && rom.data == Rom::empty("").data {
        let expected = "a cartridge with sprites, a map or sounds";
        return Err(wrong(&path.display().to_string(), "code without data", expected));
    }
    Ok(rom)
}

fn cartridge(options: &ImportOptions) -> Result<String, ToolError> {
    let rom = cartridge_data(&options.picture)?;
    let endings = ["png", "map", "flags", "sfx", "music"];
    let files = endings.into_iter().zip(write_data_files(&rom));
    let wanted =
        options.output.as_ref().map(|file| file.extension().unwrap_or_default().to_ascii_lowercase());
    let mut all = Vec::new();
    for (kind, (ending, bytes)) in files.enumerate() {
        if wanted.as_ref().is_none_or(|wanted| wanted == ending) {
            all.push((place(options, kind)?, bytes));
        }
    }
    if let Some(file) = options.output.as_ref().filter(|_| all.is_empty()) {
        let found = file.display().to_string();
        return Err(wrong(&found, "another extension", ".png, .map, .flags, .sfx or .music"));
    }
    let mut out = String::new();
    for (path, bytes) in &all {
        store::write(path, bytes)?;
        _ = writeln!(out, "{}: {} bytes", path.display(), bytes.len());
    }
    Ok(out)
}

pub(crate) fn blit(found: &Import, sheet: &mut [u8]) {
    let rows = found.picture.indices.chunks(found.picture.width.max(1));
    for (bytes, row) in sheet.chunks_mut(SIDE / 2).zip(rows) {
        for (x, color) in row.iter().enumerate() {
            let shift = x % 2 * 4;
            bytes[x / 2] = bytes[x / 2] & !(15 << shift) | color << shift;
        }
    }
}

/// The size written and the inexact colours; `rest` describes the rest of the sheet.
pub(crate) fn picture_summary(to: &Path, found: &Import, rest: &str) -> String {
    let Import { picture, scale, pixels, replaced } = found;
    let (w, h) = (picture.width, picture.height);
    let mut out = format!("{}: {w}x{h} pixels", to.display());
    if *scale > 1 {
        _ = write!(out, ", scaled down from {scale} times");
    }
    if (w, h) != (SIDE, SIDE) {
        _ = write!(out, ", at the top left; the rest {rest}");
    }
    out.push('\n');
    let off: usize = replaced.iter().map(|one| one.pixels).sum();
    let Some(worst) = replaced.iter().map(ReplacedColor::off).max() else {
        return out + "All colours are exact.\n";
    };
    let colors = if replaced.len() == 1 { "1 colour".into() } else { format!("{} colours", replaced.len()) };
    _ = writeln!(
        out,
        "{off} of {pixels} pixels, in {colors}, were replaced by the nearest colour, at most {worst} of 255 off"
    );
    for one in replaced.iter().take(LISTED) {
        let ReplacedColor { by, pixels, first: (x, y), .. } = one;
        let [to_r, to_g, to_b] = RGB[usize::from(*by)];
        _ = writeln!(
            out,
            "  {} is {by:2} #{to_r:02x}{to_g:02x}{to_b:02x}, {} off, {pixels} pixels, the first at {x},{y}",
            one.hex(),
            one.off()
        );
    }
    if replaced.len() > LISTED {
        _ = writeln!(out, "  and {} more", replaced.len() - LISTED);
    }
    out
}
