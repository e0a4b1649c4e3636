//! Keys, mouse and pads: who gets them.
//!
//! ```text
//! key ── captured by the menu? ── a shortcut? ── the debugger's or editors'? ── rewind, faster, slower? ──> the cart's keyboard
//! ```
//!
//! The mode of the screen when a key arrives decides.

use super::menu::{EdgeRest, NOWHERE};
use super::phase::Phase;
use super::replies::Pending;
use super::{Asker, Player};
use crate::cartridge::Inspection;
use crate::input::lines;
use crate::pad::{PadButton, PadCommand, Seats};
use crate::protocol::{Request, Wheel};
use crate::shortcuts::Shortcut;
use debugger::{DebugCommand, DebugEvent, Press, canvas_size};
use editors::EditInput;
use rasher::{Console, Event, button, text};
use std::collections::BTreeMap;
use studio::{ButtonHints, Capture, Escape, Key, KeyPress, KeysTo, Mode, Settings, ShelfMessage, short_name};

/// Steps of the wheel that an editor gets at once.
const WHEEL_MOST: i32 = 16;
/// A click on the notice in the border.
const ON_NOTICE: u8 = 16;
/// The mouse button that means "back".
const BACK: u8 = 8;

impl Player {
    pub(super) fn key(&mut self, press: &KeyPress) {
        let is_shift = press.key.is_some_and(|key| key.name().starts_with("Shift"));
        self.devices.shift = if is_shift { press.down } else { press.shift };
        let fresh = press.down && !press.repeat && press.key != Some(Key::ESCAPE);
        if fresh
            && let Some(key) = press.key
            && self.capture(Capture::is_key, key.name())
        {
            return;
        }
        if press.down {
            if !matches!(self.devices.control, Control::Touch) {
                self.devices.control = Control::Keys;
            }
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
        let plain = press.down && !press.control && !press.alt && !press.repeat;
        if plain && mode == Mode::Error && self.options.opens_code && matches!(press.letter, Some('e' | 'E'))
        {
            return self.open_fault();
        }
        let keys_to = mode.row().keys;
        match keys_to {
            KeysTo::Debugger => self.debugger_key(press),
            KeysTo::Editor => self.edit_key(press),
            _ => {}
        }
        if press.down && matches!(keys_to, KeysTo::Debugger | KeysTo::Editor) || self.time_key(press, mode) {
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
        self.dismiss_hint(before);
    }

    fn dismiss_hint(&mut self, before: [u8; 8]) {
        let held = self.run_loop.input.held();
        let plays = self.mode() == Mode::Game;
        if plays && held.iter().zip(before).any(|(held, before)| held & !before & (button::O | button::X) > 0)
        {
            self.overlay.notices.press(self.now);
        }
    }

    fn is_reserved(&mut self, press: &KeyPress) -> bool {
        let waits = self.editors().is_some_and(editors::Editors::waits_for_key);
        let is_own = waits && Shortcut::of(press, Mode::Editor, false).is_some();
        if is_own {
            self.notify_editors("that key is reserved: see controls, shortcuts", true);
        }
        is_own
    }

    pub(super) fn hints(&self) -> ButtonHints {
        let first = |names: &[String]| names.first().cloned().unwrap_or_default();
        let of = |button: usize| match self.devices.control {
            Control::Keys => {
                let name = first(&self.settings.keys[0][button]);
                let letter = Key::named(&name).and_then(|key| self.devices.letters.get(&key));
                match letter.filter(|letter| letter.is_ascii_graphic()) {
                    _ if name.is_empty() => "-".to_string(),
                    Some(letter) => letter.to_lowercase().collect(),
                    None => short_name(&name),
                }
            }
            Control::Pad(id) => match PadButton::named(&first(&self.settings.pad[button])) {
                Some(name) => self.devices.seats.brand(id).label(name),
                None => "-".to_string(),
            },
            // Its buttons are drawn with these glyphs, and the third one with this word.
            Control::Touch => if button == 6 { "menu" } else { "" }.to_string(),
        };
        ButtonHints::new([4, 5, 6].map(of))
    }

    pub(super) fn has_raw_keyboard(&self) -> bool {
        self.run_loop.console().map(Console::machine).is_some_and(rasher::Machine::wants_keyboard)
    }

    /// Handles rewind, faster and slower. Returns true if the cart does not get the key: a cart that reads the keyboard
    /// gets these keys without Ctrl, and in menus they are ordinary keys.
    fn time_key(&mut self, press: &KeyPress, mode: Mode) -> bool {
        let Some(key) = press.key else { return false };
        let typed = mode.row().keys == KeysTo::Rows || self.has_raw_keyboard() && !press.control;
        if typed && press.down {
            return false;
        }
        // It may have been pressed before the mode changed.
        self.run_loop.input.time.key(key, press.down) && !typed
    }

    fn debugger_key(&mut self, press: &KeyPress) {
        let Some(debug) = self.phase.debugger() else { return };
        if press.down {
            let press = Press::new(press);
            if press != Press::default() {
                debug.push(DebugEvent::Press(press));
            }
        } else if matches!(press.key, Some(Key::LEFT | Key::RIGHT)) {
            debug.press(DebugCommand::Release);
        }
    }

    fn shortcut(&mut self, shortcut: Shortcut, press: &KeyPress, mode: Mode) {
        let settings = self.settings.clone();
        match shortcut {
            Shortcut::Fullscreen => self.set(Settings { fullscreen: !settings.fullscreen, ..settings }),
            Shortcut::Crt => self.set(Settings { crt: !settings.crt, ..settings }),
            Shortcut::Mute => self.set(Settings { mute: !settings.mute, ..settings }),
            Shortcut::Debugger => self.open_debugger(None),
            Shortcut::Editors => self.toggle_editors(),
            Shortcut::Guide => self.open_guide(),
            Shortcut::Restart if press.shift => {
                self.close_editors();
                self.replay_run();
            }
            Shortcut::Restart if self.compile_unsaved() => {}
            Shortcut::Restart => self.restart_on_request(),
            Shortcut::Screenshot => self.screenshot(Asker::Person),
            Shortcut::Label if self.cart.is_shelf() => {}
            Shortcut::Label => self.keep_label(),
            Shortcut::Film => self.film(press.shift, Asker::Person),
            Shortcut::Save => self.save_unsaved(),
            Shortcut::Paste => _ = self.ask(Request::Paste, Pending::Paste),
            Shortcut::DebugLines => self.overlay.debug = !self.overlay.debug,
            Shortcut::Meters => self.overlay.meters = !self.overlay.meters,
            Shortcut::Quit if self.tools.is_none() || self.warn_of_unsaved() => {}
            Shortcut::Quit => self.quit(),
            Shortcut::Escape => match mode.row().escape {
                Escape::Quit => self.answer(None),
                Escape::Pause if self.shelf_searches() => self.send_to_shelf(&ShelfMessage::Back),
                Escape::Pause
                    if self.settings.escape_edits
                        && self.tools.is_some()
                        && matches!(mode, Mode::Game | Mode::Error)
                        && !self.cart.is_shelf() =>
                {
                    self.toggle_editors();
                }
                Escape::Pause => self.pause(),
                Escape::Back if self.phase.replay().is_some() => {
                    let watched = self.phase.watched().is_some();
                    self.end_replay();
                    if watched {
                        self.pause();
                    }
                }
                Escape::Back => self.menu_back(),
                Escape::Debugger | Escape::Editor => {}
            },
        }
        self.run_loop.stale = true;
    }

    pub(super) fn start_debugger(&mut self, look: Option<Inspection>) {
        // A run that has not begun cannot be debugged.
        if matches!(self.mode(), Mode::Debugger | Mode::Question | Mode::Resuming) {
            return;
        }
        let watched = self.phase.watched().map(|(frame, _)| Inspection { frame, ..Inspection::default() });
        let look = look.or(watched);
        self.close_editors();
        self.hold();
        match self.run_loop.open_debugger(canvas_size(self.devices.size), look) {
            Some(debug) => self.phase = Phase::Debugging(debug),
            None => self.warn("nothing to debug: the cart never started"),
        }
    }

    pub(super) fn close_debugger(&mut self) -> bool {
        let open = self.phase.take_debugger();
        open.map(|debug| self.run_loop.close_debugger(*debug)).is_some()
    }

    pub(super) fn resized(&mut self, size: (u32, u32), remembered: Option<[u32; 2]>) {
        self.devices.size = size;
        if let Some(window) = remembered {
            self.settings.window = window;
        }
        if let Some(debug) = self.phase.debugger() {
            debug.resize(canvas_size(size));
        }
        let (w, h, scale) = editors::canvas_size(size);
        self.edit(&EditInput::Size(w, h, scale));
    }

    pub(super) fn pointer(&mut self, x: i16, y: i16) {
        let Some((x, y)) = self.point_at_page(x, y) else { return };
        let before = (self.devices.mouse.0, self.devices.mouse.1);
        (self.devices.mouse.0, self.devices.mouse.1) = (x, y);
        if self.is_editing() {
            return self.edit(&EditInput::Pointer(x.into(), y.into()));
        }
        if self.point_at_menu(before) {
            return;
        }
        self.point_at_edge();
        match self.phase.debugger() {
            Some(debug) => debug.press(DebugCommand::Point(x.into(), y.into(), self.devices.mouse.2)),
            None => self.run_loop.input.pointer((x, y)),
        }
    }

    pub(super) fn click(&mut self, button: u8, down: bool) {
        if button == 1 {
            self.devices.mouse.2 = down;
        }
        if self.is_editing() {
            return self.edit(&EditInput::Button(button, down));
        }
        if self.devices.on_page {
            return self.edit_page(&EditInput::Button(button, down));
        }
        if button == ON_NOTICE {
            return self.close_notice();
        }
        if down && button == 1 && self.click_notice() || down && self.click_menu(button) {
            return;
        }
        let (x, y, held) = self.devices.mouse;
        match self.phase.debugger() {
            Some(debug) if button == 1 => {
                debug.press_at(self.now, DebugCommand::Point(x.into(), y.into(), held));
            }
            Some(debug) if button == BACK && down => debug.press(DebugCommand::Back),
            Some(debug) if button == 2 && down => debug.press(DebugCommand::Menu(x.into(), y.into())),
            None if button != BACK => self.run_loop.input.click(button, down),
            _ => {}
        }
    }

    pub(super) fn wheel(&mut self, wheel: Wheel) {
        if self.is_editing() {
            let steps = self.whole_steps(wheel.y);
            // Each step goes to the panel or row under the pointer, which the step before may have changed.
            for _ in 0..steps.abs().min(WHEEL_MOST) {
                self.edit(&EditInput::Wheel(steps.signum()));
            }
            return;
        }
        if self.devices.on_page {
            let steps = self.whole_steps(wheel.y).clamp(-WHEEL_MOST, WHEEL_MOST);
            return self.edit_page(&EditInput::Wheel(steps));
        }
        if self.wheel_menu(wheel.y) {
            return;
        }
        match self.phase.debugger() {
            Some(debug) => match (lines(wheel.x, wheel.fine), lines(wheel.y, wheel.fine)) {
                (0, y) if !self.devices.shift => debug.press(DebugCommand::Wheel(-y)),
                (x, y) => debug.press(DebugCommand::Tilt(x - y)),
            },
            None => self.run_loop.input.wheel(wheel.x, wheel.y),
        }
    }

    pub(super) fn pad(&mut self, pad: &PadCommand) {
        if let PadCommand::Button(id, button, down) = pad {
            if *down && self.is_editing() {
                self.edit_pad_button(*button);
            }
            if *down {
                self.devices.control = Control::Pad(*id);
                self.capture(|capture| !capture.is_key(), button.name());
            }
            self.run_loop.input.time.pad(*button, *down);
        }
        let moved = self.devices.seats.handle(&self.run_loop.input.pad_map, pad);
        if let Some((player, held)) = moved {
            let before = self.run_loop.input.held();
            self.run_loop.input.pad(player, held);
            self.dismiss_hint(before);
            if self.is_editing() {
                self.edit(&EditInput::Pad(held));
            }
        }
        let count = self.devices.seats.taken();
        let (text, went) = match pad {
            PadCommand::Connected(_, name) => (format!("gamepad {count} connected: {name}"), false),
            PadCommand::Disconnected(_, name) => (format!("gamepad disconnected: {name}"), true),
            _ => return,
        };
        self.notify(text);
        self.run_loop.input.event(Event::Controllers(count));
        self.changes += 1;
        if went && self.settings.pause_on_pad_loss {
            self.pause();
        }
    }

    pub(super) fn focus(&mut self, focused: bool) {
        if !focused {
            self.run_loop.input.release_all();
            self.edit(&EditInput::Blur);
            if let Some(debug) = self.phase.debugger() {
                debug.press(DebugCommand::Release);
            }
        }
        // X11 reports a new window as unfocused: pause only after it has had the focus.
        match (self.devices.focus, focused) {
            (Focus::Here, false)
                if self.settings.pause_on_blur && !self.cart.views && !self.start.is_edited =>
            {
                self.devices.focus = Focus::Awaited;
                self.hold();
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

    pub(super) fn hold_for_debugger(&mut self, held: bool) {
        if std::mem::replace(&mut self.devices.is_held, held) == held {
            return;
        }
        if held {
            self.hold();
            self.notify("stopped by the debugger".to_string());
        } else {
            self.resume();
        }
    }
}

#[derive(Debug, Default)]
pub(super) struct Devices {
    pub seats: Seats,
    /// A debugger outside has stopped the game.
    pub is_held: bool,
    pub letters: BTreeMap<Key, char>,
    pub control: Control,
    /// The window in pixels.
    pub size: (u32, u32),
    /// The room for notices outside the picture.
    pub border: Option<(u32, u32)>,
    /// Position, [`NOWHERE`] at first, and whether the left button is down.
    pub mouse: (i16, i16, bool),
    /// The pointer is on the page next to the game.
    pub on_page: bool,
    pub edge: EdgeRest,
    pub wheel_parts: i32,
    /// Is Shift held, for the wheel?
    pub shift: bool,
    pub focus: Focus,
    /// Milliseconds from the machine to the ear. None while no device plays.
    pub latency: Option<u32>,
}

impl Devices {
    pub fn new(letters: Vec<(Key, char)>) -> Devices {
        let (letters, mouse) = (letters.into_iter().collect(), (NOWHERE, NOWHERE, false));
        Devices { letters, mouse, size: (512, 512), ..Devices::default() }
    }
}

/// What the user plays with, which hints name. Keys that come while it is touch are those of the drawn buttons.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Control {
    #[default]
    Keys,
    Pad(usize),
    Touch,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Focus {
    Here,
    #[default]
    Elsewhere,
    /// Elsewhere, and the game waits for it.
    Awaited,
}
