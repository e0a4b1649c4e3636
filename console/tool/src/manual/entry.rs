//! An entry of the page: a call's name, forms in Lua and methods in Rust with their text, examples, the screen after them, what the
//! example asked of the host, and its sound.

use super::code::CodeLanguage;
use super::html::{block, escape, picture, sound, switched};
use super::in_lua::{is_in_rust_alone, lua_example, lua_lines};
use super::show::{ExampleOutput, example_output};
use super::synonyms::synonyms_of;
use super::text::{before, paragraphs};
use rasher::SIDE;
use rasher::api::{Call, Item};
use std::fmt::Write;

/// The anchor of a call, which is its first method's name.
pub fn id(call: &Call) -> &'static str {
    call.rust.first().map_or(call.name, |item| item.name)
}

/// Search words, in lower case.
pub fn words(call: &Call) -> String {
    let methods: Vec<&str> = call.rust.iter().map(|item| item.name).collect();
    let (methods, synonyms) = (methods.join(" "), synonyms_of(call.name).join(" "));
    escape(&format!("{} {methods} {} {synonyms}", call.name, call.help).to_lowercase())
}

pub fn entry(call: &Call) -> String {
    let mut out = format!("<article class=\"call\" id=\"{0}\" data-words=\"{1}\">\n", id(call), words(call));
    _ = writeln!(
        out,
        "<h3><a href=\"#{}\">{}</a> <span class=\"args\">{}</span></h3>\n<p class=\"help\">{}</p>",
        id(call),
        escape(call.name),
        escape(&call.args()),
        escape(call.help)
    );
    let shown = call.example().map(example_output).unwrap_or_default();
    out += &in_lua(call);
    out += "<div class=\"body\"><div>\n";
    call.rust.iter().enumerate().for_each(|(i, item)| out += &item_of(item, i == 0));
    if let Some(text) = lua_example(call) {
        out += &switched(text, CodeLanguage::Lua);
    }
    if let Some(example) = call.example() {
        out += &switched(&example.body(), CodeLanguage::Rust);
    }
    out += &host_output(&shown, call.name);
    out += "</div>\n";
    if let Some(png) = &shown.picture {
        let alt = format!("The screen after the example of {}", call.name);
        _ = writeln!(out, "<figure>{}</figure>", picture(png, SIDE, SIDE, 2, &alt));
    }
    out += "</div>\n</article>\n";
    out
}

fn in_lua(call: &Call) -> String {
    let lines = lua_lines(call);
    if is_in_rust_alone(call) {
        return "<p class=\"lua none\">Carts in Rust alone have it.</p>\n".to_string();
    }
    if lines.is_empty() {
        return String::new();
    }
    let lines: String = lines.iter().map(|line| format!("<code>{}</code>", escape(line))).collect();
    format!("<div class=\"lua\">{lines}</div>\n")
}

/// A method's signature and text. The first one of a call has the call's anchor.
fn item_of(item: &Item, first: bool) -> String {
    let id = if first { String::new() } else { format!(" id=\"{}\"", item.name) };
    // Types start with their kind: `struct Num`.
    let (kind, rest) = item.signature.split_once(item.name).unwrap_or(("", item.signature));
    let mut out = format!(
        "<div class=\"method\"{id}><code class=\"rust\"><i>{}{kind}</i><b>{}</b>{}</code>\n",
        before(item),
        escape(item.name),
        escape(rest)
    );
    paragraphs(item.text).iter().for_each(|paragraph| out += &block(paragraph));
    out += "</div>\n";
    out
}

/// What the host was asked for, and the sound.
fn host_output(shown: &ExampleOutput, name: &str) -> String {
    let mut out = String::new();
    if !shown.requests.is_empty() {
        out += "<ul class=\"says\">";
        shown.requests.iter().for_each(|line| _ = write!(out, "<li>{}</li>", escape(line)));
        out += "</ul>\n";
    }
    if let Some(wav) = &shown.sound {
        out += &sound(wav, &format!("What the example of {name} sounds like"));
    }
    out
}
