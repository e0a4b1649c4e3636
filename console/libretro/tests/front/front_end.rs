//! The front end: callbacks, and a core loaded from its file. The only file of these tests with unsafe code.
//!
//! ```text
//! Core::load ── takes the one core of this process, until it is dropped        SEEN ── what the core has delivered
//! Core::open, run, save, memory ..  ── the interface's functions               HELD ── what the front end gives it
//! ```
#![allow(unsafe_code)]

use crate::of;
use libloading::Library;
use libretro_sys as retro;
use rasher::{Input, button};
use std::ffi::{CStr, CString, c_char, c_uint, c_void};
use std::ptr;
use std::sync::{Mutex, MutexGuard, PoisonError};

const GET_MESSAGE_INTERFACE_VERSION: c_uint = 59;
const SET_MESSAGE_EXT: c_uint = 60;

pub struct Seen {
    pub picture: Vec<u32>,
    pub samples: Vec<i16>,
    pub messages: Vec<String>,
    /// Port, device, id and name.
    pub buttons: Vec<(c_uint, c_uint, c_uint, String)>,
    /// Flags, address in this process, `start`, `select` and length.
    pub areas: Vec<(u64, usize, usize, usize, usize)>,
}

pub struct Held {
    pub input: Input,
    pub seed: CString,
    /// Whether the front end knows messages with a level.
    pub has_levels: bool,
}

static SEEN: Mutex<Seen> = Mutex::new(Seen {
    picture: Vec::new(),
    samples: Vec::new(),
    messages: Vec::new(),
    buttons: Vec::new(),
    areas: Vec::new(),
});
static HELD: Mutex<Option<Held>> = Mutex::new(None);
/// A process can have only one core.
static ONE: Mutex<()> = Mutex::new(());

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

pub fn seen() -> MutexGuard<'static, Seen> {
    lock(&SEEN)
}

pub fn with_held<T>(work: impl FnOnce(&mut Held) -> T) -> T {
    let first = || Held { input: Input::default(), seed: c"7".into(), has_levels: false };
    work(lock(&HELD).get_or_insert_with(first))
}

