//! Gradients that the program asks autograd for while it is traced.

use crate::graph::gradients::Leaf;
use crate::graph::{NodeId, Target};
use crate::interpreter::Trace;
use crate::rules::externs::GradientsExterns;
use crate::rules::{Flow, Reason, Stop};
use crate::shapes::MetaArgument;
use crate::tables::Role;
use crate::values::{State, Value};

impl GradientsExterns for Trace<'_> {
    fn ends_of_gradients(&mut self, outputs: Value, inputs: Value) -> Flow<Value> {
        let inputs = self.tensors_in(inputs)?;
        let outputs: Vec<NodeId> = self.tensors_in(outputs)?.into_iter().map(|(_, node)| node).collect();
        let stops: Vec<NodeId> = inputs.iter().map(|(_, node)| *node).collect();
        let mut found = Vec::new();
        for node in self.graph.gradient_path(&outputs, &stops).ends {
            let input = inputs.iter().find(|(_, stop)| *stop == node).map(|(value, _)| *value);
            let from_outside = match self.graph.node(node).target {
                Target::Input { source, .. } => self.arena.lookup_source(source).map(|value| self.arena.resolve(value)),
                _ => None,
            };
            let class = self.role(Role::Tensor);
            found.push(input.or(from_outside).unwrap_or_else(|| self.make(class, State::Tensor(node))));
        }
        let class = self.role(Role::Tuple);
        Ok(self.make_items(class, found))
    }

    fn asked_gradients(
        &mut self,
        function: Value,
        arguments: Value,
        outputs: Value,
        inputs: Value,
        followed: bool,
        consumed: bool,
    ) -> Flow<Value> {
        let function = self.known_object(function).ok_or_else(|| Stop::Abandon("gradients by an unknown function".into()))?;
        let arguments = self.items_of(arguments)?;
        let arguments = arguments.into_iter().map(|value| self.graph_argument(value)).collect::<Flow<Vec<_>>>()?;
        let inputs = self.tensors_in(inputs)?;
        let mut metas = Vec::with_capacity(inputs.len());
        for (input, _) in &inputs {
            let mut meta = (*self.tensor_meta(*input)?).clone();
            meta.requires_grad = followed;
            meta.is_leaf = !followed;
            metas.push(MetaArgument::Tensor(meta.into()));
        }
        let meta = MetaArgument::Tuple(metas.into());
        if consumed {
            let outputs: Vec<NodeId> = self.tensors_in(outputs)?.into_iter().map(|(_, node)| node).collect();
            let stops: Vec<NodeId> = inputs.iter().map(|(_, node)| *node).collect();
            let text = "a tensor leaves the graph whose gradients were asked for, without retain_graph".to_owned();
            let reason = Box::new(Reason { text, stack: self.stack_summary() });
            for node in self.graph.gradient_path(&outputs, &stops).between {
                self.graph.leaves.push(Leaf { node, always: true, step: self.root_step, reason: reason.clone() });
            }
        }
        self.keeper.keep(function);
        let node = self.new_node(function, arguments, meta.clone())?;
        let node = self.graph.add(node);
        self.graph_result(node, None, &meta)
    }
}

impl Trace<'_> {
    /// The tensors in a sequence, with their nodes.
    fn tensors_in(&mut self, sequence: Value) -> Flow<Vec<(Value, NodeId)>> {
        let mut found = Vec::new();
        for value in self.items_of(sequence)? {
            let value = self.force(value)?;
            match self.arena.get(value).state {
                State::Tensor(node) => found.push((value, node)),
                _ => return Err(Stop::graph_break("gradients of something else than tensors")),
            }
        }
        Ok(found)
    }
}
