//! `rasher manual`: one HTML page with every call, made from the table of calls and the machine itself.
//!
//! ```text
//! text.rs     the text above a method: paragraphs, marks            code.rs   code split by kind of word, to be coloured
//! show.rs     an example's picture, sound and effects               html.rs   escaping, links, pictures as data
//! entry.rs    a call of the page                                    tables.rs memory, colours, keys, codes, limits
//! in_lua.rs   how carts in Lua write a call, and its example
//! sound.rs    waveforms and effects, to hear and to see             costs.rs  what calls cost
//! chapter.rs  the tutorial and the chapters about the machine
//! page.rs     the page: contents, sections, the rest                manual.css  manual.js
//! ```
//!
//! Nothing on the page is loaded from elsewhere, and two runs give the same bytes. The page is XML too: every element is
//! closed, so that a plain parser can test it. `rasher help` uses `text.rs` for its texts.

mod chapter;
mod code;
mod costs;
mod entry;
mod html;
mod in_lua;
mod page;
mod show;
mod sound;
mod tables;
mod text;

pub use chapter::{CHAPTERS, lesson_program};
pub use in_lua::{is_in_rust_alone, lua_example, lua_forms, lua_lines};
pub use page::page;
pub use tables::tables;
pub use text::{TextPart, before, paragraphs, parts};

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
    Ok(CommandOutput::done(format!(
        "{}: {kilo} KB, {calls} entries, {pictures} pictures, {sounds} sounds\n",
        path.display()
    )))
}
