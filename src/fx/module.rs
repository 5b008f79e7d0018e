//! The finished graph as a `torch.fx.Graph`, and through the backend to a callable.

use ahash::AHashMap;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PySet, PySlice, PyString, PyTuple};

use super::bodies::captured_bodies;
use super::inputs::Inputs;
use super::nodes::NodeMaker;
use super::places::{ModuleStack, Stacks};
use super::region_calls::RegionWriter;
use super::regions::Regions;
use crate::graph::Operation;
use crate::graph::subgraphs::WHOLE;
use crate::graph::{Argument, Graph, Hazards, NodeId, Target};
use crate::guards::Memory;
use crate::interpreter::Trace;
use crate::python::{Object, Owned, Paused};
use crate::report::{self, timing::Timing};
use crate::rules::Stop;
use crate::shapes::{Dim, Layout, MetaArgument, ShapeEnv, Symbol};
use crate::sources::{SourceId, SourceKind, Sources};
use crate::tables::Passing;

/// A graph that a backend has compiled.
pub struct CompiledGraph {
    /// Takes the inputs positionally, gives a tuple or list.
    pub call: Owned,
    /// Sources of the inputs, in order.
    pub inputs: Vec<SourceId>,
    /// What the backend assumed beyond the trace.
    pub assumptions: Vec<Assumption>,
    pub operations: usize,
    pub hazards: Hazards,
    pub writes: Writes,
}

/// How a compiled graph writes into its inputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Writes {
    /// By torch's operators, as they stand in the graph.
    Operators,
    /// By torch's operators, behind all others.
    Last,
    /// By code of the backend's own, which no tensor's version tells of.
    Kernels,
}

pub enum Assumption {
    Shape(Owned),
    /// Two inputs, by their places, are one object.
    Same(usize, usize),
    /// The inputs share memory as they do now; those at these places are written into.
    Memory(Vec<usize>),
    /// An assumption that the engine has no guard for; the text says what.
    Unknown(String),
}

impl Assumption {
    /// From its form in Python.
    fn read(read: &Bound<'_, PyAny>) -> PyResult<Assumption> {
        let kind: String = read.get_item(0)?.extract()?;
        Ok(match kind.as_str() {
            "shape" if !read.get_item(1)?.is_none() => Assumption::Shape(Owned::from_bound(read.get_item(1)?)),
            "same" => Assumption::Same(read.get_item(1)?.extract()?, read.get_item(2)?.extract()?),
            "memory" => Assumption::Memory(read.get_item(1)?.extract()?),
            _ => Assumption::Unknown(read.repr()?.to_string()),
        })
    }
}

/// A graph that is complete.
#[derive(Clone, Copy)]
struct Finished<'a> {
    outputs: &'a [Argument],
    /// Of each node whether it is needed.
    live: &'a [bool],
    /// Symbols that guards have fixed.
    fixed: &'a AHashMap<Symbol, i64>,
    /// Whether a class among those of its tensors has a `__torch_function__` of its own.
    overriding: bool,
}

