//! Bodies of operators that take functions, written as graphs and modules of their own.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::module::Writer;
use super::nodes::NodeMaker;
use crate::graph::{Argument, NodeId};
use crate::interpreter::Trace;

impl<'py> Writer<'py, '_> {
    /// The node that holds the module of a body.
    pub(super) fn body(&mut self, body: u32, trace: &Trace<'_>) -> PyResult<Bound<'py, PyAny>> {
        let missing = || pyo3::exceptions::PyRuntimeError::new_err("a body that was never traced");
        let subgraph = self.graph.body(body).ok_or_else(missing)?;
        let group = if self.group.contains(&body) { self.group.clone() } else { vec![body] };
        let captures = self.graph.captures(&group, self.live, self.shapes);
        let outer_names = captures.nodes.iter().map(|node| self.name_of(*node)).collect::<PyResult<Vec<_>>>()?;

        let notes = PyDict::new(self.python);
        for (name, object) in &subgraph.notes {
            notes.set_item(name, object.bound(self.python))?;
        }
        let operators = self.operators.len();
        if let Some(operator) = self.operator.clone() {
            self.operators.push(PyTuple::new(self.python, [self.maker.stem_of(&operator)?.as_any(), &operator])?);
        }
        let written = self.in_a_body(&subgraph.name, &notes, |writer| {
            for (index, operand) in subgraph.operands.iter().enumerate() {
                let made = writer.parameter(&format!("operand_{index}"))?;
                let number = writer.graph.computed.iter().find(|(_, node)| node == operand);
                number.map(|(symbol, _)| writer.symbols.insert(*symbol, made.clone()));
                writer.nodes[operand.0 as usize] = Some(made);
            }
            for (node, name) in captures.nodes.iter().zip(&outer_names) {
                writer.nodes[node.0 as usize] = Some(writer.parameter(name)?);
            }
            for symbol in &captures.symbols {
                let name = writer.shapes.symbol(*symbol).name.clone();
                let made = writer.parameter(&name)?;
                writer.symbols.insert(*symbol, made);
            }
            for index in 0..writer.graph.nodes.len() {
                if writer.live[index] && writer.graph.owners[index] == body && writer.graph.nodes[index].is_operation() {
                    writer.operation(index, trace)?;
                }
            }
            let outputs = subgraph.outputs.iter().map(|output| writer.argument(output, trace)).collect::<PyResult<Vec<_>>>()?;
            let outputs = match &outputs[..] {
                [only] if subgraph.bare => only.clone(),
                _ => PyTuple::new(writer.python, &outputs)?.into_any(),
            };
            writer.output(PyTuple::new(writer.python, [outputs])?)
        });
        self.operators.truncate(operators);
        written
    }

    /// Writes a body, whose nodes and attributes are its own, and gives the node that holds its module.
    pub(super) fn in_a_body(
        &mut self,
        name: &str,
        notes: &Bound<'py, PyDict>,
        write: impl FnOnce(&mut Self) -> PyResult<()>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let maker = std::mem::replace(&mut self.maker, NodeMaker::new(self.python)?);
        let nodes = std::mem::replace(&mut self.nodes, vec![None; self.graph.nodes.len()]);
        let symbols = std::mem::take(&mut self.symbols);
        let dims = std::mem::take(&mut self.dims);
        let attributes = std::mem::replace(&mut self.attributes, PyDict::new(self.python));
        let group = std::mem::take(&mut self.group);
        write(self)?;
        let maker = std::mem::replace(&mut self.maker, maker);
        self.nodes = nodes;
        self.symbols = symbols;
        self.dims = dims;
        let inner = std::mem::replace(&mut self.attributes, attributes);
        self.group = group;
        let helpers = crate::python::import(self.python, "alternator.backend.graphs")?;
        helpers.getattr("body_node")?.call1((&self.maker.graph, &self.attributes, &maker.graph, inner, name, notes))
    }

    /// A parameter of a body. What it captures may have the name of one of its own, if it was a parameter of the body around it.
    fn parameter(&mut self, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let made = self.placeholder(name)?;
        self.maker.target_its_name(&made)?;
        Ok(made)
    }

    /// What these bodies capture, in order, as nodes of the graph being written.
    pub(super) fn captured(&mut self, bodies: &[u32]) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let captures = self.graph.captures(bodies, self.live, self.shapes);
        let mut found = Vec::with_capacity(captures.nodes.len() + captures.symbols.len());
        let missing = || pyo3::exceptions::PyRuntimeError::new_err("a body captures what is not there yet");
        for node in &captures.nodes {
            found.push(self.nodes[node.0 as usize].clone().ok_or_else(missing)?);
        }
        for symbol in &captures.symbols {
            found.push(self.symbols.get(symbol).cloned().ok_or_else(missing)?);
        }
        Ok(found)
    }

    fn name_of(&self, node: NodeId) -> PyResult<String> {
        match &self.nodes[node.0 as usize] {
            Some(made) => made.getattr("name")?.extract(),
            None => Ok(format!("captured_{}", node.0)),
        }
    }
}

/// The bodies that an operator's captures are for.
pub(super) fn captured_bodies(arguments: &[Argument]) -> Vec<u32> {
    let group = arguments.iter().find_map(|argument| match argument {
        Argument::Captured { bodies, .. } => Some(bodies.clone()),
        Argument::Tuple(parts) | Argument::List(parts) => Some(captured_bodies(parts)).filter(|found| !found.is_empty()),
        _ => None,
    });
    group.unwrap_or_default()
}
