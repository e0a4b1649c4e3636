//! PICO-8's dialect of Lua: only the language. It knows numbers ([`num`]) and no machine.
//!
//! ```text
//! source ── lex.rs ──> lexemes ── parse/ ──> Ast ── compile/ ──> Program ── vm/ ──> Vm: heap, stack, frames
//! ```
//!
//! | file | what it holds |
//! |---|---|
//! | `lex.rs` | words, numbers, texts, signs; comments and blanks between them |
//! | `literal.rs` | the values of numbers and texts in the source |
//! | `ast.rs` | the syntax tree: flat lists, names resolved to locals, upvalues and globals |
//! | `parse/` | statements, expressions, scopes, labels |
//! | `compile/`, `op.rs` | the compiler, its instructions |
//! | `program.rs` | a compiled program: instructions, functions, texts |
//! | `reload.rs` | replaces the code of a running program |
//! | `vm/` | the virtual machine, as a value |
//! | `state/`, `bytes.rs` | the whole state as bytes, and back |
//! | `snapshot.rs` | moments stored as differences |
//! | `native.rs` | functions that are not written in the language: their calls, and the host |
//! | `library/` | functions of the language that need no console |
//! | `value.rs` | a value in eight bytes: a number, or an index with a tag |
//! | `heap/` | all objects of a program, in flat lists |
//! | `error.rs` | syntax errors |
//!
//! The dialect is Lua 5.2 with PICO-8's additions and without what PICO-8 removed. Where the manual and measurements do not settle a
//! question, the code names its source.

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

pub use arith::binary as arithmetic;
pub use bytes::RestoreError;
pub use compile::{compile, compile_for};
pub use error::{SyntaxError, message_bytes};
pub use heap::Heap;
pub use lex::{LexError, LexErrorKind, Lexeme, LexemeKind, PieceKind, lex, pieces};
pub use native::{Answer, Host, NativeCall, Raise};
pub use parse::{KEYWORDS, is_keyword, parse};
pub use program::Program;
pub use snapshot::VmSnapshot;
pub use value::{Value, ValueKind};
pub use vm::{
    CallInfo, CoveredFunction, Error, FunctionInfo, InstructionCoverage, StepLimits, Stop, Variable, Vm,
};
