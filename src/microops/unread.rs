//! Texts, bytes and enum members from outside that change from call to call: what the program asks of one is guarded,
//! not its value.

use crate::guards::Fact;
use crate::guards::observations::OBSERVATIONS;
use crate::interpreter::Trace;
use crate::interpreter::bind::Arguments;
use crate::python::{Object, Owned};
use crate::rules::slot::Slot;
use crate::rules::{Flow, Stop};
use crate::sources::SourceId;
use crate::tables::{COMPARATORS, GUARDS, guard_rules};
use crate::values::{State, Value};

impl Trace<'_> {
    /// Whether a value is a changing text, or changing bytes, that the trace has not read yet.
    pub fn stays_unread(&self, value: Value) -> bool {
        self.library.is_asked_in_part(self.class(self.arena.resolve(value))) && self.changing(value).is_some()
    }

    /// An unread argument, or part of one, that was another object in an earlier compilation.
    fn changing(&self, value: Value) -> Option<(Object, SourceId)> {
        let tracked = self.arena.get(self.arena.resolve(value));
        let (State::Lazy, Some(object), Some(source)) = (&tracked.state, tracked.object, tracked.source) else { return None };
        let may = self.settings.automatic_dynamic_shapes && self.settings.dynamic != Some(false);
        if !may || !self.sources.is_input(source) {
            return None;
        }
        let name = self.sources.display(source).to_string();
        self.history.object_changes(&name, object.as_ptr() as usize).then_some((object, source))
    }

    /// The length of such a text.
    pub fn length_unread(&mut self, text: Value) -> Flow<Option<Value>> {
        if !self.stays_unread(text) {
            return Ok(None);
        }
        let Some((_, source)) = self.changing(text) else { return Ok(None) };
        self.observe(guard_rules::TYPE_MATCH, source, None)?;
        match self.observe(guard_rules::SEQUENCE_LENGTH, source, None)? {
            Slot::Int(length) => self.int_constant(length).map(Some),
            _ => Ok(None),
        }
    }

    /// Calls a method of such a text, if it returns a bool, and guards the answer.
    pub fn truth_unread(&mut self, method: Object, arguments: &Arguments) -> Flow<Option<Value>> {
        let Some((text, others)) = arguments.positional.split_first() else { return Ok(None) };
        if !arguments.named.is_empty() || !self.is_method(method) || !self.stays_unread(*text) {
            return Ok(None);
        }
        let mut question = vec![method];
        for other in others {
            match self.as_constant_forced(*other)?.filter(|other| other.is_plain_constant()) {
                Some(other) => question.push(other),
                None => return Ok(None),
            }
        }
        // One of the others may have been this very text.
        let Some((object, source)) = self.changing(*text) else { return Ok(None) };
        let question = self.keeper.keep_owned(Owned::tuple(&question).map_err(Stop::python)?);
        let observation = OBSERVATIONS[GUARDS[guard_rules::TRUTH_TOLD as usize].observation as usize];
        let Some(Fact::Bool(truth)) = observation.observe(object, Some(question)) else { return Ok(None) };
        self.observe(guard_rules::TYPE_MATCH, source, None)?;
        self.guards.push(source, guard_rules::TRUTH_TOLD, Some(question), Fact::Bool(truth));
        Ok(Some(self.bool_constant(truth)))
    }

    /// How such a text compares with a constant, on either side of it.
    pub fn compare_unread(&mut self, comparator: usize, left: Value, right: Value) -> Flow<Option<Value>> {
        let facts = &COMPARATORS[comparator];
        for (text, method, other) in [(left, facts.method, right), (right, facts.reflected, left)] {
            if !self.stays_unread(text) {
                continue;
            }
            let class = self.class(self.arena.resolve(text));
            if let Some(when_same) = facts.when_same
                && self.class(self.arena.resolve(other)) == class
                && let Some(same) = self.is_certain(text, other)?
            {
                return Ok(Some(self.bool_constant(same == when_same)));
            }
            if let Some(method) = self.type_attribute_named(class, method)?
                && let Some(truth) = self.truth_unread(method, &Arguments::positional(vec![text, other]))?
            {
                return Ok(Some(truth));
            }
        }
        Ok(None)
    }

    /// Whether a changing object is a given constant of its class, such as an enum member.
    pub fn same_unread(&mut self, left: Value, right: Value) -> Flow<Option<bool>> {
        let class = self.class(self.arena.resolve(left));
        // Of a class of C's there may be equal ones.
        match class == self.class(self.arena.resolve(right)) && class.is_python_class() {
            true => self.is_certain(left, right),
            false => Ok(None),
        }
    }

    fn is_certain(&mut self, changing: Value, constant: Value) -> Flow<Option<bool>> {
        if self.changing(changing).is_none() {
            return Ok(None);
        }
        let constant = self.as_constant_forced(constant)?;
        // Both may have been one.
        let (Some(constant), Some((object, source))) = (constant, self.changing(changing)) else { return Ok(None) };
        if self.library.is_asked_in_part(object.class()) {
            self.observe(guard_rules::TYPE_MATCH, source, None)?;
        }
        match self.observe(guard_rules::SAME_CONSTANT, source, Some(constant))? {
            Slot::Bool(same) => Ok(Some(same)),
            _ => Ok(None),
        }
    }
}
