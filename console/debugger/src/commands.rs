//! The debugger's commands and their keys in one table, which bindings, hints and help all read.
//!
//! ```text
//! KeyPress ──> prompt open? letters, Enter, Backspace, Esc : the key ──> DebugCommand ──> Debugger
//!
//! "c" a letter   "C" with shift   "Home" a named key   "shift Tab" "ctrl [" with a modifier
//! ```
//!
//! Which of the two a key means is decided when its turn comes: a letter may directly follow the key that opens a prompt. A key with
//! a modifier that has no row of its own means the same as without it.

use crate::{DebugPage, PromptKind};
use DebugCommand as C;
use DebugPage as P;
use PromptKind as K;
use std::time::Duration;
use studio::{Key, KeyPress};
use timeline::StepKind::{self, Out, Over};

/// A number counts steps forward, or back if it is negative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DebugCommand {
    Step(i64),
    /// [`Self::Step`] now, and again with each [`Self::Tick`] until [`Self::Release`].
    Hold(i64),
    Release,
    Tick,
    Speed(i64),
    /// Go to the first frame, or with true to the last.
    End(bool),
    Call(i64),
    /// Step a line into, over or out of calls; with true, back.
    Line(StepKind, bool),
    ToggleBreakpoint,
    ToBreakpoint(bool),
    ToWriter,
    /// From the line that wrote a value to the origin of what it wrote.
    ToSource,
    /// Go to the origin of a name's value, in the selected call.
    Follow(String),
    /// Select a line of the source, by its number among all of them.
    SelectLine(usize),
    /// Go to the next frame that changes the selected pixel, or with false to the previous one.
    PixelChange(bool),
    /// Return to the place before the last jump.
    Back,
    Scroll(i64),
    /// Scroll the panel under the pointer.
    Wheel(i64),
    /// Scroll the code under the pointer sideways.
    Tilt(i64),
    /// Go to the first row of a list, or with true to the last.
    ScrollEnd(bool),
    Focus(i64),
    Page(i64),
    /// Show a page in the panel.
    OpenPage(DebugPage),
    /// Go to the next frame that changes the selected value, or with false to the previous one.
    Change(bool),
    History,
    /// The next byte; on the code page, columns sideways.
    Byte(i64),
    CompareRecording,
    Match(i64),
    ToBookmark(i64),
    ToggleBookmark,
    ToggleWatch,
    ToggleHex,
    /// Show the rows of the timeline, or hide them.
    ToggleTimeline,
    /// Show the dearest frames of the run.
    Dearest,
    /// Begin the range at this frame, or with true end it.
    Range(bool),
    /// On the changes page: hide the fields that change now, or with false show all again.
    HideChanges(bool),
    NextBranch,
    Prompt(PromptKind),
    Letter(char),
    Erase,
    /// Recall an earlier or later condition; while finding a field, move through the matches.
    Recall(i64),
    ToggleHelp,
    /// Accept the prompt; without one, open the selected row: its code, its members, or its value to edit.
    Enter,
    /// Cancel the prompt or the running search; with neither open, close the debugger at the second press.
    Escape,
    Resume,
    Point(i32, i32, bool),
    /// Select the row or pixel at a point, and list the commands for it.
    Menu(i32, i32),
    Report,
    Screenshot,
    Movie(bool),
}

pub struct DebugCommandRow {
    pub keys: &'static [(&'static str, DebugCommand)],
    /// The action in a word, for the hints at the foot; empty if it is not among them.
    pub hint: &'static str,
    /// The action for the help; empty for keys that it leaves out.
    pub action: &'static str,
    /// Pages of the focused panel on which the keys work; empty for all.
    pub pages: &'static [DebugPage],
}

impl DebugCommandRow {
    pub fn shown(&self) -> String {
        let space = |key: &str| if key.is_ascii() { " " } else { "" };
        let keys = self.keys.iter().map(|(key, _)| format!("{key}{}", space(key)));
        keys.collect::<String>().trim_end().to_string()
    }

