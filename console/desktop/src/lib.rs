//! The console in a window.
//!
//! ```text
//! app.rs      the window's events                 session.rs  the run: start, restart, effects
//! shortcuts.rs  the window's own keys             cartridge.rs  what is played
//! worker.rs   the console's own thread            pace.rs     from time to frames due
//! hands.rs    what the player holds               keys.rs  pads.rs   where it comes from
//! debug.rs    the debugger in the window          offer.rs    the run that was left
//! change.rs   from one cart to another
//! tasks.rs    films and searches beside the game  job.rs      work on a thread of its own
//! front.rs    what lies over the game             settings.rs  what is remembered
//! view.rs     the window itself                   watch.rs  drop.rs  data files that change, or are dropped
//! sound/      samples to the host's device        listen.rs   rasher play
//! surface.rs  pixels or softbuffer                crt.rs  soft.rs  layout.rs   from 128x128 to the window
//! keeper.rs   runs kept while they are played
//! slots.rs    save slots                          tempo.rs    rewind, faster, slower: who holds which key
//! clock.rs  stats.rs
//! ```
//!
//! A cart maker's own program is one line, here of a cart that has no data files; `rasher new` makes a folder with all
//! of them, where `rasher_desktop::cart!(MyCart)` finds them:
//!
//! ```no_run
//! # use serde::{Deserialize, Serialize};
//! #[derive(Clone, Default, Serialize, Deserialize)]
//! struct MyCart;
//! impl rasher::Cart for MyCart {}
//!
//! fn main() -> std::process::ExitCode {
//!     rasher_desktop::run(rasher_desktop::Entry::bare("my_cart", || rasher::program(MyCart)))
//! }
//! ```
//!
//! The window paces and shows; it never decides. What it tells the console goes through the one door, frame by
//! frame. What it does not do: the commands without a window (crate `tool`).

mod app;
mod cartridge;
mod change;
mod clipboard;
mod clock;
mod crt;
mod debug;
mod drop;
mod front;
mod hands;
mod job;
mod keeper;
mod keys;
mod layout;
mod listen;
mod offer;
mod pace;
mod pads;
mod session;
mod settings;
mod shortcuts;
mod slots;
mod soft;
mod sound;
mod stats;
mod surface;
mod tasks;
mod tempo;
mod view;
mod watch;
mod worker;

pub use shelf::{Entry, cart};

use cartridge::{find, view};
use std::process::ExitCode;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tool::{Outcome, PlayOptions, Window};

/// The console's own program, with the carts of the shelf: commands without a window end in `tool`, all else opens one.
pub fn main() -> ExitCode {
    start(shelf::CARTS, None)
}

/// Plays a cart maker's own cart until its window is closed, with the options and commands of `rasher`. Its data files
/// are followed where they are found at or above the current folder; else they are those that are embedded.
pub fn run(cart: Entry) -> ExitCode {
    // Once in a program's life: the list lives as long as the shelf's, which is a constant.
    let carts = Vec::leak(vec![cart]);
    start(carts, Some(cart.name))
}

/// Does what the command line says, with these carts; `only` is played when it names none.
fn start(carts: &'static [Entry], only: Option<&str>) -> ExitCode {
    let named = |play: PlayOptions| PlayOptions { cart: play.cart.or(only.map(String::from)), ..play };
    match tool::main(carts, std::env::args_os()) {
        Outcome::Done(code) => code,
        Outcome::Window(Window::Listen(options)) => report(listen::listen(carts, &options)),
        Outcome::Window(Window::Play(play)) => {
            let play = named(play);
            report(find(carts, &play).and_then(|cart| app::run(carts, cart, play)))
        }
        Outcome::Window(Window::View(play)) => {
            let play = named(play);
            report(view(carts, &play).and_then(|cart| app::run(carts, cart, play)))
        }
    }
}

/// Says an error on the terminal and makes an exit code of it.
fn report(outcome: Result<(), String>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("rasher: {e}");
            ExitCode::FAILURE
        }
    }
}

/// Locks, also after a thread that held the lock has panicked: all that is locked here are plain values.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
