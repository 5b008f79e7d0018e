//! The finished graph as a `torch.fx.Graph`, and through the backend to a callable.

use std::rc::Rc;

use ahash::{AHashMap, AHashSet};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PySet, PySlice, PyString, PyTuple};

use super::bodies::captured_bodies;
use super::nodes::NodeMaker;
use super::region_calls::RegionWriter;
use super::regions::Regions;
use crate::graph::Operation;
use crate::graph::{Argument, Graph, Hazards, NodeId, Site, Target};
use crate::guards::Memory;
use crate::interpreter::Trace;
use crate::python::{Object, Owned, Paused};
use crate::report::{self, timing::Timing};
use crate::rules::Stop;
use crate::shapes::{Dim, Layout, MetaArgument, ShapeEnv, Strides, Symbol, TensorMeta};
use crate::sources::{SourceId, SourceKind, Sources};
use crate::tables::{Passing, Role};

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

/// The inputs of a graph.
pub(super) struct Inputs<'py> {
    sources: Vec<SourceId>,
    /// What the backend's side is told of each.
    pub(super) described: Bound<'py, PyList>,
    /// The places of those that are tensors.
    tensors: Vec<usize>,
}

pub(super) struct Writer<'py, 'g> {
    pub(super) python: Python<'py>,
    pub(super) graph: &'g Graph,
    pub(super) shapes: &'g ShapeEnv,
    sources: &'g Sources,
    pub(super) live: &'g [bool],
    pub(super) maker: NodeMaker<'py>,
    symbolic: Bound<'py, PyAny>,
    is_layer: Bound<'py, PyAny>,
    layers: AHashMap<Object, bool>,
    pub(super) nodes: Vec<Option<Bound<'py, PyAny>>>,
    pub(super) symbols: AHashMap<Symbol, Bound<'py, PyAny>>,
    pub(super) dims: AHashMap<Dim, Bound<'py, PyAny>>,
    /// Symbols that guards have fixed: numbers in this graph.
    fixed: &'g AHashMap<Symbol, i64>,
    pub(super) attributes: Bound<'py, PyDict>,
    /// The names of all bodies that were written, wherever they lie.
    pub(super) body_names: Bound<'py, PySet>,
    /// The bodies that share the captures of the operator being written.
    pub(super) group: Vec<u32>,
    /// The operator being written.
    pub(super) operator: Option<Bound<'py, PyAny>>,
    /// Where it is called.
    site: Option<u32>,
    /// The operators whose bodies are being written, outermost first: what nodes are called after them, and each itself.
    pub(super) operators: Vec<Bound<'py, PyTuple>>,
    /// The annotation of all the graph, if it was made in a region that is told of.
    around: Option<Bound<'py, PyDict>>,
    texts: AHashMap<u32, Bound<'py, PyString>>,
    /// The stack of the node being written, or of the last one.
    place: Option<Bound<'py, PyString>>,
    modules: AHashMap<u32, ModuleStack<'py>>,
    stacks: AHashMap<u32, Rc<str>>,
    lines: AHashMap<(Object, u32), String>,
}

/// The modules that are being called at a site.
#[derive(Clone)]
struct ModuleStack<'py> {
    /// `nn_module_stack`: outermost first, by identity, their path and class.
    modules: Bound<'py, PyDict>,
    /// The class of the innermost one, if it is of torch's own layers: what a node in it is said to come from.
    layer: Option<Bound<'py, PyAny>>,
}

