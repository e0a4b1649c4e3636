//! Restarts the whole program when a second thread would have to be abandoned.
//!
//! ```text
//! a cart hangs ── Ctrl+R, F12, Esc ──> its thread is abandoned, another console starts
//!  └ hangs again ── the same keys ──┬─ the first thread has ended: as before
//!                                   └─ it is still running: files are saved ── exec ──> the same program with the same cart, which asks
//!                                                            whether to continue its run, or opens before the frame that hangs (`--hung`)
//! ```
//!
//! A cart in Lua always returns from a frame. Compiled code may loop for ever, and only the end of the program ends it.

use loader::Cart;
use player::{Before, PlayerStart};
use std::path::{Path, PathBuf};
use std::process::Command;
use store::Home;
use timeline::Recording;
use tool::{HungRun, PlayOptions};

fn options(play: &PlayOptions, cart: &Cart) -> PlayOptions {
    let file = cart.origin.file().filter(|_| play.data.is_none()).map(Path::to_path_buf);
    let cart = match file {
        _ if cart.is_shelf() => None,
        Some(file) => Some(file),
        None if cart.keeps && cart.key.is_none() => Some(PathBuf::from(&cart.name)),
        // A cart appended to the program, or a recording.
        None => play.cart.clone(),
    };
    PlayOptions { cart, hung: None, ..play.clone() }
}

/// Restarts the program with that cart, or before the frame in which it hangs. Returns only if that fails, with the reason.
pub fn restart(play: &PlayOptions, cart: &Cart, hung: Option<(&Recording, &Before)>) -> String {
    let hung = hung.map(|(recording, before)| {
        let file = Home::find(play.home.as_deref())?.runs().join(format!("hung-{}.rec", std::process::id()));
        store::write_with_folders(&file, &recording.to_bytes())?;
        Ok::<_, store::StoreError>(HungRun { file, debugger: matches!(before, Before::Debugger) })
    });
    let (own, hung) = match (std::env::current_exe(), hung.transpose()) {
        (Ok(own), Ok(hung)) => (own, hung),
        (Err(e), _) => return e.to_string(),
        (_, Err(e)) => return e.to_string(),
    };
    let mut command = Command::new(own);
    command.args(PlayOptions { hung, ..options(play, cart) }.to_args());
    take_place(&mut command)
}

#[cfg(unix)]
fn take_place(command: &mut Command) -> String {
    std::os::unix::process::CommandExt::exec(command).to_string()
}

#[cfg(not(unix))]
fn take_place(command: &mut Command) -> String {
    match command.spawn() {
        Ok(_) => std::process::exit(0),
        Err(e) => e.to_string(),
    }
}

pub fn restarted(mut start: PlayerStart, hung: &HungRun) -> PlayerStart {
    let recording = store::take(&hung.file).map_err(|e| e.to_string());
    let recording = recording.and_then(|bytes| Recording::from_bytes(&bytes).map_err(|e| e.to_string()));
    match recording {
        Ok(recording) => {
            let before = if hung.debugger { Before::Debugger } else { Before::Menu };
            let kept = start.first.kept_run.clone().map(|kept| *kept);
            start.clone().before(&recording, kept, before).unwrap_or(start)
        }
        Err(e) => {
            start.first.warnings.push(e);
            start
        }
    }
}
