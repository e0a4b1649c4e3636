//! The whole run in the foot: rows above the time bar, a picture under the pointer, a range of frames.
//!
//! ```text
//! cpu       ▂▂▃▂▇▂▂▂▂▂▂▂     T, or dragging the upper edge: more rows, or none
//! buttons   -- -   ---       a click goes to the event under the pointer, in the cost row to the dearest frame of the column, a second
//!                             one profiles that
//! prints      |  |           dragging selects a range, as ( and ) do at the current frame
//! hero.hp   ▇▇▇▅▅▂▂▂▂▂       a row for each watch
//! time bar  ▬▬▬▬▬|▬▬▬▬▬      dragging goes through the run
//! ```
//!
//! `rows.rs` draws the rows from the columns of `strips.rs`. The picture is that of the nearest key frame until its own frame is reached.

use super::flame::percent;
use super::strips::Column;
use super::{Debugger, bar};
use studio::canvas::{CanvasPainter, ROW};
use studio::{Area, BUTTON_GLYPHS};
use timeline::{Playback, Run};

/// Room for the names of rows.
pub const LABEL: i32 = 44;
pub const SIDE: i32 = rasher::SIDE as i32;
/// Distances in pixels at which an event counts as under the pointer.
const NEAR: [i32; 5] = [0, -1, 1, -2, 2];
const NEAR_COST: i32 = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    Cost,
    Buttons,
    Sounds,
    Prints,
    Errors,
    Bookmarks,
    Branches,
    Watch(usize),
}

impl Row {
    pub fn height(self) -> i32 {
        match self {
            Row::Cost => 2 * ROW,
            Row::Watch(_) => ROW + 3,
            _ => ROW,
        }
    }
}

/// What a held mouse button moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drag {
    Time,
    /// From a column and its frame.
    Range(i32, u64),
    Edge,
    /// Nothing of the foot.
    Panel,
}

#[derive(Clone, Debug)]
pub struct Hover {
    at: (u32, u64),
    walk: Playback,
    is_done: bool,
}

/// The columns of pixels that show the run, from its first frame to its last.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    pub x: i32,
    w: i32,
    pub head: u64,
}

impl Axis {
    pub fn column(self, frame: u64) -> i32 {
        self.x + (frame.min(self.head) * (self.w - 1).max(0) as u64 / self.head.max(1)) as i32
    }

    /// The first and last frame of a column of pixels.
    fn frames(self, x: i32) -> (u64, u64) {
        let first = |x: i32| {
            let x = (x - self.x).clamp(0, self.w) as u64;
            (x * self.head).div_ceil((self.w - 1).max(1) as u64).min(self.head)
        };
        (first(x), first(x + 1).saturating_sub(1).max(first(x)))
    }

    /// The columns of pixels of the frames after the first one, up to the last.
    pub fn columns(self, (first, last): (u64, u64)) -> (i32, i32) {
        let left = if first == 0 { self.x } else { self.column(first) + 1 };
        (left, self.column(last).max(left))
    }
}

impl Debugger {
    pub(super) fn axis(&self, run: &Run) -> Axis {
        let (w, head) = (self.layout.w, run.branch().head());
        if self.layout.strips.h > 0 { Axis { x: LABEL, w: w - LABEL, head } } else { Axis { x: 0, w, head } }
    }

    pub(super) fn rows(&self, room: i32) -> Vec<(Row, i32)> {
        use Row as R;
        let all = [R::Cost, R::Buttons, R::Sounds, R::Prints, R::Errors, R::Bookmarks, R::Branches];
        let watched = (0..self.strips.shown().watched.len()).map(R::Watch);
        let mut y = 0;
        let rows = all.into_iter().chain(watched).map(|row| {
            y += row.height();
            (row, y - row.height())
        });
        rows.take_while(|(row, y)| y + row.height() <= room).collect()
    }

    /// The height of the rows that fit.
    pub(super) fn strips_height(&self, room: i32) -> i32 {
        let rows = self.rows(self.setup.timeline.min(room));
        rows.last().map_or(0, |(row, y)| y + row.height())
    }

    pub(super) fn toggle_timeline(&mut self) {
        self.setup.timeline = if self.setup.timeline > 0 { 0 } else { i32::MAX };
        if self.setup.timeline > 0 && self.strips_height(self.layout.foot.y - SIDE) == 0 {
            self.show_error("no room for the rows of the timeline: make the window larger");
        }
    }

    pub(super) fn row_at(&self, y: i32) -> Option<Row> {
        let strips = self.layout.strips;
        let rows = self.rows(strips.h);
        rows.iter().rfind(|(_, top)| strips.y + top <= y).map(|(row, _)| *row)
    }

