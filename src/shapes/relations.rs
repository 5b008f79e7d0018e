//! The guards of a shape environment, compiled to be checked without it.

use super::dim::Dim;
use super::env::{Line, ShapeEnv};
use super::expr::{Expr, FloatOperator, Rounding, SizeOperator, Symbol};
use super::interval::Interval;
use super::number::{self, Number};
use crate::sources::{SourceId, Sources};
use crate::tables::Comparison;

/// Conditions over ints read from sources.
#[derive(Debug, Clone, Default)]
pub struct Relations {
    /// Where the ints of [`Relations::holds`] come from, in order.
    pub sources: Vec<SourceId>,
    checks: Vec<Check>,
}

#[derive(Debug, Clone)]
pub struct Check {
    steps: Box<[Step]>,
    /// As guards are printed: `2*L['a'].size()[0] >= 16`.
    pub text: String,
    pub line: Line,
}

/// One step of a stack machine.
#[derive(Debug, Clone, Copy)]
enum Step {
    /// The n-th int given.
    Input(u32),
    Int(i64),
    Float(f64),
    Truth(bool),
    Add,
    Multiply,
    FloorDivide,
    Modulo,
    Power,
    Maximum,
    Minimum,
    Round(Rounding),
    FloatOperation(FloatOperator),
    FloatFunction(SizeOperator),
    Compare(Comparison),
    Not,
    And,
    Or,
}

/// Deeper expressions than any that was ever seen; one that needs more is refused at compile time.
const STACK: usize = 64;

impl ShapeEnv {
    /// All conditions that sizes and ints of later calls must satisfy, in the order of discovery. `None` if a condition
    /// is too large to be checked.
    pub fn relations(&self, names: &Sources) -> Option<Relations> {
        let mut relations = Relations::default();
        let mut compiler = Compiler { env: self, relations: &mut relations };
        for symbol in self.symbols() {
            let Some((&first, twins)) = symbol.sources.split_first() else { continue };
            let first_text = names.display(first).to_string();
            let first_index = compiler.input(first);
            for &twin in twins {
                let steps = [Step::Input(first_index), Step::Input(compiler.input(twin)), Step::Compare(Comparison::Equal)];
                compiler.check(steps.into(), format!("{first_text} == {}", names.display(twin)), symbol.line);
            }
            // That an int is within reach, another guard says.
            let (low, high) = match symbol.declared {
                Interval::REACH => continue,
                // All sizes are.
                declared if symbol.is_size && declared == Interval::at_least(0) => continue,
                declared => (declared.lower(), declared.upper()),
            };
            let mut steps = Vec::new();
            if let Some(low) = low {
                steps.extend([Step::Input(first_index), Step::Int(low), Step::Compare(Comparison::GreaterEqual)]);
            }
            if let Some(high) = high {
                steps.extend([Step::Input(first_index), Step::Int(high), Step::Compare(Comparison::LessEqual)]);
            }
            let text = match (low, high) {
                (None, None) => continue,
                (Some(low), None) => format!("{low} <= {first_text}"),
                (None, Some(high)) => format!("{first_text} <= {high}"),
                (Some(low), Some(high)) => {
                    steps.push(Step::And);
                    format!("{low} <= {first_text} <= {high}")
                }
            };
            compiler.check(steps.into(), text, symbol.line);
        }
        for guard in self.guards() {
            let mut steps = Vec::new();
            if compiler.compile(guard.test, &mut steps)? > STACK {
                return None;
            }
            let name = |symbol: Symbol| match self.symbol(symbol).sources.first() {
                Some(&source) => names.display(source).to_string(),
                None => self.symbol(symbol).name.clone(),
            };
            compiler.check(steps.into(), self.text_with(guard.test, &name), guard.line);
        }
        Some(relations)
    }
}

impl Relations {
    pub fn checks(&self) -> &[Check] {
        &self.checks
    }

    pub fn is_empty(&self) -> bool {
        self.checks.is_empty()
    }

    /// Whether all hold; `values` in the order of [`Relations::sources`]. Allocates nothing.
    pub fn holds(&self, values: &[i64]) -> bool {
        self.checks.iter().all(|check| check.holds(values))
    }

    /// The first that does not hold.
    pub fn failure(&self, values: &[i64]) -> Option<&Check> {
        self.checks.iter().find(|check| !check.holds(values))
    }
}

impl Check {
    /// A value that cannot be computed (overflow, division by zero) fails the check.
    pub fn holds(&self, values: &[i64]) -> bool {
        self.run(values).and_then(Number::truth).unwrap_or(false)
    }

    fn run(&self, values: &[i64]) -> Option<Number> {
        let mut stack = [Number::Int(0); STACK];
        let mut top = 0;
        for step in &self.steps {
            let result = match *step {
                Step::Input(at) => Number::Int((*values.get(at as usize)?).into()),
                Step::Int(value) => Number::Int(value.into()),
                Step::Float(value) => Number::Float(value),
                Step::Truth(value) => Number::Truth(value),
                Step::Not => {
                    top -= 1;
                    Number::Truth(!stack[top].truth()?)
                }
                Step::Round(how) => {
                    top -= 1;
                    number::round(how, stack[top])?
                }
                Step::FloatFunction(function) => {
                    top -= 1;
                    Number::Float(number::float_function(function, stack[top])?)
                }
                binary => {
                    top -= 2;
                    binary.apply(stack[top], stack[top + 1])?
                }
            };
            *stack.get_mut(top)? = result;
            top += 1;
        }
        Some(stack[0])
    }
}

