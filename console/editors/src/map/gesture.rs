//! The mouse on the map editor.
//!
//! ```text
//! left    map: stamp, fill, replace, line, rectangle, select or move, walls; Ctrl replaces a tile, Shift selects, space pans
//! right   click: takes the tile; drag: makes a stamp                middle  pans
//! wheel   zooms about the cell under the pointer; over the sheet it scrolls
//! sheet   click: that sprite; drag: a stamp of many                 small map: scrolls there
//! ```

use super::command::MOVED;
use super::{ALL, MapEditor, MapTool, OWN, TileStamp, Tiles, UPPER, blob};
use crate::context::{Context, OUTSIDE};
use crate::grid::{Grid, between, cell, connected, places, way};
use crate::pen::tool;
use crate::pointer::GestureEditor;
use crate::types::{EditPlace, Side};
use MapGesture as G;
use studio::Area;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MapGesture {
    /// Stamps tiles: the first cell and the last one.
    Stroke((i32, i32), (i32, i32)),
    Done,
    /// Paints walls, or clears them; the last cell.
    Walls((i32, i32), bool),
    Shape((i32, i32)),
    Select((i32, i32)),
    /// Moves the selection, from that cell; and the selection before.
    Move((i32, i32), Area),
    /// Moves the view: the press, and the origin then.
    Pan((i32, i32), (i32, i32)),
    /// The right button: the press on the canvas and in cells.
    Right((i32, i32), (i32, i32)),
    Choose(usize),
}

impl MapEditor {
    pub(super) fn target_cell(&self, cx: &Context) -> (i32, i32) {
        let map = self.layout(cx).map;
        let part = |at: i32, from: i32| (at - from).div_euclid(self.side);
        (self.origin.0 + part(cx.pointer.0, map.x), self.origin.1 + part(cx.pointer.1, map.y))
    }

    pub(super) fn cell(&self, cx: &Context) -> Option<(i32, i32)> {
        let at = self.target_cell(cx);
        (cx.is_over(self.layout(cx).map) && ALL.holds(at.0, at.1)).then_some(at)
    }

    pub(super) fn sprite_at(&self, cx: &Context) -> Option<usize> {
        let (sheet, (x, y)) = (self.layout(cx).sheet, cx.pointer);
        let (column, line) = ((x - sheet.x) / 8, (y - sheet.y) / 8);
        // A wide sheet has the second half of its rows to the right of the first.
        let row = self.top + line + column / 16 * (sheet.h / 8);
        cx.is_over(sheet).then_some((column % 16 + 16 * row).clamp(0, 255) as usize)
    }

    pub(super) fn tool_at(&self, cx: &Context) -> Option<MapTool> {
        let tools = self.layout(cx).tools;
        cx.hover((0..).zip(MapTool::ALL).map(|(n, (it, ..))| (tool(tools, n), it)))
    }

