//! A data file in place of a cart's own, by the ending of its name: `.png` `.map` `.flags` `.sfx` `.music`.

use format::{read_flags, read_map, read_music, read_sfx, read_sheet};
use rasher::Rom;
use rasher::memory::{FLAGS, MAP, MUSIC, SFX, SHARED, SHEET};

/// The ROM with one data file's bytes in place of its own.
pub(crate) fn with_file(rom: &Rom, name: &str, bytes: &[u8]) -> Result<Rom, String> {
    let mut rom = rom.clone();
    let mut put =
        |addr: u16, bytes: &[u8]| rom.data[usize::from(addr)..][..bytes.len()].copy_from_slice(bytes);
    let words = |e: format::FormatError| e.to_string();
    match name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).as_deref() {
        Some("png") => put(SHEET, &read_sheet(bytes, name).map_err(words)?[..]),
        Some("map") => {
            let map = read_map(bytes, name).map_err(words)?;
            put(MAP, &map.upper[..]);
            if let Some(shared) = &map.shared {
                put(SHARED, &shared[..]);
            }
        }
        Some("flags") => put(FLAGS, &read_flags(bytes, name).map_err(words)?.flags[..]),
        Some("sfx") => put(SFX, &read_sfx(bytes, name).map_err(words)?.records()[..]),
        Some("music") => put(MUSIC, &read_music(bytes, name).map_err(words)?.records()[..]),
        _ => {
            return Err(format!(
                "{name}: expected a sheet (.png), .map, .flags, .sfx, .music, a cartridge (.p8, .p8.png, .p8.rom), a bug report (.report) or a folder of data"
            ));
        }
    }
    Ok(rom)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_data_file_replaces_its_own_bytes_alone() {
        let rom = Rom::empty("game");
        let mut all = [0; 256];
        all[9] = 5;
        let text =
            format::write_flags(&format::FlagsText { flags: Box::new(all), ..format::FlagsText::default() });
        let new = with_file(&rom, "other.flags", text.as_bytes()).expect("flags");
        let patches = format::patches(&rom, &new);
        assert_eq!(patches.len(), 1, "{patches:?}");
        assert_eq!((patches[0].addr, &patches[0].bytes[..]), (FLAGS + 9, &[5u8][..]));
    }

    #[test]
    fn what_cannot_be_opened_is_said() {
        let rom = Rom::empty("game");
        let cases = [
            ("a.sfx", "a.sfx"),
            ("a.music", "a.music"),
            ("a.txt", "expected a sheet"),
            ("a", "expected a sheet"),
            ("a.png", "a.png"),
            ("a.map", "a.map"),
        ];
        for (name, want) in cases {
            let error = with_file(&rom, name, b"nonsense").expect_err(name);
            assert!(error.contains(want), "{name}: {error}");
        }
    }
}
