//! Traced classes: class statements while tracing.
//!
//! The body of a class statement runs like any function, with a namespace. Laying out instances, ordering bases and
//! filling slots is C code, so CPython makes a real class while tracing, the *traced class*, in which lookups work as
//! in any other. Traced values cannot be in its dict; stand-in objects of the same kind are, and a lookup that finds
//! one gives the value. The running program makes a new class at each call: if a traced class would outlive the trace,
//! the frame is traced again and breaks before the class statement.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::functions::slot;
use crate::codegen::plan::Node;
use crate::guards::Fact;
use crate::interpreter::Trace;
use crate::interpreter::frame::{Exit, Frame};
use crate::python::{Object, Owned};
use crate::rules::externs::{ClassesExterns, ObjectsExterns};
use crate::rules::types::{Name, Values};
use crate::rules::{Flow, Stop};
use crate::sources::{SourceId, SourceKind};
use crate::tables::{OwnFunction, Role, guard_rules};
use crate::values::{State, Tracked, Value};

impl ClassesExterns for Trace<'_> {
    fn run_in_namespace(&mut self, body: Value, namespace: Value) -> Flow<Value> {
        let body = self.force(body)?;
        if !self.has_role(body, Role::Function) {
            return Err(Stop::graph_break("the body of a class that is no function"));
        }
        let parts = self.function_parts(body)?;
        let code = self.code_info(parts.code)?;
        let locals = vec![Value::NULL; code.variables.len()];
        let caller = self.call_site()?;
        let mut frame = Frame::new(code, locals, parts.closure, parts.globals, parts.builtins, caller);
        frame.namespace = self.force(namespace)?;
        match self.run_frame(frame)? {
            Exit::Return(value) => Ok(value),
            _ => Err(Stop::Abandon("the body of a class yielded".into())),
        }
    }

    fn find_name(&mut self, namespace: Value, name: Name) -> Flow<Option<Value>> {
        let namespace = self.namespace_read_plainly(namespace)?;
        self.map_get_name(namespace, name.0)
    }

    fn store_name(&mut self, namespace: Value, name: Name, value: Value) -> Flow<()> {
        let namespace = self.force(namespace)?;
        if self.has_role(namespace, Role::Dict) {
            return self.map_set_name(namespace, name.0, value);
        }
        let name = self.arena.constant(name.0);
        self.set_item(namespace, name, value)
    }

    fn delete_name(&mut self, namespace: Value, name: Name) -> Flow<()> {
        let namespace = self.namespace_read_plainly(namespace)?;
        if self.map_get_name(namespace, name.0)?.is_none() {
            return self.raise_undefined(name.0);
        }
        let name = self.arena.constant(name.0);
        self.delete_item(namespace, name)
    }

    fn variable_name(&mut self, local: i64) -> Flow<Name> {
        let variable = self.frame()?.code.variables.get(local as usize);
        variable.map(|variable| Name(variable.name)).ok_or_else(|| Stop::Abandon("a variable beyond the frame".into()))
    }

    fn make_class(&mut self, metaclass: Value, name: Value, bases: Value, namespace: Value) -> Flow<Value> {
        let metaclass = self.class_object(metaclass)?;
        let Some(name) = self.as_constant_forced(name)?.filter(|name| name.is_str()) else {
            return Err(Stop::graph_break("a class whose name is not known"));
        };
        let mut above = Vec::new();
        for base in self.items_of(bases)? {
            above.push(self.class_object(base)?);
        }
        self.runs_no_hooks(metaclass, &above)?;
        let namespace = self.namespace_read_plainly(namespace)?;
        let (mut entries, mut late, mut cell, mut namespace_cell) = (Vec::new(), Vec::new(), None, None);
        for (key, value) in self.map_values(namespace)? {
            let Some(key) = self.as_constant_forced(key)?.filter(|key| key.is_str()) else {
                return Err(Stop::graph_break("a class with an attribute whose name is no text"));
            };
            match key.text().as_str() {
                "__classcell__" if self.has_role(value, Role::Cell) => cell = Some(value),
                // What annotations and type parameters look names up in.
                "__classdictcell__" if self.has_role(value, Role::Cell) => namespace_cell = Some(value),
                "__classcell__" | "__classdictcell__" => {
                    return Err(Stop::graph_break(format!("a {} that is no cell", key.text())));
                }
                // C code reads it.
                "__slots__" => match self.to_python(value)? {
                    Some(names) => entries.push((key, names)),
                    None => return Err(Stop::graph_break("__slots__ that are not known")),
                },
                _ => {
                    let stand_in = self.stand_in(value)?;
                    let kind = self.class(value);
                    match self.type_attribute_named(kind, "__set_name__")? {
                        Some(method) if kind.is_python_class() => late.push((key, value, stand_in, method)),
                        _ => entries.push((key, stand_in)),
                    }
                }
            }
        }
        let made = Python::attach(|python| -> PyResult<Owned> {
            let bases = Owned::tuple(&above)?;
            let dict = Owned::dict(&entries)?;
            let arguments = [metaclass, name, bases.object(), dict.object()].map(|argument| argument.bound(python).clone());
            Ok(Owned::from_bound(self.role(Role::TypeNew).bound(python).call1(PyTuple::new(python, arguments)?)?))
        });
        let traced = match made {
            Ok(traced) => self.keeper.keep_owned(traced),
            Err(error) => return self.raise_python(error),
        };
        let class = self.add_traced_class(traced, metaclass);
        if let Some(cell) = cell {
            self.set_cell_content(cell, class)?;
        }
        if let (Some(cell), Some(dict)) = (namespace_cell, self.dict_of(class)?) {
            self.set_cell_content(cell, dict)?;
        }
        for (name, _, stand_in, _) in &late {
            self.change_traced_class(Role::TypeSetAttribute, &[traced, *name, *stand_in])?;
        }
        for (name, value, _, method) in late {
            let (set_name, method, name) =
                (self.held(self.own(OwnFunction::SetName)?), self.held(method), self.arena.constant(name));
            self.call_values(set_name, &[method, value, class, name])?;
        }
        Ok(class)
    }

    fn adopt_class(&mut self, class: Value) -> Flow<Value> {
        let traced = self.class_object(class)?;
        Ok(self.add_traced_class(traced, traced.class()))
    }

    fn apply_to_traced_class(&mut self, function: Value, class: Value) -> Flow<Value> {
        let (function, class) = (self.force(function)?, self.class_object(class)?);
        let function = self.known_object(function).ok_or_else(|| Stop::Abandon("a function that is not known".into()))?;
        // What is asked of the class may be what its bases leave abstract.
        for base in self.class_mro(class) {
            self.fix_abstract(base)?;
        }
        self.classes.attributes.clear();
        self.fold_objects(function, &[class])
    }

    fn classes_listed_by(&mut self, function: Object, class: Value) -> Flow<Values> {
        let class = self.class_object(class)?;
        if !self.classes.traced.is_empty() {
            return Err(Stop::graph_break(format!("{} where the traced program makes a class", function.name_text())));
        }
        self.keeper.keep(class);
        let asked = Owned::tuple(&[class]).map_err(Stop::python)?;
        let listed = self.keeper.keep_owned(function.call(asked.object()).map_err(Stop::python)?).items();
        let source = self.sources.intern(SourceKind::Held(class));
        self.guards.push(source, guard_rules::LISTED_CLASSES, Some(function), Fact::Keys(listed.clone().into()));
        let mut values = Vec::with_capacity(listed.len());
        for class in listed {
            // Nobody else keeps it for sure.
            let weak = self.keeper.keep_owned(Owned::weak_reference(class).map_err(Stop::python)?);
            let weak = self.sources.intern(SourceKind::Held(weak));
            let source = self.sources.intern(SourceKind::Referent(weak));
            values.push(self.lazy(class, source));
        }
        Ok(self.lists.of(&values))
    }
}

