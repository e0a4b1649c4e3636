//! Variables of the protocol: where each expandable one is, and pages of its members.
//!
//! ```text
//! 1, 2, 3, ...    scopes: locals, upvalues and globals of each call       values.rs keeps places, never copies:
//! FIRST, ...      a place: a scope and a path below it                    members are read from the stopped console,
//!                 or the result of an expression, which is a tree         as many as are asked for
//! ```

use rasher::{Child, Console, Handle, Node, NodeKind, StateView, TreeView};
use serde_json::{Value, json};

/// Where a variable is read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scope {
    Locals(usize),
    Upvalues(usize),
    Globals,
    /// The regions of memory, which are read as bytes.
    Memory,
}

impl Scope {
    pub fn root(self, view: &dyn StateView) -> Option<Handle<'_>> {
        match self {
            Scope::Locals(call) => view.call(call, false),
            Scope::Upvalues(call) => view.call(call, true),
            Scope::Globals => Some(view.root()),
            Scope::Memory => None,
        }
    }
}

#[derive(Clone, Debug)]
enum Kept {
    Place(Scope, Vec<String>),
    Result(Value),
}

/// The expandable values shown since the last stop, numbered from [`FIRST`] on.
#[derive(Default)]
pub struct Values(Vec<Kept>);

/// Lower numbers are scopes, so many of each call.
const FIRST: u64 = 1 << 20;
pub const SCOPES: u64 = 4;
const SHOWN: usize = 200;
/// Members of a value's own text, and levels of tables in it.
const BRIEF: usize = 12;
const LEVELS: usize = 3;
/// More members than this are announced by number, so that a client reads pages.
const PAGED: usize = 100;

/// Which members a request asks for.
pub struct Page {
    pub start: usize,
    /// All that are left without a number.
    pub count: Option<usize>,
    /// `Some(true)` for indexed ones, `Some(false)` for named ones.
    pub indexed: Option<bool>,
}

impl Page {
    /// The first member and the number of them, of so many indexed ones among all.
    fn range(&self, indexed: usize, all: usize) -> (usize, usize) {
        let (from, end) = match self.indexed {
            Some(true) => (0, indexed),
            Some(false) => (indexed, all),
            None => (0, all),
        };
        let first = from.saturating_add(self.start).min(end);
        (first, self.count.filter(|count| *count > 0).unwrap_or(usize::MAX).min(end - first))
    }
}

impl Values {
    fn keep(&mut self, kept: Kept) -> u64 {
        self.0.push(kept);
        FIRST + self.0.len() as u64 - 1
    }

    fn kept(&self, number: u64) -> Option<Kept> {
        if let Some(at) = number.checked_sub(FIRST) {
            return self.0.get(usize::try_from(at).ok()?).cloned();
        }
        let at = number.checked_sub(1)?;
        let call = usize::try_from(at / SCOPES).ok()?;
        let scopes = [Scope::Locals(call), Scope::Upvalues(call), Scope::Globals, Scope::Memory];
        Some(Kept::Place(scopes[(at % SCOPES) as usize], Vec::new()))
    }

    /// The scope of a number, and the path from it.
    pub fn place(&self, number: u64) -> Option<(Scope, Vec<String>)> {
        match self.kept(number)? {
            Kept::Place(scope, names) => Some((scope, names)),
            Kept::Result(_) => None,
        }
    }

    pub fn is_empty(&self, console: &Console, scope: u64) -> bool {
        let Some((scope, _)) = self.place(scope) else { return true };
        console
            .program()
            .read(|view| scope.root(view).is_none_or(|root| view.children(root, 0, 1).is_empty()))
    }

    /// A page of the members of a scope or of a kept value.
    pub fn variables(&mut self, console: &Console, number: u64, page: &Page) -> Vec<Value> {
        match self.kept(number) {
            Some(Kept::Place(Scope::Memory, _)) => memory(page),
            Some(Kept::Place(scope, names)) => {
                console.program().read(|view| self.page(view, scope, &names, page))
            }
            Some(Kept::Result(value)) => {
                let view = TreeView(&value);
                let children = view.children(view.root(), 0, usize::MAX).into_iter();
                let (first, count) = page.range(0, usize::MAX);
                let children = children.skip(first).take(count);
                children.map(|child| self.result_member(&child.name, view.json(child.at))).collect()
            }
            None => Vec::new(),
        }
    }

    /// A variable or field by its path from a scope.
    pub fn field(&mut self, console: &Console, scope: Scope, names: &[String]) -> Option<Value> {
        console.program().read(|view| {
            let at = names.iter().try_fold(scope.root(view)?, |at, name| view.child(at, name))?;
            let (name, around) = names.split_last()?;
            Some(self.variable(view, scope, around, &[], Child { name: name.clone(), at }))
        })
    }

