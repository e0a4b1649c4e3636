//! The player as a state machine: who has the screen and gets the keys. Each phase owns the data that exist only in it.
//!
//! ```text
//!                               pause, right button                   F12, a breakpoint, a bug report
//!        ┌──── continue, slot ──────── Menu <──────┐ ┌──────────────────────────────> Debugging
//!        v                               │         │ │                                 │    │
//!  ┌> Playing ─────────────────────────────────────┴─┘ <─────────── resume ────────────┘    │ report
//!  │   │ │  ^                            │ again, a recording to watch                      v
//!  │   │ │  └── its end, any button ── InstantReplay                Asking ── answer ──> the phase before
//!  │   │ │                                                            ^
//!  │   │ └── F2 ──> Editing ── F2, Esc ──> the phase before           └── a run was left: resume it?
//!  │   v crash
//!  └─ Failed ── pause ──> Menu, F2 ──> Editing, F12 ──> Debugging
//!      Ctrl+R, new code
//! ```
//!
//! Menu, Editing and Asking lie over another phase, which follows when they end. A crash under the editors turns that one into Failed;
//! under any other phase Failed is next. The shelf is a cart and has no phase of its own.
//!
//! Two things are not phases, because they continue under several of them: how a run gets to where it can be played
//! (`run_loop::RunStage`; [`Mode::Resuming`] while it takes long), and where the keyboard is ([`super::keys::Focus`]; Playing and
//! InstantReplay wait for it).

use crate::cartridge::{Before, Inspection};
use crate::instant_replay::InstantReplay;
use crate::overlay::OpenScreen;
use crate::pace::Pace;
use debugger::DebugSession;
use std::path::PathBuf;
use studio::{ErrorScreen, Mode, Notice, PauseMenu, Question};
use timeline::{KeptRun, Report};

#[derive(Debug, Default)]
pub(super) enum Phase {
    #[default]
    Playing,
    Failed(Box<ErrorScreen>),
    InstantReplay(Box<InstantReplay>),
    Debugging(Box<DebugSession>),
    Menu(Box<Menu>),
    Editing(Box<Editing>),
    Asking(Box<Asking>),
}

#[derive(Debug)]
pub(super) struct Menu {
    pub menu: PauseMenu,
    /// The cart on the shelf whose run is chosen.
    pub cart: Option<String>,
    pub then: Phase,
}

#[derive(Debug)]
pub(super) struct Editing {
    pub ticks: Pace,
    pub pauses: bool,
    pub then: Phase,
}

#[derive(Debug)]
pub(super) struct Asking {
    pub question: Question,
    pub about: About,
    pub then: Phase,
}

#[derive(Debug)]
pub(super) enum About {
    Resume(Box<KeptRun>),
    Report(Box<Report>),
    Create(PathBuf),
}

#[derive(Debug, Default)]
pub(super) enum OnBegun {
    #[default]
    Play,
    Ask(Box<KeptRun>),
    Create(PathBuf),
    Inspect(Inspection),
    Watch,
    Before(Before),
}

impl Phase {
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

    pub fn is_open(&self) -> bool {
        matches!(self, Phase::Menu(_) | Phase::Asking(_)) || self.has_failed()
    }

    pub fn has_rows(&self) -> bool {
        match self {
            Phase::Menu(_) | Phase::Asking(_) | Phase::InstantReplay(_) => true,
            Phase::Failed(screen) => screen.is_long(),
            Phase::Playing | Phase::Debugging(_) | Phase::Editing(_) => false,
        }
    }

