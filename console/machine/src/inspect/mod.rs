//! A program's state for debuggers.
//!
//! ```text
//! state ── serde ──> tree.rs    the whole state       { "hp": 4.5, "mobs": [ { "x": 12 }, .. ] }
//!                    field.rs   one field             mobs[0].x ──> 12, without a tree
//! state ───────────> view.rs    a page of members at a time, for panels and protocols
//! typed text ──────> ../edit.rs sets a field          4.5 ──> 294912, as the state is written; number.rs converts
//! ```
//!
//! A [`crate::Num`] is shown as the shortest decimal that reads back as the same bits; the written state has its raw
//! word. It is recognised as serde's newtype `Num`; a cart's own newtype of that name only if it contains an `i32`.

mod field;
mod number;
mod tree;
#[allow(missing_docs, reason = "their names say it")]
mod view;

pub(crate) use field::field;
pub(crate) use number::is_same;
pub use number::{number as number_of, parse_number, shown as shown_number};
pub use tree::find_field;
pub use tree::{join_path, members, natural};
pub(crate) use tree::{tree, typed_tree};
pub use view::{CUT, Child, Handle, Node, NodeKind, OBJECT, Plain, StateView, TreeView, text_key, unquoted};
