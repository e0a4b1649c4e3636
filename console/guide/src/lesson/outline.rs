//! The functions of a program in Lua, and what each of them does, from the syntax tree.
//!
//! ```text
//! function fly()          Function { name: "fly", lines: 0..4, features: .. }
//!  bee.dx*=0.91           Sets "bee.dx", Uses "bee.dx"
//!  for w in all(list) do  Calls "all", Uses "list"
//!  w.x+=1                 Sets ".x", Uses ".x": the name of a local does not matter
//! ```
//!
//! Blanks, comments, most numbers and the order of functions do not matter, so a reader may write a step in another way.

use lua::SyntaxError;
use lua::ast::{Ast, Block, Expr, ExprId, Field, FieldList, FunctionId, Statement};
use num::Num;
use std::ops::Range;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Feature {
    Calls(String),
    /// A sprite, a sound or a tune by its number.
    CallsWith(&'static str, Num),
    /// A global variable, or a field: `bee.x` of a global, `.x` of anything else.
    Sets(String),
    Uses(String),
}

impl Feature {
    /// Does this do what the other asks for? A field of any table is enough where the other names none.
    pub fn covers(&self, other: &Feature) -> bool {
        match (self, other) {
            (Feature::Sets(mine), Feature::Sets(path)) | (Feature::Uses(mine), Feature::Uses(path)) => {
                mine == path || path.starts_with('.') && mine.ends_with(path.as_str())
            }
            _ => self == other,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    pub name: String,
    /// From 0.
    pub lines: Range<usize>,
    /// In the order of the code, each once.
    pub features: Vec<Feature>,
}

impl Function {
    pub fn has(&self, feature: &Feature) -> bool {
        self.features.iter().any(|mine| mine.covers(feature))
    }
}

/// Calls whose first argument is the number of something.
const OF_NUMBER: [&str; 3] = ["spr", "sfx", "music"];

/// The functions at the top level of a program, in P8SCII.
pub fn functions(code: &[u8]) -> Result<Vec<Function>, SyntaxError> {
    let ast = lua::parse(code)?;
    let mut found = Vec::new();
    for (line, statement) in &ast.functions[0].body.statements {
        let made = match statement {
            Statement::LocalFunction(_, function) => Some((None, *function)),
            Statement::Assign(targets, values) => match (ast.list(targets), ast.list(values)) {
                ([target], [value]) => function_of(&ast, *value).map(|it| (global(&ast, *target), it)),
                _ => None,
            },
            _ => None,
        };
        let Some((name, id)) = made else { continue };
        let function = &ast.functions[id.index()];
        let name = name.unwrap_or_else(|| rasher::text::decode(&function.name));
        let mut reader = FeatureReader { ast: &ast, found: Vec::new() };
        reader.block(&function.body);
        let lines = line.saturating_sub(1) as usize..function.last_line as usize;
        found.push(Function { name, lines, features: reader.found });
    }
    Ok(found)
}

/// The function of a name: the last one, which is the one that runs.
pub fn named<'a>(functions: &'a [Function], name: &str) -> Option<&'a Function> {
    functions.iter().rfind(|function| function.name == name)
}

fn function_of(ast: &Ast, id: ExprId) -> Option<FunctionId> {
    let Expr::Function(function) = ast.expr(id) else { return None };
    Some(function)
}

fn global(ast: &Ast, id: ExprId) -> Option<String> {
    let Expr::Global(name) = ast.expr(id) else { return None };
    Some(rasher::text::decode(ast.text(name)))
}

struct FeatureReader<'a> {
    ast: &'a Ast,
    found: Vec<Feature>,
}

