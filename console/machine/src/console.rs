//! The console: machine and program as one value, driven through one call.
//!
//! ```text
//! Boot + program ──> Console ──frame(&Input)──> effects        picture(), samples later, by asking
//!                      │ clone, digest, save, load: at the end of any frame
//! ```
//!
//! A frame, in order: buttons and events are taken; menu choices go to the program; `_update`; `_draw`; changed
//! cart data and the pause button become effects. The window, tests, bots and replays all drive it so.

use crate::digest::Digest;
use crate::effect::Effect;
use crate::input::Input;
use crate::machine::{Boot, Machine};
use crate::program::{Program, StateError};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// Machine and program.
#[derive(Clone)]
pub struct Console {
    machine: Machine,
    program: Box<dyn Program>,
    menu_open: bool,
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
        program.boot(&mut machine);
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
        for (index, buttons) in self.machine.begin_frame(input) {
            let masked = self.machine.menu_item(index).is_none_or(|item| item.mask & buttons != 0);
            if !masked {
                self.machine.menu_current = index;
                self.menu_open |= self.program.menu(&mut self.machine, index, buttons);
                self.machine.menu_current = 0;
            }
        }
        self.program.update(&mut self.machine);
    }

    /// The second half: `_draw`.
    pub fn draw(&mut self) {
        self.program.draw(&mut self.machine);
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
