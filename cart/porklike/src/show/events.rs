//! What an event changes in the scene, at the moment when it is seen.
//!
//! | event | seen |
//! |---|---|
//! | hurt | white for 10 frames, a number, hit stop 2 (you strike), 5 (you are struck), 7 (ambush), shake |
//! | dies | blinks for 24 frames, crumbs; the hero never blinks |
//! | notices, loses | "!", "?" |
//! | dazed, blessed, cursed, healed | the word over the head |
//! | tile | changes; what breaks bursts, what crashes shakes |
//! | smoke | spreads from its source, 4 frames a ring |
//! | says, gets, reads | a message that goes by itself, a dialog that waits |

use super::float::{Crumb, Float};
use super::scene::{DYING, FLASH, MESSAGE, Scene};
use super::sound;
use super::window::{self, Window};
use crate::data::{self, Thing, line};
use crate::dir::Cell;
use crate::rules::{Bait, Event, Mind, Mob};
use crate::tile;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use rasher::{Machine, Num};

/// Frames that smoke takes to the next tile.
const RING: i32 = 4;

impl Scene {
    /// Shows what an event changed.
    pub(super) fn show(&mut self, p8: &mut Machine, event: Event) {
        sound::play(p8, &event);
        match event {
            Event::Hurt { id, damage, hp, ambush } => {
                let (stop, shake, color) = match id {
                    0 => (5, 3, 8),
                    _ if ambush => (7, 1, 10),
                    _ => (2, 0, 7),
                };
                let text = if damage > 0 { format!("-{damage}") } else { word(5) };
                self.float(id, &text, if damage > 0 { color } else { 6 });
                if damage > 0 {
                    self.actors.entry(id).or_default().flash = FLASH;
                    self.stop = self.stop.max(stop);
                    self.shake = self.shake.max(Num::int(shake));
                }
                self.change(id, |mob| mob.hp = hp);
            }
            Event::Die { id } if id > 0 => {
                if let Some(i) = self.world.mobs.iter().position(|mob| mob.id == id) {
                    let mob = self.world.mobs.remove(i);
                    self.crumbs.push(Crumb::new(mob.at, 9));
                    self.dying.push((mob, DYING));
                }
            }
            Event::Mind { id, mind } => {
                let (text, color) = if mind == Mind::Hunt { (6, 9) } else { (7, 12) };
                self.float(id, &word(text), color);
                self.change(id, |mob| mob.mind = mind);
            }
            Event::Stun { id, turns } => {
                self.float(id, &word(0), 6);
                self.change(id, |mob| mob.stun = turns);
            }
            Event::Bless { id, bless } => {
                let cured = self.world.mobs.iter().any(|mob| mob.id == id && mob.bless < 0);
                match bless {
                    1 => self.float(id, &word(2), 10),
                    -1 => self.float(id, &word(1), 8),
                    _ if cured => self.float(id, &word(3), 12),
                    _ => {}
                }
                self.change(id, |mob| mob.bless = bless);
            }
            Event::Heal { id, gain, max } => {
                self.float(id, &format!("+{gain}"), 11);
                self.change(id, |mob| (mob.hp, mob.max) = (mob.hp + gain, max));
            }
            Event::Paw { id, dir } => self.change(id, |mob| mob.run = Some(dir)),
            Event::Tile { at, was, now } => {
                self.world.grid.set(at, now);
                if now == tile::SHARDS {
                    self.crumbs.push(Crumb::new(at, if was == tile::CROCK { 9 } else { 6 }));
                    self.shake = self.shake.max(Num::int(2));
                }
            }
            Event::Spawn { id, kind, at } => {
                let like = self.world.mobs[0].clone();
                self.world.mobs.push(Mob { id, kind, at, run: None, stun: 0, bless: 0, ..like });
                self.crumbs.push(Crumb::new(at, 11));
            }
            Event::Puff { cells, turns } => {
                let from = cells.first().copied().unwrap_or_default();
                self.puffs.extend(cells.into_iter().map(|at| (at, turns, at.dist(from) * RING)));
            }
            Event::Bait { at, item } => {
                self.world.bait.push(Bait { at, item, turns: 1 });
                self.say(p8, "happens", 7);
            }
            Event::Burn { .. } => self.say(p8, "happens", 3),
            Event::Eat { id: 0, item } => self.say(p8, "eaten", item - Thing::Heal as u8),
            Event::Eat { .. } => self.say(p8, "happens", 4),
            Event::Got { item } => {
                let text = line("happens", 1).replace('@', &self.world.name(item));
                self.message(p8, &text, MESSAGE);
            }
            Event::Say(say) => self.say(p8, "say", say as u8),
            Event::Read { at } => self.dialog(p8, at),
            Event::Climb { .. } => self.leaves = true,
            _ => {}
        }
    }

    /// Changes what is shown of a creature.
    fn change(&mut self, id: u16, to: impl FnOnce(&mut Mob)) {
        self.world.mobs.iter_mut().find(|mob| mob.id == id).map(to);
    }

    /// A word rises over a creature, beyond those that rise there already; it sinks from who stands below the hero,
    /// or it would cover him.
    fn float(&mut self, id: u16, text: &str, color: i32) {
        if let Some(mob) = self.world.mobs.iter().find(|mob| mob.id == id) {
            let way = if (1..4).contains(&(mob.at.y - self.hero().y)) { 1 } else { -1 };
            let float = Float::new(text, color, (mob.at.x * 8, mob.at.y * 8), way, &self.floats);
            self.floats.push(float);
        }
    }

    /// A line of the texts as a message.
    fn say(&mut self, p8: &Machine, key: &str, n: u8) {
        self.message(p8, line(key, n), MESSAGE);
    }

    /// A message in the middle of the screen, or higher when the hero stands there. It takes the place of the one before.
    pub fn message(&mut self, p8: &Machine, text: &str, life: i32) {
        self.notes.iter_mut().for_each(Window::close);
        let mut note = Window::new(p8, 0, 58, 0, text);
        note.x = 64 - note.w / 2;
        note.y = window::clear_of(self.hero().y * 8, note.y, note.h);
        note.life = life;
        self.notes.push(note);
    }

    /// What a tablet says: the yard's two tell the goal and the buttons, each floor's a piece of advice.
    fn dialog(&mut self, p8: &Machine, at: Cell) {
        let key = match self.world.floor {
            0 => format!("hub{}", if at.x < 8 { 1 } else { 2 }),
            floor => format!("f{floor}"),
        };
        let text = data::text(&key).collect::<Vec<_>>().join(" / ");
        let mut note = Window::new(p8, 18, 0, 92, &text);
        note.h += 2;
        note.y = window::clear_of(self.hero().y * 8, 64 - note.h / 2, note.h);
        note.button = true;
        self.notes.iter_mut().for_each(Window::close);
        self.notes.push(note);
    }
}

/// Word `n` for a float.
fn word(n: u8) -> String {
    line("float", n).into()
}
