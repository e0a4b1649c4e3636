//! The console as a libretro core, for RetroArch and other front ends.
//!
//! ```text
//! retro_*, the interface's C functions (this file)     front.rs  the front end's callbacks: both with unsafe code, and no other file
//!   core.rs    a cart that runs, its state             screen.rs pause menu, picture
//!   shared.rs  memory that the front end writes        cheats.rs cheat codes
//!   input.rs   buttons and pointer                     saves.rs  saved cart data as a block       zeros.rs  a large state
//! ```
//!
//! `cargo build --release -p rasher-libretro` makes `target/release/librasher_libretro.so`; the chapter "RetroArch" of the manual has the
//! rest. The core plays all that the loader reads, and without a file the cart that its option names. A state has a fixed size, so rewind,
//! run-ahead and netplay work. The interface is libretro's, version 1.
//!
//! A front end has one core, and calls it from one thread at a time; values between calls are still behind locks. Editors, debugger and
//! keyboard are not supported.
#![allow(unsafe_code)]

mod cheats;
mod core;
mod front;
mod input;
mod saves;
mod screen;
mod shared;
mod zeros;

use crate::cheats::Cheats;
use crate::core::MEMORY_SIZE;
pub use crate::core::{Core, StartOptions};
pub use crate::saves::{SAVES_SIZE, SaveRam};

use crate::front::{CoreOption, Front, SAVE_RAM, SYSTEM_RAM};
use crate::shared::Shared;
use libretro_sys as retro;
use rasher::{Date, Effect, Event, RATE, SIDE};
use std::ffi::{CStr, c_char, c_uint, c_void};
use std::ptr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

const CART: &CStr = c"rasher_cart";
const SEED: &CStr = c"rasher_seed";
const COMFORT: &CStr = c"rasher_comfort";
/// The descriptions that front ends show, and the values.
const OPTIONS: [CoreOption; 3] = [
    (CART, c"Cart without a file; porklike|picorogue|ghosts|kasidin|goblin"),
    (SEED, c"Seed of a run; clock|1|2|3|4|5|6|7|8"),
    (COMFORT, c"Less flash and shake; off|on"),
];

static FRONT: Mutex<Front> = Mutex::new(Front::NONE);
static CORE: Mutex<Option<Core>> = Mutex::new(None);
static CHEATS: Mutex<Cheats> = Mutex::new(Cheats::NONE);
static SAVES: Shared<{ SAVES_SIZE / 8 }> = Shared::new();
static MEMORY: Shared<{ MEMORY_SIZE / 8 }> = Shared::new();
/// What the front end loads as a cart; `.p8.png` counts as `png`.
const EXTENSIONS: &CStr = c"p8|png|rom|lua|html|htm|js";

fn now() -> Date {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    Date { unix: since.map_or(0, |since| since.as_secs() as i64), offset: 0 }
}

/// Locks even after a panic: the values are always valid.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn front() -> Front {
    *lock(&FRONT)
}

fn info(fps: u8) -> retro::SystemAvInfo {
    let side = SIDE as c_uint;
    let geometry = retro::GameGeometry {
        base_width: side,
        base_height: side,
        max_width: side,
        max_height: side,
        aspect_ratio: 1.0,
    };
    let timing = retro::SystemTiming { fps: f64::from(fps), sample_rate: f64::from(RATE) };
    retro::SystemAvInfo { geometry, timing }
}

#[unsafe(no_mangle)]
pub extern "C" fn retro_api_version() -> c_uint {
    retro::API_VERSION
}

#[unsafe(no_mangle)]
pub extern "C" fn retro_init() {}

#[unsafe(no_mangle)]
pub extern "C" fn retro_deinit() {
    *lock(&CORE) = None;
}

#[unsafe(no_mangle)]
pub extern "C" fn retro_set_environment(callback: retro::EnvironmentFn) {
    lock(&FRONT).environment = Some(callback);
    front().introduce(&OPTIONS);
}

