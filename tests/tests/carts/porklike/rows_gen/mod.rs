//! The tutorial's rows about generating floors, one test for each, named by its number.
//!
//! | file | chapters |
//! |---|---|
//! | `twin.rs` | the tutorial's pseudo code, literally |
//! | `dig.rs` | 28 to 31, 36, 38, 49: walls, signatures, rooms, worms |
//! | `ways.rs` | 32 to 34, 36, 48: areas, doors, shortcuts, dead ends |
//! | `ends.rs` | 34 to 36, 49, 50: start and stairs |
//! | `life.rs` | 37, 43 to 46, 50: chests, monsters and their tables |
//! | `looks.rs` | 40 to 43, 46, 50: walls and decorations |

mod dig;
mod ends;
mod life;
mod looks;
mod twin;
mod ways;
