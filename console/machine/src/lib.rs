//! Rasher's machine, and the API that carts are written against.
//!
//! ```text
//! Input ──> Console::frame ──> Machine + Program ──> Effects, picture, samples
//! ```
//!
//! | file | contents |
//! |---|---|
//! | `lib.rs`, `machine.rs` | [`Machine`]: memory and other state; start and end of a frame |
//! | `console.rs`, `line_run.rs` | [`Console`]: machine and program, run by frames; a frame run by lines |
//! | `boot.rs`, `bundle.rs`, `rom.rs` | the start of a run, the carts that it can load, a cart's data |
//! | `input.rs`, `effect.rs` | input from the host, requests to it |
//! | `memory.rs`, `limit.rs`, `meter.rs` | the 64 KiB, a cart's limits, prices of calls |
//! | `cart.rs`, `program.rs`, `program/` | [`Cart`] for authors, [`Program`] inside, its lines and source for debuggers |
//! | `module.rs`, `module/` | this crate inside a cart's module: the same calls, passed to the console outside |
//! | `fault.rs`, `coverage.rs` | places in a source, faults, coverage |
//! | `draw/`, `text/`, `audio/`, `system/`, `buttons.rs` | the calls: rasteriser, `print`, synth, memory and host, `btn` |
//! | `picture.rs`, `palette.rs` | screen memory to colours, the 32 colours |
//! | `api.rs`, `api/`, `fixture.rs` | the table of all calls, their examples, the console for these |
//! | `inspect/`, `edit.rs`, `trace/` | a state as a tree, edits of it, the calls of a frame |
//! | `walk.rs`, `digest.rs`, `state_digest.rs`, `memory_size.rs` | through a state by serde: its hash, its size |
//! | `state/`, `snapshot.rs` | a console as bytes, as shared pages |
//!
//! No clock, disk, thread, global or float: clone a [`Console`] in the middle of a run, give both the same input, and
//! they stay equal. File formats are in crate `format`, timing in the player, the past of a run in crate `timeline`.

#![no_std]
#![deny(clippy::float_arithmetic)]
#![cfg_attr(rasher_module, allow(dead_code, reason = "shared files have more than a module uses"))]

extern crate alloc;

/// The text of an example as a doc test.
macro_rules! example {
    ($name:ident) => {
        concat!(
            "\n```\n# use rasher::*;\n",
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/api/example/", stringify!($name), ".rs")),
            "# run_example(",
            stringify!($name),
            ");\n```"
        )
    };
}
pub(crate) use example;

/// Items of one of the two builds. rustfmt finds the files of a macro of this name.
macro_rules! cfg_if {
    (if #[cfg($which:meta)] { $($item:item)* }) => { $(#[cfg($which)] $item)* };
}

pub mod ability;
pub mod button;
mod cart;
mod described;
mod int;
pub mod memory;
pub mod palette;

pub use cart::Cart;
pub use int::Int;
/// 16.16 numbers, with examples of their use.
#[doc = crate::example!(max)]
#[doc = crate::example!(sin)]
#[doc = crate::example!(shl)]
#[doc = crate::example!(type_num)]
#[doc = crate::example!(macro_num)]
pub use num::{Num, num};

// A cart's module, which the tool builds with this flag: the calls are imports, and the machine is outside.
cfg_if! {
    if #[cfg(rasher_module)] {
        mod module;
        pub use module::*;
    }
}

cfg_if! {
    if #[cfg(not(rasher_module))] {
        pub mod api;
        mod audio;
        mod boot;
        mod bundle;
        mod buttons;
        mod console;
        mod coverage;
        mod digest;
        mod draw;
        mod edit;
        mod effect;
        mod fault;
        mod fixture;
        mod input;
        mod inspect;
        mod limit;
        mod line_run;
        mod machine;
        mod memory_size;
        mod meter;
        mod picture;
        mod program;
        mod records;
        mod rom;
        mod snapshot;
        mod state;
        mod state_digest;
        mod system;
        pub mod text;
        mod trace;
        mod walk;

        pub use api::{Color, Stat};
        pub use audio::{FRAME_MAX, RATE};
        pub use boot::{Boot, Rules};
        pub use bundle::{BUNDLE_MAX, Bundle, BundledCart, CartBytes, Code, is_inside, revision, spellings};
        pub use console::Console;
        pub use coverage::{Coverage, Covered};
        pub use digest::{Digest, DigestVersion};
        pub use effect::Effect;
        pub use fault::{Fault, Place, Position, write_stack};
        pub use fixture::run_example;
        pub use input::{Date, Edit, Event, Input, Keys, Mouse, Patch};
        pub use inspect::{
            CUT, Child, Handle, Node, NodeKind, OBJECT, Plain, StateView, TreeView, text_key, unquoted,
        };
        pub use inspect::{find_field, join_path, members, natural, number_of, parse_number, shown_number};
        pub use limit::{CLIPBOARD_MAX, Exceeded, LIMITS, Limit, LimitRow, NAME_MAX, PARAM_MAX};
        pub use line_run::{Catch, LineRun};
        pub use meter::{CLOCK, Usage};
        pub use picture::{PIXELS, SIDE};
        pub use program::{
            Breakpoint, CallFrame, ConditionError, Flow, Hook, LOGS_MAX, LineCondition, LineMoment, LineQuery,
            LineStep, LineWatch, LogLine, Logpoint, NativeCalls, Program, ProgramSnapshot, RustSource,
            STEPS_MAX, SourceLine, StateError, program, serialized,
        };
        pub use records::Records;
        pub use rom::{Rom, SoundNames};
        pub use snapshot::Snapshot;
        pub use state::{STATE_FORMAT, StateLoadError};
        pub use system::{DROPPED_FILE, DROPPED_MAX, DROPPED_PICTURE, SEEDS, next_seed};
        pub use trace::{CALLS_MAX, Trace, Traced, Tracing};

        use crate::audio::Audio;
        use crate::buttons::Buttons;
        use crate::draw::LastPairs;
        use crate::effect::Effects;
        use crate::limit::ReportedLimits;
        use crate::memory::Memory;
        use crate::meter::Meter;
        use crate::system::{Carts, RunState, Streams};
        use crate::trace::Tap;
        use alloc::collections::{BTreeMap, VecDeque};
        use alloc::{boxed::Box, string::String, sync::Arc, vec::Vec};
        use serde::{Deserialize, Serialize};
    }
}

