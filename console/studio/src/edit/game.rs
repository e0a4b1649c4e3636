//! The game that stands still behind the editors: its memory, its camera, its colours.
//!
//! ```text
//! cart   the document: what the files are to hold         a byte that the game has set itself does not follow the cart's
//! now    the game's memory, a document of its own          each change of it is an edit of this moment, and no file knows of it
//! ```
//!
//! [`Game`] comes in when the editors are opened. It is a picture of one moment; the editors run nothing.

use super::Editors;
use super::change::Place;
use super::desk::Desk;
use super::document::Document;
use super::input::{Data, EditEffect};
use rasher::PIXELS;

/// A game that stands still.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its memory from 0 on.
    pub memory: Box<Data>,
    /// The cart's data as it was given them.
    pub rom: Box<Data>,
    /// What it shows: of each pixel the colour, 0 to 31.
    pub picture: Box<[u8; PIXELS]>,
    /// Where its camera stands, in pixels.
    pub camera: (i32, i32),
    /// What each colour is shown as, 0 to 31.
    pub palette: [u8; 16],
    /// Does it want these kept while it does not run? By bit 0 of 0x5f2e, as on PICO-8.
    pub keeps_palette: bool,
}

impl Game {
    /// Has the game set the byte there itself?
    pub(super) fn has_set(&self, addr: usize) -> bool {
        self.memory.get(addr) != self.rom.get(addr)
    }
}

impl Desk {
    /// The document that the files are to hold, whichever is edited.
    pub fn cart(&self) -> &Document {
        self.other.as_ref().filter(|_| self.is_now).unwrap_or(&self.doc)
    }

    /// The document that the files are to hold, to be told of them.
    pub fn cart_mut(&mut self) -> &mut Document {
        match &mut self.other {
            Some(cart) if self.is_now => cart,
            _ => &mut self.doc,
        }
    }

    /// A game stands still. Its memory is a new document, unless nothing has changed in it.
    pub(super) fn behold(&mut self, game: &Game) {
        let was_now = std::mem::take(&mut self.is_now);
        if was_now && let Some(cart) = &mut self.other {
            std::mem::swap(&mut self.doc, cart);
        }
        if self.other.as_ref().is_none_or(|now| *now.data() != *game.memory) {
            self.other = Some(Document::new(game.memory.clone()));
        }
        if game.keeps_palette {
            self.shown = game.palette;
        }
        self.game = Some(Box::new(game.clone()));
        if was_now {
            self.turn_now();
        }
    }

    /// From the cart to the game as it stands, or back; false if there is no game.
    pub(super) fn turn_now(&mut self) -> bool {
        let Some(other) = &mut self.other else { return false };
        std::mem::swap(&mut self.doc, other);
        self.is_now = !self.is_now;
        true
    }

    /// What is to be done about a document that has changed.
    pub(super) fn told(&self) -> EditEffect {
        let data = Box::new(*self.doc.data());
        if self.is_now { EditEffect::Memory(data) } else { EditEffect::Data(data) }
    }

    /// What differs in the game becomes a step of the cart's history; how many bytes.
    pub(super) fn take_over(&mut self) -> usize {
        if self.is_now {
            self.turn_now();
        }
        let Some(now) = self.other.as_ref().map(|now| Box::new(*now.data())) else { return 0 };
        let places: Vec<usize> = (0..now.len()).filter(|at| now[*at] != self.doc.get(*at)).collect();
        self.doc.take("taken from the game", &now, &places, self.frame);
        places.len()
    }
}

impl Editors {
    pub(super) fn turn_now(&mut self) {
        if self.conflict.is_some() {
            return self.desk.refuse("first decide whose change counts");
        }
        let (editor, desk) = self.front();
        editor.settle(desk);
        editor.show(Place::Everywhere, desk);
        if !desk.turn_now() {
            return desk.refuse("no game stands still behind the editors");
        }
        desk.say(if desk.is_now {
            "the game as it stands: what you change is an edit of this moment"
        } else {
            "the cart: what you change is saved with Ctrl+S"
        });
        self.told = self.desk.doc.version();
    }

