//! A console's state as bytes, and back: what is on disk where a [`crate::Snapshot`] is in memory.
//!
//! ```text
//! u8       format: 1
//! u64      digest of the console, little-endian
//! form     the fields of the machine and console but the memory, by serde in postcard's form (form.rs)
//! pages    of the 64 pages of 1 KiB of memory those that are neither zero nor the ROM's, in order; the form says which
//! rest     the program's state, as it writes itself (`Program::save_bytes`)
//! ```
//!
//! The ROM is not in it: whoever loads has the one that the run started with, and the form has its digest and the bytes that
//! differ by now. A state that was read back is equal to the one that was written in all that a digest takes, and beyond that in
//! debug lines, costs and samples of the frame; only which limits were told is not in it, so each is told once more.
//!
//! The bytes belong to the build that wrote them: whoever changes a field of the machine or of a cart changes what they mean. A
//! format that went on being read would have to follow each of them, and inputs do that job (crate `timeline`). So every load ends
//! with the digest: bytes that mean something else are refused. What is out of the ranges that the machine keeps is refused before
//! that, since whoever makes such bytes can make the digest as well.

mod form;
pub(crate) mod samples;

use crate::console::Console;
use crate::memory::{Memory, SIZE};
use crate::program::StateError;
use crate::rom::Rom;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use form::Form;

/// The format that is written, and the only one that is read.
pub const STATE_FORMAT: u8 = 1;
/// Bytes of a page.
const PAGE: usize = 1024;
/// Pages of the ROM that lie in one page of memory each; its last 768 bytes are told like any others.
const ROM_PAGES: usize = crate::memory::ROM_SIZE / PAGE;
/// Format and digest.
const HEAD: usize = 9;

/// Why bytes are no state of a console.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// They are of another format, or none at all.
    Format {
        /// The first byte, if there is one.
        found: Option<u8>,
    },
    /// They end too early, or are none of what is expected there: serde's words.
    Broken(String),
    /// They hold a value that no machine has.
    Range(&'static str),
    /// The run started with another ROM.
    Rom {
        /// The digest that the state tells.
        told: u64,
        /// That of the ROM at hand.
        found: u64,
    },
    /// The program does not take its part.
    Program(StateError),
    /// All was read, and is another state than the one that was written: another build wrote it.
    Digest {
        /// As it was written.
        told: u64,
        /// As it was read.
        found: u64,
    },
}

impl core::fmt::Display for LoadError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Format { found: None } => write!(f, "no bytes, expected a state of format {STATE_FORMAT}"),
            Self::Format { found: Some(found) } => {
                write!(f, "a state of format {found}, expected {STATE_FORMAT}")
            }
            Self::Broken(reason) => write!(f, "the state of the machine cannot be read: {reason}"),
            Self::Range(what) => write!(f, "the state holds {what} that no machine has"),
            Self::Rom { told, found } => {
                write!(
                    f,
                    "the state belongs to a run that started with data {told:016x}; here are {found:016x}"
                )
            }
            Self::Program(error) => error.fmt(f),
            Self::Digest { told, found } => {
                write!(
                    f,
                    "the state was written as {told:016x} and reads as {found:016x}: another build wrote it"
                )
            }
        }
    }
}

impl core::error::Error for LoadError {}

/// Which pages of memory need not be written: a bit each.
#[derive(Clone, Copy, Debug, Default)]
struct Pages {
    zero: u64,
    rom: u64,
}

impl Pages {
    /// Those of a memory.
    fn of(memory: &Memory, rom: &Rom) -> Pages {
        const { assert!(SIZE == 64 * PAGE) };
        let mut pages = Pages::default();
        let (data, _) = rom.data.as_chunks::<PAGE>();
        for (n, page) in memory.bytes().as_chunks::<PAGE>().0.iter().enumerate() {
            if *page == [0; PAGE] {
                pages.zero |= 1 << n;
            } else if data.get(n) == Some(page) {
                pages.rom |= 1 << n;
            }
        }
        pages
    }

