//! A small front end: it loads the core as RetroArch does, by file and function names, and plays.
//!
//! | test | based on |
//! |---|---|
//! | 1,800 frames have the digests of `timeline::Run`, for a shelf cart and a Lua cart; pictures and samples too | the native console |
//! | a state from the middle, restored later, leads to the same end | the run without it |
//! | states keep one size after loading; invalid ones are refused | the interface's documentation |
//! | saved cart data are in the front end's memory, and a new run reads them | the same |
//! | the info file for front ends names the same kinds of files | what the core reports |
//! | a heap that is nearly full by `stat(0)` fits in a state, whatever its objects | the manual's 2 MiB |
//!
//! A process can load only one core, so one test covers everything.
#![allow(unsafe_code)]

use libloading::Library;
use libretro_sys as retro;
use loader::{DataPlaces, Loader};
use rasher::{Boot, Digest, Input, button};
use std::ffi::{CStr, CString, c_char, c_uint, c_void};
use std::path::PathBuf;
use std::ptr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, Ordering};
use store::DiskSource;
use timeline::Run;

/// What the core has delivered: pictures, samples, the last message.
static SEEN: Mutex<(Vec<u32>, Vec<i16>, String)> = Mutex::new((Vec::new(), Vec::new(), String::new()));
/// The first player's buttons.
static HELD: AtomicU8 = AtomicU8::new(0);

unsafe extern "C" fn environment(what: c_uint, data: *mut c_void) -> bool {
    match what {
        retro::ENVIRONMENT_GET_VARIABLE => {
            // SAFETY: the interface defines this type for this request.
            let variable = unsafe { &mut *data.cast::<retro::Variable>() };
            // SAFETY: a key ends in a zero.
            let key = unsafe { CStr::from_ptr(variable.key) };
            variable.value = match key.to_bytes() {
                b"rasher_seed" => c"7".as_ptr(),
                b"rasher_cart" => c"porklike".as_ptr(),
                _ => c"off".as_ptr(),
            };
            true
        }
        retro::ENVIRONMENT_SET_MESSAGE => {
            // SAFETY: as above.
            let text = unsafe { CStr::from_ptr((*data.cast::<retro::Message>()).msg) };
            SEEN.lock().unwrap().2 = text.to_string_lossy().into_owned();
            true
        }
        retro::ENVIRONMENT_SET_PIXEL_FORMAT | retro::ENVIRONMENT_SET_SYSTEM_AV_INFO => true,
        _ => false,
    }
}

unsafe extern "C" fn video(data: *const c_void, width: c_uint, height: c_uint, pitch: usize) {
    assert_eq!((width, height, pitch), (128, 128, 512));
    // SAFETY: the core just passed this number of pixels.
    SEEN.lock().unwrap().0 = unsafe { std::slice::from_raw_parts(data.cast::<u32>(), 128 * 128) }.to_vec();
}

unsafe extern "C" fn audio(data: *const i16, frames: usize) -> usize {
    // SAFETY: the core passes this many pairs.
    SEEN.lock().unwrap().1 = unsafe { std::slice::from_raw_parts(data, 2 * frames) }.to_vec();
    frames
}

unsafe extern "C" fn poll() {}

unsafe extern "C" fn state(port: c_uint, device: c_uint, _: c_uint, id: c_uint) -> i16 {
    let bit = match id {
        retro::DEVICE_ID_JOYPAD_LEFT => button::LEFT,
        retro::DEVICE_ID_JOYPAD_RIGHT => button::RIGHT,
        retro::DEVICE_ID_JOYPAD_UP => button::UP,
        retro::DEVICE_ID_JOYPAD_DOWN => button::DOWN,
        retro::DEVICE_ID_JOYPAD_B => button::O,
        retro::DEVICE_ID_JOYPAD_A => button::X,
        _ => 0,
    };
    let pressed = port == 0 && device == retro::DEVICE_JOYPAD && HELD.load(Ordering::Relaxed) & bit != 0;
    i16::from(pressed)
}

/// The core, loaded from its file.
struct Core(Library);

