//! What is known of numbers: bounds, solved symbols and true conditions, learnt from guards, and what follows from these.

use super::{ShapeEnv, Undo};
use crate::shapes::dim::Dim;
use crate::shapes::expr::{Expr, Kind, Symbol, opposite};
use crate::shapes::interval::Interval;
use crate::shapes::number::floor_divide;
use crate::shapes::polynomial::Polynomial;
use crate::shapes::substitute::substitute;
use crate::tables::Comparison;

impl ShapeEnv {
    pub(super) fn decide_all(&mut self, items: &[Dim], all: bool) -> Option<bool> {
        let mut open = false;
        for &item in items {
            match self.decide(item) {
                Some(truth) if truth != all => return Some(!all),
                Some(_) => {}
                None => open = true,
            }
        }
        if open { None } else { Some(all) }
    }

    pub(super) fn decide_comparison(&mut self, how: Comparison, a: Dim, b: Dim) -> Option<bool> {
        if self.kind(a) == Kind::Float || self.kind(b) == Kind::Float {
            return None;
        }
        let difference = self.expressions.subtract(a, b)?;
        let range = self.range_of(difference, 8);
        match how {
            Comparison::Less if range.high < 0 => Some(true),
            Comparison::Less if range.low >= 0 => Some(false),
            Comparison::LessEqual if range.high <= 0 => Some(true),
            Comparison::LessEqual if range.low > 0 => Some(false),
            Comparison::Greater | Comparison::GreaterEqual => {
                let opposite = opposite(how);
                self.decide_range(opposite, range).map(|truth| !truth)
            }
            Comparison::Equal => self.decide_equal(difference, range),
            Comparison::NotEqual => self.decide_equal(difference, range).map(|equal| !equal),
            _ => None,
        }
    }

    fn decide_range(&self, how: Comparison, range: Interval) -> Option<bool> {
        let (below, not_below) = match how {
            Comparison::Less => (range.high < 0, range.low >= 0),
            _ => (range.high <= 0, range.low > 0),
        };
        if below {
            Some(true)
        } else if not_below {
            Some(false)
        } else {
            None
        }
    }

    fn decide_equal(&mut self, difference: Dim, range: Interval) -> Option<bool> {
        if range.single() == Some(0) {
            return Some(true);
        }
        if !range.contains(0) {
            return Some(false);
        }
        let (primitive, scale, offset) = Polynomial::of(&self.expressions, difference)?.primitive(&mut self.expressions)?;
        if offset.checked_rem(scale)? != 0 {
            return Some(false);
        }
        self.excluded.contains_key(&(primitive, offset.checked_div(scale)?.checked_neg()?)).then_some(false)
    }

    /// Learns bounds and replacements from a true condition.
    pub(super) fn learn(&mut self, test: Dim) {
        let Some(test) = self.resolve(test) else { return };
        match self.expressions.get(test).cloned() {
            Some(Expr::And(items)) => items.iter().for_each(|&item| self.learn(item)),
            Some(Expr::Compare(how, a, b))
                if self.kind(a) != Kind::Float && self.kind(b) != Kind::Float && self.learn_comparison(how, a, b).is_some() => {}
            Some(Expr::Truth(_)) | None => {}
            Some(_) => {
                let negated = self.expressions.not(test);
                for (truth, value) in [(test, true), (negated, false)] {
                    if self.truths.insert(truth, value).is_none() {
                        self.trail.push(Undo::Truth(truth));
                    }
                }
            }
        }
    }

    fn learn_comparison(&mut self, how: Comparison, a: Dim, b: Dim) -> Option<()> {
        let difference = self.expressions.subtract(a, b)?;
        let polynomial = Polynomial::of(&self.expressions, difference)?;
        let (primitive, scale, offset) = polynomial.clone().primitive(&mut self.expressions)?;
        // scale * primitive + offset (how) 0
        let (low, high) = match how {
            Comparison::Equal => (Some(0i128), Some(0i128)),
            Comparison::Less => (None, Some(-1)),
            Comparison::LessEqual => (None, Some(0)),
            Comparison::Greater => (Some(1), None),
            Comparison::GreaterEqual => (Some(0), None),
            Comparison::NotEqual => {
                let value = i64::try_from(-i128::from(offset) / i128::from(scale)).ok()?;
                if self.excluded.insert((primitive, value), ()).is_none() {
                    self.trail.push(Undo::Excluded(primitive, value));
                }
                let range = self.range_of(primitive, 8);
                if range.low == i128::from(value) {
                    self.bound(primitive, Interval { low: range.low + 1, high: range.high });
                } else if range.high == i128::from(value) {
                    self.bound(primitive, Interval { low: range.low, high: range.high - 1 });
                }
                return Some(());
            }
        };
        let (low, high) = (low.map(|low| low - i128::from(offset)), high.map(|high| high - i128::from(offset)));
        let (low, high) = if scale < 0 { (high, low) } else { (low, high) };
        let floor = |value: i128| floor_divide(value, scale.into());
        let ceiling = |value: i128| floor(-value).map(|value| -value);
        let low = low.map_or(Some(Interval::ALL.low), ceiling)?;
        let high = high.map_or(Some(Interval::ALL.high), floor)?;
        self.bound(primitive, Interval { low, high });
        if how == Comparison::Equal {
            self.solve(&polynomial);
        }
        Some(())
    }

    fn bound(&mut self, primitive: Dim, interval: Interval) {
        let before = self.bounds.get(&primitive).copied();
        let now = before.unwrap_or(Interval::ALL).intersect(interval);
        if Some(now) != before && !now.is_empty() {
            self.bounds.insert(primitive, now);
            self.trail.push(Undo::Bound(primitive, before));
        }
    }

