//! The cart that a front end plays: a console that runs, and is saved and loaded as bytes. Safe code only.
//!
//! ```text
//! open(path) ── run ── boots with the saved cart data ── frame ── frame ── ...          reset: boots again
//!                                   save ──> [length][saved cart data][state] 0 0 0 ... [pause menu]  ──> load
//! ```
//!
//! It boots with its first frame, since a front end passes the saved data after it has loaded a game. Rewind, slots and debugger are the
//! front end's, made of these bytes; the pause menu is ours, as only it knows the cart's items.

use crate::saves::{SAVES_SIZE, SaveRam};
use crate::screen::{Pause, draw_error, pixels};
use crate::zeros;
use loader::{DataPlaces, Loaded, Loader};
use rasher::{Boot, Console, Date, Edit, Effect, Event, Fault, Input, PIXELS, Program, RATE};
use shelf::Entry;
use std::borrow::Cow;
use store::DiskSource;
use studio::{Choice, Layer};
use timeline::{Crash, guard, guard_frame};

/// Bytes of a state of a cart in Rust: those of the shelf have 15 to 22 KB, and a cart that fills its memory 64 KB.
const RUST_SIZE: usize = 512 << 10;
/// Bytes of a state of a cart in Lua: the largest one with 2 MiB by `stat(0)`, at worst without zeros (`tests/front`).
const LUA_SIZE: usize = 6 << 20;
/// Bytes before the saved cart data: the length of the state, 0 before the first frame.
const HEAD: usize = 4;
/// A flag of that length: the state has no zeros.
const PACKED: u32 = 1 << 31;
/// Bytes of a state that is read. The worst cart in Lua has 12 MB.
const MOST: usize = 64 << 20;
pub const MEMORY_SIZE: usize = 1 << 16;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StartOptions {
    pub seed: u64,
    pub date: Date,
    pub comfort: bool,
}

pub struct Core {
    program: Box<dyn Program>,
    boot: Boot,
    /// Bytes of a state, fixed when the cart is loaded.
    pub size: usize,
    comfort: bool,
    /// The cart without saved data, until its first frame.
    opened: Console,
    console: Option<Console>,
    crash: Option<Crash>,
    reported: Option<Crash>,
    pause: Pause,
    /// Whether the last call ran a frame.
    pub ran: bool,
    pub fps: u8,
}

impl Core {
    pub fn open(carts: &'static [Entry], name: &str, options: StartOptions) -> Result<Core, String> {
        let loaded = Loader::new(DiskSource::default()).open(carts, name, &DataPlaces::default());
        let loaded = loaded.and_then(Loaded::runnable).map_err(|e| e.to_string())?;
        let is_lua = loaded.is_lua() && !loaded.is_module();
        let size = HEAD + SAVES_SIZE + if is_lua { LUA_SIZE } else { RUST_SIZE };
        let (program, boot) = loaded.cart.boot();
        let boot = Boot { seed: options.seed, date: options.date, ..boot };
        // The frame rate must be known before the first frame.
        let opened = booted(&*program, &boot, &SaveRam::default()).map_err(|crash| crash.to_string())?;
        Ok(Core {
            fps: opened.fps(),
            comfort: options.comfort,
            console: None,
            crash: None,
            reported: None,
            pause: Pause::default(),
            ran: false,
            program,
            boot,
            size,
            opened,
        })
    }

    /// Runs a frame, unless the pause menu is open, and returns the effects that are left. After an error each frame returns it, until a
    /// reset or load.
    pub fn run(&mut self, mut input: Input, saves: &mut SaveRam) -> Result<Vec<Effect>, Crash> {
        self.ran = false;
        if let Some(crash) = &self.crash {
            return Err(crash.clone());
        }
        let choice = self.pause.press(self.console.as_ref().unwrap_or(&self.opened), &mut input);
        match choice {
            None if self.pause.is_open() => return Ok(Vec::new()),
            Some(Choice::Reset) => self.reset(),
            _ => {}
        }
        self.ran = true;
        let done = self.frame(&mut input, saves);
        self.pause.settle(self.console.as_ref().is_some_and(Console::keeps_menu_open));
        match &done {
            Ok(effects) if effects.contains(&Effect::Pause) => self.pause.open(&input),
            Ok(_) => {}
            Err(crash) => self.crash = Some(crash.clone()),
        }
        done
    }

