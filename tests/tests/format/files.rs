//! Map and flags as text, a ROM from files, and the changes of a live reload.

use crate::Dice;
use format::{
    Comment, DataFile, DataFiles, LeftOut, SharedOwner, assemble, parts, patches, read_flags, read_map,
    read_music, read_sfx, read_sheet, write_flags, write_map, write_music, write_sfx, write_sheet,
};
use rasher::{Boot, Cart, Console, Event, Input, Rom, program};
use std::sync::Arc;

const EMPTY_ROW: &str = concat!(
    "................................................................................................................................",
    "................................................................................................................................",
);

/// A map file whose rows are empty except for the given ones.
fn map_text(rows: usize, given: &[(usize, &str)]) -> String {
    let mut text = format!("rows {rows}\n");
    for y in 0..rows {
        let row = given.iter().find(|(at, _)| *at == y).map_or("", |(_, row)| row);
        text += &(row.to_string() + EMPTY_ROW.get(row.len()..).unwrap_or("") + "\n");
    }
    text
}

fn flags_text() -> String {
    (0..16).map(|n| format!("{:3}:{}\n", n * 16, " 00".repeat(16))).collect()
}

#[test]
fn tiles_are_where_the_memory_map_says() {
    let text = map_text(64, &[(0, "01"), (1, "..02"), (31, "....fF"), (32, "0a"), (63, "..0b")]);
    let rom =
        assemble("m", &DataFiles { map: file("m.map", text.as_bytes()), ..DataFiles::default() }).unwrap();
    // Row y from 0x2000 + 128 y, and from row 32 on 0x1000 + 128 (y - 32).
    let set = [(0x2000, 1), (0x2081, 2), (0x2f82, 0xff), (0x1000, 0x0a), (0x1f81, 0x0b)];
    for (addr, byte) in rom.data[..0x3000].iter().enumerate() {
        let want = set.iter().find(|(at, _)| *at == addr).map_or(0, |(_, b)| *b);
        assert_eq!(*byte, want, "address {addr:04x}");
    }
    let map = read_map(text.as_bytes(), "m.map").unwrap();
    assert_eq!(
        (map.get(1, 1), map.get(2, 31), map.get(0, 32), map.get(1, 63)),
        (Some(2), Some(255), Some(10), Some(11))
    );
    assert_eq!((map.get(128, 0), map.get(0, 64)), (None, None));
}

fn file<'a>(name: &'a str, bytes: &'a [u8]) -> Option<DataFile<'a>> {
    Some(DataFile { name, bytes })
}

#[test]
fn comments_and_empty_lines_stay_where_they_are() {
    let mut map = map_text(32, &[(3, "....07")]);
    map = format!("# the Yard\n\n{map}");
    let row3 = map.find("....07").unwrap();
    map.insert_str(row3, "\n  # a door, \u{1f6aa}\n#\n");
    map += "# the end\n";
    let parsed = read_map(map.as_bytes(), "m.map").unwrap();
    assert_eq!(write_map(&parsed), map);
    let at: Vec<(usize, &str)> = parsed.comments.iter().map(|c| (c.before, &c.text[..])).collect();
    let door = "  # a door, \u{1f6aa}";
    assert_eq!(at, [(0, "# the Yard"), (0, ""), (4, ""), (4, door), (4, "#"), (33, "# the end")]);

    let mut flags = flags_text().replace("  0: 00 00", "#  01 wall\n\n  0: 40 8f").replace(
        " 32: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00",
        " 32: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 01  # torch",
    );
    flags += "\n# nothing more";
    flags += "\n";
    let parsed = read_flags(flags.as_bytes(), "f.flags").unwrap();
    assert_eq!(write_flags(&parsed), flags);
    assert_eq!((parsed.flags[0], parsed.flags[1], parsed.flags[47]), (0x40, 0x8f, 1));
    assert_eq!(parsed.tails[2], "  # torch");
    assert_eq!(parsed.comments[1], Comment { before: 0, text: String::new() });
}

