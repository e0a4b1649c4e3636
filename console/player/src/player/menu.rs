//! The pause menu and the question, sixty times a second while one is open; what was chosen, settings, save slots.

use super::Player;
use super::phase::{Menu, Phase};
use super::replies::Pending;
use crate::protocol::{HostError, Request};
use crate::time::named;
use editors::EditInput;
use rasher::{Event, button};
use std::sync::Arc;
use studio::{BEFORE, Capture, Choice, KeysTo, PauseMenu, Settings};
use timeline::Slot;

impl Player {
    pub(super) fn pause(&mut self) {
        self.run_loop.hold(self.now);
        self.run_loop.stale = true;
        match &mut self.phase {
            // Over what a cart stopped for the menu opens too.
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
        if let Some(runs) = self.run_facts() {
            menu.set_runs(runs);
        }
        menu.can_edit = !self.cart.is_shelf();
        menu.has_shelf = self.library.has_choice() && !self.cart.is_shelf();
        let breadcrumb = self.run_loop.console().and_then(|console| console.machine().breadcrumb());
        menu.breadcrumb = breadcrumb.map(str::to_string);
        self.open_menu(menu, None);
    }

    /// Opens a pause menu; `cart`: the one of the shelf that it is about.
    pub(super) fn open_menu(&mut self, menu: PauseMenu, cart: Option<String>) {
        let failure = self.phase.take_failure();
        self.phase = Phase::Menu(Box::new(Menu { menu, cart, failure }));
        // What is held counts only after it was let go.
        self.overlay.wait_for_release();
        self.run_loop.stale = true;
    }

    /// The ticks of menu and question that are due.
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
                    if let Some(choice) = menu.menu.press(pressed) {
                        self.choose(choice);
                    }
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
            menu.cancel();
        } else if let Some(choice) = menu.back() {
            self.choose(choice);
        }
    }

    /// Carries out what was chosen in the menu.
    pub(super) fn choose(&mut self, choice: Choice) {
        match choice {
            Choice::Continue => {
                if matches!(self.phase, Phase::Menu(_)) {
                    self.phase.leave();
                }
                self.resume();
            }
            Choice::Edit => self.turn_editors(),
            Choice::EditKeys => {
                self.turn_editors();
                self.edit(&EditInput::ShowKeys);
            }
            Choice::GoBack => self.go_back(),
            Choice::Run(run) => self.start_run(run),
            Choice::Replay => {
                self.start_replay();
            }
            Choice::Reset => self.begin_anew(),
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
            Choice::Save(_) if !self.cart.keeps => self.notice("there is no game here to save"),
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
            Choice::Delete(number) => self.write_slot(number, None),
        }
    }

    /// Gives the menu the key or button that it waits for; true when it did wait for one of that kind.
    pub(super) fn captured(&mut self, wanted: impl Fn(Capture) -> bool, name: &str) -> bool {
        let Some(menu) = self.phase.menu() else { return false };
        if !menu.capture().is_some_and(wanted) {
            return false;
        }
        let choice = menu.bind(name);
        // What was pressed to be bound shall not choose in the menu too.
        self.overlay.wait_for_release();
        if let Some(choice) = choice {
            self.choose(choice);
        }
        true
    }

    /// Takes settings over: from the menu, a key, or a cart.
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
        // Kept at once: a power cut forgets nothing.
        if before != self.settings {
            self.changes += 1;
            self.request(Request::WriteSettings(Box::new(self.settings.clone())));
        }
        self.run_loop.stale = true;
    }

    fn show_slots(&mut self) {
        if let Some(menu) = self.phase.menu() {
            menu.slots = self.slots.clone();
        }
        self.run_loop.stale = true;
        self.changes += 1;
    }

    /// Writes a slot, or empties it.
    fn write_slot(&mut self, number: usize, slot: Option<Slot>) {
        let (cart, slot) = (self.cart.key().to_string(), slot.map(Arc::new));
        let request = Request::WriteSlot { cart, number, slot: slot.clone() };
        self.ask(request, Pending::Slot(number, slot));
    }

    pub(super) fn slot_written(&mut self, number: usize, slot: Option<Arc<Slot>>) {
        if slot.is_some() && number != BEFORE {
            self.say(format!("saved in slot {}", number + 1));
        }
        if let Some(place) = self.slots.get_mut(number) {
            *place = slot;
        }
        self.show_slots();
    }

    pub(super) fn slot_failed(&mut self, error: &HostError) {
        self.notice(error.to_string());
        self.show_slots();
    }

    /// The run stands at a slot's moment, and play goes on from there; or it could not be loaded.
    pub(super) fn loaded(&mut self, loaded: Result<(), String>) {
        match loaded {
            Ok(()) => {
                self.phase.close();
                self.introduce();
                self.resume();
                if self.has_other_code() {
                    self.say("the slot's code is older: its functions are replaced");
                }
            }
            Err(e) => self.notice(format!("it cannot be loaded: {e}")),
        }
    }

    /// Has the moment where the run stands other code than the cart's file?
    fn has_other_code(&self) -> bool {
        let Some((run, first)) = self.run_loop.run().zip(self.cart.bundle.first()) else { return false };
        let console = run.console();
        console.machine().cart_number() == 0 && console.program().runs(first.code.digest()) == Some(false)
    }

    pub(super) fn forbidden(&mut self, abilities: u8) {
        self.notice(format!("this run allows no {}", named(abilities)));
    }
}
