//! The two documents: the cart, and the memory of the paused game.
//!
//! ```text
//! cart   saved to the files                  a byte that the game has set itself does not follow the cart's
//! now    the game's memory                   a change is an edit of this moment, and is not saved
//! ```

use super::Editors;
use super::context::{Context, NO_GAME};
use super::document::Document;
use super::types::{EditEffect, EditPlace, GameMoment};

impl Context {
    pub fn cart(&self) -> &Document {
        self.other.as_ref().filter(|_| self.is_live).unwrap_or(&self.doc)
    }

    pub fn cart_mut(&mut self) -> &mut Document {
        match &mut self.other {
            Some(cart) if self.is_live => cart,
            _ => &mut self.doc,
        }
    }

    /// The game was paused: its memory is a new document, unless it is the same.
    pub(super) fn set_game(&mut self, game: &GameMoment) {
        let was_now = std::mem::take(&mut self.is_live);
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
            self.toggle_live();
        }
    }

    pub(super) fn toggle_live(&mut self) -> bool {
        let Some(other) = &mut self.other else { return false };
        std::mem::swap(&mut self.doc, other);
        self.is_live = !self.is_live;
        true
    }

    pub(super) fn data_effect(&self) -> EditEffect {
        let data = Box::new(*self.doc.data());
        if self.is_live { EditEffect::Memory(data) } else { EditEffect::Data(data) }
    }

    pub(super) fn take_over(&mut self) -> usize {
        if self.is_live {
            self.toggle_live();
        }
        let Some(now) = self.other.as_ref().map(|now| Box::new(*now.data())) else { return 0 };
        let places: Vec<usize> = (0..now.len()).filter(|at| now[*at] != self.doc.get(*at)).collect();
        self.doc.take("copy from the game", &now[..], &places, self.frame);
        places.len()
    }
}

impl Editors {
    pub(super) fn toggle_live(&mut self) {
        if self.conflict.is_some() {
            return self.cx.refuse("answer the question about the conflict first");
        }
        let (editor, cx) = self.front();
        editor.finish(cx);
        editor.show(EditPlace::Everywhere, cx);
        if !cx.toggle_live() {
            return cx.refuse(NO_GAME);
        }
        cx.say(if cx.is_live {
            "editing the paused game's memory: not saved to the cart"
        } else {
            "editing the cart: Ctrl+S saves"
        });
        self.sent_version = self.cx.doc.version();
    }

