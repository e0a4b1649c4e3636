//! The host's clipboard: texts, and pictures as PICO-8's text of sprites. One stays open, as on X11 a copied text
//! disappears with the program that copied it.

use crate::lock;
use arboard::{Clipboard, ImageData};
use rasher::palette::RGB;
use std::sync::Mutex;

static OPEN: Mutex<Option<Clipboard>> = Mutex::new(None);

fn with<T>(work: impl FnOnce(&mut Clipboard) -> Result<T, arboard::Error>) -> Result<T, String> {
    let mut open = lock(&OPEN);
    let describe = |e: arboard::Error| format!("clipboard: {e}");
    if open.is_none() {
        *open = Some(Clipboard::new().map_err(describe)?);
    }
    open.as_mut().map_or(Err("clipboard: not available".to_string()), |it| work(it).map_err(describe))
}

/// The text in the clipboard. A picture becomes `[gfx]` text, in the nearest of the 16 colours.
pub fn paste() -> Result<String, String> {
    let text = with(Clipboard::get_text);
    if text.is_ok() {
        return text;
    }
    match with(Clipboard::get_image) {
        Ok(image) => {
            let read =
                format::import_rgba(image.width, image.height, &image.bytes, "the clipboard's picture");
            read.map(|read| format::write_gfx(&read.picture)).map_err(|error| error.to_string())
        }
        Err(_) => text,
    }
}

pub fn copy_picture(width: usize, colors: &[u8]) -> Result<(), String> {
    let bytes = colors.iter().flat_map(|color| {
        let [r, g, b] = RGB[usize::from(color & 31)];
        [r, g, b, 255]
    });
    let height = colors.len() / width.max(1);
    let image = ImageData { width, height, bytes: bytes.collect() };
    with(|clipboard| clipboard.set_image(image))
}

pub fn copy(text: &str) -> Result<(), String> {
    with(|clipboard| clipboard.set_text(text))
}
