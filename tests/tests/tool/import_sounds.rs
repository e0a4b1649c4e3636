//! `rasher import` of recordings and tunes: what they become in a cart, and what the report says.
//!
//! Files are made here, byte by byte, so their contents are known. How a tune is arranged, and all texts, are our decision.

use format::{SfxNote, read_sfx};
use rasher::memory::{MUSIC, SFX};
use rasher::{Input, Rom};
use std::collections::BTreeMap;
use std::fs;
use tests::foreign::midi;
use tests::shell::{command, done, fails, folder};

const BEAT: u16 = 96;
/// Ticks of a sixteenth, which is a row.
const ROW: u32 = BEAT as u32 / 4;

/// A track of notes: first row, rows, key. Any order.
fn track(channel: u8, program: u8, notes: &[(u32, u32, u8)]) -> Vec<(u32, Vec<u8>)> {
    let mut events: Vec<(u32, u8, Vec<u8>)> = Vec::new();
    for (from, rows, key) in notes {
        events.push((from * ROW, 1, vec![0x90 | channel, *key, 100]));
        events.push(((from + rows) * ROW, 0, vec![0x80 | channel, *key, 0]));
    }
    events.sort();
    let mut now = 0;
    let mut track = vec![(0, vec![0xc0 | channel, program])];
    for (at, _, message) in events {
        track.push((at - now, message));
        now = at;
    }
    track
}

fn named(name: &str, mut track: Vec<(u32, Vec<u8>)>) -> Vec<(u32, Vec<u8>)> {
    track.insert(0, (0, [&[0xff, 3, name.len() as u8], name.as_bytes()].concat()));
    track
}

fn arranged(bytes: &[u8], rom: &mut Rom) -> String {
    tool::read_midi(bytes, "a.mid").expect("a tune").arrange(rom, "a.mid").report
}

/// The keys that sound in each row, sorted.
fn rows(rom: &Rom, patterns: std::ops::Range<usize>) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for pattern in patterns {
        let bytes = &rom.data[usize::from(MUSIC) + 4 * pattern..][..4];
        let sounds: Vec<usize> =
            bytes.iter().filter(|byte| **byte & 0x40 == 0).map(|byte| usize::from(byte & 63)).collect();
        for row in 0..32 {
            let note = |sound: &usize| {
                let at = usize::from(SFX) + 68 * sound + 2 * row;
                SfxNote::from_word(u16::from_le_bytes([rom.data[at], rom.data[at + 1]]))
            };
            let mut keys: Vec<u8> =
                sounds.iter().map(note).filter(|note| note.volume > 0).map(|note| note.pitch + 36).collect();
            keys.sort_unstable();
            all.push(keys);
        }
    }
    all
}

/// A slow twin: the keys that are down in each row of the file.
#[test]
fn a_tune_of_four_voices_is_kept_row_by_row() {
    let mut seed = 7u32;
    let mut roll = |n: u32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) % n
    };
    for round in 0..60 {
        let mut want: Vec<Vec<u8>> = vec![Vec::new(); 128];
        // Up to four voices, in one track or in four, with gaps or without.
        let (voices, together, gaps) = (1 + roll(4), roll(2) == 0, roll(3));
        let mut parts: Vec<Vec<(u32, u32, u8)>> = vec![Vec::new(); 4];
        for voice in 0..voices {
            let mut at = roll(4) * u32::from(round % 2 == 0);
            while at < 120 {
                let (rows, key) = (1 + roll(6), (36 + 16 * voice + roll(16)) as u8);
                parts[if together { 0 } else { voice as usize }].push((at, rows, key));
                (at..at + rows).for_each(|row| want[row as usize].push(key));
                at += rows + roll(gaps + 1);
            }
        }
        want.iter_mut().for_each(|keys| keys.sort_unstable());
        let tracks: Vec<_> = (0..).zip(&parts).map(|(n, notes)| track(n, 0, notes)).collect();
        let mut rom = Rom::empty("a");
        let report = arranged(&midi(BEAT, &tracks), &mut rom);
        let first = want.iter().position(|keys| !keys.is_empty()).unwrap_or(0) / 32;
        let got = rows(&rom, 0..4 - first);
        for (row, keys) in want.iter().enumerate().skip(32 * first) {
            assert_eq!(got[row - 32 * first], *keys, "round {round}, row {row}: {report}");
        }
        assert!(report.ends_with("Everything is kept.\n"), "{report}");
    }
}

