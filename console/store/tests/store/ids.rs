//! Keys of carts in Lua: they stay when a cart is moved, renamed or edited, and no cart gets another one's. The rules are our decisions.

use super::common::{Folder, slot};
use loader::Loader;
use rasher_store::{
    CartIds, DiskSource, Home, add_cart_id, cart_id, newest_run_named, path_key, read_slot, remember,
    write_slot,
};
use std::fs;
use std::path::{Path, PathBuf};

const ID: &str = "0123456789abcdef";

fn code(text: &str) -> String {
    format!("pico-8 cartridge // http://www.pico-8.com\nversion 41\n__lua__\n{text}\n")
}

fn with_id(text: &str, id: &str) -> String {
    code(&format!("{text}\n--cart id {id}"))
}

struct Carts {
    folder: Folder,
    home: Home,
}

impl Carts {
    fn new(name: &str) -> Carts {
        let folder = Folder::new(name);
        let home = folder.home();
        Carts { folder, home }
    }

    fn write(&self, place: &str, text: &str) -> PathBuf {
        let path = self.folder.path(place);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(&path, text).expect("written");
        path
    }

    /// As a window opens it.
    fn key(&self, path: &Path) -> String {
        let mut cart = Loader::new(DiskSource::default()).lua(path, true).cart;
        remember(&mut cart, &self.home).expect("remembered");
        cart.key().to_string()
    }

    fn frame(&self, key: &str) -> Option<u64> {
        read_slot(&self.home, key, 1).expect("a slot of the cart").map(|slot| slot.moment.frame)
    }

    fn save(&self, key: &str, frame: usize) {
        write_slot(&self.home, key, 1, &slot("game", frame)).expect("written");
    }
}

#[test]
fn a_cart_keeps_its_key_wherever_it_is() {
    for (name, id) in [("ids-none", false), ("ids-own", true)] {
        let carts = Carts::new(name);
        let text = if id { with_id("x=1", ID) } else { code("x=1") };
        let mut at = carts.write("a/game.p8", &text);
        let key = carts.key(&at);
        assert_eq!(key == ID, id, "{key}");
        for place in ["a/renamed.p8", "b/game.p8", "b/c/d e.p8"] {
            let to = carts.write(place, "");
            fs::rename(&at, &to).expect("moved");
            at = to;
            assert_eq!(carts.key(&at), key, "{place}");
            // Edited, and edited again after a move.
            let more = fs::read_to_string(&at).expect("a text").replace("x=1", "x=1 y=2");
            fs::write(&at, more).expect("edited");
            assert_eq!(carts.key(&at), key, "{place}, edited");
        }
        // Its author gives it an id, and moves it before it is opened again.
        if !id {
            let added = add_cart_id(&at, 0x0123_4567_89ab_cdef, false).expect("written");
            assert_eq!(added.as_deref(), Some(ID));
            assert_eq!(carts.key(&at), key, "the first code names it");
        }
        let to = carts.write("c/again.p8", "");
        fs::rename(&at, &to).expect("moved");
        assert_eq!(carts.key(&to), key);
        assert_eq!(CartIds::read(&carts.home).expect("readable").key(&to), key);
    }
}

#[test]
fn another_cart_with_a_known_id_gets_copies_and_one_in_the_same_folder_shares() {
    let carts = Carts::new("ids-foreign");
    let first = carts.write("a/game.p8", &with_id("x=1", ID));
    let key = carts.key(&first);
    carts.save(&key, 5);
    let sibling = carts.write("a/other form.p8", &with_id("x=2", ID));
    assert_eq!(carts.key(&sibling), key, "one folder");
    let foreign = carts.write("downloads/game.p8", &with_id("evil=1", ID));
    let own = carts.key(&foreign);
    assert_ne!(own, key);
    assert_eq!(carts.frame(&own), Some(5), "a copy");
    carts.save(&own, 9);
    assert_eq!((carts.frame(&key), carts.frame(&own)), (Some(5), Some(9)));
    assert_eq!((carts.key(&foreign), carts.key(&first)), (own.clone(), key.clone()), "from then on");
    let third = carts.key(&carts.write("more/game.p8", &with_id("x=3", ID)));
    assert!(third != own && third != key);
    // Another cart in place of a known one.
    let old = carts.key(&carts.write("b/level.p8", &with_id("z=1", "00000000000000aa")));
    let new = carts.key(&carts.write("b/level.p8", &with_id("z=9", "00000000000000bb")));
    assert_ne!(old, new);
}

#[test]
fn equal_code_without_an_id_is_shared_by_nobody() {
    let carts = Carts::new("ids-equal");
    let keys: Vec<String> = ["a/one.p8", "a/two.p8", "b/one.p8"]
        .iter()
        .map(|place| carts.key(&carts.write(place, &code("same=1"))))
        .collect();
    assert!(keys[0] != keys[1] && keys[1] != keys[2] && keys[0] != keys[2], "{keys:?}");
}

