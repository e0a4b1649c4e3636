//! The colour argument of a drawing call.
//!
//! ```text
//! 31 30 29 28 27 26 25 24 23..20  19..16  15 ................ 0
//!           │  │  └──┴──┴ flags: 4 secondary palette, 2 sprites, 1 transparency   (0x5f33)
//!           │  └ invert the shape         second  first   fill pattern
//!           └ bits 0-15 and 24-26 are a pattern; only with 0x5f34 bit 0
//! ```
//!
//! A given colour becomes the pen; a missing one is the pen. Patterns in colours as recorded on the real 0.2.7: without
//! bit 0 of 0x5f34 the stored pattern is unchanged; inversion needs bit 1 and both 0x1000.0000 and 0x0800.0000, but not
//! bit 0. Not measured: whether 0x5f34 = 2 stores the pattern too. Here and in FAKE-08 it does not; in zepto8 it does.

use crate::Machine;
use crate::api::Color;
use crate::memory::reg;

impl Machine {
    /// Makes a given colour the pen, and its pattern the fill pattern if that is enabled. True to invert the shape.
    #[inline]
    pub(crate) fn take_color(&mut self, color: Color) -> bool {
        let Some(c) = color.number() else { return false };
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
