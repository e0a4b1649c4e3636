//! A console in less memory, for histories with thousands of states.
//!
//! ```text
//! Console ── snapshot(previous snapshot) ──> Snapshot ── restore() ──> an equal Console
//!
//! memory   64 pages of 1 KiB   a page equal to the previous one is shared, not copied
//! program  its own snapshot: a copy, or the difference to the previous one
//! rest     the machine's other fields, cloned
//! ```
//!
//! Sheet, map, sounds and music are 17 pages that rarely change, and user data is often empty. A frame mostly
//! changes the screen and the page of the registers.

use crate::Machine;
use crate::console::{Console, Suspended};
use crate::memory::{Memory, SIZE};
use crate::program::ProgramSnapshot;
use alloc::{boxed::Box, sync::Arc, vec::Vec};

/// Bytes per page: 1 KiB divides the screen, the sheet and the registers' page evenly.
const PAGE: usize = 1024;

#[derive(Clone, Debug)]
pub(crate) struct Pages(Vec<Arc<[u8; PAGE]>>);

impl Pages {
    pub(crate) fn new(memory: &Memory, like: Option<&Pages>) -> Pages {
        let (pages, rest) = memory.bytes().as_chunks::<PAGE>();
        const { assert!(SIZE.is_multiple_of(PAGE)) };
        debug_assert!(rest.is_empty());
        let shared =
            |n: usize, page: &[u8; PAGE]| like.map(|p| &p.0[n]).filter(|old| ***old == *page).cloned();
        Pages(pages.iter().enumerate().map(|(n, p)| shared(n, p).unwrap_or_else(|| Arc::new(*p))).collect())
    }

    pub(crate) fn memory(&self) -> Memory {
        let mut memory = Memory::new();
        self.copy_to(&mut memory, 0, SIZE);
        memory
    }

    pub(crate) fn copy_to(&self, memory: &mut Memory, at: usize, len: usize) {
        let to = memory.bytes_mut()[at..at + len].chunks_exact_mut(PAGE);
        to.zip(&self.0[at / PAGE..]).for_each(|(to, page)| to.copy_from_slice(&page[..]));
    }

    /// The differing pages among `len` bytes at `at`, in whole pages: offset from `at`, and the bytes here and there.
    pub(crate) fn differing<'a>(
        &'a self,
        other: &'a Pages,
        at: usize,
        len: usize,
    ) -> impl Iterator<Item = (usize, &'a [u8], &'a [u8])> {
        let pages = (0..len / PAGE).map(move |n| (n * PAGE, &self.0[at / PAGE + n], &other.0[at / PAGE + n]));
        pages.filter(|(_, a, b)| !Arc::ptr_eq(a, b)).map(|(at, a, b)| (at, &a[..], &b[..]))
    }

    pub(crate) fn get(&self, addr: u16) -> u8 {
        self.0[usize::from(addr) / PAGE][usize::from(addr) % PAGE]
    }

    fn own(&self, like: Option<&Pages>) -> usize {
        let shares = |n: usize, page| like.is_some_and(|p| Arc::ptr_eq(&p.0[n], page));
        self.0.iter().enumerate().filter(|(n, page)| !shares(*n, page)).count() * PAGE
    }
}

/// A console in compact form, from [`Console::snapshot`].
#[derive(Clone)]
pub struct Snapshot {
    machine: Box<Machine<Pages>>,
    program: Arc<dyn ProgramSnapshot>,
    suspended: Suspended,
    menu_open: bool,
}

impl core::fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Snapshot({:?}, frame {})", self.machine.rom, self.machine.frame)
    }
}

impl Snapshot {
    pub fn restore(&self) -> Console {
        Console {
            is_unbooted: false,
            machine: self.machine.with_memory(self.machine.mem.memory()),
            program: self.program.restore(),
            suspended: self.suspended.clone(),
            menu_open: self.menu_open,
        }
    }

    pub fn frame(&self) -> u64 {
        self.machine.frame
    }

    /// Approximate bytes in addition to `like`: own pages, the machine's other fields, and the program.
    pub fn memory_size(&self, like: Option<&Snapshot>) -> usize {
        let pages = self.machine.mem.own(like.map(|l| &l.machine.mem));
        let state = self.program.size(like.map(|l| &*l.program));
        pages + state + size_of::<Machine<Pages>>() + self.machine.audio.memory_size() + size_of::<Snapshot>()
    }
}

impl Console {
    pub fn snapshot(&self, like: Option<&Snapshot>) -> Snapshot {
        let pages = Pages::new(&self.machine.mem, like.map(|l| &l.machine.mem));
        Snapshot {
            machine: Box::new(self.machine.with_memory(pages)),
            program: self.program.snapshot(like.map(|l| &*l.program)),
            suspended: self.suspended.clone(),
            menu_open: self.menu_open,
        }
    }
}
