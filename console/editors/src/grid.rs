//! Rectangles of values: the pixels of the sheet, the tiles of the map.
//!
//! ```text
//! Grid            a value for each place: SpritePixels, Tiles                connected   what a fill covers
//! GridBlock           a rectangle of it, row by row                              way         what a stroke covers
//! FloatingBlock   a block that is moved over the rest: lift ── place, place, ... ── the change is committed ── rest
//! ```
//!
//! A lifted or pasted block can be moved again, and uncovers the values below it, until the document or the selection changes otherwise.

use super::context::Context;
use super::document::Document;
use super::types::{EditPlace, Side};
use std::marker::PhantomData;
use studio::Area;

pub(super) trait Grid: Copy {
    const ALL: Area;
    fn get(doc: &Document, x: i32, y: i32) -> u8;
    fn set(doc: &mut Document, x: i32, y: i32, value: u8);
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct GridBlock<P> {
    pub w: i32,
    pub h: i32,
    pub values: Vec<u8>,
    plane: PhantomData<P>,
}

impl<P: Grid> GridBlock<P> {
    pub fn new(w: i32, h: i32, values: Vec<u8>) -> GridBlock<P> {
        GridBlock { w, h, values, plane: PhantomData }
    }

    pub fn with(w: i32, h: i32, value: impl Fn(i32, i32) -> u8) -> GridBlock<P> {
        GridBlock::new(w, h, places(Area { x: 0, y: 0, w, h }).map(|(x, y)| value(x, y)).collect())
    }

    pub fn of(doc: &Document, Area { x, y, w, h }: Area) -> GridBlock<P> {
        GridBlock::with(w, h, |dx, dy| P::get(doc, x + dx, y + dy))
    }

    pub fn value(&self, x: i32, y: i32) -> u8 {
        let inside = (0..self.w).contains(&x) && (0..self.h).contains(&y);
        if inside { self.values.get((y * self.w + x) as usize).copied().unwrap_or(0) } else { 0 }
    }

    pub fn filled(&self, value: u8) -> GridBlock<P> {
        GridBlock::with(self.w, self.h, |_, _| value)
    }

    pub fn flipped(&self, down: bool) -> GridBlock<P> {
        let (w, h) = (self.w, self.h);
        GridBlock::with(w, h, |x, y| if down { self.value(x, h - 1 - y) } else { self.value(w - 1 - x, y) })
    }

    pub fn rotated(&self) -> GridBlock<P> {
        GridBlock::with(self.w, self.h, |x, y| self.value(y, self.w - 1 - x))
    }

    pub fn shifted(&self, dx: i32, dy: i32) -> GridBlock<P> {
        GridBlock::with(self.w, self.h, |x, y| {
            self.value((x - dx).rem_euclid(self.w), (y - dy).rem_euclid(self.h))
        })
    }

    pub fn put(&self, doc: &mut Document, (x, y): (i32, i32), within: Area) {
        let all = places(Area { x, y, w: self.w, h: self.h });
        for ((x, y), value) in all.zip(&self.values).filter(|((x, y), _)| within.holds(*x, *y)) {
            P::set(doc, x, y, *value);
        }
    }
}

pub(super) fn places(Area { x, y, w, h }: Area) -> impl Iterator<Item = (i32, i32)> {
    (0..w * h).map(move |n| (x + n % w, y + n / w))
}

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

pub(super) fn cell(sprite: usize) -> (i32, i32) {
    ((sprite % 16) as i32, (sprite / 16) as i32)
}

pub(super) fn sprite_number(sprite: usize, hex: bool) -> String {
    if hex { format!("0x{sprite:02x}") } else { format!("#{sprite:03}") }
}

#[derive(Clone, Debug)]
struct FloatingBlock<P> {
    piece: GridBlock<P>,
    beneath: GridBlock<P>,
    area: Area,
    version: Option<u64>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Selection<P> {
    pub area: Option<Area>,
    float: Option<FloatingBlock<P>>,
}

impl<P: Grid> Selection<P> {
    pub fn lift(&mut self, place: EditPlace, left: u8, cx: &mut Context) {
        let Some(area) = self.area else { return };
        cx.doc.begin("move", Side::Picture, place);
        let doc = &cx.doc;
        if self.float.as_ref().is_some_and(|it| it.version == Some(doc.version()) && it.area == area) {
            return;
        }
        let mut beneath = GridBlock::of(doc, P::ALL);
        for (x, y) in places(area).filter(|(x, y)| P::ALL.holds(*x, *y)) {
            beneath.values[(y * P::ALL.w + x) as usize] = left;
        }
        self.float = Some(FloatingBlock { piece: GridBlock::of(doc, area), beneath, area, version: None });
    }

    pub fn place(&mut self, (dx, dy): (i32, i32), doc: &mut Document) {
        let Some(float) = &self.float else { return };
        let to = Area { x: float.area.x + dx, y: float.area.y + dy, ..float.area };
        doc.restart();
        float.beneath.put(doc, (0, 0), P::ALL);
        float.piece.put(doc, (to.x, to.y), P::ALL);
        self.area = Some(to);
    }

    pub fn put_down(&mut self, number: u32, cx: &mut Context) {
        cx.doc.commit(cx.frame, Some(number));
        self.rest(&cx.doc);
    }

    fn rest(&mut self, doc: &Document) {
        if let (Some(float), Some(area)) = (&mut self.float, self.area) {
            (float.area, float.version) = (area, Some(doc.version()));
        }
    }

    pub fn paste(&mut self, piece: &GridBlock<P>, (x, y): (i32, i32), place: EditPlace, cx: &mut Context) {
        let area = Area { x, y, w: piece.w, h: piece.h };
        let beneath = GridBlock::of(&cx.doc, P::ALL);
        self.area = Some(area);
        self.float = Some(FloatingBlock { piece: piece.clone(), beneath, area, version: None });
        cx.doc.begin("paste", Side::Picture, place);
        piece.put(&mut cx.doc, (x, y), P::ALL);
        cx.commit();
        self.rest(&cx.doc);
    }

    pub fn put_back(&mut self) {
        if let Some(float) = self.float.take() {
            self.area = Some(float.area);
        }
    }

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
