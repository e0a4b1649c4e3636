//! The wall: four labels in a row, three rows on the screen. Its picture, and moves on it.
//!
//! ```text
//! rows 0-8, 102-127  first palette: the console's own 16 colours, for words
//! rows 9-101         second palette: those that words need, and the colours that the visible labels use most
//! ```

use super::draw::{LETTERS, MARGIN, code, draw_today, large, line};
use super::label::{SIDES, most_used, nearest};
use super::search::{LETTERS as ALPHABET, SearchMode};
use super::{BootScreen, Cover, NEW, PART, ShelfAction, ShelfCart, ShelfInput, ShelfPage};
use crate::layer::wrap;
use rasher::Machine;

const FIXED: [u8; 8] = [0, 1, 2, 5, 6, 7, 8, 10];
/// Frames per phase of the cursor.
const BLINK: u32 = 30;
/// A row of bits each.
const STAR: [u8; 6] = [0x08, 0x08, 0x3e, 0x1c, 0x1c, 0x22];
const LENS: [u8; 6] = [0x0e, 0x11, 0x11, 0x0e, 0x10, 0x20];

/// Lines of the second palette, a bit each, the lowest first.
const LINES: [u8; 16] = {
    let mut bytes = [0; 16];
    let mut y = TOP;
    while y < TOP + VIEW {
        bytes[(y / 8) as usize] |= 1 << (y % 8);
        y += 1;
    }
    bytes
};

fn bits(p8: &mut Machine, (x, y): (i32, i32), rows: &[u8], color: i32) {
    for (dy, row) in (0..).zip(rows) {
        for dx in (0..8).filter(|dx| row >> dx & 1 != 0) {
            p8.pset(x + dx, y + dy, color);
        }
    }
}

impl BootScreen {
    pub(super) fn draw_wall(&self, p8: &mut Machine) {
        let seen: Vec<(u32, &ShelfCart)> = self.seen();
        let labels = seen.iter().filter_map(|(_, cart)| cart.label());
        let palette = most_used(&FIXED, labels.flat_map(|label| label.wall(false)));
        p8.poke(0x5f5f, 0x10);
        for (i, color) in (0..).zip(palette) {
            p8.pal_ext(i, i, 1);
            p8.pal_ext(i, code(color), 2);
        }
        p8.poke_n(0x5f70, &LINES);
        p8.rectfill(0, TOP, 127, TOP + VIEW - 1, 0);
        p8.clip(0, TOP, 128, VIEW);
        let places = nearest(&palette);
        for (at, cart) in &seen {
            self.draw_box(p8, *at, cart, &places, false);
        }
        if let Some(cart) = self.selected() {
            self.draw_box(p8, self.cursor, cart, &places, true);
        }
        if seen.is_empty() {
            let words = match self.carts.is_empty() {
                true => "no carts yet",
                false => "no matches",
            };
            let width = p8.text_width(words);
            p8.print_at(words, 62 - width / 2, TOP + VIEW / 2 - 3, 6);
        }
        self.draw_bar(p8);
        p8.clip_reset();
        self.draw_search(p8);
        self.draw_words(p8);
    }

    fn seen(&self) -> Vec<(u32, &ShelfCart)> {
        let first = (self.scroll.max(0) / PART / PITCH) as u32 * COLUMNS;
        // A fourth row is visible while the wall moves.
        (first..first + 4 * COLUMNS).filter_map(|at| Some((at, self.shown(at)?))).collect()
    }

    fn draw_box(&self, p8: &mut Machine, at: u32, cart: &ShelfCart, places: &[u8; 32], selected: bool) {
        let [small, large] = SIDES.map(|side| side as i32);
        let mut left = LEFT + (at % COLUMNS) as i32 * PITCH;
        let mut top = TOP + (at / COLUMNS) as i32 * PITCH - self.scroll / PART;
        let mut side = small;
        if selected {
            side += (large - small) * self.grown / PART;
            let by = (side - small) / 2;
            left = (left - by).clamp(1, BAR - 2 - side);
            top -= by;
            // A row at rest is not cut by the edges.
            if (TOP - PITCH / 2..TOP + VIEW - PITCH / 2).contains(&(top + by)) {
                top = top.clamp(TOP + 1, TOP + VIEW - 1 - side);
            }
            p8.rect(left - 2, top - 2, left + side + 1, top + side + 1, 0);
            p8.rect(left - 1, top - 1, left + side, top + side, 7);
        }
        match &cart.face {
            Cover::Label(label) => {
                let picture = label.wall(side > small);
                let from = if side > small { large } else { small };
                for y in 0..side {
                    for x in 0..side {
                        let color = picture[(y * from / side * from + x * from / side) as usize];
                        p8.pset(left + x, top + y, i32::from(places[usize::from(color)]));
                    }
                }
            }
            _ if cart.name == NEW => draw_new(p8, (left, top, side)),
            face => draw_title(p8, (left, top, side), cart, *face == Cover::Unread),
        }
        if !cart.wrong.is_empty() {
            p8.rectfill(left + side - 7, top, left + side - 1, top + 8, 8);
            p8.print_at("!", left + side - 5, top + 2, 7);
        }
        if cart.favourite {
            p8.rectfill(left, top, left + 8, top + 7, 0);
            bits(p8, (left + 1, top + 1), &STAR, 10);
        }
    }

