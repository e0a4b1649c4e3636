//! `rasher list`, `where`, `paths` and `help`.

use crate::cli;
use crate::error::ToolError;
use crate::find::find;
use crate::open::open_in;
use crate::options::CartOptions;
use guide::TextPart;
use loader::{Origin, data_files};
use rasher::api::{CALLS, Call, Status};
use shelf::Entry;
use std::fmt::Write;
use std::path::Path;
use store::{DiskSource, Home, data_places};

pub fn list(carts: &[Entry]) -> Result<String, ToolError> {
    let wide = carts.iter().map(|c| c.name.len()).max().unwrap_or(0);
    let of = |example: bool| -> String {
        let carts = carts.iter().filter(|cart| cart.example == example);
        carts.map(|c| format!("{:wide$}  {}: {}\n", c.name, c.title, c.about)).collect()
    };
    let examples = of(true);
    let before = "\nExamples (start a cart from one: rasher new NAME --example breakout):\n";
    Ok(of(false) + if examples.is_empty() { "" } else { before } + &examples)
}

pub fn origin(
    carts: &'static [Entry],
    options: &CartOptions,
    home: Option<&Path>,
) -> Result<String, ToolError> {
    let (cart, data) = (options.path(), options.data.as_deref());
    let loaded = open_in(carts, cart, data, home)?;
    loaded.data()?;
    let name = &*cart.to_string_lossy();
    let files = |out: &mut String, folder: &Path| {
        for path in data_files(folder, name) {
            let there = if path.is_file() { "" } else { "  (missing)" };
            _ = writeln!(out, "  {}{there}", path.display());
        }
    };
    let mut out = String::new();
    // Sources that would be used without the first.
    let mut behind = Vec::new();
    match &loaded.cart.origin {
        Origin::Embedded => _ = writeln!(out, "{name}: embedded in the binary"),
        Origin::File(path) => _ = writeln!(out, "{name}: {}", path.display()),
        Origin::OwnCopy(folder) => {
            _ = writeln!(out, "{name}: your own copy, {}", folder.display());
            files(&mut out, folder);
            behind.push("embedded in the binary".to_string());
        }
        Origin::Folder(folder) => {
            _ = writeln!(out, "{name}: {}", folder.display());
            files(&mut out, folder);
            let own = data_places(options.data.clone(), home).own_copy(&DiskSource::default(), name);
            behind.extend(own.map(|own| format!("your own copy, {}", own.display())));
            behind.push("embedded in the binary".to_string());
        }
    }
    for path in behind.iter().filter(|_| loaded.entry.is_some()) {
        _ = writeln!(out, "  not used: {path}");
    }
    Ok(out)
}

pub fn paths(home: Option<&Path>) -> Result<String, ToolError> {
    let home = Home::find(home)?;
    Ok(home.all().iter().map(|(name, path)| format!("{name:12} {}\n", path.display())).collect())
}

pub fn help(words: &[String]) -> Result<String, ToolError> {
    let [name] = words else { return if words.is_empty() { Ok(all()) } else { find(words) } };
    // `num` is a macro and `Num` a type.
    let is_called =
        |call: &&Call| call.is(name) || call.name.split(' ').any(|other| other.eq_ignore_ascii_case(name));
    let found: Vec<&Call> = CALLS.iter().filter(is_called).collect();
    let command = cli::help_of(name);
    if found.is_empty() && command.is_none() {
        return find(words);
    }
    // `run` is a command and a call of Lua.
    Ok(command.into_iter().chain(found.into_iter().map(describe)).collect())
}

fn all() -> String {
    let mut out = cli::help();
    out.push_str("\nCalls (rasher help CALL explains one, with an example; rasher help WORD searches):\n");
    let mut section = "";
    for call in CALLS.iter().filter(|c| c.status == Status::Rust) {
        if call.section != section {
            section = call.section;
            _ = writeln!(out, "\n{section}:");
        }
        _ = writeln!(out, "  {:28} {}", call.name, call.help);
    }
    out
}

const WIDTH: usize = 96;

fn describe(call: &Call) -> String {
    let head = format!("{} {}", call.name, call.args());
    let mut out = format!("{}\n  {}\n", head.trim_end(), call.help);
    match call.status {
        Status::Rust if guide::is_in_rust_alone(call) => out.push_str("  only in Rust carts\n"),
        Status::Rust => {
            let lines = guide::lua_lines(call);
            if !lines.is_empty() {
                out.push_str("\nin Lua:\n");
            }
            lines.iter().for_each(|line| _ = writeln!(out, "    {line}"));
        }
        Status::Lua => out.push_str(
            "  part of the Lua language, see the manual's chapter \"Lua in carts\"; not in Rust carts\n",
        ),
        Status::Format => out.push_str("  a file format\n"),
        Status::Shell => {
            out.push_str("  for the prompt of the editors; in a program only ls returns something\n")
        }
    }
    for item in call.rust {
        // Methods of the machine are shown without `p8.`.
        let before = if item.of == "Num" { guide::before(item) } else { "" };
        _ = writeln!(out, "\n{before}{}", item.signature);
        for paragraph in guide::paragraphs(item.text) {
            let plain: String = guide::parts(&paragraph)
                .iter()
                .map(|part| match part {
                    TextPart::Words(text) => text.to_string(),
                    TextPart::Item(text) | TextPart::Code(text) => format!("`{text}`"),
                })
                .collect();
            if plain.starts_with('|') { columns(&mut out, &plain) } else { fill(&mut out, &plain) }
        }
    }
    let mut example = |language, text: &str| {
        _ = writeln!(out, "\nExample in {language}:");
        text.lines().for_each(|line| _ = writeln!(out, "{}", format!("    {line}").trim_end()));
    };
    if let Some(text) = guide::lua_example(call) {
        example("Lua", text);
    }
    if let Some(of_rust) = call.example() {
        example("Rust", &of_rust.body());
    }
    out
}

/// Adds a table written with `|`, its first column aligned.
fn columns(out: &mut String, table: &str) {
    let rows = table.lines().filter(|line| !line.starts_with("|-"));
    let rows: Vec<Vec<&str>> =
        rows.map(|line| line.trim_matches('|').split('|').map(str::trim).collect()).collect();
    let wide = rows.iter().filter_map(|row| row.first()).map(|cell| cell.chars().count()).max().unwrap_or(0);
    for row in &rows {
        if let Some((first, rest)) = row.split_first() {
            _ = writeln!(out, "    {first:wide$}  {}", rest.join("  "));
        }
    }
}

fn fill(out: &mut String, paragraph: &str) {
    let mut column = 0;
    for word in paragraph.split(' ') {
        let long = word.chars().count();
        if column == 0 || column + 1 + long > WIDTH {
            out.push_str(if column == 0 { "    " } else { "\n    " });
            column = 4;
        } else {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += long;
    }
    out.push('\n');
}
