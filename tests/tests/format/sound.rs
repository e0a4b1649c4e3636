//! Sounds and patterns as text. The expected bytes are from the manual's tables, written by hand.

use crate::Dice;
use format::{
    Cartridge, DataFile, DataFiles, MusicText, SfxText, assemble, read_music, read_p8, read_sfx, write_music,
    write_p8, write_sfx,
};
use rasher::Rom;

/// The bytes of one sound, read from text.
#[track_caller]
fn record(text: &str, number: u8) -> [u8; 68] {
    read_sfx(text.as_bytes(), "s.sfx")
        .unwrap_or_else(|e| panic!("{e}"))
        .get(number)
        .expect("it is there")
        .record
}

#[test]
fn each_word_of_a_sound_goes_to_its_bits() {
    let text =
        "sfx 8 bass: speed 10 loop 2 3 tracker\n  C-1.tri.5  D-3.i0.3.arpf  C-2.tri.5.arps  D#5.pha.7  ...\n";
    let mut want = [0; 68];
    // Pitch 12, waveform 0, volume 5, no effect: 0x0a0c. Pitch 38, sound 0, volume 3, effect 6: 0x8000 + 6 << 12 +
    // 3 << 9 + 38 = 0xe626. Pitch 24, volume 5, effect 7: 0x7a18. Pitch 63, waveform 7, volume 7: 0x0fff.
    want[..8].copy_from_slice(&[0x0c, 0x0a, 0x26, 0xe6, 0x18, 0x7a, 0xff, 0x0f]);
    want[64..].copy_from_slice(&[1, 10, 2, 3]);
    assert_eq!(record(text, 8), want);
    // Byte 64: mode + 2 noiz + 4 buzz + 8 detune + 24 reverb + 72 dampen.
    let heads: [(&str, [u8; 4]); 12] = [
        ("", [0, 16, 0, 0]),
        ("speed 0", [0, 0, 0, 0]),
        ("speed 255 tracker", [1, 255, 0, 0]),
        ("noiz", [2, 16, 0, 0]),
        ("buzz", [4, 16, 0, 0]),
        ("detune 2", [16, 16, 0, 0]),
        ("reverb 1", [24, 16, 0, 0]),
        ("dampen 2", [144, 16, 0, 0]),
        ("dampen 3 tracker noiz buzz detune 1 reverb 1", [255, 16, 0, 0]),
        ("buzz noiz dampen 2 reverb 2 detune 2 tracker", [215, 16, 0, 0]),
        ("length 7", [0, 16, 7, 0]),
        ("loop 127 255", [0, 16, 127, 255]),
    ];
    for (words, want) in heads {
        assert_eq!(record(&format!("sfx 63: {words}"), 63)[64..], want, "{words}");
    }
    // The manual: the first sound of an empty cart has speed 1, all others 16.
    assert_eq!(record("sfx 0:", 0)[64..], [0, 1, 0, 0]);
}

#[test]
fn keys_are_counted_from_the_lowest_c() {
    let names = ["C-", "C#", "D-", "D#", "E-", "F-", "F#", "G-", "G#", "A-", "A#", "B-"];
    for pitch in 0..64 {
        let cell = format!("{}{}.saw.1", names[pitch % 12], pitch / 12);
        let word = (pitch as u16 | 2 << 6 | 1 << 9).to_le_bytes();
        assert_eq!(record(&format!("sfx 1: speed 1\n{cell}"), 1)[..2], word, "{cell}");
    }
    // A flat is the key below, even across octaves, and case does not matter.
    for (other, same) in [("Bb1", "A#1"), ("eb2", "D#2"), ("Cb2", "B-1"), ("B#1", "C-2"), ("a#0", "A#0")] {
        let first = |key| record(&format!("sfx 1: speed 1\n{key}.saw.1"), 1);
        assert_eq!(first(other), first(same), "{other}");
    }
}

