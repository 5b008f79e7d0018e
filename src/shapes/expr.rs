//! Expressions over symbolic integers, interned in a normal form.
//!
//! Integers are polynomials, so that `s0 + s0` and `2*s0` are one [`Dim`]; other operations (floor division, modulo,
//! max, …) are atoms of them. There are floats, by division for example, and truths, by comparison.

use std::rc::Rc;

use ahash::AHashMap;

use super::dim::Dim;
use super::number::{self, Number};
use super::polynomial::Polynomial;
use crate::tables::Comparison;
pub use crate::tables::{Rounding, SizeOperator};

/// A symbol by its index in the shape environment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(pub u32);

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Expr {
    Symbol(Symbol),
    /// A symbol for a float.
    Real(Symbol),
    /// A constant plus coefficients times monomials, sorted; never a bare constant or a bare monomial.
    Sum {
        terms: Rc<[(Dim, i64)]>,
        constant: i64,
    },
    /// Atoms with their powers, sorted; never a bare atom.
    Product(Rc<[(Dim, u32)]>),
    FloorDivide(Dim, Dim),
    Modulo(Dim, Dim),
    Power(Dim, Dim),
    Maximum(Rc<[Dim]>),
    Minimum(Rc<[Dim]>),
    /// The int next to a float.
    Round(Rounding, Dim),
    /// An `f64` by its bits.
    Float(u64),
    FloatOperation(FloatOperator, Dim, Dim),
    /// A function of one number with a float result.
    FloatFunction(SizeOperator, Dim),
    Truth(bool),
    Compare(Comparison, Dim, Dim),
    Not(Dim),
    And(Rc<[Dim]>),
    Or(Rc<[Dim]>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FloatOperator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Power,
    Maximum,
    Minimum,
}

/// What Python type the value of an expression has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Int,
    Float,
    Truth,
}

/// The arena of expressions. Ids stay valid for as long as it lives: rolling a trace back does not
/// shrink it.
#[derive(Debug, Default, Clone)]
pub struct Expressions {
    nodes: Vec<Expr>,
    index: AHashMap<Expr, u32>,
}

impl Expressions {
    pub fn intern(&mut self, expr: Expr) -> Dim {
        if let Some(&id) = self.index.get(&expr) {
            return Dim::expression(id);
        }
        let id = self.nodes.len() as u32;
        self.nodes.push(expr.clone());
        self.index.insert(expr, id);
        Dim::expression(id)
    }

    /// `None` for a constant int.
    pub fn get(&self, dim: Dim) -> Option<&Expr> {
        self.nodes.get(dim.id()? as usize)
    }

    pub fn kind(&self, dim: Dim) -> Kind {
        match self.get(dim) {
            Some(Expr::Real(_) | Expr::Float(_) | Expr::FloatOperation(..) | Expr::FloatFunction(..)) => Kind::Float,
            Some(Expr::Truth(_) | Expr::Compare(..) | Expr::Not(_) | Expr::And(_) | Expr::Or(_)) => Kind::Truth,
            _ => Kind::Int,
        }
    }

    pub fn float(&mut self, value: f64) -> Dim {
        self.intern(Expr::Float(value.to_bits()))
    }

    pub fn truth(&mut self, value: bool) -> Dim {
        self.intern(Expr::Truth(value))
    }

    // ------------------------------------------------------------ ints

    pub fn add(&mut self, a: Dim, b: Dim) -> Option<Dim> {
        if let (Some(x), Some(y)) = (a.as_constant(), b.as_constant()) {
            return Dim::constant(x.checked_add(y)?);
        }
        if self.any_float(a, b) {
            return self.float_operation(FloatOperator::Add, a, b);
        }
        let mut sum = Polynomial::of(self, a)?;
        sum.add(&Polynomial::of(self, b)?, 1)?;
        sum.intern(self)
    }

    pub fn subtract(&mut self, a: Dim, b: Dim) -> Option<Dim> {
        if let (Some(x), Some(y)) = (a.as_constant(), b.as_constant()) {
            return Dim::constant(x.checked_sub(y)?);
        }
        if self.any_float(a, b) {
            return self.float_operation(FloatOperator::Subtract, a, b);
        }
        let mut sum = Polynomial::of(self, a)?;
        sum.add(&Polynomial::of(self, b)?, -1)?;
        sum.intern(self)
    }

