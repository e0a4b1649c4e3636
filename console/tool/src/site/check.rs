//! `rasher site --check`: an index, and the files next to it that it names.

use crate::CommandOutput;
use crate::error::ToolError;
use format::{CATALOGUE_LABEL_BYTES, Catalogue, CatalogueCart, INDEX, INDEX_BYTES, read_cartridge, read_png};
use rasher::SIDE;
use std::path::{Path, PathBuf};

pub fn check(path: &Path) -> Result<CommandOutput, ToolError> {
    let path = if path.is_dir() { path.join(INDEX) } else { path.to_path_buf() };
    let name = path.to_string_lossy();
    let index = Catalogue::from_json(&store::read_at_most(&path, INDEX_BYTES as u64)?, &name)?;
    let mut report = CommandOutput::default();
    for cart in &index.carts {
        if let Err(error) = check_files(cart, &path) {
            report.fail(&error);
        }
        for id in cart.loads.iter().filter(|id| index.find(id).is_none()) {
            report.fail(&ToolError::NotListed { path: path.clone(), cart: cart.id.clone(), id: id.clone() });
        }
    }
    if report.code == 0 {
        report.out = format!("{name}: {} carts, no errors\n", index.carts.len());
    }
    Ok(report)
}

fn check_files(cart: &CatalogueCart, index: &Path) -> Result<(), ToolError> {
    let beside = |file: &str| -> (PathBuf, String) {
        let path = index.with_file_name(file);
        let name = path.to_string_lossy().into_owned();
        (path, name)
    };
    let (path, name) = beside(&cart.file);
    let bytes = store::read_at_most(&path, format::CATALOGUE_CART_BYTES as u64)?;
    cart.check_bytes(&bytes, &name)?;
    read_cartridge(&bytes, &name)?;
    if !cart.label.is_empty() {
        let (path, name) = beside(&cart.label);
        let picture = read_png(&store::read_at_most(&path, CATALOGUE_LABEL_BYTES as u64)?, &name)?;
        let (width, height) = (picture.width, picture.height);
        if (width, height) != (SIDE, SIDE) {
            return Err(ToolError::LabelSize { path, width, height });
        }
    }
    Ok(())
}
