//! The slow reference: walks the tree, with Rust's stack for calls, and lists of all variables and tables that only
//! grow.
//!
//! It has no instructions, registers, heap or collector. Of the library it has only what [`crate::random`]'s programs
//! call. It has no coroutines; [`crate::language`] has their rules.
//!
//! A local that is shared by closures and assigned is read at its operator, after the right side, as in Lua 5.2.
//! Everything else is read from left to right.

mod statement;

use num::Num;
use rasher_lua::ast::{Ast, BinaryOp, Captured, Expr, ExprId, ExprList, Field, FunctionId, LabelId, UnaryOp};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A variable: its index in the list of all variables.
type Cell = usize;
type Done<T> = Result<T, ()>;

#[derive(Clone)]
pub enum V {
    Nil,
    Bool(bool),
    Num(Num),
    Text(Rc<str>),
    /// Its index in the list of all tables.
    Table(usize),
    Function(Rc<Closure>),
    Native(&'static str),
}

#[derive(Default)]
pub struct Table {
    fields: Vec<(V, V)>,
    meta: Option<V>,
}

pub struct Closure {
    id: FunctionId,
    upvalues: Vec<Cell>,
}

enum Flow {
    Next,
    Break,
    Return(Vec<V>),
    Goto(LabelId),
}

struct Frame {
    id: FunctionId,
    locals: Vec<Cell>,
    upvalues: Vec<Cell>,
    rest: Vec<V>,
}

pub struct Twin<'a> {
    ast: &'a Ast,
    globals: Table,
    cells: Vec<V>,
    tables: Vec<Table>,
    pub out: Vec<String>,
    ticks: u32,
    /// The single closure of each function that captures nothing.
    shared: BTreeMap<usize, V>,
}

const NATIVES: [&str; 14] = [
    "print",
    "tick",
    "type",
    "tostr",
    "pcall",
    "add",
    "select",
    "unpack",
    "setmetatable",
    "rawget",
    "sub",
    "foreach",
    "inext",
    "ipairs",
];

fn same(a: &V, b: &V) -> bool {
    match (a, b) {
        (V::Nil, V::Nil) => true,
        (V::Bool(a), V::Bool(b)) => a == b,
        (V::Num(a), V::Num(b)) => a == b,
        (V::Text(a), V::Text(b)) => a == b,
        (V::Table(a), V::Table(b)) => a == b,
        (V::Function(a), V::Function(b)) => Rc::ptr_eq(a, b),
        (V::Native(a), V::Native(b)) => a == b,
        _ => false,
    }
}

fn truth(v: &V) -> bool {
    !matches!(v, V::Nil | V::Bool(false))
}

fn number(v: &V) -> Option<Num> {
    match v {
        V::Num(n) => Some(*n),
        V::Text(text) => Num::tonum(text.as_bytes(), 0),
        _ => None,
    }
}

fn text(v: &V) -> Option<String> {
    match v {
        V::Num(n) => Some(n.tostr(0)),
        V::Text(text) => Some(text.to_string()),
        _ => None,
    }
}

fn kind(v: &V) -> &'static str {
    match v {
        V::Nil => "nil",
        V::Bool(_) => "boolean",
        V::Num(_) => "number",
        V::Text(_) => "string",
        V::Table(_) => "table",
        V::Function(_) | V::Native(_) => "function",
    }
}

fn show(v: &V) -> String {
    match v {
        V::Bool(b) => b.to_string(),
        other => text(other).unwrap_or_else(|| kind(other).into()),
    }
}

impl Table {
    fn get(&self, key: &V) -> V {
        self.fields.iter().find(|(k, _)| same(k, key)).map_or(V::Nil, |(_, v)| v.clone())
    }

    fn set(&mut self, key: V, value: V) {
        match self.fields.iter_mut().find(|(k, _)| same(k, &key)) {
            Some((_, old)) => *old = value,
            None => self.fields.push((key, value)),
        }
    }

