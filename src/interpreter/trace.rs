//! The state of one trace.

use std::rc::Rc;

use super::calls::{self, Calls};
use super::classes::{Classes, Slots};
use super::exceptions::{self, Exceptions};
use super::folding::Folding;
use super::frame::{Exit, Frame};
use super::generators::{self, Generators};
use super::lifetimes::{self, Lifetimes};
use super::lists::Lists;
use super::modes::{self, Modes};
use super::nested::Inside;
use super::repeats::Repeats;
use super::settings::Settings;
use crate::graph::{self, Graph};
use crate::guards::{self, Guards};
use crate::python::{Keeper, Object};
use crate::report::tally::Tally;
use crate::rules::facts::Marked;
use crate::rules::library::Library;
use crate::rules::slot::Slot;
use crate::rules::{Flow, Reason, Stop};
use crate::shapes::{self, ShapeEnv, Symbol};
use crate::sources::{SourceId, Sources};
use crate::tables::{OWN_FUNCTIONS, OwnFunction, RULES, Role};
use crate::values::{Arena, Notes, Tracked, Value, arena};

/// An input float that the graph computes with, as the item of a tensor.
pub struct Float {
    pub symbol: Symbol,
    /// The source of the tensor.
    pub source: SourceId,
    /// The name of the float's own source.
    pub name: String,
}

/// An int that the graph reads out of an input.
pub struct InputNumber {
    pub symbol: Symbol,
    /// The name of its source.
    pub name: String,
}

/// What earlier attempts to trace the same frame have found out.
#[derive(Clone, Default)]
pub struct Earlier {
    /// The step of the root frame to break before.
    pub break_at: Option<(u64, Box<Reason>)>,
    /// Where to end in an inlined frame.
    pub inside: Option<Inside>,
    /// Whether a break ends the trace in the root frame, because the one in an inlined frame could not be done.
    pub ends_in_root: bool,
    /// Calls that were made before this trace began, because an earlier one asked for them.
    pub prepared: Vec<Vec<Object>>,
    /// Whether floats are constants, not numbers of the graph.
    pub floats_fixed: bool,
    /// Whether a number that is read out of a tensor breaks the graph, whatever the settings say.
    pub numbers_break: bool,
}

/// The break that ends a trace.
#[derive(Default)]
pub struct Broken {
    pub reason: Option<Box<Reason>>,
    /// The program asked for an error at this break (`error_on_graph_break`).
    pub is_error: bool,
    /// The step of an inlined frame that the trace could end at instead.
    pub inside: Option<u64>,
}

/// The root frame's arguments and globals.
#[derive(Default)]
pub struct AtEntry {
    pub globals: Option<Object>,
    pub variables: Vec<Value>,
    /// Whether the program has called a compiled function: other frames return into code that may be as it is written.
    pub is_entered: bool,
}

/// What the logs of lines and calls have shown.
#[derive(Default)]
pub struct Logged {
    /// For each running frame, the line that was logged last.
    pub lines: Vec<(Object, u32)>,
    /// The instruction whose call was logged last.
    pub call: Option<(Object, u32)>,
}

pub struct Trace<'a> {
    pub library: Rc<Library>,
    pub settings: &'a Settings,
    /// What the engine saw of this code in earlier compiles.
    pub history: &'a super::history::History,
    pub earlier: Earlier,
    pub entry: AtEntry,
    pub marked: Marked,
    pub keeper: Keeper,
    pub arena: Arena,
    pub notes: Notes,
    pub sources: Sources,
    pub guards: Guards,
    pub graph: Graph,
    pub shapes: ShapeEnv,
    pub fakes: graph::Fakes,
    /// Calls that have begun and not ended.
    pub nesting: usize,
    /// Active frames, the root first.
    pub frames: Vec<Frame>,
    pub generators: Generators,
    pub modes: Modes,
    pub classes: Classes,
    pub slots: Slots,
    pub calls: Calls,
    pub repeats: Repeats,
    pub lifetimes: Lifetimes,
    pub folding: Folding,
    pub exceptions: Exceptions,
    /// Set by the rule that ends or suspends the running frame.
    pub exit: Option<Exit>,
    pub registers: Vec<Slot>,
    pub lists: Lists,
    /// Floats from outside that are numbers of the graph.
    pub floats: Vec<Float>,
    pub input_numbers: Vec<InputNumber>,
    /// The module that a rule is calling, until its frame runs.
    pub calling_module: Option<Value>,
    pub broken: Broken,
    pub logged: Logged,
    /// Instructions interpreted.
    pub steps: u64,
    /// The step of the root frame that is being taken.
    pub root_step: u64,
    pub tally: Tally,
    pub(super) checkpoint: Option<Checkpoint>,
}

