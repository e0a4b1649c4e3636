//! The limits of a cart's files, by name and number: each is an error of its own, [`FormatError::limit`].
//!
//! ```text
//! pixels a side of the sheet, of the label   128    sprites with flags   256     characters of code      65,535
//! columns, rows of the map               128, 64    sounds                64     bytes of stored code    15,616
//! notes, samples of a sound               32, 64    patterns              64     bytes of a cartridge    32,768
//! channels of a pattern                        4    bytes of a text    2 MiB     bytes of a picture      16 MiB
//!                                                   pixels a side of a picture    2,048
//! ```
//!
//! A file past one of them is refused whole: a part of it is nothing that anybody made. The numbers are PICO-8's, but the
//! last three, which only keep senseless files away.

use rasher::memory::ROM_SIZE;
use std::fmt;

/// Tiles in a row of the map.
pub const COLUMNS: usize = 128;
/// Characters that a cart's code may have.
pub const CODE_CHARS: usize = 65_535;
/// Bytes that the stored code may take, header included.
pub const CODE_BYTES: usize = 0x3d00;
pub const CART_BYTES: usize = ROM_SIZE + CODE_BYTES;

/// A limit of a cart's files that can be gone past.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FormatLimit {
    /// Columns and rows of pixels of the sheet.
    SheetSide,
    /// Columns and rows of pixels of the label.
    LabelSide,
    Sprites,
    MapColumns,
    /// Rows of the map, those that it shares with the sheet among them.
    MapRows,
    /// Sounds: a number is less.
    Sounds,
    Notes,
    /// Samples of a sound that is a wave.
    Samples,
    /// Patterns of music: a number is less.
    Patterns,
    Channels,
    CodeChars,
    CodeBytes,
    /// Bytes of a cartridge: data and code.
    CartBytes,
    /// Bytes of a text that is read: a full cartridge takes less than 1 MiB, a map 17 KiB. A line may cost 64 bytes of
    /// memory, so this is what keeps a file of nothing but line ends harmless.
    TextBytes,
    /// Bytes of a picture file that is read: a sheet takes 2 KiB, one with a paint program's notes some hundred.
    PictureBytes,
    /// Columns and rows of pixels of any picture. Screens are 128, enlarged at most some ten times.
    PictureSide,
}

impl FormatLimit {
    /// All of them, in the order of their names above.
    pub const ALL: [FormatLimit; 16] = [
        FormatLimit::SheetSide,
        FormatLimit::LabelSide,
        FormatLimit::Sprites,
        FormatLimit::MapColumns,
        FormatLimit::MapRows,
        FormatLimit::Sounds,
        FormatLimit::Notes,
        FormatLimit::Samples,
        FormatLimit::Patterns,
        FormatLimit::Channels,
        FormatLimit::CodeChars,
        FormatLimit::CodeBytes,
        FormatLimit::CartBytes,
        FormatLimit::TextBytes,
        FormatLimit::PictureBytes,
        FormatLimit::PictureSide,
    ];

    /// The most there may be.
    pub const fn most(self) -> usize {
        self.row().0
    }

    /// What is counted, in the plural.
    pub const fn what(self) -> &'static str {
        self.row().1
    }

    const fn row(self) -> (usize, &'static str) {
        match self {
            FormatLimit::SheetSide => (128, "pixels a side of the sheet"),
            FormatLimit::LabelSide => (128, "pixels a side of the label"),
            FormatLimit::Sprites => (256, "sprites"),
            FormatLimit::MapColumns => (COLUMNS, "columns of the map"),
            FormatLimit::MapRows => (64, "rows of the map"),
            FormatLimit::Sounds => (64, "sounds"),
            FormatLimit::Notes => (32, "notes of a sound"),
            FormatLimit::Samples => (64, "samples of a wave"),
            FormatLimit::Patterns => (64, "patterns"),
            FormatLimit::Channels => (4, "channels of a pattern"),
            FormatLimit::CodeChars => (CODE_CHARS, "characters of code"),
            FormatLimit::CodeBytes => (CODE_BYTES, "bytes of compressed code"),
            FormatLimit::CartBytes => (CART_BYTES, "bytes of data and code"),
            FormatLimit::TextBytes => (2 << 20, "bytes of text"),
            FormatLimit::PictureBytes => (16 << 20, "bytes of picture"),
            FormatLimit::PictureSide => (2048, "pixels a side"),
        }
    }
}

impl fmt::Display for FormatLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.most(), self.what())
    }
}