    /// Lists are only appended to, so their fields are in order.
    fn len(&self) -> i32 {
        let numbered =
            |i: i32| self.fields.get(i as usize).is_some_and(|(key, _)| same(key, &V::Num(Num::int(i + 1))));
        match (0..).find(|i| !numbered(*i)).unwrap_or(0) {
            0 => (1..).find(|i| matches!(self.get(&V::Num(Num::int(*i))), V::Nil)).unwrap_or(1) - 1,
            len => len,
        }
    }
}

impl<'a> Twin<'a> {
    pub fn run(ast: &'a Ast) -> Vec<String> {
        let mut globals = Table::default();
        NATIVES.iter().for_each(|name| globals.set(V::Text((*name).into()), V::Native(name)));
        let mut twin = Twin {
            ast,
            globals,
            cells: Vec::new(),
            tables: Vec::new(),
            out: Vec::new(),
            ticks: 0,
            shared: BTreeMap::new(),
        };
        let main = V::Function(Rc::new(Closure { id: FunctionId::of_program(), upvalues: Vec::new() }));
        if twin.call(&main, Vec::new()).is_err() {
            twin.out.push("error".into());
        }
        twin.out
    }

    fn name(&self, id: rasher_lua::ast::TextId) -> V {
        V::Text(String::from_utf8_lossy(self.ast.text(id)).into())
    }

    fn handler(&self, v: &V, event: &str) -> V {
        match v {
            V::Table(table) => match &self.tables[*table].meta {
                Some(V::Table(meta)) => self.tables[*meta].get(&V::Text(event.into())),
                _ => V::Nil,
            },
            _ => V::Nil,
        }
    }

    pub fn call(&mut self, f: &V, mut args: Vec<V>) -> Done<Vec<V>> {
        match f {
            V::Function(closure) => {
                let function = &self.ast.functions[closure.id.index()];
                let params = function.params as usize;
                let rest = if args.len() > params { args.split_off(params) } else { Vec::new() };
                args.resize(function.locals.len().max(params), V::Nil);
                let first = self.cells.len();
                self.cells.extend(args);
                let locals = (first..self.cells.len()).collect();
                let rest = if function.is_vararg { rest } else { Vec::new() };
                let mut frame = Frame { id: closure.id, locals, upvalues: closure.upvalues.clone(), rest };
                let flow = self.block(&mut frame, &function.body)?;
                Ok(if let Flow::Return(values) = flow { values } else { Vec::new() })
            }
            V::Native(name) => self.native(name, args),
            other => {
                let handler = self.handler(other, "__call");
                if matches!(handler, V::Nil) {
                    return Err(());
                }
                args.insert(0, other.clone());
                self.call(&handler, args)
            }
        }
    }

