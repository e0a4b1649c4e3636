//! What frames cost: the console's cycles, and below them the time they took on this computer.
//!
//! ```text
//! update  12% draw  40% of 139810  cycles: the machine's own count, the same everywhere
//! ▂▂▃▂▂▅▂▂▂                        the line is the whole budget
//! host 0.05 max 0.31 of 16ms       time: measured by the host; a gap for frames that were not run here
//! ▁▁▁▇▁▁▁▁▁
//! ```

use super::moment::GRAPH;
use super::page::PanelContext;
use rasher::Machine;
use std::collections::VecDeque;
use studio::canvas::{HEAD, ROW};
use studio::letters;

/// Most frame times: ten minutes at 60 a second.
const TIMES_MAX: usize = 36_000;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FrameTimes {
    first: u64,
    micros: VecDeque<u32>,
}

impl FrameTimes {
    pub fn add(&mut self, frame: u64, micros: u32) {
        let known = frame.checked_sub(self.first).filter(|n| *n <= self.micros.len() as u64);
        match known {
            Some(n) => self.micros.truncate(n as usize),
            None => {
                self.micros.clear();
                self.first = frame;
            }
        }
        self.micros.push_back(micros);
        if self.micros.len() > TIMES_MAX {
            self.micros.pop_front();
            self.first += 1;
        }
    }

    pub fn get(&self, frame: u64) -> Option<u32> {
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
    let cycles = format!("update {update:>3}% draw {draw:>3}% of {}", usage.budget);
    letters::write(p8, &cycles, 2, HEAD + 1, 6);
    let room = (view.area.h - HEAD - 2) / 2 - ROW - 2;
    let floor = HEAD + ROW + room;
    let height = |thousandths: u64| (thousandths.min(1500) as i32) * room / 1500;
    let line = floor - height(1000);
    p8.line(2, line, view.area.w - 5, line, 2);
    // Each frame has a pixel, or two in a wider panel.
    let column = |n: i32| {
        let x = |n: i32| 2 + n * (view.area.w - 6) / (GRAPH as i32 + 1);
        (x(n), (x(n + 1) - 1).max(x(n)))
    };
    for (n, (update, draw)) in (0..).zip(&view.moment.cost) {
        let ((left, right), u, d) = (column(n), height(*update), height(update + draw));
        p8.rectfill(left, floor - d, right, floor - u, 12);
        p8.rectfill(left, floor - u, right, floor, 11);
    }

    let frame_times = &view.debugger.frame_times;
    let now = view.run.now();
    let from = now.saturating_sub(GRAPH);
    let times: Vec<Option<u32>> = (from..=now).map(|frame| frame_times.get(frame)).collect();
    let most = times.iter().flatten().max().copied().unwrap_or(0);
    let budget = 1_000_000 / u32::from(console.fps().max(1));
    let here = times.last().copied().flatten().map_or("-".to_string(), millis);
    let host = format!("host {here} max {} of {}ms", millis(most), budget / 1000);
    letters::write(p8, &host, 2, floor + 3, 6);
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
    fn times_are_kept_for_the_frames_that_were_run_last() {
        let mut times = FrameTimes::default();
        let last = 4999 + 2 * TIMES_MAX as u64;
        // Frames that are run, then times of some frames: another future from 150 on, a run that was left before it, one far after it,
        // and one that is longer than what is kept.
        let cases = [
            (100..=199, vec![(99, None), (100, Some(100)), (199, Some(199)), (200, None)]),
            (150..=150, vec![(149, Some(149)), (150, Some(150)), (151, None)]),
            (20..=20, vec![(20, Some(20)), (100, None)]),
            (5000..=5000, vec![(20, None), (5000, Some(5000))]),
            (5001..=last, vec![(5000, None), (last, Some(last as u32))]),
        ];
        for (frames, known) in cases {
            frames.for_each(|frame| times.add(frame, frame as u32));
            known.iter().for_each(|(frame, time)| assert_eq!(times.get(*frame), *time, "{frame}"));
        }
        assert_eq!(times.micros.len(), TIMES_MAX);
    }
}
