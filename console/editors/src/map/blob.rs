//! The blob brush: one of 47 walls, by its neighbours.
//!
//! ```text
//! 01 20 08     a bit for each neighbour that is a wall; outside of the map are walls
//! 80 ## 40     a diagonal counts only between two walls
//! 02 10 04     that leaves 47 masks, in rising order the sprites from the first one on
//! ```
//!
//! [`make`] draws all 47 of five sprites, a quarter of each wall from one of them:
//!
//! ```text
//! 0 single   1 walls above and below    2 left and right    3 on all four sides    4 all around
//! ```
//!
//! The order is that of the bundled carts (`sprites/porklike.flags`).

use super::{ALL, Tiles};
use crate::document::Document;
use crate::grid::{Grid, cell};
use crate::sprite::SpritePixels;
use rasher::memory::FLAGS;

pub const WALLS: usize = 47;

/// Bits of the sides, and of the diagonals with the sides next to each.
const SIDES: [(i32, i32, u8); 4] = [(-1, 0, 0x80), (1, 0, 0x40), (0, -1, 0x20), (0, 1, 0x10)];
const CORNERS: [(i32, i32, u8, u8); 4] =
    [(1, -1, 0x08, 0x60), (1, 1, 0x04, 0x50), (-1, 1, 0x02, 0x90), (-1, -1, 0x01, 0xa0)];

pub fn is_wall(tile: u8, first: usize) -> bool {
    (first..first + WALLS).contains(&usize::from(tile))
}

pub fn is_drawn(doc: &Document, first: usize) -> bool {
    let place = |wall: usize| (8 * cell(wall).0, 8 * cell(wall).1);
    let drawn = |(x, y): (i32, i32)| (0..64).any(|n| SpritePixels::get(doc, x + n % 8, y + n / 8) != 0);
    (first..first + WALLS).map(place).any(drawn)
}

fn reduced(mask: u8) -> u8 {
    let stays = |(_, _, bit, sides): &(i32, i32, u8, u8)| mask & bit != 0 && mask & sides == *sides;
    CORNERS.iter().filter(|corner| stays(corner)).fold(mask & 0xf0, |all, corner| all | corner.2)
}

fn sprite(mask: u8, first: usize) -> u8 {
    let mask = reduced(mask);
    let below = (0..mask).filter(|other| reduced(*other) == *other).count();
    (first + below) as u8
}

pub fn paint(doc: &mut Document, (x, y): (i32, i32), first: usize) {
    Tiles::set(doc, x, y, first as u8);
    update(doc, (x, y), first);
}

pub fn clear(doc: &mut Document, (x, y): (i32, i32), first: usize) {
    if is_wall(Tiles::get(doc, x, y), first) {
        let ground = ground(doc, (x, y), first);
        Tiles::set(doc, x, y, ground);
        update(doc, (x, y), first);
    }
}

/// The tile for a removed wall: the most frequent one around it that is no wall, where a side counts as two corners and tile 0 loses a
/// tie; tile 0 between walls.
fn ground(doc: &Document, (x, y): (i32, i32), first: usize) -> u8 {
    let sides = SIDES.iter().map(|(dx, dy, _)| (*dx, *dy, 2));
    let corners = CORNERS.iter().map(|(dx, dy, ..)| (*dx, *dy, 1));
    let mut votes = [0; 256];
    for (dx, dy, worth) in sides.chain(corners).filter(|(dx, dy, _)| ALL.holds(x + dx, y + dy)) {
        votes[usize::from(Tiles::get(doc, x + dx, y + dy))] += worth;
    }
    let open = (0..=255u8).rev().filter(|tile| !is_wall(*tile, first) && votes[usize::from(*tile)] > 0);
    open.max_by_key(|tile| (votes[usize::from(*tile)], *tile != 0)).unwrap_or(0)
}

fn update(doc: &mut Document, (x, y): (i32, i32), first: usize) {
    for (cx, cy) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (x + dx, y + dy))) {
        if ALL.holds(cx, cy) && is_wall(Tiles::get(doc, cx, cy), first) {
            let walls = |dx: i32, dy: i32| {
                let at = (cx + dx, cy + dy);
                !ALL.holds(at.0, at.1) || is_wall(Tiles::get(doc, at.0, at.1), first)
            };
            let corners = CORNERS.iter().map(|(dx, dy, bit, _)| (dx, dy, bit));
            let neighbours = SIDES.iter().map(|(dx, dy, bit)| (dx, dy, bit)).chain(corners);
            let bits = neighbours.filter(|(dx, dy, _)| walls(**dx, **dy)).map(|(.., bit)| bit);
            let mask = bits.fold(0, |mask, bit| mask | bit);
            Tiles::set(doc, cx, cy, sprite(mask, first));
        }
    }
}

pub const PIECES: usize = 5;

fn piece(mask: u8, (right, below): (bool, bool)) -> usize {
    let side = mask & if right { 0x40 } else { 0x80 } != 0;
    let over = mask & if below { 0x10 } else { 0x20 } != 0;
    let corner = [[0x01, 0x08], [0x02, 0x04]][usize::from(below)][usize::from(right)];
    match (side, over) {
        (false, false) => 0,
        (false, true) => 1,
        (true, false) => 2,
        (true, true) if mask & corner == 0 => 3,
        (true, true) => 4,
    }
}

pub fn make(doc: &mut Document, pieces: [u8; PIECES], first: usize) {
    let place = |sprite: usize| (8 * cell(sprite).0, 8 * cell(sprite).1);
    let flags = doc.get(usize::from(FLAGS) + usize::from(pieces[PIECES - 1]));
    for mask in (0..=255).filter(|mask| reduced(*mask) == *mask) {
        let wall = usize::from(sprite(mask, first));
        let (to_x, to_y) = place(wall);
        for (x, y) in (0..64).map(|n| (n % 8, n / 8)) {
            let (from_x, from_y) = place(pieces[piece(mask, (x >= 4, y >= 4))].into());
            let color = SpritePixels::get(doc, from_x + x, from_y + y);
            SpritePixels::set(doc, to_x + x, to_y + y, color);
        }
        doc.set(usize::from(FLAGS) + wall, flags);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_walls_are_those_of_the_carts_own_table() {
        let table = crate::map::tests::table();
        assert_eq!(table.len(), WALLS);
        for (mask, want) in table {
            assert_eq!(sprite(mask, 48), want, "{mask:02x}");
        }
    }
}
