//! Sounds from file to output: transposed in the text, rendered by the command line, followed while they play.
//!
//! The synth determines the samples; here they are counted and compared. Lengths follow from 183 samples a tick (the
//! manual's 22,050 Hz and published measurements), keys from 440 Hz at A-2.

use format::{read_sfx, write_sfx};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tests::shell::{folder, rasher, root};
use tool::{AudioSink, Jukebox, Piece, PlaySoundOptions};

/// The data of Smokehouse with another sound file.
fn data(name: &str, sfx: &str) -> PathBuf {
    let data = folder("sound_files", name);
    for sub in ["sprites", "sfx"] {
        fs::create_dir(data.join(sub)).unwrap();
        for entry in fs::read_dir(root().join(sub)).unwrap() {
            let path = entry.unwrap().path();
            fs::copy(&path, data.join(sub).join(path.file_name().unwrap())).unwrap();
        }
    }
    fs::write(data.join("sfx/porklike.sfx"), sfx).unwrap();
    data
}

/// The last note of the last sound; the first of a loop's notes beyond it, which must not read the bytes behind.
#[test]
fn notes_in_memory_are_read_and_those_beyond_a_sound_are_silent() {
    let mut machine = rasher::Machine::new(rasher::Boot::default());
    let last = 0x3200 + 63 * 68 + 31 * 2;
    machine.poke2(last, 26 | 2 << 6 | 5 << 9 | 2 << 12);
    machine.poke2(last + 2, 0x7fff);
    let told = [(63, 31), (63, 32), (63, 255), (62, 31)]
        .map(|(sfx, note)| format::note(machine.memory(), sfx, note));
    assert_eq!(told, ["D-2.saw.5.vib", "...", "...", "..."]);
}

/// The first samples of a sound.
fn heard(sfx: &str, number: u8, samples: usize) -> Vec<i16> {
    let file = format::DataFile { name: "s.sfx", bytes: sfx.as_bytes() };
    let files = format::DataFiles { sfx: Some(file), ..format::DataFiles::default() };
    let rom = format::assemble("s", &files).unwrap_or_else(|e| panic!("{e}"));
    let mut jukebox = Jukebox::new(Arc::new(rom), Piece::Sfx(number));
    let mut out = Vec::new();
    while out.len() < samples {
        out.extend_from_slice(jukebox.frame());
    }
    out.truncate(samples);
    out
}

/// How often a wave rises through zero.
fn rises(samples: &[i16]) -> usize {
    samples.windows(2).filter(|pair| pair[0] < 0 && pair[1] >= 0).count()
}

/// `sed '/^sfx N/,/^$/ s/FROM/TO/g'`, without any code of ours.
fn sed(text: &str, number: u8, from: &str, to: &str) -> String {
    let mut inside = false;
    let lines = text.lines().map(|line| {
        inside = line.starts_with(&format!("sfx {number} ")) || inside && !line.is_empty();
        if inside { line.replace(from, to) + "\n" } else { line.to_string() + "\n" }
    });
    lines.collect()
}

#[test]
fn a_bar_transposed_in_the_text_sounds_a_tone_higher() {
    let text = fs::read_to_string(root().join("sfx/porklike.sfx")).unwrap();
    let changed = sed(&text, 14, "D-2", "E-2");
    assert_ne!(changed, text);
    let read = read_sfx(changed.as_bytes(), "porklike.sfx").unwrap();
    assert_eq!(write_sfx(&read), changed, "names, comments and columns are as they were");
    // The lead's first note lasts two steps of 18 ticks; its attack is left out.
    let note = 2 * 18 * 183;
    let [old, new] = [&text, &changed].map(|text| rises(&heard(text, 14, note)[1500..]));
    // D-2 is 293.66 Hz and E-2 329.63 Hz, for (6588 - 1500) / 22,050 of a second; a rise may be cut off at either end.
    assert!(old.abs_diff(68) <= 1 && new.abs_diff(76) <= 1, "{old} and {new} periods");
    assert_eq!(heard(&text, 15, note), heard(&changed, 15, note), "the next bar is as it was");
}

