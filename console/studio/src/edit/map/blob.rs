//! The blob brush: which of 47 walls a wall is, by its neighbours.
//!
//! ```text
//! 01 20 08     a bit for each neighbour that is wall too; outside of the map is wall
//! 80 ## 40     a diagonal counts only where both sides next to it are wall
//! 02 10 04     that leaves 47 masks: in rising order they are the sprites from the first one on
//! ```
//!
//! The order is that of the carts that ship, as `sprites/porklike.flags` tells it; the tutorial that it comes from calls them so.

use super::cells::{COLUMNS, ROWS, put, tile};
use crate::edit::document::Document;

/// Walls of a set.
pub const WALLS: usize = 47;

/// Bits of the sides, and of the diagonals with the two sides each lies between.
const SIDES: [(i32, i32, u8); 4] = [(-1, 0, 0x80), (1, 0, 0x40), (0, -1, 0x20), (0, 1, 0x10)];
const CORNERS: [(i32, i32, u8, u8); 4] =
    [(1, -1, 0x08, 0x60), (1, 1, 0x04, 0x50), (-1, 1, 0x02, 0x90), (-1, -1, 0x01, 0xa0)];

/// Is the tile a wall of the set that begins with that sprite?
pub fn is_wall(tile: u8, first: usize) -> bool {
    (first..first + WALLS).contains(&usize::from(tile))
}

/// The mask without the diagonals that do not count.
fn reduced(mask: u8) -> u8 {
    let stays = |(_, _, bit, sides): &(i32, i32, u8, u8)| mask & bit != 0 && mask & sides == *sides;
    CORNERS.iter().filter(|corner| stays(corner)).fold(mask & 0xf0, |all, corner| all | corner.2)
}

/// The sprite of a wall with that mask.
fn sprite(mask: u8, first: usize) -> u8 {
    let mask = reduced(mask);
    let below = (0..mask).filter(|other| reduced(*other) == *other).count();
    (first + below) as u8
}

/// Makes a cell wall, or another tile, and all walls around it what they are then.
pub fn paint(doc: &mut Document, (x, y): (i32, i32), first: usize, wall: bool, ground: u8) {
    put(doc, x, y, if wall { first as u8 } else { ground });
    for (cx, cy) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (x + dx, y + dy))) {
        if is_inside(cx, cy) && is_wall(tile(doc, cx, cy), first) {
            let walls = |dx: i32, dy: i32| {
                let at = (cx + dx, cy + dy);
                !is_inside(at.0, at.1) || is_wall(tile(doc, at.0, at.1), first)
            };
            let sides =
                SIDES.iter().filter(|(dx, dy, _)| walls(*dx, *dy)).fold(0, |mask, side| mask | side.2);
            let mask = CORNERS
                .iter()
                .filter(|(dx, dy, ..)| walls(*dx, *dy))
                .fold(sides, |mask, corner| mask | corner.2);
            put(doc, cx, cy, sprite(mask, first));
        }
    }
}

fn is_inside(x: i32, y: i32) -> bool {
    (0..COLUMNS).contains(&x) && (0..ROWS).contains(&y)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The twin is the table that a person wrote into the flags of Smokehouse.
    #[test]
    fn the_walls_are_those_of_the_carts_own_table() {
        let text = include_str!("../../../../../sprites/porklike.flags");
        let words = text.lines().filter_map(|line| line.strip_prefix("#   ")).flat_map(str::split_whitespace);
        let pair = |word: &str| {
            let (mask, sprite) = word.split_once(':')?;
            Some((u8::from_str_radix(mask, 16).ok()?, sprite.parse().ok()?))
        };
        let table: Vec<(u8, u8)> = words.filter_map(pair).collect();
        assert_eq!(table.len(), WALLS);
        for (mask, want) in table {
            assert_eq!(sprite(mask, 48), want, "{mask:02x}");
        }
    }
}
