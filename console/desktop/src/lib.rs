//! The console in a window.
//!
//! ```text
//! app.rs      the window's events                 session.rs  the run: start, restart, effects
//! shortcuts.rs  the window's own keys             cartridge.rs  what is played
//! worker.rs   the console's own thread            pace.rs     from time to frames due
//! hands.rs    what the player holds               keys.rs  pads.rs   where it comes from
//! front.rs    what lies over the game             settings.rs  what is remembered
//! view.rs     the window itself                   watch.rs  drop.rs  data files that change, or are dropped
//! sound/      samples to the host's device        listen.rs   rasher play
//! surface.rs  pixels or softbuffer                crt.rs  soft.rs  layout.rs   from 128x128 to the window
//! printed.rs  files that a cart prints to         clock.rs  stats.rs
//! ```
//!
//! A cart maker's own program is one line:
//!
//! ```no_run
//! # use serde::{Deserialize, Serialize};
//! #[derive(Clone, Default, Serialize, Deserialize)]
//! struct MyCart;
//! impl rasher::Cart for MyCart {}
//!
//! fn main() -> std::process::ExitCode {
//!     desktop::run(MyCart)
//! }
//! ```
//!
//! The window paces and shows; it never decides. What it tells the console goes through the one door, frame by
//! frame. What it does not do: the commands without a window (crate `tool`).

mod app;
mod cartridge;
mod clipboard;
mod clock;
mod crt;
mod drop;
mod front;
mod hands;
mod keys;
mod layout;
mod listen;
mod pace;
mod pads;

mod printed;
mod session;
mod settings;
mod shortcuts;
mod soft;
mod sound;
mod stats;
mod surface;
mod view;
mod watch;
mod worker;

pub use cartridge::{Cartridge, find, view};

use rasher::Cart;
use std::process::ExitCode;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tool::{Outcome, Play, Window};

/// The console's own program: commands without a window end in `tool`, all else opens one.
pub fn main() -> ExitCode {
    match tool::main(std::env::args_os()) {
        Outcome::Done(code) => code,
        Outcome::Window(Window::Play(play)) => report(find(&play).and_then(|cart| open(cart, play))),
        Outcome::Window(Window::View(play)) => report(view(&play).and_then(|cart| open(cart, play))),
        Outcome::Window(Window::Listen(options)) => report(listen::listen(&options)),
    }
}

/// Plays a cart maker's own cart, with the options of `rasher`, until its window is closed. Its name, by which its
/// data files are found, is the program's.
pub fn run<C: Cart>(cart: C) -> ExitCode {
    let program = std::env::args_os().next().unwrap_or_default();
    let name = std::path::Path::new(&program).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    match tool::main(std::env::args_os()) {
        Outcome::Done(code) => code,
        Outcome::Window(Window::Listen(options)) => report(listen::listen(&options)),
        Outcome::Window(Window::Play(play) | Window::View(play)) => report(match &play.cart {
            None => Cartridge::own(&name, rasher::program(cart), &play).and_then(|cart| open(cart, play)),
            Some(other) => Err(format!("this program plays {name}, not {other:?}; rasher plays that")),
        }),
    }
}

/// Opens the window and plays until it is closed.
///
/// # Errors
/// When there is no display, or nothing can draw into a window.
pub fn open(cart: Cartridge, play: Play) -> Result<(), String> {
    app::run(cart, play)
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
