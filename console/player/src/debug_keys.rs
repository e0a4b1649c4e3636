//! The debugger's keys: what each asks for, and what it means while a line is typed.
//!
//! ```text
//! KeyPress ──> a line is typed? letters, Enter, Backspace, Esc : the key ──> DebugCommand
//! ```
//!
//! Which of both it is, is decided when its turn comes: a letter may follow the key that opens the line at once. The page of keys
//! in the debugger (`debugger::KEYS`) lists them; a test holds that both agree.

use crate::command::KeyPress;
use crate::key::Key;
use debugger::{DebugCommand, Typing};
use timeline::StepKind;

/// The least canvas; a smaller window scales it down.
const LEAST: (u32, u32) = (256, 160);
/// One with room for six panels or so: pixels are enlarged as long as there is that much.
const ROOMY: (u32, u32) = (512, 288);

/// What a key, or the mouse, asks of the debugger.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Press {
    pub key: Option<DebugCommand>,
    /// What it asks for while a line is typed.
    pub line: Vec<DebugCommand>,
}

/// The canvas for a window: its size divided by a whole number, so that all of the window is used, its letters can be read, and a large
/// window shows more and not only larger letters.
pub(crate) fn canvas((width, height): (u32, u32)) -> (i32, i32) {
    let fits = |(w, h): (u32, u32)| (width / w).min(height / h);
    // Letters of five pixels are to be enlarged at least twice.
    let scale = fits(ROOMY).max(fits(LEAST).min(2)).max(1);
    let side = |room: u32, least: u32| (room / scale).clamp(least, 1 << 13) as i32;
    (side(width, LEAST.0), side(height, LEAST.1))
}

/// What a key asks for.
fn command_of(press: &KeyPress) -> Option<DebugCommand> {
    let KeyPress { key, letter, shift, control, .. } = *press;
    let far = if control {
        60
    } else if shift {
        10
    } else {
        1
    };
    let by = |back: bool| if back { -1 } else { 1 };
    let along = |back: bool| match (shift, control) {
        (_, true) => DebugCommand::Line(StepKind::Out, back),
        (true, _) => DebugCommand::Line(StepKind::Over, back),
        _ => DebugCommand::Call(by(back)),
    };
    Some(match key {
        Some(Key::LEFT) => DebugCommand::Hold(-far),
        Some(Key::RIGHT) => DebugCommand::Hold(far),
        Some(Key::UP) => DebugCommand::Scroll(-far),
        Some(Key::DOWN) => DebugCommand::Scroll(far),
        Some(Key::HOME) => DebugCommand::End(false),
        Some(Key::END) => DebugCommand::End(true),
        Some(Key::TAB) => DebugCommand::Focus(by(shift)),
        Some(Key::PAGE_UP) => DebugCommand::Page(-1),
        Some(Key::PAGE_DOWN) => DebugCommand::Page(1),
        Some(Key::BRACKET_LEFT) => along(true),
        Some(Key::BRACKET_RIGHT) => along(false),
        Some(Key::SPACE) => DebugCommand::Resume,
        Some(Key::ESCAPE) => DebugCommand::Escape,
        Some(Key::ENTER | Key::NUMPAD_ENTER) => DebugCommand::Enter,
        Some(Key::F12) => DebugCommand::Resume,
        Some(Key::F1) => DebugCommand::Help,
        _ if control => return None,
        _ => match letter?.to_ascii_lowercase() {
            '[' => DebugCommand::Call(-1),
            ']' => DebugCommand::Call(1),
            '{' => DebugCommand::Line(StepKind::Over, true),
            '}' => DebugCommand::Line(StepKind::Over, false),
            '-' => DebugCommand::Speed(-1),
            '+' | '=' => DebugCommand::Speed(1),
            '/' => DebugCommand::Type(Typing::Find),
            'f' => DebugCommand::Match(by(shift)),
            'd' => DebugCommand::Against,
            'm' => DebugCommand::Movie(shift),
            'c' => DebugCommand::Change(!shift),
            'h' => DebugCommand::History,
            's' if shift => DebugCommand::Type(Typing::Stop),
            's' => DebugCommand::Stop,
            'l' => DebugCommand::Type(Typing::Log),
            't' => DebugCommand::Type(Typing::Span),
            'x' => DebugCommand::ToStop(shift),
            'o' => DebugCommand::Writer,
            ',' => DebugCommand::Byte(-1),
            '.' => DebugCommand::Byte(1),
            'g' => DebugCommand::Type(Typing::Goto),
            'u' => DebugCommand::Type(if shift { Typing::Back } else { Typing::Until }),
            'e' => DebugCommand::Type(Typing::Value),
            'w' => DebugCommand::Pin,
            'b' => DebugCommand::Bookmark,
            'n' => DebugCommand::Mark(by(shift)),
            'k' => DebugCommand::Branch,
            'r' => DebugCommand::Report,
            'p' => DebugCommand::Picture,
            _ => return None,
        },
    })
}

/// What a key asks for while a line is typed.
fn types(press: &KeyPress) -> Vec<DebugCommand> {
    match press.key {
        Some(Key::ENTER | Key::NUMPAD_ENTER) => vec![DebugCommand::Enter],
        Some(Key::BACKSPACE) => vec![DebugCommand::Erase],
        Some(Key::UP) => vec![DebugCommand::Recall(1)],
        Some(Key::DOWN) => vec![DebugCommand::Recall(-1)],
        Some(Key::ESCAPE) => vec![DebugCommand::Escape],
        Some(Key::F12) => vec![DebugCommand::Resume],
        _ if press.control => Vec::new(),
        _ => press.text.chars().filter(|c| !c.is_control()).map(DebugCommand::Letter).collect(),
    }
}

