//! The music and sounds in play: tunes that last, and sounds that belong to one cart.
//!
//! ```text
//!   first pattern of a tune ──> pattern after pattern, to the one that loops back ──> seconds, and how often each plays
//!   every sound of every cart ──> no two carts have the same one
//! ```
//!
//! Expectations are our decision. A step takes as many ticks as the sound's speed, and a second has 22,050 / 183
//! ticks.

use rasher::Rom;
use std::collections::BTreeMap;

/// Carts, the first pattern of their dungeons' music, and the slowest step allowed.
const TUNES: [(&str, usize, u8); 6] = [
    ("ghosts", 8, 40),
    ("picorogue", 8, 20),
    ("goblin", 16, 15),
    ("goblin", 32, 13),
    ("kasidin", 16, 18),
    ("kasidin", 32, 14),
];

/// Where patterns and sounds are, by PICO-8's map of memory.
const MUSIC: usize = 0x3100;
const SFX: usize = 0x3200;

fn rom(name: &str) -> Rom {
    shelf::find(name).unwrap().rom().unwrap()
}

/// The 68 bytes of a sound: 32 notes, then mode, speed, loop.
fn sound(rom: &Rom, n: usize) -> &[u8] {
    &rom.data[SFX + n * 68..][..68]
}

/// The sounds of a pattern, channel by channel.
fn voices(rom: &Rom, pattern: usize) -> Vec<usize> {
    let bytes = &rom.data[MUSIC + pattern * 4..][..4];
    bytes.iter().filter(|byte| **byte & 0x40 == 0).map(|byte| usize::from(byte & 0x3f)).collect()
}

#[test]
fn a_tune_in_play_lasts_a_minute_and_no_pattern_comes_thrice() {
    for (name, first, slowest) in TUNES {
        let rom = rom(name);
        let flag = |pattern: usize, channel: usize| rom.data[MUSIC + pattern * 4 + channel] & 0x80 != 0;
        assert!(flag(first, 0), "{name}: pattern {first} begins a loop");
        let last = (first..64).find(|pattern| flag(*pattern, 1)).expect("it leads back");
        let (mut ticks, mut heard) = (0, BTreeMap::new());
        for pattern in first..=last {
            assert!(!flag(pattern, 2), "{name}: pattern {pattern} is no end");
            let voices = voices(&rom, pattern);
            *heard.entry(voices.clone()).or_insert(0) += 1;
            for n in &voices {
                assert!((1..=slowest).contains(&sound(&rom, *n)[65]), "{name}: sound {n} is slow");
            }
            // The leftmost voice determines a pattern's length: its own length, if it has one, which is
            // stored in its loop's start.
            let of = sound(&rom, voices[0]);
            let steps = if of[66] > 0 && of[67] == 0 { of[66] } else { 32 };
            ticks += u32::from(steps) * u32::from(of[65]);
        }
        let seconds = f64::from(ticks) * 183.0 / 22_050.0;
        assert!(seconds >= 60.0, "{name}: {seconds} seconds until it repeats");
        assert!(heard.values().all(|times| *times < 3), "{name}: {heard:?}");
    }
}

#[test]
fn no_cart_has_a_sound_of_another() {
    let mut owners: BTreeMap<Vec<u8>, String> = BTreeMap::new();
    let mut shared = Vec::new();
    for cart in shelf::CARTS {
        let rom = rom(cart.name);
        for n in 0..64 {
            // Notes without volume are silent, and silence belongs to no one.
            let notes = sound(&rom, n)[..64].chunks_exact(2);
            if notes.clone().any(|note| note[1] & 0x0e != 0) {
                let here = format!("{} {n}", cart.name);
                if let Some(there) = owners.insert(sound(&rom, n).to_vec(), here.clone())
                    && there.split(' ').next() != Some(cart.name)
                {
                    shared.push(format!("{there} and {here}"));
                }
            }
        }
    }
    assert!(shared.is_empty(), "{shared:?}");
}
