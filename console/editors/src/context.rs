//! The state that all editors share: document, pointer, held keys, status line, effects.

use super::document::Document;
use super::pen::width;
use super::speaker::SoundPlayer;
use super::types::{Data, EditEffect, EditorKind, GameMoment};
use rasher::memory::SFX;
use studio::{Area, EditorKeys};

/// Ticks that a message stays; one that is too long for the line stays until it has scrolled.
const MESSAGE: u64 = 180;
const BLINK: u64 = 12;
/// Ticks that what another program has changed is lit, before it blinks.
pub(super) const LIT: u64 = 36;
const ANTS: u64 = 8;
/// Bytes of a sound.
const RECORD: u16 = 68;
/// Pixels of the window from which on a press is a drag.
const DRAG: i32 = 3;

pub(super) const BESIDE_SCREEN: i32 = 240;

pub(super) const NOW: &str = "now";

/// Ticks that a status line waits before it scrolls, and again at its end; ticks for a pixel.
pub(super) const WAITS: u64 = 60;
pub(super) const PIXEL: u64 = 2;

pub(super) const NO_GAME: &str = "no paused game behind the editors";
pub(super) const OUTSIDE: &str = "outside the selection: Esc deselects";

pub(super) const PLAIN: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// The name of a sound while it is typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Naming {
    pub sound: usize,
    pub text: String,
}

#[derive(Clone, Debug, Default)]
pub struct Context {
    pub doc: Document,
    pub frame: u64,
    /// Nothing may flash or move by itself.
    pub calm: bool,
    pub size: (i32, i32),
    /// Pixels of the window for each of the canvas.
    pub scale: i32,
    pub pointer: (i32, i32),
    /// The pointer was moved by keys or a gamepad, so it is drawn here.
    pub steered: bool,
    /// Buttons of the mouse that are down: 1 left, 2 right, 4 middle.
    pub buttons: u8,
    pub shift: bool,
    pub control: bool,
    pub space: bool,
    pub(super) keys: EditorKeys,
    pub sprite: usize,
    pub sound: usize,
    pub speaker: SoundPlayer,
    pub(super) naming: Option<Naming>,
    /// The editor to open after this input, and a line for the prompt.
    pub wanted: Option<EditorKind>,
    pub(super) typed: Option<String>,
    /// The word to look up on the page of tutorial and manual.
    pub(super) reads: Option<String>,
    pub seeks: bool,
    /// The addresses that blink, and since when.
    pub blinking: (Vec<u16>, u64),
    pub game: Option<Box<GameMoment>>,
    /// The document that is not being edited: the game's memory, or the cart while the memory is edited.
    pub(super) other: Option<Document>,
    pub is_live: bool,
    pub shown: [u8; 16],
    pub wrong: bool,
    pub effects: Vec<EditEffect>,
    message: Option<(String, bool, u64)>,
}

impl Context {
    pub fn new(doc: Document) -> Context {
        let (size, pointer) = ((128, 128), (-1, -1));
        Context { doc, size, scale: 4, pointer, sprite: 1, shown: PLAIN, ..Context::default() }
    }

    pub(super) fn type_at_prompt(&mut self, line: String) {
        (self.wanted, self.typed) = (Some(EditorKind::Prompt), Some(line));
    }

    pub fn say(&mut self, text: impl Into<String>) {
        self.message = Some((text.into(), false, self.frame));
    }

    pub fn refuse(&mut self, text: impl Into<String>) {
        self.message = Some((text.into(), true, self.frame));
    }

    pub fn message(&self) -> Option<(&str, bool)> {
        let (text, bad, since) = self.message.as_ref()?;
        let stays = MESSAGE.max(reading(width(text) - self.line_room()));
        (self.frame.saturating_sub(*since) < stays).then_some((text, *bad))
    }

    pub fn clear_status(&mut self) {
        self.message = None;
    }

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

    pub fn blink(&mut self, addrs: Vec<u16>) {
        self.blinking = (addrs, self.frame);
    }

    pub fn light(&mut self, addrs: Vec<u16>) {
        self.blinking = (addrs, self.frame + LIT);
    }

    /// Another program has changed the data: they are lit, and the first changed sound is played once.
    pub fn show_change(&mut self, before: &Data) {
        let now = self.doc.data();
        let changed: Vec<u16> =
            (0..).zip(before.iter().zip(now)).filter(|(_, (a, b))| a != b).map(|(at, _)| at).collect();
        let sound = changed.iter().find_map(|at| at.checked_sub(SFX));
        if let Some(sound) = sound.filter(|_| self.speaker.playing().is_none()) {
            self.speaker.sound(now, (sound / RECORD) as u8, 0, None);
        }
        self.say("reloaded changes from disk: Ctrl+Z undoes them");
        self.light(changed);
    }

    /// The ticks for blinking and movement: always 0 where nothing may flash.
    pub fn beat(&self) -> u64 {
        if self.calm { 0 } else { self.frame }
    }

    pub fn ants(&self) -> i32 {
        -((self.beat() / ANTS) as i32)
    }

    pub fn is_lit(&self) -> bool {
        self.is_flashing(self.blinking.1) && !self.blinking.0.is_empty()
    }

    /// Is a change of that tick shown now? It blinks, or is steady where nothing may flash.
    pub fn is_flashing(&self, from: u64) -> bool {
        let since = self.frame.saturating_sub(from);
        since < BLINK && (self.calm || since % 4 < 2)
    }

    pub fn is_drag(&self, from: (i32, i32)) -> bool {
        let far = (self.pointer.0 - from.0).abs().max((self.pointer.1 - from.1).abs());
        // Neighbours on the canvas may be neighbours in the window: a hand that trembles drags nothing.
        (far - 1) * self.scale + 1 >= DRAG
    }

    pub fn is_over(&self, area: Area) -> bool {
        area.holds(self.pointer.0, self.pointer.1)
    }

    pub fn hover<H>(&self, mut areas: impl Iterator<Item = (Area, H)>) -> Option<H> {
        areas.find(|(area, _)| self.is_over(*area)).map(|(_, hover)| hover)
    }

    pub fn commit(&mut self) -> bool {
        self.doc.commit(self.frame, None)
    }
}

/// Ticks until a line has scrolled to its end that is so many pixels too long.
pub(super) fn reading(over: i32) -> u64 {
    2 * WAITS + PIXEL * u64::try_from(over).unwrap_or(0)
}
