//! The debugger on the screen: a run's line of time, walked in both directions, and what is in each moment.
//!
//! ```text
//!  +-----------+-----------+ ...    the game's picture, always whole pixels; panels beside and below it,
//!  | picture   | panel     |        as many as the window has room for; each shows any of the pages:
//!  +-----------+-----------+
//!  | panel     | panel     |        state  changes  calls  memory  sheet  map  draw  sound  input  cost  keys
//!  +-----------+-----------+
//!  | time bar: all of the run     |  frame, branch, bookmarks
//!  +------------------------------+
//! ```
//!
//! [`Debugger`] is a value without a clock, window or disk: what is pressed comes in as an [`Ask`], what only the window can do goes
//! out as a [`Wish`], and the picture is drawn by the machine's own rasteriser, panel by panel, onto a [`Canvas`] of any size.
//! The run is lent to it; nothing of the debugger is part of a run.

mod bar;
mod canvas;
mod machine;
mod memory;
mod moment;
mod page;
mod sound;
mod state;

pub use canvas::Canvas;
pub use page::{KEYS, Page};

use moment::Moment;
use rasher::{Console, Edit, Machine};
use timeline::{Becomes, Changes, Condition, Found, Path, Run};

/// What a person at the debugger wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// So many frames forward or back.
    Step(i64),
    /// To the first moment, or the last one.
    End(bool),
    /// To the part of the run that lies at a point of the time bar, in thousandths.
    Scrub(u64),
    /// The next call of the frame, or the one before.
    Call(i64),
    /// Up or down in the panel that has the focus.
    Scroll(i64),
    /// The next panel has the focus, or the one before.
    Focus(i64),
    /// The panel shows the next page, or the one before.
    Page(i64),
    /// To the next frame that changes what is selected in the panel, or with false the last one before.
    Change(bool),
    /// To the next bookmark, or the one before.
    Mark(i64),
    /// Sets a bookmark here, or takes it away.
    Bookmark,
    /// Pins what is selected to the watch list, or takes it off.
    Pin,
    /// The next branch.
    Branch,
    /// Begins to type: a frame to go to, a condition to run to, or a new value for what is selected.
    Type(Typing),
    /// A letter was typed.
    Letter(char),
    /// The last letter goes.
    Erase,
    /// What was typed counts.
    Enter,
    /// What was typed is forgotten; without anything typed, the debugger ends.
    Escape,
    /// Lives on from here.
    Live,
    /// The mouse is at a point of the canvas; is its button down?
    Point(i32, i32, bool),
    /// A bug report of this moment.
    Report,
    /// A picture of this moment.
    Picture,
}

/// What is being typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typing {
    /// The number of a frame.
    Goto,
    /// A condition to search for.
    Until,
    /// A value for the selected field or byte.
    Value,
}

/// What the window does for the debugger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// The run goes on; the debugger ends.
    Live,
    /// Keep a bug report of this moment.
    Report,
    /// Keep a picture of this moment.
    Picture,
}

/// The debugger.
#[derive(Clone, Debug)]
pub struct Debugger {
    panels: Vec<Panel>,
    focus: usize,
    /// Calls of the frame that are shown; none for all.
    call: Option<usize>,
    /// The pixel of the game's picture that was pointed at.
    pixel: Option<(u8, u8)>,
    pins: Vec<String>,
    typing: Option<(Typing, String)>,
    told: String,
    bad: bool,
    moment: Option<Moment>,
    layout: canvas::Layout,
}

/// A panel: the page that it shows, and where in it one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Panel {
    page: Page,
    line: i64,
}

impl Default for Debugger {
    fn default() -> Self {
        Self::new()
    }
}

impl Debugger {
    /// The debugger as it opens.
    pub fn new() -> Debugger {
        Debugger {
            panels: Page::ALL.iter().map(|page| Panel { page: *page, line: 0 }).collect(),
            focus: 0,
            call: None,
            pixel: None,
            pins: Vec::new(),
            typing: None,
            told: String::new(),
            bad: false,
            moment: None,
            layout: canvas::Layout::new(256, 256),
        }
    }

    /// Says something at the lower edge.
    pub fn tell(&mut self, text: impl Into<String>, bad: bool) {
        (self.told, self.bad) = (text.into(), bad);
    }

    /// Is a line being typed? Then letters are letters and no keys.
    pub fn types(&self) -> bool {
        self.typing.is_some()
    }

