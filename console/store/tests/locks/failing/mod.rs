//! The disk fails at every step in turn, once, twice, three times in a row, or for good as in a power cut.
//!
//! ```text
//! old content there ── write on a disk that fails from step K on ──> the old or the new content, whole
//!                                                                     └─ write again on a good disk ──> the new content
//! ```
//!
//! A failed write has written half of its bytes. Our decision: nothing stored is lost, nothing half-written counts as
//! a file, and leftovers of a failed write do no harm. Power cuts that lose acknowledged data are in power.rs.

use rasher::PIXELS;
use rasher::memory::ROM_SIZE;
use rasher_store::{self as store, CartData, Disk, Home, RunFile, SystemDisk};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use timeline::KeptRun;

mod power;
use crate::common::{Folder, Played, slot};

/// Fails in `times` steps from step `from` on.
#[derive(Debug)]
struct FailingDisk {
    from: u32,
    times: u32,
    step: AtomicU32,
}

impl FailingDisk {
    fn new(from: u32, times: u32) -> Arc<FailingDisk> {
        Arc::new(FailingDisk { from, times, step: AtomicU32::new(0) })
    }

    /// Whether the failing steps were reached.
    fn failed(&self) -> bool {
        self.step.load(Ordering::Relaxed) > self.from
    }

    fn step(&self) -> io::Result<()> {
        let step = self.step.fetch_add(1, Ordering::Relaxed);
        if step >= self.from && step - self.from < self.times {
            return Err(io::Error::other(format!("step {step} fails")));
        }
        Ok(())
    }
}

impl Disk for FailingDisk {
    fn create_folders(&self, folder: &Path) -> io::Result<()> {
        self.step().and_then(|()| SystemDisk.create_folders(folder))
    }
    fn create_new(&self, path: &Path) -> io::Result<File> {
        self.step().and_then(|()| SystemDisk.create_new(path))
    }
    fn open_append(&self, path: &Path) -> io::Result<File> {
        self.step().and_then(|()| SystemDisk.open_append(path))
    }
    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
        self.step()
            .inspect_err(|_| file.write_all(&bytes[..bytes.len() / 2]).expect("the test's own disk"))?;
        SystemDisk.write(file, bytes)
    }
    fn sync(&self, file: &File) -> io::Result<()> {
        self.step().and_then(|()| SystemDisk.sync(file))
    }
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.step().and_then(|()| SystemDisk.rename(from, to))
    }
    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        self.step().and_then(|()| SystemDisk.sync_folder(folder))
    }
    fn truncate(&self, file: &File, length: u64) -> io::Result<()> {
        self.step().and_then(|()| SystemDisk.truncate(file, length))
    }
    fn remove(&self, path: &Path) -> io::Result<()> {
        self.step().and_then(|()| SystemDisk.remove(path))
    }
}

/// How many steps fail in a row: the recovery may fail too.
const TIMES: [u32; 4] = [1, 2, 3, u32::MAX];

static ROM: [u8; ROM_SIZE] = [3; ROM_SIZE];

/// Attempts something on a disk that fails `times` times from step 0, from step 1, and so on, until the failing step
/// is not reached. Returns the number of steps of the attempt.
fn at_each_step(times: u32, mut attempt: impl FnMut(&str, &Arc<FailingDisk>)) -> u32 {
    let mut steps = 0;
    loop {
        let disk = FailingDisk::new(steps, times);
        attempt(&format!("{times} steps fail from {steps} on"), &disk);
        if !disk.failed() {
            return steps;
        }
        steps += 1;
    }
}

/// All files below a folder except locks, which are always empty.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).expect("the test's own folder") {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if !path.to_string_lossy().ends_with("lock") {
                let name = path.strip_prefix(folder).unwrap().to_string_lossy().into_owned();
                all.insert(name, fs::read(path).unwrap());
            }
        }
    }
    all
}

/// A write, with content 0 or 1 for old or new; returns whether it succeeded.
type Deed = fn(&Home, u64) -> bool;

