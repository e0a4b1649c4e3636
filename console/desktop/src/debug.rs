//! The debugger in the window: keys and mouse in, its canvas out.
//!
//! ```text
//! F12 ── Order::Debug ──> worker: Debugger + Run      key ── Press ──> types? line : key ──> Ask
//!        canvas, as large as the window allows   <──  mouse ── Ask::Point, in pixels of the canvas
//!        Wish::Live, Report, Picture             <──
//! ```
//!
//! The worker owns the run, so it owns the debugger; the window sends what was pressed and shows the newest canvas. What a
//! key means while a line is typed is decided there: a letter may follow the key that opens the line at once.

use crate::app::App;
use crate::worker::Order;
use studio::debug::{Ask, Typing, Wish};
use timeline::Report;
use winit::event::{ElementState, KeyEvent, MouseButton, MouseScrollDelta, WindowEvent};
use winit::keyboard::{Key, KeyCode, PhysicalKey};

/// The least canvas in both directions; a smaller window scales it down.
const LEAST: u32 = 256;

/// A key that went down.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Press {
    /// What it asks for.
    pub key: Option<Ask>,
    /// What it asks for while a line is typed.
    pub line: Vec<Ask>,
}

/// The debugger's side of the window.
#[derive(Clone, Copy, Debug, Default)]
pub struct Walk {
    /// Is it open?
    pub open: bool,
    /// Where the mouse is on its canvas, and whether its button is down.
    mouse: (i32, i32, bool),
}

/// The canvas for a window: its size divided by the largest whole number that leaves the least canvas.
pub fn canvas(width: u32, height: u32) -> (i32, i32) {
    let scale = (width / LEAST).min(height / LEAST).max(1);
    let side = |room: u32| (room / scale).clamp(LEAST, 1 << 13) as i32;
    (side(width), side(height))
}

