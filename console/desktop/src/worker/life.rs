//! The worker's own side: one loop that hears orders, lives the frames that are due, and shows what came of them.
//!
//! ```text
//! loop ── next order, or the moment when a frame is due ──> order: play, hold, step, debugger ...
//!      └─ due: hands ── live ──> effects told, run noted down, samples to the speaker ── show ──> glass
//! begin: a new run, or a kept one lived again up to where it was left
//! ```
//!
//! What it does not do: time that goes another way, in `time.rs`; slots, in `slots.rs`; the debugger, in `desk.rs`.

use super::desk::Desk;
use super::time::Time;
use super::{News, Order, Shared, Start, with_data};
use crate::debug::Press;
use crate::hands::Hands;
use crate::keeper::Diary;
use crate::lock;
use crate::pace::Pace;
use crate::sound::Speaker;
use rasher::memory::reg;
use rasher::{Console, Effect, Event, Input, Program, Rom};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use studio::debug::{Ask, Costs, Wish};
use studio::{Meters, Progress};
use timeline::{Crash, Kept, Recording, Resume, ResumeReport, Run};

/// Time between two pictures of a run on its way back: it is seen as a film in time lapse.
const SHOWN: Duration = Duration::from_millis(33);

/// The worker's side.
pub(super) struct Life {
    pub(super) shared: Arc<Shared>,
    pub(super) hands: Arc<Mutex<Hands>>,
    pub(super) inbox: Receiver<Order>,
    pub(super) outbox: Sender<News>,
    pub(super) wake: Box<dyn Fn() + Send>,
    pub(super) left: Option<u64>,
    pub(super) speaker: Speaker,
    pub(super) diary: Option<Diary>,
    /// An order that was taken out and not yet carried out.
    pub(super) kept: Option<Order>,
    pub(super) desk: Option<Desk>,
    /// Branches and frames in which a run was over, or began: what is kept on the disk follows them.
    pub(super) turns: Vec<(u32, u64, bool)>,
    /// How long the frames took.
    pub(super) costs: Costs,
    /// The program in its first state: a slot is lived from there.
    pub(super) fresh: Box<dyn Program>,
    pub(super) time: Time,
}

impl Life {
    /// A life that has not begun. It hears orders and tells news by these channels.
    pub(super) fn new(
        start: &mut Start,
        shared: Arc<Shared>,
        hands: Arc<Mutex<Hands>>,
        (inbox, outbox): (Receiver<Order>, Sender<News>),
        wake: impl Fn() + Send + 'static,
    ) -> Life {
        Life {
            shared,
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
            fresh: start.program.clone(),
            costs: Costs::default(),
            time: Time::default(),
        }
    }

    pub(super) fn run(&mut self, start: Start) {
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
            let wait = match playing {
                true => pace.next().saturating_sub(self.now()),
                false => self.patience(),
            };
            match self.next(wait) {
                Ok(Order::Play) => {
                    self.close(&mut run);
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
                Ok(Order::Film(animated)) => self.hand_out(&run, Wish::Movie(animated)),
                Ok(order @ (Order::Found(_) | Order::Parted(..) | Order::Work(_))) => {
                    self.answered(&mut run, order);
                }
                Ok(Order::Keep(number)) => self.keep_slot(&run, number),
                Ok(Order::Load(slot)) => self.load_slot(&mut run, &slot),
                Err(RecvTimeoutError::Timeout) if !playing => self.idle(&mut run),
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
            let (mut shown, fps) = (false, run.console().fps());
            for _ in 0..pace.due(self.now()) {
                if self.left == Some(0) {
                    playing = false;
                    self.tell(News::Ended);
                    break;
                }
                playing = self.tick(&mut run);
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
            // A program settles its rate when its `_init` is over, which may be some frames later.
            if fps != run.console().fps() {
                pace = Pace::new(run.console().fps(), self.now());
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

    /// Lives one frame. None after a panic; else whether play goes on by itself.
    pub(super) fn live(&mut self, run: &mut Run, input: &Input) -> Option<bool> {
        lock(&self.shared.heard).push(input);
        let since = Instant::now();
        let Some(effects) = self.inside(|| run.frame(input)) else {
            self.note(run, true);
            return None;
        };
        self.costs.note(run.now(), since.elapsed().as_micros().try_into().unwrap_or(u32::MAX));
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
    pub(super) fn note(&mut self, run: &Run, now: bool) {
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
    pub(super) fn go_back(&mut self, program: Box<dyn Program>, newest: &Rom, kept: &Kept) -> Option<Run> {
        let lived = self.relive(program, with_data(newest, kept), &kept.recording);
        let (run, told) = lived.map_err(|crash| self.tell(News::Crashed(crash))).ok()??;
        self.catch_up(&run, newest);
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

    /// Lives a recording, and shows how far it is. None when nobody waits any more.
    pub(super) fn relive(
        &mut self,
        program: Box<dyn Program>,
        rom: Arc<Rom>,
        recording: &Recording,
    ) -> Result<Option<(Run, ResumeReport)>, Crash> {
        let mut resume = self.busy(|| Resume::start(recording, program, rom))?;
        let (all, mut shown) = (recording.frames(), Instant::now());
        while self.busy(|| resume.frame())? {
            if self.shared.gone.load(Ordering::Acquire) {
                return Ok(None);
            }
            if shown.elapsed() > SHOWN {
                shown = Instant::now();
                let console = resume.run().console();
                lock(&self.shared.glass).back =
                    Some(Progress { done: resume.now(), all, fps: console.fps() });
                self.show(console);
            }
        }
        lock(&self.shared.glass).back = None;
        Ok(Some(resume.end()))
    }

    /// Runs the cart, while the watchdog looks at the clock; a panic is told.
    pub(super) fn inside<T>(&mut self, work: impl FnOnce() -> Result<T, Crash>) -> Option<T> {
        self.busy(work).map_err(|crash| self.tell(News::Crashed(crash))).ok()
    }

    /// Runs the cart, while the watchdog looks at the clock.
    fn busy<T>(&self, work: impl FnOnce() -> T) -> T {
        self.shared.busy.store(self.shared.millis() + 1, Ordering::Release);
        let outcome = work();
        self.shared.busy.store(0, Ordering::Release);
        outcome
    }

    pub(super) fn show(&self, console: &Console) {
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
        glass.mark = self.time.mark();
        drop(glass);
        (self.wake)();
    }

    pub(super) fn tell(&self, news: News) {
        // The window may be gone; then nobody needs to know.
        let _ = self.outbox.send(news);
        (self.wake)();
    }

    /// The run goes on from where it stands, which is another moment than the last one that was lived. `newest`: the cart's
    /// data as they were until now; what was saved since that moment is in use on.
    pub(super) fn settle(&mut self, run: &Run, newest: &Rom) {
        *lock(&self.shared.heard) = run.branch().past.cut(run.now()).recording().clone();
        self.catch_up(run, newest);
        let over = self.is_over(run);
        if let Some(diary) = &mut self.diary {
            diary.is_over(over);
        }
    }

    /// Takes up data files that differ from those that the run stands on, as if they had just been saved.
    fn catch_up(&self, run: &Run, newest: &Rom) {
        let patches = format::patches(run.console().machine().rom(), newest);
        if !patches.is_empty() {
            lock(&self.hands).event(Event::Data(patches));
        }
    }

    /// Was the run over at the moment where it stands?
    pub(super) fn is_over(&self, run: &Run) -> bool {
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

    pub(super) fn now(&self) -> Duration {
        self.shared.born.elapsed()
    }
}
