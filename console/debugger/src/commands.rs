//! The debugger's commands and their keys, one table: bindings, the sheet of keys and the player all read it.
//!
//! ```text
//! KeyPress ──> a line is typed? letters, Enter, Backspace, Esc : the key ──> DebugCommand ──> Debugger
//!
//! "c" a letter   "C" with shift   "home" a named key   "shift tab" "ctrl [" with a modifier
//! ```
//!
//! Which of the two a key means is decided when its turn comes: a letter may directly follow the key that opens a line. A key with
//! a modifier that has no entry of its own means the same as without it.

use crate::DebugPage;
use DebugCommand as C;
use studio::{Key, KeyPress};
use timeline::StepKind::{self, Out, Over};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DebugCommand {
    /// Go that many frames forward; back if negative.
    Step(i64),
    /// [`DebugCommand::Step`] now, and again with each [`DebugCommand::Tick`] until [`DebugCommand::Release`].
    Hold(i64),
    Release,
    /// One step's time has passed, see [`super::Debugger::pace`].
    Tick,
    /// Changes the pace of held steps.
    Speed(i64),
    /// Go to the first frame, or with true to the last.
    End(bool),
    /// Go to a point of the time bar, in thousandths of the run.
    Scrub(u64),
    /// Select the next call of the frame, or the previous one.
    Call(i64),
    /// Step by a line: into, over or out of calls; with true, back.
    Line(StepKind, bool),
    /// Toggle a breakpoint at the selected line.
    Stop,
    /// Run to the next breakpoint, or with true back to the previous one.
    ToStop(bool),
    /// Go to the line that last wrote the selected field.
    Writer,
    /// Move the selection of the focused panel.
    Scroll(i64),
    /// Focus the next panel, or the previous one.
    Focus(i64),
    /// Show the next page in the focused panel, or the previous one.
    Page(i64),
    /// Go to the next frame that changes the selected value, or with false to the previous one.
    Change(bool),
    /// List every value the selection has had, in the panel alongside.
    History,
    /// Select the next byte of memory, or the previous one.
    Byte(i64),
    /// Go to the first frame whose picture differs from the other recording.
    Against,
    /// Select the next field that matches the search, or the previous one.
    Match(i64),
    /// Go to the next bookmark, or the previous one.
    Mark(i64),
    /// Toggle a bookmark at this frame.
    Bookmark,
    /// Toggle the selected field on the watch list.
    Pin,
    Branch,
    Type(Typing),
    Letter(char),
    Erase,
    /// Recall an earlier condition, or a later one; while finding a field, move through the matches.
    Recall(i64),
    /// Toggle the sheet of keys.
    Help,
    /// Accept the typed line; without one, run the frame with its edited input.
    Enter,
    /// Cancel the typed line or the search that is running; without either, close the debugger.
    Escape,
    /// Close the debugger and play on from this frame.
    Resume,
    /// The mouse is at a point of the canvas, with its button down or not.
    Point(i32, i32, bool),
    /// Write a bug report of this frame.
    Report,
    /// Save a screenshot of this frame.
    Picture,
    /// Save the last seconds: a GIF, or with true an animated PNG.
    Movie(bool),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typing {
    /// The number of a frame to go to.
    Goto,
    /// A condition to search for.
    Until,
    Back,
    /// A value for what is selected: a field, a byte, a cell of the map, the buttons of a frame.
    Value,
    /// A part of a field's name; on the page of the memory an address instead.
    Find,
    /// An address, or the name of a region of memory.
    Address,
    /// The condition under which the selected line stops the run.
    Stop,
    /// What the selected line writes in all frames; on the page of it: again.
    Log,
    /// Of which frames a profile is made.
    Span,
}

/// Keys, the command of each, what they do, and the pages of the focused panel where they do it; none for all pages.
pub struct CommandRow {
    pub keys: &'static [(&'static str, DebugCommand)],
    /// Empty for a variant that the sheet of keys leaves out.
    pub action: &'static str,
    pub pages: &'static [DebugPage],
}

impl CommandRow {
    /// The keys as the sheet shows them.
    pub fn shown(&self) -> String {
        let space = |key: &str| if key.is_ascii() { " " } else { "" };
        let keys = self.keys.iter().map(|(key, _)| format!("{key}{}", space(key)));
        keys.collect::<String>().trim_end().to_string()
    }
}

