//! Shows the events of an action, one after the other: what is seen runs behind the rules and catches up.
//!
//! ```text
//! action ──rules──> [Bump, Hurt, Beat, Step, Step ..]   each frame: those that need not wait are shown
//!                    │     └ contact: 4 frames later        Beat waits until all stand still
//!                    └ motion begins
//! ```
//!
//! What each event sounds like, shakes and stops stands in `data/events.txt`, what is said of it under its name in
//! `data/texts.txt`: a message, or a word over a head if it has a colour. There `#` is a number, `@` a thing, `$` what it does.
//!
//! An event holds the creature that it is about, as it is from then on: that one is put into the shown world, and slides
//! if it has walked. When all have been shown the shown world is made anew: so nothing that an event might forget to
//! tell stays wrong.

use super::draw::{icon, picture};
use super::speck::Speck;
use crate::anim::{FLASH, ease};
use crate::data::{self, EVENTS, Part, page};
use crate::play::MESSAGE;
use crate::rules::{Event, What};
use crate::show::window::{Menu, Window};
use crate::{Game, Mode};
use alloc::format;
use alloc::string::ToString;
use kit::{Cell, Dir};
use num::num;
use rasher::{Machine, Num};

/// Frames for which crumbs fly.
const CRUMB: i32 = 12;

impl Game {
    /// Is nothing left that would hold the player up?
    pub(crate) fn is_at_rest(&self) -> bool {
        self.queue.is_empty() && self.stop == 0 && self.is_still()
    }

    /// Do all creatures stand still?
    fn is_still(&self) -> bool {
        self.actors.values().all(|actor| actor.left == 0)
    }

    /// One frame on.
    pub(crate) fn tick(&mut self, p8: &mut Machine) {
        self.shake = ease(self.shake, 0, 10);
        self.windows.retain_mut(Window::tick);
        self.slide();
        for actor in self.actors.values_mut() {
            actor.flash = actor.flash.saturating_sub(1);
        }
        // What flies goes on while all else stands still, so that the number that killed is read in the frozen picture.
        self.specks.retain_mut(Speck::tick);
        if self.stop > 0 {
            self.stop -= 1;
            return;
        }
        for actor in self.actors.values_mut() {
            actor.left = actor.left.saturating_sub(1);
        }
        self.wait = self.wait.saturating_sub(1);
        while let Some(event) = self.queue.first()
            && self.wait + self.stop == 0
            && (event.what != What::Beat || self.is_still())
        {
            let event = self.queue.remove(0);
            self.show(p8, event);
        }
        if self.is_at_rest() && self.world.floor == self.shown.floor {
            self.shown = self.world.clone();
        }
    }

    /// Hit points and picture keep clear of the hero: he is in the other half, and right of the bag. The logo goes when the
    /// climb begins.
    fn slide(&mut self) {
        let hero = self.shown.hero();
        self.hp = ease(self.hp, if hero.y < 8 { -31 } else { 4 }, 5);
        let bag = self.windows.iter().any(|window| window.menu == Menu::Bag);
        self.camera = ease(self.camera, i32::from(bag) * (hero.x * 8 - 106).min(0), 5);
        self.logo = ease(self.logo, if self.mode == Mode::Title { 14 } else { -30 }, 10);
    }

