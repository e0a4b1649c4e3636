//! Rasher: the machine, and the API that carts are written against.
//!
//! ```text
//! console.rs   Console = Machine + Program, driven by frame(&Input)      the one door
//! machine.rs   Machine: memory and the little beside it; Boot
//! memory.rs    the 64 KiB, written once      rom.rs  a cart's data
//! input.rs     what comes in                 effect.rs  what is asked of the world
//! limit.rs     what a cart can go past, and how it is told
//! program.rs   Cart for authors, Program inside          coverage.rs  which lines of it were reached
//!                                                        fault.rs  places in a source, and why a hook could not go on
//! meter.rs     what calls cost, the budget of a frame          memory_size.rs  what a state measures
//! bundle.rs    the carts that a run can come to
//! buttons.rs   btn, btnp                     system/  memory, random, time, cart data, host, stat
//! draw/        the rasteriser                text/  print and fonts
//! audio/       the synth                     
//! inspect/     a state as debuggers show it
//! picture.rs   screen memory to colours      palette.rs  the 32 colours
//! api.rs       the table of all calls; api/ their examples     digest.rs  the one hash; state_digest.rs  a program's state in it
//! snapshot.rs      a console put aside, in shared pages     state/     a console as bytes     trace.rs  inside a frame: its calls and what they painted
//! ```
//!
//! The crate has no clock, disk, thread, global or float. Everything is a value: clone a [`Console`] in the
//! middle of a run, give both the same input, and they stay equal for ever.
//!
//! What it does not do: read or write any file format (crate `format`), keep time (the window), remember the
//! past (crate `timeline`).

#![no_std]
#![deny(clippy::float_arithmetic)]
#![warn(missing_docs)]

extern crate alloc;

pub mod api;
mod audio;
mod bundle;
mod buttons;
mod console;
mod coverage;
mod described;
mod digest;
mod draw;
mod effect;
mod fault;
mod input;
mod inspect;
mod int;
mod limit;
mod lines;
mod machine;
pub mod memory;
mod memory_size;
mod meter;
pub mod palette;
mod picture;
mod program;
mod records;
mod rom;
mod snapshot;
mod state;
mod state_digest;
mod state_fields;
mod system;
pub mod text;
mod trace;

pub use audio::{FRAME_MAX, RATE};
pub use bundle::{BUNDLE_MAX, Bundle, BundledCart, CartBytes};
pub use console::Console;
pub use coverage::{Coverage, Covered};
pub use digest::{Digest, DigestVersion};
pub use draw::Color;
pub use effect::Effect;
pub use fault::{Fault, Place, Position, write_stack};
pub use input::{Code, Date, Edit, Event, Input, Keys, Mouse, Patch, button};
pub use inspect::{find_field, join_path, members, number_of, parse_number, shown_number};
pub use int::Int;
pub use limit::{Exceeded, LIMITS, Limit, LimitRow};
pub use lines::{
    Breakpoint, CallFrame, ConditionError, LOGS_MAX, LineMoment, LineQuery, LineRun, LineStep, LineWatch,
    LogLine, Logpoint, STEPS_MAX, SourceLine,
};
pub use machine::{Boot, DebugLine, Machine, MenuItem};
pub use meter::{CLOCK, Usage};
/// 16.16 numbers: what carts do with them, by example.
#[doc = api::example!(max)]
#[doc = api::example!(sin)]
#[doc = api::example!(shl)]
#[doc = api::example!(type_num)]
#[doc = api::example!(macro_num)]
pub use num::{Num, num};
pub use picture::{PIXELS, SIDE};
pub use program::{Cart, Flow, Hook, Program, ProgramSnapshot, StateError, program};
pub use records::Records;
pub use rom::Rom;
pub use snapshot::Snapshot;
pub use state::{LoadError, STATE_FORMAT};
pub use system::{
    CLIPBOARD_MAX, DROPPED_FILE, DROPPED_MAX, DROPPED_PICTURE, NAME_MAX, PARAM_MAX, SEEDS, Stat, ability,
    next_seed,
};
pub use trace::{CALLS_MAX, Trace, Traced, Tracing};
