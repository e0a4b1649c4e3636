//! `peek`, `poke`, `memcpy`, `memset`, `reload`, `cstore`: memory by address, with redirection.
//!
//! ```text
//! address          redirected to
//! 0000-1fff        the page of 0x5f54 (00 itself, 60 the screen, 80 a0 c0 e0)
//! 6000-7fff        the page of 0x5f55 (60 itself, 00 the sheet, 80 a0 c0 e0)
//! the rest         itself
//! ```
//!
//! Addresses have 16 bits and wrap. A page in the upper half that the map (0x5f56) also covers falls back to the
//! default, as in the manual. A read across 0xffff wraps; what PICO-8 does is not recorded.

use crate::Machine;
use crate::effect::Effect;
use crate::limit::{Limit, MULTI_MAX};
use crate::memory::{Memory, ROM_SIZE, reg};
use crate::meter::price;
use crate::trace::{Addr, ByteCount, tap};
use alloc::{sync::Arc, vec::Vec};
use num::Num;
use rasher_describe::describe;

/// The position and size of the map in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapArea {
    /// First address: 0x1000 to 0x2f00, or 0x8000 and above.
    pub base: u16,
    /// Tiles per row: 1 to 256.
    pub width: i32,
    pub height: i32,
}

impl MapArea {
    /// Address of a tile on the map. Below 0x8000 rows wrap from 0x2fff to 0x1000.
    #[inline]
    pub fn addr(&self, x: i32, y: i32) -> u16 {
        let at = i32::from(self.base) + y * self.width + x;
        if self.base >= 0x8000 { at as u16 } else { (0x1000 + ((at - 0x1000) & 0x1fff)) as u16 }
    }
}

/// Writable bits of a player's buttons.
const PAD_BITS: u8 = 0x3f;

#[inline]
fn is_pad(addr: u16) -> bool {
    addr.wrapping_sub(reg::PADS) < 8
}

impl Memory {
    fn map_page(&self) -> u8 {
        match self.get(reg::MAP_PAGE) {
            page @ (0x10..=0x2f | 0x80..) => page,
            page @ 0x30..=0x3f => page - 0x20,
            // Other values are undocumented; the default keeps the map readable.
            _ => 0x20,
        }
    }

    /// The map as placed by 0x5f56 and 0x5f57.
    #[inline]
    pub fn map_area(&self) -> MapArea {
        let base = u16::from(self.map_page()) << 8;
        let width = match self.get(reg::MAP_WIDTH) {
            0 => 256,
            w => i32::from(w),
        };
        let bytes = if base >= 0x8000 { 0x1_0000 - i32::from(base) } else { 0x2000 };
        MapArea { base, width, height: bytes / width }
    }

    /// The page named by a register; for the usual default it costs one comparison.
    #[inline]
    fn page(&self, register: u16, default: u16) -> u16 {
        if self.get(register) == (default >> 8) as u8 { default } else { self.other_page(register, default) }
    }

    #[inline(never)]
    fn other_page(&self, register: u16, default: u16) -> u16 {
        match self.get(register) {
            0x00 => 0x0000,
            0x60 => 0x6000,
            page @ (0x80 | 0xa0 | 0xc0 | 0xe0) => {
                let map = self.map_page();
                if map >= 0x80 && page + 0x1f >= map { default } else { u16::from(page) << 8 }
            }
            _ => default,
        }
    }

    /// First address of the sprite sheet (0x5f54).
    #[inline]
    pub fn sheet_base(&self) -> u16 {
        self.page(reg::SHEET_PAGE, 0x0000)
    }

    /// First address of the screen (0x5f55).
    #[inline]
    pub fn screen_base(&self) -> u16 {
        self.page(reg::SCREEN_PAGE, 0x6000)
    }

    fn is_direct(&self) -> bool {
        self.sheet_base() == 0 && self.screen_base() == 0x6000
    }

    /// The real address behind a cart's address.
    #[inline]
    pub fn redirect(&self, addr: u16) -> u16 {
        match addr {
            0x0000..=0x1fff => self.sheet_base() + addr,
            0x6000..=0x7fff => self.screen_base() + (addr - 0x6000),
            _ => addr,
        }
    }

    #[inline]
    pub(crate) fn read(&self, addr: u16) -> u8 {
        self.get(self.redirect(addr))
    }

    /// Writes the byte at a cart's address. Of a player's buttons only six bits are writable, as zepto8
    /// observed on the original.
    #[inline]
    fn write(&mut self, addr: u16, byte: u8) {
        let byte = if is_pad(addr) { byte & PAD_BITS } else { byte };
        self.set(self.redirect(addr), byte);
    }

