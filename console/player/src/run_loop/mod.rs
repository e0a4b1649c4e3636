//! The run loop: what runs a cart's frames when they are due, and all that moves a run.
//!
//! ```text
//! mod.rs    what there is, and what each tick does      frames.rs  a frame is announced, run, heard; the ticks of the clock
//! past.rs   slots, kept runs, the way to another moment   debug.rs   the debugger's turn   preview.rs  data that change
//! stops.rs  breakpoints in play
//! ```
//!
//! ```text
//! tick  run_work   the frame (or start) that the tick before has announced: at most one frame of the cart in a tick
//!       ...        events of the host: play, hold, menu frame, debugger, slot
//!       plan       is a frame due? its input is taken and goes out; the next tick runs it
//!       step_long  a slice of what takes long: a past run again, the way to a slot's moment, the debugger
//! ```
//!
//! Since a frame is announced before it runs, a host knows what a cart was told that never comes back. What came of it is a
//! [`RunEvent`]. Time that goes another way (`time.rs`), a past on its way (`loading.rs`) and the debugger
//! (`debugger::DebugSession`) are values that know nothing of this one: here they are given their turn.

mod debug;
mod frames;
mod past;
mod preview;
mod stops;

pub(crate) use past::WORTH;

use crate::autosave::{Autosave, AutosaveChunk};
use crate::effort::Effort;
use crate::input::InputState;
use crate::instant_replay::{InstantReplay, ReplayTick};
use crate::library::Saves;
use crate::loading::{Loading, Resumed, Resuming};
use crate::pace::Pace;
use crate::protocol::{Request, RequestId, TickOutput};
use crate::tempo::Tempo;
use crate::time::TimeControl;
use debugger::DebugSession;
use debugger::{Costs, DebugRequest, Debugger};
use preview::Preview;
use rasher::{Boot, Bundle, BundledCart, Code, Console, Effect, Input, Program, Rom};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use stops::StopWatch;
use studio::Progress;
use timeline::{Build, Crash, KeptRun, LinePlace, Recording, ResumeReport, Run};

/// A run that is played, or is on its way to be.
#[derive(Debug, Default)]
pub(crate) struct RunLoop {
    pub input: InputState,
    pub out: TickOutput,
    last_request: RequestId,
    /// The debugger, while it is open.
    pub debug: Option<DebugSession>,
    /// How the debugger was set up when it was closed.
    pub last_debugger: Option<Debugger>,
    /// How long frames take.
    pub effort: Effort,
    /// Must the picture be drawn anew?
    pub stale: bool,
    pub run: Option<Box<Run>>,
    /// The run has not come through its `_init`: it has no frames, and its lines are there for the debugger.
    stopped: bool,
    time: TimeControl,
    autosave: Option<(String, Autosave)>,
    /// The cart stopped on the way to where its run was left: until a frame is played, the file of that run stays whole.
    stopped_short: bool,
    reloaded: Reloaded,
    origin: Origin,
    underway: Underway,
    pub clock: FrameClock,
    events: VecDeque<RunEvent>,
    costs: Costs,
    heard: Vec<i16>,
    /// Looks for breakpoints in what is played, while some are set.
    stop_watch: Option<StopWatch>,
}

/// What was saved since the run began, and is to become part of it.
#[derive(Debug, Default)]
struct Reloaded {
    /// Data that are newer than the run's: the next frame that is played begins with them.
    newest: Option<Arc<Rom>>,
    /// The cart's newest code, if it was saved since the run began, and its digest.
    code: Option<(Arc<Code>, u64)>,
    /// Other carts that were saved since then, as they are now.
    others: Vec<BundledCart>,
    preview: Option<Preview>,
}

/// What the run began with.
#[derive(Debug, Default)]
struct Origin {
    /// Saved cart data as they were when the run began.
    saves: Saves,
    /// The program in its first state: a slot is run from there.
    fresh: Option<Box<dyn Program>>,
    /// The carts that it may come to.
    bundle: Arc<Bundle>,
    /// Whose states are kept and taken; none without.
    build: Option<Build>,
}

/// Where the run is on its way to.
#[derive(Debug, Default)]
struct Underway {
    resuming: Option<Box<Resuming>>,
    loading: Option<Loading>,
    work: Option<Work>,
}

/// When frames are played.
#[derive(Debug, Default)]
pub(crate) struct FrameClock {
    /// Frames that are still to be run, if not for ever.
    pub left: Option<u64>,
    playing: bool,
    pace: Option<Pace>,
    /// Ticks of the clock that have not had their turn.
    owed: u32,
    /// Frames that this tick of the clock has still to run.
    burst: u8,
}