/// What a key asks for. `letter` is what it types, if that is one letter.
fn asks(code: KeyCode, letter: Option<char>, shift: bool, control: bool) -> Option<Ask> {
    let far = if control {
        60
    } else if shift {
        10
    } else {
        1
    };
    let by = |back: bool| if back { -1 } else { 1 };
    Some(match code {
        KeyCode::ArrowLeft => Ask::Hold(-far),
        KeyCode::ArrowRight => Ask::Hold(far),
        KeyCode::ArrowUp => Ask::Scroll(-far),
        KeyCode::ArrowDown => Ask::Scroll(far),
        KeyCode::Home => Ask::End(false),
        KeyCode::End => Ask::End(true),
        KeyCode::Tab => Ask::Focus(by(shift)),
        KeyCode::PageUp => Ask::Page(-1),
        KeyCode::PageDown => Ask::Page(1),
        KeyCode::BracketLeft => Ask::Call(-1),
        KeyCode::BracketRight => Ask::Call(1),
        KeyCode::Space => Ask::Live,
        KeyCode::Escape => Ask::Escape,
        KeyCode::Enter | KeyCode::NumpadEnter => Ask::Enter,
        KeyCode::F12 => Ask::Live,
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
fn types(code: KeyCode, text: &str, control: bool) -> Vec<Ask> {
    match code {
        KeyCode::Enter | KeyCode::NumpadEnter => vec![Ask::Enter],
        KeyCode::Backspace => vec![Ask::Erase],
        KeyCode::Escape => vec![Ask::Escape],
        KeyCode::F12 => vec![Ask::Live],
        _ if control => Vec::new(),
        _ => text.chars().filter(|c| !c.is_control()).map(Ask::Letter).collect(),
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

    fn new(
        code: KeyCode,
        text: &str,
        letter: Option<char>,
        (shift, control): (bool, bool),
        again: bool,
    ) -> Press {
        let counts = |ask: &Ask| !again || repeats(ask);
        let mut line = types(code, text, control);
        line.retain(counts);
        Press { key: asks(code, letter, shift, control).filter(counts), line }
    }
}

impl App {
    /// The canvas that the window has room for.
    fn canvas(&self) -> (i32, i32) {
        let size = self.view.as_ref().map(|view| view.window().inner_size()).unwrap_or_default();
        canvas(size.width, size.height)
    }

    /// Opens the debugger where the run stands, or at a frame of it. Whatever lies over the game goes.
    pub(crate) fn walk(&mut self, frame: Option<u64>) {
        // A console that asks something has not begun; one that hangs hears nothing.
        if self.walk.open || self.is_stuck() || self.front.question.is_some() {
            return;
        }
        let (width, height) = self.canvas();
        if !self.session.worker().order(Order::Debug { width, height, frame }) {
            return self.notice("there is no moment to step back to: the cart never began");
        }
        self.front.close();
        self.walk.open = true;
    }

    /// The window has another size.
    pub(crate) fn walk_resized(&self) {
        if self.walk.open {
            let (width, height) = self.canvas();
            self.session.worker().order(Order::DebugSize { width, height });
        }
    }

    /// A key that is no shortcut of the window's goes to the debugger.
    pub(crate) fn walk_key(&mut self, event: &KeyEvent) {
        let PhysicalKey::Code(code) = event.physical_key else { return };
        if event.state != ElementState::Pressed {
            if matches!(code, KeyCode::ArrowLeft | KeyCode::ArrowRight) {
                self.walk_released();
            }
            return;
        }
        let letter = match &event.logical_key {
            Key::Character(text) => text.chars().next(),
            _ => None,
        };
        let modifiers = (self.modifiers.shift_key(), self.modifiers.control_key());
        let text = event.text.as_deref().unwrap_or_default();
        let press = Press::new(code, text, letter, modifiers, event.repeat);
        if press != Press::default() {
            self.session.worker().order(Order::Press(press));
        }
    }

    /// Nothing is held any more.
    pub(crate) fn walk_released(&self) {
        if self.walk.open {
            self.session.worker().order(Order::Press(Press::of(Ask::Release)));
        }
    }

    /// The mouse, while the debugger is open.
    pub(crate) fn walk_mouse(&mut self, event: &WindowEvent) {
        let (x, y, down) = &mut self.walk.mouse;
        let ask = match event {
            WindowEvent::CursorMoved { position, .. } => {
                let Some(view) = &self.view else { return };
                let at = view.place().to_machine(position.x, position.y);
                (*x, *y) = (at.0.into(), at.1.into());
                Ask::Point(*x, *y, *down)
            }
            WindowEvent::MouseInput { state, button: MouseButton::Left, .. } => {
                *down = *state == ElementState::Pressed;
                Ask::Point(*x, *y, *down)
            }
            WindowEvent::MouseWheel { delta: MouseScrollDelta::LineDelta(_, y), .. } => {
                Ask::Scroll(-y.round() as i64)
            }
            WindowEvent::MouseWheel { delta: MouseScrollDelta::PixelDelta(p), .. } => {
                Ask::Scroll(-(p.y / 8.0).round() as i64)
            }
            _ => return,
        };
        self.session.worker().order(Order::Press(Press::of(ask)));
    }

    /// Does what only the window can do for the debugger.
    pub(crate) fn wished(&mut self, wish: &Wish) {
        match wish {
            Wish::Live => {
                self.walk.open = false;
                // What the moment knows of them may be long ago.
                self.introduce();
                self.resume();
            }
            Wish::Picture => self.screenshot(),
            Wish::Stop => self.stop_work(),
            // These come with their run, in `keep_report` and `begin_task`, or are the worker's own.
            Wish::Report | Wish::Movie(_) | Wish::Search(_) | Wish::Against | Wish::Frame(_) => {}
        }
    }

    /// Writes a bug report, with the settings of this window.
    pub(crate) fn keep_report(&mut self, report: Report) {
        let settings = serde_json::to_string(&self.settings).unwrap_or_default();
        match store::write_report(&self.home, &Report { settings, ..report }) {
            Ok(path) => self.say(format!("saved {}", path.display())),
            Err(e) => self.notice(e.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The keys that a word of the page stands for.
    fn keys(word: &str) -> Vec<(KeyCode, Option<char>)> {
        let code = |code| vec![(code, None)];
        match word {
            "⬅️➡️" => vec![(KeyCode::ArrowLeft, None), (KeyCode::ArrowRight, None)],
            "⬆️⬇️" => vec![(KeyCode::ArrowUp, None), (KeyCode::ArrowDown, None)],
            "home" => code(KeyCode::Home),
            "end" => code(KeyCode::End),
            "tab" => code(KeyCode::Tab),
            "pgup" => code(KeyCode::PageUp),
            "pgdn" => code(KeyCode::PageDown),
            "space" => code(KeyCode::Space),
            "esc" => code(KeyCode::Escape),
            "f12" => code(KeyCode::F12),
            "enter" => code(KeyCode::Enter),
            "[" => vec![(KeyCode::BracketLeft, Some('[')), (KeyCode::Digit8, Some('['))],
            "]" => vec![(KeyCode::BracketRight, Some(']')), (KeyCode::Digit9, Some(']'))],
            letter if letter.chars().count() == 1 => vec![(KeyCode::F24, letter.chars().next())],
            other => panic!("{other:?} on the page of keys is no key that the window knows"),
        }
    }

    #[test]
    fn the_page_of_keys_and_the_window_agree() {
        let mut named = Vec::new();
        for (row, _) in studio::debug::KEYS {
            let words = row.split_whitespace().filter(|word| *word != "shift");
            for key in words.flat_map(keys) {
                assert!(asks(key.0, key.1, false, false).is_some(), "{row}: {key:?} does nothing");
                named.push(key);
            }
        }
        for letter in 'a'..='z' {
            let known = asks(KeyCode::F24, Some(letter), false, false).is_some();
            assert_eq!(known, named.contains(&(KeyCode::F24, Some(letter))), "{letter:?}");
            assert_eq!(asks(KeyCode::F24, Some(letter), false, true), None, "ctrl+{letter} is the window's");
        }
        for code in [KeyCode::F1, KeyCode::Backspace, KeyCode::Delete] {
            assert_eq!(asks(code, None, false, false), None, "{code:?}");
        }
    }

    #[test]
    fn shift_and_control_go_farther_and_holding_repeats_little() {
        let press = |code, text: &str, held, again| Press::new(code, text, text.chars().next(), held, again);
        let (bare, shift, control) = ((false, false), (true, false), (false, true));
        let cases = [
            (KeyCode::ArrowLeft, "", bare, Some(Ask::Hold(-1))),
            (KeyCode::ArrowLeft, "", shift, Some(Ask::Hold(-10))),
            (KeyCode::ArrowRight, "", control, Some(Ask::Hold(60))),
            (KeyCode::Tab, "", shift, Some(Ask::Focus(-1))),
            (KeyCode::KeyC, "C", shift, Some(Ask::Change(false))),
            (KeyCode::KeyC, "c", bare, Some(Ask::Change(true))),
        ];
        for (code, text, held, want) in cases {
            assert_eq!(press(code, text, held, false).key, want, "{code:?} {held:?}");
        }
        assert_eq!(press(KeyCode::ArrowLeft, "", bare, true).key, None, "a held step has a pace of its own");
        assert_eq!(press(KeyCode::ArrowUp, "", bare, true).key, Some(Ask::Scroll(-1)));
        assert_eq!(press(KeyCode::KeyM, "M", shift, false).key, Some(Ask::Movie(true)));
        assert_eq!(press(KeyCode::Slash, "/", bare, false).key, Some(Ask::Type(Typing::Find)));
        assert_eq!(press(KeyCode::KeyB, "b", bare, true).key, None, "a bookmark held is set once");
        let typed = press(KeyCode::KeyB, "b", bare, true);
        assert_eq!(typed.line, [Ask::Letter('b')], "in a line it is a letter");
        assert_eq!(press(KeyCode::Enter, "\r", bare, false).line, [Ask::Enter]);
        assert_eq!(press(KeyCode::KeyR, "\u{12}", control, false), Press::default());
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
        for ((width, height), want) in cases {
            assert_eq!(canvas(width, height), want, "{width}x{height}");
        }
    }
}
