//! Every call of the console, in one table: name, forms, help, status, methods.
//!
//! ```text
//! table.rs   20 "spr" Rust {
//!                spr = Machine::spr(n: Int, x: Int, y: Int);       a form: PICO-8's name, method, arguments
//!            } "draws a sprite, or a block of them";               a line of help
//! form.rs    types, defaults, results; what the compiler checks of a form
//! examples.rs, example/     a small program for each row; fixture.rs is the console that runs it
//! color.rs, stat.rs     argument and result types other than numbers
//! ```
//!
//! `rasher help`, the manual, the Lua binding and the coverage test are generated from it. `#[describe]` on an `impl`
//! keeps signature and text of each method as an [`Item`]; a row that names a missing method does not compile. A row's
//! number is its number in the conformance checklist, 0 for our own calls.
//!
//! To add a call: a row in its section, a method in `draw/` or `system/` with `example!` on it, a file in
//! `api/example/`, a line in `api/examples.rs`, a test of its name in `tests/tests/machine/api/`.

mod color;
mod elsewhere;
mod examples;
mod form;
mod stat;
mod table;

pub use color::Color;
pub use examples::{EXAMPLES, Example};
pub use form::{Argument, CallForm, DefaultValue, ValueKind};
pub(crate) use form::{agree, same};
pub use stat::Stat;
pub use table::CALLS;

pub use crate::described::Item;
use alloc::string::String;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// In Rust carts, and from there in Lua.
    Rust,
    Lua,
    Format,
    Shell,
}

/// One row of the table: a call, or several that belong together.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    /// Title of its section; rows of a section are neighbours.
    pub section: &'static str,
    /// Number in the conformance checklist; 0 for our own.
    pub row: u8,
    pub name: &'static str,
    pub status: Status,
    /// Its Rust methods, or a type or macro.
    pub rust: &'static [&'static Item],
    /// PICO-8's name of each of those, in the same order.
    pub names: &'static [&'static str],
    pub forms: &'static [CallForm],
    /// What it does, in one line.
    pub help: &'static str,
}

impl Call {
    /// Whether `name` is one of the row's names or methods. A macro is found with and without its `!`.
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

    /// Its example, named after its first method, after its type (`type_num`) or its macro (`macro_p8`).
    pub fn example(&self) -> Option<&'static Example> {
        let first = self.rust.first()?;
        EXAMPLES.iter().find(|e| match first.of {
            "Types" => e.name.strip_prefix("type_").is_some_and(|name| name.eq_ignore_ascii_case(first.name)),
            "Macros" => e.name.strip_prefix("macro_") == first.name.strip_suffix('!'),
            _ => e.name == first.name,
        })
    }
}

/// PICO-8's name of a method: `clip` for `clip_ext`. Fails to compile where no row has the method.
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
