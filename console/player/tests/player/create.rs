//! New carts, F2 on the shelf, and saving as another file.

use crate::coded::coded;
use crate::rig::{Rig, start};
use player::{Cart, CartRead, CartStart, HostEvent, Key, KeyPress, Library, Listed, Request, Response};
use rasher::Records;
use std::path::{Path, PathBuf};
use studio::{Cover, Mode, ShelfMark, ShelfMarks, ShelfPage};

/// A cart of that file.
fn in_file(path: &str) -> CartStart {
    let cart =
        Cart { key: Some(path.to_string()), origin: player::Origin::File(PathBuf::from(path)), ..coded(1) };
    CartStart::new(cart)
}

fn opens(rig: &mut Rig, path: &str) {
    rig.reply(Ok(Response::Cart(Box::new(in_file(path)))));
    rig.ticks(5);
    assert_eq!((rig.player.mode(), rig.player.cart().origin.path()), (Mode::Editor, Some(Path::new(path))));
}

fn listed(name: &str) -> Listed {
    Listed { name: name.to_string(), title: name.to_string(), ..Listed::default() }
}

/// The new cart that was requested last.
fn new_cart(rig: &Rig) -> Option<(Option<PathBuf>, String)> {
    rig.requests.iter().rev().find_map(|request| match request {
        Request::NewCart { to, from } => Some((to.clone(), from.clone())),
        _ => None,
    })
}

fn shelf(library: Library, creates: Option<PathBuf>) -> Rig {
    let mut start = start((0, 0), 1);
    (start.library, start.first, start.options.creates) = (library, CartStart::new(Cart::shelf()), creates);
    let mut rig = Rig::of(start);
    rig.ticks(10);
    rig
}

/// Our decision: F2 always leads into the editors. Where no cart is selected they have a new one, of an example a copy in Lua.
#[test]
fn f2_on_the_shelf_edits_the_selected_cart_or_a_new_one() {
    let mut rig = shelf(Library { has_folders: true, ..Library::default() }, None);
    rig.tap("F2", "");
    rig.ticks(3);
    assert_eq!(new_cart(&rig), Some((None, String::new())));
    opens(&mut rig, "/mine/untitled.p8");

    let mut rig = shelf(Library::of(vec![listed("one"), listed("two")]), None);
    for key in ["ArrowRight", "Escape", "F2"] {
        rig.tap(key, "");
        rig.ticks(20);
    }
    let asked = |request: &Request| matches!(request, Request::LoadCart { name, .. } if name == "two");
    assert!(rig.requests.iter().any(asked), "from under the menu, too");
    opens(&mut rig, "/games/two.p8");
    // Its last run is not asked about, and the menu has it.
    rig.tap("F2", "");
    rig.ticks(3);
    assert_eq!(rig.player.mode(), Mode::Game);

    let examples =
        Library { examples: vec![listed("ball")], page: studio::ShelfPage::Examples, ..Library::default() };
    let mut rig = shelf(examples, None);
    rig.tap("F2", "");
    rig.ticks(3);
    assert_eq!(new_cart(&rig), Some((None, "ball".to_string())));
}

/// Our decision: a cart of a catalogue is replaced by its next version, so F2 edits a copy.
#[test]
fn f2_on_a_cart_of_a_catalogue_edits_a_copy() {
    let bee = "/home/catalogues/example/bee.p8.png";
    let library = || Library {
        files: vec![listed(bee)],
        has_folders: true,
        downloads: Some("/home/catalogues".into()),
        ..Library::default()
    };
    let mut rig = shelf(library(), None);
    rig.tap("F2", "");
    rig.ticks(3);
    assert_eq!(new_cart(&rig), Some((None, bee.to_string())));
    let mut start = start((0, 0), 5);
    (start.library, start.first) = (library(), in_file(bee));
    let mut rig = Rig::of(start);
    rig.ticks(10);
    rig.tap("F2", "");
    rig.ticks(3);
    assert_eq!(
        (new_cart(&rig), rig.player.mode()),
        (Some((None, bee.to_string())), Mode::Game),
        "while it plays, too"
    );
}

