//! `rasher fix NAME`: writes a sheet whose file has other colours in the nearest of the 16, in the size of the file.
//!
//! ```text
//! any PNG that is read as a sheet ── colours that the console does not have? ──┬── none: the file stays
//!                                                                              └── the nearest are written
//! ```

use crate::error::ToolError;
use crate::import::{data_folder, resolve_cart};
use format::{FormatLimit, read_sheet};
use loader::data_files;
use std::path::{Path, PathBuf};

/// `cart` is a name, a cart's file or folder, or the sheet itself.
pub fn fix(cart: &str, data: Option<PathBuf>) -> Result<String, ToolError> {
    let is_sheet = Path::new(cart).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
    let path = match is_sheet && data.is_none() && !store::is_cartridge(Path::new(cart)) {
        true => PathBuf::from(cart),
        false => {
            let (name, data) = resolve_cart(cart, data)?;
            let [sheet, ..] = data_files(&data_folder(&name, data)?, &name);
            sheet
        }
    };
    let shown = path.display().to_string();
    let sheet = read_sheet(&store::read_at_most(&path, FormatLimit::PictureBytes.most() as u64)?, &shown)?;
    let Some(remark) = sheet.remark() else { return Ok(format!("{shown}: all colours are exact\n")) };
    store::write(&path, &sheet.with_data(&sheet.data))?;
    Ok(format!("{shown}: replaced {remark}\n"))
}
