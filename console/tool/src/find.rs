//! `rasher help WORDS` where the words are no name: calls, commands, chapters and keys in which they stand, the best first.
//!
//! ```text
//! words ── one spelling, no plural ──┐
//!                                    ├── each word against each entry ── entries that have all of them ── by points, by name
//! WORDS that people look for ────────┘        none: the nearest word that there is
//! ```
//!
//! | a word is | points |
//! |---|---|
//! | a name, or what the entry is looked for by ([`SYNONYMS`]) | 60 |
//! | the beginning of a name, of three letters at least | 25 |
//! | in the title of its chapter | 15 |
//! | in the line about it | 12 |
//! | in the text above the method, for each of three times | 3 |

#[cfg(feature = "cli")]
use crate::cli;
use crate::error::ToolError;
use crate::manual;
use rasher::api::{CALLS, Call, Status};
use std::fmt::Write;
use studio::WINDOW_KEYS;

const LISTED: usize = 12;
/// Columns of a name, and of what is said about it.
const NAME: usize = 28;
const LINE: usize = 86;

/// What people call things that the texts call otherwise, and the entries that they mean.
const SYNONYMS: &[(&str, &str)] = &[
    (
        "high score highscore hiscore best record save saved load persist persistent progress",
        "cartdata dget dset",
    ),
    ("mouse pointer click wheel cursor", "stat"),
    ("sound audio noise effect synth mute volume", "sfx music"),
    ("song tune melody volume", "music"),
    ("number decimal fraction fixed point float", "Num num!"),
    ("sprite image picture animation animate draw flip mirror", "spr"),
    ("sprite image picture scale zoom stretch resize size large", "sspr"),
    ("tile level tilemap", "map mget mset"),
    ("collision collide hitbox hit solid wall", "fget mget"),
    ("font string write say text label", "print"),
    ("random chance dice shuffle", "rnd srand seed"),
    ("keyboard key controller gamepad game joystick button pad arrow input press", "btn btnp"),
    ("player players two multiplayer second", "btn btnp"),
    ("keyboard key type input clipboard copy paste", "stat"),
    ("transparent transparency see-through", "palt"),
    ("recolor tint swap fade palette", "pal"),
    ("clear wipe background", "cls"),
    ("scroll scrolling viewport follow shake", "camera"),
    ("crop mask window", "clip"),
    ("clock timer seconds delay wait sleep frames", "time"),
    ("rotate rotation mode7 3d perspective", "tline"),
    ("angle direction distance trigonometry circle turn", "atan2 sin cos sqrt"),
    ("round floor integer clamp absolute", "max mid flr"),
    ("modulo remainder rest", "Num"),
    ("dither pattern shade", "fillp"),
    ("speed fps slow performance", "_init stat strict"),
    ("frame rate update loop 60", "_init"),
    ("cpu memory date", "stat"),
    ("clipboard", "printh"),
    ("photosensitive accessibility flash shake", "less_flash less_shake"),
    ("screenshot gif video film", "extcmd"),
    ("pause menu option setting", "menuitem"),
    ("log trace", "printh debug"),
    ("edit change", "view"),
    ("executable exe distribute share publish release export", "build pack"),
    ("web html browser phone mobile touch itch share wav mp3 ogg", "export"),
    ("png image picture aseprite tiled ldtk convert", "import"),
    ("test check ci junit golden expect", "test run replay"),
    ("start begin template example learn", "new"),
    ("fullscreen", "f11"),
];

/// Words that a question has around what it is about.
pub const STOP_WORDS: &[&str] = &[
    "a", "an", "the", "to", "of", "in", "on", "my", "i", "do", "doe", "how", "is", "it", "and", "for",
    "with", "many", "what", "can", "use", "make", "get",
];

/// What people call a thing of these names.
pub fn synonyms_of(names: &str) -> Vec<&'static str> {
    let means = |of: &str| of.split(' ').any(|name| names.split(' ').any(|other| other == name));
    SYNONYMS.iter().filter(|(_, of)| means(of)).flat_map(|(words, _)| words.split(' ')).collect()
}

struct Entry {
    name: String,
    kind: &'static str,
    line: String,
    section: &'static str,
    text: String,
}

/// The entries that the words lead to, as a list: those in which all of them stand; where there are none, the most of them.
#[cfg(feature = "cli")]
pub fn find(words: &[String]) -> Result<String, ToolError> {
    let said = words.join(" ");
    let mut asked: Vec<String> = split(&said).collect();
    if asked.iter().any(|word| !STOP_WORDS.contains(&word.as_str())) {
        asked.retain(|word| !STOP_WORDS.contains(&word.as_str()));
    }
    let all = entries();
    // How many of the words an entry has, and its points.
    let weighed: Vec<(usize, u32, &Entry)> = all
        .iter()
        .map(|entry| {
            let points: Vec<u32> = asked.iter().map(|word| score(entry, word)).collect();
            (points.iter().filter(|points| **points > 0).count(), points.iter().sum(), entry)
        })
        .collect();
    let most = weighed.iter().map(|(count, ..)| *count).max().unwrap_or(0);
    let mended = if most < asked.len() { near(&asked, &all) } else { None };
    if most == 0 {
        let name: String = said.chars().take(32).collect();
        return Err(ToolError::NoCall { name, near: mended });
    }
    let mut found: Vec<(u32, &Entry)> = weighed
        .into_iter()
        .filter(|(count, ..)| *count == most)
        .map(|(_, sum, entry)| (sum, entry))
        .collect();
    // The table's order holds among equals: it goes from what is used most to what is used least.
    found.sort_by_key(|(points, _)| std::cmp::Reverse(*points));
    let mut out = format!("{said}:\n\n");
    if most < asked.len() {
        let mended = mended.map_or(String::new(), |words| format!(" Did you mean {words}?"));
        _ = writeln!(out, "  Nothing has all of these words; this has some.{mended}");
    }
    for (_, entry) in found.iter().take(LISTED) {
        _ = writeln!(out, "  {:NAME$} {:8} {}", entry.name, entry.kind, cut(&entry.line));
        // A row of a table says what the line about it cannot.
        let place = place(&entry.text, &asked);
        if let Some((_, line)) = place.filter(|(is_row, _)| *is_row || !has_any(&entry.line, &asked)) {
            _ = writeln!(out, "  {:NAME$} {:8} {line}", "", "");
        }
    }
    if found.len() > LISTED {
        _ = writeln!(out, "  and {} more", found.len() - LISTED);
    }
    out.push_str(
        "\nrasher help NAME tells more of a call or command; chapters are in rasher manual -o manual.html\n",
    );
    Ok(out)
}

