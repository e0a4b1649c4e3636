//! Own carts are renamed, deleted and restored with their runs and slots, and nothing is ever overwritten.

use super::common::{Folder, slot};
use format::{EditKind, EditLog, EditState};
use rasher_store::{
    CartIds, Home, StoreError, append_history, free_path, move_cart, path_key, read_history, read_slot,
    remember_cart, write_slot,
};
use std::fs;
use std::path::{Path, PathBuf};

fn write(path: &Path, text: &str) -> PathBuf {
    fs::create_dir_all(path.parent().expect("a folder")).expect("made");
    fs::write(path, text).expect("written");
    path.to_path_buf()
}

/// Files named by the cart's key.
fn named_by_key(home: &Home, key: &str) -> [PathBuf; 4] {
    [
        home.runs().join(format!("{key}.run")),
        home.runs().join(format!("{key}.run2")),
        home.slots().join(format!("{key}-3.slot")),
        home.carts().join(key).join("label"),
    ]
}

#[test]
fn a_renamed_deleted_and_restored_cart_keeps_its_runs_and_slots() {
    let folder = Folder::new("own-moves");
    let home = folder.home();
    let first = write(&home.my_carts().join("a.p8"), "cart");
    // One that only an earlier version has opened.
    let key = path_key(&first);
    for (at, path) in named_by_key(&home, &key).iter().enumerate() {
        write(path, &at.to_string());
    }
    let check = |at: &Path, before: &Path, want: &str| {
        assert_eq!(at, folder.path(want));
        assert!(!before.exists() && fs::read_to_string(at).expect("moved") == "cart");
        // The files stay where they are, named by the cart's key.
        assert_eq!(CartIds::read(&home).expect("readable").key(at), key, "{want}");
        for (n, path) in named_by_key(&home, &key).iter().enumerate() {
            assert_eq!(fs::read_to_string(path).expect("as it was"), n.to_string(), "{want}");
        }
    };
    let renamed = move_cart(&home, &first, Some("b c")).expect("renamed");
    check(&renamed, &first, "my_carts/b c.p8");
    let deleted = move_cart(&home, &renamed, None).expect("deleted");
    check(&deleted, &renamed, "bin/b c/b c.p8");
    let back = move_cart(&home, &deleted, Some("b c")).expect("restored");
    check(&back, &deleted, "my_carts/b c.p8");
    assert_eq!(move_cart(&home, &back, Some("b c")).expect("as it was"), back);
}

#[test]
fn nothing_is_overwritten_and_nothing_else_is_moved() {
    let folder = Folder::new("own-refused");
    let home = folder.home();
    let cart = |name: &str| write(&home.my_carts().join(name), name);
    let (a, b, png) = (cart("a.p8"), cart("b.p8"), cart("a.P8.png"));
    let error = move_cart(&home, &a, Some("b")).expect_err("b exists");
    assert!(matches!(&error, StoreError::Exists { path } if *path == b), "{error}");
    // Its ending stays, as written.
    assert_eq!(move_cart(&home, &png, Some("b")).expect("another file"), home.my_carts().join("b.P8.png"));
    for bad in ["", "../x", "x/y", ".x", "c:x", "x\\y", "\0"] {
        assert!(matches!(move_cart(&home, &a, Some(bad)), Err(StoreError::Name { .. })), "{bad:?}");
    }
    let outside = write(&folder.path("elsewhere/x.p8"), "x");
    let around = home.my_carts().join("../elsewhere/x.p8");
    assert!(matches!(move_cart(&home, &around, None), Err(StoreError::Outside { .. })));
    let names = write(&home.my_carts().join("notes.txt"), "n");
    assert!(matches!(move_cart(&home, &outside, None), Err(StoreError::Outside { .. })));
    assert!(matches!(move_cart(&home, &names, None), Err(StoreError::Name { .. })));
    assert!(matches!(
        move_cart(&home, &home.my_carts().join("gone.p8"), None),
        Err(StoreError::System { .. })
    ));
    // Two carts with the same name are both in the bin.
    let bin = |name: &str| home.bin().join(name);
    assert_eq!(move_cart(&home, &a, None).expect("deleted"), bin("a/a.p8"));
    let again = cart("a.p8");
    assert_eq!(move_cart(&home, &again, None).expect("deleted"), bin("a-2/a.p8"));
    assert_eq!(move_cart(&home, &bin("a-2/a.p8"), None).expect("as it was"), bin("a-2/a.p8"));
    assert_eq!(free_path(&home.bin(), "a", "").expect("a third"), bin("a-3"));
    // An earlier version had all of them in one folder.
    let old = write(&bin("old.p8"), "o");
    assert_eq!(move_cart(&home, &old, Some("old")).expect("restored"), home.my_carts().join("old.p8"));
    // A cart in a folder of its own stays there.
    let inner = write(&home.my_carts().join("many/main.p8"), "m");
    let moved = move_cart(&home, &inner, Some("first")).expect("renamed");
    assert_eq!(moved, home.my_carts().join("many/first.p8"));
    let deleted = move_cart(&home, &moved, None).expect("deleted");
    assert_eq!(deleted, bin("first/many/first.p8"));
    let back = move_cart(&home, &deleted, Some("first")).expect("restored");
    assert_eq!(back, moved, "next to what it includes");
}

