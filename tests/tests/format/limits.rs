//! Each limit of a cart's files: a file at the limit is read, and one more is refused by name. The numbers are PICO-8's, from
//! its manual and from the layout of its memory; those that only keep absurd files out are ours.

use crate::sheet::raw_png;
use format::{
    CODE_BYTES, CODE_CHARS, Cartridge, FormatError, FormatLimit, pack_code, png, read_flags, read_map,
    read_music, read_p8, read_p8rom, read_png, read_sfx, read_sheet, write_flags, write_p8rom,
};
use png::{BitDepth, ColorType};
use rasher::Rom;

/// The result for a file: nothing, or the limit that it exceeds.
fn came(read: Result<(), FormatError>) -> Option<FormatLimit> {
    read.err().and_then(|error| {
        assert!(error.limit.is_some(), "{error} names no limit");
        error.limit
    })
}

fn sheet(side: u32) -> Option<FormatLimit> {
    let pixels = vec![0; (side * side) as usize];
    came(
        read_sheet(&raw_png((side, side), ColorType::Grayscale, BitDepth::Eight, None, &pixels), "f")
            .map(drop),
    )
}

fn picture(side: usize) -> Option<FormatLimit> {
    let row = raw_png((side as u32, 1), ColorType::Grayscale, BitDepth::Eight, None, &vec![0; side]);
    came(read_png(&row, "f").map(drop))
}

fn flags(sprites: usize) -> Option<FormatLimit> {
    let mut text = write_flags(&format::FlagsText::default());
    (256..sprites).step_by(16).for_each(|n| text += &format!("{n}:{}\n", " 01".repeat(16)));
    came(read_flags(text.as_bytes(), "f").map(drop))
}

fn map(columns: usize, rows: usize) -> Option<FormatLimit> {
    let text = format!("rows {rows}\n{}", format!("{}\n", "..".repeat(columns)).repeat(rows));
    came(read_map(text.as_bytes(), "f").map(drop))
}

fn sfx(text: String) -> Option<FormatLimit> {
    came(read_sfx(text.as_bytes(), "f").map(drop))
}

fn music(text: String) -> Option<FormatLimit> {
    came(read_music(text.as_bytes(), "f").map(drop))
}

fn p8(section: &str, rows: usize, columns: usize) -> Option<FormatLimit> {
    let row = if section == "music" { "00 ".to_string() + &"0".repeat(columns) } else { "0".repeat(columns) };
    let text = format!("pico-8 cartridge\nversion 41\n__{section}__\n{}", (row + "\n").repeat(rows));
    came(read_p8(text.as_bytes(), "f").unwrap().warnings.pop().map_or(Ok(()), Err))
}

/// Incompressible bytes.
fn noise(length: usize) -> Vec<u8> {
    let mut dice = crate::Dice::new(41);
    (0..length).map(|_| 1 + dice.roll(255) as u8).collect()
}

/// A limit, and a reader of a file with so many more items than the limit.
type Case = (FormatLimit, fn(usize) -> Option<FormatLimit>);

