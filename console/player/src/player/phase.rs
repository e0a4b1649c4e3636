//! The player as a state machine: what has the screen and gets the keys. Each phase owns what exists only in it.
//!
//! ```text
//!             insert, restart, reload, resume
//!                        │                                ┌──── F12, a breakpoint, a bug report ──> Debugging ── resume ─┐
//!                        v                                │                                           │ report          │
//!   [the run is begun or run again: Mode::Resuming] ─> Playing <── answer ── Asking <─────────────────┘                 │
//!                        │                             │  │  ^ └── a run that was left ──> Asking                       │
//!                        │ crash                 pause │  │  └─────────────────────────────────────────────────────────┘
//!                        v                             v  └── again ──> InstantReplay ── its end, any button ──> Playing
//!   Failed(ErrorScreen) <── continue ── Menu <── pause ┘
//!        │  └── pause ──> Menu          │
//!        └── F2, F12 ──> Editing, Debugging      F2 ──> Editing ── F2, Esc ──> Playing, or Failed if the run has crashed meanwhile
//! ```
//!
//! A crash replaces Playing, Menu and InstantReplay by Failed. Debugging and Editing stay, and Failed follows them. A question returns
//! to the phase that it interrupted. Whether the keyboard is elsewhere is a fact of the window ([`super::devices::Focus`]): Playing and
//! InstantReplay wait then.

use crate::cartridge::{Before, Inspection};
use crate::instant_replay::InstantReplay;
use crate::overlay::Screen;
use crate::pace::Pace;
use studio::{ErrorScreen, Mode, PauseMenu, Question};
use timeline::{KeptRun, Report};

#[derive(Debug, Default)]
pub(super) enum Phase {
    /// The cart, or the shelf.
    #[default]
    Playing,
    Failed(Box<ErrorScreen>),
    Menu(Box<Menu>),
    Asking(Box<Asking>),
    InstantReplay(Box<InstantReplay>),
    /// The session is the run loop's.
    Debugging(Failure),
    Editing(Box<Editing>),
}

/// The error screen that follows when the phase ends, if the run has crashed.
pub(super) type Failure = Option<Box<ErrorScreen>>;

pub(super) struct Menu {
    pub menu: PauseMenu,
    /// The cart of the shelf whose run is chosen.
    pub cart: Option<String>,
    pub failure: Failure,
}

impl std::fmt::Debug for Menu {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Menu")
            .field("cart", &self.cart)
            .field("failure", &self.failure)
            .finish_non_exhaustive()
    }
}

#[derive(Debug)]
pub(super) struct Asking {
    pub question: Question,
    pub about: About,
    /// The phase that the answer returns to.
    pub then: Phase,
}

/// What an answer decides about.
#[derive(Debug)]
pub(super) enum About {
    /// Resume this run, or drop it.
    Resume(Box<KeptRun>),
    /// Write this bug report, or not.
    Report(Box<Report>),
}

#[derive(Debug)]
pub(super) struct Editing {
    pub ticks: Pace,
    pub failure: Failure,
    /// The pause menu opens when the editors close: a gamepad was lost.
    pub pauses: bool,
}

/// What happens once a run has begun.
#[derive(Debug, Default)]
pub(super) enum OnBegun {
    #[default]
    Play,
    /// Ask whether to resume this run instead.
    Ask(Box<KeptRun>),
    /// Open the debugger at the frame of a bug report.
    Inspect(Inspection),
    /// Stop before the frame that hung.
    Before(Before),
}

impl Phase {
    /// The mode of the screen. `resuming`: a run is on its way to another frame; `waits`: for the keyboard.
    pub fn mode(&self, resuming: bool, waits: bool) -> Mode {
        match self {
            Phase::Asking(_) => Mode::Question,
            _ if resuming => Mode::Resuming,
            Phase::Debugging(_) => Mode::Debugger,
            Phase::Editing(_) => Mode::Editor,
            Phase::Menu(_) => Mode::Menu,
            Phase::Failed(_) => Mode::Error,
            Phase::Playing | Phase::InstantReplay(_) if waits => Mode::Away,
            Phase::InstantReplay(_) => Mode::Replay,
            Phase::Playing => Mode::Game,
        }
    }

    /// Does the run stand still for it?
    pub fn is_open(&self) -> bool {
        matches!(self, Phase::Menu(_) | Phase::Asking(_)) || self.failure().is_some()
    }

