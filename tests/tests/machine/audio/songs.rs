//! Whole songs: the digest of their samples, and a spectrogram to look at.
//!
//! ```text
//! digests are here, pictures in tests/golden/song-*.png
//! WAV=1 cargo test -p tests --test machine audio::songs     writes tests/out/song-*.wav to listen to
//! ```
//!
//! The digest covers only the samples, which are integers: debug and release, and every platform, must give the same
//! one. The picture uses floats, in steps of 9 dB. Both are ours and detect changes; the rules are tested in the
//! other files.

use super::{console, tape};
use rasher::Digest;
use std::fs;
use tests::golden::{Goldens, Shown};
use tests::score::{Score, note, plain};
use tests::spectrogram::Spectrogram;
use tests::table::out;

/// Plain waveforms and all effects: bass, chords as arpeggios, a lead, drums of noise.
fn plain_song() -> Score {
    let mut score = Score::default();
    let roots = [12u8, 8, 15, 10];
    for (n, root) in (0..).zip(roots) {
        let bass =
            (0..32).map(|i| plain(root + if i % 8 == 6 { 12 } else { 0 }, 2, if i % 2 == 0 { 4 } else { 0 }));
        score.sfx(8 + n, bass, 8, 0, 0, 0);
        let chord = [0, 4, 7, 12].map(|k| note(root + 12 + k, 5, 3, 6, false));
        score.sfx(12 + n, (0..32).map(|i| chord[i % 4]), 8, 0, 0, 0);
        let lead = [24, 31, 28, 36, 31, 33, 28, 26].map(|k: u8| k + root - 12);
        let lead = (0..32).map(|i| note(lead[i / 4], 0, 4, [0, 2, 1, 5][i % 4], false));
        score.sfx(16 + n, lead, 8, 0, 0, 0);
    }
    let drums = (0..32).map(|i| match i % 8 {
        0 => note(18, 0, 5, 3, false),
        4 => note(30, 6, 3, 5, false),
        2 | 6 => note(60, 6, 2, 5, false),
        _ => 0,
    });
    score.sfx(20, drums, 8, 0, 0, 0);
    for n in 0..4 {
        let first = if n == 0 { 0x80 } else { 0 };
        let back = if n == 3 { 0x80 } else { 0 };
        score.pattern(n, [first | (8 + n), back | (12 + n), if n < 2 { 0x42 } else { 16 + n }, 20]);
    }
    score
}

/// Instruments, a cycle, all filters.
fn rich_song() -> Score {
    let mut score = Score::default();
    // A bell, a breathing pulse, a drum, and a cycle of two sines.
    score.sfx(0, (0..8).map(|i| note(24, 5, 7 - i, 0, false)), 3, 6, 8, 8 + 24);
    score.sfx(1, [note(24, 4, 6, 0, false), note(24, 3, 4, 2, false)], 6, 0, 2, 4 + 16);
    score.sfx(2, [note(30, 6, 7, 5, false), note(20, 6, 3, 5, false)], 2, 0, 0, 72);
    let cycle: Vec<u8> = (0..64)
        .map(|i| {
            let turn = f64::from(i) * std::f64::consts::TAU / 64.0;
            (70.0 * turn.sin() + 50.0 * (3.0 * turn).sin()).round() as i8 as u8
        })
        .collect();
    score.sfx(3, cycle.chunks(2).map(|two| u16::from_le_bytes([two[0], two[1]])), 1, 0x80, 0, 0);
    for (n, root) in (0..).zip([12u8, 17]) {
        let bell = [24, 27, 31, 36, 34, 31, 27, 29].map(|k| k + root - 12);
        score.sfx(8 + n, (0..32).map(|i| note(bell[i % 8], 0, 4, 0, true)), 12, 0, 0, 2 * 24);
        score.sfx(
            10 + n,
            (0..32).map(|i| note(root + if i % 16 < 8 { 0 } else { 7 }, 3, 5, 0, true)),
            12,
            0,
            0,
            0,
        );
        score.sfx(
            12 + n,
            (0..32).map(|i| note(root + 19, 1, 2, [0, 1, 4, 0][i / 8], true)),
            12,
            0,
            0,
            2 * 72,
        );
        score.sfx(
            14 + n,
            (0..32).map(|i| if i % 4 == 0 { note(24, 2, 5, 3, true) } else { 0 }),
            12,
            0,
            0,
            24,
        );
    }
    score.pattern(0, [0x80 | 8, 10, 12, 14]).pattern(1, [9, 0x80 | 11, 13, 15]);
    score
}

fn sings(name: &str, score: &Score, seconds: usize, expected: &str) {
    let mut c = console(score);
    c.machine_mut().music(0);
    let samples: Vec<i16> = tape(&mut c, 30 * seconds).iter().map(|s| *s as i16).collect();
    let bytes: Vec<u8> = samples.iter().flat_map(|s| s.to_le_bytes()).collect();
    if std::env::var_os("WAV").is_some() {
        fs::create_dir_all(out()).unwrap();
        fs::write(out().join(format!("{name}.wav")), wav(&bytes)).unwrap();
    }
    let clipped = samples.iter().filter(|s| s.unsigned_abs() >= 32_767).count();
    assert_eq!(clipped, 0, "{name} clips");
    let goldens = Goldens::project().unwrap();
    let picture = goldens.check(name, &*Spectrogram(&samples).screen());
    let digest = format!("{:016x}", Digest::of(&bytes));
    assert!(
        digest == expected,
        "{name}: found samples of digest {digest}, expected {expected}; picture: {picture:?}"
    );
    picture.unwrap();
}

fn wav(samples: &[u8]) -> Vec<u8> {
    let word = |n: usize| (n as u32).to_le_bytes();
    let mut file = b"RIFF".to_vec();
    file.extend(word(36 + samples.len()));
    file.extend(b"WAVEfmt \x10\0\0\0\x01\0\x01\0");
    file.extend(word(22_050));
    file.extend(word(44_100));
    file.extend(b"\x02\0\x10\0data");
    file.extend(word(samples.len()));
    file.extend(samples);
    file
}

#[test]
fn a_song_of_waveforms_and_effects() {
    sings("song-plain", &plain_song(), 10, "fdafd094b7c38a67");
}

#[test]
fn a_song_of_instruments_and_filters() {
    sings("song-rich", &rich_song(), 10, "d25180a100b776a3");
}
