//! Conditions on a moment, as one types them: `player.hp < 3`, `mobs.len == 0`, `mem[0x5f28] != 0`.
//!
//! ```text
//! any    = all { "||" all }                 all  = one { "&&" one }
//! one    = "!" one | "(" any ")" | term [ "<" "<=" ">" ">=" "==" "!=" term ]
//! term   = number | "text" | true | false | null | path
//! path   = name { "." name | "." number | "[" number "]" }        names of the cart's state
//!          mem[a] a byte   mem16[a] mem32[a]   frame   .len of a list, object or text
//! ```
//!
//! A missing field is null; null, false, 0 and empty values are false. A number never equals a text. `len` is a field's own value if a field
//! has that name. Numbers are written as in a cart, 4.5, 0x5f28, 0x4.8; a `Num` has the value that is shown for it. No expression library
//! has paths into JSON without variables, functions and floats.

use rasher::Console;
use serde_json::Value;
use std::cmp::Ordering;

/// Maximum nesting of brackets and negations, so that a file full of brackets cannot overflow the stack.
const DEPTH: u32 = 64;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at letter {}: found {found}, expected {expected}", at + 1)]
pub struct ConditionError {
    pub at: usize,
    pub found: String,
    pub expected: &'static str,
}

#[derive(Clone, Debug, PartialEq)]
enum Expr {
    Value(Value),
    Field(Path),
    Memory { bytes: u8, addr: u16 },
    Frame,
    Not(Box<Expr>),
    All(Vec<Expr>),
    Any(Vec<Expr>),
    Compare(Box<Expr>, &'static str, Box<Expr>),
}

/// Longer ones first: `<=` is not `<`.
const OPERATORS: [&str; 6] = ["<=", ">=", "==", "!=", "<", ">"];

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path(Vec<String>);

impl Path {
    /// Parses `player.hp`, `mobs[0].at.x`, `mobs.len`.
    pub fn parse(text: &str) -> Result<Path, ConditionError> {
        let mut reader = Reader { text, at: 0, depth: 0 };
        let path = reader.path()?;
        reader.end()?;
        Ok(path)
    }

    pub(crate) fn of(names: &[String]) -> Path {
        Path(names.to_vec())
    }

    pub fn names(&self) -> &[String] {
        &self.0
    }

    /// Its value in a state as a tree; null if there is no such field.
    pub fn find(&self, state: &Value) -> Value {
        rasher::find_field(state, &self.0).unwrap_or_default()
    }

    /// Its current value, if the field exists. The rest of the state is not read.
    pub fn value(&self, console: &Console) -> Option<Value> {
        let names: Vec<&str> = self.0.iter().map(String::as_str).collect();
        console.program().field(&names)
    }

    pub fn pointer(&self) -> String {
        self.0.iter().map(|name| format!("/{}", name.replace('~', "~0").replace('/', "~1"))).collect()
    }
}

impl std::fmt::Display for Path {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0.iter().fold(String::new(), |path, name| rasher::join_path(&path, name)))
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Condition(Expr);

impl Condition {
    pub fn parse(text: &str) -> Result<Condition, ConditionError> {
        let mut reader = Reader { text, at: 0, depth: 0 };
        let expr = reader.any()?;
        reader.end()?;
        Ok(Condition(expr))
    }

    pub fn field(path: Path) -> Condition {
        Condition(Expr::Field(path))
    }

    pub fn byte(addr: u16) -> Condition {
        Condition(Expr::Memory { bytes: 1, addr })
    }

    pub fn holds(&self, console: &Console) -> bool {
        truth(&self.value(console))
    }

    /// Its current value: of a comparison, whether it is true.
    pub fn value(&self, console: &Console) -> Value {
        self.0.value(console)
    }

    /// The address and number of bytes, if it is only a value in memory.
    pub fn memory(&self) -> Option<(u16, u8)> {
        match self.0 {
            Expr::Memory { bytes, addr } => Some((addr, bytes)),
            _ => None,
        }
    }