/// All files of own carts and of the bin, in order.
fn all(home: &Home) -> Vec<String> {
    let (mut files, mut folders) = (Vec::new(), vec![home.my_carts(), home.bin()]);
    while let Some(folder) = folders.pop() {
        let entries: Vec<_> = fs::read_dir(&folder).into_iter().flatten().flatten().collect();
        assert!(
            !entries.is_empty() || folder == home.my_carts() || folder == home.bin(),
            "{folder:?} is empty"
        );
        for path in entries.into_iter().map(|entry| entry.path()) {
            match path.is_dir() {
                true => folders.push(path),
                false => files.push(
                    path.strip_prefix(home.bin().parent().expect("the home"))
                        .expect("below it")
                        .display()
                        .to_string(),
                ),
            }
        }
    }
    files.sort();
    files
}

fn code(text: &str) -> String {
    format!("pico-8 cartridge // http://www.pico-8.com\nversion 41\n__lua__\n{text}\n")
}

/// Our decision: what only this cart needs goes into the bin with it and comes back. Notes and other carts stay.
#[test]
fn the_files_that_only_one_cart_needs_move_along() {
    let folder = Folder::new("own-files");
    let home = folder.home();
    let mine = |name: &str, text: &str| write(&home.my_carts().join(name), text);
    let main = mine("game/main.p8", &code("#include lib/one.lua\n#include both.lua"));
    let level = mine("game/level.p8", &code("#include both.lua"));
    for (name, text) in [
        ("game/lib/one.lua", "function _draw() end"),
        ("game/both.lua", "function _draw() end"),
        ("game/sprites/main.png", "x"),
        ("game/sfx/main.music", "x"),
        ("game/sprites/level.png", "x"),
    ] {
        mine(name, text);
    }
    let before = all(&home);
    let deleted = move_cart(&home, &main, None).expect("deleted");
    let left = ["both.lua", "level.p8", "sprites/level.png"].map(|name| format!("my_carts/game/{name}"));
    let bin = ["lib/one.lua", "main.p8", "sfx/main.music", "sprites/main.png"];
    let bin = bin.map(|name| format!("bin/main/game/{name}"));
    assert_eq!(all(&home), [&bin[..], &left].concat());
    // The last cart takes all that is left, and the folder is gone.
    let other = move_cart(&home, &level, None).expect("deleted");
    assert!(!home.my_carts().join("game").exists());
    assert_eq!(move_cart(&home, &other, Some("level")).expect("restored"), level);
    assert_eq!(move_cart(&home, &deleted, Some("main")).expect("restored"), main);
    assert_eq!(all(&home), before);
    // Data files have the cart's name; included files keep theirs.
    let renamed = move_cart(&home, &main, Some("new.one")).expect("renamed");
    assert_eq!(renamed, home.my_carts().join("game/new.one.p8"));
    let names = all(&home);
    let has = |name: &str| names.contains(&format!("my_carts/game/{name}"));
    assert!(has("sprites/new.png") && has("sfx/new.music") && has("lib/one.lua"), "{names:?}");
    mine("game/notes.txt", "mine");
    let notes = home.my_carts().join("game/notes.txt");
    for cart in [&renamed, &level] {
        move_cart(&home, cart, None).expect("deleted");
    }
    assert_eq!(fs::read_to_string(notes).expect("it stays"), "mine");
}

/// The history has the name of the cart's file in it.
#[test]
fn slots_and_unsaved_code_of_a_renamed_cart_are_those_of_its_new_name() {
    let folder = Folder::new("own-named");
    let home = folder.home();
    let first = write(&home.my_carts().join("one.p8"), &code("x=1"));
    let key = remember_cart(&home, &first, "0123456789abcdef").expect("written");
    write_slot(&home, &key, 3, &slot("one", 5)).expect("written");
    let state = |file: &str, text: &str| EditState {
        files: vec![(file.into(), text.into()), ("lib.lua".into(), b"y".to_vec())],
        ..EditState::default()
    };
    let mut log = EditLog::default();
    let (disk, opened) = log.add((1, EditKind::Opened, false), (0, 0), state("one.p8", "x=1"));
    let (tip, edited) = log.add((2, EditKind::Edited, true), (disk, disk), state("one.p8", "x=12"));
    append_history(&home, &key, &[opened, edited].concat()).expect("written");
    let mut cart = first;
    for (by_hand, name) in [(false, Some("two")), (false, None), (false, Some("my.three")), (true, None)] {
        cart = match by_hand {
            false => move_cart(&home, &cart, name).expect("moved"),
            true => {
                let to = folder.path("four.p8");
                fs::rename(&cart, &to).expect("moved by another program");
                to
            }
        };
        assert_eq!(remember_cart(&home, &cart, "0123456789abcdef").expect("known"), key);
        let found = read_slot(&home, &key, 3).expect("it is of this cart").expect("it is there");
        assert_eq!(found.moment.frame, 5);
        let log = EditLog::from_bytes(&read_history(&home, &key).expect("it is there"));
        let file = cart.file_name().expect("a name").to_string_lossy().into_owned();
        assert_eq!(log.state(tip), Some(state(&file, "x=12")), "{file}");
        assert_eq!(log.tip().map(|tip| (tip.id, tip.files_at)), Some((tip, disk)));
    }
    let left = |folder: PathBuf| fs::read_dir(folder).expect("it is there").count();
    assert_eq!((left(home.slots()), left(home.history())), (1, 1), "nothing is left under other names");
}
