//! Saving into existing files: unchanged parts stay byte for byte. The scenarios are those of the editors' page, by number.
//!
//! The cases are the carts' own files, with their handwritten comments, names and columns. The lines that may differ are counted from the
//! changed bytes, by the layout of the files.

use crate::Dice;
use format::{DataKind, SharedOwner, read_sfx, update};
use rasher::memory::{FLAGS, MAP, MUSIC, ROM_SIZE, SFX};
use rasher::{Rom, SoundNames};
use std::path::PathBuf;
use tests::table::here;

const CARTS: [&str; 5] = ["porklike", "picorogue", "ghosts", "kasidin", "goblin"];
const ENDINGS: [(DataKind, &str); 4] = [
    (DataKind::Map, "sprites/{}.map"),
    (DataKind::Flags, "sprites/{}.flags"),
    (DataKind::Sfx, "sfx/{}.sfx"),
    (DataKind::Music, "sfx/{}.music"),
];

fn rom(cart: &str) -> Rom {
    store::rom_in(&here().join(".."), cart).expect("files").expect("there")
}

fn text(cart: &str, ending: &str) -> Option<String> {
    let path: PathBuf = here().join("..").join(ending.replace("{}", cart));
    std::fs::read_to_string(path).ok()
}

/// The numbers of lines, from 1, that differ between two texts of equal length.
fn changed(old: &str, new: &str) -> Vec<usize> {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.split('\n').collect(), new.split('\n').collect());
    assert_eq!(old.len(), new.len(), "lines come or go");
    (1..).zip(old.iter().zip(&new)).filter(|(_, (a, b))| a != b).map(|(n, _)| n).collect()
}

fn saved(kind: DataKind, old: &str, data: &[u8; ROM_SIZE]) -> Option<String> {
    let owner = format::shared_owner((kind == DataKind::Map).then_some(old.as_bytes()));
    let new = update(kind, Some(old.as_bytes()), data, owner, "x").expect("it is written");
    new.map(|bytes| String::from_utf8(bytes).expect("text"))
}

#[test]
fn scenario_11_one_cell_of_the_map_is_one_line() {
    let (mut data, old) = (*rom("porklike").data, text("porklike", "sprites/{}.map").expect("a map"));
    assert_eq!(saved(DataKind::Map, &old, &data), None, "nothing to write");
    let at = usize::from(MAP) + 4 * 128 + 3;
    data[at] ^= 0x15;
    let new = saved(DataKind::Map, &old, &data).expect("it changed");
    assert_eq!(changed(&old, &new).len(), 1);
    let crlf = old.replace('\n', "\r\n");
    let new = saved(DataKind::Map, &crlf, &data).expect("it changed");
    assert_eq!(changed(&crlf, &new).len(), 1, "the same with line ends of Windows");
    assert_eq!(new.matches('\r').count(), crlf.matches('\r').count());
    // Upper-case digits stay where their tile does.
    let upper: String = old
        .lines()
        .map(|l| if l.starts_with(['#', 'r']) { l.to_string() } else { l.to_uppercase() } + "\n")
        .collect();
    let new = saved(DataKind::Map, &upper, &data).expect("it changed");
    assert_eq!(changed(&upper, &new).len(), 1);
}

#[test]
fn scenario_19_an_effect_on_one_note_is_one_line() {
    let (mut data, old) = (*rom("porklike").data, text("porklike", "sfx/{}.sfx").expect("sounds"));
    // The first audible note of sound 8 without an effect.
    let notes = (0..32).map(|n| usize::from(SFX) + 8 * 68 + 2 * n);
    let word = |data: &[u8; ROM_SIZE], at: usize| u16::from_le_bytes([data[at], data[at + 1]]);
    let at =
        notes.clone().find(|at| word(&data, *at) != 0 && word(&data, *at) >> 12 & 7 == 0).expect("a note");
    let new = word(&data, at) | 2 << 12;
    data[at..at + 2].copy_from_slice(&new.to_le_bytes());
    let new = saved(DataKind::Sfx, &old, &data).expect("it changed");
    assert_eq!(changed(&old, &new).len(), 1);
}

