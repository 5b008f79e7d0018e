//! How generated code rebuilds one value.

use std::iter;

use super::Planner;
use crate::codegen::plan::{Effect, Node, NodeId};
use crate::graph::Target;
use crate::interpreter::frame::Frame;
use crate::interpreter::generators::Generator;
use crate::microops::functions::slot;
use crate::python::{Object, Owned, stack};
use crate::rules::slot::Slot;
use crate::rules::{Flow, Stop};
use crate::sources::{SourceId, SourceKind};
use crate::tables::{OBJECTS, OPERATORS, OwnFunction, Role};
use crate::values::{State, Tracked, Value};

/// How deep an object may lie in others that the trace made.
const MAXIMUM_DEPTH: usize = 500;

impl Planner<'_, '_> {
    /// The node of a value. The same value is the same node: identity survives.
    pub(super) fn node(&mut self, value: Value) -> Flow<NodeId> {
        let value = self.trace.arena.resolve(value);
        *self.requests.entry(value).or_default() += 1;
        if let Some(node) = self.made.get(&value) {
            return Ok(*node);
        }
        if let State::Map(map) = &self.trace.arena.get(value).state
            && let Some(owner) = map.owner
        {
            return self.dict_of_made(value, owner);
        }
        self.trace.check_told(value)?;
        if let Some(step) = self.trace.exceptions.raised.get(&value).copied()
            && !self.trace.context_is_known(value)?
        {
            return Err(Stop::restart(step, "an exception raised while a caller handles another one leaves the trace"));
        }
        if let Some(step) = self.trace.belated_text(value) {
            return Err(Stop::restart(step, "the text of a tensor, which is another at the end"));
        }
        if self.open.contains(&value) {
            // A list or dict that contains itself is made empty, and filled when its items are there.
            let class = self.trace.arena.get(value).class;
            let empty = match (class == self.trace.role(Role::List), class == self.trace.role(Role::Dict)) {
                (true, _) => Some(Node::List(Vec::new())),
                (_, true) => Some(Node::Dict(Vec::new())),
                _ => None,
            };
            if let Some(empty) = empty {
                let node = self.push(empty);
                self.made.insert(value, node);
                return Ok(node);
            }
            return Err(Stop::Abandon("an object that contains itself cannot be rebuilt yet".into()));
        }
        if self.open.len() > MAXIMUM_DEPTH || stack::is_short() {
            return Err(Stop::Abandon("objects that are nested too deeply to be rebuilt".into()));
        }
        self.open.push(value);
        let node = self.make(value);
        self.open.pop();
        let node = node?;
        self.made.insert(value, node);
        Ok(node)
    }

    /// The `__dict__` of an instance that is rebuilt, if the program has a reference to it.
    fn dict_of_made(&mut self, dict: Value, owner: Value) -> Flow<NodeId> {
        let owner = self.node(owner)?;
        if let Some(node) = self.made.get(&dict) {
            return Ok(*node);
        }
        let callee = self.push(Node::Constant(self.trace.own(OwnFunction::InstanceDict)?));
        let node = self.push(Node::Call { callee, positional: vec![owner], keywords: Vec::new() });
        self.made.insert(dict, node);
        Ok(node)
    }

    pub(super) fn source_node(&mut self, source: SourceId) -> NodeId {
        if let Some(value) = self.trace.arena.lookup_source(source) {
            let value = self.trace.arena.resolve(value);
            if let Some(node) = self.made.get(&value) {
                return *node;
            }
            let node = self.push(self.source_kind(source));
            self.made.insert(value, node);
            return node;
        }
        let node = self.source_kind(source);
        self.push(node)
    }

    fn source_kind(&self, source: SourceId) -> Node {
        match self.trace.sources.kind(source) {
            SourceKind::Held(object) => Node::Constant(object),
            _ => Node::Source(source),
        }
    }

