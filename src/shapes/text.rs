//! Expressions as text, and as trees for torch's own shape environment.

use std::fmt::Write;

use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyTupleMethods};

use super::dim::Dim;
use super::env::ShapeEnv;
use super::expr::{Expr, Expressions, FloatOperator, Kind, Rounding, Symbol};
use super::number;
use crate::tables::{Comparison, EXPRESSIONS, SizeOperator};

/// An expression from outside.
#[derive(Debug, Clone, PartialEq)]
pub enum Tree {
    Int(i64),
    Float(f64),
    Symbol(String),
    Call(SizeOperator, Vec<Tree>),
}

impl Tree {
    /// A size expression from the Python side: an int, a symbol's name, or an operator with its operands.
    pub fn read(expression: &Bound<'_, PyAny>) -> PyResult<Option<Tree>> {
        if let Ok(number) = expression.extract::<i64>() {
            return Ok(Some(Tree::Int(number)));
        }
        if let Ok(number) = expression.extract::<f64>() {
            return Ok(Some(Tree::Float(number)));
        }
        if let Ok(name) = expression.extract::<String>() {
            return Ok(Some(Tree::Symbol(name)));
        }
        let Ok(parts) = expression.cast::<PyTuple>() else { return Ok(None) };
        let operator: String = parts.get_item(0)?.extract()?;
        let Some(word) = EXPRESSIONS.iter().find(|row| row.name == operator) else { return Ok(None) };
        let mut operands = Vec::new();
        for part in parts.iter().skip(1) {
            match Tree::read(&part)? {
                Some(part) => operands.push(part),
                None => return Ok(None),
            }
        }
        Ok(Some(Tree::Call(word.operator, operands)))
    }
}

impl ShapeEnv {
    /// Python source over the names of the symbols, for torch's shape environment.
    pub fn text(&self, dim: Dim) -> String {
        self.text_with(dim, &|symbol| self.symbol(symbol).name.clone())
    }

    /// The same with symbols named by their sources, as guards print them.
    pub fn text_with(&self, dim: Dim, name: &dyn Fn(Symbol) -> String) -> String {
        self.write(dim, name, Logic::Words)
    }

    /// The same for a graph, whose nodes Python's `and`, `or` and `not` would ask for a truth.
    pub fn code(&self, dim: Dim, name: &dyn Fn(Symbol) -> String) -> String {
        self.write(dim, name, Logic::Operators)
    }

    fn write(&self, dim: Dim, name: &dyn Fn(Symbol) -> String, logic: Logic) -> String {
        let mut out = String::new();
        Writer { expressions: &self.expressions, name, logic }.write(&mut out, dim, Precedence::Lowest);
        out
    }

