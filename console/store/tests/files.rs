//! Files as a person meets them: written, read back, refused, set aside. What is expected is our decision throughout.

use rasher::PIXELS;
use rasher::memory::ROM_SIZE;
use rasher_store::{self as store, Home, RunFile, StoreError};
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

mod common;
use common::{Folder, Played, slot};

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder is made");
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

static ROM: [u8; ROM_SIZE] = [3; ROM_SIZE];

/// The seed and the frames of the run that is kept.
fn kept(home: &Home) -> Option<(u64, u64)> {
    let kept = store::read_run(home, "game").expect("a good file");
    kept.map(|kept| (kept.recording.start.seed, kept.recording.frames()))
}

#[test]
fn a_run_grows_is_replaced_by_the_next_and_goes_when_it_is_over() {
    let folder = Folder::new("grows");
    let home = folder.home();
    assert_eq!(kept(&home), None);
    let mut first = Played::new("game", 1);
    let part = first.part(30);
    let mut file = RunFile::begin(&home, first.start(), &ROM, &part).unwrap();
    assert_eq!(kept(&home), Some((1, 30)));
    for more in 1..5 {
        file.append(&first.part(30)).unwrap();
        assert_eq!(kept(&home), Some((1, 30 + 30 * more)));
    }
    let mut second = Played::new("game", 2);
    let part = second.part(7);
    let taken =
        RunFile::begin(&home, second.start(), &ROM, &part).expect_err("the first one is being written");
    assert!(matches!(taken, StoreError::InUse { .. }), "{taken}");
    store::end_run(&home, "game").expect("it is left to who writes it");
    file.append(&first.part(30)).unwrap();
    assert_eq!(kept(&home), Some((1, 180)));
    drop(file);
    let mut next = RunFile::begin(&home, second.start(), &ROM, &part).unwrap();
    assert_eq!(kept(&home), Some((2, 7)));
    next.append(&second.part(3)).unwrap();
    assert_eq!(kept(&home), Some((2, 10)));
    assert_eq!(names(&home.runs()), ["game.lock", "game.run"], "nothing else is left beside it");
    drop(next);
    store::end_run(&home, "game").unwrap();
    store::end_run(&home, "game").expect("what is not there is gone already");
    assert_eq!(kept(&home), None);
}

#[test]
fn a_slot_is_kept_replaced_and_emptied() {
    let folder = Folder::new("slot");
    let home = folder.home();
    let read = |number| store::read_slot(&home, "still", number).expect("a good file");
    assert_eq!(read(1), None, "empty is no error");
    for frames in [3, 5] {
        store::write_slot(&home, 1, &slot("still", frames)).expect("it can be written");
        assert_eq!(read(1), Some(slot("still", frames)));
    }
    assert_eq!(read(2), None);
    store::empty_slot(&home, "still", 1).expect("it is there");
    store::empty_slot(&home, "still", 1).expect("and what is not there is empty");
    assert_eq!(read(1), None);
}

/// A reader of the home, without what it read.
type Reader = fn(&Home) -> Result<bool, StoreError>;

/// Every reader of a file of the home, the file that it reads, and what it says of nonsense.
const READERS: [(&str, &str, Reader); 4] = [
    ("settings.json", "no sense", |home| {
        store::read_settings(home, |_| Err::<(), _>("no sense".into())).map(|read| read.is_some())
    }),
    ("cdata/game.p8d.txt", "found \"nonsense\"", |home| {
        let (saves, mut errors) = store::read_saves(home);
        errors.pop().map_or(Ok(!saves.is_empty()), Err)
    }),
    ("runs/game.run", "not a run", |home| store::read_run(home, "game").map(|read| read.is_some())),
    ("slots/game-3.slot", "not a slot", |home| store::read_slot(home, "game", 3).map(|read| read.is_some())),
];

#[test]
fn what_cannot_be_understood_is_set_aside_and_told() {
    let other = slot("other", 2).to_bytes();
    let more: [(usize, &[u8], &str); 4] = [
        (2, b"rasher run 9\n", "a run of format 9"),
        (2, b"rasher run 1\n", "a damaged run"),
        (3, b"rasher slot 9\n", "format 9"),
        (3, &other, "a moment of \"other\""),
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
            let told = format!("it is kept as {}", kept.display());
            assert!(error.contains(name) && error.contains(says) && error.contains(&told), "{error}");
            assert_eq!(fs::read(&kept).unwrap(), bytes, "nothing is lost");
            assert!(!read(&home).expect("it is out of the way"), "{name}");
        }
    }
}