    pub fn negate(&mut self, a: Dim) -> Option<Dim> {
        // The difference from zero would lose the sign of a float that is zero.
        if self.kind(a) == Kind::Float {
            return self.float_operation(FloatOperator::Multiply, a, Dim::constant(-1)?);
        }
        self.subtract(Dim::ZERO, a)
    }

    pub fn multiply(&mut self, a: Dim, b: Dim) -> Option<Dim> {
        if let (Some(x), Some(y)) = (a.as_constant(), b.as_constant()) {
            return Dim::constant(x.checked_mul(y)?);
        }
        if self.any_float(a, b) {
            return self.float_operation(FloatOperator::Multiply, a, b);
        }
        for (factor, other) in [(a, b), (b, a)] {
            if factor == Dim::ONE {
                return if self.kind(other) == Kind::Truth { self.add(other, Dim::ZERO) } else { Some(other) };
            }
        }
        let (left, right) = (Polynomial::of(self, a)?, Polynomial::of(self, b)?);
        left.multiply(&right, self)?.intern(self)
    }

    /// Python's `//` of ints. `None` where the divisor is known to be zero.
    pub fn floor_divide(&mut self, a: Dim, b: Dim) -> Option<Dim> {
        if let (Some(x), Some(y)) = (a.as_constant(), b.as_constant()) {
            return Dim::constant_wide(number::floor_divide(x.into(), y.into())?);
        }
        // That of floats is not the quotient, rounded: `1 // 0.1` is 9.
        if b == Dim::ZERO || self.any_float(a, b) {
            return None;
        }
        let (quotient, rest, divisor) = Polynomial::of(self, a)?.divide(&Polynomial::of(self, b)?, self)?;
        let quotient = quotient.intern(self)?;
        let (rest, divisor) = (rest.intern(self)?, divisor.intern(self)?);
        if rest == Dim::ZERO {
            return Some(quotient);
        }
        let fraction = match (rest.as_constant(), divisor.as_constant()) {
            (Some(x), Some(y)) => Dim::constant_wide(number::floor_divide(x.into(), y.into())?)?,
            _ => match self.nested_division(rest, divisor)? {
                Some(flat) => flat,
                None => self.intern(Expr::FloorDivide(rest, divisor)),
            },
        };
        self.add(quotient, fraction)
    }

    /// `(x // m) // n` is `x // (m*n)` for positive constants.
    fn nested_division(&mut self, a: Dim, b: Dim) -> Option<Option<Dim>> {
        let Some(outer @ 1..) = b.as_constant() else { return Some(None) };
        let Some(&Expr::FloorDivide(x, inner)) = self.get(a) else { return Some(None) };
        let Some(inner @ 1..) = inner.as_constant() else { return Some(None) };
        let divisor = Dim::constant(outer.checked_mul(inner)?)?;
        self.floor_divide(x, divisor).map(Some)
    }

    /// Python's `%`. `None` where the divisor is known to be zero.
    pub fn modulo(&mut self, a: Dim, b: Dim) -> Option<Dim> {
        if let (Some(x), Some(y)) = (a.as_constant(), b.as_constant()) {
            return Dim::constant_wide(number::modulo(x.into(), y.into())?);
        }
        if self.any_float(a, b) || b == Dim::ZERO {
            return None;
        }
        if b == Dim::ONE {
            return Some(Dim::ZERO);
        }
        let rest = Polynomial::of(self, a)?.rest(&Polynomial::of(self, b)?, self)?.intern(self)?;
        if let (Some(x), Some(y)) = (rest.as_constant(), b.as_constant()) {
            return Dim::constant_wide(number::modulo(x.into(), y.into())?);
        }
        if rest == Dim::ZERO {
            return Some(Dim::ZERO);
        }
        Some(self.intern(Expr::Modulo(rest, b)))
    }

