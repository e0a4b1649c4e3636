//! Files and folders that are dropped on the window.
//!
//! ```text
//! folder with sprites/ or sfx/    becomes the cart's data folder, followed from then on
//! NAME.png .map .flags .sfx .music  replaces that data of the cart that is played, until it is restarted
//! NAME.p8 .p8.png .p8.rom         the cart that it names begins with its data; one in Lua is not run, its data are shown
//! NAME.report                     a bug report opens in the debugger, at its frame
//! a recording                     the run is held against it: the first picture that differs
//! anything else                   refused, with the reason
//! ```

use crate::app::App;
use crate::cartridge::{Cartridge, is_report};
use format::{read_flags, read_map, read_music, read_sfx, read_sheet};
use rasher::Rom;
use rasher::memory::{FLAGS, MAP, MUSIC, SFX, SHARED, SHEET};
use std::path::Path;
use timeline::Recording;
use tool::DataSource;

/// Takes what was dropped.
///
/// # Errors
/// What it is, and why it cannot be opened.
pub(crate) fn open(app: &mut App, path: &Path) -> Result<(), String> {
    let shown = path.display();
    if path.is_dir() {
        let name = app.session.cart.name.clone();
        let source = DataSource { data: Some(path.to_path_buf()), from: None };
        source.folder().map_err(|e| e.to_string())?;
        let rom = store::rom_in(path, &name).map_err(|e| e.to_string())?;
        let rom = rom.ok_or_else(|| format!("{shown}: no sprites/{name}.png, .map or .flags in it"))?;
        app.session.cart.folder = Some(path.to_path_buf());
        app.session.data(rom);
        app.follow();
        app.say(format!("data now come from {shown}"));
        return Ok(());
    }
    if is_report(path) || store::is_cartridge(path) {
        let (cart, said) = match is_report(path) {
            // A report says something itself.
            true => (Cartridge::report(app.carts, path)?, None),
            false => Cartridge::dropped(app.carts, path).map(|(cart, said)| (cart, Some(said)))?,
        };
        let complaints = app.session.change(cart, String::new());
        app.changed_over(complaints);
        if let Some(said) = said {
            app.say(said);
        }
        return Ok(());
    }
    let bytes = store::read(path).map_err(|e| e.to_string())?;
    if Recording::is_one(&bytes) {
        app.hold_against(path);
        return Ok(());
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let rom = with_file(&app.session.cart.rom, &name, &bytes)?;
    app.session.data(rom);
    app.say(format!("{name} is in use until the cart is restarted"));
    Ok(())
}

/// The ROM with one data file's bytes in place of its own.
fn with_file(rom: &Rom, name: &str, bytes: &[u8]) -> Result<Rom, String> {
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
