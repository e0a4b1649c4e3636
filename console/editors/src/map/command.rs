//! The commands of the map editor.

use super::{ALL, MapEditor, MapTool as T, TileStamp, UPPER, blob};
use crate::context::{Context, NO_GAME};
use crate::editor::CommandAction::{Point, Run};
use crate::editor::{CommandAction, CommandTable, TableRow};
use crate::types::{EditEffect, EditPlace, Pointing, Side};
use studio::Area;

impl CommandTable for MapEditor {
    type Command = CommandAction<MapEditor>;
    const TABLE: &'static [TableRow<Self::Command>] = TABLE;
}

const TABLE: &[TableRow<CommandAction<MapEditor>>] = &[
    ("stamp", "B", "tools", Run(|e, cx| e.take_tool(T::Stamp, cx))),
    ("fill", "G", "tools", Run(|e, cx| e.take_tool(T::Fill, cx))),
    ("replace a tile", "Shift+G", "tools", Run(|e, cx| e.take_tool(T::Replace, cx))),
    ("line", "L", "tools", Run(|e, cx| e.take_tool(T::Line, cx))),
    ("rectangle", "U", "tools", Run(|e, cx| e.take_tool(T::Rect, cx))),
    ("select", "S", "tools", Run(|e, cx| e.take_tool(T::Select, cx))),
    ("blob brush", "N", "tools", Run(|e, cx| e.take_tool(T::Blob, cx))),
    ("clear walls", "D", "tools", Run(|e, cx| e.take_tool(T::Dig, cx))),
    ("pan (or hold space)", "P", "tools", Run(|e, cx| e.take_tool(T::Pan, cx))),
    ("set the first wall of the blob brush", "Shift+N", "tools", Run(|e, cx| e.set_walls(cx))),
    ("draw the 47 walls from five sprites", "Ctrl+W", "tools", Run(|e, cx| e.make_walls(cx))),
    ("flip left to right", "F", "turn", Run(|e, cx| e.flip(false, cx))),
    ("flip upside down", "V", "turn", Run(|e, cx| e.flip(true, cx))),
    ("rotate a square", "R", "turn", Run(|e, cx| e.rotate(cx))),
    ("move left", "Shift+Left", "turn", Run(|e, cx| e.shift(-1, 0, cx))),
    ("move right", "Shift+Right", "turn", Run(|e, cx| e.shift(1, 0, cx))),
    ("move up", "Shift+Up", "turn", Run(|e, cx| e.shift(0, -1, cx))),
    ("move down", "Shift+Down", "turn", Run(|e, cx| e.shift(0, 1, cx))),
    ("clear", "Del", "edit", Run(|e, cx| e.transform("clear", cx, |stamp| stamp.filled(0)))),
    ("copy", "Ctrl+C", "edit", Run(|e, cx| e.copy(cx))),
    ("cut", "Ctrl+X", "edit", Run(|e, cx| e.cut(cx))),
    ("paste", "Ctrl+V", "edit", Run(|_, cx| cx.effects.push(EditEffect::Paste))),
    ("select all", "Ctrl+A", "edit", Run(|e, cx| e.select_all(cx))),
    ("previous sprite", "@Q", "go", Run(|e, cx| e.step_sprite(-1, cx))),
    ("next sprite", "@W", "go", Run(|e, cx| e.step_sprite(1, cx))),
    ("sprite above", "@A", "go", Run(|e, cx| e.step_sprite(-16, cx))),
    ("sprite below", "@Z", "go", Run(|e, cx| e.step_sprite(16, cx))),
    ("stamp: add a column", "Shift+@W", "go", Run(|e, cx| e.stamp_more((1, 0), cx))),
    ("remove a column", "Shift+@Q", "go", Run(|e, cx| e.stamp_more((-1, 0), cx))),
    ("stamp: add a row", "Shift+@Z", "go", Run(|e, cx| e.stamp_more((0, 1), cx))),
    ("remove a row", "Shift+@A", "go", Run(|e, cx| e.stamp_more((0, -1), cx))),
    ("next cell with this sprite", "Shift+M", "go", Run(|e, cx| e.seek(cx))),
    ("go left", "Left", "go", Run(|e, cx| e.scroll(-1, 0, cx))),
    ("go right", "Right", "go", Run(|e, cx| e.scroll(1, 0, cx))),
    ("go up", "Up", "go", Run(|e, cx| e.scroll(0, -1, cx))),
    ("go down", "Down", "go", Run(|e, cx| e.scroll(0, 1, cx))),
    ("pointer left", "Ctrl+Left", "pointer", Point(Pointing::Step(-1, 0))),
    ("pointer right", "Ctrl+Right", "pointer", Point(Pointing::Step(1, 0))),
    ("pointer up", "Ctrl+Up", "pointer", Point(Pointing::Step(0, -1))),
    ("pointer down", "Ctrl+Down", "pointer", Point(Pointing::Step(0, 1))),
    ("paint at the pointer (hold)", "Enter", "pointer", Point(Pointing::Button(1))),
    ("pick up what is under the pointer", "Back", "pointer", Point(Pointing::Button(2))),
    ("zoom in", ">", "view", Run(|e, cx| e.zoom_here(1, cx))),
    ("zoom out", "<", "view", Run(|e, cx| e.zoom_here(-1, cx))),
    ("numbers in hex", "Ctrl+H", "view", Run(|e, _| e.hex = !e.hex)),
    ("grid", "Ctrl+G", "view", Run(|e, _| e.grid = !e.grid)),
    ("numbers on the cells", "I", "view", Run(|e, _| e.ids = !e.ids)),
    ("flags on the cells", "O", "view", Run(|e, _| e.flags = !e.flags)),
    ("show the game's camera", "C", "view", Run(|e, cx| e.go_to_camera(cx))),
];

