//! The run loop: what runs a cart's frames when they are due, and all that moves a run.
//!
//! ```text
//! tick  run_work   the frame (or start) that the tick before has announced: at most one frame of the cart in a tick
//!       ...        commands are heard: play, hold, menu frame, debugger, slot
//!       plan       is a frame due? its input is taken and goes out; the next tick runs it
//!       step_long  a slice of what takes long: a past run again, the way to a slot's moment, the debugger
//! ```
//!
//! Since a frame is announced before it runs, whoever holds the player knows what a cart was told that never comes back. What came
//! of it is told as a [`Message`]. What it does not do: time that goes another way (`time.rs`), slots and kept runs
//! (`loading.rs`), data that change (`preview.rs`), the debugger (`debug_session.rs`): here they are only given their turn.

use crate::autosave::{Autosave, AutosaveChunk};
use crate::cartridge::Saves;
use crate::debug_session::{self, DebugSession};
use crate::effort::Effort;
use crate::input::InputState;
use crate::loading::{Loading, Resuming};
use crate::message::Message;
use crate::output::Output;
use crate::pace::Pace;
use crate::preview::Preview;
use crate::tempo::Tempo;
use crate::time::{StepBack, TimeControl, keep_on, needs};
use rasher::{Boot, Console, Effect, Event, Input, Program, Rom};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use studio::debug::{Costs, DebugRequest};
use timeline::{Build, Crash, KeptRun, Recording, Report, Run};

/// A run that is played, or is on its way to be.
#[derive(Debug, Default)]
pub(crate) struct RunLoop {
    /// What is held.
    pub input: InputState,
    /// What goes out in this tick, in order.
    pub out: Vec<Output>,
    /// The debugger, while it is open.
    pub debug: Option<DebugSession>,
    /// Frames that are still to be run, if not for ever.
    pub left: Option<u64>,
    /// How long frames take.
    pub effort: Effort,
    /// Whose states are kept and taken; none without.
    pub build: Option<Build>,
    /// Must the picture be drawn anew?
    pub stale: bool,
    /// Data that are newer than the run's: the next frame that is played begins with them.
    pub(crate) newest: Option<Arc<Rom>>,
    pub(crate) preview: Option<Preview>,
    pub(crate) run: Option<Box<Run>>,
    pub(crate) time: TimeControl,
    pub(crate) autosave: Option<(String, Autosave)>,
    /// Saved cart data as they were when the run began.
    pub(crate) saves: Saves,
    /// Branches and frames in which a run was over, or began: what is kept of it follows them.
    pub(crate) turns: Vec<(u32, u64, bool)>,
    /// The program in its first state: a slot is run from there.
    pub(crate) fresh: Option<Box<dyn Program>>,
    pub(crate) resuming: Option<Box<Resuming>>,
    pub(crate) loading: Option<Loading>,
    pub(crate) work: Option<Work>,
    messages: VecDeque<Message>,
    costs: Costs,
    playing: bool,
    pace: Option<Pace>,
    /// Ticks of the clock that have not had their turn.
    owed: u32,
    /// Frames that this tick of the clock has still to run.
    burst: u8,
    heard: Vec<i16>,
}

/// What the next tick does with the cart before anything else.
#[derive(Clone, Debug)]
pub(crate) enum Work {
    Boot { program: Box<dyn Program>, boot: Box<Boot> },
    Resume(Box<crate::loading::Resumed>),
    Frame { input: Input, of: FrameOf },
}

/// Whom a frame is run for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FrameOf {
    /// Play, at a tempo.
    Play(Tempo),
    /// A choice in the menu, which stays open or not.
    Menu,
    /// The debugger.
    Debugger,
}

impl RunLoop {
    /// No run yet. With a build, runs and slots have states.
    pub fn new(build: Option<Build>) -> RunLoop {
        RunLoop { build, ..RunLoop::default() }
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
        (self.run, self.debug, self.resuming, self.loading) = (None, None, None, None);
        (self.newest, self.preview) = (None, None);
        (self.time, self.turns, self.stale) = (TimeControl::default(), Vec::new(), true);
        self.messages.clear();
        self.costs = Costs::default();
        self.input.forget_events();
        self.fresh = Some(program.clone());
        self.saves = boot.saves.clone();
        self.tell(Output::Past(Box::new(Recording::new(timeline::Start::of(&boot)))));
        // What is kept of a run that is taken up again holds the data that it stands on.
        let rom =
            kept.as_ref().map_or_else(|| boot.rom.clone(), |k| crate::cartridge::with_data(&boot.rom, k));
        self.autosave = autosave.map(|name| (name, Autosave::new(rom, self.build)));
        self.work = Some(match kept {
            None => Work::Boot { program, boot: Box::new(boot) },
            Some(kept) => Work::Resume(Box::new(crate::loading::Resumed::kept(program, boot.rom, &kept))),
        });
    }

