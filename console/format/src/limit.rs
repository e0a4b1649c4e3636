//! The limits of a cart's files, by name and number.
//!
//! | limit | number | a file past it |
//! |---|---|---|
//! | characters of code | 65,535 | cannot be stored in a cartridge picture |
//! | bytes of stored code | 15,616 | the same |

use crate::error::{FormatError, Place};
use std::fmt;

/// A limit of a cart's files that can be gone past.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Characters of code.
    CodeChars,
    /// Bytes of the code as it is stored.
    CodeBytes,
    /// Bytes of a cartridge: data and code.
    CartBytes,
}

impl Limit {
    /// The most there may be.
    pub const fn most(self) -> usize {
        match self {
            Limit::CodeChars => crate::CODE_CHARS,
            Limit::CodeBytes => crate::CODE_BYTES,
            Limit::CartBytes => crate::CART_BYTES,
        }
    }

    /// What is counted, in the plural.
    pub const fn what(self) -> &'static str {
        match self {
            Limit::CodeChars => "characters of code",
            Limit::CodeBytes => "bytes of compressed code",
            Limit::CartBytes => "bytes of data and code",
        }
    }

    /// The error of a file that has `count`.
    pub(crate) fn error(self, file: &str, place: Place, count: usize) -> FormatError {
        let expected = format!("at most {}", self.most());
        FormatError {
            limit: Some(self),
            ..FormatError::new(file, place, format!("{count} {}", self.what()), expected)
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.most(), self.what())
    }
}
