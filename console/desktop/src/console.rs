//! The console's thread: ticks the player when it is due, and performs its requests.
//!
//! ```text
//! window                                          console's thread
//!   HostEvent  ─────── channel ───────────────────> tick(time, events) ──> TickOutput
//!   Picture    <────── a lock, held for moments ──┤  samples ──> speaker        requests ──> requests.rs ──> files.rs, jobs.rs
//!   Wake       <────── the event loop's proxy ────┘
//! ```
//!
//! A cart that hangs has none of these locks, so the window keeps working and sees how long the tick has been running.
//! A thread cannot be stopped from outside: one that is dropped ends after its tick, one that never ends is abandoned.

use crate::files::FileQueue;
use crate::jobs::Jobs;
use crate::library::LibraryQueue;
use crate::lock;
use crate::sound::{Levels, Speaker};
use crate::terminal;
use crate::wake::{Wake, Waker};
use player::{FramePicture, HostEvent, Player, PlayerStart, PrintedText, Request, RequestId, TickOutput};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use timeline::Recording;
use tool::escape_bytes;

/// Time between two ticks of a player that wants none.
const IDLE: Duration = Duration::from_secs(1);

pub struct Shared {
    picture: Mutex<Option<Arc<FramePicture>>>,
    /// When the current tick began, in milliseconds from `born`, plus 1; 0 between ticks.
    busy: AtomicU64,
    gone: AtomicBool,
    born: Instant,
    intervals: Mutex<Vec<Duration>>,
    /// Every input before its frame runs: what remains of a run that hangs. With the number of pasts that it replaced.
    inputs: Mutex<(u64, Recording)>,
    replacement: Mutex<PlayerStart>,
}

impl Shared {
    fn millis(&self) -> u64 {
        self.born.elapsed().as_millis() as u64
    }
}

#[derive(Clone, Default)]
pub struct Link(Arc<Mutex<Option<Sender<HostEvent>>>>);

impl Link {
    pub fn send(&self, event: HostEvent) {
        if let Some(console) = &*lock(&self.0) {
            // A console that has ended needs no events.
            _ = console.send(event);
        }
    }
}

/// The console that runs now.
#[derive(Clone, Default)]
pub struct CurrentConsole(Arc<Mutex<Option<Arc<Shared>>>>);

impl CurrentConsole {
    /// Its run's inputs so far, and what identifies the run: the console, and how often it has replaced its past.
    pub fn inputs<T>(&self, take: impl FnOnce((usize, u64), &Recording) -> T) -> Option<T> {
        let shared = lock(&self.0).clone()?;
        let inputs = lock(&shared.inputs);
        Some(take((Arc::as_ptr(&shared) as usize, inputs.0), &inputs.1))
    }
}

#[derive(Clone)]
pub struct ConsoleHost {
    pub link: Link,
    pub current: CurrentConsole,
    pub speaker: Speaker,
    pub levels: Arc<Levels>,
    pub files: FileQueue,
    pub library: LibraryQueue,
    pub waker: Waker,
    /// Whether bytes of `serial` go to the standard output as they are.
    pub raw_serial: bool,
}

pub struct ConsoleThread(pub Arc<Shared>);

impl ConsoleThread {
    /// Starts one. No older console is served any more.
    pub fn start(start: PlayerStart, host: ConsoleHost) -> ConsoleThread {
        let (outbox, inbox) = channel();
        let shared = Arc::new(Shared {
            picture: Mutex::default(),
            busy: AtomicU64::new(0),
            gone: AtomicBool::new(false),
            born: Instant::now(),
            intervals: Mutex::default(),
            inputs: Mutex::default(),
            replacement: Mutex::new(start.clone()),
        });
        *lock(&host.link.0) = Some(outbox.clone());
        *lock(&host.current.0) = Some(shared.clone());
        let files = host.files.for_console(outbox.clone());
        let thread = Thread {
            player: Player::new(start),
            inbox,
            outbox,
            shared: shared.clone(),
            host: ConsoleHost { files, ..host },
            jobs: Jobs::default(),
            last_frame: None,
            latency: None,
            changes: 0,
        };
        std::thread::spawn(move || thread.run());
        ConsoleThread(shared)
    }

    pub fn picture(&self) -> Option<Arc<FramePicture>> {
        lock(&self.0.picture).clone()
    }

