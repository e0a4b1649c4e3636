//! The console on a thread of its own: it lives frames at its own pace, and the window only looks on.
//!
//! ```text
//! window                                    worker
//!   Hands  ─────── a lock, held for moments ──> take() one frame's input
//!   Order  ─────── channel ───────────────────> play, hold, live one frame, walk the run
//!   Glass  <────── a lock, held for moments ─── newest picture and what the window must know
//!   News   <────── channel, then a wake-up ──── effects, a panic, the end
//! ```
//!
//! This file is the window's side; `life.rs` is the worker's, `time.rs` what the player does with time, `slots.rs` save slots,
//! `desk.rs` the debugger.
//!
//! A cart that hangs holds none of these locks, so the window stays alive: [`Worker::silence`] tells how long the
//! frame has been running. A thread cannot be stopped from outside; a worker that is dropped is told to end after its
//! frame, and one that never ends is left behind until the process ends.

mod desk;
mod life;
mod slots;
#[cfg(test)]
mod tests;
mod time;

use crate::debug::Press;
use crate::hands::Hands;
use crate::keeper::Diary;
use crate::lock;
use crate::sound::Speaker;
use life::Life;
use rasher::{Boot, DebugLine, Effect, Event, MenuItem, PIXELS, Program, Rom};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use studio::debug::{Canvas, Search, Wish};
use studio::{Mark, Meters, Notice, Progress, Working};
use timeline::{Branch, Comparison, Crash, Found, Kept, Recording, Report, ResumeReport, Slot};

/// Frames that are worth a question, or a slot by themselves: two seconds at 60 a second.
pub const WORTH: u64 = 120;

/// What the window tells the worker.
#[derive(Debug)]
pub enum Order {
    /// Live frames from now on.
    Play,
    /// Stand still.
    Hold,
    /// Live one frame without buttons: a menu choice, while the menu is open.
    Step(Vec<Event>),
    /// Send the recording.
    Tell,
    /// Note what is new in the diary, and say so.
    Note,
    /// Open the debugger on a canvas of that size, at a frame if one is named; play stops.
    Debug {
        /// Pixels in a row.
        width: i32,
        /// Rows.
        height: i32,
        /// The frame; where the run stands if none.
        frame: Option<u64>,
    },
    /// The debugger's canvas has another size.
    DebugSize {
        /// Pixels in a row.
        width: i32,
        /// Rows.
        height: i32,
    },
    /// A key or the mouse goes to the debugger.
    Press(Press),
    /// The debugger says something.
    DebugTell(Notice),
    /// Make a save slot of this moment, for that number from 0.
    Keep(usize),
    /// Go to the moment of a save slot.
    Load(Arc<Slot>),
    /// Hand out the past for a film of its last seconds, an animated PNG or a GIF.
    Film(bool),
    /// What a search of the debugger's came to.
    Found(Box<(Search, Found)>),
    /// Where the run parts from the recording in that file.
    Parted(String, Box<Comparison>),
    /// How far the work beside the debugger is.
    Work(Option<Working>),
}

/// Work that needs the past and no worker.
#[derive(Debug)]
pub struct Task {
    /// What it is: a film, a search, a comparison.
    pub wish: Wish,
    /// The branch that is walked or played.
    pub branch: Branch,
    /// Where in it the run stands.
    pub now: u64,
    /// Frames a second.
    pub fps: u8,
}

/// What the worker tells the window.
#[derive(Debug)]
pub enum News {
    /// What the newest frames ask of the world.
    Effects(Vec<Effect>),
    /// The frame of a menu choice was lived: does the cart want the menu to stay?
    Stepped {
        /// The menu stays open.
        keep: bool,
    },
    /// The cart panicked; the console stands as it was before that frame, and holds.
    Crashed(Crash),
    /// As many frames were lived as were asked for.
    Ended,
    /// The run so far, asked for by [`Order::Tell`].
    Recording(Box<Recording>),
    /// The diary is up to date, asked for by [`Order::Note`].
    Noted,
    /// The run that was left stands where it was; play may go on.
    Back(ResumeReport),
    /// What the debugger wants of the window. After [`Wish::Live`] it is closed.
    Wish(Wish),
    /// The bug report that was asked for in the debugger; the settings are the window's to add.
    Report(Box<Report>),
    /// Work for the window to have done.
    Task(Box<Task>),
    /// The cart allows none of these [`rasher::ability`].
    Forbidden(u8),
    /// The moment that [`Order::Keep`] asked for.
    Kept(usize, Box<Slot>),
    /// The run stands where the slot was saved, or where it stood, with the reason.
    Loaded(Result<(), String>),
}

