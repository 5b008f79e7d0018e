//! Nodes of a `torch.fx.Graph`, made without the layers of Python that `Graph.create_node` goes through.
//!
//! What those layers do is done here in the same order, on the graph's own tables: a name from the
//! namespace, the node, its links to its inputs and its neighbours, the side table that finds nodes by
//! target. The graph cannot tell the difference, and whatever edits it later finds the tables as torch
//! keeps them.

use ahash::AHashMap;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PySet, PyString, PyTuple};

use super::names::{self, Tables};
use crate::graph::operation::{Operation, WORDS};
use crate::python::Object;

pub struct NodeMaker<'py> {
    python: Python<'py>,
    pub graph: Bound<'py, PyAny>,
    class: Bound<'py, PyAny>,
    allocate: Bound<'py, PyAny>,
    initialise: Bound<'py, PyAny>,
    set_arguments: Bound<'py, PyAny>,
    append: Bound<'py, PyAny>,
    stem: Bound<'py, PyAny>,
    create_name: Bound<'py, PyAny>,
    used_names: Bound<'py, PySet>,
    /// The last number that was given out behind each stem.
    numbers: Bound<'py, PyDict>,
    names: Bound<'py, PyDict>,
    reserved: Bound<'py, PyDict>,
    /// Nodes by operation and target.
    table: Bound<'py, PyDict>,
    no_keywords: Bound<'py, PyAny>,
    meta_class: Bound<'py, PyAny>,
    pub propagation: Bound<'py, PyAny>,
    set_attribute: Bound<'py, PyAny>,
    operations: [Bound<'py, PyString>; 4],
    /// The rows of `table` that were met, by operation and the address of the target: the nodes keep it alive.
    rows: AHashMap<(usize, usize), Bound<'py, PyDict>>,
    stems: AHashMap<usize, Bound<'py, PyString>>,
    /// What the last node was called before it got the name of a variable.
    pub first_name: Bound<'py, PyString>,
    /// What annotated regions add to the `meta` of the nodes that are made now.
    pub annotation: Option<Bound<'py, PyDict>>,
    made: usize,
}

