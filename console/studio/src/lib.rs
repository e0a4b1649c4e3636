//! Everything on the screen that is neither a cart nor an editor, drawn by the machine's own rasteriser.
//!
//! ```text
//! settings.rs  the settings, keys for one hand  layer.rs    a canvas over a cart's picture
//! filter.rs    palettes for colour-blind players
//! menu/        the pause menu                   message.rs  error screen, debug lines; notice.rs  notices
//! question.rs  question, progress bar           view.rs     sheet, map and flags
//! meters.rs    CPU, memory, speed, held buttons hint.rs     a hint that names the keys
//! marks.rs     favourites, when played          mode.rs     the modes of the screen
//! key.rs       keys, their names and codes      canvas.rs   a picture of any size, letters.rs its font
//! boot/        the shelf of carts               jukebox.rs  sounds alone
//! code.rs      pieces of code, for colouring
//! ```
//!
//! Menu, error screen and notices lie over a cart, on a machine of their own. The viewer and the shelf are programs of the machine
//! like any cart, so they replay and step like one. Nothing here knows a window, disk or clock: requests go out as values, and all
//! is tested without a window.

#![deny(clippy::float_arithmetic)]
mod boot;
pub mod canvas;
pub mod code;
#[cfg(test)]
mod extreme_tests;
#[cfg(test)]
mod extreme_texts;
mod filter;
mod hint;
mod jukebox;
mod key;
mod layer;
pub mod letters;
mod marks;
mod menu;
mod message;
mod meters;
mod mode;
mod notice;
mod question;
mod settings;
mod view;

pub use boot::{
    BootScreen, COPY, Cover, DELETE, EDIT, FAVOURITE, LABEL, Label, NEW, PAGE, RENAME, RESTORE, RUNS,
    ShelfCart, ShelfMessage, ShelfPage,
};
pub use filter::{ColorFilter, Palette};
pub use hint::{ButtonHints, Hint};
pub use jukebox::{Jukebox, Piece, SoundFile};
pub use key::{Key, KeyPress};
pub use layer::{Area, Layer};
pub use marks::{ShelfMark, ShelfMarks, ago};
pub use menu::{
    BEFORE, Capture, Choice, MenuPage, MenuRow, NewRun, PauseMenu, RunSummary, SLOTS, SlotAction, Slots,
    WINDOW_KEYS,
};
pub use message::{ErrorScreen, JobProgress, Warning, draw_debug};
pub use meters::{BUTTON_GLYPHS, HeldIndicator, Meters, SpeedIndicator};
pub use mode::{Escape, KeysTo, Mode, ModeRow, Over};
pub use notice::{BorderNotice, Notice};
pub use question::{Question, ResumeProgress, clock};
pub use settings::{
    BUTTON_NAMES, BUTTONS, Bindings, ControlLayout, EditorKeys, FOLDERS_MAX, HELD_NAMES, KEYBOARD_PLAYERS,
    NAMES_MAX, Scale, Settings, TIME_NAMES, VOLUME_MAX, short_name,
};
pub use view::DataViewer;
