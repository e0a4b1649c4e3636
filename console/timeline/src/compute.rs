//! Expressions computed on the live state, without running the cart.
//!
//! ```text
//! Expr ── Work ──> a value, or a table where it is
//!              ──> Failure: an error, or work for the cart's own language: calls, metatables, members of a text
//! ```

use crate::expression::{Expr, value_name};
use crate::operators::{arithmetic, compare, is_comparison, is_in, kind, narrow, order};
use crate::path::Path;
use lua::ast::{BinaryOp, UnaryOp};
use rasher::{Handle, Machine, NodeKind, Num, Plain, Program, StateView};
use serde_json::Value;

/// Why an expression has no value.
pub(crate) enum Failure {
    Error(String),
    /// The cart's own language computes it.
    Language,
}

/// A value: a table of a Lua cart stays where it is.
pub(crate) enum Computed<'a> {
    Value(Value),
    Table(Handle<'a>),
}

type Result<'a> = std::result::Result<Computed<'a>, Failure>;

fn value(value: impl Into<Value>) -> Computed<'static> {
    Computed::Value(value.into())
}

fn error<T>(text: String) -> std::result::Result<T, Failure> {
    Err(Failure::Error(text))
}

pub(crate) fn is_true(value: &Value, is_old: bool) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(b) => *b,
        _ if !is_old => true,
        Value::Number(n) => order(n, &0.into()).is_ne(),
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Work<'a> {
    pub program: &'a dyn Program,
    pub machine: &'a Machine,
    /// Of a Lua cart.
    pub view: Option<&'a dyn StateView>,
    pub call: Option<usize>,
    pub is_old: bool,
}

