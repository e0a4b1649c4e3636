//! Camera and clip.
//!
//! ```text
//! argument (any i32) ── minus camera ──> i64, exact ── cut to 0..128 and the clip, once ──> a span, no tests
//! ```
//!
//! Screen coordinates are `i64` until clipped, so nothing wraps: a box from `i32::MIN` to `i32::MAX` covers the screen.
//! In the range of PICO-8's 16-bit coordinates both are the same.

use crate::Machine;
use crate::memory::{Memory, reg};

/// A rectangle of screen pixels within 0..128; x1 and y1 are outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clip {
    pub x0: i32,
    pub y0: i32,
    pub x1: i32,
    pub y1: i32,
}

impl Clip {
    /// The clip registers, limited to the screen.
    #[inline]
    pub(crate) fn read(mem: &Memory) -> Clip {
        let [x0, y0, x1, y1] = mem.array::<4>(reg::CLIP).map(|v| i32::from(v).min(128));
        Clip { x0, y0, x1, y1 }
    }

    /// The visible columns of x0 to x1, both included; none if x0 > x1.
    #[inline]
    pub(crate) fn columns(&self, x0: i64, x1: i64) -> Option<(usize, usize)> {
        overlap(x0, x1, self.x0, self.x1)
    }

    #[inline]
    pub(crate) fn rows(&self, y0: i64, y1: i64) -> Option<(usize, usize)> {
        overlap(y0, y1, self.y0, self.y1)
    }

    #[inline]
    pub(crate) fn has(&self, x: i64, y: i64) -> bool {
        (i64::from(self.x0)..i64::from(self.x1)).contains(&x)
            && (i64::from(self.y0)..i64::from(self.y1)).contains(&y)
    }
}

/// The intersection of a..=b and from..to, both ends included.
#[inline]
fn overlap(a: i64, b: i64, from: i32, to: i32) -> Option<(usize, usize)> {
    let first = a.max(i64::from(from));
    let last = b.min(i64::from(to) - 1);
    (first <= last).then_some((first as usize, last as usize))
}

impl Machine {
    #[inline]
    pub(crate) fn camera_xy(&self) -> (i32, i32) {
        let at = |addr| i32::from(self.mem.get16(addr) as i16);
        (at(reg::CAMERA), at(reg::CAMERA + 2))
    }

    #[inline]
    pub(crate) fn on_screen(&self, x: i32, y: i32) -> (i64, i64) {
        let (cx, cy) = self.camera_xy();
        (i64::from(x) - i64::from(cx), i64::from(y) - i64::from(cy))
    }
}
