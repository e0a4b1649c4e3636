//! Hints that name the keys, for some seconds at the quietest place of the picture.
//!
//! ```text
//!  ┌───────────────────────┐        ┌──────────────────────────────┐
//!  │ 🅾️ z  ❎ x  enter menu │        │ enter instant replay          │
//!  └───────────────────────┘        └──────────────────────────────┘
//!    a cart has begun                 its run is over
//! ```
//!
//! A cart shows buttons as glyphs, since only the console knows the user's keys, keyboard layout or pad. The player decides when a
//! hint is shown. Its place is the band with the fewest changes between dark and bright, which text is full of; of equals the one
//! with the fewest changes of colour, and then the one nearest to an edge, above before below. It stays there unless for a third of
//! a second text is written under it, which may be another page of the cart.

use crate::layer::{Area, Layer, fit};
use rasher::palette::RGB;
use rasher::{PIXELS, SIDE};

const LETTERS: usize = 6;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ButtonHints {
    pub o: String,
    pub x: String,
    pub pause: String,
}

impl ButtonHints {
    pub fn new(names: [String; 3]) -> ButtonHints {
        // A cut name has no room for an ellipsis.
        let [o, x, pause] = names.map(|name| fit(&name.chars().take(LETTERS).collect::<String>(), LETTERS));
        ButtonHints { o, x, pause }
    }

    pub fn start(&self) -> Hint {
        Hint::new(vec![
            ("🅾️".into(), self.o.clone()),
            ("❎".into(), self.x.clone()),
            (self.pause.clone(), "menu".into()),
        ])
    }

    pub fn end(&self) -> Hint {
        Hint { over: true, ..Hint::new(vec![(self.pause.clone(), "instant replay".into())]) }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    words: Vec<(String, String)>,
    pub over: bool,
    /// Its first line, and the strong changes that were under it.
    place: Option<(i32, usize)>,
    /// Pictures in a row with far more changes.
    worse: u32,
}

const TALL: i32 = 11;

/// So many more strong changes are text: two letters have about 40, a moving thing has 10 or less.
const WRITTEN: usize = 24;

/// Pictures in a row before it moves: a fade takes 12.
const SETTLED: u32 = 20;

impl Hint {
    fn new(words: Vec<(String, String)>) -> Hint {
        Hint { words, over: false, place: None, worse: 0 }
    }

    pub fn draw(&mut self, layer: &mut Layer, picture: &[u8; PIXELS]) {
        layer.clear(false);
        let p8 = layer.canvas();
        // Three pixels between key and text, `gap` between pairs.
        let widths = self.words.iter().map(|(button, what)| p8.text_width(button) + p8.text_width(what) + 3);
        let widths: Vec<i32> = widths.collect();
        let all = |gap: i32| widths.iter().sum::<i32>() + gap * (widths.len() as i32 - 1) + 8;
        // Three of the longest names are closer together.
        let gap = if all(6) > 128 { 3 } else { 6 };
        let width = all(gap).min(128);
        let left = (128 - width) / 2;
        let bands = Bands::of(picture, left, width);
        if let Some((top, strong)) = self.place {
            self.worse = if bands.strong(top) > strong + WRITTEN { self.worse + 1 } else { 0 };
        }
        let (top, strong) = self.place.filter(|_| self.worse < SETTLED).unwrap_or_else(|| bands.quiet());
        // A picture of one colour has not begun yet.
        if picture.iter().any(|color| *color != picture[0]) {
            self.place = Some((top, strong));
        }
        let area = Area { x: left, y: top, w: width, h: TALL };
        layer.window(area, 5);
        let p8 = layer.canvas();
        let mut x = area.x + 4;
        for ((button, what), width) in self.words.iter().zip(widths) {
            let right = p8.print_at(button, x, area.y + 3, 12);
            p8.print_at(what, right + 2, area.y + 3, 6);
            x += width + gap;
        }
    }
}

/// The changes in each line of a picture, between two columns.
struct Bands {
    /// Changes between dark and bright, and changes of colour.
    lines: Vec<(usize, usize)>,
}

impl Bands {
    fn of(picture: &[u8; PIXELS], left: i32, width: i32) -> Bands {
        let (left, right) = (left as usize, (left + width) as usize);
        // Luminance, 0 to 255.
        let light = RGB.map(|[r, g, b]| (2 * i32::from(r) + 5 * i32::from(g) + i32::from(b)) / 8);
        let of = |color: u8| light[usize::from(color & 31)];
        let count = |row: &[u8]| {
            let changes = row[left..right].windows(2).filter(|pair| pair[0] != pair[1]);
            // A quarter of the way from black to white: rock and its shadow differ by less, letters and their
            // background by more.
            let strong = changes.clone().filter(|pair| (of(pair[0]) - of(pair[1])).abs() > 64);
            (strong.count(), changes.count())
        };
        Bands { lines: picture.chunks(SIDE).map(count).collect() }
    }

