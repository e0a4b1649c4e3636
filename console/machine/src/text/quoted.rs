//! A text as an argument in a list of calls.

use crate::text::{Text, decode};
use alloc::vec::Vec;
use core::fmt::{Display, Formatter, Result, Write};

/// A text in quotes, truncated to 40 letters, with codes escaped as for [`p8!`](crate::p8!), so that printing
/// the list does not execute them.
pub struct Quoted<'a, T>(pub &'a T);

impl<T: Text> Display for Quoted<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let bytes: Vec<u8> = self.0.p8scii().take(41).collect();
        let (shown, dots) = if bytes.len() > 40 { (&bytes[..40], "...") } else { (&bytes[..], "") };
        f.write_char('"')?;
        for byte in shown {
            match byte {
                1..=13 => write!(f, "\\{}", char::from(b"*#-|+^abtnvfr"[usize::from(byte - 1)]))?,
                0 | 14 | 15 => write!(f, "\\{byte:03}")?,
                b'"' | b'\\' => write!(f, "\\{}", char::from(*byte))?,
                _ => f.write_str(&decode(&[*byte]))?,
            }
        }
        write!(f, "{dots}\"")
    }
}