fn wav(path: &Path) -> Vec<i16> {
    let bytes = fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    // A header of 44 bytes: one channel, 22,050 samples a second, 16 bits each.
    assert_eq!((&bytes[..4], &bytes[8..16]), (&b"RIFF"[..], &b"WAVEfmt "[..]));
    assert_eq!(bytes[20..36], [1, 0, 1, 0, 0x22, 0x56, 0, 0, 0x44, 0xac, 0, 0, 2, 0, 16, 0]);
    let length = u32::from_le_bytes([bytes[40], bytes[41], bytes[42], bytes[43]]) as usize;
    // A loop may follow the samples.
    bytes[44..44 + length].as_chunks::<2>().0.iter().map(|pair| i16::from_le_bytes(*pair)).collect()
}

#[test]
fn four_channels_are_the_whole() {
    let folder = folder("sound_files", "channels");
    let line = format!("render porklike --music 11 --seconds 6 --wav {}", folder.join("out.wav").display());
    let report = rasher(&line);
    assert_eq!((report.code, report.err.as_str()), (0, ""), "{report:?}");
    assert!(report.out.contains("out.wav: 6.0 s, peak "), "{report:?}");
    assert_eq!(rasher(&format!("{line} --channels")).out.lines().count(), 4);
    let whole = wav(&folder.join("out.wav"));
    assert_eq!(whole.len(), 6 * 22_050);
    let channels = [0, 1, 2, 3].map(|n| wav(&folder.join(format!("out-{n}.wav"))));
    for (at, sample) in whole.iter().enumerate() {
        let sum: i32 = channels.iter().map(|channel| i32::from(channel[at])).sum();
        assert_eq!(i32::from(*sample), sum, "sample {at}");
    }
    for (n, channel) in channels.iter().enumerate() {
        assert!(channel.iter().any(|s| *s != 0), "channel {n} is silent");
    }
}

#[test]
fn a_rendering_ends_with_its_sound() {
    // The sound and the ticks of its notes: after them come at most the final fade and a tenth of a second of
    // silence.
    let sfx = "sfx 8: speed 20\n C-2.tri.5 C-2.tri.5 ... C-2.tri.5\n\nsfx 9: speed 20 reverb 2\n C-2.tri.5\n\n\
               sfx 10: speed 20 loop 0 1\n C-2.tri.5\n\nsfx 11: speed 20\n\n\
               sfx 12: speed 20 length 2\n C-2.tri.5 C-2.tri.5 C-2.tri.5\n";
    let data = data("ends", sfx);
    let wave = data.join("out.wav");
    let render = |what: &str| {
        rasher(&format!("render porklike {what} --data {} --wav {}", data.display(), wave.display()))
    };
    // A sound without notes plays its first, which is silent.
    for (number, ticks, echo) in [(8, 80, 0), (9, 20, 120), (11, 20, 0), (12, 40, 0)] {
        let report = render(&format!("--sfx {number}"));
        assert_eq!(report.code, 0, "{report:?}");
        let samples = wav(&wave).len();
        let least = ticks * 183;
        let most = least + 22_050 * 3 / 20 + 183 + echo * 183;
        assert!(
            (least..=most).contains(&samples),
            "sfx {number}: {samples} samples, {least} to {most} are due"
        );
    }
    // A loop with a single note, 20 ticks long: two rounds and the fade by default.
    for (options, samples, says) in [
        ("", 2 * 20 * 183 + 5 * 22_050, "loop: 0.0 s, then 2 x 0.1 s, faded out over 5 s"),
        ("--loops 7 --fade 0", 7 * 20 * 183, "then 7 x 0.1 s, no fade"),
        ("--seconds 3", 3 * 22_050, "3.0 s"),
    ] {
        let report = render(&format!("--sfx 10 {options}"));
        assert!(report.out.contains(says), "{report:?}");
        assert_eq!(wav(&wave).len(), samples, "{options}");
    }
}

/// Sounds of four equal notes at 20 ticks: 0 is A-2, 1 E-3, 2 A-3. Their patterns: 0, then 1 and 2 in a loop.
const TUNE: &str = "sfx 8: speed 20 length 4\n A-2.tri.5 A-2.tri.5 A-2.tri.5 A-2.tri.5\n\n\
                    sfx 9: speed 20 length 4\n E-3.tri.5 E-3.tri.5 E-3.tri.5 E-3.tri.5\n\n\
                    sfx 10: speed 20 length 4\n A-3.tri.5 A-3.tri.5 A-3.tri.5 A-3.tri.5\n";

