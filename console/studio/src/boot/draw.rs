//! The picture of up to five carts, and what it shares with the wall: text, keys, sounds.
//!
//! ```text
//! rows 0-71    second palette: the 16 colours of the label that fills most of the banner, for the other label the nearest ones
//! rows 72-127  first palette: words, board and frames, and the colours that the small boxes use most
//! ```
//!
//! So a screen of 16 colours shows each label in its own colours.

use super::label::{BANNER, Label, SMALL, nearest};
use super::{BootScreen, PART, ShelfAction, ShelfCart, ShelfInput};
use crate::layer::{cells, fit, wrap};
use rasher::Machine;

pub(super) const SFX_STEP: i32 = 0;
pub(super) const SFX_PLAY: i32 = 1;

pub(super) const LETTERS: usize = 30;
const TITLE: usize = 12;
pub(super) const MARGIN: i32 = 4;

/// A tick, and three notes up.
pub(super) fn sounds(p8: &mut Machine) {
    // Key and volume; a triangle wave without effect. The last notes are silent.
    let note = |key: i32, volume: i32| key | volume << 9;
    let tick = [note(40, 3), note(47, 1)];
    let play = [note(36, 4), note(43, 4), note(48, 4), note(48, 2), note(48, 1)];
    for (addr, notes, speed) in [(0x3200, &tick[..], 2), (0x3244, &play[..], 5)] {
        for (i, note) in (0..32).zip(notes.iter().chain(std::iter::repeat(&0))) {
            p8.poke2(addr + 2 * i, *note);
        }
        p8.poke(addr + 65, speed);
    }
}

pub(super) fn large(text: &str) -> String {
    text.to_lowercase()
}

pub(super) fn line(text: &str, letters: usize) -> String {
    fit(&large(text), letters)
}

pub(super) fn draw_today(p8: &mut Machine, cart: &ShelfCart, y: i32, kept: usize) -> usize {
    if cart.today.is_empty() {
        return LETTERS;
    }
    let today = line(&format!("today: {}", cart.today), LETTERS - kept);
    let width = p8.text_width(today.as_str());
    p8.print_at(today.as_str(), 125 - width, y, 10);
    LETTERS.saturating_sub(cells(&today) + 1)
}

pub(super) fn code(color: u8) -> i32 {
    i32::from(color & 15) | i32::from(color & 16) << 3
}

fn arrow(p8: &mut Machine, (x, y): (i32, i32), to: i32, size: i32, color: i32) {
    for i in 0..size {
        p8.line(x - to * i, y - i, x - to * i, y + i, color);
    }
}

impl BootScreen {
    pub(super) fn draw_few(&self, p8: &mut Machine) {
        for (i, color) in (0..).zip(self.palette) {
            p8.pal_ext(i, code(color), 1);
        }
        let Some(cart) = self.selected() else {
            p8.print_at("no carts here", MARGIN, 76, 6);
            return;
        };
        self.draw_banner(p8);
        p8.line(0, BANNER as i32, 127, BANNER as i32, 5);
        let left = draw_today(p8, cart, 76, cells(&line(&cart.title, TITLE)) + 1);
        p8.print_at(line(&cart.title, left).as_str(), MARGIN, 76, 7);
        for (line, y) in wrap(&large(&cart.about), LETTERS).iter().zip([83, 89]) {
            p8.print_at(line.as_str(), MARGIN, y, 6);
        }
        let (best, color) = if cart.best.is_empty() { ("not played yet", 5) } else { (&*cart.best, 10) };
        p8.print_at("★", MARGIN, 96, color);
        p8.print_at(line(best, LETTERS - 2).as_str(), MARGIN + 10, 96, color);
        self.draw_row(p8);
        let [o, x] = &self.hints;
        let first = match self.pages.len() {
            0 | 1 => ("⬅➡", "", "choose"),
            _ => ("tab", "", self.next_page().name()),
        };
        self.draw_keys(p8, 121, vec![first, ("🅾", o, "play"), ("❎", x, "runs")]);
    }

    pub(super) fn draw_keys(&self, p8: &mut Machine, y: i32, mut words: Vec<(&str, &str, &str)>) {
        let width = |p8: &mut Machine, (button, key, what): (&str, &str, &str)| {
            p8.text_width(button) + p8.text_width(key) + p8.text_width(what) + 4
        };
        let mut all: i32 = words.iter().map(|word| width(p8, *word)).sum();
        let space = 128 - 2 * MARGIN;
        while words.len() > 1 && all + 2 * (words.len() as i32 - 1) > space {
            all -= width(p8, words.remove(0));
        }
        let gap = (space - all) / (words.len() as i32 - 1).max(1);
        let mut left = MARGIN;
        for word in words {
            let (button, key, what) = word;
            let at = p8.print_at(button, left, y, 13);
            let at = p8.print_at(key, at + 1, y, 6);
            p8.print_at(what, at + 2, y, 5);
            left += width(p8, word) + gap;
        }
    }

