//! Updates code in its file: unchanged lines stay byte for byte, with their own ends; so does everything else in a cartridge.
//!
//! ```text
//! old lines   a  b  c  d  e          the common beginning and end stay; between them a new line that equals an old one is that line
//! new lines   a  B  c  x  e   ──>    a  (B)  c  (x)  e
//! ```

use crate::error::FormatError;
use crate::p8::{line_code, text_code};
use crate::p8png::with_code;
use crate::{read_cartridge, write_p8rom};
use rasher::text;

const MARK: &[u8] = "\u{feff}".as_bytes();

/// A file's code in P8SCII, with lines separated by LF: a cartridge's code, or the whole of any other file.
pub fn read_code(bytes: &[u8], file: &str) -> Result<Vec<u8>, FormatError> {
    if is_cartridge(bytes, file) {
        return Ok(read_cartridge(bytes, file)?.code);
    }
    Ok(text_code(bytes))
}

/// PICO-8 includes plain code and the code of a cartridge, under any file name.
fn is_cartridge(bytes: &[u8], file: &str) -> bool {
    let text = crate::ends_with(file, ".p8");
    bytes.starts_with(b"pico-8 cartridge")
        || crate::is_png(bytes)
        || crate::p8html::is_page(file)
        || crate::is_cartridge(file) && (!text || bytes.starts_with(MARK))
}

/// The file with other code. Fails if the file cannot hold it: a line would begin a section, or a picture has no room.
pub fn update_code(old: &[u8], code: &[u8], file: &str) -> Result<Vec<u8>, FormatError> {
    if read_code(old, file)? == code {
        return Ok(old.to_vec());
    }
    if crate::p8html::is_page(file) || crate::shows_code(old, file) {
        let expected = "a file that can be saved; save it under another name, such as game.p8";
        return Err(FormatError::whole(file, "an exported page or picture of code", expected));
    }
    let new = if !is_cartridge(old, file) {
        Raw::new(old).with(code, false)
    } else if crate::is_png(old) {
        with_code(old, code, file)?
    } else if crate::ends_with(file, ".rom") {
        let mut cart = read_cartridge(old, file)?;
        cart.code = code.to_vec();
        write_p8rom(&cart)?
    } else {
        section(old, code)
    };
    match read_code(&new, file) {
        Ok(found) if found == code => Ok(new),
        _ => {
            let expected = "no line that would begin a section, such as __gfx__";
            Err(FormatError::whole(file, "code that cannot be read back", expected))
        }
    }
}

fn section(old: &[u8], code: &[u8]) -> Vec<u8> {
    let lines: Vec<&[u8]> = old.split_inclusive(|byte| *byte == b'\n').collect();
    let name = |line: &[u8]| {
        let line = line.trim_ascii_end();
        line.len() > 4 && line.starts_with(b"__") && line.ends_with(b"__")
    };
    let heads = |from: usize| (from..lines.len()).find(|n| name(lines[*n]));
    let lua = (2..lines.len()).find(|n| lines[*n].trim_ascii_end() == b"__lua__");
    let (head, from, to) = match lua {
        Some(n) => (Vec::new(), n + 1, heads(n + 1).unwrap_or(lines.len())),
        None => {
            let end = if lines.iter().any(|line| line.ends_with(b"\r\n")) { "\r\n" } else { "\n" };
            let at = heads(2).unwrap_or(lines.len());
            (format!("__lua__{end}").into_bytes(), at, at)
        }
    };
    let mut new = lines[..from].concat();
    // The last line of a file may lack its end.
    if !new.ends_with(b"\n") {
        new.push(b'\n');
    }
    new.extend(head);
    new.extend(Raw::new(&lines[from..to].concat()).with(code, true));
    if to < lines.len() && !new.ends_with(b"\n") {
        new.push(b'\n');
    }
    new.extend(lines[to..].concat());
    new
}

/// A file's lines, each with its end, and the byte order mark before them.
struct Raw<'a> {
    mark: &'a [u8],
    lines: Vec<&'a [u8]>,
    end: &'static [u8],
}

impl<'a> Raw<'a> {
    fn new(bytes: &'a [u8]) -> Raw<'a> {
        let (mark, bytes) = bytes.split_at(if bytes.starts_with(MARK) { MARK.len() } else { 0 });
        let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
        let end = if lines.iter().any(|line| line.ends_with(b"\r\n")) { &b"\r\n"[..] } else { b"\n" };
        Raw { mark, lines, end }
    }

    /// The file with other code. `ends`: the last line has an end too.
    fn with(&self, code: &[u8], ends: bool) -> Vec<u8> {
        let new: Vec<&[u8]> = code.split(|byte| *byte == b'\n').collect();
        let old: Vec<Vec<u8>> = self.lines.iter().map(|line| line_code(line)).collect();
        let same = |(a, b): (&Vec<u8>, &&[u8])| a == b;
        let head = old.iter().zip(&new).take_while(|pair| same(*pair)).count();
        let room = old.len().min(new.len()) - head;
        let tail = old.iter().rev().zip(new.iter().rev()).take(room).take_while(|pair| same(*pair)).count();
        let mut from = head;
        let mut out = self.mark.to_vec();
        out.reserve(code.len());
        for (n, line) in new.iter().enumerate() {
            let known = if n < head {
                Some(n)
            } else if n + tail >= new.len() {
                Some(old.len() - (new.len() - n))
            } else {
                (from..old.len() - tail).find(|at| old[*at] == *line)
            };
            let raw = known.map(|at| self.lines[at]);
            if let Some(at) = known {
                from = from.max(at + 1);
            }
            let last = n + 1 == new.len();
            match raw {
                Some(raw) if !last && raw.ends_with(b"\n") => out.extend(raw),
                // As it ends in the file.
                Some(raw) if last && ends => out.extend(raw),
                Some(raw) => {
                    let bare = raw.strip_suffix(b"\n").unwrap_or(raw);
                    out.extend(bare.strip_suffix(b"\r").unwrap_or(bare));
                    out.extend(if last { &b""[..] } else { self.end });
                }
                None => {
                    out.extend(text::decode(line).into_bytes());
                    out.extend(if last && !ends { &b""[..] } else { self.end });
                }
            }
        }
        out
    }
}
