//! Carts in Lua as programs of the machine.
//!
//! ```text
//! code ── lua::compile, with the names of bindings() ──> LuaProgram { vm } ── impl rasher::Program
//!                                                           hook ──> vm.run(host) ──> native n ──> bind.rs: arguments, method, results
//! ```
//!
//! | file | what it holds |
//! |---|---|
//! | `program.rs` | the main loop as hooks: start, `_init`, frames, menu items, faults, state |
//! | `bind.rs` | every call that has a method in the machine's table, made from that table |
//! | `convert.rs` | arguments and results: PICO-8's rules for nil, texts and missing arguments |
//! | `calls.rs` | calls bound by hand: `print`, `pal`, `peek`, `flip` and others |
//! | `sources.rs` | the file and line of each line of the program; syntax errors |
//! | `broken.rs` | a cart whose code is not a program |
//! | `glyphs.rs` | the variables that button and pattern glyphs are |
//! | `view.rs` | the live heap read on demand, for debuggers |
//! | `view/json.rs` | its values as JSON |
//! | `tree.rs` | edits of variables |
//! | `program/lines.rs` | running line by line, calls, expressions |
//! | `program/snapshot.rs` | a snapshot of a program |
//! | `wanted.rs` | which other carts its code may ask for |
//!
//! This crate opens no files: a cart's includes are in its code, and other carts come with the boot's bundle.

#![no_std]
#![forbid(unsafe_code)]
#![deny(clippy::float_arithmetic)]
#![recursion_limit = "1024"]

extern crate alloc;

mod bind;
mod broken;
mod calls;
mod convert;
mod glyphs;
mod program;
mod sources;
mod tree;
mod view;
mod wanted;

pub use broken::broken;
pub use program::{lua_cart, natives};
pub use sources::{CompileError, SourceMap};
pub use wanted::{ANY, WantedCarts, wanted_carts};
