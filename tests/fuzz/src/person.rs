//! Readers of a person's own files: settings and cart data.

use crate::taken;
use std::path::Path;
use studio::Settings;

pub const SETTINGS_WORDS: &[&str] =
    &["true", "null", "-1", "1e9", "[", "]", "{", "}", "\"keys\":", "\"window\":", "\"KeyZ\"", "99999999999"];

/// What is taken is made sane once and for all, and comes back as it was written.
pub fn settings(bytes: &[u8]) -> bool {
    let Some(sane) = taken(Settings::from_json(bytes)) else { return false };
    assert_eq!(sane.clone().sane(), sane);
    assert_eq!(Settings::from_json(sane.to_json().as_bytes()), Ok(sane));
    true
}

/// What is taken comes back as it was written.
pub fn cart_data(bytes: &[u8]) -> bool {
    let path = Path::new("a.p8d.txt");
    let Some(data) = taken(store::parse_save(&String::from_utf8_lossy(bytes), path)) else { return false };
    assert_eq!(store::parse_save(&store::save_text(&data), path).ok(), Some(data));
    true
}
