//! Buttons and mouse in the pause menu and in questions; settings and save slots.
//!
//! ```text
//! play, error ── right button ──> menu ── left: choose the row, right: a page back, wheel: change its value
//!  └── if the cart uses the mouse: rest at the upper edge for half a second ──> a tab ── left button ──> menu
//! ```
//!
//! A cart that uses the mouse gets all its buttons, except for a click on the tab, which disappears when the mouse leaves it.

use super::Player;
use super::phase::{Menu, Phase};
use super::replies::Pending;
use crate::overlay::MENU_TAB;
use crate::protocol::Request;
use crate::time::ability_name;
use editors::EditInput;
use rasher::{Event, button};
use std::sync::Arc;
use std::time::Duration;
use studio::{Area, BEFORE, Capture, Choice, KeysTo, Mode, PauseMenu, Settings};
use timeline::Slot;

/// How long the mouse rests until the tab appears, and how long the tab waits for it to move.
const RESTS: Duration = Duration::from_millis(500);
const WAITS: Duration = Duration::from_secs(3);
pub(super) const NOWHERE: i16 = i16::MIN;
const EDGE: i32 = 1;

#[derive(Debug, Default)]
pub(super) struct EdgeRest {
    since: Option<Duration>,
    moved: Duration,
}

impl Player {
    pub(super) fn pause(&mut self) {
        self.hold();
        self.run_loop.stale = true;
        match &mut self.phase {
            Phase::Playing | Phase::Failed(_) | Phase::InstantReplay(_) => {}
            Phase::Editing(editing) => return editing.pauses = true,
            Phase::Menu(_) | Phase::Asking(_) | Phase::Debugging(_) => return,
        }
        let items = self.run_loop.console().map(|console| console.machine().menu_items().clone());
        let mut menu = PauseMenu::new(self.settings.clone(), items.unwrap_or_default());
        menu.slots = self.slots.clone();
        menu.hints = self.hints();
        if let (Some((left, _)), Some(console)) = (&self.start.left_behind, self.run_loop.console()) {
            menu.previous_run = Some(studio::clock(left.recording.frames(), console.fps()));
        }
        if let Some(runs) = self.run_summary() {
            menu.set_runs(runs);
        }
        menu.is_bare = self.tools.is_none();
        menu.can_edit = !menu.is_bare && !self.cart.is_shelf();
        menu.has_shelf = menu.can_edit && self.library.has_choice();
        let breadcrumb = self.run_loop.console().and_then(|console| console.machine().breadcrumb());
        menu.breadcrumb = breadcrumb.map(str::to_string);
        self.open_menu(menu, None);
    }

    pub(super) fn open_menu(&mut self, menu: PauseMenu, cart: Option<String>) {
        self.phase.leave();
        self.phase.open(|then| Phase::Menu(Box::new(Menu { menu, cart, then })));
        // Held buttons count after they were released.
        self.overlay.wait_for_release();
        self.run_loop.stale = true;
    }

    pub(super) fn tick_menu(&mut self) {
        for _ in 0..self.overlay.menu_ticks.due(self.now) {
            if self.run_loop.has_work() || self.requests.quits || self.mode().row().keys != KeysTo::Rows {
                return;
            }
            let held = self.run_loop.input.take_menu_buttons();
            self.run_loop.stale = true;
            let pressed = self.overlay.pressed(held);
            match &mut self.phase {
                Phase::InstantReplay(_) if pressed != 0 => self.end_replay(),
                Phase::Asking(asking) => {
                    if let Some(answer) = asking.question.press(pressed) {
                        self.answer(Some(answer));
                    }
                }
                Phase::Menu(menu) => {
                    let choice = menu.menu.press(pressed);
                    self.choose(choice);
                }
                Phase::Failed(screen) => {
                    let down = i32::from(pressed & button::DOWN != 0);
                    screen.scroll(down - i32::from(pressed & button::UP != 0));
                }
                Phase::InstantReplay(_) | Phase::Playing | Phase::Debugging(_) | Phase::Editing(_) => {}
            }
            self.on_run_events();
        }
    }

