//! Conditions and other expressions on a moment, in Lua: `#mobs>30`, `t%2==0`, `x==nil`, `state=="Walk"`, `mem[0x5f28]!=0`.
//!
//! | form | meaning |
//! |---|---|
//! | `player.hp` `mobs[0].x` `keys[-1]` `named["a b"]` | a field of the cart's state; a Rust cart's lists count from 0 |
//! | `mem[a]` `mem16[a]` `mem32[a]` `frame` | memory, the number of the frame |
//! | `and or not # == ~= < <= > >= + - * / \ % ..` | as in Lua |
//! | `&& \|\| ! null` `x.len` `mobs.0` | of earlier versions, where 0 and empty values are false and values of two kinds are never in order |
//!
//! Numbers of a Rust cart's fields keep their full width, and a variant equals the text of its name. In a Lua cart an expression that
//! calls or computes is run by the cart's own language, on a copy with a limit on its cycles.

use rasher::{Console, OBJECT};
use serde_json::{Number, Value};
use std::cmp::Ordering;

/// Maximum nesting, and letters: so a file full of brackets cannot overflow the stack.
const DEPTH: u32 = 64;
const LETTERS: usize = 1000;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at letter {}: found {found}, expected {expected}", at + 1)]
pub struct ConditionError {
    pub at: usize,
    pub found: String,
    pub expected: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path(Vec<String>);

impl Path {
    /// Parses `player.hp`, `mobs[0].at.x`, `mobs.len`, `named["a b"]`.
    pub fn parse(text: &str) -> Result<Path, ConditionError> {
        let mut reader = Reader { text, ..Reader::default() };
        let path = reader.postfix()?;
        match path {
            Expr::Field(path) if reader.rest().is_empty() => Ok(path),
            Expr::Frame if reader.rest().is_empty() => Ok(Path(vec!["frame".into()])),
            _ => reader.fail("only names and indices of fields"),
        }
    }

    pub fn of(names: &[String]) -> Path {
        Path(names.to_vec())
    }

    /// A path from an object, by its identity, instead of the root.
    pub fn from_object(id: u64, names: &[String]) -> Path {
        Path([&[format!("{OBJECT}{id}")], names].concat())
    }

    pub fn names(&self) -> &[String] {
        &self.0
    }

    /// Its current value, if the field exists. The rest of the state is not read.
    pub fn value(&self, console: &Console) -> Option<Value> {
        let names: Vec<&str> = self.0.iter().map(String::as_str).collect();
        console.program().field(&names)
    }

    /// The path of what it is a member of.
    fn around(&self) -> Option<Path> {
        let (_, names) = self.0.split_last()?;
        (!names.is_empty()).then(|| Path::of(names))
    }

    /// The length of a list or text, as `#`.
    fn length(&self, console: &Console) -> Option<Value> {
        match console.program().view() {
            Some(view) => Some(view.length(view.find(&self.0)?)?.into()),
            None => Path([&self.0[..], &["len".to_string()]].concat()).value(console),
        }
    }