/// Every write of a whole file, with its steps: make the folder, make a temporary file, write, sync, rename, sync the
/// folder. A printed file is not synced. Settings, cart data and a run are locked first: make the folder, open the
/// lock.
const DEEDS: [(&str, u32, Deed); 10] = [
    ("settings", 8, |home, n| {
        store::update_settings(home, &home.settings(), |_| format!("settings {n}").into_bytes()).is_ok()
    }),
    ("cart data", 8, |home, n| CartData::default().write(home, "game", &[n as u8; 256]).is_ok()),
    ("a slot", 6, |home, n| store::write_slot(home, "game", 1, &slot("game", 3 + n as usize)).is_ok()),
    ("no slot", 1, |home, n| match n {
        0 => store::write_slot(home, "game", 1, &slot("game", 3)).is_ok(),
        _ => store::empty_slot(home, "game", 1).is_ok(),
    }),
    ("a run", 8, |home, n| {
        let mut run = Played::new("game", n);
        let part = run.part(5);
        open(home).begin(run.start(), &ROM, &part).is_ok()
    }),
    ("no run", 3, |home, n| match n {
        0 => DEEDS[4].2(home, 0),
        _ => open(home).end().is_ok(),
    }),
    ("marks", 8, |home, n| {
        store::update_settings(home, &home.marks(), |_| format!("marks {n}").into_bytes()).is_ok()
    }),
    ("a label", 6, |home, n| store::write_label(home, "game", &[n as u8; PIXELS]).is_ok()),
    ("a printed file", 4, |home, n| store::print_to(home, "game", "log", &format!("line {n}"), true).is_ok()),
    ("a copy of the data", 19, |home, n| n == 0 || copy_data(home)),
];

/// Makes the user's own copy of a cart's data, with an edited flag.
fn copy_data(home: &Home) -> bool {
    if home.own_copy("game").unwrap().is_dir() {
        return true;
    }
    let parts = format::parts(&rasher::Rom::empty("game"), format::SharedOwner::Sheet);
    let [flags, music] = [format::write_flags(&parts.flags), format::write_music(&parts.music)];
    let built = format::DataFiles {
        flags: Some(format::DataFile { name: "flags", bytes: flags.as_bytes() }),
        music: Some(format::DataFile { name: "music", bytes: music.as_bytes() }),
        ..Default::default()
    };
    let base = format::assemble("game", &built).unwrap().data;
    let mut data = base.clone();
    data[0x3001] = 9;
    store::write_own(
        home,
        "game",
        &built,
        store::Edited::data(&data, &base),
        &mut store::FirstFiles::default(),
    )
    .is_ok()
}

fn open(home: &Home) -> RunFile {
    RunFile::open(home, "game").expect("no other window plays")
}

#[test]
fn a_file_is_the_old_or_the_new_one() {
    for (name, most, deed) in DEEDS {
        let good = Folder::new("good");
        assert!(deed(&good.home(), 0));
        let old = files(&good.0);
        assert!(deed(&good.home(), 1));
        let new = files(&good.0);
        assert_ne!(old, new, "{name}");
        for times in TIMES {
            let steps = at_each_step(times, |context, disk| {
                let context = format!("{name}: {context}");
                let folder = Folder::new("bad");
                assert!(deed(&folder.home(), 0));
                let done = deed(&Home::on(disk.clone(), &folder.0), 1);
                let mut found = files(&folder.0);
                let whole = found.clone();
                found.retain(|name, _| !name.contains(".new"));
                if times == 1 && name != "a copy of the data" {
                    assert_eq!(found, whole, "{context}: a temporary file is left");
                }
                assert!(found == new || !done && found == old, "{context}: {found:?}");
                assert!(deed(&folder.home(), 1), "{context}: it cannot be tried again");
                let mut found = files(&folder.0);
                found.retain(|name, _| !name.contains(".new"));
                assert_eq!(found, new, "{context}: tried again");
            });
            assert_eq!(steps, most, "{name}");
        }
    }
}

/// Lines printed before stay. Half of a failed line stays only if it cannot be cut off either.
#[test]
fn a_printed_line_costs_no_other() {
    for times in TIMES {
        let steps = at_each_step(times, |context, disk| {
            let folder = Folder::new("line");
            store::print_to(&folder.home(), "game", "log", "one", false).unwrap();
            let done =
                store::print_to(&Home::on(disk.clone(), &folder.0), "game", "log", "two", false).is_ok();
            let text = String::from_utf8(files(&folder.0)["carts/game/log.p8l"].clone()).unwrap();
            let good = if done { text == "one\ntwo\n" } else { text == "one\n" };
            assert!(good || times > 1 && text == "one\ntw", "{context}: {text:?}");
        });
        assert_eq!(steps, 3, "a folder, a file, a write");
    }
}

