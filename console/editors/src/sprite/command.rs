//! The commands of the sprite editor.

use super::{PixelBlock, SHEET, SpriteEditor, SpritePixels, SpriteTool as T};
use crate::EditorKind;
use crate::context::{Context, NO_GAME, PLAIN};
use crate::editor::CommandAction::{Point, Run};
use crate::editor::{CommandAction, CommandTable, TableRow};
use crate::grid::{Grid, cell, places};
use crate::types::{EditEffect, EditPlace, Pointing, Side};
use rasher::memory::{FLAGS, MAP};
use studio::Area;

impl CommandTable for SpriteEditor {
    type Command = CommandAction<SpriteEditor>;
    const TABLE: &'static [TableRow<Self::Command>] = TABLE;
}

const TABLE: &[TableRow<CommandAction<SpriteEditor>>] = &[
    ("pencil", "B", "tools", Run(|e, cx| e.take_tool(T::Pencil, cx))),
    ("fill", "G", "tools", Run(|e, cx| e.take_tool(T::Fill, cx))),
    ("replace a colour", "Shift+G", "tools", Run(|e, cx| e.take_tool(T::Replace, cx))),
    ("line", "L", "tools", Run(|e, cx| e.take_tool(T::Line, cx))),
    ("rectangle", "U", "tools", Run(|e, cx| e.take_tool(T::Rect, cx))),
    ("filled rectangle", "Shift+U", "tools", Run(|e, cx| e.take_tool(T::RectFill, cx))),
    ("ellipse", "E", "tools", Run(|e, cx| e.take_tool(T::Oval, cx))),
    ("filled ellipse", "Shift+E", "tools", Run(|e, cx| e.take_tool(T::OvalFill, cx))),
    ("select", "S", "tools", Run(|e, cx| e.take_tool(T::Select, cx))),
    ("stamp the copied pixels", "D", "tools", Run(|e, cx| e.take_tool(T::Stamp, cx))),
    ("pan (or hold space)", "P", "tools", Run(|e, cx| e.take_tool(T::Pan, cx))),
    ("smaller brush", "[", "tools", Run(|e, cx| e.step_brush(-1, cx))),
    ("larger brush", "]", "tools", Run(|e, cx| e.step_brush(1, cx))),
    ("mirror strokes and shapes", "Y", "tools", Run(|e, cx| e.toggle_mirror(cx))),
    ("previous colour", "1", "colour", Run(|e, _| e.step_color(-1))),
    ("next colour", "2", "colour", Run(|e, _| e.step_color(1))),
    ("swap both colours", "X", "colour", Run(|e, _| std::mem::swap(&mut e.color, &mut e.second))),
    ("preview the extended colour", "T", "colour", Run(|e, cx| e.extend(e.color + 16, cx))),
    ("preview the game's palette", "K", "colour", Run(|_, cx| toggle_palette(cx))),
    ("flip left to right", "F", "turn", Run(|e, cx| e.flip(false, cx))),
    ("flip upside down", "V", "turn", Run(|e, cx| e.flip(true, cx))),
    ("outline with this colour", "Shift+F", "turn", Run(|e, cx| e.outline(cx))),
    ("rotate a square", "R", "turn", Run(|e, cx| e.rotate(cx))),
    ("shift left", "Left", "turn", Run(|e, cx| e.shift(-1, 0, cx))),
    ("shift right", "Right", "turn", Run(|e, cx| e.shift(1, 0, cx))),
    ("shift up", "Up", "turn", Run(|e, cx| e.shift(0, -1, cx))),
    ("shift down", "Down", "turn", Run(|e, cx| e.shift(0, 1, cx))),
    ("clear", "Del", "edit", Run(|e, cx| e.transform("clear", cx, |p| p.filled(0)))),
    ("copy", "Ctrl+C", "edit", Run(|e, cx| e.copy(cx))),
    ("copy as a picture for other programs", "Ctrl+Shift+C", "edit", Run(|e, cx| e.copy_picture(cx))),
    ("cut", "Ctrl+X", "edit", Run(|e, cx| e.cut(cx))),
    ("paste", "Ctrl+V", "edit", Run(|_, cx| cx.effects.push(EditEffect::Paste))),
    ("select all that is shown", "Ctrl+A", "edit", Run(|e, _| e.selected.area = Some(e.shown()))),
    ("move the chosen sprites here, updating the map", "M", "edit", Run(|e, cx| e.move_chosen(cx))),
    ("previous sprite", "@Q", "go", Run(|e, cx| e.step_sprite(-1, 0, cx))),
    ("next sprite", "@W", "go", Run(|e, cx| e.step_sprite(1, 0, cx))),
    ("sprite above", "@A", "go", Run(|e, cx| e.step_sprite(0, -1, cx))),
    ("sprite below", "@Z", "go", Run(|e, cx| e.step_sprite(0, 1, cx))),
    ("animation: add a column", "Shift+@W", "go", Run(|e, cx| e.choose_more((1, 0), cx))),
    ("remove a column", "Shift+@Q", "go", Run(|e, cx| e.choose_more((-1, 0), cx))),
    ("animation: add a row", "Shift+@Z", "go", Run(|e, cx| e.choose_more((0, 1), cx))),
    ("remove a row", "Shift+@A", "go", Run(|e, cx| e.choose_more((0, -1), cx))),
    ("next map cell with this sprite", "Shift+M", "go", Run(|_, cx| show_on_map(cx))),
    ("pointer left", "Ctrl+Left", "pointer", Point(Pointing::Step(-1, 0))),
    ("pointer right", "Ctrl+Right", "pointer", Point(Pointing::Step(1, 0))),
    ("pointer up", "Ctrl+Up", "pointer", Point(Pointing::Step(0, -1))),
    ("pointer down", "Ctrl+Down", "pointer", Point(Pointing::Step(0, 1))),
    ("paint at the pointer (hold)", "Enter", "pointer", Point(Pointing::Button(1))),
    ("pick up what is under the pointer", "Back", "pointer", Point(Pointing::Button(2))),
    ("zoom in", ">", "view", Run(|e, cx| e.zoom(1, None, cx))),
    ("zoom out", "<", "view", Run(|e, cx| e.zoom(-1, None, cx))),
    ("show as much as fits, or one sprite", "Tab", "view", Run(|e, cx| e.toggle_whole(cx))),
    ("numbers in hex", "Ctrl+H", "view", Run(|e, _| e.hex = !e.hex)),
    ("grid", "Ctrl+G", "view", Run(|e, _| e.lines = !e.lines)),
    ("onion skin", "O", "view", Run(|e, cx| e.step_onion(cx))),
    ("play slower", "-", "view", Run(|e, cx| e.step_rate(1, cx))),
    ("play faster", "+", "view", Run(|e, cx| e.step_rate(-1, cx))),
    ("flag 0", "Shift+@0", "flags", Run(|e, cx| e.flag(0, cx))),
    ("flag 1", "Shift+@1", "flags", Run(|e, cx| e.flag(1, cx))),
    ("flag 2", "Shift+@2", "flags", Run(|e, cx| e.flag(2, cx))),
    ("flag 3", "Shift+@3", "flags", Run(|e, cx| e.flag(3, cx))),
    ("flag 4", "Shift+@4", "flags", Run(|e, cx| e.flag(4, cx))),
    ("flag 5", "Shift+@5", "flags", Run(|e, cx| e.flag(5, cx))),
    ("flag 6", "Shift+@6", "flags", Run(|e, cx| e.flag(6, cx))),
    ("flag 7", "Shift+@7", "flags", Run(|e, cx| e.flag(7, cx))),
];