    fn make(&mut self, value: Value) -> Flow<NodeId> {
        let tracked = self.trace.arena.get(value).clone();
        if let Some(index) = self.root_cell(value) {
            return Ok(self.push(Node::FrameCell(index)));
        }
        if let Some(object) = tracked.object.filter(|object| self.trace.folding.made.contains(object)) {
            return self.make_again(value, object);
        }
        if let (Some(source), Some(object)) = (tracked.source, tracked.object) {
            // A constant read from a class that ends with the trace is loaded by itself.
            if object.is_plain_constant() && self.trace.traced_class_at(source).is_some() {
                return Ok(self.push(Node::Constant(object)));
            }
            let node = self.source_kind(source);
            return Ok(self.push(node));
        }
        match &tracked.state {
            State::Constant => match tracked.object {
                Some(object) => Ok(self.push(Node::Constant(object))),
                None => Err(Stop::Abandon("a constant without an object".into())),
            },
            State::Tensor(node) if tracked.class != self.trace.natural_class(*node) => {
                let mut plain = tracked.clone();
                (plain.class, plain.dict) = (self.trace.natural_class(*node), None);
                let plain = self.trace.arena.add(plain);
                let plain = self.node(plain)?;
                let callee = self.push(Node::Constant(self.trace.role(Role::AsSubclass)));
                let class = self.push(Node::Constant(tracked.class));
                let made = self.push(Node::Call { callee, positional: vec![plain, class], keywords: Vec::new() });
                self.made.insert(value, made);
                self.fill_attributes(value, made)?;
                Ok(made)
            }
            State::Tensor(node) => match self.trace.graph.node(*node).target {
                Target::Input { source, .. } => Ok(self.source_node(source)),
                _ if self.trace.graph.owner(*node) != crate::graph::subgraphs::WHOLE => {
                    Err(Stop::Abandon("a tensor of a function that an operator takes is used outside of it".into()))
                }
                _ => {
                    let made = self.output(*node);
                    self.made.insert(value, made);
                    self.fill_attributes(value, made)?;
                    Ok(made)
                }
            },
            State::Drawn => match tracked.source {
                Some(source) => Ok(self.push(Node::Source(source))),
                None => Err(Stop::Abandon("what a first call gave, without the call".into())),
            },
            State::Symbol(dim) => {
                let dim = *dim;
                self.number_that_leaves(dim)
            }
            State::Pending(waiting) => {
                let function = self.trace.library.path_object(OPERATORS[usize::from(waiting.operator)].function)?;
                let callee = self.push(Node::Constant(function));
                let positional = self.nodes(&[waiting.left, waiting.right])?;
                Ok(self.push(Node::Call { callee, positional, keywords: Vec::new() }))
            }
            State::Items(items) => self.make_items(value, &tracked, items.clone()),
            State::Map(_) => self.make_map(value, &tracked),
            State::Slots(slots) => self.make_slots(value, &tracked, slots.clone()),
            State::Plain => self.make_instance(value, &tracked, Vec::new()),
            State::Deferred { callee, positional } => {
                let (callee, positional) = (*callee, positional.clone());
                let callee = self.node(callee)?;
                let positional = positional.into_iter().map(|value| self.node(value)).collect::<Flow<Vec<_>>>()?;
                Ok(self.push(Node::Call { callee, positional, keywords: Vec::new() }))
            }
            State::Generator(index) => self.make_named_generator(value, *index),
            State::Null | State::Lazy | State::Grown(_) | State::Forward(_) | State::Body(_) => {
                Err(Stop::Abandon(format!("{} cannot be rebuilt", self.trace.describe(value))))
            }
        }
    }

    /// A new instance, equal to the one that a subclass of str, bytes or a number returned while tracing.
    fn make_again(&mut self, value: Value, object: Object) -> Flow<NodeId> {
        let class = object.class();
        let (Some(new), Some(arguments)) = (self.trace.library.native_new(class), self.trace.arguments_of_new(object)?) else {
            return Ok(self.push(Node::Constant(object)));
        };
        let callee = self.push(Node::Constant(new));
        let positional = iter::once(class).chain(arguments).map(|object| self.push(Node::Constant(object))).collect();
        let made = self.push(Node::Call { callee, positional, keywords: Vec::new() });
        self.made.insert(value, made);
        self.fill_attributes(value, made)?;
        Ok(made)
    }

