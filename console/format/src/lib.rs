//! Reads and writes a cart's files: takes bytes, returns data, and the other way round.
//!
//! ```text
//!  sprites/NAME.png ── sheet.rs ──┐
//!  sprites/NAME.map ── map.rs ────┼─ rom.rs ─> Rom ── patches() ─> what a live reload changes
//!  sprites/NAME.flags ─ flags.rs ─┤             |
//!  sfx/NAME.sfx ─────── sfx/ ─────┤             |
//!  sfx/NAME.music ───── music.rs ─┘             |
//!  NAME.p8 ──────────── p8/ ──────> Cartridge = Rom + code + label + sections this crate does not know
//!  NAME.p8.png ──────── p8png/ ────> the same in a picture, .p8.rom (p8rom.rs) in bare bytes
//!  NAME.html ────────── p8html.rs ─> the same in a page that PICO-8 exported, or we did (own_page.rs)
//!  NAME.lua.png ─────── code_picture.rs ─> the code that is seen in a picture
//!                      stamp.rs  the Rust cart that a cartridge's data belong to
//!                      cart_module.rs  its code as a WebAssembly module, in a chunk of the picture
//!  an edited file ───── keep/ ─> the same file; only the words whose values changed are rewritten
//!  its code ─────────── code/ <──> at most 15,616 bytes, as a cartridge picture stores them
//!                      cart_id.rs  the comment that names the cart's saves
//!  index.json ───────── catalogue.rs <─> carts at an address, with their digests
//!  edits of a cart ──── edit_log/ <─> a log of its states, from which the oldest are thinned
//!  any picture ──────── import.rs ─> the nearest of the 16 colours, and how far off it was
//!  screenshots, goldens ─ picture.rs <─> palette indices ──> movie.rs ─> GIF, animated PNG
//! ```
//!
//! Every reader takes bytes and a file name for its errors, and returns a value or a [`FormatError`]: file, place, the found
//! and the expected value. No bytes make a reader panic or hang. Memory is bounded: a reader refuses more than 2 MiB of
//! text, 16 MiB of picture or 2048 pixels a side. `tests/fuzz` has a target for each.
//!
//! Saving keeps what a user wrote: comments, empty lines and unknown sections stay where they are, and a file in the form that we
//! write comes back byte for byte.
//!
//! The crate uses no paths, no disk and no clock. To add a format, add a file here, a line in this drawing, a fuzz target, and the
//! round trip in `tests/tests/format`.
#![deny(clippy::float_arithmetic)]

mod cart_id;
mod cart_module;
mod catalogue;
mod code;
#[cfg(not(target_arch = "wasm32"))]
mod code_picture;
mod edit_log;
mod error;
mod flags;
mod gfx;
mod import;
mod keep;
mod limit;
mod lines;
mod map;
mod movie;
mod music;
mod names;
#[cfg(not(target_arch = "wasm32"))]
mod own_page;
mod p8;
mod p8html;
mod p8png;
mod p8rom;
mod picture;
mod rom;
mod sfx;
mod sheet;
mod stamp;
mod wav;

pub use calls::is_module;
pub use cart_id::{CART_ID_CHARS, cart_id, is_cart_id, new_cart_id, with_cart_id, without_cart_id};
pub use cart_module::{CartModule, MODULE_PACKED, ModuleHead};
pub use catalogue::{
    CATALOGUE_CART_BYTES, CATALOGUE_LABEL_BYTES, Catalogue, CatalogueCart, INDEX, INDEX_BYTES, address_host,
    cart_count, file_address, index_address, is_address, is_id, may_read, sha256,
};
pub use code::{pack_code, packed_len, unpack_code};
pub use edit_log::{
    EDIT_BYTES, EDITS_MAX, EditEntry, EditKind, EditLog, EditState, thinned, with_file_renamed,
};
pub use error::{FilePlace, FormatError};
pub use flags::{FlagsText, read_flags, write_flags};
pub use gfx::{read_gfx, write_gfx};
pub use import::{Import, ReplacedColor, fit, import, import_rgba};
pub use keep::{
    CART_ID_ADDED, DataKind, cartridge_like, exported, name_sounds, name_sounds_p8, read_code, shared_owner,
    update, update_cartridge, update_code, update_p8, update_p8png, update_source, with_new_id,
};
pub use limit::{CART_BYTES, CODE_BYTES, CODE_CHARS, COLUMNS, FormatLimit};
pub use lines::Comment;
pub use map::{LeftOut, MapText, read_map, write_map};
pub use movie::Movie;
pub use music::{MusicText, Pattern, read_music, write_music};
pub use p8::{Cartridge, Section, TextForm, encode_code, read_p8, stem, write_p8};
pub use p8html::is_page;
pub use p8png::{read_p8png, write_p8png};
pub use p8rom::{read_p8rom, write_p8rom};
pub use picture::{Picture, png, read_png};
pub use rom::{DataFile, DataFiles, RomParts, SharedOwner, assemble, parts, patches, replace_data};
pub use sfx::{EFFECTS, SfxNote, SfxText, SoundEntry, WAVES, note, read_sfx, write_sfx};
pub use sheet::{Sheet, read_sheet, write_sheet};
pub use stamp::Stamp;
pub use wav::{is_sound_file, wav, wav_at};

