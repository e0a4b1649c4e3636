//! A run: what the hero is asked for becomes an action, stairs lead on, and at the end it is told.
//!
//! ```text
//! begin(seed) ── act, act, act ── stairs: dark, arrive, light ── act ...
//!                 │
//!                 └── past: the world ten actions ago, and the ten actions    death ── frozen 90 ── dark ── Over
//!                     replay = past, and the same actions once more, at half speed
//! ```
//!
//! | cart data | | | |
//! |---|---|---|---|
//! | 0 | version of this table | 4 | streak of won runs |
//! | 1 | best floor | 5 | best streak |
//! | 2 | runs that came to an end | 6 | the day's seed, when it was last tried |
//! | 3 | of these, won | 7 | best floor on that day |
//!
//! A run that is left and taken up again is the console's business, and so is the recording of one that has ended: it is told
//! when a run begins and when it is over.

use crate::Mode;
use crate::data::line;
use crate::dir::Dir;
use crate::pad::Ask;
use crate::rules::{Action, World};
use crate::show::scene::{MESSAGE, Scene};
use crate::show::{screen, sound};
use crate::tile;
use crate::{DEATH, FADE, Game, STAIRS};
use rasher::{Machine, Num, ability};

/// Actions that are shown again after death.
pub const LAST: usize = 10;
/// Frames for which all stands still when the hero has died.
pub const FREEZE: i32 = 90;
/// Version of the cart data.
const VERSION: i32 = 1;

impl Game {
    /// A new run begins in the yard, where the title hung. The first has the console's own seed, each later one the next
    /// of a row of all 2^32 (Knuth's constants), wherever that seed came from.
    pub(crate) fn begin(&mut self, p8: &mut Machine, seed: u32) {
        self.seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        self.world = World::new(seed, self.world.kit.clone());
        self.scene.arrive(&self.world);
        self.past = self.world.clone();
        self.acts.clear();
        self.close_menus();
        self.logo.off = true;
        self.mode = Mode::Play;
        self.pad.forget();
        p8.run_begins();
        p8.allow(if self.daily { ability::FAST } else { ability::ALL });
        p8.sfx(sound::OK);
    }

    /// Whoever the mode names listens to the buttons.
    pub(crate) fn listen(&mut self, p8: &mut Machine) {
        p8.caption(line("floors", self.world.floor));
        match self.mode {
            Mode::Title => self.choose_run(p8),
            Mode::Seed(digit) => self.type_seed(p8, digit),
            Mode::Play => self.play(p8),
            Mode::Bag => self.choose_thing(p8),
            Mode::Use(slot) => self.choose_verb(p8, slot),
            Mode::Aim(slot, dir) => self.aim(p8, slot, dir),
            Mode::Replay(done) => self.replay(done),
            Mode::Over if self.pad.pressed(5) => self.leave(Mode::Title, FADE),
            Mode::Over if self.pad.pressed(4) && self.lost() => self.leave(Mode::Replay(0), FADE),
            Mode::Over => {}
        }
    }

    /// Is the run over, and lost?
    pub(crate) fn lost(&self) -> bool {
        self.world.end == Some(false)
    }

    /// The hero listens: a dialog first, then stairs and the end of the run, then his next action.
    fn play(&mut self, p8: &mut Machine) {
        if let Some(dialog) = self.scene.notes.iter_mut().find(|note| note.button && !note.is_shut()) {
            if self.pad.pressed(4) || self.pad.pressed(5) {
                dialog.close();
                p8.sfx(sound::BACK);
            }
            self.pad.forget();
        } else if self.scene.leaves {
            self.leave(Mode::Play, STAIRS);
        } else if self.scene.is_at_rest() {
            if self.world.end.is_some() {
                return self.finish(p8);
            }
            match self.pad.take() {
                Some(Ask::Press(dir)) => self.act(Action::Step(dir)),
                Some(Ask::Hold(dir)) if self.is_plain(dir) => self.act(Action::Step(dir)),
                Some(Ask::Shove(dir)) => self.act(Action::Shove(dir)),
                Some(Ask::Wait) => self.act(Action::Wait),
                Some(Ask::Bag) => self.open_bag(p8),
                _ => {}
            }
        }
    }

