//! The front end's callbacks as safe calls.
//!
//! ```text
//! retro_set_environment ── environment: options, buttons' names, memory map, messages, the end
//! retro_set_video_refresh ── video           retro_set_audio_sample_batch ── audio
//! retro_set_input_poll, retro_set_input_state ── buttons, pointer
//! ```
//!
//! A missing callback is not called. Each call is sound: the front end promises that its function may be called from the thread that
//! called in, as long as the core is loaded. Pointers are valid until the call returns, and by the interface no front end keeps them.
#![allow(unsafe_code)]

use libretro_sys as retro;
use rasher::{PIXELS, SIDE};
use std::ffi::{CStr, CString, c_char, c_uint, c_void};
use std::ptr;

/// A core option: its key, and its description with its values, the default first.
pub type CoreOption = (&'static CStr, &'static CStr);

// Parts of the interface that are newer than its bindings.
const SET_SUPPORT_ACHIEVEMENTS: c_uint = 42 | retro::ENVIRONMENT_EXPERIMENTAL;
const GET_MESSAGE_INTERFACE_VERSION: c_uint = 59;
const SET_MESSAGE_EXT: c_uint = 60;
pub const SYSTEM_RAM: u64 = 1 << 2;
pub const SAVE_RAM: u64 = 1 << 3;

/// The text, then milliseconds, priority, level, target and kind, then progress.
#[repr(C)]
struct MessageExt(*const c_char, [c_uint; 5], i8);

/// Memory's flags, address and size.
pub type MemoryArea = (u64, *mut u8, usize);

#[derive(Clone, Copy, Default)]
pub struct Front {
    /// Handles everything that has no callback of its own.
    pub environment: Option<retro::EnvironmentFn>,
    pub video: Option<retro::VideoRefreshFn>,
    pub audio: Option<retro::AudioSampleBatchFn>,
    pub poll: Option<retro::InputPollFn>,
    pub state: Option<retro::InputStateFn>,
}

impl Front {
    pub const NONE: Front = Front { environment: None, video: None, audio: None, poll: None, state: None };

    fn ask<T>(&self, what: c_uint, value: &mut T) -> bool {
        self.ask_of(what, std::slice::from_mut(value))
    }

    fn ask_of<T>(&self, what: c_uint, values: &mut [T]) -> bool {
        let values = values.as_mut_ptr().cast::<c_void>();
        // SAFETY: the caller has the type that the interface names for this question, and what ends a row.
        self.environment.is_some_and(|environment| unsafe { environment(what, values) })
    }

    /// Declares the options, and that no file is needed.
    pub fn introduce(&self, options: &[CoreOption]) {
        self.ask(retro::ENVIRONMENT_SET_SUPPORT_NO_GAME, &mut true);
        let variable =
            |&(key, value): &CoreOption| retro::Variable { key: key.as_ptr(), value: value.as_ptr() };
        let end = retro::Variable { key: ptr::null(), value: ptr::null() };
        let mut all: Vec<retro::Variable> = options.iter().map(variable).chain([end]).collect();
        self.ask_of(retro::ENVIRONMENT_SET_VARIABLES, &mut all);
    }

    pub fn option(&self, key: &CStr) -> Option<String> {
        let mut variable = retro::Variable { key: key.as_ptr(), value: ptr::null() };
        if !self.ask(retro::ENVIRONMENT_GET_VARIABLE, &mut variable) || variable.value.is_null() {
            return None;
        }
        // SAFETY: the front end's own text, which ends in a zero; it is copied at once.
        Some(unsafe { CStr::from_ptr(variable.value) }.to_string_lossy().into_owned())
    }

    /// Sets the pixel format: 32 bits, unused, red, green, blue. Returns false if the front end does not support it.
    pub fn takes_pixels(&self) -> bool {
        self.ask(retro::ENVIRONMENT_SET_PIXEL_FORMAT, &mut retro::PixelFormat::ARGB8888.to_uint())
    }

    /// Names the buttons, in rows with an empty one at the end.
    pub fn name_buttons(&self, rows: &mut [retro::InputDescriptor]) {
        self.ask_of(retro::ENVIRONMENT_SET_INPUT_DESCRIPTORS, rows);
    }

    /// Declares memory at addresses one after the other, for achievements, cheats and memory editors.
    pub fn map_memory(&self, areas: &[MemoryArea]) {
        let mut start = 0;
        let mut row = |(flags, bytes, len): &MemoryArea| {
            // All address bits above the area's own are selected.
            let select = 0x1_ffff & !(len.next_power_of_two() - 1);
            let (ptr, addrspace) = (bytes.cast(), ptr::null());
            let area = retro::MemoryDescriptor {
                flags: *flags,
                ptr,
                offset: 0,
                start,
                select,
                disconnect: 0,
                len: *len,
                addrspace,
            };
            start += len;
            area
        };
        let rows: Vec<_> = areas.iter().map(&mut row).collect();
        let mut map = retro::MemoryMap { descriptors: rows.as_ptr(), num_descriptors: rows.len() as c_uint };
        self.ask(retro::ENVIRONMENT_SET_MEMORY_MAPS, &mut map);
        self.ask(SET_SUPPORT_ACHIEVEMENTS, &mut true);
    }

    /// Shows an error for six seconds, and logs it.
    pub fn show_error(&self, text: &str) {
        let text = CString::new(text.replace('\0', " ")).unwrap_or_default();
        let (msg, mut version) = (text.as_ptr(), 0u32);
        if self.ask(GET_MESSAGE_INTERFACE_VERSION, &mut version) && version > 0 {
            // An error, on the screen and in the log, without progress.
            self.ask(SET_MESSAGE_EXT, &mut MessageExt(msg, [6000, 3, 3, 0, 0], -1));
        } else {
            self.ask(retro::ENVIRONMENT_SET_MESSAGE, &mut retro::Message { msg, frames: 360 });
        }
    }

    pub fn retime(&self, mut info: retro::SystemAvInfo) {
        self.ask(retro::ENVIRONMENT_SET_SYSTEM_AV_INFO, &mut info);
    }

    pub fn quit(&self) {
        self.ask(retro::ENVIRONMENT_SHUTDOWN, &mut ());
    }

    pub fn show(&self, picture: &[u32; PIXELS]) {
        let side = SIDE as c_uint;
        if let Some(video) = self.video {
            // SAFETY: as many rows of as many pixels as it says, each row of 4 bytes a pixel.
            unsafe { video(picture.as_ptr().cast(), side, side, 4 * SIDE) };
        }
    }

    pub fn play(&self, samples: &[[i16; 2]]) {
        let mut rest = samples;
        while let Some(audio) = self.audio
            && !rest.is_empty()
        {
            // SAFETY: as many pairs as it says.
            let taken = unsafe { audio(rest.as_ptr().cast(), rest.len()) };
            // If it takes none it is full, and the rest is dropped, like a late frame.
            rest = &rest[if taken == 0 { rest.len() } else { taken.min(rest.len()) }..];
        }
    }

    pub fn look(&self) {
        if let Some(poll) = self.poll {
            // SAFETY: it takes nothing.
            unsafe { poll() };
        }
    }

    /// The value of a device: 0 or 1 of a button, a number of a stick or pointer.
    pub fn value(&self, port: usize, device: c_uint, index: c_uint, id: c_uint) -> i16 {
        // SAFETY: it takes numbers, and any number.
        self.state.map_or(0, |state| unsafe { state(port as c_uint, device, index, id) })
    }
}
