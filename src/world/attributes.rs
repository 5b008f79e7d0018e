//! CPython's attribute lookup, on existing objects and on those that the trace makes.

use super::*;
use crate::python::read;
use crate::tables::{OwnFunction, PLAIN_NAMES, guard_rules};
use crate::values::Map;

impl Trace<'_> {
    /// The instance dict of a value, if its class gives it one.
    pub fn dict_of(&mut self, value: Value) -> Flow<Option<Value>> {
        let value = self.recognise(value)?;
        let tracked = self.arena.get(value);
        if let Some(dict) = tracked.dict {
            return Ok(Some(dict));
        }
        let class = self.role(Role::Dict);
        let dict = match (tracked.object, tracked.source) {
            (Some(object), source) => {
                if matches!(tracked.state, State::Constant) && source.is_none() && object.is_plain_constant() {
                    return Ok(None);
                }
                let Some(real) = object.instance_dict() else { return Ok(None) };
                // C code made the instance while tracing; each call makes another one, with a dict of its own.
                if self.folding.made.contains(&object) && real.dict_len() == 0 {
                    let dict = self.make_map(class);
                    self.arena.give_dict(value, dict);
                    return Ok(Some(dict));
                }
                self.keeper.keep(real);
                let source = match source {
                    Some(source) => source,
                    None => self.sources.intern(SourceKind::Held(object)),
                };
                let source = self.sources.intern(SourceKind::InstanceDict(source));
                if let Some(known) = self.arena.lookup_object(real) {
                    self.same_dict(known, source);
                    // A class's dict is written by way of the class, so that its version changes.
                    if object.is_class() {
                        self.arena.edit(known).source = Some(source);
                        self.arena.remember_source(source, known);
                    }
                    known
                } else {
                    let state = State::Map(Map::over(real));
                    let dict = self.arena.add(Tracked::existing(real, class, Some(source), state));
                    self.arena.remember_source(source, dict);
                    self.arena.remember_object(real, dict);
                    dict
                }
            }
            (None, _) => {
                if matches!(tracked.state, State::Drawn) {
                    return Err(Stop::graph_break(format!(
                        "the attributes of {}, which exists at run time alone",
                        self.describe(value)
                    )));
                }
                if !tracked.class.class_has_instance_dict() {
                    return Ok(None);
                }
                self.make_map(class)
            }
        };
        self.arena.give_dict(value, dict);
        Ok(Some(dict))
    }

    /// The instance dict of a value whose attributes are written. CPython writes them past what a class of C keeps of a
    /// dict's items, such as their order.
    pub fn dict_to_write(&mut self, value: Value) -> Flow<Option<Value>> {
        let Some(dict) = self.dict_of(value)? else { return Ok(None) };
        let class = self.known_object(dict).map_or_else(|| self.class(dict), Object::class);
        if class.native_base() != Some(self.role(Role::Dict)) {
            return Err(Stop::graph_break(format!("an attribute that is written into a {}", class.qualified_class_name())));
        }
        Ok(Some(dict))
    }

    /// The `__dict__` of a value, if the program assigned it. An object from outside may have been given it back.
    pub fn assigned_dict(&self, value: Value) -> Option<Value> {
        let value = self.arena.resolve(value);
        let dict = self.arena.get(value).dict?;
        let tracked = self.arena.get(dict);
        let own = match (tracked.object, tracked.source.map(|source| self.sources.kind(source))) {
            (None, _) => matches!(&tracked.state, State::Map(map) if !map.assigned),
            (Some(_), Some(SourceKind::InstanceDict(of))) => self.is_at(value, of),
            (Some(_), _) => false,
        };
        (!own).then_some(dict)
    }

    /// Whether the object at a source, if the trace has met it, still has this `__dict__`.
    pub fn has_dict_at(&self, source: SourceId, dict: Value) -> bool {
        let instance = self.arena.lookup_source(source);
        let now = instance.and_then(|instance| self.arena.get(self.arena.resolve(instance)).dict);
        now.is_none_or(|now| self.arena.resolve(now) == dict)
    }

    /// Whether a source leads to this object from outside.
    fn is_at(&self, value: Value, source: SourceId) -> bool {
        match self.sources.kind(source) {
            SourceKind::Held(object) => self.arena.get(value).object == Some(object),
            _ => self.arena.lookup_source(source).is_some_and(|known| self.arena.resolve(known) == value),
        }
    }

    /// Whether a dict was made for an instance whose class gives it one.
    pub fn has_dict(&mut self, value: Value) -> Flow<bool> {
        let tracked = self.arena.get(value);
        match (tracked.object, tracked.source, tracked.dict) {
            (Some(object), Some(source), None) => {
                self.observe_object(guard_rules::LACKS_DICT, object, source, None)?;
                Ok(!read::has_no_dict_yet(object))
            }
            (Some(_), ..) => Ok(true),
            (None, _, None) => Ok(false),
            (None, _, Some(dict)) => Ok(self.was_asked_for(dict) || !self.map_values(dict)?.is_empty()),
        }
    }

    /// Whether the program has a dict of attributes in hand, or took some out of it.
    pub fn was_asked_for(&self, dict: Value) -> bool {
        matches!(&self.arena.get(dict).state, State::Map(map) if map.owner.is_some() || map.removals > 0)
    }

    /// Whether an object from outside lacks an attribute because it has none of its own. A dict would have to be made for
    /// it otherwise, which costs and is visible, in `__reduce__` for example.
    fn is_absent_without_dict(&mut self, value: Value, name: Object) -> Flow<bool> {
        let tracked = self.arena.get(value);
        let (Some(object), None) = (tracked.object, tracked.dict) else { return Ok(false) };
        if object.words_without_attributes().is_none() || object.is_plain_constant() {
            return Ok(false);
        }
        let source = match tracked.source {
            Some(source) => source,
            None => self.sources.intern(SourceKind::Held(object)),
        };
        self.keeper.keep(object);
        self.observe_object(guard_rules::NOT_IN_INSTANCE_DICT, object, source, Some(name))?;
        Ok(true)
    }

    /// Guards that a tracked dict is at this source.
    pub fn same_dict(&mut self, known: Value, source: SourceId) {
        let first = self.arena.get(self.arena.resolve(known)).source;
        if let Some(first) = first.filter(|first| *first != source)
            && !(self.is_fixed_dict(first) && self.is_fixed_dict(source))
        {
            self.guards.push_duplicate(first, source);
        }
    }

    /// Whether the dict at a source is never replaced: that of a module or class, whose identity is guarded.
    fn is_fixed_dict(&self, source: SourceId) -> bool {
        match self.sources.kind(source) {
            SourceKind::Held(_) => true,
            SourceKind::InstanceDict(of) => {
                let object = match self.sources.kind(of) {
                    SourceKind::Held(object) => Some(object),
                    _ => self.arena.lookup_source(of).and_then(|value| self.arena.get(self.arena.resolve(value)).object),
                };
                object.is_some_and(|object| object.is_class() || object.is_module())
            }
            _ => false,
        }
    }

    /// `object.__getattribute__`, without the error at its end.
    pub fn generic_find(&mut self, object: Value, name: Object) -> Flow<Option<Value>> {
        let object = self.recognise(object)?;
        let class = self.class(object);
        let meaning = self.class_meaning(class, name, None)?;
        if let Meaning::Found(descriptor) = meaning {
            // A descriptor with `__set__` alone comes after the instance dict, like a plain class attribute.
            if self.descriptor_kind(descriptor)? == (true, true) {
                return self.bind_descriptor(descriptor, Some(object), class, name).map(Some);
            }
        }
        // The result of a call that compiled code makes on entry has no attributes that shadow those of its class.
        let bare = !matches!(meaning, Meaning::Nothing) && matches!(self.arena.get(object).state, State::Drawn);
        if let Some(value) = self.wrapper_attribute(object, name)? {
            return Ok(Some(value));
        }
        if !bare
            && !self.is_absent_without_dict(object, name)?
            && let Some(dict) = self.dict_of(object)?
            && let Some(value) = self.map_get_name(dict, name)?
        {
            return Ok(Some(value));
        }
        self.read_meaning(meaning, Some(object), class, name)
    }

    /// Breaks the graph at stores to a class that change more than plain attribute reads: of descriptors or special
    /// methods, or over a descriptor.
    pub fn may_store_on_class(&mut self, class: Object, name: Object, value: Option<Value>) -> Flow<()> {
        let text = name.text();
        if class.is_immutable() {
            let text = format!("cannot set '{text}' attribute of immutable type '{}'", class.name_in_errors());
            return self.raise_text(Role::TypeError, &text);
        }
        let plain = PLAIN_NAMES.iter().any(|row| row.name == text);
        let special = text.starts_with("__") && text.ends_with("__") && !plain;
        let guard = guard_rules::ATTRIBUTE_BINDS;
        let source = self.sources.intern(SourceKind::Held(self.keeper.keep(class)));
        let replaces = match self.written_in(class, name)? {
            Some(_) => false,
            None => matches!(self.observe_object(guard, class, source, Some(self.keeper.keep(name)))?, Slot::Bool(true)),
        };
        let binds = match value {
            Some(value) => {
                let value = self.force(value)?;
                let kind = self.class(value);
                let mut is_descriptor = false;
                for method in ["__get__", "__set__", "__delete__"] {
                    is_descriptor |= self.type_attribute_named(kind, method)?.is_some();
                }
                is_descriptor
            }
            None => true,
        };
        if special || replaces || binds {
            return Err(Stop::graph_break(format!("attribute '{text}' of class {} is changed", class.class_name())));
        }
        self.classes.written = true;
        Ok(())
    }

    /// `type.__getattribute__`, without the error at its end.
    pub fn type_find(&mut self, class: Value, name: Object) -> Flow<Option<Value>> {
        let class = self.force(class)?;
        let Some(object) = self.known_object(class) else {
            return Err(Stop::graph_break("an attribute of a class that was made while tracing"));
        };
        let metaclass = self.class(class);
        let meta = self.class_meaning(metaclass, name, None)?;
        if let Meaning::Found(descriptor) = meta
            && self.descriptor_kind(descriptor)? == (true, true)
        {
            return self.bind_descriptor(descriptor, Some(class), metaclass, name).map(Some);
        }
        let own = self.class_meaning(object, name, None)?;
        if let Some(value) = self.read_meaning(own, None, object, name)? {
            return Ok(Some(value));
        }
        self.read_meaning(meta, Some(class), metaclass, name)
    }

    /// The value of a name in a class: binds descriptors.
    fn read_meaning(&mut self, meaning: Meaning, instance: Option<Value>, owner: Object, name: Object) -> Flow<Option<Value>> {
        match meaning {
            Meaning::Found(descriptor) => self.bind_descriptor(descriptor, instance, owner, name).map(Some),
            Meaning::Value(value) => Ok(Some(value)),
            Meaning::Nothing => Ok(None),
        }
    }

    /// A module's attribute: its dict, what its class defines, then its `__getattr__`.
    pub fn module_find(&mut self, module: Value, name: Object) -> Flow<Option<Value>> {
        if let Some(found) = self.generic_find(module, name)? {
            return self.imported(found, name).map(Some);
        }
        let getattr = self.library.name("__getattr__")?;
        let Some(dict) = self.dict_of(module)? else { return Ok(None) };
        match self.map_get_name(dict, getattr)? {
            Some(getattr) => {
                let name = self.arena.constant(name);
                self.call_values(getattr, &[name]).map(Some)
            }
            None => Ok(None),
        }
    }

    /// `super(start, object).name`.
    pub fn super_find(&mut self, start: Object, object: Value, class: Object, name: Object) -> Flow<Option<Value>> {
        let meaning = self.class_meaning(class, name, Some(start))?;
        let instance = if self.known_object(object) == Some(class) { None } else { Some(object) };
        self.read_meaning(meaning, instance, class, name)
    }

    /// Binds a class attribute: the descriptor protocol by kind of descriptor.
    pub fn bind_descriptor(&mut self, descriptor: Object, instance: Option<Value>, owner: Object, name: Object) -> Flow<Value> {
        if !self.descriptor_kind(descriptor)?.0 {
            return Ok(self.held_as(descriptor, || format!("{}.{}", owner.class_name(), name.text())));
        }
        self.applies_to(descriptor, instance, owner)?;
        let kind = descriptor.class();
        let role = |role| self.library.role(role) == kind;
        if role(Role::Function) || role(Role::MethodDescriptor) || role(Role::WrapperDescriptor) {
            let function = self.held_as(descriptor, || format!("{}.{}", owner.class_name(), name.text()));
            return Ok(match instance {
                Some(instance) => self.bound(kind, function, instance),
                None => function,
            });
        }
        if role(Role::StaticMethod) || role(Role::ClassMethod) {
            let bind_class = role(Role::ClassMethod);
            let function = self.wrapped_function(descriptor)?;
            let binds = bind_class && function.class() != self.role(Role::Function);
            if binds && (self.descriptor_kind(function)?.0 || self.type_attribute_named(function.class(), "__call__")?.is_none())
            {
                return Err(Stop::graph_break("a class method around something that is no function"));
            }
            let function = self.held_as(function, || format!("{}.{}", owner.class_name(), name.text()));
            if !bind_class {
                return Ok(function);
            }
            let receiver = self.held(owner);
            let class = self.role(Role::Method);
            return Ok(self.make(class, State::Slots(vec![function, receiver])));
        }
        if role(Role::ClassMethodDescriptor) {
            let function = self.held(descriptor);
            let receiver = self.held(owner);
            return Ok(self.bound(kind, function, receiver));
        }
        if let Some(getter) = self.library.getter(descriptor) {
            let Some(instance) = instance else { return Ok(self.held(descriptor)) };
            return self.run_getter(getter, descriptor, instance, name);
        }
        if role(Role::MemberDescriptor) {
            let Some(instance) = instance else { return Ok(self.held(descriptor)) };
            if let Some(value) = self.wrapper_attribute(instance, name)? {
                return Ok(value);
            }
            return match self.read_slot(descriptor, instance)? {
                Some(value) => Ok(value),
                None => {
                    let class = self.held(self.class(instance));
                    let name = self.arena.constant(name);
                    self.refuse(OwnFunction::EmptySlot, &[class, name])
                }
            };
        }
        if role(Role::GetsetDescriptor) {
            let Some(instance) = instance else { return Ok(self.held(descriptor)) };
            return Err(Stop::graph_break(format!(
                "attribute '{}' of a {} object, which C code computes",
                name.text(),
                self.class(instance).qualified_class_name()
            )));
        }
        // A descriptor with a `__get__` of its own: property and user classes alike.
        let get = self.library.name("__get__")?;
        let Some(function) = self.type_attribute(kind, get) else {
            return Err(Stop::graph_break("a descriptor without __get__"));
        };
        let function = self.held(function);
        let descriptor = self.held_as(descriptor, || format!("{}.{}", owner.class_name(), name.text()));
        let none = self.none();
        let owner = self.held(owner);
        self.call_values(function, &[descriptor, instance.unwrap_or(none), owner])
    }

    /// Leaves to CPython what a descriptor of a C class says about an instance of another class: binding raises, and
    /// where a method is loaded to be called, only the call does.
    fn applies_to(&self, descriptor: Object, instance: Option<Value>, owner: Object) -> Flow<()> {
        let Some((class, _)) = descriptor.descriptor_parts() else { return Ok(()) };
        let of_class = descriptor.class() == self.role(Role::ClassMethodDescriptor);
        let bound_to = if of_class { Some(owner) } else { instance.map(|instance| self.class(instance)) };
        if bound_to.is_none_or(|bound_to| bound_to.is_subclass(class)) {
            return Ok(());
        }
        let name = descriptor.name_text();
        Err(Stop::graph_break(format!("'{name}' of {} as an attribute of another class", class.qualified_class_name())))
    }

    /// The function of a staticmethod or classmethod object, which `__init__` may replace.
    fn wrapped_function(&mut self, method: Object) -> Flow<Object> {
        let function =
            method.wrapped_function().ok_or_else(|| Stop::graph_break("a static or class method without a function"))?;
        let name = self.library.name("__func__")?;
        if let Some(field) = self.type_attribute(method.class(), name).filter(|_| !self.classes.traced.contains_key(&method)) {
            self.keeper.keep(method);
            self.keeper.keep(function);
            let method = self.sources.intern(SourceKind::Held(method));
            let source = self.sources.intern(SourceKind::Slot(method, field));
            self.guards.push(source, guard_rules::ID_MATCH, None, Fact::Identity(function));
        }
        Ok(function)
    }

    /// Binds a function to its first argument: a method or, for a C function, the bound object that CPython makes.
    fn bound(&mut self, kind: Object, function: Value, receiver: Value) -> Value {
        let class = if kind == self.role(Role::Function) {
            Role::Method
        } else if kind == self.role(Role::WrapperDescriptor) {
            Role::MethodWrapper
        } else {
            Role::BuiltinFunction
        };
        let class = self.role(class);
        self.make(class, State::Slots(vec![function, receiver]))
    }

    /// Function and receiver of an object that [`bound`](Trace::bound) made, or of an existing method.
    pub fn bound_parts(&self, value: Value) -> Option<(Value, Value)> {
        let tracked = self.arena.get(value);
        let kinds = [Role::Method, Role::BuiltinFunction, Role::MethodWrapper];
        match &tracked.state {
            State::Slots(parts) if kinds.iter().any(|kind| tracked.class == self.role(*kind)) => match parts[..] {
                [function, receiver] => Some((function, receiver)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The storage of a `__slots__` descriptor.
    pub fn read_slot(&mut self, descriptor: Object, instance: Value) -> Flow<Option<Value>> {
        let instance = self.force(instance)?;
        if let Some(value) = self.slots.written.get(&(self.arena.resolve(instance), descriptor)) {
            return Ok((!value.is_null()).then_some(*value));
        }
        if let Some(item) = self.named_item(descriptor, instance)? {
            return Ok(Some(item));
        }
        let tracked = self.arena.get(instance);
        let Some(object) = tracked.object else {
            // A field of a C class that the trace did not write is known to C code alone.
            if !self.owner_of(descriptor)?.is_python_class() {
                return Err(Stop::graph_break(format!("attribute '{}', which C code computes", descriptor.name_text())));
            }
            return Ok(None);
        };
        let (source, fixed) = (tracked.source, matches!(tracked.state, State::Constant));
        if read::slot_is_empty(object, descriptor) {
            if let Some(source) = source.filter(|_| !fixed) {
                self.observe_object(guard_rules::SLOT_EMPTY, object, source, Some(descriptor))?;
            }
            return Ok(None);
        }
        let read = object.read_slot(descriptor).map_err(|error| Stop::Abandon(format!("reading a slot failed: {error}")))?;
        // The result of a pure function is immutable, and so are its fields.
        let Some(source) = source.filter(|_| !fixed) else {
            let Some(found) = read else { return Ok(None) };
            let found = self.keeper.keep_owned(found);
            return self.from_python(found).map(Some);
        };
        let source = self.sources.intern(SourceKind::Slot(source, descriptor));
        let Some(found) = read else {
            return Err(Stop::graph_break(format!("attribute '{}', a slot that is empty", descriptor.name_text())));
        };
        let found = self.keeper.keep_owned(found);
        let value = self.lazy(found, source);
        // The slot has a value; that is guarded even if nothing reads the value.
        let guard = guard_rules::TYPE_MATCH;
        self.observe(guard, source, None)?;
        Ok(Some(value))
    }

    /// The item of a C named tuple that a member descriptor reads; `__match_args__` gives the order of fields.
    fn named_item(&mut self, descriptor: Object, instance: Value) -> Flow<Option<Value>> {
        let State::Items(items) = &self.arena.get(instance).state else { return Ok(None) };
        let owner = self.owner_of(descriptor)?;
        let order = self.library.name("__match_args__")?;
        let names = match owner.class_dict().and_then(|dict| dict.dict_get(order)) {
            Some(names) if !owner.is_python_class() => names.items(),
            _ => return Ok(None),
        };
        // A struct sequence may have unnamed fields between the named ones.
        if names.len() != items.len() {
            return Ok(None);
        }
        let name = descriptor.name_text();
        Ok(names.iter().position(|field| field.text() == name).map(|index| items[index]))
    }

    /// The class that a descriptor of a C type belongs to.
    pub fn owner_of(&self, descriptor: Object) -> Flow<Object> {
        let parts = descriptor.descriptor_parts();
        parts.map(|(class, _)| class).ok_or_else(|| Stop::graph_break("a descriptor that is not of a C type"))
    }

    /// Stores in a slot of a class made by Python code: fields of C types have checks of their own.
    pub fn write_slot_checked(&mut self, descriptor: Object, instance: Value, value: Value) -> Flow<()> {
        if !self.owner_of(descriptor)?.is_python_class() {
            return Err(Stop::graph_break(format!("a store of attribute '{}'", descriptor.name_text())));
        }
        if value.is_null() && self.read_slot(descriptor, instance)?.is_none() {
            return self.raise_text(Role::AttributeError, &descriptor.name_text());
        }
        self.write_slot(descriptor, instance, value)
    }

    pub fn write_slot(&mut self, descriptor: Object, instance: Value, value: Value) -> Flow<()> {
        let instance = self.force(instance)?;
        self.keeper.keep(descriptor);
        self.arena.write(instance);
        self.slots.write(self.arena.resolve(instance), descriptor, value);
        Ok(())
    }
}
