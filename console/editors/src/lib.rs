//! The editors of a cart's data and code, in the console.
//!
//! ```text
//! types.rs     shared types, input, effects  context.rs   state that all share        dispatch.rs   passes input on, answers of the prompt
//! editor.rs    an editor, its commands       run.rs       runs commands
//! keys.rs      custom keys                   finder.rs    F1: the list of commands    pointer.rs    mouse, pointer by keys and pad
//! document.rs  the data and their undo       undo.rs      undo histories              draft.rs      unsaved work after a crash
//! history/     all states of the edits, their page    guide_page/   tutorial and manual next to the editor
//! question.rs  questions, files saved by others    naming.rs   names of sounds    game_memory.rs  the paused game as a document
//! bar.rs       tabs, buttons, status line    pen.rs       the canvas and drawing      grid.rs       blocks of sheet and map
//! speaker.rs   sound
//! code/  sprite/  map/  sound/  music/  prompt/           the editors: state in mod.rs, table in command.rs, mouse in gesture.rs
//! ```
//!
//! [`Editors`] is a value: an input goes in by [`Editors::step`], effects come out, and [`Editors::draw`] gives the picture. It knows no
//! file and no clock. A line in [`EditorKind::ALL`] and in `Editors::front` adds an editor to the bar.
#![deny(clippy::float_arithmetic)]

mod bar;
mod code;
mod context;
mod dispatch;
mod document;
mod draft;
mod editor;
#[cfg(test)]
#[path = "../../studio/src/extreme_texts.rs"]
mod extreme_texts;
mod finder;
mod game_memory;
mod grid;
mod guide_page;
mod history;
mod keys;
mod map;
mod music;
mod naming;
mod pen;
mod pointer;
mod prompt;
mod question;
mod run;
mod sound;
mod speaker;
mod sprite;
#[cfg(test)]
mod test_user;
mod types;
mod undo;

pub use document::Document;
pub use history::kept_in;
pub use keys::BoundRow;
pub use pen::canvas_size;
pub use prompt::{EXPORTED, lines_of};
pub use types::{
    CommandRow, Data, EditEffect, EditInput, EditKey, EditPlace, EditorKind, GameMoment, PromptCommand, Side,
    SourceFile,
};
pub use undo::{BytePatch, DataChange};

use code::CodeEditor;
use context::{Context, PLAIN};
use editor::Editor;
use finder::Finder;
use guide_page::GuidePage;
use history::{History, HistoryPage};
use map::MapEditor;
use music::MusicEditor;
use pen::{BAR, GROUND, LEAST, Pen};
use pointer::Pad;
use prompt::PromptEditor;
use question::Conflict;
use rasher::SoundNames;
use run::COMMON;
use sound::SoundEditor;
use sprite::SpriteEditor;
use studio::Area;
use studio::canvas::Canvas;

#[derive(Clone, Debug, Default)]
pub struct Editors {
    cx: Context,
    front: EditorKind,
    before: EditorKind,
    code: CodeEditor,
    prompt: PromptEditor,
    sprite: SpriteEditor,
    map: MapEditor,
    sound: SoundEditor,
    music: MusicEditor,
    finder: Option<Finder>,
    /// The key that acts as a button of the mouse, and the button.
    pressed: Option<(&'static str, u8)>,
    conflict: Option<Conflict>,
    /// Files that were changed by another program, and the names of those changed here in the same lines.
    code_conflict: Option<(Vec<SourceFile>, Vec<String>)>,
    /// What the sheet's file would lose by a save, which waits for an answer.
    loses: Option<String>,
    history: History,
    /// The page of the history, if it is open.
    page: Option<HistoryPage>,
    guide: GuidePage,
    /// The whole canvas: the page has a part of it.
    size: Option<(i32, i32)>,
    pad: Pad,
    highlighted: Option<usize>,
    sent_version: u64,
    sent_names: SoundNames,
    line: (String, u64),
    /// The open file's name.
    file: String,
}

impl Editors {
    pub fn new(data: Box<Data>) -> Editors {
        Editors {
            cx: Context::new(Document::new(data)),
            sprite: SpriteEditor::new(),
            map: MapEditor::new(),
            sound: SoundEditor::new(),
            ..Editors::default()
        }
    }

    /// With the names of the cart's sounds.
    pub fn with_sounds(data: Box<Data>, names: &SoundNames) -> Editors {
        let mut editors = Editors::new(data);
        editors.cx.doc.outside_names(names);
        editors.sent_names = editors.cx.doc.names();
        editors
    }

    pub fn document(&self) -> &Document {
        self.cx.cart()
    }

    pub fn kind(&self) -> EditorKind {
        self.front
    }

    pub fn status(&self) -> String {
        let message = self.cx.message().map(|(text, _)| text.to_string());
        let line =
            self.cx.naming_line().or(message).or_else(|| self.bar_hint()).or_else(|| self.history_status());
        self.spelled(line.unwrap_or_else(|| self.editor().status(&self.cx)))
    }

    fn spelled(&self, text: String) -> String {
        if self.cx.keys.is_empty() { text } else { keys::spelled(&text, &self.rows()) }
    }

    pub fn rows(&self) -> Vec<BoundRow> {
        let own = self.editor().rows().into_iter().map(|row| (self.front.name(), row));
        let common = COMMON.iter().map(|(_, name, key, menu)| (keys::ALL, CommandRow { name, key, menu }));
        keys::bound(own.chain(common), &self.cx.keys)
    }

    /// The rows of the list of commands: with named sounds, where sounds are edited.
    fn found_rows(&self) -> Vec<BoundRow> {
        let mut rows = self.rows();
        if matches!(self.front, EditorKind::Sound | EditorKind::Music) {
            let named = self.cx.cart().names();
            rows.extend(named.iter().map(|(n, name)| BoundRow {
                name: format!("{n:02} {name}").into(),
                key: "".into(),
                menu: "sounds",
                table: "",
                id: String::new(),
            }));
        }
        rows
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
        let (w, h) = self.canvas();
        let mut canvas = pen::draw(w, h, self.cx.doc.data(), |pen| self.draw_on(pen));
        // A list or a question covers the rest.
        if self.finder.is_none() && self.page.is_none() && self.question().is_none() && !self.guide_covers() {
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
        pen.fill(Area { x: 0, y: BAR, w, h: h - 2 * BAR }, GROUND);
        match self.page.is_some() {
            true => self.draw_history(pen),
            false => self.editor().draw(pen, &self.cx),
        }
        pen.unclip();
        if let Some((x, y)) = self.editor().screen(&self.cx).filter(|_| self.page.is_none()) {
            pen.frame(Area { x: x - 1, y: y - 1, w: LEAST + 2, h: LEAST + 2 }, 13);
        }
        self.draw_bar(pen);
        self.draw_status(pen);
        self.draw_guide(pen, false);
        if let Some(finder) = &self.finder {
            let title = format!("{} editor: all commands", self.front.name());
            finder.draw(pen, &title, &self.found_rows(), (w, h), self.cx.beat() % 60 < 30);
        }
        self.draw_topics(pen);
        if self.cx.steered {
            pen.arrow(self.cx.pointer);
        }
        self.draw_question(pen);
    }
}
