//! `tensor.storage_offset()`.

use crate::graph::Target;
use crate::graph::views::Beginning;
use crate::interpreter::Trace;
use crate::python::storage;
use crate::rules::{Flow, Stop};
use crate::shapes::Dim;
use crate::sources::SourceKind;
use crate::values::{State, Value};

impl Trace<'_> {
    pub(super) fn offset_of_tensor(&mut self, tensor: Value) -> Flow<Value> {
        let unknown = || Stop::graph_break("where the elements of a tensor begin in its memory");
        let tensor = self.force(tensor)?;
        let State::Tensor(node) = self.arena.get(tensor).state else { return Err(unknown()) };
        let (input, exactly) = match self.graph.beginning(node).ok_or_else(unknown)? {
            Beginning::Memory => return self.dim_value(Dim::ZERO),
            Beginning::Input(input) => (input, true),
            Beginning::InputOrMemory(input) => (input, false),
        };
        let Target::Input { object, source } = self.graph.node(input).target else { return Err(unknown()) };
        let from = self.sources.intern(SourceKind::StorageOffset(source));
        let value = match self.arena.lookup_source(from) {
            Some(known) => known,
            None => {
                let number = storage::storage_offset(object).ok_or_else(unknown)?;
                let dim = self.shapes.int_symbol(&self.sources, from, number, self.graph.nodes.len());
                if !self.dynamic_int(from, number)? {
                    self.specialise_dim(dim)?;
                }
                let value = self.dim_value(dim)?;
                self.arena.remember_source(from, value);
                value
            }
        };
        match self.arena.get(value).state {
            State::Symbol(dim) if !exactly => match self.specialise_dim(dim)? {
                0 => Ok(value),
                _ => Err(unknown()),
            },
            State::Symbol(_) => Ok(value),
            _ if exactly || self.arena.get(value).object.and_then(|number| number.as_int()) == Some(0) => Ok(value),
            _ => Err(unknown()),
        }
    }
}
