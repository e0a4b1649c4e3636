//! Files as the user meets them: written, read back, refused, moved aside. The expected results are our decisions.

use rasher::PIXELS;
use rasher_store::{self as store, CartData, Home, RunFile, StoreError};
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{Folder, slot};

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder is made");
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_slot_is_kept_replaced_and_emptied() {
    let folder = Folder::new("slot");
    let home = folder.home();
    let read = |number| store::read_slot(&home, "still", number).expect("a good file");
    assert_eq!(read(1), None, "empty is no error");
    for frames in [3, 5] {
        store::write_slot(&home, "still", 1, &slot("still", frames)).expect("it can be written");
        assert_eq!(read(1), Some(slot("still", frames)));
    }
    assert_eq!(read(2), None);
    store::empty_slot(&home, "still", 1).expect("it is there");
    store::empty_slot(&home, "still", 1).expect("and a missing file is empty");
    assert_eq!(read(1), None);
}

/// A reader of the home whose result is dropped.
type Reader = fn(&Home) -> Result<bool, StoreError>;

/// Every reader of a file in the home, the file it reads, and what it says about nonsense.
const READERS: [(&str, &str, Reader); 5] = [
    ("settings.json", "no sense", |home| {
        store::read_settings(home, &home.settings(), |_| Err::<(), _>("no sense".into()))
            .map(|read| read.is_some())
    }),
    ("cdata/game.p8d.txt", "found \"nonsense\"", |home| {
        let (data, mut errors) = CartData::read(home);
        errors.pop().map_or(Ok(!data.all().is_empty()), Err)
    }),
    ("runs/game.run", "not a run", |home| RunFile::open(home, "game")?.read().map(|read| read.is_some())),
    ("slots/game-3.slot", "not a slot", |home| store::read_slot(home, "game", 3).map(|read| read.is_some())),
    ("shelf.json", "no sense", |home| {
        store::read_settings(home, &home.marks(), |_| Err::<(), _>("no sense".into()))
            .map(|read| read.is_some())
    }),
];

#[test]
fn unreadable_files_are_set_aside_and_reported() {
    let other = slot("other", 2).to_bytes();
    let more: [(usize, &[u8], &str); 4] = [
        (2, b"rasher run 9\n", "a run of format 9"),
        (2, b"rasher run 1\n", "a damaged run"),
        (3, b"rasher slot 9\n", "format 9"),
        (3, &other, "it belongs to \"other\""),
    ];
    let nonsense = READERS.iter().enumerate().map(|(n, (_, says, _))| (n, &b"nonsense"[..], *says));
    for (n, bytes, says) in nonsense.chain(more) {
        let (name, _, read) = READERS[n];
        let folder = Folder::new("aside");
        let (home, path) = (folder.home(), folder.path(name));
        for kept in ["broken", "broken2"] {
            fs::write(&path, bytes).unwrap();
            let error = read(&home).expect_err(name).to_string();
            let kept = PathBuf::from(format!("{}.{kept}", path.display()));
            let told = format!("kept as {}", kept.display());
            assert!(error.contains(name) && error.contains(says) && error.contains(&told), "{error}");
            assert_eq!(fs::read(&kept).unwrap(), bytes, "nothing is lost");
            assert!(!read(&home).expect("it is out of the way"), "{name}");
        }
    }
}

/// Whether this system has pipes and devices as files, and commands that make pipes and links.
fn has_devices() -> bool {
    Path::new("/dev/zero").exists()
}

fn run(command: &str, arguments: &[&OsStr]) -> bool {
    Command::new(command).args(arguments).status().is_ok_and(|it| it.success())
}

/// A folder, a named pipe or a device in place of a file: reported at once, neither moved nor overwritten.
#[test]
fn what_is_no_regular_file_is_refused_and_stays() {
    for (name, _, read) in READERS {
        let folder = Folder::new("kinds");
        let home = folder.home();
        let path = folder.path(name);
        let directory = || fs::create_dir(&path).unwrap();
        let mut kinds: Vec<(&str, &dyn Fn())> = vec![("a folder", &directory)];
        let pipe = || assert!(run("mkfifo", &[path.as_ref()]));
        if has_devices() {
            kinds.push(("a pipe, a device or a socket", &pipe));
        }
        for (kind, make) in kinds {
            make();
            let before = fs::symlink_metadata(&path).unwrap().file_type();
            let error = read(&home).expect_err(name);
            assert!(matches!(&error, StoreError::NotRegular { found, .. } if *found == kind), "{error}");
            let error = store::write(&path, b"new").expect_err(name);
            assert!(matches!(&error, StoreError::NotRegular { .. }), "{error}");
            assert_eq!(fs::symlink_metadata(&path).unwrap().file_type(), before);
            if before.is_dir() { fs::remove_dir(&path).unwrap() } else { fs::remove_file(&path).unwrap() }
        }
    }
    for device in ["/dev/zero", "/dev/null"].into_iter().filter(|_| has_devices()) {
        assert!(matches!(store::read(Path::new(device)), Err(StoreError::NotRegular { .. })));
        assert!(matches!(store::write(Path::new(device), b""), Err(StoreError::NotRegular { .. })));
    }
}

