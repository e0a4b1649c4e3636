//! `rasher manual`: one HTML page of chapters, calls with examples, and tables of the machine.
//!
//! ```text
//! page.rs     the page                                  chapter.rs   chapters from Markdown
//! entry.rs    a call, also in Lua, with its example run
//! tables.rs   tables, with sound.rs and costs.rs        html.rs      HTML with coloured code
//! ```
//!
//! The page loads nothing from elsewhere, and is the same for every run. It is XML too, so that a simple parser can test it.

mod chapter;
mod costs;
mod entry;
mod html;
mod page;
mod sound;
mod synonyms;
mod tables;

pub use html::grouped;
pub use page::{BUTTON_CODES, page};
pub use synonyms::{STOP_WORDS, SYNONYMS};
pub use tables::tables;

use crate::CommandOutput;
use crate::error::ToolError;
use std::path::Path;

pub fn manual(out: Option<&Path>) -> Result<CommandOutput, ToolError> {
    let page = page();
    let Some(path) = out else { return Ok(CommandOutput::done(page)) };
    store::write(path, page.as_bytes())?;
    let calls = page.matches("<article ").count();
    let (pictures, sounds) = (page.matches("<figure>").count(), page.matches("<audio ").count());
    let kilo = page.len().div_ceil(1000);
    let path = path.display();
    let text = format!("{path}: {kilo} KB, {calls} entries, {pictures} pictures, {sounds} sounds\n");
    Ok(CommandOutput::done(text))
}
