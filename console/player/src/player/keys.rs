//! Keys, mouse and pads: who gets them.
//!
//! ```text
//! key ── waited for by the menu? ── a shortcut? ── the debugger's? ── a key of time? ──> the cart's keyboard
//! ```
//!
//! What a key is, is decided when it arrives, by the mode of the screen then.

use super::Player;
use super::carts::Asker;
use super::devices::Focus;
use super::phase::Phase;
use super::replies::Pending;
use crate::cartridge::Inspection;
use crate::input::PARTS;
use crate::pad::PadCommand;
use crate::protocol::{Request, Wheel};
use crate::shortcuts::Shortcut;
use debugger::DebugCommand;
use debugger::{Press, canvas_size};
use editors::EditInput;
use rasher::{Console, Event, button, text};
use studio::Key;
use studio::KeyPress;
use studio::{BootNews, ButtonHints, Capture, Escape, KeysTo, Mode, Settings, short_name};

/// Is it that letter alone, going down for the first time?
fn is_letter(press: &KeyPress, letter: char) -> bool {
    let plain = !press.control && !press.alt && !press.repeat;
    plain && press.letter.is_some_and(|typed| typed.eq_ignore_ascii_case(&letter))
}

/// Lines that a touchpad scrolls in the debugger for one step of a wheel.
const FINE: i32 = 5;

impl Player {
    /// A key went down or up.
    pub(super) fn key(&mut self, press: &KeyPress) {
        let fresh = press.down && !press.repeat && press.key != Some(Key::ESCAPE);
        if fresh
            && let Some(key) = press.key
            && self.captured(Capture::is_key, key.name())
        {
            return;
        }
        if press.down {
            self.devices.by_pad = false;
            if let (Some(key), Some(letter)) = (press.key, press.letter) {
                self.devices.letters.insert(key, letter);
            }
        }
        let mode = self.mode();
        if mode == Mode::Editor && press.down && self.is_reserved(press) {
            return;
        }
        let raw = self.has_raw_keyboard() && !self.phase.is_open();
        if press.down
            && let Some(shortcut) = Shortcut::of(press, mode, raw)
        {
            if !press.repeat {
                self.shortcut(shortcut, press, mode);
            }
            return;
        }
        if press.down && mode == Mode::Error && self.options.opens_code && is_letter(press, 'e') {
            return self.open_fault();
        }
        if mode.row().keys == KeysTo::Debugger {
            self.debugger_key(press);
            if press.down {
                return;
            }
        }
        if mode.row().keys == KeysTo::Editor {
            self.edit_key(press);
            if press.down {
                return;
            }
        }
        if self.time_key(press, mode) {
            return;
        }
        if press.down
            && mode == Mode::Menu
            && let Some(menu) = self.phase.menu()
        {
            press.text.chars().for_each(|letter| menu.letter(letter));
        }
        let input = &mut self.run_loop.input;
        let before = input.held();
        if let Some(key) = press.key.filter(|_| !press.repeat) {
            input.key(key, press.down);
        }
        if press.down && !press.control {
            text::encode(&press.text).for_each(|letter| input.typed(letter, press.repeat));
        }
        self.answered(before);
    }

    /// Whoever presses O or X in the game, which were not held before, has seen what is said of an end.
    fn answered(&mut self, before: [u8; 8]) {
        let held = self.run_loop.input.held();
        let plays = self.mode() == Mode::Game;
        if plays && held.iter().zip(before).any(|(held, before)| held & !before & (button::O | button::X) > 0)
        {
            self.overlay.notices.press(self.now);
        }
    }

    /// While a command of the editors waits for its key: is it one of the console's own? That is said.
    fn is_reserved(&mut self, press: &KeyPress) -> bool {
        let waits = self.editors().is_some_and(editors::Editors::waits_for_key);
        let is_own = waits && Shortcut::of(press, Mode::Editor, false).is_some();
        if is_own {
            self.tell_editors("that key is the console's own: controls, window keys", true);
        }
        is_own
    }

