//! Broken files of every kind. A reader may refuse or accept them, but must come back, with an answer of sensible
//! size, and what it accepts must survive being written and read again: that is `checks.rs`, which a fuzzer runs
//! for hours in `tests/fuzz`. Here the cases take seconds and are the same in every run.

use crate::Dice;
use crate::checks::{code, flags, imported, map, music, p8, p8png, picture, sfx, sheet};
use crate::sheet::{crc32, raw_png};
use format::*;
use png::{BitDepth, ColorType};
use rasher::Rom;

/// One to five random changes: bytes set, flipped, digits put in, pieces cut out, doubled, moved, the end cut off.
fn mutate(dice: &mut Dice, bytes: &mut Vec<u8>) {
    for _ in 0..=dice.roll(5) {
        if bytes.is_empty() {
            bytes.push(dice.byte());
        }
        let at = dice.roll(bytes.len());
        let piece = at..(at + dice.roll(40)).min(bytes.len());
        match dice.roll(9) {
            0 => bytes[at] = dice.byte(),
            1 => bytes[at] ^= 1 << dice.roll(8),
            2 => bytes[at] = b"0123456789abcdefgv#.: \n\r_"[dice.roll(25)],
            3 => bytes.truncate(at),
            4 => _ = bytes.drain(piece),
            5 => bytes.splice(at..at, *b"__map__\n").for_each(drop),
            6 => {
                let copy = bytes[piece].to_vec();
                let to = dice.roll(bytes.len());
                bytes.splice(to..to, copy).for_each(drop);
            }
            7 => bytes.insert(at, dice.byte()),
            _ => bytes.splice(at..at, "\u{e9}\u{1f431}".bytes()).for_each(drop),
        }
    }
}

/// Reads the bytes with one reader. True if they were accepted.
type Check = fn(&[u8]) -> bool;

/// Mutates valid files and feeds them to a reader; some must be accepted and some refused, or nothing is tried.
fn batter(check: Check, seeds: &[Vec<u8>], cases: usize, mend: fn(&mut [u8])) {
    let mut dice = Dice::new(7);
    let mut count = [0; 2];
    for seed in seeds {
        assert!(check(seed), "a seed is refused");
    }
    for _ in 0..cases {
        let mut bytes = seeds[dice.roll(seeds.len())].clone();
        mutate(&mut dice, &mut bytes);
        mend(&mut bytes);
        count[usize::from(check(&bytes))] += 1;
    }
    for _ in 0..cases / 10 {
        let mut bytes = vec![0; dice.roll(300)];
        dice.fill(&mut bytes);
        check(&bytes);
    }
    assert!(count.iter().all(|n| *n > cases / 200), "refused, accepted: {count:?}");
}

/// Puts right checksums into a PNG's chunks, so that changes get past them.
fn mend_png(bytes: &mut [u8]) {
    let mut at = 8;
    while let Some(head) = bytes.get(at..at + 8) {
        let length = u32::from_be_bytes([head[0], head[1], head[2], head[3]]) as usize;
        let end = at.saturating_add(8).saturating_add(length);
        if bytes.len() < end.saturating_add(4) {
            break;
        }
        let crc = crc32(&bytes[at + 4..end]);
        bytes[end..end + 4].copy_from_slice(&crc.to_be_bytes());
        at = end + 4;
    }
}

/// PNGs of 128x128 in several kinds.
fn pngs() -> Vec<Vec<u8>> {
    let mut sheet = [0; 0x2000];
    sheet[500..700].fill(0x3a);
    let size = (128, 128);
    let mut big = Vec::new();
    let mut encoder = png::Encoder::new(&mut big, 128, 128);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Sixteen);
    encoder.add_text_chunk("Comment".into(), "made by hand".into()).unwrap();
    encoder.write_header().unwrap().write_image_data(&[0; 128 * 128 * 8]).unwrap();
    vec![
        write_sheet(&sheet),
        png(&[5; 128 * 128], 128, 128, 1),
        raw_png(size, ColorType::Rgb, BitDepth::Eight, None, &[0x1d, 0x2b, 0x53].repeat(128 * 128)),
        raw_png(size, ColorType::Grayscale, BitDepth::Two, None, &[0; 128 * 32]),
        big,
    ]
}

