//! What the machine runs: [`Cart`] for authors, [`Program`] for the console, one adapter between them.
//!
//! ```text
//! struct MyGame ── impl Cart (_init _update _draw _menu, Clone, serde)
//!       └─ Hooks<MyGame> ── impl Program (boot update draw menu resume save_bytes load_bytes digest ...)   object safe
//!                └─ Box<dyn Program> in a Console
//!
//! hook(p8) ──> Ok(Done)          finished
//!          ──> Ok(Flip)          the frame ends here (PICO-8's `flip`) ──┐ resume(p8) in the next frame, and from there as
//!          ──> Ok(Spent)         its cycles are spent ───────────────────┘ a hook: Done, Flip, Spent, Fault
//!          ──> Err(Fault)        message, place, stack; the caller of the console undoes the frame
//! ```
//!
//! Another language implements [`Program`] itself. After any frame a program's state is data, a suspended hook
//! included: it can be cloned, written as bytes and read back, and accessed by field name. Rust carts always run to the
//! end and fault by a panic, which `timeline`'s guard turns into a [`Fault`].

mod lines;
pub mod serialized;
mod source;

use crate::Machine;
use crate::bundle::Code;
use crate::cart::Cart;
use crate::coverage::Coverage;
use crate::digest::Digest;
use crate::fault::Fault;
use crate::inspect::{StateView, TreeView};
use alloc::string::{String, ToString};
use alloc::{boxed::Box, sync::Arc, vec::Vec};
use core::any::Any;
pub use lines::{
    Breakpoint, CallFrame, ConditionError, LOGS_MAX, LineCondition, LineMoment, LineQuery, LineStep,
    LineWatch, LogLine, Logpoint, NativeCalls, STEPS_MAX, SourceLine,
};
use serde::{Deserialize, Serialize};
pub use source::RustSource;
pub(crate) use source::is_traced;

/// A state that cannot be saved or restored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateError {
    /// Field, found and expected value, in serde's words.
    pub reason: String,
}

impl core::fmt::Display for StateError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "cannot save or restore the cart's state: {}", self.reason)
    }
}

impl core::error::Error for StateError {}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    Done,
    /// A menu callback is finished and keeps the pause menu open. For other hooks the same as [`Flow::Done`].
    KeepMenu,
    /// The frame ends with the current screen; the hook resumes in the next one.
    Flip,
    /// The frame's cycles are spent ([`Machine::cycles_left`]); the hook resumes in the next one.
    Spent,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Hook {
    Init,
    Update,
    Draw,
    /// [`Program::menu`] of the item with this index.
    Menu(u8),
}

impl core::fmt::Display for Hook {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Hook::Init => f.write_str("_init"),
            Hook::Update => f.write_str("_update"),
            Hook::Draw => f.write_str("_draw"),
            Hook::Menu(index) => write!(f, "menu item {index}"),
        }
    }
}

