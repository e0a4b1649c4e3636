//! From held arrows to what the hero is asked to do: one press is kept, a held arrow goes on.
//!
//! ```text
//! frame     0    1 .. 7   8         12        20        28
//! press     go ───────────┤         │         │         │
//! hold      (still held)            go        go        go       first after 12, then each 8
//! 2nd press       kept ── go: on the first frame that is free
//! ```
//!
//! A press while the hero is busy is kept until he is free; while one is kept, more are dropped, so that he never
//! walks on by himself. Of several held arrows the newest counts. Frames are our decision, tried by hand.

use crate::dir::Dir;
use rasher::Machine;
use serde::{Deserialize, Serialize};

/// Frames that an arrow is held before it goes on by itself.
pub const REPEAT: u8 = 12;

/// What the arrows ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// A key was pressed: do whatever there is to do in this direction.
    Press(Dir),
    /// A key is held: go on if there is nothing but floor. A held arrow opens, breaks and climbs nothing.
    Hold(Dir),
}

/// The arrows, as they were in the frame before, and the press that is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pad {
    /// Frames that each arrow has been held for.
    held: [u8; 4],
    /// The newest of the held arrows.
    newest: Option<Dir>,
    /// The press that waits.
    kept: Option<Dir>,
    /// Was any button pressed in this frame?
    pressed: bool,
}

impl Pad {
    /// Reads the buttons of player 0, once a frame. `free`: can the hero act now?
    pub fn read(&mut self, p8: &mut Machine, free: bool) -> Option<Ask> {
        let mut press = None;
        for dir in Dir::ALL {
            let frames = &mut self.held[dir.index()];
            *frames = if p8.btn(dir.index() as i32) { frames.saturating_add(1) } else { 0 };
            if *frames == 1 {
                press = press.or(Some(dir));
                self.newest = Some(dir);
            }
        }
        let held = |dir: &Dir| self.held[dir.index()] > 0;
        self.newest = self.newest.filter(held).or_else(|| Dir::ALL.into_iter().find(held));
        self.pressed = press.is_some() || p8.btnp(4) || p8.btnp(5);

        let first = if free { self.kept.take().or_else(|| press.take()) } else { None };
        self.kept = self.kept.or(press);
        let goes_on = || self.newest.filter(|dir| free && self.held[dir.index()] > REPEAT);
        first.map(Ask::Press).or_else(|| goes_on().map(Ask::Hold))
    }

    /// Was an arrow, O or X pressed in this frame?
    pub fn any_pressed(&self) -> bool {
        self.pressed
    }

    /// Forgets the press that waits.
    pub fn forget(&mut self) {
        self.kept = None;
    }
}
