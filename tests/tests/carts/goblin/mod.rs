//! Goblin: the diary's statements, one by one; whole games by bots; its keys.
//!
//! | file | what it checks |
//! |---|---|
//! | `diary.rs` | each statement by buttons, keys and mouse, and by what the screen shows |
//! | `floors.rs` | rooms, weights, A*, corridors, doors, corners, over 1,000 floors |
//! | `sight.rs` | symmetric shadowcasting; the 47 cases of walls |
//! | `fights.rs` | chance and Brogue's combat, by statistics |
//! | `turns.rs` | the world's store, bumps, monsters, things, stairs, both ends |
//! | `auto.rs` | resting, exploring, a way that was clicked; what stops them and what is held; the end screen |
//! | `keys.rs` | the console: keys, seed, mouse, record; bots; the recording of a won game |

mod auto;
mod diary;
mod fights;
mod floors;
mod keys;
mod sight;
mod turns;
