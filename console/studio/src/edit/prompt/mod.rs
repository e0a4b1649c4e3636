//! The prompt: commands about carts and files, and Lua typed against the cart that stands still.
//!
//! ```text
//! > x                      a value is shown        > x=3   hp+=1   add(mobs,{})    what it changes is an edit of the moment, recorded
//! > ls   cd lib   load game   save   run   resume  as on PICO-8, in letters of any size; Tab completes, up is what was typed before
//! ```
//!
//! What a line does is done by whoever holds the editors: [`PromptCommand`] goes out, [`EditInput::Answer`] and [`EditInput::Names`] come back.

mod view;

use super::command::CommandRow;
use super::desk::{Desk, Editor};
use super::document::{Place, Side};
use super::input::{EditEffect, EditInput};
use super::pen::Pen;
use rasher::api::CALLS;

/// What is wanted of the world by a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PromptCommand {
    /// Lua, for the cart that stands still.
    Lua(String),
    /// The cart begins anew, told that.
    Run(String),
    /// The cart goes on.
    Resume,
    /// Another cart.
    Load(String),
    /// All that is unsaved; or a copy of the cart's file under that name.
    Save(String),
    /// What is in the folder.
    Ls,
    /// The names in the folder, to complete one.
    Names,
    /// Another folder.
    Cd(String),
    /// Data from a file.
    Import(String),
    /// Data into a file.
    Export {
        /// The file.
        name: String,
        /// Also where there is one already.
        over: bool,
    },
}

/// The commands, what they take, what they do.
const COMMANDS: [(&str, &str, &str); 10] = [
    ("help", "[call]", "this list, or what a call does"),
    ("ls", "", "what is in the folder"),
    ("cd", "folder", "another folder; .. is the one above"),
    ("load", "cart", "another cart: a file, or a name of the shelf"),
    ("save", "[file]", "all that is unsaved; or a copy of the cart's file"),
    ("run", "[param]", "the cart begins anew"),
    ("resume", "", "the cart goes on"),
    ("import", "file", "data from a .png .map .flags .sfx .music"),
    ("export", "[-y] file", "data into such a file, or a .p8 .p8.png; -y: over one that is there"),
    ("cls", "", "clears this page"),
];
/// Lines that stay.
const LINES: usize = 500;
/// Lines that were typed and are remembered, and the longest.
const REMEMBERED: usize = 100;
const LETTERS: usize = 1000;

/// How a line looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tone {
    Typed,
    Told,
    Wrong,
}

/// The prompt's own state.
#[derive(Clone, Debug, Default)]
pub struct Prompt {
    lines: Vec<(Tone, String)>,
    typed: Vec<char>,
    cursor: usize,
    history: Vec<String>,
    /// How far back in it one is.
    back: usize,
    /// Lines that the view is scrolled up by.
    up: usize,
    names: Option<Vec<String>>,
    /// Tab was pressed before the names were known.
    completes: bool,
}

const ROWS: [CommandRow; 15] = [
    CommandRow { name: "do what is typed", key: "Enter", menu: "prompt" },
    CommandRow { name: "complete the word", key: "Tab", menu: "prompt" },
    CommandRow { name: "what was typed before", key: "Up", menu: "prompt" },
    CommandRow { name: "what was typed after that", key: "Down", menu: "prompt" },
    CommandRow { name: "left", key: "Left", menu: "move" },
    CommandRow { name: "right", key: "Right", menu: "move" },
    CommandRow { name: "begin of the line", key: "Home", menu: "move" },
    CommandRow { name: "end of the line", key: "End", menu: "move" },
    CommandRow { name: "erase the sign before", key: "Back", menu: "edit" },
    CommandRow { name: "erase the sign after", key: "Del", menu: "edit" },
    CommandRow { name: "erase the line", key: "Ctrl+Back", menu: "edit" },
    CommandRow { name: "paste", key: "Ctrl+V", menu: "edit" },
    CommandRow { name: "copy the last answer", key: "Ctrl+C", menu: "edit" },
    CommandRow { name: "up a page", key: "PgUp", menu: "view" },
    CommandRow { name: "down a page", key: "PgDn", menu: "view" },
];

