//! Arithmetic on symbolic ints: expressions in the shape environment, conditions as guards.

use crate::generated::{Role, SYMBOLICS};
use crate::interpreter::{Flow, Stop, Trace};
use crate::python::Owned;
use crate::rules::slot::Slot;
use crate::rules::table::Comparison;
use crate::shapes::{Dim, Kind};
use crate::values::{State, Value};

impl Trace<'_> {
    fn dim_of(&mut self, value: Value) -> Flow<Option<Dim>> {
        let value = self.force(value)?;
        if let State::Symbol(dim) = self.arena.get(value).state {
            return Ok(Some(dim));
        }
        let Some(object) = self.as_constant(value) else { return Ok(None) };
        if object.is_int() {
            return Ok(object.as_int().and_then(Dim::constant));
        }
        Ok(object.as_float().map(|number| self.shapes.float(number)))
    }

    /// A binary operator or comparison with a symbol on one side.
    pub fn symbolic_binary(&mut self, name: &'static str, left: Value, right: Value) -> Flow<Value> {
        let (Some(a), Some(b)) = (self.dim_of(left)?, self.dim_of(right)?) else {
            return self.symbolic_by_value(name, left, right);
        };
        let operation = SYMBOLICS.iter().find(|row| row.name == name).map(|row| row.operation);
        if operation == Some("true_divide") && self.floats.iter().any(|float| self.shapes.as_symbol(b) == Some(float.symbol)) {
            self.symbol_truth(b)?;
        }
        let result = match operation {
            Some("add") => self.shapes.add(a, b),
            Some("subtract") => self.shapes.subtract(a, b),
            Some("multiply") => self.shapes.multiply(a, b),
            Some("floor_divide") => self.shapes.floor_divide(a, b),
            Some("remainder") => self.shapes.modulo(a, b),
            Some("true_divide") => self.shapes.true_divide(a, b),
            Some("power") => self.shapes.power(a, b),
            Some("less") => Some(self.shapes.compare(Comparison::Less, a, b)),
            Some("less_equal") => Some(self.shapes.compare(Comparison::LessEqual, a, b)),
            Some("greater") => Some(self.shapes.compare(Comparison::Greater, a, b)),
            Some("greater_equal") => Some(self.shapes.compare(Comparison::GreaterEqual, a, b)),
            Some("equal") => Some(self.shapes.compare(Comparison::Equal, a, b)),
            Some("not_equal") => Some(self.shapes.compare(Comparison::NotEqual, a, b)),
            _ => None,
        };
        match result {
            Some(dim) => self.symbol_value(dim),
            None => self.symbolic_by_value(name, left, right),
        }
    }

    /// An operation that the shape environment has no expression for: the symbols become their numbers.
    fn symbolic_by_value(&mut self, name: &'static str, left: Value, right: Value) -> Flow<Value> {
        let (left, right) = (self.specialised(left)?, self.specialised(right)?);
        match crate::generated::OPERATORS.iter().position(|operator| operator.name == name) {
            Some(operator) => self.binary_operator(operator, left, right),
            None => match crate::generated::COMPARATORS.iter().position(|comparator| comparator.name == name) {
                Some(comparator) => self.compare_operator(comparator, left, right),
                None => Err(Stop::Abandon(format!("no operator is called {name}"))),
            },
        }
    }

    /// The value with its symbol, if it is one, guarded to be the number it is now.
    pub fn specialised(&mut self, value: Value) -> Flow<Value> {
        let value = self.force(value)?;
        match self.arena.get(value).state {
            State::Symbol(dim) => {
                let number = self.specialise_dim(dim)?;
                self.int_constant(number)
            }
            _ => Ok(value),
        }
    }

    /// The same for what a tuple holds.
    pub fn specialise_parts(&mut self, value: Value) -> Flow<()> {
        let value = self.specialised(value)?;
        if let State::Items(items) = &self.arena.get(value).state
            && self.has_role(value, Role::Tuple)
        {
            for item in items.clone() {
                self.specialise_parts(item)?;
            }
        }
        Ok(())
    }

    pub fn symbolic_unary(&mut self, method: &'static str, operand: Value) -> Flow<Value> {
        let dim = self.dim_of(operand)?.ok_or_else(|| Stop::Abandon("a symbol without an expression".into()))?;
        let row = SYMBOLICS.iter().find(|row| row.name == method).map(|row| row.operation);
        let result = match row {
            Some("negative") => self.shapes.negate(dim),
            Some("positive") => Some(dim),
            _ => None,
        };
        match result {
            Some(dim) => self.symbol_value(dim),
            None => {
                let operand = self.specialised(operand)?;
                self.unary_operator(method, operand)
            }
        }
    }

    /// The value of an expression: its number if that is known, the class by its kind.
    pub fn symbol_value(&mut self, dim: Dim) -> Flow<Value> {
        match self.shapes.kind(dim) {
            Kind::Truth if self.shapes.is_unbacked(dim) && self.shapes.decide(dim).is_none() => {
                let class = self.role(Role::Bool);
                Ok(self.make(class, State::Symbol(dim)))
            }
            Kind::Truth => {
                let truth = self.symbol_truth(dim)?;
                Ok(self.bool_constant(truth))
            }
            Kind::Int => self.dim_value(dim),
            Kind::Float => {
                let class = self.role(Role::Float);
                Ok(self.make(class, State::Symbol(dim)))
            }
        }
    }

    /// Decides a condition on symbols and guards the decision.
    pub fn symbol_truth(&mut self, dim: Dim) -> Flow<bool> {
        let dim = match self.shapes.kind(dim) {
            Kind::Truth => dim,
            _ => {
                let zero = Dim::constant(0).ok_or_else(|| Stop::Abandon("zero is no dim".into()))?;
                self.shapes.compare(Comparison::NotEqual, dim, zero)
            }
        };
        let line = self.line_here();
        self.shapes.at(line);
        if let Some(holds) = self.order_decides(dim)? {
            return Ok(holds);
        }
        let known = self.shapes.evaluate(dim);
        known.map_err(|_| self.undecided(dim, "a condition on a number that only the data knows"))
    }

    /// Decides how a float from outside compares with a number, by a guard on that alone.
    fn order_decides(&mut self, test: Dim) -> Flow<Option<bool>> {
        let Some((symbol, how, other)) = self.shapes.comparison(test) else { return Ok(None) };
        let Some(float) = self.floats.iter().find(|float| float.symbol == symbol) else { return Ok(None) };
        if let Some(known) = self.shapes.decide(test) {
            return Ok(Some(known));
        }
        let Some(source) = self.sources.parent(float.source) else { return Ok(None) };
        let other = Owned::float(other).map_err(Stop::python)?;
        let other = self.keeper.keep_owned(other);
        let Slot::Int(order) = self.observe(self.library.guard("FLOAT_ORDER")?, source, Some(other))? else { return Ok(None) };
        let holds = match how {
            Comparison::Equal => order == 0,
            Comparison::NotEqual => order != 0,
            Comparison::Less => order == -1,
            Comparison::LessEqual => order == -1 || order == 0,
            Comparison::Greater => order == 1,
            Comparison::GreaterEqual => order == 1 || order == 0,
        };
        self.shapes.learn_truth(test, holds);
        Ok(Some(holds))
    }

    /// What to do where the value of an expression is wanted that has none: trace again with the floats in it as
    /// they are, or break the graph.
    pub fn undecided(&self, dim: Dim, reason: &str) -> Stop {
        let symbols = self.shapes.symbols_of(&[dim]);
        let wanted: Vec<&String> =
            self.floats.iter().filter(|float| symbols.contains(&float.symbol)).map(|float| &float.name).collect();
        if wanted.is_empty() {
            return Stop::graph_break(reason);
        }
        self.history.fix_floats(wanted);
        Stop::Again
    }
}
