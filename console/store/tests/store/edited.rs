//! Saving edited data into the files they came from. Scenarios have the numbers of the editors' page; the files are
//! those of Smokehouse, and the lines allowed to differ are computed from the change.

use crate::common::Folder;
use loader::DataRead;
use rasher::Rom;
use rasher::memory::{MAP, ROM_SIZE, SFX};
use rasher_store::{Edited, FirstFiles, StoreError, read_cartridge, rom_in};
use std::fs;
use std::path::{Path, PathBuf};

const CART: &str = "porklike";

/// A folder with a copy of the cart's data files.
fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (sub, endings) in [("sprites", &["png", "map", "flags"][..]), ("sfx", &["sfx", "music"])] {
        fs::create_dir_all(folder.0.join(sub)).expect("a folder");
        for ending in endings {
            let file = format!("{sub}/{CART}.{ending}");
            fs::copy(from.join(&file), folder.0.join(&file)).expect("a copy");
        }
    }
    folder
}

/// Saves with no remembered state.
fn write_edited(
    folder: &Path,
    name: &str,
    data: &[u8; ROM_SIZE],
    base: &[u8; ROM_SIZE],
) -> Result<Vec<PathBuf>, StoreError> {
    rasher_store::write_edited(folder, name, Edited::data(data, base), &mut FirstFiles::default())
}

fn data(folder: &Path) -> [u8; ROM_SIZE] {
    *rom_in(folder, CART).expect("good").expect("there").data
}

/// The files that differ from those of the project, and in how many lines.
fn differences(folder: &Path) -> Vec<(String, usize)> {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut all = Vec::new();
    for file in ["sprites/porklike.map", "sprites/porklike.flags", "sfx/porklike.sfx", "sfx/porklike.music"] {
        let read = |folder: &Path| fs::read_to_string(folder.join(file)).expect("text");
        let (old, new) = (read(&from), read(folder));
        let lines = old.lines().zip(new.lines()).filter(|(a, b)| a != b).count();
        if old != new {
            all.push((file.to_string(), lines));
        }
    }
    all
}

#[test]
fn scenarios_11_and_19_only_what_was_changed_is_another_line() {
    let folder = folder("edited-lines");
    let base = data(&folder.0);
    let mut new = base;
    new[usize::from(MAP) + 4 * 128 + 3] ^= 0x11;
    let note = (0..32)
        .map(|n| usize::from(SFX) + 8 * 68 + 2 * n)
        .find(|at| base[at + 1] & 0x0e != 0)
        .expect("a note");
    new[note + 1] ^= 0x20;
    let written = write_edited(&folder.0, CART, &new, &base).expect("written");
    assert_eq!(written.len(), 2);
    assert_eq!(data(&folder.0), new);
    let want = [("sprites/porklike.map".to_string(), 1), ("sfx/porklike.sfx".to_string(), 1)];
    assert_eq!(differences(&folder.0), want);
    assert!(write_edited(&folder.0, CART, &new, &new).expect("nothing to do").is_empty());
}

#[test]
fn changes_of_another_program_are_not_overwritten() {
    let folder = folder("edited-outside");
    let base = data(&folder.0);
    let mut theirs = base;
    theirs[usize::from(MAP)] ^= 1;
    write_edited(&folder.0, CART, &theirs, &base).expect("written");
    let mut mine = base;
    mine[usize::from(SFX)] ^= 1;
    let refused = write_edited(&folder.0, CART, &mine, &base);
    assert!(matches!(refused, Err(StoreError::ChangedOutside { count: 1, .. })), "{refused:?}");
    assert_eq!(data(&folder.0), theirs);
}

/// A file that was removed, or emptied by a program that failed to write it, has nothing to lose and is written
/// again. Bytes shared by sheet and map stay with the file that had them.
#[test]
fn a_missing_or_empty_file_is_written_again() {
    for (file, kind) in [
        ("sprites/porklike.map", usize::from(MAP) + 5),
        ("sprites/porklike.png", 70),
        ("sprites/porklike.png", 0x1800),
        ("sprites/porklike.flags", 0x3004),
        ("sfx/porklike.sfx", usize::from(SFX) + 4),
        ("sfx/porklike.music", 0x3101),
    ] {
        for gone in [true, false] {
            let folder = folder("edited-gone");
            let path = folder.0.join(file);
            let base = data(&folder.0);
            match gone {
                true => fs::remove_file(&path).expect("removed"),
                false => fs::write(&path, "\n").expect("emptied"),
            }
            let mut mine = base;
            mine[kind] ^= 1;
            let written = write_edited(&folder.0, CART, &mine, &base);
            assert_eq!(written.as_ref().ok(), Some(&vec![path]), "{file} {gone} {written:?}");
            assert_eq!(data(&folder.0), mine, "{file}");
        }
    }
}

