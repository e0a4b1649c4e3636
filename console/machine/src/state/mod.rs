//! A console's state as bytes, and back.
//!
//! ```text
//! u8       format: 1
//! u64      digest of the console, little-endian
//! form     the fields of machine and console without the memory, by serde and postcard (form.rs)
//! pages    of the 64 pages of 1 KiB of memory those that are neither zero nor the ROM's, in order; the form says which
//! rest     the program's state (`Program::save_bytes`)
//! ```
//!
//! The ROM is not included: the loader has the one that the run started with, and the form has its digest and the
//! changed bytes. A restored state equals the saved one in the digest, and also in debug lines, costs and samples of
//! the frame; only reported limits are missing, so they are reported again.
//!
//! The bytes belong to the build that wrote them, since any changed field of the machine or a cart changes their
//! meaning. Other builds replay the inputs instead (crate `timeline`). So every load checks the digest. As forged bytes
//! can have the right digest, values out of range are refused first.

pub(crate) mod bytes;
mod form;
pub(crate) mod samples;

use crate::console::Console;
use crate::memory::{Memory, SIZE};
use crate::program::StateError;
use crate::rom::Rom;
use alloc::string::{String, ToString};
use alloc::{sync::Arc, vec::Vec};
use form::StateForm;

/// The format that is written, and the only one that is read.
pub const STATE_FORMAT: u8 = 1;
const PAGE: usize = 1024;
/// Pages of the ROM that are a page of memory each; its last 768 bytes are handled like any others.
const ROM_PAGES: usize = crate::memory::ROM_SIZE / PAGE;
const HEAD: usize = 9;

/// Why bytes cannot be loaded as a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StateLoadError {
    Format {
        /// The first byte, if there is one.
        found: Option<u8>,
    },
    /// They are truncated or malformed: serde's words.
    Broken(String),
    Range(&'static str),
    /// The run started with another ROM.
    Rom {
        saved: u64,
        found: u64,
    },
    Program(StateError),
    /// The result differs from the saved state: another build wrote it.
    Digest {
        saved: u64,
        found: u64,
    },
}

impl core::fmt::Display for StateLoadError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Format { found: None } => write!(f, "no data, expected a state of format {STATE_FORMAT}"),
            Self::Format { found: Some(found) } => {
                write!(f, "a state of format {found}, expected {STATE_FORMAT}")
            }
            Self::Broken(reason) => write!(f, "cannot read the state of the machine: {reason}"),
            Self::Range(what) => write!(f, "the state is invalid: {what} is out of range"),
            Self::Rom { saved, found } => {
                write!(
                    f,
                    "the state is from a run with other data: expected {found:016x}, found {saved:016x}"
                )
            }
            Self::Program(error) => error.fmt(f),
            Self::Digest { saved, found } => {
                write!(f, "another build wrote the state: digest {saved:016x}, read as {found:016x}")
            }
        }
    }
}

impl core::error::Error for StateLoadError {}

/// Pages of memory that need not be written, a bit each.
#[derive(Clone, Copy, Debug, Default)]
struct StoredPages {
    zero: u64,
    rom: u64,
}

impl StoredPages {
    fn of(memory: &Memory, rom: &Rom) -> StoredPages {
        const { assert!(SIZE == 64 * PAGE) };
        let mut pages = StoredPages::default();
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

    fn written(self) -> impl Iterator<Item = usize> {
        (0..64).filter(move |n| (self.zero | self.rom) >> n & 1 == 0)
    }

    /// Memory from the bytes of its written pages, and the bytes after them.
    fn memory<'a>(self, mut bytes: &'a [u8], rom: &Rom) -> Result<(Memory, &'a [u8]), StateLoadError> {
        if self.zero & self.rom != 0 || self.rom >> ROM_PAGES != 0 {
            return Err(StateLoadError::Range("a page of memory"));
        }
        let mut memory = Memory::new();
        let to = memory.bytes_mut();
        for n in (0..ROM_PAGES).filter(|n| self.rom >> n & 1 != 0) {
            to[n * PAGE..][..PAGE].copy_from_slice(&rom.data[n * PAGE..][..PAGE]);
        }
        for n in self.written() {
            let ends = || StateLoadError::Broken("it ends within the memory".to_string());
            let (page, rest) = bytes.split_first_chunk::<PAGE>().ok_or_else(ends)?;
            to[n * PAGE..][..PAGE].copy_from_slice(page);
            bytes = rest;
        }
        Ok((memory, bytes))
    }
}

impl Console {
    /// The state as bytes, between two frames. `rom`: the one that the run started with. Fails if the program's state
    /// cannot be written, or effects are pending, as before the first frame.
    pub fn save_state(&self, rom: &Rom) -> Result<Vec<u8>, StateError> {
        if !self.machine.effects.is_empty() {
            return Err(StateError { reason: "the frame is not over: it has pending effects".into() });
        }
        let pages = StoredPages::of(&self.machine.mem, &self.machine.rom);
        let mut bytes = Vec::with_capacity(HEAD + 8 * 1024 + pages.written().count() * PAGE);
        bytes.push(STATE_FORMAT);
        bytes.extend(self.digest().to_le_bytes());
        let form = StateForm::of(self, pages, rom);
        bytes = postcard::to_extend(&form, bytes).map_err(|e| StateError { reason: e.to_string() })?;
        let memory = self.machine.mem.bytes();
        for n in pages.written() {
            bytes.extend_from_slice(&memory[n * PAGE..][..PAGE]);
        }
        self.program.save_bytes(&mut bytes)?;
        Ok(bytes)
    }

    /// Restores a saved console. `self`, any console of the same program, is unchanged and only sets the audible
    /// channels. `rom`: the one that the run started with. Fails if the bytes are not a state of this program in this
    /// build.
    ///
    /// An author's code may panic on bytes that it never wrote: guard the call for outside bytes (as `timeline` does).
    pub fn load_state(&self, bytes: &[u8], rom: &Arc<Rom>) -> Result<Console, StateLoadError> {
        let (head, rest) = bytes
            .split_first_chunk::<HEAD>()
            .ok_or(StateLoadError::Format { found: bytes.first().copied() })?;
        let [format, saved @ ..] = *head;
        if format != STATE_FORMAT {
            return Err(StateLoadError::Format { found: Some(format) });
        }
        let (form, rest) = postcard::take_from_bytes::<StateForm<'_>>(rest)
            .map_err(|e| StateLoadError::Broken(e.to_string()))?;
        let (machine, suspended, menu_open, rest) = form.parts(self, rom, rest)?;
        let other = machine.cart_code().filter(|code| self.program.runs(code.digest()) == Some(false));
        let program = match other {
            None => self.program.loaded(rest),
            Some(code) => {
                let mut program = self.program.clone();
                program.change(code).map_err(|fault| StateLoadError::Broken(fault.to_string()))?;
                program.loaded(rest)
            }
        };
        let program = program.map_err(StateLoadError::Program)?;
        let console = Console { machine, program, suspended, menu_open, is_unbooted: false };
        match (u64::from_le_bytes(saved), console.digest()) {
            (saved, found) if saved == found => Ok(console),
            (saved, found) => Err(StateLoadError::Digest { saved, found }),
        }
    }
}
