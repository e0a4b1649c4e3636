//! Every call of the console, in one table: name, forms, help, status, methods.
//!
//! ```text
//! table.rs   20 "spr" Rust {
//!                spr = Machine::spr(n: Int, x: Int, y: Int);       a form: PICO-8's name, method, arguments
//!            } "draws a sprite, or a block of them";               a line of help
//! form.rs    types, defaults, results; what the compiler checks of a form
//! examples.rs, example/     a small program for each row; the console that it runs on is fixture.rs
//! color.rs, stat.rs     what the calls take and give besides numbers
//! ```
//!
//! `rasher help`, the manual, names of arguments and the coverage test are made from it, and a language's binding will be.
//! Signature and text of a method are its source's: `#[describe]` on its `impl` keeps them as an [`Item`], and a row
//! that names a method which is not there does not compile. A row has the number that it bears in the conformance
//! checklist (0 for our own calls). A test proves that each row with status [`Status::Rust`] has a line of help,
//! an example and a behaviour test.
//!
//! To add a call: a row in its section, a method in `draw/` or `system/` with `example!` on it,
//! a file in `api/example/`, a line in `api/examples.rs`, a test of its name in `tests/tests/machine/api/`.

mod color;
mod elsewhere;
mod examples;
mod form;
mod stat;
mod table;

pub use color::Color;
pub use examples::{EXAMPLES, Example};
pub(crate) use form::agree;
pub use form::{Argument, CallForm, DefaultValue, ValueKind};
pub use stat::Stat;
pub use table::CALLS;

pub use crate::described::Item;
use alloc::string::String;

/// Who has a call today.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Rust carts have it.
    Rust,
    /// It belongs to the Lua language.
    Lua,
    /// It is a file format's.
    Format,
    /// It belongs to a prompt.
    Shell,
}

/// One row: a call, or several that are one thing.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    /// Title of the section that it stands in; the rows of a section are neighbours.
    pub section: &'static str,
    /// Number in the conformance checklist; 0 for our own.
    pub row: u8,
    /// PICO-8's name or names.
    pub name: &'static str,
    /// Who has it.
    pub status: Status,
    /// What Rust has of it: methods, or a type or macro.
    pub rust: &'static [&'static Item],
    /// PICO-8's name of each of those, in the same order.
    pub names: &'static [&'static str],
    /// The ways to call it.
    pub forms: &'static [CallForm],
    /// What it does, in one line.
    pub help: &'static str,
}

impl Call {
    /// Is `name` one of the row's names or methods? A macro is found with and without its `!`.
    pub fn is(&self, name: &str) -> bool {
        self.name == name
            || self.name.split(' ').any(|n| n == name)
            || self.rust.iter().any(|item| item.name == name || item.name.strip_suffix('!') == Some(name))
    }

    /// Its arguments in one line, as PICO-8 has them: `n x y [w=1 h=1 flip_x flip_y]`.
    ///
    /// ```
    /// let args = |name| rasher::api::CALLS.iter().find(|call| call.is(name)).unwrap().args();
    /// assert_eq!(args("circ"), "x y [r=4 color]");
    /// assert_eq!(args("line"), "[x0 y0 x1 y1 color] | [x y color] | [color]");
    /// assert_eq!(args("atan2"), "sin(x) cos(x) atan2(dx dy) sqrt(x)");
    /// ```
    pub fn args(&self) -> String {
        form::usage(self.forms)
    }

    /// Its example, which has the name of its first method. A type's has `type_` before its name in small letters, a macro's
    /// `macro_`.
    pub fn example(&self) -> Option<&'static Example> {
        let first = self.rust.first()?;
        EXAMPLES.iter().find(|e| match first.of {
            "Types" => e.name.strip_prefix("type_").is_some_and(|name| name.eq_ignore_ascii_case(first.name)),
            "Macros" => e.name.strip_prefix("macro_") == first.name.strip_suffix('!'),
            _ => e.name == first.name,
        })
    }
}

/// PICO-8's name of what a method does: `clip` of `clip_ext`. For constants: it does not compile where no row has the
/// method.
pub(crate) const fn name_of(method: &Item) -> &'static str {
    let mut row = 0;
    while row < CALLS.len() {
        let Call { rust, names, .. } = &CALLS[row];
        let mut i = 0;
        while i < rust.len() {
            if form::same(rust[i].of, method.of) && form::same(rust[i].name, method.name) {
                return names[i];
            }
            i += 1;
        }
        row += 1;
    }
    panic!("the table of calls does not have this method");
}