impl Prompt {
    fn say(&mut self, tone: Tone, text: &str) {
        self.lines.extend(text.lines().map(|line| (tone, line.to_string())));
        self.lines.drain(..self.lines.len().saturating_sub(LINES));
        self.up = 0;
    }

    /// What came of a line.
    pub fn answer(&mut self, lines: &[String], bad: bool) {
        let tone = if bad { Tone::Wrong } else { Tone::Told };
        lines.iter().for_each(|line| self.say(tone, line));
    }

    /// The names in the folder.
    pub fn know(&mut self, names: &[String], desk: &mut Desk) {
        self.names = Some(names.to_vec());
        if std::mem::take(&mut self.completes) {
            self.complete(desk);
        }
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

    fn enter(&mut self, desk: &mut Desk) {
        let text = self.text();
        self.set("");
        self.back = 0;
        self.say(Tone::Typed, &format!("> {text}"));
        let line = text.trim();
        if line.is_empty() {
            return;
        }
        if self.history.last().is_none_or(|last| last != line) {
            self.history.push(line.to_string());
            self.history.drain(..self.history.len().saturating_sub(REMEMBERED));
        }
        if let Some(command) = self.command(line) {
            desk.effects.push(EditEffect::Prompt(command));
        }
    }

    /// What a line asks of the world; none where it is answered here.
    fn command(&mut self, line: &str) -> Option<PromptCommand> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        // A command's argument needs no quotes, and `load("x")` is one as well.
        let rest = rest.trim().trim_matches('"').to_string();
        let is_lua = rest.starts_with('=') || rest.starts_with('(');
        let needs = |rest: &str, what: &str| (!rest.is_empty()).then_some(()).ok_or(what.to_string());
        let found = match word.to_ascii_lowercase().as_str() {
            _ if is_lua => Ok(PromptCommand::Lua(line.to_string())),
            "help" => {
                self.help(&rest);
                return None;
            }
            "cls" if rest.is_empty() => {
                self.lines.clear();
                return None;
            }
            "ls" | "dir" => Ok(PromptCommand::Ls),
            "cd" => needs(&rest, "cd FOLDER").map(|()| PromptCommand::Cd(rest.clone())),
            "load" => needs(&rest, "load CART").map(|()| PromptCommand::Load(rest.clone())),
            "save" => Ok(PromptCommand::Save(rest)),
            "run" => Ok(PromptCommand::Run(rest)),
            "resume" | "r" if rest.is_empty() => Ok(PromptCommand::Resume),
            "import" => needs(&rest, "import FILE").map(|()| PromptCommand::Import(rest.clone())),
            "export" => {
                let over = rest.strip_prefix("-y ").map(str::trim_start);
                let name = over.unwrap_or(&rest).to_string();
                needs(&name, "export FILE").map(|()| PromptCommand::Export { over: over.is_some(), name })
            }
            _ => Ok(PromptCommand::Lua(line.to_string())),
        };
        match found {
            Ok(command) => Some(command),
            Err(expected) => {
                self.say(Tone::Wrong, &format!("found nothing behind it, expected {expected}"));
                None
            }
        }
    }

    fn help(&mut self, word: &str) {
        if word.is_empty() {
            for (name, takes, does) in COMMANDS {
                self.say(Tone::Told, &format!("{name} {takes}  {does}"));
            }
            return self.say(Tone::Told, "anything else is Lua: a value is shown, what changes is an edit");
        }
        match CALLS.iter().find(|call| call.is(word)) {
            Some(call) => {
                self.say(Tone::Told, call.help);
                for form in call.forms {
                    let arguments: Vec<String> = form.arguments.iter().map(ToString::to_string).collect();
                    self.say(Tone::Told, &format!("{}({})", form.name, arguments.join(", ")));
                }
            }
            None => self.say(Tone::Wrong, &format!("{word} is no call of the console, and no command")),
        }
    }

