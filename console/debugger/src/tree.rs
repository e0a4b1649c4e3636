//! The rows of a state: walked from the selected one, so that the work grows with the rows shown and not with the state.
//!
//! ```text
//! Selection   names and identities from the root     enemies > 3 (#12) > hp
//! resolve     ── by name; in a list by identity ──>  Row, or gone
//! Row         next, previous ── one row on ──> Row   members of open rows only
//! ```
//!
//! An object that contains itself is marked where it occurs again, and is closed there until it is opened by hand.

use super::typed::has_letters;
use rasher::{Handle, Node, NodeKind, Plain, StateView};
use std::collections::BTreeSet;

/// Members of a table of a Lua cart that is open by default, and how deep it may be.
const OPEN_ROWS: usize = 100;
const OPEN_DEPTH: usize = 3;
/// Members of a table in its own line, and levels of tables in them.
const ITEMS: usize = 16;
const LEVELS: usize = 2;
/// The most matches of a search, and the most values that it visits: more than a full heap of 2 MiB has.
pub const MATCHES: usize = 1000;
const VISITS: usize = 300_000;
/// The extent of the whole state, in parts that a row of many members has many of.
pub const WHOLE: i64 = 1 << 40;

/// A field by its path and by the objects on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    pub names: Vec<String>,
    pub ids: Vec<Option<u64>>,
}

impl Selection {
    pub fn path(&self) -> String {
        path_text(&self.names)
    }

    /// The last item of a list on the way: its identity, and the names below it.
    pub fn object(&self) -> Option<(u64, &[String])> {
        let items = self.names.iter().zip(&self.ids).enumerate();
        let last = items
            .filter(|(_, (name, _))| is_index(name))
            .filter_map(|(n, (_, id))| Some((n, (*id)?)))
            .next_back();
        last.map(|(n, id)| (id, &self.names[n + 1..]))
    }
}

fn path_text(names: &[impl AsRef<str>]) -> String {
    names.iter().fold(String::new(), |path, name| rasher::join_path(&path, name.as_ref()))
}

fn is_index(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_digit())
}

#[derive(Clone, Debug)]
pub struct Step<'a> {
    pub name: String,
    pub at: Handle<'a>,
    pub node: Node,
    /// Its number among its siblings.
    n: usize,
}

/// A row: the steps to it from the root. Without steps it is the root itself.
#[derive(Clone, Debug, Default)]
pub struct Row<'a>(pub Vec<Step<'a>>);

impl Row<'_> {
    pub fn path(&self) -> String {
        path_text(&self.0.iter().map(|step| &*step.name).collect::<Vec<_>>())
    }

    pub fn selection(&self) -> Selection {
        let names = self.0.iter().map(|step| step.name.clone()).collect();
        Selection { names, ids: self.0.iter().map(|step| step.node.id).collect() }
    }

    /// The path of the same object further up.
    pub fn same_as(&self) -> Option<String> {
        let (last, above) = self.0.split_last()?;
        let id = last.node.id.filter(|_| last.node.kind == NodeKind::Table)?;
        let n = above.iter().position(|step| step.node.id == Some(id))?;
        Some(Row(above[..=n].to_vec()).path())
    }
}

/// Where a selection is now.
pub struct Resolved<'a> {
    pub row: Row<'a>,
    /// It does not exist any more; the row is the one around it.
    pub is_gone: bool,
}

/// The rows that a panel shows, the number of the selected one, and whether a row for a removed object comes after it.
pub struct Window<'a> {
    pub rows: Vec<Row<'a>>,
    pub selected: usize,
    pub is_gone: bool,
}

#[derive(Clone, Copy)]
pub struct Tree<'a> {
    pub view: &'a dyn StateView,
    /// Paths whose folding differs from the default.
    pub toggled: &'a BTreeSet<String>,
    pub is_hex: bool,
}

