//! The search, by keyboard or letter by letter with a pad; and the messages that change the carts.

use super::{BootScreen, Cover, FAVOURITE, PART, ShelfCart, ShelfInput, ShelfMessage};
use rasher::Machine;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum SearchMode {
    #[default]
    Off,
    /// By keyboard: letters are text, arrows choose carts.
    Typing,
    /// By arrows and O, with an index into [`LETTERS`].
    Letters(u32),
    /// The new name of an own cart is typed instead.
    Naming,
}

pub(super) const LETTERS: &[u8; 37] = b"abcdefghijklmnopqrstuvwxyz0123456789 ";
pub(super) const LONG: usize = 20;
/// Labels of files kept at once: some pages.
const KEPT: usize = 60;
/// Files requested at once, and frames until they are requested again.
const ASKED: usize = 4;
const PATIENCE: u32 = 300;
/// P8SCII.
pub(super) const BACK: u8 = 8;
pub(super) const TAB: u8 = 9;

impl BootScreen {
    pub(super) fn find(&mut self) {
        let name = self.selected().map(|cart| cart.name.clone());
        self.found = self.matching();
        self.cursor = 0;
        (self.before, self.slide) = (0, 0);
        self.show_cursor();
        if let Some(name) = name.filter(|_| self.query.trim().is_empty()) {
            self.go_to(&name);
        }
    }

    fn matching(&self) -> Vec<u32> {
        let has = |cart: &ShelfCart| {
            let key = cart.key();
            self.query.split_whitespace().all(|word| key.contains(word))
        };
        let all = (0..).zip(&self.carts);
        all.filter(|(_, cart)| has(cart)).map(|(at, _)| at).collect()
    }

    /// A new title may match. The selection stays, so that the user does not start another cart by mistake.
    fn find_again(&mut self) {
        let found = self.matching();
        if self.query.is_empty() || found == self.found {
            return;
        }
        let name = self.selected().map(|cart| cart.name.clone());
        self.found = found;
        self.cursor = 0;
        self.show_cursor();
        match name {
            Some(name) => self.go_to(&name),
            None => self.rest(),
        }
    }

    pub(super) fn on_message(&mut self, news: ShelfMessage) {
        match news {
            ShelfMessage::Carts(mut carts) => {
                let name = match self.touched {
                    true => self.selected().map(|cart| cart.name.clone()),
                    false => Some(self.first_name.clone()).filter(|name| !name.is_empty()),
                };
                let mut known: std::collections::BTreeMap<String, Cover> = std::mem::take(&mut self.carts)
                    .into_iter()
                    .filter(|cart| cart.face != Cover::Unread)
                    .map(|cart| (cart.name, cart.face))
                    .collect();
                for cart in carts.iter_mut().filter(|cart| cart.face == Cover::Unread) {
                    if let Some(face) = known.remove(&cart.name) {
                        cart.face = face;
                    }
                }
                let at = self.cursor;
                self.found.clear();
                self.take(carts);
                // Where the selected cart is gone, perhaps for a new name, its neighbour is selected.
                self.cursor = at.min(self.found.len().saturating_sub(1) as u32);
                self.show_cursor();
                match name {
                    Some(name) => self.go_to(&name),
                    None => self.rest(),
                }
            }
            ShelfMessage::Read { name, title, about, wrong, label } => {
                self.asked.retain(|(asked, _)| *asked != name);
                let Some(cart) = self.carts.iter_mut().find(|cart| cart.name == name) else { return };
                if !title.is_empty() {
                    cart.title = title;
                }
                (cart.about, cart.wrong) = (about, wrong);
                cart.face = label.map_or(Cover::Plain, Cover::Label);
                self.read.insert(name);
                self.find_again();
                self.forget();
            }
            ShelfMessage::Back => self.leave_search(),
            ShelfMessage::Edit => self.edits = true,
        }
    }

