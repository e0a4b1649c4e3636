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

use super::pixels::{PixelBlock, SHEET, SpritePixels, shape};
use super::{SpriteEditor, SpriteTool};
use crate::context::{Context, OUTSIDE};
use crate::gesture::Mouse;
use crate::grid::{Grid, between, cell, connected, way};
use crate::types::{EditPlace, Side};
use rasher::Machine;

/// What is under way while a button is down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SpriteGesture {
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
    /// The pixel of the sheet that the pointer is over or, outside the canvas, would be.
    pub(super) fn target_pixel(&self, cx: &Context) -> (i32, i32) {
        let canvas = self.layout(cx).canvas;
        let scale = (canvas.w / self.span).max(1);
        let part = |at: i32, from: i32| (at - from).div_euclid(scale);
        (self.origin.0 + part(cx.pointer.0, canvas.x), self.origin.1 + part(cx.pointer.1, canvas.y))
    }

    pub(super) fn is_on_canvas(&self, cx: &Context) -> bool {
        self.layout(cx).canvas.holds(cx.pointer.0, cx.pointer.1)
    }

    pub(super) fn sprite_at(&self, cx: &Context) -> Option<usize> {
        let layout = self.layout(cx);
        let (x, y) = cx.pointer;
        layout.sheet.holds(x, y).then(|| {
            let top = self.first_row(&layout);
            let (column, line) =
                ((x - layout.sheet.x) / layout.scale / 8, ((y - layout.sheet.y) / layout.scale + top) / 8);
            (column + 16 * line).clamp(0, 255) as usize
        })
    }

    fn paint(&mut self, at: (i32, i32), cx: &mut Context) {
        let place = EditPlace::Sprite(cx.sprite);
        let inside = self.selected.area.is_some_and(|area| area.holds(at.0, at.1));
        let selects = self.tool == SpriteTool::Select
            || cx.shift && matches!(self.tool, SpriteTool::Pencil | SpriteTool::Fill);
        let is_brush = matches!(self.tool, SpriteTool::Pencil | SpriteTool::Fill | SpriteTool::Stamp);
        let replaces = self.tool == SpriteTool::Replace
            || cx.control && matches!(self.tool, SpriteTool::Pencil | SpriteTool::Fill);
        if is_brush && !selects && !replaces && self.selected.area.is_some() && !inside {
            cx.refuse(OUTSIDE);
        }
        match self.tool {
            _ if selects && inside && !cx.shift => {
                self.gesture = Some(SpriteGesture::Move(at, Some(cx.pointer)));
            }
            _ if selects => {
                self.selected.area = None;
                self.gesture = Some(SpriteGesture::Select(at, cx.pointer));
                self.drag(cx);
            }
            _ if replaces => {
                cx.doc.begin("replace a colour", Side::Picture, place);
                self.replace(SpritePixels::get(&cx.doc, at.0, at.1), cx);
                self.gesture = Some(SpriteGesture::Done);
            }
            SpriteTool::Fill => {
                cx.doc.begin("fill", Side::Picture, place);
                let color = self.color;
                for (x, y) in connected::<SpritePixels>(&cx.doc, at, self.target()) {
                    SpritePixels::set(&mut cx.doc, x, y, color);
                }
                self.gesture = Some(SpriteGesture::Done);
            }
            SpriteTool::Pencil | SpriteTool::Stamp => {
                let name = if self.tool == SpriteTool::Stamp { "stamp" } else { "pencil" };
                cx.doc.begin(name, Side::Picture, place);
                self.gesture = Some(SpriteGesture::Stroke(at));
                self.stroke(at, cx);
            }
            SpriteTool::Select | SpriteTool::Pan | SpriteTool::Replace => {}
            tool => {
                cx.doc.begin(tool.name(), Side::Picture, place);
                self.gesture = Some(SpriteGesture::Shape(at));
                self.drag(cx);
            }
        }
    }

    /// Paints with the brush, or with what was copied, on the way there.
    fn stroke(&mut self, to: (i32, i32), cx: &mut Context) {
        let Some(SpriteGesture::Stroke(from)) = self.gesture else { return };
        let area = self.target();
        let stamp = self.clip.clone().filter(|_| self.tool == SpriteTool::Stamp);
        for (x, y) in way(from, to) {
            match &stamp {
                Some(piece) => piece.put(&mut cx.doc, (x - piece.w / 2, y - piece.h / 2), area),
                None => {
                    let half = (self.brush - 1) / 2;
                    let brush = PixelBlock::with(self.brush, self.brush, |_, _| self.color);
                    brush.put(&mut cx.doc, (x - half, y - half), area);
                }
            }
        }
        self.gesture = Some(SpriteGesture::Stroke(to));
    }

    /// The nearest pixel that is shown.
    pub(super) fn on_shown(&self, (x, y): (i32, i32)) -> (i32, i32) {
        let shown = self.shown();
        (x.clamp(shown.x, shown.x + shown.w - 1), y.clamp(shown.y, shown.y + shown.h - 1))
    }

    /// Where a pixel of the sheet begins on the canvas.
    pub(super) fn on_canvas(&self, (x, y): (i32, i32), cx: &Context) -> (i32, i32) {
        let canvas = self.layout(cx).canvas;
        let scale = (canvas.w / self.span).max(1);
        (canvas.x + (x - self.origin.0) * scale, canvas.y + (y - self.origin.1) * scale)
    }
}