    /// What presses O, X and pause: a pad's buttons, where one was pressed last; or keys, by the letters that they are known to have.
    pub(super) fn hints(&self) -> ButtonHints {
        let of = |button: usize| {
            let names =
                if self.devices.by_pad { &self.settings.pad[button] } else { &self.settings.keys[0][button] };
            let Some(name) = names.first() else { return "-".to_string() };
            let letter = Key::named(name)
                .filter(|_| !self.devices.by_pad)
                .and_then(|key| self.devices.letters.get(&key));
            match letter.filter(|letter| letter.is_ascii_graphic()) {
                Some(letter) => letter.to_lowercase().collect(),
                None => short_name(name),
            }
        };
        ButtonHints::new([4, 5, 6].map(of))
    }

    /// Does the cart ask for the raw keyboard?
    pub(super) fn has_raw_keyboard(&self) -> bool {
        self.run_loop.console().map(Console::machine).is_some_and(rasher::Machine::wants_keyboard)
    }

    /// Gives a key of time to the input; true if it was one, and is not the cart's: a cart that asks for the keyboard gets those
    /// without Ctrl, and while something lies over the game they are keys like any other.
    fn time_key(&mut self, press: &KeyPress, mode: Mode) -> bool {
        let Some(key) = press.key else { return false };
        let typed = mode.row().keys == KeysTo::Rows || self.has_raw_keyboard() && !press.control;
        if typed && press.down {
            return false;
        }
        // One that is let go was perhaps pressed before that.
        self.run_loop.input.time.key(key, press.down) && !typed
    }

    fn debugger_key(&mut self, press: &KeyPress) {
        let Some(debug) = &mut self.run_loop.debug else { return };
        if press.down {
            let press = Press::new(press);
            if press != Press::default() {
                debug.press(press);
            }
        } else if matches!(press.key, Some(Key::LEFT | Key::RIGHT)) {
            debug.press(Press::of(DebugCommand::Release));
        }
    }

    fn shortcut(&mut self, shortcut: Shortcut, press: &KeyPress, mode: Mode) {
        let settings = self.settings.clone();
        match shortcut {
            Shortcut::Fullscreen => self.set(Settings { fullscreen: !settings.fullscreen, ..settings }),
            Shortcut::Crt => self.set(Settings { crt: !settings.crt, ..settings }),
            Shortcut::Mute => self.set(Settings { mute: !settings.mute, ..settings }),
            Shortcut::Debugger => self.open_debugger(None),
            Shortcut::Editors => self.turn_editors(),
            Shortcut::Restart if press.shift => {
                self.close_editors();
                self.run_again();
            }
            Shortcut::Restart if self.runs_unsaved() => {}
            Shortcut::Restart => self.begin_anew(),
            Shortcut::Screenshot => self.screenshot(Asker::Person),
            Shortcut::Label if self.cart.is_shelf() => {}
            Shortcut::Label => self.keep_label(),
            Shortcut::Film => self.film(press.shift, Asker::Person),
            Shortcut::Paste => _ = self.ask(Request::Paste, Pending::Paste),
            Shortcut::DebugLines => self.overlay.debug = !self.overlay.debug,
            Shortcut::Meters => self.overlay.meters = !self.overlay.meters,
            Shortcut::Quit if self.warns_of_unsaved() => {}
            Shortcut::Quit => self.quit(),
            Shortcut::Escape => match mode.row().escape {
                Escape::Quit => self.answer(None),
                Escape::Pause if self.shelf_searches() => self.tell_shelf(&BootNews::Back),
                Escape::Pause if self.escapes_to_editors(mode) => self.turn_editors(),
                Escape::Pause => self.pause(),
                Escape::Back if self.phase.replay().is_some() => self.end_replay(),
                Escape::Back => self.menu_back(),
                Escape::Debugger | Escape::Editor => {}
            },
        }
        self.run_loop.stale = true;
    }

    /// Opens the debugger where the run stands, or at a moment of it. Whatever lies over the game goes.
    pub(super) fn open_debugger(&mut self, look: Option<Inspection>) {
        // A console that asks something, or is on its way, has not begun.
        if matches!(self.mode(), Mode::Debugger | Mode::Question | Mode::Resuming) {
            return;
        }
        self.close_editors();
        if self.run_loop.open_debugger(canvas_size(self.devices.size), look, self.now) {
            self.phase.close();
            self.phase = Phase::Debugging(None);
        } else {
            self.notice("there is no moment to step back to: the cart never began");
        }
    }

