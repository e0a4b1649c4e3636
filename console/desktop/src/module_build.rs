//! A cart's module, built again in the background while the previous one plays.
//!
//! ```text
//! idle ── a source was saved ──> building ── cargo ends ──> its module, or its first error, for the player
//!                                 │  saved again: one more build follows, however often
//!                                 │  saved again, and 20 s old: it is killed first, for it may never end
//!                                 └─ the window closes: it is killed, with the processes that it started
//! ```
//!
//! The terminal shows all errors, in the compiler's own words.

use crate::terminal;
use player::NewCode;
use rasher::{Code, Fault};
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use tool::PlayModule;

/// Age of a build that a newer save may kill. A build after a change takes a second, the first one of a cart half a minute.
const PATIENCE: Duration = Duration::from_secs(20);
/// Time to read the last output of a build that has ended. A daemon that it started may keep the pipe open.
const OUTPUT: Duration = Duration::from_secs(2);

/// Cargo's command and the result of its build. Tests have scripts.
pub trait Recipe {
    fn command(&self) -> Result<Command, String>;
    fn made(&self, success: bool, out: &[u8], err: &[u8]) -> Result<Code, Fault>;
}

impl Recipe for PlayModule {
    fn command(&self) -> Result<Command, String> {
        PlayModule::command(self).map_err(|error| error.to_string())
    }

    fn made(&self, success: bool, out: &[u8], err: &[u8]) -> Result<Code, Fault> {
        tool::rendered_errors(out).lines().for_each(terminal::log);
        if !success && !err.is_empty() {
            String::from_utf8_lossy(err).lines().for_each(terminal::log);
        }
        self.built(success, out, err)
    }
}

fn no_build(message: String) -> Fault {
    Fault { message, ..Fault::default() }
}

fn cannot_start(command: &Command, why: &std::io::Error) -> String {
    format!("{} cannot start: {why}; install Rust from https://rustup.rs", command.get_program().display())
}

/// Builds it once and waits. Cargo's progress goes to the terminal.
pub fn build(recipe: &impl Recipe) -> Result<Code, Fault> {
    let mut command = recipe.command().map_err(no_build)?;
    let done = command.stderr(Stdio::inherit()).output();
    let done = done.map_err(|e| no_build(cannot_start(&command, &e)))?;
    recipe.made(done.status.success(), &done.stdout, &[])
}

/// A cart's builds; at most one runs.
pub struct Builds<R: Recipe> {
    pub recipe: R,
    running: Option<Running>,
    /// A source was saved after the last build began.
    due: bool,
}

struct Running {
    child: Child,
    since: Duration,
    outputs: [Receiver<Vec<u8>>; 2],
}

impl<R: Recipe> Builds<R> {
    pub fn new(recipe: R) -> Builds<R> {
        // A source may have been saved while the window opened. Without a change the build does nothing.
        Builds { recipe, running: None, due: true }
    }

    pub fn saved(&mut self) {
        self.due = true;
    }

    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Starts, ends and kills builds. `now` never decreases. Returns what an ended one has made, unless an error of it is of an older
    /// source.
    pub fn step(&mut self, now: Duration) -> Option<NewCode> {
        let mut made = None;
        if let Some(running) = &mut self.running {
            let is_old = self.due && now >= running.since + PATIENCE;
            match running.child.try_wait() {
                Ok(None) if is_old => self.stop(),
                Ok(None) => return None,
                ended => {
                    let success = ended.is_ok_and(|status| status.is_some_and(|status| status.success()));
                    let [out, err] = running
                        .outputs
                        .each_ref()
                        .map(|output| output.recv_timeout(OUTPUT).unwrap_or_default());
                    self.running = None;
                    made =
                        Some(self.recipe.made(success, &out, &err)).filter(|made| made.is_ok() || !self.due);
                }
            }
        }
        if std::mem::take(&mut self.due) {
            match self.recipe.command().and_then(|command| Running::start(command, now)) {
                Ok(running) => self.running = Some(running),
                Err(why) => made = Some(Err(no_build(why))),
            }
        }
        made.map(|made| NewCode::compile(Path::new("src/lib.rs"), made))
    }

    fn stop(&mut self) {
        if let Some(mut running) = self.running.take() {
            kill(&mut running.child);
            // Else it stays in the system's table of processes.
            _ = running.child.wait();
        }
    }
}

impl<R: Recipe> Drop for Builds<R> {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Running {
    fn start(mut command: Command, now: Duration) -> Result<Running, String> {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|e| cannot_start(&command, &e))?;
        let outputs = [read(child.stdout.take()), read(child.stderr.take())];
        Ok(Running { child, since: now, outputs })
    }
}

/// Reads all of a pipe on its own thread, so that it never is full.
fn read(pipe: Option<impl Read + Send + 'static>) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let mut all = Vec::new();
        // What could be read remains.
        _ = pipe.map(|mut pipe| pipe.read_to_end(&mut all));
        _ = sender.send(all);
    });
    receiver
}

/// Kills cargo, and on Unix the compilers and programs that it started.
fn kill(child: &mut Child) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) {
        _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    _ = child.kill();
}

#[cfg(all(test, unix))]
#[path = "../tests/unit/module_build.rs"]
mod tests;
