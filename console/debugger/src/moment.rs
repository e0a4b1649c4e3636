//! A moment, as the panels want it: state as a tree, what changed, what the frame drew, what it sounds like.
//!
//! ```text
//! the frames before ── slices ──> cost   the frame again, a channel each ──> sound   changes ──> drawn once
//!                                                        the frame again, some calls each ──> calls, drawn again
//! ```

use rasher::{Console, Input, Machine, Trace, Tracing};
use serde_json::Value;
use timeline::{Difference, Playback, Run, guard};

/// Frames that the cost graph shows.
pub const GRAPH: u64 = 120;
/// Calls of a frame that are looked at in a slice.
const CALLS: usize = 128;

#[derive(Clone, Debug)]
pub struct Moment {
    at: (u32, u64),
    pub state: Value,
    /// The state with the names of its newtypes.
    pub types: Value,
    pub changes: Difference,
    pub before: Option<Machine>,
    /// The frame's calls; those of the last frame shown until they are known.
    pub trace: Option<Trace>,
    /// Are the calls this frame's?
    pub has_calls: bool,
    pub input: Option<Input>,
    /// The frame's samples of each channel alone.
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
    /// The console before the frame that led here.
    last: Option<Console>,
    waves: usize,
    /// What is found of the frame's calls.
    tracing: Option<Tracing>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Not yet enough to be drawn.
    Little,
    /// All but the calls of the frame, as of now: the list of calls is still that of the moment before.
    ButCalls,
    All,
}

impl MomentWork {
    pub fn begin(run: &Run) -> MomentWork {
        let (now, here) = (run.now(), run.console().clone());
        let input = now.checked_sub(1).and_then(|frame| run.branch().past.input(frame));
        let moment = Moment {
            at: (run.branch().id, now),
            state: here.program().inspect(),
            types: here.program().inspect_types(),
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

    /// Runs at most `most` frames, beside a single one of its own kind. What cannot be run again is left out.
    pub fn step(&mut self, run: &Run, most: u64) -> Known {
        let (_, now) = self.moment.at;
        if !self.walked {
            let (cost, last) = (&mut self.moment.cost, &mut self.last);
            let left = now.saturating_sub(self.walk.now());
            let stepped = self.walk.step(&run.branch().past, most.min(left), |frame, console| {
                let usage = console.machine().usage();
                cost.push((usage.thousandths(usage.update), usage.thousandths(usage.draw)));
                if frame + 1 == now {
                    *last = Some(console.clone());
                }
                true
            });
            self.walked = stepped.is_err() || self.walk.now() >= now;
            return Known::Little;
        }
        let (Some(last), Some(input)) = (&self.last, &self.moment.input) else {
            self.moment.has_calls = true;
            return Known::All;
        };
        // One channel alone is one frame of the cart.
        if let Some(wave) = self.moment.waves.get_mut(self.waves) {
            let mut alone = last.clone();
            alone.machine_mut().listen_to(1 << self.waves);
            // What fails alone failed before, and was told then.
            _ = alone.frame(input);
            *wave = alone.machine().samples().to_vec();
            self.waves += 1;
            return Known::Little;
        }
        // And so is each step of the calls. A frame that was run once does not panic; a program that is no value might.
        let Some(tracing) = &mut self.tracing else {
            self.moment.changes = Difference::between(last, &self.here);
            self.moment.before = Some(last.machine().clone());
            self.tracing = Some(Tracing::new(last.clone(), input.clone()));
            return Known::ButCalls;
        };
        match guard(&mut (), now, |()| tracing.step(CALLS)) {
            Ok(false) => return Known::ButCalls,
            Ok(true) => self.moment.trace = self.tracing.take().map(Tracing::end),
            Err(_) => {}
        }
        self.moment.has_calls = true;
        Known::All
    }

    /// What is worked out by now, with the calls of the moment that was shown before.
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
        while work.step(run, u64::MAX) != Known::All {}
        work.end()
    }

    pub fn is_of(&self, run: &Run) -> bool {
        self.at == (run.branch().id, run.now())
    }
}
