//! The state of an older build in a newer one that reads names: as much of it as fits the new types.
//!
//! ```text
//! old   {hp: 3, mobs: [..], seen: ..}        all at once; if the module refuses it, one field after another
//! own   {hp: 9, mobs: [], score: 0}   ──> {hp: 3, mobs: [..], score: 0}      fields of structs in structs, too
//! ```
//!
//! Values are copied as bytes of the stream, so a list that is empty in the new build's first state is no riddle.

use crate::stream::Value;
use calls::tag;
use rasher::StateError;

/// Fields that are tried one by one: 50 of Smokehouse take 40 ms.
const FIELDS: usize = 500;

/// The image of `old` in the build whose first state is `own`, and the names of fields that it refuses. None if it does not even read
/// its own state: it reads no names.
pub(crate) fn taken(
    old: Value<'_>,
    own: Value<'_>,
    mut load: impl FnMut(&[u8]) -> Result<Vec<u8>, StateError>,
) -> Option<(Vec<u8>, Vec<String>)> {
    let mut fields = Vec::new();
    pair(Some(old), own, "", &mut fields);
    let stream = |takes: &dyn Fn(usize) -> bool| {
        let (mut out, mut next) = (Vec::new(), 0);
        write(own, &mut out, &mut |own| {
            let (_, old) = &fields[next];
            let old = old.filter(|_| takes(next));
            next += 1;
            old.unwrap_or(own).bytes()
        });
        out
    };
    let mut image = load(&stream(&|_| false)).ok()?;
    if let Ok(whole) = load(&stream(&|_| true)) {
        return Some((whole, Vec::new()));
    }
    let mut good = vec![false; fields.len()];
    let mut lost = Vec::new();
    for (n, (name, old)) in fields.iter().enumerate() {
        good[n] = old.is_some() && n < FIELDS;
        match good[n].then(|| load(&stream(&|n| good[n]))) {
            Some(Ok(with)) => image = with,
            _ if old.is_none() => {}
            _ => {
                good[n] = false;
                lost.push(name.clone());
            }
        }
    }
    Some((image, lost))
}

/// The parts of a struct; none of another value.
fn fields<'a>(of: Value<'a>) -> Option<impl Iterator<Item = (&'a str, Value<'a>)>> {
    (of.tag() == tag::STRUCT).then(|| of.parts())
}

/// All fields of `own` that are no structs, with their names and the old values.
fn pair<'a>(old: Option<Value<'a>>, own: Value<'a>, name: &str, out: &mut Vec<(String, Option<Value<'a>>)>) {
    let Some(parts) = fields(own) else { return out.push((name.to_string(), old)) };
    for (part, own) in parts {
        let old = old.and_then(fields).and_then(|mut parts| parts.find(|(name, _)| *name == part));
        let name = if name.is_empty() { part.to_string() } else { format!("{name}.{part}") };
        pair(old.map(|(_, old)| old), own, &name, out);
    }
}

/// Writes a state with other values of its fields, in the order of [`pair`].
fn write<'a>(own: Value<'a>, out: &mut Vec<u8>, value: &mut dyn FnMut(Value<'a>) -> &'a [u8]) {
    let Some(parts) = fields(own) else { return out.extend_from_slice(value(own)) };
    out.push(tag::STRUCT);
    for (name, part) in parts {
        let mut len = name.len();
        while len > 127 {
            out.push(len as u8 | 128);
            len >>= 7;
        }
        out.push(len as u8);
        out.extend_from_slice(name.as_bytes());
        write(part, out, value);
    }
    out.push(0);
}
