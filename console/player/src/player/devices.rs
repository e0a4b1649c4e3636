//! The state of window, mouse, pads, keyboard and sound device.

use super::menu::{EdgeRest, NOWHERE};
use crate::pad::Seats;
use std::collections::BTreeMap;
use studio::Key;

#[derive(Debug)]
pub(super) struct Devices {
    pub seats: Seats,
    pub letters: BTreeMap<Key, char>,
    pub by_pad: bool,
    /// The window in pixels.
    pub size: (u32, u32),
    /// Position, [`NOWHERE`] at first, and whether the left button is down.
    pub mouse: (i16, i16, bool),
    pub edge: EdgeRest,
    pub wheel_parts: i32,
    pub focus: Focus,
    /// Milliseconds from the machine to the ear. None while no device plays.
    pub latency: Option<u32>,
}

impl Devices {
    pub fn new(letters: Vec<(Key, char)>) -> Devices {
        Devices {
            seats: Seats::default(),
            letters: letters.into_iter().collect(),
            by_pad: false,
            size: (512, 512),
            mouse: (NOWHERE, NOWHERE, false),
            edge: EdgeRest::default(),
            wheel_parts: 0,
            focus: Focus::Elsewhere,
            latency: None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Focus {
    Here,
    Elsewhere,
    /// Elsewhere, and the game waits for it.
    Awaited,
}