pub(super) const NUDGE: u32 = 1;

impl SpriteEditor {
    pub(super) fn take_tool(&mut self, tool: T, cx: &mut Context) {
        if tool == T::Stamp && self.clip.is_none() {
            return cx.refuse("nothing copied: right-drag, or Ctrl+C");
        }
        self.tool = tool;
        cx.say(tool.hint());
    }

    fn step_brush(&mut self, by: i32, cx: &mut Context) {
        self.brush = (self.brush + by).clamp(1, 8);
        cx.say(format!("brush {0}x{0}", self.brush));
    }

    pub(super) fn step_color(&mut self, by: i32) {
        self.color = (i32::from(self.color) + by).rem_euclid(16) as u8;
    }

    fn step_sprite(&mut self, columns: i32, rows: i32, cx: &mut Context) {
        self.go(self.neighbour((columns, rows), cx), cx);
    }

    pub(super) fn step_rate(&mut self, by: i32, cx: &mut Context) {
        self.rate = (self.rate + by).clamp(1, 60);
        cx.say(format!("{} of 60 ticks per picture", self.rate));
    }

    fn step_onion(&mut self, cx: &mut Context) {
        self.onion = (self.onion + 1) % super::ONION.len();
        cx.say(super::ONION[self.onion].1);
    }

