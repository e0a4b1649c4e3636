//! The mouse on the map editor.
//!
//! ```text
//! left    map: stamp, fill, replace, line, rectangle, select or move, walls; Ctrl replaces a tile, Shift selects, space pans
//! right   press and release: takes the tile; a drag: what it crosses becomes the stamp        middle  pans
//! wheel   zooms about the cell under the pointer; over the sheet it scrolls
//! sheet   click: that sprite; a drag: a stamp of many               small map: goes there
//! ```

use super::cells::{ALL, OWN, Stamp, Tiles, UPPER, put, tile};
use super::{MapEditor, Tool, blob};
use crate::edit::change::{Place, Side};
use crate::edit::desk::{Desk, OUTSIDE};
use crate::edit::input::EditInput;
use crate::edit::patch::{between, cell, connected, way};
use crate::layer::Area;

/// What is under way while a button is down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gesture {
    /// Tiles are stamped: where it began, and where the last one was.
    Stroke((i32, i32), (i32, i32)),
    /// All is painted already; the button is still down.
    Done,
    /// Walls are painted, or cleared.
    Walls((i32, i32), bool),
    /// A line or rectangle from there.
    Shape((i32, i32)),
    /// A selection from there.
    Select((i32, i32)),
    /// The selection moves: the cell where it was taken, and what it was.
    Move((i32, i32), Area),
    /// The view moves: where it was taken, and what was shown then.
    Pan((i32, i32), (i32, i32)),
    /// The right button: where, on the canvas and in cells.
    Right((i32, i32), (i32, i32)),
    /// Sprites are chosen, from that one on.
    Choose(usize),
}

impl MapEditor {
    pub(super) fn hear(&mut self, input: &EditInput, desk: &mut Desk) {
        match input {
            EditInput::Pointer(..) => self.drag(desk),
            EditInput::Button(button, true) => {
                if self.gesture.is_some() {
                    self.give_up(desk);
                } else {
                    desk.hush();
                    self.press(*button, desk);
                }
            }
            EditInput::Button(_, false) if desk.buttons == 0 => self.end(desk),
            EditInput::Wheel(steps) => match self.cell(desk) {
                Some(cell) => self.zoom(steps.signum(), cell, desk),
                None => {
                    let most = 16 - self.layout(desk).rows();
                    self.top = (self.top - steps.signum()).clamp(0, most);
                }
            },
            EditInput::Pasted(text) => self.paste(text, desk),
            EditInput::Size(..) => {
                self.keep_inside(self.origin, desk);
                self.top = self.top.clamp(0, 16 - self.layout(desk).rows());
            }
            _ => {}
        }
    }

    /// The cell that the pointer is over or, outside, would be.
    pub(super) fn target_cell(&self, desk: &Desk) -> (i32, i32) {
        let map = self.layout(desk).map;
        let part = |at: i32, from: i32| (at - from).div_euclid(self.side);
        (self.origin.0 + part(desk.pointer.0, map.x), self.origin.1 + part(desk.pointer.1, map.y))
    }

    /// The cell that the pointer is over.
    pub(super) fn cell(&self, desk: &Desk) -> Option<(i32, i32)> {
        let at = self.target_cell(desk);
        let inside = self.layout(desk).map.holds(desk.pointer.0, desk.pointer.1) && ALL.holds(at.0, at.1);
        inside.then_some(at)
    }

    /// The sprite that the pointer is over.
    pub(super) fn sprite_at(&self, desk: &Desk) -> Option<usize> {
        let layout = self.layout(desk);
        let (x, y) = desk.pointer;
        layout.sheet.holds(x, y).then(|| {
            let (cx, cy) = ((x - layout.sheet.x) / 8, (y - layout.sheet.y) / 8);
            // A page of half the rows stands beside the other.
            let row = self.top + cy + cx / 16 * (layout.sheet.h / 8);
            (cx % 16 + 16 * row).clamp(0, 255) as usize
        })
    }

