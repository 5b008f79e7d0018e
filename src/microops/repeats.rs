//! Calls of modules that are like an earlier one are not followed by the instruction: the layers of a model, from the second
//! one on.
//!
//! What a trace does is determined by what it reads. So a recorded call is repeated for another module if all that it has
//! read is the same: the arguments, but for tensors of the same form; the values from before the call, unchanged since then;
//! and whatever is assumed of the recorded module and of what it leads to, asked of the other one in the same order. The
//! answers become guards as they would by following the call. If one differs, the call is followed: up to there it
//! would have asked the same. Then the nodes are added once more, with the other module's tensors. A call that does more than
//! to read and to add nodes is not recorded.

use ahash::{AHashMap, AHashSet};

use crate::bytecode::flow;
use crate::graph::{NodeId, Site, Target, Writes};
use crate::guards::observations::OBSERVATIONS;
use crate::guards::{Fact, Guard, Item, Relation, reach};
use crate::interpreter::Trace;
use crate::interpreter::bind::Arguments;
use crate::interpreter::repeats::{Made, MadeKind, Passed, Place, Recording};
use crate::python::Object;
use crate::rules::{Flow, Stop};
use crate::shapes::MetaArgument;
use crate::sources::{SourceId, SourceKind};
use crate::tables::GUARDS;
use crate::values::{State, Value};

/// What stands for the parts of a recorded call.
struct Counterparts<'a> {
    recording: &'a Recording,
    module: Value,
    sources: AHashMap<SourceId, (SourceId, Object)>,
    /// The recorded sources whose counterparts are known to lead to what is alike.
    alike: AHashSet<SourceId>,
    values: AHashMap<Value, Value>,
    taken: AHashSet<Value>,
    nodes: AHashMap<NodeId, NodeId>,
    sites: AHashMap<u32, Option<u32>>,
    /// What has been written now.
    writes: Writes,
}