/// Our decision: a file that does not exist is created if the user says so.
#[test]
fn a_file_that_does_not_exist_is_offered() {
    let path = || PathBuf::from("/games/fresh.p8");
    for (keys, creates) in [(&["Enter"][..], true), (&["ArrowDown", "Enter"], false), (&["Escape"], false)] {
        let mut rig = shelf(Library::default(), Some(path()));
        assert_eq!(rig.player.mode(), Mode::Question);
        for key in keys {
            rig.tap(key, "");
            rig.ticks(3);
        }
        assert_eq!(rig.player.mode(), Mode::Game, "{keys:?}: the shelf");
        assert_eq!(new_cart(&rig), creates.then(|| (Some(path()), String::new())), "{keys:?}");
        if creates {
            opens(&mut rig, "/games/fresh.p8");
        }
    }
}

fn with_alt(rig: &mut Rig, key: &str) {
    rig.press(KeyPress { alt: true, ..KeyPress::bare(Key::named(key).expect("a key"), true) });
}

/// PICO-8's: after `save NAME` the file NAME is edited. Our decision: undo goes back past it, and the old file's history ends as the file is.
#[test]
fn save_as_goes_on_with_the_new_file() {
    let mut start = start((0, 0), 5);
    start.first = in_file("/a/walker.p8");
    let mut rig = Rig::of(start);
    rig.tell(HostEvent::Resized((512, 384), None));
    rig.ticks(10);
    rig.tap("F2", "");
    rig.ticks(1);
    let code = editors::SourceFile { name: "walker.p8".into(), text: b"x=1\n".to_vec() };
    rig.reply(Ok(Response::Sources(vec![code])));
    rig.remember(&[]);
    // From the code to the sprites.
    with_alt(&mut rig, "ArrowRight");
    rig.ticks(2);
    rig.tell(HostEvent::Pointer(8, 21));
    rig.tell(HostEvent::Click(1, true));
    rig.tell(HostEvent::Click(1, false));
    rig.ticks(40);
    assert!(rig.player.editors().expect("open").is_changed(), "something is unsaved");
    rig.tap("F10", "");
    rig.tap("", "save b");
    rig.tap("Enter", "\r");
    rig.ticks(3);
    let saved = rig.requests.iter().rev().find_map(|request| match request {
        Request::SaveAs(saved) => Some(saved.clone()),
        _ => None,
    });
    let saved = saved.expect("it was asked for");
    assert_eq!(saved.to, PathBuf::from("/a/b.p8"));
    let mut new = in_file("/a/b.p8");
    new.cart.rom = saved.rom.clone();
    rig.reply(Ok(Response::Cart(Box::new(new))));
    rig.ticks(40);
    let editors = rig.player.editors().expect("open");
    assert!(!editors.is_changed() && rig.player.cart().key() == "/a/b.p8");
    assert!(editors.document().data()[..] == saved.rom.data[..]);
    let left = |write: &Request| match write {
        Request::WriteHistory(key, entries) if key == "/a/walker.p8" => Some(entries.clone()),
        _ => None,
    };
    let left: Vec<u8> = rig.writes.iter().filter_map(left).flatten().collect();
    assert!(
        !left.is_empty() && editors::kept_in(&left).1.is_none(),
        "the old file's history ends as the file is"
    );
    rig.tap("F10", "");
    let key = Key::named("KeyZ").expect("a key");
    rig.press(KeyPress { letter: Some('z'), control: true, ..KeyPress::bare(key, true) });
    rig.ticks(2);
    let editors = rig.player.editors().expect("open");
    assert!(editors.is_changed(), "undo goes back past the save");
    // Under its own name it is saved like with Ctrl+S.
    rig.tap("F10", "");
    rig.tap("", "save b");
    rig.tap("Enter", "\r");
    rig.ticks(3);
    assert_eq!(rig.requests.iter().filter(|it| matches!(it, Request::SaveAs(_))).count(), 1);
    let mut all = rig.requests.iter().chain(&rig.writes);
    assert!(all.any(|request| matches!(request, Request::WriteData(_))));
}

fn own(name: &str) -> Listed {
    let path = format!("/mine/{name}.p8");
    let (title, key) = (name.to_string(), Some(format!("{name}-key")));
    Listed { title, key, place: "mine".to_string(), ..listed(&path) }
}