/// What a console runs: a value between any two calls.
///
/// A hook that cannot continue returns a [`Fault`]; the program's state is then worthless.
#[allow(unused_variables, reason = "defaults ignore their arguments")]
pub trait Program: Send + Sync {
    /// Runs `_init` once and sets the rate ([`Machine::set_fps`]). A program with its own main loop never returns from
    /// it: each frame ends with [`Flow::Flip`].
    fn boot(&mut self, p8: &mut Machine) -> Result<Flow, Fault>;
    /// Runs a frame's `_update`. Clock and buttons are already this frame's.
    fn update(&mut self, p8: &mut Machine) -> Result<Flow, Fault>;
    /// Runs `_draw`. On a clone it redraws a frame.
    fn draw(&mut self, p8: &mut Machine) -> Result<Flow, Fault>;
    /// Runs a menu item's callback, possibly while another hook is suspended by a flip.
    fn menu(&mut self, p8: &mut Machine, index: u8, buttons: u8) -> Result<Flow, Fault>;
    /// Resumes a suspended hook, the last one if there are two. Without one, after a load or an edit, it is done.
    fn resume(&mut self, p8: &mut Machine, hook: Hook) -> Result<Flow, Fault> {
        Ok(Flow::Done)
    }
    /// Replaces the code and keeps the state. Rust programs ignore it. Fails with the place if the code is invalid.
    fn reload(&mut self, p8: &mut Machine, code: &Code) -> Result<(), Fault> {
        Ok(())
    }
    /// Starts over with another cart's code. Rust programs ignore it. Fails with the place if the code is invalid.
    fn change(&mut self, code: &Code) -> Result<(), Fault> {
        Ok(())
    }
    /// Receives a message of the host ([`crate::Event::Host`]) before its frame. Unknown messages are ignored.
    fn receive(&mut self, bytes: &[u8]) {}
    /// Whether its code is the one with this [`Code::digest`]; none if [`Program::reload`] does not apply.
    fn runs(&self, code: u64) -> Option<bool> {
        None
    }
    /// Starts recording which lines are reached, if supported. Not part of the state; a copy has its own.
    fn cover(&mut self) {}
    /// The coverage since [`Program::cover`], or since the code was replaced.
    fn coverage(&self) -> Option<Coverage> {
        None
    }
    /// The program before its boot, for debuggers that run `_init` again; none if it was not kept, as in Rust.
    fn unbooted(&self) -> Option<Box<dyn Program>> {
        None
    }
    /// Source file names, by the numbers in positions ([`Machine::set_position`]). Read at the start and on reload.
    fn source_files(&self) -> Arc<[String]> {
        Arc::default()
    }
    /// The source lines, in the order in which they run at the start; empty if not available.
    fn source(&self) -> Vec<SourceLine> {
        Vec::new()
    }
    /// Gives a Rust program its source, for debuggers. Others have their own.
    fn set_source(&mut self, source: Arc<RustSource>) {}
    /// The source of a Rust program, if it was given.
    fn rust_source(&self) -> Option<&RustSource> {
        None
    }
    /// The whole state as JSON text, fields in declared order. Fails for maps whose keys are not text, or in an
    /// author's serde code.
    fn save(&self) -> Result<Vec<u8>, StateError>;
    /// Restores a state from [`Program::save`]. On failure nothing changes.
    fn load(&mut self, state: &[u8]) -> Result<(), StateError>;
    /// Appends the whole state to `out` in a compact form for the same program in the same build.
    fn save_bytes(&self, out: &mut Vec<u8>) -> Result<(), StateError>;
    /// Restores a state from [`Program::save_bytes`]. On failure nothing changes.
    fn load_bytes(&mut self, state: &[u8]) -> Result<(), StateError>;
    /// A copy with a state from [`Program::save_bytes`]. Override it to avoid copying what is then overwritten.
    fn loaded(&self, state: &[u8]) -> Result<Box<dyn Program>, StateError> {
        let mut program = self.clone_box();
        program.load_bytes(state)?;
        Ok(program)
    }
    /// Hashes the whole state, in an order independent of pointers, hashes and platform.
    fn digest(&self, d: &mut Digest);
    /// Calls `each` with name and digest of each top-level field, in order; a state without names is one field,
    /// `state`. By default those of [`Program::inspect`], by their texts.
    fn field_digests(&self, each: &mut dyn FnMut(&str, u64)) {
        let state = self.inspect();
        match state.as_object() {
            Some(fields) => {
                fields.iter().for_each(|(name, value)| each(name, Digest::of(value.to_string().as_bytes())));
            }
            None => each("state", Digest::of(state.to_string().as_bytes())),
        }
    }
    /// Bytes that the state would take on the original, for `stat(0)`: see `memory_size.rs`.
    fn memory_size(&self) -> u64;
    /// The state as a tree for debuggers: as in [`Program::save`], but with [`crate::Num`]s as decimals.
    fn inspect(&self) -> serde_json::Value;
    /// That tree with the names of newtypes: a value is an object with one field, `(Name)`. By default without them.
    fn inspect_types(&self) -> serde_json::Value {
        self.inspect()
    }
    /// The live state, read on demand; none if it is read from [`Program::inspect_types`].
    fn view(&self) -> Option<Box<dyn StateView + '_>> {
        None
    }
    /// The value at a path in that tree, by names and indices, or the `len` of a list, object or text without such a
    /// field. By default looked up in the whole tree.
    fn field(&self, path: &[&str]) -> Option<serde_json::Value> {
        crate::inspect::find_field(&self.inspect(), path)
    }
    /// Sets the field at a path in that tree. None if it is edited as text, by [`Program::save`] and [`Program::load`].
    fn set_field(&mut self, path: &[&str], value: &serde_json::Value) -> Option<Result<(), StateError>> {
        None
    }
    /// Sets or removes a watch over the lines that run, and returns the previous one. In Rust the machine watches the
    /// calls.
    fn watch_lines(&mut self, watch: Option<Box<LineWatch>>) -> Option<Box<LineWatch>> {
        None
    }
    /// The current watch.
    fn line_watch(&self) -> Option<&LineWatch> {
        None
    }
    /// The current calls, innermost first, at a line, a flip or a fault.
    fn calls(&self) -> Vec<CallFrame> {
        Vec::new()
    }
    /// The values of comma-separated expressions of its language, in a call counted from the innermost, or a message.
    fn evaluate(
        &self,
        p8: &Machine,
        call: usize,
        expressions: &str,
    ) -> Result<Vec<serde_json::Value>, String> {
        Err(lines::no_expressions())
    }
    /// Runs text in its language outside of all calls, and returns the values of its expressions, or a message if it
    /// fails; then nothing changes. `printed` gets its output.
    fn run_text(
        &mut self,
        p8: &mut Machine,
        text: &str,
        printed: &mut Vec<String>,
    ) -> Result<Vec<serde_json::Value>, String> {
        Err(lines::no_expressions())
    }
    /// Whether its hooks may end a frame before they are finished, and its code is a language of its own: not in Rust.
    fn suspends(&self) -> bool {
        true
    }
    fn clone_box(&self) -> Box<dyn Program>;
    /// A compact copy, for histories with thousands of states; it may share with `like`, another one of the same
    /// program. By default a plain copy.
    fn snapshot(&self, like: Option<&dyn ProgramSnapshot>) -> Arc<dyn ProgramSnapshot> {
        Arc::new(PlainCopy(self.clone_box()))
    }
    /// Whether this is a good moment for a snapshot, without garbage. Always true without a collector.
    fn is_swept(&self) -> bool {
        true
    }
    /// What the last update and draw cost a host in addition to the machine's cycles, in cycles. It is not part of the
    /// state and may differ between hosts.
    fn host_cycles(&self) -> u64 {
        0
    }
}