pub(super) const MOVED: u32 = 2;
const NOTHING: &str = "select something first: S, then drag";

impl MapEditor {
    pub(super) fn take_tool(&mut self, tool: T, cx: &mut Context) {
        self.tool = tool;
        if tool == T::Blob && !blob::is_drawn(&cx.doc, self.walls) {
            let from = self.number(self.walls);
            return cx.refuse(format!("no walls at {from}: Shift+N sets where, Ctrl+W draws them"));
        }
        cx.say(tool.hint());
    }

    fn step_sprite(&mut self, by: i32, cx: &mut Context) {
        self.take((cx.sprite as i32 + by).rem_euclid(256) as usize, cx);
    }

    fn set_walls(&mut self, cx: &mut Context) {
        let last = cx.sprite + blob::WALLS - 1;
        if last > 255 {
            let from = self.number(cx.sprite);
            return cx.refuse(format!("47 walls do not fit from sprite {from} on"));
        }
        self.walls = cx.sprite;
        cx.say(format!("the 47 walls are sprites {} to {last}", self.walls));
    }

    fn flip(&mut self, down: bool, cx: &mut Context) {
        let name = if down { "flip upside down" } else { "flip left to right" };
        self.transform(name, cx, |stamp| stamp.flipped(down));
    }

    fn rotate(&mut self, cx: &mut Context) {
        match self.selected.area {
            Some(Area { w, h, .. }) if w != h => {
                cx.refuse(format!("only a square can be rotated: this is {w}x{h}"));
            }
            Some(_) => self.transform("rotate", cx, TileStamp::rotated),
            None => cx.refuse("select a square first"),
        }
    }

    /// As on PICO-8: first the half that is not shared with sprites, then all.
    fn select_all(&mut self, cx: &mut Context) {
        let (area, message) = match self.selected.area == Some(UPPER) {
            true => (ALL, "the whole map: rows 32 on are shared with sprites"),
            false => (UPPER, "rows 0 to 31; Ctrl+A again selects the whole map"),
        };
        self.selected.area = Some(area);
        cx.say(message);
    }

