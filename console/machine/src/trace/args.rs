//! Formatting of arguments in a list of calls.

use crate::api::Color;
use core::fmt::{Display, Formatter, Result};
use num::Num;

pub struct ArgumentList<'a>(pub &'a [&'a dyn Display]);

impl Display for ArgumentList<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        for (i, arg) in self.0.iter().enumerate() {
            write!(f, "{}{arg}", if i > 0 { ", " } else { "" })?;
        }
        Ok(())
    }
}

/// An address such as 0x5f28.
pub struct Addr(pub u16);

impl Display for Addr {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "0x{:04x}", self.0)
    }
}

/// A pattern such as 0x5a5a.8000.
pub struct Hex(pub Num);

impl Display for Hex {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let bits = self.0.bits() as u32;
        write!(f, "0x{:04x}", bits >> 16)?;
        if bits & 0xffff != 0 { write!(f, ".{:04x}", bits & 0xffff) } else { Ok(()) }
    }
}

/// A number of cells, or all of the map.
pub struct CellCount(pub Option<i32>);

impl Display for CellCount {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self.0 {
            Some(n) => write!(f, "{n}"),
            None => f.write_str("all"),
        }
    }
}

/// Bytes, shown by their number.
pub struct ByteCount<'a>(pub &'a [u8]);

impl Display for ByteCount<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{} bytes", self.0.len())
    }
}

impl Display for Color {
    /// The colour's number, in hex with a pattern, or `pen`.
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self.number() {
            None => f.write_str("pen"),
            Some(n) if n.bits() & 0xffff == 0 && (0..256).contains(&(n.bits() >> 16)) => {
                write!(f, "{}", n.bits() >> 16)
            }
            Some(n) => Hex(n).fmt(f),
        }
    }
}
