//! Bytes that are not a recording, or one that was tampered with.
//!
//! The digest at the end of a file catches every accident. An attacker recomputes it, so the body is damaged too: it
//! must be refused or be an ordinary recording, and must never panic, hang or take memory that the file does not
//! have.

use crate::{random_recording, run};
use rasher::{Digest, Rom};
use std::sync::Arc;
use tests::carts;
use tests::random::Dice;
use timeline::{FRAMES_MAX, FileError, Recording, Replay};

const HEAD: &[u8] = b"rasher recording 3\n";

fn file() -> Vec<u8> {
    run(carts::find("typist"), 5, 150).recording().to_bytes()
}

/// The file with its closing digest corrected.
fn signed(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.truncate(bytes.len().saturating_sub(8));
    let digest = Digest::of(&bytes);
    bytes.extend(digest.to_le_bytes());
    bytes
}

#[test]
fn every_truncation_is_an_error() {
    let bytes = file();
    for n in 0..bytes.len() {
        assert!(Recording::from_bytes(&bytes[..n]).is_err(), "{n} of {} bytes", bytes.len());
    }
    assert!(Recording::from_bytes(&[&bytes[..], b"\n"].concat()).is_err(), "a byte too many");
}

#[test]
fn every_changed_byte_is_an_error() {
    let bytes = file();
    let mut dice = Dice::new(1);
    for case in 0..20_000 {
        let mut broken = bytes.clone();
        let at = if case < bytes.len() { case } else { dice.below(bytes.len()) };
        broken[at] ^= 1 << dice.below(8);
        assert!(Recording::from_bytes(&broken).is_err(), "case {case}, byte {at}");
    }
}

#[test]
fn tampered_bodies_are_refused_or_are_recordings() {
    let bytes = file();
    let body = HEAD.len()..bytes.len() - 8;
    let mut dice = Dice::new(2);
    let (mut good, mut bad) = (0, 0);
    for case in 0..30_000 {
        let mut broken = bytes.clone();
        for _ in 0..1 + dice.below(4) {
            // Half of the changes hit the head: the start, the counts.
            let room = if dice.one_in(2) { 60 } else { body.len() };
            let at = body.start + dice.below(room.min(body.len()));
            match dice.below(4) {
                0 => broken[at] = 0xff,
                1 => _ = broken.remove(at),
                2 => broken.insert(at, dice.byte()),
                _ => broken[at] = dice.byte(),
            }
        }
        match Recording::from_bytes(&signed(broken)) {
            Err(_) => bad += 1,
            Ok(recording) => {
                good += 1;
                assert!(recording.frames() <= FRAMES_MAX, "case {case}");
                let again = Recording::from_bytes(&recording.to_bytes());
                assert_eq!(again.as_ref(), Ok(&recording), "case {case}: not what its own bytes say");
                let checks = recording.checks();
                assert!(checks.is_sorted_by(|a, b| a.frame < b.frame), "case {case}: digests out of order");
                assert!(
                    checks.last().is_none_or(|c| c.frame <= recording.frames()),
                    "case {case}: a digest of no frame"
                );
                play(&recording);
            }
        }
    }
    assert!(good > 100 && bad > 100, "{good} good and {bad} bad ones test both ways");
}

/// Replays the first frames, whatever they are; an error is fine, a panic is not.
fn play(recording: &Recording) {
    let cart = carts::find("typist");
    let start = &recording.start;
    if start.cart != "typist" || start.version != 1 {
        return;
    }
    let Ok(mut replay) = Replay::new(recording, (cart.make)(), cart.rom()) else { return };
    for _ in 0..5 {
        if !matches!(replay.frame(), Ok(true)) {
            break;
        }
    }
}

#[test]
fn noise_is_an_error() {
    let mut dice = Dice::new(3);
    for _ in 0..20_000 {
        let noise: Vec<u8> = (0..dice.below(120)).map(|_| dice.byte()).collect();
        assert!(Recording::from_bytes(&noise).is_err(), "{noise:?}");
        let dressed = signed([HEAD, &noise, &[0; 8]].concat());
        // Almost all are refused; the others must have few frames.
        if let Ok(recording) = Recording::from_bytes(&dressed) {
            assert!(recording.inputs().take(1000).count() as u64 <= recording.frames());
        }
    }
}

