//! What a state's bytes have of a machine, field by field: borrowed to be written, owned when read.
//!
//! Both ways take a machine apart without a rest, so that a field which is left out does not compile. Not in it, each for its
//! reason: the memory (`mod.rs`), effects (there are none between two frames), limits told (their places are the program's text),
//! the sprites' table of pixel pairs (it follows from the palette), who listens to the calls of a frame, the names of a program's
//! files and where in them it stands (the program says both anew).

use super::{LoadError, Pages};
use crate::audio::Audio;
use crate::bundle::Bundle;
use crate::buttons::Buttons;
use crate::console::{Console, Halfway};
use crate::digest::Digest;
use crate::draw::LastPairs;
use crate::effect::Effects;
use crate::input::{Date, Keys, Mouse, Patch};
use crate::limit::ReportedLimits;
use crate::limit::{DEBUG_LINES, LABEL_MAX, TLINE_BITS_MAX};
use crate::machine::TYPED;
use crate::memory::ROM_SIZE;
use crate::meter::Meter;
use crate::rom::Rom;
use crate::system::{Carts, DROPPED_MAX, RunState, Streams};
use crate::{DebugLine, Machine, MenuItem};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, VecDeque};
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// Bytes that differ from another ROM's: where, and what is there now.
#[derive(Serialize, Deserialize)]
struct RomForm {
    /// Digest of the ROM that the run started with.
    start: u64,
    changed: Vec<Patch>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Form<'a> {
    rom: RomForm,
    pages: (u64, u64),
    halfway: Cow<'a, Halfway>,
    menu_open: bool,
    buttons: Cow<'a, Buttons>,
    mouse: Mouse,
    keys: Keys,
    typed: Cow<'a, VecDeque<u8>>,
    clipboard: Cow<'a, str>,
    controllers: u8,
    comfort: [bool; 2],
    allowed: u8,
    caption: Cow<'a, str>,
    run: Cow<'a, RunState>,
    menu: Cow<'a, [Option<MenuItem>; 5]>,
    menu_current: u8,
    saves: BTreeMap<Cow<'a, str>, Cow<'a, [u8]>>,
    save_id: Cow<'a, Option<String>>,
    saved: Cow<'a, [u8]>,
    carts: Cow<'a, Carts>,
    param: Cow<'a, str>,
    date: Date,
    seed: u64,
    reseeds: u32,
    fps: u8,
    frame: u64,
    meter: Cow<'a, Meter>,
    tline_bits: u8,
    audio: Cow<'a, Audio>,
    /// What was dropped and is not read yet: a file, a picture.
    streams: [Cow<'a, [u8]>; 2],
    debug: Cow<'a, [DebugLine]>,
    ahead: i64,
}

/// The number that a state knows a ROM by.
fn digest(rom: &Rom) -> u64 {
    let mut d = Digest::new();
    d.bulk(&rom.data[..]);
    d.finish()
}

impl RomForm {
    /// What a ROM has become since the start.
    fn of(now: &Rom, start: &Rom) -> RomForm {
        let mut changed: Vec<Patch> = Vec::new();
        if now.data != start.data {
            let mut at = 0;
            while at < ROM_SIZE {
                let differs = |n: &usize| now.data[*n] != start.data[*n];
                let end = (at..ROM_SIZE).take_while(differs).count() + at;
                if end > at {
                    changed.push(Patch { addr: at as u16, bytes: now.data[at..end].into() });
                }
                at = end + 1;
            }
        }
        RomForm { start: digest(start), changed }
    }

