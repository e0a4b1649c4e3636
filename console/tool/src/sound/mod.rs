//! Sounds without the game: written to a file, or heard while they are edited.
//!
//! ```text
//! ROM of NAME ──> player's Jukebox: a console whose program only calls sfx or music
//!                    ├── render.rs  as fast as it goes ──> WAV        rasher render
//!                    └── play.rs    a frame at a time ───> a Sink     rasher play, files followed
//! ```

mod play;
mod render;

pub use play::{Paced, Sink, listen};
pub use player::{Jukebox, Piece};
pub(crate) use render::render;
