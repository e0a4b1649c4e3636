//! The commands of the map editor: one table, and what each does.

use super::cells::{ALL, TileStamp, UPPER};
use super::{MapEditor, MapTool, blob};
use crate::context::Context;
use crate::types::{CommandTable, EditEffect, EditPlace, Pointing, Side};
use studio::Area;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MapCommand {
    Tool(MapTool),
    Sprite(i32),
    More(i32, i32),
    Walls,
    MakeWalls,
    Flip(bool),
    Turn,
    Shift(i32, i32),
    Clear,
    Copy,
    Cut,
    Paste,
    All,
    Seek,
    Scroll(i32, i32),
    Zoom(i32),
    Numbers,
    Grid,
    Ids,
    Flags,
    Camera,
    Point(Pointing),
}

use MapCommand as C;

pub(super) const TABLE: &CommandTable<MapCommand> = &[
    (C::Tool(MapTool::Stamp), "stamp", "B", "tools"),
    (C::Tool(MapTool::Fill), "fill", "G", "tools"),
    (C::Tool(MapTool::Replace), "replace a tile", "Shift+G", "tools"),
    (C::Tool(MapTool::Line), "line", "L", "tools"),
    (C::Tool(MapTool::Rect), "rectangle", "U", "tools"),
    (C::Tool(MapTool::Select), "select", "S", "tools"),
    (C::Tool(MapTool::Blob), "blob brush", "N", "tools"),
    (C::Tool(MapTool::Dig), "clear walls", "D", "tools"),
    (C::Tool(MapTool::Pan), "pan (or hold space)", "P", "tools"),
    (C::Walls, "walls of the blob brush begin here", "Shift+N", "tools"),
    (C::MakeWalls, "draw the 47 walls of a stamp of five sprites", "Ctrl+W", "tools"),
    (C::Flip(false), "flip left to right", "F", "turn"),
    (C::Flip(true), "flip upside down", "V", "turn"),
    (C::Turn, "rotate a square", "R", "turn"),
    (C::Shift(-1, 0), "move left", "Shift+Left", "turn"),
    (C::Shift(1, 0), "move right", "Shift+Right", "turn"),
    (C::Shift(0, -1), "move up", "Shift+Up", "turn"),
    (C::Shift(0, 1), "move down", "Shift+Down", "turn"),
    (C::Clear, "clear", "Del", "edit"),
    (C::Copy, "copy", "Ctrl+C", "edit"),
    (C::Cut, "cut", "Ctrl+X", "edit"),
    (C::Paste, "paste", "Ctrl+V", "edit"),
    (C::All, "select all", "Ctrl+A", "edit"),
    (C::Sprite(-1), "sprite before", "@Q", "go"),
    (C::Sprite(1), "next sprite", "@W", "go"),
    (C::Sprite(-16), "sprite above", "@A", "go"),
    (C::Sprite(16), "sprite below", "@Z", "go"),
    (C::More(1, 0), "stamp of one column more", "Shift+@W", "go"),
    (C::More(-1, 0), "one column fewer", "Shift+@Q", "go"),
    (C::More(0, 1), "stamp of one row more", "Shift+@Z", "go"),
    (C::More(0, -1), "one row fewer", "Shift+@A", "go"),
    (C::Seek, "next cell that shows the sprite", "Shift+M", "go"),
    (C::Scroll(-1, 0), "go left", "Left", "go"),
    (C::Scroll(1, 0), "go right", "Right", "go"),
    (C::Scroll(0, -1), "go up", "Up", "go"),
    (C::Scroll(0, 1), "go down", "Down", "go"),
    (C::Point(Pointing::Step(-1, 0)), "pointer left", "Ctrl+Left", "pointer"),
    (C::Point(Pointing::Step(1, 0)), "pointer right", "Ctrl+Right", "pointer"),
    (C::Point(Pointing::Step(0, -1)), "pointer up", "Ctrl+Up", "pointer"),
    (C::Point(Pointing::Step(0, 1)), "pointer down", "Ctrl+Down", "pointer"),
    (C::Point(Pointing::Button(1)), "paint at the pointer: hold it", "Enter", "pointer"),
    (C::Point(Pointing::Button(2)), "take what is under the pointer", "Back", "pointer"),
    (C::Zoom(1), "closer", ">", "view"),
    (C::Zoom(-1), "farther", "<", "view"),
    (C::Numbers, "numbers in hex", "Ctrl+H", "view"),
    (C::Grid, "grid", "Ctrl+G", "view"),
    (C::Ids, "numbers on the cells", "I", "view"),
    (C::Flags, "flags on the cells", "O", "view"),
    (C::Camera, "what the game's camera sees", "C", "view"),
];