    fn paint(&mut self, at: (i32, i32), cx: &mut Context) {
        let place = EditPlace::Cell(at.0, at.1);
        let is_basic = matches!(self.tool, MapTool::Stamp | MapTool::Fill);
        let selects = self.tool == MapTool::Select || cx.shift && is_basic;
        let replaces = self.tool == MapTool::Replace || cx.control && is_basic;
        let is_brush = is_basic || matches!(self.tool, MapTool::Blob | MapTool::Dig);
        if is_brush && !selects && !replaces && !self.target().holds(at.0, at.1) {
            cx.refuse(OUTSIDE);
        }
        match self.tool {
            _ if selects => match self.selected.area.filter(|area| area.holds(at.0, at.1) && !cx.shift) {
                Some(area) => {
                    self.selected.lift(EditPlace::Cell(area.x, area.y), 0, cx);
                    self.gesture = Some(G::Move(at, area));
                }
                None => {
                    self.gesture = Some(G::Select(at));
                    self.selected.area = None;
                }
            },
            _ if replaces => {
                cx.doc.begin("replace a tile", Side::Picture, place);
                let old = Tiles::get(&cx.doc, at.0, at.1);
                let same = places(self.reach(at)).filter(|(x, y)| Tiles::get(&cx.doc, *x, *y) == old);
                self.fill(same.collect(), at, cx);
                self.gesture = Some(G::Done);
            }
            MapTool::Fill => {
                cx.doc.begin("fill", Side::Picture, place);
                self.fill(connected::<Tiles>(&cx.doc, at, self.reach(at)), at, cx);
                self.gesture = Some(G::Done);
            }
            MapTool::Stamp => {
                cx.doc.begin("stamp", Side::Picture, place);
                self.gesture = Some(G::Stroke(at, at));
                self.stroke(at, at, cx);
            }
            MapTool::Blob | MapTool::Dig => {
                let wall = self.tool == MapTool::Blob && !cx.control;
                cx.doc.begin(if wall { "walls" } else { "clear walls" }, Side::Picture, place);
                self.gesture = Some(G::Walls(at, wall));
                self.walls(at, at, wall, cx);
            }
            MapTool::Line | MapTool::Rect => {
                cx.doc.begin(self.tool.name(), Side::Picture, place);
                self.gesture = Some(G::Shape(at));
                self.drag(cx);
            }
            MapTool::Select | MapTool::Pan | MapTool::Replace => {}
        }
    }

    fn fill(&self, cells: Vec<(i32, i32)>, from: (i32, i32), cx: &mut Context) {
        for (x, y) in cells {
            Tiles::set(&mut cx.doc, x, y, self.stamp.at(x - from.0, y - from.1));
        }
    }

    /// The area of a fill from there: a fill from rows 0 to 31 does not enter those that are sprites as well.
    fn reach(&self, at: (i32, i32)) -> Area {
        self.selected.area.unwrap_or(if at.1 < OWN { UPPER } else { ALL })
    }

    fn stroke(&mut self, from: (i32, i32), to: (i32, i32), cx: &mut Context) {
        let Some(G::Stroke(start, _)) = self.gesture else { return };
        let (area, stamp) = (self.target(), self.stamp.clone());
        for at in way(from, to) {
            let snap = |at: i32, start: i32, size: i32| start + (at - start).div_euclid(size) * size;
            stamp.put(&mut cx.doc, (snap(at.0, start.0, stamp.w), snap(at.1, start.1, stamp.h)), area);
        }
        self.gesture = Some(G::Stroke(start, to));
    }

    fn walls(&mut self, from: (i32, i32), to: (i32, i32), wall: bool, cx: &mut Context) {
        for at in way(from, to).into_iter().filter(|at| self.target().holds(at.0, at.1)) {
            match wall {
                true => blob::paint(&mut cx.doc, at, self.walls),
                false => blob::clear(&mut cx.doc, at, self.walls),
            }
        }
        self.gesture = Some(G::Walls(to, wall));
    }
}

impl GestureEditor for MapEditor {
    fn is_dragging(&self) -> bool {
        self.gesture.is_some()
    }

    fn press(&mut self, button: u8, cx: &mut Context) {
        let (layout, (x, y)) = (self.layout(cx), cx.pointer);
        let pans = button == 4 || button == 1 && (cx.space || self.tool == MapTool::Pan);
        if pans && cx.is_over(layout.map) {
            self.gesture = Some(G::Pan((x, y), self.origin));
        } else if let Some(at) = self.cell(cx) {
            match button {
                2 => self.gesture = Some(G::Right((x, y), at)),
                _ => self.paint(at, cx),
            }
        } else if let Some(sprite) = self.sprite_at(cx) {
            self.gesture = Some(G::Choose(sprite));
            self.take(sprite, cx);
        } else if let Some(small) = layout.small.filter(|small| cx.is_over(*small)) {
            let Area { w, h, .. } = self.shown(cx);
            self.set_origin((x - small.x - w / 2, y - small.y - h / 2), cx);
        } else if let Some(tool) = self.tool_at(cx) {
            self.take_tool(tool, cx);
        }
    }

