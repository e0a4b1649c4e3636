//! Import and export at the editors' prompt: data in memory from and to files, by their extensions.
//!
//! ```text
//! imported   .png .bmp .gif ... .aseprite   the sheet, from its top left        .p8 .p8.png .p8.rom   all data
//!            .tmx .tmj .ldtk                the map                             .map .flags .sfx .music
//!            .wav                           a waveform instrument               .mid   patterns and sounds
//! exported   .png .map.png                  sheet, map, as pictures             .p8 .p8.png .p8.rom   data and code
//!            .wav .ogg                      a sound or tune; name%d.wav: all    .map .flags .sfx .music
//! ```

use crate::error::ToolError;
use crate::import::{blit, cartridge_data, is_map, is_sound, picture, picture_summary, read_map, with_sound};
use crate::parts;
use crate::sound::{Piece, SoundFile, SoundKind, rendered};
use format::{DataFile, DataFiles, FilePlace, FormatError, FormatLimit, SharedOwner, png, replace_data};
use rasher::Rom;
use rasher::memory::{MAP, SFX};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use studio::Jukebox;

const SOUNDS: u8 = 64;
const RECORD: usize = 68;

fn wrong(path: &Path, expected: &str) -> ToolError {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    FormatError::new(&path.display().to_string(), FilePlace::Whole, name, expected).into()
}

/// The data with those of a file in their place, and a summary.
pub fn imported(path: &Path, rom: &Rom) -> Result<(Rom, String), ToolError> {
    let mut new = rom.clone();
    let shown = path.display().to_string();
    if store::is_cartridge(path) || store::holds_cartridge(path) {
        let read = cartridge_data(path)?;
        (new.data, new.sounds) = (read.data, read.sounds);
        return Ok((new, format!("{shown}: imported all data")));
    }
    if is_map(path) {
        let found = read_map(path)?;
        let text = found.text();
        let at = usize::from(MAP);
        new.data[at..at + 0x1000].copy_from_slice(&text.upper[..]);
        text.shared.iter().for_each(|lower| new.data[0x1000..0x2000].copy_from_slice(&lower[..]));
        return Ok((new, found.summary(path)));
    }
    if is_sound(path) {
        return with_sound(path, rom, None, false);
    }
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    let none = DataFiles::default();
    if ["map", "flags", "sfx", "music"].contains(&&*ending) {
        let bytes = store::read_at_most(path, FormatLimit::TextBytes.most() as u64)?;
        let file = Some(DataFile { name: &shown, bytes: &bytes });
        let files = match &*ending {
            "map" => DataFiles { map: file, ..none },
            "flags" => DataFiles { flags: file, ..none },
            "sfx" => DataFiles { sfx: file, ..none },
            _ => DataFiles { music: file, ..none },
        };
        return Ok((replace_data(rom, &files)?, shown));
    }
    let found = picture(path)?;
    blit(&found, &mut new.data[..0x2000]);
    Ok((new, picture_summary(path, &found, "stays as it is")))
}