    /// Shows an event.
    fn show(&mut self, p8: &mut Machine, Event { what, mob, at, n }: Event) {
        let is_hero = mob.id == 0;
        let [sound, color, stop, shake, crumbs, wait] = EVENTS[2 * what as usize + usize::from(is_hero)];
        if sound > 0 {
            p8.sfx(sound);
        }
        self.shake = self.shake.max(Num::int(shake));
        self.stop = stop as u32;
        self.wait = wait as u32;
        let says = page(&format!("{what:?}"))
            .replace('#', &n.to_string())
            .replace('@', &self.world.name(n as u8))
            .replace('$', self.world.hint(n as u8));
        if color > 0 {
            self.word(mob.at, &says, color);
        } else if !says.is_empty() {
            self.note(says, MESSAGE);
        }
        if crumbs > 0 {
            for i in 0..8 {
                let turn = Num::int(i) / Num::int(8);
                let crumb = self.speck(".", crumbs, at, CRUMB);
                crumb.dx = turn.cos();
                crumb.dy = turn.sin();
            }
        }

        if what == What::Spawn {
            self.shown.mobs.push(mob.clone());
        }
        let Some(known) = self.shown.mobs.iter_mut().find(|known| known.id == mob.id) else { return };
        let way = (at.x - known.at.x, at.y - known.at.y);
        *known = mob.clone();
        let actor = self.actors.entry(mob.id).or_default();
        match what {
            What::Hurt | What::Ambush => actor.flash = FLASH,
            What::Step | What::Bump | What::Slide => actor.go(way, what == What::Bump),
            What::Die if !is_hero => {
                self.shown.mobs.retain(|known| known.id != mob.id);
                self.actors.remove(&mob.id);
                // They blink for so many frames.
                self.speck("", picture(&mob), at, 24);
            }
            What::Open | What::Shut | What::Break | What::Unlock | What::Push | What::Scorch => {
                self.shown.grid.set(at, n as u8)
            }
            What::Puff => self.shown.smoke.set(at, n as u8),
            What::Throw => {
                // Three frames a tile.
                let frames = mob.at.dist(at) * 3;
                let thing = self.speck("", icon(&self.world, n as u8), mob.at, frames);
                thing.dx = Num::int(way.0 * 8) / Num::int(frames);
                thing.dy = Num::int(way.1 * 8) / Num::int(frames);
                self.wait = frames as u32;
            }
            What::Read => {
                self.note(page(&format!("tablet{}", self.shown.floor)), -2);
            }
            _ => {}
        }
        self.shown.look();
    }

    /// A word rises over a creature, and those that are near go on for it; it sinks from who stands below the hero, or he would hide
    /// it, and from who stands so high that it would leave the screen.
    fn word(&mut self, at: Cell, text: &str, color: i32) {
        let way = if at.y > self.shown.hero().y || at.y < 2 { 1 } else { -1 };
        for other in &mut self.specks {
            // Few words are wider than three tiles. Neither crumbs nor pictures go on, as those of the dying: no colour has the number of a
            // picture. Fifteen pixels in all are a tile and a line of letters.
            if other.left > CRUMB && other.look < 16 && (other.x - Num::int(at.x * 8)).abs() < Num::int(24) {
                other.dy += num!(1.5) * other.dy.sgn();
                // Or those of a quick player would be far from whom they tell of.
                other.left -= CRUMB;
            }
        }
        // It stands for so many frames.
        let word = self.speck(text, color, at, 50);
        word.y += Num::int(1 + way * 8);
        // Seven pixels in all.
        word.dy = num!(0.7) * Num::int(way);
    }

    /// Marks the way of what is about to be thrown, to where it lands. Whom it would hit flashes, eight frames on and eight
    /// off, with the damage over his head.
    pub(crate) fn mark_aim(&mut self) {
        let path = self.world.aim(self.thing(), Dir::ALL[self.aim]);
        for (i, at) in (1..).zip(&path) {
            self.mark(if i == path.len() { "+" } else { "■" }, 7, *at, 2);
            if let Some(who) = self.world.seen_at(*at) {
                let hit = data::item(self.thing(), Part::Hit);
                if hit > 0 {
                    self.mark(&format!("-{}", self.world.blow(who, hit)), 7, *at, -8);
                }
                self.actors.entry(self.world.mobs[who].id).or_default().flash = self.clock as u32 & 8;
            }
        }
    }

    /// A mark for this frame, some pixels below the upper edge of a tile.
    pub(crate) fn mark(&mut self, text: &str, color: i32, at: Cell, below: i32) {
        self.speck(text, color, at, 2).y += Num::int(below);
    }

    /// Something small appears for a while.
    pub(crate) fn speck(&mut self, text: &str, look: i32, at: Cell, left: i32) -> &mut Speck {
        self.specks.push_mut(Speck {
            text: text.into(),
            look,
            x: Num::int(at.x * 8),
            y: Num::int(at.y * 8),
            left,
            ..Speck::default()
        })
    }
}