    /// `None` for an unknown symbol or operator, or a constant out of range.
    pub fn read(&mut self, tree: &Tree) -> Option<Dim> {
        let (operator, arguments) = match tree {
            Tree::Int(value) => return Dim::constant(*value),
            Tree::Float(value) => return Some(self.float(*value)),
            Tree::Symbol(name) => {
                let at = self.symbols().iter().position(|symbol| symbol.name == *name)?;
                return Some(self.symbol_dim(Symbol(at as u32)));
            }
            Tree::Call(operator, arguments) => (*operator, arguments),
        };
        let arguments = arguments.iter().map(|argument| self.read(argument)).collect::<Option<Vec<_>>>()?;
        if let Some(how) = comparison_of(operator) {
            let [a, b] = arguments[..] else { return None };
            return Some(self.compare(how, a, b));
        }
        let expressions = &mut self.expressions;
        let fold = |expressions: &mut Expressions, step: fn(&mut Expressions, Dim, Dim) -> Option<Dim>| {
            let (&first, rest) = arguments.split_first()?;
            rest.iter().try_fold(first, |so_far, &next| step(expressions, so_far, next))
        };
        match (operator, &arguments[..]) {
            (SizeOperator::Add, _) => fold(expressions, Expressions::add),
            (SizeOperator::Multiply, _) => fold(expressions, Expressions::multiply),
            (SizeOperator::Maximum, _) => fold(expressions, Expressions::maximum),
            (SizeOperator::Minimum, _) => fold(expressions, Expressions::minimum),
            (SizeOperator::Negate, &[a]) => expressions.negate(a),
            (SizeOperator::Subtract, &[a, b]) => expressions.subtract(a, b),
            (SizeOperator::FloorDivide, &[a, b]) => expressions.floor_divide(a, b),
            (SizeOperator::Modulo, &[a, b]) => expressions.modulo(a, b),
            (SizeOperator::Power, &[a, b]) => expressions.power(a, b),
            (SizeOperator::TrueDivide, &[a, b]) => expressions.true_divide(a, b),
            // Sizes are numbers that a float holds exactly.
            (SizeOperator::ToFloat, &[a]) => Some(a),
            (SizeOperator::Floor, &[a]) => expressions.round(Rounding::Floor, a),
            (SizeOperator::Ceiling, &[a]) => expressions.round(Rounding::Ceiling, a),
            (SizeOperator::Truncate, &[a]) => expressions.round(Rounding::Truncate, a),
            (SizeOperator::Round, &[a]) => expressions.round(Rounding::Nearest, a),
            (function, &[a]) if number::is_float_function(function) => expressions.float_function(function, a),
            (SizeOperator::Negation, &[a]) => Some(expressions.not(a)),
            (SizeOperator::Conjunction, items) => Some(expressions.all(items)),
            (SizeOperator::Disjunction, items) => Some(expressions.any(items)),
            _ => None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Precedence {
    Lowest,
    Or,
    And,
    Not,
    Compare,
    Sum,
    Product,
    Power,
    Atom,
}

/// How conditions are joined.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Logic {
    /// `not`, `and`, `or`.
    Words,
    /// `sym_not`, `&`, `|`.
    Operators,
}

struct Writer<'a> {
    expressions: &'a Expressions,
    name: &'a dyn Fn(Symbol) -> String,
    logic: Logic,
}

impl Writer<'_> {
    // Writing to a String cannot fail, so results of `write!` are dropped here and below.
    fn write(&self, out: &mut String, dim: Dim, around: Precedence) {
        let Some(expr) = self.expressions.get(dim) else {
            let value = dim.as_constant().unwrap_or(0);
            let _ = if value < 0 && around > Precedence::Sum { write!(out, "({value})") } else { write!(out, "{value}") };
            return;
        };
        let own = precedence(expr);
        if own < around {
            out.push('(');
        }
        match expr {
            Expr::Symbol(symbol) | Expr::Real(symbol) => out.push_str(&(self.name)(*symbol)),
            Expr::Sum { terms, constant } => self.write_sum(out, terms, *constant),
            Expr::Product(factors) => {
                for (i, &(atom, exponent)) in factors.iter().enumerate() {
                    if i > 0 {
                        out.push('*');
                    }
                    self.write(out, atom, if exponent > 1 { Precedence::Atom } else { Precedence::Power });
                    if exponent > 1 {
                        let _ = write!(out, "**{exponent}");
                    }
                }
            }
            &Expr::FloorDivide(a, b) => self.write_binary(out, a, "//", b, Precedence::Product),
            &Expr::Modulo(a, b) => self.write_binary(out, a, " % ", b, Precedence::Product),
            &Expr::Power(a, b) => self.write_binary(out, a, "**", b, Precedence::Power),
            Expr::Maximum(items) => self.write_call(out, "max", items),
            Expr::Minimum(items) => self.write_call(out, "min", items),
            &Expr::Round(how, a) => {
                let function = match how {
                    Rounding::Floor => "floor",
                    Rounding::Ceiling => "ceil",
                    Rounding::Truncate => "trunc",
                    Rounding::Nearest => "round",
                };
                self.write_call(out, function, &[a]);
            }
            &Expr::FloatFunction(function, a) => {
                let row = EXPRESSIONS.iter().find(|row| row.operator == function);
                self.write_call(out, row.map_or("", |row| row.name), &[a]);
            }
            Expr::Float(bits) => {
                let _ = write!(out, "{:?}", f64::from_bits(*bits));
            }
            &Expr::FloatOperation(operator, a, b) => match operator {
                FloatOperator::Add => self.write_binary(out, a, " + ", b, Precedence::Sum),
                FloatOperator::Subtract => self.write_binary(out, a, " - ", b, Precedence::Sum),
                FloatOperator::Multiply => self.write_binary(out, a, "*", b, Precedence::Product),
                FloatOperator::Divide => self.write_binary(out, a, "/", b, Precedence::Product),
                FloatOperator::Power => self.write_binary(out, a, "**", b, Precedence::Power),
                FloatOperator::Maximum => self.write_call(out, "max", &[a, b]),
                FloatOperator::Minimum => self.write_call(out, "min", &[a, b]),
            },
            Expr::Truth(value) => out.push_str(if *value { "True" } else { "False" }),
            &Expr::Compare(how, a, b) => {
                self.write(out, a, Precedence::Sum);
                let _ = write!(out, " {} ", comparison_text(how));
                self.write(out, b, Precedence::Sum);
            }
            &Expr::Not(a) if self.logic == Logic::Operators => self.write_call(out, "sym_not", &[a]),
            Expr::And(items) if self.logic == Logic::Operators => self.write_joined(out, items, " & ", Precedence::Atom),
            Expr::Or(items) if self.logic == Logic::Operators => self.write_joined(out, items, " | ", Precedence::Atom),
            &Expr::Not(a) => {
                out.push_str("not ");
                self.write(out, a, Precedence::Not);
            }
            Expr::And(items) => self.write_joined(out, items, " and ", Precedence::Not),
            Expr::Or(items) => self.write_joined(out, items, " or ", Precedence::And),
        }
        if own < around {
            out.push(')');
        }
    }

