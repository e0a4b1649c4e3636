//! How a cart in Lua writes a call, and an example of it. Calls in row 0 of the machine's table are only in Rust, as published carts use
//! those names for functions of their own.

use rasher::api::{Argument, Call, CallForm};

macro_rules! texts {
    ($($name:ident)*) => {
        &[$((stringify!($name), include_str!(concat!("../calls/", stringify!($name), ".lua")))),*]
    };
}

const TEXTS: &[(&str, &str)] = texts! {
    _init flip menuitem load cls camera clip pset pget line rect rectfill rrect rrectfill circ circfill oval ovalfill
    color pal palt fillp spr sspr sget sset fget fset map mget mset tline print cursor btn btnp sfx music serial max
    sin shl rnd srand peek poke memcpy memset reload cstore reset memory cartdata dget dset stat time printh extcmd
};

/// The example of a call in Lua, unless only Rust has the call.
pub fn lua_example(call: &Call) -> Option<&'static str> {
    let name = call.example()?.name;
    TEXTS.iter().find(|(of, _)| *of == name).map(|(_, text)| *text)
}

pub fn lua_forms(call: &Call) -> &'static [CallForm] {
    if call.row == 0 { &[] } else { call.forms }
}

/// How Lua writes a call: each form once, optional arguments in brackets, with its results.
pub fn lua_lines(call: &Call) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for form in lua_forms(call) {
        let argument = |argument: &Argument| {
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
    // Hooks are defined by the cart.
    let hooks = call.name.split(' ').filter(|name| name.starts_with('_') && call.row != 0);
    lines.extend(hooks.map(|name| format!("function {name}()")));
    lines
}

pub fn is_in_rust_alone(call: &Call) -> bool {
    lua_lines(call).is_empty() && lua_example(call).is_none()
}
