//! A cart's own file as a host saves, copies and exports it, for the disk and for a browser's storage.

use super::{name_sounds_p8, read_code, update_code, update_p8, update_p8png};
use crate::error::FormatError;
use crate::rom::{SharedOwner, parts};
use crate::{
    CART_ID_CHARS, CODE_CHARS, Cartridge, cart_id, ends_with, is_png, new_cart_id, read_cartridge,
    with_cart_id, without_cart_id, write_flags, write_map, write_music, write_p8, write_p8png, write_p8rom,
    write_sfx, write_sheet,
};
use rasher::memory::ROM_SIZE;
use rasher::{PIXELS, Rom, SoundNames};

/// What a host says of an id that it has written to a cart.
pub const CART_ID_ADDED: &str =
    "a cart id, the last line of its code: runs and slots stay when it is renamed or moved";

/// A cartridge of any kind with other data. Only a `.p8` has a place for names of sounds.
pub fn update_cartridge(
    old: &[u8],
    data: &[u8; ROM_SIZE],
    sounds: &SoundNames,
    file: &str,
) -> Result<Vec<u8>, FormatError> {
    if is_png(old) {
        return update_p8png(old, data, file);
    }
    if !ends_with(file, ".rom") {
        return name_sounds_p8(&update_p8(old, data, file)?, sounds, file);
    }
    let mut all = old.to_vec();
    let len = all.len().min(ROM_SIZE);
    all[..len].copy_from_slice(&data[..len]);
    Ok(all)
}

/// A file of code with the edited text, and with the cart id that the editors do not show. None: its code is neither `base`, which the
/// editor knows, nor `text`.
pub fn update_source(
    old: &[u8],
    text: &[u8],
    base: &[u8],
    file: &str,
) -> Result<Option<Vec<u8>>, FormatError> {
    let found = read_code(old, file)?;
    let without = without_cart_id(&found);
    if without != base && without != text {
        return Ok(None);
    }
    let text = cart_id(&found).map_or_else(|| text.to_vec(), |id| with_cart_id(text, id));
    update_code(old, &text, file).map(Some)
}

/// The file with a new id, and that id: of a cart that has none, or of a copy (`copies`) of one that has. None: it gets no id.
pub fn with_new_id(
    old: &[u8],
    random: u64,
    copies: bool,
    file: &str,
) -> Result<Option<(Vec<u8>, String)>, FormatError> {
    let code = read_code(old, file)?;
    if cart_id(&code).is_some() != copies || code.len() + CART_ID_CHARS > CODE_CHARS {
        return Ok(None);
    }
    let id = new_cart_id(random);
    // A page or a picture of code cannot be changed, and a full cartridge picture has no room.
    let new = update_code(old, &with_cart_id(&code, &id), file);
    Ok(new.ok().map(|new| (new, id)))
}

/// A new cartridge with the label and the unknown sections of the cartridge `like`, which has the name `like_file`; with everything of it
/// except data and code if both are of one kind. A cartridge picture takes `label` instead, if there is one.
pub fn cartridge_like(
    new: &[u8],
    file: &str,
    like: Option<(&[u8], &str)>,
    label: Option<Box<[u8; PIXELS]>>,
) -> Result<Vec<u8>, FormatError> {
    // A dump has room only for data and code.
    if !crate::is_cartridge(file) || ends_with(file, ".rom") {
        return Ok(new.to_vec());
    }
    let cart = read_cartridge(new, file)?;
    let label = label.filter(|_| is_png(new));
    let Some((old, like_file)) = like else {
        return match label {
            Some(_) => write_p8png(&Cartridge { label, ..cart }),
            None => Ok(new.to_vec()),
        };
    };
    let kind = |file: &str| file.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    if kind(file) == kind(like_file) && label.is_none() {
        // Names of sounds that it does not have any more are removed.
        let names = (0..64).map(|n| (n, cart.rom.sounds.get(&n).cloned().unwrap_or_default())).collect();
        let with_data = update_cartridge(old, &cart.rom.data, &names, like_file)?;
        return update_code(&with_data, &cart.code, like_file);
    }
    let old = read_cartridge(old, like_file)?;
    let whole = Cartridge { label: label.or(old.label), extra: old.extra, ..cart };
    if is_png(new) { write_p8png(&whole) } else { write_p8(&whole) }
}

/// Data and code as a file of the kind that its name says, or None for another kind: sounds, pages, programs.
pub fn exported(file: &str, rom: &Rom, code: &[u8]) -> Option<Result<Vec<u8>, FormatError>> {
    let cart = || Cartridge { code: code.to_vec(), ..Cartridge::new(rom.clone()) };
    let data = parts(rom, SharedOwner::Sheet);
    let is = |ending| ends_with(file, ending);
    Some(match () {
        () if is(".p8.png") => write_p8png(&cart()),
        () if is(".p8.rom") => write_p8rom(&cart()),
        () if is(".p8") => write_p8(&cart()),
        () if is(".map.png") => return None,
        () if is(".png") => Ok(write_sheet(&data.sheet)),
        () if is(".map") => Ok(write_map(&data.map).into_bytes()),
        () if is(".flags") => Ok(write_flags(&data.flags).into_bytes()),
        () if is(".sfx") => Ok(write_sfx(&data.sfx).into_bytes()),
        () if is(".music") => Ok(write_music(&data.music).into_bytes()),
        () => return None,
    })
}
