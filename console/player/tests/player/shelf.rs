//! The shelf with folders of carts: requests and answers, favourites, searching, and returning from a cart file.

use crate::rig::{Rig, start, walker};
use player::{Cart, CartRead, CartStart, HostEvent, Library, Listed, Request, Response};
use rasher::{Event, PIXELS, Records};
use std::path::PathBuf;
use studio::{Cover, Label, Mode, ShelfMark, ShelfMarks};

/// Cart files that have not been read.
fn files(names: &[&str]) -> Vec<Listed> {
    let file = |name: &&str| Listed {
        name: format!("/games/{name}.p8"),
        title: name.to_string(),
        place: "games".to_string(),
        key: Some(name.to_string()),
        face: Cover::Unread,
        ..Listed::default()
    };
    names.iter().map(file).collect()
}

fn shipped(name: &str) -> Listed {
    Listed { name: name.to_string(), title: name.to_string(), ..Listed::default() }
}

/// A shelf with a shipped cart and folders not yet searched.
fn on_the_shelf(marks: ShelfMarks) -> Rig {
    let mut start = start((0, 0), 1);
    let carts = vec![shipped("walker")];
    start.library = Library { carts, has_folders: true, marks, ..Library::default() };
    start.first = CartStart::new(Cart::shelf());
    let mut rig = Rig::of(start);
    rig.ticks(10);
    rig
}

/// A field of the screen's state.
fn field(rig: &Rig, path: &[&str]) -> serde_json::Value {
    rig.run().console().program().field(path).expect("a field")
}

/// The titles in screen order.
fn titles(rig: &Rig) -> Vec<String> {
    let carts = field(rig, &["carts"]);
    let carts = carts.as_array().expect("a list");
    carts.iter().map(|cart| cart["title"].as_str().expect("a text").to_string()).collect()
}

/// The files requested since the last call.
fn asked(rig: &mut Rig) -> Vec<String> {
    let all = std::mem::take(&mut rig.requests).into_iter();
    all.filter_map(|output| if let Request::ReadCart(name) = output { Some(name) } else { None }).collect()
}

fn loaded(rig: &Rig) -> Option<&str> {
    rig.requests.iter().rev().find_map(|output| match output {
        Request::LoadCart { name, .. } => Some(&name[..]),
        _ => None,
    })
}

fn marked(rig: &mut Rig) -> Vec<(String, ShelfMark)> {
    let all = std::mem::take(&mut rig.writes).into_iter();
    all.filter_map(|write| if let Request::WriteMark(name, mark) = write { Some((name, mark)) } else { None })
        .collect()
}

/// A cart of this file, loaded in its place.
fn insert(path: &str, stem: &str) -> HostEvent {
    let cart =
        Cart { name: stem.to_string(), origin: player::Origin::File(PathBuf::from(path)), ..walker((0, 0)) };
    HostEvent::StartCart(Box::new(CartStart::new(cart)), None)
}

#[test]
fn files_come_while_the_shelf_is_open_and_what_is_in_them_is_asked_for() {
    let mut rig = on_the_shelf(ShelfMarks::default());
    rig.tell(HostEvent::Carts(files(&["a", "b", "c", "d", "e"]), true));
    rig.ticks(5);
    assert_eq!(titles(&rig), ["walker", "a", "b", "c", "d", "e"]);
    assert_eq!(asked(&mut rig), ["a", "b", "c", "d"].map(|name| format!("/games/{name}.p8")), "four at once");
    let label = Some(Label::new(Box::new([9; PIXELS])));
    let read = |name: &str, title: &str, wrong: &str, label| {
        let (title, wrong, about) = (title.to_string(), wrong.to_string(), "by me".to_string());
        CartRead { name: format!("/games/{name}.p8"), title, about, wrong, label }
    };
    rig.read(read("a", "The A game", "", label));
    rig.read(read("b", "", "no cartridge", None));
    rig.ticks(5);
    assert_eq!(titles(&rig), ["walker", "The A game", "b", "c", "d", "e"]);
    assert_eq!(asked(&mut rig), ["/games/e.p8"]);
    assert_eq!(field(&rig, &["carts", "2", "wrong"]), "no cartridge");
    // All of it is in the recording, so the run can be replayed without any file.
    let told = |event: &Event| matches!(event, Event::Host(_));
    assert_eq!(rig.heard.inputs().flat_map(|input| input.events).filter(told).count(), 3);
    // Deleted and added files; the others need not be read again.
    rig.tell(HostEvent::Carts(files(&["a", "c", "new"]), true));
    rig.ticks(5);
    assert_eq!(titles(&rig), ["walker", "The A game", "c", "new"]);
    rig.tell(HostEvent::Carts(Vec::new(), false));
    rig.ticks(5);
    assert_eq!(titles(&rig), ["walker"]);
}

