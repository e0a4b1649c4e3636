//! Reads and writes a cart's files: takes bytes, returns data, and the other way round.
//!
//! ```text
//!  sprites/NAME.png ── sheet.rs ──┐
//!  sprites/NAME.map ── map.rs ────┼─ rom.rs ─> Rom ── patches() ─> what a live reload changes
//!  sprites/NAME.flags ─ flags.rs ─┤             |
//!  sfx/NAME.sfx ─────── sfx/ ─────┤             |
//!  sfx/NAME.music ───── music.rs ─┘             |
//!  NAME.p8 ──────────── p8/ ──────> Cartridge = Rom + code + label + sections this crate does not know
//!  NAME.p8.png ──────── p8png/ ────> the same in a picture, .p8.rom (p8rom.rs) in bare bytes, p8html.rs in an exported page
//!                      stamp.rs  the Rust cart that a cartridge's data belong to
//!  an edited file ───── keep/ ─> the same file; only the words whose values changed are rewritten
//!  its code ─────────── code/ <──> at most 15,616 bytes, as a cartridge picture stores them
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

mod code;
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

pub use code::{pack_code, packed_len, unpack_code};
pub use error::{FilePlace, FormatError};
pub use flags::{FlagsText, read_flags, write_flags};
pub use gfx::{read_gfx, write_gfx};
pub use import::{Import, ReplacedColor, fit, import, import_rgba};
pub use keep::{DataKind, read_code, shared_owner, update, update_code, update_p8, update_p8png};
pub use limit::{CART_BYTES, CODE_BYTES, CODE_CHARS, COLUMNS, FormatLimit};
pub use lines::Comment;
pub use map::{LeftOut, MapText, read_map, write_map};
pub use movie::Movie;
pub use music::{MusicText, Pattern, read_music, write_music};
pub use p8::{Cartridge, Section, TextForm, encode_code, read_p8, stem, write_p8};
pub use p8png::{read_p8png, write_p8png};
pub use p8rom::{read_p8rom, write_p8rom};
pub use picture::{Picture, png, read_png};
pub use rom::{DataFile, DataFiles, RomParts, SharedOwner, assemble, parts, patches, replace_data};
pub use sfx::{EFFECTS, SfxNote, SfxText, SoundEntry, WAVES, note, read_sfx, write_sfx};
pub use sheet::{read_sheet, write_sheet};
pub use stamp::Stamp;
pub use wav::{wav, wav_at};

/// Reads a cartridge of any kind: bare bytes if the file name ends in `.rom`, a picture if it begins like a PNG, the cart in a page that
/// PICO-8 exported, else text, which may be code alone.
pub fn read_cartridge(bytes: &[u8], file: &str) -> Result<Cartridge, FormatError> {
    if ends_with(file, ".rom") {
        read_p8rom(bytes, file)
    } else if is_png(bytes) {
        read_p8png(bytes, file)
    } else if p8html::PAGES.iter().any(|ending| ends_with(file, ending)) {
        p8html::read_page(bytes, file)
    } else {
        read_p8(bytes, file)
    }
}

/// Whether a file begins as a PNG.
pub fn is_png(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x89PNG")
}

/// Whether a file that is not a cartridge by its name holds one: a cartridge picture, a page, a text that begins as a cartridge, or Lua.
pub fn holds_cartridge(bytes: &[u8], file: &str) -> bool {
    ends_with(file, ".lua") && read_p8(bytes, file).is_ok()
        || is_png(bytes) && p8png::is_picture(bytes)
        || p8html::listed(bytes, file).is_some()
        || bytes.starts_with(b"pico-8 cartridge")
}

/// Whether a file of that name may hold a cartridge.
pub fn may_hold_cartridge(file: &str) -> bool {
    is_cartridge(file)
        || [".lua", ".png", ".rom"].iter().chain(&p8html::PAGES).any(|ending| ends_with(file, ending))
}

/// Is this a cartridge's file name: `.p8`, `.p8.png` or `.p8.rom`, in upper or lower case?
pub fn is_cartridge(file: &str) -> bool {
    [".p8", ".p8.png", ".p8.rom"].iter().any(|ending| ends_with(file, ending))
}

fn ends_with(file: &str, ending: &str) -> bool {
    let (name, ending) = (file.as_bytes(), ending.as_bytes());
    name.len().checked_sub(ending.len()).is_some_and(|at| name[at..].eq_ignore_ascii_case(ending))
}