impl Trace<'_> {
    /// Where a call is made, if it may be repeated or recorded there.
    fn place_of_call(&self, module: Value, function: Value) -> Option<Place> {
        let settings = self.settings;
        let is_followed = settings.nested_graph_breaks || settings.trace_source || settings.trace_bytecode || settings.trace_call;
        #[cfg(debug_assertions)]
        let is_followed = is_followed || crate::interpreter::forced::is_wanted();
        let is_plain = settings.repeats_calls
            && !is_followed
            && self.arena.sealed == 0
            && self.notes.levels.is_empty()
            && !self.classes.written
            && self.classes.traced.is_empty()
            && self.graph.is_plain();
        is_plain.then(|| Place {
            frames: self.frames.iter().map(|frame| (frame.code.code, frame.current)).collect(),
            class: self.class(module),
            function,
        })
    }

    /// Calls a module by its function, or repeats what such a call did before.
    pub(super) fn call_module(&mut self, module: Value, callee: Value, arguments: Arguments) -> Flow<Value> {
        let module = self.force(module)?;
        let parts = self.bound_parts(callee).filter(|(_, receiver)| self.arena.resolve(*receiver) == module);
        let source = self.arena.get(module).source.filter(|_| self.arena.get(module).object.is_some());
        let place = parts.zip(source).and_then(|((function, _), root)| Some((self.place_of_call(module, function)?, root)));
        let Some((place, root)) = place else { return self.call_within_module(module, callee, arguments) };
        for recording in self.repeats.at(&place) {
            if let Some(result) = self.repeat_call(&recording, module, &arguments)? {
                self.repeats.count += 1;
                self.repeats.steps += recording.steps;
                return Ok(result);
            }
        }
        let around = &self.frames[self.repeats.depth.min(self.frames.len())..];
        let is_in_loop = || around.iter().any(|frame| flow::is_within_jump_back(&frame.code, frame.current));
        if !self.repeats.wants(&place, is_in_loop) {
            return self.call_within_module(module, callee, arguments);
        }
        let recorder = self.begin_recording(place, module, root, &arguments);
        let result = self.call_within_module(module, callee, arguments);
        let reads = self.arena.take_reads();
        if let (Ok(result), Some(reads)) = (&result, reads) {
            self.end_recording(recorder, *result, reads);
        }
        result
    }

    fn call_within_module(&mut self, module: Value, callee: Value, arguments: Arguments) -> Flow<Value> {
        let around = self.calling_module.replace(module);
        let depth = std::mem::replace(&mut self.repeats.depth, self.frames.len());
        let result = self.call_any(callee, arguments);
        self.repeats.depth = depth;
        self.calling_module = around;
        result
    }

    /// Does what a recorded call did, for another module and other tensors. `None` if that is not the same.
    fn repeat_call(&mut self, recording: &Recording, module: Value, arguments: &Arguments) -> Flow<Option<Value>> {
        let mut counterparts = Counterparts {
            recording,
            module,
            sources: AHashMap::new(),
            alike: AHashSet::new(),
            values: AHashMap::from([(recording.module, module)]),
            taken: AHashSet::from([module]),
            nodes: AHashMap::new(),
            sites: AHashMap::new(),
            writes: self.graph.writes(),
        };
        let is_the_same = self.modes.changes() == recording.seen.modes && self.exceptions.handled_now() == recording.handled;
        if !is_the_same || !self.takes_the_same(&mut counterparts, arguments) {
            return Ok(None);
        }
        match self.assumes_the_same(&mut counterparts) {
            Ok(true) => {}
            // Following the call ends the trace there, too.
            Ok(false) | Err(Stop::Break(_)) => return Ok(None),
            Err(other) => return Err(other),
        }
        let Some(named) = self.named_alike(&counterparts) else { return Ok(None) };
        let sites = recording.nodes.iter().map(|node| node.site.map_or(Some(None), |site| self.site_of(&mut counterparts, site)));
        let Some(sites) = sites.collect::<Option<Vec<_>>>() else { return Ok(None) };
        for ((index, node), site) in recording.added.clone().zip(&recording.nodes).zip(sites) {
            // The module's own are there since they were read.
            if matches!(node.target, Target::Input { .. }) {
                continue;
            }
            let node = self.graph.repeated(node, &counterparts.nodes, site);
            let node = self.graph.add(node);
            counterparts.nodes.insert(NodeId(index), node);
        }
        for (node, name) in named {
            self.graph.nodes[node.0 as usize].variable = Some(name);
        }
        for (source, descriptor) in &recording.members {
            if let Some((source, _)) = self.source_of(&mut counterparts, *source)? {
                self.lifetimes.members.push((source, *descriptor));
            }
        }
        Ok(Some(self.made_again(&mut counterparts, &recording.result)))
    }

    /// Whether the arguments are of the same form, and what else the call read is as it was.
    fn takes_the_same(&mut self, counterparts: &mut Counterparts<'_>, arguments: &Arguments) -> bool {
        let recording = counterparts.recording;
        let arguments = named(arguments);
        let alike = arguments.len() == recording.arguments.len()
            && arguments
                .iter()
                .zip(&recording.arguments)
                .all(|((name, value), (recorded, passed))| name == recorded && self.is_alike(counterparts, passed, *value));
        // What an existing object is, does not change unless the trace writes to it, however much was learned of it since.
        let is_unchanged = |value: &Value| {
            let tracked = self.arena.get(*value);
            let is_as_outside = tracked.object.is_some() && !tracked.dirty && !matches!(tracked.state, State::Tensor(_));
            is_as_outside
                || counterparts.values.get(&self.arena.resolve(*value)).is_some_and(|other| other != value)
                || self.arena.is_unchanged(*value, recording.seen.clock)
        };
        let is_as_it_was = |(node, meta): &(NodeId, MetaArgument)| {
            counterparts.nodes.contains_key(node)
                || self.graph.node(*node).meta == *meta && self.are_written_alike(counterparts, *node, *node)
        };
        alike && recording.seen.reads.iter().all(is_unchanged) && recording.seen.tensors.iter().all(is_as_it_was)
    }

    /// Whether a value stands for a recorded argument.
    fn is_alike(&self, counterparts: &mut Counterparts<'_>, passed: &Passed, value: Value) -> bool {
        let value = self.arena.resolve(value);
        match passed {
            Passed::Same(like) => *like == value && counterparts.stands_for(value, value),
            Passed::Tuple { value: like, items } => {
                let Some(now) = self.items_of_tuple(value) else { return false };
                now.len() == items.len()
                    && counterparts.stands_for(*like, value)
                    && items.iter().zip(now).all(|(passed, item)| self.is_alike(counterparts, passed, *item))
            }
            Passed::Tensor { value: like, class, node: recorded, meta } => {
                let Some(node) = self.node_within(value) else { return false };
                *class == self.class(value)
                    && *meta == self.graph.node(node).meta
                    && self.graph.are_alike(*recorded, node)
                    && self.are_written_alike(counterparts, *recorded, node)
                    && counterparts.stands_for(*like, value)
                    && counterparts.nodes.insert(*recorded, node).is_none_or(|known| known == node)
            }
        }
    }

    /// Whether as much has been written into a tensor's memory as into the recorded one's when the call ended.
    fn are_written_alike(&self, counterparts: &Counterparts<'_>, recorded: NodeId, node: NodeId) -> bool {
        let then = self.graph.count_writes(&counterparts.recording.seen.writes, recorded);
        then == self.graph.count_writes(&counterparts.writes, node)
    }

    /// Asks of the module what was asked of the recorded one; whether the answers are the same.
    fn assumes_the_same(&mut self, counterparts: &mut Counterparts<'_>) -> Flow<bool> {
        for assumption in &counterparts.recording.assumptions {
            let holds = match assumption {
                Item::Guard(guard) => self.holds_alike(counterparts, guard)?,
                Item::Relation(Relation::Same(first, second)) => {
                    self.leads_alike(counterparts, *first)? && self.leads_alike(counterparts, *second)?
                }
                Item::Relation(_) => false,
            };
            if !holds {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a guard of the recorded module holds of the other one, where it becomes a guard, too.
    fn holds_alike(&mut self, counterparts: &mut Counterparts<'_>, guard: &Guard) -> Flow<bool> {
        if !self.leads_alike(counterparts, guard.source)? {
            return Ok(false);
        }
        let Some((source, object)) = self.source_of(counterparts, guard.source)? else { return Ok(false) };
        let observation = OBSERVATIONS[GUARDS[guard.rule as usize].observation as usize];
        if !observation.holds(object, guard.parameter, &guard.fact) {
            return Ok(false);
        }
        if self.guards.fact(source, guard.rule, guard.parameter).is_some() {
            return Ok(true);
        }
        let Some(fact) = observation.observe(object, guard.parameter) else { return Ok(false) };
        if let Fact::Identity(object) = fact {
            self.expect_followed(object)?;
        }
        self.guards.push(source, guard.rule, guard.parameter, fact);
        Ok(true)
    }

    /// Whether the counterpart of a source leads to what stands for the recorded object: the same one, if that is not the
    /// module's own. It is read as far as the recorded one was.
    fn leads_alike(&mut self, counterparts: &mut Counterparts<'_>, source: SourceId) -> Flow<bool> {
        if counterparts.alike.contains(&source) {
            return Ok(true);
        }
        let is_alike = self.is_led_alike(counterparts, source)?;
        if is_alike {
            counterparts.alike.insert(source);
        }
        Ok(is_alike)
    }

    fn is_led_alike(&mut self, counterparts: &mut Counterparts<'_>, source: SourceId) -> Flow<bool> {
        let Some(like) = self.arena.lookup_source(source).map(|like| self.arena.resolve(like)) else { return Ok(true) };
        let Some((own, object)) = self.source_of(counterparts, source)? else { return Ok(false) };
        let is_unread = matches!(self.arena.get(like).state, State::Lazy);
        let mut value = self.lazy(object, own);
        if !is_unread && matches!(self.sources.kind(own), SourceKind::InstanceDict(_)) {
            // It was read with its instance.
        } else if !is_unread {
            value = self.force(value)?;
        }
        value = self.arena.resolve(value);
        let is_shared = !is_unread && value == like;
        // It is known by the way by which it was met first.
        if let Some(known) = self.arena.get(value).source.filter(|_| is_shared) {
            counterparts.sources.insert(source, (known, object));
        }
        let of_module = self.arena.get(like).source.filter(|of| counterparts.recording.own.contains(*of));
        let Some(primary) = of_module else { return Ok(value == like) };
        let Some((primary, _)) = self.source_of(counterparts, primary)? else { return Ok(false) };
        let tracked = self.arena.get(value);
        if tracked.source != Some(primary) || tracked.dirty || !counterparts.stands_for(like, value) {
            return Ok(false);
        }
        Ok(match (&self.arena.get(like).state, &tracked.state) {
            (State::Tensor(recorded), State::Tensor(node)) => {
                let (recorded, node) = (*recorded, *node);
                let are_inputs = [recorded, node].iter().all(|id| matches!(self.graph.node(*id).target, Target::Input { .. }));
                let alike = are_inputs
                    && (!is_shared || self.arena.is_unchanged(like, counterparts.recording.seen.clock))
                    && self.graph.node(recorded).meta == self.graph.node(node).meta
                    && self.are_written_alike(counterparts, recorded, node);
                counterparts.nodes.insert(recorded, node);
                alike
            }
            // It may have been read further by other code.
            (State::Lazy, _) => true,
            // What is assumed of it tells all.
            (State::Constant, State::Constant)
            | (State::Plain, State::Plain)
            | (State::Items(_), State::Items(_))
            | (State::Map(_), State::Map(_))
            | (State::Slots(_), State::Slots(_)) => true,
            // A number of the graph, for one, is another number.
            _ => false,
        })
    }

    /// The source and object that stand for those of the recorded module, read step by step. `None` if nothing is there, or
    /// what the trace has changed.
    fn source_of(&mut self, counterparts: &mut Counterparts<'_>, source: SourceId) -> Flow<Option<(SourceId, Object)>> {
        if let Some(known) = counterparts.sources.get(&source) {
            return Ok(Some(*known));
        }
        let found = if source == counterparts.recording.root {
            let module = self.arena.get(counterparts.module);
            module.source.zip(module.object)
        } else {
            let kind = self.sources.kind(source);
            let Some(parent) = kind.parent() else {
                // It is no part of the module.
                let object = self.arena.lookup_source(source).and_then(|value| self.arena.get(value).object);
                return Ok(object.map(|object| (source, object)));
            };
            let Some((parent, from)) = self.source_of(counterparts, parent)? else { return Ok(None) };
            self.step_to(kind.from_parent(parent), parent, from)?
        };
        let Some((own, object)) = found else { return Ok(None) };
        if let Some(value) = self.arena.lookup_source(own) {
            let tracked = self.arena.get(value);
            let dict = tracked.dict.map(|dict| self.arena.get(dict));
            if tracked.object != Some(object) || tracked.dirty || dict.is_some_and(|dict| dict.dirty) {
                return Ok(None);
            }
        }
        counterparts.sources.insert(source, (own, object));
        Ok(Some((own, object)))
    }

    fn step_to(&mut self, kind: SourceKind, parent: SourceId, from: Object) -> Flow<Option<(SourceId, Object)>> {
        if let SourceKind::InstanceDict(_) = kind {
            let instance = self.lazy(from, parent);
            let Some(dict) = self.dict_of(instance)? else { return Ok(None) };
            let tracked = self.arena.get(dict);
            return Ok(tracked.source.zip(tracked.object));
        }
        let object = match kind {
            // Python code would have to be asked.
            SourceKind::AskedAttribute(..) => None,
            _ => reach::step(kind, from),
        };
        Ok(object.map(|object| (self.sources.intern(kind), object)))
    }

    /// The names that the given tensors get in the call. `None` if the recorded ones had some that these lack, or if one has no
    /// counterpart.
    fn named_alike(&self, counterparts: &Counterparts<'_>) -> Option<Vec<(NodeId, Object)>> {
        let mut names = Vec::new();
        for given in &counterparts.recording.given {
            let node = counterparts.nodes.get(&given.node)?;
            let node = self.graph.named_node(*node);
            match (self.graph.has_name(node), given.was_named, given.name) {
                (true, ..) | (false, false, None) => {}
                (false, false, Some(name)) => names.push((node, name)),
                (false, true, _) => return None,
            }
        }
        Some(names)
    }

    /// The site that stands for a recorded one; `None` if there is none.
    fn site_of(&mut self, counterparts: &mut Counterparts<'_>, site: u32) -> Option<Option<u32>> {
        if let Some(known) = counterparts.sites.get(&site) {
            return Some(*known);
        }
        let own = self.frames.last().and_then(|frame| frame.caller);
        let found = if Some(site) == counterparts.recording.caller {
            self.are_sites_alike(counterparts.recording.caller, own).then_some(own)?
        } else {
            let Site { code, line, caller, module, is_marked } = self.graph.sites[site as usize];
            let caller = match caller {
                Some(caller) => self.site_of(counterparts, caller)?,
                // The root frame is the one that calls.
                None => None,
            };
            let module = match module {
                Some(module) => Some(self.module_of_site(counterparts, module)?),
                None => None,
            };
            let sites = &mut self.graph.sites;
            sites.push(Site { code, line, caller, module, is_marked });
            (!is_marked).then_some(Some(sites.len() as u32 - 1))?
        };
        counterparts.sites.insert(site, found);
        Some(found)
    }

    /// Whether two sites are in the same code. The modules that are called there may be others: each has its own.
    fn are_sites_alike(&self, one: Option<u32>, other: Option<u32>) -> bool {
        let (Some(one), Some(other)) = (one, other) else { return one == other };
        if one == other {
            return true;
        }
        let (one, other) = (&self.graph.sites[one as usize], &self.graph.sites[other as usize]);
        (one.code, one.line, one.is_marked) == (other.code, other.line, other.is_marked)
            && self.are_sites_alike(one.caller, other.caller)
    }

    fn module_of_site(&mut self, counterparts: &mut Counterparts<'_>, module: Value) -> Option<Value> {
        let module = self.arena.resolve(module);
        if let Some(known) = counterparts.values.get(&module) {
            return Some(*known);
        }
        let source = self.arena.get(module).source?;
        if !counterparts.recording.own.contains(source) {
            return Some(module);
        }
        let (source, object) = self.source_of(counterparts, source).ok()??;
        Some(self.lazy(object, source))
    }

    fn made_again(&mut self, counterparts: &mut Counterparts<'_>, made: &Made) -> Value {
        if let Some(known) = counterparts.values.get(&made.value) {
            return *known;
        }
        let value = match &made.kind {
            MadeKind::Known => return made.value,
            MadeKind::Tensor { class, node } => {
                let node = counterparts.nodes.get(node).copied().unwrap_or(*node);
                self.make(*class, State::Tensor(node))
            }
            MadeKind::Items { class, items } => {
                let items = items.iter().map(|item| self.made_again(counterparts, item)).collect();
                self.make_items(*class, items)
            }
        };
        counterparts.values.insert(made.value, value);
        value
    }
}

impl Counterparts<'_> {
    /// Notes that one value stands for another one, and for no third.
    fn stands_for(&mut self, like: Value, value: Value) -> bool {
        match self.values.get(&like) {
            Some(known) => *known == value,
            None => {
                self.values.insert(like, value);
                self.taken.insert(value)
            }
        }
    }
}

/// The arguments with their names.
pub(super) fn named(arguments: &Arguments) -> Vec<(Option<Object>, Value)> {
    let positional = arguments.positional.iter().map(|value| (None, *value));
    positional.chain(arguments.named.iter().map(|(name, value)| (Some(*name), *value))).collect()
}
