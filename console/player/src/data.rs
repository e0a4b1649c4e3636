//! Dropped files: a data file that replaces the cart's own, by its extension (`.png` `.map` `.flags` `.sfx` `.music`), or a picture
//! for a cart that reads pictures.

use format::{DataFile, DataFiles, Picture, fit, replace_data};
use rasher::memory::reg;
use rasher::{Machine, Rom, palette};

pub(crate) fn with_file(rom: &Rom, name: &str, bytes: &[u8]) -> Result<Rom, String> {
    let file = Some(DataFile { name, bytes });
    let none = DataFiles::default();
    let files = match name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).as_deref() {
        Some("png") => DataFiles { sheet: file, ..none },
        Some("map") => DataFiles { map: file, ..none },
        Some("flags") => DataFiles { flags: file, ..none },
        Some("sfx") => DataFiles { sfx: file, ..none },
        Some("music") => DataFiles { music: file, ..none },
        _ => {
            return Err(format!(
                "{name}: expected a sheet (.png), .map, .flags, .sfx, .music, a cartridge (.p8, .p8.png, .p8.rom), a bug report (.report) or a folder of data"
            ));
        }
    };
    replace_data(rom, &files).map_err(|e| e.to_string())
}

/// A picture as a cart reads it: width and height (16 bits, little-endian), then for each pixel the nearest colour of
/// the screen palette. None if it is not a picture.
pub(crate) fn dropped_picture(machine: &Machine, name: &str, bytes: &[u8]) -> Option<Vec<u8>> {
    let colors = machine
        .memory()
        .array::<16>(reg::SCREEN_PAL)
        .map(|byte| palette::RGB[usize::from(palette::index(byte))]);
    let Picture { width, height, indices } = fit(bytes, name, &colors).ok()?;
    let side = |side: usize| (side as u16).to_le_bytes();
    Some([&side(width)[..], &side(height), &indices].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rasher::memory::FLAGS;

    #[test]
    fn a_data_file_replaces_its_own_bytes_and_others_are_errors() {
        let rom = Rom::empty("game");
        let mut flags = format::FlagsText::default();
        flags.flags[9] = 5;
        let new = with_file(&rom, "other.flags", format::write_flags(&flags).as_bytes()).expect("flags");
        let patches = format::patches(&rom, &new);
        assert_eq!(patches.len(), 1, "{patches:?}");
        assert_eq!((patches[0].addr, &patches[0].bytes[..]), (FLAGS + 9, &[5u8][..]));
        let kinds = "expected a sheet";
        for (name, want) in [
            ("a.sfx", "a.sfx"),
            ("a.music", "a.music"),
            ("a.txt", kinds),
            ("a", kinds),
            ("a.png", "a.png"),
            ("a.map", "a.map"),
        ] {
            let error = with_file(&rom, name, b"nonsense").expect_err(name);
            assert!(error.contains(want), "{name}: {error}");
        }
    }
}
