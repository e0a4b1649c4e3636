//! Camera, clip and the shape of what they leave.
//!
//! A call takes its coordinates as any `i32`, subtracts the camera (wrapping, as 16-bit registers do for all
//! coordinates that mean anything) and clips its box once. After that no pixel needs a test.

use crate::machine::Machine;
use crate::memory::{Memory, reg};

/// A rectangle of screen pixels, x1 and y1 outside. It never leaves 0..128.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clip {
    pub x0: i32,
    pub y0: i32,
    pub x1: i32,
    pub y1: i32,
}

impl Clip {
    /// The clip registers, whatever was poked into them.
    #[inline]
    pub(crate) fn read(mem: &Memory) -> Clip {
        let [x0, y0, x1, y1] = mem.array::<4>(reg::CLIP).map(|v| i32::from(v).min(128));
        Clip { x0, y0, x1, y1 }
    }
}

impl Machine {
    /// Camera x and y.
    #[inline]
    pub(crate) fn camera_xy(&self) -> (i32, i32) {
        let at = |addr| i32::from(self.mem.get16(addr) as i16);
        (at(reg::CAMERA), at(reg::CAMERA + 2))
    }
}
