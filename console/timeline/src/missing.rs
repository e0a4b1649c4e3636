//! Fields that a condition names and a state does not have, with the names that are near.
//!
//! ```text
//! hpp < 3           no field hpp here; similar: hp, hops
//! mobs[0].name      no field mobs[0].name here; similar: mobs[0].named, name
//! ```
//!
//! A field missing at the top of a state is a typo and refused before a search starts. Further down it may come later, as a list grows or a
//! variant changes, so it is reported if nothing was found.

use crate::condition::Condition;
use crate::path::Path;
use rasher::Console;
use serde_json::Value;

/// Fields of a state that are compared with a name.
const MOST: usize = 4000;
const NEAR: usize = 3;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no field {path} here{}", hint(near))]
pub struct MissingField {
    pub path: Path,
    /// Whether it is missing at the top of the state, and so will never exist.
    pub at_top: bool,
    /// Fields with similar names, the most similar first; without any, the fields at the top.
    pub near: Vec<String>,
}

fn hint(near: &[String]) -> String {
    if near.is_empty() { String::new() } else { format!("; similar: {}", near.join(", ")) }
}

impl Condition {
    /// The first field of the condition that the state does not have.
    pub fn missing(&self, console: &Console) -> Option<MissingField> {
        let mut missing = None;
        self.fields(&mut |path| missing = missing.take().or_else(|| path.missing(console)));
        missing
    }
}

impl Path {
    pub fn missing(&self, console: &Console) -> Option<MissingField> {
        if self.value(console).is_some() {
            return None;
        }
        let state = console.program().inspect();
        let top = self.names().first().map_or("", String::as_str);
        // A global of a Lua cart that its code names may be assigned later.
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let mut source = console.program().source().into_iter();
        let is_named = source.any(|line| line.text.split(|c| !is_word(c)).any(|word| word == top));
        let at_top = !is_named && state.as_object().is_none_or(|fields| !fields.contains_key(top));
        Some(MissingField { path: self.clone(), at_top, near: near(&state, self) })
    }
}

fn near(state: &Value, sought: &Path) -> Vec<String> {
    let mut places = Vec::new();
    walk(state, sought, &mut Vec::new(), &mut places);
    let text = sought.to_string();
    let last = |path: &str| path.rsplit('.').next().unwrap_or_default().to_lowercase();
    let name = last(&text);
    // The name itself counts most: `hp` may mean `player.hp`.
    let mut near: Vec<(usize, usize, String)> = places
        .into_iter()
        .map(|place| {
            (strsim::damerau_levenshtein(&last(&place), &name), strsim::levenshtein(&place, &text), place)
        })
        .filter(|(by_name, _, _)| *by_name <= name.chars().count().div_ceil(3))
        .collect();
    near.sort();
    near.dedup_by(|a, b| a.2 == b.2);
    match (near.is_empty(), state) {
        (true, Value::Object(fields)) => fields.keys().take(2 * NEAR).cloned().collect(),
        _ => near.into_iter().take(NEAR).map(|(_, _, place)| place).collect(),
    }
}

/// Visits all fields; of a list only the sought element, or the first.
fn walk(value: &Value, sought: &Path, at: &mut Vec<String>, places: &mut Vec<String>) {
    if places.len() >= MOST {
        return;
    }
    if !at.is_empty() {
        places.push(Path::of(at).to_string());
    }
    let mut inside = |name: String, value: &Value| {
        at.push(name);
        walk(value, sought, at, places);
        at.pop();
    };
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, value)| inside(name.clone(), value)),
        Value::Array(items) => {
            let n = sought.names().iter().filter_map(|name| name.parse().ok()).find(|n| *n < items.len());
            let n: usize = n.unwrap_or(0);
            items.get(n).into_iter().for_each(|value| inside(n.to_string(), value));
        }
        _ => {}
    }
}
