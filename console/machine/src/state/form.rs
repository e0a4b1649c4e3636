//! A state without its pages of memory and its program, for serde.
//!
//! [`Machine`] derives serde's traits; fields that it skips are restored here (memory, ROM, file names) or start empty:
//! effects and reported limits, the cached pixel pairs, the program's position, the tracer.

use super::{StateLoadError, StoredPages};
use crate::Machine;
use crate::bundle::Bundle;
use crate::console::{Console, Suspended};
use crate::digest::Digest;
use crate::input::Patch;
use crate::limit::{CART_IDS_MAX, DEBUG_LINES, LABEL_MAX, TLINE_BITS_MAX};
use crate::machine::TYPED;
use crate::memory::ROM_SIZE;
use crate::picture::SHOWN;
use crate::rom::Rom;
use crate::system::{Carts, DROPPED_MAX};
use alloc::{borrow::Cow, sync::Arc, vec::Vec};
use serde::{Deserialize, Serialize};

/// The bytes that differ from the ROM that the run started with, and its digest.
#[derive(Serialize, Deserialize)]
struct RomForm {
    start: u64,
    changed: Vec<Patch>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct StateForm<'a> {
    rom: RomForm,
    pages: (u64, u64),
    suspended: Cow<'a, Suspended>,
    menu_open: bool,
    machine: Cow<'a, Machine>,
}

fn digest(rom: &Rom) -> u64 {
    let mut d = Digest::new();
    d.bulk(&rom.data[..]);
    d.finish()
}

impl RomForm {
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

    fn rom(self, start: &Arc<Rom>) -> Result<Arc<Rom>, StateLoadError> {
        let found = digest(start);
        if self.start != found {
            return Err(StateLoadError::Rom { saved: self.start, found });
        }
        if self.changed.is_empty() {
            return Ok(start.clone());
        }
        let mut rom = Rom::clone(start);
        for Patch { addr, bytes } in &self.changed {
            let to = rom.data.get_mut(usize::from(*addr)..).and_then(|to| to.get_mut(..bytes.len()));
            to.ok_or(StateLoadError::Range("a byte of the ROM"))?.copy_from_slice(bytes);
        }
        Ok(Arc::new(rom))
    }
}

/// Whether all values are in the ranges that a machine keeps.
fn check(machine: &Machine, suspended: &Suspended, bundle: &Bundle) -> Result<(), StateLoadError> {
    let labels = machine.menu.iter().flatten().all(|item| item.label.len() <= LABEL_MAX);
    let ranges = [
        (matches!(machine.fps, 30 | 60), "the frame rate"),
        (machine.tline_bits <= TLINE_BITS_MAX, "the precision of tline"),
        (machine.typed.len() <= TYPED, "typed text"),
        (machine.shown.as_ref().is_none_or(|bytes| bytes.len() == SHOWN), "the shown picture"),
        (machine.debug.len() <= DEBUG_LINES, "the number of debug lines"),
        (machine.save_ids.len() <= CART_IDS_MAX, "the ids of cart data"),
        (labels, "a menu label"),
        (suspended.is_in_range(), "a suspended hook"),
        (machine.run.is_in_range(), "a table of results"),
        (machine.meter.is_in_range(), "a meter count"),
        (machine.audio.is_in_range(), "a sound"),
        (machine.carts.is_in_range(bundle), "a cart"),
        (
            machine.streams.unread().iter().all(|bytes| bytes.len() <= DROPPED_MAX),
            "the size of dropped files",
        ),
    ];
    match ranges.iter().find(|(good, _)| !good) {
        Some((_, what)) => Err(StateLoadError::Range(what)),
        None => Ok(()),
    }
}

impl<'a> StateForm<'a> {
    pub(super) fn of(console: &'a Console, pages: StoredPages, start: &Rom) -> StateForm<'a> {
        let Console { machine, program: _, suspended, menu_open, is_unbooted: _ } = console;
        StateForm {
            rom: RomForm::of(&machine.rom, start),
            pages: (pages.zero, pages.rom),
            suspended: Cow::Borrowed(suspended),
            menu_open: *menu_open,
            machine: Cow::Borrowed(machine),
        }
    }

    /// A console's parts without its program, and the bytes after the memory.
    pub(super) fn parts<'b>(
        self,
        like: &Console,
        start: &Arc<Rom>,
        bytes: &'b [u8],
    ) -> Result<(Machine, Suspended, bool, &'b [u8]), StateLoadError> {
        let StateForm { rom, pages: (zero, of_rom), suspended, menu_open, machine } = self;
        let (bundle, mut machine) = (like.machine.carts.base(), machine.into_owned());
        check(&machine, &suspended, bundle)?;
        machine.rom = rom.rom(start)?;
        let rest;
        (machine.mem, rest) = StoredPages { zero, rom: of_rom }.memory(bytes, &machine.rom)?;
        machine.carts = Arc::new(Carts::clone(&machine.carts).with_base(bundle));
        machine.audio = machine.audio.with_audible(&like.machine.audio);
        machine.files = like.machine.files.clone();
        Ok((machine, suspended.into_owned(), menu_open, rest))
    }
}
