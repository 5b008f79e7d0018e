//! `__torch_function__`: tensor subclasses, other classes and modes that override torch's functions.
//!
//! An overridden call is traced through the override (alternator/polyfills/overrides.py). A node that would bypass an
//! override breaks the graph.

use pyo3::prelude::*;

use crate::interpreter::Trace;
use crate::interpreter::bind::Arguments;
use crate::interpreter::modes::Mode;
use crate::python::{Object, Owned, torch_state};
use crate::rules::externs::OverridesExterns;
use crate::rules::library::{Known, Library};
use crate::rules::types::Values;
use crate::rules::{Flow, Stop};
use crate::sources::SourceKind;
use crate::tables::{ModeName, OVERRIDDEN_NAMES, OwnFunction, Role, TensorProtocol};
use crate::values::{State, Value};

/// Who may override: everybody, modes alone, or nobody, by torch's numbers.
const ALL: i64 = 0;
const NOBODY: i64 = 2;

/// Longer lists are searched only if some override exists.
const LONG: usize = 256;

impl Trace<'_> {
    /// Whether a mode or an argument overrides a call.
    pub fn is_overridden(&mut self, arguments: &Arguments) -> Flow<bool> {
        if self.in_function_mode() {
            return Ok(self.override_state()? != NOBODY);
        }
        let named = arguments.named.iter().map(|(_, value)| value);
        for value in arguments.positional.iter().chain(named) {
            if self.mentions_override(*value)? {
                return Ok(self.override_state()? == ALL);
            }
        }
        Ok(false)
    }

    /// Whether one of these is a tensor, and nothing overrides torch's functions for them.
    pub fn is_left_to_torch(&mut self, values: &[Value]) -> Flow<bool> {
        let any = values.iter().any(|value| self.is_tensor_value(self.arena.resolve(*value)));
        Ok(any && !self.is_overridden(&Arguments::positional(values.to_vec()))?)
    }

    /// Whether the trace has entered a torch-function mode.
    pub fn in_function_mode(&self) -> bool {
        self.modes
            .get(ModeName::FunctionModes)
            .is_some_and(|mode| matches!(self.arena.get(self.arena.resolve(mode.now)).state, State::Items(_)))
    }

    /// Whether torch-function modes were on when the trace began.
    pub fn is_under_function_modes(&self) -> bool {
        self.modes.get(ModeName::FunctionModes).is_some_and(|mode| matches!(self.arena.get(mode.entry).state, State::Items(_)))
    }

    /// Begins with the torch-function modes that are on, outermost first. Default devices lie below all others: the
    /// functions that make tensors ask for them without their modes.
    pub fn observe_function_modes(&mut self, classes: &[Object]) -> Flow<()> {
        let device = self.role(Role::DeviceMode);
        let devices = classes.iter().take_while(|class| **class == device).count();
        if classes[devices..].contains(&device) {
            return Err(Stop::Abandon("a default device above other torch-function modes".into()));
        }
        let count = self.int_constant(devices as i64)?;
        self.modes.set(ModeName::FunctionModesBefore, Mode { now: count, entry: count, setter: None });
        if devices == classes.len() {
            return Ok(());
        }
        let mut chain = self.mode_value(ModeName::FunctionModes)?;
        for place in devices..classes.len() {
            let mode = torch_state::function_mode(place).ok_or_else(|| Stop::Abandon("a mode that is off again".into()))?;
            let source = self.sources.intern(SourceKind::FunctionMode(place as u16));
            let mode = self.lazy(mode, source);
            chain = self.make_items(self.role(Role::Tuple), vec![chain, mode]);
        }
        self.modes.set(ModeName::FunctionModes, Mode { now: chain, entry: chain, setter: None });
        torch_state::put_modes_aside(classes.len() - devices).map_err(Stop::python)
    }

    fn is_long(&self, value: Value) -> bool {
        matches!(&self.arena.get(self.arena.resolve(value)).state, State::Items(items) if items.len() > LONG)
    }

    fn override_state(&mut self) -> Flow<i64> {
        let state = self.mode_value(ModeName::FunctionState)?;
        let state = self.as_constant(state).and_then(Object::as_int);
        state.ok_or_else(|| Stop::graph_break("who may override torch's functions is not known"))
    }

    fn mentions_override(&mut self, value: Value) -> Flow<bool> {
        let tracked = self.arena.get(self.arena.resolve(value));
        match &tracked.state {
            State::Constant | State::Symbol(_) => Ok(false),
            State::Items(items) => {
                let mut classes: Vec<Object> = items.iter().map(|item| self.arena.get(*item).class).collect();
                // Of many items most are of one class.
                classes.dedup();
                for class in classes {
                    if self.class_overrides(class)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            _ => self.class_overrides(tracked.class),
        }
    }

    /// Whether a class overrides torch's functions. Plain tensors and parameters do not.
    pub fn class_overrides(&mut self, class: Object) -> Flow<bool> {
        if class == self.role(Role::Tensor) || class == self.role(Role::Parameter) {
            return Ok(false);
        }
        let found = self.type_attribute_named(class, "__torch_function__")?;
        Ok(found.is_some_and(|found| found != self.role(Role::NoOverride)))
    }

    /// An overridden call of a torch function; `None` if nothing overrides it.
    pub fn overridden_call(&mut self, known: Known, object: Object, callee: Value, arguments: &Arguments) -> Flow<Option<Value>> {
        let of_torch =
            matches!(known, Known::Graph | Known::GraphMethod(_) | Known::Rule(_) | Known::Traced(_) | Known::Unsupported(_));
        // What takes long is asked last: about torch's functions the first time, about long lists each time.
        let long = arguments.positional.iter().any(|value| self.is_long(*value));
        if !of_torch
            || long && !self.library.is_overridable(object)
            || !self.is_overridden(arguments)?
            || !self.library.is_overridable(object)
        {
            return Ok(None);
        }
        if !self.in_function_mode() && self.library.is_for_modes_alone(object) {
            return Err(Stop::graph_break(format!("{}, which does not ask the class of what it is given", object.name_text())));
        }
        let known_as = self.library.known_as(object);
        let function = known_as.map_or(callee, |function| self.held(function));
        let positional = self.make_items(self.role(Role::Tuple), arguments.positional.clone());
        let keywords = if arguments.named.is_empty() {
            self.none()
        } else {
            let keywords = self.make_map(self.role(Role::Dict));
            for (name, value) in &arguments.named {
                self.map_set_name(keywords, *name, *value)?;
            }
            keywords
        };
        let dispatch = self.held(self.own(OwnFunction::DispatchFunction)?);
        self.call_values(dispatch, &[function, positional, keywords]).map(Some)
    }

    /// An overridden attribute of a tensor: `__torch_function__` gets the `__get__` of the descriptor.
    pub fn overridden_attribute(&mut self, descriptor: Object, tensor: Value) -> Flow<Option<Value>> {
        // What every object has, and what CPython puts into a class of Python code (`__dict__`), asks nobody.
        let of_python = |class: Object| class == self.role(Role::Object) || class.is_python_class();
        let of_python = descriptor.descriptor_parts().is_some_and(|(class, _)| of_python(class));
        if !of_python && !self.is_left_to_torch(&[tensor])? && self.is_tensor_value(self.arena.resolve(tensor)) {
            let reader = self.reader_of(descriptor)?;
            let positional = self.make_items(self.role(Role::Tuple), vec![tensor]);
            let (dispatch, none) = (self.held(self.own(OwnFunction::DispatchFunction)?), self.none());
            return self.call_values(dispatch, &[reader, positional, none]).map(Some);
        }
        Ok(None)
    }

    /// What C code reads from an object; the class of a tensor is not told of it.
    pub fn attribute_aside(&mut self, object: Object, name: Object) -> Flow<PyResult<Owned>> {
        let overrides = self.class_overrides(object.class())?;
        let access = overrides.then(|| self.library.path_object("alternator.runtime.access.attribute_aside").ok()).flatten();
        Ok(Python::attach(|python| match access {
            Some(read) => read.bound(python).call1((object.bound(python), name.bound(python))).map(Owned::from_bound),
            None => object.read_attribute(python, name),
        }))
    }

    /// `descriptor.__get__`.
    fn reader_of(&mut self, descriptor: Object) -> Flow<Value> {
        let class = descriptor.class();
        let get = self.type_attribute_named(class, "__get__")?;
        let get = get.ok_or_else(|| Stop::graph_break("a descriptor without __get__"))?;
        if !class.is_python_class() {
            let name = self.intern_text("__get__")?;
            let reader = Python::attach(|python| descriptor.read_attribute(python, name)).map_err(Stop::python)?;
            let reader = self.keeper.keep_owned(reader);
            return Ok(self.held(reader));
        }
        let (get, descriptor) = (self.held(get), self.held(descriptor));
        let method = self.role(Role::Method);
        Ok(self.make(method, State::Slots(vec![get, descriptor])))
    }

    /// The class that the tensor of a node has when the graph has run.
    pub fn natural_class(&self, node: crate::graph::NodeId) -> Object {
        match &self.graph.node(node).target {
            crate::graph::Target::Input { object, .. } => object.class(),
            _ => match &self.graph.node(node).meta {
                crate::shapes::MetaArgument::Tensor(meta) => meta.class.unwrap_or_else(|| self.role(Role::Tensor)),
                _ => self.role(Role::Tensor),
            },
        }
    }
}

impl Library {
    /// Whether a function can be overridden by `__torch_function__`.
    fn is_overridable(&self, function: Object) -> bool {
        self.overridable(|| self.listed("alternator.runtime.function_modes.overridable")).contains(&function)
    }

    /// Whether torch asks modes about a function, and not the classes of its arguments.
    fn is_for_modes_alone(&self, function: Object) -> bool {
        self.for_modes_alone(|| self.listed("alternator.runtime.function_modes.for_modes_alone")).contains(&function)
    }

    /// What a function of the Python side lists.
    fn listed(&self, path: &'static str) -> Option<Vec<Object>> {
        let all = self.path_object(path).ok()?;
        Python::attach(|python| {
            let all = all.bound(python).call0().ok()?;
            all.try_iter().ok()?.map(|item| Ok(self.keep(Object::from_bound(&item?)))).collect::<PyResult<Vec<_>>>().ok()
        })
    }

    /// The function that `__torch_function__` is given, if it differs from the called one.
    fn known_as(&self, function: Object) -> Option<Object> {
        let row = OVERRIDDEN_NAMES.iter().find(|row| self.path_object(row.called).is_ok_and(|called| called == function))?;
        self.path_object(row.known_as).ok()
    }
}

impl OverridesExterns for Trace<'_> {
    fn has_protocol(&mut self, value: Value, protocol: TensorProtocol) -> Flow<bool> {
        let class = self.class(value);
        match protocol {
            TensorProtocol::TorchFunction => self.class_overrides(class),
            TensorProtocol::TorchDispatch => self.class_dispatches(class),
            TensorProtocol::Flattening => self.is_wrapper_class(class),
        }
    }

    fn are_overridden(&mut self, arguments: Values) -> Flow<bool> {
        let arguments = Arguments::positional(self.lists.get(arguments).to_vec());
        if self.is_overridden(&arguments)? {
            return Ok(true);
        }
        // A class has what its instances answer with, and torch does not ask which of the two it was given.
        let mut any = false;
        for value in arguments.positional {
            let value = self.force(value)?;
            if let Some(class) = self.known_object(value).filter(|object| object.is_class()) {
                let found = self.type_attribute_named(class, "__torch_function__")?;
                any |= found.is_some_and(|found| found != self.role(Role::NoOverride));
            }
        }
        Ok(any && self.override_state()? == ALL)
    }

    fn with_class(&mut self, tensor: Value, class: Value) -> Flow<Value> {
        let tensor_class = self.role(Role::Tensor);
        let class = self.known_object(class).filter(|class| class.is_class() && self.derives(*class, tensor_class));
        let class = class.ok_or_else(|| Stop::graph_break("a tensor under a class that is none of tensors"))?;
        let tensor = self.force(tensor)?;
        let dispatches = self.class_dispatches(class)?;
        match self.arena.get(tensor).state {
            State::Tensor(node) if !dispatches => Ok(self.make(class, State::Tensor(node))),
            _ => Err(Stop::graph_break(format!("a tensor under the class {}", class.qualified_class_name()))),
        }
    }

    fn read_attribute(&mut self, descriptor: Value, instance: Value) -> Flow<Value> {
        let descriptor = self.known_object(descriptor).ok_or_else(|| Stop::graph_break("a descriptor that is not known"))?;
        let owner = self.owner_of(descriptor)?;
        let instance = self.force(instance)?;
        if !self.class(instance).is_subclass(owner) {
            return Err(Stop::graph_break("an attribute read from an object of another class"));
        }
        let name = self.intern_text(&descriptor.name_text())?;
        self.bind_descriptor(descriptor, Some(instance), owner, name)
    }

    fn take_apart(&mut self, wrapper: Value) -> Flow<()> {
        self.take_wrapper_apart(wrapper)
    }

    fn wrapper_fact(&mut self, wrapper: Value, name: &'static str) -> Flow<Value> {
        self.fact_of_wrapper(wrapper, name)
    }
}

impl Trace<'_> {
    fn class_dispatches(&mut self, class: Object) -> Flow<bool> {
        let name = "__torch_dispatch__";
        Ok(self.type_attribute_named(class, name)? != self.type_attribute_named(self.role(Role::Tensor), name)?)
    }
}
