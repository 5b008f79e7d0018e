//! The shape environment of one trace: symbols, facts about them, and the guards that establish these.

use ahash::AHashMap;

use super::dim::Dim;
use super::expr::{Expr, Expressions, Kind, Symbol};
use super::interval::Interval;
use super::names::Numbers;
use super::number::Number;
use super::polynomial::Polynomial;
use crate::sources::{SourceId, Sources};
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
    pub(super) expressions: Expressions,
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

    // ------------------------------------------------------------ symbols

    /// A size of an input: a constant where it is 0 or 1 (always specialised), else a symbol, shared
    /// with another size of equal hint.
    pub fn size_symbol(&mut self, names: &Sources, source: SourceId, hint: i64, range: Option<Interval>, marked: bool) -> Dim {
        if (0..2).contains(&hint) {
            return Dim::constant(hint).unwrap_or(Dim::ZERO);
        }
        let declared = range.unwrap_or(Interval::ALL).intersect(Interval::at_least(2));
        let twin = self.symbols.iter().position(|symbol| {
            symbol.is_size && symbol.hint == Some(hint) && symbol.declared == declared && !symbol.marked && !marked
        });
        if let Some(at) = twin {
            return self.share(Symbol(at as u32), source);
        }
        self.seen_symbol(names, source, hint, declared, true, marked)
    }

    /// An unbacked size of an input (`mark_unbacked`), which may be 0 or 1 too. Sizes with the same user-given name
    /// share a symbol.
    pub fn unseen_size(&mut self, source: SourceId, range: Option<Interval>, shape: Option<String>) -> Dim {
        let declared = range.unwrap_or(Interval::ALL).intersect(Interval::at_least(0));
        let twin = shape.as_ref().and_then(|_| self.symbols.iter().position(|symbol| symbol.shape == shape));
        if let Some(at) = twin {
            return self.share(Symbol(at as u32), source);
        }
        let name = self.unbacked_name(false);
        let sources = vec![source];
        self.new_symbol(SymbolInfo { name, sources, is_size: true, shape, ..self.unseen(declared) })
    }

    /// An int of the program that may be anything in [`Interval::REACH`], 0 and 1 too; `place` is the number of the
    /// graph's nodes so far.
    pub fn int_symbol(&mut self, names: &Sources, source: SourceId, hint: i64, place: usize) -> Dim {
        let dim = self.seen_symbol(names, source, hint, Interval::REACH, false, false);
        self.symbols.last_mut().into_iter().for_each(|info| info.place = place);
        dim
    }

    /// An unbacked int (`.item()`, the length of `nonzero()`).
    pub fn unbacked_symbol(&mut self, declared: Interval) -> Dim {
        let name = self.unbacked_name(false);
        self.new_symbol(SymbolInfo { name, ..self.unseen(declared) })
    }

    /// The same for a float.
    pub fn unbacked_float(&mut self) -> Dim {
        let name = self.unbacked_name(true);
        self.new_symbol(SymbolInfo { name, is_float: true, ..self.unseen(Interval::ALL) })
    }

    /// The numbers of unbacked ints and floats, which are the numbers in the names of the next.
    pub fn unbacked_symbols(&self) -> (usize, usize) {
        let unbacked = self.symbols.iter().filter(|symbol| symbol.hint.is_none());
        unbacked.fold((0, 0), |(ints, floats), symbol| match symbol.is_float {
            true => (ints, floats + 1),
            false => (ints + 1, floats),
        })
    }

    fn unbacked_name(&self, is_float: bool) -> String {
        let (ints, floats) = self.unbacked_symbols();
        if is_float { format!("zuf{floats}") } else { format!("u{ints}") }
    }

    /// Whether the value is data-dependent.
    pub fn is_unbacked(&self, dim: Dim) -> bool {
        self.symbols_of(&[dim]).into_iter().any(|symbol| self.symbol(symbol).hint.is_none())
    }

    /// Gives a symbol another source: that the two are equal is guarded.
    fn share(&mut self, symbol: Symbol, source: SourceId) -> Dim {
        let sources = &mut self.symbols[symbol.0 as usize].sources;
        if !sources.contains(&source) {
            sources.push(source);
            self.trail.push(Undo::Shared(symbol));
        }
        self.expressions.intern(Expr::Symbol(symbol))
    }

    fn seen_symbol(
        &mut self,
        names: &Sources,
        source: SourceId,
        hint: i64,
        declared: Interval,
        is_size: bool,
        marked: bool,
    ) -> Dim {
        let number = self.numbers.take(&names.display(source).to_string());
        let (name, hint, number, sources) = (format!("s{number}"), Some(hint), Some(number), vec![source]);
        self.new_symbol(SymbolInfo { name, number, hint, sources, is_size, marked, ..self.unseen(declared) })
    }

    /// A symbol without a hint and a name.
    fn unseen(&self, declared: Interval) -> SymbolInfo {
        let (name, number, hint, sources, shape) = Default::default();
        let (is_size, is_float, marked, place, line) = (false, false, false, 0, self.line);
        SymbolInfo { name, number, hint, sources, declared, is_size, is_float, marked, shape, place, line }
    }

    fn new_symbol(&mut self, info: SymbolInfo) -> Dim {
        let hint = info.hint.map_or("?".to_owned(), |hint| hint.to_string());
        tracing::info!(target: "dynamic", "create_symbol {} = {hint}", info.name);
        self.symbols.push(info);
        self.symbol_dim(Symbol(self.symbols.len() as u32 - 1))
    }

    pub fn symbols(&self) -> &[SymbolInfo] {
        &self.symbols
    }

    pub fn symbol(&self, symbol: Symbol) -> &SymbolInfo {
        &self.symbols[symbol.0 as usize]
    }

    /// What an expression is made of; `None` for a constant int.
    pub fn expression(&self, dim: Dim) -> Option<&Expr> {
        self.expressions.get(dim)
    }

    /// The symbol that this is, if it is nothing more.
    pub fn as_symbol(&self, dim: Dim) -> Option<Symbol> {
        match self.expressions.get(dim) {
            Some(&(Expr::Symbol(symbol) | Expr::Real(symbol))) => Some(symbol),
            _ => None,
        }
    }

    pub fn symbol_dim(&mut self, symbol: Symbol) -> Dim {
        self.expressions.intern(if self.symbol(symbol).is_float { Expr::Real(symbol) } else { Expr::Symbol(symbol) })
    }

    /// Symbols that guards have fixed to one value.
    pub fn specialised(&mut self) -> Vec<(Symbol, i64)> {
        let mut fixed = Vec::new();
        for index in 0..self.symbols.len() as u32 {
            let dim = self.symbol_dim(Symbol(index));
            if let Some(value) = self.known(dim) {
                fixed.push((Symbol(index), value));
            }
        }
        fixed
    }

    /// A dimension that the user marked dynamic and that a guard fixed, with the line of that guard.
    pub fn violated_mark(&mut self) -> Option<(Symbol, i64, Line)> {
        let (symbol, value) = self.specialised().into_iter().find(|&(symbol, _)| self.symbol(symbol).marked)?;
        let line = self.guards.iter().find(|guard| self.symbols_of(&[guard.test]).contains(&symbol));
        Some((symbol, value, line.map_or(0, |guard| guard.line)))
    }

    /// A dimension that the user marked dynamic in a range, and a guard that not all of the range satisfies.
    pub fn narrowed_mark(&self) -> Option<(Symbol, &Guard)> {
        let ranged = |symbol: &Symbol| {
            let info = self.symbol(*symbol);
            info.marked && info.declared != Interval::at_least(2)
        };
        self.guards.iter().find_map(|guard| match self.symbols_of(&[guard.test])[..] {
            [symbol] if ranged(&symbol) => Some((symbol, guard)),
            _ => None,
        })
    }

    /// The symbols of some expressions, in the order in which they were made.
    pub fn symbols_of(&self, dims: &[Dim]) -> Vec<Symbol> {
        let mut found = Vec::new();
        dims.iter().for_each(|dim| self.expressions.symbols(*dim, &mut found));
        found.sort_unstable_by_key(|symbol| symbol.0);
        found.dedup();
        found
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
            super::number::Number::Float(value) => Some(value),
            _ => None,
        }
    }

    pub(super) fn number(&self, dim: Dim) -> Option<super::number::Number> {
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
        let now = self.number(test).and_then(super::number::Number::truth).ok_or(Undecided(test))?;
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

    // ------------------------------------------------------------ knowledge

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

    fn decide_all(&mut self, items: &[Dim], all: bool) -> Option<bool> {
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

    fn decide_comparison(&mut self, how: Comparison, a: Dim, b: Dim) -> Option<bool> {
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
                let opposite = super::expr::opposite(how);
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
    fn learn(&mut self, test: Dim) {
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
        let floor = |value: i128| super::number::floor_divide(value, scale.into());
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
    pub(super) fn resolve(&mut self, dim: Dim) -> Option<Dim> {
        if dim.is_constant() || self.replacements.is_empty() {
            return Some(dim);
        }
        let mut found = Vec::new();
        self.expressions.symbols(dim, &mut found);
        if !found.iter().any(|symbol| self.replacements.contains_key(symbol)) {
            return Some(dim);
        }
        let replaced =
            super::substitute::substitute(&mut self.expressions, dim, &|symbol| self.replacements.get(&symbol).copied())?;
        self.resolve(replaced)
    }

    fn range_of(&mut self, dim: Dim, depth: u32) -> Interval {
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
