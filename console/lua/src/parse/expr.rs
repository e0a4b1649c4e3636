//! Expressions.
//!
//! ```text
//! or < and < comparisons < | < ^^ < & < shifts, rotations < .. (right) < + - < * / \ % < not # - ~ @ % $ < ^ (right)
//! ```
//!
//! The order is z8lua's and shrinko8's. A prefix `%` reads memory, an infix one is the remainder; a prefix `~` inverts bits, an infix one
//! is `^^`. `?` with the rest of its line is an expression too, as measured.

use super::scope::NameBinding;
use super::{Parser, quote};
use crate::ast::{BinaryOp, Expr, ExprId, ExprList, Field, FunctionId, TextId, UnaryOp};
use crate::error::SyntaxError;
use crate::lex::{Lexeme, LexemeKind};
use crate::literal;
use alloc::vec::Vec;

const UNARY: u8 = 12;

#[derive(Clone, Copy)]
enum Infix {
    And,
    Or,
    Op(BinaryOp),
}

/// The operator, and how strongly it binds to its left and to its right.
fn infix(token: &Lexeme<'_>) -> Option<(Infix, u8, u8)> {
    use BinaryOp::*;
    let op = match token.text {
        b"or" => return Some((Infix::Or, 1, 1)),
        b"and" => return Some((Infix::And, 2, 2)),
        b"!=" => Ne,
        b"~" => Xor,
        sign => *BinaryOp::ALL.iter().find(|op| op.sign().as_bytes() == sign)?,
    };
    let (left, right) = match op {
        Lt | Gt | Le | Ge | Ne | Eq => (3, 3),
        BinaryOp::Or => (4, 4),
        Xor => (5, 5),
        BinaryOp::And => (6, 6),
        Shl | Shr | Lshr | Rotl | Rotr => (7, 7),
        Concat => (9, 8),
        Add | Sub => (10, 10),
        Mul | Div | Idiv | Mod => (11, 11),
        Pow => (14, 13),
    };
    Some((Infix::Op(op), left, right))
}

