//! Runs whose results are stored in files, and exhaustive counts: equal in every build profile.
//!
//! ```text
//! determinism.rs  runs whose digests are the same in every profile and on every platform
//! replays.rs      recordings that are kept, each run again
//! ranges.rs       every number of a range is as likely as every other, over all 2^32 inputs
//! ```
//!
//! `.ci/release` runs this binary again in the release profile.

mod determinism;
mod ranges;
mod replays;
