//! Sprite flags as text: 16 lines of 16 bytes.
//!
//! ```text
//! #   01  blocks movement                                       a comment: any line that begins with #
//!   0: 00 40 23 23 40 40 40 40 40 05 85 85 05 05 05 05  # blank, floor, rock     or the end of a line
//!  16: 07 00 04 04 05 1a 1a 1a 40 40 40 40 40 40 40 40
//! ```
//!
//! The decimal number before the colon is the line's first sprite. It helps the reader, and it is checked, so that a missing line is
//! found. The layout is ours: a line of the file is a line of the sheet.

use crate::error::FormatError;
use crate::limit::FormatLimit;
use crate::lines::{Comment, Content, TextLine, hex2, join};

const PER_LINE: usize = 16;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlagsText {
    /// One byte a sprite: the bytes from 0x3000.
    pub flags: Box<[u8; 0x100]>,
    /// Content line n holds sprites 16 n to 16 n + 15.
    pub comments: Vec<Comment>,
    /// White space and a comment after the last byte of each content line, or nothing.
    pub tails: [String; 16],
}

impl Default for FlagsText {
    fn default() -> Self {
        FlagsText { flags: Box::new([0; 0x100]), comments: Vec::new(), tails: Default::default() }
    }
}

pub fn read_flags(bytes: &[u8], file: &str) -> Result<FlagsText, FormatError> {
    let mut content = Content::new(bytes, file)?;
    let mut out = FlagsText::default();
    let lines = out.flags.as_chunks_mut::<PER_LINE>().0.iter_mut().zip(&mut out.tails);
    for (n, (flags, tail)) in lines.enumerate() {
        let first = n * PER_LINE;
        let line = content.next(&format!("the flags of sprites {first} to {}", first + PER_LINE - 1))?;
        *tail = read_line(flags, first, line, file)?.into();
    }
    content.end("nothing after the flags of sprite 255").map_err(|e| e.past(FormatLimit::Sprites))?;
    out.comments = content.comments;
    Ok(out)
}

fn read_line<'a>(
    flags: &mut [u8; PER_LINE],
    first: usize,
    line: TextLine<'a>,
    file: &str,
) -> Result<&'a str, FormatError> {
    let error = |rest: &str, expected: String| Err(line.error(file, rest, expected));
    let rest = line.text.trim_ascii_start();
    let label = rest.split_once(':').filter(|(number, _)| number.trim_ascii_end().parse() == Ok(first));
    let Some((_, mut rest)) = label else {
        return error(rest, format!("\"{first}:\", the number of the line's first sprite"));
    };
    for (i, flag) in flags.iter_mut().enumerate() {
        let word = rest.trim_ascii_start();
        let end = word.find(|c: char| c.is_ascii_whitespace() || c == '#').unwrap_or(word.len());
        let Some(value) = hex2(&word.as_bytes()[..end]) else {
            return error(word, format!("two hex digits, the flags of sprite {}", first + i));
        };
        *flag = value;
        rest = &word[end..];
    }
    let tail = rest.trim_ascii_start();
    if !tail.is_empty() && !tail.starts_with('#') {
        return error(tail, "a comment or the end of the line after 16 bytes".into());
    }
    Ok(rest)
}

pub fn write_flags(flags: &FlagsText) -> String {
    let lines = flags.flags.as_chunks::<PER_LINE>().0.iter().zip(&flags.tails).enumerate();
    let line = |(n, (flags, tail)): (usize, (&[u8; PER_LINE], &String))| {
        let mut line = format!("{:3}:", n * PER_LINE);
        flags.iter().for_each(|flag| line.push_str(&format!(" {flag:02x}")));
        line + tail
    };
    join(lines.map(line), &flags.comments)
}
