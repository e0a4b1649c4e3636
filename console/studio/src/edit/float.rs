//! What was lifted off the sheet or the map, so that it can be moved on: what it is moved over comes back.
//!
//! ```text
//! lift ── place, place, ... ── the change is committed ── rest        lifted again at the same place, it is what it was
//! ```
//!
//! It is the same as long as nothing else is done and the same is selected.

use super::document::Document;
use crate::layer::Area;

/// A piece of a picture or of a map.
pub(super) trait Patch: Clone {
    /// What stands there.
    fn of(doc: &Document, area: Area) -> Self;
    /// Puts it there, as far as `within` goes.
    fn put(&self, doc: &mut Document, at: (i32, i32), within: Area);
    /// Its colours or tiles, row by row.
    fn values(&mut self) -> &mut [u8];
}

/// What was lifted.
#[derive(Clone, Debug)]
pub(super) struct Float<P> {
    piece: P,
    /// All without it.
    beneath: P,
    /// Where it lies.
    area: Area,
    /// The document's version then: nothing else was done since. None until it rests.
    version: Option<u64>,
}

impl<P: Patch> Float<P> {
    /// Lifts that area off: what was put down there last and was not touched since, or what stands there; `left` is left behind. It
    /// belongs to a change that was begun.
    pub fn lift(before: Option<Float<P>>, doc: &Document, area: Area, all: Area, left: u8) -> Float<P> {
        let is_same = |float: &Float<P>| float.version == Some(doc.version()) && float.area == area;
        if let Some(float) = before.filter(is_same) {
            return float;
        }
        let mut beneath = P::of(doc, all);
        for n in 0..area.w * area.h {
            let (x, y) = (area.x + n % area.w, area.y + n / area.w);
            if all.holds(x, y) {
                beneath.values()[((y - all.y) * all.w + x - all.x) as usize] = left;
            }
        }
        Float { piece: P::of(doc, area), beneath, area, version: None }
    }

    /// What is about to be put down there, and was lifted off nowhere.
    pub fn brought(piece: P, doc: &Document, area: Area, all: Area) -> Float<P> {
        Float { piece, beneath: P::of(doc, all), area, version: None }
    }

    /// Puts it so far from where it lay, in the change that was begun; where it lies now.
    pub fn place(&self, (dx, dy): (i32, i32), doc: &mut Document, all: Area) -> Area {
        let to = Area { x: self.area.x + dx, y: self.area.y + dy, ..self.area };
        doc.restart();
        self.beneath.put(doc, (all.x, all.y), all);
        self.piece.put(doc, (to.x, to.y), all);
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