    pub fn hint_keys(&self) -> String {
        match self.keys[0].0 {
            key if key.starts_with(char::is_alphanumeric) => key.to_string(),
            _ => self.shown(),
        }
    }
}

const fn row(
    keys: &'static [(&'static str, DebugCommand)],
    hint: &'static str,
    action: &'static str,
    pages: &'static [DebugPage],
) -> DebugCommandRow {
    DebugCommandRow { keys, hint, action, pages }
}

const CODE: &[DebugPage] = &[P::Code];
const VALUES: &[DebugPage] = &[P::State, P::Changes, P::Watch, P::Memory, P::Map];
const FIELDS: &[DebugPage] = &[P::State, P::Changes, P::Watch];
const WRITTEN: &[DebugPage] = &[P::State, P::Changes, P::Watch, P::History, P::Memory, P::Map, P::Code];
const ENTER: (&str, DebugCommand) = ("Enter", C::Enter);
const EDIT: (&str, DebugCommand) = ("e", C::Prompt(K::Value));
const FIND: (&str, DebugCommand) = ("/", C::Prompt(K::Find));
const LOG: (&str, DebugCommand) = ("l", C::Prompt(K::Logpoint));
const UP: (&str, DebugCommand) = ("⬆️", C::Scroll(-1));
const DOWN: (&str, DebugCommand) = ("⬇️", C::Scroll(1));
const CALLS: &[(&str, DebugCommand)] = &[("[", C::Call(-1)), ("]", C::Call(1))];

