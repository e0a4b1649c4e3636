//! From held buttons to what the hero is asked to do: one press is kept, a held arrow goes on.
//!
//! ```text
//! frame     0    1 .. 7   8         12        20        28
//! press     go ───────────┤         │         │         │
//! hold      (still held)            go        go        go       first after 12, then each 8
//! 2nd press       kept ── go: on the first frame that is free
//!
//! O down ── arrow: shove, as often as one likes ── O up
//! O down ── up within 20 frames: wait a turn       later: nothing, he only looked at the wedges
//! ```
//!
//! A press while the hero is busy is kept until he is free; while one is kept, more are dropped, so that he never
//! acts on by himself. Of several held arrows the newest counts. Frames are our decision, tried by hand.

use crate::dir::Dir;
use rasher::Machine;
use serde::{Deserialize, Serialize};

/// Frames that an arrow is held before it goes on by itself.
pub const REPEAT: i32 = 12;
/// Frames within which O is up again for a tap.
pub const TAP: i32 = 20;
/// Frames that O or X is held before what is shown hurries.
pub const HURRY: i32 = 4;
/// Button O and button X.
const O: usize = 4;
const X: usize = 5;

/// What the buttons ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ask {
    /// An arrow was pressed: do whatever there is to do in this direction.
    Press(Dir),
    /// An arrow is held: go on if there is nothing but floor. A held arrow opens, breaks and climbs nothing.
    Hold(Dir),
    /// An arrow was pressed while O is held.
    Shove(Dir),
    /// O was tapped.
    Wait,
    /// X was pressed.
    Bag,
}

/// The buttons, as they were in the frame before, and the press that is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pad {
    /// Frames that each button has been held for.
    held: [i32; 6],
    /// The newest of the held arrows.
    newest: Option<Dir>,
    /// The press that waits.
    kept: Option<Ask>,
    /// O has been put to use since it went down: letting it go means nothing.
    used: bool,
}

impl Pad {
    /// Reads the buttons of player 0, once a frame.
    pub fn read(&mut self, p8: &mut Machine) {
        let before = self.held;
        for (button, frames) in (0..).zip(&mut self.held) {
            *frames = if p8.btn(button) { frames.saturating_add(1) } else { 0 };
        }
        let pressed = |button: usize| self.held[button] == 1;
        let arrow = Dir::ALL.into_iter().find(|dir| pressed(*dir as usize));
        let held = |dir: &Dir| self.held[*dir as usize] > 0;
        self.newest = arrow.or(self.newest.filter(held)).or_else(|| Dir::ALL.into_iter().find(held));
        self.used &= !pressed(O);
        let tapped = self.held[O] == 0 && (1..TAP).contains(&before[O]) && !self.used;
        self.used |= self.is_shoving() && arrow.is_some();
        let ask = match arrow {
            Some(dir) if self.is_shoving() => Some(Ask::Shove(dir)),
            Some(dir) => Some(Ask::Press(dir)),
            _ if pressed(X) => Some(Ask::Bag),
            _ => tapped.then_some(Ask::Wait),
        };
        self.kept = self.kept.or(ask);
    }

    /// What is to be done now: the hero is free.
    pub fn take(&mut self) -> Option<Ask> {
        let kept = self.kept.take();
        let walks = |dir: &Dir| self.held[*dir as usize] > REPEAT && !self.is_shoving();
        kept.or(self.newest.filter(walks).map(Ask::Hold))
    }

    /// Did the button go down in this frame?
    pub fn pressed(&self, button: usize) -> bool {
        self.held[button] == 1
    }

    /// Is O down?
    pub fn is_shoving(&self) -> bool {
        self.held[O] > 0
    }

    /// Is O or X held, a little longer than the shortest tap: then what is shown hurries.
    pub fn hurries(&self) -> bool {
        self.held[O].max(self.held[X]) > HURRY
    }

    /// Forgets the press that waits, and that O is down.
    pub fn forget(&mut self) {
        self.kept = None;
        self.used = true;
    }
}
