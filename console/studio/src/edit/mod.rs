//! The editors: what a cart is made of, drawn and written in the console.
//!
//! ```text
//! input.rs     what they hear and want       document.rs  the data, every change of them, undo and redo
//! command.rs   names and keys of commands    finder.rs    F1: the list of them, menu and help in one
//! keys.rs      keys that a person has changed    pen.rs       how they are drawn
//! desk.rs      what all editors share        draft.rs     what is unsaved, against a crash
//! bar.rs       tabs, buttons, the status line    sources.rs   code, and who is asked about it
//! conflict.rs  what others save meanwhile    pointing.rs  the pointer by keys
//! game.rs      the game behind them           speaker.rs   what they play
//! float.rs     what is moved over the rest
//! code/        the code of a cart in Lua      history.rs   steps done and undone, the newest of them
//! sprite/      sprites and their flags        map/         the map
//! sound/       sounds and instruments         music/       patterns of the music
//! ```
//!
//! [`Editors`] is a value: an input goes in by [`Editors::step`], effects come out, and [`Editors::draw`] gives the picture. It
//! knows no file and no clock. An editor is a folder: its state in `mod.rs`, `command.rs` its table, `gesture.rs` the mouse,
//! `view.rs` the picture; a line in [`EditorKind::ALL`] and in `Editors::front` puts it into the bar.

mod asked;
mod bar;
mod code;
mod command;
mod conflict;
mod desk;
mod document;
mod draft;
mod finder;
mod float;
mod game;
#[cfg(test)]
mod hand;
mod history;
mod input;
mod keys;
mod map;
mod music;
mod pen;
mod pointing;
mod prompt;
mod sound;
mod sources;
mod speaker;
mod sprite;

pub use code::SourceFile;
pub use command::CommandRow;
pub use document::{BytePatch, Change, Document, Place, Side};
pub use draft::Draft;
pub use game::Game;
pub use input::{Data, EditEffect, EditInput, EditKey};
pub use keys::{BoundRow, EditorKeys};
pub use prompt::PromptCommand;

use crate::debug::canvas::Canvas;
use crate::layer::Area;
use bar::{buttons, tab_name, tabs};
use code::CodeEditor;
use command::is_pressed;
use conflict::Conflict;
use desk::{Desk, Editor, PLAIN};
use finder::{Finder, Found};
use map::MapEditor;
use music::MusicEditor;
use pen::Pen;
use prompt::Prompt;
use rasher::memory::ROM_SIZE;
use sound::SoundEditor;
use sprite::SpriteEditor;

/// Height of the bar and of the status line.
const BAR: i32 = 8;
/// The least canvas.
const LEAST: i32 = 128;

/// Which editor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EditorKind {
    /// Sprites and their flags.
    #[default]
    Sprite,
    /// The map.
    Map,
    /// The code of a cart in Lua.
    Code,
    /// Commands about carts and files, and Lua against the cart that stands still.
    Prompt,
    /// Sounds and instruments.
    Sound,
    /// Patterns of the music.
    Music,
}

impl EditorKind {
    /// All of them, in the order of the bar, with their names.
    pub const ALL: [(EditorKind, &'static str); 6] = [
        (EditorKind::Code, "code"),
        (EditorKind::Sprite, "sprite"),
        (EditorKind::Map, "map"),
        (EditorKind::Sound, "sound"),
        (EditorKind::Music, "music"),
        (EditorKind::Prompt, "prompt"),
    ];
}

/// What every editor can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Common {
    Leave,
    Save,
    Undo,
    Redo,
    Turn(i32),
    Now,
    TakeOver,
    Find,
    Prompt,
}

const COMMON: [(Common, CommandRow); 10] = [
    (Common::Leave, CommandRow { name: "back to the cart", key: "Esc", menu: "file" }),
    (Common::Save, CommandRow { name: "save", key: "Ctrl+S", menu: "file" }),
    (Common::Undo, CommandRow { name: "undo", key: "Ctrl+Z", menu: "edit" }),
    (Common::Redo, CommandRow { name: "redo", key: "Ctrl+Y", menu: "edit" }),
    (Common::Turn(-1), CommandRow { name: "editor before", key: "Alt+Left", menu: "go" }),
    (Common::Turn(1), CommandRow { name: "next editor", key: "Alt+Right", menu: "go" }),
    (Common::Now, CommandRow { name: "the cart, or the game as it stands", key: "Ctrl+N", menu: "game" }),
    (
        Common::TakeOver,
        CommandRow { name: "take what the game has set into the cart", key: "Ctrl+Shift+N", menu: "game" },
    ),
    (Common::Prompt, CommandRow { name: "the prompt, or back from it", key: "F10", menu: "go" }),
    (Common::Find, CommandRow { name: "all commands", key: "F1", menu: "help" }),
];

