//! The bar above every editor, and the status line below.
//!
//! ```text
//! code sprite map ...   *file    undo redo save list leave     tabs are icons where their names do not fit; "*": unsaved
//! status or message                                    now     "now": the memory of the game is edited, and no file
//! ```

use super::context::{NOW, PIXEL, WAITS};
use super::pen::{BAR, Pen, width};
use super::run::{COMMON, Common};
use super::{EditInput, EditorKind, Editors};
use studio::Area;

impl Editors {
    fn ground(&self) -> i32 {
        if self.cx.is_live { 2 } else { 0 }
    }

    pub(super) fn draw_bar(&self, pen: &mut Pen<'_>) {
        let (w, _) = self.cx.size;
        pen.fill(Area { x: 0, y: 0, w, h: BAR }, self.ground());
        for (kind, area) in tabs(self.front, w) {
            let front = kind == self.front;
            if front {
                pen.fill(area, 13);
            }
            let color = if front { 7 } else { 6 };
            if area.w > TAB_ICON {
                pen.text(kind.name(), area.x + 3, 1, color);
            } else {
                pen.icon(tab_icon(kind), area.x + 1, 1, color);
            }
        }
        let left = tabs(self.front, w).last().map_or(0, |(_, area)| area.x + area.w) + 4;
        let right = buttons(w).first().map_or(w, |(_, area)| area.x) - 3;
        let name = file_shown(&self.file, self.is_changed(), right - left);
        pen.text_before(&name, right, 1, if self.is_changed() { 9 } else { 6 });
        let (undo, redo) = self.editor().steps(&self.cx);
        for (common, area) in buttons(w) {
            let lit = match common {
                Common::Save => self.is_changed(),
                Common::Undo => undo > 0,
                Common::Redo => redo > 0,
                _ => true,
            };
            let plain = if common == Common::Save { 9 } else { 6 };
            let color = match (lit, self.cx.is_over(area)) {
                (false, _) => 5,
                (true, true) => 10,
                (true, false) => plain,
            };
            pen.icon(icon(common), area.x + 1, 1, color);
        }
    }

    /// The name of the tab or button under the pointer, with its key.
    pub(super) fn bar_hint(&self) -> Option<String> {
        let (w, _) = self.cx.size;
        let tab =
            tabs(self.front, w).into_iter().map(|(kind, area)| (area, format!("{} editor", kind.name())));
        let row = |common| COMMON.iter().find(|row| row.0 == common);
        let button = buttons(w).into_iter().filter_map(|(common, area)| {
            let (_, name, key, _) = row(common)?;
            Some((area, format!("{key}: {name}")))
        });
        self.cx.hover(tab.chain(button))
    }

    pub(super) fn time_line(&mut self, input: &EditInput) {
        let status = if *input == EditInput::Tick { self.status() } else { return };
        if self.line.0 != status {
            self.line = (status, self.cx.frame);
        }
    }

    pub(super) fn draw_status(&self, pen: &mut Pen<'_>) {
        let (w, h) = self.cx.size;
        let y = h - BAR;
        let bad = self.cx.message().is_some_and(|(_, bad)| bad);
        // A refusal has a sign as well as a colour.
        let text = if bad { format!("! {}", self.status()) } else { self.status() };
        let ground = if bad { 8 } else { self.ground() };
        pen.fill(Area { x: 0, y, w, h: BAR }, ground);
        let color = if bad { 7 } else { 6 };
        let (room, text) = (self.cx.line_room(), shortened(text, self.cx.line_room()));
        let since = if self.line.0 == self.status() { self.cx.frame - self.line.1 } else { 0 };
        match scrolled(width(&text) - room, since) {
            0 => pen.text_until(&text, 3, y + 1, color, 3 + room),
            by => {
                pen.clip(Area { x: 3, y, w: room, h: BAR });
                pen.text(&text, 3 - by, y + 1, color);
                pen.unclip();
            }
        }
        if self.cx.is_live {
            pen.text_before(NOW, w - 2, y + 1, 10);
        }
    }
}

/// The open file's name in so many pixels, with a star if something is unsaved. A long name loses its beginning.
fn file_shown(name: &str, changed: bool, room: i32) -> String {
    const LEAST: usize = 5;
    let star = if changed { "*" } else { "" };
    let whole = format!("{star}{name}");
    if width(&whole) <= room {
        return whole;
    }
    // "…" is as wide as two letters.
    let letters = usize::try_from(room / 4).unwrap_or(0).saturating_sub(2 + star.len());
    let from = name.chars().count().saturating_sub(letters);
    let end: String = name.chars().skip(from).collect();
    if letters < LEAST { String::new() } else { format!("{star}…{end}") }
}

/// Pixels that a line has scrolled after so many ticks, if it is so many too long. It scrolls once, then its beginning comes back.
fn scrolled(over: i32, ticks: u64) -> i32 {
    let over = u64::try_from(over).unwrap_or(0);
    match ticks.saturating_sub(WAITS) / PIXEL {
        by if by <= over => by as i32,
        by if by - over <= WAITS / PIXEL => over as i32,
        _ => 0,
    }
}

