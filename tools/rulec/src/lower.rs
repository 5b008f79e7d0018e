//! Typed bodies to the flat steps that the engine runs.

use std::collections::HashMap;

use crate::typed::{Body, Define, Expr, Literal, Over, Register, Statement};

/// A step. The same as `Op` of the engine's `tables`, where each is explained.
#[derive(Debug, Clone, PartialEq)]
pub enum Op {
    Call { function: u16, args: Vec<Register>, to: Register },
    Observe { guard: u16, source: Register, parameter: Option<Register>, to: Register },
    Load { to: Register, value: Literal },
    Constant { to: Register, value: Literal },
    Copy { to: Register, from: Register },
    Test { condition: Register, otherwise: usize },
    TestSome { option: Register, to: Register, otherwise: usize },
    Jump(usize),
    Compare { how: &'static str, left: Register, right: Register, to: Register },
    Arithmetic { how: &'static str, left: Register, right: Register, to: Register },
    Not { of: Register, to: Register },
    GetState { object: Register, slot: u16, to: Register },
    SetState { object: Register, slot: u16, from: Register },
    Collect { parts: Vec<(Register, bool)>, to: Register },
    Element { values: Register, index: Register, to: Register },
    Length { values: Register, to: Register },
    LoopStart { state: Register },
    LoopNext { over: Register, state: Register, item: Register, done: usize },
    ListStart { to: Register },
    ListPush { to: Register, item: Register },
    Goto { target: Register },
    Return { value: Register },
    Raise { class: Register, args: Vec<Register> },
    Break { text: String, args: Vec<Register> },
    Fail { text: String, args: Vec<Register> },
}

#[derive(Debug, Clone)]
pub struct Code {
    pub registers: u16,
    pub ops: Vec<Op>,
}

/// Dotted names of Python objects, each once.
#[derive(Debug, Default)]
pub struct ObjectPaths {
    pub paths: Vec<String>,
    index: HashMap<String, u16>,
}

impl ObjectPaths {
    pub fn intern(&mut self, path: &str) -> u16 {
        if let Some(&known) = self.index.get(path) {
            return known;
        }
        let new = self.paths.len() as u16;
        self.paths.push(path.to_string());
        self.index.insert(path.to_string(), new);
        new
    }

    /// The index of a path that a body names.
    pub fn get(&self, path: &str) -> u16 {
        self.index.get(path).copied().unwrap_or(0)
    }
}

/// The steps of every body, and the Python objects that they name.
pub fn lower_all(bodies: &[Body], defines: &[Define]) -> (Vec<Code>, ObjectPaths) {
    let mut objects = ObjectPaths::default();
    let code = bodies.iter().map(|body| lower(body, defines, &mut objects)).collect();
    (code, objects)
}

fn lower(body: &Body, defines: &[Define], objects: &mut ObjectPaths) -> Code {
    let registers = (0..body.registers).collect();
    let mut lowerer = Lowerer {
        ops: Vec::new(),
        next: body.registers,
        whens: Vec::new(),
        registers,
        expanded: None,
        landed: 0,
        defines,
        objects,
    };
    lowerer.block(&body.statements);
    if body.ends_in_none {
        lowerer.return_none();
    }
    // A condition that does not hold leads to the end, where there is no result.
    for test in std::mem::take(&mut lowerer.whens) {
        lowerer.land(test);
    }
    for parameter in &body.parameters {
        if let Some(Literal::Object(path)) = &parameter.default {
            lowerer.objects.intern(path);
        }
    }
    Code { registers: lowerer.next, ops: lowerer.ops }
}

struct Lowerer<'o> {
    ops: Vec<Op>,
    next: Register,
    /// The tests of the `when` conditions.
    whens: Vec<usize>,
    /// Which registers those of the body, or of the define that is written out, are here.
    registers: Vec<Register>,
    expanded: Option<Expanded>,
    /// The last step that another one goes to.
    landed: usize,
    defines: &'o [Define],
    objects: &'o mut ObjectPaths,
}

/// A define that is being written out.
struct Expanded {
    /// Where its result goes.
    to: Register,
    /// The jumps to its end.
    ends: Vec<usize>,
}

impl Lowerer<'_> {
    fn fresh(&mut self) -> Register {
        self.next += 1;
        self.next - 1
    }

    fn push(&mut self, op: Op) -> usize {
        self.ops.push(op);
        self.ops.len() - 1
    }

    /// Makes the step at `at` go to the next one to be written.
    fn land(&mut self, at: usize) {
        let here = self.ops.len();
        self.landed = here;
        match &mut self.ops[at] {
            Op::Test { otherwise, .. } | Op::TestSome { otherwise, .. } => *otherwise = here,
            Op::Jump(target) => *target = here,
            Op::LoopNext { done, .. } => *done = here,
            _ => {}
        }
    }

