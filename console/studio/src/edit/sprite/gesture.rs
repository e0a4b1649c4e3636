//! The mouse on the sprite editor: what begins when a button goes down, and what comes of it.
//!
//! ```text
//! left    canvas: paint, fill, replace, shape, select or move, stamp; Ctrl replaces a colour, Shift selects, space pans
//! right   press and release: takes the colour; a drag: what it crosses becomes the stamp
//! middle  pans                       wheel: zooms about the pointer; over the play area: its rate
//! sheet   click: that sprite; a drag: sprites to play one after the other, with Shift also a single one
//! ```
//!
//! A stroke goes on over the edge and counts when the button is let go outside. Esc gives it up whole.

use super::pixels::{Piece, Pixels, SHEET, pixel, put, shape};
use super::{SpriteEditor, Tool};
use crate::edit::change::{Place, Side};
use crate::edit::desk::{Desk, OUTSIDE};
use crate::edit::input::EditInput;
use crate::edit::patch::{between, cell, connected, way};
use rasher::Machine;

/// What is under way while a button is down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gesture {
    /// Pixels are painted; where the last one was.
    Stroke((i32, i32)),
    /// All is painted already; the button is still down.
    Done,
    /// A line, rectangle or ellipse from there.
    Shape((i32, i32)),
    /// A selection from there: a pixel of the sheet, and of the canvas.
    Select((i32, i32), (i32, i32)),
    /// The selection moves: where it was taken, in pixels of the sheet; and of the canvas, until it is a drag.
    Move((i32, i32), Option<(i32, i32)>),
    /// The view moves: where it was taken, and what was shown then.
    Pan((i32, i32), (i32, i32)),
    /// The right button: where, of the canvas and of the sheet.
    Right((i32, i32), (i32, i32)),
    /// Sprites are chosen in the sheet, from that one on, as soon as there are two; or at once.
    Choose(usize, bool),
}

impl SpriteEditor {
    pub(super) fn hear(&mut self, input: &EditInput, desk: &mut Desk) {
        match input {
            EditInput::Pointer(..) => self.drag(desk),
            EditInput::Button(button, true) => {
                // A second button gives up what the first one began.
                if self.gesture.is_some() {
                    self.give_up(desk);
                } else {
                    desk.hush();
                    self.press(*button, desk);
                }
            }
            EditInput::Button(_, false) if desk.buttons == 0 => self.release(desk),
            EditInput::Wheel(steps) => self.wheel(*steps, desk),
            EditInput::Pasted(text) => self.paste(text, desk),
            EditInput::Size(..) => self.set_span(self.span, desk),
            // What is held with the mouse has changed.
            EditInput::Key(_) | EditInput::KeyUp(_) if matches!(self.gesture, Some(Gesture::Shape(_))) => {
                self.drag(desk);
            }
            _ => {}
        }
    }

    /// The pixel of the sheet that the pointer is over or, outside the canvas, would be.
    pub(super) fn target_pixel(&self, desk: &Desk) -> (i32, i32) {
        let canvas = self.layout(desk).canvas;
        let scale = (canvas.w / self.span).max(1);
        let part = |at: i32, from: i32| (at - from).div_euclid(scale);
        (self.origin.0 + part(desk.pointer.0, canvas.x), self.origin.1 + part(desk.pointer.1, canvas.y))
    }

    pub(super) fn is_on_canvas(&self, desk: &Desk) -> bool {
        self.layout(desk).canvas.holds(desk.pointer.0, desk.pointer.1)
    }

