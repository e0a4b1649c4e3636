//! The console in a browser: the same player as the window's, in a worker, and the page around it.
//!
//! ```text
//! page (page/*.js)                          worker                         wasm
//!   keys, pads, touch, mouse ── packets ──> room(n) ── call(n, now) ──────> Host::call: Player::tick
//!   canvas, files, title    <── packets ──  answer(), its length     <──── pictures, files to keep, the input of each frame
//!   AudioWorklet            <── samples ──┘
//!   IndexedDB: runs, slots, records, settings            fault(): the last message of a lost instance
//! ```
//!
//! ```text
//! packets.rs  packets in both directions               host.rs    the player, driven by packets
//! requests.rs the player's requests, as packets        cart.rs    carts of a page
//! catalogues.rs indexes and carts of catalogues        downloads.rs requests for their files
//! playback.rs a recording, played or checked           instance.rs   a module's exports, as safe functions
//! own.rs      the user's own carts, own_writes.rs their changes, own_requests.rs the player's requests on them
//! share.rs    links to carts, codes for cameras
//! page.rs     one HTML file of all parts               html.rs    templates, filled with escaping
//! page/       the page: plain JavaScript, without a bundler
//! ```
//!
//! A panic ends an instance in wasm, and a cart that hangs ends its worker. The page knows each input before its frame runs, so it starts
//! another worker before that frame. Clock, store and devices are JavaScript's.
//!
//! A module is a crate of its own with its carts, which `rasher export` writes and builds:
//!
//! ```text
//! rasher_web::page!(CARTS, TOOLS, true); // whether it runs modules of carts
//! ```
#![deny(clippy::float_arithmetic)]

mod cart;
mod catalogues;
mod downloads;
mod dropped;
mod host;
pub mod html;
mod instance;
mod own;
mod own_requests;
mod own_writes;
mod packets;
mod page;
mod playback;
mod requests;
mod share;

pub use cart::PageCarts;
pub use host::{PageHost, PageTools};
pub use instance::{answer, call, fault, room};
pub use page::{PageFile, WebPage, page};
pub use share::qr_code;
#[cfg(target_arch = "wasm32")]
pub use wasm::use_script;

/// What a module exports, with these carts: `&'static [rasher_shelf::Entry]`. Its crate has nothing else.
///
/// The exports are functions without arguments that could be wrong: JavaScript writes into the room that it was given.
#[macro_export]
macro_rules! page {
    ($carts:expr, $tools:expr, $modules:expr) => {
        #[link(wasm_import_module = "page")]
        unsafe extern "C" {
            /// Compiles and runs carts' modules: the script's part of `rasher-wasm`.
            safe fn module(order: i32, on: i32, a: i32, b: i32, c: i32, d: i32) -> i64;
        }

        extern "C" fn script(order: i32, on: i32, a: i32, b: i32, c: i32, d: i32) -> i64 {
            module(order, on, a, b, c, d)
        }

        /// A buffer for so many bytes of packets.
        #[unsafe(no_mangle)]
        pub extern "C" fn room(bytes: usize) -> *mut u8 {
            $crate::room(bytes)
        }

        /// Handles the packets in the buffer, `micros` after any moment. Returns the length of the answer.
        #[unsafe(no_mangle)]
        pub extern "C" fn call(micros: f64) -> usize {
            if $modules {
                $crate::use_script(script);
            }
            $crate::call($carts, $tools, micros)
        }

        #[unsafe(no_mangle)]
        pub extern "C" fn answer() -> *const u8 {
            $crate::answer()
        }

        /// Makes an answer of the last panic after a trap. Returns its length.
        #[unsafe(no_mangle)]
        pub extern "C" fn fault() -> usize {
            $crate::fault()
        }
    };
}
