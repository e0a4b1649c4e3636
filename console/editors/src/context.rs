//! What all editors share: the document, the pointer, what is held, what is said, what goes out.

use super::document::Document;
use super::game::GameMoment;
use super::input::EditInput;
use super::pen::{Pen, width};
use super::speaker::Speaker;
use super::types::{CommandRow, EditEffect, EditPlace, EditorKind, Pointing, Side};
use studio::Area;
use studio::EditorKeys;

/// How long something stays said, in ticks; what is too long for the line stays until all of it was seen.
const SAID: u64 = 180;
const BLINK: u64 = 12;
/// For how long ants stand still, in ticks.
const ANTS: u64 = 8;
/// How long places are lit before they blink, in ticks.
const LIT: u64 = 36;
/// A drag begins so many pixels of the window, at the least, from where the button went down.
const DRAG: i32 = 3;

/// From which height on there is room for the game's screen beside something.
pub(super) const BESIDE_SCREEN: i32 = 240;

/// Said while the game's memory is edited.
pub(super) const NOW: &str = "now";

/// Ticks for which a line of the status stands before it passes by, and again at its end; ticks for a pixel.
pub(super) const STANDS: u64 = 60;
pub(super) const PIXEL: u64 = 2;

/// Said where nothing can be painted.
pub(super) const OUTSIDE: &str = "outside of the selection: Esc lets it go";

pub(super) const PLAIN: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

#[derive(Clone, Debug)]
pub struct Context {
    pub doc: Document,
    pub frame: u64,
    /// Is nothing to flash or to move by itself?
    pub calm: bool,
    /// Columns and rows of the canvas.
    pub size: (i32, i32),
    /// Pixels of the window for each of the canvas.
    pub scale: i32,
    pub pointer: (i32, i32),
    /// Was it moved by a gamepad? Then nobody else draws it.
    pub steered: bool,
    /// Buttons of the mouse that are down: 1 left, 2 right, 4 middle.
    pub buttons: u8,
    pub shift: bool,
    pub control: bool,
    pub space: bool,
    pub(super) keys: EditorKeys,
    pub sprite: usize,
    pub sound: usize,
    pub speaker: Speaker,
    pub wanted: Option<EditorKind>,
    pub(super) typed: Option<String>,
    /// Is the map to show where the sprite is used?
    pub seeks: bool,
    /// The addresses that blink, and since when.
    pub blinking: (Vec<u16>, u64),
    /// The game behind the editors.
    pub game: Option<Box<GameMoment>>,
    /// The document that is not edited: the game's memory, or the cart while that is.
    pub(super) other: Option<Document>,
    pub is_live: bool,
    /// What each colour is shown as, 0 to 31.
    pub shown: [u8; 16],
    /// Is a file of the data gone, or none that can be read?
    pub wrong: bool,
    pub effects: Vec<EditEffect>,
    said: Option<(String, bool, u64)>,
}

impl Context {
    pub fn new(doc: Document) -> Context {
        Context {
            doc,
            frame: 0,
            calm: false,
            size: (128, 128),
            scale: 4,
            pointer: (-1, -1),
            steered: false,
            buttons: 0,
            shift: false,
            control: false,
            space: false,
            keys: EditorKeys::new(),
            sprite: 1,
            sound: 0,
            speaker: Speaker::default(),
            wanted: None,
            typed: None,
            seeks: false,
            blinking: (Vec::new(), 0),
            game: None,
            other: None,
            is_live: false,
            shown: PLAIN,
            wrong: false,
            effects: Vec::new(),
            said: None,
        }
    }

    /// Opens the prompt with a line that Enter does, once its person has made of it what he wants.
    pub(super) fn type_at_prompt(&mut self, line: String) {
        (self.wanted, self.typed) = (Some(EditorKind::Prompt), Some(line));
    }

    /// Says something for some seconds, on the status line.
    pub fn say(&mut self, text: impl Into<String>) {
        self.said = Some((text.into(), false, self.frame));
    }

    /// Says why something is not done.
    pub fn refuse(&mut self, text: impl Into<String>) {
        self.said = Some((text.into(), true, self.frame));
    }

    /// What is said now, and whether it is bad news.
    pub fn said(&self) -> Option<(&str, bool)> {
        let (text, bad, since) = self.said.as_ref()?;
        let stays = SAID.max(reading(width(text) - self.line_room()));
        (self.frame.saturating_sub(*since) < stays).then_some((text, *bad))
    }

