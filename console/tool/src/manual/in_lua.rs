//! Calls as a cart in Lua has them: how each is written, and its example, the twin of the one in Rust.
//!
//! ```text
//! forms of the table ──> spr(n, x, y, [w=1], ..)            calls/spr.lua ──> beside the example of `Machine::spr`
//! ```
//!
//! A twin draws the same picture, plays the same sounds and asks the host for the same as the example in Rust does
//! (`tests/tests/tool/calls.rs`). Row 0 of the table is what only this console has; published carts call things of their own so, and
//! the binding leaves those names to them (`console/script/src/bind.rs`).

use rasher::api::{Call, CallForm};

macro_rules! texts {
    ($($name:ident)*) => {
        &[$((stringify!($name), include_str!(concat!("../../calls/", stringify!($name), ".lua")))),*]
    };
}

/// The name of an example, and its text in Lua.
const TEXTS: &[(&str, &str)] = texts! {
    _init flip menuitem load cls camera clip pset pget line rect rectfill rrect rrectfill circ circfill oval ovalfill
    color pal palt fillp spr sspr sget sset fget fset map mget mset tline print cursor btn btnp sfx music serial max
    sin shl rnd srand peek poke memcpy memset reload cstore reset memory cartdata dget dset stat time printh extcmd
};

/// The example of a call in Lua; none where only Rust has the call.
pub fn lua_example(call: &Call) -> Option<&'static str> {
    let name = call.example()?.name;
    TEXTS.iter().find(|(of, _)| *of == name).map(|(_, text)| *text)
}

/// The forms of a call that carts in Lua have.
pub fn lua_forms(call: &Call) -> &'static [CallForm] {
    if call.row == 0 { &[] } else { call.forms }
}

/// How a cart in Lua writes a call: each form once, with what may be left out in brackets, and what it gives. Nothing for what
/// only Rust has.
pub fn lua_lines(call: &Call) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for form in lua_forms(call) {
        let argument = |argument: &rasher::api::Argument| {
            if argument.default.is_some() { format!("[{argument}]") } else { argument.to_string() }
        };
        let arguments: Vec<String> = form.arguments.iter().map(argument).collect();
        let gives: Vec<String> = form.results.iter().map(|kind| format!("{kind:?}").to_lowercase()).collect();
        let gives = if gives.is_empty() { String::new() } else { format!(" -> {}", gives.join(", ")) };
        let line = format!("{}({}){gives}", form.name, arguments.join(", "));
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    // What the console calls is written by the cart.
    let hooks = call.name.split(' ').filter(|name| name.starts_with('_') && call.row != 0);
    lines.extend(hooks.map(|name| format!("function {name}()")));
    lines
}

/// Have carts in Lua no way to it?
pub fn is_in_rust_alone(call: &Call) -> bool {
    lua_lines(call).is_empty() && lua_example(call).is_none()
}
