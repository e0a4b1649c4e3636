//! An editor as the rest sees it: its table of commands, its input, its picture.
//!
//! ```text
//! Row (name, key, menu, command) ── Table ──> Commands: the list, the keys, running a row
//! Editor   input, selection, undo           View   status line, picture
//! ```

use super::context::Context;
use super::pen::Pen;
use super::types::{CommandRow, EditInput, EditPlace, Pointing, Side};
use studio::Area;

/// A command's name, key and menu, and what it does.
pub(super) type Row<C> = (&'static str, &'static str, &'static str, C);

pub(super) type Run<E> = fn(&mut E, &mut Context);

pub(super) enum Action<E> {
    Run(Run<E>),
    Point(Pointing),
}

pub(super) trait Command<E> {
    fn run(&self, editor: &mut E, cx: &mut Context);
    fn pointing(&self) -> Option<Pointing> {
        None
    }
}

impl<E> Command<E> for Run<E> {
    fn run(&self, editor: &mut E, cx: &mut Context) {
        self(editor, cx);
    }
}

impl<E> Command<E> for Action<E> {
    fn run(&self, editor: &mut E, cx: &mut Context) {
        if let Action::Run(run) = self {
            run(editor, cx);
        }
    }

    fn pointing(&self) -> Option<Pointing> {
        match self {
            Action::Run(_) => None,
            Action::Point(pointing) => Some(*pointing),
        }
    }
}

pub(super) trait Table: Sized + 'static {
    type Command: Command<Self> + 'static;
    const TABLE: &'static [Row<Self::Command>];
    fn before_command(&mut self, _cx: &Context) {}
}

pub(super) trait Commands {
    fn rows(&self) -> Vec<CommandRow>;
    fn run(&mut self, row: usize, cx: &mut Context);
    /// What the command of that row does with the pointer; none of any other.
    fn pointing(&self, row: usize) -> Option<Pointing>;
}

impl<E: Table> Commands for E {
    fn rows(&self) -> Vec<CommandRow> {
        E::TABLE.iter().map(|(name, key, menu, _)| CommandRow { name, key, menu }).collect()
    }

    fn run(&mut self, row: usize, cx: &mut Context) {
        if let Some((.., command)) = E::TABLE.get(row) {
            self.before_command(cx);
            command.run(self, cx);
        }
    }

    fn pointing(&self, row: usize) -> Option<Pointing> {
        E::TABLE.get(row)?.3.pointing()
    }
}

pub(super) trait Editor: Commands + View {
    fn side(&self) -> Side;
    /// Input that is no command.
    fn input(&mut self, input: &EditInput, cx: &mut Context);
    /// Comes to the front, with the sprite and the sound that others have chosen.
    fn enter(&mut self, _cx: &mut Context) {}
    fn finish(&mut self, cx: &mut Context);
    /// The pointer on the canvas after so many steps by keys.
    fn aim(&mut self, _by: (i32, i32), cx: &Context) -> (i32, i32) {
        cx.pointer
    }
    /// Cancels the current gesture, or the selection; false if there is neither.
    fn cancel(&mut self, cx: &mut Context) -> bool;
    fn show(&mut self, _place: EditPlace, _cx: &mut Context) {}
    /// A step was undone or redone: a moved selection is elsewhere now.
    fn after_undo(&mut self) {}
    /// Undoes or redoes a step of its own history; false if its changes are the document's.
    fn walk(&mut self, _back: bool, _cx: &mut Context) -> bool {
        false
    }
    fn steps(&self, cx: &Context) -> (usize, usize) {
        cx.doc.steps(self.side())
    }
}

pub(super) trait View {
    /// The place under the pointer, and the effect of its buttons.
    fn status(&self, cx: &Context) -> String;
    fn draw(&self, pen: &mut Pen<'_>, cx: &Context);
    /// Where the paused game is shown, if there is room for it.
    fn screen(&self, _: &Context) -> Option<(i32, i32)> {
        None
    }
    /// Areas with the cart's colours, and the colours shown for them.
    fn colored(&self, _: &Context) -> Vec<(Area, [u8; 16])> {
        Vec::new()
    }
}