impl<'py> NodeMaker<'py> {
    /// For a new graph.
    pub fn new(python: Python<'py>) -> PyResult<NodeMaker<'py>> {
        let parts = crate::python::import(python, "alternator.backend.graphs")?.getattr("new_graph")?.call0()?;
        let part = |name: &str| parts.getattr(name);
        let word = |text: &str| PyString::intern(python, text);
        Ok(NodeMaker {
            python,
            graph: part("graph")?,
            class: part("node_class")?,
            allocate: part("allocate")?,
            initialise: part("initialise")?,
            set_arguments: part("set_arguments")?,
            append: part("append")?,
            stem: part("stem")?,
            create_name: part("create_name")?,
            used_names: part("used_names")?.cast_into()?,
            numbers: part("numbers")?.cast_into()?,
            names: part("names")?.cast_into()?,
            reserved: part("reserved")?.cast_into()?,
            table: part("table")?.cast_into()?,
            no_keywords: part("no_keywords")?,
            meta_class: part("meta_class")?,
            propagation: part("propagation")?,
            set_attribute: part("set_attribute")?,
            operations: WORDS.map(word),
            rows: AHashMap::new(),
            stems: AHashMap::new(),
            first_name: PyString::new(python, ""),
            annotation: None,
            made: 0,
        })
    }

    /// A node at the graph's end, named after its target, or after a variable that holds its result.
    pub fn make(
        &mut self,
        operation: Operation,
        target: &Bound<'py, PyAny>,
        arguments: Bound<'py, PyTuple>,
        keywords: Option<Bound<'py, PyDict>>,
        variable: Option<&Bound<'py, PyString>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        // As in torch, where the node is renamed later, its first name stays taken.
        self.first_name = self.pass_over(operation, target)?;
        let name = match variable {
            Some(variable) => self.unique(variable)?,
            None => self.first_name.clone(),
        };
        let word = self.operations[operation as usize].clone();
        let node = self.allocate.call1((&self.class,))?;
        self.initialise.call1((&node, &self.graph, &name, &word, target, self.python.None()))?;
        match keywords {
            Some(keywords) => self.set_arguments.call1((&node, arguments, keywords))?,
            None => self.set_arguments.call1((&node, arguments, &self.no_keywords))?,
        };
        if operation.computes() {
            self.make_lazy(&node)?;
        }
        if let Some(annotation) = &self.annotation {
            node.getattr(pyo3::intern!(self.python, "meta"))?
                .set_item(pyo3::intern!(self.python, "custom"), annotation.copy()?)?;
        }
        self.names.set_item(&node, &name)?;
        self.append.call1((&node,))?;
        let python = self.python;
        self.row(operation, &word, target)?.set_item(&node, python.None())?;
        self.made += 1;
        Ok(node)
    }

    /// Gives a node a `meta` whose expensive entries are made when they are read.
    pub fn make_lazy(&self, node: &Bound<'py, PyAny>) -> PyResult<()> {
        let meta = self.meta_class.call0()?;
        meta.setattr(pyo3::intern!(self.python, "maker"), &self.propagation)?;
        self.set_attribute.call1((node, pyo3::intern!(self.python, "meta"), meta)).map(drop)
    }

    /// Gives a placeholder the class of what it stands for, which the graph's code shows.
    pub fn annotate(&self, node: &Bound<'py, PyAny>, class: Object) -> PyResult<()> {
        let name = pyo3::intern!(self.python, "type");
        self.set_attribute.call1((node, name, class.bound(self.python))).map(drop)
    }

    /// Names the parameter that a placeholder is in the graph's code, its target, as the node is named.
    pub fn target_its_name(&self, node: &Bound<'py, PyAny>) -> PyResult<()> {
        let name = node.getattr(pyo3::intern!(self.python, "name"))?;
        self.set_attribute.call1((node, pyo3::intern!(self.python, "target"), name)).map(drop)
    }

    /// Whether a node's `meta` makes entries when they are read.
    pub fn is_lazy(&self, meta: &Bound<'py, PyAny>) -> bool {
        meta.get_type().is(&self.meta_class)
    }

    /// Takes the name that a node would get.
    pub fn pass_over(&mut self, operation: Operation, target: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyString>> {
        let stem = match operation {
            Operation::Placeholder => self.stem_of_text(target)?,
            _ => self.stem_of(target)?,
        };
        self.unique(&stem)
    }

    /// Tells the graph how many nodes it has now.
    pub fn finish(&mut self) -> PyResult<()> {
        let length = pyo3::intern!(self.python, "_len");
        let before: usize = self.graph.getattr(length)?.extract()?;
        self.graph.setattr(length, before + std::mem::take(&mut self.made))
    }

    /// What nodes with a target are called, but for the number.
    pub fn stem_of(&mut self, target: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyString>> {
        let key = target.as_ptr() as usize;
        if let Some(stem) = self.stems.get(&key) {
            return Ok(stem.clone());
        }
        let stem: Bound<'py, PyString> = self.stem.call1((target,))?.cast_into()?;
        self.stems.insert(key, stem.clone());
        Ok(stem)
    }

    /// As [`NodeMaker::stem_of`], for the name of a variable: placeholders are many and each has its own.
    fn stem_of_text(&self, target: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyString>> {
        match target.cast::<PyString>().ok().and_then(|text| names::snake_case(text.to_str().ok()?)) {
            Some(stem) => Ok(PyString::new(self.python, &stem)),
            None => Ok(self.stem.call1((target,))?.cast_into()?),
        }
    }

    fn row(
        &mut self,
        operation: Operation,
        word: &Bound<'py, PyString>,
        target: &Bound<'py, PyAny>,
    ) -> PyResult<&Bound<'py, PyDict>> {
        let by_target = operation == Operation::Function;
        let key = (operation as usize, if by_target { target.as_ptr() as usize } else { 0 });
        if !self.rows.contains_key(&key) {
            let entry = if by_target { (word, target.clone()) } else { (word, self.python.None().into_bound(self.python)) };
            let entry = entry.into_pyobject(self.python)?;
            let row = match self.table.get_item(&entry)? {
                Some(row) => row.cast_into()?,
                None => {
                    let row = PyDict::new(self.python);
                    self.table.set_item(&entry, &row)?;
                    row
                }
            };
            self.rows.insert(key, row);
        }
        Ok(&self.rows[&key])
    }

    /// The name that torch's namespace would give, entered there.
    fn unique(&mut self, stem: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyString>> {
        match names::unique(self, stem, stem.to_str()?)? {
            Some(name) => Ok(name),
            None => Ok(self.create_name.call1((stem, self.python.None()))?.cast_into()?),
        }
    }
}

impl<'py> Tables for NodeMaker<'py> {
    type Name = Bound<'py, PyString>;

    fn name(&self, text: &str) -> Bound<'py, PyString> {
        PyString::new(self.python, text)
    }

    fn is_used(&self, name: &Bound<'py, PyString>) -> PyResult<bool> {
        self.used_names.contains(name)
    }

    fn is_reserved(&self, name: &Bound<'py, PyString>) -> PyResult<bool> {
        Ok(self.reserved.get_item(name)?.is_some_and(|meaning| !meaning.is_none()))
    }

    fn last(&self, base: &Bound<'py, PyString>) -> PyResult<u64> {
        self.numbers.get_item(base)?.map_or(Ok(0), |number| number.extract())
    }

    fn enter(&mut self, name: &Bound<'py, PyString>, base: &Bound<'py, PyString>, number: u64) -> PyResult<()> {
        self.used_names.add(name)?;
        self.numbers.set_item(base, number)
    }
}
