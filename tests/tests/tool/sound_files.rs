//! Sounds from their files to the ear: transposed in the text, rendered by the command line, followed while they play.
//!
//! What the samples are is the synth's matter; here it is counted and compared. Lengths follow from 183 samples a tick
//! (the manual's 22,050 Hz and published measurements), keys from 440 Hz at A-2.

use format::{read_sfx, write_sfx};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tests::shell::{folder, rasher, root};
use tool::{Jukebox, ListenOptions, Piece, Sink};

/// The data of Smokehouse with another file of sounds.
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

/// The last note of the last sound; the first of a loop's notes beyond it, which the bytes behind it must not name.
#[test]
fn notes_in_memory_are_told_and_those_beyond_a_sound_are_silent() {
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

/// `sed '/^sfx N/,/^$/ s/FROM/TO/g'`, and nothing of ours.
fn sed(text: &str, number: u8, from: &str, to: &str) -> String {
    let mut inside = false;
    let lines = text.lines().map(|line| {
        inside = line.starts_with(&format!("sfx {number} ")) || inside && !line.is_empty();
        if inside { line.replace(from, to) + "\n" } else { line.to_string() + "\n" }
    });
    lines.collect()
}

#[test]
fn a_bar_transposed_in_the_text_is_heard_a_tone_higher() {
    let text = fs::read_to_string(root().join("sfx/porklike.sfx")).unwrap();
    let changed = sed(&text, 14, "D-2", "E-2");
    assert_ne!(changed, text);
    let read = read_sfx(changed.as_bytes(), "porklike.sfx").unwrap();
    assert_eq!(write_sfx(&read), changed, "names, comments and columns are as they were");
    // The lead's first note stands for two steps of 18 ticks; its attack is left out.
    let note = 2 * 18 * 183;
    let [old, new] = [&text, &changed].map(|text| rises(&heard(text, 14, note)[1500..]));
    // D-2 is 293.66 Hz and E-2 329.63 Hz, for (6588 - 1500) / 22,050 of a second; a rise may be cut off at either end.
    assert!(old.abs_diff(68) <= 1 && new.abs_diff(76) <= 1, "{old} and {new} periods");
    assert_eq!(heard(&text, 15, note), heard(&changed, 15, note), "the next bar is as it was");
}

/// A rendered file.
fn wav(path: &Path) -> Vec<i16> {
    let bytes = fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    // A head of 44 bytes: one channel, 22,050 samples a second, 16 bits each.
    assert_eq!((&bytes[..4], &bytes[8..16]), (&b"RIFF"[..], &b"WAVEfmt "[..]));
    assert_eq!(bytes[20..36], [1, 0, 1, 0, 0x22, 0x56, 0, 0, 0x44, 0xac, 0, 0, 2, 0, 16, 0]);
    bytes[44..].as_chunks::<2>().0.iter().map(|pair| i16::from_le_bytes(*pair)).collect()
}

#[test]
fn four_channels_are_the_whole() {
    let folder = folder("sound_files", "channels");
    let line = format!("render porklike --music 9 --seconds 6 --wav {}", folder.join("out.wav").display());
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
    // Sound, its notes' ticks: after them comes at most the end's fade and a tenth of a second of silence.
    let sfx = "sfx 8: speed 20\n C-2.tri.5 C-2.tri.5 ... C-2.tri.5\n\nsfx 9: speed 20 reverb 2\n C-2.tri.5\n\n\
               sfx 10: speed 20 loop 0 1\n C-2.tri.5\n\nsfx 11: speed 20\n";
    let data = data("ends", sfx);
    let wave = data.join("out.wav");
    let render = |what: &str| {
        rasher(&format!("render porklike {what} --data {} --wav {}", data.display(), wave.display()))
    };
    // A sound without a note plays its first, which is silent.
    for (number, ticks, echo) in [(8, 80, 0), (9, 20, 120), (11, 20, 0)] {
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
    let report = render("--sfx 10");
    assert!(report.out.ends_with("it goes on: cut after 300 seconds (see --seconds)\n"), "{report:?}");
    assert_eq!(wav(&wave).len(), 300 * 22_050);
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
        ("render --sfx 1 --wav", "which cart?"),
        ("play porklike --silent --data", "--sfx"),
    ] {
        let report = rasher(&format!("{line} {}", out.display()));
        assert!(report.code == 2 && report.err.contains(says), "{line}: {report:?}");
    }
    let report = rasher(&format!("render nosuch --sfx 1 --wav {}", out.display()));
    assert!(report.code == 1 && report.err.contains("no cart \"nosuch\""), "{report:?}");
    assert!(!out.exists());
}

/// The options of a command line that wants a device.
fn options(line: &str) -> ListenOptions {
    let window =
        tool::command(shelf::CARTS, line.split(' ').map(Into::into)).expect_err("a device is wanted");
    let tool::Window::Listen(options) = *window else { panic!("{line}") };
    options
}

/// Keeps what it is given, without waiting, and saves a file before a frame.
struct Keep {
    samples: std::sync::mpsc::Sender<Vec<i16>>,
    frame: usize,
    saves: Vec<(usize, PathBuf, String)>,
}

impl Sink for Keep {
    fn play(&mut self, samples: &[i16]) {
        self.samples.send(samples.into()).unwrap();
        self.frame += 1;
        for (_, path, text) in self.saves.iter().filter(|(at, ..)| *at == self.frame) {
            fs::write(path, text).unwrap();
        }
    }
}

#[test]
fn a_saved_file_is_heard_and_a_wrong_one_is_told() {
    // A note of 200 ticks, 1.7 seconds, in a loop. The second text is longer, so that the change shows in any file system.
    let tone = |key: &str| format!("sfx 8 tone: speed 200 loop 0 1\n  {key}.tri.7\n");
    let data = data("follow", &tone("A-1"));
    let file = data.join("sfx/porklike.sfx");
    let line = format!("rasher play porklike --sfx 8 --seconds 6 --plain --data {}", data.display());
    let (sender, samples) = std::sync::mpsc::channel();
    let saves = vec![(120, file.clone(), tone("A-2") + "# an octave up\n"), (240, file, tone("H-2"))];
    let (mut shown, mut said) = (Vec::new(), Vec::new());
    let open = || Ok(Box::new(Keep { samples: sender, frame: 0, saves }) as Box<dyn Sink>);
    tool::listen(shelf::CARTS, &options(&line), open, &mut shown, &mut said).unwrap();
    let frames: Vec<Vec<i16>> = samples.iter().collect();
    assert_eq!(frames.len(), 360);
    let hertz = |from: usize| rises(&frames[from..from + 60].concat());
    // A-1 is 220 Hz, A-2 440; in each second from the given frame on.
    // It is looked at ten times a second, and taken up when it has been at rest for 50 ms.
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
    tool::listen(shelf::CARTS, &options(&line), || Err("none there".into()), &mut shown, &mut said).unwrap();
    let took = begun.elapsed().as_millis();
    assert!((900..3_000).contains(&took), "a second took {took} ms");
    let (shown, said) = (String::from_utf8(shown).unwrap(), String::from_utf8(said).unwrap());
    assert_eq!(said, "rasher: no sound: none there; it plays on silently\n");
    // A note lasts 18 ticks, 149 ms: a second has begun six or seven.
    assert!(shown.starts_with("pattern  0\n0  sfx  8  note  0  D-0.i0."), "{shown}");
    assert!(
        (6..=8).contains(&shown.lines().filter(|line| line.starts_with("0  sfx  8  note")).count()),
        "{shown}"
    );
}
