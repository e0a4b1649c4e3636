//! What [`crate::Program`] asks of a state that is any serde value: a Rust cart's, or one read from its module.

use crate::digest::Digest;
use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;
use serde_json::Value;

/// Hashes it, as `state_digest.rs` says.
pub fn digest(state: &(impl Serialize + ?Sized), d: &mut Digest) {
    crate::state_digest::digest(state, d);
}

/// Calls `each` with name and digest of each field of a struct; any other value is one field, `state`.
pub fn field_digests(state: &impl Serialize, each: &mut dyn FnMut(&str, u64)) {
    crate::state_digest::fields(state, each);
}

/// Its size on the original, in bytes.
pub fn memory_size(state: &impl Serialize) -> u64 {
    crate::memory_size::memory_size(state)
}

/// The tree for debuggers, with [`crate::Num`]s as decimals.
pub fn tree(state: &impl Serialize) -> Value {
    crate::inspect::tree(state).unwrap_or(Value::Null)
}

/// The same with the names of newtypes.
pub fn typed_tree(state: &impl Serialize) -> Value {
    crate::inspect::typed_tree(state).unwrap_or(Value::Null)
}

/// The value at a path in the tree.
pub fn field(state: &impl Serialize, path: &[&str]) -> Option<Value> {
    crate::inspect::field(state, path)
}

/// The values of comma-separated fields, as in [`crate::Program::evaluate`].
pub fn evaluate(fields: &str, find: impl Fn(&[&str]) -> Option<Value>) -> Result<Vec<Value>, String> {
    let value = |field: &str| {
        let names: Vec<&str> = field.split(['.', '[']).map(|name| name.trim_matches(['"', ']'])).collect();
        find(&names).ok_or_else(|| alloc::format!("{field}: the state has no such field"))
    };
    fields.split(',').map(|field| value(field.trim())).collect()
}