/// Our decision: undoing a change and saving again gives the original file, in its author's word order.
#[test]
fn a_change_that_is_taken_back_leaves_no_trace() {
    let old =
        "# mine\n\nsfx 8: reverb 1 tracker   speed 4 # slow\n  C-2.tri.5\n\nsfx 10 beep: buzz\n  C-2.tri.5\n";
    let rom = |text: &str| {
        let file = format::DataFile { name: "x.sfx", bytes: text.as_bytes() };
        let files = format::DataFiles { sfx: Some(file), ..format::DataFiles::default() };
        format::assemble("x", &files).expect("sounds").data
    };
    let data = rom(old);
    let byte = |sound: usize, n: usize| usize::from(SFX) + sound * 68 + n;
    let line = |text: &str, n: usize| text.lines().nth(n).unwrap_or_default().to_string();
    // The changed bytes, a line, and its new content.
    type Case<'a> = (&'a [(usize, u8)], usize, &'a str);
    let cases: [Case; 9] = [
        (&[(byte(8, 66), 4), (byte(8, 67), 12)], 2, "sfx 8: reverb 1 tracker   speed 4 loop 4 12 # slow"),
        (&[(byte(8, 65), 9)], 2, "sfx 8: reverb 1 tracker   speed 9 # slow"),
        (&[(byte(8, 64), 0)], 2, "sfx 8:   speed 4 # slow"),
        (&[(byte(8, 64), 1 + 2 + 8 + 24)], 2, "sfx 8: reverb 1 tracker noiz detune 1   speed 4 # slow"),
        (&[(byte(10, 66), 7)], 5, "sfx 10 beep: length 7 buzz"),
        (&[(byte(8, 6), 24), (byte(8, 7), 10)], 3, "  C-2.tri.5  ...  ...  C-2.tri.5"),
        (
            &[(byte(8, 40), 24), (byte(8, 41), 0x2a)],
            5,
            "  ...            ...            ...            ...              C-2.tri.5.vib",
        ),
        (&[(byte(9, 0), 24), (byte(9, 1), 10)], 5, "sfx 9: speed 16"),
        (&[(byte(3, 0), 24), (byte(3, 1), 10)], 2, "sfx 3: speed 16"),
    ];
    for (bytes, at, says) in cases {
        let mut other = data.clone();
        bytes.iter().for_each(|(at, byte)| other[*at] = *byte);
        let new = saved(DataKind::Sfx, old, &other).expect("it changed");
        assert_eq!(line(&new, at), says, "{new}");
        assert!(rom(&new) == other, "it says what it is to say: {new}");
        let back = saved(DataKind::Sfx, &new, &data).expect("it changed back");
        // A filter that was removed returns to the filters' place.
        if bytes[0] == (byte(8, 64), 0) {
            assert!(rom(&back) == data, "{back}");
        } else {
            assert_eq!(back, old);
        }
    }
    // An empty sound that its author wrote stays, and so does one with a name.
    let mine = "sfx 8: speed 16\n  ... ...\n\nsfx 9 later: speed 16\n  C-2.tri.5\n";
    let mut data = rom(mine);
    data[byte(9, 0)] = 0;
    data[byte(9, 1)] = 0;
    let new = saved(DataKind::Sfx, mine, &data).expect("it changed");
    assert_eq!(new, "sfx 8: speed 16\n  ... ...\n\nsfx 9 later: speed 16\n");
    // Rests that were written after a note are its author's.
    let grid = "sfx 8: speed 16\n  C-2.tri.5 ... D-2.tri.5 ...\n";
    let mut data = rom(grid);
    data[byte(8, 4)] = 0;
    data[byte(8, 5)] = 0;
    let new = saved(DataKind::Sfx, grid, &data).expect("it changed");
    assert_eq!(new.split_ascii_whitespace().filter(|word| *word == "...").count(), 3, "{new}");
    // The same for patterns.
    let old = "# a tune\n 0:    8   --   --   --  start\n 1:   --   --   --   --\n 2:    9   --   --   --  stop # its end\n";
    let file = format::DataFile { name: "x.music", bytes: old.as_bytes() };
    let files = format::DataFiles { music: Some(file), ..format::DataFiles::default() };
    let data = format::assemble("x", &files).expect("music").data;
    let mut other = data.clone();
    let at = usize::from(MUSIC) + 4 * 20;
    other[at..at + 4].copy_from_slice(&[9, 0x42, 0x43, 0x44]);
    let new = saved(DataKind::Music, old, &other).expect("it changed");
    assert_eq!(new, format!("{old}20:    9   --   --   --\n"));
    assert_eq!(saved(DataKind::Music, &new, &data).as_deref(), Some(old));
    let empty = Rom::empty("").data;
    let new = saved(DataKind::Music, old, &empty).expect("it changed");
    assert_eq!(new, "# a tune\n 1:   --   --   --   --\n 2:   --   --   --   -- # its end\n");
}