#[test]
fn what_an_editor_does_to_line_ends_changes_nothing() {
    let map = map_text(32, &[(0, "0102")]);
    let flags = flags_text();
    type Change = fn(&str) -> String;
    let variants: [(&str, Change); 4] = [
        ("CR LF", |t| t.replace('\n', "\r\n")),
        ("no last line end", |t| t.trim_end().into()),
        ("byte order mark", |t| format!("\u{feff}{t}")),
        ("white space at line ends", |t| t.replace('\n', " \t\n")),
    ];
    for (what, change) in variants {
        let read = read_map(change(&map).as_bytes(), "m.map").unwrap_or_else(|e| panic!("{what}: {e}"));
        assert_eq!(write_map(&read), map, "{what}");
        let read = read_flags(change(&flags).as_bytes(), "f.flags").unwrap_or_else(|e| panic!("{what}: {e}"));
        assert_eq!(write_flags(&read), flags, "{what}");
    }
    let loose = flags.replace("  0: 00 00", "0 :\t0A   fF#").replace("#", " ");
    assert_eq!(read_flags(loose.as_bytes(), "f.flags").unwrap().flags[..2], [0x0a, 0xff], "spaces, case");
}

/// Parts that a map leaves out are tile 0, and are counted (our decision).
#[test]
fn a_map_may_leave_out_what_is_empty() {
    let left_out = |rows, short| LeftOut { rows, short };
    /// Text, bytes, the left out parts, and cells with their tiles.
    type Case<'a> = (&'a str, usize, LeftOut, &'a [(usize, usize, u8)]);
    let cases: &[Case<'_>] = &[
        ("rows 32", 32, left_out(32, 0), &[]),
        ("rows 1\n", 32, left_out(32, 0), &[]),
        ("rows 32\n0102\n..\n....03\n", 32, left_out(29, 3), &[(0, 0, 1), (1, 0, 2), (2, 2, 3)]),
        ("rows 2\n01\n# a door\n02", 32, left_out(30, 2), &[(0, 0, 1), (0, 1, 2)]),
        ("rows 33\n01", 64, left_out(63, 1), &[(0, 0, 1)]),
        ("rows 64", 64, left_out(64, 0), &[]),
    ];
    for (text, rows, left_out, tiles) in cases {
        let map = read_map(text.as_bytes(), "m.map").unwrap_or_else(|e| panic!("{text:?}: {e}"));
        assert_eq!((map.rows(), map.left_out), (*rows, *left_out), "{text:?}");
        let there = (0..64).flat_map(|y| (0..128).map(move |x| (x, y)));
        let found: Vec<_> =
            there.filter_map(|(x, y)| Some((x, y, map.get(x, y)?)).filter(|t| t.2 > 0)).collect();
        assert_eq!(found, *tiles, "{text:?}");
        let whole = read_map(write_map(&map).as_bytes(), "m.map").expect("what is written is whole");
        assert_eq!((whole.upper, whole.shared, whole.left_out), (map.upper, map.shared, LeftOut::default()));
    }
    // A map of 40 x 20 tiles, as written by hand.
    let text = "rows 20\n".to_string() + &("5e".repeat(40) + "\n").repeat(20);
    let map = read_map(text.as_bytes(), "m.map").expect("a map of a hand");
    assert_eq!(
        (map.left_out, map.get(39, 19), map.get(40, 19), map.get(0, 20)),
        (left_out(12, 20), Some(0x5e), Some(0), Some(0))
    );
}

