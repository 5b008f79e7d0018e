//! The int in an input: `tensor.item()`.
//!
//! Such a number is first computed by a node of the graph. Where the trace then wants to know it, for a branch or a
//! range, the frame is traced again, with a symbol that is guarded like an int argument's.

use crate::graph::{Target, subgraphs};
use crate::interpreter::Trace;
use crate::interpreter::trace::InputNumber;
use crate::python::storage;
use crate::rules::Flow;
use crate::shapes::Interval;
use crate::sources::{SourceId, SourceKind};
use crate::values::{State, Value};

impl Trace<'_> {
    /// The number in a tensor, as a symbol, if an earlier trace wanted to know it.
    pub(super) fn known_number(&mut self, tensor: Value) -> Flow<Option<Value>> {
        let Some((source, number)) = self.number_in_input(tensor)? else { return Ok(None) };
        if let Some(known) = self.arena.lookup_source(source) {
            return Ok(Some(known));
        }
        if !self.history.wants_number(&self.sources.display(source).to_string()) {
            return Ok(None);
        }
        let dim = self.shapes.int_symbol(&self.sources, source, number, self.graph.nodes.len());
        let value = self.dim_value(dim)?;
        self.arena.remember_source(source, value);
        Ok(Some(value))
    }

    /// Notes that a number that the graph computes is the one in a tensor.
    pub(super) fn note_input_number(&mut self, number: Value, tensor: Value) -> Flow<()> {
        let State::Symbol(dim) = self.arena.get(self.arena.resolve(number)).state else { return Ok(()) };
        let Some(symbol) = self.shapes.as_symbol(dim) else { return Ok(()) };
        if let Some((source, _)) = self.number_in_input(tensor)? {
            let name = self.sources.display(source).to_string();
            self.input_numbers.push(InputNumber { symbol, name });
        }
        Ok(())
    }

    /// The number in a tensor that is an input, and its source, if guards can read it and nothing in the graph may have
    /// written into the tensor's memory.
    fn number_in_input(&mut self, tensor: Value) -> Flow<Option<(SourceId, i64)>> {
        let tensor = self.force(tensor)?;
        let State::Tensor(node) = self.arena.get(tensor).state else { return Ok(None) };
        let Target::Input { object, source } = self.graph.node(node).target else { return Ok(None) };
        let Some(number) = storage::number(object) else { return Ok(None) };
        let is_plain = self.graph.current == subgraphs::WHOLE && self.sources.drawn_input(source).is_none();
        if !is_plain || !Interval::REACH.contains(number.into()) || self.graph.writes_outside() {
            return Ok(None);
        }
        Ok(Some((self.sources.intern(SourceKind::Number(source)), number)))
    }
}