    fn scroll(&mut self, dx: i32, dy: i32, cx: &Context) {
        self.set_origin((self.origin.0 + dx, self.origin.1 + dy), cx);
    }

    fn zoom_here(&mut self, by: i32, cx: &Context) {
        let Area { x, y, w, h } = self.shown(cx);
        self.zoom(by, self.cell(cx).unwrap_or((x + w / 2, y + h / 2)), cx);
    }

    fn make_walls(&mut self, cx: &mut Context) {
        let Ok(pieces) = <[u8; blob::PIECES]>::try_from(&self.stamp.values[..]) else {
            return cx.refuse("needs a stamp of five: alone, above+below, left+right, 4 sides, inside");
        };
        if pieces.iter().any(|piece| blob::is_wall(*piece, self.walls)) {
            return cx.refuse("the five sprites overlap the 47 walls: Shift+N sets where they begin");
        }
        cx.doc.begin("draw walls", Side::Picture, EditPlace::Sprite(self.walls));
        blob::make(&mut cx.doc, pieces, self.walls);
        cx.commit();
        let last = self.number(self.walls + blob::WALLS - 1);
        cx.say(format!("drew sprites {} to {last}: Ctrl+Z undoes it", self.number(self.walls)));
    }

    fn transform(&mut self, name: &'static str, cx: &mut Context, make: impl Fn(&TileStamp) -> TileStamp) {
        let Some(area) = self.selected.area else { return cx.refuse(NOTHING) };
        let old = TileStamp::of(&cx.doc, area);
        cx.doc.begin(name, Side::Picture, EditPlace::Cell(area.x, area.y));
        make(&old).put(&mut cx.doc, (area.x, area.y), area);
        cx.commit();
    }

    fn go_to_camera(&mut self, cx: &mut Context) {
        self.camera = !self.camera;
        match cx.game.as_ref().map(|game| game.camera) {
            None => cx.refuse(NO_GAME),
            Some(_) if !self.camera => cx.say("camera hidden"),
            Some((x, y)) => {
                cx.say(format!("the game's camera is at {x},{y}"));
                self.set_origin((x.div_euclid(8) - 2, y.div_euclid(8) - 2), cx);
            }
        }
    }

    fn copy(&mut self, cx: &mut Context) {
        let Some(area) = self.selected.area else { return cx.refuse(NOTHING) };
        self.stamp = TileStamp::of(&cx.doc, area);
        cx.say(format!("copied {}x{}, also as the stamp", area.w, area.h));
        cx.effects.push(EditEffect::Copy(self.stamp.to_text()));
    }

    fn cut(&mut self, cx: &mut Context) {
        self.copy(cx);
        self.transform("cut", cx, |stamp| stamp.filled(0));
    }

    pub(super) fn paste(&mut self, text: &str, cx: &mut Context) {
        let Some(stamp) = TileStamp::from_text(text) else {
            return cx.refuse("the clipboard has no tiles of a map");
        };
        let at = self.selected.area.map(|area| (area.x, area.y)).or(self.cell(cx)).unwrap_or(self.origin);
        self.selected.paste(&stamp, at, EditPlace::Cell(at.0, at.1), cx);
        let (w, h) = (stamp.w.min(ALL.w - at.0), stamp.h.min(ALL.h - at.1));
        cx.say(match (w, h) == (stamp.w, stamp.h) {
            true => format!("pasted {w}x{h} at {},{}: S, then drag inside to move it", at.0, at.1),
            false => format!("pasted {w}x{h} of {}x{}: the map ends there", stamp.w, stamp.h),
        });
        self.stamp = stamp;
    }

    fn shift(&mut self, dx: i32, dy: i32, cx: &mut Context) {
        let Some(area) = self.selected.area else { return cx.refuse(NOTHING) };
        self.selected.lift(EditPlace::Cell(area.x, area.y), 0, cx);
        self.selected.place((dx, dy), &mut cx.doc);
        self.selected.put_down(MOVED, cx);
    }
}
