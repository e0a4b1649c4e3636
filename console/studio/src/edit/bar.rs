//! What lies around every editor: tabs and buttons above, the status line below, the question about files that changed.
//!
//! ```text
//! code sprite map ...            undo redo save list leave     tabs show a sign where their names do not fit
//! status, or what is said                              now     "now": no file is edited, but the memory of the game
//! ```

use super::pen::{Pen, width};
use super::{BAR, Common, EditorKind, Editors};
use crate::layer::Area;

/// Said while the game's memory is edited.
const NOW: &str = "now";

impl Editors {
    /// Behind bar and status line: another colour while no file is edited.
    fn ground(&self) -> i32 {
        if self.desk.is_now { 2 } else { 0 }
    }

    pub(super) fn draw_bar(&self, pen: &mut Pen<'_>) {
        let (w, _) = self.desk.size;
        pen.fill(Area { x: 0, y: 0, w, h: BAR }, self.ground());
        for (kind, area) in tabs(self.front, w) {
            let front = kind == self.front;
            if front {
                pen.fill(area, 13);
            }
            let color = if front { 7 } else { 6 };
            if area.w > TAB_ICON {
                pen.text(tab_name(kind), area.x + 3, 1, color);
            } else {
                pen.icon(tab_icon(kind), area.x + 1, 1, color);
            }
        }
        let (undo, redo) = self.editor().steps(&self.desk);
        for (common, area) in buttons(w) {
            let lit = match common {
                Common::Save => self.is_changed(),
                Common::Undo => undo > 0,
                Common::Redo => redo > 0,
                _ => true,
            };
            let hovered = area.holds(self.desk.pointer.0, self.desk.pointer.1);
            let color = if !lit {
                5
            } else if hovered {
                10
            } else if common == Common::Save {
                9
            } else {
                6
            };
            pen.icon(icon(common), area.x + 1, 1, color);
        }
    }

    pub(super) fn draw_status(&self, pen: &mut Pen<'_>) {
        let (w, h) = self.desk.size;
        let y = h - BAR;
        let (mut text, bad) = (self.status(), self.desk.said().is_some_and(|(_, bad)| bad));
        pen.fill(Area { x: 0, y, w, h: BAR }, if bad { 8 } else { self.ground() });
        let end = w - if self.desk.is_now { width(NOW) + 6 } else { 3 };
        if bad {
            text = ending(text, end - 3);
        }
        pen.text_until(&text, 3, y + 1, if bad { 7 } else { 6 }, end);
        if self.desk.is_now {
            pen.text_before(NOW, w - 2, y + 1, 10);
        }
    }

    /// Whose change counts: a box of what has happened, and of the keys that answer.
    pub(super) fn draw_question(&self, pen: &mut Pen<'_>, what: &str, size: (i32, i32)) {
        let theirs = self.spelled("T  take theirs (Ctrl+Z brings mine back)".to_string());
        let asked = ["the files were changed outside,", what];
        draw_box(pen, asked, ["M  keep mine", &theirs], (2, 8), size);
    }
}

/// Bad news with its end, where the reason stands: what is too long loses what follows the first colon, such as folders of a path.
fn ending(text: String, room: i32) -> String {
    let Some((what, why)) = text.split_once(": ").filter(|_| width(&text) > room) else { return text };
    let from = (0..why.len()).filter(|at| why.is_char_boundary(*at));
    let short = |at: usize| format!("{what}: ..{}", &why[at..]);
    from.map(short).find(|text| width(text) <= room).unwrap_or(text)
}

pub(super) fn tab_name(kind: EditorKind) -> &'static str {
    EditorKind::ALL.iter().find(|(other, _)| *other == kind).map_or("", |(_, name)| name)
}

/// Columns of a tab that shows a sign instead of its name.
const TAB_ICON: i32 = 9;

