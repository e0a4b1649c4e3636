//! Readers of runs: recordings, kept runs, reports, slots, states. Accepted files can be walked, written and read again.

use crate::{mend, taken, timed};
use rasher::{Boot, Cart, Console, Input, Machine, StateLoadError, program};
use serde::{Deserialize, Serialize};
use timeline::{FRAMES_MAX, KeptRun, Recording, Report, Slot};

/// Frames that are walked: a span may have millions.
const WALKED: u64 = 20_000;

/// Checks that there are as many inputs as stated, in order.
fn walk(recording: &Recording) {
    assert!(recording.frames() <= FRAMES_MAX);
    let walked = recording.inputs().take(WALKED as usize).count() as u64;
    assert_eq!(walked, recording.frames().min(WALKED));
    let checks = recording.checks();
    assert!(checks.is_sorted_by(|a, b| a.frame < b.frame), "digests out of order");
    assert!(checks.last().is_none_or(|check| check.frame <= recording.frames()), "a digest of no frame");
}

/// The bytes as they are, then with a correct digest.
fn as_sealed(bytes: &[u8], check: fn(&[u8]) -> bool) -> bool {
    check(bytes) | check(&mend::sealed(bytes))
}

pub fn recording(bytes: &[u8]) -> bool {
    as_sealed(bytes, |bytes| {
        let Some(recording) = taken(Recording::from_bytes(bytes)) else { return false };
        walk(&recording);
        assert_eq!(Recording::from_bytes(&recording.to_bytes()).as_ref(), Ok(&recording));
        true
    })
}

pub fn run(bytes: &[u8]) -> bool {
    let check = |bytes: &[u8]| {
        let Some(kept) = taken(KeptRun::from_bytes(bytes)) else { return false };
        walk(&kept.recording);
        assert!(kept.torn <= bytes.len());
        assert!(kept.states.iter().all(|state| state.frame() <= kept.recording.frames()));
        true
    };
    check(bytes) | check(&mend::chained(bytes))
}

fn read_report(bytes: &[u8]) -> bool {
    let Some(report) = taken(Report::from_bytes(bytes)) else { return false };
    walk(&report.recording);
    assert!(report.frame <= report.recording.frames());
    assert_eq!(Report::from_bytes(&report.to_bytes()).as_ref(), Ok(&report));
    true
}

pub fn report(bytes: &[u8]) -> bool {
    as_sealed(bytes, read_report)
}

pub fn report_body(bytes: &[u8]) -> bool {
    read_report(&mend::packed(bytes))
}

fn read_slot(bytes: &[u8]) -> bool {
    let Some(slot) = taken(Slot::from_bytes(bytes)) else { return false };
    walk(&slot.moment.recording);
    assert_eq!(slot.moment.frame, slot.moment.recording.frames());
    assert!(slot.picture.iter().all(|color| *color < 32));
    assert_eq!(Slot::from_bytes(&slot.to_bytes()).as_ref(), Ok(&slot));
    true
}

pub fn slot(bytes: &[u8]) -> bool {
    as_sealed(bytes, read_slot)
}

pub fn slot_body(bytes: &[u8]) -> bool {
    read_slot(&mend::packed(bytes))
}

/// A cart without its own state: all bytes are the machine's.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Still;

impl Cart for Still {
    fn _draw(&self, p8: &mut Machine) {
        p8.spr(1, 0, 0);
        p8.print("still");
    }
}

/// A console with that cart.
pub fn still() -> Console {
    Console::boot(program(Still), Boot::default())
}

/// An accepted state is written and read again, and can run.
pub fn state(bytes: &[u8]) -> bool {
    let (console, rom) = (still(), Boot::default().rom);
    let mut file = bytes.to_vec();
    let mut read = console.load_state(&file, &rom);
    if let (Err(StateLoadError::Digest { found, .. }), Some(told)) = (&read, file.get_mut(1..9)) {
        told.copy_from_slice(&found.to_le_bytes());
        read = console.load_state(&file, &rom);
    }
    let Some(mut again) = taken(read) else { return false };
    let written = again.save_state(&rom).expect("it is between two frames");
    assert_eq!(console.load_state(&written, &rom).map(|c| c.digest()).ok(), Some(again.digest()));
    (0..3).for_each(|_| drop(again.frame(&Input::default())));
    true
}

/// Any bytes as a cart's module: it is refused, or plays a frame for each button of two players, and its state is written
/// and read.
pub fn module(bytes: &[u8]) -> bool {
    let Some(cart) = timed(|| taken(wasm::cart(bytes))) else { return false };
    // A cart whose `_init` fails is a module all the same.
    let boot = || Console::try_boot(Box::new(cart), Boot::default());
    let Ok(mut console) = timed(boot) else { return true };
    for button in 0..12 {
        let mut input = Input::default();
        input.players[button / 6] = 1 << (button % 6);
        let before = console.clone();
        if timed(|| console.try_frame(&input)).is_err() {
            console = before;
        }
    }
    timed(|| console.digest());
    let program = console.program();
    let mut state = Vec::new();
    if timed(|| program.save_bytes(&mut state)).is_ok() {
        _ = timed(|| program.clone_box().load_bytes(&state));
    }
    if let Ok(text) = timed(|| program.save()) {
        _ = timed(|| program.clone_box().load(&text));
    }
    true
}
