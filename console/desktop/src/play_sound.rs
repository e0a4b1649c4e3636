//! `rasher play`: sounds and music without a window, on the host's device.
//!
//! ```text
//! tool::play_sound ── a frame's samples ──> Device: the ring of sound/, and the clock's pace
//! ```
//!
//! Without a device at the start, the command runs silently.

use crate::sound::{Sound, Speaker};
use shelf::Entry;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use tool::{AudioSink, Paced, PlaySoundOptions};

/// How long a device may take to open; a short sound would be over before a later one.
const OPENING: Duration = Duration::from_secs(2);

pub fn play_sound(carts: &'static [Entry], options: &PlaySoundOptions) -> Result<(), String> {
    let device = || Device::open().map(|device| Box::new(device) as Box<dyn AudioSink>);
    let (mut out, mut err) = (std::io::stdout(), std::io::stderr());
    tool::play_sound(carts, options, device, &mut out, &mut err).map_err(|e| e.to_string())
}

struct Device {
    speaker: Speaker,
    pace: Paced,
    /// Kept, since its thread follows the device.
    _sound: Sound,
}

impl Device {
    fn open() -> Result<Self, String> {
        let (say, said) = channel();
        let sound = Sound::open(None, move |line| drop(say.send(line)));
        let speaker = sound.speaker();
        wait(&speaker, &said)?;
        Ok(Device { speaker, pace: Paced::default(), _sound: sound })
    }
}

fn wait(speaker: &Speaker, said: &Receiver<String>) -> Result<(), String> {
    let until = Instant::now() + OPENING;
    while !speaker.is_open() {
        if let Ok(line) = said.recv_timeout(Duration::from_millis(5)) {
            return Err(line.strip_prefix("silent: ").unwrap_or(&line).into());
        }
        if Instant::now() > until {
            return Err("the sound device did not open".into());
        }
    }
    Ok(())
}

impl AudioSink for Device {
    fn play(&mut self, samples: &[i16]) {
        self.speaker.push(samples);
        self.pace.play(samples);
    }
}
