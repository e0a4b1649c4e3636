//! What is heard: each event's sound, and which of the tower's music.
//!
//! ```text
//! yard: pattern 0, round and round ── first floor of the tower ──> its "back" flag is cleared, it flows on
//! death 22, win 24
//! ```
//!
//! A sound begins with the picture that it belongs to: at contact, not with the key. Music keeps channels 0 and 1;
//! effects take 2 and 3, and the voice that they cover comes back in step. The numbers are those of
//! `sfx/porklike.sfx`.

use crate::rules::{Event, What};
use rasher::Machine;
use rasher::memory::MUSIC;

/// Running against what does not react.
pub const WALL: i32 = 43;
/// Something is thrown.
pub const THROW: i32 = 54;
/// A window is accepted.
pub const OK: i32 = 57;
/// A window is left.
pub const BACK: i32 = 58;
/// A cursor moves.
pub const CURSOR: i32 = 59;
/// The tune of a lost run, and of a won one.
pub const DEATH: i32 = 22;
/// The tune of a won run.
pub const WIN: i32 = 24;

/// Channels that effects leave to the music: bass and lead.
const KEPT: i32 = 0b0011;
/// The byte of pattern 0 whose bit 7 sends it back to its start.
const LOOP: u16 = MUSIC + 1;

/// The sound of an event; 0, which is an instrument, when it has none.
pub fn of(event: &Event) -> i32 {
    match event.what {
        What::Step if event.mob.id == 0 => 42,
        What::Block => WALL,
        What::Hurt if event.mob.id == 0 => 52,
        What::Hurt => 51,
        What::Ambush => 53,
        What::Slide => 62,
        What::Hunt => 63,
        What::Daze | What::Curse => 56,
        What::Bless | What::Heal | What::Equip => 55,
        What::Spawn | What::Full => 49,
        What::Open => 44,
        What::Shut => 45,
        What::Break => 46,
        What::Unlock => 47,
        What::Puff | What::Burn => 61,
        What::Got => 48,
        What::Read => OK,
        What::Climb => 60,
        _ => 0,
    }
}

/// Plays the sound of an event, if it has one.
pub fn play(p8: &mut Machine, event: &Event) {
    let number = of(event);
    if number > 0 {
        p8.sfx(number);
    }
}

/// Begins a tune.
pub fn music(p8: &mut Machine, pattern: i32) {
    p8.music_ext(pattern, 0, KEPT);
}

/// Does the yard's bass go round, or on into the theme at its pattern's end?
pub fn stay(p8: &mut Machine, stays: bool) {
    let byte = p8.peek(LOOP) & 0x7f | u8::from(stays) << 7;
    p8.poke(LOOP, byte.into());
}
