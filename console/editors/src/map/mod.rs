//! The map editor.
//!
//! ```text
//! mod.rs      its state, scrolling, cells, layout  command.rs  the table of commands    gesture.rs  the mouse
//! blob.rs     the 47 walls of the blob brush       view.rs     status line and picture
//!
//! rows 0 to 31    from 0x2000          rows 32 to 63    from 0x1000, which are the lower half of the sheet too
//! [map]0402...    our clipboard text: width and height in cells, two hex digits each, then two a tile, then [/map]
//! ```
//!
//! Rows 32 on are the lower half of the sheet as well: they are hatched, and a tile that is put there changes sprites in the same step.

mod blob;
mod command;
mod gesture;
#[cfg(test)]
mod tests;
mod view;

use super::context::Context;
use super::editor::Editor;
use super::grid::{Grid, GridBlock, Selection, cell, places, sprite_number};
use super::pointer::GestureEditor;
use super::types::{EditInput, EditPlace};
use crate::document::Document;
use crate::pen::{BAR, TOOL};
use gesture::MapGesture;
use rasher::memory::{MAP, SHARED};
use studio::Area;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum MapTool {
    #[default]
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
    /// In the order of their buttons: name and hint.
    const ALL: [(MapTool, &'static str, &'static str); 9] = [
        (MapTool::Stamp, "stamp", "stamp: Ctrl replaces a tile, Shift selects"),
        (MapTool::Fill, "fill", "fill: Ctrl replaces a tile, Shift selects"),
        (MapTool::Replace, "replace", "replace: a tile everywhere in the map or selection"),
        (MapTool::Line, "line", "line of tiles"),
        (MapTool::Rect, "rectangle", "rectangle, filled with the stamp"),
        (MapTool::Select, "select", "select: drag; drag inside moves it; Esc deselects"),
        (MapTool::Blob, "blob brush", "blob brush: picks one of 47 walls; Ctrl clears"),
        (MapTool::Dig, "clear walls", "clear walls: fills in the ground around them"),
        (MapTool::Pan, "pan", "pan: or hold Space with any tool"),
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

#[derive(Clone, Debug, Default)]
pub(super) struct MapEditor {
    tool: MapTool,
    stamp: TileStamp,
    /// The sprite that was chosen last, here or in the sprite editor.
    taken: usize,
    origin: (i32, i32),
    side: i32,
    top: i32,
    selected: Selection<Tiles>,
    gesture: Option<MapGesture>,
    /// The first sprite of the walls that the blob brush paints.
    walls: usize,
    ids: bool,
    flags: bool,
    grid: bool,
    hex: bool,
    sought: Option<(i32, i32)>,
    camera: bool,
}

impl MapEditor {
    pub fn new() -> MapEditor {
        MapEditor { stamp: TileStamp::one(1), taken: 1, side: 8, walls: 48, ..MapEditor::default() }
    }

    fn layout(&self, cx: &Context) -> MapLayout {
        MapLayout::new(cx.size, MapTool::ALL.len() as i32)
    }

    fn shown(&self, cx: &Context) -> Area {
        let Area { w, h, .. } = self.layout(cx).map;
        let cells = |pixels: i32| (pixels + self.side - 1) / self.side;
        Area { x: self.origin.0, y: self.origin.1, w: cells(w), h: cells(h) }
    }

    fn limits(&self, cx: &Context) -> (i32, i32) {
        let Area { w, h, .. } = self.layout(cx).map;
        ((COLUMNS - w / self.side).max(0), (ROWS - h / self.side).max(0))
    }

    fn set_origin(&mut self, (x, y): (i32, i32), cx: &Context) {
        let (most, now) = (self.limits(cx), self.origin);
        self.origin = (x.clamp(now.0.min(0), now.0.max(most.0)), y.clamp(now.1.min(0), now.1.max(most.1)));
    }

    fn keep_inside(&mut self, (x, y): (i32, i32), cx: &Context) {
        let most = self.limits(cx);
        self.origin = (x.clamp(0, most.0), y.clamp(0, most.1));
    }

    fn scroll_to(&mut self, (x, y): (i32, i32), cx: &Context) {
        let shown = self.shown(cx);
        if !shown.holds(x, y) {
            let to = |at: i32, from: i32, size: i32| from.clamp(at - size + 2, at);
            self.set_origin((to(x, shown.x, shown.w), to(y, shown.y, shown.h)), cx);
        }
    }

    fn zoom(&mut self, closer: i32, about: (i32, i32), cx: &Context) {
        let now = SIDES.iter().position(|side| *side == self.side).unwrap_or(2) as i32;
        let side = SIDES[(now + closer).clamp(0, SIDES.len() as i32 - 1) as usize];
        let to = |from: i32, at: i32| at - (at - from) * self.side / side;
        let (map, (x, y)) = (self.layout(cx).map, cx.pointer);
        let far = (to(self.origin.0, about.0), to(self.origin.1, about.1));
        self.side = side;
        if map.holds(x, y) && ALL.holds(about.0, about.1) {
            // The cell under the pointer stays there despite rounding, and near the map's edge too.
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

    fn stamp_more(&mut self, (columns, rows): (i32, i32), cx: &mut Context) {
        let (x, y) = cell(cx.sprite);
        let of_sheet = TileStamp::of_sheet(Area { x, y, w: self.stamp.w, h: self.stamp.h });
        let (w, h) = if of_sheet == self.stamp { (of_sheet.w, of_sheet.h) } else { (1, 1) };
        let (w, h) = ((w + columns).clamp(1, 16 - x), (h + rows).clamp(1, 16 - y));
        self.stamp = TileStamp::of_sheet(Area { x, y, w, h });
        cx.say(format!("stamp {w}x{h}"));
    }

    /// Scrolls to the next cell with the sprite, and lights all of them. Rows 32 on may be sprites: they do not count.
    fn seek(&mut self, cx: &mut Context) {
        let is_sprite = |(x, y): &(i32, i32)| usize::from(Tiles::get(&cx.doc, *x, *y)) == cx.sprite;
        let cells: Vec<(i32, i32)> = places(UPPER).filter(is_sprite).collect();
        let number = self.number(cx.sprite);
        let row_by_row = |(x, y): (i32, i32)| y * COLUMNS + x;
        let after =
            cells.iter().find(|cell| self.sought.is_some_and(|at| row_by_row(**cell) > row_by_row(at)));
        let Some(&(x, y)) = after.or(cells.first()) else {
            self.sought = None;
            return cx.say(format!("no map cell uses sprite {number}"));
        };
        self.sought = Some((x, y));
        let Area { w, h, .. } = self.shown(cx);
        self.keep_inside((x - w / 2, y - h / 2), cx);
        let count = cells.len();
        cx.light(cells.into_iter().map(|(x, y)| address(x, y) as u16).collect());
        cx.say(format!("sprite {number} at {x},{y}: Shift+M for the next of {count}"));
    }

    fn target(&self) -> Area {
        self.selected.area.unwrap_or(ALL)
    }

    fn number(&self, sprite: usize) -> String {
        sprite_number(sprite, self.hex)
    }
}

impl Editor for MapEditor {
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
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapLayout {
    pub map: Area,
    pub tools: Area,
    pub words: (i32, i32),
    pub sheet: Area,
    pub columns: i32,
    pub small: Option<Area>,
    pub stamp: Option<Area>,
}

impl MapLayout {
    pub fn new((w, h): (i32, i32), tools: i32) -> MapLayout {
        let area = |x, y, w, h| Area { x, y, w, h };
        if w >= 480 && h >= 280 {
            let map = area(4, BAR + 4, w - 144, h - 2 * BAR - 20);
            let low = map.y + map.h + 4;
            return MapLayout {
                map,
                tools: area(4, low, tools * TOOL, TOOL),
                words: (4 + tools * TOOL + 8, low + 2),
                sheet: area(w - 132, BAR + 80, 128, 128),
                columns: 16,
                small: Some(area(w - 132, BAR + 4, 128, 64)),
                stamp: Some(area(w - 132, BAR + 216, 128, h - 2 * BAR - 232)).filter(|area| area.h >= 32),
            };
        }
        let columns = if w >= 256 { 32 } else { 16 };
        let sheet = area((w - 8 * columns) / 2, h - BAR - 33, 8 * columns, 32);
        let low = sheet.y - TOOL - 2;
        MapLayout {
            map: area(0, BAR, w, low - BAR - 1),
            tools: area(2, low, tools * TOOL, TOOL),
            words: (2 + tools * TOOL + 5, low + 2),
            sheet,
            columns,
            small: None,
            stamp: None,
        }
    }

    pub fn rows(&self) -> i32 {
        self.sheet.h / 8 * (self.columns / 16)
    }
}

pub(super) const COLUMNS: i32 = 128;
pub(super) const ROWS: i32 = 64;
/// Rows that are not shared with the sheet.
pub(super) const OWN: i32 = 32;

pub(super) const ALL: Area = Area { x: 0, y: 0, w: COLUMNS, h: ROWS };
pub(super) const UPPER: Area = Area { h: OWN, ..ALL };

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tiles;

impl Grid for Tiles {
    const ALL: Area = ALL;

    fn get(doc: &Document, x: i32, y: i32) -> u8 {
        if ALL.holds(x, y) { doc.get(address(x, y)) } else { 0 }
    }

    fn set(doc: &mut Document, x: i32, y: i32, value: u8) {
        if ALL.holds(x, y) {
            doc.set(address(x, y), value);
        }
    }
}

pub(super) fn address(x: i32, y: i32) -> usize {
    let from = if y < OWN { usize::from(MAP) } else { usize::from(SHARED) };
    from + (y % OWN * COLUMNS + x) as usize
}

pub(super) type TileStamp = GridBlock<Tiles>;

impl TileStamp {
    pub fn one(tile: u8) -> TileStamp {
        TileStamp::new(1, 1, vec![tile])
    }

    pub fn of_sheet(Area { x, y, w, h }: Area) -> TileStamp {
        TileStamp::with(w, h, |dx, dy| (x + dx + 16 * (y + dy)) as u8)
    }

    pub fn at(&self, x: i32, y: i32) -> u8 {
        self.values.get((y.rem_euclid(self.h) * self.w + x.rem_euclid(self.w)) as usize).copied().unwrap_or(0)
    }

    pub fn to_text(&self) -> String {
        let digits: String = self.values.iter().map(|tile| format!("{tile:02x}")).collect();
        format!("[map]{:02x}{:02x}{digits}[/map]", self.w, self.h)
    }

    pub fn from_text(text: &str) -> Option<TileStamp> {
        let body = text.trim().strip_prefix("[map]")?.strip_suffix("[/map]")?;
        let byte = |pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
        let bytes: Vec<u8> = body.as_bytes().chunks(2).map(byte).collect::<Option<_>>()?;
        let [w, h, tiles @ ..] = &bytes[..] else { return None };
        let (w, h) = (i32::from(*w), i32::from(*h));
        let good = w > 0 && h > 0 && tiles.len() == (w * h) as usize;
        good.then(|| TileStamp::new(w, h, tiles.to_vec()))
    }
}
