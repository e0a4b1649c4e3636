//! A run: a console that runs frame by frame, guarded and recorded, and that can go back.
//!
//! ```text
//!                      now                     frame(input) at the head: the run grows
//! 0 ─────────────┬──────●──────────> head      goto(f): any frame since boot
//!                └──────────────> head         frame(input) in the past: a branch; the old future stays
//! ```
//!
//! Window, commands, bots and the debugger use this. [`Run::frame`] returns the effects of frames that run for the first time, so each is
//! performed once; going to a frame returns none.

use crate::guard::{self, Crash, guard_frame};
use crate::past::Past;
use crate::recording::{CHECK_EVERY, Recording, Start};
use crate::replay::{Replay, ReplayError};
use rasher::{Boot, Console, Edit, Effect, Event, Input, Program, Rom, StateError, Trace};
use std::sync::Arc;

/// Branches that are kept; then the oldest is dropped.
pub const BRANCHES: usize = 16;

#[derive(Clone, Debug)]
pub struct Branch {
    pub id: u32,
    pub parent: Option<(u32, u64)>,
    pub past: Past,
    crash: Option<Crash>,
}

impl Branch {
    /// The last frame that can be visited: not one that panicked.
    pub fn head(&self) -> u64 {
        self.past.recording().frames().saturating_sub(u64::from(self.crash.is_some()))
    }