    pub(super) fn menu_back(&mut self) {
        let Some(menu) = self.phase.menu() else { return };
        if menu.capture().is_some() {
            return menu.cancel();
        }
        let choice = menu.back();
        self.choose(choice);
    }

    pub(super) fn choose(&mut self, choice: Option<Choice>) {
        let Some(choice) = choice else { return };
        match choice {
            Choice::Continue => {
                if matches!(self.phase, Phase::Menu(_)) {
                    self.phase.leave();
                }
                self.resume();
            }
            Choice::Edit => self.toggle_editors(),
            Choice::Guide => self.open_guide(),
            Choice::EditKeys => {
                self.toggle_editors();
                self.edit(&EditInput::ShowKeys);
            }
            Choice::GoBack => self.go_back(),
            Choice::Run(run) => self.start_run(run),
            Choice::Replay => self.start_replay(),
            Choice::Reset => self.restart_on_request(),
            Choice::Breadcrumb => self.run_loop.menu_frame(Event::Back),
            Choice::Shelf => self.leave_cart(),
            Choice::Quit => self.quit_unless_unsaved(),
            Choice::Changed => {
                if let Some(menu) = self.phase.menu() {
                    let settings = menu.settings().clone();
                    self.set(settings);
                }
            }
            Choice::Custom { index, buttons } => self.run_loop.menu_frame(Event::Menu { index, buttons }),
            Choice::Save(_) if !self.cart.keeps => self.warn("nothing to save here"),
            Choice::Save(number) => {
                if let Some(slot) = self.run_loop.slot() {
                    self.write_slot(number, Some(slot));
                }
            }
            Choice::Load(number) => {
                let slot = self.slots.get(number).and_then(Clone::clone);
                if let Some(before) = slot.and_then(|slot| self.run_loop.load_slot(slot)) {
                    self.write_slot(BEFORE, Some(before));
                }
            }
            Choice::Share => self.share_run(),
            Choice::PasteAddress => _ = self.ask(Request::Paste, Pending::Address),
            Choice::Delete(number) => self.write_slot(number, None),
        }
    }

    pub(super) fn capture(&mut self, wanted: impl Fn(Capture) -> bool, name: &str) -> bool {
        let Some(menu) = self.phase.menu() else { return false };
        if !menu.capture().is_some_and(wanted) {
            return false;
        }
        let choice = menu.bind(name);
        // The bound key must not also choose a row.
        self.overlay.wait_for_release();
        self.choose(choice);
        true
    }

    pub(super) fn set(&mut self, settings: Settings) {
        let before = std::mem::replace(&mut self.settings, settings);
        if let Some(menu) = self.phase.menu() {
            menu.set_settings(self.settings.clone());
        }
        let input = &mut self.run_loop.input;
        input.set(&self.settings);
        let Settings { less_flash, less_shake, .. } = self.settings;
        if (before.less_flash, before.less_shake) != (less_flash, less_shake) {
            input.event(Event::Comfort { less_flash, less_shake });
        }
        // Written at once, so a power cut loses nothing.
        if before != self.settings {
            self.changes += 1;
            self.request(Request::WriteSettings(Box::new(self.settings.clone())));
        }
        self.run_loop.stale = true;
    }

    pub(super) fn show_slots(&mut self) {
        if let Some(menu) = self.phase.menu() {
            menu.slots = self.slots.clone();
        }
        self.run_loop.stale = true;
        self.changes += 1;
    }

    fn write_slot(&mut self, number: usize, slot: Option<Slot>) {
        let (cart, slot) = (self.cart.key().to_string(), slot.map(Arc::new));
        let request = Request::WriteSlot { cart, number, slot: slot.clone() };
        self.ask(request, Pending::Slot(number, slot));
    }

    pub(super) fn slot_written(&mut self, number: usize, slot: Option<Arc<Slot>>) {
        if slot.is_some() && number != BEFORE {
            self.notify(format!("saved to slot {}", number + 1));
        }
        if let Some(place) = self.slots.get_mut(number) {
            *place = slot;
        }
        self.show_slots();
    }

