//! The wall of many carts: moving, searching, favourites, requests and answers.

use rasher::{Boot, Console, Effect, Event, Input, Mouse, PIXELS, button, program};
use rasher_studio::{
    BootScreen, COPY, Cover, DELETE, EDIT, FAVOURITE, LABEL, Label, NEW, PAGE, RENAME, RESTORE, ShelfCart,
    ShelfMessage, ShelfPage,
};

/// Cart files that have not been read.
fn carts(n: usize) -> Vec<ShelfCart> {
    let cart = |i: usize| ShelfCart {
        name: format!("/carts/{}{i}.p8", ["apple", "berry", "cherry"][i % 3]),
        title: format!("{}{i}", ["apple", "berry", "cherry"][i % 3]),
        place: "carts".to_string(),
        face: Cover::Unread,
        ..ShelfCart::default()
    };
    (0..n).map(cart).collect()
}

fn wall(n: usize) -> Console {
    let screen = BootScreen::new(carts(n)).with_folders(true);
    let mut console = Console::boot(program(screen), Boot::default());
    // In the first frame nothing is pressed.
    console.frame(&Input::default());
    console
}

fn at(console: &Console, field: &str) -> i64 {
    console.program().field(&[field]).and_then(|n| n.as_i64()).expect("a number")
}

fn found(console: &Console) -> usize {
    console.program().field(&["found"]).and_then(|list| Some(list.as_array()?.len())).expect("a list")
}

fn query(console: &Console) -> String {
    console.program().field(&["query"]).and_then(|text| Some(text.as_str()?.to_string())).expect("a text")
}

/// The input, then a frame without any; returns the requests: name and breadcrumb, without labels.
fn does(console: &mut Console, input: &Input) -> Vec<(String, String)> {
    let mut effects = console.frame(input);
    let mouse = Mouse { buttons: 0, wheel_y: 0, ..input.mouse };
    effects.extend(console.frame(&Input { mouse, ..Input::default() }));
    loads(effects).filter(|(_, what)| what != LABEL).collect()
}

fn loads(effects: Vec<Effect>) -> impl Iterator<Item = (String, String)> {
    effects.into_iter().filter_map(|effect| match effect {
        Effect::Load { name, breadcrumb, .. } => Some((name, breadcrumb)),
        _ => None,
    })
}

fn key(scancode: u8) -> Input {
    let mut input = Input::default();
    input.keys.set(scancode, true);
    input
}

/// A letter as a keyboard sends it: its key is down, and it is typed.
fn letter(c: char) -> Input {
    let mut input = match c {
        'a'..='z' => key(c as u8 - b'a' + 4),
        _ => Input::default(),
    };
    // Z and X are also buttons.
    input.players[0] = match c {
        'z' => button::O,
        'x' => button::X,
        _ => 0,
    };
    input.events.push(Event::Char(c as u8));
    input
}

fn types(console: &mut Console, text: &str) -> Vec<(String, String)> {
    text.chars().flat_map(|c| does(console, &letter(c))).collect()
}

fn mouse(x: i16, y: i16, buttons: u8, wheel: i8) -> Input {
    let mut input = Input::default();
    (input.mouse.x, input.mouse.y) = (x, y);
    (input.mouse.buttons, input.mouse.wheel_y) = (buttons, wheel);
    input
}

fn tell(console: &mut Console, news: &ShelfMessage) -> Vec<(String, String)> {
    let input = Input { events: vec![Event::Host(news.to_bytes())], ..Input::default() };
    loads(console.frame(&input)).collect()
}

fn read(name: &str, label: bool) -> ShelfMessage {
    ShelfMessage::Read {
        name: name.to_string(),
        title: String::new(),
        about: "by somebody".to_string(),
        wrong: if label { String::new() } else { "no cartridge".to_string() },
        label: label.then(|| Label::new(Box::new([7; PIXELS]))),
    }
}