    /// That ROM again.
    fn rom(self, start: &Arc<Rom>) -> Result<Arc<Rom>, LoadError> {
        let found = digest(start);
        if self.start != found {
            return Err(LoadError::Rom { told: self.start, found });
        }
        if self.changed.is_empty() {
            return Ok(start.clone());
        }
        let mut rom = Rom::clone(start);
        for Patch { addr, bytes } in &self.changed {
            let to = rom.data.get_mut(usize::from(*addr)..).and_then(|to| to.get_mut(..bytes.len()));
            to.ok_or(LoadError::Range("a byte of the ROM"))?.copy_from_slice(bytes);
        }
        Ok(Arc::new(rom))
    }
}

/// Cart data: 256 bytes.
fn numbers(bytes: &[u8]) -> Result<Box<[u8; 256]>, LoadError> {
    let numbers = bytes.try_into().map_err(|_| LoadError::Range("cart data of a length"))?;
    Ok(Box::new(numbers))
}

impl<'a> Form<'a> {
    pub(super) fn of(console: &'a Console, pages: Pages, start: &Rom) -> Form<'a> {
        let Console { machine, program: _, halfway, menu_open, is_unbooted: _ } = console;
        let Machine {
            mem: _,
            rom,
            buttons,
            mouse,
            keys,
            typed,
            clipboard,
            controllers,
            comfort,
            allowed,
            caption,
            run,
            menu,
            menu_current,
            saves,
            save_id,
            saved,
            carts,
            param,
            date,
            seed,
            reseeds,
            fps,
            frame,
            meter,
            told: _,
            tline_bits,
            pairs: _,
            audio,
            streams,
            debug,
            effects: _,
            ahead,
            position: _,
            files: _,
            tap: _,
        } = machine;
        Form {
            rom: RomForm::of(rom, start),
            pages: (pages.zero, pages.rom),
            halfway: Cow::Borrowed(halfway),
            menu_open: *menu_open,
            buttons: Cow::Borrowed(buttons),
            mouse: *mouse,
            keys: *keys,
            typed: Cow::Borrowed(typed),
            clipboard: clipboard.as_str().into(),
            controllers: *controllers,
            comfort: *comfort,
            allowed: *allowed,
            caption: caption.as_str().into(),
            run: Cow::Borrowed(run),
            menu: Cow::Borrowed(menu),
            menu_current: *menu_current,
            saves: saves.iter().map(|(id, data)| (id.as_str().into(), data[..].into())).collect(),
            save_id: Cow::Borrowed(save_id),
            saved: saved[..].into(),
            carts: Cow::Borrowed(carts),
            param: param.as_str().into(),
            date: *date,
            seed: *seed,
            reseeds: *reseeds,
            fps: *fps,
            frame: *frame,
            meter: Cow::Borrowed(meter),
            tline_bits: *tline_bits,
            audio: Cow::Borrowed(audio),
            streams: streams.rest().map(Cow::Borrowed),
            debug: debug.as_slice().into(),
            ahead: *ahead,
        }
    }

    /// Are the numbers those that a machine keeps?
    fn check(&self, bundle: &Bundle) -> Result<(), LoadError> {
        let labels = self.menu.iter().flatten().all(|item| item.label.len() <= LABEL_MAX);
        let ranges = [
            (matches!(self.fps, 30 | 60), "a rate"),
            (u32::from(self.tline_bits) <= TLINE_BITS_MAX as u32, "a precision of tline"),
            (self.typed.len() <= TYPED, "more typed text"),
            (self.debug.len() <= DEBUG_LINES, "more debug lines"),
            (labels, "a label of the menu"),
            (self.halfway.is_in_range(), "a hook in its middle"),
            (self.run.is_in_range(), "a table of results"),
            (self.meter.is_in_range(), "a count of the meter"),
            (self.audio.is_in_range(), "a sound"),
            (self.carts.is_in_range(bundle), "a cart"),
            (self.streams.iter().all(|rest| rest.len() <= DROPPED_MAX), "more of what was dropped"),
        ];
        match ranges.iter().find(|(good, _)| !good) {
            Some((_, what)) => Err(LoadError::Range(what)),
            None => Ok(()),
        }
    }

    /// The parts of a console but its program, listened to as another one; and the bytes behind the memory.
    pub(super) fn parts<'b>(
        self,
        like: &Console,
        start: &Arc<Rom>,
        bytes: &'b [u8],
    ) -> Result<(Machine, Halfway, bool, &'b [u8]), LoadError> {
        let bundle = like.machine.carts.base();
        self.check(bundle)?;
        let rom = self.rom.rom(start)?;
        let (zero, of_rom) = self.pages;
        let (mem, rest) = Pages { zero, rom: of_rom }.memory(bytes, &rom)?;
        let saves = self.saves.iter().map(|(id, data)| Ok((id.clone().into_owned(), numbers(data)?)));
        let machine = Machine {
            mem,
            rom,
            buttons: self.buttons.into_owned(),
            mouse: self.mouse,
            keys: self.keys,
            typed: self.typed.into_owned(),
            clipboard: self.clipboard.into_owned(),
            controllers: self.controllers,
            comfort: self.comfort,
            allowed: self.allowed,
            caption: self.caption.into_owned(),
            run: self.run.into_owned(),
            menu: self.menu.into_owned(),
            menu_current: self.menu_current,
            saves: Arc::new(saves.collect::<Result<_, _>>()?),
            save_id: self.save_id.into_owned(),
            saved: numbers(&self.saved)?,
            carts: Arc::new(self.carts.into_owned().among(bundle)),
            param: self.param.into_owned(),
            date: self.date,
            seed: self.seed,
            reseeds: self.reseeds,
            fps: self.fps,
            frame: self.frame,
            meter: self.meter.into_owned(),
            told: ReportedLimits::default(),
            tline_bits: self.tline_bits,
            pairs: LastPairs::default(),
            audio: self.audio.into_owned().heard_as(&like.machine.audio),
            streams: Streams::waiting(&self.streams[0], &self.streams[1]),
            debug: self.debug.into_owned(),
            effects: Effects::default(),
            ahead: self.ahead,
            position: Default::default(),
            files: like.machine.files.clone(),
            tap: Default::default(),
        };
        Ok((machine, self.halfway.into_owned(), self.menu_open, rest))
    }
}
