//! The commands of the sprite editor: one table, and what each does.

use super::pixels::{PixelBlock, SHEET, SpritePixels};
use super::{SpriteEditor, SpriteTool};
use crate::EditorKind;
use crate::context::{Context, PLAIN};
use crate::grid::Grid;
use crate::types::{CommandTable, EditEffect, EditPlace, Pointing, Side};
use rasher::memory::{FLAGS, MAP};
use studio::Area;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SpriteCommand {
    Tool(SpriteTool),
    Brush(i32),
    Color(i32),
    Swap,
    Sprite(i32, i32),
    More(i32, i32),
    Used,
    Zoom(i32),
    Whole,
    Flip(bool),
    Turn,
    Shift(i32, i32),
    Clear,
    Copy,
    Cut,
    Paste,
    All,
    Move,
    Numbers,
    Grid,
    Onion,
    Game,
    Extend,
    CopyPicture,
    Rate(i32),
    Flag(usize),
    Point(Pointing),
}

use SpriteCommand as C;

pub(super) const TABLE: &CommandTable<SpriteCommand> = &[
    (C::Tool(SpriteTool::Pencil), "pencil", "B", "tools"),
    (C::Tool(SpriteTool::Fill), "fill", "G", "tools"),
    (C::Tool(SpriteTool::Replace), "replace a colour", "Shift+G", "tools"),
    (C::Tool(SpriteTool::Line), "line", "L", "tools"),
    (C::Tool(SpriteTool::Rect), "rectangle", "U", "tools"),
    (C::Tool(SpriteTool::RectFill), "filled rectangle", "Shift+U", "tools"),
    (C::Tool(SpriteTool::Oval), "ellipse", "E", "tools"),
    (C::Tool(SpriteTool::OvalFill), "filled ellipse", "Shift+E", "tools"),
    (C::Tool(SpriteTool::Select), "select", "S", "tools"),
    (C::Tool(SpriteTool::Stamp), "stamp what was copied", "D", "tools"),
    (C::Tool(SpriteTool::Pan), "pan (or hold space)", "P", "tools"),
    (C::Brush(-1), "smaller brush", "[", "tools"),
    (C::Brush(1), "larger brush", "]", "tools"),
    (C::Color(-1), "colour before", "1", "colour"),
    (C::Color(1), "next colour", "2", "colour"),
    (C::Swap, "swap both colours", "X", "colour"),
    (C::Extend, "show the colour as its extended one, and back", "T", "colour"),
    (C::Game, "colours as the game shows them, and back", "K", "colour"),
    (C::Flip(false), "flip left to right", "F", "turn"),
    (C::Flip(true), "flip upside down", "V", "turn"),
    (C::Turn, "rotate a square", "R", "turn"),
    (C::Shift(-1, 0), "shift left", "Left", "turn"),
    (C::Shift(1, 0), "shift right", "Right", "turn"),
    (C::Shift(0, -1), "shift up", "Up", "turn"),
    (C::Shift(0, 1), "shift down", "Down", "turn"),
    (C::Clear, "clear", "Del", "edit"),
    (C::Copy, "copy", "Ctrl+C", "edit"),
    (C::CopyPicture, "copy as a picture for other programs", "Ctrl+Shift+C", "edit"),
    (C::Cut, "cut", "Ctrl+X", "edit"),
    (C::Paste, "paste", "Ctrl+V", "edit"),
    (C::All, "select all that is shown", "Ctrl+A", "edit"),
    (C::Move, "move the chosen sprites here, with map and flags", "M", "edit"),
    (C::Sprite(-1, 0), "sprite before", "@Q", "go"),
    (C::Sprite(1, 0), "next sprite", "@W", "go"),
    (C::Sprite(0, -1), "sprite above", "@A", "go"),
    (C::Sprite(0, 1), "sprite below", "@Z", "go"),
    (C::More(1, 0), "play one column more", "Shift+@W", "go"),
    (C::More(-1, 0), "one column fewer", "Shift+@Q", "go"),
    (C::More(0, 1), "play one row more", "Shift+@Z", "go"),
    (C::More(0, -1), "one row fewer", "Shift+@A", "go"),
    (C::Used, "next cell of the map that shows it", "Shift+M", "go"),
    (C::Point(Pointing::Step(-1, 0)), "pointer left", "Ctrl+Left", "pointer"),
    (C::Point(Pointing::Step(1, 0)), "pointer right", "Ctrl+Right", "pointer"),
    (C::Point(Pointing::Step(0, -1)), "pointer up", "Ctrl+Up", "pointer"),
    (C::Point(Pointing::Step(0, 1)), "pointer down", "Ctrl+Down", "pointer"),
    (C::Point(Pointing::Button(1)), "paint at the pointer: hold it", "Enter", "pointer"),
    (C::Point(Pointing::Button(2)), "take what is under the pointer", "Back", "pointer"),
    (C::Zoom(1), "closer", ">", "view"),
    (C::Zoom(-1), "farther", "<", "view"),
    (C::Whole, "the most that fits, and back", "Tab", "view"),
    (C::Numbers, "numbers in hex", "Ctrl+H", "view"),
    (C::Grid, "grid", "Ctrl+G", "view"),
    (C::Onion, "onion skin", "O", "view"),
    (C::Rate(1), "play slower", "-", "view"),
    (C::Rate(-1), "play faster", "+", "view"),
    (C::Flag(0), "flag 0", "Shift+@0", "flags"),
    (C::Flag(1), "flag 1", "Shift+@1", "flags"),
    (C::Flag(2), "flag 2", "Shift+@2", "flags"),
    (C::Flag(3), "flag 3", "Shift+@3", "flags"),
    (C::Flag(4), "flag 4", "Shift+@4", "flags"),
    (C::Flag(5), "flag 5", "Shift+@5", "flags"),
    (C::Flag(6), "flag 6", "Shift+@6", "flags"),
    (C::Flag(7), "flag 7", "Shift+@7", "flags"),
];

