//! Runs whose results are kept in files, and what only a whole count shows: they hold in every build profile.
//!
//! ```text
//! determinism.rs  runs whose digests are the same in every profile and on every platform
//! replays.rs      recordings that are kept, each run again
//! ranges.rs       every number of a range is as likely as every other, over all 2^32 inputs
//! ```
//!
//! `.ci/release` runs this binary once more in the release profile.

mod determinism;
mod ranges;
mod replays;