    pub(super) fn loaded(&mut self, loaded: Result<(), String>) {
        match loaded {
            Ok(()) => {
                self.phase.close();
                self.send_environment();
                self.resume();
                if self.has_other_code() {
                    self.notify("the slot's older code was replaced by the current code");
                }
            }
            Err(e) => self.warn(format!("cannot load the slot: {e}")),
        }
    }

    fn has_other_code(&self) -> bool {
        let Some((run, first)) = self.run_loop.run().zip(self.cart.bundle.first()) else { return false };
        let console = run.console();
        console.machine().cart_number() == 0 && console.program().runs(first.code.digest()) == Some(false)
    }

    pub(super) fn forbidden(&mut self, abilities: u8) {
        self.warn(format!("this run does not allow {}", ability_name(abilities)));
    }

    /// The mouse moved from `before`. Returns whether it is over a menu. A mouse at rest selects no row when a menu
    /// opens under it.
    pub(super) fn point_at_menu(&mut self, before: (i16, i16)) -> bool {
        let (mode, at) = (self.mode(), self.pointed());
        let moved = before.0 != NOWHERE && before != (self.devices.mouse.0, self.devices.mouse.1);
        match mode {
            Mode::Menu | Mode::Question if !moved => return true,
            Mode::Menu => self.phase.menu().into_iter().for_each(|menu| menu.point(at)),
            Mode::Question => _ = self.phase.question().map(|question| question.point(at)),
            _ => return false,
        }
        self.run_loop.stale = true;
        true
    }

    pub(super) fn point_at_edge(&mut self) {
        let holds = !self.devices.mouse.2 && (self.pointed().1 <= EDGE || self.is_on_tab());
        let since = self.devices.edge.since.unwrap_or(self.now);
        self.devices.edge = EdgeRest { since: holds.then_some(since), moved: self.now };
    }

    pub(super) fn has_tab(&self) -> bool {
        let EdgeRest { since, moved } = self.devices.edge;
        let rests = since.is_some_and(|since| self.now >= since + RESTS) && self.now < moved + WAITS;
        rests && self.has_raw_keyboard() && self.mode() == Mode::Game
    }

    fn is_on_tab(&self) -> bool {
        let ((px, py), Area { x, y, w, h }) = (self.pointed(), MENU_TAB);
        self.has_tab() && (x..x + w).contains(&px) && (y..y + h).contains(&py)
    }

    pub(super) fn click_menu(&mut self, button: u8) -> bool {
        let at = self.pointed();
        let on_tab = self.is_on_tab();
        self.devices.edge.since = None;
        match (self.mode(), button) {
            (Mode::Game, 1) if on_tab => self.pause(),
            (Mode::Menu, 1) => {
                let choice = self.phase.menu().and_then(|menu| menu.click(at));
                self.choose(choice);
            }
            (Mode::Menu, 2) => self.menu_back(),
            (Mode::Question, 1) => {
                if let Some(answer) = self.phase.question().and_then(|question| question.point(at)) {
                    self.answer(Some(answer));
                }
            }
            (Mode::Replay, 1 | 2) => self.end_replay(),
            (Mode::Game, 2) if !self.has_raw_keyboard() => self.pause(),
            (Mode::Error, 2) => self.pause(),
            (mode, _) => return matches!(mode, Mode::Menu | Mode::Question),
        }
        self.run_loop.stale = true;
        true
    }

    pub(super) fn wheel_menu(&mut self, parts: i32) -> bool {
        if self.mode() != Mode::Menu {
            return false;
        }
        let (steps, at) = (self.whole_steps(parts), self.pointed());
        for _ in 0..steps.abs().min(8) {
            let choice = self.phase.menu().and_then(|menu| menu.wheel(at, steps > 0));
            self.choose(choice);
        }
        self.run_loop.stale = true;
        true
    }

    fn pointed(&self) -> (i32, i32) {
        (self.devices.mouse.0.into(), self.devices.mouse.1.into())
    }
}