const fn row(
    keys: &'static [(&'static str, DebugCommand)],
    action: &'static str,
    pages: &'static [DebugPage],
) -> CommandRow {
    CommandRow { keys, action, pages }
}

const VALUES: &[DebugPage] =
    &[DebugPage::State, DebugPage::Changes, DebugPage::Watch, DebugPage::Memory, DebugPage::Map];
const FIELDS: &[DebugPage] = &[DebugPage::State, DebugPage::Changes, DebugPage::Watch];
const WRITTEN: &[DebugPage] = &[DebugPage::State, DebugPage::Changes, DebugPage::Watch, DebugPage::History];
const ENTER: (&str, DebugCommand) = ("enter", C::Enter);
const EDIT: (&str, DebugCommand) = ("e", C::Type(Typing::Value));

pub static COMMANDS: &[CommandRow] = &[
    row(&[("c", C::Change(true)), ("C", C::Change(false))], "next, last change of it", VALUES),
    row(&[("h", C::History)], "all that it was", VALUES),
    row(&[EDIT, ENTER], "another value", FIELDS),
    row(&[ENTER], "unfold it, fold it", &[DebugPage::State]),
    row(&[EDIT, ENTER], "other bytes", &[DebugPage::Memory]),
    row(&[EDIT, ENTER], "another tile", &[DebugPage::Map]),
    row(&[EDIT, ENTER], "other buttons; run it so", &[DebugPage::Input]),
    row(&[("w", C::Pin)], "watch it, or not", FIELDS),
    row(&[("o", C::Writer)], "the Lua line that wrote it", WRITTEN),
    row(&[(",", C::Byte(-1)), (".", C::Byte(1))], "the byte before, after", &[DebugPage::Memory]),
    row(&[("/", C::Type(Typing::Find))], "to an address, a region", &[DebugPage::Memory]),
    row(&[("⬆️", C::Scroll(-1)), ("⬇️", C::Scroll(1))], "change before, after", &[DebugPage::History]),
    row(&[("[", C::Call(-1)), ("]", C::Call(1))], "call before, after", &[DebugPage::Calls]),
    row(&[("[", C::Call(-1)), ("]", C::Call(1))], "line before, after", &[DebugPage::Code]),
    row(
        &[("{", C::Line(Over, true)), ("}", C::Line(Over, false))],
        "over calls; ctrl [ ] out",
        &[DebugPage::Code],
    ),
    row(&[("s", C::Stop), ("S", C::Type(Typing::Stop))], "stop here; if ...", &[DebugPage::Code]),
    row(&[("l", C::Type(Typing::Log))], "write, in all frames", &[DebugPage::Code]),
    row(&[("l", C::Type(Typing::Log))], "write it anew", &[DebugPage::Log]),
    row(&[ENTER], "to that line", &[DebugPage::Log, DebugPage::Profile]),
    row(&[("⬅️", C::Hold(-1)), ("➡️", C::Hold(1))], "frame; shift 10, ctrl 60", &[]),
    row(&[("-", C::Speed(-1)), ("+", C::Speed(1))], "speed of held ⬅️➡️", &[]),
    row(&[("home", C::End(false)), ("end", C::End(true))], "first, last moment", &[]),
    row(&[("g", C::Type(Typing::Goto))], "to a frame", &[]),
    row(&[("u", C::Type(Typing::Until)), ("U", C::Type(Typing::Back))], "on, back to a condition", &[]),
    row(&[("x", C::ToStop(false)), ("X", C::ToStop(true))], "on, back to a Lua stop", &[]),
    row(&[("t", C::Type(Typing::Span))], "profile of Lua lines", &[]),
    row(
        &[("/", C::Type(Typing::Find)), ("f", C::Match(1)), ("F", C::Match(-1))],
        "find a field; the next",
        &[],
    ),
    row(&[("b", C::Bookmark), ("n", C::Mark(1)), ("N", C::Mark(-1))], "bookmark; to the next", &[]),
    row(&[("k", C::Branch)], "the next branch", &[]),
    row(&[("d", C::Against)], "against a recording", &[]),
    row(&[("⬆️", C::Scroll(-1)), ("⬇️", C::Scroll(1))], "select", &[]),
    row(&[("tab", C::Focus(1))], "the next panel", &[]),
    row(&[("pgup", C::Page(-1)), ("pgdn", C::Page(1))], "another page in it", &[]),
    row(&[("r", C::Report), ("p", C::Picture)], "bug report; picture", &[]),
    row(&[("m", C::Movie(false)), ("M", C::Movie(true))], "film: GIF; PNG", &[]),
    row(&[("space", C::Resume), ("f12", C::Resume)], "play on from here", &[]),
    row(&[("f1", C::Help), ("esc", C::Escape)], "closes this", &[]),
    row(&[("shift ⬅️", C::Hold(-10)), ("shift ➡️", C::Hold(10))], "", &[]),
    row(&[("ctrl ⬅️", C::Hold(-60)), ("ctrl ➡️", C::Hold(60))], "", &[]),
    row(&[("shift ⬆️", C::Scroll(-10)), ("shift ⬇️", C::Scroll(10))], "", &[]),
    row(&[("ctrl ⬆️", C::Scroll(-60)), ("ctrl ⬇️", C::Scroll(60))], "", &[]),
    row(&[("shift tab", C::Focus(-1)), ("=", C::Speed(1))], "", &[]),
    row(&[("shift [", C::Line(Over, true)), ("shift ]", C::Line(Over, false))], "", &[]),
    row(&[("ctrl [", C::Line(Out, true)), ("ctrl ]", C::Line(Out, false))], "", &[]),
];