    /// Something goes out.
    pub fn tell(&mut self, output: Output) {
        self.out.push(output);
    }

    pub(crate) fn send(&mut self, message: Message) {
        self.messages.push_back(message);
    }

    /// The next thing that came of the run.
    pub fn message(&mut self) -> Option<Message> {
        self.messages.pop_front()
    }

    /// The run, if one has begun.
    pub fn run(&self) -> Option<&Run> {
        self.run.as_deref()
    }

    /// The console that is to be seen: that of a past on its way, or the run's.
    pub fn console(&self) -> Option<&Console> {
        let resuming = self.resuming.as_ref().map(|resuming| resuming.run());
        resuming.or(self.run()).map(Run::console)
    }

    /// How time goes.
    pub fn time(&self) -> &TimeControl {
        &self.time
    }

    /// Are frames run?
    pub fn is_playing(&self) -> bool {
        self.playing
    }

    /// Is the cart to be run next, before anything else is heard?
    pub fn has_work(&self) -> bool {
        self.work.is_some()
    }

    /// Is the run on its way to another moment?
    pub fn is_underway(&self) -> bool {
        self.resuming.is_some() || self.loading.is_some() || matches!(self.work, Some(Work::Resume(_)))
    }

    /// Runs frames from now on.
    pub fn play(&mut self, now: Duration) {
        self.close_debugger();
        self.input.wait_for_release();
        (self.playing, self.pace, self.owed) = (true, None, 0);
        self.autosave_page(now, false);
    }

    /// Stands still, and what is kept of the run is up to date.
    pub fn hold(&mut self, now: Duration) {
        self.hold_still();
        self.autosave_page(now, true);
    }

    fn hold_still(&mut self) {
        if std::mem::replace(&mut self.playing, false) {
            self.flush();
        }
        (self.owed, self.burst) = (0, 0);
        self.tell(Output::Silence);
    }

    /// When it is to be ticked again.
    pub fn next(&self) -> Option<Duration> {
        let busy = self.work.is_some() || self.is_underway() || self.owed > 0 || self.burst > 0;
        let debug = self.debug.as_ref().and_then(DebugSession::next);
        let due = (self.playing && self.run.is_some())
            .then(|| self.pace.as_ref().map_or(Duration::ZERO, Pace::next));
        if busy { Some(Duration::ZERO) } else { debug.into_iter().chain(due).min() }
    }

    /// Is a picture of use now? Not between the frames of one tick of the clock.
    pub fn is_settled(&self) -> bool {
        self.work.is_none() && self.burst == 0
    }

    /// Runs what was announced.
    pub fn run_work(&mut self, now: Duration) {
        match self.work.take() {
            None => {}
            Some(Work::Boot { program, boot }) => match Run::start(program, *boot) {
                Ok(run) => {
                    self.run = Some(Box::new(run));
                    self.stale = true;
                    self.send(Message::Begun(None));
                }
                Err(crash) => self.send(Message::Crashed(crash)),
            },
            Some(Work::Resume(resumed)) => self.begin_resume(*resumed, now),
            Some(Work::Frame { input, of }) => self.run_frame(&input, of, now),
        }
    }

    /// One frame without buttons: a choice in the menu, while it is open.
    pub fn menu_frame(&mut self, event: Event) {
        self.announce(Input { events: vec![event], ..Input::default() }, FrameOf::Menu);
    }

    fn announce(&mut self, input: Input, of: FrameOf) {
        if self.run.is_some() {
            self.tell(Output::Frame(input.clone()));
            self.work = Some(Work::Frame { input, of });
        }
    }

