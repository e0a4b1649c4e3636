//! The memory map: every address, once.
//!
//! ```text
//! 0000 +--------------------+ sprite sheet rows 0-63      64 bytes a row, low nibble = left pixel
//! 1000 +--------------------+ sheet rows 64-127 = map rows 32-63 (the same bytes)
//! 2000 +--------------------+ map rows 0-31               128 bytes a row
//! 3000 +--------------------+ sprite flags                256 bytes
//! 3100 +--------------------+ music                       64 x 4
//! 3200 +--------------------+ sfx                         64 x 68
//! 4300 +--------------------+ user memory                 <- the ROM's data ends here
//! 5600 +--------------------+ custom font, else user memory
//! 5e00 +--------------------+ cart data                   64 numbers
//! 5f00 +--------------------+ draw state
//! 5f40 +--------------------+ hardware state
//! 5f80 +--------------------+ general purpose pins
//! 6000 +--------------------+ screen                      128 rows of 64 bytes
//! 8000 +--------------------+ user memory, big maps, video pages
//! ffff +--------------------+
//! ```
//!
//! [`AREAS`] has the areas and [`REGISTERS`] 0x5f00 to 0x5f7f; the compiler checks that neither has gaps. Addresses are
//! those of PICO-8's manual and zepto8's memory map; defaults are from a dump of the real 0.2.7. [`Memory`] is the
//! bytes without redirection of video pages (0x5f54, 0x5f55).

use alloc::boxed::Box;

/// Number of bytes in the machine.
pub const SIZE: usize = 0x10000;
/// Bytes of ROM data, which a reset copies to memory at address 0.
pub const ROM_SIZE: usize = 0x4300;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryArea {
    /// The name in debuggers and error messages.
    pub name: &'static str,
    pub start: u16,
    /// Bytes; the last area ends at 0x10000.
    pub len: u32,
    pub about: &'static str,
}

macro_rules! areas {
    ($($name:ident = $start:literal, $len:literal, $about:literal;)*) => {
        $(#[doc = $about] pub const $name: u16 = $start;)*
        /// Every area of the memory, in order, without gaps.
        pub const AREAS: &[MemoryArea] = &[$(MemoryArea { name: stringify!($name), start: $start, len: $len, about: $about }),*];
    };
}

areas! {
    SHEET = 0x0000, 0x1000, "sprite sheet rows 0-63: sprites 0-127";
    SHARED = 0x1000, 0x1000, "sprites 128-255 and map rows 32-63";
    MAP = 0x2000, 0x1000, "map rows 0-31, 128 bytes a row";
    FLAGS = 0x3000, 0x100, "sprite flags";
    MUSIC = 0x3100, 0x100, "music: 64 patterns of 4 bytes";
    SFX = 0x3200, 0x1100, "sfx: 64 records of 68 bytes";
    USER = 0x4300, 0x1300, "user memory";
    FONT = 0x5600, 0x800, "custom font, else user memory";
    CART_DATA = 0x5e00, 0x100, "cart data: 64 numbers";
    DRAW_STATE = 0x5f00, 0x40, "draw state";
    HARDWARE = 0x5f40, 0x40, "hardware state";
    PINS = 0x5f80, 0x80, "general purpose pins";
    SCREEN = 0x6000, 0x2000, "screen: 64 bytes a row";
    UPPER = 0x8000, 0x8000, "user memory, big maps, video pages";
}

/// One register, or a row of similar registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Register {
    /// The name in debuggers, and its constant in [`reg`].
    pub name: &'static str,
    pub addr: u16,
    pub len: u16,
    /// Whether `reset` writes the default. The text cursor is kept, the generator reseeded.
    pub reset: bool,
    pub about: &'static str,
}

