//! `isinstance` and `issubclass`: of classes, of tuples and unions of them, and by methods of a metaclass.

use crate::interpreter::Trace;
use crate::python::Object;
use crate::rules::{Flow, Stop};
use crate::tables::Role;
use crate::values::Value;

impl Trace<'_> {
    pub fn instance_check(&mut self, value: Value, class: Value) -> Flow<bool> {
        let (value, class) = (self.force_class(value)?, self.force(class)?);
        if let Some(alternatives) = self.alternatives(class)? {
            for one in alternatives {
                if self.nested(|trace| trace.instance_check(value, one))? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        let of = self.class(value);
        if let Some(class) = self.known_object(class).filter(|object| object.is_class()) {
            if of == class {
                return Ok(true);
            }
            if self.checks_plainly(class)? {
                if self.derives(of, class) {
                    return Ok(true);
                }
                let stated = self.stated_class(value)?;
                let stated = stated.and_then(|stated| self.known_object(stated)).filter(|stated| stated.is_class());
                return Ok(stated.is_some_and(|stated| self.derives(stated, class)));
            }
        }
        match self.special(class, "__instancecheck__")? {
            Some(method) => {
                let result = self.call_values(method, &[value])?;
                self.truth_of(result)
            }
            None => {
                self.expect_no_bases(class)?;
                self.raise_text(Role::TypeError, "isinstance() arg 2 must be a type, a tuple of types, or a union")
            }
        }
    }

    /// The classes that a tuple or a union stands for, which are asked in turn.
    fn alternatives(&mut self, classes: Value) -> Flow<Option<Vec<Value>>> {
        let classes = match self.has_role(classes, Role::Union) {
            true => {
                let name = self.library.name("__args__")?;
                let members = self.get_attr(classes, name)?;
                self.force(members)?
            }
            false => classes,
        };
        match self.class(classes).is_subclass(self.role(Role::Tuple)) {
            true => self.items_of(classes).map(Some),
            false => Ok(None),
        }
    }

    /// Whether a class has `type.__instancecheck__`.
    pub(super) fn checks_plainly(&mut self, class: Object) -> Flow<bool> {
        let check = self.type_attribute_named(class.class(), "__instancecheck__")?;
        Ok(check.is_none_or(|check| self.library.is_plain_instance_check(check)))
    }

    /// The `__class__` of an object, if it is overridden.
    pub fn stated_class(&mut self, value: Value) -> Flow<Option<Value>> {
        let (class, name) = (self.class(value), self.library.name("__class__")?);
        let lookup = self.type_attribute_named(class, "__getattribute__")?;
        let by_default = lookup.is_some_and(|lookup| lookup.same_wrapper(self.role(Role::GenericGetAttribute)));
        if by_default && self.type_attribute(class, name) == self.type_attribute(self.role(Role::Object), name) {
            return Ok(None);
        }
        self.find_attr(value, name)
    }

    pub fn subclass_check(&mut self, class: Value, of: Value) -> Flow<bool> {
        let (class, of) = (self.force(class)?, self.force(of)?);
        if let Some(alternatives) = self.alternatives(of)? {
            for one in alternatives {
                if self.nested(|trace| trace.subclass_check(class, one))? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        let Some(known) = self.known_object(class).filter(|object| object.is_class()) else {
            self.expect_no_bases(class)?;
            return self.raise_text(Role::TypeError, "issubclass() arg 1 must be a class");
        };
        if let Some(target) = self.known_object(of).filter(|object| object.is_class()) {
            let check = self.type_attribute_named(target.class(), "__subclasscheck__")?;
            if check.is_none_or(|check| self.library.is_plain_instance_check(check)) {
                return Ok(self.derives(known, target));
            }
        }
        match self.special(of, "__subclasscheck__")? {
            Some(method) => {
                let result = self.call_values(method, &[class])?;
                self.truth_of(result)
            }
            None => {
                self.expect_no_bases(of)?;
                self.raise_text(Role::TypeError, "issubclass() arg 2 must be a class, a tuple of classes, or a union")
            }
        }
    }

    /// Breaks the graph if an object that is no class has `__bases__`, which CPython would accept as a class.
    fn expect_no_bases(&mut self, value: Value) -> Flow<()> {
        let name = self.library.name("__bases__")?;
        match self.find_attr(value, name)? {
            Some(_) => Err(Stop::graph_break("a class check of an object that has `__bases__` and is no class")),
            None => Ok(()),
        }
    }
}
