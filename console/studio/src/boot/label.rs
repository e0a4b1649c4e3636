//! A cart's label in the sizes and palettes of the boot screen.
//!
//! ```text
//! picture 128x128, 32 colours ──┬─> its upper 72 rows, each pixel one pixel       the banner
//!                               ├─> 21x12: those rows, a sixth of each side       the box in the row
//!                               ├─> 30x30, 42x42: a quarter, a third of each side the box on the wall, and the selected one
//!                               └─> the 16 colours that those rows use most       the banner's palette
//! ```
//!
//! In a saved state it is text with a digit of base 32 for each pixel, as the label of a `.p8` file.

use crate::layer::shrunk;
use format::{Picture, read_png};
use rasher::palette::RGB;
use rasher::{Boot, Machine, PIXELS, SIDE};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

pub(super) const BANNER: usize = 72;
/// Size of a box in the row, and its scale.
pub(super) const SMALL: (usize, usize) = (21, 12);
const STEP: usize = BANNER / SMALL.1;
/// Side of a box on the wall, and of the selected one.
pub(super) const SIDES: [usize; 2] = [30, 42];

/// Clones share the pictures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Label(Arc<Faces>);

#[derive(Debug, PartialEq, Eq)]
struct Faces {
    picture: Box<[u8; PIXELS]>,
    small: Vec<u8>,
    wall: [Vec<u8>; 2],
    colors: [u8; 16],
}

impl Label {
    pub fn new(picture: Box<[u8; PIXELS]>) -> Label {
        // 126 columns are 21 times 6: one is left out on each side.
        let small = shrunk(&picture, (1, 0), SMALL, STEP);
        // 120 and 126 of 128: 4 and 1 are left out on each side.
        let wall = SIDES.map(|side| {
            let step = SIDE / side;
            let left = (SIDE - side * step) / 2;
            shrunk(&picture, (left, left), (side, side), step)
        });
        let colors = most_used(&[], picture[..BANNER * SIDE].iter());
        Label(Arc::new(Faces { picture, small, wall, colors }))
    }

    /// Of a PNG of 128x128 pixels in the console's colours; none of another file, which is called `name` in errors.
    pub fn from_png(bytes: &[u8], name: &str) -> Option<Label> {
        let Picture { width, height, indices } = read_png(bytes, name).ok()?;
        let indices = indices.into_boxed_slice().try_into().ok()?;
        ((width, height) == (SIDE, SIDE)).then(|| Label::new(indices))
    }

    pub fn plain(title: &str) -> Label {
        let mut p8 = Machine::new(Boot::default());
        p8.cls(1);
        for y in 0..24 {
            p8.line(0, y * 3, 127, y * 3, if y % 2 == 0 { 2 } else { 0 });
        }
        let title: String = title.to_lowercase().chars().take(14).collect();
        let title = format!("\x06w\x06t{title}");
        let width = p8.text_width(title.as_str());
        p8.rectfill(0, 22, 127, 48, 0);
        p8.rectfill(0, 24, 127, 46, 13);
        for (dx, color) in [(1, 0), (0, 7)] {
            p8.print_at(title.as_str(), 64 - width / 2 + dx, 30 + dx, color);
        }
        let mut picture = Box::new([0; PIXELS]);
        p8.picture(&mut picture);
        Label::new(picture)
    }

    pub(super) fn at(&self, x: usize, y: usize) -> u8 {
        self.0.picture[y * SIDE + x] & 31
    }

    pub(super) fn small(&self) -> &[u8] {
        &self.0.small
    }

    pub(super) fn wall(&self, large: bool) -> &[u8] {
        &self.0.wall[usize::from(large)]
    }

    pub(super) fn colors(&self) -> &[u8; 16] {
        &self.0.colors
    }
}

impl From<Label> for String {
    fn from(label: Label) -> String {
        const DIGITS: &[u8; 32] = b"0123456789abcdefghijklmnopqrstuv";
        // Fast, since a state with dozens of labels is digested while the shelf runs.
        let digits = label.0.picture.iter().map(|color| DIGITS[usize::from(color & 31)]).collect();
        String::from_utf8(digits).unwrap_or_default()
    }
}

impl TryFrom<String> for Label {
    type Error = String;

    fn try_from(text: String) -> Result<Label, String> {
        let colors: Option<Vec<u8>> = text.chars().map(|c| c.to_digit(32).map(|d| d as u8)).collect();
        let picture = colors.and_then(|colors| colors.into_boxed_slice().try_into().ok());
        picture.map(Label::new).ok_or_else(|| format!("expected {PIXELS} digits of base 32"))
    }
}