#[test]
fn arrows_walk_in_rows_of_four_and_the_wall_follows() {
    use button::{DOWN, LEFT, RIGHT, UP};
    let mut it = wall(30);
    // Eight rows, the last one with two carts; three rows are visible.
    for (press, cursor, first) in [
        (RIGHT, 1, 0),
        (DOWN, 5, 0),
        (DOWN, 9, 0),
        (DOWN, 13, 1),
        (LEFT, 12, 1),
        (LEFT, 11, 1),
        (UP, 7, 1),
        (UP, 3, 0),
        (RIGHT, 4, 0),
        (LEFT, 3, 0),
    ] {
        does(&mut it, &Input::buttons(press));
        assert_eq!((at(&it, "cursor"), at(&it, "first")), (cursor, first));
    }
    for (scancode, cursor, first) in
        [(78, 15, 1), (78, 27, 4), (78, 29, 5), (78, 29, 5), (75, 17, 4), (77, 29, 5), (74, 0, 0), (75, 0, 0)]
    {
        does(&mut it, &key(scancode));
        assert_eq!((at(&it, "cursor"), at(&it, "first")), (cursor, first), "key {scancode}");
    }
    does(&mut it, &key(77));
    does(&mut it, &Input::buttons(UP));
    does(&mut it, &Input::buttons(RIGHT));
    does(&mut it, &Input::buttons(RIGHT));
    assert_eq!(at(&it, "cursor"), 27);
    does(&mut it, &Input::buttons(DOWN));
    assert_eq!(at(&it, "cursor"), 29, "below a full row there is a short one");
}

#[test]
fn buttons_play_ask_for_runs_and_mark() {
    let mut it = wall(30);
    does(&mut it, &Input::buttons(button::RIGHT));
    let name = "/carts/berry1.p8".to_string();
    let cases: [(Input, &str); 5] = [
        (Input::buttons(button::O), ""),
        (key(40), ""),
        (Input::buttons(button::X), rasher_studio::RUNS),
        (letter(' '), FAVOURITE),
        (letter(' '), FAVOURITE),
    ];
    for (input, what) in cases {
        assert_eq!(does(&mut it, &input), [(name.clone(), what.to_string())]);
    }
    // The pause menu has both, for gamepads.
    let chosen = |index| Input { events: vec![Event::Menu { index, buttons: 0x70 }], ..Input::default() };
    assert_eq!(does(&mut it, &chosen(1)), [(name, FAVOURITE.to_string())]);
    does(&mut it, &chosen(2));
    assert_eq!(it.program().inspect()["search"]["Letters"], 0);
}

#[test]
fn letters_search_and_the_first_that_is_found_is_selected() {
    let mut it = wall(30);
    assert_eq!(types(&mut it, "berry1"), [], "nothing is played while one types");
    assert_eq!((&query(&it)[..], found(&it), at(&it, "cursor")), ("berry1", 5, 0), "1, 10, 13, 16, 19");
    assert_eq!(does(&mut it, &key(40)), [("/carts/berry1.p8".to_string(), String::new())]);
    types(&mut it, "\u{8}\u{8}");
    assert_eq!((&query(&it)[..], found(&it)), ("berr", 10));
    does(&mut it, &Input::buttons(button::RIGHT));
    types(&mut it, "\t");
    assert_eq!((&query(&it)[..], found(&it), at(&it, "cursor")), ("", 30, 4), "the cart stays selected");
    // Before a search, a key is a button; afterwards it is a letter.
    assert_eq!(types(&mut it, "z").len(), 1);
    assert_eq!(types(&mut it, "/xz carts").len(), 0);
    assert_eq!((&query(&it)[..], found(&it)), ("xz carts", 0));
    // With nothing selected, nothing is played.
    assert_eq!(does(&mut it, &Input::buttons(button::O)), []);
    tell(&mut it, &ShelfMessage::Back);
    assert_eq!((&query(&it)[..], found(&it)), ("", 30));
    // Words in any order, in title, folder and author.
    tell(&mut it, &read("/carts/cherry2.p8", true));
    types(&mut it, "/somebody carts");
    assert_eq!(found(&it), 1);
}

#[test]
fn a_pad_searches_letter_by_letter() {
    use button::{DOWN, LEFT, O, RIGHT, UP, X};
    let mut it = wall(30);
    // Up from the first row to type b and e; then back by one key, and down into the results.
    for press in [UP, RIGHT, O, RIGHT, RIGHT, RIGHT, O] {
        assert_eq!(does(&mut it, &Input::buttons(press)), []);
    }
    assert_eq!((&query(&it)[..], found(&it)), ("be", 10));
    does(&mut it, &Input::buttons(X));
    assert_eq!(&query(&it)[..], "b");
    does(&mut it, &Input::buttons(LEFT));
    does(&mut it, &Input::buttons(DOWN));
    assert_eq!(does(&mut it, &Input::buttons(O)), [("/carts/berry1.p8".to_string(), String::new())]);
    // X also leaves when nothing is typed.
    for press in [UP, X, X] {
        does(&mut it, &Input::buttons(press));
    }
    assert_eq!((it.program().inspect()["search"].as_str(), found(&it)), (Some("Off"), 30));
}

