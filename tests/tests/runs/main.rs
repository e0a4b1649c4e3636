//! Runs whose results are stored in files, and exhaustive counts: equal in every build profile.
//!
//! ```text
//! determinism.rs  runs with equal digests in every profile and on every platform
//! replays.rs      stored recordings, each replayed
//! ranges.rs       every number of a range is equally likely, over all 2^32 inputs
//! ```
//!
//! `.ci/release` runs this binary again in the release profile.

mod determinism;
mod ranges;
mod replays;
