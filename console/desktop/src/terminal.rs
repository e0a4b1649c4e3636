//! Standard output and error, each on a thread of its own, so that a blocked pipe stops neither game nor window.
//!
//! ```text
//! console, files, window ── buffer, 1 MiB ──> thread ──> stdout     full: further texts are dropped;
//!                                                                    their number of bytes is printed when there is room
//! ```
//!
//! Text from carts and files is escaped (`tool::escape_controls`).

use crate::lock;
use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, OnceLock};
use std::time::{Duration, Instant};
use tool::escape_controls;

const MOST: usize = 1 << 20;
/// How long the program waits for a reader before it ends.
const PATIENCE: Duration = Duration::from_millis(300);

#[derive(Clone, Default)]
struct Pipe(Arc<(Mutex<Waiting>, Condvar)>);

#[derive(Default)]
struct Waiting {
    bytes: Vec<u8>,
    dropped: u64,
    writes: bool,
    gone: bool,
}

impl Pipe {
    fn start(mut to: impl Write + Send + 'static) -> Pipe {
        let pipe = Pipe::default();
        let own = pipe.clone();
        let write = move || {
            loop {
                let (bytes, dropped) = own.take();
                let mut written = to.write_all(&bytes);
                if dropped > 0 {
                    let notice = format!("rasher: dropped {dropped} bytes here: the reader was too slow\n");
                    written = written.and_then(|()| to.write_all(notice.as_bytes()));
                }
                let written = written.and_then(|()| to.flush());
                let mut waiting = lock(&own.0.0);
                (waiting.writes, waiting.gone) = (false, written.is_err());
                own.0.1.notify_all();
                if waiting.gone {
                    return;
                }
            }
        };
        // Without a thread nothing is printed.
        let started = std::thread::Builder::new().name("output".into()).spawn(write);
        lock(&pipe.0.0).gone = started.is_err();
        pipe
    }

    fn take(&self) -> (Vec<u8>, u64) {
        let (waiting, changed) = &*self.0;
        let mut waiting = lock(waiting);
        while waiting.bytes.is_empty() && waiting.dropped == 0 {
            waiting = changed.wait(waiting).unwrap_or_else(std::sync::PoisonError::into_inner);
        }
        waiting.writes = true;
        (std::mem::take(&mut waiting.bytes), std::mem::take(&mut waiting.dropped))
    }

    fn push(&self, bytes: &[u8]) {
        let (waiting, changed) = &*self.0;
        let mut waiting = lock(waiting);
        match waiting.bytes.len() + bytes.len() {
            _ if waiting.gone => return,
            // Text after a gap must not be printed before the line about the gap.
            all if all > MOST || waiting.dropped > 0 => waiting.dropped += bytes.len() as u64,
            _ => waiting.bytes.extend(bytes),
        }
        changed.notify_all();
    }

    fn finish(&self) {
        let (waiting, changed) = &*self.0;
        let until = Instant::now() + PATIENCE;
        let mut waiting = lock(waiting);
        while !waiting.gone && (waiting.writes || !waiting.bytes.is_empty()) {
            let Some(left) = until.checked_duration_since(Instant::now()) else { return };
            let woken = changed.wait_timeout(waiting, left);
            waiting = woken.unwrap_or_else(std::sync::PoisonError::into_inner).0;
        }
    }
}

static OUT: OnceLock<Pipe> = OnceLock::new();
static ERR: OnceLock<Pipe> = OnceLock::new();

pub fn print(text: &str) {
    print_raw(escape_controls(text).as_bytes());
}

pub fn print_raw(bytes: &[u8]) {
    OUT.get_or_init(|| Pipe::start(io::stdout())).push(bytes);
}

pub fn log(line: &str) {
    let line = format!("rasher: {}\n", escape_controls(line));
    ERR.get_or_init(|| Pipe::start(io::stderr())).push(line.as_bytes());
}

/// Waits until everything is written, for [`PATIENCE`] at most.
pub fn finish() {
    [&OUT, &ERR].into_iter().filter_map(OnceLock::get).for_each(Pipe::finish);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Receiver, Sender, channel};

    /// A reader that waits for permission for each text.
    struct Slow(Receiver<()>, Sender<String>);

    impl Write for Slow {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.recv().map_err(|_| io::ErrorKind::BrokenPipe)?;
            _ = self.1.send(String::from_utf8_lossy(bytes).into_owned());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_slow_or_missing_reader_blocks_nothing() {
        let ((more, wait), (begun, read)) = (channel(), channel());
        let pipe = Pipe::start(Slow(wait, begun));
        pipe.push(b"one\n");
        // Its thread has taken that and waits; from then on a buffer is filled, and the rest counted.
        while !lock(&pipe.0.0).writes {
            std::thread::yield_now();
        }
        for _ in 0..3 * MOST / 1024 {
            pipe.push(&[b'x'; 1024]);
        }
        assert_eq!(lock(&pipe.0.0).bytes.len(), MOST);
        (0..3).for_each(|_| more.send(()).expect("its thread lives"));
        pipe.finish();
        let texts: Vec<String> = read.try_iter().collect();
        assert_eq!((texts[0].as_str(), texts[1].len()), ("one\n", MOST));
        assert_eq!(texts[2], format!("rasher: dropped {} bytes here: the reader was too slow\n", 2 * MOST));
        // A closed pipe drops everything.
        drop(more);
        pipe.push(b"two\n");
        pipe.finish();
        assert!(lock(&pipe.0.0).gone);
        pipe.push(b"three\n");
        assert!(lock(&pipe.0.0).bytes.is_empty());
    }
}
