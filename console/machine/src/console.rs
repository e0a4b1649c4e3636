//! The console: machine and program as one value.
//!
//! ```text
//! Boot + program ──> Console ──frame(&Input)──> effects        picture(), samples() afterwards
//!                      │ clone, digest, save_state, load_state: after any frame
//! ```
//!
//! A frame, in order: buttons and events; menu choices; `_update`; `_draw` (a strict cart may skip either, see
//! `meter.rs`); changed cart data and the pause button become effects. Window, tests, bots and replays all use this
//! one call.
//!
//! A hook may end the frame before it is finished (`program.rs`). It resumes in the next frame, followed by the rest of
//! that frame. With a flip in `_update` and one in `_draw`:
//!
//! ```text
//! frame   0          1                 2                     3                       4
//!         _init ...  ... update flip   ... update draw flip  ... draw                update draw
//! ```
//!
//! - Every frame has its own input, samples, effects and clock step, and shows the screen as it is then.
//! - After a flip the buttons are read again, as on the original, so `btnp` sees each frame's presses. After spent
//!   cycles they stay those of the frame before: to the hook it is the same frame. Presses wait for the next one; only
//!   pause acts at once.
//! - A cart loaded by another one (`system/carts.rs`) also has a frame for its `_init`, and suspended hooks are
//!   dropped.
//! - `_init` has frame 0 to itself. If it resumes later, the first `_update` follows in the frame in which it ends.
//! - A menu choice is handled before a hook resumes from a flip, so that carts with their own main loop have menu
//!   items. It waits for a hook that spent its cycles, which may be anywhere, and for the end of another callback.
//! - A suspended hook is part of the value: of copies, snapshots and digests. An edit applies first; a loaded state
//!   replaces it.

use crate::Machine;
use crate::boot::Boot;
use crate::digest::{Digest, DigestVersion};
use crate::edit;
use crate::effect::Effect;
use crate::fault::Fault;
use crate::input::{Edit, Event, Input, Patch};
use crate::program::{Flow, Hook, Program, StateError};
use alloc::{boxed::Box, collections::VecDeque, string::String, sync::Arc, vec::Vec};
use serde::{Deserialize, Serialize};

#[derive(Clone)]
pub struct Console {
    pub(crate) machine: Machine,
    pub(crate) program: Box<dyn Program>,
    pub(crate) suspended: Suspended,
    pub(crate) menu_open: bool,
    pub(crate) is_unbooted: bool,
}

/// Hooks that resume in the next frame. Empty for a Rust cart.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Suspended {
    /// At most one hook of the order above and a menu callback on top of it.
    hooks: Vec<Hook>,
    /// Whether the last one spent its cycles; otherwise it flipped.
    spent: bool,
    choices: VecDeque<(u8, u8)>,
}

/// Most waiting menu choices: a person makes one at a time.
const CHOICES: usize = 16;

impl Suspended {
    pub(crate) fn is_in_range(&self) -> bool {
        self.hooks.len() <= 2 && self.choices.len() <= usize::from(u8::MAX)
    }

    fn digest(&self, d: &mut Digest) {
        for hook in &self.hooks {
            d.word(match *hook {
                Hook::Init => 1,
                Hook::Update => 2,
                Hook::Draw => 3,
                Hook::Menu(index) => 4 | u64::from(index) << 8,
            });
        }
        d.word(u64::from(self.spent));
        for (index, buttons) in &self.choices {
            d.word(u64::from(*index) | u64::from(*buttons) << 8);
        }
    }
}

impl core::fmt::Debug for Console {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Console({:?}, frame {})", self.machine.rom(), self.machine.frame())
    }
}

impl Console {
    /// [`Console::try_boot`] for Rust carts, which panic instead of faulting. Panics if `_init` faults.
    #[track_caller]
    pub fn boot(program: Box<dyn Program>, boot: Boot) -> Self {
        Console::try_boot(program, boot).unwrap_or_else(|fault| panic!("{fault}"))
    }