    fn press(&mut self, button: u8, desk: &mut Desk) {
        let (layout, (x, y)) = (self.layout(desk), desk.pointer);
        let at = self.target_pixel(desk);
        if layout.canvas.holds(x, y) {
            let pans = button == 4 || button == 1 && (desk.space || self.tool == Tool::Pan);
            match button {
                _ if pans => self.gesture = Some(Gesture::Pan((x, y), self.origin)),
                2 => self.gesture = Some(Gesture::Right((x, y), at)),
                _ => self.paint(at, desk),
            }
            return;
        }
        if let Some(sprite) = self.sprite_at(desk) {
            self.gesture = Some(Gesture::Choose(sprite, desk.shift));
            if desk.shift {
                self.choose(between(cell(sprite), cell(sprite)));
            } else {
                self.go(sprite, desk);
            }
            return;
        }
        if layout.play.is_some_and(|play| play.holds(x, y)) {
            self.command(super::command::SpriteCommand::Rate(if button == 2 { 1 } else { -1 }), desk);
        } else if layout.used().is_some_and(|used| used.holds(x, y)) {
            self.command(super::command::SpriteCommand::Used, desk);
        } else if layout.zoom().holds(x, y) {
            // Round and round, so that a mouse without a wheel has them all.
            let spans = self.spans(desk);
            let now = spans.iter().position(|span| *span == self.span).unwrap_or(0);
            let by = if button == 2 { spans.len() - 1 } else { 1 };
            self.set_span(spans[(now + by) % spans.len()], desk);
        } else if let Some(n) = (0..16).find(|n| layout.color(*n).holds(x, y)) {
            let color = if button == 2 { &mut self.second } else { &mut self.color };
            *color = n as u8;
        } else if let Some(n) = layout.extended_at((x, y)) {
            self.extend(n as u8 + 16, desk);
        } else if let Some(n) = (0..8).find(|n| layout.flag(*n).holds(x, y)) {
            self.flag(n as usize, desk);
        } else if let Some(n) = (0..).zip(Tool::ALL).find(|(n, _)| layout.tool(*n).holds(x, y)) {
            self.command(super::command::SpriteCommand::Tool(n.1), desk);
        } else if let Some(n) = (0..4).find(|n| layout.page(*n).is_some_and(|page| page.holds(x, y))) {
            self.top = 32 * n;
        }
    }

    /// The sprite that the pointer is over in the sheet.
    pub(super) fn sprite_at(&self, desk: &Desk) -> Option<usize> {
        let layout = self.layout(desk);
        let (x, y) = desk.pointer;
        layout.sheet.holds(x, y).then(|| {
            let top = self.first_row(&layout);
            let (cx, cy) =
                ((x - layout.sheet.x) / layout.scale / 8, ((y - layout.sheet.y) / layout.scale + top) / 8);
            (cx + 16 * cy).clamp(0, 255) as usize
        })
    }

    fn paint(&mut self, at: (i32, i32), desk: &mut Desk) {
        let place = Place::Sprite(desk.sprite);
        let inside = self.selection.is_some_and(|area| area.holds(at.0, at.1));
        let selects =
            self.tool == Tool::Select || desk.shift && matches!(self.tool, Tool::Pencil | Tool::Fill);
        let is_brush = matches!(self.tool, Tool::Pencil | Tool::Fill | Tool::Stamp);
        let replaces =
            self.tool == Tool::Replace || desk.control && matches!(self.tool, Tool::Pencil | Tool::Fill);
        if is_brush && !selects && !replaces && self.selection.is_some() && !inside {
            desk.refuse(OUTSIDE);
        }
        match self.tool {
            _ if selects && inside && !desk.shift => {
                self.gesture = Some(Gesture::Move(at, Some(desk.pointer)));
            }
            _ if selects => {
                self.selection = None;
                self.gesture = Some(Gesture::Select(at, desk.pointer));
                self.drag(desk);
            }
            _ if replaces => {
                desk.doc.begin("replace a colour", Side::Picture, place);
                self.replace(pixel(&desk.doc, at.0, at.1), desk);
                self.gesture = Some(Gesture::Done);
            }
            Tool::Fill => {
                desk.doc.begin("fill", Side::Picture, place);
                let color = self.color;
                for (x, y) in connected::<Pixels>(&desk.doc, at, self.target()) {
                    put(&mut desk.doc, x, y, color);
                }
                self.gesture = Some(Gesture::Done);
            }
            Tool::Pencil | Tool::Stamp => {
                let name = if self.tool == Tool::Stamp { "stamp" } else { "pencil" };
                desk.doc.begin(name, Side::Picture, place);
                self.gesture = Some(Gesture::Stroke(at));
                self.stroke(at, desk);
            }
            Tool::Select | Tool::Pan | Tool::Replace => {}
            tool => {
                desk.doc.begin(tool.name(), Side::Picture, place);
                self.gesture = Some(Gesture::Shape(at));
                self.drag(desk);
            }
        }
    }

