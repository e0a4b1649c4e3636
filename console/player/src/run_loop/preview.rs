//! Changed data and code: the next frame begins with them, and a picture where play has stopped shows new data at once.
//!
//! ```text
//! changed data ── newest ──┬── a frame is played ──> Event::Data in its input, in the recording
//!                          └── play has stopped ──> a copy of the console: data replaced, `_draw` run ──> what is shown
//! ```
//!
//! The copy is only for display: run, recording and digests do not change. If `_draw` fails with the new data, the picture stays;
//! the error comes when play resumes.

use super::RunLoop;
use debugger::DebugSession;
use rasher::memory::ROM_SIZE;
use rasher::{BundledCart, Code, Console, Edit, Event, Input, PIXELS, Patch, Rom, ability};
use std::sync::Arc;
use timeline::{Run, guard};

#[derive(Clone, Debug)]
pub(super) struct Preview {
    at: (u32, u64),
    console: Option<Console>,
}

impl Preview {
    fn new(run: &Run, newest: &Rom) -> Preview {
        let mut console = run.console().clone();
        if console.machine().cart_number() != 0 {
            return Preview { at: moment(run), console: None };
        }
        let patches = format::patches(console.machine().rom(), newest);
        let drawn = guard(&mut console, run.now(), |console| console.redraw_with(&patches));
        let drawn = !patches.is_empty() && matches!(drawn, Ok(Ok(true)));
        Preview { at: moment(run), console: drawn.then_some(console) }
    }
}

fn moment(run: &Run) -> (u32, u64) {
    (run.branch().id, run.now())
}

impl RunLoop {
    pub fn use_data(&mut self, newest: &Arc<Rom>) {
        (self.reloaded.newest, self.reloaded.preview) = (Some(newest.clone()), None);
        self.stale = true;
    }

    /// The pixels that other data change in the current picture: both are drawn on copies, since a cart's picture may depend on
    /// chance.
    pub fn changed_pixels(&self, before: &Rom, now: &Rom) -> Vec<u16> {
        let Some(run) = self.run().filter(|run| run.console().machine().cart_number() == 0) else {
            return Vec::new();
        };
        let drawn = |rom: &Rom| {
            let mut console = run.console().clone();
            let patches = format::patches(console.machine().rom(), rom);
            let drawn = guard(&mut console, run.now(), |console| console.redraw_with(&patches));
            let mut picture = Box::new([0; PIXELS]);
            console.machine().picture(&mut picture);
            matches!(drawn, Ok(Ok(true))).then_some(picture)
        };
        let (Some(before), Some(now)) = (drawn(before), drawn(now)) else { return Vec::new() };
        (0..PIXELS as u16).filter(|at| before[usize::from(*at)] != now[usize::from(*at)]).collect()
    }

    pub fn preview_in_debugger(&self, debug: &mut DebugSession) {
        if let (Some(run), Some(newest)) = (&self.run, &self.reloaded.newest) {
            let Preview { at, console } = Preview::new(run, newest);
            debug.debugger_mut().preview = console.map(|console| (at, console.machine().clone()));
        }
    }

    pub fn edit_memory(&mut self, memory: &[u8; ROM_SIZE]) -> Result<(), String> {
        let Some(run) = &mut self.run else { return Ok(()) };
        if !run.console().machine().allows(ability::REWIND) {
            return Err("the cart forbids edits in this run".to_string());
        }
        let rom = |data: Box<[u8; ROM_SIZE]>| Rom { data, ..Rom::empty("") };
        let now = Box::new(run.console().machine().memory().array::<ROM_SIZE>(0));
        for Patch { addr, bytes } in format::patches(&rom(now), &rom(Box::new(*memory))) {
            run.edit(Edit::Memory { addr, bytes }).map_err(|error| error.to_string())?;
        }
        self.stale = true;
        Ok(())
    }

    pub(super) fn with_newest(&mut self, mut input: Input) -> Input {
        self.reloaded.preview = None;
        if let Some(run) = &self.run {
            let machine = run.console().machine();
            let lacks = |cart: &&BundledCart| machine.lacks_cart(cart);
            let others =
                self.reloaded.others.iter().filter(lacks).map(|cart| Event::Cart(Box::new(cart.clone())));
            input.events.splice(0..0, others);
        }
        // While the run plays another cart, changes to its own cart wait.
        if self.run().is_some_and(|run| run.console().machine().cart_number() != 0) {
            return input;
        }
        if let (Some(newest), Some(run)) = (self.reloaded.newest.take(), &self.run) {
            let patches = format::patches(run.console().machine().rom(), &newest);
            if !patches.is_empty() {
                input.events.insert(0, Event::Data(patches));
            }
        }
        if let (Some((code, digest)), Some(run)) = (&self.reloaded.code, &self.run)
            && run.console().program().runs(*digest) == Some(false)
        {
            input.events.insert(0, Event::Code((**code).clone()));
        }
        input
    }

    pub fn use_carts(&mut self, others: Vec<BundledCart>) {
        self.reloaded.others.retain(|cart| others.iter().all(|newer| newer.name != cart.name));
        self.reloaded.others.extend(others);
    }

    pub fn use_code(&mut self, code: Arc<Code>) {
        let digest = code.digest();
        self.reloaded.code = Some((code, digest));
    }

    pub(super) fn use_newest_code(&mut self) {
        if let (None, Some(first)) = (&self.reloaded.code, self.origin.bundle.first()) {
            self.use_code(Arc::new(first.code.clone()));
        }
    }

    pub fn draw_preview(&mut self) {
        let stands = !self.clock.playing && !self.is_underway();
        let (Some(newest), Some(run)) = (self.reloaded.newest.as_ref().filter(|_| stands), &self.run) else {
            self.reloaded.preview = None;
            return;
        };
        if self.reloaded.preview.as_ref().is_none_or(|preview| preview.at != moment(run)) {
            self.reloaded.preview = Some(Preview::new(run, newest));
        }
    }

    pub fn shown(&self) -> Option<&Console> {
        self.reloaded.preview.as_ref().and_then(|preview| preview.console.as_ref()).or(self.console())
    }
}
