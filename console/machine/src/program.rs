//! What the machine runs: [`Cart`] for authors, [`Program`] for the console, one adapter between them.
//!
//! ```text
//! struct MyGame ── impl Cart (_init _update _draw _menu, Clone, serde)
//!       └─ Hooks<MyGame> ── impl Program (boot update draw menu resume save_bytes load_bytes digest ...)   object safe
//!                └─ Box<dyn Program> in a Console
//! ```
//!
//! Another language implements [`Program`] itself. A program holds its state as data, at the end of any frame: it can be cloned in
//! a box (snapshots), written as few bytes and read back (save states), and written and read by field name (debuggers).
//!
//! ```text
//! hook(p8) ──> Ok(Done)          it is over
//!          ──> Ok(Flip)          the frame ends here (PICO-8's `flip`) ──┐ resume(p8) in the next frame, and from there as
//!          ──> Ok(Spent)         its cycles are used up ─────────────────┘ a hook: Done, Flip, Spent, Fault
//!          ──> Err(Fault)        message, place, stack of places; the frame is undone by whoever drives the console
//! ```
//!
//! A hook that ended a frame in its middle is part of the program's state: `clone_box`, `save` and `load` carry it. The console
//! remembers which one it is (`console.rs`). Rust carts always run to the end, and fault by a panic, which `timeline`'s guard
//! makes a [`Fault`] of; a program of another language needs no panic for it.

mod lines;

use crate::Machine;
use crate::bundle::Code;
use crate::coverage::Coverage;
use crate::digest::Digest;
use crate::fault::Fault;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::any::Any;
pub use lines::{
    Breakpoint, CallFrame, ConditionError, LOGS_MAX, LineMoment, LineQuery, LineStep, LineWatch, LogLine,
    Logpoint, STEPS_MAX, SourceLine,
};
use rasher_describe::describe;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A game, as its author writes it. All hooks may be left out.
///
/// The state derives `Clone` and serde's traits; it holds no `usize` and no borrowed text, so that it is the
/// same on every platform. What serde is told to `skip` is no part of the state: where
/// that comes from bytes or from a debugger's edit, it is the default. `skip_serializing_if`, `flatten` and `untagged` have no
/// form in bytes; runs of such a cart are gone on with from their inputs alone, which takes longer.
///
/// ```
/// use rasher::{Cart, Console, Boot, Input, Machine, program};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Clone, Default, Serialize, Deserialize)]
/// struct Ball { x: i32 }
///
/// impl Cart for Ball {
///     fn _update(&mut self, p8: &mut Machine) {
///         if p8.btn(1) { self.x += 1 }
///     }
///     fn _draw(&self, p8: &mut Machine) {
///         p8.cls(0);
///         p8.pset(self.x, 64, 8);
///     }
/// }
///
/// let mut console = Console::boot(program(Ball::default()), Boot::default());
/// console.frame(&Input::buttons(rasher::button::RIGHT));
/// assert_eq!(console.machine().clone().pget(1, 64), 8);
/// ```
#[describe]
pub trait Cart: Clone + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Called once, after memory was filled from the ROM.
    #[doc = example!(_init)]
    fn _init(&mut self, p8: &mut Machine) {
        let _ = p8;
    }

    /// Called 30 times a second, unless [`Cart::_update60`] is there.
    fn _update(&mut self, p8: &mut Machine) {
        let _ = p8;
    }

    /// Called 60 times a second. A cart that has it runs at 60.
    fn _update60(&mut self, p8: &mut Machine) {
        p8.has_no_update60();
        self._update(p8);
    }

    /// Draws the moment: the cart does not change.
    fn _draw(&self, p8: &mut Machine) {
        let _ = p8;
    }

    /// A custom item of the pause menu was chosen (`buttons` 0x70) or left (1) or right (2) pressed on it.
    /// True keeps the menu open.
    #[doc = example!(_menu)]
    fn _menu(&mut self, p8: &mut Machine, index: u8, buttons: u8) -> bool {
        let _ = (p8, index, buttons);
        false
    }

    /// The console's own programs hear their host here: [`Program::hear`].
    #[doc(hidden)]
    fn _hear(&mut self, bytes: &[u8]) {
        let _ = bytes;
    }
}

