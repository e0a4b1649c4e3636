//! Pieces of what lies in rows and columns: the pixels of the sheet, the tiles of the map. Read, put, filled, moved.
//!
//! ```text
//! Grid      what a place holds: sprite/pixels.rs, map/cells.rs        connected   what a fill covers
//! Block      a piece of it, row by row                                 way         what a stroke covers
//! FloatingBlock      a piece that is moved over the rest: lift ── place, place, ... ── the change is committed ── rest
//! ```
//!
//! What was lifted off, or pasted, can be moved on: what it is moved over comes back. It is the same as long as nothing else is done
//! and the same is selected.

use super::document::Document;
use super::types::{EditPlace, Side};
use std::marker::PhantomData;
use studio::Area;

/// What lies in rows and columns.
pub(super) trait Grid: Copy {
    const ALL: Area;
    /// What a place holds; 0 outside.
    fn get(doc: &Document, x: i32, y: i32) -> u8;
    /// The place holds that now; outside nothing does.
    fn set(doc: &mut Document, x: i32, y: i32, value: u8);
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Block<P> {
    pub w: i32,
    pub h: i32,
    /// What each place holds, row by row.
    pub values: Vec<u8>,
    plane: PhantomData<P>,
}

impl<P: Grid> Block<P> {
    pub fn new(w: i32, h: i32, values: Vec<u8>) -> Block<P> {
        Block { w, h, values, plane: PhantomData }
    }

    /// A piece of that size, by place.
    pub fn with(w: i32, h: i32, value: impl Fn(i32, i32) -> u8) -> Block<P> {
        Block::new(w, h, (0..w * h).map(|n| value(n % w, n / w)).collect())
    }

    pub fn of(doc: &Document, Area { x, y, w, h }: Area) -> Block<P> {
        Block::with(w, h, |dx, dy| P::get(doc, x + dx, y + dy))
    }

    /// What it holds at a place; 0 outside.
    pub fn value(&self, x: i32, y: i32) -> u8 {
        let inside = (0..self.w).contains(&x) && (0..self.h).contains(&y);
        if inside { self.values.get((y * self.w + x) as usize).copied().unwrap_or(0) } else { 0 }
    }

    pub fn filled(&self, value: u8) -> Block<P> {
        Block::with(self.w, self.h, |_, _| value)
    }

    pub fn flipped(&self, down: bool) -> Block<P> {
        let (w, h) = (self.w, self.h);
        Block::with(w, h, |x, y| if down { self.value(x, h - 1 - y) } else { self.value(w - 1 - x, y) })
    }

    /// A square by a right angle.
    pub fn rotated(&self) -> Block<P> {
        Block::with(self.w, self.h, |x, y| self.value(y, self.w - 1 - x))
    }

    /// What leaves at one edge comes back at the other.
    pub fn shifted(&self, dx: i32, dy: i32) -> Block<P> {
        Block::with(self.w, self.h, |x, y| {
            self.value((x - dx).rem_euclid(self.w), (y - dy).rem_euclid(self.h))
        })
    }

