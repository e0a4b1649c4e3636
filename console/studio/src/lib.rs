//! All that is not a cart and yet on the screen, drawn by the machine's own rasteriser.
//!
//! ```text
//! settings.rs  what a player sets once          layer.rs    a canvas over a cart's picture
//! hands.rs     keys for one hand                filter.rs   colours that more eyes tell apart
//! menu/        the pause menu                   message.rs  error screen, notices, debug lines
//! question.rs  what is asked before a cart starts: go on, or from the start
//! view.rs      sheet, map and flags to look at  meters.rs   what a cart's pictures cost
//! speed.rs     how time goes, which buttons stay held     mode.rs  the table of what can be on the screen
//! warning.rs   what stays said as long as it lasts                 hint.rs    which keys these are
//! marks.rs     favourites, what was played when
//! key.rs       keys, their names and codes, one press
//! boot/        the carts to choose from         canvas.rs   a picture of any size, letters.rs what is written on it
//! jukebox.rs   sounds alone
//! ```
//!
//! The menu, the error screen and notices lie over a cart, on a machine of their own. The view and the boot
//! screen are programs of the machine like any cart, so they replay and step like one. Nothing here knows a
//! window, a disk or a clock; what is wanted of them goes out as a value. So all of it is tested without a window.
#![deny(clippy::float_arithmetic)]

mod boot;
pub mod canvas;
#[cfg(test)]
mod extreme_tests;
#[cfg(test)]
mod extreme_texts;
mod filter;
mod hands;
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
mod question;
mod settings;
mod speed;
mod view;
mod warning;

pub use boot::{BootNews, BootScreen, EXAMPLES, FAVOURITE, Face, LABEL, Label, RUNS, Shown};
pub use filter::{ColorFilter, Palette};
pub use hands::Hands;
pub use hint::{ButtonHints, Hint};
pub use jukebox::{Jukebox, Piece, SoundFile};
pub use key::{Key, KeyPress};
pub use layer::{Area, Layer};
pub use marks::{Mark, Marks, ago};
pub use menu::{
    BEFORE, Capture, Choice, MenuPage, MenuRow, NewRun, PauseMenu, RunFacts, SLOTS, SlotAction, Slots,
    WINDOW_KEYS,
};
pub use message::{ErrorScreen, JobProgress, Notice, draw_debug};
pub use meters::Meters;
pub use mode::{Escape, KeysTo, MODES, Mode, ModeRow, Over};
pub use question::{Progress, Question, clock};
pub use settings::{
    BUTTON_NAMES, BUTTONS, Bindings, EditorKeys, FOLDERS_MAX, HELD_NAMES, KEYBOARD_PLAYERS, NAMES_MAX, Scale,
    Settings, TIME_NAMES, VOLUME_MAX, short_name,
};
pub use speed::{HeldIndicator, SIGNS, SpeedIndicator};
pub use view::DataViewer;
pub use warning::Warning;
