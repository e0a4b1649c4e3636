//! The colour argument of a drawing call.
//!
//! ```text
//! 31 30 29 28 27 26 25 24 23..20  19..16  15 ................ 0
//!           │  │  └──┴──┴ flags: 4 secondary palette, 2 sprites, 1 transparency   (0x5f33)
//!           │  └ invert the shape         second  first   fill pattern
//!           └ bits 0-15 and 24-26 are a pattern; only with 0x5f34 bit 0
//! ```
//!
//! A given colour becomes the pen; a colour that is left out is the pen. Patterns in colours are as recorded on
//! the real 0.2.7: without 0x5f34 bit 0 the stored pattern is untouched; inversion needs 0x5f34 bit 1 and both
//! 0x1000.0000 and 0x0800.0000, but not bit 0. Not measured is whether such a call takes the pattern of its colour
//! with 0x5f34 = 2 too, so that a later `fillp` gives it back: here it does not, nor in FAKE-08, which knows no patterns in
//! colours; in zepto8 it does.

use crate::machine::Machine;
use crate::memory::reg;
use num::Num;
use rasher_describe::describe;

/// A colour: a number 0 to 15, a pair `first + 16 * second` for patterns, a 16.16 number that carries a
/// pattern, or [`Color::PEN`] for whatever the pen holds. A call that takes `impl Into<Color>` takes each of these.
///
/// The lowest 8 bits of the number's whole part are the two colours. With 0x1000 in it and bit 0 of 0x5f34 set, its fraction
/// is the fill pattern; with 0x1800 in it and bit 1 set, filled shapes are inverted.
#[doc = crate::api::example!(type_color)]
#[describe]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Color(Option<Num>);

impl Color {
    /// The colour of the last call that named one.
    pub const PEN: Color = Color(None);

    /// What was named; none for the pen.
    pub(crate) fn number(self) -> Option<Num> {
        self.0
    }

    /// Bits 16 to 23: first colour and, four bits up, second; those of `pen` when the colour was left out.
    #[inline]
    pub(crate) fn whole(self, pen: u8) -> u8 {
        self.0.map_or(pen, |c| (c.bits() >> 16) as u8)
    }
}

impl From<i32> for Color {
    fn from(c: i32) -> Self {
        Color(Some(Num::from(c)))
    }
}

impl From<u8> for Color {
    fn from(c: u8) -> Self {
        Color(Some(Num::from(i32::from(c))))
    }
}

impl From<Num> for Color {
    fn from(c: Num) -> Self {
        Color(Some(c))
    }
}

impl Machine {
    /// Makes a given colour the pen, and its pattern the fill pattern where that is enabled. True when the call
    /// shall paint the complement of its shape.
    #[inline]
    pub(crate) fn take_color(&mut self, color: Color) -> bool {
        let Some(c) = color.0 else { return false };
        let bits = c.bits() as u32;
        self.mem.set(reg::PEN, (bits >> 16) as u8);
        if bits & 0x1000_0000 == 0 {
            return false;
        }
        let enabled = self.mem.get(reg::COLOR_FLAGS);
        if enabled & 1 != 0 {
            self.mem.set16(reg::PATTERN, bits as u16);
            self.mem.set(reg::PATTERN_FLAGS, (bits >> 24) as u8 & 7);
        }
        enabled & 2 != 0 && bits & 0x0800_0000 != 0
    }
}
