//! Links: from a pixel, a call, a change or a row of a list to its line of code, and back.
//!
//! ```text
//! Enter, a second click ──> the line of code, in its frame, with its variables          before each jump: a Visit
//! Backspace             <── frame, branch, line, pages and selections of the last one
//! ```

use super::search::SearchKind;
use super::syntax::Syntax;
use super::tree::Selection;
use super::{DebugCommand, DebugPage, DebugRequest, Debugger, Panel, PromptKind, Selected};
use rasher::{Breakpoint, Place, Trace, Traced};
use timeline::{Condition, LinePlace, LineSearch, Run};

/// Places that can be returned to.
const VISITS_MAX: usize = 100;

/// What the debugger showed before a jump.
#[derive(Clone, Debug)]
pub(super) struct Visit {
    pub branch: u32,
    pub frame: u64,
    /// The line, and the selected call.
    line: Option<(LinePlace, usize)>,
    panels: Vec<Panel>,
    focus: usize,
    cursor: usize,
    selection: Selection,
    change: String,
    pixel: Option<(u8, u8)>,
}

/// May it leave a place that the user wants to return to? Steps and scrolling do not.
pub(super) fn is_jump(command: &DebugCommand) -> bool {
    use DebugCommand as C;
    matches!(
        command,
        C::Enter
            | C::ToWriter
            | C::ToSource
            | C::Follow(_)
            | C::ToBookmark(_)
            | C::NextBranch
            | C::End(_)
            | C::Point(_, _, true)
    )
}

impl Debugger {
    pub(super) fn visit(&self, run: &Run) -> Visit {
        let setup = &self.setup;
        Visit {
            branch: run.branch().id,
            frame: run.now(),
            line: self.code.as_ref().map(|code| (code.place, code.call)),
            panels: setup.panels.clone(),
            focus: setup.focus,
            cursor: setup.cursor,
            selection: setup.selection.clone(),
            change: setup.change.clone(),
            pixel: self.pixel,
        }
    }

    /// Keeps the place before a jump, if that led to another one.
    pub(super) fn keep_visit(&mut self, run: &Run, before: Visit) {
        let line = self.code.as_ref().map(|code| code.place);
        let is_other = (before.branch, before.frame) != (run.branch().id, run.now());
        if is_other || before.line.map(|(place, _)| place) != line {
            if self.visits.len() == VISITS_MAX {
                self.visits.remove(0);
            }
            self.visits.push(before);
        }
    }

    pub(super) fn go_back(&mut self, run: &mut Run) {
        let Some(visit) = self.visits.pop() else {
            return self.show_error("no place to go back to: Enter, o and searches leave one");
        };
        self.show_crash(run.visit(visit.branch, visit.frame).map(drop));
        self.code = None;
        if let Some((place, call)) = visit.line {
            self.go_to_line(run, place);
            self.select_call(call);
        }
        let setup = &mut self.setup;
        (setup.panels, setup.focus, setup.cursor) = (visit.panels, visit.focus, visit.cursor);
        (setup.selection, setup.change) = (visit.selection, visit.change);
        self.pixel = visit.pixel;
    }

    /// What Enter or a second click does on the selected row of the current page.
    pub(super) fn open_selected(&mut self, run: &mut Run) -> Option<DebugRequest> {
        match self.page()? {
            _ if self.draft(run).is_some() => return self.run_draft(run),
            DebugPage::State => return self.expand_or_edit(run),
            DebugPage::Cost => return self.open_dearest(run),
            DebugPage::Calls => {
                let row = self.selected_call(run);
                match self.call_of(run, &|trace| Some(row.min(trace.calls.len().checked_sub(1)?))) {
                    Some(call) => self.go_to_call(run, call),
                    None => self.show_error("this frame made no calls"),
                }
            }
            DebugPage::Changes | DebugPage::History => return self.go_to_writer(run),
            DebugPage::Log | DebugPage::Profile => return self.open_line(run),
            DebugPage::Code => return self.open_code(run),
            DebugPage::Watch | DebugPage::Memory | DebugPage::Map => self.open_prompt(run, PromptKind::Value),
            _ => {}
        }
        None
    }

    /// A call of the frame shown, with the frame and its number in it.
    fn call_of(&mut self, run: &Run, pick: &dyn Fn(&Trace) -> Option<usize>) -> Option<(u64, usize, Traced)> {
        _ = self.moment(run);
        let (frame, trace) = self.shown_trace(run)?;
        let n = pick(trace)?;
        Some((frame, n, trace.calls.get(n)?.clone()))
    }