/// Something came of the run.
#[derive(Debug)]
pub(crate) enum RunEvent {
    /// A run stands at its first frame, or where it was left, and may be played.
    Begun(Option<ResumeReport>),
    /// What the newest frame asks of the world.
    Effects(Vec<Effect>),
    /// The frame of a menu choice was run: does the cart want the menu to stay?
    MenuFrame { keep: bool },
    /// The cart panicked; the console stands as it was before that frame, and holds.
    Crashed(Crash),
    /// The newest frame came to a line where the run is to stop; play holds.
    Stopped(LinePlace),
    /// The cart allows none of these [`rasher::ability`].
    Forbidden(u8),
    /// The run stands where the slot was saved, or where it stood, with the reason.
    Loaded(Result<(), String>),
}

/// What the next tick does with the cart before anything else.
#[derive(Clone, Debug)]
enum Work {
    Boot { program: Box<dyn Program>, boot: Box<Boot> },
    Resume(Box<Resumed>),
    Frame { input: Input, of: FrameOf },
}

/// Whom a frame is run for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FrameOf {
    Play(Tempo),
    /// A choice in the menu, which stays open or not.
    Menu,
    Debugger,
}

impl RunLoop {
    /// No run yet. With a build, runs and slots have states.
    pub fn new(build: Option<Build>) -> RunLoop {
        RunLoop { origin: Origin { build, ..Origin::default() }, ..RunLoop::default() }
    }

    /// Begins a run, or takes one up again; nothing of the one before is left. `autosave`: the cart's name, if its run is kept.
    pub fn begin(
        &mut self,
        program: Box<dyn Program>,
        boot: Boot,
        kept: Option<Box<KeptRun>>,
        autosave: Option<String>,
    ) {
        self.hold_still();
        (self.run, self.debug, self.underway.resuming, self.underway.loading) = (None, None, None, None);
        (self.reloaded.newest, self.reloaded.code, self.reloaded.preview) = (None, None, None);
        (self.stopped, self.stopped_short) = (false, false);
        (self.time, self.stale) = (TimeControl::default(), true);
        self.reloaded.others.clear();
        self.events.clear();
        self.costs = Costs::default();
        self.input.forget_events();
        self.origin.fresh = Some(program.clone());
        self.origin.bundle = boot.bundle.clone();
        let kept = kept.map(|mut kept| {
            let start = &mut kept.recording.start;
            start.bundle = crate::cartridge::gone_on(&start.bundle, &boot.bundle);
            kept
        });
        self.origin.saves = boot.saves.clone();
        self.set_past(Recording::new(timeline::Start::of(&boot)));
        // What is kept of a run that is taken up again holds the data that it stands on.
        let rom =
            kept.as_ref().map_or_else(|| boot.rom.clone(), |k| crate::cartridge::with_data(&boot.rom, k));
        self.autosave = autosave.map(|name| (name, Autosave::new(rom, self.origin.build)));
        self.underway.work = Some(match kept {
            None => Work::Boot { program, boot: Box::new(boot) },
            Some(kept) => Work::Resume(Box::new(Resumed::kept(program, boot.rom, &kept))),
        });
    }

    pub fn request(&mut self, request: Request) -> RequestId {
        let id = self.new_id();
        self.out.requests.push((id, request));
        id
    }

    /// An id that no other request has.
    pub fn new_id(&mut self) -> RequestId {
        self.last_request = self.last_request.wrapping_add(1);
        self.last_request
    }

    /// The frames that follow come after this recording. A frame that was announced is not run.
    fn set_past(&mut self, past: Recording) {
        (self.out.past, self.out.frame) = (Some(Box::new(past)), None);
    }

    fn send(&mut self, event: RunEvent) {
        self.events.push_back(event);
    }

    pub fn next_event(&mut self) -> Option<RunEvent> {
        self.events.pop_front()
    }

    /// The run, if one has begun.
    pub fn run(&self) -> Option<&Run> {
        self.run.as_deref().filter(|_| !self.stopped)
    }

    /// The console that is to be seen: that of a past on its way, or the run's.
    pub fn console(&self) -> Option<&Console> {
        let resuming = self.underway.resuming.as_ref().map(|resuming| resuming.run());
        resuming.or(self.run()).map(Run::console)
    }

    pub fn time(&self) -> &TimeControl {
        &self.time
    }

    /// Are frames run?
    pub fn is_playing(&self) -> bool {
        self.clock.playing
    }

    /// Is the cart to be run next, before anything else is heard?
    pub fn has_work(&self) -> bool {
        self.underway.work.is_some()
    }

    /// Is the run on its way to another moment?
    pub fn is_underway(&self) -> bool {
        self.underway.resuming.is_some()
            || self.underway.loading.is_some()
            || matches!(self.underway.work, Some(Work::Resume(_)))
    }

    /// How far a past is that is run again, once it takes a while.
    pub fn progress(&self, now: Duration) -> Option<Progress> {
        self.underway.resuming.as_ref().and_then(|resuming| resuming.progress(now))
    }