    fn draw_banner(&self, p8: &mut Machine) {
        let label = |at: u32| self.shown(at).and_then(ShelfCart::label);
        let most = if self.slide.abs() > 64 * PART { self.before } else { self.cursor };
        let Some(colors) = label(most).map(Label::colors) else { return };
        // Lines of the second palette, a bit each.
        p8.poke(0x5f5f, 0x10);
        p8.poke_n(0x5f70, &[0xff; BANNER / 8]);
        for (i, color) in (0..).zip(*colors) {
            p8.pal_ext(i, code(color), 2);
        }
        let places = nearest(colors);
        let left = self.slide / PART;
        let leaving = (self.slide != 0).then_some((self.before, left - 128 * self.slide.signum()));
        for (at, left) in leaving.into_iter().chain([(self.cursor, left)]) {
            let Some(label) = label(at) else { continue };
            for x in left.max(0)..(left + 128).min(128) {
                for y in 0..BANNER {
                    p8.pset(x, y as i32, i32::from(places[usize::from(label.at((x - left) as usize, y))]));
                }
            }
        }
        if self.carts.len() > 1 {
            for (x, to) in [(3, -1), (124, 1)] {
                arrow(p8, (x + to, 36), to, 6, i32::from(places[0]));
                arrow(p8, (x, 36), to, 4, i32::from(places[7]));
            }
        }
    }

    fn draw_row(&self, p8: &mut Machine) {
        let (width, height) = (SMALL.0 as i32, SMALL.1 as i32);
        let places = nearest(&self.palette);
        p8.rectfill(0, ROW, 127, ROW + 14, 1);
        for (i, cart) in (0i32..).zip(&self.carts) {
            let left = self.left(i);
            let here = i as u32 == self.cursor;
            let top = ROW + 3 - i32::from(here);
            p8.rectfill(left - 1, top - 1, left + width, ROW + 15, if here { 7 } else { 0 });
            for (at, color) in (0..).zip(cart.label().map_or(&[][..], Label::small)) {
                let place = i32::from(places[usize::from(*color)]);
                p8.pset(left + at % width, top + at / width, place);
            }
            p8.line(left, top + height, left + width - 1, top + height, if here { 7 } else { 5 });
        }
        p8.line(0, ROW + 15, 127, ROW + 15, 9);
        p8.rectfill(0, ROW + 16, 127, ROW + 17, 4);
    }
}

const FIT: i32 = super::FEW as i32;
pub(super) const PITCH: i32 = SMALL.0 as i32 + 3;
const LEFT: i32 = 5;
pub(super) const ROW: i32 = 102;
const KEYS: i32 = 120;
/// Columns at each edge that belong to an arrow.
const ARROW: i32 = 14;
/// Columns of the first key in the line of keys: `tab` and the longest page's name.
const PAGE_KEY: i32 = MARGIN + 50;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spot {
    /// To the previous cart (-1) or the next one.
    Arrow(i32),
    Box(u32),
    Here,
    /// The key that shows the next page.
    Page,
    Nothing,
}

impl BootScreen {
    pub(super) fn left(&self, at: i32) -> i32 {
        LEFT + (FIT - self.count()).max(0) * PITCH / 2 + at * PITCH
    }

    fn spot(&self, (x, y): (i32, i32)) -> Spot {
        let arrow = if x < ARROW { -1 } else { i32::from(x >= 128 - ARROW) };
        match y {
            _ if !(0..128).contains(&x) => Spot::Nothing,
            0..72 if arrow != 0 && self.count() > 1 => Spot::Arrow(arrow),
            0..ROW => Spot::Here,
            ROW..KEYS => {
                let mut under = (0..self.count()).filter(|at| (0..PITCH).contains(&(x + 1 - self.left(*at))));
                under.next().map_or(Spot::Nothing, |at| Spot::Box(at as u32))
            }
            KEYS.. if x < PAGE_KEY && self.pages.len() > 1 => Spot::Page,
            _ => Spot::Nothing,
        }
    }

    fn slide_to(&mut self, at: u32, by: i32, calm: bool) -> bool {
        if at == self.cursor {
            return false;
        }
        (self.before, self.cursor) = (self.cursor, at);
        self.slide = if calm { 0 } else { by.signum() * 128 * PART };
        true
    }

    fn step(&mut self, by: i32, calm: bool) -> bool {
        let at = (self.cursor as i32 + by).rem_euclid(self.count());
        self.slide_to(at as u32, by, calm)
    }

    pub(super) fn on_the_banner(&mut self, input: &ShelfInput) -> ShelfAction {
        if self.found.is_empty() {
            return ShelfAction::default();
        }
        let pressed = input.arrows.map(i32::from);
        let by = pressed[1] + pressed[3] - pressed[0] - pressed[2] - input.wheel;
        let mut plays = input.enter || input.o;
        let mut turns = None;
        let mut other = by != 0 && self.step(by.signum(), input.calm);
        match self.spot(input.at) {
            Spot::Box(at) if input.moved || input.click => {
                other |= self.slide_to(at, at as i32 - self.cursor as i32, input.calm);
                plays |= input.click;
            }
            Spot::Arrow(by) if input.click => other |= self.step(by, input.calm),
            Spot::Here => plays |= input.click,
            Spot::Page if input.click => turns = Some(self.next_page()),
            _ => {}
        }
        ShelfAction { other, plays, runs: input.x && !plays, turns, ..ShelfAction::default() }
    }
}