#[test]
fn a_cart_of_a_file_is_played_and_the_shelf_comes_back_to_it() {
    let mut rig = on_the_shelf(ShelfMarks::default());
    rig.tell(HostEvent::Carts(files(&["a", "b", "c"]), true));
    rig.ticks(5);
    rig.tap("ArrowRight", "");
    rig.ticks(5);
    rig.tap("ArrowRight", "");
    rig.ticks(5);
    rig.tap("KeyZ", "z");
    rig.ticks(5);
    assert_eq!(loaded(&rig), Some("/games/b.p8"));
    rig.tell(insert("/games/b.p8", "b"));
    rig.ticks(5);
    let marks = marked(&mut rig);
    assert!(matches!(&marks[..], [(name, ShelfMark::Played(_))] if name == "/games/b.p8"), "{marks:?}");
    rig.key("ArrowRight", true);
    rig.ticks(30);
    rig.key("ArrowRight", false);
    rig.tap("Escape", "");
    rig.ticks(2);
    for _ in 0..2 {
        rig.tap("ArrowUp", "");
        rig.ticks(2);
    }
    rig.tap("KeyZ", "z");
    rig.ticks(30);
    assert!(rig.player.cart().is_shelf());
    assert_eq!(titles(&rig), ["b", "walker", "a", "c"], "the last cart played comes first");
    assert_eq!(field(&rig, &["cursor"]), 0);
    assert_eq!(field(&rig, &["carts", "0", "played"]), "played just now");
}

#[test]
fn favourites_come_first_the_next_time_and_both_are_saved() {
    let mut rig = on_the_shelf(ShelfMarks::default());
    rig.tell(HostEvent::Carts(files(&["a", "b", "c"]), true));
    rig.ticks(5);
    for _ in 0..3 {
        rig.tap("ArrowRight", "");
        rig.ticks(5);
    }
    rig.tap("Space", " ");
    rig.ticks(5);
    assert_eq!(marked(&mut rig), [("/games/c.p8".to_string(), ShelfMark::Favourite(true))]);
    assert_eq!(titles(&rig), ["walker", "a", "b", "c"], "nothing moves under the cursor");
    assert_eq!(field(&rig, &["carts", "3", "favourite"]), true);
    // At a new start, from the file of favourites.
    let mut marks = ShelfMarks::default();
    marks.set("/games/c.p8", ShelfMark::Favourite(true));
    marks.set("/games/b.p8", ShelfMark::Played(5));
    marks.set("/games/a.p8", ShelfMark::Played(4));
    marks.set("walker", ShelfMark::Played(3));
    marks.set("/games/gone.p8", ShelfMark::Played(9));
    let mut rig = on_the_shelf(marks);
    rig.tell(HostEvent::Carts(files(&["a", "b", "c", "d"]), true));
    rig.ticks(5);
    assert_eq!(titles(&rig), ["c", "b", "a", "walker", "d"]);
    rig.tap("Space", " ");
    rig.ticks(5);
    assert_eq!(marked(&mut rig), [("/games/c.p8".to_string(), ShelfMark::Favourite(false))]);
}

#[test]
fn escape_leaves_a_search_before_it_opens_the_menu() {
    let mut rig = on_the_shelf(ShelfMarks::default());
    rig.tell(HostEvent::Carts(files(&["apple", "berry"]), true));
    rig.ticks(5);
    rig.tap("Tab", "\t");
    rig.ticks(5);
    for (key, text) in [("KeyP", "p"), ("KeyP", "p"), ("KeyX", "x"), ("Backspace", "\u{8}")] {
        rig.tap(key, text);
        rig.ticks(5);
    }
    assert_eq!(
        (rig.player.mode(), field(&rig, &["query"])),
        (Mode::Game, "pp".into()),
        "P and X are letters"
    );
    assert_eq!(field(&rig, &["found"]), serde_json::json!([1]));
    rig.tap("Escape", "");
    rig.ticks(5);
    assert_eq!((rig.player.mode(), field(&rig, &["query"])), (Mode::Game, "".into()));
    assert_eq!(field(&rig, &["cursor"]), 1, "the search result is still selected");
    rig.tap("Escape", "");
    rig.ticks(5);
    assert_eq!(rig.player.mode(), Mode::Menu);
}