/// The page of own carts, with the first cart selected.
fn yours(names: &[&str]) -> Rig {
    let library = Library {
        files: names.iter().map(|name| own(name)).collect(),
        own_folder: Some(PathBuf::from("/mine")),
        page: ShelfPage::Yours,
        ..Library::default()
    };
    let mut rig = shelf(library, None);
    push(&mut rig, "ArrowRight");
    rig
}

/// A key that is held for some ticks, because the shelf reads held keys.
fn push(rig: &mut Rig, key: &str) {
    rig.key(key, true);
    rig.ticks(3);
    rig.key(key, false);
    rig.ticks(3);
}

/// Chooses the pause menu's row of that number, from 0: "continue" is the first.
fn choose(rig: &mut Rig, row: usize) {
    rig.tap("Escape", "");
    rig.ticks(5);
    assert_eq!(rig.player.mode(), Mode::Menu);
    (0..row).for_each(|_| push(rig, "ArrowDown"));
    push(rig, "Enter");
    rig.ticks(3);
}

/// Chooses a row of the pause menu for the cart of that name.
fn choose_for(rig: &mut Rig, name: &str, row: usize) {
    while selected(rig) != name {
        push(rig, "ArrowRight");
    }
    choose(rig, row);
}

fn selected(rig: &Rig) -> String {
    let console = rig.player.run().expect("the shelf").console();
    let screen = console.program();
    let cursor = screen.field(&["cursor"]).and_then(|n| n.as_u64()).expect("a number").to_string();
    let cart = screen
        .field(&["carts"])
        .and_then(|carts| carts.get(cursor.parse::<usize>().ok()?)?["name"].as_str().map(str::to_string));
    cart.expect("a cart is selected")
}

fn moves(rig: &Rig) -> Vec<(PathBuf, Option<String>)> {
    let of = |request: &Request| match request {
        Request::MoveCart(from, name) => Some((from.clone(), name.clone())),
        _ => None,
    };
    rig.requests.iter().filter_map(of).collect()
}

fn is_at(rig: &mut Rig, path: &str) {
    rig.reply(Ok(Response::Text(path.to_string())));
    rig.ticks(10);
}

/// Our decision: names are typed on the shelf, where Esc leaves the old one; the cart stays selected.
#[test]
fn own_carts_are_renamed_on_the_shelf() {
    let mut rig = yours(&["one", "two"]);
    assert_eq!(selected(&rig), "/mine/one.p8");
    assert_eq!(rig.picture.as_ref().map(|picture| &*picture.spoken), Some("one"), "for a screen reader");
    choose(&mut rig, 2);
    rig.tap("KeyA", "a");
    rig.ticks(3);
    rig.tap("Escape", "");
    rig.ticks(3);
    assert_eq!((rig.player.mode(), moves(&rig)), (Mode::Game, Vec::new()), "no menu, and no new name");
    choose(&mut rig, 2);
    rig.tap("KeyA", "a");
    rig.ticks(3);
    push(&mut rig, "Enter");
    assert_eq!(moves(&rig), [(PathBuf::from("/mine/one.p8"), Some("onea".to_string()))]);
    // The folder may be listed before the answer comes.
    rig.tell(HostEvent::Carts(vec![own("onea"), own("two")], false));
    rig.ticks(10);
    is_at(&mut rig, "/mine/onea.p8");
    assert_eq!(selected(&rig), "/mine/onea.p8");
    let carts = rig.player.run().expect("the shelf").console().program().field(&["carts"]).expect("carts");
    assert_eq!(carts.as_array().map(Vec::len), Some(3), "new cart, and two: {carts}");
    // A name that is taken is a message, and nothing changes.
    choose(&mut rig, 2);
    push(&mut rig, "Enter");
    rig.reply(Err(player::HostError::failed("/mine/two.p8: already exists; not overwritten")));
    rig.ticks(10);
    assert_eq!(selected(&rig), "/mine/onea.p8");
}

/// Our decision: a deleted cart is in the bin, and the menu brings back the last one.
#[test]
fn deleting_can_be_undone() {
    let mut rig = yours(&["one", "two"]);
    choose(&mut rig, 4);
    assert_eq!(moves(&rig), [(PathBuf::from("/mine/one.p8"), None)]);
    is_at(&mut rig, "/bin/one.p8");
    push(&mut rig, "ArrowRight");
    assert_eq!(selected(&rig), "/mine/two.p8");
    choose(&mut rig, 1);
    assert_eq!(moves(&rig)[1], (PathBuf::from("/bin/one.p8"), Some("one".to_string())));
    is_at(&mut rig, "/mine/one.p8");
    rig.tell(HostEvent::Carts(vec![own("one"), own("two")], false));
    rig.ticks(10);
    assert_eq!(selected(&rig), "/mine/one.p8");
}