impl Mouse for SpriteEditor {
    fn is_dragging(&self) -> bool {
        self.gesture.is_some()
    }

    fn press(&mut self, button: u8, cx: &mut Context) {
        let (layout, (x, y)) = (self.layout(cx), cx.pointer);
        let at = self.target_pixel(cx);
        if layout.canvas.holds(x, y) {
            let pans = button == 4 || button == 1 && (cx.space || self.tool == SpriteTool::Pan);
            match button {
                _ if pans => self.gesture = Some(SpriteGesture::Pan((x, y), self.origin)),
                2 => self.gesture = Some(SpriteGesture::Right((x, y), at)),
                _ => self.paint(at, cx),
            }
            return;
        }
        if let Some(sprite) = self.sprite_at(cx) {
            self.gesture = Some(SpriteGesture::Choose(sprite, cx.shift));
            if cx.shift {
                self.choose(between(cell(sprite), cell(sprite)));
            } else {
                self.go(sprite, cx);
            }
            return;
        }
        if layout.play.is_some_and(|play| play.holds(x, y)) {
            self.command(super::command::SpriteCommand::Rate(if button == 2 { 1 } else { -1 }), cx);
        } else if layout.used().is_some_and(|used| used.holds(x, y)) {
            self.command(super::command::SpriteCommand::Used, cx);
        } else if layout.zoom().holds(x, y) {
            // LoopRound and round, so that a mouse without a wheel has them all.
            let spans = self.spans(cx);
            let now = spans.iter().position(|span| *span == self.span).unwrap_or(0);
            let by = if button == 2 { spans.len() - 1 } else { 1 };
            self.set_span(spans[(now + by) % spans.len()], cx);
        } else if let Some(n) = (0..16).find(|n| layout.color(*n).holds(x, y)) {
            let color = if button == 2 { &mut self.second } else { &mut self.color };
            *color = n as u8;
        } else if let Some(n) = layout.extended_at((x, y)) {
            self.extend(n as u8 + 16, cx);
        } else if let Some(n) = (0..8).find(|n| layout.flag(*n).holds(x, y)) {
            self.flag(n as usize, cx);
        } else if let Some((_, (tool, ..))) =
            (0..).zip(SpriteTool::ALL).find(|(n, _)| layout.tool(*n).holds(x, y))
        {
            self.command(super::command::SpriteCommand::Tool(tool), cx);
        } else if let Some(n) = (0..4).find(|n| layout.page(*n).is_some_and(|page| page.holds(x, y))) {
            self.top = 32 * n;
        }
    }

