//! The vocabulary of the editors: what they all name, and no behaviour. This file imports nothing of the crate.
//!
//! ```text
//! EditorKind EditKey CommandRow Pointing     who is open, what is pressed, what it does
//! Data SourceFile Side EditPlace                 what is edited, which history it belongs to, where it is seen
//! EditEffect PromptCommand                   what the editors ask of the player
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
    /// Commands about carts and files, and Lua against the cart that stands still.
    Prompt,
    Sound,
    Music,
}

impl EditorKind {
    /// All of them, in the order of the bar, with their names.
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
    /// Its place on the keyboard, by the W3C's name, such as `KeyZ`; nothing for an unknown one.
    pub name: &'static str,
    /// The letter that is printed on it, with shift as it is held.
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
    /// What it does, in a few words: the menu and the help show it.
    pub name: &'static str,
    /// The key, as in the head of this file.
    pub key: &'static str,
    pub menu: &'static str,
}

/// The table of an editor's commands: what is done, and the row that lists it.
pub(super) type CommandTable<C> = [(C, &'static str, &'static str, &'static str)];

/// What a command does for hands without a mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pointing {
    /// The pointer goes by so many pixels of a sprite, or cells.
    Step(i32, i32),
    /// That button of the mouse is down as long as the key is.
    Button(u8),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// As places name it: `game.p8`, `lib/math.lua`.
    pub name: String,
    /// Its code in P8SCII, lines apart by LF.
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

/// Where a change is to be seen.
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
    /// The memory of the game that stands still is to be this, as an edit of its moment.
    Memory(Box<Data>),
    /// These data are to be saved; the files are known to have the other ones. `EditInput::Saved` answers.
    Save {
        data: Box<Data>,
        /// What they hold, as far as is known.
        base: Box<Data>,
    },
    /// These files are to be saved, with what they are known to hold. `EditInput::SourcesSaved` answers.
    SaveCode(Vec<(SourceFile, Vec<u8>)>),
    Prompt(PromptCommand),
    /// The run is to stop at these lines: files and lines from 1.
    Stops(Vec<(String, u32)>),
    /// Commands have these keys now: they are to be kept.
    Keys(EditorKeys),
    /// How many bytes has this code, packed? It takes long, so it is done aside; by its number. `EditInput::Packed` answers.
    Pack(u64, Vec<u8>),
    Copy(String),
    /// A picture for the clipboard: pixels in a row, and the colours, 0 to 31, row by row.
    CopyPicture(usize, Vec<u8>),
    /// The clipboard's text is wanted: `EditInput::Pasted` answers.
    Paste,
    /// Samples to be heard after those before: 22,050 a second, one channel.
    Samples(Vec<i16>),
    Silence,
    Leave,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PromptCommand {
    /// Lua, for the cart that stands still.
    Lua(String),
    /// The cart begins anew, told that.
    Run(String),
    Resume,
    Load(String),
    /// All that is unsaved; or a copy of the cart's file under that name.
    Save(String),
    Ls,
    /// The names in that folder, seen from the prompt's, to complete one.
    Names(String),
    Cd(String),
    Mkdir(String),
    Folder,
    Import(String),
    Export {
        name: String,
        /// Also where there is one already.
        over: bool,
        /// The sound or music of a file of sound; none for what the editors have open.
        piece: Option<Piece>,
        /// How long that is, and its rate.
        file: SoundFile,
    },
    Shelf,
    Shutdown,
}
