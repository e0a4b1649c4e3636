//! The console on a thread of its own: the player is ticked when it wants to be, and what it wants of the world is done.
//!
//! ```text
//! window                                        console's thread
//!   Command  ─────── channel ───────────────────> tick(time, commands) ──> outputs
//!   Picture  <────── a lock, held for moments ──┤  samples ──> speaker        files ──> files.rs        jobs ──> jobs.rs
//!   Wake     <────── the event loop's proxy ────┘
//! ```
//!
//! A cart that hangs holds none of these locks, so the window stays alive: [`ConsoleThread::silence`] tells how long a tick has been
//! running. A thread cannot be stopped from outside; one that is dropped is told to end after its tick, and one that never ends is
//! left behind. At most one is: instead of a second one the whole program restarts (restart.rs).

use crate::files::Files;
use crate::jobs::Jobs;
use crate::library::Library;
use crate::lock;
use crate::sound::{Levels, Speaker};
use crate::terminal;
use crate::wake::{Wake, Waker};
use player::{Command, Output, Picture, Player, Start};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};
use timeline::Recording;
use tool::harmless_bytes;

/// How long a player that wants nothing is left alone.
const IDLE: Duration = Duration::from_secs(1);

struct Shared {
    picture: Mutex<Option<Arc<Picture>>>,
    /// Since when a tick has been running, in milliseconds from `born`, plus 1; 0 outside of ticks.
    busy: AtomicU64,
    gone: AtomicBool,
    born: Instant,
    intervals: Mutex<Vec<Duration>>,
    /// Every input before its frame is run: what is left of a run that hangs.
    heard: Mutex<Recording>,
    /// What a console begins with that takes the place of this one.
    again: Mutex<Start>,
}

impl Shared {
    fn millis(&self) -> u64 {
        self.born.elapsed().as_millis() as u64
    }
}

/// Tells the console that runs now something, from any thread.
#[derive(Clone, Default)]
pub struct Link(Arc<Mutex<Option<Sender<Command>>>>);

impl Link {
    /// Tells it; one that has ended hears nothing.
    pub fn tell(&self, command: Command) {
        if let Some(console) = &*lock(&self.0) {
            _ = console.send(command);
        }
    }
}

/// What a console needs of its host.
#[derive(Clone)]
pub struct Host {
    pub link: Link,
    pub speaker: Speaker,
    /// How loud, and how far from the ear.
    pub levels: Arc<Levels>,
    /// Where files are written and read.
    pub files: Files,
    /// Where folders of carts are.
    pub library: Library,
    pub waker: Waker,
    /// Bytes of `serial` go to the standard output as they are.
    pub raw_serial: bool,
}

pub struct ConsoleThread {
    shared: Arc<Shared>,
}

impl ConsoleThread {
    /// Starts one; whatever was started before is not heard any more.
    pub fn start(start: Start, host: Host) -> ConsoleThread {
        let (commands, inbox) = channel();
        let shared = Arc::new(Shared {
            picture: Mutex::default(),
            busy: AtomicU64::new(0),
            gone: AtomicBool::new(false),
            born: Instant::now(),
            intervals: Mutex::default(),
            heard: Mutex::default(),
            again: Mutex::new(start.clone()),
        });
        *lock(&host.link.0) = Some(commands.clone());
        let files = host.files.begin(commands.clone());
        let thread = Thread {
            player: Player::new(start),
            inbox,
            outbox: commands,
            shared: shared.clone(),
            host: Host { files, ..host },
            jobs: Jobs::default(),
            last_frame: None,
            latency: None,
            changes: 0,
        };
        std::thread::spawn(move || thread.run());
        ConsoleThread { shared }
    }

    /// What knows whether its thread has ended.
    pub fn life(&self) -> Life {
        Life(Arc::downgrade(&self.shared))
    }

    /// The newest picture; none until the first.
    pub fn picture(&self) -> Option<Arc<Picture>> {
        lock(&self.shared.picture).clone()
    }

    /// When the tick began that is running, by a clock of its own; none outside of ticks.
    pub fn busy_since(&self) -> Option<u64> {
        Some(self.shared.busy.load(Ordering::Acquire)).filter(|since| *since > 0)
    }

    /// How long a tick has been running.
    pub fn silence(&self) -> Duration {
        match self.shared.busy.load(Ordering::Acquire) {
            0 => Duration::ZERO,
            since => Duration::from_millis(self.shared.millis().saturating_sub(since - 1)),
        }
    }

    /// What the cart was told until now, the frame that hangs included, without digests.
    pub fn heard(&self) -> Recording {
        lock(&self.shared.heard).clone()
    }