#[test]
fn what_is_not_kept_is_counted() {
    let chord: Vec<(u32, u32, u8)> = (0..5).map(|n| (0, 4, 60 + n)).collect();
    let fifth: Vec<(u32, u32, u8)> = (0..4).map(|n| (n, 20, 60 + n as u8)).chain([(8, 4, 80)]).collect();
    let scale: Vec<(u32, u32, u8)> = (0..32 * 70).map(|n| (n, 1, 60 + (n % 12) as u8)).collect();
    let many: Vec<(u32, u32, u8)> = (0..32 * 60).map(|n| (n, 1, 36 + (n * n % 61) as u8)).collect();
    let one = |messages: &[(u32, &[u8])]| {
        let mut all = track(0, 0, &[(0, 1, 60)]);
        all.extend(messages.iter().map(|(at, bytes)| (*at, bytes.to_vec())));
        vec![all]
    };
    let late = vec![vec![
        (7, vec![0x90, 60, 9]),
        (24, vec![0x80, 60, 0]),
        (24, vec![0x90, 62, 9]),
        (9, vec![0x80, 62, 0]),
    ]];
    let tempi: &[(u32, &[u8])] = &[(8, &[0xff, 0x51, 3, 7, 0, 0]), (8, &[0xff, 0x51, 3, 8, 0, 0])];
    let odds: &[(u32, &[u8])] = &[
        (0, &[0xe0, 0, 70]),
        (0, &[0xe0, 0, 64]),
        (0, &[0xb0, 64, 127]),
        (0, &[0xb0, 1, 3]),
        (0, &[0xd0, 5]),
        (0, &[0xf0, 2, 1, 0xf7]),
        (0, &[0xc0, 40]),
        (0, &[0xb0, 7, 90]),
    ];
    let cases: [(&str, Vec<_>, &[&str]); 9] = [
        ("chord", vec![track(0, 0, &chord)], &["Not kept:\n  1 of 5 notes: more than four at a time\n"]),
        ("fifth", vec![track(0, 0, &fifth)], &["  the end of 1 note, where a fifth began\n"]),
        (
            "low",
            vec![track(0, 0, &[(0, 1, 20), (1, 1, 127)])],
            &["  the octave of 2 notes: the keys are C-0 to D#5\n"],
        ),
        ("late", late, &["  the exact time of 2 of 2 notes: at most 5 ms off\n"]),
        ("tempi", one(tempi), &["  2 of 2 changes of tempo: a pattern has one speed\n"]),
        (
            "odds",
            one(odds),
            &[
                "changes of pressure: 1\n",
                "controllers: 1\n",
                "pedals: notes end with their keys: 1\n",
                "pitch bends: 2\n",
                "system messages: 1\n",
            ],
        ),
        (
            "patterns",
            vec![track(0, 0, &scale)],
            &[
                "64 patterns from 0, 3 sounds from 8 on; 4 rows a beat, 120 beats a minute as speed 15: 120.5\n",
                "  the last 6 of 70 patterns: 64 patterns in a row are free\n",
            ],
        ),
        ("sounds", vec![track(0, 0, &many)], &["  the last 4 of 60 patterns: 56 sounds are free\n"]),
        (
            "drums",
            vec![track(9, 0, &[(0, 8, 36), (4, 8, 38)])],
            &["1 pattern from 0, 1 sound from 8 on", "Everything is kept.\n"],
        ),
    ];
    for (name, tracks, says) in cases {
        let mut rom = Rom::empty("a");
        let report = arranged(&midi(BEAT, &tracks), &mut rom);
        says.iter().for_each(|line| assert!(report.contains(line), "{name}: {report}"));
    }
}

