//! The map editor.
//!
//! ```text
//! mod.rs     what it is: tool, stamp, what is shown, what is selected
//! cells.rs   cells of the map, stamps, text       blob.rs    which of 47 walls a wall is
//! command.rs the table of commands                gesture.rs the mouse
//! layout.rs  where everything lies                view.rs    the picture            tests.rs, wall_tests.rs
//! ```
//!
//! Rows 32 on are the lower half of the sheet as well: they are hatched, and what is put there changes sprites in the same step.

mod blob;
mod cells;
mod command;
mod gesture;
mod layout;
#[cfg(test)]
mod tests;
mod view;
#[cfg(test)]
mod wall_tests;

use super::command::rows;
use super::context::{Context, Editor};
use super::gesture::Mouse;
use super::grid::{Grid, Selection, cell};
use super::input::EditInput;
use super::pen::Pen;
use super::types::{CommandRow, EditPlace, Pointing, Side};
use cells::{ALL, COLUMNS, OWN, ROWS, TileStamp, Tiles, address};
use gesture::MapGesture;
use layout::MapLayout;
use rasher::memory::FLAGS;
use studio::Area;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MapTool {
    Stamp,
    Fill,
    Replace,
    Line,
    Rect,
    Select,
    Blob,
    Dig,
    Pan,
}

impl MapTool {
    /// All of them in the order of their buttons: the name, and what is said of it.
    const ALL: [(MapTool, &'static str, &'static str); 9] = [
        (MapTool::Stamp, "stamp", "stamp: Ctrl replaces a tile, Shift selects"),
        (MapTool::Fill, "fill", "fill: Ctrl replaces a tile, Shift selects"),
        (MapTool::Replace, "replace", "replace: all of a tile in the map, or selected"),
        (MapTool::Line, "line", "line of tiles"),
        (MapTool::Rect, "rectangle", "rectangle, filled with the stamp"),
        (MapTool::Select, "select", "select: drag; drag inside moves; Esc drops it"),
        (MapTool::Blob, "blob brush", "blob brush: the right one of 47 walls; Ctrl clears"),
        (MapTool::Dig, "clear walls", "clear walls: the ground around them stays behind"),
        (MapTool::Pan, "pan", "pan: space does it with any tool"),
    ];

    fn name(self) -> &'static str {
        MapTool::ALL[self as usize].1
    }

    fn hint(self) -> &'static str {
        MapTool::ALL[self as usize].2
    }
}

/// Pixels of a cell, from the smallest on.
const SIDES: [i32; 5] = [2, 4, 8, 16, 32];

/// Its state beside the document.
#[derive(Clone, Debug)]
pub(super) struct MapEditor {
    tool: MapTool,
    stamp: TileStamp,
    /// The sprite that was chosen last, here or in the sprite editor.
    taken: usize,
    /// The first cell that is shown, and the pixels of one.
    origin: (i32, i32),
    side: i32,
    /// The first row of sprites that is shown.
    top: i32,
    selected: Selection<Tiles>,
    gesture: Option<MapGesture>,
    /// The first of the walls that the blob brush paints.
    walls: usize,
    ids: bool,
    flags: bool,
    grid: bool,
    hex: bool,
    sought: Option<(i32, i32)>,
    camera: bool,
}

impl Default for MapEditor {
    fn default() -> Self {
        MapEditor {
            tool: MapTool::Stamp,
            stamp: TileStamp::one(1),
            taken: 1,
            origin: (0, 0),
            side: 8,
            top: 0,
            selected: Selection::NONE,
            gesture: None,
            walls: 48,
            ids: false,
            flags: false,
            grid: false,
            hex: false,
            sought: None,
            camera: false,
        }
    }
}

impl MapEditor {
    fn layout(&self, cx: &Context) -> MapLayout {
        MapLayout::new(cx.size, MapTool::ALL.len() as i32)
    }

    /// Columns and rows of cells that are shown, those cut by the edge among them.
    fn shown(&self, cx: &Context) -> Area {
        let Area { w, h, .. } = self.layout(cx).map;
        let cells = |pixels: i32| (pixels + self.side - 1) / self.side;
        Area { x: self.origin.0, y: self.origin.1, w: cells(w), h: cells(h) }
    }

    /// Where the view may begin without showing what is no map, where it need not.
    fn limits(&self, cx: &Context) -> (i32, i32) {
        let Area { w, h, .. } = self.layout(cx).map;
        ((COLUMNS - w / self.side).max(0), (ROWS - h / self.side).max(0))
    }

