//! The real program's sound output, compared with the machine's samples in the same run.
//!
//! ```text
//! Xvfb <── window of examples/tune.rs ── ALSA ──> PulseAudio's null sink ── parec ──> recording
//!              └── --record ──> recording of the run ──> Console ──> samples ══ compared ══┘
//! ```
//!
//! The bounds are our decision. Tests that depend on timing are tried three times on a busy machine; a fault in the
//! program fails each time. Only Linux has such a device.
#![cfg(target_os = "linux")]

mod compare;
mod device;
#[path = "../../../../../console/desktop/examples/tune.rs"]
#[allow(dead_code, reason = "its main is the example's own")]
mod tune;

use compare::{Heard, compare, levels, step};
use device::{Device, RATE};
use rasher::{Console, Rom, program};
use screen::{Folder, Player, Screen};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use timeline::Recording;
use tune::Tune;
use window_tests as screen;

fn tune() -> PathBuf {
    screen::built("examples/tune")
}

/// A buffer of 120 ms: a shared machine sometimes wakes a program 20 ms late, and the usual buffer of 20 ms would
/// then have a hole that is not the program's fault.
fn play<'a>(screen: &'a Screen, device: &Device, home: &Folder, args: &[&str]) -> Player<'a> {
    let args = [&["--seed", "7", "--renderer", "soft", "--stats", "--sound-buffer", "120"], args].concat();
    screen.play_in(&tune(), &home.0, &args, &device.environment())
}

/// The output of a console with the same input: 1 = full scale, at the default volume.
fn made(run: &Path) -> Vec<f32> {
    let bytes = std::fs::read(run).expect("--record writes a recording");
    let recording = Recording::from_bytes(&bytes).expect("of this version");
    let boot = recording.start.boot(Arc::new(Rom::empty("tune")));
    let mut console = Console::boot(program(Tune), boot);
    let mut samples = Vec::new();
    for input in recording.inputs() {
        console.frame(&input);
        samples.extend_from_slice(console.machine().samples());
    }
    // Six of eight steps, squared.
    let volume = (6.0f32 / 8.0).powi(2);
    samples.iter().map(|s| f32::from(*s) / 32_768.0 * volume).collect()
}

/// Tries up to three times; the last failure is reported with those before.
fn three_times<T>(attempt: impl Fn(u32) -> Result<T, String>) -> T {
    let mut failures = Vec::new();
    for n in 1..=3 {
        match attempt(n) {
            Ok(good) => return good,
            Err(e) => failures.push(format!("attempt {n}: {e}")),
        }
    }
    panic!("{}", failures.join("\n"))
}

fn judge(heard: &Heard) -> Result<(), String> {
    let Heard { seconds, level, cents, worst_cents, agree, longest, tears } = heard;
    let good = *seconds > 4.0
        && level.abs() < 1.0
        && cents.abs() < 4.0
        && *worst_cents < 6.5
        && *agree > 0.85
        && *longest > 1.5
        && *tears <= 6;
    if good {
        Ok(())
    } else {
        Err(format!(
            "{heard:?}; wanted: more than 4 s, level within 1 dB, pitch within 4 cents and within 6.5 in any second, \
             85 % of the windows in place, 1.5 s without a tear, and six tears at the most"
        ))
    }
}

#[test]
fn the_output_is_what_the_machine_made() {
    let heard = three_times(|n| {
        let (screen, home) = (Screen::start(), Folder::new(&format!("heard-{n}")));
        let mut device = Device::none("heard");
        device.start();
        let recorder = device.record();
        let run = home.0.join("run");
        let record = run.to_str().expect("a plain path");
        let player = play(&screen, &device, &home, &["--frames", "420", "--record", record]);
        let (code, said) = player.ends();
        assert_eq!(code, Some(0), "{said}");
        std::thread::sleep(Duration::from_millis(300));
        let heard = compare(&made(&run), &recorder.stop())?;
        judge(&heard).map_err(|e| format!("{e}; the program said:\n{said}"))?;
        Ok(heard)
    });
    println!("{heard:?}");
}

/// Stretches of the recording with or without sound, with their loudness; those below 60 ms belong to their
/// neighbours.
fn stretches(samples: &[f32]) -> Vec<(bool, f64)> {
    let mut out: Vec<(bool, Vec<f64>)> = Vec::new();
    let levels = levels(samples);
    let mut at = 0;
    while at < levels.len() {
        let sounds = levels[at] > -70.0;
        let n = levels[at..].iter().take_while(|l| (**l > -70.0) == sounds).count();
        let part = &levels[at..at + n];
        match out.last_mut() {
            Some((before, all)) if n < 6 || *before == sounds => all.extend_from_slice(part),
            _ => out.push((sounds, part.to_vec())),
        }
        at += n;
    }
    let median = |mut all: Vec<f64>| {
        all.sort_by(f64::total_cmp);
        all[all.len() / 2]
    };
    out.into_iter().map(|(sounds, all)| (sounds, median(all))).collect()
}