/// Keys that the table names; all others are the letter that they type. The brackets also count by their place.
const NAMED: [(Key, &str); 17] = [
    (Key::LEFT, "⬅️"),
    (Key::RIGHT, "➡️"),
    (Key::UP, "⬆️"),
    (Key::DOWN, "⬇️"),
    (Key::HOME, "home"),
    (Key::END, "end"),
    (Key::TAB, "tab"),
    (Key::PAGE_UP, "pgup"),
    (Key::PAGE_DOWN, "pgdn"),
    (Key::BRACKET_LEFT, "["),
    (Key::BRACKET_RIGHT, "]"),
    (Key::SPACE, "space"),
    (Key::ESCAPE, "esc"),
    (Key::ENTER, "enter"),
    (Key::NUMPAD_ENTER, "enter"),
    (Key::F12, "f12"),
    (Key::F1, "f1"),
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

/// What a key means while a line is typed.
fn typed(press: &KeyPress) -> Vec<DebugCommand> {
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

/// Does the keyboard's own repetition repeat it? Held steps have a pace of their own.
fn repeats(command: &DebugCommand) -> bool {
    use DebugCommand::{Byte, Call, Erase, Letter, Line, Match, Recall, Scroll};
    matches!(command, Scroll(_) | Byte(_) | Call(_) | Line(..) | Match(_) | Erase | Recall(_) | Letter(_))
}

/// What a key or the mouse means.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Press {
    pub key: Option<DebugCommand>,
    /// What it means while a line is typed.
    pub line: Vec<DebugCommand>,
}

impl Press {
    /// A command that types nothing.
    pub fn of(command: DebugCommand) -> Press {
        Press { key: Some(command), line: Vec::new() }
    }

    pub fn new(press: &KeyPress) -> Press {
        let counts = |command: &DebugCommand| !press.repeat || repeats(command);
        let mut line = typed(press);
        line.retain(counts);
        Press { key: command_of(press).filter(counts), line }
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
    fn shift_and_control_go_farther_and_holding_repeats_little() {
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
            ("Slash", "/", bare, Some(C::Type(Typing::Find))),
            ("Digit7", "/", shift, Some(C::Type(Typing::Find))),
            ("KeyB", "b", control, None),
            ("F2", "", bare, None),
        ];
        for (name, text, held, want) in cases {
            assert_eq!(with(name, text, held, false).key, want, "{name} {text} {held:?}");
        }
        assert_eq!(with("ArrowLeft", "", bare, true).key, None, "a held step has a pace of its own");
        assert_eq!(with("ArrowUp", "", bare, true).key, Some(C::Scroll(-1)));
        assert_eq!(with("KeyB", "b", bare, true).key, None, "a bookmark held is set once");
        let typed = with("KeyB", "b", bare, true);
        assert_eq!(typed.line, [C::Letter('b')], "in a line it is a letter");
        assert_eq!(with("Enter", "\r", bare, false).line, [C::Enter]);
        assert_eq!(with("KeyR", "\u{12}", control, false), Press::default());
    }
}
