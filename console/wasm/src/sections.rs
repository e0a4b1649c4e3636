//! The binary form of a module, as far as carts have it: sections, constants, and the instructions of functions.
//!
//! ```text
//! \0asm 1 | id, size, content | id, size, content | ...
//! content of code: count | size, locals, instructions | ...
//! ```
//!
//! After the core specification of WebAssembly 2.0, "Binary Format". Numbers are LEB128.

use crate::fault::ModuleError;
use std::collections::BTreeMap;
use std::ops::Range;

/// Bytes that are read from the front; places in errors are those of the whole module.
#[derive(Clone)]
pub(crate) struct Reader<'m> {
    module: &'m [u8],
    at: usize,
    end: usize,
}

/// The first thing in a function that a cart may not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Body {
    Plain,
    Floats,
    ChangesTable,
    PassiveData,
}

impl<'m> Reader<'m> {
    pub(crate) fn wrong(&self, why: &str) -> ModuleError {
        ModuleError::Invalid { at: self.at, why: why.to_string() }
    }

    pub(crate) fn byte(&mut self) -> Result<u8, ModuleError> {
        let byte = self.module[..self.end].get(self.at).copied();
        let byte = byte.ok_or_else(|| self.wrong("it ends too early"))?;
        self.at += 1;
        Ok(byte)
    }

    pub(crate) fn part(&mut self, size: usize) -> Result<Reader<'m>, ModuleError> {
        if size > self.end - self.at {
            return Err(self.wrong("it ends too early"));
        }
        let part = Reader { module: self.module, at: self.at, end: self.at + size };
        self.at = part.end;
        Ok(part)
    }

    /// An unsigned number of 32 bits.
    pub(crate) fn number(&mut self) -> Result<u32, ModuleError> {
        let mut number = 0u64;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return u32::try_from(number).map_err(|_| self.wrong("a number that is too large"));
            }
        }
        Err(self.wrong("a number that is too long"))
    }

    /// A signed number of so many bits.
    fn signed(&mut self, bits: u32) -> Result<i64, ModuleError> {
        let mut number = 0i64;
        for shift in (0..bits).step_by(7) {
            let byte = self.byte()?;
            number |= i64::from(byte & 127) << shift;
            if byte < 128 {
                let used = shift + 7;
                return Ok(if used < 64 { number << (64 - used) >> (64 - used) } else { number });
            }
        }
        Err(self.wrong("a number that is too long"))
    }

    pub(crate) fn name(&mut self) -> Result<&'m str, ModuleError> {
        let size = self.number()? as usize;
        let part = self.part(size)?;
        std::str::from_utf8(&part.module[part.at..part.end])
            .map_err(|_| self.wrong("a name that is not UTF-8"))
    }

    /// A constant: its value if it is an `i32`.
    pub(crate) fn constant(&mut self) -> Result<Option<i32>, ModuleError> {
        let value = match self.byte()? {
            0x41 => Some(self.signed(32)? as i32),
            0x42 => {
                self.signed(64)?;
                None
            }
            0x23 => {
                self.number()?;
                None
            }
            _ => return Err(self.wrong("a constant of another kind")),
        };
        match self.byte()? {
            0x0b => Ok(value),
            _ => Err(self.wrong("a constant of another kind")),
        }
    }

    /// Reads a function's locals and instructions.
    pub(crate) fn body(mut self) -> Result<Body, ModuleError> {
        for _ in 0..self.number()? {
            self.number()?;
            if let Some(found) = self.value()? {
                return Ok(found);
            }
        }
        while self.at < self.end {
            let found = self.instruction()?;
            if found != Body::Plain {
                return Ok(found);
            }
        }
        Ok(Body::Plain)
    }

    /// A type of values, which may be one of floats.
    fn value(&mut self) -> Result<Option<Body>, ModuleError> {
        match self.byte()? {
            0x7e | 0x7f => Ok(None),
            0x7c | 0x7d => Ok(Some(Body::Floats)),
            _ => Err(self.wrong("a value that is no integer")),
        }
    }

    fn numbers(&mut self, count: usize) -> Result<Body, ModuleError> {
        (0..count).try_for_each(|_| self.number().map(drop))?;
        Ok(Body::Plain)
    }

    fn instruction(&mut self) -> Result<Body, ModuleError> {
        match self.byte()? {
            0x00 | 0x01 | 0x05 | 0x0b | 0x0f | 0x1a | 0x1b | 0xd1 => Ok(Body::Plain),
            0x02..=0x04 => self.block(),
            0x0c | 0x0d | 0x10 | 0x20..=0x25 | 0x3f | 0x40 | 0xd2 => self.numbers(1),
            0x0e => {
                let count = self.number()? as usize;
                self.numbers(count)?;
                self.numbers(1)
            }
            0x11 => self.numbers(2),
            0x1c => {
                let mut found = None;
                for _ in 0..self.number()? {
                    found = found.or(self.value()?);
                }
                Ok(found.unwrap_or(Body::Plain))
            }
            0x26 => Ok(Body::ChangesTable),
            0x2a
            | 0x2b
            | 0x38
            | 0x39
            | 0x43
            | 0x44
            | 0x5b..=0x66
            | 0x8b..=0xa6
            | 0xa8..=0xab
            | 0xae..=0xbf => Ok(Body::Floats),
            0x28..=0x3e => {
                // Beyond are memories with a number.
                if self.number()? >= 64 {
                    return Err(self.wrong("an instruction of another memory"));
                }
                self.numbers(1)
            }
            0x41 => self.signed(32).map(|_| Body::Plain),
            0x42 => self.signed(64).map(|_| Body::Plain),
            0x45..=0x5a | 0x67..=0x8a | 0xa7 | 0xac | 0xad | 0xc0..=0xc4 => Ok(Body::Plain),
            0xd0 => self.byte().map(|_| Body::Plain),
            0xfc => match self.number()? {
                0..=7 => Ok(Body::Floats),
                8 | 9 => Ok(Body::PassiveData),
                10 => self.numbers(2),
                11 | 16 => self.numbers(1),
                12..=15 | 17 => Ok(Body::ChangesTable),
                _ => Err(self.wrong("an unknown instruction")),
            },
            _ => Err(self.wrong("an instruction that no cart has")),
        }
    }

    /// The type of a block: none, a value, or the number of a type, which is a signed one.
    fn block(&mut self) -> Result<Body, ModuleError> {
        match self.module.get(self.at) {
            Some(0x40) => self.byte().map(|_| Body::Plain),
            Some(0x41..=0x7f) => Ok(self.value()?.unwrap_or(Body::Plain)),
            _ => self.signed(33).map(|_| Body::Plain),
        }
    }
}