    fn drag(&mut self, cx: &mut Context) {
        let at = self.target_cell(cx);
        match self.gesture {
            None | Some(G::Done) => {}
            Some(G::Stroke(_, last) | G::Walls(last, _)) if last == at => {}
            Some(G::Stroke(_, last)) => self.stroke(last, at, cx),
            Some(G::Walls(last, wall)) => self.walls(last, at, wall, cx),
            Some(G::Shape(from)) => {
                cx.doc.restart();
                let (within, area) = (self.target(), between(from, at));
                let mut cells =
                    if self.tool == MapTool::Line { way(from, at) } else { places(area).collect() };
                cells.retain(|at| within.holds(at.0, at.1));
                self.fill(cells, from, cx);
                cx.say(format!("{} {}x{}", self.tool.name(), area.w, area.h));
            }
            Some(G::Select(from)) => {
                let area = between(from, inside(at));
                self.selected.area = Some(area);
                cx.say(format!("selected {}x{}", area.w, area.h));
            }
            Some(G::Move(from, _)) => self.selected.place((at.0 - from.0, at.1 - from.1), &mut cx.doc),
            Some(G::Pan(from, origin)) => {
                let by = ((cx.pointer.0 - from.0) / self.side, (cx.pointer.1 - from.1) / self.side);
                self.set_origin((origin.0 - by.0, origin.1 - by.1), cx);
            }
            Some(G::Right(pressed, _)) if !cx.is_drag(pressed) => {}
            Some(G::Right(_, from)) => self.selected.area = Some(between(from, inside(at))),
            Some(G::Choose(from)) => {
                let is_one = (self.stamp.w, self.stamp.h) == (1, 1);
                if let Some(to) = self.sprite_at(cx).filter(|to| *to != from || !is_one) {
                    self.stamp = TileStamp::of_sheet(between(cell(from), cell(to)));
                    cx.say(format!("stamp {}x{}", self.stamp.w, self.stamp.h));
                }
            }
        }
    }

    fn release(&mut self, cx: &mut Context) {
        match self.gesture.take() {
            Some(G::Right(pressed, at)) if cx.is_drag(pressed) => {
                let area = self.selected.area.take().unwrap_or(between(at, at));
                self.stamp = TileStamp::of(&cx.doc, area);
                self.tool = MapTool::Stamp;
                cx.say(format!("stamp {}x{}", area.w, area.h));
            }
            Some(G::Right(_, at)) => {
                let sprite = usize::from(Tiles::get(&cx.doc, at.0, at.1));
                self.take(sprite, cx);
                cx.say(format!("picked sprite {}", self.number(sprite)));
            }
            Some(G::Stroke(..) | G::Done | G::Walls(..) | G::Shape(_)) => _ = cx.commit(),
            // A click that moves nothing drops the selection.
            Some(G::Move(_, area)) if self.selected.area == Some(area) => {
                cx.doc.cancel();
                self.selected.area = None;
            }
            Some(G::Move(..)) => self.selected.put_down(MOVED, cx),
            Some(G::Select(_) | G::Pan(..) | G::Choose(_)) | None => {}
        }
    }

    fn cancel_drag(&mut self, cx: &mut Context) -> bool {
        let Some(gesture) = self.gesture.take() else { return false };
        cx.doc.cancel();
        match gesture {
            G::Move(_, area) => self.selected.area = Some(area),
            G::Select(_) | G::Right(..) => self.selected.area = None,
            _ => {}
        }
        true
    }

    fn wheel(&mut self, steps: i32, cx: &mut Context) {
        match self.cell(cx) {
            Some(cell) => self.zoom(steps.signum(), cell, cx),
            None => {
                let most = 16 - self.layout(cx).rows();
                self.top = (self.top - steps.signum()).clamp(0, most);
            }
        }
    }
}

fn inside((x, y): (i32, i32)) -> (i32, i32) {
    (x.clamp(0, ALL.w - 1), y.clamp(0, ALL.h - 1))
}