/// Everything to go back to the state before an instruction of the root frame.
pub(super) struct Checkpoint {
    pub(super) root: Frame,
    arena: arena::Mark,
    guards: guards::Mark,
    graph: graph::Mark,
    shapes: shapes::Mark,
    generators: generators::Mark,
    modes: modes::Mark,
    calls: calls::Mark,
    lifetimes: lifetimes::Mark,
    exceptions: exceptions::Mark,
}

impl<'a> Trace<'a> {
    pub fn new(
        library: Rc<Library>,
        settings: &'a Settings,
        history: &'a super::history::History,
        earlier: Earlier,
    ) -> Trace<'a> {
        let arena = Arena::new(library.role(Role::None));
        let keeper = Keeper::default();
        let marked = library.marked_callables(&keeper);
        Trace {
            marked,
            library,
            settings,
            history,
            earlier,
            entry: AtEntry::default(),
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
            generators: Generators::default(),
            modes: Modes::default(),
            classes: Classes::default(),
            slots: Slots::default(),
            calls: Calls::default(),
            repeats: Repeats::default(),
            lifetimes: Lifetimes::default(),
            folding: Folding::default(),
            exceptions: Exceptions::default(),
            exit: None,
            registers: Vec::with_capacity(256),
            lists: Lists::default(),
            floats: Vec::new(),
            input_numbers: Vec::new(),
            calling_module: None,
            broken: Broken::default(),
            logged: Logged::default(),
            steps: 0,
            root_step: 0,
            tally: Tally::default(),
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

    /// One of Alternator's own functions (`rules/own_functions.yaml`), imported if it has not been needed before.
    pub fn own(&self, function: OwnFunction) -> Flow<Object> {
        self.library.path_object(OWN_FUNCTIONS[function as usize].1)
    }

    pub fn none(&mut self) -> Value {
        let none = self.library.role(Role::None);
        self.arena.constant(none)
    }

    /// Remembers the state before an instruction of the root frame.
    pub(super) fn take_checkpoint(&mut self) {
        self.arena.note_dirty(self.root_step);
        let Some(frame) = self.frames.first() else { return };
        // The frame that was remembered before gives its room.
        let mut root = self.checkpoint.take().map_or_else(|| frame.clone(), |checkpoint| checkpoint.root);
        root.clone_from(frame);
        self.slots.mark();
        self.checkpoint = Some(Checkpoint {
            root,
            arena: self.arena.mark(),
            guards: self.guards.mark(),
            graph: self.graph.mark(),
            shapes: self.shapes.mark(),
            generators: self.generators.mark(),
            modes: self.modes.mark(),
            calls: self.calls.mark(),
            lifetimes: self.lifetimes.mark(),
            exceptions: self.exceptions.mark(),
        });
    }

    /// Back to the last checkpoint: nothing since then has happened.
    pub fn roll_back(&mut self) {
        let Some(checkpoint) = self.checkpoint.take() else { return };
        self.arena.roll_back(checkpoint.arena);
        let (known, now) = (self.arena.len(), self.root_step);
        self.notes.roll_back(known);
        self.guards.roll_back(checkpoint.guards);
        self.graph.roll_back(checkpoint.graph);
        self.shapes.roll_back(checkpoint.shapes);
        self.generators.roll_back(checkpoint.generators);
        self.modes.roll_back(checkpoint.modes);
        self.classes.roll_back();
        self.slots.roll_back();
        self.calls.roll_back(checkpoint.calls);
        self.repeats.forget();
        self.lifetimes.roll_back(checkpoint.lifetimes);
        self.exceptions.roll_back(checkpoint.exceptions, known, now);
        self.exit = None;
        self.frames.truncate(0);
        self.frames.push(checkpoint.root);
        self.registers.clear();
        self.lists.roll_back(0);
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
            self.tally.rules_reached.insert(rule);
        }
        tracing::trace!(target: "rules", rule = RULES[rule as usize].name);
    }
}
