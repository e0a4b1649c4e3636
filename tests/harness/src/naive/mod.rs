//! Slow, obvious versions of the machine's fast routines, written a second time from the rules.
//!
//! ```text
//! shapes.rs    which pixels a shape has ──> plot, one after the other
//! sprites.rs   which sheet pixel goes where
//! text.rs      where each letter goes, and which layer is on top at each pixel
//! ```
//!
//! They see a machine only through its memory. They share no drawing code, and read every register again for every
//! pixel.

use rasher::Machine;

pub mod shapes;
pub mod sprites;
pub mod text;

/// The signed 16-bit integer in a register.
fn int16(m: &Machine, at: u16) -> i64 {
    i64::from(m.memory().get16(at) as i16)
}

/// Draws one pixel of a shape in the pen's colours: camera, clip, pattern, draw palette, planes.
pub fn plot(m: &mut Machine, x: i64, y: i64) {
    let reg = |at: u16| m.memory().get(at);
    let (x, y) = (x - int16(m, 0x5f28), y - int16(m, 0x5f2a));
    let bound = |i: u16| i64::from(reg(0x5f20 + i)).min(128);
    if x < bound(0) || y < bound(1) || x >= bound(2) || y >= bound(3) {
        return;
    }
    let pen = reg(0x5f25);
    let drawn = |c: u8| reg(0x5f00 + u16::from(c)) & 15;
    let (mut first, mut second) = (drawn(pen & 15), drawn(pen >> 4));
    let flags = reg(0x5f33);
    if flags & 4 != 0 {
        let pair = reg(0x5f60 + u16::from(first));
        (first, second) = (pair & 15, pair >> 4);
    }
    let pattern = u16::from(reg(0x5f31)) | u16::from(reg(0x5f32)) << 8;
    let set = pattern >> (15 - (x & 3) - 4 * (y & 3)) & 1 != 0;
    if set && flags & 1 != 0 {
        return;
    }
    let source = if set { second } else { first };
    let planes = reg(0x5f5e);
    let (write, read) = (planes & 15, planes >> 4);
    let at = (0x6000 + y * 64 + x / 2) as u16;
    let byte = m.peek(at);
    let old = if x % 2 == 0 { byte & 15 } else { byte >> 4 };
    let new = old & !write | source & write & read;
    let byte = if x % 2 == 0 { byte & 0xf0 | new } else { byte & 0x0f | new << 4 };
    m.poke(at, byte.into());
}
