//! Blocks of sizes that are powers of two, in one flat list.
//!
//! ```text
//! items   . | block of 4 | block of 2 | free 4 | ...            address 0 is unused
//! free    heads of the free blocks, by size class        the link to the next is in the free block itself, the rest is 0
//! ```
//!
//! So the list is the whole state: clone, digest and difference need nothing else.

use alloc::{vec, vec::Vec};

/// Size classes: the largest block has 2^31 items, which no heap of 2 MiB asks for.
const CLASSES: usize = 32;

pub(crate) trait Unit: Copy + Default {
    /// The smallest class, with room for a link.
    const LEAST: u8;
    fn put_link(block: &mut [Self], link: u32);
    fn link(block: &[Self]) -> u32;
    /// Is a free block empty except for its link?
    fn is_free(block: &[Self]) -> bool;
}

impl Unit for u64 {
    const LEAST: u8 = 0;

    fn put_link(block: &mut [u64], link: u32) {
        block[0] = u64::from(link);
    }

    fn link(block: &[u64]) -> u32 {
        block[0] as u32
    }

    fn is_free(block: &[u64]) -> bool {
        block[0] >> 32 == 0 && block[1..].iter().all(|item| *item == 0)
    }
}

impl Unit for u8 {
    const LEAST: u8 = 3;

    fn put_link(block: &mut [u8], link: u32) {
        block[..4].copy_from_slice(&link.to_le_bytes());
    }

    fn link(block: &[u8]) -> u32 {
        u32::from_le_bytes([block[0], block[1], block[2], block[3]])
    }

    fn is_free(block: &[u8]) -> bool {
        block[4..].iter().all(|item| *item == 0)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BlockList<T> {
    pub items: Vec<T>,
    pub(super) free: [u32; CLASSES],
}

pub(crate) fn class_of<T: Unit>(items: u32) -> u8 {
    (items.max(1).next_power_of_two().trailing_zeros() as u8).max(T::LEAST)
}

impl<T: Unit> BlockList<T> {
    pub fn new() -> BlockList<T> {
        // Blocks begin at multiples of the smallest one.
        BlockList { items: vec![T::default(); 1 << T::LEAST], free: [0; CLASSES] }
    }

    fn range(addr: u32, class: u8) -> core::ops::Range<usize> {
        addr as usize..addr as usize + (1 << class)
    }

    /// A block of zeros.
    pub fn alloc(&mut self, class: u8) -> u32 {
        let addr = self.free[usize::from(class)];
        if addr == 0 {
            let addr = self.items.len() as u32;
            self.items.resize(self.items.len() + (1 << class), T::default());
            return addr;
        }
        let block = &mut self.items[Self::range(addr, class)];
        self.free[usize::from(class)] = T::link(block);
        T::put_link(block, 0);
        addr
    }

    pub fn free(&mut self, addr: u32, class: u8) {
        let block = &mut self.items[Self::range(addr, class)];
        block.fill(T::default());
        T::put_link(block, self.free[usize::from(class)]);
        self.free[usize::from(class)] = addr;
    }

    /// Sorts the free blocks by address, so that short-lived blocks stay together. Returns the number of free items.
    pub fn sort_free(&mut self) -> usize {
        let (mut addrs, mut items) = (Vec::new(), 0);
        for class in 0..CLASSES {
            let mut addr = self.free[class];
            while addr != 0 {
                addrs.push(addr);
                addr = T::link(&self.items[Self::range(addr, class as u8)]);
            }
            items += addrs.len() << class;
            addrs.sort_unstable_by(|a, b| b.cmp(a));
            let mut next = 0;
            for addr in addrs.drain(..) {
                T::put_link(&mut self.items[Self::range(addr, class as u8)], next);
                next = addr;
            }
            self.free[class] = next;
        }
        items
    }

    /// The same heads with an empty list.
    pub fn without_items(&self) -> BlockList<T> {
        BlockList { items: Vec::new(), free: self.free }
    }

    pub fn heads(&self) -> &[u32; CLASSES] {
        &self.free
    }

    /// Restores saved blocks; `taken` are those in use, by address and class. None if blocks overlap, are outside the list, or a free one is
    /// not empty.
    pub fn restore(items: Vec<T>, free: [u32; CLASSES], taken: &[(u32, u8)]) -> Option<BlockList<T>> {
        // Counted in smallest blocks, of which all others consist.
        let mut covered = vec![false; items.len() >> T::LEAST];
        let mut cover = |addr: u32, class: u8| -> Option<()> {
            let size = 1usize.checked_shl(u32::from(class.checked_sub(T::LEAST)?))?;
            let begin = addr as usize >> T::LEAST;
            let blocks = covered.get_mut(begin..begin.checked_add(size)?)?;
            if begin == 0
                || begin << T::LEAST != addr as usize
                || class as usize >= CLASSES
                || blocks.contains(&true)
            {
                return None;
            }
            blocks.fill(true);
            Some(())
        };
        for (addr, class) in taken {
            cover(*addr, *class)?;
        }
        for (class, head) in free.iter().enumerate() {
            let mut addr = *head;
            while addr != 0 {
                cover(addr, class as u8)?;
                let block = &items[Self::range(addr, class as u8)];
                if !T::is_free(block) {
                    return None;
                }
                addr = T::link(block);
            }
        }
        Some(BlockList { items, free })
    }
}
