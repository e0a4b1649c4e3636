//! The prompt: commands about carts and files, and Lua typed against the paused cart.
//!
//! ```text
//! > x                      shows a value         > x=3   hp+=1   add(mobs,{})    a change is an edit of the moment, recorded
//! > ls   cd lib   load game   save   run   resume  as on PICO-8, in letters of any size; Tab completes, Up recalls
//! > for i=1,3 do         : print(i)             : end      unfinished code continues on the next line; an empty one ends it
//! ```
//!
//! The player runs a line: [`PromptCommand`] goes out, [`EditInput::Answer`] and [`EditInput::Names`] come back. `line.rs` reads it; commands
//! of PICO-8 that this console has elsewhere are answered with the place.

mod line;
mod view;

pub use line::EXPORTED;
pub use view::lines_of;

use super::context::Context;
use super::editor::{CommandTable, Editor, RunFn, TableRow};
use super::types::{EditEffect, EditInput, PromptCommand};
use std::ops::Range;

const LINES: usize = 500;
/// Lines of the history, and letters of a line, at most.
const REMEMBERED: usize = 100;
const LETTERS: usize = 1000;
/// Lines that are pasted at once, at most.
const PASTED: usize = 200;
const PAGE: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineTone {
    Typed,
    Answer,
    Error,
}

#[derive(Clone, Debug, Default)]
pub struct PromptEditor {
    lines: Vec<(LineTone, String)>,
    begun: String,
    typed: Vec<char>,
    cursor: usize,
    history: Vec<String>,
    back: usize,
    up: usize,
    completes: Option<String>,
    asks_costs: bool,
    reads: Option<String>,
    pub(super) awaits_costs: bool,
}

impl CommandTable for PromptEditor {
    type Command = RunFn<PromptEditor>;
    const TABLE: &'static [TableRow<Self::Command>] = TABLE;
}

const TABLE: &[TableRow<RunFn<PromptEditor>>] = &[
    ("run the line", "Enter", "prompt", |e, cx| e.enter(cx)),
    ("complete the word", "Tab", "prompt", |e, cx| e.complete(cx)),
    ("previous line", "Up", "prompt", |e, _| e.recall(1)),
    ("next line", "Down", "prompt", |e, _| e.recall(-1)),
    ("left", "Left", "move", |e, _| e.cursor = e.cursor.saturating_sub(1)),
    ("right", "Right", "move", |e, _| e.cursor = (e.cursor + 1).min(e.typed.len())),
    ("start of the line", "Home", "move", |e, _| e.cursor = 0),
    ("end of the line", "End", "move", |e, _| e.cursor = e.typed.len()),
    ("erase the previous character", "Back", "edit", |e, _| e.erase(e.cursor.saturating_sub(1)..e.cursor)),
    ("erase the next character", "Del", "edit", |e, _| e.erase(e.cursor..(e.cursor + 1).min(e.typed.len()))),
    ("erase the previous word", "Ctrl+Back", "edit", |e, _| e.erase(e.word_before()..e.cursor)),
    ("paste", "Ctrl+V", "edit", |_, cx| cx.effects.push(EditEffect::Paste)),
    ("copy the last answer", "Ctrl+C", "edit", |e, cx| e.copy(cx)),
    ("up a page", "PgUp", "view", |e, _| e.up = (e.up + PAGE).min(e.lines.len())),
    ("down a page", "PgDn", "view", |e, _| e.up = e.up.saturating_sub(PAGE)),
    ("previous word", "Ctrl+Left", "move", |e, _| e.cursor = e.word_before()),
    ("next word", "Ctrl+Right", "move", |e, _| e.cursor = e.word_behind()),
    ("erase the line", "Ctrl+U", "edit", |e, _| e.set("")),
];

fn is_unfinished(text: &str) -> bool {
    let bytes: Vec<u8> = rasher::text::encode(text).collect();
    let read = [lua::parse(&bytes), lua::parse(&[b"return ", &bytes[..]].concat())];
    let wrong = |it: &Result<_, lua::SyntaxError>| it.as_ref().is_err_and(lua::SyntaxError::is_unfinished);
    bytes.len() < LETTERS && read.iter().all(Result::is_err) && read.iter().any(wrong)
}

impl PromptEditor {
    fn say(&mut self, tone: LineTone, text: &str) {
        self.lines.extend(text.lines().map(|line| (tone, line.to_string())));
        self.lines.drain(..self.lines.len().saturating_sub(LINES));
        self.up = 0;
    }

    pub fn answer(&mut self, lines: &[String], bad: bool) {
        let tone = if bad { LineTone::Error } else { LineTone::Answer };
        lines.iter().for_each(|line| self.say(tone, line));
    }