/// A cart of an earlier version is found by its path once, and by its id from then on.
#[test]
fn what_an_earlier_version_kept_is_found_once_and_stays() {
    type Place = fn(&Home, &str) -> PathBuf;
    let kinds: [(&str, Place); 4] = [
        ("run", |home, key| home.runs().join(format!("{key}.run"))),
        ("history", |home, key| home.history().join(format!("{key}.edits"))),
        ("files", |home, key| home.carts().join(key).join("label")),
        ("results", |home, key| home.saves().join(format!("{}.p8d.txt", rasher::Records::best_id(key)))),
    ];
    for (kind, place) in kinds {
        let carts = Carts::new(&format!("ids-old-{kind}"));
        let at = carts.write("a/game.p8", &code("x=1"));
        let old = path_key(&at);
        let kept = place(&carts.home, &old);
        fs::create_dir_all(kept.parent().expect("a folder")).expect("made");
        fs::write(&kept, "kept").expect("written");
        assert_eq!(carts.key(&at), old, "{kind}");
        // With the same name, since a history has it inside.
        let to = carts.write("b/game.p8", "");
        fs::rename(&at, &to).expect("moved");
        assert_eq!(carts.key(&to), old, "{kind}");
        assert_eq!(fs::read_to_string(&kept).expect("as it was"), "kept");
    }
    let carts = Carts::new("ids-old-named");
    let at = carts.write("a/game.p8", &with_id("x=1", ID));
    let run = carts.home.runs().join(format!("{}.run", carts.key(&at)));
    fs::create_dir_all(carts.home.runs()).expect("made");
    fs::write(&run, "").expect("written");
    assert_eq!(newest_run_named(&carts.home, "game").expect("readable"), Some(run));
}

#[test]
fn an_id_is_added_to_carts_of_all_kinds_and_changes_nothing_else() {
    let carts = Carts::new("ids-added");
    let mut whole = format::Cartridge::new(rasher::Rom::empty("a"));
    whole.code = b"-- title\n-- author\nx=1\n".to_vec();
    whole.rom.data[5] = 0x77;
    whole.label = Some(Box::new([3; rasher::PIXELS]));
    for (file, bytes) in [
        ("a.p8", format::write_p8(&whole).expect("written")),
        ("a.p8.png", format::write_p8png(&whole).expect("written")),
        ("a.lua", whole.code.clone()),
    ] {
        let path = carts.folder.path(file);
        fs::write(&path, &bytes).expect("written");
        let read = || format::read_cartridge(&fs::read(&path).expect("there"), file).expect("a cartridge");
        let before = read();
        assert_eq!(add_cart_id(&path, 7, true).expect("read"), None, "{file}: no copy without an id");
        assert_eq!(add_cart_id(&path, 7, false).expect("written").as_deref(), Some("0000000000000007"));
        let after = read();
        assert_eq!(
            format::without_cart_id(&after.code).trim_ascii_end(),
            before.code.trim_ascii_end(),
            "{file}"
        );
        assert_eq!((after.head(), after.description()), (before.head(), before.description()), "{file}");
        assert_eq!((&after.rom.data, &after.label), (&before.rom.data, &before.label), "{file}");
        assert_eq!(add_cart_id(&path, 8, false).expect("read"), None, "{file}: it has one");
        assert_eq!(add_cart_id(&path, 9, true).expect("written").as_deref(), Some("0000000000000009"));
        assert_eq!(cart_id(&path).expect("read").as_deref(), Some("0000000000000009"), "{file}: of the copy");
    }
    // An id is no title.
    let alone = carts.write("empty.p8", &code(""));
    add_cart_id(&alone, 7, false).expect("written");
    let read = format::read_cartridge(&fs::read(&alone).expect("there"), "empty.p8").expect("a cartridge");
    assert_eq!(read.head(), Vec::<String>::new());
    // A cart without room, and a file that is none.
    let full = carts.write("full.p8", &code(&"-".repeat(format::CODE_CHARS - 10)));
    assert_eq!(add_cart_id(&full, 7, false).expect("read"), None);
    assert!(add_cart_id(&carts.folder.path("gone.p8"), 7, false).is_err());
}

#[test]
fn a_broken_list_is_set_aside_and_a_hostile_one_leads_nowhere() {
    let carts = Carts::new("ids-broken");
    let at = carts.write("a/game.p8", &with_id("x=1", ID));
    let real = at.canonicalize().expect("there").display().to_string();
    for (text, broken) in [
        ("{", true),
        ("[1]", true),
        (&*format!("[[{real:?}, \"{ID}\", \"../../x\"]]"), false),
        (&*format!("[[{real:?}, \"{ID}\", \"\"]]"), false),
    ] {
        fs::write(carts.home.ids(), text).expect("written");
        assert_eq!(CartIds::read(&carts.home).is_err(), broken, "{text}");
        assert_eq!(carts.key(&at), ID, "{text}");
    }
}

#[test]
fn two_windows_remember_the_same() {
    let carts = Carts::new("ids-two");
    let paths: Vec<PathBuf> =
        (0..8).map(|n| carts.write(&format!("{n}/game.p8"), &with_id("x=1", ID))).collect();
    let keys = |_| -> Vec<String> { paths.iter().map(|path| carts.key(path)).collect() };
    let all: Vec<Vec<String>> = std::thread::scope(|scope| {
        let windows: Vec<_> = (0..2).map(|n| scope.spawn(move || keys(n))).collect();
        windows.into_iter().map(|window| window.join().expect("no panic")).collect()
    });
    assert_eq!(all[0], all[1]);
    let mut distinct = all[0].clone();
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), 8);
}
