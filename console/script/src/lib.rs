//! Carts in Lua as programs of the machine.
//!
//! ```text
//! code ── lua::compile, with the names of NATIVES ──> LuaProgram { vm } ── impl rasher::Program
//!                                                        hook ──> vm.run(host) ──> native n ──> bind.rs: arguments, method, results
//! ```
//!
//! | file | what it holds |
//! |---|---|
//! | `program.rs` | the main loop as hooks: start, `_init`, frames, menu items, faults, state |
//! | `bind.rs` | every call that the machine's table has a method for, made from that table |
//! | `convert.rs` | arguments and results: what PICO-8 makes of nil, texts, missing ones |
//! | `calls.rs` | the calls that have a shape of their own: `print`, `pal`, `peek`, `flip` and their like |
//! | `sources.rs` | which line of the program stands where in its files; syntax errors at their place |
//! | `broken.rs` | a cart that has no program |
//! | `glyphs.rs` | the variables that button and pattern glyphs are |
//! | `tree.rs` | the variables as a tree, for debuggers |
//! | `program/lines.rs` | a program run by lines, its calls, expressions |
//! | `program/snapshot.rs` | a moment of it put aside |
//! | `wanted.rs` | which other carts its code may ask for |
//!
//! Not here: files. What a cart includes is in its code, other carts come in with the boot's bundle.

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
mod wanted;

pub use broken::broken;
pub use program::{lua_cart, natives};
pub use sources::{CodeError, Sources};
pub use wanted::{ANY, WantedCarts, wanted_carts};
