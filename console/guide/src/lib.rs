//! The text of the tutorial and the manual, and the tutorial's steps as checks and edits of a reader's code.
//!
//! ```text
//! tutorial/, chapters/   Markdown, with a picture for each chapter of the tutorial      chapter.rs    the table of chapters
//! markdown.rs            Markdown as blocks and spans                                    text.rs       doc comments of the API
//! calls/                 an example in Lua for each call                                 call.rs       how Lua writes a call
//! lesson/                the tutorial's steps, checks and edits
//! ```
//!
//! The manual for a browser and the page in the window are both made of these blocks.

#![deny(clippy::float_arithmetic)]

mod call;
mod chapter;
mod lesson;
mod markdown;
mod text;

pub use call::{is_in_rust_alone, lua_example, lua_forms, lua_lines};
pub use chapter::{CHAPTERS, Chapter, lesson_program, lessons};
pub use lesson::{Lessons, LineEdit, Step, applied};
pub use markdown::{Block, Span, blocks, spans};
pub use text::{TextPart, before, paragraphs, parts};