pub trait ProgramSnapshot: Any + Send + Sync {
    fn restore(&self) -> Box<dyn Program>;
    fn size(&self, like: Option<&dyn ProgramSnapshot>) -> usize;
}

struct PlainCopy(Box<dyn Program>);

impl ProgramSnapshot for PlainCopy {
    fn restore(&self) -> Box<dyn Program> {
        self.0.clone()
    }

    /// Measured by the saved form.
    fn size(&self, _: Option<&dyn ProgramSnapshot>) -> usize {
        let mut state = Vec::new();
        let _ = self.0.save_bytes(&mut state);
        state.len()
    }
}

impl Clone for Box<dyn Program> {
    fn clone(&self) -> Self {
        self.as_ref().clone_box()
    }
}

impl dyn Program + '_ {
    /// Reads the state through its view: the live one, or one of its tree.
    pub fn read<R>(&self, read: impl FnOnce(&dyn StateView) -> R) -> R {
        match self.view() {
            Some(view) => read(&*view),
            None => read(&TreeView(&self.inspect())),
        }
    }
}

impl core::fmt::Debug for dyn Program {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Program")
    }
}

/// Turns a cart in its initial state into a program.
pub fn program<C: Cart>(cart: C) -> Box<dyn Program> {
    Box::new(Hooks(cart, None))
}