#[cfg(feature = "cli")]
fn entries() -> Vec<Entry> {
    let calls = CALLS.iter().filter(|call| call.status == Status::Rust).map(of_call);
    let commands = cli::names().into_iter().map(|name| {
        let text = cli::help_of(&name).unwrap_or_default();
        let line = text.lines().next().unwrap_or_default().to_string();
        Entry { name, kind: "command", line, section: "", text }
    });
    let chapter = |name: String, line: &str| Entry {
        name,
        kind: "chapter",
        line: line.to_string(),
        section: "",
        text: String::new(),
    };
    let mut sections: Vec<&str> =
        CALLS.iter().filter(|c| c.status == Status::Rust).map(|c| c.section).collect();
    sections.dedup();
    let sections = sections.into_iter().map(|title| {
        let calls = CALLS.iter().filter(|call| call.section == title && call.status == Status::Rust);
        let names: Vec<&str> = calls.flat_map(|call| call.name.split(' ')).collect();
        chapter(title.to_string(), &names.join(" "))
    });
    let chapters = manual::CHAPTERS.iter().map(|of| Entry {
        name: of.title().to_string(),
        kind: "chapter",
        line: of.words.to_string(),
        section: of.words,
        text: of.text().to_string(),
    });
    let tables = manual::tables().map(|(title, line)| chapter(title.to_string(), line));
    let keys = WINDOW_KEYS.iter().map(|(key, line)| Entry {
        name: key.to_string(),
        kind: "key",
        line: line.to_string(),
        section: "",
        text: String::new(),
    });
    calls.chain(commands).chain(sections).chain(chapters).chain(tables).chain(keys).collect()
}

fn of_call(call: &Call) -> Entry {
    let texts: Vec<&str> = call.rust.iter().map(|item| item.text).collect();
    let (line, section) = (call.help.to_string(), call.section);
    Entry { name: call.name.to_string(), kind: "call", line, section, text: texts.join("\n") }
}

/// The words of a text in one spelling: small letters, no plural, American.
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

fn score(entry: &Entry, word: &str) -> u32 {
    let has = |text: &str| split(text).any(|other| other == *word);
    let sought = SYNONYMS.iter().filter(|(words, _)| has(words));
    let is_sought =
        sought.flat_map(|(_, names)| names.split(' ')).any(|name| entry.name.split(' ').any(|n| n == name));
    if has(&entry.name) || is_sought {
        return 60;
    }
    let begins = |name: &str| word.len() > 2 && name.to_lowercase().starts_with(word);
    let begins = if entry.name.split(' ').any(begins) { 25 } else { 0 };
    let section = if has(entry.section) { 15 } else { 0 };
    let line = if has(&entry.line) { 12 } else { 0 };
    let times = split(&entry.text).filter(|other| other == word).take(3).count();
    begins + section + line + 3 * times as u32
}

fn has_any(text: &str, asked: &[String]) -> bool {
    split(text).any(|word| asked.contains(&word))
}

/// The first line of a text in which one of the words stands, and whether it is a table's.
fn place(text: &str, asked: &[String]) -> Option<(bool, String)> {
    let paragraphs = manual::paragraphs(text);
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

/// The words nearest to what was asked, where a letter or two are wrong.
fn near(asked: &[String], all: &[Entry]) -> Option<String> {
    let names = all.iter().flat_map(|entry| entry.name.split(' '));
    let sought = SYNONYMS.iter().flat_map(|(words, _)| words.split(' '));
    let mut words: Vec<&str> = names.chain(sought).filter(|word| word.len() > 1).collect();
    words.sort_unstable();
    words.dedup();
    let apart = |word: &str, asked: &str| strsim::osa_distance(&word.to_lowercase(), asked);
    let mended: Option<Vec<&str>> = asked
        .iter()
        .map(|asked| {
            // A word of three letters with two wrong ones is another word.
            let most = if asked.len() < 4 { 1 } else { 2 };
            let best = words.iter().map(|word| (apart(word, asked), *word)).min()?;
            (best.0 <= most).then_some(best.1)
        })
        .collect();
    mended.filter(|words| !words.is_empty() && words != asked).map(|words| words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_in_any_spelling() {
        let words = |text: &str| split(text).collect::<Vec<_>>();
        assert_eq!(words("Colours, Sprites & bus_es!"), ["color", "sprite", "bus_es!"]);
        assert_eq!(words("class this gas"), ["class", "this", "gas"]);
        assert_eq!(words(" "), [""; 0]);
    }

    #[test]
    fn what_people_look_for_is_there() {
        let all = entries();
        for (words, names) in SYNONYMS {
            for name in names.split(' ') {
                assert!(
                    all.iter().any(|entry| entry.name.split(' ').any(|n| n == name)),
                    "{words}: no {name}"
                );
            }
        }
    }
}