    fn forget(&mut self) {
        let mut far: Vec<(u32, u32)> = Vec::new();
        let mut at = vec![u32::MAX; self.carts.len()];
        for (place, cart) in (0..).zip(&self.found) {
            at[*cart as usize] = place;
        }
        for (i, cart) in (0..).zip(&self.carts) {
            if !cart.place.is_empty() && matches!(cart.face, Cover::Label(_)) {
                far.push((at[i as usize].abs_diff(self.cursor), i));
            }
        }
        far.sort_unstable();
        for (_, i) in far.into_iter().skip(KEPT) {
            self.carts[i as usize].face = Cover::Unread;
        }
    }

    /// The files to request now: what is on the screen, then the rows below and above. During a search also all unread
    /// ones, whose titles are unknown.
    pub(super) fn wanted(&mut self) -> Vec<String> {
        self.asked.iter_mut().for_each(|(_, left)| *left = left.saturating_sub(1));
        self.asked.retain(|(_, left)| *left > 0);
        let unread = |cart: &&ShelfCart| cart.face == Cover::Unread;
        let near = self.near().filter_map(|at| self.shown(at)).filter(unread);
        let unknown =
            |cart: &&ShelfCart| unread(cart) && !self.query.is_empty() && !self.read.contains(&cart.name);
        let mut names: Vec<String> = Vec::new();
        for cart in near.chain(self.carts.iter().filter(unknown)) {
            if names.len() + self.asked.len() >= ASKED {
                break;
            }
            let asked = self.asked.iter().map(|(asked, _)| asked);
            if asked.chain(&names).all(|asked| *asked != cart.name) {
                names.push(cart.name.clone());
            }
        }
        self.asked.extend(names.iter().map(|name| (name.clone(), PATIENCE)));
        names
    }

    pub(super) fn mark(&mut self, p8: &mut Machine) {
        let Some(at) = self.found.get(self.cursor as usize) else { return };
        let Some(cart) = self.carts.get_mut(*at as usize) else { return };
        if cart.name == super::NEW {
            return;
        }
        cart.favourite = !cart.favourite;
        p8.sfx(super::draw::SFX_STEP);
        p8.load(&cart.name, FAVOURITE, "");
    }

    pub(super) fn leave_search(&mut self) {
        self.search = SearchMode::Off;
        if !self.query.is_empty() {
            let name = self.selected().map(|cart| cart.name.clone());
            self.query.clear();
            self.find();
            if let Some(name) = name {
                self.go_to(&name);
            }
        }
    }

    fn write(&mut self, letter: u8) {
        if self.query.len() < LONG && (letter != b' ' || !self.query.is_empty()) {
            self.query.push(char::from(letter.to_ascii_lowercase()));
            self.find();
        }
    }

    fn unwrite(&mut self) -> bool {
        let had = self.query.pop().is_some();
        if had {
            self.find();
        }
        had
    }

    pub(super) fn type_letters(&mut self, input: &ShelfInput) -> bool {
        let mut marks = false;
        for letter in input.typed.iter().copied() {
            match (letter, self.search) {
                (BACK, _) => {
                    let had = self.unwrite();
                    self.search = if had { self.search } else { SearchMode::Off };
                }
                (TAB, SearchMode::Off) | (b'/', SearchMode::Off | SearchMode::Letters(_)) => {
                    self.search = SearchMode::Typing
                }
                (TAB, _) => self.leave_search(),
                (b' ', SearchMode::Off) => marks = true,
                // A letter that is no button starts a search.
                (b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z', SearchMode::Off) if !input.o && !input.x => {
                    self.search = SearchMode::Typing;
                    self.write(letter);
                }
                (b' '..=b'~', SearchMode::Typing) => self.write(letter),
                _ => {}
            }
        }
        marks
    }

    pub(super) fn choose_letters(&mut self, at: u32, input: &ShelfInput) {
        let [left, right, _, down] = input.arrows;
        let count = LETTERS.len() as u32;
        let at = (at + u32::from(right) + if left { count - 1 } else { 0 }) % count;
        self.search = SearchMode::Letters(at);
        if input.o {
            self.write(LETTERS[at as usize]);
        }
        if down || input.x && !self.unwrite() {
            self.search = SearchMode::Off;
            self.grown = PART;
        }
    }
}
