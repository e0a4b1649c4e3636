//! The debugger's keys: what each asks for, and what it means while a line is typed.
//!
//! ```text
//! KeyPress ──> a line is typed? letters, Enter, Backspace, Esc : the key ──> Ask
//! ```
//!
//! Which of both it is, is decided when its turn comes: a letter may follow the key that opens the line at once. The page of keys
//! in the debugger (`studio::debug::KEYS`) lists them; a test holds that both agree.

use crate::command::KeyPress;
use crate::key::Key;
use studio::debug::{Ask, Typing};

/// The least canvas in both directions; a smaller window scales it down.
const LEAST: u32 = 256;

/// What a key, or the mouse, asks of the debugger.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Press {
    /// What it asks for.
    pub key: Option<Ask>,
    /// What it asks for while a line is typed.
    pub line: Vec<Ask>,
}

/// The canvas for a window: its size divided by the largest whole number that leaves the least canvas.
pub(crate) fn canvas((width, height): (u32, u32)) -> (i32, i32) {
    let scale = (width / LEAST).min(height / LEAST).max(1);
    let side = |room: u32| (room / scale).clamp(LEAST, 1 << 13) as i32;
    (side(width), side(height))
}

/// What a key asks for.
fn asks(press: &KeyPress) -> Option<Ask> {
    let KeyPress { key, letter, shift, control, .. } = *press;
    let far = if control {
        60
    } else if shift {
        10
    } else {
        1
    };
    let by = |back: bool| if back { -1 } else { 1 };
    Some(match key {
        Some(Key::LEFT) => Ask::Hold(-far),
        Some(Key::RIGHT) => Ask::Hold(far),
        Some(Key::UP) => Ask::Scroll(-far),
        Some(Key::DOWN) => Ask::Scroll(far),
        Some(Key::HOME) => Ask::End(false),
        Some(Key::END) => Ask::End(true),
        Some(Key::TAB) => Ask::Focus(by(shift)),
        Some(Key::PAGE_UP) => Ask::Page(-1),
        Some(Key::PAGE_DOWN) => Ask::Page(1),
        Some(Key::BRACKET_LEFT) => Ask::Call(-1),
        Some(Key::BRACKET_RIGHT) => Ask::Call(1),
        Some(Key::SPACE) => Ask::Live,
        Some(Key::ESCAPE) => Ask::Escape,
        Some(Key::ENTER | Key::NUMPAD_ENTER) => Ask::Enter,
        Some(Key::F12) => Ask::Live,
        _ if control => return None,
        _ => match letter?.to_ascii_lowercase() {
            '[' => Ask::Call(-1),
            ']' => Ask::Call(1),
            '-' => Ask::Speed(-1),
            '+' | '=' => Ask::Speed(1),
            '/' => Ask::Type(Typing::Find),
            'f' => Ask::Match(by(shift)),
            'd' => Ask::Against,
            'm' => Ask::Movie(shift),
            'c' => Ask::Change(!shift),
            'g' => Ask::Type(Typing::Goto),
            'u' => Ask::Type(if shift { Typing::Back } else { Typing::Until }),
            'e' => Ask::Type(Typing::Value),
            'w' => Ask::Pin,
            'b' => Ask::Bookmark,
            'n' => Ask::Mark(by(shift)),
            'k' => Ask::Branch,
            'r' => Ask::Report,
            'p' => Ask::Picture,
            _ => return None,
        },
    })
}

/// What a key asks for while a line is typed.
fn types(press: &KeyPress) -> Vec<Ask> {
    match press.key {
        Some(Key::ENTER | Key::NUMPAD_ENTER) => vec![Ask::Enter],
        Some(Key::BACKSPACE) => vec![Ask::Erase],
        Some(Key::ESCAPE) => vec![Ask::Escape],
        Some(Key::F12) => vec![Ask::Live],
        _ if press.control => Vec::new(),
        _ => press.text.chars().filter(|c| !c.is_control()).map(Ask::Letter).collect(),
    }
}

/// Does the keyboard's own repetition of a held key do it again? Steps in time have a pace of their own.
fn repeats(ask: &Ask) -> bool {
    matches!(ask, Ask::Scroll(_) | Ask::Call(_) | Ask::Match(_) | Ask::Erase | Ask::Letter(_))
}

impl Press {
    /// What is no key of a line.
    pub fn of(ask: Ask) -> Press {
        Press { key: Some(ask), line: Vec::new() }
    }

    /// What a key that goes down asks for.
    pub fn new(press: &KeyPress) -> Press {
        let counts = |ask: &Ask| !press.repeat || repeats(ask);
        let mut line = types(press);
        line.retain(counts);
        Press { key: asks(press).filter(counts), line }
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
        for (row, _) in studio::debug::KEYS {
            let words = row.split_whitespace().filter(|word| *word != "shift");
            for key in words.flat_map(keys) {
                assert!(asks(&key).is_some(), "{row}: {key:?} does nothing");
                named.push(key);
            }
        }
        for letter in 'a'..='z' {
            let key = press("F24", &letter.to_string());
            assert_eq!(asks(&key).is_some(), named.contains(&key), "{letter:?}");
            assert_eq!(asks(&KeyPress { control: true, ..key }), None, "ctrl+{letter} is the console's");
        }
        for name in ["F1", "Backspace", "Delete"] {
            assert_eq!(asks(&press(name, "")), None, "{name}");
        }
    }

    #[test]
    fn shift_and_control_go_farther_and_holding_repeats_little() {
        let with = |name: &str, text: &str, (shift, control), repeat| {
            Press::new(&KeyPress { shift, control, repeat, ..press(name, text) })
        };
        let (bare, shift, control) = ((false, false), (true, false), (false, true));
        let cases = [
            ("ArrowLeft", "", bare, Some(Ask::Hold(-1))),
            ("ArrowLeft", "", shift, Some(Ask::Hold(-10))),
            ("ArrowRight", "", control, Some(Ask::Hold(60))),
            ("Tab", "", shift, Some(Ask::Focus(-1))),
            ("KeyC", "C", shift, Some(Ask::Change(false))),
            ("KeyC", "c", bare, Some(Ask::Change(true))),
        ];
        for (name, text, held, want) in cases {
            assert_eq!(with(name, text, held, false).key, want, "{name} {held:?}");
        }
        assert_eq!(with("ArrowLeft", "", bare, true).key, None, "a held step has a pace of its own");
        assert_eq!(with("ArrowUp", "", bare, true).key, Some(Ask::Scroll(-1)));
        assert_eq!(with("KeyM", "M", shift, false).key, Some(Ask::Movie(true)));
        assert_eq!(with("Slash", "/", bare, false).key, Some(Ask::Type(Typing::Find)));
        assert_eq!(with("KeyB", "b", bare, true).key, None, "a bookmark held is set once");
        let typed = with("KeyB", "b", bare, true);
        assert_eq!(typed.line, [Ask::Letter('b')], "in a line it is a letter");
        assert_eq!(with("Enter", "\r", bare, false).line, [Ask::Enter]);
        assert_eq!(with("KeyR", "\u{12}", control, false), Press::default());
    }

    #[test]
    fn the_canvas_is_as_large_as_whole_pixels_leave_it() {
        let cases = [
            ((512, 512), (256, 256)),
            ((800, 600), (400, 300)),
            ((1024, 768), (341, 256)),
            ((1920, 1080), (480, 270)),
            ((700, 300), (700, 300)),
            ((128, 128), (256, 256)),
            ((0, 0), (256, 256)),
        ];
        for (size, want) in cases {
            assert_eq!(canvas(size), want, "{size:?}");
        }
    }
}
