//! The files of a cart's code, read for editing and written back.
//!
//! ```text
//! carts/game.p8    "game.p8"       the cartridge: only its code; all else of it stays (`format::update_code`)
//! carts/lib/a.lua  "lib/a.lua"     its includes, relative to its folder
//! ```
//!
//! The id of a cart ([`format::cart_id`]) is not shown in the editors: it stays in the file.
//!
//! As with data, all files are read again first: if one differs from what the editor knows, nothing is written. A missing include is
//! created.

use crate::error::StoreError;
use crate::file::{read_at_most, write, write_with_folders};
use crate::inside::{cart_folder, inside, read_inside};
use format::{read_code, update_code, update_source, without_cart_id};
use loader::{cartridge_max, is_cartridge};
use rasher::PIXELS;
use std::path::{Path, PathBuf};

/// Bytes of a code file that is no cartridge: 32 times what fits into one.
const CODE_MAX: u64 = 2 << 20;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditedSource {
    pub name: String,
    pub text: Vec<u8>,
    /// The last known text of the file.
    pub base: Vec<u8>,
}

fn most(path: &Path) -> u64 {
    if is_cartridge(path) { cartridge_max(path) } else { CODE_MAX }
}

pub(crate) fn read(path: &Path) -> Result<Vec<u8>, StoreError> {
    read_at_most(path, most(path))
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// The code of a cartridge and of the files that it includes, with their names; missing files are left out.
pub fn read_sources(
    cart: &Path,
    includes: impl Fn(&[u8]) -> Vec<String>,
) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
    let code = without_cart_id(&read_code(&read(cart)?, &shown(cart))?);
    let own = cart.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let (names, folder) = (includes(&code), cart_folder(cart));
    let mut files = vec![(own, code)];
    for name in names {
        let path = folder.join(&name);
        if path.is_file() && !files.iter().any(|(known, _)| *known == name) {
            let code = read_code(&read_inside(&folder, &path, most(&path))?, &shown(&path))?;
            files.push((name, without_cart_id(&code)));
        }
    }
    Ok(files)
}

/// Writes code into the files of [`read_sources`], unless a file differs from its `base` or cannot hold the code.
pub fn write_sources(cart: &Path, files: &[EditedSource]) -> Result<Vec<PathBuf>, StoreError> {
    let own = cart.file_name().unwrap_or_default().to_string_lossy();
    let (mut new, folder) = (Vec::new(), cart_folder(cart));
    for EditedSource { name, text, base } in files {
        let path = if **name == *own { cart.to_path_buf() } else { folder.join(name) };
        if **name != *own {
            inside(&folder, &path)?;
        }
        let is_gone = !is_cartridge(&path) && std::fs::symlink_metadata(&path).is_err();
        if is_gone {
            new.push((update_code(b"", text, &shown(&path))?, path));
            continue;
        }
        let old = read(&path)?;
        match update_source(&old, text, base, &shown(&path))? {
            Some(bytes) => new.push((bytes, path)),
            None => return Err(StoreError::CodeChangedOutside { path }),
        }
    }
    for (bytes, path) in &new {
        write_with_folders(path, bytes)?;
    }
    Ok(new.into_iter().map(|(_, path)| path).collect())
}