    fn run_frame(&mut self, input: &Input, of: FrameOf, now: Duration) {
        let Some(run) = &mut self.run else { return };
        let ran = run.frame(input);
        let (frame, branch) = (run.now(), run.branch().id);
        self.effort.ran_frame(frame);
        self.stale = true;
        let effects = match ran {
            Ok(effects) => effects,
            Err(crash) => {
                self.close_debugger();
                return self.crashed(crash, now);
            }
        };
        for effect in &effects {
            let over = match effect {
                Effect::RunOver => true,
                Effect::RunBegins => false,
                _ => continue,
            };
            self.turns.push((branch, frame, over));
            let page = self.autosave.as_mut().and_then(|(_, autosave)| {
                if !over {
                    autosave.begins();
                }
                autosave.set_over(over)
            });
            self.tell_page(page);
        }
        self.autosave_page(now, false);
        let stops = |effect: &Effect| {
            matches!(effect, Effect::Pause | Effect::Reset | Effect::Load { .. } | Effect::Quit)
        };
        let goes_on = !effects.iter().any(stops);
        if !effects.is_empty() {
            self.send(Message::Effects(effects));
        }
        match of {
            FrameOf::Play(tempo) => {
                self.hear(tempo);
                self.burst = if goes_on { self.burst } else { 0 };
                if self.burst == 0 {
                    self.flush();
                }
                self.playing &= goes_on;
            }
            FrameOf::Menu => {
                let keep = self.console().is_some_and(Console::keeps_menu_open);
                self.send(Message::MenuFrame { keep });
            }
            FrameOf::Debugger => {}
        }
    }

    /// The cart panicked: nothing goes on by itself.
    pub(crate) fn crashed(&mut self, crash: Crash, now: Duration) {
        self.hold(now);
        self.send(Message::Crashed(crash));
    }

    /// Takes the samples of the newest frame, as the tempo wants them.
    fn hear(&mut self, tempo: Tempo) {
        let Some(run) = &self.run else { return };
        let samples = run.console().machine().samples().iter();
        match tempo {
            Tempo::Faster(times) => self.heard.extend(samples.step_by(times.max(1).into())),
            Tempo::Slower(times) => {
                self.heard.extend(samples.flat_map(|s| std::iter::repeat_n(*s, times.into())));
            }
            Tempo::Plain | Tempo::Back => self.heard.extend(samples),
        }
    }

    fn flush(&mut self) {
        if !self.heard.is_empty() {
            let heard = std::mem::take(&mut self.heard);
            self.tell(Output::Samples(heard));
        }
    }

    /// If a frame is due it is announced; the way back goes a step.
    pub fn plan(&mut self, now: Duration) {
        let Some(run) = &self.run else { return };
        if !self.playing || self.work.is_some() || self.is_underway() {
            return;
        }
        let fps = run.console().fps();
        // A program settles its rate when its `_init` is over, which may be some frames later.
        let pace = match &mut self.pace {
            Some(pace) if pace.fps() == fps => pace,
            pace => pace.insert(Pace::new(fps, now)),
        };
        if self.owed == 0 && self.burst == 0 {
            self.owed = pace.due(now);
        }
        if (self.burst > 0 || self.owed > 0) && self.left == Some(0) {
            self.hold_still();
            return self.send(Message::Ended);
        }
        if self.burst > 0 {
            self.burst -= 1;
            return self.play_frame(self.time.tempo());
        }
        if self.owed > 0 {
            self.owed -= 1;
            self.clock_tick(now);
        }
    }

    fn play_frame(&mut self, tempo: Tempo) {
        let input = self.input.take();
        let input = self.with_newest(input);
        self.left = self.left.map(|n| n.saturating_sub(1));
        self.announce(input, FrameOf::Play(tempo));
    }

    /// One tick of the clock, as it is wanted.
    fn clock_tick(&mut self, now: Duration) {
        let wanted = self.input.time.tempo();
        let tempo = if self.permits(needs(wanted)) { wanted } else { Tempo::Plain };
        if tempo != Tempo::Back
            && let Some(back) = self.time.stop()
        {
            // What was tapped on the way was not meant for this moment; what is held is.
            self.input.forget_taps();
            self.settle(&back.rom);
            self.keep_on(back.kept);
        }
        let Some(run) = &mut self.run else { return };
        let fps = run.console().fps();
        self.time.begin(tempo, fps);
        match tempo {
            Tempo::Plain => self.play_frame(tempo),
            Tempo::Faster(times) => {
                // A cart that takes long is as fast as it can be.
                self.burst = self.effort.frames_in(1_000_000 / u32::from(fps.max(1))).min(times).max(1) - 1;
                self.play_frame(tempo);
            }
            Tempo::Slower(times) => {
                if self.time.turn(times) {
                    self.play_frame(tempo);
                }
            }
            Tempo::Back => {
                let slice = self.effort.slice();
                let gone = self.time.step_back(run, slice);
                self.effort.ran(slice);
                self.stale = true;
                self.tell(Output::Silence);
                match gone {
                    Ok(StepBack::Forbidden) => {
                        self.send(Message::Forbidden(rasher::ability::REWIND));
                    }
                    // What is not near enough yet is gone on with at once, and not at the next tick of the clock.
                    Ok(StepBack::Later) => self.owed += 1,
                    Ok(StepBack::Done) => {}
                    Err(crash) => self.crashed(crash, now),
                }
            }
        }
    }

