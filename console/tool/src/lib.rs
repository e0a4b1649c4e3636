//! Every command that needs no window. Most modules are the command of their name; the others are:
//!
//! ```text
//! cli.rs, options/     the command line                        error.rs, terminal.rs   errors; text made safe for a terminal
//! open.rs              a cart by its name                      recorded.rs             a recorded run and its cart
//! debug.rs             with lines.rs, history.rs, dap/         compare.rs              diff, bisect, trace
//! new.rs               with example.rs, link.rs, build_cache.rs
//! export.rs            with parts.rs, module.rs, archive.rs, site/     exchange.rs             import and export at the editors' prompt
//! info.rs              list, where, paths, help, with find.rs  stub.rs                 manual --lua
//! ```
//!
//! The binary calls `main`, which runs a command or returns the [`Window`] to open; both need the feature `cli`, which is clap.
#![cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports))]

mod archive;
mod budget;
mod build;
mod build_cache;
mod calls;
mod cart_module;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "cli")]
mod commands;
mod compare;
mod coverage;
mod dap;
mod debug;
mod error;
mod example;
mod exchange;
mod export;
#[cfg(feature = "cli")]
mod find;
mod fix;
mod history;
mod import;
#[cfg(feature = "cli")]
mod info;
mod lines;
mod link;
mod manual;
mod module;
mod new;
mod open;
mod options;
mod pack;
mod parts;
mod players;
mod recorded;
mod run;
mod script;
mod share;
mod site;
mod sound;
mod stub;
mod terminal;
mod test;
mod versions;
#[cfg(feature = "cli")]
mod vscode;

pub use cart_module::{PlayModule, build_cart_module, rendered_errors};
#[cfg(feature = "cli")]
pub use commands::{command, main};
pub use dap::{DapServer, LiveRun, serve_dap};
pub use error::ToolError;
pub use exchange::{exported, imported};
pub use import::{ImportedMap, aseprite_frames, ldtk_map, read_midi, read_wav, tiled_map};
pub use manual::page as manual_page;
pub use options::{HungRun, PlayOptions, PlaySoundOptions, Renderer, RunSource, TestOptions};
pub use recorded::Recorded;
pub use script::parse as parse_script;
pub use sound::{AudioSink, Jukebox, Paced, Piece, Resampler, SoundFile, play_sound};
pub use terminal::{check_raw, escape_bytes, escape_controls, print_error};
pub use test::{TestFile, difference_picture, test as test_cart};

use std::fmt::Display;
use std::io::Write;

/// A command that needs a window or a sound device.
#[derive(Clone, Debug)]
pub enum Window {
    Play(PlayOptions),
    View(PlayOptions),
    /// A sound device only: see [`play_sound`].
    PlaySound(PlaySoundOptions),
}

/// Characters of a warning that can come in every frame, and bytes of all warnings.
const WARNING_MAX: usize = 200;
const WARNINGS_MAX: usize = 16 << 10;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommandOutput {
    /// 0: done, 1: the command failed, 2: the command line is wrong.
    pub code: u8,
    pub out: String,
    pub err: String,
    /// `out` has terminal colours, and text from files in it is escaped already.
    pub painted: bool,
    /// Bytes of `err` that were printed while the command ran.
    pub printed: usize,
}

impl CommandOutput {
    fn done(out: String) -> Self {
        CommandOutput { out, ..CommandOutput::default() }
    }

    fn fail(&mut self, error: &impl Display) {
        self.warn(error);
        self.code = 1;
    }

    fn warn(&mut self, error: &impl Display) {
        self.err.push_str(&format!("rasher: {error}\n"));
    }

    fn print_new_errors(&mut self, err: &mut dyn Write) {
        if self.printed < self.err.len() {
            // A broken standard error cannot be reported.
            _ = err.write_all(escape_controls(&self.err[self.printed..]).as_bytes());
            self.printed = self.err.len();
        }
    }

    /// Adds a warning that can come in every frame, unless it was added before or there are too many.
    fn warn_once(&mut self, error: &impl Display) {
        let line: String = error.to_string().chars().take(WARNING_MAX).collect();
        let line = format!("rasher: {line}\n");
        if self.err.len() < WARNINGS_MAX && !self.err.contains(&line) {
            self.err.push_str(&line);
        }
    }
}