#[test]
fn a_wave_is_64_samples() {
    let rows: String =
        (0..4).map(|y| (0..16).map(|x| format!(" {}", y * 16 + x - 32)).collect::<String>() + "\n").collect();
    let text = format!("sfx 3 horn: speed 1 wave\n{rows}").replace("-32", "-128").replace(" 31\n", " 127\n");
    let record = record(&text, 3);
    assert_eq!((record[0], record[1], record[32], record[63]), (0x80, 0xe1, 0, 0x7f));
    assert_eq!(record[64..], [0, 1, 0x80, 0]);
}

#[test]
fn each_note_and_each_head_has_a_text_of_its_own() {
    let mut texts = std::collections::BTreeSet::new();
    for block in 0..2048u32 {
        let mut records = SfxText::default().records();
        for n in 0..32 {
            let word = (block * 32 + n) as u16;
            records[n as usize * 2..][..2].copy_from_slice(&word.to_le_bytes());
        }
        let text = write_sfx(&SfxText::from_records(&records));
        assert!(read_sfx(text.as_bytes(), "s").unwrap().records() == records, "{text}");
        texts.insert(text);
    }
    assert_eq!(texts.len(), 2048);
    for byte in 0..=255u8 {
        for at in 64..68 {
            let mut records = SfxText::default().records();
            records[5 * 68 + at] = byte;
            let text = write_sfx(&SfxText::from_records(&records));
            assert!(read_sfx(text.as_bytes(), "s").unwrap().records() == records, "byte {at}: {text}");
        }
    }
    for word in 0..=0xffffu16 {
        let mut records = MusicText::default().records();
        records[4 * 9..][..2].copy_from_slice(&word.to_le_bytes());
        records[4 * 9 + 2..][..2].copy_from_slice(&word.to_be_bytes());
        let text = write_music(&MusicText::from_records(&records));
        assert!(read_music(text.as_bytes(), "m").unwrap().records() == records, "{text}");
    }
}

#[test]
fn random_sounds_come_back_from_text_and_through_a_cartridge() {
    let mut dice = Dice::new(21);
    for n in 0..300 {
        let mut rom = Rom::empty("x");
        // Some of the sounds and patterns: the others are as in an empty cart.
        for record in 0..64 {
            if dice.roll(3) == 0 {
                dice.fill(&mut rom.data[0x3200 + record * 68..][..68]);
            }
            if dice.roll(3) == 0 {
                dice.fill(&mut rom.data[0x3100 + record * 4..][..4]);
            }
        }
        let cart = write_p8(&Cartridge::new(rom.clone())).unwrap();
        let parts = format::parts(&read_p8(&cart, "x.p8").unwrap().rom, format::SharedOwner::Sheet);
        let (sfx, music) = (write_sfx(&parts.sfx), write_music(&parts.music));
        let files = DataFiles {
            sfx: Some(DataFile { name: "x.sfx", bytes: sfx.as_bytes() }),
            music: Some(DataFile { name: "x.music", bytes: music.as_bytes() }),
            ..DataFiles::default()
        };
        let back = assemble("x", &files).unwrap_or_else(|e| panic!("{n}: {e}"));
        assert!(back == rom, "{n}");
        assert_eq!(write_p8(&Cartridge::new(back)).unwrap(), cart, "{n}");
        assert_eq!(write_sfx(&read_sfx(sfx.as_bytes(), "x").unwrap()), sfx, "{n}");
    }
}

#[test]
fn what_says_nothing_is_not_written() {
    let rom = Rom::empty("x");
    let parts = format::parts(&rom, format::SharedOwner::Sheet);
    assert_eq!((write_sfx(&parts.sfx), write_music(&parts.music)), (String::new(), String::new()));
    let mut records = SfxText::default().records();
    records[68 * 9..][..2].copy_from_slice(&[24, 10]);
    records[68 * 9 + 12..][..2].copy_from_slice(&[26, 0x5a]);
    let text = write_sfx(&SfxText::from_records(&records));
    let want = "sfx 9: speed 16\n  C-2.tri.5      ...            ...            ...              ...            ...            D-2.tri.5.out\n";
    assert_eq!(text, want, "rests at the end and empty sounds are left out");
}

