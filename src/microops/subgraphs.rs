//! Bodies: functions passed to operators, traced into graphs of their own.

use ahash::AHashSet;

use crate::graph::{Argument, Node, Target};
use crate::guards::Fact;
use crate::interpreter::Trace;
use crate::rules::externs::SubgraphsExterns;
use crate::rules::frames;
use crate::rules::types::Values;
use crate::rules::{Flow, Stop};
use crate::shapes::MetaArgument;
use crate::tables::{Role, guard_rules};
use crate::values::{State, Value};

impl SubgraphsExterns for Trace<'_> {
    fn begin_body(&mut self, name: Value, once: bool) -> Flow<()> {
        let name = self.as_constant(name).filter(|name| name.is_str());
        let name = name.ok_or_else(|| Stop::graph_break("a body without a name"))?;
        let values = self.arena.len() as u32;
        // A body that may run any number of times, or never, must not change what is around it.
        let seals = self.arena.sealed == 0 && !once;
        self.graph.begin(name.text(), values, seals);
        if seals {
            self.arena.sealed = values;
            self.arena.sealed_written = false;
        }
        Ok(())
    }

    fn asks_within(&mut self, body: &'static str) -> Flow<bool> {
        let code = self.frames.last().and_then(|frame| frame.code.code.as_code());
        Ok(self.graph.is_within(body) && code.is_some_and(frames::is_of_program))
    }

    fn given_away(&mut self) -> Flow<Value> {
        let current = self.graph.current;
        let body = self.graph.body(current).ok_or_else(|| Stop::Abandon("a body that was not begun".into()))?;
        let begun = body.before.1;
        let is_outside = |value: &Value| value.0 < begun || self.arena.get(*value).object.is_some();
        let mut open: Vec<Value> = self.arena.changed().filter(is_outside).collect();
        let slots = self.slots.written.iter().filter(|((instance, _), _)| is_outside(instance));
        open.extend(slots.map(|(_, content)| *content));
        let (mut seen, mut found) = (AHashSet::new(), Vec::new());
        while let Some(value) = open.pop() {
            let value = self.arena.resolve(value);
            if !seen.insert(value) {
                continue;
            }
            let tracked = self.arena.get(value);
            let mut take = |part: Value| {
                // What is older and has not changed holds nothing of the body.
                if part.0 >= begun {
                    open.push(part);
                }
            };
            tracked.dict.into_iter().for_each(&mut take);
            match &tracked.state {
                State::Items(parts) | State::Grown(parts) | State::Slots(parts) => parts.iter().copied().for_each(take),
                State::Map(map) => map.entries.values().for_each(|entry| take(entry.value)),
                State::Deferred { positional, .. } => positional.iter().copied().for_each(take),
                State::Tensor(node) if self.graph.is_inside(self.graph.owner(*node), current) => found.push((value, *node)),
                State::Symbol(dim) if self.graph.is_computed(*dim, &self.shapes) => {
                    return Err(Stop::graph_break("a number that a function of an operator computes, used outside of it"));
                }
                _ => {}
            }
        }
        found.retain(|(_, node)| !matches!(self.graph.node(*node).target, Target::Operand));
        if found.iter().any(|(_, node)| self.graph.viewed(*node).is_some()) {
            return Err(Stop::graph_break("a view that a function of an operator makes, used outside of it"));
        }
        found.sort_unstable();
        let class = self.role(Role::Tuple);
        Ok(self.make(class, State::Items(found.into_iter().map(|(value, _)| value).collect())))
    }

    fn exchange(&mut self, one: Value, other: Value) -> Flow<()> {
        let (first, second) = (self.arena.get(one).state.clone(), self.arena.get(other).state.clone());
        self.arena.edit(one).state = second;
        self.arena.edit(other).state = first;
        Ok(())
    }

    fn body_operand(&mut self, tensor: Value) -> Flow<Value> {
        let meta = MetaArgument::Tensor(self.tensor_meta(tensor)?);
        let (site, grad) = (self.call_site()?, self.grad_mode()?);
        let node = self.graph.add(Node { site, grad, ..Node::new(Target::Operand, Vec::new(), meta) });
        let current = self.graph.current;
        let body = self.graph.body_mut(current).ok_or_else(|| Stop::Abandon("an operand without a body".into()))?;
        body.operands.push(node);
        let class = self.role(Role::Tensor);
        Ok(self.make(class, State::Tensor(node)))
    }

    fn end_body(&mut self, outputs: Value, bare: bool) -> Flow<Value> {
        if self.arena.sealed > 0 && self.arena.sealed_written || self.writes_outside() {
            return Err(Stop::graph_break("a function that an operator takes changes what is outside of it"));
        }
        let outputs = self.items_of(outputs)?;
        let outputs = outputs.into_iter().map(|output| self.graph_argument(output)).collect::<Flow<Vec<_>>>()?;
        let own = |output: &Argument| matches!(output, Argument::Node(node) if self.graph.owner(*node) == self.graph.current);
        if !outputs.iter().all(own) {
            return Err(Stop::graph_break("a function that an operator takes gives back what it was given"));
        }
        let body = self.graph.end(outputs, bare).ok_or_else(|| Stop::Abandon("the end of no body".into()))?;
        if self.graph.body(body).is_some_and(|body| body.seals) {
            self.arena.sealed = 0;
        }
        let class = self.role(Role::Object);
        Ok(self.make(class, State::Body(Argument::Body(body))))
    }

    fn note_on_body(&mut self, body: Value, name: Value, object: Value) -> Flow<()> {
        let name = self.as_constant(name).filter(|name| name.is_str());
        let name = name.ok_or_else(|| Stop::graph_break("a note on a body without a name"))?;
        let object = self.force(object)?;
        let tracked = self.arena.get(object);
        let (Some(noted), source, false) = (tracked.object, tracked.source, tracked.dirty) else {
            return Err(Stop::graph_break("an object that a body is to know, which is made while tracing"));
        };
        if let Some(source) = source {
            self.guards.push(source, guard_rules::ID_MATCH, None, Fact::Identity(noted));
        }
        self.keeper.keep(noted);
        let State::Body(Argument::Body(body)) = &self.arena.get(body).state else {
            return Err(Stop::graph_break("a note on something that is no body"));
        };
        let body = self.graph.body_mut(*body).ok_or_else(|| Stop::Abandon("a note on no body".into()))?;
        body.notes.push((name.text(), noted));
        Ok(())
    }

    fn captured_by(&mut self, bodies: Value, unpacked: bool) -> Flow<Value> {
        let mut found = Vec::new();
        for body in self.items_of(bodies)? {
            let body = self.force(body)?;
            match &self.arena.get(body).state {
                State::Body(Argument::Body(body)) => found.push(*body),
                _ => return Err(Stop::graph_break("captures of something that is no body")),
            }
        }
        let class = self.role(Role::Object);
        Ok(self.make(class, State::Body(Argument::Captured { bodies: found, unpacked })))
    }

    fn call_with_bodies(&mut self, operator: Value, arguments: Value, like: Value, bare: bool) -> Flow<Value> {
        let operator =
            self.known_object(operator).ok_or_else(|| Stop::graph_break("an operator that is not known while tracing"))?;
        let arguments = self.items_of(arguments)?;
        let arguments = arguments.into_iter().map(|value| self.graph_argument(value)).collect::<Flow<Vec<_>>>()?;
        let mut metas = Vec::new();
        for result in self.items_of(like)? {
            metas.push(MetaArgument::Tensor(self.tensor_meta(result)?));
        }
        let meta = match &metas[..] {
            [only] if bare => only.clone(),
            _ => MetaArgument::Tuple(metas.into()),
        };
        self.keeper.keep(operator);
        let node = self.new_node(operator, arguments, meta.clone())?;
        let node = self.graph.add(Node { effect: true, ..node });
        self.graph_result(node, None, &meta)
    }

    fn record_gradients(&mut self, callee: Value, tensor: Value) -> Flow<()> {
        let callee = self.known_object(callee).ok_or_else(|| Stop::graph_break("a graph node that calls something unknown"))?;
        let mut meta = (*self.tensor_meta(tensor)?).clone();
        meta.requires_grad = true;
        meta.is_leaf = true;
        let argument = self.graph_argument(tensor)?;
        self.keeper.keep(callee);
        let node = self.new_node(callee, vec![argument], MetaArgument::Tensor(meta.into()))?;
        let node = self.graph.add(Node { effect: true, ..node });
        self.arena.edit(tensor).state = State::Tensor(node);
        Ok(())
    }

    fn follow_gradients(&mut self, tensor: Value) -> Flow<()> {
        let mut meta = (*self.tensor_meta(tensor)?).clone();
        meta.requires_grad = true;
        meta.is_leaf = false;
        if let State::Tensor(node) = self.arena.get(tensor).state {
            self.graph.nodes[node.0 as usize].meta = MetaArgument::Tensor(meta.into());
        }
        Ok(())
    }

    fn graph_handle(&mut self, callee: Value, positional: Values) -> Flow<Value> {
        let function = self.known_object(callee).ok_or_else(|| Stop::graph_break("a graph node that calls something unknown"))?;
        let arguments =
            self.lists.get(positional).to_vec().into_iter().map(|value| self.graph_argument(value)).collect::<Flow<_>>()?;
        self.keeper.keep(function);
        let node = self.statement(function, arguments, true)?;
        let class = self.role(Role::Object);
        Ok(self.make(class, State::Body(Argument::Node(node))))
    }
}

impl Trace<'_> {
    /// Whether the body that is traced writes into a tensor from outside of it.
    fn writes_outside(&self) -> bool {
        let first = self.graph.body(self.graph.current).map_or(0, |body| body.before.0);
        let written = self.graph.nodes[first..].iter().zip(&self.graph.owners[first..]);
        let written = written.filter(|(_, owner)| self.graph.is_inside(**owner, self.graph.current));
        written.flat_map(|(node, _)| &node.side_effects.writes).any(|node| {
            let base = self.graph.base_in_body(*node);
            !self.graph.is_inside(self.graph.owner(base), self.graph.current)
        })
    }
}