    fn native(&mut self, name: &str, args: Vec<V>) -> Done<Vec<V>> {
        let arg = |i: usize| args.get(i).cloned().unwrap_or(V::Nil);
        let table = |i: usize| if let V::Table(table) = arg(i) { Ok(table) } else { Err(()) };
        Ok(match name {
            "print" => {
                self.out.push(args.iter().map(show).collect::<Vec<_>>().join(" "));
                Vec::new()
            }
            "type" => vec![V::Text(kind(&arg(0)).into())],
            "tostr" => {
                let flags = if let V::Bool(true) = arg(1) {
                    1
                } else {
                    number(&arg(1)).unwrap_or_default().flr() as u32
                };
                vec![V::Text(match arg(0) {
                    V::Num(n) => n.tostr(flags).into(),
                    V::Bool(b) => b.to_string().into(),
                    v => text(&v).unwrap_or_else(|| format!("[{}]", kind(&v))).into(),
                })]
            }
            "pcall" => match self.call(&arg(0), args[1..].to_vec()) {
                Ok(values) => [vec![V::Bool(true)], values].concat(),
                Err(()) => vec![V::Bool(false)],
            },
            "tick" => {
                self.ticks = if args.is_empty() { self.ticks + 1 } else { 0 };
                return if self.ticks > crate::TICKS { Err(()) } else { Ok(Vec::new()) };
            }
            "add" => {
                let list = table(0)?;
                let place = Num::int(self.tables[list].len() + 1);
                self.tables[list].set(V::Num(place), arg(1));
                vec![arg(1)]
            }
            "select" => match arg(0) {
                V::Text(_) => vec![V::Num(Num::int(args.len() as i32 - 1))],
                v => args[(number(&v).ok_or(())?.flr() as usize).min(args.len())..].to_vec(),
            },
            "unpack" => {
                let list = table(0)?;
                let list = &self.tables[list];
                (1..=list.len()).map(|i| list.get(&V::Num(Num::int(i)))).collect()
            }
            "setmetatable" => {
                let table = table(0)?;
                self.tables[table].meta = Some(arg(1));
                vec![arg(0)]
            }
            "rawget" => vec![self.tables[table(0)?].get(&arg(1))],
            "sub" => {
                let (s, a, b) = (text(&arg(0)).ok_or(())?, number(&arg(1)), number(&arg(2)));
                let (a, b) = (a.ok_or(())?.flr().max(1), b.ok_or(())?.flr().min(s.len() as i32));
                vec![V::Text(if a > b { "".into() } else { s[a as usize - 1..b as usize].into() })]
            }
            "foreach" => {
                let list = table(0)?;
                let mut at = 1;
                while at <= self.tables[list].len() {
                    let value = self.tables[list].get(&V::Num(Num::int(at)));
                    self.call(&arg(1), vec![value])?;
                    at += 1;
                }
                Vec::new()
            }
            "inext" => {
                let key = V::Num(number(&arg(1)).ok_or(())? + 1);
                match self.tables[table(0)?].get(&key) {
                    V::Nil => vec![V::Nil],
                    value => vec![key.clone(), value],
                }
            }
            _ => vec![V::Native("inext"), arg(0), V::Num(Num::ZERO)],
        })
    }

    fn index(&mut self, object: &V, key: &V) -> Done<V> {
        let V::Table(table) = object else {
            let V::Text(text) = object else { return Err(()) };
            let place = if let V::Num(n) = key { n.flr() } else { 0 };
            let place = if place < 0 { text.len() as i32 + place } else { place - 1 };
            let byte = usize::try_from(place).ok().and_then(|place| text.get(place..=place));
            return Ok(byte.map_or(V::Nil, |byte| V::Text(byte.into())));
        };
        let value = self.tables[*table].get(key);
        let handler = if truth(&value) || matches!(value, V::Bool(_)) {
            V::Nil
        } else {
            self.handler(object, "__index")
        };
        match handler {
            V::Nil => Ok(value),
            V::Table(_) => self.index(&handler, key),
            function => Ok(self
                .call(&function, vec![object.clone(), key.clone()])?
                .into_iter()
                .next()
                .unwrap_or(V::Nil)),
        }
    }

    fn set_index(&mut self, object: &V, key: V, value: V) -> Done<()> {
        let V::Table(table) = object else { return Err(()) };
        let there = !matches!(self.tables[*table].get(&key), V::Nil);
        let handler = if there { V::Nil } else { self.handler(object, "__newindex") };
        match handler {
            V::Nil if matches!(key, V::Nil) => Err(()),
            V::Nil => {
                self.tables[*table].set(key, value);
                Ok(())
            }
            V::Table(_) => self.set_index(&handler, key, value),
            function => self.call(&function, vec![object.clone(), key, value]).map(|_| ()),
        }
    }

    fn meta(&mut self, event: &str, a: &V, b: &V) -> Done<V> {
        let mut handler = self.handler(a, event);
        if matches!(handler, V::Nil) {
            handler = self.handler(b, event);
        }
        if matches!(handler, V::Nil) {
            return Err(());
        }
        Ok(self.call(&handler, vec![a.clone(), b.clone()])?.into_iter().next().unwrap_or(V::Nil))
    }