impl FeatureReader<'_> {
    fn add(&mut self, feature: Feature) {
        // Buttons have glyphs or numbers.
        let is_glyph = matches!(&feature, Feature::Uses(name) if !name.starts_with(|c: char| c.is_ascii()));
        if !is_glyph && !self.found.contains(&feature) {
            self.found.push(feature);
        }
    }

    /// A global or a field, as [`Feature::Sets`] writes it.
    fn path(&self, id: ExprId) -> Option<String> {
        let Expr::Index(of, key) = self.ast.expr(id) else { return global(self.ast, id) };
        let Expr::Text(key) = self.ast.expr(key) else { return None };
        let field = rasher::text::decode(self.ast.text(key));
        Some(format!("{}.{field}", global(self.ast, of).unwrap_or_default()))
    }

    fn block(&mut self, block: &Block) {
        block.statements.iter().for_each(|(_, statement)| self.statement(statement));
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Local(_, values) | Statement::Return(values) => self.exprs(self.ast.list(values)),
            Statement::LocalFunction(_, function) => self.function(*function),
            Statement::Assign(targets, values) => {
                let (targets, values) = (self.ast.list(targets), self.ast.list(values));
                targets.iter().for_each(|target| self.target(*target));
                for (n, value) in values.iter().enumerate() {
                    let name = targets.get(n).and_then(|target| global(self.ast, *target));
                    match (name, self.ast.expr(*value)) {
                        (Some(name), Expr::Table(fields)) => {
                            let operands = self.table(&name, &fields);
                            self.exprs(&operands);
                        }
                        _ => self.exprs(&[*value]),
                    }
                }
            }
            Statement::Compound(_, target, value) => {
                self.target(*target);
                self.exprs(&[*target, *value]);
            }
            Statement::Call(call) => self.exprs(&[*call]),
            Statement::Do(body) => self.block(body),
            Statement::While(condition, body) => {
                self.exprs(&[*condition]);
                self.block(body);
            }
            Statement::Repeat(body, condition) => {
                self.block(body);
                self.exprs(&[*condition]);
            }
            Statement::If(arms, otherwise) => {
                for (condition, body) in arms {
                    self.exprs(&[*condition]);
                    self.block(body);
                }
                otherwise.iter().for_each(|body| self.block(body));
            }
            Statement::NumericFor { from, to, step, body, .. } => {
                self.exprs(&[*from, *to]);
                step.iter().for_each(|step| self.exprs(&[*step]));
                self.block(body);
            }
            Statement::GenericFor { iterator, body, .. } => {
                self.exprs(self.ast.list(iterator));
                self.block(body);
            }
            Statement::Break | Statement::Goto(_) | Statement::Label(_) => {}
        }
    }

    fn function(&mut self, id: FunctionId) {
        let ast = self.ast;
        self.block(&ast.functions[id.index()].body);
    }

    fn target(&mut self, target: ExprId) {
        self.path(target).into_iter().for_each(|path| self.add(Feature::Sets(path)));
        if let Expr::Index(of, key) = self.ast.expr(target) {
            self.exprs(&[key]);
            // `bee.x=1` needs `bee` only to find the field.
            if global(self.ast, of).is_none() {
                self.exprs(&[of]);
            }
        }
    }

    /// Adds the fields of a table, which a global of that name may become. Returns their keys and values.
    fn table(&mut self, name: &str, fields: &FieldList) -> Vec<ExprId> {
        let mut operands = Vec::new();
        for field in self.ast.table(fields) {
            match field {
                Field::Item(value) => operands.push(*value),
                Field::Pair(key, value) => {
                    if let Expr::Text(key) = self.ast.expr(*key) {
                        let field = rasher::text::decode(self.ast.text(key));
                        self.add(Feature::Sets(format!("{name}.{field}")));
                    }
                    operands.extend([*key, *value]);
                }
            }
        }
        operands
    }

    /// Chains such as `a..b..c` may be thousands long, so operands wait in a list and not on the stack.
    fn exprs(&mut self, ids: &[ExprId]) {
        let ast = self.ast;
        let mut waiting: Vec<ExprId> = ids.iter().rev().copied().collect();
        while let Some(id) = waiting.pop() {
            let mut next = Vec::new();
            match ast.expr(id) {
                Expr::Call(of, args) => {
                    match global(ast, of) {
                        Some(name) => {
                            let first = ast.list(&args).first().map(|first| ast.expr(*first));
                            let known = OF_NUMBER.iter().find(|known| **known == name);
                            self.add(Feature::Calls(name));
                            if let (Some(known), Some(Expr::Number(n))) = (known, first) {
                                self.add(Feature::CallsWith(known, n));
                            }
                        }
                        None => next.push(of),
                    }
                    next.extend(ast.list(&args));
                }
                Expr::Method(of, _, args) => {
                    next.push(of);
                    next.extend(ast.list(&args));
                }
                Expr::Global(_) => self.path(id).into_iter().for_each(|name| self.add(Feature::Uses(name))),
                Expr::Index(of, key) => {
                    let path = self.path(id);
                    let is_known = path.as_ref().is_some_and(|path| !path.starts_with('.'));
                    path.into_iter().for_each(|path| self.add(Feature::Uses(path)));
                    if !is_known {
                        next.extend([of, key]);
                    }
                }
                Expr::And(a, b) | Expr::Or(a, b) | Expr::Binary(_, a, b) => next.extend([a, b]),
                Expr::Unary(_, of) | Expr::Paren(of) => next.push(of),
                Expr::Table(fields) => next = self.table("", &fields),
                Expr::Function(function) => self.function(function),
                Expr::Nil
                | Expr::True
                | Expr::False
                | Expr::Vararg
                | Expr::Number(_)
                | Expr::Text(_)
                | Expr::Local(_)
                | Expr::Upvalue(_)
                | Expr::Env => {}
            }
            waiting.extend(next.into_iter().rev());
        }
    }
}
