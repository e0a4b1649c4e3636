//! Several windows with one home: no window's run or record is lost.
//!
//! Each window is a value here: locks belong to the open file, so two in one program exclude each other as two
//! programs do. The expected results are our decisions.

use rasher::Records;
use rasher::memory::ROM_SIZE;
use rasher_store::{CartData, Home, RUNS_MAX, RunFile, StoreError};
use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use crate::common::{Folder, Played, slot};

static ROM: [u8; ROM_SIZE] = [3; ROM_SIZE];

fn open(home: &Home) -> RunFile {
    RunFile::open(home, "game").expect("there is a place for one more")
}

/// The seed and the frames of the run stored there.
fn kept(file: &RunFile) -> Option<(u64, u64)> {
    let kept = file.read().expect("a good file");
    kept.map(|kept| (kept.recording.start.seed, kept.recording.frames()))
}

fn name(file: &RunFile) -> String {
    file.path().file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// A window that has played this many frames.
fn plays(home: &Home, seed: u64, frames: usize) -> RunFile {
    let (mut file, mut run) = (open(home), Played::new("game", seed));
    let part = run.part(frames);
    file.begin(run.start(), &ROM, &part).expect("a good disk");
    file
}

/// Gives a run an age: which one is newer is asked of the file system, whose clock may be coarse.
fn age(path: &Path, seconds: u64) {
    let time = SystemTime::now() - Duration::from_secs(seconds);
    fs::File::options().append(true).open(path).unwrap().set_modified(time).unwrap();
}

#[test]
fn a_run_grows_is_replaced_by_the_next_and_goes_when_it_is_over() {
    let folder = Folder::new("grows");
    let home = folder.home();
    let (mut file, mut first) = (open(&home), Played::new("game", 1));
    assert_eq!(kept(&file), None);
    assert!(!file.has_begun());
    let part = first.part(30);
    file.begin(first.start(), &ROM, &part).unwrap();
    assert_eq!(kept(&file), Some((1, 30)));
    for more in 1..5 {
        file.append(&first.part(30)).unwrap();
        assert_eq!(kept(&file), Some((1, 30 + 30 * more)));
    }
    drop(file);
    let (mut file, mut second) = (open(&home), Played::new("game", 2));
    assert_eq!((kept(&file), file.is_second()), (Some((1, 150)), false), "it is the file that was left");
    let part = second.part(7);
    file.begin(second.start(), &ROM, &part).unwrap();
    file.append(&second.part(3)).unwrap();
    assert_eq!(kept(&file), Some((2, 10)));
    file.end().unwrap();
    file.end().expect("a missing file counts as deleted");
    assert_eq!((kept(&file), file.has_begun()), (None, false));
    file.append(&second.part(3)).expect("nothing has begun");
    let names: Vec<_> = fs::read_dir(home.runs()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["game.lock"], "nothing else is left");
}

/// What can happen to a stored run: its home, and its file.
type Removal = fn(&Home, &Path);

/// Seen once: after that, the parts went into an unreachable file.
#[test]
fn a_run_whose_file_was_removed_goes_on_in_a_new_one_and_says_so() {
    let removals: [(&str, Removal); 4] = [
        ("the file", |_, path| fs::remove_file(path).unwrap()),
        ("the folder", |home, _| fs::remove_dir_all(home.runs()).unwrap()),
        ("moved away", |home, _| fs::rename(home.runs(), home.runs().with_extension("old")).unwrap()),
        ("another in its place", |_, path| {
            fs::remove_file(path).unwrap();
            fs::write(path, "of another program").unwrap();
        }),
    ];
    for (name, remove) in removals {
        let folder = Folder::new("gone");
        let home = folder.home();
        let (mut file, mut run) = (open(&home), Played::new("game", 1));
        let part = run.part(30);
        file.begin(run.start(), &ROM, &part).unwrap();
        assert!(file.append(&run.part(20)).unwrap().is_none());
        let path = file.path().to_path_buf();
        remove(&home, &path);
        let told = file.append(&run.part(10)).expect(name).expect(name).to_string();
        assert!(told.contains("was deleted") && told.contains(&*path.to_string_lossy()), "{name}: {told}");
        assert_eq!(kept(&file), Some((1, 60)), "{name}: nothing of it is missing");
        assert!(file.append(&run.part(10)).expect(name).is_none(), "{name}: it is said once");
        assert_eq!(file.path(), path, "{name}");
        // It belongs to this window: another one on the same cart stores its run separately.
        let beside = open(&home);
        assert!(beside.is_second() && beside.path() != path, "{name}");
        drop((file, beside));
        assert_eq!(kept(&open(&home)), Some((1, 70)), "{name}: it comes back");
        let other = path.with_extension("run.other");
        assert_eq!(other.exists(), name == "another in its place", "{name}");
    }
}

#[test]
fn a_second_window_saves_its_run_separately_and_both_come_back() {
    let folder = Folder::new("beside");
    let home = folder.home();
    let first = plays(&home, 1, 30);
    let second = plays(&home, 2, 20);
    assert_eq!((first.is_second(), second.is_second()), (false, true));
    assert_eq!((name(&first), name(&second)), ("game.run".into(), "game.run2".into()));
    assert_eq!((kept(&first), kept(&second)), (Some((1, 30)), Some((2, 20))));
    age(first.path(), 20);
    age(second.path(), 10);
    // A third window is not offered the runs of the others.
    let third = open(&home);
    assert_eq!((kept(&third), third.is_second()), (None, true));
    // However the first ends, the next one resumes its run, next to the second's.
    drop((first, third));
    let next = open(&home);
    assert_eq!((kept(&next), next.is_second()), (Some((1, 30)), true));
    drop((next, second));
    // Both have ended: the newer run first, then the other.
    let newest = open(&home);
    assert_eq!((kept(&newest), newest.is_second()), (Some((2, 20)), false));
    let other = open(&home);
    assert_eq!((kept(&other), other.is_second()), (Some((1, 30)), true));
}

#[test]
fn more_windows_than_runs_are_reported() {
    let folder = Folder::new("many");
    let home = folder.home();
    let all: Vec<RunFile> = (0..RUNS_MAX).map(|n| plays(&home, n.into(), 1)).collect();
    let error = RunFile::open(&home, "game").expect_err("all are taken");
    assert!(matches!(error, StoreError::InUse { .. }), "{error}");
    assert!(RunFile::open(&home, "another").is_ok());
    drop(all);
    assert_eq!(kept(&open(&home)).map(|(_, frames)| frames), Some(1));
}

fn numbers(of: &[(usize, u8)]) -> [u8; 256] {
    let mut data = [0; 256];
    of.iter().for_each(|(number, value)| data[number * 4] = *value);
    data
}

fn on_disk(home: &Home, id: &str) -> [u8; 256] {
    let (data, errors) = CartData::read(home);
    assert!(errors.is_empty(), "{errors:?}");
    *data.all()[id]
}

#[test]
fn what_two_windows_save_is_merged_by_number() {
    let folder = Folder::new("merge");
    let home = folder.home();
    CartData::default().write(&home, "game", &numbers(&[(0, 9), (5, 5)])).unwrap();
    let [mut a, mut b] = [0; 2].map(|_| CartData::read(&home).0);
    let write = |data: &mut CartData, of: &[(usize, u8)]| {
        let told = data.write(&home, "game", &numbers(of)).expect("a good disk");
        assert!(told.is_none(), "{told:?}");
    };
    // A game in one window raises number 0, in the other number 1, without knowing of each other.
    write(&mut a, &[(0, 10), (5, 5)]);
    write(&mut b, &[(0, 9), (1, 7), (5, 5)]);
    assert_eq!(on_disk(&home, "game"), numbers(&[(0, 10), (1, 7), (5, 5)]));
    // Both continue, and set a number back to 0.
    write(&mut a, &[(0, 11)]);
    write(&mut b, &[(0, 9), (1, 8), (5, 5)]);
    assert_eq!(on_disk(&home, "game"), numbers(&[(0, 11), (1, 8)]));
    // The same change in both is not a conflict.
    write(&mut a, &[(0, 11), (9, 1)]);
    write(&mut b, &[(0, 9), (1, 8), (5, 5), (9, 1)]);
    assert_eq!(on_disk(&home, "game"), numbers(&[(0, 11), (1, 8), (9, 1)]));
    assert_eq!(fs::read_dir(home.saves()).unwrap().count(), 1, "no second file is kept");
}

#[test]
fn where_both_save_the_same_number_both_are_kept() {
    let folder = Folder::new("both");
    let home = folder.home();
    let [mut a, mut b] = [0; 2].map(|_| CartData::read(&home).0);
    let write = |data: &mut CartData, best| data.write(&home, "game", &numbers(&[(0, best)])).unwrap();
    assert!(write(&mut b, 150).is_none());
    let told = write(&mut a, 100).expect("it is reported").to_string();
    assert!(told.contains("the same numbers: 0; kept as") && told.ends_with("game.p8d.txt.other"), "{told}");
    assert!(write(&mut a, 110).is_none(), "no other writer since");
    assert_eq!(on_disk(&home, "game"), numbers(&[(0, 110)]));
    let other = || fs::read_to_string(home.saves().join("game.p8d.txt.other")).unwrap();
    assert!(other().starts_with("00000096"), "150: {}", other());
    // The other window continues: each keeps the numbers it overwrites in the other, once, and reports it
    // once.
    assert!(write(&mut b, 160).is_some());
    assert!(write(&mut a, 120).is_none());
    assert!(write(&mut b, 170).is_none());
    assert!(other().starts_with("000000a0"), "160: {}", other());
    let names = fs::read_dir(home.saves()).unwrap().count();
    assert_eq!(names, 3, "the data, and one file of each window");
}

#[test]
fn cart_data_lost_or_broken_in_between_are_written_again() {
    let folder = Folder::new("between");
    let home = folder.home();
    let mut data = CartData::default();
    let file = home.saves().join("game.p8d.txt");
    data.write(&home, "game", &numbers(&[(0, 1), (1, 1)])).unwrap();
    fs::remove_file(&file).unwrap();
    data.write(&home, "game", &numbers(&[(0, 2), (1, 1)])).unwrap();
    assert_eq!(on_disk(&home, "game"), numbers(&[(0, 2), (1, 1)]));
    fs::write(&file, "nonsense").unwrap();
    let told =
        data.write(&home, "game", &numbers(&[(0, 3), (1, 1)])).unwrap().expect("it is reported").to_string();
    assert!(told.contains("nonsense") && told.contains("kept as"), "{told}");
    assert_eq!(on_disk(&home, "game"), numbers(&[(0, 3), (1, 1)]));
}

/// Results are merged by name, keeping the higher, whichever window writes first.
#[test]
fn results_of_two_windows_are_merged_and_none_is_lost() {
    let folder = Folder::new("results");
    let home = folder.home();
    let (mut a, mut b) = (CartData::read(&home).0, CartData::read(&home).0);
    let id = Records::best_id("game");
    let table = |rows: &[(&str, i32)]| {
        let mut table = Records::default();
        rows.iter().for_each(|(name, value)| _ = table.raise(name, *value));
        table.bytes()
    };
    for (window, rows) in [(&mut a, [("floor", 5), ("wins", 1)]), (&mut b, [("turns", -300), ("floor", 3)])] {
        assert!(window.write(&home, &id, &table(&rows)).expect("a good disk").is_none(), "nothing to report");
    }
    let found = Records::read(&CartData::read(&home).0.all()[&id]);
    assert_eq!([found.get("floor"), found.get("wins"), found.get("turns")], [Some(5), Some(1), Some(-300)]);
    a.write(&home, &id, &table(&[("floor", 5), ("wins", 2)])).expect("a good disk");
    let found = Records::read(&CartData::read(&home).0.all()[&id]);
    assert_eq!([found.get("wins"), found.get("turns")], [Some(2), Some(-300)]);
    assert_eq!(fs::read_dir(home.saves()).unwrap().count(), 1, "no second file is kept");
}

/// Data stored by a name that two cartridges share go to one of them; data it already has are kept.
#[test]
fn cart_data_get_another_id_where_that_has_none() {
    let folder = Folder::new("renamed");
    let home = folder.home();
    let mut data = CartData::default();
    data.write(&home, "game.best", &[1; 256]).unwrap();
    data.rename(&home, "game.best", "game-00000001.best").unwrap();
    assert_eq!(on_disk(&home, "game-00000001.best"), [1; 256]);
    assert_eq!(data.all().into_keys().collect::<Vec<_>>(), ["game-00000001.best"]);
    assert_eq!(CartData::read(&home).0.all(), data.all());
    data.write(&home, "game.best", &[2; 256]).unwrap();
    data.rename(&home, "game.best", "game-00000001.best").unwrap();
    assert_eq!(on_disk(&home, "game-00000001.best"), [1; 256]);
    assert_eq!(on_disk(&home, "game.best"), [2; 256], "nothing is lost");
    data.rename(&home, "none", "nothing").unwrap();
    assert!(data.rename(&home, "game.best", "../game").is_err());
}

/// A window that was stopped while holding the home's lock delays the others only briefly.
#[test]
fn a_lock_that_is_never_given_back_loses_nothing() {
    let folder = Folder::new("stopped");
    let home = folder.home();
    let stopped = fs::File::create(folder.path("lock")).unwrap();
    stopped.lock().unwrap();
    CartData::default().write(&home, "game", &[1; 256]).unwrap();
    rasher_store::write_slot(&home, "game", 1, &slot("game", 3)).unwrap();
    assert_eq!(on_disk(&home, "game"), [1; 256]);
}