    pub fn ends_with(&self, line: &str) -> bool {
        self.lines.last().is_some_and(|(_, last)| last == line)
    }

    pub fn asks_costs(&mut self) -> bool {
        std::mem::take(&mut self.asks_costs)
    }

    fn text(&self) -> String {
        self.typed.iter().collect()
    }

    fn set(&mut self, text: &str) {
        self.typed = text.chars().take(LETTERS).collect();
        self.cursor = self.typed.len();
    }

    fn put(&mut self, text: &str) {
        for letter in text.chars().filter(|letter| !letter.is_control()) {
            if self.typed.len() < LETTERS {
                self.typed.insert(self.cursor, letter);
                self.cursor += 1;
            }
        }
    }

    fn erase(&mut self, range: Range<usize>) {
        self.cursor = range.start;
        self.typed.drain(range);
    }

    fn copy(&self, cx: &mut Context) {
        let lines = self.lines.iter().rev().skip_while(|line| line.0 == LineTone::Typed);
        let answer = lines.take_while(|line| line.0 != LineTone::Typed).map(|line| line.1.as_str());
        let mut answer: Vec<&str> = answer.collect();
        answer.reverse();
        cx.effects.push(EditEffect::Copy(answer.join("\n")));
    }

    fn enter(&mut self, cx: &mut Context) {
        let text = self.text();
        self.set("");
        self.back = 0;
        self.say(LineTone::Typed, &format!("{}{text}", self.sign()));
        let line = text.trim();
        if !line.is_empty() && self.history.last().is_none_or(|last| last != line) {
            self.history.push(line.to_string());
            self.history.drain(..self.history.len().saturating_sub(REMEMBERED));
        }
        let command = match std::mem::take(&mut self.begun) {
            begun if !begun.is_empty() => Some(PromptCommand::Lua(format!("{begun}\n{line}"))),
            _ if line.is_empty() => return,
            _ => self.command(line),
        };
        cx.reads = self.reads.take();
        match command {
            Some(PromptCommand::Lua(text)) if !line.is_empty() && is_unfinished(&text) => self.begun = text,
            command => cx.effects.extend(command.map(EditEffect::Prompt)),
        }
    }

    fn sign(&self) -> &'static str {
        if self.begun.is_empty() { "> " } else { ": " }
    }

    fn word_before(&self) -> usize {
        let blanks = self.typed[..self.cursor].iter().rev().take_while(|letter| !letter.is_alphanumeric());
        let end = self.cursor - blanks.count();
        end - self.typed[..end].iter().rev().take_while(|letter| letter.is_alphanumeric()).count()
    }

    fn word_behind(&self) -> usize {
        let rest = &self.typed[self.cursor..];
        let word = rest.iter().take_while(|letter| letter.is_alphanumeric()).count();
        self.cursor + word + rest[word..].iter().take_while(|letter| !letter.is_alphanumeric()).count()
    }

    fn recall(&mut self, by: isize) {
        self.back = self.back.saturating_add_signed(by).min(self.history.len());
        let text = match self.history.len().checked_sub(self.back) {
            Some(at) if self.back > 0 => self.history[at].clone(),
            _ => String::new(),
        };
        self.set(&text);
    }
}

impl Editor for PromptEditor {
    fn input(&mut self, input: &EditInput, cx: &mut Context) {
        match input {
            EditInput::Key(key) if key.control == key.alt => self.put(&key.text),
            // Whole lines are run, as in a terminal; the last one waits.
            EditInput::Pasted(text) => {
                for (n, line) in text.split('\n').take(PASTED).enumerate() {
                    if n > 0 {
                        self.enter(cx);
                    }
                    self.put(line);
                }
            }
            EditInput::Wheel(steps) => {
                let up = self.up.saturating_add_signed((*steps).clamp(-99, 99) as isize * 3);
                self.up = up.min(self.lines.len());
            }
            _ => {}
        }
    }

    fn enter(&mut self, cx: &mut Context) {
        cx.typed.take().iter().for_each(|line| self.set(line));
    }

