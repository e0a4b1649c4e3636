//! The console on a thread of its own: the player is ticked when it wants to be, and its requests are done.
//!
//! ```text
//! window                                          console's thread
//!   HostEvent  ─────── channel ───────────────────> tick(time, events) ──> TickOutput
//!   Picture    <────── a lock, held for moments ──┤  samples ──> speaker        requests ──> requests.rs ──> files.rs, jobs.rs
//!   Wake       <────── the event loop's proxy ────┘
//! ```
//!
//! A cart that hangs holds none of these locks, so the window stays alive: [`ConsoleThread::silence`] tells how long a tick has been
//! running. A thread cannot be stopped from outside; one that is dropped is told to end after its tick, and one that never ends is
//! left behind. At most one is: instead of a second one the whole program restarts (restart.rs).

use crate::files::FileQueue;
use crate::jobs::Jobs;
use crate::library::Library;
use crate::lock;
use crate::sound::{Levels, Speaker};
use crate::terminal;
use crate::wake::{Wake, Waker};
use player::{HostEvent, Picture, Player, PlayerStart, Printed, Request, RequestId, TickOutput};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};
use timeline::Recording;
use tool::escape_bytes;

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
    again: Mutex<PlayerStart>,
}

impl Shared {
    fn millis(&self) -> u64 {
        self.born.elapsed().as_millis() as u64
    }
}

/// Sends events to the console that runs now, from any thread.
#[derive(Clone, Default)]
pub struct Link(Arc<Mutex<Option<Sender<HostEvent>>>>);

impl Link {
    /// A console that has ended needs no events.
    pub fn send(&self, event: HostEvent) {
        if let Some(console) = &*lock(&self.0) {
            _ = console.send(event);
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
    pub files: FileQueue,
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
    /// Starts one; whatever was started before is not served any more.
    pub fn start(start: PlayerStart, host: Host) -> ConsoleThread {
        let (outbox, inbox) = channel();
        let shared = Arc::new(Shared {
            picture: Mutex::default(),
            busy: AtomicU64::new(0),
            gone: AtomicBool::new(false),
            born: Instant::now(),
            intervals: Mutex::default(),
            heard: Mutex::default(),
            again: Mutex::new(start.clone()),
        });
        *lock(&host.link.0) = Some(outbox.clone());
        let files = host.files.for_console(outbox.clone());
        let thread = Thread {
            player: Player::new(start),
            inbox,
            outbox,
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
    pub fn again(&self) -> PlayerStart {
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

pub struct Thread {
    pub player: Player,
    inbox: Receiver<HostEvent>,
    pub outbox: Sender<HostEvent>,
    shared: Arc<Shared>,
    pub host: Host,
    pub jobs: Jobs,
    last_frame: Option<Instant>,
    latency: Option<u32>,
    changes: u64,
}

impl Thread {
    fn run(mut self) {
        let mut events = Vec::new();
        loop {
            let latency = self.host.levels.heard();
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
                *lock(&self.shared.again) = self.player.start_again();
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

    /// Shows, plays and notes what a tick gives; its requests are still to be done.
    fn present(&mut self, output: TickOutput) -> Vec<(RequestId, Request)> {
        let TickOutput { picture, samples, silence, log, printed, past, frame, requests } = output;
        let Host { speaker, waker, raw_serial, .. } = &self.host;
        log.iter().for_each(|line| terminal::log(line));
        for Printed { bytes, is_serial } in printed {
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
            *lock(&self.shared.heard) = *past;
        }
        if let Some(input) = frame {
            lock(&self.shared.heard).push(&input);
            let now = Instant::now();
            if let Some(before) = self.last_frame.replace(now) {
                lock(&self.shared.intervals).push(now - before);
            }
        }
        requests
    }
}

/// How loud these settings are, 0 to 1. Steps are squared: an ear hears ratios.
pub fn loudness(settings: &studio::Settings) -> f32 {
    let part = f32::from(settings.volume) / f32::from(studio::VOLUME_MAX);
    if settings.mute { 0.0 } else { part * part }
}