/// A cart's item of the pause menu.
#[cfg(not(rasher_module))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MenuItem {
    /// At most 16 characters of P8SCII.
    pub label: Vec<u8>,
    /// Buttons that do not trigger it: 1 left, 2 right, 0x70 the rest.
    pub mask: u8,
}

#[cfg(not(rasher_module))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DebugLine {
    pub text: String,
    /// File and line of the call.
    pub place: Place,
}

/// The machine. `M` is its memory; snapshots have it as shared pages.
#[cfg(not(rasher_module))]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Machine<M = Memory> {
    #[serde(skip)]
    pub(crate) mem: M,
    #[serde(skip)]
    pub(crate) rom: Arc<Rom>,
    pub(crate) buttons: Buttons,
    pub(crate) mouse: Mouse,
    pub(crate) keys: Keys,
    pub(crate) typed: VecDeque<u8>,
    pub(crate) clipboard: String,
    pub(crate) controllers: u8,
    pub(crate) comfort: [bool; 2],
    /// What the player may do with time: bits of [`crate::ability`].
    pub(crate) allowed: u8,
    pub(crate) caption: String,
    /// The current run, and results of earlier ones.
    pub(crate) run: RunState,
    pub(crate) menu: [Option<MenuItem>; 5],
    pub(crate) menu_current: u8,
    #[serde(with = "crate::state::bytes::by_id")]
    pub(crate) saves: Arc<BTreeMap<String, Box<[u8; 256]>>>,
    pub(crate) save_id: Option<String>,
    /// The ids that the current cart has opened.
    pub(crate) save_ids: Vec<String>,
    #[serde(with = "crate::state::bytes")]
    pub(crate) saved: Box<[u8; 256]>,
    /// The carts of the run and the current one.
    pub(crate) carts: Arc<Carts>,
    pub(crate) param: String,
    pub(crate) date: Date,
    pub(crate) rules: Rules,
    pub(crate) seed: u64,
    pub(crate) reseeds: u32,
    pub(crate) fps: u8,
    pub(crate) frame: u64,
    pub(crate) meter: Meter,
    #[serde(skip)]
    pub(crate) limits: ReportedLimits,
    pub(crate) tline_bits: u8,
    /// Derived from the draw palette.
    #[serde(skip)]
    pub(crate) pairs: LastPairs,
    pub(crate) audio: Audio,
    pub(crate) streams: Streams,
    pub(crate) debug: Vec<DebugLine>,
    #[serde(skip)]
    pub(crate) effects: Effects,
    /// Sixtieths of a second that the clock is ahead of frames / rate, after a change of the rate.
    pub(crate) ahead: i64,
    /// The program's position in its source, and its file names.
    #[serde(skip)]
    pub(crate) position: Position,
    #[serde(skip)]
    pub(crate) files: Arc<[String]>,
    #[serde(skip)]
    pub(crate) tap: Tap,
    /// The screen and registers that are shown while `_draw` is unfinished.
    pub(crate) shown: Option<Arc<[u8]>>,
}

/// Copies every field but the memory. A missing field does not compile.
#[cfg(not(rasher_module))]
macro_rules! with_fields {
    ($machine:expr, $memory:expr, $($field:ident)*) => {{
        let Machine { mem: _, $($field),* } = $machine;
        Machine { mem: $memory, $($field: $field.clone()),* }
    }};
}

#[cfg(not(rasher_module))]
impl<M> Machine<M> {
    pub(crate) fn with_memory<N>(&self, memory: N) -> Machine<N> {
        with_fields!(self, memory, rom buttons mouse keys typed clipboard controllers comfort allowed caption run menu menu_current saves save_id save_ids saved carts param date rules seed reseeds fps frame meter limits tline_bits pairs audio streams debug effects ahead position files tap shown)
    }
}
