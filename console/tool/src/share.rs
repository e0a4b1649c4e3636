//! `rasher share FILE`: a cart in Lua or a run as the end of an address.
//!
//! ```text
//! game.p8 ──> #cart=...     any console's page plays it        run.rec ──> #run=...     its cart's page shows it
//! ```

use crate::CommandOutput;
use crate::error::ToolError;
use crate::open::open_embedded;
use crate::options::{RunSource, ShareOptions};
use crate::recorded::Recorded;
use loader::{Cart, LoadError};
use shelf::Entry;
use timeline::{LINK_MAX, Recording, Start, link_text};

pub fn share(carts: &'static [Entry], options: &ShareOptions) -> Result<CommandOutput, ToolError> {
    let file = &options.file;
    let (kind, recording) = if !store::is_cartridge(file) {
        ("run", Recorded::read(carts, file, &RunSource::default())?.recording)
    } else {
        let loaded = open_embedded(carts, file)?;
        if !loaded.is_lua() {
            return Err(LoadError::Stamped { path: file.clone() }.into());
        }
        ("cart", cart_start(&loaded.runnable()?.cart))
    };
    let text =
        link_text(&recording).ok_or_else(|| ToolError::LongLink { path: file.clone(), most: LINK_MAX })?;
    let page = options.page.as_deref().unwrap_or_default();
    Ok(CommandOutput { out: format!("{page}#{kind}={text}\n"), ..CommandOutput::default() })
}

fn cart_start(cart: &Cart) -> Recording {
    let (cart, rom, bundle) = (cart.name.clone(), cart.rom.digest(), cart.bundle.clone());
    Recording::new(Start { cart, rom, bundle, ..Start::default() })
}

/// The text of a link to a cart in Lua; none if that would be too long.
pub(crate) fn cart_link(cart: &Cart) -> Option<String> {
    link_text(&cart_start(cart))
}