    /// The view begins there; it goes no farther beyond the map than it is.
    fn set_origin(&mut self, (x, y): (i32, i32), cx: &Context) {
        let (most, now) = (self.limits(cx), self.origin);
        self.origin = (x.clamp(now.0.min(0), now.0.max(most.0)), y.clamp(now.1.min(0), now.1.max(most.1)));
    }

    /// The view begins there, or as near as the map goes.
    fn keep_inside(&mut self, (x, y): (i32, i32), cx: &Context) {
        let most = self.limits(cx);
        self.origin = (x.clamp(0, most.0), y.clamp(0, most.1));
    }

    /// Brings a cell into view, the least way.
    fn scroll_to(&mut self, (x, y): (i32, i32), cx: &Context) {
        let shown = self.shown(cx);
        if !shown.holds(x, y) {
            let to = |at: i32, from: i32, size: i32| from.clamp(at - size + 2, at);
            self.set_origin((to(x, shown.x, shown.w), to(y, shown.y, shown.h)), cx);
        }
    }

    /// Shows more or less; the cell stays where it is.
    fn zoom(&mut self, closer: i32, about: (i32, i32), cx: &Context) {
        let now = SIDES.iter().position(|side| *side == self.side).unwrap_or(2) as i32;
        let side = SIDES[(now + closer).clamp(0, SIDES.len() as i32 - 1) as usize];
        let to = |from: i32, at: i32| at - (at - from) * self.side / side;
        let (map, (x, y)) = (self.layout(cx).map, cx.pointer);
        let far = (to(self.origin.0, about.0), to(self.origin.1, about.1));
        self.side = side;
        if map.holds(x, y) && ALL.holds(about.0, about.1) {
            // What is pointed at stays there, whatever is rounded, and near the map's edge too.
            self.origin = (about.0 - (x - map.x) / side, about.1 - (y - map.y) / side);
        } else {
            self.keep_inside(far, cx);
        }
    }

    fn take(&mut self, sprite: usize, cx: &mut Context) {
        cx.sprite = sprite.min(255);
        self.taken = cx.sprite;
        self.stamp = TileStamp::one(cx.sprite as u8);
        let row = cx.sprite as i32 / 16;
        let rows = self.layout(cx).rows();
        self.top = self.top.clamp((row - rows + 1).max(0), row);
    }

    /// A stamp of so many more columns and rows of sprites, from the one that was chosen on.
    fn stamp_more(&mut self, (columns, rows): (i32, i32), cx: &mut Context) {
        let (x, y) = cell(cx.sprite);
        let of_sheet = TileStamp::of_sheet(Area { x, y, w: self.stamp.w, h: self.stamp.h });
        let (w, h) = if of_sheet == self.stamp { (of_sheet.w, of_sheet.h) } else { (1, 1) };
        let (w, h) = ((w + columns).clamp(1, 16 - x), (h + rows).clamp(1, 16 - y));
        self.stamp = TileStamp::of_sheet(Area { x, y, w, h });
        cx.say(format!("stamp {w}x{h}"));
    }

    /// Goes to the next cell that shows the sprite, and lights all of them. Rows 32 on may be sprites: they do not count.
    fn seek(&mut self, cx: &mut Context) {
        let cells: Vec<(i32, i32)> = (0..COLUMNS * OWN)
            .map(|n| (n % COLUMNS, n / COLUMNS))
            .filter(|(x, y)| usize::from(Tiles::get(&cx.doc, *x, *y)) == cx.sprite)
            .collect();
        let number = self.number(cx.sprite);
        let row_by_row = |(x, y): (i32, i32)| y * COLUMNS + x;
        let after =
            cells.iter().find(|cell| self.sought.is_some_and(|at| row_by_row(**cell) > row_by_row(at)));
        let Some(&(x, y)) = after.or(cells.first()) else {
            self.sought = None;
            return cx.say(format!("no cell of the map shows sprite {number}"));
        };
        self.sought = Some((x, y));
        let Area { w, h, .. } = self.shown(cx);
        self.keep_inside((x - w / 2, y - h / 2), cx);
        let count = cells.len();
        cx.light(cells.into_iter().map(|(x, y)| address(x, y) as u16).collect());
        cx.say(format!("sprite {number} at {x},{y}: Shift+M goes to the next of {count}"));
    }

