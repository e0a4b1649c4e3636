//! A program's state as debuggers show it, and back.
//!
//! ```text
//! state ── serde ──> tree.rs    all of it      { "hp": 4.5, "mobs": [ { "x": 12 }, .. ] }
//!                    field.rs   one place      mobs[0].x ──> 12                                nothing else is made into a tree
//! typed text ──────> ../edit.rs a field        4.5 ──> 294912, as the state is written         number.rs  both forms of a number
//! ```
//!
//! A [`crate::Num`] is a number with a point here, the shortest decimal that is read as the same bits. As text and as bytes
//! the state has its raw word still: those are formats, and are read back by whoever wrote them. serde tells both apart, since a `Num`
//! is its newtype of that name; a cart's own newtype that is called `Num` too is another one's word only by chance, if it holds an
//! `i32`.

mod field;
mod number;
mod tree;

pub(crate) use field::field;
pub(crate) use number::is_same;
pub use number::{number as number_of, parse_number, shown as shown_number};
pub use tree::find_field;
pub use tree::{join_path, members};
pub(crate) use tree::{tree, typed_tree};
