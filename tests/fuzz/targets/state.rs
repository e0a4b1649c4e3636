//! Fuzzes the reader of states: what it takes is written and read again, and runs on.
#![no_main]

use rasher::{Boot, Cart, Console, Input, LoadError, STATE_FORMAT, program};
use serde::{Deserialize, Serialize};

/// A cart without a state of its own: all bytes are the machine's.
#[derive(Clone, Default, Serialize, Deserialize)]
struct Still;

impl Cart for Still {
    fn _draw(&self, p8: &mut rasher::Machine) {
        p8.spr(1, 0, 0);
        p8.print("still");
    }
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let boot = Boot::default();
    let rom = boot.rom.clone();
    let console = Console::boot(program(Still), boot);
    let mut file = vec![STATE_FORMAT; 1];
    file.extend([0; 8]);
    file.extend_from_slice(bytes);
    // The digest is made right, so that whatever can be read is taken.
    if let Err(LoadError::Digest { found, .. }) = console.load_state(&file, &rom) {
        file[1..9].copy_from_slice(&found.to_le_bytes());
    }
    if let Ok(mut again) = console.load_state(&file, &rom) {
        let written = again.save_state(&rom).expect("it is between two frames");
        assert_eq!(console.load_state(&written, &rom).map(|c| c.digest()).ok(), Some(again.digest()));
        (0..3).for_each(|_| drop(again.frame(&Input::default())));
    }
    let _ = console.load_state(bytes, &rom);
});