impl<'a> Work<'a> {
    pub fn compute(self, expr: &Expr) -> Result<'a> {
        let memory = self.machine.memory();
        Ok(match expr {
            Expr::Value(known) => value(known.clone()),
            Expr::Field(path) => self.field(path)?,
            Expr::Memory { bytes: 1, addr } => value(memory.get(*addr)),
            Expr::Memory { bytes: 2, addr } => value(memory.get16(*addr)),
            Expr::Memory { addr, .. } => value(memory.get32(*addr)),
            Expr::Frame => value(self.machine.frame()),
            Expr::Cost(calls_alone) => {
                let usage = self.machine.usage();
                let cycles = if *calls_alone { usage.system } else { usage.update + usage.draw };
                let share = (u128::from(cycles) << 16) / u128::from(usage.budget.max(1));
                let share = Num::from_bits(share.min(i32::MAX as u128) as i32);
                value(Value::Number(rasher::shown_number(share)))
            }
            Expr::Index(of, key) => self.member(&self.compute(of)?, &self.plain(key)?)?,
            Expr::Unary(UnaryOp::Len, one) => self.length(one)?,
            Expr::Unary(UnaryOp::Not, one) => value(!self.is_true(&self.compute(one)?)),
            Expr::Unary(_, one) => {
                self.arithmetic(BinaryOp::Sub, &0.into(), &self.plain(one)?, one.reads_machine())?
            }
            Expr::And(a, b) | Expr::Or(a, b) => {
                let first = self.compute(a)?;
                let is_decided = self.is_true(&first) == matches!(expr, Expr::Or(..));
                let last = if is_decided { first } else { self.compute(b)? };
                if self.is_old { value(self.is_true(&last)) } else { last }
            }
            Expr::Binary(a, op, b) if is_comparison(*op) => {
                let is_wide = self.view.is_none() || a.reads_machine() || b.reads_machine();
                self.comparison(*op, &self.compute(a)?, &self.compute(b)?, is_wide)?
            }
            Expr::Binary(a, op, b) => {
                let is_wide = a.reads_machine() || b.reads_machine();
                self.arithmetic(*op, &self.plain(a)?, &self.plain(b)?, is_wide)?
            }
            Expr::Call => return error("Rust carts have no functions to call".into()),
        })
    }

    fn is_true(self, value: &Computed<'_>) -> bool {
        match value {
            Computed::Value(value) => is_true(value, self.is_old),
            Computed::Table(at) => !self.is_old || self.view.is_some_and(|view| view.node(*at).rows() > 0),
        }
    }

    /// A value that an operator needs. Tables may have operators of their own.
    fn plain(self, expr: &Expr) -> std::result::Result<Value, Failure> {
        match self.compute(expr)? {
            Computed::Value(value) => Ok(value),
            Computed::Table(_) => Err(Failure::Language),
        }
    }

    fn at(self, view: &'a dyn StateView, at: Handle<'a>) -> Computed<'a> {
        match view.plain(at) {
            Some(Plain::Number(number)) => value(Value::Number(rasher::shown_number(number))),
            Some(Plain::Wide(number)) => value(Value::Number(number)),
            Some(Plain::Boolean(is)) => value(is),
            Some(Plain::Text(text)) => value(text),
            Some(Plain::Nil) => value(Value::Null),
            None => Computed::Table(at),
        }
    }

    fn field(self, path: &Path) -> Result<'a> {
        let Some(view) = self.view else {
            return match path.value_in(self.program) {
                Some(found) => Ok(value(found)),
                None if self.is_old || path.around().is_none_or(|it| it.value_in(self.program).is_some()) => {
                    Ok(value(Value::Null))
                }
                None => error(format!("attempt to index nil in {path}")),
            };
        };
        let (first, names) =
            path.names().split_first().map_or((None, &[][..]), |(first, rest)| (Some(first), rest));
        let local = self.call.zip(first).and_then(|(call, name)| {
            let groups = [false, true].into_iter().filter_map(|captured| view.call(call, captured));
            groups.filter_map(|group| view.child(group, name)).next()
        });
        let Some(root) = local.or_else(|| view.find(&path.names()[..1])) else {
            if self.is_old || names.is_empty() {
                return Ok(value(Value::Null));
            }
            return error(format!("attempt to index nil in {path}"));
        };
        let mut at = root;
        for (n, name) in names.iter().enumerate() {
            at = match view.child(at, name) {
                Some(next) => next,
                None if view.node(at).extra > 0 || view.node(at).kind == NodeKind::Text && name != "len" => {
                    return Err(Failure::Language);
                }
                None if name == "len" && n + 1 == names.len() && self.is_old => {
                    return Ok(value(view.field(path.names()).unwrap_or_default()));
                }
                None if self.is_old || n + 1 == names.len() && view.node(at).kind == NodeKind::Table => {
                    return Ok(value(Value::Null));
                }
                None => return error(format!("attempt to index nil in {path}")),
            };
        }
        Ok(self.at(view, at))
    }

    fn member(self, of: &Computed<'a>, key: &Value) -> Result<'a> {
        match (of, self.view) {
            (Computed::Table(at), Some(view)) => {
                let child = value_name(key).and_then(|name| view.child(*at, &name));
                match child {
                    Some(child) => Ok(self.at(view, child)),
                    None if view.node(*at).extra > 0 => Err(Failure::Language),
                    None => Ok(value(Value::Null)),
                }
            }
            (Computed::Value(Value::String(_)), Some(_)) => Err(Failure::Language),
            (Computed::Value(of @ (Value::Array(_) | Value::Object(_))), _) => {
                let name = key.as_str().map_or_else(|| key.to_string(), String::from);
                Ok(value(rasher::find_field(of, &[name]).unwrap_or_default()))
            }
            (Computed::Value(of), _) => error(format!("attempt to index {}", kind(of))),
            (Computed::Table(_), None) => Err(Failure::Language),
        }
    }

    fn length(self, one: &Expr) -> Result<'a> {
        let length = match (self.view, one) {
            (Some(view), _) => match self.compute(one)? {
                Computed::Table(at) if view.node(at).extra > 0 => return Err(Failure::Language),
                Computed::Table(at) => view.length(at),
                Computed::Value(Value::String(text)) => Some(text.chars().count()),
                Computed::Value(_) => None,
            }
            .map(Value::from),
            (None, Expr::Field(path)) => path.length(self.program),
            (None, one) => rasher::find_field(&self.plain(one)?, &["len"]),
        };
        match length {
            Some(length) => Ok(value(length)),
            None => error(format!("attempt to get the length of {}", kind(&self.plain(one)?))),
        }
    }

    fn comparison(self, op: BinaryOp, a: &Computed<'_>, b: &Computed<'_>, is_wide: bool) -> Result<'a> {
        let is_equality = matches!(op, BinaryOp::Eq | BinaryOp::Ne);
        let (a, b) = match (a, b) {
            (Computed::Value(a), Computed::Value(b)) => (a, b),
            (Computed::Table(_), Computed::Value(_)) | (Computed::Value(_), Computed::Table(_))
                if is_equality =>
            {
                return Ok(value(op == BinaryOp::Ne));
            }
            _ if self.is_old && !is_equality => return Ok(value(false)),
            _ => return Err(Failure::Language),
        };
        let compared = match (a, b) {
            (Value::Number(a), Value::Number(b)) if !is_wide => {
                Some(narrow(a).cmp(&narrow(b))).map(|order| is_in(op, order))
            }
            _ => compare(a, op, b),
        };
        match compared {
            Some(is) => Ok(value(is)),
            None if self.is_old => Ok(value(false)),
            None => error(format!("attempt to compare {} with {}", kind(a), kind(b))),
        }
    }

    fn arithmetic(self, op: BinaryOp, a: &Value, b: &Value, is_wide: bool) -> Result<'a> {
        if self.view.is_none() || is_wide {
            return arithmetic(a, op, b).map(Computed::Value).map_err(Failure::Error);
        }
        let text = |value: &Value| match value {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(narrow(number).tostr(0)),
            _ => None,
        };
        let number = |value: &Value| match value {
            Value::String(text) => Num::tonum(text, 0),
            Value::Number(number) => Some(narrow(number)),
            _ => None,
        };
        let result = match op {
            BinaryOp::Concat => text(a).zip(text(b)).map(|(a, b)| Value::from(a + &b)),
            _ => number(a)
                .zip(number(b))
                .and_then(|(a, b)| Some(Value::Number(rasher::shown_number(lua::arithmetic(op, a, b)?)))),
        };
        result.map_or_else(
            || error(format!("attempt to compute {} {} {}", kind(a), op.sign(), kind(b))),
            |found| Ok(value(found)),
        )
    }
}
