//! A child process with limits, and what became of it.
//!
//! ```text
//! command ── sh: limits of memory and files ──> child ── its end, or the time limit ──> Ended { how, the tail of stderr }
//! ```
//!
//! Standard output and error go to files: a child that prints without end fills neither a pipe nor the disk, because
//! the shell's limit on file sizes stops it.

use std::fmt;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Limits for the shell's `ulimit`: 3 GiB of memory, 512 MiB for a file, both in KiB, and the first word in seconds of
/// processor time, so that other work on the machine does not matter.
const LIMITS: &str = "ulimit -v 3145728; ulimit -f 524288; ulimit -c 0; ulimit -t $1; shift; exec \"$@\"";
/// The limit by the clock is so many times that of processor time: a child may wait without using any.
const CLOCK: u32 = 8;
/// Bytes of standard error that are kept, from its end.
const TAIL: usize = 2000;
/// What ends a child that has used its processor time: the first limit, or the second for one that ignores it.
const LIMIT_SIGNALS: [&str; 2] = ["signal: 24 ", "signal: 9 "];
const POLL: Duration = Duration::from_millis(4);

/// How a child ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    Done,
    /// The exit code and the last line of standard error.
    Failed(i32, String),
    /// A signal, such as a memory fault.
    Crashed(String),
    Hung(Duration),
    NotStarted(String),
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Done => f.write_str("ended"),
            Ending::Failed(code, text) if text.is_empty() => write!(f, "ended with code {code}"),
            Ending::Failed(_, text) => f.write_str(text),
            Ending::Crashed(text) => write!(f, "crashed: {text}"),
            Ending::Hung(limit) => write!(f, "did not end within {} s", limit.as_secs()),
            Ending::NotStarted(why) => write!(f, "could not be started: {why}"),
        }
    }
}

/// Runs words as a command in a folder, with these variables. Output goes to `folder/stdout` and `folder/stderr`.
pub fn run(words: &[String], folder: &Path, variables: &[(&str, String)], limit: Duration) -> Ending {
    match start(words, folder, variables, limit) {
        Ok(ending) => ending,
        Err(error) => Ending::NotStarted(error.to_string()),
    }
}

fn start(
    words: &[String],
    folder: &Path,
    variables: &[(&str, String)],
    limit: Duration,
) -> std::io::Result<Ending> {
    let out = fs::File::create(folder.join("stdout"))?;
    let err = fs::File::create(folder.join("stderr"))?;
    let mut command = Command::new("sh");
    command.args(["-c", LIMITS, "sh"]).arg(limit.as_secs().max(1).to_string()).args(words);
    command.current_dir(folder).env("HOME", folder).env("TZ", "UTC");
    command.envs(variables.iter().map(|(name, value)| (name, value)));
    let mut child = command.stdin(Stdio::null()).stdout(out).stderr(err).spawn()?;
    let began = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if began.elapsed() > limit * CLOCK {
            child.kill()?;
            child.wait()?;
            return Ok(Ending::Hung(limit));
        }
        std::thread::sleep(POLL);
    };
    let text = tail(&fs::read(folder.join("stderr"))?);
    Ok(match status.code() {
        Some(0) => Ending::Done,
        Some(126 | 127) => Ending::NotStarted(text),
        Some(code) => Ending::Failed(code, text),
        None if LIMIT_SIGNALS.iter().any(|signal| status.to_string().starts_with(signal)) => {
            Ending::Hung(limit)
        }
        None => Ending::Crashed(format!("{status}")),
    })
}

/// The last lines of a text that are not empty.
fn tail(bytes: &[u8]) -> String {
    let bytes = &bytes[bytes.len().saturating_sub(TAIL)..];
    let text = String::from_utf8_lossy(bytes);
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines[lines.len().saturating_sub(2)..].join(" / ")
}