    fn binary(&mut self, op: BinaryOp, a: V, b: V) -> Done<V> {
        use BinaryOp::*;
        let numbers = number(&a).zip(number(&b));
        let arithmetic = |f: fn(Num, Num) -> Num| numbers.map(|(a, b)| V::Num(f(a, b)));
        let result = match op {
            Eq | Ne => {
                let mut is = same(&a, &b);
                if let (false, V::Table(_), V::Table(_)) = (is, &a, &b) {
                    let (x, y) = (self.handler(&a, "__eq"), self.handler(&b, "__eq"));
                    is = !matches!(x, V::Nil) && same(&x, &y) && truth(&self.meta("__eq", &a, &b)?);
                }
                return Ok(V::Bool(is == (op == Eq)));
            }
            Gt => return self.binary(Lt, b, a),
            Ge => return self.binary(Le, b, a),
            Lt | Le => {
                return Ok(V::Bool(match (&a, &b) {
                    (V::Num(a), V::Num(b)) => {
                        if op == Lt {
                            a < b
                        } else {
                            a <= b
                        }
                    }
                    (V::Text(a), V::Text(b)) => {
                        if op == Lt {
                            a < b
                        } else {
                            a <= b
                        }
                    }
                    _ if op == Lt => truth(&self.meta("__lt", &a, &b)?),
                    _ => !truth(&self.meta("__lt", &b, &a)?),
                }));
            }
            Concat => text(&a).zip(text(&b)).map(|(a, b)| V::Text((a + &b).into())),
            Add => arithmetic(|a, b| a + b),
            Sub => arithmetic(|a, b| a - b),
            Mul => arithmetic(|a, b| a * b),
            Div => arithmetic(|a, b| a / b),
            Idiv => arithmetic(Num::idiv),
            Mod => arithmetic(|a, b| a % b),
            Pow => arithmetic(Num::pow),
            And => arithmetic(|a, b| a & b),
            Or => arithmetic(|a, b| a | b),
            Xor => arithmetic(|a, b| a ^ b),
            Shl => arithmetic(Num::shl),
            Shr => arithmetic(Num::shr),
            Lshr => arithmetic(Num::lshr),
            Rotl => arithmetic(Num::rotl),
            Rotr => arithmetic(Num::rotr),
        };
        let event = match op {
            Concat => "__concat",
            Add => "__add",
            Sub => "__sub",
            Mul => "__mul",
            _ => "__none",
        };
        result.map_or_else(|| self.meta(event, &a, &b), Ok)
    }

    fn cell_of(&self, frame: &Frame, expr: &Expr) -> Option<Cell> {
        match expr {
            Expr::Local(id) => Some(frame.locals[id.index()]),
            Expr::Upvalue(id) => Some(frame.upvalues[id.index()]),
            _ => None,
        }
    }

