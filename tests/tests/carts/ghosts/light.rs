//! The visible light, compared pixel by pixel with the article's rule; the whole map.

use super::{hall, put};
use ghosts::Game;
use ghosts::dungeon::{H, W};
use kit::Cell;
use rasher::{Boot, Cart, Machine, PIXELS};
use std::sync::Arc;
use tests::golden::Shown;

/// The article's tint of a tile, by its distance, in 64ths of a tile here.
fn tint(distance: i32) -> i32 {
    (255 - distance * 255 / (7 * 64)).max(0)
}

/// The machine after the game was drawn.
pub fn drawn(game: &Game) -> Machine {
    let rom = shelf::find("ghosts").unwrap().rom().unwrap();
    let mut p8 = Machine::new(Boot { rom: Arc::new(rom), ..Boot::default() });
    Game::default()._init(&mut p8);
    game._draw(&mut p8);
    p8
}

/// The three rows of the article's own test.
#[test]
fn tint_is_a_function_of_the_distance() {
    for (tile, expected) in [((100, 100), 255), ((107, 100), 0), ((150, 150), 0)] {
        let (dx, dy) = (tile.0 - 100, tile.1 - 100);
        let distance = (64 * 64 * (dx * dx + dy * dy) as u32).isqrt() as i32;
        assert_eq!(tint(distance), expected, "{tile:?}");
    }
}

/// A pixel has the colour that the sheet's palettes give its own colour at this tint. The rings consist of strips two
/// rows high, so a pixel at a rim may belong to the next ring.
#[test]
fn each_pixel_is_lit_by_its_distance() {
    let mut game = hall();
    // Without flicker, which depends on the clock.
    game.clock = 260;
    put(&mut game, Cell::at(28, 22));
    let p8 = drawn(&game);
    let nibble = |addr: usize, x: usize| p8.memory().bytes()[addr + x / 2] >> (x % 2 * 4) & 15;
    let (mut exact, mut seen) = (0, 0);
    for y in 12..122_usize {
        for x in 0..128_usize {
            let own = usize::from(nibble(0x8000 + y * 64, x));
            let shown = nibble(0x6000 + y * 64, x);
            // The figure in the middle is lit like the floor; ghosts have no eyes here.
            let lit = |off: i32| {
                let (dx, dy) = (8 * (2 * x as i32 - 127), 8 * (2 * y as i32 - 127));
                let distance = ((dx * dx + dy * dy) as u32).isqrt() as i32 / 2 + off;
                let step = tint(distance.max(0)) * 14 / 256;
                // The checkers of 0x5a5a: the second colour where the pattern's bit is set.
                let bit = 0x5a5a >> (15 - (x % 4 + y % 4 * 4)) & 1;
                let at = tint(distance.max(0)) > 0;
                if at { nibble(0xc00 + step as usize * 64, 32 + own * 2 + bit) } else { 0 }
            };
            assert!(
                (-14..=14).any(|off| lit(off) == shown),
                "({x}, {y}) of {own} is {shown}, not {}",
                lit(0)
            );
            exact += i32::from(lit(0) == shown);
            seen += 1;
        }
    }
    assert!(exact * 100 > seen * 93, "{exact} of {seen} pixels are exact");
}

/// Brightness of the visible rings, from the middle to the rim.
fn rings(game: &Game) -> Vec<u32> {
    let screen = drawn(game).screen();
    let bright =
        |i: usize| rasher::palette::RGB[usize::from(screen[i])].iter().map(|c| u32::from(*c)).sum::<u32>();
    (2..8)
        .map(|tile: i32| {
            let inside = |i: &usize| {
                let (dx, dy) = (*i as i32 % 128 - 64, *i as i32 / 128 - 64);
                (tile * tile * 64..(tile + 1) * (tile + 1) * 64).contains(&(dx * dx + dy * dy))
                    && dy.abs() < 45
            };
            let all: Vec<u32> = (0..PIXELS).filter(inside).map(bright).collect();
            all.iter().sum::<u32>() / all.len() as u32
        })
        .collect()
}

#[test]
fn it_grows_darker_with_each_tile_and_a_low_light_reaches_less_far() {
    for level in 1..=3 {
        let mut game = hall();
        (game.level, game.clock) = (level, 260);
        let full = rings(&game);
        assert!(full.windows(2).all(|pair| pair[0] > pair[1] || pair == [0, 0]), "level {level}: {full:?}");
        assert_eq!(full[5], 0, "nothing beyond seven tiles");
        game.reach /= 2;
        let half = rings(&game);
        assert!(half[0] < full[0] && half[2..].iter().all(|it| *it == 0), "level {level}: {half:?}");
    }
}

#[test]
fn the_map_shows_every_tile_two_pixels_wide_wherever_she_is() {
    for seed in 0..5 {
        let mut game = tests::bots::ghosts::game(seed);
        (game.map, game.clock) = (true, 300);
        let p8 = drawn(&game);
        let mut colors = [[0; 16]; 3];
        // A ring around the stairs, a pixel wide, on floor: visible while she is on them, as now.
        let at = |dx: i32, dy: i32| p8.pget(8 + game.stairs.x * 2 + dx, 20 + game.stairs.y * 2 + dy);
        for (dx, dy) in [(-2, -2), (0, -2), (3, -2), (3, 1), (3, 3), (-1, 3), (-2, 0)] {
            assert_eq!(at(dx, dy), 12, "the stairs' ring");
        }
        assert!(at(0, 0) != 12 && at(-1, -1) == 6, "she, and floor between");
        for cell in game.tiles.cells().filter(|cell| cell.dist(game.stairs) > 2) {
            let at = |dx: i32, dy: i32| p8.pget(8 + cell.x * 2 + dx, 20 + cell.y * 2 + dy);
            assert!([at(1, 0), at(0, 1), at(1, 1)].iter().all(|c| *c == at(0, 0)), "{cell:?} is one block");
            colors[usize::from(game.tiles.get(cell))][usize::from(at(0, 0))] += 1;
        }
        let kinds = colors.map(|of| of.iter().filter(|n| **n > 0).count());
        // Floor has one more colour, for treasures.
        assert_eq!(kinds, [1, 2, 1], "{colors:?}");
        let all: i32 = colors.iter().flatten().sum();
        assert_eq!(all, W * H - 13, "all but the diamond of two steps around the stairs");
    }
}

/// When the end is shown, other messages are not, even if she falls at the stairs with their torches out.
#[test]
fn the_end_is_reported_alone() {
    let end = |oil: i32, lives: i32| {
        let mut game = hall();
        let stairs = game.stairs;
        put(&mut game, stairs);
        (game.clock, game.oil, game.lives) = (1000, oil, lives);
        drawn(&game).memory().bytes()[0x6000 + 104 * 64..0x8000].to_vec()
    };
    assert_ne!(end(0, 1), end(500, 1), "while she lives it is said that they are out");
    assert_eq!(end(0, 0), end(500, 0));
}
