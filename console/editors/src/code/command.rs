//! The commands of the code editor.

use super::caret::Move;
use super::kana::Kana;
use super::popup::FIRST_SIGN;
use super::{CodeEditor, Popup};
use crate::context::Context;
use crate::editor::{CommandTable, EditorCommand, TableRow};
use crate::types::EditEffect;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeCommand {
    Go(Move),
    Select(Move),
    All,
    Enter,
    Erase(Move),
    Indent,
    Outdent,
    Comment,
    Duplicate,
    MoveLine(bool),
    Copy,
    Cut,
    Paste,
    Find,
    Replace,
    ReplaceAll,
    Next(bool),
    Line,
    Outline,
    Definition,
    Back,
    Error,
    Stop,
    Complete,
    Help,
    Puny,
    Kana(Kana),
    Signs,
    Tab(bool),
    NewTab,
}

use CodeCommand as C;

impl CommandTable for CodeEditor {
    type Command = CodeCommand;
    const TABLE: &'static [TableRow<CodeCommand>] = TABLE;
}

impl EditorCommand<CodeEditor> for CodeCommand {
    fn run(&self, editor: &mut CodeEditor, cx: &mut Context) {
        editor.command(*self, cx);
    }
}

const TABLE: &[TableRow<CodeCommand>] = &[
    ("copy", "Ctrl+C", "edit", C::Copy),
    ("cut", "Ctrl+X", "edit", C::Cut),
    ("paste", "Ctrl+V", "edit", C::Paste),
    ("select all of the tab", "Ctrl+A", "edit", C::All),
    ("duplicate the line or selection", "Ctrl+D", "edit", C::Duplicate),
    ("move the line up", "Ctrl+Shift+Up", "edit", C::MoveLine(true)),
    ("move the line down", "Ctrl+Shift+Down", "edit", C::MoveLine(false)),
    ("toggle comment", "Ctrl+B", "edit", C::Comment),
    ("toggle comment (second key)", "Ctrl+/", "edit", C::Comment),
    ("indent", "Tab", "edit", C::Indent),
    ("unindent", "Shift+Tab", "edit", C::Outdent),
    ("new line", "Enter", "edit", C::Enter),
    ("new line (second key)", "Shift+Enter", "edit", C::Enter),
    ("erase the previous character", "Back", "edit", C::Erase(Move::Left)),
    ("erase the previous character (second key)", "Shift+Back", "edit", C::Erase(Move::Left)),
    ("erase the next character", "Del", "edit", C::Erase(Move::Right)),
    ("erase the previous word", "Ctrl+Back", "edit", C::Erase(Move::WordLeft)),
    ("erase the next word", "Ctrl+Del", "edit", C::Erase(Move::WordRight)),
    ("find", "Ctrl+F", "find", C::Find),
    ("find next", "Ctrl+G", "find", C::Next(true)),
    ("find previous", "Ctrl+Shift+G", "find", C::Next(false)),
    ("find and replace", "Ctrl+H", "find", C::Replace),
    ("replace all in all tabs, or new line below", "Ctrl+Enter", "find", C::ReplaceAll),
    ("go to a line", "Ctrl+L", "go", C::Line),
    ("go to a function", "F3", "go", C::Outline),
    ("previous function", "Alt+Up", "go", C::Go(Move::FunctionUp)),
    ("next function", "Alt+Down", "go", C::Go(Move::FunctionDown)),
    ("go to the definition", "F7", "go", C::Definition),
    ("go back", "Ctrl+Alt+Left", "go", C::Back),
    ("go to the error", "F4", "go", C::Error),
    ("toggle breakpoint", "F5", "run", C::Stop),
    ("next tab", "Ctrl+Tab", "go", C::Tab(true)),
    ("previous tab", "Ctrl+Shift+Tab", "go", C::Tab(false)),
    ("new tab", "Ctrl+T", "edit", C::NewTab),
    ("complete the word", "Ctrl+Space", "help", C::Complete),
    ("help about the word", "Ctrl+U", "help", C::Help),
    ("shift types lower-case letters, or signs", "Ctrl+P", "edit", C::Puny),
    ("toggle hiragana", "Ctrl+J", "edit", C::Kana(Kana::Hiragana)),
    ("toggle katakana", "Ctrl+K", "edit", C::Kana(Kana::Katakana)),
    ("insert a sign", "Ctrl+I", "edit", C::Signs),
    ("left", "Left", "move", C::Go(Move::Left)),
    ("right", "Right", "move", C::Go(Move::Right)),
    ("up", "Up", "move", C::Go(Move::Up)),
    ("down", "Down", "move", C::Go(Move::Down)),
    ("previous word", "Ctrl+Left", "move", C::Go(Move::WordLeft)),
    ("next word", "Ctrl+Right", "move", C::Go(Move::WordRight)),
    ("start of the line", "Home", "move", C::Go(Move::Home)),
    ("start of the line (second key)", "Ctrl+W", "move", C::Go(Move::Home)),
    ("end of the line", "End", "move", C::Go(Move::End)),
    ("end of the line (second key)", "Ctrl+E", "move", C::Go(Move::End)),
    ("page up", "PgUp", "move", C::Go(Move::PageUp)),
    ("page down", "PgDn", "move", C::Go(Move::PageDown)),
    ("start of the tab", "Ctrl+Up", "move", C::Go(Move::Top)),
    ("end of the tab", "Ctrl+Down", "move", C::Go(Move::Bottom)),
    ("start of the tab (second key)", "Ctrl+Home", "move", C::Go(Move::Top)),
    ("end of the tab (second key)", "Ctrl+End", "move", C::Go(Move::Bottom)),
    ("select to the left", "Shift+Left", "select", C::Select(Move::Left)),
    ("select to the right", "Shift+Right", "select", C::Select(Move::Right)),
    ("select up", "Shift+Up", "select", C::Select(Move::Up)),
    ("select down", "Shift+Down", "select", C::Select(Move::Down)),
    ("select the previous word", "Ctrl+Shift+Left", "select", C::Select(Move::WordLeft)),
    ("select the next word", "Ctrl+Shift+Right", "select", C::Select(Move::WordRight)),
    ("select to the start of the line", "Shift+Home", "select", C::Select(Move::Home)),
    ("select to the end of the line", "Shift+End", "select", C::Select(Move::End)),
    ("select to the start of the tab", "Ctrl+Shift+Home", "select", C::Select(Move::Top)),
    ("select to the end of the tab", "Ctrl+Shift+End", "select", C::Select(Move::Bottom)),
    ("select a page up", "Shift+PgUp", "select", C::Select(Move::PageUp)),
    ("select a page down", "Shift+PgDn", "select", C::Select(Move::PageDown)),
];