    /// Clears the bits that [`Memory::write`] does not write, for buttons among `len` bytes written at an address.
    fn keep_pads(&mut self, addr: u16, len: i32) {
        let written = i32::from(addr)..i32::from(addr) + len;
        for pad in (reg::PADS..reg::PADS + 8).filter(|pad| written.contains(&i32::from(*pad))) {
            self.set(pad, self.get(pad) & PAD_BITS);
        }
    }

    fn write_all(&mut self, addr: u16, bytes: &[u8]) {
        // A range that neither wraps nor touches a redirected page.
        let (from, to) = (usize::from(addr), usize::from(addr) + bytes.len());
        if from >= 0x2000 && to <= usize::from(reg::PADS) || from >= 0x8000 && to <= 0x1_0000 {
            self.bytes_mut()[from..to].copy_from_slice(bytes);
            return;
        }
        for (i, byte) in bytes.iter().enumerate() {
            self.write(addr.wrapping_add(i as u16), *byte);
        }
    }
}

#[describe]
impl Machine {
    /// The byte that a cart reads: the real one, even while tracing inverts the screen.
    #[inline]
    pub(crate) fn seen(&self, addr: u16) -> u8 {
        self.tap.real_byte(addr).unwrap_or_else(|| self.mem.read(addr))
    }

    fn seen_all<const N: usize>(&self, addr: u16) -> [u8; N] {
        core::array::from_fn(|i| self.seen(addr.wrapping_add(i as u16)))
    }

    #[inline]
    #[track_caller]
    fn check_end(&self, addr: u16, len: i32) {
        let last = i64::from(addr) + i64::from(len) - 1;
        if last > 0xffff {
            self.beyond(Limit::Address, last);
        }
    }

    #[inline]
    #[track_caller]
    fn check_many(&self, addr: u16, len: usize) {
        if len > MULTI_MAX {
            self.beyond(Limit::Bytes, len);
        }
        self.check_end(addr, len.min(MULTI_MAX) as i32);
    }

    #[inline]
    #[track_caller]
    fn check_rom(&self, rom: u16, memory: u16, len: i32) {
        let last = i64::from(rom) + i64::from(len) - 1;
        if len > 0 && last >= ROM_SIZE as i64 {
            self.beyond(Limit::Rom, last);
        }
        self.check_end(memory, len);
    }

    /// The byte at an address.
    #[doc = example!(peek)]
    pub fn peek(&self, addr: u16) -> u8 /* several: peek_n(addr, &mut bytes) */ {
        self.charge(price::CALL);
        self.seen(addr)
    }

    /// A little-endian signed 16-bit integer.
    pub fn peek2(&self, addr: u16) -> i16 {
        self.charge(price::CALL);
        i16::from_le_bytes(self.seen_all(addr))
    }

    /// A little-endian 16.16 number.
    pub fn peek4(&self, addr: u16) -> Num {
        self.charge(price::CALL);
        Num::from_bits(i32::from_le_bytes(self.seen_all(addr)))
    }

    /// Reads bytes from an address on into `out`, at most 8,192 as in PICO-8; the rest of a longer slice is unchanged.
    #[track_caller]
    pub fn peek_n(&self, addr: u16, out: &mut [u8]) {
        self.check_many(addr, out.len());
        let n = out.len().min(MULTI_MAX);
        self.charge(price::CALL + price::BYTE * n as u32);
        for (i, b) in out[..n].iter_mut().enumerate() {
            *b = self.seen(addr.wrapping_add(i as u16));
        }
    }

    /// Writes a byte: the lowest 8 bits of `value`.
    #[doc = example!(poke)]
    #[track_caller]
    pub fn poke(&mut self, addr: u16, value: i32) /* several: poke_n(addr, &bytes) */
    {
        tap!(self, poke(addr = Addr(addr), value));
        self.charge(price::CALL);
        self.mem.write(addr, value as u8);
    }

    /// Writes a little-endian 16-bit integer: the lowest 16 bits of `value`.
    #[track_caller]
    pub fn poke2(&mut self, addr: u16, value: i32) {
        tap!(self, poke2(addr = Addr(addr), value));
        self.charge(price::CALL);
        self.mem.write_all(addr, &(value as u16).to_le_bytes());
    }

    /// Writes a little-endian 16.16 number.
    #[track_caller]
    pub fn poke4(&mut self, addr: u16, value: impl Into<Num>) {
        let value: Num = value.into();
        tap!(self, poke4(addr = Addr(addr), value));
        self.charge(price::CALL);
        self.mem.write_all(addr, &value.bits().to_le_bytes());
    }

    /// Writes bytes at an address, at most 8,192.
    #[track_caller]
    pub fn poke_n(&mut self, addr: u16, bytes: &[u8]) {
        tap!(self, poke_n(addr = Addr(addr), bytes = ByteCount(bytes)));
        self.check_many(addr, bytes.len());
        let bytes = &bytes[..bytes.len().min(MULTI_MAX)];
        self.charge(price::CALL + price::BYTE * bytes.len() as u32);
        self.mem.write_all(addr, bytes);
    }

