//! From the trace's state to the plan: what to rebuild, what to replay, how the frame goes on.

mod apart;
mod changes;
mod failure;
mod losses;
mod numbers;
mod values;

use ahash::AHashMap;

use crate::bytecode::flow;
use crate::codegen::plan::{Effect, Exit, FrameState, Node, NodeId, Plan};
use crate::graph::Argument;
use crate::interpreter::Trace;
use crate::interpreter::frame::Frame;
use crate::python::{Object, finalisers};
use crate::rules::{Flow, Stop};
use crate::sources::{SourceId, SourceKind};
use crate::tables::{OwnFunction, Role};
use crate::values::{State, Value};

/// A plan and what the graph must give for it.
pub struct Planned {
    pub plan: Plan,
    /// What the graph returns, by the index in [`Node::GraphOutput`].
    pub outputs: Vec<Argument>,
    /// The sources of existing objects that are changed.
    pub changed: Vec<SourceId>,
}

/// How deep containers are searched for objects whose end the program may see.
const DEEPEST_LOOK: usize = 4;

/// How the trace ended.
pub enum Ending {
    Return(Value),
    /// At this instruction of the root frame, whose state is that of the last checkpoint.
    Break {
        instruction: u32,
        reason: String,
        raises: bool,
    },
    /// In an inlined frame, before its instruction: the trace stands there.
    Inside,
}

pub(super) struct Planner<'t, 'a> {
    pub(super) trace: &'t mut Trace<'a>,
    pub(super) plan: Plan,
    pub(super) outputs: Vec<Argument>,
    pub(super) made: AHashMap<Value, NodeId>,
    /// Values whose node is being written: meeting one again is a cycle.
    pub(super) open: Vec<Value>,
    /// Effects that fill objects which the plan makes, before effects on existing objects.
    pub(super) fills: Vec<Effect>,
    /// How often each value is asked for.
    pub(super) requests: AHashMap<Value, u32>,
    /// What the weak references that the plan makes refer to.
    pub(super) referents: Vec<Value>,
    output_index: AHashMap<crate::graph::NodeId, NodeId>,
    /// The earliest step at which the trace made a class that the plan needs.
    needs_class_of: Option<u64>,
    root_cells: AHashMap<Value, u16>,
    changed: Vec<SourceId>,
}

impl Trace<'_> {
    pub fn plan(&mut self, ending: Ending) -> Flow<Planned> {
        let existing = self.exceptions.raised.iter().filter(|(exception, _)| self.arena.get(**exception).object.is_some());
        if let Some(step) = existing.map(|(_, step)| *step).min() {
            return Err(Stop::restart(step, "an exception that leaves the trace needs its traceback"));
        }
        let root = self.frames.first().cloned().ok_or_else(|| Stop::Abandon("no root frame".into()))?;
        let mut planner = Planner {
            root_cells: root_cells(&root),
            trace: self,
            plan: Plan::default(),
            outputs: Vec::new(),
            made: AHashMap::new(),
            open: Vec::new(),
            fills: Vec::new(),
            requests: AHashMap::new(),
            referents: Vec::new(),
            output_index: AHashMap::new(),
            needs_class_of: None,
            changed: Vec::new(),
        };
        let goes_on = !matches!(ending, Ending::Return(_));
        let exit = match ending {
            Ending::Return(value) => Exit::Return(planner.node(value)?),
            Ending::Break { instruction, .. } => {
                planner.plan.frame = planner.frame_state(&root, instruction, planner.trace.exceptions.handled)?;
                Exit::Break { instruction, callee: None }
            }
            Ending::Inside => {
                let callee = planner.rest_of_calls()?;
                planner.plan.frame = planner.frame_state(&root, root.current, Value::NULL)?;
                Exit::Break { instruction: root.current, callee }
            }
        };
        planner.effects(&root, goes_on)?;
        planner.first_calls()?;
        if let Some(step) = planner.needs_class_of {
            return Err(Stop::restart(step, "a class that outlives the trace"));
        }
        if let Some((step, reason)) = planner.trace.graph.leaf_that_escapes(&planner.outputs) {
            return Err(Stop::Restart(step, reason));
        }
        if let Some((step, reason)) = planner.trace.choice_that_shows(&planner.outputs) {
            return Err(Stop::Restart(step, reason));
        }
        let stays = goes_on || !planner.trace.entry.is_entered;
        if let Some((step, reason)) = planner.trace.graph.copied_view_that_shows(&planner.outputs, stays) {
            return Err(Stop::Restart(step, reason));
        }
        planner.trace.close_regions();
        planner.trace.keep_failures(&mut planner.outputs)?;
        planner.plan.exit = Some(exit);
        let Planner { plan, outputs, made, trace, changed, .. } = planner;
        trace.leave_generators(|generator| made.contains_key(&generator))?;
        let apart = trace.guards.distinguished.iter().copied().collect();
        trace.guards.push_distinct(apart);
        trace.keep_apart();
        let given_back = trace.lifetimes.given_back.iter().map(|(_, source)| *source).collect();
        let emptied = trace.lifetimes.emptied.iter().map(|(_, source)| *source).collect();
        trace.guards.push_released(given_back, emptied, trace.lifetimes.watched.is_some());
        trace.forget_traced_classes();
        Ok(Planned { plan, outputs, changed })
    }
}