/// Is this a system with pipes and devices among its files, and with commands that make pipes and links?
fn has_devices() -> bool {
    Path::new("/dev/zero").exists()
}

fn run(command: &str, arguments: &[&OsStr]) -> bool {
    Command::new(command).args(arguments).status().is_ok_and(|it| it.success())
}

/// A folder, a named pipe and a device in a file's place: said at once, neither moved nor written over.
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
    for ((name, _, read), most) in
        READERS.iter().zip([store::SETTINGS_MAX, store::SAVE_MAX, store::READ_MAX, store::READ_MAX])
    {
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
    store::write_settings(&home, b"new").unwrap();
    assert_eq!(fs::read_to_string(elsewhere).unwrap(), "new");
    assert!(fs::symlink_metadata(home.settings()).unwrap().is_symlink());
}

#[test]
fn names_cannot_lead_out_of_their_folder() {
    let folder = Folder::new("names");
    let home = folder.home();
    for name in ["../x", "/etc/x", "a/b", "a\\b", "..", ".", "", ".hidden", "c:x", "a\0b"] {
        let part = Played::new(name, 1).part(1);
        let outcomes = [
            store::print_to(&home, name, "line", true),
            store::print_to(&home, name, "line", false),
            store::write_save(&home, name, &[0; 256]),
            store::write_slot(&home, 1, &slot(name, 1)),
            store::read_slot(&home, name, 1).map(drop),
            store::empty_slot(&home, name, 1),
            store::read_run(&home, name).map(drop),
            store::end_run(&home, name),
            RunFile::begin(&home, Played::new(name, 1).start(), &ROM, &part).map(drop),
        ];
        for outcome in outcomes {
            assert!(matches!(outcome, Err(StoreError::Name { .. })), "{name:?}: {outcome:?}");
        }
    }
    assert!(names(&folder.0).is_empty());
}

#[test]
fn what_a_cart_prints_is_appended_or_begun_anew() {
    let folder = Folder::new("print");
    let home = folder.home();
    let text = || fs::read_to_string(home.recordings().join("log.p8l")).unwrap();
    store::print_to(&home, "log", "one", false).unwrap();
    store::print_to(&home, "log", "two", false).unwrap();
    assert_eq!(text(), "one\ntwo\n");
    store::print_to(&home, "log", "three", true).unwrap();
    assert_eq!(text(), "three\n");
    store::print_to(&home, "log.txt", "four", true).unwrap();
    assert_eq!(names(&home.recordings()), ["log.p8l", "log.txt"]);
}

#[test]
fn screenshots_and_films_get_numbers() {
    let folder = Folder::new("shot");
    let home = folder.home();
    let picture = [7; PIXELS];
    let at = |name: &str| home.screenshots().join(name);
    assert_eq!(store::write_screenshot(&home, "a/b", &picture).unwrap(), at("a_b_0.png"));
    assert_eq!(store::write_screenshot(&home, "a/b", &picture).unwrap(), at("a_b_1.png"));
    let back = format::read_png(&fs::read(at("a_b_1.png")).unwrap(), "shot").expect("a PNG in its colours");
    assert_eq!((back.width, back.height), (512, 512));
    assert!(back.indices.iter().all(|&i| i == 7));
    assert_eq!(store::write_film(&home, "a/b", false, b"gif").unwrap(), at("a_b_0.gif"));
    assert_eq!(store::write_film(&home, "a/b", true, b"png").unwrap(), at("a_b_2.png"));
    assert_eq!(names(&home.screenshots()), ["a_b_0.gif", "a_b_0.png", "a_b_1.png", "a_b_2.png"]);
}

/// What a program that was ended in the middle of a write has left beside goes with a later write, but not while it may
/// still be another program's.
#[test]
fn old_leavings_of_writes_are_removed() {
    let folder = Folder::new("sweep");
    let home = folder.home();
    let old = SystemTime::now() - Duration::from_secs(2 * 3600);
    for (name, time) in [("rasher-1-0.new", old), ("rasher-1-1.new", SystemTime::now()), ("mine.new", old)] {
        let mut file = fs::File::create(folder.path(&format!("cdata/{name}"))).unwrap();
        file.write_all(b"half").unwrap();
        file.set_modified(time).unwrap();
    }
    store::write_save(&home, "game", &[1; 256]).unwrap();
    assert_eq!(names(&home.saves()), ["game.p8d.txt", "mine.new", "rasher-1-1.new"]);
}
