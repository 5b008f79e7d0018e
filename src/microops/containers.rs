//! Lists, tuples, dicts and sets: their contents.

use crate::guards::Fact;
use crate::interpreter::Trace;
use crate::python::{Object, Owned, read};
use crate::rules::externs::ContainersExterns;
use crate::rules::externs::ObjectsExterns as _;
use crate::rules::types::Values;
use crate::rules::{Flow, Stop};
use crate::sources::SourceKind;
use crate::tables::{OwnFunction, Role, guard_rules};
use crate::values::{Key, State, Value};

/// How many items a sequence that tracing makes may have.
const MAXIMUM_ITEMS: usize = 1_000_000;

/// What a slice selects of a sequence: the indices from `start` on, which lies within the sequence or just outside.
struct Selected {
    start: i64,
    step: i64,
    indices: Vec<usize>,
}

impl Trace<'_> {
    pub fn make_items(&mut self, class: Object, items: Vec<Value>) -> Value {
        self.make(class, State::Items(items))
    }

    /// The contents of a list or tuple.
    pub fn items_of(&mut self, container: Value) -> Flow<Vec<Value>> {
        let container = self.force(container)?;
        let tracked = self.arena.get(container);
        match &tracked.state {
            State::Items(items) => Ok(items.clone()),
            State::Constant => {
                let object = tracked.object.filter(|object| object.is_tuple());
                let object = object.ok_or_else(|| Stop::Abandon("wanted the items of a constant".into()))?;
                Ok(object.items().into_iter().map(|item| self.constant_value(item)).collect())
            }
            _ => Err(Stop::graph_break(format!("the items of {}", self.describe(container)))),
        }
    }

    /// The number of items, without copying them.
    pub fn len_of_items(&mut self, container: Value) -> Flow<usize> {
        let container = self.force(container)?;
        let tracked = self.arena.get(container);
        match &tracked.state {
            State::Items(items) => Ok(items.len()),
            State::Constant => Ok(tracked.object.and_then(Object::sequence_len).unwrap_or(0)),
            _ => Err(Stop::graph_break(format!("the length of {}", self.describe(container)))),
        }
    }

    fn push_items(&mut self, list: Value, new: &[Value]) -> Flow<()> {
        let list = self.recognise(list)?;
        match &mut self.arena.write(list).state {
            State::Items(items) | State::Grown(items) => {
                items.extend_from_slice(new);
                Ok(())
            }
            _ => Err(Stop::graph_break("a change of a list that cannot be read")),
        }
    }

    pub fn map_len(&mut self, container: Value) -> Flow<usize> {
        self.complete_map(container)?;
        Ok(self.map(container)?.present().count())
    }

    /// A constant without a source: an element of a constant, or of the code's constants.
    pub fn constant_value(&mut self, object: Object) -> Value {
        self.keeper.keep(object);
        self.arena.constant(object)
    }

    pub fn bool_constant(&mut self, truth: bool) -> Value {
        let object = self.library.truth(truth);
        self.arena.constant(object)
    }

    pub fn int_constant(&mut self, number: i64) -> Flow<Value> {
        let object = crate::python::Owned::int(number).map_err(Stop::python)?;
        let object = self.keeper.keep_owned(object);
        Ok(self.arena.constant(object))
    }

    pub fn text_constant(&mut self, text: &str) -> Flow<Value> {
        let object = self.intern_text(text)?;
        Ok(self.arena.constant(object))
    }

    pub fn intern_text(&mut self, text: &str) -> Flow<Object> {
        let object = crate::python::Owned::interned(text).map_err(Stop::python)?;
        Ok(self.keeper.keep_owned(object))
    }

    /// A Python object equal to the value, if it is made of constants all through.
    pub fn as_python_constant(&mut self, value: Value) -> Flow<Option<Object>> {
        let mut value = self.decided(value)?;
        if let State::Symbol(dim) = self.arena.get(value).state
            && let Some(number) = self.shapes.known(dim)
        {
            value = self.int_constant(number)?;
        }
        if let Some(object) = self.as_constant(value) {
            return Ok(Some(object));
        }
        let class = self.class(value);
        let (frozen, items) = match &self.arena.get(value).state {
            State::Items(items) if class == self.role(Role::Tuple) => (false, items.clone()),
            State::Map(_) if class == self.role(Role::Frozenset) => {
                (true, self.map_values(value)?.into_iter().map(|(key, _)| key).collect())
            }
            _ => return Ok(None),
        };
        let mut objects = Vec::with_capacity(items.len());
        for item in items {
            let item = self.force(item)?;
            match self.nested(|trace| trace.as_python_constant(item))? {
                Some(object) => objects.push(object),
                // A class or function known by identity serves as well.
                None => match self.known_object(item) {
                    Some(object) if object.plain_hash().is_some() && self.is_identity(item) => objects.push(object),
                    _ => return Ok(None),
                },
            }
        }
        let made = if frozen { crate::python::Owned::frozenset(&objects) } else { crate::python::Owned::tuple(&objects) };
        Ok(Some(self.keeper.keep_owned(made.map_err(Stop::python)?)))
    }

    /// Whether the value is an object that the entry keeps alive, so that its address stays.
    pub fn is_held(&self, value: Value) -> bool {
        let source = self.arena.get(value).source;
        source.is_some_and(|source| matches!(self.sources.kind(source), crate::sources::SourceKind::Held(_)))
    }

    /// Whether the value is an object known by identity (a class, a function, a module).
    pub fn is_identity(&self, value: Value) -> bool {
        let tracked = self.arena.get(value);
        matches!(tracked.state, State::Plain) && tracked.object.is_some()
    }

    /// What a slice selects of `length` items.
    fn selected(&mut self, slice: Value, length: usize) -> Flow<Selected> {
        let slice = self.force(slice)?;
        let parts = match &self.arena.get(slice).state {
            State::Slots(parts) if parts.len() == 3 => [parts[0], parts[1], parts[2]],
            State::Constant => {
                let parts = self.known_object(slice).and_then(Object::slice_parts);
                let (a, b, c) = parts.ok_or_else(|| Stop::Abandon("a slice without parts".into()))?;
                [self.constant_value(a), self.constant_value(b), self.constant_value(c)]
            }
            _ => return Err(Stop::graph_break("a slice that cannot be read")),
        };
        let mut bounds = [None; 3];
        for (bound, part) in bounds.iter_mut().zip(parts) {
            let part = self.force(part)?;
            let none = self.role(Role::None);
            if self.as_constant(part) != Some(none) {
                if !self.is_symbol_value(part) && self.special(part, "__index__")?.is_none() {
                    let text = self.own(OwnFunction::NoSliceIndex)?.text();
                    return self.raise_text(Role::TypeError, &text);
                }
                *bound = Some(self.int_from(part)?);
            }
        }
        let length = length as i64;
        let step = bounds[2].unwrap_or(1);
        if step == 0 {
            return self.raise_text(Role::ValueError, "slice step cannot be zero");
        }
        let clamp = |bound: i64, low: i64, high: i64| {
            let bound = if bound < 0 { bound + length } else { bound };
            bound.clamp(low, high)
        };
        let (low, high) = if step > 0 { (0, length) } else { (-1, length - 1) };
        let (first, last) = if step > 0 { (low, high) } else { (high, low) };
        let start = bounds[0].map_or(first, |bound| clamp(bound, low, high));
        let stop = bounds[1].map_or(last, |bound| clamp(bound, low, high));
        let steps = std::iter::successors(Some(start), |index| index.checked_add(step));
        let before_stop = |index: &i64| if step > 0 { *index < stop } else { *index > stop };
        let indices = steps.take_while(before_stop).map(|index| index as usize).collect();
        Ok(Selected { start, step, indices })
    }
}