#[test]
fn what_a_person_wrote_comes_back_byte_for_byte() {
    let sfx = "\
# Smokehouse, sounds

# --- the yard ---
sfx 8 bass of the yard, C# and all: speed 18 tracker dampen 1  # 3+3+2
# bar 1
  D-0.i0.5  ...       ...       A-0.i0.5    ...       ...       D-1.i0.5  ...  # rise
  A#0.i0.5  ...       ...       F-0.i0.5    ...       ...       D-0.i0.5  ...

# bar 2
  ...       ...

sfx 3 horn: speed 1 wave
";
    let rows = "    0    1    2    3    4    5    6    7    8    9   10   11   12   13   14 -128";
    let sfx = format!("{sfx}{rows}\n{rows}\n\n{rows}  # odd\n{rows}\n# no more\n\n");
    let read = read_sfx(sfx.as_bytes(), "s.sfx").unwrap_or_else(|e| panic!("{e}"));
    let bass = read.get(8).unwrap();
    assert_eq!(
        (bass.name.as_str(), bass.shown, bass.comments.len()),
        ("bass of the yard, C# and all", 18, 6)
    );
    assert_eq!(bass.tails[..2], ["  # 3+3+2", "  # rise"]);
    assert_eq!(read.end, ["# no more", ""]);
    assert_eq!(write_sfx(&read), sfx);
    let loose = "sfx 8:speed 3# a\nd-2.tri.5 ...\t# b";
    let read = read_sfx(loose.replace("3#", "3 #").as_bytes(), "s").unwrap();
    assert_eq!(write_sfx(&read), "sfx 8: speed 3 # a\n  D-2.tri.5  ...\t# b\n");

    let music = "# hub\n 0:    8   --   --   --  start  back  # bass alone\n\n 1:    8   20  (9)    0\n# form\n63:   --   --   --   --\n";
    assert_eq!(write_music(&read_music(music.as_bytes(), "m").unwrap()), music);
    let loose = "0 : 8 -- -- -- back start# bass";
    let read = read_music(loose.replace('#', " #").as_bytes(), "m").unwrap();
    assert_eq!(read.patterns[0].record, [0x88, 0xc2, 0x43, 0x44]);
    assert_eq!(read.records()[4..8], [0x41, 0x42, 0x43, 0x44], "a pattern that stands nowhere is empty");
}