impl Step {
    fn apply(self, a: Number, b: Number) -> Option<Number> {
        Some(match self {
            Step::Add => Number::Int(a.int()?.checked_add(b.int()?)?),
            Step::Multiply => Number::Int(a.int()?.checked_mul(b.int()?)?),
            Step::FloorDivide => Number::Int(number::floor_divide(a.int()?, b.int()?)?),
            Step::Modulo => Number::Int(number::modulo(a.int()?, b.int()?)?),
            Step::Power => Number::Int(number::power(a.int()?, b.int()?)?),
            Step::Maximum => Number::Int(a.int()?.max(b.int()?)),
            Step::Minimum => Number::Int(a.int()?.min(b.int()?)),
            Step::FloatOperation(operator) => number::float_operation(operator, a, b)?,
            Step::Compare(how) => Number::Truth(number::compare(how, a, b)),
            Step::And => Number::Truth(a.truth()? && b.truth()?),
            Step::Or => Number::Truth(a.truth()? || b.truth()?),
            // The others take no two operands; they never get here.
            _ => return None,
        })
    }
}

struct Compiler<'a> {
    env: &'a ShapeEnv,
    relations: &'a mut Relations,
}

impl Compiler<'_> {
    fn check(&mut self, steps: Box<[Step]>, text: String, line: Line) {
        self.relations.checks.push(Check { steps, text, line });
    }

    fn input(&mut self, source: SourceId) -> u32 {
        let sources = &mut self.relations.sources;
        let at = sources.iter().position(|&known| known == source).unwrap_or_else(|| {
            sources.push(source);
            sources.len() - 1
        });
        at as u32
    }

    /// Appends the steps of an expression; the stack that they take. `None` for a symbol without source.
    fn compile(&mut self, dim: Dim, steps: &mut Vec<Step>) -> Option<usize> {
        let Some(expr) = self.env.expressions.get(dim).cloned() else {
            steps.push(Step::Int(dim.as_constant()?));
            return Some(1);
        };
        let mut fold = |this: &mut Self, items: &[Dim], step: Step| -> Option<usize> {
            let mut deepest = 0;
            for (i, &item) in items.iter().enumerate() {
                deepest = deepest.max(this.compile(item, steps)? + i.min(1));
                if i > 0 {
                    steps.push(step);
                }
            }
            Some(deepest)
        };
        match expr {
            Expr::Symbol(symbol) => {
                let &source = self.env.symbol(symbol).sources.first()?;
                let at = self.input(source);
                steps.push(Step::Input(at));
                Some(1)
            }
            Expr::Real(_) => None,
            Expr::Sum { terms, constant } => {
                steps.push(Step::Int(constant));
                let mut deepest = 1;
                for &(monomial, coefficient) in terms.iter() {
                    deepest = deepest.max(self.compile(monomial, steps)? + 1).max(3);
                    steps.extend([Step::Int(coefficient), Step::Multiply, Step::Add]);
                }
                Some(deepest)
            }
            Expr::Product(factors) => {
                steps.push(Step::Int(1));
                let mut deepest = 1;
                for &(atom, exponent) in factors.iter() {
                    deepest = deepest.max(self.compile(atom, steps)? + 1).max(3);
                    steps.extend([Step::Int(exponent.into()), Step::Power, Step::Multiply]);
                }
                Some(deepest)
            }
            Expr::FloorDivide(a, b) => fold(self, &[a, b], Step::FloorDivide),
            Expr::Modulo(a, b) => fold(self, &[a, b], Step::Modulo),
            Expr::Power(a, b) => fold(self, &[a, b], Step::Power),
            Expr::Maximum(items) => fold(self, &items, Step::Maximum),
            Expr::Minimum(items) => fold(self, &items, Step::Minimum),
            Expr::FloatOperation(operator, a, b) => fold(self, &[a, b], Step::FloatOperation(operator)),
            Expr::Compare(how, a, b) => fold(self, &[a, b], Step::Compare(how)),
            Expr::And(items) => fold(self, &items, Step::And),
            Expr::Or(items) => fold(self, &items, Step::Or),
            Expr::Round(how, a) => {
                let depth = self.compile(a, steps)?;
                steps.push(Step::Round(how));
                Some(depth)
            }
            Expr::FloatFunction(function, a) => {
                let depth = self.compile(a, steps)?;
                steps.push(Step::FloatFunction(function));
                Some(depth)
            }
            Expr::Not(a) => {
                let depth = self.compile(a, steps)?;
                steps.push(Step::Not);
                Some(depth)
            }
            Expr::Float(bits) => {
                steps.push(Step::Float(f64::from_bits(bits)));
                Some(1)
            }
            Expr::Truth(value) => {
                steps.push(Step::Truth(value));
                Some(1)
            }
        }
    }
}
