//! The sprite editor.
//!
//! ```text
//! mod.rs      its state, zoom, animation, pixels  command.rs  the table of commands       gesture.rs  the mouse
//! view.rs     areas of the canvas, status line and picture
//! ```
//!
//! It paints on the shared document: rows 64 on of the sheet are rows 32 on of the map, and change together. Saving decides which of
//! both files owns them.

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
use format::Picture;
use gesture::SpriteGesture;
use rasher::memory::{FLAGS, MAP};
use rasher::palette::NAMES;
use rasher::{Boot, Machine};
use studio::Area;
use view::SpriteLayout;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum SpriteTool {
    #[default]
    Pencil,
    Fill,
    Replace,
    Line,
    Rect,
    RectFill,
    Oval,
    OvalFill,
    Select,
    Stamp,
    Pan,
}

impl SpriteTool {
    /// In the order of their buttons: name and hint.
    const ALL: [(SpriteTool, &'static str, &'static str); 11] = [
        (SpriteTool::Pencil, "pencil", "pencil: Ctrl replaces a colour, Shift selects"),
        (SpriteTool::Fill, "fill", "fill: Ctrl replaces a colour, Shift selects"),
        (SpriteTool::Replace, "replace", "replace: a colour everywhere in the view or selection"),
        (SpriteTool::Line, "line", "line: Shift keeps it level, upright or diagonal"),
        (SpriteTool::Rect, "rectangle", "rectangle: Shift makes it a square, Ctrl fills it"),
        (SpriteTool::RectFill, "filled rectangle", "filled rectangle: Shift makes it a square"),
        (SpriteTool::Oval, "ellipse", "ellipse: Shift makes it a circle, Ctrl fills it"),
        (SpriteTool::OvalFill, "filled ellipse", "filled ellipse: Shift makes it a circle"),
        (SpriteTool::Select, "select", "select: drag; drag inside moves it; Esc deselects"),
        (SpriteTool::Stamp, "stamp", "stamp: paints the copied pixels"),
        (SpriteTool::Pan, "pan", "pan: or hold Space with any tool"),
    ];

    fn name(self) -> &'static str {
        SpriteTool::ALL[self as usize].1
    }

    fn hint(self) -> &'static str {
        SpriteTool::ALL[self as usize].2
    }

    fn filled(self) -> SpriteTool {
        match self {
            SpriteTool::Rect => SpriteTool::RectFill,
            SpriteTool::Oval => SpriteTool::OvalFill,
            tool => tool,
        }
    }
}

/// The ways of the onion skin: sprites before and behind that are shown where the sprite is empty, the nearest last; and the message.
const ONION: [(&[i32], &str); 4] = [
    (&[], "onion skin off"),
    (&[-1], "onion skin: the previous sprite"),
    (&[1, -1], "onion skin: the previous and the next sprite"),
    (&[2, -2, 1, -1], "onion skin: two sprites on either side"),
];

#[derive(Clone, Debug, Default)]
pub(super) struct SpriteEditor {
    tool: SpriteTool,
    brush: i32,
    color: u8,
    second: u8,
    /// The first pixel that is shown, and how many in a row.
    origin: (i32, i32),
    span: i32,
    /// The first row of pixels of the sheet that is shown.
    top: i32,
    selected: Selection<SpritePixels>,
    /// Sprites of the sheet that are played, in cells; and pixels of a side of each picture.
    chosen: Option<Area>,
    frame: i32,
    clip: Option<PixelBlock>,
    gesture: Option<SpriteGesture>,
    hex: bool,
    lines: bool,
    onion: usize,
    /// Strokes and shapes are also drawn mirrored, left and right.
    mirrors: bool,
    rate: i32,
}

impl SpriteEditor {
    pub fn new() -> SpriteEditor {
        let origin = (8, 0);
        SpriteEditor { brush: 1, color: 7, origin, span: 8, frame: 8, rate: 8, ..SpriteEditor::default() }
    }

    fn layout(&self, cx: &Context) -> SpriteLayout {
        SpriteLayout::new(cx.size, SpriteTool::ALL.len() as i32)
    }

