//! `rasher help WORDS`, if the words are not a name: calls, commands, chapters and keys that match, best first.
//!
//! | a word is | points |
//! |---|---|
//! | a name or one of its synonyms (manual/synonyms.rs) | 60 |
//! | the start of a name, at least three letters | 25 |
//! | in the title of its chapter | 15 |
//! | in the line about it | 12 |
//! | in its text, for each of the first three times | 3 |
//!
//! Words are compared in one spelling and without plurals. If no topic has them all, those with most of them are listed.

use crate::cli;
use crate::error::ToolError;
use crate::manual::{self, STOP_WORDS, SYNONYMS};
use rasher::api::{CALLS, Call, Status};
use std::cmp::Reverse;
use std::fmt::Write;
use studio::WINDOW_KEYS;

const LISTED: usize = 12;
const NAME: usize = 28;
const LINE: usize = 86;

#[derive(Default)]
struct Topic {
    kind: &'static str,
    name: String,
    line: String,
    section: &'static str,
    text: String,
}

pub fn find(words: &[String]) -> Result<String, ToolError> {
    let query = words.join(" ");
    let mut asked: Vec<String> = split(&query).collect();
    if asked.iter().any(|word| !STOP_WORDS.contains(&word.as_str())) {
        asked.retain(|word| !STOP_WORDS.contains(&word.as_str()));
    }
    let all = topics();
    // How many of the words a topic has, and its points.
    let scored: Vec<(usize, u32, &Topic)> = all
        .iter()
        .map(|topic| {
            let points: Vec<u32> = asked.iter().map(|word| score(topic, word)).collect();
            (points.iter().filter(|points| **points > 0).count(), points.iter().sum(), topic)
        })
        .collect();
    let most = scored.iter().map(|(count, ..)| *count).max().unwrap_or(0);
    let correction = if most < asked.len() { correct(&asked, &all) } else { None };
    if most == 0 {
        return Err(ToolError::UnknownTopic { name: query.chars().take(32).collect(), near: correction });
    }
    let mut found: Vec<_> = scored.into_iter().filter(|(count, ..)| *count == most).collect();
    // Stable, as the table lists common calls first.
    found.sort_by_key(|(_, points, _)| Reverse(*points));
    let mut out = format!("{query}:\n\n");
    if most < asked.len() {
        let correction = correction.map_or(String::new(), |words| format!(" Did you mean {words}?"));
        _ = writeln!(out, "  Nothing matches all words; these match some.{correction}");
    }
    for (.., topic) in found.iter().take(LISTED) {
        _ = writeln!(out, "  {:NAME$} {:8} {}", topic.name, topic.kind, cut(&topic.line));
        // A row of a table says more than the line about it.
        let first = first_match(&topic.text, &asked);
        if let Some((_, line)) = first.filter(|(is_row, _)| *is_row || !has_any(&topic.line, &asked)) {
            _ = writeln!(out, "  {:NAME$} {:8} {line}", "", "");
        }
    }
    if found.len() > LISTED {
        _ = writeln!(out, "  and {} more", found.len() - LISTED);
    }
    out.push_str(
        "\nFor details of a call or command: rasher help NAME. For chapters: rasher manual -o manual.html\n",
    );
    Ok(out)
}

fn topic(kind: &'static str, name: impl Into<String>, line: impl Into<String>) -> Topic {
    Topic { kind, name: name.into(), line: line.into(), ..Topic::default() }
}

fn topics() -> Vec<Topic> {
    let calls_in = |of: &dyn Fn(&Call) -> bool| -> Vec<&Call> {
        CALLS.iter().filter(|call| call.status == Status::Rust && of(call)).collect()
    };
    let calls = calls_in(&|_| true);
    let mut sections: Vec<&str> = calls.iter().map(|call| call.section).collect();
    sections.dedup();
    let calls = calls.into_iter().map(|call| {
        let texts: Vec<&str> = call.rust.iter().map(|item| item.text).collect();
        Topic { section: call.section, text: texts.join("\n"), ..topic("call", call.name, call.help) }
    });
    let commands = cli::names().into_iter().map(|name| {
        let text = cli::help_of(&name).unwrap_or_default();
        let line = text.lines().next().unwrap_or_default();
        Topic { text: text.clone(), ..topic("command", name, line) }
    });
    let sections = sections.into_iter().map(|title| {
        let calls = calls_in(&|call| call.section == title);
        topic("chapter", title, calls.iter().map(|call| call.name).collect::<Vec<_>>().join(" "))
    });
    let chapters = guide::CHAPTERS.iter().map(|of| Topic {
        section: of.words,
        text: of.text.to_string(),
        ..topic("chapter", of.title(), of.words)
    });
    let tables = manual::tables().map(|(title, line)| topic("chapter", title, line));
    let keys = WINDOW_KEYS.iter().map(|(key, line)| topic("key", *key, *line));
    calls.chain(commands).chain(sections).chain(chapters).chain(tables).chain(keys).collect()
}

