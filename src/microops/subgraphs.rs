//! Bodies: functions passed to operators, traced into graphs of their own.

use std::rc::Rc;

use ahash::AHashSet;

use crate::graph::subgraphs::BodyKind;
use crate::graph::{Argument, Bound, Node, NodeId, Target};
use crate::guards::Fact;
use crate::interpreter::Trace;
use crate::python::Object;
use crate::rules::externs::SubgraphsExterns;
use crate::rules::frames;
use crate::rules::types::Values;
use crate::rules::{Flow, Stop};
use crate::shapes::{Dim, Interval, Kind, MetaArgument, Strides, TensorMeta};
use crate::tables::{Comparison, Passing, Role, guard_rules};
use crate::values::{State, Value};

impl SubgraphsExterns for Trace<'_> {
    fn begin_body(&mut self, name: Value, branch: Value, origin: Value, once: bool, backward: bool) -> Flow<()> {
        let (name, branch) = (self.name_in_graph(name)?.text(), self.name_in_graph(branch)?.text());
        let origin = Some(self.name_in_graph(origin)?).filter(|origin| !origin.text().is_empty());
        if let Some(origin) = origin {
            self.keeper.keep(origin);
        }
        let values = self.arena.len() as u32;
        // A body that may run any number of times, or never, must not change what is around it.
        let seals = self.arena.sealed == 0 && !once;
        self.graph.begin(BodyKind { name, branch, origin, seals, once, backward }, values);
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
        let mut found = self.tensors_of_body(open)?;
        found.retain(|(_, node)| !matches!(self.graph.node(*node).target, Target::Operand));
        if found.iter().any(|(_, node)| self.graph.viewed(*node).is_some()) {
            return Err(Stop::graph_break("a view that a function of an operator makes, used outside of it"));
        }
        found.sort_unstable();
        let class = self.role(Role::Tuple);
        Ok(self.make(class, State::Items(found.into_iter().map(|(value, _)| value).collect())))
    }

    fn tensors_within(&mut self, value: Value) -> Flow<Value> {
        let value = self.force(value)?;
        let found = self.tensors_of_body(vec![value])?;
        let class = self.role(Role::Tuple);
        Ok(self.make(class, State::Items(found.into_iter().map(|(value, _)| value).collect())))
    }

    fn exchange(&mut self, one: Value, other: Value) -> Flow<()> {
        let (first, second) = (self.arena.get(one).state.clone(), self.arena.get(other).state.clone());
        // A name is given to a tensor just once, whatever node it is under.
        let nodes = (self.tensor_node(one), self.tensor_node(other));
        if let (Some(first), Some(second)) = nodes {
            let (of_first, of_second) = (self.graph.has_name(first), self.graph.has_name(second));
            self.graph.nodes[first.0 as usize].settled |= of_second;
            self.graph.nodes[second.0 as usize].settled |= of_first;
        }
        self.arena.edit(one).state = second;
        self.arena.edit(other).state = first;
        Ok(())
    }

    fn body_operand(&mut self, like: Value, name: Value, bound: bool) -> Flow<Value> {
        let name = Some(self.name_in_graph(name)?).filter(|name| !name.text().is_empty());
        if let Some(name) = name {
            self.keeper.keep(name);
        }
        let number = self.number_of(like)?.filter(|dim| self.shapes.kind(*dim) == Kind::Int);
        let meta = match number {
            Some(_) => MetaArgument::Dim(self.shapes.unbacked_symbol(Interval::ALL)),
            None => MetaArgument::Tensor(self.tensor_meta(like)?),
        };
        let (site, grad) = (self.call_site()?, self.grad_mode()?);
        let settled = name.is_some();
        let node = Node { site, grad, variable: name, settled, ..Node::new(Target::Operand, Vec::new(), meta.clone()) };
        let node = self.graph.add(node);
        let outside = self.tensor_node(like).filter(|_| bound);
        let named = outside.is_some_and(|outside| self.graph.node(self.graph.bound_to(outside)).variable.is_some());
        let current = self.graph.current;
        let body = self.graph.body_mut(current).ok_or_else(|| Stop::Abandon("an operand without a body".into()))?;
        match outside {
            Some(outside) => body.bound.push(Bound { operand: node, outside, named }),
            None => body.operands.push(node),
        }
        if let MetaArgument::Dim(dim) = meta {
            self.bind_symbols(node, &meta, 0)?;
            return self.symbol_value(dim);
        }
        let class = self.role(Role::Tensor);
        Ok(self.make(class, State::Tensor(node)))
    }

    fn end_body(&mut self, outputs: Value, bare: bool, numbers: bool) -> Flow<Value> {
        if self.arena.sealed > 0 && self.arena.sealed_written || self.writes_outside() {
            return Err(Stop::graph_break("a function that an operator takes changes what is outside of it"));
        }
        let outputs = self.items_of(outputs)?;
        let outputs = outputs.into_iter().map(|output| self.undecided_argument(output)).collect::<Flow<Vec<_>>>()?;
        if !outputs.iter().all(|output| self.is_of_body(output, numbers)) {
            return Err(Stop::graph_break("a function that an operator takes gives back what it was given"));
        }
        self.close_body(outputs, bare)
    }

    fn end_backward(&mut self, gradients: Value, inputs: Value) -> Flow<Value> {
        if self.arena.sealed > 0 && self.arena.sealed_written || self.writes_outside() {
            return Err(Stop::graph_break("a function that an operator takes changes what is outside of it"));
        }
        let gradients =
            self.items_of(gradients)?.into_iter().map(|value| self.graph_argument(value)).collect::<Flow<Vec<_>>>()?;
        if !gradients.iter().all(|gradient| matches!(gradient, Argument::Node(_))) {
            return Err(Stop::graph_break("a gradient that is no tensor"));
        }
        let of = self.items_of(inputs)?.into_iter().filter_map(|input| self.tensor_node(input)).collect();
        let current = self.graph.current;
        if let Some(body) = self.graph.body_mut(current) {
            body.gradients_of = of;
        }
        self.close_body(gradients, false)
    }

    fn places_in(&mut self, body: Value, tensors: Value) -> Flow<Value> {
        let State::Body(Argument::Body(body)) = self.arena.get(body).state else {
            return Err(Stop::graph_break("places in something that is no body"));
        };
        let nodes = self.items_of(tensors)?.into_iter().filter_map(|tensor| self.tensor_node(tensor)).collect();
        let class = self.role(Role::Object);
        Ok(self.make(class, State::Body(Argument::Places { body, nodes })))
    }

    fn annotate_nodes(&mut self, annotation: Value) -> Flow<()> {
        if self.as_constant(annotation) == Some(self.role(Role::None)) {
            self.graph.annotate(None);
            return Ok(());
        }
        let annotation = self.graph_argument(annotation)?;
        let mut of_trace = false;
        annotation.visit(&mut |_| of_trace = true);
        annotation.visit_dims(&mut |_| of_trace = true);
        if of_trace {
            return Err(Stop::graph_break("an annotation of nodes that is no constant"));
        }
        self.graph.annotate(Some(annotation));
        Ok(())
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

    fn captured_by(&mut self, bodies: Value, passing: Passing) -> Flow<Value> {
        let (mut found, mut bound) = (Vec::new(), Vec::new());
        for body in self.items_of(bodies)? {
            let body = self.force(body)?;
            match &self.arena.get(body).state {
                State::Body(Argument::Body(body)) => found.push(*body),
                _ => return Err(Stop::graph_break("captures of something that is no body")),
            }
        }
        for body in found.iter().filter_map(|body| self.graph.body(*body)) {
            bound.extend(body.bound.iter().map(|bound| bound.outside));
        }
        let class = self.role(Role::Object);
        Ok(self.make(class, State::Body(Argument::Captured { bodies: found, passing, bound })))
    }

    fn call_with_bodies(&mut self, operator: Value, arguments: Value, keywords: Value, like: Value, bare: bool) -> Flow<Value> {
        let operator =
            self.known_object(operator).ok_or_else(|| Stop::graph_break("an operator that is not known while tracing"))?;
        let given = self.make_items(self.role(Role::Tuple), Vec::new());
        let named = self.expand_arguments(given, keywords)?.named.into_iter();
        let keywords = named.map(|(name, value)| Ok((name, self.graph_argument(value)?))).collect::<Flow<Vec<_>>>()?;
        let arguments = self.items_of(arguments)?;
        let arguments = arguments.into_iter().map(|value| self.undecided_argument(value)).collect::<Flow<Vec<_>>>()?;
        let first = self.shapes.symbols().len() as u32;
        let (mut metas, mut known) = (Vec::new(), Vec::new());
        for (place, result) in self.items_of(like)?.into_iter().enumerate() {
            match self.meta_like(result)? {
                MetaArgument::Dim(dim) if !self.is_new(dim, first) => known.push((place, dim)),
                meta => metas.push(meta),
            }
        }
        self.graph.drop_outputs(&arguments, &known);
        let meta = match &metas[..] {
            [only] if bare => only.clone(),
            _ => MetaArgument::Tuple(metas.into()),
        };
        self.keeper.keep(operator);
        let node = self.new_node(operator, arguments, meta.clone())?;
        let node = self.graph.add(Node { keywords, effect: true, ..node });
        if self.shapes.symbols().len() as u32 > first {
            if self.graph.is_within_once() || self.earlier.numbers_break {
                return Err(Stop::graph_break("a number that only the data knows, in a function that an operator takes"));
            }
            self.bind_symbols(node, &meta, first)?;
        }
        let made = self.graph_result(node, None, &meta)?;
        for (place, dim) in known {
            let number = self.symbol_value(dim)?;
            if let State::Items(items) = &mut self.arena.edit(made).state {
                items.insert(place, number);
            }
        }
        Ok(made)
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
    fn name_in_graph(&mut self, value: Value) -> Flow<Object> {
        let text = self.as_constant_forced(value)?.filter(|text| text.is_str());
        text.ok_or_else(|| Stop::graph_break("a body without a name"))
    }

    /// Whether the body that is traced makes an output, or takes it.
    fn is_of_body(&self, output: &Argument, numbers: bool) -> bool {
        match output {
            Argument::Node(node) => self.graph.owner(*node) == self.graph.current,
            Argument::Dim(_) => numbers,
            Argument::Constant(object) => numbers && object.is_int(),
            Argument::Tuple(parts) => parts.iter().all(|part| self.is_of_body(part, numbers)),
            Argument::Captured { .. } => true,
            _ => false,
        }
    }

    fn close_body(&mut self, outputs: Vec<Argument>, bare: bool) -> Flow<Value> {
        let body = self.graph.end(outputs, bare).ok_or_else(|| Stop::Abandon("the end of no body".into()))?;
        self.shapes.forget_passing();
        if self.graph.body(body).is_some_and(|body| body.kind.seals) {
            self.arena.sealed = 0;
        }
        let class = self.role(Role::Object);
        Ok(self.make(class, State::Body(Argument::Body(body))))
    }

    /// The tensors of the body that is traced in these values and in what they hold, in order.
    fn tensors_of_body(&mut self, mut open: Vec<Value>) -> Flow<Vec<(Value, NodeId)>> {
        let current = self.graph.current;
        let begun = self.graph.body(current).map_or(0, |body| body.before.1);
        let (mut seen, mut found) = (AHashSet::new(), Vec::new());
        open.reverse();
        while let Some(value) = open.pop() {
            let value = self.arena.resolve(value);
            if !seen.insert(value) {
                continue;
            }
            let tracked = self.arena.get(value);
            let mut parts: Vec<Value> = tracked.dict.into_iter().collect();
            match &tracked.state {
                State::Items(items) | State::Grown(items) | State::Slots(items) => parts.extend(items),
                State::Map(map) => parts.extend(map.entries.values().map(|entry| entry.value)),
                State::Deferred { positional, .. } => parts.extend(positional),
                State::Tensor(node) if self.graph.is_inside(self.graph.owner(*node), current) => found.push((value, *node)),
                State::Symbol(dim) if self.graph.is_computed(*dim, &self.shapes) => {
                    return Err(Stop::graph_break("a number that a function of an operator computes, used outside of it"));
                }
                _ => {}
            }
            // What is older and has not changed holds nothing of the body.
            open.extend(parts.into_iter().rev().filter(|part| part.0 >= begun));
        }
        Ok(found)
    }

    /// An argument of an operator that takes bodies, or what one gives: a condition need not be decided.
    fn undecided_argument(&mut self, value: Value) -> Flow<Argument> {
        let value = self.force(value)?;
        match self.arena.get(value).state {
            State::Symbol(dim) if self.shapes.kind(dim) == Kind::Truth && self.graph.is_number_in_reach(dim, &self.shapes) => {
                Ok(Argument::Dim(dim))
            }
            _ => self.graph_argument(value),
        }
    }

    /// The metadata of a result that is like a value of a body, or like one of two.
    fn meta_like(&mut self, like: Value) -> Flow<MetaArgument> {
        let like = self.force(like)?;
        if let State::Items(items) = &self.arena.get(like).state {
            let &[one, other] = &items[..] else { return Err(Stop::Abandon("a result that is like neither of two".into())) };
            return match (self.number_of(one)?, self.number_of(other)?) {
                (Some(a), Some(b)) if self.is_known_outside(a) && self.shapes.surely_equal(a, b) => Ok(MetaArgument::Dim(a)),
                (Some(a), Some(b)) if a.as_constant().is_some() && b.as_constant().is_some() => {
                    Ok(MetaArgument::Dim(self.either_number(a, b)))
                }
                // Torch's operator knows constants alone.
                (Some(_), Some(_)) => Err(Stop::graph_break("branches that give numbers which are not the same expression")),
                _ => self.either_tensor(one, other),
            };
        }
        if let Some(dim) = self.number_of(like)? {
            return Ok(MetaArgument::Dim(self.number_outside(dim)));
        }
        let meta = self.tensor_meta(like)?;
        let sizes: Box<[Dim]> = meta.sizes.iter().map(|size| self.number_outside(*size)).collect();
        if sizes == meta.sizes {
            return Ok(MetaArgument::Tensor(meta));
        }
        match meta.strides {
            Strides::Contiguous if meta.wrapper.is_none() => {
                Ok(MetaArgument::Tensor(Rc::new(TensorMeta { sizes, ..(*meta).clone() })))
            }
            _ => Err(Stop::graph_break("a size of a function that an operator takes, of a tensor that is not contiguous")),
        }
    }

    fn is_known_outside(&self, dim: Dim) -> bool {
        self.graph.is_number_in_reach(dim, &self.shapes)
    }

    fn is_new(&self, dim: Dim, first: u32) -> bool {
        self.shapes.as_symbol(dim).is_some_and(|symbol| symbol.0 >= first)
    }

    /// A number of a body as it is known outside of it: what is computed inside is a new symbol.
    fn number_outside(&mut self, dim: Dim) -> Dim {
        if self.is_known_outside(dim) {
            return dim;
        }
        let changes = self.graph.is_operand(dim, &self.shapes);
        let range = if changes { Interval::ALL } else { self.shapes.range(dim) };
        self.shapes.unbacked_symbol(range)
    }

    fn either_number(&mut self, a: Dim, b: Dim) -> Dim {
        if self.is_known_outside(a) && self.shapes.surely_equal(a, b) {
            return a;
        }
        let (one, other) = (self.shapes.range(a), self.shapes.range(b));
        self.shapes.unbacked_symbol(Interval { low: one.low.min(other.low), high: one.high.max(other.high) })
    }

    fn either_tensor(&mut self, one: Value, other: Value) -> Flow<MetaArgument> {
        let differ = || Stop::graph_break("branches whose results have different forms");
        let (one, other) = (self.tensor_meta(one)?, self.tensor_meta(other)?);
        let alike = one.dtype == other.dtype && one.device == other.device && one.layout == other.layout;
        if !alike || one.class != other.class || one.bits != other.bits || one.rank() != other.rank() {
            return Err(differ());
        }
        let mut sizes = Vec::with_capacity(one.rank());
        for (&a, &b) in one.sizes.iter().zip(&other.sizes) {
            // Sizes that are equal now are guarded to be.
            let equal = self.shapes.hint(a).is_some() && self.shapes.hint(a) == self.shapes.hint(b);
            let equal = equal && self.shapes.is(a, Comparison::Equal, b) == Some(true);
            sizes.push(if equal { a } else { self.either_number(a, b) });
        }
        let same_sizes = *sizes == *one.sizes;
        let same_strides = match (&one.strides, &other.strides) {
            (Strides::Contiguous, Strides::Contiguous) => true,
            _ if same_sizes => {
                let (strides, others) = (one.strides(&mut self.shapes), other.strides(&mut self.shapes));
                let (strides, others) = (strides.ok_or_else(differ)?, others.ok_or_else(differ)?);
                strides.iter().zip(&others).all(|(a, b)| self.shapes.is(*a, Comparison::Equal, *b) == Some(true))
            }
            _ => false,
        };
        if !same_strides || one.wrapper.is_some() && !same_sizes {
            return Err(differ());
        }
        let follows = if other.requires_grad { &other } else { &one };
        let (requires_grad, is_leaf) = (follows.requires_grad, follows.is_leaf);
        Ok(MetaArgument::Tensor(Rc::new(TensorMeta { sizes: sizes.into(), requires_grad, is_leaf, ..(*one).clone() })))
    }

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