/// The pitch in each pattern's time: 220 Hz is A-1, so A-2 is 440, E-3 659, A-3 880. The tune has 80 ticks per
/// pattern.
fn told(samples: &[i16]) -> String {
    let name = |pattern: &[i16]| {
        // A quarter of it, from its middle.
        let part = &pattern[pattern.len() / 2..pattern.len() * 3 / 4];
        match rises(part) * 22_050 / part.len() {
            420..460 => 'a',
            640..680 => 'e',
            860..900 => 'A',
            _ => '?',
        }
    };
    samples.chunks_exact(80 * 183).map(name).collect()
}

/// As trackers export: the intro, the rounds of the loop, a fade; to the sample.
#[test]
fn a_song_is_written_with_rounds_of_its_loop() {
    let data = data("rounds", TUNE);
    let wave = data.join("out.wav");
    let render = |music: &str, options: &str| {
        fs::write(data.join("sfx/porklike.music"), music).unwrap();
        let line = format!("--data {} -o {}", data.display(), wave.display());
        rasher(&format!("render porklike --music 0 {options} {line}"))
    };
    let pattern = 80 * 183;
    let looped = "0: 8 -- -- --\n1: 9 -- -- -- start\n2: 10 -- -- -- back\n";
    let report = render(looped, "");
    assert!(report.out.contains("loop: 0.6 s, then 2 x 1.3 s, faded out over 5 s"), "{report:?}");
    let samples = wav(&wave);
    assert_eq!(samples.len(), 5 * pattern + 5 * 22_050);
    assert_eq!(told(&samples), "aeAeAeAeAeAe"[..samples.len() / pattern].to_string());
    // For players that read it, the loop point is the last round: 24 bytes before the end are the loop's.
    let bytes = fs::read(&wave).unwrap();
    let word = |back: usize| {
        let at = bytes.len() - back;
        u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]) as usize
    };
    assert_eq!((word(16), word(12)), (3 * pattern, 5 * pattern - 1));
    // The fade goes down to zero and never rises.
    let fade: Vec<i32> = samples[5 * pattern..]
        .chunks(2205)
        .map(|part| part.iter().map(|s| i32::from(*s).abs()).max().unwrap())
        .collect();
    assert!(fade.windows(2).all(|pair| pair[1] <= pair[0] + pair[0] / 8 + 1), "{fade:?}");
    assert!(fade[0] > 2000 && fade[25] < fade[0] * 3 / 10 && fade[49] < 6, "{fade:?}");
    // Rounds only, as many as requested; each channel as long as the whole.
    assert_eq!(render(looped, "--loops 4 --fade 0").code, 0);
    assert_eq!(told(&wav(&wave)), "aeAeAeAeA");
    assert_eq!(render(looped, "--channels --loops 1 --fade 1").code, 0);
    assert_eq!(wav(&data.join("out-3.wav")).len(), 3 * pattern + 22_050);
    assert_eq!(told(&wav(&data.join("out-0.wav")))[..3], *"aeA");
    // One looped pattern, and a loop that the tune enters from before.
    for (music, heard, place) in [
        ("0: 8 -- -- -- start back\n", "aaa", "0.0 s, then 3 x 0.6 s"),
        ("0: 8 -- -- -- start\n1: 9 -- -- --\n2: 10 -- -- -- back\n", "aeAaeAaeA", "0.0 s, then 3 x 1.9 s"),
        ("0: 8 -- -- --\n1: 9 -- -- --\n2: 10 -- -- -- start back\n", "aeAAA", "1.3 s, then 3 x 0.6 s"),
    ] {
        let report = render(music, "--loops 3 --fade 0");
        assert!(report.out.contains(place), "{report:?}");
        assert_eq!(told(&wav(&wave)), heard, "{music}");
    }
    // A tune that ends has its end and its tail, whatever the rounds.
    let report = render("0: 8 -- -- --\n1: 9 -- -- -- stop\n", "--loops 9 --fade 9");
    assert!(!report.out.contains("loop"), "{report:?}");
    let length = wav(&wave).len();
    assert!((2 * pattern..2 * pattern + 22_050 / 4).contains(&length), "{length}");
}

