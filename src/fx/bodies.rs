//! Bodies of operators that take functions, written as graphs and modules of their own.

use ahash::AHashSet;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use super::module::Writer;
use super::nodes::NodeMaker;
use crate::graph::{Argument, Captured, NodeId, Operation, Subgraph};
use crate::interpreter::Trace;
use crate::python::tensor;
use crate::shapes::{Dim, Layout, MetaArgument, Strides, Symbol};

/// What torch calls the operands of a body, which it takes out of a container.
const OPERAND: &str = "child";

/// A node that bodies are passed.
struct Passed {
    node: NodeId,
    name: String,
    /// The first of several bodies that takes it, by place, if not all do.
    only: Option<usize>,
}

/// What bodies are passed behind their operands.
enum Parameter {
    Node(Passed),
    Symbol(Symbol),
}

impl<'py> Writer<'py, '_> {
    /// The node that holds the module of a body.
    pub(super) fn body(&mut self, body: u32, trace: &Trace<'_>) -> PyResult<Bound<'py, PyAny>> {
        let missing = || pyo3::exceptions::PyRuntimeError::new_err("a body that was never traced");
        let subgraph = self.graph.body(body).ok_or_else(missing)?;
        let group = if self.group.contains(&body) { self.group.clone() } else { vec![body] };
        let parameters = self.parameters(&group)?;
        let own = self.graph.captures(&[body], self.live, self.shapes).nodes;
        let own_names = own.iter().map(|node| self.name_of(*node)).collect::<PyResult<Vec<_>>>()?;
        let branches: Vec<_> = group.iter().map(|of| self.graph.body(*of).map(|body| body.kind.branch.clone())).collect();
        // What each parameter stands for outside.
        let mut outside = subgraph.operands.iter().map(|operand| self.operand_form(*operand)).collect::<PyResult<Vec<_>>>()?;
        for part in &parameters {
            let made = match part {
                Parameter::Node(part) => self.nodes[part.node.0 as usize].as_ref().or(self.of_forward.get(&part.node)),
                Parameter::Symbol(symbol) => self.symbols.get(symbol),
            };
            outside.push(made.cloned().unwrap_or_else(|| self.python.None().into_bound(self.python)));
        }
        let names =
            subgraph.operands.iter().map(|operand| self.operand_name(subgraph, *operand)).collect::<PyResult<Vec<_>>>()?;
        let has_backward = self.graph.backwards_of(body).next().is_some();

        let notes = PyDict::new(self.python);
        for (name, object) in &subgraph.notes {
            notes.set_item(name, object.bound(self.python))?;
        }
        let operators = self.operators.len();
        let around = std::iter::successors(Some(subgraph), |body| self.graph.body(body.outer).filter(|_| body.kind.backward));
        let origins: Vec<_> = around.map(|body| body.kind.origin.map(|origin| origin.bound(self.python).clone())).collect();
        for origin in origins.into_iter().rev() {
            if let Some(origin) = origin.or_else(|| self.operator.clone()) {
                self.operators.push(PyTuple::new(self.python, [self.maker.stem_of(&origin)?.as_any(), &origin])?);
            }
        }
        let written = self.in_a_body(&subgraph.kind.name, &notes, outside, |writer| {
            let mut taken = AHashSet::new();
            for (operand, name) in subgraph.operands.iter().zip(&names) {
                let made = writer.parameter(name, &mut taken)?;
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
            for part in &parameters {
                match part {
                    Parameter::Node(part) => {
                        let branch = part.only.and_then(|place| branches[place].as_deref());
                        let name = branch.map_or_else(|| part.name.clone(), |branch| format!("{}_{branch}", part.name));
                        let made = writer.parameter(&name, &mut taken)?;
                        for bound in subgraph.bound.iter().filter(|bound| bound.outside == part.node) {
                            writer.nodes[bound.operand.0 as usize] = Some(made.clone());
                        }
                        writer.nodes[part.node.0 as usize] = Some(made);
                    }
                    Parameter::Symbol(symbol) => {
                        let name = writer.shapes.symbol(*symbol).name.clone();
                        let made = writer.parameter(&name, &mut taken)?;
                        writer.symbols.insert(*symbol, made);
                    }
                }
            }
            for index in 0..writer.graph.nodes.len() {
                if writer.live[index] && writer.graph.owners[index] == body && writer.graph.nodes[index].is_operation() {
                    writer.operation(index, trace)?;
                }
            }
            if has_backward {
                let made =
                    writer.nodes.iter().enumerate().filter_map(|(index, made)| Some((NodeId(index as u32), made.clone()?)));
                let own = made.filter(|(node, _)| writer.graph.owner(*node) == body);
                writer.of_forward.extend(own.collect::<Vec<_>>());
            }
            let outputs = subgraph.outputs.iter().map(|output| writer.argument(output, trace)).collect::<PyResult<Vec<_>>>()?;
            let outputs = if subgraph.kind.backward { writer.in_places(subgraph, outputs) } else { outputs };
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
            taken.insert(made.getattr("name")?.extract()?);
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

    /// The gradients that a backward pass gives, one for each thing that its forward pass is given: None where there is none.
    fn in_places(&self, backward: &Subgraph, gradients: Vec<Bound<'py, PyAny>>) -> Vec<Bound<'py, PyAny>> {
        let forward = self.graph.captured_in_order(backward.outer, self.live, self.shapes).into_iter();
        let gradient = |part| match part {
            Captured::Node(node) => backward.gradients_of.iter().position(|of| *of == node),
            Captured::Symbol(_) => None,
        };
        let none = || self.python.None().into_bound(self.python);
        forward.map(|part| gradient(part).map_or_else(none, |place| gradients[place].clone())).collect()
    }

    /// The places of nodes among what a body captures.
    pub(super) fn places_in(&self, body: u32, nodes: &[NodeId]) -> Vec<usize> {
        let captured = self.graph.captured_in_order(body, self.live, self.shapes).into_iter().enumerate();
        let is_wanted = |part| matches!(part, Captured::Node(node) if nodes.contains(&node));
        captured.filter(|(_, part)| is_wanted(*part)).map(|(place, _)| place).collect()
    }

    /// What these bodies capture, in order, as nodes of the graph being written.
    pub(super) fn captured(&mut self, bodies: &[u32]) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let missing = || pyo3::exceptions::PyRuntimeError::new_err("a body captures what is not there yet");
        let made = |part: Parameter| match part {
            Parameter::Node(part) => self.nodes[part.node.0 as usize].clone().ok_or_else(missing),
            Parameter::Symbol(symbol) => self.symbols.get(&symbol).cloned().ok_or_else(missing),
        };
        self.parameters(bodies)?.into_iter().map(made).collect()
    }

    /// What these bodies are passed.
    fn parameters(&self, bodies: &[u32]) -> PyResult<Vec<Parameter>> {
        if let [body] = bodies {
            let bound = self.graph.body(*body).map(|body| &body.bound[..]).unwrap_or_default();
            let part = |part| match part {
                Captured::Node(node) => {
                    let first_name = bound.iter().find(|bound| bound.outside == node && !bound.named);
                    let name = match first_name.and_then(|_| self.first_names.get(&node)) {
                        Some(name) => name.clone(),
                        None => self.name_of(node)?,
                    };
                    Ok(Parameter::Node(Passed { node, name, only: None }))
                }
                Captured::Symbol(symbol) => Ok(Parameter::Symbol(symbol)),
            };
            return self.graph.captured_in_order(*body, self.live, self.shapes).into_iter().map(part).collect();
        }
        let symbols = self.graph.captures(bodies, self.live, self.shapes).symbols.into_iter();
        Ok(self.passed(bodies)?.into_iter().map(Parameter::Node).chain(symbols.map(Parameter::Symbol)).collect())
    }

    /// The nodes that several bodies are passed, in torch's order: what all of them take, then what only some do, each by
    /// name.
    fn passed(&self, bodies: &[u32]) -> PyResult<Vec<Passed>> {
        let captures = self.graph.captures(bodies, self.live, self.shapes).nodes.into_iter();
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
        // What stands for another tensor has the other's name.
        let outside = self.graph.bound(node).map(|bound| bound.outside);
        let node = outside.filter(|outside| self.nodes[outside.0 as usize].is_some()).unwrap_or(node);
        match self.nodes[node.0 as usize].as_ref().or(self.of_forward.get(&node)) {
            Some(made) => made.getattr("name")?.extract(),
            None => Ok(format!("captured_{}", node.0)),
        }
    }

    /// What an operand is called: as the program says, in a backward pass otherwise after what its gradient is of.
    fn operand_name(&self, body: &Subgraph, operand: NodeId) -> PyResult<String> {
        let node = self.graph.node(operand);
        match node.variable.filter(|_| node.settled) {
            Some(name) => Ok(name.text()),
            None if body.kind.backward => {
                let place = body.operands.iter().position(|other| *other == operand);
                let forward = self.graph.body(body.outer).and_then(|forward| forward.outputs.first());
                match (forward, place) {
                    (Some(Argument::Tuple(outputs)), Some(place)) => match outputs.get(place) {
                        Some(Argument::Node(output)) => self.name_of(*output),
                        _ => Ok(OPERAND.to_owned()),
                    },
                    _ => Ok(OPERAND.to_owned()),
                }
            }
            None => Ok(OPERAND.to_owned()),
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