const NUDGE: u32 = 1;

impl SpriteEditor {
    pub(super) fn command(&mut self, command: SpriteCommand, cx: &mut Context) {
        match command {
            C::Tool(SpriteTool::Stamp) if self.clip.is_none() => {
                cx.refuse("nothing was copied: drag with the right button, or Ctrl+C");
            }
            C::Tool(tool) => {
                self.tool = tool;
                cx.say(tool.hint());
            }
            C::Brush(by) => {
                self.brush = (self.brush + by).clamp(1, 8);
                cx.say(format!("brush {0}x{0}", self.brush));
            }
            C::Color(by) => self.color = (i32::from(self.color) + by).rem_euclid(16) as u8,
            C::Swap => std::mem::swap(&mut self.color, &mut self.second),
            C::Sprite(columns, rows) => self.go(self.neighbour((columns, rows), cx), cx),
            C::More(columns, rows) => self.choose_more((columns, rows), cx),
            C::Used => {
                (cx.seeks, cx.wanted) = (true, Some(EditorKind::Map));
            }
            C::Zoom(by) => self.zoom(by, None, cx),
            C::Whole => {
                let most = self.spans(cx).last().copied().unwrap_or(8);
                let to = if self.span == most { 8 } else { most };
                self.set_span(to, cx);
            }
            C::Flip(down) => {
                let name = if down { "flip upside down" } else { "flip left to right" };
                self.transform(name, cx, |p| p.flipped(down));
            }
            C::Turn => {
                let Area { w, h, .. } = self.target();
                if w != h {
                    return cx.refuse(format!("only a square can be rotated: this is {w}x{h}"));
                }
                self.transform("rotate", cx, PixelBlock::rotated);
            }
            C::Shift(dx, dy) if self.selected.area.is_some() => self.nudge(dx, dy, cx),
            C::Shift(dx, dy) => self.transform("shift", cx, |p| p.shifted(dx, dy)),
            C::Clear => self.transform("clear", cx, |p| p.filled(0)),
            C::Copy => self.copy(cx),
            C::Cut => {
                self.copy(cx);
                let (second, area) = (self.second, self.copied(cx));
                self.transform_in(area, "cut", cx, |p| p.filled(second));
            }
            C::Paste => cx.effects.push(EditEffect::Paste),
            C::All => self.selected.area = Some(self.shown()),
            C::Move => self.move_chosen(cx),
            C::Numbers => self.hex = !self.hex,
            C::Grid => self.lines = !self.lines,
            C::Onion => {
                self.onion = (self.onion + 1) % super::ONION.len();
                cx.say(super::ONION[self.onion].1);
            }
            C::Extend => self.extend(self.color + 16, cx),
            C::Game if cx.shown != PLAIN => {
                cx.shown = PLAIN;
                cx.say("colours as they are");
            }
            C::Game => match cx.game.as_ref().map(|game| game.palette) {
                Some(PLAIN) => cx.say("the game shows each colour as it is"),
                Some(palette) => {
                    cx.shown = palette;
                    cx.say("colours as the game shows them now");
                }
                None => cx.refuse("no game stands still behind the editors"),
            },
            C::CopyPicture => {
                let piece = PixelBlock::of(&cx.doc, self.copied(cx));
                let shown = piece.values.iter().map(|color| cx.shown[usize::from(color & 15)]).collect();
                cx.say(format!("copied {}x{} as a picture", piece.w, piece.h));
                cx.effects.push(EditEffect::CopyPicture(piece.w as usize, shown));
            }
            // What moves the pointer or presses is done before it comes here.
            C::Point(_) => {}
            C::Rate(by) => {
                self.rate = (self.rate + by).clamp(1, 60);
                cx.say(format!("a picture stays for {} of 60 ticks", self.rate));
            }
            C::Flag(bit) => self.flag(bit, cx),
        }
    }

