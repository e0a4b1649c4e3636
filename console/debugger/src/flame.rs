//! The profile page: functions by the time of all they called, lines by their own, and a flame graph below.
//!
//! ```text
//!                             t       a profile of the selected range, or of the whole run
//! 61.2% walk     own  4.0%    Enter   or a click on a box: the line of code
//! 57.2% step     own 57.2%
//! 31.0%  12 for y=0,15 do
//! ▬▬▬▬▬▬_update▬▬▬▬▬▬▬   a box for each way that a function was called, as wide as its time; below it what it called
//! ▬▬walk▬▬▬▬▬ ▬ai▬▬
//! ```

use super::page::{PageLine, PanelContext, note};
use super::{DebugRequest, Debugger, Panel, layout};
use rasher::{Machine, Place, RustSource};
use studio::canvas::{HEAD, ROW};
use studio::{Area, letters};
use timeline::{Profile, Run, Source};

const COLORS: [i32; 5] = [9, 10, 15, 4, 14];

#[derive(Clone, Debug)]
pub(super) struct ProfileView {
    from: u64,
    to: u64,
    profile: Profile,
    rows: Vec<ProfileRow>,
    boxes: Vec<FlameBox>,
}

#[derive(Clone, Debug)]
struct ProfileRow {
    place: Place,
    /// Thousandths of all cycles; a line has only its own.
    total: Option<u64>,
    own: u64,
}

/// A call in millionths of the graph's width.
#[derive(Clone, Debug)]
struct FlameBox {
    depth: i64,
    left: u64,
    right: u64,
}

impl ProfileView {
    pub fn new(from: u64, to: u64, profile: Profile) -> ProfileView {
        let all: u64 = profile.functions.values().map(|cost| cost.cycles).sum::<u64>().max(1);
        let share = |cycles: u64| cycles.saturating_mul(1000) / all;
        let mut rows: Vec<ProfileRow> = Vec::new();
        for (place, cost) in Profile::dearest(&profile.functions) {
            let row =
                ProfileRow { total: Some(share(profile.total(&place))), own: share(cost.cycles), place };
            // Those with the same total stay in the order of their own cost.
            let at = rows.partition_point(|other| other.total >= row.total);
            rows.insert(at, row);
        }
        let lines = Profile::dearest(&profile.lines).into_iter();
        rows.extend(lines.map(|(place, cost)| ProfileRow { place, total: None, own: share(cost.cycles) }));
        let totals = profile.totals();
        let mut boxes: Vec<FlameBox> = Vec::new();
        // Where the next call of each function starts, and of the hooks.
        let (mut starts, mut hooks) = (Vec::<u64>::new(), 0);
        for (call, total) in profile.calls.iter().zip(totals) {
            let start = call.caller.map_or(&mut hooks, |caller| &mut starts[caller]);
            let left = *start;
            *start += total;
            starts.push(left);
            let part = |cycles: u64| (u128::from(cycles) * 1_000_000 / u128::from(all)) as u64;
            let depth = call.caller.map_or(0, |caller| boxes[caller].depth + 1);
            boxes.push(FlameBox { depth, left: part(left), right: part(left + total) });
        }
        ProfileView { from, to, profile, rows, boxes }
    }