    pub(super) fn take_over(&mut self) {
        if self.conflict.is_some() || self.desk.game.is_none() {
            return self.desk.refuse("no game stands still behind the editors");
        }
        let (editor, desk) = self.front();
        editor.settle(desk);
        let count = desk.take_over();
        desk.say(format!("{count} bytes taken from the game: Ctrl+Z gives them back"));
        // The document may be another one: the cart's data go out in any case.
        self.told = u64::MAX;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::hand::Hand;
    use crate::edit::{EditInput, EditorKind, Side};
    use rasher::memory::ROM_SIZE;

    const CELL: usize = 0x2000 + 4 * 128 + 3;

    fn game(set: &[(usize, u8)]) -> Game {
        let (rom, mut memory) = (Box::new([0; ROM_SIZE]), Box::new([0; ROM_SIZE]));
        set.iter().for_each(|(at, byte)| memory[*at] = *byte);
        let mut palette = super::super::desk::PLAIN;
        palette[7] = 23;
        let picture = Box::new([8; PIXELS]);
        Game { memory, rom, picture, camera: (64, 32), palette, keeps_palette: false }
    }

    /// Our decision: beside code and prompt the game is seen as it stands, where there is room, with its own colours; below no list.
    #[test]
    fn the_game_is_seen_beside_code_and_prompt() {
        for (kind, size, seen) in [
            (EditorKind::Code, (640, 360), true),
            (EditorKind::Code, (440, 250), true),
            (EditorKind::Code, (640, 200), false),
            (EditorKind::Code, (256, 192), false),
            (EditorKind::Prompt, (640, 360), true),
            (EditorKind::Prompt, (256, 192), false),
            (EditorKind::Map, (640, 360), false),
        ] {
            let mut hand = hand(&[]);
            hand.tell(EditInput::Size(size.0, size.1, 2));
            hand.editors.open(kind);
            // A colour that nothing else has.
            let picture = Box::new([29; PIXELS]);
            hand.tell(EditInput::Game(Box::new(Game { picture, ..game(&[]) })));
            let count = |hand: &Hand| hand.editors.draw().pixels.iter().filter(|pixel| **pixel == 29).count();
            hand.tell(EditInput::Sources(vec![crate::edit::SourceFile {
                name: "a.p8".into(),
                text: b"x=1".to_vec(),
            }]));
            assert_eq!(count(&hand), if seen { PIXELS } else { 0 }, "{kind:?} {size:?}");
            hand.key("F1");
            assert_eq!(count(&hand), 0, "{kind:?} {size:?}");
        }
    }

    fn hand(set: &[(usize, u8)]) -> Hand {
        let mut hand = Hand::new();
        hand.editors.open(EditorKind::Map);
        hand.tell(EditInput::Game(Box::new(game(set))));
        hand
    }

    fn memory(hand: &Hand) -> Option<&Data> {
        hand.effects.iter().rev().find_map(|effect| match effect {
            EditEffect::Memory(data) => Some(&**data),
            _ => None,
        })
    }

    /// The pixels of cell 3,4, which begins at 24, 40.
    fn cell(hand: &Hand) -> Vec<u8> {
        let canvas = hand.editors.draw();
        (0..64).map(|n| canvas.pixels[((40 + n / 8) * canvas.width + 24 + n % 8) as usize]).collect()
    }

    /// Scenario 12 of the editors' page.
    #[test]
    fn scenario_12_what_the_game_has_set_is_marked_and_edited_apart() {
        let mut hand = hand(&[(CELL, 9)]);
        hand.point((28, 44));
        assert!(hand.editors.status().contains("the game has set it"), "{}", hand.editors.status());
        hand.point((0, 0));
        assert!(cell(&hand)[7] == 10, "a corner");
        hand.click((28, 44));
        assert_eq!(hand.data()[CELL], 1, "the cart's cell");
        assert!(memory(&hand).is_none(), "the game's memory is left alone");
        hand.key("Ctrl+n");
        hand.key("w");
        hand.click((28, 44));
        assert_eq!(memory(&hand).map(|data| data[CELL]), Some(2), "an edit of this moment");
        assert_eq!(hand.data()[CELL], 1, "and the cart keeps its own");
        hand.key("Ctrl+s");
        assert!(hand.editors.status().starts_with("this is the game's memory"));
        hand.key("Ctrl+z");
        assert_eq!(memory(&hand).map(|data| data[CELL]), Some(9));
    }

    #[test]
    fn what_the_game_has_set_is_taken_over_in_a_step() {
        let mut hand = hand(&[(CELL, 9), (0, 0x77)]);
        hand.key("Ctrl+n");
        hand.key("Ctrl+Shift+N");
        assert_eq!((hand.data()[CELL], hand.data()[0]), (9, 0x77));
        assert_eq!(hand.editors.status(), "2 bytes taken from the game: Ctrl+Z gives them back");
        let told = hand.effects.iter().rev().find_map(|effect| match effect {
            EditEffect::Data(data) => Some(data[CELL]),
            _ => None,
        });
        assert_eq!((told, hand.editors.document().steps(Side::Picture)), (Some(9), (1, 0)));
        hand.key("Ctrl+z");
        assert_eq!((hand.data()[CELL], hand.data()[0]), (0, 0));
    }

    /// The same moment again keeps what can be undone; another one begins anew, and the cart's steps stay.
    #[test]
    fn another_moment_has_another_history() {
        let mut hand = hand(&[]);
        hand.click((28, 44));
        hand.key("Ctrl+n");
        hand.click((28, 44));
        assert_eq!(memory(&hand).map(|data| data.iter().filter(|byte| **byte != 0).count()), Some(1));
        let after = game(&[(CELL, 1)]);
        hand.tell(EditInput::Game(Box::new(after)));
        hand.key("Ctrl+z");
        assert_eq!(memory(&hand).map(|data| data[CELL]), Some(0), "{}", hand.editors.status());
        hand.tell(EditInput::Game(Box::new(game(&[(CELL, 5)]))));
        hand.key("Ctrl+z");
        assert_eq!(hand.editors.status(), "nothing to undo");
        hand.key("Ctrl+n");
        hand.key("Ctrl+z");
        assert_eq!(hand.data()[CELL], 0, "the cart's step");
    }

    /// A file that changes outside brings the cart to the front: the question is about it.
    #[test]
    fn news_of_the_files_are_the_carts() {
        let mut hand = hand(&[]);
        hand.key("Ctrl+n");
        let mut data = Box::new([0; ROM_SIZE]);
        data[CELL] = 7;
        hand.tell(EditInput::Outside(data.clone()));
        assert_eq!(hand.data()[CELL], 7);
        hand.key("Ctrl+n");
        hand.tell(EditInput::Saved(data, Ok("x.map".to_string())));
        assert!(!hand.editors.document().is_changed());
    }

    /// 64, 32 in pixels is cell 8, 4: C shows it two cells from the corner.
    #[test]
    fn the_camera_is_a_frame_on_the_map() {
        let mut hand = hand(&[]);
        hand.key("c");
        hand.point((0, 0));
        let canvas = hand.editors.draw();
        let at = |x: i32, y: i32| canvas.pixels[(y * canvas.width + x) as usize];
        assert_eq!((at(16, 24), at(17, 25), at(16 + 127, 24)), (10, 0, 10));
        assert_eq!(hand.editors.status(), "the game's camera stands at 64,32");
    }

    #[test]
    fn colours_can_be_those_of_the_game() {
        let mut hand = hand(&[]);
        hand.editors.open(EditorKind::Sprite);
        hand.click((8, 21));
        hand.point((0, 0));
        let pixel = |hand: &Hand| hand.editors.draw().pixels[21 * 256 + 8];
        assert_eq!(pixel(&hand), 7);
        hand.key("k");
        assert_eq!(pixel(&hand), 23);
        hand.key("k");
        assert_eq!(pixel(&hand), 7);
        hand.tell(EditInput::Game(Box::new(Game { keeps_palette: true, ..game(&[]) })));
        assert_eq!(pixel(&hand), 23, "0x5f2e asks for it");
    }
}