impl ContainersExterns for Trace<'_> {
    fn items(&mut self, container: Value) -> Flow<Values> {
        let items = self.items_of(container)?;
        Ok(self.lists.of(&items))
    }

    fn new_items(&mut self, class: Value, items: Values) -> Flow<Value> {
        let class = self.class_to_make(class)?;
        let items = self.lists.get(items).to_vec();
        if items.is_empty() && class == self.role(Role::Tuple) {
            // There is one empty tuple.
            let empty = self.keeper.keep_owned(Owned::tuple(&[]).map_err(Stop::python)?);
            return Ok(self.arena.constant(empty));
        }
        Ok(self.make_items(class, items))
    }

    fn item_at(&mut self, container: Value, index: i64) -> Flow<Value> {
        let container = self.force(container)?;
        let found = match &self.arena.get(container).state {
            State::Items(items) => usize::try_from(index).ok().and_then(|index| items.get(index).copied()),
            _ => {
                let items = self.items_of(container)?;
                usize::try_from(index).ok().and_then(|index| items.get(index).copied())
            }
        };
        found.ok_or_else(|| Stop::Abandon("a rule read an item beyond the end".into()))
    }

    fn set_item_at(&mut self, container: Value, index: i64, item: Value) -> Flow<()> {
        let container = self.force(container)?;
        match &mut self.arena.write(container).state {
            State::Items(items) if (index as usize) < items.len() => {
                items[index as usize] = item;
                Ok(())
            }
            _ => Err(Stop::Abandon("a rule wrote an item beyond the end".into())),
        }
    }

    fn splice(&mut self, list: Value, at: i64, remove: i64, items: Values) -> Flow<()> {
        let list = self.force(list)?;
        let new = self.lists.get(items).to_vec();
        match &mut self.arena.write(list).state {
            State::Items(items) => {
                let at = (at.max(0) as usize).min(items.len());
                let end = (at + remove.max(0) as usize).min(items.len());
                items.splice(at..end, new);
                Ok(())
            }
            _ => Err(Stop::graph_break("a change of a list that cannot be read")),
        }
    }

    fn append_items(&mut self, list: Value, items: Values) -> Flow<()> {
        let new = self.lists.get(items).to_vec();
        self.push_items(list, &new)
    }

    fn extend_items(&mut self, list: Value, iterable: Value) -> Flow<()> {
        if let Some(items) = self.items_at_hand(iterable)? {
            return self.push_items(list, &items);
        }
        let iterator = self.iterator_of(iterable)?;
        self.ask_length(iterable, self.role(Role::LengthHint))?;
        let mut count = 0;
        while let Some(item) = self.next_item(iterator)? {
            self.push_items(list, &[item])?;
            count += 1;
            if count > MAXIMUM_ITEMS {
                return Err(Stop::graph_break("an iteration that does not seem to end"));
            }
        }
        Ok(())
    }

    fn item_count(&mut self, container: Value) -> Flow<i64> {
        self.len_of_items(container).map(|count| count as i64)
    }

    fn concatenate(&mut self, left: Values, right: Values) -> Flow<Values> {
        let mut both = self.lists.get(left).to_vec();
        both.extend_from_slice(self.lists.get(right));
        Ok(self.lists.of(&both))
    }

    fn slice_of(&mut self, values: Values, slice: Value) -> Flow<Values> {
        let items = self.lists.get(values).to_vec();
        let selected = self.selected(slice, items.len())?;
        let picked: Vec<Value> = selected.indices.into_iter().map(|index| items[index]).collect();
        Ok(self.lists.of(&picked))
    }

    fn replace_slice(&mut self, list: Value, slice: Value, items: Option<Values>) -> Flow<()> {
        let list = self.force(list)?;
        let length = self.len_of_items(list)?;
        let Selected { start, step, mut indices } = self.selected(slice, length)?;
        let Some(items) = items else {
            indices.sort_unstable();
            if let State::Items(items) = &mut self.arena.write(list).state {
                for index in indices.into_iter().rev() {
                    items.remove(index);
                }
            }
            return Ok(());
        };
        if step == 1 {
            return self.splice(list, start, indices.len() as i64, items);
        }
        let new = self.lists.get(items).to_vec();
        if indices.len() != new.len() {
            let text = format!("attempt to assign sequence of size {} to extended slice of size {}", new.len(), indices.len());
            return self.raise_text(Role::ValueError, &text);
        }
        if let State::Items(items) = &mut self.arena.write(list).state {
            for (index, value) in indices.into_iter().zip(new) {
                items[index] = value;
            }
        }
        Ok(())
    }

    fn reversed_values(&mut self, values: Values) -> Flow<Values> {
        let mut items = self.lists.get(values).to_vec();
        items.reverse();
        Ok(self.lists.of(&items))
    }

    fn position_of(&mut self, container: Value, index: Value, wrong: &'static str, outside: &'static str) -> Flow<i64> {
        let index = self.force(index)?;
        let container = self.force(container)?;
        if self.special(index, "__index__")?.is_none() {
            let text = format!("{wrong}, not {}", self.class(index).name_in_errors());
            return self.raise_text(Role::TypeError, &text);
        }
        let at = self.int_from(index)?;
        // What has no items of its own (a range) says its length.
        let length = match &self.arena.get(container).state {
            State::Items(_) | State::Constant => self.len_of_items(container)? as i64,
            _ => {
                let length = self.length(container)?;
                self.int_from(length)?
            }
        };
        let position = if at < 0 { at + length } else { at };
        if (0..length).contains(&position) {
            return Ok(position);
        }
        let numbers = [("{index}", at), ("{first}", -length), ("{last}", length - 1)];
        let text = numbers.iter().fold(outside.to_owned(), |text, (name, number)| text.replace(name, &number.to_string()));
        self.raise_text(Role::IndexError, &text)
    }

    fn repeated(&mut self, values: Values, count: Value) -> Flow<Values> {
        let times = self.int_from(count)?.max(0) as usize;
        let items = self.lists.get(values).to_vec();
        if items.len().saturating_mul(times) > MAXIMUM_ITEMS {
            return Err(Stop::graph_break("a sequence repeated more often than tracing can follow"));
        }
        let repeated = items.repeat(times);
        Ok(self.lists.of(&repeated))
    }

    fn range_length(&mut self, start: i64, stop: i64, step: i64) -> Flow<i64> {
        let (low, high) = if step > 0 { (start, stop) } else { (stop, start) };
        let step = step.unsigned_abs();
        if step == 0 || low >= high {
            return Ok(0);
        }
        let length = (high.abs_diff(low) - 1) / step + 1;
        i64::try_from(length).map_err(|_| Stop::graph_break("a range longer than the engine counts"))
    }

    fn is_slice(&mut self, value: Value) -> Flow<bool> {
        let value = self.force(value)?;
        Ok(self.has_role(value, Role::Slice))
    }

    fn new_entries(&mut self, class: Value) -> Flow<Value> {
        let class = self.class_to_make(class)?;
        Ok(self.make_map(class))
    }

    fn removal_count(&mut self, container: Value) -> Flow<i64> {
        let container = self.force(container)?;
        match &self.arena.get(container).state {
            State::Map(map) => Ok(map.removals.into()),
            _ => Ok(0),
        }
    }

    fn iterated(&mut self, container: Value, keys: Value, removals: i64) -> Flow<Value> {
        if self.item_count(keys)? != self.entry_count(container)? || removals != self.removal_count(container)? {
            return Err(Stop::graph_break("an iterator over something whose keys changed since it began"));
        }
        Ok(container)
    }

    fn entry_count(&mut self, container: Value) -> Flow<i64> {
        self.map_len(container).map(|count| count as i64)
    }

    fn find_entry(&mut self, container: Value, key: Value) -> Flow<Option<Value>> {
        let key = self.key_in(container, key)?;
        self.map_get(container, key)
    }

    fn entry_of(&mut self, container: Value, key: Value) -> Flow<Option<Value>> {
        match self.key_there(container, key)? {
            Some(key) => self.map_get(container, key),
            None => Ok(None),
        }
    }

    fn remove_entry_of(&mut self, container: Value, key: Value) -> Flow<Option<Value>> {
        match self.key_there(container, key)? {
            Some(key) => self.map_remove(container, key),
            None => Ok(None),
        }
    }

    fn set_entry(&mut self, container: Value, key: Value, value: Value) -> Flow<()> {
        let hashed = self.key_in(container, key)?;
        self.map_set(container, hashed, key, value)
    }

    fn remove_entry(&mut self, container: Value, key: Value) -> Flow<Option<Value>> {
        let key: Key = self.key_in(container, key)?;
        self.map_remove(container, key)
    }

    fn clear_entries(&mut self, container: Value) -> Flow<()> {
        self.map_clear(container)
    }

    fn entry_keys(&mut self, container: Value) -> Flow<Values> {
        let keys: Vec<Value> = self.map_values(container)?.into_iter().map(|(key, _)| key).collect();
        Ok(self.lists.of(&keys))
    }

    fn entry_hashes(&mut self, container: Value) -> Flow<Option<Value>> {
        self.complete_map(container)?;
        let container = self.force(container)?;
        let entries = self.map(container)?.entries.iter().filter(|(_, entry)| !entry.value.is_null());
        let keys: Vec<(Key, Value)> = entries.map(|(key, entry)| (*key, entry.key)).collect();
        let mut hashes = Vec::with_capacity(keys.len());
        for (key, value) in keys {
            let value = self.force(value)?;
            let hash = match key {
                Key::Made(made) => self.notes.hashes.get(&made).copied(),
                Key::Object { .. } if self.as_constant(value).is_none() && self.hashes_by_identity(value)? => None,
                Key::Object { hash, .. } => Some(hash),
            };
            let Some(hash) = hash else { return Ok(None) };
            hashes.push(self.int_constant(hash as i64)?);
        }
        Ok(Some(self.make_items(self.role(Role::Tuple), hashes)))
    }

    fn add_items(&mut self, set: Value, iterable: Value) -> Flow<()> {
        let iterable = self.force(iterable)?;
        let none = self.none();
        if let Some(items) = self.items_at_hand(iterable)? {
            return items.into_iter().try_for_each(|item| self.set_entry(set, item, none));
        }
        let past = self.past_of(set)?;
        // Of a set its own iterator gives what it holds, whatever a subclass iterates over.
        let kinds = [Role::Set, Role::Frozenset].map(|role| self.role(role));
        let iterator = match kinds.into_iter().find(|kind| self.class(iterable).is_subclass(*kind)) {
            Some(kind) => {
                let method = self.type_attribute_named(kind, "__iter__")?;
                let method = method.ok_or_else(|| Stop::Abandon("sets that do not iterate".into()))?;
                let method = self.held(method);
                self.call_values(method, &[iterable])?
            }
            None => self.iterator_of(iterable)?,
        };
        while let Some(item) = self.next_item(iterator)? {
            self.set_entry(set, item, none)?;
        }
        // These C code takes over at once.
        let at_once = self.is_set_class(self.class(iterable)) || self.class(iterable) == self.role(Role::Dict);
        if at_once && past.is_some() { self.note_step(set, past, "update", iterable) } else { Ok(()) }
    }

    fn find_or_set_entry(&mut self, container: Value, key: Value, value: Value) -> Flow<Value> {
        let hashed = self.key_in(container, key)?;
        if let Some(found) = self.map_get(container, hashed)? {
            return Ok(found);
        }
        self.map_set(container, hashed, key, value)?;
        Ok(value)
    }

    fn sole_value(&mut self, container: Value) -> Flow<Option<Value>> {
        let container = self.force(container)?;
        let State::Map(map) = &self.arena.get(container).state else { return Ok(None) };
        let source = self.arena.get(container).source;
        let unread = map.backing.filter(|_| map.entries.is_empty() && !map.complete);
        if let (Some(value), Some(source)) = (unread.and_then(read::sole_value), source) {
            self.guards.push(source, guard_rules::DICT_LENGTH, None, Fact::Int(1));
            let source = self.sources.intern(SourceKind::SoleValue(source));
            return Ok(Some(self.lazy(value, source)));
        }
        self.complete_map(container)?;
        Ok(None)
    }

    fn copy_entries(&mut self, container: Value, class: Value) -> Flow<Value> {
        let class = self.class_object(class)?;
        let entries = self.map_values(container)?;
        let copy = self.make_map(class);
        let new = self.past_of(copy)?;
        for (key_value, value) in entries {
            // C code copies hashes with the keys.
            let key = match self.hash_told(key_value) {
                Some(_) => self.key_there(container, key_value)?,
                None => Some(self.key_of(key_value)?),
            };
            let key = key.ok_or_else(|| Stop::Abandon("a dict that lacks a key of its own".into()))?;
            self.map_set(copy, key, key_value, value)?;
        }
        if new.is_some() {
            self.note_step(copy, new, "update", container)?;
        }
        Ok(copy)
    }

    fn past_of_set(&mut self, set: Value) -> Flow<Option<Value>> {
        Ok(self.past_of(set)?.map(|past| self.constant_value(past)))
    }

    fn order_of_set(&mut self, set: Value) -> Flow<Option<Values>> {
        Ok(self.order_of_past(set)?.map(|order| self.lists.of(&order)))
    }

    fn item_to_pop(&mut self, set: Value) -> Flow<Option<Value>> {
        let set = self.force(set)?;
        if self.known_object(set).is_some() { self.popped_outside(set) } else { self.popped_of_past(set) }
    }

    fn note_past(&mut self, set: Value, past: Value, method: &'static str, given: Value) -> Flow<()> {
        let past = self.as_constant(past).filter(|past| *past != self.role(Role::None));
        self.note_step(set, past, method, given)
    }

    fn take_past(&mut self, set: Value, past: Value) -> Flow<()> {
        let past = self.as_constant(past).filter(|past| *past != self.role(Role::None));
        self.set_past(set, past)
    }

    fn move_entry(&mut self, container: Value, key: Value, last: bool) -> Flow<bool> {
        let key = self.key_in(container, key)?;
        self.complete_map(container)?;
        if self.map_get(container, key)?.is_none() {
            return Ok(false);
        }
        let container = self.force(container)?;
        if let State::Map(map) = &mut self.arena.write(container).state
            && let Some((_, _, entry)) = map.entries.shift_remove_full(&key)
        {
            map.reordered = true;
            map.removals += 1;
            let at = if last { map.entries.len() } else { 0 };
            map.entries.shift_insert(at, key, entry);
        }
        Ok(true)
    }

    fn is_constant(&mut self, value: Value) -> Flow<bool> {
        Ok(match self.as_python_constant(value)? {
            Some(object) => self.holds_value(object)?,
            None => false,
        })
    }

    fn fold_since(&mut self, stamp: Object, callee: Object, arguments: Values) -> Flow<Value> {
        let arguments = self.lists.get(arguments).to_vec();
        self.ask_since(stamp, callee, &arguments)
    }

    fn fold(&mut self, callee: Value, arguments: Values, keywords: Value) -> Flow<Value> {
        let callee = self.known_object(callee).ok_or_else(|| Stop::Abandon("folding a call of something unknown".into()))?;
        let positional = self.lists.get(arguments).to_vec();
        let keywords = if keywords.is_null() { Vec::new() } else { self.map_values(keywords)? };
        let mut named = Vec::new();
        for (key, value) in keywords {
            if let Some(name) = self.as_constant(key) {
                named.push((name, value));
            }
        }
        let purity = self.library.purity(callee);
        let purity = purity.ok_or_else(|| Stop::Abandon(format!("{} is folded for no reason", callee.name_text())))?;
        self.fold_call(callee, &crate::interpreter::bind::Arguments { positional, named }, purity)
    }
}

impl Trace<'_> {
    /// The class of an object that is about to be made. Breaks the graph if it has `__del__`: only CPython knows when
    /// the object dies.
    pub fn class_to_make(&mut self, class: Value) -> Flow<Object> {
        let class = self.class_object(class)?;
        // How its instances are made is read off its bases.
        self.fix_bases(class);
        if class.is_python_class() && self.type_attribute_named(class, "__del__")?.is_some() {
            return Err(Stop::graph_break(format!("an instance of {}, which has __del__", class.qualified_class_name())));
        }
        Ok(class)
    }

    pub fn class_object(&mut self, class: Value) -> Flow<Object> {
        let class = self.force(class)?;
        self.known_object(class)
            .filter(|object| object.is_class())
            .ok_or_else(|| Stop::graph_break("a class that was made while tracing"))
    }
}
