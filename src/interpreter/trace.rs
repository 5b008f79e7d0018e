//! The state of one trace.

use std::rc::Rc;

use ahash::{AHashMap, AHashSet};

use super::frame::{Exit, Frame};
use super::generators::Generator;
use super::settings::Settings;
use crate::graph::{Graph, NodeId};
use crate::guards::{self, Guards};
use crate::python::{Keeper, Object};
use crate::rules::facts::Mark;
use crate::rules::library::Library;
use crate::rules::slot::Slot;
use crate::rules::{Flow, Reason, Stop};
use crate::shapes::{ShapeEnv, Symbol};
use crate::sources::{SourceId, Sources};
use crate::tables::{ModeName, RULES, Role};
use crate::values::{Arena, Notes, Tracked, Value, arena};

/// A float that the graph computes with, of a tensor that holds it.
pub struct Float {
    pub symbol: Symbol,
    /// Of the tensor.
    pub source: SourceId,
    /// That of the float's own source.
    pub name: String,
}

/// A call that compiled code makes when it is entered, before the graph.
#[derive(Debug, Clone)]
pub struct FirstCall {
    pub callee: Value,
    pub positional: Vec<Value>,
    /// Where the graph computes with the number that it gives: its tensor and the number's symbol.
    pub number: Option<(SourceId, Symbol)>,
}

pub struct Trace<'a> {
    pub library: Rc<Library>,
    pub settings: &'a Settings,
    /// What the engine saw of this code in earlier compiles.
    pub history: &'a super::history::History,
    /// Callables that the user marked, by address.
    pub marked_callables: AHashMap<usize, Mark>,
    pub keeper: Keeper,
    pub arena: Arena,
    pub notes: Notes,
    pub sources: Sources,
    pub guards: Guards,
    pub graph: Graph,
    pub shapes: ShapeEnv,
    pub fakes: crate::graph::Fakes,
    /// Calls that have begun and not ended.
    pub nesting: usize,
    /// Active frames, the root first.
    pub frames: Vec<Frame>,
    pub generators: Vec<Generator>,
    /// Frames of generators as they were at the checkpoint.
    pub generators_trail: Vec<(u32, Option<Frame>)>,
    /// Values of modes (grad mode, …) that the trace has read or set, and what sets them for real.
    pub modes: AHashMap<ModeName, Mode>,
    pub mode_trail: Vec<(ModeName, Option<Mode>)>,
    /// Regions of the graph that are open, outermost first.
    pub regions: Vec<Region>,
    /// What names mean in classes, guarded already (`None`: nothing).
    pub class_attributes: AHashMap<(Object, Object), Option<Object>>,
    /// Classes that are guarded to inherit from what they do.
    pub classes_fixed: AHashSet<Object>,
    /// The containers that are being made constants: meeting one again is a cycle.
    pub folding: Vec<Value>,
    /// The settings that the trace asked for, with what each was asked and what it gave.
    pub settings_asked: Vec<(Object, Object)>,
    /// Instances of the program's classes that C code made while tracing: each call is to have its own.
    pub made_by_folding: AHashSet<Object>,
    /// Classes that the trace made, and what stands in them for its values, by the step of the root frame.
    pub models: AHashMap<Object, u64>,
    /// Whether an attribute of some class was written, so that reads must look for it.
    pub class_written: bool,
    /// `__slots__` storage that the trace wrote, by instance and descriptor; null is deleted.
    pub slots_written: indexmap::IndexMap<(Value, Object), Value, ahash::RandomState>,
    pub slots_trail: Vec<((Value, Object), Option<Value>)>,
    /// Calls that compiled code makes before the graph, in order.
    pub first_calls: Vec<FirstCall>,
    /// Calls that compiled code makes once the graph has run, in order: what is called, and with what.
    pub later_calls: Vec<(Value, Vec<Value>)>,
    /// Objects that the frame was lent and that a variable let go of while they were on the root frame's stack.
    pub leaving: Vec<Value>,
    /// References to objects from outside that the program gives back: the object, and where it was.
    pub given_back: Vec<(Object, SourceId)>,
    /// The step of the root frame that first made a weak reference which calls back when an object from outside goes.
    pub watched: Option<u64>,
    /// The exception that is being handled in the innermost generator that runs, or else in the root frame and below it.
    pub handled: Value,
    /// What is being handled where that generator was resumed, and so on, outermost first.
    pub handled_outside: Vec<Value>,
    /// Set by the rule that ends or suspends the running frame.
    pub exit: Option<Exit>,
    /// What the last finished generator returned.
    pub sent_result: Value,
    pub registers: Vec<Slot>,
    pub lists: Vec<Vec<Value>>,
    pub lists_used: usize,
    /// The exception of the last attribute that was not found, if one was raised for it.
    pub attribute_error: Option<Value>,
    pub root_globals: Option<Object>,
    /// Floats from outside that are numbers of the graph.
    pub floats: Vec<Float>,
    /// Whether no float is to become one.
    pub floats_fixed: bool,
    /// The module whose call is being made by a rule, until a frame is run for it.
    pub calling_module: Option<Value>,
    /// The root frame's variables at entry.
    pub arguments: Vec<Value>,
    pub break_reason: Option<Box<Reason>>,
    /// The program asked that its breaks be raised, where this one is.
    pub break_is_error: bool,
    /// For each running frame, the line that was logged last.
    pub lines_logged: Vec<(Object, u32)>,
    /// Instructions interpreted.
    pub steps: u64,
    /// The step of the root frame that is being taken, and the one to break before.
    pub root_step: u64,
    pub break_at: Option<(u64, Box<Reason>)>,
    /// What was called before this trace began, because the one before asked for it.
    pub prepared: Vec<Vec<Object>>,
    /// Exceptions that the trace raised, by the step of the root frame: CPython would have given them a
    /// traceback.
    pub raised: AHashMap<Value, u64>,
    pub progress: crate::report::progress::Progress,
    /// Results described by meta rules, and by torch's fake tensors.
    pub rule_inferences: u64,
    pub fake_inferences: AHashMap<String, u64>,
    pub casts: crate::graph::Casts,
    pub rules_reached: AHashSet<u16>,
    pub(super) checkpoint: Option<Checkpoint>,
}