#[test]
fn files_larger_than_the_bound_are_refused_unread() {
    let folder = Folder::new("large");
    let home = folder.home();
    let most = [store::SETTINGS_MAX, store::SAVE_MAX, store::READ_MAX, store::READ_MAX, store::SETTINGS_MAX];
    for ((name, _, read), most) in READERS.iter().zip(most) {
        // A hole takes no room on the disk.
        fs::File::create(folder.path(name)).unwrap().set_len(most + 1).unwrap();
        let StoreError::SetAside { source, .. } = read(&home).expect_err(name) else { panic!("{name}") };
        assert_eq!(
            source.to_string(),
            format!("{}: found {} bytes, expected at most {most}", folder.path(name).display(), most + 1)
        );
    }
}

#[test]
fn a_link_is_followed_and_stays_a_link() {
    let folder = Folder::new("link");
    let home = folder.home();
    let elsewhere = folder.path("dotfiles/rasher.json");
    fs::write(&elsewhere, "old").unwrap();
    if !has_devices() {
        return;
    }
    assert!(run("ln", &["-s".as_ref(), elsewhere.as_ref(), home.settings().as_ref()]));
    store::update_settings(&home, &home.settings(), |_| b"new".to_vec()).unwrap();
    assert_eq!(fs::read_to_string(&elsewhere).unwrap(), "new");
    assert!(fs::symlink_metadata(home.settings()).unwrap().is_symlink());
    fs::remove_file(&elsewhere).unwrap();
    store::update_settings(&home, &home.settings(), |_| b"again".to_vec()).unwrap();
    assert_eq!(fs::read_to_string(&elsewhere).unwrap(), "again", "what it names was not there");
    assert!(fs::symlink_metadata(home.settings()).unwrap().is_symlink());

    let round = folder.path("round");
    assert!(run("ln", &["-s".as_ref(), "round".as_ref(), round.as_ref()]));
    let error = store::write(&round, b"new").expect_err("it leads to itself").to_string();
    assert!(error.contains("leads to itself"), "{error}");
}

/// `render --wav /dev/full` used to replace the device by a file, and `debug --png a/b/c.png` made three folders.
#[test]
fn named_outputs_make_no_folder_and_keep_permissions() {
    let folder = Folder::new("outputs");
    let (deep, file) = (folder.0.join("no/such/folder.png"), folder.0.join("picture.png"));
    let error = store::write(&deep, b"new").expect_err("its folder is missing").to_string();
    assert!(error.contains("folder.png: cannot write"), "{error}");
    assert!(names(&folder.0).is_empty());
    store::write(&file, b"one").unwrap();
    let mut only_read = fs::metadata(&file).unwrap().permissions();
    only_read.set_readonly(true);
    fs::set_permissions(&file, only_read.clone()).unwrap();
    if has_devices() {
        store::write(&file, b"two").unwrap();
        assert_eq!(fs::metadata(&file).unwrap().permissions(), only_read);
        assert_eq!(store::copy(&file, &folder.0.join("copy")).unwrap(), 3);
        assert_eq!(fs::metadata(folder.0.join("copy")).unwrap().permissions(), only_read);
    }
    assert_eq!(names(&folder.0).iter().filter(|name| name.contains("rasher")).count(), 0);
    for device in ["/dev/full", "/dev/null"].into_iter().filter(|_| has_devices()).map(Path::new) {
        let before = fs::symlink_metadata(device).unwrap().file_type();
        assert!(matches!(store::copy(&file, device), Err(StoreError::NotRegular { .. })));
        assert!(matches!(store::copy(device, &file), Err(StoreError::NotRegular { .. })));
        assert_eq!(fs::symlink_metadata(device).unwrap().file_type(), before);
    }
}

