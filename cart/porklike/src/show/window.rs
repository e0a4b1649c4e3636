//! Windows: a frame with rows of text, that opens, lives its time, and snaps shut.
//!
//! ```text
//!   ┌──────────────┐  frame 6, inside 0, one more line of black around it
//!   │              │  padding 4
//!   │  > rolling pin   row 0: seven pixels a row; the cursor's row is white, its pointer sways
//!   │    ---       │
//!   │ ──────────── │  a rule above row 2, four pixels
//!   │    turnip    │
//!   └───────────(X)┘  the button of a dialog bounces on the lower edge
//!
//! opening: 6 frames, the height grows       shut: each frame h * 3 / 4, until less than 2
//! ```
//!
//! A window knows nothing of what its rows mean: whoever opened it reads the cursor. A message has frames to live, a
//! dialog has a button and is told to close. What is written in it may set its own colours by the console's control
//! codes. It never moves by itself; [`clear_of`] finds a place where it does not cover the hero.

use super::picture;
use crate::paint::print_outlined;
use alloc::string::String;
use alloc::vec::Vec;
use rasher::{Machine, Num};
use serde::{Deserialize, Serialize};

/// Pixels from one row of text to the next.
pub const PITCH: i32 = 7;
/// Frames in which a window opens.
const OPENING: i32 = 6;
/// Columns that the pointer takes.
const POINTER: i32 = 8;

/// A rectangle with rows of text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Window {
    /// Left edge of the frame.
    pub x: i32,
    /// Upper edge.
    pub y: i32,
    /// Width of the frame.
    pub w: i32,
    /// Height of the frame when it is open.
    pub h: i32,
    /// The rows.
    pub rows: Vec<String>,
    /// The row that the pointer is at, when there is one.
    pub cursor: Option<i32>,
    /// Row above which a rule is drawn; none for 0.
    pub rule: i32,
    /// Is there a button to press?
    pub button: bool,
    /// Frames after which it closes by itself; never for 0.
    pub life: i32,
    /// Frames since it opened.
    age: i32,
    /// Height that is left, once it closes.
    shut: Option<i32>,
}

impl Window {
    /// A window around the text, ` / ` between its rows, with its left upper corner at (x, y). `w` 0: as wide as the
    /// longest row asks.
    pub fn new(p8: &Machine, x: i32, y: i32, w: i32, text: &str) -> Window {
        let rows: Vec<String> = text.split(" / ").map(String::from).collect();
        let widest = rows.iter().map(|row| p8.text_width(row.as_str())).max().unwrap_or(0);
        // The last column of a letter is its gap.
        Window {
            x,
            y,
            w: if w > 0 { w } else { widest + 9 },
            h: rows.len() as i32 * PITCH + 6,
            rows,
            ..Window::default()
        }
    }

    /// Has it begun to close?
    pub fn is_shut(&self) -> bool {
        self.shut.is_some()
    }

    /// Begins to close.
    pub fn close(&mut self) {
        self.shut = self.shut.or(Some(self.height()));
    }

    /// One frame on; false when nothing of it is left.
    pub fn tick(&mut self) -> bool {
        self.age = self.age.saturating_add(1);
        if self.life > 0 && self.age >= self.life {
            self.close();
        }
        self.shut = self.shut.map(|h| h * 3 / 4);
        self.shut.is_none_or(|h| h >= 2)
    }

    /// Moves the cursor by rows, from the last on to the first.
    pub fn move_cursor(&mut self, by: i32) {
        self.cursor = self.cursor.map(|row| (row + by).rem_euclid(self.rows.len().max(1) as i32));
    }

    /// The height that is seen now.
    fn height(&self) -> i32 {
        self.shut.unwrap_or(self.h * self.age.min(OPENING) / OPENING)
    }

    /// Left column and upper line of a row's text.
    pub fn row_at(&self, row: i32) -> (i32, i32) {
        let indent = self.cursor.map_or(0, |_| POINTER);
        let below = if self.rule > 0 && row >= self.rule { 4 } else { 0 };
        (self.x + 4 + indent, self.y + 4 + row * PITCH + below)
    }

    /// Draws it; `clock` moves pointer and button.
    pub fn draw(&self, p8: &mut Machine, clock: i32) {
        let h = self.height();
        frame(p8, self.x, self.y, self.w, h, 6);
        p8.clip(self.x + 1, self.y + 1, self.w - 2, h - 2);
        for (i, text) in self.rows.iter().enumerate() {
            let (x, y) = self.row_at(i as i32);
            let here = self.cursor == Some(i as i32);
            p8.print_at(text.as_str(), x, y, if here { 7 } else { 6 });
            if here {
                p8.spr(picture::POINTER, x - 9 + sway(clock, 1), y - 1);
            }
        }
        if self.rule > 0 {
            let y = self.row_at(self.rule).1 - 4;
            p8.line(self.x + 4, y, self.x + self.w - 5, y, 5);
        }
        p8.clip_reset();
        if self.button && !self.is_shut() && self.age > OPENING {
            print_outlined(p8, "❎", self.x + self.w - 8, self.y + self.h - 5 + sway(clock, 2), 7);
        }
    }
}

/// A sine of so many pixels, a turn a second.
pub fn sway(clock: i32, pixels: i32) -> i32 {
    ((Num::int(clock % 60) / Num::int(60)).sin() * Num::int(pixels) + Num::HALF).flr()
}

/// Frame, inside and the black line around both.
pub fn frame(p8: &mut Machine, x: i32, y: i32, w: i32, h: i32, color: i32) {
    p8.rectfill(x - 1, y - 1, x + w, y + h, 0);
    p8.rect(x, y, x + w - 1, y + h - 1, color);
}

/// The upper edge, nearest to `y`, at which `h` lines leave the hero's tile at line `hero` free, two lines apart.
pub fn clear_of(hero: i32, y: i32, h: i32) -> i32 {
    let (above, below) = (hero - 2 - h, hero + 10);
    match y {
        _ if y + h + 2 <= hero || y >= below => y,
        _ if above >= 1 && (y - above <= below - y || below + h > 126) => above,
        _ => below,
    }
}
