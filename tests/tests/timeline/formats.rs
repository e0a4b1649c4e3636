//! Files of earlier formats, stored in `tests/formats`: they open, and their runs are the recorded ones.
//!
//! ```text
//! NAME-2.rec  NAME-1.run  NAME-1.slot  NAME-1.report      700 frames of a test cart with an edit before the 351st
//! ```
//!
//! Each was written by the version with that format, and is never rewritten. Recordings of format 1 are in
//! `tests/replays`.

use rasher::{Boot, Bundle, BundledCart, CartBytes, Code, Input, Rom, Rules, button};
use std::fs;
use std::sync::Arc;
use tests::carts::{self, TestCart};
use tests::table::here;
use timeline::{Journal, JournalCursor, KeptRun, Recording, Replay, Report, Run, Slot};

const NAMES: [&str; 2] = ["ball", "typist"];

fn file(name: &str) -> Vec<u8> {
    fs::read(here().join("formats").join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// Its digests, in the version that it was recorded with, equal those of the run today; returns their number.
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
        // At 0 and at 600: it was written in the middle of the run.
        assert_eq!(replays(&report.recording, cart), 2);
    }
}

/// A run recorded with earlier digests keeps them when this version writes it.
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

/// A digest of the other version is a different number, so a file with the wrong version does not replay.
#[test]
fn the_version_of_digests_matters() {
    let cart = carts::find("ball");
    let run = crate::run(cart, 7, 10);
    let bytes = run.recording().to_bytes();
    let mut body = bytes[..bytes.len() - 8].to_vec();
    let at = b"rasher recording 3\n".len();
    assert_eq!(std::mem::replace(&mut body[at], 1), 3, "the version of the digests comes first");
    body.extend(rasher::Digest::of(&body).to_le_bytes());
    let wrong = Recording::from_bytes(&body).expect("a good file but for what it says");
    assert!(Replay::new(&wrong, (cart.make)(), cart.rom()).is_err());
    body.truncate(bytes.len() - 8);
    body[at] = 4;
    body.extend(rasher::Digest::of(&body).to_le_bytes());
    let error = Recording::from_bytes(&body).expect_err("there is no fourth").to_string();
    assert!(error.contains("digests of version 4, expected 1 to 3"), "{error}");
}

/// A run of Lua carts contains them in each of its files; it replays without any of their own files.
#[test]
fn files_of_a_run_of_several_carts_hold_them() {
    let first = "function _update() if btnp(4) then load(\"b.p8\",\"back\",\"x\") end end";
    let cart = |name: &str, text: &str| BundledCart {
        name: name.to_string(),
        code: Code { text: text.as_bytes().into(), pieces: vec![(1, name.to_string(), 1)] },
        data: CartBytes(Rom::empty("").data),
    };
    let second = cart("b.p8", "function _update() poke(0x4300,@0x4300+1) end");
    let bundle = Arc::new(Bundle::new(vec![cart("a.p8", first), second]));
    let program = || script::lua_cart(first.as_bytes(), "a.p8").unwrap();
    let rom = Arc::new(Rom::empty("a"));
    let boot = Boot { rom: rom.clone(), bundle, ..Boot::default() };
    let mut run = Run::start(program(), boot).unwrap();
    for n in 0..40 {
        run.frame(&Input::buttons(if n == 9 { button::O } else { 0 })).unwrap();
    }
    assert_eq!(
        (run.console().machine().cart_number(), run.console().machine().memory().get(0x4300)),
        (1, 29)
    );
    let recording = run.recording();
    let bytes = recording.to_bytes();
    assert!(bytes.starts_with(b"rasher recording 4\n"));
    let (mut journal, mut kept) = Journal::begin(&recording.start, &rom.data);
    kept.extend(journal.part(&run.part(&mut JournalCursor::default(), None, true)));
    let read = [
        Recording::from_bytes(&bytes).expect("a recording"),
        Report::from_bytes(&Report::of(&run, "0").to_bytes()).expect("a report").recording,
        Slot::from_bytes(&Slot::of(&run, "0").to_bytes()).expect("a slot").moment.recording,
        KeptRun::from_bytes(&kept).expect("a kept run").recording,
    ];
    for recording in read {
        assert_eq!(recording.start.bundle, run.recording().start.bundle);
        let console = Replay::new(&recording, program(), rom.clone()).and_then(Replay::finish).unwrap();
        assert_eq!(console.digest(), run.console().digest());
    }
    // Back over the load, and forward again.
    let end = run.console().digest();
    run.goto(5).unwrap();
    assert_eq!(run.console().machine().cart_number(), 0);
    run.goto(40).unwrap();
    assert_eq!(run.console().digest(), end);
    // Bytes changed after recording are not a bundle.
    let mut broken = bytes[..bytes.len() - 8].to_vec();
    let at = broken.len() - 20;
    broken[at] ^= 0x55;
    broken.extend(rasher::Digest::of(&broken).to_le_bytes());
    assert!(Recording::from_bytes(&broken).is_err_and(|e| e.to_string().contains("an invalid recording")));
}

/// Recorded before the second version of the rules, by a Lua cart that does everything that it changed.
#[test]
fn a_recording_by_the_first_rules_replays() {
    let mut recording = Recording::from_bytes(&file("rules-1.rec")).expect("a good file");
    assert_eq!(recording.start.rules, Rules::One);
    let code = recording.start.bundle.first().expect("it has its cart").code.clone();
    let program = || script::lua_cart(&code.text, &code).unwrap();
    let rom = || Arc::new(Rom::empty("rules"));
    Replay::new(&recording, program(), rom()).and_then(Replay::finish).expect("the same run");
    // By the newest rules it is another run, and the error says from when on, and why.
    recording.start.rules = Rules::Two;
    let error = Replay::new(&recording, program(), rom()).and_then(Replay::finish).expect_err("it differs");
    assert!(error.to_string().starts_with("the run diverges: frame 0 is "), "{error}");
    recording.start.rules = Rules::One;
    let mut other = Recording::new(recording.start.clone());
    recording.inputs().for_each(|input| _ = other.push(&Input { players: [0; 8], ..input }));
    let frames = other.frames();
    other.check(1);
    let error = Replay::new(&other, program(), rom()).and_then(Replay::finish).expect_err("a wrong digest");
    let why = format!("the run diverges: frame {frames} is ");
    assert!(error.to_string().starts_with(&why) && error.to_string().contains("by earlier rules"), "{error}");
}