/// The tabs of the bar: names where there is room for all, else signs but for the one in front.
pub(super) fn tabs(front: EditorKind, w: i32) -> Vec<(EditorKind, Area)> {
    let named: i32 = EditorKind::ALL.iter().map(|(_, name)| width(name) + 5).sum();
    let room = buttons(w).first().map_or(w, |(_, area)| area.x);
    let mut x = 0;
    let tab = |(kind, name): (EditorKind, &'static str)| {
        let wide = named <= room || kind == front;
        let area = Area { x, y: 0, w: if wide { width(name) + 5 } else { TAB_ICON }, h: BAR };
        x += area.w;
        (kind, area)
    };
    EditorKind::ALL.map(tab).to_vec()
}

/// The buttons on the right of the bar.
pub(super) fn buttons(w: i32) -> Vec<(Common, Area)> {
    let all = [Common::Undo, Common::Redo, Common::Save, Common::Find, Common::Leave];
    (0..).zip(all).map(|(n, common)| (common, Area { x: w - 10 * (5 - n) - 1, y: 0, w: 9, h: BAR })).collect()
}

fn tab_icon(kind: EditorKind) -> &'static [&'static str] {
    match kind {
        EditorKind::Prompt => &["#......", ".#.....", "..#....", ".#.....", "#......", "...####"],
        EditorKind::Code => &["..#.#..", ".#...#.", "#.....#", "#.....#", ".#...#.", "..#.#.."],
        EditorKind::Sprite => &[".#####.", "#.....#", "#.#.#.#", "#.....#", "#.###.#", ".#####."],
        EditorKind::Map => &["###.###", "###.###", ".......", "###.###", "###.###", "......."],
        EditorKind::Sound => &["....#..", "..#.#..", "..#.#.#", "#.#.#.#", "#.#.#.#", "#.###.#"],
        EditorKind::Music => &["..#####", "..#...#", "..#...#", "..#...#", ".##..##", ".##..##"],
    }
}

fn icon(common: Common) -> &'static [&'static str] {
    match common {
        Common::Undo => &["..#....", ".##....", "######.", ".##...#", "..#...#", "...###."],
        Common::Redo => &["....#..", "....##.", ".######", "#...##.", "#...#..", ".###..."],
        Common::Save => &["######.", "#.##.#.", "#....#.", "#.##.#.", "#.##.#.", "######."],
        Common::Find => &[".......", "######.", ".......", "######.", ".......", "######."],
        Common::Leave => &["#......", "###....", "#####..", "#####..", "###....", "#......"],
        Common::Turn(_) | Common::Prompt | Common::Now | Common::TakeOver => &[],
    }
}

/// Where a question stands.
fn box_area((w, h): (i32, i32)) -> Area {
    Area { x: 6, y: h / 2 - 22, w: w - 12, h: 44 }
}

/// Pixels from the top of a question to its first line, and from line to line.
const LINES: (i32, i32) = (6, 9);

/// Is that place on a question? Then on which of its two answers, if on one.
pub(super) fn answer_at((x, y): (i32, i32), size: (i32, i32)) -> Option<Option<usize>> {
    let area = box_area(size);
    // The answers are its third line and its fourth.
    let line = (y - area.y - LINES.0).div_euclid(LINES.1) - 2;
    area.holds(x, y).then(|| usize::try_from(line).ok().filter(|line| *line < 2))
}

/// A box over all: two lines of what is asked, two of the keys that answer; its ground and its edge.
pub(super) fn draw_box(
    pen: &mut Pen<'_>,
    asked: [&str; 2],
    keys: [&str; 2],
    (ground, edge): (i32, i32),
    size: (i32, i32),
) {
    let area = box_area(size);
    pen.fill(Area { x: area.x - 1, y: area.y - 1, w: area.w + 2, h: area.h + 2 }, 0);
    pen.fill(area, ground);
    pen.frame(area, edge);
    let lines = asked.map(|line| (line, 7)).into_iter().chain(keys.map(|line| (line, 10)));
    for (n, (line, color)) in (0..).zip(lines) {
        pen.text_until(line, area.x + 6, area.y + LINES.0 + n * LINES.1, color, area.x + area.w - 4);
    }
}
