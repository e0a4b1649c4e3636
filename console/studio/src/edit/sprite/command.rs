//! The commands of the sprite editor: one table, and what each does.

use super::pixels::{Piece, Pixels, SHEET, pixel, put};
use super::{SpriteEditor, Tool};
use crate::edit::EditorKind;
use crate::edit::change::{Place, Side};
use crate::edit::command::CommandRow;
use crate::edit::desk::{Desk, PLAIN};
use crate::edit::input::EditEffect;
use crate::edit::patch::{Float, Plane};
use crate::edit::pointing::Pointing;
use crate::layer::Area;
use rasher::memory::{FLAGS, MAP};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SpriteCommand {
    Tool(Tool),
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

pub(super) const TABLE: [(SpriteCommand, &str, &str, &str); 63] = [
    (C::Tool(Tool::Pencil), "pencil", "B", "tools"),
    (C::Tool(Tool::Fill), "fill", "G", "tools"),
    (C::Tool(Tool::Replace), "replace a colour", "Shift+G", "tools"),
    (C::Tool(Tool::Line), "line", "L", "tools"),
    (C::Tool(Tool::Rect), "rectangle", "U", "tools"),
    (C::Tool(Tool::RectFill), "filled rectangle", "Shift+U", "tools"),
    (C::Tool(Tool::Oval), "ellipse", "E", "tools"),
    (C::Tool(Tool::OvalFill), "filled ellipse", "Shift+E", "tools"),
    (C::Tool(Tool::Select), "select", "S", "tools"),
    (C::Tool(Tool::Stamp), "stamp what was copied", "D", "tools"),
    (C::Tool(Tool::Pan), "pan (or hold space)", "P", "tools"),
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

/// The table as the list of commands has it.
pub(super) fn rows() -> Vec<CommandRow> {
    TABLE.iter().map(|(_, name, key, menu)| CommandRow { name, key, menu }).collect()
}

/// The number under which moves of a selection are joined.
const NUDGE: u32 = 1;

impl SpriteEditor {
    pub(super) fn command(&mut self, command: SpriteCommand, desk: &mut Desk) {
        match command {
            C::Tool(Tool::Stamp) if self.clip.is_none() => {
                desk.refuse("nothing was copied: drag with the right button, or Ctrl+C");
            }
            C::Tool(tool) => {
                self.tool = tool;
                desk.say(tool.hint());
            }
            C::Brush(by) => {
                self.brush = (self.brush + by).clamp(1, 8);
                desk.say(format!("brush {0}x{0}", self.brush));
            }
            C::Color(by) => self.color = (i32::from(self.color) + by).rem_euclid(16) as u8,
            C::Swap => std::mem::swap(&mut self.color, &mut self.second),
            C::Sprite(columns, rows) => self.go(self.neighbour((columns, rows), desk), desk),
            C::More(columns, rows) => self.choose_more((columns, rows), desk),
            C::Used => {
                (desk.seeks, desk.wanted) = (true, Some(EditorKind::Map));
            }
            C::Zoom(by) => self.zoom(by, None, desk),
            C::Whole => {
                let most = self.spans(desk).last().copied().unwrap_or(8);
                let to = if self.span == most { 8 } else { most };
                self.set_span(to, desk);
            }
            C::Flip(down) => {
                let name = if down { "flip upside down" } else { "flip left to right" };
                self.transform(name, desk, |p| {
                    Piece::with(
                        p.w,
                        p.h,
                        |x, y| if down { p.at(x, p.h - 1 - y) } else { p.at(p.w - 1 - x, y) },
                    )
                });
            }
            C::Turn => {
                let Area { w, h, .. } = self.target();
                if w != h {
                    return desk.refuse(format!("only a square can be rotated: this is {w}x{h}"));
                }
                self.transform("rotate", desk, |p| Piece::with(p.w, p.h, |x, y| p.at(y, p.w - 1 - x)));
            }
            C::Shift(dx, dy) if self.selection.is_some() => self.nudge(dx, dy, desk),
            C::Shift(dx, dy) => self.transform("shift", desk, |p| {
                Piece::with(p.w, p.h, |x, y| p.at((x - dx).rem_euclid(p.w), (y - dy).rem_euclid(p.h)))
            }),
            C::Clear => self.transform("clear", desk, |p| Piece::with(p.w, p.h, |_, _| 0)),
            C::Copy => self.copy(desk),
            C::Cut => {
                self.copy(desk);
                let (second, area) = (self.second, self.copied(desk));
                self.transform_in(area, "cut", desk, |p| Piece::with(p.w, p.h, |_, _| second));
            }
            C::Paste => desk.effects.push(EditEffect::Paste),
            C::All => self.selection = Some(self.shown()),
            C::Move => self.move_chosen(desk),
            C::Numbers => self.hex = !self.hex,
            C::Grid => self.lines = !self.lines,
            C::Onion => {
                self.onion = (self.onion + 1) % super::ONION.len();
                desk.say(super::ONION[self.onion].1);
            }
            C::Extend => self.extend(self.color + 16, desk),
            C::Game if desk.shown != PLAIN => {
                desk.shown = PLAIN;
                desk.say("colours as they are");
            }
            C::Game => match desk.game.as_ref().map(|game| game.palette) {
                Some(PLAIN) => desk.say("the game shows each colour as it is"),
                Some(palette) => {
                    desk.shown = palette;
                    desk.say("colours as the game shows them now");
                }
                None => desk.refuse("no game stands still behind the editors"),
            },
            C::CopyPicture => {
                let piece = Piece::of(&desk.doc, self.copied(desk));
                let shown = piece.values.iter().map(|color| desk.shown[usize::from(color & 15)]).collect();
                desk.say(format!("copied {}x{} as a picture", piece.w, piece.h));
                desk.effects.push(EditEffect::CopyPicture(piece.w as usize, shown));
            }
            // What moves the pointer or presses is done before it comes here.
            C::Point(_) => {}
            C::Rate(by) => {
                self.rate = (self.rate + by).clamp(1, 60);
                desk.say(format!("a picture stays for {} of 60 ticks", self.rate));
            }
            C::Flag(bit) => self.flag(bit, desk),
        }
    }

    /// Shows the colour that is painted with as another one, or as it is. It is for the eye alone; a cart does it with `pal`.
    pub(super) fn extend(&mut self, as_color: u8, desk: &mut Desk) {
        let color = usize::from(self.color);
        let shown = &mut desk.shown[color];
        *shown = if *shown == as_color { color as u8 } else { as_color };
        match *shown {
            16.. => desk.say(format!("colour {color} as pal({color},{},1) shows it", as_color + 112)),
            _ => desk.say(format!("colour {color} as it is")),
        }
    }

    /// What flips and the like change: the selection, or what is shown.
    pub(super) fn target(&self) -> Area {
        self.selection.unwrap_or(self.shown())
    }

    fn transform(&mut self, name: &'static str, desk: &mut Desk, make: impl Fn(&Piece) -> Piece) {
        self.transform_in(self.target(), name, desk, make);
    }

    fn transform_in(
        &mut self,
        area: Area,
        name: &'static str,
        desk: &mut Desk,
        make: impl Fn(&Piece) -> Piece,
    ) {
        let piece = Piece::of(&desk.doc, area);
        desk.doc.begin(name, Side::Picture, Place::Sprite(desk.sprite));
        make(&piece).put(&mut desk.doc, (area.x, area.y), area);
        desk.commit();
    }

    /// What is copied: the selection, the chosen sprites where the one that is shown is among them, or what is shown.
    fn copied(&self, desk: &Desk) -> Area {
        let at = (desk.sprite as i32 % 16, desk.sprite as i32 / 16);
        let chosen = self.chosen.filter(|area| area.holds(at.0, at.1) && self.selection.is_none());
        chosen.map_or(self.target(), |Area { x, y, w, h }| Area { x: 8 * x, y: 8 * y, w: 8 * w, h: 8 * h })
    }

    fn copy(&mut self, desk: &mut Desk) {
        let piece = Piece::of(&desk.doc, self.copied(desk));
        desk.say(format!("copied {}x{}", piece.w, piece.h));
        desk.effects.push(EditEffect::Copy(piece.to_text()));
        self.clip = Some(piece);
    }

    /// Puts what the clipboard has at the selection, or at the sprite.
    pub(super) fn paste(&mut self, text: &str, desk: &mut Desk) {
        let piece = match Piece::from_text(text) {
            Ok(piece) => piece,
            Err(why) => return desk.refuse(why),
        };
        let Area { x, y, .. } = self.target();
        let area = Area { x, y, w: piece.w, h: piece.h };
        let mut float = Float::brought(piece.clone(), &desk.doc, area);
        desk.doc.begin("paste", Side::Picture, Place::Sprite(desk.sprite));
        piece.put(&mut desk.doc, (x, y), Pixels::ALL);
        desk.commit();
        float.rest(area, &desk.doc);
        self.float = Some(float);
        let (w, h) = (piece.w.min(SHEET - x), piece.h.min(SHEET - y));
        if (w, h) != (piece.w, piece.h) {
            desk.say(format!("pasted {w}x{h} of {}x{}: the sheet ends there", piece.w, piece.h));
        } else {
            desk.say(format!("pasted {w}x{h}"));
        }
        self.selection = Some(Area { x, y, w, h });
        self.clip = Some(piece);
    }

    /// Moves the selection with what is in it; the second colour is left behind.
    pub(super) fn nudge(&mut self, dx: i32, dy: i32, desk: &mut Desk) {
        self.lift(desk);
        self.place(dx, dy, desk);
        desk.doc.commit(desk.frame, Some(NUDGE));
        self.note_float(desk);
    }

    /// Begins to move the selection.
    pub(super) fn lift(&mut self, desk: &mut Desk) {
        let Some(area) = self.selection else { return };
        desk.doc.begin("move", Side::Picture, Place::Sprite(desk.sprite));
        self.float = Some(Float::lift(self.float.take(), &desk.doc, area, self.second));
    }

    /// Moves what was lifted by so much from where it was lifted or put last.
    pub(super) fn place(&mut self, dx: i32, dy: i32, desk: &mut Desk) {
        if let Some(float) = &self.float {
            self.selection = Some(float.place((dx, dy), &mut desk.doc));
        }
    }

    /// What was moved lies where the selection is.
    pub(super) fn note_float(&mut self, desk: &Desk) {
        if let (Some(float), Some(area)) = (&mut self.float, self.selection) {
            float.rest(area, &desk.doc);
        }
    }

    /// Moves the chosen sprites to the one that is edited, and those there to where the chosen ones were: flags and the cells of the map
    /// that show them follow, so nothing looks different. Rows 32 on of the map stay, since they may be sprites.
    fn move_chosen(&mut self, desk: &mut Desk) {
        let Some(from) = self.chosen else {
            return desk.refuse("choose sprites first: a drag in the sheet");
        };
        let to = Area { x: desk.sprite as i32 % 16, y: desk.sprite as i32 / 16, ..from };
        let apart = to.x + to.w <= from.x
            || from.x + from.w <= to.x
            || to.y + to.h <= from.y
            || from.y + from.h <= to.y;
        if !apart || to.x + to.w > 16 || to.y + to.h > 16 {
            return desk.refuse("they do not fit there");
        }
        let pixels = |area: Area| Area { x: 8 * area.x, y: 8 * area.y, w: 8 * area.w, h: 8 * area.h };
        let (there, here) = (Piece::of(&desk.doc, pixels(from)), Piece::of(&desk.doc, pixels(to)));
        let sprites = |area: Area| {
            (0..area.w * area.h).map(move |n| (area.x + n % area.w + 16 * (area.y + n / area.w)) as u8)
        };
        let mut other: [u8; 256] = std::array::from_fn(|n| n as u8);
        for (a, b) in sprites(from).zip(sprites(to)) {
            (other[usize::from(a)], other[usize::from(b)]) = (b, a);
        }
        let flags: Vec<u8> = (0..256).map(|n| desk.doc.get(usize::from(FLAGS) + n)).collect();
        desk.doc.begin("move sprites", Side::Picture, Place::Sprite(desk.sprite));
        there.put(&mut desk.doc, (8 * to.x, 8 * to.y), pixels(to));
        here.put(&mut desk.doc, (8 * from.x, 8 * from.y), pixels(from));
        for (n, flag) in flags.iter().enumerate() {
            desk.doc.set(usize::from(FLAGS) + usize::from(other[n]), *flag);
        }
        let mut cells = 0;
        for at in usize::from(MAP)..usize::from(FLAGS) {
            let tile = desk.doc.get(at);
            cells += usize::from(other[usize::from(tile)] != tile);
            desk.doc.set(at, other[usize::from(tile)]);
        }
        desk.commit();
        desk.say(format!("moved {} sprites, and {cells} cells of the map follow", from.w * from.h));
        self.chosen = Some(to);
    }

    /// Turns a flag of the sprite over.
    pub(super) fn flag(&mut self, bit: usize, desk: &mut Desk) {
        let at = usize::from(FLAGS) + desk.sprite;
        desk.doc.begin("flag", Side::Picture, Place::Sprite(desk.sprite));
        let byte = desk.doc.get(at) ^ 1 << bit;
        desk.doc.set(at, byte);
        desk.commit();
    }

    /// All of one colour in the selection, or in what is shown, becomes the colour that is painted with.
    pub(super) fn replace(&mut self, of: u8, desk: &mut Desk) {
        let (area, color) = (self.target(), self.color);
        for n in 0..area.w * area.h {
            let (x, y) = (area.x + n % area.w, area.y + n / area.w);
            if pixel(&desk.doc, x, y) == of {
                put(&mut desk.doc, x, y, color);
            }
        }
    }
}