#[test]
fn the_mouse_selects_scrolls_marks_and_plays() {
    let mut it = wall(70);
    // Boxes are 31 apart, from column 1 and line 9.
    for (x, y, cursor) in [(40, 20, 1), (110, 90, 11), (2, 50, 4), (124, 20, 4), (60, 5, 4)] {
        assert_eq!(does(&mut it, &mouse(x, y, 0, 0)), []);
        assert_eq!(at(&it, "cursor"), cursor, "at {x}, {y}");
    }
    does(&mut it, &mouse(60, 5, 0, -1));
    assert_eq!((at(&it, "first"), at(&it, "cursor")), (1, 4), "the cursor is still seen");
    does(&mut it, &mouse(60, 5, 0, -1));
    assert_eq!((at(&it, "first"), at(&it, "cursor")), (2, 8));
    does(&mut it, &mouse(60, 5, 0, 7));
    assert_eq!((at(&it, "first"), at(&it, "cursor")), (1, 8), "a step of the wheel is one row");
    (0..60).for_each(|_| drop(it.frame(&Input::default())));
    let third = "/carts/cherry5.p8".to_string();
    assert_eq!(does(&mut it, &mouse(40, 20, 2, 0)), [(third.clone(), FAVOURITE.to_string())]);
    assert_eq!(does(&mut it, &mouse(40, 20, 1, 0)), [(third.clone(), String::new())]);
    assert_eq!(does(&mut it, &mouse(40, 110, 1, 0)), [(third.clone(), String::new())], "its description");
    assert_eq!(does(&mut it, &mouse(121, 106, 1, 0)), [(third, FAVOURITE.to_string())], "its star");
    // The bar: 18 rows; its end shows the last ones, even if the pointer has left it.
    it.frame(&mouse(126, 60, 1, 0));
    it.frame(&mouse(90, 140, 1, 0));
    assert_eq!(at(&it, "first"), 15);
    it.frame(&mouse(90, -40, 1, 0));
    assert_eq!(at(&it, "first"), 0);
    it.frame(&mouse(90, -40, 0, 0));
    does(&mut it, &mouse(20, 3, 1, 0));
    assert_eq!(it.program().inspect()["search"].as_str(), Some("Typing"), "a click on the search line");
}

#[test]
fn labels_are_asked_for_where_they_are_seen_four_at_a_time() {
    let screen = BootScreen::new(carts(400)).with_folders(true);
    let mut it = Console::boot(program(screen), Boot::default());
    let mut asked: Vec<String> = loads(it.frame(&Input::default())).map(|(name, _)| name).collect();
    assert_eq!(asked.len(), 4);
    assert_eq!(loads(it.frame(&Input::default())).count(), 0, "no more until one is answered");
    let mut answered = 0;
    while answered < asked.len() {
        let more = tell(&mut it, &read(&asked[answered].clone(), answered % 2 == 0));
        assert!(more.iter().all(|(_, what)| what == LABEL));
        asked.extend(more.into_iter().map(|(name, _)| name));
        answered += 1;
    }
    assert_eq!(asked.len(), 20, "five rows: the visible ones and two more");
    // The end of the wall shows others; after scrolling through, labels far away are dropped.
    for _ in 0..100 {
        let mut asked = loads(it.frame(&Input::buttons(button::DOWN))).collect::<Vec<_>>();
        while let Some((name, _)) = asked.pop() {
            asked.extend(tell(&mut it, &read(&name, true)));
        }
        it.frame(&Input::default());
    }
    let state = it.program().inspect();
    let carts = state["carts"].as_array().expect("a list");
    let kept = carts.iter().filter(|cart| cart["face"]["Label"].is_string()).count();
    assert_eq!(kept, 60);
    assert!(carts[399]["face"]["Label"].is_string() && carts[0]["face"] == "Unread");
    // Without an answer, the request is repeated.
    let mut it = wall(3);
    let again: usize = (0..400).map(|_| loads(it.frame(&Input::default())).count()).sum();
    assert_eq!(again, 3);
}

