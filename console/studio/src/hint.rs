//! Which keys these are: a line for some seconds, where the picture has least to tell, and what the menu and the shelf say of it.
//!
//! ```text
//!  ┌───────────────────────┐        ┌──────────────────────────────┐
//!  │ 🅾️ z  ❎ x  enter menu │        │ enter watch the last turns    │
//!  └───────────────────────┘        └──────────────────────────────┘
//!    a cart has begun                 its run is over
//! ```
//!
//! A cart shows buttons as glyphs, since only the console knows what presses them: keys as the settings have them, with the letters
//! of the person's own keyboard, or a pad's buttons. When a line is shown, and for how long, is the player's to say. Where it is, the first
//! picture under it with more than one colour says, and there it stays: the band with the fewest changes of colour from pixel to pixel, which letters and counters
//! are full of; of equals the one that is nearest to an edge, above before below.

use crate::layer::{Area, Layer};
use rasher::{PIXELS, SIDE};

/// Letters of a key's name that there is room for.
const LETTERS: usize = 6;

/// What presses O, X and pause, each in a few letters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ButtonHints {
    /// What presses O.
    pub o: String,
    /// What presses X.
    pub x: String,
    /// What opens the pause menu.
    pub pause: String,
}

impl ButtonHints {
    /// Of three names; what is too long is cut.
    pub fn new(names: [String; 3]) -> ButtonHints {
        let [o, x, pause] = names.map(|name| name.chars().take(LETTERS).collect());
        ButtonHints { o, x, pause }
    }

    /// The line when a cart begins.
    pub fn start(&self) -> Hint {
        Hint::new(vec![
            ("🅾️".into(), self.o.clone()),
            ("❎".into(), self.x.clone()),
            (self.pause.clone(), "menu".into()),
        ])
    }

    /// The line when a run is over.
    pub fn end(&self) -> Hint {
        Hint { over: true, ..Hint::new(vec![(self.pause.clone(), "watch the last turns".into())]) }
    }
}

/// A line of buttons and what they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    words: Vec<(String, String)>,
    /// Is it of a run that is over?
    pub over: bool,
    /// Its first line, once it has a place.
    top: Option<i32>,
}

/// Lines that it takes.
const TALL: i32 = 11;

impl Hint {
    fn new(words: Vec<(String, String)>) -> Hint {
        Hint { words, over: false, top: None }
    }

    /// Draws it over a cart's picture, which says where it stands if nothing has said that before.
    pub fn draw(&mut self, layer: &mut Layer, picture: &[u8; PIXELS]) {
        layer.clear(false);
        let p8 = layer.canvas();
        // A blank between the two of a pair, two between pairs.
        let widths = self.words.iter().map(|(button, what)| p8.text_width(button) + p8.text_width(what) + 3);
        let widths: Vec<i32> = widths.collect();
        let width = (widths.iter().sum::<i32>() + 6 * (widths.len() as i32 - 1) + 8).min(128);
        let left = (128 - width) / 2;
        let top = self.top.unwrap_or_else(|| quiet(picture, left, width));
        // Of one colour is what has not begun yet.
        if picture.iter().any(|color| *color != picture[0]) {
            self.top = Some(top);
        }
        let area = Area { x: left, y: top, w: width, h: TALL };
        layer.window(area, 5);
        let p8 = layer.canvas();
        let mut x = area.x + 4;
        for ((button, what), width) in self.words.iter().zip(widths) {
            let right = p8.print_at(button, x, area.y + 3, 12);
            p8.print_at(what, right + 2, area.y + 3, 6);
            x += width + 6;
        }
    }
}

/// The first line of the band with least in it.
fn quiet(picture: &[u8; PIXELS], left: i32, width: i32) -> i32 {
    let (left, right) = (left as usize, (left + width) as usize);
    let changes: Vec<usize> = picture
        .chunks(SIDE)
        .map(|row| row[left..right].windows(2).filter(|pair| pair[0] != pair[1]).count())
        .collect();
    let last = SIDE as i32 - TALL - 1;
    let tops = (1..=last / 2).flat_map(|by| [by, last + 1 - by]);
    let sum = |top: &i32| changes[*top as usize..(top + TALL) as usize].iter().sum::<usize>();
    // The first of equals.
    tops.min_by_key(sum).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_stands_where_nothing_is_written() {
        let top = |busy: &[(usize, usize)]| {
            let mut picture = Box::new([0; PIXELS]);
            picture[64 * SIDE] = 1;
            for y in busy.iter().flat_map(|(from, to)| *from..*to) {
                (0..SIDE).for_each(|x| picture[y * SIDE + x] = (x % 2) as u8);
            }
            let mut hint = ButtonHints::new(["z", "x", "enter"].map(String::from)).end();
            hint.draw(&mut Layer::new(), &[0; PIXELS]);
            assert_eq!(hint.top, None, "a picture of one colour is none yet");
            hint.draw(&mut Layer::new(), &picture);
            let first = hint.top.expect("it has a place");
            hint.draw(&mut Layer::new(), &[0; PIXELS]);
            assert_eq!(hint.top, Some(first), "there it stays");
            first
        };
        assert_eq!(top(&[]), 1);
        // A counter above: below. Words there, too: under the counter.
        assert_eq!(top(&[(0, 7)]), 116);
        assert_eq!(top(&[(0, 7), (120, 128)]), 7);
        assert_eq!(top(&[(0, 40), (52, 128)]), 40);
        assert_eq!(top(&[(0, 128)]), 1, "where all is full, above");
    }
}
