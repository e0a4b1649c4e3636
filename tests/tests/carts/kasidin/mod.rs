//! Kasidin: the document's statements, the game's own rules, whole games by bots, its screens' keys.
//!
//! | file | what it checks |
//! |---|---|
//! | `dice.rs` | PCG32 against the published one, ranges; all 2^32 inputs of a range: `tests/tests/runs/ranges.rs` |
//! | `caves.rs` | the automaton compared with a slow version, 10,000 caves, what is placed in them |
//! | `document.rs` | the document's generator, compared with the caves being played; its statements with buttons |
//! | `turns.rs` | walls, rocks, lava, the sluice |
//! | `foes.rs` | soldiers and the king |
//! | `keys.rs` | the console: title, seed, keys, camera, map, records, the recording of a won game |
//! | `bots.rs` | whole games |

mod bots;
mod caves;
mod dice;
mod document;
mod foes;
mod keys;
mod turns;