/// By General MIDI 0 is a piano and 56 a trumpet: both are parts of their own, in the track's name.
#[test]
fn a_change_of_program_changes_the_instrument() {
    let instrument = |program: u8, tracks: &[Vec<(u32, Vec<u8>)>]| {
        let mut rom = Rom::empty("a");
        let report = arranged(&midi(BEAT, tracks), &mut rom);
        assert!(report.ends_with("Everything is kept.\n"), "{program}: {report}");
        // Another part has a voice of its own.
        let note = |sound: usize, row: usize| {
            let at = usize::from(SFX) + 68 * sound + 2 * row;
            SfxNote::from_word(u16::from_le_bytes([rom.data[at], rom.data[at + 1]]))
        };
        let sounding =
            |row: usize| [8, 9].map(|sound| note(sound, row)).into_iter().find(|note| note.volume > 0);
        [0, 1].map(|row| sounding(row).map(|note| note.instrument))
    };
    let mut changes = track(0, 0, &[(0, 1, 60)]);
    changes.extend(track(0, 56, &[(0, 1, 62)]));
    let [piano, trumpet] =
        [0, 56].map(|program| instrument(program, &[track(0, program, &[(0, 1, 60), (1, 1, 62)])]));
    assert_eq!(instrument(56, &[changes]), [piano[0], trumpet[1]]);
    assert_eq!((piano[0], trumpet[1]), (Some(0), Some(3)), "a triangle and a square");
}

/// A triplet has a grid of its own; a slow tune a slow speed; the music stops at its end, and other patterns stay.
#[test]
fn a_tune_goes_where_there_is_room() {
    let triplets = vec![
        (0..12)
            .flat_map(|n| [(if n == 0 { 0 } else { 16 }, vec![0x90, 60, 90]), (16, vec![0x80, 60, 0])])
            .collect(),
    ];
    let mut rom = Rom::empty("a");
    let report = arranged(&midi(BEAT, &triplets), &mut rom);
    assert!(report.contains("3 rows a beat, 120 beats a minute as speed 20: 120.5"), "{report}");
    assert_eq!(rom.data[usize::from(MUSIC) + 2] & 0x80, 0x80, "the music stops");
    // A second one comes after it, with sounds of its own, named by its track.
    let before = rom.data.clone();
    let slow =
        [vec![(0, vec![0xff, 0x51, 3, 0x0f, 0x42, 0x40])], named("Bass: low", track(3, 33, &[(40, 3, 40)]))];
    let report = arranged(&midi(BEAT, &slow), &mut rom);
    assert!(
        report.starts_with(
            "a.mid: 1 pattern from 1, 1 sound from 9 on; 4 rows a beat, 60 beats a minute as speed 30: 60.2"
        ),
        "{report}"
    );
    assert_eq!(rom.data[usize::from(MUSIC)..][..4], before[usize::from(MUSIC)..][..4]);
    assert_eq!(
        rom.sounds.into_iter().collect::<BTreeMap<_, _>>(),
        [(8, "piano 1".into()), (9, "Bass  low 1".into())].into()
    );
}