/// The cells that the root frame's own prologue makes or copies.
fn root_cells(root: &Frame) -> AHashMap<Value, u16> {
    let variables = root.code.variables.iter().enumerate();
    variables
        .filter(|(_, variable)| variable.is_captured())
        .filter_map(|(index, _)| Some((*root.locals.get(index)?, index as u16)))
        .filter(|(value, _)| !value.is_null())
        .collect()
}

impl Planner<'_, '_> {
    pub(super) fn push(&mut self, node: Node) -> NodeId {
        if let Some(step) = self.trace.traced_class_in(&node) {
            self.needs_class_of = Some(self.needs_class_of.map_or(step, |before| before.min(step)));
        }
        self.plan.nodes.push(node);
        NodeId(self.plan.nodes.len() as u32 - 1)
    }

    /// The index of the root frame's variable that holds this cell.
    pub(super) fn root_cell(&self, value: Value) -> Option<u16> {
        self.root_cells.get(&value).copied()
    }

    /// Stack and variables of a frame that goes on at the instruction, `handled` being the exception that its innermost
    /// handler is at work on.
    pub(super) fn frame_state(&mut self, frame: &Frame, instruction: u32, handled: Value) -> Flow<FrameState> {
        let mut state = FrameState::default();
        let pack = self.trace.library.pack();
        let cannot = |error: crate::codegen::Error| Stop::Abandon(error.to_string());
        let live = flow::live_locals(&frame.code, pack, instruction).map_err(cannot)?;
        // The stack holds, for each handler, the exception that was handled before it.
        let places = flow::handled(&frame.code, pack, instruction).map_err(cannot)?;
        let inner = places.iter().skip(1).filter_map(|depth| frame.stack.get(*depth).copied());
        let exceptions: Vec<_> = inner.chain((!places.is_empty()).then_some(handled)).collect();
        for exception in exceptions {
            state.handled.push(self.node(exception)?);
        }
        for value in &frame.stack {
            state.stack.push(if value.is_null() { None } else { Some(self.node(*value)?) });
        }
        let variables = frame.locals.iter().zip(&frame.code.variables).zip(0u16..);
        let variables = variables.filter(|((value, variable), _)| !value.is_null() && !variable.is_captured());
        let (read, unread): (Vec<_>, Vec<_>) =
            variables.map(|((value, _), index)| (index, *value)).partition(|(index, _)| live.contains(index));
        for (index, value) in read {
            state.locals.push((index, self.node(value)?));
            // The variable is needed for the value's lifetime alone: the rest of the original may not read it.
            if self.outlives(value) {
                state.unread.push(index);
            }
        }
        for (index, value) in unread {
            // A program can look at the variables of a suspended generator.
            if frame.generator.is_some() || self.outlives(value) {
                state.locals.push((index, self.node(value)?));
                state.unread.push(index);
            }
        }
        Ok(state)
    }

