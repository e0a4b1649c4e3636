//! Apples, a small game with a bug made on purpose: the debugger's session in the console's `console/studio/README.md` finds it.

mod apples;

pub use apples::Apples;