/// The sections of a module: id, place with the head, content. Ends after the first error.
pub(crate) fn sections(
    module: &[u8],
) -> impl Iterator<Item = Result<(u8, Range<usize>, Reader<'_>), ModuleError>> {
    let mut reader = Reader { module, at: 8.min(module.len()), end: module.len() };
    let mut is_over = false;
    if !module.starts_with(b"\0asm\x01\0\0\0") {
        reader.at = 0;
    }
    std::iter::from_fn(move || {
        if is_over || reader.at > 0 && reader.at == reader.end {
            return None;
        }
        let from = reader.at;
        let mut next = || {
            if from == 0 {
                return Err(reader.wrong("it does not begin as a module"));
            }
            let id = reader.byte()?;
            let size = reader.number()? as usize;
            let content = reader.part(size)?;
            Ok((id, from..reader.at, content))
        };
        let section = next();
        is_over = section.is_err();
        Some(section)
    })
}

/// The module without names and other custom sections. Call it on a checked one.
pub fn stripped(module: &[u8]) -> Vec<u8> {
    let kept = sections(module).map_while(Result::ok).filter(|(id, ..)| *id != 0);
    let head = module.get(..8).unwrap_or(module);
    kept.fold(head.to_vec(), |mut out, (_, whole, _)| {
        out.extend(&module[whole]);
        out
    })
}

/// The names of functions by their numbers, if the module has them.
pub(crate) fn names(module: &[u8]) -> BTreeMap<usize, &str> {
    let mut found = BTreeMap::new();
    for (_, _, mut reader) in sections(module).map_while(Result::ok).filter(|(id, ..)| *id == 0) {
        if reader.name().is_ok_and(|name| name == "name") {
            // A damaged one has the names before that place.
            _ = add_names(reader, &mut found);
        }
    }
    found
}

fn add_names<'m>(mut reader: Reader<'m>, found: &mut BTreeMap<usize, &'m str>) -> Result<(), ModuleError> {
    while reader.at < reader.end {
        let (id, size) = (reader.byte()?, reader.number()? as usize);
        let mut part = reader.part(size)?;
        // Other parts name other things.
        for _ in 0..if id == 1 { part.number()? } else { 0 } {
            found.insert(part.number()? as usize, part.name()?);
        }
    }
    Ok(())
}

/// Bytes of each defined function's code.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn code_sizes(module: &[u8]) -> Vec<usize> {
    let mut sizes = Vec::new();
    for (_, _, mut reader) in sections(module).map_while(Result::ok).filter(|(id, ..)| *id == 10) {
        let mut add = || {
            for _ in 0..reader.number()? {
                let size = reader.number()? as usize;
                reader.part(size)?;
                sizes.push(size);
            }
            Ok::<(), ModuleError>(())
        };
        // The module was checked.
        _ = add();
    }
    sizes
}
