//! The parser: one pass from tokens to a tree, which also resolves names.
//!
//! | file | what it holds |
//! |---|---|
//! | `mod.rs` | tokens, errors, the lists of the tree |
//! | `statement.rs` | statements, and the forms that end with their line: `if (c) x`, `while (c) x`, `?x` |
//! | `expr.rs` | expressions by precedence; calls, fields, table constructors |
//! | `scope.rs` | functions, blocks, locals, upvalues, labels |
//!
//! Nesting is at most [`crate::ast::MAX_DEPTH`] deep, so no source needs more than about 100 KB of stack.

mod expr;
mod scope;
mod statement;

use crate::ast::{Ast, Expr, ExprId, ExprList, Field, FieldList, MAX_DEPTH, TextId};
use crate::error::SyntaxError;
use crate::lex::{LexError, LexErrorKind, Lexeme, LexemeKind, lex, lex_nested};
use crate::literal;
use alloc::string::{String, ToString};
use alloc::{collections::BTreeMap, format, vec::Vec};
use scope::Scope;

pub const KEYWORDS: [&str; 22] = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local",
    "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
];

/// Parses a program, which is P8SCII.
pub fn parse(code: &[u8]) -> Result<Ast, SyntaxError> {
    // Code that is not a program may be one if brackets in comments are counted.
    read(code, lex(code)).or_else(|error| {
        let mut ast = read(code, lex_nested(code)).map_err(|_| error.clone())?;
        let why = "PICO-8 ends a comment at its first `]]`: remove inner ones";
        ast.lenient.push((error.line, why));
        Ok(ast)
    })
}

fn read(code: &[u8], tokens: Result<Vec<Lexeme<'_>>, LexError>) -> Result<Ast, SyntaxError> {
    let tokens = tokens.map_err(|error| {
        let (found, expected) = match error.found {
            LexErrorKind::OpenText => ("a text without an end".to_string(), "its closing quote or brackets"),
            LexErrorKind::Character(byte) => (quote(&[byte]), "a name, a number or an operator"),
        };
        Parser::error(error.line, found, expected)
    })?;
    let last = code.iter().filter(|byte| **byte == b'\n').count().saturating_add(1) as u32;
    let mut parser = Parser::new(tokens, last);
    let program = parser.scope.begin(Vec::new(), 1);
    parser.scope.set_vararg(true, 0);
    let body = parser.statements()?;
    if parser.peek().is_some() {
        return Err(parser.expected("a statement"));
    }
    parser.scope.end(program, body, last)?;
    Ok(parser.finish())
}

struct Parser<'a> {
    tokens: Vec<Lexeme<'a>>,
    at: usize,
    last_line: u32,
    depth: usize,
    /// Statements end with this row: the body of a short `if` or `while`.
    limit: Option<u32>,
    scope: Scope,
    ast: Ast,
    known: BTreeMap<Vec<u8>, TextId>,
}

impl<'a> Parser<'a> {
    fn new(tokens: Vec<Lexeme<'a>>, last_line: u32) -> Parser<'a> {
        Parser {
            tokens,
            at: 0,
            last_line,
            depth: 0,
            limit: None,
            scope: Scope::default(),
            ast: Ast::default(),
            known: BTreeMap::new(),
        }
    }

    fn finish(mut self) -> Ast {
        self.ast.functions = self.scope.into_functions();
        self.ast
    }

    fn peek(&self) -> Option<Lexeme<'a>> {
        self.tokens.get(self.at).copied()
    }

    fn line(&self) -> u32 {
        self.peek().map_or(self.last_line, |token| token.line)
    }

    /// The row of the next token; past all rows at the end.
    fn row(&self) -> u32 {
        self.peek().map_or(u32::MAX, |token| token.row)
    }

    fn row_before(&self) -> u32 {
        self.at.checked_sub(1).and_then(|at| self.tokens.get(at)).map_or(1, |token| token.row)
    }

    fn is(&self, text: &str) -> bool {
        self.peek().is_some_and(|token| token.text == text.as_bytes())
    }

