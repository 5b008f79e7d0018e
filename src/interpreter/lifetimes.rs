//! Lifetimes of objects from outside the trace. CPython destroys an object with its last reference, and a finaliser, a
//! generator's `finally` or a weak reference's callback may run there. If the program could see that, CPython has to
//! run the instruction that gives up the reference.

use super::Trace;
use crate::python::{Keeper, Object, finalisers};
use crate::rules::{Flow, Stop};
use crate::sources::{SourceId, SourceKind};
use crate::tables::Role;
use crate::values::{State, Value};

/// Objects from outside that the trace gives up.
#[derive(Default)]
pub struct Lifetimes {
    /// Objects borrowed from the caller that a variable gave up while they were on the root frame's stack.
    leaving: Vec<Value>,
    /// References that the program gives up: the object and its source.
    pub given_back: Vec<(Object, SourceId)>,
    /// Containers of which the program gives up the contents.
    pub emptied: Vec<(Object, SourceId)>,
    /// The step of the root frame that first made a weak reference with a callback to an object from outside.
    pub watched: Option<u64>,
    /// C fields that rules have read of existing objects, and which these may give up.
    pub members: Vec<(SourceId, Object)>,
    /// Objects made by the trace that variables or the stack must go on holding: weak references with callbacks tell of their end.
    pub held: Vec<Value>,
}

pub struct Mark {
    leaving: Vec<Value>,
    given_back: usize,
    emptied: usize,
    watched: Option<u64>,
    members: usize,
    held: usize,
}

impl Lifetimes {
    pub fn mark(&self) -> Mark {
        Mark {
            leaving: self.leaving.clone(),
            given_back: self.given_back.len(),
            emptied: self.emptied.len(),
            watched: self.watched,
            members: self.members.len(),
            held: self.held.len(),
        }
    }

    pub fn roll_back(&mut self, mark: Mark) {
        self.leaving = mark.leaving;
        self.given_back.truncate(mark.given_back);
        self.emptied.truncate(mark.emptied);
        self.watched = mark.watched;
        self.members.truncate(mark.members);
        self.held.truncate(mark.held);
    }

    /// Whether an object is held by the stack alone.
    pub fn any_leaves(&self) -> bool {
        !self.leaving.is_empty()
    }

    fn is_seen<'a>(&'a self, keeper: &Keeper) -> bool {
        let objects = |all: &'a [(Object, SourceId)]| all.iter().map(|(object, _)| *object);
        let (given_back, emptied) = (objects(&self.given_back), objects(&self.emptied));
        finalisers::are_seen(given_back, emptied, self.watched.is_some(), &|object| keeper.holds(object).into())
    }
}

impl Trace<'_> {
    /// A variable of the root frame, or a cell that the trace made, is about to give up its value. `own` variables of
    /// the root frame, this one included, hold it.
    pub fn release(&mut self, held: Value, own: usize) -> Flow<()> {
        let held = self.arena.resolve(held);
        if held.is_null() || !self.is_lent(held) {
            return Ok(());
        }
        let root = self.frames.first().ok_or_else(|| Stop::Abandon("no root frame".into()))?;
        if root.stack.iter().any(|item| self.arena.resolve(*item) == held) {
            self.lifetimes.leaving.push(held);
        } else if root.locals.iter().filter(|local| self.arena.resolve(**local) == held).count() <= own {
            self.give_back(held)?;
        }
        Ok(())
    }

    /// After an instruction of the root frame: handles objects that have left the stack and are in no variable.
    pub(super) fn release_stack(&mut self) -> Flow<()> {
        let mut next = 0;
        while let Some(value) = self.lifetimes.leaving.get(next).copied() {
            let root = self.frames.first().ok_or_else(|| Stop::Abandon("no root frame".into()))?;
            let held = root.stack.iter().chain(&root.locals).any(|item| self.arena.resolve(*item) == value);
            if held {
                next += 1;
            } else {
                self.give_back(value)?;
                self.lifetimes.leaving.remove(next);
            }
        }
        Ok(())
    }

    /// Whether the object is an argument of the frame, so that perhaps nothing else holds it. An object that was read
    /// from another one is held by that.
    pub fn is_lent(&self, value: Value) -> bool {
        let tracked = self.arena.get(value);
        let known = matches!(tracked.state, State::Constant | State::Tensor(_) | State::Symbol(_))
            && tracked.object.is_some_and(finalisers::is_quiet);
        !known
            && tracked.object.is_some()
            && tracked.source.is_some_and(|source| matches!(self.sources.kind(source), SourceKind::Local(_)))
    }

    fn give_back(&mut self, value: Value) -> Flow<()> {
        let tracked = self.arena.get(value);
        let (Some(object), Some(source)) = (tracked.object, tracked.source) else { return Ok(()) };
        if self.shows_when_lost(object, source) {
            return Err(Stop::graph_break(format!("{} is let go of, whose end the program can see", self.describe(value))));
        }
        Ok(())
    }

    /// Whether the program can see that a reference to an object is given up. If not, a guard requires the same of
    /// later calls.
    pub fn shows_when_lost(&mut self, object: Object, source: SourceId) -> bool {
        self.lifetimes.given_back.push((object, source));
        self.lifetimes.is_seen(&self.keeper)
    }

    /// Whether the program can see that a container's contents are given up. If not, a guard requires the same of later
    /// calls.
    pub fn shows_when_emptied(&mut self, container: Object, source: SourceId) -> bool {
        self.lifetimes.emptied.push((container, source));
        self.lifetimes.is_seen(&self.keeper)
    }

    /// From here on, some variable or stack holds an object that the trace made, or the graph breaks.
    pub fn hold(&mut self, made: Value) {
        self.lifetimes.held.push(self.arena.resolve(made));
    }

    /// After an instruction of the frame on top. What callers have given to calls is still on their stacks.
    pub(super) fn check_held(&self) -> Flow<()> {
        let stack = self.frames.last().map_or(&[][..], |frame| &frame.stack[..]);
        for held in &self.lifetimes.held {
            if !self.has_among(stack, *held) && !self.frames.iter().any(|frame| self.has_among(&frame.locals, *held)) {
                let held = self.describe(*held);
                return Err(Stop::graph_break(format!("{held} may end, of which a weak reference tells the program")));
            }
        }
        Ok(())
    }

    /// Whether one of the variables has a value, which may be in a cell.
    pub fn has_among(&self, variables: &[Value], value: Value) -> bool {
        variables.iter().any(|variable| {
            let variable = self.arena.resolve(*variable);
            let tracked = self.arena.get(variable);
            let content = match &tracked.state {
                State::Slots(slots) if tracked.class == self.role(Role::Cell) => slots.first(),
                _ => None,
            };
            variable == value || content.is_some_and(|content| self.arena.resolve(*content) == value)
        })
    }

    /// The trace makes a weak reference with a callback to an object from outside: from here on, no such object may
    /// end.
    pub fn watch(&mut self) -> Flow<()> {
        self.lifetimes.watched.get_or_insert(self.root_step);
        if self.lifetimes.is_seen(&self.keeper) {
            return Err(Stop::graph_break("a weak reference with a callback, after an object was let go of"));
        }
        Ok(())
    }
}
