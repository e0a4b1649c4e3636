//! What frames cost: the console's cycles, and below them the time they took on this computer.
//!
//! ```text
//! update  12% draw  40% of 139810  cycles: the machine's own count, the same everywhere
//! ▂▂▃▂▂▅▂▂▂                        the line is the whole budget
//! host 0.05 max 0.31 of 16ms       time: measured by the host; a gap for frames that were not run here
//! ▁▁▁▇▁▁▁▁▁
//! ```
//!
//! Above them are the dearest frames of the run, once they are known (`strips.rs`): Enter or a click goes to one, and a second one profiles it.

use super::flame::percent;
use super::moment::GRAPH;
use super::page::{PageLine, PanelContext};
use super::{DebugPage, DebugRequest, Debugger, layout};
use rasher::Machine;
use std::collections::VecDeque;
use studio::canvas::{HEAD, ROW};
use studio::{Area, letters};
use timeline::Run;

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

/// The least height of a panel with the list and the graphs.
const BOTH: i32 = 76;

impl Debugger {
    /// The area of the list of the dearest frames.
    fn dearest_area(&self, area: Area) -> Area {
        let rows = if area.h < BOTH { layout::rows(area) as i32 } else { (area.h / 2 - HEAD) / ROW };
        let rows = rows.min(self.strips.shown().dearest.len() as i32);
        Area { h: if rows > 0 { HEAD + 1 + ROW * rows } else { 0 }, ..area }
    }

    pub(super) fn show_dearest(&mut self) {
        self.focus_page(DebugPage::Cost);
        if self.strips.shown().dearest.is_empty() {
            self.show_error("no frame of this run has been measured yet");
        }
    }

    /// The frame in a row of the dearest ones.
    pub(super) fn dearest_frame(&self, row: i64) -> Option<u64> {
        let row = usize::try_from(row).ok().filter(|_| self.page() == Some(DebugPage::Cost))?;
        self.strips.shown().dearest.get(row).map(|(_, frame)| *frame)
    }

    /// Goes to the selected one of the dearest frames, or shows what took its time.
    pub(super) fn open_dearest(&mut self, run: &mut Run) -> Option<DebugRequest> {
        let line = self.panel().line;
        let frame = self.dearest_frame(line)?;
        if frame == run.now() {
            return Some(self.profile_frames(run, frame, frame));
        }
        self.show_crash(run.goto(frame));
        None
    }

    /// The row of the dearest frames at a point of the panel.
    pub(super) fn dearest_row(&self, area: Area, line: i64, y: i32) -> Option<i64> {
        let list = self.dearest_area(area);
        let row = layout::first(line, layout::rows(list)) + i64::from((y - HEAD) / ROW);
        (y >= HEAD && y < list.h).then_some(row)
    }
}

fn draw_dearest(view: &PanelContext<'_>, list: Area, run: &Run, p8: &mut Machine) {
    let dearest = &view.debugger.strips.shown().dearest;
    let fps = u64::from(run.console().fps().max(1));
    let context = PanelContext { area: list, ..*view };
    context.lines(p8, dearest.len(), |n| {
        let (share, frame) = dearest[n];
        let color = if share > 1000 { 8 } else { 12 };
        let name = if frame == run.now() { 10 } else { 7 };
        let share = percent(share) + " ";
        let line = PageLine::of(&[(color, &share), (name, &format!("frame {frame}"))]);
        let seconds = frame / fps;
        let time = format!("{}:{:02}", seconds / 60, seconds % 60);
        line.with_right(13, if n == 0 { format!("dearest  {time}") } else { time })
    });
}

pub fn draw(view: &PanelContext<'_>, p8: &mut Machine) {
    let list = view.debugger.dearest_area(view.area);
    if list.h > 0 {
        draw_dearest(view, list, view.run, p8);
        if view.area.h < BOTH {
            return;
        }
    }
    let head = if list.h > 0 { list.h + 1 } else { HEAD };
    let console = view.console();
    let usage = console.machine().usage();
    let percent = |cycles| usage.thousandths(cycles) / 10;
    let (update, draw) = (percent(usage.update), percent(usage.draw));
    let cycles = format!("update {update:>3}% draw {draw:>3}% of {}", usage.budget);
    letters::write(p8, &cycles, 2, head + 1, 6);
    let room = (view.area.h - head - 2) / 2 - ROW - 2;
    let floor = head + ROW + room;
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
