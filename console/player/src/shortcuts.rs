//! The console's own keys, one table. A key that is a shortcut presses no button and types nothing.
//!
//! ```text
//! Alt+Enter, F11   fullscreen          Ctrl+R   restart          Ctrl+6, F6   screenshot
//! Ctrl+Shift+R     what was played runs again from its first frame, with the code as it is now
//! Ctrl+V           paste               Ctrl+T   CRT filter       Ctrl+M       mute
//! Ctrl+D           debug lines         Ctrl+P   meters           Ctrl+Q       quit
//! Ctrl+7           the picture becomes the cart's label
//! Ctrl+9, F9       the last seconds as a GIF; with Shift as an animated PNG; again: ends it
//! F2               the editors, and back: they have keys of their own (`editors`), where those above with Ctrl and a letter
//! F12              the debugger, which has keys of its own (debugger::COMMANDS)
//!                  sleep, but for Ctrl+R, Ctrl+M and Ctrl+Q
//! Backspace, Space, backslash: rewind, faster, slower (tempo.rs), as the settings name them; with Ctrl where the cart
//!                  asks for the keyboard
//! Esc              what the table of modes says (`studio::MODES`)
//! ```
//!
//! F6 and F9 belong to a cart that asks for the raw keyboard; Esc never does, so that no cart can lock a person in.

use studio::Key;
use studio::KeyPress;
use studio::{Escape, Mode};

/// What a key does for the console.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shortcut {
    Fullscreen,
    Debugger,
    Editors,
    Restart,
    Screenshot,
    Label,
    Film,
    Paste,
    Crt,
    Mute,
    DebugLines,
    Meters,
    Quit,
    Escape,
}

/// What must be held with it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum With {
    Any,
    Control,
    Alt,
}

/// Where it does something else.
#[derive(Clone, Copy, PartialEq, Eq)]
enum But {
    Never,
    /// In the debugger, which knows better what it means.
    Debugger,
    /// In the debugger and the editors.
    Panels,
    /// In a cart that asks for the keyboard.
    Cart,
}

const TABLE: [(Shortcut, Key, With, But); 17] = [
    (Shortcut::Fullscreen, Key::ENTER, With::Alt, But::Never),
    (Shortcut::Fullscreen, Key::F11, With::Any, But::Never),
    (Shortcut::Debugger, Key::F12, With::Any, But::Debugger),
    (Shortcut::Editors, Key::F2, With::Any, But::Never),
    (Shortcut::Restart, Key::R, With::Control, But::Never),
    (Shortcut::Screenshot, Key::DIGIT_6, With::Control, But::Never),
    (Shortcut::Label, Key::DIGIT_7, With::Control, But::Never),
    (Shortcut::Screenshot, Key::F6, With::Any, But::Cart),
    (Shortcut::Film, Key::DIGIT_9, With::Control, But::Never),
    (Shortcut::Film, Key::F9, With::Any, But::Cart),
    (Shortcut::Paste, Key::V, With::Control, But::Panels),
    (Shortcut::Crt, Key::T, With::Control, But::Panels),
    (Shortcut::Mute, Key::M, With::Control, But::Never),
    (Shortcut::DebugLines, Key::D, With::Control, But::Panels),
    (Shortcut::Meters, Key::P, With::Control, But::Panels),
    (Shortcut::Quit, Key::Q, With::Control, But::Never),
    (Shortcut::Escape, Key::ESCAPE, With::Any, But::Panels),
];

impl Shortcut {
    /// The shortcut that a key is in that mode. `raw`: a cart that asks for the keyboard has it.
    pub fn of(press: &KeyPress, mode: Mode, raw: bool) -> Option<Shortcut> {
        let held = |with| match with {
            With::Any => true,
            With::Control => press.control,
            With::Alt => press.alt,
        };
        let free = |but| match but {
            But::Never => true,
            But::Debugger => mode != Mode::Debugger,
            But::Panels => !matches!(mode, Mode::Debugger | Mode::Editor),
            But::Cart => !raw,
        };
        let row =
            TABLE.iter().find(|(_, key, with, but)| press.key == Some(*key) && held(*with) && free(*but));
        row.map(|row| row.0)
    }
}

