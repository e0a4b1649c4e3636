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

use crate::rules::{Event, Mind, Say};
use crate::tile;
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
    match event {
        Event::Step { id: 0, .. } => 42,
        Event::Hurt { damage: 0, .. } => WALL,
        Event::Hurt { id: 0, .. } => 52,
        Event::Hurt { ambush: true, .. } => 53,
        Event::Hurt { .. } => 51,
        Event::Slide { .. } => 62,
        Event::Mind { mind: Mind::Hunt, .. } => 63,
        Event::Stun { .. } | Event::Bless { bless: -1, .. } => 56,
        Event::Bless { bless: 1, .. } | Event::Heal { .. } | Event::Equip { .. } => 55,
        Event::Spawn { .. } | Event::Say(Say::Stays | Say::Breaks) => 49,
        Event::Paw { .. } => 50,
        Event::Tile { was: tile::DOOR, .. } => 44,
        Event::Tile { now: tile::DOOR, .. } => 45,
        Event::Tile { was: tile::CROCK, .. } => 46,
        Event::Tile { was: tile::BIN | tile::CHEST, .. } => 47,
        Event::Puff { .. } | Event::Burn { .. } => 61,
        Event::Got { .. } => 48,
        Event::Read { .. } => OK,
        Event::Climb { .. } => 60,
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
