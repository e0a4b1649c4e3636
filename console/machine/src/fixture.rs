//! The fixture: the console and cart data that all examples run on.
//!
//! ```text
//! sprites  1 Rasher   2 wall   3 grass   4 tree   5 water   6 coin   7 key   8 path   9 heart   10 flower
//!          16 17 32 33  Rasher's face, 16 x 16
//! flags    0 solid: wall, tree, water    1 wet: water    2 can be picked up: coin, key, heart
//! map      16 x 16 tiles, a clearing with a pond and a hut
//! sfx      0 coin   1 jump   2 motor, loops   8 tune   9 bass   10 drum
//! music    0 tune, bass and drum, once
//! ```
//!
//! It has run 45 frames at 30 a second, the last with "right" and O pressed: `time()` is 1.5 and `btnp` is true.

use crate::Machine;
use crate::boot::Boot;
use crate::button;
use crate::cart::Cart;
use crate::console::Console;
use crate::input::Input;
use crate::memory::{FLAGS, MAP, MUSIC, SFX, SHEET};
use crate::program::program;
use crate::rom::Rom;
use alloc::sync::Arc;
use serde::{Deserialize, Serialize};

const FRAMES: u32 = 45;

/// Sprites: number and eight rows, one hex digit per pixel, `.` for colour 0.
const SPRITES: &[(usize, [&str; 8])] = &[
    (1, [".e....e.", "eeeeeeee", "e1eeee1e", "eeffffee", "ee2ff2ee", ".eeeeee.", ".cccccc.", ".5....5."]),
    (2, ["94449444", "44454445", "44454445", "55555555", "44944494", "45444544", "45444544", "55555555"]),
    (3, ["33333333", "33b33333", "33333333", "3333333b", "33333333", "3b333333", "33333b33", "33333333"]),
    (4, ["33bbbb33", "3bbbbbb3", "bb3bbbbb", "bbbbb3bb", "3bbbbbb3", "33b44b33", "33344333", "33344333"]),
    (5, ["cccccccc", "cc77cccc", "cccccccc", "cccccc77", "cccccccc", "c77ccccc", "cccccccc", "cccccccc"]),
    (6, ["..aaaa..", ".aa77aa.", "aa7aa9aa", "aa7aa9aa", "aa7aa9aa", "aa7aa9aa", ".aa99aa.", "..aaaa.."]),
    (7, ["........", ".aaa....", "a...a...", "a...aaaa", "a...a.a.", ".aaa..a.", "........", "........"]),
    (8, ["ffffffff", "fff9ffff", "ffffffff", "f9fffff9", "ffffffff", "ffff9fff", "9fffffff", "ffffff9f"]),
    (9, [".88.88..", "8788888.", "8888888.", "8888888.", ".88888..", "..888...", "...8....", "........"]),
    (10, ["33333333", "333e3333", "33eae333", "333e3383", "33338a83", "33b33833", "333b3333", "33333333"]),
    (16, ["..ee....", ".eeee...", ".effeeee", ".eefeeee", "..eeeeee", ".eeeeeee", ".ee77eee", ".ee71eee"]),
    (17, ["....ee..", "...eeee.", "eeeeffe.", "eeeefee.", "eeeeee..", "eeeeeee.", "eee77ee.", "eee17ee."]),
    (32, [".ee11eee", ".eeeeeff", ".eeeefff", ".eeeef2f", ".eeeefff", "..eeeeff", "...eee22", ".....eee"]),
    (33, ["eee11ee.", "ffeeeee.", "fffeeee.", "f2feeee.", "fffeeee.", "ffeeee..", "22eee...", "eee....."]),
];

/// Tiles of the map's corner: `#` wall, `.` grass, `T` tree, `~` water, `-` path, `o` coin, `*` flower.
const PLAN: [&str; 16] = [
    "TTTTTTTTTTTTTTTT",
    "T..*......TT..TT",
    "T...####...T...T",
    "T...#--#.......T",
    "T...#--#..~~~..T",
    "T.*.##-#.~~~~~.T",
    "T.....-..~~~~~.T",
    "T.....-...~~~..T",
    "T..*..-........T",
    "T.....---------T",
    "TT......-...*..T",
    "T.......-......T",
    "T..*....-..TT..T",
    "T.......-...T..T",
    "TT......-.*...TT",
    "TTTTTTTT-TTTTTTT",
];
const TILES: [(u8, u8); 7] = [(b'#', 2), (b'.', 3), (b'T', 4), (b'~', 5), (b'-', 8), (b'o', 6), (b'*', 10)];

