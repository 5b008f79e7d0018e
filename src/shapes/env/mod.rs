//! The shape environment of one trace: symbols, facts about them, and the guards that establish these.

mod knowledge;
mod symbols;

use ahash::AHashMap;

use super::dim::Dim;
use super::expr::{Expr, Expressions, Kind, Symbol};
use super::interval::Interval;
use super::names::Numbers;
use super::number::Number;
use crate::sources::SourceId;
use crate::tables::Comparison;

/// A line of the user's program to which guards are attributed: an index chosen by the engine.
pub type Line = u32;

#[derive(Debug, Clone)]
pub struct SymbolInfo {
    /// `s77`, or `u0` for a symbol that only the running graph knows, `zuf0` for a float.
    pub name: String,
    /// The number in the name of a symbol with a hint.
    number: Option<usize>,
    /// The value in this call; `None` for unbacked symbols.
    pub hint: Option<i64>,
    /// All sources of this value; the ones after the first share the symbol because they had the same hint, which is
    /// guarded.
    pub sources: Vec<SourceId>,
    /// The range by declaration, before any guard.
    pub declared: Interval,
    /// Whether it is a size: equal sizes share a symbol, ints do not.
    pub is_size: bool,
    /// A float, not an int.
    pub is_float: bool,
    /// Marked dynamic by the user: specialising it is an error.
    pub marked: bool,
    /// The user's name for a set of equal unbacked sizes.
    pub shape: Option<String>,
    /// How many nodes the graph had when an int became a symbol.
    pub place: usize,
    pub line: Line,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Guard {
    /// Of [`Kind::Truth`], and true.
    pub test: Dim,
    pub line: Line,
}

/// A data-dependent condition: its symbols have no hint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Undecided(pub Dim);

/// A state to return to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    symbols: usize,
    guards: usize,
    assertions: usize,
    trail: usize,
}

#[derive(Debug, Default, Clone)]
pub struct ShapeEnv {
    pub(in crate::shapes) expressions: Expressions,
    symbols: Vec<SymbolInfo>,
    numbers: Numbers,
    guards: Vec<Guard>,
    assertions: Vec<Guard>,
    /// Bounds of primitive polynomials (see [`Polynomial::primitive`]), learnt from guards.
    bounds: AHashMap<Dim, Interval>,
    excluded: AHashMap<(Dim, i64), ()>,
    /// Conditions of known truth that are no bounds.
    truths: AHashMap<Dim, bool>,
    replacements: AHashMap<Symbol, Dim>,
    trail: Vec<Undo>,
    /// How to forget what is assumed for a while, with its places in the trail.
    passing: Vec<(usize, Undo)>,
    line: Line,
}

#[derive(Debug, Clone)]
enum Undo {
    Bound(Dim, Option<Interval>),
    Excluded(Dim, i64),
    Truth(Dim),
    Replacement(Symbol),
    /// A second source was given the symbol.
    Shared(Symbol),
}

impl ShapeEnv {
    /// Sets the user's line for the guards to come.
    pub fn at(&mut self, line: Line) {
        self.line = line;
    }

    // ------------------------------------------------------------ values

    /// Which Python type the value has.
    pub fn kind(&self, dim: Dim) -> Kind {
        self.expressions.kind(dim)
    }

    /// The value in this call; `None` if it is data-dependent.
    pub fn hint(&self, dim: Dim) -> Option<i64> {
        match dim.as_constant() {
            Some(value) => Some(value),
            None => i64::try_from(self.number(dim)?.int()?).ok(),
        }
    }

    pub fn hint_float(&self, dim: Dim) -> Option<f64> {
        match self.number(dim)? {
            Number::Float(value) => Some(value),
            _ => None,
        }
    }

    pub(in crate::shapes) fn number(&self, dim: Dim) -> Option<Number> {
        self.expressions.value(dim, &|symbol| self.symbol(symbol).hint)
    }

    /// The value, if it is the same in every call that the guards admit.
    pub fn known(&mut self, dim: Dim) -> Option<i64> {
        match dim.as_constant() {
            Some(value) => Some(value),
            None if self.kind(dim) == Kind::Int => self.range(dim).single(),
            None => None,
        }
    }

    /// The range of an int by the guards so far.
    pub fn range(&mut self, dim: Dim) -> Interval {
        match self.resolve(dim) {
            Some(dim) => self.range_of(dim, 8),
            None => Interval::ALL,
        }
    }

    // ------------------------------------------------------------ conditions

    /// Decides a condition: by what is known, else by the hints, with a guard.
    pub fn evaluate(&mut self, test: Dim) -> Result<bool, Undecided> {
        if let Some(known) = self.decide(test) {
            return Ok(known);
        }
        let now = self.number(test).and_then(Number::truth).ok_or(Undecided(test))?;
        let kept = if now { self.as_truth(test) } else { self.expressions.not(test) };
        tracing::info!(target: "dynamic", "eval {} [guard added]", self.text(kept));
        self.guards.push(Guard { test: kept, line: self.line });
        self.learn(kept);
        Ok(now)
    }