unsafe fn text(text: *const c_char) -> String {
    // SAFETY: the caller has a text of the core, which ends in a zero.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

unsafe extern "C" fn environment(what: c_uint, data: *mut c_void) -> bool {
    match what {
        retro::ENVIRONMENT_GET_VARIABLE => {
            // SAFETY: the interface defines this type for this request.
            let variable = unsafe { &mut *data.cast::<retro::Variable>() };
            // SAFETY: a key ends in a zero.
            variable.value = match unsafe { CStr::from_ptr(variable.key) }.to_bytes() {
                // Kept until the next core.
                b"rasher_seed" => with_held(|held| held.seed.as_ptr()),
                b"rasher_cart" => c"porklike".as_ptr(),
                _ => c"off".as_ptr(),
            };
        }
        GET_MESSAGE_INTERFACE_VERSION => {
            // SAFETY: as above.
            unsafe { *data.cast::<c_uint>() = c_uint::from(with_held(|held| held.has_levels)) };
        }
        // Both kinds of messages begin with the text.
        retro::ENVIRONMENT_SET_MESSAGE | SET_MESSAGE_EXT => {
            assert_eq!(what == SET_MESSAGE_EXT, with_held(|held| held.has_levels));
            // SAFETY: as above.
            seen().messages.push(unsafe { text(*data.cast::<*const c_char>()) });
        }
        retro::ENVIRONMENT_SET_INPUT_DESCRIPTORS => {
            let mut row = data.cast::<retro::InputDescriptor>();
            // SAFETY: as above; a row without a description ends the list.
            unsafe {
                while !(*row).description.is_null() {
                    let it = &*row;
                    seen().buttons.push((it.port, it.device, it.id, text(it.description)));
                    row = row.add(1);
                }
            }
        }
        retro::ENVIRONMENT_SET_MEMORY_MAPS => {
            // SAFETY: as above; as many rows as it says.
            let rows = unsafe {
                let map = &*data.cast::<retro::MemoryMap>();
                std::slice::from_raw_parts(map.descriptors, map.num_descriptors as usize)
            };
            let area =
                |it: &retro::MemoryDescriptor| (it.flags, it.ptr as usize, it.start, it.select, it.len);
            seen().areas = rows.iter().map(area).collect();
        }
        retro::ENVIRONMENT_SET_PIXEL_FORMAT | retro::ENVIRONMENT_SET_SYSTEM_AV_INFO => {}
        _ => return false,
    }
    true
}

unsafe extern "C" fn video(data: *const c_void, width: c_uint, height: c_uint, pitch: usize) {
    assert_eq!((width, height, pitch), (128, 128, 512));
    // SAFETY: the core just passed this number of pixels.
    seen().picture = unsafe { std::slice::from_raw_parts(data.cast::<u32>(), 128 * 128) }.to_vec();
}

unsafe extern "C" fn audio(data: *const i16, frames: usize) -> usize {
    // SAFETY: the core passes this many pairs.
    seen().samples = unsafe { std::slice::from_raw_parts(data, 2 * frames) }.to_vec();
    frames
}

unsafe extern "C" fn poll() {}

/// The pointer's value for the left or upper edge of a pixel.
fn pointer(at: i16) -> i16 {
    ((i32::from(at) * 0xffff + 127) / 128 - 0x7fff) as i16
}

unsafe extern "C" fn state(port: c_uint, device: c_uint, _: c_uint, id: c_uint) -> i16 {
    with_held(|held| match (device, id) {
        (retro::DEVICE_JOYPAD, _) => {
            let bit = match id {
                retro::DEVICE_ID_JOYPAD_LEFT => button::LEFT,
                retro::DEVICE_ID_JOYPAD_RIGHT => button::RIGHT,
                retro::DEVICE_ID_JOYPAD_UP => button::UP,
                retro::DEVICE_ID_JOYPAD_DOWN => button::DOWN,
                retro::DEVICE_ID_JOYPAD_B => button::O,
                retro::DEVICE_ID_JOYPAD_A => button::X,
                retro::DEVICE_ID_JOYPAD_START => button::PAUSE,
                _ => 0,
            };
            i16::from(held.input.players[port as usize] & bit != 0)
        }
        (retro::DEVICE_POINTER, retro::DEVICE_ID_POINTER_X) => pointer(held.input.mouse.x),
        (retro::DEVICE_POINTER, retro::DEVICE_ID_POINTER_Y) => pointer(held.input.mouse.y),
        _ => 0,
    })
}

/// The core, loaded from its file. Dropping it ends it.
pub struct Core(Library, #[expect(dead_code, reason = "held until the core ends")] MutexGuard<'static, ()>);

impl Drop for Core {
    fn drop(&mut self) {
        self.call("retro_deinit");
    }
}

impl Core {
    pub fn load() -> Core {
        let one = lock(&ONE);
        *lock(&HELD) = None;
        (seen().messages, seen().buttons, seen().areas) = Default::default();
        let own = std::env::current_exe().expect("a test has a file");
        let name = libloading::library_filename("rasher_libretro");
        // SAFETY: the library of this package, next to its tests; loading it runs nothing.
        let library =
            unsafe { Library::new(own.with_file_name(name)) }.expect("cargo builds it for the tests");
        let core = Core(library, one);
        assert_eq!(core.number("retro_api_version"), 1);
        core.give::<retro::EnvironmentFn>("retro_set_environment", environment);
        core.give::<retro::VideoRefreshFn>("retro_set_video_refresh", video);
        core.give::<retro::AudioSampleBatchFn>("retro_set_audio_sample_batch", audio);
        core.give::<retro::InputPollFn>("retro_set_input_poll", poll);
        core.give::<retro::InputStateFn>("retro_set_input_state", state);
        core.call("retro_init");
        core
    }

    fn get<T: Copy>(&self, name: &str) -> T {
        // SAFETY: each call below uses the type that the interface gives its function.
        *unsafe { self.0.get::<T>(name.as_bytes()) }.unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    pub fn call(&self, name: &str) {
        (self.get::<extern "C" fn()>(name))();
    }

    pub fn number(&self, name: &str) -> usize {
        match name {
            "retro_serialize_size" => (self.get::<extern "C" fn() -> usize>(name))(),
            _ => (self.get::<extern "C" fn() -> c_uint>(name))() as usize,
        }
    }

    fn give<T>(&self, name: &str, callback: T) {
        (self.get::<extern "C" fn(T)>(name))(callback);
    }

    /// The kinds of files that the core accepts.
    pub fn extensions(&self) -> String {
        let mut info = retro::SystemInfo {
            library_name: ptr::null(),
            library_version: ptr::null(),
            valid_extensions: ptr::null(),
            need_fullpath: false,
            block_extract: false,
        };
        self.get::<extern "C" fn(*mut retro::SystemInfo)>("retro_get_system_info")(&raw mut info);
        // SAFETY: the core has put a static text there that ends in a zero.
        unsafe { text(info.valid_extensions) }
    }

    pub fn open(&self, path: Option<&str>) -> bool {
        let path = path.map(|path| CString::new(path).unwrap());
        let game = path.as_ref().map(|path| retro::GameInfo {
            path: path.as_ptr(),
            data: ptr::null(),
            size: 0,
            meta: ptr::null::<c_char>(),
        });
        let load = self.get::<extern "C" fn(*const retro::GameInfo) -> bool>("retro_load_game");
        load(game.as_ref().map_or(ptr::null(), ptr::from_ref))
    }

    /// Runs a frame with these buttons; returns a hash of its picture and samples.
    pub fn run(&self, buttons: u8) -> u64 {
        let mut input = Input::buttons(buttons);
        // As if the pointer were off the screen.
        (input.mouse.x, input.mouse.y) = (63, 63);
        self.run_with(&input)
    }

    pub fn run_with(&self, input: &Input) -> u64 {
        with_held(|held| held.input = input.clone());
        self.call("retro_run");
        let seen = seen();
        of(&seen.picture, seen.samples.iter().step_by(2))
    }

    pub fn save(&self) -> Vec<u8> {
        let mut bytes = vec![0xaa; self.number("retro_serialize_size")];
        let save = self.get::<extern "C" fn(*mut c_void, usize) -> bool>("retro_serialize");
        assert!(save(bytes.as_mut_ptr().cast(), bytes.len()));
        bytes
    }

    pub fn load_state(&self, bytes: &[u8]) -> bool {
        let load = self.get::<extern "C" fn(*const c_void, usize) -> bool>("retro_unserialize");
        load(bytes.as_ptr().cast(), bytes.len())
    }

    pub fn set_cheat(&self, index: c_uint, enabled: bool, code: &str) {
        let code = CString::new(code).unwrap();
        self.get::<extern "C" fn(c_uint, bool, *const c_char)>("retro_cheat_set")(
            index,
            enabled,
            code.as_ptr(),
        );
    }

    /// The address and size of a kind of memory.
    pub fn memory_at(&self, kind: c_uint) -> (usize, usize) {
        let data = self.get::<extern "C" fn(c_uint) -> *mut u8>("retro_get_memory_data");
        let size = self.get::<extern "C" fn(c_uint) -> usize>("retro_get_memory_size");
        (data(kind) as usize, size(kind))
    }

    /// Memory as a front end reads it: [`SAVE_RAM`] or [`SYSTEM_RAM`].
    pub fn memory(&self, kind: c_uint) -> Vec<u8> {
        let (data, size) = self.memory_at(kind);
        // SAFETY: the core reports this size, and no call into it is running.
        unsafe { std::slice::from_raw_parts(data as *const u8, size) }.to_vec()
    }

    /// Writes bytes into memory as a front end does.
    pub fn write(&self, kind: c_uint, at: usize, bytes: &[u8]) {
        let (data, size) = self.memory_at(kind);
        // SAFETY: as above.
        let memory = unsafe { std::slice::from_raw_parts_mut(data as *mut u8, size) };
        memory[at..at + bytes.len()].copy_from_slice(bytes);
    }
}

pub const SAVE_RAM: c_uint = retro::MEMORY_SAVE_RAM;
pub const SYSTEM_RAM: c_uint = retro::MEMORY_SYSTEM_RAM;
pub const JOYPAD: c_uint = retro::DEVICE_JOYPAD;
