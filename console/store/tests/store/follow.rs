//! Editing data files while they are followed, in the ways that editors, scripts and accidents change them.
//!
//! Files are real and time is a number. Our decision: the last good data stay, and an error is reported once the file
//! has settled, for as long as it is there.

use format::{FlagsText, MapText, SfxText, write_flags, write_map, write_sfx, write_sheet};
use rasher::Rom;
use rasher::memory::{FLAGS, MAP, SFX, SHEET};
use rasher_store::{Follower, News, rom_in};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::common::Folder;

/// The tiles missing from the map, as reported at the start.
fn map_remark(folder: &Path, name: &str) -> Option<String> {
    let path = &loader::data_files(folder, name)[1];
    loader::map_remark(path, &fs::read(path).expect("a map"))
}

const MS: Duration = Duration::from_millis(1);

/// A follower and a clock.
struct Following {
    folder: Folder,
    follower: Follower,
    now: Duration,
    /// The data in use, as reported.
    rom: Rom,
}

impl Following {
    /// A cart with all five files, followed and read.
    fn new(name: &str) -> Following {
        let folder = Folder::new(name);
        fs::write(folder.path("sprites/game.png"), sheet(3)).unwrap();
        fs::write(folder.path("sprites/game.map"), map(4)).unwrap();
        fs::write(folder.path("sprites/game.flags"), flags(5)).unwrap();
        fs::write(folder.path("sfx/game.sfx"), sfx(6)).unwrap();
        fs::write(folder.path("sfx/game.music"), "0: 1 -- -- --\n").unwrap();
        let rom = rom_in(&folder.0, "game").expect("all are good").expect("all are there");
        let follower = Follower::new(&folder.0, "game", rom.clone());
        let mut following = Following { folder, follower, now: Duration::ZERO, rom };
        following.said_nothing("files present at the start are no news");
        following
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.0.join(name)
    }

    /// Polls whenever the follower asks to, for this long.
    fn wait(&mut self, time: Duration) -> Vec<News> {
        let until = self.now + time;
        let mut all = Vec::new();
        while self.follower.next() <= until {
            self.now = self.now.max(self.follower.next());
            let news = self.follower.look(self.now);
            if let Some(news) = news {
                self.rom = news.rom.clone().unwrap_or_else(|| self.rom.clone());
                all.push(news);
            }
            self.now += MS;
        }
        self.now = until;
        all
    }

    /// The error after a second, if it is reported, and the other messages.
    fn told(&mut self) -> (Option<Vec<String>>, Vec<String>) {
        let news = self.wait(1000 * MS);
        let said = news.iter().flat_map(|news| news.said.clone()).collect();
        (news.into_iter().rev().find_map(|news| news.wrong), said)
    }

    #[track_caller]
    fn said_nothing(&mut self, why: &str) {
        let news = self.wait(1000 * MS);
        assert!(news.iter().all(|news| news.wrong.is_none() && news.said.is_empty()), "{why}: {news:?}");
    }

    #[track_caller]
    fn is_wrong(&mut self, lines: &[&str]) {
        assert_eq!(self.told(), (Some(lines.iter().map(|line| line.to_string()).collect()), Vec::new()));
    }

    /// The first byte of sheet, map, flags and sounds.
    fn data(&self) -> [u8; 4] {
        [SHEET, MAP, FLAGS, SFX].map(|at| self.rom.data[usize::from(at)])
    }
}

/// Sets pixel 0 to this colour.
fn sheet(color: u8) -> Vec<u8> {
    let mut sheet = [0; 0x2000];
    sheet[0] = color;
    write_sheet(&sheet)
}

/// Puts this tile in the corner.
fn map(tile: u8) -> String {
    let mut map = MapText::default();
    map.upper[0] = tile;
    write_map(&map)
}

/// Sets these flags on sprite 0.
fn flags(bits: u8) -> String {
    let mut text = FlagsText::default();
    text.flags[0] = bits;
    write_flags(&text)
}

/// A sound whose first note has this key.
fn sfx(key: u8) -> String {
    let mut records = SfxText::default().records();
    // A triangle of volume 5, and a speed.
    (records[0], records[1], records[65]) = (key, 5 << 1, 16);
    write_sfx(&SfxText::from_records(&records))
}

/// Saves as editors do: writes a new file and renames it over the old one.
fn renamed(path: &Path, bytes: impl AsRef<[u8]>) {
    let beside = path.with_extension("tmp");
    fs::write(&beside, bytes).unwrap();
    fs::rename(beside, path).unwrap();
}

