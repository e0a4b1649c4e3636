//! What the window is woken for by other threads, and how.

use crate::lock;
use player::{PlayerStart, RunningCart};
use rasher::memory::ROM_SIZE;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use studio::Settings;
use winit::event_loop::EventLoopProxy;

/// What other threads wake the window for.
#[derive(Debug)]
pub enum Wake {
    Picture,
    Cart(RunningCart),
    /// The window has that title until another cart runs.
    Title(String),
    /// A folder of data was dropped.
    Folder(PathBuf),
    /// The data of the cart that runs were saved into its files.
    Saved(Box<[u8; ROM_SIZE]>),
    Settings(Box<Settings>),
    /// A console begins in place of one that does not come back.
    Begin(Box<PlayerStart>),
    Quit,
}

/// Wakes the window from any thread.
#[derive(Clone)]
pub struct Waker(Arc<Mutex<EventLoopProxy<Wake>>>);

impl Waker {
    /// By the event loop's proxy.
    pub fn new(proxy: EventLoopProxy<Wake>) -> Waker {
        Waker(Arc::new(Mutex::new(proxy)))
    }

    pub fn wake(&self, wake: Wake) {
        // A window that is gone needs no waking.
        _ = lock(&self.0).send_event(wake);
    }
}
