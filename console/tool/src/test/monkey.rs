//! `rasher test CART --monkey SECONDS`: presses random buttons until something breaks, and leaves that as a test.
//!
//! ```text
//! starts: the boot, and each test that passes, with its always and cost lines
//!   tries: a start, then 1,800 frames of random buttons, several at a time ──> the first that fails
//!     shrink.rs: fewer and shorter presses ──> tests/monkey-1.test, which fails like any other test and leaves its report
//! ```
//!
//! What fails a try: an error of the cart, an `always` line, a frame over the budget, a call that never ends. A try is known by its seed and
//! its number, so `--seed` repeats a search.

use super::action::Action;
use super::file::{Plays, TestFile, TestStep};
use super::jobs::{JobFailure, PATIENCE, run_all};
use super::play::try_test;
use super::result::TestResult;
use super::shrink::{Press, shrink};
use super::start::TestedCart;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rasher::memory::reg;
use rasher::{Console, Input, Mouse};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};
use studio::BUTTON_NAMES;

/// Frames of a try: half a minute at 60 a second.
const FRAMES: u64 = 1800;
/// Frames without buttons until `_init` is over; the budget counts from there.
const LOADING: [u64; 5] = [1, 10, 60, 300, 600];
/// A call that has not ended after so many frames never does: five seconds at 60 a second.
const ENDLESS: u64 = 300;
/// The longest search for a shorter list.
const SHRINKING: Duration = Duration::from_secs(20);

pub struct Monkey {
    pub seconds: u32,
    pub seed: u64,
    pub jobs: usize,
}

/// A moment from which buttons are pressed.
#[derive(Clone, Debug)]
struct Origin {
    name: String,
    test: TestFile,
    /// Frames up to that moment.
    frames: u64,
    mouse: bool,
    /// Items of the pause menu, by their numbers from 1.
    items: Vec<u8>,
}

#[derive(Debug, Default)]
pub struct Search {
    pub tries: u64,
    pub frames: u64,
    /// Starts that could not be used, and why.
    pub warnings: Vec<String>,
    pub found: Option<Found>,
}

#[derive(Debug)]
pub struct Found {
    /// The test as text.
    pub text: String,
    /// Frames of the presses before they were shortened, and after.
    pub frames: (u64, u64),
}

/// Tries `tests`, by their names, and the boot if `boot`, until one fails or the time is over. `at` gets the seconds that have passed.
pub fn search(
    cart: &TestedCart,
    tests: &[(PathBuf, TestFile)],
    boot: bool,
    monkey: &Monkey,
    mut at: impl FnMut(u64),
) -> Search {
    let began = Instant::now();
    let mut search = Search::default();
    let boot = boot.then(|| (PathBuf::from("the start"), TestFile::default()));
    let mut origins = Vec::new();
    for (path, test) in boot.iter().chain(tests) {
        match Origin::new(cart, path, test) {
            Ok((origin, warning)) => {
                search.warnings.extend(warning);
                origins.push(origin);
            }
            Err(why) => search.warnings.push(why),
        }
    }
    let (cart, origins) = (Arc::new(cart.clone()), Arc::new(origins));
    let is_time_left = || began.elapsed() < Duration::from_secs(monkey.seconds.into());
    // Starts may take all of a short time.
    while !origins.is_empty() && (search.tries == 0 || is_time_left()) {
        at(began.elapsed().as_secs());
        let (first, seed) = (search.tries, monkey.seed);
        let (shared, starts) = (cart.clone(), origins.clone());
        let results = run_all(monkey.jobs, monkey.jobs, PATIENCE, move |number, now| {
            let (origin, presses) = attempt(&starts, seed, first + number as u64);
            run(&shared, &origin.with(&presses), now)
        });
        for (number, result) in (first..).zip(results) {
            search.tries += 1;
            let (origin, presses) = attempt(&origins, monkey.seed, number);
            let found = match result {
                Ok(result) => {
                    search.frames += result.frames;
                    signature(&result).map(|sign| shortened(&cart, &origin, presses, &sign, result))
                }
                Err(failure) => Some(unanswered(&origin, presses, failure)),
            };
            if found.is_some() {
                search.found = found;
                return search;
            }
        }
    }
    search
}

