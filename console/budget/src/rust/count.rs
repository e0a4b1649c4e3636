//! Expressions and patterns.
//!
//! ```text
//! self.hero.at = from.step(dir);          hero at = from step ( dir        `self` and `.` are free
//! p8.spr(i32::from(tile), x * 8, y)       spr ( tile x * 8 y               `p8` and conversions, too
//! if let Some(dir) = self.kept {          if Some ( dir = kept {           `let` is free, a pair of brackets costs 1
//! Event::Moved { from, dir } => ..        Event::Moved { from dir =>       a path is one name
//! ```

use super::tokens::is_unnamed;
use super::{TokenCounter, macros, tokens};
use crate::ledger::TokenKind;
use proc_macro2::Span;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Block, Expr, Lit, Pat, Stmt, UnOp};

/// Conversions such as `i32::from(x)`, which change only the type.
const CONVERTED: [&str; 14] =
    ["i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "usize", "isize", "Num", "String", "Box", "Color"];
const CONVERTERS: [&str; 4] = ["from", "int", "new", "try_from"];

/// Methods without arguments for the type checker.
const TYPE_METHODS: [&str; 9] =
    ["into", "clone", "copied", "cloned", "as_ref", "as_mut", "as_deref", "as_str", "to_owned"];

const OPERATORS: [&str; 2] = ["wrapping_", "saturating_"];
const OPERATIONS: [&str; 8] = ["add", "sub", "mul", "div", "rem", "neg", "shl", "shr"];

fn is_operator(name: &str) -> bool {
    let (stem, euclid) = (name.strip_suffix("_euclid"), ["div", "rem"]);
    stem.is_some_and(|stem| euclid.contains(&stem))
        || OPERATORS.iter().any(|prefix| name.strip_prefix(prefix).is_some_and(|op| OPERATIONS.contains(&op)))
}

impl TokenCounter<'_> {
    fn at(span: Span) -> usize {
        span.start().line
    }

    pub(super) fn word(&mut self, text: &str, span: Span) {
        self.enter(TokenKind::Word, text, usize::from(!is_unnamed(text)), Self::at(span));
    }

    pub(super) fn sign(&mut self, text: &str, span: Span) {
        self.enter(TokenKind::Sign, text, 1, Self::at(span));
    }

    pub(super) fn open(&mut self, text: &str, span: Span) {
        self.enter(TokenKind::Open, text, 1, Self::at(span));
    }

    pub(super) fn close(&mut self, text: &str, span: Span) {
        self.enter(TokenKind::Close, text, 0, span.end().line);
    }

    pub(super) fn literal(&mut self, lit: &Lit) {
        self.enter(TokenKind::Literal, &text_of(lit), 1, Self::at(lit.span()));
    }

    /// A path is one name; generic arguments are types.
    pub(super) fn path(&mut self, path: &syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|it| it.ident.to_string()).collect();
        self.word(&names.join("::"), path.span());
    }

    fn list<'e>(&mut self, brackets: [&str; 2], span: Span, of: impl IntoIterator<Item = &'e Expr>) {
        self.open(brackets[0], span);
        of.into_iter().for_each(|expr| self.expr(expr));
        self.close(brackets[1], span);
    }

    /// Statements without their braces.
    pub(super) fn statements(&mut self, block: &Block) {
        block.stmts.iter().for_each(|stmt| self.stmt(stmt));
    }

    /// A block whose braces count as Lua's `then` or `do`.
    fn block(&mut self, block: &Block) {
        self.open("{", block.span());
        self.statements(block);
        self.close("}", block.span());
    }

    /// What follows `=>`, `else` or a closure's bars, which make its braces redundant.
    fn body(&mut self, expr: &Expr) {
        match expr {
            Expr::Block(it) if it.label.is_none() => self.statements(&it.block),
            other => self.expr(other),
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Local(local) => {
                if super::is_test(&local.attrs) {
                    return;
                }
                self.pat(&local.pat);
                let Some(init) = &local.init else { return };
                self.sign("=", init.eq_token.span());
                self.expr(&init.expr);
                if let Some((word, expr)) = &init.diverge {
                    self.word("else", word.span());
                    self.body(expr);
                }
            }
            Stmt::Item(item) => self.item(item),
            Stmt::Expr(expr, _) => self.expr(expr),
            Stmt::Macro(it) => macros::call(self, &it.mac),
        }
    }

    fn label(&mut self, label: Option<&syn::Label>) {
        if let Some(label) = label {
            self.word(&label.name.to_string(), label.span());
        }
    }

    pub(super) fn expr(&mut self, expr: &Expr) {
        let span = expr.span();
        match expr {
            Expr::Array(it) => self.list(["[", "]"], span, &it.elems),
            Expr::Tuple(it) => self.list(["(", ")"], span, &it.elems),
            Expr::Repeat(it) => self.list(["[", "]"], span, [&*it.expr, &*it.len]),
            Expr::Assign(it) => {
                self.expr(&it.left);
                self.sign("=", it.eq_token.span());
                self.expr(&it.right);
            }
            Expr::Binary(it) => {
                self.expr(&it.left);
                self.sign(&text_of(&it.op), it.op.span());
                self.expr(&it.right);
            }
            Expr::Unary(it) => {
                match (&it.op, &*it.expr) {
                    (UnOp::Deref(_), _) | (UnOp::Neg(_), Expr::Lit(_)) => {}
                    (UnOp::Not(_), _) => self.sign("!", span),
                    _ => self.sign("-", span),
                }
                self.expr(&it.expr);
            }
            Expr::Reference(it) => self.expr(&it.expr),
            Expr::RawAddr(it) => self.expr(&it.expr),
            Expr::Group(it) => self.expr(&it.expr),
            Expr::Cast(it) => match &*it.expr {
                Expr::Paren(inner) => self.expr(&inner.expr),
                other => self.expr(other),
            },
            Expr::Paren(it) => match &*it.expr {
                Expr::Cast(_)
                | Expr::Reference(_)
                | Expr::Unary(syn::ExprUnary { op: UnOp::Deref(_), .. }) => {
                    self.expr(&it.expr);
                }
                inner => self.list(["(", ")"], span, [inner]),
            },
            Expr::Call(it) => self.call(it),
            Expr::MethodCall(it) => self.method(it),
            Expr::Field(it) => {
                self.expr(&it.base);
                self.enter(TokenKind::Word, &text_of(&it.member), 1, Self::at(it.member.span()));
            }
            Expr::Index(it) => {
                self.expr(&it.expr);
                self.list(["[", "]"], it.bracket_token.span.join(), [&*it.index]);
            }
            Expr::Lit(it) => self.literal(&it.lit),
            Expr::Path(it) => self.path(&it.path),
            Expr::Macro(it) => macros::call(self, &it.mac),
            Expr::Struct(it) => self.record(it),
            Expr::Range(it) => {
                it.start.iter().for_each(|start| self.expr(start));
                self.sign("..", it.limits.span());
                it.end.iter().for_each(|end| self.expr(end));
            }
            Expr::Let(it) => {
                self.pat(&it.pat);
                self.sign("=", it.eq_token.span());
                self.expr(&it.expr);
            }
            Expr::Try(it) => {
                self.expr(&it.expr);
                self.sign("?", it.question_token.span());
            }
            Expr::Infer(_) => self.word("_", span),
            _ => self.control(expr),
        }
    }

    fn control(&mut self, expr: &Expr) {
        let span = expr.span();
        match expr {
            Expr::If(it) => self.branch("if", it),
            Expr::Match(it) => self.choice(it),
            Expr::Closure(it) => {
                self.open("|", span);
                it.inputs.iter().for_each(|pat| self.pat(pat));
                self.close("|", span);
                self.body(&it.body);
            }
            Expr::ForLoop(it) => {
                self.label(it.label.as_ref());
                self.word("for", span);
                self.pat(&it.pat);
                self.word("in", it.in_token.span());
                self.expr(&it.expr);
                self.block(&it.body);
            }
            Expr::While(it) => {
                self.label(it.label.as_ref());
                self.word("while", span);
                self.expr(&it.cond);
                self.block(&it.body);
            }
            Expr::Loop(it) => {
                self.label(it.label.as_ref());
                self.word("loop", span);
                self.block(&it.body);
            }
            Expr::Block(it) => {
                self.label(it.label.as_ref());
                self.block(&it.block);
            }
            Expr::Unsafe(it) => self.block(&it.block),
            Expr::Const(it) => self.block(&it.block),
            Expr::Return(it) => {
                self.word("return", span);
                it.expr.iter().for_each(|value| self.expr(value));
            }
            Expr::Break(it) => {
                self.word("break", span);
                it.label.iter().for_each(|label| self.word(&label.to_string(), label.span()));
                it.expr.iter().for_each(|value| self.expr(value));
            }
            Expr::Continue(it) => {
                self.word("continue", span);
                it.label.iter().for_each(|label| self.word(&label.to_string(), label.span()));
            }
            other => tokens::count(self, other.to_token_stream()),
        }
    }

    /// `if`, where `else if` is one word, as in Lua.
    fn branch(&mut self, word: &str, it: &syn::ExprIf) {
        let (mut it, mut word) = (it, word);
        loop {
            self.word(word, it.if_token.span());
            self.expr(&it.cond);
            self.block(&it.then_branch);
            match &it.else_branch {
                Some((_, next)) if matches!(**next, Expr::If(_)) => {
                    let Expr::If(next) = &**next else { return };
                    (it, word) = (next, "else if");
                }
                Some((token, last)) => {
                    self.word("else", token.span());
                    return self.body(last);
                }
                None => return,
            }
        }
    }

    fn choice(&mut self, it: &syn::ExprMatch) {
        self.word("match", it.match_token.span());
        self.expr(&it.expr);
        self.open("{", it.brace_token.span.join());
        for arm in &it.arms {
            if super::is_test(&arm.attrs) {
                continue;
            }
            self.pat(&arm.pat);
            self.sign("=>", arm.fat_arrow_token.span());
            self.body(&arm.body);
        }
        self.close("}", it.brace_token.span.join());
    }

    fn call(&mut self, it: &syn::ExprCall) {
        if let (Expr::Path(path), 1) = (&*it.func, it.args.len()) {
            let names: Vec<String> = path.path.segments.iter().map(|it| it.ident.to_string()).collect();
            if let [.., of, by] = &names[..]
                && CONVERTED.contains(&of.as_str())
                && CONVERTERS.contains(&by.as_str())
            {
                return it.args.iter().for_each(|arg| self.expr(arg));
            }
        }
        self.expr(&it.func);
        self.list(["(", ")"], it.paren_token.span.join(), &it.args);
    }

    fn method(&mut self, it: &syn::ExprMethodCall) {
        let name = it.method.to_string();
        if it.args.is_empty() && TYPE_METHODS.contains(&name.as_str()) {
            return match &*it.receiver {
                Expr::Paren(inner) => self.expr(&inner.expr),
                other => self.expr(other),
            };
        }
        self.expr(&it.receiver);
        if is_operator(&name) {
            self.sign(&name, it.method.span());
            return it.args.iter().for_each(|arg| self.expr(arg));
        }
        self.word(&name, it.method.span());
        self.list(["(", ")"], it.paren_token.span.join(), &it.args);
    }

    /// A struct's value; `x` for `x: x` is one name.
    fn record(&mut self, it: &syn::ExprStruct) {
        self.path(&it.path);
        self.open("{", it.brace_token.span.join());
        for field in &it.fields {
            if field.colon_token.is_some() {
                self.word(&text_of(&field.member), field.span());
            }
            self.expr(&field.expr);
        }
        if let Some(rest) = &it.rest {
            self.sign("..", rest.span());
            self.expr(rest);
        }
        self.close("}", it.brace_token.span.join());
    }

    pub(super) fn pat(&mut self, pat: &Pat) {
        let span = pat.span();
        match pat {
            Pat::Ident(it) => {
                self.word(&it.ident.to_string(), it.ident.span());
                if let Some((sign, inner)) = &it.subpat {
                    self.sign("@", sign.span());
                    self.pat(inner);
                }
            }
            Pat::Type(it) => self.pat(&it.pat),
            Pat::Reference(it) => self.pat(&it.pat),
            Pat::Paren(it) => self.pat(&it.pat),
            Pat::Rest(_) => {}
            Pat::Guard(it) => {
                self.pat(&it.pat);
                self.word("if", it.if_token.span());
                self.expr(&it.guard);
            }
            Pat::Wild(_) => self.word("_", span),
            Pat::Tuple(it) => self.pats(["(", ")"], span, &it.elems),
            Pat::TupleStruct(it) => {
                self.path(&it.path);
                self.pats(["(", ")"], it.paren_token.span.join(), &it.elems);
            }
            Pat::Slice(it) => self.pats(["[", "]"], span, &it.elems),
            Pat::Struct(it) => {
                self.path(&it.path);
                self.open("{", it.brace_token.span.join());
                for field in &it.fields {
                    if field.colon_token.is_some() {
                        self.word(&text_of(&field.member), field.span());
                    }
                    self.pat(&field.pat);
                }
                self.close("}", it.brace_token.span.join());
            }
            Pat::Or(it) => {
                for (i, case) in it.cases.iter().enumerate() {
                    if i > 0 {
                        self.sign("|", case.span());
                    }
                    self.pat(case);
                }
            }
            Pat::Lit(it) => self.expr(&Expr::Lit(it.clone())),
            Pat::Range(it) => {
                it.start.iter().for_each(|start| self.expr(start));
                self.sign("..", it.limits.span());
                it.end.iter().for_each(|end| self.expr(end));
            }
            Pat::Path(it) => self.path(&it.path),
            Pat::Macro(it) => macros::call(self, &it.mac),
            Pat::Const(it) => self.block(&it.block),
            other => tokens::count(self, other.to_token_stream()),
        }
    }

    fn pats<'p>(&mut self, brackets: [&str; 2], span: Span, of: impl IntoIterator<Item = &'p Pat>) {
        self.open(brackets[0], span);
        of.into_iter().for_each(|pat| self.pat(pat));
        self.close(brackets[1], span);
    }
}

fn text_of(tokens: &impl ToTokens) -> String {
    tokens.to_token_stream().to_string()
}
