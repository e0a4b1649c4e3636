//! The console: machine and program as one value, driven through one call.
//!
//! ```text
//! Boot + program ──> Console ──frame(&Input)──> effects        picture(), samples later, by asking
//!                      │ clone, digest, save_state, load_state: at the end of any frame
//! ```
//!
//! A frame, in order: buttons and events are taken; menu choices go to the program; `_update`; `_draw` (a strict cart
//! may miss either, see `meter.rs`); changed cart data and the pause button become effects. The window, tests, bots and replays all drive it so.
//!
//! A hook may end the frame before it is over itself (`program.rs`). Then the next frame goes on with it, and after it with what was to
//! follow: a flip in `_update` and one in `_draw` make
//!
//! ```text
//! frame   0          1                 2                     3                       4
//!         _init ...  ... update flip   ... update draw flip  ... draw                update draw
//! ```
//!
//! - Every frame has its own input, samples, effects and step of the clock, and shows the screen as it stands.
//! - After a flip the buttons are latched, as the original does, so `btnp` tells each frame's press. After used up cycles they are those
//!   of the frame before, for to that hook it is still the same frame; presses are kept for the next one, and only pause is told at once.
//! - A cart that is loaded by another one (`system/carts.rs`) has a frame for its `_init` likewise, and what stood in its middle is gone.
//! - `_init` has frame 0 for itself. Where it goes on in a later frame, the first `_update` follows in the frame in which it ends.
//! - A menu choice is answered before a hook that stands at a flip goes on, so that a main loop of the cart's own has menu items too.
//!   It waits for a hook whose cycles were used up, which may stand anywhere, with its picture, and for another callback's end.
//! - What stands in its middle is part of the value: copies, snapshots and digests have it. An edit in such a moment changes memory or
//!   state before the hook goes on; a state is loaded with the program's own middle in it, or with none, and then the hook is over.

use crate::Machine;
use crate::boot::Boot;
use crate::digest::{Digest, DigestVersion};
use crate::edit;
use crate::effect::Effect;
use crate::fault::Fault;
use crate::input::{Edit, Event, Input, Patch};
use crate::program::{Flow, Hook, Program, StateError};
use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// Machine and program.
#[derive(Clone)]
pub struct Console {
    pub(crate) machine: Machine,
    pub(crate) program: Box<dyn Program>,
    pub(crate) halfway: Halfway,
    pub(crate) menu_open: bool,
    /// Is frame 0 still to be run?
    pub(crate) is_unbooted: bool,
}

/// What stands in its middle between two frames. Nothing, in a Rust cart.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Halfway {
    /// One hook of the order above, and over it at most one callback of the menu.
    hooks: Vec<Hook>,
    /// Were the last one's cycles used up? Else it flipped.
    spent: bool,
    /// Menu choices that wait, with their buttons.
    choices: VecDeque<(u8, u8)>,
}

/// Menu choices that wait at most: a person makes one at a time.
const CHOICES: usize = 16;

impl Halfway {
    /// At most two hooks, and no more choices than wait.
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
    /// [`Console::try_boot`] for carts that do not fault: those in Rust panic.
    ///
    /// # Panics
    /// When `_init` faults.
    #[track_caller]
    pub fn boot(program: Box<dyn Program>, boot: Boot) -> Self {
        Console::try_boot(program, boot).unwrap_or_else(|fault| panic!("{fault}"))
    }

    /// Fills memory from the ROM and runs `_init`, as far as it goes in a frame.
    ///
    /// # Errors
    /// When `_init` faults.
    pub fn try_boot(program: Box<dyn Program>, boot: Boot) -> Result<Self, Fault> {
        let mut console = Console::unbooted(program, boot);
        console.update(&Input::default())?;
        console.machine.meter.rest();
        Ok(console)
    }

    /// The console before frame 0, for debuggers: the first frame that it runs, whatever its input, is `_init`, as
    /// [`Console::try_boot`] has it. It has no form as bytes yet, and is not put aside.
    pub fn unbooted(program: Box<dyn Program>, boot: Boot) -> Self {
        let (machine, halfway) = (Machine::new(boot), Halfway::default());
        Console { machine, program, halfway, menu_open: false, is_unbooted: true }
    }