    fn write_sum(&self, out: &mut String, terms: &[(Dim, i64)], constant: i64) {
        for (i, &(monomial, coefficient)) in terms.iter().enumerate() {
            let size = coefficient.unsigned_abs();
            out.push_str(match (i, coefficient < 0) {
                (0, true) => "-",
                (0, false) => "",
                (_, true) => " - ",
                (_, false) => " + ",
            });
            if size != 1 {
                let _ = write!(out, "{size}*");
            }
            self.write(out, monomial, Precedence::Product);
        }
        // A truth to which nothing is added is a bool; as a sum it is an int.
        let is_truth = matches!(*terms, [(only, 1)] if self.expressions.kind(only) == Kind::Truth);
        if constant != 0 || is_truth {
            let _ = write!(out, " {} {}", if constant < 0 { '-' } else { '+' }, constant.unsigned_abs());
        }
    }

    fn write_binary(&self, out: &mut String, a: Dim, operator: &str, b: Dim, own: Precedence) {
        // Python reads `a**b**c` from the right, so that a power is in brackets on either side of `**`.
        let (left, right) = match own {
            Precedence::Sum => (own, Precedence::Product),
            Precedence::Power => (Precedence::Atom, Precedence::Atom),
            _ => (Precedence::Power, Precedence::Atom),
        };
        self.write(out, a, left);
        out.push_str(operator);
        self.write(out, b, right);
    }

    fn write_call(&self, out: &mut String, function: &str, items: &[Dim]) {
        let _ = write!(out, "{function}(");
        self.write_joined(out, items, ", ", Precedence::Lowest);
        out.push(')');
    }

    fn write_joined(&self, out: &mut String, items: &[Dim], between: &str, around: Precedence) {
        for (i, &item) in items.iter().enumerate() {
            if i > 0 {
                out.push_str(between);
            }
            self.write(out, item, around);
        }
    }
}

fn precedence(expr: &Expr) -> Precedence {
    match expr {
        Expr::Sum { terms, constant } if terms.len() == 1 && *constant == 0 && terms[0].1 > 0 => Precedence::Product,
        Expr::Sum { .. } | Expr::FloatOperation(FloatOperator::Add | FloatOperator::Subtract, ..) => Precedence::Sum,
        Expr::Product(factors) if factors.len() == 1 => Precedence::Power,
        Expr::Product(_) | Expr::FloatOperation(FloatOperator::Multiply | FloatOperator::Divide, ..) => Precedence::Product,
        // Beside `*` these would read from the left; they are bracketed as if they were sums.
        Expr::FloorDivide(..) | Expr::Modulo(..) => Precedence::Sum,
        Expr::Power(..) | Expr::FloatOperation(FloatOperator::Power, ..) => Precedence::Power,
        Expr::Compare(..) => Precedence::Compare,
        Expr::Not(_) => Precedence::Not,
        Expr::And(_) => Precedence::And,
        Expr::Or(_) => Precedence::Or,
        Expr::Float(bits) if f64::from_bits(*bits) < 0.0 => Precedence::Sum,
        _ => Precedence::Atom,
    }
}

fn comparison_text(how: Comparison) -> &'static str {
    match how {
        Comparison::Equal => "==",
        Comparison::NotEqual => "!=",
        Comparison::Less => "<",
        Comparison::LessEqual => "<=",
        Comparison::Greater => ">",
        Comparison::GreaterEqual => ">=",
    }
}

fn comparison_of(operator: SizeOperator) -> Option<Comparison> {
    Some(match operator {
        SizeOperator::Equal => Comparison::Equal,
        SizeOperator::NotEqual => Comparison::NotEqual,
        SizeOperator::Less => Comparison::Less,
        SizeOperator::LessEqual => Comparison::LessEqual,
        SizeOperator::Greater => Comparison::Greater,
        SizeOperator::GreaterEqual => Comparison::GreaterEqual,
        _ => return None,
    })
}