/// Any bytes of any cart: the file reads back correctly, and each line whose values are the same is the same.
#[test]
fn lines_change_only_where_their_values_do() {
    for cart in CARTS {
        let data = rom(cart).data;
        for (kind, ending) in ENDINGS {
            let Some(old) = text(cart, ending) else { continue };
            for seed in 0..40 {
                let (mut dice, mut data) = (Dice::new(seed), *data);
                let (from, to) = match kind {
                    DataKind::Map => (MAP, FLAGS),
                    DataKind::Flags => (FLAGS, MUSIC),
                    DataKind::Sfx => (SFX, ROM_SIZE as u16),
                    _ => (MUSIC, SFX),
                };
                let count = 1 + dice.roll(4);
                for _ in 0..count {
                    let at = usize::from(from) + dice.roll(usize::from(to - from));
                    data[at] = dice.byte() & if kind == DataKind::Sfx { 0x7f } else { 0xff };
                }
                let Some(new) = saved(kind, &old, &data) else { continue };
                assert_eq!(
                    saved(kind, &new, &data),
                    None,
                    "{cart} {kind:?} seed {seed}: it says what it is to say"
                );
                // A changed byte changes one line; a new sound or pattern adds its own.
                let old_lines: Vec<&str> = old.lines().collect();
                let kept = new.lines().filter(|line| old_lines.contains(line)).count();
                let lost = old_lines.len().saturating_sub(kept);
                assert!(lost <= 5 * count, "{cart} {kind:?} seed {seed}: {lost} of {count}");
            }
        }
    }
}

#[test]
fn what_is_missing_is_made_where_it_is_needed() {
    let mut data = *Rom::empty("x").data;
    for kind in DataKind::ALL {
        assert_eq!(
            update(kind, None, &data, SharedOwner::Sheet, "x"),
            Ok(None),
            "{kind:?}: no file for nothing"
        );
    }
    data[usize::from(SFX)] = 7;
    data[usize::from(SFX) + 1] = 10;
    let new = update(DataKind::Sfx, None, &data, SharedOwner::Sheet, "x").expect("written").expect("a file");
    assert_eq!(update(DataKind::Sfx, Some(&new), &data, SharedOwner::Sheet, "x"), Ok(None));
}

#[test]
fn a_file_that_cannot_be_understood_is_not_written_over() {
    let data = *Rom::empty("x").data;
    for kind in DataKind::ALL {
        assert!(update(kind, Some(b"nonsense"), &data, SharedOwner::Sheet, "x").is_err(), "{kind:?}");
    }
}