#[test]
fn mute_menu_and_volume_change_sound_without_a_click() {
    three_times(|n| {
        let (screen, home) = (Screen::start(), Folder::new(&format!("loud-{n}")));
        let mut device = Device::none("loud");
        device.start();
        let player = play(&screen, &device, &home, &[]);
        player.keys(&["x"]);
        let wait = || std::thread::sleep(Duration::from_millis(700));
        wait();
        let recorder = device.record();
        recorder.waits_for("the tone", |samples| levels(samples).last().is_some_and(|l| *l > -40.0));
        wait();
        for key in ["ctrl+m", "ctrl+m", "Return", "Return"] {
            player.keys(&[key]);
            wait();
        }
        // In the menu, settings are two rows below "continue", and the volume is their first row.
        player.keys(&["Return", "Down", "Down", "z", "Left", "Left", "Left", "Escape", "Escape"]);
        wait();
        let heard = recorder.stop();
        let begins = heard.iter().position(|s| s.abs() > 0.01).unwrap_or(0);
        let heard = &heard[begins..];
        player.keys(&["ctrl+q"]);
        let (code, said) = player.ends();
        assert_eq!(code, Some(0), "{said}");
        let found = stretches(heard);
        let shape: Vec<bool> = found.iter().map(|s| s.0).collect();
        // Tone, muted, tone, menu, tone, menu, tone.
        let alternating: Vec<bool> = (0..7).map(|i| i % 2 == 0).collect();
        if shape != alternating {
            return Err(format!("tone and silence do not alternate seven times: {found:?}"));
        }
        // Six steps of eight, then three: a quarter of the amplitude.
        let softer = found[6].1 - found[0].1;
        if (softer + 12.0).abs() > 1.0 {
            return Err(format!("three steps of volume less are {softer:.1} dB, expected -12.0: {found:?}"));
        }
        // The tone is a triangle at 440 Hz: its own steps stay below this, whatever is switched.
        let tone = step(&heard[..RATE / 2]);
        let worst = step(heard);
        if worst > 2.0 * tone {
            return Err(format!("a click: a step of {worst:.4}, the tone's own are {tone:.4}"));
        }
        Ok(())
    });
}

fn count(said: &str, what: &str) -> usize {
    said.lines().filter(|line| line.contains(what)).count()
}

#[test]
fn a_device_that_comes_and_goes_is_followed() {
    three_times(|n| {
        let (screen, home) = (Screen::start(), Folder::new(&format!("follow-{n}")));
        let mut device = Device::none("follow");
        let run = home.0.join("run");
        let record = run.to_str().expect("a plain path");
        let player = play(&screen, &device, &home, &["--record", record]);
        std::thread::sleep(Duration::from_secs(5));
        let sounds = |samples: &[f32]| levels(samples).iter().filter(|l| **l > -40.0).count() > 50;
        for _ in 0..2 {
            device.start();
            let recorder = device.record();
            recorder.waits_for("the tune", sounds);
            device.stop();
            std::thread::sleep(Duration::from_secs(3));
        }
        player.keys(&["ctrl+q"]);
        let (code, said) = player.ends();
        assert_eq!(code, Some(0), "{said}");
        // First without a device, then twice with one that disappears.
        let found =
            (count(&said, "silent: "), count(&said, "sound is back"), count(&said, "silent, ran dry"));
        if found != (3, 2, 1) {
            return Err(format!(
                "lines 'silent:', 'sound is back', 'silent,' {found:?}, expected 3, 2, 1:\n{said}"
            ));
        }
        Ok(())
    });
}

#[test]
fn without_a_device_it_says_so_once_and_keeps_its_pace() {
    three_times(|n| {
        let (screen, home) = (Screen::start(), Folder::new(&format!("silent-{n}")));
        let device = Device::none("silent");
        let begun = std::time::Instant::now();
        let player = play(&screen, &device, &home, &["--frames", "300"]);
        let (code, said) = player.ends();
        let took = begun.elapsed().as_secs_f64();
        assert_eq!(code, Some(0), "{said}");
        assert_eq!(count(&said, "silent: "), 1, "one line of notice: {said}");
        // 300 frames are 5 seconds; opening and closing a window takes time too.
        if !(4.9..8.0).contains(&took) {
            return Err(format!("300 frames took {took:.1} s:\n{said}"));
        }
        Ok(())
    });
}
