//! The files of a cart's code, read to be edited and written back.
//!
//! ```text
//! carts/game.p8    "game.p8"       the cartridge: its code alone; all else of it stays (`format::update_code`)
//! carts/lib/a.lua  "lib/a.lua"     what it includes, by the way from its folder
//! ```
//!
//! As with data, all files are read again before anything is written: where one holds something else than the editor knows, nothing is.

use crate::data::{cartridge_max, is_cartridge};
use crate::error::StoreError;
use crate::file::{folder, read_at_most, write};
use format::{read_code, update_code};
use std::path::{Path, PathBuf};

/// Bytes of a file of code that is no cartridge: 32 times what fits into one.
const CODE_MAX: u64 = 2 << 20;

/// A file of code that was edited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditedSource {
    /// What it is called, seen from the cartridge.
    pub name: String,
    /// What it is to hold, in P8SCII.
    pub text: Vec<u8>,
    /// What it holds, as far as is known.
    pub base: Vec<u8>,
}

fn read(path: &Path) -> Result<Vec<u8>, StoreError> {
    read_at_most(path, if is_cartridge(path) { cartridge_max(path) } else { CODE_MAX })
}

/// The name of a file in errors.
fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// The code of a cartridge and of the files that it includes, by their names: the cartridge first. `includes` finds their names in its code;
/// one that is not there is left out.
///
/// # Errors
/// When the cartridge cannot be read, or a file that it includes is there and cannot be.
pub fn read_sources(
    cart: &Path,
    includes: impl Fn(&[u8]) -> Vec<String>,
) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
    let code = read_code(&read(cart)?, &shown(cart))?;
    let own = cart.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let names = includes(&code);
    let mut files = vec![(own, code)];
    for name in names {
        let path = folder(cart).join(&name);
        if path.is_file() && !files.iter().any(|(known, _)| *known == name) {
            files.push((name, read_code(&read(&path)?, &shown(&path))?));
        }
    }
    Ok(files)
}

/// Writes code into the files of a cartridge that [`read_sources`] named. Gives those that were written.
///
/// # Errors
/// When a file holds something else than its `base`, cannot hold the code, or the disk says no; a file that was not written is as it was.
pub fn write_sources(cart: &Path, files: &[EditedSource]) -> Result<Vec<PathBuf>, StoreError> {
    let own = cart.file_name().unwrap_or_default().to_string_lossy();
    let mut new = Vec::new();
    for EditedSource { name, text, base } in files {
        let path = if **name == *own { cart.to_path_buf() } else { folder(cart).join(name) };
        let old = read(&path)?;
        let found = read_code(&old, &shown(&path))?;
        if found != *base && found != *text {
            return Err(StoreError::CodeChangedOutside { path });
        }
        new.push((update_code(&old, text, &shown(&path))?, path));
    }
    for (bytes, path) in &new {
        write(path, bytes)?;
    }
    Ok(new.into_iter().map(|(_, path)| path).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const CART: &str = "pico-8 cartridge // http://www.pico-8.com\nversion 41\n__lua__\n#include lib/a.lua\nx=1\n__gfx__\n07\n";

    fn edit(name: &str, text: &str, base: &str) -> EditedSource {
        EditedSource { name: name.into(), text: text.into(), base: base.into() }
    }

    /// Scenario 25 of the editors' page, for code: nothing is lost where somebody else has written.
    #[test]
    fn code_goes_back_into_its_files_and_never_over_somebody_elses() {
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

        let error = write_sources(&cart, &[edit("game.p8", "x=4", "x=3")]).unwrap_err();
        assert!(error.to_string().contains("other code than was read of it"), "{error}");
        assert!(std::fs::read_to_string(&cart).unwrap().contains("x=2"), "it stays as it was");
        std::fs::remove_dir_all(home).unwrap();
    }
}