    /// Pixels that a line of the status has.
    pub(super) fn line_room(&self) -> i32 {
        self.size.0 - 3 - if self.is_live { width(NOW) + 6 } else { 3 }
    }

    pub(super) fn hold(&mut self, name: &str, down: bool) {
        match name {
            "ShiftLeft" | "ShiftRight" => self.shift = down,
            "ControlLeft" | "ControlRight" => self.control = down,
            "Space" => self.space = down,
            _ => {}
        }
    }

    /// Nothing is said any more.
    pub fn clear_status(&mut self) {
        self.said = None;
    }

    pub fn blink(&mut self, addrs: Vec<u16>) {
        self.blinking = (addrs, self.frame);
    }

    /// These addresses are lit for a while, and blink at its end.
    pub fn light(&mut self, addrs: Vec<u16>) {
        self.blinking = (addrs, self.frame + LIT);
    }

    /// The ticks of what blinks, in its first half: that stays where nothing is to flash.
    pub fn beat(&self) -> u64 {
        if self.calm { 0 } else { self.frame }
    }

    pub fn ants(&self) -> i32 {
        -((self.beat() / ANTS) as i32)
    }

    pub fn is_lit(&self) -> bool {
        let since = self.frame.saturating_sub(self.blinking.1);
        since < BLINK && (self.calm || since % 4 < 2) && !self.blinking.0.is_empty()
    }

    /// Is a pointer that went down there dragged by now?
    pub fn is_drag(&self, from: (i32, i32)) -> bool {
        let far = (self.pointer.0 - from.0).abs().max((self.pointer.1 - from.1).abs());
        // Neighbours on the canvas may be neighbours in the window: a hand that trembles drags nothing.
        (far - 1) * self.scale + 1 >= DRAG
    }

    /// What plays goes on by a tick.
    pub fn play(&mut self) {
        self.speaker.tick(self.doc.data(), &mut self.effects);
    }

    pub fn commit(&mut self) -> bool {
        self.doc.commit(self.frame, None)
    }
}

/// Ticks until all of a line has been seen that is so many pixels too long.
pub(super) fn reading(over: i32) -> u64 {
    2 * STANDS + PIXEL * u64::try_from(over).unwrap_or(0)
}

/// One editor: state of its own, and how it is told and drawn.
pub(super) trait Editor {
    /// What its documents' changes belong to.
    fn side(&self) -> Side;
    fn rows(&self) -> Vec<CommandRow>;
    /// Does the command of that row.
    fn run(&mut self, row: usize, cx: &mut Context);
    /// Hears what is no command.
    fn input(&mut self, input: &EditInput, cx: &mut Context);
    /// Comes to the front: what others have chosen counts here too.
    fn enter(&mut self, _desk: &mut Context) {}
    /// Ends what is under way, as it stands.
    fn finish(&mut self, cx: &mut Context);
    /// What the command of that row does with the pointer; none of any other.
    fn pointing(&self, _row: usize) -> Option<Pointing> {
        None
    }
    /// Where on the canvas the pointer is after so many steps.
    fn aim(&mut self, _by: (i32, i32), cx: &Context) -> (i32, i32) {
        cx.pointer
    }
    /// Gives up what is under way, or the selection; false if there is nothing.
    fn cancel(&mut self, cx: &mut Context) -> bool;
    /// Brings a place into view.
    fn show(&mut self, place: EditPlace, cx: &mut Context);
    /// A step of the document was taken back or done again: what was moved lies elsewhere now.
    fn after_undo(&mut self) {}
    /// Takes a step of a history of its own back, or does it again; false if its changes are the document's.
    fn walk(&mut self, _back: bool, _desk: &mut Context) -> bool {
        false
    }
    /// How many steps can be undone, and redone.
    fn steps(&self, cx: &Context) -> (usize, usize) {
        cx.doc.steps(self.side())
    }
    /// What stands under the pointer, and what its buttons would do.
    fn status(&self, cx: &Context) -> String;
    /// Draws all between bar and status line.
    fn draw(&self, pen: &mut Pen<'_>, cx: &Context);
    /// Where the game is shown as it stands, if there is room for it.
    fn screen(&self, _: &Context) -> Option<(i32, i32)> {
        None
    }
    /// Where the cart's own colours are: they are shown as [`Context::shown`] says, or as these.
    fn colored(&self, _: &Context) -> Vec<(Area, [u8; 16])> {
        Vec::new()
    }
}