    pub(super) fn nodes(&mut self, values: &[Value]) -> Flow<Vec<NodeId>> {
        values.iter().map(|value| self.node(*value)).collect()
    }

    fn make_items(&mut self, value: Value, tracked: &Tracked, items: Vec<Value>) -> Flow<NodeId> {
        let class = tracked.class;
        if class == self.trace.role(Role::List) {
            let parts = self.nodes(&items)?;
            let values = self.push(Node::List(parts));
            return Ok(match self.made.get(&value).copied() {
                Some(target) => {
                    self.fills.push(Effect::ReplaceItems { target, values });
                    target
                }
                None => values,
            });
        }
        if class.is_subclass(self.trace.role(Role::List)) {
            let node = self.make_instance(value, tracked, Vec::new())?;
            let parts = self.nodes(&items)?;
            let values = self.push(Node::List(parts));
            self.fills.push(Effect::ReplaceItems { target: node, values });
            return Ok(node);
        }
        let parts = self.nodes(&items)?;
        let tuple = self.push(Node::Tuple(parts));
        if class == self.trace.role(Role::Tuple) {
            return Ok(tuple);
        }
        let class_node = self.push(Node::Constant(class));
        // `tuple.__new__` takes the class and a tuple; a C constructor of the class's own takes the sequence.
        let node = match self.trace.library.native_new(class) {
            Some(new) if new == self.trace.role(Role::TupleNew) => {
                let callee = self.push(Node::Constant(new));
                self.push(Node::Call { callee, positional: vec![class_node, tuple], keywords: Vec::new() })
            }
            _ => self.push(Node::Call { callee: class_node, positional: vec![tuple], keywords: Vec::new() }),
        };
        self.made.insert(value, node);
        self.fill_attributes(value, node)?;
        Ok(node)
    }

    fn make_map(&mut self, value: Value, tracked: &Tracked) -> Flow<NodeId> {
        let class = tracked.class;
        let entries = self.trace.map_values(value)?;
        let is_set = self.trace.is_set_class(class);
        if is_set {
            let keys: Vec<Value> = entries.iter().map(|(key, _)| *key).collect();
            return self.make_set(value, tracked, &keys);
        }
        if class == self.trace.role(Role::Dict) {
            let values = self.make_dict(&entries)?;
            return Ok(match self.made.get(&value).copied() {
                Some(target) => {
                    self.fills.push(Effect::ReplaceContents { target, values });
                    target
                }
                None => values,
            });
        }
        let node = self.make_instance(value, tracked, Vec::new())?;
        for (key, value) in entries {
            let fill = self.set_item(node, key, value)?;
            self.fills.push(fill);
        }
        Ok(node)
    }