    fn result_member(&mut self, name: &str, value: Value) -> Value {
        let (text, number) = self.result(value);
        json!({ "name": name, "value": text, "variablesReference": number })
    }

    /// The text of an expression's value, and its number or 0.
    pub fn result(&mut self, value: Value) -> (String, u64) {
        let text = brief_json(&value);
        let is_table = matches!(&value, Value::Object(fields) if !fields.is_empty());
        (text, if is_table { self.keep(Kept::Result(value)) } else { 0 })
    }

    fn page(&mut self, view: &dyn StateView, scope: Scope, names: &[String], page: &Page) -> Vec<Value> {
        let Some(root) = scope.root(view) else { return Vec::new() };
        // The objects around the members, with their paths.
        let (mut at, mut around, mut path) = (root, Vec::new(), String::new());
        for name in names {
            let Some(next) = view.child(at, name) else { return Vec::new() };
            (at, path) = (next, rasher::join_path(&path, name));
            around.push((view.id(at), path.clone()));
        }
        let node = view.node(at);
        let (first, count) =
            page.range(node.indexed, if names.is_empty() { usize::MAX } else { node.rows() });
        let children = view.children(at, first, count);
        children.into_iter().map(|child| self.variable(view, scope, names, &around, child)).collect()
    }

    fn variable(
        &mut self,
        view: &dyn StateView,
        scope: Scope,
        names: &[String],
        around: &[(Option<u64>, String)],
        child: Child<'_>,
    ) -> Value {
        let node = view.node(child.at);
        let path = [names, std::slice::from_ref(&child.name)].concat();
        let same =
            around.iter().find(|(id, _)| node.kind == NodeKind::Table && id.is_some() && *id == node.id);
        let text = same.map_or_else(|| short(view, child.at), |(_, path)| format!("↺ same as {path}"));
        let evaluated = timeline::Path::of(&path).to_string();
        let number = if node.rows() == 0 { 0 } else { self.keep(Kept::Place(scope, path)) };
        let mut variable = json!({
            "name": child.name, "value": text, "variablesReference": number, "type": kind(&node),
        });
        if !evaluated.contains('(') {
            variable["evaluateName"] = evaluated.into();
        }
        if node.rows() > PAGED {
            variable["indexedVariables"] = node.indexed.into();
            variable["namedVariables"] = (node.named + node.extra).into();
        }
        variable
    }
}

/// The areas and registers; the editor shows their bytes.
fn memory(page: &Page) -> Vec<Value> {
    let (first, count) = page.range(0, usize::MAX);
    let region = |region: timeline::Region| {
        let start = format!("0x{:04x}", region.start);
        json!({
            "name": region.name.to_lowercase().replace('_', " "), "value": format!("{start}, {} bytes", region.len),
            "variablesReference": 0, "memoryReference": start,
        })
    };
    timeline::regions().skip(first).take(count).map(region).collect()
}

fn kind(node: &Node) -> &'static str {
    match node.kind {
        NodeKind::Nil => "nil",
        NodeKind::Boolean => "boolean",
        NodeKind::Number => "number",
        NodeKind::Text => "string",
        NodeKind::Table => "table",
        NodeKind::Function => "function",
        NodeKind::Coroutine => "thread",
        NodeKind::Group => "",
    }
}

/// The text of an expression's value, cut if it is long.
pub fn brief_json(value: &Value) -> String {
    let view = TreeView(value);
    short(&view, view.root())
}

/// The text of a value, cut if it is long.
fn short(view: &dyn StateView, at: Handle<'_>) -> String {
    let text = brief(view, at, LEVELS);
    match text.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}..", &text[..at]),
        None => text,
    }
}

fn brief(view: &dyn StateView, at: Handle<'_>, levels: usize) -> String {
    let node = view.node(at);
    match node.kind {
        NodeKind::Nil => "nil".into(),
        NodeKind::Text => format!("{:?}", node.text),
        NodeKind::Table if levels == 0 && node.rows() > 0 => "{..}".into(),
        NodeKind::Table => {
            let member = |child: &Child<'_>| match child.name.starts_with(|c: char| c.is_ascii_digit()) {
                true => brief(view, child.at, levels - 1),
                false => format!("{}={}", child.name, brief(view, child.at, levels - 1)),
            };
            let members: Vec<String> = view.children(at, 0, BRIEF).iter().map(member).collect();
            let rest = node.rows().saturating_sub(BRIEF);
            let rest = if rest > 0 { format!(",.. {rest} more") } else { String::new() };
            format!("{{{}{rest}}}", members.join(","))
        }
        NodeKind::Group if node.text.is_empty() => node.named.to_string(),
        _ => node.text,
    }
}
