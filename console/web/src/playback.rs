//! A recording in the page: played until the user takes over, or compared with its digests.
//!
//! ```text
//! PagePlayback      a frame when it is due ──> picture, samples      a key ──> the run so far, which the player resumes
//! ReplayCheck   frames as fast as they come ──> the first digest that differs, or the last one and the picture
//! ```

use crate::packets::{PacketWriter, rgba};
use player::Cart;
use rasher::{Digest, Input, PIXELS, Rom};
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use studio::ColorFilter;
use timeline::{Build, Journal, JournalCursor, KeptRun, Recording, Replay, Run};

const AT_ONCE: usize = 120;
/// Time lost beyond this is not made up for.
const LATE: Duration = Duration::from_millis(250);

pub struct PagePlayback {
    cart: Cart,
    run: Run,
    inputs: Vec<Input>,
    next: usize,
    due: Option<Duration>,
}

impl PagePlayback {
    pub fn new(cart: Cart, recording: Recording) -> Result<PagePlayback, String> {
        let program = cart.program.clone().ok_or("there is no cart to play it with")?;
        let found = cart.rom.digest();
        if found != recording.start.rom {
            return Err(format!("the recording is of different data of {}", cart.title));
        }
        let run = Run::start(program, recording.start.boot(cart.rom.clone())).map_err(|e| e.to_string())?;
        let inputs = recording.inputs().collect();
        Ok(PagePlayback { cart, run, inputs, next: 0, due: None })
    }

    pub fn cart(&self) -> &Cart {
        &self.cart
    }

    pub fn seconds(&self) -> usize {
        self.inputs.len() / usize::from(self.run.console().fps().max(1))
    }

    /// Runs the frame that is due. Returns when the next one is.
    pub fn step(&mut self, now: Duration, out: &mut PacketWriter) -> Option<Duration> {
        let each = Duration::from_secs(1) / u32::from(self.run.console().fps().max(1));
        let due = *self.due.get_or_insert(now);
        if now < due {
            return Some(due);
        }
        let input = self.inputs.get(self.next)?;
        self.next += 1;
        self.due = Some(if now > due + LATE { now } else { due + each });
        // Effects were performed when it was played.
        if self.run.frame(input).is_err() {
            self.next = self.inputs.len();
        }
        let machine = self.run.console().machine();
        let mut indices = Box::new([0; PIXELS]);
        machine.picture(&mut indices);
        let rgba = rgba(&*indices, ColorFilter::default());
        let head = json!({
            "k": "picture", "w": rasher::SIDE, "frame": self.run.now(), "playing": true, "screen": true, "playback": self.inputs.len(),
        });
        out.add(&head, &rgba);
        let samples: Vec<u8> = machine.samples().iter().flat_map(|sample| sample.to_le_bytes()).collect();
        out.add(&json!({"k": "samples"}), &samples);
        self.due
    }

    pub fn into_kept(self, build: Build) -> (Cart, KeptRun) {
        let part = self.run.part(&mut JournalCursor::default(), Some(build), true);
        let recording = self.run.recording();
        let rom = &self.cart.rom.data;
        let (mut journal, mut bytes) = Journal::begin(&recording.start, rom);
        bytes.extend(journal.part(&part));
        let kept = KeptRun::from_bytes(&bytes);
        // What a journal wrote is read by it.
        let kept = kept.unwrap_or(KeptRun { recording, rom: rom.clone(), states: Vec::new(), torn: 0 });
        (self.cart, kept)
    }
}

pub struct ReplayCheck {
    replay: Option<Replay>,
    frames: u64,
    sound: Digest,
}

impl ReplayCheck {
    pub fn new(cart: Cart, recording: &Recording) -> Result<ReplayCheck, String> {
        let program = cart.program.ok_or("not a run of a cart")?;
        let rom: Arc<Rom> = cart.rom;
        let replay = Replay::new(recording, program, rom).map_err(|e| e.to_string())?;
        Ok(ReplayCheck { replay: Some(replay), frames: 0, sound: Digest::new() })
    }

    /// Runs some frames. True after the last one, when it has sent `replayed` with digests, and the picture as indices.
    pub fn step(&mut self, out: &mut PacketWriter) -> bool {
        let Some(replay) = &mut self.replay else { return true };
        for _ in 0..AT_ONCE {
            match replay.frame() {
                Ok(true) => {
                    self.frames += 1;
                    for sample in replay.console().machine().samples() {
                        self.sound.bytes(&sample.to_le_bytes());
                    }
                }
                Ok(false) => {
                    let replay = self.replay.take();
                    match replay.map(Replay::finish) {
                        Some(Ok(console)) => {
                            let mut picture = Box::new([0; PIXELS]);
                            console.machine().picture(&mut picture);
                            let [digest, sound] =
                                [console.digest(), self.sound.finish()].map(|d| format!("{d:016x}"));
                            let head = json!({"k": "replayed", "frames": self.frames, "digest": digest, "sound": sound});
                            out.add(&head, &picture[..]);
                        }
                        Some(Err(e)) => out.add(&json!({"k": "replayed", "error": e.to_string()}), &[]),
                        None => {}
                    }
                    return true;
                }
                Err(e) => {
                    out.add(&json!({"k": "replayed", "frames": self.frames, "error": e.to_string()}), &[]);
                    return true;
                }
            }
        }
        false
    }
}
