//! Between the console's frames and a device's callback: a ring of samples, and the rate that keeps it filled.
//!
//! ```text
//! console ── a frame's samples ──> ring (lock-free) ──> RingReader::fill in the callback ──> resampler ──> volume ──> device
//!                                  │ filled, averaged over half a second
//!                                  └──> rate = 1 + 0.02 * (filled - wanted) / wanted, at most 3 in a thousand
//! ```
//!
//! Frames come by the window's clock, and the device's time is stretched, less than is audible. When the ring runs dry
//! (pause, a stall) the last sample fades out, and nothing plays until the ring is filled again. When it is too full, the
//! oldest samples are skipped without a click. The callback does not lock, allocate or print.

use rasher::RATE as MACHINE_RATE;
use rtrb::{Consumer, Producer, RingBuffer};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use tool::Resampler;

/// The size of the ring in samples: a quarter of a second.
const RING: usize = 5512;
/// Samples that wait in addition to half a frame: 14 ms. With 9 ms, a machine at a third of its speed ran dry at times.
const MARGIN: f32 = 300.0;
/// The most that time is stretched: 5 cents.
const STRETCH: f64 = 0.003;

#[derive(Debug)]
pub struct Levels {
    /// Volume, 0 to 1, as a float's bits.
    volume: AtomicU32,
    frame: AtomicU32,
    /// Machine samples that waited at the last callback, averaged.
    filled: AtomicU32,
    dry: AtomicU32,
    /// Microseconds of the device's own latency.
    device: AtomicU32,
    beats: AtomicU32,
    alive: AtomicBool,
    /// Whether the console is paused, so that a dry ring is fine.
    resting: AtomicBool,
}

impl Default for Levels {
    fn default() -> Self {
        Levels {
            volume: AtomicU32::new(1f32.to_bits()),
            frame: AtomicU32::new(MACHINE_RATE / 60),
            filled: AtomicU32::new(0),
            dry: AtomicU32::new(0),
            device: AtomicU32::new(0),
            beats: AtomicU32::new(0),
            alive: AtomicBool::new(false),
            resting: AtomicBool::new(true),
        }
    }
}

impl Levels {
    pub fn set_volume(&self, volume: f32) {
        self.volume.store(volume.clamp(0.0, 1.0).to_bits(), Ordering::Relaxed);
    }

    pub fn set_device(&self, micros: u32) {
        self.device.store(micros, Ordering::Relaxed);
    }

    /// Milliseconds from the machine to the ear: ring, resampler, and what the device reports.
    pub fn latency(&self) -> u32 {
        let samples = self.filled.load(Ordering::Relaxed) + Resampler::DELAY as u32;
        samples * 1000 / MACHINE_RATE + self.device.load(Ordering::Relaxed) / 1000
    }

    pub fn beats(&self) -> u32 {
        self.beats.load(Ordering::Relaxed)
    }

    pub fn set_alive(&self, alive: bool) {
        self.alive.store(alive, Ordering::Relaxed);
    }

    /// [`Levels::latency`] while a device plays.
    pub fn playing_latency(&self) -> Option<u32> {
        self.alive.load(Ordering::Relaxed).then(|| self.latency())
    }

    pub fn status(&self) -> String {
        self.playing_latency().map_or("silent".into(), |ms| format!("sound {ms} ms"))
    }

    pub fn dry(&self) -> u32 {
        self.dry.load(Ordering::Relaxed)
    }
}

pub struct RingWriter {
    ring: Producer<i16>,
    levels: Arc<Levels>,
}

impl RingWriter {
    pub fn push(&mut self, samples: &[i16]) {
        self.levels.frame.store(samples.len() as u32, Ordering::Relaxed);
        self.levels.resting.store(false, Ordering::Relaxed);
        let n = samples.len().min(self.ring.slots());
        if let Ok(mut chunk) = self.ring.write_chunk(n) {
            let (a, b) = chunk.as_mut_slices();
            a.copy_from_slice(&samples[..a.len()]);
            b.copy_from_slice(&samples[a.len()..a.len() + b.len()]);
            chunk.commit_all();
        }
    }

    pub fn rest(&mut self) {
        self.levels.resting.store(true, Ordering::Relaxed);
    }
}

pub struct RingReader {
    ring: Consumer<i16>,
    resampler: Resampler,
    levels: Arc<Levels>,
    average: f32,
    playing: bool,
    /// In the first half second: the sum of samples that waited at the callbacks, and their number.
    settling: Option<(f32, f32)>,
    last: f32,
    /// The step that a skip made, smoothed out: halved in 1.5 ms.
    splice: f32,
    /// Whether a skip comes before the next sample.
    skipped: bool,
    /// Rises from 0 to 1 when sound returns, so that it does not start with a step.
    rise: f32,
    volume: f32,
    /// Callback samples in half a second, for the average.
    half_second: f32,
}

