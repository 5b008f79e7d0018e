//! Calls that become nodes of the graph: of functions and methods, their metadata and side effects, and the values of their
//! results.

use pyo3::prelude::*;

use super::side_effects::Writes;
use crate::graph::gradients::Leaf;
use crate::graph::{Argument, Asked, Node, NodeId, SideEffects, Target};
use crate::inference::Inferred;
use crate::interpreter::Trace;
use crate::interpreter::bind::Arguments;
use crate::python::{Object, Owned};
use crate::rules::{Flow, Reason, Stop};
use crate::shapes::MetaArgument;
use crate::tables::Role;
use crate::values::{State, Value};

/// The arguments of a node: positional, and by name.
type NodeArguments = (Vec<Argument>, Vec<(Object, Argument)>);

impl Trace<'_> {
    /// A call of a function in the graph.
    pub fn graph_function(&mut self, function: Object, arguments: Arguments) -> Flow<Value> {
        let meta = self.library.meta(function);
        let changed = match self.library.operator_in_place(function) {
            Some(in_place) => arguments.positional.first().copied().filter(|_| in_place),
            None => self.always_changed(function, &arguments)?,
        };
        self.graph_node(Target::Function(function), function, meta, arguments, changed)
    }

    /// The argument that a function always changes in place.
    fn always_changed(&mut self, function: Object, arguments: &Arguments) -> Flow<Option<Value>> {
        match self.library.torch_operator(function).filter(|operator| operator.inplace.is_none()) {
            Some(operator) => self.changed_in_place(operator, arguments),
            None => Ok(None),
        }
    }

    /// A call in the graph of a function of the user's, whatever it is called.
    pub fn graph_call_of_marked(&mut self, function: Object, arguments: Arguments) -> Flow<Value> {
        let name = self.library.name("__name__")?;
        if function.instance_attribute(name).is_none() && function.class().type_lookup(name).is_none() {
            return Err(Stop::graph_break("a call that is to go into the graph, of an object without a __name__"));
        }
        self.graph_node(Target::Function(function), function, None, arguments, None)
    }

    /// A node that reads an attribute which the program has set, of which no class of tensors is told.
    pub fn graph_attribute(&mut self, object: Value, name: Object) -> Flow<Value> {
        let read = self.role(Role::GetAttributeFunction);
        let arguments = Arguments::positional(vec![object, self.arena.constant(name)]);
        self.unasked_node(Target::Function(read), read, self.library.meta(read), arguments, None)
    }

    /// A method call in the graph.
    pub fn graph_method_call(&mut self, name: Object, receiver: Value, mut arguments: Arguments) -> Flow<Value> {
        let receiver = self.force(receiver)?;
        let class = self.class(receiver);
        let function = class
            .type_lookup(name)
            .or_else(|| self.role(Role::Tensor).type_lookup(name))
            .ok_or_else(|| Stop::graph_break(format!("tensor method {}", name.text())))?;
        let meta = self.library.meta(function);
        arguments.positional.insert(0, receiver);
        let changed = self.always_changed(function, &arguments)?;
        self.graph_node(Target::Method(name), function, meta, arguments, changed)
    }

    /// Breaks the graph before an operator that a setting keeps out of graphs.
    fn judge_operator(&self, function: Object) -> Flow<()> {
        let Some(judge) = &self.settings.judges_operators else { return Ok(()) };
        let judge = judge.object();
        let said = Python::attach(|python| judge.bound(python).call1((function.bound(python),))?.extract::<Option<String>>());
        match said.map_err(Stop::python)? {
            Some(reason) => Err(Stop::graph_break(reason)),
            None => Ok(()),
        }
    }

    /// A node for a call, unless a class of its tensors would answer the call.
    fn graph_node(
        &mut self,
        target: Target,
        function: Object,
        rule: Option<u16>,
        arguments: Arguments,
        changed: Option<Value>,
    ) -> Flow<Value> {
        if self.is_overridden(&arguments)? {
            return Err(Stop::graph_break(format!("{}, for which a __torch_function__ answers", function.name_text())));
        }
        self.unasked_node(target, function, rule, arguments, changed)
    }

    /// A node for a call of which no class of tensors is told, or which none of them answers. `changed` is the argument that
    /// the call changes in place and returns.
    fn unasked_node(
        &mut self,
        target: Target,
        function: Object,
        rule: Option<u16>,
        arguments: Arguments,
        changed: Option<Value>,
    ) -> Flow<Value> {
        self.judge_operator(function)?;
        let changed = changed.map(|value| self.force(value)).transpose()?.filter(|value| self.is_tensor_value(*value));
        let out = self.out_argument(&arguments)?;
        let makes_leaf = self.is_asked_for(&arguments, "requires_grad")?;
        let named = arguments.named.iter().map(|(_, value)| *value);
        let inputs: Vec<Value> = arguments.positional.iter().copied().chain(named).collect();
        let (positional, keywords) = self.node_arguments(&arguments)?;
        self.keeper.keep(function);
        let first_new = self.shapes.symbols().len() as u32;
        let inplace = match self.library.torch_operator(function).filter(|operator| operator.inplace.is_some()) {
            Some(operator) => self.changed_in_place(operator, &arguments)?,
            None => None,
        };
        let written = changed.or(inplace).map(|value| self.force(value)).transpose()?;
        if let Some(written) = written {
            self.check_writable(written)?;
        }
        let asked = Asked { target: &target, function, rule, positional: &positional, keywords: &keywords };
        let Inferred { meta, class, known, by_rule, writes } = self.infer_node(&asked, &arguments, out)?;
        let changed_node = written.and_then(|value| match self.arena.get(value).state {
            State::Tensor(node) => Some(node),
            _ => None,
        });
        let how = Writes { changed: changed_node, out: out.is_some(), places: writes };
        let side_effects = self.side_effects_of(&asked, &arguments, &meta, by_rule, &how)?;
        self.check_no_leaf(&side_effects.writes)?;
        // Of other functions it is not known that they draw.
        if side_effects.draws && self.library.torch_operator(function).is_some() {
            self.check_draws()?;
        }
        let changes = !side_effects.writes.is_empty();
        // Backends that take the writes out of a graph do not know that a wrapper and what it wraps share their memory.
        if self.graph.mixes_wrappers(&positional, &keywords, changes) {
            return Err(Stop::graph_break("a write in a graph that takes a wrapper and what is in it"));
        }
        // Of what no rule describes, who knows what else it does; but whether it wrote, its fakes tell.
        let effect = changes || side_effects.draws || !by_rule;
        let site = self.call_site()?;
        let grad = self.grad_mode()?;
        if changes {
            self.graph.forget_known(&side_effects.writes);
        }
        if changes && grad {
            self.note_gained_gradients(&side_effects.writes, &positional, &keywords);
        }
        if self.settings.trace_call {
            self.log_graph_call(&function.name_text());
        }
        let node = self.graph.add(Node {
            target,
            arguments: positional,
            keywords,
            site,
            grad,
            effect,
            mode: false,
            variable: None,
            settled: false,
            changed: changed_node.filter(|_| changed.is_some()),
            dropped: false,
            meta: meta.clone(),
            side_effects,
        });
        self.check_undone(node)?;
        if makes_leaf {
            self.note_leaf(node);
        }
        if let Some(known) = known {
            self.graph.known.insert(node, known);
        }
        self.bind_new_symbols(node, &meta, first_new)?;
        if let Some(out) = out {
            return self.written_result(out, &meta, class);
        }
        if let Some(changed) = changed {
            if matches!(meta, MetaArgument::Other(_)) {
                return Err(Stop::graph_break(format!("{}, which refuses what it is given", function.name_text())));
            }
            // The receiver's metadata may have changed with it.
            if let MetaArgument::Tensor(_) = &meta {
                self.arena.edit(changed).state = State::Tensor(node);
            }
            return Ok(changed);
        }
        self.returned(node, class, &meta, &inputs)
    }

    /// The arguments of a node, positional and named.
    fn node_arguments(&mut self, arguments: &Arguments) -> Flow<NodeArguments> {
        let mut positional = Vec::with_capacity(arguments.positional.len());
        for value in &arguments.positional {
            positional.push(self.graph_argument(*value)?);
        }
        let mut keywords = Vec::with_capacity(arguments.named.len());
        for (name, value) in &arguments.named {
            keywords.push((*name, self.graph_argument(*value)?));
        }
        Ok((positional, keywords))
    }

    /// The metadata of a node's result; `out` is the tensor that it is told to write into.
    fn infer_node(&mut self, asked: &Asked<'_>, arguments: &Arguments, out: Option<Value>) -> Flow<Inferred> {
        if out.is_some() && self.grad_mode()? {
            self.check_settled_gradients(asked)?;
        }
        let inferred = match out {
            Some(out) => self.infer_written(asked, out)?,
            None => match self.infer_of_leaves(asked) {
                Err(Stop::Break(reason)) => {
                    self.raise_refusal(asked.rule, &reason)?;
                    return Err(Stop::Break(reason));
                }
                inferred => inferred?,
            },
        };
        // Without a tensor to ask about, it is torch's state that was asked for: no guard would hold the answer.
        let asks = matches!(
            inferred.meta,
            MetaArgument::Bool(_) | MetaArgument::Float(_) | MetaArgument::Text(_) | MetaArgument::DType(_)
        );
        if asks && !self.any_tensor(arguments)? {
            return Err(Stop::graph_break(format!("call of {}, which tells of torch's state", asked.function.name_text())));
        }
        Ok(inferred)
    }

    /// What a node returns: values of its own, and those of its inputs that the operator gives back.
    fn returned(&mut self, node: NodeId, class: Option<Object>, meta: &MetaArgument, inputs: &[Value]) -> Flow<Value> {
        if let Some(input) = self.input_returned(inputs, meta)? {
            return Ok(input);
        }
        let made = self.graph_result(node, class, meta)?;
        if let Some(metas) = meta.as_items() {
            for (index, meta) in metas.iter().enumerate() {
                let input = self.input_returned(inputs, meta)?;
                if let (Some(input), State::Items(items)) = (input, &mut self.arena.edit(made).state) {
                    items[index] = input;
                }
            }
        }
        Ok(made)
    }

    /// Whether an operator is refused that writes where it is told to is told by who requires gradients.
    fn check_settled_gradients(&self, asked: &Asked<'_>) -> Flow<()> {
        let mut open = false;
        asked.visit(&mut |node| open |= self.graph.may_require_gradients(node));
        match open {
            true => Err(Stop::graph_break("whether a tensor requires gradients after a write that may have changed it")),
            false => Ok(()),
        }
    }

    pub(super) fn note_leaf(&mut self, node: NodeId) {
        let text = "a tensor that the graph makes to require gradients leaves it".to_owned();
        let reason = Box::new(Reason { text, stack: self.stack_summary() });
        self.graph.leaves.push(Leaf { node, always: false, step: self.root_step, reason });
    }

    /// Notes a write of a tensor that requires gradients into one that does not: every view of the latter requires them
    /// from now on.
    fn note_gained_gradients(&mut self, written: &[NodeId], positional: &[Argument], keywords: &[(Object, Argument)]) {
        let requires = |trace: &Trace<'_>, node: NodeId| {
            let mut any = false;
            trace.graph.node(node).meta.tensors(&mut |tensor| any |= tensor.requires_grad);
            any
        };
        let mut any = false;
        let arguments = positional.iter().chain(keywords.iter().map(|(_, argument)| argument));
        arguments.for_each(|argument| argument.visit(&mut |node| any |= requires(self, node)));
        if any {
            let without = written.iter().copied().filter(|node| !requires(self, *node)).collect();
            self.graph.note_gained_gradients(without);
        }
    }

    /// The value that a node's metadata describes.
    pub fn graph_result(&mut self, node: NodeId, class: Option<Object>, meta: &MetaArgument) -> Flow<Value> {
        match meta {
            MetaArgument::Tensor(tensor) => {
                let class = tensor.class.unwrap_or_else(|| self.role(Role::Tensor));
                Ok(self.make(class, State::Tensor(node)))
            }
            MetaArgument::Tuple(items) | MetaArgument::List(items) => {
                let mut values = Vec::with_capacity(items.len());
                for (index, item) in items.iter().enumerate() {
                    let value = match item {
                        MetaArgument::Tensor(_) | MetaArgument::Tuple(_) | MetaArgument::List(_) => {
                            let element = self.element_node(node, index as i64, &item.unshared())?;
                            self.graph_result(element, None, item)?
                        }
                        other => self.meta_value(other)?,
                    };
                    values.push(value);
                }
                let class = match meta {
                    MetaArgument::List(_) => self.role(Role::List),
                    _ => class.unwrap_or_else(|| self.role(Role::Tuple)),
                };
                Ok(self.make_items(class, values))
            }
            other => self.meta_value(other),
        }
    }

    /// `operator.getitem(node, index)`.
    pub fn element_node(&mut self, node: NodeId, index: i64, meta: &MetaArgument) -> Flow<NodeId> {
        // Of several tensors that several views are of, each is of its own.
        let of = &self.graph.node(node).side_effects;
        let (several, inference) = (of.views.len() > 1, of.inference);
        let own = of.views.get(usize::try_from(index).unwrap_or_default()).copied().filter(|_| several);
        let (views, copies) = (vec![own.unwrap_or(node)], several && of.copies);
        let side_effects = SideEffects { ruled: true, views, copies, inference, ..SideEffects::default() };
        let index = self.int_constant(index)?;
        let index = self.graph_argument(index)?;
        let item = self.new_node(self.role(Role::GetItem), vec![Argument::Node(node), index], meta.clone())?;
        Ok(self.graph.add(Node { side_effects, ..item }))
    }

    /// The value of a number, dtype or the like in a node's metadata, without a node.
    fn meta_value(&mut self, meta: &MetaArgument) -> Flow<Value> {
        Ok(match meta {
            MetaArgument::None => self.none(),
            MetaArgument::Bool(truth) => self.bool_constant(*truth),
            MetaArgument::Dim(dim) => self.symbol_value(*dim)?,
            MetaArgument::Float(number) => {
                let object = Owned::float(*number).map_err(Stop::python)?;
                let object = self.keeper.keep_owned(object);
                self.arena.constant(object)
            }
            MetaArgument::Text(text) => self.text_constant(text)?,
            MetaArgument::Other(object) => self.constant_value(*object),
            MetaArgument::DType(dtype) => self.dtype_value(*dtype)?,
            _ => return Err(Stop::graph_break("an operator whose result cannot be described")),
        })
    }

    fn out_argument(&mut self, arguments: &Arguments) -> Flow<Option<Value>> {
        for (name, value) in &arguments.named {
            if name.as_str() == Some("out") {
                let value = self.force(*value)?;
                let written = self.is_tensor_value(value) || matches!(self.arena.get(value).state, State::Items(_));
                return Ok(written.then_some(value));
            }
        }
        Ok(None)
    }

    /// Whether a keyword is given, and true.
    fn is_asked_for(&mut self, arguments: &Arguments, keyword: &str) -> Flow<bool> {
        let given = arguments.named.iter().find(|(name, _)| name.as_str() == Some(keyword));
        given.map_or(Ok(false), |(_, value)| self.truth_of(*value))
    }

    /// The graph site of the instruction being run, inlined frames and all.
    pub fn call_site(&mut self) -> Flow<Option<u32>> {
        let frame = self.frame()?;
        let line = frame.code.line(frame.current);
        let is_module_call = self.library.role_code(Role::ModuleCall) == Some(frame.code.code);
        let is_marked = self.library.role_code(Role::MarkedCall) == Some(frame.code.code);
        let module = self.calling_module.or_else(|| frame.locals.first().copied().filter(|_| is_module_call));
        let site = crate::graph::Site { code: frame.code.code, line, caller: frame.caller, module, is_marked };
        self.graph.has_marks |= is_marked;
        if let Some(last) = self.graph.sites.last()
            && last.code == site.code
            && last.line == site.line
            && last.caller == site.caller
            && last.module == site.module
        {
            return Ok(Some(self.graph.sites.len() as u32 - 1));
        }
        self.graph.sites.push(site);
        Ok(Some(self.graph.sites.len() as u32 - 1))
    }

    /// A call where the program is now, to be added to the graph.
    pub(super) fn new_node(&mut self, function: Object, arguments: Vec<Argument>, meta: MetaArgument) -> Flow<Node> {
        let (site, grad) = (self.call_site()?, self.grad_mode()?);
        Ok(Node { site, grad, ..Node::new(Target::Function(function), arguments, meta) })
    }

    /// A node that is run for its effect alone.
    pub(super) fn statement(&mut self, function: Object, arguments: Vec<Argument>, mode: bool) -> Flow<NodeId> {
        let node = self.new_node(function, arguments, MetaArgument::None)?;
        Ok(self.graph.add(Node { effect: true, mode, ..node }))
    }
}