/// A missing map of 64 rows: its lower half does not belong to the picture.
#[test]
fn a_map_of_64_rows_comes_back_with_all_its_rows() {
    let folder = folder("edited-gone-64");
    let map = folder.0.join("sprites/porklike.map");
    let text = fs::read_to_string(&map).expect("text");
    let rows = text.lines().skip_while(|line| line.len() != 256).take(32).collect::<Vec<_>>().join("\n");
    fs::write(folder.0.join("sprites/porklike.png"), format::write_sheet(&[0; 0x2000])).expect("written");
    fs::write(&map, format!("rows 64\n{rows}\n{rows}\n")).expect("written");
    let base = data(&folder.0);
    fs::remove_file(&map).expect("removed");
    let mut mine = base;
    mine[usize::from(MAP)] ^= 1;
    assert_eq!(write_edited(&folder.0, CART, &mine, &base).expect("written"), [map]);
    assert_eq!(data(&folder.0), mine);
}

/// Our decision: an invalid file is never overwritten. Edits elsewhere are saved; an edit of its own part is refused
/// and nothing is written. What is known of it is its last good content, or nothing if the cart started with it.
#[test]
fn a_file_that_cannot_be_understood_stays_and_the_rest_is_saved() {
    let row = "0102".repeat(64) + "\n";
    let rows64 = format!("rows 64\n{}zz\n", row.repeat(40));
    let shared = 0x1000 + 700;
    let cases = [
        ("sprites/porklike.png", "no picture", 70, 0x3004),
        ("sprites/porklike.map", "rows 32\n01020304zz\n", usize::from(MAP) + 5, shared),
        ("sprites/porklike.map", &rows64, shared, 70),
        ("sprites/porklike.flags", "0: zz", 0x3004, usize::from(MAP) + 5),
        ("sfx/porklike.sfx", "sfx 1: what", usize::from(SFX) + 4, 70),
        ("sfx/porklike.music", "nonsense", 0x3101, usize::from(SFX) + 4),
    ];
    for (file, text, own, other) in cases {
        for is_known in [true, false] {
            let folder = folder("edited-broken");
            let path = folder.0.join(file);
            if text.len() > 1000 {
                fs::write(folder.0.join("sprites/porklike.png"), format::write_sheet(&[0; 0x2000]))
                    .expect("written");
                fs::write(&path, text.replace("zz\n", "")).expect("written");
            }
            let last = rom_in(&folder.0, CART).expect("good").expect("there");
            fs::write(&path, text).expect("written");
            let empty = Rom::empty(CART);
            let read_over = |last: &Rom| {
                DataRead::new(&empty, last, &folder.0, CART, |_, path| Ok::<_, String>(fs::read(path).ok()))
            };
            let DataRead { rom: read, wrong, .. } = read_over(if is_known { &last } else { &empty });
            let base = *read.data;
            assert_eq!(base == *last.data, is_known, "{file}");
            let name = path.file_name().expect("a name").to_string_lossy();
            assert!(
                wrong.len() == 1 && wrong[0].starts_with(&*name) && wrong[0].contains("expected"),
                "{wrong:?}"
            );
            let mut mine = base;
            mine[other] ^= 1;
            let written = write_edited(&folder.0, CART, &mine, &base).expect("the rest is saved");
            assert!(written.len() == 1 && !written.contains(&path), "{file} {written:?}");
            let mut both = mine;
            both[own] ^= 1;
            both[0x3105] ^= 1;
            for (new, why) in [(&both, "an edit of its part"), (&mine, "nothing else to be written")] {
                let refused = write_edited(&folder.0, CART, new, &mine);
                assert!(matches!(refused, Err(StoreError::Format(_))), "{file} {why}: {refused:?}");
            }
            assert_eq!(fs::read(&path).expect("there"), text.as_bytes());
            let now = read_over(&read).rom;
            assert!(now.data[..] == mine[..], "{file} {is_known}");
        }
    }
}