const CASES: &[Case] = &[
    (FormatLimit::SheetSide, |more| sheet(128 + more as u32)),
    (FormatLimit::SheetSide, |more| p8("gfx", 128 + more, 128)),
    (FormatLimit::LabelSide, |more| p8("label", 128 + more, 128)),
    (FormatLimit::Sprites, |more| flags(256 + more)),
    (FormatLimit::Sprites, |more| p8("gff", 2 + more, 256)),
    (FormatLimit::Sprites, |more| p8("gff", 1, 256 + more)),
    (FormatLimit::MapColumns, |more| map(128 + more, 32)),
    (FormatLimit::MapRows, |more| map(128, 64 + more)),
    (FormatLimit::MapRows, |more| p8("map", 64 + more, 256)),
    (FormatLimit::Sounds, |more| sfx(format!("sfx {}: speed 1\n", 63 + more))),
    (FormatLimit::Sounds, |more| sfx(format!("sfx {}: speed 1\n", 63 + more * 1000))),
    (FormatLimit::Sounds, |more| music(format!("0: {} -- -- --\n", 63 + more))),
    (FormatLimit::Sounds, |more| music(format!("0: -- ({}) -- --\n", 63 + more))),
    (FormatLimit::Sounds, |more| p8("sfx", 64 + more, 168)),
    (FormatLimit::Notes, |more| {
        let row = format!("{}\n", " ...".repeat(8));
        sfx("sfx 0: speed 1\n".to_string() + &row.repeat(4) + &" ...\n".repeat(more))
    }),
    (FormatLimit::Notes, |more| p8("sfx", 1, 168 + more)),
    (FormatLimit::Samples, |more| {
        sfx("sfx 0: speed 1 wave\n".to_string() + &format!("{}\n", " 5".repeat(16)).repeat(4 + more))
    }),
    (FormatLimit::Patterns, |more| music(format!("{}: -- -- -- --\n", 63 + more))),
    (FormatLimit::Patterns, |more| p8("music", 64 + more, 8)),
    (FormatLimit::Channels, |more| p8("music", 1, 8 + more)),
    (FormatLimit::CodeChars, |more| came(pack_code(&vec![b'a'; CODE_CHARS + more], "f").map(drop))),
    (FormatLimit::CodeBytes, |more| came(pack_code(&noise(CODE_BYTES + more), "f").map(drop))),
    (FormatLimit::CodeBytes, |more| {
        let mut cart = Cartridge::new(Rom::empty("f"));
        cart.code = noise(CODE_BYTES + more);
        came(write_p8rom(&cart).map(drop))
    }),
    (FormatLimit::CartBytes, |more| came(read_p8rom(&vec![0; 0x8000 + more], "f").map(drop))),
    (FormatLimit::TextBytes, |more| came(read_sfx(&vec![b'\n'; (2 << 20) + more], "f").map(drop))),
    (FormatLimit::PictureSide, |more| picture(2048 + more)),
];

#[test]
fn what_just_fits_is_read_and_one_more_is_refused_by_name() {
    for (i, (limit, read)) in CASES.iter().enumerate() {
        assert_eq!(read(0), None, "case {i}: so many as {limit} are read");
        assert_eq!(read(1), Some(*limit), "case {i}: one more than {limit}");
    }
    // A valid picture of 16 MiB takes long to make: an invalid one is refused for its size alone.
    let big = read_png(&vec![0; (16 << 20) + 1], "f").unwrap_err();
    assert_eq!(big.limit, Some(FormatLimit::PictureBytes));
    for limit in FormatLimit::ALL.iter().copied() {
        let tried = CASES.iter().any(|(other, _)| *other == limit) || limit == FormatLimit::PictureBytes;
        assert!(tried, "no case goes past {limit}");
    }
}

#[test]
fn the_numbers_are_those_of_the_machine() {
    // From the manual and the map of memory: bytes of an area divided by bytes of an item.
    let numbers = [
        (FormatLimit::SheetSide, 0x2000 * 2 / 128),
        (FormatLimit::LabelSide, 128),
        (FormatLimit::Sprites, 0x3100 - 0x3000),
        (FormatLimit::MapColumns, 128),
        (FormatLimit::MapRows, (0x3000 - 0x1000) / 128),
        (FormatLimit::Sounds, (0x4300 - 0x3200) / 68),
        (FormatLimit::Notes, 32),
        (FormatLimit::Samples, 64),
        (FormatLimit::Patterns, (0x3200 - 0x3100) / 4),
        (FormatLimit::Channels, 4),
        (FormatLimit::CodeChars, 0xffff),
        (FormatLimit::CodeBytes, 0x8000 - 0x4300),
        (FormatLimit::CartBytes, 0x8000),
    ];
    for (limit, number) in numbers {
        assert_eq!(limit.most(), number, "{limit}");
    }
    assert_eq!(FormatLimit::MapRows.to_string(), "64 rows of the map");
}

#[test]
fn other_faults_are_no_limits() {
    let faults = [
        read_sheet(&png(&[0; 64], 8, 8, 1), "f").unwrap_err(),
        read_map(b"rows 0\n", "f").unwrap_err(),
        read_map(b"rows x\n", "f").unwrap_err(),
        read_map(format!("rows 32\n{}", format!("{}\n", "..".repeat(128)).repeat(33)).as_bytes(), "f")
            .unwrap_err(),
        read_sfx(b"sfx x: speed 1\n", "f").unwrap_err(),
        read_sfx(b"sfx 1: speed 256\n", "f").unwrap_err(),
        read_music(b"0: x -- -- --\n", "f").unwrap_err(),
        read_music(b"x: -- -- -- --\n", "f").unwrap_err(),
        read_p8(b"pico-8 cartridge\nversion 41\n__gfx__\n0g", "f").unwrap().warnings.remove(0),
    ];
    for fault in faults {
        assert_eq!(fault.limit, None, "{fault}");
    }
}
