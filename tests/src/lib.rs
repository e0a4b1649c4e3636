//! The harness of the project's tests.
//!
//! ```text
//! naive/    slow twins: each drawing call as one pixel after the other
//! bench.rs  times within one run, with ratios
//! scene.rs  random machines, and a fast call against its twin
//! ```

pub mod bench;
pub mod naive;
pub mod scene;