/// A row for certain pages overrides a row for all pages with the same first key.
pub static COMMANDS: &[DebugCommandRow] = &[
    row(&[FIND], "find", "find a field", &[P::State]),
    row(&[FIND], "filter", "only paths with x, or -x", &[P::Changes]),
    row(
        &[("i", C::HideChanges(true)), ("I", C::HideChanges(false))],
        "ignore",
        "hide these changes; show",
        &[P::Changes],
    ),
    row(&[("a", C::Prompt(K::Watch))], "add", "watch an expression", &[P::Watch]),
    row(&[("v", C::ToggleHex)], "", "numbers in hex", &[P::State]),
    row(&[FIND], "find", "find text, go to a line", CODE),
    row(&[FIND], "address", "go to address, region", &[P::Memory]),
    row(&[("h", C::History)], "history", "list all its values", VALUES),
    row(&[EDIT, ENTER], "edit", "edit the value", &[P::State, P::Watch]),
    row(&[EDIT], "", "edit the value", &[P::Changes]),
    row(&[ENTER], "", "expand, collapse", &[P::State]),
    row(&[EDIT, ENTER], "edit", "edit bytes", &[P::Memory]),
    row(&[EDIT, ENTER], "edit", "edit the tile", &[P::Map]),
    row(&[EDIT, ENTER], "buttons", "edit buttons, run it", &[P::Input]),
    row(&[("c", C::Change(true)), ("C", C::Change(false))], "change", "next, previous change", VALUES),
    row(&[("w", C::ToggleWatch)], "", "watch, unwatch", FIELDS),
    row(&[("o", C::ToWriter)], "", "line that set this value", WRITTEN),
    row(&[(",", C::Byte(-1)), (".", C::Byte(1))], "", "previous, next byte", &[P::Memory]),
    row(&[(",", C::Byte(-1)), (".", C::Byte(1))], "", "scroll sideways", CODE),
    row(&[UP, DOWN], "change", "previous, next change", &[P::History]),
    row(CALLS, "call", "previous, next call", &[P::Calls]),
    row(CALLS, "line", "previous, next line", CODE),
    row(&[("{", C::Line(Over, true)), ("}", C::Line(Over, false))], "", "over calls; ctrl [ ] out", CODE),
    row(
        &[("s", C::ToggleBreakpoint), ("S", C::Prompt(K::Breakpoint))],
        "breakpoint",
        "breakpoint; if ...",
        CODE,
    ),
    row(&[LOG], "log", "log values here", CODE),
    row(&[LOG], "log again", "run logpoints again", &[P::Log]),
    row(&[ENTER], "", "run to here; variables", CODE),
    row(&[UP, DOWN], "select", "select a line", &[P::Log, P::Profile]),
    row(&[ENTER], "go to line", "go to its line of code", &[P::Log, P::Profile]),
    row(&[ENTER], "code", "go to its line of code", &[P::Calls, P::Changes, P::History]),
    row(&[UP, DOWN], "select", "select a frame", &[P::Cost]),
    row(&[ENTER], "open", "go to it, then profile it", &[P::Cost]),
    row(&[("⬅️", C::Hold(-1)), ("➡️", C::Hold(1))], "step", "frame; shift 10, ctrl 60", &[]),
    row(&[("-", C::Speed(-1)), ("+", C::Speed(1))], "", "speed of held ⬅️➡️", &[]),
    row(&[("Home", C::End(false)), ("End", C::End(true))], "", "first, last frame", &[]),
    row(&[("g", C::Prompt(K::Frame))], "", "go to a frame", &[]),
    row(&[("u", C::Prompt(K::Until)), ("U", C::Prompt(K::Back))], "until", "run until; back until", &[]),
    row(&[("x", C::ToBreakpoint(false)), ("X", C::ToBreakpoint(true))], "", "run to breakpoint; back", &[]),
    row(&[("Bksp", C::Back)], "back", "back to the last place", &[]),
    row(&[("O", C::ToSource)], "", "where that value is from", &[]),
    row(&[("j", C::Prompt(K::Function))], "", "go to a function, a line", &[]),
    row(&[("y", C::PixelChange(true)), ("Y", C::PixelChange(false))], "", "next, last pixel change", &[]),
    row(&[("z", C::Prompt(K::Pixel))], "", "select a pixel", &[]),
    row(&[("t", C::Prompt(K::Profile))], "profile", "profile a range, or all", &[]),
    row(&[FIND], "", "find a field", &[]),
    row(&[("f", C::Match(1)), ("F", C::Match(-1))], "", "next, previous match", &[]),
    row(
        &[("b", C::ToggleBookmark), ("n", C::ToBookmark(1)), ("N", C::ToBookmark(-1))],
        "",
        "bookmark; next, previous",
        &[],
    ),
    row(&[("k", C::NextBranch)], "", "next branch", &[]),
    row(&[("T", C::ToggleTimeline)], "timeline", "timeline: all rows", &[]),
    row(&[("W", C::Dearest)], "", "worst frames by cost", &[]),
    row(&[("(", C::Range(false)), (")", C::Range(true))], "", "range: start, end", &[]),
    row(&[("d", C::CompareRecording)], "", "compare with recording", &[]),
    row(&[UP, DOWN], "", "select", &[]),
    row(&[("Tab", C::Focus(1))], "panel", "next panel", &[]),
    row(&[("Space", C::Resume), ("F12", C::Resume)], "play", "play from here", &[]),
    row(&[("PgDn", C::Page(1)), ("PgUp", C::Page(-1))], "page", "next, previous page", &[]),
    row(&[("1", C::OpenPage(P::Code)), ("0", C::OpenPage(P::Cost))], "", "pages, the code first", &[]),
    row(&[("ctrl Home", C::ScrollEnd(false))], "", "first row of a list", &[]),
    row(&[("ctrl End", C::ScrollEnd(true))], "", "last row of a list", &[]),
    row(&[(":", C::Prompt(K::Evaluate))], "", "evaluate, or set: x=1", &[]),
    row(&[("?", C::Prompt(K::Command))], "menu", "find a command, a page", &[]),
    row(&[("r", C::Report), ("p", C::Screenshot)], "", "bug report; screenshot", &[]),
    row(&[("m", C::Movie(false)), ("M", C::Movie(true))], "", "save GIF, animated PNG", &[]),
    row(&[("F1", C::ToggleHelp), ("Esc", C::Escape)], "all keys", "close this help", &[]),
    row(&[("2", C::OpenPage(P::State)), ("3", C::OpenPage(P::Calls))], "", "", &[]),
    row(&[("4", C::OpenPage(P::Changes)), ("5", C::OpenPage(P::Watch))], "", "", &[]),
    row(&[("6", C::OpenPage(P::Memory)), ("7", C::OpenPage(P::History))], "", "", &[]),
    row(&[("8", C::OpenPage(P::Log)), ("9", C::OpenPage(P::Profile))], "", "", &[]),
    row(&[("shift ⬅️", C::Hold(-10)), ("shift ➡️", C::Hold(10))], "", "", &[]),
    row(&[("ctrl ⬅️", C::Hold(-60)), ("ctrl ➡️", C::Hold(60))], "", "", &[]),
    row(&[("shift ⬆️", C::Scroll(-10)), ("shift ⬇️", C::Scroll(10))], "", "", &[]),
    row(&[("ctrl ⬆️", C::Scroll(-60)), ("ctrl ⬇️", C::Scroll(60))], "", "", &[]),
    row(&[("shift Tab", C::Focus(-1)), ("=", C::Speed(1))], "", "", &[]),
    row(&[("shift [", C::Line(Over, true)), ("shift ]", C::Line(Over, false))], "", "", &[]),
    row(&[("ctrl [", C::Line(Out, true)), ("ctrl ]", C::Line(Out, false))], "", "", &[]),
];