/// Titles are inside the files, and only visible files are read.
#[test]
fn a_search_finds_titles_of_files_that_were_not_read_before() {
    let names: Vec<String> = (0..100).map(|n| format!("cart{n:02}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut rig = on_the_shelf(ShelfMarks::default());
    rig.tell(HostEvent::Carts(files(&names), true));
    rig.ticks(5);
    for (key, text) in [("Slash", "/"), ("KeyG", "g"), ("KeyO", "o"), ("KeyL", "l"), ("KeyD", "d")] {
        rig.tap(key, text);
        rig.ticks(2);
    }
    assert_eq!(field(&rig, &["found"]), serde_json::json!([]), "no name has it");
    // Each file is read once; two have this title, and the second is selected when the first arrives.
    let titles = |name: &str| match name {
        "/games/cart90.p8" => "Gold Rush",
        "/games/cart30.p8" => "Golden",
        _ => "",
    };
    let (mut all, mut founds) = (Vec::new(), Vec::new());
    for turn in 0..60 {
        let mut names = asked(&mut rig);
        // Requested first, answered last.
        names.reverse();
        all.extend(names.clone());
        for name in names.into_iter().filter(|name| turn > 40 || name != "/games/cart30.p8") {
            let title = titles(&name).to_string();
            rig.read(CartRead { name, title, ..CartRead::default() });
        }
        if turn == 41 {
            let (name, title) = ("/games/cart30.p8".to_string(), "Golden".to_string());
            rig.read(CartRead { name, title, ..CartRead::default() });
        }
        rig.ticks(2);
        founds.push((field(&rig, &["found"]), field(&rig, &["cursor"])));
    }
    founds.dedup();
    let found = |list: &[u32], cursor| (serde_json::json!(list), serde_json::json!(cursor));
    assert_eq!(founds, [found(&[], 0), found(&[91], 0), found(&[31, 91], 1)], "the selection stays");
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 100);
}

/// Two files with the same name, as is common in Git checkouts: game.p8.
#[test]
fn files_of_one_name_have_results_of_their_own_on_the_shelf() {
    let table = |floor| {
        let mut records = Records::default();
        records.raise("floor", floor);
        records.bytes()
    };
    let mut start = start((0, 0), 1);
    start.saves.insert(Records::best_id("game-00000001"), table(7));
    start.saves.insert(Records::best_id("game"), table(9));
    let mut both = files(&["a/game", "b/game"]);
    for (n, cart) in both.iter_mut().enumerate() {
        cart.key = Some(format!("game-0000000{}", n + 1));
    }
    start.library = Library { files: both, has_folders: true, ..Library::default() };
    start.first = CartStart::new(Cart::shelf());
    let mut rig = Rig::of(start);
    rig.ticks(10);
    assert_eq!(field(&rig, &["carts", "0", "best"]), "floor 7");
    assert_eq!(field(&rig, &["carts", "1", "best"]), "");
}

#[test]
fn runs_and_results_of_a_file_are_those_of_its_cart() {
    let mut records = Records::default();
    records.raise("floor", 7);
    let mut start = start((0, 0), 1);
    start.saves.insert(Records::best_id("b"), records.bytes());
    start.library = Library { files: files(&["a", "b"]), has_folders: true, ..Library::default() };
    start.first = CartStart { param: "/games/b.p8".to_string(), ..CartStart::new(Cart::shelf()) };
    let mut rig = Rig::of(start);
    rig.ticks(10);
    assert_eq!(field(&rig, &["carts", "1", "best"]), "floor 7");
    // X, then the run of the day: the cart starts with the date as its seed.
    rig.tap("KeyX", "x");
    rig.ticks(5);
    assert_eq!(rig.player.mode(), Mode::Menu);
    rig.tap("ArrowDown", "");
    rig.ticks(5);
    rig.tap("KeyZ", "z");
    rig.ticks(5);
    assert_eq!(loaded(&rig), Some("/games/b.p8"));
    rig.tell(insert("/games/b.p8", "b"));
    rig.ticks(10);
    assert_eq!(rig.run().console().machine().seed(), 20_000_101);
}

#[test]
fn a_folder_that_is_dropped_is_a_setting() {
    let mut rig = Rig::new((0, 0), 1);
    rig.tell(HostEvent::Folder("/games".to_string(), 12));
    rig.tell(HostEvent::Folder("/games".to_string(), 12));
    rig.ticks(5);
    assert_eq!(rig.player.settings().folders, ["/games"]);
    assert_eq!(rig.said(), ["/games is on the shelf: 12 carts", "/games is already on the shelf"]);
    let kept =
        rig.requests.iter().filter(|o| matches!(o, Request::WriteSettings(s) if s.folders == ["/games"]));
    assert_eq!(kept.count(), 1);
    (0..40).for_each(|n| rig.tell(HostEvent::Folder(format!("/games{n}"), 1)));
    rig.ticks(5);
    assert_eq!(rig.player.settings().folders.len(), studio::FOLDERS_MAX);
    assert!(rig.said().last().expect("something").starts_with("the shelf already has 32 folders"));
}

/// Our decision: Ctrl+V on the shelf adds a catalogue, and says why another address is refused.
#[test]
fn the_address_of_a_catalogue_is_pasted() {
    let mut rig = on_the_shelf(ShelfMarks::default());
    let paste = |rig: &mut Rig, text: &str| {
        rig.control("KeyV");
        rig.ticks(2);
        assert!(matches!(rig.requests.last(), Some(Request::Paste)), "{text}");
        rig.reply(Ok(Response::Text(text.to_string())));
        rig.ticks(3);
        rig.said().last().cloned().unwrap_or_default()
    };
    assert_eq!(paste(&mut rig, " https://example.org/carts/ \n"), "");
    let address = "https://example.org/carts/index.json";
    assert_eq!(rig.player.settings().folders, [address]);
    assert_eq!(paste(&mut rig, address), format!("{address} is already on the shelf"));
    let said = paste(&mut rig, "http://example.org/");
    assert!(said.contains("expected an address such as https://"), "{said}");
    paste(&mut rig, "hello");
    assert_eq!(rig.player.settings().folders, [address]);
}
