//! What the prompt of the editors imports and exports: data in memory from and to files, by the endings of their names.
//!
//! ```text
//! imported   .png .bmp .gif ... .aseprite   the sheet, from the left above      .p8 .p8.png .p8.rom   all data
//!            .tmx .tmj .ldtk                the map                             .map .flags .sfx .music
//! exported   .png .map.png                  sheet, map, as pictures             .p8 .p8.png .p8.rom   data and code
//!            .wav .ogg                      a sound or tune; name%d.wav: all    .map .flags .sfx .music
//! ```
//!
//! `rasher import` and `rasher export` read and write the same by the same routines, from file to file.

use crate::error::ToolError;
use crate::import::{is_map, lay, map, picture, told};
use crate::parts;
use crate::sound::{Piece, SoundFile, SoundKind, rendered};
use format::{
    Cartridge, DataFile, DataFiles, FilePlace, FormatError, FormatLimit, SharedOwner, png, replace_data,
};
use rasher::Rom;
use rasher::memory::{MAP, SFX};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use studio::Jukebox;

/// Sounds of a cart, and bytes of one.
const SOUNDS: u8 = 64;
const RECORD: usize = 68;

fn wrong(path: &Path, expected: &str) -> ToolError {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    FormatError::new(&path.display().to_string(), FilePlace::Whole, name, expected).into()
}

/// These data with what a file has in place of theirs, and what is to be said of it.
pub fn imported(path: &Path, rom: &Rom) -> Result<(Rom, String), ToolError> {
    let mut new = rom.clone();
    let shown = path.display().to_string();
    if store::is_cartridge(path) {
        new.data = store::read_cartridge(path)?.rom.data;
        return Ok((new, format!("{shown}: all data of the cartridge")));
    }
    if is_map(path) {
        let found = map(path)?;
        let text = found.text();
        let at = usize::from(MAP);
        new.data[at..at + 0x1000].copy_from_slice(&text.upper[..]);
        text.shared.iter().for_each(|lower| new.data[0x1000..0x2000].copy_from_slice(&lower[..]));
        return Ok((new, found.told(path)));
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
    lay(&found, &mut new.data[..0x2000]);
    Ok((new, told(path, &found, "stays as it is")))
}

/// The files that a name stands for, and what they hold; of `name%d.wav` those of all sounds that are not empty.
pub fn exported(
    to: &Path,
    rom: &Arc<Rom>,
    code: &[u8],
    piece: Piece,
    file: &SoundFile,
) -> Result<Vec<(PathBuf, Vec<u8>)>, ToolError> {
    let name = to.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let lower = name.to_ascii_lowercase();
    let data = format::parts(rom, SharedOwner::Sheet);
    let cart = || Cartridge { code: code.to_vec(), ..Cartridge::new(Rom::clone(rom)) };
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
    let bytes = match lower.rsplit_once('.').map(|(_, ending)| ending) {
        Some("png") if lower.ends_with(".p8.png") => format::write_p8png(&cart())?,
        Some("png") if lower.ends_with(".map.png") => picture(parts::map(rom, SharedOwner::Sheet)),
        Some("png") => format::write_sheet(&data.sheet),
        Some("rom") if lower.ends_with(".p8.rom") => format::write_p8rom(&cart())?.to_vec(),
        Some("p8") => format::write_p8(&cart())?,
        Some("map") => format::write_map(&data.map).into_bytes(),
        Some("flags") => format::write_flags(&data.flags).into_bytes(),
        Some("sfx") => format::write_sfx(&data.sfx).into_bytes(),
        Some("music") => format::write_music(&data.music).into_bytes(),
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

    fn folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("rasher-exchange-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        path
    }

    /// As short as a file gets that has no loop.
    const FILE: SoundFile = SoundFile { seconds: None, loops: 1, fade: 0, rate: 22_050 };

    fn rom() -> Arc<Rom> {
        let mut rom = Rom::empty("t");
        (0..0x3200).for_each(|at| rom.data[at] = (at * 7 % 251) as u8);
        // Sound 9: one note.
        rom.data[usize::from(SFX) + 9 * RECORD] = 24;
        rom.data[usize::from(SFX) + 9 * RECORD + 1] = 0x0a;
        Arc::new(rom)
    }

    /// Our decision: what goes out comes in again as it was, by each kind of file.
    #[test]
    fn what_is_exported_is_imported_as_it_was() {
        let (folder, rom) = (folder("round"), rom());
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
            std::fs::write(&to, &files[0].1).expect("written");
            let (read, told) = imported(&to, &Rom::empty("other")).expect(name);
            assert!(read.data[range.clone()] == rom.data[range], "{name}");
            assert!(told.contains(name) && read.name == "other", "{told}");
        }
        std::fs::remove_dir_all(folder).expect("its own folder");
    }

    /// As PICO-8 has it: `%d` is each sound, else what is open; what ends otherwise is refused with what is known.
    #[test]
    fn sounds_go_out_as_files_of_sound() {
        let rom = rom();
        let all = exported(Path::new("out/s%d.wav"), &rom, b"", Piece::Sfx(0), &FILE).expect("sounds");
        let names: Vec<_> = all.iter().map(|(path, _)| path.display().to_string()).collect();
        assert_eq!(names, ["out/s9.wav"]);
        let one = exported(Path::new("a.wav"), &rom, b"", Piece::Sfx(9), &FILE).expect("a sound");
        assert_eq!(one[0].1, all[0].1);
        // A sound ends behind its last note, here of 16 ticks, 120 a second; then six frames of silence.
        let seconds = one[0].1.len() as f64 / 2.0 / 22_050.0;
        assert!((0.2..0.3).contains(&seconds), "{seconds}");
        for ending in
            editors::EXPORTED.split(' ').filter(|ending| *ending != ".ogg" || cfg!(feature = "vorbis"))
        {
            let name = format!("a{ending}");
            exported(Path::new(&name), &rom, b"", Piece::Sfx(9), &FILE)
                .unwrap_or_else(|why| panic!("{name}: {why}"));
        }
        for (name, says) in
            [("a.txt", ".map.png"), ("a", ".wav"), ("a.html", "rasher export"), ("a.bin", "rasher build")]
        {
            let error =
                exported(Path::new(name), &rom, b"", Piece::Sfx(9), &FILE).expect_err(name).to_string();
            assert!(error.contains(says) && error.contains(name), "{error}");
        }
        assert!(
            exported(Path::new("s%d.wav"), &Arc::new(Rom::empty("")), b"", Piece::Sfx(0), &FILE).is_err()
        );
    }

    /// A picture of any palette stands at the left above, and the rest of the sheet stays.
    #[test]
    fn a_picture_replaces_what_lies_under_it() {
        let folder = folder("picture");
        let path = folder.join("p.png");
        std::fs::write(&path, png(&[8, 9, 10, 11], 2, 2, 1)).expect("written");
        let (read, told) = imported(&path, &rom()).expect("a picture");
        assert_eq!((read.data[0], read.data[64]), (0x98, 0xba));
        assert_eq!((read.data[1], read.data[65]), (rom().data[1], rom().data[65]));
        assert!(told.contains("the rest stays as it is"), "{told}");
        std::fs::write(folder.join("q.txt"), "x").expect("written");
        assert!(imported(&folder.join("q.txt"), &rom()).is_err_and(|e| e.to_string().contains("q.txt")));
        std::fs::remove_dir_all(folder).expect("its own folder");
    }
}