const MOVED: u32 = 2;
/// Said where a command needs a selection.
const NOTHING: &str = "select something first: S and a drag";

impl MapEditor {
    pub(super) fn command(&mut self, command: MapCommand, cx: &mut Context) {
        match command {
            C::Tool(tool) => {
                self.tool = tool;
                if tool == MapTool::Blob && !blob::is_drawn(&cx.doc, self.walls) {
                    let from = self.number(self.walls);
                    return cx.refuse(format!("no walls at {from}: Shift+N says where, Ctrl+W draws them"));
                }
                cx.say(tool.hint());
            }
            C::Sprite(by) => {
                let to = (cx.sprite as i32 + by).rem_euclid(256);
                self.take(to as usize, cx);
            }
            C::More(columns, rows) => self.stamp_more((columns, rows), cx),
            C::Walls if cx.sprite + blob::WALLS > 256 => {
                cx.refuse(format!(
                    "47 walls need 47 sprites: from {} on there are fewer",
                    self.number(cx.sprite)
                ));
            }
            C::Walls => {
                self.walls = cx.sprite;
                cx.say(format!(
                    "the 47 walls are sprites {} to {}",
                    self.walls,
                    self.walls + blob::WALLS - 1
                ));
            }
            C::MakeWalls => self.make_walls(cx),
            C::Flip(down) => {
                let name = if down { "flip upside down" } else { "flip left to right" };
                self.transform(name, cx, |stamp| stamp.flipped(down));
            }
            C::Turn => match self.selected.area {
                Some(area) if area.w == area.h => {
                    self.transform("rotate", cx, TileStamp::rotated);
                }
                Some(area) => {
                    cx.refuse(format!("only a square can be rotated: this is {}x{}", area.w, area.h))
                }
                None => cx.refuse("select a square first"),
            },
            C::Shift(dx, dy) => self.shift(dx, dy, cx),
            C::Clear => self.transform("clear", cx, |stamp| stamp.filled(0)),
            C::Copy => self.copy(cx),
            C::Cut => {
                self.copy(cx);
                self.transform("cut", cx, |stamp| stamp.filled(0));
            }
            C::Paste => cx.effects.push(EditEffect::Paste),
            C::All => {
                // As on PICO-8: the half that is no sprites first.
                let (area, told) = match self.selected.area == Some(UPPER) {
                    true => (ALL, "all of the map: rows 32 on are sprites as well"),
                    false => (UPPER, "rows 0 to 31; once more: all of the map"),
                };
                self.selected.area = Some(area);
                cx.say(told);
            }
            C::Seek => self.seek(cx),
            C::Scroll(dx, dy) => self.set_origin((self.origin.0 + dx, self.origin.1 + dy), cx),
            C::Zoom(by) => {
                let Area { x, y, w, h } = self.shown(cx);
                self.zoom(by, self.cell(cx).unwrap_or((x + w / 2, y + h / 2)), cx);
            }
            C::Numbers => self.hex = !self.hex,
            C::Grid => self.grid = !self.grid,
            C::Ids => self.ids = !self.ids,
            C::Flags => self.flags = !self.flags,
            // What moves the pointer or presses is done before it comes here.
            C::Point(_) => {}
            C::Camera => self.go_to_camera(cx),
        }
    }

