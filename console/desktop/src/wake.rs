//! Events that other threads send to the window.

use crate::lock;
use player::{PlayerStart, RunningCart};
use rasher::memory::ROM_SIZE;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use studio::Settings;
use winit::event_loop::EventLoopProxy;

/// The exit code that shells give to a program that Ctrl+C has ended.
const INTERRUPTED: i32 = 130;

#[derive(Debug)]
pub enum Wake {
    Picture,
    Cart(RunningCart),
    Title(String),
    /// The data come from this folder now.
    Folder(PathBuf),
    Saved(Box<[u8; ROM_SIZE]>),
    Settings(Box<Settings>),
    Begin(Box<PlayerStart>),
    /// The system or the terminal asks the window to close.
    Close,
    Quit,
}

#[derive(Clone)]
pub struct Waker(Arc<Mutex<EventLoopProxy<Wake>>>);

impl Waker {
    pub fn new(proxy: EventLoopProxy<Wake>) -> Waker {
        Waker(Arc::new(Mutex::new(proxy)))
    }

    /// Ctrl+C in the terminal, and SIGTERM, close the window as its button does: the run, a recording and settings are written. At
    /// the second one the program ends at once.
    pub fn close_on_signals(&self) {
        let (waker, asked) = (self.clone(), AtomicBool::new(false));
        let close = move || match asked.swap(true, Ordering::Relaxed) {
            false => waker.wake(Wake::Close),
            true => std::process::exit(INTERRUPTED),
        };
        // Only a window has a handler, and a program has one window.
        _ = ctrlc::set_handler(close);
    }

    pub fn wake(&self, wake: Wake) {
        // A window that is gone needs no waking.
        _ = lock(&self.0).send_event(wake);
    }
}