/// What there is to see, and what the window must know about the machine.
#[derive(Clone)]
pub struct Glass {
    /// Indices into the machine's 32 colours.
    pub picture: Box<[u8; PIXELS]>,
    /// Frames lived.
    pub frame: u64,
    /// Frames a second.
    pub fps: u8,
    /// F5 and F6 belong to the cart.
    pub wants_keyboard: bool,
    /// The cart asks to lock the pointer (0x5f2d bits 0 and 2).
    pub locks_pointer: bool,
    /// The cart's items of the pause menu.
    pub menu: [Option<MenuItem>; 5],
    /// What the cart showed with `debug`.
    pub debug: Vec<DebugLine>,
    /// A run is on its way back to where it was left.
    pub back: Option<Progress>,
    /// What its pictures cost.
    pub meters: Meters,
    /// The debugger, while it is open.
    pub canvas: Option<Arc<Canvas>>,
    /// Time does not go as the clock does.
    pub mark: Option<Mark>,
}

impl Default for Glass {
    fn default() -> Self {
        Glass {
            picture: Box::new([0; PIXELS]),
            frame: 0,
            fps: 30,
            wants_keyboard: false,
            locks_pointer: false,
            menu: [const { None }; 5],
            debug: Vec::new(),
            back: None,
            meters: Meters::default(),
            canvas: None,
            mark: None,
        }
    }
}

/// What a worker begins with.
pub struct Start {
    /// The program in its first state.
    pub program: Box<dyn Program>,
    /// Data, seed, date, saved cart data.
    pub boot: Boot,
    /// Hold after so many frames and say so.
    pub frames: Option<u64>,
    /// Where the frames' samples go.
    pub speaker: Speaker,
    /// Where the run is noted down.
    pub diary: Option<Diary>,
    /// The run that is taken up again.
    pub again: Option<Box<Kept>>,
}

/// The cart's ROM with the data that a kept run started with.
pub fn with_data(rom: &Rom, kept: &Kept) -> Arc<Rom> {
    Arc::new(Rom { name: rom.name.clone(), version: rom.version, data: kept.rom.clone() })
}

struct Shared {
    glass: Mutex<Glass>,
    /// Since when the worker has been inside the cart, in milliseconds from `born`, plus 1; 0 outside.
    busy: AtomicU64,
    gone: AtomicBool,
    born: Instant,
    intervals: Mutex<Vec<Duration>>,
    /// Every input before its frame is lived: what is left of a run that hangs.
    heard: Mutex<Recording>,
}

impl Shared {
    fn new(heard: Recording) -> Shared {
        Shared {
            glass: Mutex::default(),
            busy: AtomicU64::new(0),
            gone: AtomicBool::new(false),
            born: Instant::now(),
            intervals: Mutex::default(),
            heard: Mutex::new(heard),
        }
    }

    fn millis(&self) -> u64 {
        self.born.elapsed().as_millis() as u64
    }
}

/// A console that runs.
pub struct Worker {
    orders: Sender<Order>,
    news: Receiver<News>,
    shared: Arc<Shared>,
}

impl Worker {
    /// Starts a console. `wake` is called after each frame that has something to show or to tell.
    pub fn start(mut start: Start, hands: Arc<Mutex<Hands>>, wake: impl Fn() + Send + 'static) -> Worker {
        let (orders, inbox) = channel();
        let (outbox, news) = channel();
        let shared = Arc::new(Shared::new(Recording::new(timeline::Start::of(&start.boot))));
        let mut life = Life::new(&mut start, shared.clone(), hands, (inbox, outbox), wake);
        std::thread::spawn(move || life.run(start));
        Worker { orders, news, shared }
    }

    /// Tells the worker something. False when it has ended and hears nothing.
    pub fn order(&self, order: Order) -> bool {
        self.orders.send(order).is_ok()
    }

    /// The next thing that the worker told, if there is one.
    pub fn news(&self) -> Option<News> {
        self.news.try_recv().ok()
    }

    /// The next thing that the worker tells until a moment.
    pub fn news_until(&self, until: Instant) -> Option<News> {
        self.news.recv_timeout(until.saturating_duration_since(Instant::now())).ok()
    }

    /// The newest picture and facts.
    pub fn glass(&self) -> Glass {
        lock(&self.shared.glass).clone()
    }

    /// How long the cart has been running without coming back.
    pub fn silence(&self) -> Duration {
        match self.shared.busy.load(Ordering::Acquire) {
            0 => Duration::ZERO,
            since => Duration::from_millis(self.shared.millis().saturating_sub(since - 1)),
        }
    }

    /// The run's recording, with its digests. When the cart does not come back within `patience`: what it was told so
    /// far, the frame that hangs included. The worker must be holding; other news that wait are dropped.
    pub fn recording(&self, patience: Duration) -> Recording {
        self.order(Order::Tell);
        let until = Instant::now() + patience;
        while let Ok(news) = self.news.recv_timeout(until.saturating_duration_since(Instant::now())) {
            if let News::Recording(recording) = news {
                return *recording;
            }
        }
        lock(&self.shared.heard).clone()
    }

    /// Times between frames since the last call.
    pub fn intervals(&self) -> Vec<Duration> {
        std::mem::take(&mut lock(&self.shared.intervals))
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.shared.gone.store(true, Ordering::Release);
    }
}
