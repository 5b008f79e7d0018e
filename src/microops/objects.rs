//! Externs of the object model, in terms of the rest of this folder.

use crate::graph::Argument;
use crate::interpreter::Trace;
use crate::rules::externs::ObjectsExterns;
use crate::rules::types::{Name, Values};
use crate::rules::{Flow, Stop};
use crate::sources::SourceKind;
use crate::tables::{OwnFunction, Role, ValueFact};
use crate::values::{State, Value};
use crate::world::Meaning;

impl ObjectsExterns for Trace<'_> {
    fn class_of(&mut self, value: Value) -> Flow<Value> {
        let value = self.force_class(value)?;
        let class = self.class(value);
        Ok(self.held(class))
    }

    fn is_same(&mut self, left: Value, right: Value) -> Flow<bool> {
        self.same(left, right)
    }

    fn bool_value(&mut self, truth: bool) -> Flow<Value> {
        Ok(self.bool_constant(truth))
    }

    fn int_value(&mut self, number: i64) -> Flow<Value> {
        self.int_constant(number)
    }

    fn text_value(&mut self, text: &'static str) -> Flow<Value> {
        self.text_constant(text)
    }

    fn index_of(&mut self, value: Value) -> Flow<Value> {
        self.index_value(value)
    }

    fn int_of(&mut self, value: Value) -> Flow<i64> {
        self.int_from(value)
    }

    fn truth(&mut self, value: Value) -> Flow<bool> {
        self.truth_of(value)
    }

    fn get_attribute(&mut self, object: Value, name: Name) -> Flow<Value> {
        self.get_attr(object, name.0)
    }

    fn set_attribute(&mut self, object: Value, name: Name, value: Value) -> Flow<()> {
        self.set_attr(object, name.0, value)
    }

    fn delete_attribute(&mut self, object: Value, name: Name) -> Flow<()> {
        self.delete_attr(object, name.0)
    }

    fn name_of(&mut self, text: Value) -> Flow<Name> {
        let text = self.force(text)?;
        match self.as_constant(text).filter(|text| text.is_str()) {
            Some(text) => {
                let text = crate::python::Owned::interned_equal(text).map_err(Stop::python)?;
                Ok(Name(self.keeper.keep_owned(text)))
            }
            None => Err(Stop::graph_break("an attribute name that is not known while tracing")),
        }
    }

    fn find_attribute(&mut self, object: Value, name: Name) -> Flow<Option<Value>> {
        self.find_attr(object, name.0)
    }

    fn generic_get_attribute(&mut self, object: Value, name: Name) -> Flow<Value> {
        match self.generic_find(object, name.0)? {
            Some(value) => Ok(value),
            None => {
                let text = format!("'{}' object has no attribute '{}'", self.class(object).name_in_errors(), name.0.text());
                self.missing_attribute(object, name.0, &text)
            }
        }
    }

    fn type_get_attribute(&mut self, class: Value, name: Name) -> Flow<Value> {
        match self.type_find(class, name.0)? {
            Some(value) => Ok(value),
            None => self.raise_text(Role::AttributeError, &name.0.text()),
        }
    }

    fn generic_set_attribute(&mut self, object: Value, name: Name, value: Value) -> Flow<()> {
        self.generic_set(object, name.0, value)
    }

    fn generic_delete_attribute(&mut self, object: Value, name: Name) -> Flow<()> {
        let object = self.force(object)?;
        let class = self.class(object);
        if let Meaning::Found(descriptor) = self.class_meaning(class, name.0, None)?
            && self.descriptor_kind(descriptor)?.1
        {
            return self.delete_by_descriptor(descriptor, object, name.0);
        }
        if let Some(written) = self.known_object(object).filter(|object| object.is_class()) {
            if self.classes.traced.contains_key(&written) {
                return self.store_on_traced_class(written, name.0, None);
            }
            self.may_store_on_class(written, name.0, None)?;
        }
        let hash = name.0.plain_hash().ok_or_else(|| Stop::Abandon("a name without a hash".into()))?;
        let Some(dict) = self.dict_to_write(object)? else { return self.refuse_attribute(object, name.0) };
        match self.map_remove(dict, crate::values::Key::Object { object: name.0, hash })? {
            Some(_) => Ok(()),
            None => {
                let text = match self.known_object(object).filter(|object| object.is_class()) {
                    Some(class) => format!("type object '{}' has no attribute '{}'", class.name_in_errors(), name.0.text()),
                    None => format!("'{}' object has no attribute '{}'", class.name_in_errors(), name.0.text()),
                };
                self.raise_text(Role::AttributeError, &text)
            }
        }
    }

    fn instance_dict(&mut self, object: Value) -> Flow<Value> {
        let object = self.force(object)?;
        match self.dict_of(object)? {
            Some(dict) => {
                // To know whose it is changes nothing in it.
                if self.known_object(dict).is_none()
                    && let State::Map(map) = &mut self.arena.edit(dict).state
                    && !map.assigned
                {
                    map.owner = Some(object);
                }
                Ok(dict)
            }
            None => {
                let text = format!("'{}' object has no attribute '__dict__'", self.class(object).name_in_errors());
                self.raise_text(Role::AttributeError, &text)
            }
        }
    }

    fn set_instance_dict(&mut self, object: Value, dict: Value) -> Flow<()> {
        let (object, dict) = (self.force(object)?, self.force(dict)?);
        let owned = match &self.arena.get(dict).state {
            State::Map(map) if self.class(dict).is_subclass(self.role(Role::Dict)) => map.owner.is_some(),
            _ => return Err(Stop::graph_break(format!("{} as an instance dict", self.describe(dict)))),
        };
        if owned {
            return Err(Stop::graph_break("the dict of an instance that the trace made, as that of another one"));
        }
        // The one that it had may live on, as nobody's.
        if let Some(before) = self.dict_of(object)?
            && let State::Map(map) = &mut self.arena.edit(before).state
        {
            map.owner = None;
        }
        self.arena.write(object).dict = Some(dict);
        if self.known_object(dict).is_none()
            && let State::Map(map) = &mut self.arena.edit(dict).state
        {
            map.assigned = true;
        }
        Ok(())
    }

    fn slot_get(&mut self, descriptor: Value, object: Value) -> Flow<Value> {
        let descriptor = self.known_object(descriptor).ok_or_else(|| Stop::Abandon("a slot without its descriptor".into()))?;
        match self.read_slot(descriptor, object)? {
            Some(value) => Ok(value),
            None => self.raise_text(Role::AttributeError, &descriptor.name_text()),
        }
    }

    fn slot_set(&mut self, descriptor: Value, object: Value, value: Value) -> Flow<()> {
        let descriptor = self.known_object(descriptor).ok_or_else(|| Stop::Abandon("a slot without its descriptor".into()))?;
        self.write_slot(descriptor, object, value)
    }

    fn written_slot(&mut self, descriptor: Value, object: Value) -> Flow<Option<Value>> {
        let object = self.force(object)?;
        let descriptor = self.known_object(descriptor).ok_or_else(|| Stop::Abandon("a slot without its descriptor".into()))?;
        let written = self.slots.written.get(&(self.arena.resolve(object), descriptor)).copied();
        Ok(written.filter(|value| !value.is_null()))
    }

    fn has_fact(&mut self, value: Value, fact: ValueFact) -> Flow<bool> {
        if fact == ValueFact::Unread {
            return Ok(matches!(self.arena.get(value).state, State::Lazy));
        }
        let value = self.force(value)?;
        Ok(match fact {
            ValueFact::Unread => false,
            ValueFact::Drawn => matches!(self.arena.get(value).state, State::Drawn),
            ValueFact::OfBody => match self.arena.get(value).state {
                State::Tensor(node) => self.graph.owner(node) == self.graph.current,
                State::Symbol(dim) => self.graph.is_number_of_body(dim, &self.shapes),
                _ => false,
            },
            ValueFact::TracedClass => self.known_object(value).is_some_and(|class| self.classes.traced.contains_key(&class)),
            ValueFact::MovedEntries => self.has_moved_entries(value)?,
            ValueFact::Draws => {
                matches!(&self.arena.get(value).state, State::Body(Argument::Body(body)) if self.graph.draws_inside(*body))
            }
            ValueFact::CalledLater => {
                let callee = self.known_object(value);
                self.calls.later.iter().any(|(waiting, _)| self.known_object(*waiting) == callee)
            }
            ValueFact::HasDict => self.has_dict(value)?,
        })
    }

    fn watch(&mut self) -> Flow<()> {
        Trace::watch(self)
    }

    fn hold(&mut self, made: Value) -> Flow<()> {
        let made = self.force(made)?;
        Trace::hold(self, made);
        Ok(())
    }

    fn existed_before(&mut self, value: Value) -> Flow<bool> {
        let value = self.force(value)?;
        Ok(self.known_object(value).is_some())
    }

    fn native_attribute(&mut self, object: Value, name: &'static str) -> Flow<Value> {
        self.read_native(object, name, SourceKind::Attribute)
    }

    fn asked_attribute(&mut self, object: Value, name: &'static str) -> Flow<Value> {
        self.read_native(object, name, SourceKind::AskedAttribute)
    }

    fn fixed_attribute(&mut self, object: Value, name: &'static str) -> Flow<Value> {
        let object = self.force(object)?;
        let real = self
            .known_object(object)
            .ok_or_else(|| Stop::graph_break(format!("attribute '{name}' of {}", self.describe(object))))?;
        let name = self.library.name(name)?;
        self.fold_objects(self.role(Role::GetAttributeFunction), &[real, name])
    }

    fn new_instance(&mut self, class: Value) -> Flow<Value> {
        let class = self.class_to_make(class)?;
        self.instance_of(class)
    }

    fn new_object(&mut self, class: Value, state: Values) -> Flow<Value> {
        let class = self.class_to_make(class)?;
        let state = self.lists.get(state).to_vec();
        Ok(self.make(class, State::Slots(state)))
    }

    fn later(&mut self, callee: Value, arguments: Values) -> Flow<Value> {
        let positional = self.lists.get(arguments).to_vec();
        let class = self.role(Role::Object);
        Ok(self.make(class, State::Deferred { callee, positional }))
    }

    fn later_text(&mut self, callee: Value, arguments: Values) -> Flow<Value> {
        let arguments = self.lists.get(arguments).to_vec();
        Ok(self.make_later_text(callee, arguments))
    }

    fn load_method(&mut self, object: Value, name: Name) -> Flow<Values> {
        let found = self.get_attr(object, name.0)?;
        if self.arena.get(found).object.is_none()
            && let Some((function, receiver)) = self.bound_parts(found)
        {
            return Ok(self.lists.of(&[function, receiver]));
        }
        Ok(self.lists.of(&[Value::NULL, found]))
    }

    fn binary(&mut self, operator: i64, left: Value, right: Value) -> Flow<Value> {
        self.binary_operator(operator as usize, left, right)
    }

    fn compare(&mut self, comparator: i64, left: Value, right: Value) -> Flow<Value> {
        self.compare_operator(comparator as usize, left, right)
    }

    fn unary(&mut self, method: &'static str, operand: Value) -> Flow<Value> {
        self.unary_operator(method, operand)
    }

    fn equal(&mut self, left: Value, right: Value) -> Flow<bool> {
        self.equal_values(left, right)
    }

    fn contained(&mut self, container: Value, item: Value) -> Flow<Value> {
        self.contained_item(container, item)
    }

    fn get_item(&mut self, container: Value, key: Value) -> Flow<Value> {
        self.subscript(container, key)
    }

    fn set_item(&mut self, container: Value, key: Value, value: Value) -> Flow<()> {
        let container = self.force(container)?;
        match self.special(container, "__setitem__")? {
            Some(method) => self.call_values(method, &[key, value]).map(|_| ()),
            // One slot of the class is for both, and says that the method is missing.
            None if self.special(container, "__delitem__")?.is_some() => Err(Stop::graph_break(format!(
                "assignment to an item of {}, whose items can be deleted alone",
                self.describe(container)
            ))),
            None => {
                let text = format!("'{}' object does not support item assignment", self.class(container).name_in_errors());
                self.raise_text(Role::TypeError, &text)
            }
        }
    }

    fn delete_item(&mut self, container: Value, key: Value) -> Flow<()> {
        let container = self.force(container)?;
        match self.special(container, "__delitem__")? {
            Some(method) => self.call_values(method, &[key]).map(|_| ()),
            None => Err(Stop::graph_break(format!("deletion of an item of {}", self.describe(container)))),
        }
    }

    fn length(&mut self, container: Value) -> Flow<Value> {
        self.length_of(container)
    }

    fn iterator(&mut self, iterable: Value) -> Flow<Value> {
        self.iterator_of(iterable)
    }

    fn next(&mut self, iterator: Value) -> Flow<Option<Value>> {
        self.next_item(iterator)
    }

    fn send(&mut self, generator: Value, value: Value) -> Flow<Option<Value>> {
        let generator = self.force(generator)?;
        if let State::Generator(_) = self.arena.get(generator).state {
            return self.resume(generator, Ok(value));
        }
        if self.is_none(value)? {
            return self.next_item(generator);
        }
        let name = self.library.name("send")?;
        let method = self.get_attr(generator, name)?;
        match self.call_values(method, &[value]) {
            Ok(value) => Ok(Some(value)),
            Err(Stop::Raise(exception)) if self.is_exception(exception, Role::StopIteration) => {
                self.generators.result = self.stop_value(exception)?;
                Ok(None)
            }
            Err(other) => Err(other),
        }
    }

    fn sent_result(&mut self) -> Flow<Value> {
        Ok(self.generators.result)
    }

    fn throw_into(&mut self, generator: Value, exception: Value) -> Flow<Option<Value>> {
        self.throw(generator, exception)
    }

    fn is_suspended(&mut self, generator: Value) -> Flow<bool> {
        let generator = self.force(generator)?;
        self.is_suspended_generator(generator)
    }

    fn function_of_generator(&mut self, generator: Value) -> Flow<Value> {
        self.maker_of_generator(generator)
    }

    fn close_generator(&mut self, generator: Value) -> Flow<Value> {
        self.close(generator)
    }

    fn is_iterable(&mut self, value: Value) -> Flow<bool> {
        self.can_iterate(value)
    }

    fn iterate(&mut self, iterable: Value) -> Flow<Values> {
        let items = self.iterate_values(iterable)?;
        Ok(self.lists.of(&items))
    }

    fn items_for_list(&mut self, iterable: Value) -> Flow<Values> {
        let items = self.list_values(iterable)?;
        Ok(self.lists.of(&items))
    }

    fn items_for_tuple(&mut self, iterable: Value) -> Flow<Values> {
        let items = self.tuple_values(iterable)?;
        Ok(self.lists.of(&items))
    }

    fn as_sequence(&mut self, iterable: Value) -> Flow<Values> {
        let items = self.sequence_values(iterable)?;
        Ok(self.lists.of(&items))
    }

    fn call_each(&mut self, method: Value, receiver: Value, iterable: Value) -> Flow<()> {
        if let Some(items) = self.items_at_hand(iterable)? {
            for item in items {
                self.call_values(method, &[receiver, item])?;
            }
            return Ok(());
        }
        let iterator = self.iterator_of(iterable)?;
        while let Some(item) = self.next_item(iterator)? {
            self.call_values(method, &[receiver, item])?;
        }
        Ok(())
    }

    fn unpack(&mut self, iterable: Value, before: i64, rest: bool, after: i64) -> Flow<Values> {
        let items = if rest {
            self.unpack_with_rest(iterable, before as usize, after as usize)?
        } else {
            self.unpack_exactly(iterable, before as usize)?
        };
        Ok(self.lists.of(&items))
    }

    fn to_text(&mut self, value: Value) -> Flow<Value> {
        self.text_of(value)
    }

    fn to_repr(&mut self, value: Value) -> Flow<Value> {
        self.repr_of(value)
    }

    fn format(&mut self, value: Value, specification: Value) -> Flow<Value> {
        self.format_value(value, specification)
    }

    fn join_texts(&mut self, texts: Values) -> Flow<Value> {
        let texts = self.lists.get(texts).to_vec();
        self.join(&texts)
    }

    fn hash_value(&mut self, value: Value) -> Flow<Value> {
        let value = self.specialised(value)?;
        if let Some(hash) = self.traced_hash(value)? {
            return self.int_constant(hash as i64);
        }
        let value = self.plain_tuple(value)?;
        self.specialise_parts(value)?;
        let object = match self.real_reference(value)? {
            Some(reference) => Some(reference),
            None => self.as_python_constant(value)?.or(self.known_object(value)),
        };
        let object = match object {
            None if self.library.hashes_purely(self.class(value)) => self.to_python(value)?,
            found => found,
        };
        let hash = match object {
            Some(object) => {
                self.fix_hash(object)?;
                match object.plain_hash() {
                    Some(hash) => Some(hash),
                    None => self.pure_hash(object)?,
                }
            }
            None => None,
        };
        if self.hashes_by_identity(value)? {
            self.fix_identity(value)?;
        }
        match hash {
            Some(hash) => self.int_constant(hash as i64),
            None if self.is_unhashable(self.class(value))? => {
                let text = format!("unhashable type: '{}'", self.class(value).name_in_errors());
                self.raise_text(Role::TypeError, &text)
            }
            None => self.later_hash(value),
        }
    }

    fn get_special(&mut self, object: Value, name: &'static str) -> Flow<Value> {
        let object = self.force(object)?;
        match self.special(object, name)? {
            Some(method) => Ok(method),
            None => {
                let class = self.class(object);
                let (class, name) = (self.held(class), self.text_constant(name)?);
                self.refuse(OwnFunction::NoContextManager, &[class, name])
            }
        }
    }

    fn merge_keywords(&mut self, callee: Value, dict: Value, mapping: Value) -> Flow<()> {
        let mapping = self.force(mapping)?;
        let plain = self.class(mapping) == self.role(Role::Dict) && matches!(self.arena.get(mapping).state, State::Map(_));
        let mut entries = Vec::new();
        if plain {
            for (key_value, value) in self.map_values(mapping)? {
                entries.push((self.key_of(key_value)?, key_value, value));
            }
        }
        let mut twice = false;
        for (key, ..) in &entries {
            twice |= self.map_get(dict, *key)?.is_some();
        }
        if !plain || twice {
            let merge = self.held(self.own(OwnFunction::MergeKeywords)?);
            return self.call_values(merge, &[callee, dict, mapping]).map(|_| ());
        }
        for (key, key_value, value) in entries {
            self.map_set(dict, key, key_value, value)?;
        }
        Ok(())
    }

    fn is_instance(&mut self, value: Value, class: Value) -> Flow<bool> {
        let (value, class) = (self.force_class(value)?, self.force(class)?);
        match self.known_object(class).filter(|object| object.is_class()) {
            Some(known) if self.checks_plainly(known)? => Ok(self.derives(self.class(value), known)),
            _ => self.instance_check(value, class),
        }
    }

    fn says_instance(&mut self, value: Value, class: Value) -> Flow<bool> {
        self.instance_check(value, class)
    }

    fn is_subclass(&mut self, class: Value, of: Value) -> Flow<bool> {
        self.subclass_check(class, of)
    }

    fn in_class(&mut self, class: Value, name: Name) -> Flow<bool> {
        let class = self.class_object(class)?;
        Ok(self.type_attribute(class, name.0).is_some())
    }

    fn name_in_errors(&mut self, class: Value) -> Flow<Value> {
        let object = self.class_object(class)?;
        if !object.is_immutable() {
            let name = self.native_attribute(class, "__name__")?;
            self.force(name)?;
        }
        self.text_constant(&object.name_in_errors())
    }

    fn is_callable(&mut self, value: Value) -> Flow<bool> {
        let value = self.force(value)?;
        let class = self.class(value);
        Ok(self.type_attribute_named(class, "__call__")?.is_some())
    }

    fn identity(&mut self, value: Value) -> Flow<Value> {
        let value = self.force(value)?;
        match self.known_object(value) {
            Some(object) if self.is_held(value) => self.int_constant(object.as_ptr() as i64),
            // The number is known at run time alone; until then it is good for the key of a dict that the trace made.
            _ => {
                let value = self.arena.resolve(value);
                if let Some(known) = self.notes.identities.get(&value) {
                    return Ok(*known);
                }
                let callee = self.role(Role::Identity);
                let callee = self.held(callee);
                let class = self.role(Role::Int);
                let made = self.make(class, State::Deferred { callee, positional: vec![value] });
                self.tell_apart(value);
                self.notes.identities.insert(value, made);
                Ok(made)
            }
        }
    }
}
