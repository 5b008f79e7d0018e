//! Transforms of functorch: levels, and tensors that they have wrapped.

use ahash::AHashMap;

use crate::graph::gradients::Wrapped;
use crate::graph::{Node, NodeId};
use crate::interpreter::Trace;
use crate::python::Object;
use crate::rules::externs::TransformsExterns;
use crate::rules::types::Values;
use crate::rules::{Flow, Stop};
use crate::shapes::{MetaArgument, TensorMeta};
use crate::tables::{ModeName, Role};
use crate::values::{Level, State, Value, Wrapping};

impl TransformsExterns for Trace<'_> {
    fn note_level_begun(&mut self, level: Value, batches: bool, draws: bool) -> Flow<()> {
        let below = self.level_number(level)?.saturating_sub(1);
        self.notes.levels.truncate(below);
        self.notes.levels.push(Level { began: NodeId(self.graph.nodes.len() as u32), batches, draws });
        Ok(())
    }

    fn note_wrapped(&mut self, wrapped: Value, tensor: Value, words: Values) -> Flow<()> {
        let (wrapped, tensor) = (self.arena.resolve(wrapped), self.arena.resolve(tensor));
        if let Some(words) = self.known_words(words)? {
            self.notes.wrapped.insert(wrapped, Wrapping { tensor, words });
        }
        Ok(())
    }

    fn wrapped_under(&mut self, wrapped: Value, words: Values) -> Flow<Option<Value>> {
        let asked = self.known_words(words)?;
        let Some(wrapping) = self.notes.wrapped.get(&self.arena.resolve(wrapped)) else { return Ok(None) };
        Ok(asked.is_some_and(|asked| same_words(&asked, &wrapping.words)).then_some(wrapping.tensor))
    }

    fn level_that_ended(&mut self, wrapped: Value) -> Flow<Option<Value>> {
        let wrapped = self.arena.resolve(wrapped);
        let (Some(wrapping), Some(node)) = (self.notes.wrapped.get(&wrapped), self.tensor_node(wrapped)) else { return Ok(None) };
        let level = wrapping.words.last().copied().filter(|level| self.active_level(*level, node).is_none());
        Ok(level.map(|level| self.arena.constant(level)))
    }

    fn note_gradients_below(&mut self, results: Values, wrapped: Values, words: Values) -> Flow<()> {
        let words = self.known_words(words)?.unwrap_or_default();
        let wrappers = self.notes.wrapped.iter().filter_map(|(wrapper, wrapping)| {
            let tensor = self.tensor_node(wrapping.tensor)?;
            Some((self.tensor_node(*wrapper)?, Wrapped { tensor, here: same_words(&words, &wrapping.words) }))
        });
        let wrappers = wrappers.collect();
        let nodes_of =
            |values| self.lists.get(values).iter().filter_map(|value| self.tensor_node(*value)).collect::<Vec<NodeId>>();
        let (wrapped, results) = (nodes_of(wrapped), nodes_of(results));
        let requires = self.graph.requires_gradients_below(wrapped, &wrappers);
        for result in results {
            match requires {
                true => self.graph.note_open_gradients(result),
                false => self.graph.note_no_gradients(result),
            }
        }
        Ok(())
    }

    fn note_wrapped_too(&mut self, again: Value, wrapped: Value) -> Flow<()> {
        if let Some(wrapping) = self.notes.wrapped.get(&self.arena.resolve(wrapped)).cloned() {
            self.notes.wrapped.insert(self.arena.resolve(again), wrapping);
        }
        Ok(())
    }

    fn made_leaf(&mut self, callee: Value, tensor: Value) -> Flow<Value> {
        let callee = self.known_object(callee).ok_or_else(unknown)?;
        let tensor = self.force(tensor)?;
        let mut meta = (*self.tensor_meta(tensor)?).clone();
        meta.requires_grad = true;
        meta.is_leaf = true;
        let argument = self.graph_argument(tensor)?;
        self.keeper.keep(callee);
        let node = self.new_node(callee, vec![argument], MetaArgument::Tensor(meta.clone().into()))?;
        let result = self.graph.add(Node { effect: true, ..node });
        // The tensor goes on under its own node, as in torch.
        if let Some(own) = self.tensor_node(tensor) {
            self.graph.set_meta(own, MetaArgument::Tensor(meta.into()));
        }
        Ok(self.make(self.class(tensor), State::Tensor(result)))
    }

    fn call_autograd(&mut self, callee: Value, positional: Values, keywords: Value, like: Values) -> Flow<Value> {
        let callee = self.known_object(callee).ok_or_else(unknown)?;
        let positional = self.lists.get(positional).to_vec();
        let class = self.role(Role::Tuple);
        let positional = self.make_items(class, positional);
        let given = self.expand_arguments(positional, keywords)?;
        let arguments = given.positional.into_iter().map(|value| self.graph_argument(value)).collect::<Flow<Vec<_>>>()?;
        let mut named = Vec::with_capacity(given.named.len());
        for (name, value) in given.named {
            named.push((name, self.graph_argument(value)?));
        }
        let like = self.lists.get(like).to_vec();
        let metas = like.into_iter().map(|tensor| self.tensor_meta(tensor).map(|meta| MetaArgument::Tensor(meta).unshared()));
        let meta = MetaArgument::Tuple(metas.collect::<Flow<_>>()?);
        self.keeper.keep(callee);
        let node = self.new_node(callee, arguments, meta.clone())?;
        let node = self.graph.add(Node { effect: true, keywords: named, ..node });
        self.graph_result(node, None, &meta)
    }
}

