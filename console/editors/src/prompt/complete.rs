//! Tab at the prompt: a command, a call, or the name of a file behind a command that takes one.
//!
//! ```text
//! lo_             load        load my ga_      load my game.p8      load lib/a_    load lib/all.p8
//! ```
//!
//! Each Tab asks for names: a folder may have changed. A name is the rest of the line, blanks included.

use super::line::COMMANDS;
use super::{LineTone, Prompt};
use crate::context::Context;
use crate::types::{EditEffect, PromptCommand};
use rasher::api::CALLS;

const OF_FILES: [&str; 6] = ["cd", "mkdir", "load", "save", "import", "export"];

fn split_folder(name: &str) -> (&str, &str) {
    name.rfind('/').map_or(("", name), |at| name.split_at(at + 1))
}

fn begins(name: &str, with: &str) -> bool {
    name.to_lowercase().starts_with(&with.to_lowercase())
}

impl Prompt {
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

    /// Replaces the word before the cursor with the longest common prefix of the matches.
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