pub(super) struct Writer<'py, 'g> {
    pub(super) python: Python<'py>,
    pub(super) graph: &'g Graph,
    pub(super) shapes: &'g ShapeEnv,
    pub(super) sources: &'g Sources,
    pub(super) live: &'g [bool],
    pub(super) maker: NodeMaker<'py>,
    pub(super) symbolic: Bound<'py, PyAny>,
    pub(super) is_layer: Bound<'py, PyAny>,
    pub(super) layers: AHashMap<Object, bool>,
    pub(super) nodes: Vec<Option<Bound<'py, PyAny>>>,
    pub(super) symbols: AHashMap<Symbol, Bound<'py, PyAny>>,
    pub(super) dims: AHashMap<Dim, Bound<'py, PyAny>>,
    /// Symbols that guards have fixed: numbers in this graph.
    pub(super) fixed: &'g AHashMap<Symbol, i64>,
    pub(super) attributes: Bound<'py, PyDict>,
    /// The names of all bodies that were written, wherever they lie.
    pub(super) body_names: Bound<'py, PySet>,
    /// The bodies that share the captures of the operator being written.
    pub(super) group: Vec<u32>,
    /// The operator being written.
    pub(super) operator: Option<Bound<'py, PyAny>>,
    /// Where it is called.
    pub(super) site: Option<u32>,
    /// The nodes of forward passes that were written, for their backward passes.
    pub(super) of_forward: AHashMap<NodeId, Bound<'py, PyAny>>,
    /// What nodes were called before they got the names of variables.
    pub(super) first_names: AHashMap<NodeId, String>,
    /// The operators whose bodies are being written, outermost first: what nodes are called after them, and each itself.
    pub(super) operators: Vec<Bound<'py, PyTuple>>,
    /// The annotation of all the graph, if it was made in a region that is told of.
    pub(super) around: Option<Bound<'py, PyDict>>,
    /// The stack of the node being written, or of the last one.
    pub(super) place: Option<Bound<'py, PyString>>,
    pub(super) modules: AHashMap<u32, ModuleStack<'py>>,
    pub(super) stacks: Stacks<'py>,
}