impl Trace<'_> {
    /// The strides of an input that are symbols of their own, not what sizes make of them.
    fn own_strides(&self, source: SourceId, tensor: &TensorMeta) -> Vec<Option<Dim>> {
        let Strides::Explicit(strides) = &tensor.strides else { return Vec::new() };
        let own = |(index, stride): (usize, &Dim)| {
            let symbol = self.shapes.as_symbol(*stride)?;
            let is_it = |from: &SourceId| self.sources.kind(*from) == SourceKind::Stride(source, index as u16);
            self.shapes.symbol(symbol).sources.iter().any(is_it).then_some(*stride)
        };
        strides.iter().enumerate().map(own).collect()
    }

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
        let compiled = match self.hand_over(python, outputs, &live, &regions, &fixed, overriding, compile_id, timing) {
            // A backend need not know how to compile a body that is called.
            Err(error) if !regions.regions.is_empty() && report::is_error(python, &error, "BackendFailed")? => {
                self.hand_over(python, outputs, &live, &Regions::default(), &fixed, overriding, compile_id, timing)?
            }
            compiled => compiled?,
        };
        Ok(Some(compiled))
    }

    /// Writes the graph, its regions as bodies and calls, and has the backend compile it.
    #[allow(clippy::too_many_arguments)]
    fn hand_over(
        &self,
        python: Python<'_>,
        outputs: &[Argument],
        live: &[bool],
        regions: &Regions,
        fixed: &AHashMap<Symbol, i64>,
        overriding: bool,
        compile_id: (u64, u64),
        timing: &mut Timing,
    ) -> PyResult<CompiledGraph> {
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
        let inside = |index: &usize| live[*index] && self.graph.owners[*index] != crate::graph::subgraphs::WHOLE;
        (0..live.len()).filter(inside).for_each(|index| {
            self.graph.visit_sizes_met(NodeId(index as u32), &self.shapes, &mut |symbol| symbols.push(symbol));
        });
        symbols.extend(regions.regions.iter().flat_map(|region| region.symbols.iter().copied()));
        symbols.sort_unstable_by_key(|symbol| symbol.0);
        symbols.dedup();
        if regions.regions.is_empty() {
            symbols.retain(|symbol| !fixed.contains_key(symbol));
        }
        let collector = Paused::new(python);
        let mut writer = Writer::new(python, self, live, fixed)?;
        let Inputs { sources: inputs, described, tensors: places } = writer.inputs(&symbols, live, self)?;
        let mut operations = 0;
        let mut region_writer = RegionWriter::new(python, regions)?;
        for (index, node) in self.graph.nodes.iter().enumerate() {
            let id = NodeId(index as u32);
            if regions.covered.contains(&id) {
                operations += 1;
                if let (Some(start), Some(region_writer)) = (regions.starts.get(&id), &mut region_writer) {
                    writer.region_call(region_writer, regions, *start, self)?;
                }
                continue;
            }
            let own = self.graph.owners[index] == crate::graph::subgraphs::WHOLE;
            if own && live[index] && node.is_operation() {
                writer.operation(index, self)?;
                operations += 1;
            } else if own {
                writer.pass_over(index)?;
            }
        }
        let results = outputs.iter().map(|output| writer.argument(output, self)).collect::<PyResult<Vec<_>>>()?;
        let results = PyTuple::new(python, [PyTuple::new(python, results)?])?;
        writer.output(results)?;
        let hints = self.hints(python)?;
        let written = self.graph.perhaps_written(live, &self.shapes);
        let live_inputs = self.graph.nodes.iter().zip(live.iter().zip(&written)).filter(|(_, (live, _))| **live);
        let (tensors, written): (Vec<_>, Vec<_>) = live_inputs
            .filter_map(|(node, (_, written))| match node.target {
                Target::Input { object, source } => Some(((source, object), *written)),
                _ => None,
            })
            .unzip();
        let overlap = written.contains(&true) && Memory::of(&tensors, &written).is_some_and(|memory| memory.overlaps());
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
        let mut assumptions = Vec::new();
        for assumption in compiled.getattr("guards")?.try_iter()? {
            let assumption = assumption?;
            let kind: String = assumption.get_item(0)?.extract()?;
            assumptions.push(match kind.as_str() {
                "shape" if !assumption.get_item(1)?.is_none() => Assumption::Shape(Owned::from_bound(assumption.get_item(1)?)),
                "same" => Assumption::Same(assumption.get_item(1)?.extract()?, assumption.get_item(2)?.extract()?),
                "memory" => Assumption::Memory(assumption.get_item(1)?.extract()?),
                _ => Assumption::Unknown(assumption.repr()?.to_string()),
            });
        }
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
            operators: Vec::new(),
            around,
            is_layer: helpers.getattr("is_layer")?,
            layers: AHashMap::new(),
            texts: AHashMap::new(),
            place: None,
            modules: AHashMap::new(),
            stacks: AHashMap::new(),
            lines: AHashMap::new(),
        })
    }

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
                Argument::Captured { bodies, passing: Passing::Arguments } => arguments.extend(self.captured(bodies)?),
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
    fn annotate(&mut self, index: usize, trace: &Trace<'_>) -> PyResult<()> {
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

    /// Enters into the `meta` of the node just made where in the program it comes from.
    pub(super) fn comes_from(
        &mut self,
        made: &Bound<'py, PyAny>,
        site: u32,
        target: &Bound<'py, PyAny>,
        trace: &Trace<'_>,
    ) -> PyResult<()> {
        let python = self.python;
        let text = self.stack_text(site, trace);
        let ModuleStack { modules, layer } = self.module_stack(site, trace)?;
        let meta = made.getattr(intern!(python, "meta"))?;
        if !modules.is_empty() {
            meta.set_item(intern!(python, "nn_module_stack"), modules)?;
        }
        let (name, function) = (self.maker.first_name.as_any(), layer.as_ref().unwrap_or(target));
        if self.operators.is_empty() && self.maker.is_lazy(&meta) {
            meta.setattr(intern!(python, "first_name"), name)?;
            meta.setattr(intern!(python, "function"), function)?;
        } else {
            let own = PyTuple::new(python, [name, function])?;
            let functions = PyList::new(python, self.operators.iter().chain([&own]))?;
            meta.set_item(intern!(python, "source_fn_stack"), functions)?;
        }
        meta.set_item(intern!(self.python, "stack_trace"), text)
    }

    /// The same for a node that holds the module of a body.
    pub(super) fn stands_at(&mut self, made: &Bound<'py, PyAny>, site: Option<u32>, trace: &Trace<'_>) -> PyResult<()> {
        let Some(site) = site else { return Ok(()) };
        let text = self.stack_text(site, trace);
        let ModuleStack { modules, .. } = self.module_stack(site, trace)?;
        let meta = made.getattr(intern!(self.python, "meta"))?;
        if !modules.is_empty() {
            meta.set_item(intern!(self.python, "nn_module_stack"), modules)?;
        }
        meta.set_item(intern!(self.python, "stack_trace"), text)
    }

    /// The user's stack at a site, as tracebacks print it.
    fn stack_text(&mut self, site: u32, trace: &Trace<'_>) -> Bound<'py, PyString> {
        if let Some(text) = self.texts.get(&site) {
            return text.clone();
        }
        let text = self.stack_lines(site, trace);
        let text = PyString::new(self.python, &text);
        self.texts.insert(site, text.clone());
        text
    }

    fn module_stack(&mut self, site: u32, trace: &Trace<'_>) -> PyResult<ModuleStack<'py>> {
        if let Some(modules) = self.modules.get(&site) {
            return Ok(modules.clone());
        }
        let Site { caller, module, .. } = self.graph.sites[site as usize];
        let above = caller.map(|caller| self.module_stack(caller, trace)).transpose()?;
        let module = module.map(|module| trace.arena.get(trace.arena.resolve(module)));
        let stack = match (module.and_then(|module| Some((module.object?, module.source?, module.class))), above) {
            (Some((object, source, class)), above) => {
                let modules = above.map_or_else(|| Ok(PyDict::new(self.python)), |above| above.modules.copy())?;
                let (path, class) = (module_path(&self.sources.display(source).to_string()), class.bound(self.python));
                modules.set_item((object.as_ptr() as usize).to_string(), (path, &class))?;
                let layer = self.is_layer(&class)?.then_some(class);
                ModuleStack { modules, layer }
            }
            (None, Some(above)) => above,
            (None, None) => ModuleStack { modules: PyDict::new(self.python), layer: None },
        };
        self.modules.insert(site, stack.clone());
        Ok(stack)
    }

    fn is_layer(&mut self, class: &Bound<'py, PyAny>) -> PyResult<bool> {
        let key = Object::from_bound(class);
        if let Some(is_layer) = self.layers.get(&key) {
            return Ok(*is_layer);
        }
        let is_layer = self.is_layer.call1((class,))?.is_truthy()?;
        self.layers.insert(key, is_layer);
        Ok(is_layer)
    }

    /// The same, sharing the work between sites below one caller.
    fn stack_lines(&mut self, site: u32, trace: &Trace<'_>) -> Rc<str> {
        if let Some(lines) = self.stacks.get(&site) {
            return lines.clone();
        }
        let Site { code, line, caller, .. } = self.graph.sites[site as usize];
        let above = caller.map(|caller| self.stack_lines(caller, trace));
        let python = self.python;
        let own = self.lines.entry((code, line)).or_insert_with(|| {
            let is_shown = code.as_code().is_some_and(crate::rules::frames::is_shown);
            if is_shown { trace.library.source_line(python, code, line) } else { String::new() }
        });
        let lines: Rc<str> = format!("{}{own}", above.as_deref().unwrap_or_default()).into();
        self.stacks.insert(site, lines.clone());
        lines
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
            Argument::Captured { bodies, passing: Passing::List } => PyList::new(self.python, self.captured(bodies)?)?.into_any(),
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
    fn symbol_text(&self, symbol: Symbol) -> String {
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

/// `L['self']._modules['layers']._modules['0']` becomes `L['self'].layers.0`.
fn module_path(source: &str) -> String {
    let mut parts = source.split("._modules['");
    let mut path = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        path.push('.');
        path.push_str(&part.replacen("']", "", 1));
    }
    path
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

/// The class of a node's result, if it is a subclass whose `__torch_function__` was traced and need not be called when
/// the graph runs. Jagged tensors are exempt: torch's passes rely on their overrides.
fn class_asked_once(meta: &MetaArgument) -> Option<Object> {
    match meta {
        MetaArgument::Tensor(meta) if meta.layout != Layout::JAGGED => meta.class,
        _ => None,
    }
}
