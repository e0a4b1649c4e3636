//! Printable values: [`Text`], and the bytes it gives.
//!
//! ```text
//!   "text"  String        Unicode, converted to P8SCII while read
//!   b"text" [u8] Vec<u8>  P8SCII
//!   i32 Num bool          as written by the console's tostr
//! ```
//!
//! Texts are never copied: [`Bytes`] iterates over them, and contains only the few characters of a number.

use super::charset;
use alloc::{string::String, vec::Vec};
use core::fmt::Write;
use num::Num;
use rasher_describe::describe;

/// Something that `print` accepts: text in Unicode or P8SCII, or a number.
///
/// | type | read as |
/// |---|---|
/// | `&str`, `String` | Unicode: letters, the console's glyphs such as ❎, control codes as characters |
/// | `&[u8]`, `Vec<u8>`, a text of [`p8!`](crate::p8!) | P8SCII |
/// | `i32`, [`Num`], `bool` | as `tostr` writes them |
#[doc = example!(type_text)]
#[describe]
pub trait Text {
    /// The bytes to print.
    fn p8scii(&self) -> Bytes<'_>;
}

/// Iterator over the P8SCII bytes of a [`Text`].
#[derive(Clone, Debug)]
pub struct Bytes<'a>(ByteSource<'a>);

#[derive(Clone, Debug)]
enum ByteSource<'a> {
    P8scii(core::slice::Iter<'a, u8>),
    Unicode(core::str::Chars<'a>),
    Short(Short),
}

impl Bytes<'_> {
    /// Bytes left in the written text.
    pub(super) fn left(&self) -> usize {
        match &self.0 {
            ByteSource::P8scii(bytes) => bytes.len(),
            ByteSource::Unicode(chars) => chars.as_str().len(),
            ByteSource::Short(short) => short.rest().len(),
        }
    }

    /// The unread rest, and whether it is Unicode: for a module, which passes it to the console.
    #[cfg(rasher_module)]
    pub(crate) fn written(&self) -> (bool, &[u8]) {
        match &self.0 {
            ByteSource::P8scii(bytes) => (false, bytes.as_slice()),
            ByteSource::Unicode(chars) => (true, chars.as_str().as_bytes()),
            ByteSource::Short(short) => (false, short.rest()),
        }
    }

    pub(super) fn end(&self) -> Option<u8> {
        match &self.0 {
            ByteSource::P8scii(bytes) => bytes.as_slice().last().copied(),
            ByteSource::Unicode(chars) => chars.clone().rev().find_map(charset::code),
            ByteSource::Short(short) => short.rest().last().copied(),
        }
    }
}

impl Iterator for Bytes<'_> {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        match &mut self.0 {
            ByteSource::P8scii(bytes) => bytes.next().copied(),
            // The variation selector is skipped.
            ByteSource::Unicode(chars) => loop {
                if let Some(code) = charset::code(chars.next()?) {
                    return Some(code);
                }
            },
            ByteSource::Short(short) => short.next(),
        }
    }
}

/// Length of the longest number, `-32768.9999` or `-2147483648`, and one more.
const SHORT: usize = 12;

#[derive(Clone, Debug, Default)]
struct Short {
    text: [u8; SHORT],
    next: u8,
    len: u8,
}

impl Short {
    fn of(value: impl core::fmt::Display) -> Bytes<'static> {
        let mut short = Short::default();
        // Longer texts would be cut; no number is longer.
        let _ = write!(short, "{value}");
        Bytes(ByteSource::Short(short))
    }

    fn rest(&self) -> &[u8] {
        &self.text[usize::from(self.next)..usize::from(self.len)]
    }

    fn next(&mut self) -> Option<u8> {
        let byte = *self.text[..usize::from(self.len)].get(usize::from(self.next))?;
        self.next += 1;
        Some(byte)
    }
}

impl Write for Short {
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
        for byte in text.bytes() {
            *self.text.get_mut(usize::from(self.len)).ok_or(core::fmt::Error)? = byte;
            self.len += 1;
        }
        Ok(())
    }
}

impl Text for str {
    fn p8scii(&self) -> Bytes<'_> {
        // ASCII, the most common case, needs no table.
        if self.is_ascii() { self.as_bytes().p8scii() } else { Bytes(ByteSource::Unicode(self.chars())) }
    }
}

impl Text for [u8] {
    fn p8scii(&self) -> Bytes<'_> {
        Bytes(ByteSource::P8scii(self.iter()))
    }
}

impl<const N: usize> Text for [u8; N] {
    fn p8scii(&self) -> Bytes<'_> {
        self.as_slice().p8scii()
    }
}

impl<T: Text + ?Sized> Text for &T {
    fn p8scii(&self) -> Bytes<'_> {
        (**self).p8scii()
    }
}

macro_rules! texts {
    ($($t:ty: $self:ident $text:expr;)*) => {
        $(impl Text for $t {
            fn p8scii(&$self) -> Bytes<'_> {
                $text
            }
        })*
    };
}

texts! {
    String: self self.as_str().p8scii();
    Vec<u8>: self self.as_slice().p8scii();
    Num: self Short::of(self);
    bool: self (if *self { "true" } else { "false" }).p8scii();
}

impl Text for i32 {
    /// All ten digits: a Rust cart may count beyond 32767.
    fn p8scii(&self) -> Bytes<'_> {
        Short::of(self)
    }
}
