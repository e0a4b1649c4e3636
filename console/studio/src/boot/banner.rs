//! Navigation among up to five carts: the banner slides, the boxes are in a row.

use super::label::SMALL;
use super::{BootScreen, PART, ShelfAction, ShelfInput};

/// Boxes in the row, and the columns of each.
const FIT: i32 = super::FEW as i32;
pub(super) const PITCH: i32 = SMALL.0 as i32 + 3;
const LEFT: i32 = 5;
/// First line of the boxes, and of the keys.
pub(super) const ROW: i32 = 102;
const KEYS: i32 = 120;
/// Columns at each edge that belong to an arrow.
const ARROW: i32 = 14;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spot {
    /// To the previous cart (-1) or the next one.
    Arrow(i32),
    Box(u32),
    Here,
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
            _ => Spot::Nothing,
        }
    }

    /// Selects a cart, which slides in from the right if `by` is positive. Returns whether it is another one.
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
        let mut other = by != 0 && self.step(by.signum(), input.calm);
        match self.spot(input.at) {
            Spot::Box(at) if input.moved || input.click => {
                other |= self.slide_to(at, at as i32 - self.cursor as i32, input.calm);
                plays |= input.click;
            }
            Spot::Arrow(by) if input.click => other |= self.step(by, input.calm),
            Spot::Here => plays |= input.click,
            _ => {}
        }
        ShelfAction { other, plays, runs: input.x && !plays, marks: false }
    }
}