/// The samples of an OGG, their rate, and its comments.
fn ogg(path: &Path) -> (Vec<i16>, u32, String) {
    let bytes = fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut decoder = vorbis_rs::VorbisDecoder::<&[u8]>::new(&bytes[..]).unwrap();
    let rate = decoder.sampling_frequency().get();
    let mut samples = Vec::new();
    while let Some(block) = decoder.decode_audio_block().unwrap() {
        assert_eq!(block.samples().len(), 1, "one channel");
        samples.extend(block.samples()[0].iter().map(|s| (s * 32_768.0).round() as i16));
    }
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(400)]).into_owned();
    (samples, rate, head)
}

/// The tune at every rate in both kinds of files: as long, the same notes, nearly as loud.
#[test]
fn an_ogg_holds_what_the_wav_does() {
    let data = data("ogg", TUNE);
    fs::write(data.join("sfx/porklike.music"), "0: 8 -- -- --\n1: 9 -- -- -- start\n2: 10 -- -- -- back\n")
        .unwrap();
    let export = |options: &str, name: &str| {
        let out = data.join(name);
        let line = format!("export porklike --music 0 --fade 1 {options} --data {}", data.display());
        let report = rasher(&format!("{line} -o {}", out.display()));
        assert_eq!(report.code, 0, "{report:?}");
        out
    };
    let whole = wav(&export("", "whole.wav"));
    assert_eq!(whole.len(), 5 * 80 * 183 + 22_050);
    for rate in [22_050, 44_100, 48_000] {
        let (samples, found, head) = ogg(&export(&format!("--rate {rate}"), &format!("{rate}.ogg")));
        assert_eq!((found as usize, samples.len()), (rate, (whole.len() * rate).div_ceil(22_050)));
        // In samples of the machine, to compare the two: every n-th.
        let at = |n: usize| samples[n * rate / 22_050];
        let back: Vec<i16> = (0..whole.len()).map(at).collect();
        assert_eq!(told(&back)[..5], told(&whole)[..5], "{rate}");
        let loud = |samples: &[i16]| {
            samples.iter().map(|s| i64::from(*s).pow(2)).sum::<i64>() / samples.len() as i64
        };
        let (one, other) = (loud(&back), loud(&whole));
        assert!((one - other).abs() < other / 10, "{rate}: {one} and {other}");
        let [start, length] = [3 * 80 * 183, 2 * 80 * 183].map(|n: usize| (n * rate) as f64 / 22_050.0);
        let number = |key: &str| {
            let text = head.split(key).nth(1).unwrap_or_default();
            text.chars().take_while(char::is_ascii_digit).collect::<String>().parse::<f64>().unwrap()
        };
        assert!((number("LOOPSTART=") - start).abs() <= 1.0 && (number("LOOPLENGTH=") - length).abs() <= 1.0);
    }
    // The same tune gives the same file, so that it can be stored with the sources of a game.
    let [one, two] = ["one.ogg", "two.ogg"].map(|name| fs::read(export("", name)).unwrap());
    assert_eq!(one, two);
}

#[test]
fn what_to_play_must_be_said_once() {
    let out = folder("sound_files", "wrong").join("out.wav");
    for (line, says) in [
        ("render porklike --wav", "--sfx"),
        ("render porklike --sfx 1 --music 1 --wav", "cannot be used with"),
        ("render porklike --sfx 64 --wav", "0..64"),
        ("render porklike --music -1 --wav", "-1"),
        ("render porklike --sfx 1 --seconds 3601 --wav", "1..=3600"),
        ("render porklike --music 1 --loops 0 -o", "1..=100"),
        ("render porklike --music 1 --fade 61 -o", "0..=60"),
        ("render porklike --music 1 --rate 44000 -o", "44100"),
        ("render porklike --music 1 --loops 3 --seconds 5 -o", "cannot be used with"),
        ("export porklike --sheet --loops 3 -o", "--sfx"),
        ("render --sfx 1 --wav", "expected the NAME"),
        ("play porklike --silent --data", "--sfx"),
    ] {
        let report = rasher(&format!("{line} {}", out.display()));
        assert!(report.code == 2 && report.err.contains(says), "{line}: {report:?}");
    }
    let report = rasher(&format!("render porklike --sfx 1 -o {}", out.with_extension("mp3").display()));
    assert!(
        report.code == 1 && report.err.contains("expected a name that ends in .wav or .ogg"),
        "{report:?}"
    );
    let report = rasher(&format!("render nosuch --sfx 1 --wav {}", out.display()));
    assert!(report.code == 1 && report.err.contains("no cart \"nosuch\""), "{report:?}");
    assert!(!out.exists());
}

