//! `rasher.lua`: the types of all calls for the Lua language server, made from the table of calls.
//!
//! ```text
//! ---draws a sprite, or a block of them          the line about it
//! ---@param n number                             each argument; w? is optional
//! ---@overload fun(n: number)                    other forms of the same name
//! function spr(n, x, y, w, h, flip_x, flip_y) end
//! ```

use crate::CommandOutput;
use crate::error::ToolError;
use crate::manual::BUTTON_CODES;
use guide::lua_forms;
use rasher::api::{Argument, CALLS, Call, CallForm, Status, ValueKind};
use rasher::text::decode;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

/// The language's functions, which are not in the table.
const LANGUAGE: &[(&str, &str)] = &[
    ("add", "fun(list: table, value: any, at?: number): any"),
    ("del", "fun(list: table, value: any): any"),
    ("deli", "fun(list: table, at?: number): any"),
    ("count", "fun(list: table, value?: any): number"),
    ("all", "fun(list: table): fun(): any"),
    ("foreach", "fun(list: table, f: fun(value: any))"),
    ("sub", "fun(text: string, from: number, to?: number): string"),
    ("split", "fun(text: string, by?: string|number, numbers?: boolean): table"),
    ("tostr", "fun(value?: any, flags?: number|boolean): string"),
    ("tonum", "fun(value: any, flags?: number): number?"),
    ("chr", "fun(...: number): string"),
    ("ord", "fun(text: string, at?: number, n?: number): ..."),
    ("type", "fun(value: any): string"),
];

/// Additional overloads: Rust has them as a method of another name.
const FORMS: &[(&str, &str)] = &[("stat", "fun(n: number, key: number): boolean")];

const WRITE_ANY: &[&str] = &["print", "printh"];

pub fn stub() -> String {
    let mut out = String::from(
        "---@meta rasher\n-- The console's calls for the Lua language server: rasher manual --lua writes it.\n-- Do not include it in a cart.\n\n",
    );
    for call in CALLS.iter().filter(|call| call.status == Status::Rust) {
        let mut names: Vec<&str> = lua_forms(call).iter().map(|form| form.name).collect();
        names.dedup();
        names.iter().for_each(|name| write_name(&mut out, call, name));
    }
    for (name, kind) in LANGUAGE {
        _ = writeln!(out, "---@type {kind}\n{name} = nil\n");
    }
    let is_name = |name: &&str| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    for call in CALLS.iter().filter(|call| call.status == Status::Lua && call.name != "operators") {
        let names = call.name.split(' ').filter(is_name);
        for name in names.filter(|name| LANGUAGE.iter().all(|(known, _)| known != name)) {
            _ = writeln!(out, "---{}\n---@type fun(...): ...\n{name} = nil\n", call.help);
        }
    }
    for (number, code) in BUTTON_CODES.iter().enumerate() {
        _ = writeln!(out, "{} = {number}", decode(&[*code]));
    }
    out
}

/// The names of all functions, in alphabetical order.
pub fn names() -> BTreeSet<&'static str> {
    let is_name = |name: &&str| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let forms = CALLS.iter().filter(|call| call.status == Status::Rust).flat_map(lua_forms);
    let forms = forms.map(|form| form.name);
    let words = CALLS.iter().filter(|call| call.status == Status::Lua && call.name != "operators");
    let words = words.flat_map(|call| call.name.split(' '));
    forms.chain(words).chain(LANGUAGE.iter().map(|(name, _)| *name)).filter(is_name).collect()
}

pub fn write(out: Option<&Path>) -> Result<CommandOutput, ToolError> {
    let Some(path) = out else { return Ok(CommandOutput::done(stub())) };
    store::write(path, stub().as_bytes())?;
    Ok(CommandOutput::done(format!("{}\n", path.display())))
}

/// Writes a name of a call: its longest form, and the others as overloads.
fn write_name(out: &mut String, call: &Call, name: &str) {
    let forms: Vec<&CallForm> = call.forms.iter().filter(|form| form.name == name).collect();
    let Some(whole) = forms.iter().max_by_key(|form| form.arguments.len()) else { return };
    _ = writeln!(out, "---{}", call.help);
    for argument in whole.arguments {
        _ = writeln!(out, "---@param {} {}", named(argument), argument_type(name, argument.kind));
    }
    for result in whole.results {
        _ = writeln!(out, "---@return {}", lua_type(*result));
    }
    for form in forms.iter().filter(|form| !std::ptr::eq(**form, *whole)) {
        let arguments = form.arguments.iter();
        let arguments: Vec<String> = arguments
            .map(|argument| format!("{}: {}", named(argument), argument_type(name, argument.kind)))
            .collect();
        let results: Vec<&str> = form.results.iter().map(|result| lua_type(*result)).collect();
        let results = if results.is_empty() { String::new() } else { format!(": {}", results.join(", ")) };
        _ = writeln!(out, "---@overload fun({}){results}", arguments.join(", "));
    }
    for (_, form) in FORMS.iter().filter(|(of, _)| *of == name) {
        _ = writeln!(out, "---@overload {form}");
    }
    let rest = |argument: &Argument| argument.kind == ValueKind::Rest;
    let names: Vec<&str> =
        whole.arguments.iter().map(|argument| if rest(argument) { "..." } else { argument.name }).collect();
    _ = writeln!(out, "function {name}({}) end\n", names.join(", "));
}

fn named(argument: &Argument) -> String {
    match argument.kind {
        ValueKind::Rest => "...".to_string(),
        _ if argument.default.is_some() => format!("{}?", argument.name),
        _ => argument.name.to_string(),
    }
}

/// The type of an argument; a number can be passed for a string.
fn argument_type(call: &str, of: ValueKind) -> &'static str {
    match of {
        ValueKind::Text if WRITE_ANY.contains(&call) => "any",
        ValueKind::Text => "string|number",
        other => lua_type(other),
    }
}

fn lua_type(kind: ValueKind) -> &'static str {
    match kind {
        ValueKind::Bool => "boolean",
        ValueKind::Text => "string",
        ValueKind::List => "table",
        ValueKind::Any => "any",
        ValueKind::Callback => "function",
        _ => "number",
    }
}

#[cfg(test)]
mod tests {
    use super::stub;

    #[test]
    fn calls_have_their_types() {
        let stub = stub();
        for part in [
            "---@param n number\n---@param x number\n---@param y number\n---@param w? number\n",
            "function spr(n, x, y, w, h, flip_x, flip_y) end\n",
            "---@return boolean\n",
            "---@param text any\n",
            "---@param id string|number\n",
            "---@overload fun(n: number, key: number): boolean\nfunction stat(n) end\n",
            "add = nil\n",
            "\u{274e} = 5\n",
        ] {
            assert!(stub.contains(part), "{part:?} is not in\n{stub}");
        }
        for name in ["_init", "operators", "@", "?", "score"] {
            let forms = [format!("\n{name} = nil"), format!("function {name}(")];
            assert!(!forms.iter().any(|form| stub.contains(form)), "{name}");
        }
    }
}