impl Trace<'_> {
    /// Builds the graph with these outputs and hands it to the backend. `None` if there is nothing to compute.
    pub fn compile_graph(
        &mut self,
        python: Python<'_>,
        outputs: &[Argument],
        compile_id: (u64, u64),
        timing: &mut Timing,
    ) -> PyResult<Option<CompiledGraph>> {
        let mut live = self.graph.live(outputs, &self.shapes);
        self.graph.leave_out_undone(&mut live);
        let works = self.graph.nodes.iter().zip(&live).any(|(node, live)| *live && node.is_operation() && !node.mode);
        if !works && outputs.is_empty() {
            return Ok(None);
        }
        let results = self.graph.nodes.iter().zip(&live).filter(|(_, live)| **live).map(|(node, _)| &node.meta);
        let classes: Vec<Object> = results.filter_map(class_asked_once).collect();
        let mut overriding = false;
        for class in classes {
            overriding |= self.class_overrides(class).map_err(Stop::into_error)?;
        }
        // Bodies are given the symbols of what they are given, fixed or not.
        let has_bodies = !self.graph.subgraphs.is_empty();
        let fixed = if has_bodies { AHashMap::new() } else { self.shapes.specialised().into_iter().collect() };
        let shared = self.settings.shares_regions || self.settings.shares_marked_regions && self.graph.has_marks;
        let shared = shared && !overriding && self.graph.annotations.is_empty();
        let regions = if shared { self.regions(&live, outputs) } else { Regions::default() };
        let finished = Finished { outputs, live: &live, fixed: &fixed, overriding };
        let compiled = match self.hand_over(python, &finished, &regions, compile_id, timing) {
            // A backend need not know how to compile a body that is called.
            Err(error) if !regions.regions.is_empty() && report::is_error(python, &error, "BackendFailed")? => {
                self.hand_over(python, &finished, &Regions::default(), compile_id, timing)?
            }
            compiled => compiled?,
        };
        Ok(Some(compiled))
    }

    /// Writes the graph, its regions as bodies and calls, and has the backend compile it.
    fn hand_over(
        &self,
        python: Python<'_>,
        finished: &Finished<'_>,
        regions: &Regions,
        compile_id: (u64, u64),
        timing: &mut Timing,
    ) -> PyResult<CompiledGraph> {
        let Finished { outputs, live, fixed, overriding } = *finished;
        let collector = Paused::new(python);
        let mut writer = Writer::new(python, self, live, fixed)?;
        let Inputs { sources: inputs, described, tensors: places } =
            writer.inputs(&self.symbols_of_inputs(finished, regions), live, self)?;
        let operations = self.write_operations(&mut writer, live, regions)?;
        let results = outputs.iter().map(|output| writer.argument(output, self)).collect::<PyResult<Vec<_>>>()?;
        let results = PyTuple::new(python, [PyTuple::new(python, results)?])?;
        writer.output(results)?;
        let hints = self.hints(python)?;
        let (written, overlap) = self.written_inputs(live);
        let written: Vec<usize> = places.into_iter().zip(written).filter(|(_, written)| *written).map(|(at, _)| at).collect();
        let is_array = |source: &SourceId| matches!(self.sources.kind(*source), SourceKind::AsTensor(_));
        let arrays: Vec<usize> = (0..).zip(&inputs).filter(|(_, source)| is_array(source)).map(|(at, _)| at).collect();
        let arguments = (
            &writer.maker.graph,
            &writer.maker.propagation,
            &writer.attributes,
            described,
            self.settings.context_id,
            compile_id,
            hints,
            self.frame_facts(python)?,
            arrays,
            (written, overlap),
            overriding,
            self.is_under_function_modes(),
        );
        drop(collector);
        timing.next("backend");
        let compiled = crate::python::import(python, "alternator.backend.output")?.getattr("compile_graph")?.call1(arguments)?;
        let assumptions =
            compiled.getattr("guards")?.try_iter()?.map(|read| Assumption::read(&read?)).collect::<PyResult<Vec<_>>>()?;
        let call = Owned::from_bound(compiled.getattr("call")?);
        let writes: String = compiled.getattr("writes")?.extract()?;
        let writes = match writes.as_str() {
            "operators" => Writes::Operators,
            "last" => Writes::Last,
            _ => Writes::Kernels,
        };
        let hazards = self.graph.hazards(live);
        Ok(CompiledGraph { call, inputs, assumptions, operations, hazards, writes })
    }

    /// The symbols that are inputs of the graph: those of its nodes and outputs, and of the sizes of its inputs.
    fn symbols_of_inputs(&self, finished: &Finished<'_>, regions: &Regions) -> Vec<Symbol> {
        let Finished { outputs, live, fixed, .. } = *finished;
        let mut used = Vec::new();
        for (node, _) in self.graph.nodes.iter().zip(live).filter(|(_, live)| **live) {
            node.arguments.iter().for_each(|argument| argument.visit_dims(&mut |dim| used.push(dim)));
            node.keywords.iter().for_each(|(_, argument)| argument.visit_dims(&mut |dim| used.push(dim)));
            node.arguments.iter().for_each(|argument| {
                argument.visit_bodies(&mut |body| {
                    let outputs = self.graph.body(body).map(|body| &body.outputs[..]).unwrap_or_default();
                    outputs.iter().for_each(|output| output.visit_dims(&mut |dim| used.push(dim)));
                });
            });
        }
        outputs.iter().for_each(|output| output.visit_dims(&mut |dim| used.push(dim)));
        // The sizes of inputs are inputs, as in torch. Views of one tensor may come to the backend's compiler as that
        // tensor alone, wrappers as their parts: then nothing else names their sizes.
        for (index, _) in live.iter().enumerate().filter(|(_, live)| **live) {
            let id = NodeId(index as u32);
            let node = self.graph.node(id);
            if let (Target::Input { source, .. }, MetaArgument::Tensor(tensor)) = (&node.target, &node.meta) {
                self.graph.visit_sizes(id, &mut |size| used.push(size));
                used.extend(self.own_strides(*source, tensor).into_iter().flatten());
            }
        }
        let mut symbols = self.shapes.symbols_of(&used);
        // Bodies are given the sizes of what they are given.
        let inside = |index: &usize| live[*index] && self.graph.owners[*index] != WHOLE;
        (0..live.len()).filter(inside).for_each(|index| {
            self.graph.visit_sizes_met(NodeId(index as u32), &self.shapes, &mut |symbol| symbols.push(symbol));
        });
        symbols.extend(regions.regions.iter().flat_map(|region| region.symbols.iter().copied()));
        symbols.sort_unstable_by_key(|symbol| symbol.0);
        symbols.dedup();
        if regions.regions.is_empty() {
            symbols.retain(|symbol| !fixed.contains_key(symbol));
        }
        symbols
    }

    /// Writes the operations of the graph, those of regions as calls of their bodies; gives their number.
    fn write_operations(&self, writer: &mut Writer<'_, '_>, live: &[bool], regions: &Regions) -> PyResult<usize> {
        let mut operations = 0;
        let mut region_writer = RegionWriter::new(writer.python, regions)?;
        for (index, node) in self.graph.nodes.iter().enumerate() {
            let id = NodeId(index as u32);
            if regions.covered.contains(&id) {
                operations += 1;
                if let (Some(start), Some(region_writer)) = (regions.starts.get(&id), &mut region_writer) {
                    writer.region_call(region_writer, regions, *start, self)?;
                }
                continue;
            }
            let own = self.graph.owners[index] == WHOLE;
            if own && live[index] && node.is_operation() {
                writer.operation(index, self)?;
                operations += 1;
            } else if own {
                writer.pass_over(index)?;
            }
        }
        Ok(operations)
    }

    /// Of each tensor that is an input whether the graph may write into it; and whether one that it writes into shares memory
    /// with another.
    fn written_inputs(&self, live: &[bool]) -> (Vec<bool>, bool) {
        let written = self.graph.perhaps_written(live, &self.shapes);
        let live_inputs = self.graph.nodes.iter().zip(live.iter().zip(&written)).filter(|(_, (live, _))| **live);
        let (tensors, written): (Vec<_>, Vec<_>) = live_inputs
            .filter_map(|(node, (_, written))| match node.target {
                Target::Input { object, source } => Some(((source, object), *written)),
                _ => None,
            })
            .unzip();
        let overlap = written.contains(&true) && Memory::of(&tensors, &written).is_some_and(|memory| memory.overlaps());
        (written, overlap)
    }

    /// Of each symbol that inputs have: what it is now, and its bounds.
    pub(super) fn hints<'py>(&self, python: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let hints = PyDict::new(python);
        for symbol in self.shapes.symbols().iter().filter(|symbol| !symbol.sources.is_empty()) {
            hints.set_item(&symbol.name, (symbol.hint, symbol.declared.lower(), symbol.declared.upper()))?;
        }
        Ok(hints)
    }

    fn frame_facts<'py>(&self, python: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let facts = PyDict::new(python);
        if let Some(frame) = self.frames.first() {
            facts.set_item("name", frame.code.header.qualified_name.text())?;
            facts.set_item("file", frame.code.header.file.text())?;
            facts.set_item("line", frame.code.header.first_line)?;
            if let Some(reason) = &self.broken.reason {
                facts.set_item("reason", &reason.text)?;
            }
            let broken_at = self.broken.reason.as_ref().and_then(|reason| reason.stack.last().cloned());
            facts.set_item("ends_at", broken_at.or_else(|| self.stack_summary().into_iter().next()))?;
        }
        Ok(facts)
    }
}

