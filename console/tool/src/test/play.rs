//! Runs a test: its lines in order, on a console of its own.
//!
//! A failed line does not end the test; a crash or an `until` that never becomes true does. A failed test writes a report of its first failure's
//! frame to `failed/NAME.report`, for the debugger, with a bookmark for each failure, and pictures to `failed/NAME-*.png`. No home, cart data or
//! date from outside has an effect.

use super::action::Action;
use super::checks::{cost, cut, failed_condition, failed_expression, percent, printed};
use super::file::{Plays, TestFile, TestRecording, TestStep};
use super::picture::{self, Compared};
use super::result::{Failure, TestResult};
use super::start::{TestedCart, read_recorded};
use rasher::{Console, Edit, Effect, Event, Input, Mouse, StateError};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use timeline::{Condition, Crash, Inputs, Recording, Report, Run};

const PRINTED: usize = 5;
/// The buttons with which the pause menu reports a chosen item.
const CHOSEN: u8 = 0x70;
/// Frames between two counts of the memory: each copies the console.
const MEMORY_FRAMES: u64 = 60;
/// Bytes for key frames: tests rarely go back.
const ROOM: usize = 4 << 20;

/// Runs a test; a failed one leaves its files in the folder `failed`.
pub fn play(cart: &TestedCart, test: &TestFile, file: &Path, now: &AtomicU64) -> TestResult {
    let failed = cart.folder.join("failed");
    clean(&failed, &TestResult::of(file).name);
    let (mut result, run) = try_test(cart, test, file, now);
    if let Some(report) = run.filter(|_| !result.is_passed()).map(|run| report(&result, &run)) {
        let path = failed.join(format!("{}.report", result.name));
        match store::write_with_folders(&path, &report.to_bytes()) {
            Ok(()) => result.report = Some(path),
            Err(e) => result.failures.push(Failure { line: 1, why: e.to_string(), ..Failure::default() }),
        }
    }
    result
}

/// Runs a test and returns its run too, if the cart started. Only pictures are written.
pub fn try_test(
    cart: &TestedCart,
    test: &TestFile,
    file: &Path,
    now: &AtomicU64,
) -> (TestResult, Option<Run>) {
    let began = Instant::now();
    let mut result = TestResult::of(file);
    let recorded = test.recording.as_ref().map(|line| {
        let (word, path) = (if line.plays == Plays::Throughout { "recording" } else { "from" }, &line.path);
        let failure = Failure { line: line.line, text: format!("{word} {path}"), ..Failure::default() };
        let read = read_recorded(&cart.folder.join(path), &cart.boot.rom.name, line);
        read.map_err(|why| Failure { why, ..failure })
    });
    let mut run = None;
    match recorded.transpose() {
        Err(failure) => result.failures.push(failure),
        Ok(recorded) => {
            let (start, edits) = recorded.unzip();
            let mut test = TestRun::start(cart, test, start.as_ref(), now, result);
            test.all(edits.unwrap_or_default());
            (result, run) = test.finish();
        }
    }
    result.took = began.elapsed();
    (result, run)
}

/// The run of a failed test at its first failure, with a bookmark for each.
fn report(result: &TestResult, run: &Run) -> Report {
    let mut report = Report::of(run, env!("CARGO_PKG_VERSION"));
    report.frame = result.failures.first().map_or(report.frame, |first| first.frame);
    report.marked.bookmarks =
        result.failures.iter().map(|failure| (failure.frame, failure.brief())).collect();
    report.marked.edits.retain(|_| report.frame == run.now());
    report
}

fn memory(console: &Console) -> u64 {
    let values = console.evaluate(0, "stat(0)").ok();
    values.and_then(|values| values.first()?.as_f64()).unwrap_or_default() as u64
}

fn clean(failed: &Path, name: &str) {
    let own = |file: &str| {
        let rest = file.strip_prefix(name);
        rest.is_some_and(|rest| rest == ".report" || rest.starts_with('-') && rest.ends_with(".png"))
    };
    for entry in std::fs::read_dir(failed).into_iter().flatten().flatten() {
        if entry.file_name().to_str().is_some_and(own) {
            _ = std::fs::remove_file(entry.path());
        }
    }
    // Fails unless the folder is empty.
    _ = std::fs::remove_dir(failed);
}

