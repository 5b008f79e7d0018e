//! The inputs of a graph: placeholders, and what the backend's side is told of each.

use ahash::AHashSet;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};

use super::module::Writer;
use crate::graph::{NodeId, Target};
use crate::interpreter::Trace;
use crate::python::Object;
use crate::shapes::{Dim, MetaArgument, Strides, Symbol, TensorMeta};
use crate::sources::{SourceId, SourceKind};
use crate::tables::Role;

/// The inputs of a graph.
pub(super) struct Inputs<'py> {
    pub(super) sources: Vec<SourceId>,
    /// What the backend's side is told of each.
    pub(super) described: Bound<'py, PyList>,
    /// The places of those that are tensors.
    pub(super) tensors: Vec<usize>,
}

impl Trace<'_> {
    /// The strides of an input that are symbols of their own, not what sizes make of them.
    pub(super) fn own_strides(&self, source: SourceId, tensor: &TensorMeta) -> Vec<Option<Dim>> {
        let Strides::Explicit(strides) = &tensor.strides else { return Vec::new() };
        let own = |(index, stride): (usize, &Dim)| {
            let symbol = self.shapes.as_symbol(*stride)?;
            let is_it = |from: &SourceId| self.sources.kind(*from) == SourceKind::Stride(source, index as u16);
            self.shapes.symbol(symbol).sources.iter().any(is_it).then_some(*stride)
        };
        strides.iter().enumerate().map(own).collect()
    }
}

impl<'py, 'g> Writer<'py, 'g> {
    /// Placeholders of symbols, and of the tensors that live nodes use: in the order in which the program came to them, the
    /// sizes of a tensor before it.
    pub(super) fn inputs(&mut self, symbols: &[Symbol], live: &[bool], trace: &Trace<'_>) -> PyResult<Inputs<'py>> {
        let mut inputs = Inputs { sources: Vec::new(), described: PyList::empty(self.python), tensors: Vec::new() };
        let mut parameters = AHashSet::new();
        let (mut ints, mut sizes) = (Vec::new(), AHashSet::new());
        for symbol in symbols {
            match self.shapes.symbol(*symbol) {
                info if info.sources.is_empty() => {}
                info if info.is_size => drop(sizes.insert(*symbol)),
                info => ints.push((info.place, *symbol)),
            }
        }
        ints.sort_unstable_by_key(|(place, symbol)| (*place, symbol.0));
        let mut ints = ints.into_iter().peekable();
        let mut found = Vec::new();
        for (index, node) in self.graph.nodes.iter().enumerate() {
            let Target::Input { object, source } = &node.target else { continue };
            while let Some((_, symbol)) = ints.next_if(|(place, _)| *place <= index) {
                self.number(symbol, &mut inputs, &mut parameters, trace)?;
            }
            if !sizes.is_empty() {
                found.clear();
                self.graph.visit_sizes(NodeId(index as u32), &mut |size| found.push(size));
                if let MetaArgument::Tensor(tensor) = &node.meta {
                    found.extend(trace.own_strides(*source, tensor).into_iter().flatten());
                }
                for size in &found {
                    for symbol in self.shapes.symbols_of(&[*size]) {
                        if sizes.remove(&symbol) {
                            self.number(symbol, &mut inputs, &mut parameters, trace)?;
                        }
                    }
                }
            }
            if live[index] {
                self.tensor(index, *object, *source, &mut inputs, &mut parameters, trace)?;
            }
        }
        for (_, symbol) in ints {
            self.number(symbol, &mut inputs, &mut parameters, trace)?;
        }
        for symbol in symbols.iter().filter(|symbol| sizes.contains(symbol)) {
            self.number(*symbol, &mut inputs, &mut parameters, trace)?;
        }
        self.maker.annotation.clone_from(&self.around);
        Ok(inputs)
    }

    /// The placeholder of a symbol: a size is called as its symbol is, an int of the program after its source.
    fn number(
        &mut self,
        symbol: Symbol,
        inputs: &mut Inputs<'py>,
        parameters: &mut AHashSet<String>,
        trace: &Trace<'_>,
    ) -> PyResult<()> {
        let info = self.shapes.symbol(symbol);
        let Some(source) = info.sources.first() else { return Ok(()) };
        let text = self.sources.display(*source).to_string();
        let name = if info.is_size { info.name.clone() } else { free_name(&text, parameters) };
        let node = self.placeholder(&name)?;
        self.maker.annotate(&node, trace.role(Role::SymbolicInt))?;
        let (name, none) = (node.getattr("name")?, self.python.None());
        inputs.described.append((name, info.hint, text, &info.name, false, false, none, PyList::empty(self.python)))?;
        inputs.sources.push(*source);
        self.symbols.insert(symbol, node);
        Ok(())
    }

    /// The placeholder of a tensor.
    fn tensor(
        &mut self,
        index: usize,
        object: Object,
        source: SourceId,
        inputs: &mut Inputs<'py>,
        parameters: &mut AHashSet<String>,
        trace: &Trace<'_>,
    ) -> PyResult<()> {
        let meta = &self.graph.nodes[index].meta;
        let text = self.sources.display(source).to_string();
        let named = match self.sources.kind(source) {
            SourceKind::AsTensor(value) => self.sources.display(value).to_string(),
            _ => text.clone(),
        };
        let name = free_name(&named, parameters);
        self.annotate(index, trace)?;
        let made = self.placeholder(&name)?;
        if crate::python::tensor::is_tensor(object) {
            self.maker.annotate(&made, object.class())?;
        }
        let dims = self.symbolic_sizes(meta)?;
        let strides = self.symbolic_strides(trace, source, meta)?;
        let is_static = trace.is_static_input(object);
        let is_float = trace.floats.iter().any(|float| float.source == source);
        let is_number = is_float || trace.sources.drawn_input(source).is_some();
        let parts = self.parts(NodeId(index as u32))?;
        let (name, value) = (made.getattr("name")?, object.bound(self.python));
        // The source of a float is that of the number in the tensor.
        let text = if is_float { named } else { text };
        inputs.described.append((name, value, text, dims, is_static, is_number, strides, parts))?;
        inputs.tensors.push(inputs.sources.len());
        inputs.sources.push(source);
        self.nodes[index] = Some(made);
        Ok(())
    }

    /// The tensors in an input that is a wrapper: name, sizes and what is in them.
    fn parts(&self, input: NodeId) -> PyResult<Bound<'py, PyTuple>> {
        let parts = self.graph.parts.get(&input).into_iter().flatten().map(|(name, part)| {
            (name, self.symbolic_sizes(&self.graph.node(*part).meta)?, self.parts(*part)?).into_pyobject(self.python)
        });
        PyTuple::new(self.python, parts.collect::<PyResult<Vec<_>>>()?)
    }

