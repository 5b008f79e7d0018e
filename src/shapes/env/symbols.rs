//! The symbols of an environment: sizes and ints of inputs, and numbers that only the running graph knows.

use super::{Guard, Line, ShapeEnv, SymbolInfo, Undo};
use crate::shapes::dim::Dim;
use crate::shapes::expr::{Expr, Symbol};
use crate::shapes::interval::Interval;
use crate::shapes::substitute::substitute;
use crate::sources::{SourceId, Sources};

impl ShapeEnv {
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

    /// The expression with the symbols replaced that guards leave one value.
    pub fn with_specialised(&mut self, dim: Dim) -> Dim {
        let symbols = self.symbols_of(&[dim]);
        let value = |symbol: Symbol| {
            let dim = self.symbol_dim(symbol);
            self.known(dim).and_then(Dim::constant).map(|value| (symbol, value))
        };
        let fixed: Vec<(Symbol, Dim)> = symbols.into_iter().filter_map(value).collect();
        if fixed.is_empty() {
            return dim;
        }
        let value = |symbol: Symbol| fixed.iter().find(|(known, _)| *known == symbol).map(|(_, value)| *value);
        substitute(&mut self.expressions, dim, &value).unwrap_or(dim)
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
}