    pub(super) fn shown_trace(&self, run: &Run) -> Option<(u64, &Trace)> {
        let own = self.code.as_ref().and_then(|code| Some((code.place.frame, code.trace.as_ref()?)));
        own.or_else(|| Some((run.now(), self.moment.as_ref()?.trace.as_ref()?)))
    }

    /// The selected row of so many calls: the current call or line, unless the panel itself is scrolled.
    pub(super) fn call_row(&self, line: i64, count: usize) -> i64 {
        let made = self.code.as_ref().map(|code| code.calls_made.min(count)).filter(|_| line == 0);
        made.or(self.call).map_or(line, |call| call as i64)
    }

    pub(super) fn selected_call(&self, run: &Run) -> usize {
        let count = self.shown_trace(run).map_or(0, |(_, trace)| trace.calls.len());
        let line = self.setup.panels.get(self.setup.focus).map_or(0, |panel| panel.line);
        self.call_row(line, count).max(0) as usize
    }

    fn go_to_call(&mut self, run: &mut Run, (frame, n, call): (u64, usize, Traced)) {
        match run.branch().past.call_line(frame, n, &call.place) {
            Ok(Some(place)) => {
                self.open_page(DebugPage::Code);
                self.go_to_line(run, place);
            }
            Ok(None) => {
                let at = super::machine::call_place(&call);
                self.show_message(format!("{} is called at {at}", call.name));
            }
            Err(crash) => self.show_error(crash.to_string()),
        }
    }

    /// Goes to the line that drew the selected pixel, as it is shown.
    pub(super) fn open_pixel(&mut self, run: &mut Run) {
        let Some((x, y)) = self.pixel else { return };
        let made = self.code.as_ref().map_or(usize::MAX, |code| code.calls_made);
        let made = self.call.unwrap_or(made);
        match self.call_of(run, &|trace| trace.painters(x, y).filter(|call| *call < made).last()) {
            Some(call) => self.go_to_call(run, call),
            None => {
                self.show_error(format!("no call of this frame drew pixel {x} {y}: Y finds the one that did"))
            }
        }
    }

    /// Selects a pixel, and the call that drew it.
    pub(super) fn select_pixel(&mut self, run: &Run, (x, y): (u8, u8)) {
        self.pixel = Some((x, y));
        // The call that painted last is the one that is seen; earlier ones are above it in the list.
        let last = self.moment(run).trace.as_ref().and_then(|trace| trace.painters(x, y).last());
        for panel in self.setup.panels.iter_mut().filter(|panel| panel.page == DebugPage::Calls) {
            panel.line = last.unwrap_or(0) as i64;
        }
    }

    pub(super) fn choose_pixel(&mut self, run: &Run, text: &str) {
        let numbers: Vec<u8> = text.split([' ', ',']).filter_map(|word| word.parse().ok()).collect();
        match numbers.as_slice() {
            [x @ 0..128, y @ 0..128] => {
                self.focus_page(DebugPage::Calls);
                self.select_pixel(run, (*x, *y));
            }
            _ => {
                let expected = "expected a column and a row from 0 to 127, such as 64 100";
                self.show_error(format!("found {text:?}, {expected}"));
            }
        }
    }

    pub(super) fn search_pixel(&mut self, run: &Run, forward: bool) -> Option<DebugRequest> {
        let Some((x, y)) = self.pixel else {
            self.show_error("no pixel is selected: point at one of the picture, or press z");
            return None;
        };
        Some(self.search(run, SearchKind::Pixel(x, y), format!("pixel {x} {y} changes"), !forward))
    }

    /// Shows a frame in which a pixel changed, with the call that did it.
    pub(super) fn show_pixel(&mut self, run: &mut Run, frame: u64, (x, y): (u8, u8)) {
        self.show_crash(run.goto(frame));
        self.pixel = Some((x, y));
        self.focus_page(DebugPage::Calls);
        let trace = run.branch().past.trace(frame).ok().flatten();
        let last = trace.as_ref().and_then(|trace| trace.painters(x, y).last());
        self.panel().line = last.unwrap_or(0) as i64;
        let text = match trace.zip(last) {
            Some((trace, n)) => {
                let call = &trace.calls[n];
                format!("pixel {x} {y}: {call} at {}; Enter goes to it", super::machine::call_place(call))
            }
            None => format!("pixel {x} {y} changed without a call that draws: a palette or memory did it"),
        };
        self.show_message(text);
    }