    fn toggle_whole(&mut self, cx: &Context) {
        let most = self.spans(cx).last().copied().unwrap_or(8);
        self.set_span(if self.span == most { 8 } else { most }, cx);
    }

    /// Shows the current colour as another one, or as itself, without changing a byte; a cart does this with `pal`.
    pub(super) fn extend(&mut self, as_color: u8, cx: &mut Context) {
        let color = usize::from(self.color);
        let shown = &mut cx.shown[color];
        *shown = if *shown == as_color { color as u8 } else { as_color };
        match *shown {
            16.. => cx.say(format!("colour {color} shown as by pal({color},{},1)", as_color + 112)),
            _ => cx.say(format!("colour {color} shown as itself")),
        }
    }

    fn flip(&mut self, down: bool, cx: &mut Context) {
        let name = if down { "flip upside down" } else { "flip left to right" };
        self.transform(name, cx, |p| p.flipped(down));
    }

    fn toggle_mirror(&mut self, cx: &mut Context) {
        self.mirrors = !self.mirrors;
        cx.say(if self.mirrors { "drawing is mirrored, left and right" } else { "drawing is not mirrored" });
    }

    /// Pixels of colour 0 next to others get the current colour.
    fn outline(&mut self, cx: &mut Context) {
        let color = self.color;
        self.transform("outline", cx, |p| {
            let near = |x: i32, y: i32| {
                [(-1, 0), (1, 0), (0, -1), (0, 1)].iter().any(|by| p.value(x + by.0, y + by.1) != 0)
            };
            PixelBlock::with(p.w, p.h, |x, y| match p.value(x, y) {
                0 if near(x, y) => color,
                own => own,
            })
        });
    }

    fn rotate(&mut self, cx: &mut Context) {
        let Area { w, h, .. } = self.target();
        if w != h {
            return cx.refuse(format!("only a square can be rotated: this is {w}x{h}"));
        }
        self.transform("rotate", cx, PixelBlock::rotated);
    }

    fn shift(&mut self, dx: i32, dy: i32, cx: &mut Context) {
        if self.selected.area.is_none() {
            return self.transform("shift", cx, |p| p.shifted(dx, dy));
        }
        self.selected.lift(EditPlace::Sprite(cx.sprite), self.second, cx);
        self.selected.place((dx, dy), &mut cx.doc);
        self.selected.put_down(NUDGE, cx);
    }

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

    /// The area that is copied: the selection, the chosen sprites if the one on the canvas is among them, or the view.
    fn copied(&self, cx: &Context) -> Area {
        let at = cell(cx.sprite);
        let chosen = self.chosen.filter(|area| area.holds(at.0, at.1) && self.selected.area.is_none());
        chosen.map_or(self.target(), pixels_of)
    }

    fn copy(&mut self, cx: &mut Context) {
        let piece = PixelBlock::of(&cx.doc, self.copied(cx));
        cx.say(format!("copied {}x{}", piece.w, piece.h));
        cx.effects.push(EditEffect::Copy(piece.to_text()));
        self.clip = Some(piece);
    }

    fn cut(&mut self, cx: &mut Context) {
        self.copy(cx);
        let (second, area) = (self.second, self.copied(cx));
        self.transform_in(area, "cut", cx, |p| p.filled(second));
    }