#[test]
fn errors_say_what_was_found_and_expected() {
    let bytes = file();
    let with = |head: &str| signed([head.as_bytes(), &bytes[HEAD.len()..]].concat());
    let cases: &[(Vec<u8>, &str)] = &[
        (b"".to_vec(), "not a recording: found \"\", expected \"rasher recording 4\""),
        (b"\x89PNG\r\n\x1a\n".to_vec(), "not a recording: found"),
        (
            with("rasher recording 5\n"),
            "a recording of format 5, made by a newer version; this one reads formats up to 4",
        ),
        (with("rasher recording 4000000000\n"), "a recording of format 4000000000, made by a newer version"),
        (with("rasher recording 0\n"), "a recording of format 0; this version reads formats 1 to 4"),
        (with("rasher recording 99999999999\n"), "not a recording"),
        (with("rasher recording -1\n"), "not a recording"),
        (with("rasher recording one\n"), "not a recording"),
        (with("rasher recording 3 \n"), "not a recording"),
        (HEAD.to_vec(), "a damaged recording: its 19 bytes"),
        (bytes[..bytes.len() - 1].to_vec(), "a damaged recording"),
        (signed(HEAD.iter().copied().chain([0; 8]).collect()), "an invalid recording"),
    ];
    for (bytes, says) in cases {
        let error = Recording::from_bytes(bytes).unwrap_err().to_string();
        assert!(error.starts_with(says), "{error:?} does not begin with {says:?}");
        assert!(error.len() < 200, "{error}");
    }
}

/// A file that claims more frames than anyone plays would keep a replay busy for years.
#[test]
fn more_than_100_hours_are_refused() {
    assert_eq!(FRAMES_MAX, 100 * 3600 * 60);
    // A recording of many equal frames stores their count as one number; the largest that fits is put there.
    let mut recording = random_recording(1, 0);
    (0..300).for_each(|_| _ = recording.push(&rasher::Input::default()));
    let bytes = recording.to_bytes();
    let count = [0xac, 0x02]; // 300 as a varint
    let huge = [0xff, 0xff, 0xff, 0xff, 0x0f]; // 2^32 - 1
    let body = bytes[..bytes.len() - 8].to_vec();
    let parts: Vec<usize> =
        body.windows(2).enumerate().filter(|(_, w)| *w == count).map(|(i, _)| i).collect();
    assert_eq!(parts.len(), 2, "the span's count and the recording's");
    let [span, all] = [parts[0], parts[1]];
    let broken = [&body[..span], &huge, &body[span + 2..all], &huge, &body[all + 2..], &[0; 8]].concat();
    match Recording::from_bytes(&signed(broken)) {
        Err(FileError::Body { reason, .. }) => assert!(reason.contains("at most 21600000"), "{reason}"),
        other => panic!("{other:?}"),
    }
}

/// Saves of an odd size are cut or padded to the 256 bytes of cart data.
#[test]
fn saves_of_any_size_boot() {
    let cart = carts::find("saver");
    for size in [0, 1, 255, 256, 257, 5000] {
        let mut recording = random_recording(1, 10);
        recording.start.cart = "saver".into();
        recording.start.version = 1;
        recording.start.rom = Rom::digest(&cart.rom());
        recording.start.saves.insert("saver_1".into(), vec![9; size]);
        let read = Recording::from_bytes(&recording.to_bytes()).unwrap();
        let console = Replay::new(&read, (cart.make)(), Arc::clone(&cart.rom())).unwrap().finish().unwrap();
        let (id, data) = console.machine().cart_data().unwrap();
        assert_eq!((id, data[250]), ("saver_1", if size > 250 { 9 } else { 0 }), "{size} bytes");
    }
}
