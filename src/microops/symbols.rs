//! Arithmetic on symbolic ints: expressions in the shape environment, conditions as guards.

use crate::interpreter::Trace;
use crate::python::{Object, Owned};
use crate::rules::slot::Slot;
use crate::rules::{Flow, Stop};
use crate::shapes::{Dim, Kind, ShapeEnv, Symbol};
use crate::tables::Comparison;
use crate::tables::{OPERATORS, Role, SYMBOLICS, SymbolicOperation, guard_rules};
use crate::values::{State, Value};

// `alternator.errors` knows them by their beginnings, which are torch's.
const UNDECIDED: &str = "Could not guard on data-dependent expression";
pub const UNKNOWN_NUMBER: &str = "Could not extract specialized integer from data-dependent expression";

impl Trace<'_> {
    /// A number as an expression: a symbol's own, or a constant.
    pub fn number_of(&mut self, value: Value) -> Flow<Option<Dim>> {
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
        let operation = SYMBOLICS.iter().find(|row| row.name == name).map(|row| row.operation);
        if let Some(result) = self.symbolic_logic(operation, left, right)? {
            return Ok(result);
        }
        let (left, right) = (self.decided(left)?, self.decided(right)?);
        if !self.is_symbol_value(left) && !self.is_symbol_value(right) {
            return self.symbolic_by_value(name, left, right);
        }
        let (Some(a), Some(b)) = (self.number_of(left)?, self.number_of(right)?) else {
            return self.symbolic_by_value(name, left, right);
        };
        let of_floats = [a, b].iter().any(|dim| self.shapes.kind(*dim) == Kind::Float);
        let defined = match operation {
            Some(SymbolicOperation::Power) => self.has_power(a, b)?,
            _ => self.has_quotient(operation, a, b, of_floats)?,
        };
        if !defined {
            return self.symbolic_by_value(name, left, right);
        }
        let result = match operation {
            Some(SymbolicOperation::FloorDivide | SymbolicOperation::Remainder) if of_floats => {
                return self.float_division(name, left, right);
            }
            Some(SymbolicOperation::Add) => self.shapes.add(a, b),
            Some(SymbolicOperation::Subtract) => self.shapes.subtract(a, b),
            Some(SymbolicOperation::Multiply) => self.shapes.multiply(a, b),
            Some(SymbolicOperation::FloorDivide) => self.shapes.floor_divide(a, b),
            Some(SymbolicOperation::Remainder) => self.shapes.modulo(a, b),
            Some(SymbolicOperation::TrueDivide) => self.shapes.true_divide(a, b),
            Some(SymbolicOperation::Power) => self.shapes.power(a, b),
            Some(SymbolicOperation::Less) => Some(self.shapes.compare(Comparison::Less, a, b)),
            Some(SymbolicOperation::LessEqual) => Some(self.shapes.compare(Comparison::LessEqual, a, b)),
            Some(SymbolicOperation::Greater) => Some(self.shapes.compare(Comparison::Greater, a, b)),
            Some(SymbolicOperation::GreaterEqual) => Some(self.shapes.compare(Comparison::GreaterEqual, a, b)),
            Some(SymbolicOperation::Equal) => Some(self.shapes.compare(Comparison::Equal, a, b)),
            Some(SymbolicOperation::NotEqual) => Some(self.shapes.compare(Comparison::NotEqual, a, b)),
            Some(SymbolicOperation::BitAnd) => self.masked(a, b, |_, _, common| Some(common)),
            Some(SymbolicOperation::BitOr) => self.masked(a, b, |shapes, sum, common| shapes.subtract(sum, common)),
            Some(SymbolicOperation::BitXor) => self.masked(a, b, |shapes, sum, common| {
                let once = shapes.subtract(sum, common)?;
                shapes.subtract(once, common)
            }),
            Some(SymbolicOperation::ShiftLeft) => self.scale_of_shift(a, b).and_then(|scale| self.shapes.multiply(a, scale)),
            Some(SymbolicOperation::ShiftRight) => self.scale_of_shift(a, b).and_then(|scale| self.shapes.floor_divide(a, scale)),
            _ => None,
        };
        match result {
            Some(dim) => self.symbol_value(dim),
            None => self.symbolic_by_value(name, left, right),
        }
    }

    /// What operators make of conditions without deciding them: negations, and `&` and `|` of two.
    fn symbolic_logic(&mut self, operation: Option<SymbolicOperation>, left: Value, right: Value) -> Flow<Option<Value>> {
        let (Some(a), Some(b)) = (self.number_of(left)?, self.number_of(right)?) else { return Ok(None) };
        if self.shapes.kind(a) != Kind::Truth {
            return Ok(None);
        }
        let is_negated = match (operation, b.as_constant()) {
            (Some(SymbolicOperation::Equal), Some(number @ 0..=1)) => number == 0,
            (Some(SymbolicOperation::NotEqual), Some(number @ 0..=1)) => number == 1,
            (Some(SymbolicOperation::BitAnd), _) if self.shapes.kind(b) == Kind::Truth => {
                let both = self.shapes.all(&[a, b]);
                return self.symbol_value(both).map(Some);
            }
            (Some(SymbolicOperation::BitOr), _) if self.shapes.kind(b) == Kind::Truth => {
                let either = self.shapes.any(&[a, b]);
                return self.symbol_value(either).map(Some);
            }
            _ => return Ok(None),
        };
        let result = if is_negated { self.shapes.not(a) } else { a };
        self.symbol_value(result).map(Some)
    }

    /// The value; a condition on what this call knows is decided.
    pub fn decided(&mut self, value: Value) -> Flow<Value> {
        let value = self.force(value)?;
        match self.arena.get(value).state {
            State::Symbol(dim) if self.shapes.kind(dim) == Kind::Truth && !self.is_data_dependent(dim) => {
                self.decided_condition(dim)
            }
            _ => Ok(value),
        }
    }

    fn decided_condition(&mut self, condition: Dim) -> Flow<Value> {
        let truth = self.symbol_truth(condition)?;
        Ok(self.bool_constant(truth))
    }

    /// Whether a division cannot raise: a divisor that is an input is guarded not to be zero, one that is known only when
    /// the graph runs is checked there.
    fn has_quotient(&mut self, operation: Option<SymbolicOperation>, a: Dim, b: Dim, of_floats: bool) -> Flow<bool> {
        let rounds = matches!(operation, Some(SymbolicOperation::FloorDivide | SymbolicOperation::Remainder));
        if !rounds && !matches!(operation, Some(SymbolicOperation::TrueDivide)) {
            return Ok(true);
        }
        // Torch's passes take the remainder of floats for an int.
        if rounds && of_floats && (self.is_read_out(a) || self.is_read_out(b)) {
            return Ok(false);
        }
        if self.is_data_dependent(b) {
            return self.assume_compared(b, Comparison::NotEqual, Dim::ZERO);
        }
        if of_floats && (rounds || self.float_from_outside(b)) { self.symbol_truth(b) } else { Ok(true) }
    }

    fn assume_compared(&mut self, number: Dim, how: Comparison, other: Dim) -> Flow<bool> {
        let test = self.shapes.compare(how, number, other);
        self.assume_test(test)
    }

    fn float_from_outside(&self, dim: Dim) -> bool {
        self.floats.iter().any(|float| self.shapes.as_symbol(dim) == Some(float.symbol))
    }

    /// Whether a power has a result of the expression's kind for all values that the guards admit. Python raises for
    /// zero to a negative power and for overflow, and may return a complex number.
    fn has_power(&mut self, base: Dim, exponent: Dim) -> Flow<bool> {
        if self.is_data_dependent(base) || self.is_data_dependent(exponent) {
            return match self.constant_number(exponent) {
                Some(exponent) if exponent.fract() == 0.0 => {
                    Ok(exponent >= 0.0 || self.assume_compared(base, Comparison::NotEqual, Dim::ZERO)?)
                }
                Some(exponent) => {
                    let how = if exponent < 0.0 { Comparison::Greater } else { Comparison::GreaterEqual };
                    self.assume_compared(base, how, Dim::ZERO)
                }
                None => Ok(true),
            };
        }
        let whole = self.shapes.kind(exponent) == Kind::Int;
        if self.shapes.kind(base) == Kind::Int && whole {
            return Ok(self.guarded(exponent, Comparison::GreaterEqual, 0.0)? || self.guarded(base, Comparison::NotEqual, 0.0)?);
        }
        // Below this a power of two has a float, and so has one of its inverse.
        const MOST: f64 = 1000.0;
        match (self.constant_number(base), self.constant_number(exponent)) {
            (_, Some(0.0)) => Ok(true),
            (_, Some(exponent)) if exponent.is_finite() => {
                let (whole, most) = (exponent.fract() == 0.0, (MOST / exponent.abs()).exp2());
                let least = most.recip();
                Ok(match (exponent > 0.0, whole) {
                    (true, true) if exponent <= 1.0 => true,
                    (true, true) => {
                        self.guarded(base, Comparison::Less, most)? && self.guarded(base, Comparison::Greater, -most)?
                    }
                    (true, false) => {
                        self.guarded(base, Comparison::GreaterEqual, 0.0)?
                            && (exponent <= 1.0 || self.guarded(base, Comparison::Less, most)?)
                    }
                    (false, _) => {
                        self.guarded(base, Comparison::Greater, least)?
                            || whole && self.guarded(base, Comparison::Less, -least)?
                    }
                })
            }
            (Some(0.0), _) => self.guarded(exponent, Comparison::GreaterEqual, 0.0),
            (Some(base), _) if base.is_finite() && (base > 0.0 || whole) => match base.abs().log2() {
                0.0 => Ok(true),
                growth if growth > 0.0 => self.guarded(exponent, Comparison::Less, MOST / growth),
                growth => self.guarded(exponent, Comparison::Greater, MOST / growth),
            },
            _ => Ok(false),
        }
    }

    /// Whether a number is finite for all values that the guards admit.
    pub fn has_bounds(&mut self, number: Dim) -> Flow<bool> {
        if self.shapes.kind(number) != Kind::Float {
            return Ok(true);
        }
        if self.is_data_dependent(number) {
            let (least, most) = (self.shapes.float(f64::NEG_INFINITY), self.shapes.float(f64::INFINITY));
            return Ok(self.assume_compared(number, Comparison::NotEqual, least)?
                && self.assume_compared(number, Comparison::NotEqual, most)?);
        }
        Ok(self.guarded(number, Comparison::LessEqual, f64::MAX)? && self.guarded(number, Comparison::GreaterEqual, f64::MIN)?)
    }

    /// Whether a float rounds to an int in the engine's range for all values that the guards admit.
    pub fn has_int(&mut self, float: Dim) -> Flow<bool> {
        let most = (1i64 << 62) as f64;
        Ok(self.is_data_dependent(float)
            || self.guarded(float, Comparison::Less, most)? && self.guarded(float, Comparison::Greater, -most)?)
    }

    /// Whether a number is data-dependent.
    fn is_data_dependent(&self, dim: Dim) -> bool {
        let origins = self.origins(dim);
        self.shapes.is_unbacked(dim) && !self.floats.iter().any(|float| origins.contains(&float.symbol))
    }

    /// Whether a number is read out of tensors of the program: it is data-dependent, and was not drawn.
    fn is_read_out(&self, dim: Dim) -> bool {
        let origins = self.origins(dim);
        let mut drawn = self.calls.first.iter().filter_map(|call| call.number);
        self.is_data_dependent(dim) && !drawn.any(|(_, symbol)| origins.contains(&symbol))
    }

    fn constant_number(&self, dim: Dim) -> Option<f64> {
        let known = self.shapes.symbols_of(&[dim]).is_empty();
        known.then(|| self.shapes.hint_float(dim).or_else(|| self.shapes.hint(dim).map(|number| number as f64))).flatten()
    }

    /// Whether a comparison holds, with a guard if needed; false if it cannot be guarded.
    fn guarded(&mut self, number: Dim, how: Comparison, other: f64) -> Flow<bool> {
        let whole = other.fract() == 0.0 && other.abs() < 1e15;
        let other = if whole { Dim::constant(other as i64) } else { None }.unwrap_or_else(|| self.shapes.float(other));
        let test = self.shapes.compare(how, number, other);
        if let Some(holds) = self.order_decides(test)? {
            return Ok(holds);
        }
        if let Some(implies) = self.shapes.implied_by_symbol(test)
            && self.order_decides(implies)? == Some(true)
        {
            self.shapes.learn_truth(test, true);
            return Ok(true);
        }
        let line = self.line_here();
        self.shapes.at(line);
        Ok(self.shapes.evaluate(test).unwrap_or(false))
    }

    /// `//` and `%` of floats, by Python's own operators: they have no form as expressions.
    fn float_division(&mut self, name: &'static str, left: Value, right: Value) -> Flow<Value> {
        // In place it is the same.
        let method = OPERATORS.iter().find(|operator| operator.name == name).map(|operator| operator.method);
        if let Some(operator) = OPERATORS.iter().find(|plain| plain.inplace.is_none() && Some(plain.method) == method) {
            let function = self.library.path_object(operator.function)?;
            if let Some(result) = self.float_node(function, &[left, right])? {
                return Ok(result);
            }
        }
        self.symbolic_by_value(name, left, right)
    }

    /// A float that the graph computes by a call; `None` if the numbers are known while tracing.
    pub fn float_node(&mut self, function: Object, arguments: &[Value]) -> Flow<Option<Value>> {
        let mut needed = false;
        for argument in arguments {
            let Some(dim) = self.number_of(*argument)? else { return Ok(None) };
            needed |= self.shapes.is_unbacked(dim);
        }
        if !needed || self.graph.current != crate::graph::subgraphs::WHOLE {
            return Ok(None);
        }
        let arguments = arguments.iter().map(|argument| self.graph_argument(*argument)).collect::<Flow<Vec<_>>>()?;
        self.keeper.keep(function);
        let dim = self.computed_float(function, arguments)?;
        self.symbol_value(dim).map(Some)
    }

    /// The power of two that a shift of an int by a constant stands for.
    fn scale_of_shift(&self, number: Dim, by: Dim) -> Option<Dim> {
        if self.shapes.kind(number) != Kind::Int {
            return None;
        }
        let by = by.as_constant().filter(|by| (0..62).contains(by))?;
        Dim::constant(1 << by)
    }

    /// A bitwise operation of an int and a constant, built of their sum and common bits.
    fn masked(&mut self, a: Dim, b: Dim, make: impl Fn(&mut ShapeEnv, Dim, Dim) -> Option<Dim>) -> Option<Dim> {
        let (number, mask) = if b.as_constant().is_some() { (a, b) } else { (b, a) };
        if self.shapes.kind(number) != Kind::Int {
            return None;
        }
        let common = self.common_bits(number, mask.as_constant()?)?;
        let sum = self.shapes.add(number, mask)?;
        make(&mut self.shapes, sum, common)
    }

    /// `number & mask` as arithmetic: each run of ones in the mask gives `number // 2**low % 2**width * 2**low`.
    fn common_bits(&mut self, number: Dim, mask: i64) -> Option<Dim> {
        if mask < 0 {
            let rest = self.common_bits(number, !mask)?;
            return self.shapes.subtract(number, rest);
        }
        let (mut common, mut left) = (Dim::ZERO, mask as u64);
        while left != 0 {
            let low = left.trailing_zeros();
            let width = (left >> low).trailing_ones();
            let (place, size) = (Dim::constant(1 << low)?, Dim::constant(1 << width)?);
            let shifted = self.shapes.floor_divide(number, place)?;
            let run = self.shapes.modulo(shifted, size)?;
            let run = self.shapes.multiply(run, place)?;
            common = self.shapes.add(common, run)?;
            left &= !(((1 << width) - 1) << low);
        }
        Some(common)
    }

    /// An operation without an expression in the shape environment: specialises the symbols.
    fn symbolic_by_value(&mut self, name: &'static str, left: Value, right: Value) -> Flow<Value> {
        let (left, right) = (self.specialised(left)?, self.specialised(right)?);
        match OPERATORS.iter().position(|operator| operator.name == name) {
            Some(operator) => self.binary_operator(operator, left, right),
            None => match crate::tables::COMPARATORS.iter().position(|comparator| comparator.name == name) {
                Some(comparator) => self.compare_operator(comparator, left, right),
                None => Err(Stop::Abandon(format!("no operator is called {name}"))),
            },
        }
    }

    /// The value, specialised if it is a symbol.
    pub fn specialised(&mut self, value: Value) -> Flow<Value> {
        let value = self.force(value)?;
        match self.arena.get(value).state {
            State::Symbol(dim) => {
                if self.shapes.kind(dim) == Kind::Float {
                    return self.specialise_float(dim);
                }
                if self.shapes.kind(dim) == Kind::Truth {
                    return self.decided_condition(dim);
                }
                let number = self.specialise_dim(dim)?;
                self.int_constant(number)
            }
            _ => Ok(value),
        }
    }

    /// Specialises the ints that a float is made of.
    fn specialise_float(&mut self, dim: Dim) -> Flow<Value> {
        for symbol in self.shapes.symbols_of(&[dim]) {
            let symbol = self.shapes.symbol_dim(symbol);
            if self.shapes.specialise(symbol).is_none() {
                return Err(self.undecided(dim, UNKNOWN_NUMBER));
            }
        }
        let number = self.shapes.hint_float(dim).ok_or_else(|| Stop::graph_break("a float that has no value"))?;
        let number = Owned::float(number).map_err(Stop::python)?;
        let number = self.keeper.keep_owned(number);
        Ok(self.constant_value(number))
    }

    /// The same for the items of a tuple.
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
        let operand = self.decided(operand)?;
        if !self.is_symbol_value(operand) {
            return self.unary_operator(method, operand);
        }
        let dim = self.number_of(operand)?.ok_or_else(|| Stop::Abandon("a symbol without an expression".into()))?;
        let row = SYMBOLICS.iter().find(|row| row.name == method).map(|row| row.operation);
        let result = match row {
            Some(SymbolicOperation::Negative) => self.shapes.negate(dim),
            Some(SymbolicOperation::Invert) if self.shapes.kind(dim) == Kind::Int => {
                self.shapes.negate(dim).and_then(|negative| self.shapes.subtract(negative, Dim::ONE))
            }
            Some(SymbolicOperation::Absolute) if self.shapes.kind(dim) == Kind::Int => {
                self.shapes.negate(dim).and_then(|negative| self.shapes.maximum(dim, negative))
            }
            Some(SymbolicOperation::Absolute) => {
                let function = self.library.unary_function(method)?;
                if let Some(result) = self.float_node(function, &[operand])? {
                    if let Some(result) = self.number_of(result)? {
                        let test = self.shapes.compare(Comparison::GreaterEqual, result, Dim::ZERO);
                        self.shapes.learn_truth(test, true);
                    }
                    return Ok(result);
                }
                None
            }
            Some(SymbolicOperation::Positive) if self.shapes.kind(dim) == Kind::Truth => self.shapes.add(dim, Dim::ZERO),
            Some(SymbolicOperation::Positive) => Some(dim),
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
            Kind::Truth => match self.shapes.decide(dim) {
                Some(truth) => Ok(self.bool_constant(truth)),
                None => {
                    let class = self.role(Role::Bool);
                    Ok(self.make(class, State::Symbol(dim)))
                }
            },
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
            _ => self.shapes.compare(Comparison::NotEqual, dim, Dim::ZERO),
        };
        let line = self.line_here();
        self.shapes.at(line);
        if let Some(holds) = self.order_decides(dim)? {
            return Ok(holds);
        }
        let known = self.shapes.evaluate(dim);
        known.map_err(|_| self.undecided(dim, UNDECIDED))
    }

    /// Decides how an input float compares with a number, with a guard on the order alone.
    fn order_decides(&mut self, test: Dim) -> Flow<Option<bool>> {
        let Some((symbol, how, other)) = self.shapes.comparison(test) else { return Ok(None) };
        let Some(float) = self.floats.iter().find(|float| float.symbol == symbol) else { return Ok(None) };
        if let Some(known) = self.shapes.decide(test) {
            return Ok(Some(known));
        }
        let Some(source) = self.sources.parent(float.source) else { return Ok(None) };
        let other = Owned::float(other).map_err(Stop::python)?;
        let other = self.keeper.keep_owned(other);
        if let Comparison::Equal | Comparison::NotEqual = how {
            let Slot::Bool(equal) = self.observe(guard_rules::FLOAT_EQUAL, source, Some(other))? else {
                return Ok(None);
            };
            let holds = equal == (how == Comparison::Equal);
            self.shapes.learn_truth(test, holds);
            return Ok(Some(holds));
        }
        let Slot::Int(order) = self.observe(guard_rules::FLOAT_ORDER, source, Some(other))? else { return Ok(None) };
        let holds = match how {
            Comparison::Equal | Comparison::NotEqual => return Ok(None),
            Comparison::Less => order == -1,
            Comparison::LessEqual => order == -1 || order == 0,
            Comparison::Greater => order == 1,
            Comparison::GreaterEqual => order == 1 || order == 0,
        };
        self.shapes.learn_truth(test, holds);
        Ok(Some(holds))
    }

    /// The symbols of an expression and, in turn, those that they were computed from.
    fn origins(&self, dim: Dim) -> Vec<Symbol> {
        let mut symbols = self.shapes.symbols_of(&[dim]);
        let mut next = 0;
        while next < symbols.len() {
            let computed = self.graph.computed.iter().find(|(computed, _)| *computed == symbols[next]);
            let mut dims = Vec::new();
            if let Some((_, node)) = computed {
                self.graph.node(*node).arguments.iter().for_each(|argument| argument.visit_dims(&mut |dim| dims.push(dim)));
            }
            let found = self.shapes.symbols_of(&dims).into_iter().filter(|symbol| !symbols.contains(symbol)).collect::<Vec<_>>();
            symbols.extend(found);
            next += 1;
        }
        symbols
    }

    /// How to stop when the value of an expression without a hint is needed: trace again with its floats as constants
    /// and numbers in inputs guarded, or break the graph.
    pub fn undecided(&self, dim: Dim, reason: &str) -> Stop {
        let symbols = self.origins(dim);
        let wanted: Vec<&String> =
            self.floats.iter().filter(|float| symbols.contains(&float.symbol)).map(|float| &float.name).collect();
        let mut has_new = false;
        for number in self.input_numbers.iter().filter(|number| symbols.contains(&number.symbol)) {
            has_new |= self.history.want_number(&number.name);
        }
        if wanted.is_empty() && !has_new {
            let text = self.shapes.text(dim);
            return Stop::graph_break(format!("{reason} {text}"));
        }
        self.history.fix_floats(wanted);
        Stop::Again
    }
}