    fn return_none(&mut self) {
        let value = self.fresh();
        self.push(Op::Constant { to: value, value: Literal::None });
        self.push(Op::Return { value });
    }

    fn block(&mut self, statements: &[Statement]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::When(condition) => {
                let condition = self.value(condition);
                let test = self.push(Op::Test { condition, otherwise: 0 });
                self.whens.push(test);
            }
            Statement::Bind { to, value } => self.into(value, self.here(*to)),
            Statement::SetState { object, slot, value } => {
                let from = self.value(value);
                self.push(Op::SetState { object: self.here(*object), slot: *slot, from });
            }
            Statement::Evaluate(value) => {
                self.value(value);
            }
            Statement::If { condition, then, otherwise } => {
                let condition = self.value(condition);
                let test = self.push(Op::Test { condition, otherwise: 0 });
                self.branches(test, then, otherwise);
            }
            Statement::IfSome { to, value, then, otherwise } => {
                let option = self.value(value);
                let test = self.push(Op::TestSome { option, to: self.here(*to), otherwise: 0 });
                self.branches(test, then, otherwise);
            }
            Statement::For { item, over, body } => {
                self.each(over, self.here(*item), |this| this.block(body));
            }
            Statement::Goto(target) => {
                let target = self.value(target);
                self.push(Op::Goto { target });
            }
            // What it returns, this body returns.
            Statement::Return(Some(Expr::Expand { define, arguments })) => self.write_out(*define, arguments),
            Statement::Return(value) if self.expanded.is_some() => self.end_expanded(value.as_ref()),
            Statement::Return(Some(value)) => {
                let value = self.value(value);
                self.push(Op::Return { value });
            }
            Statement::Return(None) => self.return_none(),
            Statement::Raise { class, arguments } => {
                let class = self.value(class);
                let args = self.values(arguments);
                self.push(Op::Raise { class, args });
            }
            Statement::Break { text, arguments } => {
                self.push(Op::Break { text: text.clone(), args: self.all_here(arguments) });
            }
            Statement::Require { condition, text, arguments } => {
                let of = self.value(condition);
                let condition = self.fresh();
                self.push(Op::Not { of, to: condition });
                let test = self.push(Op::Test { condition, otherwise: 0 });
                self.push(Op::Fail { text: text.clone(), args: self.all_here(arguments) });
                self.land(test);
            }
        }
    }

    // ------------------------------------------------------------ defines

    /// The register here that a register of the body is.
    fn here(&self, register: Register) -> Register {
        self.registers[register as usize]
    }

    fn all_here(&self, registers: &[Register]) -> Vec<Register> {
        registers.iter().map(|register| self.here(*register)).collect()
    }

    /// Writes steps of a define; a name that is bound once needs no copy to be a parameter.
    fn written_out<T>(&mut self, define: u16, arguments: &[Expr], write: impl FnOnce(&mut Self) -> T) -> T {
        let define = &self.defines[define as usize];
        let mut registers = self.values(arguments);
        registers.extend((define.parameters..define.registers).map(|_| self.fresh()));
        let outer = std::mem::replace(&mut self.registers, registers);
        let result = write(self);
        self.registers = outer;
        result
    }

    fn write_out(&mut self, define: u16, arguments: &[Expr]) {
        let statements = &self.defines[define as usize].statements;
        self.written_out(define, arguments, |this| this.block(statements));
    }

    fn expand(&mut self, define: u16, arguments: &[Expr], to: Register) {
        let outer = self.expanded.replace(Expanded { to, ends: Vec::new() });
        self.write_out(define, arguments);
        let expanded = std::mem::replace(&mut self.expanded, outer);
        let mut ends = expanded.map(|expanded| expanded.ends).unwrap_or_default();
        // Who is at the end need not jump there, unless another step goes behind the jump.
        let last = self.ops.len().wrapping_sub(1);
        if ends.last() == Some(&last) && self.landed <= last {
            ends.pop();
            self.ops.pop();
        }
        ends.into_iter().for_each(|end| self.land(end));
    }

    fn end_expanded(&mut self, value: Option<&Expr>) {
        if let (Some(value), Some(Expanded { to, .. })) = (value, &self.expanded) {
            self.into(value, *to);
        }
        let end = self.push(Op::Jump(0));
        if let Some(expanded) = &mut self.expanded {
            expanded.ends.push(end);
        }
    }

    fn branches(&mut self, test: usize, then: &[Statement], otherwise: &[Statement]) {
        self.block(then);
        if otherwise.is_empty() {
            return self.land(test);
        }
        let skip = (!ends(then)).then(|| self.push(Op::Jump(0)));
        self.land(test);
        self.block(otherwise);
        if let Some(skip) = skip {
            self.land(skip);
        }
    }

    fn each(&mut self, over: &Over, item: Register, body: impl FnOnce(&mut Self)) {
        let (over, from) = match over {
            Over::Values(values) => (self.value(values), None),
            Over::Range(Expr::Literal(Literal::Int(0)), to) => (self.value(to), None),
            Over::Range(from, to) => {
                let (from, to) = (self.value(from), self.value(to));
                let count = self.fresh();
                self.push(Op::Arithmetic { how: "Subtract", left: to, right: from, to: count });
                (count, Some(from))
            }
        };
        let state = self.fresh();
        self.push(Op::LoopStart { state });
        let next = self.push(Op::LoopNext { over, state, item, done: 0 });
        if let Some(from) = from {
            self.push(Op::Arithmetic { how: "Add", left: item, right: from, to: item });
        }
        body(self);
        self.push(Op::Jump(next));
        self.land(next);
    }

    fn values(&mut self, values: &[Expr]) -> Vec<Register> {
        values.iter().map(|v| self.value(v)).collect()
    }

    fn value(&mut self, value: &Expr) -> Register {
        match value {
            Expr::Register(register) => return self.here(*register),
            Expr::Expand { define, arguments } => {
                if let [before @ .., Statement::Return(Some(last))] = self.defines[*define as usize].statements.as_slice()
                    && !before.iter().any(returns)
                {
                    return self.written_out(*define, arguments, |this| {
                        this.block(before);
                        this.value(last)
                    });
                }
            }
            _ => {}
        }
        let to = self.fresh();
        self.into(value, to);
        to
    }

    fn literal(&mut self, literal: &Literal) -> Literal {
        if let Literal::Object(path) = literal {
            self.objects.intern(path);
        }
        literal.clone()
    }

    fn into(&mut self, value: &Expr, to: Register) {
        let op = match value {
            Expr::Register(from) => Op::Copy { to, from: self.here(*from) },
            Expr::Literal(literal) => Op::Load { to, value: self.literal(literal) },
            Expr::Constant(literal) => Op::Constant { to, value: self.literal(literal) },
            Expr::Call { function, arguments } => Op::Call { function: *function, args: self.values(arguments), to },
            Expr::Expand { define, arguments } => return self.expand(*define, arguments, to),
            Expr::Observe { guard, source, parameter } => {
                let source = self.value(source);
                let parameter = parameter.as_ref().map(|p| self.value(p));
                Op::Observe { guard: *guard, source, parameter, to }
            }
            Expr::State { object, slot } => Op::GetState { object: self.value(object), slot: *slot, to },
            Expr::Element { values, index } => Op::Element { values: self.value(values), index: self.value(index), to },
            Expr::Length(values) => Op::Length { values: self.value(values), to },
            Expr::Collect(parts) => {
                let parts = parts.iter().map(|(part, splice)| (self.value(part), *splice)).collect();
                Op::Collect { parts, to }
            }
            Expr::Compare { how, left, right } => Op::Compare { how, left: self.value(left), right: self.value(right), to },
            Expr::Arithmetic { how, left, right } => Op::Arithmetic { how, left: self.value(left), right: self.value(right), to },
            Expr::Not(of) => Op::Not { of: self.value(of), to },
            Expr::And(a, b) => {
                self.into(a, to);
                let test = self.push(Op::Test { condition: to, otherwise: 0 });
                self.into(b, to);
                return self.land(test);
            }
            Expr::Or(a, b) => {
                self.into(a, to);
                let not = self.fresh();
                self.push(Op::Not { of: to, to: not });
                let test = self.push(Op::Test { condition: not, otherwise: 0 });
                self.into(b, to);
                return self.land(test);
            }
            Expr::Each { item, over, body } => {
                self.push(Op::ListStart { to });
                return self.each(over, self.here(*item), |this| {
                    let item = this.value(body);
                    this.push(Op::ListPush { to, item });
                });
            }
        };
        self.push(op);
    }
}

/// Whether a statement may end the body with a result.
fn returns(statement: &Statement) -> bool {
    match statement {
        Statement::Return(_) => true,
        Statement::If { then, otherwise, .. } | Statement::IfSome { then, otherwise, .. } => {
            then.iter().chain(otherwise).any(returns)
        }
        Statement::For { body, .. } => body.iter().any(returns),
        _ => false,
    }
}

/// Whether nothing goes on behind these statements.
fn ends(statements: &[Statement]) -> bool {
    match statements.last() {
        Some(Statement::Goto(_) | Statement::Return(_) | Statement::Raise { .. } | Statement::Break { .. }) => true,
        Some(Statement::If { then, otherwise, .. } | Statement::IfSome { then, otherwise, .. }) => ends(then) && ends(otherwise),
        _ => false,
    }
}
