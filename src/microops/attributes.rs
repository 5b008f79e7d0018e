//! Attributes: the protocol around the C implementations of `__getattribute__` and friends.

use crate::interpreter::Trace;
use crate::interpreter::bind::Arguments;
use crate::python::Object;
use crate::rules::externs::ObjectsExterns as _;
use crate::rules::{Flow, Stop};
use crate::tables::{OwnFunction, Role};
use crate::values::{State, Value};
use crate::world::Meaning;

impl Trace<'_> {
    /// `getattr(object, name)`, or `None` where an AttributeError would be raised.
    pub fn find_attr(&mut self, object: Value, name: Object) -> Flow<Option<Value>> {
        let object = self.recognise(object)?;
        let class = self.class(object);
        let getattribute = self.library.name("__getattribute__")?;
        let method =
            self.type_attribute(class, getattribute).ok_or_else(|| Stop::Abandon("a class without __getattribute__".into()))?;
        let found = if method.same_wrapper(self.role(Role::GenericGetAttribute)) {
            self.generic_find(object, name)
        } else if method == self.role(Role::TypeGetAttribute) {
            self.type_find(object, name)
        } else if method == self.role(Role::ModuleGetAttribute) {
            self.module_find(object, name)
        } else if method == self.role(Role::SuperGetAttribute) {
            self.super_attribute(object, name)
        } else {
            let arguments = Arguments::positional(vec![self.arena.constant(name)]);
            self.call_special(object, method, getattribute, arguments).map(Some)
        };
        let found = match found {
            Ok(Some(value)) => return Ok(Some(value)),
            Ok(None) => None,
            Err(Stop::Raise(exception)) if self.is_exception(exception, Role::AttributeError) => Some(exception),
            Err(other) => return Err(other),
        };
        let fallback = self.library.name("__getattr__")?;
        match self.type_attribute(class, fallback) {
            Some(method) => {
                let arguments = Arguments::positional(vec![self.arena.constant(name)]);
                match self.call_special(object, method, fallback, arguments) {
                    Ok(value) => Ok(Some(value)),
                    Err(Stop::Raise(exception)) if self.is_exception(exception, Role::AttributeError) => {
                        self.exceptions.of_attribute = Some(exception);
                        Ok(None)
                    }
                    Err(other) => Err(other),
                }
            }
            None => {
                self.exceptions.of_attribute = found;
                Ok(None)
            }
        }
    }

    pub fn get_attr(&mut self, object: Value, name: Object) -> Flow<Value> {
        self.exceptions.of_attribute = None;
        if let Some(value) = self.find_attr(object, name)? {
            return Ok(value);
        }
        if let Some(exception) = self.exceptions.of_attribute.take() {
            return Err(Stop::Raise(exception));
        }
        let object = self.force(object)?;
        let text = match self.known_object(object) {
            Some(class) if class.is_class() => {
                format!("type object '{}' has no attribute '{}'", class.name_in_errors(), name.text())
            }
            Some(module) if module.is_module() => return self.missing_in_module(object, name),
            _ => format!("'{}' object has no attribute '{}'", self.class(object).name_in_errors(), name.text()),
        };
        self.missing_attribute(object, name, &text)
    }

    /// Raises that an object has no attribute of this name.
    pub fn missing_attribute<T>(&mut self, object: Value, name: Object, text: &str) -> Flow<T> {
        let (name, text) = (self.arena.constant(name), self.text_constant(text)?);
        self.refuse(OwnFunction::AttributeMissing, &[object, name, text])
    }

    fn missing_in_module<T>(&mut self, module: Value, name: Object) -> Flow<T> {
        let own_name = self.library.name("__name__")?;
        let own_name = match self.dict_of(module)? {
            Some(dict) => self.map_get_name(dict, own_name)?,
            None => None,
        };
        let text = match own_name {
            Some(own_name) => match self.as_constant_forced(own_name)?.filter(|own_name| own_name.is_str()) {
                Some(own_name) => format!("module '{}' has no attribute '{}'", own_name.text(), name.text()),
                None => return Err(Stop::graph_break("a missing attribute of a module whose name is no text")),
            },
            None => format!("module has no attribute '{}'", name.text()),
        };
        self.missing_attribute(module, name, &text)
    }

    fn super_attribute(&mut self, object: Value, name: Object) -> Flow<Option<Value>> {
        // The class of the super object itself is asked for: it skips nothing.
        if name == self.library.name("__class__")? {
            return self.generic_find(object, name);
        }
        let State::Slots(slots) = self.arena.get(object).state.clone() else {
            return Err(Stop::graph_break("a super object from outside the trace"));
        };
        let [start, instance, class] = slots[..] else {
            return Err(Stop::Abandon("a super object without its state".into()));
        };
        let (Some(start), Some(class)) = (self.known_object(start), self.known_object(class)) else {
            return Err(Stop::graph_break("super of a class that was made while tracing"));
        };
        match self.super_find(start, instance, class, name)? {
            Some(found) => Ok(Some(found)),
            None => self.generic_find(object, name),
        }
    }

    /// A special method, looked up on the class as the interpreter does, and bound.
    pub fn special(&mut self, object: Value, name: &'static str) -> Flow<Option<Value>> {
        let object = self.recognise(object)?;
        let class = self.class(object);
        let name = self.library.name(name)?;
        match self.type_attribute(class, name) {
            Some(method) => self.bind_descriptor(method, Some(object), class, name).map(Some),
            None => Ok(None),
        }
    }

    /// Calls a special method that was found on the object's class. It may be anything that is callable; only a descriptor
    /// is bound to the object.
    pub fn call_special(&mut self, object: Value, method: Object, name: Object, mut arguments: Arguments) -> Flow<Value> {
        let class = self.class(object);
        let is_ruled = self.library.callee(method).is_some();
        if method.class() != self.role(Role::Function) && !(is_ruled && self.descriptor_kind(method)?.0) {
            let bound = self.bind_descriptor(method, Some(object), class, name)?;
            return self.call_any(bound, arguments);
        }
        let method = self.held_as(method, || format!("{}.{}", class.class_name(), name.text()));
        arguments.positional.insert(0, object);
        self.call_any(method, arguments)
    }

    pub fn set_attr(&mut self, object: Value, name: Object, value: Value) -> Flow<()> {
        let object = self.recognise(object)?;
        let class = self.class(object);
        let special = self.library.name("__setattr__")?;
        let method = self.type_attribute(class, special).ok_or_else(|| Stop::Abandon("a class without __setattr__".into()))?;
        if method.same_wrapper(self.role(Role::GenericSetAttribute)) {
            return self.generic_set(object, name, value);
        }
        let arguments = Arguments::positional(vec![self.arena.constant(name), value]);
        self.call_special(object, method, special, arguments).map(|_| ())
    }

    /// `object.__setattr__`.
    pub fn generic_set(&mut self, object: Value, name: Object, value: Value) -> Flow<()> {
        let object = self.force(object)?;
        let class = self.class(object);
        self.keeper.keep(name);
        if let Meaning::Found(descriptor) = self.class_meaning(class, name, None)?
            && self.descriptor_kind(descriptor)?.1
        {
            return self.set_descriptor(descriptor, object, name, value);
        }
        if let Some(written) = self.known_object(object).filter(|object| object.is_class()) {
            if self.classes.traced.contains_key(&written) {
                return self.store_on_traced_class(written, name, Some(value));
            }
            self.may_store_on_class(written, name, Some(value))?;
        }
        self.leave_wrapper(object)?;
        match self.dict_to_write(object)? {
            Some(dict) => self.map_set_name(dict, name, value),
            None => self.refuse_attribute(object, name),
        }
    }

    /// Raises that an object has no place for an attribute that is to be written or deleted.
    pub fn refuse_attribute(&mut self, object: Value, name: Object) -> Flow<()> {
        let class = self.class(object);
        let found = !matches!(self.class_meaning(class, name, None)?, Meaning::Nothing);
        let mut plain = true;
        for (special, role) in [("__setattr__", Role::GenericSetAttribute), ("__delattr__", Role::GenericDeleteAttribute)] {
            let method = self.type_attribute_named(class, special)?;
            plain &= method.is_some_and(|method| method.same_wrapper(self.role(role)));
        }
        let (found, plain) = (self.bool_constant(found), self.bool_constant(plain));
        let (name, class) = (self.arena.constant(name), self.text_constant(&class.name_in_errors())?);
        self.refuse(OwnFunction::NotStored, &[object, class, name, found, plain])
    }

    fn set_descriptor(&mut self, descriptor: Object, object: Value, name: Object, value: Value) -> Flow<()> {
        if let Some(setter) = self.library.setter(descriptor) {
            return self.run_setter(setter, descriptor, object, value);
        }
        let kind = descriptor.class();
        if kind == self.role(Role::MemberDescriptor) {
            return self.write_slot_checked(descriptor, object, value);
        }
        if kind == self.role(Role::GetsetDescriptor) {
            return Err(Stop::graph_break(format!(
                "attribute '{}' of a {} object, which C code stores",
                name.text(),
                self.class(object).qualified_class_name()
            )));
        }
        self.call_descriptor(descriptor, "__set__", &[object, value])
    }

    pub fn delete_by_descriptor(&mut self, descriptor: Object, object: Value, name: Object) -> Flow<()> {
        let kind = descriptor.class();
        if kind == self.role(Role::MemberDescriptor) {
            return self.write_slot_checked(descriptor, object, Value::NULL);
        }
        if kind == self.role(Role::GetsetDescriptor) {
            self.fold_objects(self.own(OwnFunction::DeletionRefused)?, &[descriptor])?;
            return Err(Stop::graph_break(format!("deletion of attribute '{}'", name.text())));
        }
        self.call_descriptor(descriptor, "__delete__", &[object])
    }

    /// Calls `__set__` or `__delete__` of a descriptor.
    fn call_descriptor(&mut self, descriptor: Object, name: &'static str, arguments: &[Value]) -> Flow<()> {
        let kind = descriptor.class();
        let Some(method) = self.type_attribute_named(kind, name)? else {
            return self.raise_text(Role::AttributeError, name);
        };
        let name = self.library.name(name)?;
        let descriptor = self.held(descriptor);
        self.call_special(descriptor, method, name, Arguments::positional(arguments.to_vec())).map(|_| ())
    }

    pub fn delete_attr(&mut self, object: Value, name: Object) -> Flow<()> {
        let object = self.force(object)?;
        let class = self.class(object);
        let special = self.library.name("__delattr__")?;
        let method = self.type_attribute(class, special).ok_or_else(|| Stop::Abandon("a class without __delattr__".into()))?;
        if !method.same_wrapper(self.role(Role::GenericDeleteAttribute)) {
            let arguments = Arguments::positional(vec![self.arena.constant(name)]);
            return self.call_special(object, method, special, arguments).map(|_| ());
        }
        self.generic_delete_attribute(object, crate::rules::types::Name(name))
    }
}