#[test]
fn other_carts_come_while_it_is_open_and_the_cursor_stays() {
    let mut it = wall(30);
    tell(&mut it, &read("/carts/cherry5.p8", true));
    (0..5).for_each(|_| drop(does(&mut it, &Input::buttons(button::RIGHT))));
    let mut other = carts(30);
    other.drain(1..4);
    tell(&mut it, &ShelfMessage::Carts(other));
    let state = it.program().inspect();
    assert_eq!((at(&it, "cursor"), found(&it)), (2, 27));
    assert!(state["carts"][2]["face"]["Label"].is_string(), "files that were read stay");
    // If the selected cart disappears, as when it is renamed, its neighbour is selected.
    let mut other = carts(30);
    other.truncate(4);
    tell(&mut it, &ShelfMessage::Carts(other));
    assert_eq!((at(&it, "cursor"), found(&it)), (2, 4));
    tell(&mut it, &ShelfMessage::Carts(carts(2)));
    assert_eq!(at(&it, "cursor"), 1);
    tell(&mut it, &ShelfMessage::Carts(Vec::new()));
    assert_eq!(does(&mut it, &Input::buttons(button::O)), []);
    // Unchanged bytes change nothing.
    let before = it.program().inspect();
    for bytes in [&b""[..], b"\xff\xff\xff\xff\xff", b"\0\xff\xff\xff\xff\x0f", b"\x02"] {
        it.frame(&Input { events: vec![Event::Host(bytes.into())], ..Input::default() });
    }
    assert_eq!(it.program().inspect()["carts"], before["carts"]);
}

#[test]
fn any_input_on_any_wall_does_no_harm() {
    let mut seed = 1u32;
    let mut dice = move |n: u32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) % n
    };
    for n in [0, 1, 2, 5, 6, 13, 200] {
        let mut it = wall(n);
        for _ in 0..700 {
            let mut input = Input::buttons(dice(128) as u8);
            if dice(2) == 0 {
                input.players[0] = 0;
            }
            let (x, y) = (dice(140) as i16 - 6, dice(140) as i16 - 6);
            input.mouse =
                Mouse { x, y, buttons: dice(4) as u8, wheel_y: dice(3) as i8 - 1, ..Mouse::default() };
            if dice(3) == 0 {
                input.events.push(Event::Char(dice(256) as u8));
                input.keys.set(dice(256) as u8, true);
            }
            match dice(60) {
                0 => input.events.push(Event::Host(ShelfMessage::Back.to_bytes())),
                1 => {
                    input.events.push(Event::Host(ShelfMessage::Carts(carts(dice(300) as usize)).to_bytes()))
                }
                2 => input.events.push(Event::Host((0..dice(40)).map(|_| dice(256) as u8).collect())),
                3 => input.events.push(Event::Host(read("/carts/apple0.p8", dice(2) == 0).to_bytes())),
                _ => {}
            }
            let wanted = loads(it.frame(&input)).collect::<Vec<_>>();
            assert!(wanted.iter().filter(|(_, what)| what == LABEL).count() <= 4);
            let (cursor, found) = (at(&it, "cursor"), found(&it) as i64);
            assert!(cursor < found.max(1), "cursor {cursor} of {found}");
        }
    }
}

/// The page of own carts: "new cart", then some carts. The last one deleted can be restored.
fn yours(n: usize) -> Console {
    let new = ShelfCart { name: NEW.to_string(), title: "new cart".to_string(), ..ShelfCart::default() };
    let carts = std::iter::once(new).chain(carts(n)).collect();
    let screen = BootScreen::new(carts).with_pages(ShelfPage::Yours, ShelfPage::ALL.to_vec(), true);
    let mut console = Console::boot(program(screen), Boot::default());
    console.frame(&Input::default());
    console
}

fn items(console: &Console) -> Vec<String> {
    console
        .machine()
        .menu_items()
        .iter()
        .flatten()
        .map(|item| String::from_utf8_lossy(&item.label).into_owned())
        .collect()
}

/// Chooses the item of the pause menu.
fn choose(console: &mut Console, words: &str) -> Vec<(String, String)> {
    let at = console.machine().menu_items().iter().position(|item| {
        item.as_ref().is_some_and(|item| String::from_utf8_lossy(&item.label).into_owned() == words)
    });
    let index = at.unwrap_or_else(|| panic!("{words} is not among {:?}", items(console))) as u8 + 1;
    does(console, &Input { events: vec![Event::Menu { index, buttons: 0x70 }], ..Input::default() })
}