    /// Does what was asked for.
    pub fn ask(&mut self, run: &mut Run, ask: Ask) -> Option<Wish> {
        let before = run.now();
        if !matches!(ask, Ask::Point(..)) {
            self.told.clear();
        }
        match ask {
            Ask::Step(by) => self.gone(run.step(by)),
            Ask::End(last) => self.gone(run.goto(if last { u64::MAX } else { 0 })),
            Ask::Scrub(part) => {
                let head = run.branch().head();
                self.gone(run.goto(head.saturating_mul(part.min(1000)) / 1000));
            }
            Ask::Call(by) => {
                let most = self.moment(run).trace.as_ref().map_or(0, |t| t.calls.len());
                let at = self.call.unwrap_or(most).saturating_add_signed(by as isize).min(most);
                self.call = (at < most).then_some(at);
            }
            Ask::Scroll(by) => {
                let panel = &mut self.panels[self.focus];
                panel.line = panel.line.saturating_add(by).max(0);
            }
            Ask::Focus(by) => self.focus = turn(self.focus, by, self.layout.panels.len()),
            Ask::Page(by) => {
                let pages = Page::ALL;
                let panel = &mut self.panels[self.focus];
                let now = pages.iter().position(|page| *page == panel.page).unwrap_or(0);
                *panel = Panel { page: pages[turn(now, by, pages.len())], line: 0 };
            }
            Ask::Change(forward) => self.change(run, forward),
            Ask::Mark(by) => self.mark(run, by),
            Ask::Bookmark => {
                if !run.unmark() {
                    run.bookmark(&format!("frame {}", run.now()));
                }
            }
            Ask::Pin => self.pin(run),
            Ask::Branch => self.branch(run),
            Ask::Type(typing) => self.typing = Some((typing, String::new())),
            Ask::Letter(letter) => {
                if let Some((_, text)) = &mut self.typing
                    && text.len() < 60
                {
                    text.push(letter);
                }
            }
            Ask::Erase => {
                if let Some((_, text)) = &mut self.typing {
                    text.pop();
                }
            }
            Ask::Enter => self.enter(run),
            Ask::Escape if self.typing.is_some() => self.typing = None,
            Ask::Escape | Ask::Live => return Some(Wish::Live),
            Ask::Point(x, y, down) => self.point(run, x, y, down),
            Ask::Report => return Some(Wish::Report),
            Ask::Picture => return Some(Wish::Picture),
        }
        if run.now() != before {
            self.call = None;
        }
        None
    }

    fn gone(&mut self, gone: Result<(), timeline::Crash>) {
        if let Err(crash) = gone {
            self.tell(crash.to_string(), true);
        }
    }

    /// This moment, worked out once.
    fn moment(&mut self, run: &mut Run) -> &Moment {
        let known = self.moment.take().filter(|moment| moment.is_of(run));
        self.moment.insert(match known {
            Some(moment) => moment,
            None => Moment::new(run),
        })
    }

    /// The line of the page in focus, if it is one that can be selected there.
    fn selected(&mut self, run: &mut Run) -> Option<Selected> {
        let Panel { page, line } = *self.panels.get(self.focus)?;
        let pins = self.pins.clone();
        let moment = self.moment(run);
        match page {
            Page::State => {
                state::rows(&moment.state).get(line as usize).map(|row| Selected::Field(row.path.clone()))
            }
            Page::Changes => {
                let fields =
                    moment.changes.fields.get(line as usize).map(|f| Selected::Field(f.path.clone()));
                let region = (line as usize).checked_sub(moment.changes.fields.len());
                fields.or_else(|| Some(Selected::Byte(moment.changes.regions.get(region?)?.first)))
            }
            Page::Watch => pins.get(line as usize).cloned().map(Selected::Field),
            Page::Memory => Some(Selected::Byte((line * 8).min(0xffff) as u16)),
            _ => None,
        }
    }

    fn change(&mut self, run: &mut Run, forward: bool) {
        let Some(selected) = self.selected(run) else {
            return self.tell("select a field or a byte first", true);
        };
        let (past, now) = (&run.branch().past, run.now());
        let found = match &selected {
            Selected::Field(text) => {
                let Ok(path) = Path::parse(text) else { return };
                let probe = Changes(|console: &Console| path.find(&console.program().inspect()));
                if forward {
                    past.find_after(now, &probe, |_| true)
                } else {
                    past.find_before(now, &probe, |_| true)
                }
            }
            Selected::Byte(addr) => {
                // The row of the hex view that is selected.
                let probe = Changes(|console: &Console| console.machine().memory().array::<8>(*addr));
                if forward {
                    past.find_after(now, &probe, |_| true)
                } else {
                    past.find_before(now, &probe, |_| true)
                }
            }
        };
        self.found(
            run,
            found,
            &format!("{selected} does not change {}", if forward { "any more" } else { "before" }),
        );
    }

    fn found(&mut self, run: &mut Run, found: Found, nowhere: &str) {
        match found {
            Found::At(frame) => self.gone(run.goto(frame)),
            Found::Crash(crash) => {
                self.gone(run.goto(crash.frame.saturating_sub(1)));
                self.tell(format!("next: {crash}"), true);
            }
            Found::Nowhere | Found::Stopped => self.tell(nowhere, true),
        }
    }

    fn mark(&mut self, run: &mut Run, by: i64) {
        let (branch, now) = (run.branch().id, run.now());
        let mut marks = run.bookmarks().iter().filter(|mark| mark.branch == branch).map(|mark| mark.frame);
        let to = if by > 0 { marks.find(|f| *f > now) } else { marks.rfind(|f| *f < now) };
        match to {
            Some(frame) => self.gone(run.goto(frame)),
            None => self.tell("no bookmark there", true),
        }
    }