/// Everything that is known of a cart by its path or key follows it.
#[test]
fn marks_results_and_unsaved_code_follow_a_cart() {
    let mut records = Records::default();
    records.raise("floor", 7);
    let mut start = start((0, 0), 1);
    start.saves.insert(Records::best_id("one-key"), records.bytes());
    start.library = Library {
        files: vec![own("one"), own("two")],
        own_folder: Some(PathBuf::from("/mine")),
        page: ShelfPage::Yours,
        ..Library::default()
    };
    start.library.marks.set("/mine/one.p8", ShelfMark::Favourite(true));
    start.library.marks.set("/mine/one.p8", ShelfMark::Played(start.date.unix - 7200));
    // Marks of a cart that is no more.
    start.library.marks.set("/mine/b.p8", ShelfMark::Played(start.date.unix));
    start.first = CartStart {
        cart: Cart { key: Some("one-key".into()), ..in_file("/mine/one.p8").cart },
        ..in_file("/mine/one.p8")
    };
    let mut rig = Rig::of(start);
    rig.tell(HostEvent::Resized((512, 384), None));
    rig.ticks(10);
    rig.tap("F2", "");
    rig.ticks(1);
    let code = |name: &str| editors::SourceFile { name: name.into(), text: b"x=1\n".to_vec() };
    rig.reply(Ok(Response::Sources(vec![code("one.p8")])));
    rig.remember(&[]);
    rig.tap("", "y");
    rig.ticks(1);
    assert!(rig.player.editors().expect("open").is_changed());
    // Out of the editors, and back to the shelf.
    rig.tap("F2", "");
    rig.ticks(3);
    rig.tap("Escape", "");
    rig.ticks(3);
    for key in ["ArrowUp", "ArrowUp", "Enter"] {
        rig.tap(key, "");
        rig.ticks(10);
    }
    assert!(rig.player.cart().is_shelf());
    let card = |rig: &Rig, name: &str| {
        let carts = rig.run().console().program().field(&["carts"]).expect("a list");
        let mut carts = carts.as_array().expect("a list").iter();
        let text =
            |cart: &serde_json::Value, field: &str| cart[field].as_str().unwrap_or_default().to_string();
        carts.find(|cart| cart["name"] == name).map(|cart| {
            (text(cart, "title"), text(cart, "best"), text(cart, "played"), cart["favourite"] == true)
        })
    };
    let shown = |title: &str, played: &str| {
        Some((title.to_string(), "floor 7".to_string(), played.to_string(), true))
    };
    let first = card(&rig, "/mine/one.p8");
    assert_eq!(first.as_ref().map(|card| (&card.0[..], &card.1[..], card.3)), Some(("one", "floor 7", true)));
    let played = first.expect("it is there").2;
    choose_for(&mut rig, "/mine/one.p8", 2);
    (0..3).for_each(|_| {
        rig.tap("Backspace", "\u{8}");
        rig.ticks(3)
    });
    for letter in ["b", ".", "c"] {
        rig.tap("", letter);
        rig.ticks(3);
    }
    push(&mut rig, "Enter");
    assert_eq!(moves(&rig), [(PathBuf::from("/mine/one.p8"), Some("b.c".to_string()))]);
    is_at(&mut rig, "/mine/b.c.p8");
    assert_eq!(card(&rig, "/mine/b.c.p8"), shown("b.c", &played));
    let log = rig.writes.iter().chain(&rig.requests).find_map(|write| match write {
        Request::WriteHistory(key, entries) if key == "one-key" => Some(entries.clone()),
        _ => None,
    });
    assert!(
        log.is_some_and(|log| editors::kept_in(&log).1.is_some()),
        "the work is in the log that is renamed"
    );
    // Deleted and restored, under its name.
    choose_for(&mut rig, "/mine/b.c.p8", 4);
    is_at(&mut rig, "/bin/b.c/b.c.p8");
    assert_eq!(card(&rig, "/mine/b.c.p8"), None);
    choose(&mut rig, 1);
    assert_eq!(moves(&rig)[2], (PathBuf::from("/bin/b.c/b.c.p8"), Some("b.c".to_string())));
    is_at(&mut rig, "/mine/b.c.p8");
    assert_eq!(card(&rig, "/mine/b.c.p8"), shown("b.c", &played));
    let mut marks = ShelfMarks::default();
    for write in &rig.writes {
        if let Request::WriteMark(name, mark) = write {
            marks.set(name, *mark);
        }
    }
    assert_eq!(marks.favourites.into_iter().collect::<Vec<_>>(), ["/mine/b.c.p8"]);
    assert!(!marks.played.contains_key("/mine/one.p8") && !marks.played.contains_key("/mine/b.p8"));
    // Its editors go on, and Ctrl+S writes into the renamed file.
    let cart = Cart { key: Some("one-key".into()), ..in_file("/mine/b.c.p8").cart };
    rig.tell(HostEvent::StartCart(Box::new(CartStart::new(cart)), None));
    rig.ticks(10);
    rig.tap("F2", "");
    rig.ticks(3);
    let s = KeyPress::bare(Key::named("KeyS").expect("a key"), true);
    rig.press(KeyPress { letter: Some('s'), control: true, ..s });
    rig.ticks(3);
    let saved = rig.requests.iter().chain(&rig.writes).rev().find_map(|request| match request {
        Request::WriteSources(path, files) => {
            Some((path.clone(), files[0].0.name.clone(), files[0].0.text.clone()))
        }
        _ => None,
    });
    assert_eq!(saved, Some((PathBuf::from("/mine/b.c.p8"), "b.c.p8".to_string(), b"yx=1\n".to_vec())));
}

