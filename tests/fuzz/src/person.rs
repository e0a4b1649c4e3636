//! Readers of a user's own files: settings, bookmarks, cart data and results; and the shelf's readers of facts about files.

use crate::taken;
use rasher::{Boot, Console, Event, Input, Records, button};
use std::path::Path;
use studio::{BootScreen, Settings, ShelfCart, ShelfMarks, ShelfMessage, ago};

pub const SETTINGS_WORDS: &[&str] =
    &["true", "null", "-1", "1e9", "[", "]", "{", "}", "\"keys\":", "\"window\":", "\"KeyZ\"", "99999999999"];

/// Accepted settings are sanitised in one pass, and come back as written.
pub fn settings(bytes: &[u8]) -> bool {
    let Some(sane) = taken(Settings::from_json(bytes)) else { return false };
    assert_eq!(sane.clone().sane(), sane);
    assert_eq!(Settings::from_json(sane.to_json().as_bytes()), Ok(sane));
    true
}

/// Accepted files come back as written.
pub fn cart_data(bytes: &[u8]) -> bool {
    let path = Path::new("a.p8d.txt");
    let Some(data) = taken(store::parse_save(&String::from_utf8_lossy(bytes), path)) else { return false };
    assert_eq!(store::parse_save(&store::save_text(&data), path).ok(), Some(data));
    true
}

/// Accepted files come back as written.
pub fn marks(bytes: &[u8]) -> bool {
    let Some(marks) = taken(ShelfMarks::from_json(bytes)) else { return false };
    assert_eq!(ShelfMarks::from_json(&marks.to_json()).as_ref(), Ok(&marks));
    marks.played.values().for_each(|when| assert!(ago(0, *when).len() < 40 && ago(*when, 0).len() < 40));
    true
}

/// A table of results, in the shelf's own words, is shown on both pages of the shelf. Any 256 bytes are a table.
pub fn results(bytes: &[u8]) -> bool {
    let path = Path::new("a.p8d.txt");
    let Some(data) = taken(store::parse_save(&String::from_utf8_lossy(bytes), path)) else { return false };
    let records = Records::read(&data);
    assert_eq!(Records::read(&records.bytes()), records);
    let cart = |n: usize| ShelfCart {
        name: n.to_string(),
        title: "a rather long title".to_string(),
        best: records.line(),
        today: records.first(),
        ..ShelfCart::default()
    };
    for carts in [2, 9] {
        let mut shelf =
            Console::boot(rasher::program(BootScreen::new((0..carts).map(cart).collect())), Boot::default());
        shelf.frame(&Input::default());
    }
    !records.rows().is_empty()
}

/// Accepted news come back as written. The shelf survives anything: it is walked on, searched and drawn.
pub fn boot_news(bytes: &[u8]) -> bool {
    let news = ShelfMessage::from_bytes(bytes);
    if let Some(news) = &news {
        assert_eq!(ShelfMessage::from_bytes(&news.to_bytes()).as_ref(), Some(news));
    }
    let named = |name: &str| ShelfCart { name: name.into(), title: name.into(), ..ShelfCart::default() };
    let screen = BootScreen::new(vec![named("one"), named("two")]).with_folders(true);
    let mut shelf = Console::boot(rasher::program(screen), Boot::default());
    let told = Input { events: vec![Event::Host(bytes.into())], ..Input::default() };
    let find = Input { events: vec![Event::Char(b'o')], ..Input::default() };
    let hands = [button::DOWN, 0, button::RIGHT, 0, button::UP, 0, button::O].map(Input::buttons);
    for input in [told.clone()].iter().chain(&hands).chain([&find, &told]) {
        shelf.frame(input);
    }
    news.is_some()
}
