//! All that is seen and heard. It asks the rules, and never changes them.
//!
//! | file | what |
//! |---|---|
//! | `scene.rs` | plays the events of an action in phases, keeps what is shown |
//! | `events.rs` | what each event changes in the scene |
//! | `draw.rs` | the map, fog, smoke, creatures |
//! | `float.rs` | words over heads, crumbs, a thrown thing |
//! | `hud.rs` | hp window, aim, wedges, pips |
//! | `window.rs` | windows with rows, cursor, button |
//! | `screen.rs` | logo, lettering, death and win |
//! | `debug.rs` | what the monsters think |
//! | `sound.rs` | sounds of events, music |
//! | `picture.rs` | numbers in the sheet |

pub mod debug;
mod draw;
mod events;
pub mod float;
pub mod hud;
pub mod picture;
pub mod scene;
pub mod screen;
pub mod sound;
pub mod window;
