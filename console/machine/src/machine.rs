//! The machine: 64 KiB of memory and the little state outside it.
//!
//! ```text
//!            Machine (a value: Clone, no clock, no disk, no lock)
//!   ┌─────────────┬──────────────────────────────────────────────────┐
//!   │ mem 64 KiB  │ rom (shared)  buttons  menu  saves  frame count   │
//!   │ everything  │ typed text  clipboard  meter                      │
//!   │ that a poke │ tline precision  debug lines  effects of a frame  │
//!   │ can reach   │                                                   │
//!   └─────────────┴──────────────────────────────────────────────────┘
//! ```
//!
//! Draw state, palettes, camera, fill pattern, random state, sheet, map and screen are only in memory, without a second
//! copy that could differ. The calls of carts are methods of [`Machine`], in the files of `draw/` and `system/`.

use crate::ability;
use crate::audio::Audio;
use crate::boot::{Boot, Rules};
use crate::buttons::Buttons;
use crate::digest::{Digest, DigestVersion};
use crate::draw::LastPairs;
use crate::effect::{Effect, Effects};
use crate::fault::Position;
use crate::input::{Event, Input, Keys, Mouse, Patch};
use crate::limit::{CLIPBOARD_MAX, DEBUG_LINES, Limit, NAME_MAX, ReportedLimits};
use crate::memory::{Memory, ROM_SIZE, reg};
use crate::meter::Meter;
use crate::program::Flow;
use crate::rom::Rom;
use crate::system::{Carts, RunState, Streams};
use crate::trace::Tap;
use crate::{DebugLine, Machine, MenuItem};
use alloc::{boxed::Box, collections::VecDeque, string::String, sync::Arc, vec::Vec};
use num::{Num, Rng};
use rasher_describe::describe;

pub(crate) const TYPED: usize = 256;

#[describe]
impl Machine {
    /// A machine at the start of a run: memory from the ROM, registers at their defaults, `rnd` seeded.
    pub fn new(boot: Boot) -> Self {
        let carts = Arc::new(Carts::new(boot.settled_bundle()));
        let mut machine = Machine {
            mem: Memory::new(),
            rom: boot.rom,
            buttons: Buttons::new(boot.held),
            mouse: Mouse::default(),
            keys: Keys::default(),
            typed: VecDeque::new(),
            clipboard: String::new(),
            controllers: 0,
            comfort: [false; 2],
            allowed: ability::ALL,
            caption: String::new(),
            run: RunState::default(),
            menu: [const { None }; 5],
            menu_current: 0,
            saves: Arc::new(boot.saves),
            save_id: None,
            save_ids: Vec::new(),
            saved: Box::new([0; 256]),
            carts,
            param: boot.param,
            date: boot.date,
            rules: boot.rules,
            seed: boot.seed,
            reseeds: 0,
            fps: 30,
            frame: 0,
            meter: Meter::new(),
            limits: ReportedLimits::default(),
            tline_bits: 13,
            pairs: LastPairs::default(),
            audio: Audio::new(),
            streams: Streams::default(),
            debug: Vec::new(),
            effects: Effects::default(),
            ahead: 0,
            position: Position::default(),
            files: Arc::default(),
            tap: Tap::default(),
            shown: None,
        };
        machine.mem.bytes_mut()[..ROM_SIZE].copy_from_slice(&machine.rom.data[..]);
        machine.load_records();
        machine.reset();
        machine
    }

    /// Sets the registers 0x5f00 to 0x5f7f to their defaults and reseeds `rnd`. Text cursor and home column are
    /// unchanged; the buttons read 0 until the next frame (as in a dump of the real 0.2.7). The new seed derives from
    /// the run's.
    #[doc = example!(reset)]
    pub fn reset(&mut self) {
        self.mem.reset_registers();
        self.tline_bits = 13;
        self.reseed();
    }

    /// Seeds `rnd` from the run's seed, differently each time until a new run begins.
    pub(crate) fn reseed(&mut self) {
        // The first seed is the unchanged lower half, so that `Boot::seed` 1 gives the numbers of srand(1).
        let seed = self.seed as u32 ^ self.reseeds.wrapping_mul(0x9e37_79b9);
        self.reseeds = self.reseeds.wrapping_add(1);
        self.srand(Num::from_bits(seed.rotate_left(16) as i32));
    }

    /// `rnd`'s generator, stored at 0x5f44.
    pub(crate) fn rng(&self) -> Rng {
        Rng::from_words(self.mem.get32(reg::RANDOM), self.mem.get32(reg::RANDOM + 4))
    }

