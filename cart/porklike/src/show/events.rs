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
use crate::rules::{Event, Mob, What};
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
        let Event { what, mob, at, n, cells } = event;
        let id = mob.id;
        match what {
            What::Hurt | What::Ambush | What::Block => {
                let (stop, shake, color) = match id {
                    0 => (5, 3, 8),
                    _ if what == What::Ambush => (7, 1, 10),
                    _ => (2, 0, 7),
                };
                let text = if n > 0 { format!("-{n}") } else { word(5) };
                self.float(id, &text, if n > 0 { color } else { 6 });
                if n > 0 {
                    self.actors.entry(id).or_default().flash = FLASH;
                    self.stop = self.stop.max(stop);
                    self.shake = self.shake.max(Num::int(shake));
                }
                self.change(mob);
            }
            What::Die if id > 0 => {
                if let Some(i) = self.world.mobs.iter().position(|mob| mob.id == id) {
                    let mob = self.world.mobs.remove(i);
                    self.crumbs.push(Crumb::new(mob.at, 9));
                    self.dying.push((mob, DYING));
                }
            }
            What::Hunt => {
                self.float(id, &word(6), 9);
                self.change(mob);
            }
            What::Lose => {
                self.float(id, &word(7), 12);
                self.change(mob);
            }
            What::Daze => {
                self.float(id, &word(0), 6);
                self.change(mob);
            }
            What::Bless => {
                self.float(id, &word(2), 10);
                self.change(mob);
            }
            What::Curse => {
                self.float(id, &word(1), 8);
                self.change(mob);
            }
            What::Plain => {
                self.float(id, &word(3), 12);
                self.change(mob);
            }
            What::Heal => {
                self.float(id, &format!("+{n}"), 11);
                self.change(mob);
            }
            What::Open | What::Shut | What::Break | What::Unlock => {
                self.world.grid.set(at, n as u8);
                if what == What::Break {
                    self.crumbs.push(Crumb::new(at, 9));
                    self.shake = self.shake.max(Num::int(2));
                }
            }
            What::Spawn => {
                self.world.mobs.push(mob);
                self.crumbs.push(Crumb::new(at, 11));
            }
            What::Puff => {
                let from = cells.first().copied().unwrap_or_default();
                self.puffs.extend(cells.into_iter().map(|at| (at, n as u8, at.dist(from) * RING)));
            }
            What::Burn => self.say(p8, "happens", 3),
            What::Eat if id == 0 => self.say(p8, "eaten", n as u8 - Thing::Heal as u8),
            What::Eat => self.say(p8, "happens", 4),
            What::Got => {
                let text = line("happens", 1).replace('@', &self.world.name(n as u8));
                self.message(p8, &text, MESSAGE);
            }
            What::Locked | What::Full | What::Empty | What::Heavy => {
                self.say(p8, "say", what as u8 - What::Locked as u8)
            }
            What::Read => self.dialog(p8, at),
            What::Climb => self.leaves = true,
            _ => {}
        }
    }

    /// Changes what is shown of a creature.
    fn change(&mut self, to: Mob) {
        if let Some(mob) = self.world.mobs.iter_mut().find(|mob| mob.id == to.id) {
            *mob = Mob { at: mob.at, ..to };
        }
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
