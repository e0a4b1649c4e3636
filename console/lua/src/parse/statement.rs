//! Statements.
//!
//! In addition to Lua 5.2's:
//!
//! | form | rule |
//! |---|---|
//! | `if (c) x else y` | the condition begins with a bracket, such as `(a)<b`, without `then` or `do` after it; it ends with its line |
//! | `while (c) x` | likewise |
//! | `if c do` | `do` for `then`, after `elseif` too, not for `else` |
//! | `?a,b` | `print(a,b)` with the rest of the line |
//! | `local a += x` | `local a = a + x`, where the right `a` is the previous one |
//! | `a += x` | for each binary operator except `and`, `or` and comparisons; one target |
//!
//! Ends of lines in long comments and texts do not end a short form. A statement that begins on its line may end on a later one, as in
//! shrinko8: `if (c) for i=1,9 do` with its body below.

use super::Parser;
use crate::ast::{BinaryOp, Block, Expr, ExprId, ExprList, LocalId, Statement};
use crate::error::SyntaxError;
use crate::lex::Lexeme;
use alloc::vec::Vec;

/// The operator of a compound assignment such as `+=`.
fn compound(token: &Lexeme<'_>) -> Option<BinaryOp> {
    use BinaryOp::*;
    let sign = token.text.strip_suffix(b"=")?;
    BinaryOp::ALL
        .iter()
        .copied()
        .find(|op| !matches!(op, Lt | Gt | Le | Ge | Ne | Eq) && op.sign().as_bytes() == sign)
}

