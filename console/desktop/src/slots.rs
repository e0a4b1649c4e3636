//! Save slots in the window: read when a cart begins, saved and loaded from the pause menu, and what is said about it.
//!
//! ```text
//! menu ── Choice::Save(n) ──> worker ── slot ──> file ──> menu shows it
//!      ── Choice::Load(n) ──> worker ── where the run stood ──> slot "before"; then the run stands at the slot's moment
//!      ── Choice::Delete(n) ─> file gone
//! ```

use crate::app::App;
use crate::cartridge::Cartridge;
use crate::worker::Order;
use rasher::ability;
use store::Home;
use studio::{BEFORE, Choice, Slots};

/// What is in the slots of a cart. A file that is no slot is told.
pub fn read(home: &Home, cart: &Cartridge, complaints: &mut Vec<String>) -> Slots {
    std::array::from_fn(|n| {
        // What is only looked at has none.
        let slot = if cart.keeps { store::read_slot(home, &cart.name, n + 1) } else { Ok(None) };
        slot.unwrap_or_else(|e| {
            complaints.push(e.to_string());
            None
        })
        .map(Into::into)
    })
}

/// What a cart forbids, in words.
fn named(abilities: u8) -> &'static str {
    match abilities {
        ability::REWIND => "going back",
        ability::SLOTS => "save slots",
        ability::FAST => "going faster",
        ability::SLOW => "going slower",
        _ => "that",
    }
}

impl App {
    /// Carries out what was chosen on the page of slots.
    pub(crate) fn choose_slot(&mut self, choice: Choice) {
        match choice {
            Choice::Save(_) if !self.session.cart.keeps => self.notice("there is no game here to save"),
            Choice::Save(number) => drop(self.session.worker().order(Order::Keep(number))),
            Choice::Load(number) => self.session.load_slot(number),
            Choice::Delete(number) => match self.session.empty_slot(number) {
                Ok(()) => self.show_slots(),
                Err(e) => self.notice(e),
            },
            _ => {}
        }
    }

    fn show_slots(&mut self) {
        if let Some(menu) = &mut self.front.menu {
            menu.set_slots(self.session.slots().clone());
        }
    }

    /// A slot was written, or could not be.
    pub(crate) fn saved(&mut self, number: usize, saved: Result<(), String>) {
        match saved {
            Ok(()) if number == BEFORE => {}
            Ok(()) => self.say(format!("saved in slot {}", number + 1)),
            Err(e) => self.notice(e),
        }
        self.show_slots();
    }

    /// The run stands at a slot's moment, and play goes on from there; or it could not be loaded.
    pub(crate) fn loaded(&mut self, loaded: Result<(), String>) {
        match loaded {
            Ok(()) => {
                self.front.close();
                self.introduce();
                self.resume();
            }
            Err(e) => self.notice(format!("it cannot be loaded: {e}")),
        }
    }

    /// The cart forbids something.
    pub(crate) fn forbidden(&mut self, abilities: u8) {
        self.notice(format!("this run allows no {}", named(abilities)));
    }
}