#[test]
fn each_file_is_taken_up_however_it_is_saved() {
    let mut f = Following::new("saved");
    assert_eq!(f.data(), [3, 4, 5, 6]);
    fs::write(f.path("sprites/game.png"), sheet(9)).unwrap();
    renamed(&f.path("sprites/game.map"), map(10));
    let news = f.wait(400 * MS);
    assert_eq!(news.len(), 1, "two files, one burst: {news:?}");
    assert_eq!(f.data(), [9, 10, 5, 6]);
    renamed(&f.path("sprites/game.flags"), flags(11));
    f.said_nothing("it is good");
    fs::remove_file(f.path("sfx/game.sfx")).unwrap();
    fs::write(f.path("sfx/game.sfx"), sfx(12)).unwrap();
    f.said_nothing("removed and created again between two polls");
    assert_eq!(f.data(), [9, 10, 11, 12]);
}

#[test]
fn with_a_hint_it_is_taken_up_after_50_ms_and_without_one_after_150() {
    let mut f = Following::new("soon");
    fs::write(f.path("sprites/game.png"), sheet(9)).unwrap();
    f.follower.hint();
    f.wait(49 * MS);
    assert_eq!(f.data()[0], 3);
    f.wait(3 * MS);
    assert_eq!(f.data()[0], 9);
    f.wait(700 * MS);
    fs::write(f.path("sprites/game.png"), sheet(10)).unwrap();
    f.wait(152 * MS);
    assert_eq!(f.data()[0], 10);
}

#[test]
fn what_is_gone_or_empty_stays_and_is_said_until_it_is_there_again() {
    let mut f = Following::new("gone");
    fs::remove_file(f.path("sprites/game.png")).unwrap();
    f.is_wrong(&["game.png is missing: the last good version stays in use"]);
    fs::write(f.path("sfx/game.sfx"), "").unwrap();
    f.is_wrong(&[
        "game.png is missing: the last good version stays in use",
        "game.sfx is empty: the last good version stays in use",
    ]);
    fs::remove_file(f.path("sfx/game.music")).unwrap();
    f.is_wrong(&[
        "game.png is missing: the last good version stays in use",
        "game.sfx is empty: the last good version stays in use",
        "game.music is missing: the last good version stays in use",
    ]);
    f.said_nothing("it was said");
    // The others are still followed.
    fs::write(f.path("sprites/game.map"), map(10)).unwrap();
    f.said_nothing("it is good");
    assert_eq!(f.data(), [3, 10, 5, 6]);
    fs::write(f.path("sprites/game.png"), sheet(9)).unwrap();
    fs::write(f.path("sfx/game.sfx"), sfx(12)).unwrap();
    f.is_wrong(&["game.music is missing: the last good version stays in use"]);
    fs::write(f.path("sfx/game.music"), "0: 1 -- -- --\n").unwrap();
    f.is_wrong(&[]);
    assert_eq!(f.data(), [9, 10, 5, 12]);
}

#[test]
fn what_never_was_there_is_not_missed() {
    let folder = Folder::new("never");
    fs::write(folder.path("sprites/game.png"), sheet(3)).unwrap();
    let rom = rom_in(&folder.0, "game").unwrap().unwrap();
    let follower = Follower::new(&folder.0, "game", rom.clone());
    let mut f = Following { folder, follower, now: Duration::ZERO, rom };
    f.said_nothing("a cart with only a sheet");
    fs::write(f.folder.path("sfx/game.sfx"), "").unwrap();
    let (wrong, said) = f.told();
    assert_eq!((wrong, said.len()), (None, 1), "the folder is new, and an empty file says nothing: {said:?}");
    fs::write(f.path("sfx/game.sfx"), sfx(7)).unwrap();
    f.said_nothing("it is good");
    assert_eq!(f.data()[3], 7);
}

#[test]
fn an_invalid_file_is_reported_with_place_and_expectation_until_it_is_fixed() {
    let mut f = Following::new("wrong");
    let picture = format::png(&[1, 16], 128, 64, 1);
    fs::write(f.path("sprites/game.png"), &picture).unwrap();
    f.is_wrong(&[
        "game.png: found 128x64 pixels, expected 128x128 pixels, or 2 to 16 times as many each way with one colour in \
         each block",
    ]);
    fs::write(f.path("sprites/game.flags"), "0: 1g\n").unwrap();
    let (wrong, _) = f.told();
    assert_eq!(wrong.as_ref().map(Vec::len), Some(2), "{wrong:?}");
    assert_eq!(f.data(), [3, 4, 5, 6], "the last good ones");
    renamed(&f.path("sprites/game.png"), sheet(9));
    f.is_wrong(&["game.flags:1:4: found \"1g\", expected two hex digits, the flags of sprite 0"]);
    renamed(&f.path("sprites/game.flags"), flags(11));
    f.is_wrong(&[]);
    assert_eq!(f.data(), [9, 4, 11, 6]);
}

