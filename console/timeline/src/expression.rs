//! Expressions as trees, parsed by the console's own Lua.
//!
//! ```text
//! !t == 8 && mobs.0   ── to_lua ──> not ( t == 8 ) and mobs [ 0 ]   the notation of earlier versions as Lua, token by token
//!                     ── lua::parse ──> syntax tree ── Expr ──> fields, memory and operators; calls are the language's own
//! ```
//!
//! Each token is on a line of its own, so a line of the syntax tree or of an error is a token's number. A number is read from its
//! token at full width, since the language's own numbers have 16 bits before the point.

use crate::path::Path;
use lua::ast::{Ast, BinaryOp, Expr as Node, ExprId, Statement, UnaryOp};
use lua::{LexemeKind, PieceKind, is_keyword};
use serde_json::Value;

const LETTERS: usize = 1000;
/// Letters of a token in a message.
const SHOWN: usize = 24;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at letter {}: found {found}, expected {expected}", at + 1)]
pub struct ConditionError {
    pub at: usize,
    pub found: String,
    pub expected: String,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expr {
    Value(Value),
    Field(Path),
    Memory {
        bytes: u8,
        addr: u16,
    },
    Frame,
    /// The share of the budget that the newest picture took, or with true that its API calls took.
    Cost(bool),
    Index(Box<Expr>, Box<Expr>),
    Unary(UnaryOp, Box<Expr>),
    Binary(Box<Expr>, BinaryOp, Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    /// Only the cart's own language can run it.
    Call,
}

impl Expr {
    /// Calls `each` with the parts that have no parts, and whether they are compared with nil.
    pub fn leaves(&self, may_miss: bool, each: &mut dyn FnMut(&Expr, bool)) {
        match self {
            Expr::Unary(_, one) => one.leaves(may_miss, each),
            Expr::Index(a, b) | Expr::And(a, b) | Expr::Or(a, b) => {
                [a, b].into_iter().for_each(|one| one.leaves(may_miss, each));
            }
            Expr::Binary(a, _, b) => {
                let may_miss = may_miss || [a, b].into_iter().any(|one| **one == Expr::Value(Value::Null));
                [a, b].into_iter().for_each(|one| one.leaves(may_miss, each));
            }
            leaf => each(leaf, may_miss),
        }
    }

    pub fn reads_machine(&self) -> bool {
        let mut reads = false;
        self.leaves(false, &mut |leaf, _| {
            reads |= matches!(leaf, Expr::Memory { .. } | Expr::Frame | Expr::Cost(_))
        });
        reads
    }
}

pub(crate) struct Parsed {
    pub expr: Expr,
    /// The whole as Lua.
    pub lua: String,
    /// In the notation of earlier versions.
    pub is_old: bool,
}

struct Token {
    text: String,
    /// Where its source begins.
    at: usize,
    source: String,
}

#[derive(Default)]
struct Tokens {
    list: Vec<Token>,
    is_old: bool,
    /// The brackets open at each `!` whose operand continues.
    negated: Vec<u32>,
    open: u32,
}

pub(crate) fn parse(text: &str) -> Result<Parsed, ConditionError> {
    let error = |at: usize, found: &str, expected: &str| {
        let at = text.get(..at).unwrap_or(text).chars().count();
        ConditionError { at, found: found.into(), expected: expected.into() }
    };
    if text.len() > LETTERS {
        return Err(error(0, "a longer one", "at most 1000 letters"));
    }
    let mut tokens = Tokens::default();
    tokens.read(text).map_err(|(at, expected)| {
        let found = text[at..].chars().next().map_or("the end".into(), |c| format!("{c:?}"));
        error(at, &found, expected)
    })?;
    let Tokens { list, is_old, .. } = tokens;
    let mut code = String::from("return");
    let (mut starts, mut line) = (Vec::new(), 2);
    for token in &list {
        starts.push(line);
        line += 1 + token.text.matches('\n').count() as u32;
        code.extend(["\n", &token.text]);
    }
    let tree = |ast| Tree { ast, tokens: &list, starts: &starts };
    let parsed = lua::parse(code.as_bytes());
    let (line, expected) = match &parsed {
        Ok(ast) => match ast.functions[0].body.statements.as_slice() {
            [(_, Statement::Return(values))] if ast.list(values).len() == 1 => {
                let expr = tree(ast).expr(ast.list(values)[0]).map_err(|(token, expected)| {
                    let token = token.map_or((0, ""), |token| (token.at, &token.source));
                    error(token.0, &in_message(token.1), expected)
                })?;
                let lua = list.iter().map(|token| &*token.text).collect::<Vec<_>>().join(" ");
                return Ok(Parsed { expr, lua, is_old });
            }
            [(_, Statement::Return(values))] if ast.list(values).len() > 1 => (2, "one value"),
            _ => (u32::MAX, "an expression"),
        },
        Err(error) => (error.line, &*error.expected),
    };
    let expected = match expected {
        "an expression" => "a number, a text, or the name of a field",
        "a statement" => "the end, or an operator such as and, == or +",
        other => other,
    };
    let is_end = parsed.as_ref().err().is_none_or(lua::SyntaxError::is_unfinished);
    let token = starts.partition_point(|start| *start <= line).checked_sub(1).and_then(|n| list.get(n));
    Err(match token.filter(|_| !is_end || line == 2) {
        Some(token) => error(token.at, &in_message(&token.source), expected),
        None => error(text.trim_end().len(), "the end", expected),
    })
}

impl Tokens {
    /// Fails with a place and what was expected there.
    fn read(&mut self, text: &str) -> Result<(), (usize, &'static str)> {
        let has_code = lua::lex(text.as_bytes()).is_ok_and(|all| all.iter().any(|it| it.text == b"function"));
        let (mut at, mut end) = (0, usize::MAX);
        for (kind, len) in lua::pieces(text.as_bytes()) {
            let source = &text[at..at + len];
            // Nothing is between it and the token before it.
            let is_joined = end == at;
            match kind {
                PieceKind::Blank | PieceKind::Comment => {}
                PieceKind::Wrong if source.starts_with('!') => {
                    self.is_old = true;
                    self.negated.push(self.open);
                    self.push("not (".into(), at, source);
                }
                PieceKind::Wrong if source.starts_with(['"', '\'', '[']) => {
                    return Err((at, "a text with its closing quote"));
                }
                PieceKind::Wrong => return Err((at, "a name, a number or an operator")),
                PieceKind::Lexeme(kind) => self.lexeme(kind, source, at, is_joined, has_code),
            }
            at += len;
            if !matches!(kind, PieceKind::Blank | PieceKind::Comment) {
                end = at;
            }
        }
        self.end_operand(at);
        Ok(())
    }

    fn lexeme(&mut self, kind: LexemeKind, source: &str, at: usize, is_joined: bool, has_code: bool) {
        let is_keyword = kind == LexemeKind::Word && is_keyword(source.as_bytes());
        let before = self.list.last().map_or("", |token| &*token.text);
        let is_value =
            before.ends_with([']', ')']) || before.starts_with(|c: char| c.is_alphabetic() || c == '_');
        let translated = match (kind, source) {
            (LexemeKind::Sign, "&" | "|") if is_joined && before == source => {
                self.list.pop();
                self.is_old = true;
                let at = at - 1;
                self.end_operand(at);
                return self.push(if source == "&" { "and" } else { "or" }.into(), at, source);
            }
            // An index after a point.
            (LexemeKind::Number, _) if is_joined && is_value && source.starts_with('.') => {
                self.is_old = true;
                let digits = &source[1..];
                let is_index = digits.parse::<u64>().is_ok_and(|n| n.to_string() == digits);
                Some(if is_index { format!("[{digits}]") } else { format!("[\"{digits}\"]") })
            }
            (LexemeKind::Word, _) if before == "." => {
                self.is_old |= source == "len";
                is_keyword.then(|| {
                    self.list.pop();
                    format!("[\"{source}\"]")
                })
            }
            (LexemeKind::Word, "null") => {
                self.is_old = true;
                Some("nil".into())
            }
            (LexemeKind::Word, "and" | "or" | "not" | "nil" | "true" | "false") => None,
            // The field of a Rust cart.
            (LexemeKind::Word, _) if is_keyword && !has_code => Some(format!("_ENV[\"{source}\"]")),
            (LexemeKind::Text, _) => serde_json::from_str::<String>(source).ok().map(|text| quoted(&text)),
            _ => None,
        };
        match (kind, source) {
            (LexemeKind::Open, _) => self.open += 1,
            (LexemeKind::Close, _) => {
                self.end_operand(at);
                self.open = self.open.saturating_sub(1);
            }
            (_, "and" | "or" | ",") => self.end_operand(at),
            _ => {}
        }
        self.push(translated.unwrap_or_else(|| source.into()), at, source);
    }

    fn end_operand(&mut self, at: usize) {
        while self.negated.last() == Some(&self.open) {
            self.negated.pop();
            self.push(")".into(), at, "");
        }
    }

    fn push(&mut self, text: String, at: usize, source: &str) {
        self.list.push(Token { text, at, source: source.into() });
    }
}

/// A part of an expression in a message.
pub(crate) fn in_message(text: &str) -> String {
    let letters = |c: char| if c.is_control() { '.' } else { c };
    let cut = if text.chars().nth(SHOWN).is_some() { ".." } else { "" };
    format!("'{}{cut}'", text.chars().take(SHOWN).map(letters).collect::<String>())
}

/// A text as Lua writes it.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            '\n' => out += "\\n",
            '\r' => out += "\\r",
            '\0' => out += "\\000",
            _ => out.push(letter),
        }
    }
    out + "\""
}