    /// Does the cart allow that? If not it is said, once until something else is wanted.
    pub(crate) fn permits(&mut self, needs: u8) -> bool {
        let Some(run) = &self.run else { return false };
        let (allowed, said) = self.time.permits(run, needs);
        if said {
            self.send(Message::Forbidden(needs));
        }
        allowed
    }

    /// What the cart had kept at a later moment stays kept.
    pub(crate) fn keep_on(&mut self, later: crate::time::KeptData) {
        if let Some(event) = self.run.as_ref().and_then(|run| keep_on(run, later)) {
            self.input.event(event);
        }
    }

    /// The run goes on from where it stands, which is another moment than the last one that was run. `newest`: the cart's data as
    /// they were until now; what was saved since that moment is in use on.
    pub(crate) fn settle(&mut self, newest: &Arc<Rom>) {
        let Some(run) = &self.run else { return };
        let past = run.branch().past.cut(run.now()).recording().clone();
        self.tell(Output::Past(Box::new(past)));
        self.catch_up(newest);
        let over = self.is_over();
        let page = self.autosave.as_mut().and_then(|(_, autosave)| autosave.set_over(over));
        self.tell_page(page);
    }

    /// Was the run over at the moment where it stands?
    pub fn is_over(&self) -> bool {
        let Some(run) = &self.run else { return false };
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

    /// What is new of the run goes out, if it is time for it or shall go now. What is only looked at in the debugger is not the run
    /// that is played.
    pub fn autosave_page(&mut self, now: Duration, force: bool) {
        if self.debug.is_none()
            && let Some(run) = self.run.as_ref().filter(|run| run.is_settled())
            && let Some((_, autosave)) = &mut self.autosave
        {
            let page = autosave.page(run, now, force);
            self.tell_page(page);
        }
    }

    pub(crate) fn tell_page(&mut self, page: Option<AutosaveChunk>) {
        if let (Some(page), Some((name, _))) = (page, &self.autosave) {
            let name = name.clone();
            self.tell(Output::Autosave(name, page));
        }
    }

    /// Opens the debugger, at a frame if one is named; play stops. False where no run has begun.
    pub fn open_debugger(&mut self, size: (i32, i32), frame: Option<u64>, now: Duration) -> bool {
        self.hold(now);
        let Some(run) = &self.run else { return false };
        self.debug = Some(DebugSession::open(run, size, frame, &self.costs));
        self.preview_in_debugger();
        true
    }

    /// Closes the debugger: play goes on from the moment where the run stands.
    fn close_debugger(&mut self) {
        let (Some(debug), Some(run)) = (self.debug.take(), &mut self.run) else { return };
        let closed = debug.close(run, self.autosave.is_some());
        if let Some(back) = closed.forbidden {
            // Both were gone to before; a program that is no value is the debugger's to show.
            let gone = debug_session::go_back(run, back);
            self.send(Message::Forbidden(rasher::ability::REWIND));
            if let Err(crash) = gone {
                self.send(Message::Crashed(crash));
            }
        }
        self.stale = true;
        self.settle(&closed.rom);
    }

    /// A slice of what takes long.
    pub fn step_long(&mut self, now: Duration) {
        if self.work.is_some() {
            return;
        }
        if self.is_underway() {
            return self.step_loading(now);
        }
        let slice = self.effort.slice();
        let (Some(debug), Some(run)) = (&mut self.debug, &mut self.run) else { return };
        if debug.next().is_none_or(|next| next > now) {
            return;
        }
        let requests = debug.step(run, now, slice);
        self.effort.ran(slice);
        self.stale = true;
        for request in requests {
            match request {
                DebugRequest::Resume => self.close_debugger(),
                DebugRequest::Report => {
                    if let Some(run) = &self.run {
                        let report = Report::of(run, env!("CARGO_PKG_VERSION"));
                        self.send(Message::Report(Box::new(report)));
                    }
                    continue;
                }
                DebugRequest::Frame(input) => {
                    self.announce(*input, FrameOf::Debugger);
                    continue;
                }
                _ => {}
            }
            self.send(Message::DebugRequest(request));
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