/// All editors of a cart's data, one of them in front.
#[derive(Clone, Debug)]
pub struct Editors {
    desk: Desk,
    front: EditorKind,
    /// Which was in front before the prompt.
    before: EditorKind,
    code: CodeEditor,
    prompt: Prompt,
    sprite: SpriteEditor,
    map: MapEditor,
    sound: SoundEditor,
    music: MusicEditor,
    finder: Option<Finder>,
    /// The key that holds a button of the mouse, and which.
    pressed: Option<(&'static str, u8)>,
    conflict: Option<Conflict>,
    /// Files that were changed outside, and here in the same lines.
    code_conflict: Option<(Vec<SourceFile>, Vec<String>)>,
    /// What was unsaved when the console ended last, as long as nobody has decided.
    offer: Option<Box<Draft>>,
    told: u64,
    /// The line of the status, and since when it stands there.
    line: (String, u64),
}

impl Editors {
    /// Of data as the files have them.
    pub fn new(data: Box<Data>) -> Editors {
        Editors {
            desk: Desk::new(Document::new(data)),
            front: EditorKind::default(),
            before: EditorKind::default(),
            code: CodeEditor::default(),
            prompt: Prompt::default(),
            sprite: SpriteEditor::default(),
            map: MapEditor::default(),
            sound: SoundEditor::default(),
            music: MusicEditor::default(),
            finder: None,
            pressed: None,
            conflict: None,
            code_conflict: None,
            offer: None,
            told: 0,
            line: Default::default(),
        }
    }

    /// The document.
    pub fn document(&self) -> &Document {
        self.desk.cart()
    }

    /// The editor in front.
    pub fn kind(&self) -> EditorKind {
        self.front
    }

    /// What is said, or what stands under the pointer.
    pub fn status(&self) -> String {
        let said = self.desk.said().map(|(said, _)| said.to_string());
        self.spelled(said.unwrap_or_else(|| self.editor().status(&self.desk)))
    }

    /// A text with the keys that commands have now.
    pub fn spelled(&self, text: String) -> String {
        if self.desk.keys.is_empty() { text } else { keys::spelled(&text, &self.rows()) }
    }

    /// The commands of the editor in front, those that all have among them.
    pub fn rows(&self) -> Vec<BoundRow> {
        let own = self.editor().rows().into_iter().map(|row| (tab_name(self.front), row));
        keys::bound(own.chain(COMMON.iter().map(|row| (keys::ALL, row.1))), &self.desk.keys)
    }

    fn editor(&self) -> &dyn Editor {
        match self.front {
            EditorKind::Code => &self.code,
            EditorKind::Prompt => &self.prompt,
            EditorKind::Sprite => &self.sprite,
            EditorKind::Map => &self.map,
            EditorKind::Sound => &self.sound,
            EditorKind::Music => &self.music,
        }
    }

    fn front(&mut self) -> (&mut dyn Editor, &mut Desk) {
        let editor: &mut dyn Editor = match self.front {
            EditorKind::Code => &mut self.code,
            EditorKind::Prompt => &mut self.prompt,
            EditorKind::Sprite => &mut self.sprite,
            EditorKind::Map => &mut self.map,
            EditorKind::Sound => &mut self.sound,
            EditorKind::Music => &mut self.music,
        };
        (editor, &mut self.desk)
    }

    /// Hears something; what is to be done about it comes out, in order.
    pub fn step(&mut self, input: &EditInput) -> Vec<EditEffect> {
        self.before_answer(input);
        self.hear(input);
        self.time_line(input);
        if let Some(kind) = self.desk.wanted.take() {
            self.open(kind);
        }
        self.answer(input);
        if self.told != self.desk.doc.version() && !self.desk.doc.is_open() {
            self.told = self.desk.doc.version();
            self.desk.effects.insert(0, self.desk.told());
        }
        std::mem::take(&mut self.desk.effects)
    }