    /// The pages that are written.
    fn written(self) -> impl Iterator<Item = usize> {
        (0..64).filter(move |n| (self.zero | self.rom) >> n & 1 == 0)
    }

    /// Memory, from the bytes of its written pages; what follows them.
    fn memory<'a>(self, mut bytes: &'a [u8], rom: &Rom) -> Result<(Memory, &'a [u8]), LoadError> {
        if self.zero & self.rom != 0 || self.rom >> ROM_PAGES != 0 {
            return Err(LoadError::Range("a page of memory"));
        }
        let mut memory = Memory::new();
        let to = memory.bytes_mut();
        for n in (0..ROM_PAGES).filter(|n| self.rom >> n & 1 != 0) {
            to[n * PAGE..][..PAGE].copy_from_slice(&rom.data[n * PAGE..][..PAGE]);
        }
        for n in self.written() {
            let ends = || LoadError::Broken("it ends within the memory".to_string());
            let (page, rest) = bytes.split_first_chunk::<PAGE>().ok_or_else(ends)?;
            to[n * PAGE..][..PAGE].copy_from_slice(page);
            bytes = rest;
        }
        Ok((memory, bytes))
    }
}

impl Console {
    /// The state as bytes, at the end of a frame. `rom`: the one that the run started with, which whoever loads has.
    ///
    /// # Errors
    /// When the program's state has no such form, or effects of `_init` are still to be handed over, before the first frame.
    pub fn save_state(&self, rom: &Rom) -> Result<Vec<u8>, StateError> {
        if !self.machine.effects.is_empty() {
            return Err(StateError {
                reason: "the frame is not over: its effects are still to be handed over".into(),
            });
        }
        let pages = Pages::of(&self.machine.mem, &self.machine.rom);
        let mut bytes = Vec::with_capacity(HEAD + 8 * 1024 + pages.written().count() * PAGE);
        bytes.push(STATE_FORMAT);
        bytes.extend(self.digest().to_le_bytes());
        let form = Form::of(self, pages, rom);
        bytes = postcard::to_extend(&form, bytes).map_err(|e| StateError { reason: e.to_string() })?;
        let memory = self.machine.mem.bytes();
        for n in pages.written() {
            bytes.extend_from_slice(&memory[n * PAGE..][..PAGE]);
        }
        self.program.save_bytes(&mut bytes)?;
        Ok(bytes)
    }

    /// The console that was saved. `self` is any console of the same program, such as one that has just booted, and stays as
    /// it is; who listens to it listens to the new one. `rom`: the one that the run started with.
    ///
    /// A program's own code reads its part, and an author's may panic at bytes that it never wrote: guard the call where
    /// they come from outside (`timeline` does).
    ///
    /// # Errors
    /// When the bytes are no state of this program, or not as this build writes it.
    pub fn load_state(&self, bytes: &[u8], rom: &Arc<Rom>) -> Result<Console, LoadError> {
        let (head, rest) =
            bytes.split_first_chunk::<HEAD>().ok_or(LoadError::Format { found: bytes.first().copied() })?;
        let [format, told @ ..] = *head;
        if format != STATE_FORMAT {
            return Err(LoadError::Format { found: Some(format) });
        }
        let (form, rest) =
            postcard::take_from_bytes::<Form<'_>>(rest).map_err(|e| LoadError::Broken(e.to_string()))?;
        let (machine, halfway, menu_open, rest) = form.parts(self, rom, rest)?;
        let other = machine.cart_code().filter(|code| self.program.runs(code.digest()) == Some(false));
        let program = match other {
            None => self.program.loaded(rest),
            Some(code) => {
                let mut program = self.program.clone();
                let wrong = |fault: crate::fault::Fault| LoadError::Broken(fault.to_string());
                program.change(code).map_err(wrong)?;
                program.loaded(rest)
            }
        };
        let program = program.map_err(LoadError::Program)?;
        let console = Console { machine, program, halfway, menu_open, is_unbooted: false };
        match (u64::from_le_bytes(told), console.digest()) {
            (told, found) if told == found => Ok(console),
            (told, found) => Err(LoadError::Digest { told, found }),
        }
    }
}