/// A file created by an edit is removed when the edit is undone and saved, unless someone has written to it since.
#[test]
fn a_file_that_an_edit_made_goes_with_the_edit() {
    for (file, at) in [
        ("sfx/porklike.sfx", usize::from(SFX) + 68),
        ("sprites/porklike.map", 0x2005),
        ("sfx/porklike.music", 0x3101),
    ] {
        for is_theirs in [false, true] {
            let folder = folder("edited-made");
            let path = folder.0.join(file);
            fs::remove_file(&path).expect("removed");
            let (base, mut firsts) = (data(&folder.0), FirstFiles::default());
            let mut mine = base;
            mine[at] ^= 1;
            for _ in 0..2 {
                let mut save = |new, old| {
                    rasher_store::write_edited(&folder.0, CART, Edited::data(new, old), &mut firsts)
                };
                assert_eq!(save(&mine, &base).expect("written"), std::slice::from_ref(&path));
                if is_theirs {
                    let text = fs::read_to_string(&path).expect("text");
                    fs::write(&path, format!("# mine\n{text}")).expect("written");
                }
                assert_eq!(save(&base, &mine).expect("written"), std::slice::from_ref(&path));
                assert_eq!(path.exists(), is_theirs, "{file}");
                assert!(data(&folder.0) == base);
            }
        }
    }
}

/// A cartridge contains whatever has no file next to it, and the files contain the rest.
#[test]
fn a_cartridge_and_the_files_next_to_it_each_supply_their_part() {
    let folder = Folder::new("edited-cartridge");
    let path = folder.0.join("game.p8");
    fs::write(&path, "pico-8 cartridge // http://www.pico-8.com\nversion 41\n__lua__\nprint(1)\n")
        .expect("written");
    fs::create_dir_all(folder.0.join("sprites")).expect("a folder");
    let flags: String = (0..16).map(|n| format!("{:3}:{}  # line {n}\n", 16 * n, " 00".repeat(16))).collect();
    fs::write(folder.0.join("sprites/game.flags"), &flags).expect("written");
    let base = *rasher::Rom::empty("game").data;
    let mut new = base;
    new[0x3005] = 9;
    new[4] = 7;
    let written = write_edited(&path, "game", &new, &base).expect("written");
    assert_eq!(written.len(), 2, "{written:?}");
    let text = fs::read_to_string(&path).expect("text");
    assert!(text.contains("__gfx__\n00000000700000") && !text.contains("__gff__"), "{text}");
    let saved = fs::read_to_string(folder.0.join("sprites/game.flags")).expect("text");
    assert_eq!(saved.lines().zip(flags.lines()).filter(|(a, b)| a != b).count(), 1);
    assert!(saved.contains(" 09 ") && saved.contains("# line 0"));
}

