//! What is heard: each event's sound, and which of the tower's music.
//!
//! ```text
//! a step's events ── the last of them ──> one sound: a door's, not also the bump's that opened it
//! yard: pattern 0, round and round ── first floor of the tower ──> its "back" flag is cleared, it flows on
//! ```
//!
//! A sound begins in the frame of the key, four frames before a bump touches its tile: about as much as a sound card
//! needs to be heard. Music keeps channels 0 and 1; effects take 2 and 3, and the voice that they cover comes back in
//! step. The numbers are those of `sfx/porklike.sfx`.

use crate::tile;
use crate::world::Event;
use rasher::Machine;
use rasher::memory::MUSIC;

/// Channels that effects leave to the music: bass and lead.
const KEPT: i32 = 0b0011;
/// The byte of pattern 0 whose bit 7 sends it back to its start.
const BACK: u16 = MUSIC + 1;
/// The flag in that byte.
const FLAG: u8 = 0x80;

/// The sound of an event.
pub fn of(event: &Event) -> i32 {
    match event {
        Event::Moved { .. } => 42,
        Event::Bumped { .. } => 43,
        Event::DoorOpened(_) => 44,
        Event::VaseBroken(hit) if hit.tile == tile::CROCK => 46,
        // A pot does not break, it lets its smoke out.
        Event::VaseBroken(_) => 61,
        Event::ChestOpened(_) => 47,
        Event::TabletRead(_) => 57,
        Event::HamTouched(_) => 55,
        Event::Climbed { .. } => 60,
    }
}

/// Plays what a step sounds like.
pub fn play(p8: &mut Machine, events: &[Event]) {
    if let Some(event) = events.last() {
        p8.sfx(of(event));
    }
}

/// The music begins, on the floor of that index.
pub fn begin(p8: &mut Machine, floor: u8) {
    p8.music_ext(0, 0, KEPT);
    enter(p8, floor);
}

/// The hero comes to a floor: anywhere but in the yard the bass goes on into the theme, at its pattern's end.
pub fn enter(p8: &mut Machine, floor: u8) {
    if floor > 0 {
        let byte = p8.peek(BACK) & !FLAG;
        p8.poke(BACK, byte.into());
    }
}
