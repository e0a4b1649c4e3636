//! Types that all editors share. This file imports nothing of the crate.
//!
//! ```text
//! EditorKind EditKey CommandRow Pointing      the open editor, keys, commands
//! Data SourceFile Side EditPlace              edited data, their history, places in them
//! EditEffect PromptCommand                    requests to the player
//! ```

use rasher::memory::{MUSIC, ROM_SIZE};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use studio::{EditorKeys, Piece, SoundFile};

/// Bytes of a cart's data.
pub type Data = [u8; ROM_SIZE];

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EditorKind {
    #[default]
    Sprite,
    Map,
    Code,
    Prompt,
    Sound,
    Music,
}

impl EditorKind {
    pub const ALL: [(EditorKind, &'static str); 6] = [
        (EditorKind::Code, "code"),
        (EditorKind::Sprite, "sprite"),
        (EditorKind::Map, "map"),
        (EditorKind::Sound, "sound"),
        (EditorKind::Music, "music"),
        (EditorKind::Prompt, "prompt"),
    ];

    pub fn name(self) -> &'static str {
        EditorKind::ALL.iter().find(|(kind, _)| *kind == self).map_or("", |(_, name)| name)
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EditKey {
    /// The W3C's name of its place on the keyboard, such as `KeyZ`; empty for an unknown one.
    pub name: &'static str,
    /// The letter that the layout has there, shifted if shift is down.
    pub letter: Option<char>,
    pub text: String,
    pub shift: bool,
    pub control: bool,
    pub alt: bool,
    pub repeat: bool,
}

/// A row of an editor's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommandRow {
    pub name: &'static str,
    /// As in `command.rs`.
    pub key: &'static str,
    pub menu: &'static str,
}

/// Commands that replace the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pointing {
    /// Moves the pointer by pixels of a sprite, or cells.
    Step(i32, i32),
    Button(u8),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    pub name: String,
    /// In P8SCII, lines end with LF.
    pub text: Vec<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Picture,
    Sound,
}

impl Side {
    pub(super) const ALL: [Side; 2] = [Side::Picture, Side::Sound];

    /// The addresses of its bytes.
    pub(super) fn range(self) -> Range<usize> {
        match self {
            Side::Picture => 0..usize::from(MUSIC),
            Side::Sound => usize::from(MUSIC)..ROM_SIZE,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EditPlace {
    Sprite(usize),
    Cell(i32, i32),
    Sound(usize),
    Pattern(usize),
    Everywhere,
}

impl EditPlace {
    pub(super) fn is_there(self) -> bool {
        match self {
            EditPlace::Sprite(n) => n < 256,
            EditPlace::Cell(x, y) => (0..128).contains(&x) && (0..64).contains(&y),
            EditPlace::Sound(n) | EditPlace::Pattern(n) => n < 64,
            EditPlace::Everywhere => true,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditEffect {
    Data(Box<Data>),
    /// Sets the memory of the paused game, as an edit of its moment.
    Memory(Box<Data>),
    /// Saves data; `EditInput::Saved` answers.
    Save {
        data: Box<Data>,
        /// The last known contents of the files.
        base: Box<Data>,
    },
    /// Saves files, given with their last known contents. `EditInput::SourcesSaved` answers.
    SaveCode(Vec<(SourceFile, Vec<u8>)>),
    Prompt(PromptCommand),
    /// Sets breakpoints: files and lines from 1.
    Stops(Vec<(String, u32)>),
    /// Keeps custom keys.
    Keys(EditorKeys),
    /// Compresses code, which is too slow for a tick; `EditInput::Packed` answers with the same number.
    Pack(u64, Vec<u8>),
    Copy(String),
    /// A picture for the clipboard: its width, and the colours, 0 to 31, row by row.
    CopyPicture(usize, Vec<u8>),
    /// Asks for the clipboard's text: `EditInput::Pasted` answers.
    Paste,
    /// Samples to play after those before: 22,050 a second, one channel.
    Samples(Vec<i16>),
    Silence,
    Leave,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PromptCommand {
    /// Lua, for the paused cart.
    Lua(String),
    /// Restarts the cart with a parameter.
    Run(String),
    Resume,
    Load(String),
    /// Everything that is unsaved; or a copy of the cart's file under that name.
    Save(String),
    Ls,
    /// Asks for the names in a folder, relative to the prompt's.
    Names(String),
    Cd(String),
    Mkdir(String),
    Folder,
    Import(String),
    Export {
        name: String,
        /// Overwrites an existing file.
        over: bool,
        /// The sound or music of a file of sound; none for what the editors have open.
        piece: Option<Piece>,
        /// Length and rate of a file of sound.
        file: SoundFile,
    },
    Shelf,
    Shutdown,
}