    fn shown(&self) -> Area {
        Area { x: self.origin.0, y: self.origin.1, w: self.span, h: self.span }
    }

    fn spans(&self, cx: &Context) -> Vec<i32> {
        let side = self.layout(cx).canvas.w;
        [8, 16, 32, 64, 128].into_iter().filter(|span| *span <= side).collect()
    }

    fn scale(&self, cx: &Context) -> i32 {
        (self.layout(cx).canvas.w / self.span).max(1)
    }

    fn set_origin(&mut self, (x, y): (i32, i32)) {
        self.origin = (x.clamp(0, SHEET - self.span), y.clamp(0, SHEET - self.span));
    }

    fn set_span(&mut self, span: i32, cx: &Context) {
        let most = self.spans(cx).last().copied().unwrap_or(8);
        self.span = span.min(most);
        self.set_origin(corner(cx.sprite));
    }

    fn zoom(&mut self, closer: i32, about: Option<(i32, i32)>, cx: &Context) {
        let spans = self.spans(cx);
        let now = spans.iter().position(|span| *span == self.span).unwrap_or(0) as i32;
        let span = spans[(now - closer).clamp(0, spans.len() as i32 - 1) as usize];
        let Some(at) = about else { return self.set_span(span, cx) };
        self.span = span;
        let (canvas, scale, (x, y)) = (self.layout(cx).canvas, self.scale(cx), cx.pointer);
        self.set_origin((at.0 - (x - canvas.x) / scale, at.1 - (y - canvas.y) / scale));
    }

    fn go(&mut self, sprite: usize, cx: &mut Context) {
        cx.sprite = sprite.min(255);
        let (x, y) = corner(cx.sprite);
        self.set_origin((x, y));
        self.selected = Selection::default();
        if !(self.top..self.top + 32).contains(&y) {
            self.top = y / 32 * 32;
        }
    }

    fn first_row(&self, layout: &SpriteLayout) -> i32 {
        if layout.shown().1 >= SHEET { 0 } else { self.top.min(SHEET - layout.shown().1) }
    }

    fn used(&self, cx: &Context) -> usize {
        let cells = &cx.doc.data()[usize::from(MAP)..usize::from(FLAGS)];
        cells.iter().filter(|tile| usize::from(**tile) == cx.sprite).count()
    }

    fn neighbour(&self, (columns, rows): (i32, i32), cx: &Context) -> usize {
        let (step, (x, y)) = (self.span / 8, cell(cx.sprite));
        let x = x + columns * step;
        let y = y + (rows + x.div_euclid(16)) * step;
        (x.rem_euclid(16) + 16 * y).rem_euclid(256) as usize
    }

    fn number(&self, sprite: usize) -> String {
        sprite_number(sprite, self.hex)
    }
}

fn corner(sprite: usize) -> (i32, i32) {
    let (x, y) = cell(sprite);
    (8 * x, 8 * y)
}

fn color_name(color: u8) -> String {
    format!("{color} {}", NAMES[usize::from(color & 15)])
}

impl Editor for SpriteEditor {
    fn input(&mut self, input: &EditInput, cx: &mut Context) {
        match input {
            EditInput::Pasted(text) => self.paste(text, cx),
            EditInput::Size(..) => self.set_span(self.span, cx),
            // Shift and Ctrl change a shape that is dragged.
            EditInput::Key(_) | EditInput::KeyUp(_)
                if matches!(self.gesture, Some(SpriteGesture::Shape(_))) =>
            {
                self.drag(cx);
            }
            _ => self.mouse(input, cx),
        }
    }

    fn enter(&mut self, cx: &mut Context) {
        self.show(EditPlace::Sprite(cx.sprite), cx);
    }

    fn finish(&mut self, cx: &mut Context) {
        self.release(cx);
    }

    fn aim(&mut self, (dx, dy): (i32, i32), cx: &Context) -> (i32, i32) {
        let at = self.target_pixel(cx);
        let half = self.scale(cx) / 2;
        let (x, y) = self.on_canvas(self.on_shown((at.0 + dx, at.1 + dy)), cx);
        (x + half, y + half)
    }