    fn under(&self, top: i32) -> &[(usize, usize)] {
        &self.lines[top as usize..(top + TALL) as usize]
    }

    fn strong(&self, top: i32) -> usize {
        self.under(top).iter().map(|(strong, _)| strong).sum()
    }

    fn quiet(&self) -> (i32, usize) {
        let last = SIDE as i32 - TALL - 1;
        let tops = (1..=last / 2).flat_map(|by| [by, last + 1 - by]);
        let all = |top: i32| self.under(top).iter().map(|(_, all)| all).sum::<usize>();
        let top = tops.min_by_key(|top| (self.strong(*top), all(*top))).unwrap_or(1);
        (top, self.strong(top))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(lines: &[(usize, usize)], colors: [u8; 2]) -> Box<[u8; PIXELS]> {
        let mut picture = Box::new([0; PIXELS]);
        picture[64 * SIDE] = 1;
        for y in lines.iter().flat_map(|(from, to)| *from..*to) {
            (0..SIDE).for_each(|x| picture[y * SIDE + x] = colors[x % 2]);
        }
        picture
    }

    fn hint() -> Hint {
        ButtonHints::new(["z", "x", "enter"].map(String::from)).end()
    }

    fn drawn(hint: &mut Hint, picture: &[u8; PIXELS]) -> Option<i32> {
        hint.draw(&mut Layer::new(), picture);
        hint.place.map(|(top, _)| top)
    }

    #[test]
    fn a_hint_is_where_nothing_is_written_and_stays_there() {
        // Below if there is a counter at the top; under the counter if there is text below, too; above if everything is
        // full.
        let cases: [(&[(usize, usize)], i32); 5] = [
            (&[], 1),
            (&[(0, 7)], 116),
            (&[(0, 7), (120, 128)], 7),
            (&[(0, 40), (52, 128)], 40),
            (&[(0, 128)], 1),
        ];
        for (busy, top) in cases {
            let mut hint = hint();
            assert_eq!(drawn(&mut hint, &[0; PIXELS]), None, "a picture of one colour has not started");
            assert_eq!(drawn(&mut hint, &written(busy, [0, 7])), Some(top));
            assert_eq!(drawn(&mut hint, &[0; PIXELS]), Some(top), "it stays there");
        }
        // Dark blue on black has changes everywhere, words in the middle of a black window few.
        let mut picture = written(&[(0, 84), (112, 128)], [0, 1]);
        (50..70).for_each(|x| (106..111).for_each(|y| picture[y * SIDE + x] = [0, 6][x % 2]));
        assert_eq!(drawn(&mut hint(), &picture), Some(95), "between rock and words");
        (84..106).for_each(|y| picture[y * SIDE..][..SIDE].fill(7));
        (84..106).for_each(|y| (30..90).for_each(|x| picture[y * SIDE + x] = [0, 7][x % 2]));
        assert_eq!(drawn(&mut hint(), &picture), Some(111), "on the rock, not on the words");
    }

    #[test]
    fn a_hint_leaves_what_is_written_under_it_for_a_while() {
        let (mut hint, empty, counter) = (hint(), written(&[], [0, 7]), written(&[(3, 16)], [0, 7]));
        for round in 0..2 {
            drawn(&mut hint, &empty);
            for n in 1..SETTLED {
                assert_eq!(drawn(&mut hint, &counter), Some(1), "{round}, after {n} pictures: it may pass");
            }
        }
        assert_eq!(drawn(&mut hint, &counter), Some(116));
    }
}