    fn copy_picture(&mut self, cx: &mut Context) {
        let piece = PixelBlock::of(&cx.doc, self.copied(cx));
        let shown = piece.values.iter().map(|color| cx.shown[usize::from(color & 15)]).collect();
        cx.say(format!("copied {}x{} as a picture", piece.w, piece.h));
        cx.effects.push(EditEffect::CopyPicture(piece.w as usize, shown));
    }

    pub(super) fn paste(&mut self, text: &str, cx: &mut Context) {
        let piece = match PixelBlock::from_text(text) {
            Ok(piece) => piece,
            Err(why) => return cx.refuse(why),
        };
        let Area { x, y, .. } = self.target();
        self.selected.paste(&piece, (x, y), EditPlace::Sprite(cx.sprite), cx);
        let (w, h) = (piece.w.min(SHEET - x), piece.h.min(SHEET - y));
        cx.say(match (w, h) == (piece.w, piece.h) {
            true => format!("pasted {w}x{h}"),
            false => format!("pasted {w}x{h} of {}x{}: the sheet ends there", piece.w, piece.h),
        });
        self.selected.area = Some(Area { x, y, w, h });
        self.clip = Some(piece);
    }

    /// Swaps the chosen sprites with those at the current one: flags and the cells of the map that show them follow, so nothing looks
    /// different. Rows 32 on of the map stay, since they may be sprites.
    fn move_chosen(&mut self, cx: &mut Context) {
        let Some(from) = self.chosen else {
            return cx.refuse("choose sprites first: drag in the sheet");
        };
        let (x, y) = cell(cx.sprite);
        let to = Area { x, y, ..from };
        let is_apart = (to.x - from.x).abs() >= from.w || (to.y - from.y).abs() >= from.h;
        if !is_apart || to.x + to.w > 16 || to.y + to.h > 16 {
            return cx.refuse("the sprites do not fit there");
        }
        let (a, b) = (PixelBlock::of(&cx.doc, pixels_of(from)), PixelBlock::of(&cx.doc, pixels_of(to)));
        let mut other: [u8; 256] = std::array::from_fn(|n| n as u8);
        for ((ax, ay), (bx, by)) in places(from).zip(places(to)) {
            other.swap((ax + 16 * ay) as usize, (bx + 16 * by) as usize);
        }
        let flags: [u8; 256] = std::array::from_fn(|n| cx.doc.get(usize::from(FLAGS) + n));
        cx.doc.begin("move sprites", Side::Picture, EditPlace::Sprite(cx.sprite));
        a.put(&mut cx.doc, (8 * to.x, 8 * to.y), pixels_of(to));
        b.put(&mut cx.doc, (8 * from.x, 8 * from.y), pixels_of(from));
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
        cx.say(format!("moved {} sprites, updated {cells} map cells", from.w * from.h));
        self.chosen = Some(to);
    }

    pub(super) fn flag(&mut self, bit: usize, cx: &mut Context) {
        let at = usize::from(FLAGS) + cx.sprite;
        cx.doc.begin("flag", Side::Picture, EditPlace::Sprite(cx.sprite));
        let byte = cx.doc.get(at) ^ 1 << bit;
        cx.doc.set(at, byte);
        cx.commit();
    }

    pub(super) fn replace(&mut self, of: u8, cx: &mut Context) {
        for (x, y) in places(self.target()) {
            if SpritePixels::get(&cx.doc, x, y) == of {
                SpritePixels::set(&mut cx.doc, x, y, self.color);
            }
        }
    }
}

fn pixels_of(Area { x, y, w, h }: Area) -> Area {
    Area { x: 8 * x, y: 8 * y, w: 8 * w, h: 8 * h }
}

pub(super) fn show_on_map(cx: &mut Context) {
    (cx.seeks, cx.wanted) = (true, Some(EditorKind::Map));
}

fn toggle_palette(cx: &mut Context) {
    if cx.shown != PLAIN {
        cx.shown = PLAIN;
        return cx.say("showing the colours themselves");
    }
    match cx.game.as_ref().map(|game| game.palette) {
        Some(PLAIN) => cx.say("the game has the default palette"),
        Some(palette) => {
            cx.shown = palette;
            cx.say("showing the game's palette");
        }
        None => cx.refuse(NO_GAME),
    }
}
