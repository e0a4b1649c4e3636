//! The modes of the screen, one table: what is on it, who gets the keys, whether the game runs, what Esc does.
//!
//! | mode | keys go to | the game runs | Esc | drawn over the game |
//! |---|---|---|---|---|
//! | stuck | nobody | it does not come back | opens the menu before that frame | error screen |
//! | question | the question | no | quits | question |
//! | resuming | nobody | a past is run again | opens the menu after it | progress |
//! | debugger | the debugger | no | is the debugger's | its canvas in place of the game |
//! | editor | the editors | no | back to the cart | their canvas in place of the game |
//! | menu | the menu | no | a page back | pause menu |
//! | error | its text, where that is long | no | opens the menu | error screen |
//! | away | nobody | no | opens the menu | notice |
//! | replay | any button ends it | no | ends it | the end of the run, the mark of time |
//! | game | the cart, the shelf's too | yes | opens the menu | the mark of time |
//!
//! The first mode in this order that holds is the one that counts. Debug lines, meters, work beside the game and notices are
//! drawn in each mode but the debugger and the editors, which have places of their own for them. The shelf is a cart like any other.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The cart does not come back from a frame.
    Stuck,
    Question,
    /// A past is run again up to where it was left.
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
    /// The cart; keys of time rewind, hasten and slow down.
    Cart,
    /// Whatever has rows: menu, question, an error's long text; and the end that is seen again, which they end.
    Rows,
    Debugger,
    Editor,
    Nobody,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Escape {
    Quit,
    Pause,
    /// A page of the menu back, or out of it; out of what is seen again.
    Back,
    Debugger,
    Editor,
}

/// What is drawn over the game's picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// That the cart does not answer.
    Silence,
    Error,
    Question,
    Progress,
    /// The debugger's or the editors' canvas, in place of the game.
    Canvas,
    Menu,
    Away,
    /// That time goes back, faster or slower.
    Mark,
}

/// A row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModeRow {
    pub mode: Mode,
    pub keys: KeysTo,
    pub runs: bool,
    pub escape: Escape,
    /// What is drawn over the game.
    pub over: Over,
}

pub const MODES: [ModeRow; 10] = [
    row(Mode::Stuck, KeysTo::Nobody, false, Escape::Pause, Over::Silence),
    row(Mode::Question, KeysTo::Rows, false, Escape::Quit, Over::Question),
    row(Mode::Resuming, KeysTo::Nobody, false, Escape::Pause, Over::Progress),
    row(Mode::Debugger, KeysTo::Debugger, false, Escape::Debugger, Over::Canvas),
    row(Mode::Editor, KeysTo::Editor, false, Escape::Editor, Over::Canvas),
    row(Mode::Menu, KeysTo::Rows, false, Escape::Back, Over::Menu),
    row(Mode::Error, KeysTo::Rows, false, Escape::Pause, Over::Error),
    row(Mode::Away, KeysTo::Nobody, false, Escape::Pause, Over::Away),
    row(Mode::Replay, KeysTo::Rows, false, Escape::Back, Over::Mark),
    row(Mode::Game, KeysTo::Cart, true, Escape::Pause, Over::Mark),
];

const fn row(mode: Mode, keys: KeysTo, runs: bool, escape: Escape, over: Over) -> ModeRow {
    ModeRow { mode, keys, runs, escape, over }
}

impl Mode {
    /// The first mode in the order of the table of which `holds` says that it holds; the game's if none does.
    pub fn first(holds: impl Fn(Mode) -> bool) -> Mode {
        MODES.iter().map(|row| row.mode).find(|mode| holds(*mode)).unwrap_or(Mode::Game)
    }

    /// Its row of the table.
    pub fn row(self) -> ModeRow {
        // Each mode has a row: a test holds that they stand in the order of the enum.
        MODES[self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_mode_has_its_row_in_order() {
        for (n, row) in MODES.iter().enumerate() {
            assert_eq!((row.mode as usize, row.mode.row()), (n, *row));
        }
        assert_eq!(Mode::first(|_| false), Mode::Game);
        assert_eq!(Mode::first(|mode| matches!(mode, Mode::Menu | Mode::Debugger)), Mode::Debugger);
    }

    #[test]
    fn only_the_game_runs_and_only_then_the_cart_gets_the_keys() {
        for row in MODES {
            assert_eq!(row.runs, row.mode == Mode::Game, "{row:?}");
            assert_eq!(row.keys == KeysTo::Cart, row.runs, "{row:?}");
        }
    }

    #[test]
    fn the_table_in_the_head_is_this_table() {
        let head = include_str!("mode.rs").lines().filter_map(|line| line.strip_prefix("//! | "));
        let names: Vec<&str> = head.skip(1).filter_map(|line| line.split(" | ").next()).collect();
        let modes: Vec<String> = MODES.iter().map(|row| format!("{:?}", row.mode).to_lowercase()).collect();
        assert_eq!(names, modes);
    }
}
