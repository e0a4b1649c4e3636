//! Rules: one test for each row of the tutorial, named by it. Rows tested in the `rules_` modules are there.
//!
//! | file | chapters |
//! |---|---|
//! | `ch04_to_13.rs` | movement, tiles, creatures, combat, death |
//! | `ch15_to_27.rs` | sight, the bag, equipment, food, throws, chests |
//! | `ch35_to_46.rs` | stairs, floors, items, vases, food |
//! | `ch47_to_50.rs` | stun, bless, curse, slow creatures |

mod ch04_to_13;
mod ch15_to_27;
mod ch35_to_46;
mod ch47_to_50;