    pub(crate) fn set_rng(&mut self, rng: Rng) {
        self.mem.set32(reg::RANDOM, rng.h);
        self.mem.set32(reg::RANDOM + 4, rng.l);
    }

    /// The version of the rules of this run.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Updates per second: 30 or 60.
    pub fn fps(&self) -> u8 {
        self.fps
    }

    /// Sets the rate to 60 updates per second, or 30 for any other number. The default is 30; programs set it by the
    /// end of `_init`. The clock continues.
    pub fn set_fps(&mut self, fps: u8) {
        let before = self.sixtieths();
        self.fps = if fps == 60 { 60 } else { 30 };
        self.ahead = 0;
        self.ahead = before.wrapping_sub(self.sixtieths()) as i64;
        self.meter.set_limit(self.fps);
    }

    /// Sixtieths of a second since the cart began.
    pub(crate) fn sixtieths(&self) -> u64 {
        self.frame.wrapping_mul(60 / u64::from(self.fps)).wrapping_add_signed(self.ahead)
    }

    /// Called by the default [`crate::Cart::_update60`]: the cart runs at 30.
    #[doc(hidden)]
    pub fn has_no_update60(&mut self) {
        self.fps = 30;
    }

    /// Frames since the cart began; 0 in `_init`.
    pub fn frame(&self) -> u64 {
        self.frame
    }

    /// The 64 KiB, without redirection.
    #[doc = example!(memory)]
    pub fn memory(&self) -> &Memory {
        &self.mem
    }

    pub fn rom(&self) -> &Arc<Rom> {
        &self.rom
    }

    /// The cart's items of the pause menu, index 1 to 5.
    pub fn menu_items(&self) -> &[Option<MenuItem>; 5] {
        &self.menu
    }

    /// The cart's `debug` lines of this frame, at most 256.
    pub fn debug_lines(&self) -> &[DebugLine] {
        &self.debug
    }

    /// Whether the cart reads raw keyboard and mouse input (bit 0 of 0x5f2d). It then also gets F5 and F6.
    pub fn wants_keyboard(&self) -> bool {
        self.mem.get(reg::DEVKIT) & 1 != 0
    }

    /// Shows a text or value in debug displays only. Free of charge; not part of the state.
    #[doc = example!(debug)]
    #[track_caller]
    pub fn debug(&mut self, value: impl core::fmt::Display) {
        if self.debug.len() < DEBUG_LINES {
            let place = self.here(core::panic::Location::caller());
            let mut text = alloc::format!("{value}");
            text.truncate(text.floor_char_boundary(NAME_MAX));
            self.debug.push(DebugLine { text, place });
        } else {
            self.beyond(Limit::DebugLines, DEBUG_LINES + 1);
        }
    }

    /// Processes a frame's input and returns the menu choices. A frame that resumes a hook after its budget was spent
    /// keeps the buttons: to that hook it is the same frame.
    pub(crate) fn begin_frame(&mut self, input: &Input, resumes: bool) -> Vec<(u8, u8)> {
        if self.meter.begin(self.fps) {
            self.debug.clear();
        }
        self.frame = self.frame.wrapping_add(1);
        self.mouse = input.mouse;
        self.keys = self.unmasked_keys(&input.keys);
        match (self.meter.is_awake(), resumes) {
            (true, false) => self.buttons.latch(&mut self.mem, input, self.fps),
            (true, true) => self.buttons.keep_but_pause(input, self.fps),
            (false, _) => self.buttons.keep(input),
        }
        let mut choices = Vec::new();
        for event in &input.events {
            match event {
                Event::Char(c) if self.typed.len() < TYPED => self.typed.push_back(*c),
                Event::Char(_) => {}
                Event::Clipboard(text) => {
                    let end = text.floor_char_boundary(CLIPBOARD_MAX);
                    self.clipboard = text[..end].into();
                }
                Event::Menu { index, buttons } => choices.push((*index, *buttons)),
                // Data of the run's first cart.
                Event::Data(patches) if self.cart_number() == 0 => self.patch_rom(patches),
                Event::Data(_) => {}
                Event::Back => self.go_back(),
                Event::Controllers(n) => self.controllers = *n,
                // The console handles these, since an edit may change the program.
                Event::Edit(_) | Event::Code(_) | Event::Cart(_) | Event::Host(_) => {}
                Event::Comfort { less_flash, less_shake } => self.comfort = [*less_flash, *less_shake],
                Event::Daily(day) => self.start_daily_run(*day),
                Event::Records(bytes) => self.take_records(bytes),
                Event::Stream { channel, bytes } => self.take_stream(*channel, bytes),
            }
        }
        choices
    }

