//! The pause menu by its buttons. What a press does is our decision; the callback's button bits are PICO-8's.

use rasher::{Boot, Cart, MenuItem, button, program};
use rasher_studio::{BEFORE, Capture, Choice, MenuRow, Page, PauseMenu, Scale, Settings, VOLUME_MAX};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use timeline::{Run, Slot};

fn item(label: &str) -> Option<MenuItem> {
    Some(MenuItem { label: label.as_bytes().to_vec(), mask: 0 })
}

fn menu() -> PauseMenu {
    PauseMenu::new(Settings::default(), [item("skip"), None, item("hint"), None, None])
}

/// Moves the cursor from the first row of the open page to another.
fn go(menu: &mut PauseMenu, row: MenuRow) {
    let at = menu.rows().iter().position(|r| *r == row).unwrap_or_else(|| panic!("no row {row:?}"));
    for _ in 0..at {
        menu.press(button::DOWN);
    }
}

/// Opens pages, one from the other.
fn open(menu: &mut PauseMenu, pages: &[Page]) {
    for page in pages {
        go(menu, MenuRow::Open(*page));
        menu.press(button::O);
    }
}

#[test]
fn rows_hold_the_carts_items_in_order() {
    let rows = menu().rows();
    assert_eq!(rows[..3], [MenuRow::Continue, MenuRow::Custom(1), MenuRow::Custom(3)]);
    assert_eq!(*rows.last().unwrap(), MenuRow::Quit);
}

#[test]
fn only_who_came_from_a_shelf_can_go_back_to_it() {
    let mut menu = menu();
    assert!(!menu.rows().contains(&MenuRow::Shelf));
    menu.set_shelf(true);
    let rows = menu.rows();
    assert_eq!(rows[rows.len() - 3..], [MenuRow::Reset, MenuRow::Shelf, MenuRow::Quit]);
    go(&mut menu, MenuRow::Shelf);
    assert_eq!(menu.press(button::LEFT), None);
    assert_eq!(menu.press(button::O), Some(Choice::Shelf));
}

