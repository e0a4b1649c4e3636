//! The counting rules, as tables of cases.
//!
//! ```text
//! lua.rs      PICO-8's rule                 rust.rs     ours, word by word
//! pairs.rs    ten programs in both          hostile.rs  broken and hostile sources
//! ```

mod hostile;
mod lua;
mod pairs;
mod rust;
