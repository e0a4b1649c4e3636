//! Files of earlier formats, kept in `tests/formats`: they open, and their runs are the runs that were recorded.
//!
//! ```text
//! NAME-2.rec  NAME-1.run  NAME-1.slot  NAME-1.report      700 frames of a test cart with an edit before the 351st
//! ```
//!
//! Written once by the version that wrote those formats, and never again. Recordings of format 1 are in `tests/replays`.

use std::fs;
use std::sync::Arc;
use tests::carts::{self, TestCart};
use tests::table::here;
use timeline::{KeptRun, Recording, Replay, Report, Slot};

const NAMES: [&str; 2] = ["ball", "typist"];

fn file(name: &str) -> Vec<u8> {
    fs::read(here().join("formats").join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// Its digests, of the version that it was recorded with, are those of the run today; gives how many there are.
#[track_caller]
fn replays(recording: &Recording, cart: &TestCart) -> usize {
    let replay = Replay::new(recording, (cart.make)(), cart.rom()).expect("it belongs to this cart");
    replay.finish().unwrap_or_else(|e| panic!("{}: {e}", cart.name));
    recording.checks().len()
}

#[test]
fn earlier_files_open_and_replay() {
    for name in NAMES {
        let cart = carts::find(name);
        let recording = Recording::from_bytes(&file(&format!("{name}-2.rec"))).expect("a good file");
        assert_eq!(recording.frames(), 700);
        // At 0, at 600, at the end.
        assert_eq!(replays(&recording, cart), 3);

        let kept = KeptRun::from_bytes(&file(&format!("{name}-1.run"))).expect("a good file");
        assert_eq!((kept.torn, kept.recording.frames(), &kept.rom), (0, 700, &cart.rom().data));
        // At 0, and at the end of each of seven parts.
        assert_eq!(replays(&kept.recording, cart), 8);

        let slot = Slot::from_bytes(&file(&format!("{name}-1.slot"))).expect("a good file");
        assert_eq!((slot.moment.frame, slot.moment.recording.frames()), (650, 650));
        assert_eq!(replays(&slot.moment.recording, cart), 3);

        let report = Report::from_bytes(&file(&format!("{name}-1.report"))).expect("a good file");
        assert_eq!((report.frame, Arc::new(report.rom)), (650, cart.rom()));
        // At 0 and at 600: it was made in the middle of the run.
        assert_eq!(replays(&report.recording, cart), 2);
    }
}

/// What was recorded with earlier digests keeps them when it is written by this version.
#[test]
fn earlier_digests_are_written_as_such() {
    for name in NAMES {
        let cart = carts::find(name);
        let old = Recording::from_bytes(&file(&format!("{name}-2.rec"))).expect("a good file");
        let again = Recording::from_bytes(&old.to_bytes()).expect("as it was written");
        assert_eq!(again, old);
        assert_eq!(replays(&again, cart), 3);
        let report = Report::from_bytes(&file(&format!("{name}-1.report"))).expect("a good file");
        let again = Report::from_bytes(&report.to_bytes()).expect("as it was written");
        assert_eq!(again, report);
        assert_eq!(replays(&again.recording, cart), 2);
    }
}

/// A digest of the other version is another number, so a file that says the wrong version does not replay.
#[test]
fn the_version_of_digests_matters() {
    let cart = carts::find("ball");
    let run = crate::run(cart, 7, 10);
    let bytes = run.recording().to_bytes();
    let mut body = bytes[..bytes.len() - 8].to_vec();
    let at = b"rasher recording 3\n".len();
    assert_eq!(std::mem::replace(&mut body[at], 1), 2, "the version of the digests comes first");
    body.extend(rasher::Digest::of(&body).to_le_bytes());
    let wrong = Recording::from_bytes(&body).expect("a good file but for what it says");
    assert!(Replay::new(&wrong, (cart.make)(), cart.rom()).is_err());
    body.truncate(bytes.len() - 8);
    body[at] = 3;
    body.extend(rasher::Digest::of(&body).to_le_bytes());
    let error = Recording::from_bytes(&body).expect_err("there is no third").to_string();
    assert!(error.contains("digests of version 3, expected 1 or 2"), "{error}");
}
