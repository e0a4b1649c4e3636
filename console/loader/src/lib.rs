//! Finds, reads, decodes and compiles a cart: every file once.
//!
//! ```text
//! "porklike" ──> Entry ── data: folder, own copy, embedded ──────────────────┐
//! game.p8 ── Source::read ── format ──┬── data, with the files next to it ───┤
//!                                     └── code ── #include ── compile ───────┼──> Loaded { cart: Cart, errors, files }
//!            "level2.p8" in the code ── the same way ──> the bundle ─────────┤
//! a.rec, a program with a cart at its end ── the bundle in it ───────────────┘
//! ```
//!
//! | file | content |
//! |---|---|
//! | `source.rs` | [`Source`], where files come from; the cache that reads each once |
//! | `cart.rs` | [`Cart`], ready to start; [`Origin`], where its data come from |
//! | `entry.rs` | carts that are compiled into the program |
//! | `open.rs` | from a name on the command line to a cart; where data are searched for |
//! | `lua.rs` | a cartridge in Lua: code, data, bundle, and the same again after a file was saved |
//! | `include.rs` | `#include`, and which line of the program comes from which file |
//! | `bundle.rs` | the other carts that the code names |
//! | `data.rs` | the five data files of a folder |
//! | `appended.rs` | a cart at the end of a player's executable |
//!
//! The crate has no disk, clock or thread. `rasher-store` reads from the disk; pages and tests have their files in memory.
#![deny(clippy::float_arithmetic)]

mod appended;
mod bundle;
mod cart;
mod data;
mod entry;
mod error;
mod include;
mod lua;
mod open;
mod source;

pub use appended::AppendedCart;
pub use bundle::find_next_to;
pub use cart::{Cart, Origin};
pub use data::{
    DATA_FOLDERS, DataRead, cartridge_max, combine, data_faults, data_files, data_folders, file_area,
    map_remark, rom_over, sheet_remark, short_error,
};
pub use entry::{Best, Entry};
pub use error::LoadError;
pub use include::{included_files, resolve_includes};
pub use lua::{Compile, DIGEST_KEY, Loaded, Loader, code_key, compile, compile_module};
pub use open::{DataPlaces, entry_named};
pub use script::broken as stopped;
pub use source::{MemorySource, ReadError, ReadErrorKind, ReadResult, Source, is_cartridge};
