//! A moment, as the panels want it: state as a tree, what changed, what the frame drew, what it sounds like.

use rasher::{Input, Machine, Trace};
use serde_json::Value;
use timeline::{Difference, Run};

/// Frames that the cost graph shows.
pub const GRAPH: u64 = 120;

/// What was worked out of a moment.
#[derive(Clone, Debug)]
pub struct Moment {
    at: (u32, u64),
    /// The cart's state.
    pub state: Value,
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

impl Moment {
    /// Works a moment out. What cannot be lived again is left out.
    pub fn new(run: &mut Run) -> Moment {
        let now = run.now();
        let here = run.console().clone();
        let trace = run.trace().ok().flatten();
        let input = now.checked_sub(1).and_then(|frame| run.branch().past.input(frame));
        let mut waves = [const { Vec::new() }; 4];
        let mut before = None;
        let mut changes = Difference::default();
        let mut cost = Vec::new();
        let from = now.saturating_sub(GRAPH);
        let _ = run.branch().past.scan(from, now, |frame, console| {
            let usage = console.machine().usage();
            cost.push((usage.thousandths(usage.update), usage.thousandths(usage.draw)));
            if frame + 1 == now {
                before = Some(console.machine().clone());
                changes = Difference::between(console, &here);
                if let Some(input) = &input {
                    for (n, wave) in waves.iter_mut().enumerate() {
                        let mut alone = console.clone();
                        alone.machine_mut().listen_to(1 << n);
                        alone.frame(input);
                        *wave = alone.machine().samples().to_vec();
                    }
                }
            }
            true
        });
        let state = here.program().inspect();
        Moment { at: (run.branch().id, now), state, changes, before, trace, input, waves, cost }
    }

    /// Is it the moment where the run stands?
    pub fn is_of(&self, run: &Run) -> bool {
        self.at == (run.branch().id, run.now())
    }
}