/// What can be done about a cart that does not answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StuckKey {
    Restart,
    /// The debugger opens at the frame before.
    Debugger,
    /// The pause menu opens there.
    Pause,
    Quit,
}

/// What a key does while the player does not come back from a tick: nobody but its front end can do it then.
pub fn stuck_key(press: &KeyPress) -> Option<StuckKey> {
    if !press.down || press.repeat {
        return None;
    }
    match Shortcut::of(press, Mode::Stuck, false)? {
        Shortcut::Restart => Some(StuckKey::Restart),
        Shortcut::Quit => Some(StuckKey::Quit),
        Shortcut::Debugger => Some(StuckKey::Debugger),
        Shortcut::Escape if Mode::Stuck.row().escape == Escape::Pause => Some(StuckKey::Pause),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(key: Key, control: bool, alt: bool) -> KeyPress {
        KeyPress { control, alt, ..KeyPress::bare(key, true) }
    }

    #[test]
    fn shortcuts_are_those_of_the_head() {
        // Our decision, as the README tells it.
        let cases = [
            (press(Key::ENTER, false, true), Mode::Game, false, Some(Shortcut::Fullscreen)),
            (press(Key::ENTER, false, false), Mode::Game, false, None),
            (press(Key::R, true, false), Mode::Debugger, false, Some(Shortcut::Restart)),
            (press(Key::R, false, false), Mode::Game, false, None),
            (press(Key::F6, false, false), Mode::Game, true, None),
            (press(Key::F6, false, false), Mode::Game, false, Some(Shortcut::Screenshot)),
            (press(Key::DIGIT_6, true, false), Mode::Game, true, Some(Shortcut::Screenshot)),
            (press(Key::DIGIT_7, true, false), Mode::Game, true, Some(Shortcut::Label)),
            (press(Key::D, true, false), Mode::Debugger, false, None),
            (press(Key::D, true, false), Mode::Menu, false, Some(Shortcut::DebugLines)),
            (press(Key::ESCAPE, false, false), Mode::Game, true, Some(Shortcut::Escape)),
            (press(Key::ESCAPE, false, false), Mode::Debugger, false, None),
            (press(Key::F12, false, false), Mode::Debugger, false, None),
            (press(Key::F2, false, false), Mode::Game, true, Some(Shortcut::Editors)),
            (press(Key::F2, false, false), Mode::Editor, false, Some(Shortcut::Editors)),
            (press(Key::D, true, false), Mode::Editor, false, None),
            (press(Key::P, true, false), Mode::Editor, false, None),
            (press(Key::V, true, false), Mode::Editor, false, None),
            (press(Key::ESCAPE, false, false), Mode::Editor, false, None),
            (press(Key::R, true, false), Mode::Editor, false, Some(Shortcut::Restart)),
        ];
        for (press, mode, raw, want) in cases {
            assert_eq!(Shortcut::of(&press, mode, raw), want, "{press:?} {mode:?}");
        }
    }

    #[test]
    fn a_cart_that_hangs_can_be_left_and_begun_again() {
        assert_eq!(stuck_key(&press(Key::R, true, false)), Some(StuckKey::Restart));
        assert_eq!(stuck_key(&press(Key::ESCAPE, false, false)), Some(StuckKey::Pause));
        assert_eq!(stuck_key(&press(Key::Q, true, false)), Some(StuckKey::Quit));
        assert_eq!(stuck_key(&press(Key::F12, false, false)), Some(StuckKey::Debugger));
        assert_eq!(stuck_key(&press(Key::F11, false, false)), None);
        assert_eq!(stuck_key(&KeyPress::bare(Key::ESCAPE, false)), None, "only when it goes down");
    }
}
