//! Choices between tensors, which the graph makes.

use crate::graph::Argument;
use crate::graph::choices::Choice;
use crate::interpreter::Trace;
use crate::rules::externs::ChoicesExterns;
use crate::rules::{Flow, Reason, Stop};
use crate::shapes::TensorRef;
use crate::tables::Role;
use crate::values::{State, Value};

impl ChoicesExterns for Trace<'_> {
    fn may_choose(&mut self, one: Value, other: Value) -> Flow<bool> {
        let (one, other) = (self.force(one)?, self.force(other)?);
        let (State::Tensor(first), State::Tensor(second)) = (&self.arena.get(one).state, &self.arena.get(other).state) else {
            return Ok(false);
        };
        let (first, second, class) = (*first, *second, self.role(Role::Tensor));
        if one == other || [one, other].iter().any(|value| self.class(*value) != class) || !self.graph.may_choose([first, second])
        {
            return Ok(false);
        }
        let (first, second) = (self.tensor_meta(one)?, self.tensor_meta(other)?);
        let is_plain =
            |meta: &TensorRef| meta.class.is_none() && !meta.requires_grad && !meta.bits.any() && meta.sizes.is_empty();
        // Of different metadata, the result's would be open.
        let same = (first.dtype, first.device, first.layout) == (second.dtype, second.device, second.layout);
        Ok(same && is_plain(&first) && is_plain(&second))
    }

    fn note_choice(&mut self, chosen: Value, one: Value, other: Value) -> Flow<()> {
        let values = [chosen, one, other].map(|value| self.arena.resolve(value));
        let [State::Tensor(node), State::Tensor(one), State::Tensor(other)] =
            values.map(|value| self.arena.get(value).state.clone())
        else {
            return Err(Stop::graph_break("a choice between tensors, which is no tensor"));
        };
        let text = "data-dependent branch: which of two tensors it is can be seen".to_owned();
        let reason = Box::new(Reason { text, stack: self.stack_summary() });
        self.graph.choices.push(Choice { node, between: [one, other], values, step: self.root_step, reason });
        Ok(())
    }

    fn note_asked(&mut self, tensor: Value) -> Flow<()> {
        let tensor = self.force(tensor)?;
        if let State::Tensor(node) = self.arena.get(tensor).state
            && !self.graph.choices.is_empty()
        {
            let node = self.graph.as_made(node);
            self.graph.told_apart.insert(node);
        }
        Ok(())
    }
}

impl Trace<'_> {
    /// A choice that would be seen to be another tensor than the two, with the step that made it.
    pub fn choice_that_shows(&self, outputs: &[Argument]) -> Option<(u64, Box<Reason>)> {
        let has_attributes = |value: &Value| {
            let dict = self.arena.get(*value).dict.map(|dict| &self.arena.get(dict).state);
            matches!(dict, Some(State::Map(map)) if map.present().next().is_some())
        };
        let mut choices = self.graph.choices.iter();
        choices
            .find(|choice| choice.values.iter().any(has_attributes) || self.graph.choice_shows(choice, outputs))
            .map(|choice| (choice.step, choice.reason.clone()))
    }
}