macro_rules! callbacks {
    ($($function:ident $field:ident $kind:ident;)*) => {
        $(#[unsafe(no_mangle)]
        pub extern "C" fn $function(callback: retro::$kind) {
            lock(&FRONT).$field = Some(callback);
        })*
    };
}

callbacks! {
    retro_set_video_refresh video VideoRefreshFn;
    retro_set_audio_sample_batch audio AudioSampleBatchFn;
    retro_set_input_poll poll InputPollFn;
    retro_set_input_state state InputStateFn;
}

#[unsafe(no_mangle)]
pub extern "C" fn retro_set_audio_sample(_: retro::AudioSampleFn) {}

#[unsafe(no_mangle)]
pub extern "C" fn retro_set_controller_port_device(_: c_uint, _: c_uint) {}

/// # Safety
/// `info` has room for one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn retro_get_system_info(info: *mut retro::SystemInfo) {
    let about = retro::SystemInfo {
        library_name: c"Rasher".as_ptr(),
        library_version: concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast::<c_char>(),
        valid_extensions: EXTENSIONS.as_ptr(),
        // A cart may include other files, and load other carts, by the folder that it is in.
        need_fullpath: true,
        block_extract: false,
    };
    // SAFETY: the front end's promise.
    unsafe { info.write(about) };
}

/// # Safety
/// `to` has room for one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn retro_get_system_av_info(to: *mut retro::SystemAvInfo) {
    let fps = lock(&CORE).as_ref().map_or(60, |core| core.fps);
    // SAFETY: the front end's promise.
    unsafe { to.write(info(fps)) };
}