/// The try of a number: its start, and its presses.
fn attempt(origins: &[Origin], seed: u64, number: u64) -> (Origin, Vec<Press>) {
    let mut origin = origins[(number % origins.len() as u64) as usize].clone();
    let dice = &mut Pcg64Mcg::seed_from_u64(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number);
    if origin.test.head.is_empty() {
        origin.test.seed = u64::from(dice.random::<u32>());
        origin.test.head.push(format!("seed {}", origin.test.seed));
    }
    let mut presses = Vec::new();
    while frames_of(&presses) < FRAMES {
        presses.push(origin.press(dice));
    }
    (origin, presses)
}

fn run(cart: &TestedCart, test: &TestFile, now: &AtomicU64) -> TestResult {
    try_test(cart, test, Path::new("monkey.test"), now).0
}

/// What failed, without numbers, so that two tries that fail alike have the same; none if nothing did.
fn signature(result: &TestResult) -> Option<String> {
    let failure = result.failures.first()?;
    let line = if failure.text.starts_with(|c: char| c.is_ascii_digit()) { "" } else { &failure.text };
    let why = failure.why.chars().filter(|c| !c.is_ascii_digit());
    Some(line.chars().chain(why).collect())
}

fn shortened(
    cart: &TestedCart,
    origin: &Origin,
    mut presses: Vec<Press>,
    sign: &str,
    mut result: TestResult,
) -> Found {
    let before = frames_of(&presses);
    origin.cut(&mut presses, result.failures[0].frame);
    let end = Instant::now() + SHRINKING;
    let presses = shrink(presses, |presses| {
        if Instant::now() > end {
            return false;
        }
        let tried = run(cart, &origin.with(presses), &AtomicU64::new(0));
        let same = signature(&tried).as_deref() == Some(sign);
        if same {
            result = tried;
        }
        same
    });
    let waits = Press { frames: ENDLESS, ..Press::default() };
    let longer = run(cart, &origin.with(&[&presses[..], &[waits]].concat()), &AtomicU64::new(0));
    let failure = &result.failures[0];
    let why = match longer.suspended >= ENDLESS {
        true => format!("in frame {}: a call that never ends", failure.frame),
        false => failure.brief(),
    };
    let frames = (before, frames_of(&presses));
    Found { text: origin.text(&presses, &why), frames }
}

/// A try that gave no result is not run again: the next one would not either.
fn unanswered(origin: &Origin, mut presses: Vec<Press>, failure: JobFailure) -> Found {
    let before = frames_of(&presses);
    let why = match failure {
        JobFailure::Hangs(frame) => {
            origin.cut(&mut presses, frame);
            format!("frame {} does not end", frame + 1)
        }
        JobFailure::Died => "the thread ended without a result".to_string(),
    };
    let frames = (before, frames_of(&presses));
    Found { text: origin.text(&presses, &why), frames }
}

impl Origin {
    /// Plays a test up to its end, without what checks a single moment. Fails with why it cannot be used.
    fn new(cart: &TestedCart, path: &Path, test: &TestFile) -> Result<(Origin, Option<String>), String> {
        let name = path.display().to_string();
        if matches!(test.steps.last(), Some(TestStep { action: Action::Error(_), .. })) {
            return Err(format!("{name}: not used as a start: it ends with an error"));
        }
        let mut test = test.clone();
        test.steps.retain(|step| step.action.is_kept());
        if let Some(recording) = &mut test.recording
            && recording.plays == Plays::Throughout
        {
            recording.plays = Plays::UpTo(None);
            let head = format!("from {}", recording.path);
            test.head.iter_mut().for_each(|line| {
                if line.starts_with("recording") {
                    line.clone_from(&head);
                }
            });
        }
        let mut origin = Origin { name, test, frames: 0, mouse: false, items: Vec::new() };
        let has_limit = origin.test.steps.iter().any(|step| matches!(step.action, Action::Cost(_)));
        let plain = origin.test.clone();
        let mut warning = None;
        let idle = Press { frames: ENDLESS, ..Press::default() };
        for wait in if has_limit { &LOADING[..1] } else { &LOADING[..] } {
            origin.test.steps.push(frames_step(*wait, 0));
            if !has_limit {
                origin.test.steps.push(cost_step());
                warning = origin.reach(cart, &origin.with(std::slice::from_ref(&idle)))?;
            }
            if warning.is_none() {
                origin.reach(cart, &origin.test.clone())?;
                return Ok((origin, None));
            }
            origin.test = plain.clone();
        }
        origin.test.steps.push(frames_step(1, 0));
        origin.reach(cart, &origin.test.clone())?;
        Ok((origin, warning))
    }

