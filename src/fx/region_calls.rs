//! Repeating parts of a graph, written as one body and its calls.

use ahash::AHashSet;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::module::Writer;
use super::regions::{Region, Regions};
use crate::graph::Operation;
use crate::interpreter::Trace;

/// What calls of bodies are written with.
pub(super) struct RegionWriter<'py> {
    /// Takes a body, its name and what the body takes; gives a tuple.
    operator: Bound<'py, PyAny>,
    item: Bound<'py, PyAny>,
    /// The names of the bodies that are there, by the number of the region.
    bodies: Vec<Option<Bound<'py, PyAny>>>,
}

impl<'py> RegionWriter<'py> {
    pub(super) fn new(python: Python<'py>, regions: &Regions) -> PyResult<Option<RegionWriter<'py>>> {
        if regions.regions.is_empty() {
            return Ok(None);
        }
        let (operator, item) =
            crate::python::import(python, "alternator.backend.graphs")?.getattr("region_operators")?.call0()?.extract()?;
        Ok(Some(RegionWriter { operator, item, bodies: vec![None; regions.regions.len()] }))
    }
}

impl<'py> Writer<'py, '_> {
    /// A call of a region, and a node for each of its outputs.
    pub(super) fn region_call(
        &mut self,
        writer: &mut RegionWriter<'py>,
        regions: &Regions,
        (number, call): (usize, usize),
        trace: &Trace<'_>,
    ) -> PyResult<()> {
        let region = &regions.regions[number];
        let call = &region.calls[call];
        // As in torch, each call has a node of its own for the body.
        let body = match &writer.bodies[number] {
            Some(body) => self.maker.graph.call_method1("create_node", ("get_attr", body))?,
            None => self.region_body(region, trace)?,
        };
        self.stands_at(&body, call.site, trace)?;
        let name = body.getattr(intern!(self.python, "target"))?;
        writer.bodies[number] = Some(name.clone());
        let missing = || pyo3::exceptions::PyRuntimeError::new_err("a region takes what is not there yet");
        let mut arguments = vec![body, name];
        for input in &call.inputs {
            arguments.push(self.nodes[input.0 as usize].clone().ok_or_else(missing)?);
        }
        for symbol in &region.symbols {
            arguments.push(self.symbols.get(symbol).cloned().ok_or_else(missing)?);
        }
        let arguments = PyTuple::new(self.python, arguments)?;
        let made = self.maker.make(Operation::Function, &writer.operator, arguments, None, None)?;
        if let Some(site) = call.site {
            self.comes_from(&made, site, &writer.operator, trace)?;
        }
        for (place, output) in call.outputs.iter().enumerate() {
            let arguments = PyTuple::new(self.python, [made.clone(), place.into_pyobject(self.python)?.into_any()])?;
            let item = self.maker.make(Operation::Function, &writer.item, arguments, None, None)?;
            if let Some(site) = call.site {
                self.comes_from(&item, site, &writer.item, trace)?;
            }
            self.nodes[output.0 as usize] = Some(item);
        }
        Ok(())
    }

    fn region_body(&mut self, region: &Region, trace: &Trace<'_>) -> PyResult<Bound<'py, PyAny>> {
        let first = &region.calls[0];
        let missing = || pyo3::exceptions::PyRuntimeError::new_err("a region takes what is not there yet");
        let mut outside = Vec::with_capacity(first.inputs.len() + region.symbols.len());
        for input in &first.inputs {
            outside.push(self.nodes[input.0 as usize].clone().ok_or_else(missing)?);
        }
        for symbol in &region.symbols {
            outside.push(self.symbols.get(symbol).cloned().ok_or_else(missing)?);
        }
        let names = first.inputs.iter().map(|input| self.name_of(*input)).collect::<PyResult<Vec<_>>>()?;
        self.in_a_body("subgraph", &PyDict::new(self.python), outside, |writer| {
            let mut taken = AHashSet::new();
            for (input, name) in first.inputs.iter().zip(&names) {
                writer.nodes[input.0 as usize] = Some(writer.parameter(name, &mut taken)?);
            }
            for symbol in &region.symbols {
                let made = writer.parameter(&trace.shapes.symbol(*symbol).name, &mut taken)?;
                writer.symbols.insert(*symbol, made);
            }
            for node in &region.body {
                writer.operation(node.0 as usize, trace)?;
            }
            let missing = || pyo3::exceptions::PyRuntimeError::new_err("a region gives what it has not made");
            let outputs = first.outputs.iter().map(|output| writer.nodes[output.0 as usize].clone().ok_or_else(missing));
            let outputs = PyTuple::new(writer.python, outputs.collect::<PyResult<Vec<_>>>()?)?;
            writer.output(PyTuple::new(writer.python, [outputs])?)
        })
    }
}