#[test]
fn a_wrong_text_is_refused_with_line_and_column() {
    let row = |row: &str| map_text(32, &[(2, row)]);
    let maps: &[(String, &str)] = &[
        ("".into(), "m.map:1:1: found the end of the file, expected \"rows 32\" or \"rows 64\""),
        (
            "# only\n# words\n".into(),
            "m.map:3:1: found the end of the file, expected \"rows 32\" or \"rows 64\"",
        ),
        ("rows 65\n".into(), "m.map:1:1: found \"rows 65\", expected \"rows 32\" or \"rows 64\""),
        ("rows 0\n".into(), "m.map:1:1: found \"rows 0\", expected \"rows 32\" or \"rows 64\""),
        ("rows -1\n".into(), "m.map:1:1: found \"rows -1\", expected \"rows 32\" or \"rows 64\""),
        ("..01\n".into(), "m.map:1:1: found \"..01\", expected \"rows 32\" or \"rows 64\""),
        (row("....g3"), "m.map:4:5: found \"g3\", expected two hex digits or \"..\""),
        (row("....1"), "m.map:4:5: found \"1.\", expected two hex digits or \"..\""),
        (row("..\u{e9}1"), "m.map:4:3: found \"\u{e9}1\", expected two hex digits or \"..\""),
        (row("..\t\u{7}"), "m.map:4:3: found \"\\t\\u{7}\", expected two hex digits or \"..\""),
        (
            row(&(EMPTY_ROW.to_string() + "01")),
            "m.map:4:257: found 129 tiles, expected the end of the line after 128 tiles",
        ),
        (row("") + "..", "m.map:34:1: found \"..\", expected nothing after the 32 rows of the head"),
        (
            "rows 2\n..\n..\n01\n".into(),
            "m.map:4:1: found \"01\", expected nothing after the 2 rows of the head",
        ),
    ];
    for (text, want) in maps {
        assert_eq!(read_map(text.as_bytes(), "m.map").unwrap_err().to_string(), *want);
    }
    let flags = flags_text();
    let cases: &[(String, &str)] = &[
        ("".into(), "f:1:1: found the end of the file, expected the flags of sprites 0 to 15"),
        (
            flags.replace(" 32:", " 33:"),
            "f:3:2: found \"33:\", expected \"32:\", the number of the line's first sprite",
        ),
        (
            flags.replace(" 32:", "# 32:"),
            "f:4:2: found \"48:\", expected \"32:\", the number of the line's first sprite",
        ),
        (
            flags.replacen("00 00\n", "00\n", 1),
            "f:1:50: found the end of the line, expected two hex digits, the flags of sprite 15",
        ),
        (
            flags.replacen("00 00\n", "00 00 01\n", 1),
            "f:1:54: found \"01\", expected a comment or the end of the line after 16 bytes",
        ),
        (
            flags.replacen("  0: 00", "  0: 0", 1),
            "f:1:6: found \"0\", expected two hex digits, the flags of sprite 0",
        ),
        (
            flags.replacen("  0: 00", "  0: \u{e9}x", 1),
            "f:1:6: found \"\u{e9}x\", expected two hex digits, the flags of sprite 0",
        ),
        (flags.clone() + "x", "f:17:1: found \"x\", expected nothing after the flags of sprite 255"),
    ];
    for (text, want) in cases {
        assert_eq!(read_flags(text.as_bytes(), "f").unwrap_err().to_string(), *want);
    }
    let bytes = b"# caf\xc3\xa9\n# b\xc3\xa9\xff";
    assert_eq!(read_map(bytes, "m").unwrap_err().to_string(), "m:2:5: found byte ff, expected text in UTF-8");
    let long = format!("rows {}\u{1b}[31m\n", "9".repeat(100_000));
    let message = read_map(long.as_bytes(), &"n".repeat(100_000)).unwrap_err().to_string();
    assert!(message.len() < 400 && !message.contains('\u{1b}'), "{message}");
}

