//! The unsafe half of a cart's module: its imports, its exports and the place of its state.
//!
//! ```text
//! rasher (under cfg(rasher_module))    Machine, Cart, texts, colours: safe
//!    └── guest                         imports of `calls`; Slot, Room: statics of a module that has one thread
//! module!(my_game::Game)               exports, in a crate of their own, which the tool writes
//! ```
//!
//! All of it runs inside the sandbox: a mistake here spoils the module's own memory, never the console's.

#![no_std]
#![deny(clippy::float_arithmetic)]
// Imports, exports and statics of a module.
#![allow(unsafe_code)]

extern crate alloc;

use alloc::vec::Vec;
use core::cell::UnsafeCell;

macro_rules! declare {
    ($($name:ident($($arg:ident: $kind:ident($($part:ident)*)),*) -> $result:ident;)*) => {
        #[link(wasm_import_module = "rasher")]
        #[allow(clashing_extern_declarations, clippy::unused_unit, reason = "names are methods of the machine")]
        unsafe extern "C" {
            $(pub safe fn $name($($($part: i32,)*)* place: i32) -> calls::result_type!($result);)*
            safe fn stat_text(at: i32, len: i32);
            pub safe fn no_update60();
            safe fn panicked(at: i32, len: i32, file_at: i32, file_len: i32, line: i32, column: i32) -> !;
            safe fn state_error(at: i32, len: i32);
        }
    };
}
calls::each_call!(declare);

/// Address and length of bytes that the console reads.
pub fn bytes(bytes: &[u8]) -> [i32; 2] {
    [bytes.as_ptr() as i32, bytes.len() as i32]
}

/// Address and length of room that the console writes.
pub fn room(out: &mut [u8]) -> [i32; 2] {
    [out.as_mut_ptr() as i32, out.len() as i32]
}

/// The text of the last `stat`, of this length.
pub fn last_stat_text(len: usize) -> Vec<u8> {
    let mut text = alloc::vec![0; len];
    let [at, len] = room(&mut text);
    stat_text(at, len);
    text
}

/// Reports why a state cannot be written or read.
pub fn report_state_error(reason: &str) {
    let [at, len] = bytes(reason.as_bytes());
    state_error(at, len);
}

/// Ends the hook with a fault.
pub fn panic(message: &str, file: &str, line: u32, column: u32) -> ! {
    let ([at, len], [file_at, file_len]) = (bytes(message.as_bytes()), bytes(file.as_bytes()));
    panicked(at, len, file_at, file_len, line as i32, column as i32)
}

/// A static value of a module: one thread, and no call of an export while another one runs.
pub struct Slot<T>(UnsafeCell<Option<T>>);

// SAFETY: a module has one thread; `tests/wasm` refuses modules with more.
unsafe impl<T> Sync for Slot<T> {}

impl<T> Default for Slot<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> Slot<T> {
    pub const fn new() -> Self {
        Slot(UnsafeCell::new(None))
    }

    pub fn set(&self, value: T) {
        // SAFETY: no borrow outlives an export's call, and exports do not call each other.
        unsafe { *self.0.get() = Some(value) }
    }

    /// Runs `work` on the value, which has to be set.
    pub fn with<R>(&self, work: impl FnOnce(&mut T) -> R) -> R {
        // SAFETY: as above; `work` gets the only borrow, because the console calls no export from an import.
        let value = unsafe { &mut *self.0.get() };
        work(value.as_mut().expect("`start` comes first"))
    }
}
