//! The run loop: runs a cart's frames when they are due, and moves the run to other frames.
//!
//! ```text
//! mod.rs    state, begin, play, stop                       frames.rs  announcing and running frames, clock ticks
//! past.rs   save slots, resumed runs, going to a frame     debug.rs   the debugger, breakpoints during play
//! preview.rs  changed data and code
//! ```
//!
//! ```text
//! tick  run_work   the frame (or start) that the previous tick announced: at most one frame of the cart per tick
//!       ...        events of the host: play, stop, menu frame, debugger, slot
//!       plan       is a frame due? it is announced with its input; the next tick runs it
//!       step_past  a slice of a replay or of the way to a slot's frame; if there is none, step_debugger
//! ```
//!
//! The results are [`RunEvent`]s. Speed (`time.rs`), replays (`loading.rs`) and the debugger (`debugger::DebugSession`) do not know
//! the run loop, which gives them their turn.

mod debug;
mod frames;
mod past;
mod preview;

pub(crate) use past::WORTH;

use crate::input::InputState;
use crate::instant_replay::{InstantReplay, ReplayTick};
use crate::library::Saves;
use crate::loading::{AutosaveChunk, Loading, Resumed, Resuming, RunSaver};
use crate::pace::{FrameCost, Pace};
use crate::protocol::{Request, RequestId, TickOutput};
use crate::time::{Tempo, TimeControl};
use debug::BreakpointSearch;
use debugger::{Debugger, FrameTimes};
use preview::Preview;
use rasher::{Boot, Bundle, BundledCart, Code, Console, Effect, Input, Program, Rom};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use studio::ResumeProgress;
use timeline::{Build, Crash, KeptRun, LinePlace, Recording, ResumeReport, Run};

#[derive(Debug, Default)]
pub(crate) struct RunLoop {
    pub input: InputState,
    pub out: TickOutput,
    last_request: RequestId,
    pub last_debugger: Option<Debugger>,
    pub frame_cost: FrameCost,
    pub stale: bool,
    pub run: Option<Box<Run>>,
    /// The run crashed in its `_init`: it has no frames, but the debugger can show its lines.
    stopped: bool,
    pub time: TimeControl,
    autosave: Option<(String, RunSaver)>,
    /// The cart crashed while its kept run was replayed. Its file stays whole until a frame is played.
    pub stopped_short: bool,
    reloaded: Reloaded,
    origin: RunOrigin,
    stage: RunStage,
    pub clock: FrameClock,
    pub events: VecDeque<RunEvent>,
    frame_times: FrameTimes,
    samples: Vec<i16>,
    /// A frame was played in this tick, and play continues.
    has_played: bool,
    breakpoint_search: Option<BreakpointSearch>,
}

#[derive(Debug, Default)]
struct Reloaded {
    newest: Option<Arc<Rom>>,
    code: Option<(Arc<Code>, u64)>,
    others: Vec<BundledCart>,
    preview: Option<Preview>,
}

#[derive(Debug, Default)]
struct RunOrigin {
    saves: Saves,
    fresh: Option<Box<dyn Program>>,
    bundle: Arc<Bundle>,
    build: Option<Build>,
}

/// The way of a run to the frame that is played next.
///
/// ```text
/// begin ──> Boot ──────────────────────────────┐           Boot, Resume and Frame are the next tick's work: one step of the cart
///      └──> Resume ──> Resuming ──> arrived ───┤           Resuming and Loading take slices of many ticks (Mode::Resuming)
/// slot of another run ──┘                      v
/// slot of this run ──> Loading ──> arrived ──> Ready ──> Frame ──> Ready
/// ```
#[derive(Debug, Default)]
enum RunStage {
    #[default]
    Ready,
    Boot {
        program: Box<dyn Program>,
        boot: Box<Boot>,
    },
    Frame {
        input: Input,
        of: FrameOf,
    },
    Resume(Box<Resumed>),
    Resuming(Box<Resuming>),
    Loading(Loading),
}

#[derive(Debug, Default)]
pub(crate) struct FrameClock {
    pub left: Option<u64>,
    pub playing: bool,
    pace: Option<Pace>,
    /// Clock ticks that are due and not handled yet.
    owed: u32,
    burst: u8,
}

