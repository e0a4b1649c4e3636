//! Tests that take the locks of a home: two windows, names of runs, and a disk that fails (`failing`).
//!
//! A binary that starts no process: until a child of a test executes its program, it holds that test's file locks too.

#[path = "../store/common/mod.rs"]
mod common;
mod failing;
mod keys;
mod windows;
