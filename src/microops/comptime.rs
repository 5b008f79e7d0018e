//! Shows a trace as it stands to the program, where it asks for that while it is compiled (`alternator.comptime`).

use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::graph::NodeId;
use crate::guards;
use crate::interpreter::Trace;
use crate::python::Object;
use crate::rules::externs::ComptimeExterns;
use crate::rules::types::Values;
use crate::rules::{Flow, Stop};
use crate::tables::Role;
use crate::values::{State, Value};

/// Name and text of what a frame's variables and stack hold.
type Shown<'py> = Bound<'py, PyTuple>;

impl Trace<'_> {
    /// What is known of a value: a kind, what that kind tells, the class, and the value's number.
    fn shown<'py>(&mut self, python: Python<'py>, value: Value) -> PyResult<Shown<'py>> {
        let value = self.arena.resolve(value);
        let number = value.0;
        let tracked = self.arena.get(value);
        let class = tracked.class.bound(python).clone();
        let object = tracked.object.map(|object| object.bound(python).clone());
        match &tracked.state {
            State::Constant => ("constant", object, class, number).into_pyobject(python),
            State::Slots(_) if self.class(value) == self.role(Role::Cell) => {
                let content = self.cell_content(value).map_err(Stop::into_error)?;
                match content.is_null() {
                    true => ("object", ("an empty cell", object), class, number).into_pyobject(python),
                    false => {
                        let content = self.force(content).map_err(Stop::into_error)?;
                        self.shown(python, content)
                    }
                }
            }
            State::Symbol(dim) => {
                let dim = *dim;
                match self.shapes.known(dim) {
                    Some(known) => ("constant", known, class, number).into_pyobject(python),
                    None => {
                        let code = self.shapes.code(dim, &|symbol| self.shapes.symbol(symbol).name.clone());
                        ("symbol", (self.shapes.text(dim), code), class, number).into_pyobject(python)
                    }
                }
            }
            State::Tensor(NodeId(node)) => {
                let node = *node;
                let Ok(meta) = self.tensor_meta(value) else {
                    return ("tensor", (python.None(), "", node), class, number).into_pyobject(python);
                };
                {
                    let sizes = PyList::empty(python);
                    for size in meta.sizes.iter() {
                        match size.as_constant() {
                            Some(size) => sizes.append(size)?,
                            None => sizes.append(self.shapes.text(*size))?,
                        }
                    }
                    ("tensor", (sizes, meta.dtype.name(), node), class, number).into_pyobject(python)
                }
            }
            State::Items(items) => {
                let items = items.clone();
                let parts = PyList::empty(python);
                for item in items {
                    let item = self.force(item).map_err(Stop::into_error)?;
                    parts.append(self.shown(python, item)?)?;
                }
                ("items", parts, class, number).into_pyobject(python)
            }
            State::Map(map) if map.complete => {
                let present: Vec<_> = map.present().copied().collect();
                let parts = PyList::empty(python);
                for entry in present {
                    let (key, value) = (self.force(entry.key), self.force(entry.value));
                    let (key, value) = (key.map_err(Stop::into_error)?, value.map_err(Stop::into_error)?);
                    parts.append((self.shown(python, key)?, self.shown(python, value)?))?;
                }
                ("map", parts, class, number).into_pyobject(python)
            }
            _ => ("object", (self.describe(value), object), class, number).into_pyobject(python),
        }
    }

    /// The frames, innermost last: place, code, offset of the instruction, variables and stack; the guards; and the graph. The
    /// program may ask for the variables that a function names, which are read before it is called.
    fn snapshot<'py>(&mut self, python: Python<'py>, named: &[String]) -> PyResult<Bound<'py, PyTuple>> {
        let frames = PyList::empty(python);
        for (index, place) in self.stack_summary().into_iter().enumerate() {
            let frame = &self.frames[index];
            let code = frame.code.code.bound(python).clone();
            let offset = frame.code.instructions.get(frame.current as usize).map(|instruction| instruction.offset);
            let names: Vec<String> = frame.code.variables.iter().map(|variable| variable.name.text()).collect();
            let (locals, stack) = (frame.locals.clone(), frame.stack.clone());
            let variables = PyList::empty(python);
            for (name, mut value) in names.into_iter().zip(locals).filter(|(_, value)| !value.is_null()) {
                if named.contains(&name) {
                    value = self.force(value).map_err(Stop::into_error)?;
                }
                variables.append((name, self.shown(python, value)?))?;
            }
            let values = PyList::empty(python);
            for value in stack.into_iter().filter(|value| !value.is_null()) {
                values.append(self.shown(python, value)?)?;
            }
            frames.append((place, code, offset, variables, values))?;
        }
        let graph = self.graph_so_far(python)?;
        (frames, guards::texts(&self.guards, &self.sources), graph).into_pyobject(python)
    }

    /// A function of the program's that can be called now: one from outside, or one made of nothing else.
    fn callable_now<'py>(&mut self, python: Python<'py>, function: Value) -> Flow<Option<Bound<'py, PyAny>>> {
        if let Some(object) = self.known_object(function) {
            return Ok(Some(object.bound(python).clone()));
        }
        let parts = self.function_parts(function)?;
        let cells: Option<Vec<Object>> = parts.closure.iter().map(|cell| self.known_object(*cell)).collect();
        let (Some(cells), Some(globals)) = (cells, self.known_object(parts.globals)) else { return Ok(None) };
        let make = || {
            let cells = PyTuple::new(python, cells.iter().map(|cell| cell.bound(python).clone()))?;
            let closure = (!cells.is_empty()).then_some(cells);
            let (code, globals) = (parts.code.bound(python).clone(), globals.bound(python).clone());
            let class = crate::python::import(python, "types")?.getattr("FunctionType")?;
            class.call1((code, globals, python.None(), python.None(), closure))
        };
        Ok(make().ok())
    }
}

impl ComptimeExterns for Trace<'_> {
    fn show_trace(&mut self, function: &'static str, values: Values) -> Flow<()> {
        let values = self.lists.get(values).to_vec();
        Python::attach(|python| {
            let mut arguments = Vec::new();
            for value in values {
                let value = self.force(value)?;
                arguments.push(match self.class(value) == self.role(Role::Function) {
                    true => self.callable_now(python, value)?.ok_or_else(|| {
                        Stop::graph_break("a function for comptime that uses what is only there when compiled code runs")
                    })?,
                    false => self.shown(python, value).map_err(Stop::python)?.into_any(),
                });
            }
            self.arena.spoil_reads();
            let helpers = crate::python::import(python, "alternator.comptime").map_err(Stop::python)?;
            let named = helpers.call_method1("names", (&arguments,)).and_then(|names| names.extract::<Vec<String>>());
            let snapshot = self.snapshot(python, &named.map_err(Stop::python)?).map_err(Stop::python)?;
            let shown = || helpers.getattr(function)?.call1((snapshot, arguments))?.extract::<(Option<String>, Vec<u32>)>();
            match shown() {
                Ok((None, fixed)) => {
                    for number in fixed {
                        self.int_from(Value(number))?;
                    }
                    Ok(())
                }
                Ok((Some(reason), _)) => Err(Stop::graph_break(reason)),
                Err(error) => Err(Stop::Refuse(error)),
            }
        })
    }
}