    /// The frame under the pointer, in a row the event's, with a text about it.
    fn pointed(&self, run: &Run, x: i32, y: i32) -> Option<(u64, String)> {
        let (strips, foot, axis) = (self.layout.strips, self.layout.foot, self.axis(run));
        let first = axis.frames(x).0;
        if (Area { h: bar::TIME, ..foot }).holds(x, y) {
            return Some((first, String::new()));
        }
        if !strips.holds(x, y) {
            return None;
        }
        let row = self.row_at(y)?;
        let events = NEAR.into_iter().filter_map(|by| self.event(run, row, axis.frames(x + by)));
        let whole = || (first, String::new());
        Some(match row {
            Row::Cost => self.dearest_near(run, x).unwrap_or_else(whole),
            _ => { events }.next().unwrap_or_else(whole),
        })
    }

    /// The dearest frame of a column, or of those next to it if that is much dearer: a spike is narrow.
    fn dearest_near(&self, run: &Run, x: i32) -> Option<(u64, String)> {
        let axis = self.axis(run);
        let around = (axis.frames(x - NEAR_COST).0, axis.frames(x + NEAR_COST).1);
        let (near, own) = (self.dearest_in(around), self.dearest_in(axis.frames(x))?);
        let (cost, frame) = near.filter(|near| near.0 > 2 * own.0).unwrap_or(own);
        Some((frame, format!("cpu {}", percent(cost))))
    }

    /// The columns of some frames.
    fn columns_in(&self, (first, last): (u64, u64)) -> Option<&[Column]> {
        let strips = self.strips.shown();
        let from = first.saturating_sub(1).checked_div(strips.per)? as usize;
        let to = last.saturating_sub(1).checked_div(strips.per)? as usize;
        strips.columns.get(from..=to.min(strips.columns.len().checked_sub(1)?))
    }

    fn dearest_in(&self, frames: (u64, u64)) -> Option<(u64, u64)> {
        let costs = self.columns_in(frames)?.iter().map(|column| column.cost);
        costs.reduce(|a, b| if b.0 > a.0 { b } else { a })
    }

    /// The first event of a row in some frames, or its dearest frame.
    fn event(&self, run: &Run, row: Row, (first, last): (u64, u64)) -> Option<(u64, String)> {
        let strips = self.strips.shown();
        let columns = self.columns_in((first, last))?;
        let marks = |n: usize| columns.iter().find_map(|column| column.marks[n].as_ref());
        let text = |n: usize| {
            marks(n).map(|mark| {
                let more = if mark.count > 1 { format!(" ({})", mark.count) } else { String::new() };
                (mark.frame, format!("{}{more}", mark.text))
            })
        };
        let within = first..=last;
        let branch = run.branch();
        match row {
            Row::Cost => {
                let (cost, frame) = self.dearest_in((first, last))?;
                Some((frame, format!("cpu {}", percent(cost))))
            }
            Row::Buttons => marks(0).map(|mark| {
                let held = BUTTON_GLYPHS.iter().enumerate().filter(|(bit, _)| mark.bits >> bit & 1 != 0);
                (mark.frame, held.map(|(_, glyph)| *glyph).collect())
            }),
            Row::Sounds => text(1),
            Row::Prints => text(2).or_else(|| {
                let lines = self.logged(run);
                let (frame, line, _) = lines.get(lines.partition_point(|(frame, ..)| *frame < first))?;
                within.contains(frame).then(|| (*frame, line.text.to_string()))
            }),
            Row::Errors => match branch.crash() {
                Some(crash) if within.contains(&branch.head()) => Some((branch.head(), crash.to_string())),
                _ => text(3),
            },
            Row::Bookmarks => {
                let mut marks = run.bookmarks().iter().filter(|mark| mark.branch == branch.id);
                marks.find(|mark| within.contains(&mark.frame)).map(|mark| (mark.frame, mark.name.clone()))
            }
            Row::Branches => {
                let found = forks(run).find(|(frame, _)| within.contains(frame))?;
                Some((found.0, format!("branch {}", found.1)))
            }
            Row::Watch(n) => {
                let changed = columns.iter().find_map(|column| column.values.get(n)?.changed)?;
                Some((changed, strips.watched.get(n)?.0.clone()))
            }
        }
    }

    /// Takes a press or a movement of the mouse in the foot. True if it was one.
    pub(super) fn drag(&mut self, run: &mut Run, x: i32, y: i32, down: bool) -> bool {
        if !down {
            self.drag = None;
            return false;
        }
        let (strips, foot, axis) = (self.layout.strips, self.layout.foot, self.axis(run));
        let top = if strips.h > 0 { strips.y } else { foot.y };
        let is_press = self.drag.is_none();
        let drag = *self.drag.get_or_insert_with(|| match (x, y) {
            (_, y) if (top - 1..=top).contains(&y) => Drag::Edge,
            (x, y) if strips.holds(x, y) => Drag::Range(x, axis.frames(x).0),
            (x, y) if (Area { h: bar::TIME, ..foot }).holds(x, y) => Drag::Time,
            _ => Drag::Panel,
        });
        match drag {
            Drag::Panel => return false,
            Drag::Edge if is_press => {}
            Drag::Edge => self.setup.timeline = (foot.y - y).max(0),
            Drag::Range(from, frame) if !is_press && (x - from).abs() >= 2 => {
                let to = axis.frames(x).0;
                self.set_range(run, frame.min(to), frame.max(to));
            }
            Drag::Range(..) => {}
            Drag::Time => self.show_crash(run.goto(axis.frames(x).0)),
        }
        if let (Drag::Range(..), true, Some((frame, _))) = (drag, is_press, self.pointed(run, x, y)) {
            self.show_crash(run.goto(frame));
        }
        true
    }