    /// [`Console::try_frame`] for carts that do not fault: those in Rust panic.
    ///
    /// # Panics
    /// When a hook faults.
    #[track_caller]
    pub fn frame(&mut self, input: &Input) -> Vec<Effect> {
        self.try_frame(input).unwrap_or_else(|fault| panic!("{fault}"))
    }

    /// Runs one frame and returns what it asks of the world.
    ///
    /// # Errors
    /// When a hook faults. The console is then half changed: go on with a copy from before (`timeline::guard` does).
    pub fn try_frame(&mut self, input: &Input) -> Result<Vec<Effect>, Fault> {
        let flow = match self.update(input)? {
            Flow::Done => self.draw()?,
            ended => ended,
        };
        Ok(self.machine.end_frame(flow))
    }

    /// The first half of [`Console::frame`]: all but `_draw`. A debugger clones the console between the halves
    /// to draw the moment again. Gives [`Flow::Flip`] or [`Flow::Spent`] when the frame is over with it.
    ///
    /// # Errors
    /// As [`Console::try_frame`].
    pub fn update(&mut self, input: &Input) -> Result<Flow, Fault> {
        self.menu_open = false;
        self.machine.meter.go_on();
        if core::mem::take(&mut self.is_unbooted) {
            self.begin()?;
            return Ok(Flow::Spent);
        }
        for event in &input.events {
            match event {
                // One that does not fit was refused where it was made; in another version's state there is nothing to set.
                Event::Edit(edit) => _ = self.edit(edit),
                // Another one runs: it is that of the cart that the run began with.
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
                Event::Host(bytes) => self.program.hear(bytes),
                _ => {}
            }
        }
        let choices = self.machine.begin_frame(input, self.halfway.spent);
        if self.machine.has_next() {
            return self.begin_next(input);
        }
        let room = CHOICES.max(choices.len()).saturating_sub(self.halfway.choices.len());
        self.halfway.choices.extend(choices.into_iter().take(room));
        let is_awake = self.machine.meter.is_awake();
        let mut over = None;
        // First what may stand anywhere, and a callback that flipped. `_draw` goes on in the second half.
        match self.halfway() {
            Some(Hook::Draw) if self.halfway.spent => return Ok(Flow::Done),
            Some(hook) if is_awake && (self.halfway.spent || matches!(hook, Hook::Menu(_))) => {
                if let ended @ (Flow::Flip | Flow::Spent) = self.resume(hook)? {
                    return Ok(ended);
                }
                over = Some(hook);
            }
            _ => {}
        }
        while over != Some(Hook::Update)
            && !matches!(self.halfway(), Some(Hook::Menu(_)))
            && let Some((index, buttons)) = self.halfway.choices.pop_front()
        {
            let masked = self.machine.menu_item(index).is_none_or(|item| item.mask & buttons != 0);
            if !masked {
                self.machine.menu_current = index;
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
        match self.halfway() {
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
        let flow = self.program.update(&mut self.machine)?;
        Ok(self.settle(Hook::Update, flow))
    }

    /// Another cart of the bundle begins, in a frame for itself.
    fn begin_next(&mut self, input: &Input) -> Result<Flow, Fault> {
        self.machine.begin_next(input.players);
        self.halfway = Halfway::default();
        if let Some(code) = self.machine.cart_code().cloned() {
            self.program.change(&code)?;
        }
        self.begin()?;
        // The meter has counted it as a start; to the frame it is one without a picture.
        Ok(Flow::Spent)
    }

    /// Runs `_init`, as far as it goes in a frame.
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

    /// The second half: `_draw`, unless the cart is strict and its budget has no picture in this frame, or the frame ended in
    /// the first half.
    ///
    /// # Errors
    /// As [`Console::try_frame`].
    pub fn draw(&mut self) -> Result<Flow, Fault> {
        let meter = &mut self.machine.meter;
        let goes_on = self.halfway.hooks.last() == Some(&Hook::Draw);
        if !meter.is_awake() || !goes_on && (!self.halfway.hooks.is_empty() || !meter.draws()) {
            return Ok(Flow::Done);
        }
        meter.begin_draw(self.machine.fps);
        if goes_on {
            return self.resume(Hook::Draw);
        }
        let flow = self.program.draw(&mut self.machine)?;
        Ok(self.settle(Hook::Draw, flow))
    }

    /// Puts other data in place of the ROM's, as [`Event::Data`] does, and draws the picture anew, which no frame does: a look at
    /// a moment with data that have changed, on a copy for the eye alone. False where a hook stands in its middle: then there is no
    /// whole picture to be had.
    ///
    /// # Errors
    /// When `_draw` faults.
    pub fn redraw_with(&mut self, patches: &[Patch]) -> Result<bool, Fault> {
        self.machine.patch_rom(patches);
        if self.halfway().is_some() {
            return Ok(false);
        }
        self.machine.meter.begin_draw(self.machine.fps);
        self.program.draw(&mut self.machine).map(|flow| flow == Flow::Done)
    }

    /// The hook that stands in its middle and goes on in the next frame.
    pub fn halfway(&self) -> Option<Hook> {
        self.halfway.hooks.last().copied()
    }

    /// Goes on with the hook that stands in its middle.
    fn resume(&mut self, hook: Hook) -> Result<Flow, Fault> {
        self.halfway.hooks.pop();
        self.halfway.spent = false;
        if let Hook::Menu(index) = hook {
            self.machine.menu_current = index;
        }
        let flow = self.program.resume(&mut self.machine, hook)?;
        Ok(self.settle(hook, flow))
    }

    /// Takes note of how a hook ended: done, or in the middle.
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
                self.halfway.hooks.push(hook);
                self.halfway.spent = flow == Flow::Spent;
                flow
            }
        }
    }

