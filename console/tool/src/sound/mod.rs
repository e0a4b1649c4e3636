//! Sounds without the game, from the studio's Jukebox: a console whose program only calls `sfx` or `music`.
//!
//! ```text
//! render.rs   to a WAV or OGG file   rasher render, rasher export --music 0       length.rs   its length and loop
//! play.rs     in real time           rasher play                                  resample.rs   other sample rates
//! ```

mod length;
mod play;
mod render;
mod resample;

pub use play::{AudioSink, Paced, play_sound};
pub(crate) use render::{SoundKind, render, render_piece, rendered};
pub use resample::Resampler;
pub use studio::{Jukebox, Piece, SoundFile};