#[test]
fn a_wrong_text_is_refused_with_line_and_column() {
    let words =
        "speed, loop, length, wave, tracker, noiz, buzz, detune, reverb, dampen or a comment, each once";
    let whole = "key, waveform and volume, such as D-2.saw.5 or D-2.saw.5.vib, or ...";
    let row = "  C-2.tri.5  ...  ...  ...  ...  ...  ...  ...\n";
    let cases: &[(String, &str, &str)] = &[
        (
            "  C-2.tri.5".into(),
            "1:3: found \"C-2.tri.5\"",
            "\"sfx\", a number from 0 to 63, a name or none, and a colon",
        ),
        ("\n#\nsfx 64:".into(), "3:5: found \"64:\"", "a number from 0 to 63"),
        ("sfx bass:".into(), "1:5: found \"bass:\"", "a number from 0 to 63"),
        ("sfx".into(), "1:4: found the end of the line", "a number from 0 to 63"),
        ("sfx 99999999999999999999:".into(), "1:5: found \"99999999999999999999:\"", "a number from 0 to 63"),
        (
            "sfx 8 bass".into(),
            "1:11: found the end of the line",
            "a colon after the number and name of the sound",
        ),
        ("sfx 8bass:".into(), "1:6: found \"bass:\"", "a blank between number and name"),
        ("sfx 8:\nsfx 9:\nsfx 8:".into(), "3:5: found \"8:\"", "each sound once"),
        ("sfx 8 \u{e9}: sped 18".into(), "1:10: found \"sped\"", words),
        ("sfx 8: speed 18 speed 18".into(), "1:17: found \"speed\"", words),
        ("sfx 8: length 3 loop 1 2".into(), "1:17: found \"loop\"", words),
        ("sfx 8: noiz noiz".into(), "1:13: found \"noiz\"", words),
        ("sfx 8: speed".into(), "1:13: found the end of the line", "a number from 0 to 255"),
        ("sfx 8: speed 256".into(), "1:14: found \"256\"", "a number from 0 to 255"),
        ("sfx 8: speed +1".into(), "1:14: found \"+1\"", "a number from 0 to 255"),
        ("sfx 8: loop 128 1".into(), "1:13: found \"128\"", "the loop's first note, from 0 to 127"),
        (
            "sfx 8: loop 1 noiz".into(),
            "1:15: found \"noiz\"",
            "the note after the loop's last, from 0 to 255",
        ),
        ("sfx 8: detune 3".into(), "1:15: found \"3\"", "0, 1 or 2"),
        (
            "sfx 8: dampen 3 reverb 2".into(),
            "1:8: found \"dampen\"",
            "filters that fit into a byte: dampen 3 fits with at most reverb 1 and detune 1",
        ),
        ("sfx 8:\n H-2.tri.5".into(), "2:2: found \"H-2\"", "a key and its octave from C-0 to D#5"),
        ("sfx 8:\n E-5.tri.5".into(), "2:2: found \"E-5\"", "a key and its octave from C-0 to D#5"),
        ("sfx 8:\n Cb0.tri.5".into(), "2:2: found \"Cb0\"", "a key and its octave from C-0 to D#5"),
        (
            "sfx 8:\n ... \u{e9}-2.tri.5".into(),
            "2:6: found \"\u{e9}-2\"",
            "a key and its octave from C-0 to D#5",
        ),
        (
            "sfx 8:\n C-2.sow.5".into(),
            "2:6: found \"sow\"",
            "tri, til, saw, squ, pul, org, noi, pha, or i0 to i7",
        ),
        (
            "sfx 8:\n C-2.i8.5".into(),
            "2:6: found \"i8\"",
            "tri, til, saw, squ, pul, org, noi, pha, or i0 to i7",
        ),
        ("sfx 8:\n C-2.tri.8".into(), "2:10: found \"8\"", "a volume from 0 to 7"),
        ("sfx 8:\n C-2.tri.5.wob".into(), "2:12: found \"wob\"", "slide, vib, drop, in, out, arpf or arps"),
        ("sfx 8:\n C-2.tri ...".into(), "2:2: found \"C-2.tri\"", whole),
        ("sfx 8:\n C-2.tri.5. ...".into(), "2:2: found \"C-2.tri.5.\"", whole),
        ("sfx 8:\n C-2..5".into(), "2:2: found \"C-2..5\"", whole),
        ("sfx 8:\n C-2.tri.5.vib.x".into(), "2:2: found \"C-2.tri.5.vib.x\"", whole),
        (
            format!("sfx 8:\n{}...\n", row.trim_end().to_string() + " "),
            "2:48: found \"...\"",
            "a comment or the end of the row after 8 notes",
        ),
        (
            format!("sfx 8:\n  ... ...\n{row}"),
            "3:3: found \"C-2.tri.5\"",
            "\"sfx\", or 8 notes in the row above: only the last row may be shorter",
        ),
        (
            format!("sfx 8:\n{row}{row}{row}{row}{row}"),
            "6:3: found \"C-2.tri.5\"",
            "\"sfx\", since a sound has 32 notes",
        ),
        (
            "sfx 3: wave\n".into(),
            "2:1: found the end of the file",
            "row 1 of the 4 rows of 16 samples of sfx 3",
        ),
        (
            format!("sfx 3: wave\n{}\nsfx 4:", "0 ".repeat(16)),
            "3:1: found \"sfx 4:\"",
            "row 2 of the 4 rows of 16 samples of sfx 3",
        ),
        ("sfx 3: wave\n 1 128".into(), "2:4: found \"128\"", "16 samples in a row, each from -128 to 127"),
        (
            "sfx 3: wave\n 1 2".into(),
            "2:5: found the end of the line",
            "16 samples in a row, each from -128 to 127",
        ),
        (
            format!("sfx 3: wave\n{}7", "0 ".repeat(16)),
            "2:33: found \"7\"",
            "a comment or the end of the row after 16 samples",
        ),
    ];
    for (text, found, expected) in cases {
        let want = format!("s.sfx:{found}, expected {expected}");
        assert_eq!(read_sfx(text.as_bytes(), "s.sfx").unwrap_err().to_string(), want, "{text}");
    }
    let cell = "a sound from 0 to 63, one in parentheses for a silent channel, or --";
    let flags = "start, back, stop, spare or a comment, each once";
    let cases = [
        ("8 -- -- --", "1:1: found \"8\"", "a pattern's number from 0 to 63 and a colon"),
        ("64: 8 -- -- --", "1:1: found \"64:\"", "a pattern's number from 0 to 63 and a colon"),
        ("-1: 8 -- -- --", "1:1: found \"-1:\"", "a pattern's number from 0 to 63 and a colon"),
        ("1: 8 -- -- --\n#\n 1: 8 -- -- --", "3:2: found \"1:\"", "each pattern once"),
        ("1: 8 -- --", "1:11: found the end of the line", cell),
        ("1: 8 -- start", "1:9: found \"start\"", cell),
        ("1: 64 -- -- --", "1:4: found \"64\"", cell),
        ("1: -- (64) -- --", "1:7: found \"(64)\"", cell),
        ("1: -- (9 -- --", "1:7: found \"(9\"", cell),
        ("1: -- -- -- -- --", "1:16: found \"--\"", flags),
        ("1: -- -- -- -- stop stop", "1:21: found \"stop\"", flags),
        ("1: 1 2 3 4# a", "1:10: found \"4#\"", cell),
    ];
    for (text, found, expected) in cases {
        let want = format!("m:{found}, expected {expected}");
        assert_eq!(read_music(text.as_bytes(), "m").unwrap_err().to_string(), want, "{text}");
    }
}