impl Trace<'_> {
    /// Stores an attribute of a class that the trace made, or deletes it.
    pub(super) fn store_on_traced_class(&mut self, class: Object, name: Object, value: Option<Value>) -> Flow<()> {
        match value {
            Some(value) => {
                let stand_in = self.stand_in(value)?;
                self.change_traced_class(Role::TypeSetAttribute, &[class, name, stand_in])
            }
            None => self.change_traced_class(Role::TypeDeleteAttribute, &[class, name]),
        }
    }

    /// Whether a source leads from a class that the trace made, and the step at which it did.
    pub fn traced_class_at(&self, source: SourceId) -> Option<u64> {
        if self.classes.traced.is_empty() {
            return None;
        }
        let mut way = source;
        while let Some(parent) = self.sources.parent(way) {
            way = parent;
        }
        match self.sources.kind(way) {
            SourceKind::Held(object) => self.classes.traced.get(&object).copied(),
            _ => None,
        }
    }

    /// The step at which the trace made the class that a node of the plan would need.
    pub fn traced_class_in(&self, node: &Node) -> Option<u64> {
        match node {
            Node::Constant(object) => self.classes.traced.get(object).copied(),
            Node::Source(source) => self.traced_class_at(*source),
            _ => None,
        }
    }

    /// Drops guards on traced classes: they end with the trace.
    pub fn forget_traced_classes(&mut self) {
        if self.classes.traced.is_empty() {
            return;
        }
        let mut guards = std::mem::take(&mut self.guards);
        guards.retain_sources(|source| self.traced_class_at(source).is_none());
        self.guards = guards;
    }

    /// The namespace of a class: a dict, or a dict subclass with its own `__setitem__`, as that of enums.
    fn namespace_read_plainly(&mut self, namespace: Value) -> Flow<Value> {
        let namespace = self.force(namespace)?;
        let (class, dict) = (self.class(namespace), self.role(Role::Dict));
        let mut plainly = class.is_subclass(dict);
        for name in ["__getitem__", "__missing__"] {
            plainly = plainly && self.type_attribute_named(class, name)? == self.type_attribute_named(dict, name)?;
        }
        match plainly {
            true => Ok(namespace),
            false => Err(Stop::graph_break("the body of a class whose names are kept in no dict")),
        }
    }

    /// Breaks the graph where C code would run the user's code as it makes the class.
    fn runs_no_hooks(&mut self, metaclass: Object, bases: &[Object]) -> Flow<()> {
        for (class, usual, name) in
            bases.iter().map(|base| (*base, Role::Object, "__init_subclass__")).chain([(metaclass, Role::Type, "mro")])
        {
            let usual = self.type_attribute_named(self.role(usual), name)?;
            if self.type_attribute_named(class, name)? != usual {
                return Err(Stop::graph_break(format!("a class is made, and {} has {name}", class.qualified_class_name())));
            }
        }
        match bases.iter().all(|base| self.derives(metaclass, base.class())) {
            true => Ok(()),
            false => Err(Stop::graph_break("a class whose metaclass is not that of its bases")),
        }
    }

    fn add_traced_class(&mut self, traced: Object, metaclass: Object) -> Value {
        let source = self.sources.intern(SourceKind::Held(traced));
        let value = self.arena.add(Tracked::existing(traced, metaclass, Some(source), State::Plain));
        self.arena.remember_source(source, value);
        self.arena.remember_object(traced, value);
        self.classes.traced.insert(traced, self.root_step);
        value
    }

    fn change_traced_class(&mut self, how: Role, arguments: &[Object]) -> Flow<()> {
        self.classes.attributes.clear();
        self.fold_objects(self.role(how), arguments).map(|_| ())
    }

    /// The stand-in for a value in the dict of a traced class: its own object, if it has one, or another object that
    /// binds in the same way.
    fn stand_in(&mut self, value: Value) -> Flow<Object> {
        let value = self.force(value)?;
        let tracked = self.arena.get(value).clone();
        if let (Some(object), false) = (tracked.object, matches!(tracked.state, State::Symbol(_))) {
            // The class holds this very object.
            self.fix_identity(value)?;
            return Ok(object);
        }
        if let Some(constant) = self.as_constant(value).filter(|constant| constant.is_plain_constant()) {
            return Ok(constant);
        }
        let made = self.make_stand_in(value, &tracked)?;
        let made = self.keeper.keep_owned(made);
        self.arena.remember_object(made, value);
        self.classes.traced.insert(made, self.root_step);
        Ok(made)
    }

    fn make_stand_in(&mut self, value: Value, tracked: &Tracked) -> Flow<Owned> {
        let class = tracked.class;
        if let State::Slots(slots) = &tracked.state {
            if class == self.role(Role::Function) {
                return self.function_like(value, slots);
            }
            let wrapped = match class {
                _ if class == self.role(Role::StaticMethod) || class == self.role(Role::ClassMethod) => 1,
                _ if class == self.role(Role::Property) => 3,
                _ => 0,
            };
            if wrapped > 0 {
                let parts = slots.iter().take(wrapped).map(|part| self.stand_in(*part)).collect::<Flow<Vec<_>>>()?;
                return call(class, &parts).map_err(Stop::python);
            }
        }
        if class.is_python_class() && self.type_attribute_named(class, "__isabstractmethod__")?.is_some() {
            return Err(Stop::graph_break("an attribute of a class that is made, which says whether it is abstract"));
        }
        let mut binds = false;
        for name in ["__get__", "__set__", "__delete__"] {
            binds |= self.type_attribute_named(class, name)?.is_some();
        }
        // A bare instance of its class binds as it does.
        let new = match binds {
            true => self.library.native_new(class).filter(|new| class.is_python_class() && *new == self.role(Role::ObjectNew)),
            false => return call(self.role(Role::Object), &[]).map_err(Stop::python),
        };
        match new {
            Some(new) => call(new, &[class]).map_err(Stop::python),
            None => Err(Stop::graph_break(format!("an attribute of a class that is made: {}", self.describe(value)))),
        }
    }

    /// A function with the same code, and the same `__isabstractmethod__`, which C code reads.
    fn function_like(&mut self, value: Value, slots: &[Value]) -> Flow<Owned> {
        let (code, globals) = (self.known_object(slots[slot::CODE]), self.known_object(slots[slot::GLOBALS]));
        let code = code.ok_or_else(|| Stop::Abandon("a function without code".into()))?;
        let free = self.code_info(code)?.variables.iter().filter(|variable| variable.is_free).count();
        let none = self.role(Role::None);
        let made = Python::attach(|python| -> PyResult<Owned> {
            let cell = self.role(Role::Cell).bound(python);
            let cells = (0..free).map(|_| cell.call0()).collect::<PyResult<Vec<_>>>()?;
            let closure = PyTuple::new(python, cells)?;
            let name = code.bound(python).getattr("co_name")?;
            // Nobody calls it: a dict that the trace has made need not exist for it.
            let globals = globals.map_or_else(|| PyDict::new(python).into_any(), |globals| globals.bound(python));
            let arguments = (code.bound(python), globals, name, none.bound(python), closure);
            Ok(Owned::from_bound(self.role(Role::Function).bound(python).call1(arguments)?))
        });
        let made = made.map_err(Stop::python)?;
        if let Some(dict) = self.arena.get(value).dict {
            for (name, attribute) in self.map_values(dict)? {
                if let (Some(name), Some(attribute)) = (self.as_constant(name), self.as_constant_forced(attribute)?) {
                    Python::attach(|python| made.object().bound(python).setattr(name.text(), attribute.bound(python)))
                        .map_err(Stop::python)?;
                }
            }
        }
        Ok(made)
    }
}

fn call(callee: Object, arguments: &[Object]) -> PyResult<Owned> {
    Python::attach(|python| {
        let arguments = PyTuple::new(python, arguments.iter().map(|argument| argument.bound(python).clone()))?;
        Ok(Owned::from_bound(callee.bound(python).call1(arguments)?))
    })
}
