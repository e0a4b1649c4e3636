//! The console: machine and program as one value, driven through one call.
//!
//! ```text
//! Boot + program ──> Console ──frame(&Input)──> effects        picture(), samples later, by asking
//!                      │ clone, digest, save, load: at the end of any frame
//! ```
//!
//! A frame, in order: buttons and events are taken; menu choices go to the program; `_update`; `_draw` (a strict cart
//! may miss either, see `meter.rs`); changed cart data and the pause button become effects. The window, tests, bots and replays all drive it so.

use crate::digest::Digest;
use crate::effect::Effect;
use crate::input::{Edit, Event, Input};
use crate::machine::{Boot, Machine};
use crate::program::{Program, StateError};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Machine and program.
#[derive(Clone)]
pub struct Console {
    pub(crate) machine: Machine,
    pub(crate) program: Box<dyn Program>,
    pub(crate) menu_open: bool,
}

impl core::fmt::Debug for Console {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Console({:?}, frame {})", self.machine.rom(), self.machine.frame())
    }
}

impl Console {
    /// Fills memory from the ROM and runs `_init`.
    pub fn boot(mut program: Box<dyn Program>, boot: Boot) -> Self {
        let mut machine = Machine::new(boot);
        machine.meter.memory_size = program.memory_size();
        program.boot(&mut machine);
        machine.meter.memory_size = program.memory_size();
        machine.meter.end_init(machine.fps);
        Console { machine, program, menu_open: false }
    }

    /// Lives one frame and returns what it asks of the world.
    pub fn frame(&mut self, input: &Input) -> Vec<Effect> {
        self.update(input);
        self.draw();
        self.machine.end_frame()
    }

    /// The first half of [`Console::frame`]: all but `_draw`. A debugger clones the console between the halves
    /// to draw the moment again.
    pub fn update(&mut self, input: &Input) {
        self.menu_open = false;
        for event in &input.events {
            if let Event::Edit(edit) = event {
                // One that does not fit was refused where it was made; in another version's state there is nothing to set.
                let _ = self.edit(edit);
            }
        }
        for (index, buttons) in self.machine.begin_frame(input) {
            let masked = self.machine.menu_item(index).is_none_or(|item| item.mask & buttons != 0);
            if !masked {
                self.machine.menu_current = index;
                self.menu_open |= self.program.menu(&mut self.machine, index, buttons);
                self.machine.menu_current = 0;
            }
        }
        if self.machine.meter.is_awake() {
            if self.machine.meter.measures {
                self.machine.meter.memory_size = self.program.memory_size();
            }
            self.program.update(&mut self.machine);
            self.machine.meter.end_update();
        }
    }

    /// The second half: `_draw`, unless the cart is strict and its budget has no picture in this frame.
    pub fn draw(&mut self) {
        if self.machine.meter.draws() {
            self.program.draw(&mut self.machine);
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
            Edit::State { path, value } => {
                let error = |reason: String| StateError { reason: format!("{path}: {reason}") };
                let value = serde_json::from_str(value).map_err(|e| error(e.to_string()))?;
                let mut state = self.program.inspect();
                let Some(field) = state.pointer_mut(path) else {
                    return Err(error("no such field".to_string()));
                };
                *field = value;
                self.program.load(&serde_json::to_vec(&state).map_err(|e| error(e.to_string()))?)
            }
        }
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

    /// One number for the whole state: the machine in the order that its source tells, then the program's
    /// saved form. Equal on every platform and in every build profile.
    pub fn digest(&self) -> u64 {
        let mut d = Digest::new();
        self.machine.digest(&mut d);
        match self.program.save() {
            Ok(state) => d.bytes(&state),
            Err(StateError { reason }) => d.bytes(reason.as_bytes()),
        }
        d.finish()
    }
}
