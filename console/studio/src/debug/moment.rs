//! A moment, as the panels want it: state as a tree, what changed, what the frame drew, what it sounds like.

use rasher::{Console, Input, Machine, Trace};
use serde_json::Value;
use timeline::{Difference, Playback, Run};

/// Frames that the cost graph shows.
pub const GRAPH: u64 = 120;

/// What was worked out of a moment.
#[derive(Clone, Debug)]
pub struct Moment {
    at: (u32, u64),
    /// The cart's state.
    pub state: Value,
    /// The same with the names of its newtypes.
    pub types: Value,
    /// What changed since the frame before.
    pub changes: Difference,
    /// Memory before the frame.
    pub before: Option<Machine>,
    /// What the frame drew.
    pub trace: Option<Trace>,
    /// The frame's input.
    pub input: Option<Input>,
    /// The frame's samples of each channel alone.
    pub waves: [Vec<i16>; 4],
    /// Cycles of update and draw, in thousandths of a frame, of the frames up to this one.
    pub cost: Vec<(u64, u64)>,
}

/// A moment that is being worked out, slice by slice.
#[derive(Clone, Debug)]
pub struct MomentWork {
    moment: Moment,
    here: Console,
    walk: Playback,
    walked: bool,
    /// The console before the frame that led here.
    last: Option<Console>,
    waves: usize,
}

impl MomentWork {
    /// Begins with the moment where a run stands.
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
            input,
            waves: [const { Vec::new() }; 4],
            cost: Vec::new(),
        };
        let walk = run.branch().past.walk(now.saturating_sub(GRAPH));
        MomentWork { moment, here, walk, walked: false, last: None, waves: 0 }
    }

    /// Is it the moment where the run stands?
    pub fn is_of(&self, run: &Run) -> bool {
        self.moment.is_of(run)
    }

    /// Runs at most `most` frames, beside a single one of its own kind; true when all is worked out. What cannot be run again is left
    /// out.
    pub fn step(&mut self, run: &mut Run, most: u64) -> bool {
        let (branch, now) = self.moment.at;
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
            return false;
        }
        // One channel alone is one frame of the cart, and what the frame drew is another.
        if let (Some(last), Some(input)) = (&self.last, &self.moment.input)
            && let Some(wave) = self.moment.waves.get_mut(self.waves)
        {
            let mut alone = last.clone();
            alone.machine_mut().listen_to(1 << self.waves);
            // What fails alone failed before, and was told then.
            _ = alone.frame(input);
            *wave = alone.machine().samples().to_vec();
            self.waves += 1;
            return false;
        }
        if matches!(run.approach(branch, now.saturating_sub(1), most), Ok(false)) {
            return false;
        }
        if let Some(last) = self.last.take() {
            self.moment.changes = Difference::between(&last, &self.here);
            self.moment.before = Some(last.machine().clone());
        }
        self.moment.trace = run.trace().ok().flatten();
        true
    }

    /// What was worked out.
    pub fn end(self) -> Moment {
        self.moment
    }
}

impl Moment {
    /// Works a moment out, at once.
    pub fn new(run: &mut Run) -> Moment {
        let mut work = MomentWork::begin(run);
        while !work.step(run, u64::MAX) {}
        work.end()
    }

    /// Is it the moment where the run stands?
    pub fn is_of(&self, run: &Run) -> bool {
        self.at == (run.branch().id, run.now())
    }
}