/// Does the keyboard's own repetition of a held key do it again? Steps in time have a pace of their own.
fn repeats(command: &DebugCommand) -> bool {
    matches!(
        command,
        DebugCommand::Scroll(_)
            | DebugCommand::Byte(_)
            | DebugCommand::Call(_)
            | DebugCommand::Line(..)
            | DebugCommand::Match(_)
            | DebugCommand::Erase
            | DebugCommand::Recall(_)
            | DebugCommand::Letter(_)
    )
}

impl Press {
    /// What is no key of a line.
    pub fn of(command: DebugCommand) -> Press {
        Press { key: Some(command), line: Vec::new() }
    }

    /// What a key that goes down asks for.
    pub fn new(press: &KeyPress) -> Press {
        let counts = |command: &DebugCommand| !press.repeat || repeats(command);
        let mut line = types(press);
        line.retain(counts);
        Press { key: command_of(press).filter(counts), line }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A key by its name, and the letter that it types.
    fn press(name: &str, text: &str) -> KeyPress {
        let key = Key::named(name);
        let letter = text.chars().next().filter(|c| !c.is_control());
        KeyPress { key, down: true, text: text.to_string(), letter, ..KeyPress::default() }
    }

    /// The keys that a word of the page stands for.
    fn keys(word: &str) -> Vec<KeyPress> {
        let code = |names: &[&str]| names.iter().map(|name| press(name, "")).collect();
        match word {
            "⬅️➡️" => code(&["ArrowLeft", "ArrowRight"]),
            "⬆️⬇️" => code(&["ArrowUp", "ArrowDown"]),
            "home" => code(&["Home"]),
            "end" => code(&["End"]),
            "tab" => code(&["Tab"]),
            "pgup" => code(&["PageUp"]),
            "pgdn" => code(&["PageDown"]),
            "space" => code(&["Space"]),
            "esc" => code(&["Escape"]),
            "f12" => code(&["F12"]),
            "f1" => code(&["F1"]),
            "enter" => code(&["Enter"]),
            "[" => vec![press("BracketLeft", "["), press("Digit8", "[")],
            "]" => vec![press("BracketRight", "]"), press("Digit9", "]")],
            letter if letter.chars().count() == 1 => vec![press("F24", letter)],
            other => panic!("{other:?} on the page of keys is no key that is known"),
        }
    }

    #[test]
    fn the_page_of_keys_and_this_table_agree() {
        let mut named = Vec::new();
        for row in debugger::KEYS {
            for key in row.keys.split_whitespace().flat_map(keys) {
                assert!(command_of(&key).is_some(), "{}: {key:?} does nothing", row.keys);
                named.push(key);
            }
        }
        for letter in 'a'..='z' {
            let key = press("F24", &letter.to_string());
            assert_eq!(command_of(&key).is_some(), named.contains(&key), "{letter:?}");
            assert_eq!(
                command_of(&KeyPress { control: true, ..key }),
                None,
                "ctrl+{letter} is the console's"
            );
        }
        for name in ["F2", "Backspace", "Delete"] {
            assert_eq!(command_of(&press(name, "")), None, "{name}");
        }
    }

    #[test]
    fn shift_and_control_go_farther_and_holding_repeats_little() {
        let with = |name: &str, text: &str, (shift, control), repeat| {
            Press::new(&KeyPress { shift, control, repeat, ..press(name, text) })
        };
        let (bare, shift, control) = ((false, false), (true, false), (false, true));
        let cases = [
            ("ArrowLeft", "", bare, Some(DebugCommand::Hold(-1))),
            ("ArrowLeft", "", shift, Some(DebugCommand::Hold(-10))),
            ("ArrowRight", "", control, Some(DebugCommand::Hold(60))),
            ("Tab", "", shift, Some(DebugCommand::Focus(-1))),
            ("KeyC", "C", shift, Some(DebugCommand::Change(false))),
            ("KeyC", "c", bare, Some(DebugCommand::Change(true))),
        ];
        for (name, text, held, want) in cases {
            assert_eq!(with(name, text, held, false).key, want, "{name} {held:?}");
        }
        assert_eq!(with("ArrowLeft", "", bare, true).key, None, "a held step has a pace of its own");
        assert_eq!(with("ArrowUp", "", bare, true).key, Some(DebugCommand::Scroll(-1)));
        assert_eq!(with("KeyM", "M", shift, false).key, Some(DebugCommand::Movie(true)));
        assert_eq!(with("Slash", "/", bare, false).key, Some(DebugCommand::Type(Typing::Find)));
        assert_eq!(with("KeyB", "b", bare, true).key, None, "a bookmark held is set once");
        let typed = with("KeyB", "b", bare, true);
        assert_eq!(typed.line, [DebugCommand::Letter('b')], "in a line it is a letter");
        assert_eq!(with("Enter", "\r", bare, false).line, [DebugCommand::Enter]);
        assert_eq!(with("KeyR", "\u{12}", control, false), Press::default());
    }

    #[test]
    fn the_canvas_is_as_large_as_whole_pixels_leave_it() {
        let cases = [
            ((512, 512), (256, 256)),
            ((640, 360), (320, 180)),
            ((800, 600), (400, 300)),
            ((1024, 768), (512, 384)),
            ((1600, 1000), (533, 333)),
            ((1920, 1080), (640, 360)),
            ((3840, 2160), (548, 308)),
            ((700, 300), (700, 300)),
            ((128, 128), (256, 160)),
            ((0, 0), (256, 160)),
        ];
        for (size, want) in cases {
            assert_eq!(canvas(size), want, "{size:?}");
        }
    }
}
