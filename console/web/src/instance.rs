//! A module's exports as safe functions: one host, one buffer for packets, one answer.
//!
//! ```text
//! room(n) ──> where n bytes may be written      call(micros) ──> length of the answer      answer() ──> its address
//! trap ──> fault() ──> the panic's message and place, as the answer
//! ```
//!
//! A trapped instance still answers, but its host is never used again: it is taken out during a call, so it is gone after a trap.

use crate::cart::PageCarts;
use crate::host::{PageHost, PageTools};
use std::cell::Cell;
use std::time::Duration;

thread_local! {
    static HOST: Cell<Option<Box<PageHost>>> = const { Cell::new(None) };
    static ROOM: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
    static ANSWER: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
    static SAID: Cell<String> = const { Cell::new(String::new()) };
}

/// Keeps a vector. Returns the address of its bytes.
fn keep(cell: &'static std::thread::LocalKey<Cell<Vec<u8>>>, mut bytes: Vec<u8>) -> *mut u8 {
    let at = bytes.as_mut_ptr();
    cell.set(bytes);
    at
}

/// A buffer of so many bytes, which the next call reads.
pub fn room(bytes: usize) -> *mut u8 {
    let mut room = ROOM.take();
    room.clear();
    room.resize(bytes, 0);
    keep(&ROOM, room)
}

pub fn answer() -> *const u8 {
    keep(&ANSWER, ANSWER.take())
}

/// Handles the packets in the buffer. Returns the length of the answer. `micros` is since any one moment.
pub fn call(carts: PageCarts, tools: Option<&'static PageTools>, micros: f64) -> usize {
    let mut host = HOST.take().unwrap_or_else(|| {
        // The guard keeps messages of guarded calls; all others come here.
        std::panic::set_hook(Box::new(|info| SAID.set(info.to_string())));
        Box::new(PageHost::new(carts, tools))
    });
    let room = ROOM.take();
    let answer = host.call(Duration::from_micros(micros as u64), &room);
    ROOM.set(room);
    let length = answer.len();
    ANSWER.set(answer);
    HOST.set(Some(host));
    length
}

/// Makes an answer of the panic that ended this instance: message, file and line. Returns its length.
pub fn fault() -> usize {
    let said = SAID.take();
    let fault = timeline::last_panic().map(|fault| (fault.message, fault.place));
    let (message, file, line) = match fault {
        // A cart has filled the stack inside a call of the console: its line there would mislead.
        Some((message, _)) if message == wasm::NESTED => (message, String::new(), 0),
        Some((message, place)) => (message, place.file().to_string(), place.line()),
        None => (said, String::new(), 0),
    };
    let json = serde_json::json!({"message": message, "file": file, "line": line}).to_string();
    let length = json.len();
    ANSWER.set(json.into_bytes());
    length
}