    /// Paints with the brush, or with what was copied, on the way there.
    fn stroke(&mut self, to: (i32, i32), desk: &mut Desk) {
        let Some(Gesture::Stroke(from)) = self.gesture else { return };
        let area = self.target();
        let stamp = self.clip.clone().filter(|_| self.tool == Tool::Stamp);
        for (x, y) in way(from, to) {
            match &stamp {
                Some(piece) => piece.put(&mut desk.doc, (x - piece.w / 2, y - piece.h / 2), area),
                None => {
                    let half = (self.brush - 1) / 2;
                    let brush = Piece::with(self.brush, self.brush, |_, _| self.color);
                    brush.put(&mut desk.doc, (x - half, y - half), area);
                }
            }
        }
        self.gesture = Some(Gesture::Stroke(to));
    }

    /// The pointer moved while something is under way.
    fn drag(&mut self, desk: &mut Desk) {
        let at = self.target_pixel(desk);
        match self.gesture {
            None | Some(Gesture::Done) => {}
            Some(Gesture::Stroke(last)) if last == at => {}
            Some(Gesture::Stroke(_)) => self.stroke(at, desk),
            Some(Gesture::Shape(from)) => {
                let tool = if desk.control { self.tool.filled() } else { self.tool };
                let to = match tool {
                    _ if !desk.shift => at,
                    Tool::Line => straight(from, at),
                    _ => square(from, at),
                };
                desk.doc.restart();
                let (area, color) = (self.target(), self.color);
                for (x, y) in shape(|p8| tool.draw(p8, from, to)) {
                    if area.holds(x, y) {
                        put(&mut desk.doc, x, y, color);
                    }
                }
                let (w, h) = ((to.0 - from.0).abs() + 1, (to.1 - from.1).abs() + 1);
                desk.say(format!("{} {w}x{h}", tool.name()));
            }
            Some(Gesture::Select(from, _)) => {
                let area = between(self.on_shown(from), self.on_shown(at));
                self.selection = Some(area);
                desk.say(format!("selected {}x{}", area.w, area.h));
            }
            Some(Gesture::Move(_, Some(pressed))) if !desk.is_drag(pressed) => {}
            Some(Gesture::Move(from, still)) => {
                if still.is_some() {
                    self.lift(desk);
                    self.gesture = Some(Gesture::Move(from, None));
                }
                self.place(at.0 - from.0, at.1 - from.1, desk);
            }
            Some(Gesture::Pan(from, origin)) => {
                let scale = (self.layout(desk).canvas.w / self.span).max(1);
                let by = ((desk.pointer.0 - from.0) / scale, (desk.pointer.1 - from.1) / scale);
                self.set_origin((origin.0 - by.0, origin.1 - by.1), desk);
            }
            Some(Gesture::Right(pressed, _)) if !desk.is_drag(pressed) => {}
            Some(Gesture::Right(_, from)) => self.selection = Some(between(from, self.on_shown(at))),
            Some(Gesture::Choose(from, chooses)) => {
                if let Some(to) = self.sprite_at(desk).filter(|to| chooses || *to != from) {
                    self.gesture = Some(Gesture::Choose(from, true));
                    self.choose(between(cell(from), cell(to)));
                }
            }
        }
    }

    fn release(&mut self, desk: &mut Desk) {
        match self.gesture.take() {
            Some(Gesture::Stroke(_) | Gesture::Shape(_) | Gesture::Done) => {
                desk.commit();
            }
            Some(Gesture::Move(_, None)) => {
                desk.doc.commit(desk.frame, Some(1));
                self.note_float(desk);
            }
            // A click that moves nothing lets the selection go.
            Some(Gesture::Move(_, Some(_))) => self.selection = None,
            // A click selects nothing.
            Some(Gesture::Select(_, pressed)) if !desk.is_drag(pressed) => self.selection = None,
            Some(Gesture::Right(pressed, at)) => {
                if desk.is_drag(pressed) {
                    let area = self.selection.take().unwrap_or(between(at, at));
                    let piece = Piece::of(&desk.doc, area);
                    desk.say(format!("stamp {}x{}", piece.w, piece.h));
                    self.clip = Some(piece);
                    self.tool = Tool::Stamp;
                } else {
                    self.color = pixel(&desk.doc, at.0, at.1);
                    desk.say(format!("took colour {}", super::color_name(self.color)));
                }
            }
            Some(Gesture::Choose(_, true)) => {
                if let Some(area) = self.chosen {
                    let first = (area.x + 16 * area.y) as usize;
                    self.go(first, desk);
                }
            }
            Some(Gesture::Select(..) | Gesture::Pan(..) | Gesture::Choose(_, false)) | None => {}
        }
    }