#[test]
fn presses_are_choices() {
    let confirm = Choice::Custom { index: 3, buttons: 0x70 };
    let cases = [
        (MenuRow::Continue, button::O, Some(Choice::Continue)),
        (MenuRow::Continue, button::X, Some(Choice::Continue)),
        (MenuRow::Continue, button::PAUSE, Some(Choice::Continue)),
        (MenuRow::Custom(3), button::X, Some(confirm)),
        (MenuRow::Custom(3), button::LEFT, Some(Choice::Custom { index: 3, buttons: 1 })),
        (MenuRow::Custom(3), button::RIGHT, Some(Choice::Custom { index: 3, buttons: 2 })),
        (MenuRow::Reset, button::O, Some(Choice::Reset)),
        (MenuRow::Quit, button::O, Some(Choice::Quit)),
        (MenuRow::Quit, button::LEFT, None),
        (MenuRow::Open(Page::Settings), button::O, None),
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
    go(&mut menu, MenuRow::Open(Page::Settings));
    menu.press(button::O);
    for _ in 0..20 {
        assert_eq!(menu.press(button::RIGHT), Some(Choice::Changed));
    }
    assert_eq!(menu.settings().volume, VOLUME_MAX);
    for _ in 0..20 {
        menu.press(button::LEFT);
    }
    assert_eq!(menu.settings().volume, 0);
    // Every row but the volume, the next page and the way back turns exactly one thing over, and twice is as before.
    let n = menu.rows().len();
    let before = menu.settings().clone();
    for _ in 1..n - 2 {
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
    open(&mut menu, &[Page::Controls, Page::Keys(1)]);
    go(&mut menu, MenuRow::Key { player: 1, button: 4 });
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
fn what_is_bound_to_time_presses_no_button_and_the_other_way_round() {
    let mut menu = menu();
    open(&mut menu, &[Page::Settings, Page::Time]);
    for (row, key, capture) in [
        (MenuRow::TimeKey(0), "KeyC", Capture::TimeKey(0)),
        (MenuRow::TimePad(1), "West", Capture::TimePad(1)),
    ] {
        let at = menu.rows().iter().position(|r| *r == row).expect("it is on the page");
        (0..at).for_each(|_| _ = menu.press(button::DOWN));
        menu.press(button::O);
        assert_eq!(menu.capture(), Some(capture));
        assert_eq!(menu.bind(key), Some(Choice::Changed));
        (0..at).for_each(|_| _ = menu.press(button::UP));
    }
    let settings = menu.settings().clone();
    assert_eq!(
        (&settings.time_keys[0][..], &settings.keys[0][4][..]),
        (&["KeyC".into()][..], &["KeyZ".into(), "KeyN".into()][..])
    );
    assert_eq!(
        (&settings.time_pad[1][..], &settings.pad[4][..]),
        (&["West".into()][..], &["South".into()][..])
    );
    let mut menu = PauseMenu::new(settings, [const { None }; 5]);
    open(&mut menu, &[Page::Controls, Page::Keys(0)]);
    menu.press(button::O);
    menu.bind("KeyC");
    assert_eq!(menu.settings().keys[0][0], ["KeyC"]);
    assert!(menu.settings().time_keys[0].is_empty());
}

#[test]
fn speeds_go_round_and_off_is_one_of_them() {
    let mut menu = menu();
    open(&mut menu, &[Page::Settings, Page::Time]);
    go(&mut menu, MenuRow::Speed { faster: true });
    let mut seen = Vec::new();
    for _ in 0..4 {
        assert_eq!(menu.press(button::RIGHT), Some(Choice::Changed));
        seen.push(menu.settings().faster);
    }
    assert_eq!(seen, [8, 0, 2, 4]);
    menu.press(button::LEFT);
    assert_eq!((menu.settings().faster, menu.settings().slower), (2, 2), "the other one stays");
}

/// A moment of a cart that does nothing.
fn slot() -> Arc<Slot> {
    #[derive(Clone, Default, Serialize, Deserialize)]
    struct Still;
    impl Cart for Still {}
    let run = Run::start(program(Still), Boot::default()).expect("it does nothing");
    Arc::new(Slot::of(&run, ""))
}

#[test]
fn a_slot_is_saved_at_once_when_it_is_empty_and_asked_about_when_it_is_not() {
    let (o, down, right, left) = (button::O, button::DOWN, button::RIGHT, button::LEFT);
    // The second and the last are filled. Each row: presses on the page, and what they come to.
    let cases: [(&[u8], Option<Choice>); 9] = [
        (&[o], Some(Choice::Save(0))),
        (&[right, o, o], Some(Choice::Load(1))),
        (&[right, o, down, o, o], None),
        (&[right, o, down, o, down, o], Some(Choice::Save(1))),
        (&[right, o, down, down, o, o], None),
        (&[right, o, down, down, o, down, o], Some(Choice::Delete(1))),
        (&[down, left, o, o], Some(Choice::Load(BEFORE))),
        (&[down, left, o, down, o, down, o], Some(Choice::Delete(BEFORE))),
        (&[down, down, o], None),
    ];
    for (presses, choice) in cases {
        let mut menu = menu();
        menu.set_slots([None, Some(slot()), None, None, None, Some(slot())]);
        open(&mut menu, &[Page::Saves]);
        let (last, first) = presses.split_last().expect("some");
        assert!(first.iter().all(|pressed| menu.press(*pressed).is_none()), "{presses:?}");
        assert_eq!(menu.press(*last), choice, "{presses:?}");
        if matches!(choice, Some(Choice::Save(_) | Choice::Delete(_))) {
            assert_eq!(menu.rows()[0], MenuRow::Slot(0), "the page of slots shows what came of it");
        }
    }
    let mut menu = menu();
    open(&mut menu, &[Page::Saves]);
    (0..2).for_each(|_| _ = menu.press(right));
    menu.press(down);
    assert_eq!(menu.press(o), None, "the console fills the last one itself");
}

#[test]
fn settings_of_other_versions_stay_readable() {
    let fresh: Settings = serde_json::from_str("{}").unwrap();
    assert_eq!(fresh, Settings::default());
    let other: Settings = serde_json::from_str(
        r#"{"volume": 200, "window": [1, 99999], "unknown": 3, "faster": 7, "slower": 255}"#,
    )
    .unwrap();
    let sane = other.sane();
    assert_eq!((sane.volume, sane.window), (VOLUME_MAX, [128, 16_384]));
    assert_eq!((sane.faster, sane.slower), (4, 8));
}
