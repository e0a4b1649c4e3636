//! A MIDI keyboard, as keys of the piano in the sound and music editors.
//!
//! ```text
//! MidiPorts ── the first device ──> bytes ── MidiReader ──> HostEvent::Midi: key 0 to 127, loudness 1 to 127; 0: it is released
//!
//! 90 3c 64   a key goes down      80 3c 40   90 3c 00   it goes up      3c 64   the status of before counts
//! f8 to ff   may be anywhere      f0 ... f7  and all others are passed over
//! ```
//!
//! On Linux devices are files in `/dev/snd`, which sound servers leave to others. Other systems have none here.

use player::HostEvent;
use std::collections::BTreeSet;
use std::io::Read;
use std::path::Path;
use std::time::Duration;

/// How long to wait for a device that is plugged in later.
const AGAIN: Duration = Duration::from_secs(2);

/// Where bytes of MIDI come from.
pub trait MidiPorts: Send {
    /// A device, if there is one.
    fn open(&mut self) -> Option<Box<dyn Read>>;
    /// Waits before the next attempt; false to give up.
    fn wait(&mut self) -> bool;
}

/// The system's devices.
pub struct SystemPorts;

impl MidiPorts for SystemPorts {
    fn open(&mut self) -> Option<Box<dyn Read>> {
        let mut ports: Vec<_> = std::fs::read_dir(Path::new("/dev/snd")).ok()?.flatten().collect();
        ports.sort_by_key(std::fs::DirEntry::file_name);
        let is_midi = |port: &std::fs::DirEntry| port.file_name().to_string_lossy().starts_with("midiC");
        // One that another program has is busy.
        let open = |port: std::fs::DirEntry| std::fs::File::open(port.path()).ok();
        ports.into_iter().filter(is_midi).find_map(open).map(|port| Box::new(port) as Box<dyn Read>)
    }

    fn wait(&mut self) -> bool {
        std::thread::sleep(AGAIN);
        cfg!(target_os = "linux")
    }
}

/// Reads devices on a thread, one after the other.
pub fn start(ports: impl MidiPorts + 'static, send: impl Fn(HostEvent) + Send + 'static) {
    std::thread::spawn(move || follow(ports, send));
}

fn follow(mut ports: impl MidiPorts, send: impl Fn(HostEvent)) {
    loop {
        if let Some(port) = ports.open() {
            play(port, &send);
        }
        if !ports.wait() {
            return;
        }
    }
}

/// Sends the keys of a device until it is gone. Then all keys are up.
fn play(mut port: Box<dyn Read>, send: &impl Fn(HostEvent)) {
    let (mut reader, mut bytes, mut down) = (MidiReader::default(), [0; 256], BTreeSet::new());
    while let Ok(count @ 1..) = port.read(&mut bytes) {
        for (key, loud) in bytes[..count].iter().filter_map(|byte| reader.byte(*byte)) {
            match loud {
                0 => down.remove(&key),
                _ => down.insert(key),
            };
            send(HostEvent::Midi(key, loud));
        }
    }
    down.into_iter().for_each(|key| send(HostEvent::Midi(key, 0)));
}

/// Finds keys in a stream of bytes.
#[derive(Debug, Default)]
struct MidiReader {
    /// 0: none that has data here.
    status: u8,
    first: Option<u8>,
}

impl MidiReader {
    /// A key and its loudness, once it is complete.
    fn byte(&mut self, byte: u8) -> Option<(u8, u8)> {
        match byte {
            0xf8.. => return None,
            0xf0..0xf8 => (self.status, self.first) = (0, None),
            0x80.. => (self.status, self.first) = (byte, None),
            _ => match (self.status & 0xf0, self.first.take()) {
                (0 | 0xc0 | 0xd0, _) => {}
                (_, None) => self.first = Some(byte),
                (0x80, Some(key)) => return Some((key, 0)),
                (0x90, Some(key)) => return Some((key, byte)),
                _ => {}
            },
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    /// What a keyboard sent, in pieces as a device gives them, and a device that comes later.
    struct RecordedPorts(Vec<Vec<&'static [u8]>>);

    struct Pieces(Vec<&'static [u8]>);

    impl Read for Pieces {
        fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
            if self.0.is_empty() {
                // As a device that is unplugged.
                return Err(std::io::ErrorKind::NotConnected.into());
            }
            let piece = self.0.remove(0);
            into[..piece.len()].copy_from_slice(piece);
            Ok(piece.len())
        }
    }

    impl MidiPorts for RecordedPorts {
        fn open(&mut self) -> Option<Box<dyn Read>> {
            let pieces = self.0.remove(0);
            (!pieces.is_empty()).then(|| Box::new(Pieces(pieces)) as Box<dyn Read>)
        }

        fn wait(&mut self) -> bool {
            !self.0.is_empty()
        }
    }

    fn heard(ports: RecordedPorts) -> Vec<(u8, u8)> {
        let heard = RefCell::new(Vec::new());
        follow(ports, |event| match event {
            HostEvent::Midi(key, loud) => heard.borrow_mut().push((key, loud)),
            other => panic!("{other:?}"),
        });
        heard.into_inner()
    }

    /// By the MIDI specification: running status, a note of loudness 0, clock and other real-time bytes within a message, system
    /// exclusive data.
    #[test]
    fn a_recorded_stream_is_played_key_by_key() {
        let first: Vec<&[u8]> = vec![
            &[0xfe, 0x90, 60, 100, 64, 80],
            // Cut within a message, with a clock in it.
            &[0xf8, 67],
            &[0xf8, 90, 60, 0],
            // A bend, a program, a pedal, and 62 by data that belong to none of them.
            &[0xe0, 0, 64, 0xc0, 5, 0xb0, 64, 127, 0xf0, 62, 100, 0xf7, 62, 100],
            &[0x85, 64, 0, 0x9f, 20, 1],
        ];
        // No device, then one that has been plugged in.
        let second: Vec<&[u8]> = vec![&[60, 1, 0x90, 127, 127, 0x80, 127, 0]];
        let keys = heard(RecordedPorts(vec![first, vec![], second]));
        let first = [(60, 100), (64, 80), (67, 90), (60, 0), (64, 0), (20, 1)];
        // Keys that are down when it is unplugged go up.
        let gone = [(20, 0), (67, 0)];
        assert_eq!(keys, [&first[..], &gone, &[(127, 127), (127, 0)]].concat());
    }

    #[test]
    fn any_bytes_are_harmless() {
        let (mut seed, mut reader) = (1u32, MidiReader::default());
        for _ in 0..200_000 {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let found = reader.byte((seed >> 24) as u8);
            assert!(found.is_none_or(|(key, loud)| key < 128 && loud < 128), "{found:?}");
        }
    }
}