    /// Ends a frame: saves changed data, reports the pause button and limits, returns the effects.
    pub(crate) fn end_frame(&mut self, flow: Flow) -> Vec<Effect> {
        self.meter.end(self.fps, flow);
        self.meter.rest();
        self.render_audio();
        self.save_if_changed();
        let swallowed = self.mem.get(reg::NO_PAUSE) != 0;
        self.mem.set(reg::NO_PAUSE, 0);
        if self.buttons.pause_long || self.buttons.pause_edge && !swallowed {
            self.effects.push(Effect::Pause);
        }
        let fresh: Vec<_> = self.limits.fresh().collect();
        for report in fresh {
            self.effects.push(Effect::Limit(self.named(report)));
        }
        self.effects.take()
    }

    /// Changes the ROM, and memory where it still equals the old ROM.
    pub(crate) fn patch_rom(&mut self, patches: &[Patch]) {
        let rom = Arc::make_mut(&mut self.rom);
        for patch in patches {
            let start = usize::from(patch.addr).min(ROM_SIZE);
            let end = (start + patch.bytes.len()).min(ROM_SIZE);
            for (at, new) in (start..end).zip(patch.bytes.iter()) {
                let (old, byte) = (&mut rom.data[at], &mut self.mem.bytes_mut()[at]);
                if *byte == *old {
                    *byte = *new;
                }
                *old = *new;
            }
        }
    }

    /// Adds the state of the machine in the order below. Not included: debug lines, reported limits and pending
    /// effects. Newer fields are added only if used, so that other carts keep their digests.
    pub(crate) fn digest(&self, d: &mut Digest, version: DigestVersion) {
        match version {
            DigestVersion::One => {
                d.bytes(self.mem.bytes());
                d.word(self.rom.digest());
            }
            DigestVersion::Two => {
                d.bulk(self.mem.bytes());
                d.bulk(&self.rom.data[..]);
            }
        }
        d.word(self.frame);
        d.word(u64::from(self.fps) | u64::from(self.tline_bits) << 8 | u64::from(self.controllers) << 16);
        d.word(u64::from(self.comfort[0]) | u64::from(self.comfort[1]) << 1);
        d.word(self.seed);
        d.word(u64::from(self.reseeds));
        self.buttons.digest(d);
        let m = &self.mouse;
        d.word(u64::from(m.x as u16) | u64::from(m.y as u16) << 16 | u64::from(m.buttons) << 32);
        d.word(u64::from(m.wheel_x as u8) | u64::from(m.wheel_y as u8) << 8);
        d.word(u64::from(m.dx as u16) | u64::from(m.dy as u16) << 16);
        for w in self.keys.0 {
            d.word(u64::from(w));
        }
        let (front, back) = self.typed.as_slices();
        d.bytes(&[front, back].concat());
        d.bytes(self.clipboard.as_bytes());
        for item in &self.menu {
            match item {
                None => d.word(0),
                Some(item) => {
                    d.word(1 + u64::from(item.mask));
                    d.bytes(&item.label);
                }
            }
        }
        d.bytes(self.save_id.as_deref().unwrap_or("").as_bytes());
        d.bytes(&self.saved[..]);
        d.bytes(self.param.as_bytes());
        d.word(self.date.unix as u64);
        d.word(self.date.offset as u64);
        self.audio.digest(d);
        self.meter.digest(d);
        // Only if the cart uses them.
        if self.allowed != ability::ALL {
            d.word(u64::from(self.allowed));
        }
        if !self.caption.is_empty() {
            d.bytes(self.caption.as_bytes());
        }
        if self.ahead != 0 {
            d.word(self.ahead as u64);
        }
        if self.run != RunState::default() {
            self.run.digest(d);
        }
        self.carts.digest(d);
        if self.rules >= Rules::Two {
            let saves = self.carts.opened().iter().filter_map(|id| self.saves.get(id));
            saves.for_each(|numbers| d.bytes(&numbers[..]));
            self.save_ids.iter().skip(1).for_each(|id| d.bytes(id.as_bytes()));
            self.shown.iter().for_each(|bytes| d.bulk(bytes));
        }
        self.streams.digest(d);
    }
}