fn one(name: &str, what: &str) -> Vec<(String, String)> {
    vec![(name.to_string(), what.to_string())]
}

#[test]
fn tab_and_names_lead_through_the_pages() {
    let tab = Input { events: vec![Event::Char(9)], ..key(43) };
    let all = ShelfPage::ALL.to_vec();
    for (page, next) in
        [(ShelfPage::Carts, "yours"), (ShelfPage::Yours, "examples"), (ShelfPage::Examples, "carts")]
    {
        for n in [3, 9] {
            let screen = BootScreen::new(carts(n)).with_pages(page, all.clone(), false);
            let mut it = Console::boot(program(screen), Boot::default());
            it.frame(&Input::default());
            assert_eq!(does(&mut it, &tab), one(next, PAGE), "{page:?}, {n} carts");
            let words = if next == "carts" {
                "all carts"
            } else if next == "yours" {
                "your carts"
            } else {
                next
            };
            assert_eq!(choose(&mut it, words), one(next, PAGE), "by the menu");
            if n == 3 && page != ShelfPage::Yours {
                assert_eq!(does(&mut it, &mouse(10, 123, 1, 0)), one(next, PAGE), "by the line of keys");
            }
        }
    }
    // The names in the search line: carts from column 12, yours from 37, examples from 62.
    let mut it = yours(3);
    for (x, page) in [(14, "carts"), (40, "yours"), (70, "examples")] {
        assert_eq!(does(&mut it, &mouse(x, 4, 1, 0)), one(page, PAGE));
    }
    does(&mut it, &mouse(4, 4, 1, 0));
    assert_eq!(types(&mut it, "ber"), []);
    assert_eq!((query(&it).as_str(), found(&it)), ("ber", 1), "the rest of the line searches");
    // With one page Tab searches, as before there were pages.
    let mut it = wall(9);
    assert_eq!(does(&mut it, &tab), []);
    assert_eq!(types(&mut it, "ber"), []);
    assert_eq!(query(&it), "ber");
}

#[test]
fn a_new_cart_is_blank_or_from_an_example() {
    let mut it = yours(3);
    assert_eq!(items(&it), ["undo delete", "search", "examples"], "nothing to rename or delete");
    assert_eq!(does(&mut it, &Input::buttons(button::O)), one(NEW, EDIT));
    assert_eq!(does(&mut it, &Input::buttons(button::X)), one("examples", PAGE));
    assert_eq!(does(&mut it, &letter(' ')), [], "it is no favourite");
    assert_eq!(tell(&mut it, &ShelfMessage::Edit), one(NEW, EDIT));
}

/// Enter, which chose "back to the shelf", is still held: the cart is selected as soon as the folder is read.
#[test]
fn a_held_enter_leaves_the_played_cart_selected() {
    let screen = BootScreen::new(Vec::new()).with_pages(ShelfPage::Yours, ShelfPage::ALL.to_vec(), false);
    let boot = Boot { param: carts(3)[2].name.clone(), ..Boot::default() };
    let mut it = Console::boot(program(screen), boot);
    for _ in 0..5 {
        let mut held = key(40);
        held.events.push(Event::Char(b'\r'));
        it.frame(&held);
    }
    tell(&mut it, &ShelfMessage::Carts(carts(3)));
    assert_eq!(at(&it, "cursor"), 2);
}

