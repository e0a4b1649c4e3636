//! Pictures and sounds: one test for each row of the tutorial, named by it.
//!
//! | file | chapters |
//! |---|---|
//! | `art.rs` | hand-drawn art: 2, 6, 9, 37 |
//! | `level.rs` | the hand-made floors, and how a floor appears on the screen: 2, 6, 9, 35, 37, 41, 42 |
//! | `motion.rs` | steps, bumps, flashes, shaking: 2, 3, 6, 9, 11, 13, 50 |
//! | `window.rs` | dialogs and messages: 7, 8, 46 |
//! | `bag.rs` | bag, stats, menu of a thing: 21 to 23, 47 |
//! | `aim.rs` | throwing: 24 to 26 |
//! | `word.rs` | words over heads: 11, 15 |
//! | `end.rs` | light, hit points, death, the end of a run: 13, 14, 48 |
//! | `sound.rs` | 7, 11, 49, 50 |

mod aim;
mod art;
mod bag;
mod end;
mod level;
mod motion;
mod sound;
mod window;
mod word;