    fn cancel(&mut self, cx: &mut Context) -> bool {
        self.cancel_drag(cx) || self.selected.area.take().is_some() || self.chosen.take().is_some()
    }

    fn show(&mut self, place: EditPlace, cx: &mut Context) {
        if let EditPlace::Sprite(sprite) = place {
            let (x, y) = corner(sprite);
            if !self.shown().holds(x, y) {
                self.go(sprite, cx);
            }
        }
    }

    fn after_undo(&mut self) {
        self.selected.forget_moved();
    }
}

impl SpriteEditor {
    fn choose(&mut self, area: Area) {
        (self.chosen, self.frame) = (Some(area), self.unit());
    }

    fn choose_more(&mut self, (columns, rows): (i32, i32), cx: &mut Context) {
        let ((x, y), step) = (cell(cx.sprite), self.unit() / 8);
        let same = self.chosen.filter(|area| (area.x, area.y) == (x, y) && self.frame == self.unit());
        let now = same.unwrap_or(Area { x, y, w: step, h: step });
        let side = |now: i32, more: i32, from: i32| (now + more * step).max(step).min(16 - from);
        self.choose(Area { x, y, w: side(now.w, columns, x), h: side(now.h, rows, y) });
        cx.say(format!("pictures: {}", self.pictures()));
    }

    fn unit(&self) -> i32 {
        if self.span <= 32 { self.span } else { 8 }
    }

    fn origin_of(&self, sprite: usize) -> (i32, i32) {
        let (most, (x, y)) = (SHEET - self.unit(), corner(sprite));
        (x.min(most), y.min(most))
    }

    fn grid(&self) -> (i32, i32) {
        let count = |cells: i32| (8 * cells / self.frame).max(1);
        self.chosen.map_or((1, 1), |area| (count(area.w), count(area.h)))
    }

    fn pictures(&self) -> i32 {
        let (columns, rows) = self.grid();
        columns * rows
    }

    fn played(&self, cx: &Context) -> (i32, i32, i32) {
        let Some(area) = self.chosen else {
            let (x, y) = self.origin_of(cx.sprite);
            return (x, y, self.unit());
        };
        let columns = self.grid().0;
        let now = (cx.frame / self.rate.max(1) as u64 % self.pictures() as u64) as i32;
        let (side, most) = (self.frame, SHEET - self.frame);
        ((8 * area.x + now % columns * side).min(most), (8 * area.y + now / columns * side).min(most), side)
    }
}

pub(super) const SHEET: i32 = 128;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SpritePixels;

impl Grid for SpritePixels {
    const ALL: Area = Area { x: 0, y: 0, w: SHEET, h: SHEET };

    fn get(doc: &Document, x: i32, y: i32) -> u8 {
        if !Self::ALL.holds(x, y) {
            return 0;
        }
        doc.get((y * 64 + x / 2) as usize) >> (4 * (x & 1)) & 15
    }

    fn set(doc: &mut Document, x: i32, y: i32, color: u8) {
        if Self::ALL.holds(x, y) {
            let (at, shift) = ((y * 64 + x / 2) as usize, 4 * (x & 1));
            doc.set(at, doc.get(at) & !(15 << shift) | (color & 15) << shift);
        }
    }
}

pub(super) type PixelBlock = GridBlock<SpritePixels>;

impl PixelBlock {
    pub fn to_text(&self) -> String {
        let (width, height) = (self.w.max(0) as usize, self.h.max(0) as usize);
        format::write_gfx(&Picture { width, height, indices: self.values.clone() })
    }

    pub fn from_text(text: &str) -> Result<PixelBlock, &'static str> {
        let Picture { width, height, indices } = format::read_gfx(text)?;
        Ok(PixelBlock::new(width as i32, height as i32, indices))
    }
}

pub(super) fn shape(draw: impl FnOnce(&mut Machine)) -> Vec<(i32, i32)> {
    let mut p8 = Machine::new(Boot::default());
    p8.cls(0);
    draw(&mut p8);
    places(SpritePixels::ALL).filter(|(x, y)| p8.pget(*x, *y) != 0).collect()
}