/// The options of a command line that needs a device.
fn options(line: &str) -> PlaySoundOptions {
    let window =
        tool::command(shelf::CARTS, line.split(' ').map(Into::into)).expect_err("a device is wanted");
    let tool::Window::PlaySound(options) = *window else { panic!("{line}") };
    options
}

/// Records the samples it receives, without waiting, and writes each file in `saves` before its frame.
struct Keep {
    samples: std::sync::mpsc::Sender<Vec<i16>>,
    frame: usize,
    saves: Vec<(usize, PathBuf, String)>,
}

impl AudioSink for Keep {
    fn play(&mut self, samples: &[i16]) {
        self.samples.send(samples.into()).unwrap();
        self.frame += 1;
        for (_, path, text) in self.saves.iter().filter(|(at, ..)| *at == self.frame) {
            fs::write(path, text).unwrap();
        }
    }
}

#[test]
fn a_saved_file_is_played_and_an_invalid_one_is_reported() {
    // A note of 200 ticks, 1.7 seconds, in a loop. The second text is longer, so that the change is visible
    // in any file system.
    let tone = |key: &str| format!("sfx 8 tone: speed 200 loop 0 1\n  {key}.tri.7\n");
    let data = data("follow", &tone("A-1"));
    let file = data.join("sfx/porklike.sfx");
    let line = format!("rasher play porklike --sfx 8 --seconds 6 --plain --data {}", data.display());
    let (sender, samples) = std::sync::mpsc::channel();
    let saves = vec![(120, file.clone(), tone("A-2") + "# an octave up\n"), (240, file, tone("H-2"))];
    let (mut shown, mut said) = (Vec::new(), Vec::new());
    let open = || Ok(Box::new(Keep { samples: sender, frame: 0, saves }) as Box<dyn AudioSink>);
    tool::play_sound(shelf::CARTS, &options(&line), open, &mut shown, &mut said).unwrap();
    let frames: Vec<Vec<i16>> = samples.iter().collect();
    assert_eq!(frames.len(), 360);
    let hertz = |from: usize| rises(&frames[from..from + 60].concat());
    // A-1 is 220 Hz, A-2 440; in each second from the given frame on. The file is checked ten times a second,
    // and reloaded when it has been unchanged for 50 ms.
    for (from, want) in [(30, 220), (135, 440), (250, 440)] {
        assert!(hertz(from).abs_diff(want) <= 1, "{} Hz from frame {from} on, {want} are due", hertz(from));
    }
    let (shown, said) = (String::from_utf8(shown).unwrap(), String::from_utf8(said).unwrap());
    let lines: Vec<_> = shown.lines().collect();
    assert_eq!((lines[0], lines[1]), ("0  sfx  8  note  0  A-1.tri.7", "0  sfx  8  note  0  A-2.tri.7"));
    assert!(lines[2].contains("porklike.sfx:2:3: found \"H-2\", expected a key and its octave"), "{shown}");
    assert_eq!((lines.len(), said.as_str()), (3, ""));
}

#[test]
fn without_a_device_it_plays_at_the_same_pace() {
    let begun = std::time::Instant::now();
    let (mut shown, mut said) = (Vec::new(), Vec::new());
    let line = format!("rasher play porklike --music 0 --seconds 1 --plain --data {}", root().display());
    tool::play_sound(shelf::CARTS, &options(&line), || Err("none there".into()), &mut shown, &mut said)
        .unwrap();
    let took = begun.elapsed().as_millis();
    assert!((900..3_000).contains(&took), "a second took {took} ms");
    let (shown, said) = (String::from_utf8(shown).unwrap(), String::from_utf8(said).unwrap());
    assert_eq!(said, "rasher: cannot open the sound device: none there; showing notes without sound\n");
    // A note lasts 18 ticks, 149 ms: six or seven start in a second.
    assert!(shown.starts_with("pattern  0\n0  sfx  8  note  0  D-0.i0."), "{shown}");
    assert!(
        (6..=8).contains(&shown.lines().filter(|line| line.starts_with("0  sfx  8  note")).count()),
        "{shown}"
    );
}
