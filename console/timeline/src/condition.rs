//! Conditions and other expressions on a moment, in Lua: `#mobs>30`, `t%2==0`, `x==nil`, `state=="Walk"`, `mem[0x5f28]!=0`.
//!
//! | form | meaning |
//! |---|---|
//! | `player.hp` `mobs[0].x` `keys[-1]` `named["a b"]` | a field of the cart's state; a Rust cart's lists count from 0 |
//! | `mem[a]` `mem16[a]` `mem32[a]` `frame` | memory, the number of the frame |
//! | `stat(1)` `stat(2)` | the share of its budget that the newest picture took, and that its API calls took |
//! | `and or not # == ~= < <= > >= + - * / \ % ..` | as in Lua |
//! | `&& \|\| ! null` `x.len` `mobs.0` | of earlier versions, where 0 and empty values are false and values of two kinds are never in order |
//!
//! Parsed once, and computed on the live state in each frame. Numbers of a Rust cart's fields keep their full width, and a variant equals
//! the text of its name. In a Lua cart, calls, metatables and errors are left to the cart's own language, which runs the expression on a
//! copy with a limit on its cycles.

use crate::compute::{Computed, Failure, Work, is_true};
use crate::expression::{self, ConditionError, Expr};
use crate::path::Path;
use rasher::{Console, LineCondition, LineMoment};
use serde_json::Value;

impl Path {
    /// Parses `player.hp`, `mobs[0].at.x`, `mobs.len`, `named["a b"]`.
    pub fn parse(text: &str) -> Result<Path, ConditionError> {
        match expression::parse(text)?.expr {
            Expr::Field(path) => Ok(path),
            Expr::Frame => Ok(Path::of(&["frame".into()])),
            _ => Err(ConditionError {
                at: 0,
                found: expression::in_message(text),
                expected: "only names and indices of fields".into(),
            }),
        }
    }
}

/// Why an expression without an end fails.
const ENDLESS: &str = "it takes longer than a second";

#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    expr: Expr,
    lua: String,
    /// In the notation of earlier versions.
    is_old: bool,
    /// Only a field or memory, whose truth is that of earlier versions.
    is_leaf: bool,
    calls: bool,
}

impl Condition {
    pub fn parse(text: &str) -> Result<Condition, ConditionError> {
        let parsed = expression::parse(text)?;
        let is_leaf = matches!(parsed.expr, Expr::Field(_) | Expr::Memory { .. } | Expr::Frame);
        let mut calls = false;
        parsed.expr.leaves(false, &mut |leaf, _| calls |= *leaf == Expr::Call);
        Ok(Condition { expr: parsed.expr, lua: parsed.lua, is_old: parsed.is_old, is_leaf, calls })
    }

    fn of(expr: Expr) -> Condition {
        Condition { expr, lua: String::new(), is_old: true, is_leaf: true, calls: false }
    }

    pub fn field(path: Path) -> Condition {
        Condition::of(Expr::Field(path))
    }

    pub fn byte(addr: u16) -> Condition {
        Condition::of(Expr::Memory { bytes: 1, addr })
    }

    /// A condition that fails is false.
    pub fn holds(&self, console: &Console) -> bool {
        self.is_true(&self.value(console))
    }

    /// Its current value, and null if it fails.
    pub fn value(&self, console: &Console) -> Value {
        self.computed(console, None, false).unwrap_or_default()
    }

    /// Its current value: of a comparison, whether it is true. Fails with a message.
    pub fn result(&self, console: &Console) -> Result<Value, String> {
        self.computed(console, None, true)
    }

    /// The error of an expression that does not end, which would take as long in every frame.
    pub fn endless(&self, console: &Console) -> Option<String> {
        let result = if self.calls { self.result(console) } else { return None };
        result.err().filter(|error| error == ENDLESS)
    }

    /// The same with all members of its tables.
    pub fn whole(&self, console: &Console) -> Result<Value, String> {
        match (&self.expr, console.program().view()) {
            (Expr::Field(path), Some(view))
                if view.find(path.names()).is_some_and(|at| view.plain(at).is_none()) =>
            {
                Ok(view.find(path.names()).map_or(Value::Null, |at| view.whole(at)))
            }
            _ => self.result(console),
        }
    }

    /// The value where the variables of a call, counted from the innermost, come before the globals.
    pub fn result_in(&self, console: &Console, call: usize) -> Result<Value, String> {
        self.computed(console, Some(call), true)
    }

