//! The syntax of a Lua cart's code, by lines: its functions, what a line sets, the names that a value is made of.
//!
//! ```text
//! hp-=power*f(mob.x)      hp is set from hp, power, f(), mob.x
//! ```
//!
//! A line has the number that it has among all lines of the source, from 1; functions of the tree have none of a file.

use lua::ast::{Ast, Block, Expr, ExprId, ExprList, Field, Function, Statement, UnaryOp};
use timeline::Source;

/// Levels of brackets in a name such as `mobs[keys[i]].x`.
const LEVELS: usize = 8;
/// Fields of fields in a name.
const KEYS: usize = 20;

pub struct Syntax(Ast);

/// A question about a line.
#[derive(Clone, Debug, PartialEq)]
pub enum Wanted {
    /// What it sets a name or a key to.
    Write(String),
    /// An argument of a call, by the function's name and the number of the argument, from 0.
    Argument(String, usize),
    /// All values of the line.
    All,
}

/// A statement without those in it, its function's number, and the values in it.
struct Part<'a> {
    function: usize,
    statement: &'a Statement,
    exprs: Vec<ExprId>,
}

impl Syntax {
    /// None for a program in Rust.
    pub fn of(source: &Source) -> Option<Syntax> {
        let text: Vec<&str> = source.lines().iter().map(|line| &*line.text).collect();
        lua::parse(text.join("\n").as_bytes()).ok().filter(|_| !text.is_empty()).map(Syntax)
    }

    fn text(&self, bytes: &[u8]) -> String {
        String::from_utf8_lossy(bytes).into_owned()
    }

    /// Names and first lines of the functions, in the order of the code.
    pub fn functions(&self) -> Vec<(String, u32)> {
        let named = self.0.functions.iter().skip(1).filter(|function| !function.name.is_empty());
        let mut all: Vec<_> = named.map(|function| (self.text(&function.name), function.line)).collect();
        all.sort_by_key(|(_, line)| *line);
        all
    }

    /// The function that begins at a line; 0 for the code outside of all.
    fn function(&self, line: u32) -> Option<&Function> {
        match line {
            0 => self.0.functions.first(),
            line => self.0.functions.iter().skip(1).find(|function| function.line == line),
        }
    }

    /// Does a function of several lines begin at a line?
    pub fn begins_function(&self, line: u32) -> bool {
        self.0.functions.iter().skip(1).any(|function| function.line == line && function.last_line > line)
    }

    /// The number of a parameter of the function that begins at a line, and the function's name.
    pub fn parameter(&self, line: u32, name: &str) -> Option<(String, usize)> {
        let function = self.function(line)?;
        let mut parameters = function.locals.iter().take(function.params as usize);
        let number = parameters.position(|local| self.0.text(local.name) == name.as_bytes())?;
        Some((self.text(&function.name), number))
    }

    /// The first and last lines of the statements that set a local, in the function that begins at a line or in all.
    pub fn setters(&self, line: Option<u32>, name: &str) -> Vec<(u32, u32)> {
        let mut found = Vec::new();
        let only = line.and_then(|line| self.function(line));
        self.parts(&mut |lines, part| {
            let is_wanted = only.is_none_or(|only| std::ptr::eq(only, &self.0.functions[part.function]));
            if is_wanted && !self.set_by(part, name, false).is_empty() {
                found.push(lines);
            }
        });
        found
    }

