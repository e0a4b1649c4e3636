//! Colours as arguments; `draw/color.rs` says what a call makes of them.

use num::Num;
use rasher_describe::describe;

/// A colour: a number 0 to 15, a pair `first + 16 * second` for patterns, a 16.16 number that carries a
/// pattern, or [`Color::PEN`] for whatever the pen holds. A call that takes `impl Into<Color>` takes each of these.
///
/// The lowest 8 bits of the number's whole part are the two colours. With 0x1000 in it and bit 0 of 0x5f34 set, its fraction
/// is the fill pattern; with 0x1800 in it and bit 1 set, filled shapes are inverted.
#[doc = example!(type_color)]
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