    /// Draws the sprites of the blob brush of the five in the stamp.
    fn make_walls(&mut self, cx: &mut Context) {
        let Ok(pieces) = <[u8; blob::PIECES]>::try_from(&self.stamp.values[..]) else {
            return cx.refuse("stamp five sprites: alone, above+below, left+right, 4 sides, inside");
        };
        if pieces.iter().any(|piece| blob::is_wall(*piece, self.walls)) {
            return cx.refuse("the five are among the 47: Shift+N says where the walls begin");
        }
        cx.doc.begin("draw walls", Side::Picture, EditPlace::Sprite(self.walls));
        blob::make(&mut cx.doc, pieces, self.walls);
        cx.commit();
        let last = self.number(self.walls + blob::WALLS - 1);
        cx.say(format!("drew sprites {} to {last}: Ctrl+Z takes it back", self.number(self.walls)));
    }

    /// Changes the selection, which there must be: all of the map is too much for a slip.
    fn transform(&mut self, name: &'static str, cx: &mut Context, make: impl Fn(&TileStamp) -> TileStamp) {
        let Some(area) = self.selected.area else { return cx.refuse(NOTHING) };
        let old = TileStamp::of(&cx.doc, area);
        cx.doc.begin(name, Side::Picture, EditPlace::Cell(area.x, area.y));
        make(&old).put(&mut cx.doc, (area.x, area.y), area);
        cx.commit();
    }

    /// Shows the frame of the game's camera, and goes there, or hides it.
    fn go_to_camera(&mut self, cx: &mut Context) {
        self.camera = !self.camera;
        match cx.game.as_ref().map(|game| game.camera) {
            None => cx.refuse("no game stands still behind the editors"),
            Some(_) if !self.camera => cx.say("the camera's frame is hidden"),
            Some((x, y)) => {
                cx.say(format!("the game's camera stands at {x},{y}"));
                self.set_origin((x.div_euclid(8) - 2, y.div_euclid(8) - 2), cx);
            }
        }
    }

    fn copy(&mut self, cx: &mut Context) {
        let Some(area) = self.selected.area else { return cx.refuse(NOTHING) };
        self.stamp = TileStamp::of(&cx.doc, area);
        cx.say(format!("copied {}x{}: the stamp has it too", area.w, area.h));
        cx.effects.push(EditEffect::Copy(self.stamp.to_text()));
    }

    /// Puts what the clipboard has at the selection, under the pointer, or at the first cell that is shown; it can be moved on.
    pub(super) fn paste(&mut self, text: &str, cx: &mut Context) {
        let Some(stamp) = TileStamp::from_text(text) else {
            return cx.refuse("the clipboard has no tiles of a map");
        };
        let at = self.selected.area.map(|area| (area.x, area.y)).or(self.cell(cx)).unwrap_or(self.origin);
        self.selected.paste(&stamp, at, EditPlace::Cell(at.0, at.1), &mut cx.doc, cx.frame);
        let (w, h) = (stamp.w.min(ALL.w - at.0), stamp.h.min(ALL.h - at.1));
        cx.say(match (w, h) == (stamp.w, stamp.h) {
            true => format!("pasted {w}x{h} at {},{}: S and a drag inside moves it", at.0, at.1),
            false => format!("pasted {w}x{h} of {}x{}: the map ends there", stamp.w, stamp.h),
        });
        self.stamp = stamp;
    }

    /// Moves the selection with its tiles; tile 0 is left behind. Moves that follow are one step.
    fn shift(&mut self, dx: i32, dy: i32, cx: &mut Context) {
        let Some(area) = self.selected.area else { return cx.refuse(NOTHING) };
        self.lift(area, cx);
        self.selected.place((dx, dy), &mut cx.doc);
        self.put_down(cx);
    }

    pub(super) fn lift(&mut self, area: Area, cx: &mut Context) {
        cx.doc.begin("move", Side::Picture, EditPlace::Cell(area.x, area.y));
        self.selected.lift(&cx.doc, 0);
    }

    pub(super) fn put_down(&mut self, cx: &mut Context) {
        cx.doc.commit(cx.frame, Some(MOVED));
        self.selected.rest(&cx.doc);
    }
}