impl<'py, 'g> Writer<'py, 'g> {
    /// An empty graph, for the nodes of a trace.
    pub(super) fn new(
        python: Python<'py>,
        trace: &'g Trace<'_>,
        live: &'g [bool],
        fixed: &'g AHashMap<Symbol, i64>,
    ) -> PyResult<Writer<'py, 'g>> {
        let helpers = crate::python::import(python, "alternator.backend.graphs")?;
        let around: Option<Bound<'_, PyDict>> = helpers.call_method0("annotation")?.extract()?;
        let mut maker = NodeMaker::new(python)?;
        maker.annotation.clone_from(&around);
        Ok(Writer {
            python,
            graph: &trace.graph,
            shapes: &trace.shapes,
            sources: &trace.sources,
            live,
            maker,
            symbolic: helpers.getattr("symbolic")?,
            nodes: (0..trace.graph.nodes.len()).map(|_| None).collect(),
            symbols: AHashMap::new(),
            dims: AHashMap::new(),
            fixed,
            attributes: PyDict::new(python),
            body_names: PySet::empty(python)?,
            group: Vec::new(),
            operator: None,
            site: None,
            of_forward: AHashMap::new(),
            first_names: AHashMap::new(),
            operators: Vec::new(),
            around,
            is_layer: helpers.getattr("is_layer")?,
            layers: AHashMap::new(),
            place: None,
            modules: AHashMap::new(),
            stacks: Stacks::default(),
        })
    }