pub fn ring(rate: u32, levels: Arc<Levels>) -> (RingWriter, RingReader) {
    let (producer, consumer) = RingBuffer::new(RING);
    let tap = RingWriter { ring: producer, levels: Arc::clone(&levels) };
    let feed = RingReader {
        ring: consumer,
        resampler: Resampler::new(rate),
        levels,
        average: 0.0,
        playing: false,
        settling: None,
        last: 0.0,
        splice: 0.0,
        skipped: false,
        rise: 0.0,
        volume: 0.0,
        half_second: rate as f32 / 2.0,
    };
    (tap, feed)
}

impl RingReader {
    /// Fills device samples of one channel, 1 = full scale.
    pub fn fill(&mut self, out: &mut [f32]) {
        let frame = self.levels.frame.load(Ordering::Relaxed) as f32;
        // A callback takes its samples at once, so all of them must wait; of a frame half waits on average.
        let device = out.len() as f32 * MACHINE_RATE as f32 / (2.0 * self.half_second);
        let wanted = MARGIN + frame / 2.0 + device;
        let filled = self.ring.slots() as f32;
        if filled > wanted * 2.0 + frame {
            self.skip((filled - wanted) as usize);
            self.average = wanted;
        }
        // Just after a frame arrived, the ring is half a frame above its average.
        let crest = wanted + frame / 2.0;
        if !self.playing && filled >= crest {
            self.skip((filled - crest) as usize);
            (self.playing, self.average, self.settling) = (true, wanted, Some((0.0, 0.0)));
        } else if self.playing {
            self.average += (filled - self.average) * (out.len() as f32 / self.half_second).min(1.0);
            self.settle(filled, wanted, out.len());
        }
        self.levels.filled.store(self.average as u32, Ordering::Relaxed);
        let off = f64::from((self.average - wanted) / wanted);
        let rate = 1.0 + (0.02 * off).clamp(-STRETCH, STRETCH);
        let volume = f32::from_bits(self.levels.volume.load(Ordering::Relaxed));
        // A change of volume takes a few milliseconds, so that it does not click.
        let slide = (volume - self.volume) / out.len().max(1) as f32;
        let (ring, last, rise, playing) = (&mut self.ring, &mut self.last, &mut self.rise, &mut self.playing);
        let (splice, skipped) = (&mut self.splice, &mut self.skipped);
        let mut ran_dry = false;
        for sample in out {
            self.volume += slide;
            *sample = self.volume
                * self.resampler.sample(rate, || {
                    match if *playing { ring.pop().ok() } else { None } {
                        Some(s) => {
                            // 6 ms.
                            *rise = (*rise + 1.0 / 128.0).min(1.0);
                            let sample = *rise * f32::from(s) / 32_768.0;
                            *splice = if std::mem::take(skipped) { *last - sample } else { *splice * 0.98 };
                            *last = sample + *splice;
                        }
                        None => {
                            ran_dry |= *playing;
                            *playing = false;
                            *rise = 0.0;
                            // Halved in 3 ms.
                            *last *= 0.99;
                        }
                    }
                    *last
                });
        }
        self.volume = volume;
        self.levels.beats.fetch_add(1, Ordering::Relaxed);
        if ran_dry && !self.levels.resting.load(Ordering::Relaxed) {
            self.levels.dry.fetch_add(1, Ordering::Relaxed);
        }
    }

    pub fn levels(&self) -> &Levels {
        &self.levels
    }

    /// A device starts at any moment of a frame: up to a frame more waits than wanted, ten seconds of stretching.
    fn settle(&mut self, filled: f32, wanted: f32, samples: usize) {
        let Some((sum, callbacks)) = &mut self.settling else { return };
        (*sum, *callbacks) = (*sum + filled, *callbacks + 1.0);
        let (mean, passed) = (*sum / *callbacks, *callbacks * samples as f32);
        if passed >= self.half_second {
            let more = (mean - wanted).max(0.0);
            self.skip(more as usize);
            (self.average, self.settling) = (mean - more, None);
        }
    }

    fn skip(&mut self, samples: usize) {
        self.skipped = samples > 0;
        if let Ok(chunk) = self.ring.read_chunk(samples.min(self.ring.slots())) {
            chunk.commit_all();
        }
    }
}

#[cfg(test)]
#[path = "../../tests/unit/feed.rs"]
mod tests;