    pub(super) fn make_dict(&mut self, entries: &[(Value, Value)]) -> Flow<NodeId> {
        let mut pairs = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            self.refuse_told_apart(*key)?;
            pairs.push((self.node(*key)?, self.node(*value)?));
        }
        if entries.iter().all(|(key, _)| self.trace.hash_told(*key).is_none()) {
            return Ok(self.push(Node::Dict(pairs)));
        }
        let mut parts = Vec::with_capacity(entries.len());
        for ((key, _), (key_node, value_node)) in entries.iter().zip(pairs) {
            let hash = match self.trace.hash_told(*key) {
                Some(hash) => self.hash_node(hash)?,
                None => self.push(Node::Constant(self.trace.role(Role::None))),
            };
            parts.push(self.push(Node::Tuple(vec![key_node, value_node, hash])));
        }
        let entries = self.push(Node::Tuple(parts));
        let callee = self.push(Node::Constant(self.trace.own(OwnFunction::DictOfHashes)?));
        Ok(self.push(Node::Call { callee, positional: vec![entries], keywords: Vec::new() }))
    }

    /// Sets an item of a dict. What a key's `__hash__` told the trace it is not asked again: the key may have changed since.
    pub(super) fn set_item(&mut self, target: NodeId, key: Value, value: Value) -> Flow<Effect> {
        let hash = self.trace.hash_told(key);
        self.refuse_told_apart(key)?;
        let (key, value) = (self.node(key)?, self.node(value)?);
        let Some(hash) = hash else { return Ok(Effect::SetItem { target, key, value }) };
        let hash = self.hash_node(hash)?;
        let callee = self.push(Node::Constant(self.trace.own(OwnFunction::SetItemOfHash)?));
        Ok(Effect::Call { callee, positional: vec![target, key, value, hash] })
    }

    /// Where hashes differ, making a dict again compares nothing; beside a key of the same hash it would ask again.
    pub(super) fn refuse_told_apart(&self, key: Value) -> Flow<()> {
        match self.trace.notes.told_apart.get(&self.trace.arena.resolve(key)) {
            Some(step) => Err(Stop::restart(*step, "keys of one hash whose `__eq__` tells them apart")),
            None => Ok(()),
        }
    }

    fn hash_node(&mut self, hash: isize) -> Flow<NodeId> {
        let hash = self.trace.keeper.keep_owned(Owned::int(hash as i64).map_err(Stop::python)?);
        Ok(self.push(Node::Constant(hash)))
    }

    /// A set with the same order as the traced one, also after further changes.
    fn make_set(&mut self, value: Value, tracked: &Tracked, keys: &[Value]) -> Flow<NodeId> {
        for key in keys {
            self.refuse_told_apart(*key)?;
        }
        let (class, set) = (tracked.class, self.trace.role(Role::Set));
        let is_frozen = !class.is_subclass(set);
        let mut past = self.past_to_take(value, keys)?;
        if let Some(grown) = past.as_mut().filter(|_| is_frozen) {
            self.trace.fix_past(*grown)?;
            *grown = self.trace.ask_of_past(OwnFunction::PastGrowing, &[*grown])?;
            if *grown == self.trace.role(Role::None) {
                return Err(Stop::Abandon("a frozenset whose hashes collide, and that was made of one that lost items".into()));
            }
        }
        let past = past.map(|past| self.past_with_objects(past)).transpose()?;
        let items = match past.clone() {
            Some(past) => {
                let made = if is_frozen { OwnFunction::FrozensetMade } else { OwnFunction::SetMade };
                let callee = self.push(Node::Constant(self.trace.own(made)?));
                self.push(Node::Call { callee, positional: past, keywords: Vec::new() })
            }
            None => {
                let keys = self.nodes(keys)?;
                self.push(if is_frozen { Node::Tuple(keys) } else { Node::Set(keys) })
            }
        };
        if class == set {
            return Ok(items);
        }
        // A frozenset takes its items when it is made, a set is filled: `__init__` may be the user's.
        let node = self.make_instance(value, tracked, vec![items])?;
        if !is_frozen {
            let fill = match past {
                Some(past) => {
                    let callee = self.push(Node::Constant(self.trace.own(OwnFunction::SetChange)?));
                    Effect::Call { callee, positional: [vec![node], past].concat() }
                }
                None => Effect::ReplaceContents { target: node, values: items },
            };
            self.fills.push(fill);
        }
        Ok(node)
    }

    /// The arguments by which compiled code gets a past: itself, what stands in it for objects, and these.
    pub(super) fn past_with_objects(&mut self, past: Object) -> Flow<Vec<NodeId>> {
        let items = self.trace.ask_of_past(OwnFunction::PastItems, &[past])?;
        let objects = items.items().into_iter().map(|item| self.trace.stood_for(item)).collect::<Flow<Vec<_>>>()?;
        let mut given = vec![self.push(Node::Constant(past))];
        if !objects.is_empty() {
            let objects = self.nodes(&objects)?;
            given.push(self.push(Node::Constant(items)));
            given.push(self.push(Node::Tuple(objects)));
        }
        Ok(given)
    }

    /// The past of a set, unless adding its items in order gives the same set.
    fn past_to_take(&mut self, set: Value, keys: &[Value]) -> Flow<Option<Object>> {
        let Some(past) = self.trace.past_of(set)? else { return Ok(None) };
        let keys = self.trace.tuple_for_past(keys)?;
        let keys = keys.ok_or_else(|| Stop::Abandon("a set with a past that holds something unknown".into()))?;
        let is_plain = self.trace.ask_of_past(OwnFunction::PastIsPlain, &[past, keys])? == self.trace.library.truth(true);
        match is_plain {
            true => Ok(None),
            false => self.trace.ask_of_past(OwnFunction::PastInFewSteps, &[past]).map(Some),
        }
    }

    /// `new(class, *arguments)` by the C constructor, then its attributes.
    fn make_instance(&mut self, value: Value, tracked: &Tracked, arguments: Vec<NodeId>) -> Flow<NodeId> {
        let class = tracked.class;
        let new = self
            .trace
            .library
            .native_new(class)
            .ok_or_else(|| Stop::Abandon(format!("an instance of {} cannot be made again", class.qualified_class_name())))?;
        let callee = self.push(Node::Constant(new));
        let class_node = self.push(Node::Constant(class));
        let mut positional = vec![class_node];
        positional.extend(arguments);
        let node = self.push(Node::Call { callee, positional, keywords: Vec::new() });
        self.made.insert(value, node);
        self.fill_attributes(value, node)?;
        Ok(node)
    }

    fn fill_attributes(&mut self, value: Value, node: NodeId) -> Flow<()> {
        let tracked = self.trace.arena.get(value);
        let (class, Some(dict)) = (tracked.class, tracked.dict) else { return Ok(()) };
        if let Some(assigned) = self.trace.assigned_dict(value) {
            let effect = self.set_instance_dict(node, assigned)?;
            self.fills.push(effect);
            return Ok(());
        }
        let attributes = self.trace.map_values(dict)?;
        // Where `__reduce__` tells whether there is a dict, it is there once it was asked for or has lost its items.
        if attributes.is_empty() && self.trace.was_asked_for(dict) && class.class_keeps_dict_in_field() {
            let callee = self.push(Node::Constant(self.trace.own(OwnFunction::InstanceDict)?));
            self.fills.push(Effect::Call { callee, positional: vec![node] });
        }
        for (key, attribute) in attributes {
            let name = self.trace.as_constant(key).filter(|name| name.is_str());
            let name = name.ok_or_else(|| Stop::Abandon("an attribute whose name is no text".into()))?;
            let attribute = self.node(attribute)?;
            let fill = match self.is_set_by_class(class, name)? {
                true => {
                    let callee = self.push(Node::Constant(self.trace.own(OwnFunction::InstanceDict)?));
                    let target = self.push(Node::Call { callee, positional: vec![node], keywords: Vec::new() });
                    let key = self.push(Node::Constant(name));
                    Effect::SetItem { target, key, value: attribute }
                }
                false => Effect::SetAttribute { target: node, name, value: attribute },
            };
            self.fills.push(fill);
        }
        Ok(())
    }

    pub(super) fn set_instance_dict(&mut self, target: NodeId, dict: Value) -> Flow<Effect> {
        let callee = self.push(Node::Constant(self.trace.own(OwnFunction::SetInstanceDict)?));
        let dict = self.node(dict)?;
        Ok(Effect::Call { callee, positional: vec![target, dict] })
    }

    /// Whether a descriptor intercepts stores of an attribute, so that only the instance dict can be written.
    pub(super) fn is_set_by_class(&mut self, class: Object, name: Object) -> Flow<bool> {
        match self.trace.type_attribute(class, name) {
            Some(found) => Ok(self.trace.descriptor_kind(found)?.1),
            None => Ok(false),
        }
    }

    fn make_slots(&mut self, value: Value, tracked: &Tracked, slots: Vec<Value>) -> Flow<NodeId> {
        let class = tracked.class;
        if class == self.trace.role(Role::Method) {
            let positional = self.nodes(&slots)?;
            let callee = self.push(Node::Constant(class));
            return Ok(self.push(Node::Call { callee, positional, keywords: Vec::new() }));
        }
        if class == self.trace.role(Role::Slice) {
            let parts = self.nodes(&slots)?;
            if let [start, stop, step] = parts[..] {
                return Ok(self.push(Node::Slice(start, stop, Some(step))));
            }
        }
        if class == self.trace.role(Role::Cell) {
            let cell = self.push(Node::NewCell);
            self.made.insert(value, cell);
            if let Some(content) = slots.first().copied().filter(|content| !content.is_null()) {
                let content = self.node(content)?;
                self.fills.push(Effect::SetCell { cell, value: Some(content) });
            }
            return Ok(cell);
        }
        if class == self.trace.role(Role::Function) {
            return self.make_function(value, &slots);
        }
        let rule = self.trace.library.object_rule(class).map(|index| &OBJECTS[index as usize]);
        if let Some(rebuild) = rule.and_then(|rule| rule.rebuild) {
            if let Some(referent) = slots.first().filter(|_| class.is_subclass(self.trace.role(Role::WeakReference))) {
                self.referents.push(self.trace.arena.resolve(*referent));
            }
            let operands: Vec<Slot> = slots.iter().map(|slot| Slot::Value(*slot)).collect();
            let rebuilt = self.trace.run_rule(rebuild, &operands)?;
            let Slot::Value(rebuilt) = rebuilt else {
                return Err(Stop::Abandon("a rebuild rule that gives no value".into()));
            };
            // The rule's call makes an object of a subclass only if the class is among its arguments.
            let told = slots.iter().any(|slot| self.trace.known_object(*slot) == Some(class));
            if !told && !self.trace.library.has_object_rule(class) {
                return Err(Stop::Abandon(format!("{} cannot be rebuilt: it is of a subclass", self.trace.describe(value))));
            }
            let node = self.node(rebuilt)?;
            self.made.insert(value, node);
            self.fill_attributes(value, node)?;
            return Ok(node);
        }
        if class.is_subclass(self.trace.role(Role::BaseException)) {
            let arguments = match slots.first().copied().filter(|arguments| !arguments.is_null()) {
                Some(arguments) => self.trace.items_of(arguments)?,
                None => Vec::new(),
            };
            let arguments = self.nodes(&arguments)?;
            return self.make_instance(value, tracked, arguments);
        }
        Err(Stop::Abandon(format!("{} cannot be rebuilt: its rule does not say how", self.trace.describe(value))))
    }

    /// What the plan makes for weak references alone would end before they are put where the program finds them.
    pub(super) fn check_referents(&self) -> Flow<()> {
        for referent in &self.referents {
            let weak = self.referents.iter().filter(|other| *other == referent).count() as u32;
            if self.trace.arena.get(*referent).object.is_none() && self.requests.get(referent).is_none_or(|all| *all <= weak) {
                return Err(Stop::graph_break("a weak reference to an object that ends with the trace leaves it"));
            }
        }
        Ok(())
    }

    /// A generator has the names that its function has, which may be others than its code's.
    fn make_named_generator(&mut self, value: Value, index: u32) -> Flow<NodeId> {
        let node = self.make_generator(index)?;
        self.made.insert(value, node);
        let Generator { code, function, .. } = self.trace.generators.get(index);
        let (header, function) = (code.header, *function);
        for (name, usual) in [("__name__", header.name), ("__qualname__", header.qualified_name)] {
            let attribute = self.trace.library.name(name)?;
            let found = self.trace.get_attr(function, attribute)?;
            if self.trace.as_constant(found) != Some(usual) {
                let (name, value) = (self.trace.intern_text(name)?, self.node(found)?);
                self.fills.push(Effect::SetAttribute { target: node, name, value });
            }
        }
        Ok(node)
    }

    /// A generator that has not started is made by calling its function again. A suspended one is made by code that
    /// resumes where it is suspended.
    fn make_generator(&mut self, index: u32) -> Flow<NodeId> {
        let Generator { code, globals, frame, .. } = self.trace.generators.get(index);
        let (code, frame) = (code.clone(), frame.clone());
        let globals = self.trace.known_object(*globals).ok_or_else(|| Stop::Abandon("a generator without globals".into()))?;
        let Some(frame) = frame else {
            let callee = self.push(Node::Constant(self.trace.own(OwnFunction::EndedGenerator)?));
            let positional = vec![self.push(Node::Constant(code.code)), self.push(Node::Constant(globals))];
            return Ok(self.push(Node::Call { callee, positional, keywords: Vec::new() }));
        };
        if frame.begun {
            return self.make_waiting_generator(&frame, globals);
        }
        let mut parameters = Vec::new();
        for (variable, value) in code.variables.iter().zip(&frame.locals).take(code.parameter_count() as usize) {
            let value = if variable.is_cell { self.trace.cell_content(*value)? } else { *value };
            parameters.push(self.node(value)?);
        }
        // A generator expression that asks for its iterator before it is a generator has it on its stack: called with that, it
        // asks the iterable no more.
        if let (Some(iterator), Some(first)) = (frame.stack.first().filter(|value| !value.is_null()), parameters.first_mut()) {
            *first = self.node(*iterator)?;
        }
        let free = code.variables.iter().zip(&frame.locals).filter(|(variable, _)| variable.is_free);
        let cells = self.nodes(&free.map(|(_, cell)| *cell).collect::<Vec<_>>())?;
        let closure = if cells.is_empty() { None } else { Some(self.push(Node::Tuple(cells))) };
        let function = Node::Function { code: code.code, globals, defaults: None, kwdefaults: None, closure, name: None };
        let function = self.push(function);
        let parameters = self.push(Node::Tuple(parameters));
        let callee = self.push(Node::Constant(self.trace.own(OwnFunction::CallWithParameters)?));
        Ok(self.push(Node::Call { callee, positional: vec![function, parameters], keywords: Vec::new() }))
    }

    fn make_waiting_generator(&mut self, frame: &Frame, globals: Object) -> Flow<NodeId> {
        let mut state = self.frame_state(frame, frame.current, frame.handled)?;
        // The code that makes the generator runs it up to this yield, whose result is None.
        state.stack.push(Some(self.push(Node::Constant(self.trace.role(Role::None)))));
        self.add_cells(frame, &mut state)?;
        Ok(self.push(Node::Generator { code: frame.code.clone(), globals, instruction: frame.current, frame: state }))
    }

    fn make_function(&mut self, value: Value, slots: &[Value]) -> Flow<NodeId> {
        let code = self.trace.known_object(slots[slot::CODE]);
        let globals = self.trace.known_object(slots[slot::GLOBALS]);
        let (Some(code), Some(globals)) = (code, globals) else {
            return Err(Stop::Abandon("a function without code or globals".into()));
        };
        let mut part = |value: Value| if value.is_null() { Ok(None) } else { self.node(value).map(Some) };
        let defaults = part(slots[slot::DEFAULTS])?;
        let kwdefaults = part(slots[slot::KEYWORD_DEFAULTS])?;
        let closure = part(slots[slot::CLOSURE])?;
        // In some versions a later instruction sets the closure; a function without it cannot be made.
        if closure.is_none() && code.as_code().is_some_and(|code| code.nfreevars() > 0) {
            return Err(Stop::Abandon("a function whose closure is still to come".into()));
        }
        let node = self.push(Node::Function { code, globals, defaults, kwdefaults, closure, name: None });
        self.made.insert(value, node);
        self.fill_attributes(value, node)?;
        Ok(node)
    }
}