/// Our decision: other colours are no error. The message about them comes when it changes, not with each save, and not for the sheet that
/// the game starts with: the loader has reported that.
#[test]
fn other_colours_are_shown_in_the_nearest_and_said_once() {
    let mut f = Following::new("strays");
    let said = |pixels: &str| {
        let found = format!("{pixels} of #291814, the first at 1,0, shown as colour 0 (#000000)");
        (None, vec![format!("game.png: {found}; rasher fix writes that into the file")])
    };
    let strays = |n: usize, flag: u8| format::png(&[&[flag], &vec![16; n][..]].concat(), 128, 128, 1);
    for (bytes, want) in [
        (strays(1, 7), said("1 pixel")),
        (strays(1, 8), (None, Vec::new())),
        (strays(2, 8), said("2 pixels")),
        (sheet(9), (None, Vec::new())),
        (strays(2, 9), said("2 pixels")),
    ] {
        fs::write(f.path("sprites/game.png"), &bytes).unwrap();
        assert_eq!(f.told(), want);
        assert_eq!(f.data()[0], format::read_sheet(&bytes, "").unwrap().data[0]);
        assert_eq!(fs::read(f.path("sprites/game.png")).unwrap(), bytes);
    }
}

#[test]
fn truncated_and_then_written_is_no_alarm() {
    let mut f = Following::new("slow");
    let whole = sheet(9);
    // Half of it, a pause longer than the settling time, then the rest, as slow disks and large files do.
    for pause in [10, 60, 120, 240] {
        let color = 8 + pause as u8 / 60;
        let whole = sheet(color);
        let path = f.path("sprites/game.png");
        fs::write(&path, b"").unwrap();
        f.follower.hint();
        let mut news = f.wait(pause * MS);
        fs::write(&path, &whole[..whole.len() / 2]).unwrap();
        f.follower.hint();
        news.extend(f.wait(pause * MS));
        fs::write(&path, &whole).unwrap();
        f.follower.hint();
        news.extend(f.wait(600 * MS));
        assert!(news.iter().all(|news| news.wrong.is_none()), "{pause} ms: {news:?}");
        assert_eq!(f.data()[0], color, "{pause} ms");
    }
    // A file that stays cut off is reported, and the error ends when it is complete.
    fs::write(f.path("sprites/game.png"), &whole[..whole.len() / 2]).unwrap();
    f.is_wrong(&["game.png: found the end of the file, expected a PNG picture"]);
    fs::write(f.path("sprites/game.png"), &whole).unwrap();
    f.is_wrong(&[]);
}

#[test]
fn a_file_that_never_rests_is_taken_up_when_it_is_good_and_not_complained_about() {
    let mut f = Following::new("restless");
    let path = f.path("sprites/game.png");
    let mut news = Vec::new();
    for n in 0..150 {
        fs::write(&path, if n % 2 == 0 { b"half".to_vec() } else { sheet(9) }).unwrap();
        f.follower.hint();
        news.extend(f.wait(30 * MS));
    }
    assert!(news.iter().all(|news| news.wrong.is_none()), "{news:?}");
    f.said_nothing("the last one was good");
    assert_eq!(f.data()[0], 9);
}

#[test]
fn a_folder_that_is_moved_and_recreated_is_followed() {
    let mut f = Following::new("moved");
    let (sprites, old) = (f.path("sprites"), f.path("old"));
    fs::rename(&sprites, &old).unwrap();
    f.is_wrong(&["the folder sprites is missing: its last data stay in use"]);
    fs::create_dir(&sprites).unwrap();
    for name in ["game.png", "game.map", "game.flags"] {
        fs::copy(old.join(name), sprites.join(name)).unwrap();
    }
    let (wrong, said) = f.told();
    assert_eq!(
        (wrong, said),
        (Some(vec![]), vec!["sprites was replaced: its new files are followed".into()])
    );
    fs::write(f.path("sprites/game.png"), sheet(9)).unwrap();
    f.said_nothing("it is good");
    assert_eq!(f.data(), [9, 4, 5, 6]);
    fs::write(f.path("old/game.png"), sheet(10)).unwrap();
    f.said_nothing("that is another folder");
    assert_eq!(f.data()[0], 9);
    // At once, as with `mv sprites old2; cp -r old2 sprites`.
    fs::rename(&sprites, f.path("old2")).unwrap();
    fs::rename(&old, &sprites).unwrap();
    let news = f.wait(1000 * MS);
    assert!(news.iter().any(|news| news.moved), "the watcher of the folder is told: {news:?}");
    assert_eq!(f.data()[0], 10);
}