    /// Completes the word before the cursor: a command, a file's name, a call.
    fn complete(&mut self, desk: &mut Desk) {
        let before: String = self.typed[..self.cursor].iter().collect();
        let (head, word) =
            before.rsplit_once([' ', '(', ',', '=']).map_or(("", &before[..]), |(head, word)| (head, word));
        let of_files =
            ["cd", "load", "save", "import", "export"].contains(&head.trim().to_ascii_lowercase().as_str());
        let mut found: Vec<String> = if of_files {
            let Some(names) = &self.names else {
                self.completes = true;
                return desk.effects.push(EditEffect::Prompt(PromptCommand::Names));
            };
            names.iter().filter(|name| name.starts_with(word)).cloned().collect()
        } else {
            let commands = COMMANDS.iter().map(|row| row.0).filter(|_| head.is_empty());
            let all = commands.chain(CALLS.iter().flat_map(|call| call.name.split(' ')));
            all.filter(|name| name.starts_with(&word.to_ascii_lowercase())).map(str::to_string).collect()
        };
        found.sort_unstable();
        found.dedup();
        let Some(first) = found.first() else { return desk.say("nothing begins so") };
        let same = |n: &usize| found.iter().all(|it| it.as_bytes().get(*n) == first.as_bytes().get(*n));
        let mut len = (0..first.len()).take_while(same).count();
        while !first.is_char_boundary(len) {
            len -= 1;
        }
        let begin = self.cursor - word.chars().count();
        let rest: Vec<char> = self.typed.drain(begin..).skip(word.chars().count()).collect();
        self.typed.extend(first[..len].chars());
        self.cursor = self.typed.len();
        self.typed.extend(rest);
        if found.len() > 1 {
            self.say(Tone::Told, &found.join("  "));
        }
    }

    fn earlier(&mut self, by: isize) {
        self.back = self.back.saturating_add_signed(by).min(self.history.len());
        let text = match self.history.len().checked_sub(self.back) {
            Some(at) if self.back > 0 => self.history[at].clone(),
            _ => String::new(),
        };
        self.set(&text);
    }
}

impl Editor for Prompt {
    fn side(&self) -> Side {
        Side::Picture
    }

    fn rows(&self) -> Vec<CommandRow> {
        ROWS.to_vec()
    }

    fn run(&mut self, row: usize, desk: &mut Desk) {
        match row {
            0 => self.enter(desk),
            1 => self.complete(desk),
            2 => self.earlier(1),
            3 => self.earlier(-1),
            4 => self.cursor = self.cursor.saturating_sub(1),
            5 => self.cursor = (self.cursor + 1).min(self.typed.len()),
            6 => self.cursor = 0,
            7 => self.cursor = self.typed.len(),
            8 if self.cursor > 0 => {
                self.cursor -= 1;
                self.typed.remove(self.cursor);
            }
            9 if self.cursor < self.typed.len() => drop(self.typed.remove(self.cursor)),
            10 => self.set(""),
            11 => desk.effects.push(EditEffect::Paste),
            12 => {
                let told = self.lines.iter().rev().skip_while(|line| line.0 == Tone::Typed);
                let mut last: Vec<&str> =
                    told.take_while(|line| line.0 != Tone::Typed).map(|line| line.1.as_str()).collect();
                last.reverse();
                desk.effects.push(EditEffect::Copy(last.join("\n")));
            }
            13 => self.up = (self.up + 8).min(self.lines.len()),
            14 => self.up = self.up.saturating_sub(8),
            _ => {}
        }
    }