    fn press(&mut self, button: u8, desk: &mut Desk) {
        let (layout, (x, y)) = (self.layout(desk), desk.pointer);
        let pans = button == 4 || button == 1 && (desk.space || self.tool == Tool::Pan);
        if pans && layout.map.holds(x, y) {
            self.gesture = Some(Gesture::Pan((x, y), self.origin));
        } else if let Some(at) = self.cell(desk) {
            match button {
                2 => self.gesture = Some(Gesture::Right((x, y), at)),
                _ => self.paint(at, desk),
            }
        } else if let Some(sprite) = self.sprite_at(desk) {
            self.gesture = Some(Gesture::Choose(sprite));
            self.take(sprite, desk);
        } else if let Some(small) = layout.small.filter(|small| small.holds(x, y)) {
            let Area { w, h, .. } = self.shown(desk);
            self.set_origin((x - small.x - w / 2, y - small.y - h / 2), desk);
        } else if let Some((_, tool)) = (0..).zip(Tool::ALL).find(|(n, _)| layout.tool(*n).holds(x, y)) {
            self.command(super::command::MapCommand::Tool(tool), desk);
        }
    }

    fn paint(&mut self, at: (i32, i32), desk: &mut Desk) {
        let place = Place::Cell(at.0, at.1);
        let selects =
            self.tool == Tool::Select || desk.shift && matches!(self.tool, Tool::Stamp | Tool::Fill);
        let is_brush = matches!(self.tool, Tool::Stamp | Tool::Fill | Tool::Blob | Tool::Dig);
        let replaces =
            self.tool == Tool::Replace || desk.control && matches!(self.tool, Tool::Stamp | Tool::Fill);
        if is_brush && !selects && !replaces && !self.target().holds(at.0, at.1) {
            desk.refuse(OUTSIDE);
        }
        match self.tool {
            _ if selects => match self.selection.filter(|area| area.holds(at.0, at.1) && !desk.shift) {
                Some(area) => {
                    self.lift(area, desk);
                    self.gesture = Some(Gesture::Move(at, area));
                }
                None => {
                    self.gesture = Some(Gesture::Select(at));
                    self.selection = None;
                }
            },
            _ if replaces => {
                desk.doc.begin("replace a tile", Side::Picture, place);
                let (old, area) = (tile(&desk.doc, at.0, at.1), self.reach(at));
                for (x, y) in (0..area.w * area.h).map(|n| (area.x + n % area.w, area.y + n / area.w)) {
                    if tile(&desk.doc, x, y) == old {
                        put(&mut desk.doc, x, y, self.stamp.at(x - at.0, y - at.1));
                    }
                }
                self.gesture = Some(Gesture::Done);
            }
            Tool::Fill => {
                desk.doc.begin("fill", Side::Picture, place);
                for (x, y) in connected::<Tiles>(&desk.doc, at, self.reach(at)) {
                    put(&mut desk.doc, x, y, self.stamp.at(x - at.0, y - at.1));
                }
                self.gesture = Some(Gesture::Done);
            }
            Tool::Stamp => {
                desk.doc.begin("stamp", Side::Picture, place);
                self.gesture = Some(Gesture::Stroke(at, at));
                self.stroke(at, at, desk);
            }
            Tool::Blob | Tool::Dig => {
                let wall = self.tool == Tool::Blob && !desk.control;
                desk.doc.begin(if wall { "walls" } else { "clear walls" }, Side::Picture, place);
                self.gesture = Some(Gesture::Walls(at, wall));
                self.walls(at, at, wall, desk);
            }
            Tool::Line | Tool::Rect => {
                desk.doc.begin(self.tool.name(), Side::Picture, place);
                self.gesture = Some(Gesture::Shape(at));
                self.drag(desk);
            }
            Tool::Select | Tool::Pan | Tool::Replace => {}
        }
    }

    /// Where a fill goes that begins there: from the rows that are the map's alone into none that are sprites as well.
    fn reach(&self, at: (i32, i32)) -> Area {
        self.selection.unwrap_or(if at.1 < OWN { UPPER } else { ALL })
    }

    /// Stamps on the way; a stamp of many is repeated from where the stroke began, so that it fits itself.
    fn stroke(&mut self, from: (i32, i32), to: (i32, i32), desk: &mut Desk) {
        let Some(Gesture::Stroke(start, _)) = self.gesture else { return };
        let (area, stamp) = (self.target(), self.stamp.clone());
        for at in way(from, to) {
            let snap = |at: i32, start: i32, size: i32| start + (at - start).div_euclid(size) * size;
            stamp.put(&mut desk.doc, (snap(at.0, start.0, stamp.w), snap(at.1, start.1, stamp.h)), area);
        }
        self.gesture = Some(Gesture::Stroke(start, to));
    }