    fn frame(&mut self, input: &mut Input, saves: &mut SaveRam) -> Result<Vec<Effect>, Crash> {
        if self.console.is_none() {
            self.console = Some(booted(&*self.program, &self.boot, saves)?);
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
        (self.console, self.crash, self.reported) = (None, None, None);
        self.pause.settle(false);
    }

    fn console(&self) -> &Console {
        self.console.as_ref().unwrap_or(&self.opened)
    }

    pub fn memory(&self) -> &[u8; MEMORY_SIZE] {
        self.console().machine().memory().bytes()
    }

    /// The error of a stopped cart, once: run-ahead goes back in each frame, and stops there again.
    pub fn new_error(&mut self) -> Option<String> {
        let crash = self.crash.as_ref().filter(|crash| self.reported.as_ref() != Some(crash))?;
        self.reported = Some(crash.clone());
        Some(crash.to_string())
    }

    /// The picture, under the pause menu or the error.
    pub fn picture(&self) -> Box<[u32; PIXELS]> {
        let mut picture = [0; PIXELS];
        self.console().machine().picture(&mut picture);
        if self.crash.is_some() || self.pause.is_open() {
            let mut layer = Layer::new();
            match &self.crash {
                Some(crash) => draw_error(crash, &mut layer),
                None => self.pause.draw(self.console(), &mut layer),
            }
            layer.cover(&mut picture);
        }
        pixels(&picture)
    }

    /// The frame's samples; silence in a pause, or if the cart has stopped.
    pub fn samples(&self) -> Vec<[i16; 2]> {
        if self.ran && self.crash.is_none() {
            return self.console().machine().samples().iter().map(|sample| [*sample; 2]).collect();
        }
        vec![[0; 2]; RATE as usize / usize::from(self.fps).max(1)]
    }

    /// Writes the state and zeros, `size` bytes, as if `edits` were made already. Returns false if `out` is too small.
    pub fn save(&self, saves: &SaveRam, edits: &[Edit], out: &mut [u8]) -> bool {
        let Some(out) = out.get_mut(..self.size) else { return false };
        let edited = self.console.clone().filter(|_| !edits.is_empty()).map(|mut console| {
            // An edit of memory always fits.
            edits.iter().for_each(|edit| _ = console.edit(edit));
            console
        });
        let console = edited.as_ref().or(self.console.as_ref());
        let state = console.map(|console| console.save_state(&self.boot.rom));
        let Ok(state) = state.unwrap_or_else(|| Ok(Vec::new())) else { return false };
        let (out, pause) = out.split_at_mut(self.size - Pause::SIZE);
        pause.copy_from_slice(&self.pause.bytes());
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
        let pause = bytes.get(..self.size).and_then(|bytes| bytes.last_chunk()).copied().unwrap_or_default();
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
                let like = self.console();
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
        (self.console, self.crash, self.pause) = (console, None, Pause::read(pause));
        *saves = SaveRam(*saved);
        true
    }
}

fn booted(program: &dyn Program, boot: &Boot, saves: &SaveRam) -> Result<Console, Crash> {
    let boot = Boot { saves: saves.tables(), ..boot.clone() };
    let mut console: Option<Result<Console, Fault>> = None;
    guard(&mut console, 0, |console| *console = Some(Console::try_boot(program.clone_box(), boot)))?;
    match console {
        Some(Err(fault)) => Err(Crash { fault, is_panic: false, frame: 0 }),
        Some(Ok(console)) => Ok(console),
        None => unreachable!("it was set"),
    }
}