    fn hear(&mut self, input: &EditInput) {
        let desk = &mut self.desk;
        match input {
            EditInput::Tick => {
                desk.frame += 1;
                desk.play();
            }
            EditInput::Key(key) => {
                (desk.shift, desk.control) = (key.shift, key.control);
                match key.name {
                    "ShiftLeft" | "ShiftRight" => desk.shift = true,
                    "ControlLeft" | "ControlRight" => desk.control = true,
                    "Space" => desk.space = true,
                    _ => {}
                }
                return self.key(key);
            }
            EditInput::KeyUp(name) if self.pressed.is_some_and(|pressed| pressed.0 == *name) => {
                let button = self.pressed.take().map_or(0, |pressed| pressed.1);
                return self.hear(&EditInput::Button(button, false));
            }
            EditInput::KeyUp(name) => match *name {
                "ShiftLeft" | "ShiftRight" => desk.shift = false,
                "ControlLeft" | "ControlRight" => desk.control = false,
                "Space" => desk.space = false,
                _ => {}
            },
            EditInput::Pointer(x, y) => {
                (desk.pointer, desk.steered) = ((*x, *y), false);
                if self.finder.is_some() {
                    let (rows, size) = (self.rows(), self.desk.size);
                    if let Some(finder) = &mut self.finder {
                        finder.point((*x, *y), &rows, size);
                    }
                    return;
                }
            }
            EditInput::Button(button, down) => {
                if *down {
                    desk.buttons |= button
                } else {
                    desk.buttons &= !button
                }
                if *down && self.click(*button) {
                    return;
                }
            }
            EditInput::Wheel(steps) => {
                if self.finder.is_some() {
                    let (rows, size) = (self.rows(), self.desk.size);
                    if let Some(finder) = &mut self.finder {
                        finder.wheel(*steps, &rows, size);
                    }
                    return;
                }
            }
            EditInput::Steer(dx, dy) => {
                let (w, h) = desk.size;
                let to = ((desk.pointer.0 + dx).clamp(0, w - 1), (desk.pointer.1 + dy).clamp(0, h - 1));
                self.hear(&EditInput::Pointer(to.0, to.1));
                self.desk.steered = true;
                return;
            }
            EditInput::Keys(keys) => {
                desk.keys.clone_from(keys);
                return;
            }
            EditInput::ShowKeys => {
                let (editor, desk) = self.front();
                editor.settle(desk);
                self.finder = Some(Finder::default());
                return;
            }
            EditInput::Blur => {
                (desk.shift, desk.control, desk.space, desk.buttons) = (false, false, false, 0);
                self.pressed = None;
                let (editor, desk) = self.front();
                editor.settle(desk);
                editor.input(input, desk);
                return desk.speaker.hush();
            }
            EditInput::Size(w, h, scale) => {
                (desk.size, desk.scale) = (((*w).max(LEAST), (*h).max(LEAST)), (*scale).max(1));
            }
            EditInput::Pasted(_) => {}
            EditInput::Saved(data, Ok(names)) => {
                desk.cart_mut().saved(data.clone());
                return desk.say(format!("saved {names}"));
            }
            EditInput::Saved(_, Err(why)) => return desk.refuse(format!("not saved: {why}")),
            EditInput::Outside(theirs) => return self.outside(theirs),
            EditInput::Wrong(lines) => {
                desk.wrong = !lines.is_empty();
                return lines.first().into_iter().for_each(|line| desk.refuse(line));
            }
            EditInput::Game(game) => {
                desk.behold(game);
                self.told = desk.doc.version();
                return;
            }
            EditInput::Answer(lines, bad) => return self.prompt.answer(lines, *bad),
            EditInput::Names(names) => return self.prompt.know(names, desk),
            EditInput::Save => return self.save(),
            EditInput::Import(data) => {
                let places: Vec<usize> = (0..ROM_SIZE).filter(|at| desk.doc.get(*at) != data[*at]).collect();
                desk.doc.take("import", data, &places, desk.frame);
                return;
            }
            EditInput::Draft(draft) => {
                self.offer = Some(draft.clone());
                return;
            }
            EditInput::Sources(files) => return self.sources(files),
            EditInput::Packed(version, bytes) => return self.code.packed(*version, *bytes),
            EditInput::NoSources(why) => return self.code.miss(why),
            EditInput::SourcesSaved(files, Ok(names)) => {
                self.code.saved(files);
                return desk.say(format!("saved {names}"));
            }
            EditInput::SourcesSaved(_, Err(why)) => return desk.refuse(format!("not saved: {why}")),
            EditInput::Fault(fault) => {
                let fault = fault.as_ref().map(|(file, line, message)| (&file[..], *line, &message[..]));
                return self.code.set_fault(fault);
            }
            EditInput::Stops(stops) => return self.code.set_stops(stops),
        }
        let (editor, desk) = self.front();
        editor.input(input, desk);
    }

