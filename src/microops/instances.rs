//! Calls of classes: a metaclass's `__call__`, and `type.__call__` by `__new__` and `__init__`.

use crate::interpreter::Trace;
use crate::interpreter::bind::Arguments;
use crate::python::Object;
use crate::rules::{Flow, Stop};
use crate::tables::Role;
use crate::values::Value;

impl Trace<'_> {
    pub(super) fn call_class(&mut self, callee: Value, object: Object, arguments: Arguments) -> Flow<Value> {
        let metaclass = self.class(callee);
        let method = self
            .type_attribute_named(metaclass, "__call__")?
            .ok_or_else(|| Stop::Abandon("a metaclass without __call__".into()))?;
        if method != self.role(Role::TypeCall) {
            let name = self.library.name("__call__")?;
            return self.call_special(callee, method, name, arguments);
        }
        self.construct_instance(callee, object, arguments)
    }

    /// `type.__call__`: `__new__`, then `__init__` if it gave an instance.
    pub fn construct_instance(&mut self, callee: Value, class: Object, arguments: Arguments) -> Flow<Value> {
        let new = self.type_attribute_named(class, "__new__")?.ok_or_else(|| Stop::Abandon("a class without __new__".into()))?;
        if self.is_wrapper_class(class)? {
            return self.make_wrapper(class, arguments);
        }
        self.class_to_make(callee)?;
        if !class.makes_instances() {
            let text = format!("cannot create '{}' instances", class.name_in_errors());
            return self.raise_text(Role::TypeError, &text);
        }
        let new = self.constructor_in_slot(class, new);
        let has_arguments = !(arguments.positional.is_empty() && arguments.named.is_empty());
        // It takes no arguments where it hides another.
        let is_plain = new == self.role(Role::ObjectNew) && (!has_arguments || class.same_new_slot(self.role(Role::Object)));
        let instance = if is_plain {
            // Before it asks whether the class is abstract.
            if has_arguments && self.type_attribute_named(class, "__init__")? == Some(self.role(Role::ObjectInit)) {
                let text = format!("{}() takes no arguments", class.name_in_errors());
                return self.raise_text(Role::TypeError, &text);
            }
            self.instance_of(class)?
        } else {
            let name = self.library.name("__new__")?;
            let new = self.bind_descriptor(new, None, class, name)?;
            let mut arguments = arguments.clone();
            arguments.positional.insert(0, callee);
            self.call_any(new, arguments)?
        };
        let instance = self.force(instance)?;
        let made = self.class(instance);
        if !made.is_subclass(class) {
            return Ok(instance);
        }
        let init =
            self.type_attribute_named(made, "__init__")?.ok_or_else(|| Stop::Abandon("a class without __init__".into()))?;
        if init == self.role(Role::ObjectInit) {
            return Ok(instance);
        }
        let name = self.library.name("__init__")?;
        let result = self.call_special(instance, init, name, arguments)?;
        let none = self.role(Role::None);
        if self.as_constant(result) != Some(none) {
            let text = format!("__init__() should return None, not '{}'", self.class(result).name_in_errors());
            return self.raise_text(Role::TypeError, &text);
        }
        Ok(instance)
    }

    /// What the interpreter calls for a class whose `__new__` is looked up as `new`: a `__new__` of C that is found first, but
    /// not that of the nearest base of C, does not replace the latter.
    fn constructor_in_slot(&self, class: Object, new: Object) -> Object {
        let Some(owner) = new.constructed_class(self.role(Role::ObjectNew)) else { return new };
        let inherits = !class.is_made_by(owner) && class.native_base().is_some_and(|native| class.same_new_slot(native));
        if inherits { self.library.native_new(class).unwrap_or(new) } else { new }
    }

    /// A bare instance with the C-level state that its class's nearest known base has.
    pub fn instance_of(&mut self, class: Object) -> Flow<Value> {
        if self.fix_abstract(class)? {
            // It does nothing but refuse.
            return self.fold_objects(self.role(Role::ObjectNew), &[class]);
        }
        let state = self.library.fresh_state(class).ok_or_else(|| {
            Stop::graph_break(format!("an instance of {}, whose state C code keeps", class.qualified_class_name()))
        })?;
        self.keeper.keep(class);
        Ok(self.make(class, state))
    }
}