impl<'a> Tree<'a> {
    fn at(&self, row: &Row<'a>) -> Handle<'a> {
        row.0.last().map_or_else(|| self.view.root(), |step| step.at)
    }

    fn step(&self, of: Handle<'a>, n: usize) -> Option<Step<'a>> {
        let child = self.view.children(of, n, 1).pop()?;
        Some(Step { node: self.view.node(child.at), name: child.name, at: child.at, n })
    }

    pub fn below(&self, row: &Row<'a>, n: usize) -> Option<Row<'a>> {
        let mut next = row.clone();
        next.0.push(self.step(self.at(row), n)?);
        Some(next)
    }

    fn rows_below(&self, row: &Row<'a>) -> usize {
        let root = || self.view.node(self.view.root()).rows();
        row.0.last().map_or_else(root, |step| step.node.rows())
    }

    pub fn first(&self) -> Row<'a> {
        self.below(&Row::default(), 0).unwrap_or_default()
    }

    pub fn last(&self) -> Row<'a> {
        self.last_in(Row::default())
    }

    /// The last row that is shown in one.
    fn last_in(&self, mut row: Row<'a>) -> Row<'a> {
        while row.0.is_empty() || self.is_open(&row) == Some(true) {
            match self.rows_below(&row).checked_sub(1).and_then(|n| self.below(&row, n)) {
                Some(last) => row = last,
                None => break,
            }
        }
        row
    }

    pub fn next(&self, row: &Row<'a>) -> Option<Row<'a>> {
        if self.is_open(row) == Some(true) {
            return self.below(row, 0);
        }
        let mut row = row.clone();
        while let Some(step) = row.0.pop() {
            if let Some(next) = self.below(&row, step.n + 1) {
                return Some(next);
            }
        }
        None
    }

    pub fn previous(&self, row: &Row<'a>) -> Option<Row<'a>> {
        let mut row = row.clone();
        let step = row.0.pop()?;
        let Some(n) = step.n.checked_sub(1) else { return (!row.0.is_empty()).then_some(row) };
        Some(self.last_in(self.below(&row, n)?))
    }

    /// Where a row begins and ends in the whole state. The members of a table share its place equally, so no rows are counted.
    pub fn extent(&self, row: &Row<'a>) -> (i64, i64) {
        let (mut from, mut size) = (0, WHOLE);
        for length in 0..row.0.len() {
            let members = self.rows_below(&Row(row.0[..length].to_vec())).max(1) as i64;
            from += size * row.0[length].n as i64 / members;
            size /= members;
        }
        let own = if self.is_open(row) == Some(true) { size / 2 } else { size };
        (from, if from + own + 0xffff > WHOLE { WHOLE } else { from + own })
    }

    /// Is it expanded? None for a value without members.
    pub fn is_open(&self, row: &Row<'a>) -> Option<bool> {
        let step = row.0.last()?;
        if step.node.rows() == 0 {
            return None;
        }
        let is_data = step.node.kind == NodeKind::Table && !step.name.starts_with('(');
        let is_large = step.node.id.is_some() && (step.node.rows() > OPEN_ROWS || row.0.len() > OPEN_DEPTH);
        // Of the running calls, the innermost shows its variables.
        let is_call = match row.0.as_slice() {
            [stack] => stack.name == "(stack)",
            [stack, call] => stack.name == "(stack)" && call.name == "0",
            [stack, _, captured] => stack.name == "(stack)" && captured.name == "(upvalues)",
            _ => false,
        };
        let by_default =
            is_call || is_data && !is_large && row.same_as().is_none() && !self.is_one_line(step);
        Some(by_default != self.toggled.contains(&row.path()))
    }

    /// Is it a short list or record of plain values, which one line shows?
    fn is_one_line(&self, step: &Step<'a>) -> bool {
        let node = &step.node;
        let is_plain = |at: Handle<'a>| self.view.plain(at).is_some();
        let fits = match (node.indexed, node.named, node.extra) {
            (0, 0, 0) => return true,
            (_, 0, 0) => node.id.is_none() || node.rows() <= OPEN_ROWS,
            (0, 1..=3, 0) => true,
            _ => false,
        };
        fits && self.view.children(step.at, 0, usize::MAX).iter().all(|child| is_plain(child.at))
    }

    /// A value in a few words: a table by its first members, and by their number where it is deeper.
    pub fn short(&self, at: Handle<'a>, node: &Node) -> String {
        self.words(at, node, LEVELS)
    }

    fn words(&self, at: Handle<'a>, node: &Node, levels: usize) -> String {
        let text = match node.kind {
            NodeKind::Number if self.is_hex => match self.view.plain(at) {
                Some(Plain::Number(number)) => number.tostr(1),
                Some(Plain::Wide(number)) => match (number.as_u64(), number.as_i64()) {
                    (Some(whole), _) => format!("{whole:#x}"),
                    (None, Some(whole)) => format!("-{:#x}", whole.unsigned_abs()),
                    _ => node.text.clone(),
                },
                _ => node.text.clone(),
            },
            NodeKind::Table if node.rows() > 0 && levels == 0 => node.counts(),
            NodeKind::Table if node.rows() > 0 => {
                let part = |child: &rasher::Child<'a>| {
                    let text = self.words(child.at, &self.view.node(child.at), levels - 1);
                    if node.named == 0 { text } else { format!("{} {text}", child.name) }
                };
                let mut parts =
                    self.view.children(at, 0, ITEMS).iter().map(part).collect::<Vec<_>>().join(" ");
                if node.indexed == 0 && node.rows() > ITEMS {
                    parts += " ..";
                }
                if node.named == 0 { format!("[{}] {parts}", node.indexed) } else { parts }
            }
            NodeKind::Table if node.id.is_some() => "{}".into(),
            NodeKind::Table => "[0] ".into(),
            NodeKind::Group if node.text.is_empty() => node.named.to_string(),
            _ => node.text.clone(),
        };
        node.type_name.as_ref().map_or(text.clone(), |name| format!("{name}({text})"))
    }

    /// What the row shows after its name.
    pub fn value(&self, row: &Row<'a>) -> String {
        let Some(step) = row.0.last() else {
            return self.short(self.view.root(), &self.view.node(self.view.root()));
        };
        let node = &step.node;
        if let Some(other) = row.same_as() {
            return format!("same as {other}");
        }
        if node.kind != NodeKind::Table || self.is_one_line(step) && self.is_open(row) != Some(true) {
            return self.short(step.at, node);
        }
        let counts = match (node.indexed, node.id) {
            (_, Some(_)) => node.counts(),
            (0, None) => String::new(),
            (n, None) => format!("[{n}]"),
        };
        node.type_name.as_ref().map_or(counts.clone(), |name| format!("{name}{counts}"))
    }

    pub fn resolve(&self, selection: &Selection) -> Resolved<'a> {
        let mut row = Row::default();
        for (name, id) in selection.names.iter().zip(&selection.ids) {
            let of = self.at(&row);
            let same = |at: &Handle<'a>| id.is_none() || !is_index(name) || self.view.id(*at) == *id;
            let mut found = self.view.child(of, name).filter(same).map(|at| (name.clone(), at));
            if found.is_none()
                && is_index(name)
                && let Some(moved) = id.and_then(|id| self.view.name_of(of, id))
            {
                found = self.view.child(of, &moved).map(|at| (moved, at));
            }
            let step = found.and_then(|(name, at)| {
                Some(Step { n: self.view.position(of, &name)?, node: self.view.node(at), name, at })
            });
            match step {
                Some(step) => row.0.push(step),
                None if row.0.is_empty() => return Resolved { row: self.first(), is_gone: true },
                None => return Resolved { row, is_gone: true },
            }
        }
        if row.0.is_empty() {
            Resolved { row: self.first(), is_gone: false }
        } else {
            Resolved { row, is_gone: false }
        }
    }

    /// The row so many rows further, or the last one.
    pub fn moved(&self, from: Row<'a>, by: i64) -> Row<'a> {
        let mut row = from;
        for _ in 0..by.unsigned_abs() {
            match if by > 0 { self.next(&row) } else { self.previous(&row) } {
                Some(next) => row = next,
                None => break,
            }
        }
        row
    }

    /// The rows around a selection that are more than `top` steps from the root. It is the last one unless that is near the start or it
    /// is open: then its members are shown, in at most half of the rows.
    pub fn window(&self, selection: &Selection, count: usize, top: usize) -> Window<'a> {
        let Resolved { row, is_gone } = self.resolve(selection);
        let mut rows = vec![row.clone()];
        let room = count.saturating_sub(usize::from(is_gone));
        let is_open = self.is_open(&row) == Some(true);
        let members = if is_open { self.rows_below(&row).min(room / 2) } else { 0 };
        let mut above = row.clone();
        while rows.len() + members < room
            && let Some(previous) = self.previous(&above).filter(|row| row.0.len() > top)
        {
            above = previous.clone();
            rows.push(previous);
        }
        rows.reverse();
        let selected = rows.len() - 1;
        let mut below = row;
        while rows.len() < room
            && let Some(next) = self.next(&below).filter(|row| row.0.len() > top)
        {
            below = next.clone();
            rows.push(next);
        }
        Window { rows, selected, is_gone }
    }

    /// The fields whose path or value has these letters, in any case and however they are folded, in display order, and how many of them
    /// come before `mark`. Each object is searched once, so a circle comes to an end.
    pub fn matches(&self, letters: &str, mark: &[String]) -> (Vec<Vec<String>>, usize) {
        let letters = letters.to_lowercase();
        let (mut found, mut before, mut visited) = (Vec::new(), 0, BTreeSet::new());
        let (mut names, mut path): (Vec<String>, String) = (Vec::new(), String::new());
        let members = |at| self.view.children(at, 0, usize::MAX).into_iter();
        // Tables being searched: the members left, the length of their path, and whether that was found.
        let mut tables = vec![(members(self.view.root()), 0, false)];
        let mut visits = 0;
        while let Some((left, length, is_found)) = tables.last_mut() {
            let (length, is_found) = (*length, *is_found);
            let Some(child) = left.next().filter(|_| visits < VISITS && found.len() < MATCHES) else {
                tables.pop();
                names.pop();
                continue;
            };
            visits += 1;
            path.truncate(length);
            push_name(&mut path, &child.name);
            let node = self.view.node(child.at);
            // The path of a member has the letters of the whole; only its own name or value says more.
            let own = if is_found { &child.name[..] } else { tail(&path) };
            let is_match = has_letters(own, &letters)
                || node.kind != NodeKind::Table && has_letters(&node.text, &letters);
            names.push(child.name);
            if is_match {
                found.push(names.clone());
            }
            if names == mark {
                before = found.len();
            }
            let is_new = node.id.is_none_or(|id| visited.insert(id));
            if node.rows() > 0 && is_new && path != "(library)" {
                let step = Step { name: String::new(), at: child.at, node, n: 0 };
                tables.push((members(child.at), path.len(), is_match && self.is_one_line(&step) || is_found));
            } else {
                names.pop();
            }
        }
        (found, before)
    }
}

/// Adds a name to a path, as [`rasher::join_path`] does: most are numbers or words, for which the path is not copied.
fn push_name(path: &mut String, name: &str) {
    let digits = name.strip_prefix('-').unwrap_or(name);
    let is_number = (1..=18).contains(&digits.len()) && !digits.starts_with('0');
    if is_number && !path.is_empty() && digits.bytes().all(|c| c.is_ascii_digit()) {
        path.extend(["[", name, "]"]);
    } else {
        *path = rasher::join_path(path, name);
    }
}

/// The end of a path: the start of a very long one says little.
fn tail(path: &str) -> &str {
    path.get(path.len().saturating_sub(200)..).unwrap_or(path)
}
