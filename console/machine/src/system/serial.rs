//! `serial`: bytes that come from the host or go to it, by channel.
//!
//! ```text
//! channel         what it is                              here
//! 0x000 to 0x07f  a general purpose pin                   each byte in turn stands at 0x5f80 + channel; the last one stays
//! 0x800           a file that was dropped                 comes by Event::Stream; stat(120) is true while bytes are left
//! 0x802           a picture that was dropped              the same with stat(121): width and height, two bytes each, the low one first,
//!                                                         then a colour for each pixel, row by row
//! 0x805           the host's standard output              Effect::Stdout
//! 0x808           samples for the PCM channel             audio/calls.rs; stat(108) and stat(109)
//! ```
//!
//! Each gives how many bytes were moved, and no bytes are left behind: what is not read waits. What is known of the others needs hardware or
//! files that a person names when the original starts, and this console has neither: pins above 127, the pause between writes (0x0ff),
//! rows of lights (0x400, 0x401), standard input (0x804), the files 0x806 and 0x807. They move nothing, as there, where nothing is attached.
//!
//! Whoever drops a file learns from [`Machine::awaits`] whether the cart reads such a channel: asking `stat(120)` or `stat(121)` once, or
//! reading, is how a cart says so. That is no part of the state, since no frame depends on it.

use crate::Machine;
use crate::digest::Digest;
use crate::effect::Effect;
use crate::memory::PINS;
use crate::meter::price;
use alloc::sync::Arc;
use alloc::vec::Vec;
use rasher_describe::describe;

/// The channel of a file that was dropped.
pub const DROPPED_FILE: u16 = 0x800;
/// The channel of a picture that was dropped.
pub const DROPPED_PICTURE: u16 = 0x802;
/// Bytes of what is dropped at most: they are part of the run, and of its recording.
pub const DROPPED_MAX: usize = 1 << 20;

const STDOUT: i32 = 0x805;
const PCM: i32 = 0x808;

/// What was dropped, and is not read yet.
#[derive(Clone, Debug, Default)]
pub(crate) struct Streams {
    file: Stream,
    picture: Stream,
}

#[derive(Clone, Debug, Default)]
struct Stream {
    bytes: Arc<[u8]>,
    read: usize,
    /// Has the cart asked for it? No part of the state.
    asked: bool,
}

impl Stream {
    fn rest(&self) -> &[u8] {
        self.bytes.get(self.read..).unwrap_or_default()
    }
}

impl Streams {
    /// From the bytes that wait.
    pub fn waiting(file: &[u8], picture: &[u8]) -> Streams {
        let stream = |bytes: &[u8]| Stream { bytes: bytes.into(), ..Stream::default() };
        Streams { file: stream(file), picture: stream(picture) }
    }

    /// The bytes that wait: of a file, of a picture.
    pub fn rest(&self) -> [&[u8]; 2] {
        [self.file.rest(), self.picture.rest()]
    }

    /// Takes what waits, where something does.
    pub fn digest(&self, d: &mut Digest) {
        if self.rest().iter().any(|rest| !rest.is_empty()) {
            self.rest().iter().for_each(|rest| d.bytes(rest));
        }
    }

    fn of(&mut self, channel: i32) -> Option<&mut Stream> {
        match u16::try_from(channel) {
            Ok(DROPPED_FILE) => Some(&mut self.file),
            Ok(DROPPED_PICTURE) => Some(&mut self.picture),
            _ => None,
        }
    }
}

#[describe]
impl Machine {
    /// Moves `len` bytes between memory at `addr` and a channel, and gives how many were moved.
    ///
    /// | channel | moves |
    /// |---|---|
    /// | 0x000 to 0x07f | to a general purpose pin, one after the other |
    /// | 0x800 | from a file that was dropped on the window, as long as `stat(120)` is true |
    /// | 0x802 | from a picture that was dropped, as long as `stat(121)` is true: width, height, two bytes each, then a colour a pixel |
    /// | 0x805 | to the host's standard output, with control characters escaped unless the console was started with `--serial` |
    /// | 0x808 | to the PCM channel: 8-bit unsigned samples, 5,512.5 a second; `stat(108)` tells how many wait, `stat(109)` how many may |
    /// | any other | nothing, 0 bytes: standard input (0x804) and the files 0x806 and 0x807 are no part of a run that replays; lights (0x400, 0x401) and pauses (0x0ff) need hardware |
    #[doc = example!(serial)]
    pub fn serial(&mut self, channel: i32, addr: u16, len: i32) -> i32 {
        let len = usize::try_from(len).unwrap_or(0).min(0x1_0000);
        let moved = match channel {
            PCM => self.queue_samples(addr, len),
            STDOUT => {
                let bytes: Vec<u8> = self.bytes_at(addr, len);
                if !bytes.is_empty() {
                    self.ask(Effect::Stdout(bytes));
                }
                len
            }
            0..0x80 => {
                for byte in self.bytes_at(addr, len) {
                    self.mem.set(PINS + channel as u16, byte);
                }
                len
            }
            _ => self.read_stream(channel, addr, len),
        };
        self.charge(price::CALL + price::BYTE * moved as u32);
        moved as i32
    }

    /// Does the cart read what is dropped: a file, a picture?
    pub fn awaits(&self) -> [bool; 2] {
        [self.streams.file.asked, self.streams.picture.asked]
    }
}

impl Machine {
    /// Bytes from an address on, over the end of memory at its start again.
    fn bytes_at(&self, addr: u16, len: usize) -> Vec<u8> {
        (0..len).map(|i| self.mem.read(addr.wrapping_add(i as u16))).collect()
    }

    /// Bytes of what was dropped go to memory.
    fn read_stream(&mut self, channel: i32, addr: u16, len: usize) -> usize {
        let Some(stream) = self.streams.of(channel) else { return 0 };
        stream.asked = true;
        let (bytes, from) = (stream.bytes.clone(), stream.read);
        let moved = len.min(stream.rest().len());
        stream.read += moved;
        if stream.rest().is_empty() {
            *stream = Stream { asked: true, ..Stream::default() };
        }
        for (i, byte) in bytes.iter().skip(from).take(moved).enumerate() {
            self.poke(addr.wrapping_add(i as u16), (*byte).into());
        }
        moved
    }

    /// Is something there to be read on that channel?
    pub(crate) fn has_stream(&mut self, channel: u16) -> bool {
        self.streams.of(channel.into()).is_some_and(|stream| {
            stream.asked = true;
            !stream.rest().is_empty()
        })
    }

    /// Bytes come on a channel, in place of what was not read of those before. Those beyond [`DROPPED_MAX`] are cut off.
    pub(crate) fn take_stream(&mut self, channel: u16, bytes: &[u8]) {
        if let Some(stream) = self.streams.of(channel.into()) {
            let bytes = bytes.get(..DROPPED_MAX).unwrap_or(bytes);
            *stream = Stream { bytes: bytes.into(), read: 0, asked: stream.asked };
        }
    }
}