#[test]
fn sheet_and_map_may_not_say_two_things_about_the_bytes_they_share() {
    let map = map_text(64, &[(32, "31....20"), (33, "05")]);
    let with = |addr: usize, byte: u8| {
        let mut sheet = [0; 0x2000];
        sheet[addr] = byte;
        let png = write_sheet(&sheet);
        let files = DataFiles {
            sheet: file("s.png", &png),
            map: file("m.map", map.as_bytes()),
            ..DataFiles::default()
        };
        assemble("x", &files)
    };
    // Tile 31 at column 0 of row 32 is byte 0x1000: pixels 0 and 1 of row 64 in the colours 1 and 3.
    let same = with(0x1000, 0x31).unwrap();
    assert_eq!(
        (same.data[0x1000], same.data[0x1003], same.data[0x1080]),
        (0x31, 0x20, 0x05),
        "the same in both"
    );
    assert_eq!(with(0x0fff, 0x77).unwrap().data[0x0fff], 0x77, "the upper half is the sheet's own");
    for (addr, byte, want) in [
        (
            0x1000,
            0x41,
            "s.png: pixel 1,64: found colour 4, expected colour 3, or an empty lower half: row 32 of m.map has tile 31 at column 0 there",
        ),
        (
            0x1003,
            0x25,
            "s.png: pixel 6,64: found colour 5, expected colour 0, or an empty lower half: row 32 of m.map has tile 20 at column 3 there",
        ),
        (
            0x1080,
            0x50,
            "s.png: pixel 0,66: found colour 0, expected colour 5, or an empty lower half: row 33 of m.map has tile 05 at column 0 there",
        ),
        (
            0x1fff,
            0xf0,
            "s.png: pixel 127,127: found colour 15, expected colour 0, or an empty lower half: row 63 of m.map has tile 00 at column 127 there",
        ),
    ] {
        assert_eq!(with(addr, byte).unwrap_err().to_string(), want);
    }
}

#[test]
fn a_rom_becomes_files_and_the_same_rom_again() {
    let mut dice = Dice::new(3);
    for shared in [SharedOwner::Sheet, SharedOwner::Map].repeat(6) {
        let rom = dice.rom();
        let parts = parts(&rom, shared);
        let (sheet, map, flags) =
            (write_sheet(&parts.sheet), write_map(&parts.map), write_flags(&parts.flags));
        let (sfx, music) = (write_sfx(&parts.sfx), write_music(&parts.music));
        assert!(map.starts_with(if shared == SharedOwner::Map { "rows 64\n" } else { "rows 32\n" }));
        let files = DataFiles {
            sheet: file("s.png", &sheet),
            map: file("m.map", map.as_bytes()),
            flags: file("f.flags", flags.as_bytes()),
            sfx: file("s.sfx", sfx.as_bytes()),
            music: file("m.music", music.as_bytes()),
        };
        assert!(assemble("random", &files).unwrap() == rom, "{shared:?}");
        assert_eq!(write_map(&read_map(map.as_bytes(), "m").unwrap()), map);
        assert_eq!(write_flags(&read_flags(flags.as_bytes(), "f").unwrap()), flags);
        assert_eq!(read_sfx(sfx.as_bytes(), "s").unwrap(), parts.sfx);
        assert_eq!(read_music(music.as_bytes(), "m").unwrap(), parts.music);
    }
    assert!(assemble("empty", &DataFiles::default()).unwrap() == Rom::empty("empty"));
}

#[derive(Clone, serde::Serialize, serde::Deserialize)]
struct Idle;

impl Cart for Idle {}

