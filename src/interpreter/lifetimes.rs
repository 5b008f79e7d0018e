//! How long objects from outside live. CPython ends an object with its last reference, and a finaliser, a generator's
//! `finally` or a weak reference's callback runs there: what is let go of and can show it, is CPython's to let go of.

use super::Trace;
use crate::python::{Object, finalisers};
use crate::rules::{Flow, Stop};
use crate::sources::{SourceId, SourceKind};
use crate::values::{State, Value};

impl Trace<'_> {
    /// A variable of the root frame, or a cell that the trace made, is about to give up what it holds. So many variables
    /// of the root frame, this one included, hold it for nobody else.
    pub fn let_go(&mut self, held: Value, own: usize) -> Flow<()> {
        let held = self.arena.resolve(held);
        if held.is_null() || !self.is_lent(held) {
            return Ok(());
        }
        let root = self.frames.first().ok_or_else(|| Stop::Abandon("no root frame".into()))?;
        if root.stack.iter().any(|item| self.arena.resolve(*item) == held) {
            self.leaving.push(held);
        } else if root.locals.iter().filter(|local| self.arena.resolve(**local) == held).count() <= own {
            self.give_back(held)?;
        }
        Ok(())
    }

    /// After an instruction of the root frame: what had no variable any more may have left the stack.
    pub(super) fn let_go_of_stack(&mut self) -> Flow<()> {
        let mut next = 0;
        while let Some(value) = self.leaving.get(next).copied() {
            let root = self.frames.first().ok_or_else(|| Stop::Abandon("no root frame".into()))?;
            let held = root.stack.iter().chain(&root.locals).any(|item| self.arena.resolve(*item) == value);
            if held {
                next += 1;
            } else {
                self.give_back(value)?;
                self.leaving.remove(next);
            }
        }
        Ok(())
    }

    /// Whether the frame was given the object, so that perhaps nothing else holds it. What is read of another object is
    /// held by that one.
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

    /// Whether it shows that one more reference to an object is given back. If not, a guard says so of the calls to come.
    pub fn shows_when_lost(&mut self, object: Object, source: SourceId) -> bool {
        self.given_back.push((object, source));
        self.is_seen()
    }

    /// The trace makes a weak reference that calls back when an object from outside goes: from here on, none may go.
    pub fn watch(&mut self) -> Flow<()> {
        self.watched.get_or_insert(self.root_step);
        if self.is_seen() {
            return Err(Stop::graph_break("a weak reference with a callback, after an object was let go of"));
        }
        Ok(())
    }

    fn is_seen(&self) -> bool {
        let (keeper, given_back) = (&self.keeper, self.given_back.iter().map(|(object, _)| *object));
        finalisers::are_seen(given_back, self.watched.is_some(), &|object| keeper.holds(object).into())
    }
}
