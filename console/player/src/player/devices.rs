//! What the player knows of the window and of what is connected: its size, mouse, pads, letters on the keys, focus, sound.

use super::menu_mouse::{EdgeRest, NOWHERE};
use crate::pad::Seats;
use std::collections::BTreeMap;
use studio::Key;

#[derive(Debug)]
pub(super) struct Devices {
    pub seats: Seats,
    /// The letters on the keys, as far as the window system tells them or they were typed.
    pub letters: BTreeMap<Key, char>,
    /// Was the last press a pad's?
    pub by_pad: bool,
    /// The window in pixels.
    pub size: (u32, u32),
    /// Where the mouse is, [`NOWHERE`] until it came, and whether its left button is down.
    pub mouse: (i16, i16, bool),
    pub edge: EdgeRest,
    /// Parts of a step of the wheel, of menu and editors.
    pub wheel_parts: i32,
    pub focus: Focus,
    /// Milliseconds from the machine to the ear; none while no device plays.
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

/// Where the keyboard is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Focus {
    Here,
    Elsewhere,
    /// Elsewhere, and the game waits for it.
    Awaited,
}