/// A state that could not be saved or read back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateError {
    /// Which field, what was found, what was expected: serde's words.
    pub reason: String,
}

impl core::fmt::Display for StateError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "the cart's state cannot be saved or read back: {}", self.reason)
    }
}

impl core::error::Error for StateError {}

/// How a hook ended, or the frame before the hook did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// The hook is over.
    Done,
    /// A menu item's callback is over, and the pause menu stays open. Of any other hook the same as [`Flow::Done`].
    KeepMenu,
    /// The frame ends here, with what is on the screen; the hook goes on in the next one.
    Flip,
    /// The frame's cycles are used up ([`Machine::cycles_left`]); the hook goes on in the next one.
    Spent,
}

/// The hooks of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Hook {
    /// [`Program::boot`].
    Init,
    /// [`Program::update`].
    Update,
    /// [`Program::draw`].
    Draw,
    /// [`Program::menu`], of the item with this index.
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

/// What a console runs. Between two calls it is a value.
///
/// A hook's [`Fault`] says that the frame cannot be run; the program's state is then worth nothing.
pub trait Program: Send + Sync {
    /// Runs `_init` and settles the rate ([`Machine::set_fps`]), once. A program whose main loop is its own never comes back
    /// from here: it ends each frame by [`Flow::Flip`].
    ///
    /// # Errors
    /// When it cannot go on.
    fn boot(&mut self, p8: &mut Machine) -> Result<Flow, Fault>;
    /// Runs one frame's `_update`. The clock and the buttons are already this frame's.
    ///
    /// # Errors
    /// When it cannot go on.
    fn update(&mut self, p8: &mut Machine) -> Result<Flow, Fault>;
    /// Runs `_draw`. On a clone it draws a moment again.
    ///
    /// # Errors
    /// When it cannot go on.
    fn draw(&mut self, p8: &mut Machine) -> Result<Flow, Fault>;
    /// Runs a menu item's callback. It may come while another hook stands at a flip, which goes on when the callback is over.
    ///
    /// # Errors
    /// When it cannot go on.
    fn menu(&mut self, p8: &mut Machine, index: u8, buttons: u8) -> Result<Flow, Fault>;
    /// Goes on with the hook that ended a frame in its middle, of two the one that began last. A program that does so writes this;
    /// when nothing stands in its middle, since the state was loaded or edited, the hook is over.
    ///
    /// # Errors
    /// When it cannot go on.
    fn resume(&mut self, p8: &mut Machine, hook: Hook) -> Result<Flow, Fault> {
        let _ = (p8, hook);
        Ok(Flow::Done)
    }
    /// Other code takes the place of this one; the state stays. A program that cannot do so, such as one in Rust, stays as it is.
    ///
    /// # Errors
    /// When it is none, with its place.
    fn reload(&mut self, p8: &mut Machine, code: &Code) -> Result<(), Fault> {
        let _ = (p8, code);
        Ok(())
    }
    /// Becomes the program of other code, in its first state: another cart begins. A program in Rust stays as it is.
    ///
    /// # Errors
    /// When it is none, with its place.
    fn change(&mut self, code: &Code) -> Result<(), Fault> {
        let _ = code;
        Ok(())
    }
    /// Hears what the host tells it ([`crate::Event::Host`]), before the frame that it comes with. Bytes that it does not understand change
    /// nothing; a program that is told nothing hears nothing.
    fn hear(&mut self, bytes: &[u8]) {
        let _ = bytes;
    }
    /// Is its code that one, by [`Code::digest`]? None of a program that [`Program::reload`] does not change.
    fn runs(&self, code: u64) -> Option<bool> {
        let _ = code;
        None
    }
    /// Notes from now on which lines of its code are reached, if it can tell them apart. The notes are no part of the state: no digest
    /// and no saved form has them, and a copy has its own.
    fn cover(&mut self) {}
    /// What was noted since [`Program::cover`], or since other code took this one's place.
    fn coverage(&self) -> Option<Coverage> {
        None
    }
    /// The same program as it is before its boot, for debuggers that run `_init` once more. None of one that keeps nothing of then, such as
    /// one in Rust.
    fn unbooted(&self) -> Option<Box<dyn Program>> {
        None
    }
    /// Names of the source's files, by the numbers that its positions have ([`Machine::set_position`]). Asked for at the start and after [`Program::reload`].
    fn source_files(&self) -> Arc<[String]> {
        Arc::default()
    }
    /// The source by lines, in the order in which it is run at the start; nothing of a program whose source is not at hand, such as one in
    /// Rust.
    fn source(&self) -> Vec<SourceLine> {
        Vec::new()
    }
    /// The whole state as JSON text, fields by name, in the order of their declaration.
    ///
    /// # Errors
    /// When the state has no such form: a map whose keys are not text, or an author's own failing serde impl.
    fn save(&self) -> Result<Vec<u8>, StateError>;
    /// Takes up a state that [`Program::save`] gave.
    ///
    /// # Errors
    /// When the text is not a state of this program; then nothing is changed.
    fn load(&mut self, state: &[u8]) -> Result<(), StateError>;
    /// The whole state as few bytes, for whoever has the same program in the same build; they are put behind what is there.
    ///
    /// # Errors
    /// When the state has no such form.
    fn save_bytes(&self, out: &mut Vec<u8>) -> Result<(), StateError>;
    /// Takes up a state that [`Program::save_bytes`] gave.
    ///
    /// # Errors
    /// When the bytes are not a state of this program; then nothing is changed.
    fn load_bytes(&mut self, state: &[u8]) -> Result<(), StateError>;
    /// A copy in a state that [`Program::save_bytes`] gave. One whose state takes long to copy need not copy what is written over.
    ///
    /// # Errors
    /// When the bytes are not a state of this program.
    fn loaded(&self, state: &[u8]) -> Result<Box<dyn Program>, StateError> {
        let mut program = self.clone_box();
        program.load_bytes(state)?;
        Ok(program)
    }
    /// Takes the whole state, in an order that depends on no pointer, hash or platform.
    fn digest(&self, d: &mut Digest);
    /// Tells name and digest of each field at the top of the state, in their order; a state without names is one field, `state`.
    /// Unless told otherwise those of [`Program::inspect`], by their texts.
    fn field_digests(&self, each: &mut dyn FnMut(&str, u64)) {
        let state = self.inspect();
        match state.as_object() {
            Some(fields) => {
                fields.iter().for_each(|(name, value)| each(name, Digest::of(value.to_string().as_bytes())));
            }
            None => each("state", Digest::of(state.to_string().as_bytes())),
        }
    }
    /// Bytes that the state would take in the original, for `stat(0)`; see `memory_size.rs`.
    fn memory_size(&self) -> u64;
    /// The state as a tree, for debuggers: as [`Program::save`] has it, but each [`crate::Num`] as the decimal that it is, whole ones as
    /// integers.
    fn inspect(&self) -> serde_json::Value;
    /// That tree for a person to read: a value of a newtype is an object with one field, the type's name in brackets. Unless told otherwise
    /// the tree as it is.
    fn inspect_types(&self) -> serde_json::Value {
        self.inspect()
    }
    /// What stands at a place of that tree, by names and indices from its top, and `len` of what has no such field; none when there is no
    /// such place. Unless told otherwise looked up in the whole tree.
    fn field(&self, path: &[&str]) -> Option<serde_json::Value> {
        crate::inspect::find_field(&self.inspect(), path)
    }
    /// Gives the field at a place of that tree a value, which is written as the tree has it. None where the state is changed by way of its
    /// text, [`Program::save`] and [`Program::load`].
    fn set_field(&mut self, path: &[&str], value: &serde_json::Value) -> Option<Result<(), StateError>> {
        let _ = (path, value);
        None
    }
    /// Puts a watch over the lines that are run, or takes it out again: what it was. A program without lines
    /// takes none.
    fn watch_lines(&mut self, watch: Option<Box<LineWatch>>) -> Option<Box<LineWatch>> {
        let _ = watch;
        None
    }
    /// The calls under way, the innermost first, while it stands at a line, a flip or a fault.
    fn calls(&self) -> Vec<CallFrame> {
        Vec::new()
    }
    /// What expressions of its language, parted by commas, are worth where it stands, in a call counted from the innermost.
    ///
    /// # Errors
    /// Why there is no value, for people.
    fn evaluate(
        &self,
        p8: &Machine,
        call: usize,
        expressions: &str,
    ) -> Result<Vec<serde_json::Value>, String> {
        let _ = (p8, call, expressions);
        Err(lines::no_expressions())
    }
    /// Does what is written in its language, where no call is under way, and gives the values of what are expressions; what it prints is told
    /// too. Where it fails nothing is changed.
    ///
    /// # Errors
    /// Why it is not done, for people.
    fn run_text(
        &mut self,
        p8: &mut Machine,
        text: &str,
        printed: &mut Vec<String>,
    ) -> Result<Vec<serde_json::Value>, String> {
        let _ = (p8, text, printed);
        Err(lines::no_expressions())
    }
    /// The same program in the same state.
    fn clone_box(&self) -> Box<dyn Program>;
    /// Its state put aside in few bytes, for whoever keeps thousands of moments; what is equal in `like`, another one of the same
    /// program, may be shared with it. Unless told otherwise a copy.
    fn snapshot(&self, like: Option<&dyn ProgramSnapshot>) -> Arc<dyn ProgramSnapshot> {
        let _ = like;
        Arc::new(Whole(self.clone_box()))
    }
    /// Is this a good moment to put aside, since no garbage lies about? A program that frees what it does not need at once is always so.
    fn is_swept(&self) -> bool {
        true
    }
}