/// A cart, and its source for debuggers.
#[derive(Clone)]
struct Hooks<C>(C, Option<Arc<RustSource>>);

impl<C: Cart> Program for Hooks<C> {
    fn receive(&mut self, bytes: &[u8]) {
        self.0._receive(bytes);
    }

    fn boot(&mut self, p8: &mut Machine) -> Result<Flow, Fault> {
        self.0._init(p8);
        // Rust cannot tell whether a hook is the default. So one update runs on a throw-away copy, where the default
        // `_update60` reports itself.
        let mut trial = p8.clone();
        trial.set_fps(60);
        self.0.clone()._update60(&mut trial);
        p8.set_fps(trial.fps());
        Ok(Flow::Done)
    }

    fn update(&mut self, p8: &mut Machine) -> Result<Flow, Fault> {
        match p8.fps() {
            60 => self.0._update60(p8),
            _ => self.0._update(p8),
        }
        Ok(Flow::Done)
    }

    fn draw(&mut self, p8: &mut Machine) -> Result<Flow, Fault> {
        self.0._draw(p8);
        Ok(Flow::Done)
    }

    fn menu(&mut self, p8: &mut Machine, index: u8, buttons: u8) -> Result<Flow, Fault> {
        let keep = self.0._menu(p8, index, buttons);
        Ok(if keep { Flow::KeepMenu } else { Flow::Done })
    }

    fn save(&self) -> Result<Vec<u8>, StateError> {
        serde_json::to_vec(&self.0).map_err(|e| StateError { reason: e.to_string() })
    }

    fn load(&mut self, state: &[u8]) -> Result<(), StateError> {
        self.0 = serde_json::from_slice(state).map_err(|e| StateError { reason: e.to_string() })?;
        Ok(())
    }

    fn save_bytes(&self, out: &mut Vec<u8>) -> Result<(), StateError> {
        let error = |e: postcard::Error| StateError { reason: e.to_string() };
        *out = postcard::to_extend(&self.0, core::mem::take(out)).map_err(error)?;
        Ok(())
    }

    fn load_bytes(&mut self, state: &[u8]) -> Result<(), StateError> {
        let error = |reason: String| StateError { reason };
        let (cart, rest) = postcard::take_from_bytes(state).map_err(|e| error(e.to_string()))?;
        if !rest.is_empty() {
            return Err(error(alloc::format!("{} bytes are left over", rest.len())));
        }
        self.0 = cart;
        Ok(())
    }

    fn digest(&self, d: &mut Digest) {
        serialized::digest(&self.0, d);
    }

    fn field_digests(&self, each: &mut dyn FnMut(&str, u64)) {
        serialized::field_digests(&self.0, each);
    }

    fn memory_size(&self) -> u64 {
        serialized::memory_size(&self.0)
    }

    fn inspect(&self) -> serde_json::Value {
        serialized::tree(&self.0)
    }

    fn inspect_types(&self) -> serde_json::Value {
        serialized::typed_tree(&self.0)
    }

    fn field(&self, path: &[&str]) -> Option<serde_json::Value> {
        serialized::field(&self.0, path)
    }

    fn evaluate(&self, _: &Machine, _: usize, fields: &str) -> Result<Vec<serde_json::Value>, String> {
        serialized::evaluate(fields, |path| self.field(path))
    }

    fn source_files(&self) -> Arc<[String]> {
        self.1.as_ref().map(|source| source.files()).unwrap_or_default()
    }

    fn source(&self) -> Vec<SourceLine> {
        self.1.as_ref().map(|source| source.lines().to_vec()).unwrap_or_default()
    }

    fn set_source(&mut self, source: Arc<RustSource>) {
        self.1 = Some(source);
    }

    fn rust_source(&self) -> Option<&RustSource> {
        self.1.as_deref()
    }

    fn suspends(&self) -> bool {
        false
    }

    fn clone_box(&self) -> Box<dyn Program> {
        Box::new(self.clone())
    }
}