    fn key(&mut self, key: &EditKey) {
        if self.offer.is_some() && self.decide_draft(key) {
            return;
        }
        if self.conflict.is_some() && self.decide(key) {
            return;
        }
        if self.code_conflict.is_some() && self.decide_code(key) {
            return;
        }
        if self.finder.is_some() {
            let (rows, size) = (self.rows(), self.desk.size);
            let own = self.editor().rows().len();
            let mut finder = self.finder.take();
            let types = |row: usize| self.types(key, row >= own);
            let found = finder.as_mut().map_or(Found::None, |finder| finder.key(key, &rows, size, types));
            self.finder = finder;
            return self.found(found);
        }
        if let Some(row) = self.rows().iter().position(|row| is_pressed(&row.key, key)) {
            return match self.editor().pointing(row) {
                Some(pointing) => self.point(pointing, key.name),
                None => self.run(row),
            };
        }
        let (editor, desk) = self.front();
        editor.input(&EditInput::Key(key.clone()), desk);
    }

    fn found(&mut self, found: Found) {
        match found {
            Found::None => {}
            Found::Closed => self.finder = None,
            Found::Row(row) => {
                self.finder = None;
                self.run(row);
            }
            Found::Refused(why) => self.desk.refuse(why),
            Found::Key(row, key) => self.give_key(row, key),
        }
    }

    /// Does the command of that row of [`Editors::rows`].
    fn run(&mut self, row: usize) {
        if let Some(pointing) = self.editor().pointing(row) {
            // Out of the list there is no key that goes up.
            self.point(pointing, "");
            return self.hear(&EditInput::KeyUp(""));
        }
        self.desk.hush();
        let own = self.editor().rows().len();
        let (editor, desk) = self.front();
        let Some(common) = row.checked_sub(own) else {
            // A command begins where the stroke ends.
            editor.settle(desk);
            return editor.run(row, desk);
        };
        match COMMON.get(common).map(|row| row.0) {
            Some(Common::Leave) if editor.cancel(desk) => {}
            Some(Common::Leave) => desk.effects.push(EditEffect::Leave),
            Some(Common::Save) => self.save(),
            Some(Common::Undo) => self.walk(true),
            Some(Common::Redo) => self.walk(false),
            Some(Common::Turn(by)) => self.turn(by),
            Some(Common::Now) => self.turn_now(),
            Some(Common::TakeOver) => self.take_over(),
            Some(Common::Prompt) => {
                let to = if self.front == EditorKind::Prompt { self.before } else { EditorKind::Prompt };
                self.open(to);
            }
            Some(Common::Find) => {
                editor.settle(desk);
                self.finder = Some(Finder::default());
            }
            None => {}
        }
    }

    /// Ends what is under way, as it stands: the editors are left.
    pub fn settle(&mut self) -> Vec<EditEffect> {
        self.finder = None;
        self.step(&EditInput::Blur)
    }

    fn save(&mut self) {
        let (editor, desk) = self.front();
        editor.settle(desk);
        if self.conflict.is_some() || self.code_conflict.is_some() {
            return self.desk.refuse("first decide: M keeps yours, T takes theirs");
        }
        let desk = &mut self.desk;
        let code = self.code.unsaved();
        if code.is_empty() && desk.is_now {
            return desk.refuse("this is the game's memory: Ctrl+Shift+N takes it into the cart");
        }
        let has_it = !desk.doc.is_changed() && !desk.wrong;
        if code.is_empty() && has_it {
            return desk.say("nothing to save: the files have it all");
        }
        if !code.is_empty() {
            desk.effects.push(EditEffect::SaveCode(code));
        }
        if desk.is_now || has_it {
            return;
        }
        let (data, base) = (Box::new(*desk.doc.data()), Box::new(*desk.doc.disk()));
        desk.effects.push(EditEffect::Save { data, base });
    }