/// Loads a cart, or without a game the one that the option names. Returns false, and shows the error, if it cannot be played.
///
/// # Safety
/// `game` is null or points to a game, whose path is null or a zero-terminated string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn retro_load_game(game: *const retro::GameInfo) -> bool {
    // SAFETY: the front end's promise.
    let path = unsafe { game.as_ref() }.map(|game| game.path).filter(|path| !path.is_null());
    // SAFETY: the front end's promise; it is copied at once.
    let path = path.map(|path| unsafe { CStr::from_ptr(path) }.to_string_lossy().into_owned());
    let front = front();
    let name = path.or_else(|| front.option(CART)).unwrap_or_else(|| "porklike".into());
    // With a seed of its own a run has no clock, so that two computers begin alike.
    let seed = front.option(SEED).and_then(|seed| seed.parse().ok());
    let date = if seed.is_some() { Date::default() } else { now() };
    let options = StartOptions {
        seed: seed.unwrap_or(date.unix as u64),
        date,
        comfort: front.option(COMFORT).is_some_and(|value| value == "on"),
    };
    if !front.takes_pixels() {
        front.show_error("Rasher needs pixels of 32 bits");
        return false;
    }
    match Core::open(shelf::CARTS, &name, options) {
        Ok(core) => {
            SAVES.write(&SaveRam::default().0);
            MEMORY.write(core.memory());
            front.name_buttons(&mut input::names());
            let machine = (SYSTEM_RAM, MEMORY.pointer(), MEMORY_SIZE);
            front.map_memory(&[machine, (SAVE_RAM, SAVES.pointer(), SAVES_SIZE)]);
            *lock(&CORE) = Some(core);
            true
        }
        Err(why) => {
            front.show_error(&why);
            false
        }
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn retro_load_game_special(_: c_uint, _: *const retro::GameInfo, _: usize) -> bool {
    false
}

/// Keeps the saved data, to be read until another game is loaded.
#[unsafe(no_mangle)]
pub extern "C" fn retro_unload_game() {
    *lock(&CORE) = None;
}

#[unsafe(no_mangle)]
pub extern "C" fn retro_reset() {
    if let Some(core) = lock(&CORE).as_mut() {
        core.reset();
        MEMORY.write(core.memory());
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn retro_run() {
    let front = front();
    let mut input = input::input(&front);
    // Unlocked before the front end is called, which may ask for a state.
    let (picture, samples, effects, error, retimed) = {
        let mut core = lock(&CORE);
        let Some(core) = core.as_mut() else { return };
        let mut edits = MEMORY.changes(core.memory());
        edits.extend(lock(&CHEATS).edits());
        input.events = edits.into_iter().map(Event::Edit).collect();
        let (mut saved, before) = (SaveRam(SAVES.read()), core.fps);
        let done = core.run(input, &mut saved);
        if done.is_ok() {
            SAVES.write(&saved.0);
        }
        // Without a frame, the front end's changes wait for the next one.
        if core.ran {
            MEMORY.write(core.memory());
        }
        let retimed = (core.fps != before).then_some(core.fps);
        (core.picture(), core.samples(), done.unwrap_or_default(), core.new_error(), retimed)
    };
    if let Some(fps) = retimed {
        front.retime(info(fps));
    }
    front.show(&picture);
    front.play(&samples);
    if let Some(error) = error {
        front.show_error(&error);
    }
    if effects.contains(&Effect::Quit) {
        front.quit();
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn retro_serialize_size() -> usize {
    lock(&CORE).as_ref().map_or(0, |core| core.size)
}

/// Writes the state. Returns false if the buffer is too small.
///
/// # Safety
/// `data` has room for `size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn retro_serialize(data: *mut c_void, size: usize) -> bool {
    let core = lock(&CORE);
    let Some(core) = core.as_ref().filter(|_| !data.is_null()) else { return false };
    // SAFETY: the front end's promise. Its bytes may be any: they are only written.
    let out = unsafe { std::slice::from_raw_parts_mut(data.cast::<u8>(), size) };
    core.save(&SaveRam(SAVES.read()), &MEMORY.changes(core.memory()), out)
}

/// Loads a state. Returns false if it is not one of this cart.
///
/// # Safety
/// `data` has `size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn retro_unserialize(data: *const c_void, size: usize) -> bool {
    let mut core = lock(&CORE);
    let Some(core) = core.as_mut().filter(|_| !data.is_null()) else { return false };
    // SAFETY: the front end's promise.
    let bytes = unsafe { std::slice::from_raw_parts(data.cast::<u8>(), size) };
    let mut saved = SaveRam(SAVES.read());
    let loaded = core.load(bytes, &mut saved);
    if loaded {
        SAVES.write(&saved.0);
        MEMORY.write(core.memory());
    }
    loaded
}

#[unsafe(no_mangle)]
pub extern "C" fn retro_cheat_reset() {
    lock(&CHEATS).clear();
}

/// Sets a cheat, or shows why its code is wrong.
///
/// # Safety
/// `code` is null or a zero-terminated string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn retro_cheat_set(index: c_uint, enabled: bool, code: *const c_char) {
    let code = match code.is_null() {
        true => c"",
        // SAFETY: the front end's promise.
        false => unsafe { CStr::from_ptr(code) },
    };
    if let Err(why) = lock(&CHEATS).set(index, enabled, &code.to_string_lossy()) {
        front().show_error(&why);
    }
}

/// 60 frames a second, as a television of NTSC has.
#[unsafe(no_mangle)]
pub extern "C" fn retro_get_region() -> c_uint {
    retro::Region::NTSC.to_uint()
}

fn memory(id: c_uint) -> (*mut u8, usize) {
    match id & retro::MEMORY_MASK {
        retro::MEMORY_SAVE_RAM => (SAVES.pointer(), SAVES_SIZE),
        retro::MEMORY_SYSTEM_RAM => (MEMORY.pointer(), MEMORY_SIZE),
        _ => (ptr::null_mut(), 0),
    }
}

/// The saved cart data or the machine's memory, at a fixed address.
#[unsafe(no_mangle)]
pub extern "C" fn retro_get_memory_data(id: c_uint) -> *mut c_void {
    memory(id).0.cast()
}

#[unsafe(no_mangle)]
pub extern "C" fn retro_get_memory_size(id: c_uint) -> usize {
    memory(id).1
}
