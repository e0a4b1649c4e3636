//! The editors: what a cart is made of, drawn and written in the console.
//!
//! ```text
//! input.rs     what they hear and want       document.rs  the data, every change of them, undo and redo
//! change.rs    one change: bytes before and after
//! command.rs   names and keys of commands    finder.rs    F1: the list of them, menu and help in one
//! keys.rs      keys that a person has changed    pen.rs       how they are drawn
//! cx.rs      what all editors share        draft.rs     what is unsaved, against a crash
//! bar.rs       tabs, buttons, the status line    sources.rs   code, and who is asked about it
//! conflict.rs  what others save meanwhile    question.rs  what is asked, and how it is answered
//! game.rs      the game behind them        game_memory.rs  its memory as a document
//! types.rs     what all files name            speaker.rs   what they play
//! dispatch.rs      what each input does            run.rs       commands that all have; saving, undo, another editor
//! grid.rs     pieces of sheet and map    pointing.rs  the pointer by keys
//! gesture.rs   the mouse, press to release
//! pad.rs       the pointer by a gamepad   layout.rs    the canvas for a window
//! code/        the code of a cart in Lua      history.rs   steps done and undone, the newest of them
//! sprite/      sprites and their flags        map/         the map
//! sound/       sounds and instruments         music/       patterns of the music
//! ```
//!
//! [`Editors`] is a value: an input goes in by [`Editors::step`], effects come out, and [`Editors::draw`] gives the picture. It
//! knows no file and no clock. An editor is a folder: its state in `mod.rs`, `command.rs` its table, `gesture.rs` the mouse,
//! `view.rs` the picture; a line in [`EditorKind::ALL`] and in `Editors::front` puts it into the bar.
#![deny(clippy::float_arithmetic)]

mod bar;
mod change;
mod code;
mod command;
mod conflict;
mod context;
mod dispatch;
mod document;
mod draft;
#[cfg(test)]
mod extreme_tests;
#[cfg(test)]
#[path = "../../studio/src/extreme_texts.rs"]
mod extreme_texts;
mod finder;
mod game;
mod game_memory;
mod gesture;
mod grid;
mod history;
mod input;
mod keys;
mod layout;
mod map;
mod music;
mod pad;
mod pen;
mod pointing;
mod prompt;
mod question;
mod report;
mod run;
mod sound;
mod sources;
mod speaker;
mod sprite;
#[cfg(test)]
mod test_user;
mod types;

pub use change::{BytePatch, DataChange};
pub use document::Document;
pub use draft::Draft;
pub use game::GameMoment;
pub use input::EditInput;
pub use keys::BoundRow;
pub use layout::canvas_size;
pub use prompt::{EXPORTED, lines_of};
pub use types::{
    CommandRow, Data, EditEffect, EditKey, EditPlace, EditorKind, PromptCommand, Side, SourceFile,
};

use code::CodeEditor;
use conflict::Conflict;
use context::{Context, Editor, PLAIN};
use finder::Finder;
use layout::{BAR, LEAST};
use map::MapEditor;
use music::MusicEditor;
use pad::Pad;
use pen::Pen;
use prompt::Prompt;
use run::COMMON;
use sound::SoundEditor;
use sprite::SpriteEditor;
use studio::Area;
use studio::canvas::Canvas;

/// All editors of a cart's data, one of them in front.
#[derive(Clone, Debug)]
pub struct Editors {
    cx: Context,
    front: EditorKind,
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
    kept: Option<Draft>,
    pad: Pad,
    highlighted: Option<usize>,
    sent_version: u64,
    /// The line of the status, and since when it stands there.
    line: (String, u64),
}

impl Editors {
    pub fn new(data: Box<Data>) -> Editors {
        Editors {
            cx: Context::new(Document::new(data)),
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
            kept: None,
            pad: Pad::default(),
            highlighted: None,
            sent_version: 0,
            line: Default::default(),
        }
    }

    pub fn document(&self) -> &Document {
        self.cx.cart()
    }

    pub fn kind(&self) -> EditorKind {
        self.front
    }

    /// What is said, or what stands under the pointer.
    pub fn status(&self) -> String {
        let said = self.cx.said().map(|(said, _)| said.to_string());
        self.spelled(said.unwrap_or_else(|| self.editor().status(&self.cx)))
    }

    pub fn spelled(&self, text: String) -> String {
        if self.cx.keys.is_empty() { text } else { keys::spelled(&text, &self.rows()) }
    }

    /// The commands of the editor in front, those that all have among them.
    pub fn rows(&self) -> Vec<BoundRow> {
        let own = self.editor().rows().into_iter().map(|row| (self.front.name(), row));
        keys::bound(own.chain(COMMON.iter().map(|row| (keys::ALL, row.1))), &self.cx.keys)
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

    fn front(&mut self) -> (&mut dyn Editor, &mut Context) {
        let editor: &mut dyn Editor = match self.front {
            EditorKind::Code => &mut self.code,
            EditorKind::Prompt => &mut self.prompt,
            EditorKind::Sprite => &mut self.sprite,
            EditorKind::Map => &mut self.map,
            EditorKind::Sound => &mut self.sound,
            EditorKind::Music => &mut self.music,
        };
        (editor, &mut self.cx)
    }

    pub fn draw(&self) -> Canvas {
        let (w, h) = self.cx.size;
        let mut canvas = pen::draw(w, h, self.cx.doc.data(), |pen| self.draw_on(pen));
        // A list or a question lies over all.
        if self.finder.is_none() && self.question().is_none() {
            let colored = self.editor().colored(&self.cx);
            for (area, colors) in colored.iter().filter(|(_, colors)| *colors != PLAIN) {
                canvas.recolor(*area, colors);
            }
            if let (Some((x, y)), Some(game)) = (self.editor().screen(&self.cx), &self.cx.game) {
                canvas.put(&game.picture, Area { x, y, w: LEAST, h: LEAST });
            }
        }
        canvas
    }

    fn draw_on(&self, pen: &mut Pen<'_>) {
        let (w, h) = self.cx.size;
        pen.fill(Area { x: 0, y: BAR, w, h: h - 2 * BAR }, 1);
        self.editor().draw(pen, &self.cx);
        pen.unclip();
        if let Some((x, y)) = self.editor().screen(&self.cx) {
            pen.frame(Area { x: x - 1, y: y - 1, w: LEAST + 2, h: LEAST + 2 }, 13);
        }
        self.draw_bar(pen);
        self.draw_status(pen);
        if let Some(finder) = &self.finder {
            let title = format!("commands of the {} editor", self.front.name());
            finder.draw(pen, &title, &self.rows(), (w, h), self.cx.beat() % 60 < 30);
        }
        if self.cx.steered {
            pen.arrow(self.cx.pointer);
        }
        self.draw_question(pen);
    }
}