    fn one(&mut self, frame: &mut Frame, id: ExprId) -> Done<V> {
        let expr = self.ast.expr(id);
        if let Some(cell) = self.cell_of(frame, &expr) {
            return Ok(self.cells[cell].clone());
        }
        Ok(match expr {
            Expr::Nil => V::Nil,
            Expr::True => V::Bool(true),
            Expr::False => V::Bool(false),
            Expr::Number(n) => V::Num(n),
            Expr::Text(id) => self.name(id),
            Expr::Global(id) => self.globals.get(&self.name(id)),
            Expr::Function(id) => self.closure(frame, id),
            Expr::Paren(inner) => self.one(frame, inner)?,
            Expr::Index(object, key) => {
                let object = self.one(frame, object)?;
                let key = self.one(frame, key)?;
                self.index(&object, &key)?
            }
            Expr::And(a, b) => match self.one(frame, a)? {
                a if truth(&a) => self.one(frame, b)?,
                a => a,
            },
            Expr::Or(a, b) => match self.one(frame, a)? {
                a if truth(&a) => a,
                _ => self.one(frame, b)?,
            },
            Expr::Binary(op, a, b) => {
                let left = self.ast.expr(a);
                let waits = matches!(&left, Expr::Local(id) if {
                    let local = &self.ast.functions[frame.id.index()].locals[id.index()];
                    local.is_captured && local.is_assigned && op != BinaryOp::Concat
                });
                let (a, b) = if waits {
                    let b = self.one(frame, b)?;
                    (self.one(frame, a)?, b)
                } else {
                    (self.one(frame, a)?, self.one(frame, b)?)
                };
                self.binary(op, a, b)?
            }
            Expr::Unary(op, a) => {
                let a = self.one(frame, a)?;
                match (op, number(&a)) {
                    (UnaryOp::Not, _) => V::Bool(!truth(&a)),
                    (UnaryOp::Len, _) => match &a {
                        V::Text(text) => V::Num(Num::int(text.len() as i32)),
                        V::Table(table) => V::Num(Num::int(self.tables[*table].len())),
                        _ => return Err(()),
                    },
                    (UnaryOp::Neg, Some(n)) => V::Num(-n),
                    (UnaryOp::BitNot, Some(n)) => V::Num(!n),
                    (UnaryOp::Neg, None) => self.meta("__unm", &a, &a)?,
                    _ => return Err(()),
                }
            }
            Expr::Table(fields) => {
                let mut table = Table::default();
                let fields = self.ast.table(&fields).to_vec();
                let mut place = 0;
                for (i, field) in fields.iter().enumerate() {
                    match field {
                        Field::Pair(key, value) => {
                            let key = self.one(frame, *key)?;
                            let value = self.one(frame, *value)?;
                            if matches!(key, V::Nil) {
                                return Err(());
                            }
                            table.set(key, value);
                        }
                        Field::Item(value) => {
                            let values = if i + 1 == fields.len() {
                                self.many(frame, *value)?
                            } else {
                                vec![self.one(frame, *value)?]
                            };
                            for value in values {
                                place += 1;
                                table.set(V::Num(Num::int(place)), value);
                            }
                        }
                    }
                }
                self.tables.push(table);
                V::Table(self.tables.len() - 1)
            }
            _ => self.many(frame, id)?.into_iter().next().unwrap_or(V::Nil),
        })
    }

    /// All values of an expression.
    fn many(&mut self, frame: &mut Frame, id: ExprId) -> Done<Vec<V>> {
        match self.ast.expr(id) {
            Expr::Vararg => Ok(frame.rest.clone()),
            Expr::Call(function, args) => {
                let function = self.one(frame, function)?;
                let args = self.list(frame, &args)?;
                self.call(&function, args)
            }
            Expr::Method(object, name, args) => {
                let object = self.one(frame, object)?;
                let function = self.index(&object, &self.name(name))?;
                let mut all = vec![object];
                all.extend(self.list(frame, &args)?);
                self.call(&function, all)
            }
            _ => Ok(vec![self.one(frame, id)?]),
        }
    }

    fn list(&mut self, frame: &mut Frame, list: &ExprList) -> Done<Vec<V>> {
        let list = self.ast.list(list).to_vec();
        let mut out = Vec::new();
        for (i, id) in list.iter().enumerate() {
            if i + 1 == list.len() {
                out.extend(self.many(frame, *id)?);
            } else {
                out.push(self.one(frame, *id)?);
            }
        }
        Ok(out)
    }

    fn closure(&mut self, frame: &Frame, id: FunctionId) -> V {
        let upvalues = self.ast.functions[id.index()].upvalues.iter().map(|upvalue| match upvalue.from {
            Captured::Local(local) => frame.locals[local.index()],
            Captured::Upvalue(upvalue) => frame.upvalues[upvalue.index()],
        });
        let upvalues: Vec<Cell> = upvalues.collect();
        let is_shared = upvalues.is_empty();
        let made = V::Function(Rc::new(Closure { id, upvalues }));
        if is_shared { self.shared.entry(id.index()).or_insert(made).clone() } else { made }
    }
}
