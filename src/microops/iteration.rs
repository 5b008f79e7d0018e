//! Iteration: the protocol, with generators and containers of known contents taken directly.

use crate::interpreter::Trace;
use crate::python::Object;
use crate::rules::{Flow, Stop};
use crate::tables::{OwnFunction, Role};
use crate::values::{State, Value};

/// How many items an iteration may give while tracing.
const MAXIMUM_ITEMS: usize = 1_000_000;

impl Trace<'_> {
    /// Whether this is a generator of the trace, and no coroutine.
    fn is_iterating_generator(&self, value: Value) -> bool {
        let tracked = self.arena.get(value);
        matches!(tracked.state, State::Generator(_)) && tracked.class == self.role(Role::Generator)
    }

    pub fn iterator_of(&mut self, iterable: Value) -> Flow<Value> {
        let iterable = self.force(iterable)?;
        if self.is_iterating_generator(iterable) {
            return Ok(iterable);
        }
        if let Some(method) = self.special(iterable, "__iter__")? {
            let none = self.role(Role::None);
            if self.as_constant(method) != Some(none) {
                let iterator = self.call_values(method, &[])?;
                let iterator = self.force(iterator)?;
                let class = self.class(iterator);
                let generator = matches!(self.arena.get(iterator).state, State::Generator(_));
                if !generator && self.type_attribute_named(class, "__next__")?.is_none() {
                    return self.refuse_result("__iter__", iterable, iterator);
                }
                return Ok(iterator);
            }
        } else if self.special(iterable, "__getitem__")?.is_some() {
            let class = self.role(Role::SequenceIterator);
            let start = self.int_constant(0)?;
            return Ok(self.make(class, State::Slots(vec![iterable, start])));
        }
        let text = format!("'{}' object is not iterable", self.class(iterable).name_in_errors());
        self.raise_text(Role::TypeError, &text)
    }

    /// The next item, or `None` at the end.
    pub fn next_item(&mut self, iterator: Value) -> Flow<Option<Value>> {
        let iterator = self.force(iterator)?;
        if self.is_iterating_generator(iterator) {
            let none = self.none();
            return self.resume(iterator, Ok(none));
        }
        let Some(method) = self.special(iterator, "__next__")? else {
            let text = format!("'{}' object is not an iterator", self.class(iterator).name_in_errors());
            return self.raise_text(Role::TypeError, &text);
        };
        match self.call_values(method, &[]) {
            Ok(value) => Ok(Some(value)),
            Err(Stop::Raise(exception)) if self.is_exception(exception, Role::StopIteration) => {
                self.generators.result = self.stop_value(exception)?;
                Ok(None)
            }
            Err(other) => Err(other),
        }
    }

    /// `value` of a StopIteration.
    pub fn stop_value(&mut self, exception: Value) -> Flow<Value> {
        if let State::Slots(slots) = &self.arena.get(exception).state
            && let Some(arguments) = slots.first().copied()
            && let Some(first) = self.items_of(arguments)?.first()
        {
            return Ok(*first);
        }
        Ok(self.none())
    }

    /// All items of an iterable, as C code collects them into a list: it asks for the length hint first.
    pub fn list_values(&mut self, iterable: Value) -> Flow<Vec<Value>> {
        if let Some(items) = self.items_at_hand(iterable)? {
            return Ok(items);
        }
        self.collect_values(iterable, self.role(Role::LengthHint))
    }

    /// The same for a tuple: some versions do not ask for the length hint.
    pub fn tuple_values(&mut self, iterable: Value) -> Flow<Vec<Value>> {
        if let Some(items) = self.items_at_hand(iterable)? {
            return Ok(items);
        }
        self.collect_values(iterable, self.own(OwnFunction::LengthHintOfTuples)?)
    }

    fn collect_values(&mut self, iterable: Value, length_hint: Object) -> Flow<Vec<Value>> {
        let iterator = self.iterator_of(iterable)?;
        self.ask_length(iterable, length_hint)?;
        self.rest_of(iterator, MAXIMUM_ITEMS + 1).and_then(Self::ending)
    }

    /// All items of an iterable, as `PySequence_Fast` gives them: of a list or tuple directly, else by its iterator.
    pub fn sequence_values(&mut self, iterable: Value) -> Flow<Vec<Value>> {
        if let Some(items) = self.items_at_hand(iterable)? {
            return Ok(items);
        }
        let iterator = self.iterator_of(iterable)?;
        self.list_values(iterator)
    }

    /// Calls `__len__` or `__length_hint__` of an iterable as C code does to reserve memory, if it is Python code.
    pub(super) fn ask_length(&mut self, iterable: Value, length_hint: Object) -> Flow<()> {
        let class = self.class(iterable);
        let ask = self.held(length_hint);
        if self.is_none(ask)? || !class.is_python_class() {
            return Ok(());
        }
        for method in ["__len__", "__length_hint__"] {
            if self.type_attribute_named(class, method)?.is_some_and(|method| !method.is_native_attribute()) {
                self.call_values(ask, &[iterable])?;
                break;
            }
        }
        Ok(())
    }

    /// Everything that iterating gives.
    pub fn iterate_values(&mut self, iterable: Value) -> Flow<Vec<Value>> {
        self.iterate_until(iterable, MAXIMUM_ITEMS + 1).and_then(Self::ending)
    }

    fn ending(items: Vec<Value>) -> Flow<Vec<Value>> {
        match items.len() > MAXIMUM_ITEMS {
            true => Err(Stop::graph_break("an iteration that does not seem to end")),
            false => Ok(items),
        }
    }

    /// At most `limit` items of an iterable.
    fn iterate_until(&mut self, iterable: Value, limit: usize) -> Flow<Vec<Value>> {
        if let Some(items) = self.items_at_hand(iterable)? {
            return Ok(items);
        }
        let iterator = self.iterator_of(iterable)?;
        self.rest_of(iterator, limit)
    }

    fn rest_of(&mut self, iterator: Value, limit: usize) -> Flow<Vec<Value>> {
        let mut items = Vec::new();
        while items.len() < limit
            && let Some(item) = self.next_item(iterator)?
        {
            items.push(item);
        }
        Ok(items)
    }

    /// The items of a list or tuple, which CPython takes as they are wherever it iterates.
    pub fn items_at_hand(&mut self, iterable: Value) -> Flow<Option<Vec<Value>>> {
        let iterable = self.force(iterable)?;
        let class = self.class(iterable);
        match &self.arena.get(iterable).state {
            State::Items(items) if class == self.role(Role::List) || class == self.role(Role::Tuple) => Ok(Some(items.clone())),
            State::Constant if class == self.role(Role::Tuple) => self.items_of(iterable).map(Some),
            _ => Ok(None),
        }
    }

    pub fn can_iterate(&mut self, value: Value) -> Flow<bool> {
        let value = self.force(value)?;
        Ok(self.special(value, "__iter__")?.is_some() || self.special(value, "__getitem__")?.is_some())
    }

    fn check_unpackable(&mut self, iterable: Value) -> Flow<()> {
        if self.can_iterate(iterable)? {
            return Ok(());
        }
        let text = format!("cannot unpack non-iterable {} object", self.class(iterable).name_in_errors());
        self.raise_text(Role::TypeError, &text)
    }

    pub fn unpack_exactly(&mut self, iterable: Value, count: usize) -> Flow<Vec<Value>> {
        let iterable = self.force(iterable)?;
        if self.is_left_to_torch(&[iterable])? {
            return self.unpack_tensor(iterable, count);
        }
        self.check_unpackable(iterable)?;
        // One more tells that there are too many: an iterator keeps the rest.
        let items = self.iterate_until(iterable, count + 1)?;
        if items.len() < count {
            let text = format!("not enough values to unpack (expected {count}, got {})", items.len());
            return self.raise_text(Role::ValueError, &text);
        }
        if items.len() > count {
            let count = self.int_constant(count as i64)?;
            return self.refuse(OwnFunction::TooMany, &[iterable, count]);
        }
        Ok(items)
    }

    /// `a, *b, c = iterable`: the items before, the list, the items after.
    pub fn unpack_with_rest(&mut self, iterable: Value, before: usize, after: usize) -> Flow<Vec<Value>> {
        let iterable = self.force(iterable)?;
        self.check_unpackable(iterable)?;
        let mut items = match self.items_at_hand(iterable)? {
            Some(items) => items,
            None => {
                let iterator = self.iterator_of(iterable)?;
                let mut items = self.rest_of(iterator, before)?;
                if items.len() == before {
                    items.extend(self.list_values(iterator)?);
                }
                items
            }
        };
        if items.len() < before + after {
            let text = format!("not enough values to unpack (expected at least {}, got {})", before + after, items.len());
            return self.raise_text(Role::ValueError, &text);
        }
        let tail = items.split_off(items.len() - after);
        let rest = items.split_off(before);
        let class = self.role(Role::List);
        items.push(self.make_items(class, rest));
        items.extend(tail);
        Ok(items)
    }
}