#[derive(Debug)]
pub(crate) enum RunEvent {
    /// The run is at its first frame, or where it was left, and can be played.
    Begun(Option<ResumeReport>),
    Effects(Vec<Effect>),
    /// `keep`: the cart wants the menu to stay open.
    MenuFrame {
        keep: bool,
    },
    Crashed(Crash),
    Stopped(LinePlace),
    /// The cart forbids one of these [`rasher::ability`].
    Forbidden(u8),
    Loaded(Result<(), String>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FrameOf {
    Play(Tempo),
    Menu,
    Debugger,
}

impl RunLoop {
    pub fn new(build: Option<Build>) -> RunLoop {
        RunLoop { origin: RunOrigin { build, ..RunOrigin::default() }, ..RunLoop::default() }
    }

    /// Begins a run, or resumes one. `autosave`: the cart's name, if its run is kept.
    pub fn begin(
        &mut self,
        program: Box<dyn Program>,
        boot: Boot,
        kept: Option<Box<KeptRun>>,
        autosave: Option<String>,
        keeps_crash: bool,
    ) {
        self.stop();
        self.run = None;
        (self.reloaded.newest, self.reloaded.code, self.reloaded.preview) = (None, None, None);
        (self.stopped, self.stopped_short) = (false, false);
        (self.time, self.stale) = (TimeControl::default(), true);
        self.reloaded.others.clear();
        self.events.clear();
        self.frame_times = FrameTimes::default();
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
        // The kept run continues with the data that it started with.
        let rom =
            kept.as_ref().map_or_else(|| boot.rom.clone(), |k| crate::cartridge::with_data(&boot.rom, k));
        self.autosave = autosave.map(|name| (name, RunSaver::new(rom, self.origin.build)));
        self.stage = match kept {
            None => RunStage::Boot { program, boot: Box::new(boot) },
            Some(kept) => RunStage::Resume(Box::new(Resumed::kept(program, boot.rom, &kept, keeps_crash))),
        };
    }

    pub fn request(&mut self, request: Request) -> RequestId {
        let id = self.new_id();
        self.out.requests.push((id, request));
        id
    }

    pub fn new_id(&mut self) -> RequestId {
        self.last_request = self.last_request.wrapping_add(1);
        self.last_request
    }

    /// The frames that follow come after this recording. An announced frame is dropped.
    fn set_past(&mut self, past: Recording) {
        (self.out.past, self.out.frame) = (Some(Box::new(past)), None);
    }

    fn send(&mut self, event: RunEvent) {
        self.events.push_back(event);
    }

    pub fn run(&self) -> Option<&Run> {
        self.run.as_deref().filter(|_| !self.stopped)
    }

    /// The console to show: a replay on its way, or the run.
    pub fn console(&self) -> Option<&Console> {
        match &self.stage {
            RunStage::Resuming(resuming) => Some(resuming.run().console()),
            _ => self.run().map(Run::console),
        }
    }

    pub fn has_work(&self) -> bool {
        matches!(self.stage, RunStage::Boot { .. } | RunStage::Frame { .. } | RunStage::Resume(_))
    }

    pub fn is_underway(&self) -> bool {
        matches!(self.stage, RunStage::Resume(_) | RunStage::Resuming(_) | RunStage::Loading(_))
    }

    pub fn progress(&self, now: Duration) -> Option<ResumeProgress> {
        match &self.stage {
            RunStage::Resuming(resuming) => resuming.progress(now),
            _ => None,
        }
    }

    pub fn play(&mut self, now: Duration) {
        self.input.wait_for_release();
        (self.clock.playing, self.clock.pace, self.clock.owed) = (true, None, 0);
        self.autosave_page(now, false);
    }

    pub fn hold(&mut self, now: Duration) {
        self.stop();
        self.autosave_page(now, true);
    }

    pub fn stop(&mut self) {
        if std::mem::replace(&mut self.clock.playing, false) {
            self.flush();
        }
        (self.clock.owed, self.clock.burst) = (0, 0);
        self.out.silence = true;
    }

    pub fn next(&self) -> Option<Duration> {
        if !matches!(self.stage, RunStage::Ready) || self.clock.owed > 0 || self.clock.burst > 0 {
            return Some(Duration::ZERO);
        }
        (self.clock.playing && self.run().is_some())
            .then(|| self.clock.pace.as_ref().map_or(Duration::ZERO, Pace::next))
    }

    pub fn is_settled(&self) -> bool {
        !self.has_work() && self.clock.burst == 0
    }

    pub fn run_work(&mut self, now: Duration) {
        match std::mem::take(&mut self.stage) {
            RunStage::Boot { program, boot } => self.boot(program, *boot),
            RunStage::Resume(resumed) => self.begin_resume(*resumed, now),
            RunStage::Frame { input, of } => self.run_frame(&input, of, now),
            other => self.stage = other,
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
                if program.suspends() && !program.source().is_empty() {
                    self.run = Some(Box::new(Run::stopped(program, boot, crash.clone())));
                    self.stopped = true;
                }
                self.send(RunEvent::Crashed(crash));
            }
        }
    }

    /// Saves the run, if it is time or `force`. Not while the debugger is open: the run may be at
    /// another frame then than the one that play continues from.
    fn autosave_page(&mut self, now: Duration, force: bool) {
        if !(self.is_underway() || self.stopped || self.stopped_short)
            && let Some(run) = self.run.as_ref().filter(|run| run.is_settled())
            && let Some((_, autosave)) = &mut self.autosave
        {
            let page = autosave.page(run, now, force);
            self.send_chunk(page);
        }
    }

    fn send_chunk(&mut self, page: Option<AutosaveChunk>) {
        if let (Some(page), Some((name, _))) = (page, &self.autosave) {
            let name = name.clone();
            self.request(Request::Autosave(name, page));
        }
    }

    pub fn tick_replay(&mut self, replay: &mut InstantReplay, now: Duration) -> ReplayTick {
        let slice = self.frame_cost.slice();
        let Some(run) = self.run() else { return ReplayTick::Over };
        match replay.tick(run, now, slice) {
            Ok(watched) => watched,
            // The program cannot be cloned, so it has no past.
            Err(crash) => {
                self.out.log.push(crash.to_string());
                ReplayTick::Over
            }
        }
    }

    /// Does the cart allow that? A refusal is reported once, until something else is requested.
    fn permits(&mut self, needs: u8) -> bool {
        let Some(run) = self.run.as_ref().filter(|_| !self.stopped) else { return false };
        let (allowed, said) = self.time.permits(run, needs);
        if said {
            self.send(RunEvent::Forbidden(needs));
        }
        allowed
    }

    pub fn is_over(&self) -> bool {
        self.run().is_some_and(Run::is_over)
    }

    pub fn took(&mut self, micros: u32) -> Option<&FrameTimes> {
        let (frame, micros) = self.frame_cost.took(micros)?;
        self.frame_times.add(frame, micros);
        Some(&self.frame_times)
    }
}