/// One mode: its current value, its value at entry, and what sets it.
#[derive(Debug, Clone, Copy)]
pub struct Mode {
    pub now: Value,
    pub entry: Value,
    pub setter: Option<Value>,
}

/// A region that the graph has entered and not left yet.
#[derive(Debug, Clone, Copy)]
pub struct Region {
    pub owner: Value,
    /// The node that entered it, which the one that leaves it takes.
    pub entered: NodeId,
    pub closer: Object,
}

/// Everything to go back to the state before an instruction of the root frame.
pub(super) struct Checkpoint {
    pub(super) root: Frame,
    arena: arena::Mark,
    guards: guards::Mark,
    graph: crate::graph::Mark,
    generators: usize,
    leaving: Vec<Value>,
    given_back: usize,
    watched: Option<u64>,
    shapes: crate::shapes::Mark,
    handled: Value,
    regions: Vec<Region>,
    first_calls: usize,
    later_calls: usize,
}

impl<'a> Trace<'a> {
    pub fn new(library: Rc<Library>, settings: &'a Settings, history: &'a super::history::History) -> Trace<'a> {
        let arena = Arena::new(library.role(Role::None));
        let keeper = Keeper::default();
        Trace {
            marked_callables: library.marked_callables(&keeper),
            library,
            settings,
            history,
            keeper,
            arena,
            notes: Notes::default(),
            sources: Sources::default(),
            guards: Guards::default(),
            graph: Graph::default(),
            shapes: ShapeEnv::default(),
            fakes: Default::default(),
            nesting: 0,
            frames: Vec::new(),
            generators: Vec::new(),
            generators_trail: Vec::new(),
            modes: AHashMap::new(),
            regions: Vec::new(),
            mode_trail: Vec::new(),
            class_attributes: AHashMap::new(),
            classes_fixed: AHashSet::new(),
            folding: Vec::new(),
            settings_asked: Vec::new(),
            made_by_folding: AHashSet::new(),
            models: AHashMap::new(),
            class_written: false,
            slots_written: Default::default(),
            slots_trail: Vec::new(),
            first_calls: Vec::new(),
            later_calls: Vec::new(),
            leaving: Vec::new(),
            given_back: Vec::new(),
            watched: None,
            handled: Value::NULL,
            handled_outside: Vec::new(),
            exit: None,
            sent_result: Value::NULL,
            registers: Vec::with_capacity(256),
            lists: Vec::new(),
            lists_used: 0,
            attribute_error: None,
            root_globals: None,
            floats: Vec::new(),
            floats_fixed: false,
            calling_module: None,
            arguments: Vec::new(),
            break_reason: None,
            break_is_error: false,
            lines_logged: Vec::new(),
            steps: 0,
            root_step: 0,
            break_at: None,
            prepared: Vec::new(),
            raised: AHashMap::new(),
            progress: Default::default(),
            rule_inferences: 0,
            fake_inferences: AHashMap::new(),
            casts: Default::default(),
            rules_reached: AHashSet::new(),
            checkpoint: None,
        }
    }

    pub fn frame(&self) -> Flow<&Frame> {
        self.frames.last().ok_or_else(|| Stop::Abandon("no frame is running".into()))
    }

    pub fn frame_mut(&mut self) -> Flow<&mut Frame> {
        self.frames.last_mut().ok_or_else(|| Stop::Abandon("no frame is running".into()))
    }

    pub fn role(&self, role: Role) -> Object {
        self.library.role(role)
    }

    pub fn none(&mut self) -> Value {
        let none = self.library.role(Role::None);
        self.arena.constant(none)
    }

    /// Remembers the state before an instruction of the root frame.
    pub(super) fn take_checkpoint(&mut self) {
        self.arena.note_dirty(self.root_step);
        let Some(root) = self.frames.first() else { return };
        let generators = self.generators.len();
        let (arena, shapes, handled) = (self.arena.mark(), self.shapes.mark(), self.handled);
        self.generators_trail.clear();
        self.mode_trail.clear();
        self.slots_trail.clear();
        let mut frame = match self.checkpoint.take() {
            Some(old) => old.root,
            None => root.clone(),
        };
        frame.clone_from(root);
        let regions = self.regions.clone();
        self.checkpoint = Some(Checkpoint {
            root: frame,
            arena,
            guards: self.guards.mark(),
            graph: self.graph.mark(),
            generators,
            leaving: self.leaving.clone(),
            given_back: self.given_back.len(),
            watched: self.watched,
            shapes,
            handled,
            regions,
            first_calls: self.first_calls.len(),
            later_calls: self.later_calls.len(),
        });
    }

    /// Back to the last checkpoint: nothing since then has happened.
    pub fn roll_back(&mut self) {
        let Some(checkpoint) = self.checkpoint.take() else { return };
        self.arena.roll_back(checkpoint.arena);
        let known = self.arena.len();
        self.notes.roll_back(known);
        let now = self.root_step;
        self.raised.retain(|exception, step| (exception.0 as usize) < known && *step < now);
        self.guards.roll_back(checkpoint.guards);
        self.graph.roll_back(checkpoint.graph);
        self.leaving = checkpoint.leaving;
        self.given_back.truncate(checkpoint.given_back);
        self.watched = checkpoint.watched;
        self.shapes.roll_back(checkpoint.shapes);
        for (index, frame) in self.generators_trail.drain(..).rev() {
            self.generators[index as usize].frame = frame;
        }
        self.generators.truncate(checkpoint.generators);
        for (name, mode) in self.mode_trail.drain(..).rev() {
            match mode {
                Some(mode) => drop(self.modes.insert(name, mode)),
                None => drop(self.modes.remove(&name)),
            }
        }
        for (key, old) in self.slots_trail.drain(..).rev() {
            match old {
                Some(old) => drop(self.slots_written.insert(key, old)),
                None => drop(self.slots_written.shift_remove(&key)),
            }
        }
        // A guard dropped with the rest is observed again when it is needed again.
        self.class_attributes.clear();
        self.classes_fixed.clear();
        self.handled = checkpoint.handled;
        self.handled_outside.clear();
        self.first_calls.truncate(checkpoint.first_calls);
        self.later_calls.truncate(checkpoint.later_calls);
        self.regions = checkpoint.regions;
        self.exit = None;
        self.frames.truncate(0);
        self.frames.push(checkpoint.root);
        self.registers.clear();
        self.lists_used = 0;
    }

    /// The user's frames, innermost last, for messages.
    pub fn stack_summary(&self) -> Vec<(String, u32, String)> {
        self.frames
            .iter()
            .map(|frame| (frame.code.header.file.text(), frame.code.line(frame.current), frame.code.header.qualified_name.text()))
            .collect()
    }

    /// Adds the place to a reason that has none yet.
    pub fn locate(&self, mut reason: Box<Reason>) -> Box<Reason> {
        if reason.stack.is_empty() {
            reason.stack = self.stack_summary();
        }
        reason
    }

    /// A new value of a class that the trace makes.
    pub fn make(&mut self, class: Object, state: crate::values::State) -> Value {
        self.arena.add(Tracked::new(class, state))
    }

    pub fn record_rule(&mut self, rule: u16) {
        if self.settings.record_rules {
            self.rules_reached.insert(rule);
        }
        tracing::trace!(target: "rules", rule = RULES[rule as usize].name);
    }
}