#[test]
fn broken_pictures() {
    batter(sheet, &pngs(), 2_000, |_| ());
    batter(sheet, &pngs(), 6_000, mend_png);
    batter(picture, &[&pngs()[..], &[png(&(0..32).collect::<Vec<u8>>(), 8, 4, 3)]].concat(), 4_000, mend_png);
}

/// Pictures as paint programs write them; decoders that are not ours get their share.
#[test]
fn broken_imports() {
    batter(imported, &crate::import::files(), 6_000, |_| ());
}

#[test]
fn broken_maps() {
    let mut dice = Dice::new(8);
    let seeds = [SharedOwner::Sheet, SharedOwner::Map].map(|shared| {
        let mut map = parts(&dice.sprites(), shared).map;
        map.comments =
            vec![Comment { before: 3, text: "# here".into() }, Comment { before: 40, text: String::new() }];
        write_map(&map).into_bytes()
    });
    batter(map, &seeds, 20_000, |_| ());
}

#[test]
fn broken_flags() {
    let mut flags_text = parts(&Dice::new(9).sprites(), SharedOwner::Sheet).flags;
    flags_text.comments = vec![Comment { before: 0, text: "#   01  wall".into() }];
    flags_text.tails[3] = "  # torch".into();
    batter(flags, &[write_flags(&flags_text).into_bytes()], 60_000, |_| ());
}

#[test]
fn broken_sounds() {
    let mut dice = Dice::new(13);
    let mut rom = Rom::empty("sounds");
    dice.fill(&mut rom.data[0x3200..0x3200 + 3 * 68]);
    rom.data[0x3200 + 68 + 66] |= 0x80;
    let mut text = parts(&rom, SharedOwner::Sheet).sfx;
    text.sounds[0].name = "a bass".into();
    text.sounds[0].comments = vec![Comment { before: 2, text: "# bar 2".into() }];
    text.sounds[2].tails[1] = "  # rise".into();
    text.end = vec![String::new(), "# the end".into()];
    let small = "sfx 8 step: speed 2\n  C-1.noi.1  ...\n\nsfx 9: speed 18 length 2 detune 1\n";
    let seeds = [write_sfx(&text).into_bytes(), small.into()];
    batter(sfx, &seeds, 40_000, |_| ());
}

#[test]
fn broken_patterns() {
    let seed = "# hub\n 0:    8   --   --   --  start  back  # bass\n\n 1:    8   20  (9)   30\n63:   --   --   --   --";
    batter(music, &[seed.into()], 60_000, |_| ());
}

#[test]
fn broken_cartridges() {
    let mut full = Cartridge::new(Dice::new(10).sprites());
    Dice::new(11).fill(&mut full.rom.data[0x3100..]);
    full.code = b"-- code\nx=1\n-->8\ny=\"\x97\x8b\"\n".to_vec();
    full.extra = vec![Section { name: "meta:title".into(), text: "a title\n".into() }];
    full.label = Some(Box::new([17; 128 * 128]));
    // A small one, so that changes hit every part of it.
    let mut small = full.clone();
    small.label = None;
    small.rom.data[0x40..].copy_from_slice(&Rom::empty("").data[0x40..]);
    small.rom.data[0x2000] = 0x12;
    small.rom.data[0x3240] = 3;
    small.rom.data[0x3101] = 0x80;
    let [full, small] = [full, small].map(|cart| write_p8(&cart).unwrap().into_bytes());
    batter(p8, &[full], 4_000, |_| ());
    batter(p8, &[small], 40_000, |_| ());
}

