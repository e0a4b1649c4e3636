//! Sounds without the game: written to a file, or heard while they are edited.
//!
//! ```text
//! ROM of NAME ──> the studio's Jukebox: a console whose program only calls sfx or music
//!                    ├── render.rs  as fast as it goes ──> WAV, OGG   rasher render, rasher export --music 0
//!                    │     length.rs  its end, or rounds of its loop and a fade     encode.rs, resample.rs  its bytes
//!                    └── play.rs    a frame at a time ───> an AudioSink    rasher play, files followed
//! ```

mod encode;
mod length;
mod play;
mod render;
mod resample;

pub(crate) use encode::SoundKind;
pub use play::{AudioSink, Paced, play_sound};
pub(crate) use render::{render, render_piece, rendered};
pub use resample::Resampler;
pub use studio::{Jukebox, Piece, SoundFile};