    fn draw_bar(&self, p8: &mut Machine) {
        let all = self.rows() as i32 * PITCH;
        if all <= VIEW {
            return;
        }
        p8.rectfill(BAR + 1, TOP, BAR + 2, TOP + VIEW - 1, 1);
        let long = (VIEW * VIEW / all).max(6);
        let top = TOP + (VIEW - long) * (self.scroll / PART).clamp(0, all - VIEW) / (all - VIEW);
        p8.rectfill(BAR + 1, top, BAR + 2, top + long - 1, if self.drags { 7 } else { 6 });
    }

    fn draw_search(&self, p8: &mut Machine) {
        let writes = self.search != SearchMode::Off;
        p8.rectfill(0, 0, 127, TOP - 1, if writes { 2 } else { 1 });
        bits(p8, (2, 1), &LENS, if writes { 7 } else { 13 });
        let tabs = self.tabs();
        let names = self.search == SearchMode::Naming;
        let from = if names { p8.print_at("name:", 10, 2, 13) + 4 } else { 10 };
        let (text, color) = match (names, self.query.is_empty(), writes) {
            (true, ..) => (self.new_name.as_str(), 7),
            (_, true, false) => (if tabs.is_empty() { "search" } else { "" }, 13),
            _ => (self.query.as_str(), 7),
        };
        let at = p8.print_at(large(text).as_str(), from, 2, color);
        if writes && (self.time / BLINK).is_multiple_of(2) {
            let left = if text.is_empty() { from } else { at };
            p8.rectfill(left, 2, left + 2, 6, 10);
        }
        for (page, left, right) in tabs {
            let here = page == self.page;
            if here {
                p8.rectfill(left, 1, right - 1, TOP - 1, 0);
            }
            p8.print_at(page.name(), left + 3, 2, if here { 7 } else { 13 });
        }
        if names {
            return;
        }
        let is_cart = |cart: &&ShelfCart| cart.name != NEW;
        let all = self.carts.iter().filter(is_cart).count();
        let found = (0..).map_while(|at| self.shown(at)).filter(is_cart).count();
        let count = if found == all { found.to_string() } else { format!("{found}/{all}") };
        let width = p8.text_width(count.as_str());
        p8.print_at(count.as_str(), 126 - width, 2, 13);
    }

    /// The pages' names in the search line, with their columns.
    fn tabs(&self) -> Vec<(ShelfPage, i32, i32)> {
        if self.pages.len() < 2 || self.search != SearchMode::Off || !self.query.is_empty() {
            return Vec::new();
        }
        let mut left = 12;
        let tab = |page: &ShelfPage| {
            let from = left;
            left += 4 * page.name().len() as i32 + 5;
            (*page, from, left)
        };
        self.pages.iter().map(tab).collect()
    }

