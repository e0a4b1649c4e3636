//! The harness of the project's tests.
//!
//! ```text
//! naive/    slow twins: each drawing call as one pixel after the other
//! bench.rs  times within one run, with ratios
//! ```

pub mod naive;
