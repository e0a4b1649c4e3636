//! The mouse on the sprite editor.
//!
//! ```text
//! left    canvas: paint, fill, replace, shape, select or move, stamp; Ctrl replaces a colour, Shift selects, space pans
//! right   click: takes the colour; drag: makes a stamp
//! middle  pans                       wheel: zooms about the pointer; over the play area: its rate
//! sheet   click: that sprite; drag: sprites to play, with Shift also a single one
//! ```
//!
//! A stroke continues beyond the edge and counts when the button is released outside. Esc cancels all of it.

use super::command::{NUDGE, show_on_map};
use super::{PixelBlock, SHEET, SpriteEditor, SpritePixels, SpriteTool, color_name, shape};
use crate::context::{Context, OUTSIDE};
use crate::grid::{Grid, between, cell, connected, way};
use crate::pen::tool;
use crate::pointer::GestureEditor;
use crate::types::{EditPlace, Side};
use SpriteGesture as G;
use rasher::Machine;
use studio::Area;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SpriteGesture {
    /// Paints pixels; the last one.
    Stroke((i32, i32)),
    Done,
    Shape((i32, i32)),
    /// A selection from there: a pixel of the sheet, and of the canvas.
    Select((i32, i32), (i32, i32)),
    /// Moves the selection, from a pixel of the sheet; and the press on the canvas, until it is a drag.
    Move((i32, i32), Option<(i32, i32)>),
    /// Moves the view: the press, and the origin then.
    Pan((i32, i32), (i32, i32)),
    /// The right button: the press on the canvas and on the sheet.
    Right((i32, i32), (i32, i32)),
    /// Chooses sprites in the sheet, from that one on, as soon as there are two; or at once.
    Choose(usize, bool),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SpriteHover {
    Color(u8),
    Extended(u8),
    Flag(usize),
    Tool(SpriteTool),
    Tiled,
    Play,
    Used,
    Zoom,
    Page(i32),
    Nothing,
}

impl SpriteEditor {
    pub(super) fn hover(&self, cx: &Context) -> SpriteHover {
        use SpriteHover as H;
        let layout = self.layout(cx);
        let singles = [
            (layout.tiled, H::Tiled),
            (layout.play, H::Play),
            (layout.used(), H::Used),
            (Some(layout.zoom()), H::Zoom),
        ];
        let colors = (0..16).map(|n| (Some(layout.color(n)), H::Color(n as u8)));
        let extended = (0..16).map(|n| (layout.extended(n), H::Extended(n as u8)));
        let flags = (0..8).map(|n| (Some(layout.flag(n)), H::Flag(n as usize)));
        let tools =
            (0..).zip(SpriteTool::ALL).map(|(n, (it, ..))| (Some(tool(layout.tools, n)), H::Tool(it)));
        let pages = (0..4).map(|n| (layout.page(n), H::Page(n)));
        let all = singles.into_iter().chain(colors).chain(extended).chain(flags).chain(tools).chain(pages);
        cx.hover(all.filter_map(|(area, hover)| Some((area?, hover)))).unwrap_or(H::Nothing)
    }

    pub(super) fn target_pixel(&self, cx: &Context) -> (i32, i32) {
        let (canvas, scale) = (self.layout(cx).canvas, self.scale(cx));
        let part = |at: i32, from: i32| (at - from).div_euclid(scale);
        (self.origin.0 + part(cx.pointer.0, canvas.x), self.origin.1 + part(cx.pointer.1, canvas.y))
    }

    pub(super) fn is_on_canvas(&self, cx: &Context) -> bool {
        cx.is_over(self.layout(cx).canvas)
    }

    pub(super) fn sprite_at(&self, cx: &Context) -> Option<usize> {
        let (layout, (x, y)) = (self.layout(cx), cx.pointer);
        let (sheet, scale, top) = (layout.sheet, layout.scale, self.first_row(&layout));
        let (column, row) = ((x - sheet.x) / scale / 8, ((y - sheet.y) / scale + top) / 8);
        cx.is_over(sheet).then_some((column + 16 * row).clamp(0, 255) as usize)
    }

    fn paint(&mut self, at: (i32, i32), cx: &mut Context) {
        let place = EditPlace::Sprite(cx.sprite);
        let inside = self.selected.area.is_some_and(|area| area.holds(at.0, at.1));
        let is_basic = matches!(self.tool, SpriteTool::Pencil | SpriteTool::Fill);
        let selects = self.tool == SpriteTool::Select || cx.shift && is_basic;
        let replaces = self.tool == SpriteTool::Replace || cx.control && is_basic;
        let is_brush = (is_basic || self.tool == SpriteTool::Stamp) && !selects && !replaces;
        if is_brush && self.selected.area.is_some() && !inside {
            cx.refuse(OUTSIDE);
        }
        match self.tool {
            _ if selects && inside && !cx.shift => self.gesture = Some(G::Move(at, Some(cx.pointer))),
            _ if selects => {
                self.selected.area = None;
                self.gesture = Some(G::Select(at, cx.pointer));
                self.drag(cx);
            }
            _ if replaces => {
                cx.doc.begin("replace a colour", Side::Picture, place);
                self.replace(SpritePixels::get(&cx.doc, at.0, at.1), cx);
                self.gesture = Some(G::Done);
            }
            SpriteTool::Fill => {
                cx.doc.begin("fill", Side::Picture, place);
                let color = self.color;
                for (x, y) in connected::<SpritePixels>(&cx.doc, at, self.target()) {
                    SpritePixels::set(&mut cx.doc, x, y, color);
                }
                self.gesture = Some(G::Done);
            }
            SpriteTool::Pencil | SpriteTool::Stamp => {
                let name = if self.tool == SpriteTool::Stamp { "stamp" } else { "pencil" };
                cx.doc.begin(name, Side::Picture, place);
                self.gesture = Some(G::Stroke(at));
                self.stroke(at, cx);
            }
            SpriteTool::Select | SpriteTool::Pan | SpriteTool::Replace => {}
            tool => {
                cx.doc.begin(tool.name(), Side::Picture, place);
                self.gesture = Some(G::Shape(at));
                self.drag(cx);
            }
        }
    }

    fn stroke(&mut self, to: (i32, i32), cx: &mut Context) {
        let Some(G::Stroke(from)) = self.gesture else { return };
        let (area, half) = (self.target(), (self.brush - 1) / 2);
        let (piece, (dx, dy)) = match self.clip.clone().filter(|_| self.tool == SpriteTool::Stamp) {
            Some(stamp) => (stamp.clone(), (stamp.w / 2, stamp.h / 2)),
            None => (PixelBlock::with(self.brush, self.brush, |_, _| self.color), (half, half)),
        };
        let flipped = self.mirrors.then(|| piece.flipped(false));
        for (x, y) in way(from, to) {
            piece.put(&mut cx.doc, (x - dx, y - dy), area);
            if let Some(flipped) = &flipped {
                flipped.put(&mut cx.doc, (mirrored(x - dx, area) - piece.w + 1, y - dy), area);
            }
        }
        self.gesture = Some(G::Stroke(to));
    }

    pub(super) fn on_shown(&self, (x, y): (i32, i32)) -> (i32, i32) {
        let shown = self.shown();
        (x.clamp(shown.x, shown.x + shown.w - 1), y.clamp(shown.y, shown.y + shown.h - 1))
    }

    pub(super) fn on_canvas(&self, (x, y): (i32, i32), cx: &Context) -> (i32, i32) {
        let (canvas, scale) = (self.layout(cx).canvas, self.scale(cx));
        (canvas.x + (x - self.origin.0) * scale, canvas.y + (y - self.origin.1) * scale)
    }
}

fn mirrored(x: i32, area: Area) -> i32 {
    2 * area.x + area.w - 1 - x
}

impl GestureEditor for SpriteEditor {
    fn is_dragging(&self) -> bool {
        self.gesture.is_some()
    }

    fn press(&mut self, button: u8, cx: &mut Context) {
        let at = self.target_pixel(cx);
        if self.is_on_canvas(cx) {
            let pans = button == 4 || button == 1 && (cx.space || self.tool == SpriteTool::Pan);
            return match button {
                _ if pans => self.gesture = Some(G::Pan(cx.pointer, self.origin)),
                2 => self.gesture = Some(G::Right(cx.pointer, at)),
                _ => self.paint(at, cx),
            };
        }
        if let Some(sprite) = self.sprite_at(cx) {
            self.gesture = Some(G::Choose(sprite, cx.shift));
            return match cx.shift {
                true => self.choose(between(cell(sprite), cell(sprite))),
                false => self.go(sprite, cx),
            };
        }
        match self.hover(cx) {
            SpriteHover::Play => self.step_rate(if button == 2 { 1 } else { -1 }, cx),
            SpriteHover::Used => show_on_map(cx),
            SpriteHover::Zoom => {
                // Around, so that a mouse without a wheel reaches each of them.
                let spans = self.spans(cx);
                let now = spans.iter().position(|span| *span == self.span).unwrap_or(0);
                let by = if button == 2 { spans.len() - 1 } else { 1 };
                self.set_span(spans[(now + by) % spans.len()], cx);
            }
            SpriteHover::Color(n) if button == 2 => self.second = n,
            SpriteHover::Color(n) => self.color = n,
            SpriteHover::Extended(n) => self.extend(n + 16, cx),
            SpriteHover::Flag(n) => self.flag(n, cx),
            SpriteHover::Tool(tool) => self.take_tool(tool, cx),
            SpriteHover::Page(n) => self.top = 32 * n,
            SpriteHover::Tiled | SpriteHover::Nothing => {}
        }
    }

    fn drag(&mut self, cx: &mut Context) {
        let at = self.target_pixel(cx);
        match self.gesture {
            None | Some(G::Done) => {}
            Some(G::Stroke(last)) if last == at => {}
            Some(G::Stroke(_)) => self.stroke(at, cx),
            Some(G::Shape(from)) => {
                let tool = if cx.control { self.tool.filled() } else { self.tool };
                let to = match tool {
                    _ if !cx.shift => at,
                    SpriteTool::Line => straight(from, at),
                    _ => square(from, at),
                };
                cx.doc.restart();
                let (area, color) = (self.target(), self.color);
                for (x, y) in shape(|p8| tool.draw(p8, from, to)) {
                    let other = self.mirrors.then(|| mirrored(x, area));
                    for x in [Some(x), other].into_iter().flatten().filter(|x| area.holds(*x, y)) {
                        SpritePixels::set(&mut cx.doc, x, y, color);
                    }
                }
                let (w, h) = ((to.0 - from.0).abs() + 1, (to.1 - from.1).abs() + 1);
                cx.say(format!("{} {w}x{h}", tool.name()));
            }
            Some(G::Select(from, _)) => {
                let area = between(self.on_shown(from), self.on_shown(at));
                self.selected.area = Some(area);
                cx.say(format!("selected {}x{}", area.w, area.h));
            }
            Some(G::Move(_, Some(pressed))) if !cx.is_drag(pressed) => {}
            Some(G::Move(from, still)) => {
                if still.is_some() {
                    self.selected.lift(EditPlace::Sprite(cx.sprite), self.second, cx);
                    self.gesture = Some(G::Move(from, None));
                }
                self.selected.place((at.0 - from.0, at.1 - from.1), &mut cx.doc);
            }
            Some(G::Pan(from, origin)) => {
                let scale = self.scale(cx);
                let by = ((cx.pointer.0 - from.0) / scale, (cx.pointer.1 - from.1) / scale);
                self.set_origin((origin.0 - by.0, origin.1 - by.1));
            }
            Some(G::Right(pressed, _)) if !cx.is_drag(pressed) => {}
            Some(G::Right(_, from)) => self.selected.area = Some(between(from, self.on_shown(at))),
            Some(G::Choose(from, chooses)) => {
                if let Some(to) = self.sprite_at(cx).filter(|to| chooses || *to != from) {
                    self.gesture = Some(G::Choose(from, true));
                    self.choose(between(cell(from), cell(to)));
                }
            }
        }
    }

    fn release(&mut self, cx: &mut Context) {
        match self.gesture.take() {
            Some(G::Stroke(_) | G::Shape(_) | G::Done) => _ = cx.commit(),
            Some(G::Move(_, None)) => self.selected.put_down(NUDGE, cx),
            // A click that moves or selects nothing drops the selection.
            Some(G::Move(_, Some(_))) => self.selected.area = None,
            Some(G::Select(_, pressed)) if !cx.is_drag(pressed) => self.selected.area = None,
            Some(G::Right(pressed, at)) => {
                if cx.is_drag(pressed) {
                    let area = self.selected.area.take().unwrap_or(between(at, at));
                    let piece = PixelBlock::of(&cx.doc, area);
                    cx.say(format!("stamp {}x{}", piece.w, piece.h));
                    self.clip = Some(piece);
                    self.tool = SpriteTool::Stamp;
                } else {
                    self.color = SpritePixels::get(&cx.doc, at.0, at.1);
                    cx.say(format!("picked colour {}", color_name(self.color)));
                }
            }
            Some(G::Choose(_, true)) => {
                if let Some(area) = self.chosen {
                    let first = (area.x + 16 * area.y) as usize;
                    self.go(first, cx);
                }
            }
            Some(G::Select(..) | G::Pan(..) | G::Choose(_, false)) | None => {}
        }
    }

    fn cancel_drag(&mut self, cx: &mut Context) -> bool {
        let Some(gesture) = self.gesture.take() else { return false };
        cx.doc.cancel();
        match gesture {
            G::Move(_, None) => self.selected.put_back(),
            G::Select(..) | G::Right(..) => self.selected.area = None,
            _ => {}
        }
        true
    }

    fn wheel(&mut self, steps: i32, cx: &mut Context) {
        let by = steps.signum();
        match self.hover(cx) {
            _ if self.is_on_canvas(cx) => self.zoom(by, Some(self.target_pixel(cx)), cx),
            SpriteHover::Play => self.rate = (self.rate + by).clamp(1, 60),
            SpriteHover::Color(_) => self.step_color(by),
            _ => self.top = (self.top - 8 * by).clamp(0, SHEET - 32),
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

fn straight(from: (i32, i32), to: (i32, i32)) -> (i32, i32) {
    let (dx, dy) = ((to.0 - from.0).abs(), (to.1 - from.1).abs());
    match (dx > 2 * dy, dy > 2 * dx) {
        (true, _) => (to.0, from.1),
        (_, true) => (from.0, to.1),
        _ => square(from, to),
    }
}

fn square(from: (i32, i32), to: (i32, i32)) -> (i32, i32) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let side = dx.abs().max(dy.abs());
    (from.0 + side * if dx < 0 { -1 } else { 1 }, from.1 + side * if dy < 0 { -1 } else { 1 })
}
