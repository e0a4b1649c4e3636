//! The waveforms and the effects of a note, with a picture and a sound of each.

use super::entry::record;
use super::html::{self, picture, table};
use format::{EFFECTS as EFFECT_WORDS, WAVES as WAVE_WORDS, png};
use rasher::run_example;
use rasher::{Console, Input, PIXELS, SIDE};

const WAVES: [&str; 8] = ["triangle", "tilted saw", "saw", "square", "pulse", "organ", "noise", "phaser"];
const EFFECTS: [&str; 7] = [
    "slides to the note from the previous one",
    "vibrato: a quarter of a semitone up and down",
    "the pitch drops to 0",
    "fades in",
    "fades out",
    "arpeggio: four notes in turn, 4 ticks each",
    "arpeggio: four notes in turn, 8 ticks each",
];
/// Address of sfx 63.
const RECORD: u16 = 0x3200 + 63 * 68;
/// Size of the pictures: 128 samples are 5.8 ms, a cycle and a half of middle C.
const SHAPE: [usize; 2] = [128, 48];

/// Plays notes of key, waveform, volume and effect, `speed` ticks each; there are 120 ticks a second.
fn played(notes: &[[u16; 4]], speed: i32) -> Console {
    let mut console = run_example(|_| ());
    let machine = console.machine_mut();
    machine.memset(RECORD, 0, 68);
    machine.poke(RECORD + 65, speed);
    for (at, [key, wave, volume, effect]) in (RECORD..).step_by(2).zip(notes) {
        machine.poke2(at, i32::from(key | wave << 6 | volume << 9 | effect << 12));
    }
    machine.sfx(63);
    console
}

fn shape(mut console: Console) -> Vec<u8> {
    // A note reaches its full level after two frames.
    console.frame(&Input::default());
    console.frame(&Input::default());
    let samples = console.machine().samples().to_vec();
    let machine = console.machine_mut();
    machine.cls(0);
    machine.line(0, 24, 127, 24, 1);
    machine.line_reset();
    for (x, sample) in (0..128).zip(samples) {
        machine.line_to(x, 24 - i32::from(sample) * 22 / 15_000, 11);
    }
    let mut screen = [0; PIXELS];
    machine.picture(&mut screen);
    png(&screen[..SIDE * SHAPE[1]], SHAPE[0], SHAPE[1], 1)
}

fn player(console: Console, name: &str) -> String {
    let wav = record(console).0;
    wav.map_or(String::new(), |wav| html::button(&wav, name))
}

pub fn sounds() -> String {
    let wave = |(n, name): (usize, &&str)| {
        let note = [[24, n as u16, 5, 0], [31, n as u16, 5, 5]];
        let alt = format!("The shape of the {name}");
        vec![
            format!("<code>{n}</code>"),
            format!("<code>{}</code>", WAVE_WORDS[n]),
            name.to_string(),
            picture(&shape(played(&[[24, n as u16, 7, 0]], 24)), SHAPE[0], SHAPE[1], 1, &alt),
            player(played(&note, 24), name),
        ]
    };
    let effect = |(n, about): (usize, &&str)| {
        let n = n as u16 + 1;
        let notes = match n {
            1 => vec![[24, 3, 4, 0], [36, 3, 4, n]],
            6 | 7 => [24, 28, 31, 36].map(|key| [key, 3, 4, n]).to_vec(),
            _ => vec![[24, 3, 4, n]],
        };
        let speed = if notes.len() == 4 { 12 } else { 48 / notes.len() as i32 };
        vec![
            format!("<code>{n}</code>"),
            format!("<code>{}</code>", EFFECT_WORDS[usize::from(n)]),
            about.to_string(),
            player(played(&notes, speed), about),
        ]
    };
    let waves: Vec<_> = WAVES.iter().enumerate().map(wave).collect();
    let effects: Vec<_> = EFFECTS.iter().enumerate().map(effect).collect();
    format!(
        "<p>A note has 16 bits: key 0 to 63 (24 is middle C) in bits 0 to 5, waveform in 6 to 8, volume in 9 to 11, effect in 12 to \
         14; with bit 15 set, the waveform is one of the sounds 0 to 7. A sound has 32 notes, followed by a byte each for filters, speed \
         (ticks per note, 120 a second), and the first and last note of its loop.</p>\n<div class=\"pair\">{}{}</div>\n",
        table(&["wave", "file", "name", "6 ms", "middle C, G"], &waves),
        table(&["effect", "file", "what it does", ""], &effects)
    )
}
