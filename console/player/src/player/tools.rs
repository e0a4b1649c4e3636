//! Editors, debugger and shelf, which a player may lack.
//!
//! ```text
//! F2, F12, a breakpoint, ... ──> Player::toggle_editors, ... ──> Tools, if there are any ──> the method that does it
//! ```
//!
//! A cart's own page does not need them. A program that does not name [`Tools::ALL`] does not contain their code, since the
//! linker finds it only through this table.

use super::Player;
use super::replies::Pending;
use crate::cartridge::Inspection;
use crate::protocol::Response;
use editors::EditInput;
use rasher::Program;
use std::sync::Arc;
use studio::canvas::Canvas;

/// A table of what [`Tools::ALL`] adds to a player. [`crate::PlayerStart::tools`] is one, or none.
#[derive(Debug)]
pub struct Tools {
    toggle_editors: fn(&mut Player),
    edit: fn(&mut Player, &EditInput),
    draw_editors: fn(&Player) -> Option<Arc<Canvas>>,
    draw_page: fn(&mut Player) -> Option<Arc<Canvas>>,
    keep_history: fn(&mut Player),
    take_history: fn(&mut Player, &str, &[u8]),
    open_debugger: fn(&mut Player, Option<Inspection>),
    step_debugger: fn(&mut Player),
    check_breakpoints: fn(&mut Player),
    shelf: fn(&Player) -> Box<dyn Program>,
    import: fn(&mut Player, &str, &[u8]),
    on_shelf_request: fn(&mut Player, String, &str, String),
    cart_made: fn(&mut Player, Pending, Response),
}

impl Tools {
    pub const ALL: &'static Tools = &Tools {
        toggle_editors: Player::switch_editors,
        edit: Player::step_editors,
        draw_editors: Player::editors_canvas,
        draw_page: Player::page_canvas,
        keep_history: Player::write_history,
        take_history: Player::use_history,
        open_debugger: Player::start_debugger,
        step_debugger: Player::step_debug_session,
        check_breakpoints: Player::stop_at_breakpoint,
        shelf: Player::shelf_screen,
        import: Player::use_dropped,
        on_shelf_request: Player::answer_shelf,
        cart_made: Player::use_made_cart,
    };
}

impl Player {
    pub(super) fn toggle_editors(&mut self) {
        if let Some(tools) = self.tools {
            (tools.toggle_editors)(self);
        }
    }

    pub(super) fn edit(&mut self, input: &EditInput) {
        if let Some(tools) = self.tools {
            (tools.edit)(self, input);
        }
    }

    pub(super) fn draw_editors(&self) -> Option<Arc<Canvas>> {
        self.tools.and_then(|tools| (tools.draw_editors)(self))
    }

    pub(super) fn draw_page(&mut self) -> Option<Arc<Canvas>> {
        self.tools.and_then(|tools| (tools.draw_page)(self))
    }

    pub(super) fn keep_history(&mut self) {
        if let Some(tools) = self.tools {
            (tools.keep_history)(self);
        }
    }

    pub(super) fn take_history(&mut self, key: &str, bytes: &[u8]) {
        if let Some(tools) = self.tools {
            (tools.take_history)(self, key, bytes);
        }
    }

    pub(super) fn open_debugger(&mut self, look: Option<Inspection>) {
        if let Some(tools) = self.tools {
            (tools.open_debugger)(self, look);
        }
    }

    pub(super) fn shelf(&self) -> Option<Box<dyn Program>> {
        self.tools.map(|tools| (tools.shelf)(self))
    }

    pub(super) fn import_dropped(&mut self, name: &str, bytes: &[u8]) {
        match self.tools {
            Some(tools) => (tools.import)(self, name, bytes),
            None => self.warn(format!("{name}: only {} plays here", self.cart.title)),
        }
    }

    pub(super) fn on_shelf_request(&mut self, name: String, what: &str, param: String) {
        if let Some(tools) = self.tools {
            (tools.on_shelf_request)(self, name, what, param);
        }
    }

    pub(super) fn cart_made(&mut self, pending: Pending, response: Response) {
        if let Some(tools) = self.tools {
            (tools.cart_made)(self, pending, response);
        }
    }

    pub(super) fn check_breakpoints(&mut self) {
        if let Some(tools) = self.tools {
            (tools.check_breakpoints)(self);
        }
    }

    pub(super) fn step_debugger(&mut self) {
        if let Some(tools) = self.tools {
            (tools.step_debugger)(self);
        }
    }
}
