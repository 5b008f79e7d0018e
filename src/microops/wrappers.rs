//! Wrappers: tensor subclasses around other tensors, with a `__torch_dispatch__`.
//!
//! To the trace a wrapper is a tensor like any other: an input, or the result of a node. Its metadata holds a fake, a
//! wrapper around fake tensors, on which torch computes what operators return.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::guards::Fact;
use crate::inference::fakes::Describer;
use crate::interpreter::Trace;
use crate::interpreter::bind::Arguments;
use crate::python::{Object, Owned, flattening};
use crate::rules::{Flow, Stop};
use crate::shapes::{MetaArgument, TensorRef};
use crate::tables::{Role, guard_rules};
use crate::values::{State, Value};

impl Trace<'_> {
    /// Whether a class has `__tensor_flatten__` and `__tensor_unflatten__`.
    pub fn is_wrapper_class(&mut self, class: Object) -> Flow<bool> {
        Ok(class.is_subclass(self.role(Role::Tensor))
            && self.type_attribute_named(class, "__tensor_flatten__")?.is_some()
            && self.type_attribute_named(class, "__tensor_unflatten__")?.is_some())
    }

    /// An input that is a wrapper: its parts are read and guarded as inputs, and its fake is made around theirs.
    pub(super) fn take_wrapper_apart(&mut self, wrapper: Value) -> Flow<()> {
        let tracked = self.arena.get(wrapper);
        let (State::Tensor(node), Some(object), Some(source)) = (&tracked.state, tracked.object, tracked.source) else {
            return Err(Stop::Abandon("a wrapper from outside that is no input".into()));
        };
        let node = *node;
        let flattening = flattening::flattening(object).map_err(|error| {
            Stop::graph_break(format!("a wrapper {} that cannot be taken apart: {error}", object.class().qualified_class_name()))
        })?;
        let flattening = self.keeper.keep_owned(flattening);
        self.guards.push(source, guard_rules::FLATTENING_MATCH, Some(flattening), Fact::Bool(true));
        let names: Vec<String> =
            Python::attach(|python| flattening.bound(python).getattr("names")?.extract()).map_err(Stop::python)?;
        let (mut parts, mut nodes) = (Vec::with_capacity(names.len()), Vec::with_capacity(names.len()));
        for name in names {
            let attribute = self.keeper.keep_owned(Owned::interned(&name).map_err(Stop::python)?);
            let part = self.get_attr(wrapper, attribute)?;
            let part = self.force(part)?;
            let State::Tensor(node) = self.arena.get(part).state else {
                return Err(Stop::graph_break("a wrapper with a part that is no tensor"));
            };
            nodes.push((name.clone(), node));
            parts.push((name, self.tensor_meta(part)?));
        }
        let own = self.tensor_meta(wrapper)?;
        let first_new = self.shapes.symbols().len() as u32;
        let made = Python::attach(|python| self.ask_for_wrapper(python, object, &own, &parts));
        let meta = match made {
            Ok(Ok(meta)) => meta,
            Ok(Err(text)) => return Err(Stop::graph_break(text)),
            Err(error) => return Err(Stop::graph_break(format!("a wrapper that torch makes no fake of: {error}"))),
        };
        self.graph.parts.insert(node, nodes);
        self.graph.set_meta(node, meta.clone());
        self.bind_new_symbols(node, &meta, first_new)
    }

    /// A node that makes a wrapper. Backends take its non-tensor arguments for constants, so they must not be symbols.
    pub(super) fn make_wrapper(&mut self, class: Object, mut arguments: Arguments) -> Flow<Value> {
        for value in arguments.positional.iter_mut().chain(arguments.named.iter_mut().map(|(_, value)| value)) {
            *value = self.decided(*value)?;
            if let State::Symbol(dim) = self.arena.get(*value).state {
                let number = self.specialise_dim(dim)?;
                *value = self.int_constant(number)?;
            }
        }
        self.graph_function(class, arguments)
    }

    fn ask_for_wrapper(
        &mut self,
        python: Python<'_>,
        object: Object,
        own: &TensorRef,
        parts: &[(String, TensorRef)],
    ) -> PyResult<Result<MetaArgument, String>> {
        let session = self.session(python)?;
        let mut describer = Describer::new(python)?;
        let outside = describer.tensor(self, own)?;
        let described = PyDict::new(python);
        for (name, part) in parts {
            described.set_item(name, describer.tensor(self, part)?)?;
        }
        let unbacked = self.shapes.unbacked_symbols();
        let answer = session.call_method1("wrap", (object.bound(python), outside, described, unbacked))?;
        match self.learn(&session)? {
            Some(text) => Ok(Err(text)),
            None => self.described(&answer, &Default::default()),
        }
    }

    /// An attribute of a wrapper that a node returns, read from its fake: a part is a node, anything else a constant.
    pub fn wrapper_attribute(&mut self, wrapper: Value, name: Object) -> Flow<Option<Value>> {
        let tracked = self.arena.get(wrapper);
        let State::Tensor(node) = tracked.state else { return Ok(None) };
        let MetaArgument::Tensor(meta) = &self.graph.node(node).meta else { return Ok(None) };
        let Some(fake) = meta.wrapper else { return Ok(None) };
        // An input says for itself what is in it, as long as nothing is written to it; but symbols are its fake's to tell.
        if let Some(object) = tracked.object
            && !self.graph.node(node).is_operation()
        {
            let symbol = self.role(Role::SymbolicInt);
            let symbolic = |value: Object| {
                value.class() == symbol || value.is_exact_tuple() && value.items().iter().any(|item| item.class() == symbol)
            };
            if !object.instance_attribute(name).is_some_and(symbolic) {
                return Ok(None);
            }
        }
        if let Some(known) = self.notes.wrapper_attributes.get(&(node, name)) {
            return Ok(Some(*known));
        }
        let (kind, value) = Python::attach(|python| {
            let session = self.session(python)?;
            let answer =
                session.call_method1("attribute", (fake.bound(python), name.bound(python), self.shapes.unbacked_symbols()))?;
            let (kind, value): (String, Bound<'_, PyAny>) = answer.extract()?;
            Ok((kind, self.keeper.keep(Object::from_bound(&value))))
        })
        .map_err(Stop::python)?;
        let found = match kind.as_str() {
            "nothing" => return Ok(None),
            "sizes" => {
                let described =
                    Python::attach(|python| self.described(&value.bound(python), &Default::default())).map_err(Stop::python)?;
                let described = described.map_err(Stop::graph_break)?;
                self.sizes_value(&described)?
            }
            "part" => self.graph_attribute(wrapper, name)?,
            _ if value.is_plain_constant() || self.library.goes_into_graph(value) => self.constant_value(value),
            _ => {
                let class = value.class().qualified_class_name();
                return Err(Stop::graph_break(format!(
                    "attribute '{}' of a wrapper that the graph makes: a {class}",
                    name.text()
                )));
            }
        };
        self.notes.wrapper_attributes.insert((node, name), found);
        Ok(Some(found))
    }

    /// An attribute of a wrapper's fake that is an object of the program.
    pub(super) fn fact_of_wrapper(&mut self, wrapper: Value, name: &'static str) -> Flow<Value> {
        let wrapper = self.force(wrapper)?;
        let State::Tensor(node) = self.arena.get(wrapper).state else {
            return Err(Stop::graph_break(format!("'{name}' of what is no tensor")));
        };
        let fake = match &self.graph.node(node).meta {
            MetaArgument::Tensor(meta) => meta.wrapper,
            _ => None,
        };
        let fake = fake.ok_or_else(|| Stop::graph_break(format!("'{name}' of a wrapper of which the trace has no fake")))?;
        let name = self.library.name(name)?;
        let fact = Python::attach(|python| fake.read_attribute(python, name)).map_err(Stop::python)?;
        let fact = self.keeper.keep_owned(fact);
        if fact.is_exact_tuple() { self.from_python(fact) } else { Ok(self.held(fact)) }
    }

    fn sizes_value(&mut self, sizes: &MetaArgument) -> Flow<Value> {
        match sizes {
            MetaArgument::Dim(dim) => self.dim_value(*dim),
            MetaArgument::Tuple(sizes) => {
                let sizes = sizes.iter().map(|size| self.sizes_value(size)).collect::<Flow<Vec<_>>>()?;
                Ok(self.make_items(self.role(Role::Tuple), sizes))
            }
            _ => Err(Stop::graph_break("an attribute of a wrapper with a symbol in it that is no size")),
        }
    }

    /// Breaks the graph at a store to a wrapper's attributes, on which its operators depend.
    pub(super) fn leave_wrapper(&mut self, value: Value) -> Flow<()> {
        match self.arena.get(value).state {
            State::Tensor(node) if matches!(&self.graph.node(node).meta, MetaArgument::Tensor(meta) if meta.wrapper.is_some()) => {
                Err(Stop::graph_break("an attribute of a wrapper is changed"))
            }
            _ => Ok(()),
        }
    }
}
