//! A field's place in a state: the names from the root, or from an object by its identity.

use rasher::{Console, OBJECT, Program};
use serde_json::Value;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path(Vec<String>);

impl Path {
    pub fn of(names: &[String]) -> Path {
        Path(names.to_vec())
    }

    /// A path from an object, by its identity, instead of the root.
    pub fn from_object(id: u64, names: &[String]) -> Path {
        Path([&[format!("{OBJECT}{id}")], names].concat())
    }

    /// Its last name; none if it is only an object's identity.
    pub fn field(&self) -> Option<&str> {
        self.0.last().map(String::as_str).filter(|name| self.0.len() > 1 || !name.starts_with(OBJECT))
    }

    pub fn names(&self) -> &[String] {
        &self.0
    }

    /// Its current value, if the field exists. The rest of the state is not read.
    pub fn value(&self, console: &Console) -> Option<Value> {
        self.value_in(console.program())
    }

    pub(crate) fn value_in(&self, program: &dyn Program) -> Option<Value> {
        let names: Vec<&str> = self.0.iter().map(String::as_str).collect();
        program.field(&names)
    }

    /// The path of what it is a member of.
    pub(crate) fn around(&self) -> Option<Path> {
        let (_, names) = self.0.split_last()?;
        (!names.is_empty()).then(|| Path::of(names))
    }

    /// The length of a list or text, as `#`.
    pub(crate) fn length(&self, program: &dyn Program) -> Option<Value> {
        match program.view() {
            Some(view) => Some(view.length(view.find(&self.0)?)?.into()),
            None => Path([&self.0[..], &["len".to_string()]].concat()).value_in(program),
        }
    }

    pub fn pointer(&self) -> String {
        self.0.iter().map(|name| format!("/{}", name.replace('~', "~0").replace('/', "~1"))).collect()
    }
}

impl std::fmt::Display for Path {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names = self.0.iter().map(|name| match name.strip_prefix(OBJECT) {
            // The place in the heap, as the state panel shows it.
            Some(id) => format!("#{}", id.parse::<u64>().unwrap_or(0) as u32),
            None => name.clone(),
        });
        f.write_str(&names.fold(String::new(), |path, name| rasher::join_path(&path, &name)))
    }
}

/// Splits `name = value`, and not a comparison.
pub fn assignment(text: &str) -> Option<(&str, &str)> {
    let (at, _) = text.match_indices('=').find(|(at, _)| {
        let is_operator = text[..*at].ends_with(['=', '<', '>', '~', '!']) || text[at + 1..].starts_with('=');
        !is_operator
    })?;
    Some((text[..at].trim(), text[at + 1..].trim()))
}