impl CodeEditor {
    pub(super) fn command(&mut self, command: CodeCommand, cx: &mut Context) {
        if self.text.files.is_empty() {
            return cx.refuse(self.absent());
        }
        if self.popup_command(command, cx) {
            return;
        }
        self.popup = None;
        match command {
            C::Go(to) => self.go(to, false, cx),
            C::Select(to) => self.go(to, true, cx),
            C::All => self.select_all(),
            C::Enter => self.new_line(cx),
            C::Erase(to) => self.erase(to, cx),
            C::Indent => self.indent(true, cx),
            C::Outdent => self.indent(false, cx),
            C::Comment => self.comment(cx),
            C::Duplicate => self.duplicate(cx),
            C::MoveLine(up) => self.move_lines(up, cx),
            C::Copy | C::Cut => self.copy(command == C::Cut, cx),
            C::Paste => cx.effects.push(EditEffect::Paste),
            C::Find => self.open_find(false),
            C::Replace => self.open_find(true),
            // Replacing needs its field to be open: without it this is a new line.
            C::ReplaceAll => {
                self.go(Move::End, false, cx);
                self.new_line(cx);
            }
            C::Next(forward) => self.find_next(forward, cx),
            C::Line => self.open_line(),
            C::Outline => self.popup = Some(Popup::Outline { typed: Vec::new(), cursor: 0 }),
            C::Definition => self.go_to_definition(cx),
            C::Back => self.go_back(cx),
            C::Error => self.go_to_error(cx),
            C::Stop => self.toggle_stop(self.line(), cx),
            C::Complete => self.complete(true, cx),
            C::Help => self.help(cx),
            C::Puny => {
                self.puny = !self.puny;
                cx.say(if self.puny { "shift types lower-case letters" } else { "shift types signs" });
            }
            C::Kana(kana) => {
                self.kana = (self.kana != Some(kana)).then_some(kana);
                cx.say(match self.kana {
                    Some(Kana::Hiragana) => "hiragana: ka is か, Ctrl+J ends it",
                    Some(Kana::Katakana) => "katakana: ka is カ, Ctrl+K ends it",
                    None => "kana off",
                });
            }
            C::Signs => self.popup = Some(Popup::Signs(FIRST_SIGN)),
            C::Tab(forward) => self.turn_tab(forward, cx),
            C::NewTab => self.new_tab(cx),
        }
        self.follow(cx);
    }
}