    fn draw_words(&self, p8: &mut Machine) {
        p8.line(0, TOP + VIEW, 127, TOP + VIEW, 5);
        if let Some(cart) = self.selected() {
            p8.print_at(line(&cart.title, LETTERS - 2).as_str(), MARGIN, 104, 7);
            if cart.name != NEW {
                bits(p8, (118, 104), &STAR, if cart.favourite { 10 } else { 1 });
            }
            let about = [&cart.wrong, &cart.about, &cart.place].into_iter().find(|text| !text.is_empty());
            let about = wrap(&large(about.map_or("", String::as_str)), LETTERS);
            let color = if cart.wrong.is_empty() { 6 } else { 14 };
            p8.print_at(line(&about.join(" "), LETTERS).as_str(), MARGIN, 110, color);
            let (best, color) = match (&*cart.best, &*cart.played) {
                _ if cart.name == NEW => ("", 5),
                ("", "") => ("not played yet", 5),
                ("", played) => (played, 13),
                (best, _) => (best, 10),
            };
            let left = draw_today(p8, cart, 116, 0);
            p8.print_at(line(best, left).as_str(), MARGIN, 116, color);
        }
        let [o, x] = &self.hints;
        match self.search {
            SearchMode::Letters(at) => draw_letters(p8, at as usize),
            SearchMode::Typing => {
                self.draw_keys(p8, 122, vec![("tab", "", "all carts"), ("enter", "", "play")]);
            }
            SearchMode::Naming => {
                self.draw_keys(p8, 122, vec![("esc", "", "cancel"), ("enter", "", "rename")]);
            }
            SearchMode::Off => {
                let tab = match self.pages.len() {
                    0 | 1 => "search",
                    _ => self.next_page().name(),
                };
                let is_new = self.selected().is_some_and(|cart| cart.name == NEW);
                let words = match (is_new, self.page) {
                    (true, _) => vec![("🅾", &**o, "blank"), ("❎", x, "from an example")],
                    (_, ShelfPage::Examples) => vec![("tab", "", tab), ("🅾", o, "play"), ("f2", "", "copy")],
                    (_, ShelfPage::Yours) => vec![("tab", "", tab), ("🅾", o, "play"), ("f2", "", "edit")],
                    _ => vec![("tab", "", tab), ("🅾", o, "play"), ("❎", x, "runs")],
                };
                self.draw_keys(p8, 122, words);
            }
        }
    }
}

fn draw_new(p8: &mut Machine, (left, top, side): (i32, i32, i32)) {
    p8.rectfill(left, top, left + side - 1, top + side - 1, 1);
    p8.rect(left, top, left + side - 1, top + side - 1, 5);
    let (x, y) = (left + side / 2, top + side / 2);
    p8.rectfill(x - 6, y - 1, x + 5, y, 10);
    p8.rectfill(x - 1, y - 6, x, y + 5, 10);
}

fn draw_title(p8: &mut Machine, (left, top, side): (i32, i32, i32), cart: &ShelfCart, unread: bool) {
    let (ground, color) = match (cart.wrong.is_empty(), unread) {
        (false, _) => (2, 6),
        (true, true) => (0, 5),
        (true, false) => (1, 6),
    };
    p8.rectfill(left, top, left + side - 1, top + side - 1, ground);
    p8.rect(left, top, left + side - 1, top + side - 1, if unread { 1 } else { 5 });
    let letters = ((side - 2) / 4) as usize;
    let mut lines = wrap(&large(&cart.title), letters);
    lines.truncate(((side - 4) / 6) as usize);
    let mut y = top + (side - lines.len() as i32 * 6 + 1) / 2;
    for text in &lines {
        let width = p8.text_width(text.as_str()) - 1;
        p8.print_at(text.as_str(), left + (side - width) / 2, y, color);
        y += 6;
    }
}

fn draw_letters(p8: &mut Machine, at: usize) {
    const FIT: usize = 21;
    let first = at.saturating_sub(FIT / 2).min(ALPHABET.len() - FIT);
    for (i, letter) in (0..).zip(&ALPHABET[first..first + FIT]) {
        let x = 1 + 6 * i;
        let here = first + i as usize == at;
        if here {
            p8.rectfill(x, 121, x + 4, 127, 7);
        }
        let letter = if *letter == b' ' { '_' } else { char::from(*letter) };
        p8.print_at(letter.to_string().as_str(), x + 1, 122, if here { 0 } else { 6 });
    }
}

pub(super) const COLUMNS: u32 = 4;
pub(super) const PITCH: i32 = 31;
const SEEN: u32 = 3;
pub(super) const TOP: i32 = 9;
pub(super) const VIEW: i32 = PITCH * SEEN as i32;
/// First column of the first box, and of the scroll bar.
pub(super) const LEFT: i32 = 1;
pub(super) const BAR: i32 = 125;
/// Lines of the text. The star is at the right end of the first.
const WORDS: i32 = TOP + VIEW + 1;
const KEYS: i32 = 121;
const STAR_LEFT: i32 = 117;

impl BootScreen {
    pub(super) fn rows(&self) -> u32 {
        (self.found.len() as u32).div_ceil(COLUMNS)
    }

    pub(super) fn last_first(&self) -> u32 {
        self.rows().saturating_sub(SEEN)
    }

    pub(super) fn resting(&self) -> i32 {
        self.first as i32 * PITCH * PART
    }

    pub(super) fn show_cursor(&mut self) {
        let row = self.cursor / COLUMNS;
        self.first = self.first.clamp((row + 1).saturating_sub(SEEN), row).min(self.last_first());
    }

