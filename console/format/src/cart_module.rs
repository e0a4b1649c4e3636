//! The WebAssembly module of a cart in Rust, as a cartridge picture holds it: in a private chunk of the PNG.
//!
//! ```text
//! chunk ruSt   format, 2 bytes | version of the calls, 2 | head, postcard | module, LZMA with its head | sources, likewise
//! head         crate, title, version of the rules, type of the state, length and digest of the module, tokens of its sources
//! sources      may be empty; else path and bytes of each file, postcard
//!
//! code         -- title
//!              -- a line about it
//!              -- 8192 tokens of rust
//!              -- rasher module 0123456789abcdef       the digest: a picture without its chunk is known by it
//!              print("...")                            what PICO-8 shows
//! ```
//!
//! The chunk is ancillary, private and safe to copy, by the case of its letters. A site that makes a new picture of it
//! drops it, and then there is no cart left to play: the error says so.

use crate::error::{FilePlace, FormatError};
use calls::MODULE_MAX;
use lzma_rust2::LzmaReader;
use rasher::{Digest, text};
use serde::{Deserialize, Serialize};
use std::io::Read;

/// Bytes of a packed one, with its sources if it has them.
pub const MODULE_PACKED: usize = 96 << 10;

pub(crate) const CHUNK: &[u8; 4] = b"ruSt";
const FORMAT: u16 = 1;
const MARK: &[u8] = b"-- rasher module ";
/// Lines of code that are searched.
const LINES: usize = 8;
/// KiB of a decoder: the dictionary of a larger module would be refused.
const DECODER_KIB: u32 = 2048;
/// Bytes of all sources, unpacked, with their paths.
const SOURCES_MAX: usize = 2 << 20;

/// A module and what a console has to know before it runs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CartModule {
    pub head: ModuleHead,
    /// Version of the calls that it was built with.
    pub calls: u16,
    /// By LZMA, with its head.
    pub lzma: Vec<u8>,
    /// As `lzma`; empty without sources.
    pub sources: Vec<u8>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModuleHead {
    /// The name of its crate, which its saves have.
    pub name: String,
    pub title: String,
    /// Of its rules: a recording is valid for the same one.
    pub version: u32,
    /// The Rust type of its state.
    pub state: String,
    pub bytes: u32,
    pub digest: u64,
    /// Of its sources; 0 if they were not counted.
    pub tokens: u32,
    /// Packed bytes of its sources.
    pub sources: u32,
}

impl CartModule {
    pub(crate) fn chunk(&self) -> Vec<u8> {
        let mut out = [FORMAT.to_le_bytes(), self.calls.to_le_bytes()].concat();
        out = postcard::to_extend(&self.head, out).expect("texts and numbers have a form");
        out.extend(&self.lzma);
        out.extend(&self.sources);
        out
    }

    pub(crate) fn read(chunk: &[u8], calls: u16, file: &str) -> Result<CartModule, FormatError> {
        let broken = || damaged("module", file);
        let (version, rest) = chunk.split_first_chunk::<4>().ok_or_else(broken)?;
        let [format, own] = [[version[0], version[1]], [version[2], version[3]]].map(u16::from_le_bytes);
        if format > FORMAT || own > calls {
            let found = format!("a Rust module of form {format}, with calls of version {own}");
            let expected = format!("at most {FORMAT} and {calls}: a newer Rasher plays it");
            return Err(FormatError::whole(file, found, expected));
        }
        let (head, packed) = postcard::take_from_bytes::<ModuleHead>(rest).map_err(|_| broken())?;
        if head.bytes as usize > MODULE_MAX || packed.len() > MODULE_PACKED {
            let found = format!("a Rust module of {} bytes, {} packed", head.bytes, packed.len());
            let expected = format!("at most {MODULE_MAX} and {MODULE_PACKED}");
            return Err(FormatError::whole(file, found, expected));
        }
        let lzma = packed.len().checked_sub(head.sources as usize).ok_or_else(broken)?;
        let (lzma, sources) = packed.split_at(lzma);
        Ok(CartModule { head, calls: own, lzma: lzma.into(), sources: sources.into() })
    }

    /// The code of its cartridge, in Lua. Only the first line of the title and of `about` counts.
    pub(crate) fn code(&self, about: &str) -> Vec<u8> {
        let line = |text: &str| text.lines().next().unwrap_or_default().replace('"', "'");
        let (title, about) = (line(&self.head.title), line(about));
        let tokens = match self.head.tokens {
            0 => String::new(),
            tokens => format!("-- {tokens} tokens of rust\n"),
        };
        let code = format!(
            "-- {title}\n-- {about}\n{tokens}-- rasher module {:016x}\nprint(\"{title} needs rasher,\\nwhich plays carts in rust.\")\n",
            self.head.digest
        );
        text::encode(&code).collect()
    }

