//! `serial`: bytes from and to the host, by channel.
//!
//! ```text
//! channel         meaning                                 here
//! 0x000 to 0x07f  a general purpose pin                   each byte in turn goes to 0x5f80 + channel; the last one stays
//! 0x800           a dropped file                          from Event::Stream; stat(120) is true while bytes are left
//! 0x802           a dropped picture                       the same with stat(121): width and height as 16-bit little-endian,
//!                                                         then a colour for each pixel, row by row
//! 0x805           standard output                         Effect::Stdout
//! 0x808           samples for the PCM channel             audio/calls.rs; stat(108) and stat(109)
//! ```
//!
//! Each call returns the number of bytes moved; unread bytes wait. The other known channels need hardware or files
//! named when the original starts: pins above 127, pauses (0x0ff), lights (0x400, 0x401), standard input (0x804), files
//! (0x806, 0x807). Here they move nothing, as there without anything attached.
//!
//! [`Machine::awaits`] is true once a cart has read a channel, or called `stat(120)` or `stat(121)`. It is not part of
//! the state, as no frame depends on it.

use crate::Machine;
use crate::digest::Digest;
use crate::effect::Effect;
use crate::memory::PINS;
use crate::meter::price;
use alloc::{sync::Arc, vec::Vec};
use rasher_describe::describe;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub const DROPPED_FILE: u16 = 0x800;
pub const DROPPED_PICTURE: u16 = 0x802;
/// Most bytes of a dropped file or picture: they are part of the run and its recording.
pub const DROPPED_MAX: usize = 1 << 20;

const STDOUT: i32 = 0x805;
const PCM: i32 = 0x808;

#[derive(Clone, Debug, Default)]
pub(crate) struct Streams {
    file: Stream,
    picture: Stream,
}

#[derive(Clone, Debug, Default)]
struct Stream {
    bytes: Arc<[u8]>,
    read: usize,
    /// Whether the cart has asked for it. Not part of the state.
    asked: bool,
}

impl Stream {
    fn unread(&self) -> &[u8] {
        self.bytes.get(self.read..).unwrap_or_default()
    }
}

impl Serialize for Streams {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.unread().serialize(to)
    }
}

impl<'de> Deserialize<'de> for Streams {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let [file, picture] = <[Vec<u8>; 2]>::deserialize(from)?;
        let stream = |bytes: Vec<u8>| Stream { bytes: bytes.into(), ..Stream::default() };
        Ok(Streams { file: stream(file), picture: stream(picture) })
    }
}

impl Streams {
    pub fn unread(&self) -> [&[u8]; 2] {
        [self.file.unread(), self.picture.unread()]
    }

    pub fn digest(&self, d: &mut Digest) {
        if self.unread().iter().any(|bytes| !bytes.is_empty()) {
            self.unread().iter().for_each(|bytes| d.bytes(bytes));
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
    /// Moves `len` bytes between memory at `addr` and a channel, and returns the number of bytes moved.
    ///
    /// | channel | moves |
    /// |---|---|
    /// | 0x000 to 0x07f | to a general purpose pin, one after the other |
    /// | 0x800 | from a file dropped on the window, while `stat(120)` is true |
    /// | 0x802 | from a dropped picture, while `stat(121)` is true: width, height, two bytes each, then a colour per pixel |
    /// | 0x805 | to standard output; control characters are escaped unless the console was started with `--serial` |
    /// | 0x808 | to the PCM channel: 8-bit unsigned samples, 5,512.5 a second; `stat(108)` is the length of the queue, `stat(109)` its limit |
    /// | any other | nothing and returns 0: standard input (0x804) and files (0x806, 0x807) would not replay; lights (0x400, 0x401) and pauses (0x0ff) need hardware |
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

    /// Whether the cart reads dropped files, and dropped pictures.
    pub fn awaits(&self) -> [bool; 2] {
        [self.streams.file.asked, self.streams.picture.asked]
    }
}

impl Machine {
    /// Bytes at an address, wrapping at the end of memory.
    fn bytes_at(&self, addr: u16, len: usize) -> Vec<u8> {
        (0..len).map(|i| self.mem.read(addr.wrapping_add(i as u16))).collect()
    }

    fn read_stream(&mut self, channel: i32, addr: u16, len: usize) -> usize {
        let Some(stream) = self.streams.of(channel) else { return 0 };
        stream.asked = true;
        let (bytes, from) = (stream.bytes.clone(), stream.read);
        let moved = len.min(stream.unread().len());
        stream.read += moved;
        if stream.unread().is_empty() {
            *stream = Stream { asked: true, ..Stream::default() };
        }
        for (i, byte) in bytes.iter().skip(from).take(moved).enumerate() {
            self.poke(addr.wrapping_add(i as u16), (*byte).into());
        }
        moved
    }

    pub(crate) fn has_stream(&mut self, channel: u16) -> bool {
        self.streams.of(channel.into()).is_some_and(|stream| {
            stream.asked = true;
            !stream.unread().is_empty()
        })
    }

    /// Replaces the unread bytes of a channel. Those beyond [`DROPPED_MAX`] are cut off.
    pub(crate) fn take_stream(&mut self, channel: u16, bytes: &[u8]) {
        if let Some(stream) = self.streams.of(channel.into()) {
            let bytes = bytes.get(..DROPPED_MAX).unwrap_or(bytes);
            *stream = Stream { bytes: bytes.into(), read: 0, asked: stream.asked };
        }
    }
}
