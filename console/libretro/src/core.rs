//! The cart that a front end plays: a console that runs, and is saved and loaded as bytes. Safe code only.
//!
//! ```text
//! open(path) ── run ── boots with the saved cart data ── frame ── frame ── ...          reset: boots again
//!                                   save ──> [length][saved cart data][state] 0 0 0 ...  ──> load
//! ```
//!
//! It boots with its first frame, since a front end passes the saved data after it has loaded a game. Pause menu, rewind, slots and
//! debugger are the front end's, made of these bytes.

use crate::saves::{SAVES_SIZE, SaveRam};
use crate::zeros;
use loader::{DataPlaces, Loaded, Loader};
use rasher::{Boot, Console, Date, Effect, Event, Fault, Input, Program};
use shelf::Entry;
use std::borrow::Cow;
use store::DiskSource;
use timeline::{Crash, guard, guard_frame};

/// Bytes of a state of a cart in Rust: those of the shelf have 15 to 22 KB, and a cart that fills its memory 64 KB.
const RUST_SIZE: usize = 512 << 10;
/// Bytes of a state of a cart in Lua: the largest one with 2 MiB by `stat(0)`, at worst without zeros (`tests/front.rs`).
const LUA_SIZE: usize = 6 << 20;
/// Bytes before the saved cart data: the length of the state, 0 before the first frame.
const HEAD: usize = 4;
/// A flag of that length: the state has no zeros.
const PACKED: u32 = 1 << 31;
/// Bytes of a state that is read. The worst cart in Lua has 12 MB.
const MOST: usize = 64 << 20;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StartOptions {
    pub seed: u64,
    pub date: Date,
    pub comfort: bool,
}

pub struct Core {
    program: Box<dyn Program>,
    boot: Boot,
    size: usize,
    comfort: bool,
    console: Option<Console>,
    crash: Option<Crash>,
    fps: u8,
}

impl Core {
    pub fn open(carts: &'static [Entry], name: &str, options: StartOptions) -> Result<Core, String> {
        let loaded = Loader::new(DiskSource::default()).open(carts, name, &DataPlaces::default());
        let loaded = loaded.and_then(Loaded::runnable).map_err(|e| e.to_string())?;
        let size = HEAD + SAVES_SIZE + if loaded.is_lua() { LUA_SIZE } else { RUST_SIZE };
        let (program, boot) = loaded.cart.boot();
        let boot = Boot { seed: options.seed, date: options.date, ..boot };
        let comfort = options.comfort;
        let mut core = Core { program, boot, size, comfort, console: None, crash: None, fps: 60 };
        // The frame rate must be known before the first frame.
        core.fps = core.booted(&SaveRam::default()).map_err(|crash| crash.to_string())?.fps();
        Ok(core)
    }

    fn booted(&self, saves: &SaveRam) -> Result<Console, Crash> {
        let boot = Boot { saves: saves.tables(), ..self.boot.clone() };
        let mut console: Option<Result<Console, Fault>> = None;
        guard(&mut console, 0, |console| *console = Some(Console::try_boot(self.program.clone(), boot)))?;
        match console {
            Some(Err(fault)) => Err(Crash { fault, is_panic: false, frame: 0 }),
            Some(Ok(console)) => Ok(console),
            None => unreachable!("it was set"),
        }
    }

    /// Runs a frame and returns the effects that are left. After an error each frame returns it, until a reset or load.
    pub fn run(&mut self, mut input: Input, saves: &mut SaveRam) -> Result<Vec<Effect>, Crash> {
        if let Some(crash) = &self.crash {
            return Err(crash.clone());
        }
        let done = self.frame(&mut input, saves);
        self.crash = done.as_ref().err().cloned();
        done
    }

    fn frame(&mut self, input: &mut Input, saves: &mut SaveRam) -> Result<Vec<Effect>, Crash> {
        if self.console.is_none() {
            self.console = Some(self.booted(saves)?);
            if self.comfort {
                input.events.push(Event::Comfort { less_flash: true, less_shake: true });
            }
        }
        let Some(console) = &mut self.console else { return Ok(Vec::new()) };
        let frame = console.machine().frame();
        let mut effects = guard_frame(console, frame, input)?;
        self.fps = console.fps();
        effects.retain(|effect| match effect {
            Effect::Save { id, data } => {
                saves.set(id, data);
                false
            }
            _ => true,
        });
        if effects.contains(&Effect::Reset) {
            self.reset();
        }
        Ok(effects)
    }

    /// Reboots with the next frame and the data saved by then.
    pub fn reset(&mut self) {
        (self.console, self.crash) = (None, None);
    }

    pub fn console(&self) -> Option<&Console> {
        self.console.as_ref()
    }

    pub fn is_stopped(&self) -> bool {
        self.crash.is_some()
    }

    pub fn fps(&self) -> u8 {
        self.fps
    }

    /// Bytes of a state, fixed when the cart is loaded.
    pub fn state_size(&self) -> usize {
        self.size
    }

    /// Writes the state and zeros, [`Core::state_size`] bytes. Returns false if `out` is too small.
    pub fn save(&self, saves: &SaveRam, out: &mut [u8]) -> bool {
        let Some(out) = out.get_mut(..self.size) else { return false };
        let state = self.console.as_ref().map(|console| console.save_state(&self.boot.rom));
        let Ok(state) = state.unwrap_or_else(|| Ok(Vec::new())) else { return false };
        let (head, rest) = out.split_at_mut(HEAD);
        let (saved, rest) = rest.split_at_mut(SAVES_SIZE);
        let (length, size) = match rest.get_mut(..state.len()) {
            Some(to) => {
                to.copy_from_slice(&state);
                (state.len() as u32, state.len())
            }
            None => {
                let Some(size) = zeros::pack(&state, rest) else { return false };
                (size as u32 | PACKED, size)
            }
        };
        head.copy_from_slice(&length.to_le_bytes());
        saved.copy_from_slice(&saves.0);
        rest[size..].fill(0);
        true
    }

    /// Restores a state and its saved data. Returns false, without a change, if it is not a state of this cart.
    pub fn load(&mut self, bytes: &[u8], saves: &mut SaveRam) -> bool {
        let Some((head, rest)) = bytes.split_first_chunk::<HEAD>() else { return false };
        let Some((saved, rest)) = rest.split_first_chunk::<SAVES_SIZE>() else { return false };
        let length = u32::from_le_bytes(*head);
        let Some(state) = rest.get(..(length & !PACKED) as usize) else { return false };
        let state = match length & PACKED {
            0 => Some(Cow::Borrowed(state)),
            _ => zeros::unpack(state, MOST).map(Cow::Owned),
        };
        let Some(state) = state else { return false };
        let console = match &*state {
            [] => None,
            state => {
                let booted;
                let like = match &self.console {
                    Some(console) => console,
                    None => match self.booted(saves) {
                        Ok(console) => {
                            booted = console;
                            &booted
                        }
                        Err(_) => return false,
                    },
                };
                let mut loaded = None;
                // A cart's own code reads its part.
                let read =
                    |loaded: &mut Option<Console>| *loaded = like.load_state(state, &self.boot.rom).ok();
                if guard(&mut loaded, 0, read).is_err() || loaded.is_none() {
                    return false;
                }
                loaded
            }
        };
        self.fps = console.as_ref().map_or(self.fps, Console::fps);
        (self.console, self.crash) = (console, None);
        *saves = SaveRam(*saved);
        true
    }
}