    pub fn crash(&self) -> Option<&Crash> {
        self.crash.as_ref()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bookmark {
    pub branch: u32,
    pub frame: u64,
    pub name: String,
}

#[derive(Clone, Debug)]
pub struct Run {
    rom: Arc<Rom>,
    console: Console,
    branches: Vec<Branch>,
    now: usize,
    frame: u64,
    births: u32,
    bookmarks: Vec<Bookmark>,
    /// Edits of this moment: the first events of the next frame.
    edits: Vec<Edit>,
    unedited: Option<Box<Console>>,
}

impl Run {
    /// Boots a cart. The first `_update` is tried on a copy.
    pub fn start(program: Box<dyn Program>, boot: Boot) -> Result<Run, Crash> {
        Run::start_within(program, boot, None)
    }

    /// [`Run::start`] with so many bytes for key frames instead of [`crate::ROOM`].
    pub fn start_within(program: Box<dyn Program>, boot: Boot, room: Option<usize>) -> Result<Run, Crash> {
        let mut recording = Recording::new(Start::of(&boot));
        let rom = boot.rom.clone();
        let console = guard::boot(program, boot)?;
        recording.close(&console);
        let past = Past::new(recording, &console, room);
        Ok(Run::at(0, console, past, None, rom))
    }

    /// Runs a recording to its end, or to the frame before a panic, and keeps its past. Strict, for a debugger: fails if cart, version, data
    /// or a digest differ. [`crate::Resume`] continues a run after the program was changed.
    pub fn load(recording: &Recording, program: Box<dyn Program>, rom: Arc<Rom>) -> Result<Run, ReplayError> {
        Run::load_until(recording, program, rom, |_, _| false)
    }

    /// [`Run::load`] up to the first moment for which `stop`, with the number of frames and the console, returns true.
    pub fn load_until(
        recording: &Recording,
        program: Box<dyn Program>,
        rom: Arc<Rom>,
        mut stop: impl FnMut(u64, &Console) -> bool,
    ) -> Result<Run, ReplayError> {
        let mut replay = Replay::new(recording, program, rom.clone())?;
        let mut past = Past::new(recording.clone(), replay.console(), None);
        let mut frame = 0;
        let mut stopped = stop(frame, replay.console());
        while !stopped && replay.frame()? {
            frame += 1;
            past.pass(replay.place(), replay.console());
            stopped = stop(frame, replay.console());
        }
        let console = replay.console().clone();
        if frame + 1 == recording.frames() {
            replay.frame()?;
        }
        Ok(Run::at(frame, console, past, replay.crash().cloned(), rom))
    }

    /// A run of a cart that stopped in `_init`: only the lines before the error, no frames.
    pub fn stopped(program: Box<dyn Program>, boot: Boot, crash: Crash) -> Run {
        let (recording, rom) = (Recording::new(Start::of(&boot)), boot.rom.clone());
        let console = Console::unbooted(program, boot);
        let past = Past::new(recording, &console, None);
        Run::at(0, console, past, Some(crash), rom)
    }

    pub(crate) fn at(frame: u64, console: Console, past: Past, crash: Option<Crash>, rom: Arc<Rom>) -> Run {
        let trunk = Branch { id: 0, parent: None, past, crash };
        Run {
            rom,
            console,
            branches: vec![trunk],
            now: 0,
            frame,
            births: 1,
            bookmarks: Vec::new(),
            edits: Vec::new(),
            unedited: None,
        }
    }

    /// Runs one frame and returns its effects; in the past, this starts a branch. After an error each later frame returns it again.
    pub fn frame(&mut self, input: &Input) -> Result<Vec<Effect>, Crash> {
        // Other code may fix the error.
        let is_code = |event: &Event| matches!(event, Event::Code(_) | Event::Cart(_));
        let mends = !self.edits.is_empty() || input.events.iter().any(is_code);
        if self.frame < self.branch().head() || mends && self.branch().crash.is_some() {
            self.fork();
        } else if let Some(crash) = &self.branch().crash {
            return Err(crash.clone());
        }
        let edits = self.edits.drain(..).map(Event::Edit);
        let edited = Input { events: edits.chain(input.events.iter().cloned()).collect(), ..input.clone() };
        let branch = &mut self.branches[self.now];
        branch.past.push(&edited);
        // The frame bears the edits of this moment, so it begins without them: two edits may leave other objects behind than one. If it
        // crashes, the moment has lost them too: a recording's last digest is of the value before its crash.
        if let Some(unedited) = self.unedited.take() {
            self.console = *unedited;
        }
        let ran = guard_frame(&mut self.console, self.frame + 1, &edited);
        let effects = ran.inspect_err(|crash| branch.crash = Some(crash.clone()))?;
        self.frame += 1;
        branch.past.ran(&self.console);
        branch.past.turn(&effects);
        if self.frame.is_multiple_of(CHECK_EVERY) {
            branch.past.check(&self.console);
        }
        Ok(effects)
    }

    pub(crate) fn drop_crashed_frame(&mut self) {
        let frame = self.frame;
        let branch = &mut self.branches[self.now];
        branch.past = branch.past.cut(frame);
        branch.crash = None;
    }

    fn fork(&mut self) {
        let from = self.branch();
        let branch = Branch {
            id: self.births,
            parent: Some((from.id, self.frame)),
            past: from.past.cut(self.frame),
            crash: None,
        };
        self.births = self.births.wrapping_add(1);
        self.branches.push(branch);
        if self.branches.len() > BRANCHES {
            let gone = self.branches.remove(usize::from(self.now == 0));
            self.bookmarks.retain(|mark| mark.branch != gone.id);
        }
        self.now = self.branches.len() - 1;
    }

    pub fn console(&self) -> &Console {
        &self.console
    }

    pub fn now(&self) -> u64 {
        self.frame
    }

    pub fn branch(&self) -> &Branch {
        &self.branches[self.now]
    }

    pub fn branches(&self) -> &[Branch] {
        &self.branches
    }

    pub fn is_at_head(&self) -> bool {
        self.frame == self.branch().head()
    }

    /// Whether this is the last frame of its branch, without edits that wait for the next.
    pub fn is_settled(&self) -> bool {
        self.is_at_head() && self.edits.is_empty()
    }

    pub fn edits(&self) -> &[Edit] {
        &self.edits
    }

    /// Whether the run is over at this moment, as its cart reported (`run_over`, `run_begins`).
    pub fn is_over(&self) -> bool {
        self.branch().past.is_over(self.frame)
    }

    /// The start and end frames of the last run, if it is over.
    pub fn ended(&self) -> Option<(u64, u64)> {
        self.branch().past.ended(self.frame)
    }

    pub(crate) fn set_past(&mut self, frame: u64, console: Console, past: Past) {
        (self.frame, self.console) = (frame, console);
        self.branches[self.now].past = past;
    }

    /// Goes to the moment after `frame` frames of this branch, and drops edits of the current one. Changes nothing if a frame fails.
    pub fn goto(&mut self, frame: u64) -> Result<(), Crash> {
        let frame = frame.min(self.branch().head());
        self.console = self.branches[self.now].past.seek(frame)?;
        self.frame = frame;
        self.edits.clear();
        self.unedited = None;
        Ok(())
    }

    /// Runs at most `most` frames towards a frame of a branch. Returns true once going there needs no more than that.
    pub fn approach(&mut self, branch: u32, frame: u64, most: u64) -> Result<bool, Crash> {
        let Some(branch) = self.branches.iter_mut().find(|b| b.id == branch) else { return Ok(true) };
        let frame = frame.min(branch.head());
        branch.past.approach(frame, most)
    }

    pub fn prepare(&mut self, most: u64) -> Result<(), Crash> {
        self.branches[self.now].past.prepare(self.frame, most)
    }

    pub fn step(&mut self, by: i64) -> Result<(), Crash> {
        let to = self.frame.saturating_add_signed(by).min(self.branch().head());
        // To step forward, running the frame again is cheaper than searching for a key frame.
        if to == self.frame + 1
            && self.edits.is_empty()
            && let Some(input) = self.branch().past.input(self.frame)
        {
            guard_frame(&mut self.console, to, &input)?;
            self.frame = to;
            return Ok(());
        }
        self.goto(to)
    }

    /// Switches to another branch, at this frame or at the end of that branch. Returns false if there is none.
    pub fn switch(&mut self, id: u32) -> Result<bool, Crash> {
        self.visit(id, self.frame)
    }

    /// Goes to the moment after `frame` frames of a branch, at most its head. Returns false if there is no such branch.
    pub fn visit(&mut self, id: u32, frame: u64) -> Result<bool, Crash> {
        let Some(to) = self.branches.iter().position(|branch| branch.id == id) else { return Ok(false) };
        let from = std::mem::replace(&mut self.now, to);
        self.goto(frame).inspect_err(|_| self.now = from)?;
        Ok(true)
    }

    /// The newest branch that ran all frames of a recording.
    pub fn branch_containing(&self, recording: &Recording) -> Option<u32> {
        let knows = |branch: &&Branch| {
            branch.head() >= recording.frames() && branch.past.recording().begins_with(recording)
        };
        self.branches.iter().rfind(knows).map(|branch| branch.id)
    }

    /// Runs the inputs of another branch from here: the old future with a changed past.
    pub fn replay_branch(&mut self, id: u32) -> Result<(), Crash> {
        let Some(from) = self.branches.iter().find(|branch| branch.id == id) else { return Ok(()) };
        let rest = from.past.clone();
        rest.inputs_after(self.frame).try_for_each(|input| self.frame(&input).map(drop))
    }

    /// Edits the current moment and, when it runs, the next frame's input. Fails, without a change, if it is refused.
    pub fn edit(&mut self, edit: Edit) -> Result<(), StateError> {
        let before = self.console.clone();
        self.console.edit(&edit)?;
        self.unedited.get_or_insert_with(|| Box::new(before));
        self.edits.push(edit);
        Ok(())
    }

    /// What the frame that led to this moment drew; none at frame 0. Edits of this moment do not count.
    pub fn trace(&self) -> Result<Option<Trace>, Crash> {
        self.branch().past.trace(self.frame)
    }

    pub fn bookmark(&mut self, name: &str) {
        self.bookmark_at(self.frame, name);
    }

    /// Names a moment of this branch, at most its head.
    pub fn bookmark_at(&mut self, frame: u64, name: &str) {
        let branch = self.branch();
        let mark = Bookmark { branch: branch.id, frame: frame.min(branch.head()), name: name.to_string() };
        self.bookmarks.retain(|old| (old.branch, old.frame) != (mark.branch, mark.frame));
        self.bookmarks.push(mark);
        self.bookmarks.sort_by_key(|mark| (mark.branch, mark.frame));
    }

    /// Removes this moment's bookmark. Returns false if there was none.
    pub fn unmark(&mut self) -> bool {
        let (before, here) = (self.bookmarks.len(), (self.branch().id, self.frame));
        self.bookmarks.retain(|mark| (mark.branch, mark.frame) != here);
        self.bookmarks.len() < before
    }

    pub fn bookmarks(&self) -> &[Bookmark] {
        &self.bookmarks
    }

    pub fn rom(&self) -> &Arc<Rom> {
        &self.rom
    }

    /// The recording of this branch; at its head closed with a digest. Of the cart data it has only what was opened.
    pub fn recording(&self) -> Recording {
        let mut recording = self.branch().past.recording().clone();
        if self.is_settled() {
            recording.close(&self.console);
        }
        self.trimmed(recording)
    }

    /// The recording up to this moment, closed with a digest, without edits of this moment.
    pub fn recording_so_far(&self) -> Recording {
        let mut recording = self.branch().past.cut(self.frame).recording().clone();
        if self.edits.is_empty() {
            recording.close(&self.console);
        }
        self.trimmed(recording)
    }

    fn trimmed(&self, mut recording: Recording) -> Recording {
        let machine = self.console.machine();
        let cart = &recording.start.cart;
        let records = [rasher::Records::best_id(cart), rasher::Records::day_id(cart)];
        let told = |id: &String| machine.opened_data().any(|opened| opened == id) || records.contains(id);
        recording.start.saves.retain(|id, _| told(id));
        recording
    }
}
