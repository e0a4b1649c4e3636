//! Goblin: the diary's statements, one by one; whole games by bots; its keys.
//!
//! | file | what it checks |
//! |---|---|
//! | `diary.rs` | each statement, with buttons, keys and mouse, and on the screen |
//! | `floors.rs` | rooms, weights, A*, corridors, doors, corners, over 1,000 floors |
//! | `sight.rs` | symmetric shadowcasting; the 47 cases of walls |
//! | `fights.rs` | chance and Brogue's combat, statistically |
//! | `turns.rs` | the world's store, bumps, monsters, items, stairs, both ends |
//! | `auto.rs` | resting, exploring, walking to a click; what stops them, and held buttons; the end screen |
//! | `keys.rs` | the console: keys, seed, mouse, record; bots; the recording of a won game |

mod auto;
mod diary;
mod fights;
mod floors;
mod keys;
mod sight;
mod turns;