impl Core {
    fn load() -> Core {
        let own = std::env::current_exe().expect("a test has a file");
        let name = libloading::library_filename("rasher_libretro");
        // SAFETY: the library of this package, next to its tests; loading it runs nothing.
        let core =
            Core(unsafe { Library::new(own.with_file_name(name)) }.expect("cargo builds it for the tests"));
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

    fn call(&self, name: &str) {
        (self.get::<extern "C" fn()>(name))();
    }

    fn number(&self, name: &str) -> usize {
        match name {
            "retro_serialize_size" => (self.get::<extern "C" fn() -> usize>(name))(),
            _ => (self.get::<extern "C" fn() -> c_uint>(name))() as usize,
        }
    }

    fn give<T>(&self, name: &str, callback: T) {
        (self.get::<extern "C" fn(T)>(name))(callback);
    }

    /// The kinds of files that the core accepts.
    fn extensions(&self) -> String {
        let mut info = retro::SystemInfo {
            library_name: ptr::null(),
            library_version: ptr::null(),
            valid_extensions: ptr::null(),
            need_fullpath: false,
            block_extract: false,
        };
        let tell = self.get::<extern "C" fn(*mut retro::SystemInfo)>("retro_get_system_info");
        tell(&raw mut info);
        // SAFETY: the core has put a static text there that ends in a zero.
        unsafe { CStr::from_ptr(info.valid_extensions) }.to_string_lossy().into_owned()
    }

    fn open(&self, path: Option<&str>) -> bool {
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
    fn run(&self, held: u8) -> u64 {
        HELD.store(held, Ordering::Relaxed);
        self.call("retro_run");
        let seen = SEEN.lock().unwrap();
        of(&seen.0, seen.1.iter().step_by(2))
    }

    fn save(&self) -> Vec<u8> {
        let mut bytes = vec![0xaa; self.number("retro_serialize_size")];
        self.save_to(&mut bytes);
        bytes
    }

    fn save_to(&self, bytes: &mut [u8]) {
        let save = self.get::<extern "C" fn(*mut c_void, usize) -> bool>("retro_serialize");
        assert!(save(bytes.as_mut_ptr().cast(), bytes.len()));
    }

    fn load_state(&self, bytes: &[u8]) -> bool {
        let load = self.get::<extern "C" fn(*const c_void, usize) -> bool>("retro_unserialize");
        load(bytes.as_ptr().cast(), bytes.len())
    }

    /// The front end's file of saved data.
    fn saved(&self) -> Vec<u8> {
        let (data, size) = self.saves();
        // SAFETY: the core reports this size, and no call into it is running.
        unsafe { std::slice::from_raw_parts(data, size) }.to_vec()
    }

    fn restore(&self, bytes: &[u8]) {
        let (data, size) = self.saves();
        assert_eq!(size, bytes.len());
        // SAFETY: as above.
        unsafe { std::slice::from_raw_parts_mut(data, size) }.copy_from_slice(bytes);
    }

    fn saves(&self) -> (*mut u8, usize) {
        let data = self.get::<extern "C" fn(c_uint) -> *mut u8>("retro_get_memory_data");
        let size = self.get::<extern "C" fn(c_uint) -> usize>("retro_get_memory_size");
        (data(retro::MEMORY_SAVE_RAM), size(retro::MEMORY_SAVE_RAM))
    }
}

/// A hash of a picture and samples.
fn of<'a>(picture: &[u32], samples: impl Iterator<Item = &'a i16>) -> u64 {
    let mut digest = Digest::new();
    picture.iter().for_each(|pixel| digest.word(u64::from(*pixel)));
    samples.for_each(|sample| digest.word(*sample as u16 as u64));
    digest.finish()
}

/// Buttons of a player who presses something every few frames.
fn held(frame: u64) -> u8 {
    let press = Digest::of(&(frame / 6).to_le_bytes()) as u8 & 0x3f;
    if frame % 6 < 3 { press } else { 0 }
}

/// What the console does natively with the same buttons: a hash per frame, and the last digest.
fn native(name: &str, frames: u64) -> (Vec<u64>, u64) {
    let loaded = Loader::new(DiskSource::default()).open(shelf::CARTS, name, &DataPlaces::default());
    let (program, boot) = loaded.unwrap().runnable().unwrap().cart.boot();
    let mut run = Run::start(program, Boot { seed: 7, ..boot }).unwrap();
    let mut rgba = Box::new([0; 4 * rasher::PIXELS]);
    let each = (0..frames).map(|frame| {
        let mut input = Input::buttons(held(frame));
        // A pointer off the screen counts as in the middle.
        (input.mouse.x, input.mouse.y) = (63, 63);
        run.frame(&input).unwrap();
        let machine = run.console().machine();
        machine.rgba(&mut rgba);
        let pixel = |p: &[u8; 4]| u32::from_be_bytes([0, p[0], p[1], p[2]]);
        let picture: Vec<u32> = rgba.as_chunks().0.iter().map(pixel).collect();
        of(&picture, machine.samples().iter())
    });
    (each.collect(), run.console().digest())
}

/// How much of a state's room is in use. The highest bit means that zeros are removed.
fn length_in(state: &[u8]) -> u32 {
    u32::from_le_bytes(state[..4].try_into().unwrap()) & (u32::MAX >> 1)
}

/// The machine's digest in a state: after the header, the saved data and the format's byte.
fn digest_in(state: &[u8]) -> u64 {
    u64::from_le_bytes(state[4 + rasher_libretro::SAVES_SIZE + 1..][..8].try_into().unwrap())
}

fn suite(name: &str) -> String {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests").join(name).display().to_string()
}

#[test]
fn a_front_end_plays_saves_and_goes_on() {
    let core = Core::load();
    let beside = include_str!("../rasher_libretro.info");
    assert!(beside.contains(&format!("supported_extensions = \"{}\"\n", core.extensions())), "{beside}");
    for name in ["porklike".to_string(), suite("bounce.p8")] {
        let (expected, digest) = native(&name, 1800);
        assert!(core.open(Some(&name).filter(|name| name.ends_with(".p8")).map(String::as_str)), "{name}");
        let size = core.number("retro_serialize_size");
        let before = core.save();
        let first: Vec<u64> = (0..700).map(|frame| core.run(held(frame))).collect();
        let middle = core.save();
        let rest: Vec<u64> = (700..1800).map(|frame| core.run(held(frame))).collect();
        let parted = first.iter().chain(&rest).zip(&expected).position(|(a, b)| a != b);
        assert_eq!(parted, None, "{name}: the frame that looks or sounds otherwise");
        let last = core.save();
        assert_eq!(digest_in(&last), digest, "{name}");
        // Restored, also to before its first frame.
        assert!(core.load_state(&middle));
        assert_eq!(core.save(), middle, "{name}: a state comes back as it was");
        assert!((700..1800).map(|frame| core.run(held(frame))).eq(rest), "{name}: from its middle");
        assert_eq!(core.save(), last, "{name}");
        assert!(core.load_state(&before));
        assert!((0..700).map(|frame| core.run(held(frame))).eq(first), "{name}: from its beginning");
        // Invalid states change nothing.
        let stands = core.save();
        let mut bent = middle.clone();
        bent[4 + rasher_libretro::SAVES_SIZE + 2] ^= 1;
        for wrong in [&middle[..100], &[0xff; 5000], &bent] {
            assert!(!core.load_state(wrong), "{name}");
        }
        assert_eq!(core.save(), stands);
        assert_eq!(core.number("retro_serialize_size"), size);
        core.call("retro_unload_game");
    }

    // Saved numbers: counted up at each start, kept by the front end.
    assert!(core.open(Some(&suite("counts.p8"))));
    core.run(0);
    let kept = core.saved();
    assert!(kept.starts_with(b"rasher_counts\0"), "{:?}", &kept[..20]);
    assert_eq!(kept[64..68], [0, 0, 1, 0], "1.0 in its first number");
    core.call("retro_unload_game");
    assert!(core.open(Some(&suite("counts.p8"))));
    core.restore(&kept);
    core.run(0);
    assert_eq!(core.saved()[64..68], [0, 0, 2, 0], "it found what was kept");
    core.call("retro_reset");
    core.run(0);
    assert_eq!(core.saved()[64..68], [0, 0, 3, 0], "and so did the next start");

    // A heap that is nearly full: of tables, texts and closures; of the texts that take most room; of objects
    // of many sizes in turn; of stacks; of closures that exceed the room except for zeros.
    let cases = [
        ("full.p8", 120, 1_400_000),
        ("texts.p8", 120, 3_500_000),
        ("sizes.p8", 2400, 3_500_000),
        ("coroutines.p8", 200, 5_500_000),
        ("closures.p8", 200, 1_000_000),
    ];
    for (name, frames, least) in cases {
        assert!(core.open(Some(&suite(name))));
        let mut largest = 0;
        for frame in 0..frames {
            core.run(0);
            assert_eq!(SEEN.lock().unwrap().2, "", "{name}, frame {frame}");
            if frame % 20 == 19 {
                largest = length_in(&core.save()).max(largest);
            }
        }
        assert!(largest > least, "{name}: {largest} bytes are no full heap");
        let full = core.save();
        let next: Vec<u64> = (0..30).map(|_| core.run(0)).collect();
        let end = core.save();
        assert!(core.load_state(&full));
        assert_eq!(core.save(), full, "{name}: a state comes back as it was");
        assert!((0..30).map(|_| core.run(0)).eq(next), "{name}: from its middle");
        assert_eq!(core.save(), end, "{name}");
        core.call("retro_unload_game");
    }

    // An error is reported, and the last picture stays.
    assert!(core.open(Some(&suite("fails.p8"))));
    (0..40).for_each(|_| _ = core.run(0));
    let said = SEEN.lock().unwrap().2.clone();
    assert!(said.contains("attempt to") && said.contains("fails.p8"), "{said:?}");
    assert!(!core.open(Some(&suite("none.p8"))));
    core.call("retro_deinit");
}
