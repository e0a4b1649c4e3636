//! The commands of the code editor: one table, and what each does.

use super::CodeEditor;
use super::caret::Move;
use super::kana::Kana;
use crate::context::Context;
use crate::types::{CommandTable, EditEffect};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CodeCommand {
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

pub(super) const TABLE: &CommandTable<CodeCommand> = &[
    (C::Copy, "copy", "Ctrl+C", "edit"),
    (C::Cut, "cut", "Ctrl+X", "edit"),
    (C::Paste, "paste", "Ctrl+V", "edit"),
    (C::All, "select all of the tab", "Ctrl+A", "edit"),
    (C::Duplicate, "duplicate the line or selection", "Ctrl+D", "edit"),
    (C::MoveLine(true), "move the line up", "Ctrl+Shift+Up", "edit"),
    (C::MoveLine(false), "move the line down", "Ctrl+Shift+Down", "edit"),
    (C::Comment, "comment the lines, or not", "Ctrl+B", "edit"),
    (C::Comment, "comment them as well", "Ctrl+/", "edit"),
    (C::Indent, "indent", "Tab", "edit"),
    (C::Outdent, "unindent", "Shift+Tab", "edit"),
    (C::Enter, "new line", "Enter", "edit"),
    (C::Enter, "new line as well", "Shift+Enter", "edit"),
    (C::Erase(Move::Left), "erase the sign before", "Back", "edit"),
    (C::Erase(Move::Left), "erase it as well", "Shift+Back", "edit"),
    (C::Erase(Move::Right), "erase the sign after", "Del", "edit"),
    (C::Erase(Move::WordLeft), "erase the word before", "Ctrl+Back", "edit"),
    (C::Erase(Move::WordRight), "erase the word after", "Ctrl+Del", "edit"),
    (C::Find, "find", "Ctrl+F", "find"),
    (C::Next(true), "find the next", "Ctrl+G", "find"),
    (C::Next(false), "find the one before", "Ctrl+Shift+G", "find"),
    (C::Replace, "find and replace", "Ctrl+H", "find"),
    (C::ReplaceAll, "replace all, in all tabs; else a line below", "Ctrl+Enter", "find"),
    (C::Line, "go to a line", "Ctrl+L", "go"),
    (C::Outline, "go to a function", "F3", "go"),
    (C::Go(Move::FunctionUp), "function before", "Alt+Up", "go"),
    (C::Go(Move::FunctionDown), "next function", "Alt+Down", "go"),
    (C::Definition, "go to what the word names", "F7", "go"),
    (C::Back, "back from there", "Ctrl+Alt+Left", "go"),
    (C::Error, "go to the error", "F4", "go"),
    (C::Stop, "breakpoint, or none", "F5", "run"),
    (C::Tab(true), "next tab", "Ctrl+Tab", "go"),
    (C::Tab(false), "tab before", "Ctrl+Shift+Tab", "go"),
    (C::NewTab, "new tab", "Ctrl+T", "edit"),
    (C::Complete, "complete the word", "Ctrl+Space", "help"),
    (C::Help, "help about the word", "Ctrl+U", "help"),
    (C::Puny, "shift types small letters, or signs", "Ctrl+P", "edit"),
    (C::Kana(Kana::Hiragana), "letters type hiragana, or not", "Ctrl+J", "edit"),
    (C::Kana(Kana::Katakana), "letters type katakana, or not", "Ctrl+K", "edit"),
    (C::Signs, "put in a sign", "Ctrl+I", "edit"),
    (C::Go(Move::Left), "left", "Left", "move"),
    (C::Go(Move::Right), "right", "Right", "move"),
    (C::Go(Move::Up), "up", "Up", "move"),
    (C::Go(Move::Down), "down", "Down", "move"),
    (C::Go(Move::WordLeft), "word before", "Ctrl+Left", "move"),
    (C::Go(Move::WordRight), "next word", "Ctrl+Right", "move"),
    (C::Go(Move::Home), "begin of the line", "Home", "move"),
    (C::Go(Move::Home), "begin of the line as well", "Ctrl+W", "move"),
    (C::Go(Move::End), "end of the line", "End", "move"),
    (C::Go(Move::End), "end of the line as well", "Ctrl+E", "move"),
    (C::Go(Move::PageUp), "page up", "PgUp", "move"),
    (C::Go(Move::PageDown), "page down", "PgDn", "move"),
    (C::Go(Move::Top), "begin of the tab", "Ctrl+Up", "move"),
    (C::Go(Move::Bottom), "end of the tab", "Ctrl+Down", "move"),
    (C::Go(Move::Top), "begin of the tab as well", "Ctrl+Home", "move"),
    (C::Go(Move::Bottom), "end of the tab as well", "Ctrl+End", "move"),
    (C::Select(Move::Left), "select to the left", "Shift+Left", "select"),
    (C::Select(Move::Right), "select to the right", "Shift+Right", "select"),
    (C::Select(Move::Up), "select up", "Shift+Up", "select"),
    (C::Select(Move::Down), "select down", "Shift+Down", "select"),
    (C::Select(Move::WordLeft), "select the word before", "Ctrl+Shift+Left", "select"),
    (C::Select(Move::WordRight), "select the next word", "Ctrl+Shift+Right", "select"),
    (C::Select(Move::Home), "select to the line's begin", "Shift+Home", "select"),
    (C::Select(Move::End), "select to the line's end", "Shift+End", "select"),
    (C::Select(Move::Top), "select to the tab's begin", "Ctrl+Shift+Home", "select"),
    (C::Select(Move::Bottom), "select to the tab's end", "Ctrl+Shift+End", "select"),
    (C::Select(Move::PageUp), "select a page up", "Shift+PgUp", "select"),
    (C::Select(Move::PageDown), "select a page down", "Shift+PgDn", "select"),
];

impl CodeEditor {
    pub(super) fn command(&mut self, command: CodeCommand, cx: &mut Context) {
        if self.text.files().is_empty() {
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
            // Nothing is replaced that nobody sees.
            C::ReplaceAll => {
                self.go(Move::End, false, cx);
                self.new_line(cx);
            }
            C::Next(forward) => self.find_next(forward, cx),
            C::Line => self.open_line(),
            C::Outline => self.open_outline(),
            C::Definition => self.go_to_definition(cx),
            C::Back => self.go_back(cx),
            C::Error => self.go_to_error(cx),
            C::Stop => self.toggle_stop(self.line(), cx),
            C::Complete => self.complete(true, cx),
            C::Help => self.help(cx),
            C::Puny => {
                self.puny = !self.puny;
                cx.say(if self.puny { "shift types small letters" } else { "shift types signs" });
            }
            C::Kana(kana) => {
                self.kana = (self.kana != Some(kana)).then_some(kana);
                cx.say(match self.kana {
                    Some(Kana::Hiragana) => "letters type hiragana: ka is か, Ctrl+J ends it",
                    Some(Kana::Katakana) => "letters type katakana: ka is カ, Ctrl+K ends it",
                    None => "letters are letters",
                });
            }
            C::Signs => self.open_signs(),
            C::Tab(forward) => self.turn_tab(forward, cx),
            C::NewTab => self.new_tab(cx),
        }
        self.follow(cx);
    }
}