/// Saving an edit, undoing it and saving again restores each file, no matter which program wrote it: maps with
/// missing rows, hand-aligned columns, Windows line ends, pictures packed by other programs, cartridges. Changes
/// made by others meanwhile are never undone.
#[test]
fn an_edit_that_is_undone_and_saved_gives_the_first_files() {
    let line = |n: usize| format!("{}:{}   # line {n}\r\n", 16 * n, "  00".repeat(16));
    let flags: String = (0..16).map(line).collect();
    let files = [
        ("sprites/porklike.map", "# a map\nrows 10\n0102..\n\n..\n03"),
        ("sprites/porklike.flags", &flags[..]),
        ("sfx/porklike.sfx", "# by hand\nsfx 8 bass: speed 18\n  D-2.saw.5\tE-2.saw.5   # two\n"),
        ("sfx/porklike.music", "2:   8  --  --  --   # only one\n"),
    ];
    for name in ["first-folder", "first-p8"] {
        let folder = folder(name);
        let cartridge = name == "first-p8";
        for (file, text) in files {
            fs::write(folder.0.join(file), text).expect("written");
        }
        let path = if cartridge {
            // Hand-written rows, unlike any the console writes.
            let path = folder.0.join("porklike.p8");
            let text = "pico-8 cartridge\nversion 8\n__lua__\n?1\n__gfx__\n0\n\n1234\n__map__\n01\n";
            fs::write(&path, text).expect("written");
            fs::remove_dir_all(folder.0.join("sprites")).expect("gone");
            path
        } else {
            folder.0.clone()
        };
        let read = || {
            let all = ["sprites/porklike.png", "porklike.p8"];
            let all = all.into_iter().chain(files.map(|(file, _)| file));
            all.map(|file| fs::read(folder.0.join(file)).unwrap_or_default()).collect::<Vec<_>>()
        };
        let rom = |path: &Path| match cartridge {
            true => {
                let own = read_cartridge(path).expect("good").rom;
                let read = |path: &Path| Ok::<_, StoreError>(fs::read(path).ok());
                let beside = loader::rom_over(&own, &folder.0, CART, read).expect("good");
                *beside.unwrap_or(own).data
            }
            false => data(path),
        };
        let (first, base, mut firsts) = (read(), rom(&path), FirstFiles::default());
        for seed in (0..30_usize).step_by(5) {
            let mut mine = base;
            for at in [64 * seed, 0x1fc0 + seed, 0x2000 + 131 * seed, 0x3000 + 8 * seed, 0x3100 + 8 * seed] {
                mine[at] ^= 1;
            }
            (0..3).for_each(|n| mine[usize::from(SFX) + 68 * (seed + 10 * n) + 2 * n] ^= 1);
            let mut save = |new: &[u8; ROM_SIZE], old: &[u8; ROM_SIZE]| {
                rasher_store::write_edited(&path, CART, Edited::data(new, old), &mut firsts).expect("written")
            };
            let written = save(&mine, &base);
            assert!(written.len() >= 3 && rom(&path) == mine, "{name} {seed} {written:?}");
            let back = save(&base, &mine);
            assert_eq!(back.len(), written.len());
            for (file, (first, now)) in first.iter().zip(read()).enumerate() {
                assert!(*first == now, "{name} seed {seed}: file {file}\n{}", String::from_utf8_lossy(&now));
            }
        }
        if cartridge {
            continue;
        }
        // A comment written after the edit was saved stays.
        let map = folder.0.join(files[0].0);
        let mut mine = base;
        mine[usize::from(MAP) + 1280] = 9;
        rasher_store::write_edited(&path, CART, Edited::data(&mine, &base), &mut firsts).expect("written");
        let text = fs::read_to_string(&map).expect("text").replace("# a map", "# my map");
        fs::write(&map, text).expect("written");
        rasher_store::write_edited(&path, CART, Edited::data(&base, &mine), &mut firsts).expect("written");
        let text = fs::read_to_string(&map).expect("text");
        assert!(text.starts_with("# my map\n") && data(&folder.0) == base, "{text}");
    }
}

/// A missing sheet is rebuilt from the known data, whether the map has 32 rows, 64 rows or is missing too.
#[test]
fn a_sheet_that_is_gone_comes_back_whatever_the_map_owns() {
    for (rows, no_map) in [(32, false), (64, false), (32, true), (64, true)] {
        let folder = folder("edited-no-sheet");
        let (map, sheet) = (folder.0.join("sprites/porklike.map"), folder.0.join("sprites/porklike.png"));
        if rows == 64 {
            let mut half = [0; 0x2000];
            half[..0x1000].copy_from_slice(&data(&folder.0)[..0x1000]);
            fs::write(&sheet, format::write_sheet(&half)).expect("written");
            let row = "0102".repeat(64) + "\n";
            fs::write(&map, format!("rows 64\n{}", row.repeat(64))).expect("written");
        }
        let base = data(&folder.0);
        fs::remove_file(&sheet).expect("removed");
        if no_map {
            fs::remove_file(&map).expect("removed");
        }
        for at in [70, 0x1800, usize::from(MAP) + 7] {
            let mut mine = base;
            mine[at] ^= 1;
            let written = write_edited(&folder.0, CART, &mine, &base);
            assert!(written.is_ok(), "{rows} {no_map} {at:#x}: {written:?}");
            assert!(data(&folder.0) == mine, "{rows} {no_map} {at:#x}");
            write_edited(&folder.0, CART, &base, &mine).expect("written");
        }
    }
}

