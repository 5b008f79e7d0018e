//! Data-dependent numbers and sizes (unbacked symbols): a node of the graph computes each.

use crate::graph::{Argument, Node, NodeId, SideEffects, Target};
use crate::interpreter::Trace;
use crate::python::Object;
use crate::rules::externs::DataExterns;
use crate::rules::types::Values;
use crate::rules::{Flow, Stop};
use crate::shapes::{Dim, Interval, Kind, MetaArgument, Rounding, Symbol};
use crate::tables::{Comparison, Role, SizeOperator};
use crate::values::{State, Value};

impl Trace<'_> {
    /// After a node was made: binds the new symbols, from `first` on, to nodes that compute them from its result.
    pub fn bind_new_symbols(&mut self, node: NodeId, meta: &MetaArgument, first: u32) -> Flow<()> {
        let last = self.shapes.symbols().len() as u32;
        if first == last {
            return Ok(());
        }
        if self.graph.is_within_once() {
            return Err(Stop::graph_break("a number that only the data knows, in a function that an operator takes"));
        }
        self.check_captured(meta, first)?;
        self.bind_symbols(node, meta, first)?;
        let bound = |symbol: Symbol| self.graph.computed.iter().any(|(computed, _)| *computed == symbol);
        match (first..last).all(|symbol| bound(Symbol(symbol))) {
            true => Ok(()),
            false => Err(Stop::graph_break("a result with a number in it that only the data knows")),
        }
    }

    /// Breaks the graph where a setting keeps new symbols out of it.
    fn check_captured(&self, meta: &MetaArgument, first: u32) -> Flow<()> {
        match meta {
            MetaArgument::Dim(dim) if self.new_symbol(*dim, first).is_some() && !self.captures_numbers() => {
                Err(Stop::graph_break("a number that only the data knows (capture_scalar_outputs is off)"))
            }
            // A wrapper's own sizes, such as that of a ragged dimension, it tells without a look at data.
            MetaArgument::Tensor(tensor) if tensor.wrapper.is_some() => {
                match self.earlier.numbers_break && self.tells_new(meta, first) {
                    true => Err(Stop::graph_break("a wrapper with a size that the backend does not know")),
                    false => Ok(()),
                }
            }
            MetaArgument::Tensor(_) if !self.settings.capture_dynamic_output_shape_ops => match self.tells_new(meta, first) {
                true => {
                    Err(Stop::graph_break("a result whose size depends on the data (capture_dynamic_output_shape_ops is off)"))
                }
                false => Ok(()),
            },
            MetaArgument::Tuple(items) | MetaArgument::List(items) => {
                items.iter().try_for_each(|item| self.check_captured(item, first))
            }
            _ => Ok(()),
        }
    }

    /// Binds the symbols from `first` on to nodes that read them out of a node's result.
    pub fn bind_symbols(&mut self, node: NodeId, meta: &MetaArgument, first: u32) -> Flow<()> {
        match meta {
            MetaArgument::Dim(dim) => {
                if let Some(symbol) = self.new_symbol(*dim, first) {
                    self.graph.computed.push((symbol, node));
                }
            }
            MetaArgument::Tensor(tensor) => {
                for (index, size) in tensor.sizes.iter().enumerate() {
                    let Some(symbol) = self.new_symbol(*size, first) else { continue };
                    let index = self.int_constant(index as i64)?;
                    let index = self.graph_argument(index)?;
                    let size = self.helper_node(self.role(Role::SizeOf), vec![Argument::Node(node), index], false, *size)?;
                    self.graph.computed.push((symbol, size));
                }
            }
            MetaArgument::Tuple(items) | MetaArgument::List(items) => {
                for (index, item) in items.iter().enumerate() {
                    if self.tells_new(item, first) {
                        let element = self.element_node(node, index as i64, item)?;
                        self.bind_symbols(element, item, first)?;
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// A new symbol that no node computes yet.
    fn new_symbol(&self, dim: Dim, first: u32) -> Option<Symbol> {
        let symbol = self.shapes.as_symbol(dim)?;
        let bound = self.graph.computed.iter().any(|(computed, _)| *computed == symbol);
        (symbol.0 >= first && !bound).then_some(symbol)
    }

    fn tells_new(&self, meta: &MetaArgument, first: u32) -> bool {
        match meta {
            MetaArgument::Dim(dim) => self.new_symbol(*dim, first).is_some(),
            MetaArgument::Tensor(tensor) => tensor.sizes.iter().any(|size| self.new_symbol(*size, first).is_some()),
            MetaArgument::Tuple(items) | MetaArgument::List(items) => items.iter().any(|item| self.tells_new(item, first)),
            _ => false,
        }
    }

    /// The float in a one-element tensor as a symbol; with a range, an int.
    pub fn number_in(&mut self, tensor: NodeId, range: Option<Interval>) -> Flow<Dim> {
        let dim = match range {
            Some(range) => self.shapes.unbacked_symbol(range),
            None => self.shapes.unbacked_float(),
        };
        let method = self.library.name("item")?;
        self.bound_number(dim, Target::Method(method), vec![Argument::Node(tensor)])
    }

    /// A float that a function computes in the running graph.
    pub fn computed_float(&mut self, function: Object, arguments: Vec<Argument>) -> Flow<Dim> {
        let dim = self.shapes.unbacked_float();
        self.bound_number(dim, Target::Function(function), arguments)
    }

    /// A new symbol, which a node of the graph computes.
    fn bound_number(&mut self, dim: Dim, target: Target, arguments: Vec<Argument>) -> Flow<Dim> {
        let node = self.add_helper(target, arguments, false, dim)?;
        if let Some(symbol) = self.shapes.as_symbol(dim) {
            self.graph.computed.push((symbol, node));
        }
        Ok(dim)
    }

    fn helper_node(&mut self, function: Object, arguments: Vec<Argument>, effect: bool, result: Dim) -> Flow<NodeId> {
        self.add_helper(Target::Function(function), arguments, effect, result)
    }

    fn add_helper(&mut self, target: Target, arguments: Vec<Argument>, effect: bool, result: Dim) -> Flow<NodeId> {
        let (site, grad, caught) = (self.call_site()?, self.grad_mode()?, self.is_caught());
        let stands_in = target.operation().is_some_and(|(_, function)| self.library.stands_in(function));
        let side_effects = SideEffects { raises: effect, stands_in, caught, ruled: true, ..SideEffects::default() };
        Ok(self.graph.add(Node { site, grad, effect, side_effects, ..Node::new(target, arguments, MetaArgument::Dim(result)) }))
    }

    /// Whether the graph may read numbers out of tensors.
    pub fn captures_numbers(&self) -> bool {
        self.settings.capture_scalar_outputs && !self.earlier.numbers_break
    }

    /// Assumes a condition: a guard if it is about sizes of inputs, else a check in the running graph.
    pub fn assume_condition(&mut self, condition: Value) -> Flow<bool> {
        match self.symbolic(condition)? {
            Some(dim) => self.assume_test(dim),
            None => self.truth_of(condition),
        }
    }

    pub fn assume_test(&mut self, dim: Dim) -> Flow<bool> {
        let line = self.line_here();
        self.shapes.at(line);
        if self.graph.asks_outside(dim, &self.shapes) {
            // The body may never run: what it checks holds in it alone.
            let test = self.shapes.as_truth(dim);
            if let Ok(holds) = self.shapes.evaluate(test) {
                return Ok(holds);
            }
            self.check_node(test)?;
            self.shapes.assume_for_a_while(test);
            return Ok(true);
        }
        let before = self.shapes.assertions().len();
        let holds = self.shapes.assume(dim);
        if let Some(test) = self.shapes.assertions().get(before).map(|assertion| assertion.test) {
            self.check_node(test)?;
        }
        Ok(holds)
    }

    /// Where the condition does not hold, the frame runs as written, and raises what the program says.
    fn check_node(&mut self, test: Dim) -> Flow<NodeId> {
        let text = self.library.name("a number is not what the program checks it for")?;
        self.helper_node(self.role(Role::Check), vec![Argument::Dim(test), Argument::Constant(text)], true, test)
    }

    /// Whether a value is a data-dependent bool.
    pub fn is_unknown_truth(&mut self, value: Value) -> Flow<bool> {
        let dim = self.symbolic(value)?;
        Ok(dim.is_some_and(|dim| self.shapes.is_unbacked(dim) && matches!(self.shapes.kind(dim), Kind::Truth)))
    }

    fn symbolic(&mut self, value: Value) -> Flow<Option<Dim>> {
        let value = self.force(value)?;
        Ok(match self.arena.get(value).state {
            State::Symbol(dim) => Some(dim),
            _ => None,
        })
    }
}

impl DataExterns for Trace<'_> {
    fn is_data_dependent(&mut self, value: Value) -> Flow<bool> {
        Ok(self.symbolic(value)?.is_some_and(|dim| self.shapes.is_unbacked(dim)))
    }

    fn input_number(&mut self, tensor: Value) -> Flow<Option<Value>> {
        self.known_number(tensor)
    }

    fn note_number(&mut self, number: Value, tensor: Value) -> Flow<()> {
        self.note_input_number(number, tensor)
    }

    fn has_unknown_index(&mut self, key: Value) -> Flow<bool> {
        for part in self.parts_of_key(key)? {
            let number = self.symbolic(part)?.filter(|dim| self.shapes.kind(*dim) == Kind::Int);
            if number.is_some_and(|dim| self.shapes.is_unbacked(dim)) {
                return Ok(true);
            }
            let State::Slots(bounds) = &self.arena.get(part).state else { continue };
            let bounds = if self.has_role(part, Role::Slice) && self.captures_numbers() { bounds.to_vec() } else { Vec::new() };
            for bound in bounds {
                let bound = self.force(bound)?;
                if self.is_tensor_value(bound) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn assume(&mut self, condition: Value) -> Flow<bool> {
        self.assume_condition(condition)
    }

    fn graph_float(&mut self, function: Value, arguments: Values) -> Flow<Option<Value>> {
        let function = self.known_object(function).ok_or_else(|| Stop::Abandon("a number by an unknown function".into()))?;
        let arguments = self.lists.get(arguments).to_vec();
        self.float_node(function, &arguments)
    }

    fn float_function(&mut self, function: SizeOperator, number: Value) -> Flow<Option<Value>> {
        let number = self.decided(number)?;
        let Some(dim) = self.symbolic(number)?.filter(|dim| !self.shapes.is_unbacked(*dim)) else { return Ok(None) };
        let result = self.shapes.float_function(function, dim);
        result.map(|result| self.symbol_value(result)).transpose()
    }

    fn graph_count(&mut self, function: Value, arguments: Values) -> Flow<Value> {
        let function = self.known_object(function).ok_or_else(|| Stop::Abandon("a number by an unknown function".into()))?;
        let arguments = self.lists.get(arguments).to_vec();
        arguments.iter().for_each(|value| self.tell_apart(*value));
        let arguments = arguments.into_iter().map(|value| self.graph_argument(value)).collect::<Flow<_>>()?;
        self.keeper.keep(function);
        let dim = self.shapes.unbacked_symbol(Interval::at_least(0));
        let dim = self.bound_number(dim, Target::Function(function), arguments)?;
        self.symbol_value(dim)
    }

    fn extreme(&mut self, left: Value, right: Value, greatest: bool) -> Flow<Option<Value>> {
        let (Some(a), Some(b)) = (self.number_of(left)?, self.number_of(right)?) else { return Ok(None) };
        // Of an int and a float either may come out, as what it is.
        let alike = self.class(left) == self.class(right) && self.shapes.kind(a) != Kind::Truth;
        let is_greater = self.shapes.compare(Comparison::GreaterEqual, a, b);
        if !alike || self.shapes.decide(is_greater).is_some() {
            return Ok(None);
        }
        let extreme = if greatest { self.shapes.maximum(a, b) } else { self.shapes.minimum(a, b) };
        extreme.map(|dim| self.symbol_value(dim)).transpose()
    }

    fn is_finite(&mut self, number: Value) -> Flow<bool> {
        match self.symbolic(number)? {
            Some(dim) => self.has_bounds(dim),
            None => Ok(true),
        }
    }

    fn rounded(&mut self, number: Value, how: Rounding) -> Flow<Option<Value>> {
        let dim = self.symbolic(number)?.ok_or_else(|| Stop::Abandon("a symbol without an expression".into()))?;
        match self.shapes.kind(dim) {
            Kind::Int => Ok(Some(number)),
            Kind::Float if !self.has_int(dim)? => Ok(None),
            Kind::Float => match self.shapes.round(how, dim) {
                Some(whole) => self.symbol_value(whole).map(Some),
                None => Err(Stop::graph_break("an int of a symbolic float")),
            },
            Kind::Truth => {
                let truth = self.symbol_truth(dim)?;
                self.int_constant(truth.into()).map(Some)
            }
        }
    }
}
