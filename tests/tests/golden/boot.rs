//! The boot screen with the shelf's carts, and with made-up carts.

use super::Page;
use rasher::button::{DOWN, RIGHT, UP};
use rasher::{Boot, Console, Date, Event, Input, Records, button, program};
use std::collections::BTreeMap;
use studio::{BootScreen, ButtonHints, Cover, Label, ShelfCart as Listed, ShelfPage};
use tests::golden::{Screen, Shown};
use tests::shelved;

pub const PAGES: &[Page] = &[
    ("boot-first", || boot(shelf_of(&[]), 0, 30)),
    ("boot-slides", || boot(shelf_of(&[]), 3, 5)),
    ("boot-best", || boot(shelf_with("ghosts", &[("points", 1240), ("seconds", -185)]), 2, 30)),
    ("boot-won", || boot(shelf_of(&[("smokehouse", &[(1, 5), (2, 2), (3, 1)])]), 0, 30)),
    ("boot-goblin", || boot(shelf_with("goblin", &[("floor", 4)]), 4, 30)),
    ("boot-kasidin", || boot(shelf_of(&[]), 3, 30)),
    ("boot-one", || boot(shelf_of(&[]).into_iter().take(1).collect(), 0, 30)),
    ("wall-first", || wall(many(20), [])),
    ("wall-many", || wall(many(700), buttons(&[DOWN; 40]))),
    ("wall-last", || wall(many(20), buttons(&[DOWN, DOWN, DOWN, DOWN, DOWN, DOWN]))),
    ("wall-few", || wall(shelf_of(&[]), buttons(&[RIGHT]))),
    ("wall-none", || wall(Vec::new(), [])),
    ("wall-broken", || wall(broken(), buttons(&[RIGHT, RIGHT, RIGHT]))),
    ("wall-search", || wall(many(700), typed("/pond 1"))),
    ("wall-yours", || yours(6, [])),
    ("wall-yours-cart", || yours(6, buttons(&[RIGHT, RIGHT]))),
    ("wall-yours-name", || yours(6, buttons(&[RIGHT]).into_iter().chain([menu(2)]))),
    ("wall-examples", examples),
    ("wall-nothing", || wall(many(20), typed("/zebra"))),
    ("wall-letters", || wall(many(20), buttons(&[UP, RIGHT, RIGHT, button::O]))),
];

/// Numbers saved under an id.
type Saved<'a> = (&'a str, &'a [(usize, i32)]);

