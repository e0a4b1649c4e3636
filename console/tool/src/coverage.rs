//! What `--coverage` prints.
//!
//! ```text
//! lines reached: 312 of 540, 57.7 %
//! not reached:
//!   game.p8  12 15-19 31
//! never called:
//!   game.p8:31  draw_end
//! ```
//!
//! A range spans comments and `end`s. What only the frame of a crash reached does not count, as it is undone.

use rasher::{Coverage, Covered};
use std::fmt::Write;

pub fn text(coverage: &Coverage) -> String {
    let (reached, all) = (coverage.reached(), coverage.lines.len());
    let tenths = (reached * 1000).checked_div(all).unwrap_or(1000);
    let mut out = format!("lines reached: {reached} of {all}, {}.{} %\n", tenths / 10, tenths % 10);
    if reached < all {
        out += "not reached:\n";
        for (file, lines) in files(&coverage.lines) {
            let missed = stretches(&lines);
            if !missed.is_empty() {
                _ = writeln!(out, "  {file}  {}", missed.join(" "));
            }
        }
    }
    let uncalled: Vec<&Covered> = coverage.functions.iter().filter(|function| !function.reached).collect();
    if !uncalled.is_empty() {
        out += "never called:\n";
        for Covered { name, place, .. } in uncalled {
            let name = if name.is_empty() { "an anonymous function" } else { name };
            _ = writeln!(out, "  {place}  {name}");
        }
    }
    out
}

fn files(lines: &[Covered]) -> Vec<(&str, Vec<(u32, bool)>)> {
    let mut files: Vec<(&str, Vec<(u32, bool)>)> = Vec::new();
    for Covered { place, reached, .. } in lines {
        let at = files.iter().position(|(file, _)| *file == place.file()).unwrap_or_else(|| {
            files.push((place.file(), Vec::new()));
            files.len() - 1
        });
        files[at].1.push((place.line(), *reached));
    }
    files
}

fn stretches(lines: &[(u32, bool)]) -> Vec<String> {
    let missed = lines.chunk_by(|a, b| a.1 == b.1).filter(|stretch| !stretch[0].1);
    let text = |stretch: &[(u32, bool)]| match (stretch[0].0, stretch[stretch.len() - 1].0) {
        (first, last) if first == last => first.to_string(),
        (first, last) => format!("{first}-{last}"),
    };
    missed.map(text).collect()
}