    fn accept(&mut self, text: &str) -> bool {
        let is = self.is(text);
        self.at += usize::from(is);
        is
    }

    fn expect(&mut self, text: &str) -> Result<(), SyntaxError> {
        if self.accept(text) { Ok(()) } else { Err(self.expected(&format!("'{text}'"))) }
    }

    /// Skips a token that closes another one, on the given line.
    fn close(&mut self, text: &str, opened: &str, line: u32) -> Result<(), SyntaxError> {
        if self.accept(text) {
            return Ok(());
        }
        if line == self.line() {
            return Err(self.expected(&format!("'{text}'")));
        }
        let error = self.expected(&format!("'{text}' to close '{opened}'"));
        Err(SyntaxError { opened: Some(line), ..error })
    }

    fn expected(&self, expected: &str) -> SyntaxError {
        let found = self.peek().map_or(crate::error::END.to_string(), |token| quote(token.text));
        Self::error(self.line(), found, expected)
    }

    fn error(line: u32, found: String, expected: &str) -> SyntaxError {
        SyntaxError { line, found, expected: expected.to_string(), opened: None }
    }

    fn name(&mut self) -> Result<TextId, SyntaxError> {
        match self.peek() {
            Some(token) if is_name(&token) => {
                self.at += 1;
                Ok(self.text_id(token.text.to_vec()))
            }
            _ => Err(self.expected("a name")),
        }
    }

    fn deeper<T>(
        &mut self,
        inner: impl FnOnce(&mut Self) -> Result<T, SyntaxError>,
    ) -> Result<T, SyntaxError> {
        if self.depth == MAX_DEPTH {
            return Err(self.expected(&format!("at most {MAX_DEPTH} levels of blocks and brackets")));
        }
        self.depth += 1;
        let read = inner(self);
        self.depth -= 1;
        read
    }

    fn text_id(&mut self, text: Vec<u8>) -> TextId {
        if let Some(id) = self.known.get(&text) {
            return *id;
        }
        let id = TextId::new(self.ast.texts.len());
        self.ast.texts.push(text.clone().into_boxed_slice());
        self.known.insert(text, id);
        id
    }

    fn text(&mut self, token: Lexeme<'_>) -> Result<TextId, SyntaxError> {
        let bytes = literal::text(token.text).map_err(|escape| {
            Self::error(token.line, quote(escape), "an escape such as \\n, \\65 or \\x41")
        })?;
        Ok(self.text_id(bytes))
    }

    fn push(&mut self, line: u32, expr: Expr) -> ExprId {
        self.ast.exprs.push(expr);
        self.ast.lines.push(line);
        ExprId::new(self.ast.exprs.len() - 1)
    }

    fn push_list(&mut self, items: &[ExprId]) -> ExprList {
        let start = self.ast.lists.len() as u32;
        self.ast.lists.extend_from_slice(items);
        ExprList(start..self.ast.lists.len() as u32)
    }

    fn push_fields(&mut self, items: &[Field]) -> FieldList {
        let start = self.ast.fields.len() as u32;
        self.ast.fields.extend_from_slice(items);
        FieldList(start..self.ast.fields.len() as u32)
    }
}

fn is_name(token: &Lexeme<'_>) -> bool {
    token.kind == LexemeKind::Word && !is_keyword(token.text)
}

pub fn is_keyword(word: &[u8]) -> bool {
    KEYWORDS.iter().any(|keyword| keyword.as_bytes() == word)
}

/// A token in a message: control codes are escaped, and long tokens are cut.
fn quote(text: &[u8]) -> String {
    const MOST: usize = 24;
    let mut out = String::from("'");
    for byte in text.iter().take(MOST) {
        match byte {
            b' '..=b'~' | 0x80.. => out.push(char::from(*byte)),
            _ => out.extend(core::ascii::escape_default(*byte).map(char::from)),
        }
    }
    out.push_str(if text.len() > MOST { "...'" } else { "'" });
    out
}
