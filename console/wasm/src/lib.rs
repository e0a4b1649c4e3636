//! Runs a cart's WebAssembly module as a program of the machine.
//!
//! ```text
//! bytes ── check.rs ──> Interpreter (wasmi) ── start ──> image of the first state ──> WasmCart: Program
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
//! | run for ever | an export has 2^28 fuel, and pays for the work of its calls; a cart never sees fuel |
//! | use much memory | 2,048 KiB; a stream of 4 MiB; names of 64 KiB; places of 16,384 calls |
//! | reach anything | the only imports are the console's calls |
//! | differ between machines | no floats |

#![forbid(unsafe_code)]
#![deny(clippy::float_arithmetic)]
#![expect(
    clippy::disallowed_types,
    reason = "instances, names and places are scratch space that all copies of a cart share"
)]

mod cart;
mod check;
mod engine;
mod fault;
mod imports;
mod interpreter;
mod limits;
mod named;
mod names;
mod pages;
mod places;
mod shaped;
mod sizes;
mod stream;

pub use cart::{WasmCart, cart};
pub use check::stripped;
pub use engine::{Engine, Export, Instance};
pub use fault::{MEMORY_KIB, ModuleError, Trap};
pub use sizes::crate_sizes;