/// A program's state put aside.
pub trait ProgramSnapshot: Any + Send + Sync {
    /// The program, as it was.
    fn restore(&self) -> Box<dyn Program>;
    /// About how many bytes it takes beside `like`.
    fn size(&self, like: Option<&dyn ProgramSnapshot>) -> usize;
}

/// A copy.
struct Whole(Box<dyn Program>);

impl ProgramSnapshot for Whole {
    fn restore(&self) -> Box<dyn Program> {
        self.0.clone()
    }

    /// The saved form is the measure. What cannot be written measures as far as it was written.
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

impl core::fmt::Debug for dyn Program {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Program")
    }
}

/// Makes a program of a cart's first state.
pub fn program<C: Cart>(cart: C) -> Box<dyn Program> {
    Box::new(Hooks(cart))
}

#[derive(Clone)]
struct Hooks<C>(C);

impl<C: Cart> Program for Hooks<C> {
    fn hear(&mut self, bytes: &[u8]) {
        self.0._hear(bytes);
    }

    fn boot(&mut self, p8: &mut Machine) -> Result<Flow, Fault> {
        self.0._init(p8);
        // Rust cannot tell whether a hook was left out. So one update is tried on a throw-away copy: the
        // default `_update60` says that it is the default.
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
            return Err(error(alloc::format!("{} bytes follow it", rest.len())));
        }
        self.0 = cart;
        Ok(())
    }

    fn digest(&self, d: &mut Digest) {
        crate::state_digest::digest(&self.0, d);
    }

    fn field_digests(&self, each: &mut dyn FnMut(&str, u64)) {
        crate::state_digest::fields(&self.0, each);
    }

    fn memory_size(&self) -> u64 {
        crate::memory_size::memory_size(&self.0)
    }

    fn inspect(&self) -> serde_json::Value {
        crate::inspect::tree(&self.0).unwrap_or(serde_json::Value::Null)
    }

    fn inspect_types(&self) -> serde_json::Value {
        crate::inspect::typed_tree(&self.0).unwrap_or(serde_json::Value::Null)
    }

    fn field(&self, path: &[&str]) -> Option<serde_json::Value> {
        crate::inspect::field(&self.0, path)
    }

    fn clone_box(&self) -> Box<dyn Program> {
        Box::new(self.clone())
    }
}