    pub(super) fn take_over(&mut self) {
        if self.conflict.is_some() || self.cx.game.is_none() {
            return self.cx.refuse(NO_GAME);
        }
        let (editor, cx) = self.front();
        editor.finish(cx);
        let count = cx.take_over();
        cx.say(format!("copied {count} bytes from the game: Ctrl+Z undoes it"));
        // The cart's data go out even if another document was edited.
        self.sent_version = u64::MAX;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::PLAIN;
    use crate::test_user::User;
    use crate::{Data, EditInput, EditorKind};
    use rasher::PIXELS;
    use rasher::memory::ROM_SIZE;

    /// Cell 3, 4 of the map, which begins at pixel 24, 40.
    const CELL: usize = 0x2000 + 4 * 128 + 3;

    fn game(set: &[(usize, u8)]) -> Box<GameMoment> {
        let (rom, mut memory) = (Box::new([0; ROM_SIZE]), Box::new([0; ROM_SIZE]));
        set.iter().for_each(|(at, byte)| memory[*at] = *byte);
        let mut palette = PLAIN;
        palette[7] = 23;
        // A colour that nothing else has.
        let picture = Box::new([29; PIXELS]);
        Box::new(GameMoment { memory, rom, picture, camera: (64, 32), palette, keeps_palette: false })
    }

    fn user(set: &[(usize, u8)]) -> User {
        let mut user = User::at(EditorKind::Map);
        user.send(EditInput::Game(game(set)));
        user
    }

    fn memory(user: &User) -> Option<u8> {
        let memory = |effect: &EditEffect| match effect {
            EditEffect::Memory(data) => Some(data[CELL]),
            _ => None,
        };
        user.effects.iter().rev().find_map(memory)
    }

    /// Our decision: where there is room, the paused game is shown next to code and prompt, in its own colours, but
    /// never below a list.
    #[test]
    fn the_game_is_visible_next_to_code_and_prompt() {
        for (kind, (w, h), seen) in [
            (EditorKind::Code, (640, 360), true),
            (EditorKind::Code, (440, 250), true),
            (EditorKind::Code, (640, 200), false),
            (EditorKind::Code, (256, 192), false),
            (EditorKind::Prompt, (640, 360), true),
            (EditorKind::Prompt, (256, 192), false),
            (EditorKind::Map, (640, 360), false),
        ] {
            let mut user = user(&[]);
            user.send(EditInput::Size(w, h, 2));
            user.editors.open(kind);
            user.sources(&[("a.p8", "x=1")]);
            let count = |user: &User| user.editors.draw().pixels.iter().filter(|pixel| **pixel == 29).count();
            assert_eq!(count(&user), if seen { PIXELS } else { 0 }, "{kind:?} {w}x{h}");
            assert_eq!(count(user.does("F1")), 0, "{kind:?} {w}x{h}");
        }
    }

    #[test]
    fn scenario_12_what_the_game_has_set_is_marked_and_edited_apart() {
        let mut user = user(&[(CELL, 9)]);
        user.does("p@3,4").says("…set by the game…");
        assert_eq!(user.does("p#0,0").shown((31, 40)), 10, "a corner");
        user.does("@3,4");
        assert_eq!((user.data()[CELL], memory(&user)), (1, None), "the game's memory is left alone");
        user.does("Ctrl+n w @3,4");
        assert_eq!((user.data()[CELL], memory(&user)), (1, Some(2)), "an edit of this moment");
        user.does("Ctrl+s").says("this is the game's memory…");
        assert_eq!(memory(user.does("Ctrl+z")), Some(9));
    }

    #[test]
    fn what_the_game_has_set_is_taken_over_in_a_step() {
        let mut user = user(&[(CELL, 9), (0, 0x77)]);
        user.does("Ctrl+n Ctrl+Shift+N").says("copied 2 bytes from the game: Ctrl+Z undoes it");
        assert_eq!((user.data()[CELL], user.data()[0], user.steps()), (9, 0x77, (1, 0)));
        assert!(matches!(user.effects.last(), Some(EditEffect::Data(data)) if data[CELL] == 9));
        user.does("Ctrl+z");
        assert_eq!((user.data()[CELL], user.data()[0]), (0, 0));
    }

    #[test]
    fn another_moment_has_another_history() {
        let mut user = user(&[]);
        assert_eq!(memory(user.does("@3,4 Ctrl+n @3,4")), Some(1));
        user.send(EditInput::Game(game(&[(CELL, 1)])));
        assert_eq!(memory(user.does("Ctrl+z")), Some(0));
        user.send(EditInput::Game(game(&[(CELL, 5)])));
        user.does("Ctrl+z").says("nothing to undo");
        assert_eq!(user.does("Ctrl+n Ctrl+z").data()[CELL], 0, "the cart's step");
    }

    #[test]
    fn news_of_the_files_are_the_carts() {
        let mut user = user(&[]);
        user.does("Ctrl+n").files_hold([(CELL, 7)]);
        let data: Box<Data> = Box::new(user.data());
        assert_eq!(data[CELL], 7);
        user.does("Ctrl+n").send(EditInput::Saved(data, Ok("x.map".to_string())));
        assert!(!user.editors.document().is_changed());
    }

    /// 64, 32 in pixels is cell 8, 4: C shows it two cells from the corner.
    #[test]
    fn the_camera_is_a_frame_on_the_map() {
        let mut user = user(&[]);
        user.does("c p#0,0").says("the game's camera is at 64,32");
        assert_eq!([(16, 24), (17, 25), (143, 24)].map(|at| user.shown(at)), [10, 0, 10]);
    }

    #[test]
    fn colours_can_be_those_of_the_game() {
        let mut user = user(&[]);
        user.editors.open(EditorKind::Sprite);
        let shown = ["@0,0 p#0,0", "k", "k"].map(|script| user.does(script).shown((8, 21)));
        assert_eq!(shown, [7, 23, 7]);
        user.send(EditInput::Game(Box::new(GameMoment { keeps_palette: true, ..*game(&[]) })));
        assert_eq!(user.shown((8, 21)), 23, "0x5f2e asks for it");
    }
}
