//! `#include`: a line of its own, which a file takes the place of.
//!
//! A line in a long comment or a long text is none, as in shrinko8, whose test cart was compared with PICO-8. Of a cartridge that is all code or, with `:N`, one tab. Included files are not searched for includes again.
//!
//! ```text
//! line of the program    1      2      3     4      5      6       7          pieces: (1, game.p8 tab 0, 1) (2, a.lua, 1)
//!                     x=1    a.lua:1 a.lua:2  y=2   -->8   z=3    w=4                 (4, game.p8 tab 0, 3) (6, game.p8 tab 1, 1)
//! ```
//!
//! A tab is named only where a cartridge has several, as PICO-8 does. `-->8` on a line of its own begins the next tab.

use crate::error::LoadError;
use crate::source::{ReadErrorKind, ReadResult, spellings};
use rasher::Code;
use rasher::text::in_message;
use std::path::{Component, Path, PathBuf};

/// Includes of one file. PICO-8's editor stops at a few dozen.
const INCLUDES_MAX: usize = 256;

/// Bytes of all included files together: 64 times what fits into a cartridge.
pub(crate) const CODE_MAX: u64 = 4 << 20;

/// Replaces `#include` lines by the files. `code` is that of the file at `path`, in P8SCII.
pub fn resolve_includes(
    path: &Path,
    code: &[u8],
    read: &mut dyn FnMut(&Path) -> ReadResult,
) -> Result<Code, LoadError> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut pieces = Pieces::new(path, code);
    let mut text = Vec::with_capacity(code.len());
    let (mut count, mut sum) = (0, 0);
    for (i, (line, name)) in include_lines(code).enumerate() {
        if i > 0 {
            text.push(b'\n');
        }
        let Some(name) = name else {
            text.extend_from_slice(line);
            pieces.own_line(line);
            continue;
        };
        count += 1;
        let at = pieces.here();
        let (at, line) = (folder.join(at).display().to_string(), pieces.line);
        let quoted = format!("\"{}\"", in_message(&name, 24));
        if count > INCLUDES_MAX {
            return Err(LoadError::ManyIncludes { included: quoted, file: at, line, most: INCLUDES_MAX });
        }
        let (name, tab) = split_tab(&name);
        let relative = allowed(name);
        let outside = || LoadError::IncludeOutside { included: quoted.clone(), file: at.clone(), line };
        let named = relative.as_ref().map(|relative| folder.join(relative));
        let mut file = named.or_else(|| above(folder, name)).ok_or_else(outside)?;
        let mut bytes = read(&file);
        // A cartridge may be there in another form.
        for other in relative.iter().flat_map(|relative| spellings(relative).skip(1)) {
            if bytes.as_ref().is_err_and(|error| error.kind == ReadErrorKind::Missing)
                && let Ok(found) = read(&folder.join(&other))
            {
                (file, bytes) = (folder.join(&other), Ok(found));
            }
        }
        let bytes = bytes.map_err(|error| match error.kind {
            ReadErrorKind::TooLarge => LoadError::Read(error),
            ReadErrorKind::Outside => {
                let included = format!("{:?}", file.display().to_string());
                LoadError::IncludeOutside { included, file: at, line }
            }
            ReadErrorKind::Missing | ReadErrorKind::Other => {
                LoadError::MissingInclude { included: file.display().to_string(), file: at, line }
            }
        })?;
        sum += bytes.len() as u64;
        if sum > CODE_MAX {
            let file = file.display().to_string();
            return Err(LoadError::LargeCode { file, found: sum, most: CODE_MAX });
        }
        let code = decode(&file, &bytes, tab)?;
        pieces.included(name, tab, &code);
        text.extend(code);
    }
    Ok(Code { text: text.into(), pieces: pieces.pieces })
}

/// The files that code in P8SCII may include, relative to its folder, each once.
pub fn included_files(code: &[u8]) -> Vec<String> {
    let mut files: Vec<String> = Vec::new();
    for name in include_lines(code).filter_map(|(_, name)| name).take(INCLUDES_MAX) {
        files.extend(allowed(split_tab(&name).0).filter(|file| !files.contains(file)));
    }
    files
}

pub(crate) fn decode(path: &Path, bytes: &[u8], tab: Option<usize>) -> Result<Vec<u8>, LoadError> {
    let name = path.to_string_lossy();
    let is_marked = bytes.starts_with(b"pico-8 cartridge");
    let is_picture = format::is_png(bytes) || format::is_page(&name);
    let is_cartridge = format::is_cartridge(&name) || is_picture;
    let is_text = match is_cartridge {
        // PICO-8 includes only code, regardless of the file's name.
        true => name.ends_with(".p8") && !is_marked && !is_picture && tab.is_none(),
        // Five published projects include cartridges that are called .lua.
        false => !is_marked || tab.is_some(),
    };
    if is_text {
        // Some editors begin a file with a byte order mark. Bytes that are no UTF-8 become a character that no lexer takes.
        let text = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
        return Ok(format::encode_code(&String::from_utf8_lossy(text)));
    }
    let cart = match is_cartridge {
        true => format::read_cartridge(bytes, &name)?,
        false => format::read_p8(bytes, &name)?,
    };
    Ok(match tab {
        Some(tab) => cart.tabs().get(tab).map(|code| code.to_vec()).unwrap_or_default(),
        None => cart.code,
    })
}