/// Keys with a name in the table; all others are the letter that they type. The brackets also count by their position.
const NAMED: [(Key, &str); 18] = [
    (Key::LEFT, "⬅️"),
    (Key::RIGHT, "➡️"),
    (Key::UP, "⬆️"),
    (Key::DOWN, "⬇️"),
    (Key::HOME, "Home"),
    (Key::END, "End"),
    (Key::TAB, "Tab"),
    (Key::PAGE_UP, "PgUp"),
    (Key::PAGE_DOWN, "PgDn"),
    (Key::BRACKET_LEFT, "["),
    (Key::BRACKET_RIGHT, "]"),
    (Key::SPACE, "Space"),
    (Key::BACKSPACE, "Bksp"),
    (Key::ESCAPE, "Esc"),
    (Key::ENTER, "Enter"),
    (Key::NUMPAD_ENTER, "Enter"),
    (Key::F12, "F12"),
    (Key::F1, "F1"),
];

fn command_of(press: &KeyPress) -> Option<DebugCommand> {
    let find = |name: &str| {
        let mut keys = COMMANDS.iter().flat_map(|row| row.keys);
        keys.find(|(key, _)| *key == name).map(|(_, command)| command.clone())
    };
    if let Some((_, name)) = NAMED.iter().find(|(key, _)| press.key == Some(*key)) {
        let held = ["", "shift ", "ctrl "][if press.control { 2 } else { press.shift.into() }];
        return find(&format!("{held}{name}")).or_else(|| find(name));
    }
    let letter = press.letter.filter(|_| !press.control)?.to_ascii_lowercase();
    let capital = press.shift.then(|| letter.to_ascii_uppercase());
    capital.into_iter().chain([letter]).find_map(|letter| find(letter.encode_utf8(&mut [0; 4])))
}

fn prompt_commands(press: &KeyPress) -> Vec<DebugCommand> {
    match press.key {
        Some(Key::ENTER | Key::NUMPAD_ENTER) => vec![C::Enter],
        Some(Key::BACKSPACE) => vec![C::Erase],
        Some(Key::UP) => vec![C::Recall(1)],
        Some(Key::DOWN) => vec![C::Recall(-1)],
        Some(Key::ESCAPE) => vec![C::Escape],
        Some(Key::F12) => vec![C::Resume],
        _ if press.control => Vec::new(),
        _ => press.text.chars().filter(|c| !c.is_control()).map(C::Letter).collect(),
    }
}

