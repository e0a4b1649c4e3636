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
use crate::Game;
use crate::anim::{FLASH, ease};
use crate::data::{EVENTS, line, page};
use crate::play::MESSAGE;
use crate::rules::{Event, What};
use crate::show::window::Menu;
use alloc::format;
use kit::Cell;
use rasher::{Machine, Num};

/// Frames in which a thrown thing crosses a tile.
const FLIGHT: i32 = 3;
/// Frames for which the dying blink, crumbs fly, words rise.
const DYING: i32 = 24;
const CRUMB: i32 = 12;
const WORD: i32 = 50;
/// What a word goes in its first frame: seven pixels in all.
const RISE: Num = Num::from_bits(0x10000 * 7 / 10);

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
        self.windows.retain_mut(|window| window.tick());
        self.slide();
        self.actors.values_mut().for_each(|actor| actor.flash = (actor.flash - 1).max(0));
        if self.stop > 0 {
            self.stop -= 1;
            return;
        }
        self.specks.retain_mut(Speck::tick);
        for mob in &self.shown.mobs {
            self.actors.entry(mob.id).or_default().tick(1 + i32::from(mob.hunts));
        }
        self.wait = (self.wait - 1).max(0);
        while let Some(event) = self.queue.first()
            && self.wait + self.stop == 0
            && (event.what != What::Beat || self.is_still())
        {
            let event = self.queue.remove(0);
            self.show(p8, event);
        }
        if self.is_at_rest() && self.world.floor == self.shown.floor {
            self.shown.clone_from(&self.world);
        }
    }

    /// Hit points and picture keep clear of the hero: he is in the other half, and right of the bag.
    fn slide(&mut self) {
        let hero = self.shown.hero();
        self.hp = ease(self.hp, if hero.y < 8 { -31 } else { 4 }, 5);
        let bag = self.windows.iter().any(|window| window.menu == Menu::Bag && window.life < 0);
        self.camera = ease(self.camera, if bag { (hero.x * 8 - 106).min(0) } else { 0 }, 5);
    }

    /// Shows an event.
    fn show(&mut self, p8: &mut Machine, event: Event) {
        let Event { what, mob, at, n, mut cells } = event;
        let is_hero = mob.id == 0;
        let row = EVENTS[what as usize];
        let [sound, color, stop, shake, crumbs, wait] =
            [0, 2, 4, 6, 8, 10].map(|column| row[column + usize::from(is_hero)]);
        if sound > 0 {
            p8.sfx(sound);
        }
        self.shake = self.shake.max(Num::int(shake));
        (self.stop, self.wait) = (stop, wait);
        let says = line(&format!("{what:?}"), 0).replace('#', &format!("{n}"));
        let says = says.replace('@', &self.world.name(n as u8)).replace('$', self.world.hint(n as u8));
        if color > 0 {
            self.word(mob.at, &says, color);
        } else if !says.is_empty() {
            self.note(p8, says, MESSAGE);
        }
        for i in (0..8).filter(|_| crumbs > 0) {
            let turn = Num::int(2 * i + 1) / Num::int(16);
            self.speck(".", crumbs, (at.x * 8 + 4, at.y * 8), (turn.cos(), turn.sin()), CRUMB);
        }

        let known = self.shown.mobs.iter().position(|known| known.id == mob.id);
        let who = known.unwrap_or(self.shown.mobs.len());
        if known.is_none() {
            self.shown.mobs.push(mob.clone());
        }
        let was = core::mem::replace(&mut self.shown.mobs[who], mob).at;
        let mob = &self.shown.mobs[who];
        let actor = self.actors.entry(mob.id).or_default();
        if stop > 0 {
            actor.flash = FLASH;
        }
        match what {
            What::Step | What::Bump | What::Slide => {
                actor.go((at.x - was.x, at.y - was.y), what == What::Bump);
                if at.x != was.x && what != What::Slide {
                    actor.flip = at.x < was.x;
                }
            }
            What::Die if !is_hero => {
                let mob = self.shown.mobs.remove(who);
                self.speck("", picture(&mob), (at.x * 8, at.y * 8), (Num::ZERO, Num::ZERO), DYING);
            }
            What::Open | What::Shut | What::Break | What::Unlock => self.shown.grid.set(at, n as u8),
            What::Throw => {
                if let Some(to) = cells.last() {
                    self.wait = cells.len() as i32 * FLIGHT;
                    let speed = |from: i32, to: i32| Num::int((to - from) * 8) / Num::int(self.wait);
                    let speed = (speed(at.x, to.x), speed(at.y, to.y));
                    self.speck("", icon(&self.world, n as u8), (at.x * 8, at.y * 8), speed, self.wait);
                }
            }
            What::Puff => {
                // A tile a frame.
                self.shown.smoke.set(cells.remove(0), n as u8);
                if !cells.is_empty() {
                    self.wait = 1;
                    let mob = mob.clone();
                    self.queue.insert(0, Event { what, mob, at, n, cells });
                }
            }
            What::Read => {
                // The yard's second tablet has the words of a tenth floor.
                let floor = if self.shown.floor == 0 && at.x > 7 { 9 } else { self.shown.floor };
                self.note(p8, page(&format!("tablet{floor}")), -1);
            }
            _ => {}
        }
        self.shown.look();
    }

    /// A word rises over a creature, beyond those that rise there already; it sinks from who stands below the hero, or it
    /// would cover him.
    fn word(&mut self, at: Cell, text: &str, color: i32) {
        let way = if (1..4).contains(&(at.y - self.shown.hero().y)) { 1 } else { -1 };
        let x = at.x * 8 + 4;
        let others = self.specks.iter().filter(|speck| speck.x == Num::int(x)).count() as i32;
        let y = at.y * 8 + 1 + way * (8 + 7 * others);
        self.speck(text, color, (x, y), (Num::ZERO, RISE * Num::int(way)), WORD);
    }

    /// Something small begins to move.
    fn speck(&mut self, text: &str, look: i32, (x, y): (i32, i32), (dx, dy): (Num, Num), left: i32) {
        self.specks.push(Speck { text: text.into(), look, x: Num::int(x), y: Num::int(y), dx, dy, left });
    }
}