    /// Puts it there, as far as `within` goes.
    pub fn put(&self, doc: &mut Document, (x, y): (i32, i32), within: Area) {
        for (n, value) in (0..).zip(&self.values) {
            let at = (x + n % self.w, y + n / self.w);
            if within.holds(at.0, at.1) {
                P::set(doc, at.0, at.1, *value);
            }
        }
    }
}

/// The places that hold the same and are connected with one, inside of an area.
pub(super) fn connected<P: Grid>(doc: &Document, from: (i32, i32), within: Area) -> Vec<(i32, i32)> {
    let (same, all) = (P::get(doc, from.0, from.1), P::ALL);
    let mut seen = vec![false; (all.w * all.h) as usize];
    let (mut open, mut found) = (vec![from], Vec::new());
    while let Some((x, y)) = open.pop() {
        let inside = within.holds(x, y) && all.holds(x, y);
        if !inside
            || std::mem::replace(&mut seen[(y * all.w + x) as usize], true)
            || P::get(doc, x, y) != same
        {
            continue;
        }
        found.push((x, y));
        open.extend([(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]);
    }
    found
}

/// The places on the way from one to another, both included.
pub(super) fn way((x0, y0): (i32, i32), (x1, y1): (i32, i32)) -> Vec<(i32, i32)> {
    let (dx, dy) = ((x1 - x0).abs(), -(y1 - y0).abs());
    let (sx, sy) = ((x1 - x0).signum(), (y1 - y0).signum());
    let (mut x, mut y, mut error) = (x0, y0, dx + dy);
    let mut all = vec![(x, y)];
    while (x, y) != (x1, y1) {
        let twice = 2 * error;
        if twice >= dy {
            (error, x) = (error + dy, x + sx);
        }
        if twice <= dx {
            (error, y) = (error + dx, y + sy);
        }
        all.push((x, y));
    }
    all
}

pub(super) fn between(a: (i32, i32), b: (i32, i32)) -> Area {
    Area { x: a.0.min(b.0), y: a.1.min(b.1), w: (a.0 - b.0).abs() + 1, h: (a.1 - b.1).abs() + 1 }
}

/// A sprite's column and row in the sheet.
pub(super) fn cell(sprite: usize) -> (i32, i32) {
    ((sprite % 16) as i32, (sprite / 16) as i32)
}

#[derive(Clone, Debug)]
struct FloatingBlock<P> {
    piece: Block<P>,
    /// All without it.
    beneath: Block<P>,
    area: Area,
    /// The document's version then: nothing else was done since. None until it rests.
    version: Option<u64>,
}

impl<P: Grid> FloatingBlock<P> {
    /// Lifts that area off: what was put down there last and was not touched since, or what stands there; `left` is left behind. It
    /// belongs to a change that was begun.
    pub fn lift(before: Option<FloatingBlock<P>>, doc: &Document, area: Area, left: u8) -> FloatingBlock<P> {
        let is_same = |float: &FloatingBlock<P>| float.version == Some(doc.version()) && float.area == area;
        if let Some(float) = before.filter(is_same) {
            return float;
        }
        let all = P::ALL;
        let mut beneath = Block::of(doc, all);
        for n in 0..area.w * area.h {
            let (x, y) = (area.x + n % area.w, area.y + n / area.w);
            if all.holds(x, y) {
                beneath.values[(y * all.w + x) as usize] = left;
            }
        }
        FloatingBlock { piece: Block::of(doc, area), beneath, area, version: None }
    }

    /// What is about to be put down there, and was lifted off nowhere.
    pub fn brought(piece: Block<P>, doc: &Document, area: Area) -> FloatingBlock<P> {
        FloatingBlock { piece, beneath: Block::of(doc, P::ALL), area, version: None }
    }

    /// Puts it so far from where it lay, in the change that was begun; where it lies now.
    pub fn place(&self, (dx, dy): (i32, i32), doc: &mut Document) -> Area {
        let to = Area { x: self.area.x + dx, y: self.area.y + dy, ..self.area };
        doc.restart();
        self.beneath.put(doc, (0, 0), P::ALL);
        self.piece.put(doc, (to.x, to.y), P::ALL);
        to
    }

    /// It lies there, and the change is done.
    pub fn rest(&mut self, area: Area, doc: &Document) {
        (self.area, self.version) = (area, Some(doc.version()));
    }
}

/// What is selected of a plane, and what was moved or pasted there last: it can be moved on.
#[derive(Clone, Debug)]
pub(super) struct Selection<P> {
    pub area: Option<Area>,
    float: Option<FloatingBlock<P>>,
}

impl<P: Grid> Selection<P> {
    pub const NONE: Selection<P> = Selection { area: None, float: None };

    /// Begins to move it, in the change that was begun; `left` is left behind.
    pub fn lift(&mut self, doc: &Document, left: u8) {
        if let Some(area) = self.area {
            self.float = Some(FloatingBlock::lift(self.float.take(), doc, area, left));
        }
    }

    /// Moves what was lifted by so much from where it was lifted or put last.
    pub fn place(&mut self, by: (i32, i32), doc: &mut Document) {
        if let Some(float) = &self.float {
            self.area = Some(float.place(by, doc));
        }
    }

    /// It lies there, and the change is done.
    pub fn rest(&mut self, doc: &Document) {
        if let (Some(float), Some(area)) = (&mut self.float, self.area) {
            float.rest(area, doc);
        }
    }

    /// Puts a piece down, as a step of its own, and selects it.
    pub fn paste(
        &mut self,
        piece: &Block<P>,
        (x, y): (i32, i32),
        place: EditPlace,
        doc: &mut Document,
        frame: u64,
    ) {
        let area = Area { x, y, w: piece.w, h: piece.h };
        (self.area, self.float) = (Some(area), Some(FloatingBlock::brought(piece.clone(), doc, area)));
        doc.begin("paste", Side::Picture, place);
        piece.put(doc, (x, y), P::ALL);
        doc.commit(frame, None);
        self.rest(doc);
    }

    /// It is selected where it was lifted.
    pub fn put_back(&mut self) {
        if let Some(float) = self.float.take() {
            self.area = Some(float.area);
        }
    }

    /// What was moved lies elsewhere now.
    pub fn forget_moved(&mut self) {
        if self.float.take().is_some() {
            self.area = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_has_no_gaps_and_both_ends() {
        for to in [(5, 2), (-3, 7), (0, 0), (4, -4), (-6, -1)] {
            let way = way((0, 0), to);
            assert_eq!((way.first(), way.last()), (Some(&(0, 0)), Some(&to)));
            assert!(way.windows(2).all(|p| (p[0].0 - p[1].0).abs().max((p[0].1 - p[1].1).abs()) == 1));
        }
    }
}
