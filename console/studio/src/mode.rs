//! The modes of the screen, one table: who gets the keys, what Esc does, what is drawn over the game.
//!
//! | mode | keys go to | the game runs | Esc | drawn over the game |
//! |---|---|---|---|---|
//! | stuck | nobody | a frame hangs | opens the menu before that frame | error screen |
//! | question | the question | no | quits | question |
//! | resuming | nobody | a run is replayed | opens the menu after it | progress |
//! | debugger | the debugger | no | is the debugger's | its canvas instead of the game |
//! | editor | the editors | no | back to the cart | their canvas instead of the game |
//! | menu | the menu | no | a page back | pause menu |
//! | error | scroll a long text | no | opens the menu | error screen |
//! | away | nobody | no | opens the menu | notice |
//! | replay | any button ends it | no | ends it | speed |
//! | game | the cart, also the shelf | yes | opens the menu | speed |
//!
//! Debug lines, meters, job progress and notices are drawn in each mode except debugger and editor, which have their own places for
//! them.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A frame does not return.
    Stuck,
    Question,
    /// A run is replayed to where it was left.
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
    /// The cart, except for rewind, faster and slower.
    Cart,
    /// Menu, question, long error text; any button ends the instant replay.
    Rows,
    Debugger,
    Editor,
    Nobody,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Escape {
    Quit,
    Pause,
    /// A page back, out of the menu, or out of the instant replay.
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
    /// The speed.
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
            Mode::Stuck => (KeysTo::Nobody, Escape::Pause, Over::NotResponding),
            Mode::Question => (KeysTo::Rows, Escape::Quit, Over::Question),
            Mode::Resuming => (KeysTo::Nobody, Escape::Pause, Over::Progress),
            Mode::Debugger => (KeysTo::Debugger, Escape::Debugger, Over::Canvas),
            Mode::Editor => (KeysTo::Editor, Escape::Editor, Over::Canvas),
            Mode::Menu => (KeysTo::Rows, Escape::Back, Over::Menu),
            Mode::Error => (KeysTo::Rows, Escape::Pause, Over::Error),
            Mode::Away => (KeysTo::Nobody, Escape::Pause, Over::Away),
            Mode::Replay => (KeysTo::Rows, Escape::Back, Over::Indicators),
            Mode::Game => (KeysTo::Cart, Escape::Pause, Over::Indicators),
        };
        ModeRow { keys, escape, over }
    }
}
