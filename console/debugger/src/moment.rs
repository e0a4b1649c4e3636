//! A moment's data for the panels: the state, what changed, the frame's calls and sound.
//!
//! ```text
//! the frames before ── slices ──> cost   the frame again for each channel ──> sound   changes ──> drawn once
//!                                                    the frame again, some calls a slice ──> calls, drawn again
//! ```

use rasher::{Console, Input, Machine, Program, Trace, Tracing};
use serde_json::Value;
use timeline::{Difference, Playback, Run, guard};

pub const GRAPH: u64 = 120;
const CALLS: usize = 128;

#[derive(Clone, Debug)]
pub struct Moment {
    at: (u32, u64),
    /// The state of a Rust cart, with the names of its newtypes; a Lua cart's is read where it is.
    pub types: Value,
    pub changes: Difference,
    pub before: Option<Machine>,
    /// The frame's calls; until they are known, those of the moment shown before.
    pub trace: Option<Trace>,
    pub has_calls: bool,
    pub input: Option<Input>,
    pub waves: [Vec<i16>; 4],
    /// Cycles of update and draw, in thousandths of a frame, of the frames up to this one.
    pub cost: Vec<(u64, u64)>,
}

#[derive(Clone, Debug)]
pub struct MomentWork {
    moment: Moment,
    here: Console,
    walk: Playback,
    walked: bool,
    last: Option<Console>,
    waves: usize,
    tracing: Option<Tracing>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MomentProgress {
    Pending,
    /// All but the frame's calls: the list is still that of the moment shown before.
    WithoutCalls,
    Done,
}

pub fn types(program: &dyn Program) -> Value {
    if program.view().is_some() { Value::Null } else { program.inspect_types() }
}

impl MomentWork {
    pub fn begin(run: &Run) -> MomentWork {
        let (now, here) = (run.now(), run.console().clone());
        let input = now.checked_sub(1).and_then(|frame| run.branch().past.input(frame));
        let moment = Moment {
            at: (run.branch().id, now),
            types: types(here.program()),
            changes: Difference::default(),
            before: None,
            trace: None,
            has_calls: false,
            input,
            waves: [const { Vec::new() }; 4],
            cost: Vec::new(),
        };
        let walk = run.branch().past.walk(now.saturating_sub(GRAPH));
        MomentWork { moment, here, walk, walked: false, last: None, waves: 0, tracing: None }
    }

    pub fn is_of(&self, run: &Run) -> bool {
        self.moment.is_of(run)
    }

    /// Runs at most `limit` frames of the past, or the frame itself once. A frame that cannot be run again is left out.
    pub fn step(&mut self, run: &Run, limit: u64) -> MomentProgress {
        let (_, now) = self.moment.at;
        if !self.walked {
            let (cost, last) = (&mut self.moment.cost, &mut self.last);
            let left = now.saturating_sub(self.walk.now());
            let stepped = self.walk.step(&run.branch().past, limit.min(left), |frame, console| {
                let usage = console.machine().usage();
                cost.push((usage.thousandths(usage.update), usage.thousandths(usage.draw)));
                if frame + 1 == now {
                    *last = Some(console.clone());
                }
                true
            });
            self.walked = stepped.is_err() || self.walk.now() >= now;
            return MomentProgress::Pending;
        }
        let (Some(last), Some(input)) = (&self.last, &self.moment.input) else {
            self.moment.has_calls = true;
            return MomentProgress::Done;
        };
        // Each channel takes one run of the frame.
        if let Some(wave) = self.moment.waves.get_mut(self.waves) {
            let mut alone = last.clone();
            alone.machine_mut().listen_to(1 << self.waves);
            // If it fails, it failed before too and was reported then.
            _ = alone.frame(input);
            *wave = alone.machine().samples().to_vec();
            self.waves += 1;
            return MomentProgress::Pending;
        }
        // And so does each step of the calls. A frame that ran once should not panic, but a program with hidden state might.
        let Some(tracing) = &mut self.tracing else {
            self.moment.changes = Difference::between(last, &self.here);
            self.moment.before = Some(last.machine().clone());
            self.tracing = Some(Tracing::new(last.clone(), input.clone()));
            return MomentProgress::WithoutCalls;
        };
        match guard(&mut (), now, |()| tracing.step(CALLS)) {
            Ok(false) => return MomentProgress::WithoutCalls,
            Ok(true) => self.moment.trace = self.tracing.take().map(Tracing::end),
            Err(_) => {}
        }
        self.moment.has_calls = true;
        MomentProgress::Done
    }

    pub fn so_far(&self, trace: Option<Trace>) -> Moment {
        Moment { trace, ..self.moment.clone() }
    }

    pub fn end(self) -> Moment {
        self.moment
    }
}

impl Moment {
    pub fn new(run: &Run) -> Moment {
        let mut work = MomentWork::begin(run);
        while work.step(run, u64::MAX) != MomentProgress::Done {}
        work.end()
    }

    pub fn is_of(&self, run: &Run) -> bool {
        self.at == (run.branch().id, run.now())
    }
}