    /// The fields, memory and frame that it reads, each once, as a user types them, with their values.
    pub fn looked_at(&self, console: &Console) -> Vec<(String, Value)> {
        let mut all: Vec<(String, Value)> = Vec::new();
        self.0.leaves(&mut |leaf| {
            let text = match leaf {
                Expr::Field(path) => path.to_string(),
                Expr::Memory { bytes: 1, addr } => format!("mem[{addr:#06x}]"),
                Expr::Memory { bytes, addr } => format!("mem{}[{addr:#06x}]", bytes * 8),
                Expr::Frame => "frame".to_string(),
                _ => return,
            };
            if all.iter().all(|(other, _)| *other != text) {
                all.push((text, leaf.value(console)));
            }
        });
        all
    }

    pub(crate) fn fields(&self, each: &mut dyn FnMut(&Path)) {
        self.0.leaves(&mut |leaf| {
            if let Expr::Field(path) = leaf {
                each(path);
            }
        });
    }
}

impl Expr {
    fn value(&self, console: &Console) -> Value {
        let machine = console.machine();
        match self {
            Expr::Value(value) => value.clone(),
            Expr::Field(path) => path.value(console).unwrap_or_default(),
            Expr::Memory { bytes: 1, addr } => machine.memory().get(*addr).into(),
            Expr::Memory { bytes: 2, addr } => machine.memory().get16(*addr).into(),
            Expr::Memory { addr, .. } => machine.memory().get32(*addr).into(),
            Expr::Frame => machine.frame().into(),
            Expr::Not(one) => (!truth(&one.value(console))).into(),
            Expr::All(all) => all.iter().all(|one| truth(&one.value(console))).into(),
            Expr::Any(any) => any.iter().any(|one| truth(&one.value(console))).into(),
            Expr::Compare(a, op, b) => compare(&a.value(console), op, &b.value(console)).into(),
        }
    }

    fn leaves(&self, each: &mut dyn FnMut(&Expr)) {
        match self {
            Expr::Not(one) => one.leaves(each),
            Expr::All(many) | Expr::Any(many) => many.iter().for_each(|one| one.leaves(each)),
            Expr::Compare(a, _, b) => [a, b].into_iter().for_each(|one| one.leaves(each)),
            leaf => each(leaf),
        }
    }
}

fn truth(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(b) => *b,
        Value::Number(n) => order(n, &0.into()) != Ordering::Equal,
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
    }
}

fn order(a: &serde_json::Number, b: &serde_json::Number) -> Ordering {
    match (a.as_i128(), b.as_i128()) {
        (Some(a), Some(b)) => a.cmp(&b),
        // A number of JSON is an integer or a finite float, and both have a float near them.
        _ => a.as_f64().unwrap_or_default().total_cmp(&b.as_f64().unwrap_or_default()),
    }
}

