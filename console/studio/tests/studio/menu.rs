//! The pause menu by its buttons. The effect of a press is our decision; the callback's button bits are PICO-8's.

use rasher::{Boot, Cart, MenuItem, button, program};
use rasher_studio::{
    BEFORE, Capture, Choice, ColorFilter, ControlLayout, HELD_NAMES, KeysTo, MenuPage, MenuRow, Mode,
    NAMES_MAX, PauseMenu, Scale, Settings, VOLUME_MAX,
};
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

/// Opens pages, each from the one before.
fn open(menu: &mut PauseMenu, pages: &[MenuPage]) {
    for page in pages {
        go(menu, MenuRow::Open(*page));
        menu.press(button::O);
    }
}

#[test]
fn rows_hold_the_carts_items_in_order() {
    let rows = menu().rows();
    assert_eq!(rows[..3], [MenuRow::Choose(Choice::Continue), MenuRow::Custom(1), MenuRow::Custom(3)]);
    assert_eq!(*rows.last().unwrap(), MenuRow::Choose(Choice::Quit));
}

#[test]
fn only_who_came_from_a_shelf_can_go_back_to_it() {
    let mut menu = menu();
    assert!(!menu.rows().contains(&MenuRow::Choose(Choice::Shelf)));
    menu.has_shelf = true;
    let rows = menu.rows();
    assert_eq!(
        rows[rows.len() - 3..],
        [MenuRow::Choose(Choice::Reset), MenuRow::Choose(Choice::Shelf), MenuRow::Choose(Choice::Quit)]
    );
    menu.breadcrumb = Some("back to the map".to_string());
    let rows = menu.rows();
    assert_eq!(
        rows[rows.len() - 4..rows.len() - 1],
        [MenuRow::Choose(Choice::Reset), MenuRow::Choose(Choice::Breadcrumb), MenuRow::Choose(Choice::Shelf)]
    );
    go(&mut menu, MenuRow::Choose(Choice::Breadcrumb));
    assert_eq!(menu.press(button::O), Some(Choice::Breadcrumb));
    go_to(&mut menu, MenuRow::Choose(Choice::Shelf));
    assert_eq!(menu.press(button::LEFT), None);
    assert_eq!(menu.press(button::O), Some(Choice::Shelf));
}