    pub fn pointer(&self) -> String {
        self.0.iter().map(|name| format!("/{}", name.replace('~', "~0").replace('/', "~1"))).collect()
    }
}

impl std::fmt::Display for Path {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names = self.0.iter().map(|name| match name.strip_prefix(OBJECT) {
            // The place in the heap, as the state panel shows it.
            Some(id) => format!("#{}", id.parse::<u64>().unwrap_or(0) as u32),
            None => name.clone(),
        });
        f.write_str(&names.fold(String::new(), |path, name| rasher::join_path(&path, &name)))
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Expr {
    Value(Value),
    Field(Path),
    Memory {
        bytes: u8,
        addr: u16,
    },
    Frame,
    Index(Box<Expr>, Box<Expr>),
    Unary(&'static str, Box<Expr>),
    Binary(Box<Expr>, &'static str, Box<Expr>),
    /// Only the cart's own language can run it.
    Call,
}

/// Binary operators, from the weakest level to the strongest.
const LEVELS: [&[&str]; 7] = [
    &["or", "||"],
    &["and", "&&"],
    &["<=", ">=", "==", "!=", "~=", "<", ">"],
    &["|", "&", "^^", "<<", ">>"],
    &[".."],
    &["+", "-"],
    &["*", "/", "\\", "%", "^"],
];
const COMPARISONS: usize = 2;

#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    expr: Expr,
    text: String,
    /// In the notation of earlier versions, or only a field.
    is_old: bool,
    computes: bool,
    calls: bool,
    /// Whether it reads memory or the frame, which are no variables of the cart.
    reads_machine: bool,
}

impl Condition {
    pub fn parse(text: &str) -> Result<Condition, ConditionError> {
        let mut reader = Reader { text, ..Reader::default() };
        if text.len() > LETTERS {
            return reader.fail("at most 1000 letters");
        }
        let expr = reader.binary(0)?;
        if !reader.rest().is_empty() {
            return reader.fail("the end, or an operator such as and, == or +");
        }
        let is_field = matches!(expr, Expr::Field(_) | Expr::Memory { .. } | Expr::Frame);
        let Reader { is_old, computes, calls, reads_machine, .. } = reader;
        Ok(Condition { expr, text: text.into(), is_old: is_old || is_field, computes, calls, reads_machine })
    }

    fn of(expr: Expr) -> Condition {
        Condition {
            expr,
            text: String::new(),
            is_old: true,
            computes: false,
            calls: false,
            reads_machine: false,
        }
    }

    pub fn field(path: Path) -> Condition {
        Condition::of(Expr::Field(path))
    }

    pub fn byte(addr: u16) -> Condition {
        Condition::of(Expr::Memory { bytes: 1, addr })
    }

    /// A condition that fails is false.
    pub fn holds(&self, console: &Console) -> bool {
        self.result(console).is_ok_and(|value| self.truth(&value))
    }

    /// Its current value, and null if it fails.
    pub fn value(&self, console: &Console) -> Value {
        self.result(console).unwrap_or_default()
    }

    /// Its current value: of a comparison, whether it is true. Fails with a message.
    pub fn result(&self, console: &Console) -> Result<Value, String> {
        let runs = self.calls || self.computes && !self.reads_machine;
        if runs && console.program().view().is_some() {
            return Ok(console.evaluate(usize::MAX, &self.text)?.into_iter().next().unwrap_or_default());
        }
        self.compute(&self.expr, console)
    }

    fn compute(&self, expr: &Expr, console: &Console) -> Result<Value, String> {
        let machine = console.machine();
        let value = |expr: &Expr| self.compute(expr, console);
        Ok(match expr {
            Expr::Value(value) => value.clone(),
            Expr::Field(path) => match path.value(console) {
                Some(value) => value,
                None if self.is_old || path.around().is_none_or(|it| it.value(console).is_some()) => {
                    Value::Null
                }
                None => return Err(format!("attempt to index nil in {path}")),
            },
            Expr::Memory { bytes: 1, addr } => machine.memory().get(*addr).into(),
            Expr::Memory { bytes: 2, addr } => machine.memory().get16(*addr).into(),
            Expr::Memory { addr, .. } => machine.memory().get32(*addr).into(),
            Expr::Frame => machine.frame().into(),
            Expr::Index(of, key) => match value(key)? {
                Value::String(name) => rasher::find_field(&value(of)?, &[name]).unwrap_or_default(),
                key => rasher::find_field(&value(of)?, &[key.to_string()]).unwrap_or_default(),
            },
            Expr::Unary("#", one) => {
                let length = match &**one {
                    Expr::Field(path) => path.length(console),
                    one => rasher::find_field(&value(one)?, &["len"]),
                };
                length.ok_or_else(|| {
                    format!("attempt to get the length of {}", kind(&value(one).unwrap_or_default()))
                })?
            }
            Expr::Unary("-", one) => arithmetic(&0.into(), "-", &value(one)?)?,
            Expr::Unary(_, one) => (!self.truth(&value(one)?)).into(),
            Expr::Binary(a, op @ ("and" | "&&" | "or" | "||"), b) => {
                let first = value(a)?;
                let is_decided = self.truth(&first) == op.starts_with(['o', '|']);
                let last = if is_decided { first } else { value(b)? };
                if self.is_old { self.truth(&last).into() } else { last }
            }
            Expr::Binary(a, op, b) if LEVELS[COMPARISONS].contains(op) => {
                let (x, y) = (value(a)?, value(b)?);
                match compare(&x, op, &y) {
                    Some(is) => is.into(),
                    None if self.is_old => false.into(),
                    None => return Err(format!("attempt to compare {} with {}", kind(&x), kind(&y))),
                }
            }
            Expr::Binary(a, op, b) => arithmetic(&value(a)?, op, &value(b)?)?,
            Expr::Call => return Err("Rust carts have no functions to call".into()),
        })
    }

    fn truth(&self, value: &Value) -> bool {
        match value {
            Value::Null => false,
            Value::Bool(b) => *b,
            _ if !self.is_old => true,
            Value::Number(n) => order(n, &0.into()) != Ordering::Equal,
            Value::String(text) => !text.is_empty(),
            Value::Array(items) => !items.is_empty(),
            Value::Object(fields) => !fields.is_empty(),
        }
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

impl Expr {
    fn leaves(&self, may_miss: bool, each: &mut dyn FnMut(&Expr, bool)) {
        match self {
            Expr::Unary(_, one) => one.leaves(may_miss, each),
            Expr::Index(a, b) => [a, b].into_iter().for_each(|one| one.leaves(may_miss, each)),
            Expr::Binary(a, _, b) => {
                let may_miss = may_miss || [a, b].into_iter().any(|one| **one == Expr::Value(Value::Null));
                [a, b].into_iter().for_each(|one| one.leaves(may_miss, each));
            }
            leaf => each(leaf, may_miss),
        }
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "nil",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) | Value::Object(_) => "a table",
    }
}

fn order(a: &Number, b: &Number) -> Ordering {
    match (a.as_i128(), b.as_i128()) {
        (Some(a), Some(b)) => a.cmp(&b),
        // A number of JSON is an integer or a finite float, and both have a float near them.
        _ => a.as_f64().unwrap_or_default().total_cmp(&b.as_f64().unwrap_or_default()),
    }
}

/// None for values that have no order.
fn compare(a: &Value, op: &str, b: &Value) -> Option<bool> {
    let order = match (a, b) {
        (Value::Number(a), Value::Number(b)) => Some(order(a, b)),
        (Value::String(a), Value::String(b)) => Some(a.cmp(b)),
        _ => None,
    };
    // A variant with data is an object with one field, its name.
    let is_variant = |a: &Value, b: &Value| match (a, b) {
        (Value::Object(fields), Value::String(name)) => fields.len() == 1 && fields.contains_key(name),
        _ => false,
    };
    let is_equal = || order.map_or(a == b || is_variant(a, b) || is_variant(b, a), Ordering::is_eq);
    match op {
        "==" => Some(is_equal()),
        "!=" | "~=" => Some(!is_equal()),
        "<" => order.map(Ordering::is_lt),
        "<=" => order.map(Ordering::is_le),
        ">" => order.map(Ordering::is_gt),
        _ => order.map(Ordering::is_ge),
    }
}

/// Whole numbers to 128 bits, else floats: the fields of Rust carts have both.
#[expect(clippy::float_arithmetic, reason = "a field may be a float, and nothing here enters a run")]
fn arithmetic(a: &Value, op: &str, b: &Value) -> Result<Value, String> {
    let text = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    if let (Some(a), "..", Some(b)) = (text(a), op, text(b)) {
        return Ok((a + &b).into());
    }
    let error = || format!("attempt to compute {} {op} {}", kind(a), kind(b));
    let (Value::Number(x), Value::Number(y)) = (a, b) else { return Err(error()) };
    let whole = x.as_i128().zip(y.as_i128()).and_then(|(x, y)| match op {
        "+" => x.checked_add(y),
        "-" => x.checked_sub(y),
        "*" => x.checked_mul(y),
        "\\" => x.checked_div_euclid(y),
        "%" => x.checked_rem_euclid(y),
        "^" => x.checked_pow(y.try_into().ok()?),
        "&" => Some(x & y),
        "|" => Some(x | y),
        "^^" => Some(x ^ y),
        "<<" => x.checked_mul(1i128.checked_shl(y.try_into().ok()?)?),
        ">>" => x.checked_shr(y.try_into().ok()?),
        _ => None,
    });
    let (x, y) = (x.as_f64().unwrap_or_default(), y.as_f64().unwrap_or_default());
    let float = || match op {
        "+" => Some(x + y),
        "-" => Some(x - y),
        "*" => Some(x * y),
        "/" => Some(x / y),
        "\\" => Some((x / y).floor()),
        "%" => Some(x.rem_euclid(y)),
        _ => None,
    };
    let whole = whole.and_then(Number::from_i128);
    // A whole result of a division compares as a whole number.
    let number = whole.or_else(|| match float()? {
        float if float.fract() == 0.0 && float.abs() < 1e15 => Number::from_i128(float as i128),
        float => Number::from_f64(float),
    });
    number.map(Value::Number).ok_or_else(error)
}

#[derive(Default)]
struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: u32,
    is_old: bool,
    computes: bool,
    calls: bool,
    reads_machine: bool,
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

    /// Takes a sign, or a word that does not continue.
    fn take(&mut self, what: &str) -> bool {
        let rest = self.rest().strip_prefix(what);
        let is_word = what.starts_with(char::is_alphabetic);
        let is = rest.is_some_and(|rest| !is_word || !rest.starts_with(is_part));
        self.at += if is { what.len() } else { 0 };
        is
    }

    fn binary(&mut self, level: usize) -> Result<Expr, ConditionError> {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.binary(level + 1)?;
        loop {
            // The longest operator here decides: `|` is not `||`, and `<` not `<<`.
            let before = self.at;
            let all = LEVELS.iter().flat_map(|level| level.iter());
            let longest =
                all.filter(|op| self.text[before..].trim_start().starts_with(**op)).max_by_key(|op| op.len());
            let here = longest.copied().filter(|op| operators.contains(op) && self.take(op));
            let Some(op) = here else { return Ok(left) };
            self.is_old |= matches!(op, "&&" | "||");
            self.computes |= level > COMPARISONS;
            left = Expr::Binary(Box::new(left), op, Box::new(self.binary(level + 1)?));
        }
    }

    fn unary(&mut self) -> Result<Expr, ConditionError> {
        self.depth += 1;
        if self.depth > DEPTH {
            return self.fail("no more than 64 brackets");
        }
        let one = if self.rest().starts_with('!') && self.take("!") {
            self.is_old = true;
            Expr::Unary("!", Box::new(self.binary(COMPARISONS)?))
        } else if let Some(op) = ["not", "#"].into_iter().find(|op| self.take(op)) {
            Expr::Unary(op, Box::new(self.unary()?))
        } else if self.take("-") {
            match self.unary()? {
                Expr::Value(Value::Number(number)) => {
                    Expr::Value(arithmetic(&0.into(), "-", &number.into()).unwrap_or_default())
                }
                one => {
                    self.computes = true;
                    Expr::Unary("-", Box::new(one))
                }
            }
        } else if self.take("@") || self.take("$") {
            self.unary()?;
            self.calls = true;
            Expr::Call
        } else {
            self.postfix()?
        };
        self.depth -= 1;
        Ok(one)
    }

    /// A value, the fields below it, and calls of it.
    fn postfix(&mut self) -> Result<Expr, ConditionError> {
        let mut one = self.term()?;
        loop {
            let is_call = self.rest().starts_with(['(', '{']) || self.rest().starts_with(':');
            let is_callable = matches!(one, Expr::Field(_) | Expr::Index(..) | Expr::Call);
            if is_call && is_callable {
                one = self.call()?;
            } else if self.take("[") {
                let key = self.binary(0)?;
                if !self.take("]") {
                    return self.fail("\"]\"");
                }
                one = self.index(one, key)?;
            } else if is_callable && !self.rest().starts_with("..") && self.take(".") {
                let is_number = self.rest().starts_with(|c: char| c.is_ascii_digit());
                let name = self.name()?;
                self.is_old |= is_number || name == "len";
                one = self.index(one, Expr::Value(name.into()))?;
            } else {
                return Ok(one);
            }
        }
    }

    fn index(&mut self, of: Expr, key: Expr) -> Result<Expr, ConditionError> {
        let name = match &key {
            Expr::Value(Value::String(name))
                if self.is_old && name.starts_with(|c: char| c.is_ascii_digit()) =>
            {
                Some(name.clone())
            }
            Expr::Value(Value::String(name)) => Some(rasher::text_key(name)),
            Expr::Value(Value::Number(number)) => Some(number.to_string()),
            Expr::Value(Value::Bool(is)) => Some(format!("[{is}]")),
            _ => None,
        };
        Ok(match (of, name) {
            (Expr::Field(Path(mut names)), Some(name)) => {
                let bytes = ["mem", "mem16", "mem32"].into_iter().position(|memory| names == [memory]);
                if let (Some(power), Ok(addr)) = (bytes, name.parse()) {
                    self.reads_machine = true;
                    return Ok(Expr::Memory { bytes: 1 << power, addr });
                }
                if bytes.is_some() {
                    return self.fail("an address from 0 to 0xffff before this");
                }
                names.push(name);
                Expr::Field(Path(names))
            }
            (of, _) => {
                self.computes = true;
                Expr::Index(Box::new(of), Box::new(key))
            }
        })
    }

    /// Skips arguments, which the cart's own language reads.
    fn call(&mut self) -> Result<Expr, ConditionError> {
        let mut open = 0;
        while let Some(c) = self.text[self.at..].chars().next() {
            match c {
                '"' => _ = self.string()?,
                '(' | '{' | '[' => open += 1,
                ')' | '}' | ']' => open -= 1,
                _ => {}
            }
            self.at += if c == '"' { 0 } else { c.len_utf8() };
            if open == 0 && matches!(c, ')' | '}') {
                self.calls = true;
                return Ok(Expr::Call);
            }
        }
        self.fail("\")\"")
    }

    fn term(&mut self) -> Result<Expr, ConditionError> {
        match self.rest().chars().next() {
            Some('"') => Ok(Expr::Value(self.string()?.into())),
            Some('\'') => {
                let length = self.rest()[1..].find('\'');
                let Some(length) = length else { return self.fail("a text in quotes") };
                self.at += length + 2;
                Ok(Expr::Value(self.text[self.at - length - 1..self.at - 1].into()))
            }
            Some('(') => {
                self.take("(");
                let any = self.binary(0)?;
                if self.take(")") { Ok(any) } else { self.fail("\")\"") }
            }
            Some('{') => self.call(),
            Some(c) if c.is_ascii_digit() || c == '.' => Ok(Expr::Value(self.number()?)),
            _ => {
                let old = self.at;
                Ok(match self.name()?.as_str() {
                    "true" => Expr::Value(true.into()),
                    "false" => Expr::Value(false.into()),
                    "nil" => Expr::Value(Value::Null),
                    "null" => {
                        self.is_old = true;
                        Expr::Value(Value::Null)
                    }
                    "frame" => {
                        self.reads_machine = true;
                        Expr::Frame
                    }
                    "and" | "or" | "not" | "function" | "end" | "return" => {
                        self.at = old;
                        return self.fail("a number, a text, or the name of a field");
                    }
                    name => Expr::Field(Path(vec![name.into()])),
                })
            }
        }
    }

    fn string(&mut self) -> Result<String, ConditionError> {
        let rest = self.rest();
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<String>();
        match values.next() {
            Some(Ok(text)) => {
                self.at += values.byte_offset();
                Ok(text)
            }
            _ => self.fail("a text in double quotes"),
        }
    }

    fn number(&mut self) -> Result<Value, ConditionError> {
        let rest = self.rest();
        let end = rest.find("..").unwrap_or(rest.len());
        let length = rest[..end].find(|c: char| !(c.is_ascii_alphanumeric() || c == '.')).unwrap_or(end);
        match rasher::parse_number(&rest[..length]) {
            Some(number) => {
                self.at += length;
                Ok(Value::Number(number))
            }
            None => self.fail("a number, such as 3, 2.5 or 0x5f28"),
        }
    }

    fn name(&mut self) -> Result<String, ConditionError> {
        let rest = self.rest();
        let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        if length == 0 {
            return self.fail("a number, a text, or the name of a field");
        }
        let name = rest[..length].to_string();
        self.at += length;
        Ok(name)
    }
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