/// The shipped carts with these saved numbers.
fn shelf_of(saved: &[Saved<'_>]) -> Vec<Listed> {
    let mut saves = BTreeMap::new();
    for (id, numbers) in saved {
        let mut bytes = Box::new([0; 256]);
        for (at, number) in *numbers {
            bytes[at * 4..at * 4 + 4].copy_from_slice(&(number << 16).to_le_bytes());
        }
        saves.insert((*id).to_string(), bytes);
    }
    carts_with(&saves)
}

fn carts_with(saves: &player::Saves) -> Vec<Listed> {
    let library = player::Library::of(shelf::CARTS.iter().map(Into::into).collect());
    library.shown(saves, Date::default())
}

/// The shipped carts with these results of one cart.
fn shelf_with(cart: &str, results: &[(&str, i32)]) -> Vec<Listed> {
    let mut records = Records::default();
    results.iter().for_each(|(name, value)| _ = records.raise(name, *value));
    carts_with(&BTreeMap::from([(Records::best_id(cart), records.bytes())]))
}

/// A made-up label: `n` chooses its picture.
fn label(n: usize) -> Label {
    let color = |x: i32, y: i32| -> u8 {
        let (base, n) = ((n * 5 % 14 + 1) as u8, n as i32);
        let (dx, dy) = (x - 40 - 11 * n % 50, y - 44 - 7 * n % 40);
        match n % 4 {
            // A sun over hills, a chequered floor, a tower, rings.
            0 if dx * dx + dy * dy < 500 => 10,
            0 if y > 84 + (x / 9 + n) % 5 * 3 => 3 + 8 * u8::from((x + y) % 13 == 0),
            0 => [12, 1][(y / 8 + n) as usize % 2],
            1 if y > 60 => [base, 7][((x / 12 + y / 12) % 2) as usize],
            1 => base % 3 + 1,
            2 if (44..84).contains(&x) && y > 24 => [5, 6][(y / 6 + x / 10 % 2) as usize % 2],
            2 => [0, base][usize::from((x * 7 + y * 13) % 97 == 0)],
            _ => [base, 0, 8, 2][((dx * dx + dy * dy) / 400 % 4) as usize],
        }
    };
    let picture: Vec<u8> = (0..128 * 128).map(|i| color(i % 128, i / 128)).collect();
    Label::new(picture.into_boxed_slice().try_into().expect("a screen's pixels"))
}

const TITLES: [&str; 9] =
    ["Chess", "Mines", "A Very Long Title of a Cart", "Snake", "Orbit", "Pond", "Letters", "Rope", "Last"];

/// A cart from a file.
fn file(n: usize) -> Listed {
    let title = TITLES[n % TITLES.len()];
    let title = if n < TITLES.len() { title.to_string() } else { format!("{title} {n}") };
    Listed {
        name: format!("/home/me/carts/{}.p8", title.to_lowercase()),
        about: "by somebody whose name is longer than the screen is wide".to_string(),
        today: if n == 3 { "length 412".to_string() } else { String::new() },
        best: if n == 3 { "a best result that does not fit".to_string() } else { String::new() },
        played: if n % 5 == 4 { "played 3 days ago".to_string() } else { String::new() },
        place: "carts/jam".to_string(),
        face: if n % 7 == 5 { Cover::Plain } else { Cover::Label(label(n)) },
        favourite: n < 2,
        title,
        ..Listed::default()
    }
}

/// Two favourites, the shipped carts, and this many files.
fn many(files: usize) -> Vec<Listed> {
    let mut carts: Vec<Listed> = (0..files).map(file).collect();
    carts.splice(2..2, shelf_of(&[]));
    carts
}

/// Carts of which some have not been read and some cannot be played.
fn broken() -> Vec<Listed> {
    let mut carts = many(12);
    carts[1].face = Cover::Unread;
    carts[3] = Listed {
        name: "/home/me/carts/half.p8".to_string(),
        title: "half a file".to_string(),
        wrong: "found 40 rows of __gfx__, expected digits".to_string(),
        place: "carts".to_string(),
        ..Listed::default()
    };
    carts
}

/// The wall after these inputs, each released, and half a second.
fn wall(carts: Vec<Listed>, inputs: impl IntoIterator<Item = Input>) -> Screen {
    after(BootScreen::new(carts).with_folders(true), inputs)
}

fn after(screen: BootScreen, inputs: impl IntoIterator<Item = Input>) -> Screen {
    let screen = screen.with_hints(ButtonHints::new(["z", "x", "enter"].map(String::from)));
    let mut console = Console::boot(program(screen), Boot::default());
    console.frame(&Input::default());
    for input in inputs {
        console.frame(&input);
        console.frame(&Input::default());
    }
    (0..30).for_each(|_| drop(console.frame(&Input::default())));
    console.screen()
}

/// The page of own carts.
fn yours(files: usize, inputs: impl IntoIterator<Item = Input>) -> Screen {
    let new = Listed {
        name: studio::NEW.to_string(),
        title: "new cart".to_string(),
        about: "blank, or a copy of an example".to_string(),
        ..Listed::default()
    };
    let files = (0..files).map(file).map(|cart| Listed { place: "my_carts".to_string(), ..cart });
    let screen = BootScreen::new(std::iter::once(new).chain(files).collect());
    after(screen.with_pages(ShelfPage::Yours, ShelfPage::ALL.to_vec(), false), inputs)
}

fn examples() -> Screen {
    let library = player::Library {
        examples: shelf::EXAMPLES.iter().map(Into::into).collect(),
        page: ShelfPage::Examples,
        ..player::Library::default()
    };
    let screen = BootScreen::new(library.shown(&BTreeMap::new(), Date::default()));
    after(screen.with_pages(ShelfPage::Examples, ShelfPage::ALL.to_vec(), false), buttons(&[RIGHT]))
}

fn buttons(list: &[u8]) -> Vec<Input> {
    list.iter().map(|button| Input::buttons(*button)).collect()
}

/// An item of the pause menu is chosen.
fn menu(index: u8) -> Input {
    Input { events: vec![Event::Menu { index, buttons: 0x70 }], ..Input::default() }
}

fn typed(text: &str) -> Vec<Input> {
    text.bytes().map(|c| Input { events: vec![Event::Char(c)], ..Input::default() }).collect()
}

/// This many carts to the right; the last step was `frames` frames ago.
fn boot(carts: Vec<Listed>, right: usize, frames: usize) -> Screen {
    let mut console = Console::boot(program(BootScreen::new(carts)), Boot::default());
    console.frame(&Input::default());
    for _ in 0..right {
        (0..30).for_each(|_| drop(console.frame(&Input::default())));
        console.frame(&Input::buttons(button::RIGHT));
    }
    (0..frames).for_each(|_| drop(console.frame(&Input::default())));
    console.screen()
}

/// The boot screen's line about a game matches the game: the recorded ones are all won.
#[test]
fn the_best_result_is_that_of_the_game_that_was_played() {
    for (name, says, field) in [
        ("picorogue", "floor 10, wins 1, turns {}", "turn"),
        ("ghosts", "points {}, seconds ", "score"),
        ("kasidin", "cave 5, wins 1, turns {}", "turn"),
        ("goblin", "floor 5, wins 1, turns {}", "turn"),
    ] {
        let console = shelved::recorded(name);
        let line = console.machine().records()[0].line();
        let says = says.replace("{}", &shelved::field(&console, field).to_string());
        assert!(line.starts_with(&says), "{name}: {line:?} is not {says:?}");
    }
}