    /// What is left of the calls that the root frame is in.
    fn rest_of_calls(&mut self) -> Flow<Option<NodeId>> {
        let mut callee = None;
        for frame in self.trace.frames[1..].to_vec().iter().rev() {
            let globals = self.trace.known_object(frame.globals);
            let globals = globals.ok_or_else(|| Stop::Abandon("an inlined frame without globals".into()))?;
            let mut state = self.frame_state(frame, frame.current, Value::NULL)?;
            self.add_cells(frame, &mut state)?;
            callee = Some(self.push(Node::Rest {
                code: frame.code.clone(),
                globals,
                instruction: frame.current,
                frame: state,
                callee,
            }));
        }
        Ok(callee)
    }

    /// Adds the cells that a frame has among its variables.
    pub(super) fn add_cells(&mut self, frame: &Frame, state: &mut FrameState) -> Flow<()> {
        let variables = frame.code.variables.iter().zip(&frame.locals).zip(0u16..);
        for ((_, cell), index) in variables.filter(|((variable, _), _)| variable.is_captured()) {
            state.locals.push((index, self.node(*cell)?));
        }
        Ok(())
    }

    /// Whether the value of an unread variable has to live on: an existing object, or one that the trace gives out, may
    /// have a finaliser or weak references. Tensors are released early.
    fn outlives(&self, value: Value) -> bool {
        self.outlives_within(value, 0)
    }

    fn outlives_within(&self, value: Value, depth: usize) -> bool {
        let value = self.trace.arena.resolve(value);
        let tracked = self.trace.arena.get(value);
        if tracked.class.is_subclass(self.trace.role(Role::Tensor)) {
            return false;
        }
        match &tracked.state {
            // A generator that has begun may run code when its last reference goes.
            State::Generator(index) if self.trace.generators.get(*index).frame.as_ref().is_some_and(|frame| frame.begun) => true,
            _ if tracked.object.is_some() => {
                let held = tracked.source.is_none_or(|source| matches!(self.trace.sources.kind(source), SourceKind::Held(_)));
                // What the trace computed, such as a number of a class in Python, compiled code makes anew.
                let anew = held && tracked.class.is_python_class() && self.is_made_anew(value);
                anew || !held
                    && !tracked.object.is_some_and(|object| finalisers::is_quiet(object) || object.as_function().is_some())
            }
            State::Items(items) if !tracked.class.is_python_class() && depth < DEEPEST_LOOK => {
                items.iter().any(|item| self.outlives_within(*item, depth + 1))
            }
            State::Map(map) if !tracked.class.is_python_class() && depth < DEEPEST_LOOK => {
                map.present().any(|entry| self.outlives_within(entry.value, depth + 1))
            }
            State::Items(_) | State::Map(_) if !tracked.class.is_python_class() => false,
            _ => self.made.contains_key(&value),
        }
    }

    fn is_made_anew(&self, value: Value) -> bool {
        self.made.get(&value).is_some_and(|node| matches!(self.plan.nodes[node.0 as usize], Node::Call { .. }))
    }

    /// The tensor that a graph node computes, as an output of the graph.
    pub(super) fn output(&mut self, node: crate::graph::NodeId) -> NodeId {
        if let Some(known) = self.output_index.get(&node) {
            return *known;
        }
        self.outputs.push(Argument::Node(node));
        let index = self.outputs.len() as u32 - 1;
        let made = self.push(Node::GraphOutput(index));
        self.output_index.insert(node, made);
        made
    }

