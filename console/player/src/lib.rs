//! The console as a person meets it, without glass: a value that is ticked.
//!
//! ```text
//!            HostEvent: keys, pads, mouse, files that changed,          TickOutput: picture, samples, and requests:
//!            what came of requests                                      files to write, "load that cart"
//!                         │                                                       ▲
//!                         ▼                                                       │
//!  now, a number ──> Player::tick ── RunLoop: Run + machine, pace, rewind, slots, debug session, autosave
//!                         ├── Overlay: pause menu, question, error screen, notices, debug lines, meters
//!                         └── jobs: films, searches, comparisons, in slices or on the front end's threads
//! ```
//!
//! ```text
//! player/      the tick; who gets a key; menu, carts, commands       run_loop/     when which frame is run, and of which past
//! input.rs     the input state          key.rs pad.rs  the buttons that keys and pads press
//! protocol.rs  what goes out, and what comes in
//! toggles.rs   buttons that stay held
//! tempo.rs     keys of time             time.rs      rewind, faster, slower          pace.rs  from time to frames due
//! audition.rs  a changed sound, heard at once
//! loading.rs   slots, kept runs         autosave.rs  what is kept of a run           effort.rs  how much at once
//! overlay/     what is drawn over the game                            shortcuts.rs the console's own keys
//! instant_replay.rs  the end of a run once more, at half speed
//! library.rs   the carts of the shelf
//! rate.rs      how often a cart gets what it asks for
//! cartridge.rs what is played           data.rs      a data file in place of the cart's
//! job.rs       long work, step by step  film.rs      the last seconds as a moving picture
//! ```
//!
//! It has no clock, disk, thread or device: time comes in as a number, and all that is wanted of the world goes out as a value and
//! comes back as a command. A tick runs at most one frame of the cart, which the tick before has announced with its input: so who
//! holds the player knows what a cart was told that does not come back. All else that a tick does is cut into slices.
#![deny(clippy::float_arithmetic)]

mod audition;
mod autosave;
mod cartridge;
mod data;
mod effort;
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
mod tempo;
mod time;
mod toggles;

pub use autosave::AutosaveChunk;
pub use cartridge::{Against, Before, CartStart, Inspection, NewCode, StartMode};
pub use film::{Film, Filming, Media, MediaName};
pub use input::PARTS;
pub use job::{Job, JobResult};
pub use library::{CartRead, Library, Listed, Saves};
pub use loader::{Best, Cart, Origin};
pub use pad::{PadButton, PadCommand};
pub use player::{Options, Player, PlayerStart, draw_silence};
pub use protocol::{
    EditedData, Export, HostError, HostEvent, Picture, Pixels, Printed, Reply, Request, RequestId, Response,
    RunningCart, TickOutput, Wheel,
};
pub use shortcuts::{StuckKey, stuck_key};
pub use studio::{Key, KeyPress};