#[test]
fn own_carts_are_renamed_duplicated_and_deleted() {
    let mut it = yours(3);
    does(&mut it, &Input::buttons(button::RIGHT));
    let name = "/carts/apple0.p8";
    assert_eq!(items(&it), ["undo delete", "rename", "duplicate", "delete", "examples"]);
    assert_eq!(choose(&mut it, "duplicate"), one(name, COPY));
    assert_eq!(choose(&mut it, "delete"), one(name, DELETE));
    assert_eq!(choose(&mut it, "undo delete"), one(RESTORE, RESTORE));
    // The old name is there to be changed; letters that a file cannot have are ignored.
    assert_eq!(choose(&mut it, "rename"), []);
    assert_eq!(does(&mut it, &letter('\u{8}')), []);
    assert_eq!(types(&mut it, "z x/:*?\"<>|\\-9"), []);
    assert_eq!(at(&it, "cursor"), 1, "letters are no buttons");
    let enter = key(40);
    let param = |console: &mut Console| {
        let effects = console.frame(&enter);
        console.frame(&Input::default());
        effects.into_iter().find_map(|effect| match effect {
            Effect::Load { name, breadcrumb, param } => Some((name, breadcrumb, param)),
            _ => None,
        })
    };
    assert_eq!(param(&mut it), Some((name.to_string(), RENAME.to_string(), "applez x-9".to_string())));
    // Escape, a click, and an empty name leave the old one.
    choose(&mut it, "rename");
    assert_eq!(tell(&mut it, &ShelfMessage::Back), []);
    assert_eq!(param(&mut it).map(|load| load.1), Some(String::new()), "Enter plays again");
    choose(&mut it, "rename");
    assert_eq!(does(&mut it, &mouse(60, 50, 1, 0)), []);
    choose(&mut it, "rename");
    (0..20).for_each(|_| drop(does(&mut it, &letter('\u{8}'))));
    types(&mut it, " .");
    assert_eq!(param(&mut it), None);
    for (file, shown) in [("my.game.p8", "my.game"), ("a.P8.PNG", "a"), ("b.p8.rom", "b"), ("p8.p8", "p8")] {
        let cart = ShelfCart { name: format!("/mine/{file}"), ..carts(1).remove(0) };
        let screen = BootScreen::new(vec![cart]);
        let screen = screen.with_pages(ShelfPage::Yours, ShelfPage::ALL.to_vec(), false);
        let mut it = Console::boot(program(screen), Boot::default());
        it.frame(&Input::default());
        choose(&mut it, "rename");
        types(&mut it, "2");
        assert_eq!(
            param(&mut it).map(|load| load.2),
            Some(format!("{shown}2")),
            "{file}: all but its ending"
        );
    }
}

#[test]
fn files_and_examples_can_be_made_own_carts() {
    let on = |page, pages: &[ShelfPage], carts| {
        let screen = BootScreen::new(carts).with_pages(page, pages.to_vec(), false);
        let mut it = Console::boot(program(screen), Boot::default());
        it.frame(&Input::default());
        it
    };
    let built_in = || carts(9).into_iter().map(|cart| ShelfCart { place: String::new(), ..cart }).collect();
    let words = "make this mine";
    let mut it = on(ShelfPage::Carts, &ShelfPage::ALL, carts(9));
    assert_eq!(choose(&mut it, words), one("/carts/apple0.p8", COPY));
    let mut it = on(ShelfPage::Examples, &ShelfPage::ALL, built_in());
    assert_eq!(choose(&mut it, words), one("/carts/apple0.p8", COPY));
    let it = on(ShelfPage::Carts, &ShelfPage::ALL, built_in());
    assert!(!items(&it).contains(&words.to_string()), "a game in Rust has no code to copy");
    let it = on(ShelfPage::Carts, &[ShelfPage::Carts], carts(9));
    assert!(!items(&it).contains(&words.to_string()), "a page has no files");
}

#[test]
fn the_cart_that_was_left_is_selected_when_its_folder_was_read() {
    let left = "/carts/cherry2.p8";
    let boot = || Boot { param: left.to_string(), ..Boot::default() };
    let mut it = Console::boot(program(BootScreen::new(Vec::new()).with_folders(true)), boot());
    it.frame(&Input::default());
    tell(&mut it, &ShelfMessage::Carts(carts(5)));
    assert_eq!(at(&it, "cursor"), 2);
    tell(&mut it, &ShelfMessage::Carts(carts(4)));
    assert_eq!(at(&it, "cursor"), 2, "again");
    does(&mut it, &Input::buttons(button::LEFT));
    tell(&mut it, &ShelfMessage::Carts(carts(5)));
    assert_eq!(at(&it, "cursor"), 1, "what the user selects counts more");
    // A mouse that rests on another cart selects it once it is moved.
    let mut it = Console::boot(program(BootScreen::new(Vec::new()).with_folders(true)), boot());
    let at_first = |x| Mouse { x, y: 20, ..Mouse::default() };
    let events = vec![Event::Host(ShelfMessage::Carts(carts(5)).to_bytes())];
    it.frame(&Input { mouse: at_first(10), events, ..Input::default() });
    assert_eq!(at(&it, "cursor"), 2);
    it.frame(&Input { mouse: at_first(11), ..Input::default() });
    assert_eq!(at(&it, "cursor"), 0);
}