    /// Runs frames from now on.
    pub fn play(&mut self, now: Duration) {
        self.close_debugger();
        self.input.wait_for_release();
        (self.clock.playing, self.clock.pace, self.clock.owed) = (true, None, 0);
        self.autosave_page(now, false);
    }

    /// Stands still, and what is kept of the run is up to date.
    pub fn hold(&mut self, now: Duration) {
        self.hold_still();
        self.autosave_page(now, true);
    }

    fn hold_still(&mut self) {
        if std::mem::replace(&mut self.clock.playing, false) {
            self.flush();
        }
        (self.clock.owed, self.clock.burst) = (0, 0);
        self.out.silence = true;
    }

    /// When it is to be ticked again.
    pub fn next(&self) -> Option<Duration> {
        let busy =
            self.underway.work.is_some() || self.is_underway() || self.clock.owed > 0 || self.clock.burst > 0;
        let debug = self.debug.as_ref().and_then(DebugSession::next);
        let due = (self.clock.playing && self.run().is_some())
            .then(|| self.clock.pace.as_ref().map_or(Duration::ZERO, Pace::next));
        if busy { Some(Duration::ZERO) } else { debug.into_iter().chain(due).min() }
    }

    /// Is a picture of use now? Not between the frames of one tick of the clock.
    pub fn is_settled(&self) -> bool {
        self.underway.work.is_none() && self.clock.burst == 0
    }

    pub fn run_work(&mut self, now: Duration) {
        match self.underway.work.take() {
            None => {}
            Some(Work::Boot { program, boot }) => self.boot(program, *boot),
            Some(Work::Resume(resumed)) => self.begin_resume(*resumed, now),
            Some(Work::Frame { input, of }) => self.run_frame(&input, of, now),
        }
    }

    fn boot(&mut self, program: Box<dyn Program>, boot: Boot) {
        match Run::start(program.clone(), boot.clone()) {
            Ok(run) => {
                self.run = Some(Box::new(run));
                self.stale = true;
                self.send(RunEvent::Begun(None));
            }
            Err(crash) => {
                if !program.source().is_empty() {
                    self.run = Some(Box::new(Run::stopped(program, boot, crash.clone())));
                    self.stopped = true;
                }
                self.send(RunEvent::Crashed(crash));
            }
        }
    }

    /// What is new of the run goes out, if it is time for it or shall go now. What is only looked at in the debugger is not the run
    /// that is played.
    pub fn autosave_page(&mut self, now: Duration, force: bool) {
        // Nor is a moment on the way to another one.
        if self.debug.is_none()
            && !self.is_underway()
            && !(self.stopped || self.stopped_short)
            && let Some(run) = self.run.as_ref().filter(|run| run.is_settled())
            && let Some((_, autosave)) = &mut self.autosave
        {
            let page = autosave.page(run, now, force);
            self.tell_page(page);
        }
    }

    fn tell_page(&mut self, page: Option<AutosaveChunk>) {
        if let (Some(page), Some((name, _))) = (page, &self.autosave) {
            let name = name.clone();
            self.request(Request::Autosave(name, page));
        }
    }

    /// A slice of the end that is seen again.
    pub fn tick_replay(&mut self, replay: &mut InstantReplay, now: Duration) -> ReplayTick {
        let slice = self.effort.slice();
        let Some(run) = self.run() else { return ReplayTick::Over };
        match replay.tick(run, now, slice) {
            Ok(watched) => watched,
            // A program that is no value: there is no such past.
            Err(crash) => {
                self.out.log.push(crash.to_string());
                ReplayTick::Over
            }
        }
    }

    /// Does the cart allow that? If not it is said, once until something else is wanted.
    fn permits(&mut self, needs: u8) -> bool {
        let Some(run) = self.run.as_ref().filter(|_| !self.stopped) else { return false };
        let (allowed, said) = self.time.permits(run, needs);
        if said {
            self.send(RunEvent::Forbidden(needs));
        }
        allowed
    }

    /// Did the cart stop on the way to where its run was left, and has nothing been played since?
    pub fn is_stopped_short(&self) -> bool {
        self.stopped_short
    }

    /// Was the run over at the moment where it stands?
    pub fn is_over(&self) -> bool {
        self.run().is_some_and(Run::is_over)
    }

    /// A slice of what takes long; what the debugger wants.
    pub fn step_long(&mut self, now: Duration) -> Vec<DebugRequest> {
        match self.underway.work.is_some() {
            true => Vec::new(),
            false if self.is_underway() => {
                self.step_past(now);
                Vec::new()
            }
            false => self.step_debugger(now),
        }
    }

    /// The tick before took so long.
    pub fn took(&mut self, micros: u32) {
        if let Some((frame, micros)) = self.effort.took(micros) {
            self.costs.note(frame, micros);
            if let Some(debug) = &mut self.debug {
                debug.cost(&self.costs);
            }
        }
    }
}
