//! Python's arithmetic on symbolic numbers. `None` if Python would raise, or if a constant exceeds 64 bits.

use super::dim::Dim;
use super::env::ShapeEnv;
use super::expr::{FloatOperator, Kind, Rounding};
use crate::tables::{Comparison, SizeOperator};

impl ShapeEnv {
    pub fn add(&mut self, a: Dim, b: Dim) -> Option<Dim> {
        self.expressions.add(a, b)
    }

    pub fn subtract(&mut self, a: Dim, b: Dim) -> Option<Dim> {
        self.expressions.subtract(a, b)
    }

    pub fn multiply(&mut self, a: Dim, b: Dim) -> Option<Dim> {
        self.expressions.multiply(a, b)
    }

    pub fn negate(&mut self, a: Dim) -> Option<Dim> {
        self.expressions.negate(a)
    }

    /// `a // b`; guards that `b` is not zero.
    pub fn floor_divide(&mut self, a: Dim, b: Dim) -> Option<Dim> {
        self.require_nonzero(b)?;
        self.expressions.floor_divide(a, b)
    }

    /// `a % b`; guards that `b` is not zero.
    pub fn modulo(&mut self, a: Dim, b: Dim) -> Option<Dim> {
        self.require_nonzero(b)?;
        let rest = self.expressions.modulo(a, b)?;
        // A rest that is already within the divisor is itself; a truth as a number.
        if !rest.is_constant() && self.lies_below(a, b) { self.add(a, Dim::ZERO) } else { Some(rest) }
    }

    /// `a / b`, a float; guards that `b` is not zero.
    pub fn true_divide(&mut self, a: Dim, b: Dim) -> Option<Dim> {
        self.require_nonzero(b)?;
        self.expressions.true_divide(a, b)
    }

    /// `a ** b`. A power that may turn out negative is a float, so the sign of `b` is guarded.
    pub fn power(&mut self, a: Dim, b: Dim) -> Option<Dim> {
        if !b.is_constant() && self.kind(a) != Kind::Float && self.kind(b) != Kind::Float {
            let test = self.expressions.compare(Comparison::GreaterEqual, b, Dim::ZERO);
            if !self.evaluate(test).ok()? {
                return self.expressions.float_operation(FloatOperator::Power, a, b);
            }
        }
        self.expressions.power(a, b)
    }

    pub fn maximum(&mut self, a: Dim, b: Dim) -> Option<Dim> {
        match self.not_below(a, b) {
            Some(true) => Some(a),
            Some(false) => Some(b),
            None => self.expressions.maximum(a, b),
        }
    }

    pub fn minimum(&mut self, a: Dim, b: Dim) -> Option<Dim> {
        match self.not_below(a, b) {
            Some(true) => Some(b),
            Some(false) => Some(a),
            None => self.expressions.minimum(a, b),
        }
    }

    /// Rounds `a` to an integer. A rounded quotient becomes an integer division, with a guard that the ints are exact
    /// as floats.
    pub fn round(&mut self, how: Rounding, a: Dim) -> Option<Dim> {
        if let Some((whole, divisor)) = self.expressions.small_quotient(how, a) {
            let most = Dim::constant(1 << f64::MANTISSA_DIGITS)?;
            let least = self.expressions.negate(most)?;
            if self.is(whole, Comparison::LessEqual, most) == Some(true)
                && self.is(whole, Comparison::GreaterEqual, least) == Some(true)
            {
                return self.expressions.floor_divide(whole, divisor);
            }
        }
        self.expressions.round(how, a)
    }

    pub fn float(&mut self, value: f64) -> Dim {
        self.expressions.float(value)
    }

    /// `None` if the operator is not a function of one number, or has no value for this one.
    pub fn float_function(&mut self, function: SizeOperator, a: Dim) -> Option<Dim> {
        self.expressions.float_function(function, a)
    }

    pub fn compare(&mut self, how: Comparison, a: Dim, b: Dim) -> Dim {
        self.expressions.compare(how, a, b)
    }

    pub fn not(&mut self, a: Dim) -> Dim {
        self.expressions.not(a)
    }

    pub fn all(&mut self, items: &[Dim]) -> Dim {
        self.expressions.all(items)
    }

    pub fn any(&mut self, items: &[Dim]) -> Dim {
        self.expressions.any(items)
    }

    /// Compares and decides, with a guard if needed. `None` if the answer is data-dependent.
    pub fn is(&mut self, a: Dim, how: Comparison, b: Dim) -> Option<bool> {
        let test = self.expressions.compare(how, a, b);
        self.evaluate(test).ok()
    }

    /// Whether both are equal in every run; adds no guard.
    pub fn surely_equal(&mut self, a: Dim, b: Dim) -> bool {
        let test = self.expressions.compare(Comparison::Equal, a, b);
        a == b || self.decide(test) == Some(true)
    }

    pub fn product(&mut self, factors: &[Dim]) -> Option<Dim> {
        factors.iter().try_fold(Dim::ONE, |product, &factor| self.multiply(product, factor))
    }

    fn not_below(&mut self, a: Dim, b: Dim) -> Option<bool> {
        let test = self.expressions.compare(Comparison::GreaterEqual, a, b);
        self.decide(test)
    }

    fn require_nonzero(&mut self, b: Dim) -> Option<()> {
        self.is(b, Comparison::NotEqual, Dim::ZERO)?.then_some(())
    }

    fn lies_below(&mut self, a: Dim, b: Dim) -> bool {
        let positive = self.expressions.compare(Comparison::GreaterEqual, a, Dim::ZERO);
        let below = self.expressions.compare(Comparison::Less, a, b);
        self.decide(positive) == Some(true) && self.decide(below) == Some(true)
    }
}