struct TestRun<'a> {
    cart: &'a TestedCart,
    test: &'a TestFile,
    now: &'a AtomicU64,
    result: TestResult,
    /// None if the cart stopped before its first frame.
    run: Option<Run>,
    /// The recording whose buttons are pressed, and up to which frame.
    recording: Option<&'a (Recording, u64)>,
    inputs: Option<Inputs<'a>>,
    crash: Option<Crash>,
    events: Vec<Event>,
    mouse: Mouse,
    /// The `always` and `cost` lines that have not failed.
    always: Vec<TestStep>,
    /// The first frame whose digest differs from the recording's.
    diverged: Option<u64>,
    /// Printed lines up to the last one that a `prints` has found.
    found: usize,
}

impl<'a> TestRun<'a> {
    fn start(
        cart: &'a TestedCart,
        test: &'a TestFile,
        recording: Option<&'a (Recording, u64)>,
        now: &'a AtomicU64,
        result: TestResult,
    ) -> TestRun<'a> {
        let boot = cart.start(test, recording.map(|(recording, _)| recording));
        let (run, crash) = match Run::start_within(cart.program.clone(), boot, Some(ROOM)) {
            Ok(run) => (Some(run), None),
            Err(crash) => (None, Some(crash)),
        };
        let inputs = recording.map(|(recording, _)| recording.inputs());
        let (events, mouse, always) = (Vec::new(), Mouse::default(), Vec::new());
        let (diverged, found) = (None, 0);
        TestRun {
            cart,
            test,
            now,
            result,
            run,
            recording,
            inputs,
            crash,
            events,
            mouse,
            always,
            diverged,
            found,
        }
    }

    fn finish(self) -> (TestResult, Option<Run>) {
        let mut result = self.result;
        result.printed.drain(..result.printed.len().saturating_sub(PRINTED));
        if let Some(run) = &self.run {
            result.frames = run.now();
            result.coverage = run.console().program().coverage();
            result.memory = result.memory.max(memory(run.console()));
        }
        (result, self.run)
    }

    fn fail(&mut self, step: &TestStep, why: impl ToString) {
        self.fail_with(step, why.to_string(), Vec::new());
    }

    fn fail_with(&mut self, step: &TestStep, why: String, files: Vec<PathBuf>) {
        let frame = self.now.load(Ordering::Relaxed);
        self.result.failures.push(Failure { line: step.line, frame, text: step.text.clone(), why, files });
    }

    /// Runs all lines, then the rest of the recording.
    fn all(&mut self, edits: Vec<Edit>) {
        let test = self.test;
        let stops = matches!(test.steps.last(), Some(TestStep { action: Action::Error(_), .. }));
        let line = test.steps.last().map(|step| step.line);
        let recorded = test.recording.as_ref();
        let line = line.or(recorded.map(|recorded| recorded.line)).unwrap_or(1);
        let rest = TestStep { line, text: String::new(), action: Action::To(None) };
        let throughout = recorded.is_some_and(|recorded| recorded.plays == Plays::Throughout);
        let rest = (throughout && !stops).then_some(&rest);
        if let Some(recorded) = recorded.filter(|_| !throughout)
            && !self.begin(recorded, edits)
        {
            return;
        }
        for step in test.steps.iter().chain(rest) {
            let goes_on = self.step(step);
            if let Some(crash) = self.crash.clone().filter(|_| !stops) {
                return self.fail(step, crash);
            }
            if !goes_on {
                return;
            }
        }
    }

    /// Plays the recording up to the moment in which the test begins; false if that fails.
    fn begin(&mut self, recorded: &TestRecording, edits: Vec<Edit>) -> bool {
        let text = format!("from {}", recorded.path);
        let step = TestStep { line: recorded.line, text, action: Action::To(None) };
        let arrived = self.step(&step);
        (self.recording, self.inputs) = (None, None);
        for edit in edits {
            self.edit(&step, |_| Ok(edit));
        }
        if let Some(crash) = &self.crash {
            let crash = crash.clone();
            self.fail(&step, crash);
        }
        arrived && self.crash.is_none()
    }

    /// Runs a line; false to skip the rest.
    fn step(&mut self, step: &TestStep) -> bool {
        let now = self.run.as_ref().map_or(0, Run::now);
        match &step.action {
            Action::Frames(frames, input, until) => {
                return self.frames(step, now + frames, input, until.as_ref());
            }
            Action::To(Some(to)) if *to < now => {
                self.fail(step, format!("already at frame {now}"));
                return false;
            }
            Action::To(to) => {
                let end = to.or(self.recording.map(|(_, played)| *played)).unwrap_or(now);
                return self.frames(step, end, &Input::default(), None);
            }
            Action::Type(text) => self.events.extend(rasher::text::encode(text).map(Event::Char)),
            Action::Menu(index) => self.events.push(Event::Menu { index: *index, buttons: CHOSEN }),
            Action::Mouse(mouse) => {
                // The next frame gets the distance.
                let Mouse { x, y, dx, dy, wheel_y, .. } = self.mouse;
                let way = |to: i16, from: i16, more: i16| to.saturating_sub(from).saturating_add(more);
                self.mouse = Mouse { dx: way(mouse.x, x, dx), dy: way(mouse.y, y, dy), wheel_y, ..*mouse };
            }
            Action::Wheel(steps) => self.mouse.wheel_y = self.mouse.wheel_y.saturating_add(*steps),
            Action::Wish(wish) => self.events.push(wish.clone()),
            Action::Set(path, value) => {
                self.edit(step, |console| console.state_edit(&path.pointer(), value));
            }
            Action::Call(text) => self.edit(step, |_| Ok(Edit::Run { text: text.clone() })),
            Action::Always(condition) => {
                match self.console().and_then(|console| failed_condition(condition, console)) {
                    Some(why) => self.fail(step, why),
                    None => self.always.push(step.clone()),
                }
            }
            Action::Cost(_) => {
                self.always.retain(|step| !matches!(step.action, Action::Cost(_)));
                self.always.push(step.clone());
            }
            Action::Picture(name) => self.picture(step, name),
            Action::Shows(text) => self.shows(step, text),
            Action::Prints(text) => {
                let new = &self.result.printed[self.found..];
                match new.iter().position(|line| line.contains(text.as_str())) {
                    Some(at) => self.found += at + 1,
                    None => {
                        let why =
                            format!("found no such text in the {} lines since the previous one", new.len());
                        self.fail(step, why);
                    }
                }
            }
            Action::Error(text) => self.stopped(step, text),
            Action::Expect(_) | Action::Lua(_) | Action::Sfx(_) | Action::Music(_) | Action::Digests => {
                if let Some(why) = self.console().and_then(|console| self.wrong(&step.action, console)) {
                    self.fail(step, why);
                }
            }
        }
        true
    }

    /// Changes this moment.
    fn edit(&mut self, step: &TestStep, edit: impl FnOnce(&Console) -> Result<Edit, StateError>) {
        let Some(run) = &mut self.run else { return };
        let done = edit(run.console()).and_then(|edit| run.edit(edit));
        if let Err(StateError { reason }) = done {
            self.fail(step, reason);
        }
    }

    fn console(&self) -> Option<&Console> {
        self.run.as_ref().map(Run::console)
    }

    fn wrong(&self, action: &Action, console: &Console) -> Option<String> {
        let stat = |number: i32| console.machine().clone().stat(number).num().flr();
        match action {
            Action::Expect(condition) => failed_condition(condition, console),
            Action::Lua(text) => failed_expression(text, console),
            Action::Sfx(number) => {
                let playing: Vec<i32> = (46..50).map(stat).collect();
                let heard = playing.contains(&i32::from(*number));
                (!heard).then(|| format!("found sounds {playing:?} on the four channels (-1: none)"))
            }
            Action::Music(number) => {
                let pattern = stat(54);
                (pattern != i32::from(*number)).then(|| format!("found pattern {pattern} (-1: none)"))
            }
            _ => {
                self.diverged.map(|at| format!("found a different digest than the recording's in frame {at}"))
            }
        }
    }

    /// Runs frames up to number `to`; false to skip the rest of the test.
    fn frames(&mut self, step: &TestStep, to: u64, input: &Input, until: Option<&Condition>) -> bool {
        let Some(mut run) = self.run.take() else { return true };
        let mut holds = until.is_some_and(|until| until.holds(run.console()));
        let mut goes_on = true;
        while run.now() < to && !holds && self.crash.is_none() {
            let recorded = self.inputs.as_mut().map(Iterator::next);
            let Some(mut input) = recorded.unwrap_or_else(|| Some(input.clone())) else {
                self.fail(step, format!("reached the recording's end, frame {}", run.now()));
                goes_on = false;
                break;
            };
            if self.recording.is_none() {
                input.mouse = self.mouse;
                self.mouse = Mouse { dx: 0, dy: 0, wheel_y: 0, ..self.mouse };
            }
            input.events.append(&mut self.events);
            // The code is the current one.
            input.events.retain(|event| !matches!(event, Event::Code(_)));
            match run.frame(&input) {
                Ok(effects) => self.after_frame(&run, &effects),
                Err(crash) => {
                    self.result.printed.extend(crash.fault.printed.iter().cloned());
                    self.crash = Some(crash);
                }
            }
            holds = until.is_some_and(|until| until.holds(run.console()));
        }
        if let Some(until) = until.filter(|_| goes_on && !holds && self.crash.is_none()) {
            let why = failed_condition(until, run.console()).unwrap_or_default();
            self.fail(step, format!("in frame {}: {why}", run.now()));
            goes_on = false;
        }
        self.run = Some(run);
        goes_on
    }

    fn after_frame(&mut self, run: &Run, effects: &[Effect]) {
        let (frame, console) = (run.now(), run.console());
        self.now.store(frame, Ordering::Relaxed);
        for effect in effects {
            if let Effect::Print(text) | Effect::PrintTo { text, .. } = effect {
                self.result.printed.push(text.clone());
            }
        }
        let cost = cost(console);
        self.result.cost = self.result.cost.max(cost);
        let is_long = console.suspended_hook().is_some() && cost >= 1000;
        self.result.suspended = if is_long { self.result.suspended + 1 } else { 0 };
        if frame == 1 || frame.is_multiple_of(MEMORY_FRAMES) {
            self.result.memory = self.result.memory.max(memory(console));
        }
        let mut broken = Vec::new();
        self.always.retain(|step| {
            let why = match &step.action {
                Action::Cost(most) if cost > *most => Some(format!("found {}", percent(cost))),
                Action::Always(condition) => failed_condition(condition, console),
                _ => None,
            };
            broken.extend(why.iter().map(|why| (step.clone(), format!("in frame {frame}: {why}"))));
            why.is_none()
        });
        broken.into_iter().for_each(|(step, why)| self.fail(&step, why));
        if let Some((recording, _)) = self.recording {
            let check = recording.checks().binary_search_by_key(&frame, |check| check.frame).ok();
            let check = check.map(|at| recording.checks()[at].digest);
            if check.is_some_and(|digest| digest != console.digest_of(recording.digests())) {
                self.diverged = self.diverged.or(Some(frame));
            }
        }
    }

    fn picture(&mut self, step: &TestStep, name: &str) {
        let Some(console) = self.console() else { return };
        let golden = self.cart.folder.join(name);
        let stem = name.strip_suffix(".png").unwrap_or(name);
        let shown = self.cart.folder.join("failed").join(format!("{}-{stem}", self.result.name));
        match picture::compare(console, &golden, &shown, self.cart.bless) {
            Ok(Compared::Equal) => {}
            Ok(Compared::Blessed) => self.result.blessed.push(golden),
            Ok(Compared::Differs(why, files)) => self.fail_with(step, why, files),
            Err(e) => self.fail(step, e),
        }
    }

    fn shows(&mut self, step: &TestStep, text: &str) {
        let Some(run) = &mut self.run else { return };
        let calls = match run.trace() {
            Ok(trace) => trace.map_or(Vec::new(), |trace| trace.calls),
            Err(crash) => return self.fail(step, crash),
        };
        let printed: Vec<String> = calls.iter().filter_map(|call| printed(&call.args, call.name)).collect();
        let quoted = text.replace('\\', "\\\\").replace('"', "\\\"");
        if !printed.iter().any(|line| line.contains(&quoted)) {
            let texts = if printed.is_empty() { "nothing".to_string() } else { printed.join(", ") };
            self.fail(step, format!("found {}", cut(&texts)));
        }
    }

    fn stopped(&mut self, step: &TestStep, text: &str) {
        match &self.crash {
            Some(crash) if crash.to_string().contains(text) => {}
            Some(crash) => self.fail(step, format!("found {crash}")),
            None => self.fail(step, "found no error"),
        }
    }
}
