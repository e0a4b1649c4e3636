//! The host's clipboard, text only.
//!
//! On X11 a copied text lives as long as the program that copied it, so one clipboard is kept open.

use crate::lock;
use arboard::Clipboard;
use std::sync::Mutex;

static OPEN: Mutex<Option<Clipboard>> = Mutex::new(None);

fn with<T>(work: impl FnOnce(&mut Clipboard) -> Result<T, arboard::Error>) -> Result<T, String> {
    let mut open = lock(&OPEN);
    let told = |e: arboard::Error| format!("clipboard: {e}");
    if open.is_none() {
        *open = Some(Clipboard::new().map_err(told)?);
    }
    open.as_mut().map_or(Err("clipboard: none".to_string()), |clipboard| work(clipboard).map_err(told))
}

/// The text in the clipboard.
///
/// # Errors
/// When there is none, or no clipboard: the system's words.
pub fn paste() -> Result<String, String> {
    with(Clipboard::get_text)
}

/// Puts a text into the clipboard.
///
/// # Errors
/// The system's words.
pub fn copy(text: &str) -> Result<(), String> {
    with(|clipboard| clipboard.set_text(text))
}