macro_rules! registers {
    ($($name:ident = $addr:literal, $len:literal, $reset:literal, $about:literal;)*) => {
        pub mod reg {
            $(#[doc = $about] pub const $name: u16 = $addr;)*
        }
        /// Every register from 0x5f00 to 0x5f7f, in order, without gaps.
        pub const REGISTERS: &[Register] = &[$(
            Register { name: stringify!($name), addr: $addr, len: $len, reset: $reset, about: $about }
        ),*];
    };
}

registers! {
    DRAW_PAL = 0x5f00, 16, true, "Draw palette: low nibble = target colour, bit 4 = transparent for sprites.";
    SCREEN_PAL = 0x5f10, 16, true, "Screen palette: byte & 0x8f; bit 7 selects the extended colours.";
    CLIP = 0x5f20, 4, true, "Clip rectangle x0, y0, x1, y1; x1 and y1 are outside.";
    HOME_X = 0x5f24, 1, false, "Column that a newline returns to.";
    PEN = 0x5f25, 1, true, "Pen: low nibble = colour, high nibble = second colour of patterns.";
    CURSOR = 0x5f26, 2, false, "Text cursor x, y.";
    CAMERA = 0x5f28, 4, true, "Camera x, y: little-endian 16-bit integers.";
    SCREEN_MODE = 0x5f2c, 1, true, "Screen mode: stretch, mirror, flip, rotate.";
    DEVKIT = 0x5f2d, 1, true, "Devkit input: 1 keyboard and mouse, 2 mouse buttons as buttons, 4 pointer lock.";
    PRESERVE = 0x5f2e, 1, true, "Kept when the program stops: 1 screen palette, 0x20 fill pattern.";
    MIXER = 0x5f2f, 1, true, "1 freezes the mixer, 2 keeps it running in the pause menu.";
    NO_PAUSE = 0x5f30, 1, true, "1 swallows the pause button; clears itself each frame.";
    PATTERN = 0x5f31, 2, true, "Fill pattern, little-endian.";
    PATTERN_FLAGS = 0x5f33, 1, true, "Pattern flags: 1 transparency, 2 sprites too, 4 secondary palette for all.";
    COLOR_FLAGS = 0x5f34, 1, true, "1 = colours may carry patterns, 2 = inverted shapes.";
    LINE_STATE = 0x5f35, 1, true, "Bit 0: no stored end point for line(x,y).";
    FEATURES = 0x5f36, 1, true, "Feature bits: 4 no newline, 8 draw sprite 0, 0x10 own out-of-bounds values, 0x40 no scroll, 0x80 wrap.";
    NO_RELOAD = 0x5f37, 1, true, "1 = no automatic reload when an editor is left.";
    TLINE_MASK = 0x5f38, 2, true, "tline loop width and height in tiles; 0 = 256.";
    TLINE_OFFSET = 0x5f3a, 2, true, "tline map offset x, y in tiles.";
    LINE_END = 0x5f3c, 4, true, "Stored end point of line, x, y: little-endian 16-bit integers.";
    CHANNEL_SPEED = 0x5f40, 1, true, "Per channel: low nibble half clock, high nibble half frequency.";
    CHANNEL_REVERB = 0x5f41, 1, true, "Per channel: low nibble 4-tick delay, high nibble 2-tick delay.";
    CHANNEL_CRUSH = 0x5f42, 1, true, "Per channel: distortion, two kinds.";
    CHANNEL_DAMPEN = 0x5f43, 1, true, "Per channel: low-pass, low nibble strong, high nibble mild.";
    RANDOM = 0x5f44, 8, false, "State of the random generator: two 32-bit words.";
    PADS = 0x5f4c, 8, true, "Buttons of players 0 to 7.";
    SHEET_PAGE = 0x5f54, 1, true, "High byte of the sprite sheet's address.";
    SCREEN_PAGE = 0x5f55, 1, true, "High byte of the screen's address.";
    MAP_PAGE = 0x5f56, 1, true, "High byte of the map's address.";
    MAP_WIDTH = 0x5f57, 1, true, "Tiles in a row of the map; 0 = 256.";
    TEXT_ATTRS = 0x5f58, 1, true, "Default print attributes; they count with bit 0 set.";
    TEXT_SIZE = 0x5f59, 1, true, "Low nibble character width, high nibble height. Also sget's value out of bounds.";
    TEXT_TABS = 0x5f5a, 1, true, "Low nibble width of wide characters, high nibble tabs. Also mget's value out of bounds.";
    TEXT_OFFSET = 0x5f5b, 1, true, "Low nibble x offset, high nibble y offset. Also pget's value out of bounds.";
    REPEAT_DELAY = 0x5f5c, 1, true, "btnp: 30ths of a second before it repeats; 0 = 15, 255 = never.";
    REPEAT_RATE = 0x5f5d, 1, true, "btnp: 30ths of a second between repeats; 0 = 4.";
    PLANES = 0x5f5e, 1, true, "Bit planes: low nibble write mask, high nibble read mask.";
    RASTER = 0x5f5f, 1, true, "High-colour mode: 0x10 two palettes by line, 0x3n gradient for colour n.";
    SECOND_PAL = 0x5f60, 16, true, "Secondary palette: of raster modes, and of fill patterns on sprites.";
    RASTER_LINES = 0x5f70, 16, true, "A bit for each screen line, lowest first.";
}

/// The secondary palette after a reset.
pub const SECOND_PAL_DEFAULT: [u8; 16] =
    [0x00, 0x01, 0x12, 0x13, 0x24, 0x15, 0xd6, 0x67, 0x48, 0x49, 0x9a, 0x3b, 0xdc, 0x5d, 0x8e, 0xef];

/// The values of 0x5f00 to 0x5f7f after a reset; 0 for those that `reset` does not write.
pub const REGISTER_DEFAULTS: [u8; 0x80] = {
    let mut r = [0; 0x80];
    let mut i = 0;
    while i < 16 {
        r[i] = i as u8;
        r[0x10 + i] = i as u8;
        r[0x60 + i] = SECOND_PAL_DEFAULT[i];
        i += 1;
    }
    r[0x00] = 0x10;
    r[0x22] = 128;
    r[0x23] = 128;
    r[0x25] = 6;
    r[0x55] = 0x60;
    r[0x56] = 0x20;
    r[0x57] = 128;
    r[0x5e] = 0xff;
    r
};

const _: () = {
    let (mut i, mut at) = (0, 0u32);
    while i < AREAS.len() {
        assert!(AREAS[i].start as u32 == at, "an area does not begin where the one before ends");
        at += AREAS[i].len;
        i += 1;
    }
    assert!(at == SIZE as u32, "the areas do not add up to 64 KiB");
    let (mut i, mut at) = (0, DRAW_STATE);
    while i < REGISTERS.len() {
        assert!(REGISTERS[i].addr == at, "a register does not begin where the one before ends");
        at += REGISTERS[i].len;
        i += 1;
    }
    assert!(at == PINS, "the registers do not end at 0x5f80");
    assert!(USER as usize == ROM_SIZE);
};

/// The bytes of the machine. `Clone` copies all 64 KiB.
#[derive(Clone, PartialEq, Eq)]
pub struct Memory(Box<[u8; SIZE]>);

impl Default for Memory {
    fn default() -> Self {
        Self::new()
    }
}

impl core::fmt::Debug for Memory {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Memory(64 KiB)")
    }
}