    /// The sizes of an input, if some are symbols: ints and names; None for what the input alone can tell.
    fn symbolic_sizes(&self, meta: &MetaArgument) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let MetaArgument::Tensor(tensor) = meta else { return Ok(None) };
        let fixed = |size: &Dim| self.shapes.as_symbol(*size).and_then(|symbol| self.fixed.get(&symbol).copied());
        let number = |size: &Dim| size.as_constant().or_else(|| fixed(size));
        if tensor.sizes.iter().all(|size| number(size).is_some()) {
            return Ok(None);
        }
        let sizes = tensor.sizes.iter().map(|size| match number(size) {
            Some(number) => number.into_pyobject(self.python).map(|number| number.into_any()).map_err(PyErr::from),
            None if self.graph.is_computed(*size, self.shapes) => Ok(self.python.None().into_bound(self.python)),
            None => Ok(PyString::new(self.python, &self.shapes.text_with(*size, &|symbol| self.symbol_text(symbol))).into_any()),
        });
        Ok(Some(PyTuple::new(self.python, sizes.collect::<PyResult<Vec<_>>>()?)?))
    }

    /// The strides of an input that are symbols of their own, by name; none where there is no such.
    fn symbolic_strides(
        &self,
        trace: &Trace<'_>,
        source: SourceId,
        meta: &MetaArgument,
    ) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let MetaArgument::Tensor(tensor) = meta else { return Ok(None) };
        let is_fixed = |stride: &Dim| self.shapes.as_symbol(*stride).is_some_and(|symbol| self.fixed.contains_key(&symbol));
        let own = trace.own_strides(source, tensor).into_iter();
        let own: Vec<Option<Dim>> = own.map(|stride| stride.filter(|stride| !is_fixed(stride))).collect();
        if own.iter().all(Option::is_none) {
            return Ok(None);
        }
        PyTuple::new(self.python, own.iter().map(|stride| stride.map(|stride| self.shapes.text(stride)))).map(Some)
    }
}

/// A parameter's name, which no other has: it is the target of its placeholder.
fn free_name(source: &str, parameters: &mut AHashSet<String>) -> String {
    let mut name = parameter_name(source);
    while !parameters.insert(name.clone()) {
        name.push('_');
    }
    name
}

/// `L['self']._modules['norm']` becomes `L_self_modules_norm_`: the way torch's users know it.
fn parameter_name(source: &str) -> String {
    let mut name = String::with_capacity(source.len());
    for letter in source.chars() {
        if letter.is_ascii_alphanumeric() {
            name.push(letter);
        } else if !name.ends_with('_') {
            name.push('_');
        }
    }
    if name.starts_with(|letter: char| letter.is_ascii_digit()) {
        name.insert(0, '_');
    }
    name
}