#[test]
fn special_files_block_nothing_and_end_nothing() {
    let mut f = Following::new("pipe");
    let path = f.path("sprites/game.png");
    /// Name, new content, and expected message.
    type Case<'a> = (&'a str, &'a dyn Fn(&Path), &'a str);
    let put: [Case<'_>; 3] = [
        (
            "a pipe",
            &|path| assert!(Command::new("mkfifo").arg(path).status().unwrap().success()),
            "a pipe, a device or a socket",
        ),
        (
            "a device",
            &|path| {
                assert!(Command::new("ln").arg("-s").arg("/dev/zero").arg(path).status().unwrap().success())
            },
            "a pipe, a device or a socket",
        ),
        ("a folder", &|path| fs::create_dir(path).unwrap(), "a folder"),
    ];
    for (n, (what, put, found)) in put.into_iter().enumerate() {
        fs::remove_file(&path).unwrap();
        put(&path);
        f.is_wrong(&[&format!("game.png: cannot read: found {found}, expected a regular file")]);
        if path.is_dir() {
            fs::remove_dir(&path).unwrap()
        } else {
            fs::remove_file(&path).unwrap()
        }
        let color = 8 + n as u8;
        fs::write(&path, sheet(color)).unwrap();
        f.is_wrong(&[]);
        assert_eq!(f.data()[0], color, "after {what}");
    }
}

#[test]
fn sheet_and_map_that_do_not_agree_both_stay_as_they_were() {
    let mut f = Following::new("shared");
    let mut lower = [0; 0x2000];
    (lower[0], lower[0x1000]) = (9, 7);
    fs::write(f.path("sprites/game.png"), write_sheet(&lower)).unwrap();
    f.said_nothing("the sheet owns its lower half");
    assert_eq!(f.rom.data[0x1000], 7);
    // A broken map leaves the lower half to the sheet.
    fs::write(f.path("sprites/game.map"), "rows x").unwrap();
    lower[0x1001] = 8;
    fs::write(f.path("sprites/game.png"), write_sheet(&lower)).unwrap();
    f.is_wrong(&["game.map:1:1: found \"rows x\", expected \"rows 32\" or \"rows 64\""]);
    assert_eq!(f.rom.data[0x1000..0x1002], [7, 8]);
    let mut whole = MapText { shared: Some(Box::new([3; 0x1000])), ..MapText::default() };
    whole.upper[0] = 10;
    fs::write(f.path("sprites/game.map"), write_map(&whole)).unwrap();
    let (wrong, _) = f.told();
    assert!(wrong.is_some_and(
        |wrong| wrong.len() == 1 && wrong[0].starts_with("game.png: pixel 0,64: found colour 7")
    ));
    assert_eq!((f.data(), f.rom.data[0x1000]), ([9, 4, 5, 6], 7));
}

#[test]
fn a_map_that_leaves_out_what_is_empty_is_good_and_that_is_said_when_it_changes() {
    let mut f = Following::new("short");
    let said =
        |n: usize| format!("game.map: its last {n} rows and the ends of 2 rows are filled with tile 0");
    fs::write(f.path("sprites/game.map"), "rows 2\n0a\n0b\n").unwrap();
    assert_eq!(f.told(), (None, vec![said(30)]));
    assert_eq!(f.data()[1], 10);
    fs::write(f.path("sprites/game.map"), "rows 2\n0c\n0b\n").unwrap();
    f.said_nothing("it leaves out as much as before");
    assert_eq!(f.data()[1], 12);
    assert_eq!(map_remark(&f.folder.0, "game"), None, "a small map is intended");
    fs::write(f.path("sprites/game.map"), "rows 32\n").unwrap();
    assert_eq!(map_remark(&f.folder.0, "game"), None, "no map");
    fs::write(f.path("sprites/game.map"), format!("rows 32\n{}\n0b\n", "0a".repeat(128))).unwrap();
    let remark = map_remark(&f.folder.0, "game").expect("something is left out");
    let due = "game.map: its last 30 rows and the ends of 1 row are filled with tile 0";
    assert!(remark.ends_with(due) && remark.starts_with('/'), "{remark}");
    _ = f.told();
    fs::write(f.path("sprites/game.map"), map(4)).unwrap();
    assert_eq!((f.told(), map_remark(&f.folder.0, "game")), ((None, vec![]), None));
}

/// The console's own writes are not news, and its own removals are not missed.
#[test]
fn what_was_saved_from_here_is_known() {
    let mut f = Following::new("own");
    let mut data = f.rom.data.clone();
    data[usize::from(SFX)..].copy_from_slice(&Rom::empty("").data[usize::from(SFX)..]);
    fs::remove_file(f.path("sfx/game.sfx")).unwrap();
    f.wait(100 * MS);
    f.follower.saved(data.clone());
    f.said_nothing("it went with the edit that made it");
    data[usize::from(SHEET)] = 9;
    fs::write(f.path("sprites/game.png"), sheet(9)).unwrap();
    f.follower.saved(data);
    assert!(f.wait(1000 * MS).is_empty());
    fs::remove_file(f.path("sprites/game.flags")).unwrap();
    f.is_wrong(&["game.flags is missing: the last good version stays in use"]);
}