    /// Is there a moment before the frame that runs?
    pub fn has_past(&self) -> bool {
        lock(&self.shared.heard).frames() > 0
    }

    /// What a console begins with that takes the place of this one.
    pub fn again(&self) -> Start {
        lock(&self.shared.again).clone()
    }

    /// Times between frames since the last call.
    pub fn intervals(&self) -> Vec<Duration> {
        std::mem::take(&mut lock(&self.shared.intervals))
    }
}

/// Knows whether the thread of a console that was dropped has ended.
pub struct Life(Weak<Shared>);

impl Life {
    /// Does it still run?
    pub fn lasts(&self) -> bool {
        self.0.strong_count() > 0
    }
}

impl Drop for ConsoleThread {
    fn drop(&mut self) {
        self.shared.gone.store(true, Ordering::Release);
    }
}

struct Thread {
    player: Player,
    inbox: Receiver<Command>,
    outbox: Sender<Command>,
    shared: Arc<Shared>,
    host: Host,
    jobs: Jobs,
    last_frame: Option<Instant>,
    latency: Option<u32>,
    changes: u64,
}

impl Thread {
    fn run(mut self) {
        let mut commands = Vec::new();
        loop {
            let latency = self.host.levels.heard();
            if std::mem::replace(&mut self.latency, latency) != latency {
                commands.push(Command::Sound(latency));
            }
            let now = self.shared.born.elapsed();
            self.shared.busy.store(self.shared.millis() + 1, Ordering::Release);
            let outputs = self.player.tick(now, commands.drain(..));
            self.shared.busy.store(0, Ordering::Release);
            if self.shared.gone.load(Ordering::Acquire) {
                return;
            }
            let took = self.shared.born.elapsed().saturating_sub(now);
            commands.push(Command::Took(took.as_micros().try_into().unwrap_or(u32::MAX)));
            for output in outputs {
                if self.perform(output) {
                    return;
                }
            }
            if std::mem::replace(&mut self.changes, self.player.changes()) != self.player.changes() {
                *lock(&self.shared.again) = self.player.start_again();
            }
            let next =
                self.player.next().map_or(IDLE, |next| next.saturating_sub(self.shared.born.elapsed()));
            match self.inbox.recv_timeout(next) {
                Ok(command) => commands.push(command),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            commands.extend(self.inbox.try_iter());
        }
    }

    /// Does what the player wants; true after the last.
    fn perform(&mut self, output: Output) -> bool {
        let Host { speaker, files, library, waker, levels, .. } = &self.host;
        match output {
            Output::Picture(picture) => {
                if !picture.playing {
                    self.last_frame = None;
                }
                *lock(&self.shared.picture) = Some(Arc::new(picture));
                waker.wake(Wake::Picture);
            }
            Output::Samples(samples) => speaker.push(&samples),
            Output::Silence => speaker.rest(),
            Output::Log(line) => terminal::log(&line),
            Output::Print(text) => terminal::print(&(text + "\n")),
            Output::Stdout(bytes) if self.host.raw_serial => terminal::print_raw(&bytes),
            Output::Stdout(bytes) => terminal::print(&harmless_bytes(&bytes)),
            Output::Title(title) => waker.wake(Wake::Title(title)),
            Output::Frame(input) => {
                lock(&self.shared.heard).push(&input);
                let now = Instant::now();
                if let Some(before) = self.last_frame.replace(now) {
                    lock(&self.shared.intervals).push(now - before);
                }
            }
            Output::Past(recording) => *lock(&self.shared.heard) = *recording,
            Output::Cart { key, name, title, folder, rom } => {
                let shelf = self.player.cart().is_shelf();
                files.playing(key, shelf);
                library.open(shelf);
                waker.wake(Wake::Cart { name, title, folder, rom });
            }
            Output::Settings(settings) => {
                levels.set_volume(loudness(&settings));
                waker.wake(Wake::Settings(settings.clone()));
                library.set(settings.folders.clone());
                files.perform(Output::Settings(settings));
            }
            Output::ReadCart(name) => library.read(name),
            Output::Job(id, job) => {
                let outbox = self.outbox.clone();
                self.jobs.start(id, job, move |command| drop(outbox.send(command)));
            }
            Output::StopJob(id) => self.jobs.stop(id),
            Output::Quit => {
                waker.wake(Wake::Quit);
                return true;
            }
            file => files.perform(file),
        }
        false
    }
}

/// How loud these settings are, 0 to 1. Steps are squared: an ear hears ratios.
pub fn loudness(settings: &studio::Settings) -> f32 {
    let part = f32::from(settings.volume) / f32::from(studio::VOLUME_MAX);
    if settings.mute { 0.0 } else { part * part }
}
