//! Ghostlight: the article's statements, rule by rule; the game around them; whole games by a bot; its screens' keys.
//!
//! | file | what it checks |
//! |---|---|
//! | `article.rs` | the article's statements, with keys and buttons and on the screen |
//! | `dungeon.rs` | rooms, corridors, walls, positions of treasures and ghosts, on thousands of levels |
//! | `ghost.rs` | pictures, timing, tendency, the three kinds, squishing |
//! | `play.rs` | walking, treasures, touches, spending light, levels; games by a bot |
//! | `light.rs` | the visible light; the whole map |
//! | `pressure.rs` | torches that burn down, ghosts that hunt idlers, points for rows |
//! | `night.rs` | the endless night: kinds, upgrades; candles |
//! | `keys.rs` | the console: title, keys, seed, record, the recording of a won game |

mod article;
mod dungeon;
mod ghost;
mod keys;
mod light;
mod night;
mod play;
mod pressure;

use ghosts::Game;
use ghosts::dungeon::{FLOOR, H, W};
use kit::Cell;

/// An empty hall without walls: she is in the middle, the stairs in a corner.
fn hall() -> Game {
    let mut game = tests::bots::ghosts::game(1);
    game.ghosts.clear();
    game.reach = ghosts::play::FULL;
    game.treasures = vec![ghosts::dungeon::Place::Lies(Cell::at(50, 40), true)];
    for cell in game.tiles.cells() {
        let rim = cell.x == 0 || cell.y == 0 || cell.x == W - 1 || cell.y == H - 1;
        game.tiles.set(cell, if rim { ghosts::dungeon::WALL } else { FLOOR });
    }
    game.stairs = Cell::at(2, 2);
    put(&mut game, Cell::at(28, 22));
    game
}

/// Puts her in the middle of a tile.
fn put(game: &mut Game, cell: Cell) {
    (game.x, game.y) = (cell.x * 128 + 64, cell.y * 128 + 64);
}

/// A ghost of the level at this place, of age 0.
fn ghost(kind: u8, at: Cell) -> ghosts::ghost::Ghost {
    ghosts::ghost::Ghost {
        kind,
        at,
        from: at,
        age: 0,
        rush: 0,
        dir: 0,
        squished: false,
        worth: ghosts::play::WORTH,
    }
}
