//! The shelf's requests, and the messages to it.
//!
//! ```text
//! shelf ── label ──> Request::ReadCart ── Response::CartRead ─> ShelfMessage::Read ──> shelf
//!       ── favourite ──> Request::WriteMark  HostEvent::Carts ─> ShelfMessage::Carts ─┘
//!       ── examples ──> the shelf again, with its other page
//!       ── runs ──> the menu of runs       HostEvent::Folder ─> settings: one more folder
//! ```
//!
//! Messages are events of its next frame, so a recording has them.

use super::Player;
use super::replies::Pending;
use crate::library::{CartRead, Listed};
use crate::protocol::Request;
use rasher::{Console, Event};
use studio::{EXAMPLES, FAVOURITE, FOLDERS_MAX, LABEL, RUNS, Settings, ShelfMark, ShelfMessage};

impl Player {
    pub(super) fn on_shelf_request(&mut self, name: String, what: &str) {
        match what {
            RUNS => self.choose_run(name),
            EXAMPLES => {
                self.library.on_examples = !self.library.on_examples;
                self.show_shelf(String::new());
            }
            LABEL => _ = self.ask(Request::ReadCart(name), Pending::ReadCart),
            FAVOURITE => {
                let mark = ShelfMark::Favourite(!self.library.marks.favourites.contains(&name));
                self.mark_cart(name, mark);
            }
            _ => {}
        }
    }

    pub(super) fn mark_cart(&mut self, name: String, mark: ShelfMark) {
        self.library.marks.set(&name, mark);
        self.changes += 1;
        self.request(Request::WriteMark(name, mark));
    }

    pub(super) fn send_to_shelf(&mut self, news: &ShelfMessage) {
        if self.cart.is_shelf() {
            self.run_loop.input.event(Event::Host(news.to_bytes()));
        }
    }

    pub(super) fn shelf_searches(&self) -> bool {
        let program = self.run_loop.console().filter(|_| self.cart.is_shelf()).map(Console::program);
        let field = |name: &str| program.and_then(|program| program.field(&[name]));
        field("search").is_some_and(|search| search != "Off")
            || field("query").is_some_and(|query| query != "")
    }

    pub(super) fn files(&mut self, files: Vec<Listed>, has_folders: bool) {
        self.library.set_files(files);
        self.library.has_folders = has_folders;
        self.changes += 1;
        let shown = self.library.shown(&self.saves, self.date());
        self.send_to_shelf(&ShelfMessage::Carts(shown));
    }

    pub(super) fn cart_read(&mut self, read: CartRead) {
        self.library.note(&read);
        let CartRead { name, title, about, wrong, label } = read;
        self.send_to_shelf(&ShelfMessage::Read { name, title, about, wrong, label });
    }

    pub(super) fn add_folder(&mut self, folder: String, carts: usize) {
        let mut folders = self.settings.folders.clone();
        if folders.contains(&folder) {
            return self.notify(format!("{folder} is already on the shelf"));
        }
        if folders.len() == FOLDERS_MAX {
            return self
                .warn(format!("the shelf already has {FOLDERS_MAX} folders: remove one in esc, settings"));
        }
        folders.push(folder.clone());
        self.set(Settings { folders, ..self.settings.clone() });
        let carts = if carts == 1 { "1 cart".to_string() } else { format!("{carts} carts") };
        self.notify(format!("{folder} is on the shelf: {carts}"));
    }
}
