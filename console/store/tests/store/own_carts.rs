//! Own carts are renamed, deleted and restored with their runs and slots, and nothing is ever overwritten.

use super::common::Folder;
use rasher_store::{Home, StoreError, cart_key, free_path, move_cart};
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
    for (at, path) in named_by_key(&home, &cart_key(&first)).iter().enumerate() {
        write(path, &at.to_string());
    }
    let check = |at: &Path, before: &Path, want: &str| {
        assert_eq!(at, folder.path(want));
        assert!(!before.exists() && fs::read_to_string(at).expect("moved") == "cart");
        for (n, path) in named_by_key(&home, &cart_key(at)).iter().enumerate() {
            assert_eq!(fs::read_to_string(path).expect("moved along"), n.to_string(), "{want}");
        }
    };
    let renamed = move_cart(&home, &first, Some("b c")).expect("renamed");
    check(&renamed, &first, "my_carts/b c.p8");
    let deleted = move_cart(&home, &renamed, None).expect("deleted");
    check(&deleted, &renamed, "bin/b c.p8");
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
    assert_eq!(move_cart(&home, &a, None).expect("deleted"), bin("a.p8"));
    let again = cart("a.p8");
    assert_eq!(move_cart(&home, &again, None).expect("deleted"), bin("a-2.p8"));
    assert_eq!(free_path(&home.bin(), "a", ".p8").expect("a third"), bin("a-3.p8"));
    // A cart in a folder of its own stays there.
    let inner = write(&home.my_carts().join("many/main.p8"), "m");
    let moved = move_cart(&home, &inner, Some("first")).expect("renamed");
    assert_eq!(moved, home.my_carts().join("many/first.p8"));
    let deleted = move_cart(&home, &moved, None).expect("deleted");
    assert_eq!(deleted, bin("many/first.p8"));
    assert_eq!(
        move_cart(&home, &deleted, Some("first")).expect("restored"),
        moved,
        "next to what it includes"
    );
}