    /// Goes to the line whose call wrote a byte last, in this frame or in one before it.
    pub(super) fn go_to_byte(&mut self, run: &mut Run, addr: u16) -> Option<DebugRequest> {
        match self.call_of(run, &|trace| trace.writers(addr, 1).last()) {
            Some(call) => self.go_to_call(run, call),
            None => {
                let label = format!("last write to 0x{addr:04x}");
                return Some(self.search(run, SearchKind::Byte(addr, Condition::byte(addr)), label, true));
            }
        }
        None
    }

    pub(super) fn show_byte(&mut self, run: &mut Run, frame: u64, addr: u16) {
        self.show_crash(run.goto(frame));
        let trace = run.branch().past.trace(frame).ok().flatten();
        let last = trace.as_ref().and_then(|trace| trace.writers(addr, 1).last());
        match trace.zip(last) {
            Some((trace, n)) => self.go_to_call(run, (frame, n, trace.calls[n].clone())),
            None => self.show_error(format!("no call wrote 0x{addr:04x} in this frame: the machine did")),
        }
    }

    /// Goes to the moment at which a line ran: in this frame the next one or the last one, or else before it.
    pub(super) fn go_to_run_of(
        &mut self,
        run: &mut Run,
        at: Place,
        from: Option<LinePlace>,
    ) -> Option<DebugRequest> {
        let here = self.code.as_ref().map_or(LinePlace::end(run.now()), |code| code.place);
        if from.is_none() {
            let steps = run.branch().past.line_steps(here.frame).unwrap_or_default();
            let position = self.source(run).position(&at);
            let runs =
                || (0u32..).zip(&steps).filter(|(_, step)| Some(step.position) == position).map(|(n, _)| n);
            let last = runs().take_while(|n| *n < here.step).last();
            if let Some(step) = runs().find(|n| *n > here.step).or(last) {
                self.go_to_line(run, LinePlace { step, ..here });
                return None;
            }
        }
        let label = format!("last run of {at}");
        let points = [Breakpoint { place: at, condition: String::new() }].into();
        let search = LineSearch::Breakpoint {
            from: Some(from.unwrap_or(here)),
            back: true,
            points,
            fields: Vec::new(),
        };
        Some(self.search(run, SearchKind::Lines(search), label, true))
    }

    /// On the code page: shows when the selected line ran; at the line shown, goes to its variables.
    fn open_code(&mut self, run: &mut Run) -> Option<DebugRequest> {
        if self.in_variables {
            return self.open_variable(run);
        }
        let at = self.selected_line(run)?;
        let source = self.source(run);
        let shown = self.code.as_ref().and_then(|code| code.calls.get(code.call));
        if shown.is_some_and(|call| source.place(call.position) == at) {
            self.enter_variables();
            return None;
        }
        let number = self.setup.cursor as u32 + 1;
        // The line with its name only makes a function: look for the first line in it.
        let is_function = Syntax::of(&source).is_some_and(|syntax| syntax.begins_function(number));
        let file = source.lines().get(self.setup.cursor)?.position.file;
        let first = source.nearest(file, at.line() + 1).filter(|_| is_function);
        self.go_to_run_of(run, first.map_or(at, |first| source.place(first)), None)
    }

    /// The byte or field whose writer is looked for on a page, as a line or a call.
    pub(super) fn go_to_writer(&mut self, run: &mut Run) -> Option<DebugRequest> {
        if self.page() == Some(DebugPage::Code) {
            if self.is_rust(run) {
                self.show_error(
                    "what a line of Rust sets is not known: c finds the frame that changed a field",
                );
                return None;
            }
            return match self.variable_name() {
                Some(name) => self.follow(run, &name),
                None => self.go_to_source(run),
            };
        }
        if self.page() == Some(DebugPage::History) {
            let Some(history) = &self.history else {
                self.show_error("no history: press h in state or memory");
                return None;
            };
            return match (history.subject.path.clone(), history.subject.value.memory()) {
                (Some(path), _) => {
                    let name = history.subject.label.clone();
                    self.go_to_write(run, path, &name)
                }
                (None, Some((addr, _))) => self.go_to_byte(run, addr),
                _ => None,
            };
        }
        match self.selected(run) {
            Some(Selected::Field(name)) => {
                let path = self.followed(&name)?;
                self.go_to_write(run, path, &name)
            }
            Some(Selected::Byte(addr) | Selected::Cell { addr, .. }) => self.go_to_byte(run, addr),
            None => {
                self.show_error("select a field or a byte first");
                None
            }
        }
    }
}
