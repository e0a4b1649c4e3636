//! The console as a libretro core, for RetroArch and other front ends.
//!
//! ```text
//! retro_*, the interface's C functions (this file) ──┬── front.rs  the front end's callbacks       both with unsafe code, and no other file
//!                                                    ├── core.rs   a cart that runs, its state     saves.rs  saved cart data as a block
//!                                                    └── input.rs  buttons and pointer             zeros.rs  a large state
//! ```
//!
//! `cargo build --release -p rasher-libretro` makes `target/release/librasher_libretro.so`; front ends expect the name
//! `rasher_libretro.so`, and `console/libretro/rasher_libretro.info` in their info folder: without it RetroArch has neither rewind nor
//! run-ahead. The core plays `.p8`, `.p8.png`, `.p8.rom`, and without a file the cart that its option names. A state has a fixed size, so
//! rewind, run-ahead and netplay work. The interface is libretro's, version 1.
//!
//! A front end has one core, and calls it from one thread at a time; values between calls are still behind locks. Pause menu, editors,
//! debugger, keyboard and cheats are not supported.
#![allow(unsafe_code)]

mod core;
mod front;
mod input;
mod saves;
mod zeros;

pub use crate::core::{Core, StartOptions};
pub use crate::saves::{SAVES_SIZE, SaveRam};

use crate::front::{CoreOption, Front};
use libretro_sys as retro;
use rasher::{Date, Effect, PIXELS, RATE, SIDE};
use std::ffi::{CStr, c_char, c_uint, c_void};
use std::ptr;
use std::sync::atomic::{AtomicU8, Ordering};
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
/// Saved cart data. The front end got a pointer to them, and reads and writes them between calls.
static SAVES: [AtomicU8; SAVES_SIZE] = [const { AtomicU8::new(0) }; SAVES_SIZE];

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

fn saves() -> SaveRam {
    SaveRam(std::array::from_fn(|n| SAVES[n].load(Ordering::Relaxed)))
}

fn keep(saves: &SaveRam) {
    SAVES.iter().zip(&saves.0).for_each(|(to, byte)| to.store(*byte, Ordering::Relaxed));
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

#[unsafe(no_mangle)]
pub extern "C" fn retro_set_video_refresh(callback: retro::VideoRefreshFn) {
    lock(&FRONT).video = Some(callback);
}

/// Samples go to the batch callback.
#[unsafe(no_mangle)]
pub extern "C" fn retro_set_audio_sample(_: retro::AudioSampleFn) {}

#[unsafe(no_mangle)]
pub extern "C" fn retro_set_audio_sample_batch(callback: retro::AudioSampleBatchFn) {
    lock(&FRONT).audio = Some(callback);
}

#[unsafe(no_mangle)]
pub extern "C" fn retro_set_input_poll(callback: retro::InputPollFn) {
    lock(&FRONT).poll = Some(callback);
}

#[unsafe(no_mangle)]
pub extern "C" fn retro_set_input_state(callback: retro::InputStateFn) {
    lock(&FRONT).state = Some(callback);
}

/// Every port has a pad.
#[unsafe(no_mangle)]
pub extern "C" fn retro_set_controller_port_device(_: c_uint, _: c_uint) {}

/// # Safety
/// `info` has room for one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn retro_get_system_info(info: *mut retro::SystemInfo) {
    let about = retro::SystemInfo {
        library_name: c"Rasher".as_ptr(),
        library_version: concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast::<c_char>(),
        valid_extensions: c"p8|png|rom".as_ptr(),
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
    let fps = lock(&CORE).as_ref().map_or(60, Core::fps);
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
        front.say("Rasher needs pixels of 32 bits");
        return false;
    }
    match Core::open(shelf::CARTS, &name, options) {
        Ok(core) => {
            keep(&SaveRam::default());
            *lock(&CORE) = Some(core);
            true
        }
        Err(why) => {
            front.say(&why);
            false
        }
    }
}

/// There are no games of several files.
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
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn retro_run() {
    let front = front();
    let input = input::input(&front);
    // Unlocked before the front end is called, which may ask for a state.
    let (picture, samples, effects, retimed) = {
        let mut core = lock(&CORE);
        let Some(core) = core.as_mut() else { return };
        let (mut saved, before, stopped) = (saves(), core.fps(), core.is_stopped());
        let done = core.run(input, &mut saved);
        if done.is_ok() {
            keep(&saved);
        }
        let effects = done.map_err(|crash| (!stopped).then(|| crash.to_string()));
        let (picture, samples) = seen(core, effects.is_ok());
        (picture, samples, effects, (core.fps() != before).then(|| core.fps()))
    };
    if let Some(fps) = retimed {
        front.retime(info(fps));
    }
    front.show(&picture);
    front.play(&samples);
    match effects {
        Ok(effects) if effects.contains(&Effect::Quit) => front.quit(),
        Ok(_) => {}
        // Shown once: until a reset every frame is the same.
        Err(why) => why.iter().for_each(|why| front.say(why)),
    }
}

/// The current picture and samples; silence if the cart has stopped.
fn seen(core: &Core, runs: bool) -> (Box<[u32; PIXELS]>, Vec<[i16; 2]>) {
    let mut picture = Box::new([0; PIXELS]);
    let silence = RATE as usize / usize::from(core.fps()).max(1);
    let Some(console) = core.console() else { return (picture, vec![[0; 2]; silence]) };
    let mut bytes = Box::new([0; 4 * PIXELS]);
    console.machine().rgba(&mut bytes);
    for (to, [red, green, blue, _]) in picture.iter_mut().zip(bytes.as_chunks::<4>().0) {
        *to = u32::from_be_bytes([0, *red, *green, *blue]);
    }
    let samples = match runs {
        true => console.machine().samples().iter().map(|sample| [*sample; 2]).collect(),
        false => vec![[0; 2]; silence],
    };
    (picture, samples)
}

#[unsafe(no_mangle)]
pub extern "C" fn retro_serialize_size() -> usize {
    lock(&CORE).as_ref().map_or(0, Core::state_size)
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
    core.save(&saves(), out)
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
    let mut saved = saves();
    let loaded = core.load(bytes, &mut saved);
    if loaded {
        keep(&saved);
    }
    loaded
}

#[unsafe(no_mangle)]
pub extern "C" fn retro_cheat_reset() {}

/// There are no cheats.
#[unsafe(no_mangle)]
pub extern "C" fn retro_cheat_set(_: c_uint, _: bool, _: *const c_char) {}

/// 60 frames a second, as a television of NTSC has.
#[unsafe(no_mangle)]
pub extern "C" fn retro_get_region() -> c_uint {
    retro::Region::NTSC.to_uint()
}

/// The saved cart data, at a fixed address; no other memory.
#[unsafe(no_mangle)]
pub extern "C" fn retro_get_memory_data(id: c_uint) -> *mut c_void {
    match id & retro::MEMORY_MASK {
        retro::MEMORY_SAVE_RAM => SAVES.as_ptr().cast_mut().cast(),
        _ => ptr::null_mut(),
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn retro_get_memory_size(id: c_uint) -> usize {
    if id & retro::MEMORY_MASK == retro::MEMORY_SAVE_RAM { SAVES_SIZE } else { 0 }
}
