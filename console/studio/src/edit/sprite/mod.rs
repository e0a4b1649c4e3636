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

use super::change::{Place, Side};
use super::command::CommandRow;
use super::desk::{Desk, Editor, PLAIN};
use super::input::EditInput;
use super::patch::Float;
use super::pen::Pen;
use super::pointing::Pointing;
use crate::layer::Area;
use gesture::Gesture;
use layout::Layout;
use pixels::{Piece, Pixels, SHEET};
pub(super) use pixels::{pixel, put};
use rasher::memory::{FLAGS, MAP};
use rasher::palette::NAMES;

/// What the left button does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tool {
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

impl Tool {
    const ALL: [Tool; 11] = [
        Tool::Pencil,
        Tool::Fill,
        Tool::Replace,
        Tool::Line,
        Tool::Rect,
        Tool::RectFill,
        Tool::Oval,
        Tool::OvalFill,
        Tool::Select,
        Tool::Stamp,
        Tool::Pan,
    ];

    fn name(self) -> &'static str {
        match self {
            Tool::Pencil => "pencil",
            Tool::Fill => "fill",
            Tool::Replace => "replace",
            Tool::Line => "line",
            Tool::Rect => "rectangle",
            Tool::RectFill => "filled rectangle",
            Tool::Oval => "ellipse",
            Tool::OvalFill => "filled ellipse",
            Tool::Select => "select",
            Tool::Stamp => "stamp",
            Tool::Pan => "pan",
        }
    }

    fn filled(self) -> Tool {
        match self {
            Tool::Rect => Tool::RectFill,
            Tool::Oval => Tool::OvalFill,
            tool => tool,
        }
    }

    fn hint(self) -> &'static str {
        match self {
            Tool::Pencil => "pencil: Ctrl replaces a colour, Shift selects",
            Tool::Fill => "fill: Ctrl replaces a colour, Shift selects",
            Tool::Replace => "replace: all of a colour that is shown, or selected",
            Tool::Line => "line: Shift makes it straight or slanted",
            Tool::Rect => "rectangle: Shift makes it a square, Ctrl fills it",
            Tool::RectFill => "filled rectangle: Shift makes it a square",
            Tool::Oval => "ellipse: Shift makes it a circle, Ctrl fills it",
            Tool::OvalFill => "filled ellipse: Shift makes it a circle",
            Tool::Select => "select: drag; drag inside moves; Esc drops it",
            Tool::Stamp => "stamp: paints what was copied",
            Tool::Pan => "pan: space does it with any tool",
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
    tool: Tool,
    brush: i32,
    color: u8,
    second: u8,
    /// The first pixel that is shown, and how many in a row.
    origin: (i32, i32),
    span: i32,
    /// The first row of pixels of the sheet that is shown.
    top: i32,
    selection: Option<Area>,
    /// Sprites of the sheet that are played, in cells; and the pixels of a side of each picture, which is what was shown then.
    chosen: Option<Area>,
    frame: i32,
    clip: Option<Piece>,
    float: Option<Float<Pixels>>,
    gesture: Option<Gesture>,
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
            tool: Tool::Pencil,
            brush: 1,
            color: 7,
            second: 0,
            origin: (8, 0),
            span: 8,
            top: 0,
            selection: None,
            chosen: None,
            frame: 8,
            clip: None,
            float: None,
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
    fn layout(&self, desk: &Desk) -> Layout {
        Layout::new(desk.size, Tool::ALL.len() as i32)
    }

    /// What is shown, in pixels of the sheet.
    fn shown(&self) -> Area {
        Area { x: self.origin.0, y: self.origin.1, w: self.span, h: self.span }
    }

    /// How many pixels can be shown in a row.
    fn spans(&self, desk: &Desk) -> Vec<i32> {
        let side = self.layout(desk).canvas.w;
        [8, 16, 32, 64, 128].into_iter().filter(|span| *span <= side).collect()
    }

    fn set_origin(&mut self, (x, y): (i32, i32), _: &Desk) {
        self.origin = (x.clamp(0, SHEET - self.span), y.clamp(0, SHEET - self.span));
    }

    /// Shows so many pixels in a row, from the sprite on.
    fn set_span(&mut self, span: i32, desk: &Desk) {
        let most = self.spans(desk).last().copied().unwrap_or(8);
        self.span = span.min(most);
        let (x, y) = (desk.sprite as i32 % 16 * 8, desk.sprite as i32 / 16 * 8);
        self.set_origin((x, y), desk);
    }

    /// Shows more or less; the pixel stays where it is, if there is one.
    fn zoom(&mut self, closer: i32, about: Option<(i32, i32)>, desk: &Desk) {
        let spans = self.spans(desk);
        let now = spans.iter().position(|span| *span == self.span).unwrap_or(0) as i32;
        let span = spans[(now - closer).clamp(0, spans.len() as i32 - 1) as usize];
        let Some(at) = about else { return self.set_span(span, desk) };
        self.span = span;
        let (canvas, (x, y)) = (self.layout(desk).canvas, desk.pointer);
        let scale = (canvas.w / span).max(1);
        self.set_origin((at.0 - (x - canvas.x) / scale, at.1 - (y - canvas.y) / scale), desk);
    }

    fn go(&mut self, sprite: usize, desk: &mut Desk) {
        desk.sprite = sprite.min(255);
        let (x, y) = (desk.sprite as i32 % 16 * 8, desk.sprite as i32 / 16 * 8);
        self.set_origin((x, y), desk);
        (self.selection, self.float) = (None, None);
        if !(self.top..self.top + 32).contains(&y) {
            self.top = y / 32 * 32;
        }
    }

    /// The first row of pixels in the sheet's area.
    fn first_row(&self, layout: &Layout) -> i32 {
        if layout.shown().1 >= SHEET { 0 } else { self.top.min(SHEET - layout.shown().1) }
    }

    /// How many cells of the map show the sprite, without the half that the sheet may own.
    fn used(&self, desk: &Desk) -> usize {
        let cells = &desk.doc.data()[usize::from(MAP)..usize::from(FLAGS)];
        cells.iter().filter(|tile| usize::from(**tile) == desk.sprite).count()
    }

    /// The sprite that is so many columns and rows of what is shown away, row after row.
    fn neighbour(&self, (columns, rows): (i32, i32), desk: &Desk) -> usize {
        let step = self.span / 8;
        let x = desk.sprite as i32 % 16 + columns * step;
        let y = desk.sprite as i32 / 16 + (rows + x.div_euclid(16)) * step;
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
        command::rows()
    }

    fn run(&mut self, row: usize, desk: &mut Desk) {
        if let Some((command, ..)) = command::TABLE.get(row) {
            self.command(*command, desk);
        }
    }

    fn input(&mut self, input: &EditInput, desk: &mut Desk) {
        self.hear(input, desk);
    }

    fn enter(&mut self, desk: &mut Desk) {
        self.show(Place::Sprite(desk.sprite), desk);
    }

    fn settle(&mut self, desk: &mut Desk) {
        self.end(desk);
    }

    fn pointing(&self, row: usize) -> Option<Pointing> {
        match command::TABLE.get(row)?.0 {
            command::SpriteCommand::Point(pointing) => Some(pointing),
            _ => None,
        }
    }

    fn aim(&mut self, (dx, dy): (i32, i32), desk: &Desk) -> (i32, i32) {
        let at = self.target_pixel(desk);
        let to = self.on_shown((at.0 + dx, at.1 + dy));
        let half = (self.layout(desk).canvas.w / self.span).max(1) / 2;
        let (x, y) = self.on_canvas(to, desk);
        (x + half, y + half)
    }

    fn cancel(&mut self, desk: &mut Desk) -> bool {
        self.give_up(desk) || self.selection.take().is_some() || self.chosen.take().is_some()
    }

    fn show(&mut self, place: Place, desk: &mut Desk) {
        if let Place::Sprite(sprite) = place {
            let (x, y) = (sprite as i32 % 16 * 8, sprite as i32 / 16 * 8);
            if !self.shown().holds(x, y) {
                self.go(sprite, desk);
            }
        }
    }

    fn walked(&mut self) {
        if self.float.take().is_some() {
            self.selection = None;
        }
    }

    fn status(&self, desk: &Desk) -> String {
        let (x, y) = self.target_pixel(desk);
        if self.is_on_canvas(desk) {
            let color = color_name(pixels::pixel(&desk.doc, x, y));
            return format!("{x},{y}  {color}   right: take it, drag: a stamp");
        }
        if let Some(sprite) = self.sprite_at(desk) {
            let flags = desk.doc.get(usize::from(FLAGS) + sprite);
            return format!("sprite {}  flags {flags:02x}   drag: play them", self.number(sprite));
        }
        let (layout, at) = (self.layout(desk), desk.pointer);
        if let Some(n) = (0..16).find(|n| layout.color(*n).holds(at.0, at.1)) {
            return format!("{}   right: the second colour", color_name(n as u8));
        }
        if let Some(n) = layout.extended_at(at) {
            return format!("colour {0} so: pal({0},{1},1)   click: see it", self.color, 128 + n);
        }
        if let Some(n) = (0..8).find(|n| layout.flag(*n).holds(at.0, at.1)) {
            return format!("flag {n} of sprite {}", self.number(desk.sprite));
        }
        if let Some((_, tool)) = (0..).zip(Tool::ALL).find(|(n, _)| layout.tool(*n).holds(at.0, at.1)) {
            return tool.hint().to_string();
        }
        if layout.play.is_some_and(|play| play.holds(at.0, at.1)) {
            let (count, rate) = (self.pictures(), self.rate);
            return format!("plays {count}, {rate} of 60 ticks each   click: faster, right: slower");
        }
        if layout.used().is_some_and(|used| used.holds(at.0, at.1)) {
            return format!("{} cells of the map show it   click: goes to the next", self.used(desk));
        }
        if layout.zoom().holds(at.0, at.1) {
            return format!("{0}x{0} pixels are shown   click: more, right: fewer", self.span);
        }
        "F1 all commands   Esc back to the cart".to_string()
    }

    fn draw(&self, pen: &mut Pen<'_>, desk: &Desk) {
        self.draw_on(pen, desk);
    }

    fn colored(&self, desk: &Desk) -> Vec<(Area, [u8; 16])> {
        let layout = self.layout(desk);
        let extended = layout.extended.map(|area| (area, PLAIN.map(|color| color + 16)));
        let own = [Some(layout.canvas), Some(layout.sheet), Some(layout.palette), layout.tiled, layout.play];
        own.into_iter().flatten().map(|area| (area, desk.shown)).chain(extended).collect()
    }
}
