//! The graph of a trace that has not ended, for the program to look at (`alternator.comptime`).

use ahash::AHashMap;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use super::module::Writer;
use crate::graph::subgraphs::WHOLE;
use crate::interpreter::Trace;
use crate::python::Paused;
use crate::shapes::Symbol;

impl Trace<'_> {
    /// All nodes so far, whether anything needs them or not: the graph, what makes the `meta` of its nodes, the objects that
    /// it names, its inputs, the hints of symbols, the node of each operation and input, and that of each symbol by its name.
    pub fn graph_so_far<'py>(&self, python: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let collector = Paused::new(python);
        let live = vec![true; self.graph.nodes.len()];
        let numbered = (0..).map(Symbol).zip(self.shapes.symbols());
        let symbols: Vec<Symbol> = numbered.filter(|(_, symbol)| !symbol.sources.is_empty()).map(|(number, _)| number).collect();
        let fixed = AHashMap::new();
        let mut writer = Writer::new(python, self, &live, &fixed)?;
        let described = writer.inputs(&symbols, &live, self)?.described;
        for (index, node) in self.graph.nodes.iter().enumerate() {
            if self.graph.owners[index] == WHOLE && node.is_operation() {
                writer.operation(index, self)?;
            }
        }
        let nodes = PyList::new(python, writer.nodes.iter().map(|node| node.as_ref()))?;
        let names = PyDict::new(python);
        for (symbol, node) in &writer.symbols {
            names.set_item(&self.shapes.symbol(*symbol).name, node)?;
        }
        writer.maker.finish()?;
        drop(collector);
        let (maker, attributes) = (&writer.maker, &writer.attributes);
        (&maker.graph, &maker.propagation, attributes, described, self.hints(python)?, nodes, names).into_pyobject(python)
    }
}