    /// From `polynomial == 0`, the newest symbol with coefficient ±1 as an expression of the others.
    fn solve(&mut self, polynomial: &Polynomial) -> Option<()> {
        let mut all = Vec::new();
        for &(monomial, _) in &polynomial.terms {
            let mut found = Vec::new();
            self.expressions.symbols(monomial, &mut found);
            all.append(&mut found);
        }
        let mut candidates: Vec<(Symbol, Dim, i64)> = Vec::new();
        for &(monomial, coefficient) in &polynomial.terms {
            if let Some(symbol) = self.as_symbol(monomial)
                && coefficient.abs() == 1
                && all.iter().filter(|&&other| other == symbol).count() == 1
            {
                candidates.push((symbol, monomial, coefficient));
            }
        }
        let (symbol, monomial, coefficient) = candidates.into_iter().max_by_key(|&(symbol, ..)| symbol)?;
        let mut rest = polynomial.clone();
        rest.terms.retain(|&(other, _)| other != monomial);
        let rest = rest.intern(&mut self.expressions)?;
        let solution = if coefficient == 1 { self.expressions.negate(rest)? } else { rest };
        // What was known of the symbol is now known of the solution.
        let range = self.range_of(monomial, 8);
        self.replacements.insert(symbol, solution);
        self.trail.push(Undo::Replacement(symbol));
        if let Some((primitive, scale, offset)) =
            Polynomial::of(&self.expressions, solution).and_then(|it| it.primitive(&mut self.expressions))
            && scale == 1
        {
            let shift = Interval::exactly(offset).scale(-1);
            self.bound(primitive, range.plus(shift));
        }
        Some(())
    }

    /// The expression with every solved symbol replaced.
    pub(in crate::shapes) fn resolve(&mut self, dim: Dim) -> Option<Dim> {
        if dim.is_constant() || self.replacements.is_empty() {
            return Some(dim);
        }
        let mut found = Vec::new();
        self.expressions.symbols(dim, &mut found);
        if !found.iter().any(|symbol| self.replacements.contains_key(symbol)) {
            return Some(dim);
        }
        let replaced = substitute(&mut self.expressions, dim, &|symbol| self.replacements.get(&symbol).copied())?;
        self.resolve(replaced)
    }

    pub(super) fn range_of(&mut self, dim: Dim, depth: u32) -> Interval {
        let Some(expr) = self.expressions.get(dim).cloned() else {
            return dim.as_constant().map_or(Interval::ALL, Interval::exactly);
        };
        if depth == 0 {
            return Interval::ALL;
        }
        let below = depth - 1;
        let range = match expr {
            Expr::Symbol(symbol) => self.symbol(symbol).declared,
            Expr::Real(_) => Interval::ALL,
            Expr::Sum { terms, constant } => {
                let mut sum = Interval::exactly(constant);
                for &(monomial, coefficient) in terms.iter() {
                    sum = sum.plus(self.range_of(monomial, below).scale(coefficient));
                }
                sum.intersect(self.range_of_factored(&terms, constant, below))
            }
            Expr::Product(factors) => {
                let mut product = Interval::exactly(1);
                for &(atom, exponent) in factors.iter() {
                    product = product.multiply(self.range_of(atom, below).power(exponent));
                }
                product
            }
            Expr::FloorDivide(a, b) => self.range_of(a, below).floor_divide(self.range_of(b, below)),
            Expr::Modulo(a, b) => self.range_of(a, below).modulo(self.range_of(b, below)),
            Expr::Maximum(items) => {
                self.fold_ranges(&items, below, |a, b| Interval { low: a.low.max(b.low), high: a.high.max(b.high) })
            }
            Expr::Minimum(items) => {
                self.fold_ranges(&items, below, |a, b| Interval { low: a.low.min(b.low), high: a.high.min(b.high) })
            }
            Expr::Truth(value) => Interval::exactly(value.into()),
            Expr::Compare(..) | Expr::Not(_) | Expr::And(_) | Expr::Or(_) => Interval::new(Some(0), Some(1)),
            Expr::Power(..) | Expr::Round(..) | Expr::Float(_) | Expr::FloatOperation(..) | Expr::FloatFunction(..) => {
                Interval::ALL
            }
        };
        if self.bounds.is_empty() {
            return range;
        }
        let learnt =
            Polynomial::of(&self.expressions, dim).and_then(|polynomial| polynomial.primitive(&mut self.expressions)).and_then(
                |(primitive, scale, offset)| Some(self.bounds.get(&primitive)?.scale(scale).plus(Interval::exactly(offset))),
            );
        let both = learnt.map_or(range, |learnt| range.intersect(learnt));
        if both.is_empty() { range } else { both }
    }

    /// `s0*s1 - s0` is `s0*(s1 - 1)`: positive, though its terms alone do not say so.
    fn range_of_factored(&mut self, terms: &[(Dim, i64)], constant: i64, depth: u32) -> Interval {
        if constant != 0 || terms.len() < 2 || depth == 0 {
            return Interval::ALL;
        }
        let polynomial = Polynomial { terms: terms.to_vec(), constant };
        let Some((common, rest)) = polynomial.factored(&mut self.expressions) else { return Interval::ALL };
        let Some(rest) = rest.intern(&mut self.expressions) else { return Interval::ALL };
        let common = self.range_of(common, depth - 1);
        common.multiply(self.range_of(rest, depth - 1))
    }

    fn fold_ranges(&mut self, items: &[Dim], depth: u32, pick: fn(Interval, Interval) -> Interval) -> Interval {
        let mut ranges = items.iter().map(|&item| self.range_of(item, depth)).collect::<Vec<_>>().into_iter();
        let first = ranges.next().unwrap_or(Interval::ALL);
        ranges.fold(first, pick)
    }
}
