//! The commands of the map editor: one table, and what each does.

use super::cells::{ALL, Stamp, UPPER, put};
use super::{MapEditor, Tool, blob};
use crate::edit::change::{Place, Side};
use crate::edit::command::CommandRow;
use crate::edit::desk::Desk;
use crate::edit::input::EditEffect;
use crate::edit::patch::Float;
use crate::edit::pointing::Pointing;
use crate::layer::Area;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MapCommand {
    Tool(Tool),
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

pub(super) const TABLE: [(MapCommand, &str, &str, &str); 49] = [
    (C::Tool(Tool::Stamp), "stamp", "B", "tools"),
    (C::Tool(Tool::Fill), "fill", "G", "tools"),
    (C::Tool(Tool::Replace), "replace a tile", "Shift+G", "tools"),
    (C::Tool(Tool::Line), "line", "L", "tools"),
    (C::Tool(Tool::Rect), "rectangle", "U", "tools"),
    (C::Tool(Tool::Select), "select", "S", "tools"),
    (C::Tool(Tool::Blob), "blob brush", "N", "tools"),
    (C::Tool(Tool::Dig), "clear walls", "D", "tools"),
    (C::Tool(Tool::Pan), "pan (or hold space)", "P", "tools"),
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

/// The table as the list of commands has it.
pub(super) fn rows() -> Vec<CommandRow> {
    TABLE.iter().map(|(_, name, key, menu)| CommandRow { name, key, menu }).collect()
}

/// The number under which moves of a selection are joined.
const MOVED: u32 = 2;
/// Said where a command needs a selection.
const NOTHING: &str = "select something first: S and a drag";

impl MapEditor {
    pub(super) fn command(&mut self, command: MapCommand, desk: &mut Desk) {
        match command {
            C::Tool(tool) => {
                self.tool = tool;
                if tool == Tool::Blob && !blob::is_drawn(&desk.doc, self.walls) {
                    let from = self.number(self.walls);
                    return desk.refuse(format!("no walls at {from}: Shift+N says where, Ctrl+W draws them"));
                }
                desk.say(tool.hint());
            }
            C::Sprite(by) => {
                let to = (desk.sprite as i32 + by).rem_euclid(256);
                self.take(to as usize, desk);
            }
            C::More(columns, rows) => self.stamp_more((columns, rows), desk),
            C::Walls if desk.sprite + blob::WALLS > 256 => {
                desk.refuse(format!(
                    "47 walls need 47 sprites: from {} on there are fewer",
                    self.number(desk.sprite)
                ));
            }
            C::Walls => {
                self.walls = desk.sprite;
                desk.say(format!(
                    "the 47 walls are sprites {} to {}",
                    self.walls,
                    self.walls + blob::WALLS - 1
                ));
            }
            C::MakeWalls => self.make_walls(desk),
            C::Flip(down) => {
                let name = if down { "flip upside down" } else { "flip left to right" };
                self.transform(
                    name,
                    desk,
                    |s, x, y| {
                        if down { s.at(x, s.h - 1 - y) } else { s.at(s.w - 1 - x, y) }
                    },
                );
            }
            C::Turn => match self.selection {
                Some(area) if area.w == area.h => {
                    self.transform("rotate", desk, |s, x, y| s.at(y, s.w - 1 - x));
                }
                Some(area) => {
                    desk.refuse(format!("only a square can be rotated: this is {}x{}", area.w, area.h))
                }
                None => desk.refuse("select a square first"),
            },
            C::Shift(dx, dy) => self.shift(dx, dy, desk),
            C::Clear => self.transform("clear", desk, |_, _, _| 0),
            C::Copy => self.copy(desk),
            C::Cut => {
                self.copy(desk);
                self.transform("cut", desk, |_, _, _| 0);
            }
            C::Paste => desk.effects.push(EditEffect::Paste),
            C::All => {
                // As on PICO-8: the half that is no sprites first.
                let (area, told) = match self.selection == Some(UPPER) {
                    true => (ALL, "all of the map: rows 32 on are sprites as well"),
                    false => (UPPER, "rows 0 to 31; once more: all of the map"),
                };
                self.selection = Some(area);
                desk.say(told);
            }
            C::Seek => self.seek(desk),
            C::Scroll(dx, dy) => self.set_origin((self.origin.0 + dx, self.origin.1 + dy), desk),
            C::Zoom(by) => {
                let Area { x, y, w, h } = self.shown(desk);
                self.zoom(by, self.cell(desk).unwrap_or((x + w / 2, y + h / 2)), desk);
            }
            C::Numbers => self.hex = !self.hex,
            C::Grid => self.grid = !self.grid,
            C::Ids => self.ids = !self.ids,
            C::Flags => self.flags = !self.flags,
            // What moves the pointer or presses is done before it comes here.
            C::Point(_) => {}
            C::Camera => self.go_to_camera(desk),
        }
    }

    /// Draws the sprites of the blob brush of the five in the stamp.
    fn make_walls(&mut self, desk: &mut Desk) {
        let Ok(pieces) = <[u8; blob::PIECES]>::try_from(&self.stamp.values[..]) else {
            return desk.refuse("stamp five sprites: alone, above+below, left+right, 4 sides, inside");
        };
        if pieces.iter().any(|piece| blob::is_wall(*piece, self.walls)) {
            return desk.refuse("the five are among the 47: Shift+N says where the walls begin");
        }
        desk.doc.begin("draw walls", Side::Picture, Place::Sprite(self.walls));
        blob::make(&mut desk.doc, pieces, self.walls);
        desk.commit();
        let last = self.number(self.walls + blob::WALLS - 1);
        desk.say(format!("drew sprites {} to {last}: Ctrl+Z takes it back", self.number(self.walls)));
    }

    /// Changes the selection, which there must be: all of the map is too much for a slip.
    fn transform(&mut self, name: &'static str, desk: &mut Desk, make: impl Fn(&Stamp, i32, i32) -> u8) {
        let Some(area) = self.selection else { return desk.refuse(NOTHING) };
        let old = Stamp::of(&desk.doc, area);
        desk.doc.begin(name, Side::Picture, Place::Cell(area.x, area.y));
        for n in 0..area.w * area.h {
            let (x, y) = (n % area.w, n / area.w);
            put(&mut desk.doc, area.x + x, area.y + y, make(&old, x, y));
        }
        desk.commit();
    }

    /// Shows the frame of the game's camera, and goes there, or hides it.
    fn go_to_camera(&mut self, desk: &mut Desk) {
        self.camera = !self.camera;
        match desk.game.as_ref().map(|game| game.camera) {
            None => desk.refuse("no game stands still behind the editors"),
            Some(_) if !self.camera => desk.say("the camera's frame is hidden"),
            Some((x, y)) => {
                desk.say(format!("the game's camera stands at {x},{y}"));
                self.set_origin((x.div_euclid(8) - 2, y.div_euclid(8) - 2), desk);
            }
        }
    }

    fn copy(&mut self, desk: &mut Desk) {
        let Some(area) = self.selection else { return desk.refuse(NOTHING) };
        self.stamp = Stamp::of(&desk.doc, area);
        desk.say(format!("copied {}x{}: the stamp has it too", area.w, area.h));
        desk.effects.push(EditEffect::Copy(self.stamp.to_text()));
    }

    /// Puts what the clipboard has at the selection, under the pointer, or at the first cell that is shown; it can be moved on.
    pub(super) fn paste(&mut self, text: &str, desk: &mut Desk) {
        let Some(stamp) = Stamp::from_text(text) else {
            return desk.refuse("the clipboard has no tiles of a map");
        };
        let at = self.selection.map(|area| (area.x, area.y)).or(self.cell(desk)).unwrap_or(self.origin);
        let area = Area { x: at.0, y: at.1, w: stamp.w, h: stamp.h };
        let mut float = Float::brought(stamp.clone(), &desk.doc, area);
        desk.doc.begin("paste", Side::Picture, Place::Cell(at.0, at.1));
        stamp.put(&mut desk.doc, at, ALL);
        desk.commit();
        float.rest(area, &desk.doc);
        (self.float, self.selection) = (Some(float), Some(area));
        let (w, h) = (stamp.w.min(ALL.w - at.0), stamp.h.min(ALL.h - at.1));
        desk.say(match (w, h) == (stamp.w, stamp.h) {
            true => format!("pasted {w}x{h} at {},{}: S and a drag inside moves it", at.0, at.1),
            false => format!("pasted {w}x{h} of {}x{}: the map ends there", stamp.w, stamp.h),
        });
        self.stamp = stamp;
    }

    /// Moves the selection with its tiles; tile 0 is left behind. Moves that follow are one step.
    fn shift(&mut self, dx: i32, dy: i32, desk: &mut Desk) {
        let Some(area) = self.selection else { return desk.refuse(NOTHING) };
        self.lift(area, desk);
        self.place(dx, dy, desk);
        self.put_down(desk);
    }

    /// Begins to move the selection.
    pub(super) fn lift(&mut self, area: Area, desk: &mut Desk) {
        desk.doc.begin("move", Side::Picture, Place::Cell(area.x, area.y));
        self.float = Some(Float::lift(self.float.take(), &desk.doc, area, 0));
    }

    /// Moves what was lifted by so much from where it was lifted or put last.
    pub(super) fn place(&mut self, dx: i32, dy: i32, desk: &mut Desk) {
        if let Some(float) = &self.float {
            self.selection = Some(float.place((dx, dy), &mut desk.doc));
        }
    }

    /// It lies where the selection is.
    pub(super) fn put_down(&mut self, desk: &mut Desk) {
        desk.doc.commit(desk.frame, Some(MOVED));
        if let (Some(float), Some(area)) = (&mut self.float, self.selection) {
            float.rest(area, &desk.doc);
        }
    }
}