/// A screenshot never replaces another one, and a failed attempt does not block its number.
#[test]
fn a_screenshot_is_whole_or_not_there() {
    let shoot = |home: &Home| store::write_screenshot(home, "game".into(), &[7; PIXELS]);
    let whole = format::png(&[7; PIXELS], rasher::SIDE, rasher::SIDE, 4);
    for times in TIMES {
        let steps = at_each_step(times, |context, disk| {
            let folder = Folder::new("shot");
            let first = shoot(&folder.home()).unwrap();
            let second = shoot(&Home::on(disk.clone(), &folder.0));
            let third = shoot(&folder.home()).expect(context);
            for path in [Some(first), second.ok(), Some(third)].into_iter().flatten() {
                assert!(fs::read(&path).unwrap() == whole, "{context}: {path:?}");
            }
            for (name, bytes) in files(&folder.0) {
                let claimed = bytes.is_empty() && times > 1;
                let beside = name.ends_with(".new") && times > 1;
                assert!(bytes == whole || claimed || beside, "{context}: {name} has {} bytes", bytes.len());
            }
        });
        assert_eq!(steps, 8, "as any file, and two numbers are tried until one is free");
    }
}

/// Parts refused by the disk are retried, as a window does; then the whole run is there.
#[test]
fn a_run_outlives_a_disk_that_fails_for_a_while() {
    let parts = |seed| {
        let mut run = Played::new("game", seed);
        (0..4).map(|_| run.part(10)).collect::<Vec<_>>()
    };
    let start = |seed| Played::new("game", seed).start().clone();
    let frames = |home: &Home| {
        // Its lock may be taken: the file itself is checked.
        let bytes = fs::read(home.runs().join("game.run")).expect("there always is one");
        let kept = KeptRun::from_bytes(&bytes).expect("always a run");
        (kept.recording.start.seed, kept.recording.frames())
    };
    for times in TIMES {
        let steps = at_each_step(times, |context, disk| {
            let folder = Folder::new("run");
            let good = folder.home();
            open(&good).begin(&start(1), &ROM, &parts(1)[0]).unwrap();
            let home = Home::on(disk.clone(), &folder.0);
            let mut file = open(&home);
            let (mut done, mut tries) = (0, 0);
            let parts = parts(2);
            while done < parts.len() && tries < 5 {
                let outcome = match file.has_begun() {
                    false => file.begin(&start(2), &ROM, &parts[0]),
                    true => file.append(&parts[done]).map(drop),
                };
                match outcome {
                    Ok(()) => (done, tries) = (done + 1, 0),
                    Err(_) => tries += 1,
                }
                let have = frames(&good);
                let before = if done == 0 { (1, 10) } else { (2, 10 * done as u64) };
                // A part whose sync failed may still be there, whole, if it could not be cut off.
                let late = (2, 10 * (done as u64 + 1));
                assert!(have == before || tries > 0 && times > 1 && have == late, "{context}: {have:?}");
            }
            assert_eq!(done == parts.len(), times != u32::MAX || !disk.failed(), "{context}: {done} parts");
            drop(file);
            open(&good).begin(&start(3), &ROM, &Played::new("game", 3).part(7)).expect(context);
            assert_eq!(frames(&good), (3, 7), "{context}");
        });
        assert!(steps >= 12, "{steps} steps");
    }
}

/// An unusable file is under its own name or its new one.
#[test]
fn what_is_set_aside_is_never_lost() {
    for times in TIMES {
        let folder = Folder::new("aside");
        fs::write(folder.path("runs/game.run"), "nonsense").unwrap();
        // The lock takes two steps.
        assert!(open(&Home::on(FailingDisk::new(2, times), &folder.0)).read().is_err());
        assert_eq!(files(&folder.0)["runs/game.run"], b"nonsense", "it could not be renamed");
        assert!(open(&folder.home()).read().is_err());
        assert_eq!(
            files(&folder.0).into_iter().collect::<Vec<_>>(),
            [("runs/game.run.broken".to_string(), b"nonsense".to_vec())]
        );
    }
}