    /// Reserves the name of a dead node, as torch's graphs do.
    fn pass_over(&mut self, index: usize) -> PyResult<()> {
        if let Some((operation, target)) = self.graph.nodes[index].target.operation() {
            self.maker.pass_over(operation, &target.bound(self.python))?;
        }
        Ok(())
    }

    pub(super) fn operation(&mut self, index: usize, trace: &Trace<'_>) -> PyResult<()> {
        let graph = self.graph;
        let node = &graph.nodes[index];
        let Some((operation, target)) = node.target.operation() else { return Ok(()) };
        let target = &target.bound(self.python);
        let enclosing = (self.operator.replace(target.clone()), std::mem::replace(&mut self.site, node.site));
        if !graph.subgraphs.is_empty() {
            self.group = captured_bodies(&node.arguments);
        }
        self.annotate(index, trace)?;
        self.place = node.site.map(|site| self.stack_text(site, trace));
        let mut arguments = Vec::with_capacity(node.arguments.len());
        for argument in &node.arguments {
            match argument {
                Argument::Captured { bodies, passing: Passing::Arguments, .. } => arguments.extend(self.captured(bodies)?),
                _ => arguments.push(self.argument(argument, trace)?),
            }
        }
        let arguments = PyTuple::new(self.python, arguments)?;
        let keywords = match node.keywords.is_empty() {
            true => None,
            false => Some(self.keywords(&node.keywords, trace)?),
        };
        (self.operator, self.site) = enclosing;
        let variable = node.variable.map(|name| name.bound(self.python).clone().cast_into()).transpose()?;
        // The bodies among the arguments have nodes of their own.
        self.annotate(index, trace)?;
        let made = self.maker.make(operation, target, arguments, keywords, variable.as_ref())?;
        self.maker.annotation.clone_from(&self.around);
        if variable.is_some() && !graph.subgraphs.is_empty() {
            self.first_names.insert(NodeId(index as u32), self.maker.first_name.extract()?);
        }
        let is_statement = node.effect && matches!(node.meta, MetaArgument::None);
        if let Some(site) = node.site
            && !(is_statement && trace.library.is_unplaced(Object::from_bound(target)))
        {
            self.comes_from(&made, site, target, trace)?;
        }
        for (symbol, node) in &self.graph.computed {
            if node.0 as usize == index {
                self.symbols.insert(*symbol, made.clone());
            }
        }
        let under = self.graph.changed_under(NodeId(index as u32)).and_then(|under| self.nodes[under.0 as usize].clone());
        self.nodes[index] = Some(under.unwrap_or(made));
        Ok(())
    }

    /// What is made next is annotated as this node of the trace is.
    pub(super) fn annotate(&mut self, index: usize, trace: &Trace<'_>) -> PyResult<()> {
        if trace.graph.annotations.is_empty() {
            return Ok(());
        }
        let graph = self.graph;
        self.maker.annotation = match graph.annotation(NodeId(index as u32)) {
            Some(annotation) => Some(self.argument(annotation, trace)?.cast_into()?),
            None => self.around.clone(),
        };
        Ok(())
    }