#[test]
fn a_tune_and_a_recording_are_added_to_a_cart() {
    let folder = folder("import", "sounds");
    for sub in ["sprites", "sfx"] {
        fs::create_dir(folder.join(sub)).unwrap();
    }
    let here = folder.display();
    let sfx = folder.join("sfx/game.sfx");
    fs::write(&sfx, "# mine\nsfx 0 horn: speed 16\n  C-2.tri.5\n").unwrap();
    fs::write(folder.join("tune.mid"), midi(BEAT, &[named("lead", track(0, 80, &[(0, 4, 60), (4, 4, 67)]))]))
        .unwrap();
    let tone: Vec<i16> = (0..22_050).map(|n| if n % 100 < 50 { 9000 } else { -9000 }).collect();
    fs::write(folder.join("my tone.wav"), format::wav(&tone)).unwrap();
    let text = done(&format!("import {here}/tune.mid game --data {here}"));
    assert!(
        text.contains("1 pattern from 0, 1 sound from 8 on") && text.contains("Everything is kept."),
        "{text}"
    );
    let read = |name: &str| fs::read_to_string(folder.join("sfx").join(name)).unwrap();
    assert!(
        read("game.sfx").starts_with("# mine\nsfx 0 horn: speed 16\n  C-2.tri.5\n\nsfx 8 lead 1: speed 15\n"),
        "{}",
        read("game.sfx")
    );
    assert_eq!(read("game.music"), " 0:    8   --   --   --  stop\n");
    // The first free instrument is 1; a period of 100 samples is 220.5 Hz.
    let run = |rest: &str| {
        let words =
            ["import".into(), folder.join("my tone.wav").into_os_string(), "game".into(), "--data".into()];
        let rest = [here.to_string()].into_iter().chain(rest.split_whitespace().map(str::to_string));
        let report = command(words.into_iter().chain(rest.map(std::ffi::OsString::from)));
        (report.code == 0, report.out + &report.err)
    };
    let (is_good, text) = run("");
    assert!(
        is_good
            && text.contains("sound 1 is a waveform of 64 samples: a period of 100.0 samples, 220.5 Hz\n"),
        "{text}"
    );
    let sounds = read_sfx(read("game.sfx").as_bytes(), "x").expect("good");
    let wave = sounds.get(1).expect("there");
    assert_eq!((&*wave.name, wave.record[65], wave.record[66]), ("my tone", 1, 0x80));
    let loud = |n: usize| (wave.record[n] as i8).unsigned_abs() > 120;
    assert!((1..31).chain(33..63).all(loud), "{:?}", wave.record);
    // Nothing is replaced without being asked for.
    let (is_good, text) = run("--sound 0");
    assert!(!is_good && text.contains("this sound is not empty; use --overwrite to replace it"), "{text}");
    assert!(run("--sound 0 --overwrite").0);
    assert!(
        read_sfx(read("game.sfx").as_bytes(), "x")
            .expect("good")
            .get(0)
            .is_some_and(|it| it.name == "my tone")
    );
    let none = folder.join("none.mid");
    fs::write(&none, midi(BEAT, &[vec![]])).unwrap();
    fails(&format!("import {} game --data {here}", none.display()), 1, &["none.mid", "no notes"]);
    // A cartridge has them too, names as well.
    let cart = folder.join("alone");
    fs::create_dir(&cart).unwrap();
    let cart = cart.join("one.p8");
    fs::write(&cart, "pico-8 cartridge // http://www.pico-8.com\nversion 41\n__lua__\nx=1\n").unwrap();
    done(&format!("import {here}/tune.mid {}", cart.display()));
    let read = format::read_p8(&fs::read(&cart).unwrap(), "one.p8").expect("a cartridge");
    assert_eq!(read.rom.sounds.get(&8).map(String::as_str), Some("lead 1"));
    assert_eq!(read.rom.data[usize::from(MUSIC)], 8);
}

/// The samples that a cart plays are those of the file: all of them arrive at the PCM channel.
#[test]
fn a_recording_in_lua_is_played_whole() {
    let folder = folder("import", "pcm");
    let tone: Vec<i16> = (0..8820).map(|n| ((n * 37 % 200) as i16 - 100) * 300).collect();
    fs::write(folder.join("hit.wav"), format::wav(&tone)).unwrap();
    let to = folder.join("hit.lua");
    let line = format!("import {0}/hit.wav game --pcm -o {1}", folder.display(), to.display());
    let text = done(&line);
    assert!(text.contains("2205 samples of 8 bits, 0.4 s"), "{text}");
    fails(&line, 1, &["already exists"]);
    let code = fs::read_to_string(&to).unwrap();
    let cart = folder.join("game.p8");
    let main = "pcm_play(pcm_hit) most=0 function _update() pcm_update() most=max(most,pcm_i) end";
    fs::write(
        &cart,
        format!("pico-8 cartridge // http://www.pico-8.com\nversion 41\n__lua__\n{code}{main}\n"),
    )
    .unwrap();
    let loaded = loader::Loader::new(store::DiskSource::default()).lua(&cart, true);
    assert!(loaded.error.is_none(), "{:?}", loaded.error);
    let (program, boot) = loaded.cart.boot();
    let mut console = rasher::Console::boot(program, boot);
    let mut heard = false;
    for _ in 0..60 {
        console.frame(&Input::default());
        heard |= console.machine().samples().iter().any(|sample| sample.abs() > 1000);
    }
    assert!(heard, "it sounds");
    let sheet = folder.join("hit.png");
    done(&format!("import {0}/hit.wav game --pcm -o {1}", folder.display(), sheet.display()));
    let sheet = format::read_sheet(&fs::read(&sheet).unwrap(), "hit.png").expect("a sheet");
    assert!(sheet.data[..2205].iter().any(|byte| *byte != 128));
}
