//! The pause menu by its buttons. What a press does is our decision; the callback's button bits are PICO-8's.

use rasher::{MenuItem, button};
use studio::{Capture, Choice, Page, PauseMenu, Row, Scale, Settings, VOLUME_MAX};

fn item(label: &str) -> Option<MenuItem> {
    Some(MenuItem { label: label.as_bytes().to_vec(), mask: 0 })
}

fn menu() -> PauseMenu {
    PauseMenu::new(Settings::default(), [item("skip"), None, item("hint"), None, None])
}

/// Moves the cursor from the first row of the open page to another.
fn go(menu: &mut PauseMenu, row: Row) {
    let at = menu.rows().iter().position(|r| *r == row).unwrap_or_else(|| panic!("no row {row:?}"));
    for _ in 0..at {
        menu.press(button::DOWN);
    }
}

#[test]
fn rows_hold_the_carts_items_in_order() {
    let rows = menu().rows();
    assert_eq!(rows[..3], [Row::Continue, Row::Custom(1), Row::Custom(3)]);
    assert_eq!(*rows.last().unwrap(), Row::Quit);
}

#[test]
fn presses_are_choices() {
    let confirm = Choice::Custom { index: 3, buttons: 0x70 };
    let cases = [
        (Row::Continue, button::O, Some(Choice::Continue)),
        (Row::Continue, button::X, Some(Choice::Continue)),
        (Row::Continue, button::PAUSE, Some(Choice::Continue)),
        (Row::Custom(3), button::X, Some(confirm)),
        (Row::Custom(3), button::LEFT, Some(Choice::Custom { index: 3, buttons: 1 })),
        (Row::Custom(3), button::RIGHT, Some(Choice::Custom { index: 3, buttons: 2 })),
        (Row::Reset, button::O, Some(Choice::Reset)),
        (Row::Quit, button::O, Some(Choice::Quit)),
        (Row::Quit, button::LEFT, None),
        (Row::Open(Page::Settings), button::O, None),
    ];
    for (row, pressed, choice) in cases {
        let mut menu = menu();
        go(&mut menu, row);
        assert_eq!(menu.press(pressed), choice, "{row:?}, {pressed}");
    }
}

#[test]
fn the_cursor_goes_round() {
    let mut menu = menu();
    menu.press(button::UP);
    assert_eq!(menu.press(button::O), Some(Choice::Quit));
    menu.press(button::DOWN);
    assert_eq!(menu.press(button::O), Some(Choice::Continue));
}

#[test]
fn settings_change_at_once_and_stay_in_range() {
    let mut menu = menu();
    go(&mut menu, Row::Open(Page::Settings));
    menu.press(button::O);
    for _ in 0..20 {
        assert_eq!(menu.press(button::RIGHT), Some(Choice::Changed));
    }
    assert_eq!(menu.settings().volume, VOLUME_MAX);
    for _ in 0..20 {
        menu.press(button::LEFT);
    }
    assert_eq!(menu.settings().volume, 0);
    // Every row but the volume and the way back turns exactly one thing over, and twice is as before.
    let n = menu.rows().len();
    let before = menu.settings().clone();
    for _ in 1..n - 1 {
        menu.press(button::DOWN);
        menu.press(button::O);
        assert_ne!(*menu.settings(), before);
        menu.press(button::O);
        assert_eq!(*menu.settings(), before);
    }
    assert_eq!(before.scale, Scale::Whole);
    assert_eq!(menu.back(), None, "back to the first page");
    assert_eq!(menu.back(), Some(Choice::Continue), "and out");
}

#[test]
fn a_key_presses_one_button_of_one_player() {
    let mut menu = menu();
    go(&mut menu, Row::Open(Page::Keys(1)));
    menu.press(button::O);
    go(&mut menu, Row::Key { player: 1, button: 4 });
    menu.press(button::O);
    assert_eq!(menu.capture(), Some(Capture::Key { player: 1, button: 4 }));
    assert_eq!(menu.press(button::DOWN), None, "while it waits, buttons do nothing");
    assert_eq!(menu.bind("KeyZ"), Some(Choice::Changed));
    let keys = &menu.settings().keys;
    assert_eq!(keys[1][4], ["KeyZ"]);
    assert_eq!(keys[0][4], ["KeyC", "KeyN"], "player 1 loses the key");
    assert_eq!(menu.capture(), None);
    assert_eq!(menu.bind("KeyB"), None, "nothing waits any more");
}

#[test]
fn settings_of_other_versions_stay_readable() {
    let fresh: Settings = serde_json::from_str("{}").unwrap();
    assert_eq!(fresh, Settings::default());
    let other: Settings =
        serde_json::from_str(r#"{"volume": 200, "window": [1, 99999], "unknown": 3}"#).unwrap();
    let sane = other.sane();
    assert_eq!((sane.volume, sane.window), (VOLUME_MAX, [128, 16_384]));
}