/// A cartridge with data files next to it, as `rasher new --lua` makes: a missing or empty file is written again and
/// the cartridge stays as it is. Data changed in the cartridge by others are not touched.
#[test]
fn a_missing_or_empty_file_next_to_a_cartridge_is_written_again() {
    for (file, at) in
        [("sprites/porklike.map", 0x2005), ("sprites/porklike.png", 70), ("sfx/porklike.sfx", 0x3204)]
    {
        for gone in [true, false] {
            let folder = folder("edited-beside");
            let (path, file) = (folder.0.join("porklike.p8"), folder.0.join(file));
            let text =
                "pico-8 cartridge // http://www.pico-8.com\nversion 41\n__lua__\n#include porklike.lua\n";
            fs::write(&path, text).expect("written");
            let base = data(&folder.0);
            match gone {
                true => fs::remove_file(&file).expect("removed"),
                false => fs::write(&file, "").expect("emptied"),
            }
            let mut mine = base;
            mine[at] ^= 1;
            let written = write_edited(&path, CART, &mine, &base);
            assert_eq!(written.as_ref().ok(), Some(&vec![file]), "{at:#x} {gone} {written:?}");
            assert!(data(&folder.0) == mine && fs::read_to_string(&path).expect("text") == text);
            fs::write(&path, format!("{text}__gff__\n{}\n", "01".repeat(128))).expect("written");
            fs::remove_file(folder.0.join("sprites/porklike.flags")).expect("removed");
            assert!(write_edited(&path, CART, &base, &mine).is_err(), "flags of the cartridge count now");
        }
    }
}

/// Our decision: names go where the sounds are: in the file of sounds, else in the text of the cartridge.
#[test]
fn names_of_sounds_are_saved_with_the_sounds() {
    let names = |names: &[(u8, &str)]| names.iter().map(|(n, name)| (*n, (*name).to_string())).collect();
    let folder = folder("names");
    let (base, sounds) = (data(&folder.0), names(&[(8, "low"), (63, "")]));
    let path = folder.0.join("sfx").join(format!("{CART}.sfx"));
    let old = fs::read_to_string(&path).expect("there");
    let mut firsts = FirstFiles::default();
    let edited = Edited { sounds: &sounds, ..Edited::data(&base, &base) };
    let written = rasher_store::write_edited(&folder.0, CART, edited, &mut firsts).expect("written");
    assert_eq!(written, std::slice::from_ref(&path));
    let rom = rom_in(&folder.0, CART).expect("good").expect("there");
    assert_eq!((rom.sounds.get(&8).map(String::as_str), rom.sounds.get(&63)), (Some("low"), None));
    assert!(*rom.data == base);
    // The names of before give the file of before.
    let was = format::read_sfx(old.as_bytes(), "x").expect("good").names();
    let sounds = [8, 63].map(|n| (n, was.get(&n).cloned().unwrap_or_default())).into();
    let edited = Edited { sounds: &sounds, ..Edited::data(&base, &base) };
    rasher_store::write_edited(&folder.0, CART, edited, &mut firsts).expect("written");
    assert_eq!(fs::read_to_string(&path).expect("there"), old);

    let folder = Folder::new("names-cartridge");
    let (empty, sounds) = (rasher::Rom::empty("").data, names(&[(3, "horn")]));
    for (file, keeps) in [("a.p8", true), ("a.p8.png", false), ("a.p8.rom", false)] {
        let path = folder.0.join(file);
        let cart = format::Cartridge::new(rasher::Rom::empty("a"));
        let bytes = match file {
            "a.p8" => format::write_p8(&cart),
            "a.p8.png" => format::write_p8png(&cart),
            _ => format::write_p8rom(&cart),
        };
        fs::write(&path, bytes.expect("a cartridge")).expect("written");
        let edited = Edited { sounds: &sounds, ..Edited::data(&empty, &empty) };
        let save = |edited| rasher_store::write_edited(&path, "a", edited, &mut FirstFiles::default());
        assert_eq!(save(edited).expect("saved").len(), usize::from(keeps), "{file}");
        let read = format::read_cartridge(&fs::read(&path).expect("there"), file).expect("a cartridge");
        assert_eq!(read.rom.sounds.contains_key(&3), keeps, "{file}");
    }
}