fn compare(a: &Value, op: &str, b: &Value) -> bool {
    let order = match (a, b) {
        (Value::Number(a), Value::Number(b)) => Some(order(a, b)),
        (Value::String(a), Value::String(b)) => Some(a.cmp(b)),
        _ => None,
    };
    match op {
        "==" => order.map_or(a == b, Ordering::is_eq),
        "!=" => order.map_or(a != b, Ordering::is_ne),
        "<" => order.is_some_and(Ordering::is_lt),
        "<=" => order.is_some_and(Ordering::is_le),
        ">" => order.is_some_and(Ordering::is_gt),
        _ => order.is_some_and(Ordering::is_ge),
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: u32,
}

impl Reader<'_> {
    fn rest(&mut self) -> &str {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        &self.text[self.at..]
    }

    fn fail<T>(&mut self, expected: &'static str) -> Result<T, ConditionError> {
        let found = self.rest().chars().next().map_or("the end".to_string(), |c| format!("{c:?}"));
        let at = self.text[..self.at].chars().count();
        Err(ConditionError { at, found, expected })
    }

    fn take(&mut self, what: &str) -> bool {
        let is = self.rest().starts_with(what);
        self.at += if is { what.len() } else { 0 };
        is
    }

    fn end(&mut self) -> Result<(), ConditionError> {
        if self.rest().is_empty() { Ok(()) } else { self.fail("the end, &&, || or a comparison") }
    }

    fn any(&mut self) -> Result<Expr, ConditionError> {
        let mut any = vec![self.all()?];
        while self.take("||") {
            any.push(self.all()?);
        }
        Ok(if any.len() == 1 { any.remove(0) } else { Expr::Any(any) })
    }

    fn all(&mut self) -> Result<Expr, ConditionError> {
        let mut all = vec![self.one()?];
        while self.take("&&") {
            all.push(self.one()?);
        }
        Ok(if all.len() == 1 { all.remove(0) } else { Expr::All(all) })
    }

    fn one(&mut self) -> Result<Expr, ConditionError> {
        self.depth += 1;
        if self.depth > DEPTH {
            return self.fail("no more than 64 brackets");
        }
        let one = if self.take("!") {
            Expr::Not(Box::new(self.one()?))
        } else if self.take("(") {
            let any = self.any()?;
            if !self.take(")") {
                return self.fail("\")\"");
            }
            any
        } else {
            let left = self.term()?;
            match OPERATORS.into_iter().find(|operator| self.take(operator)) {
                Some(op) => Expr::Compare(Box::new(left), op, Box::new(self.term()?)),
                None => left,
            }
        };
        self.depth -= 1;
        Ok(one)
    }

    fn term(&mut self) -> Result<Expr, ConditionError> {
        match self.rest().chars().next() {
            Some('"') => self.string(),
            Some(c) if c.is_ascii_digit() || c == '-' || c == '.' => Ok(Expr::Value(self.number()?)),
            _ => {
                let path = self.path()?;
                let names: Vec<&str> = path.0.iter().map(String::as_str).collect();
                Ok(match names[..] {
                    ["true"] => Expr::Value(true.into()),
                    ["false"] => Expr::Value(false.into()),
                    ["null"] => Expr::Value(Value::Null),
                    ["frame"] => Expr::Frame,
                    [name @ ("mem" | "mem16" | "mem32"), addr] => {
                        let Ok(addr) = addr.parse() else {
                            return self.fail("an address from 0 to 0xffff before this");
                        };
                        let bytes = name[3..].parse().unwrap_or(8) / 8;
                        Expr::Memory { bytes, addr }
                    }
                    _ => Expr::Field(path),
                })
            }
        }
    }

    fn string(&mut self) -> Result<Expr, ConditionError> {
        let rest = self.rest();
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<String>();
        match values.next() {
            Some(Ok(text)) => {
                self.at += values.byte_offset();
                Ok(Expr::Value(text.into()))
            }
            _ => self.fail("a text in double quotes"),
        }
    }

    fn number(&mut self) -> Result<Value, ConditionError> {
        let rest = self.rest();
        let length =
            rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '.' || c == '-')).unwrap_or(rest.len());
        let word = rest[..length].to_string();
        match rasher::parse_number(&word) {
            Some(number) => {
                self.at += length;
                Ok(Value::Number(number))
            }
            None => self.fail("a number, such as 3, -2.5 or 0x5f28"),
        }
    }

    fn name(&mut self) -> Result<String, ConditionError> {
        let rest = self.rest();
        let length = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        if length == 0 {
            return self.fail("a number, a text, or the name of a field");
        }
        let name = rest[..length].to_string();
        self.at += length;
        Ok(name)
    }

    fn path(&mut self) -> Result<Path, ConditionError> {
        let mut names = vec![self.name()?];
        loop {
            if self.take(".") {
                names.push(self.name()?);
            } else if self.take("[") {
                let number = self.number()?;
                match number.as_u64() {
                    Some(n) => names.push(n.to_string()),
                    None => return self.fail("a whole number from 0 before this"),
                }
                if !self.take("]") {
                    return self.fail("\"]\"");
                }
            } else {
                return Ok(Path(names));
            }
        }
    }
}
