//! Drawing the rows of the timeline and the costs in the time bar (`overview.rs` has their places).

use super::Debugger;
use super::history::COLORS;
use super::overview::{Axis, LABEL, Row, SIDE, forks};
use super::strips::{Column, MUSIC, Strips};
use rasher::Machine;
use rasher::memory::reg;
use studio::canvas::{CanvasPainter, ROW};
use studio::letters;
use timeline::Run;

/// The least and the most that the cost row is as high as, in thousandths of the budget.
const SHARES: (u64, u64) = (300, 1500);
const BUTTON_COLORS: [i32; 8] = [12, 14, 11, 9, 10, 8, 6, 6];

impl Debugger {
    pub(super) fn draw_strips(&self, painter: &mut CanvasPainter, run: &Run) {
        let (area, axis, strips) = (self.layout.strips, self.axis(run), self.strips.shown());
        let rows = self.rows(area.h);
        let pointed = self.hovered_frame(run).map(|(frame, _)| axis.column(frame));
        painter.area(area, |p8| {
            p8.rectfill(0, 0, area.w, area.h, 0);
            let range = self.selected_range(run).map(|(from, to)| (axis.column(from), axis.column(to)));
            if let Some((left, right)) = range {
                p8.rectfill(left, 0, right, area.h, 1);
            }
            for (_, pixels, column) in visible(p8, axis, strips) {
                rows.iter().for_each(|(row, y)| draw_column(p8, *row, *y, pixels, column, strips));
            }
            for (row, y) in &rows {
                p8.line(axis.x, y + row.height() - 1, area.w, y + row.height() - 1, 1);
                draw_moments(p8, run, axis, *row, *y);
                if *row == Row::Prints {
                    let mut columns: Vec<i32> =
                        self.logged(run).iter().map(|(frame, ..)| axis.column(*frame)).collect();
                    columns.dedup();
                    columns.iter().for_each(|x| p8.rectfill(*x, y + 1, *x, y + ROW - 2, 12));
                }
                let name = match row {
                    Row::Cost => "cpu",
                    Row::Buttons => "buttons",
                    Row::Sounds => "sounds",
                    Row::Prints => "prints",
                    Row::Errors => "errors",
                    Row::Bookmarks => "bookmarks",
                    Row::Branches => "branches",
                    Row::Watch(n) => strips.watched.get(*n).map_or("", |(text, _)| text),
                };
                letters::write(p8, letters::tail(name, LABEL - 6), 2, y + 1, 13);
            }
            for (x, color) in
                range.into_iter().flat_map(|(a, b)| [(a, 6), (b, 6)]).chain(pointed.map(|x| (x, 13)))
            {
                p8.line(x, 0, x, area.h, color);
            }
            let now = axis.column(run.now());
            p8.line(now, 0, now, area.h, 7);
        });
    }

    /// The cost of the frames within the time bar, and the selected range.
    pub(super) fn draw_costs(&self, p8: &mut Machine, run: &Run, height: i32) {
        let (axis, strips) = (self.axis(run), self.strips.shown());
        for (first, (x, last), column) in visible(p8, axis, strips) {
            let high = (column.cost.0.min(1000) as i32) * height / 1000;
            let color = match column.cost.0 {
                1001.. => 8,
                _ if first < run.now() => 12,
                _ => 5,
            };
            p8.rectfill(x, height + 1 - high.max(1), last, height, color);
        }
        if let Some((from, to)) = self.selected_range(run) {
            p8.rectfill(axis.column(from), height + 1, axis.column(to), height + 1, 6);
        }
    }
}

/// The columns in this part of the canvas: the frame before each, its first and last column of pixels.
fn visible<'a>(
    p8: &Machine,
    axis: Axis,
    strips: &'a Strips,
) -> impl Iterator<Item = (u64, (i32, i32), &'a Column)> + use<'a> {
    let left = i32::from(p8.memory().get16(reg::CAMERA) as i16);
    let placed = move |(n, column): (u64, &'a Column)| {
        let first = n * strips.per;
        let pixels = axis.columns((first, (first + strips.per).min(axis.head)));
        (pixels.1 >= left && pixels.0 < left + SIDE).then_some((first, pixels, column))
    };
    (0..).zip(&strips.columns).filter_map(placed)
}

fn draw_column(p8: &mut Machine, row: Row, y: i32, (x, last): (i32, i32), column: &Column, strips: &Strips) {
    let floor = y + row.height() - 2;
    let mut tick = |n: usize, color: i32| {
        if let Some(mark) = &column.marks[n] {
            let color = if mark.bits == MUSIC { 3 } else { color };
            let top = if mark.count > 1 { y } else { y + 1 };
            p8.rectfill(x, top, last, floor, color);
        }
    };
    match row {
        Row::Cost => {
            let top = strips.dearest.first().map_or(0, |(share, _)| *share).clamp(SHARES.0, SHARES.1);
            let high = |share: u64| (share.min(top) as i32) * (floor - y) / top as i32;
            p8.rectfill(
                x,
                floor - high(column.cost.0),
                last,
                floor,
                if column.cost.0 > 1000 { 8 } else { 12 },
            );
        }
        Row::Buttons => {
            for (bit, color) in (0..6).zip(BUTTON_COLORS).filter(|(bit, _)| column.held >> bit & 1 != 0) {
                p8.rectfill(x, y + bit, last, y + bit, color);
            }
        }
        Row::Sounds => tick(1, 11),
        Row::Prints => tick(2, 7),
        Row::Errors => tick(3, 9),
        Row::Bookmarks | Row::Branches => {}
        Row::Watch(n) => {
            let Some(value) = column.values.get(n) else { return };
            match value.range.zip(strips.ranges.get(n).copied().flatten()) {
                Some(((from, to), (low, high))) => {
                    let place = |number: i64| {
                        let part = i128::from(floor - y - 1) * (i128::from(number) - i128::from(low));
                        floor - 1 - (part / (i128::from(high) - i128::from(low)).max(1)) as i32
                    };
                    p8.rectfill(x, place(from), last, floor, 1);
                    p8.rectfill(x, place(to), last, place(from), 12);
                }
                None => {
                    p8.rectfill(x, y + 2, last, floor - 1, COLORS[usize::from(value.kind) % COLORS.len()])
                }
            }
        }
    }
}

fn draw_moments(p8: &mut Machine, run: &Run, axis: Axis, row: Row, y: i32) {
    let branch = run.branch();
    let mut mark = |frame: u64, color: i32| {
        let x = axis.column(frame);
        p8.rectfill(x - 1, y + 1, x, y + ROW - 2, color);
    };
    match row {
        Row::Bookmarks => {
            let own = run.bookmarks().iter().filter(|mark| mark.branch == branch.id);
            own.for_each(|it| mark(it.frame, 10));
        }
        Row::Branches => forks(run).for_each(|(frame, _)| mark(frame, 14)),
        Row::Errors if branch.crash().is_some() => mark(branch.head(), 8),
        _ => {}
    }
}