/// Our decision: own carts are shown by the names of their files. The title in the code is shown after it.
#[test]
fn an_own_cart_is_shown_by_the_name_of_its_file() {
    for (title, about, shown) in [
        ("cave diver", "by ann", "cave diver by ann"),
        ("one", "by ann", "by ann"),
        ("", "", ""),
        ("x", "", "x"),
    ] {
        let library = Library {
            files: vec![Listed { face: Cover::Unread, ..own("one") }],
            own_folder: Some(PathBuf::from("/mine")),
            page: ShelfPage::Yours,
            ..Library::default()
        };
        let mut rig = shelf(library, None);
        let (name, title, about) = ("/mine/one.p8".to_string(), title.to_string(), about.to_string());
        rig.read(CartRead { name, title, about, ..CartRead::default() });
        // The next scan changes nothing.
        for _ in 0..2 {
            rig.ticks(5);
            let carts = rig.run().console().program().field(&["carts"]).expect("a list");
            let text = |field: &str| carts[1][field].as_str().expect("a text").to_string();
            assert_eq!((text("title"), text("about")), ("one".to_string(), shown.to_string()));
            rig.tell(HostEvent::Carts(vec![own("one")], false));
        }
    }
}

/// Our decision: a duplicate of an own cart is selected; a copy of another cart is edited at once.
#[test]
fn copies_are_own_carts() {
    let mut rig = yours(&["one"]);
    choose(&mut rig, 3);
    assert_eq!(new_cart(&rig), Some((None, "/mine/one.p8".to_string())));
    rig.reply(Ok(Response::Cart(Box::new(in_file("/mine/one-2.p8")))));
    rig.ticks(5);
    assert!(rig.player.cart().is_shelf());
    rig.tell(HostEvent::Carts(vec![own("one"), own("one-2")], false));
    rig.ticks(10);

    let library = Library { own_folder: Some(PathBuf::from("/mine")), ..Library::default() };
    let mut rig = shelf(
        Library {
            files: vec![Listed { place: "jam".into(), ..listed("/jam/a.p8") }],
            has_folders: true,
            ..library.clone()
        },
        None,
    );
    choose(&mut rig, 3);
    assert_eq!(new_cart(&rig), Some((None, "/jam/a.p8".to_string())));
    opens(&mut rig, "/mine/a.p8");
    let mut rig =
        shelf(Library { examples: vec![listed("ball")], page: ShelfPage::Examples, ..library }, None);
    choose(&mut rig, 1);
    assert_eq!(new_cart(&rig), Some((None, "ball".to_string())));
    opens(&mut rig, "/mine/ball.p8");
}
