//! Data files that change: the frame that is played next begins with them, and a run that stands still is seen with them at once.
//!
//! ```text
//! changed data ── newest ──┬── a frame is played ──> Event::Data in its input, in the recording
//!                          └── play stands still ──> a copy of the console: data put in, `_draw` run ──> what is shown
//! ```
//!
//! The copy is for the eye alone: the run, its recording and its digests know nothing of it. A `_draw` that fails with the new data leaves
//! the picture as it was; it fails again, and is told, when play goes on.

use super::RunLoop;
use rasher::memory::ROM_SIZE;
use rasher::{BundledCart, Code, Console, Edit, Event, Input, Patch, Rom, ability};
use std::sync::Arc;
use timeline::{Run, guard};

/// A moment as it looks with other data.
#[derive(Clone, Debug)]
pub(super) struct Preview {
    at: (u32, u64),
    /// None where it cannot be drawn.
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
    /// The cart's data are these from now on.
    pub fn take_up(&mut self, newest: &Arc<Rom>) {
        (self.reloaded.newest, self.reloaded.preview) = (Some(newest.clone()), None);
        self.preview_in_debugger();
        self.stale = true;
    }

    /// The debugger shows the moment where it stands with the data that have changed.
    pub(super) fn preview_in_debugger(&mut self) {
        if let (Some(debug), Some(run), Some(newest)) = (&mut self.debug, &self.run, &self.reloaded.newest) {
            let Preview { at, console } = Preview::new(run, newest);
            debug.preview(console.map(|console| (at, console.machine().clone())));
        }
    }

    /// The memory of the moment where the run stands is to be this from 0 on: edits, with which the next frame begins.
    ///
    /// # Errors
    /// Why not, in words.
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

    /// The run goes on with these data, unless newer ones have come.
    pub(super) fn catch_up(&mut self, newest: &Arc<Rom>) {
        self.reloaded.newest.get_or_insert_with(|| newest.clone());
    }

    /// The input of a frame that is played: it begins with the data that have changed.
    pub(super) fn with_newest(&mut self, mut input: Input) -> Input {
        self.reloaded.preview = None;
        if let Some(run) = &self.run {
            let machine = run.console().machine();
            let lacks = |cart: &&BundledCart| machine.lacks_cart(cart);
            let others =
                self.reloaded.others.iter().filter(lacks).map(|cart| Event::Cart(Box::new(cart.clone())));
            input.events.splice(0..0, others);
        }
        // Where another cart of the run plays, they wait for the one that they are of.
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

    /// Other carts of the run are these from the next frame that is played on, wherever in the past that is.
    pub fn take_others(&mut self, others: Vec<BundledCart>) {
        self.reloaded.others.retain(|cart| others.iter().all(|newer| newer.name != cart.name));
        self.reloaded.others.extend(others);
    }

    /// The cart's code is this from the next frame that is played on, wherever in the past that is.
    pub fn take_code(&mut self, code: Arc<Code>) {
        let digest = code.digest();
        self.reloaded.code = Some((code, digest));
    }

    /// A run that was begun with other code goes on with the cart's, from the next frame that is played on.
    pub(super) fn use_newest_code(&mut self) {
        if let (None, Some(first)) = (&self.reloaded.code, self.origin.bundle.first()) {
            self.take_code(Arc::new(first.code.clone()));
        }
    }

    /// Draws what stands still anew, if its data have changed.
    pub fn draw_preview(&mut self) {
        let stands = !self.is_playing() && !self.is_underway();
        let (Some(newest), Some(run)) = (self.reloaded.newest.as_ref().filter(|_| stands), &self.run) else {
            self.reloaded.preview = None;
            return;
        };
        if self.reloaded.preview.as_ref().is_none_or(|preview| preview.at != moment(run)) {
            self.reloaded.preview = Some(Preview::new(run, newest));
        }
    }

    /// The console as it is to be seen: what stands still, with the newest data; else as [`RunLoop::console`].
    pub fn shown(&self) -> Option<&Console> {
        self.reloaded.preview.as_ref().and_then(|preview| preview.console.as_ref()).or(self.console())
    }
}
