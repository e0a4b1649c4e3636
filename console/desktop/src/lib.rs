//! The console in a window.
//!
//! ```text
//! app.rs      the window's events: commands for the player, pictures from it; the watchdog
//! restart.rs  restarts the program instead of abandoning a second thread
//! console.rs  the player on its own thread           requests.rs  its requests     files.rs   the file thread
//! keeper.rs   data that must not be lost: the run, cart data, settings          jobs.rs   long work, on threads
//! input.rs    keys, mouse and gamepads of winit and gilrs, as the console's; labels of the keys       midi.rs  MIDI keyboards
//! library.rs    folders of carts on the shelf        watch.rs   a cart's files, followed as they are saved
//! catalogues.rs catalogues on the shelf              network.rs reads from the network
//! cartridge.rs  carts, ready for the player          drop.rs    files dropped on the window
//! module_build.rs  a cart's module, built while it plays
//! view.rs       the window                           surface.rs  crt.rs  layout.rs   from 128x128 to the window
//! sound/        samples to the host's device, and rasher play
//! editor.rs     the user's own code editor           import_process.rs   the prompt's import, in a separate process
//! terminal.rs   output that never waits for a slow reader
//! create.rs     cartridges: loaded, new, saved as; pages
//! attach.rs     debuggers outside, for the run that plays
//! clipboard.rs  clock.rs  stats.rs                   wake.rs    events of other threads for the window
//! ```
//!
//! A cart maker's own program is one line, here of a cart without data files; `rasher new` makes a folder with data files, where
//! `rasher_desktop::cart!(MyCart)` finds them:
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
//! `player` makes all decisions. Commands without a window are in the crate `tool`.
#![cfg_attr(not(feature = "cli"), allow(dead_code))]

mod app;
mod attach;
mod cartridge;
mod catalogues;
mod clipboard;
mod clock;
mod console;
mod create;
mod crt;
mod drop;
mod editor;
mod files;
mod import_process;
mod input;
mod jobs;
mod keeper;
mod layout;
mod library;
mod midi;
mod module_build;
#[cfg(feature = "network")]
mod network;
mod requests;
mod restart;
mod sound;
mod stats;
mod surface;
mod terminal;
mod view;
mod wake;
mod watch;

pub use shelf::{Entry, cart};

use cartridge::{find_or_offer, view};
#[cfg(feature = "cli")]
use std::process::ExitCode;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tool::Window;

/// The console's own program, with the shelf's carts. Run from an executable with a cart at its end, it plays that cart by default.
#[cfg(feature = "cli")]
pub fn main() -> ExitCode {
    let own = std::env::current_exe().ok().filter(|own| cartridge::appended(own).is_some());
    start(shelf::ALL, own)
}

/// Plays an author's own cart until its window is closed, with the options and commands of `rasher`. Its data files
/// are followed where they are found at or above the current folder; otherwise the embedded ones are used.
#[cfg(feature = "cli")]
pub fn run(cart: Entry) -> ExitCode {
    // Leaked once, since the shelf's list is a constant.
    start(Vec::leak(vec![cart]), Some(cart.name.into()))
}

/// Does what the command line says. `default` is the cart to play when it names none.
#[cfg(feature = "cli")]
fn start(carts: &'static [Entry], default: Option<std::path::PathBuf>) -> ExitCode {
    if let Some(code) = import_process::run_if_requested() {
        return code;
    }
    let code = match tool::main(carts, std::env::args_os()) {
        Ok(code) => code,
        Err(mut window) => {
            match &mut *window {
                // Folders without a cart open the shelf.
                Window::Play(play) if !play.folders.is_empty() => {}
                Window::Play(play) | Window::View(play) => play.cart = play.cart.take().or(default),
                Window::PlaySound(_) => {}
            }
            match open(carts, *window) {
                Ok(()) => ExitCode::SUCCESS,
                Err(e) => {
                    terminal::log(&e);
                    ExitCode::FAILURE
                }
            }
        }
    };
    terminal::finish();
    code
}

pub fn open(carts: &'static [Entry], window: Window) -> Result<(), String> {
    match window {
        Window::PlaySound(options) => sound::play_sound(carts, &options),
        Window::Play(play) => app::run(carts, find_or_offer(carts, &play)?, play),
        Window::View(play) => app::run(carts, view(carts, &play)?, play),
    }
}

/// Reads from the network, or says why this program does not.
fn network() -> Result<catalogues::Network, String> {
    #[cfg(feature = "network")]
    return network::open();
    #[cfg(not(feature = "network"))]
    without_network()
}

#[cfg(any(test, not(feature = "network")))]
fn without_network() -> Result<catalogues::Network, String> {
    Err("this program was built for one cart and reads no catalogue; add it in `rasher`".into())
}

/// Locks, also after a thread that held the lock has panicked: all that is locked here are plain values.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