    fn walls(&mut self, from: (i32, i32), to: (i32, i32), wall: bool, desk: &mut Desk) {
        for at in way(from, to).into_iter().filter(|at| self.target().holds(at.0, at.1)) {
            match wall {
                true => blob::paint(&mut desk.doc, at, self.walls),
                false => blob::clear(&mut desk.doc, at, self.walls),
            }
        }
        self.gesture = Some(Gesture::Walls(to, wall));
    }

    fn drag(&mut self, desk: &mut Desk) {
        let at = self.target_cell(desk);
        match self.gesture {
            None | Some(Gesture::Done) => {}
            Some(Gesture::Stroke(_, last) | Gesture::Walls(last, _)) if last == at => {}
            Some(Gesture::Stroke(_, last)) => self.stroke(last, at, desk),
            Some(Gesture::Walls(last, wall)) => self.walls(last, at, wall, desk),
            Some(Gesture::Shape(from)) => {
                desk.doc.restart();
                let (within, area) = (self.target(), between(from, at));
                let cells = match self.tool {
                    Tool::Line => way(from, at),
                    _ => (0..area.w * area.h).map(|n| (area.x + n % area.w, area.y + n / area.w)).collect(),
                };
                for (x, y) in cells.into_iter().filter(|at| within.holds(at.0, at.1)) {
                    put(&mut desk.doc, x, y, self.stamp.at(x - from.0, y - from.1));
                }
                desk.say(format!("{} {}x{}", self.tool.name(), area.w, area.h));
            }
            Some(Gesture::Select(from)) => {
                let area = between(from, inside(at));
                self.selection = Some(area);
                desk.say(format!("selected {}x{}", area.w, area.h));
            }
            Some(Gesture::Move(from, _)) => self.place(at.0 - from.0, at.1 - from.1, desk),
            Some(Gesture::Pan(from, origin)) => {
                let by = ((desk.pointer.0 - from.0) / self.side, (desk.pointer.1 - from.1) / self.side);
                self.set_origin((origin.0 - by.0, origin.1 - by.1), desk);
            }
            Some(Gesture::Right(pressed, _)) if !desk.is_drag(pressed) => {}
            Some(Gesture::Right(_, from)) => self.selection = Some(between(from, inside(at))),
            Some(Gesture::Choose(from)) => {
                let is_one = (self.stamp.w, self.stamp.h) == (1, 1);
                if let Some(to) = self.sprite_at(desk).filter(|to| *to != from || !is_one) {
                    self.stamp = Stamp::of_sheet(between(cell(from), cell(to)));
                    desk.say(format!("stamp {}x{}", self.stamp.w, self.stamp.h));
                }
            }
        }
    }

    /// Ends what is under way as it stands.
    pub(super) fn end(&mut self, desk: &mut Desk) {
        match self.gesture.take() {
            Some(Gesture::Right(pressed, at)) if desk.is_drag(pressed) => {
                let area = self.selection.take().unwrap_or(between(at, at));
                self.stamp = Stamp::of(&desk.doc, area);
                self.tool = Tool::Stamp;
                desk.say(format!("stamp {}x{}", area.w, area.h));
            }
            Some(Gesture::Right(_, at)) => {
                let sprite = usize::from(tile(&desk.doc, at.0, at.1));
                self.take(sprite, desk);
                desk.say(format!("took sprite {}", self.number(sprite)));
            }
            Some(Gesture::Stroke(..) | Gesture::Done | Gesture::Walls(..) | Gesture::Shape(_)) => {
                desk.commit();
            }
            // A click that moves nothing lets the selection go.
            Some(Gesture::Move(_, area)) if self.selection == Some(area) => {
                desk.doc.cancel();
                self.selection = None;
            }
            Some(Gesture::Move(..)) => self.put_down(desk),
            Some(Gesture::Select(_) | Gesture::Pan(..) | Gesture::Choose(_)) | None => {}
        }
    }

    /// Gives up what is under way; false if nothing is.
    pub(super) fn give_up(&mut self, desk: &mut Desk) -> bool {
        let Some(gesture) = self.gesture.take() else { return false };
        desk.doc.cancel();
        match gesture {
            Gesture::Move(_, area) => self.selection = Some(area),
            Gesture::Select(_) | Gesture::Right(..) => self.selection = None,
            _ => {}
        }
        true
    }
}

/// The nearest cell of the map.
fn inside((x, y): (i32, i32)) -> (i32, i32) {
    (x.clamp(0, ALL.w - 1), y.clamp(0, ALL.h - 1))
}