/// Code, label and unknown sections stay byte for byte, and one pixel is one line of the file.
#[test]
fn a_cartridge_in_text_keeps_all_but_the_row() {
    let body =
        "pico-8 cartridge // http://www.pico-8.com\nversion 41\n__lua__\n-- a\tb\r\nprint(1)\n\n__gfx__\n";
    let old =
        format!("{body}{}\n{}\n__map__\n0102\n__meta:title__\nhello\n", "0".repeat(128), "1".repeat(128));
    let mut data = *format::read_p8(old.as_bytes(), "x.p8").expect("it is one").rom.data;
    data[64] = 0x51;
    let new =
        String::from_utf8(format::update_p8(old.as_bytes(), &data, "x.p8").expect("written")).expect("text");
    assert_eq!(changed(&old, &new), [9], "the second row of __gfx__");
    assert!(new.contains("\n15111"), "pixel 1,1 is 5");
    data[usize::from(SFX)] = 1;
    let more =
        String::from_utf8(format::update_p8(new.as_bytes(), &data, "x.p8").expect("written")).expect("text");
    assert!(more.starts_with(&new[..new.find("__meta").expect("there")]), "sounds come after the map");
    assert!(more.ends_with("__meta:title__\nhello\n"));
}

/// Undoing an edit restores the original file, byte for byte. The files are our own, old ones with all rows, and one by another program,
/// which has an unknown section before the data. The expectation is the original file.
#[test]
fn a_cartridge_whose_edit_is_undone_is_the_first_file() {
    let other = "pico-8 cartridge // by hand\nversion 41\n__lua__\n?1\n\n__meta:x__\nhi\n__gfx__\n";
    let hand = format!("{other}{}\n\n__gff__\n{}\n{}\n", "1".repeat(128), "01".repeat(128), "0".repeat(256));
    let whole = |version: u32| {
        let mut cart = format::Cartridge::new(Rom::empty("x"));
        (cart.version, cart.code) = (version, b"?1".to_vec());
        (cart.rom.data[0], cart.rom.data[usize::from(MAP) + 128]) = (0x11, 3);
        String::from_utf8(format::write_p8(&cart).expect("written")).expect("text")
    };
    let unended = whole(41).trim_end().to_string();
    for (name, first) in [("hand", hand), ("41", whole(41)), ("8", whole(8)), ("no end", unended)] {
        let save = |text: &str, data: &[u8; ROM_SIZE]| {
            let bytes = format::update_p8(text.as_bytes(), data, "x.p8").expect("written");
            String::from_utf8(bytes).expect("text")
        };
        let base = *format::read_p8(first.as_bytes(), "x.p8").expect("it is one").rom.data;
        // The last byte of the sheet's second sprite row, of the sheet, flags, map, music and sounds.
        for at in [0x3ff, 0x1fff, 0x3000, 0x30ff, 0x2fff, 0x31ff, 0x42ff] {
            let mut data = base;
            data[at] ^= 0x11;
            let edited = save(&first, &data);
            assert_eq!(*format::read_p8(edited.as_bytes(), "x.p8").expect("good").rom.data, data);
            assert!(save(&edited, &base) == first, "{name} {at:#x}:\n{}", save(&edited, &base));
        }
    }
}

/// A longer word takes blanks from the gap after it, a shorter one leaves them: columns stay.
#[test]
fn a_word_takes_its_room_from_the_gap_behind_it() {
    let old = "sfx 8 bass: speed 18\n  D-2.saw.5       E-2.saw.5   # two\n";
    let mut data = *Rom::empty("x").data;
    let read = format::read_sfx(old.as_bytes(), "x").expect("sounds");
    data[usize::from(SFX)..].copy_from_slice(&read.records()[..]);
    assert_eq!(saved(DataKind::Sfx, old, &data), None);
    data[usize::from(SFX) + 8 * 68 + 1] |= 0x20;
    let new = saved(DataKind::Sfx, old, &data).expect("it changed");
    assert_eq!(new, "sfx 8 bass: speed 18\n  D-2.saw.5.vib   E-2.saw.5   # two\n");
    data[usize::from(SFX) + 8 * 68 + 1] &= !0x70;
    assert_eq!(saved(DataKind::Sfx, &new, &data).as_deref(), Some(old));
}