    /// The field that the expression names in a call, counted from the innermost: from the object that has it, or else a global.
    pub fn field_in(&self, console: &Console, call: usize) -> Option<Path> {
        let view = console.program().view()?;
        let work = Work {
            program: console.program(),
            machine: console.machine(),
            view: Some(&*view),
            call: Some(call),
            is_old: false,
        };
        let (of, name) = match &self.expr {
            Expr::Field(path) => match path.names().split_last()? {
                (_, []) => return Some(path.clone()),
                (name, around) => (Expr::Field(Path::of(around)), name.clone()),
            },
            Expr::Index(of, key) => {
                let Ok(Computed::Value(key)) = work.compute(key) else { return None };
                ((**of).clone(), expression::value_name(&key)?)
            }
            _ => return None,
        };
        let Ok(Computed::Table(at)) = work.compute(&of) else { return None };
        Some(Path::from_object(view.id(at)?, &[name]))
    }

    fn computed(&self, console: &Console, call: Option<usize>, explains: bool) -> Result<Value, String> {
        let (program, machine) = (console.program(), console.machine());
        let view = program.view();
        let is_old = self.is_old || self.is_leaf && !explains;
        let work = Work { program, machine, view: view.as_deref(), call, is_old };
        let failure = match view.is_some() && self.calls {
            true => Failure::Language,
            false => match work.compute(&self.expr) {
                Ok(Computed::Value(value)) => return Ok(value),
                Ok(Computed::Table(at)) => {
                    return Ok(view.as_ref().map_or(Value::Null, |view| view.json(at)));
                }
                Err(failure) => failure,
            },
        };
        match failure {
            Failure::Error(text) if !explains || view.is_none() || self.lua.is_empty() => Err(text),
            _ => Ok(console
                .evaluate(call.unwrap_or(usize::MAX), &self.lua_text(console))?
                .into_iter()
                .next()
                .unwrap_or_default()),
        }
    }

    /// The expression with memory and frame as values of the language, whose numbers have 16 bits before the point.
    fn lua_text(&self, console: &Console) -> String {
        let has_name = || ["frame", "mem"].iter().any(|name| self.lua.contains(name));
        if !(self.expr.reads_machine() || self.calls && has_name()) {
            return self.lua.clone();
        }
        let memory = |peek| format!("setmetatable({{}},{{__index=function(_,a) return {peek}(a) end}})");
        let memory = ["peek", "peek2", "peek4"].map(memory).join(",");
        let frame = console.machine().frame() as u16;
        format!("(function(frame,mem,mem16,mem32) return {} end)({frame},{memory})", self.lua)
    }

    fn is_true(&self, value: &Value) -> bool {
        is_true(value, self.is_old || self.is_leaf)
    }

    /// The address and number of bytes, if it is only a value in memory.
    pub fn memory(&self) -> Option<(u16, u8)> {
        match self.expr {
            Expr::Memory { bytes, addr } => Some((addr, bytes)),
            _ => None,
        }
    }

    /// The fields, memory and frame that it reads, each once, as a user types them, with their values.
    pub fn looked_at(&self, console: &Console) -> Vec<(String, Value)> {
        let mut all: Vec<(String, Value)> = Vec::new();
        self.expr.leaves(false, &mut |leaf, _| {
            let text = match leaf {
                Expr::Field(path) => path.to_string(),
                Expr::Memory { bytes: 1, addr } => format!("mem[{addr:#06x}]"),
                Expr::Memory { bytes, addr } => format!("mem{}[{addr:#06x}]", bytes * 8),
                Expr::Frame => "frame".to_string(),
                Expr::Cost(calls_alone) => format!("stat({})", 1 + u8::from(*calls_alone)),
                _ => return,
            };
            if all.iter().all(|(other, _)| *other != text) {
                all.push((text, Condition::of(leaf.clone()).value(console)));
            }
        });
        all
    }

    /// Calls `each` with the fields that it reads and does not compare with nil.
    pub(crate) fn fields(&self, each: &mut dyn FnMut(&Path)) {
        self.expr.leaves(false, &mut |leaf, may_miss| {
            if let (Expr::Field(path), false) = (leaf, may_miss) {
                each(path);
            }
        });
    }
}

/// At a breakpoint a condition is Lua: errors, calls and earlier notation are left to the language, as are names of the machine, which the cart
/// may have as its own. A Rust cart has no language of its own.
impl LineCondition for Condition {
    fn holds(&self, moment: &LineMoment<'_>) -> Option<bool> {
        let LineMoment { program, machine, .. } = *moment;
        if !program.suspends() {
            let work = Work { program, machine, view: None, call: None, is_old: self.is_old };
            let Computed::Value(value) = work.compute(&self.expr).ok()? else { return None };
            return Some(self.is_true(&value));
        }
        let view = program.view().filter(|_| !self.is_old && !self.calls && !self.expr.reads_machine())?;
        let work = Work { program, machine, view: Some(&*view), call: Some(0), is_old: false };
        match work.compute(&self.expr).ok()? {
            Computed::Value(value) => Some(is_true(&value, false)),
            Computed::Table(_) => Some(true),
        }
    }
}
