//! What a frame asks of the world: values in a list, performed by the host or by nobody.
//!
//! The machine never calls the host. Whoever drives it may perform these (a window), print them (a command) or
//! drop them (a replay, a bot, a seek). Nothing that the machine does later depends on whether they were
//! performed.
//!
//! ```text
//! asks for                          what a frame may         beyond
//! a line printed, to a file, ..     bytes, 32 for each       dropped, and told once a place: Effect::Limit
//! clipboard, title, save, store     the last of each counts  nothing is lost: the newest takes the place of the one before
//! any other                         256                      dropped, told once
//! ```
//!
//! Texts are bounded before they get here. So a frame's effects take a few megabytes at most, whatever a cart does.

use crate::Machine;
use crate::limit::{Exceeded, Limit};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// Bytes that each of them counts as, besides its text.
const EACH: usize = 32;

/// One wish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// `printh(text)`: a line for the host's terminal.
    Print(String),
    /// `serial(0x805, …)`: bytes for the host's standard output.
    Stdout(Vec<u8>),
    /// `printh(text, file, …)`: a line for a file of the host's.
    PrintTo {
        /// The line.
        text: String,
        /// Name as the cart gave it; the host decides on the folder and refuses paths.
        file: String,
        /// Begin the file anew instead of appending.
        overwrite: bool,
        /// The cart asked for the desktop.
        desktop: bool,
    },
    /// `printh(text, "@clip")`.
    Clipboard(String),
    /// Cart data changed in this frame, or a table of results; the whole of it.
    Save {
        /// The id given to `cartdata`, or that of [`crate::Records`].
        id: String,
        /// 64 numbers, little-endian; or the table.
        data: Box<[u8; 256]>,
    },
    /// `cstore`: these ROM bytes changed; the host may write them to the cart's files, or to another cart's.
    Store {
        /// Another cart's name, or none for this one.
        file: Option<String>,
        /// First address.
        addr: u16,
        /// The bytes.
        bytes: Vec<u8>,
    },
    /// `reload` asked for a file that is not there: the cart goes on without it.
    Missing(String),
    /// The pause button was pressed (and not swallowed), or `extcmd("pause")`.
    Pause,
    /// `extcmd("reset")`: begin the cart again.
    Reset,
    /// `load(name, breadcrumb, param)`.
    Load {
        /// The cart.
        name: String,
        /// Label of the menu item that leads back; empty for none.
        breadcrumb: String,
        /// What the next cart's `stat(6)` says.
        param: String,
    },
    /// `run_begins()`: the run that begins in this frame is kept from now on.
    RunBegins,
    /// `run_over()`: nothing is left to go on with, and what was kept of the run can go.
    RunOver,
    /// `disturb()`: what is held counts no more.
    Disturbed,
    /// `extcmd("again")`: the end of the run is to be seen again.
    Again,
    /// `extcmd("shutdown")`.
    Quit,
    /// `extcmd("screen")`: keep a picture of the screen.
    Screenshot,
    /// `extcmd("label")`: keep a picture of the screen as the cart's label.
    Label,
    /// `extcmd("rec")`: films begin in this frame from now on.
    FilmFrom,
    /// `extcmd("video")`: keep a film of what was played last.
    Film,
    /// `extcmd("audio_rec")`: the sound is to be kept from this frame on.
    SoundFrom,
    /// `extcmd("audio_end")`: keep the sound since then.
    Sound,
    /// `extcmd("folder")`: tell where the cart's files are.
    Folder,
    /// `extcmd("set_title", text)`: the window's title.
    Title(String),
    /// `extcmd("set_filename", text)`: what pictures, films and sounds are called from now on; empty for the cart's name.
    FileName(String),
    /// `crt(on)`: the display's CRT filter, none to toggle.
    Crt(Option<bool>),
    /// The cart went past a limit: told once for each place in its source.
    Limit(Exceeded),
    /// A program calls what is for a prompt, as `export("x.png")`: the call as it would be typed.
    Prompt(String),
    /// Any other `extcmd`, with its two parameters.
    Command {
        /// Name as given.
        name: String,
        /// First parameter.
        p1: i32,
        /// Second parameter.
        p2: i32,
    },
}

impl Effect {
    /// Does it make an earlier one of the frame pointless? The host keeps a cart's data as they are after the frame.
    fn replaces(&self, other: &Effect) -> bool {
        match (self, other) {
            (Effect::Clipboard(_), Effect::Clipboard(_)) | (Effect::Title(_), Effect::Title(_)) => true,
            (Effect::Save { id, .. }, Effect::Save { id: other, .. }) => id == other,
            (Effect::Store { file, addr, bytes }, Effect::Store { file: other, addr: from, bytes: old }) => {
                file == other && addr == from && bytes.len() == old.len()
            }
            _ => false,
        }
    }

    /// What of a frame it takes, and how much of that.
    fn share(&self) -> (Limit, usize) {
        match self {
            Effect::Print(text) => (Limit::Prints, EACH + text.len()),
            Effect::PrintTo { text, file, .. } => (Limit::FilePrints, EACH + text.len() + file.len()),
            Effect::Stdout(bytes) => (Limit::SerialBytes, EACH + bytes.len()),
            Effect::Store { bytes, .. } => (Limit::StoredBytes, EACH + bytes.len()),
            Effect::Missing(_) => (Limit::Missing, 1),
            _ => (Limit::Requests, 1),
        }
    }
}

/// The effects of a frame that is under way.
#[derive(Clone, Debug, Default)]
pub(crate) struct Effects {
    list: Vec<Effect>,
    /// How much of what a frame may ask for is taken.
    taken: Vec<(Limit, usize)>,
    /// Places of those that a later one may replace.
    replaceable: Vec<usize>,
}

impl Effects {
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub fn last(&self) -> Option<&Effect> {
        self.list.last()
    }

    /// Puts one behind the others, whatever there is.
    pub fn push(&mut self, effect: Effect) {
        self.list.push(effect);
    }

    /// Hands them over; the next frame begins.
    pub fn take(&mut self) -> Vec<Effect> {
        core::mem::take(self).list
    }

    fn taken(&mut self, limit: Limit) -> &mut usize {
        let at = self.taken.iter().position(|(known, _)| *known == limit).unwrap_or_else(|| {
            self.taken.push((limit, 0));
            self.taken.len() - 1
        });
        &mut self.taken[at].1
    }
}

impl Machine {
    /// Asks the host for something, within what a frame may ask for.
    #[track_caller]
    pub(crate) fn ask(&mut self, effect: Effect) {
        let effects = &mut self.effects;
        let old = effects.replaceable.iter().find(|at| effect.replaces(&effects.list[**at]));
        if let Some(at) = old {
            effects.list[*at] = effect;
            return;
        }
        let (limit, share) = effect.share();
        let taken = effects.taken(limit);
        *taken = taken.saturating_add(share);
        let taken = *taken;
        if taken as i64 > limit.row().most {
            return self.beyond(limit, taken);
        }
        if effect.replaces(&effect) {
            effects.replaceable.push(effects.list.len());
        }
        effects.list.push(effect);
    }

    /// A text as far as a limit allows.
    #[track_caller]
    pub(crate) fn cut<'t>(&self, limit: Limit, text: &'t str) -> &'t str {
        let most = limit.row().most as usize;
        if text.len() <= most {
            return text;
        }
        match text.char_indices().nth(most) {
            None => text,
            Some((end, _)) => {
                self.beyond(limit, text.chars().count());
                &text[..end]
            }
        }
    }
}