    /// Shows the colour that is painted with as another one, or as it is. It is for the eye alone; a cart does it with `pal`.
    pub(super) fn extend(&mut self, as_color: u8, cx: &mut Context) {
        let color = usize::from(self.color);
        let shown = &mut cx.shown[color];
        *shown = if *shown == as_color { color as u8 } else { as_color };
        match *shown {
            16.. => cx.say(format!("colour {color} as pal({color},{},1) shows it", as_color + 112)),
            _ => cx.say(format!("colour {color} as it is")),
        }
    }

    /// What flips and the like change: the selection, or what is shown.
    pub(super) fn target(&self) -> Area {
        self.selected.area.unwrap_or(self.shown())
    }

    fn transform(&mut self, name: &'static str, cx: &mut Context, make: impl Fn(&PixelBlock) -> PixelBlock) {
        self.transform_in(self.target(), name, cx, make);
    }

    fn transform_in(
        &mut self,
        area: Area,
        name: &'static str,
        cx: &mut Context,
        make: impl Fn(&PixelBlock) -> PixelBlock,
    ) {
        let piece = PixelBlock::of(&cx.doc, area);
        cx.doc.begin(name, Side::Picture, EditPlace::Sprite(cx.sprite));
        make(&piece).put(&mut cx.doc, (area.x, area.y), area);
        cx.commit();
    }

    /// What is copied: the selection, the chosen sprites where the one that is shown is among them, or what is shown.
    fn copied(&self, cx: &Context) -> Area {
        let at = (cx.sprite as i32 % 16, cx.sprite as i32 / 16);
        let chosen = self.chosen.filter(|area| area.holds(at.0, at.1) && self.selected.area.is_none());
        chosen.map_or(self.target(), |Area { x, y, w, h }| Area { x: 8 * x, y: 8 * y, w: 8 * w, h: 8 * h })
    }

    fn copy(&mut self, cx: &mut Context) {
        let piece = PixelBlock::of(&cx.doc, self.copied(cx));
        cx.say(format!("copied {}x{}", piece.w, piece.h));
        cx.effects.push(EditEffect::Copy(piece.to_text()));
        self.clip = Some(piece);
    }

    /// Puts what the clipboard has at the selection, or at the sprite.
    pub(super) fn paste(&mut self, text: &str, cx: &mut Context) {
        let piece = match PixelBlock::from_text(text) {
            Ok(piece) => piece,
            Err(why) => return cx.refuse(why),
        };
        let Area { x, y, .. } = self.target();
        self.selected.paste(&piece, (x, y), EditPlace::Sprite(cx.sprite), &mut cx.doc, cx.frame);
        let (w, h) = (piece.w.min(SHEET - x), piece.h.min(SHEET - y));
        if (w, h) != (piece.w, piece.h) {
            cx.say(format!("pasted {w}x{h} of {}x{}: the sheet ends there", piece.w, piece.h));
        } else {
            cx.say(format!("pasted {w}x{h}"));
        }
        self.selected.area = Some(Area { x, y, w, h });
        self.clip = Some(piece);
    }