    /// The module. Fails if it is not the one of its head.
    pub fn module(&self, file: &str) -> Result<Vec<u8>, FormatError> {
        let module = unpacked(&self.lzma, MODULE_MAX);
        let own = module.filter(|module| {
            module.len() == self.head.bytes as usize && Digest::of(module) == self.head.digest
        });
        own.ok_or_else(|| damaged("module", file))
    }

    /// The paths and bytes of its source files. Every path is relative and stays below its folder.
    pub fn source_files(&self, file: &str) -> Result<Vec<(String, Vec<u8>)>, FormatError> {
        if self.sources.is_empty() {
            return Ok(Vec::new());
        }
        let files = unpacked(&self.sources, SOURCES_MAX);
        let files = files.and_then(|bytes| postcard::from_bytes::<Vec<(String, Vec<u8>)>>(&bytes).ok());
        let files = files.filter(|files| files.iter().all(|(path, _)| is_below(path)));
        files.ok_or_else(|| damaged("module's sources", file))
    }
}

fn damaged(what: &str, file: &str) -> FormatError {
    FormatError::whole(file, format!("a damaged Rust {what}"), "the file as its author made it: get it again")
}

fn unpacked(lzma: &[u8], most: usize) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let reader = LzmaReader::new_mem_limit(lzma, DECODER_KIB, None).ok()?;
    reader.take(most as u64 + 1).read_to_end(&mut bytes).ok().filter(|_| bytes.len() <= most)?;
    Some(bytes)
}

/// Whether a path has only names, on any system.
fn is_below(path: &str) -> bool {
    let is_name = |part: &str| !matches!(part, "" | "." | "..");
    path.split('/').all(is_name) && !path.contains(['\\', ':', '\0'])
}

/// The digest of the module that a cartridge's code names.
fn named_in(code: &[u8]) -> Option<u64> {
    let mut lines = code.split(|byte| *byte == b'\n').take(LINES);
    let line = lines.find_map(|line| line.strip_prefix(MARK))?;
    u64::from_str_radix(std::str::from_utf8(line.trim_ascii_end()).ok()?, 16).ok()
}

/// A PNG's chunk of that type: where its data are.
fn find(png: &[u8], kind: &[u8; 4]) -> Option<std::ops::Range<usize>> {
    let mut at = 8;
    loop {
        let head = png.get(at..at + 8)?;
        let len = u32::from_be_bytes(head[..4].try_into().ok()?) as usize;
        let data = at + 8..(at + 8).checked_add(len)?;
        png.get(data.clone())?;
        if head[4..] == kind[..] {
            return Some(data);
        }
        at = data.end.checked_add(4)?;
    }
}

pub(crate) fn chunk_in(png: &[u8]) -> Option<&[u8]> {
    find(png, CHUNK).map(|data| &png[data])
}

/// The picture with the chunk before its end.
pub(crate) fn with_chunk(mut png: Vec<u8>, data: &[u8]) -> Vec<u8> {
    let end = find(&png, b"IEND").map_or(png.len(), |data| data.start - 8);
    let named = [&CHUNK[..], data].concat();
    let chunk =
        [&(data.len() as u32).to_be_bytes()[..], &named, &crc32fast::hash(&named).to_be_bytes()].concat();
    png.splice(end..end, chunk);
    png
}

/// The module of a cartridge picture: none if its code names none. Fails if the code names one that is not there, or
/// another one.
pub(crate) fn module_of(
    code: &[u8],
    png: &[u8],
    calls: u16,
    file: &str,
) -> Result<Option<CartModule>, FormatError> {
    let Some(digest) = named_in(code) else { return Ok(None) };
    let Some(chunk) = chunk_in(png) else {
        return Err(FormatError::whole(
            file,
            "a Rust cart's picture without its module",
            "the file as its author made it: a site or program that makes a new picture of it drops the module",
        ));
    };
    let module = CartModule::read(chunk, calls, file)?;
    if module.head.digest != digest {
        let found = format!("the module {:016x}", module.head.digest);
        return Err(FormatError::new(
            file,
            FilePlace::Whole,
            found,
            format!("{digest:016x}, as the code says"),
        ));
    }
    Ok(Some(module))
}