    /// Do buttons move or end something in it?
    pub fn has_rows(&self) -> bool {
        match self {
            Phase::Menu(_) | Phase::Asking(_) | Phase::InstantReplay(_) => true,
            Phase::Failed(screen) => screen.is_long(),
            Phase::Playing | Phase::Debugging(_) | Phase::Editing(_) => false,
        }
    }

    /// What is drawn over the game.
    pub fn screen(&self) -> Option<Screen<'_>> {
        match self {
            Phase::Menu(menu) => Some(Screen::Menu(&menu.menu)),
            Phase::Asking(asking) => Some(Screen::Question(&asking.question)),
            Phase::Failed(screen) => Some(Screen::Error(screen)),
            Phase::Playing | Phase::InstantReplay(_) | Phase::Debugging(_) | Phase::Editing(_) => None,
        }
    }

    pub fn menu(&mut self) -> Option<&mut PauseMenu> {
        match self {
            Phase::Menu(menu) => Some(&mut menu.menu),
            _ => None,
        }
    }

    pub fn question(&mut self) -> Option<&mut Question> {
        match self {
            Phase::Asking(asking) => Some(&mut asking.question),
            _ => None,
        }
    }

    pub fn replay(&self) -> Option<&InstantReplay> {
        match self {
            Phase::InstantReplay(replay) => Some(replay),
            _ => None,
        }
    }

    fn failure(&self) -> Option<&ErrorScreen> {
        match self {
            Phase::Failed(screen) => Some(screen),
            Phase::Menu(menu) => menu.failure.as_deref(),
            Phase::Debugging(failure) => failure.as_deref(),
            Phase::Editing(editing) => editing.failure.as_deref(),
            Phase::Asking(asking) => asking.then.failure(),
            Phase::Playing | Phase::InstantReplay(_) => None,
        }
    }

    pub fn has_failed(&self) -> bool {
        self.failure().is_some()
    }

    /// The run has crashed.
    pub fn fail(&mut self, screen: ErrorScreen) {
        let screen = Box::new(screen);
        match self {
            Phase::Debugging(failure) => *failure = Some(screen),
            Phase::Editing(editing) => editing.failure = Some(screen),
            Phase::Playing
            | Phase::Failed(_)
            | Phase::Menu(_)
            | Phase::Asking(_)
            | Phase::InstantReplay(_) => *self = Phase::Failed(screen),
        }
    }

    /// The run can be tried again: false if it had not crashed.
    pub fn recover(&mut self) -> bool {
        match self {
            Phase::Failed(_) => {
                *self = Phase::Playing;
                true
            }
            Phase::Menu(menu) => menu.failure.take().is_some(),
            Phase::Debugging(failure) => failure.take().is_some(),
            Phase::Editing(editing) => editing.failure.take().is_some(),
            Phase::Asking(asking) => asking.then.recover(),
            Phase::Playing | Phase::InstantReplay(_) => false,
        }
    }

    /// Closes menu, question and error screen.
    pub fn close(&mut self) {
        self.recover();
        match std::mem::take(self) {
            Phase::Asking(asking) => {
                *self = asking.then;
                self.close();
            }
            Phase::Menu(_) | Phase::Failed(_) | Phase::Playing => {}
            open @ (Phase::InstantReplay(_) | Phase::Debugging(_) | Phase::Editing(_)) => *self = open,
        }
    }

    /// Ends the phase, and gives the error screen that was to follow it.
    pub fn take_failure(&mut self) -> Failure {
        match std::mem::take(self) {
            Phase::Failed(screen) => Some(screen),
            Phase::Menu(menu) => menu.failure,
            Phase::Debugging(failure) => failure,
            Phase::Editing(editing) => editing.failure,
            Phase::Playing | Phase::Asking(_) | Phase::InstantReplay(_) => None,
        }
    }

    /// Ends menu, debugger, editors or instant replay: the game follows, or the error screen.
    pub fn leave(&mut self) {
        *self = self.take_failure().map_or(Phase::Playing, Phase::Failed);
    }

    /// Another run begins: the phases that show the one before end.
    pub fn begin(&mut self) {
        if matches!(self, Phase::InstantReplay(_) | Phase::Debugging(_)) {
            *self = Phase::Playing;
        }
    }

    /// Asks a question, and returns to this phase.
    pub fn ask(&mut self, question: Question, about: About) {
        let then = std::mem::take(self);
        *self = Phase::Asking(Box::new(Asking { question, about, then }));
    }

    /// Ends the question, and gives what it was about.
    pub fn take_question(&mut self) -> Option<About> {
        match std::mem::take(self) {
            Phase::Asking(asking) => {
                *self = asking.then;
                Some(asking.about)
            }
            other => {
                *self = other;
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rasher::Boot;
    use std::time::Duration;
    use studio::Settings;
    use timeline::{Recording, Start};

    fn screen() -> ErrorScreen {
        ErrorScreen::new("the cart stopped", "boom", Vec::new())
    }

    fn menu() -> Phase {
        let menu = PauseMenu::new(Settings::default(), [const { None }; 5]);
        Phase::Menu(Box::new(Menu { menu, cart: None, failure: None }))
    }

    fn editing() -> Phase {
        let ticks = Pace::new(60, Duration::ZERO);
        Phase::Editing(Box::new(Editing { ticks, failure: None, pauses: false }))
    }

    fn about() -> About {
        let recording = Recording::new(Start::of(&Boot::default()));
        let rom = Boot::default().rom.data.clone();
        About::Resume(Box::new(KeptRun { recording, rom, states: Vec::new(), torn: 0 }))
    }

    fn asking() -> Phase {
        let mut phase = Phase::Playing;
        phase.ask(Question::new("go on?", "", &["yes", "no"]), about());
        phase
    }

    fn failed() -> Phase {
        Phase::Failed(Box::new(screen()))
    }

    /// Where each edge leads from Playing, Failed, Menu, Asking, Debugging, Editing.
    #[test]
    fn every_edge_leads_where_the_drawing_says() {
        use Mode::{Debugger, Editor, Error, Game, Menu, Question};
        let phases: [fn() -> Phase; 6] =
            [|| Phase::Playing, failed, menu, asking, || Phase::Debugging(None), editing];
        /// Name, what happens, and the mode that it leads to from each phase.
        type Edge = (&'static str, fn(&mut Phase), [Mode; 6]);
        let edges: [Edge; 8] = [
            ("stay", |_| {}, [Game, Error, Menu, Question, Debugger, Editor]),
            ("crash", |phase| phase.fail(screen()), [Error, Error, Error, Error, Debugger, Editor]),
            (
                "crash, leave",
                |phase| {
                    phase.fail(screen());
                    if matches!(phase, Phase::Debugging(_) | Phase::Editing(_)) {
                        phase.leave();
                    }
                },
                [Error; 6],
            ),
            ("close", Phase::close, [Game, Game, Game, Game, Debugger, Editor]),
            ("begin", Phase::begin, [Game, Error, Menu, Question, Game, Editor]),
            (
                "reload",
                |phase| {
                    phase.fail(screen());
                    assert!(phase.recover() && !phase.has_failed());
                },
                [Game, Game, Game, Game, Debugger, Editor],
            ),
            (
                "ask, answer",
                |phase| {
                    phase.ask(super::Question::new("write it?", "", &["yes"]), about());
                    assert_eq!(phase.mode(false, false), Question);
                    assert!(phase.take_question().is_some());
                },
                [Game, Error, Menu, Question, Debugger, Editor],
            ),
            ("answer", |phase| _ = phase.take_question(), [Game, Error, Menu, Game, Debugger, Editor]),
        ];
        for (name, edge, modes) in edges {
            for (phase, mode) in phases.iter().zip(modes) {
                let mut phase = phase();
                edge(&mut phase);
                assert_eq!(phase.mode(false, false), mode, "{name}");
            }
        }
        for (phase, mode) in [(menu(), Game), (Phase::Debugging(None), Game), (editing(), Game)] {
            let mut phase = phase;
            phase.leave();
            assert_eq!(phase.mode(false, false), mode);
        }
    }

    #[test]
    fn only_the_game_and_the_replay_wait_for_the_keyboard_and_a_run_on_its_way_hides_all_but_a_question() {
        assert_eq!(Phase::Playing.mode(false, true), Mode::Away);
        assert_eq!(menu().mode(false, true), Mode::Menu);
        assert_eq!((menu().mode(true, true), asking().mode(true, true)), (Mode::Resuming, Mode::Question));
    }
}