    pub(super) fn near(&self) -> impl Iterator<Item = u32> + use<> {
        let rows = [0, 1, 2, 3, 4, -1, -2].map(|by| i64::from(self.first) + by);
        let seen = self.cursor;
        let places = rows.into_iter().filter(|row| *row >= 0).flat_map(|row| {
            let first = row as u32 * COLUMNS;
            first..first + COLUMNS
        });
        std::iter::once(seen).chain(places)
    }

    fn select(&mut self, at: i64) -> bool {
        let at = at.clamp(0, (i64::from(self.count()) - 1).max(0)) as u32;
        let other = at != self.cursor;
        if other {
            (self.cursor, self.grown) = (at, 0);
        }
        self.show_cursor();
        other
    }

    fn scroll_to(&mut self, first: i64) -> bool {
        self.first = first.clamp(0, self.last_first().into()) as u32;
        let (row, column) = (self.cursor / COLUMNS, self.cursor % COLUMNS);
        let seen = row.clamp(self.first, self.first + SEEN - 1);
        let first = self.first;
        let other = self.select(i64::from(seen * COLUMNS + column));
        // A short last row does not scroll the wall.
        self.first = first;
        other
    }

    fn under(&self, (x, y): (i32, i32)) -> Option<u32> {
        if !(LEFT..BAR - 1).contains(&x) || !(TOP..TOP + VIEW).contains(&y) {
            return None;
        }
        let row = (y - TOP + self.scroll / PART).div_euclid(PITCH);
        let at = row * COLUMNS as i32 + (x - LEFT) / PITCH;
        u32::try_from(at).ok().filter(|at| (*at as usize) < self.found.len())
    }

    pub(super) fn on_the_wall(&mut self, input: &ShelfInput) -> ShelfAction {
        let mut action = ShelfAction::default();
        if let SearchMode::Letters(at) = self.search {
            self.choose_letters(at, input);
            self.type_letters(input);
            action.plays = input.enter && self.count() > 0;
            return action;
        }
        if self.search == SearchMode::Naming {
            action.renames = self.type_name(input);
            return action;
        }
        action.marks = self.type_letters(input);
        self.point(input, &mut action);
        let [left, right, up, down] = input.arrows.map(i64::from);
        let cursor = i64::from(self.cursor);
        let columns = i64::from(COLUMNS);
        if up > 0 && self.cursor < COLUMNS {
            self.search = SearchMode::Letters(0);
            return action;
        }
        let last = i64::from(self.count()) - 1;
        // Down from the last full row leads into a short one.
        let below = if down > 0 && (cursor / columns) < last / columns { columns } else { 0 };
        let mut by = right - left + below - up * columns;
        let [page_up, page_down, home, end] = input.ways.map(i64::from);
        by += (page_down - page_up) * columns * i64::from(SEEN) + (end - home) * (last + 1);
        if by != 0 {
            action.other |= self.select(cursor + by);
        }
        action.plays |= input.enter || input.o;
        action.runs = input.x && !action.plays;
        action
    }

    fn point(&mut self, input: &ShelfInput, action: &mut ShelfAction) {
        let (x, y) = input.at;
        if input.wheel != 0 {
            action.other |= self.scroll_to(i64::from(self.first) - i64::from(input.wheel));
        }
        self.drags &= input.held;
        self.drags |= input.click && (BAR - 1..128).contains(&x) && (TOP..TOP + VIEW).contains(&y);
        if self.drags {
            let rows = i64::from(self.rows());
            let first = i64::from(y - TOP) * rows / i64::from(VIEW) - i64::from(SEEN) / 2;
            action.other |= self.scroll_to(first);
            return;
        }
        let under = self.under(input.at);
        if let Some(at) = under.filter(|_| input.moved || input.click || input.right) {
            let first = self.first;
            action.other |= self.select(at.into());
            // A half visible row does not scroll the wall while it moves.
            if !input.click && !input.right {
                self.first = first;
            }
        }
        let inside = (0..128).contains(&x);
        let on_words = inside && (WORDS..KEYS).contains(&y);
        let on_star = on_words && x >= STAR_LEFT && y < WORDS + 8;
        action.marks |= under.is_some() && input.right || on_star && input.click;
        action.plays |= input.click && !on_star && (under.is_some() || on_words);
        if input.click && inside && (0..TOP).contains(&y) {
            let on_tab = self.tabs().into_iter().find(|(_, left, right)| (*left..*right).contains(&x));
            match self.search {
                SearchMode::Off if on_tab.is_some() => action.turns = on_tab.map(|(page, ..)| page),
                SearchMode::Off if self.query.is_empty() => self.search = SearchMode::Typing,
                _ => self.leave_search(),
            }
        }
    }
}