#[test]
fn broken_cartridge_pictures() {
    let mut cart = Cartridge::new(Dice::new(14).sprites());
    cart.code = b"-- a title\n-- a name\nfunction _draw() cls() end function _update() cls() end\n".to_vec();
    let seed = write_p8png(&cart).unwrap();
    let mut dice = Dice::new(15);
    for n in 0..150 {
        let mut bytes = seed.clone();
        mutate(&mut dice, &mut bytes);
        if n % 2 == 0 {
            mend_png(&mut bytes);
        }
        // What is compressed has a checksum of its own: next to none get past it.
        p8png(&bytes);
    }
    // Changes of the hidden bytes themselves, without a digest.
    let plain = crate::p8png::hidden(&seed);
    let mut count = [0; 2];
    for _ in 0..120 {
        let mut bytes = plain[..0x8001].to_vec();
        for _ in 0..1 + dice.roll(4) {
            bytes[0x4300 + dice.roll(80)] = dice.byte();
        }
        count[usize::from(p8png(&crate::p8png::picture(&bytes)))] += 1;
    }
    assert!(count.iter().all(|n| *n > 10), "refused, accepted: {count:?}");
}

#[test]
fn broken_code() {
    let text =
        b"function _draw()\n cls(1)\n rectfill(0,0,127,127,1)\n rectfill(8,8,119,119,2)\nend\n".repeat(2);
    let packed = pack_code(&text, "f").unwrap();
    let noise = pack_code(b"\0\xf0\xe1\xd2\xc3\xb4\xa5\x96\x87 and so on and so on", "f").unwrap();
    let old = [b":c:\0\0\x0c\0\0", &[13, 0, b'A', 0x3c, 0x22, 0x3c, 0x42][..]].concat();
    assert!(packed.starts_with(b"\0pxa") && noise.starts_with(b"\0pxa"));
    batter(code, &[packed, noise, old], 60_000, |_| ());
}

#[test]
fn a_file_of_senseless_size_is_refused_at_once() {
    let bytes = vec![b'\n'; (16 << 20) + 1];
    let picture = "f: found 16777217 bytes, expected at most 16777216 bytes";
    let text = "f: found 16777217 bytes, expected at most 2097152 bytes";
    assert_eq!(read_sheet(&bytes, "f").unwrap_err().to_string(), picture);
    assert_eq!(read_png(&bytes, "f").unwrap_err().to_string(), picture);
    assert_eq!(read_p8png(&bytes, "f").unwrap_err().to_string(), picture);
    assert_eq!(read_map(&bytes, "f").unwrap_err().to_string(), text);
    assert_eq!(read_flags(&bytes, "f").unwrap_err().to_string(), text);
    assert_eq!(read_sfx(&bytes, "f").unwrap_err().to_string(), text);
    assert_eq!(read_music(&bytes, "f").unwrap_err().to_string(), text);
    assert_eq!(read_p8(&bytes, "f").unwrap_err().to_string(), text);
}

#[test]
fn files_of_every_kind_go_to_every_reader() {
    let mut rom = Dice::new(12).sprites();
    rom.data[0x3100..0x3300].copy_from_slice(&[1; 0x200]);
    let parts = parts(&rom, SharedOwner::Map);
    let files: [Vec<u8>; 8] = [
        write_sheet(&parts.sheet),
        png(&[1; 64], 8, 8, 1),
        write_map(&parts.map).into_bytes(),
        write_flags(&parts.flags).into_bytes(),
        write_p8(&Cartridge::new(rom.clone())).unwrap().into_bytes(),
        write_sfx(&parts.sfx).into_bytes(),
        write_music(&parts.music).into_bytes(),
        write_p8png(&Cartridge::new(rom)).unwrap(),
    ];
    let readers: [(&str, Check); 8] = [
        ("sheet", sheet),
        ("picture", picture),
        ("map", map),
        ("flags", flags),
        ("p8", p8),
        ("sfx", sfx),
        ("music", music),
        ("p8png", p8png),
    ];
    for (f, file) in files.iter().enumerate() {
        for (r, (name, reader)) in readers.iter().enumerate() {
            // A sheet is a picture, too.
            assert_eq!(reader(file), f == r || (f, r) == (0, 1), "file {f}, reader {name}");
        }
    }
}
