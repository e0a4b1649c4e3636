//! The sprite editor.
//!
//! ```text
//! mod.rs     what it is: tool, colours, what is shown, what is selected
//! pixels.rs  pixels of the sheet, shapes, text     command.rs  the table of commands
//! gesture.rs the mouse                             layout.rs   where everything lies
//! view.rs    the picture                           play.rs     what is played    tests.rs, tool_tests.rs
//! ```
//!
//! All of it paints on the shared document: rows 64 on of the sheet are rows 32 on of the map, and change together. It does not know
//! which of both files owns them; the saving does.

mod command;
mod gesture;
mod layout;
mod pixels;
mod play;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tool_tests;
mod view;

use super::command::rows;
use super::context::{Context, Editor, PLAIN};
use super::gesture::Mouse;
use super::grid::{Grid, Selection};
use super::input::EditInput;
use super::pen::Pen;
use super::types::{CommandRow, EditPlace, Pointing, Side};
use gesture::SpriteGesture;
use layout::SpriteLayout;
pub(super) use pixels::SpritePixels;
use pixels::{PixelBlock, SHEET};
use rasher::memory::{FLAGS, MAP};
use rasher::palette::NAMES;
use studio::Area;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SpriteTool {
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
    /// All of them in the order of their buttons: the name, and what is said of it.
    const ALL: [(SpriteTool, &'static str, &'static str); 11] = [
        (SpriteTool::Pencil, "pencil", "pencil: Ctrl replaces a colour, Shift selects"),
        (SpriteTool::Fill, "fill", "fill: Ctrl replaces a colour, Shift selects"),
        (SpriteTool::Replace, "replace", "replace: all of a colour that is shown, or selected"),
        (SpriteTool::Line, "line", "line: Shift makes it straight or slanted"),
        (SpriteTool::Rect, "rectangle", "rectangle: Shift makes it a square, Ctrl fills it"),
        (SpriteTool::RectFill, "filled rectangle", "filled rectangle: Shift makes it a square"),
        (SpriteTool::Oval, "ellipse", "ellipse: Shift makes it a circle, Ctrl fills it"),
        (SpriteTool::OvalFill, "filled ellipse", "filled ellipse: Shift makes it a circle"),
        (SpriteTool::Select, "select", "select: drag; drag inside moves; Esc drops it"),
        (SpriteTool::Stamp, "stamp", "stamp: paints what was copied"),
        (SpriteTool::Pan, "pan", "pan: space does it with any tool"),
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

/// What shines through where the sprite is empty: sprites before and behind it, the nearest last, and how it is said.
const ONION: [(&[i32], &str); 4] = [
    (&[], "no onion skin"),
    (&[-1], "onion skin: the sprite before shines through"),
    (&[1, -1], "onion skin: the sprites before and behind"),
    (&[2, -2, 1, -1], "onion skin: two sprites before and behind"),
];

/// Its state beside the document.
#[derive(Clone, Debug)]
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
    /// Sprites of the sheet that are played, in cells; and the pixels of a side of each picture, which is what was shown then.
    chosen: Option<Area>,
    frame: i32,
    clip: Option<PixelBlock>,
    gesture: Option<SpriteGesture>,
    hex: bool,
    lines: bool,
    /// How many of the ways in [`ONION`].
    onion: usize,
    /// Ticks for which a picture of what is played stays.
    rate: i32,
}

impl Default for SpriteEditor {
    fn default() -> Self {
        SpriteEditor {
            tool: SpriteTool::Pencil,
            brush: 1,
            color: 7,
            second: 0,
            origin: (8, 0),
            span: 8,
            top: 0,
            selected: Selection::NONE,
            chosen: None,
            frame: 8,
            clip: None,
            gesture: None,
            hex: false,
            lines: false,
            onion: 0,
            rate: 8,
        }
    }
}

/// Names of the sixteen colours, as players of the console call them.
fn color_name(color: u8) -> String {
    format!("{color} {}", NAMES[usize::from(color & 15)])
}

impl SpriteEditor {
    fn layout(&self, cx: &Context) -> SpriteLayout {
        SpriteLayout::new(cx.size, SpriteTool::ALL.len() as i32)
    }

    /// What is shown, in pixels of the sheet.
    fn shown(&self) -> Area {
        Area { x: self.origin.0, y: self.origin.1, w: self.span, h: self.span }
    }

    /// How many pixels can be shown in a row.
    fn spans(&self, cx: &Context) -> Vec<i32> {
        let side = self.layout(cx).canvas.w;
        [8, 16, 32, 64, 128].into_iter().filter(|span| *span <= side).collect()
    }

    fn set_origin(&mut self, (x, y): (i32, i32), _: &Context) {
        self.origin = (x.clamp(0, SHEET - self.span), y.clamp(0, SHEET - self.span));
    }

    /// Shows so many pixels in a row, from the sprite on.
    fn set_span(&mut self, span: i32, cx: &Context) {
        let most = self.spans(cx).last().copied().unwrap_or(8);
        self.span = span.min(most);
        let (x, y) = (cx.sprite as i32 % 16 * 8, cx.sprite as i32 / 16 * 8);
        self.set_origin((x, y), cx);
    }

    /// Shows more or less; the pixel stays where it is, if there is one.
    fn zoom(&mut self, closer: i32, about: Option<(i32, i32)>, cx: &Context) {
        let spans = self.spans(cx);
        let now = spans.iter().position(|span| *span == self.span).unwrap_or(0) as i32;
        let span = spans[(now - closer).clamp(0, spans.len() as i32 - 1) as usize];
        let Some(at) = about else { return self.set_span(span, cx) };
        self.span = span;
        let (canvas, (x, y)) = (self.layout(cx).canvas, cx.pointer);
        let scale = (canvas.w / span).max(1);
        self.set_origin((at.0 - (x - canvas.x) / scale, at.1 - (y - canvas.y) / scale), cx);
    }

    fn go(&mut self, sprite: usize, cx: &mut Context) {
        cx.sprite = sprite.min(255);
        let (x, y) = (cx.sprite as i32 % 16 * 8, cx.sprite as i32 / 16 * 8);
        self.set_origin((x, y), cx);
        self.selected = Selection::NONE;
        if !(self.top..self.top + 32).contains(&y) {
            self.top = y / 32 * 32;
        }
    }

    /// The first row of pixels in the sheet's area.
    fn first_row(&self, layout: &SpriteLayout) -> i32 {
        if layout.shown().1 >= SHEET { 0 } else { self.top.min(SHEET - layout.shown().1) }
    }

    /// How many cells of the map show the sprite, without the half that the sheet may own.
    fn used(&self, cx: &Context) -> usize {
        let cells = &cx.doc.data()[usize::from(MAP)..usize::from(FLAGS)];
        cells.iter().filter(|tile| usize::from(**tile) == cx.sprite).count()
    }

    /// The sprite that is so many columns and rows of what is shown away, row after row.
    fn neighbour(&self, (columns, rows): (i32, i32), cx: &Context) -> usize {
        let step = self.span / 8;
        let x = cx.sprite as i32 % 16 + columns * step;
        let y = cx.sprite as i32 / 16 + (rows + x.div_euclid(16)) * step;
        (x.rem_euclid(16) + 16 * y).rem_euclid(256) as usize
    }

    fn number(&self, sprite: usize) -> String {
        if self.hex { format!("0x{sprite:02x}") } else { format!("#{sprite:03}") }
    }
}

impl Editor for SpriteEditor {
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
            EditInput::Size(..) => self.set_span(self.span, cx),
            // What is held with the mouse has changed.
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

    fn pointing(&self, row: usize) -> Option<Pointing> {
        match command::TABLE.get(row)?.0 {
            command::SpriteCommand::Point(pointing) => Some(pointing),
            _ => None,
        }
    }

    fn aim(&mut self, (dx, dy): (i32, i32), cx: &Context) -> (i32, i32) {
        let at = self.target_pixel(cx);
        let to = self.on_shown((at.0 + dx, at.1 + dy));
        let half = (self.layout(cx).canvas.w / self.span).max(1) / 2;
        let (x, y) = self.on_canvas(to, cx);
        (x + half, y + half)
    }

    fn cancel(&mut self, cx: &mut Context) -> bool {
        self.cancel_drag(cx) || self.selected.area.take().is_some() || self.chosen.take().is_some()
    }

    fn show(&mut self, place: EditPlace, cx: &mut Context) {
        if let EditPlace::Sprite(sprite) = place {
            let (x, y) = (sprite as i32 % 16 * 8, sprite as i32 / 16 * 8);
            if !self.shown().holds(x, y) {
                self.go(sprite, cx);
            }
        }
    }

    fn after_undo(&mut self) {
        self.selected.forget_moved();
    }

    fn status(&self, cx: &Context) -> String {
        let (x, y) = self.target_pixel(cx);
        if self.is_on_canvas(cx) {
            let color = color_name(SpritePixels::get(&cx.doc, x, y));
            return format!("{x},{y}  {color}   right: take it, drag: a stamp");
        }
        if let Some(sprite) = self.sprite_at(cx) {
            let flags = cx.doc.get(usize::from(FLAGS) + sprite);
            return format!("sprite {}  flags {flags:02x}   drag: play them", self.number(sprite));
        }
        let (layout, at) = (self.layout(cx), cx.pointer);
        if let Some(n) = (0..16).find(|n| layout.color(*n).holds(at.0, at.1)) {
            return format!("{}   right: the second colour", color_name(n as u8));
        }
        if let Some(n) = layout.extended_at(at) {
            return format!("colour {0} so: pal({0},{1},1)   click: see it", self.color, 128 + n);
        }
        if let Some(n) = (0..8).find(|n| layout.flag(*n).holds(at.0, at.1)) {
            return format!("flag {n} of sprite {}", self.number(cx.sprite));
        }
        if let Some((_, (.., hint))) =
            (0..).zip(SpriteTool::ALL).find(|(n, _)| layout.tool(*n).holds(at.0, at.1))
        {
            return hint.to_string();
        }
        if layout.play.is_some_and(|play| play.holds(at.0, at.1)) {
            let (count, rate) = (self.pictures(), self.rate);
            return format!("plays {count}, {rate} of 60 ticks each   click: faster, right: slower");
        }
        if layout.used().is_some_and(|used| used.holds(at.0, at.1)) {
            return format!("{} cells of the map show it   click: goes to the next", self.used(cx));
        }
        if layout.zoom().holds(at.0, at.1) {
            return format!("{0}x{0} pixels are shown   click: more, right: fewer", self.span);
        }
        "F1 all commands   Esc back to the cart".to_string()
    }

    fn draw(&self, pen: &mut Pen<'_>, cx: &Context) {
        self.draw_on(pen, cx);
    }

    fn colored(&self, cx: &Context) -> Vec<(Area, [u8; 16])> {
        let layout = self.layout(cx);
        let extended = layout.extended.map(|area| (area, PLAIN.map(|color| color + 16)));
        let own = [Some(layout.canvas), Some(layout.sheet), Some(layout.palette), layout.tiled, layout.play];
        own.into_iter().flatten().map(|area| (area, cx.shown)).chain(extended).collect()
    }
}
