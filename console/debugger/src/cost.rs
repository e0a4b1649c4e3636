//! What frames cost: the console's cycles, and below them the time of the computer that ran them.
//!
//! ```text
//! update  12% draw  40% of 139810  cycles: the machine's own count, the same everywhere
//! ▂▂▃▂▂▅▂▂▂                        the line is a whole budget
//! host 0.05 most 0.31 of 16.7ms    time: what the host measured when the frame was run; a gap where it was not
//! ▁▁▁▇▁▁▁▁▁
//! ```

use super::moment::GRAPH;
use super::page::PanelContext;
use rasher::Machine;
use std::collections::VecDeque;
use studio::canvas::{HEAD, ROW};
use studio::letters;

/// Frames whose times are kept: ten minutes at 60 a second.
const KEPT: usize = 36_000;

/// How long frames took on this computer. The host measures it; here it is a value like any other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Costs {
    first: u64,
    micros: VecDeque<u32>,
}

impl Costs {
    /// Notes the microseconds of a frame that was run. What was known of later frames is forgotten: they are run anew.
    pub fn note(&mut self, frame: u64, micros: u32) {
        let known = frame.checked_sub(self.first).filter(|n| *n <= self.micros.len() as u64);
        match known {
            Some(n) => self.micros.truncate(n as usize),
            None => {
                self.micros.clear();
                self.first = frame;
            }
        }
        self.micros.push_back(micros);
        if self.micros.len() > KEPT {
            self.micros.pop_front();
            self.first += 1;
        }
    }

    pub fn of(&self, frame: u64) -> Option<u32> {
        self.micros.get(usize::try_from(frame.checked_sub(self.first)?).ok()?).copied()
    }
}

fn millis(micros: u32) -> String {
    format!("{}.{:02}", micros / 1000, micros % 1000 / 10)
}

pub fn draw(view: &PanelContext<'_>, p8: &mut Machine) {
    let console = view.console();
    let usage = console.machine().usage();
    let percent = |cycles| usage.thousandths(cycles) / 10;
    let (update, draw) = (percent(usage.update), percent(usage.draw));
    let told = format!("update {update:>3}% draw {draw:>3}% of {}", usage.budget);
    letters::write(p8, &told, 2, HEAD + 1, 6);
    let room = (view.area.h - HEAD - 2) / 2 - ROW - 2;
    let floor = HEAD + ROW + room;
    let height = |thousandths: u64| (thousandths.min(1500) as i32) * room / 1500;
    let line = floor - height(1000);
    p8.line(2, line, view.area.w - 5, line, 2);
    // Each frame has a pixel, or two where the panel is wider.
    let column = |n: i32| {
        let x = |n: i32| 2 + n * (view.area.w - 6) / (GRAPH as i32 + 1);
        (x(n), (x(n + 1) - 1).max(x(n)))
    };
    for (n, (update, draw)) in (0..).zip(&view.moment.cost) {
        let ((left, right), u, d) = (column(n), height(*update), height(update + draw));
        p8.rectfill(left, floor - d, right, floor - u, 12);
        p8.rectfill(left, floor - u, right, floor, 11);
    }

    let costs = &view.debugger.costs;
    let now = view.run.now();
    let from = now.saturating_sub(GRAPH);
    let times: Vec<Option<u32>> = (from..=now).map(|frame| costs.of(frame)).collect();
    let most = times.iter().flatten().max().copied().unwrap_or(0);
    let budget = 1_000_000 / u32::from(console.fps().max(1));
    let here = times.last().copied().flatten().map_or("-".to_string(), millis);
    let told = format!("host {here} most {} of {}ms", millis(most), budget / 1000);
    letters::write(p8, &told, 2, floor + 3, 6);
    let (top, floor) = (floor + 3 + ROW, view.area.h - 4);
    for (n, time) in (0..).zip(&times) {
        let (Some(time), (left, right)) = (time, column(n)) else { continue };
        let height = (u64::from(*time) * (floor - top) as u64 / u64::from(most.max(1))) as i32;
        // Red is a frame that was late.
        p8.rectfill(left, floor - height, right, floor, if *time > budget { 8 } else { 9 });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_follow_the_frames_that_are_lived() {
        let mut costs = Costs::default();
        (100..200).for_each(|f| costs.note(f, f as u32));
        assert_eq!(
            (costs.of(99), costs.of(100), costs.of(199), costs.of(200)),
            (None, Some(100), Some(199), None)
        );
        // Another future from 150 on.
        costs.note(150, 7);
        assert_eq!((costs.of(149), costs.of(150), costs.of(151)), (Some(149), Some(7), None));
        // A run that was left before it, and one that begins far after it, know nothing of these.
        costs.note(20, 1);
        assert_eq!((costs.of(20), costs.of(100)), (Some(1), None));
        costs.note(5000, 2);
        assert_eq!((costs.of(20), costs.of(5000)), (None, Some(2)));
        (5001..5000 + 2 * KEPT as u64).for_each(|f| costs.note(f, 3));
        assert_eq!(costs.micros.len(), KEPT);
        assert_eq!((costs.of(5000), costs.of(4999 + 2 * KEPT as u64)), (None, Some(3)));
    }
}