fn repeats(command: &DebugCommand) -> bool {
    use DebugCommand::{Byte, Call, Erase, Letter, Line, Match, Recall, Scroll};
    matches!(command, Scroll(_) | Byte(_) | Call(_) | Line(..) | Match(_) | Erase | Recall(_) | Letter(_))
}

/// What a key or the mouse means.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Press {
    pub key: Option<DebugCommand>,
    /// What it means while a prompt is open.
    pub line: Vec<DebugCommand>,
    /// When the mouse did it: a second click soon after the first one is a double click.
    pub at: Duration,
}

impl Press {
    pub fn new(press: &KeyPress) -> Press {
        let counts = |command: &DebugCommand| !press.repeat || repeats(command);
        let mut line = prompt_commands(press);
        line.retain(counts);
        Press { key: command_of(press).filter(counts), line, at: Duration::ZERO }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(name: &str, text: &str) -> KeyPress {
        let letter = text.chars().next().filter(|c| !c.is_control());
        KeyPress { key: Key::named(name), down: true, text: text.to_string(), letter, ..KeyPress::default() }
    }

    #[test]
    fn no_key_of_the_table_means_two_commands() {
        let keys: Vec<_> = COMMANDS.iter().flat_map(|row| row.keys).collect();
        for (key, command) in &keys {
            assert!(keys.iter().all(|(other, means)| other != key || means == command), "{key}");
        }
    }

    #[test]
    fn modifiers_and_auto_repeat() {
        let with = |name: &str, text: &str, (shift, control), repeat| {
            Press::new(&KeyPress { shift, control, repeat, ..press(name, text) })
        };
        let (bare, shift, control) = ((false, false), (true, false), (false, true));
        let cases = [
            ("ArrowLeft", "", bare, Some(C::Hold(-1))),
            ("ArrowLeft", "", shift, Some(C::Hold(-10))),
            ("ArrowRight", "", control, Some(C::Hold(60))),
            ("PageUp", "", shift, Some(C::Page(-1))),
            ("Tab", "", shift, Some(C::Focus(-1))),
            ("KeyC", "C", shift, Some(C::Change(false))),
            ("KeyC", "c", bare, Some(C::Change(true))),
            ("KeyH", "H", shift, Some(C::History)),
            // Caps lock.
            ("KeyM", "M", bare, Some(C::Movie(false))),
            ("KeyM", "M", shift, Some(C::Movie(true))),
            ("BracketLeft", "ü", bare, Some(C::Call(-1))),
            ("BracketLeft", "{", shift, Some(C::Line(Over, true))),
            ("BracketRight", "]", control, Some(C::Line(Out, false))),
            ("Digit9", "]", bare, Some(C::Call(1))),
            ("Slash", "/", bare, Some(C::Prompt(K::Find))),
            ("Digit7", "/", shift, Some(C::Prompt(K::Find))),
            ("KeyB", "b", control, None),
            ("F2", "", bare, None),
        ];
        for (name, text, held, want) in cases {
            assert_eq!(with(name, text, held, false).key, want, "{name} {text} {held:?}");
        }
        assert_eq!(with("ArrowLeft", "", bare, true).key, None, "a held step has its own pace");
        assert_eq!(with("ArrowUp", "", bare, true).key, Some(C::Scroll(-1)));
        assert_eq!(with("KeyB", "b", bare, true).key, None, "a bookmark held is set once");
        let typed = with("KeyB", "b", bare, true);
        assert_eq!(typed.line, [C::Letter('b')], "in a prompt it is a letter");
        assert_eq!(with("Enter", "\r", bare, false).line, [C::Enter]);
        assert_eq!(with("KeyR", "\u{12}", control, false), Press::default());
    }
}