    fn cancel(&mut self, _cx: &mut Context) -> bool {
        let typed = !self.typed.is_empty() || !self.begun.is_empty();
        self.begun.clear();
        self.set("");
        typed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EditorKind;
    use crate::test_user::{Dice, User};
    use studio::{Piece, SoundFile};

    fn user() -> User {
        User::at(EditorKind::Prompt)
    }

    fn enter(user: &mut User, line: &str) -> Vec<EditEffect> {
        user.types(line);
        user.effects.clear();
        user.key("Enter");
        std::mem::take(&mut user.effects)
    }

    fn lines(user: &User) -> Vec<&str> {
        user.editors.prompt.lines.iter().map(|(_, text)| &text[..]).collect()
    }

    fn lua(text: &str) -> Vec<EditEffect> {
        vec![EditEffect::Prompt(PromptCommand::Lua(text.into()))]
    }

    /// PICO-8's: a command's argument needs no quotes, letters of any size; all else is Lua.
    #[test]
    fn a_line_is_a_command_or_lua() {
        use PromptCommand as P;
        let export = |name: &str, over: bool, piece: Option<Piece>, file: SoundFile| P::Export {
            name: name.into(),
            over,
            piece,
            file,
        };
        let plain = SoundFile::default();
        let long = SoundFile { seconds: Some(9), loops: 3, fade: 0, rate: 48_000 };
        let cases = [
            ("ls", P::Ls),
            ("LOAD my game.p8", P::Load("my game.p8".into())),
            ("load \"x\"", P::Load("x".into())),
            ("cd ..", P::Cd("..".into())),
            ("run", P::Run(String::new())),
            ("r", P::Resume),
            ("save", P::Save(String::new())),
            ("r=3", P::Lua("r=3".into())),
            ("run = 3", P::Lua("run = 3".into())),
            ("x+1", P::Lua("x+1".into())),
            ("print(\"a b\")", P::Lua("print(\"a b\")".into())),
            ("MKDIR my games", P::Mkdir("my games".into())),
            ("folder", P::Folder),
            ("reboot", P::New(String::new())),
            ("new", P::New(String::new())),
            ("NEW ball", P::New("ball".into())),
            ("new=3", P::Lua("new=3".into())),
            ("export game.html", export("game.html", false, None, plain)),
            ("export tune.ogg -music 0", export("tune.ogg", false, Some(Piece::Music(0)), plain)),
            ("export my tune.ogg -y -music 0", export("my tune.ogg", true, Some(Piece::Music(0)), plain)),
            ("reset", P::Lua("reset()".into())),
            ("splore", P::Shelf),
            ("share", P::Share),
            ("shutdown", P::Shutdown),
            ("info=3", P::Lua("info=3".into())),
            ("export my tune.wav", export("my tune.wav", false, None, plain)),
            ("EXPORT -y \"a b.png\"", export("a b.png", true, None, plain)),
            ("export -sfx 8 a.wav", export("a.wav", false, Some(Piece::Sfx(8)), plain)),
            ("export -y -music 63 a.wav", export("a.wav", true, Some(Piece::Music(63)), plain)),
            ("export -loops 3 -fade 0 -rate 48000 -seconds 9 my.ogg", export("my.ogg", false, None, long)),
        ];
        for (line, want) in cases {
            assert_eq!(enter(&mut user(), line), [EditEffect::Prompt(want)], "{line}");
        }
        for line in ["", "  ", "help", "help spr", "cls", "cd", "load", "help nonsense", "info", "mkdir"] {
            assert_eq!(enter(&mut user(), line), [], "{line}: answered here");
        }
        // A command of PICO-8 that this console does elsewhere is answered with the place, a wrong option with the expected ones.
        for (line, says) in [
            (".", "F12"),
            ("keyconfig", "controls"),
            ("CONFIG", "settings"),
            ("install_demos", "splore"),
            ("export -sfx 64 a.wav", "0 to 63"),
            ("export -loops 0 a.wav", "1 to 100 after -loops"),
            ("export -fade x a.wav", "0 to 60 after -fade"),
            ("export -seconds 3601 a.wav", "1 to 3600 after -seconds"),
            ("export -rate 44000 a.wav", "44100"),
            ("export -loud a.wav", "-sfx N"),
            ("help export", "%d"),
            ("help export", ".html"),
        ] {
            let mut user = user();
            assert_eq!(enter(&mut user, line), [], "{line}");
            assert!(lines(&user)[1..].iter().any(|text| text.contains(says)), "{line}: {:?}", lines(&user));
        }
    }

    /// Our decision, by the prompt of Lua: unfinished code continues on the next line, until an empty one or Esc ends it.
    #[test]
    fn lua_may_take_several_lines() {
        let ls = || vec![EditEffect::Prompt(PromptCommand::Ls)];
        let cases: [(&[&str], Vec<EditEffect>); 8] = [
            (&["function f() return 3 end"], lua("function f() return 3 end")),
            (&["for i=1,3 do", "print(i)", "end"], lua("for i=1,3 do\nprint(i)\nend")),
            (&["x={1,", "ls", "}"], lua("x={1,\nls\n}")),
            (&["f(", ""], lua("f(\n")),
            (&["1+", "2"], lua("1+\n2")),
            (&["x,y"], lua("x,y")),
            (&["1+)", "ls"], ls()),
            (&["if x then", "ls", "y=) end"], lua("if x then\nls\ny=) end")),
        ];
        for (lines, want) in cases {
            let mut user = user();
            assert_eq!(lines.iter().map(|line| enter(&mut user, line)).last(), Some(want), "{lines:?}");
        }
        // Several pasted lines act as if they were typed; the last one waits.
        let mut user = user();
        user.send(EditInput::Pasted("function f(n)\r\n return n -- this\r\nend\nls\n1+1".into()));
        assert_eq!(user.effects, [lua("function f(n)\nreturn n -- this\nend"), ls()].concat());
        assert_eq!(user.editors.prompt.text(), "1+1");
        let mut user = self::user();
        assert_eq!(enter(&mut user, "if x then"), []);
        assert_eq!(enter(user.does("Esc"), "ls"), ls());
    }

    /// Our decision, by PICO-8's INFO: what the code costs, and how much of each kind of data there is.
    #[test]
    fn what_a_cart_costs_is_said() {
        let mut user = user();
        enter(&mut user, "info");
        assert!(lines(&user)[1].starts_with("sprites ") && lines(&user)[1].contains("patterns "));
        user.sources(&[("a.p8", "x=1\nprint(x)\n")]);
        enter(&mut user, "info");
        // Six tokens: x = 1, print, (), x.
        for what in ["a.p8", "tokens: 6 of 8192, 1 %", " of 15616, 1 %"] {
            assert!(lines(&user).iter().any(|line| line.contains(what)), "{:#?}", lines(&user));
        }
    }

    #[test]
    fn what_was_typed_comes_back_and_tab_completes() {
        let mut user = user();
        enter(&mut user, "x=1");
        enter(&mut user, "x=2");
        for (script, want) in [
            ("Up*2", "x=1"),
            ("Down*2", ""),
            // Reset and resume begin so.
            ("'res' Tab", "res"),
            ("u Tab", "resume"),
            ("Ctrl+Left Ctrl+Back", "resume"),
            ("Ctrl+Right '(a.b' Ctrl+Back", "resume(a."),
        ] {
            assert_eq!(user.does(script).editors.prompt.text(), want, "{script}");
        }
        // A line, the folder that Tab asks for, the names in it, and the line then.
        let cases: [(&str, &str, &[&str], &str); 9] = [
            ("load ga", "", &["game.lua", "game.p8", "game.txt"], "load game.p8"),
            ("load ga", "", &["game.p8", "lib/"], "load game.p8"),
            ("LOAD GA", "", &["game.p8", "lib/"], "LOAD game.p8"),
            ("load my g", "", &["my game.p8", "my song.p8"], "load my game.p8"),
            ("load my", "", &["my game.p8", "my song.p8"], "load my "),
            ("load lib/a", "lib/", &["all.p8", "other.p8"], "load lib/all.p8"),
            ("export -y ga", "", &["game.p8"], "export -y game.p8"),
            ("cd ../my", "../", &["my carts/"], "cd ../my carts/"),
            ("import x", "", &["game.p8"], "import x"),
        ];
        for (line, folder, names, want) in cases {
            user.does("Ctrl+u").types(line);
            let asked = EditEffect::Prompt(PromptCommand::Names(folder.into()));
            assert_eq!(user.does("Tab").effects.last(), Some(&asked), "{line}");
            user.send(EditInput::Names(names.iter().map(|name| (*name).to_string()).collect()));
            assert_eq!(user.editors.prompt.text(), want, "{line}");
        }
    }

    /// Code and data of one file are answered one after the other.
    #[test]
    fn a_save_is_answered_once_and_the_next_one_again() {
        let mut user = user();
        for _ in 0..2 {
            enter(&mut user, "save");
            user.send(EditInput::SourcesSaved(Vec::new(), Ok("a.p8".into())));
            user.send(EditInput::Saved(Box::new(user.data()), Ok("a.p8".into())));
        }
        let at = lines(&user).iter().position(|line| *line == "> save").expect("it was typed");
        assert_eq!(lines(&user)[at..], ["> save", "saved a.p8", "> save", "saved a.p8"]);
    }

    #[test]
    fn anything_may_be_typed() {
        let (mut user, mut dice) = (user(), Dice(3));
        let keys =
            ["a", "(", " ", "é", "Enter", "Tab", "Up", "Down", "Left", "Back", "Del", "Home", "End", "PgUp"];
        for n in 0..10_000 {
            user.key(keys[dice.roll(keys.len() as i32) as usize]);
            if n % 1000 == 0 {
                user.send(EditInput::Answer(vec!["a long line ".repeat(40)], n % 2000 == 0));
                user.send(EditInput::Size(128 + n, 128, 2));
                user.editors.draw();
                user.send(EditInput::Names(vec!["éa".into(), "èa".into()]));
            }
        }
    }
}
