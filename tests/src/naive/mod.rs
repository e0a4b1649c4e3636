//! Slow, obvious twins of the machine's fast routines.

pub mod sprites;