    /// The nearest pixel that is shown.
    pub(super) fn on_shown(&self, (x, y): (i32, i32)) -> (i32, i32) {
        let shown = self.shown();
        (x.clamp(shown.x, shown.x + shown.w - 1), y.clamp(shown.y, shown.y + shown.h - 1))
    }

    /// Where a pixel of the sheet begins on the canvas.
    pub(super) fn on_canvas(&self, (x, y): (i32, i32), desk: &Desk) -> (i32, i32) {
        let canvas = self.layout(desk).canvas;
        let scale = (canvas.w / self.span).max(1);
        (canvas.x + (x - self.origin.0) * scale, canvas.y + (y - self.origin.1) * scale)
    }

    /// Gives up what is under way; false if nothing is.
    pub(super) fn give_up(&mut self, desk: &mut Desk) -> bool {
        let Some(gesture) = self.gesture.take() else { return false };
        desk.doc.cancel();
        match gesture {
            Gesture::Move(_, None) => {
                if let Some(float) = self.float.take() {
                    self.selection = Some(float.area());
                }
            }
            Gesture::Select(..) | Gesture::Right(..) => self.selection = None,
            _ => {}
        }
        true
    }

    /// Ends what is under way as it stands.
    pub(super) fn end(&mut self, desk: &mut Desk) {
        if self.gesture.is_some() {
            self.release(desk);
        }
    }

    fn wheel(&mut self, steps: i32, desk: &mut Desk) {
        let (layout, (x, y)) = (self.layout(desk), desk.pointer);
        if layout.canvas.holds(x, y) {
            self.zoom(steps.signum(), Some(self.target_pixel(desk)), desk);
        } else if layout.play.is_some_and(|play| play.holds(x, y)) {
            self.rate = (self.rate + steps.signum()).clamp(1, 60);
        } else if layout.palette.holds(x, y) {
            self.color = (i32::from(self.color) + steps.signum()).rem_euclid(16) as u8;
        } else {
            self.top = (self.top - 8 * steps.signum()).clamp(0, SHEET - 32);
        }
    }
}

impl Tool {
    fn draw(self, p8: &mut Machine, (x0, y0): (i32, i32), (x1, y1): (i32, i32)) {
        match self {
            Tool::Line => p8.line(x0, y0, x1, y1, 7),
            Tool::Rect => p8.rect(x0, y0, x1, y1, 7),
            Tool::RectFill => p8.rectfill(x0, y0, x1, y1, 7),
            Tool::Oval => p8.oval(x0, y0, x1, y1, 7),
            Tool::OvalFill => p8.ovalfill(x0, y0, x1, y1, 7),
            _ => {}
        }
    }
}

/// The end of a line that is level, upright or slanted by a half right angle, whichever is nearest.
fn straight(from: (i32, i32), to: (i32, i32)) -> (i32, i32) {
    let (dx, dy) = ((to.0 - from.0).abs(), (to.1 - from.1).abs());
    if dx > 2 * dy {
        (to.0, from.1)
    } else if dy > 2 * dx {
        (from.0, to.1)
    } else {
        square(from, to)
    }
}

/// The corner of a square from `from` towards `to`.
fn square(from: (i32, i32), to: (i32, i32)) -> (i32, i32) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let side = dx.abs().max(dy.abs());
    (from.0 + side * if dx < 0 { -1 } else { 1 }, from.1 + side * if dy < 0 { -1 } else { 1 })
}