    pub fn title(&self) -> String {
        format!("profile of frames {}-{}", self.from, self.to)
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// The place of a row, whether it is a function, and the last frame of the profile.
    pub fn row(&self, row: usize) -> Option<(Place, bool, u64)> {
        let row = self.rows.get(row)?;
        Some((row.place.clone(), row.total.is_some(), self.to))
    }

    /// The areas of the list and of the graph.
    fn areas(&self, area: Area) -> (Area, Area) {
        let depth = self.boxes.iter().map(|it| it.depth + 1).max().unwrap_or(0);
        let h = ROW * depth.min(layout::rows(area) / 2) as i32;
        // A gap between them.
        (Area { h: area.h - h - 3, ..area }, Area { x: 2, y: area.h - h - 1, w: area.w - 5, h })
    }

    fn row_of(&self, place: &Place) -> Option<usize> {
        self.rows.iter().position(|row| row.total.is_some() && row.place == *place)
    }
}

/// A box as columns of pixels.
fn columns(it: &FlameBox, graph: Area) -> (i32, i32) {
    let x = |part: u64| graph.x + (part * graph.w as u64 / 1_000_000) as i32;
    (x(it.left), x(it.right) - 1)
}

fn name(source: &Source, rust: Option<&RustSource>, place: &Place) -> String {
    if place.line() == 0 {
        return "outside functions".into();
    }
    let position = source.position(place);
    if let Some((_, name)) = rust.zip(position).and_then(|(rust, position)| rust.function(position)) {
        return name.into();
    }
    let text = position.map_or("", |position| source.text(position).trim());
    let before = text.split('(').next().unwrap_or_default();
    let name = match before.strip_suffix("function") {
        Some(before) => before.trim().trim_end_matches('=').trim(),
        None => before.trim_start_matches("local ").trim_start_matches("function ").trim(),
    };
    if name.is_empty() { format!("line {}", place.line()) } else { name.trim_start_matches("local ").into() }
}

pub fn percent(thousandths: u64) -> String {
    format!("{}.{}%", thousandths / 10, thousandths % 10)
}

impl Debugger {
    /// Selects the row or box at a point of the page; with a box, shows its line.
    pub(super) fn point_at_profile(
        &mut self,
        run: &mut Run,
        area: Area,
        x: i32,
        y: i32,
    ) -> Option<DebugRequest> {
        let view = self.profile.as_ref()?;
        let (list, graph) = view.areas(area);
        if graph.holds(x, y) {
            let depth = i64::from((y - graph.y) / ROW);
            let hit = view.boxes.iter().position(|it| {
                let (left, right) = columns(it, graph);
                it.depth == depth && (left..=right).contains(&x)
            });
            let row = hit.and_then(|n| view.row_of(&view.profile.calls[n].function));
            if let Some(row) = row {
                self.panel().line = row as i64;
                return self.open_line(run);
            }
        } else {
            let (count, line) = (view.len() as i64, self.panel().line);
            let first = layout::first(line, layout::rows(list));
            self.panel().line = (first + i64::from((y - HEAD) / ROW)).clamp(0, (count - 1).max(0));
        }
        None
    }
}

pub fn draw(view: &PanelContext<'_>, p8: &mut Machine) {
    let Some(shown) = &view.debugger.profile else {
        return note(p8, &["press t for a profile of the run,", "or of the range from ( to )"]);
    };
    let source = view.debugger.source(view.run);
    let rust = view.console().program().rust_source();
    let (list, graph) = shown.areas(view.area);
    let selected = view.panel.line.clamp(0, (shown.rows.len() as i64 - 1).max(0)) as usize;
    let context = PanelContext { area: list, panel: Panel { line: selected as i64, ..view.panel }, ..*view };
    context.lines(p8, shown.rows.len(), |n| {
        let row = &shown.rows[n];
        let own = format!("{:>5}", percent(row.own));
        match row.total {
            Some(total) => {
                let total = format!("{:>5} ", percent(total));
                let line = PageLine::of(&[(10, &total), (12, &name(&source, rust, &row.place))]);
                line.with_right(13, format!("own {own}"))
            }
            None => {
                let text = source.position(&row.place).map_or("", |position| source.text(position).trim());
                let number = format!(" {:>3} ", row.place.line());
                PageLine::of(&[(9, &own), (5, &number), (6, text)])
            }
        }
    });
    let chosen = shown.rows.get(selected).filter(|row| row.total.is_some()).map(|row| &row.place);
    p8.rectfill(0, graph.y - 1, view.area.w - 2, graph.y - 1, 1);
    for (it, call) in shown.boxes.iter().zip(&shown.profile.calls) {
        let (left, right) = columns(it, graph);
        let y = graph.y + ROW * it.depth as i32;
        if right < left || y + ROW > graph.y + graph.h {
            continue;
        }
        let color = match chosen {
            Some(place) if *place == call.function => 7,
            _ => COLORS[(call.function.line() as usize) % COLORS.len()],
        };
        p8.rectfill(left, y, right, y + ROW - 2, color);
        p8.rectfill(right, y, right, y + ROW - 2, 0);
        if right - left > 8 {
            letters::write_until(p8, &name(&source, rust, &call.function), left + 1, y, 0, right - 1);
        }
    }
}