    pub fn power(&mut self, base: Dim, exponent: Dim) -> Option<Dim> {
        if self.any_float(base, exponent) {
            return self.float_operation(FloatOperator::Power, base, exponent);
        }
        match (base.as_constant(), exponent.as_constant()) {
            (_, Some(negative)) if negative < 0 => self.float_operation(FloatOperator::Power, base, exponent),
            (Some(x), Some(n)) => Dim::constant_wide(number::power(x.into(), n.into())?),
            (None, Some(n @ 0..=16)) => {
                let mut result = Dim::ONE;
                for _ in 0..n {
                    result = self.multiply(result, base)?;
                }
                Some(result)
            }
            _ => Some(self.intern(Expr::Power(base, exponent))),
        }
    }

    pub fn maximum(&mut self, a: Dim, b: Dim) -> Option<Dim> {
        self.extreme(a, b, true)
    }

    pub fn minimum(&mut self, a: Dim, b: Dim) -> Option<Dim> {
        self.extreme(a, b, false)
    }

    fn extreme(&mut self, a: Dim, b: Dim, greatest: bool) -> Option<Dim> {
        if let (Some(x), Some(y)) = (a.as_constant(), b.as_constant()) {
            return Dim::constant(if greatest { x.max(y) } else { x.min(y) });
        }
        if self.any_float(a, b) {
            let operator = if greatest { FloatOperator::Maximum } else { FloatOperator::Minimum };
            return self.float_operation(operator, a, b);
        }
        // The greater of a truth and a number has the class of whichever it is.
        if [a, b].iter().any(|&dim| self.kind(dim) == Kind::Truth) {
            return None;
        }
        let mut items = Vec::new();
        for dim in [a, b] {
            match (self.get(dim), greatest) {
                (Some(Expr::Maximum(inner)), true) | (Some(Expr::Minimum(inner)), false) => items.extend_from_slice(inner),
                _ => items.push(dim),
            }
        }
        items.sort_unstable();
        items.dedup();
        if let [only] = items[..] {
            return Some(only);
        }
        Some(self.intern(if greatest { Expr::Maximum(items.into()) } else { Expr::Minimum(items.into()) }))
    }

    /// The integer next to `a`; an int stays what it is.
    pub fn round(&mut self, how: Rounding, a: Dim) -> Option<Dim> {
        match (self.kind(a), self.get(a)) {
            (Kind::Float, Some(&Expr::Float(bits))) => {
                Dim::constant_wide(number::round(how, Number::Float(f64::from_bits(bits)))?.int()?)
            }
            (Kind::Float, _) => Some(self.intern(Expr::Round(how, a))),
            _ => Some(a),
        }
    }

    /// The operands of `floor(x / y)` if it equals `x // y`: the float quotient is exact enough for a constant divisor
    /// below 2¹⁰ and an int below 2⁵³.
    pub fn small_quotient(&self, how: Rounding, a: Dim) -> Option<(Dim, Dim)> {
        match self.get(a) {
            Some(&Expr::FloatOperation(FloatOperator::Divide, x, y)) if how == Rounding::Floor => {
                let small =
                    matches!(self.get(x), Some(Expr::Symbol(_))) && y.as_constant().is_some_and(|y| (1..1024).contains(&y));
                small.then_some((x, y))
            }
            _ => None,
        }
    }

    // ------------------------------------------------------------ floats

    fn any_float(&self, a: Dim, b: Dim) -> bool {
        self.kind(a) == Kind::Float || self.kind(b) == Kind::Float
    }

    /// Python's `/`.
    pub fn true_divide(&mut self, a: Dim, b: Dim) -> Option<Dim> {
        self.float_operation(FloatOperator::Divide, a, b)
    }

    pub fn float_function(&mut self, function: SizeOperator, a: Dim) -> Option<Dim> {
        if !number::is_float_function(function) {
            return None;
        }
        match self.literal(a) {
            Some(x) => number::float_function(function, x).map(|value| self.float(value)),
            None => Some(self.intern(Expr::FloatFunction(function, a))),
        }
    }

    pub fn float_operation(&mut self, operator: FloatOperator, a: Dim, b: Dim) -> Option<Dim> {
        if let (Some(x), Some(y)) = (self.literal(a), self.literal(b)) {
            return match number::float_operation(operator, x, y)? {
                Number::Float(value) => Some(self.float(value)),
                _ => None,
            };
        }
        Some(self.intern(Expr::FloatOperation(operator, a, b)))
    }

