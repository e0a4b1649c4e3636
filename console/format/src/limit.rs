//! The limits of a cart's files, by name and number. [`FormatError::limit`] names the one that a file exceeds.
//!
//! ```text
//! pixels a side of the sheet, of the label   128    sprites with flags   256     characters of code      65,535
//! columns, rows of the map               128, 64    sounds                64     bytes of stored code    15,616
//! notes, samples of a sound               32, 64    patterns              64     bytes of a cartridge    32,768
//! channels of a pattern                        4    bytes of a text    2 MiB     bytes of a picture      16 MiB
//!                                                   pixels a side of a picture    2,048
//! ```
//!
//! A file that exceeds one is refused as a whole. The numbers are PICO-8's, except for the last three, which only keep absurd files
//! out.

use rasher::memory::ROM_SIZE;
use std::fmt;

pub const COLUMNS: usize = 128;
pub const CODE_CHARS: usize = 65_535;
/// Bytes of stored code, header included.
pub const CODE_BYTES: usize = 0x3d00;
pub const CART_BYTES: usize = ROM_SIZE + CODE_BYTES;

macro_rules! limits {
    ($($(#[$doc:meta])* $name:ident = $most:expr, $what:literal;)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum FormatLimit {
            $($(#[$doc])* $name,)*
        }

        impl FormatLimit {
            pub const ALL: &[FormatLimit] = &[$(FormatLimit::$name,)*];

            const fn row(self) -> (usize, &'static str) {
                match self {
                    $(FormatLimit::$name => ($most, $what),)*
                }
            }
        }
    };
}

limits! {
    SheetSide = 128, "pixels a side of the sheet";
    LabelSide = 128, "pixels a side of the label";
    Sprites = 256, "sprites";
    MapColumns = COLUMNS, "columns of the map";
    /// Includes the rows that the map shares with the sheet.
    MapRows = 64, "rows of the map";
    Sounds = 64, "sounds";
    Notes = 32, "notes of a sound";
    Samples = 64, "samples of a wave";
    Patterns = 64, "patterns";
    Channels = 4, "channels of a pattern";
    CodeChars = CODE_CHARS, "characters of code";
    CodeBytes = CODE_BYTES, "bytes of compressed code";
    CartBytes = CART_BYTES, "bytes of data and code";
    /// A full cartridge takes less than 1 MiB, a map 17 KiB. A line may cost 64 bytes of memory, so this keeps a file of nothing but
    /// line ends harmless.
    TextBytes = 2 << 20, "bytes of text";
    /// A sheet takes 2 KiB, one with a paint program's metadata a few hundred.
    PictureBytes = 16 << 20, "bytes of picture";
    /// Screens are 128, enlarged about ten times at most.
    PictureSide = 2048, "pixels a side";
}

impl FormatLimit {
    pub const fn most(self) -> usize {
        self.row().0
    }

    pub const fn what(self) -> &'static str {
        self.row().1
    }
}

impl fmt::Display for FormatLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.most(), self.what())
    }
}