#[test]
fn presses_are_choices() {
    let confirm = Choice::Custom { index: 3, buttons: 0x70 };
    let cases = [
        (MenuRow::Choose(Choice::Continue), button::O, Some(Choice::Continue)),
        (MenuRow::Choose(Choice::Continue), button::X, Some(Choice::Continue)),
        (MenuRow::Choose(Choice::Continue), button::PAUSE, Some(Choice::Continue)),
        (MenuRow::Custom(3), button::X, Some(confirm)),
        (MenuRow::Custom(3), button::LEFT, Some(Choice::Custom { index: 3, buttons: 1 })),
        (MenuRow::Custom(3), button::RIGHT, Some(Choice::Custom { index: 3, buttons: 2 })),
        (MenuRow::Choose(Choice::Reset), button::O, Some(Choice::Reset)),
        (MenuRow::Choose(Choice::Quit), button::O, Some(Choice::Quit)),
        (MenuRow::Choose(Choice::Quit), button::LEFT, None),
        (MenuRow::Open(MenuPage::Settings), button::O, None),
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
    go(&mut menu, MenuRow::Open(MenuPage::Settings));
    menu.press(button::O);
    for _ in 0..20 {
        assert_eq!(menu.press(button::RIGHT), Some(Choice::Changed));
    }
    assert_eq!(menu.settings().volume, VOLUME_MAX);
    for _ in 0..20 {
        menu.press(button::LEFT);
    }
    assert_eq!(menu.settings().volume, 0);
    // Every row except the volume, three pages and the way back toggles exactly one setting, and twice
    // restores it.
    let n = menu.rows().len();
    let before = menu.settings().clone();
    for _ in 1..n - 4 {
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
fn folders_of_carts_are_taken_off_one_by_one() {
    let folders = ["/home/me/games", "C:\\carts\\Jam", "/"].map(String::from).to_vec();
    let mut menu = PauseMenu::new(Settings { folders, ..Settings::default() }, [const { None }; 5]);
    go(&mut menu, MenuRow::Open(MenuPage::Settings));
    menu.press(button::O);
    go_to(&mut menu, MenuRow::Open(MenuPage::Folders));
    menu.press(button::O);
    assert_eq!((menu.rows().len(), menu.row()), (6, MenuRow::RemoveFolder(0)));
    menu.press(button::DOWN);
    assert_eq!(menu.press(button::O), Some(Choice::Changed));
    assert_eq!(menu.settings().folders, ["/home/me/games", "/"]);
    assert_eq!((menu.row(), menu.press(button::O)), (MenuRow::RemoveFolder(1), Some(Choice::Changed)));
    menu.press(button::UP);
    assert_eq!((menu.row(), menu.press(button::O)), (MenuRow::RemoveFolder(0), Some(Choice::Changed)));
    assert_eq!(menu.settings().folders.len(), 0);
    assert_eq!(menu.rows().last(), Some(&MenuRow::Back));
}

/// Opens the page of keys for an action, from the page that has its row.
fn names(menu: &mut PauseMenu, of: Capture) {
    let at = menu.rows().iter().position(|row| *row == MenuRow::Bound(of)).expect("it is on the page");
    (0..at).for_each(|_| _ = menu.press(button::DOWN));
    menu.press(button::O);
    assert_eq!(menu.rows().last(), Some(&MenuRow::Back));
}

/// Adds a key or pad button on the open page.
fn add(menu: &mut PauseMenu, of: Capture, name: &str) {
    go_to(menu, MenuRow::Add(of));
    assert_eq!(menu.press(button::O), None);
    assert_eq!(menu.capture(), Some(of));
    assert_eq!(menu.press(button::DOWN), None, "while it waits, buttons do nothing");
    assert_eq!(menu.bind(name), Some(Choice::Changed));
    assert_eq!((menu.capture(), menu.bind("KeyB")), (None, None), "nothing waits any more");
}

#[test]
fn a_key_is_added_to_the_others_shown_and_removed_again() {
    let mut menu = menu();
    open(&mut menu, &[MenuPage::Controls, MenuPage::Keys(0)]);
    let of = Capture::Key { player: 0, button: 4 };
    names(&mut menu, of);
    assert_eq!(MenuPage::Names(of).title(), "o, player 1");
    let rows = |n: usize| (0..n).map(|at| MenuRow::Remove(of, at)).chain([MenuRow::Add(of), MenuRow::Back]);
    assert_eq!(menu.rows(), rows(4).collect::<Vec<_>>(), "Z, C, N and O, one more, and back");
    add(&mut menu, of, "Space");
    assert_eq!(menu.settings().keys[0][4], ["KeyZ", "KeyC", "KeyN", "KeyO", "Space"]);
    assert_eq!(menu.settings().time_keys[1], [""; 0], "it does one thing");
    assert_eq!(menu.rows(), rows(5).collect::<Vec<_>>());
    // The cursor stays when a key is added, six at most; a key that is there already is refused.
    for (name, names) in [("Space", 5), ("KeyB", 6)] {
        assert_eq!(menu.press(button::O), None);
        assert_eq!(menu.bind(name), Some(Choice::Changed));
        assert_eq!(menu.settings().keys[0][4].len(), names);
    }
    assert_eq!(menu.rows().len(), NAMES_MAX + 1, "no row to add a seventh");
    for left in [5, 4, 3, 2, 1, 0] {
        go_to(&mut menu, MenuRow::Remove(of, 0));
        assert_eq!(menu.press(button::X), Some(Choice::Changed));
        assert_eq!(menu.settings().keys[0][4].len(), left);
    }
    assert_eq!(menu.rows(), [MenuRow::Add(of), MenuRow::Back], "a key may be without any");
    assert_eq!(menu.back(), None);
    assert_eq!(menu.rows()[4], MenuRow::Bound(of), "the page before");
}

/// Moves the cursor to a row from anywhere.
fn go_to(menu: &mut PauseMenu, row: MenuRow) {
    assert!(menu.rows().contains(&row), "no row {row:?}");
    while menu.row() != row {
        menu.press(button::DOWN);
    }
}

#[test]
fn a_key_presses_one_button_of_one_player() {
    let mut menu = menu();
    open(&mut menu, &[MenuPage::Controls, MenuPage::Keys(1)]);
    let of = Capture::Key { player: 1, button: 4 };
    names(&mut menu, of);
    add(&mut menu, of, "KeyZ");
    let keys = &menu.settings().keys;
    assert_eq!(keys[1][4], ["ShiftLeft", "KeyZ"]);
    assert_eq!(keys[0][4], ["KeyC", "KeyN", "KeyO"], "player 1 loses the key");
}

#[test]
fn the_last_button_of_a_pad_stays() {
    let mut menu = menu();
    open(&mut menu, &[MenuPage::Controls, MenuPage::Pad]);
    let of = Capture::Pad { button: 6 };
    names(&mut menu, of);
    assert_eq!(menu.rows(), [MenuRow::Name(of, 0), MenuRow::Add(of), MenuRow::Back]);
    assert_eq!((menu.press(button::O), &menu.settings().pad[6][..]), (None, &["Start".to_string()][..]));
    add(&mut menu, of, "Select");
    go_to(&mut menu, MenuRow::Remove(of, 0));
    assert_eq!(menu.press(button::O), Some(Choice::Changed));
    assert_eq!(menu.settings().pad[6], ["Select"], "the other one can go now");
}

#[test]
fn what_is_bound_to_time_presses_no_button_and_the_other_way_round() {
    let mut menu = menu();
    open(&mut menu, &[MenuPage::Settings, MenuPage::Time]);
    for (of, name) in [(Capture::TimeKey(0), "KeyC"), (Capture::TimePad(1), "West")] {
        names(&mut menu, of);
        add(&mut menu, of, name);
        menu.back();
        while menu.row() != menu.rows()[0] {
            menu.press(button::UP);
        }
    }
    let settings = menu.settings().clone();
    assert_eq!(settings.time_keys[0], ["Backspace", "KeyC"]);
    assert_eq!(settings.keys[0][4], ["KeyZ", "KeyN", "KeyO"]);
    assert_eq!(settings.time_pad[1], ["RightTrigger2", "West"]);
    assert_eq!(settings.pad[4], ["South"]);
    let mut menu = PauseMenu::new(settings, [const { None }; 5]);
    open(&mut menu, &[MenuPage::Controls, MenuPage::Keys(0)]);
    let of = Capture::Key { player: 0, button: 0 };
    names(&mut menu, of);
    add(&mut menu, of, "KeyC");
    assert_eq!(menu.settings().keys[0][0], ["ArrowLeft", "KeyC"]);
    assert_eq!(menu.settings().time_keys[0], ["Backspace"]);
}

#[test]
fn colours_go_round_and_buttons_hold_or_toggle() {
    let mut menu = menu();
    open(&mut menu, &[MenuPage::Settings, MenuPage::Comfort]);
    go(&mut menu, MenuRow::Colors);
    let mut seen = Vec::new();
    for pressed in [button::O, button::RIGHT, button::X, button::RIGHT, button::LEFT] {
        assert_eq!(menu.press(pressed), Some(Choice::Changed));
        seen.push(menu.settings().colors);
    }
    use ColorFilter::{Deuteranopia, None, Protanopia, Tritanopia};
    assert_eq!(seen, [Protanopia, Deuteranopia, Tritanopia, None, Tritanopia]);
    go_to(&mut menu, MenuRow::Open(MenuPage::Hold));
    menu.press(button::O);
    assert_eq!(
        menu.rows().len(),
        HELD_NAMES.len() + 2,
        "all, six buttons without pause, two of time, and back"
    );
    let toggle = |menu: &PauseMenu| menu.settings().toggle;
    go_to(&mut menu, MenuRow::Hold(Some(1)));
    assert_eq!(menu.press(button::RIGHT), Some(Choice::Changed));
    assert_eq!(toggle(&menu), [false, true, false, false, false, false, false, false]);
    go_to(&mut menu, MenuRow::Hold(Option::None));
    menu.press(button::O);
    assert_eq!(toggle(&menu), [true; 8], "all");
    menu.press(button::LEFT);
    assert_eq!(toggle(&menu), [false; 8], "and none");
}

#[test]
fn one_hand_reaches_all_and_presses_no_two_things_with_one_key() {
    let mut menu = menu();
    open(&mut menu, &[MenuPage::Settings, MenuPage::Comfort, MenuPage::ControlLayout]);
    assert_eq!(ControlLayout::of(menu.settings()), Some(ControlLayout::Both));
    // Keys within reach of a hand on W or on the arrows, without the number row and the function keys. Our
    // choice.
    let left = "QWERTASDFGZXCVB";
    let of_left = |name: &str| name.strip_prefix("Key").is_some_and(|key| left.contains(key));
    for hands in [ControlLayout::Left, ControlLayout::Right, ControlLayout::Both] {
        go_to(&mut menu, MenuRow::ControlLayout(hands));
        assert_eq!(menu.press(button::O), Some(Choice::Changed));
        let settings = menu.settings().clone();
        assert_eq!(ControlLayout::of(&settings), Some(hands));
        let player = settings.keys[0].iter().chain(&settings.time_keys).flatten();
        for name in player.clone() {
            let reached = match hands {
                ControlLayout::Left => {
                    of_left(name) || ["Space", "ShiftLeft", "Tab"].contains(&name.as_str())
                }
                ControlLayout::Right => !of_left(name) && !["ShiftLeft", "Tab"].contains(&name.as_str()),
                ControlLayout::Both => true,
            };
            assert!(reached, "{hands:?}: {name}");
        }
        let pad = settings.pad.iter().chain(&settings.time_pad).flatten();
        for names in [player.chain(settings.keys[1].iter().flatten()).collect::<Vec<_>>(), pad.collect()] {
            let mut once = names.clone();
            once.sort();
            once.dedup();
            assert_eq!(once.len(), names.len(), "{hands:?}: one does two things: {names:?}");
        }
        assert!(settings.keys[0].iter().chain(&settings.pad).all(|names| !names.is_empty()), "{hands:?}");
    }
    let mut own = menu.settings().clone();
    own.keys[0][0].push("KeyB".to_string());
    assert_eq!(ControlLayout::of(&own), None, "custom keys");
}

#[test]
fn a_run_from_before_a_change_has_a_row() {
    let mut menu = menu();
    menu.previous_run = Some("3:12".to_string());
    go(&mut menu, MenuRow::Choose(Choice::GoBack));
    assert_eq!(menu.press(button::O), Some(Choice::GoBack));
}

#[test]
fn speeds_go_round_and_off_is_one_of_them() {
    let mut menu = menu();
    open(&mut menu, &[MenuPage::Settings, MenuPage::Time]);
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
    // The second and the last are filled. Each row: presses on the page, and their result.
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
        menu.slots = [None, Some(slot()), None, None, None, Some(slot())];
        open(&mut menu, &[MenuPage::Saves]);
        let (last, first) = presses.split_last().expect("some");
        assert!(first.iter().all(|pressed| menu.press(*pressed).is_none()), "{presses:?}");
        assert_eq!(menu.press(*last), choice, "{presses:?}");
        if matches!(choice, Some(Choice::Save(_) | Choice::Delete(_))) {
            assert_eq!(menu.rows()[0], MenuRow::Slot(0), "the page of slots shows what came of it");
        }
    }
    let mut menu = menu();
    open(&mut menu, &[MenuPage::Saves]);
    (0..2).for_each(|_| _ = menu.press(right));
    menu.press(down);
    assert_eq!(menu.press(o), None, "the console fills the last one itself");
}

#[test]
fn settings_of_other_versions_stay_readable() {
    // As written before colours, toggles and second keys existed.
    let old = r#"{"volume": 6, "less_flash": true, "keys": [[["KeyH"], [], [], [], [], [], []], [[], [], [], [], [], [], []]]}"#;
    let old: Settings = serde_json::from_str(old).unwrap();
    assert_eq!((old.less_flash, old.colors, old.toggle), (true, ColorFilter::None, [false; 8]));
    assert_eq!(old.keys[0][0], ["KeyH"]);
    let again: Settings = serde_json::from_str(&old.to_json()).unwrap();
    assert_eq!(again, old);
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

/// A key for a question, the debugger or a paused window must never reach the cart too.
#[test]
fn only_the_game_gets_the_keys() {
    use Mode::{Away, Debugger, Editor, Error, Game, Menu, Question, Replay, Resuming, Stuck};
    let modes = [Stuck, Question, Resuming, Debugger, Editor, Menu, Error, Away, Replay, Game];
    let of_cart = modes.into_iter().filter(|mode| mode.row().keys == KeysTo::Cart);
    assert_eq!(of_cart.collect::<Vec<_>>(), [Game]);
}
