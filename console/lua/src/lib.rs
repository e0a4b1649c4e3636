//! PICO-8's dialect of Lua: the language alone. It knows numbers ([`num`]) and nothing of a machine.
//!
//! ```text
//! source ── lex.rs ──> lexemes ── parse/ ──> Ast ── compile/ ──> Program ── vm/ ──> Vm: heap, stack, frames
//! ```
//!
//! | file | what it holds |
//! |---|---|
//! | `lex.rs` | words, numbers, texts, signs; what is skipped between them |
//! | `literal.rs` | what a number and a text in the source stand for |
//! | `ast.rs` | the syntax tree: flat lists, names resolved to locals, upvalues and globals |
//! | `parse/` | statements, expressions, scopes, labels |
//! | `compile/`, `op.rs` | the compiler, the instructions it makes |
//! | `program.rs` | what it makes: instructions, functions, texts |
//! | `reload.rs` | other code for a program that runs |
//! | `vm/` | the machine that runs them, as a value |
//! | `state/`, `bytes.rs` | all of it as bytes, and back |
//! | `snapshot.rs` | moments put aside as what differs between them |
//! | `native.rs` | functions that are not written in the language: a call of one, and the host behind it |
//! | `library/` | functions of the language that need no console |
//! | `value.rs` | eight bytes: a number, or an index with a tag |
//! | `heap/` | all objects of a program, in flat lists |
//! | `error.rs` | what is wrong in a source, and in which line |
//!
//! The dialect is that of Lua 5.2 with PICO-8's additions and without what PICO-8 took away. Where the manual and
//! measured values are silent, each place says whose reading it takes.

#![no_std]
#![forbid(unsafe_code)]
#![deny(clippy::float_arithmetic)]

extern crate alloc;

mod arith;
pub mod ast;
mod bytes;
mod compile;
mod digest;
mod error;
pub mod heap;
mod lex;
mod library;
mod literal;
mod native;
mod op;
mod parse;
mod program;
mod reload;
mod snapshot;
mod state;
mod value;
mod vm;

pub use bytes::StateError;
pub use compile::{compile, compile_for};
pub use error::{SyntaxError, message_bytes};
pub use heap::Heap;
pub use lex::{LexError, LexErrorKind, Lexeme, LexemeKind, PieceKind, lex, pieces};
pub use native::{Answer, Call, Host, Raise};
pub use parse::{KEYWORDS, parse};
pub use program::Program;
pub use snapshot::Snapshot;
pub use value::{Value, ValueKind};
pub use vm::{CallInfo, Coverage, CoveredFunction, Error, StepLimits, Stop, Variable, Vm};
