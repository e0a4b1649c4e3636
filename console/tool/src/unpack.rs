//! `rasher unpack FILE DIR`: a cartridge as files that other programs can edit.
//!
//! ```text
//! game.p8.png ──> DIR/game.p8                label, meta, and #include lines
//!                 DIR/game_0.lua, _1 ...     a file for each tab; game.lua if there is only one
//!                 DIR/sprites/game.png .map .flags      DIR/sfx/game.sfx .music
//! ```
//!
//! `rasher DIR/game.p8` plays them and reloads saved files; `rasher pack DIR/game.p8` restores the cartridge's data and code exactly.
//! Nothing is overwritten.

use crate::error::ToolError;
use crate::new::is_free;
use format::{Cartridge, RomParts, SharedOwner, parts};
use loader::data_files;
use rasher::Rom;
use std::path::{Path, PathBuf};
use store::read_cartridge;

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
    let RomParts { sheet, map, flags, sfx, music } = parts(&cartridge.rom, SharedOwner::Sheet);
    let data = [
        format::write_sheet(&sheet),
        format::write_map(&map).into_bytes(),
        format::write_flags(&flags).into_bytes(),
        format::write_sfx(&sfx).into_bytes(),
        format::write_music(&music).into_bytes(),
    ];
    let code = rasher::text::encode(&includes.join("\n-->8\n")).collect();
    let head = Cartridge { rom: Rom::empty(name), code, ..cartridge.clone() };
    files.insert(0, (folder.join(format!("{name}.p8")), format::write_p8(&head)?));
    files.extend(data_files(folder, name).into_iter().zip(data));
    Ok(files)
}
