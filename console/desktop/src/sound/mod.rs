//! Sound on the host's device, if it has one.
//!
//! ```text
//! Sound (a thread of its own: opens, watches, opens again) ── cpal stream ── callback: RingReader::fill
//!   └─ slot: the RingWriter of the open stream ── console: Speaker::push(samples of a frame)
//! ```
//!
//! The device's default rate and format are used. One that vanishes or takes no samples is opened again every two
//! seconds, and a new default device is followed. Without a device the console runs silently, which is reported once.

mod feed;

pub use feed::Levels;
use feed::{RingReader, RingWriter, ring};

use cpal::traits::{DeviceTrait, HostTrait, StreamTrait};
use cpal::{BufferSize, FromSample, SampleFormat, SizedSample, StreamConfig, SupportedBufferSize};
use shelf::Entry;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tool::{AudioSink, Paced, PlaySoundOptions};

const LOOK: Duration = Duration::from_millis(500);
/// Checks between two attempts to open a device.
const RETRY: u32 = 3;
/// How many checks without a callback make a device count as gone: longer than a sound server takes to start.
const STILL: u32 = 7;
/// Checks in a row with more errors and no callback after which a device counts as gone.
const STORM: u32 = 2;
/// Default size of a device's buffer in milliseconds: two callbacks of 10 ms.
const BUFFER: u8 = 20;

type MixerSlot = Arc<Mutex<Option<RingWriter>>>;

pub struct Sound {
    slot: MixerSlot,
    levels: Arc<Levels>,
    _alive: Sender<()>,
}

#[derive(Clone)]
pub struct Speaker(MixerSlot);

impl Speaker {
    pub fn push(&self, samples: &[i16]) {
        if let Some(tap) = crate::lock(&self.0).as_mut() {
            tap.push(samples);
        }
    }

    pub fn is_open(&self) -> bool {
        crate::lock(&self.0).is_some()
    }

    pub fn rest(&self) {
        if let Some(tap) = crate::lock(&self.0).as_mut() {
            tap.rest();
        }
    }
}

impl Sound {
    /// Opens a device on a thread of its own, with a buffer of milliseconds. `say` gets a line when it is gone, one when it is back.
    pub fn open(buffer: Option<u8>, say: impl Fn(String) + Send + 'static) -> Self {
        let slot = MixerSlot::default();
        let levels = Arc::new(Levels::default());
        let (alive, ended) = channel();
        let (thread_slot, thread_levels) = (Arc::clone(&slot), Arc::clone(&levels));
        let buffer = buffer.unwrap_or(BUFFER);
        let watch = move || keep_open(buffer, &thread_slot, &thread_levels, &ended, &say);
        // Without the thread there is no sound, as without a device.
        _ = std::thread::Builder::new().name("sound".into()).spawn(watch);
        Sound { slot, levels, _alive: alive }
    }

    pub fn speaker(&self) -> Speaker {
        Speaker(Arc::clone(&self.slot))
    }

    pub fn levels(&self) -> &Arc<Levels> {
        &self.levels
    }
}