    /// Fills memory from the ROM and runs `_init`, up to the end of the frame. Fails if `_init` faults.
    pub fn try_boot(program: Box<dyn Program>, boot: Boot) -> Result<Self, Fault> {
        let mut console = Console::unbooted(program, boot);
        if let Err(fault) = console.update(&Input::default()) {
            return Err(console.with_printed(fault));
        }
        console.machine.meter.rest();
        Ok(console)
    }

    /// The console before frame 0, for debuggers: its first frame, whatever the input, is `_init`. It cannot be saved.
    pub fn unbooted(program: Box<dyn Program>, boot: Boot) -> Self {
        let (machine, suspended) = (Machine::new(boot), Suspended::default());
        Console { machine, program, suspended, menu_open: false, is_unbooted: true }
    }

    /// [`Console::try_frame`] for Rust carts, which panic instead of faulting. Panics if a hook faults.
    #[track_caller]
    pub fn frame(&mut self, input: &Input) -> Vec<Effect> {
        self.try_frame(input).unwrap_or_else(|fault| panic!("{fault}"))
    }

    /// Runs one frame and returns its effects. Fails if a hook faults. The console is then half changed: use a copy
    /// from before (as `timeline::guard` does).
    pub fn try_frame(&mut self, input: &Input) -> Result<Vec<Effect>, Fault> {
        let flow = match self.update(input) {
            Ok(Flow::Done) => self.draw(),
            ended => ended,
        };
        match flow {
            Ok(flow) => Ok(self.machine.end_frame(flow)),
            Err(fault) => Err(self.with_printed(fault)),
        }
    }

    fn with_printed(&mut self, fault: Fault) -> Fault {
        let lines = self.machine.effects.take().into_iter().filter_map(|effect| match effect {
            Effect::Print(text) => Some(text),
            _ => None,
        });
        Fault { printed: Arc::new(lines.collect()), ..fault }
    }

    /// The first half of [`Console::frame`]: all but `_draw`. Debuggers clone the console between the halves to redraw
    /// it. Returns [`Flow::Flip`] or [`Flow::Spent`] if that ended the frame. Fails if a hook faults.
    pub fn update(&mut self, input: &Input) -> Result<Flow, Fault> {
        self.menu_open = false;
        self.machine.meter.wake();
        if core::mem::take(&mut self.is_unbooted) {
            self.begin()?;
            return Ok(Flow::Spent);
        }
        for event in &input.events {
            match event {
                // One that does not fit was refused when it was made; a state of another version may lack the field.
                Event::Edit(edit) => _ = self.edit(edit),
                // Ignored while another cart runs: it belongs to the run's first cart.
                Event::Code(code) if self.machine.take_code(code) => {
                    self.program.reload(&mut self.machine, code)?;
                    self.machine.files = self.program.source_files();
                }
                Event::Cart(cart)
                    if self.machine.take_cart(cart)
                        && self.program.runs(cart.code.digest()) != Some(true) =>
                {
                    self.program.reload(&mut self.machine, &cart.code)?;
                    self.machine.files = self.program.source_files();
                }
                Event::Host(bytes) => self.program.receive(bytes),
                _ => {}
            }
        }
        let choices = self.machine.begin_frame(input, self.suspended.spent);
        if self.machine.has_next() {
            return self.begin_next(input);
        }
        let room = CHOICES.max(choices.len()).saturating_sub(self.suspended.choices.len());
        self.suspended.choices.extend(choices.into_iter().take(room));
        let is_awake = self.machine.meter.is_awake();
        let mut over = None;
        // First a hook that may be anywhere, and a callback that flipped. `_draw` resumes in the second half.
        match self.suspended_hook() {
            Some(Hook::Draw) if self.suspended.spent => return Ok(Flow::Done),
            Some(hook) if is_awake && (self.suspended.spent || matches!(hook, Hook::Menu(_))) => {
                if let ended @ (Flow::Flip | Flow::Spent) = self.resume(hook)? {
                    return Ok(ended);
                }
                over = Some(hook);
            }
            _ => {}
        }
        while over != Some(Hook::Update)
            && !matches!(self.suspended_hook(), Some(Hook::Menu(_)))
            && let Some((index, buttons)) = self.suspended.choices.pop_front()
        {
            let masked = self.machine.menu_item(index).is_none_or(|item| item.mask & buttons != 0);
            if !masked {
                self.machine.menu_current = index;
                self.begins(Hook::Menu(index));
                let flow = self.program.menu(&mut self.machine, index, buttons)?;
                if let ended @ (Flow::Flip | Flow::Spent) = self.settle(Hook::Menu(index), flow) {
                    return Ok(ended);
                }
            }
        }
        if !is_awake {
            return Ok(Flow::Done);
        }
        if self.machine.meter.measures {
            self.machine.meter.memory_size = self.program.memory_size();
        }
        match self.suspended_hook() {
            Some(Hook::Draw) => return Ok(Flow::Done),
            Some(hook) => {
                if let ended @ (Flow::Flip | Flow::Spent) = self.resume(hook)? {
                    return Ok(ended);
                }
                over = Some(hook);
            }
            None => {}
        }
        if over == Some(Hook::Update) {
            return Ok(Flow::Done);
        }
        self.machine.meter.begin_update();
        self.begins(Hook::Update);
        let flow = self.program.update(&mut self.machine)?;
        Ok(self.settle(Hook::Update, flow))
    }