    pub fn screen(&self) -> Option<OpenScreen<'_>> {
        match self {
            Phase::Menu(menu) => Some(OpenScreen::Menu(&menu.menu)),
            Phase::Asking(asking) => Some(OpenScreen::Question(&asking.question)),
            Phase::Failed(screen) => Some(OpenScreen::Error(screen)),
            Phase::Playing | Phase::InstantReplay(_) | Phase::Debugging(_) | Phase::Editing(_) => None,
        }
    }

    /// The open menu, question or error, else the selected cart, and the notice, as one line for a screen reader.
    pub fn spoken(&self, selected: Option<String>, notice: Option<&Notice>) -> String {
        let open = self.screen().map(|screen| match screen {
            OpenScreen::Menu(menu) => menu.spoken(),
            OpenScreen::Question(question) => question.spoken(),
            OpenScreen::Error(error) => error.spoken(),
        });
        let texts = [open.or(selected), notice.map(|notice| notice.text.clone())];
        texts.into_iter().flatten().collect::<Vec<_>>().join(". ")
    }

    pub fn menu(&mut self) -> Option<&mut PauseMenu> {
        let Phase::Menu(menu) = self else { return None };
        Some(&mut menu.menu)
    }

    pub fn question(&mut self) -> Option<&mut Question> {
        let Phase::Asking(asking) = self else { return None };
        Some(&mut asking.question)
    }

    pub fn replay(&self) -> Option<&InstantReplay> {
        let Phase::InstantReplay(replay) = self else { return None };
        Some(replay)
    }

    /// The frame that is shown and the last one, of a recording that is watched.
    pub fn watched(&self) -> Option<(u64, u64)> {
        self.replay().and_then(InstantReplay::watched)
    }

    /// The debugger, also under the question about its bug report.
    pub fn debugger(&mut self) -> Option<&mut DebugSession> {
        match self {
            Phase::Debugging(debug) => Some(debug),
            Phase::Asking(asking) => asking.then.debugger(),
            _ => None,
        }
    }

    pub fn has_failed(&self) -> bool {
        match self {
            Phase::Failed(_) => true,
            Phase::Menu(menu) => menu.then.has_failed(),
            Phase::Editing(editing) => editing.then.has_failed(),
            Phase::Asking(asking) => asking.then.has_failed(),
            Phase::Playing | Phase::InstantReplay(_) | Phase::Debugging(_) => false,
        }
    }

    pub fn fail(&mut self, screen: ErrorScreen) {
        let failed = Phase::Failed(Box::new(screen));
        match self {
            Phase::Editing(editing) => editing.then = failed,
            _ => *self = failed,
        }
    }

    /// The run can be tried again. Returns false if it had not crashed.
    pub fn recover(&mut self) -> bool {
        match self {
            Phase::Failed(_) => {
                *self = Phase::Playing;
                true
            }
            Phase::Menu(menu) => menu.then.recover(),
            Phase::Editing(editing) => editing.then.recover(),
            Phase::Asking(asking) => asking.then.recover(),
            Phase::Playing | Phase::InstantReplay(_) | Phase::Debugging(_) => false,
        }
    }

    pub fn close(&mut self) {
        self.recover();
        while let Phase::Menu(_) | Phase::Asking(_) = self {
            self.leave();
        }
    }

    pub fn leave(&mut self) {
        *self = match std::mem::take(self) {
            Phase::Menu(menu) => menu.then,
            Phase::Editing(editing) => editing.then,
            Phase::Asking(asking) => asking.then,
            failed @ Phase::Failed(_) => failed,
            Phase::Playing | Phase::InstantReplay(_) | Phase::Debugging(_) => Phase::Playing,
        };
    }

    pub fn begin(&mut self) {
        if matches!(self, Phase::InstantReplay(_) | Phase::Debugging(_)) {
            *self = Phase::Playing;
        }
    }

    pub fn open(&mut self, over: impl FnOnce(Phase) -> Phase) {
        *self = over(std::mem::take(self));
    }

    pub fn take_debugger(&mut self) -> Option<Box<DebugSession>> {
        match std::mem::take(self) {
            Phase::Debugging(debug) => Some(debug),
            other => {
                *self = other;
                None
            }
        }
    }

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