    /// Is the step nothing but a step: onto floor where nothing happens, with nobody in sight?
    fn is_plain(&self, dir: Dir) -> bool {
        let world = &self.world;
        let ahead = world.mobs[0].at.step(dir);
        !world.is(ahead, tile::BLOCKS | tile::REACTS) && !world.mobs[1..].iter().any(|mob| world.shows(mob))
    }

    /// Lets the rules answer, and the scene show it.
    pub(crate) fn act(&mut self, action: Action) {
        self.acts.push(action);
        if self.acts.len() > LAST {
            self.past.act(self.acts.remove(0));
        }
        let events = self.world.act(action);
        self.scene.play(&self.world, events);
    }

    /// Stands on the floor that the stairs led to.
    pub(crate) fn arrive(&mut self, p8: &mut Machine) {
        self.scene.arrive(&self.world);
        sound::stay(p8, false);
        self.scene.message(p8, line("floors", self.world.floor), MESSAGE * 2);
    }

    /// The run is over: what is kept of it is kept, all stands still if it was lost, and the light goes out.
    fn finish(&mut self, p8: &mut Machine) {
        let won = !self.lost();
        let floor = Num::int(self.world.floor.into());
        let streak = if won { p8.dget(4) + Num::ONE } else { Num::ZERO };
        let most = |p8: &Machine, i: i32, n: Num| p8.dget(i).max(n);
        p8.dset(0, VERSION);
        p8.dset(1, most(p8, 1, floor));
        p8.dset(2, p8.dget(2) + Num::ONE);
        p8.dset(3, p8.dget(3) + Num::int(won.into()));
        p8.dset(4, streak);
        p8.dset(5, most(p8, 5, streak));
        if self.daily {
            let day = Num::from_bits(self.world.seed as i32);
            let best = if p8.dget(6) == day { most(p8, 7, floor) } else { floor };
            p8.dset(6, day);
            p8.dset(7, best);
        }
        p8.run_over();
        p8.music(-1);
        if !won {
            self.scene.stop = FREEZE;
        }
        self.scene.notes.clear();
        self.leave(Mode::Over, if won { FADE } else { DEATH });
        self.dark = if won { 0 } else { -FREEZE };
    }

    /// Back to the world ten actions ago.
    pub(crate) fn rewind(&mut self) {
        self.world = self.past.clone();
        self.scene = Scene::new(&self.world);
    }

    /// The same actions once more. A press ends it.
    fn replay(&mut self, done: u8) {
        let action = self.acts.get(usize::from(done)).copied();
        if self.scene.leaves {
            self.scene.arrive(&self.world);
        } else if self.pad.pressed(4) || self.pad.pressed(5) || action.is_none() && self.scene.is_at_rest() {
            self.acts[done.into()..].iter().for_each(|action| _ = self.world.act(*action));
            self.leave(Mode::Over, DEATH);
        } else if let Some(action) = action.filter(|_| self.scene.is_at_rest()) {
            let events = self.world.act(action);
            self.scene.play(&self.world, events);
            self.mode = Mode::Replay(done + 1);
        }
    }

    /// Draws whatever the mode shows.
    pub(crate) fn draw(&self, p8: &mut Machine) {
        let dark = (self.dark.max(0) * crate::paint::DARK + self.fade - 1) / self.fade;
        if self.mode == Mode::Over {
            crate::paint::light(p8, 9, dark);
            return match self.lost() {
                true => screen::toasted(p8, &self.world, p8.dget(1).flr(), self.clock),
                false => screen::ham_roll(p8, &self.world, p8.dget(4).flr(), self.clock),
            };
        }
        self.scene.draw(p8, dark, ((self.camera.0 + Num::HALF).flr(), (self.camera.1 + Num::HALF).flr()));
        if self.minds {
            self.scene.draw_minds(p8);
        }
        match self.mode {
            Mode::Title | Mode::Seed(_) => self.draw_title(p8),
            Mode::Play if self.pad.is_shoving() && self.scene.is_at_rest() => self.scene.draw_wedges(p8),
            Mode::Aim(slot, dir) => {
                let (end, target) = self.target(slot, dir);
                self.scene.draw_aim(p8, end, target.is_some());
            }
            _ => {}
        }
        if !matches!(self.mode, Mode::Title | Mode::Seed(_)) && !self.lost() {
            self.scene.draw_hp(p8, self.world.block());
        }
        self.logo.draw(p8, self.clock);
        for window in self.scene.notes.iter().chain(&self.menus) {
            window.draw(p8, self.clock);
        }
    }
}