    /// Everything that the trace changed and that the program can see.
    fn effects(&mut self, root: &Frame, goes_on: bool) -> Flow<()> {
        self.trace.arena.note_dirty(self.trace.root_step);
        if !goes_on {
            self.left_with_frame(root)?;
        }
        let mut changes = Vec::new();
        let mut next = 0;
        while next < self.trace.arena.dirty.len() {
            let value = self.trace.arena.dirty[next];
            self.losses(value, next)?;
            next += 1;
            let before = changes.len();
            self.changed(value, &mut changes)?;
            if changes.len() > before
                && let Some(source) = self.trace.arena.get(value).source
            {
                self.changed.push(source);
            }
        }
        let mut calls = Vec::new();
        let modes: Vec<_> = self.trace.modes.iter().copied().collect();
        for mode in modes {
            if let Some(setter) = mode.setter
                && mode.now != mode.entry
            {
                let callee = self.node(setter)?;
                let value = self.node(mode.now)?;
                calls.push(Effect::Call { callee, positional: vec![value] });
            }
        }
        for (callee, arguments) in self.trace.calls.later.clone() {
            let callee = self.node(callee)?;
            let positional = arguments.into_iter().map(|argument| self.node(argument)).collect::<Flow<Vec<_>>>()?;
            calls.push(Effect::Call { callee, positional });
        }
        // What a cell or a slot holds may be made for it alone, and hold others in turn.
        let (mut cells, mut slots) = (Vec::new(), Vec::new());
        let mut cells_left: Vec<usize> =
            (0..root.code.variables.len()).filter(|index| root.code.variables[*index].is_cell).collect();
        let mut slots_left: Vec<_> = self.trace.slots.written.iter().map(|(key, value)| (*key, *value)).collect();
        loop {
            let before = cells_left.len() + slots_left.len();
            self.cells(root, goes_on, &mut cells_left, &mut cells)?;
            self.slots(&mut slots_left, &mut slots)?;
            if cells_left.len() + slots_left.len() == before {
                break;
            }
        }
        self.check_referents()?;
        self.plan.effects = std::mem::take(&mut self.fills);
        self.plan.effects.extend(cells.into_iter().chain(changes).chain(slots).chain(calls));
        Ok(())
    }

    /// Contents of the root frame's own cells, where the resumed frame or a function that outlives the frame can read
    /// them.
    fn cells(&mut self, root: &Frame, goes_on: bool, left: &mut Vec<usize>, effects: &mut Vec<Effect>) -> Flow<()> {
        for index in std::mem::take(left) {
            let Some(cell) = root.locals.get(index).copied().filter(|cell| !cell.is_null()) else { continue };
            if !goes_on && !self.made.contains_key(&self.trace.arena.resolve(cell)) {
                left.push(index);
                continue;
            }
            let content = self.trace.cell_content(cell)?;
            if self.trace.is_argument(content, index) {
                continue;
            }
            let value = if content.is_null() { None } else { Some(self.node(content)?) };
            let cell = self.push(Node::FrameCell(index as u16));
            effects.push(Effect::SetCell { cell, value });
        }
        Ok(())
    }

    fn first_calls(&mut self) -> Flow<()> {
        for call in self.trace.calls.first.clone() {
            let callee = self.node(call.callee)?;
            let positional = self.nodes(&call.positional)?;
            self.plan.first.push((callee, positional));
        }
        Ok(())
    }

    /// What was stored by `__slots__` descriptors of objects that are made so far.
    fn slots(&mut self, left: &mut Vec<((Value, Object), Value)>, effects: &mut Vec<Effect>) -> Flow<()> {
        for ((instance, descriptor), value) in std::mem::take(left) {
            let Some(target) = self.known(instance)? else {
                left.push(((instance, descriptor), value));
                continue;
            };
            let name = self.trace.intern_text(&descriptor.name_text())?;
            let class = self.trace.class(instance);
            // A class below may have another attribute of the same name.
            let is_found = self.trace.type_attribute(class, name) == Some(descriptor);
            let value = if value.is_null() { None } else { Some(self.node(value)?) };
            effects.push(match (is_found, value) {
                (true, Some(value)) => Effect::SetAttribute { target, name, value },
                (true, None) => Effect::DeleteAttribute { target, name },
                (false, value) => {
                    let change = if value.is_some() { OwnFunction::SetSlot } else { OwnFunction::DeleteSlot };
                    let callee = self.push(Node::Constant(self.trace.own(change)?));
                    let positional = [self.push(Node::Constant(descriptor)), target].into_iter().chain(value).collect();
                    Effect::Call { callee, positional }
                }
            });
        }
        Ok(())
    }

    /// The node of a value that outlives the trace: one that exists, or that the plan makes already.
    fn known(&mut self, value: Value) -> Flow<Option<NodeId>> {
        let value = self.trace.arena.resolve(value);
        if self.trace.arena.get(value).object.is_some() || self.made.contains_key(&value) {
            return self.node(value).map(Some);
        }
        Ok(None)
    }
}