    /// Changes memory or the cart's state, as a debugger does.
    ///
    /// # Errors
    /// When the state has no such field, or the value does not fit there; then nothing is changed.
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

    /// Does what is written in the program's own language ([`Program::run_text`]), and gives the values of what are expressions.
    ///
    /// # Errors
    /// Why it is not done, for people; then nothing is changed.
    pub fn run_text(&mut self, text: &str) -> Result<Vec<serde_json::Value>, String> {
        self.run_telling(text, &mut Vec::new())
    }

    /// The same; what it prints is told too, as far as it comes.
    ///
    /// # Errors
    /// As for [`Console::run_text`].
    pub fn run_telling(
        &mut self,
        text: &str,
        printed: &mut Vec<String>,
    ) -> Result<Vec<serde_json::Value>, String> {
        self.program.run_text(&mut self.machine, text, printed)
    }

    /// The edit that gives the field at a JSON pointer the value that a person types: JSON, in which a [`crate::Num`] is a decimal,
    /// or a number as [`crate::parse_number`] reads it. The edit holds it as the state is written, a `Num` by its bits.
    ///
    /// # Errors
    /// When the state has no such field, or the value does not fit there.
    pub fn state_edit(&self, path: &str, typed: &str) -> Result<Edit, StateError> {
        edit::edit(self.program(), path, typed)
    }

    /// Did a menu callback of this frame ask to keep the pause menu open?
    pub fn keeps_menu_open(&self) -> bool {
        self.menu_open
    }

    /// The machine.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The machine, to poke at: debuggers and tests.
    pub fn machine_mut(&mut self) -> &mut Machine {
        &mut self.machine
    }

    /// The program.
    pub fn program(&self) -> &dyn Program {
        self.program.as_ref()
    }

    /// Bytes that the program's state would take in the original, of 2,048 KiB.
    pub fn memory_size(&self) -> u64 {
        self.program.memory_size()
    }

    /// Updates a second: 30 or 60.
    pub fn fps(&self) -> u8 {
        self.machine.fps()
    }

    /// One number for the whole state: the machine in the order that its source tells, then the program's state, then a hook
    /// that stands in its middle. Equal on every platform and in every build profile.
    pub fn digest(&self) -> u64 {
        self.digest_of(DigestVersion::default())
    }

    /// [`Console::digest`] by an earlier definition, as recordings of earlier versions hold it.
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
        if self.halfway != Halfway::default() {
            self.halfway.digest(&mut d);
            self.machine.meter.digest_halfway(&mut d);
        }
        d.finish()
    }
}
