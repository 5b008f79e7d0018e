//! Externs for the declared state of C types, getters and setters, and fields read from C.

use crate::interpreter::Trace;
use crate::interpreter::bind::Arguments;
use crate::python::Object;
use crate::rules::library::Known;
use crate::rules::slot::Slot;
use crate::rules::{Flow, Stop};
use crate::sources::{SourceId, SourceKind};
use crate::tables::{OBJECTS, Role};
use crate::values::{State, Value};

impl Trace<'_> {
    pub fn get_state(&mut self, object: Value, slot: u16) -> Flow<Value> {
        let object = self.force(object)?;
        match &self.arena.get(object).state {
            State::Slots(slots) => {
                slots.get(slot as usize).copied().ok_or_else(|| Stop::Abandon("a state slot beyond the object's".into()))
            }
            State::Constant => self.constant_state(object, slot),
            _ => Err(self.state_from_before(object)),
        }
    }

    /// The state of a constant, such as a slice in the code's constants: its attributes of the same names.
    fn constant_state(&mut self, object: Value, slot: u16) -> Flow<Value> {
        let class = self.class(object);
        let rule = self.library.object_rule(class).map(|rule| &OBJECTS[rule as usize]);
        let Some(name) = rule.and_then(|rule| rule.state.get(slot as usize).copied()) else {
            return Err(self.state_from_before(object));
        };
        let field = self.type_attribute_named(class, name)?;
        match field.is_some_and(|field| field.class() == self.role(Role::MemberDescriptor)) {
            true => self.read_native(object, name, SourceKind::Attribute),
            false => Err(self.state_from_before(object)),
        }
    }

    fn state_from_before(&self, object: Value) -> Stop {
        Stop::graph_break(format!("the state of {}, which existed before the trace", self.describe(object)))
    }

    pub fn set_state(&mut self, object: Value, slot: u16, value: Value) -> Flow<()> {
        let object = self.force(object)?;
        let description = self.describe(object);
        match &mut self.arena.write(object).state {
            State::Slots(slots) if (slot as usize) < slots.len() => {
                slots[slot as usize] = value;
                Ok(())
            }
            _ => Err(Stop::graph_break(format!("a change of {description}, which existed before the trace"))),
        }
    }

    pub fn run_getter(&mut self, getter: Known, descriptor: Object, instance: Value, name: Object) -> Flow<Value> {
        if let Some(value) = self.overridden_attribute(descriptor, instance)? {
            return Ok(value);
        }
        match getter {
            Known::Rule(rule) => {
                let result = self.run_rule(rule, &[Slot::Value(instance)])?;
                self.result_value(result)
            }
            Known::Traced(path) => {
                let function = self.library.path_object(path)?;
                let function = self.held(function);
                self.call_values(function, &[instance])
            }
            Known::Graph | Known::GraphMethod(_) => {
                let function = self.role(Role::GetAttributeFunction);
                let name = self.arena.constant(name);
                self.graph_function(function, Arguments::positional(vec![instance, name]))
            }
            Known::Unsupported(reason) => {
                Err(Stop::graph_break(format!("attribute '{}' of {}: {reason}", name.text(), self.describe(instance))))
            }
            _ => Err(Stop::graph_break(format!("attribute '{}'", descriptor.name_text()))),
        }
    }

    pub fn run_setter(&mut self, setter: Known, descriptor: Object, instance: Value, value: Value) -> Flow<()> {
        if self.is_tensor_value(instance) && self.is_overridden(&Arguments::positional(vec![instance]))? {
            return Err(Stop::graph_break("a store of an attribute for which __torch_function__ answers"));
        }
        match setter {
            Known::Rule(rule) => self.run_rule(rule, &[Slot::Value(instance), Slot::Value(value)]).map(|_| ()),
            Known::Traced(path) => {
                let function = self.library.path_object(path)?;
                let function = self.held(function);
                self.call_values(function, &[instance, value]).map(|_| ())
            }
            _ => Err(Stop::graph_break(format!("a store of attribute '{}'", descriptor.name_text()))),
        }
    }

    /// A field of an existing object that C code keeps, by its attribute name: read by `getattr` on the real
    /// object, which for the objects that rules name runs no user code.
    pub fn read_native(&mut self, object: Value, name: &'static str, kind: fn(SourceId, Object) -> SourceKind) -> Flow<Value> {
        let object = self.force(object)?;
        let tracked = self.arena.get(object);
        let (Some(real), source) = (tracked.object, tracked.source) else {
            return Err(Stop::graph_break(format!("attribute '{name}' of {}", self.describe(object))));
        };
        // Generated code reads it by name, and would come here again from the user's own lookup.
        let lookup = self.type_attribute_named(self.class(object), "__getattribute__")?;
        if lookup.is_some_and(|lookup| lookup.class() == self.role(Role::Function)) {
            return Err(Stop::graph_break(format!(
                "attribute '{name}' of {}, which looks its attributes up itself",
                self.describe(object)
            )));
        }
        if self.hides_field(self.class(object), real, name)? {
            return Err(Stop::graph_break(format!("attribute '{name}' of {}, whose class has its own", self.describe(object))));
        }
        let tracked = self.arena.get(object);
        // What an immutable object says of itself is as fixed as the object.
        let source = source.filter(|_| !matches!(tracked.state, State::Constant) && !self.library.is_immutable_class(real));
        let name = self.library.name(name)?;
        let value = self.attribute_aside(real, name)?;
        match value {
            Ok(value) => {
                let value = self.keeper.keep_owned(value);
                match source {
                    Some(source) => {
                        let source = self.sources.intern(kind(source, name));
                        Ok(self.lazy(value, source))
                    }
                    None => self.from_python(value),
                }
            }
            Err(error) => self.raise_python(error),
        }
    }

    /// Whether `getattr` finds something else than the field that C code keeps under this name.
    fn hides_field(&mut self, class: Object, object: Object, name: &'static str) -> Flow<bool> {
        let Some(found) = self.type_attribute_named(class, name)?.filter(|found| found.descriptor_parts().is_none()) else {
            return Ok(false);
        };
        let name = self.library.name(name)?;
        // A class's own attribute comes before what its metaclass has, but for descriptors of data.
        Ok(self.descriptor_kind(found)?.1 || !object.is_class() || self.type_attribute(object, name).is_none())
    }

    /// The value of a `py(path)` in a rule.
    pub fn path_value(&mut self, index: u16) -> Flow<Value> {
        let object = self.library.object_path(index)?;
        Ok(self.object_value(object))
    }

    /// The value of an object that rules name, which needs no guard.
    pub fn object_value(&mut self, object: Object) -> Value {
        if object.is_plain_constant() || object == self.role(Role::NotImplemented) {
            return self.constant_value(object);
        }
        self.held(object)
    }
}