    /// The frame that a press or a movement of the mouse goes to.
    pub(super) fn dragged_frame(&self, run: &Run, x: i32, y: i32) -> Option<u64> {
        match self.drag {
            Some(Drag::Time) => Some(self.axis(run).frames(x).0),
            None => Some(self.pointed(run, x, y)?.0),
            Some(_) => None,
        }
    }

    fn set_range(&mut self, run: &Run, from: u64, to: u64) {
        self.range = Some((run.branch().id, from.max(1), to.max(1)));
        self.show_message(format!(
            "frames {}-{}: t profiles them, Esc clears the range",
            from.max(1),
            to.max(1)
        ));
    }

    /// Begins or ends the range at the current frame.
    pub(super) fn mark_range(&mut self, run: &Run, is_end: bool) {
        let (now, head) = (run.now(), run.branch().head());
        match (self.selected_range(run), is_end) {
            (Some((from, _)), true) => self.set_range(run, from.min(now), now),
            (Some((_, to)), false) => self.set_range(run, now, to.max(now)),
            (None, true) => self.set_range(run, 1, now),
            (None, false) => self.set_range(run, now, head),
        }
    }

    /// The first and last selected frame of this branch.
    pub(super) fn selected_range(&self, run: &Run) -> Option<(u64, u64)> {
        let (branch, from, to) = self.range?;
        (branch == run.branch().id).then_some((from, to))
    }

    /// What the status line says about the frame under the pointer.
    pub(super) fn pointed_text(&self, run: &Run) -> Option<String> {
        let (frame, text) = self.hovered_frame(run)?;
        let seconds = frame / u64::from(run.console().fps().max(1));
        let cost = self.event(run, Row::Cost, (frame, frame)).map_or(String::new(), |(_, cost)| cost);
        let text = if text == cost { String::new() } else { text };
        Some(format!("at {frame}  {}:{:02}  {cost}  {text}", seconds / 60, seconds % 60))
    }

    pub(super) fn hovered_frame(&self, run: &Run) -> Option<(u64, String)> {
        let is_free = self.drag.is_none() && self.prompt.is_none();
        if is_free { self.pointed(run, self.pointer.0, self.pointer.1) } else { None }
    }

    /// Runs at most `limit` frames for the picture under the pointer or the rows. None if there is nothing to do, else whether there is
    /// something new to show.
    pub fn extend_timeline(&mut self, run: &Run, limit: u64) -> Option<bool> {
        match self.hovered_frame(run) {
            None => self.hover = None,
            Some((frame, _)) => {
                let (at, past) = ((run.branch().id, frame), &run.branch().past);
                if self.hover.as_ref().is_none_or(|hover| hover.at != at) {
                    self.hover = Some(Hover { at, walk: past.walk(frame), is_done: false });
                    return Some(true);
                }
                if let Some(hover) = self.hover.as_mut().filter(|hover| !hover.is_done) {
                    let left = frame.saturating_sub(hover.walk.now());
                    let walked = hover.walk.step(past, limit.min(left), |_, _| true);
                    hover.is_done = walked.is_err() || hover.walk.now() >= frame;
                    return Some(hover.is_done);
                }
            }
        }
        self.strips.step(run, &self.setup.watched, limit)
    }

    pub(super) fn draw_hover(&self, painter: &mut CanvasPainter, run: &Run) {
        let (Some(hover), Some((frame, _))) = (&self.hover, self.hovered_frame(run)) else { return };
        let top = self.layout.foot.y - self.layout.strips.h - SIDE - 2;
        let x = (self.axis(run).column(frame) - SIDE / 2).clamp(1, self.layout.w - SIDE - 1);
        let area = Area { x, y: top.max(1), w: SIDE, h: SIDE };
        let frame = Area { x: area.x - 1, y: area.y - 1, w: SIDE + 2, h: SIDE + 2 };
        painter.area(frame, |p8| p8.rectfill(0, 0, frame.w, frame.h, 7));
        painter.canvas.picture(hover.walk.console().machine(), area, None);
    }
}

/// Where other branches leave this one, and where it left its own.
pub fn forks(run: &Run) -> impl Iterator<Item = (u64, u32)> {
    let (branch, all) = (run.branch(), run.branches());
    let own = branch.parent.map(|(id, frame)| (frame, id));
    let others = all.iter().filter_map(move |other| {
        let (parent, frame) = other.parent?;
        (parent == branch.id).then_some((frame, other.id))
    });
    own.into_iter().chain(others)
}
