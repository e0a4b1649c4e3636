//! When an engine shows a cart's first frame, how many ticks it takes for one, and when it reads the buttons.
//!
//! A cart of ours draws the number of its frame and its buttons as bits, at 30 and at 60 frames a second:
//!
//! ```text
//! row 64   bits of the frame's number          tick   0  1  2  3  4  5  6 ...
//! row 66   bits of btn()                       frame  -  -  1  1  2  2  3          first 2, step 2
//! ```
//!
//! Everything else of that picture is black. Pixels that are not are the engine's own, such as a frame counter: they are
//! left out of every comparison.

use crate::engine::{Engine, Job, run};
use crate::run_file::{Picture, Run};
use rasher::{PIXELS, SIDE};
use std::fs;
use std::path::Path;
use std::time::Duration;

const TICKS: usize = 200;
const FRAME_ROW: usize = 64;
const BUTTON_ROW: usize = 66;

/// How an engine's ticks and a cart's frames belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// The tick that shows frame 1.
    pub first: usize,
    /// Ticks from one frame to the next.
    pub step: usize,
    /// Ticks from the first whose buttons a frame has to the one that shows it.
    pub delay: usize,
}

impl Timing {
    /// Rasher's own: its ticks are frames.
    pub const OURS: Timing = Timing { first: 0, step: 1, delay: 0 };

    /// The tick that shows a frame, counted from 0.
    pub fn tick(&self, frame: usize) -> usize {
        self.first + frame * self.step
    }

    /// The buttons of each tick, so that each frame has its own.
    pub fn masks(&self, buttons: &[u8]) -> Vec<u8> {
        let ticks = self.tick(buttons.len()) + self.step;
        let read = |tick: usize| (tick + self.delay).checked_sub(self.first).map(|since| since / self.step);
        (0..ticks).map(|tick| read(tick).and_then(|frame| buttons.get(frame)).copied().unwrap_or(0)).collect()
    }
}

/// An engine's timings at 30 and 60 frames a second, and the pixels that it draws over.
#[derive(Clone, Debug)]
pub struct Calibration {
    pub at30: Timing,
    pub at60: Timing,
    /// Not 0 where the engine draws something of its own.
    pub hidden: Picture,
}

impl Calibration {
    pub fn ours() -> Calibration {
        Calibration { at30: Timing::OURS, at60: Timing::OURS, hidden: Box::new([0; PIXELS]) }
    }

    pub fn at(&self, fps: u8) -> Timing {
        if fps == 60 { self.at60 } else { self.at30 }
    }
}

/// The cart that shows its frame and its buttons.
pub fn cart(fps: u8) -> String {
    let update = if fps == 60 { "_update60" } else { "_update" };
    format!(
        "pico-8 cartridge // http://www.pico-8.com\nversion 41\n__lua__\nn=0\nfunction {update}() n+=1 b=btn() end\n\
         function _draw()\n cls()\n for i=0,15 do pset(i,{FRAME_ROW},7*((n>>i)&1)) end\n \
         for i=0,5 do pset(i,{BUTTON_ROW},7*((b>>i)&1)) end\nend\n"
    )
}

/// Calibrates an engine in a folder. Fails with what went wrong.
pub fn calibrate(engine: &Engine, folder: &Path, limit: Duration) -> Result<Calibration, String> {
    let mut hidden: Picture = Box::new([0; PIXELS]);
    let mut timing = |fps: u8| {
        let folder = folder.join(format!("calibrate-{fps}"));
        let path = folder.join("farm_cart.p8");
        let written = fs::create_dir_all(&folder).and_then(|()| fs::write(&path, cart(fps)));
        written.map_err(|error| format!("{}: {error}", folder.display()))?;
        // Every button combination is held for one tick, so a picture tells which tick's buttons it has.
        let masks: Vec<u8> = (0..TICKS).map(|tick| if tick < 64 { 0 } else { (tick % 64) as u8 }).collect();
        let job = Job { cart: &path, masks: &masks, limit, variables: Vec::new() };
        let outcome = run(engine, &job, &folder.join("out"));
        let found =
            timing(&outcome.run, &masks).ok_or_else(|| format!("{}: {}", engine.name, outcome.ending))?;
        for tick in found.first..outcome.run.ticks.len() {
            add_hidden(outcome.run.picture(tick), &mut hidden);
        }
        Ok::<Timing, String>(found)
    };
    let (at30, at60) = (timing(30)?, timing(60)?);
    Ok(Calibration { at30, at60, hidden })
}

fn add_hidden(picture: Option<&Picture>, hidden: &mut Picture) {
    let drawn = picture.iter().flat_map(|picture| picture.iter().enumerate());
    for (at, _) in
        drawn.filter(|(at, colour)| **colour != 0 && ![FRAME_ROW, BUTTON_ROW].contains(&(at / SIDE)))
    {
        hidden[at] = 1;
    }
}

fn bits(picture: &Picture, row: usize, count: usize) -> usize {
    (0..count).filter(|bit| picture[row * SIDE + bit] != 0).map(|bit| 1 << bit).sum()
}

/// The timing that a run of the cart shows; none if it never counts.
pub fn timing(run: &Run, masks: &[u8]) -> Option<Timing> {
    let frames: Vec<usize> =
        (0..run.ticks.len()).map(|tick| run.picture(tick).map_or(0, |it| bits(it, FRAME_ROW, 16))).collect();
    let shown = |frame: usize| frames.iter().position(|it| *it == frame);
    let (early, late) = (shown(1).or_else(|| shown(2))?, shown(40)?);
    let from = frames[early];
    let step = (late - early).div_ceil(40 - from).max(1);
    let first = early.checked_sub((from - 1) * step)?;
    // Of the delays, the one under which most frames have the buttons of their ticks: an engine reads them once, or
    // joins those of all ticks of a frame.
    let fits = |delay: usize| {
        let ticks = (64 + 8..run.ticks.len()).filter(|tick| frames[*tick] != frames[*tick - 1]);
        ticks
            .filter(|tick| {
                let seen = run.picture(*tick).map_or(0, |it| bits(it, BUTTON_ROW, 6));
                let held = masks.get(tick - delay..tick - delay + step).unwrap_or_default();
                let joined = held.iter().fold(0, |all, mask| all | mask);
                usize::from(joined) == seen || held.last().is_some_and(|last| usize::from(*last) == seen)
            })
            .count()
    };
    let delay = (0..8).rev().max_by_key(|delay| fits(*delay))?;
    Some(Timing { first, step, delay })
}
