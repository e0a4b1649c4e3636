//! Events that other threads send to the window.

use crate::lock;
use player::{PlayerStart, RunningCart};
use rasher::memory::ROM_SIZE;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use studio::Settings;
use winit::event_loop::EventLoopProxy;

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
    Quit,
}

#[derive(Clone)]
pub struct Waker(Arc<Mutex<EventLoopProxy<Wake>>>);

impl Waker {
    pub fn new(proxy: EventLoopProxy<Wake>) -> Waker {
        Waker(Arc::new(Mutex::new(proxy)))
    }

    pub fn wake(&self, wake: Wake) {
        // A window that is gone needs no waking.
        _ = lock(&self.0).send_event(wake);
    }
}
