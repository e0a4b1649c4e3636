//! Statements of the slow reference.

use super::{Done, Flow, Frame, Twin, V, number, truth};
use num::Num;
use rasher_lua::ast::{BinaryOp, Block, Expr, LocalId, Statement};

impl Twin<'_> {
    fn store(&mut self, frame: &mut Frame, target: &Expr, place: Option<(V, V)>, value: V) -> Done<()> {
        if let Some(cell) = self.cell_of(frame, target) {
            self.cells[cell] = value;
            return Ok(());
        }
        match (target, place) {
            (Expr::Global(name), _) => {
                let name = self.name(*name);
                self.globals.set(name, value);
                Ok(())
            }
            (_, Some((object, key))) => self.set_index(&object, key, value),
            _ => Err(()),
        }
    }

    /// Table and key of the assignment.
    fn place(&mut self, frame: &mut Frame, target: &Expr) -> Done<Option<(V, V)>> {
        match target {
            Expr::Index(object, key) => Ok(Some((self.one(frame, *object)?, self.one(frame, *key)?))),
            _ => Ok(None),
        }
    }

    /// Each declaration is a new variable.
    fn declare(&mut self, frame: &mut Frame, id: LocalId, value: V) {
        self.cells.push(value);
        frame.locals[id.index()] = self.cells.len() - 1;
    }

    pub(super) fn block(&mut self, frame: &mut Frame, block: &Block) -> Done<Flow> {
        let mut at = 0;
        while let Some((_, statement)) = block.statements.get(at) {
            match self.statement(frame, statement)? {
                Flow::Next => at += 1,
                Flow::Goto(label) => {
                    let is_it = |(_, it): &(u32, Statement)| *it == Statement::Label(label);
                    match block.statements.iter().position(is_it) {
                        Some(place) => at = place,
                        None => return Ok(Flow::Goto(label)),
                    }
                }
                flow => return Ok(flow),
            }
        }
        Ok(Flow::Next)
    }

    fn statement(&mut self, frame: &mut Frame, statement: &Statement) -> Done<Flow> {
        match statement {
            Statement::Local(names, values) => {
                let mut values = self.list(frame, values)?.into_iter();
                names.iter().for_each(|name| self.declare(frame, *name, values.next().unwrap_or(V::Nil)));
            }
            Statement::LocalFunction(name, function) => {
                self.declare(frame, *name, V::Nil);
                let closure = self.closure(frame, *function);
                self.cells[frame.locals[name.index()]] = closure;
            }
            Statement::Assign(targets, values) => {
                let targets: Vec<Expr> = self.ast.list(targets).iter().map(|id| self.ast.expr(*id)).collect();
                let mut places = Vec::new();
                for target in &targets {
                    places.push(self.place(frame, target)?);
                }
                let mut values = self.list(frame, values)?;
                values.resize(targets.len(), V::Nil);
                // From the last to the first, as in Lua 5.2.
                for ((target, place), value) in targets.iter().zip(places).zip(values).rev() {
                    self.store(frame, target, place, value)?;
                }
            }
            Statement::Compound(op, target, value) => {
                let expr = self.ast.expr(*target);
                let place = self.place(frame, &expr)?;
                let waits = matches!(&expr, Expr::Local(id) if {
                    let local = &self.ast.functions[frame.id.index()].locals[id.index()];
                    local.is_captured && *op != BinaryOp::Concat
                });
                let late = if waits { Some(self.one(frame, *value)?) } else { None };
                let old = match &place {
                    Some((object, key)) => self.index(object, key)?,
                    None => self.one(frame, *target)?,
                };
                let value = match late {
                    Some(value) => value,
                    None => self.one(frame, *value)?,
                };
                let value = self.binary(*op, old, value)?;
                self.store(frame, &expr, place, value)?;
            }
            Statement::Call(call) => _ = self.many(frame, *call)?,
            Statement::Do(block) => return self.block(frame, block),
            Statement::While(condition, body) => {
                while truth(&self.one(frame, *condition)?) {
                    match self.block(frame, body)? {
                        Flow::Next => {}
                        Flow::Break => break,
                        flow => return Ok(flow),
                    }
                }
            }
            Statement::Repeat(body, condition) => loop {
                match self.block(frame, body)? {
                    Flow::Next => {}
                    Flow::Break => break,
                    flow => return Ok(flow),
                }
                if truth(&self.one(frame, *condition)?) {
                    break;
                }
            },
            Statement::If(arms, otherwise) => {
                for (condition, block) in arms {
                    if truth(&self.one(frame, *condition)?) {
                        return self.block(frame, block);
                    }
                }
                return otherwise.as_ref().map_or(Ok(Flow::Next), |block| self.block(frame, block));
            }
            Statement::NumericFor { variable, from, to, step, body } => {
                let from = number(&self.one(frame, *from)?);
                let to = number(&self.one(frame, *to)?);
                let step = step.map_or(Ok(V::Num(Num::ONE)), |step| self.one(frame, step));
                let (at, to, step) =
                    (from.ok_or(())?.bits(), to.ok_or(())?.bits(), number(&step?).ok_or(())?.bits());
                let mut at = i64::from(at);
                let goes_on =
                    |at: i64| if step > 0 { at <= i64::from(to) } else { step < 0 && at >= i64::from(to) };
                while goes_on(at) && i32::try_from(at).is_ok() {
                    self.declare(frame, *variable, V::Num(Num::from_bits(at as i32)));
                    match self.block(frame, body)? {
                        Flow::Next => {}
                        Flow::Break => break,
                        flow => return Ok(flow),
                    }
                    at += i64::from(step);
                }
            }
            Statement::GenericFor { variables, iterator, body } => {
                let mut values = self.list(frame, iterator)?;
                values.resize(3, V::Nil);
                loop {
                    let mut next = self.call(&values[0].clone(), values[1..].to_vec())?;
                    next.resize(variables.len().max(1), V::Nil);
                    if matches!(next[0], V::Nil) {
                        break;
                    }
                    values[2] = next[0].clone();
                    variables.iter().zip(next).for_each(|(id, value)| self.declare(frame, *id, value));
                    match self.block(frame, body)? {
                        Flow::Next => {}
                        Flow::Break => break,
                        flow => return Ok(flow),
                    }
                }
            }
            Statement::Return(values) => return Ok(Flow::Return(self.list(frame, values)?)),
            Statement::Break => return Ok(Flow::Break),
            Statement::Goto(goto) => {
                return Ok(Flow::Goto(self.ast.functions[frame.id.index()].gotos[goto.index()]));
            }
            Statement::Label(_) => {}
        }
        Ok(Flow::Next)
    }
}
