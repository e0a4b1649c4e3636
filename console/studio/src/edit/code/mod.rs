//! The code editor: the code of a cart in Lua, all its files and tabs.

use super::command::CommandRow;
use super::desk::{Desk, Editor};
use super::document::{Place, Side};
use super::input::EditInput;
use super::pen::Pen;

/// The editor's own state.
#[derive(Clone, Debug, Default)]
pub struct CodeEditor {}

impl Editor for CodeEditor {
    fn side(&self) -> Side {
        Side::Picture
    }

    fn rows(&self) -> Vec<CommandRow> {
        Vec::new()
    }

    fn run(&mut self, _row: usize, _desk: &mut Desk) {}

    fn input(&mut self, _input: &EditInput, _desk: &mut Desk) {}

    fn settle(&mut self, _desk: &mut Desk) {}

    fn cancel(&mut self, _desk: &mut Desk) -> bool {
        false
    }

    fn show(&mut self, _place: Place, _desk: &mut Desk) {}

    fn walk(&mut self, _back: bool, _desk: &mut Desk) -> bool {
        true
    }

    fn steps(&self, _desk: &Desk) -> (usize, usize) {
        (0, 0)
    }

    fn status(&self, _desk: &Desk) -> String {
        "no code: this cart is written in Rust".to_string()
    }

    fn draw(&self, _pen: &mut Pen<'_>, _desk: &Desk) {}
}