/// Writes a file that the user named. A cartridge takes its label and unknown sections from the cartridge `like`; if
/// both are of the same kind, it takes everything except data and code. A cartridge picture takes `label` instead,
/// if there is one.
pub fn write_like(
    to: &Path,
    bytes: &[u8],
    like: Option<&Path>,
    label: impl FnOnce() -> Option<Box<[u8; PIXELS]>>,
) -> Result<(), StoreError> {
    if !is_cartridge(to) {
        return write(to, bytes);
    }
    let label = if format::is_png(bytes) { label() } else { None };
    let old = like.map(read).transpose()?;
    let like_file = like.map(shown).unwrap_or_default();
    let old = old.as_deref().map(|old| (old, &*like_file));
    write(to, &format::cartridge_like(bytes, &shown(to), old, label)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CART: &str = "pico-8 cartridge // http://www.pico-8.com\nversion 41\n__lua__\n#include lib/a.lua\nx=1\n__gfx__\n07\n";

    fn edit(name: &str, text: &str, base: &str) -> EditedSource {
        EditedSource { name: name.into(), text: text.into(), base: base.into() }
    }

    /// Scenario 25 of the editors' page, for code: nothing is lost if another program has written.
    #[test]
    fn code_goes_back_into_its_files_and_never_over_other_changes() {
        let home = std::env::temp_dir().join(format!("rasher-source-{}", std::process::id()));
        std::fs::create_dir_all(home.join("lib")).unwrap();
        let (cart, lib) = (home.join("game.p8"), home.join("lib/a.lua"));
        std::fs::write(&cart, CART).unwrap();
        std::fs::write(&lib, "a=1\r\nb=2\r\n").unwrap();
        let includes = |_: &[u8]| vec!["lib/a.lua".to_string(), "gone.lua".to_string()];
        let read = read_sources(&cart, includes).unwrap();
        let own = "#include lib/a.lua\nx=1";
        assert_eq!(read, [("game.p8".into(), own.into()), ("lib/a.lua".into(), b"a=1\nb=2\n".to_vec())]);

        let both = [edit("game.p8", "x=2", own), edit("lib/a.lua", "a=1\nb=3\n", "a=1\nb=2\n")];
        assert_eq!(write_sources(&cart, &both).unwrap(), [cart.clone(), lib.clone()]);
        assert_eq!(std::fs::read_to_string(&cart).unwrap(), CART.replace("#include lib/a.lua\nx=1", "x=2"));
        assert_eq!(std::fs::read_to_string(&lib).unwrap(), "a=1\r\nb=3\r\n");

        // A file that was removed is created.
        std::fs::remove_dir_all(home.join("lib")).unwrap();
        write_sources(&cart, &[edit("lib/a.lua", "a=1\nb=4\n", "a=1\nb=3\n")]).unwrap();
        assert_eq!(std::fs::read_to_string(&lib).unwrap(), "a=1\nb=4\n");

        let error = write_sources(&cart, &[edit("game.p8", "x=4", "x=3")]).unwrap_err();
        assert!(error.to_string().contains("another program has changed its code"), "{error}");
        assert!(std::fs::read_to_string(&cart).unwrap().contains("x=2"), "it stays as it was");
        std::fs::remove_dir_all(home).unwrap();
    }

    /// Point 7 of issue 18: code of any kind of cartridge goes back into it, and all else of it stays byte for byte.
    #[test]
    fn code_of_a_picture_and_of_a_dump_goes_back_into_them() {
        let home = std::env::temp_dir().join(format!("rasher-source-kinds-{}", std::process::id()));
        std::fs::create_dir_all(&home).unwrap();
        let mut cart =
            format::Cartridge { code: b"x=1\n".to_vec(), ..format::Cartridge::new(rasher::Rom::empty("a")) };
        cart.rom.data[5] = 0x77;
        cart.label = Some(Box::new([3; rasher::PIXELS]));
        let packed = format::write_p8png(&cart).unwrap();
        let mut dump = vec![0; 0x8000];
        dump[..0x4300].copy_from_slice(&cart.rom.data[..]);
        dump[0x4300..0x4304].copy_from_slice(b"x=1\n");
        for (name, bytes) in [("a.p8.png", packed), ("a.p8.rom", dump)] {
            let path = home.join(name);
            std::fs::write(&path, &bytes).unwrap();
            let before = read_sources(&path, |_| Vec::new()).unwrap();
            let old = String::from_utf8(before[0].1.clone()).unwrap();
            assert_eq!(old.trim_end(), "x=1", "{name}");
            write_sources(&path, &[edit(name, "x=2\ny=3\n", &old)]).unwrap();
            let after = format::read_cartridge(&std::fs::read(&path).unwrap(), name).unwrap();
            assert_eq!(after.code.trim_ascii_end(), b"x=2\ny=3", "{name}");
            assert_eq!(after.rom.data, cart.rom.data, "{name}");
            if name.ends_with("png") {
                assert_eq!(after.label, cart.label);
            }
        }
        std::fs::remove_dir_all(home).unwrap();
    }

    /// Our decision: the prompt's export keeps what else the cart's own file has.
    #[test]
    fn a_cartridge_like_another_keeps_label_and_unknown_sections() {
        let home = std::env::temp_dir().join(format!("rasher-like-{}", std::process::id()));
        std::fs::create_dir_all(&home).unwrap();
        let (from, same, other) = (home.join("a.p8"), home.join("b.p8"), home.join("c.p8.png"));
        let label = format!("__label__\n{}", ("7".repeat(128) + "\n").repeat(128));
        let text = format!("{CART}{label}__meta:mine__\nkeep=me\n");
        std::fs::write(&from, &text).unwrap();
        let mut new = format::read_cartridge(text.as_bytes(), "a.p8").unwrap();
        new.code = b"x=9\n".to_vec();
        new.rom.data[0] = 0x11;
        let bare = format::Cartridge { label: None, extra: Vec::new(), ..new.clone() };
        write_like(&same, &format::write_p8(&bare).unwrap(), Some(&from), || Some(Box::new([5; PIXELS])))
            .unwrap();
        let read = std::fs::read_to_string(&same).unwrap();
        assert!(
            read.contains("__meta:mine__\nkeep=me") && read.contains("x=9") && read.contains(&label),
            "{read}"
        );
        write_like(&other, &format::write_p8png(&bare).unwrap(), Some(&from), || None).unwrap();
        let png = format::read_cartridge(&std::fs::read(&other).unwrap(), "c.p8.png").unwrap();
        assert_eq!((png.label, png.rom.data[0]), (new.label, 0x11));
        // The label that was taken in play, of a cart in a text, in a picture, and of one that comes with the program.
        for like in [Some(&from), Some(&other), None] {
            let taken = Some(Box::new([5; PIXELS]));
            let to = home.join("d.p8.png");
            write_like(&to, &format::write_p8png(&bare).unwrap(), like.map(PathBuf::as_path), || {
                taken.clone()
            })
            .unwrap();
            let png = format::read_cartridge(&std::fs::read(&to).unwrap(), "d.p8.png").unwrap();
            assert_eq!((png.label, png.rom.data[0], &png.code[..]), (taken, 0x11, &b"x=9\n"[..]));
        }
        std::fs::remove_dir_all(home).unwrap();
    }
}
