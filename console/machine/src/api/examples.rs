//! One small example program for each row of the table.
//!
//! ```text
//!  example/spr.rs ──┬── doc test of `Machine::spr`         #[doc = example!(spr)]
//!   fn spr(p8) {..} ├── rasher help spr, rasher manual     Example::body
//!                   └── its picture in the manual          Example::run, on the fixture
//! ```
//!
//! An example calls every method of its row, draws something to look at, and asserts what a picture cannot show. It
//! runs on the fixture (`fixture.rs`): a black screen, the pen at 6, sprites, a map and sounds.

use crate::Machine;
use alloc::string::String;

#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The first method of its row.
    pub name: &'static str,
    /// The source file: a function of that name and what it needs.
    pub text: &'static str,
    pub run: fn(&mut Machine),
}

impl Example {
    /// The text to show: the lines inside the function if the file has nothing else, or the whole file.
    ///
    /// ```
    /// let example = rasher::api::EXAMPLES.iter().find(|e| e.name == "pget").unwrap();
    /// assert!(example.text.starts_with("fn pget(p8: &mut Machine) {\n    p8.map();\n"));
    /// assert!(example.body().starts_with("p8.map();\n"));
    /// ```
    pub fn body(&self) -> String {
        let inner = self
            .text
            .strip_prefix("fn ")
            .and_then(|text| text.split_once("(p8: &mut Machine) {\n"))
            .and_then(|(_, inner)| inner.strip_suffix("}\n"));
        let lines = inner.unwrap_or(self.text).lines();
        lines
            .flat_map(|line| {
                [if inner.is_some() { line.strip_prefix("    ").unwrap_or(line) } else { line }, "\n"]
            })
            .collect()
    }
}

macro_rules! examples {
    ($($name:ident)*) => {
        $(mod $name {
            #[allow(unused_imports, reason = "a cart's usual imports; not every example needs all of them")]
            use {crate as rasher, crate::*, alloc::{format, string::{String, ToString}, vec, vec::Vec}};
            include!(concat!("example/", stringify!($name), ".rs"));
            pub(super) const RUN: fn(&mut Machine) = $name;
        })*
        pub const EXAMPLES: &[Example] = &[$(Example {
            name: stringify!($name),
            text: include_str!(concat!("example/", stringify!($name), ".rs")),
            run: $name::RUN,
        }),*];
    };
}

examples! {
    _init flip menuitem load cls camera clip crt less_flash pset pget line rect rectfill rrect
    rrectfill circ circfill oval ovalfill color pal palt fillp spr sspr sget sset fget fset map mget
    mset tline print cursor text_width btn btnp sfx music serial samples max sin shl rnd srand seed
    peek poke memcpy memset reload cstore reset memory cartdata dget dset stat time printh extcmd
    run_over score disturb allow
    spend strict debug
    _menu type_num macro_num type_color type_text macro_p8
}
