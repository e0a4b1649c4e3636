//! A run: what the buttons ask for becomes an action, stairs lead on, and at the end it is told.
//!
//! ```text
//! frame     0    1 .. 7   8         12        20        28
//! press     go ───────────┤         │         │         │
//! hold      (still down)            go        go        go       the console's own repeat
//! 2nd press       kept ── go: on the first frame that is free
//!
//! O down ── arrow: shove, as often as one likes ── O up
//! O down ── up within 20 frames: wait a turn       later: nothing, he only looked at the wedges
//!
//! begin(seed) ── act, act, act ── stairs: dark, light ── act ...
//!                 │
//!                 └── past: the world ten actions ago, and the ten actions    death ── frozen ── dark ── Over
//!                     replay = past, and the same actions once more, at half speed
//! ```
//!
//! | cart data | |
//! |---|---|
//! | 1 | best floor |
//! | 2 | runs that were won |
//! | 3 | how many in a row |
//!
//! A press while the hero is busy is kept until he is free; while one is kept, more are dropped, so that he never acts on
//! by himself. A run that is left and taken up again is the console's business, and so is the recording of one that
//! has ended: it is told when a run begins and when it is over. Frames are our decision, tried by hand.

use crate::data::{line, page};
use crate::rules::{Action, World};
use crate::show::window::Menu;
use crate::tile::Flag;
use crate::{FADE, Game, Mode};
use alloc::format;
use kit::Dir;
use rasher::{Machine, Num, ability};

/// Actions that are shown again after death.
pub const LAST: usize = 10;
/// Frames for which a message stands; the name of a floor twice as long.
pub const MESSAGE: i32 = 120;
/// Frames within which O is up again for a tap.
const TAP: i32 = 20;
/// Of a button that has been put to use: so far below 0 that it is neither a tap nor hurries for close to three minutes.
const USED: i32 = -9999;
/// Frames that O or X is held before what is shown hurries.
pub const HURRY: i32 = 4;
/// A seed has eight digits.
pub const SEEDS: i32 = 100_000_000;
/// Buttons O and X, as bits.
pub const O: u16 = 16;
/// Button X.
pub const X: u16 = 32;

/// The byte of the yard's pattern whose bit 7 sends it back to its start, as it is in the file.
const LOOP: u16 = 0x3101;

/// The first arrow among some buttons.
pub fn arrow(buttons: u16) -> Option<Dir> {
    Dir::ALL.into_iter().find(|dir| buttons >> *dir as u16 & 1 > 0)
}

impl Game {
    /// Reads the buttons, once a frame.
    pub(crate) fn read(&mut self, p8: &mut Machine) {
        let down = p8.btn_bits();
        let tapped = self.down & !down & O > 0 && (0..TAP).contains(&self.held);
        self.pressed = down & !self.down;
        self.down = down;
        self.held = if down & (O | X) > 0 { self.held + 1 } else { 0 };
        let ask = match arrow(self.pressed) {
            Some(dir) if self.shoves() => {
                self.held = USED;
                Some(Action::Shove(dir))
            }
            Some(dir) => Some(Action::Step(dir)),
            None => tapped.then_some(Action::Wait),
        };
        self.asked = self.asked.or(ask);
    }

    /// Is O down?
    pub(crate) fn shoves(&self) -> bool {
        self.down & O > 0
    }

    /// Forgets the press that waits, and that a button is down.
    pub(crate) fn forget(&mut self) {
        self.asked = None;
        self.held = USED;
    }

    /// A mode begins in the dark.
    pub(crate) fn enter(&mut self, p8: &mut Machine) {
        self.clock = 0;
        self.forget();
        self.windows.clear();
        match self.mode {
            Mode::Title => {
                self.dark = FADE;
                self.world = World::new(0, self.world.kit.clone());
                let title = format!("{}\n\x0c5best {} streak {}", page("title"), p8.dget(1), p8.dget(3));
                self.open(p8, Menu::Title, title, -1);
                p8.poke(LOOP, 0xc2);
                p8.music_ext(0, 0, 3);
            }
            Mode::Over => {
                p8.music_ext(if self.has_won() { 24 } else { 22 }, 0, 3);
                self.open(p8, Menu::Over, self.end_text(p8), -1);
            }
            Mode::Replay if self.world.end.is_some() => {
                (self.world, self.done) = (self.past.clone(), 0);
                self.note(p8, line("again", 0).into(), MESSAGE * 2);
            }
            _ => {
                let floor = line("floors", self.world.floor);
                p8.poke(LOOP, 0x42);
                p8.caption(floor);
                self.note(p8, floor.into(), MESSAGE * 2);
            }
        }
        self.shown = self.world.clone();
        self.specks.clear();
    }

    /// The light goes out, and another mode begins.
    pub(crate) fn leave(&mut self, next: Mode) {
        self.next = Some(next);
    }

    /// Has the hero won?
    pub(crate) fn has_won(&self) -> bool {
        self.world.end == Some(true)
    }

    /// A new run begins in the yard, where the title hung. The next one's seed is the next number.
    pub(crate) fn begin(&mut self, p8: &mut Machine, seed: i32) {
        self.seed = (seed + 1) % SEEDS;
        self.world = World::new(seed as u32, self.world.kit.clone());
        self.past = self.world.clone();
        self.acts.clear();
        self.shut();
        self.mode = Mode::Play;
        p8.run_begins();
        p8.allow(ability::ALL);
    }

    /// The hero listens, or does once more what he did.
    pub(crate) fn play(&mut self, p8: &mut Machine) {
        if !self.is_at_rest() {
            return;
        }
        if self.world.floor != self.shown.floor {
            return self.leave(self.mode);
        }
        let replays = self.mode == Mode::Replay;
        if replays && self.done < self.acts.len() {
            self.act(self.acts[self.done]);
        } else if replays || self.world.end.is_some() {
            self.finish(p8);
        } else if self.pressed & X > 0 {
            self.open_bag(p8);
        } else if let Some(action) = self.asked.take().or_else(|| self.walks(p8).map(Action::Step)) {
            self.act(action);
        } else if self.shoves() {
            self.mark_shove();
        }
    }

    /// The held arrow, if there is nothing that way but floor, and nobody in sight: it opens, breaks and climbs nothing.
    fn walks(&self, p8: &mut Machine) -> Option<Dir> {
        let dir = arrow(p8.btnp_bits())?;
        let stops = self.shoves()
            || self.world.is(self.world.hero().step(dir), Flag::Stops)
            || self.world.mobs[1..].iter().any(|mob| self.world.shows(mob));
        (!stops).then_some(dir)
    }

    /// Lets the rules answer; what happened is shown from now on.
    pub(crate) fn act(&mut self, action: Action) {
        self.done += 1;
        if self.mode == Mode::Play {
            self.acts.push(action);
            if self.acts.len() > LAST {
                self.past.act(self.acts.remove(0));
            }
        }
        self.queue = self.world.act(action);
    }

    /// The run is over: what is kept of it is kept, and the light goes out.
    fn finish(&mut self, p8: &mut Machine) {
        self.leave(Mode::Over);
        if self.mode == Mode::Play {
            let won = Num::int(self.has_won().into());
            p8.dset(1, p8.dget(1).max(Num::int(self.world.floor.into())));
            p8.dset(2, p8.dget(2) + won);
            p8.dset(3, (p8.dget(3) + Num::ONE) * won);
            p8.run_over();
            p8.music(-1);
        }
    }
}