/// The files to write for a name, with their contents; `name%d.wav` is one for each sound that is not empty.
pub fn exported(
    to: &Path,
    rom: &Arc<Rom>,
    code: &[u8],
    piece: Piece,
    file: &SoundFile,
) -> Result<Vec<(PathBuf, Vec<u8>)>, ToolError> {
    let name = to.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let lower = name.to_ascii_lowercase();
    let picture = |(width, colors): (usize, Vec<u8>)| png(&colors, width, colors.len() / width.max(1), 1);
    let sound = |path: &Path, piece: Piece| rendered(Jukebox::new(rom.clone(), piece), path, file);
    if SoundKind::of(to).is_some() && name.contains("%d") {
        let empty = Rom::empty("");
        let at = |n: u8| usize::from(SFX) + RECORD * usize::from(n);
        let has = |n: &u8| rom.data[at(*n)..][..RECORD] != empty.data[at(*n)..][..RECORD];
        let file = |n: u8| {
            let path = to.with_file_name(name.replace("%d", &n.to_string()));
            sound(&path, Piece::Sfx(n)).map(|bytes| (path, bytes))
        };
        let all = (0..SOUNDS).filter(has).map(file).collect::<Result<Vec<_>, _>>()?;
        return if all.is_empty() { Err(wrong(to, "a cart with sounds")) } else { Ok(all) };
    }
    if let Some(bytes) = format::exported(&name, rom, code) {
        return Ok(vec![(to.to_path_buf(), bytes?)]);
    }
    let bytes = match lower.rsplit_once('.').map(|(_, ending)| ending) {
        Some("png") if lower.ends_with(".map.png") => picture(parts::map(rom, SharedOwner::Sheet)),
        _ if SoundKind::of(to).is_some() => sound(to, piece)?,
        Some("html" | "js") => {
            return Err(wrong(to, "a name without .html: rasher export NAME makes a page"));
        }
        Some("bin" | "exe") => {
            return Err(wrong(to, "a name without .bin: rasher build NAME makes a program"));
        }
        _ => return Err(wrong(to, &format!("a name that ends in one of {}", editors::EXPORTED))),
    };
    Ok(vec![(to.to_path_buf(), bytes)])
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: SoundFile = SoundFile { seconds: None, loops: 1, fade: 0, rate: 22_050 };

    fn export(name: &str, rom: &Arc<Rom>) -> Result<Vec<(PathBuf, Vec<u8>)>, ToolError> {
        exported(Path::new(name), rom, b"x=1", Piece::Sfx(9), &FILE)
    }

    fn rom() -> Arc<Rom> {
        let mut rom = Rom::empty("t");
        (0..0x3200).for_each(|at| rom.data[at] = (at * 7 % 251) as u8);
        rom.data[usize::from(SFX) + 9 * RECORD] = 24;
        rom.data[usize::from(SFX) + 9 * RECORD + 1] = 0x0a;
        Arc::new(rom)
    }

    #[test]
    fn imports_restore_exports() {
        let folder = std::env::temp_dir().join(format!("rasher-exchange-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let rom = rom();
        let parts = [
            ("a.png", 0..0x2000),
            ("a.map", 0x2000..0x3000),
            ("a.flags", 0x3000..0x3100),
            ("a.music", 0x3100..0x3200),
            ("a.sfx", 0x3200..0x4300),
            ("a.p8", 0..0x4300),
            ("a.p8.png", 0..0x4300),
            ("a.p8.rom", 0..0x4300),
        ];
        for (name, range) in parts {
            let to = folder.join(name);
            let files = exported(&to, &rom, b"x=1", Piece::Sfx(9), &FILE).expect(name);
            assert_eq!(files.len(), 1, "{name}");
            std::fs::write(&to, &files[0].1).unwrap();
            let (read, summary) = imported(&to, &Rom::empty("other")).expect(name);
            assert!(read.data[range.clone()] == rom.data[range], "{name}");
            assert!(summary.contains(name) && read.name == "other", "{summary}");
        }
        // A picture smaller than the sheet leaves the rest.
        let path = folder.join("p.png");
        std::fs::write(&path, png(&[8, 9, 10, 11], 2, 2, 1)).unwrap();
        let (read, summary) = imported(&path, &rom).expect("a picture");
        assert_eq!([0, 64, 1, 65].map(|at| read.data[at]), [0x98, 0xba, rom.data[1], rom.data[65]]);
        assert!(summary.contains("the rest stays as it is"), "{summary}");
        for name in ["q.txt", "q.lua"] {
            std::fs::write(folder.join(name), "x=1").unwrap();
            assert!(imported(&folder.join(name), &rom).is_err_and(|e| e.to_string().contains(name)));
        }
        std::fs::remove_dir_all(folder).unwrap();
    }

    /// As in PICO-8, `%d` is each sound.
    #[test]
    fn names_choose_the_kind_of_file() {
        let rom = rom();
        let all = export("out/s%d.wav", &rom).expect("sounds");
        assert_eq!(all.iter().map(|(path, _)| path.as_path()).collect::<Vec<_>>(), [Path::new("out/s9.wav")]);
        assert_eq!(export("a.wav", &rom).expect("a sound")[0].1, all[0].1);
        // 16 ticks of a note, 120 a second, then six frames of silence.
        let seconds = all[0].1.len() as f64 / 2.0 / 22_050.0;
        assert!((0.2..0.3).contains(&seconds), "{seconds}");
        let known = editors::EXPORTED.split(' ').filter(|end| *end != ".ogg" || cfg!(feature = "vorbis"));
        known.for_each(|end| assert!(export(&format!("a{end}"), &rom).is_ok(), "{end}"));
        for (name, expected) in
            [("a.txt", ".map.png"), ("a", ".wav"), ("a.html", "rasher export"), ("a.bin", "rasher build")]
        {
            let error = export(name, &rom).expect_err(name).to_string();
            assert!(error.contains(expected) && error.contains(name), "{error}");
        }
        assert!(export("s%d.wav", &Arc::new(Rom::empty(""))).is_err());
    }
}