    fn pin(&mut self, run: &mut Run) {
        match self.selected(run) {
            Some(Selected::Field(path)) => match self.pins.iter().position(|pin| *pin == path) {
                Some(at) => _ = self.pins.remove(at),
                None => self.pins.push(path),
            },
            _ => self.tell("select a field first", true),
        }
    }

    fn branch(&mut self, run: &mut Run) {
        let ids: Vec<u32> = run.branches().iter().map(|branch| branch.id).collect();
        let now = ids.iter().position(|id| *id == run.branch().id).unwrap_or(0);
        let switched = run.switch(ids[turn(now, 1, ids.len())]).map(drop);
        self.gone(switched);
    }

    fn enter(&mut self, run: &mut Run) {
        let Some((typing, text)) = self.typing.take() else { return };
        match typing {
            Typing::Goto => match text.trim().parse() {
                Ok(frame) => self.gone(run.goto(frame)),
                Err(_) => self.tell(format!("found {text:?}, expected the number of a frame"), true),
            },
            Typing::Until => match Condition::parse(&text) {
                Ok(condition) => {
                    let probe = Becomes(|console: &Console| condition.holds(console));
                    let found = run.branch().past.find_after(run.now(), &probe, |_| true);
                    self.found(run, found, &format!("{text} does not begin to hold any more"));
                }
                Err(error) => self.tell(error.to_string(), true),
            },
            Typing::Value => self.set(run, text.trim()),
        }
    }

    /// Gives what is selected another value.
    fn set(&mut self, run: &mut Run, text: &str) {
        let edit = match self.selected(run) {
            Some(Selected::Field(path)) => match Path::parse(&path) {
                Ok(path) => Edit::State { path: path.pointer(), value: text.to_string() },
                Err(error) => return self.tell(error.to_string(), true),
            },
            Some(Selected::Byte(addr)) => {
                let byte = |word: &str| u8::from_str_radix(word.trim_start_matches("0x"), 16);
                match text.split_whitespace().map(byte).collect::<Result<Vec<u8>, _>>() {
                    Ok(bytes) if !bytes.is_empty() => Edit::Memory { addr, bytes: bytes.into() },
                    _ => return self.tell(format!("found {text:?}, expected bytes such as 0a ff"), true),
                }
            }
            None => return self.tell("select a field or a byte first", true),
        };
        if let Err(error) = run.edit(edit) {
            self.tell(error.to_string(), true);
        }
        self.moment = None;
    }

    fn point(&mut self, run: &mut Run, x: i32, y: i32, down: bool) {
        let layout = self.layout.clone();
        let (bar, game) = (layout.bar, layout.game);
        if bar.holds(x, y) && down {
            let part = (x - bar.x).max(0) as u64 * 1000 / (bar.w - 1).max(1) as u64;
            self.ask(run, Ask::Scrub(part));
        }
        if game.holds(x, y) {
            self.pixel = Some(((x - game.x) as u8, (y - game.y) as u8));
        } else if let Some(n) = layout.panels.iter().position(|area| area.holds(x, y))
            && down
        {
            self.focus = n;
            let line = (y - layout.panels[n].y - canvas::HEAD) / canvas::ROW;
            let first = canvas::first(self.panels[n].line, canvas::rows(layout.panels[n]));
            self.panels[n].line = first + i64::from(line.max(0));
        }
    }

    /// Draws the debugger onto a canvas of that many pixels, at least 256 by 256.
    pub fn draw(&mut self, run: &mut Run, width: i32, height: i32) -> Canvas {
        self.layout = canvas::Layout::new(width, height);
        self.focus = self.focus.min(self.layout.panels.len().saturating_sub(1));
        let mut canvas = Canvas::new(self.layout.w, self.layout.h);
        self.moment(run);
        let Some(moment) = self.moment.take() else { return canvas };
        let mut game = match (self.call, &moment.trace) {
            (Some(call), Some(trace)) => trace.machine_after(call),
            _ => run.console().machine().clone(),
        };
        canvas.picture(&mut game, self.layout.game, self.pixel);
        for (n, area) in self.layout.panels.clone().into_iter().enumerate() {
            let panel = self.panels[n % self.panels.len()];
            canvas.panel(area, panel.page.name(), n == self.focus, |p8: &mut Machine| {
                let view = page::View { debugger: self, moment: &moment, run, panel, area };
                view.draw(p8);
            });
        }
        let bar = self.layout.bar;
        canvas.strip(bar, |p8, part| bar::draw(p8, part, bar, run, self));
        self.moment = Some(moment);
        canvas
    }
}

/// What is selected in a panel.
enum Selected {
    Field(String),
    Byte(u16),
}

impl std::fmt::Display for Selected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Selected::Field(path) => f.write_str(path),
            Selected::Byte(addr) => write!(f, "0x{addr:04x}"),
        }
    }
}

fn turn(now: usize, by: i64, all: usize) -> usize {
    (now as i64 + by).rem_euclid(all.max(1) as i64) as usize
}
