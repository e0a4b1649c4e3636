//! From one cart to another: as a cart asks by `load`, from the pause menu back to the shelf, by a file dropped on the window.
//!
//! ```text
//! shelf ── load ──> cart ── menu: back to the shelf ──> shelf, the cart that was left selected
//!                     └── its run is kept, as if the window had been closed; played again, it is asked about (offer.rs)
//! ```

use crate::app::App;
use crate::cartridge;
use std::time::Instant;
use tool::PlayOptions;

impl App {
    /// Changes over to another cart, as `load` asks.
    pub(crate) fn load(&mut self, name: &str, param: String) {
        self.awaited = Some((name.to_string(), Instant::now()));
        let play = PlayOptions { cart: Some(name.to_string()), ..self.play.clone() };
        match cartridge::find(self.carts, &play) {
            Ok(cart) => {
                let complaints = self.session.change(cart, param);
                self.changed_over(complaints);
            }
            Err(e) => {
                self.notice(e);
                self.resume();
            }
        }
    }

    /// Leaves the cart for the shelf, which shows it. Its run is kept, as if the window had been closed.
    pub(crate) fn leave_cart(&mut self) {
        let left = self.session.cart.name.clone();
        let complaints = self.session.change(cartridge::boot_screen(self.carts), left);
        self.changed_over(complaints);
    }

    /// A cart has just been started in place of another; what could not be read for it is told.
    pub(crate) fn changed_over(&mut self, complaints: Vec<String>) {
        complaints.into_iter().for_each(|text| self.notice(text));
        if let Some(view) = &self.view {
            view.title(&self.session.cart.title);
        }
        self.follow();
        self.front.close();
        self.walk.open = false;
        self.tasks.forget_search();
        self.introduce();
        self.begin();
    }
}