    /// The names that the values asked for on a line are made of.
    pub fn names(&self, line: u32, wanted: &Wanted) -> Vec<String> {
        let mut names = Vec::new();
        let mut add = |function: usize, exprs: &[ExprId]| {
            for name in self.names_in(function, exprs) {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        };
        let mut all = Vec::new();
        let mut is_found = false;
        self.parts(&mut |(first, last), part| {
            if !(first..=last).contains(&line) {
                return;
            }
            let values = match wanted {
                Wanted::Write(name) => self.set_by(part, name, true),
                Wanted::Argument(name, n) => self.argument(part, name, *n),
                Wanted::All => Vec::new(),
            };
            is_found |= !values.is_empty();
            add(part.function, &values);
            all.push((part.function, part.exprs.clone()));
        });
        if !is_found {
            all.iter().for_each(|(function, exprs)| add(*function, exprs));
        }
        names
    }

    /// Passes each statement, with its first and last line, to `each`.
    fn parts(&self, each: &mut dyn FnMut((u32, u32), &Part<'_>)) {
        for (function, it) in self.0.functions.iter().enumerate() {
            self.block(function, &it.body, each);
        }
    }

    fn block(&self, function: usize, block: &Block, each: &mut dyn FnMut((u32, u32), &Part<'_>)) {
        let list = |list: &ExprList| self.0.list(list).to_vec();
        for (line, statement) in &block.statements {
            let (exprs, blocks): (Vec<ExprId>, Vec<&Block>) = match statement {
                Statement::Local(_, values) | Statement::Return(values) => (list(values), Vec::new()),
                Statement::Assign(targets, values) => ([list(targets), list(values)].concat(), Vec::new()),
                Statement::Compound(_, target, value) => ([*target, *value].into(), Vec::new()),
                Statement::Call(call) => ([*call].into(), Vec::new()),
                Statement::Do(body) => (Vec::new(), [body].into()),
                Statement::While(condition, body) | Statement::Repeat(body, condition) => {
                    ([*condition].into(), [body].into())
                }
                Statement::If(arms, otherwise) => (
                    arms.iter().map(|(condition, _)| *condition).collect(),
                    arms.iter().map(|(_, block)| block).chain(otherwise).collect(),
                ),
                Statement::NumericFor { from, to, step, body, .. } => {
                    ([*from, *to].into_iter().chain(*step).collect(), [body].into())
                }
                Statement::GenericFor { iterator, body, .. } => (list(iterator), [body].into()),
                _ => (Vec::new(), Vec::new()),
            };
            // The conditions of an `if` are lines apart.
            let groups = match statement {
                Statement::If(..) => exprs.into_iter().map(|one| [one].into()).collect(),
                _ => Vec::from([exprs]),
            };
            for exprs in groups {
                let (mut first, mut last) = (*line, *line);
                if let (Some(one), false) = (exprs.first(), blocks.is_empty()) {
                    (first, last) = (self.0.line(*one), self.0.line(*one));
                }
                self.walk(&exprs, &mut |id| {
                    (first, last) = (first.min(self.0.line(id)), last.max(self.0.line(id)));
                    true
                });
                each((first, last), &Part { function, statement, exprs });
            }
            blocks.into_iter().for_each(|block| self.block(function, block, each));
        }
    }

    /// Passes expressions and those in them to `each`, as they are written, until it says that it needs none of their parts. Chains may
    /// be thousands long, so this does not recurse.
    fn walk(&self, exprs: &[ExprId], each: &mut dyn FnMut(ExprId) -> bool) {
        let mut left: Vec<ExprId> = exprs.iter().rev().copied().collect();
        while let Some(id) = left.pop() {
            if each(id) {
                let parts = self.parts_of(id);
                left.extend(parts.into_iter().rev());
            }
        }
    }

    fn parts_of(&self, id: ExprId) -> Vec<ExprId> {
        let with = |first: ExprId, rest: &ExprList| [&[first], self.0.list(rest)].concat();
        match self.0.expr(id) {
            Expr::Index(a, b) | Expr::And(a, b) | Expr::Or(a, b) | Expr::Binary(_, a, b) => [a, b].into(),
            Expr::Call(function, arguments) => with(function, &arguments),
            Expr::Method(object, _, arguments) => with(object, &arguments),
            Expr::Paren(one) | Expr::Unary(_, one) => [one].into(),
            Expr::Table(fields) => self.0.table(&fields).iter().map(|field| value_of(*field)).collect(),
            _ => Vec::new(),
        }
    }

    /// The values to which a statement sets a name; with `deep` a key too, also in a table that it makes.
    fn set_by(&self, part: &Part<'_>, name: &str, deep: bool) -> Vec<ExprId> {
        let locals = &self.0.functions[part.function].locals;
        let is_it = |local: &lua::ast::LocalId| self.0.text(locals[local.index()].name) == name.as_bytes();
        // The last of fewer values may give several.
        let nth = |values: &[ExprId], n: usize| values.get(n).or(values.last()).copied();
        let is_target = |id: ExprId| match self.0.expr(id) {
            Expr::Index(_, key) => deep && self.is_key(key, name),
            _ => self.name(part.function, id, LEVELS).as_deref() == Some(name),
        };
        let found = match part.statement {
            // Without a value it is set to nil.
            Statement::Local(names, values) if values.is_empty() && names.iter().any(is_it) => {
                part.exprs.clone()
            }
            Statement::Local(names, values) => {
                let n = names.iter().position(is_it);
                n.and_then(|n| nth(self.0.list(values), n)).into_iter().collect()
            }
            Statement::Assign(targets, values) => {
                let n = self.0.list(targets).iter().position(|target| is_target(*target));
                n.and_then(|n| nth(self.0.list(values), n)).into_iter().collect()
            }
            Statement::Compound(_, target, _) if is_target(*target) => part.exprs.clone(),
            Statement::NumericFor { variable, .. } if is_it(variable) => part.exprs.clone(),
            Statement::GenericFor { variables, .. } if variables.iter().any(is_it) => part.exprs.clone(),
            _ => Vec::new(),
        };
        if !found.is_empty() || !deep {
            return found;
        }
        let mut made = Vec::new();
        self.walk(&part.exprs, &mut |id| {
            match self.0.expr(id) {
                Expr::Table(fields) => {
                    made.extend(self.0.table(&fields).iter().filter_map(|field| match field {
                        Field::Pair(key, value) if self.is_key(*key, name) => Some(*value),
                        _ => None,
                    }))
                }
                // What `add` appends has a number.
                Expr::Call(_, arguments) if name.starts_with(|c: char| c.is_ascii_digit()) => {
                    made.extend(self.0.list(&arguments).get(1));
                }
                _ => {}
            }
            true
        });
        made
    }

    /// Is it this key, or one that is computed?
    fn is_key(&self, key: ExprId, name: &str) -> bool {
        match self.0.expr(key) {
            Expr::Text(text) => rasher::text_key(&self.text(self.0.text(text))) == name,
            Expr::Number(number) => number.tostr(0) == name,
            _ => true,
        }
    }

    fn argument(&self, part: &Part<'_>, name: &str, n: usize) -> Vec<ExprId> {
        let last = |name: &str| name.rsplit(['.', ':']).next().unwrap_or_default().to_string();
        let mut found = Vec::new();
        self.walk(&part.exprs, &mut |id| {
            let (called, arguments) = match self.0.expr(id) {
                Expr::Call(function, arguments) => {
                    (self.name(part.function, function, LEVELS), self.0.list(&arguments).to_vec())
                }
                Expr::Method(object, method, arguments) => {
                    (Some(self.text(self.0.text(method))), [&[object], self.0.list(&arguments)].concat())
                }
                _ => return true,
            };
            if called.is_some_and(|called| last(&called) == last(name)) {
                found.extend(arguments.get(n));
            }
            true
        });
        found
    }

    fn names_in(&self, function: usize, exprs: &[ExprId]) -> Vec<String> {
        let (mut names, mut called_here) = (Vec::new(), Vec::new());
        self.walk(exprs, &mut |id| {
            let called = match self.0.expr(id) {
                Expr::Call(called, _) => {
                    called_here.push(called);
                    self.name(function, called, LEVELS)
                }
                Expr::Method(_, method, _) => Some(self.text(self.0.text(method))),
                _ => None,
            };
            let is_own = |called: &String| {
                let name = called.rsplit('.').next().unwrap_or_default();
                self.0.functions.iter().any(|it| {
                    let own = self.text(&it.name);
                    !own.is_empty() && own.rsplit(['.', ':']).next() == Some(name)
                })
            };
            names.extend(called.filter(is_own).map(|called| format!("{called}()")));
            let is_called = called_here.contains(&id);
            names.extend(self.name(function, id, LEVELS).filter(|_| !is_called));
            !is_called
        });
        // Of `mob.x` not `mob` too.
        let is_part = |name: &String| {
            let longer = |other: &String| {
                other.strip_prefix(name.as_str()).is_some_and(|rest| rest.starts_with(['.', '[']))
            };
            names.iter().any(longer)
        };
        names.iter().filter(|name| !is_part(name)).cloned().collect()
    }

    /// A variable or field as an expression.
    fn name(&self, function: usize, id: ExprId, levels: usize) -> Option<String> {
        let ast = &self.0;
        let mut keys = Vec::new();
        let mut of = id;
        while let Expr::Index(table, key) = ast.expr(of) {
            keys.push(match ast.expr(key) {
                Expr::Text(text) if is_word(ast.text(text)) => format!(".{}", self.text(ast.text(text))),
                Expr::Number(number) => format!("[{}]", number.tostr(0)),
                _ => format!("[{}]", self.computed(function, key, levels)?),
            });
            of = table;
            if keys.len() > KEYS {
                return None;
            }
        }
        let local =
            |function: usize, local: lua::ast::LocalId| ast.functions[function].locals[local.index()].name;
        let text = match ast.expr(of) {
            Expr::Local(id) => local(function, id),
            Expr::Upvalue(id) => {
                let (function, id) = ast.functions[function].upvalues[id.index()].origin;
                local(function.index(), id)
            }
            Expr::Global(text) => text,
            _ => return None,
        };
        Some(self.text(ast.text(text)) + &keys.into_iter().rev().collect::<String>())
    }

    /// A computed key as an expression.
    fn computed(&self, function: usize, id: ExprId, levels: usize) -> Option<String> {
        let levels = levels.checked_sub(1)?;
        let one = |id| self.computed(function, id, levels);
        Some(match self.0.expr(id) {
            Expr::Number(number) => number.tostr(0),
            Expr::Binary(op, a, b) => format!("{}{}{}", one(a)?, op.sign(), one(b)?),
            Expr::Unary(UnaryOp::Len, of) => format!("#{}", one(of)?),
            Expr::Paren(inner) => format!("({})", one(inner)?),
            _ => self.name(function, id, levels)?,
        })
    }
}

fn value_of(field: Field) -> ExprId {
    match field {
        Field::Item(value) | Field::Pair(_, value) => value,
    }
}

fn is_word(text: &[u8]) -> bool {
    !text.is_empty()
        && !text[0].is_ascii_digit()
        && text.iter().all(|c| c.is_ascii_alphanumeric() || *c == b'_' || *c >= 0x80)
}
