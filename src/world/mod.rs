//! The only reader of user objects while tracing: every read is an observation.

mod addresses;
pub mod attributes;
pub mod build;
pub mod classes;
pub mod dicts;
mod hashes;
mod pasts;
mod values;

pub use classes::Meaning;

use crate::guards::Fact;
use crate::guards::observations::OBSERVATIONS;
use crate::interpreter::Trace;
use crate::python::{Object, finalisers, read};
use crate::rules::slot::Slot;
use crate::rules::{Flow, Stop};
use crate::sources::{SourceId, SourceKind};
use crate::tables::{GUARDS, Role, guard_rules};
use crate::values::{State, Tracked, Value};

impl Trace<'_> {
    /// A lazy value for the object at a source.
    pub fn lazy(&mut self, object: Object, source: SourceId) -> Value {
        if let Some(value) = self.arena.lookup_source(source) {
            return value;
        }
        self.keeper.keep(object);
        let value = self.arena.add(Tracked::existing(object, object.class(), Some(source), State::Lazy));
        self.arena.remember_source(source, value);
        value
    }

    /// A value for an object that the entry keeps alive and whose identity is guarded elsewhere.
    pub fn held(&mut self, object: Object) -> Value {
        // In a class that the trace made, an object stands for a traced value.
        if self.classes.traced.contains_key(&object)
            && let Some(value) = self.arena.lookup_object(object)
        {
            return value;
        }
        self.keeper.keep(object);
        let source = self.sources.intern(SourceKind::Held(object));
        self.lazy(object, source)
    }

    /// The same, with the text by which guards and logs name it.
    pub fn held_as(&mut self, object: Object, name: impl FnOnce() -> String) -> Value {
        if !self.sources.held_names.contains_key(&object) {
            self.sources.held_names.insert(object, name());
        }
        self.held(object)
    }

    /// Reads a lazy value: runs its build rule, which guards what it assumes.
    pub fn force(&mut self, value: Value) -> Flow<Value> {
        let value = self.arena.resolve(value);
        match self.arena.get(value).state {
            State::Lazy => {
                let built = self.build(value)?;
                self.force(built)
            }
            State::Grown(_) => self.read_list(value),
            State::Pending(waiting) => self.evaluate_pending(value, waiting),
            _ => Ok(value),
        }
    }

    /// As [`Trace::force`], but a list or a changing text may stay unread.
    pub fn recognise(&mut self, value: Value) -> Flow<Value> {
        let value = self.arena.resolve(value);
        match self.arena.get(value).state {
            State::Lazy if self.stays_unread(value) => self.force_class(value),
            State::Lazy => self.build(value),
            State::Pending(waiting) => self.evaluate_pending(value, waiting),
            _ => Ok(value),
        }
    }

    /// As [`Trace::force`], for callers that need only the class: a number or a text stays unread, and its value
    /// unguarded.
    pub fn force_class(&mut self, value: Value) -> Flow<Value> {
        let value = self.arena.resolve(value);
        let tracked = self.arena.get(value);
        match (&tracked.state, tracked.source) {
            (State::Pending(_), _) => Ok(value),
            (State::Lazy, Some(source)) if self.library.is_scalar(tracked.class) => {
                self.observe(guard_rules::TYPE_MATCH, source, None)?;
                Ok(value)
            }
            _ => self.force(value),
        }
    }

    pub fn class(&self, value: Value) -> Object {
        self.arena.get(value).class
    }

    pub fn has_role(&self, value: Value, role: Role) -> bool {
        self.class(value) == self.role(role)
    }

    /// The object of a constant, or of an object known by identity.
    pub fn known_object(&self, value: Value) -> Option<Object> {
        self.arena.get(value).object
    }

    /// Whether a value is `None`; forces it.
    pub fn is_none(&mut self, value: Value) -> Flow<bool> {
        let value = self.force(value)?;
        Ok(self.as_constant(value) == Some(self.role(Role::None)))
    }

    pub fn as_constant(&self, value: Value) -> Option<Object> {
        let tracked = self.arena.get(value);
        matches!(tracked.state, State::Constant).then_some(tracked.object).flatten()
    }

    /// Reads a fact about the object at a source and guards it. The rule language's `observe`.
    pub fn observe(&mut self, guard: u16, source: SourceId, parameter: Option<Object>) -> Flow<Slot> {
        let value =
            self.arena.lookup_source(source).ok_or_else(|| Stop::Abandon("observed a source that was never read".into()))?;
        let object = self.arena.get(value).object.ok_or_else(|| Stop::Abandon("observed a value that is no object".into()))?;
        self.observe_object(guard, object, source, parameter)
    }

    pub fn observe_object(&mut self, guard: u16, object: Object, source: SourceId, parameter: Option<Object>) -> Flow<Slot> {
        let rule = &GUARDS[guard as usize];
        let fact = OBSERVATIONS[rule.observation as usize]
            .observe(object, parameter)
            .ok_or_else(|| Stop::graph_break(format!("{} cannot be told of {}", rule.name, object.short_repr())))?;
        if let Fact::Identity(object) = fact {
            self.expect_followed(object)?;
        }
        let slot = self.fact_slot(&fact);
        self.guards.push(source, guard, parameter, fact);
        Ok(slot)
    }

    /// Breaks the graph where a guard on the identity of an object would put off its end, and the program would see that.
    pub fn expect_followed(&self, object: Object) -> Flow<()> {
        if !finalisers::would_be_kept(object) {
            return Ok(());
        }
        let class = object.class().qualified_class_name();
        Err(Stop::graph_break(format!("the identity of an instance of {class}, which has a finaliser and no weak references")))
    }

    fn fact_slot(&mut self, fact: &Fact) -> Slot {
        match fact {
            Fact::Bool(truth) => Slot::Bool(*truth),
            Fact::Int(number) => Slot::Int(*number),
            Fact::Identity(object) | Fact::Equal(object) => Slot::Object(self.keeper.keep(*object)),
            _ => Slot::None,
        }
    }
}
