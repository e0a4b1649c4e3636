//! Messages, effects and sounds of events: the log, the rising words, the sounds.
//!
//! ```text
//!   tell  gets every event  ── a line in the log, 20 letters wide ── say
//!                           ── a word that rises from a cell ── float
//!                           ── a sound
//! ```

use crate::Game;
use crate::bus::Event;
use crate::data::{DRUM, ITEMS};
use crate::store::{Entity, Floater};
use alloc::format;
use alloc::string::String;
use kit::{Cell, Dir};
use serde::{Deserialize, Serialize};

pub const WIDE: usize = 20;
pub const LINES: usize = 4;

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    pub text: String,
    pub color: u8,
    /// The turn in which it was said.
    pub turn: i32,
}

pub(crate) const SFX_STEP: i32 = 8;
pub(crate) const SFX_HIT: i32 = 9;
pub(crate) const SFX_MISS: i32 = 10;
pub(crate) const SFX_HURT: i32 = 11;
pub(crate) const SFX_DIE: i32 = 12;
pub(crate) const SFX_DOOR: i32 = 13;
pub(crate) const SFX_TAKE: i32 = 14;
pub(crate) const SFX_DRUM: i32 = 15;
pub(crate) const SFX_NOTICE: i32 = 16;
pub(crate) const SFX_STAIRS: i32 = 17;
pub(crate) const SFX_USE: i32 = 18;
pub(crate) const SFX_MENU: i32 = 19;

impl Game {
    /// Puts words into the log, broken into lines.
    pub(crate) fn say(&mut self, words: &str, color: u8) {
        let mut fits = false;
        for word in words.split(' ') {
            match self.log.last_mut() {
                Some(line) if fits && line.text.len() + word.len() < WIDE => {
                    line.text = format!("{} {word}", line.text);
                }
                _ => self.log.push(Line { text: word.into(), color, turn: self.turn }),
            }
            fits = true;
        }
        let old = self.log.len().saturating_sub(LINES);
        self.log.drain(..old);
    }

    /// An answer to a button that changes nothing: pressing it again does not fill the log with it. One line.
    pub(crate) fn remark(&mut self, words: &str, color: u8) {
        self.log.retain(|line| line.text != words);
        self.say(words, color);
    }

    /// A word above a creature's head, or below its feet if another one is above. Older words move away.
    fn float(&mut self, it: Entity, text: String, color: u8) {
        let (at, old) = (self.at(it), self.world.all::<(&Floater, &Cell)>());
        for floater in &old {
            if self.at(*floater) == at
                && let Some(floater) = self.world.get_mut::<Floater>(*floater)
            {
                floater.3 += if floater.3 < 0 { -7 } else { 7 };
            }
        }
        if old.len() > 20 {
            self.world.despawn(old[0]);
        }
        // One that rises below the feet stays there: 20 rows lower, of which it rises six.
        let up = if self.who(at.step(Dir::Up)).is_some() { -20 } else { 0 };
        self.world.spawn((at, Floater(text, color, 0, up)));
    }

    pub(crate) fn tell(&mut self, event: Event) {
        self.alarm |= matches!(event, Event::Hit { .. } | Event::Missed { .. } | Event::Noticed { .. });
        match event {
            Event::Bump { .. } => {}
            Event::Opened { .. } => self.sound = SFX_DOOR,
            Event::Hit { by, on, damage, unaware } => {
                let hurt = on == self.hero;
                self.float(on, format!("{damage}"), if hurt { 8 } else { 7 });
                self.sound = if hurt { SFX_HURT } else { SFX_HIT };
                if hurt && by > 0 {
                    self.say(&format!("the {} hits: -{damage}.", self.name(by)), 8);
                } else if hurt {
                    self.sound = 0;
                } else if unaware {
                    self.say(&format!("you ambush the {}!", self.name(on)), 10);
                } else {
                    self.say(&format!("you hit the {}.", self.name(on)), 7);
                }
            }
            Event::Missed { by, on } => {
                self.sound = SFX_MISS;
                if on == self.hero {
                    self.say(&format!("the {} misses.", self.name(by)), 6);
                } else {
                    self.say(&format!("you miss the {}.", self.name(on)), 6);
                }
            }
            Event::Died { who, .. } => {
                self.sound = SFX_DIE;
                if who == self.hero {
                    self.say("you die.", 8);
                } else {
                    self.say(&format!("the {} dies.", self.name(who)), 11);
                }
            }
            Event::Noticed { who } => {
                self.sound = SFX_NOTICE;
                self.float(who, "!".into(), 10);
            }
            Event::Took { item } => {
                let (name, _, _, does) = ITEMS[item as usize];
                self.sound = if item == DRUM { SFX_DRUM } else { SFX_TAKE };
                self.say(&format!("{name}: {does}"), 11);
            }
        }
    }
}
