//! A frame's requests to the host, as values in a list.
//!
//! The machine never calls the host. The caller may perform effects (a window), print them (a command) or drop them (a
//! replay, a bot). Nothing in the machine depends on that. Texts are bounded, so a frame takes a few megabytes at most:
//!
//! ```text
//! requests                          limit per frame          beyond
//! lines printed, to files, ..       bytes, 32 for each       dropped, reported once per place: Effect::Limit
//! clipboard, title, save, store     the last of each counts  the newest replaces the one before
//! any other                         256                      dropped, reported once
//! ```

use crate::Machine;
use crate::limit::{Exceeded, Limit};
use alloc::{boxed::Box, string::String, vec::Vec};

/// Bytes charged for each request in addition to its text.
const EACH: usize = 32;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// `printh(text)`: a line for the host's terminal.
    Print(String),
    /// `serial(0x805, …)`: bytes for standard output.
    Stdout(Vec<u8>),
    /// `printh(text, file, …)`: a line for a file on the host.
    PrintTo {
        text: String,
        /// Name as given by the cart; the host chooses the folder and refuses paths.
        file: String,
        overwrite: bool,
        desktop: bool,
    },
    /// `printh(text, "@clip")`.
    Clipboard(String),
    /// Cart data, or a table of results, changed in this frame.
    Save {
        /// The id given to `cartdata`, or that of [`crate::Records`].
        id: String,
        /// 64 little-endian numbers, or the table.
        data: Box<[u8; 256]>,
    },
    /// `cstore`: these ROM bytes changed; the host may write them to the files of this or another cart.
    Store {
        /// The other cart's name; none for this one.
        file: Option<String>,
        addr: u16,
        bytes: Vec<u8>,
    },
    /// `reload` named a file that does not exist.
    Missing(String),
    /// Fields whose values the new code could not take over ([`crate::Event::Code`]): they have their first ones.
    Lost(String),
    /// The pause button (unless swallowed), or `extcmd("pause")`.
    Pause,
    Reset,
    /// `load(name, breadcrumb, param)`.
    Load {
        name: String,
        /// Label of the menu item that leads back; empty for none.
        breadcrumb: String,
        /// `stat(6)` of the next cart.
        param: String,
    },
    /// `run_begins()`: a new run starts with this frame.
    RunBegins,
    /// `run_over()`: the kept run can be discarded.
    RunOver,
    /// `disturb()`: held buttons no longer count.
    Disturbed,
    /// `extcmd("again")`: show the end of the run again.
    Again,
    Quit,
    Screenshot,
    Label,
    /// `extcmd("rec")`: later videos start with this frame.
    FilmFrom,
    Film,
    /// `extcmd("audio_rec")`: start recording sound.
    SoundFrom,
    Sound,
    Folder,
    Title(String),
    /// `extcmd("set_filename", text)`: name for pictures, videos and sounds; empty for the cart's name.
    FileName(String),
    /// `crt(on)`: set the display's CRT filter; none toggles it.
    Crt(Option<bool>),
    /// The cart exceeded a limit; reported once for each place in its source.
    Limit(Exceeded),
    /// A program called a prompt command, such as `export("x.png")`: the call as typed.
    Prompt(String),
    /// Any other `extcmd`, with its two parameters.
    Command {
        name: String,
        p1: i32,
        p2: i32,
    },
}

impl Effect {
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

    /// The limit it counts against, and by how much.
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

#[derive(Clone, Debug, Default)]
pub(crate) struct Effects {
    list: Vec<Effect>,
    taken: Vec<(Limit, usize)>,
    /// Indices of effects that a later one may replace.
    replaceable: Vec<usize>,
}

impl Effects {
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub fn last(&self) -> Option<&Effect> {
        self.list.last()
    }

    /// Adds an effect without a limit.
    pub fn push(&mut self, effect: Effect) {
        self.list.push(effect);
    }

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
    /// Adds a request, within the limits of a frame.
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