    /// The value of a literal of any kind.
    pub fn literal(&self, dim: Dim) -> Option<Number> {
        match self.get(dim) {
            None => dim.as_constant().map(|value| Number::Int(value.into())),
            Some(&Expr::Float(bits)) => Some(Number::Float(f64::from_bits(bits))),
            Some(&Expr::Truth(value)) => Some(Number::Truth(value)),
            _ => None,
        }
    }

    // ------------------------------------------------------------ truths

    /// Keeps both sides as written, for readable guards.
    pub fn compare(&mut self, how: Comparison, a: Dim, b: Dim) -> Dim {
        if let (Some(x), Some(y)) = (self.literal(a), self.literal(b)) {
            return self.truth(number::compare(how, x, y));
        }
        if a == b && self.kind(a) == Kind::Int {
            return self.truth(matches!(how, Comparison::Equal | Comparison::LessEqual | Comparison::GreaterEqual));
        }
        if a.is_constant() {
            return self.intern(Expr::Compare(mirrored(how), b, a));
        }
        self.intern(Expr::Compare(how, a, b))
    }

    pub fn not(&mut self, a: Dim) -> Dim {
        match self.get(a).cloned() {
            Some(Expr::Truth(value)) => self.truth(!value),
            Some(Expr::Not(inner)) => inner,
            // A float may be neither less nor greater.
            Some(Expr::Compare(how, x, y)) if !self.any_float(x, y) => self.intern(Expr::Compare(opposite(how), x, y)),
            Some(Expr::And(items)) => {
                let items: Vec<Dim> = items.iter().map(|&item| self.not(item)).collect();
                self.any(&items)
            }
            Some(Expr::Or(items)) => {
                let items: Vec<Dim> = items.iter().map(|&item| self.not(item)).collect();
                self.all(&items)
            }
            _ if self.kind(a) == Kind::Truth => self.intern(Expr::Not(a)),
            // The truth of a number.
            _ => self.compare(Comparison::Equal, a, Dim::ZERO),
        }
    }

    pub fn all(&mut self, items: &[Dim]) -> Dim {
        self.junction(items, true)
    }

    pub fn any(&mut self, items: &[Dim]) -> Dim {
        self.junction(items, false)
    }

    fn junction(&mut self, items: &[Dim], all: bool) -> Dim {
        let mut kept = Vec::new();
        for &item in items {
            match (self.get(item), all) {
                (Some(&Expr::Truth(value)), _) if value == all => {}
                (Some(&Expr::Truth(value)), _) => return self.truth(value),
                (Some(Expr::And(inner)), true) | (Some(Expr::Or(inner)), false) => kept.extend_from_slice(inner),
                _ => kept.push(item),
            }
        }
        kept.dedup();
        match kept[..] {
            [] => self.truth(all),
            [only] => only,
            _ => self.intern(if all { Expr::And(kept.into()) } else { Expr::Or(kept.into()) }),
        }
    }

    // ------------------------------------------------------------ walks

    /// The parts that an expression is made of.
    pub fn children(&self, dim: Dim, visit: &mut dyn FnMut(Dim)) {
        match self.get(dim) {
            None | Some(Expr::Symbol(_) | Expr::Real(_) | Expr::Float(_) | Expr::Truth(_)) => {}
            Some(Expr::Sum { terms, .. }) => terms.iter().for_each(|&(monomial, _)| visit(monomial)),
            Some(Expr::Product(factors)) => factors.iter().for_each(|&(atom, _)| visit(atom)),
            Some(&Expr::FloorDivide(a, b) | &Expr::Modulo(a, b) | &Expr::Power(a, b))
            | Some(&Expr::FloatOperation(_, a, b) | &Expr::Compare(_, a, b)) => {
                visit(a);
                visit(b);
            }
            Some(&Expr::Round(_, a) | &Expr::FloatFunction(_, a) | &Expr::Not(a)) => visit(a),
            Some(Expr::Maximum(items) | Expr::Minimum(items) | Expr::And(items) | Expr::Or(items)) => {
                items.iter().for_each(|&item| visit(item));
            }
        }
    }

