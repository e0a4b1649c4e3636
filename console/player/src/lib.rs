//! The console's behaviour without a window: a value that is ticked.
//!
//! ```text
//!            HostEvent: keys, pads, mouse, changed files,            TickOutput: picture, samples, and requests:
//!            replies to requests                                     files to write, carts to load
//!                         │                                                      ▲
//!                         ▼                                                      │
//!  now, a number ──> Player::tick ── RunLoop: Run + machine, pace, rewind, slots, autosave
//!                         ├── Phase: game, pause menu, question, error screen, debugger, editors, instant replay
//!                         ├── Overlay: notices, debug lines, meters
//!                         └── jobs: films, searches, comparisons, in slices or on the host's threads
//! ```
//!
//! ```text
//! player/      the tick; who gets a key; menu, carts, requests       run_loop/     which frame runs when, and of which past
//! protocol.rs  input and output of a tick                            overlay/      what is drawn over the game
//! input.rs     the input state          key.rs pad.rs  the buttons that keys and pads press
//! time.rs      rewind, faster, slower   pace.rs      frames due, frames in a slice
//! loading.rs   saving and resuming runs, slots
//! cartridge.rs a cart to insert, data   library.rs   the carts of the shelf
//! job.rs       long work in steps       film.rs      GIF, APNG and WAV of a run      instant_replay.rs  the end at half speed
//! shortcuts.rs the console's own keys   rate.rs      limits for a cart's requests
//! ```
//!
//! It has no clock, disk, thread or device: time is a parameter, and each need of the world is a request, whose reply is an
//! event. A tick runs at most one frame of the cart, which the previous tick has announced with its input. So a host knows the
//! inputs of a frame that never returns. All other work of a tick is cut into slices.
#![deny(clippy::float_arithmetic)]

mod cartridge;
mod film;
mod input;
mod instant_replay;
mod job;
mod key;
mod library;
mod loading;
mod overlay;
mod pace;
mod pad;
mod player;
mod protocol;
mod rate;
mod run_loop;
mod shortcuts;
mod time;

pub use cartridge::{Against, Before, CartStart, Inspection, NewCode, StartMode};
pub use film::{Film, Media, MediaJob, MediaName};
pub use input::PARTS;
pub use job::{Job, JobResult};
pub use library::{CartRead, Library, Listed, Saves};
pub use loader::{Best, Cart, Origin};
pub use loading::AutosaveChunk;
pub use pad::{PadButton, PadCommand};
pub use player::{Options, Player, PlayerStart, Tools, draw_not_responding};
pub use protocol::{
    EditedData, Export, FramePicture, FramePixels, HostError, HostEvent, PrintedText, Reply, Request,
    RequestId, Response, RunningCart, SavedAs, SourceFile, TickOutput, Wheel,
};
pub use shortcuts::{StuckKey, stuck_key};
pub use studio::{BorderNotice, Key, KeyPress};