/// Key 0 to 63, waveform, volume, effect.
type NoteRow = [u8; 4];
/// Number, ticks per note, loop (first note, note after the last), notes.
type SoundRow = (usize, u8, [u8; 2], &'static [NoteRow]);

const SOUNDS: &[SoundRow] = &[
    (0, 4, [0, 0], &[[40, 3, 4, 0], [45, 3, 5, 0], [45, 3, 4, 5], [45, 3, 3, 5]]),
    (1, 3, [0, 0], &[[24, 3, 4, 0], [28, 3, 4, 1], [34, 3, 4, 1], [40, 3, 4, 1], [46, 3, 2, 5]]),
    (2, 4, [0, 4], &[[10, 2, 5, 0], [12, 2, 5, 0], [10, 2, 5, 0], [9, 2, 5, 0]]),
];

/// Keys of the tune and its bass, 32 steps, -1 for a rest.
const TUNE: [i8; 32] = [
    36, -1, 40, 43, -1, 43, 40, 36, 38, -1, 41, 45, -1, 45, 41, 38, 43, 43, 47, -1, 45, 43, 41, 40, 38, 40,
    41, 38, 36, -1, -1, -1,
];
const BASS: [i8; 8] = [12, 12, 14, 14, 19, 19, 7, 12];

#[derive(Clone, Serialize, Deserialize)]
struct Idle;
impl Cart for Idle {}

/// Runs an example on the fixture, as doc tests and the manual do, and returns the console.
pub fn run_example(example: fn(&mut Machine)) -> Console {
    let mut console = Console::boot(program(Idle), Boot { rom: Arc::new(rom()), ..Boot::default() });
    for frame in 1..=FRAMES {
        let held = if frame == FRAMES { button::RIGHT | button::O } else { 0 };
        console.frame(&Input::buttons(held));
    }
    example(console.machine_mut());
    console
}

fn rom() -> Rom {
    let mut rom = Rom::empty("example");
    for (n, rows) in SPRITES {
        for (y, row) in rows.iter().enumerate() {
            let at = usize::from(SHEET) + n / 16 * 512 + n % 16 * 4 + y * 64;
            for (x, digit) in row.chars().enumerate() {
                // The left pixel of two is the low nibble.
                rom.data[at + x / 2] |= (digit.to_digit(16).unwrap_or(0) as u8) << (x % 2 * 4);
            }
        }
    }
    for (n, flags) in [(2, 1), (4, 1), (5, 3), (6, 4), (7, 4), (9, 4)] {
        rom.data[usize::from(FLAGS) + n] = flags;
    }
    for (y, row) in PLAN.iter().enumerate() {
        for (x, sign) in row.bytes().enumerate() {
            let tile = TILES.iter().find(|(s, _)| *s == sign).map_or(0, |(_, tile)| *tile);
            rom.data[usize::from(MAP) + y * 128 + x] = tile;
        }
    }
    for (n, speed, around, notes) in SOUNDS {
        sound(&mut rom, *n, *speed, *around, notes.iter().copied());
    }
    let key = |key: i8, wave, volume| if key < 0 { [0; 4] } else { [key as u8, wave, volume, 0] };
    sound(&mut rom, 8, 12, [0, 0], TUNE.iter().map(|k| key(*k, 3, 3)));
    sound(&mut rom, 9, 12, [0, 0], (0..32).map(|i| key(BASS[i / 4] + (i as i8 % 2) * 12, 0, 5)));
    let drum = |i| match i % 4 {
        2 => [30, 6, 3, 5],
        0 => [8, 6, 3, 5],
        _ => [0; 4],
    };
    sound(&mut rom, 10, 12, [0, 0], (0..32).map(drum));
    // Bit 7 of the third byte stops the music. 0x40 + n is a silent channel.
    rom.data[usize::from(MUSIC)..][..4].copy_from_slice(&[8, 9, 0x80 | 10, 0x44]);
    rom
}

/// Writes a record: 32 notes of 16 bits, then filters, speed, loop.
fn sound(rom: &mut Rom, n: usize, speed: u8, around: [u8; 2], notes: impl Iterator<Item = NoteRow>) {
    let record = &mut rom.data[usize::from(SFX) + n * 68..][..68];
    for (bytes, [key, wave, volume, effect]) in record[..64].as_chunks_mut().0.iter_mut().zip(notes) {
        let [wave, volume, effect] = [wave, volume, effect].map(u16::from);
        *bytes = (u16::from(key) | wave << 6 | volume << 9 | effect << 12).to_le_bytes();
    }
    record[64..].copy_from_slice(&[0, speed, around[0], around[1]]);
}
