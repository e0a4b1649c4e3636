//! The console in a window.
//!
//! ```text
//! app.rs      the window's events: commands for the player, pictures from it; the watchdog
//! restart.rs  the program restarts when a second thread would be abandoned
//! console.rs  the player on its own thread           files.rs   files on another: what the player wants written and read
//! keeper.rs   what must not be lost: autosave.rs, cart data, settings.rs      jobs.rs    its long work, on threads
//! keys.rs  mouse.rs  pads.rs   winit's and gilrs's codes as the console's      letters.rs   what is printed on the keys
//! library.rs    folders of carts on the shelf
//! cartridge.rs  what is played                       drop.rs    what is dropped on the window
//! view.rs     the window itself                      watch.rs   data files that change
//! sound/      samples to the host's device           play_sound.rs  rasher play
//! surface.rs  pixels or softbuffer                   crt.rs  soft.rs  layout.rs   from 128x128 to the window
//! editor.rs   the person's own editor of code        import_process.rs   the prompt's import, in a process of its own
//! terminal.rs  what is printed: a slow reader holds up nothing
//! clipboard.rs  clock.rs  stats.rs                   wake.rs    what the window is woken for
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
//! What is decided is decided in `player`; here is only what it cannot have: window, devices, threads, clock, disk. What it does not
//! do: the commands without a window (crate `tool`).

mod app;
mod autosave;
mod cartridge;
mod clipboard;
mod clock;
mod console;
mod crt;
mod drop;
mod editor;
mod files;
mod import_process;
mod jobs;
mod keeper;
mod keys;
mod layout;
mod letters;
mod library;
mod mouse;
mod pads;
mod play_sound;
mod requests;
mod restart;
mod settings;
mod soft;
mod sound;
mod stats;
mod surface;
mod terminal;
mod view;
mod wake;
mod watch;

pub use shelf::{Entry, cart};

use cartridge::{find, view};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tool::{Outcome, PlayOptions, Window};

/// The console's own program, with the carts of the shelf: commands without a window end in `tool`, all else opens one.
///
/// A cart behind the program is played when none is named: so it is a program of its own.
pub fn main() -> ExitCode {
    let own = std::env::current_exe().ok().filter(|own| cartridge::appended(own).is_some());
    start(shelf::ALL, own)
}

/// Plays a cart maker's own cart until its window is closed, with the options and commands of `rasher`. Its data files
/// are followed where they are found at or above the current folder; else they are those that are embedded.
pub fn run(cart: Entry) -> ExitCode {
    // Once in a program's life: the list lives as long as the shelf's, which is a constant.
    let carts = Vec::leak(vec![cart]);
    start(carts, Some(cart.name.into()))
}

/// Does what the command line says, with these carts; `only` is played when it names none.
fn start(carts: &'static [Entry], only: Option<PathBuf>) -> ExitCode {
    if let Some(code) = import_process::run_if_requested() {
        return code;
    }
    let named = |play: PlayOptions| PlayOptions { cart: play.cart.or(only), ..play };
    let code = match tool::main(carts, std::env::args_os()) {
        Outcome::Done(code) => code,
        Outcome::Window(window) => match *window {
            Window::PlaySound(options) => report(play_sound::play_sound(carts, &options)),
            Window::Play(play) => {
                // Who names folders wants the shelf.
                let play = if play.folders.is_empty() { named(play) } else { play };
                report(find(carts, &play).and_then(|cart| app::run(carts, cart, play)))
            }
            Window::View(play) => {
                let play = named(play);
                report(view(carts, &play).and_then(|cart| app::run(carts, cart, play)))
            }
        },
    };
    terminal::finish();
    code
}

/// Says an error on the terminal and makes an exit code of it.
fn report(outcome: Result<(), String>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            terminal::log(&e);
            ExitCode::FAILURE
        }
    }
}

/// Locks, also after a thread that held the lock has panicked: all that is locked here are plain values.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