    /// Moves the selection with what is in it; the second colour is left behind.
    pub(super) fn nudge(&mut self, dx: i32, dy: i32, cx: &mut Context) {
        self.lift(cx);
        self.selected.place((dx, dy), &mut cx.doc);
        self.put_down(cx);
    }

    pub(super) fn lift(&mut self, cx: &mut Context) {
        if self.selected.area.is_some() {
            cx.doc.begin("move", Side::Picture, EditPlace::Sprite(cx.sprite));
            self.selected.lift(&cx.doc, self.second);
        }
    }

    pub(super) fn put_down(&mut self, cx: &mut Context) {
        cx.doc.commit(cx.frame, Some(NUDGE));
        self.selected.rest(&cx.doc);
    }

    /// Moves the chosen sprites to the one that is edited, and those there to where the chosen ones were: flags and the cells of the map
    /// that show them follow, so nothing looks different. Rows 32 on of the map stay, since they may be sprites.
    fn move_chosen(&mut self, cx: &mut Context) {
        let Some(from) = self.chosen else {
            return cx.refuse("choose sprites first: a drag in the sheet");
        };
        let to = Area { x: cx.sprite as i32 % 16, y: cx.sprite as i32 / 16, ..from };
        let apart = to.x + to.w <= from.x
            || from.x + from.w <= to.x
            || to.y + to.h <= from.y
            || from.y + from.h <= to.y;
        if !apart || to.x + to.w > 16 || to.y + to.h > 16 {
            return cx.refuse("they do not fit there");
        }
        let pixels = |area: Area| Area { x: 8 * area.x, y: 8 * area.y, w: 8 * area.w, h: 8 * area.h };
        let (there, here) = (PixelBlock::of(&cx.doc, pixels(from)), PixelBlock::of(&cx.doc, pixels(to)));
        let sprites = |area: Area| {
            (0..area.w * area.h).map(move |n| (area.x + n % area.w + 16 * (area.y + n / area.w)) as u8)
        };
        let mut other: [u8; 256] = std::array::from_fn(|n| n as u8);
        for (a, b) in sprites(from).zip(sprites(to)) {
            (other[usize::from(a)], other[usize::from(b)]) = (b, a);
        }
        let flags: Vec<u8> = (0..256).map(|n| cx.doc.get(usize::from(FLAGS) + n)).collect();
        cx.doc.begin("move sprites", Side::Picture, EditPlace::Sprite(cx.sprite));
        there.put(&mut cx.doc, (8 * to.x, 8 * to.y), pixels(to));
        here.put(&mut cx.doc, (8 * from.x, 8 * from.y), pixels(from));
        for (n, flag) in flags.iter().enumerate() {
            cx.doc.set(usize::from(FLAGS) + usize::from(other[n]), *flag);
        }
        let mut cells = 0;
        for at in usize::from(MAP)..usize::from(FLAGS) {
            let tile = cx.doc.get(at);
            cells += usize::from(other[usize::from(tile)] != tile);
            cx.doc.set(at, other[usize::from(tile)]);
        }
        cx.commit();
        cx.say(format!("moved {} sprites, and {cells} cells of the map follow", from.w * from.h));
        self.chosen = Some(to);
    }

    pub(super) fn flag(&mut self, bit: usize, cx: &mut Context) {
        let at = usize::from(FLAGS) + cx.sprite;
        cx.doc.begin("flag", Side::Picture, EditPlace::Sprite(cx.sprite));
        let byte = cx.doc.get(at) ^ 1 << bit;
        cx.doc.set(at, byte);
        cx.commit();
    }

    /// All of one colour in the selection, or in what is shown, becomes the colour that is painted with.
    pub(super) fn replace(&mut self, of: u8, cx: &mut Context) {
        let (area, color) = (self.target(), self.color);
        for n in 0..area.w * area.h {
            let (x, y) = (area.x + n % area.w, area.y + n / area.w);
            if SpritePixels::get(&cx.doc, x, y) == of {
                SpritePixels::set(&mut cx.doc, x, y, color);
            }
        }
    }
}
