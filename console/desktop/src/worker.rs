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
//! A cart that hangs holds none of these locks, so the window stays alive: [`Worker::silence`] tells how long the
//! frame has been running. A thread cannot be stopped from outside; a worker that is dropped is told to end after its
//! frame, and one that never ends is left behind until the process ends.

use crate::debug::Press;
use crate::hands::Hands;
use crate::keeper::Diary;
use crate::lock;
use crate::pace::Pace;
use crate::sound::Speaker;
use rasher::memory::reg;
use rasher::{Boot, Console, DebugLine, Effect, Event, Input, MenuItem, PIXELS, Program, Rom};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use studio::debug::{Ask, Canvas, Debugger, Wish};
use studio::{Meters, Notice, Progress};
use timeline::{Again, Crash, Kept, Recording, Report, Run, Told};

/// Time between two pictures of a run on its way back: it is seen as a film in time lapse.
const SHOWN: Duration = Duration::from_millis(33);

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
    Back(Told),
    /// What the debugger wants of the window. After [`Wish::Live`] it is closed.
    Wish(Wish),
    /// The bug report that was asked for in the debugger, without settings.
    Report(Box<Report>),
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
        let shared = Arc::new(Shared {
            glass: Mutex::default(),
            busy: AtomicU64::new(0),
            gone: AtomicBool::new(false),
            born: Instant::now(),
            intervals: Mutex::default(),
            heard: Mutex::new(Recording::new(timeline::Start::of(&start.boot))),
        });
        let mut life = Life {
            shared: shared.clone(),
            hands,
            inbox,
            outbox,
            wake: Box::new(wake),
            left: start.frames,
            speaker: start.speaker.clone(),
            diary: start.diary.take(),
            kept: None,
            desk: None,
            turns: Vec::new(),
        };
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

/// The worker's side.
struct Life {
    shared: Arc<Shared>,
    hands: Arc<Mutex<Hands>>,
    inbox: Receiver<Order>,
    outbox: Sender<News>,
    wake: Box<dyn Fn() + Send>,
    left: Option<u64>,
    speaker: Speaker,
    diary: Option<Diary>,
    /// An order that was taken out and not yet carried out.
    kept: Option<Order>,
    desk: Option<Desk>,
    /// Branches and frames in which a run was over, or began: what is kept on the disk follows them.
    turns: Vec<(u32, u64, bool)>,
}

/// The debugger and its canvas.
struct Desk {
    debugger: Debugger,
    size: (i32, i32),
    /// Is the canvas older than the last ask?
    stale: bool,
    /// The cart's data as they stood when it was opened.
    rom: Arc<Rom>,
}