/// Offsets by the RIFF and smpl specifications: a head of 44 bytes, the samples, then the loop.
#[test]
fn a_loop_follows_the_samples_of_a_wave_file() {
    let samples = [1, -2, 3, -4, 5];
    let (plain, looped) = (format::wav(&samples), format::wav_at(&samples, 48_000, Some(1..4)));
    let word = |bytes: &[u8], at: usize| u32::from_le_bytes(std::array::from_fn(|n| bytes[at + n]));
    assert_eq!((plain.len(), looped.len()), (44 + 10, 44 + 10 + 68));
    assert_eq!((&looped[54..58], word(&looped, 58), word(&looped, 90)), (&b"smpl"[..], 60, 1));
    assert_eq!((word(&looped, 106), word(&looped, 110)), (1, 3), "first and last, both played");
    for (bytes, rate) in [(&plain, 22_050), (&looped, 48_000)] {
        assert_eq!((word(bytes, 4) as usize, word(bytes, 24)), (bytes.len() - 8, rate));
        let read: Vec<i16> =
            bytes[44..54].as_chunks::<2>().0.iter().map(|pair| i16::from_le_bytes(*pair)).collect();
        assert_eq!((read.as_slice(), word(bytes, 40)), (&samples[..], 10));
    }
    assert_eq!(format::wav_at(&samples, 22_050, Some(2..2)), plain, "nothing is no loop");
}