    /// The picture is shown in another size.
    pub(super) fn resized(&mut self, size: (u32, u32), remembered: Option<[u32; 2]>) {
        self.devices.size = size;
        if let Some(window) = remembered {
            self.settings.window = window;
        }
        if let Some(debug) = &mut self.run_loop.debug {
            debug.resize(canvas_size(size));
        }
        self.resize_editors();
    }

    pub(super) fn pointer(&mut self, x: i16, y: i16) {
        let before = (self.devices.mouse.0, self.devices.mouse.1);
        (self.devices.mouse.0, self.devices.mouse.1) = (x, y);
        if self.is_editing() {
            return self.edit(&EditInput::Pointer(x.into(), y.into()));
        }
        if self.point_rows(before) {
            return;
        }
        self.point_edge();
        match &mut self.run_loop.debug {
            Some(debug) => {
                debug.press(Press::of(DebugCommand::Point(x.into(), y.into(), self.devices.mouse.2)))
            }
            None => self.run_loop.input.pointer((x, y)),
        }
    }

    /// A button of the mouse.
    pub(super) fn click(&mut self, button: u8, down: bool) {
        if button == 1 {
            self.devices.mouse.2 = down;
        }
        if self.is_editing() {
            return self.edit(&EditInput::Button(button, down));
        }
        if down && self.click_rows(button) {
            return;
        }
        let (x, y, held) = self.devices.mouse;
        match &mut self.run_loop.debug {
            Some(debug) if button == 1 => {
                debug.press(Press::of(DebugCommand::Point(x.into(), y.into(), held)))
            }
            Some(_) => {}
            None => self.run_loop.input.click(button, down),
        }
    }

    pub(super) fn wheel(&mut self, wheel: Wheel) {
        if self.is_editing() {
            return self.edit_wheel(wheel);
        }
        if self.wheel_rows(wheel.y) {
            return;
        }
        match &mut self.run_loop.debug {
            Some(debug) => {
                let lines = if wheel.fine { wheel.y.saturating_mul(FINE) } else { wheel.y };
                // Rounded to the nearest line.
                let lines = (lines.abs().saturating_add(PARTS / 2) / PARTS) * lines.signum();
                debug.press(Press::of(DebugCommand::Scroll(-i64::from(lines))));
            }
            None => self.run_loop.input.wheel(wheel.x, wheel.y),
        }
    }

    pub(super) fn pad(&mut self, pad: &PadCommand) {
        if let PadCommand::Button(_, button, down) = pad {
            if *down && self.is_editing() {
                self.edit_pad_button(*button);
            }
            if *down {
                self.devices.by_pad = true;
                self.captured(|capture| !capture.is_key(), button.name());
            }
            self.run_loop.input.time.pad(*button, *down);
        }
        let moved = self.devices.seats.handle(&self.run_loop.input.pad_map, pad);
        if let Some((player, held)) = moved {
            let before = self.run_loop.input.held();
            self.run_loop.input.pad(player, held);
            self.answered(before);
            if self.is_editing() {
                self.edit(&EditInput::Pad(held));
            }
        }
        let count = self.devices.seats.taken();
        let (text, went) = match pad {
            PadCommand::Connected(_, name) => (format!("gamepad {count}: {name}"), false),
            PadCommand::Disconnected(_, name) => (format!("gamepad gone: {name}"), true),
            _ => return,
        };
        self.say(text);
        self.run_loop.input.event(Event::Controllers(count));
        self.changes += 1;
        if went && self.settings.pause_on_pad_loss {
            self.pause();
        }
    }

    /// The keyboard came, or went elsewhere.
    pub(super) fn focus(&mut self, focused: bool) {
        if !focused {
            self.run_loop.input.let_go();
            self.edit(&EditInput::Blur);
            if let Some(debug) = &mut self.run_loop.debug {
                debug.press(Press::of(DebugCommand::Release));
            }
        }
        // X11 tells a new window that it has no focus; only a person who was here can have gone.
        match (self.devices.focus, focused) {
            (Focus::Here, false) if self.settings.pause_on_blur && !self.cart.views => {
                self.devices.focus = Focus::Awaited;
                self.run_loop.hold(self.now);
            }
            (Focus::Here, false) => self.devices.focus = Focus::Elsewhere,
            (Focus::Elsewhere | Focus::Awaited, false) => {}
            (before, true) => {
                self.devices.focus = Focus::Here;
                if before == Focus::Awaited {
                    self.resume();
                }
            }
        }
        self.run_loop.stale = true;
    }
}