    pub(super) fn argument(&mut self, argument: &Argument, trace: &Trace<'_>) -> PyResult<Bound<'py, PyAny>> {
        Ok(match argument {
            Argument::Constant(object) => object.bound(self.python).clone(),
            Argument::Node(NodeId(index)) => match &self.nodes[*index as usize] {
                Some(node) => node.clone(),
                None => return Err(pyo3::exceptions::PyRuntimeError::new_err("a node is used before it is made")),
            },
            Argument::Dim(dim) => self.dim(*dim)?,
            Argument::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.argument(part, trace)).collect::<PyResult<Vec<_>>>()?;
                PyTuple::new(self.python, parts)?.into_any()
            }
            Argument::List(parts) => {
                let parts = parts.iter().map(|part| self.argument(part, trace)).collect::<PyResult<Vec<_>>>()?;
                PyList::new(self.python, parts)?.into_any()
            }
            Argument::Slice(parts) => {
                let slice = self.python.get_type::<PySlice>();
                let [start, stop, step] = &**parts;
                slice.call1((self.argument(start, trace)?, self.argument(stop, trace)?, self.argument(step, trace)?))?
            }
            Argument::Body(body) => {
                let made = self.body(*body, trace)?;
                self.stands_at(&made, self.site, trace)?;
                made
            }
            Argument::Places { body, nodes } => PyList::new(self.python, self.places_in(*body, nodes))?.into_any(),
            Argument::Captured { bodies, passing: Passing::List, .. } => {
                PyList::new(self.python, self.captured(bodies)?)?.into_any()
            }
            Argument::Captured { bodies, .. } => PyTuple::new(self.python, self.captured(bodies)?)?.into_any(),
            Argument::Dict(parts) => self.keywords(parts, trace)?.into_any(),
        })
    }

    fn keywords(&mut self, parts: &[(Object, Argument)], trace: &Trace<'_>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(self.python);
        for (key, value) in parts {
            dict.set_item(key.bound(self.python), self.argument(value, trace)?)?;
        }
        Ok(dict)
    }

    pub(super) fn output(&mut self, results: Bound<'py, PyTuple>) -> PyResult<()> {
        let output = PyString::intern(self.python, "output").into_any();
        self.maker.make(Operation::Output, &output, results, None, None)?;
        self.maker.finish()
    }

    pub(super) fn placeholder(&mut self, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let name = PyString::new(self.python, name).into_any();
        self.maker.make(Operation::Placeholder, &name, PyTuple::empty(self.python), None, None)
    }

    /// A symbol in an expression: its name, or the number that it is.
    pub(super) fn symbol_text(&self, symbol: Symbol) -> String {
        match self.fixed.get(&symbol) {
            Some(number) if !self.symbols.contains_key(&symbol) => format!("({number})"),
            _ => self.shapes.symbol(symbol).name.clone(),
        }
    }

    /// A symbolic int: its placeholder, or the nodes that compute it.
    fn dim(&mut self, dim: Dim) -> PyResult<Bound<'py, PyAny>> {
        if let Some(number) = dim.as_constant() {
            return Ok(number.into_pyobject(self.python)?.into_any());
        }
        if let Some(node) = self.dims.get(&dim) {
            return Ok(node.clone());
        }
        let symbol = self.shapes.as_symbol(dim);
        if let Some(number) = symbol.and_then(|symbol| self.fixed.get(&symbol))
            && !symbol.is_some_and(|symbol| self.symbols.contains_key(&symbol))
        {
            return Ok(number.into_pyobject(self.python)?.into_any());
        }
        let node = match symbol.and_then(|symbol| self.symbols.get(&symbol)) {
            Some(node) => node.clone(),
            None => {
                let names = PyDict::new(self.python);
                for (symbol, node) in &self.symbols {
                    names.set_item(&self.shapes.symbol(*symbol).name, node)?;
                }
                let code = self.shapes.code(dim, &|symbol| self.symbol_text(symbol));
                self.symbolic.call1((&self.maker.graph, code, names, &self.maker.propagation, &self.place))?
            }
        };
        self.dims.insert(dim, node.clone());
        Ok(node)
    }
}

/// The class of a node's result, if it is a subclass whose `__torch_function__` was traced and need not be called when
/// the graph runs. Jagged tensors are exempt: torch's passes rely on their overrides.
fn class_asked_once(meta: &MetaArgument) -> Option<Object> {
    match meta {
        MetaArgument::Tensor(meta) if meta.layout != Layout::JAGGED => meta.class,
        _ => None,
    }
}