/// The words of a text in lower case and American spelling, without a plural `s`.
fn split(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '!');
    words.filter(|word| !word.is_empty()).map(|word| {
        let word = word.to_lowercase().replace("colour", "color").replace("grey", "gray");
        match word.strip_suffix('s') {
            Some(one) if one.len() > 2 && !one.ends_with(['s', 'u', 'i']) => one.to_string(),
            _ => word,
        }
    })
}

fn score(topic: &Topic, word: &str) -> u32 {
    let has = |text: &str| split(text).any(|other| other == *word);
    let is_name = |name: &str| topic.name.split(' ').any(|own| own == name);
    let synonyms = SYNONYMS.iter().filter(|(words, _)| has(words));
    if has(&topic.name) || synonyms.flat_map(|(_, names)| names.split(' ')).any(is_name) {
        return 60;
    }
    let begins = |name: &str| word.len() > 2 && name.to_lowercase().starts_with(word);
    let begins = if topic.name.split(' ').any(begins) { 25 } else { 0 };
    let section = if has(topic.section) { 15 } else { 0 };
    let line = if has(&topic.line) { 12 } else { 0 };
    let times = split(&topic.text).filter(|other| other == word).take(3).count();
    begins + section + line + 3 * times as u32
}

fn has_any(text: &str, asked: &[String]) -> bool {
    split(text).any(|word| asked.contains(&word))
}

/// The first sentence or row of a table that has one of the words, and whether it is a row.
fn first_match(text: &str, asked: &[String]) -> Option<(bool, String)> {
    let paragraphs = guide::paragraphs(text);
    let sentences = paragraphs.iter().flat_map(|paragraph| {
        let ends = if paragraph.starts_with('|') { "\n" } else { ". " };
        paragraph.split(ends)
    });
    let line = sentences.into_iter().find(|line| has_any(line, asked))?;
    let is_row = line.starts_with('|');
    let plain: String = line.trim_matches('|').chars().filter(|c| !matches!(c, '`' | '[' | ']')).collect();
    let plain = plain.trim().replace("Machine::", "").replace(" | ", "  ");
    Some((is_row, cut(&plain)))
}

fn cut(line: &str) -> String {
    let cut: String = line.chars().take(LINE).collect();
    if cut.len() < line.len() { format!("{cut}...") } else { cut }
}

/// The nearest words to those asked for, if each has at most two wrong letters.
fn correct(asked: &[String], all: &[Topic]) -> Option<String> {
    let names = all.iter().flat_map(|topic| topic.name.split(' '));
    let synonyms = SYNONYMS.iter().flat_map(|(words, _)| words.split(' '));
    let mut words: Vec<&str> = names.chain(synonyms).filter(|word| word.len() > 1).collect();
    words.sort_unstable();
    words.dedup();
    let nearest = |asked: &String| {
        let distance = |word: &str| strsim::osa_distance(&word.to_lowercase(), asked);
        let best = words.iter().map(|word| (distance(word), *word)).min()?;
        // In a word of three letters only one may be wrong.
        (best.0 <= if asked.len() < 4 { 1 } else { 2 }).then_some(best.1)
    };
    let found: Option<Vec<&str>> = asked.iter().map(nearest).collect();
    found.filter(|words| !words.is_empty() && words != asked).map(|words| words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_one_spelling() {
        let words = |text: &str| split(text).collect::<Vec<_>>();
        assert_eq!(
            words("Colours, grey colour, Sprites & bus_es! class this gas "),
            "color gray color sprite bus_es! class this gas".split(' ').collect::<Vec<_>>()
        );
    }

    #[test]
    fn synonyms_lead_to_topics() {
        let all = topics();
        let exists = |name: &&str| all.iter().any(|topic| topic.name.split(' ').any(|n| n == *name));
        let missing = SYNONYMS.iter().flat_map(|(_, names)| names.split(' ')).find(|name| !exists(name));
        assert_eq!(missing, None);
    }
}
