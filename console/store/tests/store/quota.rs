//! How much a cart may store on the disk. Our decision: a cart must not fill the user's disk, by any call and however
//! often it starts; what the user stores does not count.

use rasher::PIXELS;
use rasher::memory::ROM_SIZE;
use rasher_store::{self as store, CART_BYTES_MAX, CART_FILES_MAX, CartData, Home, StoreError, Taken};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI16, Ordering};

use crate::common::Folder;

const KEY: &str = "game-00000001";

/// Files below a folder except locks, and their bytes.
fn used(folder: &Path) -> (u64, u64) {
    let (mut files, mut bytes, mut folders) = (0, 0, vec![folder.to_path_buf()]);
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).expect("the test's own folder").flatten() {
            let meta = entry.metadata().expect("it is there");
            match meta.is_dir() {
                true => folders.push(entry.path()),
                false if entry.file_name() == "lock" => {}
                false => (files, bytes) = (files + 1, bytes + meta.len()),
            }
        }
    }
    (files, bytes)
}

/// A file that a cart has written, in the nth try.
type Deed = fn(&Home, &mut CartData, u64) -> Result<(), StoreError>;

static PICTURE: [u8; PIXELS] = [7; PIXELS];

/// Every way for a cart to get a file; each makes a new one in each try.
const DEEDS: [(&str, Deed); 6] = [
    ("printed files", |home, _, n| store::print_to(home, KEY, &format!("log{n}"), "line", n % 2 == 0)),
    ("stored data", |home, _, n| {
        store::write_stored(home, KEY, &format!("level{n}.p8"), &[n as u8; ROM_SIZE])
    }),
    ("ids of cart data", |home, data, n| {
        data.playing(KEY);
        data.write(home, &format!("id{n}"), &[n as u8; 256]).map(drop)
    }),
    ("pictures", |home, _, n| {
        // By any name the cart gives them.
        let name = format!("name{}", n % 7);
        store::write_screenshot(home, Taken { name: &name, by: Some(KEY) }, &PICTURE).map(drop)
    }),
    ("films", |home, _, _| {
        store::write_media(home, Taken { name: "film", by: Some(KEY) }, "gif", b"GIF").map(drop)
    }),
    ("sounds", |home, _, _| {
        store::write_media(home, Taken { name: "s", by: Some(KEY) }, "wav", b"RIFF").map(drop)
    }),
];

/// The error names what has no room, how much there is, and where.
fn is_told(error: &StoreError, most: &str) -> bool {
    let text = error.to_string();
    matches!(error, StoreError::Quota { .. })
        && text.starts_with("no room for ")
        && text.contains(&format!("this cart already keeps {most}, the maximum; delete files in "))
        && text.contains(KEY)
}

#[test]
fn a_cart_has_so_many_files_and_no_more_by_each_call_and_over_restarts() {
    for (name, deed) in DEEDS {
        let folder = Folder::new("files");
        let mut kept = 0;
        // Started four times, as a window or by commands in sequence.
        for start in 0..4 {
            let (home, mut data) = (folder.home(), CartData::default());
            for n in 0..100 {
                match deed(&home, &mut data, 100 * start + n) {
                    Ok(()) => kept += 1,
                    Err(error) => assert!(is_told(&error, "256 files"), "{name}: {error}"),
                }
            }
        }
        // The list of files it has made elsewhere is a file too.
        let own = if ["printed files", "stored data"].contains(&name) { 0 } else { 1 };
        assert_eq!(kept + own, CART_FILES_MAX, "{name}");
        assert_eq!(used(&folder.0).0, CART_FILES_MAX, "{name}");
    }
}

#[test]
fn all_that_a_cart_keeps_counts_together_and_no_more_bytes_than_so_many() {
    let folder = Folder::new("bytes");
    let line = "x".repeat(1 << 20);
    static NEXT: AtomicI16 = AtomicI16::new(0);
    for start in 0..3u64 {
        let home = folder.home();
        for n in 0..30u64 {
            let sound = format::wav(&vec![NEXT.fetch_add(1, Ordering::Relaxed); 1 << 19]);
            let done = [
                store::print_to(&home, KEY, "log", &line, false),
                store::write_media(&home, Taken { name: "s", by: Some(KEY) }, "wav", &sound).map(drop),
            ];
            for error in done.into_iter().filter_map(Result::err) {
                assert!(is_told(&error, "64 MiB"), "{start} {n}: {error}");
            }
        }
    }
    let (_, bytes) = used(&folder.0);
    assert!((CART_BYTES_MAX - (2 << 20)..=CART_BYTES_MAX).contains(&bytes), "{bytes}");
    // A file that is truncated gives its room back, and so does a deleted one at the next start.
    let home = folder.home();
    store::print_to(&home, KEY, "log", "short", true).expect("it becomes smaller");
    store::print_to(&home, KEY, "log", &line, false).expect("there is room again");
    fs::remove_dir_all(folder.0.join("screenshots")).expect("the test's own folder");
    let home = folder.home();
    (0..20).for_each(|_| store::print_to(&home, KEY, "log", &line, false).expect("there is room"));
}

#[test]
fn what_a_person_keeps_and_what_other_carts_keep_does_not_count() {
    let folder = Folder::new("others");
    let (home, mut data) = (folder.home(), CartData::default());
    // Its own numbers were there before; the user takes pictures.
    data.write(&home, "old", &[1; 256]).expect("a good disk");
    let shoot = || store::write_screenshot(&home, "game".into(), &PICTURE);
    shoot().expect("a good disk");
    let (_, fill) = DEEDS[0];
    let refused = (0..300).filter(|n| fill(&home, &mut data, *n).is_err()).count();
    assert_eq!(refused as u64, 300 - CART_FILES_MAX);
    data.playing(KEY);
    data.write(&home, "old", &[2; 256]).expect("no new file");
    let error = data.write(&home, "new", &[2; 256]).expect_err("a new file");
    assert!(is_told(&error, "256 files"), "{error}");
    shoot().expect("a person's own");
    store::print_to(&home, "game-00000002", "log", "line", false).expect("another cart's own");
    data.playing("game-00000002");
    data.write(&home, "new", &[2; 256]).expect("another cart's own");
    // Existing files can be written again and again.
    (0..300).for_each(|n| store::print_to(&home, KEY, "log1", &n.to_string(), true).expect("no new file"));
}

/// A cart cannot change the list of files it has made elsewhere, and entries for deleted files do not make it grow.
#[test]
fn the_list_is_out_of_the_carts_reach_and_bounded() {
    let folder = Folder::new("list");
    let home = folder.home();
    for name in [".made", "./.made", "../.made", "made/../.made"] {
        let error = store::print_to(&home, KEY, name, "", true).expect_err(name);
        assert!(matches!(error, StoreError::Name { .. }), "{error}");
    }
    let list: PathBuf = home.cart(KEY).expect("a good key").join(".made");
    for _ in 0..1200 {
        let taken = Taken { name: "s", by: Some(KEY) };
        // Each time another program, which checks at once.
        let path = store::write_media(&folder.home(), taken, "wav", b"RIFF").expect("the one before is gone");
        fs::remove_file(path).expect("a person deletes it");
    }
    let lines = fs::read_to_string(&list).expect("it is kept").lines().count();
    assert!((2..=1025).contains(&lines), "{lines}");
}