pub(super) fn most_used<'a>(fixed: &[u8], colors: impl Iterator<Item = &'a u8>) -> [u8; 16] {
    let mut uses = [0u32; 32];
    colors.for_each(|color| uses[usize::from(color & 31)] += 1);
    fixed.iter().for_each(|color| uses[usize::from(color & 31)] = 0);
    let mut order: Vec<u8> = (0..32).collect();
    order.sort_by_key(|color| std::cmp::Reverse(uses[usize::from(*color)]));
    let mut others = order.into_iter().filter(|color| !fixed.contains(color));
    std::array::from_fn(|at| match at as u8 {
        at if fixed.contains(&at) => at,
        _ => others.next().unwrap_or_default(),
    })
}

pub(super) fn nearest(palette: &[u8; 16]) -> [u8; 32] {
    std::array::from_fn(|color| {
        let far = |other: usize| -> i32 {
            // The eye sees green best and blue worst.
            let parts = RGB[color].into_iter().zip(RGB[other]).zip([3, 6, 2]);
            parts.map(|((a, b), weight)| (i32::from(a) - i32::from(b)).pow(2) * weight).sum()
        };
        (0..16u8).min_by_key(|at| far(usize::from(palette[usize::from(*at)] & 31))).unwrap_or_default()
    })
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShelfCart {
    pub name: String,
    pub title: String,
    pub about: String,
    /// Empty: none.
    pub best: String,
    /// Of the run of the day; empty: none.
    pub today: String,
    /// Empty: never.
    pub played: String,
    pub favourite: bool,
    /// The folder of its file; empty for a built-in cart.
    pub place: String,
    /// Why its file cannot be played; empty if it can, or was not read.
    pub wrong: String,
    pub face: Cover,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cover {
    Label(Label),
    /// No picture: its title.
    #[default]
    Plain,
    /// Its title, until its file is read.
    Unread,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ShelfMessage {
    Carts(Vec<ShelfCart>),
    Back,
    Read {
        name: String,
        title: String,
        about: String,
        wrong: String,
        label: Option<Label>,
    },
    /// The selected cart is to be edited.
    Edit,
}

impl ShelfMessage {
    pub fn to_bytes(&self) -> Box<[u8]> {
        // Numbers and strings can always be encoded.
        postcard::to_allocvec(self).unwrap_or_default().into()
    }

    pub fn from_bytes(bytes: &[u8]) -> Option<ShelfMessage> {
        postcard::from_bytes(bytes).ok()
    }
}

impl ShelfCart {
    pub(super) fn label(&self) -> Option<&Label> {
        match &self.face {
            Cover::Label(label) => Some(label),
            Cover::Plain | Cover::Unread => None,
        }
    }

    pub(super) fn key(&self) -> String {
        let file = self.name.rsplit(['/', '\\']).next().unwrap_or_default();
        format!("{} {file} {} {}", self.title, self.place, self.about).to_lowercase()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stripes(colors: usize) -> Label {
        Label::new(Box::new(std::array::from_fn(|i| (i / SIDE / 4 % colors) as u8)))
    }

    #[test]
    fn a_label_survives_its_text() {
        let label = stripes(32);
        let text = String::from(label.clone());
        assert!(text.len() == PIXELS && text.starts_with('0') && text.contains('v'), "digits of base 32");
        assert_eq!(Label::try_from(text.clone()), Ok(label));
        for wrong in [&text[1..], &text.replace('v', "w"), "", "é"] {
            assert!(Label::try_from(wrong.to_string()).is_err(), "{:?}", wrong.get(..8));
        }
    }

    #[test]
    fn palettes_have_the_most_used_colours_and_others_become_similar_ones() {
        let label = stripes(16);
        for y in 0..BANNER {
            let place = nearest(label.colors())[usize::from(label.at(5, y))];
            assert_eq!(label.colors()[usize::from(place)], label.at(5, y), "row {y} keeps its colour");
        }
        let uses: Vec<u8> = (0..32).flat_map(|c| std::iter::repeat_n(c, usize::from(c))).collect();
        let palette = most_used(&[0, 7], uses.iter());
        let mut rest: Vec<u8> = (1..16).filter(|at| *at != 7).map(|at| palette[at]).collect();
        rest.sort_unstable();
        assert_eq!((palette[0], palette[7], rest), (0, 7, (18..32).collect()), "fixed ones stay");
        let base: [u8; 16] = std::array::from_fn(|i| i as u8);
        let like = nearest(&base);
        assert_eq!(like[..16], base);
        // By eye: brownish black, dark orange, medium green, dark peach.
        assert_eq!([like[16], like[25], like[27], like[30]], [0, 9, 3, 14]);
    }
}