    /// The symbols of an expression, each once, in order of appearance.
    pub fn symbols(&self, dim: Dim, found: &mut Vec<Symbol>) {
        if let Some(&(Expr::Symbol(symbol) | Expr::Real(symbol))) = self.get(dim)
            && !found.contains(&symbol)
        {
            found.push(symbol);
        }
        self.children(dim, &mut |child| self.symbols(child, found));
    }

    /// The value once symbols have theirs; `None` if one has none, on division by zero, or beyond reach.
    pub fn value(&self, dim: Dim, of: &dyn Fn(Symbol) -> Option<i64>) -> Option<Number> {
        let int = |dim| self.value(dim, of)?.int();
        Some(match self.get(dim) {
            None => Number::Int(dim.as_constant()?.into()),
            Some(&Expr::Symbol(symbol)) => Number::Int(of(symbol)?.into()),
            Some(Expr::Real(_)) => return None,
            Some(Expr::Sum { terms, constant }) => {
                let mut sum = i128::from(*constant);
                for &(monomial, coefficient) in terms.iter() {
                    sum = sum.checked_add(int(monomial)?.checked_mul(coefficient.into())?)?;
                }
                Number::Int(sum)
            }
            Some(Expr::Product(factors)) => {
                let mut product = 1i128;
                for &(atom, exponent) in factors.iter() {
                    product = product.checked_mul(number::power(int(atom)?, exponent.into())?)?;
                }
                Number::Int(product)
            }
            Some(&Expr::FloorDivide(a, b)) => Number::Int(number::floor_divide(int(a)?, int(b)?)?),
            Some(&Expr::Modulo(a, b)) => Number::Int(number::modulo(int(a)?, int(b)?)?),
            Some(&Expr::Power(a, b)) => Number::Int(number::power(int(a)?, int(b)?)?),
            Some(Expr::Maximum(items)) => Number::Int(self.fold(items, of, i128::max)?),
            Some(Expr::Minimum(items)) => Number::Int(self.fold(items, of, i128::min)?),
            Some(&Expr::Round(how, a)) => number::round(how, self.value(a, of)?)?,
            Some(&Expr::Float(bits)) => Number::Float(f64::from_bits(bits)),
            Some(&Expr::FloatFunction(function, a)) => Number::Float(number::float_function(function, self.value(a, of)?)?),
            Some(&Expr::FloatOperation(operator, a, b)) => {
                number::float_operation(operator, self.value(a, of)?, self.value(b, of)?)?
            }
            Some(&Expr::Truth(value)) => Number::Truth(value),
            Some(&Expr::Compare(how, a, b)) => Number::Truth(number::compare(how, self.value(a, of)?, self.value(b, of)?)),
            Some(&Expr::Not(a)) => Number::Truth(!self.value(a, of)?.truth()?),
            Some(Expr::And(items)) => {
                let mut all = true;
                for &item in items.iter() {
                    all &= self.value(item, of)?.truth()?;
                }
                Number::Truth(all)
            }
            Some(Expr::Or(items)) => {
                let mut any = false;
                for &item in items.iter() {
                    any |= self.value(item, of)?.truth()?;
                }
                Number::Truth(any)
            }
        })
    }

    fn fold(&self, items: &[Dim], of: &dyn Fn(Symbol) -> Option<i64>, pick: fn(i128, i128) -> i128) -> Option<i128> {
        let mut values = items.iter().map(|&item| self.value(item, of)?.int());
        let mut best = values.next()??;
        for value in values {
            best = pick(best, value?);
        }
        Some(best)
    }
}

/// `a < b` is `b > a`.
pub fn mirrored(how: Comparison) -> Comparison {
    match how {
        Comparison::Less => Comparison::Greater,
        Comparison::LessEqual => Comparison::GreaterEqual,
        Comparison::Greater => Comparison::Less,
        Comparison::GreaterEqual => Comparison::LessEqual,
        same => same,
    }
}

pub fn opposite(how: Comparison) -> Comparison {
    match how {
        Comparison::Equal => Comparison::NotEqual,
        Comparison::NotEqual => Comparison::Equal,
        Comparison::Less => Comparison::GreaterEqual,
        Comparison::LessEqual => Comparison::Greater,
        Comparison::Greater => Comparison::LessEqual,
        Comparison::GreaterEqual => Comparison::Less,
    }
}
