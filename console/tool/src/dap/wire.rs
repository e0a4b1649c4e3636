//! The protocol's messages as bytes: header lines, an empty line, JSON.
//!
//! ```text
//! input ── a thread ──> queue ──> server.request     during a search: `pause` and what needs no stop at once, the rest after it
//!                                 server.work        in between
//! ```

use super::DapServer;
use serde_json::Value;
use std::collections::VecDeque;
use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

/// Bytes of a message: an editor sends only breakpoints and expressions.
const MOST: u64 = 1 << 24;

/// A message of the right length.
enum Received {
    Request(Value),
    /// Not JSON, and why.
    Malformed(String),
}

/// Serves requests until the session or the input ends. A second thread reads the input, so that a long search can be interrupted.
pub fn serve(
    server: &mut DapServer,
    mut input: impl BufRead + Send,
    mut output: impl Write,
) -> io::Result<()> {
    std::thread::scope(|scope| {
        let (to, from) = channel();
        scope.spawn(move || {
            while let Some(message) = read(&mut input).transpose() {
                // The editor may keep the input open after its last request.
                let is_last = match &message {
                    Ok(Received::Request(request)) => request["command"] == "disconnect",
                    Ok(Received::Malformed(_)) => false,
                    Err(_) => true,
                };
                if to.send(message).is_err() || is_last {
                    break;
                }
            }
        });
        answer(server, &from, &mut output)
    })
}

fn answer(
    server: &mut DapServer,
    from: &Receiver<io::Result<Received>>,
    output: &mut impl Write,
) -> io::Result<()> {
    let mut waiting = VecDeque::new();
    let mut ended = false;
    while !server.is_over() {
        // Everything received so far; when idle, waits for the next message.
        while !ended {
            let is_idle = waiting.is_empty() && !server.is_working();
            let came =
                if is_idle { from.recv().map_err(|_| TryRecvError::Disconnected) } else { from.try_recv() };
            match came {
                Ok(message) => waiting.push_back(message?),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => ended = true,
            }
        }
        let messages = match next(&mut waiting, server) {
            Some(Received::Request(request)) => server.request(&request),
            Some(Received::Malformed(why)) => server.malformed(&why),
            None if server.is_working() && !(ended && server.is_attached()) => server.work(),
            None => break,
        };
        for message in messages {
            let text = message.to_string();
            write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
        }
        output.flush()?;
    }
    Ok(())
}

fn next(waiting: &mut VecDeque<Received>, server: &DapServer) -> Option<Received> {
    let is_pause =
        |message: &Received| matches!(message, Received::Request(request) if request["command"] == "pause");
    let is_answered = |message: &Received| match message {
        Received::Request(request) => server.is_answered_at_work(request),
        Received::Malformed(_) => true,
    };
    let at = match server.is_working() {
        false => 0,
        true => match waiting.iter().position(is_pause) {
            Some(at) => at,
            None if waiting.front().is_some_and(is_answered) => 0,
            None => return None,
        },
    };
    waiting.remove(at)
}

/// Reads a message. An error is the end: where the next message begins is not known.
fn read(input: &mut impl BufRead) -> io::Result<Option<Received>> {
    let wrong = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what.to_string());
    let mut length = None;
    loop {
        let mut line = String::new();
        if input.by_ref().take(4096).read_line(&mut line)? == 0 {
            return match length {
                None => Ok(None),
                Some(_) => Err(wrong("the input ended, expected a message")),
            };
        }
        let head = line.trim_end();
        if head.is_empty() {
            break;
        }
        // A page in a browser can send HTTP to a port of this machine; its body must not count as a request.
        if !head.starts_with("Content-") {
            return Err(wrong("found a line that is no header of the protocol, expected Content-Length"));
        }
        if let Some(number) = head.strip_prefix("Content-Length:") {
            length = number.trim().parse().ok().filter(|length| *length <= MOST);
        }
    }
    let length: u64 = length.ok_or_else(|| wrong("found no Content-Length of at most 16 MiB"))?;
    let mut text = Vec::new();
    if input.take(length).read_to_end(&mut text)? as u64 != length {
        return Err(wrong("the input ended in the middle of a message"));
    }
    let malformed = |error| Received::Malformed(format!("expected a request in JSON: {error}"));
    Ok(Some(serde_json::from_slice(&text).map_or_else(malformed, Received::Request)))
}