#[test]
fn patches_are_minimal_and_turn_the_old_rom_into_the_new_one() {
    let mut dice = Dice::new(4);
    let old = dice.rom();
    for changes in [0, 1, 2, 10, 200, 5000] {
        let mut new = old.clone();
        for _ in 0..changes {
            let at = dice.roll(0x4300);
            let end = (at + dice.roll(4)).min(0x4300);
            dice.fill(&mut new.data[at..end]);
        }
        if changes == 10 {
            new.data[0x42ff] ^= 1;
            new.data[0] ^= 1;
        }
        let patches = patches(&old, &new);
        let mut covered = [false; 0x4300];
        for patch in &patches {
            let start = usize::from(patch.addr);
            assert!(!patch.bytes.is_empty());
            assert!(start == 0 || !covered[start - 1], "two runs touch at {start:04x}");
            covered[start..start + patch.bytes.len()].fill(true);
        }
        for (at, covered) in covered.iter().enumerate() {
            assert_eq!(*covered, old.data[at] != new.data[at], "address {at:04x} of {changes} changes");
        }
        let boot = Boot { rom: Arc::new(old.clone()), ..Boot::default() };
        let mut console = Console::boot(program(Idle), boot);
        console.frame(&Input { events: vec![Event::Data(patches)], ..Input::default() });
        assert_eq!(console.machine().rom().data, new.data);
        assert!(console.machine().memory().bytes()[..0x4300] == new.data[..]);
    }
}

#[test]
fn every_file_that_ships_is_in_the_form_that_we_write() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let entries = ["sprites", "sfx"].map(|folder| std::fs::read_dir(root.join(folder)).unwrap());
    let mut seen = 0;
    for entry in entries.into_iter().flatten() {
        let path = entry.unwrap().path();
        let (bytes, name) = (std::fs::read(&path).unwrap(), path.display().to_string());
        let text = String::from_utf8_lossy(&bytes);
        match path.extension().and_then(|e| e.to_str()) {
            Some("png") => _ = read_sheet(&bytes, &name).unwrap_or_else(|e| panic!("{e}")),
            Some("map") => {
                assert_eq!(write_map(&read_map(&bytes, &name).unwrap_or_else(|e| panic!("{e}"))), text)
            }
            Some("flags") => {
                assert_eq!(write_flags(&read_flags(&bytes, &name).unwrap_or_else(|e| panic!("{e}"))), text);
            }
            Some("sfx") => {
                assert_eq!(write_sfx(&read_sfx(&bytes, &name).unwrap_or_else(|e| panic!("{e}"))), text);
            }
            Some("music") => {
                assert_eq!(write_music(&read_music(&bytes, &name).unwrap_or_else(|e| panic!("{e}"))), text);
            }
            _ if name.ends_with("README.md") => continue,
            _ => panic!("{name} is none of the data files"),
        }
        seen += 1;
    }
    assert!(seen >= 3, "only {seen} files were found");
}

#[test]
fn every_cart_on_the_shelf_has_its_files_and_runs() {
    for cart in shelf::CARTS {
        assert_eq!(
            shelf::find(cart.name).map(|found| found.title),
            Some(cart.title),
            "two carts of one name"
        );
        let files = cart.files;
        let sprites = [(files.sheet, "png"), (files.map, "map"), (files.flags, "flags")];
        let sound = [(files.sfx, "sfx"), (files.music, "music")];
        let sprites = sprites.map(|file| ("sprites", file));
        for (folder, (file, end)) in sprites.into_iter().chain(sound.map(|file| ("sfx", file))) {
            let name = file.map(|file| file.name);
            assert_eq!(name, Some(&format!("{folder}/{}.{end}", cart.name)[..]));
        }
        assert!(
            !cart.about.is_empty() && !cart.about.contains('\n') && cart.about.len() < 80,
            "{}",
            cart.about
        );
        let rom = assemble(cart.name, &cart.files).unwrap_or_else(|e| panic!("{e}"));
        assert!(rom.data[..0x3100].iter().any(|byte| *byte != 0), "{} has no sprites", cart.name);
        let boot = Boot { rom: Arc::new(rom), ..Boot::default() };
        let mut console = Console::boot((cart.make)(), boot);
        (0..60).for_each(|_| drop(console.frame(&Input::default())));
        assert!(
            console.machine().memory().bytes()[0x6000..0x8000].iter().any(|byte| *byte != 0),
            "an empty screen"
        );
    }
}
