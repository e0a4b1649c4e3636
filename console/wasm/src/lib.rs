//! Runs a cart's WebAssembly module as a program of the machine.
//!
//! ```text
//! bytes ── check.rs ──> engine ── start ──> image of the first state ──> WasmCart: Program
//!                         interpreter.rs: wasmi, in programs, tests and libretro
//!                         browser.rs: the browser's own, in a page
//!                         imports.rs: each row of `calls` as a call of the machine
//!
//! frame    image ── copied into an instance ── hook ── copied back ──> image          1 us a copy
//! state    image ── instance ── export `state` ──> stream ── stream.rs ──> digest, bytes, tree, size
//!          bytes ── export `load` ──> image          JSON ── shaped.rs ──> bytes
//!          another build's stream ── named.rs ── export `load_named` ──> image
//! ```
//!
//! The image is the memory above the stack, and the whole state: `check.rs` refuses modules that could keep more. So a
//! clone is a copy of it, and instances are scratch space.
//!
//! | a module cannot | because |
//! |---|---|
//! | run for ever | an export has 2^28 fuel, and pays for the work of its calls; a cart never sees fuel; a page ends its worker |
//! | use much memory | 2,048 KiB; a stream of 4 MiB; names of 64 KiB; places of 16,384 calls |
//! | reach anything | the only imports are the console's calls |
//! | differ between machines | no floats |

#![forbid(unsafe_code)]
#![deny(clippy::float_arithmetic)]
#![expect(
    clippy::disallowed_types,
    reason = "instances, names and places are scratch space that all copies of a cart share"
)]

#[cfg(target_arch = "wasm32")]
mod browser;
mod cart;
mod check;
mod engine;
mod fault;
mod imports;
#[cfg(not(target_arch = "wasm32"))]
mod interpreter;
#[cfg(not(target_arch = "wasm32"))]
mod limits;
#[cfg(not(target_arch = "wasm32"))]
mod link;
mod named;
mod names;
mod pages;
mod places;
mod sections;
mod shaped;
#[cfg(not(target_arch = "wasm32"))]
mod sizes;
mod stream;

#[cfg(not(target_arch = "wasm32"))]
pub use cart::program;
pub use cart::{WasmCart, cart, imports};
pub use engine::{Engine, Export, Instance, NESTED};
pub use fault::{MEMORY_KIB, ModuleError, Trap};
pub use sections::stripped;
#[cfg(not(target_arch = "wasm32"))]
pub use sizes::crate_sizes;

#[cfg(target_arch = "wasm32")]
use browser::Browser as Runner;
#[cfg(target_arch = "wasm32")]
pub use browser::{Script, program};
#[cfg(target_arch = "wasm32")]
pub use cart::use_script;
#[cfg(not(target_arch = "wasm32"))]
use interpreter::Interpreter as Runner;
