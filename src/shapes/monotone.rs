//! Comparisons of floats that are computed from one symbol, by comparisons of the symbol.

use super::dim::Dim;
use super::env::ShapeEnv;
use super::expr::{Expr, FloatOperator};
use super::number::{self, Number};
use crate::tables::Comparison;

/// How often a bound is moved where rounding has put it on the wrong side.
const ATTEMPTS: u32 = 4;

impl ShapeEnv {
    /// A comparison of a symbol that implies `test`, an order of what sums, products and quotients with constants make of
    /// that symbol and a constant; `None` if it is another, or no such bound is found.
    ///
    /// Rounding keeps the order of floats: what such an expression is at a bound it is at most, or at least, on one side
    /// of the bound.
    pub fn implied_by_symbol(&mut self, test: Dim) -> Option<Dim> {
        let &Expr::Compare(how, expression, other) = self.expressions.get(test)? else { return None };
        let other = self.expressions.literal(other)?;
        let mut from_above = match how {
            Comparison::Less | Comparison::LessEqual => true,
            Comparison::Greater | Comparison::GreaterEqual => false,
            Comparison::Equal | Comparison::NotEqual => return None,
        };
        let (mut inner, mut bound) = (expression, other.float());
        let mut steps = Vec::new();
        while self.as_symbol(inner).is_none() {
            let &Expr::FloatOperation(operator, a, b) = self.expressions.get(inner)? else { return None };
            let (next, number, is_left) = match (self.expressions.literal(a), self.expressions.literal(b)) {
                (None, Some(number)) => (a, number.float(), false),
                (Some(number), None) => (b, number.float(), true),
                _ => return None,
            };
            // Infinity times zero is no number.
            if !number.is_finite() || number == 0.0 {
                return None;
            }
            let falls = match operator {
                FloatOperator::Add => false,
                FloatOperator::Subtract => is_left,
                _ => number < 0.0,
            };
            bound = match operator {
                FloatOperator::Add => bound - number,
                FloatOperator::Subtract if is_left => number - bound,
                FloatOperator::Subtract => bound + number,
                FloatOperator::Multiply => bound / number,
                FloatOperator::Divide if !is_left => bound * number,
                _ => return None,
            };
            bound = bound.clamp(f64::MIN, f64::MAX);
            from_above ^= falls;
            steps.push((operator, Number::Float(number), is_left));
            inner = next;
        }
        for _ in 0..ATTEMPTS {
            let at_bound = steps.iter().rev().try_fold(Number::Float(bound), |value, &(operator, number, is_left)| {
                let (a, b) = if is_left { (number, value) } else { (value, number) };
                number::float_operation(operator, a, b)
            })?;
            if number::compare(how, at_bound, other) {
                let side = if from_above { Comparison::LessEqual } else { Comparison::GreaterEqual };
                let bound = self.expressions.float(bound);
                return (!steps.is_empty()).then(|| self.expressions.compare(side, inner, bound));
            }
            let inward = (bound.abs() * 1e-12).max(f64::MIN_POSITIVE);
            bound += if from_above { -inward } else { inward };
        }
        None
    }
}
