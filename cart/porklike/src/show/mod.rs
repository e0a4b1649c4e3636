//! Picture and sound. It reads the rules, and never changes them.
//!
//! | file | what |
//! |---|---|
//! | `events.rs` | shows the events of an action, one after the other |
//! | `draw.rs` | the map, fog, smoke, creatures, layers over them; what monsters think, for Ctrl+D |
//! | `speck.rs` | what flies for a moment: words, crumbs, a thrown thing, the dying |
//! | `window.rs` | windows with rows, cursor, button |
//! | `screen.rs` | the screen of the end |

mod draw;
mod events;
mod screen;
pub mod speck;
pub mod window;

use rasher::Machine;

/// Frame, inside and the black line around both.
fn frame(p8: &mut Machine, x: i32, y: i32, w: i32, h: i32, color: i32) {
    p8.rrectfill(x - 1, y - 1, w + 2, h + 2, 0, 0);
    p8.rrect(x, y, w, h, 0, color);
}
