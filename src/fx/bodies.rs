//! Bodies of operators that take functions, written as graphs and modules of their own.

use ahash::AHashSet;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use super::module::Writer;
use super::nodes::NodeMaker;
use crate::graph::{Argument, NodeId, Operation};
use crate::interpreter::Trace;
use crate::python::tensor;
use crate::shapes::{Dim, Layout, MetaArgument, Strides};

/// What torch calls the operands of a body, which it takes out of a container.
const OPERAND: &str = "child";

/// A node that bodies are passed.
struct Passed {
    node: NodeId,
    name: String,
    /// The first of several bodies that takes it, by place, if not all do.
    only: Option<usize>,
}

impl<'py> Writer<'py, '_> {
    /// The node that holds the module of a body.
    pub(super) fn body(&mut self, body: u32, trace: &Trace<'_>) -> PyResult<Bound<'py, PyAny>> {
        let missing = || pyo3::exceptions::PyRuntimeError::new_err("a body that was never traced");
        let subgraph = self.graph.body(body).ok_or_else(missing)?;
        let group = if self.group.contains(&body) { self.group.clone() } else { vec![body] };
        let passed = self.passed(&group)?;
        let own = self.graph.captures(&[body], self.live, self.shapes).nodes;
        let own_names = own.iter().map(|node| self.name_of(*node)).collect::<PyResult<Vec<_>>>()?;
        let branches: Vec<_> = group.iter().map(|of| self.graph.body(*of).map(|body| body.branch.clone())).collect();
        let symbols = self.graph.captures(&group, self.live, self.shapes).symbols;
        // What each parameter stands for outside.
        let mut outside = subgraph.operands.iter().map(|operand| self.operand_form(*operand)).collect::<PyResult<Vec<_>>>()?;
        for part in &passed {
            outside.push(self.nodes[part.node.0 as usize].clone().unwrap_or_else(|| self.python.None().into_bound(self.python)));
        }
        for symbol in &symbols {
            outside.push(self.symbols.get(symbol).cloned().unwrap_or_else(|| self.python.None().into_bound(self.python)));
        }

        let notes = PyDict::new(self.python);
        for (name, object) in &subgraph.notes {
            notes.set_item(name, object.bound(self.python))?;
        }
        let operators = self.operators.len();
        if let Some(operator) = self.operator.clone() {
            self.operators.push(PyTuple::new(self.python, [self.maker.stem_of(&operator)?.as_any(), &operator])?);
        }
        let written = self.in_a_body(&subgraph.name, &notes, outside, |writer| {
            let mut taken = AHashSet::new();
            for operand in &subgraph.operands {
                let made = writer.parameter(OPERAND, &mut taken)?;
                let number = writer.graph.computed.iter().find(|(_, node)| node == operand);
                number.map(|(symbol, _)| writer.symbols.insert(*symbol, made.clone()));
                writer.nodes[operand.0 as usize] = Some(made);
            }
            // torch brings the parameters of several bodies into one order when it has traced them, by new parameters.
            if group.len() > 1 {
                for name in &own_names {
                    writer.reserve(name)?;
                }
            }
            for part in &passed {
                let branch = part.only.and_then(|place| branches[place].as_deref());
                let name = branch.map_or_else(|| part.name.clone(), |branch| format!("{}_{branch}", part.name));
                writer.nodes[part.node.0 as usize] = Some(writer.parameter(&name, &mut taken)?);
            }
            for symbol in &symbols {
                let name = writer.shapes.symbol(*symbol).name.clone();
                let made = writer.parameter(&name, &mut taken)?;
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

    /// Writes a body, whose nodes and attributes are its own, and gives the node that holds its module. `outside`: what its
    /// parameters stand for, nodes of the graph around it or the forms of operands.
    pub(super) fn in_a_body(
        &mut self,
        name: &str,
        notes: &Bound<'py, PyDict>,
        outside: Vec<Bound<'py, PyAny>>,
        write: impl FnOnce(&mut Self) -> PyResult<()>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut maker = NodeMaker::new(self.python)?;
        // Who asks for the metadata of a node of a body has that of the whole graph made.
        maker.propagation = self.maker.propagation.clone();
        let maker = std::mem::replace(&mut self.maker, maker);
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
        let outside = PyTuple::new(self.python, outside)?;
        let node = helpers.getattr("body_node")?.call1((
            &self.maker.graph,
            &self.attributes,
            &self.body_names,
            &maker.graph,
            inner,
            name,
            notes,
            outside,
        ))?;
        Ok(node)
    }

    /// A parameter of a body, with metadata like that of other nodes. Two that would have the same name in the body's code
    /// are called as their nodes are.
    pub(super) fn parameter(&mut self, name: &str, taken: &mut AHashSet<String>) -> PyResult<Bound<'py, PyAny>> {
        let made = self.placeholder(name)?;
        self.maker.make_lazy(&made)?;
        if name == OPERAND || !taken.insert(name.to_owned()) {
            self.maker.target_its_name(&made)?;
        }
        Ok(made)
    }

    /// What is known of a body's operand: the expression of an int, or dtype, device, sizes, strides (None where the sizes
    /// make them) and whether it requires gradients. None for what has more to it.
    fn operand_form(&self, operand: NodeId) -> PyResult<Bound<'py, PyAny>> {
        let python = self.python;
        let text = |dim: &Dim| match dim.as_constant() {
            Some(number) => number.into_pyobject(python).map(|number| number.into_any()).map_err(PyErr::from),
            None => Ok(PyString::new(python, &self.shapes.text(*dim)).into_any()),
        };
        let texts = |dims: &[Dim]| PyTuple::new(python, dims.iter().map(text).collect::<PyResult<Vec<_>>>()?);
        let none = || python.None().into_bound(python);
        match &self.graph.node(operand).meta {
            MetaArgument::Dim(dim) => text(dim),
            MetaArgument::Tensor(meta) if meta.wrapper.is_none() && meta.layout == Layout::STRIDED => {
                let Some(dtype) = tensor::dtype_object(meta.dtype.0 as i8) else { return Ok(none()) };
                let strides = match &meta.strides {
                    Strides::Explicit(strides) => texts(strides)?.into_any(),
                    _ => none(),
                };
                let device = (tensor::device_name(meta.device.kind), meta.device.index);
                Ok((dtype.bound(python), device, texts(&meta.sizes)?, strides, meta.requires_grad)
                    .into_pyobject(python)?
                    .into_any())
            }
            _ => Ok(none()),
        }
    }

    /// What these bodies capture, in order, as nodes of the graph being written.
    pub(super) fn captured(&mut self, bodies: &[u32]) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let missing = || pyo3::exceptions::PyRuntimeError::new_err("a body captures what is not there yet");
        let passed = self.passed(bodies)?;
        let mut found = Vec::with_capacity(passed.len());
        for part in passed {
            found.push(self.nodes[part.node.0 as usize].clone().ok_or_else(missing)?);
        }
        for symbol in self.graph.captures(bodies, self.live, self.shapes).symbols {
            found.push(self.symbols.get(&symbol).cloned().ok_or_else(missing)?);
        }
        Ok(found)
    }

    /// The nodes that these bodies are passed. For several, torch's order: what all of them take, then what only some do, each
    /// by name.
    fn passed(&self, bodies: &[u32]) -> PyResult<Vec<Passed>> {
        let captures = self.graph.captures(bodies, self.live, self.shapes).nodes.into_iter();
        if bodies.len() < 2 {
            return captures.map(|node| Ok(Passed { node, name: self.name_of(node)?, only: None })).collect();
        }
        let taken: Vec<_> = bodies.iter().map(|body| self.graph.captures(&[*body], self.live, self.shapes).nodes).collect();
        let mut passed = captures
            .map(|node| {
                let shared = taken.iter().all(|nodes| nodes.contains(&node));
                let first = taken.iter().position(|nodes| nodes.contains(&node));
                Ok(Passed { node, name: self.name_of(node)?, only: first.filter(|_| !shared) })
            })
            .collect::<PyResult<Vec<_>>>()?;
        passed.sort_by(|a, b| (a.only, &a.name).cmp(&(b.only, &b.name)));
        Ok(passed)
    }

    /// Takes the name of a parameter that comes to nothing.
    fn reserve(&mut self, name: &str) -> PyResult<()> {
        let name = PyString::new(self.python, name).into_any();
        self.maker.pass_over(Operation::Placeholder, &name).map(drop)
    }

    pub(super) fn name_of(&self, node: NodeId) -> PyResult<String> {
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