impl Parser<'_> {
    fn at_block_end(&self) -> bool {
        self.peek().is_none_or(|token| matches!(token.text, b"else" | b"elseif" | b"end" | b"until"))
            || self.is_past_line()
    }

    /// Is the next token after the line with which a short form ends?
    fn is_past_line(&self) -> bool {
        self.limit.is_some_and(|limit| self.row() > limit)
    }

    pub(super) fn statements(&mut self) -> Result<Block, SyntaxError> {
        let mut statements = Vec::new();
        while !self.at_block_end() {
            let line = self.line();
            if self.accept(";") {
                continue;
            }
            let last = self.is("return");
            statements.push((line, self.deeper(Self::statement)?));
            if last {
                while self.accept(";") {}
                break;
            }
        }
        Ok(Block { statements })
    }

    /// A block; with a `limit` it ends with that line, otherwise with a keyword.
    fn block(&mut self, limit: Option<u32>, is_loop: bool) -> Result<Block, SyntaxError> {
        self.scope.open_block(is_loop);
        let block = self.within(limit, Self::statements)?;
        self.scope.close_block()?;
        Ok(block)
    }

    /// Parses `inner` with another line limit.
    pub(super) fn within<T>(
        &mut self,
        limit: Option<u32>,
        inner: impl FnOnce(&mut Self) -> Result<T, SyntaxError>,
    ) -> Result<T, SyntaxError> {
        let outer = core::mem::replace(&mut self.limit, limit);
        let read = inner(self);
        self.limit = outer;
        read
    }

    fn statement(&mut self) -> Result<Statement, SyntaxError> {
        let Some(token) = self.peek() else { return Err(self.expected("a statement")) };
        let line = token.line;
        self.at += 1;
        match token.text {
            b"if" => self.if_statement(line),
            b"while" => {
                let (is_short, row) = (self.is("("), token.row);
                let condition = self.expr()?;
                if !self.is("do") && is_short {
                    let after = self.at;
                    let body = self.block(Some(self.row_before()), true)?;
                    self.note_lines(line, row);
                    self.note_empty(line, after);
                    return Ok(Statement::While(condition, body));
                }
                self.expect("do")?;
                let block = self.block(None, true)?;
                self.close("end", "while", line)?;
                Ok(Statement::While(condition, block))
            }
            b"do" => {
                let block = self.block(None, false)?;
                self.close("end", "do", line)?;
                Ok(Statement::Do(block))
            }
            b"for" => self.for_statement(line),
            b"repeat" => {
                self.scope.open_block(true);
                let block = self.within(None, Self::statements)?;
                self.close("until", "repeat", line)?;
                // The condition can use the block's locals.
                let condition = self.expr()?;
                self.scope.close_block()?;
                Ok(Statement::Repeat(block, condition))
            }
            b"function" => self.function_statement(line),
            b"local" => self.local_statement(),
            b"return" => {
                let empty = self.at_block_end() || self.is(";");
                let values = if empty { self.push_list(&[]) } else { self.exprs()? };
                Ok(Statement::Return(values))
            }
            b"break" if self.scope.in_loop() => Ok(Statement::Break),
            b"break" => {
                Err(Self::error(line, "'break' outside a loop".into(), "it in a for, while or repeat"))
            }
            b"goto" => {
                let name = self.name()?;
                Ok(Statement::Goto(self.scope.goto(name, line)?))
            }
            b"::" => {
                let name = self.name()?;
                self.expect("::")?;
                let at_end = self.only_labels_follow();
                Ok(Statement::Label(self.scope.label(name, at_end, line)?))
            }
            b"?" => Ok(Statement::Call(self.print(line)?)),
            _ => {
                self.at -= 1;
                self.expr_statement()
            }
        }
    }

    /// What follows a `?`.
    pub(super) fn print(&mut self, line: u32) -> Result<ExprId, SyntaxError> {
        let row = self.row_before();
        let name = self.text_id(b"print".to_vec());
        let print = self.variable(name, line)?;
        let empty = self.row() > row || self.at_block_end() || self.is(";");
        let mut args = Vec::new();
        if !empty {
            args.push(self.expr()?);
        }
        // A comma on the next line is not a part of it: `local n,c=?"a"` and then `,4`.
        while !empty && self.row() == row && self.accept(",") {
            args.push(self.expr()?);
        }
        self.note_lines(line, row);
        let args = self.push_list(&args);
        Ok(self.push(line, Expr::Call(print, args)))
    }

    /// Notes a short form that began there and ended on another row.
    fn note_lines(&mut self, line: u32, row: u32) {
        if self.row_before() > row {
            // The manual: on a single line. z8lua's parser meets the end of the line inside of the statement.
            let why = "PICO-8 needs a short form on one line: use `then`, `end`";
            self.ast.lenient.push((line, why));
        }
    }

    /// Notes a short form without anything on its line after its condition, which ended before the token `after`.
    fn note_empty(&mut self, line: u32, after: usize) {
        if self.at == after && self.row() > self.row_before() {
            let why = "PICO-8 needs a statement or `;` here, or `then` or `do`";
            self.ast.lenient.push((line, why));
        }
    }

    /// Do only labels and `;` follow in this block? A condition after `until` is something else.
    fn only_labels_follow(&self) -> bool {
        let mut rest = &self.tokens[self.at..];
        loop {
            rest = match rest {
                [first, rest @ ..] if first.text == b";" => rest,
                [open, _, close, rest @ ..] if open.text == b"::" && close.text == b"::" => rest,
                [] => return true,
                [first, ..] => return matches!(first.text, b"else" | b"elseif" | b"end"),
            };
        }
    }

    fn if_statement(&mut self, line: u32) -> Result<Statement, SyntaxError> {
        let (is_short, row) = (self.is("("), self.row_before());
        let condition = self.expr()?;
        if !self.is("then") && !self.is("do") && is_short {
            let (last, after) = (self.row_before(), self.at);
            let block = self.block(Some(last), false)?;
            let has_else = self.row() == last && self.accept("else");
            let otherwise = if has_else { Some(self.block(Some(last), false)?) } else { None };
            self.note_lines(line, row);
            self.note_empty(line, after);
            return Ok(Statement::If([(condition, block)].into(), otherwise));
        }
        let mut arms = Vec::new();
        let mut condition = condition;
        loop {
            if !self.accept("then") && !self.accept("do") {
                return Err(self.expected("'then'"));
            }
            arms.push((condition, self.block(None, false)?));
            if !self.accept("elseif") {
                break;
            }
            condition = self.expr()?;
        }
        let otherwise = if self.accept("else") { Some(self.block(None, false)?) } else { None };
        self.close("end", "if", line)?;
        Ok(Statement::If(arms, otherwise))
    }

    fn for_statement(&mut self, line: u32) -> Result<Statement, SyntaxError> {
        let mut names = [self.name()?].to_vec();
        if self.accept("=") {
            let from = self.expr()?;
            self.expect(",")?;
            let to = self.expr()?;
            let step = if self.accept(",") { Some(self.expr()?) } else { None };
            let (variables, body) = self.for_body(&names, line)?;
            return Ok(Statement::NumericFor { variable: variables[0], from, to, step, body });
        }
        while self.accept(",") {
            names.push(self.name()?);
        }
        if !self.accept("in") {
            return Err(self.expected("'=' or 'in'"));
        }
        let iterator = self.exprs()?;
        let (variables, body) = self.for_body(&names, line)?;
        Ok(Statement::GenericFor { variables, iterator, body })
    }

    fn for_body(
        &mut self,
        names: &[crate::ast::TextId],
        line: u32,
    ) -> Result<(Vec<LocalId>, Block), SyntaxError> {
        self.expect("do")?;
        self.scope.open_block(true);
        let variables: Vec<LocalId> = names.iter().map(|name| self.scope.declare(*name)).collect();
        self.scope.show(&variables, line)?;
        let body = self.within(None, Self::statements)?;
        self.scope.close_block()?;
        self.close("end", "for", line)?;
        Ok((variables, body))
    }

    fn function_statement(&mut self, line: u32) -> Result<Statement, SyntaxError> {
        let name = self.name()?;
        let mut target = self.variable(name, line)?;
        let mut full = self.ast.text(name).to_vec();
        let mut is_method = false;
        while !is_method && (self.is(".") || self.is(":")) {
            is_method = self.is(":");
            self.at += 1;
            let field = self.name()?;
            full.push(if is_method { b':' } else { b'.' });
            full.extend_from_slice(self.ast.text(field));
            let key = self.push(line, Expr::Text(field));
            target = self.push(line, Expr::Index(target, key));
        }
        self.assign(target);
        let function = self.function(full, is_method, line)?;
        let function = self.push(line, Expr::Function(function));
        let (targets, values) = (self.push_list(&[target]), self.push_list(&[function]));
        Ok(Statement::Assign(targets, values))
    }

    fn local_statement(&mut self) -> Result<Statement, SyntaxError> {
        let line = self.line();
        if self.accept("function") {
            let name = self.name()?;
            let local = self.scope.declare(name);
            self.scope.show(&[local], line)?;
            let full = self.ast.text(name).to_vec();
            return Ok(Statement::LocalFunction(local, self.function(full, false, line)?));
        }
        let mut names = [self.name()?].to_vec();
        while self.accept(",") {
            names.push(self.name()?);
        }
        let values = if let ([name], Some((op, token))) =
            (&names[..], self.peek().and_then(|token| Some((compound(&token)?, token))))
        {
            let why = "PICO-8 no longer reads `local a+=1`: write `local a=a+1`";
            self.ast.lenient.push((token.line, why));
            // The value uses the previous variable of that name.
            let before = self.variable(*name, token.line)?;
            self.at += 1;
            let right = self.expr()?;
            let value = self.push(token.line, Expr::Binary(op, before, right));
            self.push_list(&[value])
        } else if self.accept("=") {
            self.exprs()?
        } else {
            self.push_list(&[])
        };
        // The new names are not visible in the values.
        let locals: Vec<LocalId> = names.iter().map(|name| self.scope.declare(*name)).collect();
        self.scope.show(&locals, line)?;
        Ok(Statement::Local(locals, values))
    }

    fn expr_statement(&mut self) -> Result<Statement, SyntaxError> {
        let at = self.at;
        // No expression begins here, so the error is a missing statement; later it is a missing expression.
        let first = self.suffixed().map_err(|error| match error.expected.as_str() {
            "an expression" if self.at == at => SyntaxError { expected: "a statement".into(), ..error },
            _ => error,
        })?;
        let Some(token) = self.peek() else { return self.call_statement(first) };
        if let Some(op) = compound(&token) {
            self.target(first, &token)?;
            self.at += 1;
            let value = self.expr()?;
            self.assign(first);
            return Ok(Statement::Compound(op, first, value));
        }
        if !matches!(token.text, b"=" | b",") {
            return self.call_statement(first);
        }
        self.target(first, &token)?;
        let mut targets = [first].to_vec();
        while self.accept(",") {
            let target = self.suffixed()?;
            let token = self.peek().unwrap_or(token);
            self.target(target, &token)?;
            targets.push(target);
        }
        self.expect("=")?;
        let values: ExprList = self.exprs()?;
        targets.iter().for_each(|target| self.assign(*target));
        Ok(Statement::Assign(self.push_list(&targets), values))
    }

    fn call_statement(&mut self, expr: ExprId) -> Result<Statement, SyntaxError> {
        match self.ast.exprs[expr.index()] {
            Expr::Call(..) | Expr::Method(..) => Ok(Statement::Call(expr)),
            _ => Err(self.expected("'=' or a call")),
        }
    }

    /// Checks that an expression can be assigned.
    fn target(&self, expr: ExprId, token: &Lexeme<'_>) -> Result<(), SyntaxError> {
        match self.ast.exprs[expr.index()] {
            Expr::Local(_) | Expr::Upvalue(_) | Expr::Global(_) | Expr::Env | Expr::Index(..) => Ok(()),
            _ => Err(Self::error(token.line, super::quote(token.text), "a variable or a field before it")),
        }
    }

    fn assign(&mut self, target: ExprId) {
        let binding = match self.ast.exprs[target.index()] {
            Expr::Local(local) => super::scope::NameBinding::Local(local),
            Expr::Upvalue(upvalue) => super::scope::NameBinding::Upvalue(upvalue),
            _ => return,
        };
        self.scope.assign(binding);
    }
}
