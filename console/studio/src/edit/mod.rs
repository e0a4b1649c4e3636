//! The editors: what a cart is made of, drawn and written in the console.
//!
//! ```text
//! input.rs     what they hear and want       document.rs  the data, every change of them, undo and redo
//! change.rs    one change: bytes before and after
//! command.rs   names and keys of commands    finder.rs    F1: the list of them, menu and help in one
//! keys.rs      keys that a person has changed    pen.rs       how they are drawn
//! desk.rs      what all editors share        draft.rs     what is unsaved, against a crash
//! bar.rs       tabs, buttons, the status line    sources.rs   code, and who is asked about it
//! conflict.rs  what others save meanwhile    question.rs  what is asked, and how it is answered
//! game.rs      the game behind them           speaker.rs   what they play
//! hear.rs      what each input does            run.rs       commands that all have; saving, undo, another editor
//! patch.rs     pieces of sheet and map       pointing.rs  the pointer by keys
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
mod change;
mod code;
mod command;
mod conflict;
mod desk;
mod document;
mod draft;
mod finder;
mod game;
#[cfg(test)]
mod hand;
mod hear;
mod history;
mod input;
mod keys;
mod map;
mod music;
mod patch;
mod pen;
mod pointing;
mod prompt;
mod question;
mod run;
pub(crate) mod sound;
mod sources;
mod speaker;
mod sprite;

pub use change::{BytePatch, Change, Place, Side};
pub use code::SourceFile;
pub use command::CommandRow;
pub use document::Document;
pub use draft::Draft;
pub use game::Game;
pub use input::{Data, EditEffect, EditInput, EditKey};
pub use keys::{BoundRow, EditorKeys};
pub use prompt::{EXPORTED, PromptCommand, lines_of};

use crate::canvas::Canvas;
use crate::layer::Area;
use bar::tab_name;
use code::CodeEditor;
use conflict::Conflict;
use desk::{Desk, Editor, PLAIN};
use finder::Finder;
use map::MapEditor;
use music::MusicEditor;
use pen::Pen;
use prompt::Prompt;
use run::COMMON;
use sound::SoundEditor;
use sprite::SpriteEditor;

/// Height of the bar and of the status line.
const BAR: i32 = 8;
/// The least canvas.
const LEAST: i32 = 128;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EditorKind {
    #[default]
    Sprite,
    Map,
    /// The code of a cart in Lua.
    Code,
    /// Commands about carts and files, and Lua against the cart that stands still.
    Prompt,
    Sound,
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
    /// The answer that is lit of what is asked.
    lit: Option<usize>,
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
            lit: None,
            told: 0,
            line: Default::default(),
        }
    }

    pub fn document(&self) -> &Document {
        self.desk.cart()
    }

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

    pub fn draw(&self) -> Canvas {
        let (w, h) = self.desk.size;
        let mut canvas = pen::draw(w, h, self.desk.doc.data(), |pen| self.draw_on(pen));
        // A list or a question lies over all.
        if self.finder.is_none() && self.asked().is_none() {
            let colored = self.editor().colored(&self.desk);
            for (area, colors) in colored.iter().filter(|(_, colors)| *colors != PLAIN) {
                canvas.recolor(*area, colors);
            }
            if let (Some((x, y)), Some(game)) = (self.editor().screen(&self.desk), &self.desk.game) {
                canvas.put(&game.picture, Area { x, y, w: LEAST, h: LEAST });
            }
        }
        canvas
    }

    fn draw_on(&self, pen: &mut Pen<'_>) {
        let (w, h) = self.desk.size;
        pen.fill(Area { x: 0, y: BAR, w, h: h - 2 * BAR }, 1);
        self.editor().draw(pen, &self.desk);
        pen.unclip();
        if let Some((x, y)) = self.editor().screen(&self.desk) {
            pen.frame(Area { x: x - 1, y: y - 1, w: LEAST + 2, h: LEAST + 2 }, 13);
        }
        self.draw_bar(pen);
        self.draw_status(pen);
        if let Some(finder) = &self.finder {
            let title = format!("commands of the {} editor", tab_name(self.front));
            finder.draw(pen, &title, &self.rows(), (w, h), self.desk.beat() % 60 < 30);
        }
        if self.desk.steered {
            pen.arrow(self.desk.pointer);
        }
        self.draw_question(pen);
    }
}
