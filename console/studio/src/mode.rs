//! The modes of the screen, one table: who gets the keys, what Esc does, what is drawn over the game.
//!
//! Debug lines, meters, job progress and notices are drawn in each mode except debugger and editor, which have their own places for
//! them.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Stuck,
    Question,
    Resuming,
    Debugger,
    Editor,
    Menu,
    Error,
    Away,
    Replay,
    Game,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeysTo {
    Cart,
    Rows,
    Debugger,
    Editor,
    Ignored,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Escape {
    Quit,
    Pause,
    Back,
    Debugger,
    Editor,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Over {
    NotResponding,
    Error,
    Question,
    Progress,
    /// The debugger's or the editors' canvas.
    Canvas,
    Menu,
    Away,
    #[default]
    Indicators,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModeRow {
    pub keys: KeysTo,
    pub escape: Escape,
    pub over: Over,
}

impl Mode {
    pub fn row(self) -> ModeRow {
        let (keys, escape, over) = match self {
            Mode::Stuck => (KeysTo::Ignored, Escape::Pause, Over::NotResponding),
            Mode::Question => (KeysTo::Rows, Escape::Quit, Over::Question),
            Mode::Resuming => (KeysTo::Ignored, Escape::Pause, Over::Progress),
            Mode::Debugger => (KeysTo::Debugger, Escape::Debugger, Over::Canvas),
            Mode::Editor => (KeysTo::Editor, Escape::Editor, Over::Canvas),
            Mode::Menu => (KeysTo::Rows, Escape::Back, Over::Menu),
            Mode::Error => (KeysTo::Rows, Escape::Pause, Over::Error),
            Mode::Away => (KeysTo::Ignored, Escape::Pause, Over::Away),
            Mode::Replay => (KeysTo::Rows, Escape::Back, Over::Indicators),
            Mode::Game => (KeysTo::Cart, Escape::Pause, Over::Indicators),
        };
        ModeRow { keys, escape, over }
    }
}
