//! Sounds without the game: written to a file, or heard while they are edited.
//!
//! ```text
//! ROM of NAME ──> the studio's Jukebox: a console whose program only calls sfx or music
//!                    ├── render.rs  as fast as it goes ──> WAV        rasher render
//!                    └── play.rs    a frame at a time ───> a Sink     rasher play, files followed
//! ```

mod play;
mod render;

pub use play::{Paced, Sink, listen};
pub(crate) use render::{render, samples};
pub use studio::{Jukebox, Piece};
