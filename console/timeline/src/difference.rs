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
use rasher::{Child, Handle, Node, NodeKind, StateView, TreeView};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

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
    view_changes(&TreeView(before), &TreeView(after))
}

/// The fields that differ, in the order of their paths, so that those of one object are together. Objects with an identity are compared
/// with themselves, wherever they are now: one that only moved in its list has not changed.
pub fn view_changes(before: &dyn StateView, after: &dyn StateView) -> Vec<FieldChange> {
    let mut walk =
        Walk { before, after, visited: BTreeSet::new(), queue: VecDeque::new(), changes: Vec::new() };
    let (old, new) = (before.root(), after.root());
    if [before.node(old), after.node(new)].iter().any(|node| node.kind != NodeKind::Table && node.rows() == 0)
    {
        walk.compare(String::new(), Some(old), Some(new), false);
    } else {
        walk.queue.push_back((String::new(), old, new));
    }
    while let Some((path, old, new)) = walk.queue.pop_front() {
        walk.members(&path, old, new);
    }
    walk.changes.sort_by(|a, b| rasher::natural(&a.path, &b.path));
    walk.changes
}

struct Walk<'a> {
    before: &'a dyn StateView,
    after: &'a dyn StateView,
    visited: BTreeSet<u64>,
    /// Nearest objects first, so that each has its shortest path.
    queue: VecDeque<(String, Handle<'a>, Handle<'a>)>,
    changes: Vec<FieldChange>,
}

impl<'a> Walk<'a> {
    fn members(&mut self, path: &str, old: Handle<'a>, new: Handle<'a>) {
        let olds = self.before.children(old, 0, usize::MAX);
        let news = self.after.children(new, 0, usize::MAX);
        let is_function = self.after.node(new).kind == NodeKind::Function;
        // Most tables have not changed: that is seen without a search for each name.
        let is_same = |(old, new): (&Child<'_>, &Child<'_>)| {
            let id = self.before.id(old.at);
            let is_equal = || match (self.before.plain(old.at), self.after.plain(new.at)) {
                (Some(old), Some(new)) => old == new,
                _ => false,
            };
            old.name == new.name && if id.is_some() { id == self.after.id(new.at) } else { is_equal() }
        };
        if !is_function && olds.len() == news.len() && olds.iter().zip(&news).all(is_same) {
            for member in news.iter().filter(|member| self.after.id(member.at).is_some()) {
                self.follow(rasher::join_path(path, &member.name), member.at);
            }
            return;
        }
        let ids = |view: &dyn StateView, members: &[Child<'_>]| -> BTreeSet<u64> {
            members.iter().filter_map(|member| view.id(member.at)).collect()
        };
        let (old_ids, new_ids) = (ids(self.before, &olds), ids(self.after, &news));
        let by_name: BTreeMap<&str, Handle<'a>> = olds.iter().map(|it| (&*it.name, it.at)).collect();
        let names: BTreeSet<&str> = news.iter().map(|it| &*it.name).collect();
        let gone =
            olds.iter().filter(|it| !names.contains(&*it.name)).map(|it| (&it.name, Some(it.at), None));
        let there = news.iter().map(|it| (&it.name, by_name.get(&*it.name).copied(), Some(it.at)));
        for (name, was, is) in there.chain(gone) {
            // Of a list, only what came or went: the others moved.
            let is_index = name.starts_with(|c: char| c.is_ascii_digit());
            let stays = |view: &dyn StateView, at: &Handle<'_>, ids: &BTreeSet<u64>| {
                is_index && view.id(*at).is_some_and(|id| ids.contains(&id))
            };
            let moved = was.zip(is).is_none_or(|(was, is)| self.before.id(was) != self.after.id(is));
            let was = was.filter(|was| !moved || !stays(self.before, was, &new_ids));
            let came = is.filter(|is| !moved || !stays(self.after, is, &old_ids));
            if is_function && is.is_some_and(|is| self.is_variable(name, is)) {
                continue;
            }
            let path = rasher::join_path(path, name);
            if let (Some(is), None) = (is, came) {
                self.follow(path.clone(), is);
            }
            self.compare(path, was, came, true);
        }
    }

    /// Is a captured variable one of the file, which is listed by itself?
    fn is_variable(&self, name: &str, at: Handle<'a>) -> bool {
        self.after.child(self.after.root(), name).is_some_and(|own| {
            (self.after.id(own), self.after.plain(own)) == (self.after.id(at), self.after.plain(at))
        })
    }

    /// Compares an object with itself in the moment before.
    fn follow(&mut self, path: String, new: Handle<'a>) {
        if let Some(id) = self.after.id(new)
            && self.visited.insert(id)
            && let Some(old) = self.before.object(id)
        {
            self.queue.push_back((path, old, new));
        }
    }

    fn compare(&mut self, path: String, old: Option<Handle<'a>>, new: Option<Handle<'a>>, is_member: bool) {
        if matches!(&*path, "(library)" | "(stack)") || old.is_none() && new.is_none() {
            return;
        }
        if let (Some(old), Some(new)) = (old, new) {
            let plain = (self.before.plain(old), self.after.plain(new));
            match plain {
                (Some(a), Some(b)) if a == b => return,
                (None, None) => {
                    let (a, b) = (self.before.node(old), self.after.node(new));
                    match (a.id, b.id) {
                        (None, None) if is_member && a.kind == b.kind && is_alike(&a, &b) => {
                            let path = if path == "(functions)" { String::new() } else { path };
                            return self.queue.push_back((path, old, new));
                        }
                        (Some(a), Some(b)) if a == b => return self.follow(path, new),
                        _ => {}
                    }
                }
                _ => {}
            }
        }
        if let Some(new) = new {
            self.follow(path.clone(), new);
        }
        let before = old.map(|old| self.before.json(old));
        let after = new.map(|new| self.after.json(new));
        if before != after || before.is_none() {
            self.changes.push(FieldChange { path, before, after });
        }
    }
}

/// Are both lists, or both with named fields?
fn is_alike(a: &Node, b: &Node) -> bool {
    (a.named == 0 || b.indexed == 0) && (a.indexed == 0 || b.named == 0)
}

impl Difference {
    pub fn between(before: &Console, after: &Console) -> Difference {
        Difference {
            fields: before.program().read(|old| after.program().read(|new| view_changes(old, new))),
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
