//! Messages of the protocol as bytes: heads of lines, an empty line, JSON.

use super::DapServer;
use serde_json::Value;
use std::io::{self, BufRead, Read, Write};

/// Bytes of a message at most: an editor sends breakpoints and expressions.
const MOST: u64 = 1 << 24;

/// Reads requests and writes what becomes of them, until the input or the session ends.
///
/// # Errors
/// When the input is no message of the protocol, or cannot be read or answered.
pub fn serve(server: &mut DapServer, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    while let Some(message) = read(&mut input)? {
        for answer in server.request(&message) {
            let text = answer.to_string();
            write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
        }
        output.flush()?;
        if server.is_over() {
            break;
        }
    }
    Ok(())
}

/// The next message; none at the end of the input.
fn read(input: &mut impl BufRead) -> io::Result<Option<Value>> {
    let wrong = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what.to_string());
    let mut length = None;
    loop {
        let mut line = String::new();
        if input.by_ref().take(4096).read_line(&mut line)? == 0 {
            return match length {
                None => Ok(None),
                Some(_) => Err(wrong("found the end, expected a message")),
            };
        }
        let head = line.trim_end();
        if head.is_empty() {
            break;
        }
        if let Some(number) = head.strip_prefix("Content-Length:") {
            length = number.trim().parse().ok().filter(|length| *length <= MOST);
        }
    }
    let length: u64 = length.ok_or_else(|| wrong("found no Content-Length of at most 16 MiB"))?;
    let mut text = Vec::new();
    if input.take(length).read_to_end(&mut text)? as u64 != length {
        return Err(wrong("found the end in the middle of a message"));
    }
    serde_json::from_slice(&text).map(Some).map_err(|error| wrong(&format!("found no JSON: {error}")))
}