    /// Plays `test` up to the start. Fails with what fails there without any buttons; a warning if only the budget fails.
    fn reach(&mut self, cart: &TestedCart, test: &TestFile) -> Result<Option<String>, String> {
        let (result, run) = try_test(cart, test, Path::new("monkey.test"), &AtomicU64::new(0));
        let (Some(run), failure) = (run, result.failures.first()) else {
            let why = result.failures.first().map(|failure| failure.why.clone()).unwrap_or_default();
            return Err(format!("{}: not used as a start: {why}", self.name));
        };
        match failure {
            Some(failure) if failure.text == cost_step().text => {
                let why = "over the budget without any buttons, so only errors and `always` lines count";
                return Ok(Some(format!("{}: {why}", self.name)));
            }
            Some(failure) => return Err(format!("{}: not used as a start: {}", self.name, failure.brief())),
            None => {}
        }
        self.frames = run.now();
        self.look(run.console());
        Ok(None)
    }

    fn look(&mut self, console: &Console) {
        let machine = console.machine();
        self.mouse = machine.memory().bytes()[usize::from(reg::DEVKIT)] & 1 != 0;
        let items = (1..).zip(machine.menu_items());
        self.items = items.filter(|(_, item)| item.is_some()).map(|(number, _)| number).collect();
    }

    /// Directions, and sometimes other buttons, held for 1 to 40 frames.
    fn press(&self, dice: &mut Pcg64Mcg) -> Press {
        const DIRECTIONS: [u8; 12] = [0, 0, 1, 1, 2, 2, 4, 8, 5, 6, 9, 10];
        let mut buttons = DIRECTIONS[dice.random_range(0..DIRECTIONS.len())];
        for button in [16, 32] {
            buttons |= if dice.random_range(0..10) < 3 { button } else { 0 };
        }
        let frames = if dice.random_range(0..2) == 0 { 1 } else { dice.random_range(2..=40) };
        let mut before = Vec::new();
        if self.mouse && dice.random_range(0..2) == 0 {
            let (x, y) = (dice.random_range(0..128), dice.random_range(0..128));
            let held = dice.random_range(0..3);
            let text = format!("mouse {x} {y} {}", ["none", "left", "right"][usize::from(held)]);
            let mouse = Mouse { x, y, buttons: held, ..Mouse::default() };
            before.push(TestStep { line: 0, text, action: Action::Mouse(mouse) });
        }
        if !self.items.is_empty() && dice.random_range(0..50) == 0 {
            let item = self.items[dice.random_range(0..self.items.len())];
            before.push(TestStep { line: 0, text: format!("menu {item}"), action: Action::Menu(item) });
        }
        Press { before, frames, buttons }
    }

    /// Drops what is pressed after the frame that follows `frame`.
    fn cut(&self, presses: &mut Vec<Press>, frame: u64) {
        let mut left = frame.saturating_sub(self.frames) + 1;
        presses.retain_mut(|press| {
            press.frames = press.frames.min(left);
            left -= press.frames;
            press.frames > 0
        });
    }

    fn with(&self, presses: &[Press]) -> TestFile {
        let mut test = self.test.clone();
        test.steps.extend(presses.iter().flat_map(Press::steps));
        test
    }

    fn text(&self, presses: &[Press], why: &str) -> String {
        let why: String = why.chars().filter(|c| !c.is_control()).collect();
        let head = self.test.head.iter().map(String::as_str);
        let test = self.with(presses);
        let steps = test.steps.iter().map(|step| step.text.as_str());
        let lines: Vec<&str> = head.chain(steps).collect();
        format!("# found by --monkey: {why}\n{}\n", lines.join("\n"))
    }
}

impl Press {
    fn steps(&self) -> Vec<TestStep> {
        let mut steps = self.before.clone();
        steps.push(frames_step(self.frames, self.buttons));
        steps
    }
}

fn frames_of(presses: &[Press]) -> u64 {
    presses.iter().map(|press| press.frames).sum()
}

fn frames_step(frames: u64, buttons: u8) -> TestStep {
    let names = (0..BUTTON_NAMES.len()).filter(|bit| buttons & 1 << bit != 0);
    let names: Vec<String> = names.map(|bit| BUTTON_NAMES[bit].to_lowercase()).collect();
    let text = format!("{frames} {}", names.join("+")).trim_end().to_string();
    TestStep { line: 0, text, action: Action::Frames(frames, Input::buttons(buttons), None) }
}

fn cost_step() -> TestStep {
    TestStep { line: 0, text: "cost 100%".into(), action: Action::Cost(1000) }
}