    /// The pointer moved while something is under way.
    fn drag(&mut self, cx: &mut Context) {
        let at = self.target_pixel(cx);
        match self.gesture {
            None | Some(SpriteGesture::Done) => {}
            Some(SpriteGesture::Stroke(last)) if last == at => {}
            Some(SpriteGesture::Stroke(_)) => self.stroke(at, cx),
            Some(SpriteGesture::Shape(from)) => {
                let tool = if cx.control { self.tool.filled() } else { self.tool };
                let to = match tool {
                    _ if !cx.shift => at,
                    SpriteTool::Line => straight(from, at),
                    _ => square(from, at),
                };
                cx.doc.restart();
                let (area, color) = (self.target(), self.color);
                for (x, y) in shape(|p8| tool.draw(p8, from, to)) {
                    if area.holds(x, y) {
                        SpritePixels::set(&mut cx.doc, x, y, color);
                    }
                }
                let (w, h) = ((to.0 - from.0).abs() + 1, (to.1 - from.1).abs() + 1);
                cx.say(format!("{} {w}x{h}", tool.name()));
            }
            Some(SpriteGesture::Select(from, _)) => {
                let area = between(self.on_shown(from), self.on_shown(at));
                self.selected.area = Some(area);
                cx.say(format!("selected {}x{}", area.w, area.h));
            }
            Some(SpriteGesture::Move(_, Some(pressed))) if !cx.is_drag(pressed) => {}
            Some(SpriteGesture::Move(from, still)) => {
                if still.is_some() {
                    self.lift(cx);
                    self.gesture = Some(SpriteGesture::Move(from, None));
                }
                self.selected.place((at.0 - from.0, at.1 - from.1), &mut cx.doc);
            }
            Some(SpriteGesture::Pan(from, origin)) => {
                let scale = (self.layout(cx).canvas.w / self.span).max(1);
                let by = ((cx.pointer.0 - from.0) / scale, (cx.pointer.1 - from.1) / scale);
                self.set_origin((origin.0 - by.0, origin.1 - by.1), cx);
            }
            Some(SpriteGesture::Right(pressed, _)) if !cx.is_drag(pressed) => {}
            Some(SpriteGesture::Right(_, from)) => {
                self.selected.area = Some(between(from, self.on_shown(at)))
            }
            Some(SpriteGesture::Choose(from, chooses)) => {
                if let Some(to) = self.sprite_at(cx).filter(|to| chooses || *to != from) {
                    self.gesture = Some(SpriteGesture::Choose(from, true));
                    self.choose(between(cell(from), cell(to)));
                }
            }
        }
    }

    fn release(&mut self, cx: &mut Context) {
        match self.gesture.take() {
            Some(SpriteGesture::Stroke(_) | SpriteGesture::Shape(_) | SpriteGesture::Done) => {
                cx.commit();
            }
            Some(SpriteGesture::Move(_, None)) => self.put_down(cx),
            // A click that moves nothing lets the selection go.
            Some(SpriteGesture::Move(_, Some(_))) => self.selected.area = None,
            // A click selects nothing.
            Some(SpriteGesture::Select(_, pressed)) if !cx.is_drag(pressed) => self.selected.area = None,
            Some(SpriteGesture::Right(pressed, at)) => {
                if cx.is_drag(pressed) {
                    let area = self.selected.area.take().unwrap_or(between(at, at));
                    let piece = PixelBlock::of(&cx.doc, area);
                    cx.say(format!("stamp {}x{}", piece.w, piece.h));
                    self.clip = Some(piece);
                    self.tool = SpriteTool::Stamp;
                } else {
                    self.color = SpritePixels::get(&cx.doc, at.0, at.1);
                    cx.say(format!("took colour {}", super::color_name(self.color)));
                }
            }
            Some(SpriteGesture::Choose(_, true)) => {
                if let Some(area) = self.chosen {
                    let first = (area.x + 16 * area.y) as usize;
                    self.go(first, cx);
                }
            }
            Some(SpriteGesture::Select(..) | SpriteGesture::Pan(..) | SpriteGesture::Choose(_, false))
            | None => {}
        }
    }

    /// Gives up what is under way; false if nothing is.
    fn cancel_drag(&mut self, cx: &mut Context) -> bool {
        let Some(gesture) = self.gesture.take() else { return false };
        cx.doc.cancel();
        match gesture {
            SpriteGesture::Move(_, None) => self.selected.put_back(),
            SpriteGesture::Select(..) | SpriteGesture::Right(..) => self.selected.area = None,
            _ => {}
        }
        true
    }

    fn wheel(&mut self, steps: i32, cx: &mut Context) {
        let (layout, (x, y)) = (self.layout(cx), cx.pointer);
        if layout.canvas.holds(x, y) {
            self.zoom(steps.signum(), Some(self.target_pixel(cx)), cx);
        } else if layout.play.is_some_and(|play| play.holds(x, y)) {
            self.rate = (self.rate + steps.signum()).clamp(1, 60);
        } else if layout.palette.holds(x, y) {
            self.color = (i32::from(self.color) + steps.signum()).rem_euclid(16) as u8;
        } else {
            self.top = (self.top - 8 * steps.signum()).clamp(0, SHEET - 32);
        }
    }
}

impl SpriteTool {
    fn draw(self, p8: &mut Machine, (x0, y0): (i32, i32), (x1, y1): (i32, i32)) {
        match self {
            SpriteTool::Line => p8.line(x0, y0, x1, y1, 7),
            SpriteTool::Rect => p8.rect(x0, y0, x1, y1, 7),
            SpriteTool::RectFill => p8.rectfill(x0, y0, x1, y1, 7),
            SpriteTool::Oval => p8.oval(x0, y0, x1, y1, 7),
            SpriteTool::OvalFill => p8.ovalfill(x0, y0, x1, y1, 7),
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
