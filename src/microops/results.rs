//! What a call in the graph gives back: what it wrote to, or one of its arguments.

use std::rc::Rc;

use crate::generated::Role;
use crate::graph::NodeId;
use crate::interpreter::{Flow, Stop, Trace};
use crate::python::Object;
use crate::shapes::{Dim, MetaArgument, Strides, TensorRef};
use crate::values::{State, Value};

impl Trace<'_> {
    /// The argument that a result is, by itself or in a list: its very metadata is how it comes back.
    pub(super) fn input_returned(&mut self, inputs: &[Value], result: &MetaArgument) -> Flow<Option<Value>> {
        let MetaArgument::Tensor(result) = result else { return Ok(None) };
        for &input in inputs {
            let input = self.force(input)?;
            let items = match &self.arena.get(input).state {
                State::Items(items) => items.clone(),
                _ => vec![input],
            };
            for item in items {
                if let Some(own) = self.known_meta(item)?
                    && Rc::ptr_eq(&own, result)
                {
                    return Ok(Some(item));
                }
            }
        }
        Ok(None)
    }

    /// What a call with `out=` gives: what it wrote to.
    pub(super) fn written_result(&mut self, node: NodeId, out: Value, meta: &MetaArgument, class: Option<Object>) -> Flow<Value> {
        let out = self.force(out)?;
        if let State::Items(items) = &self.arena.get(out).state {
            let items = items.clone();
            let metas = meta.as_items().filter(|metas| metas.len() == items.len()).cloned();
            let metas = metas.ok_or_else(|| Stop::graph_break("out= of another length than the result"))?;
            for (item, meta) in items.iter().zip(metas.iter()) {
                self.written_result(node, *item, meta, None)?;
            }
            let class = class.unwrap_or_else(|| self.role(Role::Tuple));
            return Ok(self.make_items(class, items));
        }
        match (self.known_meta(out)?, meta) {
            (Some(own), MetaArgument::Tensor(result)) if Rc::ptr_eq(&own, result) => Ok(out),
            _ => Err(Stop::graph_break("an out= tensor of other sizes or strides than the result")),
        }
    }

    /// The metadata of what is already known to be a tensor.
    pub(super) fn known_meta(&mut self, value: Value) -> Flow<Option<TensorRef>> {
        let value = self.force(value)?;
        Ok(match &self.arena.get(value).state {
            State::Tensor(node) => match &self.graph.node(*node).meta {
                MetaArgument::Tensor(meta) => Some(meta.clone()),
                _ => None,
            },
            _ => None,
        })
    }

    /// Whether a tensor that is to be written to has elements that share their memory: it was expanded.
    pub(super) fn overlaps_itself(&mut self, written: Option<Value>) -> Flow<bool> {
        let Some(written) = written else { return Ok(false) };
        let Some(meta) = self.known_meta(written)? else { return Ok(false) };
        let Strides::Explicit(strides) = &meta.strides else { return Ok(false) };
        let shared = |(stride, size): (&Dim, &Dim)| *stride == Dim::ZERO && *size != Dim::ONE;
        Ok(strides.iter().zip(meta.sizes.iter()).any(shared))
    }
}