/// Opens the default device, and again when it breaks or another becomes the default.
fn keep_open(buffer: u8, slot: &MixerSlot, levels: &Arc<Levels>, ended: &Receiver<()>, say: &dyn Fn(String)) {
    // ALSA writes its troubles to the terminal; on this thread they go into an unused buffer.
    #[cfg(target_os = "linux")]
    let _quiet = alsa::Output::local_error_handler();
    let mut open: Option<OpenDevice> = None;
    let mut reported = false;
    // Looks since the last attempt to open, and since the last callback.
    let (mut tried, mut still) = (RETRY, 0);
    // Errors so far, and looks in a row that found more of them and no callback.
    let (mut errors, mut storm) = (0, 0);
    let mut beats = levels.beats();
    loop {
        let alive = std::mem::replace(&mut beats, levels.beats()) != beats && open.is_some();
        levels.set_alive(alive);
        still = if alive { 0 } else { still + 1 };
        tried += 1;
        let told_of = open.as_ref().map_or(0, |open| open.trouble.errors.load(Ordering::Relaxed));
        storm = if !alive && told_of != errors { storm + 1 } else { 0 };
        errors = told_of;
        if alive && std::mem::take(&mut reported) {
            say("sound is back".into());
        }
        let mut complain = |reason: String| {
            if !std::mem::replace(&mut reported, true) {
                say(format!("silent: {reason}"));
            }
        };
        let host = cpal::default_host();
        let device = host.default_output_device();
        let name = device.as_ref().and_then(|d| d.id().ok()).map(|id| id.to_string());
        let good = open.as_ref().is_some_and(|o| o.name == name && !o.trouble.is_end(storm));
        // A device that asks for no samples, and raises no error either, is tried again as if it had broken.
        if tried > RETRY && (!good || still > STILL) {
            if open.is_some() && !good {
                complain("the sound device was lost".into());
            } else if open.is_some() {
                complain("the sound device accepts no samples".into());
            }
            *crate::lock(slot) = None;
            drop(open.take());
            (tried, still, errors, storm) = (0, 0, 0, 0);
            let opened = match device {
                None => Err("no sound device found".to_string()),
                Some(device) => OpenDevice::new(&device, buffer, name, slot, levels),
            };
            match opened {
                Ok(new) => open = Some(new),
                Err(reason) => complain(reason),
            }
        }
        match ended.recv_timeout(LOOK) {
            Err(RecvTimeoutError::Timeout) => {}
            Ok(()) | Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

struct OpenDevice {
    _stream: cpal::Stream,
    trouble: Arc<Trouble>,
    name: Option<String>,
}

/// Errors of a stream, which may still play: PulseAudio's plugin for ALSA answers each question with EIO between an
/// underrun and its end, up to a thousand times in 4 ms, and when its server has ended for ever.
#[derive(Default)]
struct Trouble {
    ended: AtomicBool,
    errors: AtomicU32,
}

impl Trouble {
    fn report(&self, kind: cpal::ErrorKind) {
        use cpal::ErrorKind as E;
        match kind {
            E::Xrun | E::RealtimeDenied | E::DeviceChanged => {}
            E::DeviceNotAvailable | E::StreamInvalidated | E::HostUnavailable | E::PermissionDenied => {
                self.ended.store(true, Ordering::Relaxed);
            }
            _ => _ = self.errors.fetch_add(1, Ordering::Relaxed),
        }
    }

    /// Whether the device is gone. `storm` is the number of checks in a row with more errors and no callback.
    fn is_end(&self, storm: u32) -> bool {
        storm >= STORM || self.ended.load(Ordering::Relaxed)
    }
}

impl OpenDevice {
    fn new(
        device: &cpal::Device,
        buffer: u8,
        name: Option<String>,
        slot: &MixerSlot,
        levels: &Arc<Levels>,
    ) -> Result<Self, String> {
        let default = device.default_output_config().map_err(|e| e.to_string())?;
        let mut config: StreamConfig = default.into();
        // Two callbacks fill it.
        let wish = config.sample_rate * u32::from(buffer) / 2000;
        if let SupportedBufferSize::Range { min, max } = default.buffer_size() {
            config.buffer_size = BufferSize::Fixed(wish.clamp(*min, *max));
        }
        let trouble = Arc::new(Trouble::default());
        let build = |config: StreamConfig| {
            let (tap, feed) = ring(config.sample_rate, Arc::clone(levels));
            let trouble = Arc::clone(&trouble);
            let stream = match default.sample_format() {
                SampleFormat::F32 => stream::<f32>(device, config, feed, trouble),
                SampleFormat::F64 => stream::<f64>(device, config, feed, trouble),
                SampleFormat::I8 => stream::<i8>(device, config, feed, trouble),
                SampleFormat::I16 => stream::<i16>(device, config, feed, trouble),
                SampleFormat::I24 => stream::<cpal::I24>(device, config, feed, trouble),
                SampleFormat::I32 => stream::<i32>(device, config, feed, trouble),
                SampleFormat::U8 => stream::<u8>(device, config, feed, trouble),
                SampleFormat::U16 => stream::<u16>(device, config, feed, trouble),
                SampleFormat::U32 => stream::<u32>(device, config, feed, trouble),
                other => Err(format!("unsupported sample format {other}")),
            };
            stream.map(|stream| (tap, stream))
        };
        // Some devices name a range and then refuse every size but their own.
        let (tap, stream) = build(config).or_else(|_| {
            config.buffer_size = BufferSize::Default;
            build(config)
        })?;
        stream.play().map_err(|e| e.to_string())?;
        *crate::lock(slot) = Some(tap);
        Ok(OpenDevice { _stream: stream, trouble, name })
    }
}

/// Samples of one turn of the callback: in two turns, a callback of 40 ms was played 5 cents too high for ever.
const TURN: usize = 16_384;

fn stream<T: SizedSample + FromSample<f32>>(
    device: &cpal::Device,
    config: StreamConfig,
    mut feed: RingReader,
    trouble: Arc<Trouble>,
) -> Result<cpal::Stream, String> {
    let channels = usize::from(config.channels.max(1));
    let mut mono = vec![0.0; TURN];
    let callback = move |data: &mut [T], info: &cpal::OutputCallbackInfo| {
        let stamp = info.timestamp();
        if let Some(ahead) = stamp.playback.checked_duration_since(stamp.callback) {
            feed.levels().set_device(ahead.as_micros().min(1_000_000) as u32);
        }
        for part in data.chunks_mut(TURN * channels) {
            let mono = &mut mono[..part.len() / channels];
            feed.fill(mono);
            for (frame, sample) in part.chunks_exact_mut(channels).zip(&*mono) {
                frame.fill(T::from_sample(*sample));
            }
        }
    };
    let failed = move |error: cpal::Error| trouble.report(error.kind());
    device.build_output_stream(config, callback, failed, None).map_err(|e| e.to_string())
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use cpal::ErrorKind as E;

    /// By cpal's driver for ALSA: it ends for a device that is not available, and goes on after any other error.
    #[test]
    fn an_error_that_the_stream_survives_is_no_loss() {
        // Errors, looks that found more of them and no callback; is it lost?
        let cases: [(&[E], u32, bool); 7] = [
            (&[E::Xrun, E::Xrun], 0, false),
            (&[E::Xrun, E::BackendError, E::BackendError], 0, false),
            (&[E::BackendError], STORM - 1, false),
            (&[E::BackendError], STORM, true),
            (&[E::DeviceNotAvailable], 0, true),
            (&[E::StreamInvalidated, E::Xrun], 0, true),
            (&[E::DeviceChanged, E::RealtimeDenied], 0, false),
        ];
        for (errors, storm, lost) in cases {
            let trouble = Trouble::default();
            errors.iter().for_each(|kind| trouble.report(*kind));
            assert_eq!(trouble.is_end(storm), lost, "{errors:?}, {storm}");
        }
    }
}
