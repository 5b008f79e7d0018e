//! NumPy's arrays: each stands for the tensor that shares its memory.

use pyo3::prelude::*;

use crate::graph::copied_views::CopiedView;
use crate::graph::{NodeId, Target};
use crate::guards::Fact;
use crate::interpreter::Trace;
use crate::python::{Object, Owned, tensor};
use crate::rules::externs::ArraysExterns;
use crate::rules::types::{SourceId, Values};
use crate::rules::{Flow, Reason, Stop};
use crate::shapes::{Category, MetaArgument};
use crate::sources::SourceKind;
use crate::tables::guard_rules;
use crate::values::{State, Value};

impl ArraysExterns for Trace<'_> {
    fn are_known(&mut self, values: Values) -> Flow<bool> {
        for value in self.lists.get(values).to_vec() {
            match self.to_python(value)? {
                Some(object) if self.is_value(object) => {}
                _ => return Ok(false),
            }
        }
        Ok(true)
    }

    fn holds_tensors(&mut self, items: Value) -> Flow<bool> {
        let items = self.force(items)?;
        let State::Items(parts) = &self.arena.get(items).state else { return Ok(false) };
        for part in parts.clone() {
            let part = self.force(part)?;
            if self.is_tensor_value(part) || self.nested(|trace| trace.holds_tensors(part))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn is_array(&mut self, value: Value) -> Flow<bool> {
        let value = self.force(value)?;
        Ok(self.as_constant(value).is_none() && self.library.is_array_class(self.class(value)))
    }

    fn tensor_of_array(&mut self, src: SourceId) -> Flow<Value> {
        let array = self.object_at(src)?;
        let made = self.tensor_over(array)?;
        let source = self.sources.intern(SourceKind::AsTensor(src));
        self.lazy(made, source);
        let fact = tensor::fact(made).ok_or_else(|| Stop::Abandon("an array that did not become a tensor".into()))?;
        let (meta, relaxed) = self.input_meta(source, made, &fact)?;
        let guard = guard_rules::ARRAY_MATCH;
        if let Some(Fact::Array(known)) = self.guards.fact(src, guard, None) {
            let mut known = known.clone();
            let relax = |now: &mut [Option<i64>], relaxed: &[Option<i64>]| {
                now.iter_mut().zip(relaxed).filter(|(_, relaxed)| relaxed.is_none()).for_each(|(now, _)| *now = None);
            };
            relax(&mut known.sizes, &relaxed.sizes);
            relax(&mut known.strides, &relaxed.strides);
            known.follows = relaxed.follows;
            self.guards.replace(src, guard, None, Fact::Array(known));
        }
        let node = self.graph.input_node(source, Target::Input { object: made, source }, MetaArgument::Tensor(meta));
        if self.is_read_only(array)? {
            self.note_copy(node, node, "an array that may not be written into, where it may be");
        }
        self.become_state(source, State::Tensor(node), false)
    }

    fn note_copied_view(&mut self, copy: Value, of: Value) -> Flow<()> {
        let (State::Tensor(node), State::Tensor(of)) = (&self.arena.get(copy).state, &self.arena.get(of).state) else {
            return Err(Stop::graph_break("a view of an array, which is no tensor"));
        };
        self.note_copy(*node, *of, "a view of an array that torch does not have, where one of the two may be written");
        Ok(())
    }

    fn note_own_memory(&mut self, made: Value) -> Flow<()> {
        if let State::Tensor(node) = self.arena.get(made).state {
            self.graph.nodes[node.0 as usize].side_effects.own_memory = true;
        }
        Ok(())
    }

    fn mentions_array(&mut self, key: Value) -> Flow<bool> {
        for part in self.parts_of_key(key)? {
            if self.is_array(part)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Trace<'_> {
    /// What stands for each dimension in the key of a tensor.
    pub fn parts_of_key(&mut self, key: Value) -> Flow<Vec<Value>> {
        let key = self.force(key)?;
        Ok(self.tuple_items(key).unwrap_or_else(|| vec![key]))
    }

    /// The operands of an operator, one of which may be a tensor and the other an array. torch takes an array without
    /// dimensions for a number, which does not decide the dtype as long as its category is not the stronger one. With
    /// an array on the right of an operator that is not in place (`plain`), NumPy computes, which agrees with torch if
    /// the dtypes do. Other pairs are left as they are and break the graph.
    pub fn array_beside_tensor(&mut self, left: Value, right: Value, plain: bool) -> Flow<(Value, Value)> {
        if self.is_tensor_value(left) {
            return Ok((left, self.as_operand(left, right, plain)?));
        }
        if self.is_tensor_value(right) {
            return Ok((self.as_operand(right, left, false)?, right));
        }
        Ok((left, right))
    }

    fn as_operand(&mut self, tensor: Value, array: Value, plain: bool) -> Flow<Value> {
        if !self.library.is_array_class(self.class(array)) {
            return Ok(array);
        }
        let State::Slots(slots) = &self.arena.get(array).state else { return Ok(array) };
        let Some(inner) = slots.first().copied() else { return Ok(array) };
        let (of, beside) = (self.tensor_meta(inner)?, self.tensor_meta(tensor)?);
        let (kind, kind_beside) = (of.dtype.category(), beside.dtype.category());
        let is_number = of.rank() == 0 && beside.rank() > 0 && kind <= kind_beside;
        let agrees = plain && of.dtype == beside.dtype && kind == Category::Float && !beside.requires_grad;
        Ok(if is_number || agrees { inner } else { array })
    }

    /// Notes that a tensor is a copy of what has the memory of another one, and why the graph must break if this shows.
    fn note_copy(&mut self, node: NodeId, of: NodeId, why: &str) {
        let reason = Box::new(Reason { text: why.to_owned(), stack: self.stack_summary() });
        self.graph.copied_views.push(CopiedView { node, of, step: self.root_step, reason });
    }

    /// Whether an array may not be written into: its tensor is a copy then.
    fn is_read_only(&self, array: Object) -> Flow<bool> {
        let answer = Python::attach(|python| {
            let arrays = crate::python::import(python, "alternator.runtime.arrays")?;
            arrays.call_method1("is_read_only", (array.bound(python),))?.is_truthy()
        });
        answer.map_err(Stop::python)
    }

    /// The tensor over an existing array (or NumPy scalar); a break where torch has none for it.
    /// The tensor for an array, or for a float.
    pub fn tensor_over(&mut self, array: Object) -> Flow<Object> {
        let made = Python::attach(|python| -> PyResult<Option<Owned>> {
            let made = crate::python::import(python, "alternator.runtime.arrays")?
                .call_method1("tensor_over", (array.bound(python),))?;
            Ok((!made.is_none()).then(|| Owned::from_bound(made)))
        });
        match made.map_err(Stop::python)? {
            Some(made) => Ok(self.keeper.keep_owned(made)),
            None => Err(Stop::graph_break("an array that torch has no tensor for")),
        }
    }
}