impl Memory {
    pub fn new() -> Self {
        Memory(Box::new([0; SIZE]))
    }

    /// All bytes, in order of address, without redirection.
    #[inline]
    pub fn bytes(&self) -> &[u8; SIZE] {
        &self.0
    }

    #[inline]
    pub fn bytes_mut(&mut self) -> &mut [u8; SIZE] {
        &mut self.0
    }

    #[inline]
    pub fn get(&self, addr: u16) -> u8 {
        self.0[addr as usize]
    }

    #[inline]
    pub fn set(&mut self, addr: u16, value: u8) {
        self.0[addr as usize] = value;
    }

    /// A little-endian 16-bit integer; `addr` + 1 wraps.
    #[inline]
    pub fn get16(&self, addr: u16) -> u16 {
        u16::from_le_bytes([self.get(addr), self.get(addr.wrapping_add(1))])
    }

    /// Writes a little-endian 16-bit integer; `addr` + 1 wraps.
    #[inline]
    pub fn set16(&mut self, addr: u16, value: u16) {
        let [lo, hi] = value.to_le_bytes();
        self.set(addr, lo);
        self.set(addr.wrapping_add(1), hi);
    }

    /// A little-endian 32-bit word; addresses wrap.
    #[inline]
    pub fn get32(&self, addr: u16) -> u32 {
        u32::from(self.get16(addr)) | u32::from(self.get16(addr.wrapping_add(2))) << 16
    }

    /// Writes a little-endian 32-bit word; addresses wrap.
    #[inline]
    pub fn set32(&mut self, addr: u16, value: u32) {
        self.set16(addr, value as u16);
        self.set16(addr.wrapping_add(2), (value >> 16) as u16);
    }

    /// `N` bytes at `addr`.
    #[inline]
    pub fn array<const N: usize>(&self, addr: u16) -> [u8; N] {
        let mut out = [0; N];
        for (i, b) in out.iter_mut().enumerate() {
            *b = self.get(addr.wrapping_add(i as u16));
        }
        out
    }

    /// Writes every register that `reset` writes.
    pub fn reset_registers(&mut self) {
        for r in REGISTERS.iter().filter(|r| r.reset) {
            let at = (r.addr - DRAW_STATE) as usize;
            let from = &REGISTER_DEFAULTS[at..at + r.len as usize];
            self.0[r.addr as usize..][..from.len()].copy_from_slice(from);
        }
    }
}
