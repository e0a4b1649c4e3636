//! What can be printed: [`Text`], and the stream of bytes that it gives.
//!
//! ```text
//!   "text"  String        Unicode, turned into P8SCII on the way
//!   b"text" [u8] Vec<u8>  P8SCII as it is
//!   i32 Num bool          as the console's tostr writes them
//! ```
//!
//! A text that is on its way to the screen is never copied: [`Bytes`] walks over it, and holds at most the dozen
//! characters of a number itself.

use super::charset;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;
use num::Num;
use rasher_describe::describe;

/// Something that `print` takes: text in Unicode or P8SCII, or a number.
///
/// | what | how it is read |
/// |---|---|
/// | `&str`, `String` | Unicode: letters, the console's glyphs such as ❎, control codes as characters |
/// | `&[u8]`, `Vec<u8>`, a text of [`p8!`](crate::p8!) | P8SCII as it is |
/// | `i32`, [`Num`], `bool` | as `tostr` writes them |
#[doc = example!(type_text)]
#[describe]
pub trait Text {
    /// The bytes to print.
    fn p8scii(&self) -> Bytes<'_>;
}

/// The P8SCII bytes of a [`Text`], one after the other.
#[derive(Clone, Debug)]
pub struct Bytes<'a>(Source<'a>);

#[derive(Clone, Debug)]
enum Source<'a> {
    P8scii(core::slice::Iter<'a, u8>),
    Unicode(core::str::Chars<'a>),
    Short(Short),
}

impl Bytes<'_> {
    /// How many bytes of the text are left, as it is written.
    pub(super) fn left(&self) -> usize {
        match &self.0 {
            Source::P8scii(bytes) => bytes.len(),
            Source::Unicode(chars) => chars.as_str().len(),
            Source::Short(short) => short.rest().len(),
        }
    }

    /// The last byte.
    pub(super) fn end(&self) -> Option<u8> {
        match &self.0 {
            Source::P8scii(bytes) => bytes.as_slice().last().copied(),
            Source::Unicode(chars) => chars.clone().rev().find_map(charset::code),
            Source::Short(short) => short.rest().last().copied(),
        }
    }
}

impl Iterator for Bytes<'_> {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        match &mut self.0 {
            Source::P8scii(bytes) => bytes.next().copied(),
            // The variation selector gives nothing, so the next one is asked.
            Source::Unicode(chars) => loop {
                if let Some(code) = charset::code(chars.next()?) {
                    return Some(code);
                }
            },
            Source::Short(short) => short.next(),
        }
    }
}

/// Room for the longest number: `-32768.9999` and `-2147483648` have 11 characters.
const SHORT: usize = 12;

/// A short text that is held by value.
#[derive(Clone, Debug, Default)]
struct Short {
    text: [u8; SHORT],
    next: u8,
    len: u8,
}

impl Short {
    fn of(value: impl core::fmt::Display) -> Bytes<'static> {
        let mut short = Short::default();
        // What does not fit is cut off; nothing that is printed here is that long.
        let _ = write!(short, "{value}");
        Bytes(Source::Short(short))
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
        // Plain ASCII, which most text is, needs no table.
        if self.is_ascii() { self.as_bytes().p8scii() } else { Bytes(Source::Unicode(self.chars())) }
    }
}

impl Text for [u8] {
    fn p8scii(&self) -> Bytes<'_> {
        Bytes(Source::P8scii(self.iter()))
    }
}

impl<const N: usize> Text for [u8; N] {
    fn p8scii(&self) -> Bytes<'_> {
        self.as_slice().p8scii()
    }
}

impl Text for String {
    fn p8scii(&self) -> Bytes<'_> {
        self.as_str().p8scii()
    }
}

impl Text for Vec<u8> {
    fn p8scii(&self) -> Bytes<'_> {
        self.as_slice().p8scii()
    }
}

impl Text for Num {
    fn p8scii(&self) -> Bytes<'_> {
        Short::of(self)
    }
}

impl Text for i32 {
    /// All ten digits: a cart in Rust may count beyond 32767.
    fn p8scii(&self) -> Bytes<'_> {
        Short::of(self)
    }
}

impl Text for bool {
    fn p8scii(&self) -> Bytes<'_> {
        (if *self { "true" } else { "false" }).p8scii()
    }
}

impl<T: Text + ?Sized> Text for &T {
    fn p8scii(&self) -> Bytes<'_> {
        (**self).p8scii()
    }
}