#[test]
fn names_cannot_lead_out_of_their_folder() {
    let folder = Folder::new("names");
    let home = folder.home();
    for name in ["../x", "/etc/x", "a/b", "a\\b", "..", ".", "", ".hidden", "c:x", "a\0b"] {
        let outcomes = [
            store::print_to(&home, "game", name, "line", true),
            store::print_to(&home, "game", name, "line", false),
            CartData::default().write(&home, name, &[0; 256]).map(drop),
            store::write_slot(&home, name, 1, &slot(name, 1)),
            store::read_slot(&home, name, 1).map(drop),
            store::empty_slot(&home, name, 1),
            RunFile::open(&home, name).map(drop),
        ];
        for outcome in outcomes {
            assert!(matches!(outcome, Err(StoreError::Name { .. })), "{name:?}: {outcome:?}");
        }
    }
    assert!(names(&folder.0).is_empty());
}

#[test]
fn what_a_cart_prints_is_appended_or_overwritten() {
    let folder = Folder::new("print");
    let home = folder.home();
    let text = || fs::read_to_string(home.carts().join("game").join("log.p8l")).unwrap();
    store::print_to(&home, "game", "log", "one", false).unwrap();
    store::print_to(&home, "game", "log", "two", false).unwrap();
    assert_eq!(text(), "one\ntwo\n");
    store::print_to(&home, "game", "log", "three", true).unwrap();
    assert_eq!(text(), "three\n");
    store::print_to(&home, "game", "log.txt", "four", true).unwrap();
    assert_eq!(names(&home.carts().join("game")), ["log.p8l", "log.txt"]);
}

#[test]
fn screenshots_and_films_get_numbers() {
    let folder = Folder::new("shot");
    let home = folder.home();
    let picture = [7; PIXELS];
    let at = |name: &str| home.screenshots().join(name);
    assert_eq!(store::write_screenshot(&home, "a/b".into(), &picture).unwrap(), at("a_b_0.png"));
    assert_eq!(store::write_screenshot(&home, "a/b".into(), &picture).unwrap(), at("a_b_1.png"));
    let back = format::read_png(&fs::read(at("a_b_1.png")).unwrap(), "shot").expect("a PNG in its colours");
    assert_eq!((back.width, back.height), (512, 512));
    assert!(back.indices.iter().all(|&i| i == 7));
    assert_eq!(store::write_media(&home, "a/b".into(), "gif", b"gif").unwrap(), at("a_b_0.gif"));
    assert_eq!(store::write_media(&home, "a/b".into(), "png", b"png").unwrap(), at("a_b_2.png"));
    assert_eq!(
        store::write_media(&home, "a/b".into(), "wav", &format::wav(&[0, -1, 256])).unwrap(),
        at("a_b_0.wav")
    );
    let wav = fs::read(at("a_b_0.wav")).unwrap();
    assert_eq!(
        (&wav[..4], &wav[wav.len() - 6..]),
        (&b"RIFF"[..], &[0, 0, 255, 255, 0, 1][..]),
        "the samples, as they are"
    );
    let all = ["a_b_0.gif", "a_b_0.png", "a_b_0.wav", "a_b_1.png", "a_b_2.png"];
    assert_eq!(names(&home.screenshots()), all);
}

#[test]
fn a_label_is_stored_in_the_carts_own_folder() {
    let folder = Folder::new("label");
    let home = folder.home();
    let path = home.carts().join("game").join("label.png");
    for color in [3, 31] {
        assert_eq!(store::write_label(&home, "game", &[color; PIXELS]).unwrap(), path);
        let back = format::read_png(&fs::read(&path).unwrap(), "label").expect("a PNG in its colours");
        assert_eq!((back.width, back.height, back.indices[0]), (128, 128, color));
    }
    assert!(matches!(store::write_label(&home, "../game", &[3; PIXELS]), Err(StoreError::Name { .. })));
    assert_eq!(names(&home.carts().join("game")), ["label.png"]);
}

/// Temporary files of a program killed during a write are removed at once; those of a running write stay.
#[test]
fn leavings_of_writes_are_removed_and_no_file_that_is_written() {
    let folder = Folder::new("sweep");
    let home = folder.home();
    let left = |name: &str| {
        let mut file = fs::File::create(folder.path(&format!("cdata/{name}"))).unwrap();
        file.write_all(b"half").unwrap();
        file
    };
    let clean = |when: &str| assert_eq!(names(&home.saves()), [".rasher-2.new", "mine.new"], "{when}");
    left("mine.new");
    let written = left(".rasher-2.new");
    written.try_lock().expect("no other process has it");
    left(".rasher-1.new");
    home.remove_leftovers();
    clean("at a start");
    left(".rasher-1.new");
    store::write(&home.saves().join("mine.new"), b"other").unwrap();
    clean("by a write into any folder");
    drop(written);
    home.remove_leftovers();
    assert_eq!(names(&home.saves()), ["mine.new"], "its writer has ended");
}
