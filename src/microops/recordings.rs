//! Recording calls of modules that are followed: what they have read, and what they added to the graph.

use super::repeats::named;
use crate::graph::NodeId;
use crate::guards::{Item, Relation};
use crate::interpreter::Trace;
use crate::interpreter::bind::Arguments;
use crate::interpreter::calls;
use crate::interpreter::repeats::{Given, Made, MadeKind, Passed, Place, Recording, Seen};
use crate::python::Object;
use crate::sources::SourceId;
use crate::tables::Role;
use crate::values::{State, Value};

/// A call that is being recorded.
pub(super) struct Recorder {
    place: Place,
    module: Value,
    root: SourceId,
    arguments: Vec<(Option<Object>, Passed)>,
    handled: Value,
    caller: Option<u32>,
    given: Vec<(NodeId, bool)>,
    before: (Vec<usize>, calls::Mark),
    values: usize,
    nodes: usize,
    guards: usize,
    members: usize,
    steps: u64,
}

impl Trace<'_> {
    pub(super) fn begin_recording(&mut self, place: Place, module: Value, root: SourceId, arguments: &Arguments) -> Recorder {
        let arguments: Vec<_> = named(arguments).into_iter().map(|(name, value)| (name, self.passed(value))).collect();
        let mut tensors = Vec::new();
        arguments.iter().for_each(|(_, passed)| passed.visit_nodes(&mut |node| tensors.push(node)));
        let given = tensors.into_iter().map(|node| (node, self.graph.has_name(self.graph.named_node(node)))).collect();
        self.arena.note_reads();
        Recorder {
            place,
            module,
            root,
            arguments,
            handled: self.exceptions.handled_now(),
            caller: self.frames.last().and_then(|frame| frame.caller),
            given,
            before: self.extent_beside_nodes(self.arena.len()),
            values: self.arena.len(),
            nodes: self.graph.nodes.len(),
            guards: self.guards.len(),
            members: self.lifetimes.members.len(),
            steps: self.steps + self.repeats.steps,
        }
    }

    /// Remembers a call that has ended, if it can be repeated.
    pub(super) fn end_recording(&mut self, recorder: Recorder, result: Value, mut reads: Vec<Value>) {
        let Recorder { place, module, root, arguments, handled, caller, given, before, values, nodes, guards, members, steps } =
            recorder;
        let steps = self.steps + self.repeats.steps - steps;
        if !self.repeats.is_worth_it(&place, steps) {
            return;
        }
        let added = nodes as u32..self.graph.nodes.len() as u32;
        let relates =
            |item: &Item| matches!(item, Item::Relation(Relation::Distinct(_) | Relation::Memory(_) | Relation::Released { .. }));
        let new = &self.graph.nodes[nodes..];
        let can_be_repeated = before == self.extent_beside_nodes(values)
            && self.graph.is_plain()
            && new.iter().all(|node| self.graph.is_repeatable(node, NodeId(added.start)))
            && !self.guards.items()[guards..].iter().any(relates)
            && reads.iter().all(|value| !self.arena.get(*value).dirty);
        let Some(made) = can_be_repeated.then(|| self.made(result, values, added.start)).flatten() else { return };
        let own = self.sources.led_from(root);
        let leads = |source: SourceId| own.contains(source);
        let is_met = |value: &Value| {
            let tracked = self.arena.get(*value);
            tracked.object.is_some() && !tracked.source.is_some_and(leads)
        };
        reads.extend((values..self.arena.len()).map(|index| Value(index as u32)).filter(is_met));
        let tensors = reads.iter().filter_map(|value| match self.arena.get(*value).state {
            State::Tensor(node) => Some((node, self.graph.node(node).meta.clone())),
            _ => None,
        });
        let tensors = tensors.collect();
        let concerns = |item: &&Item| match item {
            Item::Guard(guard) => leads(guard.source),
            Item::Relation(Relation::Same(first, second)) => leads(*first) || leads(*second),
            Item::Relation(_) => false,
        };
        let assumptions: Vec<Item> = self.guards.items().iter().filter(concerns).cloned().collect();
        let fields = &self.lifetimes.members[members..];
        let members = fields.iter().filter(|(source, _)| leads(*source)).copied().collect();
        let inputs = self.graph.inputs.iter().filter(|(source, _)| leads(**source)).map(|(_, node)| (*node, false));
        let given = given.into_iter().chain(inputs);
        let given =
            given.map(|(node, was_named)| Given { node, was_named, name: self.graph.node(self.graph.named_node(node)).variable });
        let given = given.collect();
        let seen = Seen { reads, tensors, writes: self.graph.writes(), clock: self.arena.clock(), modes: self.modes.changes() };
        let recording = Recording {
            module,
            root,
            own,
            arguments,
            handled,
            caller,
            assumptions,
            members,
            given,
            nodes: new.to_vec(),
            added,
            seen,
            steps,
            result: made,
        };
        self.repeats.add(place, recording);
    }

    /// How much there is of what a call that can be repeated adds nothing to, beside objects. `values` were there when it
    /// began: exceptions that it makes and handles are gone with it.
    fn extent_beside_nodes(&self, values: usize) -> (Vec<usize>, calls::Mark) {
        let is_old = |value: &&Value| (value.0 as usize) < values;
        let mut extent = vec![
            self.arena.dirty.len(),
            self.modes.changes(),
            self.modes.regions.len(),
            self.modes.put_back.len(),
            self.exceptions.raised.keys().filter(is_old).count(),
            self.exceptions.untold.keys().filter(is_old).count(),
            self.folding.settings.len(),
            self.folding.asked_since.len(),
            self.folding.made.len(),
            self.classes.traced.len(),
            self.lifetimes.given_back.len(),
            self.lifetimes.emptied.len(),
            self.lifetimes.held.len(),
            usize::from(self.lifetimes.watched.is_some()),
            self.guards.distinguished.len(),
            self.floats.len(),
            self.shapes.symbols().len(),
        ];
        extent.extend(self.notes.extent());
        extent.extend(self.graph.extent());
        (extent, self.calls.mark())
    }

    /// What a call gave, if it is made of tensors and of what was there before: so many values and nodes.
    fn made(&self, value: Value, values: usize, nodes: u32) -> Option<Made> {
        let value = self.arena.resolve(value);
        let tracked = self.arena.get(value);
        let is_new = tracked.object.is_none() && value.0 as usize >= values;
        if is_new && !self.lacks_attributes(value) {
            return None;
        }
        let kind = match &tracked.state {
            State::Constant => MadeKind::Known,
            State::Tensor(_) if !is_new => MadeKind::Known,
            State::Tensor(node) if node.0 >= nodes => MadeKind::Tensor { class: tracked.class, node: *node },
            State::Items(items) if is_new => {
                let items = items.iter().map(|item| self.made(*item, values, nodes)).collect::<Option<Vec<_>>>()?;
                MadeKind::Items { class: tracked.class, items }
            }
            _ => return None,
        };
        Some(Made { value, kind })
    }

    /// An argument as it is now.
    fn passed(&self, value: Value) -> Passed {
        let value = self.arena.resolve(value);
        if let Some(items) = self.items_of_tuple(value) {
            return Passed::Tuple { value, items: items.iter().map(|item| self.passed(*item)).collect() };
        }
        match self.node_within(value) {
            Some(node) => {
                let meta = self.graph.node(node).meta.clone();
                Passed::Tensor { value, class: self.class(value), node, meta }
            }
            None => Passed::Same(value),
        }
    }

    /// The items of a tuple that the trace has made.
    pub(super) fn items_of_tuple(&self, value: Value) -> Option<&[Value]> {
        let tracked = self.arena.get(value);
        match &tracked.state {
            State::Items(items) if tracked.object.is_none() && tracked.class == self.role(Role::Tuple) => Some(items),
            _ => None,
        }
    }

    /// The node of a tensor that the trace has made.
    pub(super) fn node_within(&self, value: Value) -> Option<NodeId> {
        let tracked = self.arena.get(value);
        match tracked.state {
            State::Tensor(node) if tracked.object.is_none() && tracked.source.is_none() && self.lacks_attributes(value) => {
                Some(node)
            }
            _ => None,
        }
    }

    /// Whether an object of the trace has no attributes of its own.
    fn lacks_attributes(&self, value: Value) -> bool {
        self.arena.get(value).dict.is_none_or(|dict| match &self.arena.get(dict).state {
            State::Map(map) => map.complete && map.entries.is_empty() && map.removals == 0 && map.owner.is_none(),
            _ => false,
        })
    }
}
