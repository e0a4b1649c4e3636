//! The console's own keys, one table. A shortcut presses no button and types nothing.
//!
//! ```text
//! Alt+Enter, F11   fullscreen          Ctrl+R   restart          Ctrl+6, F6   screenshot
//! Ctrl+Shift+R     replay the run from its first frame with the newest code
//! Ctrl+S           save unsaved edits, also in play and in the debugger
//! Ctrl+V           paste               Ctrl+T   CRT filter       Ctrl+M       mute
//! Ctrl+D           debug lines         Ctrl+P   meters           Ctrl+Q       quit
//! Ctrl+7           the picture becomes the cart's label
//! Ctrl+9, F9       the last seconds as a GIF, with Shift as an animated PNG; again: ends it
//! F1               tutorial and manual, next to the editors or the game
//! F2               the editors, which have most of Ctrl and a letter for themselves
//! F12              the debugger, which has most of Ctrl and a letter for itself (debugger::COMMANDS)
//! Backspace, Space, backslash: rewind, faster, slower (time.rs), as the settings name them; with Ctrl in a cart that reads the keyboard
//! Esc              what the table of modes says (`studio::Mode`)
//! ```
//!
//! F6 and F9 belong to a cart that reads the raw keyboard. Esc never does, so that no cart can lock a user in.

use studio::{Escape, Key, KeyPress, Mode};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shortcut {
    Fullscreen,
    Debugger,
    Editors,
    Guide,
    Restart,
    Screenshot,
    Label,
    Film,
    Save,
    Paste,
    Crt,
    Mute,
    DebugLines,
    Meters,
    Quit,
    Escape,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum With {
    Any,
    Control,
    Alt,
}

/// Where the key does something else.
#[derive(Clone, Copy, PartialEq, Eq)]
enum But {
    Never,
    Debugger,
    Editor,
    Panels,
    Cart,
}

const TABLE: [(Shortcut, Key, With, But); 19] = [
    (Shortcut::Fullscreen, Key::ENTER, With::Alt, But::Never),
    (Shortcut::Fullscreen, Key::F11, With::Any, But::Never),
    (Shortcut::Debugger, Key::F12, With::Any, But::Debugger),
    (Shortcut::Editors, Key::F2, With::Any, But::Never),
    (Shortcut::Guide, Key::F1, With::Any, But::Panels),
    (Shortcut::Restart, Key::R, With::Control, But::Never),
    (Shortcut::Screenshot, Key::DIGIT_6, With::Control, But::Never),
    (Shortcut::Label, Key::DIGIT_7, With::Control, But::Never),
    (Shortcut::Screenshot, Key::F6, With::Any, But::Cart),
    (Shortcut::Film, Key::DIGIT_9, With::Control, But::Never),
    (Shortcut::Film, Key::F9, With::Any, But::Cart),
    (Shortcut::Save, Key::S, With::Control, But::Editor),
    (Shortcut::Paste, Key::V, With::Control, But::Panels),
    (Shortcut::Crt, Key::T, With::Control, But::Panels),
    (Shortcut::Mute, Key::M, With::Control, But::Never),
    (Shortcut::DebugLines, Key::D, With::Control, But::Panels),
    (Shortcut::Meters, Key::P, With::Control, But::Panels),
    (Shortcut::Quit, Key::Q, With::Control, But::Never),
    (Shortcut::Escape, Key::ESCAPE, With::Any, But::Panels),
];

impl Shortcut {
    pub fn of(press: &KeyPress, mode: Mode, raw: bool) -> Option<Shortcut> {
        let held = |with| match with {
            With::Any => true,
            With::Control => press.control,
            With::Alt => press.alt,
        };
        let free = |but| match but {
            But::Never => true,
            But::Debugger => mode != Mode::Debugger,
            But::Editor => mode != Mode::Editor,
            But::Panels => !matches!(mode, Mode::Debugger | Mode::Editor),
            But::Cart => !raw,
        };
        let row =
            TABLE.iter().find(|(_, key, with, but)| press.key == Some(*key) && held(*with) && free(*but));
        row.map(|row| row.0)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StuckKey {
    Restart,
    Debugger,
    Pause,
    Quit,
}

/// What a key does while a tick does not return: the host must handle it.
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

    #[test]
    fn shortcuts_follow_the_table_in_the_head() {
        use Mode::{Debugger, Editor, Game, Menu};
        const NONE: (bool, bool) = (false, false);
        const CONTROL: (bool, bool) = (true, false);
        // Our decision, as the README has it. Key, Ctrl and Alt, mode, raw keyboard.
        let cases = [
            (Key::ENTER, (false, true), Game, false, Some(Shortcut::Fullscreen)),
            (Key::ENTER, NONE, Game, false, None),
            (Key::R, CONTROL, Debugger, false, Some(Shortcut::Restart)),
            (Key::R, NONE, Game, false, None),
            (Key::F6, NONE, Game, true, None),
            (Key::F1, NONE, Game, false, Some(Shortcut::Guide)),
            (Key::F1, NONE, Game, true, Some(Shortcut::Guide)),
            (Key::F1, NONE, Editor, false, None),
            (Key::F6, NONE, Game, false, Some(Shortcut::Screenshot)),
            (Key::DIGIT_6, CONTROL, Game, true, Some(Shortcut::Screenshot)),
            (Key::DIGIT_7, CONTROL, Game, true, Some(Shortcut::Label)),
            (Key::D, CONTROL, Debugger, false, None),
            (Key::D, CONTROL, Menu, false, Some(Shortcut::DebugLines)),
            (Key::ESCAPE, NONE, Game, true, Some(Shortcut::Escape)),
            (Key::ESCAPE, NONE, Debugger, false, None),
            (Key::F12, NONE, Debugger, false, None),
            (Key::F2, NONE, Game, true, Some(Shortcut::Editors)),
            (Key::F2, NONE, Editor, false, Some(Shortcut::Editors)),
            (Key::D, CONTROL, Editor, false, None),
            (Key::P, CONTROL, Editor, false, None),
            (Key::V, CONTROL, Editor, false, None),
            (Key::S, CONTROL, Editor, false, None),
            (Key::S, CONTROL, Game, true, Some(Shortcut::Save)),
            (Key::S, CONTROL, Debugger, false, Some(Shortcut::Save)),
            (Key::S, NONE, Game, false, None),
            (Key::ESCAPE, NONE, Editor, false, None),
            (Key::R, CONTROL, Editor, false, Some(Shortcut::Restart)),
        ];
        for (key, (control, alt), mode, raw, want) in cases {
            let press = KeyPress { control, alt, ..KeyPress::bare(key, true) };
            assert_eq!(Shortcut::of(&press, mode, raw), want, "{press:?} {mode:?}");
        }
        for (key, control, down, want) in [
            (Key::R, true, true, Some(StuckKey::Restart)),
            (Key::ESCAPE, false, true, Some(StuckKey::Pause)),
            (Key::ESCAPE, false, false, None),
            (Key::Q, true, true, Some(StuckKey::Quit)),
            (Key::F12, false, true, Some(StuckKey::Debugger)),
            (Key::F11, false, true, None),
        ] {
            assert_eq!(stuck_key(&KeyPress { control, ..KeyPress::bare(key, down) }), want, "{key:?}");
        }
    }
}