    /// Identifies the current tick by its start; none between ticks.
    pub fn tick(&self) -> Option<u64> {
        Some(self.0.busy.load(Ordering::Acquire)).filter(|since| *since > 0)
    }

    pub fn tick_duration(&self) -> Duration {
        let since = |since: u64| Duration::from_millis(self.0.millis().saturating_sub(since - 1));
        self.tick().map_or(Duration::ZERO, since)
    }

    /// All inputs of the run up to the frame that may hang, without digests.
    pub fn inputs_so_far(&self) -> Recording {
        lock(&self.0.inputs).1.clone()
    }

    pub fn has_past(&self) -> bool {
        lock(&self.0.inputs).1.frames() > 0
    }

    pub fn replacement(&self) -> PlayerStart {
        lock(&self.0.replacement).clone()
    }

    pub fn intervals(&self) -> Vec<Duration> {
        std::mem::take(&mut lock(&self.0.intervals))
    }
}

impl Drop for ConsoleThread {
    fn drop(&mut self) {
        self.0.gone.store(true, Ordering::Release);
    }
}

pub struct Thread {
    pub player: Player,
    inbox: Receiver<HostEvent>,
    pub outbox: Sender<HostEvent>,
    shared: Arc<Shared>,
    pub host: ConsoleHost,
    pub jobs: Jobs,
    last_frame: Option<Instant>,
    latency: Option<u32>,
    changes: u64,
}

impl Thread {
    fn run(mut self) {
        let mut events = Vec::new();
        loop {
            let latency = self.host.levels.playing_latency();
            if std::mem::replace(&mut self.latency, latency) != latency {
                events.push(HostEvent::Latency(latency));
            }
            let now = self.shared.born.elapsed();
            self.shared.busy.store(self.shared.millis() + 1, Ordering::Release);
            let output = self.player.tick(now, events.drain(..));
            self.shared.busy.store(0, Ordering::Release);
            if self.shared.gone.load(Ordering::Acquire) {
                return;
            }
            let took = self.shared.born.elapsed().saturating_sub(now);
            events.push(HostEvent::Took(took.as_micros().try_into().unwrap_or(u32::MAX)));
            for (id, request) in self.present(output) {
                if self.perform(id, request) {
                    return;
                }
            }
            if std::mem::replace(&mut self.changes, self.player.changes()) != self.player.changes() {
                *lock(&self.shared.replacement) = self.player.start_again();
            }
            let next =
                self.player.next().map_or(IDLE, |next| next.saturating_sub(self.shared.born.elapsed()));
            match self.inbox.recv_timeout(next) {
                Ok(event) => events.push(event),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            events.extend(self.inbox.try_iter());
        }
    }

    fn present(&mut self, output: TickOutput) -> Vec<(RequestId, Request)> {
        let TickOutput { picture, samples, silence, log, printed, past, frame, requests } = output;
        let ConsoleHost { speaker, waker, raw_serial, .. } = &self.host;
        log.iter().for_each(|line| terminal::log(line));
        for PrintedText { bytes, is_serial } in printed {
            match is_serial && *raw_serial {
                true => terminal::print_raw(&bytes),
                false => terminal::print(&escape_bytes(&bytes)),
            }
        }
        if !samples.is_empty() {
            speaker.push(&samples);
        }
        if silence {
            speaker.rest();
        }
        if let Some(picture) = picture {
            if !picture.playing {
                self.last_frame = None;
            }
            *lock(&self.shared.picture) = Some(Arc::new(picture));
            waker.wake(Wake::Picture);
        }
        if let Some(past) = past {
            let mut inputs = lock(&self.shared.inputs);
            *inputs = (inputs.0 + 1, *past);
        }
        if let Some(input) = frame {
            lock(&self.shared.inputs).1.push(&input);
            let now = Instant::now();
            if let Some(before) = self.last_frame.replace(now) {
                lock(&self.shared.intervals).push(now - before);
            }
        }
        requests
    }
}

/// The volume of these settings, 0 to 1. Steps are squared, since loudness is a ratio.
pub fn loudness(settings: &studio::Settings) -> f32 {
    let part = f32::from(settings.volume) / f32::from(studio::VOLUME_MAX);
    if settings.mute { 0.0 } else { part * part }
}
