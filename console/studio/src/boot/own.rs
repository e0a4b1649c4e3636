//! The shelf's pages, and what the pause menu does to the selected cart.
//!
//! ```text
//! page       Tab, a click on its name    all carts ──> own carts ──> examples ──> all carts
//! own carts  new cart                    O: a blank one; X: the examples, each of which can be copied
//!            a cart                      rename (typed in the search line), duplicate, delete; restore the deleted one
//! elsewhere  an example, a file          make this mine: a copy that is an own cart
//! ```

use super::search::{BACK, LONG, SearchMode};
use super::{BootScreen, COPY, DELETE, FAVOURITE, NEW, PAGE, RENAME, RESTORE, ShelfCart, ShelfInput};
use rasher::Machine;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ShelfPage {
    #[default]
    Carts,
    /// The user's own carts.
    Yours,
    Examples,
}

impl ShelfPage {
    pub const ALL: [ShelfPage; 3] = [ShelfPage::Carts, ShelfPage::Yours, ShelfPage::Examples];

    pub fn name(self) -> &'static str {
        match self {
            ShelfPage::Carts => "carts",
            ShelfPage::Yours => "yours",
            ShelfPage::Examples => "examples",
        }
    }

    pub fn named(name: &str) -> Option<ShelfPage> {
        ShelfPage::ALL.into_iter().find(|page| page.name() == name)
    }
}

/// Letters that a file's name may not have, here or on another system.
const FORBIDDEN: &[u8] = b"/\\:*?\"<>|";

impl BootScreen {
    pub(super) fn next_page(&self) -> ShelfPage {
        let at = self.pages.iter().position(|page| *page == self.page).map_or(0, |at| at + 1);
        self.pages.get(at).or(self.pages.first()).copied().unwrap_or_default()
    }

    pub(super) fn turn(&self, p8: &mut Machine, page: ShelfPage) {
        if self.pages.contains(&page) {
            p8.load(page.name(), PAGE, "");
        }
    }

    fn is_own(&self, cart: &ShelfCart) -> bool {
        self.page == ShelfPage::Yours && format::cart_name(&cart.name).is_some()
    }

    /// An example or a file: a built-in game has no code to copy.
    fn can_copy(&self, cart: &ShelfCart) -> bool {
        self.pages.contains(&ShelfPage::Yours) && (self.page == ShelfPage::Examples || !cart.place.is_empty())
    }

    /// The pause menu's items 1 to 5: the command of each, and its words.
    fn commands(&self) -> [Option<(&'static str, &'static str)>; 5] {
        let cart = self.selected().filter(|cart| cart.name != NEW);
        let own = cart.filter(|cart| self.is_own(cart));
        let next = (self.pages.len() > 1).then(|| match self.next_page() {
            ShelfPage::Carts => (PAGE, "all carts"),
            ShelfPage::Yours => (PAGE, "your carts"),
            ShelfPage::Examples => (PAGE, "examples"),
        });
        let restore = (self.restores && self.page == ShelfPage::Yours).then_some((RESTORE, "undo delete"));
        let mark = cart.filter(|_| self.wall).map(|_| (FAVOURITE, "favourite"));
        let find = self.wall.then_some(("search", "search"));
        let copy = cart.filter(|cart| self.can_copy(cart)).map(|_| (COPY, "make this mine"));
        match own {
            Some(_) => [
                restore.or(mark),
                Some((RENAME, "rename")),
                Some((COPY, "duplicate")),
                Some((DELETE, "delete")),
                next,
            ],
            None => [restore.or(mark), find, copy, None, next],
        }
    }

    pub(super) fn items(&self) -> [Option<&'static str>; 5] {
        self.commands().map(|command| command.map(|(_, words)| words))
    }

    pub(super) fn choose_item(&mut self, p8: &mut Machine, index: u8) {
        let command = self.commands().get(usize::from(index).wrapping_sub(1)).copied().flatten();
        let Some((command, _)) = command else { return };
        let cart = self.selected().map(|cart| (cart.name.clone(), cart.title.clone()));
        match (command, cart) {
            (FAVOURITE, _) => self.mark(p8),
            (PAGE, _) => self.turn(p8, self.next_page()),
            (RENAME, Some((name, _))) => {
                self.search = SearchMode::Naming;
                self.new_name = format::cart_name(&name).unwrap_or_default().to_string();
            }
            (RESTORE, _) => p8.load(RESTORE, RESTORE, ""),
            (COPY | DELETE, Some((name, _))) => p8.load(&name, command, ""),
            _ => self.search = SearchMode::Letters(0),
        }
    }

    /// Letters of the new name; a click leaves the old one. Returns whether Enter ends it.
    pub(super) fn type_name(&mut self, input: &ShelfInput) -> bool {
        for letter in input.typed.iter().copied() {
            match letter {
                BACK => _ = self.new_name.pop(),
                b' '..=b'~' if !FORBIDDEN.contains(&letter) && self.new_name.len() < LONG => {
                    let first = self.new_name.is_empty();
                    // A hidden file would not be on the shelf.
                    if !first || letter != b'.' && letter != b' ' {
                        self.new_name.push(char::from(letter));
                    }
                }
                _ => {}
            }
        }
        if input.click {
            self.search = SearchMode::Off;
        }
        input.enter
    }

    pub(super) fn rename(&mut self, p8: &mut Machine) {
        self.search = SearchMode::Off;
        let new = std::mem::take(&mut self.new_name);
        if let Some(cart) = self.selected().filter(|cart| self.is_own(cart) && !new.trim().is_empty()) {
            p8.load(&cart.name, RENAME, new.trim_end());
        }
    }
}
