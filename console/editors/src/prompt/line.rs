//! Reads and completes a line of the prompt: a command, one of PICO-8 that is elsewhere here, or Lua.
//!
//! ```text
//! LOAD my game.p8     a command's argument is the rest of the line and needs no quotes
//! run=3   run (3)     Lua, because of the = or (
//! load my ga Tab      load my game.p8: a command, a call, or the name of a file behind a command that takes one
//! ```
//!
//! Each Tab asks for names: a folder may have changed. A name is the rest of the line, blanks included.

use super::{LineTone, PromptEditor};
use crate::context::Context;
use crate::types::{EditEffect, PromptCommand};
use rasher::api::CALLS;
use studio::{Piece, SoundFile};

macro_rules! exported {
    () => {
        ".png .map.png .map .flags .sfx .music .wav .ogg .p8 .p8.png .p8.rom"
    };
}

pub const EXPORTED: &str = exported!();

pub(super) const COMMANDS: [(&str, &str, &str); 20] = [
    ("help", "[call]", "list commands, or describe a call"),
    ("tutorial", "[chapter]", "make a game in eight chapters, next to the editor"),
    ("manual", "[word]", "show a chapter or a call, such as manual spr"),
    ("ls", "", "list the folder"),
    ("cd", "folder", "change folder; .. is the parent"),
    ("mkdir", "folder", "create a folder"),
    ("folder", "", "show the folder in the file manager"),
    ("load", "cart", "load a cart: a file, or a name on the shelf"),
    ("new", "[example]", "make a blank cart, a copy of an example such as ball, or honey, the tutorial's"),
    ("save", "[file]", "save all changes, or all of the cart as another file"),
    ("run", "[param]", "restart the cart"),
    ("resume", "", "resume the cart"),
    ("info", "", "show the cart's costs and amount of data"),
    ("import", "file", "a picture, .aseprite .tmx .tmj .ldtk .p8 .map .flags .sfx .music"),
    (
        "export",
        "[-y] file",
        concat!(
            "a ",
            exported!(),
            " .html; -y: overwrite; sound: -sfx 8, -music 0, %d: all; -loops 2 -fade 5, or -seconds 60; -rate 44100"
        ),
    ),
    ("share", "", "copy a link to this cart, which a page of the console plays"),
    ("reboot", "", "make a blank cart, as new"),
    ("splore", "", "open the shelf of carts"),
    ("shutdown", "", "quit the console"),
    ("cls", "", "clear this page"),
];

const ELSEWHERE: [(&str, &str); 8] = [
    (".", "to step by frames: F12 opens the debugger, Right steps"),
    ("keyconfig", "keys are on the pause menu's page controls: Esc"),
    ("config", "settings are on the pause menu's page settings: Esc; rasher paths shows the file"),
    ("backup", "no backups needed: unsaved work is kept, and Ctrl+Z undoes past a save"),
    ("install_demos", "examples are on the shelf: splore"),
    ("install_games", "games are on the shelf: splore"),
    ("info()", "info, without parentheses"),
    ("exit", "shutdown ends the console, resume goes back to the cart"),
];

/// Options may be before the file's name or behind it. A word of the name may not begin with `-`.
fn export(rest: &str) -> Result<PromptCommand, String> {
    let (mut name, mut over, mut piece, mut file) = (Vec::new(), false, None, SoundFile::default());
    let mut words = rest.split(' ').filter(|word| !word.is_empty());
    while let Some(option) = words.next() {
        if !option.starts_with('-') {
            name.push(option);
            continue;
        }
        if option == "-y" {
            over = true;
            continue;
        }
        let mut number = |from: u32, to: u32| {
            let number = words.next().and_then(|word| word.parse().ok()).filter(|n| (from..=to).contains(n));
            number.ok_or_else(|| format!("expected a number from {from} to {to} after {option}"))
        };
        match option {
            "-sfx" => piece = Some(Piece::Sfx(number(0, 63)? as u8)),
            "-music" => piece = Some(Piece::Music(number(0, 63)? as u8)),
            "-loops" => file.loops = number(1, SoundFile::LOOPS.into())? as u8,
            "-fade" => file.fade = number(0, SoundFile::FADE.into())? as u8,
            "-seconds" => file.seconds = Some(number(1, SoundFile::SECONDS.into())? as u16),
            "-rate" => {
                let rate = number(0, u32::MAX).ok().filter(|rate| SoundFile::RATES.contains(rate));
                file.rate = rate.ok_or("expected 22050, 44100 or 48000 after -rate")?;
            }
            _ => {
                let known = "-y, -sfx N, -music N, -loops N, -fade N, -seconds N or -rate N";
                return Err(format!("found {option}, expected {known}"));
            }
        }
    }
    let name = name.join(" ").trim_matches('"').to_string();
    if name.is_empty() {
        return Err("expected export FILE".to_string());
    }
    Ok(PromptCommand::Export { over, name, piece, file })
}