/// The lines of code, with the file that each includes.
fn include_lines(code: &[u8]) -> impl Iterator<Item = (&[u8], Option<String>)> {
    let mut open = None;
    code.split(|byte| *byte == b'\n').map(move |line| {
        let name = if open.is_none() { included(line) } else { None };
        if name.is_none() {
            open = open_bracket(line, open);
        }
        (line, name)
    })
}

/// The level of the long bracket that is open after a line, given that before it: 0 of `[[`, 1 of `[=[`.
fn open_bracket(line: &[u8], mut open: Option<usize>) -> Option<usize> {
    let opening = |text: &[u8]| {
        let level = text.strip_prefix(b"[")?.iter().take_while(|byte| **byte == b'=').count();
        (text.get(level + 1) == Some(&b'[')).then_some(level)
    };
    let mut at = 0;
    while let Some(rest @ [first, ..]) = line.get(at..) {
        at += match (open, first) {
            (Some(level), _) => {
                let closing = [b"]".as_slice(), &vec![b'='; level], b"]"].concat();
                let Some(end) = rest.windows(closing.len()).position(|text| text == closing) else { break };
                open = None;
                end + closing.len()
            }
            (None, b'"' | b'\'') => {
                let mut end = 1;
                while rest.get(end)? != first {
                    end += 1 + usize::from(rest[end] == b'\\');
                }
                end + 1
            }
            (None, b'-' | b'/') if rest.get(1) == Some(first) => {
                open = opening(&rest[2..]).filter(|_| *first == b'-');
                open? + 4
            }
            (None, _) => {
                open = opening(rest);
                open.map_or(1, |level| level + 2)
            }
        };
    }
    open
}

fn included(line: &[u8]) -> Option<String> {
    let name = line.trim_ascii().strip_prefix(b"#include ")?;
    Some(rasher::text::decode(name.trim_ascii()))
}

fn split_tab(name: &str) -> (&str, Option<usize>) {
    match name.rsplit_once(':') {
        Some((file, tab)) => (file, usize::from_str_radix(tab, 16).ok()),
        None => (name, None),
    }
}

/// An included file's path in parts, `..` only at its beginning.
fn parts(name: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = Vec::new();
    for part in name.split(['/', '\\']).filter(|part| !part.is_empty() && *part != ".") {
        match (part, parts.last()) {
            ("..", Some(last)) if *last != ".." => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    parts
}

/// A file above the cart's folder, which PICO-8 reads anywhere below its own folder of carts: published projects keep their libraries in
/// `../lib`. Here that is the current folder, if the user named the cart relative to it, and only code is read.
fn above(folder: &Path, name: &str) -> Option<PathBuf> {
    let parts = parts(name);
    let up = parts.iter().take_while(|part| **part == "..").count();
    let below = parts[up..].join("/");
    let is_relative =
        folder.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    let base = folder.ancestors().nth(up).filter(|_| is_relative && up > 0)?;
    let is_code = format::is_code(&below) || format::is_cartridge(&below);
    Some(base.join(allowed(&below).filter(|_| is_code)?))
}

/// The path of an included file relative to the cart's folder, if a cart may include it. Code is sent to others in
/// recordings and reports, so the file must be below the folder; a hidden one must be code, and its folder not hidden.
fn allowed(name: &str) -> Option<String> {
    let parts = parts(name);
    let (file, folders) = parts.split_last()?;
    let is_below = !name.starts_with(['/', '\\'])
        && !parts.contains(&"..")
        && !parts.iter().any(|part| part.contains(':'));
    let in_hidden = folders.iter().any(|part| part.starts_with('.'));
    let is_code = format::is_code(file) || format::is_cartridge(file);
    (is_below && !in_hidden && (!file.starts_with('.') || is_code)).then(|| parts.join("/"))
}

/// Records which line of the program comes from which file.
struct Pieces {
    name: PathBuf,
    has_tabs: bool,
    tab: usize,
    line: u32,
    at: u32,
    pieces: Vec<(u32, String, u32)>,
    /// Whether the next line of the file continues the last piece.
    continues: bool,
}

fn is_tab_break(line: &[u8]) -> bool {
    line.strip_suffix(b"\r").unwrap_or(line) == b"-->8"
}

impl Pieces {
    fn new(path: &Path, code: &[u8]) -> Pieces {
        let name = path.file_name().map(PathBuf::from).unwrap_or_default();
        let has_tabs = code.split(|byte| *byte == b'\n').any(is_tab_break);
        Pieces { name, has_tabs, tab: 0, line: 1, at: 1, pieces: Vec::new(), continues: false }
    }

    fn here(&self) -> String {
        let tab = if self.has_tabs { format!(" tab {}", self.tab) } else { String::new() };
        format!("{}{tab}", self.name.display())
    }

    fn own_line(&mut self, line: &[u8]) {
        if !std::mem::replace(&mut self.continues, true) {
            self.pieces.push((self.at, self.here(), self.line));
        }
        (self.line, self.at) = (self.line.saturating_add(1), self.at.saturating_add(1));
        if is_tab_break(line) {
            (self.tab, self.line, self.continues) = (self.tab + 1, 1, false);
        }
    }

    fn included(&mut self, file: &str, tab: Option<usize>, code: &[u8]) {
        let file = tab.map_or(file.to_string(), |tab| format!("{file} tab {tab}"));
        self.pieces.push((self.at, file, 1));
        let lines = code.iter().filter(|byte| **byte == b'\n').count() + 1;
        self.at = self.at.saturating_add(u32::try_from(lines).unwrap_or(u32::MAX));
        (self.line, self.continues) = (self.line.saturating_add(1), false);
    }
}
