//! What runs a module: an interpreter in programs and tests, the browser in a page.
//!
//! ```text
//! WasmCart: image ── write ──> instance ── run ──> instance ── read ──> image
//!                              scratch space: the stack is cleared, the memory above it is the image
//! ```

use crate::fault::{MEMORY_KIB, Trap};
use rasher::Machine;
use std::borrow::Cow;

/// A module that can be run.
pub trait Engine: Send + Sync {
    /// A new instance, with the module's own first memory.
    fn instance(&self) -> Result<Box<dyn Instance>, Trap>;
}

/// One call of an export of `calls`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Export {
    Start,
    /// Hook and its two arguments.
    Hook(i32, i32, i32),
    State,
    Room(i32),
    Load,
    /// -1 without that export.
    LoadNamed,
}

/// Scratch space for one call at a time.
pub trait Instance: Send {
    /// Makes the memory this image, above a cleared stack; false if it cannot be as small or as large.
    fn write(&mut self, image: &[u8]) -> bool;
    /// Runs an export; the module's calls go to `p8`. After a trap the instance is worthless.
    fn run(&mut self, p8: &mut Machine, export: Export) -> Result<i64, Trap>;
    /// Replaces the image by the memory above the stack.
    fn read(&self, image: &mut Vec<u8>);
    /// Bytes of the memory; none outside of it.
    fn bytes(&mut self, at: u32, len: u32) -> Option<&[u8]>;
    /// Writes bytes into the memory; false outside of it.
    fn put(&mut self, at: u32, bytes: &[u8]) -> bool;
    /// Fuel that the last export burned; 0 where it is not counted.
    fn burned(&self) -> u64;
    /// Why the last state could not be written or read.
    fn error(&mut self) -> String;
}

/// The memory of an instance while one of its calls runs.
pub(crate) trait Memory {
    /// Bytes; none outside of it.
    fn read(&self, at: usize, len: usize) -> Option<Cow<'_, [u8]>>;
    fn put(&mut self, at: usize, bytes: &[u8]) -> bool;
}

/// The message of a module that has used up the stack, also of the panic where that was inside a call of the console.
pub const NESTED: &str = "too many nested calls";
pub(crate) const OUTSIDE: &str = "the stack is full, or an address is outside of the memory";
pub(crate) const POINTER: &str = "the module left its stack pointer elsewhere";

pub(crate) fn out_of_memory() -> String {
    format!("out of memory: a cart has {MEMORY_KIB} KiB")
}