impl Life {
    fn run(&mut self, start: Start) {
        let Start { program, boot, again, .. } = start;
        let begun = match again {
            Some(kept) => self.go_back(program, &boot.rom, &kept),
            None => self.inside(|| Run::start(program, boot)),
        };
        let Some(mut run) = begun else { return };
        self.show(run.console());
        let mut playing = false;
        let mut pace = Pace::new(run.console().fps(), self.now());
        let mut last = None;
        loop {
            let stale = self.desk.as_ref().is_some_and(|desk| desk.stale);
            let wait = match playing {
                true => pace.next().saturating_sub(self.now()),
                // The debugger is drawn once all that waits is done: a key that is held is never behind.
                false if stale => Duration::ZERO,
                false => Duration::from_secs(1),
            };
            match self.next(wait) {
                Ok(Order::Play) => {
                    self.close(&run);
                    playing = true;
                    last = None;
                    pace = Pace::new(run.console().fps(), self.now());
                }
                Ok(Order::Hold) => {
                    playing = false;
                    self.note(&run, true);
                }
                Ok(Order::Note) => {
                    self.note(&run, true);
                    self.tell(News::Noted);
                }
                Ok(Order::Step(events)) => {
                    let input = Input { events, ..Input::default() };
                    if self.live(&mut run, &input).is_some() {
                        self.tell(News::Stepped { keep: run.console().keeps_menu_open() });
                    }
                    self.show(run.console());
                }
                Ok(Order::Tell) => self.tell(News::Recording(Box::new(run.recording()))),
                Ok(Order::Debug { width, height, frame }) => {
                    playing = false;
                    self.note(&run, true);
                    self.open(&mut run, (width, height), frame);
                }
                Ok(Order::DebugSize { width, height }) => {
                    if let Some(desk) = &mut self.desk {
                        (desk.size, desk.stale) = ((width, height), true);
                    }
                }
                Ok(Order::Press(press)) => self.pressed(&mut run, press),
                Ok(Order::DebugTell(notice)) => {
                    if let Some(desk) = &mut self.desk {
                        desk.debugger.tell(notice.text, notice.bad);
                        desk.stale = true;
                    }
                }
                Err(RecvTimeoutError::Timeout) if stale => self.sketch(&mut run),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            if self.shared.gone.load(Ordering::Acquire) {
                return;
            }
            if !playing {
                self.speaker.rest();
                continue;
            }
            let mut shown = false;
            for _ in 0..pace.due(self.now()) {
                if self.left == Some(0) {
                    playing = false;
                    self.tell(News::Ended);
                    break;
                }
                let input = lock(&self.hands).take();
                playing = self.live(&mut run, &input).is_some_and(|goes_on| goes_on);
                self.speaker.push(run.console().machine().samples());
                self.left = self.left.map(|n| n - 1);
                shown = true;
                let now = Instant::now();
                if let Some(before) = last.replace(now) {
                    lock(&self.shared.intervals).push(now - before);
                }
                if !playing {
                    break;
                }
            }
            if shown {
                self.show(run.console());
            }
        }
    }

    /// The next order. Of a mouse that moves only the newest place counts.
    fn next(&mut self, wait: Duration) -> Result<Order, RecvTimeoutError> {
        let mut order = match self.kept.take() {
            Some(order) => order,
            None => self.inbox.recv_timeout(wait)?,
        };
        let pointed = |order: &Order| match order {
            Order::Press(Press { key: Some(Ask::Point(_, _, down)), .. }) => Some(*down),
            _ => None,
        };
        while let Some(down) = pointed(&order) {
            match self.inbox.try_recv() {
                Ok(next) if pointed(&next) == Some(down) => order = next,
                Ok(next) => {
                    self.kept = Some(next);
                    break;
                }
                Err(_) => break,
            }
        }
        Ok(order)
    }

    /// Opens the debugger.
    fn open(&mut self, run: &mut Run, size: (i32, i32), frame: Option<u64>) {
        let mut debugger = Debugger::new();
        let rom = run.console().machine().rom().clone();
        if let Some(crash) = run.branch().crash() {
            debugger.tell(format!("next: {crash}"), true);
        }
        if let Some(frame) = frame
            && let Err(crash) = run.goto(frame)
        {
            debugger.tell(crash.to_string(), true);
        }
        self.desk = Some(Desk { debugger, size, stale: true, rom });
    }

    /// A key for the debugger. It may take its time: nobody takes that for a cart that hangs.
    fn pressed(&mut self, run: &mut Run, press: Press) {
        let Some(desk) = &mut self.desk else { return };
        let asks = if desk.debugger.types() { press.line } else { press.key.into_iter().collect() };
        desk.stale |= !asks.is_empty();
        let wishes: Vec<Wish> = asks.into_iter().filter_map(|ask| desk.debugger.ask(run, ask)).collect();
        for wish in wishes {
            match wish {
                Wish::Live => self.close(run),
                Wish::Report => {
                    self.tell(News::Report(Box::new(tool::bug_report(run, String::new()))));
                    continue;
                }
                // The window keeps the picture on the glass.
                Wish::Picture => self.show(run.console()),
            }
            self.tell(News::Wish(wish));
        }
    }

    /// Draws the debugger.
    fn sketch(&mut self, run: &mut Run) {
        let Some(desk) = &mut self.desk else { return };
        let canvas = desk.debugger.draw(run, desk.size.0, desk.size.1);
        desk.stale = false;
        lock(&self.shared.glass).canvas = Some(Arc::new(canvas));
        self.show(run.console());
    }

    /// Closes the debugger: what is lived from here on goes on from the moment where the run stands.
    fn close(&mut self, run: &Run) {
        let Some(desk) = self.desk.take() else { return };
        lock(&self.shared.glass).canvas = None;
        self.show(run.console());
        *lock(&self.shared.heard) = run.branch().past.cut(run.now()).recording().clone();
        // Data files that were saved since that moment are in use on.
        let patches = format::patches(run.console().machine().rom(), &desk.rom);
        if !patches.is_empty() {
            lock(&self.hands).event(Event::Data(patches));
        }
        let over = self.is_over(run);
        if let Some(diary) = &mut self.diary {
            diary.is_over(over);
        }
    }

    /// Was the run over at the moment where it stands?
    fn is_over(&self, run: &Run) -> bool {
        let (mut branch, mut frame) = (run.branch().id, run.now());
        loop {
            if let Some((.., over)) = self.turns.iter().rev().find(|(b, f, _)| *b == branch && *f <= frame) {
                return *over;
            }
            match run.branches().iter().find(|b| b.id == branch).and_then(|b| b.parent) {
                Some(parent) => (branch, frame) = parent,
                None => return false,
            }
        }
    }

    /// Lives one frame. None after a panic; else whether play goes on by itself.
    fn live(&mut self, run: &mut Run, input: &Input) -> Option<bool> {
        lock(&self.shared.heard).push(input);
        let Some(effects) = self.inside(|| run.frame(input)) else {
            self.note(run, true);
            return None;
        };
        for effect in &effects {
            let over = match effect {
                Effect::RunOver => true,
                Effect::RunBegins => false,
                _ => continue,
            };
            self.turns.push((run.branch().id, run.now(), over));
            if let Some(diary) = &mut self.diary {
                if over { diary.over() } else { diary.begins() }
            }
        }
        self.note(run, false);
        let stops = |effect: &Effect| {
            matches!(effect, Effect::Pause | Effect::Reset | Effect::Load { .. } | Effect::Quit)
        };
        let goes_on = !effects.iter().any(stops);
        if !effects.is_empty() {
            self.tell(News::Effects(effects));
        }
        Some(goes_on)
    }

    /// Notes the run down, if it is time for it or shall be done now. What is only looked at in the debugger is not the run
    /// that is lived.
    fn note(&mut self, run: &Run, now: bool) {
        if self.desk.is_none()
            && run.is_settled()
            && let Some(diary) = &mut self.diary
        {
            diary.write(run, now);
        }
    }

    /// Lives a run again up to where it was left, with the program as it is now. Data files that differ from those the run
    /// stands on are taken up in its next frame, as if they had just been saved. None after a panic, or when nobody waits
    /// any more.
    fn go_back(&mut self, program: Box<dyn Program>, newest: &Rom, kept: &Kept) -> Option<Run> {
        let rom = with_data(newest, kept);
        let mut again = self.inside(|| Again::start(&kept.recording, program, rom))?;
        let (all, mut shown) = (kept.recording.frames(), Instant::now());
        while self.inside(|| again.frame())? {
            if self.shared.gone.load(Ordering::Acquire) {
                return None;
            }
            if shown.elapsed() > SHOWN {
                shown = Instant::now();
                let console = again.run().console();
                lock(&self.shared.glass).back = Some(Progress { done: again.now(), all, fps: console.fps() });
                self.show(console);
            }
        }
        lock(&self.shared.glass).back = None;
        let (run, told) = again.end();
        let patches = format::patches(run.console().machine().rom(), newest);
        if !patches.is_empty() {
            lock(&self.hands).event(Event::Data(patches));
        }
        *lock(&self.shared.heard) = run.branch().past.recording().clone();
        if told.over {
            self.turns.push((run.branch().id, run.now(), true));
            if let Some(diary) = &mut self.diary {
                diary.over();
            }
        }
        self.tell(News::Back(told));
        Some(run)
    }

    /// Runs the cart, while the watchdog looks at the clock.
    fn inside<T>(&mut self, work: impl FnOnce() -> Result<T, Crash>) -> Option<T> {
        self.shared.busy.store(self.shared.millis() + 1, Ordering::Release);
        let outcome = work();
        self.shared.busy.store(0, Ordering::Release);
        outcome.map_err(|crash| self.tell(News::Crashed(crash))).ok()
    }

    fn show(&self, console: &Console) {
        let machine = console.machine();
        let devkit = machine.memory().get(reg::DEVKIT);
        let mut glass = lock(&self.shared.glass);
        machine.picture(&mut glass.picture);
        glass.frame = machine.frame();
        glass.fps = console.fps();
        glass.wants_keyboard = machine.wants_keyboard();
        glass.locks_pointer = devkit & 5 == 5;
        glass.menu.clone_from(machine.menu_items());
        glass.debug = machine.debug_lines().to_vec();
        glass.meters = Meters::of(console);
        drop(glass);
        (self.wake)();
    }

    fn tell(&self, news: News) {
        // The window may be gone; then nobody needs to know.
        let _ = self.outbox.send(news);
        (self.wake)();
    }

    fn now(&self) -> Duration {
        self.shared.born.elapsed()
    }
}