impl PromptEditor {
    pub(super) fn command(&mut self, line: &str) -> Option<PromptCommand> {
        use PromptCommand as P;
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        // A command's argument needs no quotes.
        let rest = rest.trim().trim_matches('"').to_string();
        let lua = || Ok(P::Lua(line.to_string()));
        if rest.starts_with(['=', '(']) {
            return lua().ok();
        }
        let needs = |what: &str, make: fn(String) -> P| match rest.is_empty() {
            true => Err(format!("expected {what}")),
            false => Ok(make(rest.clone())),
        };
        let bare = rest.is_empty();
        let word = word.to_ascii_lowercase();
        let found = match word.as_str() {
            "help" => {
                self.help(&rest);
                return None;
            }
            "tutorial" | "manual" => {
                let first = if word == "tutorial" { "1" } else { "machine" };
                self.reads = Some(if bare { first.to_string() } else { rest });
                return None;
            }
            "cls" if bare => {
                self.lines.clear();
                return None;
            }
            "info" if bare => {
                self.asks_costs = true;
                return None;
            }
            "ls" | "dir" => Ok(P::Ls),
            "cd" => needs("cd FOLDER", P::Cd),
            "mkdir" => needs("mkdir FOLDER", P::Mkdir),
            "folder" if bare => Ok(P::Folder),
            "load" => needs("load CART", P::Load),
            "new" => Ok(P::New(rest)),
            "save" => Ok(P::Save(rest)),
            "run" => Ok(P::Run(rest)),
            "reboot" if bare => Ok(P::New(String::new())),
            "resume" | "r" if bare => Ok(P::Resume),
            "reset" if bare => Ok(P::Lua("reset()".to_string())),
            "import" => needs("import FILE", P::Import),
            "export" => export(&rest),
            "share" if bare => Ok(P::Share),
            "splore" if bare => Ok(P::Shelf),
            "shutdown" if bare => Ok(P::Shutdown),
            word => match ELSEWHERE.iter().find(|(name, _)| bare && *name == word) {
                None => lua(),
                Some((_, place)) => {
                    self.say(LineTone::Answer, place);
                    return None;
                }
            },
        };
        found.map_err(|expected| self.say(LineTone::Error, &expected)).ok()
    }

    fn help(&mut self, word: &str) {
        let named = word.trim_end_matches("()");
        let is_named = |row: &&(&str, _, _)| word.is_empty() || row.0.eq_ignore_ascii_case(named);
        let mut is_known = false;
        for (name, takes, does) in COMMANDS.iter().filter(is_named) {
            is_known = true;
            self.say(LineTone::Answer, &format!("{name} {takes}\t{does}"));
        }
        if word.is_empty() {
            return self.say(LineTone::Answer, "anything else is Lua: values are shown, changes are edits");
        }
        if let Some(call) = CALLS.iter().find(|call| call.is(named)) {
            self.say(LineTone::Answer, call.help);
            for form in call.forms {
                let arguments: Vec<String> = form.arguments.iter().map(ToString::to_string).collect();
                self.say(LineTone::Answer, &format!("{}({})", form.name, arguments.join(", ")));
            }
        } else if !is_known {
            self.say(LineTone::Error, &format!("{word} is neither a command nor a call of the console"));
        }
    }
}

const OF_FILES: [&str; 6] = ["cd", "mkdir", "load", "save", "import", "export"];

fn split_folder(name: &str) -> (&str, &str) {
    name.rfind('/').map_or(("", name), |at| name.split_at(at + 1))
}

fn begins(name: &str, with: &str) -> bool {
    name.to_lowercase().starts_with(&with.to_lowercase())
}

impl PromptEditor {
    fn file_before(&self) -> Option<String> {
        let before: String = self.typed[..self.cursor].iter().collect();
        let (word, mut rest) = before.trim_start().split_once(' ')?;
        if !OF_FILES.iter().any(|name| word.eq_ignore_ascii_case(name)) {
            return None;
        }
        rest = rest.trim_start();
        while let Some((_, after)) = rest.split_once(' ').filter(|(option, _)| option.starts_with('-')) {
            rest = after.trim_start();
        }
        Some(rest.trim_start_matches('"').to_string())
    }

    fn loads(&self) -> bool {
        self.text().trim_start().to_ascii_lowercase().starts_with("load ")
    }

    pub(super) fn complete(&mut self, cx: &mut Context) {
        if let Some(name) = self.file_before() {
            let folder = split_folder(&name).0.to_string();
            self.completes = Some(folder.clone());
            return cx.effects.push(EditEffect::Prompt(PromptCommand::Names(folder)));
        }
        let before: String = self.typed[..self.cursor].iter().collect();
        let (head, word) =
            before.rsplit_once([' ', '(', ',', '=']).map_or(("", &before[..]), |(head, word)| (head, word));
        let commands = COMMANDS.iter().map(|row| row.0).filter(|_| head.trim().is_empty());
        let all = commands.chain(CALLS.iter().flat_map(|call| call.name.split(' ')));
        let found: Vec<String> = all.filter(|name| begins(name, word)).map(str::to_string).collect();
        self.take(word, found, cx);
    }

    pub fn take_names(&mut self, names: &[String], cx: &mut Context) {
        let (Some(folder), Some(name)) = (self.completes.take(), self.file_before()) else { return };
        let (now, rest) = split_folder(&name);
        if now == folder {
            let is_for = |name: &str| !self.loads() || name.ends_with('/') || format::is_cartridge(name);
            let found = names.iter().filter(|name| begins(name, rest) && is_for(name)).cloned().collect();
            self.take(rest, found, cx);
        }
    }

    fn take(&mut self, word: &str, mut found: Vec<String>, cx: &mut Context) {
        found.sort_unstable();
        found.dedup();
        let Some(first) = found.first() else { return cx.say("no completions") };
        let first: Vec<char> = first.chars().collect();
        let same = |n: &usize| found.iter().all(|it| it.chars().nth(*n) == first.get(*n).copied());
        let len = (0..first.len()).take_while(same).count();
        if len >= word.chars().count() {
            let begin = self.cursor - word.chars().count();
            let rest: Vec<char> = self.typed.drain(begin..).skip(word.chars().count()).collect();
            self.typed.extend(&first[..len]);
            self.cursor = self.typed.len();
            self.typed.extend(rest);
        }
        if found.len() > 1 {
            self.say(LineTone::Answer, &found.join("  "));
        }
    }
}