    fn walk(&mut self, back: bool) {
        let (editor, desk) = self.front();
        editor.settle(desk);
        if editor.walk(back, desk) {
            return;
        }
        let side = editor.side();
        let change = if back { desk.doc.undo(side) } else { desk.doc.redo(side) };
        let Some(change) = change.cloned() else {
            return desk.say(if back { "nothing to undo" } else { "nothing to redo" });
        };
        let count = change.patches.len();
        let plural = if count == 1 { "" } else { "s" };
        let did = if back { "undid" } else { "redid" };
        desk.say(format!("{did}: {}, {count} byte{plural}", change.name));
        desk.blink(change.patches.iter().map(|patch| patch.addr).collect());
        editor.show(change.place, desk);
        editor.walked();
    }

    fn turn(&mut self, by: i32) {
        let all = EditorKind::ALL;
        let now = all.iter().position(|(kind, _)| *kind == self.front).unwrap_or(0) as i32;
        self.open(all[(now + by).rem_euclid(all.len() as i32) as usize].0);
    }

    /// Opens that editor.
    pub fn open(&mut self, kind: EditorKind) {
        let (editor, desk) = self.front();
        editor.settle(desk);
        if self.front != EditorKind::Prompt {
            self.before = self.front;
        }
        self.front = kind;
        let (editor, desk) = self.front();
        editor.enter(desk);
    }

    /// A button of the mouse went down on what is the same in all editors; true if it was that.
    fn click(&mut self, button: u8) -> bool {
        let (at, size) = (self.desk.pointer, self.desk.size);
        if self.click_answer(button) {
            return true;
        }
        if self.finder.is_some() {
            let rows = self.rows();
            let found =
                self.finder.as_mut().map_or(Found::None, |finder| finder.click(button, at, &rows, size));
            self.found(found);
            return true;
        }
        if at.1 >= BAR || button != 1 {
            return false;
        }
        if let Some((kind, _)) = tabs(self.front, size.0).into_iter().find(|(_, area)| area.holds(at.0, at.1))
        {
            self.open(kind);
        } else if let Some((common, _)) = buttons(size.0).into_iter().find(|(_, area)| area.holds(at.0, at.1))
        {
            let own = self.editor().rows().len();
            if let Some(n) = COMMON.iter().position(|row| row.0 == common) {
                self.run(own + n);
            }
        }
        true
    }

    /// The picture.
    pub fn draw(&self) -> Canvas {
        let (w, h) = self.desk.size;
        let mut canvas = pen::draw(w, h, self.desk.doc.data(), |pen| self.draw_on(pen));
        // A list or a question lies over all.
        if self.finder.is_none() && self.conflict.is_none() && self.offer.is_none() {
            let colored = self.editor().colored(&self.desk);
            for (area, colors) in colored.iter().filter(|(_, colors)| *colors != PLAIN) {
                canvas.recolor(*area, colors);
            }
        }
        canvas
    }

    fn draw_on(&self, pen: &mut Pen<'_>) {
        let (w, h) = self.desk.size;
        pen.fill(Area { x: 0, y: BAR, w, h: h - 2 * BAR }, 1);
        self.editor().draw(pen, &self.desk);
        pen.unclip();
        self.draw_bar(pen);
        self.draw_status(pen);
        if let Some(finder) = &self.finder {
            let title = format!("commands of the {} editor", tab_name(self.front));
            finder.draw(pen, &title, &self.rows(), (w, h), self.desk.frame % 60 < 30);
        }
        if self.desk.steered {
            pen.arrow(self.desk.pointer);
        }
        // The one whose keys are heard first.
        if let Some(draft) = &self.offer {
            draft::draw(pen, draft, (w, h));
        } else if let Some(conflict) = &self.conflict {
            let count = conflict.both.len();
            let plural = if count == 1 { "" } else { "s" };
            self.draw_question(pen, &format!("{count} byte{plural} of the data"), (w, h));
        } else if let Some((_, both)) = &self.code_conflict {
            self.draw_question(pen, &format!("lines of {}", both.join(", ")), (w, h));
        }
    }
}