impl Trace<'_> {
    /// `tensor.requires_grad`: within transforms, that of the tensor's outermost wrapper.
    pub(super) fn requires_gradients(&self, tensor: Value, meta: &TensorMeta) -> Flow<bool> {
        let levels = self.active_levels()?;
        let Some(node) = self.tensor_node(tensor).filter(|_| meta.requires_grad && !levels.is_empty()) else {
            return Ok(meta.requires_grad);
        };
        let wrappers: AHashMap<NodeId, usize> = self
            .notes
            .wrapped
            .iter()
            .filter_map(|(wrapper, wrapping)| {
                let node = self.tensor_node(*wrapper)?;
                Some((node, self.active_level(*wrapping.words.last()?, node)?))
            })
            .collect();
        Ok(self.graph.requires_gradients_outermost(node, levels, &wrappers))
    }

    /// The levels that have begun and not ended, outermost first.
    fn active_levels(&self) -> Flow<&[Level]> {
        let count = match self.modes.get(ModeName::FunctorchLevel) {
            Some(level) if level.now != level.entry => self.level_number(level.now)?,
            _ => 0,
        };
        self.notes.levels.get(..count).ok_or_else(|| Stop::graph_break("a level of functorch that began before the trace"))
    }

    /// An operator that a transform refuses ends the graph before it: backends fail on what the program may handle.
    pub(super) fn check_draws(&self) -> Flow<()> {
        match self.active_levels()?.iter().all(|level| level.draws) {
            true => Ok(()),
            false => Err(Stop::graph_break("random numbers are drawn in a vmap that refuses it (randomness=\"error\")")),
        }
    }

    /// The number of the level at which a node was wrapped, if that has not ended.
    fn active_level(&self, level: Object, node: NodeId) -> Option<usize> {
        let number = usize::try_from(level.as_int()?).ok()?;
        let active = self.active_levels().ok()?.get(number.checked_sub(1)?)?;
        (active.began <= node).then_some(number)
    }

    fn level_number(&self, level: Value) -> Flow<usize> {
        let number = self.known_object(level).and_then(|level| usize::try_from(level.as_int()?).ok());
        number.ok_or_else(|| Stop::Abandon("a level of functorch without a number".into()))
    }

    pub(super) fn tensor_node(&self, value: Value) -> Option<NodeId> {
        match self.arena.get(self.arena.resolve(value)).state {
            State::Tensor(node) => Some(node),
            _ => None,
        }
    }

    fn known_words(&mut self, words: Values) -> Flow<Option<Vec<Object>>> {
        self.lists.get(words).to_vec().into_iter().map(|word| self.as_python_constant(word)).collect()
    }
}

fn unknown() -> Stop {
    Stop::graph_break("a graph node that calls something unknown")
}

fn same_words(a: &[Object], b: &[Object]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.plain_equal(*b) == Some(true))
}
