//! Pieces of what lies in rows and columns: the pixels of the sheet, the tiles of the map. Read, put, filled, moved.
//!
//! ```text
//! Plane      what a place holds: sprite/pixels.rs, map/cells.rs        connected   what a fill covers
//! Patch      a piece of it, row by row                                 way         what a stroke covers
//! Float      a piece that is moved over the rest: lift ── place, place, ... ── the change is committed ── rest
//! ```
//!
//! What was lifted off, or pasted, can be moved on: what it is moved over comes back. It is the same as long as nothing else is done
//! and the same is selected.

use super::document::Document;
use crate::layer::Area;
use std::marker::PhantomData;

/// What lies in rows and columns.
pub(super) trait Plane: Copy {
    const ALL: Area;
    /// What a place holds; 0 outside.
    fn get(doc: &Document, x: i32, y: i32) -> u8;
    /// The place holds that now; outside nothing does.
    fn set(doc: &mut Document, x: i32, y: i32, value: u8);
}

/// A piece of a plane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Patch<P> {
    pub w: i32,
    pub h: i32,
    /// What each place holds, row by row.
    pub values: Vec<u8>,
    plane: PhantomData<P>,
}

impl<P: Plane> Patch<P> {
    /// A piece of that size.
    pub fn new(w: i32, h: i32, values: Vec<u8>) -> Patch<P> {
        Patch { w, h, values, plane: PhantomData }
    }

    /// A piece of that size, by place.
    pub fn with(w: i32, h: i32, value: impl Fn(i32, i32) -> u8) -> Patch<P> {
        Patch::new(w, h, (0..w * h).map(|n| value(n % w, n / w)).collect())
    }

    pub fn of(doc: &Document, Area { x, y, w, h }: Area) -> Patch<P> {
        Patch::with(w, h, |dx, dy| P::get(doc, x + dx, y + dy))
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
pub(super) fn connected<P: Plane>(doc: &Document, from: (i32, i32), within: Area) -> Vec<(i32, i32)> {
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

/// The area that two places span.
pub(super) fn between(a: (i32, i32), b: (i32, i32)) -> Area {
    Area { x: a.0.min(b.0), y: a.1.min(b.1), w: (a.0 - b.0).abs() + 1, h: (a.1 - b.1).abs() + 1 }
}

/// A sprite's column and row in the sheet.
pub(super) fn cell(sprite: usize) -> (i32, i32) {
    ((sprite % 16) as i32, (sprite / 16) as i32)
}

#[derive(Clone, Debug)]
pub(super) struct Float<P> {
    piece: Patch<P>,
    /// All without it.
    beneath: Patch<P>,
    area: Area,
    /// The document's version then: nothing else was done since. None until it rests.
    version: Option<u64>,
}

impl<P: Plane> Float<P> {
    /// Lifts that area off: what was put down there last and was not touched since, or what stands there; `left` is left behind. It
    /// belongs to a change that was begun.
    pub fn lift(before: Option<Float<P>>, doc: &Document, area: Area, left: u8) -> Float<P> {
        let is_same = |float: &Float<P>| float.version == Some(doc.version()) && float.area == area;
        if let Some(float) = before.filter(is_same) {
            return float;
        }
        let all = P::ALL;
        let mut beneath = Patch::of(doc, all);
        for n in 0..area.w * area.h {
            let (x, y) = (area.x + n % area.w, area.y + n / area.w);
            if all.holds(x, y) {
                beneath.values[(y * all.w + x) as usize] = left;
            }
        }
        Float { piece: Patch::of(doc, area), beneath, area, version: None }
    }

    /// What is about to be put down there, and was lifted off nowhere.
    pub fn brought(piece: Patch<P>, doc: &Document, area: Area) -> Float<P> {
        Float { piece, beneath: Patch::of(doc, P::ALL), area, version: None }
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

    /// Where it lay before it was moved.
    pub fn area(&self) -> Area {
        self.area
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
