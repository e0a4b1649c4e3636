//! The same run again, or an error that names where it differs.

use crate::run;
use rasher::{Cart, Machine, Rom, program};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tests::carts::{self, Ball, CARTS};
use timeline::{Recording, Replay, ReplayError};

#[test]
fn a_replay_ends_in_the_same_state() {
    for cart in CARTS.iter().filter(|cart| cart.name != "crasher") {
        for seed in [0, 1, u64::MAX] {
            let played = run(cart, seed, 700);
            let bytes = played.recording().to_bytes();
            let recording = Recording::from_bytes(&bytes).unwrap();
            let console = Replay::new(&recording, (cart.make)(), cart.rom())
                .and_then(Replay::finish)
                .unwrap_or_else(|e| panic!("{} with seed {seed}: {e}", cart.name));
            assert_eq!(console.digest(), played.console().digest(), "{} with seed {seed}", cart.name);
            assert_eq!(console.machine().frame(), 700);
        }
    }
}

#[test]
fn a_replay_needs_cart_version_and_data_of_the_recording() {
    let ball = carts::find("ball");
    let recording = run(ball, 1, 20).recording();
    let try_with = |rom: Rom| Replay::new(&recording, (ball.make)(), Arc::new(rom)).err();
    let rom = || Rom::clone(&ball.rom());
    assert_eq!(try_with(rom()), None);

    let error = try_with(Rom { name: "bell".into(), ..rom() }).unwrap();
    assert_eq!(error.to_string(), "the recording is of cart \"ball\", not of \"bell\"");

    let error = try_with(Rom { version: 2, ..rom() }).unwrap();
    assert_eq!(error.to_string(), "the recording is of version 1 of ball; the current one is version 2");

    let mut other = rom();
    other.data[0x30ff] ^= 1;
    let digests = (rom().digest(), other.digest());
    let error = try_with(other).unwrap();
    assert!(
        matches!(error, ReplayError::Data { recorded, found, .. } if (recorded, found) == digests),
        "{error}"
    );
    assert!(error.to_string().contains(&format!("{:016x}", digests.1)), "{error}");
}

/// A ball whose rules were changed after recording: from one frame on it is pushed. Its saved state has the same
/// form.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(transparent)]
struct Changed<const FROM: u64>(Ball);

impl<const FROM: u64> Cart for Changed<FROM> {
    fn _init(&mut self, p8: &mut Machine) {
        self.0._init(p8);
        if FROM == 0 {
            p8.poke(0x8000, 1);
        }
    }

    fn _update(&mut self, p8: &mut Machine) {
        if p8.frame() >= FROM {
            p8.poke(0x8000, 1);
        }
        self.0._update(p8);
    }

    fn _draw(&self, p8: &mut Machine) {
        self.0._draw(p8);
    }
}

#[test]
fn changed_rules_part_at_a_named_frame() {
    let ball = carts::find("ball");
    let recording = run(ball, 1, 2000).recording();
    let diverged = |program| {
        let error = Replay::new(&recording, program, ball.rom()).and_then(Replay::finish).err();
        match error {
            Some(ReplayError::Parted { check, last_equal, found, .. }) => {
                assert_ne!(check.digest, found);
                Some((check.frame, last_equal))
            }
            None => None,
            Some(other) => panic!("{other}"),
        }
    };
    // Digests are at 0, 600, 1200, 1800 and 2000: the first at or after the change detects it.
    assert_eq!(diverged(program(Changed::<0>::default())), Some((0, None)));
    assert_eq!(diverged(program(Changed::<1>::default())), Some((600, Some(0))));
    assert_eq!(diverged(program(Changed::<601>::default())), Some((1200, Some(600))));
    assert_eq!(diverged(program(Changed::<1999>::default())), Some((2000, Some(1800))));
    assert_eq!(diverged(program(Changed::<5000>::default())), None, "the wrapper itself changes nothing");
    let error = Replay::new(&recording, program(Changed::<700>::default()), ball.rom())
        .and_then(Replay::finish)
        .unwrap_err()
        .to_string();
    assert!(error.starts_with("the run diverges: frame 1200 is "), "{error}");
    assert!(error.ends_with("; frame 600 was still equal"), "{error}");
}

#[test]
fn a_replay_can_be_watched_frame_by_frame() {
    let ball = carts::find("ball60");
    let recording = run(ball, 9, 50).recording();
    let mut replay = Replay::new(&recording, (ball.make)(), ball.rom()).unwrap();
    for frame in 1..=50 {
        assert_eq!(replay.frame(), Ok(true));
        assert_eq!(replay.console().machine().frame(), frame);
    }
    assert_eq!(replay.frame(), Ok(false));
    assert_eq!(replay.frame(), Ok(false), "and the end stays the end");
}