/// The names that a `.sfx` has, after some were changed; its other lines stay. The layout is ours.
#[test]
fn a_name_is_the_only_word_of_a_file_of_sounds_that_changes() {
    let old = "# mine\r\nsfx 8 old  name: speed 18 # why\r\n  C-2.tri.5\r\n\r\n  sfx 9: loop 0 4\r\n";
    let cases = [
        (8, "bass", old.replace("old  name", "bass")),
        (8, "", old.replace(" old  name", "")),
        (9, "lead", old.replace("sfx 9:", "sfx 9 lead:")),
        (9, "a: b\n", old.replace("sfx 9:", "sfx 9 a  b:")),
        (10, "", old.into()),
        (10, "new", format!("{old}\r\nsfx 10 new: speed 16\r\n")),
        (1, "new", old.replace("sfx 8", "sfx 1 new: speed 16\r\n\r\nsfx 8")),
    ];
    for (n, name, new) in cases {
        let names = SoundNames::from([(n, name.to_string())]);
        let got = format::name_sounds(old.as_bytes(), &names, "x.sfx").expect("written");
        assert_eq!(String::from_utf8(got).as_ref(), Ok(&new), "{n} {name}");
        let before = read_sfx(old.as_bytes(), "x").expect("good").records();
        assert_eq!(read_sfx(new.as_bytes(), "x").expect("good").records(), before, "no sound changes");
    }
    let new =
        format::name_sounds(b"", &SoundNames::from([(3, "horn".to_string())]), "x.sfx").expect("written");
    assert_eq!(new, b"sfx 3 horn: speed 16\n");
}

/// PICO-8 keeps sections of that kind, as the carts have it that other tools wrote. The name of the section is ours.
#[test]
fn a_cartridge_has_names_in_a_section_of_its_own() {
    let head = "pico-8 cartridge // http://www.pico-8.com\nversion 42\n";
    let old = format!("{head}__lua__\nx=1\n__sfx__\n{}\n__meta:title__\nhi\n", "0".repeat(168));
    let name = |text: &str, names: &[(u8, &str)]| {
        let names = names.iter().map(|(n, name)| (*n, (*name).to_string())).collect();
        String::from_utf8(format::name_sounds_p8(text.as_bytes(), &names, "x.p8").expect("written"))
            .expect("text")
    };
    let one = name(&old, &[(0, "horn"), (63, "last one"), (5, "")]);
    assert_eq!(one, format!("{old}__meta:sound_names__\n0 horn\n63 last one\n"));
    let cart = format::read_p8(one.as_bytes(), "x.p8").expect("good");
    assert_eq!(cart.rom.sounds, SoundNames::from([(0, "horn".into()), (63, "last one".into())]));
    assert_eq!(format::write_p8(&cart).expect("written"), one.as_bytes(), "it comes back as it was");
    let two = name(&one.replace("0 horn", "# mine\n0 horn"), &[(0, "tuba")]);
    assert_eq!(two, format!("{old}__meta:sound_names__\n0 tuba\n63 last one\n# mine\n"));
    assert_eq!(name(&one, &[(0, ""), (63, "")]), old);
    assert_eq!(name("x=1", &[(0, "horn")]), "x=1", "a file of code has no place for names");
    // An exported cart has them, and gives them to data files.
    let mut cart = format::Cartridge::new(Rom::empty("x"));
    cart.rom.sounds = SoundNames::from([(8, "__sfx__\n: ".into())]);
    let text = format::write_p8(&cart).expect("written");
    assert!(text.ends_with(b"__meta:sound_names__\n8 __sfx__\n"), "{}", text.escape_ascii());
    let parts = format::parts(&cart.rom, SharedOwner::Sheet);
    assert_eq!(format::write_sfx(&parts.sfx), "sfx 8 __sfx__: speed 16\n");
}
