//! The fields of a [`Machine`]: memory, and what no address reaches.

use crate::audio::Audio;
use crate::boot::Rules;
use crate::buttons::Buttons;
use crate::draw::LastPairs;
use crate::effect::Effects;
use crate::fault::{Place, Position};
use crate::input::{Date, Keys, Mouse};
use crate::limit::ReportedLimits;
use crate::memory::Memory;
use crate::meter::Meter;
use crate::rom::Rom;
use crate::system::{Carts, RunState, Streams};
use crate::trace::Tap;
use alloc::collections::{BTreeMap, VecDeque};
use alloc::{boxed::Box, string::String, sync::Arc, vec::Vec};
use serde::{Deserialize, Serialize};

/// A cart's item of the pause menu.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MenuItem {
    /// At most 16 characters of P8SCII.
    pub label: Vec<u8>,
    /// Buttons that do not trigger it: 1 left, 2 right, 0x70 the rest.
    pub mask: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DebugLine {
    pub text: String,
    /// File and line of the call.
    pub place: Place,
}

/// The machine. `M` is its memory; snapshots have it as shared pages.
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
macro_rules! with_fields {
    ($machine:expr, $memory:expr, $($field:ident)*) => {{
        let Machine { mem: _, $($field),* } = $machine;
        Machine { mem: $memory, $($field: $field.clone()),* }
    }};
}

impl<M> Machine<M> {
    pub(crate) fn with_memory<N>(&self, memory: N) -> Machine<N> {
        with_fields!(self, memory, rom buttons mouse keys typed clipboard controllers comfort allowed caption run menu menu_current saves save_id save_ids saved carts param date rules seed reseeds fps frame meter limits tline_bits pairs audio streams debug effects ahead position files tap shown)
    }
}
