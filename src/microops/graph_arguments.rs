//! Values as arguments of the graph's nodes.

use pyo3::prelude::*;

use crate::graph::{Argument, Target};
use crate::interpreter::Trace;
use crate::python::{Object, Owned};
use crate::rules::{Flow, Stop};
use crate::shapes::{Interval, MetaArgument};
use crate::tables::Role;
use crate::values::{State, Value};

impl Trace<'_> {
    /// A value as an argument of a node.
    pub fn graph_argument(&mut self, value: Value) -> Flow<Argument> {
        // Operators take no symbolic bools.
        let value = self.decided(value)?;
        let tracked = self.arena.get(value);
        match &tracked.state {
            State::Constant => {
                let object = tracked.object.ok_or_else(|| Stop::Abandon("a constant without an object".into()))?;
                if object.class() == self.role(Role::Slice) {
                    return self.slice_argument(value);
                }
                let plain = self.plain_argument(object)?;
                // Torch asks bytes of a class of the program's for `__index__`.
                if plain.as_bytes().is_some() && plain.class().is_python_class() {
                    return Err(Stop::graph_break(format!("{} as an argument of a tensor operation", self.describe(value))));
                }
                Ok(Argument::Constant(plain))
            }
            State::Tensor(node) if self.graph.is_in_reach(*node) => Ok(Argument::Node(*node)),
            State::Tensor(_) => Err(Stop::graph_break("a tensor of a function that an operator takes, used outside of it")),
            State::Body(argument) => Ok(argument.clone()),
            State::Symbol(dim) if self.graph.is_number_in_reach(*dim, &self.shapes) => Ok(Argument::Dim(*dim)),
            State::Symbol(_) => Err(Stop::graph_break("a number of a function that an operator takes, used outside of it")),
            State::Items(items) => {
                let (class, items) = (tracked.class, items.clone());
                if class.is_python_class() && !self.is_read_as_it_is(class)? {
                    return Err(Stop::graph_break(format!("{} as an argument of a tensor operation", self.describe(value))));
                }
                let mut parts = Vec::with_capacity(items.len());
                for item in items {
                    parts.push(self.graph_argument(item)?);
                }
                if class.is_subclass(self.role(Role::List)) { Ok(Argument::List(parts)) } else { Ok(Argument::Tuple(parts)) }
            }
            State::Slots(_) if tracked.class == self.role(Role::Slice) => self.slice_argument(value),
            State::Map(_) if tracked.class == self.role(Role::Dict) => {
                let mut parts = Vec::new();
                for (key, value) in self.map_values(value)? {
                    let Some(key) = self.as_python_constant(key)? else {
                        return Err(Stop::graph_break("a dict with keys that are no constants in the graph"));
                    };
                    parts.push((key, self.graph_argument(value)?));
                }
                Ok(Argument::Dict(parts))
            }
            State::Plain if tracked.object.is_some_and(|object| self.goes_into_graph(object)) => {
                let object = tracked.object.ok_or_else(|| Stop::Abandon("an identity without an object".into()))?;
                self.plain_argument(object).map(Argument::Constant)
            }
            State::Plain if self.library.enters_graph(tracked.class) => self.opaque_input(value),
            _ => Err(Stop::graph_break(format!("{} as an argument of a tensor operation", self.describe(value)))),
        }
    }

    /// Whether torch finds in a sequence of the program's class what C code holds there: it may ask `__len__` and alike, and
    /// whether the sequence is an index where that could be a size.
    fn is_read_as_it_is(&mut self, class: Object) -> Flow<bool> {
        for name in ["__iter__", "__len__", "__getitem__"] {
            if !self.type_attribute_named(class, name)?.is_some_and(Object::is_native_attribute) {
                return Ok(false);
            }
        }
        Ok(self.type_attribute_named(class, "__index__")?.is_none())
    }

    /// An opaque object as an input of the graph, guarded by identity.
    fn opaque_input(&mut self, value: Value) -> Flow<Argument> {
        let (Some(object), Some(source)) = (self.instance_from_outside(value)?, self.arena.get(value).source) else {
            return Err(Stop::graph_break(format!("{}, which the trace made or changed, in the graph", self.describe(value))));
        };
        Ok(Argument::Node(self.graph.input_node(source, Target::Input { object, source }, MetaArgument::Other(object))))
    }

    fn slice_argument(&mut self, slice: Value) -> Flow<Argument> {
        let [start, stop, step] = [self.get_state(slice, 0)?, self.get_state(slice, 1)?, self.get_state(slice, 2)?];
        check_step(self.as_constant(step))?;
        let parts = [self.graph_argument(start)?, self.graph_argument(stop)?, self.graph_argument(step)?];
        Ok(Argument::Slice(Box::new(parts)))
    }

    /// An object of identity that a graph may name: torch takes the class `int` for a dtype.
    fn goes_into_graph(&self, object: Object) -> bool {
        self.library.goes_into_graph(object) || object.is_class() && self.library.dtype_of_class(object).is_some()
    }

    /// A constant as the graph writes it: torch takes a number or text of a class derived from `float`, `int`, `complex` or `str`
    /// (NumPy's float64, an enum's member) for the plain one, and `int` for a dtype; the text of a graph knows no other. And fakes
    /// are not to meet methods of the program's.
    fn plain_argument(&mut self, object: Object) -> Flow<Object> {
        if object.is_int() && object.as_int().is_none() {
            return Err(Stop::graph_break("an int of more than 64 bits as an argument of a tensor operation"));
        }
        if object.is_plain_constant() {
            return Ok(object);
        }
        if let Some(dtype) = object.is_class().then(|| self.library.dtype_of_class(object)).flatten() {
            return Ok(dtype);
        }
        let plain = match (object.as_float(), object.as_int(), object.as_complex(), object.as_str()) {
            (Some(number), ..) => Owned::float(number),
            (_, Some(number), ..) => Owned::int(number),
            (.., Some(parts), _) => Owned::complex(parts),
            (.., Some(text)) => Owned::str(text),
            // One of NumPy's numbers.
            _ if self.library.is_array_class(object.class()) => {
                Python::attach(|python| object.bound(python).call_method0("item").map(Owned::from_bound))
            }
            _ => return Ok(object),
        };
        Ok(self.keeper.keep_owned(plain.map_err(Stop::python)?))
    }
}

/// Torch adds the step of a slice to a size, in 64 bits.
fn check_step(step: Option<Object>) -> Flow<()> {
    match step.and_then(Object::as_int) {
        Some(step) if !Interval::REACH.contains(step.into()) => {
            Err(Stop::graph_break("a slice of a tensor with a step near the end of 64 bits"))
        }
        _ => Ok(()),
    }
}
