//! What differs between two moments: fields of the cart's state by name, stretches of memory by region.
//!
//! ```text
//! world.mobs[0].hp        5 -> 4
//! 0x5f28 camera           1 byte of 4
//! 0x6a03 screen           118 bytes of 8192, the first at 0x6a03
//! ```
//!
//! Two moments without these differences may still differ in buttons, sound or clock, and so in their digests.

use rasher::Console;
use rasher::memory::{AREAS, Memory, PINS, REGISTERS, reg};
use serde_json::Value;

#[derive(Clone, Debug, PartialEq)]
pub struct FieldChange {
    /// Its path, as [`crate::Path`] reads it; empty for the whole state.
    pub path: String,
    pub before: Option<Value>,
    pub after: Option<Value>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    pub name: &'static str,
    pub start: u16,
    pub len: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegionChange {
    pub region: Region,
    pub first: u16,
    pub bytes: u32,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Difference {
    pub fields: Vec<FieldChange>,
    pub regions: Vec<RegionChange>,
}

/// The regions of the memory map, by address and without gaps: areas, but registers one by one.
pub fn regions() -> impl Iterator<Item = Region> {
    let registers = REGISTERS.iter().map(|r| Region { name: r.name, start: r.addr, len: u32::from(r.len) });
    let area =
        |low: bool| AREAS.iter().filter(move |a| if low { a.start < reg::DRAW_PAL } else { a.start >= PINS });
    let region = |a: &rasher::memory::MemoryArea| Region { name: a.name, start: a.start, len: a.len };
    area(true).map(region).chain(registers).chain(area(false).map(region))
}

pub fn changed_regions(before: &Memory, after: &Memory) -> Vec<RegionChange> {
    let (before, after) = (before.bytes(), after.bytes());
    let change = |region: Region| {
        let range = usize::from(region.start)..usize::from(region.start) + region.len as usize;
        let (a, b) = (&before[range.clone()], &after[range]);
        if a == b {
            return None;
        }
        let mut differ = a.iter().zip(b).enumerate().filter(|(_, (a, b))| a != b);
        let first = differ.next()?.0 as u16;
        Some(RegionChange { region, first: region.start + first, bytes: 1 + differ.count() as u32 })
    };
    regions().filter_map(change).collect()
}

pub fn changed_fields(before: &Value, after: &Value) -> Vec<FieldChange> {
    let mut changes = Vec::new();
    walk(String::new(), Some(before), Some(after), &mut changes);
    changes
}

fn walk(path: String, before: Option<&Value>, after: Option<&Value>, changes: &mut Vec<FieldChange>) {
    if before == after {
        return;
    }
    match (before, after) {
        (Some(Value::Object(a)), Some(Value::Object(b))) => {
            // serde_json keeps fields by name; a field of either side is looked at once.
            let names = a.keys().chain(b.keys().filter(|name| !a.contains_key(*name)));
            for name in names {
                walk(rasher::join_path(&path, name), a.get(name), b.get(name), changes);
            }
        }
        (Some(Value::Array(a)), Some(Value::Array(b))) => {
            for i in 0..a.len().max(b.len()) {
                walk(format!("{path}[{i}]"), a.get(i), b.get(i), changes);
            }
        }
        _ => changes.push(FieldChange { path, before: before.cloned(), after: after.cloned() }),
    }
}

impl Difference {
    pub fn between(before: &Console, after: &Console) -> Difference {
        Difference {
            fields: changed_fields(&before.program().inspect(), &after.program().inspect()),
            regions: changed_regions(before.machine().memory(), after.machine().memory()),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.fields.is_empty() && self.regions.is_empty()
    }
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let value = |value: &Option<Value>| value.as_ref().map_or("nothing".to_string(), Value::to_string);
        for FieldChange { path, before, after } in &self.fields {
            writeln!(f, "{path}  {} -> {}", value(before), value(after))?;
        }
        for RegionChange { region, first, bytes } in &self.regions {
            let name = region.name.to_lowercase().replace('_', " ");
            let (start, len) = (region.start, region.len);
            writeln!(f, "0x{start:04x} {name}  {bytes} of {len} bytes, the first at 0x{first:04x}")?;
        }
        Ok(())
    }
}