impl Parser<'_> {
    pub(super) fn expr(&mut self) -> Result<ExprId, SyntaxError> {
        self.operands(0)
    }

    /// Parses operators that bind more strongly than `limit`.
    fn operands(&mut self, limit: u8) -> Result<ExprId, SyntaxError> {
        self.deeper(|parser| {
            let unary = parser.peek().and_then(|token| {
                let op = UnaryOp::ALL.iter().find(|op| op.sign().as_bytes() == token.text)?;
                Some((*op, token.line))
            });
            let mut left = match unary {
                Some((op, line)) => {
                    parser.at += 1;
                    let operand = parser.operands(UNARY)?;
                    parser.push(line, Expr::Unary(op, operand))
                }
                None => parser.simple()?,
            };
            while let Some(token) = parser.peek() {
                let Some((op, _, right)) = infix(&token).filter(|(_, left, _)| *left > limit) else { break };
                parser.at += 1;
                let right = parser.operands(right)?;
                let expr = match op {
                    Infix::And => Expr::And(left, right),
                    Infix::Or => Expr::Or(left, right),
                    Infix::Op(op) => Expr::Binary(op, left, right),
                };
                left = parser.push(token.line, expr);
            }
            Ok(left)
        })
    }

    fn simple(&mut self) -> Result<ExprId, SyntaxError> {
        let Some(token) = self.peek() else { return Err(self.expected("an expression")) };
        let expr = match (token.kind, token.text) {
            (LexemeKind::Number, text) => match literal::number(text) {
                Some(number) => Expr::Number(number),
                None => return Err(self.expected("a number such as 1, 0.5, 0x1f.8 or 0b101")),
            },
            (LexemeKind::Text, _) => Expr::Text(self.text(token)?),
            (_, b"nil") => Expr::Nil,
            (_, b"true") => Expr::True,
            (_, b"false") => Expr::False,
            (_, b"...") if self.scope.is_vararg() => Expr::Vararg,
            (_, b"...") => {
                return Err(Self::error(
                    token.line,
                    quote(b"..."),
                    "it only in a function with '...' among its parameters",
                ));
            }
            (_, b"{") => return self.table(),
            (_, b"?") => {
                self.at += 1;
                return self.print(token.line);
            }
            (_, b"function") => {
                self.at += 1;
                let function = self.function(Vec::new(), false, token.line)?;
                return Ok(self.push(token.line, Expr::Function(function)));
            }
            _ => return self.suffixed(),
        };
        self.at += 1;
        Ok(self.push(token.line, expr))
    }

    /// A name or brackets, and its suffixes: `.name`, `[key]`, `:name(...)`, `(...)`, `"text"`, `{...}`.
    pub(super) fn suffixed(&mut self) -> Result<ExprId, SyntaxError> {
        let Some(token) = self.peek() else { return Err(self.expected("an expression")) };
        let mut expr = if self.accept("(") {
            let inner = self.expr()?;
            self.close(")", "(", token.line)?;
            self.push(token.line, Expr::Paren(inner))
        } else if super::is_name(&token) {
            let name = self.name()?;
            self.variable(name, token.line)?
        } else {
            return Err(self.expected("an expression"));
        };
        while let Some(token) = self.peek() {
            let line = token.line;
            expr = match (token.kind, token.text) {
                (_, b".") => {
                    self.at += 1;
                    let name = self.name()?;
                    let key = self.push(line, Expr::Text(name));
                    self.push(line, Expr::Index(expr, key))
                }
                (_, b"[") => {
                    self.at += 1;
                    let key = self.expr()?;
                    self.close("]", "[", line)?;
                    self.push(line, Expr::Index(expr, key))
                }
                (_, b":") => {
                    self.at += 1;
                    let name = self.name()?;
                    let args = self.args()?;
                    self.push(line, Expr::Method(expr, name, args))
                }
                // In the body of a short `if`, arguments do not begin on the next line.
                _ if self.limit.is_some_and(|limit| token.row > limit) => break,
                (_, b"(" | b"{") | (LexemeKind::Text, _) => {
                    let args = self.args()?;
                    self.push(line, Expr::Call(expr, args))
                }
                _ => break,
            };
        }
        Ok(expr)
    }

    pub(super) fn variable(&mut self, name: TextId, line: u32) -> Result<ExprId, SyntaxError> {
        let is_env = self.ast.text(name) == b"_ENV";
        let expr = match (self.scope.find(name, line)?, self.known.get(&b"_ENV"[..]).copied()) {
            (NameBinding::Local(local), _) => Expr::Local(local),
            (NameBinding::Upvalue(upvalue), _) => Expr::Upvalue(upvalue),
            (NameBinding::Global, _) if is_env => Expr::Env,
            (NameBinding::Global, None) => Expr::Global(name),
            (NameBinding::Global, Some(env)) => {
                let env = match self.scope.find(env, line)? {
                    NameBinding::Local(local) => Expr::Local(local),
                    NameBinding::Upvalue(upvalue) => Expr::Upvalue(upvalue),
                    NameBinding::Global => return Ok(self.push(line, Expr::Global(name))),
                };
                let env = self.push(line, env);
                let key = self.push(line, Expr::Text(name));
                Expr::Index(env, key)
            }
        };
        Ok(self.push(line, expr))
    }

    /// `(...)`, `"text"` or `{...}` after a function.
    fn args(&mut self) -> Result<ExprList, SyntaxError> {
        match self.peek() {
            Some(token) if token.kind == LexemeKind::Text => {
                self.at += 1;
                let text = self.text(token)?;
                let text = self.push(token.line, Expr::Text(text));
                Ok(self.push_list(&[text]))
            }
            Some(token) if token.text == b"{" => {
                let table = self.table()?;
                Ok(self.push_list(&[table]))
            }
            Some(token) if token.text == b"(" => {
                self.at += 1;
                if self.accept(")") {
                    return Ok(self.push_list(&[]));
                }
                let args = self.exprs()?;
                self.close(")", "(", token.line)?;
                Ok(args)
            }
            _ => Err(self.expected("arguments of a call")),
        }
    }

    /// At least one expression, separated by commas.
    pub(super) fn exprs(&mut self) -> Result<ExprList, SyntaxError> {
        let mut items = Vec::new();
        loop {
            items.push(self.expr()?);
            if !self.accept(",") {
                return Ok(self.push_list(&items));
            }
        }
    }

    fn table(&mut self) -> Result<ExprId, SyntaxError> {
        let line = self.line();
        self.expect("{")?;
        let mut fields = Vec::new();
        while !self.is("}") {
            let next = self.tokens.get(self.at + 1);
            fields.push(match self.peek() {
                Some(token) if token.text == b"[" => {
                    self.at += 1;
                    let key = self.expr()?;
                    self.close("]", "[", token.line)?;
                    self.expect("=")?;
                    Field::Pair(key, self.expr()?)
                }
                Some(token) if super::is_name(&token) && next.is_some_and(|next| next.text == b"=") => {
                    let name = self.name()?;
                    let key = self.push(token.line, Expr::Text(name));
                    self.expect("=")?;
                    Field::Pair(key, self.expr()?)
                }
                _ => Field::Item(self.expr()?),
            });
            if !self.accept(",") && !self.accept(";") {
                break;
            }
        }
        self.close("}", "{", line)?;
        let fields = self.push_fields(&fields);
        Ok(self.push(line, Expr::Table(fields)))
    }

    pub(super) fn function(
        &mut self,
        name: Vec<u8>,
        is_method: bool,
        line: u32,
    ) -> Result<FunctionId, SyntaxError> {
        self.deeper(|parser| {
            let function = parser.scope.begin(name, line);
            let limit = parser.limit.take();
            parser.expect("(")?;
            let (mut params, mut is_vararg) = (Vec::new(), false);
            if is_method {
                let this = parser.text_id(b"self".to_vec());
                params.push(parser.scope.declare(this));
            }
            while !parser.is(")") {
                is_vararg = parser.accept("...");
                if is_vararg {
                    break;
                }
                let name = parser.name()?;
                params.push(parser.scope.declare(name));
                if !parser.accept(",") {
                    break;
                }
                if parser.is(")") {
                    let why = "PICO-8 needs a parameter after the last `,`";
                    parser.ast.lenient.push((parser.line(), why));
                }
            }
            parser.close(")", "(", line)?;
            parser.scope.set_vararg(is_vararg, params.len() as u32);
            parser.scope.show(&params, line)?;
            let body = parser.statements()?;
            let last_line = parser.line();
            parser.close("end", "function", line)?;
            parser.scope.end(function, body, last_line)?;
            parser.limit = limit;
            Ok(function)
        })
    }
}