    fn begin_next(&mut self, input: &Input) -> Result<Flow, Fault> {
        self.machine.begin_next(input.players);
        self.suspended = Suspended::default();
        if let Some(code) = self.machine.cart_code().cloned() {
            self.program.change(&code)?;
        }
        self.begin()?;
        // The meter has counted a start; the frame has no picture.
        Ok(Flow::Spent)
    }

    fn begin(&mut self) -> Result<Flow, Fault> {
        self.machine.files = self.program.source_files();
        self.machine.meter.memory_size = self.program.memory_size();
        self.machine.meter.begin_init(self.machine.fps);
        let flow = self.program.boot(&mut self.machine)?;
        let flow = self.settle(Hook::Init, flow);
        self.machine.meter.memory_size = self.program.memory_size();
        self.machine.meter.end_init(self.machine.fps, flow);
        Ok(flow)
    }

    /// Runs the second half of [`Console::frame`]: `_draw`. Skips it if the frame is over, or if a strict cart is over
    /// its budget. Fails if it faults.
    pub fn draw(&mut self) -> Result<Flow, Fault> {
        self.begins(Hook::Draw);
        let meter = &mut self.machine.meter;
        let resumes = self.suspended.hooks.last() == Some(&Hook::Draw);
        if !meter.is_awake() || !resumes && (!self.suspended.hooks.is_empty() || !meter.draws()) {
            return Ok(Flow::Done);
        }
        meter.begin_draw(self.machine.fps);
        let is_shown = self.machine.shown.is_none() && self.program.suspends();
        let before = is_shown.then(|| self.machine.shown_now());
        let flow = if resumes {
            self.resume(Hook::Draw)?
        } else {
            let flow = self.program.draw(&mut self.machine)?;
            self.settle(Hook::Draw, flow)
        };
        // No half of a picture is seen.
        match flow {
            Flow::Spent => {
                self.machine.shown = before.map(|bytes| bytes[..].into()).or(self.machine.shown.take())
            }
            _ => self.machine.shown = None,
        }
        Ok(flow)
    }

    /// Replaces data of the ROM as [`Event::Data`] does and redraws the picture: a preview of changed data, on a copy.
    /// False while a hook is suspended, when there is no whole picture. Fails if `_draw` faults.
    pub fn redraw_with(&mut self, patches: &[Patch]) -> Result<bool, Fault> {
        self.machine.patch_rom(patches);
        if self.suspended_hook().is_some() {
            return Ok(false);
        }
        self.machine.meter.begin_draw(self.machine.fps);
        self.program.draw(&mut self.machine).map(|flow| flow == Flow::Done)
    }

    pub fn suspended_hook(&self) -> Option<Hook> {
        self.suspended.hooks.last().copied()
    }

