//! Colours as arguments; `draw/color.rs` applies them.

use num::Num;
use rasher_describe::describe;

/// A colour: 0 to 15, a pair `first + 16 * second` for patterns, a 16.16 number with a fill pattern, or [`Color::PEN`].
///
/// Calls take `impl Into<Color>`: `i32`, `u8` or `Num`. Bits 0 to 7 of the whole part are the two colours. Bit 12
/// (0x1000), with bit 0 of 0x5f34 set, makes the fraction the pattern; 0x1800, with bit 1 set, inverts filled shapes.
#[doc = example!(type_color)]
#[describe]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Color(Option<Num>);

impl Color {
    /// The pen: the colour of the last call that named one.
    pub const PEN: Color = Color(None);

    pub(crate) fn number(self) -> Option<Num> {
        self.0
    }

    /// Bits 16 to 23: first colour and, four bits up, second; those of `pen` without a number.
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
