//! Shows the events of an action, one by one: the picture lags behind the rules and catches up.
//!
//! ```text
//! action ──rules──> [Bump, Hurt, Beat, Step, Step ..]   each frame: those that need not wait are shown
//!                    │     └ contact: 4 frames later        Beat waits until nothing moves  
//!                    └ motion begins
//! ```
//!
//! Each event's sound, shake and freeze are in `data/events.txt`, its text is under its name in
//! `data/texts.txt`: a message, or a word over a head if it has a colour. There `#` is a number, `@` a thing, `$` what it does.
//!
//! An event contains its creature with the state after it: that one is put into the shown world, and slides
//! if it has walked. After the last event the shown world is replaced, so that a mistake in the
//! events does not last.

use super::draw::icon;
use super::speck::Speck;
use crate::Game;
use crate::anim::ease;
use crate::data::{EVENTS, page};
use crate::rules::{Event, What};
use crate::show::window::{Menu, Window};
use alloc::format;
use alloc::string::ToString;
use core::mem::replace;
use kit::Cell;
use num::num;
use rasher::{Machine, Num};

impl Game {
    /// Is nothing left for the player to wait for?
    pub(crate) fn is_at_rest(&self) -> bool {
        self.queue.is_empty() && self.stop == 0 && self.is_still()
    }

    /// Is no creature moving?
    fn is_still(&self) -> bool {
        self.actors.values().all(|actor| actor.left == 0)
    }

    /// One frame on.
    pub(crate) fn tick(&mut self, p8: &mut Machine) {
        self.shake = ease(self.shake, 0, 10);
        for at in 0..self.windows.len() {
            self.windows[at].text = self.text(at);
        }
        self.windows.retain_mut(Window::tick);
        // Hit points and picture keep clear of the hero: he is in the other half, and right of the bag. The logo goes after four
        // seconds.
        let bag = self.windows.iter().any(|window| window.menu == Menu::Bag);
        self.hp = ease(self.hp, if bag || self.shown.hero().y < 8 { 111 } else { 4 }, 5);
        self.logo = ease(self.logo, if self.world.floor == 0 && self.clock < 240 { 20 } else { -30 }, 10);
        for actor in self.actors.values_mut() {
            actor.flash = actor.flash.saturating_sub(1);
            actor.left = actor.left.saturating_sub((self.stop == 0).into());
        }
        // Flying words move on while the rest is frozen, so that the last damage can be read.
        self.specks.retain_mut(Speck::tick);
        if self.stop > 0 {
            self.stop -= 1;
            return;
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

    fn show(&mut self, p8: &mut Machine, Event { what, mob, at, n }: Event) {
        let is_hero = mob.id == 0;
        let [sound, color, stop, shake, wait, flash, moves, tile] =
            EVENTS[2 * what as usize + usize::from(is_hero)];
        // Once for all cells of a cloud.
        if sound > 0 && self.queue.first().is_none_or(|next| next.what != what) {
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
            // A word rises over a creature, seven pixels in all; those that are near make room for it.
            self.speck(&says, color, mob.at, 50).dy = num!(-0.7);
            for word in &mut self.specks {
                // Few words are wider than three tiles.
                if (word.x - Num::int(mob.at.x * 8)).abs() < Num::int(24) {
                    word.y -= Num::int(7);
                }
            }
        } else if !says.is_empty() {
            // Two seconds. The name of a floor has 240 frames, the keys 600, and after a press no more than 40 are left.
            self.note(says, 120);
        }
        let mut from = at;
        match self.shown.mobs.iter_mut().find(|known| known.id == mob.id) {
            Some(known) => from = replace(known, mob.clone()).at,
            None => self.shown.mobs.push(mob.clone()),
        }
        let way = (at.x - from.x, at.y - from.y);
        let actor = self.actors.entry(mob.id).or_default();
        actor.flash = actor.flash.max(flash as u32);
        if moves > 0 {
            actor.go(way, moves > 1);
        }
        if tile > 0 {
            self.shown.grid.set(at, n as u8);
        }
        match what {
            What::Die if !is_hero => {
                self.shown.mobs.retain(|known| known.id != mob.id);
                // They blink for so many frames.
                self.speck("", 0, at, 24).mob = Some(mob);
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
                self.shut();
                self.open(Menu::Tablet, -2);
            }
            _ => {}
        }
        self.shown.look();
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