fn shortened(text: String, room: i32) -> String {
    if width(&text) <= room {
        return text;
    }
    let bare = |word: &str| word.rsplit(['/', '\\']).next().unwrap_or(word).to_string();
    let word = |word: &str| if word.ends_with(':') { bare(word) } else { word.to_string() };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

const TAB_ICON: i32 = 9;

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
        Common::Turn(_)
        | Common::Prompt
        | Common::Now
        | Common::TakeOver
        | Common::History
        | Common::Guide => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::reading;
    use crate::test_user::User;
    use crate::{EditEffect, EditInput};

    #[test]
    fn a_line_that_does_not_fit_passes_by_once() {
        for (over, ticks, by) in
            [(-5, 500, 0), (10, 0, 0), (10, 60, 0), (10, 70, 5), (10, 80, 10), (10, 140, 10), (10, 142, 0)]
        {
            assert_eq!(scrolled(over, ticks), by, "{over} {ticks}");
        }
        assert_eq!(reading(10), 140);
        let mut user = User::new();
        user.send(EditInput::Size(128, 128, 3));
        let words = "word ".repeat(9);
        let long = format!("not saved: /a/folder/that/is/long/x.map: cannot write: {words}");
        user.editors.notify(&long, true);
        let line = |script: &str| user.does(script).pixels(Area { x: 0, y: 121, w: 128, h: 6 });
        let lines = ["wait:1", "wait:50", "wait:60"].map(line);
        assert!(lines[0] == lines[1] && lines[1] != lines[2], "it waits, then scrolls");
        user.does("wait:170").says("…word ");
        assert_eq!(shortened(long, 100), format!("not saved: x.map: cannot write: {words}"));
    }

    #[test]
    fn a_file_that_is_gone_is_said_and_can_be_saved() {
        let mut user = User::new();
        user.send(EditInput::Wrong(vec!["x.map is missing: the last good version stays in use".into()]));
        user.says("x.map is missing: the last good version stays in use");
        user.does("Ctrl+s");
        assert!(matches!(user.effects.last(), Some(EditEffect::Save { .. })), "{:?}", user.effects.last());
        user.send(EditInput::Wrong(Vec::new()));
        user.does("Ctrl+s").says("nothing to save");
        assert!(user.does("wait:300 F1 Ctrl+s").editors.lists_commands());
        user.says("nothing to save");
    }

    /// Our decision: a save during another one is written over that one, and never refused for it; the same data are written once.
    #[test]
    fn saves_that_follow_each_other_build_on_each_other() {
        let mut user = User::new();
        let saves = |user: &mut User, script: &str| -> Vec<_> {
            user.effects.clear();
            user.does(script);
            let save = |it: &EditEffect| match it {
                EditEffect::Save { data, base, .. } => Some((data.clone(), base.clone())),
                _ => None,
            };
            user.effects.iter().filter_map(save).collect()
        };
        let before = Box::new(user.data());
        let first = saves(&mut user, "@0,0 Ctrl+s Ctrl+s");
        user.says("saving...");
        let one = Box::new(user.data());
        assert_eq!(first, [(one.clone(), before)]);
        let second = saves(&mut user, "@2,0 Ctrl+s");
        let two = Box::new(user.data());
        assert_eq!(second, [(two.clone(), one.clone())], "over what is there by then");
        for (data, changed) in [(one, true), (two.clone(), false)] {
            user.send(EditInput::Saved(data, Ok("x.png".into())));
            assert_eq!(user.editors.document().is_changed(), changed);
        }
        // A failed save is repeated over the files' old contents.
        let third = saves(&mut user, "@4,0 Ctrl+s");
        user.send(EditInput::Saved(third[0].0.clone(), Err("full".into())));
        assert_eq!(saves(&mut user, "Ctrl+s"), third);
        assert!(third[0].1 == two);
    }

    /// Our decision: where there is no room for five letters, only the colour of the save button says it.
    #[test]
    fn the_bar_names_the_file_and_says_whether_it_is_saved() {
        for (name, changed, room, shown) in [
            ("walker.p8", false, 100, "walker.p8"),
            ("walker.p8", true, 100, "*walker.p8"),
            ("walker.p8", false, 36, "walker.p8"),
            ("walker.p8", true, 36, "*…ker.p8"),
            ("a long name.p8", false, 40, "… name.p8"),
            ("a long name.p8", true, 27, ""),
            ("walker.p8", false, 0, ""),
            ("", true, 10, "*"),
        ] {
            let found = file_shown(name, changed, room);
            assert_eq!(found, shown);
            assert!(width(&found) <= room, "{found:?} is {} wide", width(&found));
        }
        let mut user = User::new();
        user.send(EditInput::Size(320, 240, 2));
        let name = |user: &User| user.pixels(Area { x: 200, y: 0, w: 66, h: 7 });
        let none = name(&user);
        user.send(EditInput::File("walker.p8".to_string()));
        let saved = name(&user);
        assert!(none != saved && saved.contains(&6));
        user.does("@0,0");
        assert!(name(&user).contains(&9), "unsaved");
    }

    #[test]
    fn the_bar_names_its_tabs_and_buttons() {
        let mut user = User::new();
        user.send(EditInput::Size(128, 128, 3));
        for (common, hint) in [(Common::Undo, "Ctrl+Z: undo"), (Common::Leave, "Esc: back to the cart")] {
            let (_, area) = buttons(128).into_iter().find(|(it, _)| *it == common).expect("a button");
            user.point((area.x + 2, area.y + 2));
            user.says(hint);
        }
        let (_, area) = tabs(EditorKind::Sprite, 128)
            .into_iter()
            .find(|(kind, _)| *kind == EditorKind::Map)
            .expect("a tab");
        user.point((area.x + 2, area.y + 2));
        user.says("map editor");
    }

    #[test]
    fn a_pixel_is_no_drag() {
        for (scale, by, drags) in
            [(1, 2, false), (1, 3, true), (2, 1, false), (2, 2, true), (4, 1, false), (4, 2, true)]
        {
            let mut user = User::new();
            user.send(EditInput::Size(256, 192, scale));
            user.drag(2, &[(70, 70), (70 + by, 70)]);
            user.says(if drags { "stamp…" } else { "picked…" });
        }
    }
}