    /// What commands change: the selection, or all.
    fn target(&self) -> Area {
        self.selected.area.unwrap_or(ALL)
    }

    fn number(&self, sprite: usize) -> String {
        if self.hex { format!("0x{sprite:02x}") } else { format!("#{sprite:03}") }
    }
}

impl Editor for MapEditor {
    fn side(&self) -> Side {
        Side::Picture
    }

    fn rows(&self) -> Vec<CommandRow> {
        rows(command::TABLE)
    }

    fn run(&mut self, row: usize, cx: &mut Context) {
        if let Some((command, ..)) = command::TABLE.get(row) {
            self.command(*command, cx);
        }
    }

    fn input(&mut self, input: &EditInput, cx: &mut Context) {
        match input {
            EditInput::Pasted(text) => self.paste(text, cx),
            EditInput::Size(..) => {
                self.keep_inside(self.origin, cx);
                self.top = self.top.clamp(0, 16 - self.layout(cx).rows());
            }
            _ => self.mouse(input, cx),
        }
    }

    fn enter(&mut self, cx: &mut Context) {
        if cx.sprite != self.taken {
            self.take(cx.sprite, cx);
        }
        if std::mem::take(&mut cx.seeks) {
            self.seek(cx);
        }
    }

    fn finish(&mut self, cx: &mut Context) {
        self.release(cx);
    }

    fn pointing(&self, row: usize) -> Option<Pointing> {
        match command::TABLE.get(row)?.0 {
            command::MapCommand::Point(pointing) => Some(pointing),
            _ => None,
        }
    }

    fn aim(&mut self, (dx, dy): (i32, i32), cx: &Context) -> (i32, i32) {
        let (at, shown, map) = (self.target_cell(cx), self.shown(cx), self.layout(cx).map);
        let near = |at: i32, from: i32, size: i32| at.clamp(from, from + size - 1);
        let near = (near(at.0, shown.x, shown.w), near(at.1, shown.y, shown.h));
        let to = (near.0 + dx, near.1 + dy);
        let to = (to.0.clamp(0, COLUMNS - 1), to.1.clamp(0, ROWS - 1));
        self.scroll_to(to, cx);
        let place = |at: i32, from: i32, map: i32| map + (at - from) * self.side + self.side / 2;
        (place(to.0, self.origin.0, map.x), place(to.1, self.origin.1, map.y))
    }

    fn cancel(&mut self, cx: &mut Context) -> bool {
        self.cancel_drag(cx) || self.selected.area.take().is_some()
    }

    fn show(&mut self, place: EditPlace, cx: &mut Context) {
        if let EditPlace::Cell(x, y) = place {
            self.scroll_to((x, y), cx);
        }
    }

    fn after_undo(&mut self) {
        self.selected.forget_moved();
    }

    fn status(&self, cx: &Context) -> String {
        if let Some((x, y)) = self.cell(cx) {
            let tile = usize::from(Tiles::get(&cx.doc, x, y));
            let flags = cx.doc.get(usize::from(FLAGS) + tile);
            let shared = if y >= OWN { "  shared with the sheet" } else { "" };
            let hides = cx.game.as_ref().is_some_and(|game| game.has_set(address(x, y)));
            let set = if hides && !cx.is_live { "  the game has set it" } else { "" };
            return format!("{x},{y}  {} flags {flags:02x}{shared}{set}   right: take it", self.number(tile));
        }
        if let Some(sprite) = self.sprite_at(cx) {
            return format!("sprite {}   drag: a stamp of many", self.number(sprite));
        }
        let at = cx.pointer;
        let layout = self.layout(cx);
        if let Some((_, (.., hint))) =
            (0..).zip(MapTool::ALL).find(|(n, _)| layout.tool(*n).holds(at.0, at.1))
        {
            return hint.to_string();
        }
        "F1 all commands   Esc back to the cart".to_string()
    }

    fn draw(&self, pen: &mut Pen<'_>, cx: &Context) {
        self.draw_on(pen, cx);
    }

    fn colored(&self, cx: &Context) -> Vec<(Area, [u8; 16])> {
        let layout = self.layout(cx);
        let own = [Some(layout.map), Some(layout.sheet), layout.small, layout.stamp];
        own.into_iter().flatten().map(|area| (area, cx.shown)).collect()
    }
}
