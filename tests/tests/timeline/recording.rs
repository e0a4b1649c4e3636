//! What goes into a recording comes out again.

use crate::{random_recording, run};
use rasher::{Event, Input, Mouse, button};
use tests::carts::{self, CARTS};
use tests::random::RandomPlayer;
use timeline::{CHECK_EVERY, Recording, Start};

#[test]
fn inputs_are_those_that_were_pushed() {
    for seed in 0..20 {
        let recording = random_recording(seed, 700);
        assert_eq!(recording.frames(), 700);
        let mut again = RandomPlayer::new(seed);
        for (frame, input) in recording.inputs().enumerate() {
            assert_eq!(input, again.input(), "seed {seed}, frame {frame}");
        }
        assert_eq!(recording.inputs().count(), 700);
    }
}

#[test]
fn equal_frames_and_events_at_either_end_are_kept() {
    let letter = |c| Input { events: vec![Event::Char(c)], ..Input::default() };
    let held = Input::buttons(button::RIGHT);
    let moved = Input { mouse: Mouse { wheel_y: -1, ..Mouse::default() }, ..held.clone() };
    let row = [letter(1), Input::default(), held.clone(), held.clone(), moved, held, letter(2)];
    let mut recording = Recording::default();
    row.iter().for_each(|input| assert!(recording.push(input)));
    assert_eq!(recording.inputs().collect::<Vec<_>>(), row);
    let read = Recording::from_bytes(&recording.to_bytes()).unwrap();
    assert_eq!(read.inputs().collect::<Vec<_>>(), row);
    assert_eq!(Recording::default().inputs().next(), None);
}

#[test]
fn bytes_are_read_as_they_were_written() {
    for cart in CARTS.iter().filter(|cart| cart.name != "crasher") {
        let recording = run(cart, 3, 200).recording();
        let bytes = recording.to_bytes();
        let read = Recording::from_bytes(&bytes).unwrap_or_else(|e| panic!("{}: {e}", cart.name));
        assert_eq!(read, recording, "{}", cart.name);
        assert_eq!(read.to_bytes(), bytes, "{}", cart.name);
    }
}

/// The start is everything the machine saw before its first frame.
#[test]
fn the_start_is_that_of_the_boot() {
    let cart = carts::find("typist");
    let mut boot = cart.boot(0x1234_5678_9abc_def0);
    (boot.date.unix, boot.date.offset) = (-5, 3600);
    boot.param = "level 2".into();
    boot.held[1] = 3;
    boot.saves.insert("x".into(), Box::new([7; 256]));
    let start = Start::of(&boot);
    let again = start.boot(cart.rom());
    assert_eq!((again.seed, again.date, again.held), (boot.seed, boot.date, boot.held));
    assert_eq!((&again.param, &again.saves), (&boot.param, &boot.saves));
    assert_eq!((start.cart.as_str(), start.version, start.rom), ("typist", 1, boot.rom.digest()));
}

#[test]
fn a_digest_is_kept_at_the_start_every_600_frames_and_at_the_end() {
    let run = run(carts::find("ball"), 1, 1250);
    let frames: Vec<u64> = run.recording().checks().iter().map(|check| check.frame).collect();
    assert_eq!(frames, [0, CHECK_EVERY, 2 * CHECK_EVERY, 1250]);
    // Requesting the recording closes a copy; the run continues unclosed.
    assert_eq!(run.recording(), run.recording());
}

/// Ten seconds with a held button are one span: the file does not grow with the frames.
#[test]
fn held_input_is_short() {
    let mut recording = Recording::default();
    (0..60_000).for_each(|_| _ = recording.push(&Input::buttons(button::LEFT)));
    let bytes = recording.to_bytes().len();
    assert!(bytes < 200, "{bytes} bytes for 60,000 equal frames");
}

/// Format 2 adds an event that files of format 1 cannot contain, format 3 the digests' version in front.
#[test]
fn bodies_of_earlier_formats_are_read() {
    let recording = random_recording(3, 200);
    let now = recording.to_bytes();
    let (body, _) = now.split_last_chunk::<8>().unwrap();
    for format in [1, 2] {
        let mut old = [format!("rasher recording {format}\n").as_bytes(), &body[20..]].concat();
        old.extend(rasher::Digest::of(&old).to_le_bytes());
        let read = Recording::from_bytes(&old).unwrap();
        assert_eq!(read.digests(), rasher::DigestVersion::One);
        assert!(read.inputs().eq(recording.inputs()) && read.checks() == recording.checks());
    }
}