    fn input(&mut self, input: &EditInput, _desk: &mut Desk) {
        match input {
            EditInput::Key(key) if key.control == key.alt => self.put(&key.text),
            EditInput::Pasted(text) => self.put(text.lines().next().unwrap_or_default()),
            EditInput::Wheel(steps) => {
                let up = self.up.saturating_add_signed((*steps).clamp(-99, 99) as isize * 3);
                self.up = up.min(self.lines.len());
            }
            _ => {}
        }
    }

    fn settle(&mut self, _desk: &mut Desk) {}

    fn cancel(&mut self, _desk: &mut Desk) -> bool {
        let typed = !self.typed.is_empty();
        self.set("");
        typed
    }

    fn show(&mut self, _place: Place, _desk: &mut Desk) {}

    fn status(&self, _desk: &Desk) -> String {
        "help: all commands   Tab completes   Esc: back to the cart".to_string()
    }

    fn draw(&self, pen: &mut Pen<'_>, desk: &Desk) {
        self.draw_lines(pen, desk);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::EditorKind;
    use crate::edit::hand::Hand;

    fn typed(hand: &mut Hand, line: &str) -> Vec<EditEffect> {
        hand.effects.clear();
        line.chars().for_each(|letter| hand.key(&letter.to_string()));
        hand.key("Enter");
        std::mem::take(&mut hand.effects)
    }

    fn hand() -> Hand {
        let mut hand = Hand::new();
        hand.editors.open(EditorKind::Prompt);
        hand
    }

    /// PICO-8's: a command's argument needs no quotes, letters of any size; all else is Lua.
    #[test]
    fn a_line_is_a_command_or_lua() {
        use PromptCommand as P;
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
        ];
        for (line, want) in cases {
            assert_eq!(typed(&mut hand(), line), [EditEffect::Prompt(want)], "{line}");
        }
        for line in ["", "  ", "help", "help spr", "cls", "cd", "load", "help nonsense"] {
            assert_eq!(typed(&mut hand(), line), [], "{line}: answered here");
        }
    }

    #[test]
    fn what_was_typed_comes_back_and_tab_completes() {
        let mut hand = hand();
        typed(&mut hand, "x=1");
        typed(&mut hand, "x=2");
        hand.key("Up");
        hand.key("Up");
        assert_eq!(hand.editors.prompt.text(), "x=1");
        hand.key("Down");
        hand.key("Down");
        assert_eq!(hand.editors.prompt.text(), "");
        "res".chars().for_each(|letter| hand.key(&letter.to_string()));
        hand.key("Tab");
        assert_eq!(hand.editors.prompt.text(), "res", "reset and resume begin so");
        hand.key("u");
        hand.key("Tab");
        assert_eq!(hand.editors.prompt.text(), "resume");
        hand.key("Ctrl+Back");
        "load ga".chars().for_each(|letter| hand.key(&letter.to_string()));
        hand.key("Tab");
        assert_eq!(hand.effects.last(), Some(&EditEffect::Prompt(PromptCommand::Names)));
        hand.tell(EditInput::Names(vec!["game.p8".into(), "lib/".into()]));
        assert_eq!(hand.editors.prompt.text(), "load game.p8");
    }

    /// Any keys on it: no panic, at any size.
    #[test]
    fn anything_may_be_typed() {
        let mut hand = hand();
        let keys =
            ["a", "(", " ", "é", "Enter", "Tab", "Up", "Down", "Left", "Back", "Del", "Home", "End", "PgUp"];
        let mut seed = 3u32;
        for n in 0..10_000 {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            hand.key(keys[(seed >> 16) as usize % keys.len()]);
            if n % 1000 == 0 {
                hand.tell(EditInput::Answer(vec!["a long line ".repeat(40)], n % 2000 == 0));
                hand.tell(EditInput::Size(128 + n, 128, 2));
                hand.editors.draw();
                hand.tell(EditInput::Names(vec!["éa".into(), "èa".into()]));
            }
        }
    }
}
