//! Types that all editors share. This file imports nothing of the crate.
//!
//! ```text
//! EditInput   the user    Key Midi Pointer Button Wheel Pad Steer
//!             the player  Tick Size Blur Keys Calm ShowKeys ShowGuide ShowFault Game Fault Stops Save Import
//!             answers     Pasted Saved SaveLoses Outside SoundNames Wrong Packed Sources NoSources SourcesSaved Answer Names
//! ```
//!
//! Places of the mouse are pixels of the canvas. An editor has no clock: sixty ticks are a second.

use rasher::memory::reg::{CAMERA, PRESERVE, SCREEN_PAL};
use rasher::memory::{MUSIC, ROM_SIZE};
use rasher::{Machine, PIXELS, SoundNames, palette};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use studio::{EditorKeys, Piece, SoundFile};

pub type Data = [u8; ROM_SIZE];

pub(super) const SOUNDS: usize = 64;
/// Bytes of a name. A longer one of a file is shown cut, and stays as it is unless it is edited.
pub(super) const NAME: usize = 32;
/// All bytes of a document: the data, then the names of its sounds.
pub(super) const ALL: usize = ROM_SIZE + SOUNDS * NAME;

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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommandRow {
    pub name: &'static str,
    pub key: &'static str,
    pub menu: &'static str,
}

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

    pub(super) fn range(self) -> Range<usize> {
        match self {
            Side::Picture => 0..usize::from(MUSIC),
            Side::Sound => usize::from(MUSIC)..ALL,
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
        base: Box<Data>,
        /// The names of sounds that differ; an empty one was removed.
        sounds: SoundNames,
        /// The user has agreed to lose what `EditInput::SaveLoses` said.
        agreed: bool,
    },
    /// All names of sounds, after one has changed.
    SoundNames(SoundNames),
    /// Saves files, given with their last known contents. `EditInput::SourcesSaved` answers.
    SaveCode(Vec<(SourceFile, Vec<u8>)>),
    Prompt(PromptCommand),
    /// Sets breakpoints: files and lines from 1.
    Stops(Vec<(String, u32)>),
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
    Lua(String),
    Run(String),
    Resume,
    Load(String),
    /// Blank, or the example of that name.
    New(String),
    /// Everything that is unsaved; or all of the cart as another file, which is edited from then on.
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
        file: SoundFile,
    },
    /// Copies a link to the cart.
    Share,
    Shelf,
    Shutdown,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditInput {
    Tick,
    Key(EditKey),
    KeyUp(&'static str),
    /// A key of a MIDI keyboard, and its loudness, 1 to 127; 0: it was released.
    Midi(u8, u8),
    Pointer(i32, i32),
    /// A button of the mouse goes down or up: 1 left, 2 right, 4 middle.
    Button(u8, bool),
    Wheel(i32),
    Pad(u8),
    Steer(i32, i32),
    Keys(EditorKeys),
    Calm(bool),
    ShowKeys,
    /// Opens the page of tutorial and manual.
    ShowGuide,
    /// Opens the code at its error.
    ShowFault,
    Blur,
    /// Columns and rows of the canvas, and pixels of the window for each.
    Size(i32, i32, i32),
    Pasted(String),
    /// The saved data and the names of its files, or the reason why it was not saved.
    Saved(Box<Data>, Result<String, String>),
    /// The data were not saved, since the sheet's file would lose this.
    SaveLoses(Box<Data>, String),
    /// The files have these data now: another program has saved them, or this is an echo of a save.
    Outside(Box<Data>),
    /// The names of sounds in the files, likewise.
    SoundNames(SoundNames),
    /// Errors in the files of the data; none any more.
    Wrong(Vec<String>),
    Game(Box<GameMoment>),
    /// The size of compressed code: answers `EditEffect::Pack`.
    Packed(u64, usize),
    /// The files of the cart's code, the cartridge first.
    Sources(Vec<SourceFile>),
    NoSources(String),
    /// The name of the open file, as the bar shows it.
    File(String),
    SourcesSaved(Vec<SourceFile>, Result<String, String>),
    /// The error that stopped the cart: file, line from 1, message; none any more.
    Fault(Option<(String, u32, String)>),
    /// The result of a line of the prompt, and whether it is an error.
    Answer(Vec<String>, bool),
    Names(Vec<String>),
    Save,
    /// Other data, and the names of their sounds.
    Import(Box<Data>, SoundNames),
    /// Breakpoints: files and lines from 1.
    Stops(Vec<(String, u32)>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameMoment {
    pub memory: Box<Data>,
    pub rom: Box<Data>,
    /// The colour of each pixel of its screen, 0 to 31.
    pub picture: Box<[u8; PIXELS]>,
    pub camera: (i32, i32),
    pub palette: [u8; 16],
    /// Its palette is kept in the editors: bit 0 of 0x5f2e, as on PICO-8.
    pub keeps_palette: bool,
}

impl GameMoment {
    pub fn of(machine: &Machine) -> GameMoment {
        let mut picture = Box::new([0; PIXELS]);
        machine.picture(&mut picture);
        GameMoment {
            picture,
            memory: Box::new(machine.memory().array::<ROM_SIZE>(0)),
            rom: machine.rom().data.clone(),
            camera: (machine.peek2(CAMERA).into(), machine.peek2(CAMERA + 2).into()),
            keeps_palette: machine.peek(PRESERVE) & 1 != 0,
            palette: std::array::from_fn(|n| palette::index(machine.peek(SCREEN_PAL + n as u16))),
        }
    }
}