    /// Copies `len` bytes; the ranges may overlap. Does nothing unless `len` is positive; cut off at 0xffff on either
    /// side.
    #[doc = example!(memcpy)]
    #[track_caller]
    pub fn memcpy(&mut self, dest: u16, source: u16, len: i32) {
        tap!(self, memcpy(dest = Addr(dest), source = Addr(source), len));
        self.check_end(dest.max(source), len);
        let room = 0x1_0000 - i32::from(dest.max(source));
        let len = len.clamp(0, room);
        self.charge(price::CALL + price::BYTE * len as u32);
        let n = len as usize;
        if self.mem.is_direct() {
            let from = usize::from(source);
            self.mem.bytes_mut().copy_within(from..from + n, usize::from(dest));
            self.mem.keep_pads(dest, len);
            return;
        }
        // Redirected, so both sides may be on one page: goes through a copy.
        let copy: Vec<u8> = (0..n).map(|i| self.mem.read(source + i as u16)).collect();
        self.mem.write_all(dest, &copy);
    }

    /// Fills `len` bytes. Does nothing unless `len` is positive; what passes 0xffff is cut off.
    #[doc = example!(memset)]
    #[track_caller]
    pub fn memset(&mut self, dest: u16, value: i32, len: i32) {
        tap!(self, memset(dest = Addr(dest), value, len));
        self.check_end(dest, len);
        let len = len.clamp(0, 0x1_0000 - i32::from(dest));
        self.charge(price::CALL + price::BYTE * len as u32);
        if self.mem.is_direct() {
            self.mem.bytes_mut()[usize::from(dest)..][..len as usize].fill(value as u8);
            self.mem.keep_pads(dest, len);
        } else {
            (0..len).for_each(|i| self.mem.write(dest + i as u16, value as u8));
        }
    }

    /// Copies all data of the ROM back to memory.
    #[doc = example!(reload)]
    pub fn reload(&mut self) /* all arguments: reload_ext(dest, source, len) */
    {
        self.reload_ext(0, 0, ROM_SIZE as i32);
    }

    /// Copies `len` bytes from the ROM at `source` to memory at `dest`, up to the end of the ROM (0x4300) or 0xffff.
    #[track_caller]
    pub fn reload_ext(&mut self, dest: u16, source: u16, len: i32) {
        tap!(self, reload_ext(dest = Addr(dest), source = Addr(source), len));
        let rom = Arc::clone(&self.rom);
        self.reload_data(dest, source, len, &rom.data);
    }

    #[track_caller]
    pub(crate) fn reload_data(&mut self, dest: u16, source: u16, len: i32, data: &[u8; ROM_SIZE]) {
        self.check_rom(source, dest, len);
        let start = usize::from(source).min(ROM_SIZE);
        let room = (ROM_SIZE - start).min(0x1_0000 - usize::from(dest));
        let n = (len.max(0) as usize).min(room);
        self.charge(price::CALL + price::ROM_BYTE * n as u32);
        self.mem.write_all(dest, &data[start..start + n]);
    }

    /// Copies memory 0x0000 to 0x42ff to the ROM and asks the host to save it.
    #[doc = example!(cstore)]
    pub fn cstore(&mut self) /* all arguments: cstore_ext(dest, source, len, file) */
    {
        self.cstore_ext(0, 0, ROM_SIZE as i32, None);
    }

    /// Copies `len` bytes from memory at `source` to the ROM at `dest`, or to another cart's with a file name. The host
    /// is asked to save them ([`Effect::Store`]). Bytes beyond 0x4300 are left out.
    #[track_caller]
    pub fn cstore_ext(&mut self, dest: u16, source: u16, len: i32, file: Option<&str>) {
        self.check_rom(dest, source, len);
        let start = usize::from(dest).min(ROM_SIZE);
        let room = (ROM_SIZE - start).min(0x1_0000 - usize::from(source));
        let n = (len.max(0) as usize).min(room);
        self.charge(price::CALL + price::ROM_BYTE * n as u32);
        let bytes: Vec<u8> = (0..n).map(|i| self.mem.read(source + i as u16)).collect();
        match file {
            None => Arc::make_mut(&mut self.rom).data[start..start + n].copy_from_slice(&bytes),
            Some(file) => {
                self.charge(price::FILE);
                self.store_to(self.cut(Limit::FileName, file), start, &bytes);
            }
        }
        let file = file.map(|file| self.cut(Limit::FileName, file).into());
        self.ask(Effect::Store { file, addr: start as u16, bytes });
    }
}