/// Reads a cartridge of any kind: bare bytes if the file name ends in `.rom`, a picture if it begins like a PNG, the cart in an exported
/// page, else text, which may be code alone.
pub fn read_cartridge(bytes: &[u8], file: &str) -> Result<Cartridge, FormatError> {
    #[cfg(not(target_arch = "wasm32"))]
    if shows_code(bytes, file) {
        return code_picture::read_code_picture(bytes, file);
    }
    if ends_with(file, ".rom") {
        read_p8rom(bytes, file)
    } else if is_png(bytes) {
        read_p8png(bytes, file)
    } else if is_page(file) {
        p8html::read_page(bytes, file)
    } else {
        read_p8(bytes, file)
    }
}

/// Is it the name of a file of code?
pub fn is_code(file: &str) -> bool {
    ends_with(file, ".lua")
}

pub fn is_png(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x89PNG")
}

/// Is it a picture of code, by its name, and not a cartridge?
fn shows_code(bytes: &[u8], file: &str) -> bool {
    is_png(bytes) && ends_with(file, ".lua.png") && !p8png::is_picture(bytes)
}

/// Whether a file that is not a cartridge by its name holds one: a picture, a page, a text that begins as a cartridge, or Lua.
pub fn holds_cartridge(bytes: &[u8], file: &str) -> bool {
    is_code(file) && read_p8(bytes, file).is_ok()
        || p8html::holds_cart(bytes, file)
        || is_cartridge_by_head(bytes, file)
}

/// Whether a file begins as one with a cart in Lua, by its first [`HEAD_BYTES`]. Of code, only a cart's own file counts, by its hooks,
/// so that libraries are not listed as carts.
pub fn begins_as_cart(head: &[u8], file: &str) -> bool {
    const HOOKS: [&[u8]; 4] = [b"_init", b"_update", b"_update60", b"_draw"];
    let is_hook = |line: &[u8]| {
        let name = line.strip_prefix(b"function ").and_then(|rest| rest.split(|byte| *byte == b'(').next());
        name.is_some_and(|name| HOOKS.contains(&name.trim_ascii()))
    };
    is_code(file) && head.split(|byte| *byte == b'\n').any(is_hook)
        || p8html::begins_as_cart(head, file)
        || is_cartridge_by_head(head, file)
}

/// Bytes of a file that [`begins_as_cart`] needs.
pub const HEAD_BYTES: usize = 1 << 16;

fn is_cartridge_by_head(head: &[u8], file: &str) -> bool {
    is_png(head) && p8png::is_picture(head) || shows_code(head, file) || head.starts_with(b"pico-8 cartridge")
}

/// Whether a file of that name may hold a cartridge.
pub fn may_hold_cartridge(file: &str) -> bool {
    is_cartridge(file)
        || is_page(file)
        || [".lua", ".png", ".rom", ".txt"].iter().any(|ending| ends_with(file, ending))
}

const CARTRIDGES: [&str; 3] = [".p8", ".p8.png", ".p8.rom"];

/// Is this a cartridge's file name: `.p8`, `.p8.png` or `.p8.rom`, in upper or lower case?
pub fn is_cartridge(file: &str) -> bool {
    CARTRIDGES.iter().any(|ending| ends_with(file, ending))
}

/// A cartridge's file name without folder and ending: `my.game` of `folder/my.game.p8`. None for other files.
pub fn cart_name(file: &str) -> Option<&str> {
    let ending = CARTRIDGES.into_iter().find(|ending| ends_with(file, ending))?;
    let name = file.get(..file.len() - ending.len())?.rsplit(['/', '\\']).next();
    name.filter(|name| !name.is_empty())
}

fn ends_with(file: &str, ending: &str) -> bool {
    let (name, ending) = (file.as_bytes(), ending.as_bytes());
    name.len().checked_sub(ending.len()).is_some_and(|at| name[at..].eq_ignore_ascii_case(ending))
}