    /// Fixes an int to its hint, with a guard.
    pub fn specialise(&mut self, dim: Dim) -> Option<i64> {
        if let Some(value) = self.known(dim) {
            return Some(value);
        }
        let value = self.hint(dim)?;
        let test = self.expressions.compare(Comparison::Equal, dim, Dim::constant(value)?);
        self.evaluate(test).ok()?;
        Some(value)
    }

    /// Whether a condition holds in all calls that the guards admit, or in none; adds no guard.
    pub fn decide(&mut self, test: Dim) -> Option<bool> {
        let test = self.resolve(test)?;
        if let Some(&truth) = self.truths.get(&test) {
            return Some(truth);
        }
        match self.expressions.get(test).cloned() {
            Some(Expr::Truth(value)) => Some(value),
            Some(Expr::Compare(how, a, b)) => self.decide_comparison(how, a, b),
            Some(Expr::Not(inner)) => self.decide(inner).map(|truth| !truth),
            Some(Expr::And(items)) => self.decide_all(&items, true),
            Some(Expr::Or(items)) => self.decide_all(&items, false),
            Some(Expr::Float(bits)) => Some(f64::from_bits(bits) != 0.0),
            Some(_) if self.kind(test) == Kind::Int => self.decide_comparison(Comparison::NotEqual, test, Dim::ZERO),
            Some(_) => None,
            None => Some(test != Dim::ZERO),
        }
    }

    /// Assumes a condition (`torch._check`): it becomes a runtime assertion if its symbols have no hints, else a guard.
    pub fn assume(&mut self, test: Dim) -> bool {
        match self.evaluate(test) {
            Ok(holds) => holds,
            Err(_) => {
                let test = self.as_truth(test);
                self.assertions.push(Guard { test, line: self.line });
                self.learn(test);
                true
            }
        }
    }

    /// A condition as the comparison of a symbol with a number, if it is one.
    pub fn comparison(&self, test: Dim) -> Option<(Symbol, Comparison, f64)> {
        let Some(&Expr::Compare(how, a, b)) = self.expressions.get(test) else { return None };
        let other = match self.expressions.literal(b)? {
            Number::Float(other) => other,
            Number::Int(other) if other.unsigned_abs() < 1 << f64::MANTISSA_DIGITS => other as f64,
            _ => return None,
        };
        Some((self.as_symbol(a)?, how, other))
    }

    /// Notes a condition that is guarded elsewhere.
    pub fn learn_truth(&mut self, test: Dim, holds: bool) {
        let kept = if holds { test } else { self.expressions.not(test) };
        self.learn(kept);
    }

    pub fn guards(&self) -> &[Guard] {
        &self.guards
    }

    /// Runtime assertions: assumed conditions on symbols without hints.
    pub fn assertions(&self) -> &[Guard] {
        &self.assertions
    }

    /// Assumes a condition, which the caller has checked, until [`ShapeEnv::forget_passing`].
    pub fn assume_for_a_while(&mut self, test: Dim) {
        let before = self.trail.len();
        self.learn(test);
        self.passing.extend((before..).zip(self.trail[before..].iter().cloned()));
    }

    pub fn forget_passing(&mut self) {
        for (_, undo) in std::mem::take(&mut self.passing).into_iter().rev() {
            self.undo(undo);
        }
    }

    /// A number as a condition: `number != 0`.
    pub fn as_truth(&mut self, test: Dim) -> Dim {
        match self.kind(test) {
            Kind::Truth => test,
            _ => self.expressions.compare(Comparison::NotEqual, test, Dim::ZERO),
        }
    }

    // ------------------------------------------------------------ undo

    pub fn mark(&self) -> Mark {
        Mark {
            symbols: self.symbols.len(),
            guards: self.guards.len(),
            assertions: self.assertions.len(),
            trail: self.trail.len(),
        }
    }

    /// Forgets every symbol, guard and fact since `mark`. Dims made since then must not be used again.
    pub fn roll_back(&mut self, mark: Mark) {
        self.passing.retain(|(place, _)| *place < mark.trail);
        for undo in self.trail.split_off(mark.trail).into_iter().rev() {
            self.undo(undo);
        }
        for symbol in self.symbols.drain(mark.symbols..) {
            symbol.number.into_iter().for_each(|number| self.numbers.give_back(number));
        }
        self.guards.truncate(mark.guards);
        self.assertions.truncate(mark.assertions);
    }

    fn undo(&mut self, undo: Undo) {
        match undo {
            Undo::Bound(dim, Some(before)) => drop(self.bounds.insert(dim, before)),
            Undo::Bound(dim, None) => drop(self.bounds.remove(&dim)),
            Undo::Excluded(dim, value) => drop(self.excluded.remove(&(dim, value))),
            Undo::Truth(dim) => drop(self.truths.remove(&dim)),
            Undo::Replacement(symbol) => drop(self.replacements.remove(&symbol)),
            Undo::Shared(symbol) => drop(self.symbols[symbol.0 as usize].sources.pop()),
        }
    }
}