    fn resume(&mut self, hook: Hook) -> Result<Flow, Fault> {
        self.suspended.hooks.pop();
        self.suspended.spent = false;
        if let Hook::Menu(index) = hook {
            self.machine.menu_current = index;
        }
        let flow = self.program.resume(&mut self.machine, hook)?;
        Ok(self.settle(hook, flow))
    }

    fn settle(&mut self, hook: Hook, flow: Flow) -> Flow {
        self.machine.menu_current = 0;
        match flow {
            Flow::Done | Flow::KeepMenu => {
                self.menu_open |= flow == Flow::KeepMenu && matches!(hook, Hook::Menu(_));
                if hook == Hook::Update {
                    self.machine.meter.end_update();
                }
                Flow::Done
            }
            Flow::Flip | Flow::Spent => {
                self.suspended.hooks.push(hook);
                self.suspended.spent = flow == Flow::Spent;
                flow
            }
        }
    }

    /// Changes memory or the cart's state, for debuggers. Fails, without a change, if the state has no such field or
    /// the value does not fit.
    pub fn edit(&mut self, edit: &Edit) -> Result<(), StateError> {
        match edit {
            Edit::Memory { addr, bytes } => {
                let to = &mut self.machine.mem.bytes_mut()[usize::from(*addr)..];
                to.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
                Ok(())
            }
            Edit::Run { text } => self.run_text(text).map(drop).map_err(|reason| StateError { reason }),
            Edit::State { path, value } => edit::set(self.program.as_mut(), path, value),
        }
    }

    /// Runs text in the program's own language ([`Program::run_text`]) and returns the values of its expressions.
    /// An error is a message for the user; then nothing changes.
    pub fn run_text(&mut self, text: &str) -> Result<Vec<serde_json::Value>, String> {
        self.run_text_printing(text, &mut Vec::new())
    }

    /// [`Console::run_text`] with the lines that the text prints, even if it fails.
    pub fn run_text_printing(
        &mut self,
        text: &str,
        printed: &mut Vec<String>,
    ) -> Result<Vec<serde_json::Value>, String> {
        self.program.run_text(&mut self.machine, text, printed)
    }

    /// The edit that sets the field at a JSON pointer to a typed value: JSON with [`crate::Num`]s as decimals, or a
    /// number for [`crate::parse_number`]. The edit has a `Num` as its bits, as the state is written. Fails if the
    /// state has no such field or the value does not fit.
    pub fn state_edit(&self, path: &str, typed: &str) -> Result<Edit, StateError> {
        edit::edit(self.program(), path, typed)
    }

    /// Whether a menu callback of this frame asked to keep the pause menu open.
    pub fn keeps_menu_open(&self) -> bool {
        self.menu_open
    }

    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    pub fn machine_mut(&mut self) -> &mut Machine {
        &mut self.machine
    }

    pub fn program(&self) -> &dyn Program {
        self.program.as_ref()
    }

    /// Bytes that the program's state would take on the original, out of 2,048 KiB.
    pub fn memory_size(&self) -> u64 {
        self.program.memory_size()
    }

    /// Updates per second: 30 or 60.
    pub fn fps(&self) -> u8 {
        self.machine.fps()
    }

    /// A hash of the whole state: machine, program, suspended hooks. The same on every platform and profile.
    pub fn digest(&self) -> u64 {
        self.digest_of(DigestVersion::default())
    }

    /// [`Console::digest`] by an earlier definition, for recordings of earlier versions.
    pub fn digest_of(&self, version: DigestVersion) -> u64 {
        let mut d = Digest::new();
        self.machine.digest(&mut d, version);
        match version {
            DigestVersion::One => match self.program.save() {
                Ok(state) => d.bytes(&state),
                Err(StateError { reason }) => d.bytes(reason.as_bytes()),
            },
            DigestVersion::Two => self.program.digest(&mut d),
        }
        if self.suspended != Suspended::default() {
            self.suspended.digest(&mut d);
            self.machine.meter.digest_suspended(&mut d);
        }
        d.finish()
    }
}