struct Tree<'a> {
    ast: &'a Ast,
    tokens: &'a [Token],
    /// The line of each token.
    starts: &'a [u32],
}

impl<'a> Tree<'a> {
    fn token(&self, id: ExprId) -> Option<&'a Token> {
        let line = self.ast.line(id);
        self.tokens.get(self.starts.partition_point(|start| *start <= line).checked_sub(1)?)
    }

    fn expr(&self, id: ExprId) -> Result<Expr, (Option<&'a Token>, &'static str)> {
        let two = |a, b| {
            Ok::<_, (Option<&'a Token>, &'static str)>((Box::new(self.expr(a)?), Box::new(self.expr(b)?)))
        };
        let text = |id| {
            let bytes = self.ast.text(id);
            String::from_utf8(bytes.to_vec()).unwrap_or_else(|_| rasher::text::decode(bytes))
        };
        Ok(match self.ast.expr(id) {
            Node::Nil => Expr::Value(Value::Null),
            Node::True => Expr::Value(true.into()),
            Node::False => Expr::Value(false.into()),
            Node::Number(_) => {
                let token = self.token(id);
                let digits = token.map_or("", |token| token.text.trim_matches(['[', ']']));
                let number = rasher::parse_number(digits);
                Expr::Value(number.ok_or((token, "a number, such as 3, 2.5 or 0x5f28"))?.into())
            }
            Node::Text(id) => Expr::Value(text(id).into()),
            Node::Global(id) if self.ast.text(id) == b"frame" => Expr::Frame,
            Node::Global(id) => Expr::Field(Path::of(&[text(id)])),
            Node::Paren(inner) => self.expr(inner)?,
            Node::And(a, b) => two(a, b).map(|(a, b)| Expr::And(a, b))?,
            Node::Or(a, b) => two(a, b).map(|(a, b)| Expr::Or(a, b))?,
            Node::Binary(op, a, b) => two(a, b).map(|(a, b)| Expr::Binary(a, op, b))?,
            Node::Unary(op @ (UnaryOp::Not | UnaryOp::Len), one) => {
                Expr::Unary(op, Box::new(self.expr(one)?))
            }
            Node::Unary(UnaryOp::Neg, one) => match self.expr(one)? {
                Expr::Value(Value::Number(number)) if number.as_i128().is_some() => {
                    let number = serde_json::Number::from_i128(-number.as_i128().unwrap_or_default());
                    Expr::Value(number.map_or(Value::Null, Value::Number))
                }
                one => Expr::Unary(UnaryOp::Neg, Box::new(one)),
            },
            Node::Index(of, key) => {
                let token = self.token(key).filter(|token| token.text.starts_with(['[', '_']));
                let name = match self.ast.expr(key) {
                    // A name that is no text key of Lua: a keyword, or digits after a point.
                    Node::Text(id) => token.map(|_| text(id)),
                    _ => None,
                };
                match (self.ast.expr(of), name) {
                    (Node::Env, Some(name)) => Expr::Field(Path::of(&[name])),
                    (_, name) => self.index(self.expr(of)?, self.expr(key)?, name, self.token(id))?,
                }
            }
            Node::Call(of, values) if matches!(self.ast.expr(of), Node::Global(id) if self.ast.text(id) == b"stat") => {
                match self.ast.list(&values) {
                    [one] => match self.expr(*one)? {
                        Expr::Value(row) if row == 1 || row == 2 => Expr::Cost(row == 2),
                        _ => Expr::Call,
                    },
                    _ => Expr::Call,
                }
            }
            _ => Expr::Call,
        })
    }

    fn index(
        &self,
        of: Expr,
        key: Expr,
        name: Option<String>,
        token: Option<&'a Token>,
    ) -> Result<Expr, (Option<&'a Token>, &'static str)> {
        let name = name.or_else(|| if let Expr::Value(key) = &key { value_name(key) } else { None });
        let Expr::Field(path) = &of else { return Ok(Expr::Index(Box::new(of), Box::new(key))) };
        let memory = ["mem", "mem16", "mem32"].into_iter().position(|memory| path.names() == [memory]);
        match (memory, name) {
            (Some(power), Some(addr)) => match addr.parse() {
                Ok(addr) => Ok(Expr::Memory { bytes: 1 << power, addr }),
                Err(_) => Err((token, "an address from 0 to 0xffff")),
            },
            (Some(_), None) => Ok(Expr::Call),
            (None, Some(name)) => Ok(Expr::Field(Path::of(&[path.names(), &[name]].concat()))),
            (None, None) => Ok(Expr::Index(Box::new(of), Box::new(key))),
        }
    }
}

/// The name of a key in paths.
pub(crate) fn value_name(key: &Value) -> Option<String> {
    match key {
        Value::String(text) => Some(rasher::text_key(text)),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(is) => Some(format!("[{is}]")),
        _ => None,
    }
}
